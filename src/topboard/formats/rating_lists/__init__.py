"""Rating lists as federations publish them: read line by line, however long they are."""
