"""The real events of tests/fixtures/real are explained as their source says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from topboard import diagnose, read
from topboard.diagnosis.report import format_diagnosis
from topboard.diagnosis.search import Search
from topboard.diagnosis.values import Diagnosis, Outcome, Weight
from topboard.systems.registry import system

REAL = Path(__file__).resolve().parents[1] / "fixtures" / "real"
SYSTEM = "fide_dutch_2017"


def list_round_lines(found: Diagnosis) -> list[str]:
    """The lines about rounds, without the counts and the meanings of the weights."""
    return [line for line in format_diagnosis(found) if line.startswith(("Round", "    Or"))]


def count_outcomes(found: Diagnosis) -> tuple[int, ...]:
    """The rounds as filed, with input repaired, beside a pair set aside, and unexplained."""
    return tuple(found.count(outcome) for outcome in Outcome)


@cache
def diagnose_file(name: str, *, quick: bool = False) -> Diagnosis:
    """The diagnosis of a real event."""
    return diagnose(REAL / f"{name}.trf", SYSTEM, quick=quick)


def test_an_event_without_differences_needs_no_explanation():
    found = diagnose_file("aeroflot_open_2026")

    assert count_outcomes(found) == (8, 0, 0, 0)
    assert list_round_lines(found) == []


def test_a_manual_pair_in_round_1_is_found_from_its_structure():
    found = diagnose_file("budapest_spring_festival_2026_group_b_2250", quick=True)

    assert count_outcomes(found) == (7, 0, 1, 0)
    assert list_round_lines(found) == [
        "Round 1, confirmed: The pair 19-83 appears to have been added late or by hand; only"
        " the other pairs of round 1 were compared."
    ]
    assert (
        "With pairs, byes or colours left out of the comparison (see below), round 1 agrees only in"
        " part."
    ) in format_diagnosis(found)


def test_late_pairs_and_a_moved_seat_are_found_from_the_round_structure():
    found = diagnose_file("international_chessopen_graz_2026_a", quick=True)

    assert list_round_lines(found)[:1] == [
        "Round 1: Both of these assumptions are needed: (1, possible) The pairs 6-167, 30-232,"
        " 74-273, 86-275 and the pairing-allocated bye of #218 may have been added late or by hand;"
        " only the other pairs of round 1 were compared. (2, possible) #213 may have been listed"
        " directly after #168 in round 1, or may have replaced a participant listed there."
    ]


@pytest.mark.thorough
def test_a_result_corrected_after_the_next_pairing_is_found():
    found = diagnose_file("international_chessopen_graz_2026_a")

    assert count_outcomes(found) == (6, 1, 1, 0)
    assert list_round_lines(found)[-1] == (
        "Round 4, confirmed: When round 4 was paired, the result of 21-89 in round 3 appears to"
        " have been ½-½; the file has 1-0."
    )


def test_a_pair_that_was_made_but_not_played_explains_the_colours():
    found = diagnose_file("arad-open-2026-a")

    assert count_outcomes(found) == (8, 1, 0, 0)
    assert list_round_lines(found) == [
        "Round 1, confirmed: The pair 35-140 appears to have been made in round 1 but not played."
    ]


@pytest.mark.thorough
def test_four_causes_are_found_in_one_event():
    found = diagnose_file("srb_1386570")

    assert count_outcomes(found) == (0, 9, 0, 0)
    told = list_round_lines(found)
    left_out = (
        "The pairing-allocated bye that the file records for #7 in rounds 2 to 9 cannot be right as"
        " it stands; the pairings agree with #7 left out (absent or withdrawn)."
    )
    after = (
        "#17 appears to have been listed directly after #26 in rounds 1 to 3, or to have replaced a"
        " participant listed there."
    )
    assert told == [
        "Round 1: Both of these assumptions are needed: (1, confirmed) #43 appears to have replaced"
        f" #7 in round 1 after the round was paired. (2, confirmed) {after}",
        f"Rounds 2 and 3: Both of these assumptions are needed: (1, confirmed) {after}"
        f" (2, certain) {left_out}",
        f"Rounds 4 to 7 and 9, certain: {left_out}",
        "Round 8: Both of these assumptions are needed: (1, confirmed) When round 8 was paired, the"
        " result of 13-33 in round 7 appears to have been 0-1; the file has 1-0."
        f" (2, certain) {left_out}",
    ]
    assert list(format_diagnosis(found))[-1] == (
        "To look up first in the tournament's records: (1) Which place in the starting list did #17"
        " have in rounds 1 to 3? (2) Did #43 replace #7 in round 1? (3) Was #7 absent or withdrawn"
        " in rounds 2 to 9? (4) Was the result of 13-33 in round 7 corrected, and when?"
    )


@pytest.mark.thorough
def test_a_round_agrees_only_under_all_the_assumptions_it_names():
    found = diagnose_file("srb_1386570")
    search = Search(read(REAL / "srb_1386570.trf"), system(SYSTEM))

    for one in found.rounds:
        assert one.explanation is not None
        needed = [*(other.repair for other in one.explanation.beside), *one.explanation.repairs]
        assert search.fits_with(one.round, needed)
        for left_out in needed:
            assert not search.fits_with(one.round, [r for r in needed if r != left_out])


def test_byes_of_an_absent_player_and_relatives_kept_apart_are_found():
    found = diagnose_file("isr_1385730")

    assert count_outcomes(found) == (0, 5, 0, 0)
    assert [one.text for one in found.findings] == [
        "The file gives #1 the pairing-allocated bye in rounds 2 to 5; a participant may have it"
        " only once.",
        "The points and the ranks do not fit together: according to the results #1 has 4 points,"
        " but the file ranks #1 in place 68, behind #6 with 3½ points.",
    ]
    # That #49 came behind #50 and that #50 came behind #48 is one cause.
    assert list_round_lines(found) == [
        "Round 1, possible: #14 and #49, who have the same family name, may have been kept apart"
        " in round 1.",
        "    Or: #49 may have been listed directly after #50 in round 1, or may have replaced a"
        " participant listed there.",
        "Rounds 2 to 5, certain: The pairing-allocated bye that the file records for #1 in rounds 2"
        " to 5 cannot be right as it stands; the pairings agree with #1 left out (absent or"
        " withdrawn).",
    ]


def test_a_pair_kept_apart_twice_is_confirmed_and_others_are_only_possible():
    found = diagnose_file("frome-2026-standard")

    assert count_outcomes(found) == (2, 3, 0, 0)
    assert list_round_lines(found) == [
        "Round 2, possible: #13 and #24 may have been kept apart in round 2.",
        "    Or: #15 and #30 may have been kept apart in round 2.",
        "Round 4, confirmed: #5 and #25 appear to have been kept apart in rounds 4 and 5.",
        "Round 5: Both of these assumptions are needed: (1, possible) #3 and #20 may have been kept"
        " apart in round 5. (2, confirmed) #5 and #25 appear to have been kept apart in rounds 4"
        " and 5.",
    ]
    lines = list(format_diagnosis(found))
    assert [lines[0], *lines[2:4]] == [
        "frome-2026-standard: the published rounds compared with the rules (FIDE Dutch system,"
        " until January 2026)",
        "With the file as it is, 2 of the 5 rounds checked (1 and 3) agree with the rules.",
        "With the assumptions below, rounds 2, 4 and 5 agree as well. The file itself was not"
        " changed.",
    ]
    assert lines[-1] == (
        "To look up first in the tournament's records: (1) Were #13 and #24 to be kept apart in"
        " round 2? (2) Were #15 and #30 to be kept apart in round 2? (3) Were #5 and #25 to be kept"
        " apart in rounds 4 and 5? (4) Were #3 and #20 to be kept apart in round 5?"
    )


def test_a_missing_bye_is_found_in_a_file_that_later_contradicts_itself():
    found = diagnose_file("uzbek_agzamov_1374000")

    assert count_outcomes(found) == (4, 2, 0, 0)
    kinds = [one.kind for one in found.findings]
    assert kinds.count("lines disagree") == 2
    assert {one.round for one in found.findings if one.kind == "lines disagree"} == {7}
    assert list_round_lines(found)[-1] == (
        "Rounds 5 and 6, confirmed: #214 appears to have had the pairing-allocated bye in round 4;"
        " the file records a zero-point bye instead."
    )


def test_the_assumed_edition_leads_to_the_same_certain_answer():
    found = diagnose(REAL / "isr_1385730.trf")

    assert found.system == "fide_dutch_2026"
    assert found.rounds[1].weight is Weight.CERTAIN
