"""Hypothesis strategies: random tournaments of players and of teams.

``player_events`` and ``team_events`` fill in everything the model can hold, whether it makes
sense or not. Nobody is paired twice in a round; all else is left to chance.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from topboard.model import (
    Adjustment,
    AwardedPoints,
    ByeRuling,
    Colour,
    EventInfo,
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


def some_numbers(draw: DrawFn, most: int, highest: int) -> list[Number]:
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
        club=draw(words),
        national_id=draw(st.sampled_from(("", "100001"))),
        contact=draw(st.sampled_from(("", "someone@example.org"))),
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


def some_pairs(
    chance: Random, numbers: Sequence[Number]
) -> tuple[list[list[Number]], list[Number]]:
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
        paired_manner=chance.choice((Manner.UNFINISHED, Manner.UNFINISHED, Manner.PLAYED)),
        known_from=chance.choice((0, 0, 3)),
        rated_as=chance.choice((None, None, _result(chance, most, Manner.PLAYED))),
        colour_known=chance.random() < 0.8,
        did_not_arrive=chance.choice((None, None, None, True, False)),
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
    pairs, rest = some_pairs(chance, numbers)
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


def _get_published_round(chance: Random, number: int, numbers: Sequence[Number]) -> Round | None:
    """Pairs without results, as they are hung up."""
    if chance.random() < 0.4:
        return None
    pairs, rest = some_pairs(chance, numbers)
    meetings = tuple(
        Meeting(*pair, manner=Manner.PENDING, colour_known=chance.random() < 0.8) for pair in pairs
    )
    bye = ((rest[0], PairingBye()),) if rest and chance.random() < 0.5 else ()
    return Round(number, meetings, bye, chance.random() < 0.5)


# --- decisions ---------------------------------------------------------------------------


@st.composite
def _details(draw: DrawFn) -> EventInfo:
    several = st.lists(texts, max_size=2).map(tuple)
    return EventInfo(
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

    def lists_of(strategy: st.SearchStrategy[object]) -> tuple[object, ...]:
        return tuple(draw(st.lists(strategy, max_size=2)))

    return {
        "lots": lists_of(st.builds(Lot, texts, st.permutations(numbers).map(tuple))),
        "requests": lists_of(st.builds(Request, one, a_round, st.sampled_from(AWAY_KINDS))),
        "forbidden": lists_of(
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
        "required": lists_of(two.map(tuple)),
        "bye_rulings": lists_of(st.builds(ByeRuling, one, st.booleans(), a_round, a_round)),
        "adjustments": lists_of(st.builds(Adjustment, one, points, points, a_round, a_round)),
        "awarded": lists_of(
            st.builds(AwardedPoints, one, a_round, st.none() | points, st.none() | points, words)
        ),
        "fixed_tables": lists_of(st.builds(FixedTable, one, st.integers(1, 9), texts)),
        "accelerated": draw(st.none() | st.frozensets(one)),
        "match_scale": draw(scales),
        "unrated_as": draw(st.none() | st.integers(0, 2000)),
        "rating_order": tuple(
            draw(st.lists(st.builds(RatingChoice, _lists, _kinds, _periods), max_size=2))
        ),
        "variations": lists_of(texts),
        "tie_breaks": lists_of(words),
        "member_byes": lists_of(
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
    published = (_get_published_round if chance.random() < 0.7 else _any_round)(
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
    numbers = some_numbers(draw, 7, highest)
    return _event(draw, [draw(_players(n)) for n in numbers], 1, {})


@st.composite
def team_events(draw: DrawFn, highest: int = 99_999) -> Tournament:
    """Any event of teams, with or without rosters."""
    numbers = some_numbers(draw, 6, highest)
    size = draw(st.sampled_from((0, 0, 2, 5)))
    persons = [Number(10 + i) for i in range(size * len(numbers))]
    rosters = {n: persons[i * size : (i + 1) * size] for i, n in enumerate(numbers) if size}
    teams = [draw(_teams(n, rosters.get(n, []))) for n in numbers]
    return _event(draw, teams, draw(st.sampled_from((1, 2, 4))), rosters)
