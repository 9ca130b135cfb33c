"""The Olympiad pairing rules, with what the five editions share, and the editions as tables."""
