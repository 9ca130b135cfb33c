"""What the public sees of a person: at most the year of birth, and no contact."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT, SECTION
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action, build_pair_round_action
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player, Team
from topboard.web.folder_repository import FolderRepository
from topboard.web.public.site import EventSite

if TYPE_CHECKING:
    from pathlib import Path

    from topboard.model import Competitor

SURE = ActionContext("Ann", "2026-08-01T10:00:00+00:00", confirmed=True)


def someone(number: int) -> Player:
    return Player(
        Number(number),
        f"Player {number:03}",
        2000 + number,
        contact=f"player{number}@example.org",
        birth=f"1987/11/{number % 28 + 1:02}",
    )


def somebody(system: str, number: int) -> Competitor:
    if system.startswith("fide_dutch"):
        return someone(number)
    return Team(Number(number), f"Team {number}", tuple(someone(10 * number + i) for i in (1, 2)))


@pytest.mark.parametrize("system", ["fide_dutch_2026", "olympiad_2022"])
def test_no_public_page_shows_a_date_of_birth(system: str, tmp_path: Path) -> None:
    handle = FolderRepository(tmp_path).create("Test", CONTEXT)
    boards = 1 if system.startswith("fide_dutch") else 2
    with handle.open() as file:
        file.record(actions.AddSection(SECTION, system, 3, boards), SURE)
        file.record(actions.Enter(SECTION, tuple(somebody(system, n) for n in range(1, 7))), SURE)
        present = tuple((Number(n), 4) for n in range(1, 7))
        file.record(actions.RecordAllPresent(SECTION, present), SURE)
        file.record(actions.RecordLot(SECTION, "colour", colour=Colour.WHITE), SURE)
        file.record(build_close_entries_action(file.event, SECTION), SURE)
        file.record(build_pair_round_action(file.event, SECTION)[0], SURE)
        file.record(actions.PublishRound(SECTION, 1), SURE)
    site = EventSite(handle.snapshot(), handle.replay_round)

    pages = {path: site.render_page(path) or "" for path in site.page_paths()}

    assert any("Player 0" in page for page in pages.values()), "names are there"
    for path, page in pages.items():
        assert not re.search(r"1987.11|11.1987|example\.org", page), path
