"""The state of an event, computed from its journal entries.

All values are immutable. Dictionaries are never modified, only replaced.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field, fields
from topboard.errors import Problem, Refused
from topboard.event.actions import Exclusion, PairRound, PhoneResults, Table
from topboard.messages import say
from topboard.model import EventInfo, Number, Team

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from topboard.event.actions import Category, ReportResult, SetBoardPrizes, SetPrizes
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
    """The settings of a section, most of which are fixed once round 1 is published."""

    rounds: int
    boards: int = 1
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    unrated_as: int | None = None
    match_scale: Scale | None = None
    game_scale: Scale | None = None
    rating_order: tuple[RatingChoice, ...] = ()
    """The rating lists in order of preference; empty means the order of the system."""
    tie_break_edition: str = ""
    """The year of FIDE's tie-break regulations; empty means those in force at the event's start."""


@dataclass(frozen=True, slots=True)
class RoundStarts:
    """The start of each round of a section, beginning with round 1, and the time zone."""

    starts: tuple[str, ...]
    time_zone: str = ""

    @property
    def days(self) -> tuple[str, ...]:
        """Return the date of each round; a date that is not decided is empty."""
        return tuple(start.partition("T")[0] for start in self.starts)

    @property
    def times(self) -> tuple[str, ...]:
        """Return the start time of each round, or an empty tuple if no round has a time."""
        found = tuple(start.partition("T")[2] for start in self.starts)
        return found if any(found) else ()


@dataclass(frozen=True, slots=True)
class LotCommitment:
    """A commitment to a drawing of lots: the hash of the seed and the participants concerned."""

    hash: str
    among: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """The number of a team's players present before round 1, and the travel plans of the others."""

    players: int
    travel: str = ""
    in_time: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A pairing that is recorded but not published yet, made by the rules or by hand."""

    round: int
    tables: tuple[Table, ...]
    bye: Number | None
    digest: str = ""
    """The digest of the pairing that the rules gave; empty if there was none."""
    excluded: tuple[Exclusion, ...] = ()
    manual: bool = False
    open: bool = False
    """Whether the arbiter is still pairing by hand."""
    differences: tuple[str, ...] = ()
    by_rules: PairRound | None = None
    """The pairing that the rules gave, even if the arbiter has changed it since."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round with a published pairing: its meetings, their results and the absences."""

    number: int
    meetings: Mapping[int, Meeting]
    """The meetings, keyed by the number of their board or match."""
    away: tuple[tuple[Number, Away], ...]
    digest: str
    excluded: tuple[Exclusion, ...]
    entry: int
    """The number of the journal entry that published the round."""
    manual: bool = False
    differences: tuple[str, ...] = ()
    revision: int = 0
    present: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The number of players that each team brought, if recorded, keyed by match number."""
    numbers_in_force: bool = True
    """Whether the round was paired with the current TPNs.

    It is False once the participants have been renumbered.
    """
    proof: str = ""
    """The proof of the published pairing, without tournament data; empty if the pairing was
    changed.
    """
    changed_by: int = 0
    """The number of the journal entry that last changed the pairing; 0 if none did."""
    line_ups_published: bool = False
    """Whether the individual pairings, which show who plays whom on each board, are published."""
    line_ups: Mapping[Number, tuple[Number | None, ...]] = field(default_factory=dict)
    """The line-ups that teams have handed in, keyed by team.

    They become the games of a match once both teams have handed in theirs.
    """

    reports: Mapping[tuple[int, int], ReportResult] = field(default_factory=dict)
    """The results reported from phones, keyed by board or match number and side."""

    @property
    def pairing_entry_number(self) -> int:
        """Return the number of the journal entry that last set the pairing."""
        return self.changed_by or self.entry

    def with_results(
        self, meetings: Mapping[int, Meeting], present: Mapping[int, tuple[int, int]]
    ) -> PublishedRound:
        """Return a copy of the round with these meetings and these numbers of players present."""
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
            self.line_ups,
            self.reports,
        )


@dataclass(frozen=True, slots=True)
class Section:
    """One tournament of the event, with its own system, settings, participants and rounds."""

    name: str
    system: str
    settings: Settings
    announced: bool = False
    entries_closed: bool = False
    competitors: Mapping[Number, Competitor] = field(default_factory=dict)
    commitments: Mapping[str, LotCommitment] = field(default_factory=dict)
    lot: Colour | None = None
    lots: tuple[Lot, ...] = ()
    presence: Mapping[Number, Presence] = field(default_factory=dict)
    exceptions: frozenset[tuple[Number, str]] = frozenset()
    """The participants who are paired although an article excludes them, with the article."""
    requests: tuple[Request, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    bye_rulings: tuple[ByeRuling, ...] = ()
    fixed_tables: tuple[FixedTable, ...] = ()
    accelerated: frozenset[Number] | None = None
    adjustments: tuple[Adjustment, ...] = ()
    awarded: tuple[AwardedPoints, ...] = ()
    """Points from an imported file that replace the usual points for a round."""
    virtual: tuple[VirtualPoints, ...] = ()
    """Points from an imported file that count only for pairing."""
    suspended: frozenset[Number] = frozenset()
    excused: frozenset[tuple[Number, int]] = frozenset()
    """The participants with excused forfeits, each with the last round that is excused."""
    left_fide_mode: bool = False
    """Whether the section has left FIDE mode, which is permanent."""
    schedule: RoundStarts | None = None
    categories: tuple[Category, ...] = ()
    category_day: str = ""
    """The reference date for ages; empty means the FIDE rule, which uses the year of the event."""
    prizes: SetPrizes | None = None
    board_prizes: SetBoardPrizes | None = None
    """The conditions for board prizes in a team event; None if they were not set."""
    line_up_minutes: int | None = None
    """The number of minutes before a round at which line-ups are due; None means no deadline."""
    captain_links: Mapping[Number, str] = field(default_factory=dict)
    """The public parts of the captains' private links, keyed by team."""
    phone_results: PhoneResults = PhoneResults.OFF
    """What happens to results that are reported from phones."""
    draft: Draft | None = None
    rounds: tuple[PublishedRound, ...] = ()

    def with_rounds(self, rounds: tuple[PublishedRound, ...]) -> Section:
        """Return a copy of the section with these rounds.

        It does not use ``dataclasses.replace``, which is too slow for thousands of results.
        """
        return Section(*(*_ALL_BUT_ROUNDS(self), rounds))

    @property
    def has_teams(self) -> bool:
        """Return whether the participants are teams; False if there are no participants yet."""
        return isinstance(next(iter(self.competitors.values()), None), Team)

    @property
    def round_to_pair(self) -> int:
        """Return the number of the next round to be paired."""
        return len(self.rounds) + 1

    def competitor(self, number: Number) -> Competitor:
        """Return the participant with this number.

        Raise ``Refused`` if there is none.
        """
        found = self.competitors.get(number)
        if found is None:
            raise build_refused_error(
                say(
                    "Section {section} has no participant #{number}.",
                    section=self.name,
                    number=number,
                ),
                remedy=say("Use a number from the list of participants."),
            )
        return found

    def round(self, number: int) -> PublishedRound:
        """Return the published round with this number.

        Raise ``Refused`` if there is none.
        """
        if not 1 <= number <= len(self.rounds):
            raise build_refused_error(
                say(
                    "Round {round} of section {section} has not been published.",
                    round=number,
                    section=self.name,
                )
            )
        return self.rounds[number - 1]


_ALL_BUT_ROUNDS: Callable[[Section], tuple[Any, ...]] = attrgetter(
    *[f.name for f in fields(Section)][:-1]
)


@dataclass(frozen=True, slots=True)
class Event:
    """The state of an event and its sections after journal entry number ``last``."""

    name: str = ""
    details: EventInfo = field(default_factory=EventInfo)
    sections: Mapping[str, Section] = field(default_factory=dict)
    closed: bool = False
    last: int = 0
    undone: frozenset[int] = frozenset()
    key: str = ""
    """The public part of the current signing key; empty if there is none."""
    public: bool | None = None
    """Whether everyone can see the event's public pages.

    None means the default where it is stored.
    """
    logo: str = ""
    """The image of the logo as base64 text; empty if there is none."""

    def section(self, name: str) -> Section:
        """Return the section with this name.

        Raise ``Refused`` if there is none.
        """
        found = self.sections.get(name)
        if found is None:
            known = ", ".join(self.sections)
            remedy = (
                say("Choose one of these sections: {known}.", known=known)
                if known
                else say("Add a section first.")
            )
            raise build_refused_error(say("This section does not exist."), name, remedy=remedy)
        return found


def build_refused_error(what: str, quoted: str = "", where: str = "", remedy: str = "") -> Refused:
    """Return the exception for an action that does not fit the state of the event."""
    return Refused([Problem(what, where, quoted, remedy)])
