"""Rounds that were not played, and what they count in tie-breaks (C.07, articles 15 and 16)."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from topboard._frozen import dataclass
from topboard.messages import worded
from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    PairingBye,
    Pending,
    Played,
    Unfinished,
    Withdrawn,
    ZeroPointBye,
)
from topboard.tiebreaks.ranking import Scored

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths
    from topboard.model.scoring import Kind
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.ranking import Facts, Scored

    Dummy = Callable[[Tenths, Tenths | None, Tenths], Tenths]


class UnplayedKind(Enum):
    """How a round went for somebody, as far as tie-breaks tell the ways apart."""

    GAME = "played"
    WON = "won by forfeit"
    LOST = "lost by forfeit"
    """Also where neither side came."""
    GIVEN = "bye"
    """The pairing-allocated bye, or one granted at the value of a win."""
    REQUESTED = "bye on request"
    """Worth half a point or nothing: also every round before the entry and after a withdrawal."""
    OPEN = "no result yet"
    """Or nothing of it counts."""


WAYS: dict[type[Outcome], UnplayedKind] = {
    Played: UnplayedKind.GAME,
    Unfinished: UnplayedKind.GAME,
    ForfeitWin: UnplayedKind.WON,
    ForfeitLoss: UnplayedKind.LOST,
    DoubleForfeit: UnplayedKind.LOST,
    PairingBye: UnplayedKind.GIVEN,
    FullPointBye: UnplayedKind.GIVEN,
    HalfPointBye: UnplayedKind.REQUESTED,
    ZeroPointBye: UnplayedKind.REQUESTED,
    NotYetEntered: UnplayedKind.REQUESTED,
    Withdrawn: UnplayedKind.REQUESTED,
    Pending: UnplayedKind.OPEN,
}
FORFEITS = (UnplayedKind.WON, UnplayedKind.LOST)
PAIRED = (UnplayedKind.GAME, UnplayedKind.WON, UnplayedKind.LOST, UnplayedKind.OPEN)
NOTES = {
    UnplayedKind.GAME: "",
    UnplayedKind.WON: worded("won by forfeit"),
    UnplayedKind.LOST: worded("lost by forfeit"),
    UnplayedKind.GIVEN: worded("bye"),
    UnplayedKind.REQUESTED: worded("bye on request"),
    UnplayedKind.OPEN: worded("no result yet"),
}


def is_voluntary(way: UnplayedKind) -> bool:
    """A bye on request, or a forfeit loss."""
    return way is UnplayedKind.REQUESTED or way is UnplayedKind.LOST


def never_came_back(ways: Sequence[UnplayedKind]) -> list[int]:
    """The rounds with byes on request after which there were only voluntary ones, by place."""
    found = []
    for place in range(len(ways) - 1, -1, -1):
        if not is_voluntary(ways[place]):
            break
        if ways[place] is UnplayedKind.REQUESTED:
            found.append(place)
    return found


def own_score(own: Tenths, _scheduled: Tenths | None, _most: Tenths) -> Tenths:
    """The dummy opponent of a round not played has as many points as oneself."""
    return own


def own_score_capped(own: Tenths, scheduled: Tenths | None, most: Tenths) -> Tenths:
    """As many as oneself, but at most the scheduled opponent's, or else draws in all rounds."""
    return min(own, cap_of_forfeit(scheduled) if scheduled is not None else cap_of_bye(most))


def cap_of_forfeit(scheduled: Tenths) -> Tenths:
    """After a forfeit: the adjusted score of the scheduled opponent."""
    return scheduled


def cap_of_bye(most: Tenths) -> Tenths:
    """After anything else: the points of draws in all rounds."""
    return most


@dataclass(frozen=True, slots=True)
class Edition:
    """A text of C.07: what differs from one to the next."""

    name: str
    since: str
    dummy: Dummy
    buchholz_in_round_robins: bool
    forfeits_as_games: bool
    """Whether forfeits of round robins are games for the ratings and one's own results too."""


class Contribution(NamedTuple):
    """What a round counts where the opponents' scores are added."""

    round: int
    opponent: Number | None
    value: Tenths
    points: Tenths
    voluntary: bool
    way: UnplayedKind

    @property
    def product(self) -> int:
        """The opponent's score times one's own points, in hundredths."""
        return self.value * self.points


class OpponentScores:
    """Points of one kind, with which competitors count as opponents."""

    def __init__(
        self, record: EventRecord, scored: Scored, ways: Mapping[Number, Sequence[UnplayedKind]]
    ) -> None:
        self.record = record
        self.scale = scored.scale
        self.rounds = scored.rounds
        self.totals = scored.totals
        self.ways = ways
        self._rows: dict[tuple[int, bool], dict[Number, list[Contribution]]] = {}

    @cached_property
    def adjusted(self) -> Mapping[Number, Tenths]:
        """The scores as opponents count them."""
        return self.totals if self.record.round_robin else self._as_opponents()

    def _as_opponents(self) -> Mapping[Number, Tenths]:
        """What was not played at the points awarded; but who never came back drew from then on."""
        found = {**self.totals}
        draw = self.scale.draw
        for number, ways in self.ways.items():
            if ways and is_voluntary(ways[-1]):
                scored = self.rounds[number]
                found[number] += sum(draw - scored[place] for place in never_came_back(ways))
        return found

    def contributions(
        self, points: Mapping[Number, Sequence[Tenths]], *, forfeits: bool
    ) -> Mapping[Number, list[Contribution]]:
        """What every round counts for everybody; ``forfeits``: as games that were played."""
        key = id(points), forfeits
        if key not in self._rows:
            self._rows[key] = {n: self._row(n, points[n], forfeits) for n in self.ways}
        return self._rows[key]

    def _row(self, number: Number, points: Sequence[Tenths], forfeits: bool) -> list[Contribution]:
        adjusted, own = self.adjusted, self.totals[number]
        dummy, in_round_robin = self.record.edition.dummy, self.record.round_robin
        games = (
            (UnplayedKind.GAME, *FORFEITS) if forfeits or in_round_robin else (UnplayedKind.GAME,)
        )
        most = self.scale.draw * self.record.count
        row = []
        ways, opponents = self.ways[number], self.record.opponents[number]
        for at, (way, opponent, scored) in enumerate(zip(ways, opponents, points, strict=True), 1):
            if way in games and opponent is not None:
                row.append(Contribution(at, opponent, adjusted[opponent], scored, False, way))
            elif way is not UnplayedKind.OPEN and not in_round_robin:
                scheduled = None
                if way in FORFEITS and opponent is not None:
                    scheduled = adjusted[opponent]
                value = dummy(own, scheduled, most)
                row.append(Contribution(at, opponent, value, scored, is_voluntary(way), way))
        return row


class EventRecord:
    """The event as tie-breaks of one text look at it, each thing worked out once."""

    def __init__(self, facts: Facts, edition: Edition) -> None:
        assert facts.scores is not None
        self.facts = facts
        self.edition = edition
        self.round_robin = facts.round_robin
        self.scores = facts.scores()
        self.primary = next(iter(self.scores))
        self.count = len(facts.tournament.rounds)
        self.opponents: dict[Number, list[Number | None]] = {}
        self.ways: dict[Number, list[UnplayedKind]] = {}
        for number, row in facts.outcomes.items():
            self.opponents[number] = [getattr(outcome, "opponent", None) for outcome in row]
            self.ways[number] = [WAYS[type(outcome)] for outcome in row]
        if facts.round_robin:
            self._as_the_table_counts()
        self._opponent_scores: dict[tuple[Kind, bool], OpponentScores] = {}
        self.kept: dict[object, object] = {}

    def _as_the_table_counts(self) -> None:
        """In a round robin also who has left has opponents, and who is annulled has none."""
        for number, row in (self.facts.rounds or {}).items():
            ways, opponents = self.ways[number], self.opponents[number]
            for place, (opponent, points) in enumerate(row):
                if opponent in self.facts.annulled or number in self.facts.annulled:
                    ways[place] = UnplayedKind.OPEN
                elif opponent is not None and ways[place] not in PAIRED:
                    ways[place] = UnplayedKind.WON if points else UnplayedKind.LOST
                opponents[place] = opponent

    @property
    def teams(self) -> bool:
        """Whether the competitors are teams."""
        return self.primary != "of_player"

    @property
    def secondary(self) -> Kind:
        """The points of a team which do not decide the place."""
        return next(kind for kind in self.scores if kind != self.primary)

    def kind(self, score: str) -> Kind:
        """The points that a code speaks of."""
        if not self.teams:
            return self.primary
        named: dict[str, Kind] = {"MP": "match_points", "GP": "game_points"}
        return named.get(score, self.primary)

    def opponent_scores(self, kind: Kind, *, fore: bool = False) -> OpponentScores:
        """The points of that kind; ``fore``: as if all games of the last round were drawn."""
        if (kind, fore) not in self._opponent_scores:
            scored: Scored = self.scores[kind]
            ways: Mapping[Number, Sequence[UnplayedKind]] = self.ways
            if fore and self.count:
                scored, ways = count_last_round_as_drawn(scored, ways)
            self._opponent_scores[kind, fore] = OpponentScores(self, scored, ways)
        return self._opponent_scores[kind, fore]

    def points(self, kind: Kind) -> Mapping[Number, Sequence[Tenths]]:
        """What every round was worth."""
        return self.scores[kind].rounds

    @cached_property
    def over_the_board(self) -> Mapping[Number, list[tuple[int, Number]]]:
        """(place of the round, opponent) of everybody's games."""
        games = {UnplayedKind.GAME}
        if self.round_robin and self.edition.forfeits_as_games:
            games |= {*FORFEITS}
        return {
            n: [
                (place, opponent)
                for place, (way, opponent) in enumerate(zip(ways, self.opponents[n], strict=True))
                if way in games and opponent is not None
            ]
            for n, ways in self.ways.items()
        }


def count_last_round_as_drawn(
    scored: Scored, ways: Mapping[Number, Sequence[UnplayedKind]]
) -> tuple[Scored, Mapping[Number, Sequence[UnplayedKind]]]:
    """Every game that was paired in the last round is drawn, also one that was not played."""

    rounds, totals = {**scored.rounds}, {**scored.totals}
    changed: dict[Number, Sequence[UnplayedKind]] = {**ways}
    for number, row in ways.items():
        if row[-1] in PAIRED:
            points = scored.rounds[number]
            rounds[number] = [*points[:-1], scored.scale.draw]
            totals[number] += scored.scale.draw - points[-1]
            changed[number] = [*row[:-1], UnplayedKind.GAME]
    return Scored(scored.scale, rounds, totals), changed


def counts_forfeits(record: EventRecord, code: Code) -> bool:
    """Whether forfeits are games: in a round robin, else where it was announced."""
    return record.round_robin or code.forfeits
