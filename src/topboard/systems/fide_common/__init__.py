"""Concepts that the Swiss systems of FIDE share."""
