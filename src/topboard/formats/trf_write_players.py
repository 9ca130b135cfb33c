"""Writing the players' lines of a tournament report file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.formats.problems import MOST_ROUNDS
from topboard.formats.trf_cells import Cells, bye_letter, bye_points
from topboard.formats.trf_players import (
    BIRTH,
    FEDERATION,
    FIDE_ID,
    NAME,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    SEX,
    TITLE,
)
from topboard.formats.trf_records import Line, points_text
from topboard.model import Manner, PairingBye, Scale, ZeroPointBye

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import (
        Away,
        Meeting,
        Number,
        Player,
        Request,
        Round,
        Tenths,
        Tournament,
    )


def single_player_lines(
    tournament: Tournament, players: Sequence[Player], edition: str
) -> Iterator[str]:
    """The lines of an event of single players, with all that happened to them."""
    scale = tournament.game_scale or Scale()
    cells = Cells(scale)
    totals: dict[Number, Tenths] = {player.number: 0 for player in players}
    for played in tournament.rounds:
        _add_round(cells, played)
        for number, outcome in away_of(played, tuple(totals)):
            cells.add_bye(played.number, number, outcome)
            totals[number] += bye_points(outcome, scale)
        for meeting in played.meetings:
            for own, points in zip(*sides_and_points(meeting), strict=True):
                if own is not None:
                    totals[own] += points
    pairing = pairing_to_come(tournament)
    if pairing is not None:
        _add_round(cells, pairing)
        for number, outcome in pairing.away:
            cells.add_bye(pairing.number, number, outcome)
    if edition == "trf16":
        for request in requests_to_come(tournament):
            cells.add_bye(request.round, request.number, request.outcome)
    yield from player_lines(players, cells, totals)


def _add_round(cells: Cells, played: Round) -> None:
    for meeting in played.meetings:
        cells.add_game(played.number, meeting, colour_known=meeting.colour_known)


def pairing_to_come(tournament: Tournament) -> Round | None:
    """The published pairing without results and absences, which would make it a round played."""
    published = tournament.published
    if published is None:
        return None
    return replace(
        published,
        meetings=tuple(
            replace(
                meeting,
                white_points=0,
                black_points=0,
                manner=Manner.PENDING,
                games=tuple(
                    replace(game, white_points=0, black_points=0, manner=Manner.PENDING)
                    for game in meeting.games
                    if game.white is not None and game.black is not None
                ),
            )
            for meeting in published.meetings
            if meeting.white is not None and meeting.black is not None
        ),
        away=tuple(item for item in published.away if isinstance(item[1], PairingBye)),
    )


def sides_and_points(
    meeting: Meeting,
) -> tuple[tuple[Number | None, Number | None], tuple[Tenths, Tenths]]:
    """Both sides of a meeting and the points of each, as far as they mean anything."""
    sides = (meeting.white, meeting.black)
    if meeting.manner is Manner.PENDING:
        return sides, (0, 0)
    return sides, (meeting.white_points, meeting.black_points)


def away_of(played: Round, numbers: Sequence[Number]) -> Sequence[tuple[Number, Away]]:
    """Who was away; a round without a word about anybody is one that everybody missed."""
    if played.meetings or any(bye_letter(outcome) for _, outcome in played.away):
        return played.away
    return [(number, ZeroPointBye()) for number in numbers]


def requests_to_come(tournament: Tournament) -> list[Request]:
    """The requests for rounds that are not played yet and that a file has room for."""
    upcoming = tournament.round_to_pair
    return [r for r in tournament.requests if upcoming <= r.round <= MOST_ROUNDS]


def player_lines(
    players: Sequence[Player], cells: Cells, totals: Mapping[Number, Tenths]
) -> Iterator[str]:
    """The records 001, in the order of the numbers."""
    ranks = places({number: (points,) for number, points in totals.items()})
    for player in sorted(players, key=lambda p: p.number):
        line = Line("001")
        line.put(*NUMBER, str(player.number))
        line.put(*SEX, player.sex)
        line.put(*TITLE, player.title)
        line.put(*NAME, player.name, left=True)
        line.put(*RATING, str(player.rating or ""))
        line.put(*FEDERATION, player.federation)
        line.put(*FIDE_ID, player.fide_id)
        line.put(*BIRTH, player.birth, left=True)
        line.put(*POINTS, points_text(totals[player.number]))
        line.put(*RANK, str(ranks[player.number]))
        cells.put(player.number, line)
        yield str(line)


def places(scores: Mapping[Number, tuple[Tenths, ...]]) -> dict[Number, int]:
    """The place of each by its points; equal points share the better place."""
    first: dict[tuple[Tenths, ...], int] = {}
    for place, score in enumerate(sorted(scores.values(), reverse=True), start=1):
        first.setdefault(score, place)
    return {number: first[score] for number, score in scores.items()}
