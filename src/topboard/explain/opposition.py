"""The reasons of the systems that rank by opposition, in sentences that a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from topboard.explain.quality import bracket_of
from topboard.explain.words import points
from topboard.figures import written
from topboard.messages import say, say_count
from topboard.model import POINT
from topboard.reasons.opposition import (
    ByeByOpposition,
    ByeDecidedBy,
    NumbersPaired,
    RankedByOpposition,
    SeedingRound,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons import Reason
    from topboard.reasons.opposition import OppositionMet

    Name = Callable[[Number], str]


SHOWN = 20
"""How many members of a bracket are told one by one."""


def _seeding(reason: SeedingRound, _name: Name) -> str:
    return say_count(
        "Round {round} is the seeding round: it is paired by the Dutch system ({article}).",
        "Round {round} is one of the {count} seeding rounds: it is paired by the Dutch system"
        " ({article}).",
        reason.seeding,
        round=reason.round,
        article=reason.article,
    )


def _ranked(reason: RankedByOpposition, name: Name) -> str:
    shown = enumerate(reason.ranked[:SHOWN], start=1)
    members = ", ".join(f"{number}: {_opposition(one, name)}" for number, one in shown)
    if len(reason.ranked) > SHOWN:
        members += say(", and {more} more", more=len(reason.ranked) - SHOWN)
    return say(
        "In {bracket} the players are numbered by their opponents' points (Buchholz, then"
        " Sonneborn-Berger): {members} ({article}).",
        bracket=bracket_of(reason.points),
        members=members,
        article=reason.article,
    )


def _opposition(one: OppositionMet, name: Name) -> str:
    return f"{name(one.number)} ({_scored(one)})"


def _scored(one: OppositionMet) -> str:
    """Buchholz and Sonneborn-Berger."""
    return f"{written(one.buchholz)}, {written(one.sonneborn_berger, POINT * POINT)}"


def _paired(reason: NumbersPaired, name: Name) -> str:
    (own, other), (first, second) = reason.numbers, reason.opposition
    possible = say("the largest possible") if reason.passed_over else say("the largest left")
    return say(
        "{chooser} meets {chosen} in {bracket}: number {own} (Buchholz {buchholz},"
        " Sonneborn-Berger {berger}) meets number {other} ({scored}), {possible} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        bracket=bracket_of(reason.points),
        own=own,
        buchholz=written(first.buchholz),
        berger=written(first.sonneborn_berger, POINT * POINT),
        other=other,
        scored=_scored(second),
        possible=possible,
        article=reason.article,
    )


def _bye(reason: ByeByOpposition, name: Name) -> str:
    return say(
        "{who} with {points} has the bye: {how} ({article}).",
        who=name(reason.number),
        points=points(reason.points),
        how=_how_bye(reason, name),
        article=reason.article,
    )


def _how_bye(reason: ByeByOpposition, name: Name) -> str:
    rival = "" if reason.rival is None else name(reason.rival)
    match reason.ground:
        case ByeDecidedBy.ONLY_ONE:
            return say("nobody else could have it")
        case ByeDecidedBy.LOWEST_SCORE:
            return say("nobody else of so low a score could have it")
        case ByeDecidedBy.MOST_GAMES:
            return say_count(
                "of those of that score who could have it he has played the most games, one;"
                " next comes {rival}",
                "of those of that score who could have it he has played the most games, {count};"
                " next comes {rival}",
                reason.games,
                rival=rival,
            )
        case ByeDecidedBy.LOWEST_RANK:
            return say(
                "of those of that score and with as many games who could have it he has met the"
                " opponents with the fewest points; next comes {rival}",
                rival=rival,
            )
    assert_never(reason.ground)


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    SeedingRound: _seeding,
    RankedByOpposition: _ranked,
    NumbersPaired: _paired,
    ByeByOpposition: _bye,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {}


def concerned(_reason: Reason) -> Iterable[Number]:
    """Nobody alone: how a bracket is numbered is about the bracket as a whole."""
    return ()
