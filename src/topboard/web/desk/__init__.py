"""The arbiter's pages, with one module for each task."""
