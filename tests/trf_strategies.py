"""Hypothesis strategies: random tournaments that a tournament report file can carry."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.strategies import (
    AWAY_KINDS,
    AWKWARD_NAMES,
    MANNERS,
    letters,
    rounds_of_the_event,
    some_numbers,
    some_pairs,
    whole_numbers,
)
from topboard.model import (
    Adjustment,
    AwardedPoints,
    Colour,
    EventInfo,
    ForbiddenPair,
    Game,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Scale,
    Team,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

TRF_AWAY_KINDS = AWAY_KINDS[:3]
TRF_RESULTS = ("10", "01", "==", "=0", "0=", "00")
"""The results of a game that two lines can show."""


def _short(longest: int) -> st.SearchStrategy[str]:
    """A text that fits into that many columns and has no blanks around it."""
    return st.one_of(
        st.sampled_from([name for name in AWKWARD_NAMES if len(name) <= longest] or ["-"]),
        st.text(letters, max_size=longest).map(lambda text: text.strip(" ")),
    )


@st.composite
def _trf_players(draw: DrawFn, number: Number) -> Player:
    return Player(
        number,
        draw(_short(33)),
        rating=draw(st.none() | st.integers(1, 9999)),
        sex=draw(st.sampled_from(("", "m", "w"))),
        title=draw(st.sampled_from(("", "GM", "WIM"))),
        federation=draw(_short(3)),
        fide_id=draw(st.text("0123456789", max_size=11)),
        birth=draw(st.sampled_from(("", "1943/03/09"))),
    )


def _trf_result(chance: Random, scale: Scale, manner: Manner) -> tuple[int, int, bool]:
    """Points of White and Black, and whether rated."""
    if manner is Manner.PLAYED:
        worth = {"1": scale.win, "=": scale.draw, "0": scale.loss}
        white, black = (worth[code] for code in chance.choice(TRF_RESULTS))
        return white, black, chance.random() < 0.8
    if manner is Manner.DEFAULT:
        return *chance.choice(((scale.win, 0), (0, scale.win))), False
    if manner is Manner.UNFINISHED:
        return scale.draw, scale.draw, True
    return 0, 0, manner is Manner.PENDING


def _trf_game(chance: Random, pair: Sequence[Number], scale: Scale, manner: Manner) -> Meeting:
    white, black, rated = _trf_result(chance, scale, manner)
    if manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED) and chance.random() < 0.3:
        points = scale.win if manner is Manner.DEFAULT else 0
        if chance.random() < 0.5:
            return Meeting(None, pair[1], 0, points, manner, rated)
        known = chance.random() < 0.5 or manner is Manner.BOTH_DEFAULTED
        return Meeting(pair[0], None, points, 0, manner, rated, colour_known=known)
    return Meeting(*pair, white, black, manner, rated)


def _trf_round(chance: Random, number: int, numbers: Sequence[Number], meeting_of) -> Round:
    """A round with at least one result."""
    pairs, rest = [], []
    while not pairs:
        pairs, rest = some_pairs(chance, numbers)
    manners = [chance.choice((*MANNERS, Manner.PENDING)) for _ in pairs]
    manners[0] = Manner.PLAYED
    meetings = [meeting_of(pair, manner) for pair, manner in zip(pairs, manners, strict=True)]
    named = {n for meeting in meetings for n in (meeting.white, meeting.black)}
    away = tuple(
        (n, chance.choice((PairingBye(), *TRF_AWAY_KINDS)))
        for n in numbers
        if n not in named and (n in rest) and chance.random() < 0.7
    )
    return Round(number, tuple(meetings), away, tables_known=False)


def _trf_published(chance: Random, number: int, numbers: Sequence[Number]) -> Round | None:
    pairs, rest = some_pairs(chance, numbers)
    if not pairs:
        return None
    bye = ((rest[0], PairingBye()),) if rest and chance.random() < 0.5 else ()
    meetings = tuple(Meeting(*pair, manner=Manner.PENDING) for pair in pairs)
    return Round(number, meetings, bye, tables_known=False)


@st.composite
def _trf_details(draw: DrawFn) -> EventInfo:
    line = _short(60)
    lines = st.lists(line.filter(bool), max_size=2).map(tuple)
    kept = st.tuples(st.sampled_from(("172", "202", "FRA", "XYZ")), line.map(" {}".format))
    return EventInfo(
        *(draw(line) for _ in range(6)),
        deputies=draw(lines),
        time_control=draw(line),
        round_dates=draw(st.sampled_from(((), ("08/11/13", "08/11/14"), ("", "08/11/14")))),
        comments=draw(lines.map(lambda texts: tuple(t for t in texts if t[:8] != "topboard"))),
        other=tuple((code, text.rstrip(" ")) for code, text in draw(st.lists(kept, max_size=2))),
    )


def _trf_decisions(
    draw: DrawFn, numbers: Sequence[Number], upcoming: int, edition: str
) -> dict[str, object]:
    one = st.sampled_from(numbers)
    two = st.lists(one, min_size=2, max_size=2, unique=True)
    asked = st.dictionaries(
        st.tuples(one, st.integers(upcoming, upcoming + 2)),
        st.sampled_from(TRF_AWAY_KINDS),
        max_size=3,
    )
    to_the_end = [ForbiddenPair(*pair) for pair in draw(st.lists(two, max_size=2))]
    found: dict[str, object] = {
        "forbidden": tuple(to_the_end),
        "requests": tuple(Request(*key, outcome) for key, outcome in draw(asked).items()),
        "accelerated": draw(st.none() | st.frozensets(one, min_size=1)),
        "planned_rounds": draw(rounds_of_the_event),
        "name": draw(_short(60)),
        "system": draw(_short(30)),
        "lot": draw(st.none() | st.sampled_from(Colour)),
        "details": draw(_trf_details()),
    }
    if edition == "trf26":
        few_points = st.integers(-99, 999)
        some_round = st.integers(1, 100)
        found["forbidden"] = tuple(
            replace(pair, first=draw(some_round), last=draw(st.sampled_from((1, 99, 10_000))))
            for pair in to_the_end
        )
        change = st.builds(Adjustment, one, few_points, few_points, st.integers(1, 101))
        award = st.builds(
            AwardedPoints,
            one,
            some_round,
            st.none() | few_points,
            st.none() | few_points,
            st.sampled_from("WDLFHZ+-"),
        )
        found["adjustments"] = tuple(draw(st.lists(change, max_size=2)))
        found["awarded"] = tuple(draw(st.lists(award, max_size=2)))
        found["match_scale"] = draw(st.none() | _scales())
    return found


def _scales() -> st.SearchStrategy[Scale]:
    """Scales in which a win is worth something and a draw not less than a loss."""
    three = st.lists(st.integers(0, 50), min_size=3, max_size=3).map(sorted)
    return three.map(lambda points: Scale(points[2] + 1, points[1], points[0]))


@st.composite
def trf_player_events(draw: DrawFn, edition: str) -> Tournament:
    """Events of players that a report file carries without loss."""
    numbers = some_numbers(draw, 7, 9_999)
    scale = draw(st.none() | _scales())
    chance = Random(draw(st.integers(0, 2**32)))

    def game(pair: Sequence[Number], manner: Manner) -> Meeting:
        return _trf_game(chance, pair, scale or Scale(), manner)

    rounds = tuple(
        _trf_round(chance, number, numbers, game) for number in range(1, 1 + draw(whole_numbers))
    )
    decisions = _trf_decisions(draw, numbers, len(rounds) + 1, edition)
    published = _trf_published(chance, len(rounds) + 1, numbers)
    if edition == "trf16" and published is not None:
        # A line has one cell for the next round: a pair or a request, not both.
        decisions["requests"] = ()
    return Tournament(
        tuple(draw(_trf_players(n)) for n in numbers),
        rounds,
        game_scale=scale,
        published=published,
        **decisions,
    )


# --- matches that a report file can carry ------------------------------------------------


def _line_up(chance: Random, roster: Sequence[Number], boards: int) -> list[Number | None]:
    """That many of the roster, usually in its order, sometimes with an empty chair."""
    chosen = sorted(chance.sample(list(roster), boards), key=list(roster).index)
    if chance.random() < 0.3:
        chance.shuffle(chosen)
    return [person if chance.random() < 0.9 else None for person in chosen]


def _trf_board(
    chance: Random, white: Number | None, black: Number | None, scale: Scale, manner: Manner
) -> Game:
    if white is None and black is None:
        return Game(None, None, manner=Manner.BOTH_DEFAULTED, rated=False)
    if white is None or black is None:
        won = chance.random() < 0.8
        points = scale.win if won else 0
        manner = Manner.DEFAULT if won else Manner.BOTH_DEFAULTED
        return Game(white, black, points * (black is None), points * (white is None), manner, False)
    white_points, black_points, rated = _trf_result(chance, scale, manner)
    return Game(white, black, white_points, black_points, manner, rated)


def _trf_match(
    chance: Random,
    pair: Sequence[Number],
    rosters: dict[Number, list[Number]],
    boards: int,
    scale: Scale,
    manner: Manner,
) -> Meeting:
    """A match with its games, White of the pair having White at the odd boards."""
    line_ups = [_line_up(chance, rosters[team], boards) for team in pair]
    line_ups[0][0], line_ups[1][0] = rosters[pair[0]][0], rosters[pair[1]][0]
    for line_up, team in zip(line_ups, pair, strict=True):
        line_up[1:] = [p if p != rosters[team][0] else None for p in line_up[1:]]
    games = []
    for board in range(boards):
        sides = [line_up[board] for line_up in line_ups]
        if board % 2:
            sides.reverse()
        games.append(_trf_board(chance, *sides, scale, _manner_at(chance, board, manner)))
    points = [0, 0]
    for board, game in enumerate(games):
        points[board % 2] += game.white_points
        points[1 - board % 2] += game.black_points
    if manner is Manner.PENDING:
        games = [replace(g, manner=Manner.PENDING) if g.white and g.black else g for g in games]
        if any(game.manner is not Manner.PENDING for game in games):
            manner = Manner.UNFINISHED
    return Meeting(*pair, *points, manner, games=tuple(games))


def _manner_at(chance: Random, board: int, of_match: Manner) -> Manner:
    """The first board decides how the match ended, the others add what they like."""
    if board == 0 or of_match is Manner.PENDING:
        return of_match
    return chance.choice((*(Manner.PLAYED,) * 3, Manner.DEFAULT, Manner.BOTH_DEFAULTED))


def _trf_default(
    chance: Random, pair: Sequence[Number], boards: int, scale: Scale, manner: Manner
) -> Meeting:
    """A match not played; the players are not named."""
    full = boards * scale.win
    won = chance.choice((full, full, max(1, full - 5))) if manner is Manner.DEFAULT else 0
    white, black = chance.choice(((won, 0), (0, won)))
    if chance.random() < 0.3:
        known = chance.random() < 0.5
        return Meeting(pair[0], None, won, 0, manner, False, colour_known=known)
    return Meeting(*pair, white, black, manner, False)


@st.composite
def trf_team_events(draw: DrawFn) -> Tournament:
    """Events of teams that TRF26 carries without loss."""
    numbers = some_numbers(draw, 6, 999)
    boards = draw(st.sampled_from((1, 2, 4)))
    scale = draw(st.none() | _scales())
    chance = Random(draw(st.integers(0, 2**32)))
    size = draw(st.sampled_from((0, boards, boards + 2)))
    persons = [Number(n) for n in range(1, 1 + size * len(numbers))]
    chance.shuffle(persons)
    rosters = {n: persons[i * size : (i + 1) * size] for i, n in enumerate(numbers)}

    def match(pair: Sequence[Number], manner: Manner) -> Meeting:
        worth = scale or Scale()
        if manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED):
            return _trf_default(chance, pair, boards, worth, manner)
        if size:
            return _trf_match(chance, pair, rosters, boards, worth, manner)
        if manner is Manner.PENDING:
            return Meeting(*pair, manner=manner)
        won = chance.randint(0, boards * worth.win)
        return Meeting(*pair, won, boards * worth.win - won)

    rounds = tuple(
        _trf_round(chance, number, numbers, match) for number in range(1, 1 + draw(whole_numbers))
    )
    teams = tuple(
        Team(
            number,
            draw(_short(32)),
            tuple(draw(_trf_players(person)) for person in rosters[number]),
            average=draw(st.none() | st.integers(1, 2900).map(Fraction)),
            short_name=draw(_short(5)),
        )
        for number in numbers
    )
    return Tournament(
        teams,
        rounds,
        boards=boards,
        game_scale=scale,
        published=_trf_published(chance, len(rounds) + 1, numbers),
        **_trf_decisions(draw, numbers, len(rounds) + 1, "trf26"),
    )
