"""What a player was told wrongly once, and is told now."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import topboard
from topboard.model import ForbiddenPair, Number
from topboard.reasons.grounds import ColourNeed
from topboard.reasons.obstacles import HaveMet, LeavesUnpairable
from topboard.reasons.sentences import (
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import SameColour
from topboard.systems.common.meeting import describe_participants_blocking_pairing

CASES = Path(__file__).parent / "cases"


def case(name: str) -> topboard.Tournament:
    return topboard.read(CASES / f"{name}.json")


def explain_round(event: topboard.Tournament) -> str:
    paragraphs = generate_round_sentences(topboard.pair(event), names_of(event))
    return "\n".join(line for paragraph in paragraphs for line in paragraph)


def test_a_pair_ruled_out_by_a_forfeit_is_explained() -> None:
    event = case("618a-default-why-not")

    verdict = topboard.why_not(event, Number(1), Number(3))

    assert verdict == HaveMet(1, "618a", by_forfeit=True)
    assert verdict_sentences(verdict, Number(1), Number(3), names_of(event)) == [
        (
            "Anders (#1) and Chen (#3) were paired in round 1, and no pairing may be repeated, "
            "even if one of the two did not appear (618a)."
        )
    ]


def test_granted_and_refused_requests_are_both_mentioned() -> None:
    # Those of Toronto and those of Laval ask; 3 and 8, of Laval, are alone in their group.
    asked = (*combinations((4, 6, 7), 2), *combinations((1, 2, 3, 8), 2))
    requests = tuple(ForbiddenPair(Number(a), Number(b), wish=True) for a, b in asked)
    event = case("619.1-wish-not-explained")
    text = explain_round(replace(event, forbidden=requests))

    assert "asked" not in explain_round(event)
    assert (
        "would otherwise meet but are kept apart at their request: P6 (#6) and P7 (#7) (619.1)."
        in text
    )
    assert "meet although they asked not to, because no transposition avoids it: P3" in text
    assert "P3 (#3) and P8 (#8) (619.1)." in text


def test_only_the_lowest_ranked_player_is_called_the_lowest_ranked() -> None:
    # 1 and 2 have met, and both leave the group of 1.5 points; 2 is ranked below 1.
    lines = explain_round(case("explain-lowest-ranked-wrong")).splitlines()

    assert [line for line in lines if line.startswith("P1 (#1), like P2 (#2), is an odd man")]
    assert not [line for line in lines if line.startswith("P1 (#1)") and "lowest ranked" in line]


def test_two_players_who_may_only_have_white_get_that_reason() -> None:
    event = case("why-not-colours")

    verdict = topboard.why_not(event, Number(4), Number(5))

    # Both had White, then Black twice: 2.4 forbids a third Black running.
    assert isinstance(verdict, SameColour)
    assert (verdict.article, verdict.ground) == ("2.4", ColourNeed.LIMIT)


@pytest.mark.parametrize(("played", "number", "article"), [(3, 4, "653.half"), (5, 1, "653.half")])
def test_a_replayed_round_robin_names_players_whose_opponent_has_left(
    played: int, number: int, article: str
) -> None:
    # 5 left after two of four games: half of them.
    before = case("left-at-half").before(played)

    (about,) = generate_participant_sentences(
        topboard.pair(before), Number(number), names_of(before)
    )

    assert "Eve (#5) withdrew after completing at least half of the games" in about[0]
    assert f"({article})" in about[0]


@pytest.mark.parametrize(
    ("bridge", "islands", "bye", "words"),
    [
        ((), ((1,),), 0, "#1 has no opponent left"),
        ((2,), ((1,),), 0, "#1 can only be paired with #2"),
        ((), ((1,), (3,)), 1, "#1 and #3 can only be paired with the bye"),
        ((4,), ((1,), (2,), (3,)), 0, "#1, #2 and #3 can only be paired with #4"),
        ((), ((1, 2, 3),), 0, "#1, #2 and #3 can only meet each other, and their number is odd"),
        (
            (6,),
            ((1, 2, 3), (5,)),
            0,
            "each of these 2 sets has an odd number of members, who can only be paired within "
            "the set or with #6: #1, #2 and #3; #5",
        ),
    ],
)
def test_a_refusal_describes_its_blocking_sets_correctly(bridge, islands, bye, words) -> None:
    assert describe_participants_blocking_pairing(
        LeavesUnpairable(bridge, islands, bye)
    ).startswith(words)
