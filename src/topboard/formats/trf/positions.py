"""Support for JaVaFo's ``XXC rank``, which ranks players by their position in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model.renumbering import map_old_to_new_numbers_by_order, renumber_tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Tables, Tournament
    from topboard.systems.registry import System

CONFIGURATION = "XXC"
BY_POSITION = "rank"


def requests_ranking_by_position(texts: Iterable[str]) -> bool:
    """Return whether the text of any XXC record requests ranking by position in the file."""
    return any(BY_POSITION in text.lower().split() for text in texts)


def is_ranked_by_position(tournament: Tournament) -> bool:
    """Return whether participants are ranked by their position in the file, not by number."""
    return requests_ranking_by_position(
        text for code, text in tournament.details.other if code == CONFIGURATION
    )


def pair_next_round_by_position(tournament: Tournament, rules: System) -> Tables:
    """Return the pairing of the next round, ranked by position if the file requests it.

    Players keep their own numbers in the pairing.
    """
    if not is_ranked_by_position(tournament):
        return rules.pair_without_reasons(tournament)

    new = map_old_to_new_numbers_by_order(
        competitor.number for competitor in tournament.competitors
    )
    old = {number: before for before, number in new.items()}
    made = rules.pair_without_reasons(renumber_tournament(tournament, new))
    return replace(
        made,
        pairs=tuple(replace(p, white=old[p.white], black=old[p.black]) for p in made.pairs),
        bye=None if made.bye is None else old[made.bye],
        points={old[number]: points for number, points in made.points.items()},
    )
