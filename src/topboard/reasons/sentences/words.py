"""Numbers, colours and lists in words, and sentences about proofs of unpairability."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from topboard.messages import (
    counted,
    join_worded_names,
    message,
    say,
    say_count,
    say_kept,
    say_kept_count,
    translate_worded,
)
from topboard.model import POINT, Colour, Manner
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from topboard.messages import Message
    from topboard.model import Number, Tenths, Tournament
    from topboard.reasons.obstacles import LeavesUnpairable

    Name = Callable[[Number], str]


LONGEST_LIST = 8
"""The longest list of names that is shown in full. Otherwise only the first and last are shown."""


def format_points_with_word(tenths: Tenths) -> str:
    """Return a number of points with the word "point" or "points", such as "2½ points"."""
    whole = -(-tenths // POINT)  # Round up, because ½ point is singular.
    return say_count("{points} point", "{points} points", whole, points=format_points(tenths))


def colour_word(colour: Colour) -> str:
    """Return the word for a colour in the current language."""
    return say("White") if colour is Colour.WHITE else say("Black")


def format_colour_history(history: Iterable[Colour]) -> str:
    """Return a colour history as the letters W and B, oldest first, or "no colour"."""
    white, black = say("W"), say("B")
    had = "".join(white if colour is Colour.WHITE else black for colour in history)
    return had or say("no colour")


ORDINALS = {1: message("{number}st"), 2: message("{number}nd"), 3: message("{number}rd")}
OTHER_ORDINALS = message("{number}th")


def format_ordinal(number: int) -> str:
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


def join_list(parts: Sequence[str]) -> str:
    """Return the parts as a list, such as A, B and C."""
    return translate_worded(join_worded_names(parts))


def format_names(numbers: Iterable[Number], name: Name) -> str:
    """Return the names as a list, such as A, B and C."""
    return join_list([name(number) for number in numbers])


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
    """Return an average rating with one decimal, rounded half up. An int is returned unchanged."""
    if isinstance(ratings, int):
        return str(ratings)
    tenths = (20 * ratings.numerator + ratings.denominator) // (2 * ratings.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def count_missing_results(tournament: Tournament) -> int:
    """Return the number of games or matches of all rounds that have no result."""
    return sum(
        meeting.manner is Manner.PENDING
        for played in tournament.rounds
        for meeting in played.meetings
    )


def format_round_in_play(tournament: Tournament) -> str:
    """Return a sentence that the standings lack results of a round in play, or an empty string."""
    open_rounds = [
        played.number
        for played in tournament.rounds
        for meeting in played.meetings
        if meeting.manner is Manner.PENDING
    ]
    if not open_rounds:
        return ""
    return say_count(
        "Round {number} is still in play: {count} result is missing. Until it is entered, "
        "participants can have different numbers of games.",
        "Round {number} is still in play: {count} results are missing. Until they are entered, "
        "participants can have different numbers of games.",
        len(open_rounds),
        number=max(open_rounds),
    )


def uses_international_tables(article: str) -> bool:
    """Return whether the rules that contain an article call Berger tables International Tables.

    This is so only in the Canadian rules (articles 650 to 664).
    """
    return article.startswith(("65", "66"))


# --- participants who could not be paired ------------------------------------------------


NO_OPPONENT_LEFT = counted(
    "{alone} would have no opponent left.", "{alone} would have no opponents left."
)
NO_OPPONENT_IN_BRACKET = counted(
    "{alone} has no possible opponent in the bracket.",
    "{alone} have no possible opponents in the bracket.",
)
NO_OPPONENT_IN_TOP_SCOREGROUP = counted(
    "{alone} has no possible opponent in the top-scoregroup.",
    "{alone} have no possible opponents in the top-scoregroup.",
)
NO_OPPONENT_IN_NEXT_BRACKET = counted(
    "{alone} would have no possible opponent in the next bracket.",
    "{alone} would have no possible opponents in the next bracket.",
)


def unpairable_islands_sentence(
    islands: Sequence[Sequence[Number]],
    bridge: Sequence[Number],
    name: Name,
    no_opponent: tuple[Message, Message] = NO_OPPONENT_LEFT,
) -> str:
    """Return a sentence that names the islands of a proof and their members' possible opponents.

    These possible opponents are the members of the bridge (see ``LeavesUnpairable``).
    ``no_opponent`` is used for participants who have no possible opponent at all.
    """
    able = format_names(sorted(bridge), name)
    if all(len(island) == 1 for island in islands):
        alone = format_names(sorted(n for (n,) in islands), name)
        if not bridge:
            return say_kept_count(no_opponent, len(islands), alone=alone)
        return say_count(
            "{alone} could only meet {able}.",
            "Between them, {alone} could only meet {able}.",
            len(islands),
            alone=alone,
            able=able,
        )
    if len(islands) == 1:
        members = format_names(sorted(islands[0]), name)
        if not bridge:
            return say(
                "{members} could only meet each other, and their number is odd.", members=members
            )
        return say(
            "{members} could only meet each other or {able}, and their number is odd.",
            members=members,
            able=able,
        )
    sets = "; ".join(format_names(sorted(island), name) for island in islands)
    if not bridge:
        return say(
            "Each of these {count} sets has an odd number of members, who could only meet each "
            "other: {sets}.",
            count=len(islands),
            sets=sets,
        )
    return say(
        "Each of these {count} sets has an odd number of members, who could only meet each "
        "other or {able}: {sets}.",
        count=len(islands),
        able=able,
        sets=sets,
    )


def unpairable_sentences(found: LeavesUnpairable, name: Name) -> str:
    """Return sentences that name the unpairable members of a group.

    They also give the number of members who may leave the group.
    """
    leaving = -found.may_leave
    if not found.islands:
        if not found.bridge:
            return say_count(
                "No team could leave the group, but one team has to.",
                "No team could leave the group, but {count} teams have to.",
                leaving,
            )
        return say_count(
            "Only {able} could leave the group, which is not enough.",
            "Only {able} could leave the group, but {count} teams have to.",
            leaving,
            able=format_names(sorted(found.bridge), name),
        )
    left = unpairable_islands_sentence(found.islands, found.bridge, name)
    if found.may_leave > 0:
        may = say_count(
            "At most one member may leave the group.",
            "At most {count} members may leave the group.",
            found.may_leave,
        )
        return f"{left} {may}"
    if leaving > 0:
        must = say_count(
            "One more member would have to leave the group.",
            "{count} more members would have to leave the group.",
            leaving,
        )
        return f"{left} {must}"
    return left


def left_over_sentences(proof: LeavesUnpairable, name: Name) -> str:
    """Return sentences that name the unpairable participants.

    They also give the number of participants who may remain unpaired.
    """
    left = unpairable_islands_sentence(proof.islands, proof.bridge, name)
    if proof.may_leave <= 0:
        return left
    may = say_count(
        "At most one participant may remain unpaired.",
        "At most {count} participants may remain unpaired.",
        proof.may_leave,
    )
    return f"{left} {may}"
