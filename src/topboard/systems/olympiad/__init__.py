"""The Olympiad pairing rules: what the five editions share, and the editions as tables."""
