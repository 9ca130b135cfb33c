"""Phrases for numbers, colours, lists and proofs that are used in sentences."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from topboard.messages import and_worded, message, retold, say, say_count, say_kept
from topboard.model import POINT, Colour, Manner
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from topboard.model import Number, Tenths, Tournament
    from topboard.reasons.obstacles import LeavesUnpairable

    Name = Callable[[Number], str]


LONGEST_LIST = 8
"""The longest list of names that is given in full; a longer one shows only its first and last."""


def points_with_word(tenths: Tenths) -> str:
    """Return a number of points with the word "point" or "points", such as "2½ points"."""
    whole = -(-tenths // POINT)  # Round up, because ½ point is singular.
    return say_count("{points} point", "{points} points", whole, points=format_points(tenths))


def colour_word(colour: Colour) -> str:
    """Return the word for a colour in the current language."""
    return say("White") if colour is Colour.WHITE else say("Black")


def colour_letters(history: Iterable[Colour]) -> str:
    """Return a colour history as the letters W and B, oldest first, or "no colour"."""
    white, black = say("W"), say("B")
    had = "".join(white if colour is Colour.WHITE else black for colour in history)
    return had or say("no colour")


ORDINALS = {1: message("{number}st"), 2: message("{number}nd"), 3: message("{number}rd")}
OTHER_ORDINALS = message("{number}th")


def ordinal(number: int) -> str:
    """Return a number as an ordinal, such as 1st, 2nd or 11th."""
    teens = number % 100 in (11, 12, 13)
    form = OTHER_ORDINALS if teens else ORDINALS.get(number % 10, OTHER_ORDINALS)
    return say_kept(form, number=number)


def join_with_and(parts: Iterable[str]) -> str:
    """Join all parts with "and"."""
    return reduce(lambda told, part: say("{told} and {part}", told=told, part=part), parts)


def join_with_or(parts: Iterable[str]) -> str:
    """Join all parts with "or"."""
    return reduce(lambda told, part: say("{told} or {part}", told=told, part=part), parts)


def format_names(numbers: Iterable[Number], name: Name) -> str:
    """Return the names as a list, such as A, B and C."""
    return retold(and_worded([name(number) for number in numbers]))


def format_names_or_span(numbers: Sequence[Number], name: Name) -> str:
    """Return the names as a list, or as "A to Z (26 in all)" if there are too many."""
    if len(numbers) <= LONGEST_LIST:
        return format_names(numbers, name)
    return say(
        "{first} to {last} ({count} in all)",
        first=name(numbers[0]),
        last=name(numbers[-1]),
        count=len(numbers),
    )


def format_average_rating(ratings: Fraction | int) -> str:
    """Return an average rating with one decimal, rounded half up, or unchanged if it is an int."""
    if isinstance(ratings, int):
        return str(ratings)
    tenths = (20 * ratings.numerator + ratings.denominator) // (2 * ratings.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def after_round_heading(tournament: Tournament) -> str:
    """Return a heading with the last round that a table includes and the missing results."""
    number = len(tournament.rounds)
    missing = sum(
        meeting.manner is Manner.PENDING
        for played in tournament.rounds
        for meeting in played.meetings
    )
    if not missing:
        return say("after round {number}", number=number)
    return say_count(
        "after round {number}, {count} result missing",
        "after round {number}, {count} results missing",
        missing,
        number=number,
    )


def name_with_aro(number: Number, aro: int | None, name: Name) -> str:
    """Return a player's name with their average rating of opponents (ARO), if there is one."""
    return say("{who} (ARO {aro})", who=name(number), aro=aro) if aro else name(number)


def bracket_phrase(tenths: int) -> str:
    """Return the name of a bracket, given the score of its residents."""
    return say("the bracket of {points}", points=points_with_word(tenths))


# --- participants who could not be paired ------------------------------------------------


def remaining_opponents_clause(
    islands: Sequence[Sequence[Number]], bridge: Sequence[Number], name: Name
) -> str:
    """Return a clause that names the few opponents whom the islands could still meet."""
    able = format_names(sorted(bridge), name)
    if all(len(island) == 1 for island in islands):
        alone = format_names(sorted(n for (n,) in islands), name)
        if not bridge:
            return say("{alone} would have nobody to meet", alone=alone)
        if len(islands) == 1:
            return say("{alone} would have only {able} to meet", alone=alone, able=able)
        return say("{alone} would have only {able} to meet between them", alone=alone, able=able)
    sets = "; ".join(format_names(sorted(island), name) for island in islands)
    beside = (" " + say("but for {able}", able=able)) if bridge else ""
    if len(islands) == 1:
        return say(
            "{sets}, an odd number, would have only each other to meet{beside}",
            sets=sets,
            beside=beside,
        )
    return say(
        "{sets}: these {count} odd sets would have only themselves to meet{beside}",
        sets=sets,
        count=len(islands),
        beside=beside,
    )


def unpairable_proof_clause(found: LeavesUnpairable, name: Name) -> str:
    """Return a clause that names the participants left unpaired and their possible opponents."""
    leaving = -found.may_leave
    if not found.islands:
        able = say("nobody")
        if found.bridge:
            able = say("only {able}", able=format_names(sorted(found.bridge), name))
        return say_count(
            "{able} could leave the group, and {count} team has to",
            "{able} could leave the group, and {count} teams have to",
            leaving,
            able=able,
        )
    left = remaining_opponents_clause(found.islands, found.bridge, name)
    if found.may_leave > 0:
        return say(
            "{left}, and only {may_leave} may leave the group", left=left, may_leave=found.may_leave
        )
    if leaving > 0:
        return say(
            "{left}, and {leaving} more would have to leave the group", left=left, leaving=leaving
        )
    return left


def left_over_proof_clause(proof: LeavesUnpairable, name: Name) -> str:
    """Return a clause that names the stranded players and the opponents they could meet.

    The number of players who may be left over, or who must leave, is added at the end.
    """
    left = remaining_opponents_clause(proof.islands, proof.bridge, name)
    if proof.may_leave > 0:
        return say_count(
            "{left}, beside the one who may be left over",
            "{left}, beside the {count} who may be left over",
            proof.may_leave,
            left=left,
        )
    return left
