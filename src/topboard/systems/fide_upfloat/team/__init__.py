"""The rules on points, colour preferences and colours of teams in the Swiss Team System."""
