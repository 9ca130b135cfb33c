"""The Olympiad pairing rules: the procedure that five editions share, and the editions."""
