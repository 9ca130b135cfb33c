"""Pages for everybody without sign-in or forms, live or as files, and the documents."""
