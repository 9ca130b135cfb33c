"""The entries of a section beside the rating lists: what differs, and what is taken of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.event.rating_match import replace_listed_ratings
from topboard.event.ratings import format_ratings, parse_listed_ratings
from topboard.storage.rating_lists import PLACE, RatingLists
from topboard.storage.session import JournalSession
from topboard.systems.common import ratings as common_ratings

if TYPE_CHECKING:
    from tests.event.conftest import Run

FILES = Path(__file__).parent.parent / "fixtures" / "ratings"


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RatingLists:
    """The lists of FIDE and of Canada, of October."""
    monkeypatch.setenv(PLACE, str(tmp_path / "lists"))
    found = RatingLists()
    for name in ("players_list_foa.txt", "tdlist.txt"):
        found.import_list(str(FILES / name), period="2026-10")
    return found


def with_entries(run: Run, *entries: tuple[str, ...]) -> None:
    run("new", "Test")
    run("section", "Main", "--system", "fide_dutch_2026", "--rounds", "3")
    for entry in entries:
        assert run("enter", *entry)[0] == DONE


def ratings(tmp_path: Path) -> list[str]:
    with JournalSession.open(tmp_path / "event.topboard", read_only=True) as file:
        (section,) = file.event.sections.values()
        return [f"{c.name}: {format_ratings(c)} {c.rating}" for c in section.competitors.values()]  # type: ignore[arg-type]


CHANTAL = ("Beaulieu, C.", "--fide-id", "2600103", "--rating", "FIDE 2026-09 2001")
IAN = ("Mac Neil, Ian", "--national-id", "100003", "--federation", "CAN", "--title", "CM")
BO = ("Almgren, Bö", "--rating", "1850")
NOBODY = ("Zzz, Anna", "--rating", "1500")


def test_rating_differences_are_shown_and_nothing_is_written(
    run: Run, tmp_path: Path, lists: RatingLists
) -> None:
    with_entries(run, CHANTAL, IAN, BO, NOBODY)
    before = ratings(tmp_path)

    code, out, _ = run("update-ratings")

    assert code == DONE
    first, second, third = out.splitlines()
    assert first.startswith(
        "Beaulieu, C. (#1): -; -; -; FIDE 2026-09 2001 → WFM; 1988; 100001; FIDE"
    )
    assert "CFC 2026-10 2144" in first
    assert second == "Mac Neil, Ian (#2): - → CFC 2026-10 1501, CFC rapid 2026-10 1490"
    assert third.endswith("FIDE 2026-10 1904 (found by name only)")
    assert ratings(tmp_path) == before


def test_the_accepted_ratings_are_the_ones_that_were_shown(
    run: Run, tmp_path: Path, lists: RatingLists
) -> None:
    with_entries(run, CHANTAL, IAN, BO, NOBODY)

    assert run("update-ratings", "--take", "--yes")[0] == DONE

    assert ratings(tmp_path)[0].startswith("Beaulieu, C.: FIDE 2026-10 2087, FIDE rapid")
    assert ratings(tmp_path)[0].endswith(" 2087")
    assert ratings(tmp_path)[2] == "Almgren, Bö: 1850 1850"
    _, out, _ = run("update-ratings")
    assert out.startswith("Almgren, Bö (#3): ")
    run("update-ratings", "--take", "--by-name", "--yes")
    assert ratings(tmp_path)[2] == "Almgren, Bö: 1850, FIDE 2026-10 1904 1850"
    assert run("update-ratings")[1] == "All ratings match the rating lists.\n"


def test_a_rating_change_after_round_1_is_noted(
    run: Run, tmp_path: Path, lists: RatingLists
) -> None:
    with_entries(run, CHANTAL, NOBODY)
    for act in (("close-entries",), ("lot", "colour", "--colour", "white"), ("pair", "--publish")):
        run(*act, "--yes")

    code, _, err = run("update-ratings", "--take", "--yes")

    assert code == DONE
    assert (
        "This changes Beaulieu, C.'s recorded ratings although round 1 has already been published."
        in err
    )
    assert ratings(tmp_path)[0].endswith(" 2001")


def test_a_player_with_namesakes_is_not_matched_by_guessing(
    run: Run, tmp_path: Path, lists: RatingLists
) -> None:
    with_entries(run, ("Almgren, Bo", "--federation", "GER"), ("Almgren, Bo", "--birth", "1960"))

    assert run("update-ratings", "--json")[1].strip() == "[]"


def test_without_lists_the_message_says_how_to_get_them(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path / "none"))
    with_entries(run, CHANTAL)

    code, _, err = run("update-ratings")

    assert code == BAD_INPUT
    remedy = "Import a rating list with topboard ratings import FILE."
    assert f"there are no rating lists. {remedy}" in err


def test_team_members_are_also_compared(run: Run, lists: RatingLists) -> None:
    run("new", "Test")
    run("section", "Main", "--system", "fide_team_2026", "--rounds", "3", "--boards", "2")
    run("enter", "Aurora", "--player", "Beaulieu, C.;2001;;;2600103", "--player", "Zzz;1900")

    ((found,),) = [json.loads(run("update-ratings", "--json")[1])]

    assert found["number"] == 1
    assert "FIDE 2026-10 2087" in found["after"]
    assert "Zzz" not in found["after"]


def test_a_new_rating_replaces_older_ones_of_its_list() -> None:
    before = parse_listed_ratings("FIDE 2026-08 1, FIDE 2026-09 2, FIDE rapid 3, CFC 4")
    new = parse_listed_ratings("FIDE 2026-10 5, FIDE blitz 6")

    assert (
        common_ratings.format_ratings(replace_listed_ratings(before, new))
        == "FIDE 2026-10 5, FIDE rapid 3, CFC 4, FIDE blitz 6"
    )
