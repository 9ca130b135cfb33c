"""Reading the first sheet of an XLSX workbook as rows of text, within size limits.

A workbook is a ZIP file of XML parts. A few kilobytes can unpack to gigabytes, refer to a cell in
the millionth row, or nest elements endlessly. Therefore every part is read as a stream, and reading
stops at the first element that exceeds a limit. A document type declaration is rejected as well,
because it could declare entities and no workbook needs one.
"""

from __future__ import annotations

import io
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from xml.parsers import expat

from topboard.formats.problems import bad_input_error, too_large_error
from topboard.formats.zip_files import ZipSource
from topboard.messages import say
from topboard.storage.table_limits import TableLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from topboard.errors import BadInput
    from topboard.formats.zip_files import PartStream

    Attributes = list[str]

LARGEST_PART = 30_000_000
"""The maximum size of a part of a workbook after unpacking, in bytes."""
LARGEST_WORKBOOK = 30_000_000
MOST_PARTS = 2_000
MOST_ELEMENTS = 400_000
"""The maximum number of XML elements in all parts together.

Parsing that many takes about a second.
"""
MOST_NAMES = 1_000
MOST_COLUMNS_OF_EXCEL = 16_384
DEEPEST = 64
LONGEST_MARKUP = 1_000_000
"""The maximum length of a tag or comment, in bytes."""
LONGEST_CELL = 32_767
CHUNK = 1 << 16
FIRST_DAY = datetime(1899, 12, 30)
FIRST_DAY_OF_1904 = datetime(1904, 1, 1)
LAST_SERIAL = 2_958_465
"""The serial number that spreadsheets use for the last day of the year 9999."""
DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The numbers of the built-in number formats for dates and times."""


def read_workbook_rows(content: bytes, name: str, limits: TableLimits) -> list[list[str]]:
    """Return the rows of the first sheet as text. Missing rows are returned as empty rows."""
    if len(content) > LARGEST_WORKBOOK:
        raise too_large_error(
            say("the workbook is too large"), name, LARGEST_WORKBOOK, in_bytes=True
        )
    with _open_workbook(content, name) as source:
        return _Workbook(source, limits).read_rows()


def list_unread_sheets(content: bytes, name: str) -> tuple[str, ...]:
    """Return the names of all sheets after the first, which are not read."""
    with _open_workbook(content, name) as source:
        book, _ = _Workbook(source, TableLimits()).read_book()
        return tuple(book.sheets[1:])


def _open_workbook(content: bytes, name: str) -> ZipSource:
    remedy = say("Save only the sheet with the participants, or save it as CSV.")
    return ZipSource(io.BytesIO(content), name, remedy, MOST_PARTS)


class _StopParsing(Exception):
    """Raised to stop parsing a part when the rest of it is not needed."""


class _Workbook:
    """A workbook being read, with the number of XML elements read so far."""

    def __init__(self, source: ZipSource, limits: TableLimits) -> None:
        self.source, self.limits = source, limits
        self.elements = 0

    def read_book(self) -> tuple[_WorkbookPart, str]:
        """Return the part that lists the sheets, and its path in the file."""
        main = self._read_relations("_rels/.rels").get("officeDocument", "")
        folder, _, file = (main or "xl/workbook.xml").rpartition("/")
        book = _WorkbookPart()
        self._read_part(f"{folder}/{file}".lstrip("/"), book)
        return book, f"{folder}/{file}"

    def read_rows(self) -> list[list[str]]:
        book, path = self.read_book()
        folder, _, file = path.rpartition("/")
        related = self._read_relations(f"{folder}/_rels/{file}.rels".lstrip("/"), f"{folder}/")
        where = related.get(book.first_sheet, f"{folder}/worksheets/sheet1.xml")
        sheet = _SheetPart(self.source.name, self.limits)
        self._read_part(where, sheet)
        strings = _StringsPart(self.source.name, sheet.strings, self.limits)
        if sheet.strings:
            self._read_part(related.get("sharedStrings", f"{folder}/sharedStrings.xml"), strings)
        styles = _StylesPart()
        if sheet.styled and (found := related.get("styles")):
            self._read_part(found, styles)
        return sheet.build_rows(strings.found, styles.dates, since_1904=book.since_1904)

    def _read_relations(self, part: str, folder: str = "") -> dict[str, str]:
        """Return the names of related parts.

        Each is listed under both its relation ID and its relation type.
        """
        relations = _RelationsPart(folder)
        if part in self.source.parts:
            self._read_part(part, relations)
        return relations.found

    def _read_part(self, part: str, reader: _PartReader) -> None:
        with self.source.open(part, LARGEST_PART) as stream:
            try:
                self._parse_part(stream, part, reader)
            except _StopParsing:
                pass
            except expat.ExpatError as error:
                what = say("this is not a workbook ({error})", error=error)
                raise bad_input_error(what, self.source.name, part, self.source.remedy) from error

    def _parse_part(self, stream: PartStream, part: str, reader: _PartReader) -> None:
        """Parse a part of the workbook and call the reader's handlers for its elements and text.

        Every element counts toward the limit.
        """
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.ordered_attributes = True
        starts, ends = _ElementHandlers(reader.starts), _ElementHandlers(reader.ends)
        count = depth = 0

        def handle_start(name: str, attributes: Attributes) -> None:
            nonlocal count, depth
            count += 1
            depth += 1
            if handler := starts[name]:
                handler(attributes)

        def handle_end(name: str) -> None:
            nonlocal depth
            depth -= 1
            if handler := ends[name]:
                handler()

        def refuse_document_type(*_: object) -> None:
            what = say("this is not a workbook (it contains a document type definition)")
            raise bad_input_error(what, self.source.name, part, self.source.remedy)

        parser.StartElementHandler = handle_start
        parser.EndElementHandler = handle_end
        parser.CharacterDataHandler = reader.handle_text
        parser.StartDoctypeDeclHandler = refuse_document_type
        fed = 0
        while piece := stream.read(CHUNK):
            fed += len(piece)
            try:
                parser.Parse(piece, False)
            except (LookupError, ValueError) as error:
                if count:
                    raise
                # Before the first element, only the declared encoding can be the cause.
                what = say("the workbook has text in an encoding that cannot be read")
                raise bad_input_error(what, self.source.name, part, self.source.remedy) from error
            if self.elements + count > MOST_ELEMENTS:
                raise self._too_many_elements_error(part)
            if depth > DEEPEST or fed - parser.CurrentByteIndex > LONGEST_MARKUP:
                raise self._unreasonable_markup_error(part)
        parser.Parse(b"", True)
        self.elements += count

    def _too_many_elements_error(self, part: str) -> BadInput:
        what = say("{part} has too many XML elements", part=part)
        return too_large_error(what, self.source.name, MOST_ELEMENTS)

    def _unreasonable_markup_error(self, part: str) -> BadInput:
        what = say("this is not a workbook (its elements are too long or nested too deeply)")
        return bad_input_error(what, self.source.name, part, self.source.remedy)


class _PartReader:
    """A reader of one part of a workbook, with handlers for its elements and its text."""

    starts: Mapping[str, Callable[[Attributes], None]] = {}
    ends: Mapping[str, Callable[[], None]] = {}

    def handle_text(self, text: str) -> None:
        """Handle the text between two elements."""


class _ElementHandlers(dict[str, "Any"]):
    """Handlers for XML elements, found by the element's name with or without its prefix."""

    def __init__(self, by_name: Mapping[str, Any]) -> None:
        super().__init__(by_name)
        self.by_name = by_name

    def __missing__(self, name: str) -> Any:
        found = self.by_name.get(name.rpartition(":")[2])
        if len(self) < MOST_NAMES:
            self[name] = found
        return found


def _map_attributes_by_local_name(attributes: Attributes) -> dict[str, str]:
    """Return the attributes of an XML element, keyed by name without prefix."""
    names = (name.rpartition(":")[2] for name in attributes[::2])
    return dict(zip(names, attributes[1::2], strict=True))


class _WorkbookPart(_PartReader):
    """The reader of the workbook part, which lists the sheets and tells the date system."""

    def __init__(self) -> None:
        self.first_sheet = ""
        self.sheets: list[str] = []
        """The names of all sheets, in order."""
        self.since_1904 = False
        self.starts = {"workbookPr": self._handle_properties, "sheet": self._handle_sheet}
        self.ends = {"sheets": self._stop}

    def _handle_properties(self, attributes: Attributes) -> None:
        self.since_1904 = _map_attributes_by_local_name(attributes).get("date1904") in ("1", "true")

    def _handle_sheet(self, attributes: Attributes) -> None:
        # The relation ID has a prefix. The sheet's own number is called sheetId.
        found = _map_attributes_by_local_name(attributes)
        if not self.sheets:
            self.first_sheet = found.get("id", "")
        self.sheets.append(found.get("name", ""))

    def _stop(self) -> None:
        raise _StopParsing


class _RelationsPart(_PartReader):
    """The reader of a relations part, which lists the names of related parts."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.found: dict[str, str] = {}
        """The names of the related parts, keyed by both the ID and the type of the relation."""
        self.starts = {"Relationship": self._handle_relation}

    def _handle_relation(self, attributes: Attributes) -> None:
        said = _map_attributes_by_local_name(attributes)
        kind, target = said.get("Type", "").rpartition("/")[2], said.get("Target", "")
        where = target[1:] if target.startswith("/") else self.folder + target
        self.found.setdefault(kind, where)
        self.found[said.get("Id", "")] = where


class _TextPart(_PartReader):
    """The reader of a part that contains text. Phonetic readings (rPh elements) are skipped."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pieces: list[str] = []
        self.length = 0
        self.inside = self.aside = False

    def begin_text(self, _: Attributes) -> None:
        self.inside = not self.aside

    def finish_text(self) -> None:
        self.inside = False

    def begin_phonetic_text(self, _: Attributes) -> None:
        self.aside = True

    def finish_phonetic_text(self) -> None:
        self.aside = False

    def handle_text(self, text: str) -> None:
        if self.inside:
            self.pieces.append(text)
            self.length += len(text)
            if self.length > LONGEST_CELL:
                raise too_large_error(
                    say("a cell has too many characters"), self.name, LONGEST_CELL
                )


class _StringsPart(_TextPart):
    """The reader of the shared strings. Only the strings to which cells refer are kept."""

    def __init__(self, name: str, needed: set[int], limits: TableLimits) -> None:
        super().__init__(name)
        self.needed, self.limits = needed, limits
        self.last = max(needed, default=-1)
        self.found: dict[int, str] = {}
        self.at = -1
        self.starts = {
            "si": self._begin_shared_string,
            "rPh": self.begin_phonetic_text,
            "t": self._begin_shared_string_text,
        }
        self.ends = {
            "si": self._finish_shared_string,
            "rPh": self.finish_phonetic_text,
            "t": self.finish_text,
        }

    def _begin_shared_string(self, _: Attributes) -> None:
        self.at += 1
        self.pieces, self.length = [], 0

    def _begin_shared_string_text(self, _: Attributes) -> None:
        self.inside = not self.aside and self.at in self.needed

    def _finish_shared_string(self) -> None:
        if self.at in self.needed:
            text = self.found[self.at] = "".join(self.pieces)
            self.limits.count_text(text, self.name)
        if self.at >= self.last:
            raise _StopParsing


class _StylesPart(_PartReader):
    """The reader of the cell styles, which finds the styles for dates."""

    def __init__(self) -> None:
        self.dates: set[int] = set()
        self.own: set[int] = set()
        self.inside = False
        self.at = -1
        self.starts = {
            "numFmt": self._handle_number_format,
            "cellXfs": self._begin_cell_styles,
            "xf": self._handle_cell_style,
        }
        self.ends = {"cellXfs": self._finish_cell_styles}

    def _handle_number_format(self, attributes: Attributes) -> None:
        said = _map_attributes_by_local_name(attributes)
        if _is_date_format(said.get("formatCode", "")):
            self.own.add(_parse_number(said.get("numFmtId", "")))

    def _begin_cell_styles(self, _: Attributes) -> None:
        self.inside = True

    def _handle_cell_style(self, attributes: Attributes) -> None:
        if self.inside:
            self.at += 1
            form = _parse_number(_map_attributes_by_local_name(attributes).get("numFmtId", ""))
            if form in DATES or form in self.own:
                self.dates.add(self.at)

    def _finish_cell_styles(self) -> None:
        raise _StopParsing


def _is_date_format(code: str) -> bool:
    """Return whether a number format contains letters for dates or times.

    Letters inside quotes and brackets do not count.
    """
    plain, quoted, bracketed = "", False, False
    for character in code:
        if character == '"':
            quoted = not quoted
        elif character in "[]":
            bracketed = character == "["
        elif not quoted and not bracketed:
            plain += character.lower()
    return any(letter in plain for letter in "ymdhs") and "general" not in plain


def _parse_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class _SheetPart(_TextPart):
    """The reader of the non-empty cells of a sheet."""

    def __init__(self, name: str, limits: TableLimits) -> None:
        super().__init__(name)
        self.limits = limits
        self.cells: dict[int, dict[int, tuple[str, str, int]]] = {}
        """The type, text and style of each cell, keyed by row and column. Both are counted from
        1.
        """
        self.strings: set[int] = set()
        self.styled = False
        self.row = 0
        self.address, self.steps = "", 0
        """The last cell address in the row, and the number of cells after it that have no
        address.
        """
        self.attributes: Attributes = []
        self.starts = {
            **{"row": self._begin_row, "c": self._begin_cell, "rPh": self.begin_phonetic_text},
            **{"v": self.begin_text, "t": self.begin_text},
        }
        self.ends = {
            **{
                "c": self._finish_cell,
                "rPh": self.finish_phonetic_text,
                "sheetData": self._finish_sheet,
            },
            **{"v": self.finish_text, "t": self.finish_text},
        }

    def _begin_row(self, attributes: Attributes) -> None:
        said = (
            _parse_number(_map_attributes_by_local_name(attributes).get("r", ""))
            if attributes
            else -1
        )
        self.row = said if said > 0 else self.row + 1
        self.address, self.steps = "", 0

    def _begin_cell(self, attributes: Attributes) -> None:
        self.attributes = attributes
        if attributes and attributes[0] == "r":
            self.address, self.steps = attributes[1], 0
        else:
            self.steps += 1
            if self.steps > MOST_COLUMNS_OF_EXCEL:
                self.limits.count_cell(self.row, self.steps, self._format_cell_location, "")

    def _finish_cell(self) -> None:
        if not self.pieces:
            return
        text = "".join(self.pieces)
        self.pieces, self.length = [], 0
        kind, style = "", 0
        for name, value in zip(self.attributes[::2], self.attributes[1::2], strict=True):
            if name == "t":
                kind = value
            elif name == "s":
                style = _parse_number(value)
            elif name == "r":
                self.address, self.steps = value, 0
        row, column = self._find_cell_row_and_column()
        self.limits.count_cell(row, column, self._format_cell_location, text)
        if kind == "s":
            self.strings.add(_parse_number(text))
        elif style > 0 and kind in ("", "n"):
            self.styled = True
        if row not in self.cells:
            self.limits.count_row(self.name)
            self.cells[row] = {}
        self.cells[row][column] = (kind, text, style)

    def _finish_sheet(self) -> None:
        raise _StopParsing

    def _find_cell_row_and_column(self) -> tuple[int, int]:
        row, column = _parse_cell_address(self.address)
        return row or max(1, self.row), column + self.steps

    def _format_cell_location(self) -> str:
        return f"{self.name}:{_format_cell_address(*self._find_cell_row_and_column())}"

    def build_rows(
        self, strings: dict[int, str], dates: set[int], *, since_1904: bool
    ) -> list[list[str]]:
        """Return the rows of the sheet as text, up to the last row that is not empty."""
        first_day = FIRST_DAY_OF_1904 if since_1904 else FIRST_DAY
        table = []
        for at in range(1, max(self.cells, default=0) + 1):
            row, cells = self.cells.get(at, {}), [""] * max(self.cells.get(at, ()), default=0)
            for column, (kind, text, style) in row.items():
                if kind == "s":
                    text = strings.get(_parse_number(text), "")
                    self.limits.count_text(text, self.name)
                elif kind == "b":
                    text = "TRUE" if text.strip() == "1" else "FALSE"
                elif kind in ("", "n"):
                    text = _format_number(text, first_day if style in dates else None)
                cells[column - 1] = text
            table.append(cells)
        return table


def _format_number(text: str, first_day: datetime | None) -> str:
    """Return a number as a string, without a zero fraction.

    If ``first_day`` is given, the number is formatted as a date such as 2026-11-17.
    """
    try:
        value = float(text)
    except ValueError:
        return text
    if first_day is not None and 0 <= value <= LAST_SERIAL:
        found = first_day + timedelta(days=value)
        return found.date().isoformat() if value == int(value) else found.isoformat(" ", "seconds")
    if text.strip().isdigit():
        return text.strip()
    return str(int(value)) if value == value // 1 and abs(value) < 1e15 else repr(value)


def _parse_cell_address(address: str) -> tuple[int, int]:
    """Return the row and column of a cell address such as B12, or two zeros if it is invalid."""
    letters = address.rstrip("0123456789")
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 6):
        return 0, 0
    column = 0
    for letter in letters.upper():
        column = 26 * column + ord(letter) - 64
    return _parse_number(address[len(letters) :]), column


def _format_cell_address(row: int, column: int) -> str:
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"
