"""Sentences for the colours of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.model import Colour
from topboard.model.colour_limits import is_third_in_a_row, keeps_colour_difference
from topboard.model.history import colour_difference
from topboard.reasons.criteria import MatchColourGround, PreferenceGround, Strength
from topboard.reasons.grounds import ColourGround, DueGround
from topboard.reasons.sentences.templates import fill_template, render_sentence
from topboard.reasons.sentences.words import colour_letters, colour_word, join_with_and

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number
    from topboard.reasons.decisions import ColourDecision
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def colours_sentence(reason: ColourDecision, name: Name) -> str:
    """Return the colours of a pair, the rule that decided them, and both colour histories."""
    ground = reason.ground or reason.by
    assert ground is not None
    why = render_sentence(GROUNDS[ground], reason, name)
    return fill_template(
        COLOURS if ground in WITHOUT_HISTORY else COLOURS_WITH_HISTORIES,
        reason,
        name,
        why=why,
        white_history=colour_letters(reason.white_history),
        black_history=colour_letters(reason.black_history),
    )


COLOURS = message("{white:name} has White, {black:name} Black: {why} ({article}).")
COLOURS_WITH_HISTORIES = message(
    "{white:name} has White, {black:name} Black: {why}; {white:name} had {white_history},"
    " {black:name} {black_history} ({article})."
)


# --- drawing of lots ----------------------------------------------------------------------


def _lot_clause(reason: ColourDecision, name: Name) -> str:
    parity = reason.parity_number or reason.higher or 0
    higher = name(reason.higher) if reason.higher is not None else say("the higher ranked")
    return fill_template(LOT[parity % 2], reason, name, higher=higher)


LOT = (
    message("by the lot for number 1, {higher} having an even number"),
    message("by the lot for number 1, {higher} having an odd number"),
)


def _initial_colour_clause(reason: ColourDecision, name: Name) -> str:
    return fill_template(INITIAL_COLOUR[reason.parity_number % 2], reason, name)


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


def _top_half_lot_clause(reason: ColourDecision, name: Name) -> str:
    assert reason.higher is not None
    return fill_template(LOT_OF_TOP_HALF[reason.higher % 2], reason, name)


LOT_OF_TOP_HALF = (
    message("by the lot, {higher:name} of the top half having an even number"),
    message("by the lot, {higher:name} of the top half having an odd number"),
)


# --- colour limits and columns ------------------------------------------------------------


def _broken_colour_limits_clause(reason: ColourDecision, name: Name) -> str:
    """Return a clause that names the colour limits that swapping the colours would break."""
    broken = [
        say("{who} would have {what}", who=name(number), what=what)
        for number, had, colour in (
            (reason.white, reason.white_history, Colour.BLACK),
            (reason.black, reason.black_history, Colour.WHITE),
        )
        if (what := _broken_colour_limit_text(had, colour))
    ]
    return say("the other way round {broken}", broken=join_with_and(broken))


def _broken_colour_limit_text(had: tuple[Colour, ...], colour: Colour) -> str:
    """Return a description of the limit that this colour would break, or "" if it breaks none."""
    if not keeps_colour_difference(had, colour):
        if colour is Colour.WHITE:
            return say("three Whites more than Blacks")
        return say("three Blacks more than Whites")
    if is_third_in_a_row(had, colour):
        return say("{colour} a third time running", colour=colour_word(colour))
    return ""


def colour_change_clause(reason: ColourDecision, name: Name) -> str:
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


def _colour_column_clause(reason: ColourDecision, name: Name) -> str:
    if not reason.moved:
        return say("so they stand in the two columns")
    told = join_with_and(
        say(
            "{who} was moved to the {column} column though due {opposite} ({article}){once_more}",
            who=name(number),
            column=colour_word(column),
            opposite=colour_word(column.opposite),
            article=article,
            once_more=_repeated_colour_remark(reason, column, name),
        )
        for number, column, article in (
            (reason.white, Colour.WHITE, "7.4"),
            (reason.black, Colour.BLACK, "7.3"),
        )
        if number in reason.moved
    )
    return say("so they stand in the two columns; {told}", told=told)


def _repeated_colour_remark(reason: ColourDecision, column: Colour, name: Name) -> str:
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


def _shared_preference_word(reason: ColourDecision) -> str:
    """Return the word for the colour that both participants prefer."""
    wanted = reason.wanted[0]
    assert wanted is not None
    return colour_word(wanted)


def _preferences_granted_clause(reason: ColourDecision, name: Name) -> str:
    if None not in reason.wanted:
        return say("both have the colour they prefer")
    at = 1 if reason.wanted[0] is None else 0
    who, other = (reason.white, reason.black)[at], (reason.black, reason.white)[at]
    return say(
        "{who} has the colour he prefers, and {other} has not played yet",
        who=name(who),
        other=name(other),
    )


def _stronger_preference_clause(reason: ColourDecision, name: Name) -> str:
    first = reason.white if reason.wanted[0] is Colour.WHITE else reason.black
    own, others = reason.strengths if first == reason.white else reason.strengths[::-1]
    if own is others:
        return say(
            "both must have {colour}, and {who} has had it less often for the other colour",
            colour=_shared_preference_word(reason),
            who=name(first),
        )
    return say(
        "both prefer {colour}, and the preference of {who} is the stronger: {own} against {others}",
        colour=_shared_preference_word(reason),
        who=name(first),
        own=say_kept(STRENGTHS[own]),
        others=say_kept(STRENGTHS[others]),
    )


def _alternation_clause(reason: ColourDecision, name: Name) -> str:
    return say(
        "both prefer {colour} as strongly; {change}",
        colour=_shared_preference_word(reason),
        change=colour_change_clause(reason, name),
    )


def _higher_ranked_preference_clause(reason: ColourDecision, name: Name) -> str:
    return fill_template(HIGHER_RANKED, reason, name, colour=_shared_preference_word(reason))


HIGHER_RANKED = message(
    "both prefer {colour} as strongly and had the same colours, and {higher:name} is ranked higher"
)


def _only_preference_clause(reason: ColourDecision, name: Name) -> str:
    who = reason.white if reason.wanted[0] is not None else reason.black
    return say("only {who} prefers a colour", who=name(who))


def _only_strong_preference_clause(reason: ColourDecision, name: Name) -> str:
    who = reason.white if reason.strengths[0] is Strength.STRONG else reason.black
    return say(
        "both prefer {colour}, and only {who} does so strongly",
        colour=_shared_preference_word(reason),
        who=name(who),
    )


def _lower_colour_difference_clause(reason: ColourDecision, _name: Name) -> str:
    white, black = map(colour_difference, (reason.white_history, reason.black_history))
    return say(
        "White goes to the lower colour difference, {white:+} against {black:+}",
        white=white,
        black=black,
    )


def _fewer_whites_clause(reason: ColourDecision, _name: Name) -> str:
    white, black = (
        history.count(Colour.WHITE) for history in (reason.white_history, reason.black_history)
    )
    return say(
        "White goes to who has had it less often, {white} times against {black}",
        white=white,
        black=black,
    )


def _first_team_preference_clause(reason: ColourDecision, name: Name) -> str:
    return fill_template(FIRST_PREFERENCE, reason, name, colour=_shared_preference_word(reason))


FIRST_PREFERENCE = message(
    "both prefer {colour} and had the same colours, and {higher:name} is ranked first"
)


def _other_team_alternates_clause(reason: ColourDecision, name: Name) -> str:
    other = name(reason.black if reason.higher == reason.white else reason.white)
    return fill_template(ALTERNATE_OTHER, reason, name, other=other)


ALTERNATE_OTHER = message(
    "{higher:name} has not played; {other} changes the colour of its last match"
)


# --- due colours --------------------------------------------------------------------------


def _higher_ranked_equalises_clause(reason: ColourDecision, name: Name) -> str:
    return fill_template(HIGHER_EQUALISES, reason, name, colour=_higher_ranked_colour_word(reason))


def _higher_ranked_alternates_clause(reason: ColourDecision, name: Name) -> str:
    return fill_template(HIGHER_ALTERNATES, reason, name, colour=_higher_ranked_colour_word(reason))


def _higher_ranked_colour_word(reason: ColourDecision) -> str:
    return colour_word(Colour.WHITE if reason.higher == reason.white else Colour.BLACK)


HIGHER_EQUALISES = message("both are due {colour} to equalise, and {higher:name} is ranked higher")
HIGHER_ALTERNATES = message(
    "both are due {colour} by alternation, and {higher:name} is ranked higher"
)

GROUNDS: dict[ColourGround | PreferenceGround | MatchColourGround | DueGround, Row] = {
    ColourGround.LOT: _lot_clause,
    ColourGround.LIMITS: _broken_colour_limits_clause,
    ColourGround.EQUALISE: message("this equalises the colours"),
    ColourGround.ALTERNATE: colour_change_clause,
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
    ColourGround.COLUMN: _colour_column_clause,
    ColourGround.HIGHER_ARO: message("White goes to the higher average of opponents"),
    ColourGround.LOWER_RATING: message("White goes to the lower rating"),
    ColourGround.ALPHABET: message("White goes to the first in the alphabet"),
    PreferenceGround.BOTH_GRANTED: _preferences_granted_clause,
    PreferenceGround.STRONGER: _stronger_preference_clause,
    PreferenceGround.ALTERNATE: _alternation_clause,
    PreferenceGround.HIGHER_RANKED: _higher_ranked_preference_clause,
    PreferenceGround.INITIAL_COLOUR: _initial_colour_clause,
    MatchColourGround.INITIAL_COLOUR: _initial_colour_clause,
    MatchColourGround.ONLY_PREFERENCE: _only_preference_clause,
    MatchColourGround.BOTH_GRANTED: message("both have the colour they prefer"),
    MatchColourGround.ONLY_STRONG: _only_strong_preference_clause,
    MatchColourGround.LOWER_DIFFERENCE: _lower_colour_difference_clause,
    MatchColourGround.FEWER_WHITES: _fewer_whites_clause,
    MatchColourGround.LAST_DIFFERENCE: colour_change_clause,
    MatchColourGround.FIRST_PREFERENCE: _first_team_preference_clause,
    MatchColourGround.ALTERNATE_FIRST: message(
        "neither prefers a colour and they had the same; {higher:name}, ranked first, changes that"
        " of its last match"
    ),
    MatchColourGround.ALTERNATE_OTHER: _other_team_alternates_clause,
    DueGround.LOT: _top_half_lot_clause,
    DueGround.EQUALISE: message("this equalises Whites and Blacks"),
    DueGround.NO_THIRD: message(
        "the other way one would have the same colour a third time running"
    ),
    DueGround.HIGHER_EQUALISES: _higher_ranked_equalises_clause,
    DueGround.ALTERNATE: message("colours alternate"),
    DueGround.HIGHER_ALTERNATES: _higher_ranked_alternates_clause,
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
