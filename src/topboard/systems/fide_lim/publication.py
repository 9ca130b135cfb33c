"""The finished pairing of a Lim round, with colours, boards, floaters and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour, Pair, Tables
from topboard.reasons.decisions import Floater, RoundPairing
from topboard.reasons.grounds import MedianSide
from topboard.systems.common.tables import assign_tables, sort_key_by_pair_points
from topboard.systems.fide_common.explained_pairing import warn_arbiter_of_missing_data_and_rounds
from topboard.systems.fide_common.round_pairing import initial_colour
from topboard.systems.fide_lim.colours import assign_colours, colour_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Number
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField
    from topboard.systems.fide_lim.rounds import PairedRound, PairWithGroupScore


def build_tables_without_reasons(field: LimField, paired: PairedRound) -> Tables:
    """Return the pairs of a round with their colours and board numbers, but without reasons."""
    tournament = field.tournament
    lot = initial_colour(tournament) or Colour.WHITE
    seated = [
        Pair(
            0,
            *assign_colours(
                field,
                *sort_pair_by_rank(field, made),
                lot,
                below_median=was_pair_made_below_median(made),
            ),
        )
        for made in paired.pairs
    ]
    tables, _ = assign_tables(tournament, seated, board_sort_key(field), "")
    bye = None if paired.bye is None else paired.bye.number
    return Tables(tables, bye, field.scores)


def build_round_pairing(
    system: str, field: LimField, paired: PairedRound, cite: LimCitations
) -> RoundPairing:
    """Return the pairs of a round with their colours, board numbers, floaters and reasons."""
    tournament = field.tournament
    initial = initial_colour(tournament)
    lot = initial or Colour.WHITE
    colours = [
        colour_reason(
            field,
            *sort_pair_by_rank(field, made),
            lot,
            cite,
            below_median=was_pair_made_below_median(made),
        )
        for made in paired.pairs
    ]
    tables, fixed = assign_tables(tournament, colours, board_sort_key(field), cite.boards)
    table = {pair.white: pair.table for pair in tables}
    colours.sort(key=lambda one: table[one.white])
    return RoundPairing(
        system=system,
        round=field.round,
        pairs=tables,
        bye=None if paired.bye is None else paired.bye.number,
        floaters=tuple(
            sorted(_find_floaters(field, paired), key=lambda f: (-f.from_points, f.number))
        ),
        reasons=(
            *(() if paired.bye is None else (paired.bye,)),
            *paired.reasons,
            *colours,
            *fixed,
            *warn_arbiter_of_missing_data_and_rounds(
                tournament,
                len(field.numbers),
                initial,
                lot=cite.lot,
                rounds=cite.rounds,
                no_rematch=cite.no_rematch,
            ),
        ),
        decided=field,
    )


def sort_pair_by_rank(field: LimField, made: PairWithGroupScore) -> tuple[Number, Number]:
    """Return the players of a pair with the higher-ranked player first."""
    higher, lower = sorted(made.pair, key=field.rank_sort_key)
    return higher, lower


def was_pair_made_below_median(made: PairWithGroupScore) -> bool:
    """Return whether a pair was made in a scoregroup below the median."""
    return made.side is MedianSide.BELOW


def board_sort_key(field: LimField) -> Callable[[Number, Number], tuple[int, ...]]:
    """Return a function that returns the sort key of a pair for the order of boards."""
    in_order = sorted(field.numbers, key=field.rank_sort_key)
    place = {n: at for at, n in enumerate(in_order)}
    return sort_key_by_pair_points(place, field.points)


def _find_floaters(field: LimField, paired: PairedRound) -> Iterator[Floater]:
    """Yield every player who was paired in a scoregroup other than their own."""
    for made in paired.pairs:
        for n in made.pair:
            own = field.points[n]
            if own != made.points:
                yield Floater(n, own, made.points)
