"""Checks and generators for developers. They are not part of the package."""
