"""The kinds of repairs, in the order in which a search tries them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.byes import propose_bye_codes, propose_editions, propose_first_colours
from topboard.diagnosis.first_round import propose_added_pairs, propose_added_pairs_and_seat
from topboard.diagnosis.numbers import propose_numbers, propose_seats
from topboard.diagnosis.pairs import (
    propose_board_orders,
    propose_pairs_by_hand,
    propose_pairs_kept_apart,
    propose_results,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.situations import RoundFacts

    Propose = Callable[[RoundFacts], Iterator[Repair | tuple[Repair, ...]]]

OF_THE_EVENT: tuple[Propose, ...] = (propose_editions, propose_bye_codes)
"""The kinds of repairs that concern the event as a whole."""
QUICK: tuple[Propose, ...] = (
    propose_first_colours,
    propose_added_pairs,
    propose_added_pairs_and_seat,
)
THOROUGH: tuple[Propose, ...] = (
    propose_numbers,
    propose_seats,
    propose_results,
    propose_board_orders,
    propose_pairs_kept_apart,
    propose_pairs_by_hand,
)

BESIDE_A_NUMBER: tuple[Propose, ...] = (
    *QUICK,
    propose_seats,
    propose_pairs_kept_apart,
    propose_pairs_by_hand,
)
"""The kinds tried in rounds in which a participant is known to have had another number."""

FITTED: tuple[Propose, ...] = (propose_numbers, propose_seats, propose_results)
"""The kinds before pairs kept apart that fit many rounds by chance."""
