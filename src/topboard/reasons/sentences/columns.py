"""Sentences for scoregroups that are paired in a White and a Black column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_kept
from topboard.model import Colour
from topboard.reasons.sentences.templates import fill_count_template, fill_template
from topboard.reasons.sentences.words import (
    colour_word,
    format_average_rating,
    unpairable_islands_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number
    from topboard.reasons.family_decisions import (
        ColourColumns,
        ColourLimitsWaiver,
        ColumnChange,
        ColumnEntry,
        NoOpponentInOtherColumn,
    )

    Name = Callable[[Number], str]


def colour_columns_sentences(reason: ColourColumns, name: Name) -> str:
    """Return the sentences for a scoregroup in two columns."""
    told = [fill_template(READY_COLUMNS if reason.article == "6.2" else COLUMNS, reason, name)]
    if reason.article != "6.2":
        if reason.floaters:
            told.append(fill_count_template(COLUMN_FLOATERS, len(reason.floaters), reason, name))
        if reason.needs_transfer:
            told.append(say("Players have to be moved before the scoregroup can be paired."))
    columns = {
        "white": "; ".join(_format_column_entry(entry, name) for entry in reason.white),
        "black": "; ".join(_format_column_entry(entry, name) for entry in reason.black),
    }
    shown = {colour: members or say("no one") for colour, members in columns.items()}
    return " ".join([*told, say("White: {white}. Black: {black}.", **shown)])


COLUMNS = message(
    "The {points:score}-point scoregroup is divided into columns by due colour ({article})."
)
READY_COLUMNS = message(
    "The columns of the {points:score}-point scoregroup are paired row by row ({article})."
)
COLUMN_FLOATERS = counted(
    "The floater from above is {floaters:names}.", "The floaters from above are {floaters:names}."
)


def _format_column_entry(entry: ColumnEntry, name: Name) -> str:
    return say_kept(
        COLUMN_ENTRIES[entry.colour_fixed, entry.may_not_rise],
        who=name(entry.number),
        aro="-" if entry.aro is None else format_average_rating(entry.aro),
        rating=entry.rating,
    )


COLUMN_ENTRIES = {
    (False, False): message("{who}, ARO {aro}, rating {rating}"),
    (True, False): message("{who}, ARO {aro}, rating {rating}, colour fixed"),
    (False, True): message("{who}, ARO {aro}, rating {rating}, may not move up"),
    (True, True): message("{who}, ARO {aro}, rating {rating}, colour fixed, may not move up"),
}
"""The list items, keyed by whether the colour is fixed and whether the player may not move up."""


def column_change_sentence(reason: ColumnChange, name: Name) -> str:
    """Return a sentence for the move of a player to the other column."""
    return fill_template(COLUMN_CHANGED[reason.to], reason, name)


COLUMN_CHANGED = {
    Colour.BLACK: message(
        "{number:name}, who has the lowest ARO of the players who may change columns, moves "
        "to the Black column, because too many players in the {points:score}-point "
        "scoregroup are due White ({article})."
    ),
    Colour.WHITE: message(
        "{number:name}, who has the highest ARO of the players who may change columns, moves "
        "to the White column, because too many players in the {points:score}-point "
        "scoregroup are due Black ({article})."
    ),
}


def opponent_from_own_column_sentence(reason: NoOpponentInOtherColumn, name: Name) -> str:
    """Return a sentence for a player who gets an opponent from their own column."""
    return fill_template(OWN_COLUMN, reason, name, other=colour_word(reason.colour.opposite))


OWN_COLUMN = message(
    "{number:name} meets a player of the same column, {colour:colour}, because no "
    "possible opponent is left in the {other} column ({article})."
)


def waived_colour_limits_sentences(reason: ColourLimitsWaiver, name: Name) -> str:
    """Return sentences for the players who are exempt from the colour limits."""
    told = fill_template(LIMITS_WAIVED, reason, name)
    return f"{told} {unpairable_islands_sentence(reason.islands, reason.bridge, name)}"


LIMITS_WAIVED = message(
    "The colour limits (2.3, 2.4) are waived for {players:names}, because otherwise the "
    "round cannot be paired ({article})."
)
