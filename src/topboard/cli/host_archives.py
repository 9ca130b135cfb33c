"""The ``topboard host export`` and ``topboard host import`` commands.

They transfer everything in a data folder or on a server.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard.cli.exit_codes import DONE
from topboard.cli.serve import home_at
from topboard.cli.terminal import show, show_json
from topboard.messages import say, say_count
from topboard.storage.addresses import is_hosted, parse_address

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from topboard.web.archives import Archived


def add_archive_verbs(
    verb: Callable[[str, str, Callable[[Namespace], int]], ArgumentParser],
) -> None:
    """Add the ``export`` and ``import`` subcommands using ``verb``."""
    made = verb("export", say("Write everything of a host, or of a folder, to one file."), export)
    made.add_argument("archive", metavar="FILE.zip")
    made.add_argument(
        "--organisation", metavar="WORD", default="", help=say("only what belongs to it")
    )
    made.add_argument("--no-pages", action="store_true", help=say("leave the public pages out"))
    summary = say("Put the events and templates of an archive into a host or a folder.")
    verb("import", summary, import_).add_argument("archive", metavar="FILE.zip")


def export(request: Namespace) -> int:
    """Write a data folder or server to an archive file."""
    from topboard.web.archives import write_archive

    home = home_at(request.url)
    try:
        pages = not request.no_pages
        found = write_archive(home, request.archive, request.organisation, pages=pages)
    finally:
        home.close()
    count = say_count("{count} event", "{count} events", len(found))
    words = say("{count} in {file}; no passwords and no keys", count=count, file=request.archive)
    _print_archived(request, found, words)
    return DONE


def import_(request: Namespace) -> int:
    """Import the events and templates of an archive file."""
    from topboard.web.archives import read_archive

    home = home_at(request.url)
    try:
        found = read_archive(request.archive, home, lambda stem: _place(request.url, stem))
    finally:
        home.close()
    count = say_count("{count} new event", "{count} new events", len(found))
    words = [say("{count}; accounts and members are named anew", count=count)]
    by_default = not is_hosted(request.url)
    private = [one for one in found if not (by_default if one.public is None else one.public)]
    if private:
        words.append(
            say_count(
                "{count} of them is private. To make it public: topboard event visibility",
                "{count} of them are private. To make one public: topboard event visibility",
                len(private),
            )
        )
    _print_archived(request, found, *words)
    return DONE


def _place(home: str, stem: str) -> str:
    if is_hosted(home):
        return f"{parse_address(home).url}#{stem}"
    return os.path.join(home, f"{stem}.topboard")


def _print_archived(request: Namespace, found: list[Archived], *words: str) -> None:
    if request.json:
        show_json([{"event": o.stem, "entries": o.entries, "head": o.head} for o in found])
    else:
        show([*(f"{one.stem}  {one.entries}  {one.head[:16]}" for one in found), *words])
