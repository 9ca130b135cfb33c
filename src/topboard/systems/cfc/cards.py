"""The pairing cards, which hold the data that the director needs about each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field as column
from topboard.messages import worded, worded_count
from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Pending,
    Played,
    Unfinished,
)
from topboard.model.colour_limits import EITHER
from topboard.model.history import find_first_round_by_participant, outcomes
from topboard.reasons.decisions import PairingWarning
from topboard.systems.cfc import ratings, scores
from topboard.systems.cfc.variations import Variations
from topboard.systems.common.colours import find_due_colour
from topboard.systems.common.field import (
    Field,
    PlayerState,
    build_common_field,
    extend_field,
    find_floats,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from topboard.model import (
        Competitor,
        ForbiddenPair,
        Number,
        Outcome,
        Tenths,
        Tournament,
    )
    from topboard.systems.cfc.scores import Worth
    from topboard.systems.common.colours import DueColour
    from topboard.systems.common.field import FloatDirection

    Rating = Fraction | int

PAIRED = (Played, Unfinished, Pending, ForfeitWin, ForfeitLoss, DoubleForfeit)
"""The outcomes of rounds in which a participant was paired with an opponent, even by forfeit."""


@dataclass(frozen=True, slots=True)
class Card(PlayerState):
    """A player's pairing card, with everything that the pairing of the next round uses."""

    rating: Rating | None
    place: int
    """The index of the player's card when all cards are sorted by rating."""
    due: DueColour
    has_unfinished_game: bool
    was_in_odd_pair: bool
    """Whether the player has been an odd man or met one. It is always false without variation
    624.2.
    """


def card_rank_key(card: Card) -> tuple[int, int]:
    """Return the sort key for a player's rank: score first, then position by rating."""
    return -card.points, card.place


@dataclass(frozen=True, slots=True)
class RatingAndScoring:
    """The functions that compute ratings and scores. They are different for players and for
    teams.
    """

    rating: Callable[[Competitor], Rating | None]
    worth: Worth
    scoring_article: str


@dataclass(frozen=True, slots=True)
class PairingCardBook(Field):
    """The pairing cards of all participants to be paired, in order of rank."""

    variations: Variations = Variations()
    players: tuple[Card, ...] = ()
    places: Mapping[Number, int] = column(default_factory=dict)
    """The index of each participant's card in rating order, including absent participants."""
    warned: tuple[PairingWarning, ...] = ()

    @property
    def is_last_round(self) -> bool:
        """Return whether the next round is the last planned round."""
        return self.round == self.tournament.planned_rounds


def build_card_book(
    tournament: Tournament,
    variations: Variations,
    reckoning: RatingAndScoring,
) -> PairingCardBook:
    """Return the pairing cards of all participants to be paired in the next round."""
    rows = outcomes(tournament)
    entrants = {c.number: c for c in tournament.competitors}
    rating_of = {n: reckoning.rating(c) for n, c in entrants.items()}
    rated = [
        ratings.RatedParticipant(n, rating_of[n], first)
        for n, first in find_first_round_by_participant(tournament, by_silence=True).items()
    ]
    order, warned = ratings.sort_cards_with_late_entries(rated, tournament.lots, variations)
    warned += ratings.warn_if_numbers_contradict_ratings(rated, tournament, variations)
    warned += warn_if_requests_not_to_meet_ignored(tournament, variations)
    warned += warn_if_variations_need_round_count(tournament, variations)
    place = {n: i for i, n in enumerate(order)}
    points = scores.compute_pairing_scores(tournament, rows, variations, reckoning.worth)
    field = build_common_field(
        tournament, rows, points, met=map_paired_opponents_to_rounds, allowed=lambda _: EITHER
    )
    floated = find_rounds_in_odd_pairs(tournament, variations, reckoning.worth)
    cards = [
        build_card(field, entrants[n], rating_of[n], place[n], was_in_odd_pair=n in floated)
        for n in field.numbers
    ]
    absent = scores.find_participants_suspended_after_forfeit(rows, field.numbers)
    return extend_field(
        field,
        PairingCardBook,
        defaulted={
            n: found
            for n, row in rows.items()
            if (found := _list_opponents_of_forfeited_games(row))
        },
        floats=floated,
        variations=variations,
        players=tuple(sorted(cards, key=card_rank_key)),
        places=place,
        warned=(
            *warned,
            *scores.warn_if_suspended_participants_paired(absent, reckoning.scoring_article),
        ),
    )


def build_card(
    field: Field,
    competitor: Competitor,
    rating: Rating | None,
    place: int,
    *,
    was_in_odd_pair: bool,
) -> Card:
    """Return a participant's pairing card for the next round."""
    number = competitor.number
    had = field.colours[number]
    return Card(
        number=number,
        points=field.points[number],
        colours=had,
        rating=rating,
        place=place,
        due=find_due_colour(had),
        has_unfinished_game=any(isinstance(o, Unfinished | Pending) for o in field.rows[number]),
        was_in_odd_pair=was_in_odd_pair,
    )


def map_paired_opponents_to_rounds(row: Iterable[Outcome]) -> dict[Number, int]:
    """Return the opponents a player has been paired with, mapped to the round of each pairing.

    The player may not be paired with any of these opponents again, even if the game was forfeited.
    """
    return {
        outcome.opponent: round_number
        for round_number, outcome in enumerate(row, start=1)
        if isinstance(outcome, PAIRED) and outcome.opponent is not None
    }


def _list_opponents_of_forfeited_games(row: Iterable[Outcome]) -> frozenset[Number]:
    return frozenset(
        outcome.opponent
        for outcome in row
        if isinstance(outcome, ForfeitWin | ForfeitLoss | DoubleForfeit)
        and outcome.opponent is not None
    )


# --- marks on the cards -------------------------------------------------------------------


def is_round_in_last_quarter(round_number: int, rounds: int) -> bool:
    """Return whether a round is in the last quarter of the event.

    Variation 624.2 does not apply there, so a player may be an odd man more than once.
    """
    return rounds > 0 and 4 * round_number > 3 * rounds


def find_rounds_in_odd_pairs(
    tournament: Tournament, variations: Variations, worth: Worth
) -> dict[Number, dict[int, FloatDirection]]:
    """Return the rounds in which each player was an odd man or was paired with one.

    An odd man is paired below their own scoregroup. The result is empty if variation 624.2 is not
    in force or the last quarter of the event has begun.
    """
    if not variations.odd_man_once or is_round_in_last_quarter(
        tournament.round_to_pair, tournament.planned_rounds
    ):
        return {}
    # The regrouping pairs players with different scores in the second round by design.
    first = 3 if variations.regrouping else 2

    def points_before(played: int) -> Mapping[Number, Tenths]:
        before = tournament.before(played)
        return scores.compute_pairing_scores(before, outcomes(before), variations, worth)

    return find_floats(tournament.rounds[first - 1 :], points_before)


# --- variations that need the number of rounds ----------------------------------------------


def warn_if_variations_need_round_count(
    tournament: Tournament, variations: Variations
) -> Iterator[PairingWarning]:
    """Yield a warning for each variation in force that depends on an unknown number of rounds."""
    if tournament.planned_rounds or tournament.round_to_pair == 1:
        return
    if variations.odd_man_once:
        yield PairingWarning(
            "624.2",
            worded(
                "the planned number of rounds is unknown, so variation 624.2 applies in every "
                "round, not only before the last quarter"
            ),
        )
    if variations.lot_at_the_board:
        yield PairingWarning(
            "631.2",
            worded(
                "the planned number of rounds is unknown, so variation 631.2 for the last round "
                "has no effect"
            ),
        )
    if variations.quarters:
        yield PairingWarning(
            "633.1",
            worded(
                "the planned number of rounds is unknown, so variation 633.1 has no effect after "
                "round 1"
            ),
        )


# --- requests not to meet -----------------------------------------------------------------

ROUNDS_WITH_REQUESTS = 2
"""The number of rounds, from round 1 on, in which players' requests not to meet are considered."""


def find_opponents_avoided_on_request(book: PairingCardBook, cards: Sequence[Card]) -> list[int]:
    """Return, for each card, the bitset of opponents whom its player should not meet because of a
    request.

    Only recorded requests that name both players count. A shared club or region is not a request.
    """
    apart = [0] * len(cards)
    if not book.variations.wishes:
        return apart
    place = {card.number: i for i, card in enumerate(cards)}
    for pair in list_requests_not_to_meet(book.tournament):
        if pair.a in place and pair.b in place:
            apart[place[pair.a]] |= 1 << place[pair.b]
            apart[place[pair.b]] |= 1 << place[pair.a]
    return apart


def list_requests_not_to_meet(tournament: Tournament) -> list[ForbiddenPair]:
    """Return the recorded requests not to meet that apply to the next round."""
    upcoming = tournament.round_to_pair
    if upcoming > ROUNDS_WITH_REQUESTS:
        return []
    return [p for p in tournament.forbidden if p.wish and p.first <= upcoming <= p.last]


def warn_if_requests_not_to_meet_ignored(
    tournament: Tournament, variations: Variations
) -> Iterator[PairingWarning]:
    """Yield a warning if players have asked not to meet but variation 619.1 is not in force."""
    if not variations.wishes and (found := list_requests_not_to_meet(tournament)):
        yield PairingWarning(
            "619.1",
            worded_count(
                "{count} participant has asked not to meet certain opponents, but the request is "
                "ignored because variation 619.1 is not announced",
                "{count} participants have asked not to meet certain opponents, but the requests "
                "are ignored because variation 619.1 is not announced",
                len({n for pair in found for n in (pair.a, pair.b)}),
            ),
        )
