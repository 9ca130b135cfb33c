"""The ratings of a player: which of them counts, and how they are named.

What the event says goes before what the system says. A rating written by hand goes before both.
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
"""The source of the rating of a player none of whose ratings counts."""


def default_rating_kind(list_name: str) -> RatingKind:
    """The kind of a rating that is named by its list alone."""
    is_fide = list_name.casefold() == FIDE.casefold()
    return RatingKind.STANDARD if is_fide else RatingKind.NATIONAL


def named(one: Rating | RatingChoice) -> str:
    """List, kind and period in words: ``FIDE``, ``FIDE rapid``, ``CFC 2026-11``."""
    kind = "" if one.kind is default_rating_kind(one.list) else one.kind.value
    return " ".join(filter(None, (one.list, kind, one.period)))


def format_rating(rating: Rating) -> str:
    """A rating in words: ``FIDE rapid 2026-11 2150``."""
    return f"{named(rating)} {rating.value}"


def format_ratings(ratings: Iterable[Rating]) -> str:
    """The ratings of lists, as they are written."""
    return ", ".join(map(format_rating, ratings))


def format_rating_order(order: Iterable[RatingChoice]) -> str:
    """The ratings that count, as they are written: ``FIDE rapid, FIDE``, ``highest FIDE, ...``."""
    return ", ".join(f"{one.pick} {named(one)}".strip() for one in order)


def rating_list_key(one: Rating | RatingChoice) -> tuple[str, RatingKind]:
    """What two ratings of one list and kind have in common; capitals do not matter."""
    return one.list.casefold(), one.kind


def is_list_name(text: str) -> bool:
    """Whether a list can be called so: by one word that is no kind and no number."""
    is_word = len(text.split()) == 1 and text == text.strip() and not {*text} & {*",;"}
    return is_word and not text[0].isdigit() and text.casefold() not in _KINDS


def find_repeated_rating(ratings: Iterable[Which]) -> Which | None:
    """A rating of a list, kind and period of which there was one before; None if all differ."""
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
"""How one of several ratings is picked."""


def rating_in_force(ratings: Sequence[Rating], order: Iterable[RatingChoice]) -> Rating | None:
    """The rating that counts: of the first list in the order that has the player, the latest.

    Of lists with one pick that follow each other it is the highest, or the lowest.
    """
    for pick, choices in groupby(order, key=lambda choice: choice.pick):
        found = [one for choice in choices if (one := latest_rating(ratings, choice)) is not None]
        if found:
            return PICKS[pick](found) if pick else found[0]
    return None


def latest_rating(ratings: Iterable[Rating], choice: RatingChoice) -> Rating | None:
    """The rating of a list and kind, of several periods the last; None where there is none."""
    found = [
        rating
        for rating in ratings
        if rating_list_key(rating) == rating_list_key(choice)
        and choice.period in ("", rating.period)
    ]
    return max(found, key=lambda rating: rating.period, default=None)


def is_rating_by_hand(player: Player) -> bool:
    """Whether the rating was written by hand: it counts, whatever the lists say."""
    return player.rating is not None and not player.rating_source


def needs_rating_choice(player: Player, *, again: bool) -> bool:
    """Whether it is to be found which of the ratings counts: for the first time, or again."""
    if not player.ratings or is_rating_by_hand(player):
        return False
    return again or not player.rating_source


def has_ratings(competitor: Competitor) -> bool:
    """Whether ratings of lists are on record, of the player or of a member of the team."""
    if isinstance(competitor, Team):
        return any(member.ratings for member in competitor.players)
    return bool(competitor.ratings)


def with_rating_in_force(
    competitor: Competitor,
    order: Sequence[RatingChoice],
    converted: Callable[[str, int], int] | None = None,
    *,
    again: bool = False,
) -> Competitor:
    """The competitor with the rating that counts, of itself or of every member.

    What was settled before stays unless it is settled ``again``; what is by hand always stays.
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

RATING_NEEDED = worded("the system pairs by ratings: give a rating, or one for all unrated")


def rating_of(player: Player, unrated_as: int | None) -> int | None:
    """The rating of a player, or the rating that stands in for a missing one."""
    return unrated_as if player.rating is None else player.rating


def ratings_of(tournament: Tournament, remedy: str = RATING_NEEDED) -> dict[Number, int]:
    """The rating of every player of the event; a player without one is refused."""
    ratings: dict[Number, int] = {}
    problems = []
    for player in tournament.competitors:
        if not isinstance(player, Player):
            instead = worded("enter players, or pair the teams by a system for teams")
            what = worded("a team in a system for players")
            problems.append(Problem(what, quoted=player.name, remedy=instead))
        elif (rating := rating_of(player, tournament.unrated_as)) is None:
            problems.append(
                Problem(
                    worded("a player without a rating"),
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
