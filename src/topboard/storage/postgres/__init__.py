"""Journals on a server: a PostgreSQL database that holds many events (the extra ``hosted``)."""
