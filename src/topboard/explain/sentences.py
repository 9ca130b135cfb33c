"""Reasons and obstacles in sentences that a captain understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.explain.families import family_obstacle
from topboard.explain.words import colour_word, letters, listed, points
from topboard.reasons import (
    BarredByRuling,
    ByeGiven,
    ColourGiven,
    ColourGround,
    Floated,
    FloatersDoNotMeet,
    Forbidden,
    GroupOpened,
    HadBye,
    HaveMet,
    IncomingFloater,
    JoinedLate,
    LeavesUnpairable,
    NoColourLeft,
    NoOpponentInNextGroup,
    OpponentChosen,
    RequiredElsewhere,
    SameColourDue,
    TableFixed,
    Warned,
    WonWithoutPlaying,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons import Obstacle, PassedOver

    Name = Callable[[Number], str]


def obstacle_sentence(obstacle: Obstacle, name: Name) -> str:
    """What stood in a candidate's way, as the end of a sentence."""
    match obstacle:
        case HaveMet():
            return f"they met in round {obstacle.round}"
        case Forbidden():
            return "the organiser does not let them meet"
        case SameColourDue():
            return f"both may only have {colour_word(obstacle.colour)}"
        case NoColourLeft():
            return f"{name(obstacle.number)} may have neither colour"
        case RequiredElsewhere():
            return f"{name(obstacle.number)} is to meet somebody else"
        case LeavesUnpairable():
            return _unpairable(obstacle, name)
        case NoOpponentInNextGroup():
            return f"has met everybody in the group of {points(obstacle.points)}"
        case IncomingFloater():
            return "came into the group as a floater and may not be left over"
        case FloatersDoNotMeet():
            return "floaters do not meet each other"
        case HadBye():
            return f"had the bye in round {obstacle.round}"
        case WonWithoutPlaying():
            return f"won without playing in round {obstacle.round}"
        case JoinedLate():
            return f"joined only in round {obstacle.round}"
        case BarredByRuling():
            return "is barred by a decision"
        case _:
            return family_obstacle(obstacle, name)


def _unpairable(obstacle: LeavesUnpairable, name: Name) -> str:
    sets = " / ".join(listed(sorted(island), name) for island in obstacle.islands)
    bridge = listed(sorted(obstacle.bridge), name) if obstacle.bridge else "nobody"
    leave = f", and only {obstacle.may_leave} may leave" if obstacle.may_leave > 0 else ""
    return f"the others could not all be paired: {sets} would have only {bridge} to meet{leave}"


def passed_over_sentences(passed: Iterable[PassedOver], name: Name) -> list[str]:
    """A line for each candidate that came earlier in the order."""
    return [f"not {name(p.candidate)}: {obstacle_sentence(p.obstacle, name)}" for p in passed]


def _group_opened(reason: GroupOpened, name: Name) -> str:
    size = len(reason.residents)
    text = f"Group of {points(reason.points)}, {reason.side.value}: {size} "
    text += "team" if size == 1 else "teams"
    if reason.incoming:
        text += f", with {listed(reason.incoming, name)} from other groups"
    text += "."
    if reason.leavers:
        text += f" {_leavers(reason)}"
    if not reason.limits_kept:
        text += (
            " A complete pairing was only possible without the limits for colours"
            f" ({reason.limits_article})."
        )
    return text


def _leavers(reason: GroupOpened) -> str:
    who = "One team has" if reason.leavers == 1 else f"{reason.leavers} teams have"
    if reason.gave_way:
        return f"{who} to leave it, so that the rest of the round can be paired ({reason.article})."
    return f"{who} to leave it: as many pairs as possible are made inside ({reason.article})."


def _opponent_chosen(reason: OpponentChosen, name: Name) -> str:
    how = "the first in its order" if not reason.passed_over else "the first it could be given"
    return (
        f"{name(reason.chooser)} meets {name(reason.chosen)}, {how} "
        f"in the group of {points(reason.points)} ({reason.article})."
    )


def _floated(reason: Floated, name: Name) -> str:
    return (
        f"{name(reason.number)} with {points(reason.from_points)} floats "
        f"to the group of {points(reason.to_points)} ({reason.article})."
    )


def _bye_given(reason: ByeGiven, name: Name) -> str:
    return f"{name(reason.number)} has the bye: the last that may have it ({reason.article})."


def _colour_given(reason: ColourGiven, name: Name) -> str:
    white, black = name(reason.white), name(reason.black)
    return f"{white} has White, {black} Black: {_ground(reason, name)} ({reason.article})."


def _ground(reason: ColourGiven, name: Name) -> str:
    histories = (
        f"{name(reason.white)} had {letters(reason.white_history)}, "
        f"{name(reason.black)} {letters(reason.black_history)}"
    )
    higher = name(reason.higher) if reason.higher is not None else "the higher ranked"
    match reason.ground:
        case ColourGround.LOT:
            parity = "odd" if reason.higher is not None and reason.higher % 2 else "even"
            return f"by the lot for number 1, {higher} having an {parity} number"
        case ColourGround.LIMITS:
            return f"the limits allow nothing else; {histories}"
        case ColourGround.EQUALISE:
            return f"this equalises the colours; {histories}"
        case ColourGround.ALTERNATE:
            return f"they change the colours of their latest difference; {histories}"
        case ColourGround.BALANCE_HIGHER:
            return f"same colours so far, so {higher}, ranked higher, is balanced; {histories}"
        case ColourGround.ALTERNATE_HIGHER:
            return f"same colours so far, so {higher}, ranked higher, alternates; {histories}"
        case ColourGround.LOT_OF_PAIRS:
            return "by the lot for the first pair; the pairs of the list take turns"
        case ColourGround.COLUMN:
            return f"so they stand in the two columns; {histories}"
        case ColourGround.HIGHER_ARO:
            return f"White goes to the higher average of opponents; {histories}"
        case ColourGround.LOWER_RATING:
            return f"White goes to the lower rating; {histories}"
        case ColourGround.ALPHABET:
            return f"White goes to the first in the alphabet; {histories}"


def _table_fixed(reason: TableFixed, name: Name) -> str:
    note = f" ({reason.note})" if reason.note else ""
    article = f" ({reason.article})" if reason.article else ""
    return f"{name(reason.number)} plays at table {reason.table} by decision{note}{article}."


def _warned(reason: Warned, _name: Name) -> str:
    return f"Note: {reason.what} ({reason.article})."


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    GroupOpened: _group_opened,
    OpponentChosen: _opponent_chosen,
    Floated: _floated,
    ByeGiven: _bye_given,
    ColourGiven: _colour_given,
    TableFixed: _table_fixed,
    Warned: _warned,
}
