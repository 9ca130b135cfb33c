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
from urllib.parse import urldefrag

import pytest

from topboard.cli import main
from topboard.errors import CannotReadOrWrite
from topboard.event import acts, pairing
from topboard.event.sitting import Hand
from topboard.model import Colour, Number, Player, Team
from topboard.web.folder import SUFFIX, Folder
from topboard.web.public.site import Site
from topboard.web.publishing.following import Follower, publish_now
from topboard.web.publishing.publisher import LATEST, NewerPublished, Publisher
from topboard.web.publishing.record import RECORD, PublicationRecord
from topboard.web.publishing.targets import FolderTarget, PublishedFile, open_target
from topboard.web.publishing.undated import Undated

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.web.publishing.targets import Target

HAND = Hand("Ann", "2026-05-01T09:00:00.000+00:00", confirmed=True)
LASTING = "public, max-age=31536000, immutable"


def take(live, act: acts.Act) -> None:
    with live.open() as file:
        file.take(act, HAND)


def result(live, table: int, white: int, black: int) -> None:
    take(live, acts.EnterResults("Main", 1, (acts.TableResult(table, white, black),)))


@pytest.fixture(scope="module")
def journal(tmp_path_factory) -> bytes:
    """An event of eight whose first round is being played."""
    folder = tmp_path_factory.mktemp("events")
    live = Folder(folder).create("Cup", HAND)
    take(live, acts.AddSection("Main", "fide_dutch_2026", 5))
    entered = tuple(
        Player(Number(n), f"Player {n:02}", 2400 - n, birth="1987/11/03", fide_id=f"9{n:05}")
        for n in range(1, 9)
    )
    take(live, acts.Enter("Main", entered))
    take(live, acts.RecordLot("Main", "colour", colour=Colour.WHITE))
    take(live, pairing.close_entries(live.now().event, "Main"))
    take(live, pairing.pair_round(live.now().event, "Main")[0])
    take(live, acts.PublishRound("Main", 1))
    return next(folder.glob(f"*{SUFFIX}")).read_bytes()


@pytest.fixture
def live(journal, tmp_path):
    """The event in a file of its own."""
    (tmp_path / "cup.topboard").write_bytes(journal)
    return Folder(tmp_path).event("cup")


@pytest.fixture
def path(tmp_path) -> str:
    """Where that file is."""
    return str(tmp_path / "cup.topboard")


@pytest.fixture(params=["folder", "store"])
def target(request, tmp_path, monkeypatch) -> str:
    """An empty place, as the command names it."""
    if request.param == "folder":
        return str(tmp_path / "site")
    return _in_bucket(request.getfixturevalue("object_store"), monkeypatch)


@pytest.fixture
def bucket(object_store, monkeypatch) -> str:
    """An empty part of a bucket."""
    return _in_bucket(object_store, monkeypatch)


def _in_bucket(store, monkeypatch) -> str:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_ENDPOINT_URL", store.endpoint)
    return f"s3://{store.create_bucket()}/clubs/cup"


def published(live, target: str, *, keep: int = 10):
    return publish_now(live, Publisher(open_target(target), keep=keep), live.now())


def files(target: str) -> dict[str, bytes]:
    """All files of a place, by their addresses."""
    place = open_target(target)
    return {path: place.read(path)[0] for path in sorted(everything(place))}


def everything(place: Target) -> list[str]:
    if isinstance(place, FolderTarget):
        found = [path for path in place.folder.rglob("*") if path.is_file()]
        return [path.relative_to(place.folder).as_posix() for path in found]
    return list(place.marks((), ""))


def bare(found: dict[str, bytes]) -> dict[str, bytes]:
    """What readers see: the record tells marks, which are those of the place."""
    return {path: content for path, content in found.items() if path != RECORD}


def latest(target: str) -> dict:
    return json.loads(open_target(target).read(LATEST)[0])


# --- what lies there ----------------------------------------------------------------------------


def test_the_store_has_the_same_bytes_as_the_folder(live, bucket, tmp_path) -> None:
    for table in (1, 2):
        published(live, bucket)
        published(live, str(tmp_path / "site"))
        result(live, table, 10, 0)

    there, here = bare(files(bucket)), bare(files(str(tmp_path / "site")))

    assert len(there) > 30
    assert there == here


def test_what_a_browser_is_told_of_the_files(live, bucket, object_store) -> None:
    published(live, bucket)
    result(live, 1, 10, 0)
    published(live, bucket)
    root = bucket.replace("s3:/", object_store.endpoint)
    entry = live.now().event.last

    def told(path: str) -> tuple[str, str, str | None, bytes]:
        with urllib.request.urlopen(f"{root}/{path}", timeout=10) as answer:
            about = (answer.headers[name] for name in ("content-type", "cache-control"))
            return *about, answer.headers["content-encoding"], answer.read()

    html, short, packed, content = told("main/round-1.html")
    assert (html, short, packed) == ("text/html; charset=utf-8", "public, max-age=20", "gzip")
    assert b"Player 01" in gzip.decompress(content)
    assert told(f"entry_{entry}/main/round-1.html") == (html, LASTING, packed, content)
    assert told(LATEST)[:2] == ("application/json", "public, max-age=20")
    assert told("main/section.json")[0] == "application/json"
    page = gzip.decompress(content).decode()
    for name, kind in (("css", "text/css"), ("js", "text/javascript"), ("svg", "image/svg+xml")):
        asset = re.search(rf'"\.\./(\w+-\w{{10}}\.{name})"', page)[1]
        assert told(asset)[0].startswith(kind)
        assert told(asset)[1] == LASTING


def test_all_links_lead_to_files(live, target) -> None:
    published(live, target)
    found = files(target)

    _assert_links_hold(found)


def _assert_links_hold(found: dict[str, bytes]) -> None:
    for path, content in found.items():
        if path.endswith(".html") and not path.startswith("entry_"):
            folder = path.rpartition("/")[0]
            links = re.findall(r'(?:href|src|data-next|data-latest)="([^"]+)"', content.decode())
            for link in links:
                name, _ = urldefrag(link)
                step = name.removeprefix("../") if name.startswith("../") else f"{folder}/{name}"
                assert not name or step.lstrip("/") in found, f"{path}: {link}"


def test_programs_find_the_event_from_latest_on(live, target) -> None:
    result(live, 1, 10, 0)
    published(live, target)
    found = files(target)

    newest = latest(target)
    event = json.loads(found[newest["data"]])
    section = json.loads(found[event["sections"][0]["data"]])

    assert newest["entry"] == event["entry"] == section["entry"] == live.now().event.last
    assert newest["head"] == live.now().head
    (first, *_) = section["published"][0]["tables"]
    assert first["result"] == "1-0"
    assert section["standings"][0] | {"tie_breaks": {}} == {
        "place": 1,
        "number": first["white"],
        "points": 1,
        "tie_breaks": {},
    }


def test_nothing_personal_is_in_any_file(live, target) -> None:
    result(live, 1, 10, 0)
    published(live, target)

    for path, content in files(target).items():
        assert not re.search(rb"1987.11|11.1987", content), path


# --- only what has changed ----------------------------------------------------------------------


def test_a_result_sends_only_what_it_changes(live, target) -> None:
    first = published(live, target)
    before = files(target)
    result(live, 4, 10, 0)

    second = published(live, target)

    after = files(target)
    changed = {path for path in before if before[path] != after.get(path)}
    assert first.sent == first.files
    assert "main/round-1.html" in changed
    assert "main/entries.html" not in changed
    assert len(changed) == second.sent + 2, "beside the pages, latest.json and the record"
    assert second.sent < first.files
    assert published(live, target).sent == 0


def test_the_pages_of_an_entry_are_kept_and_never_change(live, target) -> None:
    published(live, target)
    result(live, 1, 10, 0)
    published(live, target)
    entry = live.now().event.last
    kept = {p: c for p, c in files(target).items() if p.startswith(f"entry_{entry}/")}
    result(live, 2, 10, 0)
    published(live, target)

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


def test_older_publications_are_pruned_and_the_newest_never(live, target) -> None:
    published(live, target)
    for table in (1, 2, 3):
        result(live, table, 10, 0)
        published(live, target, keep=1)
        entry = live.now().event.last
        kept = {path.partition("/")[0] for path in files(target) if path.startswith("entry_")}
        assert f"entry_{entry}" in kept
        assert len(kept) <= 2
    assert kept == {f"entry_{entry - n}" for n in range(2)}


def test_what_was_erased_is_in_no_older_version(live, target) -> None:
    published(live, target)
    take(live, acts.AddSection("Teams", "olympiad_2022", 3, 2))
    members = tuple(Player(Number(n), f"Member {n}", fide_id=f"4711{n}") for n in (31, 32))
    take(live, acts.Enter("Teams", (Team(Number(1), "Norway", members),)))
    published(live, target)
    entry = live.now().event.last
    found = {path for path, content in files(target).items() if b"471131" in content}
    assert found == {"teams/who-1.html", f"entry_{entry}/teams/who-1.html"}, "ids are shown"

    take(live, acts.ErasePersonal("Teams", Number(1)))
    published(live, target)

    after = files(target)
    assert not [path for path, content in after.items() if b"4711" in content]
    assert not [path for path in after if path.startswith(f"entry_{entry}/")]


# --- two who publish ----------------------------------------------------------------------------


def test_an_older_journal_is_refused(live, target, tmp_path, capsys) -> None:
    copy = tmp_path / "old.topboard"
    copy.write_bytes((tmp_path / "cup.topboard").read_bytes())
    result(live, 1, 10, 0)
    published(live, target)
    before = files(target)

    assert main(["publish", str(copy), target]) == 5
    assert "ends with entry" in capsys.readouterr().err
    assert files(target) == before

    assert main(["publish", str(copy), target, "--replace"]) == 0
    assert latest(target)["entry"] == live.now().event.last - 1


def test_what_is_replaced_on_purpose_is_replaced_once(live, tmp_path) -> None:
    target = str(tmp_path / "site")
    older = live.now()
    result(live, 1, 10, 0)
    published(live, target)
    publisher = Publisher(open_target(target), replaces=True)
    publish_now(live, publisher, older)
    published(live, target)

    with pytest.raises(NewerPublished):
        publish_now(live, publisher, older)


def test_another_journal_is_refused(live, target, tmp_path, capsys) -> None:
    copy = tmp_path / "other.topboard"
    copy.write_bytes((tmp_path / "cup.topboard").read_bytes())
    result(live, 1, 10, 0)
    published(live, target)
    other = Folder(tmp_path).event("other")
    for table in (2, 3):
        result(other, table, 0, 10)
    before = files(target)

    assert main(["publish", str(copy), target]) == 5
    assert "another journal of this event" in capsys.readouterr().err
    assert files(target) == before


class Stopping:
    """A place at which one stops before a file: for ever, or until others have acted."""

    def __init__(self, place: Target, at: int, meanwhile: Callable[[], None] | None = None) -> None:
        self._place, self._left, self._meanwhile = place, at, meanwhile
        self._lock = threading.Lock()
        self.name = place.name

    def __getattr__(self, name: str):
        return getattr(self._place, name)

    def alone(self):
        # One who is killed holds nothing any more; and in a store nobody holds anything.
        return threading.Lock()

    def write(self, path, file, over=None) -> str:
        with self._lock:
            self._left -= 1
            stops = self._left < 0 if self._meanwhile is None else self._left == 0
            if stops and self._meanwhile is None:
                raise Killed
            if stops:
                self._meanwhile()
        return self._place.write(path, file, over)


class Killed(BaseException):
    """The end of a process, whatever it is doing."""


def test_whoever_is_killed_leaves_what_was_there_and_the_next_finishes(live, target) -> None:
    published(live, target)
    start = live.now().event.last
    result(live, 1, 10, 0)
    now = live.now()
    for at in (0, 1, 2, 7, 18, 25, 26, 27):
        place = open_target(target)
        try:
            publish_now(live, Publisher(Stopping(place, at), keep=3), now)
        except Killed:
            found = files(target)
            _assert_links_hold(found)
            record = PublicationRecord.read(found[RECORD], target)
            assert record.entry == start
            assert latest(target)["entry"] in (start, now.event.last)
    result(live, 2, 0, 10)
    published(live, target)

    fresh = f"{target}-fresh"
    published(live, fresh)
    found, wanted = bare(files(target)), bare(files(fresh))
    assert _shown(found) == _shown(wanted)
    kept = {path.partition("/")[0] for path in found if path.startswith("entry_")}
    told = {one["folder"] for one in latest(target)["versions"]} - {""}
    assert kept == told, "nothing is left of those who were killed"


def _shown(found: dict[str, bytes]) -> dict[str, bytes]:
    """The pages without the entry after which they were made."""
    marks = rb'data-last="\d+"|entry \d+|"entry": \d+|, [0-9a-f]{64}'
    return {
        path: re.sub(marks, b"", content)
        for path, content in found.items()
        if not path.startswith("entry_") and path != LATEST
    }


@pytest.mark.parametrize("at", [1, 2, 12, 22])
def test_one_who_was_held_up_does_not_overwrite_a_newer_one(live, bucket, at) -> None:
    """Also not where the newer one found a page as it was before, and had no need to send it."""
    published(live, bucket)
    result(live, 1, 10, 0)
    older = live.now()

    def meanwhile() -> None:
        take(live, acts.Undo(older.event.last))
        published(live, bucket)

    held_up = Publisher(Stopping(open_target(bucket), at, meanwhile), keep=3)
    with pytest.raises(NewerPublished):
        publish_now(live, held_up, older)

    published(live, f"{bucket}-fresh")
    assert latest(bucket)["entry"] == live.now().event.last
    assert _shown(bare(files(bucket))) == _shown(bare(files(f"{bucket}-fresh")))


def test_two_at_once_leave_the_newer_one(live, target) -> None:
    published(live, target)
    moments = [live.now()]
    for table in (1, 2, 3):
        result(live, table, 10, 0)
        moments.append(live.now())
    refused: list[Exception] = []

    def one(moment) -> None:
        try:
            publish_now(live, Publisher(open_target(target), keep=3), moment)
        except NewerPublished as error:
            refused.append(error)

    threads = [threading.Thread(target=one, args=(moment,)) for moment in moments[1:]]
    for thread in reversed(threads):
        thread.start()
    for thread in threads:
        thread.join()

    published(live, f"{target}-fresh")
    assert len(refused) < 3
    assert latest(target)["entry"] == moments[-1].event.last
    assert _shown(bare(files(target))) == _shown(bare(files(f"{target}-fresh")))


def test_a_page_that_somebody_changed_is_put_right(live, target) -> None:
    published(live, target)
    place = open_target(target)
    content, _ = place.read("main/entries.html")
    place.remove(["main/rules.html"])
    if isinstance(place, FolderTarget):
        (place.folder / "main/entries.html").write_text("mine")

    published(live, target)

    assert place.read("main/rules.html") is not None
    assert place.read("main/entries.html")[0] == content


# --- following ----------------------------------------------------------------------------------


def test_a_follower_goes_on_when_the_store_is_back(live, bucket, object_store, monkeypatch) -> None:
    monkeypatch.setattr("topboard.web.publishing.following.FIRST_PAUSE", 0.1)
    monkeypatch.setattr("topboard.web.publishing.following.LOOK_EVERY", 0.05)
    stop, done, regrets = threading.Event(), [], []
    follower = Follower(live, Publisher(open_target(bucket), keep=3), 0, stop)

    def told(publication) -> None:
        done.append(publication.entry)
        if len(done) == 1:
            object_store.stop()
            result(live, 1, 10, 0)
        else:
            stop.set()

    def regretted(words: str) -> None:
        regrets.append(words)
        if len(regrets) == 1:
            object_store.start()

    follower.run(told, regretted)

    assert done == [live.now().event.last - 1, live.now().event.last]
    assert latest(bucket)["entry"] == live.now().event.last
    assert "cannot be reached" in regrets[0]
    assert "trying again in" in regrets[0]


def test_results_of_some_seconds_are_published_together(live, target, monkeypatch) -> None:
    monkeypatch.setattr("topboard.web.publishing.following.LOOK_EVERY", 0.01)
    stop, done = threading.Event(), []
    follower = Follower(live, Publisher(open_target(target), keep=3), 1.0, stop)

    def told(publication) -> None:
        done.append(publication.entry)
        if len(done) == 1:
            for table in (1, 2, 3):
                result(live, table, 10, 0)
        else:
            stop.set()

    follower.run(told, pytest.fail)

    assert done == [live.now().event.last - 3, live.now().event.last]


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("ftp://example.org/cup", "a folder or to s3://bucket/prefix"),
        ("s3://", "does not name a bucket"),
        ("s3:///cup", "does not name a bucket"),
    ],
)
def test_other_targets_are_refused(live, path, target, words, capsys) -> None:
    assert main(["publish", path, target]) == 3
    told = capsys.readouterr().err
    assert words in told
    assert target in told


def test_a_bucket_that_is_not_there_is_named(live, path, bucket, capsys) -> None:
    assert main(["publish", path, "s3://no-such-bucket/cup"]) == 5
    assert "s3://no-such-bucket/cup: there is no such bucket" in capsys.readouterr().err


def test_a_store_that_is_away_is_named(live, path, bucket, capsys, monkeypatch) -> None:
    monkeypatch.setattr("topboard.web.publishing.stores.RETRIES", 0)
    assert main(["publish", path, bucket, "--endpoint", "http://127.0.0.1:9"]) == 5
    told = capsys.readouterr().err
    assert f"{bucket} cannot be reached" in told
    assert "Debug" not in told


def test_a_store_that_does_not_let_us_says_whose_keys_it_wants(live, path, bucket, capsys) -> None:
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


def test_without_its_packages_a_store_is_refused_and_a_folder_is_not(
    live, path, tmp_path, capsys, monkeypatch
) -> None:
    monkeypatch.setitem(sys.modules, "obstore", None)

    assert main(["publish", path, "s3://bucket/cup"]) == 5
    assert "pip install 'topboard[hosted]'" in capsys.readouterr().err
    assert main(["publish", path, str(tmp_path / "site")]) == 0


def test_only_looking_writes_nothing(live, path, target, capsys) -> None:
    assert main(["publish", path, target, "--dry-run"]) == 0
    assert re.search(r"(\d+) of \1 files would be written", capsys.readouterr().out)
    assert files(target) == {}
    assert not Path(target).exists()


def test_a_record_that_cannot_be_read_is_named(live, target) -> None:
    published(live, target)
    place = open_target(target)
    _, mark = place.read(RECORD)
    place.write(RECORD, PublishedFile(b"{broken", "text/plain", "no-store"), mark)

    with pytest.raises(CannotReadOrWrite, match=r"remove \.topboard-pages"):
        published(live, target)


# --- made again only where needed -----------------------------------------------------------------


def test_what_is_not_made_again_is_as_if_it_were(live) -> None:
    """Also with a second section, another round, an entry changed and a name given."""
    before = None
    entries = [
        acts.EnterResults("Main", 1, (acts.TableResult(1, 10, 0),)),
        acts.EnterResults("Main", 1, tuple(acts.TableResult(t, 5, 5) for t in (2, 3, 4))),
        acts.AddSection("Second", "dubov_1997", 3),
        lambda event: pairing.pair_round(event, "Main")[0],
        acts.PublishRound("Main", 2),
        acts.EnterResults("Main", 2, (acts.TableResult(1, 10, 0),)),
        acts.CorrectResult("Main", 1, acts.TableResult(1, 0, 10)),
        acts.Enter("Second", (Player(Number(1), "Zoë", 2000), Player(Number(2), "Bob", 1900))),
        acts.EnterResults("Main", 2, (acts.TableResult(2, 10, 0),)),
    ]
    saved = 0
    for act in entries:
        take(live, act(live.now().event) if callable(act) else act)
        site = Site(live.now(), live.replay, published=True)
        fresh = Undated(Site(live.now(), live.replay, published=True))
        made = Undated(site, before=before)
        assert made.files == fresh.files, act
        if before is not None:
            saved += sum(made.files[path] is before.files.get(path) for path in made.files)
        before = made

    assert saved > 40
