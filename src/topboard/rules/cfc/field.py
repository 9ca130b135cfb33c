"""The field of a round, group after group, as the places on which the kernels work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.records import dataclass
from topboard.rules.cfc.cards import wished_apart
from topboard.rules.shared.meeting import open_graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number
    from topboard.rules.cfc.cards import Book, Card
    from topboard.rules.cfc.groups import Group


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody to be paired, in the order of the groups and in each in the order of the cards."""

    book: Book
    groups: tuple[Group, ...]
    cards: tuple[Card, ...]
    spans: tuple[range, ...]
    """The places of each group."""
    group_of: tuple[int, ...]
    graph: tuple[int, ...]
    """For each place the set of those whom its player may meet."""
    wishes: tuple[int, ...]
    """For each place the set of those whom its player asks not to meet."""

    @property
    def all_numbers(self) -> tuple[Number, ...]:
        """The pairing numbers of the players at all places."""
        return tuple(card.number for card in self.cards)

    def numbers(self, places: Iterable[int]) -> tuple[Number, ...]:
        """The pairing numbers of the players at some places."""
        return tuple(self.cards[place].number for place in places)


def field_of(book: Book, groups: Sequence[Group]) -> Field:
    """Lay the groups out one after the other."""
    cards = tuple(card for group in groups for card in group.cards)
    spans = []
    start = 0
    for group in groups:
        spans.append(range(start, start + len(group.cards)))
        start += len(group.cards)
    return Field(
        book=book,
        groups=tuple(groups),
        cards=cards,
        spans=tuple(spans),
        group_of=tuple(i for i, span in enumerate(spans) for _ in span),
        graph=tuple(open_graph(book.field, [card.number for card in cards], with_limits=False)),
        wishes=tuple(wished_apart(book, cards)),
    )
