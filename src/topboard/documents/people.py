"""Names and ratings of participants in documents, and notes on those who withdrew."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.messages import counted, current_language, say, say_kept_count
from topboard.model import Team
from topboard.systems.common.ratings import format_rating, format_rating_order
from topboard.systems.common.withdrawals import find_withdrawals
from topboard.text.names import name_sort_key, name_with_number, text_sort_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.sheet import Cell
    from topboard.model import Competitor, Number, Player, Rating, Tournament
    from topboard.systems.registry import System


def titled_name(competitor: Competitor) -> str:
    """Return the name of a participant, preceded by the title if it is a player who has one."""
    return f"{player_title(competitor)} {competitor.name}".strip()


def player_title(competitor: Competitor) -> str:
    """Return the title of a player, or "" for a team or a player without a title."""
    return "" if isinstance(competitor, Team) else competitor.title


def titled_names(tournament: Tournament) -> dict[Number, str]:
    """Return the names of all participants with their titles, keyed by number."""
    return {c.number: titled_name(c) for c in tournament.competitors}


def format_name_and_number(number: Number, known: dict[Number, str]) -> str:
    """Return a participant's name and number for a sentence, such as "India 2 (#11)"."""
    return name_with_number(known.get(number, ""), number)


def rating_or_average_cell(competitor: Competitor, boards: int) -> Cell:
    """Return a player's rating or the average rating of a team's regular players.

    Return "" if it is unknown.
    """
    if not isinstance(competitor, Team):
        return competitor.rating or ""
    rated = [player.rating for player in competitor.players[:boards] if player.rating]
    average = Fraction(sum(rated), len(rated)) if rated else competitor.average
    return "" if average is None else (2 * average.numerator // average.denominator + 1) // 2


def rating_order_notes(tournament: Tournament) -> tuple[str, ...]:
    """Return a note that lists the ratings used, in order of preference.

    There is no note if the event does not specify an order.
    """
    if not tournament.rating_order:
        return ()
    return (
        say(
            "Ratings used, in order of preference: {rating_order}. For each player, the first "
            "rating available counts.",
            rating_order=format_rating_order(tournament.rating_order),
        ),
    )


def ratings_not_counted(player: Player) -> tuple[Rating, ...]:
    """Return all of the player's ratings except the one that counts in this event."""
    return tuple(r for r in player.ratings if format_rating(r) != player.rating_source)


def alphabetical_sort_key(competitor: Competitor) -> tuple[str, str, str]:
    """Return the key that sorts participants alphabetically by surname, ignoring titles.

    Letters are sorted according to the current language.
    """
    language = current_language()
    code = "" if language is None else language.name
    if isinstance(competitor, Team):
        return text_sort_key(competitor.name, code), "", competitor.name
    return name_sort_key(competitor.name, code)


def withdrawal_notes(tournament: Tournament, system: System) -> Iterator[str]:
    """Yield a note for each participant who withdrew from an event with a fixed timetable."""
    if system.timetable is None or not tournament.competitors:
        return
    games = sum(len(pairs) for pairs in system.timetable(tournament))
    known = titled_names(tournament)
    each = 2 * games // len(tournament.competitors)
    for number, leaver in sorted(find_withdrawals(tournament, each).items()):
        yield say_kept_count(
            WITHDREW_AND_COUNTS if leaver.has_completed_half else WITHDREW_AND_IS_ANNULLED,
            each,
            who=format_name_and_number(number, known),
            round=leaver.round,
            completed=leaver.completed,
        )


WITHDREW_AND_COUNTS = counted(
    "{who} withdrew before round {round} after completing {completed} of {count} game. The "
    "results count in the standings.",
    "{who} withdrew before round {round} after completing {completed} of {count} games. The "
    "results count in the standings.",
)
WITHDREW_AND_IS_ANNULLED = counted(
    "{who} withdrew before round {round} after completing {completed} of {count} game. The "
    "results do not count in the standings.",
    "{who} withdrew before round {round} after completing {completed} of {count} games. The "
    "results do not count in the standings.",
)
