"""Record 222, the code of the time control."""

from __future__ import annotations

import pytest

from topboard import formats
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.formats.trf.header import encode_time_control, is_time_control_code
from topboard.model import EventInfo, Player, Tournament


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("90'+30\"", "5400+30"),
        ("90 min + 30 sec/move", "5400+30"),
        ("15 minutes + 10 seconds per move", "900+10"),
        ("90+30", "5400+30"),
        ("3+2", "180+2"),
        ("2h", "7200"),
        ("60 min.", "3600"),
        ("5400+30", "5400+30"),
        ("40/6000+30:900+30", "40/6000+30:900+30"),
        ("w300-b240", "W300-B240"),
        ("40 moves in 100 minutes", ""),
        ("moves/time, increment", ""),
        ("90 min + a lot", ""),
        ("", ""),
    ],
)
def test_the_usual_notations_for_a_time_control_have_a_code(text, code):
    assert encode_time_control(text) == code
    assert is_time_control_code(code) == bool(code)


def test_a_report_with_a_time_control_code_is_read_back_unchanged():
    players = (Player(1, "Ay"), Player(2, "Bee"))
    event = Tournament(players, details=EventInfo(time_control="90 min + 30 sec/move"))

    written = formats.dumps(event, "trf26")

    assert "222 5400+30\r\n" in written
    assert "222" not in formats.dumps(event, "trf16")
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


def test_a_code_that_differs_from_the_words_is_kept():
    text = "012 Open\n122 by agreement\n222 40/6000+30:900+30\n001    1\n001    2"

    event = formats.read_text(text)

    assert event.details.other == (("222", " 40/6000+30:900+30"),)
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)
