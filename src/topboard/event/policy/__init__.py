"""The articles about people in each edition of the rules.

The table of an edition lists the objections of each article to an action, the participants it
leaves unpaired, and the articles that an office may overrule. Each family of rules has a module
with its tables, and a system names its own table. The general rules apply to a system that names
none.
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
    """The function that yields an article's objections to an action, keyed by article."""
    absences: Mapping[str, Bar] = field(default_factory=dict)
    """The function that yields the participants an article leaves unpaired, keyed by article."""
    lifts: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """The function that says which other articles an office may overrule, keyed by article."""
    notions: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """A concept that an article defines and another article uses, keyed by article."""
    general: tuple[Rule, ...] = ()
    """Rules that apply where the text of the edition is silent."""
    fide_mode: bool = False
    """Whether sections start in FIDE mode and stay in it until the arbiter leaves it."""
    lot: str = ""
    """The article on the drawing of lots for the colours of round 1; empty if there is none."""
    boards: str = ""
    """The article on the boards of a team and its players there; empty if there is none."""
    line_ups: str = ""
    """The article on changes of published individual pairings; empty if there is none."""
    left: str = ""
    """The article on participants who withdraw or are excused; empty if there is none."""
    byes: Mapping[str, tuple[type[Outcome], ...]] = field(default_factory=dict)
    """The outcomes of earlier rounds that bar a participant from the bye, keyed by article."""
    rematch: str = ""
    """The article that forbids a second meeting; empty if there is none."""
    met: Callable[[Row], Mapping[Number, int]] = rounds_by_played_opponent
    """The function that returns a participant's earlier opponents, as this text defines them.

    The result maps each opponent to the round.
    """
    colour_limits: Mapping[str, Callable[[tuple[Colour, ...], Colour], bool]] = field(
        default_factory=dict
    )
    """Functions that say whether a colour is absolutely forbidden, keyed by article.

    Each takes the colours that a participant has had and the colour to check.
    """
    grounds: tuple[ChangeGround, ...] = (
        ChangeGround.REMATCH,
        ChangeGround.COLOUR_LIMIT,
        ChangeGround.OTHER,
    )
    """The grounds for changing a published pairing, in the order in which the desk offers them."""
    offices: tuple[Office, ...] = (Office.CHIEF_ARBITER, Office.DIRECTOR)
    """The offices that can make rulings under this text; other offices cannot."""
    default_score: Callable[[int, int], tuple[Tenths, Tenths]] = scoring.forfeit_score_all_boards
    """The function that scores a forfeited match.

    It takes the number of boards and of players present, and returns the points of the team that
    came and of its opponent.
    """

    @property
    def articles(self) -> dict[str, Callable[..., object]]:
        """Return all articles with the functions that implement them."""
        return {**self.acts, **self.absences, **self.lifts, **self.notions}


SILENT = Governance(
    general=(
        general.require_ruling_on_late_entry,
        general.ask_to_confirm_full_point_bye,
        publication.require_director_for_change,
    )
)
"""The table for rules that say nothing about people."""


@cache
def governance_of_system(system: str) -> Governance:
    """Return the articles about people that apply under a system."""
    named = registry.system(system).governance if system in registry.SYSTEMS else ""
    if not named:
        return SILENT
    family, _, table = named.partition(".")
    found = getattr(import_module(f"{__name__}.{family}"), table)
    assert isinstance(found, Governance), f"{named} is no table of governance"
    return found


def find_exclusions(section: Section) -> tuple[Exclusion, ...]:
    """Return the participants excluded from the next round, each with the article that applies."""
    found = {n: Exclusion(n, "") for n in sorted(section.suspended)}
    for article, bar in governance_of_system(section.system).absences.items():
        for exclusion in bar(section, article):
            if (exclusion.number, article) not in section.exceptions:
                found.setdefault(exclusion.number, exclusion)
    return tuple(found[n] for n in sorted(found))
