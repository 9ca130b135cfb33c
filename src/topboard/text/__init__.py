"""Parsing and formatting of numbers, days and names."""
