"""Publication of the public pages of an event to a folder or to object storage."""
