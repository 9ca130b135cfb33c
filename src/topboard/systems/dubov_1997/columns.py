"""The White and Black columns of a scoregroup, and the transfer of players between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import bitset
from topboard.model import Colour
from topboard.reasons.family_decisions import ColourColumns, ColumnChange, ColumnEntry
from topboard.reasons.obstacles import ColourFixed, PassedOver

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Tenths
    from topboard.systems.dubov_1997.players import DubovPlayer
    from topboard.systems.dubov_1997.pool import Pool
    from topboard.systems.dubov_1997.remainder import UnpairedPlayers


@dataclass(frozen=True, slots=True)
class Columns:
    """The White column and the Black column of a scoregroup, as player indices in column order."""

    white: tuple[int, ...]
    black: tuple[int, ...]


def arrange_columns(pool: Pool, white: Iterable[int], black: Iterable[int]) -> Columns:
    """Return the two columns, with White sorted by ascending ARO and Black by descending rating."""
    return Columns(
        tuple(sorted(white, key=pool.white_column_key)),
        tuple(sorted(black, key=pool.black_column_key)),
    )


def divide_columns_by_due_colour(pool: Pool, places: Iterable[int]) -> Columns:
    """Return the two columns of the given players according to their due colours."""
    halves: dict[Colour, list[int]] = {Colour.WHITE: [], Colour.BLACK: []}
    for i in places:
        halves[pool.players[i].due].append(i)
    return arrange_columns(pool, halves[Colour.WHITE], halves[Colour.BLACK])


def are_columns_equal_and_pairable(rest: UnpairedPlayers, columns: Columns) -> bool:
    """Return whether the columns are equally long and every player has a possible opponent.

    The opponent may be in either column.
    """
    group = bitset((*columns.white, *columns.black))
    return len(columns.white) == len(columns.black) and all(
        rest.open_[i] & group for i in (*columns.white, *columns.black)
    )


# --- transfers between columns ------------------------------------------------------------


def may_change_column(player: DubovPlayer) -> bool:
    """Return whether the colour limits allow a player to be moved to the other column."""
    return not player.has_fixed_colour


def sort_whites_for_transfer(pool: Pool, columns: Columns) -> list[int]:
    """Return the White column in the order in which players are transferred to the Black column.

    The order is lowest ARO (average rating of opponents), then highest rating, then name.
    """
    return sorted(
        columns.white, key=lambda i: (pool.aro[i], -pool.players[i].rating, pool.alphabet[i])
    )


def sort_blacks_for_transfer(pool: Pool, columns: Columns) -> list[int]:
    """Return the Black column in the order in which players are transferred to the White column.

    The order is highest ARO (average rating of opponents), then lowest rating, then name.
    """
    return sorted(
        columns.black, key=lambda i: (-pool.aro[i], pool.players[i].rating, pool.alphabet[i])
    )


def equalise_columns(
    pool: Pool, columns: Columns, points: Tenths
) -> tuple[Columns, tuple[ColumnChange, ...]]:
    """Make the columns equally long by transferring players, as far as the colour limits allow.

    Return the new columns and the reasons for the transfers.
    """
    surplus = len(columns.white) - len(columns.black)
    if surplus > 0:
        order, article = sort_whites_for_transfer(pool, columns), "7.3"
        moved, reasons = _choose_column_changes(pool, order, surplus // 2, points, article)
        kept = [i for i in columns.white if i not in moved]
        return arrange_columns(pool, kept, (*columns.black, *moved)), reasons
    if surplus < 0:
        order, article = sort_blacks_for_transfer(pool, columns), "7.4"
        moved, reasons = _choose_column_changes(pool, order, -surplus // 2, points, article)
        kept = [i for i in columns.black if i not in moved]
        return arrange_columns(pool, (*columns.white, *moved), kept), reasons
    return columns, ()


def _choose_column_changes(
    pool: Pool, order: Sequence[int], count: int, points: Tenths, article: str
) -> tuple[set[int], tuple[ColumnChange, ...]]:
    """Return the first ``count`` players in ``order`` who may change columns, with the reasons."""
    moved: set[int] = set()
    reasons: list[ColumnChange] = []
    passed: list[PassedOver] = []
    for i in order:
        if len(moved) == count:
            break
        player = pool.players[i]
        if may_change_column(player):
            moved.add(i)
            to = player.due.opposite
            reasons.append(ColumnChange(article, player.number, to, points, tuple(passed)))
        else:
            passed.append(PassedOver(player.number, ColourFixed(player.due)))
    return moved, tuple(reasons)


# --- columns in explanations --------------------------------------------------------------


def describe_columns(
    pool: Pool,
    columns: Columns,
    points: Tenths,
    article: str,
    floaters: Iterable[int] = (),
    *,
    standard: bool = True,
) -> ColourColumns:
    """Return the reason that shows both columns of a scoregroup.

    Each entry has the player's ARO and rating. It also says whether the player's colour is fixed
    and whether they may be moved up.
    """
    return ColourColumns(
        article=article,
        points=points,
        white=tuple(_build_column_entry(pool.players[i]) for i in columns.white),
        black=tuple(_build_column_entry(pool.players[i]) for i in columns.black),
        floaters=pool.numbers_at(floaters),
        needs_transfer=not standard,
    )


def _build_column_entry(player: DubovPlayer) -> ColumnEntry:
    return ColumnEntry(
        number=player.number,
        aro=player.aro,
        rating=player.rating,
        colour_fixed=player.has_fixed_colour,
        may_not_rise=not player.may_rise,
    )
