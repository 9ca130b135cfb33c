"""Journals on a host: a PostgreSQL database in which many events live (the extra ``hosted``)."""
