"""The ``topboard host export`` and ``topboard host import`` commands.

They transfer all events of a data folder or server in one archive file.
"""

from __future__ import annotations

import os
from argparse import Namespace

from topboard.cli.exit_codes import DONE
from topboard.cli.extras import missing_package_error
from topboard.cli.json_output import print_value_as_json
from topboard.cli.terminal import print_lines
from topboard.errors import BadInput, Problem
from topboard.messages import say, say_count, worded
from topboard.storage.addresses import is_server_address, parse_address

EXTRA = worded("Archives need additional packages. Install them with: pip install 'topboard[desk]'")

try:
    from topboard.web.archives import (
        ArchivedEvent,
        import_archive as restore_archive,
        write_repository_archive,
    )
    from topboard.web.repositories import open_repository
except ImportError as error:
    raise missing_package_error(error, EXTRA) from error


def export_archive(request: Namespace) -> int:
    """Write all events and templates of a data folder or server to an archive file."""
    if request.output is None:
        remedy = say("Add -o FILE.zip.")
        raise BadInput([Problem(say("the archive file is not specified"), remedy=remedy)])
    home = open_repository(request.url)
    try:
        pages = not request.no_pages
        found = write_repository_archive(home, request.output, request.organisation, pages=pages)
    finally:
        home.close()
    words = say_count(
        "Exported {count} event to {file}. Passwords and keys are not included.",
        "Exported {count} events to {file}. Passwords and keys are not included.",
        len(found),
        file=request.output,
    )
    _print_archived_events(request, found, words)
    return DONE


def import_archive(request: Namespace) -> int:
    """Import the events and templates in an archive file into a data folder or server."""
    home = open_repository(request.url)
    try:
        found = restore_archive(
            request.archive, home, lambda stem: _build_event_address(request.url, stem)
        )
    finally:
        home.close()
    words = [
        say_count(
            "Imported {count} event. Accounts and members must be added again.",
            "Imported {count} events. Accounts and members must be added again.",
            len(found),
        )
    ]
    by_default = not is_server_address(request.url)
    private = [one for one in found if not (by_default if one.public is None else one.public)]
    if private:
        words.append(
            say_count(
                "{count} of them is private. To make it public, use topboard event visibility.",
                "{count} of them are private. To make one public, use topboard event visibility.",
                len(private),
            )
        )
    _print_archived_events(request, found, *words)
    return DONE


def _build_event_address(home: str, stem: str) -> str:
    if is_server_address(home):
        return f"{parse_address(home).url}#{stem}"
    return os.path.join(home, f"{stem}.topboard")


def _print_archived_events(request: Namespace, found: list[ArchivedEvent], *words: str) -> None:
    if request.json:
        print_value_as_json(
            [{"event": o.stem, "entries": o.entries, "head": o.head} for o in found]
        )
    else:
        print_lines([*(f"{one.stem}  {one.entries}  {one.head[:16]}" for one in found), *words])
