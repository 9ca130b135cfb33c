"""Storage of many events in a PostgreSQL database, which Topboard calls a server.

It needs the extra ``hosted``. Without it, importing any module of this package raises an error that
says so.
"""

from topboard.errors import CannotReadOrWrite
from topboard.messages import say

try:
    import psycopg  # noqa: F401
    import sqlalchemy  # noqa: F401
except ImportError as error:
    raise CannotReadOrWrite(
        say(
            "a server needs additional packages ({error}). Install them with pip install "
            "'topboard[hosted]'.",
            error=error,
        )
    ) from error
