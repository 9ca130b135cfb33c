"""Report files as other programs write them: small ones, invented, each in one dialect.

What a dialect is like was learned from the programs' manuals and from files in public; no file
is copied.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from topboard import formats
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    OfficialRanks,
    PairingBye,
    Request,
    ZeroPointBye,
)

FOLDER = Path(__file__).parents[1] / "fixtures" / "trf" / "dialects"
DIALECTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.trf"))}

WRITTEN_AS = {
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "LF": lambda text: text.encode(),
    "CR LF, with a byte order mark": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "a Windows code page": lambda text: text.replace("\n", "\r\n").encode("cp1252"),
    "blanks at the end of lines": lambda text: "\n".join(
        line.ljust(150) if line.startswith("001") else line + " \t" for line in text.split("\n")
    ).encode(),
    "capital letters": lambda text: "\n".join(
        line[:91] + line[91:].upper() if line.startswith("001") else line
        for line in text.split("\n")
    ).encode(),
    "small letters": lambda text: "\n".join(
        line[:91] + line[91:].lower() if line.startswith("001") else line[:3].lower() + line[3:]
        for line in text.split("\n")
    ).encode(),
    "the mark of the end of a file": lambda text: text.replace("\n", "\r\n").encode() + b"\x1a",
}


@pytest.mark.parametrize("written", WRITTEN_AS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_is_read_in_every_encoding(dialect, written):
    expected = formats.read_text(DIALECTS[dialect])

    assert formats.read_text(WRITTEN_AS[written](DIALECTS[dialect])) == expected


@pytest.mark.parametrize("edition", ["trf16", "trf26", "event-json"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_is_converted_to_every_edition_and_back(dialect, edition):
    event = formats.read_text(DIALECTS[dialect])

    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, edition))
    ) == sort_tournament_for_comparison(event)
    assert formats.describe_losses(event, edition) == []


def away(event, number):
    return dict(event.rounds[number - 1].away)


def test_vega_rulers_are_not_records_and_a_dash_is_an_absence():
    event = formats.read_text(DIALECTS["vega"])

    assert away(event, 1) == {5: ZeroPointBye()}
    assert away(event, 2) == {3: PairingBye(), 4: ZeroPointBye(), 5: ZeroPointBye()}
    assert event.details.other == ()
    assert [player.rating for player in event.competitors] == [2144, 1800, None, 1500, None]


def test_javafo_lists_the_players_absent_from_the_next_round():
    event = formats.read_text(DIALECTS["javafo"])

    assert (event.planned_rounds, event.lot) == (9, Colour.WHITE)
    assert event.requests == (Request(4, 3),)
    assert [(pair.a, pair.b) for pair in event.forbidden] == [(1, 2)]


def test_lichess_writes_absences_without_a_dash_for_the_colour():
    event = formats.read_text(DIALECTS["lichess"])

    assert away(event, 2) == {3: PairingBye(), 4: ZeroPointBye()}
    assert event.requests == (Request(4, 3),)


def test_bbp_writes_its_system_as_the_type():
    event = formats.read_text(DIALECTS["bbppairings"])

    assert event.system == "fide_dutch_2026"
    assert away(event, 1) == {3: FullPointBye()}
    assert event.game_scale is not None
    assert event.game_scale.bye == 5


def test_swiss_manager_writes_forfeits_with_an_opponent_and_a_colour():
    event = formats.read_text(DIALECTS["swiss-manager"])

    assert [m.manner for m in event.rounds[0].meetings] == [Manner.PLAYED, Manner.DEFAULT]
    assert event.details.city == "Zürich"
    assert event.competitors[1].title == "WGM"


def test_bye_requests_and_the_value_of_a_win_are_read_from_sharly_files():
    event = formats.read_text(DIALECTS["sharly-chess"])

    assert event.requests == (Request(4, 2, HalfPointBye()),)
    assert (event.system, event.lot) == ("fide_dutch_2026", Colour.WHITE)
    assert event.game_scale is not None
    assert (event.game_scale.win, event.game_scale.bye) == (30, None)


def test_old_files_show_a_bye_as_a_result_without_an_opponent():
    event = formats.read_text(DIALECTS["trf06"])

    assert [away(event, number) for number in (1, 2, 3)] == [
        {2: PairingBye()},
        {3: ZeroPointBye()},
        {1: HalfPointBye()},
    ]


def test_two_players_with_wins_against_no_opponent_cannot_both_have_the_bye():
    lines = DIALECTS["trf06"].split("\n")
    for number, cell in ((2, "       +"), (3, "       -"), (4, "       +")):
        lines[number] = lines[number][:101] + cell + lines[number][109:]
    text = "\n".join(lines)

    event = formats.read_text(text, accept_points=True)

    assert event.rounds[1].bye is None
    assert [(m.white, m.black) for m in event.rounds[1].meetings] == [(1, None), (3, None)]


@pytest.mark.parametrize(
    ("one", "other", "manner", "points"),
    [
        ("   2 w +", "0000 - -", Manner.DEFAULT, (10, 0)),
        ("   2 w +", "0000 - Z", Manner.DEFAULT, (10, 0)),
        ("   2 w -", "0000 - +", Manner.DEFAULT, (0, 10)),
        ("   2 w -", "0000 - -", Manner.BOTH_DEFAULTED, (0, 0)),
    ],
)
def test_one_line_of_an_unplayed_game_may_name_no_opponent(one, other, manner, points):
    lines = [f"001 {n:4}".ljust(91) + cell for n, cell in ((1, one), (2, other))]

    (meeting,) = formats.read_text("\n".join(("012 Open", *lines))).rounds[0].meetings

    assert (meeting.white, meeting.black, meeting.manner) == (1, 2, manner)
    assert (meeting.white_points, meeting.black_points) == points


def test_a_rank_may_be_too_far_to_the_right():
    lines = [
        f"001 {number:4}".ljust(80) + f" {points}     {number}  {cell}"
        for number, points, cell in ((1, "1.0", "  2 w 1"), (2, "0.0", "  1 b 0"))
    ]

    event = formats.read_text("\n".join(("012 Open", *lines)))

    assert len(event.rounds) == 1
    assert event.official_ranks == OfficialRanks(1, ((1, 1), (2, 2)))


def test_a_tab_is_read_as_a_blank_in_records_without_fixed_columns():
    text = (
        DIALECTS["lichess"].replace("XXC white1", "XXC\twhite1\nXXP 1\t2").replace("012 ", "012\t")
    )

    event = formats.read_text(text)

    assert (event.name, event.lot, len(event.forbidden)) == ("Evening Swiss", Colour.WHITE, 1)
