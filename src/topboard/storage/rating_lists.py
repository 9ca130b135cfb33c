"""The rating lists that a user has imported, in a folder with one SQLite file for each list.

A list is written to a temporary file that is then renamed, so the old list stays until the new one
is complete. People are stored with the highest rating first, so that a search for a few people can
stop early.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from topboard import platforms
from topboard._frozen import dataclass
from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.event.rating_match import Person
from topboard.formats.files import (
    CANNOT_DELETE,
    CANNOT_WRITE,
    build_file_error,
    temporary_path_beside,
)
from topboard.formats.problems import bad_input_error
from topboard.formats.rating_lists.files import open_rating_list
from topboard.formats.rating_lists.rating_records import ListedPerson
from topboard.messages import say, say_kept
from topboard.model import Rating, RatingKind
from topboard.text.names import folded_name_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.formats.rating_lists.files import OpenRatingList

PLACE = "TOPBOARD_RATINGS"
"""The environment variable that names the folder for rating lists."""
NAMES = ("FIDE", "FIDE standard", "FIDE rapid", "FIDE blitz", "CFC")
"""The names of the rating lists, in order of precedence for a person's data."""
NATIONAL = "CFC"
FORMAT = 1
COLUMNS = ListedPerson._fields[1:]
STEP = 50_000
"""The number of people between two progress reports during an import."""
MOST_FOUND = 20
LEFTOVER = 86_400
"""The age, in seconds, at which files left behind by an import are deleted."""


def default_rating_lists_folder() -> Path:
    """Return the folder for rating lists that the environment variable names.

    Without the variable, it is in the platform's standard location for application data.
    """
    if named := os.environ.get(PLACE):
        return Path(named)
    return Path(platforms.user_data_folder()) / "topboard" / "ratings"


@dataclass(frozen=True, slots=True)
class ImportedList:
    """An imported rating list, with its name, its month or date, its source and its size."""

    name: str
    period: str
    source: str
    imported: str
    count: int


@dataclass(frozen=True, slots=True)
class ListImport:
    """The outcome of an import: the rating list, and the lines of the file that were skipped."""

    here: ImportedList
    left_out: tuple[Problem, ...] = ()
    unread: int = 0
    """The number of lines skipped, including those not reported individually."""


class RatingLists:
    """The imported rating lists in a folder."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = default_rating_lists_folder() if folder is None else Path(folder)

    def _path_of_rating_list(self, name: str) -> Path:
        return self.folder / f"{name.casefold().replace(' ', '-')}.ratings"

    # --- imported lists -----------------------------------------------------------------------

    def imported_lists(self) -> tuple[ImportedList, ...]:
        """Return a description of each imported rating list."""
        found = []
        for name in NAMES:
            with self._open_rating_list_database(name) as list_file:
                if list_file is not None:
                    row = list_file.execute("SELECT period, source, imported, count FROM about")
                    found.append(ImportedList(name, *row.fetchone()))
        return tuple(found)

    def require_imported_lists(self) -> RatingLists:
        """Return this object, or raise ``BadInput`` if no rating list has been imported."""
        if not any(self._path_of_rating_list(name).exists() for name in NAMES):
            remedy = say("Import a rating list with topboard ratings import FILE.")
            raise BadInput([Problem(say("there are no rating lists"), remedy=remedy)])
        return self

    def delete_rating_list(self, name: str) -> None:
        """Delete a rating list. Raise ``BadInput`` if it does not exist."""
        known = {one.casefold(): one for one in NAMES}
        path = self._path_of_rating_list(known.get(name.casefold(), ""))
        if name.casefold() not in known or not path.exists():
            lists = ", ".join(one.name for one in self.imported_lists())
            remedy = say("Import a rating list with topboard ratings import FILE.")
            if lists:
                remedy = say("Choose one of these lists: {lists}.", lists=lists)
            what = say("there is no such rating list")
            raise BadInput([Problem(what, quoted=name, remedy=remedy)])
        try:
            platforms.delete_file(str(path))
        except OSError as error:
            raise build_file_error(CANNOT_DELETE, str(path), error) from error

    @contextmanager
    def _open_rating_list_database(self, name: str) -> Iterator[sqlite3.Connection | None]:
        """Yield the database of a rating list, or None if there is no such list."""
        path = self._path_of_rating_list(name)
        if not path.exists():
            yield None
            return
        try:
            with closing(
                sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            ) as file:
                if file.execute("PRAGMA user_version").fetchone() != (FORMAT,):
                    raise sqlite3.DatabaseError(say("its format is not supported"))
                yield file
        except sqlite3.Error as error:
            what = say("cannot read the rating list {name}: {error}", name=name, error=error)
            raise CannotReadOrWrite(what) from error

    # --- importing a list ---------------------------------------------------------------------

    def import_list(
        self,
        path: str,
        *,
        kind: str = "",
        period: str = "",
        told: Callable[[int], None] | None = None,
    ) -> ListImport:
        """Import a rating list, replacing the one with the same name.

        If the import fails, no files are left behind. ``told`` is a function that is called with
        the number of people read so far.
        """
        with open_rating_list(path, kind, period) as found:
            target = str(self._path_of_rating_list(found.heading.list))
            draft = temporary_path_beside(target)
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._delete_leftover_files()
                taken = _write_rating_list_database(draft, found, os.path.basename(path), told)
                platforms.replace_file(draft, target)
                platforms.flush_folder_to_disk(target)
            except OSError as error:
                raise build_file_error(CANNOT_WRITE, target, error) from error
            except sqlite3.Error as error:
                what = say_kept(CANNOT_WRITE, file=repr(target), why=error)
                raise CannotReadOrWrite(what) from error
            finally:
                with suppress(FileNotFoundError):
                    platforms.delete_file(draft)
        return taken

    def _delete_leftover_files(self) -> None:
        """Delete files that an interrupted import left behind at least a day ago."""

        for left in self.folder.glob(".*.part"):
            with suppress(OSError):
                if left.stat().st_mtime < time() - LEFTOVER:
                    left.unlink()

    # --- finding people -----------------------------------------------------------------------

    def search_people(self, text: str, most: int = MOST_FOUND) -> tuple[Person, ...]:
        """Return the people whose names match a search, with the highest rating first.

        Each search word must match the beginning of a part of the name.
        """
        words = folded_name_parts(text)
        if not words:
            return ()
        wanted = " ".join(f'"{word}" *' for word in words)
        found: dict[object, tuple[int, Person]] = {}
        with self._open_all_rating_list_databases() as lists:
            for name, file in lists.items():
                for row in _query_listed_people(file, _SEARCH, (wanted, most)):
                    key = _find_fide_id_of_listed_person(name, row) or (name, row.id)
                    if key not in found:
                        best = max(row.standard, row.rapid, row.blitz, row.national)
                        found[key] = best, _build_person_with_all_ratings(name, row, lists)
        ranked = sorted(found.values(), key=lambda one: -one[0])
        return tuple(person for _, person in ranked[:most])

    def find_person_by_ids(self, fide_id: str, national_id: str, federation: str) -> Person | None:
        """Return the person with this FIDE ID or, failing that, this national ID, or None."""
        with self._open_all_rating_list_databases() as lists:
            for name, file in lists.items():
                national = name == NATIONAL
                column, wanted = ("fide_id", fide_id) if national else ("id", fide_id)
                for row in (
                    _query_listed_people(file, _BY_ID[column], (_extract_digits(wanted),))
                    if wanted
                    else ()
                ):
                    return _build_person_with_all_ratings(name, row, lists)
            if NATIONAL in lists and national_id and federation in ("", "CAN"):
                for row in _query_listed_people(
                    lists[NATIONAL], _BY_ID["id"], (_extract_digits(national_id),)
                ):
                    return _build_person_with_all_ratings(NATIONAL, row, lists)
        return None

    def find_people_by_name(self, name: str) -> tuple[Person, ...]:
        """Return at most 50 people whose names match in the same way as in ``search_people``."""
        return self.search_people(name, 50)

    @contextmanager
    def _open_all_rating_list_databases(self) -> Iterator[dict[str, sqlite3.Connection]]:
        """Yield the databases of all imported rating lists, keyed by the name of the list."""

        with ExitStack() as stack:
            files = {
                name: stack.enter_context(self._open_rating_list_database(name)) for name in NAMES
            }
            yield {name: file for name, file in files.items() if file is not None}


def _extract_digits(text: str) -> int:
    digits = "".join(c for c in text if c.isascii() and c.isdigit())
    return int(digits[:18] or 0)


# --- persons ----------------------------------------------------------------------------------

_FIELDS = ", ".join(COLUMNS)
_SEARCH = (
    f"SELECT 0, {_FIELDS} FROM names JOIN persons ON place = names.rowid"
    " WHERE names MATCH ? ORDER BY names.rowid LIMIT ?"
)
_BY_ID = {
    column: f"SELECT 0, {_FIELDS} FROM persons WHERE {column} = ?" for column in ("id", "fide_id")
}


def _query_listed_people(
    file: sqlite3.Connection, query: str, values: tuple[str | int, ...]
) -> Iterator[ListedPerson]:
    return map(ListedPerson._make, file.execute(query, values).fetchall())


def _find_fide_id_of_listed_person(name: str, row: ListedPerson) -> int:
    return row.fide_id if name == NATIONAL else row.id


def _build_person_with_all_ratings(
    name: str, row: ListedPerson, lists: dict[str, sqlite3.Connection]
) -> Person:
    """Return the person in a row of a rating list, with their data from all other lists."""
    rows = {name: row}
    if number := _find_fide_id_of_listed_person(name, row):
        for other, file in lists.items():
            column = "fide_id" if other == NATIONAL else "id"
            if other != name:
                rows.update(
                    (other, one) for one in _query_listed_people(file, _BY_ID[column], (number,))
                )
    ordered = {one: rows[one] for one in NAMES if one in rows}
    first = next(iter(ordered.values()))
    national = rows.get(NATIONAL)
    return Person(
        first.name,
        first.title,
        first.sex,
        first.federation,
        first.birth,
        national.region if national else "",
        str(number) if number else "",
        str(national.id) if national else "",
        tuple(_collect_ratings_of_person(ordered, lists)),
    )


def _collect_ratings_of_person(
    rows: dict[str, ListedPerson], lists: dict[str, sqlite3.Connection]
) -> Iterator[Rating]:
    periods = {
        name: file.execute("SELECT period FROM about").fetchone()[0]
        for name, file in lists.items()
        if name in rows
    }
    for kind in (RatingKind.STANDARD, RatingKind.RAPID, RatingKind.BLITZ):
        of_fide = [
            Rating(value, "FIDE", kind, periods[name])
            for name, row in rows.items()
            if name != NATIONAL and (value := getattr(row, kind.value))
        ]
        if of_fide:
            yield max(of_fide, key=lambda rating: rating.period)
        elif kind is RatingKind.STANDARD and NATIONAL in rows and rows[NATIONAL].standard:
            # This is the FIDE rating known to the federation, which does not say which list it is
            # from.
            yield Rating(rows[NATIONAL].standard, "FIDE")
    if row := rows.get(NATIONAL):
        if row.national:
            yield Rating(row.national, NATIONAL, RatingKind.NATIONAL, periods[NATIONAL])
        if row.quick:
            yield Rating(row.quick, NATIONAL, RatingKind.RAPID, periods[NATIONAL])


# --- the file of a list -----------------------------------------------------------------------

_LAYOUT = f"""
CREATE TABLE about (list TEXT, period TEXT, source TEXT, imported TEXT, count INTEGER);
CREATE TABLE persons (place INTEGER PRIMARY KEY, {_FIELDS});
CREATE VIRTUAL TABLE names USING fts5
  (parts, content='', columnsize=0, detail=none, prefix='1 2 3', tokenize='ascii');
CREATE TEMP TABLE read (line INTEGER, {_FIELDS});
"""
_INDEXES = """
CREATE UNIQUE INDEX by_id ON persons (id);
CREATE INDEX by_fide_id ON persons (fide_id) WHERE fide_id;
"""


def _write_rating_list_database(
    draft: str, found: OpenRatingList, source: str, told: Callable[[int], None] | None
) -> ListImport:
    """Write a complete rating list to a new file and flush it to disk."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as file:
        # Nobody else sees the file before it is complete, so SQLite needs no rollback journal.
        for setting in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-32000"):
            file.execute(f"PRAGMA {setting}")
        file.create_function(
            "parts", 1, lambda name: " ".join(folded_name_parts(name)), deterministic=True
        )
        file.executescript(_LAYOUT)
        file.execute("BEGIN")
        places = ", ".join("?" * (len(COLUMNS) + 1))
        # If an error kept the cursor, the file could not be deleted on Windows.
        count = file.executemany(
            f"INSERT INTO read VALUES ({places})", _report_progress_of_import(found.rows, told)
        ).rowcount
        found.left_out.raise_if_too_many_skipped(count)
        if count < 1:
            raise bad_input_error(
                say("the list is empty"), source, remedy=say("Download the list again.")
            )
        _skip_repeated_ids(file, found)
        file.execute(
            f"INSERT INTO persons ({_FIELDS}) SELECT {_FIELDS} FROM read"
            " ORDER BY max(standard, rapid, blitz, national) DESC, id"
        )
        file.execute("INSERT INTO names (rowid, parts) SELECT place, parts(name) FROM persons")
        file.execute("INSERT INTO names (names) VALUES ('optimize')")
        for index in filter(str.strip, _INDEXES.split(";")):
            file.execute(index)
        here = _write_rating_list_info(file, found, source)
        file.execute("COMMIT")
        file.execute(f"PRAGMA user_version={FORMAT}")
    platforms.flush_file_to_disk(draft)
    return ListImport(here, tuple(found.left_out.told), found.left_out.count)


def _report_progress_of_import(
    rows: Iterator[ListedPerson], told: Callable[[int], None] | None
) -> Iterator[ListedPerson]:
    for count, row in enumerate(rows, start=1):
        if told is not None and count % STEP == 0:
            told(count)
        yield row


def _skip_repeated_ids(file: sqlite3.Connection, found: OpenRatingList) -> None:
    """Delete all but the first person with the same ID, and report the skipped lines."""
    again = file.execute(
        "SELECT id, line, name, first FROM"
        " (SELECT id, line, name, min(line) OVER (PARTITION BY id) AS first FROM read"
        "  WHERE id IN (SELECT id FROM read GROUP BY id HAVING count(*) > 1))"
        " WHERE line > first ORDER BY line"
    ).fetchall()
    for number, line, name, first in again:
        what = say("the ID {number} is already on line {first}", number=number, first=first)
        found.left_out.add(line, what, name)
    file.executemany("DELETE FROM read WHERE line = ?", ((line,) for _, line, _, _ in again))


def _write_rating_list_info(
    file: sqlite3.Connection, found: OpenRatingList, source: str
) -> ImportedList:
    (count,) = file.execute("SELECT count(*) FROM persons").fetchone()
    heading, now = found.heading, datetime.now(UTC).isoformat(timespec="seconds")
    values = (heading.list, heading.period, source, now, count)
    file.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?)", values)
    return ImportedList(*values)
