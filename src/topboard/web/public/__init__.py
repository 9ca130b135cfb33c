"""Pages for everybody: no sign-in, nothing to change, live or as files; and the papers."""
