"""The Dubov system, C.04.4.1 from 1 February 2026, with C.04.1, C.04.2 and C.04.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.grounds import PreferenceGround, QualityCriterion
from topboard.records import replace
from topboard.rules.fide import acceleration, dutch, legality
from topboard.rules.fide.citations import BracketCitations
from topboard.rules.fide.dubov import players, rounds
from topboard.rules.shared.variations import chosen

if TYPE_CHECKING:
    from topboard.model import Tables, Tournament
    from topboard.reasons import RoundPairing

NAME = "fide_dubov_2026"
VARIATIONS = (players.FORFEITS_FLOAT, replace(acceleration.BAKU, article="C.04.7 1.4"))
BARS = (legality.had_the_bye, legality.scored_a_win_unplayed, legality.barred_by_ruling)

CITE = BracketCitations(
    bracket="1.3.2",
    no_rematch="2.1.1 C1",
    same_absolute="2.1.3 C3",
    completion="2.2.1 C4",
    bye="3.1",
    moved_down="4.2.2",
    halves="4.4.2",
    judged="3.2.2",
    criteria={
        QualityCriterion.UPFLOATERS: "2.3.1 C5",
        QualityCriterion.UPFLOATER_SCORES: "2.3.2 C6",
        QualityCriterion.PREFERENCE: "2.3.3 C7",
        QualityCriterion.MAXIMUM_UPFLOATERS: "2.3.4 C8",
        QualityCriterion.UPFLOATS_OF_MAXIMUM: "2.3.5 C9",
        QualityCriterion.UPFLOAT_LAST: "2.3.6 C10",
    },
    colours={
        PreferenceGround.INITIAL_COLOUR: "5.2.1",
        PreferenceGround.BOTH_GRANTED: "5.2.2",
        PreferenceGround.STRONGER: "5.2.3",
        PreferenceGround.ALTERNATE: "5.2.4",
        PreferenceGround.HIGHER_RANKED: "5.2.5",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="5.1",
)


def pair(tournament: Tournament) -> RoundPairing:
    """The round to come."""
    return dutch.published(NAME, decide(opened(tournament)), CITE, ())


def tables(tournament: Tournament) -> Tables:
    """The round to come, without reasons."""
    return dutch.tables_of(decide(opened(tournament)))


def opened(tournament: Tournament) -> players.DubovRoll:
    """Everybody to be paired, in an event that the text can pair."""
    chosen(tournament.variations, VARIATIONS)
    entered = players.dubov_roll(tournament, BARS)
    acceleration.refuse_unless_draw_is_half(tournament, entered.roll.scale)
    return entered


def decide(entered: players.DubovRoll) -> dutch.Decided[rounds.DubovBracket]:
    """Who has the bye, then the brackets."""
    roll = entered.roll
    dutch.refuse_incomplete(roll, CITE)
    bye = rounds.receiver(entered)
    made = rounds.score_groups_paired(entered, bye)
    return dutch.Decided(roll, made, bye, roll.pairing_points)
