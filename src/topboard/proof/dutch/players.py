"""The players of a round by rank: pairing scores, floats, colours, who may have the bye."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from topboard import model
from topboard.history import colour_difference
from topboard.model import Colour
from topboard.proof.byes import is_barred
from topboard.proof.colours import BIT, BLACK, TWO_BLACKS, TWO_WHITES, WHITE, History
from topboard.proof.meeting import Encounters, faced
from topboard.proof.points import by_points, by_round, scale_in_force, totals_before
from topboard.proof.round import Proposed

USUAL = model.Scale(both_defaulted=0)
NONE, MILD, STRONG, ABSOLUTE = range(4)
DOWN, UP = 0b0101, 0b1010
LAST_ROUND, ROUND_BEFORE = 0b0011, 0b1100
PAIRED = (model.ForfeitWin, model.ForfeitLoss, model.DoubleForfeit, model.PairingBye)
Judge = Callable[[Any, int, model.Scale], bool]
Scores = dict[int, int]


class DutchPlayer(NamedTuple):
    """A player of the round to come."""

    number: int
    points: int
    parity: int
    had: History
    floats: int
    """Of DOWN and UP the bits of the rounds in which he floated so."""
    unplayed: int
    barred: bool
    difference: int
    """Whites less Blacks."""
    last_two: History
    topscorer: bool
    prefers: Colour | None
    strength: int
    allowed: int
    """The colours that the absolute criteria leave."""
    kind: int
    """The same for all who are alike in what can matter for the colours of a pair."""


class RankedPlayers:
    """Everybody to be paired, highest ranked first: a place is an index.

    ``floats`` says when somebody who does not play floats down, ``barred`` what keeps the bye
    from him, round by round.
    """

    def __init__(self, round_: Proposed, floats: Judge, barred: Judge) -> None:
        event, present = round_.tournament, round_.opponents
        self.event, self._present = event, present
        self.rows, self.scale, upcoming = round_.rows, _scale(event), event.round_to_pair
        self._scored = by_round(event, self.rows, self._worth, "of_player")
        self.points = totals_before(event, self._scored, "of_player")
        self.scores = self._paired_with(upcoming, self.points)
        ago = (upcoming - 1, upcoming - 2)
        last, before = (self._floated(at, floats) if at > 0 else {} for at in ago)
        used = (n for n, row in self.rows.items() if n in present or any(map(_paired, row)))
        parity = {n: at for at, n in enumerate(sorted(used), start=1)}
        top = (upcoming - 1) * self.scale.win if upcoming == event.planned_rounds else 10**9
        found, kinds = [], dict[tuple[int, History, bool], tuple[Any, ...]]()
        for n in present:
            row, had, points = self.rows[n], round_.had[n], self.scores[n]
            away, seen = len(row) - len(had), (colour_difference(had), had[-2:], 2 * points > top)
            if seen not in kinds:
                kinds[seen] = *seen, *_preference(*seen), len(kinds)
            kept = (away > 0 or bool(event.bye_rulings)) and self._barred(n, barred)
            moves = last.get(n, 0) & LAST_ROUND | before.get(n, 0) & ROUND_BEFORE
            found.append(DutchPlayer(n, points, parity[n], had, moves, away, kept, *kinds[seen]))
        found.sort(key=lambda one: (-one.points, one.number))
        self.everybody = {one.number: one for one in found}
        gone = {n for pair in event.required for n in pair}
        self.players = [one for one in found if one.number not in gone] if gone else found
        encounters = Encounters(event, faced(round_), {one.number: one.allowed for one in found})
        self.graph = encounters.graph([one.number for one in self.players], limits=True)

    def _worth(self, outcome: Any) -> int:
        """A game still going on counts as drawn."""
        going_on = isinstance(outcome, model.Unfinished)
        return self.scale.draw if going_on else by_points(outcome, self.scale)

    def _paired_with(self, at: int, points: Scores) -> Scores:
        """The scores with which a round is paired: with virtual points."""
        virtual = self._virtual_points(at)
        return {n: own + virtual.get(n, 0) for n, own in points.items()} if virtual else points

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
        listed = first or sorted(self._present)
        last = listed[min(2 * -(-len(listed) // 4), len(listed)) - 1] if listed else 0
        upper = {n for n in self.rows if n <= last}
        upper = upper if event.accelerated is None else {*event.accelerated}
        return dict.fromkeys(upper, self.scale.win if at <= -(-half // 2) else self.scale.draw)

    def _floated(self, at: int, floats: Judge) -> Scores:
        """Of two with different scores who played the higher floated down, the lower up."""
        points = totals_before(self.event, self._scored, "of_player", at)
        scores, found = self._paired_with(at, points), {}
        for n, row in self.rows.items():
            if hasattr(outcome := row[at - 1], "colour"):
                own, other = scores[n], scores[outcome.opponent]
                found[n] = DOWN if own > other else UP if own < other else 0
            else:
                found[n] = DOWN * floats(outcome, self._scored[n][at - 1], self.scale)
        return found

    def _barred(self, number: int, barred: Judge) -> bool:
        """Whether the bye is kept from somebody: he had it, or by his rounds, or by a decision."""
        rounds = zip(self.rows[number], self._scored[number], strict=True)
        away = [(how, points) for how, points in rounds if not hasattr(how, "colour")]
        if any(isinstance(how, model.PairingBye) for how, _ in away):
            return True
        by_rule = any(barred(how, points, self.scale) for how, points in away)
        return is_barred(self.event, number, by_rule=by_rule)


def _scale(event: model.Tournament) -> model.Scale:
    """What a round is worth; where two meet in several games, all of them."""
    game, games = scale_in_force(event.game_scale, USUAL), event.boards
    bye = game.win + game.draw if game.bye is None else game.bye
    match = model.Scale(games * game.win, games * game.draw, games * game.loss, bye)
    return game if games == 1 else scale_in_force(match, game)


def _preference(
    difference: int, last_two: History, topscorer: bool
) -> tuple[Colour | None, int, int]:
    """The colour preferred, how strongly, and the colours that this leaves."""
    if not last_two:
        return None, NONE, WHITE | BLACK
    running = last_two in (TWO_WHITES, TWO_BLACKS)
    if abs(difference) < 2 and (running or not difference):
        wanted, strength = last_two[-1].opposite, ABSOLUTE if running else MILD
    else:
        wanted = Colour.BLACK if difference > 0 else Colour.WHITE
        strength = ABSOLUTE if abs(difference) > 1 else STRONG
    return wanted, strength, WHITE | BLACK if strength < ABSOLUTE or topscorer else BIT[wanted]


def _paired(outcome: Any) -> bool:
    return hasattr(outcome, "colour") or isinstance(outcome, PAIRED)
