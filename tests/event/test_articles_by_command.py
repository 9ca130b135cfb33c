"""What the articles say about people, as it is heard at the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.formats import read_text

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run

DIRECTOR = ("--authority", "director:Dan", "--reason", "he asked in time")
ARBITER = ("--authority", "arbiter:Bob", "--reason", "it was decided")


def run_steps(run: Run, *steps: tuple[object, ...]) -> None:
    """Run every step."""
    for step in steps:
        code, _, err = run(*step)
        assert code == DONE, (step, err)


def refusal_of(run: Run, *step: object) -> str:
    """The refusal of a step."""
    code, _, err = run(*step)
    assert code == BAD_INPUT, step
    return err


def colours(run: Run, system: str) -> None:
    """The lot for the colours of round 1, where there is one."""
    if "round_robin" not in system:
        run_steps(run, ("lot", "colour", "--colour", "white"))


def players(run: Run, system: str, count: int, *, equal: bool = False) -> None:
    """An event with this number of players, entries still open."""
    run_steps(
        run,
        ("new", "Club"),
        ("section", "Open", "--system", system, "--rounds", 3),
        *(("enter", f"P{n}", "--rating", 2000 if equal else 2000 - n) for n in range(1, count + 1)),
    )
    colours(run, system)


def teams(run: Run, system: str, count: int = 4, *options: object) -> None:
    """An event of teams of two, entries closed and everybody here."""
    run_steps(
        run, ("new", "Club"), ("section", "Open", "--system", system, "--rounds", 3, *options)
    )
    for n in range(1, count + 1):
        members = (f"T{n}{b};{2000 - 10 * n - b}" for b in (1, 2))
        roster = [word for member in members for word in ("--player", member)]
        run_steps(run, ("enter", f"Team {n}", *roster))
    colours(run, system)
    if "round_robin" in system:
        run_steps(run, ("lot", "pairing numbers", "--order", *range(1, count + 1)))
    run_steps(run, ("close-entries",))
    if "olympiad" in system:
        run_steps(run, ("present", "all", "--players", 2 if "2022" not in system else 3))


# --- byes -------------------------------------------------------------------------------------


def test_only_the_director_grants_half_point_byes_in_a_canadian_team_swiss(run: Run) -> None:
    teams(run, "cfc_team_swiss", 4, "--boards", 2)

    assert "a half-point bye (615a)" in refusal_of(run, "bye", 4, 1, "--points", "half")
    run_steps(run, ("bye", 4, 1, "--points", "half", *DIRECTOR))


@pytest.mark.parametrize(
    ("system", "article"), [("olympiad_2022", "4.1"), ("cfc_team_round_robin", "664")]
)
def test_a_requested_bye_needs_a_ruling_and_scores_nothing(
    run: Run, system: str, article: str
) -> None:
    teams(run, system, 4, "--boards", 2)

    assert f"({article})" in refusal_of(run, "bye", 4, 1)
    assert "cannot get points for a requested bye" in refusal_of(
        run, "bye", 4, 1, "--points", "half", *ARBITER
    )
    assert "cannot get points for a requested bye" in refusal_of(
        run, "bye", 4, 1, "--points", "full", *ARBITER, "--yes"
    )
    run_steps(run, ("bye", 4, 1, *ARBITER), ("pair", "--publish"))
    before = {line.split()[1]: line.split()[4] for line in run("standings")[1].splitlines()[2:6]}
    assert before["4"] == "0"


# --- late entries -------------------------------------------------------------------------------


def test_a_round_robin_refuses_a_late_entry_and_continues(run: Run) -> None:
    players(run, "cfc_round_robin", 4)
    run_steps(run, ("lot", "pairing numbers", "--order", 1, 2, 3, 4), ("close-entries",))
    late = ("enter", "Late", "--rating", 1900, "--late")

    assert "Undo the closing of entries" in refusal_of(run, *late, 1, *DIRECTOR)
    run_steps(run, ("pair", "--publish"), ("result", 1, 1, "1-0"), ("result", 1, 2, "1-0"))

    assert "no place for Late (652)" in refusal_of(run, *late, 2, *DIRECTOR)
    run_steps(run, ("preview",), ("pair", "--publish"), ("standings",))


# --- who is there -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "article"), [("olympiad_2009", "44"), ("olympiad_2022", "10.1")]
)
def test_arriving_in_time_requires_travel_details(run: Run, system: str, article: str) -> None:
    run_steps(
        run,
        ("new", "Cup"),
        ("section", "Open", "--system", system, "--rounds", 11, "--boards", 4),
        ("enter", "Aland"),
    )
    way = ("present", "Aland", "--players", 0, "--in-time", *ARBITER)

    assert f"has not given its travel details. Record them first ({article})" in refusal_of(
        run, *way
    )
    assert "travel" in refusal_of(run, *way, "--travel", "  ")
    run_steps(run, (*way, "--travel", "by train, due at noon"))


def test_the_c_team_cannot_miss_a_round_without_a_ruling(run: Run) -> None:
    run_steps(
        run,
        ("new", "Cup"),
        ("section", "Open", "--system", "olympiad_2022", "--rounds", 3, "--boards", 2),
        *(("enter", f"Team {n}", "--player", f"P{n};{2000 - n}") for n in (1, 2, 3)),
        ("enter", "Hosts 3", "--letter", "C", "--player", "A;1500", "--yes"),
        ("close-entries",),
        ("present", "all", "--players", 3),
        ("lot", "colour", "--colour", "white"),
        ("pair", "--publish"),
        ("result", 1, 1, "1-1"),
        ("result", 1, 2, "1-1"),
    )

    for step in (("bye", "Hosts 3", 2), ("withdraw", "Hosts 3"), ("suspend", "Hosts 3")):
        assert (
            "Hosts 3 is a C team that plays in round 1, so it must stay until the end (2.2)."
            in refusal_of(run, *step)
        )
    run_steps(run, ("bye", "Hosts 3", 2, *ARBITER))


def test_a_change_shows_which_results_it_removes(run: Run) -> None:
    players(run, "cfc_swiss", 4)
    run_steps(run, ("close-entries",), ("pair", "--publish"), ("result", 1, 2, "1-0"))
    change = ("change-published", "--pairs", "1-2", "3-4", "--ground", "other", *DIRECTOR)

    assert "This removes the result of board 2." in refusal_of(run, *change)
    run_steps(run, (*change, "--yes"))


# --- lots and boards ------------------------------------------------------------------------------


def test_lots_for_equal_ratings_are_drawn_before_entries_close(run: Run) -> None:
    players(run, "cfc_swiss", 4, equal=True)
    seed = ("--seed", "a secret of some length")

    said = refusal_of(run, "close-entries")
    assert (
        "P1, P2, P3, P4 are tied in the initial order. Draw lots for 'equal ratings' first" in said
    )
    assert "or have their order decided by a ruling (613)." in said
    run_steps(
        run,
        ("lot", "equal ratings", "--commit", *seed),
        ("lot", "equal ratings", "--draw", *seed),
        ("close-entries",),
    )


def test_the_director_can_accept_equal_ratings(run: Run) -> None:
    players(run, "cfc_swiss", 4, equal=True)

    run_steps(
        run,
        ("close-entries", "--authority", "director:Dan", "--reason", "in the order of entry"),
        ("pair", "--publish"),
    )

    (section,) = json.loads(run("show", "--json")[1])["sections"]
    numbered = [(one["number"], one["name"]) for one in section["competitors"]]
    assert numbered == [(1, "P1"), (2, "P2"), (3, "P3"), (4, "P4")]
    assert [one["round"] for one in section["rounds"]] == [1]


def test_the_board_order_is_fixed_even_among_equally_rated_players(run: Run) -> None:
    run_steps(
        run,
        ("new", "Club"),
        ("section", "Open", "--system", "cfc_team_swiss", "--rounds", 3, "--boards", 2),
        ("enter", "Oslo", "--player", "Berg;2000", "--player", "Dahl;2000"),
        ("enter", "Riga", "--player", "Kalns;1900", "--player", "Ozols;1800"),
        ("close-entries",),
    )
    turned = ("change", "Oslo", "--player", "Dahl;2000", "--player", "Berg;2000")

    run_steps(run, turned, ("lot", "colour", "--colour", "white"), ("pair", "--publish"))
    back = ("change", "Oslo", "--player", "Berg;2000", "--player", "Dahl;2000", *DIRECTOR)

    assert (
        "Oslo: Dahl played above Berg and must do so until the end of the event (643)."
        in refusal_of(run, *back)
    )


def test_ratings_from_other_lists_are_converted_as_the_text_prescribes(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "list.csv").write_text('name,rating\nCole,USCF 1777\nDunn,"INGO 130, FIDE 2000"\n')
    run_steps(
        run,
        ("new", "Club"),
        ("section", "Open", "--system", "cfc_swiss", "--rounds", 3),
        ("enter", "Ames", "--rating", "BCF 150"),
        ("enter", "Bell", "--rating", "1900"),
        ("import", tmp_path / "list.csv"),
        ("close-entries",),
    )

    unknown = refusal_of(run, "change", "Bell", "--rating", "ICC 1800")
    assert (
        "This section uses CFC, FIDE, USCF, BCF, INGO, estimate ratings. Bell has only ICC 1800"
        in unknown
    )
    assert "invalid rating" in refusal_of(run, "change", "Ames", "--rating", "strong")
    facts = read_text(run("export", "--to", "event-json")[1].encode(), "event.json")
    assert [(c.name, c.rating, c.rating_source) for c in facts.competitors] == [
        ("Dunn", 2000, "FIDE 2000"),
        ("Bell", 1900, ""),
        ("Ames", 1800, "BCF 150"),
        ("Cole", 1777, "USCF 1777"),
    ]
    run_steps(run, ("section", "Cup", "--system", "dubov_1997", "--rounds", 3))
    cup = ("enter", "Ames", "--rating", "BCF 150", "--section", "Cup")
    assert (
        "This section uses FIDE ratings. Ames has only BCF 150 and would be unrated."
        in refusal_of(run, *cup)
    )


def test_a_2009_forfeit_score_counts_the_players_who_came(run: Run) -> None:
    run_steps(
        run,
        ("new", "Cup"),
        ("section", "Open", "--system", "olympiad_2009", "--rounds", 11, "--boards", 4),
        ("enter", "Aland"),
        ("enter", "Bland"),
        ("close-entries",),
        ("present", "all", "--players", 3),
        ("pair",),
        ("publish", "--authority", "panel:Pam", "--reason", "made", "--yes"),
    )
    by = ("result", 1, 1, "1F-0F", "--present")

    run_steps(run, (*by, 3, 0))

    facts = read_text(run("export", "--to", "event-json")[1].encode(), "event.json")
    meeting = facts.rounds[0].meetings[0]
    assert (meeting.white_points, meeting.black_points) == (30, 0)
    assert "(47)" in refusal_of(
        run, "except", 1, "45", "--authority", "president:Eve", "--reason", "a storm"
    )
