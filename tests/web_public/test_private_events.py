"""A private event: for everybody without sign-in there is no such event, at any address."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from fastapi.routing import APIRoute

from tests.event.sessions import CONTEXT
from tests.hosted.worker_process import PASSWORD, add_users
from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import Visitor, client_of, serve_folder, words
from tests.web_public.conftest import IN_NETWORK
from topboard.cli import main
from topboard.event import actions
from topboard.web.accounts import Role
from topboard.web.api import authenticate_api_user
from topboard.web.app import DESK
from topboard.web.folder_repository import FolderRepository
from topboard.web.public.routes import _find_public_event
from topboard.web.public.site import ASSETS, EventSite
from topboard.web.public.sites import FRESH
from topboard.web.request_context import require_signed_in_user

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

    from topboard.web.repository import EventHandle

WITHOUT_AN_EVENT = {
    "/sign-in",
    "/sign-out",
    "/healthy",
    "/p",
    "/p/",
    "/p/face.css",
    "/p/public.css",
    "/p/public.js",
    "/p/mark.svg",
}
"""The addresses that anybody may ask for and that are about no event."""
TO_THE_SLASH = "/p/{event}"
"""It leads to the same address with a slash, whether there is such an event or not."""


@pytest.fixture
def repository(tmp_path: Path) -> FolderRepository:
    """A folder with the sample and a user of each role."""
    made = FolderRepository(tmp_path)
    create_sample_event(made)
    add_users(made)
    return made


@pytest.fixture
def address(repository: FolderRepository) -> Iterator[str]:
    with serve_folder(repository.path, open_to_all=False, network_address=IN_NETWORK) as found:
        yield found


@pytest.fixture
def stranger(address: str) -> Iterator[httpx.Client]:
    """Somebody who is not signed in."""
    with client_of(address) as client:
        yield client


def switch(handle: EventHandle, *, public: bool) -> None:
    """Make an event public or private, as another program does it."""
    with handle.open() as file:
        file.record(actions.SetVisibility(public), CONTEXT)
    time.sleep(2 * FRESH)


def at_the_desk(address: str, role: Role = Role.CHIEF) -> Visitor:
    visitor = Visitor(address)
    assert visitor.send("/sign-in", name=role.value, password=PASSWORD).status_code == 200
    return visitor


def calls(route: APIRoute) -> set[object]:
    """Every function on which the answer of a route depends."""
    found, waiting = set(), [route.dependant]
    while waiting:
        one = waiting.pop()
        found.add(one.call)
        waiting += one.dependencies
    return found


def every_route() -> Iterator[tuple[str, set[object]]]:
    """The address of every route of the desk, and on which functions its answer depends."""
    for included in DESK.routes:
        context = included.include_context
        asked = {one.dependency for one in context.dependencies}
        for route in included.original_router.routes:
            assert isinstance(route, APIRoute)
            yield context.prefix + route.path, asked | calls(route)


def open_routes() -> dict[str, bool]:
    """The addresses for which nobody has to sign in; whether each asks if the event is public."""
    routes = dict(every_route())
    assert len(routes) > 100
    return {
        path: _find_public_event in asked
        for path, asked in routes.items()
        if not asked & {require_signed_in_user, authenticate_api_user}
    }


def paths_of(handle: EventHandle) -> list[str]:
    """Every address below that of the event that answers while it is public."""
    site = EventSite(handle.snapshot(), handle.replay_round)
    codes = [f"{slug}/qr.svg" for slug in site.sections]
    return ["", "live", *site.page_paths(), *codes, *ASSETS, *site.sections, "open/hall-99.html"]


# --- no address is forgotten ------------------------------------------------------------


def test_every_open_route_of_an_event_checks_whether_it_is_public() -> None:
    found = open_routes()
    asking = {path for path, asks in found.items() if asks}

    assert asking == {"/p/{event}/live", "/p/{event}/{path:path}"}
    # A private link, which cannot be guessed, opens these pages of captains and players.
    by_private_link = {
        "/captain/{event}/{token}",
        "/report/{event}/{slug}/{number:int}/{table:int}/{seal}",
    }
    documentation = {"/help/search", "/help/{name:path}"}
    allowed = {*WITHOUT_AN_EVENT, TO_THE_SLASH, *by_private_link, *documentation}
    assert found.keys() - asking == allowed


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_private_event_is_answered_like_a_missing_one(repository, stranger, method) -> None:
    handle = repository.event(SAMPLE)
    paths = paths_of(handle)
    assert len(paths) > 90
    switch(handle, public=False)
    # The first answer brings a cookie.
    stranger.get("/p/nowhere/")

    told = set()
    for path in paths:
        answer = stranger.request(method, f"/p/{SAMPLE}/{path}")
        nowhere = stranger.request(method, f"/p/nowhere/{path}")
        assert (path, answer.status_code) == (path, 404)
        assert answer.text.replace(SAMPLE, "nowhere") == nowhere.text
        assert answer.headers.keys() == nowhere.headers.keys()
        told.add(answer.text.count("Riverside"))
    assert told == {0}


def test_a_private_event_appears_in_no_list_and_no_search(repository, stranger) -> None:
    repository.create("Village Open", CONTEXT)
    assert "Riverside" in stranger.get("/p/").text
    switch(repository.event(SAMPLE), public=False)

    for page in ("/p/", "/p/?q=riverside", "/p/?q=team", "/p/?part=2"):
        assert "iverside Chess" not in stranger.get(page).text, page
    assert "Village Open" in stranger.get("/p/").text


def test_an_event_in_a_folder_is_public_by_default(repository, stranger) -> None:
    assert repository.event(SAMPLE).snapshot().event.public is None
    assert stranger.get(f"/p/{SAMPLE}/").status_code == 200


# --- at once ------------------------------------------------------------------------------


def test_cached_pages_disappear_and_return_with_the_visibility(repository, stranger) -> None:
    page, handle = f"/p/{SAMPLE}/open/standings.html", repository.event(SAMPLE)
    first = stranger.get(page)
    known = {"If-None-Match": first.headers["etag"]}
    assert stranger.get(page, headers=known).status_code == 304

    switch(handle, public=False)
    assert stranger.get(page, headers=known).status_code == 404
    assert stranger.get(page).status_code == 404

    switch(handle, public=True)
    assert words(stranger.get(page)).startswith(words(first)[:200])


def test_an_open_page_learns_only_that_the_event_is_now_private(repository, address) -> None:
    handle = repository.event(SAMPLE)
    with client_of(address) as client:
        asked = {"page": "team-cup/round-4.html", "after": str(handle.snapshot().event.last)}
        with client.stream("GET", f"/p/{SAMPLE}/live", params=asked) as answer:
            lines = answer.iter_lines()
            assert next(lines) == "retry: 3000"
            switch(handle, public=False)
            # The stream ends by itself.
            rest = [line for line in lines if line and not line.startswith(":")]
    assert rest == ["event: gone", "data: "]


# --- at the desk --------------------------------------------------------------------------


def test_the_desk_shows_and_switches_whether_an_event_is_public(
    repository, address, stranger
) -> None:
    chief = at_the_desk(address)
    shown = chief.text(f"/e/{SAMPLE}")
    assert f"Public Anyone can see the pages of this event at {IN_NETWORK}p/{SAMPLE}/" in shown
    assert "Make event private" in shown

    answer = chief.send(f"/e/{SAMPLE}", f"/e/{SAMPLE}/visibility", visibility="private")

    assert "The event is private now. Its public pages are no longer available." in words(answer)
    assert "Private Only signed-in users can see this event." in words(answer)
    assert f"{IN_NETWORK}p/{SAMPLE}/" in words(answer)
    assert "Make event public" in words(answer)
    assert "Private" in chief.text("/")
    time.sleep(2 * FRESH)
    assert stranger.get(f"/p/{SAMPLE}/").status_code == 404
    last = repository.event(SAMPLE).snapshot().event.last

    # Sent twice it is written once.
    chief.send(f"/e/{SAMPLE}", f"/e/{SAMPLE}/visibility", visibility="private")
    assert repository.event(SAMPLE).snapshot().event.last == last
    answer = chief.send(f"/e/{SAMPLE}", f"/e/{SAMPLE}/visibility", visibility="public")
    assert "The event is public now." in words(answer)
    time.sleep(2 * FRESH)
    assert stranger.get(f"/p/{SAMPLE}/").status_code == 200
    assert "Make the event private" in chief.text(f"/e/{SAMPLE}/history")


def test_a_form_that_chooses_neither_public_nor_private_is_refused(repository, address) -> None:
    chief, before = at_the_desk(address), repository.event(SAMPLE).snapshot()

    answer = chief.send(f"/e/{SAMPLE}", f"/e/{SAMPLE}/visibility", visibility="secret")

    assert answer.status_code == 422
    assert "secret" in words(answer)
    assert repository.event(SAMPLE).snapshot().head == before.head


@pytest.mark.parametrize("role", [Role.DEPUTY, Role.ENTRY_POST, Role.VIEWER])
def test_only_the_chief_arbiter_can_switch_the_visibility(repository, address, role) -> None:
    visitor, before = at_the_desk(address, role), repository.event(SAMPLE).snapshot()
    assert "Make event" not in visitor.text(f"/e/{SAMPLE}")

    answer = visitor.send("/", f"/e/{SAMPLE}/visibility", visibility="private")

    assert answer.status_code == 403
    assert repository.event(SAMPLE).snapshot().head == before.head


@pytest.mark.parametrize("role", list(Role))
def test_every_role_at_the_desk_can_see_the_preview(repository, address, role) -> None:
    switch(repository.event(SAMPLE), public=False)
    visitor = at_the_desk(address, role)

    shown = visitor.text(f"/e/{SAMPLE}/preview")

    assert "Preview Only signed-in users can see this page." in shown
    assert "Preview pages" in visitor.text(f"/e/{SAMPLE}")


def test_every_page_of_a_private_event_has_a_preview(repository, address, stranger) -> None:
    handle = repository.event(SAMPLE)
    switch(handle, public=False)
    visitor, root = at_the_desk(address), f"/e/{SAMPLE}/preview"

    for path in paths_of(handle):
        if path == "live":
            continue
        answer = visitor.get(f"{root}/{path}")
        assert (path, answer.status_code) == (path, 200)
        assert "data-news" not in answer.text
    assert visitor.get(f"{root}/open/nothing.html").status_code == 404
    assert visitor.get(f"{root}/open/standings.html").headers["cache-control"] == "no-store"
    assert stranger.get(f"{root}/open/standings.html").url.path == "/sign-in"


def test_links_of_the_desk_work_while_the_event_is_private(repository, address) -> None:
    switch(repository.event(SAMPLE), public=False)
    chief = at_the_desk(address)
    for page in ("documents", "rounds/1", "who/1"):
        shown = chief.get(f"/e/{SAMPLE}/s/open/{page}").text
        assert "/p/" not in shown, page
        links = re.findall(r'href="(/e/[^"]+/preview/[^"]+)"', shown)
        assert links, page
        assert {chief.get(link).status_code for link in links} == {200}
    code = chief.get(f"/e/{SAMPLE}/preview/open/qr.svg").text
    assert f"<title>{IN_NETWORK}p/{SAMPLE}/open/</title>" in code


def test_the_api_shows_and_switches_whether_an_event_is_public(repository, address) -> None:
    with client_of(address) as client:
        client.auth = ("chief", PASSWORD)
        root = f"/api/v1/events/{SAMPLE}"
        assert client.get(root).json()["public"] is True
        wanted = {"act": "SetVisibility", "content": {"public": False}}
        assert client.post(f"{root}/acts", json=wanted).status_code == 201
        assert client.get(root).json()["public"] is False
        listed = {one["event"]: one["public"] for one in client.get("/api/v1/events").json()}
        assert listed == {SAMPLE: False}
        assert client.post(f"{root}/acts", json={"act": "SetVisibility"}).status_code == 422


# --- by the command -----------------------------------------------------------------------


def test_the_command_switches_and_reports_the_visibility(repository, capsys) -> None:
    file = str(repository.path / f"{SAMPLE}.topboard")
    assert main(["event", "show", file]) == 0
    assert "The event is public." in capsys.readouterr().out

    assert main(["event", "visibility", file, "private", "--who", "Ann"]) == 0

    assert "make the event private" in capsys.readouterr().out
    assert main(["event", "show", file]) == 0
    assert "The event is private." in capsys.readouterr().out
    assert main(["event", "undo", file, "--who", "Ann"]) == 0
    assert repository.event(SAMPLE).snapshot().public
    with pytest.raises(SystemExit) as ended:
        main(["event", "visibility", file, "secret"])
    assert ended.value.code == 3


def test_a_closed_event_can_still_be_made_private(repository) -> None:
    handle = repository.create("Village Open", CONTEXT)
    with handle.open() as file:
        file.record(actions.CloseEvent(), CONTEXT)
    switch(handle, public=False)
    assert (handle.snapshot().public, handle.snapshot().event.closed) == (False, True)


# --- pages that are published as files -------------------------------------------------


def test_a_private_event_is_not_published(repository, tmp_path, capsys) -> None:
    file, site = str(repository.path / f"{SAMPLE}.topboard"), tmp_path / "site"
    switch(repository.event(SAMPLE), public=False)
    site.mkdir()
    (site / "latest.json").write_text("not of the event")

    assert main(["publish", file, str(site)]) == 3

    told = capsys.readouterr().err
    assert "the event is private, so nothing was published" in told
    assert f"topboard event visibility {file} public" in told
    assert [one.name for one in site.iterdir()] == ["latest.json"]


def test_pages_that_were_published_are_removed_once_the_event_is_private(
    repository, tmp_path, capsys
) -> None:
    file, site = str(repository.path / f"{SAMPLE}.topboard"), tmp_path / "site"
    assert main(["publish", file, str(site), "--keep", "3"]) == 0
    older = (repository.path / f"{SAMPLE}.topboard").read_bytes()
    (site / "mine.html").write_text("not of the event")
    switch(repository.event(SAMPLE), public=False)
    count = sum(1 for one in site.rglob("*") if one.is_file()) - 2
    assert main(["publish", file, str(site), "--dry-run"]) == 0
    assert f"{count} files would be removed" in capsys.readouterr().out
    assert (site / "index.html").exists()

    assert main(["publish", file, str(site)]) == 0

    assert f"The event is private, so {count} files were removed" in capsys.readouterr().out
    left = {one.name for one in site.rglob("*") if one.is_file()}
    assert left == {"mine.html", ".topboard-pages"}
    assert main(["publish", file, str(site)]) == 3, "nothing is left to remove"
    # An older copy of the journal, from when it was public, does not bring the pages back.
    copy = tmp_path / "copy.topboard"
    copy.write_bytes(older)
    assert main(["publish", str(copy), str(site)]) != 0
    assert not (site / "index.html").exists()

    switch(repository.event(SAMPLE), public=True)
    assert main(["publish", file, str(site)]) == 0
    assert (site / "index.html").exists()
