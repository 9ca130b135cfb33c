"""A tie-break from outside, as a play-off: values that the arbiter puts down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import topboard
from tests.event.sessions import SECTION, Play, dutch_event
from topboard import formats
from topboard.errors import ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.tournament import build_tournament
from topboard.model import Number

if TYPE_CHECKING:
    from tests.event.conftest import Run

PLAY_OFF = "OTHER_PLAYOFF"


def section_with_play_off() -> Play:
    """A section with one round, all drawn, and a play-off among its tie-breaks."""
    play = dutch_event("fide_dutch_2026")
    settings = play.section.settings
    play.do(actions.ChangeSection(SECTION, settings.rounds, tie_breaks=("WIN", PLAY_OFF)))
    play.do(actions.Announce(SECTION))
    play.publish()
    play.results(5)
    return play


def value(*pairs: tuple[int, int], code: str = PLAY_OFF) -> actions.RecordLot:
    order = tuple(Number(n) for n, _ in pairs)
    return actions.RecordLot(SECTION, code, order, values=tuple(points for _, points in pairs))


def first_two(play: Play) -> list[tuple[int, str]]:
    lines = topboard.standings(build_tournament(play.event, play.section)).lines[:2]
    return [(line.number, line.values[1].formatted) for line in lines]


def test_recorded_values_order_tied_participants() -> None:
    play = section_with_play_off()
    before = topboard.standings(build_tournament(play.event, play.section))
    assert {line.place for line in before.lines} == {1}

    play.do(value((3, 15), (5, 5)))
    assert first_two(play) == [(3, "1½"), (5, "½")]

    play.do(value((5, 20)))
    assert first_two(play) == [(5, "2"), (3, "1½")]


def test_recorded_values_survive_every_file_format() -> None:
    play = section_with_play_off()
    play.do(value((3, 15), (5, 5)))
    facts = build_tournament(play.event, play.section)

    for name in ("event-json", "trf26", "trf16"):
        back = formats.read_text(formats.dumps(facts, name))
        assert back.lots == facts.lots
        assert topboard.standings(back).lines == topboard.standings(facts).lines
    assert "202 WIN,OTHER_PLAYOFF" in formats.dumps(facts, "trf26")


def test_an_unannounced_tie_break_has_no_effect_and_needs_confirmation() -> None:
    play = section_with_play_off()

    with pytest.raises(
        ConfirmationNeeded, match="is not one of the tie-breaks in use, so it has no effect"
    ):
        play.do(value((3, 15), code="OTHER_COIN"))
    with pytest.raises(Refused, match="The name of an external tie-break must start with OTHER_"):
        play.do(value((3, 15), code="places of the tied"))
    with pytest.raises(Refused, match="must have exactly one value for each participant"):
        play.do(replace(value((3, 15)), order=(Number(3), Number(5))))


def test_the_command_records_values(run: Run) -> None:
    run("new", "Cup")
    run("section", "Open", "--rounds", "3", "--tie-break", PLAY_OFF)
    for name in ("Ay", "Bee"):
        run("enter", name, "--rating", "2000")
    run("close-entries")

    code, _, err = run("lot", PLAY_OFF, "--order", "2", "1", "--values", "1.5", "½")

    assert code == 0, err
    _, out, _ = run("standings")
    assert [line.split()[:2] for line in out.splitlines()[2:4]] == [["1", "2"], ["2", "1"]]
