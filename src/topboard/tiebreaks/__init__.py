"""Tie-breaks by subject; each edition lists the ones it uses."""
