"""The ratings of a player, the choice of the one that counts, and their names as text.

The choice made for the event takes precedence over that of the system. A rating entered by hand
takes precedence over both.
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
"""The rating source recorded for a player none of whose ratings counts."""


def default_rating_kind(list_name: str) -> RatingKind:
    """Return the kind of rating meant when only the name of the list is given."""
    is_fide = list_name.casefold() == FIDE.casefold()
    return RatingKind.STANDARD if is_fide else RatingKind.NATIONAL


def format_rating_choice(one: Rating | RatingChoice) -> str:
    """Return list, kind and period as text, such as ``FIDE rapid`` or ``CFC 2026-11``."""
    kind = "" if one.kind is default_rating_kind(one.list) else one.kind.value
    return " ".join(filter(None, (one.list, kind, one.period)))


def format_rating(rating: Rating) -> str:
    """Return a rating as text, such as ``FIDE rapid 2026-11 2150``."""
    return f"{format_rating_choice(rating)} {rating.value}"


def format_ratings(ratings: Iterable[Rating]) -> str:
    """Return the ratings of a player as text, separated by commas."""
    return ", ".join(map(format_rating, ratings))


def format_rating_order(order: Iterable[RatingChoice]) -> str:
    """Return the order of preference as text, such as ``FIDE rapid, FIDE``.

    A pick comes first, as in ``highest FIDE, ...``.
    """
    return ", ".join(f"{one.pick} {format_rating_choice(one)}".strip() for one in order)


def rating_list_key(one: Rating | RatingChoice) -> tuple[str, RatingKind]:
    """Return the list and kind of a rating as a key that ignores case."""
    return one.list.casefold(), one.kind


def is_rating_list_name(text: str) -> bool:
    """Return whether a string can be the name of a rating list.

    It must be a single word that is neither a kind of rating nor a number.
    """
    is_word = len(text.split()) == 1 and text == text.strip() and not {*text} & {*",;"}
    return is_word and not text[0].isdigit() and text.casefold() not in _KINDS


def find_repeated_rating(ratings: Iterable[Which]) -> Which | None:
    """Return the first rating that repeats a list, kind and period, or None if all differ."""
    seen = set()
    for rating in ratings:
        key = (*rating_list_key(rating), rating.period)
        if key in seen:
            return rating
        seen.add(key)
    return None


# --- the one that counts ----------------------------------------------------------------------


PICKS: dict[str, Callable[[Iterable[Rating]], Rating]] = {
    "highest": lambda found: max(found, key=lambda rating: rating.value),
    "lowest": lambda found: min(found, key=lambda rating: rating.value),
}
"""The functions that pick one of several ratings, keyed by name."""


def rating_in_force(ratings: Sequence[Rating], order: Iterable[RatingChoice]) -> Rating | None:
    """Return the latest rating from the first list that has one, or None if none of the lists does.

    If consecutive lists in the order share a pick, it is applied to all their ratings together and
    returns, for example, the highest.
    """
    for pick, choices in groupby(order, key=lambda choice: choice.pick):
        found = [one for choice in choices if (one := latest_rating(ratings, choice)) is not None]
        if found:
            return PICKS[pick](found) if pick else found[0]
    return None


def latest_rating(ratings: Iterable[Rating], choice: RatingChoice) -> Rating | None:
    """Return the latest rating that matches the choice of list, kind and period, or None."""
    found = [
        rating
        for rating in ratings
        if rating_list_key(rating) == rating_list_key(choice)
        and choice.period in ("", rating.period)
    ]
    return max(found, key=lambda rating: rating.period, default=None)


def is_rating_entered_by_hand(player: Player) -> bool:
    """Return whether the rating was entered by hand, in which case the rating lists are ignored."""
    return player.rating is not None and not player.rating_source


def needs_rating_choice(player: Player, *, again: bool) -> bool:
    """Return whether the rating that counts must be chosen from the player's lists.

    If ``again`` is true, an earlier choice is made again.
    """
    if not player.ratings or is_rating_entered_by_hand(player):
        return False
    return again or not player.rating_source


def has_listed_ratings(competitor: Competitor) -> bool:
    """Return whether the player, or any member of the team, has recorded ratings from lists."""
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
    """Return the player with the rating that counts, or the team with those of its members.

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
    if not needs_rating_choice(player, again=again):
        return player
    found = rating_in_force(player.ratings, order)
    if found is None:
        return replace(player, rating=None, rating_source=NONE_COUNTS)
    value = found.value if converted is None else converted(found.list, found.value)
    return replace(player, rating=value, rating_source=format_rating(found))


# --- where the rules pair by them ---------------------------------------------------------------

RATING_NEEDED = worded(
    "The system pairs by ratings. Enter a rating, or set one for all unrated players."
)


def rating_or_default(player: Player, unrated_as: int | None) -> int | None:
    """Return the rating of a player, or ``unrated_as`` if there is none."""
    return unrated_as if player.rating is None else player.rating


def require_all_ratings(tournament: Tournament, remedy: str = RATING_NEEDED) -> dict[Number, int]:
    """Return the rating of every player of the event.

    Raise ``BadInput`` if a player has no rating.
    """
    ratings: dict[Number, int] = {}
    problems = []
    for player in tournament.competitors:
        if not isinstance(player, Player):
            instead = worded("Enter players, or choose a system for teams.")
            what = worded("team in a system for players")
            problems.append(Problem(what, quoted=player.name, remedy=instead))
        elif (rating := rating_or_default(player, tournament.unrated_as)) is None:
            problems.append(
                Problem(
                    worded("player without a rating"),
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
