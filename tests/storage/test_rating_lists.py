"""Rating lists in a folder: taken in whole or not at all, and searched by the first letters."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import topboard.platforms as platforms
from tests.skipping import not_on_windows
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.errors import BadInput, CannotReadOrWrite
from topboard.storage.rating_lists import PLACE, RatingLists, default_rating_lists_folder
from topboard.systems.common.ratings import format_ratings

if TYPE_CHECKING:
    from topboard.event.rating_match import Person

FILES = Path(__file__).parent.parent / "fixtures" / "ratings"
ALL, RAPID, CFC = "players_list_foa.txt", "rapid_rating_list.txt", "tdlist.txt"
HEAD, *LINES = (FILES / ALL).read_text(encoding="utf-8").splitlines()


def import_lists(tmp_path: Path, *names: str, period: str = "2026-10") -> RatingLists:
    """The lists of these files."""
    lists = RatingLists(tmp_path / "lists")
    for name in names:
        lists.import_list(str(FILES / name), period="" if name == RAPID else period)
    return lists


def with_names(tmp_path: Path, *names: str) -> RatingLists:
    """A list of FIDE with persons of these names, each rated lower than the one before."""
    path = tmp_path / ALL
    lines = [
        LINES[0].replace("2600101", f"{number:<7}").replace("2301", str(2400 - number))
        for number in range(1, len(names) + 1)
    ]
    lines = [
        line.replace("Almgren, Astrid".ljust(61), name.ljust(61))
        for line, name in zip(lines, names, strict=True)
    ]
    path.write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")
    lists = RatingLists(tmp_path / "lists")
    lists.import_list(str(path))
    return lists


def names(found: tuple[Person, ...]) -> list[str]:
    return [one.name for one in found]


# --- searching ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("alm", ["Almgren, Astrid", "Almgren, Bo"]),
        ("ALM B", ["Almgren, Bo"]),
        ("bo alm", ["Almgren, Bo"]),
        ("iba", ["Cortez Ibarra, Diego"]),
        ("aal", ["Van der Aalst, Femke"]),
        ("dow", ["O'Dowd, Eamon"]),
        ("o'd", ["O'Dowd, Eamon"]),
        ("gren", []),
        ("alm zzz", []),
        (" ,.", []),
        ('"; DROP', []),
    ],
)
def test_a_person_is_found_by_the_first_letters_of_any_name_part(
    tmp_path: Path, typed: str, found: list[str]
) -> None:
    assert names(import_lists(tmp_path, ALL).search_people(typed)) == found


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łukasiewicz, Żaneta", "luk zan"),
        ("Sørensen, Åse", "sor ase"),
        ("Großmann, Jörg", "gross jorg"),
        ("Müller, Jürgen", "MÜL"),
        ("Nguyễn, Văn Đức", "nguyen duc"),
        ("Иванов, Пётр", "пет иван"),
        ("כהן, דוד", "דוד"),
        ("王小明", "王小"),
        ("मोहन, राज", "मोह"),
        ("Ἀλεξάνδρου, Νίκος", "αλε"),
    ],
)
def test_accents_and_scripts_are_ignored_in_a_search(tmp_path: Path, name: str, typed: str) -> None:
    lists = with_names(tmp_path, "Other, One", name)

    assert names(lists.search_people(typed)) == [name]


def test_the_highest_rated_come_first(tmp_path: Path) -> None:
    lists = with_names(tmp_path, *(f"Abel, {chr(97 + n)}" for n in range(26)))

    found = lists.search_people("abe", 3)

    assert names(found) == ["Abel, a", "Abel, b", "Abel, c"]


def test_entries_for_a_person_from_all_lists_are_combined(tmp_path: Path) -> None:
    lists = import_lists(tmp_path, ALL, RAPID, CFC)

    for typed in ("beau", "chan"):
        (chantal,) = lists.search_people(typed)
        assert (chantal.fide_id, chantal.national_id) == ("2600103", "100001")
        assert (chantal.title, chantal.birth, chantal.region) == ("WFM", "1988", "QC")
        assert format_ratings(chantal.ratings) == (
            "FIDE 2026-10 2087, FIDE rapid 2026-11 2015, CFC 2026-10 2144, CFC rapid 2026-10 2101"
        )
    (ian,) = lists.search_people("neil")
    assert (ian.name, ian.fide_id, format_ratings(ian.ratings)) == (
        "Mac Neil, Ian",
        "",
        "CFC 2026-10 1501, CFC rapid 2026-10 1490",
    )


def test_a_person_is_found_by_either_id(tmp_path: Path) -> None:
    lists = import_lists(tmp_path, ALL, CFC)

    for ids in (("2600103", "", ""), ("", "100001", "CAN"), ("", "CFC 100001", "")):
        person = lists.find_person_by_ids(*ids)
        assert person is not None
        assert person.name == "Beaulieu, Chantal"
    assert lists.find_person_by_ids("", "100001", "GER") is None
    assert lists.find_person_by_ids("999", "", "") is None
    assert lists.find_person_by_ids("", "", "") is None


# --- taking in ----------------------------------------------------------------------------------


def test_an_imported_list_replaces_the_previous_one(tmp_path: Path) -> None:
    lists = import_lists(tmp_path, ALL)
    with_names(tmp_path, "Only, One")

    assert names(lists.search_people("only")) == ["Only, One"]
    assert lists.search_people("almgren") == ()
    (one,) = lists.imported_lists()
    assert (one.name, one.count, one.source) == ("FIDE", 1, ALL)


def test_an_import_that_fails_leaves_the_old_list(tmp_path: Path) -> None:
    lists = import_lists(tmp_path, ALL)
    path = tmp_path / ALL
    path.write_text("\n".join([HEAD, LINES[0], "nonsense", ""]), encoding="utf-8")

    with pytest.raises(BadInput, match="1 of 2 lines cannot be read"):
        lists.import_list(str(path))

    assert len(lists.search_people("almgren")) == 2
    assert [one.name for one in lists.folder.iterdir()] == ["fide.ratings"]


STOPPED = """
import os, signal, sys
from topboard.storage import rating_lists
rating_lists.STEP = 1
# Whoever was started in the background may have been told to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
lists = rating_lists.RatingLists(sys.argv[2])
lists.import_list(sys.argv[1], told=lambda count: count < 3 or os.kill(os.getpid(), {signal}))
"""


@not_on_windows("Windows stops programs without signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_an_import_that_is_stopped_leaves_the_old_list(tmp_path: Path, name: str) -> None:
    how = signal.Signals[name]
    lists = with_names(tmp_path, "Only, One")

    command = [sys.executable, "-c", STOPPED.format(signal=int(how))]
    stopped = subprocess.run(
        [*command, str(FILES / ALL), str(lists.folder)], capture_output=True, check=False
    )

    assert stopped.returncode != 0
    assert names(lists.search_people("only")) == ["Only, One"]
    left = [one for one in lists.folder.iterdir() if one.name != "fide.ratings"]
    assert bool(left) == (name == "SIGKILL")
    for one in left:
        os.utime(one, (0, 0))
    lists.import_list(str(FILES / ALL))
    assert [one.name for one in lists.folder.iterdir()] == ["fide.ratings"]


def test_the_first_of_two_players_with_the_same_id_is_kept(tmp_path: Path) -> None:
    again = LINES[2].replace("2600103", "2600101")
    path = tmp_path / ALL
    path.write_text("\n".join([HEAD, *LINES[:2] * 1, again, *LINES[4:], ""]), encoding="utf-8")
    lists = RatingLists(tmp_path / "lists")

    done = lists.import_list(str(path))

    (told,) = done.left_out
    assert str(told) == f"{ALL}:4: the ID 2600101 is already on line 2: 'Beaulieu, Chantal'"
    assert done.here.count == 5
    person = lists.find_person_by_ids("2600101", "", "")
    assert person is not None
    assert person.name == "Almgren, Astrid"


def test_a_damaged_list_is_named(tmp_path: Path) -> None:
    lists = import_lists(tmp_path, ALL)
    (lists.folder / "fide.ratings").write_bytes(b"not a database, whatever its name says" * 9)

    with pytest.raises(CannotReadOrWrite, match="cannot read the rating list FIDE"):
        lists.search_people("alm")


def test_the_rating_list_folder_is_the_one_named_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PLACE, "somewhere")
    assert default_rating_lists_folder() == Path("somewhere")
    monkeypatch.delenv(PLACE)
    monkeypatch.setattr(platforms.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert default_rating_lists_folder() == Path("data/topboard/ratings")


# --- by command ---------------------------------------------------------------------------------


def test_lists_are_imported_shown_searched_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path / "lists"))
    assert main(["ratings", "list"]) == DONE
    assert "There are no rating lists" in capsys.readouterr().out
    assert main(["ratings", "search", "alm"]) == BAD_INPUT
    assert "topboard ratings import FILE" in capsys.readouterr().err

    assert main(["ratings", "import", str(FILES / RAPID)]) == DONE
    assert main(["ratings", "import", str(FILES / CFC), "--period", "2026-11-02"]) == DONE
    capsys.readouterr()
    main(["ratings", "list"])
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("FIDE rapid of 2026-11: 6 players, imported from rapid_rating_list.txt")
    assert second.startswith("CFC of 2026-11-02: 3 players, imported from tdlist.txt")

    assert main(["ratings", "search", "chan", "beau"]) == DONE
    assert capsys.readouterr().out == (
        "WFM Beaulieu, Chantal; CAN; 1988; FIDE 2600103; CFC 100001; FIDE 2087,"
        " FIDE rapid 2026-11 2015, CFC 2026-11-02 2144, CFC rapid 2026-11-02 2101\n"
    )
    assert main(["ratings", "remove", "fide rapid"]) == DONE
    assert main(["ratings", "remove", "fide rapid"]) == BAD_INPUT
    assert (
        "there is no such rating list: 'fide rapid'. Choose one of these lists: CFC."
        in capsys.readouterr().err
    )


def test_skipped_lines_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / ALL
    lines = [LINES[1].replace("2600102", str(2600200 + n)) for n in range(200)]
    path.write_text("\n".join([HEAD, *lines, LINES[0][:50], ""]), encoding="utf-8")

    assert main(["ratings", "import", str(path), "--folder", str(tmp_path / "x")]) == DONE

    out, err = capsys.readouterr()
    assert "Skipped 1 line." in out
    assert f"{ALL}:202: the line is incomplete" in err
