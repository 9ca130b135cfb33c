"""Opening of rating list files in any known format, including ZIP archives."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from datetime import date
from typing import IO, TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.formats.files import CANNOT_READ, build_file_error, is_binary_content
from topboard.formats.problems import PERIOD, bad_input_error, is_month_or_day, shorten_for_quote
from topboard.formats.rating_lists import cfc, fide_text, fide_xml
from topboard.formats.rating_lists.rating_records import (
    LONGEST_LINE,
    LinesAfterHeading,
    ListHeading,
    SkippedLines,
    decode_utf8_or_windows_line,
)
from topboard.formats.zip_files import BoundedStream, ZipSource
from topboard.messages import say, say_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.formats.rating_lists.rating_records import ListedPerson

LARGEST = 4_000_000_000
"""The maximum unpacked size of a list in bytes, about five times that of FIDE's largest list."""
MOST_PARTS = 1_000
SUFFIXES = (".txt", ".xml", ".csv")
KNOWN = "FIDE (TXT, XML), CFC (CSV)"


@dataclass(frozen=True, slots=True)
class OpenRatingList:
    """A rating list that is being read: its heading, its people and the lines skipped so far."""

    heading: ListHeading
    rows: Iterator[ListedPerson]
    left_out: SkippedLines


@contextmanager
def open_rating_list(path: str, kind: str = "", period: str = "") -> Iterator[OpenRatingList]:
    """Open a rating list, which may be in a ZIP archive.

    ``kind`` is used if the list does not state its kind of rating. ``period`` takes precedence over
    the period in the list.
    """
    if period and not is_month_or_day(period):
        raise bad_input_error(say("invalid rating period"), quoted=period, remedy=PERIOD)
    try:
        with open(path, "rb") as file, _open_list_stream(file, path) as (stream, name, day):
            found = _open_list_by_format(io.BufferedReader(stream, 1 << 20), name, kind)
            heading = found.heading
            heading = replace(heading, period=period or heading.period or day)
            yield replace(found, heading=heading)
    except (OSError, EOFError) as error:
        raise build_file_error(CANNOT_READ, path, error) from error


@contextmanager
def _open_list_stream(file: IO[bytes], path: str) -> Iterator[tuple[io.RawIOBase, str, str]]:
    """Yield a stream of the list, its file name and the day it was last modified."""
    packed = file.read(2) == b"PK"
    file.seek(0)
    name = os.path.basename(path)
    if not packed:
        made = date.fromtimestamp(os.fstat(file.fileno()).st_mtime)
        yield BoundedStream(file, name, LARGEST), name, made.isoformat()
        return
    with ZipSource(file, name, say("Download the list again."), MOST_PARTS) as archive:
        part = _find_list_in_archive(archive, name)
        with archive.open(part, LARGEST) as stream:
            year, month, day = archive.parts[part].date_time[:3]
            # An archive may name a day that does not exist.
            made_on = f"{year:04}-{month:02}-{day:02}"
            yield stream, os.path.basename(part), made_on if is_month_or_day(made_on) else ""


def _find_list_in_archive(archive: ZipSource, name: str) -> str:
    """Return the name of the only list in an archive.

    Raise ``BadInput`` if there is not exactly one.
    """
    found = [one for one in archive.parts if one.casefold().endswith(SUFFIXES)]
    if len(found) != 1:
        what = say_count(
            "the archive contains {count} list instead of one",
            "the archive contains {count} lists instead of one",
            len(found),
        )
        inside = shorten_for_quote(", ".join(archive.parts))
        raise bad_input_error(
            what, name, inside, say("Unpack the archive and import the list itself.")
        )
    return found[0]


def _open_list_by_format(stream: io.BufferedReader, name: str, kind: str) -> OpenRatingList:
    head = stream.peek(LONGEST_LINE)[:LONGEST_LINE]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise bad_input_error(
            say("the file is encoded in UTF-16"), name, remedy=say("Save the file as UTF-8.")
        )
    if is_binary_content(decode_utf8_or_windows_line(head)):
        raise bad_input_error(
            say("this is a binary file, such as a picture or an archive, and not a text file"),
            name,
            remedy=say("Use one of these lists: {known}.", known=KNOWN),
        )
    left_out = SkippedLines(name)
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return _open_xml_list(stream, name, kind, left_out)
    first = decode_utf8_or_windows_line(stream.readline(LONGEST_LINE)).removeprefix("\ufeff")
    lines = LinesAfterHeading(stream, name)
    opening = first.lstrip().casefold().replace('"', "")
    if opening.startswith(fide_text.OPENING):
        columns = fide_text.ListColumns(first.rstrip("\r\n"), name, kind)
        read = fide_text.PersonLineParser(columns)
        return OpenRatingList(columns.heading, lines.read_persons(read, left_out), left_out)
    if opening.startswith(cfc.OPENING):
        read_cfc = cfc.build_person_line_reader(cfc.parse_column_headings(first, name))
        return OpenRatingList(cfc.HEADING, lines.read_persons(read_cfc, left_out), left_out)
    what = say("Topboard does not recognise this rating list")
    remedy = say("Use one of these lists: {known}.", known=KNOWN)
    raise bad_input_error(what, f"{name}:1", first.strip(), remedy)


def _open_xml_list(
    stream: io.BufferedReader, name: str, kind: str, left_out: SkippedLines
) -> OpenRatingList:
    persons = fide_xml.XmlListReader(stream, name).persons()
    first = next(persons, None)
    if first is None:
        raise bad_input_error(
            say("the list is empty"), name, remedy=say("Download the list again.")
        )
    heading = fide_xml.determine_list_heading(first[1], name, kind)

    def all_persons() -> Iterator[tuple[int, dict[str, str]]]:
        yield first
        yield from persons

    return OpenRatingList(
        heading, fide_xml.parse_xml_persons(all_persons(), heading, left_out), left_out
    )
