"""Sentences for the colours of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.model import Colour
from topboard.model.colour_limits import is_third_colour_in_a_row, keeps_colour_difference_limit
from topboard.model.history import colour_difference
from topboard.reasons.criteria import MatchColourGround, PreferenceGround, Strength
from topboard.reasons.grounds import ColourGround, DueGround
from topboard.reasons.sentences.templates import fill_template, render_sentence
from topboard.reasons.sentences.words import colour_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import ColourDecision
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def colours_sentences(reason: ColourDecision, name: Name) -> str:
    """Return the colours of a pair, the rule that decided them, and both colour histories."""
    ground = reason.ground or reason.by
    assert ground is not None
    told = render_sentence(GROUNDS[ground], reason, name)
    if ground in WITHOUT_HISTORY:
        return told
    return f"{told} {fill_template(HISTORIES, reason, name)}"


HISTORIES = message(
    "So far {white:name} has had {white_history:history} and {black:name} {black_history:history}."
)


# --- drawing of lots ----------------------------------------------------------------------


def _colour_by_lot_sentence(reason: ColourDecision, name: Name) -> str:
    parity = reason.parity_number or reason.higher or 0
    templates = LOT if reason.higher is not None else LOT_OF_HIGHER
    return fill_template(templates[parity % 2], reason, name)


LOT = (
    message(
        "{white:name} has White against {black:name}, because {higher:name} has an even "
        "number and so gets the opposite of the colour drawn by lot for number 1 ({article})."
    ),
    message(
        "{white:name} has White against {black:name}, because {higher:name} has an odd "
        "number and so gets the colour drawn by lot for number 1 ({article})."
    ),
)
LOT_OF_HIGHER = (
    message(
        "{white:name} has White against {black:name}, because the higher-ranked participant "
        "of the pair has an even number and so gets the opposite of the colour drawn by lot "
        "for number 1 ({article})."
    ),
    message(
        "{white:name} has White against {black:name}, because the higher-ranked participant "
        "of the pair has an odd number and so gets the colour drawn by lot for number 1 "
        "({article})."
    ),
)


def _initial_colour_sentence(reason: ColourDecision, name: Name) -> str:
    return fill_template(INITIAL_COLOUR[reason.parity_number % 2], reason, name)


INITIAL_COLOUR = (
    message(
        "{white:name} has White against {black:name} under the initial-colour rule, because "
        "neither has played yet and {higher:name}, ranked higher, has the even number "
        "{parity_number} ({article})."
    ),
    message(
        "{white:name} has White against {black:name} under the initial-colour rule, because "
        "neither has played yet and {higher:name}, ranked higher, has the odd number "
        "{parity_number} ({article})."
    ),
)


def _top_half_colour_by_lot_sentence(reason: ColourDecision, name: Name) -> str:
    assert reason.higher is not None
    return fill_template(LOT_OF_TOP_HALF[reason.higher % 2], reason, name)


LOT_OF_TOP_HALF = (
    message(
        "{white:name} has White against {black:name}, because lots were drawn for the "
        "colours of the top half and {higher:name}, who is in that half, has an even number "
        "({article})."
    ),
    message(
        "{white:name} has White against {black:name}, because lots were drawn for the "
        "colours of the top half and {higher:name}, who is in that half, has an odd number "
        "({article})."
    ),
)


# --- colour limits and columns ------------------------------------------------------------


def _colour_limits_sentences(reason: ColourDecision, name: Name) -> str:
    """Return sentences on the colour limits that the opposite colours would break."""
    swapped = (
        (reason.white, reason.white_history, Colour.BLACK),
        (reason.black, reason.black_history, Colour.WHITE),
    )
    broken = (
        say_kept(template, who=name(number), colour=colour_word(colour))
        for number, had, colour in swapped
        if (template := _broken_colour_limit_sentence(had, colour)) is not None
    )
    return " ".join([fill_template(LIMITS, reason, name), *broken])


LIMITS = message(
    "{white:name} has White against {black:name}, because the opposite colours would "
    "break a colour limit ({article})."
)
THREE_MORE_WHITES = message("{who} would have a colour difference of +3.")
THREE_MORE_BLACKS = message("{who} would have a colour difference of -3.")
THIRD_IN_A_ROW = message("{who} would have {colour} for the third time in a row.")


def _broken_colour_limit_sentence(had: tuple[Colour, ...], colour: Colour) -> Message | None:
    if not keeps_colour_difference_limit(had, colour):
        return THREE_MORE_WHITES if colour is Colour.WHITE else THREE_MORE_BLACKS
    return THIRD_IN_A_ROW if is_third_colour_in_a_row(had, colour) else None


def _colour_alternation_sentence(reason: ColourDecision, name: Name) -> str:
    assert reason.differed is not None, "colours that alternate differed in some match"
    one, other = reason.differed
    template = ALTERNATE if one == other else ALTERNATE_FROM_TWO_ROUNDS
    return fill_template(template, reason, name, one=one, other=other)


ALTERNATE = message(
    "{white:name} has White against {black:name}, because the colours alternate from round {one},"
    " when {white:name} had Black and {black:name} had White ({article})."
)
ALTERNATE_FROM_TWO_ROUNDS = message(
    "{white:name} has White against {black:name}, because the colours alternate from the last time"
    " they differed: {white:name} had Black in round {one}, and {black:name} had White in round"
    " {other} ({article})."
)


def _colour_column_sentences(reason: ColourDecision, name: Name) -> str:
    moved = (
        sentence
        for number, column, article in (
            (reason.white, Colour.WHITE, "7.4"),
            (reason.black, Colour.BLACK, "7.3"),
        )
        if number in reason.moved
        for sentence in _column_change_sentences(reason, column, article, name)
    )
    return " ".join([fill_template(COLUMNS, reason, name), *moved])


COLUMNS = message(
    "{white:name} has White against {black:name}, because these are the colours of their "
    "columns ({article})."
)


def _column_change_sentences(
    reason: ColourDecision, column: Colour, article: str, name: Name
) -> Iterator[str]:
    """Yield sentences for a player moved to the other column."""
    white, black = map(colour_difference, (reason.white_history, reason.black_history))
    if column is Colour.WHITE:
        who, opponent, own, others = reason.white, reason.black, white, black
    else:
        who, opponent, own, others = reason.black, reason.white, -black, -white
    yield say(
        "{who} was moved to the {column} column although due {opposite} ({article}).",
        who=name(who),
        column=colour_word(column),
        opposite=colour_word(column.opposite),
        article=article,
    )
    if own <= 0:
        return
    places = {"who": name(who), "colour": colour_word(column), "opponent": name(opponent)}
    yield say_kept(AGAIN_DESPITE_OPPONENT if others < own else AGAIN, **places)


AGAIN = message("{who} has already had {colour} more often and has it again.")
AGAIN_DESPITE_OPPONENT = message(
    "{who} has already had {colour} more often and has it again, although {opponent} needs it more."
)


# --- colour preferences -------------------------------------------------------------------


def _word_for_shared_colour_preference(reason: ColourDecision) -> str:
    wanted = reason.wanted[0]
    assert wanted is not None
    return colour_word(wanted)


def _preferences_granted_sentence(reason: ColourDecision, name: Name) -> str:
    if None not in reason.wanted:
        return fill_template(BOTH_GRANTED, reason, name)
    white_prefers = reason.wanted[0] is not None
    return fill_template(WHITE_GRANTED if white_prefers else BLACK_GRANTED, reason, name)


BOTH_GRANTED = message(
    "{white:name} has White against {black:name}, because this grants both colour preferences"
    " ({article})."
)
WHITE_GRANTED = message(
    "{white:name} has White against {black:name}, because {white:name} prefers White and"
    " {black:name} has not played yet ({article})."
)
BLACK_GRANTED = message(
    "{white:name} has White against {black:name}, because {black:name} prefers Black and"
    " {white:name} has not played yet ({article})."
)


def _stronger_preference_sentence(reason: ColourDecision, name: Name) -> str:
    first, second = reason.white, reason.black
    strengths = reason.strengths
    if reason.wanted[0] is not Colour.WHITE:
        first, second, strengths = second, first, strengths[::-1]
    return fill_template(
        WIDER_DIFFERENCE if strengths[0] is strengths[1] else STRONGER[strengths],
        reason,
        name,
        colour=_word_for_shared_colour_preference(reason),
        first=name(first),
        second=name(second),
    )


WIDER_DIFFERENCE = message(
    "{white:name} has White against {black:name}, because both have an absolute "
    "preference for {colour} and {first} has the larger colour difference ({article})."
)
STRONGER: dict[tuple[Strength, ...], Message] = {
    (Strength.ABSOLUTE, Strength.STRONG): message(
        "{white:name} has White against {black:name}, because both prefer {colour}, but the"
        " preference of {first} is absolute and that of {second} only strong ({article})."
    ),
    (Strength.ABSOLUTE, Strength.MILD): message(
        "{white:name} has White against {black:name}, because both prefer {colour}, but the"
        " preference of {first} is absolute and that of {second} only mild ({article})."
    ),
    (Strength.STRONG, Strength.MILD): message(
        "{white:name} has White against {black:name}, because both prefer {colour}, but the"
        " preference of {first} is strong and that of {second} only mild ({article})."
    ),
}


def _equal_preferences_alternate_sentence(reason: ColourDecision, name: Name) -> str:
    assert reason.differed is not None, "colours that alternate differed in some match"
    one, other = reason.differed
    return fill_template(
        EQUAL_ALTERNATE if one == other else EQUAL_ALTERNATE_FROM_TWO_ROUNDS,
        reason,
        name,
        colour=_word_for_shared_colour_preference(reason),
        one=one,
        other=other,
    )


EQUAL_ALTERNATE = message(
    "{white:name} has White against {black:name}, because both prefer {colour} equally "
    "strongly and the colours alternate from round {one}, when {white:name} had Black "
    "and {black:name} had White ({article})."
)
EQUAL_ALTERNATE_FROM_TWO_ROUNDS = message(
    "{white:name} has White against {black:name}, because both prefer {colour} equally "
    "strongly and the colours alternate from the last time they differed. {white:name} "
    "had Black in round {one}, and {black:name} had White in round {other} ({article})."
)


def _higher_ranked_preference_sentence(reason: ColourDecision, name: Name) -> str:
    return fill_template(
        HIGHER_RANKED, reason, name, colour=_word_for_shared_colour_preference(reason)
    )


HIGHER_RANKED = message(
    "{white:name} has White against {black:name}, because both prefer {colour} equally "
    "strongly and have had the same colours, and {higher:name} is ranked higher "
    "({article})."
)


def _only_preference_sentence(reason: ColourDecision, name: Name) -> str:
    who = reason.white if reason.wanted[0] is not None else reason.black
    return fill_template(ONLY_PREFERENCE, reason, name, who=name(who))


ONLY_PREFERENCE = message(
    "{white:name} has White against {black:name}, because only {who} has a colour preference"
    " ({article})."
)


def _only_strong_preference_sentence(reason: ColourDecision, name: Name) -> str:
    who = reason.white if reason.strengths[0] is Strength.STRONG else reason.black
    colour = _word_for_shared_colour_preference(reason)
    return fill_template(ONLY_STRONG, reason, name, who=name(who), colour=colour)


ONLY_STRONG = message(
    "{white:name} has White against {black:name}, because both prefer {colour} but only {who} does"
    " so strongly ({article})."
)


def _lower_colour_difference_sentence(reason: ColourDecision, name: Name) -> str:
    own, others = (
        f"{difference:+}" if difference else "0"
        for difference in map(colour_difference, (reason.white_history, reason.black_history))
    )
    return fill_template(LOWER_DIFFERENCE, reason, name, own=own, others=others)


LOWER_DIFFERENCE = message(
    "{white:name} has White against {black:name}, because White goes to the team with "
    "the lower colour difference, {own} against {others} ({article})."
)


def _fewer_whites_sentence(reason: ColourDecision, name: Name) -> str:
    own, others = (
        history.count(Colour.WHITE) for history in (reason.white_history, reason.black_history)
    )
    return fill_template(FEWER_WHITES, reason, name, own=own, others=others)


FEWER_WHITES = message(
    "{white:name} has White against {black:name}, because {white:name} has had fewer Whites, {own}"
    " against {others} ({article})."
)


def _first_team_preference_sentence(reason: ColourDecision, name: Name) -> str:
    return fill_template(
        FIRST_PREFERENCE, reason, name, colour=_word_for_shared_colour_preference(reason)
    )


FIRST_PREFERENCE = message(
    "{white:name} has White against {black:name}, because both prefer {colour} and have "
    "had the same colours, and {higher:name} is the first-team ({article})."
)


def _lower_ranked_alternates_sentence(reason: ColourDecision, name: Name) -> str:
    other = name(reason.black if reason.higher == reason.white else reason.white)
    return fill_template(ALTERNATE_OTHER, reason, name, other=other)


ALTERNATE_OTHER = message(
    "{white:name} has White against {black:name}, because {higher:name} has not had a "
    "colour yet and {other} alternates from the last match ({article})."
)


# --- due colours --------------------------------------------------------------------------


def _lower_ranked_due_sentence(reason: ColourDecision, name: Name) -> str:
    lower = name(reason.black if reason.higher == reason.white else reason.white)
    return fill_template(DUE_OF_LOWER, reason, name, lower=lower)


DUE_OF_LOWER = message(
    "{white:name} has White against {black:name}, because both have had the same "
    "colours, and below the median scoregroup the lower-ranked player, {lower}, gets the "
    "due colour ({article})."
)


def _higher_ranked_equalises_sentence(reason: ColourDecision, name: Name) -> str:
    return fill_template(
        HIGHER_EQUALISES, reason, name, colour=_word_for_colour_of_higher_ranked(reason)
    )


def _higher_ranked_alternates_sentence(reason: ColourDecision, name: Name) -> str:
    return fill_template(
        HIGHER_ALTERNATES, reason, name, colour=_word_for_colour_of_higher_ranked(reason)
    )


def _word_for_colour_of_higher_ranked(reason: ColourDecision) -> str:
    return colour_word(Colour.WHITE if reason.higher == reason.white else Colour.BLACK)


HIGHER_EQUALISES = message(
    "{white:name} has White against {black:name}, because both are due {colour} to equalise and"
    " {higher:name} is ranked higher ({article})."
)
HIGHER_ALTERNATES = message(
    "{white:name} has White against {black:name}, because both are due {colour} by alternation and"
    " {higher:name} is ranked higher ({article})."
)

GROUNDS: dict[ColourGround | PreferenceGround | MatchColourGround | DueGround, Row] = {
    ColourGround.LOT: _colour_by_lot_sentence,
    ColourGround.LIMITS: _colour_limits_sentences,
    ColourGround.EQUALISE: message(
        "{white:name} has White against {black:name}, because this equalises the colours"
        " ({article})."
    ),
    ColourGround.ALTERNATE: _colour_alternation_sentence,
    ColourGround.BALANCE_HIGHER: message(
        "{white:name} has White against {black:name}, because both have had the same colours "
        "and {higher:name}, ranked higher, has the balancing colour ({article})."
    ),
    ColourGround.ALTERNATE_HIGHER: message(
        "{white:name} has White against {black:name}, because both have had the same colours "
        "and {higher:name}, ranked higher, alternates ({article})."
    ),
    ColourGround.DUE: message(
        "{white:name} has White against {black:name}, because these are their due colours"
        " ({article})."
    ),
    ColourGround.DUE_OF_HIGHER: message(
        "{white:name} has White against {black:name}, because both have had the same colours "
        "and {higher:name}, ranked higher, gets the colour that is due ({article})."
    ),
    ColourGround.DUE_OF_LOWER: _lower_ranked_due_sentence,
    ColourGround.LOT_OF_PAIRS: message(
        "{white:name} has White against {black:name}, because lots were drawn for the "
        "colours of the first pair and the colours alternate down the list ({article})."
    ),
    ColourGround.COLUMN: _colour_column_sentences,
    ColourGround.HIGHER_ARO: message(
        "{white:name} has White against {black:name}, because White goes to the player with "
        "the higher ARO ({article})."
    ),
    ColourGround.LOWER_RATING: message(
        "{white:name} has White against {black:name}, because White goes to the player with "
        "the lower rating ({article})."
    ),
    ColourGround.ALPHABET: message(
        "{white:name} has White against {black:name}, because White goes to the player who "
        "comes first in alphabetical order ({article})."
    ),
    PreferenceGround.BOTH_GRANTED: _preferences_granted_sentence,
    PreferenceGround.STRONGER: _stronger_preference_sentence,
    PreferenceGround.ALTERNATE: _equal_preferences_alternate_sentence,
    PreferenceGround.HIGHER_RANKED: _higher_ranked_preference_sentence,
    PreferenceGround.INITIAL_COLOUR: _initial_colour_sentence,
    MatchColourGround.INITIAL_COLOUR: _initial_colour_sentence,
    MatchColourGround.ONLY_PREFERENCE: _only_preference_sentence,
    MatchColourGround.BOTH_GRANTED: BOTH_GRANTED,
    MatchColourGround.ONLY_STRONG: _only_strong_preference_sentence,
    MatchColourGround.LOWER_DIFFERENCE: _lower_colour_difference_sentence,
    MatchColourGround.FEWER_WHITES: _fewer_whites_sentence,
    MatchColourGround.LAST_DIFFERENCE: _colour_alternation_sentence,
    MatchColourGround.FIRST_PREFERENCE: _first_team_preference_sentence,
    MatchColourGround.ALTERNATE_FIRST: message(
        "{white:name} has White against {black:name}, because both have had the same colours "
        "and {higher:name}, ranked higher, gets the opposite colour of the last match "
        "({article})."
    ),
    MatchColourGround.ALTERNATE_OTHER: _lower_ranked_alternates_sentence,
    DueGround.LOT: _top_half_colour_by_lot_sentence,
    DueGround.EQUALISE: message(
        "{white:name} has White against {black:name}, because this equalises the numbers of "
        "Whites and Blacks ({article})."
    ),
    DueGround.NO_THIRD: message(
        "{white:name} has White against {black:name}, because with the opposite colours one "
        "of them would have the same colour three times in a row ({article})."
    ),
    DueGround.HIGHER_EQUALISES: _higher_ranked_equalises_sentence,
    DueGround.ALTERNATE: message(
        "{white:name} has White against {black:name}, because this continues the alternation "
        "of colours ({article})."
    ),
    DueGround.HIGHER_ALTERNATES: _higher_ranked_alternates_sentence,
    DueGround.NOTHING_DUE: message(
        "{white:name} has White against {black:name}, because neither has had a colour yet "
        "and lots were drawn for the colour of {higher:name}, ranked higher ({article})."
    ),
    DueGround.AT_THE_BOARD: message(
        "{white:name} has White against {black:name}, because lots were drawn at the board "
        "({article})."
    ),
}
"""The sentence for each rule that decides colours."""

WITHOUT_HISTORY = (
    ColourGround.LOT,
    ColourGround.LOT_OF_PAIRS,
    PreferenceGround.INITIAL_COLOUR,
    MatchColourGround.INITIAL_COLOUR,
    DueGround.LOT,
    DueGround.NOTHING_DUE,
)
"""The rules that do not use the colour histories, so that the sentences leave them out."""
