"""Reasons and obstacles in sentences that a captain understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.explain.families import family_obstacle
from topboard.explain.words import colour_word, letters, listed, points, span
from topboard.figures import written
from topboard.history import colour_difference
from topboard.model import Colour
from topboard.reasons import (
    BarredByRuling,
    ByeGiven,
    ColourGiven,
    ColourGround,
    Floated,
    FloatersDoNotMeet,
    Forbidden,
    GroupArranged,
    GroupOpened,
    HadBye,
    HaveMet,
    IncomingFloater,
    JoinedLate,
    LeavesUnpairable,
    NoColourLeft,
    NoOpponentInNextGroup,
    OpponentChosen,
    Order,
    RequiredElsewhere,
    SameColourDue,
    Side,
    TableFixed,
    Warned,
    WonWithoutPlaying,
)
from topboard.rules.shared.limits import keeps_difference, third_running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.model import Number
    from topboard.reasons import Obstacle, PassedOver

    Name = Callable[[Number], str]


def obstacle_sentence(obstacle: Obstacle, name: Name) -> str:
    """What stood in a candidate's way, as the end of a sentence."""
    match obstacle:
        case HaveMet():
            if obstacle.by_default:
                return f"they were paired in round {obstacle.round}, though no game was played"
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
    return f"the others could not all be paired: {proof(obstacle, name)}"


def proof(found: LeavesUnpairable, name: Name) -> str:
    """Who would be left without an opponent, and who is all they could still meet."""
    leaving = -found.may_leave
    if not found.islands:
        able = f"only {listed(sorted(found.bridge), name)}" if found.bridge else "nobody"
        teams = "team has" if leaving == 1 else "teams have"
        return f"{able} could leave the group, and {leaving} {teams} to"
    left = left_to_meet(found.islands, found.bridge, name)
    if found.may_leave > 0:
        return f"{left}, and only {found.may_leave} may leave the group"
    if leaving > 0:
        return f"{left}, and {leaving} more would have to leave the group"
    return left


def left_to_meet(islands: Sequence[Sequence[Number]], bridge: Sequence[Number], name: Name) -> str:
    """What a set of players, or of teams, has left to meet outside itself."""
    able = listed(sorted(bridge), name)
    if all(len(island) == 1 for island in islands):
        alone = listed(sorted(n for (n,) in islands), name)
        if not bridge:
            return f"{alone} would have nobody to meet"
        if len(islands) == 1:
            return f"{alone} would have only {able} to meet"
        return f"{alone} would have only {able} to meet between them"
    sets = "; ".join(listed(sorted(island), name) for island in islands)
    beside = f" but for {able}" if bridge else ""
    if len(islands) == 1:
        return f"{sets}, an odd number, would have only each other to meet{beside}"
    return f"{sets}: these {len(islands)} odd sets would have only themselves to meet{beside}"


def passed_over_sentences(passed: Iterable[PassedOver], name: Name) -> list[str]:
    """A line for each candidate that came earlier in the order."""
    return [f"not {name(p.candidate)}: {obstacle_sentence(p.obstacle, name)}" for p in passed]


# --- decisions ----------------------------------------------------------------------------


def _group_opened(reason: GroupOpened, name: Name) -> str:
    size = len(reason.residents)
    text = f"Group of {points(reason.points)}, {reason.side.value}: {size} "
    text += "team" if size == 1 else "teams"
    if reason.incoming:
        text += f", with {listed(reason.incoming, name)} from other groups"
    text += "."
    if reason.imaginary:
        text += (
            f" The points of {span(reason.imaginary, name)} include imaginary ones"
            f" ({reason.imaginary_article})."
        )
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
    if reason.leaves_because_odd:
        return f"The number is odd: one team leaves the group ({reason.article})."
    return f"{who} to leave it: it cannot be completed otherwise ({reason.article})."


def _group_arranged(reason: GroupArranged, name: Name) -> str:
    article = f"({reason.article})"
    if not reason.second:
        return f"In the order of the tie-breaks: {span(reason.first, name)} {article}."
    first, second = ("Top", "bottom") if reason.side is not Side.BELOW else ("Bottom", "top")
    return (
        f"{first} half: {span(reason.first, name)}; "
        f"{second} half: {span(reason.second, name)} {article}."
    )


HOW = {
    Order.OTHER_HALF: "the first{} of the other half",
    Order.OWN_HALF: "the last{} of its own half",
    Order.HIGHEST: "the highest ranked{} of the group",
    Order.LOWEST: "the lowest ranked{} of the group",
    Order.LAST: "the last{} of the list",
    Order.ROW: "the first{} of the other column",
    Order.OWN_COLUMN: "the first{} of the same column",
    Order.HIGHEST_RATING: "the highest rated{} of the group, those due the other colour first",
    Order.LOWEST_RATING: "the lowest rated{} of those due the dominating colour",
}
"""Whom a competitor seeks first; the first possible one where somebody was passed over."""


def _opponent_chosen(reason: OpponentChosen, name: Name) -> str:
    chooser, chosen, article = name(reason.chooser), name(reason.chosen), f"({reason.article})"
    match reason.order:
        case Order.LAST_TWO:
            return f"{chooser} meets {chosen}: no others are left in the group {article}."
        case Order.FLOATERS:
            return (
                f"{chooser} meets {chosen}, a floater too: nobody of the group is possible"
                f" {article}."
            )
        case Order.ROW if not reason.passed_over:
            return f"{chooser} meets {chosen}, who stands in the same row {article}."
        case Order.HALVES_OF_LIST:
            return f"{chooser} meets {chosen}: upper half of the list against lower half {article}."
        case Order.MOVED_UP:
            return f"{chooser} meets {chosen}, moved up for this {article}."
        case None:
            return f"{chooser} meets {chosen} {article}."
        case order:
            how = HOW[order].format(" possible" if reason.passed_over else "")
            return f"{chooser} meets {chosen}, {how} {article}."


def _floated(reason: Floated, name: Name) -> str:
    where = f"the group of {points(reason.to_points)} ({reason.article})."
    who = f"{name(reason.number)} with {_with_imaginary(reason)}"
    if reason.order is Order.FLOATERS:
        return f"{who}, a floater already, floats on to {where}"
    return f"{who}{_first_to_leave(reason)} floats to {where}"


def _first_to_leave(reason: Floated) -> str:
    possible = " possible" if reason.passed_over else ""
    match reason.order:
        case Order.LOWEST:
            return f", the lowest ranked{possible},"
        case Order.HIGHEST:
            return f", the highest ranked{possible},"
        case _:
            return ""


def _with_imaginary(reason: Floated) -> str:
    if not reason.imaginary:
        return points(reason.from_points)
    if reason.imaginary == reason.from_points:
        return f"{written(reason.imaginary)} imaginary points"
    return f"{points(reason.from_points)}, {written(reason.imaginary)} of them imaginary"


def _bye_given(reason: ByeGiven, name: Name) -> str:
    order = "the last of the initial list" if reason.by_list else "the last ranked"
    who = f"of those that may have it {order}" if reason.passed_over else order
    return f"{name(reason.number)} has the bye: {who} ({reason.article})."


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
            return f"{_other_way_round(reason, name)}; {histories}"
        case ColourGround.EQUALISE:
            return f"this equalises the colours; {histories}"
        case ColourGround.ALTERNATE:
            return f"{_change(reason, name)}; {histories}"
        case ColourGround.BALANCE_HIGHER:
            return f"same colours so far, so {higher}, ranked higher, is balanced; {histories}"
        case ColourGround.ALTERNATE_HIGHER:
            return f"same colours so far, so {higher}, ranked higher, alternates; {histories}"
        case ColourGround.LOT_OF_PAIRS:
            return "by the lot for the first pair; the pairs of the list take turns"
        case ColourGround.COLUMN:
            return f"{_by_column(reason, name)}; {histories}"
        case ColourGround.HIGHER_ARO:
            return f"White goes to the higher average of opponents; {histories}"
        case ColourGround.LOWER_RATING:
            return f"White goes to the lower rating; {histories}"
        case ColourGround.ALPHABET:
            return f"White goes to the first in the alphabet; {histories}"


def _other_way_round(reason: ColourGiven, name: Name) -> str:
    """Which limits the other allocation of colours would break."""
    broken = [
        f"{name(number)} would have {what}"
        for number, had, colour in (
            (reason.white, reason.white_history, Colour.BLACK),
            (reason.black, reason.black_history, Colour.WHITE),
        )
        if (what := _limit_broken(had, colour))
    ]
    return f"the other way round {' and '.join(broken)}"


def _limit_broken(had: tuple[Colour, ...], colour: Colour) -> str:
    """The limit that a colour would break, in words; nothing if it keeps them."""
    if not keeps_difference(had, colour):
        more, fewer = colour_word(colour), colour_word(colour.opposite)
        return f"three {more}s more than {fewer}s"
    return f"{colour_word(colour)} a third time running" if third_running(had, colour) else ""


def _change(reason: ColourGiven, name: Name) -> str:
    """The matches in which the colours last differed, and which they were."""
    assert reason.differed is not None, "colours that alternate differed in some match"
    white, black = name(reason.white), name(reason.black)
    one, other = reason.differed
    when = f"round {one}" if one == other else f"round {one} ({white}) and round {other} ({black})"
    return f"they change from {when}, when {white} had Black and {black} White"


def _by_column(reason: ColourGiven, name: Name) -> str:
    if not reason.moved:
        return "so they stand in the two columns"
    told = " and ".join(
        f"{name(number)} was moved to the {colour_word(column)} column though due "
        f"{colour_word(column.opposite)} ({article}){_once_more(reason, column, name)}"
        for number, column, article in (
            (reason.white, Colour.WHITE, "7.4"),
            (reason.black, Colour.BLACK, "7.3"),
        )
        if number in reason.moved
    )
    return f"so they stand in the two columns; {told}"


def _once_more(reason: ColourGiven, column: Colour, name: Name) -> str:
    """That a moved player has had the colour of the column too often already."""
    sign = 1 if column is Colour.WHITE else -1
    white, black = map(colour_difference, (reason.white_history, reason.black_history))
    own, others = (white, black) if column is Colour.WHITE else (black, white)
    if sign * own <= 0:
        return ""
    told = f", has had {colour_word(column)} more often already and has it again"
    if sign * others < sign * own:
        opponent = reason.black if column is Colour.WHITE else reason.white
        told += f", although {name(opponent)} needs it more"
    return told


def _table_fixed(reason: TableFixed, name: Name) -> str:
    note = f" ({reason.note})" if reason.note else ""
    article = f" ({reason.article})" if reason.article else ""
    return f"{name(reason.number)} plays at table {reason.table} by decision{note}{article}."


def _warned(reason: Warned, _name: Name) -> str:
    return f"Note: {reason.what} ({reason.article})."


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    GroupOpened: _group_opened,
    GroupArranged: _group_arranged,
    OpponentChosen: _opponent_chosen,
    Floated: _floated,
    ByeGiven: _bye_given,
    ColourGiven: _colour_given,
    TableFixed: _table_fixed,
    Warned: _warned,
}
