"""Words in which the tests of the Burstein system write down a bracket.

``drawn(group(15, 1, 2, 3), buchholz={3: 90})`` pairs three players of one and a half points in the
middle of an event; who has no Buchholz in it ranks by his number, after those who have one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.systems.fide_dutch.cards import field_of
from topboard.systems.common.field import extend_field
from topboard.systems.fide_burstein.fide_burstein_2026 import pair_ranked_field
from topboard.systems.fide_burstein.index import OppositionIndex, rank_by_opposition_index
from topboard.systems.fide_burstein.rounds import BursteinField

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.players import FidePlayer

EDITION = "fide_burstein_2026"


def field_of_cards(
    cards: Iterable[FidePlayer],
    buchholz: Mapping[int, int] | None = None,
    met: str = "",
    forbid: str = "",
) -> BursteinField:
    """The cards as the players of a round, with the points of their opponents."""
    field = field_of(cards, met, forbid)
    given = buchholz or {}
    indices = {p.number: OppositionIndex(given.get(p.number, 0), 0) for p in field.players}
    return extend_field(
        field, BursteinField, indices=indices, ranks=rank_by_opposition_index(indices)
    )


def pair_cards(
    cards: Iterable[FidePlayer],
    buchholz: Mapping[int, int] | None = None,
    met: str = "",
    forbid: str = "",
) -> RoundPairing:
    """The round that the text makes of the cards, after the seeding rounds."""
    return pair_ranked_field(field_of_cards(cards, buchholz, met, forbid))
