"""The articles about people in each edition: what is forbidden, warned of or left to a ruling.

The table of an edition says what an article has against an action, whom it leaves unpaired, and
which articles an office may overrule. Each family has a module with its tables, and a system names
its own table. The general rules apply to a system that names none.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.event.actions import ChangeGround, Exclusion
from topboard.event.policy import general, publication
from topboard.event.policy.objections import Office
from topboard.model import scoring
from topboard.systems import registry
from topboard.systems.common.field import rounds_by_played_opponent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.policy.objections import Rule
    from topboard.event.policy.presence import Bar
    from topboard.event.state import Section
    from topboard.model import Colour, Number, Outcome, Tenths
    from topboard.systems.common.field import Row


@dataclass(frozen=True, slots=True)
class Governance:
    """The articles of an edition that are about people rather than pairs."""

    acts: Mapping[str, Rule] = field(default_factory=dict)
    """Article -> its objections to an action."""
    absences: Mapping[str, Bar] = field(default_factory=dict)
    """Article -> the participants it leaves unpaired."""
    lifts: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """Article -> which other articles it lets an office overrule."""
    notions: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """Article -> a concept it defines that another article of the table uses."""
    general: tuple[Rule, ...] = ()
    """Rules that apply where the text is silent."""
    fide_mode: bool = False
    """Whether its sections are in FIDE mode until somebody leaves it."""
    lot: str = ""
    """The article on the drawing of lots for the colours of round 1, if there is one."""
    boards: str = ""
    """The article on the boards of a team and who sits at them, if there is one."""
    line_ups: str = ""
    """The article on changes of published individual pairings, if there is one."""
    left: str = ""
    """The article on participants who withdraw or are excused, if there is one."""
    byes: Mapping[str, tuple[type[Outcome], ...]] = field(default_factory=dict)
    """Article -> the outcomes of earlier rounds after which nobody may have the bye."""
    rematch: str = ""
    """The article that forbids a second meeting, if there is one."""
    met: Callable[[Row], Mapping[Number, int]] = rounds_by_played_opponent
    """The opponents a participant has met according to this text, with the round."""
    colour_limits: Mapping[str, Callable[[tuple[Colour, ...], Colour], bool]] = field(
        default_factory=dict
    )
    """Article -> whether it absolutely forbids a colour to somebody who had these colours."""
    grounds: tuple[ChangeGround, ...] = (
        ChangeGround.REMATCH,
        ChangeGround.COLOUR_LIMIT,
        ChangeGround.OTHER,
    )
    """The grounds for changing a published pairing, in the order in which the desk offers them."""
    offices: tuple[Office, ...] = (Office.CHIEF_ARBITER, Office.DIRECTOR)
    """The offices that can make rulings under this text; other offices have no say.
    """
    default_score: Callable[[int, int], tuple[Tenths, Tenths]] = scoring.default_all_boards
    """Boards and players present -> the points of the side that came and of the other."""

    @property
    def articles(self) -> dict[str, Callable[..., object]]:
        """Return every article with its function."""
        return {**self.acts, **self.absences, **self.lifts, **self.notions}


SILENT = Governance(
    general=(general.late_entry_needs_a_word, general.full_point_bye, publication.director_changes)
)
"""The table for a text that says nothing about these matters."""


@cache
def governance_of(system: str) -> Governance:
    """Return the articles about people of a system."""
    named = registry.system(system).governance if system in registry.SYSTEMS else ""
    if not named:
        return SILENT
    family, _, table = named.partition(".")
    found = getattr(import_module(f"{__name__}.{family}"), table)
    assert isinstance(found, Governance), f"{named} is no table of governance"
    return found


def exclusions(section: Section) -> tuple[Exclusion, ...]:
    """Return who is not paired in the next round, and by which article."""
    found = {n: Exclusion(n, "") for n in sorted(section.suspended)}
    for article, bar in governance_of(section.system).absences.items():
        for exclusion in bar(section, article):
            if (exclusion.number, article) not in section.exceptions:
                found.setdefault(exclusion.number, exclusion)
    return tuple(found[n] for n in sorted(found))
