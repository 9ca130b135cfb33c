"""An event of a host is published while it is played: the host tells of what is new."""

from __future__ import annotations

import time
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT
from topboard.event import actions
from topboard.storage.locations import open_journal
from topboard.storage.postgres.notifications import watch_event_notifications
from topboard.storage.session import JournalSession
from topboard.web.publishing.publisher import Publisher
from topboard.web.publishing.targets import FolderTarget
from topboard.web.publishing.watcher import ContinuousPublisher
from topboard.web.repository import EventHandle

if TYPE_CHECKING:
    from pathlib import Path

    from topboard.storage.journal import Journal
    from topboard.web.publishing.publisher import Publication

LOOK_EVERY = 0.02


def test_a_journal_is_not_read_before_the_host_notifies(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topboard.web.publishing.watcher.LOOK_EVERY", LOOK_EVERY)
    where, looks, stop = f"{url}#cup", list[float](), Event()
    JournalSession.create(where, "Cup", CONTEXT).journal.close()
    quiet: list[float] = []
    done: list[int] = []

    def journal(read_only: bool) -> Journal:
        looks.append(time.monotonic())
        return open_journal(where, read_only=read_only)

    def act_later() -> None:
        begun = time.monotonic()
        time.sleep(20 * LOOK_EVERY)
        quiet.extend(look for look in looks if look > begun)
        with JournalSession.open(where) as file:
            file.record(actions.AddSection("Open", "dubov_1997", 5), CONTEXT)

    def on_publication(publication: Publication) -> None:
        done.append(publication.entry)
        if len(done) == 2:
            stop.set()
        else:
            Thread(target=act_later).start()

    with watch_event_notifications(where) as mark:
        while mark() is None:
            time.sleep(LOOK_EVERY)
        publisher = Publisher(FolderTarget(tmp_path / "site"))
        ContinuousPublisher(EventHandle("", journal), publisher, 0, stop, mark).run(
            on_publication, pytest.fail
        )

    assert done == [1, 2]
    assert quiet == []
    assert mark() is None, "nobody listens any more"
