"""The folder in the user's documents in which the app keeps its events."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

if sys.platform == "win32":
    import ctypes
    from uuid import UUID

NAME = "Topboard"
XDG_DOCUMENTS = re.compile(r'^XDG_DOCUMENTS_DIR="(?:\$HOME/)?([^"]+)"', re.MULTILINE)


def default_data_folder() -> Path:
    """Return the folder ``Topboard`` in the user's documents, where it is easy to find and copy."""
    return find_documents_folder() / NAME


def find_documents_folder() -> Path:
    """Return the folder for the user's documents, which may have a different name or place."""
    documents = Path.home() / "Documents"
    if sys.platform == "win32":
        return _ask_windows_for_documents() or documents
    if sys.platform == "darwin":
        return documents
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    try:
        text = (settings / "user-dirs.dirs").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return documents
    found = XDG_DOCUMENTS.search(text)
    # Joining leaves an absolute path as it is.
    return Path.home() / found[1] if found else documents


if sys.platform == "win32":
    KNOWN_DOCUMENTS = UUID("fdd39ad0-238f-46af-adb4-6c85480369c7")

    def _ask_windows_for_documents() -> Path | None:
        """Return the documents folder, which may be on a different drive or in OneDrive."""
        which = (ctypes.c_byte * 16).from_buffer_copy(KNOWN_DOCUMENTS.bytes_le)
        found = ctypes.c_wchar_p()
        refused = ctypes.windll.shell32.SHGetKnownFolderPath(
            ctypes.byref(which), 0, None, ctypes.byref(found)
        )
        path = found.value
        ctypes.windll.ole32.CoTaskMemFree(found)
        return None if refused or not path else Path(path)
