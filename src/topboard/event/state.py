"""The state of an event: what the entries of its journal have led to.

All values are frozen; the dictionaries in them are never changed, only replaced.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field, fields
from topboard.errors import Problem, Refused
from topboard.event.actions import Exclusion, PairRound, Table
from topboard.messages import say
from topboard.model import EventInfo, Number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from topboard.event.actions import Category, SetPrizes
    from topboard.model import (
        Adjustment,
        AwardedPoints,
        Away,
        ByeRuling,
        Colour,
        Competitor,
        FixedTable,
        ForbiddenPair,
        Lot,
        Meeting,
        RatingChoice,
        Request,
        Scale,
        VirtualPoints,
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """What is settled about a section before it begins."""

    rounds: int
    boards: int = 1
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    unrated_as: int | None = None
    match_scale: Scale | None = None
    game_scale: Scale | None = None
    rating_order: tuple[RatingChoice, ...] = ()
    """Which rating counts: the first of these that a player has; none: as the system says."""
    tie_break_edition: str = ""
    """The year of the text by which FIDE's tie-breaks are counted; none: by the first day."""


@dataclass(frozen=True, slots=True)
class RoundStarts:
    """When the rounds of a section begin, round 1 first, and on the clocks of which zone."""

    starts: tuple[str, ...]
    time_zone: str = ""

    @property
    def days(self) -> tuple[str, ...]:
        """The day of each round; empty where it is not settled."""
        return tuple(start.partition("T")[0] for start in self.starts)

    @property
    def times(self) -> tuple[str, ...]:
        """The time at which each round begins; none where none has one."""
        found = tuple(start.partition("T")[2] for start in self.starts)
        return found if any(found) else ()


@dataclass(frozen=True, slots=True)
class Commitment:
    """A lot that is promised: the hash of its seed, and among whom it is drawn."""

    hash: str
    among: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """What is known of a team on the eve of round 1."""

    players: int
    travel: str = ""
    in_time: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A pairing that is put down and can still be replaced: by the rules, or by hand."""

    round: int
    tables: tuple[Table, ...]
    bye: Number | None
    digest: str = ""
    """The digest of the pairing by the rules; empty where they found none or were not asked."""
    excluded: tuple[Exclusion, ...] = ()
    manual: bool = False
    open: bool = False
    """Whether the arbiter is still pairing by hand."""
    differences: tuple[str, ...] = ()
    by_rules: PairRound | None = None
    """The pairing by the rules, also where the arbiter has changed it since."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round whose pairing is published: its tables with what came of them, who was away."""

    number: int
    meetings: Mapping[int, Meeting]
    """The meeting at each table."""
    away: tuple[tuple[Number, Away], ...]
    digest: str
    excluded: tuple[Exclusion, ...]
    entry: int
    """The number of the entry that published it."""
    manual: bool = False
    differences: tuple[str, ...] = ()
    revision: int = 0
    present: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """How many players each side brought to a table, where it was put down."""
    numbers_in_force: bool = True
    """False once a late entry has moved the numbers with which the round was paired."""
    proof: str = ""
    """That of the pairing as it was published, without its facts; none once it was changed."""
    changed_by: int = 0
    """The number of the entry that changed the pairing last; 0 where none did."""
    line_ups_published: bool = False
    """Whether the individual pairings are published: who plays whom at the boards."""

    @property
    def settled_by(self) -> int:
        """The number of the entry that made the pairing what it is now."""
        return self.changed_by or self.entry

    def with_results(
        self, meetings: Mapping[int, Meeting], present: Mapping[int, tuple[int, int]]
    ) -> PublishedRound:
        """The round with other results."""
        return PublishedRound(
            self.number,
            meetings,
            self.away,
            self.digest,
            self.excluded,
            self.entry,
            self.manual,
            self.differences,
            self.revision,
            present,
            self.numbers_in_force,
            self.proof,
            self.changed_by,
            self.line_ups_published,
        )


@dataclass(frozen=True, slots=True)
class Section:
    """One tournament of the event, with its own system, settings, entries and rounds."""

    name: str
    system: str
    settings: Settings
    announced: bool = False
    entries_closed: bool = False
    competitors: Mapping[Number, Competitor] = field(default_factory=dict)
    commitments: Mapping[str, Commitment] = field(default_factory=dict)
    lot: Colour | None = None
    lots: tuple[Lot, ...] = ()
    presence: Mapping[Number, Presence] = field(default_factory=dict)
    exceptions: frozenset[tuple[Number, str]] = frozenset()
    """Who is paired although this article says otherwise."""
    requests: tuple[Request, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    bye_rulings: tuple[ByeRuling, ...] = ()
    fixed_tables: tuple[FixedTable, ...] = ()
    accelerated: frozenset[Number] | None = None
    adjustments: tuple[Adjustment, ...] = ()
    awarded: tuple[AwardedPoints, ...] = ()
    """Points of rounds in place of the usual ones, where a file that was taken over has them."""
    virtual: tuple[VirtualPoints, ...] = ()
    """Points for the pairing only, where a file that was taken over has them."""
    suspended: frozenset[Number] = frozenset()
    excused: frozenset[tuple[Number, int]] = frozenset()
    """Whose no-show up to which round is excused."""
    left_fide_mode: bool = False
    """Whether somebody has switched off FIDE mode; nobody switches it on again."""
    schedule: RoundStarts | None = None
    categories: tuple[Category, ...] = ()
    category_day: str = ""
    """On which day the ages of categories are counted; none: as FIDE does it."""
    prizes: SetPrizes | None = None
    draft: Draft | None = None
    rounds: tuple[PublishedRound, ...] = ()

    def with_rounds(self, rounds: tuple[PublishedRound, ...]) -> Section:
        """The section with other rounds; results come by the thousand, so it is made fast."""
        return Section(*(*_ALL_BUT_ROUNDS(self), rounds))

    @property
    def round_to_pair(self) -> int:
        """The number of the round to come."""
        return len(self.rounds) + 1

    def competitor(self, number: Number) -> Competitor:
        """Who has a number; refused if nobody has."""
        found = self.competitors.get(number)
        if found is None:
            raise refusal(
                say("nobody has this number"), str(number), say("section {name}", name=self.name)
            )
        return found

    def round(self, number: int) -> PublishedRound:
        """The published round of that number."""
        if not 1 <= number <= len(self.rounds):
            raise refusal(
                say("this round is not published"),
                str(number),
                say("section {name}", name=self.name),
            )
        return self.rounds[number - 1]


_ALL_BUT_ROUNDS: Callable[[Section], tuple[Any, ...]] = attrgetter(
    *[f.name for f in fields(Section)][:-1]
)


@dataclass(frozen=True, slots=True)
class Event:
    """An event with its sections, after the entries up to ``last``."""

    name: str = ""
    details: EventInfo = field(default_factory=EventInfo)
    sections: Mapping[str, Section] = field(default_factory=dict)
    closed: bool = False
    last: int = 0
    undone: frozenset[int] = frozenset()
    key: str = ""
    """The public part of the key that signs the publications."""
    public: bool | None = None
    """Whether everybody may see its public pages; None: nobody has said so, the place decides."""

    def section(self, name: str) -> Section:
        """A section by its name; refused if there is none."""
        found = self.sections.get(name)
        if found is None:
            known = ", ".join(self.sections) or say("none yet")
            raise refusal(
                say("no such section"), name, remedy=say("sections: {known}", known=known)
            )
        return found


def refusal(what: str, quoted: str = "", where: str = "", remedy: str = "") -> Refused:
    """The error of an act that does not fit the state of the event."""
    return Refused([Problem(what, where, quoted, remedy)])
