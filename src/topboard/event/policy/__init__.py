"""The articles about people in each edition of the rules.

The table of an edition lists the objections of each article to actions, the participants whom an
article excludes from pairing, and the articles that an office may overrule. Each family of rules
has a module with its tables. A pairing system without a table uses the general rules.
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
from topboard.systems.common.field import map_played_opponents_to_rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.policy.objections import Rule
    from topboard.event.policy.presence import Bar
    from topboard.event.state import Section
    from topboard.model import Colour, Number, Outcome, Tenths
    from topboard.systems.common.field import Row


@dataclass(frozen=True, slots=True)
class Governance:
    """The articles of an edition of the rules that are about people rather than pairings."""

    acts: Mapping[str, Rule] = field(default_factory=dict)
    """Functions that yield the objections of an article to an action, keyed by article."""
    absences: Mapping[str, Bar] = field(default_factory=dict)
    """Functions that yield the participants whom an article excludes, keyed by article."""
    lifts: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """Functions that return whether an office may overrule an article.

    The keys are the articles that give an office this power.
    """
    notions: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """Functions for concepts that one article defines and another uses, keyed by article."""
    general: tuple[Rule, ...] = ()
    """Rules that apply if the regulations say nothing on the subject."""
    fide_mode: bool = False
    """Whether sections start in FIDE mode, which they keep until the arbiter leaves it."""
    lot: str = ""
    """The article on drawing lots for the colours of round 1; empty if there is none."""
    boards: str = ""
    """The article on the boards of a team and who plays on them; empty if there is none."""
    line_ups: str = ""
    """The article on changing published individual pairings; empty if there is none."""
    left: str = ""
    """The article on participants who withdraw or are excused; empty if there is none."""
    byes: Mapping[str, tuple[type[Outcome], ...]] = field(default_factory=dict)
    """The outcomes of earlier rounds that bar a participant from the bye, keyed by article."""
    rematch: str = ""
    """The article that forbids two participants to meet again; empty if there is none."""
    met: Callable[[Row], Mapping[Number, int]] = map_played_opponents_to_rounds
    """The function that returns a participant's earlier opponents, as the rules define them.

    It returns the round of the meeting for each opponent.
    """
    colour_limits: Mapping[str, Callable[[tuple[Colour, ...], Colour], bool]] = field(
        default_factory=dict
    )
    """Functions that return whether a colour is absolutely forbidden, keyed by article.

    Each takes the participant's colours so far and the colour to check.
    """
    grounds: tuple[ChangeGround, ...] = (
        ChangeGround.REMATCH,
        ChangeGround.COLOUR_LIMIT,
        ChangeGround.BY_MISTAKE,
        ChangeGround.OTHER,
    )
    """The possible reasons for changing a published pairing, in the order used in forms."""
    offices: tuple[Office, ...] = (Office.CHIEF_ARBITER, Office.DIRECTOR)
    """The offices that can make rulings under these rules."""
    default_score: Callable[[int, int], tuple[Tenths, Tenths]] = scoring.forfeit_score_all_boards
    """The function that scores a forfeited match.

    It takes the number of boards and the number of players present, and returns the points of the
    team that came and of its opponent.
    """

    @property
    def articles(self) -> dict[str, Callable[..., object]]:
        """Return all articles in the table, with the functions that implement them."""
        return {**self.acts, **self.absences, **self.lifts, **self.notions}


SILENT = Governance(
    general=(
        general.require_ruling_on_late_entry,
        general.ask_to_confirm_full_point_bye,
        publication.require_director_ruling_on_pairing_change,
    )
)
"""The table of articles for rules that have no articles about people."""


@cache
def governance_of_system(system: str) -> Governance:
    """Return the articles on players, teams and officials that apply under a pairing system."""
    named = registry.system(system).governance if system in registry.SYSTEMS else ""
    if not named:
        return SILENT
    family, _, table = named.partition(".")
    found = getattr(import_module(f"{__name__}.{family}"), table)
    assert isinstance(found, Governance), f"{named} is not a table of articles"
    return found


def find_exclusions_from_next_round(section: Section) -> tuple[Exclusion, ...]:
    """Return the participants excluded from the next round, each with the relevant article.

    The article is empty if the participant is suspended.
    """
    found = {n: Exclusion(n, "") for n in sorted(section.suspended)}
    for article, bar in governance_of_system(section.system).absences.items():
        for exclusion in bar(section, article):
            if (exclusion.number, article) not in section.exceptions:
                found.setdefault(exclusion.number, exclusion)
    return tuple(found[n] for n in sorted(found))
