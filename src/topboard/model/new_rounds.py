"""A round that was just played, built from its pairing and its results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import say, say_count
from topboard.model.results import (
    Away,
    Manner,
    Meeting,
    NotYetEntered,
    PairingBye,
    Withdrawn,
)
from topboard.model.rounds import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model.participants import Number
    from topboard.model.results import GameResult
    from topboard.model.rounds import Pair, PairedRound
    from topboard.model.tournament import Tournament

RESULTS = {
    "1-0": (10, 0, Manner.PLAYED),
    "0-1": (0, 10, Manner.PLAYED),
    "½-½": (5, 5, Manner.PLAYED),
    "0.5-0.5": (5, 5, Manner.PLAYED),
    "+:-": (10, 0, Manner.DEFAULT),
    "-:+": (0, 10, Manner.DEFAULT),
    "-:-": (0, 0, Manner.BOTH_DEFAULTED),
}
"""The points and the manner of each result that can be given as text."""


def build_played_round(
    tournament: Tournament, pairing: PairedRound, results: Sequence[GameResult]
) -> Round:
    """Return the next round, as paired and with these results in board order.

    Raise ``BadInput`` if the pairing is for a different round, or if a result is missing or
    impossible.
    """
    _refuse_different_round(tournament, pairing)
    _refuse_wrong_number_of_results(pairing, results)
    problems: list[Problem] = []
    meetings = []
    for pair, result in zip(pairing.pairs, results, strict=True):
        meeting = _build_meeting(tournament, pair, result)
        if isinstance(meeting, Problem):
            problems.append(meeting)
        else:
            meetings.append(meeting)
    if problems:
        raise BadInput(problems)
    return Round(pairing.round, tuple(meetings), list_absences(tournament, pairing.bye))


def list_absences(tournament: Tournament, bye: Number | None) -> tuple[tuple[Number, Away], ...]:
    """Return everyone who is not paired in the next round, with the kind of bye or absence."""
    upcoming = tournament.round_to_pair
    away: dict[Number, Away] = {} if bye is None else {bye: PairingBye()}
    away |= {c.number: NotYetEntered() for c in tournament.competitors if c.joined > upcoming}
    away |= {
        request.number: request.outcome
        for request in tournament.requests
        if request.round == upcoming
        or (isinstance(request.outcome, Withdrawn) and request.round <= upcoming)
    }
    return tuple(away.items())


def _refuse_different_round(tournament: Tournament, pairing: PairedRound) -> None:
    if pairing.round != tournament.round_to_pair:
        what = say(
            "the pairing is for round {round}, but the next round is {upcoming}",
            round=pairing.round,
            upcoming=tournament.round_to_pair,
        )
        remedy = say("Pair the next round of this tournament.")
        raise BadInput([Problem(what, quoted=repr(pairing), remedy=remedy)])


def _refuse_wrong_number_of_results(pairing: PairedRound, results: Sequence[GameResult]) -> None:
    if len(results) != len(pairing.pairs):
        what = say_count(
            "the round has {count} pair, so it needs {count} result",
            "the round has {count} pairs, so it needs {count} results",
            len(pairing.pairs),
        )
        remedy = say("Give one result for each pair, in board order.")
        raise BadInput([Problem(what, quoted=repr(results), remedy=remedy)])


def _build_meeting(tournament: Tournament, pair: Pair, result: GameResult) -> Meeting | Problem:
    """Return the meeting of a pair, or the problem with its result."""
    where = say("table {table}", table=pair.table)
    if isinstance(result, Meeting):
        if (result.white, result.black) == (pair.white, pair.black):
            return result
        what = say("this is the meeting of a different pair")
        return Problem(what, where, f"{result.white} - {result.black}")
    if isinstance(result, str):
        if tournament.boards == 1 and result in RESULTS:
            white, black, manner = RESULTS[result]
            return Meeting(pair.white, pair.black, white, black, manner)
        remedy = (
            say("Choose one of: {known}.", known=", ".join(RESULTS))
            if tournament.boards == 1
            else say("Give the points of both sides in tenths, such as (25, 15).")
        )
        return Problem(say("this is not a result"), where, result, remedy)
    if not _are_points(result):
        remedy = say("Give the points of both sides in tenths, such as (25, 15).")
        return Problem(say("this is not a result"), where, repr(result), remedy)
    return Meeting(pair.white, pair.black, *result)


def _are_points(result: object) -> bool:
    """Return whether a result is two integers that are not negative."""
    return (
        isinstance(result, tuple)
        and len(result) == 2
        and all(type(points) is int and points >= 0 for points in result)
    )
