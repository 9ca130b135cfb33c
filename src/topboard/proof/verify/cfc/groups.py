"""Scoregroups, or the sections into which an accelerated method divides the players (621, 633)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise

from topboard import model
from topboard.proof.verify.cfc.cards import OPEN, PairingCards

DRAW_BONUS = 100
GAMES = (model.Played, *OPEN)
"""The outcomes that count as games, in which a draw is possible. Half-point byes are not games."""
Group = tuple[list[int], str]
"""The players paired with each other, in order, and the article under which they are paired."""


class GroupedPlayers:
    """All players in order, divided into consecutive scoregroups."""

    def __init__(self, book: PairingCards, bye: int | None) -> None:
        self.book = book
        found = _divide_players_into_groups(book, [n for n in book.ranked if n != bye])
        self.articles = [article for _, article in found]
        self.numbers = [n for members, _ in found for n in members]
        self.group_of = [at for at, (members, _) in enumerate(found) for _ in members]
        ends = accumulate((len(members) for members, _ in found), initial=0)
        self.spans = [range(*span) for span in pairwise(ends)]
        self.graph = book.encounters.build_allowed_pairs_graph(self.numbers, limits=False)
        self.wishes = book.build_bitsets_of_requests_not_to_meet(self.numbers)


def _divide_players_into_groups(book: PairingCards, ranked: list[int]) -> list[Group]:
    if "633.2" in book.variations and book.round == 1:
        ordered = sorted(ranked, key=book.place.__getitem__)
        upper = 2 * -(-len(ordered) // 4)
        return [(section, "633.2") for section in (ordered[:upper], ordered[upper:]) if section]
    if "633.2" in book.variations and book.round == 2:
        return [
            (section, "633.2")
            for section in _divide_second_round_into_sections(book, ranked)
            if section
        ]
    article = "619" if book.round == 1 else "622b"
    groups = [([*some], article) for _, some in groupby(ranked, key=book.points.__getitem__)]
    return (
        _split_groups_into_sections(book, groups)
        if "633.1" in book.variations and groups
        else groups
    )


def _split_groups_into_sections(book: PairingCards, groups: list[Group]) -> list[Group]:
    """Return the scoregroups after splitting some of them into two sections, as 633.1 requires."""
    if book.round == 1:
        return [section for group in groups for section in _split_group_into_two_sections(group, 0)]
    to_play = book.tournament.planned_rounds - book.round + 1
    leaders, _ = groups[0]
    perfect = book.points[leaders[0]] == 10 * (book.round - 1)
    if to_play <= 0 or not perfect or len(leaders) <= 1 << to_play:
        return groups
    below = [
        s for group in groups[1:2] for s in _split_group_into_two_sections(group, len(leaders) % 2)
    ]
    return [*_split_group_into_two_sections(groups[0], 0), *below, *groups[2:]]


def _split_group_into_two_sections(group: Group, coming: int) -> list[Group]:
    members, _ = group
    to_pair = len(members) - coming
    upper = 2 * -(-(to_pair - to_pair % 2) // 4) + coming
    return [group] if to_pair < 4 else [(members[:upper], "633.1"), (members[upper:], "633.1")]


def _divide_second_round_into_sections(
    book: PairingCards, ranked: Sequence[int]
) -> list[list[int]]:
    """Return the sections of the second round: A, then B with C, then the rest with D (633.2).

    Surplus players of B join D at the top, and surplus players of C meet the top players of D.
    """
    place, points = book.place, book.points
    sides = (n for m in book.tournament.rounds[0].meetings for n in (m.white, m.black))
    paired = sorted(place[n] for n in sides if n is not None)
    lowest = paired[2 * -(-len(paired) // 4) - 1] if paired else -1
    rating, ordered = _fill_in_missing_ratings(book), sorted(ranked, key=place.__getitem__)
    drew = {n for n in ranked if 0 < points[n] < 10 and type(book.rows[n][0]) in GAMES}
    bonus = {n: DRAW_BONUS if n in drew else 0 for n in ranked}
    above = [n for n in ordered if place[n] <= lowest]
    below = ordered[len(above) :]
    a = [n for n in above if points[n] >= 10]
    b = sorted({*above}.difference(a), key=lambda n: (-rating[n] - bonus[n], place[n]))
    d = [n for n in below if points[n] < 10 and n not in drew]
    c = sorted({*below}.difference(d), key=lambda n: (-rating[n] + bonus[n], place[n]))
    coming = len(a) % 2
    kept_b, kept_c = len(c) + coming, max(len(b) - coming, coming - len(b), 0)
    left_c = len(c[kept_c:])
    between = [*c[kept_c:], *d[:left_c]] if left_c else []
    return [a, [*b[:kept_b], *c[:kept_c]], between, [*b[kept_b:], *d[left_c:]]]


def _fill_in_missing_ratings(book: PairingCards) -> dict[int, int]:
    """Return the rating of each player, with a substitute for unrated players.

    An unrated player gets the rating of the next rated player above or, if there is none, below.
    """
    ordered = sorted(book.ranked, key=book.place.__getitem__)
    latest = next((rating for n in ordered if (rating := book.rating[n]) is not None), 0)
    nominal = {}
    for n in ordered:
        nominal[n] = latest = latest if (own := book.rating[n]) is None else own
    return nominal
