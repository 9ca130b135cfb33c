"""The engine's ``-l`` option, which writes the pairing data of every player in aligned columns."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.formats.trf.positions import is_ranked_by_position
from topboard.formats.trf.records import format_trf_points
from topboard.model import Colour
from topboard.model.history import colours_played, opponents_met, outcomes, participants_to_pair
from topboard.model.renumbering import map_old_to_new_numbers_by_order, renumber_tournament
from topboard.reasons.check_list import FloatDirection
from topboard.reasons.criteria import Strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tables, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.systems.registry import System

LETTER = {Colour.WHITE: "W", Colour.BLACK: "B"}
FLOATS = {FloatDirection.DOWN: "D", FloatDirection.UP: "U", None: ""}
COLUMNS = ("Pref", "C2")
"""The headings of the columns for the colour preference and for eligibility for the bye.

The columns for floats follow them.
"""


def format_check_list(tournament: Tournament, rules: System, tables: Tables | None) -> str:
    """Return the checklist of a round, including the pairs in ``tables`` unless it is None.

    If the file ranks players by their order in it, players with equal scores are listed in that
    order.
    """
    named = {one.number: one.number for one in tournament.competitors}
    if is_ranked_by_position(tournament):
        new = map_old_to_new_numbers_by_order(named)
        named = {number: before for before, number in new.items()}
        tournament = renumber_tournament(tournament, new)
    lines = _build_player_rows(tournament, rules)
    rows, current = outcomes(tournament), _format_current_opponents(tables)
    played = range(1, len(tournament.rounds) + 1)
    columns = (*COLUMNS, *rules.float_criteria) if rules.check_list is not None else ()
    header = ("ID", "Pts", "-" * (len(played) + 1), *columns, "Cur", "")
    table = [(*header, *(f"R{number}" for number in played))]
    for number, points, cells in lines:
        had = "".join(LETTER[colour] for colour in colours_played(rows[number]))
        met = {at: str(named[opponent]) for at, opponent in opponents_met(rows[number])}
        own = (str(named[number]), points, had, *cells, current.get(named[number], ""), "")
        table.append((*own, *(met.get(at, "") for at in played)))
    first, *told = _align_columns(table)
    groups = groupby(zip(lines, told, strict=True), key=lambda pair: pair[0][1])
    scoregroups = ("\n".join(line for _, line in group) for _, group in groups)
    return "\n" + "\n\n".join((first, *scoregroups)) + "\n\n\n"


def _build_player_rows(
    tournament: Tournament, rules: System
) -> list[tuple[Number, str, tuple[str, ...]]]:
    """Return the number, points and further cells of each player to be paired.

    Players with higher scores come first.
    """
    if rules.check_list is not None:
        listed = rules.check_list(tournament)
        return [
            (
                line.number,
                format_trf_points(line.pairing_points),
                _format_preference_bye_and_float_cells(line),
            )
            for line in listed
        ]
    points = rules.facts(tournament).points
    ranked = sorted(participants_to_pair(tournament), key=lambda number: (-points[number], number))
    return [(number, format_trf_points(points[number]), ()) for number in ranked]


def _format_preference_bye_and_float_cells(line: CheckListRow) -> tuple[str, ...]:
    bye = "Y" if line.barred is None else "N"
    return _format_colour_preference(line), bye, FLOATS[line.float_last], FLOATS[line.float_before]


def _format_colour_preference(line: CheckListRow) -> str:
    if line.preferred is None:
        return "A "
    letter = LETTER[line.preferred]
    if line.strength is Strength.STRONG:
        return f"({letter})"
    return f"{letter if line.strength is Strength.ABSOLUTE else letter.lower()} "


def _format_current_opponents(tables: Tables | None) -> dict[Number, str]:
    """Return each player's opponent and colour in the round being paired, such as ``(12W)``."""
    if tables is None:
        return {}
    found = {pair.white: f"({pair.black}W)" for pair in tables.pairs}
    found.update((pair.black, f"({pair.white}B)") for pair in tables.pairs)
    if tables.bye is not None:
        found[tables.bye] = "(bye)"
    return found


def _align_columns(table: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the rows as lines of text, with every column padded to its widest cell and a tab."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "".join(f"{cell:>{width}}\t" for cell, width in zip(line, widths, strict=True))
        for line in table
    ]
