"""The ratings of players and teams (613, 614, 644).

They determine the order of the pairing cards and the TPNs, which are fixed before round 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import Who, counted, worded, worded_kept_count
from topboard.model import EQUAL_RATINGS
from topboard.reasons.decisions import PairingWarning
from topboard.systems.common.boards import list_regular_players_of_team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Competitor, Lot, Number, Team, Tournament
    from topboard.systems.cfc.variations import Variations

    Rating = Fraction | int


# --- teams --------------------------------------------------------------------------------


def team_rating(team: Team, boards: int, next_board_points: int) -> Fraction | None:
    """Return the average rating of a team's regular members, with estimates for unrated members.

    If no member is rated, return the team's recorded average, which may be None.
    """
    ratings = [player.rating or None for player in list_regular_players_of_team(team, boards)]
    filled = _estimate_ratings_of_unrated_boards(
        [None if r is None else Fraction(r) for r in ratings], next_board_points
    )
    if not filled:
        return team.average
    return Fraction(sum(filled), len(filled))


def _estimate_ratings_of_unrated_boards(
    ratings: Sequence[Fraction | None], next_board_points: int
) -> list[Fraction]:
    """Return the ratings by board with estimates for unrated boards.

    The result is empty if no board is rated.
    """
    rated = [board for board, rating in enumerate(ratings) if rating is not None]
    if not rated:
        return []
    filled = []
    for board, rating in enumerate(ratings):
        if rating is not None:
            filled.append(rating)
        elif rated[0] < board < rated[-1]:
            filled.append(estimate_rating_of_middle_board(ratings, board))
        else:
            filled.append(estimate_rating_of_end_board(ratings, board, next_board_points))
    return filled


def estimate_rating_of_end_board(
    ratings: Sequence[Fraction | None], board: int, next_board_points: int
) -> Fraction:
    """Return the estimated rating of an unrated top or bottom board.

    For a top board it is ``next_board_points`` above the rating of the next board. For a bottom
    board it is the same amount below. If several boards at one end are unrated, the difference
    grows with each board.
    """
    rated = {b: rating for b, rating in enumerate(ratings) if rating is not None}
    nearest = min(rated, key=lambda b: abs(b - board))
    return rated[nearest] + next_board_points * (nearest - board)


def estimate_rating_of_middle_board(ratings: Sequence[Fraction | None], board: int) -> Fraction:
    """Return the estimated rating of an unrated middle board.

    It is the average of the nearest rated boards above and below.
    """
    rated = {b: rating for b, rating in enumerate(ratings) if rating is not None}
    above = max(b for b in rated if b < board)
    below = min(b for b in rated if b > board)
    return Fraction(rated[above] + rated[below], 2)


@dataclass(frozen=True, slots=True)
class RatedParticipant:
    """A participant's number, rating and first round, which determine the order of the cards."""

    number: Number
    rating: Rating | None
    joined: int = 1


def find_positions_drawn_by_lot(lots: Iterable[Lot], purpose: str) -> dict[Number, int]:
    """Return the position of each participant, from 0, in the lots drawn for a purpose.

    If several drawings have this purpose, they are joined in the order recorded.
    """
    drawn = [n for lot in lots if lot.purpose == purpose for n in lot.order]
    return {n: place for place, n in enumerate(dict.fromkeys(drawn))}


def sort_cards_by_rating(
    entrants: Sequence[RatedParticipant], drawn: Mapping[Number, int], variations: Variations
) -> list[RatedParticipant]:
    """Return the participants sorted by rating, highest first.

    Participants with equal ratings are ordered by lot, and so are unrated participants.
    """

    def sort_key(entrant: RatedParticipant) -> tuple[Rating, int, int]:
        return -(entrant.rating or 0), drawn.get(entrant.number, len(drawn)), entrant.number

    rated = sorted((e for e in entrants if e.rating is not None), key=sort_key)
    unrated = sorted((e for e in entrants if e.rating is None), key=sort_key)
    place = count_rated_above_unrated([e.rating for e in rated if e.rating is not None], variations)
    return [*rated[:place], *unrated, *rated[place:]]


def count_rated_above_unrated(ratings: Sequence[Rating], variations: Variations) -> int:
    """Return the number of rated participants who are placed above the unrated ones.

    By default, all rated participants are. Variations 613.1a and 613.1b place unrated ones higher.
    """
    if variations.unrated_below_average:
        return count_rated_at_or_above_average(ratings)
    if variations.unrated_one_fifth_up:
        return count_four_fifths_of_rated(ratings)
    return len(ratings)


def count_rated_at_or_above_average(ratings: Sequence[Rating]) -> int:
    """Return the number of participants rated at or above the average rating.

    Under variation 613.1a, unrated participants are placed below them.
    """
    average = Fraction(sum(ratings), len(ratings)) if ratings else Fraction(0)
    return sum(rating >= average for rating in ratings)


def count_four_fifths_of_rated(ratings: Sequence[Rating]) -> int:
    """Return four fifths of the number of rated participants, rounded down.

    Under variation 613.1b, unrated participants are placed below that many rated ones.
    """
    return 4 * len(ratings) // 5


def find_ties_needing_lot(
    entrants: Sequence[RatedParticipant], drawn: Mapping[Number, int]
) -> list[list[Number]]:
    """Return the groups of equally rated participants whose order must be drawn by lot.

    The unrated participants form one group. A group is left out if a recorded drawing of lots
    includes all of its members.
    """
    sharing: dict[Rating | None, list[Number]] = {}
    for entrant in entrants:
        sharing.setdefault(entrant.rating, []).append(entrant.number)
    tied = (sorted(numbers) for numbers in sharing.values() if len(numbers) > 1)
    return [numbers for numbers in tied if not {*numbers} <= {*drawn}]


def find_entry_ties_needing_lot(
    tournament: Tournament, rating: Callable[[Competitor], Rating | None]
) -> list[list[Number]]:
    """Return the groups of equally rated participants whose TPNs must be assigned by lot.

    Late entries are left out, and so are groups that a recorded drawing of lots has already
    ordered.
    """
    in_time = [
        RatedParticipant(c.number, rating(c)) for c in tournament.competitors if c.joined <= 1
    ]
    return find_ties_needing_lot(
        in_time, find_positions_drawn_by_lot(tournament.lots, EQUAL_RATINGS)
    )


def list_participants_in_tpn_order(
    tournament: Tournament,
    rating: Callable[[Competitor], Rating | None],
    variations: Variations,
) -> tuple[Number, ...]:
    """Return the participants in the order in which TPNs are assigned.

    The highest-rated participant is number 1. Late entries follow in the order in which they
    joined.
    """
    entrants = [RatedParticipant(c.number, rating(c), c.joined) for c in tournament.competitors]
    drawn = find_positions_drawn_by_lot(tournament.lots, EQUAL_RATINGS)
    ordered = sort_cards_by_rating([e for e in entrants if e.joined <= 1], drawn, variations)
    late = sorted((e for e in entrants if e.joined > 1), key=lambda e: (e.joined, e.number))
    return tuple(entrant.number for entrant in (*ordered, *late))


# --- the order of the cards during the event ----------------------------------------------


def sort_cards_with_late_entries(
    entrants: Sequence[RatedParticipant], lots: Iterable[Lot], variations: Variations
) -> tuple[list[Number], list[PairingWarning]]:
    """Return the TPNs in the order of the pairing cards, with any warnings.

    The cards are in the order of the TPNs, except that late entries are inserted according to
    rating.
    """
    drawn = find_positions_drawn_by_lot(lots, EQUAL_RATINGS)
    order = sorted((e for e in entrants if e.joined <= 1), key=lambda e: e.number)
    warned = []
    for entrant in sorted((e for e in entrants if e.joined > 1), key=lambda e: e.number):
        if any(_is_rating_tie_without_lot(entrant, other, drawn) for other in order):
            warned.append(_missing_lot_warning(entrant))
        order.insert(find_card_index_of_late_entry(entrant, order, drawn, variations), entrant)
    return [entrant.number for entrant in order], warned


def find_card_index_of_late_entry(
    entrant: RatedParticipant,
    order: Sequence[RatedParticipant],
    drawn: Mapping[Number, int],
    variations: Variations,
) -> int:
    """Return the index in ``order`` at which the card of a late entry is inserted.

    It is just below the last card with a higher rating. The TPN of the late entry does not matter.
    """
    unrated = [place for place, other in enumerate(order) if other.rating is None]
    if entrant.rating is None and not unrated:
        return count_rated_above_unrated(
            [e.rating for e in order if e.rating is not None], variations
        )
    above = [place for place, other in enumerate(order) if _is_ranked_above(other, entrant, drawn)]
    if above:
        return above[-1] + 1
    return unrated[0] if entrant.rating is None else 0


def _is_ranked_above(
    other: RatedParticipant, entrant: RatedParticipant, drawn: Mapping[Number, int]
) -> bool:
    if other.rating is None or entrant.rating is None:
        equal = other.rating is entrant.rating
    elif other.rating == entrant.rating:
        equal = True
    else:
        return other.rating > entrant.rating
    if other.number in drawn and entrant.number in drawn:
        return equal and drawn[other.number] < drawn[entrant.number]
    return equal


def _is_rating_tie_without_lot(
    entrant: RatedParticipant, other: RatedParticipant, drawn: Mapping[Number, int]
) -> bool:
    decided = entrant.number in drawn and other.number in drawn
    return other.rating == entrant.rating and not decided


def _missing_lot_warning(entrant: RatedParticipant) -> PairingWarning:
    return PairingWarning(
        "613",
        worded(
            "{number}, a late entry, has the same rating as another participant, but no drawing "
            "of lots is recorded, so the late entry is ranked lower",
            number=Who(entrant.number),
        ),
    )


# --- numbers that the ratings do not explain ----------------------------------------------


def warn_if_numbers_contradict_ratings(
    entrants: Sequence[RatedParticipant], tournament: Tournament, variations: Variations
) -> list[PairingWarning]:
    """Return warnings about TPNs that contradict the order required by the ratings.

    The TPNs themselves are not changed.
    """
    article = _find_article_on_placing_unrated(variations)
    first_round = tournament.round_to_pair == 1
    if article == "613" and not first_round:
        return []
    given = sorted((e for e in entrants if e.joined <= 1), key=lambda e: e.number)
    due = sort_cards_by_rating(
        given, find_positions_drawn_by_lot(tournament.lots, EQUAL_RATINGS), variations
    )
    misplaced = [
        e.number
        for e, other in zip(given, due, strict=True)
        if e.rating is None and other.rating is not None
    ]
    return [
        *(
            _warn_about_numbers_out_of_rating_order([e for e in given if e.rating is not None])
            if first_round
            else ()
        ),
        *(
            _warn_about_misplaced_pairing_numbers(misplaced, article, first_round)
            if misplaced
            else ()
        ),
    ]


def _warn_about_numbers_out_of_rating_order(
    rated: Sequence[RatedParticipant],
) -> list[PairingWarning]:
    for above, below in pairwise(rated):
        if (above.rating or 0) < (below.rating or 0):
            return [
                PairingWarning(
                    "613",
                    worded(
                        "{above} is rated below {below} but has a lower TPN; renumber the "
                        "participants unless this is intended",
                        above=Who(above.number),
                        below=Who(below.number),
                    ),
                )
            ]
    return []


def _find_article_on_placing_unrated(variations: Variations) -> str:
    if variations.unrated_below_average:
        return "613.1a"
    return "613.1b" if variations.unrated_one_fifth_up else "613"


def _warn_about_misplaced_pairing_numbers(
    numbers: Sequence[Number], article: str, first_round: bool
) -> list[PairingWarning]:
    if article == "613":
        kept = UNRATED_ABOVE_RATED
    else:
        kept = UNRATED_ELSEWHERE if first_round else UNRATED_FIXED
    what = worded_kept_count(kept, len(numbers), number=Who(numbers[0]), article=article)
    return [PairingWarning(article, what)]


UNRATED_ABOVE_RATED = counted(
    "{number} is unrated but is numbered ahead of rated participants; renumber the "
    "participants unless this is intended",
    "{count} unrated participants are numbered ahead of rated ones; renumber the "
    "participants unless this is intended",
)
UNRATED_ELSEWHERE = counted(
    "{number} is unrated and is not numbered as variation {article} requires; renumber "
    "the participants unless this is intended",
    "{count} unrated participants are not numbered as variation {article} requires; "
    "renumber the participants unless this is intended",
)
UNRATED_FIXED = counted(
    "{number} is unrated and is not numbered as variation {article} requires, but the "
    "numbers can no longer be changed",
    "{count} unrated participants are not numbered as variation {article} requires, but "
    "the numbers can no longer be changed",
)
"""The warning, singular and plural, about unrated participants whose TPNs can no longer change."""
