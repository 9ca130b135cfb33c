"""Readers and writers of national ratings, whose lines start with a federation's code."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.formats.problems import parse_whole_number
from topboard.formats.trf.announced import FIDE, find_federation_whose_ratings_count
from topboard.formats.trf.records import NUMBER, RATING, LineBuilder
from topboard.model import Rating, RatingKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.formats.trf.records import Record, Report
    from topboard.model import Number, Player, Tournament


def read_national_ratings(report: Report) -> dict[int, list[Rating]]:
    """Return the national ratings, keyed by the player's number.

    Their lines have the columns of record 001.
    """
    found: dict[int, list[Rating]] = defaultdict(list)
    federations = (c for c in report.records if c.isalpha() and c[:2] not in ("XX", "BB"))
    for record in report.records_with_code(*federations):
        number, value = (
            parse_whole_number(record.text_in_columns(*columns)) for columns in (NUMBER, RATING)
        )
        if number and value and all(record.code != known.list for known in found[number]):
            found[number].append(Rating(value, record.code, RatingKind.NATIONAL))
    return found


def move_rating_to_listed_ratings(player: Player) -> Player:
    """Return the player with the rating in record 001 moved to their listed FIDE ratings.

    Which of the listed ratings counts is decided later.
    """
    of_fide = () if player.rating is None else (Rating(player.rating, FIDE.list),)
    return replace(player, rating=None, ratings=(*of_fide, *player.ratings))


def has_only_national_rating(record: Record) -> bool:
    """Return whether a line has only a federation's code and a player's number and rating."""
    if not record.code.isalpha():
        return False
    number, value = (
        parse_whole_number(record.text_in_columns(*columns)) for columns in (NUMBER, RATING)
    )
    return bool(number and value) and record.line == _format_national_rating_line(
        record.code, number or 0, value or 0
    )


def _format_national_rating_line(federation: str, number: int, value: int) -> str:
    return str(LineBuilder(federation).put(*NUMBER, str(number)).put(*RATING, str(value)))


# --- writing ------------------------------------------------------------------------------


def choose_ratings_to_write(
    tournament: Tournament, players: Sequence[Player]
) -> dict[Number, int | None]:
    """Return the rating of each player for the 001 record.

    This is the rating that counts or, if national ratings have lines of their own, the FIDE rating.
    """
    if not find_federation_whose_ratings_count(tournament):
        return {player.number: player.rating for player in players}
    return {player.number: _get_fide_rating(player) for player in players}


def _get_fide_rating(player: Player) -> int | None:
    for rating in player.ratings:
        if (rating.list, rating.kind) == (FIDE.list, FIDE.kind):
            return rating.value
    return None if player.ratings else player.rating


def format_national_rating_lines(
    tournament: Tournament, players: Sequence[Player]
) -> Iterator[str]:
    """Yield a line for each rating from the national federation whose ratings count.

    Lines that are kept as text are not repeated.
    """
    federation = find_federation_whose_ratings_count(tournament)
    kept = {text[:5].strip(" ") for code, text in tournament.details.other if code == federation}
    for player in sorted(players, key=lambda p: p.number):
        for rating in player.ratings:
            if rating.list == federation and str(player.number) not in kept:
                yield _format_national_rating_line(federation, player.number, rating.value)
