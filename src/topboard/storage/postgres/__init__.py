"""Storage of many events in a PostgreSQL database, which Topboard calls a server.

It needs the extra ``hosted``.
"""
