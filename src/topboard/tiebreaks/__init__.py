"""Tie-breaks by subject; each edition lists its own."""
