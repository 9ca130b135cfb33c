"""Journals on a server: a PostgreSQL database with many events (the extra ``hosted``)."""
