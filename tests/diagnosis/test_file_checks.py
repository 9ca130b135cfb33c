"""What ``check`` says about the file before any round."""

from __future__ import annotations

from pathlib import Path

import pytest

from topboard.cli import main
from topboard.diagnosis.editions import list_other_editions
from topboard.diagnosis.file_checks import find_file_findings, find_out_of_order
from topboard.model import (
    ClaimedStandings,
    EventInfo,
    HalfPointBye,
    Meeting,
    Number,
    PairingBye,
    Player,
    Round,
    Tournament,
    ZeroPointBye,
)
from topboard.systems.registry import system

REAL = Path(__file__).resolve().parents[1] / "fixtures" / "real"
DUTCH = system("fide_dutch_2026")
ONE, TWO, THREE, FOUR, FIVE = map(Number, range(1, 6))


def event(*rounds: Round, count: int = 5) -> Tournament:
    players = tuple(Player(Number(n), f"Player {n}") for n in range(1, count + 1))
    return Tournament(players, rounds, planned_rounds=5)


def kinds(tournament: Tournament, claimed: ClaimedStandings | None = None) -> list[str]:
    return [one.kind for one in find_file_findings(tournament, DUTCH, claimed)]


def test_two_byes_for_the_same_player_are_one_finding():
    first = Round(
        1, (Meeting(ONE, TWO, 10, 0), Meeting(THREE, FOUR, 10, 0)), ((FIVE, PairingBye()),)
    )
    second = Round(2, (Meeting(ONE, THREE, 10, 0), Meeting(TWO, FOUR, 10, 0)), first.away)

    (found,) = find_file_findings(event(first, second), DUTCH)

    assert found.kind == "second bye"
    assert found.numbers == (FIVE,)
    assert found.text == (
        "The file gives #5 the pairing-allocated bye in rounds 1 and 2; a participant may have it"
        " only once."
    )


def test_two_byes_in_a_round_are_named():
    played = Round(1, (Meeting(ONE, TWO, 10, 0),), ((THREE, PairingBye()), (FOUR, PairingBye())))

    (found,) = find_file_findings(event(played, count=4), DUTCH)

    assert found.text == "Round 1: several participants have the pairing-allocated bye (#3, #4)."


def test_an_odd_round_without_a_bye_names_the_only_player_without_a_game():
    pairs = (Meeting(ONE, TWO, 10, 0), Meeting(THREE, FOUR, 10, 0))

    assert kinds(event(Round(1, pairs, ((FIVE, ZeroPointBye()),)))) == ["no bye"]
    assert kinds(event(Round(1, pairs, ((FIVE, HalfPointBye()),)))) == []
    assert kinds(event(Round(1, pairs, ((FIVE, PairingBye()),)))) == []


def test_a_longer_absence_is_not_reported_as_a_missing_bye():
    pairs = (Meeting(ONE, TWO, 10, 0), Meeting(THREE, FOUR, 10, 0))
    first, second = (Round(n, pairs, ((FIVE, ZeroPointBye()),)) for n in (1, 2))
    other = Round(2, (Meeting(ONE, THREE), Meeting(FIVE, TWO)), ((FOUR, PairingBye()),))

    assert kinds(event(first, second)) == []
    assert kinds(event(first, other)) == ["no bye"]


def test_points_that_contradict_the_ranks_are_reported():
    pairs = (Meeting(ONE, TWO, 10, 0), Meeting(THREE, FOUR, 10, 0))
    played = event(Round(1, pairs), count=4)
    right = ClaimedStandings({ONE: 1, THREE: 2, TWO: 3, FOUR: 4})
    wrong = ClaimedStandings({THREE: 1, TWO: 2, FOUR: 3, ONE: 4})

    assert kinds(played, right) == []
    (found,) = find_file_findings(played, DUTCH, wrong)
    assert found.numbers == (ONE,)
    assert found.text == (
        "The points and the ranks do not fit together: according to the results #1 has 1 point, but"
        " the file ranks #1 in place 4, behind #2 with 0 points."
    )


def test_points_too_low_for_the_rank_are_reported():
    pairs = (Meeting(ONE, TWO, 10, 0), Meeting(THREE, FOUR, 5, 5))
    played = event(Round(1, pairs), count=4)
    wrong = ClaimedStandings({TWO: 1, ONE: 2, THREE: 3, FOUR: 4})

    (found,) = find_file_findings(played, DUTCH, wrong)

    assert found.text == (
        "The points and the ranks do not fit together: according to the results #2 has 0 points,"
        " but the file ranks #2 in place 1, ahead of #1 with 1 point."
    )


def test_as_few_participants_as_possible_are_considered_out_of_order():
    points = {ONE: 30, TWO: 30, THREE: 90, FOUR: 20, FIVE: 10}

    assert find_out_of_order([ONE, TWO, THREE, FOUR, FIVE], points) == [THREE]
    assert find_out_of_order([THREE, ONE, TWO, FOUR, FIVE], points) == []


@pytest.mark.parametrize(
    ("day", "others"),
    [("2026/04/04", ("fide_dutch_2017",)), ("", ("fide_dutch_2017",)), ("2031/01/01", ())],
)
def test_other_editions_are_those_in_force_around_the_date(day, others):
    dated = Tournament((), details=EventInfo(start=day))

    assert list_other_editions("fide_dutch_2026", dated) == others


def test_check_reports_problems_in_the_file_before_any_pairs(capsys):
    code = main(["check", str(REAL / "isr_1385730.trf")])

    lines = capsys.readouterr().out.splitlines()
    assert code == 1
    assert lines[1].startswith("The file gives #1 the pairing-allocated bye in rounds 2 to 5;")
    assert lines[3].startswith("Round 1: 33 of 35 pairs")
    assert (
        "The edition fide_dutch_2017 does not reproduce any of the rounds that differ either."
        in lines
    )


def test_a_self_contradictory_file_is_checked_as_far_as_possible(capsys):
    code = main(["check", str(REAL / "uzbek_agzamov_1374000.trf"), "--round", "2"])

    out = capsys.readouterr().out
    assert code == 1
    assert (
        "Round 7 and later rounds are not checked, because lines of the file contradict each other."
        " Line 96 has '13 b 0': player 92 meets player 13 in round 7, but line 17 has '39 b 1'."
    ) in out.splitlines()
    assert "Round 2: 113 pairs, all as the rules require" in out
