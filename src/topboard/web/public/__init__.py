"""Public pages without sign-in or forms, live or as files, and the documents."""
