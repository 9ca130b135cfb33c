"""Publishing to a folder and to a store: the same files, and nobody overwrites what is newer."""

from __future__ import annotations

import gzip
import json
import re
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web_public.targets import (
    LASTING,
    assert_links_hold,
    files,
    latest,
    publish_to,
    result,
    take,
    without_marks,
)
from topboard.cli import main
from topboard.errors import CannotReadOrWrite
from topboard.event import actions, pairing
from topboard.model import Number, Player, Team
from topboard.web.public.site import EventSite
from topboard.web.publishing.page_templates import SiteFiles
from topboard.web.publishing.publisher import LATEST
from topboard.web.publishing.record import RECORD
from topboard.web.publishing.targets import PublishedFile, open_target

if TYPE_CHECKING:
    pass

# --- what lies there ----------------------------------------------------------------------------


def test_the_store_contains_the_same_bytes_as_the_folder(handle, bucket, tmp_path) -> None:
    for table in (1, 2):
        publish_to(handle, bucket)
        publish_to(handle, str(tmp_path / "site"))
        result(handle, table, 10, 0)

    there, here = without_marks(files(bucket)), without_marks(files(str(tmp_path / "site")))

    assert len(there) > 30
    assert there == here


def test_files_have_types_and_cache_headers(handle, bucket, object_store) -> None:
    publish_to(handle, bucket)
    result(handle, 1, 10, 0)
    publish_to(handle, bucket)
    root = bucket.replace("s3:/", object_store.endpoint)
    entry = handle.snapshot().event.last

    def fetch_with_headers(path: str) -> tuple[str, str, str | None, bytes]:
        with urllib.request.urlopen(f"{root}/{path}", timeout=10) as answer:
            about = (answer.headers[name] for name in ("content-type", "cache-control"))
            return *about, answer.headers["content-encoding"], answer.read()

    html, short, packed, content = fetch_with_headers("main/round-1.html")
    assert (html, short, packed) == ("text/html; charset=utf-8", "public, max-age=20", "gzip")
    assert b"Player 01" in gzip.decompress(content)
    assert fetch_with_headers(f"entry_{entry}/main/round-1.html") == (
        html,
        LASTING,
        packed,
        content,
    )
    assert fetch_with_headers(LATEST)[:2] == ("application/json", "public, max-age=20")
    assert fetch_with_headers("main/section.json")[0] == "application/json"
    page = gzip.decompress(content).decode()
    for name, kind in (("css", "text/css"), ("js", "text/javascript"), ("svg", "image/svg+xml")):
        asset = re.search(rf'"\.\./(\w+-\w{{10}}\.{name})"', page)[1]
        assert fetch_with_headers(asset)[0].startswith(kind)
        assert fetch_with_headers(asset)[1] == LASTING


def test_all_links_in_the_publication_lead_to_files(handle, target) -> None:
    publish_to(handle, target)
    found = files(target)

    assert_links_hold(found)


def test_programs_find_the_event_data_starting_from_the_latest_file(handle, target) -> None:
    result(handle, 1, 10, 0)
    publish_to(handle, target)
    found = files(target)

    newest = latest(target)
    event = json.loads(found[newest["data"]])
    section = json.loads(found[event["sections"][0]["data"]])

    assert newest["entry"] == event["entry"] == section["entry"] == handle.snapshot().event.last
    assert newest["head"] == handle.snapshot().head
    (first, *_) = section["published"][0]["tables"]
    assert first["result"] == "1-0"
    assert section["standings"][0] | {"tie_breaks": {}} == {
        "place": 1,
        "number": first["white"],
        "points": 1,
        "tie_breaks": {},
    }


def test_no_published_file_contains_personal_data(handle, target) -> None:
    result(handle, 1, 10, 0)
    publish_to(handle, target)

    for path, content in files(target).items():
        assert not re.search(rb"1987.11|11.1987", content), path


# --- only what has changed ----------------------------------------------------------------------


def test_a_result_sends_only_what_it_changes(handle, target) -> None:
    first = publish_to(handle, target)
    before = files(target)
    result(handle, 4, 10, 0)

    second = publish_to(handle, target)

    after = files(target)
    changed = {path for path in before if before[path] != after.get(path)}
    assert first.sent == first.files
    assert "main/round-1.html" in changed
    assert "main/entries.html" not in changed
    assert len(changed) == second.sent + 2, "beside the pages, latest.json and the record"
    assert second.sent < first.files
    assert publish_to(handle, target).sent == 0


def test_the_pages_of_a_journal_entry_are_kept_and_never_change(handle, target) -> None:
    publish_to(handle, target)
    result(handle, 1, 10, 0)
    publish_to(handle, target)
    entry = handle.snapshot().event.last
    kept = {p: c for p, c in files(target).items() if p.startswith(f"entry_{entry}/")}
    result(handle, 2, 10, 0)
    publish_to(handle, target)

    found = files(target)
    (newest, before, first) = latest(target)["versions"]
    assert kept
    assert all(found[path] == content for path, content in kept.items())
    assert before["entry"] == entry
    assert {f"entry_{entry}/{page}" for page in before["pages"]} == {*kept}
    assert newest["folder"] == f"entry_{entry + 1}"
    assert first == {"entry": entry - 1, "folder": "", "pages": [], "more": True}
    for page in newest["pages"]:
        assert found[page] == found[f"{newest['folder']}/{page}"]


def test_older_publications_are_pruned_but_never_the_newest(handle, target) -> None:
    publish_to(handle, target)
    for table in (1, 2, 3):
        result(handle, table, 10, 0)
        publish_to(handle, target, keep=1)
        entry = handle.snapshot().event.last
        kept = {path.partition("/")[0] for path in files(target) if path.startswith("entry_")}
        assert f"entry_{entry}" in kept
        assert len(kept) <= 2
    assert kept == {f"entry_{entry - n}" for n in range(2)}


def test_erased_data_is_in_no_older_version(handle, target) -> None:
    publish_to(handle, target)
    take(handle, actions.AddSection("Teams", "olympiad_2022", 3, 2))
    members = tuple(Player(Number(n), f"Member {n}", fide_id=f"471108{n}") for n in (31, 32))
    take(handle, actions.Enter("Teams", (Team(Number(1), "Norway", members),)))
    publish_to(handle, target)
    entry = handle.snapshot().event.last
    found = {path for path, content in files(target).items() if b"47110831" in content}
    assert found == {"teams/who-1.html", f"entry_{entry}/teams/who-1.html"}, "ids are shown"

    take(handle, actions.ErasePersonal("Teams", Number(1)))
    publish_to(handle, target)

    after = files(target)
    # Eight digits do not occur by chance in the hashes of the pages' record, as four do.
    ids = (b"47110831", b"47110832")
    assert not [path for path, content in after.items() for one in ids if one in content]
    assert not [path for path in after if path.startswith(f"entry_{entry}/")]


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("ftp://example.org/cup", "a folder or to s3://bucket/prefix"),
        ("s3://", "this is not the address of a bucket"),
        ("s3:///cup", "this is not the address of a bucket"),
    ],
)
def test_unsupported_targets_are_refused(handle, path, target, words, capsys) -> None:
    assert main(["publish", path, target]) == 3
    told = capsys.readouterr().err
    assert words in told
    assert target in told


def test_the_error_names_a_missing_bucket(handle, path, bucket, capsys) -> None:
    assert main(["publish", path, "s3://no-such-bucket/cup"]) == 5
    assert (
        "s3://no-such-bucket/cup: the bucket does not exist. Create it first."
        in capsys.readouterr().err
    )


def test_the_error_names_an_unreachable_store(handle, path, bucket, capsys, monkeypatch) -> None:
    monkeypatch.setattr("topboard.web.publishing.object_stores.RETRIES", 0)
    assert main(["publish", path, bucket, "--endpoint", "http://127.0.0.1:9"]) == 5
    told = capsys.readouterr().err
    assert f"{bucket} cannot be reached" in told
    assert "Debug" not in told


def test_a_denied_access_error_says_which_keys_the_store_needs(
    handle, path, bucket, capsys
) -> None:
    class Closed(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(403)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Closed) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        endpoint = f"http://127.0.0.1:{server.server_port}"
        code = main(["publish", path, bucket, "--endpoint", endpoint])
        server.shutdown()
        thread.join()

    assert code == 5
    assert "AWS_SECRET_ACCESS_KEY" in capsys.readouterr().err


def test_without_its_packages_a_store_is_refused_but_a_folder_is_not(
    handle, path, tmp_path, capsys, monkeypatch
) -> None:
    monkeypatch.setitem(sys.modules, "obstore", None)

    assert main(["publish", path, "s3://bucket/cup"]) == 5
    assert "pip install 'topboard[hosted]'" in capsys.readouterr().err
    assert main(["publish", path, str(tmp_path / "site")]) == 0


def test_a_dry_run_writes_nothing(handle, path, target, capsys) -> None:
    assert main(["publish", path, target, "--dry-run"]) == 0
    assert re.search(r"(\d+) of \1 files would be written", capsys.readouterr().out)
    assert files(target) == {}
    assert not Path(target).exists()


def test_an_unreadable_publication_record_is_named(handle, target) -> None:
    publish_to(handle, target)
    place = open_target(target)
    _, mark = place.read(RECORD)
    place.write(RECORD, PublishedFile(b"{broken", "text/plain", "no-store"), mark)

    with pytest.raises(CannotReadOrWrite, match=r"Remove \.topboard-pages"):
        publish_to(handle, target)


# --- made again only where needed -----------------------------------------------------------------


def test_a_reused_page_equals_a_new_one(handle) -> None:
    """Also with a second section, another round, an entry changed and a name given."""
    before = None
    entries = [
        actions.EnterResults("Main", 1, (actions.TableResult(1, 10, 0),)),
        actions.EnterResults("Main", 1, tuple(actions.TableResult(t, 5, 5) for t in (2, 3, 4))),
        actions.AddSection("Second", "dubov_1997", 3),
        lambda event: pairing.build_pair_round_action(event, "Main")[0],
        actions.PublishRound("Main", 2),
        actions.EnterResults("Main", 2, (actions.TableResult(1, 10, 0),)),
        actions.CorrectResult("Main", 1, actions.TableResult(1, 0, 10)),
        actions.Enter("Second", (Player(Number(1), "Zoë", 2000), Player(Number(2), "Bob", 1900))),
        actions.EnterResults("Main", 2, (actions.TableResult(2, 10, 0),)),
    ]
    saved = 0
    for act in entries:
        take(handle, act(handle.snapshot().event) if callable(act) else act)
        site = EventSite(handle.snapshot(), handle.replay_round, published=True)
        fresh = SiteFiles(EventSite(handle.snapshot(), handle.replay_round, published=True))
        made = SiteFiles(site, before=before)
        assert made.files == fresh.files, act
        if before is not None:
            saved += sum(made.files[path] is before.files.get(path) for path in made.files)
        before = made

    assert saved > 40


# --- private events -----------------------------------------------------------------------------


def test_a_private_event_leaves_nothing_behind_but_the_record(handle, target) -> None:
    for table in (1, 2):
        publish_to(handle, target)
        result(handle, table, 10, 0)
    publish_to(handle, target)
    there = files(target)
    assert any(path.startswith("entry_") for path in there)

    take(handle, actions.SetVisibility(public=False))
    gone = publish_to(handle, target)

    assert (gone.public, gone.removed) == (False, len(there) - 1)
    assert {*files(target)} == {RECORD}
    assert publish_to(handle, target).removed == 0

    take(handle, actions.SetVisibility(public=True))
    publish_to(handle, target)
    again = files(target)
    assert [p for p in again if p[:6] != "entry_"] == [p for p in there if p[:6] != "entry_"]
    assert_links_hold(again)


def test_an_interrupted_removal_is_finished_by_the_next_publisher(
    handle, target, monkeypatch
) -> None:
    publish_to(handle, target)
    take(handle, actions.SetVisibility(public=False))
    kind = type(open_target(target))
    whole = kind.remove

    def stop_halfway(self, paths) -> None:
        whole(self, [*paths][:5])
        raise CannotReadOrWrite("the line was cut")

    monkeypatch.setattr(kind, "remove", stop_halfway)
    with pytest.raises(CannotReadOrWrite, match="cut"):
        publish_to(handle, target)
    monkeypatch.setattr(kind, "remove", whole)
    assert len(files(target)) > 20

    publish_to(handle, target)

    assert {*files(target)} == {RECORD}
