"""Those who publish: two at once, one that is killed or held up, and one that follows an event."""

from __future__ import annotations

import re
import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from tests.web_public.targets import (
    assert_links_hold,
    files,
    latest,
    publish_to,
    result,
    take,
    without_marks,
)
from topboard.cli import main
from topboard.event import actions
from topboard.web.folder_repository import FolderRepository
from topboard.web.publishing.publisher import LATEST, NewerPagesPublished, Publisher
from topboard.web.publishing.record import RECORD, PublicationRecord
from topboard.web.publishing.targets import FolderTarget, open_target
from topboard.web.publishing.watcher import ContinuousPublisher, publish_or_withdraw

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.web.publishing.targets import Target

# --- two who publish ----------------------------------------------------------------------------


def test_an_older_journal_is_refused(handle, target, tmp_path, capsys) -> None:
    copy = tmp_path / "old.topboard"
    copy.write_bytes((tmp_path / "cup.topboard").read_bytes())
    result(handle, 1, 10, 0)
    publish_to(handle, target)
    before = files(target)

    assert main(["publish", str(copy), target]) == 5
    assert "ends with entry" in capsys.readouterr().err
    assert files(target) == before

    assert main(["publish", str(copy), target, "--replace"]) == 0
    assert latest(target)["entry"] == handle.snapshot().event.last - 1


def test_an_intended_replacement_is_performed_only_once(handle, tmp_path) -> None:
    target = str(tmp_path / "site")
    older = handle.snapshot()
    result(handle, 1, 10, 0)
    publish_to(handle, target)
    publisher = Publisher(open_target(target), replaces=True)
    publish_or_withdraw(handle, publisher, older)
    publish_to(handle, target)

    with pytest.raises(NewerPagesPublished):
        publish_or_withdraw(handle, publisher, older)


def test_a_different_journal_is_refused(handle, target, tmp_path, capsys) -> None:
    copy = tmp_path / "other.topboard"
    copy.write_bytes((tmp_path / "cup.topboard").read_bytes())
    result(handle, 1, 10, 0)
    publish_to(handle, target)
    other = FolderRepository(tmp_path).event("other")
    for table in (2, 3):
        result(other, table, 0, 10)
    before = files(target)

    assert main(["publish", str(copy), target]) == 5
    assert "a different journal of this event" in capsys.readouterr().err
    assert files(target) == before


class Stopping:
    """A place at which one stops before a file: for ever, or until others have acted."""

    def __init__(self, place: Target, at: int, meanwhile: Callable[[], None] | None = None) -> None:
        self._place, self._left, self._meanwhile = place, at, meanwhile
        self._lock = threading.Lock()
        self.name = place.name

    def __getattr__(self, name: str):
        return getattr(self._place, name)

    def lock_target(self):
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


def test_a_killed_publisher_leaves_the_old_version_and_the_next_one_finishes(
    handle, target
) -> None:
    publish_to(handle, target)
    start = handle.snapshot().event.last
    result(handle, 1, 10, 0)
    now = handle.snapshot()
    for at in (0, 1, 2, 7, 18, 25, 26, 27):
        place = open_target(target)
        try:
            publish_or_withdraw(handle, Publisher(Stopping(place, at), keep=3), now)
        except Killed:
            found = files(target)
            assert_links_hold(found)
            record = PublicationRecord.parse_record(found[RECORD], target)
            assert record.entry == start
            assert latest(target)["entry"] in (start, now.event.last)
    result(handle, 2, 0, 10)
    publish_to(handle, target)

    fresh = f"{target}-fresh"
    publish_to(handle, fresh)
    found, wanted = without_marks(files(target)), without_marks(files(fresh))
    assert _without_entry(found) == _without_entry(wanted)
    kept = {path.partition("/")[0] for path in found if path.startswith("entry_")}
    told = {one["folder"] for one in latest(target)["versions"]} - {""}
    assert kept == told, "nothing is left of those who were killed"


def _without_entry(found: dict[str, bytes]) -> dict[str, bytes]:
    """The pages without the entry after which they were made."""
    marks = rb'data-last="\d+"|entry \d+|"entry": \d+|, [0-9a-f]{64}'
    return {
        path: re.sub(marks, b"", content)
        for path, content in found.items()
        if not path.startswith("entry_") and path != LATEST
    }


@pytest.mark.parametrize("at", [1, 2, 12, 22])
def test_a_delayed_publisher_does_not_overwrite_a_newer_version(handle, bucket, at) -> None:
    """Also not where the newer one found a page as it was before, and had no need to send it."""
    publish_to(handle, bucket)
    result(handle, 1, 10, 0)
    older = handle.snapshot()

    def meanwhile() -> None:
        take(handle, actions.Undo(older.event.last))
        publish_to(handle, bucket)

    held_up = Publisher(Stopping(open_target(bucket), at, meanwhile), keep=3)
    with pytest.raises(NewerPagesPublished):
        publish_or_withdraw(handle, held_up, older)

    publish_to(handle, f"{bucket}-fresh")
    assert latest(bucket)["entry"] == handle.snapshot().event.last
    assert _without_entry(without_marks(files(bucket))) == _without_entry(
        without_marks(files(f"{bucket}-fresh"))
    )


class After(Stopping):
    """A place at which others act after a file was written for the so manieth time."""

    def __init__(self, place: Target, path: str, time: int, meanwhile: Callable[[], None]) -> None:
        super().__init__(place, time, meanwhile)
        self._path = path

    def write(self, path, file, over=None) -> str:
        mark = self._place.write(path, file, over)
        if path == self._path:
            self._left -= 1
            if self._left == 0:
                self._meanwhile()
        return mark


@pytest.mark.parametrize(("path", "time"), [(LATEST, 1), (RECORD, 2)])
def test_a_page_restored_by_another_publisher_is_not_removed(handle, tmp_path, path, time) -> None:
    target = str(tmp_path / "site")
    take(handle, actions.AddSection("Side", "dubov_1997", 5))
    added = handle.snapshot().event.last
    publish_to(handle, target)
    take(handle, actions.Undo(added))
    without = handle.snapshot()

    def meanwhile() -> None:
        take(handle, actions.Redo(added))
        publish_to(handle, target)

    publisher = Publisher(After(open_target(target), path, time, meanwhile), keep=3)
    with pytest.raises(NewerPagesPublished) if path == LATEST else nullcontext():
        publish_or_withdraw(handle, publisher, without)

    assert "side/entries.html" in files(target)
    assert_links_hold(files(target))


def test_two_publishers_at_once_leave_the_newer_version(handle, target) -> None:
    publish_to(handle, target)
    snapshots = [handle.snapshot()]
    for table in (1, 2, 3):
        result(handle, table, 10, 0)
        snapshots.append(handle.snapshot())
    refused: list[Exception] = []

    def one(snapshot) -> None:
        try:
            publish_or_withdraw(handle, Publisher(open_target(target), keep=3), snapshot)
        except NewerPagesPublished as error:
            refused.append(error)

    threads = [threading.Thread(target=one, args=(snapshot,)) for snapshot in snapshots[1:]]
    for thread in reversed(threads):
        thread.start()
    for thread in threads:
        thread.join()

    publish_to(handle, f"{target}-fresh")
    assert len(refused) < 3
    assert latest(target)["entry"] == snapshots[-1].event.last
    assert _without_entry(without_marks(files(target))) == _without_entry(
        without_marks(files(f"{target}-fresh"))
    )


def test_a_page_changed_by_someone_else_is_restored(handle, target) -> None:
    publish_to(handle, target)
    place = open_target(target)
    content, _ = place.read("main/entries.html")
    place.remove(["main/rules.html"])
    if isinstance(place, FolderTarget):
        (place.folder / "main/entries.html").write_text("mine")

    publish_to(handle, target)

    assert place.read("main/rules.html") is not None
    assert place.read("main/entries.html")[0] == content


# --- following ----------------------------------------------------------------------------------


def test_a_continuous_publisher_resumes_when_the_store_is_back(
    handle, bucket, object_store, monkeypatch
) -> None:
    monkeypatch.setattr("topboard.web.publishing.watcher.FIRST_PAUSE", 0.1)
    monkeypatch.setattr("topboard.web.publishing.watcher.LOOK_EVERY", 0.05)
    stop, done, regrets = threading.Event(), [], []
    follower = ContinuousPublisher(handle, Publisher(open_target(bucket), keep=3), 0, stop)

    def on_publication(publication) -> None:
        done.append(publication.entry)
        if len(done) == 1:
            object_store.stop()
            result(handle, 1, 10, 0)
        else:
            stop.set()

    def on_regret(words: str) -> None:
        regrets.append(words)
        if len(regrets) == 1:
            object_store.start()

    follower.run(on_publication, on_regret)

    assert done == [handle.snapshot().event.last - 1, handle.snapshot().event.last]
    assert latest(bucket)["entry"] == handle.snapshot().event.last
    assert "cannot be reached" in regrets[0]
    assert "Trying again in" in regrets[0]


def test_results_entered_within_seconds_are_published_together(handle, target, monkeypatch) -> None:
    monkeypatch.setattr("topboard.web.publishing.watcher.LOOK_EVERY", 0.01)
    stop, done = threading.Event(), []
    follower = ContinuousPublisher(handle, Publisher(open_target(target), keep=3), 1.0, stop)

    def on_publication(publication) -> None:
        done.append(publication.entry)
        if len(done) == 1:
            for table in (1, 2, 3):
                result(handle, table, 10, 0)
        else:
            stop.set()

    follower.run(on_publication, pytest.fail)

    assert done == [handle.snapshot().event.last - 3, handle.snapshot().event.last]
