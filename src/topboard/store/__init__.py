"""Journals on disk: one SQLite file for each event, and the desk that works on it."""
