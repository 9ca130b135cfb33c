"""The reasons of the systems that weigh criteria, in sentences that a player understands."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from topboard.explain.words import colour_word, letters, listed, points
from topboard.figures import written
from topboard.model import Colour
from topboard.reasons.weighing import (
    ByeFalls,
    ColoursDue,
    Criterion,
    DueGround,
    GroupPassed,
    Measure,
    Measured,
    OddGround,
    OddManPaired,
    OddManRemoved,
    OthersWorse,
    PairedInGroup,
    Placing,
    RatedFirst,
    ScoreGroupPaired,
    WishesHeard,
    WorseBy,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.model import Number
    from topboard.reasons import Reason

    Name = Callable[[Number], str]


# --- decisions ----------------------------------------------------------------------------


def _bye(reason: ByeFalls, name: Name) -> str:
    group = f"the group of {points(reason.points)}"
    how = f"the lowest rated of {group} who may have it"
    if reason.by_lot:
        how = f"nobody rated in {group} may have it, and among the unrated the lot decides"
    return f"{name(reason.number)} has the bye: {how} ({reason.article})."


MEASURES = {
    Criterion.FEWEST_ODD_MEN: ("one below", "{} below"),
    Criterion.NEAREST: ("one of", "{} of"),
    Criterion.UNFINISHED: (
        "one odd man has an unfinished game",
        "{} odd men have unfinished games",
    ),
    Criterion.ODD_MAN_ONCE: (
        "one is in a pair with an odd man for the second time",
        "{} are in pairs with an odd man for the second time",
    ),
    Criterion.WISH: (
        "one cannot be kept from an opponent as was asked",
        "{} cannot be kept from opponents as was asked",
    ),
    Criterion.EQUALISE: (
        "one cannot be given the equalising colour",
        "{} cannot be given the equalising colour",
    ),
    Criterion.THIRD_COLOUR: (
        "one has the same colour a third time running",
        "{} have the same colour a third time running",
    ),
    Criterion.INTERCHANGE: (
        "one of the top half changes places with one of the bottom half",
        "{0} of the top half change places with {0} of the bottom half",
    ),
    Criterion.ALTERNATE: (
        "one cannot be given the alternating colour",
        "{} cannot be given the alternating colour",
    ),
}
"""What is said of one, and of several, who fall short of a criterion."""


def _measured(reason: Measured, _name: Name) -> str:
    short = [measure for measure in reason.measures if measure.value]
    if reason.article == "618b":
        return _fewest_odd_men(short)
    if reason.article == "618c":
        return _groups_passed(short)
    if not short:
        return f"{_of(reason)}: {_nothing_short(reason)} ({reason.article})."
    told = ", ".join(f"{_told(measure)} ({measure.article})" for measure in short)
    return f"{_of(reason)}: {told}; whatever does better is worse by a weightier article."


def _nothing_short(reason: Measured) -> str:
    if reason.article == "623":
        return "nobody is among them who should be spared"
    return "nobody misses a due colour, and no interchange between the halves is needed"


def _fewest_odd_men(short: Sequence[Measure]) -> str:
    if not short:
        return "Everybody is paired inside his score group (618b)."
    told = ", ".join(f"{_told(measure)} the group of {points(measure.points)}" for measure in short)
    return f"As few as possible are paired below their group: {told} (618b)."


def _groups_passed(short: Sequence[Measure]) -> str:
    if not short:
        return "No odd man passes a score group (618c)."
    told = "; ".join(
        _passes(alike) for _, alike in groupby(short, key=lambda m: (m.points, m.value))
    )
    return f"Odd men are paired as near as possible: {told} (618c)."


def _passes(alike: Iterable[Measure]) -> str:
    """How many odd men of a group pass which others."""
    first, *others = alike
    past = [written(m.past) for m in (first, *others) if m.past is not None]
    verb = "passes" if first.value == 1 else "pass"
    groups = f"the group of {points(first.past or 0)}"
    if others:
        groups = f"the groups of {', '.join(past[:-1])} and {past[-1]} points"
    return f"{_told(first)} the group of {points(first.points)} {verb} {groups}"


def _of(reason: Measured) -> str:
    what = "odd men" if reason.article == "623" else "pairs"
    return f"Group of {points(reason.measures[0].points)}, its {what}"


def _told(measure: Measure) -> str:
    one, several = MEASURES[measure.criterion]
    return one if measure.value == 1 else several.format(measure.value)


GROUNDS = {
    OddGround.ODD_NUMBER: "the number left to be paired in it is odd",
    OddGround.CANNOT_BE_PAIRED: "not all of them can be paired with each other",
    OddGround.NEEDED_BELOW: "the groups below could not be completed otherwise",
}


def _wishes(reason: WishesHeard, name: Name) -> str:
    told = []
    if reason.granted:
        pairs = "; ".join(listed(pair, name) for pair in reason.granted)
        told.append(f"kept apart as they asked, though they would meet otherwise: {pairs}")
    if reason.refused:
        pairs = "; ".join(listed(pair, name) for pair in reason.refused)
        told.append(f"meet against their wish, since no transposition avoids it: {pairs}")
    text = ". ".join(told)
    return f"{text[0].upper()}{text[1:]} ({reason.article})."


def _group(reason: ScoreGroupPaired, name: Name) -> str:
    size = len(reason.members)
    where = f", {reason.section}" if reason.section else ""
    text = f"Group of {points(reason.points)}{where}: {size} to be paired"
    if reason.came:
        text += f", and {listed(reason.came, name)} from above"
    if reason.ground is None:
        return f"{text} ({reason.article})."
    men = "One is the odd man" if reason.leaving == 1 else f"{reason.leaving} are odd men"
    return f"{text}. {men} because {GROUNDS[reason.ground]} ({reason.article})."


def _removed(reason: OddManRemoved, name: Name) -> str:
    own, where = points(reason.from_points), points(reason.to_points)
    paired = f"paired in the group of {where} ({reason.article})."
    if reason.others_below:
        others = listed(reason.others_below, name)
        return (
            f"{name(reason.number)}, like {others}, is an odd man of the group of {own}"
            f" and {paired}"
        )
    how = "the lowest ranked" if not reason.passed_over else "the lowest ranked possible"
    if reason.taken_below:
        how += f" besides {listed(reason.taken_below, name)}, taken by odd men from above"
    return f"{name(reason.number)} is the odd man of the group of {own}, {how}, and {paired}"


def _passed(reason: GroupPassed, name: Name) -> str:
    how = "may meet nobody in" if reason.may_meet_nobody else "can be given nobody in"
    return (
        f"{name(reason.number)} {how} the group of {points(reason.points)} and passes it"
        f" ({reason.article})."
    )


def _odd_man_paired(reason: OddManPaired, name: Name) -> str:
    how = "the highest ranked" if not reason.passed_over else "the highest ranked possible"
    return (
        f"{name(reason.chooser)} as odd man meets {name(reason.chosen)}, {how} in the group of"
        f" {points(reason.points)} ({reason.article})."
    )


PLACINGS = {
    Placing.CONSECUTIVE: "top half against bottom half in consecutive order",
    Placing.TRANSPOSED: "top half against bottom half with a transposition",
    Placing.INTERCHANGED: "with an interchange between the halves",
}


def _paired(reason: PairedInGroup, name: Name) -> str:
    return (
        f"{name(reason.chooser)} meets {name(reason.chosen)} in the group of"
        f" {points(reason.points)}: {PLACINGS[reason.placing]} ({reason.article})."
    )


def _colours(reason: ColoursDue, name: Name) -> str:
    white, black = name(reason.white), name(reason.black)
    histories = (
        f"; {white} had {letters(reason.white_history)}, {black} {letters(reason.black_history)}"
    )
    if reason.due in (DueGround.LOT, DueGround.NOTHING_DUE):
        histories = ""
    why = _ground(reason, name)
    return f"{white} has White, {black} Black: {why}{histories} ({reason.article})."


def _ground(reason: ColoursDue, name: Name) -> str:
    assert reason.higher is not None
    higher = name(reason.higher)
    colour = colour_word(Colour.WHITE if reason.higher == reason.white else Colour.BLACK)
    match reason.due:
        case DueGround.LOT:
            parity = "odd" if reason.higher % 2 else "even"
            return f"by the lot, {higher} of the top half having an {parity} number"
        case DueGround.EQUALISE:
            return "this equalises Whites and Blacks"
        case DueGround.NO_THIRD:
            return "the other way one would have the same colour a third time running"
        case DueGround.HIGHER_EQUALISES:
            return f"both are due {colour} to equalise, and {higher} is ranked higher"
        case DueGround.ALTERNATE:
            return "colours alternate"
        case DueGround.HIGHER_ALTERNATES:
            return f"both are due {colour} by alternation, and {higher} is ranked higher"
        case DueGround.NOTHING_DUE:
            return f"neither has had a colour, and the lot holds for {higher}, ranked higher"
        case DueGround.AT_THE_BOARD:
            return "they drew lots at the board"


# --- what stood in the way ----------------------------------------------------------------

COSTS = {
    Criterion.FEWEST_ODD_MEN: "more would have to be paired below their group",
    Criterion.NEAREST: "another odd man would pass a nearer group",
    Criterion.UNFINISHED: "one with an unfinished game would be an odd man",
    Criterion.ODD_MAN_ONCE: "has been an odd man, or met one, before",
    Criterion.WISH: "the two asked not to meet",
    Criterion.LOWEST_ODD_MAN: "one ranked higher would be the odd man",
    Criterion.OPPONENT_DUE_OPPOSITE: "is not due the opposite colour",
    Criterion.HIGHEST_OPPONENT: "another odd man would meet one ranked lower",
    Criterion.EQUALISE: "fewer players would get the equalising colour",
    Criterion.THIRD_COLOUR: "one more would have the same colour a third time running",
    Criterion.INTERCHANGE: "another interchange between the halves would be needed",
    Criterion.ALTERNATE: "fewer players would get the alternating colour",
    Criterion.CONSECUTIVE: "a pair ranked higher would leave the consecutive order",
}


def worse_with(criterion: Criterion) -> str:
    """What would be worse in a round with another pair."""
    match criterion:
        case Criterion.ODD_MAN_ONCE:
            return "one more would be in a pair with an odd man for the second time"
        case Criterion.WISH:
            return "one more wish not to meet somebody could not be granted"
        case _:
            return COSTS[criterion]


def _worse(obstacle: WorseBy, _name: Name) -> str:
    return f"{COSTS[obstacle.criterion]} ({obstacle.article}){_and_more(obstacle.more)}"


def _others_worse(obstacle: OthersWorse, _name: Name) -> str:
    return f"the others could not be paired as well ({obstacle.article}){_and_more(obstacle.more)}"


def _and_more(more: int) -> str:
    return f"; the same holds for {more} more" if more else ""


def _rated_first(obstacle: RatedFirst, _name: Name) -> str:
    return f"is unrated, and a rated player may have the bye{_and_more(obstacle.more)}"


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    ByeFalls: _bye,
    Measured: _measured,
    ScoreGroupPaired: _group,
    WishesHeard: _wishes,
    OddManRemoved: _removed,
    GroupPassed: _passed,
    OddManPaired: _odd_man_paired,
    PairedInGroup: _paired,
    ColoursDue: _colours,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    WorseBy: _worse,
    OthersWorse: _others_worse,
    RatedFirst: _rated_first,
}


def concerned(reason: Reason) -> Iterable[Number]:
    """The players a reason is about; a measure is about the group as a whole."""
    if isinstance(reason, ScoreGroupPaired):
        return (*reason.members, *reason.came)
    if isinstance(reason, WishesHeard):
        return tuple(n for pair in (*reason.granted, *reason.refused) for n in pair)
    if isinstance(reason, GroupPassed):
        return (reason.number,)
    return ()
