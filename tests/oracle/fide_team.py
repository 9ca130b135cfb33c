"""A second reading of the FIDE Swiss Team System (C.04.6 of 2026), for small fields.

Every set of upfloaters and every pairing of a bracket is written down, sorted as the text sorts
them, and judged criterion by criterion. What the text leaves open is read as docs/interpretations
has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    PairingBye,
    Withdrawn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from topboard.model import Round, Tournament

    Pairing = tuple[tuple[int, int], ...]


class NoPairing(Exception):
    """It is for the arbiter to decide."""


@dataclass(frozen=True)
class Answer:
    """The round."""

    pairs: frozenset[tuple[int, int]]
    """White first."""
    bye: int | None
    brackets: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = field(default=())
    """The residents and the upfloaters of each bracket."""


@dataclass
class Card:
    """What the text looks at in a team."""

    number: int
    match_points: int = 0
    game_points: int = 0
    virtual: int = 0
    had: str = ""
    met: set[int] = field(default_factory=set)
    matches: int = 0
    no_bye: bool = False
    floated: bool = False

    @property
    def difference(self) -> int:
        return self.had.count("W") - self.had.count("B")


@dataclass(frozen=True)
class Text:
    """What the event has chosen, and what the round is."""

    kind: str
    """A, B or none."""
    by_games: bool
    other_used: bool
    graded: bool
    last: bool
    near_the_end: bool
    """The last round or the one before it."""

    def primary(self, card: Card) -> int:
        return card.game_points if self.by_games else card.match_points

    def secondary(self, card: Card) -> int:
        if not self.other_used:
            return 0
        return card.match_points if self.by_games else card.game_points

    def score(self, card: Card) -> int:
        """With which it is paired."""
        return self.primary(card) + card.virtual


# --- the cards --------------------------------------------------------------------------------


def _present(tournament: Tournament) -> list[int]:
    coming = tournament.round_to_pair
    away = {
        asked.number
        for asked in tournament.requests
        if asked.round == coming or (isinstance(asked.outcome, Withdrawn) and asked.round < coming)
    }
    return [c.number for c in tournament.competitors if c.number not in away and c.joined <= coming]


def _add_round(
    cards: Mapping[int, Card], played: Round, boards: int, before: Mapping[int, int]
) -> None:
    """Write a round on the cards; ``before`` are the pairing scores with which it was paired."""
    for card in cards.values():
        card.floated = False
    for number, outcome in played.away:
        card = cards[number]
        if isinstance(outcome, PairingBye | HalfPointBye):
            card.match_points += 10
            card.game_points += 5 * boards
            card.no_bye |= isinstance(outcome, PairingBye)
        elif isinstance(outcome, FullPointBye):
            card.match_points += 20
            card.game_points += 10 * boards
            card.no_bye = True
    for match in played.meetings:
        points = {match.white: match.white_points, match.black: match.black_points}
        for own, other in ((match.white, match.black), (match.black, match.white)):
            card = cards[own]
            card.game_points += points[own]
            if match.manner is Manner.BOTH_DEFAULTED:
                continue
            if points[own] > points[other]:
                card.match_points += 20
                card.no_bye |= match.manner is Manner.DEFAULT
            elif points[own] == points[other]:
                card.match_points += 10
            if match.manner is Manner.PLAYED:
                card.had += "W" if own == match.white else "B"
                card.met.add(other)
                card.matches += 1
                card.floated = before[own] != before[other]


def _cards(tournament: Tournament, text: Text, virtual: Mapping[int, tuple[int, ...]]) -> dict:
    cards = {c.number: Card(c.number) for c in tournament.competitors}

    def in_round(number: int) -> None:
        for card in cards.values():
            given = virtual.get(card.number, ())
            card.virtual = given[number - 1] if number <= len(given) else 0

    for played in tournament.rounds:
        in_round(played.number)
        before = {n: text.score(card) for n, card in cards.items()}
        _add_round(cards, played, tournament.boards, before)
    in_round(tournament.round_to_pair)
    for pair in tournament.forbidden:
        cards[pair.a].met.add(pair.b)
        cards[pair.b].met.add(pair.a)
    return {n: cards[n] for n in _present(tournament)}


# --- 1.7 preferences --------------------------------------------------------------------------


def preference(had: str, kind: str, *, last: bool) -> tuple[str, str]:
    """The colour, or nothing, and how strongly."""
    difference = had.count("W") - had.count("B")
    strong = ""
    if kind != "none":
        if difference <= -2 or (difference in (0, -1) and had.endswith("BB")):
            strong = "W"
        if difference >= 2 or (difference in (0, 1) and had.endswith("WW")):
            strong = "B"
    if strong:
        return strong, "strong"
    if kind != "B" or not had or (difference == 0 and last):
        return "", ""
    if difference == -1 or (difference == 0 and had.endswith("B")):
        return "W", "mild"
    return "B", "mild"


# --- pairings ---------------------------------------------------------------------------------


class Field:
    """Everybody to be paired."""

    def __init__(self, cards: Mapping[int, Card], text: Text) -> None:
        self.cards, self.text = cards, text
        self._known: dict[frozenset[int], bool] = {frozenset(): True}

    def may_meet(self, a: int, b: int) -> bool:
        """[C1]"""
        return b not in self.cards[a].met

    def legal(self, numbers: Iterable[int]) -> bool:
        """Whether these have a pairing in which nobody meets again whom it has met."""
        left = frozenset(numbers)
        if left not in self._known:
            first = min(left)
            others = left - {first}
            self._known[left] = len(left) % 2 == 0 and any(
                self.may_meet(first, other) and self.legal(others - {other}) for other in others
            )
        return self._known[left]

    def pairings(self, numbers: Iterable[int]) -> Iterator[Pairing]:
        """All of them, the smaller number of a pair first."""
        left = sorted(numbers)
        if not left:
            yield ()
            return
        first, *others = left
        for other in others:
            if self.may_meet(first, other):
                rest = [n for n in others if n != other]
                for pairing in self.pairings(rest):
                    yield ((first, other), *pairing)

    def score(self, number: int) -> int:
        return self.text.score(self.cards[number])


def bye_of(here: Field) -> int | None:
    """3.4"""
    if len(here.cards) % 2 == 0:
        return None
    possible = [
        card
        for card in here.cards.values()
        if not card.no_bye and here.legal(n for n in here.cards if n != card.number)
    ]
    if not possible:
        raise NoPairing
    lowest = min(here.score(card.number) for card in possible)
    possible = [card for card in possible if here.score(card.number) == lowest]
    most = max(card.matches for card in possible)
    return max(card.number for card in possible if card.matches == most)


def upfloaters_needed(here: Field, group: list[int], lower: list[int]) -> int | None:
    """The fewest upfloaters with which a scoregroup can be paired, and so can the others."""
    for count in range(len(lower) + 1):
        for upfloaters in combinations(lower, count):
            rest = [n for n in lower if n not in upfloaters]
            if here.legal([*group, *upfloaters]) and here.legal(rest):
                return count
    return None


def upfloaters_of(here: Field, top: list[int], lower: list[int], scores: list[int]) -> list[int]:
    """3.5"""
    count = upfloaters_needed(here, top, lower)
    assert count is not None
    sets = []
    for chosen in combinations(lower, count):
        rest = [n for n in lower if n not in chosen]
        if here.legal([*top, *chosen]) and here.legal(rest):
            sets.append(sorted(chosen, key=lambda n: (-here.score(n), n)))
    best = max(sorted(map(here.score, one)) for one in sets)
    sets = sorted(one for one in sets if sorted(map(here.score, one)) == best)
    return min(sets, key=lambda one: (_following(here, top, lower, scores, one), _again(here, one)))


def _following(
    here: Field, top: list[int], lower: list[int], scores: list[int], chosen: list[int]
) -> int:
    """[C6]"""
    below = [score for score in scores if score < here.score(top[0])]
    if not below:
        return 0
    group = [n for n in lower if here.score(n) == max(below) and n not in chosen]
    if not group:
        return 0
    rest = [n for n in lower if n not in chosen and n not in group]
    count = upfloaters_needed(here, group, rest)
    if count is None:
        count = len(rest) + 1
    return count if here.text.graded else int(count > len(group) % 2)


def _again(here: Field, chosen: list[int]) -> int:
    """[C7]"""
    if here.text.near_the_end:
        return 0
    return sum(here.cards[n].floated for n in chosen)


def identifier(pairing: Pairing) -> list[int]:
    """3.6.2"""
    tops = sorted(pairing)
    return [top for top, _ in tops] + [bottom for _, bottom in tops]


def quality(here: Field, pairing: Pairing, upfloaters: list[int]) -> tuple[int, int, int]:
    """[C8], [C9], [C10]"""
    text = here.text
    denied = strong = floated = 0
    for a, b in pairing:
        one, other = (preference(here.cards[n].had, text.kind, last=text.last) for n in (a, b))
        if one[0] and one[0] == other[0]:
            denied += 1
            strong += text.kind == "B" and one[1] == other[1] == "strong"
        if not text.near_the_end:
            floated += a in upfloaters and here.cards[b].floated
            floated += b in upfloaters and here.cards[a].floated
    return denied, strong, floated


# --- 4 colours --------------------------------------------------------------------------------


def give_colours(here: Field, pair: tuple[int, int], initial: str) -> tuple[int, int]:
    """White and Black."""
    text = here.text
    first, other = sorted(
        (here.cards[n] for n in pair),
        key=lambda card: (-text.primary(card), -text.secondary(card), card.number),
    )
    colour = _of_first(first, other, text, initial)
    return (first.number, other.number) if colour == "W" else (other.number, first.number)


def _of_first(first: Card, other: Card, text: Text, initial: str) -> str:
    swap = {"W": "B", "B": "W"}
    if not first.had and not other.had:
        return initial if first.number % 2 else swap[initial]
    own, how = preference(first.had, text.kind, last=text.last)
    others, others_how = preference(other.had, text.kind, last=text.last)
    if own and not others:
        return own
    if others and not own:
        return swap[others]
    if own and own != others:
        return own
    if own and how != others_how:
        return own if how == "strong" else swap[own]
    if first.difference != other.difference:
        return "W" if first.difference < other.difference else "B"
    for mine, theirs in zip(reversed(first.had), reversed(other.had), strict=False):
        if mine != theirs:
            return swap[mine]
    if own:
        return own
    return swap[first.had[-1]] if first.had else other.had[-1]


# --- the round --------------------------------------------------------------------------------


def text_of(tournament: Tournament) -> Text:
    chosen, coming = tournament.variations, tournament.round_to_pair
    kind = "B" if "type-b" in chosen else "none" if "no-preferences" in chosen else "A"
    return Text(
        kind,
        "game-points" in chosen,
        "one-score" not in chosen,
        "graded" in chosen,
        coming == tournament.planned_rounds,
        coming >= tournament.planned_rounds - 1,
    )


def pair_round(tournament: Tournament) -> Answer:
    """The next round, with the virtual points that the facts record."""
    text = text_of(tournament)
    virtual = {one.number: one.points for one in tournament.virtual}
    here = Field(_cards(tournament, text, virtual), text)
    scores = sorted({here.score(n) for n in here.cards})
    bye = bye_of(here)
    left = sorted((n for n in here.cards if n != bye), key=lambda n: (-here.score(n), n))
    if not here.legal(left):
        raise NoPairing
    brackets, pairs = [], []
    while left:
        top = [n for n in left if here.score(n) == here.score(left[0])]
        lower = left[len(top) :]
        upfloaters = upfloaters_of(here, top, lower, scores)
        every = sorted(here.pairings([*top, *upfloaters]), key=identifier)
        pairs += min(every, key=lambda pairing: quality(here, pairing, upfloaters))
        brackets.append((tuple(top), tuple(upfloaters)))
        left = [n for n in lower if n not in upfloaters]
    initial = "W" if tournament.lot is Colour.WHITE else "B"
    return Answer(
        frozenset(give_colours(here, pair, initial) for pair in pairs), bye, tuple(brackets)
    )
