"""Parsing and formatting of numbers, dates and names."""
