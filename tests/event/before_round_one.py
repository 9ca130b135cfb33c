"""Events before round 1 in every edition, for tests of what an arbiter cannot do by oversight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.event.sessions import Play, cfc_event, olympiad_event
from topboard.cli.exit_codes import BAD_INPUT, DONE

if TYPE_CHECKING:
    from tests.event.conftest import Run

OLYMPIADS = {
    "olympiad_2008": "57",
    "olympiad_2008_dresden": "57",
    "olympiad_2009": "44",
    "olympiad_2021_draft": "10.1",
    "olympiad_2022": "10.1",
}
LOTS = {
    "olympiad_2008": "19",
    "olympiad_2008_dresden": "19",
    "olympiad_2009": "21",
    "olympiad_2021_draft": "7.2",
    "olympiad_2022": "7.2",
    "cfc_swiss": "628",
    "cfc_team_swiss": "628",
    "dubov_1997": "5",
}
ALL = (*LOTS, "cfc_round_robin", "cfc_team_round_robin", "fide_round_robin")


def event_before_round_1(edition: str, count: int = 8) -> Play:
    """An event before round 1, its lot for the colours not yet drawn."""
    return olympiad_event(edition, count) if edition in OLYMPIADS else cfc_event(edition, count)


def by_command(run: Run, edition: str, count: int = 5) -> None:
    """The entries of a small event by commands, closed and numbered; nobody is checked in."""
    assert run("new", "Test")[0] == DONE
    assert run("section", "Open", "--system", edition, "--rounds", 11)[0] == DONE
    for place, name in enumerate(("Aland", "Bland", "Cland", "Dland", "Eland")[:count]):
        assert run("enter", name, "--player", f"{name} One;{2400 - 10 * place}")[0] == DONE
    assert run("close-entries")[0] == DONE


def assert_refused(answer: tuple[int, str, str], *words: str) -> None:
    """Assert that the command was refused with these words."""
    code, _, said = answer
    assert code == BAD_INPUT
    for word in words:
        assert word in said
