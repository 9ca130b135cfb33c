"""Writing the players' lines of a tournament report file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.problems import MOST_ROUNDS
from topboard.formats.trf_cells import Cells, bye_letter
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
from topboard.formats.trf_totals import as_counted, official, points_and_ranks
from topboard.model import Manner, PairingBye, Scale, ZeroPointBye
from topboard.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import (
        Away,
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
    numbers = [player.number for player in players]
    for played in as_counted(tournament).rounds:
        _add_round(cells, played)
        for number, outcome in away_of(played, numbers):
            cells.add_bye(played.number, number, outcome)
    pairing = pairing_to_come(tournament)
    if pairing is not None:
        _add_round(cells, pairing)
        for number, outcome in pairing.away:
            cells.add_bye(pairing.number, number, outcome)
    if edition == "trf16":
        for request in requests_to_come(tournament):
            cells.add_bye(request.round, request.number, request.outcome)
    table = points_and_ranks(tournament)
    points = {number: total for number, (total, _) in table.items()}
    ranks = {number: rank for number, (_, rank) in table.items()}
    yield from player_lines(players, cells, points, official(tournament, ranks))


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
    players: Sequence[Player],
    cells: Cells,
    points: Mapping[Number, Tenths],
    ranks: Mapping[Number, int],
) -> Iterator[str]:
    """The records 001, in the order of the numbers."""
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
        line.put(*POINTS, points_text(points[player.number]))
        line.put(*RANK, str(ranks[player.number]))
        cells.put(player.number, line)
        yield str(line)
