"""The numbers that new participants get, whether they enter on time or late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import EnterLate
from topboard.event.tournament import build_tournament
from topboard.model import Number, Team
from topboard.systems.registry import apply_ratings_in_force, system

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.state import Event, Section
    from topboard.model import Competitor


def next_competitor_number(section: Section) -> Number:
    """Return the number for the next participant, one more than the highest so far."""
    return Number(max(section.competitors, default=0) + 1)


def next_member_number(section: Section) -> int:
    """Return the number for the next team member, one more than the highest in any team."""
    teams = (c for c in section.competitors.values() if isinstance(c, Team))
    return max((p.number for team in teams for p in team.players), default=0) + 1


def number_new_competitors(
    section: Section, entered: Iterable[Competitor]
) -> tuple[Competitor, ...]:
    """Return new participants with numbers that follow those in the section.

    The members of teams get new numbers as well.
    """
    made: list[Competitor] = []
    person = next_member_number(section)
    for number, one in enumerate(entered, start=next_competitor_number(section)):
        new: Competitor = replace(one, number=Number(number), joined=1)
        if isinstance(new, Team):
            members = enumerate(new.players, start=person)
            players = tuple(replace(player, number=Number(n)) for n, player in members)
            person += len(players)
            new = replace(new, players=players)
        made.append(new)
    return tuple(made)


def build_late_entry_action(
    event: Event, name: str, late: Competitor, *, last: bool = False
) -> EnterLate:
    """Return the action that enters a late participant with the TPN the system prescribes.

    The TPN depends on the rating that counts in the section. If the system prescribes none, or if
    ``last`` is set, the participant gets the next number and nobody else moves.
    """
    section = event.section(name)
    place_of = system(section.system).place_of_late_entry
    number = next_competitor_number(section)
    if place_of is not None and not last:
        order = section.settings.rating_order
        (ranked,) = apply_ratings_in_force((late,), section.system, order)
        number = place_of(build_tournament(event, section), ranked) or number
    return EnterLate(name, replace(late, number=number), number in section.competitors)
