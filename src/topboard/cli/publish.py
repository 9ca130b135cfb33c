"""``topboard publish``: the public pages of an event as files for any web host."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from topboard.cli.exit_codes import DONE
from topboard.errors import CannotReadOrWrite
from topboard.formats.files import deliver, failure
from topboard.messages import message, retold, say, worded

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from topboard.web.public.site import Site

EXTRA = worded("the pages need some packages: pip install 'topboard[web]'")
LIST = ".topboard-pages"
"""Names the files that were written, so that the next time nothing old is left behind."""


def publish(request: Namespace) -> int:
    """Write all pages; those of an earlier time that are no more are removed."""
    for needed in ("jinja2", "fastapi", "segno"):
        if find_spec(needed) is None:
            raise CannotReadOrWrite(
                say("{extra} ({module} is missing)", extra=retold(EXTRA), module=needed)
            )
    folder = Path(request.folder)
    written = [name for name, content in _files(request) if _write(folder / name, content)]
    _remove_old(folder, written)
    print(
        say(
            "{count} files in {folder}: open {page}",
            count=len(written),
            folder=folder,
            page=folder / "index.html",
        )
    )
    return DONE


def _files(request: Namespace) -> Iterator[tuple[str, bytes]]:
    from topboard.event.replay import replay
    from topboard.store.event_file import EventFile
    from topboard.web.home import Moment
    from topboard.web.public.site import ASSETS, Site, asset

    with EventFile.open(request.file, read_only=True) as file:
        moment = Moment.of(file)
    site = Site(
        moment,
        lambda section, number: replay(moment.entries, section, number),
        codes=bool(request.address),
    )
    for name in ASSETS:
        yield name, asset(name)
    for path in site.paths():
        text = site.page(path)
        assert text is not None, f"{path} is one of the pages"
        yield path, text.encode()
    yield from _codes(site, request.address)


def _codes(site: Site, address: str) -> Iterator[tuple[str, bytes]]:
    if address:
        from topboard.web.public.site import qr_code

        for slug in site.sections:
            yield (
                f"{slug}/qr.svg",
                qr_code(f"{address.rstrip('/')}/{slug}/index.html"),
            )


def _write(path: Path, content: bytes) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            deliver(content, path)
    except (OSError, ValueError) as error:
        raise failure(message("write"), str(path), error) from error
    return True


def _remove_old(folder: Path, written: list[str]) -> None:
    record = folder / LIST
    try:
        before = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
        for name in set(before) - set(written):
            path = folder / name
            # Only what lies inside the folder, whatever the record says.
            if path.resolve().is_relative_to(folder.resolve()):
                path.unlink(missing_ok=True)
        deliver("\n".join(written) + "\n", record)
    except (OSError, ValueError) as error:
        raise failure(message("write"), str(record), error) from error
