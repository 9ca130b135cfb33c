"""The Monrad system of a club: neighbours in the ranking meet, unless they have met before.

The rules of the club:

1. Players are ranked by points, then by number.
2. If the number of players is odd, the lowest-ranked player who has not had the bye gets it.
3. The highest-ranked player who is not paired yet meets the next player in the ranking.
4. No two players meet twice, and no one gets the same colour three times in a row.
5. If rule 4 forbids a pair, or if the others could not be paired, the player after the next one
   is tried, and so on.
6. The player with the stronger colour preference gets it. If both preferences are equal, the
   higher-ranked player gets theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from topboard.matching.perfect import PartnerChoice, PerfectMatching, find_first_perfect_matching
from topboard.reasons.criteria import PreferenceGround
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.objections import Objections
from topboard.reasons.obstacles import PassedOver
from topboard.systems import System
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common import (
    bye_reasons,
    byes,
    colour_preferences,
    explained_pairing,
    legality,
    pairing_numbers,
    players,
    round_pairing,
    why_not,
)
from topboard.systems.fide_common.citations import BracketCitations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard import RoundPairing, Tournament
    from topboard.model import Number
    from topboard.reasons.decisions import Reason
    from topboard.systems.fide_common.players import FideField

NAME = "club_monrad"
ONE_GROUP = 0
"""The points of the only group. Players meet whatever their points are."""

CITE = BracketCitations(
    groups="3",
    no_rematch="4",
    same_absolute="4",
    completion="5",
    bye="2",
    order="5",
    judged="5",
    criteria={},
    colours=dict.fromkeys(PreferenceGround, "6"),
    boards="1",
    rounds="",
    lot="6",
)


class Neighbours(NamedTuple):
    """The pairs of a round, in the order in which they were made."""

    choices: tuple[PartnerChoice, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs as indices of their players, with the higher-ranked player first."""
        return [(choice.chooser, choice.chosen) for choice in self.choices]


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round and return it with its reasons."""
    field = players.build_field(
        tournament, legality.BARS_OF_2026, unplayed=players.is_unplayed_never_a_downfloat
    )
    round_pairing.refuse_unpairable_round(field, CITE)
    order = byes.bye_order(field, lambda place: place)
    receiver = byes.find_bye_receiver(field, order)
    reasons: list[Reason] = []
    rest, number = field, None
    if receiver is not None:
        number = field.number_at_index(receiver)
        rest = field.without_players(receiver)
        steps = ("2",) * 4
        reasons.append(bye_reasons.explain_bye(field, order, receiver, steps))
    made = pair_neighbours(rest)
    reasons += explain_neighbours(rest, made)
    decided = round_pairing.PairsAndByeOfRound(rest, [made], None, field.points, number, field)
    return explained_pairing.build_round_pairing(NAME, decided, CITE, reasons)


def pair_neighbours(field: FideField) -> Neighbours:
    """Return the pairs: each player in ranking order meets the first possible one below."""
    places = range(len(field.players))
    graph = legality.permitted_pairs_graph(field, places)
    found = find_first_perfect_matching(
        PerfectMatching(graph), graph, places, lambda left: range(1, len(left))
    )
    return Neighbours(tuple(found))


def explain_neighbours(field: FideField, made: Neighbours) -> Iterator[OpponentChoice]:
    """Yield the reason for each pair, with everyone who was passed over."""
    for choice in made.choices:
        chooser, chosen = field.numbers_at((choice.chooser, choice.chosen))
        yield OpponentChoice(
            article="5" if choice.passed else "3",
            chooser=chooser,
            chosen=chosen,
            points=ONE_GROUP,
            passed_over=tuple(find_passed_over(field, choice)),
        )


def find_passed_over(field: FideField, choice: PartnerChoice) -> Iterator[PassedOver]:
    """Yield the players who come before the opponent, with the reason why they are not it."""
    for place, certificate in choice.passed:
        obstacle = explained_pairing.find_pairing_obstacle(field, choice.chooser, place)
        if obstacle is None and certificate is not None:
            obstacle = convert_certificate_to_numbers(certificate, field.numbers)
        if obstacle is not None:
            yield PassedOver(field.number_at_index(place), obstacle)


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players do not meet, as far as rule 4 says so."""
    everyone = round_pairing.get_pairs_and_bye_of_pairing(made).field_with_bye_player
    return Objections(
        obstacle=why_not.find_obstacle_between(everyone, a, b),
        article="4",
        points=(ONE_GROUP, ONE_GROUP),
        groups_article="3",
        colours=(everyone.colours[a], everyone.colours[b]),
    )


SYSTEM = System(
    name=NAME,
    title="Monrad system of the club",
    source="Rules of the club",
    whose="the club",
    teams=False,
    pair=pair,
    facts=round_pairing.collect_results_for_standings,
    objections=find_objections,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    initial_colour=round_pairing.initial_colour,
    order_of_entries=pairing_numbers.sort_initial_list,
    plain="For players. Neighbours in the ranking meet, unless they have met before.",
    articles={
        "1": pairing_numbers.sort_initial_list,
        "2": byes.find_bye_receiver,
        "3": pair_neighbours,
        "4": legality.may_meet,
        "5": find_first_perfect_matching,
        "6": colour_preferences.colour_of_higher_ranked,
    },
)
