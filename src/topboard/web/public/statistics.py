"""Statistics of a section for the public pages: results, ratings, upsets and performances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import POINT, Colour, Manner, Played, Team
from topboard.tiebreaks.ratings import rating_difference, score_percentage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.documents.records import PairingCardLine
    from topboard.model import Competitor, Number, Player, Tournament

MOST_ROWS = 10
"""The largest number of upsets or performances that a page lists."""
SMALLEST_UPSET = 100
"""The rating difference from which a win of the lower-rated player is listed."""
FEWEST_GAMES = 2
"""The number of games against rated opponents from which a performance is listed."""


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """The number of games won by White, drawn and won by Black."""

    white_wins: int = 0
    draws: int = 0
    black_wins: int = 0

    @property
    def games(self) -> int:
        """Return the number of games that were played to an end."""
        return self.white_wins + self.draws + self.black_wins

    @property
    def percentages(self) -> tuple[int, int, int]:
        """Return the share of each result in percent, rounded on its own.

        The three numbers may add up to 99 or 101.
        """
        white, drawn, black = (
            (200 * count + self.games) // (2 * self.games) if self.games else 0
            for count in (self.white_wins, self.draws, self.black_wins)
        )
        return white, drawn, black


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that was played to an end. In a team event, both players have a team."""

    round: int
    white: Player
    black: Player
    white_points: int
    black_points: int
    white_number: Number
    """The tournament pairing number of the player with White, or of that player's team."""
    black_number: Number


@dataclass(frozen=True, slots=True)
class Upset:
    """A win against an opponent with a higher rating."""

    round: int
    winner: Player
    loser: Player
    winner_number: Number
    loser_number: Number
    difference: int


@dataclass(frozen=True, slots=True)
class Performance:
    """The performance rating of a player, with the number of games behind it."""

    player: Player
    rating: int
    games: int
    """The number of finished games against rated opponents."""
    is_extrapolated: bool
    """Whether all these games were won, or all were lost."""


@dataclass(frozen=True, slots=True)
class SectionStatistics:
    """The statistics of a section after the results so far."""

    total: ResultCounts
    by_round: Mapping[int, ResultCounts]
    upsets: Sequence[Upset]
    smallest_upset: int
    """The rating difference from which a win is listed as an upset."""
    performances: Sequence[Performance]
    """The best performance ratings. A team event has none."""
    federations: Sequence[tuple[str, int]]
    """All federations with their participants, those with the most participants first."""
    average_rating: int | None
    highest_rating: int | None
    unrated: int


def compute_statistics(
    tournament: Tournament,
    rounds_by_participant: Mapping[Number, Sequence[PairingCardLine]],
) -> SectionStatistics:
    """Return the statistics of a section. Only games that were played to an end count."""
    games = list(_find_finished_games(tournament))
    by_round = {
        number: count_results([game for game in games if game.round == number])
        for number in range(1, len(tournament.rounds) + 1)
    }
    players = [
        player
        for one in tournament.competitors
        for player in (one.players if isinstance(one, Team) else (one,))
    ]
    ratings = [player.rating for player in players if player.rating]
    federations = Counter(one.federation for one in tournament.competitors if one.federation)
    return SectionStatistics(
        total=count_results(games),
        by_round=by_round,
        upsets=_find_upsets(games)[:MOST_ROWS],
        smallest_upset=SMALLEST_UPSET,
        performances=_find_best_performances(tournament, rounds_by_participant)[:MOST_ROWS],
        federations=sorted(federations.items(), key=lambda item: (-item[1], item[0])),
        average_rating=_average(ratings),
        highest_rating=max(ratings, default=None),
        unrated=len(players) - len(ratings),
    )


def compute_performance(
    rounds: Sequence[PairingCardLine], competitors: Mapping[Number, Competitor]
) -> int | None:
    """Return the performance rating in games against rated opponents, or None.

    It is the average rating of these opponents plus the rating difference for the percentage.
    """
    found = _rated_games(rounds, competitors)
    if not found:
        return None
    average = _average([rating for rating, _ in found])
    assert average is not None
    halves = sum(2 * points // POINT for _, points in found)
    return average + rating_difference(score_percentage(halves, len(found)))


def compute_average_opponent_rating(
    rounds: Sequence[PairingCardLine], competitors: Mapping[Number, Competitor]
) -> int | None:
    """Return the average rating of the rated opponents in played games, or None."""
    return _average([rating for rating, _ in _rated_games(rounds, competitors)])


def is_performance_extrapolated(
    rounds: Sequence[PairingCardLine], competitors: Mapping[Number, Competitor]
) -> bool:
    """Return whether all games against rated opponents were won, or all were lost."""
    found = _rated_games(rounds, competitors)
    points = sum(points for _, points in found)
    return bool(found) and points in (0, len(found) * POINT)


def count_colours(rounds: Sequence[PairingCardLine]) -> tuple[int, int]:
    """Return the number of rounds with White and with Black."""
    colours = [line.colour for line in rounds]
    return colours.count(Colour.WHITE), colours.count(Colour.BLACK)


def count_results(games: Sequence[FinishedGame]) -> ResultCounts:
    """Return the number of games with each result."""
    return ResultCounts(
        sum(game.white_points > game.black_points for game in games),
        sum(game.white_points == game.black_points for game in games),
        sum(game.white_points < game.black_points for game in games),
    )


def _find_finished_games(tournament: Tournament) -> Iterator[FinishedGame]:
    """Yield all games that were played to an end.

    A match of teams whose games are not recorded one by one has no games here.
    """
    owners = {
        player.number: team.number
        for team in tournament.competitors
        if isinstance(team, Team)
        for player in team.players
    }
    players: dict[Number, Player] = {
        player.number: player
        for one in tournament.competitors
        for player in (one.players if isinstance(one, Team) else (one,))
    }
    for played in tournament.rounds:
        for meeting in played.meetings:
            for game in meeting.games or (() if owners else (meeting,)):
                if game.manner is not Manner.PLAYED or game.white is None or game.black is None:
                    continue
                yield FinishedGame(
                    played.number,
                    players[game.white],
                    players[game.black],
                    game.white_points,
                    game.black_points,
                    owners.get(game.white, game.white),
                    owners.get(game.black, game.black),
                )


def _find_upsets(games: Sequence[FinishedGame]) -> list[Upset]:
    """Return the wins against much higher-rated opponents, the largest difference first."""
    found = []
    for game in games:
        if game.white_points == game.black_points or not (game.white.rating and game.black.rating):
            continue
        sides = [(game.white, game.white_number), (game.black, game.black_number)]
        if game.white_points < game.black_points:
            sides.reverse()
        (winner, winner_number), (loser, loser_number) = sides
        difference = (loser.rating or 0) - (winner.rating or 0)
        if difference >= SMALLEST_UPSET:
            found.append(Upset(game.round, winner, loser, winner_number, loser_number, difference))
    return sorted(found, key=lambda one: (-one.difference, one.round))


def _find_best_performances(
    tournament: Tournament, rounds_by_participant: Mapping[Number, Sequence[PairingCardLine]]
) -> list[Performance]:
    competitors = {one.number: one for one in tournament.competitors}
    found = []
    for number, one in competitors.items():
        rounds = rounds_by_participant.get(number, ())
        games = len(_rated_games(rounds, competitors))
        if isinstance(one, Team) or games < FEWEST_GAMES:
            continue
        performance = compute_performance(rounds, competitors)
        assert performance is not None
        is_extrapolated = is_performance_extrapolated(rounds, competitors)
        found.append(Performance(one, performance, games, is_extrapolated))
    return sorted(found, key=lambda item: (-item.rating, item.player.number))


def _rated_games(
    rounds: Sequence[PairingCardLine], competitors: Mapping[Number, Competitor]
) -> list[tuple[int, int]]:
    """Return the opponent's rating and the points of each finished game between players."""
    found = []
    for line in rounds:
        if isinstance(line.outcome, Played):
            opponent = competitors[line.outcome.opponent]
            if not isinstance(opponent, Team) and opponent.rating:
                found.append((opponent.rating, line.outcome.points))
    return found


def _average(ratings: Sequence[int]) -> int | None:
    """Return the average of ratings, with halves rounded up, or None if there are none."""
    if not ratings:
        return None
    average = Fraction(sum(ratings), len(ratings))
    return (2 * average.numerator // average.denominator + 1) // 2
