"""The parts specific to the Swiss Team System: points, preferences and colours of teams."""
