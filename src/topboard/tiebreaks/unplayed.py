"""The treatment of unplayed rounds in tie-breaks (C.07, articles 15 and 16)."""

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
from topboard.tiebreaks.ranking import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths
    from topboard.model.scoring import Kind
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.ranking import Facts, ScoreTable

    Dummy = Callable[[Tenths, Tenths | None, Tenths], Tenths]


class UnplayedKind(Enum):
    """The way in which a round was played or not played, as far as it matters for tie-breaks."""

    GAME = "played"
    WON = "won by forfeit"
    LOST = "lost by forfeit"
    """A forfeit loss, which includes double forfeits."""
    GIVEN = "bye"
    """A pairing-allocated bye or a full-point bye."""
    REQUESTED = "bye on request"
    """A half-point or zero-point bye. Rounds before entry and after withdrawal are included."""
    OPEN = "no result yet"
    """A round that has no result yet, or whose result does not count."""


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
    UnplayedKind.REQUESTED: worded("requested bye"),
    UnplayedKind.OPEN: worded("no result yet"),
}


def is_round_voluntarily_unplayed(way: UnplayedKind) -> bool:
    """Return whether a round is a requested bye or a forfeit loss, which count as voluntary."""
    return way is UnplayedKind.REQUESTED or way is UnplayedKind.LOST


def find_requested_byes_at_end_of_event(ways: Sequence[UnplayedKind]) -> list[int]:
    """Return the indices of a participant's requested byes at the end of the event.

    Only voluntarily unplayed rounds may follow such a bye.
    """
    found = []
    for place in range(len(ways) - 1, -1, -1):
        if not is_round_voluntarily_unplayed(ways[place]):
            break
        if ways[place] is UnplayedKind.REQUESTED:
            found.append(place)
    return found


def uncapped_dummy_score(own: Tenths, _scheduled: Tenths | None, _most: Tenths) -> Tenths:
    """Return the score of the dummy opponent, which is the participant's own score."""
    return own


def capped_dummy_score(own: Tenths, scheduled: Tenths | None, most: Tenths) -> Tenths:
    """Return the score of the dummy opponent: the participant's own score, up to a maximum.

    The maximum is the scheduled opponent's score or, if there was no opponent, the points for
    drawing every round.
    """
    return min(
        own,
        maximum_dummy_score_after_forfeit(scheduled)
        if scheduled is not None
        else maximum_dummy_score_after_bye(most),
    )


def maximum_dummy_score_after_forfeit(scheduled: Tenths) -> Tenths:
    """Return the dummy opponent's maximum score after a forfeit: the scheduled opponent's score."""
    return scheduled


def maximum_dummy_score_after_bye(most: Tenths) -> Tenths:
    """Return the dummy opponent's maximum score after a bye: the points for drawing every round."""
    return most


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of C.07, with the rules in which editions differ."""

    name: str
    since: str
    dummy: Dummy
    buchholz_in_round_robins: bool
    forfeits_as_games: bool
    """Whether forfeits in a round robin also count as games for ratings and own results."""


class Contribution(NamedTuple):
    """The contribution of a round to a sum of opponents' scores."""

    round: int
    opponent: Number | None
    value: Tenths
    points: Tenths
    voluntary: bool
    way: UnplayedKind

    @property
    def product(self) -> int:
        """Return the opponent's score times the points scored, in hundredths of a point."""
        return self.value * self.points


class OpponentScores:
    """Participants' scores (match points or game points), adjusted for use in their opponents'
    tie-breaks.
    """

    def __init__(
        self, record: EventRecord, scored: ScoreTable, ways: Mapping[Number, Sequence[UnplayedKind]]
    ) -> None:
        self.record = record
        self.scale = scored.scale
        self.rounds = scored.rounds
        self.totals = scored.totals
        self.ways = ways
        self._rows: dict[tuple[int, bool], dict[Number, list[Contribution]]] = {}

    @cached_property
    def compute_scores_adjusted_for_opponents(self) -> Mapping[Number, Tenths]:
        """Return the scores with which participants count in the tie-breaks of their opponents."""
        return self.totals if self.record.round_robin else self._adjust_requested_byes()

    def _adjust_requested_byes(self) -> Mapping[Number, Tenths]:
        """Return the scores, with requested byes at the end of the event counted as draws.

        Other unplayed rounds count with the points awarded for them.
        """
        found = {**self.totals}
        draw = self.scale.draw
        for number, ways in self.ways.items():
            if ways and is_round_voluntarily_unplayed(ways[-1]):
                scored = self.rounds[number]
                found[number] += sum(
                    draw - scored[place] for place in find_requested_byes_at_end_of_event(ways)
                )
        return found

    def contributions(
        self, points: Mapping[Number, Sequence[Tenths]], *, forfeits: bool
    ) -> Mapping[Number, list[Contribution]]:
        """Return the contribution of each round to each participant's sum of opponents' scores.

        If ``forfeits`` is true, forfeits count as games against the scheduled opponent.
        """
        key = id(points), forfeits
        if key not in self._rows:
            self._rows[key] = {
                n: self._round_contributions(n, points[n], forfeits) for n in self.ways
            }
        return self._rows[key]

    def _round_contributions(
        self, number: Number, points: Sequence[Tenths], forfeits: bool
    ) -> list[Contribution]:
        adjusted, own = self.compute_scores_adjusted_for_opponents, self.totals[number]
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
                row.append(
                    Contribution(
                        at, opponent, value, scored, is_round_voluntarily_unplayed(way), way
                    )
                )
        return row


class EventRecord:
    """An event as it counts for the tie-breaks of one edition.

    Values are computed once and cached.
    """

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
            self._apply_round_robin_rules()
        self._opponent_scores: dict[tuple[Kind, bool], OpponentScores] = {}
        self.kept: dict[object, object] = {}

    def _apply_round_robin_rules(self) -> None:
        """Apply the rules on unplayed rounds in a round robin.

        Participants who withdrew keep their scheduled opponents. Rounds against participants whose
        results are annulled do not count.
        """
        for number, row in (self.facts.rounds or {}).items():
            ways, opponents = self.ways[number], self.opponents[number]
            for place, (opponent, points) in enumerate(row):
                if opponent in self.facts.annulled or number in self.facts.annulled:
                    ways[place] = UnplayedKind.OPEN
                elif opponent is not None and ways[place] not in PAIRED:
                    ways[place] = UnplayedKind.WON if points else UnplayedKind.LOST
                opponents[place] = opponent

    @property
    def has_teams(self) -> bool:
        """Return whether the participants are teams."""
        return self.primary != "of_player"

    @property
    def secondary_kind(self) -> Kind:
        """Return the kind of team points that does not decide the ranking."""
        return next(kind for kind in self.scores if kind != self.primary)

    def score_kind(self, score: str) -> Kind:
        """Return the kind of points that a score in a code, such as ``MP``, refers to."""
        if not self.has_teams:
            return self.primary
        named: dict[str, Kind] = {"MP": "match_points", "GP": "game_points"}
        return named.get(score, self.primary)

    def opponent_scores(self, kind: Kind, *, fore: bool = False) -> OpponentScores:
        """Return the match points or game points of all participants, adjusted for their opponents'
        tie-breaks.

        If ``fore`` is true, all games of the last round count as drawn.
        """
        if (kind, fore) not in self._opponent_scores:
            scored: ScoreTable = self.scores[kind]
            ways: Mapping[Number, Sequence[UnplayedKind]] = self.ways
            if fore and self.count:
                scored, ways = count_last_round_as_drawn(scored, ways)
            self._opponent_scores[kind, fore] = OpponentScores(self, scored, ways)
        return self._opponent_scores[kind, fore]

    def points_by_round(self, kind: Kind) -> Mapping[Number, Sequence[Tenths]]:
        """Return each participant's match points or game points in every round."""
        return self.scores[kind].rounds

    @cached_property
    def list_games_over_the_board(self) -> Mapping[Number, list[tuple[int, Number]]]:
        """Return the games that each participant played, as (round index, opponent).

        In some editions, forfeits in a round robin are included.
        """
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
    scored: ScoreTable, ways: Mapping[Number, Sequence[UnplayedKind]]
) -> tuple[ScoreTable, Mapping[Number, Sequence[UnplayedKind]]]:
    """Return the scores and the kinds of rounds, with every game of the last round counted as
    drawn.

    Games that were paired but not played are included.
    """

    rounds, totals = {**scored.rounds}, {**scored.totals}
    changed: dict[Number, Sequence[UnplayedKind]] = {**ways}
    for number, row in ways.items():
        if row[-1] in PAIRED:
            points = scored.rounds[number]
            rounds[number] = [*points[:-1], scored.scale.draw]
            totals[number] += scored.scale.draw - points[-1]
            changed[number] = [*row[:-1], UnplayedKind.GAME]
    return ScoreTable(scored.scale, rounds, totals), changed


def do_forfeits_count_as_games(record: EventRecord, code: Code) -> bool:
    """Return whether forfeits count as games, as in a round robin or with the modifier ``/P``."""
    return record.round_robin or code.forfeits
