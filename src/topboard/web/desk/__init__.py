"""The arbiter's pages, one module for each part of the work."""
