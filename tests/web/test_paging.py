"""Long standings come in parts; together they are the whole, and every part is light."""

from __future__ import annotations

import re

import pytest

from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player
from topboard.web.folder_repository import FolderRepository

STANDINGS = "/e/mass-open/s/main/standings"


@pytest.fixture
def long_event(tmp_path):
    """An event of 230 after its first round."""
    handle = FolderRepository(tmp_path).create(
        "Mass Open", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00")
    )
    context = ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True)
    with handle.open() as desk:
        desk.record(actions.AddSection("Main", "fide_dutch_2026", 5), context)
        entered = tuple(Player(Number(n), f"Player {n:03}", 2800 - n) for n in range(1, 231))
        desk.record(actions.Enter("Main", entered), context)
        desk.record(actions.RecordLot("Main", "colour", colour=Colour.WHITE), context)
        desk.record(pairing.build_close_entries_action(desk.event, "Main"), context)
        desk.record(pairing.build_pair_round_action(desk.event, "Main")[0], context)
        desk.record(actions.PublishRound("Main", 1), context)
        results = tuple(actions.TableResult(table, 10, 0) for table in range(1, 116))
        desk.record(actions.EnterResults("Main", 1, results), context)
    return handle


def numbers_on_page(page: str) -> list[int]:
    """The numbers of the players in the table of a page."""
    return [int(number) for number in re.findall(r'<tr id="n(\d+)"', page)]


def test_the_parts_add_up_to_the_whole_and_each_is_small(long_event, visitor):
    pages = [visitor.get(f"{STANDINGS}?part={part}") for part in (1, 2, 3)]
    found = [number for page in pages for number in numbers_on_page(page.text)]

    assert [len(numbers_on_page(page.text)) for page in pages] == [100, 100, 30]
    assert sorted(found) == list(range(1, 231))
    assert all(len(page.content) < 300_000 for page in pages)
    assert "Places 101 to 200 of 230." in pages[1].text
    assert '<b aria-current="page">2</b>' in pages[1].text


def test_the_printable_sheet_is_complete(long_event, visitor):
    text = visitor.text("/e/mass-open/s/main/paper/standings.html")

    assert all(f"Player {number:03}" in text for number in range(1, 231))


def test_a_part_number_out_of_range_shows_the_nearest_part(long_event, visitor):
    assert numbers_on_page(visitor.get(f"{STANDINGS}?part=99").text) == numbers_on_page(
        visitor.get(f"{STANDINGS}?part=3").text
    )
    assert (
        numbers_on_page(visitor.get(f"{STANDINGS}?part=-4").text)[:1]
        == numbers_on_page(visitor.get(STANDINGS).text)[:1]
    )


def test_a_player_is_found_on_the_right_page(long_event, visitor):
    found = visitor.get(f"{STANDINGS}?who=Player 230")

    assert "part=3" in str(found.url)
    assert 230 in numbers_on_page(found.text)


def test_a_short_table_is_not_split_into_parts(long_event, visitor):
    with long_event.open() as desk:
        context = ActionContext("Anna", "2026-05-01T10:00:00.000+00:00", confirmed=True)
        desk.record(actions.AddSection("Club", "dubov_1997", 3), context)
        desk.record(actions.Enter("Club", (Player(Number(1), "Ann", 1500),)), context)
    page = visitor.get("/e/mass-open/s/club/standings").text

    assert "Standings pages" not in page
    assert "Ann" in page
