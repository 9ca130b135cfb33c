"""The groups of players to be paired: scoregroups, or their sections in accelerated methods."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import worded
from topboard.model import POINT
from topboard.reasons.decisions import PairingWarning
from topboard.systems.cfc.cards import card_rank_key, find_opponents_avoided_on_request
from topboard.systems.common.meeting import permitted_pairs_graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.model import Number, Tenths
    from topboard.systems.cfc.cards import Card, PairingCardBook, Rating


@dataclass(frozen=True, slots=True)
class Group:
    """A group of players to be paired with each other, in order of rank."""

    points: Tenths
    cards: tuple[Card, ...]
    section: str = ""
    """The name of the section in an accelerated method, or an empty string."""


def score_groups(cards: Sequence[Card]) -> list[Group]:
    """Return the scoregroups of the players, from the highest score down."""
    ordered = sorted(cards, key=card_rank_key)
    return [
        Group(points, tuple(members))
        for points, members in groupby(ordered, key=lambda card: card.points)
    ]


@dataclass(frozen=True, slots=True)
class GroupedField:
    """All players to be paired, ordered by group and by rank within a group."""

    book: PairingCardBook
    groups: tuple[Group, ...]
    cards: tuple[Card, ...]
    spans: tuple[range, ...]
    """The range of field indices of each group."""
    group_of: tuple[int, ...]
    graph: tuple[int, ...]
    """For each player's index, the bitset of players whom this player may meet."""
    wishes: tuple[int, ...]
    """For each player's index, the bitset of players whom this player asks not to meet."""

    @property
    def numbers_of_all_players(self) -> tuple[Number, ...]:
        """The TPNs of all players, in the order of the field."""
        return tuple(card.number for card in self.cards)

    def numbers_at(self, places: Iterable[int]) -> tuple[Number, ...]:
        """Return the TPNs of the players at the given indices of the field."""
        return tuple(self.cards[place].number for place in places)


def build_grouped_field(book: PairingCardBook, groups: Sequence[Group]) -> GroupedField:
    """Return the field of all players to be paired, one group after another."""
    cards = tuple(card for group in groups for card in group.cards)
    spans = []
    start = 0
    for group in groups:
        spans.append(range(start, start + len(group.cards)))
        start += len(group.cards)
    return GroupedField(
        book=book,
        groups=tuple(groups),
        cards=cards,
        spans=tuple(spans),
        group_of=tuple(i for i, span in enumerate(spans) for _ in span),
        graph=tuple(
            permitted_pairs_graph(book, [card.number for card in cards], with_limits=False)
        ),
        wishes=tuple(find_opponents_avoided_on_request(book, cards)),
    )


# --- accelerated methods ------------------------------------------------------------------

DRAW_BONUS = 100
"""The rating adjustment for a draw in round 1: added in upper sections, subtracted in lower
ones.
"""


def list_groups_to_pair(book: PairingCardBook, cards: Sequence[Card]) -> list[Group]:
    """Return the groups to be paired, from the top down.

    They are the scoregroups, or the sections of an accelerated method if one is in force.
    """
    if book.variations.quarters:
        return divide_groups_into_quarter_sections(book, cards)
    if book.variations.regrouping and book.round == 1:
        return divide_first_round_into_sections(cards)
    if book.variations.regrouping and book.round == 2:
        return regroup_for_second_round(book, cards)
    return score_groups(cards)


def optimal_player_count(rounds: int) -> int:
    """Return the largest number of players for which at most one perfect score is left at the end.

    For example, it is 16 for 4 rounds.
    """
    return 1 << rounds


def warn_if_too_many_players_for_rounds(book: PairingCardBook) -> Iterator[PairingWarning]:
    """Yield a warning before round 1 if the event has too many players for its number of rounds."""
    rounds, players = book.tournament.planned_rounds, len(book.players)
    accelerated = book.variations.quarters or book.variations.regrouping
    if book.round == 1 and rounds and not accelerated and players > optimal_player_count(rounds):
        yield PairingWarning(
            "633",
            worded(
                "the number of participants ({players}) is above the optimum of {optimum} for the "
                "number of rounds ({rounds}), so an accelerated method may be announced",
                players=players,
                optimum=optimal_player_count(rounds),
                rounds=rounds,
            ),
        )


# --- quarters -----------------------------------------------------------------------------


def divide_groups_into_quarter_sections(
    book: PairingCardBook, cards: Sequence[Card]
) -> list[Group]:
    """Return the groups under variation 633.1, in which quarter 1 meets quarter 2 and 3 meets 4.

    In round 1 all players are divided into quarters. In later rounds only the two highest
    scoregroups are divided, and only as long as too many players have perfect scores.
    """
    groups = score_groups(cards)
    if book.round == 1:
        return [section for group in groups for section in _split_into_two_sections(group, 0)]
    if not has_too_many_perfect_scores(book, groups):
        return groups
    leaders = len(groups[0].cards)
    return [
        *_split_into_two_sections(groups[0], 0),
        *(_split_into_two_sections(groups[1], leaders % 2) if len(groups) > 1 else []),
        *groups[2:],
    ]


def has_too_many_perfect_scores(book: PairingCardBook, groups: Sequence[Group]) -> bool:
    """Return whether more players have perfect scores than the remaining rounds can separate."""
    to_play = book.tournament.planned_rounds - book.round + 1
    return (
        to_play > 0
        and bool(groups)
        and groups[0].points == (book.round - 1) * POINT
        and len(groups[0].cards) > optimal_player_count(to_play)
    )


def _split_into_two_sections(group: Group, coming: int) -> list[Group]:
    """Return a group as two sections: its upper two quarters and its lower two quarters.

    The first ``coming`` players of the group meet odd men from above. If the group has an odd man,
    it is the last player.
    """
    to_pair = len(group.cards) - coming
    upper = 2 * -(-(to_pair - to_pair % 2) // 4) + coming
    if to_pair < 4:
        return [group]
    return [
        Group(group.points, group.cards[:upper], "quarters 1 and 2"),
        Group(group.points, group.cards[upper:], "quarters 3 and 4"),
    ]


# --- regrouping ---------------------------------------------------------------------------


def divide_first_round_into_sections(cards: Sequence[Card]) -> list[Group]:
    """Return the sections of round 1 under variation 633.2, in which A meets B and C meets D.

    The four quarters are as equal in size as possible, with A and B larger if necessary.
    """
    ordered = sorted(cards, key=lambda card: card.place)
    upper = 2 * -(-len(ordered) // 4)
    sections = ((worded("A and B"), ordered[:upper]), (worded("C and D"), ordered[upper:]))
    return [Group(0, tuple(members), name) for name, members in sections if members]


def regroup_for_second_round(book: PairingCardBook, cards: Sequence[Card]) -> list[Group]:
    """Return the groups of round 2 under variation 633.2, based on the results of round 1.

    They are the winners of the upper section, the rest of that section with the best of the lower
    section, and the losers of the lower section.
    """
    lowest = find_last_index_of_upper_section_in_round_1(book)
    a = [card for card in cards if card.place <= lowest and card.points >= POINT]
    b = [card for card in cards if card.place <= lowest and card.points < POINT]
    below = [card for card in cards if card.place > lowest]
    c = [card for card in below if card.points >= POINT or has_half_point_from_drawn_game(card)]
    d = [card for card in below if card.points < POINT and not has_half_point_from_drawn_game(card)]
    nominal = _estimate_missing_ratings(book.players)
    a.sort(key=lambda card: card.place)
    d.sort(key=lambda card: card.place)
    b.sort(
        key=lambda card: (-nominal[card.place] - _compute_rating_bonus_for_draw(card), card.place)
    )
    c.sort(
        key=lambda card: (-nominal[card.place] + _compute_rating_bonus_for_draw(card), card.place)
    )
    return [group for group in _generate_second_round_sections(a, b, c, d) if group.cards]


def find_last_index_of_upper_section_in_round_1(book: PairingCardBook) -> int:
    """Return the index, in rating order, of the last player in the upper section of round 1.

    Players who were not paired in round 1 belong to the section that matches their rating.
    """
    first = book.tournament.rounds[0]
    paired = sorted(
        book.places[n] for m in first.meetings for n in (m.white, m.black) if n is not None
    )
    return paired[2 * -(-len(paired) // 4) - 1] if paired else -1


def has_half_point_from_drawn_game(card: Card) -> bool:
    """Return whether the player's score is half a point and comes from a drawn game.

    A half-point bye is not a drawn game.
    """
    return len(card.colours) > 0 and 0 < card.points < POINT


def _compute_rating_bonus_for_draw(card: Card) -> int:
    return DRAW_BONUS if has_half_point_from_drawn_game(card) else 0


def _estimate_missing_ratings(cards: Sequence[Card]) -> dict[int, Rating]:
    """Return each player's rating, keyed by index in rating order, with estimates for unrated
    players.

    The estimate is the rating of the nearest rated player above, or below if there is none above.
    """
    ordered = sorted(cards, key=lambda card: card.place)
    latest: Rating = next((card.rating for card in ordered if card.rating is not None), 0)
    nominal: dict[int, Rating] = {}
    for card in ordered:
        latest = latest if card.rating is None else card.rating
        nominal[card.place] = latest
    return nominal


def _generate_second_round_sections(
    a: list[Card], b: list[Card], c: list[Card], d: list[Card]
) -> Iterator[Group]:
    """Yield the groups of round 2: section A, then B against C, then the remaining players.

    Surplus players of B join the top of D. Surplus players of C meet the top players of D.
    """
    coming = len(a) % 2
    for_c = max(len(b) - coming, 0)
    kept_b = b[: len(c) + coming]
    kept_c = c[: max(for_c, coming - len(b))]
    surplus_b, surplus_c = b[len(kept_b) :], c[len(kept_c) :]
    yield _build_section_from_cards("A", a)
    yield _build_section_from_cards(worded("B and C"), [*kept_b, *kept_c])
    if surplus_c:
        yield _build_section_from_cards(worded("C and D"), [*surplus_c, *d[: len(surplus_c)]])
    yield _build_section_from_cards("D", [*surplus_b, *d[len(surplus_c) :]])


def _build_section_from_cards(name: str, cards: Sequence[Card]) -> Group:
    return Group(max((card.points for card in cards), default=0), tuple(cards), name)
