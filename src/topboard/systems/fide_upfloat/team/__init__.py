"""What the Swiss Team System has of its own: points, preferences and colours of teams."""
