"""An event moves between files and hosts: the same head everywhere, and acts at one place only."""

from __future__ import annotations

import json
import os
import sqlite3
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import ARBITER, CONTEXT, SECTION, person
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE
from topboard.errors import BadInput, CannotReadOrWrite, Moved
from topboard.event import actions
from topboard.event.lots import COLOUR
from topboard.event.pairing import build_close_entries_action, build_pair_round_action
from topboard.model import Colour, Number
from topboard.storage.keys import private_key_file_path
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.events import list_events_on_server
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import SqliteJournal
from topboard.storage.transfers import move_event

if TYPE_CHECKING:
    from tools.postgres import PostgresServer

CHIEF = replace(CONTEXT, authority=ARBITER, reason="asked", confirmed=True, confirmed_again=True)
BORN = replace(person(1), birth="2001-02-03", fide_id="1234567")
OLD = Path(__file__).parents[1] / "fixtures" / "journals"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An event in a file, with a key and personal values."""
    path = tmp_path / "open.topboard"
    with JournalSession.create(path, "Open", CONTEXT, with_key=True) as file:
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        file.record(actions.Enter(SECTION, (BORN, person(2), person(3), person(4))), CONTEXT)
    return path


def head_of(where: str | Path) -> str:
    """The head of the event at a place, proved."""
    with JournalSession.open(where, read_only=True) as file:
        file.journal.load_verified_entries()
        return file.head


def announce(where: str | Path, name: str) -> None:
    """Some act."""
    with JournalSession.open(where) as file:
        file.record(actions.AddSection(name, "fide_dutch_2026", 5), CONTEXT)


def values(where: str | Path) -> set[str]:
    """The personal values at a place."""
    with JournalSession.open(where, read_only=True) as file:
        return {
            one.value for record in file.journal.load_stored_entries() for one in record.personal
        }


def test_an_event_moves_to_a_host_and_back_with_the_same_head(path: Path, url: str) -> None:
    before = head_of(path)

    done = move_event(path, url)
    assert (done.target, done.entries, done.added, done.head) == (f"{url}#open", 3, 3, before)
    assert head_of(done.target) == before
    announce(done.target, "Women")
    there = head_of(done.target)

    back = move_event(done.target, path)
    assert (back.entries, back.added, back.head) == (4, 1, there)
    assert head_of(path) == head_of(done.target) == there != before
    announce(path, "Juniors")

    new = path.with_name("other.topboard")
    again = move_event(path, f"{url}#open")
    assert again.added == 1
    assert move_event(f"{url}#open", new).added == 5
    assert head_of(new) == head_of(path) == head_of(f"{url}#open") == again.head


def test_personal_data_and_the_key_move_with_the_event(
    path: Path, url: str, tmp_path: Path
) -> None:
    private = Path(private_key_file_path(path)).read_bytes()
    there, new = f"{url}#open", tmp_path / "new.topboard"

    assert "remains as a copy with personal data" in move_event(path, there).notices[0]
    assert values(there) == {"2001-02-03", "1234567"}
    with JournalSession.open(there) as file:
        assert file.journal.private_key(file.event.key) == private
        publish_round(file)
    move_event(there, new)

    assert values(new) == values(there)
    assert Path(private_key_file_path(new)).read_bytes() == private
    assert os.stat(private_key_file_path(new)).st_mode & 0o077 == 0
    assert main(["event", "verify", str(new)]) == DONE


def publish_round(file: JournalSession) -> None:
    """Publish a round; it is signed."""
    by_chief = replace(CHIEF, reason="so it was decided")
    for make in (
        lambda event: build_close_entries_action(event, SECTION),
        lambda _: actions.RecordLot(SECTION, COLOUR, colour=Colour.WHITE),
        lambda event: build_pair_round_action(event, SECTION)[0],
        lambda _: actions.PublishRound(SECTION, 1),
    ):
        done = file.build_and_record(make, by_chief)
    assert len(done.entry.act.signature) == 128


def test_data_erased_on_the_host_are_erased_in_the_file(path: Path, url: str) -> None:
    there = f"{url}#open"
    move_event(path, there)
    with JournalSession.open(there) as file:
        file.record(actions.ErasePersonal(SECTION, Number(1), None, ()), CHIEF)
    assert values(path) == {"2001-02-03", "1234567"}

    move_event(there, path)

    assert values(path) == values(there) == set()
    assert b"2001-02-03" not in path.read_bytes()


def test_data_erased_in_the_file_are_erased_on_the_host(path: Path, url: str) -> None:
    there = f"{url}#open"
    move_event(path, there)
    move_event(there, path)
    with JournalSession.open(path) as file:
        file.record(actions.ErasePersonal(SECTION, Number(1), None, ("birth",)), CHIEF)

    move_event(path, there)

    assert values(there) == values(path) == {"1234567"}


def test_nothing_can_be_added_at_the_place_an_event_was_moved_from(
    path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    there = f"{url}#open"
    move_event(path, there)
    with pytest.raises(Moved, match=r"the event was moved to '.*#open'\. To bring it back"):
        announce(path, "Women")
    assert main(["event", "section", str(path), "Women", "--rounds", "5"]) == FILE
    assert "topboard event move" in capsys.readouterr().err
    assert main(["event", "show", str(path)]) == DONE

    move_event(there, path)
    with pytest.raises(Moved, match=r"open\.topboard"):
        announce(there, "Women")
    announce(path, "Women")


def test_an_event_that_continued_in_both_places_is_detected(
    path: Path, url: str, tmp_path: Path
) -> None:
    there, stray = f"{url}#open", tmp_path / "stray.topboard"
    copy(path, stray)
    move_event(path, there)
    announce(stray, "Women")
    announce(there, "Juniors")
    before = head_of(stray), head_of(there)

    for one, other in ((stray, there), (there, stray)):
        with pytest.raises(BadInput, match="continued at both locations after journal entry 3"):
            move_event(one, other)

    assert (head_of(stray), head_of(there)) == before
    announce(stray, "Seniors")
    announce(there, "Seniors")


def test_an_older_copy_does_not_replace_a_newer_event(path: Path, url: str, tmp_path: Path) -> None:
    there, stray = f"{url}#open", tmp_path / "stray.topboard"
    copy(path, stray)
    move_event(path, there)
    announce(there, "Women")

    with pytest.raises(BadInput, match="has 1 newer journal entry there"):
        move_event(stray, there)
    assert move_event(there, stray).added == 1
    assert head_of(stray) == head_of(there)


def test_a_different_event_at_the_destination_is_left_alone(
    path: Path, url: str, tmp_path: Path
) -> None:
    other = tmp_path / "other.topboard"
    JournalSession.create(other, "Other", CONTEXT).journal.close()
    move_event(other, f"{url}#open")

    with pytest.raises(BadInput, match="a different event already exists there"):
        move_event(path, url)
    with pytest.raises(BadInput, match="the event is already at this location"):
        move_event(path, path)
    assert move_event(path, f"{url}#second").added == 3
    with pytest.raises(Moved, match="#second"):
        move_event(path, f"{url}#third")


def test_an_interrupted_move_can_be_repeated(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped before the old place sleeps, and before the new one wakes up."""
    there, marking = f"{url}#open", PostgresJournal.mark_event_as_moved

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopping:
        stopping.setattr(SqliteJournal, "mark_event_as_moved", stop)
        with pytest.raises(KeyboardInterrupt):
            move_event(path, there)
    with pytest.raises(Moved, match=r"open\.topboard"):
        announce(there, "Women")
    announce(path, "Juniors")

    with monkeypatch.context() as stopping:
        stopping.setattr(
            PostgresJournal,
            "mark_event_as_moved",
            lambda self, to: marking(self, to) if to else stop(),
        )
        with pytest.raises(KeyboardInterrupt):
            move_event(path, there)
    for place in (path, there):
        with pytest.raises(Moved):
            announce(place, "Women")

    assert move_event(path, there).added == 0
    announce(there, "Women")
    with pytest.raises(Moved):
        announce(path, "Women")


def test_an_event_moves_from_one_host_to_another(
    path: Path, url: str, postgres: PostgresServer
) -> None:
    second = postgres.create_database()
    assert main(["host", "set-up", second]) == DONE
    move_event(path, url)

    done = move_event(f"{url}#open", second)

    assert done.target == f"{second}#open"
    assert head_of(done.target) == head_of(f"{url}#open") == head_of(path)
    with pytest.raises(Moved):
        announce(f"{url}#open", "Women")
    with Host.open(second) as host:
        (listed,) = list_events_on_server(host)
    assert (listed.listing.name, listed.head) == ("Open", done.head)


@pytest.mark.parametrize("journal", sorted(OLD.glob("*.topboard")), ids=lambda p: p.stem)
def test_journals_of_users_move_to_a_host_and_back(journal: Path, url: str, tmp_path: Path) -> None:
    path = tmp_path / journal.name
    copy(journal, path)
    before = head_of(path)

    done = move_event(path, f"{url}#old")
    assert head_of(done.target) == before
    with JournalSession.open(done.target) as file:
        closed, sections = file.event.closed, [*file.event.sections]
    if not closed:
        with JournalSession.open(done.target) as file:
            section = actions.AddSection("Added", "fide_dutch_2026", 5)
            file.record(section, CONTEXT)
            file.record(actions.Enter("Added", (BORN,)), CONTEXT)
    move_event(done.target, path)

    assert head_of(path) == head_of(done.target)
    with JournalSession.open(path) as file:
        assert [*file.event.sections][: len(sections)] == sections
        if not closed:
            assert values(path) >= {"2001-02-03"}


def test_the_command_says_where_the_event_is(
    path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = head_of(path)
    assert main(["event", "move", str(path), url, "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["to"], told["head"], told["entries"]) == (f"{url}#open", head, 3)

    assert main(["event", "move", f"{url}#open", str(path)]) == DONE
    out = capsys.readouterr().out
    assert f"{url}#open -> {path}" in out
    assert f"Last hash: {head}" in out
    assert main(["event", "move", str(path), str(path)]) == BAD_INPUT


def test_an_event_that_cannot_be_marked_as_moved_stays_where_it_is(path: Path, url: str) -> None:
    with sqlite3.connect(path) as blocking:
        blocking.execute("CREATE TABLE moved (wrong INTEGER)")
    blocking.close()
    with pytest.raises(CannotReadOrWrite):
        move_event(path, url)

    with Host.open(url) as host:
        assert list_events_on_server(host) == []
