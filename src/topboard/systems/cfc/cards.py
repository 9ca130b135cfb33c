"""The pairing cards, which hold the director's information about each player to be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field as column
from topboard.messages import worded
from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Pending,
    Played,
    Unfinished,
)
from topboard.model.colour_limits import EITHER
from topboard.model.history import first_rounds, outcomes
from topboard.reasons.decisions import Warned
from topboard.systems.cfc import ratings, scores
from topboard.systems.cfc.variations import Variations
from topboard.systems.common.colours import due
from topboard.systems.common.field import Field, add_columns, field_of, floats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from topboard.model import (
        Colour,
        Competitor,
        ForbiddenPair,
        Number,
        Outcome,
        Tenths,
        Tournament,
    )
    from topboard.systems.cfc.scores import Worth
    from topboard.systems.common.colours import Due
    from topboard.systems.common.field import Float

    Rating = Fraction | int

PAIRED = (Played, Unfinished, Pending, ForfeitWin, ForfeitLoss, DoubleForfeit)
"""Outcomes of rounds in which a player was paired with an opponent, played or not."""


@dataclass(frozen=True, slots=True)
class Card:
    """A player's pairing card before the next round."""

    number: Number
    rating: Rating | None
    points: Tenths
    """The score used for pairing."""
    place: int
    """The index of the player in the order of ratings."""
    colours: tuple[Colour, ...]
    due: Due
    row: tuple[Outcome, ...]
    has_unfinished_game: bool
    was_in_odd_pair: bool
    """Whether the player has been an odd man or has been paired with one."""

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key of the card: score first, then the order of ratings."""
        return rank(self)


def rank(card: Card) -> tuple[int, int]:
    """Return the sort key for individual rank: score first, then the order of the cards."""
    return -card.points, card.place


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How ratings and scores are computed, which differs between players and teams."""

    rating: Callable[[Competitor], Rating | None]
    worth: Worth
    scoring_article: str


@dataclass(frozen=True, slots=True)
class Book(Field):
    """All participants to be paired, with their cards in order of rank."""

    variations: Variations = Variations()
    cards: tuple[Card, ...] = ()
    places: Mapping[Number, int] = column(default_factory=dict)
    """The index of each participant in the order of ratings, including absent participants."""
    warned: tuple[Warned, ...] = ()

    @property
    def is_last_round(self) -> bool:
        """Whether the next round is the last planned round."""
        return self.round == self.tournament.planned_rounds


def build_book(
    tournament: Tournament,
    variations: Variations,
    reckoning: Reckoning,
) -> Book:
    """Return the cards of all participants for the next round."""
    rows = outcomes(tournament)
    entrants = {c.number: c for c in tournament.competitors}
    rating_of = {n: reckoning.rating(c) for n, c in entrants.items()}
    rated = [
        ratings.RatedEntrant(n, rating_of[n], first)
        for n, first in first_rounds(tournament, by_silence=True).items()
    ]
    order, warned = ratings.order_by_rating(rated, tournament.lots, variations)
    warned += ratings.remarks_on_numbers(rated, tournament, variations)
    warned += note_on_unheard_requests(tournament, variations)
    warned += notes_without_planned_rounds(tournament, variations)
    place = {n: i for i, n in enumerate(order)}
    points = scores.pairing_scores(tournament, rows, variations, reckoning.worth)
    field = field_of(
        tournament, rows, points, met=rounds_by_paired_opponent, allowed=lambda _: EITHER
    )
    floated = odd_pairs_before(tournament, variations, reckoning.worth)
    cards = [
        build_card(field, entrants[n], rating_of[n], place[n], was_in_odd_pair=n in floated)
        for n in field.numbers
    ]
    absent = scores.suspended_participants(rows, field.numbers)
    return add_columns(
        field,
        Book,
        defaulted={n: found for n, row in rows.items() if (found := _forfeit_opponents(row))},
        floats=floated,
        variations=variations,
        cards=tuple(sorted(cards, key=rank)),
        places=place,
        warned=(*warned, *scores.suspension_warnings(absent, reckoning.scoring_article)),
    )


def build_card(
    field: Field,
    competitor: Competitor,
    rating: Rating | None,
    place: int,
    *,
    was_in_odd_pair: bool,
) -> Card:
    """Return the card of one participant."""
    number = competitor.number
    row, had = field.rows[number], field.colours[number]
    return Card(
        number=number,
        rating=rating,
        points=field.points[number],
        place=place,
        colours=had,
        due=due(had),
        row=row,
        has_unfinished_game=any(isinstance(o, Unfinished | Pending) for o in row),
        was_in_odd_pair=was_in_odd_pair,
    )


def rounds_by_paired_opponent(row: Iterable[Outcome]) -> dict[Number, int]:
    """Return the round of each pairing of a player, keyed by opponent.

    The player may not be paired with any of these opponents again.
    """
    return {
        outcome.opponent: round_number
        for round_number, outcome in enumerate(row, start=1)
        if isinstance(outcome, PAIRED) and outcome.opponent is not None
    }


def _forfeit_opponents(row: Iterable[Outcome]) -> frozenset[Number]:
    return frozenset(
        outcome.opponent
        for outcome in row
        if isinstance(outcome, ForfeitWin | ForfeitLoss | DoubleForfeit)
        and outcome.opponent is not None
    )


# --- marks on the cards -------------------------------------------------------------------


def in_last_quarter(round_number: int, rounds: int) -> bool:
    """Return whether a round is in the last quarter of the event.

    In the last quarter a player may be an odd man as often as necessary.
    """
    return rounds > 0 and 4 * round_number > 3 * rounds


def odd_pairs_before(
    tournament: Tournament, variations: Variations, worth: Worth
) -> dict[Number, dict[int, Float]]:
    """Return the rounds in which each player was an odd man or was paired with one.

    The result is empty unless variation 624.2 is in force and the last quarter has not begun.
    """
    if not variations.odd_man_once or in_last_quarter(
        tournament.round_to_pair, tournament.planned_rounds
    ):
        return {}
    # The regrouping pairs players with different scores in the second round by design.
    first = 3 if variations.regrouping else 2

    def points_before(played: int) -> Mapping[Number, Tenths]:
        before = tournament.before(played)
        return scores.pairing_scores(before, outcomes(before), variations, worth)

    return floats(tournament.rounds[first - 1 :], points_before)


# --- variations that need the number of rounds ----------------------------------------------


def notes_without_planned_rounds(
    tournament: Tournament, variations: Variations
) -> Iterator[Warned]:
    """Yield a warning for each variation that cannot be applied without the number of rounds."""
    if tournament.planned_rounds or tournament.round_to_pair == 1:
        return
    if variations.odd_man_once:
        yield Warned(
            "624.2",
            worded(
                "the number of rounds is not given, so the last quarter is not known: variation"
                " 624.2 is applied in every round"
            ),
        )
    if variations.lot_at_the_board:
        yield Warned(
            "631.2",
            worded(
                "the number of rounds is not given, so the last round is not known: variation"
                " 631.2 cannot act"
            ),
        )
    if variations.quarters:
        yield Warned(
            "633.1",
            worded(
                "the number of rounds is not given, so the optimum for the rounds that remain is"
                " not known: variation 633.1 cannot act after round 1"
            ),
        )


# --- requests not to meet -----------------------------------------------------------------

ROUNDS_WITH_REQUESTS = 2
"""The number of rounds at the start of the event in which requests not to meet are considered."""


def unwanted_opponents(book: Book, cards: Sequence[Card]) -> list[int]:
    """Return, for each card, the indices of the players who are not to meet its player on request.

    Only a recorded request that names its players counts. A shared club or region does not.
    """
    apart = [0] * len(cards)
    if not book.variations.wishes:
        return apart
    place = {card.number: i for i, card in enumerate(cards)}
    for pair in requests_in_round(book.tournament):
        if pair.a in place and pair.b in place:
            apart[place[pair.a]] |= 1 << place[pair.b]
            apart[place[pair.b]] |= 1 << place[pair.a]
    return apart


def requests_in_round(tournament: Tournament) -> list[ForbiddenPair]:
    """Return the recorded requests not to meet that apply to the next round."""
    upcoming = tournament.round_to_pair
    if upcoming > ROUNDS_WITH_REQUESTS:
        return []
    return [p for p in tournament.forbidden if p.wish and p.first <= upcoming <= p.last]


def note_on_unheard_requests(tournament: Tournament, variations: Variations) -> Iterator[Warned]:
    """Yield a warning if recorded requests are ignored because variation 619.1 is not in force."""
    if not variations.wishes and (found := requests_in_round(tournament)):
        yield Warned(
            "619.1",
            worded(
                "{count} participants ask not to be paired with each other; their requests do"
                " not count, because variation 619.1 is not announced",
                count=len({n for pair in found for n in (pair.a, pair.b)}),
            ),
        )
