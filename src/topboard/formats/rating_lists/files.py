"""Opening of rating list files, including unpacking and detection of the format."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from datetime import date
from typing import IO, TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.formats.files import file_error
from topboard.formats.problems import PERIOD, is_period, refuse, shorten_for_quote
from topboard.formats.rating_lists import cfc, fide_text, fide_xml
from topboard.formats.rating_lists.rating_records import (
    LONGEST_LINE,
    Lines,
    LinesLeftOut,
    ListHeading,
    decode_line,
)
from topboard.formats.zip_files import BoundedStream, ZipSource
from topboard.messages import message, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.formats.rating_lists.rating_records import ListedPerson

LARGEST = 4_000_000_000
"""The largest unpacked size in bytes, about five times FIDE's largest list."""
MOST_PARTS = 1_000
SUFFIXES = (".txt", ".xml", ".csv")
KNOWN = "FIDE (TXT, XML), CFC (CSV)"


@dataclass(frozen=True, slots=True)
class OpenList:
    """A list that is being read, with its heading, its persons and the lines skipped so far."""

    heading: ListHeading
    rows: Iterator[ListedPerson]
    left_out: LinesLeftOut


@contextmanager
def open_rating_list(path: str, kind: str = "", period: str = "") -> Iterator[OpenList]:
    """Open the list in a file, which may be a ZIP archive.

    ``kind`` and ``period`` are used for lists that do not state them.
    """
    if period and not is_period(period):
        raise refuse(say("not a period"), quoted=period, remedy=PERIOD)
    try:
        with open(path, "rb") as file, _unpack(file, path) as (stream, name, day):
            found = _detect_format(io.BufferedReader(stream, 1 << 20), name, kind)
            heading = found.heading
            heading = replace(heading, period=period or heading.period or day)
            yield replace(found, heading=heading)
    except (OSError, EOFError) as error:
        raise file_error(message("read"), path, error) from error


@contextmanager
def _unpack(file: IO[bytes], path: str) -> Iterator[tuple[io.RawIOBase, str, str]]:
    """Yield the stream of the list, the name of its file and the day the file was made."""
    packed = file.read(2) == b"PK"
    file.seek(0)
    name = os.path.basename(path)
    if not packed:
        made = date.fromtimestamp(os.fstat(file.fileno()).st_mtime)
        yield BoundedStream(file, name, LARGEST), name, made.isoformat()
        return
    with ZipSource(file, name, say("fetch the list again"), MOST_PARTS) as archive:
        part = _list_in(archive, name)
        with archive.open(part, LARGEST) as stream:
            year, month, day = archive.parts[part].date_time[:3]
            # An archive may name a day that does not exist.
            made_on = f"{year:04}-{month:02}-{day:02}"
            yield stream, os.path.basename(part), made_on if is_period(made_on) else ""


def _list_in(archive: ZipSource, name: str) -> str:
    """Return the name of the list in an archive, which must contain exactly one."""
    found = [one for one in archive.parts if one.casefold().endswith(SUFFIXES)]
    if len(found) != 1:
        what = say("{count} lists in one archive", count=len(found))
        inside = shorten_for_quote(", ".join(archive.parts))
        raise refuse(what, name, inside, say("unpack it and give the list"))
    return found[0]


def _detect_format(stream: io.BufferedReader, name: str, kind: str) -> OpenList:
    head = stream.peek(LONGEST_LINE)[:LONGEST_LINE]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in head:
        raise refuse(say("the file is written in UTF-16"), name, remedy=say("save it as UTF-8"))
    left_out = LinesLeftOut(name)
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return _xml(stream, name, kind, left_out)
    first = decode_line(stream.readline(LONGEST_LINE)).removeprefix("\ufeff")
    lines = Lines(stream, name)
    opening = first.lstrip().casefold().replace('"', "")
    if opening.startswith(fide_text.OPENING):
        columns = fide_text.ListColumns(first.rstrip("\r\n"), name, kind)
        read = fide_text.Reader(columns)
        return OpenList(columns.heading, lines.persons(read, left_out), left_out)
    if opening.startswith(cfc.OPENING):
        read_cfc = cfc.reader(cfc.parse_columns(first, name))
        return OpenList(cfc.HEADING, lines.persons(read_cfc, left_out), left_out)
    what = say("not a rating list that Topboard knows")
    remedy = say("give one of: {known}", known=KNOWN)
    raise refuse(what, f"{name}:1", first.strip(), remedy)


def _xml(stream: io.BufferedReader, name: str, kind: str, left_out: LinesLeftOut) -> OpenList:
    persons = fide_xml.XmlList(stream, name).persons()
    first = next(persons, None)
    if first is None:
        raise refuse(say("the list is empty"), name, remedy=say("fetch the list again"))
    heading = fide_xml.heading_of(first[1], name, kind)

    def all_persons() -> Iterator[tuple[int, dict[str, str]]]:
        yield first
        yield from persons

    return OpenList(heading, fide_xml.rows(all_persons(), heading, left_out), left_out)
