"""Pairs that a ruling requires in the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model.history import participants_to_pair

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from topboard.model import Number, Tournament


def find_required_opponents(tournament: Tournament) -> dict[Number, Number]:
    """Return the opponent whom a ruling requires for the next round, keyed by participant.

    Raise ``BadInput`` if a required pair is impossible.
    """
    if not tournament.required:
        return {}
    refuse_impossible_required_pairs(tournament, participants_to_pair(tournament))
    return {x: y for a, b in tournament.required for x, y in ((a, b), (b, a))}


def refuse_impossible_required_pairs(tournament: Tournament, present: Collection[Number]) -> None:
    """Raise ``BadInput`` if a required pair is impossible.

    A participant may be unknown or absent, or be paired with themselves or with two opponents.
    """
    if problems := tuple(dict.fromkeys(_find_problems_with_required_pairs(tournament, present))):
        raise BadInput(problems)


def _find_problems_with_required_pairs(
    tournament: Tournament, present: Collection[Number]
) -> Iterator[Problem]:
    where = worded("required pairs")
    opponents: dict[Number, Number] = {}
    for a, b in tournament.required:
        quoted = f"{a} - {b}"
        for one, other in ((a, b), (b, a)):
            if one not in present:
                yield _problem_with_absent_required_participant(tournament, one, quoted)
            elif one == other:
                what = worded("#{number} cannot meet itself", number=one)
                yield Problem(what, where, quoted, worded("Enter two different numbers."))
            elif opponents.setdefault(one, other) != other:
                what = worded(
                    "#{number} is already required to meet #{other}",
                    number=one,
                    other=opponents[one],
                )
                yield Problem(what, where, quoted, worded("Remove one of the two required pairs."))


def _problem_with_absent_required_participant(
    tournament: Tournament, number: Number, quoted: str
) -> Problem:
    where, name = worded("required pairs"), tournament.names.get(number)
    if name is None:
        unknown = worded("no participant has the number {number}", number=number)
        return Problem(unknown, where, quoted, worded("Correct the number."))
    what = worded(
        "{name} (#{number}) is absent from round {round} and cannot be paired",
        name=name,
        number=number,
        round=tournament.round_to_pair,
    )
    return Problem(what, where, quoted, worded("Remove the required pair, or cancel the absence."))
