"""On a host an event is private until its organiser makes it public, at every worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.event.sessions import CONTEXT
from tests.hosted.worker_process import PASSWORD, Worker, add_users
from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import Visitor, client_of, serve_repository, words
from topboard.cli import main
from topboard.event import actions
from topboard.storage.organisations import ChangedBy, Membership
from topboard.storage.postgres import members, migrations
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.migrations import set_up_server
from topboard.storage.session import JournalSession
from topboard.web.folder_repository import FolderRepository
from topboard.web.hosted_repository import HostedRepository
from topboard.web.public.sites import LONGEST_SILENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BY = ChangedBy("administrator", "2026-08-01T10:00:00.000+00:00")
SOON = 20.0
assert SOON < LONGEST_SILENCE


@pytest.fixture
def repository(url: str) -> Iterator[HostedRepository]:
    """A host with a user of each role and the sample."""
    made = HostedRepository(url)
    add_users(made)
    create_sample_event(made)
    yield made
    made.close()


@pytest.fixture
def address(repository: HostedRepository) -> Iterator[str]:
    with serve_repository(repository, open_to_all=False) as found:
        yield found
    Visitor.close_all()


def status(address: str, path: str) -> int:
    return httpx.get(f"{address}/p/{path}", follow_redirects=True, timeout=SOON).status_code


def wait_for_status(wanted: int, address: str, path: str) -> None:
    """Wait until an address answers so."""
    until = time.monotonic() + SOON
    while (found := status(address, path)) != wanted:
        assert time.monotonic() < until, f"{path} still answers {found}"
        time.sleep(0.02)


def switch(url: str, slug: str, word: str) -> None:
    assert main(["event", "visibility", f"{url}#{slug}", word, "--who", "Ann"]) == 0


# --- off by default -------------------------------------------------------------------


def test_a_new_event_is_private_until_the_chief_arbiter_makes_it_public(
    repository, address
) -> None:
    chief = Visitor(address)
    chief.send("/sign-in", name="chief", password=PASSWORD)
    chief.send("/new", name="Harbour Open", section="A", system="fide_dutch_2026", rounds="5")
    with client_of(address) as stranger:
        listed = stranger.get("/p/").text
        assert "Harbour" not in listed
        assert "Riverside" not in listed
        assert stranger.get("/p/harbour-open/").status_code == 404
        assert stranger.get("/p/harbour-open/a/section.json").status_code == 404
        assert stranger.get("/p/harbour-open/live").status_code == 404
        assert "Private Only signed-in users can see this event." in chief.text("/e/harbour-open")
        assert "Preview Only signed-in users" in chief.text("/e/harbour-open/preview/")

        answer = chief.send("/e/harbour-open", "/e/harbour-open/visibility", visibility="public")

        assert "The event is public now." in words(answer)
        wait_for_status(200, address, "harbour-open/")
        listed = stranger.get("/p/").text
        assert "Harbour Open" in listed
        assert "Riverside" not in listed
        assert "Harbour Open" in stranger.get("/p/?q=harbour").text
        assert "Riverside" not in stranger.get("/p/?q=riverside").text


def test_the_api_creates_a_private_event(repository, address) -> None:
    with client_of(address) as client:
        client.auth = ("chief", PASSWORD)
        made = client.post("/api/v1/events", json={"name": "Harbour Open"}).json()
        assert (made["event"], made["public"]) == ("harbour-open", False)
        switch(repository.host.url, "harbour-open", "public")
        listed = {one["event"]: one["public"] for one in client.get("/api/v1/events").json()}
        assert listed == {"harbour-open": True, SAMPLE: False}


def test_undoing_the_switch_restores_the_default_of_the_host(repository, address, url) -> None:
    switch(url, SAMPLE, "public")
    wait_for_status(200, address, f"{SAMPLE}/")
    assert main(["event", "undo", f"{url}#{SAMPLE}", "--who", "Ann"]) == 0
    wait_for_status(404, address, f"{SAMPLE}/")
    assert "Riverside" not in httpx.get(f"{address}/p/").text
    assert main(["host", "check", url]) == 0


# --- members --------------------------------------------------------------------------


def test_only_members_of_the_event_see_its_preview(repository, address) -> None:
    members.create_or_rename_organisation(repository.host, "north", "Chess of the north", BY)
    members.assign_event_owner(repository.host, SAMPLE, "north", BY)
    members.set_event_member(repository.host, SAMPLE, Membership("viewer", "viewer"), BY)
    inside, outside = Visitor(address), Visitor(address)
    inside.send("/sign-in", name="viewer", password=PASSWORD)
    outside.send("/sign-in", name="chief", password=PASSWORD)

    for path in ("", "open/standings.html", "open/section.json", "open/qr.svg", "face.css"):
        assert inside.get(f"/e/{SAMPLE}/preview/{path}").status_code == 200, path
        assert outside.get(f"/e/{SAMPLE}/preview/{path}").status_code == 404, path
    answer = outside.send("/", f"/e/{SAMPLE}/visibility", visibility="public")
    assert answer.status_code == 404
    answer = inside.send("/", f"/e/{SAMPLE}/visibility", visibility="public")
    assert answer.status_code == 403
    assert repository.event(SAMPLE).snapshot().event.public is None


# --- every worker ---------------------------------------------------------------------


def test_every_worker_drops_its_pages_as_soon_as_an_event_becomes_private(repository, url) -> None:
    switch(url, SAMPLE, "public")
    page = f"{SAMPLE}/open/standings.html"
    workers = Worker(url), Worker(url)
    try:
        for one in workers:
            one.answers()
            wait_for_status(200, one.address, page)
        first, second = (one.address for one in workers)
        # Kept by the second worker, and followed there; switched off at the first.
        assert [status(second, page) for _ in range(3)] == [200, 200, 200]
        chief = Visitor(first)
        chief.send("/sign-in", name="chief", password=PASSWORD)
        with httpx.stream(
            "GET", f"{second}/p/{SAMPLE}/live?page=open/standings.html&after=0", timeout=SOON
        ) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 3000"
            chief.send(f"/e/{SAMPLE}", f"/e/{SAMPLE}/visibility", visibility="private")
            # Sooner than a worker looks that has heard nothing.
            for address in (first, second):
                wait_for_status(404, address, page)
            assert "event: gone" in list(lines)
        switch(url, SAMPLE, "public")
        for address in (first, second):
            wait_for_status(200, address, page)
    finally:
        for one in workers:
            one.stop()


# --- events that come from elsewhere ----------------------------------------------------


def test_events_that_were_already_on_a_host_stay_public(database, monkeypatch) -> None:
    every = migrations.load_migrations()
    older = [step for step in every if step.number < 8]
    assert [step.name for step in every if step not in older] == ["public", "sessions", "tokens"]
    with Host(database) as host:
        monkeypatch.setattr(migrations, "load_migrations", lambda: older)
        set_up_server(host)
        with host.transaction() as connection:
            connection.exec_driver_sql(
                "INSERT INTO event (id, slug) VALUES (gen_random_uuid(), 'old')"
            )
        monkeypatch.setattr(migrations, "load_migrations", lambda: every)
        set_up_server(host)
        with PostgresJournal.open(host, "old") as old:
            assert old.public_by_default
    repository = HostedRepository(database)
    new = repository.create("New", CONTEXT)
    with repository.event("new").open() as file:
        assert not file.journal.public_by_default
    assert not new.snapshot().public
    repository.close()


def test_an_event_that_was_public_on_an_older_host_is_listed_and_can_be_switched(url) -> None:
    repository = HostedRepository(url)
    create_sample_event(repository)
    with repository.host.transaction() as connection:
        connection.exec_driver_sql("UPDATE event SET public_by_default = true")
    repository.close()
    with serve_repository(HostedRepository(url), open_to_all=False) as address:
        assert "Riverside" in httpx.get(f"{address}/p/").text
        assert status(address, f"{SAMPLE}/open/standings.html") == 200
        switch(url, SAMPLE, "private")
        wait_for_status(404, address, f"{SAMPLE}/open/standings.html")
        assert "Riverside" not in httpx.get(f"{address}/p/").text


def test_events_from_an_archive_keep_their_visibility_and_are_private_by_default(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = FolderRepository(tmp_path / "events")
    said = {"unsaid": None, "shown": True, "hidden": False}
    for name, public in said.items():
        with folder.create(name, CONTEXT).open() as file:
            if public is not None:
                file.record(actions.SetVisibility(public), CONTEXT)
    archive = str(tmp_path / "all.zip")
    assert main(["host", "export", str(folder.path), archive]) == 0
    assert main(["host", "import", url, archive]) == 0
    assert "2 of them are private." in capsys.readouterr().out

    repository = HostedRepository(url)
    assert {
        stem: repository.event(stem).snapshot().public for stem in repository.list_event_slugs()
    } == {
        "hidden": False,
        "shown": True,
        "unsaid": False,
    }
    heads = {stem: repository.event(stem).snapshot().head for stem in repository.list_event_slugs()}
    assert heads == {stem: folder.event(stem).snapshot().head for stem in folder.list_event_slugs()}
    repository.close()
    assert main(["host", "import", str(tmp_path / "back"), archive]) == 0
    back = FolderRepository(tmp_path / "back")
    assert {stem: back.event(stem).snapshot().public for stem in back.list_event_slugs()} == {
        "hidden": False,
        "shown": True,
        "unsaid": True,
    }


def test_moving_an_event_reports_that_its_visibility_changes(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, hosted = str(tmp_path / "open.topboard"), f"{url}#open"
    JournalSession.create(file, "Open", CONTEXT).journal.close()

    assert main(["event", "move", file, hosted, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert any("was public and is now private on the server" in one for one in told["notices"])
    with JournalSession.open(hosted, read_only=True) as moved:
        assert not moved.is_public

    assert main(["event", "move", hosted, file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert any("was private and is now public in the folder" in one for one in told["notices"])

    assert main(["event", "visibility", file, "public", "--who", "Ann"]) == 0
    capsys.readouterr()
    assert main(["event", "move", file, hosted, "--json"]) == 0
    assert not any("public" in one for one in json.loads(capsys.readouterr().out)["notices"])
    with JournalSession.open(hosted, read_only=True) as moved:
        assert moved.is_public


# --- published as files -------------------------------------------------------------------


def test_publishing_waits_until_the_event_is_public_and_removes_private_pages(
    repository, url, tmp_path
) -> None:
    site, where = tmp_path / "site", f"{url}#{SAMPLE}"
    assert main(["publish", where, str(site)]) == 3
    command = [sys.executable, "-m", "topboard", "publish", where, str(site)]
    command += ["--follow", "--every", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as run:
        assert run.stdout is not None
        try:
            assert "The event is private" in run.stdout.readline()
            assert not (site / "index.html").exists()
            switch(url, SAMPLE, "public")
            assert "sent" in run.stdout.readline()
            assert (site / "index.html").exists()
            switch(url, SAMPLE, "private")
            assert "were removed" in run.stdout.readline()
            left = [one.name for one in site.rglob("*") if one.is_file()]
            assert left == [".topboard-pages"]
        finally:
            run.send_signal(signal.SIGINT)
        assert run.wait(20) == 0
