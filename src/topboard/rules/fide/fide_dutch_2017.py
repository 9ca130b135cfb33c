"""The FIDE (Dutch) system of C.04.3 in force until 31 January 2026, with C.04.1, C.04.2, Baku."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.reasons.brackets import PreferenceGround, QualityCriterion
from topboard.rules.fide import acceleration, account, dutch, legality, numbers, profiles
from topboard.rules.fide.text_of_2017 import BracketsOf2017
from topboard.rules.shared.variations import chosen
from topboard.rules.systems import System

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing
    from topboard.reasons.between import Between

NAME = "fide_dutch_2017"
VARIATIONS = (acceleration.BAKU,)
BARS = (legality.had_the_bye, legality.won_by_forfeit, legality.barred_by_ruling)

CITE = account.Citations(
    bracket="A.3",
    no_rematch="C.1",
    same_absolute="C.3",
    completion="C.4",
    bye="A.5",
    moved_down="D.1",
    halves="D.1",
    judged="B.8",
    criteria={
        QualityCriterion.DOWNFLOATERS: "C.5",
        QualityCriterion.SCORE_DIFFERENCES: "C.6",
        QualityCriterion.NEXT_BRACKET: "C.7",
        QualityCriterion.NEXT_BRACKET_SCORES: "C.7",
        QualityCriterion.WIDE_DIFFERENCE: "C.8",
        QualityCriterion.THIRD_COLOUR: "C.9",
        QualityCriterion.PREFERENCE: "C.10",
        QualityCriterion.STRONG_PREFERENCE: "C.11",
        QualityCriterion.DOWNFLOAT_LAST: "C.12",
        QualityCriterion.UPFLOAT_LAST: "C.13",
        QualityCriterion.DOWNFLOAT_BEFORE: "C.14",
        QualityCriterion.UPFLOAT_BEFORE: "C.15",
        QualityCriterion.DIFFERENCE_DOWN_LAST: "C.16",
        QualityCriterion.DIFFERENCE_UP_LAST: "C.17",
        QualityCriterion.DIFFERENCE_DOWN_BEFORE: "C.18",
        QualityCriterion.DIFFERENCE_UP_BEFORE: "C.19",
        QualityCriterion.EXCHANGE: "D.2",
    },
    colours={
        PreferenceGround.BOTH_GRANTED: "E.1",
        PreferenceGround.STRONGER: "E.2",
        PreferenceGround.ALTERNATE: "E.3",
        PreferenceGround.HIGHER_RANKED: "E.4",
        PreferenceGround.INITIAL_COLOUR: "E.5",
    },
    boards="C.04.2 board order",
    rounds="C.04.1 a",
)


def pair(tournament: Tournament) -> RoundPairing:
    """The round to come."""
    chosen(tournament.variations, VARIATIONS)
    roll = roll_of(tournament)
    acceleration.refuse_unless_usual_points(tournament, roll.scale)
    dutch.refuse_incomplete(roll, CITE)
    brackets = BracketsOf2017(roll)
    made = brackets.pair_all()
    bye = None
    if brackets.bye is not None:
        bye = account.bye_given(roll, made, brackets.bye, CITE, lowest_score=False)
    reasons = account.account(roll, made, brackets.bye, CITE)
    return dutch.publish_round(NAME, roll, made, bye, reasons, CITE, roll.points)


def between(tournament: Tournament, _made: RoundPairing, a: Number, b: Number) -> Between:
    """What stands between two players, whatever is decided in the round to come."""
    # Only questions need it, and hosts start the engine once a round.
    from topboard.rules.fide.between import between as answer

    return answer(roll_of(tournament), CITE, a, b)


def roll_of(tournament: Tournament) -> profiles.Roll:
    return profiles.roll_of(tournament, BARS, profiles.floats_if_unplayed)


ARTICLES: dict[str, Callable[..., object]] = {
    "A.1": numbers.order_of_entries,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dutch system, until January 2026",
    source="FIDE Handbook C.04.3 in force until 31 January 2026, with C.04.1, C.04.2 and C.04.5.1",
    plain=worded(
        "Players. The same system by the text that was in force until January 2026; for events"
        " that were begun, or have to be checked, by it."
    ),
    teams=False,
    pair=pair,
    facts=dutch.facts,
    articles=ARTICLES,
    governance="fide.UNTIL_2026",
    variations=VARIATIONS,
    between=between,
    order_of_entries=numbers.order_of_entries,
)
