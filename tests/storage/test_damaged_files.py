"""Rating lists and archives that are damaged: refused with a reason, and nothing is left behind.

The damage is drawn from seeds, so that every run has the same.
"""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path

import pytest

from tests.damage import damage_bytes, damage_headers, damage_parts
from topboard.cli import main
from topboard.errors import BadInput, CannotReadOrWrite, TooLarge
from topboard.formats.rating_lists.files import open_rating_list
from topboard.formats.rating_lists.rating_records import ListedPerson
from topboard.formats.zip_files import ZipSource
from topboard.web.folder_repository import FolderRepository

LISTS = Path(__file__).parents[1] / "fixtures" / "ratings"
NAMES = ("players_list_foa.txt", "players_list_xml_foa.xml", "rapid_rating_list.txt", "tdlist.txt")
EXPECTED = (0, 3, 4)
"""Taken in all the same, refused, too large; never 2, which is unexpected."""


def zip_part(name: str, content: bytes, **fields: int) -> bytes:
    """An archive with one part."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return packed.getvalue()


# --- rating lists ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("packed", [False, True])
def test_a_damaged_list_is_refused_and_leaves_nothing_behind(name, packed, tmp_path, capsys):
    content = (LISTS / name).read_bytes()
    content = zip_part(name, content) if packed else content
    path, folder = tmp_path / (f"{name}.zip" if packed else name), tmp_path / "lists"
    codes = []
    for seed in range(20):
        chance = random.Random(f"{name} {packed} {seed}")
        damage = damage_headers if packed and chance.random() < 0.5 else damage_bytes
        path.write_bytes(damage(content, chance))

        codes.append(main(["ratings", "import", str(path), "--folder", str(folder)]))

        told = capsys.readouterr().err
        assert codes[-1] in EXPECTED, (seed, told)
        if codes[-1]:
            assert path.name.partition(".")[0] in told
            assert not folder.exists() or not list(folder.iterdir())
        for left in folder.iterdir() if folder.exists() else ():
            left.unlink()
    assert codes.count(3) > 5, "most damage is told"


def with_method(content: bytes, method: int) -> bytes:
    """The archive with another way of packing written at its part."""
    data = bytearray(content)
    data[content.index(b"PK\3\4") + 8] = data[content.index(b"PK\1\2") + 10] = method
    return bytes(data)


def with_version(content: bytes, version: int) -> bytes:
    """The archive with another version written at its part."""
    data = bytearray(content)
    data[content.index(b"PK\1\2") + 6] = version
    return bytes(data)


def broken_stream(content: bytes) -> bytes:
    """The archive with the packed bytes of its part changed."""
    at = content.index(b"PK\3\4") + 30 + len("list.txt")
    return content[:at] + bytes(b ^ 0xFF for b in content[at : at + 40]) + content[at + 40 :]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (broken_stream, "Error -3 while decompressing"),
        (lambda content: with_method(content, 99), "compression method"),
        (lambda content: with_version(content, 169), "zip file version 16.9"),
        (lambda content: content[:-30], "this is not a ZIP archive, or its end is missing"),
    ],
)
def test_problems_in_a_zipped_list_are_reported(damage, why, tmp_path):
    path = tmp_path / "list.zip"
    path.write_bytes(damage(zip_part("list.txt", (LISTS / NAMES[0]).read_bytes())))

    def read_list() -> None:
        with open_rating_list(str(path)) as found:
            list(found.rows)

    with pytest.raises(BadInput) as refused:
        read_list()

    (problem,) = refused.value.problems
    assert why in problem.what
    assert problem.remedy == "Download the list again."


@pytest.mark.parametrize("encoding", ["UT-8", "shift_jis", pytest.param("x" * 900_000, id="long")])
def test_an_unreadable_encoding_is_reported(encoding, tmp_path):
    content = (LISTS / NAMES[1]).read_bytes().partition(b"\n")[2]
    path = tmp_path / "list.xml"
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>\n'.encode() + content)

    with (
        pytest.raises(BadInput, match="this XML cannot be read") as refused,
        open_rating_list(str(path)),
    ):
        pass

    assert refused.value.problems[0].remedy == "Save the file as UTF-8."
    assert len(str(refused.value)) < 300


def test_an_endlessly_nested_list_is_refused_before_it_fills_the_memory(tmp_path):
    path = tmp_path / "list.zip"
    path.write_bytes(zip_part("list.xml", b"<playerslist><player>" + b"<a>" * 3_000_000))

    with (
        pytest.raises(BadInput, match=r"no players were found in [\d,]+ bytes of the list"),
        open_rating_list(str(path)),
    ):
        pass


def test_a_duplicate_column_name_does_not_confuse_the_lines(tmp_path):
    def persons(path: Path) -> list[ListedPerson]:
        with open_rating_list(str(path)) as found:
            return list(found.rows)

    content = (LISTS / "tdlist.txt").read_bytes()
    path = tmp_path / "tdlist.txt"
    path.write_bytes(content.replace(b"Active High", b"High", 1))

    assert persons(path) == persons(LISTS / "tdlist.txt")


# --- archives -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> bytes:
    """An archive of a folder with two events."""
    folder = tmp_path_factory.mktemp("home")
    for name in ("first", "second"):
        path = str(folder / f"{name}.topboard")
        assert main(["event", "new", path, name]) == 0
        words = ["Open", "--system", "fide_dutch_2026", "--rounds", "3"]
        assert main(["event", "section", path, *words]) == 0
    target = folder / "all.zip"
    assert main(["host", "export", str(folder), str(target), "--no-pages"]) == 0
    return target.read_bytes()


@pytest.mark.parametrize("damage", [damage_bytes, damage_headers, damage_parts])
def test_a_damaged_archive_is_refused_and_leaves_nothing_behind(damage, archive, tmp_path, capsys):
    path, codes = tmp_path / "all.zip", []
    for seed in range(30):
        path.write_bytes(damage(archive, random.Random(f"{damage.__name__} {seed}")))
        folder = tmp_path / f"home-{seed}"

        codes.append(main(["host", "import", str(folder), str(path)]))

        told = capsys.readouterr().err
        assert codes[-1] in EXPECTED, (seed, told)
        if codes[-1]:
            assert str(path) in told or "events/" in told or "templates" in told
            assert FolderRepository(folder).list_event_slugs() == []
            assert not (folder / "templates.json").exists()
    assert codes.count(3) > 8, "most damage is told"


def repack(archive: bytes, change) -> bytes:
    """The archive with an index that was changed."""
    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    index = json.loads(parts["index.json"])
    change(index)
    parts["index.json"] = json.dumps(index).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return packed.getvalue()


def test_an_archive_that_names_one_event_twice_writes_nothing(archive, tmp_path, capsys):
    path, folder = tmp_path / "all.zip", tmp_path / "home"
    path.write_bytes(repack(archive, lambda index: index["events"].append(index["events"][0])))

    assert main(["host", "import", str(folder), str(path)]) == 3

    assert "the archive lists the same event twice: 'first'" in capsys.readouterr().err
    assert FolderRepository(folder).list_event_slugs() == []


def test_a_problem_with_one_event_prevents_the_import_of_all(archive, tmp_path, capsys):
    path, folder = tmp_path / "all.zip", tmp_path / "home"
    path.write_bytes(archive)
    (folder / "second.topboard").mkdir(parents=True)

    assert main(["host", "import", str(folder), str(path)]) != 0

    assert "second" in capsys.readouterr().err
    assert not (folder / "first.topboard").exists()


def test_a_failing_disk_leaves_no_half_imported_archive(archive, tmp_path, monkeypatch):
    from topboard.web import archives

    path, folder = tmp_path / "all.zip", tmp_path / "home"
    path.write_bytes(archive)
    made = archives.create_journal

    def create(where, records):
        if "second" in where:
            raise CannotReadOrWrite("no space left on device")
        return made(where, records)

    monkeypatch.setattr(archives, "create_journal", create)

    assert main(["host", "import", str(folder), str(path)]) == 5
    assert FolderRepository(folder).list_event_slugs() == []


# --- the list of parts ----------------------------------------------------------------------


def test_an_archive_with_too_many_files_is_refused_unread():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(3_000):
            archive.writestr(f"a part with a rather long name, so that it takes room {number}", b"")

    with pytest.raises(TooLarge, match="too many files"):
        ZipSource(packed, "many.zip", "", most_parts=100)


def test_the_size_of_an_archived_file_is_checked_while_it_is_unpacked():
    """Whatever size the archive claims."""
    source = ZipSource(io.BytesIO(zip_part("big.txt", b"x" * 100_000)), "big.zip", "", 10)

    assert len(source.read("big.txt", 100_000)) == 100_000
    with pytest.raises(TooLarge, match=r"big\.txt is too large"):
        source.read("big.txt", 99_999)
    with pytest.raises(BadInput, match="a file is missing from the archive"):
        source.read("other.txt", 10)
