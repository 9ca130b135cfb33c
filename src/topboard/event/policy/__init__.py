"""The articles about people, for each edition: what is refused, regretted or left to somebody.

An edition's table says what an article has against an act, whom it leaves unpaired, and which
articles an office may overrule. The tables stand in a module for each family, and a system names
its own; one that names none is governed by the general rules.
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
    """The articles of an edition that speak of people rather than of pairs."""

    acts: Mapping[str, Rule] = field(default_factory=dict)
    """Article -> what it has against an act."""
    absences: Mapping[str, Bar] = field(default_factory=dict)
    """Article -> whom it leaves unpaired."""
    lifts: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """Article -> which other articles it lets somebody overrule."""
    notions: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """Article -> a notion of it on which another article of the table rests."""
    general: tuple[Rule, ...] = ()
    """What holds where the text is silent."""
    fide_mode: bool = False
    """Whether its sections are in FIDE mode until somebody leaves it."""
    lot: str = ""
    """The article on the lot for the colours of round 1, where there is one."""
    boards: str = ""
    """The article on the boards of a team and who sits at them, where there is one."""
    line_ups: str = ""
    """The article on changes of published individual pairings, where there is one."""
    left: str = ""
    """The article on those who leave or are excused, where there is one."""
    byes: Mapping[str, tuple[type[Outcome], ...]] = field(default_factory=dict)
    """Article -> after which outcomes of earlier rounds nobody has the bye."""
    rematch: str = ""
    """The article by which two do not meet a second time, where there is one."""
    met: Callable[[Row], Mapping[Number, int]] = rounds_by_played_opponent
    """Whom somebody has met by this text, and in which round."""
    colour_limits: Mapping[str, Callable[[tuple[Colour, ...], Colour], bool]] = field(
        default_factory=dict
    )
    """Article -> whether it absolutely forbids a colour to somebody who had these."""
    grounds: tuple[ChangeGround, ...] = (
        ChangeGround.REMATCH,
        ChangeGround.COLOUR_LIMIT,
        ChangeGround.OTHER,
    )
    """On which grounds a published pairing is changed, as the desk offers them."""
    offices: tuple[Office, ...] = (Office.CHIEF_ARBITER, Office.DIRECTOR)
    """Those who decide at an event by this text; what is left to others is nobody's there."""
    default_score: Callable[[int, int], tuple[Tenths, Tenths]] = scoring.default_all_boards
    """Boards and players present -> the points of the side that came and of the other."""

    @property
    def articles(self) -> dict[str, Callable[..., object]]:
        """Every article with its function."""
        return {**self.acts, **self.absences, **self.lifts, **self.notions}


SILENT = Governance(
    general=(general.late_entry_needs_a_word, general.full_point_bye, publication.director_changes)
)
"""For a text that says nothing of these matters."""


@cache
def governance_of(system: str) -> Governance:
    """The articles about people of a system."""
    named = registry.system(system).governance if system in registry.SYSTEMS else ""
    if not named:
        return SILENT
    family, _, table = named.partition(".")
    found = getattr(import_module(f"{__name__}.{family}"), table)
    assert isinstance(found, Governance), f"{named} is no table of governance"
    return found


def exclusions(section: Section) -> tuple[Exclusion, ...]:
    """Who is not paired in the round to come, and by which article."""
    found = {n: Exclusion(n, "") for n in sorted(section.suspended)}
    for article, bar in governance_of(section.system).absences.items():
        for exclusion in bar(section, article):
            if (exclusion.number, article) not in section.exceptions:
                found.setdefault(exclusion.number, exclusion)
    return tuple(found[n] for n in sorted(found))
