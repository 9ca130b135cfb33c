"""Two systems on an event of one's own: chosen by a form and explained; long ones run behind."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import topboard
from tests.sample_event import create_sample_event
from tests.web.accessibility import faults
from tests.web.desk_client import Visitor, event_with_entries, serve_folder, words
from tests.web.test_background_jobs import wait_for_words
from topboard.analysis.generate import Wishes
from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour
from topboard.web.desk import compare
from topboard.web.folder_repository import FolderRepository

if TYPE_CHECKING:
    from topboard.model import Tournament

CUP = "/e/riverside-chess-festival/s/team-cup"
OLYMPIADS = "first=olympiad_2009&second=olympiad_2022"
DUTCH = "first=fide_dutch_2017&second=fide_dutch_2026"


@pytest.fixture
def desk(tmp_path):
    """The address of a desk with the sample event."""
    create_sample_event(FolderRepository(tmp_path))
    with serve_folder(tmp_path) as address:
        yield address


def played_at_the_desk(folder: FolderRepository, played: Tournament) -> str:
    """The event as a journal, each round paired by the desk; the address of its section."""
    handle = folder.create("Club Night", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00"))

    def take(act: actions.Act) -> None:
        with handle.open() as file:
            file.record(act, ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True))

    take(actions.AddSection("Main", played.system, played.planned_rounds))
    take(actions.Enter("Main", played.competitors, "test"))
    take(actions.RecordLot("Main", "colour", colour=played.lot or Colour.WHITE))
    take(pairing.build_close_entries_action(handle.snapshot().event, "Main"))
    for one in played.rounds:
        take(pairing.build_pair_round_action(handle.snapshot().event, "Main")[0])
        take(actions.PublishRound("Main", one.number))
        results = (
            actions.TableResult(table, m.white_points, m.black_points, m.manner)
            for table, m in enumerate(one.meetings, start=1)
        )
        take(actions.EnterResults("Main", one.number, tuple(results)))
    return f"/e/{handle.stem}/s/main"


def test_two_dutch_texts_differ_where_the_command_says_so(tmp_path, visitor):
    wishes = Wishes(competitors=9, rounds=5)
    section = played_at_the_desk(
        FolderRepository(tmp_path), topboard.generate("fide_dutch_2017", 0, wishes)
    )

    shown = visitor.text(f"{section}/compare?{DUTCH}")

    assert "The systems differ in 1 of 5 rounds: 3 ." in shown
    assert "Pairing-allocated bye FIDE Dutch system, until January 2026: Player 0007 (#7)" in shown
    assert "FIDE Dutch system, from February 2026: Player 0005 (#5) art. 2.3.1 C5" in shown
    assert "First difference" in shown
    assert "Player 0005 (#5) (pairing-allocated bye)." in shown


def test_the_form_offers_systems_for_these_entries_and_suggests_another_edition(desk):
    page = Visitor(desk).get(f"{CUP}/compare").text

    assert '<option value="olympiad_2022" selected>' in page.partition('name="second"')[0]
    assert '<option value="olympiad_2008" selected>' in page.partition('name="second"')[2]
    assert "cfc_team_swiss" in page
    assert "fide_dutch_2026" not in page


def test_a_comparison_shows_where_and_why_two_olympiads_differ(desk):
    shown = Visitor(desk).text(f"{CUP}/compare?{OLYMPIADS}")

    assert "The systems differ in 1 of 4 rounds: 3 ." in shown
    assert (
        "Estuary (#5) – Granite (#7) "  # noqa: RUF001
        "Paired under Olympiad pairing rules of 2009 art. 30a" in shown
    )
    assert (
        "Under Olympiad pairing rules of 2022, the pairs are "
        "Estuary (#5) – Bastion (#2) and Granite (#7) – Caravel (#3)." in shown  # noqa: RUF001
    )
    assert (
        "Estuary (#5) meets Bastion (#2), the highest-ranked opponent in the group (8.3.1)."
        in shown
    )
    assert "1 more pairing made only under Olympiad pairing rules of 2009" in shown


def test_systems_that_agree_are_reported_as_equal(visitor):
    section = event_with_entries(visitor, "fide_dutch_2017")

    assert "Both systems pair the round in the same way." in visitor.text(
        f"{section}/compare?{DUTCH}"
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("first=olympiad_2022&second=olympiad_2022", "Both systems are the same"),
        ("first=olympiad_2022&second=fide_dutch_2026", "There is no such system for teams"),
        ("first=olympiad_2022&second=blitz", "There is no such system for teams"),
    ],
)
def test_an_unknown_choice_is_refused_with_a_message(desk, asked, told):
    answer = Visitor(desk).get(f"{CUP}/compare?{asked}")

    assert answer.status_code == 422
    assert told in words(answer)


def test_a_long_comparison_runs_in_the_background_without_blocking_others(desk, monkeypatch):
    held, real = threading.Semaphore(0), compare.compare_round

    def slow(*arguments):
        held.acquire()
        return real(*arguments)

    monkeypatch.setattr(compare, "MOST_AT_ONCE", 5)
    monkeypatch.setattr(compare, "compare_round", slow)
    visitor, other, path = Visitor(desk), Visitor(desk), f"{CUP}/compare?{OLYMPIADS}"
    fields = {"first": "olympiad_2009", "second": "olympiad_2022"}

    assert "Compare every round" in visitor.text(path)
    visitor.send(path, f"{CUP}/compare", **fields)
    held.release()
    assert "1 of 4 rounds compared" in wait_for_words(visitor, "1 of 4 rounds compared", path)
    assert "Standings" in other.text(f"{CUP}/standings")
    held.release(10)
    shown = wait_for_words(
        visitor, "4 of 4 rounds were compared, using the journal up to entry", path
    )
    assert "The systems differ in 1 of 4 rounds" in shown


def test_a_long_comparison_can_be_stopped(desk, monkeypatch):
    held, real = threading.Semaphore(0), compare.compare_round

    def slow(*arguments):
        held.acquire()
        return real(*arguments)

    monkeypatch.setattr(compare, "MOST_AT_ONCE", 5)
    monkeypatch.setattr(compare, "compare_round", slow)
    visitor, path = Visitor(desk), f"{CUP}/compare?{OLYMPIADS}"
    fields = {"first": "olympiad_2009", "second": "olympiad_2022"}
    visitor.send(path, f"{CUP}/compare", **fields)
    visitor.send(path, f"{CUP}/compare/stop", **fields)
    held.release(10)

    assert "Both systems pair the round in the same way" in wait_for_words(
        visitor, "Stopped. 1 of 4 rounds were compared", path
    )


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_is_linked_from_the_overview_and_fits_the_screen(desk, open_page, width):
    page = open_page(desk, width=width)
    page.goto(CUP)
    page.get_by_role("link", name="Compare with another system").click()
    page.get_by_label("First system").select_option("olympiad_2009")
    page.get_by_label("Second system").select_option("olympiad_2022")
    page.get_by_role("button", name="Compare systems").click()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    further = page.get_by_text("1 more pairing made only under")
    further.click()
    expect(page.get_by_role("article").nth(1)).to_be_visible()

    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
