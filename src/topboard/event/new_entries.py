"""The numbers assigned to new participants, whether they enter on time or late."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import Enter, EnterLate, RequestBye
from topboard.event.entry_tables import EntryTable
from topboard.event.tournament import build_tournament
from topboard.messages import say_count
from topboard.model import HalfPointBye, Number, Team, ZeroPointBye
from topboard.systems.registry import fill_in_ratings_in_force, system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.event.actions import Act
    from topboard.event.state import Event, Section
    from topboard.model import Competitor, Tournament


def next_competitor_number(section: Section) -> Number:
    """Return the number for the next participant, one more than the highest so far."""
    return Number(max(section.competitors, default=0) + 1)


def next_member_number(section: Section) -> int:
    """Return the number for the next team member, one more than the highest in any team."""
    teams = (c for c in section.competitors.values() if isinstance(c, Team))
    return max((p.number for team in teams for p in team.players), default=0) + 1


def assign_numbers_to_new_competitors(
    section: Section, entered: Iterable[Competitor]
) -> tuple[Competitor, ...]:
    """Return the new participants with the next free numbers of the section.

    New team members get numbers as well.
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
    return add_letters_to_shared_names(section, made)


def add_letters_to_shared_names(
    section: Section, entered: Iterable[Competitor]
) -> tuple[Competitor, ...]:
    """Return the new participants, with the letter of a team after a name that two teams share.

    Pairings and standings show only names. The A team keeps its name, as in "Serbia" and "Serbia
    B". It becomes "Serbia A" only if another team is already called "Serbia".
    """
    made = [*entered]
    teams = [one for one in made if isinstance(one, Team)]
    new = Counter(team.name.casefold() for team in teams)
    known = {
        one.name.casefold(): one.letter.upper()
        for one in section.competitors.values()
        if isinstance(one, Team)
    }

    def name_team(team: Team) -> Team:
        name, letter = team.name.casefold(), team.letter.upper()
        is_shared = (new[name] > 1 and letter != "A") or known.get(name, letter) != letter
        return replace(team, name=f"{team.name} {letter}") if is_shared else team

    return tuple(name_team(one) if isinstance(one, Team) else one for one in made)


def build_entry_actions(section: Section, table: EntryTable, source: str) -> tuple[Act, ...]:
    """Return the actions that enter the participants in a table and request their byes."""
    entered = assign_numbers_to_new_competitors(section, table.competitors)
    new = {old.number: one.number for old, one in zip(table.competitors, entered, strict=True)}
    byes = (RequestBye(section.name, new[bye.number], bye.round, bye.outcome) for bye in table.byes)
    return (Enter(section.name, entered, source), *byes)


def build_entry_table_from_tournament(found: Tournament) -> EntryTable:
    """Return the participants of a file as a table, with notes on facts that are not entries."""
    byes = tuple(r for r in found.requests if isinstance(r.outcome, HalfPointBye | ZeroPointBye))
    return EntryTable(found.competitors, byes, tuple(_note_facts_left_out(found, len(byes))))


def _note_facts_left_out(found: Tournament, byes: int) -> Iterator[str]:
    if rounds := len(found.rounds):
        yield say_count(
            "{count} round of the file is not imported. To import it, continue the event from the "
            "other program instead.",
            "{count} rounds of the file are not imported. To import them, continue the event from "
            "the other program instead.",
            rounds,
        )
    if others := len(found.requests) - byes:
        yield say_count(
            "{count} withdrawal or other absence in the file is not imported.",
            "{count} withdrawals or other absences in the file are not imported.",
            others,
        )
    others = len(found.forbidden) + len(found.fixed_tables) + len(found.adjustments)
    if others:
        yield say_count(
            "{count} restriction, fixed board or point adjustment in the file is not imported.",
            "{count} restrictions, fixed boards or point adjustments in the file are not imported.",
            others,
        )


def build_late_entry_action(
    event: Event, name: str, late: Competitor, *, last: bool = False
) -> EnterLate:
    """Return the action that enters a late participant with the TPN that the system prescribes.

    The TPN depends on the rating that counts in the section. If the system prescribes none, or if
    ``last`` is set, the participant gets the next number and all others keep theirs.
    """
    section = event.section(name)
    place_of = system(section.system).place_of_late_entry
    number = next_competitor_number(section)
    if place_of is not None and not last:
        order = section.settings.rating_order
        (ranked,) = fill_in_ratings_in_force((late,), section.system, order)
        number = place_of(build_tournament(event, section), ranked) or number
    return EnterLate(name, replace(late, number=number), number in section.competitors)
