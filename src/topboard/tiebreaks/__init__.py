"""Tie-breaks grouped by subject; each edition lists the ones it uses."""
