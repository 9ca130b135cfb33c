"""The ratings of a player, and the choice of the rating that counts.

The event's choice takes precedence over the system's. A rating entered by hand takes precedence
over both.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model import Player, RatingKind, Team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from topboard.model import Competitor, Number, Rating, RatingChoice, Tournament

    Which = TypeVar("Which", bound=Rating | RatingChoice)

_KINDS = {kind.value for kind in RatingKind}
FIDE = "FIDE"
NONE_COUNTS = "none that counts"
"""The rating source stored for a player whose ratings do not count in the event."""


def default_rating_kind(list_name: str) -> RatingKind:
    """Return the kind of rating used if only a rating list is named.

    It is standard for FIDE and national for all other lists.
    """
    is_fide = list_name.casefold() == FIDE.casefold()
    return RatingKind.STANDARD if is_fide else RatingKind.NATIONAL


def format_rating_choice(one: Rating | RatingChoice) -> str:
    """Return the list, kind and period of a rating as text, such as ``FIDE rapid`` or ``CFC
    2026-11``.

    The default kind of the list is omitted.
    """
    kind = "" if one.kind is default_rating_kind(one.list) else one.kind.value
    return " ".join(filter(None, (one.list, kind, one.period)))


def format_rating(rating: Rating) -> str:
    """Return a rating as text, such as ``FIDE rapid 2026-11 2150``."""
    return f"{format_rating_choice(rating)} {rating.value}"


def format_ratings(ratings: Iterable[Rating]) -> str:
    """Return the ratings of a player as text, separated by commas."""
    return ", ".join(map(format_rating, ratings))


def format_rating_order(order: Iterable[RatingChoice]) -> str:
    """Return an order of preference for ratings as text, such as ``FIDE rapid, FIDE``.

    A pick, such as ``highest``, comes before its list, as in ``highest FIDE``.
    """
    return ", ".join(f"{one.pick} {format_rating_choice(one)}".strip() for one in order)


def normalize_rating_list_and_kind(one: Rating | RatingChoice) -> tuple[str, RatingKind]:
    """Return the list and kind of a rating as a key for comparisons that ignore case."""
    return one.list.casefold(), one.kind


def is_rating_list_name(text: str) -> bool:
    """Return whether a string can be the name of a rating list.

    It must be a single word that is neither a kind of rating nor a number.
    """
    is_word = len(text.split()) == 1 and text == text.strip() and not {*text} & {*",;"}
    return is_word and not text[0].isdigit() and text.casefold() not in _KINDS


def find_repeated_rating(ratings: Iterable[Which]) -> Which | None:
    """Return the first rating with the same list, kind and period as an earlier one, or None."""
    seen = set()
    for rating in ratings:
        key = (*normalize_rating_list_and_kind(rating), rating.period)
        if key in seen:
            return rating
        seen.add(key)
    return None


# --- the rating that counts -----------------------------------------------------------------------


PICKS: dict[str, Callable[[Iterable[Rating]], Rating]] = {
    "highest": lambda found: max(found, key=lambda rating: rating.value),
    "lowest": lambda found: min(found, key=lambda rating: rating.value),
}
"""The functions that select one of several ratings, keyed by the name of the pick."""


def rating_in_force(ratings: Sequence[Rating], order: Iterable[RatingChoice]) -> Rating | None:
    """Return the rating that counts, or None if there is none.

    It is the latest rating from the first list that has one. A pick, such as "highest", selects one
    of the latest ratings from several consecutive lists.
    """
    for pick, choices in groupby(order, key=lambda choice: choice.pick):
        found = [
            one for choice in choices if (one := find_latest_rating(ratings, choice)) is not None
        ]
        if found:
            return PICKS[pick](found) if pick else found[0]
    return None


def find_latest_rating(ratings: Iterable[Rating], choice: RatingChoice) -> Rating | None:
    """Return the latest rating with the chosen list, kind and period, or None if there is none."""
    found = [
        rating
        for rating in ratings
        if normalize_rating_list_and_kind(rating) == normalize_rating_list_and_kind(choice)
        and choice.period in ("", rating.period)
    ]
    return max(found, key=lambda rating: rating.period, default=None)


def is_rating_entered_by_hand(player: Player) -> bool:
    """Return whether a player's rating was entered by hand, which overrides the rating lists."""
    return player.rating is not None and not player.rating_source


def must_choose_rating_in_force(player: Player, *, again: bool) -> bool:
    """Return whether the rating that counts must still be chosen from the player's ratings.

    If ``again`` is true, it must also be chosen if a rating was chosen before.
    """
    if not player.ratings or is_rating_entered_by_hand(player):
        return False
    return again or not player.rating_source


def has_listed_ratings(competitor: Competitor) -> bool:
    """Return whether a player, or any member of a team, has ratings from rating lists."""
    if isinstance(competitor, Team):
        return any(member.ratings for member in competitor.players)
    return bool(competitor.ratings)


def apply_rating_in_force(
    competitor: Competitor,
    order: Sequence[RatingChoice],
    converted: Callable[[str, int], int] | None = None,
    *,
    again: bool = False,
) -> Competitor:
    """Fill in the rating that counts for a player, or for a team with its members, and return the
    result.

    A rating chosen before is kept unless ``again`` is true. A rating entered by hand is always
    kept.
    """
    if isinstance(competitor, Team):
        members = (_choose_rating(m, order, converted, again) for m in competitor.players)
        return replace(competitor, players=tuple(members))
    return _choose_rating(competitor, order, converted, again)


def _choose_rating(
    player: Player,
    order: Sequence[RatingChoice],
    converted: Callable[[str, int], int] | None,
    again: bool,
) -> Player:
    if not must_choose_rating_in_force(player, again=again):
        return player
    found = rating_in_force(player.ratings, order)
    if found is None:
        return replace(player, rating=None, rating_source=NONE_COUNTS)
    value = found.value if converted is None else converted(found.list, found.value)
    return replace(player, rating=value, rating_source=format_rating(found))


# --- systems that pair by rating ------------------------------------------------------------------

RATING_NEEDED = worded(
    "This system uses ratings for pairing. Enter a rating for the player, or set one for "
    "all unrated players."
)


def rating_or_default(player: Player, unrated_as: int | None) -> int | None:
    """Return a player's rating, or ``unrated_as`` if the player has none."""
    return unrated_as if player.rating is None else player.rating


def get_all_ratings_or_refuse(
    tournament: Tournament, remedy: str = RATING_NEEDED
) -> dict[Number, int]:
    """Return the rating of every player in the event, keyed by number.

    Raise ``BadInput`` if a player has no rating or a participant is a team.
    """
    ratings: dict[Number, int] = {}
    problems = []
    for player in tournament.competitors:
        if not isinstance(player, Player):
            instead = worded("Enter players instead of teams, or choose a system for teams.")
            what = worded("this system is for players, not for teams")
            problems.append(Problem(what, quoted=player.name, remedy=instead))
        elif (rating := rating_or_default(player, tournament.unrated_as)) is None:
            problems.append(
                Problem(
                    worded("this player has no rating"),
                    where=worded("player {number}", number=player.number),
                    quoted=player.name,
                    remedy=remedy,
                )
            )
        else:
            ratings[player.number] = rating
    if problems:
        raise BadInput(problems)
    return ratings
