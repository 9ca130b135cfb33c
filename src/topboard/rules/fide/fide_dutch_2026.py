"""The FIDE (Dutch) system, C.04.3 from 1 February 2026, with C.04.1, C.04.2 and C.04.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.reasons.brackets import PreferenceGround, QualityCriterion
from topboard.rules.fide import acceleration, account, dutch, legality, numbers, profiles
from topboard.rules.fide.text_of_2026 import BracketsOf2026
from topboard.rules.shared.variations import chosen
from topboard.rules.systems import System

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing
    from topboard.reasons.between import Between

NAME = "fide_dutch_2026"
VARIATIONS = (acceleration.BAKU,)
BARS = (legality.had_the_bye, legality.scored_a_win_unplayed, legality.barred_by_ruling)

CITE = account.Citations(
    bracket="1.3.2",
    no_rematch="2.1.1 C1",
    same_absolute="2.1.3 C3",
    completion="2.2.1 C4",
    bye="2.3.1 C5",
    moved_down="4.2.1",
    halves="4.2.1",
    judged="3.8.1",
    criteria={
        QualityCriterion.DOWNFLOATERS: "2.4.1 C6",
        QualityCriterion.DOWNFLOATER_SCORES: "2.4.2 C7",
        QualityCriterion.NEXT_BRACKET: "2.4.3 C8",
        QualityCriterion.NEXT_BRACKET_SCORES: "2.4.3 C8",
        QualityCriterion.BYE_UNPLAYED: "2.4.4 C9",
        QualityCriterion.WIDE_DIFFERENCE: "2.4.5 C10",
        QualityCriterion.THIRD_COLOUR: "2.4.6 C11",
        QualityCriterion.PREFERENCE: "2.4.7 C12",
        QualityCriterion.STRONG_PREFERENCE: "2.4.8 C13",
        QualityCriterion.DOWNFLOAT_LAST: "2.4.9 C14",
        QualityCriterion.UPFLOAT_LAST: "2.4.10 C15",
        QualityCriterion.DOWNFLOAT_BEFORE: "2.4.11 C16",
        QualityCriterion.UPFLOAT_BEFORE: "2.4.12 C17",
        QualityCriterion.DIFFERENCE_DOWN_LAST: "2.4.13 C18",
        QualityCriterion.DIFFERENCE_UP_LAST: "2.4.14 C19",
        QualityCriterion.DIFFERENCE_DOWN_BEFORE: "2.4.15 C20",
        QualityCriterion.DIFFERENCE_UP_BEFORE: "2.4.16 C21",
        QualityCriterion.EXCHANGE: "4.3.2",
    },
    colours={
        PreferenceGround.BOTH_GRANTED: "5.2.1",
        PreferenceGround.STRONGER: "5.2.2",
        PreferenceGround.ALTERNATE: "5.2.3",
        PreferenceGround.HIGHER_RANKED: "5.2.4",
        PreferenceGround.INITIAL_COLOUR: "5.2.5",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
)


def pair(tournament: Tournament) -> RoundPairing:
    """The round to come."""
    chosen(tournament.variations, VARIATIONS)
    roll = roll_of(tournament)
    acceleration.refuse_unless_draw_is_half(tournament, roll.scale)
    score = legality.lowest_bye_score(roll) if legality.needs_bye(roll) else None
    dutch.refuse_incomplete(roll, CITE, score)
    brackets = BracketsOf2026(roll, score)
    made = brackets.pair_all()
    bye = None
    if brackets.bye is not None:
        bye = account.bye_given(roll, made, brackets.bye, CITE, lowest_score=True)
    reasons = account.account(roll, made, brackets.bye, CITE)
    return dutch.publish_round(NAME, roll, made, bye, reasons, CITE)


def between(tournament: Tournament, _made: RoundPairing, a: Number, b: Number) -> Between:
    """What stands between two players, whatever is decided in the round to come."""
    # Only questions need it, and hosts start the engine once a round.
    from topboard.rules.fide.between import between as answer

    return answer(roll_of(tournament), CITE, a, b)


def roll_of(tournament: Tournament) -> profiles.Roll:
    return profiles.roll_of(tournament, BARS, profiles.floats_if_scored)


ARTICLES: dict[str, Callable[..., object]] = {
    "1.1": numbers.order_of_entries,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dutch system, from February 2026",
    source="FIDE Handbook C.04.3 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "Players. The Swiss system of most rated events: score groups from the top, upper half"
        " against lower half, colours and floats by ordered criteria."
    ),
    teams=False,
    pair=pair,
    facts=dutch.facts,
    articles=ARTICLES,
    governance="fide.FROM_2026",
    variations=VARIATIONS,
    between=between,
    order_of_entries=numbers.order_of_entries,
)
