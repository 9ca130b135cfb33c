"""A round: reasons, those who are missing, and what the table does not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.systems.round_robin.cfc_round_robin.scores import (
    PLAYERS,
    TEAMS,
    event,
    pairs,
    players,
    teams,
    with_lot,
)
from topboard.api import check, why_not
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import FixedTable, ForbiddenPair, Meeting, Number, Request, Round
from topboard.reasons.decisions import ByeGiven, OpponentChoice, PairingWarning
from topboard.reasons.family_decisions import AbsentOpponent
from topboard.reasons.grounds import ByeMethod, PairMethod
from topboard.reasons.sentences import (
    build_reason_sentence,
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.systems.registry import system


def reasons(tournament: object, kind: type) -> list[object]:
    found = system(tournament.system).pair(tournament)  # type: ignore[attr-defined]
    return [reason for reason in found.reasons if isinstance(reason, kind)]


def by_table(white: int, black: int, seats: tuple[int, int], row: int) -> OpponentChoice:
    first, second = seats
    return OpponentChoice(
        "652bis",
        Number(white),
        Number(black),
        points=0,
        white_seat=first,
        black_seat=second,
        row=row,
        size=4,
        method=PairMethod.BERGER_TABLE,
    )


@each_edition(cfc_round_robin=("650", "652bis"), cfc_team_round_robin=("660", "652bis"))
def test_each_pair_cites_the_row_of_the_table(edition: str) -> None:
    entered = {"competitors": teams(4)} if edition == TEAMS else {}
    tournament = with_lot(event(4, "", system=edition, **entered), 3, 1, 4, 2)

    assert reasons(tournament, OpponentChoice) == [
        by_table(2, 4, seats=(4, 3), row=2),
        by_table(3, 1, seats=(1, 2), row=2),
    ]


@each_edition(cfc_round_robin="650", cfc_team_round_robin="660")
def test_a_round_robin_of_four_players_from_first_to_last_round(edition: str) -> None:
    entered = {"competitors": teams(4)} if edition == TEAMS else {}
    tournament = with_lot(event(4, system=edition, **entered), 3, 1, 4, 2)
    seen = []
    for _ in range(3):
        made = system(edition).pair(tournament)
        seen.append((made.system, made.round, [(p.table, p.white, p.black) for p in made.pairs]))
        played = Round(made.round, tuple(Meeting(p.white, p.black, 5, 5) for p in made.pairs))
        tournament = replace(tournament, rounds=(*tournament.rounds, played))

    # Berger's table for four is 1-4 2-3, 4-3 1-2, 2-4 3-1; 3, 1, 4 and 2 drew its numbers.
    assert seen == [
        (edition, 1, [(1, 3, 2), (2, 1, 4)]),
        (edition, 2, [(1, 2, 4), (2, 3, 1)]),
        (edition, 3, [(1, 1, 2), (2, 4, 3)]),
    ]


@pytest.mark.article("cfc_round_robin:651")
def test_in_the_second_cycle_the_reason_says_that_colours_are_reversed() -> None:
    tournament = event(4, "", "", "", variations=("double",))

    first = reasons(tournament, OpponentChoice)[0]

    assert first == replace(by_table(4, 1, seats=(4, 1), row=1), colours_reversed=True)
    assert build_reason_sentence(first, names_of(tournament)) == (  # type: ignore[arg-type]
        "Player 4 (#4) has White against Player 1 (#1), because round 1 of the International Table"
        " for a field of 4 shows 1 - 4, and colours are reversed in the second cycle (652bis)."
    )


@each_edition(cfc_round_robin="650", cfc_team_round_robin="660")
def test_the_bye_of_an_odd_field_is_explained(edition: str) -> None:
    entered = {"competitors": teams(5)} if edition == TEAMS else {}
    tournament = event(5, "", "", "", system=edition, **entered)
    scoring = "664" if edition == TEAMS else "653"

    assert reasons(tournament, ByeGiven) == [
        ByeGiven(
            scoring,
            Number(5),
            seat=5,
            row=4,
            size=5,
            method=ByeMethod.BERGER_TABLE,
        )
    ]
    assert system(edition).pair(tournament).bye == 5


# --- those who are missing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left_in", "article", "words"),
    [
        (
            2,
            "653.under_half",
            "withdrew before completing half of the games. The games of Player 3 (#3) do not count",
        ),
        (
            3,
            "653.half",
            "withdrew after completing at least half of the games. The game counts as a win",
        ),
    ],
)
def test_the_opponent_of_a_withdrawn_player_has_no_game(
    left_in: int, article: str, words: str
) -> None:
    played = ["1-4 1:0, 2-3 =", "4-3 =, 1-2 0:1"][: left_in - 1]
    tournament = event(4, *played, leaving={3: left_in})
    expected = {2: ("1-2", 4), 3: ("2-4", 1)}[left_in]

    (missing,) = reasons(tournament, AbsentOpponent)

    assert pairs(tournament) == expected[0]
    counts = article == "653.half"
    assert missing == AbsentOpponent(article, Number(expected[1]), Number(3), True, counts)
    assert build_reason_sentence(missing, names_of(tournament)).endswith(f"{words} ({article}).")


def test_a_player_recorded_as_withdrawn_is_not_paired_again() -> None:
    tournament = event(4, "1-4 1:0, 2-3 =", "4-3 =, left 1")

    assert pairs(tournament) == "2-4"
    assert reasons(tournament, AbsentOpponent) == [
        AbsentOpponent("653.under_half", Number(3), Number(1), True, False)
    ]


def test_an_absent_players_opponent_learns_that_the_game_is_postponed() -> None:
    tournament = replace(event(4), requests=(Request(Number(3), 1),))

    (missing,) = reasons(tournament, AbsentOpponent)

    assert missing == AbsentOpponent("653", Number(2), Number(3), False, False)
    assert "at another time" in build_reason_sentence(missing, names_of(tournament))  # type: ignore[arg-type]
    assert pairs(tournament) == "1-4"


def test_an_absent_player_does_not_get_the_bye() -> None:
    pairing = system(PLAYERS).pair(replace(event(5), requests=(Request(Number(1), 1),)))

    assert pairing.bye is None
    assert not any(isinstance(reason, ByeGiven | AbsentOpponent) for reason in pairing.reasons)


def test_a_withdrawal_before_round_one_calls_for_a_new_draw() -> None:
    notes = [r.what for r in reasons(event(4, leaving={2: 1}), PairingWarning)]  # type: ignore[attr-defined]

    assert notes[-1] == "#2 withdrew before round 1, so draw the numbers again without this player"


def test_all_players_may_withdraw_and_the_round_is_empty() -> None:
    pairing = system(PLAYERS).pair(event(3, "", leaving={1: 2, 2: 2, 3: 2}))

    assert (pairing.pairs, pairing.bye) == ((), None)


# --- what the table does not have ----------------------------------------------------------------


def test_no_round_is_paired_after_the_last_one() -> None:
    with pytest.raises(
        NoLegalPairing,
        match="this round robin of 4 players has only 3 rounds, so there is no round 4",
    ):
        system(PLAYERS).pair(event(4, "", "", ""))


@pytest.mark.parametrize("count", [0, 1])
def test_a_round_robin_needs_two_players(count: int) -> None:
    with pytest.raises(NoLegalPairing, match=f"at least 2 players, but only {count}") as refusal:
        system(PLAYERS).pair(event(count))

    assert refusal.value.article == "651"


def test_two_players_play_one_game_or_two() -> None:
    assert pairs(event(2)) == "1-2"
    assert pairs(event(2, "1-2 =", variations=("double", "swap-last-two"))) == "2-1"


def test_a_required_pair_out_of_turn_is_refused_naming_its_round() -> None:
    tournament = replace(event(6), required=((Number(5), Number(2)),))
    assert pairs(tournament) == "1-6 2-5 3-4"

    with pytest.raises(NoLegalPairing) as refusal:
        system(PLAYERS).pair(replace(tournament, required=((Number(2), Number(3)),)))

    assert str(refusal.value) == ("the Berger table pairs #2 and #3 in round 4, not in round 1")
    assert refusal.value.article == "652bis"


def test_in_a_double_round_robin_both_rounds_of_a_pair_are_named() -> None:
    tournament = event(6, variations=("double",), required=((Number(2), Number(3)),))

    with pytest.raises(NoLegalPairing, match="in rounds 4 and 9, not in round 1"):
        system(PLAYERS).pair(tournament)


def test_a_required_pair_with_an_absent_player_is_refused() -> None:
    tournament = event(
        4, required=((Number(2), Number(3)),), competitors=players(4), leaving={3: 1}
    )

    with pytest.raises(BadInput, match=r"\(#3\) is absent from round 1"):
        system(PLAYERS).pair(tournament)


def test_a_pair_to_be_kept_apart_is_still_made_with_a_note() -> None:
    apart = (
        ForbiddenPair(Number(2), Number(3)),
        ForbiddenPair(Number(1), Number(2)),
        ForbiddenPair(Number(1), Number(4), first=2),
    )
    tournament = with_lot(event(4, forbidden=apart), 1, 2, 3, 4)

    assert pairs(tournament) == "1-4 2-3"
    (note,) = reasons(tournament, PairingWarning)
    assert note == PairingWarning(
        "651",
        "#2 and #3 should be kept apart, but in a round robin everyone meets everyone else",
    )


def test_a_plan_with_a_different_number_of_rounds_gets_a_note() -> None:
    tournament = with_lot(event(4, planned_rounds=5), 1, 2, 3, 4)

    assert reasons(tournament, PairingWarning) == [
        PairingWarning("651", "5 rounds are planned, but the Berger table has 3")
    ]
    assert reasons(replace(tournament, planned_rounds=3), PairingWarning) == []


def test_a_fixed_table_moves_its_pair_and_keeps_the_others_in_order() -> None:
    tournament = event(6, fixed_tables=(FixedTable(Number(4), 1, "step-free"),))

    assert pairs(tournament) == "3-4 1-6 2-5"


# --- the questions of a player --------------------------------------------------------------------


def test_explanations_cover_one_player_or_the_whole_round() -> None:
    tournament = with_lot(event(5), 1, 2, 3, 4, 5)
    pairing = system(PLAYERS).pair(tournament)
    name = names_of(tournament)

    assert list(generate_participant_sentences(pairing, Number(3), name)) == [
        [
            (
                "Player 3 (#3) has White against Player 4 (#4), because round 1 of the"
                " International Table for a field of 5 shows 3 - 4 (652bis)."
            )
        ]
    ]
    assert next(generate_round_sentences(pairing, name)) == [
        "Player 1 (#1) has no opponent, because number 1 is free in round 1 of the International"
        " Table for a field of 5. A bye is not scored (653)."
    ]


def test_why_not_names_the_round_in_which_the_two_players_meet() -> None:
    tournament = event(6)
    verdict = why_not(tournament, Number(2), Number(3), PLAYERS)

    assert verdict_sentences(verdict, Number(2), Number(3), names_of(tournament)) == [
        (
            "The International Tables pair Player 2 (#2) and Player 3 (#3) in round 4, not in round"
            " 1 (652bis)."
        )
    ]


def test_check_finds_a_published_round_that_departs_from_the_table() -> None:
    good = event(4, "1-4 1:0, 2-3 =", "4-3 =, 1-2 =")
    wrong = event(4, "1-4 1:0, 2-3 =", "3-4 =, 1-2 =")

    assert [found.differences for found in check(good)] == [(), ()]
    assert [(d.kind, d.article) for d in check(wrong)[1].differences] == [("colour", "652bis")]


def test_the_second_game_of_a_double_round_robin_is_not_a_difference() -> None:
    good = event(2, "1-2 1:0", "2-1 =", variations=("double",))

    assert [found.differences for found in check(good)] == [(), ()]


def test_a_wrong_pair_and_a_wrong_bye_cite_the_table_article() -> None:
    wrong = event(5, "1-5 1:0, 3-4 =, bye 2")

    (found,) = check(wrong)

    assert [(d.kind, d.article) for d in found.differences] == [("pair", "653"), ("bye", "653")]
