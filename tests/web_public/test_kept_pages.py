"""Public pages are kept as bytes: the same until an entry comes, and nothing private among them."""

from __future__ import annotations

import gzip
import time

import pytest

from tests.event.sessions import CONTEXT
from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import client_of, serve_folder
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.messages import Language, use_language
from topboard.model import Number, Player
from topboard.web.folder_repository import FolderRepository
from topboard.web.public import sites as kept
from topboard.web.public.sites import FRESH, SiteCache, accepts_gzip

PAGE = f"/p/{SAMPLE}/open/standings.html"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the sample event, and somebody who asks for its pages."""
    folder = tmp_path_factory.mktemp("kept")
    create_sample_event(FolderRepository(folder))
    with serve_folder(folder, open_to_all=False) as address, client_of(address) as client:
        yield folder, client


def test_a_page_is_compressed_and_its_headers_say_so(desk) -> None:
    _, client = desk
    plain = client.get(PAGE, headers={"Accept-Encoding": "identity"})
    packed = client.get(PAGE, headers={"Accept-Encoding": "br, gzip"})

    assert packed.content == plain.content
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 3
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert plain.headers["etag"] != packed.headers["etag"]
    assert plain.headers["cache-control"] == "no-cache"
    assert plain.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_an_unchanged_page_is_not_sent_again(desk, accepted) -> None:
    _, client = desk
    first = client.get(PAGE, headers={"Accept-Encoding": accepted})
    again = client.get(
        PAGE,
        headers={"If-None-Match": f'"other", W/{first.headers["etag"]}', "Accept-Encoding": "gzip"},
    )

    assert again.status_code == 304
    assert again.content == b""
    assert "content-encoding" not in again.headers


def test_a_new_entry_changes_the_bytes_and_the_etag(desk) -> None:
    folder, client = desk
    before = client.get(PAGE)
    with FolderRepository(folder).event(SAMPLE).open() as file:
        player = Player(Number(99), "Zebra, Zoe", 1400)
        file.record(
            actions.AddSection("Late", "dubov_1997", 3),
            ActionContext("A", "2026-06-01T00:00:00+00:00"),
        )
        file.record(
            actions.Enter("Late", (player,)), ActionContext("A", "2026-06-01T00:00:01+00:00")
        )
    time.sleep(2 * FRESH)
    after = client.get(PAGE, headers={"If-None-Match": before.headers["etag"]})

    assert after.status_code == 200
    assert after.headers["etag"] != before.headers["etag"]
    assert after.content != before.content
    assert "Zebra, Zoe" in client.get(f"/p/{SAMPLE}/late/entries.html").text


def test_the_same_page_is_rendered_only_once(tmp_path, monkeypatch) -> None:
    create_sample_event(FolderRepository(tmp_path))
    made = []
    real = kept.EventSite.render_page
    monkeypatch.setattr(
        kept.EventSite, "render_page", lambda site, path: made.append(path) or real(site, path)
    )
    with serve_folder(tmp_path) as address, client_of(address) as client:
        bodies = {client.get(PAGE).content for _ in range(5)}

    assert len(bodies) == 1
    assert made == ["open/standings.html"]


def test_a_page_in_another_language_is_cached_separately(tmp_path, monkeypatch) -> None:
    # On a busy machine two pages may take longer than a look is good for.
    monkeypatch.setattr(kept, "FRESH", 60.0)
    repository = FolderRepository(tmp_path)
    create_sample_event(repository)
    sites = SiteCache(FolderRepository(tmp_path))
    shown = sites.pages_of_event(repository.event(SAMPLE))
    site = shown.current_site()
    english = sites.render_page(shown, site, "open/index.html")
    with use_language(Language("xx", {"Leaders": "Vorneweg"})):
        other = sites.render_page(shown, site, "open/index.html")
        assert sites.find_cached_page(f"{SAMPLE}/open/index.html") is other

    assert sites.find_cached_page(f"{SAMPLE}/open/index.html") is english
    assert b"Vorneweg" in other.body
    assert b"Vorneweg" not in english.body
    assert other.etag(packed=False) != english.etag(packed=False)


def test_pages_of_the_desk_are_never_cached(desk) -> None:
    folder, _ = desk
    with serve_folder(folder) as address, client_of(address) as arbiter:
        inside = arbiter.get(f"/e/{SAMPLE}/s/open/entries")
        assert inside.status_code == 200
        assert inside.headers["cache-control"] == "no-store"
        assert "content-encoding" not in inside.headers
    _, stranger = desk
    for path in (f"/e/{SAMPLE}/s/open/entries", f"/p/../e/{SAMPLE}/s/open/entries"):
        answer = stranger.get(path, follow_redirects=False)
        assert answer.status_code in (303, 404)
        assert "Entries" not in answer.text
    assert "set-cookie" not in stranger.get(PAGE).headers


def test_the_page_cache_is_bounded(tmp_path, monkeypatch) -> None:
    repository = FolderRepository(tmp_path)
    create_sample_event(repository)
    sites = SiteCache(FolderRepository(tmp_path))
    shown = sites.pages_of_event(repository.event(SAMPLE))
    site = shown.current_site()
    monkeypatch.setattr(kept, "MOST_BYTES", 60_000)
    for path in list(site.page_paths())[:40]:
        sites.render_page(shown, site, path)

    assert sum(cached.memory_size for cached in sites._leaves.values()) == sites._bytes
    assert sites._bytes <= 60_000
    assert len(sites._leaves) >= 2
    assert sites.find_cached_page(f"{SAMPLE}/index.html") is None


def test_the_most_recently_requested_events_stay_cached(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(kept, "MOST_EVENTS", 2)
    repository = FolderRepository(tmp_path)
    first, second, third = (repository.create(name, CONTEXT) for name in ("A", "B", "C"))
    sites = SiteCache(repository)
    shown = sites.pages_of_event(first)
    sites.pages_of_event(second)
    sites.pages_of_event(first)
    sites.pages_of_event(third)

    assert sites.pages_of_event(first) is shown
    assert len(sites._shown) == 2


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("br;q=1.0, gzip;q=0.5", True),
        ("deflate, gzip ; q=0", False),
        ("identity", False),
        ("", False),
        ("xgzip", False),
    ],
)
def test_gzip_is_sent_to_clients_that_accept_it(accepted, taken) -> None:
    assert accepts_gzip(accepted) is taken


def test_compressed_bytes_are_always_the_same(tmp_path) -> None:
    repository = FolderRepository(tmp_path)
    create_sample_event(repository)
    packed = []
    for _ in range(2):
        sites = SiteCache(FolderRepository(tmp_path))
        shown = sites.pages_of_event(repository.event(SAMPLE))
        cached = sites.render_page(shown, shown.current_site(), "open/index.html")
        packed.append(cached.compressed_body)
        assert gzip.decompress(cached.compressed_body) == cached.body

    assert packed[0] == packed[1]
