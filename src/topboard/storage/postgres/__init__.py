"""Storage of many events in a PostgreSQL database, called a server (the extra ``hosted``)."""
