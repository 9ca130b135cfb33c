"""Published pages in a browser, read from a store: nobody tells them of news, and they follow."""

from __future__ import annotations

from time import sleep, time

import pytest
from playwright.sync_api import expect

from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player
from topboard.web.folder_repository import FolderRepository
from topboard.web.publishing.publisher import Publisher
from topboard.web.publishing.targets import open_target
from topboard.web.publishing.watcher import publish_or_withdraw

CONTEXT = ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True)


class Cup:
    """An event of fourteen in its first round, and where it is published."""

    def __init__(self, folder, store) -> None:
        self.handle = FolderRepository(folder).create("Town Cup", CONTEXT)
        bucket = f"{store.create_bucket()}/clubs/cup"
        self.address = f"{store.endpoint}/{bucket}/"
        self.publisher = Publisher(
            open_target(f"s3://{bucket}"), address="https://example.org/cup", keep=5
        )
        self.take(actions.AddSection("Main", "fide_dutch_2026", 5))
        entered = tuple(Player(Number(n), f"Player {n:02}", 2400 - n) for n in range(1, 15))
        self.take(actions.Enter("Main", entered))
        self.take(actions.RecordLot("Main", "colour", colour=Colour.WHITE))
        self.take(pairing.build_close_entries_action(self.handle.snapshot().event, "Main"))
        self.take(pairing.build_pair_round_action(self.handle.snapshot().event, "Main")[0])
        self.take(actions.PublishRound("Main", 1))

    def take(self, act: actions.Act) -> None:
        with self.handle.open() as desk:
            desk.record(act, CONTEXT)

    def publish(self) -> int:
        entry = publish_or_withdraw(self.handle, self.publisher, self.handle.snapshot()).entry
        # The store of the tests tells a browser that asks again by the second, whatever the tag of
        # the page: what is published next must be of a later one.
        sleep(1 - time() % 1)
        return entry

    def result(self, table: int, *points: int) -> int:
        self.take(actions.EnterResults("Main", 1, (actions.TableResult(table, *points),)))
        return self.publish()


@pytest.fixture
def cup(tmp_path, object_store, monkeypatch) -> Cup:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_ENDPOINT_URL", object_store.endpoint)
    made = Cup(tmp_path, object_store)
    made.publish()
    return made


def test_a_result_appears_on_a_phone_automatically(cup, open_page) -> None:
    page = open_page(cup.address, width=390)
    page.clock.install()
    page.goto("main/round-1.html")
    page.evaluate("window.same = document.querySelector('main tbody tr:nth-child(6)')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(cup.address)))

    entry = cup.result(2, 10, 0)
    page.clock.fast_forward(30_000)
    page.clock.fast_forward(2_000)

    expect(page.locator("main tbody tr:nth-child(2)")).to_contain_text("1 - 0")
    expect(page.get_by_text("1 of 7 results")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Updated")
    expect(page.locator("footer")).to_contain_text(f"As of journal entry {entry}.")
    assert page.evaluate("window.same.isConnected")
    assert f"entry_{entry}/main/round-1.html" in asked

    page.get_by_role("link", name="Player 02").first.click()
    expect(page).to_have_url(f"{cup.address}main/who-2.html")


def test_a_page_that_has_not_changed_is_not_fetched_again(cup, open_page) -> None:
    page = open_page(cup.address)
    page.clock.install()
    page.goto("main/entries.html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(cup.address)))

    cup.result(2, 10, 0)
    for _ in range(2):
        with page.expect_response("**/latest.json"):
            page.clock.fast_forward(30_000)

    # The picture beside the title of its tab a browser fetches when it likes.
    assert {one for one in asked if not one.endswith(".svg")} == {"latest.json"}


def test_a_reader_who_missed_publications_gets_the_newest(cup, open_page) -> None:
    page = open_page(cup.address)
    page.clock.install()
    page.goto("main/standings.html")
    for table in range(1, 4):
        entry = cup.result(table, 10, 0)

    page.clock.fast_forward(30_000)
    page.clock.fast_forward(2_000)

    expect(page.locator("footer")).to_contain_text(f"As of journal entry {entry}.")
    points = page.locator("main tbody tr[id] > td.r > b").all_inner_texts()
    assert points == ["1"] * 3 + ["0"] * 11


def test_without_scripts_a_reload_shows_the_result(cup, open_page) -> None:
    page = open_page(cup.address, java_script_enabled=False)
    page.goto("index.html")
    page.get_by_role("link", name="Pairings of round 1", exact=True).first.click()
    cup.result(2, 10, 0)
    # The browser, too, keeps a page for its twenty seconds; a reader who asks for it again gets it.
    page.reload()

    expect(page.get_by_text("1 of 7 results")).to_be_visible()


def test_the_hall_screen_stays_up_if_a_page_or_the_network_is_missing(cup, open_page) -> None:
    page = open_page(cup.address)
    page.clock.install()
    page.goto("main/hall-1.html")
    page.context.set_offline(True)
    page.clock.fast_forward(13_000)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")

    page.context.set_offline(False)
    page.clock.fast_forward(6_000)
    expect(page).to_have_url(f"{cup.address}main/hall-2.html")

    page.evaluate("document.querySelector('main').dataset.next = 'hall-99.html'")
    page.clock.fast_forward(13_000)
    expect(page).to_have_url(f"{cup.address}main/hall-1.html")
