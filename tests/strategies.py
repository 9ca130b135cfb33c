"""Hypothesis strategies: random tournaments of players and of teams.

``player_events`` and ``team_events`` fill in everything the model can hold, whether it makes
sense or not. ``trf_player_events`` and ``trf_team_events`` keep to what a tournament report
file can carry. Nobody is paired twice in a round; all else is left to chance.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from topboard.model import (
    Adjustment,
    AwardedPoints,
    ByeRuling,
    Colour,
    Details,
    FixedTable,
    ForbiddenPair,
    FullPointBye,
    Game,
    HalfPointBye,
    Lot,
    Manner,
    Meeting,
    MemberBye,
    NotYetEntered,
    Number,
    OfficialRanks,
    PairingBye,
    Player,
    Rating,
    RatingChoice,
    RatingKind,
    Request,
    Round,
    Scale,
    Team,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

AWAY_KINDS = (HalfPointBye(), FullPointBye(), ZeroPointBye(), NotYetEntered(), Withdrawn())
TRF_AWAY_KINDS = AWAY_KINDS[:3]
MANNERS = (*(Manner.PLAYED,) * 3, Manner.DEFAULT, Manner.BOTH_DEFAULTED, Manner.UNFINISHED)
AWKWARD_NAMES = (
    "Fischer, Robert James",
    'O\'Kelly "the Count", Albéric',
    "ישראל גלפר, בוריס",
    "نورييف",
    "Ђорђевић; Ana\\Marija",
    "x" * 200,
    "日本",
    "-",
    "{",
)

letters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
texts = st.one_of(st.sampled_from(AWKWARD_NAMES), st.text(letters, max_size=40))
words = st.text("abcdefghijklmnopqrstuvwxyzÅß", min_size=1, max_size=3)
whole_numbers = st.integers(0, 3)
points = st.integers(-99, 999)
"""Points in tenths."""
rounds_of_the_event = st.integers(1, 12)


def _numbers(draw: DrawFn, most: int, highest: int) -> list[Number]:
    """Pairing numbers with gaps, in any order."""
    found = st.lists(st.integers(1, highest), min_size=2, max_size=most, unique=True)
    return [Number(n) for n in draw(found)]


# --- players and teams -------------------------------------------------------------------


_lists = st.sampled_from(("FIDE", "CFC", "Ingo"))
_kinds = st.sampled_from(RatingKind)
_periods = st.sampled_from(("", "2026-11", "2026-10-31"))
_ratings = st.builds(Rating, st.integers(1, 3000), _lists, _kinds, _periods)


@st.composite
def _players(draw: DrawFn, number: Number) -> Player:
    if draw(st.booleans()):
        return Player(number, draw(texts))
    return Player(
        number,
        draw(texts),
        rating=draw(st.none() | st.integers(0, 3000)),
        sex=draw(st.sampled_from(("", "m", "w"))),
        title=draw(st.sampled_from(("", "GM", "WIM"))),
        federation=draw(words),
        fide_id=draw(st.text("0123456789", max_size=11)),
        birth=draw(st.sampled_from(("", "1943/03/09"))),
        rating_source=draw(words),
        affiliations=tuple(draw(st.lists(words, max_size=2))),
        joined=draw(rounds_of_the_event),
        pairing_score=draw(st.none() | points),
        ratings=tuple(draw(st.lists(_ratings, max_size=2, unique_by=lambda r: (r.list, r.kind)))),
    )


averages = st.none() | st.fractions(0, 2900, max_denominator=8)


@st.composite
def _teams(draw: DrawFn, number: Number, persons: Sequence[Number]) -> Team:
    return Team(
        number,
        draw(texts),
        tuple(draw(_players(person)) for person in persons),
        average=draw(averages),
        letter=draw(st.sampled_from("ABC")),
        federation=draw(words),
        short_name=draw(words),
        previous_standing=draw(st.none() | st.integers(1, 200)),
        joined=draw(rounds_of_the_event),
        pairing_score=draw(st.none() | points),
    )


# --- rounds ------------------------------------------------------------------------------


def _split(chance: Random, numbers: Sequence[Number]) -> tuple[list[list[Number]], list[Number]]:
    """Some pairs, and the rest."""
    shuffled = list(numbers)
    chance.shuffle(shuffled)
    cut = 2 * chance.randint(0, len(shuffled) // 2)
    return [shuffled[i : i + 2] for i in range(0, cut, 2)], shuffled[cut:]


def _result(chance: Random, most: int, manner: Manner) -> tuple[int, int]:
    if manner in (Manner.BOTH_DEFAULTED, Manner.PENDING):
        return 0, 0
    if manner is Manner.DEFAULT:
        return chance.choice(((most, 0), (0, most), (most - 1, 0)))
    white = chance.randint(0, most)
    return white, chance.randint(0, most - white)


def _meeting(chance: Random, pair: Sequence[Number], most: int) -> Meeting:
    manner = chance.choice((*MANNERS, Manner.PENDING))
    white, black = pair
    unnamed = chance.random() < 0.3 and manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
    return Meeting(
        None if unnamed and white < black else white,
        None if unnamed and white > black else black,
        *_result(chance, most, manner),
        manner,
        rated=chance.random() < 0.7,
        paired_as=chance.choice((None, None, _result(chance, most, Manner.PLAYED))),
        colour_known=chance.random() < 0.8,
    )


def _game(chance: Random, a: Number | None, b: Number | None) -> Game:
    if a is None or b is None:
        manner = chance.choice((Manner.DEFAULT, Manner.BOTH_DEFAULTED))
    else:
        manner = chance.choice((*MANNERS, Manner.PENDING))
    white, black = (a, b) if chance.random() < 0.5 else (b, a)
    return Game(white, black, *_result(chance, 10, manner), manner, chance.random() < 0.7)


def _games(chance: Random, rosters: Sequence[Sequence[Number]], most: int) -> tuple[Game, ...]:
    boards = min(most, *(len(roster) for roster in rosters))
    chosen = [[p if chance.random() < 0.9 else None for p in roster] for roster in rosters]
    for line_up in chosen:
        chance.shuffle(line_up)
    return tuple(
        _game(chance, a, b) for a, b in zip(chosen[0][:boards], chosen[1][:boards], strict=True)
    )


def _round(
    chance: Random, number: int, numbers: Sequence[Number], most: int, rosters: dict[Number, list]
) -> Round:
    pairs, rest = _split(chance, numbers)
    meetings = []
    for pair in pairs:
        meeting = _meeting(chance, pair, most)
        if rosters and None not in (meeting.white, meeting.black) and chance.random() < 0.5:
            meeting = replace(meeting, games=_games(chance, [rosters[n] for n in pair], most // 10))
        meetings.append(meeting)
    away = tuple(
        (n, chance.choice((PairingBye(), *AWAY_KINDS))) for n in rest if chance.random() < 0.8
    )
    return Round(number, tuple(meetings), away, chance.random() < 0.5, chance.random() < 0.8)


def _published(chance: Random, number: int, numbers: Sequence[Number]) -> Round | None:
    """Pairs without results, as they are hung up."""
    if chance.random() < 0.4:
        return None
    pairs, rest = _split(chance, numbers)
    meetings = tuple(
        Meeting(*pair, manner=Manner.PENDING, colour_known=chance.random() < 0.8) for pair in pairs
    )
    bye = ((rest[0], PairingBye()),) if rest and chance.random() < 0.5 else ()
    return Round(number, meetings, bye, chance.random() < 0.5)


# --- decisions ---------------------------------------------------------------------------


@st.composite
def _details(draw: DrawFn) -> Details:
    several = st.lists(texts, max_size=2).map(tuple)
    return Details(
        *(draw(texts) for _ in range(6)),
        deputies=draw(several),
        time_control=draw(texts),
        round_dates=draw(several),
        comments=draw(several),
        other=draw(st.lists(st.tuples(words, texts), max_size=2).map(tuple)),
    )


def _official_ranks(numbers: Sequence[Number]) -> st.SearchStrategy[OfficialRanks]:
    ranks = st.lists(st.tuples(st.sampled_from(numbers), st.integers(1, 99)), max_size=3)
    return st.builds(OfficialRanks, whole_numbers, ranks.map(tuple), ranks.map(tuple))


def _decisions(draw: DrawFn, numbers: Sequence[Number]) -> dict[str, object]:
    """Every kind of decision, over the competitors given."""
    one = st.sampled_from(numbers)
    a_round = rounds_of_the_event
    two = st.lists(one, min_size=2, max_size=2, unique=True)
    said, open_ = st.integers(0, 30), st.none() | st.integers(0, 30)
    scales = st.none() | st.builds(Scale, *(said,) * 3, *(open_,) * 6)

    def several(strategy: st.SearchStrategy[object]) -> tuple[object, ...]:
        return tuple(draw(st.lists(strategy, max_size=2)))

    return {
        "lots": several(st.builds(Lot, texts, st.permutations(numbers).map(tuple))),
        "requests": several(st.builds(Request, one, a_round, st.sampled_from(AWAY_KINDS))),
        "forbidden": several(
            two.flatmap(
                lambda pair: st.builds(
                    ForbiddenPair,
                    st.just(pair[0]),
                    st.just(pair[1]),
                    a_round,
                    st.sampled_from((3, 11, 10_000)),
                    st.booleans(),
                )
            )
        ),
        "required": several(two.map(tuple)),
        "bye_rulings": several(st.builds(ByeRuling, one, st.booleans(), a_round, a_round)),
        "adjustments": several(st.builds(Adjustment, one, points, points, a_round, a_round)),
        "awarded": several(
            st.builds(AwardedPoints, one, a_round, st.none() | points, st.none() | points, words)
        ),
        "fixed_tables": several(st.builds(FixedTable, one, st.integers(1, 9), texts)),
        "accelerated": draw(st.none() | st.frozensets(one)),
        "match_scale": draw(scales),
        "unrated_as": draw(st.none() | st.integers(0, 2000)),
        "rating_order": tuple(
            draw(st.lists(st.builds(RatingChoice, _lists, _kinds, _periods), max_size=2))
        ),
        "variations": several(texts),
        "tie_breaks": several(words),
        "member_byes": several(
            st.builds(
                MemberBye,
                st.integers(10, 20),
                a_round,
                st.integers(0, 12),
                st.sampled_from((PairingBye(), *AWAY_KINDS)),
            )
        ),
        "official_ranks": draw(st.none() | _official_ranks(numbers)),
        "details": draw(_details()),
    }


def _event(
    draw: DrawFn, competitors: Sequence[Player | Team], boards: int, rosters: dict[Number, list]
) -> Tournament:
    chance = Random(draw(st.integers(0, 2**32)))
    numbers = [c.number for c in competitors]
    rounds = tuple(
        _round(chance, number, numbers, 10 * boards, rosters)
        for number in range(1, 1 + draw(whole_numbers))
    )
    published = (_published if chance.random() < 0.7 else _any_round)(
        chance, len(rounds) + 1, numbers
    )
    return Tournament(
        tuple(competitors),
        rounds,
        planned_rounds=draw(rounds_of_the_event),
        boards=boards,
        name=draw(texts),
        system=draw(texts),
        lot=draw(st.none() | st.sampled_from(Colour)),
        published=published,
        **_decisions(draw, numbers),
    )


def _any_round(chance: Random, number: int, numbers: Sequence[Number]) -> Round:
    return _round(chance, number, numbers, 10, {})


@st.composite
def player_events(draw: DrawFn, highest: int = 99_999) -> Tournament:
    """Any event of single players."""
    numbers = _numbers(draw, 7, highest)
    return _event(draw, [draw(_players(n)) for n in numbers], 1, {})


@st.composite
def team_events(draw: DrawFn, highest: int = 99_999) -> Tournament:
    """Any event of teams, with or without rosters."""
    numbers = _numbers(draw, 6, highest)
    size = draw(st.sampled_from((0, 0, 2, 5)))
    persons = [Number(10 + i) for i in range(size * len(numbers))]
    rosters = {n: persons[i * size : (i + 1) * size] for i, n in enumerate(numbers) if size}
    teams = [draw(_teams(n, rosters.get(n, []))) for n in numbers]
    return _event(draw, teams, draw(st.sampled_from((1, 2, 4))), rosters)


# --- what a tournament report file can carry ---------------------------------------------

TRF_RESULTS = ("10", "01", "==", "=0", "0=", "00")
"""The results of a game that two lines can show."""


def _short(longest: int) -> st.SearchStrategy[str]:
    """A text that fits into so many columns and has no blanks around it."""
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
        pairs, rest = _split(chance, numbers)
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
    pairs, rest = _split(chance, numbers)
    if not pairs:
        return None
    bye = ((rest[0], PairingBye()),) if rest and chance.random() < 0.5 else ()
    meetings = tuple(Meeting(*pair, manner=Manner.PENDING) for pair in pairs)
    return Round(number, meetings, bye, tables_known=False)


@st.composite
def _trf_details(draw: DrawFn) -> Details:
    line = _short(60)
    lines = st.lists(line.filter(bool), max_size=2).map(tuple)
    kept = st.tuples(st.sampled_from(("172", "202", "FRA", "XYZ")), line.map(" {}".format))
    return Details(
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
    numbers = _numbers(draw, 7, 9_999)
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
        # A line has one cell for the round to come: a pair or a request, not both.
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
    """So many of the roster, usually in its order, sometimes with an empty chair."""
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
    numbers = _numbers(draw, 6, 999)
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
