"""The crosstables of teams: records 801 and 802."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topboard import formats
from topboard.errors import BadInput
from topboard.model import (
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Round,
    Team,
    Tournament,
    ZeroPointBye,
)

RESULTS = {"1": (10, 0), "0": (0, 10), "=": (5, 5), "+": (10, 0), "-": (0, 10)}


def team(number, short_name, size=5):
    """A team whose players have numbers of their own."""
    players = tuple(Player(Number(100 * number + i), f"P{i}") for i in range(1, size + 1))
    return Team(Number(number), f"Team {number}", players, short_name=short_name)


def match(white, black, results, ours="1234", theirs="1234"):
    """A match by White's results and by places in the rosters; 0 is an empty chair."""
    games = []
    for board, result in enumerate(results):
        chairs = (int(ours[board], 36), int(theirs[board], 36))
        a, b = (
            Number(100 * t + c) if c else None for t, c in zip((white, black), chairs, strict=True)
        )
        points = RESULTS[result]
        manner = Manner.DEFAULT if result in "+-" else Manner.PLAYED
        played = manner is Manner.PLAYED
        if board % 2:
            a, b, points = b, a, points[::-1]
        games.append(Game(a, b, *points, manner, rated=played))
    totals = [sum(RESULTS[r][side] for r in results) for side in (0, 1)]
    return Meeting(Number(white), Number(black), *totals, games=tuple(games))


EVENT = Tournament(
    (team(1, "IND"), team(2, "UKR"), team(3, "GEO", 12), team(4, "POL")),
    (
        Round(1, (match(1, 2, "=0=1"),), ((Number(3), FullPointBye()), (Number(4), PairingBye()))),
        Round(2, (match(3, 1, "11=+", "12AC", "1240"), match(4, 2, "0==1"))),
        Round(
            3,
            (Meeting(Number(2), Number(3), 0, 40, Manner.DEFAULT, rated=False),),
            ((Number(1), HalfPointBye()), (Number(4), ZeroPointBye())),
        ),
    ),
    planned_rounds=3,
    boards=4,
)


def record_lines(event, code):
    """The lines of that record."""
    return [line for line in formats.dumps(event, "trf26").splitlines() if line[:3] == code]


def test_boards_and_roster_places_are_in_the_columns_of_the_fide_sample():
    ruler = "### TT NNNNN MMMM GGGG T01 C RRRR BBBB T02 C RRRR BBBB T03 C RRRR BBBB"
    lines = record_lines(EVENT, "801")

    assert lines == [
        "801  1 IND    2    4.5   2 w =0=1 1234   3 b 00=- 1240       HHHH",
        "801  2 UKR    2    4.0   1 b =1=0 1234   4 b 1==0 1234   3 w ----",
        "801  3 GEO    6   11.5       FFFF        1 w 11=+ 12AC   2 b ++++",
        "801  4 POL    2    4.0       UUUU        2 w 0==1 1234       ZZZZ",
    ]
    assert lines[2][ruler.index("T02") :].startswith("  1 w 11=+ 12AC")


def test_the_short_crosstable_shows_the_points_from_byes():
    assert record_lines(EVENT, "802")[2:] == [
        "802   3 GEO      6.0   11.5 FPB    4.0     1 w  3.5     2 b  4.0f",
        "802   4 POL      2.0    4.0 PAB    2.0     2 w  2.0   ZPB    0.0",
    ]


def test_three_digit_numbers_shift_the_columns_by_one():
    far = replace(team(2, "UKR"), number=Number(102))
    rounds = tuple(
        replace(
            r, meetings=(replace(match(1, 2, "=0=1"), black=Number(102)),), away=(), number=r.number
        )
        for r in EVENT.rounds[:1]
    )
    event = replace(EVENT, competitors=(EVENT.competitors[0], far), rounds=rounds)

    assert record_lines(event, "801")[1] == "801 102 UKR    1    2.0   1 b =1=0 1234"


def without_players(text):
    """The report without lines of players, line-ups and rosters, so that 801 alone tells."""
    gone = ("001", "300", "802", "062", "072")
    lines = [line for line in text.splitlines() if line[:3] not in gone]
    return "\n".join(line[:73] if line.startswith("310") else line for line in lines)


def matches_of(event):
    """The matches of every round, without their games."""
    return [
        {(m.white, m.black, m.white_points, m.black_points, m.manner) for m in played.meetings}
        for played in event.rounds
    ]


def test_matches_are_read_from_801_if_no_other_record_has_them():
    bare = formats.read_text(without_players(formats.dumps(EVENT, "trf26")), accept_points=True)

    assert matches_of(bare) == matches_of(EVENT)
    assert dict(bare.rounds[0].away) == dict(EVENT.rounds[0].away)


def test_an_unknown_opponent_in_801_is_reported_with_its_line():
    text = without_players(formats.dumps(EVENT, "trf26")).replace("   2 w =0=1", "   9 w =0=1")

    with pytest.raises(BadInput, match="there is no team with number 9"):
        formats.read_text(text, accept_points=True)


def test_a_report_with_801_is_written_back_unchanged():
    text = formats.dumps(EVENT, "trf26")

    assert formats.dumps(formats.read_text(text), "trf26") == text
