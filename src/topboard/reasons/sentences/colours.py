"""Sentences for the colours of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.model import Colour
from topboard.model.colour_limits import is_third_in_a_row, keeps_difference
from topboard.model.history import colour_difference
from topboard.reasons.criteria import MatchColourGround, PreferenceGround, Strength
from topboard.reasons.grounds import ColourGround, DueGround
from topboard.reasons.sentences.templates import fill, tell
from topboard.reasons.sentences.words import and_joined, colour_word, letters

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number
    from topboard.reasons.decisions import ColourGiven
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def colours_sentence(reason: ColourGiven, name: Name) -> str:
    """Return the colours of a pair, the rule that decided them, and both colour histories."""
    ground = reason.ground or reason.by
    assert ground is not None
    why = tell(GROUNDS[ground], reason, name)
    return fill(
        COLOURS if ground in WITHOUT_HISTORY else COLOURS_WITH_HISTORIES,
        reason,
        name,
        why=why,
        white_history=letters(reason.white_history),
        black_history=letters(reason.black_history),
    )


COLOURS = message("{white:name} has White, {black:name} Black: {why} ({article}).")
COLOURS_WITH_HISTORIES = message(
    "{white:name} has White, {black:name} Black: {why}; {white:name} had {white_history},"
    " {black:name} {black_history} ({article})."
)


# --- drawing of lots ----------------------------------------------------------------------


def _by_lot(reason: ColourGiven, name: Name) -> str:
    parity = reason.parity_number or reason.higher or 0
    higher = name(reason.higher) if reason.higher is not None else say("the higher ranked")
    return fill(LOT[parity % 2], reason, name, higher=higher)


LOT = (
    message("by the lot for number 1, {higher} having an even number"),
    message("by the lot for number 1, {higher} having an odd number"),
)


def _by_initial_colour(reason: ColourGiven, name: Name) -> str:
    return fill(INITIAL_COLOUR[reason.parity_number % 2], reason, name)


INITIAL_COLOUR = (
    message(
        "neither has played yet; by the lot for number 1, {higher:name} having an even number"
        " ({parity_number})"
    ),
    message(
        "neither has played yet; by the lot for number 1, {higher:name} having an odd number"
        " ({parity_number})"
    ),
)


def _by_lot_of_top_half(reason: ColourGiven, name: Name) -> str:
    assert reason.higher is not None
    return fill(LOT_OF_TOP_HALF[reason.higher % 2], reason, name)


LOT_OF_TOP_HALF = (
    message("by the lot, {higher:name} of the top half having an even number"),
    message("by the lot, {higher:name} of the top half having an odd number"),
)


# --- colour limits and columns ------------------------------------------------------------


def _other_way_round(reason: ColourGiven, name: Name) -> str:
    """Return a clause that names the colour limits that swapping the colours would break."""
    broken = [
        say("{who} would have {what}", who=name(number), what=what)
        for number, had, colour in (
            (reason.white, reason.white_history, Colour.BLACK),
            (reason.black, reason.black_history, Colour.WHITE),
        )
        if (what := _limit_broken(had, colour))
    ]
    return say("the other way round {broken}", broken=and_joined(broken))


def _limit_broken(had: tuple[Colour, ...], colour: Colour) -> str:
    """Return a description of the limit that this colour would break, or "" if it breaks none."""
    if not keeps_difference(had, colour):
        if colour is Colour.WHITE:
            return say("three Whites more than Blacks")
        return say("three Blacks more than Whites")
    if is_third_in_a_row(had, colour):
        return say("{colour} a third time running", colour=colour_word(colour))
    return ""


def change(reason: ColourGiven, name: Name) -> str:
    """Return a clause that names the matches where the colours last differed, and those colours."""
    assert reason.differed is not None, "colours that alternate differed in some match"
    white, black = name(reason.white), name(reason.black)
    one, other = reason.differed
    when = say("round {round}", round=one)
    if one != other:
        when = say(
            "round {one} ({white}) and round {other} ({black})",
            one=one,
            white=white,
            other=other,
            black=black,
        )
    return say(
        "they change from {when}, when {white} had Black and {black} White",
        when=when,
        white=white,
        black=black,
    )


def _by_column(reason: ColourGiven, name: Name) -> str:
    if not reason.moved:
        return say("so they stand in the two columns")
    told = and_joined(
        say(
            "{who} was moved to the {column} column though due {opposite} ({article}){once_more}",
            who=name(number),
            column=colour_word(column),
            opposite=colour_word(column.opposite),
            article=article,
            once_more=_once_more(reason, column, name),
        )
        for number, column, article in (
            (reason.white, Colour.WHITE, "7.4"),
            (reason.black, Colour.BLACK, "7.3"),
        )
        if number in reason.moved
    )
    return say("so they stand in the two columns; {told}", told=told)


def _once_more(reason: ColourGiven, column: Colour, name: Name) -> str:
    """Return a remark if a moved player already had the column's colour more often, or ""."""
    sign = 1 if column is Colour.WHITE else -1
    white, black = map(colour_difference, (reason.white_history, reason.black_history))
    own, others = (white, black) if column is Colour.WHITE else (black, white)
    if sign * own <= 0:
        return ""
    told = say(", has had {column} more often already and has it again", column=colour_word(column))
    if sign * others < sign * own:
        opponent = reason.black if column is Colour.WHITE else reason.white
        told += say(", although {opponent} needs it more", opponent=name(opponent))
    return told


# --- colour preferences -------------------------------------------------------------------

STRENGTHS = {
    Strength.NONE: message("no preference"),
    Strength.MILD: message("mild"),
    Strength.STRONG: message("strong"),
    Strength.ABSOLUTE: message("absolute"),
}


def _prefer(reason: ColourGiven) -> str:
    """Return the word for the colour that both participants prefer."""
    wanted = reason.wanted[0]
    assert wanted is not None
    return colour_word(wanted)


def _preference_granted_text(reason: ColourGiven, name: Name) -> str:
    if None not in reason.wanted:
        return say("both have the colour they prefer")
    at = 1 if reason.wanted[0] is None else 0
    who, other = (reason.white, reason.black)[at], (reason.black, reason.white)[at]
    return say(
        "{who} has the colour he prefers, and {other} has not played yet",
        who=name(who),
        other=name(other),
    )


def _stronger(reason: ColourGiven, name: Name) -> str:
    first = reason.white if reason.wanted[0] is Colour.WHITE else reason.black
    own, others = reason.strengths if first == reason.white else reason.strengths[::-1]
    if own is others:
        return say(
            "both must have {colour}, and {who} has had it less often for the other colour",
            colour=_prefer(reason),
            who=name(first),
        )
    return say(
        "both prefer {colour}, and the preference of {who} is the stronger: {own} against {others}",
        colour=_prefer(reason),
        who=name(first),
        own=say_kept(STRENGTHS[own]),
        others=say_kept(STRENGTHS[others]),
    )


def _alternate(reason: ColourGiven, name: Name) -> str:
    return say(
        "both prefer {colour} as strongly; {change}",
        colour=_prefer(reason),
        change=change(reason, name),
    )


def _higher_ranked(reason: ColourGiven, name: Name) -> str:
    return fill(HIGHER_RANKED, reason, name, colour=_prefer(reason))


HIGHER_RANKED = message(
    "both prefer {colour} as strongly and had the same colours, and {higher:name} is ranked higher"
)


def _only_preference(reason: ColourGiven, name: Name) -> str:
    who = reason.white if reason.wanted[0] is not None else reason.black
    return say("only {who} prefers a colour", who=name(who))


def _only_strong(reason: ColourGiven, name: Name) -> str:
    who = reason.white if reason.strengths[0] is Strength.STRONG else reason.black
    return say(
        "both prefer {colour}, and only {who} does so strongly",
        colour=_prefer(reason),
        who=name(who),
    )


def _lower_difference(reason: ColourGiven, _name: Name) -> str:
    white, black = map(colour_difference, (reason.white_history, reason.black_history))
    return say(
        "White goes to the lower colour difference, {white:+} against {black:+}",
        white=white,
        black=black,
    )


def _fewer_whites(reason: ColourGiven, _name: Name) -> str:
    white, black = (
        history.count(Colour.WHITE) for history in (reason.white_history, reason.black_history)
    )
    return say(
        "White goes to who has had it less often, {white} times against {black}",
        white=white,
        black=black,
    )


def _first_preference(reason: ColourGiven, name: Name) -> str:
    return fill(FIRST_PREFERENCE, reason, name, colour=_prefer(reason))


FIRST_PREFERENCE = message(
    "both prefer {colour} and had the same colours, and {higher:name} is ranked first"
)


def _alternate_other(reason: ColourGiven, name: Name) -> str:
    other = name(reason.black if reason.higher == reason.white else reason.white)
    return fill(ALTERNATE_OTHER, reason, name, other=other)


ALTERNATE_OTHER = message(
    "{higher:name} has not played; {other} changes the colour of its last match"
)


# --- due colours --------------------------------------------------------------------------


def _higher_equalises(reason: ColourGiven, name: Name) -> str:
    return fill(HIGHER_EQUALISES, reason, name, colour=_colour_of_higher(reason))


def _higher_alternates(reason: ColourGiven, name: Name) -> str:
    return fill(HIGHER_ALTERNATES, reason, name, colour=_colour_of_higher(reason))


def _colour_of_higher(reason: ColourGiven) -> str:
    return colour_word(Colour.WHITE if reason.higher == reason.white else Colour.BLACK)


HIGHER_EQUALISES = message("both are due {colour} to equalise, and {higher:name} is ranked higher")
HIGHER_ALTERNATES = message(
    "both are due {colour} by alternation, and {higher:name} is ranked higher"
)

GROUNDS: dict[ColourGround | PreferenceGround | MatchColourGround | DueGround, Row] = {
    ColourGround.LOT: _by_lot,
    ColourGround.LIMITS: _other_way_round,
    ColourGround.EQUALISE: message("this equalises the colours"),
    ColourGround.ALTERNATE: change,
    ColourGround.BALANCE_HIGHER: message(
        "same colours so far, so {higher:name}, ranked higher, is balanced"
    ),
    ColourGround.ALTERNATE_HIGHER: message(
        "same colours so far, so {higher:name}, ranked higher, alternates"
    ),
    ColourGround.DUE: message("the colours that they are due"),
    ColourGround.DUE_OF_HIGHER: message(
        "same colours so far, so {higher:name}, ranked higher, has the colour due"
    ),
    ColourGround.DUE_OF_LOWER: message(
        "same colours so far, so below the median group not {higher:name}, ranked higher, but the"
        " other has the colour due"
    ),
    ColourGround.LOT_OF_PAIRS: message(
        "by the lot for the first pair; the pairs of the list take turns"
    ),
    ColourGround.COLUMN: _by_column,
    ColourGround.HIGHER_ARO: message("White goes to the higher average of opponents"),
    ColourGround.LOWER_RATING: message("White goes to the lower rating"),
    ColourGround.ALPHABET: message("White goes to the first in the alphabet"),
    PreferenceGround.BOTH_GRANTED: _preference_granted_text,
    PreferenceGround.STRONGER: _stronger,
    PreferenceGround.ALTERNATE: _alternate,
    PreferenceGround.HIGHER_RANKED: _higher_ranked,
    PreferenceGround.INITIAL_COLOUR: _by_initial_colour,
    MatchColourGround.INITIAL_COLOUR: _by_initial_colour,
    MatchColourGround.ONLY_PREFERENCE: _only_preference,
    MatchColourGround.BOTH_GRANTED: message("both have the colour they prefer"),
    MatchColourGround.ONLY_STRONG: _only_strong,
    MatchColourGround.LOWER_DIFFERENCE: _lower_difference,
    MatchColourGround.FEWER_WHITES: _fewer_whites,
    MatchColourGround.LAST_DIFFERENCE: change,
    MatchColourGround.FIRST_PREFERENCE: _first_preference,
    MatchColourGround.ALTERNATE_FIRST: message(
        "neither prefers a colour and they had the same; {higher:name}, ranked first, changes that"
        " of its last match"
    ),
    MatchColourGround.ALTERNATE_OTHER: _alternate_other,
    DueGround.LOT: _by_lot_of_top_half,
    DueGround.EQUALISE: message("this equalises Whites and Blacks"),
    DueGround.NO_THIRD: message(
        "the other way one would have the same colour a third time running"
    ),
    DueGround.HIGHER_EQUALISES: _higher_equalises,
    DueGround.ALTERNATE: message("colours alternate"),
    DueGround.HIGHER_ALTERNATES: _higher_alternates,
    DueGround.NOTHING_DUE: message(
        "neither has had a colour, and the lot holds for {higher:name}, ranked higher"
    ),
    DueGround.AT_THE_BOARD: message("they drew lots at the board"),
}
"""The clause for each rule that decides colours."""

WITHOUT_HISTORY = (
    ColourGround.LOT,
    ColourGround.LOT_OF_PAIRS,
    PreferenceGround.INITIAL_COLOUR,
    MatchColourGround.INITIAL_COLOUR,
    DueGround.LOT,
    DueGround.NOTHING_DUE,
)
"""The rules for participants whose colour histories do not matter."""
