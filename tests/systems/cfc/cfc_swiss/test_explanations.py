"""Every reason has a sentence that cites its article, and every question an answer."""

from __future__ import annotations

from random import Random

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import field, pair, play_event
from topboard.model import Number, Tournament
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.grounds import Criterion
from topboard.reasons.sentences import (
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.criteria import COSTS, MEASURES
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import (
    DifferentScoregroups,
    SameColour,
    SomebodyElseFirst,
    Suffers,
    why_not,
)
from topboard.systems.cfc import cfc_swiss

LARGE = [pytest.param(*one, marks=pytest.mark.thorough) for one in ((3, 31), (4, 60))]


def explain_round(tournament: Tournament) -> str:
    """The whole round in words."""
    paragraphs = generate_round_sentences(pair(tournament), names_of(tournament))
    return "\n".join(line for paragraph in paragraphs for line in paragraph)


def answer(tournament: Tournament, a: int, b: int) -> str:
    """Why the two are not paired, in words."""
    verdict = why_not(tournament, cfc_swiss.SYSTEM, Number(a), Number(b))
    return " ".join(verdict_sentences(verdict, Number(a), Number(b), names_of(tournament)))


@pytest.mark.parametrize(("seed", "players"), [(0, 5), (1, 9), (2, 16), *LARGE])
def test_every_decision_of_a_round_is_explained_with_its_article(seed: int, players: int) -> None:
    random = Random(seed)
    chosen = tuple(v for v in ("619.1", "624.1", "624.2") if random.random() < 0.5)
    for tournament in play_event(event(players, variations=chosen, planned_rounds=9), seed, 7):
        for paragraph in generate_round_sentences(pair(tournament), names_of(tournament)):
            assert paragraph[0].endswith((".", ")"))
            assert any(f"({article}" in paragraph[0] for article in cfc_swiss.ARTICLES) or (
                "(618" in paragraph[0] or "(622" in paragraph[0]
            )


def test_every_criterion_has_a_text() -> None:
    assert set(COSTS) >= set(Criterion)
    assert set(MEASURES) <= {*Criterion, *QualityCriterion}


def test_a_player_gets_an_explanation_of_bye_opponent_and_colour() -> None:
    tournament = field({20: "1 2 3", 10: "4..9"}, colours={3: "W", 4: "W"}, met="3-4")
    name = names_of(tournament)
    about = "\n".join(
        line
        for paragraph in generate_participant_sentences(pair(tournament), Number(3), name)
        for line in paragraph
    )

    assert "Player 3 (#3), ranked lowest, is an odd man of the 2-point scoregroup and" in about
    assert (
        "Player 3 (#3), an odd man, meets Player 5 (#5), the highest-ranked possible opponent"
        in about
    )
    assert "Not Player 4 (#4): the two were paired in round 2, although they did not play." in about
    assert (
        "Player 5 (#5) has White against Player 3 (#3), because this equalises the numbers of"
        " Whites and Blacks" in about
    )


@pytest.mark.parametrize(
    ("tournament", "words"),
    [
        (
            event(5),
            "Player 5 (#5) has the bye as the lowest-rated eligible participant in the 0-point",
        ),
        (event(4, lot=None), "no drawing of lots is recorded for the colours of round 1"),
        (field({10: "1..6"}, met="1-4..6"), "after an interchange between the halves (622b)"),
        (
            field({10: "1..4"}, colours={1: "W", 2: "W", 3: "W", 4: "W"}),
            "2 members cannot be given",
        ),
        (
            field({20: "1..4", 10: "5 6"}, met="5-6"),
            "the scoregroups below could not be completely paired",
        ),
        (
            field({20: "1 2", 10: "3..6"}, met="1-2"),
            "the members left to pair cannot all meet each other",
        ),
        (field({10: "1 2"}, colours={1: "WBB", 2: "WBB"}), "for the third time in a row"),
        (
            field({10: "1 2"}, colours={1: "B", 2: "WBB"}),
            "with the opposite colours one of them would have the same colour",
        ),
    ],
)
def test_the_round_says_what_happened(tournament: Tournament, words: str) -> None:
    assert words in explain_round(tournament)


# --- why not ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tournament", "a", "b", "article", "kind"),
    [
        # A winner against a loser: more would leave their group.
        (event(8, "1-5 1:0, 6-2 0:1, 3-7 1:0, 8-4 0:1"), 1, 5 + 3, "618b", DifferentScoregroups),
        # The odd man would be ranked higher.
        (field({20: "1 2 3", 10: "4..8"}), 1, 4, "623", SomebodyElseFirst),
        # The odd man would meet one ranked lower.
        (field({20: "1 2 3", 10: "4..8"}), 3, 5, "624", SomebodyElseFirst),
        # Both are due Black.
        (field({10: "1..4"}, colours={1: "W", 2: "B", 3: "W", 4: "B"}), 1, 3, "630", SameColour),
        # Both are due White by alternation.
        (
            field({10: "1..4"}, colours={1: "WB", 2: "BW", 3: "WB", 4: "BW"}),
            1,
            3,
            "631",
            SameColour,
        ),
        # Both are of the top half.
        (event(8), 1, 2, "622b", Suffers),
        # Only the order suffers.
        (event(8), 1, 6, "619", SomebodyElseFirst),
    ],
)
def test_why_not_is_answered_with_the_article(
    tournament: Tournament, a: int, b: int, article: str, kind: type
) -> None:
    verdict = why_not(tournament, cfc_swiss.SYSTEM, Number(a), Number(b))

    assert type(verdict) is kind
    assert verdict.article == article
    assert f"({article})" in answer(tournament, a, b)


def test_why_not_is_answered_for_an_impossible_pair_too() -> None:
    tournament = field({10: "1..4"}, met="1-3", forbid="1-4")

    assert answer(event(4, "1-3 1:0, 2-4 1:0"), 1, 3) == (
        "Player 1 (#1) and Player 3 (#3) met in round 1 (618a)."
    )
    assert "does not allow" in answer(tournament, 1, 4)
    assert "do meet, on board 1" in answer(tournament, 1, 2)


def test_why_not_is_answered_quickly_in_a_large_field() -> None:
    assert "622b" in answer(event(600), 1, 2)
    assert "622b" in answer(event(600), 301, 340)
