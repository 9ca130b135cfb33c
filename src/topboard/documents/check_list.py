"""The checklist of a round, with each player's data for pairing the round by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topboard.documents import people
from topboard.documents.sheet import (
    Cell,
    Document,
    Heading,
    event_name,
    name_heading,
    number_heading,
)
from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.model import POINT, Colour, Number, Tournament
from topboard.reasons.check_list import CheckListRow, FloatDirection
from topboard.reasons.criteria import Strength
from topboard.reasons.sentences.obstacles import format_bye_bar_for_table
from topboard.reasons.sentences.words import format_colour_history
from topboard.systems.registry import System
from topboard.text.numbers import format_points

SYMBOLS = {
    Strength.ABSOLUTE: "{colour}{colour}",
    Strength.STRONG: "({colour})",
    Strength.MILD: "{colour}",
}
"""The symbols for colour preferences by strength. For White they are WW, (W) and w."""


def check_list(tournament: Tournament, system: System) -> Document:
    """Return a document with each player's data for pairing the next round by hand.

    The columns are the score, opponents, colours, colour preference, floats and eligibility for the
    bye. Systems that rank players by their opponents' points show those points instead of the
    floats.
    """
    if system.check_list is None:
        what = say("this system has no checklist")
        raise BadInput([Problem(what, quoted=system.name)])
    lines = system.check_list(tournament) if tournament.competitors else ()
    accelerated = any(line.points != line.pairing_points for line in lines)
    ranked = any(line.opposition is not None for line in lines)
    known = people.titled_names(tournament)
    return Document(
        kind="check-list",
        title=say(
            "{event}: Checklist for round {round}",
            event=event_name(tournament),
            round=tournament.round_to_pair,
        ),
        headings=_check_list_headings(accelerated=accelerated, ranked=ranked),
        rows=tuple(_check_list_row(line, known, accelerated=accelerated) for line in lines),
        notes=tuple(_legend_notes(lines)),
    )


def _check_list_headings(*, accelerated: bool, ranked: bool) -> tuple[Heading, ...]:
    pairing = (number_heading("pairing_points", say("Pairing score")),) if accelerated else ()
    floats = Heading("float_last", say("Float -1")), Heading("float_before", say("Float -2"))
    if ranked:
        floats = number_heading("buchholz", "BH"), number_heading("sonneborn_berger", "SB")
    return (
        number_heading("points", say("Pts")),
        *pairing,
        number_heading("number", say("No.")),
        name_heading("name", say("Name")),
        Heading("colours", say("Colours")),
        Heading("preference", say("Pref.")),
        *floats,
        Heading("opponents", say("Opponents"), wraps=True),
        Heading("bye", say("Bye"), wraps=True),
    )


def _check_list_row(
    line: CheckListRow, known: dict[Number, str], *, accelerated: bool
) -> tuple[Cell, ...]:
    pairing = (format_points(line.pairing_points),) if accelerated else ()
    return (
        format_points(line.points),
        *pairing,
        line.number,
        known[line.number],
        "".join(_colour_letter(colour) for colour in line.colours),
        colour_preference_symbol(line),
        *_float_or_tie_break_cells(line),
        " ".join("-" if met is None else str(met) for met in line.opponents),
        _bye_eligibility_text(line),
    )


def _colour_letter(colour: Colour | None) -> str:
    return "-" if colour is None else format_colour_history([colour])


def colour_preference_symbol(line: CheckListRow) -> str:
    """Return the symbol of a player's colour preference, with an asterisk for topscorers."""
    star = "*" if line.topscorer else ""
    if line.preferred is None or line.strength is Strength.NONE:
        return star
    letter = format_colour_history([line.preferred])
    if line.strength is Strength.MILD:
        letter = letter.lower()
    return SYMBOLS[line.strength].format(colour=letter) + star


def _float_or_tie_break_cells(line: CheckListRow) -> tuple[str, str]:
    """Return the floats of the last two rounds or, if the system uses them, the Buchholz and
    Sonneborn-Berger scores.
    """
    met = line.opposition
    if met is None:
        return _float_direction_text(line.float_last), _float_direction_text(line.float_before)
    return format_points(met.buchholz), format_points(met.sonneborn_berger, POINT * POINT)


def _float_direction_text(moved: FloatDirection | None) -> str:
    match moved:
        case None:
            return ""
        case FloatDirection.DOWN:
            return say("down")
        case FloatDirection.UP:
            return say("up")


def _bye_eligibility_text(line: CheckListRow) -> str:
    """Return text that says whether a player may have the bye and, if not, gives the reason."""
    return say("allowed") if line.barred is None else format_bye_bar_for_table(line.barred)


def _legend_notes(lines: Sequence[CheckListRow]) -> Iterator[str]:
    if not lines:
        yield say("There are no participants to pair.")
        return
    if any(line.opposition is not None for line in lines):
        yield say(
            "Preferences: WW or BB is absolute, (W) or (B) is strong, w or b is mild. BH is the "
            "sum of the opponents' points. SB multiplies each opponent's points by the points "
            "scored against that opponent. A dash means that no game was played."
        )
        return
    yield say(
        "Preferences: WW or BB is absolute, (W) or (B) is strong, w or b is mild. Float -1 "
        "is the float in the previous round, and Float -2 the one in the round before that. "
        "A dash means that no game was played."
    )
    if any(line.topscorer for line in lines):
        yield say(
            "An asterisk marks a topscorer, who may be given a colour contrary to an absolute "
            "preference."
        )
