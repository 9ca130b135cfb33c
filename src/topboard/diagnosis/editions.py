"""Other editions of a system that were in force around the date of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.checking import infer_missing_settings_from_rounds
from topboard.diagnosis.situations import Situation, pair_and_compare
from topboard.systems.registry import FAMILIES, family_of_edition, system as system_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Tournament
    from topboard.systems.registry import System

YEARS_AROUND = 2
"""How many years before or after the event an edition may end or begin to count as near."""


@dataclass(frozen=True, slots=True)
class EditionCheck:
    """The result of testing whether another edition reproduces a round."""

    round: int
    system: str
    reproduced: bool


def list_other_editions(name: str, event: Tournament) -> tuple[str, ...]:
    """Return the other editions of a system's family in force around the first day of the event.

    If the event has no date, all other editions that came into force are listed.
    """
    day = event.details.start
    others = FAMILIES.get(family_of_edition(name), ())
    return tuple(
        one
        for one in others
        if one != name
        and system_named(one).teams == system_named(name).teams
        and _is_near(system_named(one), day)
    )


def _is_near(system: System, day: str) -> bool:
    if system.in_force is None:
        return False
    if not day[:4].isdigit():
        return True
    first, last = system.in_force
    year = int(day[:4])
    begins = int(first[:4]) if first else 0
    ends = int(last[:4]) if last else 9999
    return begins - YEARS_AROUND <= year <= ends + YEARS_AROUND


def check_other_editions(
    event: Tournament, system: System, numbers: Iterable[int]
) -> tuple[EditionCheck, ...]:
    """Return, for each round, whether the other editions in force around that date reproduce it."""
    found = []
    others = [system_named(name) for name in list_other_editions(system.name, event)]
    complete = infer_missing_settings_from_rounds(event, system)
    for number in numbers:
        before = complete.before(number)
        for other in others:
            agreement = pair_and_compare(Situation(before, other))
            found.append(
                EditionCheck(number, other.name, agreement is not None and agreement.complete)
            )
    return tuple(found)
