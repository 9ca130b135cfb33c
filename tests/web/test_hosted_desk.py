"""The desk of a host in a browser: the database goes away and comes back while somebody types."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.hosted.worker_process import PASSWORD, Worker, add_users
from tests.web.desk_client import Visitor, event_with_round
from topboard.event.results import describe_result_with_games
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.migrations import set_up_server
from topboard.web.hosted_repository import HostedRepository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tools.postgres import PostgresServer


@pytest.fixture
def repository(database: str) -> Iterator[HostedRepository]:
    """A host with a user of each role."""
    with Host(database) as host:
        set_up_server(host)
    opened = HostedRepository(database)
    add_users(opened)
    yield opened
    opened.close()


@pytest.fixture
def worker(repository: HostedRepository) -> Iterator[Worker]:
    """A worker of the host."""
    running = Worker(repository.host.url)
    running.answers()
    yield running
    running.stop()


def sign_in(page: Page) -> None:
    """Come in by the door."""
    page.goto("/")
    page.get_by_label("Name").fill("chief")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Events", exact=True)).to_be_visible()


def results(repository: HostedRepository) -> list[str]:
    """The results of round 1 on the host."""
    (section,) = repository.event("spring-open").snapshot().event.sections.values()
    return [describe_result_with_games(meeting) for meeting in section.rounds[0].meetings.values()]


def test_input_typed_during_a_database_outage_is_saved_afterwards(
    repository, worker, open_page, postgres: PostgresServer, tmp_path
) -> None:
    visitor = Visitor(worker.address)
    visitor.send("/sign-in", name="chief", password=PASSWORD, next="/")
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(worker.address)
    sign_in(page)
    expect(page.get_by_role("link", name="Spring Open", exact=True).first).to_be_visible()
    page.goto(f"{section}/results/1")
    expect(page.locator("input[name=t1]")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("[data-table='1'] .saved")).to_contain_text("saved")

    postgres.stop("immediate")
    try:
        page.keyboard.press("=")
        expect(page.locator("#away")).to_contain_text("Your entries stay on this page and are sent")
        page.screenshot(path=tmp_path / "typed.png", full_page=True)
        looking = page.context.new_page()
        looking.goto("/")
        expect(looking.get_by_role("heading")).to_have_text("The desk cannot reach its database")
        looking.screenshot(path=tmp_path / "away.png", full_page=True)
    finally:
        postgres.start()

    expect(page.locator("[data-table='2'] .saved")).to_contain_text("saved", timeout=20_000)
    expect(page.locator("#missing")).to_have_text("1")
    assert results(repository) == ["1-0", "½-½", ""]
    # The page that only looked has come back by itself.
    expect(looking.get_by_role("link", name="Spring Open", exact=True).first).to_be_visible(
        timeout=20_000
    )
