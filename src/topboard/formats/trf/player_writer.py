"""Writer of the players' lines in a report file (record 001), with a cell for each round."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.formats.problems import MOST_ROUNDS
from topboard.formats.trf.national import (
    choose_ratings_to_write,
)
from topboard.formats.trf.players import (
    BIRTH,
    FEDERATION,
    FIDE_ID,
    NAME,
    NOBODY,
    POINTS,
    RANK,
    SEX,
    TITLE,
    format_result_codes,
    get_trf_letter_of_bye,
)
from topboard.formats.trf.positions import is_ranked_by_position
from topboard.formats.trf.records import (
    CELL_WIDTH,
    FIRST_CELL,
    NUMBER,
    RATING,
    LineBuilder,
    format_trf_points,
)
from topboard.formats.trf.scoring import compute_scales_to_write
from topboard.formats.trf.totals import (
    choose_ranks_to_write,
    compute_player_points_and_ranks,
    compute_standings_by_system,
)
from topboard.model import (
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Scale,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.formats.trf.records import LineBuilder
    from topboard.model import (
        Away,
        Game,
        Meeting,
        Number,
        Player,
        Request,
        Round,
        Scale,
        Tenths,
        Tournament,
    )


class RoundCellWriter:
    """The cells to write on the players' lines, keyed by player and round."""

    def __init__(self, white: Scale, black: Scale) -> None:
        self.scales = white, black
        self.rows: dict[Number, dict[int, tuple[str, str, str]]] = defaultdict(dict)

    def add_cells_for_game(
        self, number: int, game: Meeting | Game, *, colour_known: bool = True
    ) -> None:
        """Add a cell for the game to the lines of both players."""
        white_code, black_code = format_result_codes(game, *self.scales)
        for own, other, colour, code in (
            (game.white, game.black, "w", white_code),
            (game.black, game.white, "b", black_code),
        ):
            if own is not None:
                shown = colour if other is not None or colour_known else "-"
                self.rows[own][number] = (str(other or NOBODY), shown, code)

    def add_cell_for_bye(self, number: int, own: Number, outcome: Away) -> None:
        """Add a cell for a bye or an absence, unless the player has a cell for that round."""
        letter = get_trf_letter_of_bye(outcome)
        if letter and number not in self.rows[own]:
            self.rows[own][number] = (NOBODY, "-", letter)

    def write_cells_into_line(self, own: Number, line: LineBuilder) -> None:
        """Write the cells of a player into the columns of their line."""
        for number, (opponent, colour, code) in sorted(self.rows[own].items()):
            column = FIRST_CELL + CELL_WIDTH * (number - 1)
            line.put(column, column + 3, opponent)
            line.put(column + 5, column + 5, colour)
            line.put(column + 7, column + 7, code)


def format_individual_event_lines(
    tournament: Tournament, shown: Tournament, players: Sequence[Player], edition: str
) -> Iterator[str]:
    """Yield the player lines for an individual event, including games, byes and absences.

    ``shown`` is the event with one round for each round column of the report.
    """
    if not is_ranked_by_position(tournament):
        players = sorted(players, key=lambda player: player.number)
    cells = RoundCellWriter(*compute_scales_to_write(tournament))
    numbers = [player.number for player in players]
    for played in shown.rounds:
        _add_cells_for_games_of_round(cells, played)
        for number, outcome in list_absences_to_write(played, numbers):
            cells.add_cell_for_bye(played.number, number, outcome)
    pairing = published_pairing_without_results(shown)
    if pairing is not None:
        _add_cells_for_games_of_round(cells, pairing)
        for number, outcome in pairing.away:
            cells.add_cell_for_bye(pairing.number, number, outcome)
    if edition == "trf16":
        for request in list_future_absence_requests(shown):
            cells.add_cell_for_bye(request.round, request.number, request.outcome)
    table = compute_player_points_and_ranks(tournament, compute_standings_by_system(tournament))
    points = {number: total for number, (total, _) in table.items()}
    ranks = {number: rank for number, (_, rank) in table.items()}
    ratings = choose_ratings_to_write(tournament, players)
    yield from format_player_records(
        players, cells, points, choose_ranks_to_write(tournament, ranks), ratings
    )


def _add_cells_for_games_of_round(cells: RoundCellWriter, played: Round) -> None:
    for meeting in played.meetings:
        cells.add_cells_for_game(played.number, meeting, colour_known=meeting.colour_known)


def published_pairing_without_results(tournament: Tournament) -> Round | None:
    """Return the published round with only its pairs and PABs, or None if there is none.

    With results or other absences it would be read as a round that has been played.
    """
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


def list_absences_to_write(
    played: Round, numbers: Sequence[Number]
) -> Sequence[tuple[Number, Away]]:
    """Return the absences to write for a round.

    If the round would otherwise be empty, all ``numbers`` are written as absent.
    """
    if played.meetings or any(get_trf_letter_of_bye(outcome) for _, outcome in played.away):
        return played.away
    return [(number, ZeroPointBye()) for number in numbers]


def list_future_absence_requests(tournament: Tournament) -> list[Request]:
    """Return the requested absences from future rounds that fit in a report."""
    upcoming = tournament.round_to_pair
    return [r for r in tournament.requests if upcoming <= r.round <= MOST_ROUNDS]


def format_player_records(
    players: Sequence[Player],
    cells: RoundCellWriter,
    points: Mapping[Number, Tenths],
    ranks: Mapping[Number, int],
    ratings: Mapping[Number, int | None],
) -> Iterator[str]:
    """Yield a 001 record for each player."""
    for player in players:
        line = LineBuilder("001")
        line.put(*NUMBER, str(player.number))
        line.put(*SEX, player.sex)
        line.put(*TITLE, player.title)
        line.put(*NAME, player.name, left=True)
        line.put(*RATING, str(ratings[player.number] or ""))
        line.put(*FEDERATION, player.federation)
        line.put(*FIDE_ID, player.fide_id)
        line.put(*BIRTH, player.birth, left=True)
        line.put(*POINTS, format_trf_points(points[player.number]))
        line.put(*RANK, str(ranks[player.number]))
        cells.write_cells_into_line(player.number, line)
        yield str(line)
