"""The round as it is published, with colours, boards, floaters and all reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour, Pair, Tables
from topboard.reasons.decisions import Floater, RoundPairing
from topboard.reasons.grounds import Side
from topboard.systems.common.tables import by_points_of_pair, publish
from topboard.systems.fide_common.explained_pairing import warnings
from topboard.systems.fide_common.round_pairing import initial_colour
from topboard.systems.fide_lim.colours import assign_colours, colour_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Number
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField
    from topboard.systems.fide_lim.rounds import MadePair, PairedRound


def build_tables(field: LimField, paired: PairedRound) -> Tables:
    """Return the pairs with colours and boards, without reasons."""
    tournament = field.tournament
    lot = initial_colour(tournament) or Colour.WHITE
    seated = [
        Pair(
            0,
            *assign_colours(
                field, *higher_ranked_first(field, made), lot, below_median=is_below(made)
            ),
        )
        for made in paired.pairs
    ]
    tables, _ = publish(tournament, seated, order_of_boards(field), "")
    bye = None if paired.bye is None else paired.bye.number
    return Tables(tables, bye, field.scores)


def build_round_pairing(
    system: str, field: LimField, paired: PairedRound, cite: LimCitations
) -> RoundPairing:
    """Return the pairs with colours and boards, and all reasons."""
    tournament = field.tournament
    initial = initial_colour(tournament)
    lot = initial or Colour.WHITE
    colours = [
        colour_reason(
            field, *higher_ranked_first(field, made), lot, cite, below_median=is_below(made)
        )
        for made in paired.pairs
    ]
    tables, fixed = publish(tournament, colours, order_of_boards(field), cite.boards)
    table = {pair.white: pair.table for pair in tables}
    colours.sort(key=lambda one: table[one.white])
    return RoundPairing(
        system=system,
        round=field.round,
        pairs=tables,
        bye=None if paired.bye is None else paired.bye.number,
        floaters=tuple(sorted(_floaters(field, paired), key=lambda f: (-f.from_points, f.number))),
        reasons=(
            *(() if paired.bye is None else (paired.bye,)),
            *paired.reasons,
            *colours,
            *fixed,
            *warnings(
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


def higher_ranked_first(field: LimField, made: MadePair) -> tuple[Number, Number]:
    """Return the two players of a pair, the higher-ranked first."""
    higher, lower = sorted(made.pair, key=field.by_rank)
    return higher, lower


def is_below(made: MadePair) -> bool:
    """Return whether a pair was made below the median group."""
    return made.side is Side.BELOW


def order_of_boards(field: LimField) -> Callable[[Number, Number], tuple[int, ...]]:
    """Return the sort key that orders pairs by board."""
    in_order = sorted(field.numbers, key=field.by_rank)
    place = {n: at for at, n in enumerate(in_order)}
    return by_points_of_pair(place, field.points)


def _floaters(field: LimField, paired: PairedRound) -> Iterator[Floater]:
    """Yield the players who were paired outside their own score group."""
    for made in paired.pairs:
        for n in made.pair:
            own = field.points[n]
            if own != made.points:
                yield Floater(n, own, made.points)
