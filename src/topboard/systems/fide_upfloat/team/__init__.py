"""The points, colour preferences and colours of teams in the Swiss Team System."""
