"""Tie-breaks, grouped by the data that they are computed from, and the standings."""
