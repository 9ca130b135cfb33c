"""The players of a round by rank: pairing scores, floats, colours, who may have the bye."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from topboard import model
from topboard.history import colour_difference, participants
from topboard.model import Colour
from topboard.proof.byes import rulings
from topboard.proof.colours import BLACK, WHITE, History
from topboard.proof.meeting import Encounters, faced
from topboard.proof.points import by_points, by_round, scale_in_force, totals_before
from topboard.proof.round import Proposed

USUAL = model.Scale(both_defaulted=0)
NONE, MILD, STRONG, ABSOLUTE = range(4)
DOWN, UP = 1, -1
PAIRED = (model.ForfeitWin, model.ForfeitLoss, model.DoubleForfeit, model.PairingBye)
Judge = Callable[[Any, int, model.Scale], bool]
Scores = dict[int, int]


class DutchPlayer(NamedTuple):
    """A player of the round to come."""

    number: int
    points: int
    parity: int
    had: History
    prefers: Colour | None
    strength: int
    difference: int
    """Whites less Blacks."""
    topscorer: bool
    floats: tuple[int, ...]
    """One round ago and two rounds ago: DOWN, UP or 0."""
    unplayed: int
    barred: bool
    kind: int
    """The same for all who are alike in what can matter for the colours of a pair."""

    def must_have(self) -> int:
        """The colours that the absolute criteria leave."""
        if self.strength < ABSOLUTE or self.topscorer:
            return WHITE | BLACK
        return WHITE if self.prefers is Colour.WHITE else BLACK


class RankedPlayers:
    """Everybody to be paired, highest ranked first: a place is an index.

    ``floats`` says when somebody who does not play floats down, ``barred`` what keeps the bye
    from him, round by round.
    """

    def __init__(self, round_: Proposed, floats: Judge, barred: Judge) -> None:
        self.event = event = round_.tournament
        self.rows, self.scale, upcoming = round_.rows, _scale(event), event.round_to_pair
        self._scored = by_round(event, self.rows, self._worth, "of_player")
        self.points = totals_before(event, self._scored, "of_player")
        self.scores = self._paired_with(upcoming)
        ago = (upcoming - 1, upcoming - 2)
        last, before = (self._floated(at, floats) if at > 0 else {} for at in ago)
        present = {int(n) for n in participants(event)}
        used = (n for n, row in self.rows.items() if n in present or any(map(_paired, row)))
        parity = {n: at for at, n in enumerate(sorted(used), start=1)}
        top = (upcoming - 1) * self.scale.win if upcoming == event.planned_rounds else 10**9
        found, kinds = [], dict[object, int]()
        for n in present:
            row, had, points = self.rows[n], round_.had[n], self.scores[n]
            moves, away = (last.get(n, 0), before.get(n, 0)), len(row) - len(had)
            wanted = *_preference(had), 2 * points > top
            kept = (away > 0 or bool(event.bye_rulings)) and self._barred(n, barred)
            kind = kinds.setdefault((*wanted, had[-2:]), len(kinds))
            own = n, points, parity[n], had, *wanted, moves, away, kept, kind
            found.append(DutchPlayer(*own))
        found.sort(key=lambda one: (-one.points, one.number))
        self.everybody = {one.number: one for one in found}
        gone = {n for pair in event.required for n in pair}
        self.players = [one for one in found if one.number not in gone]
        limits = {one.number: one.must_have() for one in found}
        encounters = Encounters(event, faced(round_), limits)
        self.graph = encounters.graph([one.number for one in self.players], limits=True)

    def _worth(self, outcome: Any) -> int:
        """A game still going on counts as drawn."""
        if isinstance(outcome, model.Played):
            return outcome.points
        going_on = isinstance(outcome, model.Unfinished)
        return self.scale.draw if going_on else by_points(outcome, self.scale)

    def _paired_with(self, before: int) -> Scores:
        """The scores with which a round is paired: with virtual points."""
        found = totals_before(self.event, self._scored, "of_player", before)
        for n, points in self._virtual_points(before).items():
            found[n] += points
        return found

    def _virtual_points(self, at: int) -> Scores:
        """What is added for the pairing of a round: as recorded, else by the rule (Baku)."""
        event = self.event
        if event.virtual:
            recorded = ((int(one.number), one.points) for one in event.virtual)
            return {n: points[at - 1] for n, points in recorded if at <= len(points)}
        half = -(-event.planned_rounds // 2)
        if "baku" not in event.variations or at > half:
            return {}
        first = sorted(n for n, row in self.rows.items() if row and _paired(row[0]))
        listed = first or [int(n) for n in participants(event)]
        last = listed[min(2 * -(-len(listed) // 4), len(listed)) - 1] if listed else 0
        upper = {n for n in self.rows if n <= last}
        upper = upper if event.accelerated is None else {*event.accelerated}
        return dict.fromkeys(upper, self.scale.win if at <= -(-half // 2) else self.scale.draw)

    def _floated(self, at: int, floats: Judge) -> Scores:
        """Of two with different scores who played the higher floated down, the lower up."""
        scores, found = self._paired_with(at), {}
        for n, row in self.rows.items():
            if hasattr(outcome := row[at - 1], "colour"):
                own, other = scores[n], scores[outcome.opponent]
                found[n] = (own > other) - (own < other)
            else:
                found[n] = DOWN * floats(outcome, self._scored[n][at - 1], self.scale)
        return found

    def _barred(self, number: int, barred: Judge) -> bool:
        """Whether the bye is kept from somebody: he had it, or by his rounds, or by a decision."""
        ruled = rulings(self.event, number)
        for outcome, points in zip(self.rows[number], self._scored[number], strict=True):
            if not hasattr(outcome, "colour"):
                by_rule = True not in ruled and barred(outcome, points, self.scale)
                if by_rule or isinstance(outcome, model.PairingBye):
                    return True
        return False in ruled


def _scale(event: model.Tournament) -> model.Scale:
    """What a round is worth; where two meet in several games, all of them."""
    game, games = scale_in_force(event.game_scale, USUAL), event.boards
    bye = game.win + game.draw if game.bye is None else game.bye
    match = model.Scale(games * game.win, games * game.draw, games * game.loss, bye)
    return game if games == 1 else scale_in_force(match, game)


@cache
def _preference(had: History) -> tuple[Colour | None, int, int]:
    """The colour preferred, how strongly, and Whites less Blacks."""
    difference = colour_difference(had)
    if not had:
        return None, NONE, 0
    running = len(had) > 1 and had[-1] is had[-2]
    if abs(difference) < 2 and (running or not difference):
        return had[-1].opposite, ABSOLUTE if running else MILD, difference
    less_often = Colour.BLACK if difference > 0 else Colour.WHITE
    return less_often, ABSOLUTE if abs(difference) > 1 else STRONG, difference


def _paired(outcome: Any) -> bool:
    return hasattr(outcome, "colour") or isinstance(outcome, PAIRED)
