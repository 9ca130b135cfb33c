"""Reader for FIDE's XML lists, which it reads in chunks.

A list with a document type definition is refused, because its entities could expand without limit.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING
from xml.parsers.expat import ExpatError, ParserCreate

from topboard.formats.problems import bad_input_error, shorten_for_quote
from topboard.formats.rating_lists.fide_text import (
    KINDS,
    determine_rating_kind,
    find_month_in_file_name,
)
from topboard.formats.rating_lists.rating_records import (
    LONGEST_LINE,
    PIECE,
    BirthYearCache,
    ListedPerson,
    ListHeading,
    RatingCache,
    SexCache,
    UnreadableLine,
    parse_person_id,
    parse_person_name,
)
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.formats.rating_lists.rating_records import SkippedLines

LONGEST_GAP = 1_000_000
"""The maximum number of bytes that may be read without finding a person."""
LONGEST_PERSON = 100
"""The maximum number of XML elements that are kept for one person."""


class XmlListReader:
    """A reader of an XML rating list, which yields one person at a time."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.stream, self.name = stream, name
        self.parser = ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.parser.StartElementHandler = self._handle_start_tag
        self.parser.CharacterDataHandler = self._handle_text
        self.parser.EndElementHandler = self._handle_end_tag
        self.expected = ["playerslist", "player"]
        self.text = ""
        self.person: dict[str, str] = {}
        self.found: list[tuple[int, dict[str, str]]] = []

    def persons(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line number and the texts of the XML elements of each person.

        The number is that of the last line of the person's entry.
        """
        last = False
        since = 0
        while not last:
            piece = self.stream.read(PIECE)
            last = not piece
            self._parse_chunk(piece, last=last)
            since = 0 if self.found else since + len(piece)
            if since > LONGEST_GAP:
                # Endless or deeply nested content would exhaust memory.
                what = say("no players were found in {count:,} bytes of the list", count=since)
                where = f"{self.name}:{self.parser.CurrentLineNumber}"
                raise bad_input_error(what, where, remedy=say("Download the list again."))
            yield from self.found
            self.found = []

    def _parse_chunk(self, piece: bytes, *, last: bool) -> None:
        try:
            self.parser.Parse(piece, last)
        except ExpatError as error:
            what = say("this is not valid XML ({error})", error=str(error).split(":")[0])
            where = f"{self.name}:{error.lineno}:{error.offset + 1}"
            raise bad_input_error(what, where, remedy=say("Download the list again.")) from error
        except (LookupError, ValueError) as error:
            # The encoding is unknown or is not a single-byte encoding.
            what = say("this XML cannot be read ({error})", error=shorten_for_quote(str(error)))
            raise bad_input_error(
                what, f"{self.name}:1", remedy=say("Save the file as UTF-8.")
            ) from error

    def _refuse_doctype(self, *_: object) -> None:
        where = f"{self.name}:{self.parser.CurrentLineNumber}"
        raise bad_input_error(
            say("the list contains a document type definition"),
            where,
            "<!DOCTYPE",
            say("Download the list again from FIDE."),
        )

    def _handle_start_tag(self, tag: str, _: object) -> None:
        if tag != self.expected.pop(0):
            where = f"{self.name}:{self.parser.CurrentLineNumber}"
            remedy = say("Use a FIDE list, which has player elements inside a playerslist element.")
            raise bad_input_error(say("this is not a rating list"), where, f"<{tag}>", remedy)
        if not self.expected:
            # After the first person, handling only the ends of elements is enough and takes half
            # the time.
            self.parser.StartElementHandler = None

    def _handle_text(self, text: str) -> None:
        # A text that spans two chunks arrives in two parts.
        if len(self.text) < LONGEST_LINE:
            self.text += text

    def _handle_end_tag(self, tag: str) -> None:
        if tag == "player":
            self.found.append((self.parser.CurrentLineNumber, self.person))
            self.person = {}
        elif len(self.person) < LONGEST_PERSON:
            self.person[tag] = self.text
        self.text = ""


def determine_list_heading(first: dict[str, str], name: str, kind: str) -> ListHeading:
    """Return the name and period of a list, based on its first person and its file name.

    Raise ``BadInput`` if it is not a rating list.
    """
    if "rapid_rating" in first or "blitz_rating" in first:
        return ListHeading("FIDE", find_month_in_file_name(name))
    if "fideid" not in first or "rating" not in first:
        raise bad_input_error(
            say("this is not a rating list"), name, remedy=say("Use the original file from FIDE.")
        )
    return ListHeading(f"FIDE {determine_rating_kind(name, kind)}", find_month_in_file_name(name))


def parse_xml_persons(
    persons: Iterator[tuple[int, dict[str, str]]], heading: ListHeading, left_out: SkippedLines
) -> Iterator[ListedPerson]:
    """Yield the people in a list, and add those that cannot be read to ``left_out``."""
    of_all = {"standard": "rating", "rapid": "rapid_rating", "blitz": "blitz_rating"}
    of_one = {heading.list.partition(" ")[2]: "rating"}
    elements = of_all if heading.list == "FIDE" else of_one
    standard, rapid, blitz = (elements.get(kind, "") for kind in KINDS)
    ratings, years, sexes = RatingCache(), BirthYearCache(), SexCache()
    for line, said in persons:
        get = said.get
        try:
            yield ListedPerson(
                line,
                parse_person_id(get("fideid", "")),
                parse_person_name(get("name", "")),
                get("title", "").strip() or get("w_title", "").strip(),
                sexes[get("sex", "")],
                get("country", "").strip(),
                years[get("birthday", "")],
                "",
                0,
                ratings[get(standard, "")],
                ratings[get(rapid, "")],
                ratings[get(blitz, "")],
            )
        except UnreadableLine as trouble:
            left_out.add(line, trouble.what, trouble.quoted or get("name", ""))
