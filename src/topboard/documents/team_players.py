"""Documents about the players of teams: their results per board, performance and board prizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.sheet import (
    Document,
    Heading,
    event_name,
    format_unplayed_points,
    name_heading,
    number_heading,
    title_after_round,
)
from topboard.errors import BadInput, Problem
from topboard.messages import counted, message, say, say_count
from topboard.model import POINT, Colour, Manner, Team
from topboard.text.numbers import format_points
from topboard.tiebreaks.ratings import rating_difference, score_percentage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.documents.sheet import Cell
    from topboard.model import Meeting, Number, Player, Tenths, Tournament

UNPLAYED = (Manner.DEFAULT, Manner.BOTH_DEFAULTED)


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The result of a team member in one round."""

    round: int
    board: int
    colour: Colour
    points: Tenths
    manner: Manner
    opponent: Player | None

    @property
    def text(self) -> str:
        """Return the board, the colour and the points, such as ``2w ½``."""
        letter = "w" if self.colour is Colour.WHITE else "b"
        if self.manner in UNPLAYED:
            return f"{self.board} {self.points_text}"
        return f"{self.board}{letter} {self.points_text}"

    @property
    def points_text(self) -> str:
        """Return the points, in parentheses if the game was not played, and with u if it was not
        finished.
        """
        if self.manner in UNPLAYED:
            return format_unplayed_points(self.points)
        points = format_points(self.points)
        return say("{tenths}u", tenths=points) if self.manner is Manner.UNFINISHED else points

    @property
    def outcome(self) -> str:
        """Return ``won``, ``drawn`` or ``lost``, or an empty string if the game was not played."""
        if self.manner is not Manner.PLAYED:
            return ""
        return ("lost", "drawn", "won")[(self.points > 0) + (self.points >= POINT)]


@dataclass(frozen=True)
class PlayerRecord:
    """A team member with all results so far. Only finished games count."""

    team: Team
    place: int
    """The place on the roster of the team, starting with 1."""
    player: Player
    results: tuple[BoardResult, ...]

    @cached_property
    def played(self) -> tuple[BoardResult, ...]:
        """Return the results of the finished games."""
        return tuple(r for r in self.results if r.manner is Manner.PLAYED)

    @cached_property
    def rated(self) -> tuple[BoardResult, ...]:
        """Return the results of the finished games against rated opponents."""
        return tuple(r for r in self.played if r.opponent is not None and r.opponent.rating)

    @cached_property
    def points(self) -> Tenths:
        """Return the points scored in finished games."""
        return sum(result.points for result in self.played)

    @cached_property
    def percentage(self) -> int | None:
        """Return the points as a percentage of the games, or None if no games were played."""
        return _score_percentage(self.played)

    @cached_property
    def performance(self) -> int | None:
        """Return the performance rating in games against rated opponents, or None.

        It is the average rating of these opponents plus the rating difference for the percentage.
        """
        rated = self.rated
        percentage = _score_percentage(rated)
        if percentage is None:
            return None
        total = sum(r.opponent.rating or 0 for r in rated if r.opponent is not None)
        average = (2 * total + len(rated)) // (2 * len(rated))
        return average + rating_difference(percentage)


def _score_percentage(results: Sequence[BoardResult]) -> int | None:
    halves = sum(2 * result.points // POINT for result in results)
    return score_percentage(halves, len(results)) if results else None


def player_records(tournament: Tournament) -> tuple[PlayerRecord, ...]:
    """Return the records of all team members, in the order of the teams and their rosters."""
    teams = {c.number: c for c in tournament.competitors if isinstance(c, Team)}
    if len(teams) < len(tournament.competitors):
        raise BadInput(
            [Problem(say("this document is for team events only"), quoted=event_name(tournament))]
        )
    players = {player.number: player for team in teams.values() for player in team.players}
    results: dict[Number, list[BoardResult]] = {number: [] for number in players}
    for played in tournament.rounds:
        for meeting in played.meetings:
            for number, result in _results_of_match(played.number, meeting, players):
                results[number].append(result)
    return tuple(
        PlayerRecord(team, place, player, tuple(results[player.number]))
        for team in sorted(teams.values(), key=lambda t: t.number)
        for place, player in enumerate(team.players, start=1)
    )


def _results_of_match(
    round_number: int, meeting: Meeting, players: Mapping[Number, Player]
) -> Iterator[tuple[Number, BoardResult]]:
    """Yield each player's result.

    Games without a result are left out, because their line-ups may still be secret.
    """
    for at, game in enumerate(meeting.games):
        if game.manner is Manner.PENDING:
            continue
        sides = (
            (game.white, game.black, Colour.WHITE, game.white_points),
            (game.black, game.white, Colour.BLACK, game.black_points),
        )
        for number, other, colour, points in sides:
            if number is not None and number in players:
                opponent = None if other is None else players.get(other)
                found = BoardResult(round_number, at + 1, colour, points, game.manner, opponent)
                yield number, found


# --- documents ----------------------------------------------------------------------------------


def team_players_sheet(tournament: Tournament, only: Number | None = None) -> Document:
    """Return a document with the results of all team members, or only those of one team."""
    rounds = range(1, len(tournament.rounds) + 1)
    rows: list[tuple[Cell, ...]] = []
    for one in player_records(tournament):
        if only in (None, one.team.number):
            first = one.place == 1
            head: tuple[Cell, ...] = (one.team.number, one.team.name) if first else ("", "")
            by_round = {result.round: result.text for result in one.results}
            cells = (by_round.get(number, "") for number in rounds)
            rows.append((*head, *_player_cells(one, tournament.boards), *cells, *_score_cells(one)))
    columns = (
        number_heading("number", say("No.")),
        name_heading("team", say("Team")),
        number_heading("board", say("Board")),
        name_heading("player", say("Player")),
        number_heading("rating", say("Rating")),
        *(Heading(f"round_{n}", say("Rd {round}", round=n)) for n in rounds),
        *_score_headings(),
    )
    notes = (
        say("A cell shows the board, the colour and the points of a round."),
        counted_games_note(),
    )
    skipped = 0 if only is None else 2
    return Document(
        kind="team players",
        title=_team_players_title(tournament),
        headings=columns[skipped:],
        rows=tuple(row[skipped:] for row in rows),
        notes=notes if rows else (say("No rosters have been entered."),),
    )


def _team_players_title(tournament: Tournament) -> str:
    return title_after_round(
        tournament,
        message("{event}: Team players after round {round}"),
        counted(
            "{event}: Team players after round {round}, {count} result missing",
            "{event}: Team players after round {round}, {count} results missing",
        ),
    )


def counted_games_note() -> str:
    """Return a note on the games that count in the totals and performance ratings."""
    return say(
        "Only games that were played to an end count. The performance rating counts games against "
        "rated opponents. Results are missing if only the total of a match was entered."
    )


def _player_cells(one: PlayerRecord, boards: int) -> tuple[Cell, ...]:
    place: Cell = one.place if one.place <= boards else say("reserve")
    return place, people.titled_name(one.player), one.player.rating or ""


def _score_headings() -> tuple[Heading, ...]:
    return (
        number_heading("points", say("Points")),
        number_heading("games", say("Games")),
        number_heading("percentage", say("%")),
        number_heading("performance", say("Performance")),
        Heading("performance_note", say("Note")),
    )


def _score_cells(one: PlayerRecord) -> tuple[Cell, ...]:
    if not one.played:
        return "", 0, "", "", ""
    percentage = "" if one.percentage is None else one.percentage
    performance = "" if one.performance is None else one.performance
    note = say("(1 game)") if performance != "" and len(one.rated) == 1 else ""
    return format_points(one.points), len(one.played), percentage, performance, note


@dataclass(frozen=True, slots=True)
class BoardPrizeConditions:
    """The conditions for board prizes, which the regulations of the event set."""

    games: int = 0
    """The number of games that a player must have played to have a place."""
    by_performance: bool = False
    """Whether the performance rating ranks the players first, and not the points."""


def board_results_sheet(
    tournament: Tournament, conditions: BoardPrizeConditions | None = None
) -> Document:
    """Return a document that ranks the players on each board by results, for board prizes.

    Players with fewer games than the conditions require are listed last, without a place.
    """
    conditions = conditions or BoardPrizeConditions()
    rows: list[tuple[Cell, ...]] = []
    for board, ranked in rank_players_by_board(tournament, conditions):
        for place, one in ranked:
            label: Cell = board or say("reserve")
            rows.append(
                (
                    label,
                    place,
                    people.titled_name(one.player),
                    one.team.name,
                    one.player.rating or "",
                    *_score_cells(one),
                )
            )
    notes = board_results_notes(conditions)
    return Document(
        kind="board results",
        title=say("{event}: Results by board", event=event_name(tournament)),
        headings=(
            number_heading("board", say("Board")),
            number_heading("place", say("Place")),
            name_heading("player", say("Player")),
            name_heading("team", say("Team")),
            number_heading("rating", say("Rating")),
            *_score_headings(),
        ),
        rows=tuple(rows),
        notes=notes if rows else (say("No board results have been entered."),),
    )


def board_results_notes(conditions: BoardPrizeConditions) -> tuple[str, ...]:
    """Return notes on the order of the players on each board, and on the games that count."""
    return (
        say("The board is the player's place on the roster. Reserves are listed together."),
        say("Order: performance rating, then percentage, then points. Equal players share a place.")
        if conditions.by_performance
        else say(
            "Order: points, then percentage, then performance rating. Equal players share a place."
        ),
        counted_games_note(),
        say_count(
            "A board prize requires {count} game. Players with fewer games have no place.",
            "A board prize requires {count} games. Players with fewer games have no place.",
            conditions.games,
        )
        if conditions.games
        else say("The event regulations determine how many games a prize requires."),
    )


def rank_players_by_board(
    tournament: Tournament, conditions: BoardPrizeConditions
) -> Iterator[tuple[int, list[tuple[Cell, PlayerRecord]]]]:
    """Yield each board with its players, best results first. The number 0 means the reserves."""
    boards = tournament.boards
    records = [one for one in player_records(tournament) if one.played]
    for board in range(1, boards + 2):
        here = [one for one in records if min(one.place, boards + 1) == board]
        if here:
            yield board if board <= boards else 0, list(_rank_records(here, conditions))


def _rank_records(
    records: Iterable[PlayerRecord], conditions: BoardPrizeConditions
) -> Iterator[tuple[Cell, PlayerRecord]]:
    """Yield the records, best results first, each with its place.

    Players with equal results share a place. Players with too few games come last, without one.
    """

    def result(one: PlayerRecord) -> tuple[int, ...]:
        values = -one.points, -(one.percentage or 0), -(one.performance or 0)
        lacks_games = len(one.played) < conditions.games
        return (lacks_games, *(values[::-1] if conditions.by_performance else values))

    place: Cell = 0
    before = None
    ordered = sorted(records, key=lambda one: (*result(one), one.team.number))
    for at, one in enumerate(ordered, start=1):
        if result(one) != before:
            place, before = at, result(one)
        yield place if len(one.played) >= conditions.games else "", one
