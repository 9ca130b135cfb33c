"""Random events for tests and simulations. The same seed always gives the same event.

Only this module uses randomness. The rules never do. All random numbers come from one seeded
generator, in an order that depends only on the requested properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import message, say_kept
from topboard.model import (
    PAIRING_NUMBERS,
    Absence,
    Colour,
    ForbiddenPair,
    FullPointBye,
    Game,
    HalfPointBye,
    Lot,
    Manner,
    Meeting,
    Number,
    Pair,
    Player,
    Request,
    Round,
    Scale,
    Team,
    Tenths,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.history import participants_to_pair
from topboard.model.new_rounds import list_absences
from topboard.model.two_games import build_two_game_match
from topboard.systems.registry import System
from topboard.tiebreaks.ratings import expected_percentage

MOST_COMPETITORS = 20_000
MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Wishes:
    """The requested properties of a random event. Rates are in percent."""

    competitors: int = 40
    rounds: int = 9
    boards: int = 4
    top_rating: int = 2700
    spread: int = 1200
    """The difference between the highest and the lowest rating."""
    draws: int = 40
    no_shows: int = 0
    absences: int = 0
    """The chance that a participant has a zero-point bye in a round."""
    late: int = 0
    """The percentage of participants who join after round 1."""
    leaving: int = 0
    """The percentage of participants who withdraw."""
    forbidden: int = 0
    """The number of forbidden pairs."""
    unpaired_last: bool = False
    """Whether to leave the last round unpaired."""
    variations: tuple[str, ...] = ()
    half_byes: int = 0
    """The chance that a participant has a half-point bye in a round."""
    full_byes: int = 0
    """The chance that a participant has a full-point bye in a round."""
    double_forfeits: int = 0
    """The percentage of games or matches that both sides forfeit."""
    odd_results: int = 0
    """The percentage of games that end 1/2-0, 0-1/2 or 0-0, worth less than a point in total."""
    unrated_games: int = 0
    """The percentage of games that are not rated, because one player had not made a move."""
    unrated: int = 0
    """The percentage of players without a rating."""
    titled: int = 0
    """The percentage of players who hold the title that matches their rating."""
    scale: Scale | None = None
    """The scoring scale for games, or None for the system's own."""
    tie_breaks: tuple[str, ...] = ()
    """The codes of the announced tie-breaks. If empty, the system's own apply."""
    numbered: bool = False
    """Whether TPNs follow the initial ranking of the system and not the order of entry."""
    by_table: bool = False
    """Whether average results match FIDE's table of expected scores."""
    all_at_start: bool = False
    """Whether all participants are present from round 1 on."""


def draw_event_properties(seed: int) -> Wishes:
    """Return random properties for an ordinary event with occasional irregularities."""
    random = Random(f"wishes {seed}")

    def draw_rare_rate(most: int) -> int:
        return random.randrange(1, most + 1) if _draw_whether_event_occurs(random, 40) else 0

    rounds = random.randrange(3, 14)
    return Wishes(
        competitors=random.randrange(rounds + 3, 16 * rounds),
        rounds=rounds,
        top_rating=random.randrange(1600, 2900),
        spread=random.randrange(1500),
        draws=random.randrange(70),
        no_shows=draw_rare_rate(8),
        absences=draw_rare_rate(8),
        late=draw_rare_rate(10),
        leaving=draw_rare_rate(15),
        half_byes=draw_rare_rate(6),
        full_byes=draw_rare_rate(3),
        double_forfeits=draw_rare_rate(3),
        odd_results=draw_rare_rate(4),
        unrated_games=draw_rare_rate(4),
        unrated=draw_rare_rate(30),
        titled=random.randrange(60),
        numbered=True,
        by_table=True,
    )


def generate(system: System, seed: int, wishes: Wishes | None = None) -> Tournament:
    """Return a random event, paired by the system's rules and with random results.

    If a round has no legal pairing, the event ends before that round. The event still contains the
    absences from the round, so an attempt to pair it raises ``NoLegalPairing``.
    """
    events = generate_rounds(system, seed, wishes or Wishes())
    made = next(events)
    with suppress(NoLegalPairing):
        for after in events:
            made = after
    return made


def generate_rounds(
    system: System, seed: int, wishes: Wishes, model: Tournament | None = None
) -> Iterator[Tournament]:
    """Yield the event before round 1, and again after each round.

    If ``model`` is given, its participants are used. If a round has no legal pairing, the event is
    yielded once more with the absences from that round, and ``NoLegalPairing`` is raised.
    """
    refuse_impossible_event_properties(wishes)
    random = Random(seed)
    tournament = _build_event_with_participants(system, random, wishes, seed)
    if model is not None:
        tournament = replace(
            tournament,
            competitors=tuple(replace(c, joined=1) for c in model.competitors),
            boards=model.boards,
            details=model.details,
            forbidden=model.forbidden,
        )
    if wishes.numbered and system.order_of_entries is not None:
        tournament = system.assign_pairing_numbers(tournament)
    tournament = _draw_table_numbers_if_scheduled(tournament, system, random)
    yield tournament
    for _ in range(count_rounds_to_play(tournament, wishes)):
        tournament = _draw_absences_from_next_round(tournament, random, wishes)
        try:
            tournament = _pair_and_play_next_round(tournament, system, random, wishes)
        except NoLegalPairing:
            yield tournament
            raise
        yield tournament


def count_rounds_to_play(tournament: Tournament, wishes: Wishes) -> int:
    """Return the number of rounds to play, at most the length of a round-robin schedule."""
    return min(wishes.rounds, tournament.planned_rounds) - wishes.unpaired_last


LIMITS = {
    "competitors": message("the number of participants must be between {low} and {high}"),
    "rounds": message("the number of rounds must be between {low} and {high}"),
    "boards": message("the number of boards must be between {low} and {high}"),
    "top_rating": message("the rating of the strongest player must be between {low} and {high}"),
    "spread": message("the spread of ratings must be between {low} and {high}"),
    "draws": message("the percentage of draws must be between {low} and {high}"),
    "no_shows": message("the percentage of forfeits must be between {low} and {high}"),
    "absences": message("the percentage of zero-point byes must be between {low} and {high}"),
    "late": message("the percentage of late entries must be between {low} and {high}"),
    "leaving": message("the percentage of withdrawals must be between {low} and {high}"),
    "forbidden": message("the number of forbidden pairs must be between {low} and {high}"),
    "half_byes": message("the percentage of half-point byes must be between {low} and {high}"),
    "full_byes": message("the percentage of full-point byes must be between {low} and {high}"),
    "double_forfeits": message(
        "the percentage of double forfeits must be between {low} and {high}"
    ),
    "odd_results": message("the percentage of unusual results must be between {low} and {high}"),
    "unrated_games": message("the percentage of unrated games must be between {low} and {high}"),
    "unrated": message("the percentage of unrated players must be between {low} and {high}"),
    "titled": message("the percentage of titled players must be between {low} and {high}"),
}
"""The error message for each property, shown if its value is out of range."""


def refuse_impossible_event_properties(wishes: Wishes) -> None:
    """Raise ``BadInput`` with a problem for each requested property that is out of range."""
    ranges = {
        "competitors": (2, MOST_COMPETITORS),
        "rounds": (1, MOST_ROUNDS),
        "boards": (1, 20),
        "top_rating": (1, 4000),
        "spread": (0, wishes.top_rating - 1),
        "draws": (0, 100),
        "no_shows": (0, 100),
        "absences": (0, 100),
        "late": (0, 100),
        "leaving": (0, 100),
        "forbidden": (0, wishes.competitors),
        "half_byes": (0, 100),
        "full_byes": (0, 100),
        "double_forfeits": (0, 100),
        "odd_results": (0, 100),
        "unrated_games": (0, 100),
        "unrated": (0, 100),
        "titled": (0, 100),
    }
    problems = [
        Problem(say_kept(LIMITS[name], low=low, high=high), quoted=str(value))
        for name, (low, high) in ranges.items()
        if not low <= (value := getattr(wishes, name)) <= high
    ]
    if problems:
        raise BadInput(problems)


def _draw_whether_event_occurs(random: Random, percent: int) -> bool:
    return random.randrange(100) < percent


def _draw_whether_rare_event_occurs(random: Random, percent: int) -> bool:
    """Return True with this chance in percent. If the chance is 0, draw no random number."""
    return percent > 0 and _draw_whether_event_occurs(random, percent)


def _build_event_with_participants(
    system: System, random: Random, wishes: Wishes, seed: int
) -> Tournament:
    make = _build_team if system.teams else _build_player
    competitors = tuple(make(random, wishes, place) for place in range(wishes.competitors))
    numbers = [competitor.number for competitor in competitors]
    return Tournament(
        competitors=competitors,
        planned_rounds=wishes.rounds,
        boards=wishes.boards if system.teams else system.games,
        name=f"Generated event, seed {seed}",
        system=system.name,
        lot=random.choice((Colour.WHITE, Colour.BLACK)),
        forbidden=tuple(_draw_forbidden_pair(random, numbers) for _ in range(wishes.forbidden)),
        requests=tuple(
            Request(number, random.randrange(2, wishes.rounds + 1), Withdrawn())
            for number in numbers
            if wishes.rounds > 1 and _draw_whether_event_occurs(random, wishes.leaving)
        ),
        variations=wishes.variations,
        tie_breaks=wishes.tie_breaks,
        game_scale=wishes.scale,
    )


def _draw_table_numbers_if_scheduled(
    tournament: Tournament, system: System, random: Random
) -> Tournament:
    """Return the event with table numbers drawn by lot, if the system has a schedule.

    The number of planned rounds is then that of the schedule.
    """
    if system.timetable is None:
        return tournament
    numbers = [competitor.number for competitor in tournament.competitors]
    random.shuffle(numbers)
    lot = Lot(PAIRING_NUMBERS, tuple(numbers))
    return replace(
        tournament,
        lots=(*tournament.lots, lot),
        planned_rounds=len(system.timetable(tournament)),
    )


def _draw_forbidden_pair(random: Random, numbers: list[Number]) -> ForbiddenPair:
    a, b = sorted(random.sample(numbers, 2))
    return ForbiddenPair(a, b)


def _draw_rating(random: Random, wishes: Wishes, place: int) -> int:
    """Return a slightly random rating, which falls evenly as the index ``place`` rises."""
    step = wishes.spread * place // max(wishes.competitors - 1, 1)
    return max(wishes.top_rating - step - random.randrange(20), 1)


def _draw_entry_round(random: Random, wishes: Wishes) -> int:
    if wishes.all_at_start:
        return 1
    if wishes.rounds > 1 and _draw_whether_event_occurs(random, wishes.late):
        return random.randrange(2, min(4, wishes.rounds + 1))
    return 1


def _build_player(random: Random, wishes: Wishes, place: int) -> Player:
    number = Number(place + 1)
    rating = _draw_rating(random, wishes, place)
    joined = _draw_entry_round(random, wishes)
    return Player(
        number,
        f"Player {number:04}",
        rating=None if _draw_whether_rare_event_occurs(random, wishes.unrated) else rating,
        title=_title_for_rating(rating)
        if _draw_whether_rare_event_occurs(random, wishes.titled)
        else "",
        joined=joined,
    )


TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
"""The minimum rating for each title, from the highest title down."""


def _title_for_rating(rating: int) -> str:
    return next((title for lowest, title in TITLES if rating >= lowest), "")


def _build_team(random: Random, wishes: Wishes, place: int) -> Team:
    number = Number(place + 1)
    rating = _draw_rating(random, wishes, place)
    squad = wishes.boards + 1
    players = tuple(
        Player(
            Number(place * squad + board + 1),
            f"Player {number:04}-{board + 1}",
            rating=max(rating - 15 * board, 1),
        )
        for board in range(squad)
    )
    return Team(
        number,
        f"Team {number:04}",
        players=players,
        joined=_draw_entry_round(random, wishes),
    )


def _draw_absences_from_next_round(
    tournament: Tournament, random: Random, wishes: Wishes
) -> Tournament:
    upcoming = tournament.round_to_pair
    if upcoming == 1 and wishes.all_at_start:
        return tournament
    asked: dict[Number, Absence] = {}
    for outcome, rate in (
        (ZeroPointBye(), wishes.absences),
        (HalfPointBye(), wishes.half_byes),
        (FullPointBye(), wishes.full_byes),
    ):
        for competitor in tournament.competitors:
            if _draw_whether_rare_event_occurs(random, rate):
                asked.setdefault(competitor.number, outcome)
    there = {*participants_to_pair(tournament)}
    away = tuple(
        Request(number, upcoming, outcome)
        for number, outcome in asked.items()
        # Only participants who are present get points for a round, not those who withdrew or have
        # not arrived yet.
        if number in there or isinstance(outcome, ZeroPointBye)
    )
    return replace(tournament, requests=(*tournament.requests, *away))


def _pair_and_play_next_round(
    tournament: Tournament, system: System, random: Random, wishes: Wishes
) -> Tournament:
    pairing = system.pair(tournament)
    weakest = wishes.top_rating - wishes.spread
    strength = {c.number: playing_strength(c) or weakest for c in tournament.competitors}
    meet = _draw_result_of_pair if system.games == 1 else _draw_results_of_two_game_match
    meetings = tuple(meet(p, strength, random, wishes, tournament) for p in pairing.pairs)
    away = list_absences(tournament, pairing.bye)
    played = Round(tournament.round_to_pair, meetings, away)
    return replace(tournament, rounds=(*tournament.rounds, played))


def playing_strength(competitor: Player | Team) -> int:
    """Return the strength that results depend on: the rating of a player or of a team's first
    board.

    For a team without players, it is the team's average rating.
    """
    if not isinstance(competitor, Team):
        return competitor.rating or 0
    if competitor.players:
        return competitor.players[0].rating or 0
    return int(competitor.average or 0)


def _draw_result_of_pair(
    pair: Pair,
    strength: dict[Number, int],
    random: Random,
    wishes: Wishes,
    tournament: Tournament,
) -> Meeting:
    scale, boards = tournament.game_scale or Scale(), tournament.boards
    white, black = pair.white, pair.black
    if _draw_whether_rare_event_occurs(random, wishes.double_forfeits):
        return Meeting(white, black, manner=Manner.BOTH_DEFAULTED)
    if _draw_whether_event_occurs(random, wishes.no_shows):
        won = boards * (scale.win if scale.won_by_default is None else scale.won_by_default)
        lost = boards * (scale.lost_by_default or 0)
        points = (won, lost) if random.randrange(2) else (lost, won)
        return Meeting(white, black, *points, manner=Manner.DEFAULT)
    difference = strength[white] - strength[black]
    games = [_draw_game_points(difference, random, wishes, scale) for _ in range(boards)]
    rated = not _draw_whether_rare_event_occurs(random, wishes.unrated_games)
    points = sum(won for won, _ in games), sum(lost for _, lost in games)
    return Meeting(white, black, *points, rated=rated)


def _draw_results_of_two_game_match(
    pair: Pair,
    strength: dict[Number, int],
    random: Random,
    wishes: Wishes,
    tournament: Tournament,
) -> Meeting:
    """Return a random match of two games. A player who forfeits may miss one game or both."""
    both = _draw_result_of_pair(pair, strength, random, wishes, replace(tournament, boards=1))
    second = Pair(pair.table, pair.black, pair.white)
    games = []
    for one in (pair, second):
        alone = _draw_result_of_pair(one, strength, random, wishes, replace(tournament, boards=1))
        points = alone.white_points, alone.black_points
        rated = alone.rated and alone.manner is Manner.PLAYED
        games.append(Game(one.white, one.black, *points, alone.manner, rated))
    if both.manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED):
        points = both.white_points, both.black_points
        first = Game(pair.white, pair.black, *points, both.manner, rated=False)
        games = [first, Game(pair.black, pair.white, *points[::-1], both.manner, rated=False)]
    return build_two_game_match(pair.white, pair.black, games)


def _draw_game_points(
    difference: int, random: Random, wishes: Wishes, scale: Scale
) -> tuple[Tenths, Tenths]:
    """Return the points of White and Black in a random game, in tenths.

    Draws occur at the requested rate. Otherwise the winner depends on the rating difference.
    """
    if _draw_whether_rare_event_occurs(random, wishes.odd_results):
        draw, loss = scale.draw, scale.loss
        return random.choice(((draw, loss), (loss, draw), (loss, loss)))
    if wishes.by_table:
        return _draw_points_by_expected_score(difference, random, wishes, scale)
    if _draw_whether_event_occurs(random, max(wishes.draws - abs(difference) // 20, 0)):
        return scale.draw, scale.draw
    expected = min(max(500 + difference * 5 // 4, 10), 990)
    white_wins = random.randrange(1000) < expected
    return (scale.win, scale.loss) if white_wins else (scale.loss, scale.win)


def _draw_points_by_expected_score(
    difference: int, random: Random, wishes: Wishes, scale: Scale
) -> tuple[Tenths, Tenths]:
    """Return the points of White and Black in a random game.

    On average, White's points match the expected score in FIDE's table (B.02).
    """
    of_white = expected_percentage(difference)
    draws = min(wishes.draws, 2 * min(of_white, 100 - of_white))
    drawn = random.randrange(200)
    if drawn < 2 * draws:
        return scale.draw, scale.draw
    white_wins = drawn < draws + 2 * of_white
    return (scale.win, scale.loss) if white_wins else (scale.loss, scale.win)
