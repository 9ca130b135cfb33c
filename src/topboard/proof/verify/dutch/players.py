"""The players of a round in rank order: pairing scores, floats, bye eligibility and colours."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from topboard import model
from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.proof.verify.byes import is_barred_from_bye
from topboard.proof.verify.colours import BIT, EITHER, History, count_games_since_colours_differed
from topboard.proof.verify.meeting import MeetingRestrictions, find_opponents_played
from topboard.proof.verify.points import (
    complete_announced_scoring_scale,
    outcome_points,
    points_by_round,
    sum_points_before_round,
)
from topboard.proof.verify.round import ProposedRound

USUAL = model.Scale(both_defaulted=0)
MILD, STRONG, ABSOLUTE = range(3)
GRANTED, STRONGER, ALTERNATE, HIGHER, INITIAL = range(5)
"""The rules for allocating colours, in order of priority."""
DOWN, UP = 0b0101, 0b1010
ROUNDS = (0b0011, 0b1100)
"""The bits for floats in the last round and in the round before it."""
PAIRED = (model.ForfeitWin, model.ForfeitLoss, model.DoubleForfeit, model.PairingBye)
Judge = Callable[[Any, int, model.Scale], bool]
"""A function that returns whether an unplayed round counts. It takes the kind of outcome, its
points and the scoring scale.
"""
Scores = dict[int, int]


class DutchPlayer:
    """A player before the next round.

    ``difference`` is the number of Whites minus the number of Blacks. ``allowed`` has the colours
    that the absolute criteria permit. ``floats`` has bits for the downfloats and upfloats of the
    last two rounds.
    """

    floats, unplayed, barred = 0, 0, False

    def __init__(self, number: int, points: int, had: History, topscorer: bool) -> None:
        self.number, self.points, self.had, self.topscorer = number, points, had, topscorer
        self.difference, self.last_two = difference, last_two = colour_difference(had), had[-2:]
        running, wide = last_two in ((Colour.WHITE,) * 2, (Colour.BLACK,) * 2), abs(difference) > 1
        less_often = Colour.BLACK if difference > 0 else Colour.WHITE
        by_last = not difference or (running and not wide)
        # A player who has had no colour has no preference of any strength.
        self.prefers = None if not had else had[-1].opposite if by_last else less_often
        self.strength = ABSOLUTE if running or wide else STRONG if difference else MILD
        self.allowed = EITHER if topscorer or self.strength < ABSOLUTE else BIT[self.prefers]


class RankedPlayers:
    """All players to be paired, in ranking order.

    ``floats`` decides whether an unplayed round counts as a downfloat, and ``bars`` whether it bars
    the player from the bye.
    """

    def __init__(self, round_: ProposedRound, floats: Judge, bars: Judge) -> None:
        self._event, self._present = event, present = round_.tournament, round_.opponents
        self._rows, self._scale, upcoming = (
            round_.rows,
            _find_scoring_scale_of_round(event),
            event.round_to_pair,
        )
        self._scored = points_by_round(event, self._rows, self._points_of_outcome, "of_player")
        self.points = sum_points_before_round(event, self._scored, "of_player")
        self.scores = self._compute_pairing_scores_of_round(upcoming, self.points)
        last, before = (
            self._find_floats_of_round(ago, floats) if ago < upcoming else {} for ago in (1, 2)
        )
        top = (upcoming - 1) * self._scale.win if upcoming == event.planned_rounds else 10**9
        self.everybody: dict[int, DutchPlayer] = {}
        for n in sorted(present, key=lambda n: (-self.scores[n], n)):
            one = DutchPlayer(n, self.scores[n], round_.had[n], 2 * self.scores[n] > top)
            one.floats = last.get(n, 0) | before.get(n, 0)
            one.unplayed = len(self._rows[n]) - len(one.had)
            one.barred = bool(one.unplayed or event.bye_rulings) and self._is_barred_from_bye(
                n, bars
            )
            self.everybody[n] = one
        used = sorted(n for n, r in self._rows.items() if n in present or any(map(_was_paired, r)))
        self.parity = {n: at % 2 for at, n in enumerate(used, start=1)}
        settled = {n for pair in event.required for n in pair}
        self.players = [one for n, one in self.everybody.items() if n not in settled]
        self.numbers = [one.number for one in self.players]
        limits = {n: one.allowed for n, one in self.everybody.items()}
        self.graph = MeetingRestrictions(
            round_, find_opponents_played(round_), limits
        ).build_allowed_pairs_graph(self.numbers, limits=True)

    def _points_of_outcome(self, outcome: Any) -> int:
        going_on = isinstance(outcome, model.Unfinished)
        return self._scale.draw if going_on else outcome_points(outcome, self._scale)

    def _compute_pairing_scores_of_round(self, at: int, points: Scores) -> Scores:
        """Return the pairing scores of a round, including recorded or Baku virtual points."""
        event, half = self._event, -(-self._event.planned_rounds // 2)
        if event.virtual:
            virtual = {int(v.number): v.points[at - 1] for v in event.virtual if v.points[at - 1 :]}
        elif "baku" in event.variations and at <= half:
            more = self._scale.win if at <= -(-half // 2) else self._scale.draw
            virtual = dict.fromkeys(self._find_accelerated_players(), more)
        else:
            return points
        return {n: own + virtual.get(n, 0) for n, own in points.items()}

    def _find_accelerated_players(self) -> Collection[int]:
        """Return the accelerated players: the upper half of the players paired in round 1.

        The half is rounded up to an even number.
        """
        if self._event.accelerated is not None:
            return self._event.accelerated
        first = sorted(n for n, row in self._rows.items() if row and _was_paired(row[0]))
        listed = first or sorted(self._present)
        last = max(listed[: 2 * -(-len(listed) // 4)], default=0)
        return {n for n in self._rows if n <= last}

    def _find_floats_of_round(self, ago: int, floats: Judge) -> Scores:
        """Return each player's float, as bits, in the round ``ago`` rounds before the next one.

        In a pair, the player with the higher score downfloats and the player with the lower score
        upfloats.
        """
        at, bits, found = self._event.round_to_pair - ago, ROUNDS[ago - 1], {}
        scores = self._compute_pairing_scores_of_round(
            at, sum_points_before_round(self._event, self._scored, "of_player", at)
        )
        for n, row in self._rows.items():
            if hasattr(outcome := row[at - 1], "colour"):
                own, other = scores[n], scores[outcome.opponent]
                found[n] = bits & (DOWN if own > other else UP if own < other else 0)
            else:
                found[n] = bits & DOWN * floats(outcome, self._scored[n][at - 1], self._scale)
        return found

    def _is_barred_from_bye(self, number: int, bars: Judge) -> bool:
        """Return whether a player had the bye before or is barred from it by a rule or ruling."""
        rounds = zip(self._rows[number], self._scored[number], strict=True)
        away = [(how, points) for how, points in rounds if not hasattr(how, "colour")]
        by_rule = any(bars(how, points, self._scale) for how, points in away)
        had = any(isinstance(how, model.PairingBye) for how, _ in away)
        return had or is_barred_from_bye(self._event, number, by_rule=by_rule)


def _find_scoring_scale_of_round(event: model.Tournament) -> model.Scale:
    """Return the scoring scale for a round.

    If players play matches of several games, the scale is that of a whole match.
    """
    game, games = complete_announced_scoring_scale(event.game_scale, USUAL), event.boards
    bye = game.win + game.draw if game.bye is None else game.bye
    match = model.Scale(games * game.win, games * game.draw, games * game.loss, bye)
    return game if games == 1 else complete_announced_scoring_scale(match, game)


def _was_paired(outcome: Any) -> bool:
    return hasattr(outcome, "colour") or isinstance(outcome, PAIRED)


# --- colours ------------------------------------------------------------------------------------


def initial_colour(event: model.Tournament) -> Colour:
    """Return the initial colour, as recorded or as derived from a pair of round 1."""
    meetings = event.rounds[0].meetings if event.rounds else ()
    shown = next((m for m in meetings if m.manner is model.Manner.PLAYED), None)
    if event.lot is not None or shown is None:
        return event.lot or Colour.WHITE
    listed = sorted({n for m in meetings for n in (m.white, m.black, event.rounds[0].bye) if n})
    sides = [n for n in (shown.white, shown.black) if n]
    even = listed.index(min(sides)) % 2
    return Colour.WHITE if (sides[0] == min(sides)) != even else Colour.BLACK


def colour_of_higher_ranked(
    one: DutchPlayer, other: DutchPlayer, initial: Colour
) -> tuple[Colour, int]:
    """Return the colour of the higher-ranked player ``one``, and the rule that decides it.

    If neither player has a preference, ``one`` gets the colour ``initial``.
    """
    wanted, others = one.prefers, other.prefers
    if wanted is None or others is None or wanted is not others:
        rule = INITIAL if wanted is others else GRANTED
        return wanted or (others.opposite if others else initial), rule
    # Between two absolute preferences, the one with the larger colour difference is stronger.
    mine, theirs = ((p.strength, abs(p.difference)) for p in (one, other))
    if mine[0] != theirs[0] or (mine[0] == ABSOLUTE and mine != theirs):
        return wanted if mine > theirs else wanted.opposite, STRONGER
    ago = count_games_since_colours_differed(one.had, other.had)
    return (one.had[-ago].opposite, ALTERNATE) if ago else (wanted, HIGHER)


def count_colour_faults(one: DutchPlayer, other: DutchPlayer) -> tuple[int, int, int, int]:
    """Return the four counts of colour faults in a pair.

    They are a colour difference above two, a third colour in a row, a preference denied, and a
    strong preference denied. The first two are counted only if one of the players is a topscorer.
    """
    # If both prefer the same colour, the one with the weaker preference is denied it.
    denied = one.prefers is other.prefers and one.prefers is not None
    strong = denied and min(one.strength, other.strength) == STRONG
    if not (one.topscorer or other.topscorer):
        return 0, 0, denied, strong
    # Any initial colour will do, because it matters only if neither has had a colour.
    colour, _ = colour_of_higher_ranked(one, other, Colour.WHITE)
    given = ((one, colour), (other, colour.opposite))
    wide = sum(abs(p.difference + (1 if got is Colour.WHITE else -1)) > 2 for p, got in given)
    return wide, sum(p.last_two == (got, got) for p, got in given), denied, strong
