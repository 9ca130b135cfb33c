"""A match of two games in a report file: two columns, one for each game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topboard.analysis.generate import Wishes, generate
from topboard.errors import BadInput
from topboard.formats import dumps
from topboard.formats.losses import describe_tournament_differences
from topboard.formats.trf.report import parse_trf
from topboard.model import (
    Adjustment,
    AwardedPoints,
    Colour,
    EventInfo,
    ForbiddenPair,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Scale,
    Tournament,
    ZeroPointBye,
)
from topboard.model.two_games import build_two_game_match
from topboard.systems.registry import system

SYSTEM = "fide_double_swiss_2026"
NAMES = ("Ann", "Bea", "Cid", "Dan", "Eve")


def event(*rounds: Round, **facts: object) -> Tournament:
    """Five players in an event of three rounds."""
    return Tournament(
        tuple(Player(Number(n), name) for n, name in enumerate(NAMES, start=1)),
        rounds,
        planned_rounds=3,
        boards=2,
        system=SYSTEM,
        lot=Colour.WHITE,
        **facts,  # type: ignore[arg-type]
    )


def match(white: int, black: int, *games: tuple[int, int, Manner]) -> Meeting:
    """A match, each game with the points of the side named first."""
    sides = ((white, black), (black, white))
    made = []
    for at, ((one, other), (own, against, manner)) in enumerate(zip(sides, games, strict=True)):
        points = (own, against) if at == 0 else (against, own)
        rated = manner in (Manner.PLAYED, Manner.PENDING, Manner.UNFINISHED)
        made.append(Game(Number(one), Number(other), *points, manner, rated))
    return build_two_game_match(Number(white), Number(black), made)


WON, DRAWN = (10, 0, Manner.PLAYED), (5, 5, Manner.PLAYED)
BY_DEFAULT, TO_COME = (10, 0, Manner.DEFAULT), (0, 0, Manner.PENDING)
FIRST = Round(
    1,
    (match(1, 3, WON, DRAWN), match(4, 2, (5, 0, Manner.PLAYED), BY_DEFAULT)),
    ((Number(5), PairingBye()),),
    tables_known=False,
)


def cells(text: str) -> dict[str, list[str]]:
    """The cells of every player's line."""
    return {
        line[14:47].strip(): [line[i : i + 8].strip() for i in range(91, len(line), 10)]
        for line in text.splitlines()
        if line.startswith("001")
    }


def test_every_game_has_its_own_column_and_a_bye_fills_both():
    text = dumps(event(FIRST), "trf26")

    assert cells(text) == {
        "Ann": ["3 w 1", "3 b ="],
        "Bea": ["4 b 0", "4 w -"],
        "Cid": ["1 b 0", "1 w ="],
        "Dan": ["2 w =", "2 b +"],
        "Eve": ["0000 - U", "0000 - U"],
    }
    assert "142 6" in text.splitlines()
    assert "192 FIDE_DOUBLESWISS" in text.splitlines()
    assert text.startswith('### topboard columns "every round is a match of two games')


def test_points_are_the_sum_of_both_games():
    lines = dumps(event(FIRST), "trf26").splitlines()

    points = {line[14:47].strip(): line[80:84].strip() for line in lines if line[:3] == "001"}
    assert points == {"Ann": "1.5", "Bea": "0.0", "Cid": "0.5", "Dan": "1.5", "Eve": "1.5"}


WITH_EVERYTHING = event(
    FIRST,
    Round(
        2,
        (
            replace(match(5, 1, WON, WON), paired_as=(10, 10), known_from=3),
            Meeting(Number(2), Number(3), 15, 5),
        ),
        ((Number(4), HalfPointBye()),),
    ),
    requests=(Request(Number(3), 3, ZeroPointBye()),),
    forbidden=(ForbiddenPair(Number(1), Number(4), 2, 3), ForbiddenPair(Number(2), Number(5))),
    adjustments=(Adjustment(Number(2), game_points=-5, known_from=2),),
    awarded=(AwardedPoints(Number(4), 1, game_points=20, kind="W"),),
    details=EventInfo(round_dates=("26/11/14", "26/11/15", "26/11/16")),
)


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
@pytest.mark.parametrize(
    "before",
    [
        event(),
        event(FIRST),
        WITH_EVERYTHING,
        event(Round(1, (match(1, 3, WON, TO_COME), match(4, 2, DRAWN, DRAWN)))),
        event(Round(1, (match(1, 3, WON, (5, 5, Manner.UNFINISHED)),))),
        event(Round(1, (match(1, 3, BY_DEFAULT, (0, 10, Manner.DEFAULT)),))),
        event(Round(1, (Meeting(Number(1), None, 20, 0, Manner.DEFAULT, rated=False),))),
        event(
            FIRST,
            published=Round(
                2,
                (Meeting(Number(2), Number(1), manner=Manner.PENDING),),
                ((Number(3), PairingBye()),),
                tables_known=False,
            ),
        ),
        event(FIRST, game_scale=Scale(30, 10, 0, bye=40)),
    ],
)
def test_nothing_is_lost_in_a_round_trip(before, edition):
    after = parse_trf(dumps(before, edition), "back.trf", accept_points=True)

    assert describe_tournament_differences(before, after) == []


def test_nothing_in_randomly_generated_events_is_lost():
    wishes = Wishes(
        12,
        6,
        no_shows=12,
        absences=4,
        late=8,
        leaving=8,
        half_byes=5,
        full_byes=3,
        double_forfeits=4,
        odd_results=8,
        unrated_games=4,
        variations=("baku",),
    )
    for seed in range(12):
        made = generate(system(SYSTEM), seed, wishes)
        edition = "trf26" if seed % 2 else "trf16"

        assert (
            describe_tournament_differences(made, parse_trf(dumps(made, edition), "back.trf")) == []
        )


# --- files of others ------------------------------------------------------------------------


def report(*rows: str, rounds: int = 6, code: str = "FIDE_DOUBLESWISS") -> str:
    """A report with nothing but its columns, a row for each player."""
    lines = ["012 Test", f"142 {rounds}", f"192 {code}"]
    for number, row in enumerate(rows, start=1):
        lines.append(
            f"001 {number:4}      {f'Player {number}':33} {2600 - number:4}".ljust(91) + row
        )
    return "\r".join(lines) + "\r"


def test_columns_from_another_program_are_combined_into_matches():
    read = parse_trf(
        report(
            "   3 w 1     3 b =  0000 - H  0000 - H",
            "   4 w =     4 b +",
            "   1 b 0     1 w =",
            "   2 b 0     2 w -",
        ),
        "theirs.trf",
    )

    assert (read.planned_rounds, read.boards, len(read.rounds)) == (3, 2, 1)
    first, second = read.rounds[0].meetings
    assert (first.white, first.black, first.white_points, first.black_points) == (1, 3, 15, 5)
    assert (second.white_points, second.black_points, second.manner) == (15, 0, Manner.PLAYED)
    assert [game.manner for game in second.games] == [Manner.PLAYED, Manner.DEFAULT]
    assert read.requests == (Request(Number(1), 2, HalfPointBye()),)


def test_points_awarded_for_one_game_are_added_to_those_of_the_other():
    rows = "   2 w 1     2 b =", "   1 b 0     1 w ="
    award = "299 W        0.5  001    1\r"

    read = parse_trf(report(*rows) + award, "award.trf", accept_points=True)

    assert read.awarded == (AwardedPoints(Number(1), 1, game_points=10, kind="W"),)


def test_a_game_without_a_result_is_pending():
    read = parse_trf(report("   2 w 1     2 b", "   1 b 0     1 w"), "half.trf")

    (meeting,) = read.rounds[0].meetings
    assert meeting.manner is Manner.PENDING
    assert [game.manner for game in meeting.games] == [Manner.PLAYED, Manner.PENDING]


def test_a_forfeited_match_without_colours_counts_for_the_player_present():
    read = parse_trf(report("   2 - -     2 - -", "   1 - +     1 - +"), "forfeit.trf")

    (meeting,) = read.rounds[0].meetings
    points = {meeting.white: meeting.white_points, meeting.black: meeting.black_points}
    assert points == {1: 0, 2: 20}
    assert (meeting.manner, meeting.colour_known) == (Manner.DEFAULT, False)


@pytest.mark.parametrize(
    ("rows", "rounds", "what"),
    [
        (
            ("   2 w 1     2 w 1", "   1 b 0     1 b 0"),
            6,
            "the colours are not reversed in the second game of the match",
        ),
        (
            (
                "   2 w 1     3 b 1",
                "   1 b 0     4 w 0",
                "   4 w 1     1 w 0",
                "   3 b 0     2 b 1",
            ),
            6,
            "the two games of a match have different players",
        ),
        (
            ("   2 w 1     2 b 1", "   1 b 0     1 w 0", "0000 - U  0000 - Z"),
            6,
            "player 3 has different byes for the two games of a match",
        ),
        (("   2 w 1  0000 - H", "   1 b 0"), 6, "player 1 has a bye for only one of the two games"),
        (("   2 w 1     2 b 1", "   1 b 0     1 w 0"), 5, "the number of rounds is odd"),
    ],
)
def test_columns_that_do_not_form_matches_are_refused(rows, rounds, what):
    with pytest.raises(BadInput, match=what):
        parse_trf(report(*rows, rounds=rounds), "wrong.trf")


def test_the_code_of_an_accelerated_event_is_read_and_written():
    read = parse_trf(
        report("   2 w 1     2 b 1", "   1 b 0     1 w 0", code="FIDE_DOUBLESWISS_BAKU"), "b.trf"
    )

    assert (read.system, read.variations) == (SYSTEM, ("baku",))
    assert "192 FIDE_DOUBLESWISS_BAKU" in dumps(read, "trf26").splitlines()
