"""Fuzzing of files: events, rating lists, archives and tables of entries."""

from __future__ import annotations

import io
import json
import shutil
from abc import ABC, abstractmethod
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from traceback import extract_tb
from typing import TYPE_CHECKING
from zipfile import ZipFile

from tools.fuzzing.damage import (
    damaged_bytes,
    damaged_json,
    damaged_parts,
    pack_archive,
    with_odd_value,
)
from topboard import formats
from topboard.errors import TopboardError
from topboard.storage.rating_lists import RatingLists
from topboard.storage.spreadsheets import parse_spreadsheet_rows
from topboard.web.archives import import_archive, write_repository_archive
from topboard.web.folder_repository import SUFFIX, FolderRepository

if TYPE_CHECKING:
    from random import Random
    from typing import Any

FIXTURES = Path(__file__).parents[2] / "tests" / "fixtures"
TAKEN, REFUSED = "taken", "refused"
CREATED = datetime(2026, 5, 1, 8)
"""The creation time in workbooks. It is always the same, so that their bytes are, too."""


class Fault(Exception):
    """Raised when something happens that must never happen. It has the input that caused it."""

    def __init__(self, what: str, content: bytes = b"") -> None:
        super().__init__(what)
        self.content = content


class Target(ABC):
    """A part of the program that reads input. It has a folder of its own to work in."""

    name: str
    batch = 1
    """The number of consecutive inputs that share a state before it is restored."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="topboard-fuzzing-"))

    def close(self) -> None:
        """Remove the folder of this target."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def renew(self) -> None:
        """Restore the initial state. By default there is none."""
        return

    @abstractmethod
    def try_one(self, chance: Random) -> str:
        """Create an input and try it. Return whether it was accepted or refused, as one word."""


class EventFiles(Target):
    """Fuzzing of report files and JSON files, which are read and then written again."""

    name = "event-files"

    def __init__(self) -> None:
        super().__init__()
        report_files = sorted((FIXTURES / "trf").rglob("*.trf"))
        self.seeds = [path.read_bytes() for path in report_files]
        event = formats.read(FIXTURES / "trf" / "teams-trf26.trf")
        texts = [formats.dumps(event, name).encode() for name in ("event-json", "round-json")]
        self.seeds += texts
        self.values = [json.loads(text) for text in texts]

    def try_one(self, chance: Random) -> str:
        """Read a damaged file. If it can be read, it must also be possible to write it."""
        if chance.random() < 0.3:
            content = damaged_json(chance, chance.choice(self.values))
        else:
            content = damaged_bytes(chance, chance.choice(self.seeds))
        try:
            event = formats.read_text(content, "fuzzing")
            formats.dumps(event, "event-json")
        except TopboardError as error:
            return _check_refusal(error, content)
        except Exception as error:
            raise Fault(describe_error(error), content) from error
        return TAKEN


class RatingListFiles(Target):
    """Fuzzing of FIDE and CFC rating lists, with and without ZIP archives."""

    name = "rating-lists"

    def __init__(self) -> None:
        super().__init__()
        paths = [p for p in sorted((FIXTURES / "ratings").iterdir()) if p.is_file()]
        self.seeds = [(path.name, path.read_bytes()) for path in paths]
        self.lists = RatingLists(self.folder / "lists")

    def try_one(self, chance: Random) -> str:
        """Import a damaged list. A list that is refused must leave no files behind."""
        name, content = chance.choice(self.seeds)
        if not chance.randint(0, 3) and not content.startswith(b"PK"):
            parts = damaged_parts(chance, {name: content})
            content = pack_archive(
                parts if chance.randint(0, 3) else [*parts, (f"2{name}", content)]
            )
        if chance.randint(0, 4):
            content = damaged_bytes(chance, content)
        path = self.folder / (name if chance.randint(0, 3) else "list.zip")
        path.write_bytes(content)
        before = _digests(self.lists.folder)
        try:
            self.lists.import_list(str(path), period=chance.choice(("", "", "2026-10")))
        except TopboardError as error:
            if _digests(self.lists.folder) != before:
                raise Fault("a refused list was written", content) from error
            return _check_refusal(error, content)
        except Exception as error:
            raise Fault(describe_error(error), content) from error
        finally:
            path.unlink()
        return TAKEN


class Archives(Target):
    """Fuzzing of archives of a data folder, either damaged or rewritten with odd content."""

    name = "archives"

    def __init__(self) -> None:
        super().__init__()
        repository = FolderRepository(self.folder / "home")
        # Stored events are used, because a new event has random keys and salts.
        for name in ("cfc_swiss", "cfc_team_swiss"):
            kept = FIXTURES / "evidence" / name / "closed.topboard"
            shutil.copyfile(kept, self.folder / "home" / f"{name}{SUFFIX}")
        path = self.folder / "whole.zip"
        write_repository_archive(repository, str(path), pages=False)
        repository.close()
        self.whole = path.read_bytes()
        with ZipFile(path) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist()}
        self.values = {name: json.loads(content) for name, content in self.parts.items()}

    def try_one(self, chance: Random) -> str:
        """Import a damaged archive into an empty folder.

        If it is refused, it must leave no files behind.
        """
        content = self._made(chance)
        path, place = self.folder / "damaged.zip", self.folder / "new"
        path.write_bytes(content)
        repository = FolderRepository(place)
        try:
            import_archive(str(path), repository, lambda stem: str(place / f"{stem}{SUFFIX}"))
        except TopboardError as error:
            if left := [p.name for p in place.iterdir()]:
                raise Fault(f"a refused archive left {left}", content) from error
            return _check_refusal(error, content)
        except Exception as error:
            raise Fault(describe_error(error), content) from error
        finally:
            repository.close()
            shutil.rmtree(place)
        return TAKEN

    def _made(self, chance: Random) -> bytes:
        match chance.randint(0, 5):
            case 0:
                return damaged_bytes(chance, self.whole)
            case 1:
                return pack_archive(damaged_parts(chance, self.parts))
            case _:
                return pack_archive([*self._with_odd_values(chance).items()])

    def _with_odd_values(self, chance: Random) -> dict[str, bytes]:
        """Return the archive with odd values in one of its files, and with matching digests."""
        name = chance.choice([*self.values])
        parts = {**self.parts, name: damaged_json(chance, self.values[name])}
        if name != "index.json":
            index: dict[str, Any] = {**self.values["index.json"]}
            index["files"] = {**index["files"], name: sha256(parts[name]).hexdigest()}
            if not chance.randint(0, 5):
                index = with_odd_value(chance, index)
            parts["index.json"] = json.dumps(index).encode()
        return parts


class Tables(Target):
    """Fuzzing of tables of entries, as CSV files and as workbooks."""

    name = "tables"

    def __init__(self) -> None:
        super().__init__()
        self.csv = [
            "name;rating;federation\r\nÁdám, Béla;2311;HUN\r\nBrown, Ann;1980;ENG\r\n".encode(),
            b'Name,Rtg,FED\n"Adams, A",2200,CAN\n"Baker, B",2150,CAN\n',
        ]
        self.book = workbook()
        with ZipFile(io.BytesIO(self.book)) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist()}

    def try_one(self, chance: Random) -> str:
        """Read a damaged file as a table of entries."""
        name, content = "entries.csv", b""
        match chance.randint(0, 3):
            case 0:
                name, content = "entries.xlsx", damaged_bytes(chance, self.book)
            case 1:
                name, content = "entries.xlsx", pack_archive(damaged_parts(chance, self.parts))
            case _:
                content = damaged_bytes(chance, chance.choice(self.csv))
        try:
            parse_spreadsheet_rows(content, name)
        except TopboardError as error:
            return _check_refusal(error, content)
        except Exception as error:
            raise Fault(describe_error(error), content) from error
        return TAKEN


def workbook() -> bytes:
    """Return the content of a small workbook with entries."""
    from xlsxwriter import Workbook  # type: ignore[import-untyped]

    made = io.BytesIO()
    with Workbook(made, {"in_memory": True}) as book:
        book.set_properties({"created": CREATED})
        sheet = book.add_worksheet("Entries")
        rows = (("name", "rating", "federation"), ("Adams, A", 2200, "CAN"), ("Baker", 2150, "CAN"))
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, row)
    return made.getvalue()


def _digests(folder: Path) -> dict[str, str]:
    found = folder.iterdir() if folder.exists() else ()
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in found}


def _check_refusal(error: TopboardError, content: bytes) -> str:
    if not str(error):
        raise Fault(f"a refusal without words: {type(error).__name__}", content) from error
    return REFUSED


def describe_error(error: BaseException) -> str:
    """Return the type and message of an exception, and the line of Topboard that raised it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    ours = [one for one in extract_tb(error.__traceback__) if "topboard" in one.filename]
    place = f" at {ours[-1].filename.rpartition('topboard/')[2]}:{ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}: {error}{place}"
