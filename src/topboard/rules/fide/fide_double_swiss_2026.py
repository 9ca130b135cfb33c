"""The FIDE Double-Swiss System, C.04.5 from 1 February 2026, with C.04.1, C.04.2 and C.04.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.grounds import MatchColourGround, QualityCriterion
from topboard.model import Colour
from topboard.records import replace
from topboard.rules.fide import acceleration, dutch, legality, profiles
from topboard.rules.fide.double_swiss import colours, matches
from topboard.rules.fide.preferences import no_preference
from topboard.rules.fide.upfloaters.brackets import fill_brackets
from topboard.rules.fide.upfloaters.tables import MatchColours, tables_of
from topboard.rules.fide.upfloaters.terms import UpfloaterCitations, UpfloaterTerms, no_faults
from topboard.rules.fide.upfloaters.variations import GRADED
from topboard.rules.shared.variations import chosen
from topboard.two_games import GAMES

if TYPE_CHECKING:
    from topboard.model import Tables, Tournament
    from topboard.rules.fide.profiles import Profile, Roll
    from topboard.rules.fide.upfloaters.tables import Colouring

NAME = "fide_double_swiss_2026"
VARIATIONS = (GRADED, replace(acceleration.BAKU, article="C.04.7 1.4"))
LAST_ROUNDS = 1
"""In so many rounds at the end it does not count who floated in the one before."""
BARS = (
    legality.had_the_bye,
    legality.won_by_forfeit,
    legality.had_a_full_point_bye,
    legality.barred_by_ruling,
)

CITE = UpfloaterCitations(
    bracket="1.3.2",
    no_rematch="2.1.1 C1",
    completion="2.2.1 C3",
    bye="3.4",
    sets="3.5.4",
    identifiers="3.6.3",
    judged="3.6.4",
    criteria={
        QualityCriterion.UPFLOATERS: "2.3.1 C4",
        QualityCriterion.UPFLOATER_SCORES: "2.3.2 C5",
        QualityCriterion.FOLLOWING_GROUP: "2.3.3 C6",
        QualityCriterion.UPFLOATER_FLOATED: "2.3.4 C7",
        QualityCriterion.OPPONENT_FLOATED: "2.3.5 C8",
    },
    colours={
        MatchColourGround.INITIAL_COLOUR: "4.3.1",
        MatchColourGround.FEWER_WHITES: "4.3.2",
        MatchColourGround.LAST_DIFFERENCE: "4.3.3",
        MatchColourGround.ALTERNATE_FIRST: "4.3.4",
        MatchColourGround.ALTERNATE_OTHER: "4.3.5",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="4.1",
)


def tables(tournament: Tournament) -> Tables:
    """The round to come, without reasons."""
    roll = opened(tournament)
    return tables_of(fill_brackets(roll, terms_of(tournament)), colouring_of(roll))


def opened(tournament: Tournament) -> Roll:
    """Everybody to be paired, in an event that the text can pair."""
    chosen(tournament.variations, VARIATIONS)
    tournament = replace(tournament, boards=GAMES)
    roll = roll_of(tournament)
    acceleration.refuse_unless_draw_is_half(tournament, roll.scale)
    return roll


def roll_of(tournament: Tournament) -> Roll:
    """What this text looks at in everybody to be paired."""
    counting = matches.points_of_matches(tournament)
    history = profiles.History(tournament, profiles.floats_only_in_play, counting)
    roll = profiles.roll_from(history, BARS, no_preference, topscorers=False)
    return matches.with_colours_of_matches(roll)


def terms_of(tournament: Tournament) -> UpfloaterTerms:
    """The criteria for brackets: none of them asks for colours."""
    graded = GRADED.name in tournament.variations
    return UpfloaterTerms(CITE, (), no_faults, LAST_ROUNDS, graded)


def colouring_of(roll: Roll) -> Colouring:
    """How the two players of a match have their colours in its first game."""
    initial = dutch.initial_colour(roll.tournament) or Colour.WHITE

    def coloured(higher: Profile, lower: Profile) -> MatchColours:
        return MatchColours(higher, lower, *colours.colour_of_higher(higher, lower, initial))

    return coloured
