"""The FIDE Swiss Team System, C.04.6 from 1 February 2026, with C.04.1, C.04.2 and C.04.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.grounds import MatchColourGround, QualityCriterion
from topboard.model import Colour
from topboard.rules.fide import acceleration, dutch, legality, numbers, profiles
from topboard.rules.fide.preferences import no_preference
from topboard.rules.fide.team import colours, points, preferences
from topboard.rules.fide.team.variations import ALL as VARIATIONS
from topboard.rules.fide.team.variations import NO_PREFERENCES, TYPE_B
from topboard.rules.fide.upfloaters.brackets import fill_brackets
from topboard.rules.fide.upfloaters.tables import MatchColours, tables_of
from topboard.rules.fide.upfloaters.terms import UpfloaterCitations, UpfloaterTerms, no_faults
from topboard.rules.fide.upfloaters.variations import GRADED
from topboard.rules.shared.variations import chosen
from topboard.scoring import totals

if TYPE_CHECKING:
    from topboard.model import Tables, Tournament
    from topboard.rules.fide.profiles import Preferring, Roll
    from topboard.rules.fide.upfloaters.tables import Colouring

NAME = "fide_team_2026"
LAST_ROUNDS = 2
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
        QualityCriterion.PREFERENCE: "2.3.5 C8",
        QualityCriterion.STRONG_PREFERENCE: "2.3.6 C9",
        QualityCriterion.OPPONENT_FLOATED: "2.3.7 C10",
    },
    colours={
        MatchColourGround.INITIAL_COLOUR: "4.3.1",
        MatchColourGround.ONLY_PREFERENCE: "4.3.2",
        MatchColourGround.BOTH_GRANTED: "4.3.3",
        MatchColourGround.ONLY_STRONG: "4.3.4",
        MatchColourGround.LOWER_DIFFERENCE: "4.3.5",
        MatchColourGround.LAST_DIFFERENCE: "4.3.6",
        MatchColourGround.FIRST_PREFERENCE: "4.3.7",
        MatchColourGround.ALTERNATE_FIRST: "4.3.8",
        MatchColourGround.ALTERNATE_OTHER: "4.3.9",
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
    roll = roll_of(tournament)
    acceleration.refuse_unless_draw_is_half(tournament, roll.scale)
    return roll


def roll_of(tournament: Tournament) -> Roll:
    """What this text looks at in every team to be paired."""
    history = profiles.History(tournament, profiles.floats_only_in_play, points.primary(tournament))
    return profiles.roll_from(
        history,
        BARS,
        preferring_in(tournament),
        topscorers=False,
        numbered=numbers.fixed_numbers,
    )


def preferring_in(tournament: Tournament) -> Preferring:
    """The colour preferences of the event: of type A unless it says otherwise."""
    if NO_PREFERENCES.name in tournament.variations:
        return no_preference
    if TYPE_B.name not in tournament.variations:
        return preferences.type_a
    last = tournament.round_to_pair == tournament.planned_rounds
    return preferences.type_b_in_last_round if last else preferences.type_b


def terms_of(tournament: Tournament) -> UpfloaterTerms:
    """The criteria for brackets, by the preferences of the event."""
    graded = GRADED.name in tournament.variations
    if NO_PREFERENCES.name in tournament.variations:
        return UpfloaterTerms(CITE, (), no_faults, LAST_ROUNDS, graded)
    denied = QualityCriterion.PREFERENCE
    if TYPE_B.name in tournament.variations:
        both = denied, QualityCriterion.STRONG_PREFERENCE
        return UpfloaterTerms(CITE, both, preferences.faults_of_type_b, LAST_ROUNDS, graded)
    return UpfloaterTerms(CITE, (denied,), preferences.faults_of_type_a, LAST_ROUNDS, graded)


def colouring_of(roll: Roll) -> Colouring:
    """How the two teams of a match have their colours."""
    tournament = roll.tournament
    initial = initial_colour(tournament) or Colour.WHITE
    other = points.secondary(tournament)
    secondary = (
        {}
        if other is None
        else totals(tournament, roll.rows, lambda o: other.worth(o, other.scale), other.kind)
    )

    def coloured(higher: profiles.Profile, lower: profiles.Profile) -> MatchColours:
        first, second = colours.first_team(higher, lower, roll.points, secondary)
        return MatchColours(first, second, *colours.colour_of_first(first, second, initial))

    return coloured


def initial_colour(tournament: Tournament) -> Colour | None:
    """The colour drawn for number 1: as recorded, else as the matches of round 1 show it."""
    if tournament.lot is not None or not tournament.rounds:
        return tournament.lot
    fixed = {c.number: c.number for c in tournament.competitors}
    return dutch.colour_shown_by(tournament.rounds[0], fixed)
