"""Sentences for players that explain the reasons of systems that weigh criteria."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import counted, message, retold, say, say_count, say_kept, say_kept_count
from topboard.model import Colour
from topboard.reasons.sentences.words import colour_word, colours_told, format_names, points
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
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import Reason

    Name = Callable[[Number], str]


# --- decisions ----------------------------------------------------------------------------


def _bye(reason: ByeFalls, name: Name) -> str:
    group = say("the group of {points}", points=points(reason.points))
    how = say("the lowest rated of {group} who may have it", group=group)
    if reason.by_lot:
        how = say(
            "nobody rated in {group} may have it, and among the unrated the lot decides",
            group=group,
        )
    return say(
        "{who} has the bye: {how} ({article}).",
        who=name(reason.number),
        how=how,
        article=reason.article,
    )


MEASURES = {
    Criterion.FEWEST_ODD_MEN: counted("one below", "{count} below"),
    Criterion.NEAREST: counted("one of", "{count} of"),
    Criterion.UNFINISHED: counted(
        "one odd man has an unfinished game", "{count} odd men have unfinished games"
    ),
    Criterion.ODD_MAN_ONCE: counted(
        "one is in a pair with an odd man for the second time",
        "{count} are in pairs with an odd man for the second time",
    ),
    Criterion.WISH: counted(
        "one cannot be kept from an opponent as was asked",
        "{count} cannot be kept from opponents as was asked",
    ),
    Criterion.EQUALISE: counted(
        "one cannot be given the equalising colour", "{count} cannot be given the equalising colour"
    ),
    Criterion.THIRD_COLOUR: counted(
        "one has the same colour a third time running",
        "{count} have the same colour a third time running",
    ),
    Criterion.INTERCHANGE: counted(
        "one of the top half changes places with one of the bottom half",
        "{count} of the top half change places with {count} of the bottom half",
    ),
    Criterion.ALTERNATE: counted(
        "one cannot be given the alternating colour",
        "{count} cannot be given the alternating colour",
    ),
}
"""The sentences for players who fall short of a criterion, in singular and plural."""


def _measures_sentence(reason: Measured, _name: Name) -> str:
    short = [measure for measure in reason.measures if measure.value]
    if reason.article == "618b":
        return _fewest_odd_men(short)
    if reason.article == "618c":
        return _groups_passed(short)
    if not short:
        return f"{_of(reason)}: {_nothing_short(reason)} ({reason.article})."
    told = ", ".join(f"{_measure_text(measure)} ({measure.article})" for measure in short)
    return say(
        "{of}: {told}; whatever does better is worse by a weightier article.",
        of=_of(reason),
        told=told,
    )


def _nothing_short(reason: Measured) -> str:
    if reason.article == "623":
        return say("nobody is among them who should be spared")
    return say("nobody misses a due colour, and no interchange between the halves is needed")


def _fewest_odd_men(short: Sequence[Measure]) -> str:
    if not short:
        return say("Everybody is paired inside his score group (618b).")
    told = ", ".join(
        say(
            "{told} the group of {points}",
            told=_measure_text(measure),
            points=points(measure.points),
        )
        for measure in short
    )
    return say(
        "From the top down, as few as possible are paired below their group: {told} (618b).",
        told=told,
    )


def _groups_passed(short: Sequence[Measure]) -> str:
    if not short:
        return say("No odd man passes a score group (618c).")
    told = "; ".join(
        _passes(alike) for _, alike in groupby(short, key=lambda m: (m.points, m.value))
    )
    return say("Odd men are paired as near as possible: {told} (618c).", told=told)


def _passes(alike: Iterable[Measure]) -> str:
    """Return a clause with the number of odd men who pass over other groups."""
    first, *others = alike
    past = [format_points(m.past) for m in (first, *others) if m.past is not None]
    groups = say("the group of {points}", points=points(first.past or 0))
    if others:
        groups = say(
            "the groups of {past} and {last} points", past=", ".join(past[:-1]), last=past[-1]
        )
    return say_count(
        "{told} the group of {points} passes {groups}",
        "{told} the group of {points} pass {groups}",
        first.value,
        told=_measure_text(first),
        points=points(first.points),
        groups=groups,
    )


def _of(reason: Measured) -> str:
    what = say("odd men") if reason.article == "623" else say("pairs")
    return say("Group of {points}, its {what}", points=points(reason.measures[0].points), what=what)


def _measure_text(measure: Measure) -> str:
    return say_kept_count(MEASURES[measure.criterion], measure.value)


GROUNDS = {
    OddGround.ODD_NUMBER: message("the number left to be paired in it is odd"),
    OddGround.CANNOT_BE_PAIRED: message("not all of them can be paired with each other"),
    OddGround.NEEDED_BELOW: message("the groups below could not be completed otherwise"),
}


def _wishes(reason: WishesHeard, name: Name) -> str:
    told = []
    if reason.granted:
        pairs = "; ".join(format_names(pair, name) for pair in reason.granted)
        told.append(
            say("kept apart as they asked, though they would meet otherwise: {pairs}", pairs=pairs)
        )
    if reason.refused:
        pairs = "; ".join(format_names(pair, name) for pair in reason.refused)
        told.append(
            say("meet against their wish, since no transposition avoids it: {pairs}", pairs=pairs)
        )
    text = ". ".join(told)
    return f"{text[0].upper()}{text[1:]} ({reason.article})."


def _group(reason: ScoreGroupPaired, name: Name) -> str:
    size = len(reason.members)
    where = f", {retold(reason.section)}" if reason.section else ""
    text = say(
        "Group of {points}{where}: {size} to be paired",
        points=points(reason.points),
        where=where,
        size=size,
    )
    if reason.came:
        text += say(", and {came} from above", came=format_names(reason.came, name))
    if reason.ground is None:
        return f"{text} ({reason.article})."
    return say_count(
        "{text}. One is the odd man because {ground} ({article}).",
        "{text}. {count} are odd men because {ground} ({article}).",
        reason.leaving,
        text=text,
        ground=say_kept(GROUNDS[reason.ground]),
        article=reason.article,
    )


def _odd_man_sentence(reason: OddManRemoved, name: Name) -> str:
    own, where = points(reason.from_points), points(reason.to_points)
    paired = say("paired in the group of {where} ({article}).", where=where, article=reason.article)
    if reason.others_below:
        others = format_names(reason.others_below, name)
        return say(
            "{who}, like {others}, is an odd man of the group of {own} and {paired}",
            who=name(reason.number),
            others=others,
            own=own,
            paired=paired,
        )
    how = say("the lowest ranked") if not reason.passed_over else say("the lowest ranked possible")
    if reason.taken_below:
        how += " " + say(
            "besides {taken_below}, taken by odd men from above",
            taken_below=format_names(reason.taken_below, name),
        )
    return say(
        "{who} is the odd man of the group of {own}, {how}, and {paired}",
        who=name(reason.number),
        own=own,
        how=how,
        paired=paired,
    )


def _group_passed_sentence(reason: GroupPassed, name: Name) -> str:
    how = say("may meet nobody in") if reason.may_meet_nobody else say("can be given nobody in")
    return say(
        "{who} {how} the group of {points} and passes it ({article}).",
        who=name(reason.number),
        how=how,
        points=points(reason.points),
        article=reason.article,
    )


def _odd_man_paired(reason: OddManPaired, name: Name) -> str:
    how = (
        say("the highest ranked") if not reason.passed_over else say("the highest ranked possible")
    )
    return say(
        "{chooser} as odd man meets {chosen}, {how} in the group of {points} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        how=how,
        points=points(reason.points),
        article=reason.article,
    )


PLACINGS = {
    Placing.CONSECUTIVE: message("top half against bottom half in consecutive order"),
    Placing.TRANSPOSED: message("top half against bottom half with a transposition"),
    Placing.INTERCHANGED: message("with an interchange between the halves"),
}


def _pair_sentence(reason: PairedInGroup, name: Name) -> str:
    return say(
        "{chooser} meets {chosen} in the group of {points}: {placing} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        points=points(reason.points),
        placing=say_kept(PLACINGS[reason.placing]),
        article=reason.article,
    )


def _colours(reason: ColoursDue, name: Name) -> str:
    return colours_told(
        reason,
        name,
        _ground(reason, name),
        histories=reason.due not in (DueGround.LOT, DueGround.NOTHING_DUE),
    )


def _ground(reason: ColoursDue, name: Name) -> str:
    assert reason.higher is not None
    higher = name(reason.higher)
    colour = colour_word(Colour.WHITE if reason.higher == reason.white else Colour.BLACK)
    match reason.due:
        case DueGround.LOT:
            if reason.higher % 2:
                return say(
                    "by the lot, {higher} of the top half having an odd number", higher=higher
                )
            return say("by the lot, {higher} of the top half having an even number", higher=higher)
        case DueGround.EQUALISE:
            return say("this equalises Whites and Blacks")
        case DueGround.NO_THIRD:
            return say("the other way one would have the same colour a third time running")
        case DueGround.HIGHER_EQUALISES:
            return say(
                "both are due {colour} to equalise, and {higher} is ranked higher",
                colour=colour,
                higher=higher,
            )
        case DueGround.ALTERNATE:
            return say("colours alternate")
        case DueGround.HIGHER_ALTERNATES:
            return say(
                "both are due {colour} by alternation, and {higher} is ranked higher",
                colour=colour,
                higher=higher,
            )
        case DueGround.NOTHING_DUE:
            return say(
                "neither has had a colour, and the lot holds for {higher}, ranked higher",
                higher=higher,
            )
        case DueGround.AT_THE_BOARD:
            return say("they drew lots at the board")
        case _:
            assert_never(reason.due)


# --- obstacles ----------------------------------------------------------------------------

COSTS = {
    Criterion.FEWEST_ODD_MEN: message("more would have to be paired below their group"),
    Criterion.NEAREST: message("another odd man would pass a nearer group"),
    Criterion.UNFINISHED: message("one with an unfinished game would be an odd man"),
    Criterion.ODD_MAN_ONCE: message("has been an odd man, or met one, before"),
    Criterion.WISH: message("the two asked not to meet"),
    Criterion.LOWEST_ODD_MAN: message("one ranked higher would be the odd man"),
    Criterion.OPPONENT_DUE_OPPOSITE: message("is not due the opposite colour"),
    Criterion.HIGHEST_OPPONENT: message("another odd man would meet one ranked lower"),
    Criterion.EQUALISE: message("fewer players would get the equalising colour"),
    Criterion.THIRD_COLOUR: message("one more would have the same colour a third time running"),
    Criterion.INTERCHANGE: message("another interchange between the halves would be needed"),
    Criterion.ALTERNATE: message("fewer players would get the alternating colour"),
    Criterion.CONSECUTIVE: message("a pair ranked higher would leave the consecutive order"),
}


def worse_with(criterion: Criterion) -> str:
    """Return a clause that says what would be worse if a different pair were made."""
    match criterion:
        case Criterion.ODD_MAN_ONCE:
            return say("one more would be in a pair with an odd man for the second time")
        case Criterion.WISH:
            return say("one more wish not to meet somebody could not be granted")
        case _:
            return say_kept(COSTS[criterion])


def _worse(obstacle: WorseBy, _name: Name) -> str:
    return f"{say_kept(COSTS[obstacle.criterion])} ({obstacle.article}){_and_more(obstacle.more)}"


def _others_worse(obstacle: OthersWorse, _name: Name) -> str:
    return say(
        "the others could not be paired as well ({article}){and_more}",
        article=obstacle.article,
        and_more=_and_more(obstacle.more),
    )


def _and_more(more: int) -> str:
    return say("; the same holds for {more} more", more=more) if more else ""


def _rated_first(obstacle: RatedFirst, _name: Name) -> str:
    return say(
        "is unrated, and a rated player may have the bye{and_more}",
        and_more=_and_more(obstacle.more),
    )


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    ByeFalls: _bye,
    Measured: _measures_sentence,
    ScoreGroupPaired: _group,
    WishesHeard: _wishes,
    OddManRemoved: _odd_man_sentence,
    GroupPassed: _group_passed_sentence,
    OddManPaired: _odd_man_paired,
    PairedInGroup: _pair_sentence,
    ColoursDue: _colours,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    WorseBy: _worse,
    OthersWorse: _others_worse,
    RatedFirst: _rated_first,
}


def participants_concerned(reason: Reason) -> Iterable[Number]:
    """Return the players a reason is about, or none for a measure, which concerns the group."""
    if isinstance(reason, ScoreGroupPaired):
        return (*reason.members, *reason.came)
    if isinstance(reason, WishesHeard):
        return tuple(n for pair in (*reason.granted, *reason.refused) for n in pair)
    if isinstance(reason, GroupPassed):
        return (reason.number,)
    return ()
