"""Sentences for players that explain a bye given before the round is paired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import say, say_count
from topboard.reasons.byes import ByeInOrder, ByeStep
from topboard.reasons.sentences.words import points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number

    Name = Callable[[Number], str]


def _bye(reason: ByeInOrder, name: Name) -> str:
    return say(
        "{who} with {points} has the bye, which is given before anybody is paired{how}"
        " ({article}).",
        who=name(reason.number),
        points=points(reason.points),
        how=_how(reason, name),
        article=reason.article,
    )


def _how(reason: ByeInOrder, name: Name) -> str:
    if reason.following is None:
        return ""
    following = name(reason.following)
    match reason.step:
        case ByeStep.NOBODY_ELSE:
            return ""
        case ByeStep.LOWEST_SCORE:
            return say(": no other who could have it has so few points")
        case ByeStep.MOST_GAMES:
            return say_count(
                ": of those with so few points nobody has played more often (once);"
                " {following} would be next",
                ": of those with so few points nobody has played more often ({count} times);"
                " {following} would be next",
                reason.games,
                following=following,
            )
        case ByeStep.LOWEST_RANKED:
            return say(
                ": the lowest ranked of those with so few points who have played as often;"
                " {following} would be next",
                following=following,
            )
        case _:
            assert_never(reason.step)


SENTENCES: dict[type, Callable[[Any, Name], str]] = {ByeInOrder: _bye}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {}


def participants_concerned(reason: ByeInOrder) -> Iterable[Number]:
    """Return the receiver of the bye as the only participant concerned."""
    return (reason.number,)
