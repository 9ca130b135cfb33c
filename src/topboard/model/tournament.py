"""A tournament, with all facts known when the next round is paired."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field, replace
from topboard.model.event_info import EventInfo
from topboard.model.participants import Colour, Competitor, Number, RatingChoice, Team, Tenths
from topboard.model.results import (
    Absence,
    Away,
    Manner,
    Meeting,
    PairingBye,
    ZeroPointBye,
)
from topboard.model.rounds import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model.results import GameResult
    from topboard.model.rounds import PairedRound


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Two participants who may not be paired from round ``first`` to round ``last``."""

    a: Number
    b: Number
    first: int = 1
    last: int = 10_000
    wish: bool = False
    """Whether the two participants only asked not to meet, so that the rules need not grant it."""


@dataclass(frozen=True, slots=True)
class Request:
    """A round in which a participant will not be paired, and the kind of bye or absence.

    A request with the outcome ``Withdrawn`` also applies to all later rounds.
    """

    number: Number
    round: int
    outcome: Absence = field(default_factory=ZeroPointBye)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added or deducted by a ruling, which count from the pairing of round ``known_from``
    on.

    For a player, the game points count or, if they are 0, the match points.
    """

    number: Number
    match_points: Tenths = 0
    game_points: Tenths = 0
    known_from: int = 1
    last: int = 10_000
    """The last round whose pairing takes the adjustment into account."""

    @property
    def of_player(self) -> Tenths:
        """Return the change to a player's points, in tenths."""
        return self.game_points or self.match_points


@dataclass(frozen=True, slots=True)
class AwardedPoints:
    """Points awarded by a ruling to a participant for one round, in place of the points earned.

    For a team, match points and game points can both be awarded. A value of None keeps the points
    earned. For a player, the game points count or, if they are None, the match points. If a round
    has several awards, only the last one counts.
    """

    number: Number
    round: int
    match_points: Tenths | None = None
    game_points: Tenths | None = None
    kind: str = ""
    """The kind of result for which the points are awarded, as in TRF26 record 299."""

    @property
    def of_player(self) -> Tenths | None:
        """Return the points awarded to a player, or None if the points earned count."""
        return self.match_points if self.game_points is None else self.game_points


@dataclass(frozen=True, slots=True)
class ByeRuling:
    """An arbiter's ruling on whether a participant may get the pairing-allocated bye.

    If ``allowed`` is false, the participant may not get it. If it is true, they may get it although
    a rule bars them. The ruling applies from round ``first`` to round ``last``.
    """

    number: Number
    allowed: bool
    first: int = 1
    last: int = 10_000


@dataclass(frozen=True, slots=True)
class FixedTable:
    """A participant who always plays at a given board or table, regardless of the usual order."""

    number: Number
    table: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """A drawing of lots, with its purpose and the participants in the order drawn."""

    purpose: str
    order: tuple[Number, ...]
    values: tuple[Tenths, ...] = ()
    """The value of each participant in ``order``, for an external tie-break such as a play-off."""


EQUAL_RATINGS = "equal ratings"
"""The purpose of a drawing of lots among participants with equal ratings or without a rating."""
PAIRING_NUMBERS = "pairing numbers"
"""The purpose of the drawing of lots that assigns the numbers of a round-robin table."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The points for a win, a draw, a loss and each kind of unplayed round.

    None means the system's default. Most systems then count the unplayed round as a win, a draw or
    a loss.
    """

    win: Tenths = 10
    draw: Tenths = 5
    loss: Tenths = 0
    bye: Tenths | None = None
    """The points for the pairing-allocated bye."""
    half_bye: Tenths | None = None
    """The points for a half-point bye. By default they are those for a draw."""
    full_bye: Tenths | None = None
    """The points for a full-point bye. By default they are those for a win."""
    won_by_default: Tenths | None = None
    lost_by_default: Tenths | None = None
    both_defaulted: Tenths | None = None
    zero_bye: Tenths | None = None
    """The points for a missed round, with or without permission. By default there are none."""


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """The points added to a participant's score when each round is paired, from round 1 on."""

    number: Number
    points: tuple[Tenths, ...]
    """The virtual points for each round. For a team these are match points."""
    game_points: tuple[Tenths, ...] = ()
    """The virtual game points of a team for each round, if it has both kinds."""


@dataclass(frozen=True, slots=True)
class MemberBye:
    """The points that a report gives an individual team member for a bye of the team."""

    number: Number
    round: int
    points: Tenths
    outcome: Away = field(default_factory=PairingBye)


@dataclass(frozen=True, slots=True)
class OfficialRanks:
    """The ranks stated in a file if they differ from the computed ones, as (TPN, rank).

    They may be based on tie-breaks or rulings that Topboard does not know.
    """

    after_round: int
    places: tuple[tuple[Number, int], ...] = ()
    members: tuple[tuple[Number, int], ...] = ()
    """The ranks of individual team members, as (number, rank)."""


@dataclass(frozen=True, slots=True)
class ClaimedStandings:
    """The standings stated in a file, for comparison with the results in the file."""

    ranks: dict[Number, int]
    """The rank of each participant as stated in the file."""
    wrong_points: tuple[tuple[Number, str, Tenths], ...] = ()
    """The stated points that contradict the results, as (TPN, text in the file, correct points)."""
    with_points: int = 0
    """The number of participants whose points are stated in the file."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament with all facts that the rules may use."""

    competitors: tuple[Competitor, ...]
    rounds: tuple[Round, ...] = ()
    """The rounds played so far, round 1 first."""
    planned_rounds: int = 0
    boards: int = 1
    """The number of boards in a team match, or of games that two players play in a round."""
    name: str = ""
    system: str = ""
    lot: Colour | None = None
    """The colour drawn for participant 1 in round 1 (for a team, on board 1), or None if not
    drawn.
    """
    lots: tuple[Lot, ...] = ()
    requests: tuple[Request, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    required: tuple[tuple[Number, Number], ...] = ()
    """The pairs that the next round must include, because of a ruling or a why-not question."""
    bye_rulings: tuple[ByeRuling, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    awarded: tuple[AwardedPoints, ...] = ()
    fixed_tables: tuple[FixedTable, ...] = ()
    accelerated: frozenset[Number] | None = None
    """The participants whom a ruling gives virtual points, or None if the system's rule decides."""
    virtual: tuple[VirtualPoints, ...] = ()
    """The recorded virtual points, used only for pairing. If empty, the system's rule decides."""
    match_scale: Scale | None = None
    """The scoring scale for match points, or None for the system's scale."""
    game_scale: Scale | None = None
    """The scoring scale for games, or None for the system's scale."""
    unrated_as: int | None = None
    """The rating assigned to unrated players, or None for the system's rule."""
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    """The codes of the announced tie-breaks, in order. If empty, the system's tie-breaks apply."""
    tie_break_edition: str = ""
    """The edition of FIDE's tie-break regulations. If empty, the event's first day decides."""
    published: Round | None = None
    """The published pairing of the next round, or None if it is not published."""
    official_ranks: OfficialRanks | None = None
    member_byes: tuple[MemberBye, ...] = ()
    rating_order: tuple[RatingChoice, ...] = ()
    """The rating lists to use, in order of preference. If empty, the system's order applies.

    The first list in which a player has a rating is used.
    """
    details: EventInfo = field(default_factory=EventInfo)

    def __repr__(self) -> str:
        teams = any(isinstance(c, Team) for c in self.competitors)
        who = f"{len(self.competitors)} {'teams' if teams else 'players'}"
        of = f" of {self.planned_rounds}" if self.planned_rounds else ""
        named = f" {self.name!r}" if self.name else ""
        system = f", {self.system}" if self.system else ""
        return f"<Tournament{named}: {who}, {len(self.rounds)}{of} rounds played{system}>"

    @property
    def names(self) -> dict[Number, str]:
        """Return the names of all participants, keyed by TPN."""
        return {c.number: c.name for c in self.competitors}

    @property
    def round_to_pair(self) -> int:
        """Return the number of the next round."""
        return len(self.rounds) + 1

    def with_round(self, pairing: PairedRound, results: Sequence[GameResult]) -> Tournament:
        """Return the tournament after the next round, given its pairing and its results.

        ``results`` are in board order. Each is a text such as ``1-0``, ``½-½`` or ``+:-``, the
        points of White and Black in tenths, or a ``Meeting``. Raise ``BadInput`` if a result is
        missing or impossible.
        """
        # Import by name, because the checker of proofs uses this module but no messages.
        module = import_module("topboard.model.new_rounds")
        played: Round = module.build_played_round(self, pairing, results)
        return replace(self, rounds=(*self.rounds, played), published=None)

    def before(self, number: int) -> Tournament:
        """Return the tournament as it was known when round ``number`` was paired."""
        if number == self.round_to_pair:
            return self
        then = self.rounds[number - 1]
        paired = {n for m in then.meetings for n in (m.white, m.black)}
        away = dict(then.away)
        asked = tuple(
            Request(c.number, number, absence)
            for c in self.competitors
            if c.number not in paired
            and not isinstance(absence := away.get(c.number, ZeroPointBye()), PairingBye)
        )
        return replace(
            self,
            rounds=tuple(_round_as_known_before(number, r) for r in self.rounds[: number - 1]),
            requests=asked,
            required=(),
            published=then,
        )


def _round_as_known_before(number: int, earlier: Round) -> Round:
    if all(m.paired_as is None for m in earlier.meetings):
        return earlier
    meetings = (_meeting_known_before(number, earlier.number, m) for m in earlier.meetings)
    return replace(earlier, meetings=tuple(meetings))


def _meeting_known_before(number: int, earlier: int, meeting: Meeting) -> Meeting:
    if meeting.paired_as is None or number >= (meeting.known_from or earlier + 2):
        return meeting
    white, black = meeting.paired_as
    # The recorded games belong to the later result.
    games = () if meeting.paired_manner is Manner.UNFINISHED else meeting.games
    manner = meeting.paired_manner
    return replace(meeting, white_points=white, black_points=black, manner=manner, games=games)
