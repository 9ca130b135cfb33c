"""Tie-breaks, grouped by what they are computed from, and the standings."""
