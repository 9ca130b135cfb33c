"""Access to the repository at an address, which may be a data folder or a database server."""

from __future__ import annotations

from topboard.storage.addresses import is_server_address
from topboard.web.folder_repository import FolderRepository
from topboard.web.repository import EventRepository


def open_repository(where: str) -> EventRepository:
    """Return the repository at a folder path or at the address of a server."""
    if is_server_address(where):
        # Seam: only a server needs the packages of the extra hosted.
        from topboard.web.hosted_repository import HostedRepository

        return HostedRepository(where)
    return FolderRepository(where)
