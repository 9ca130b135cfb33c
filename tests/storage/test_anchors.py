"""A chain that was rewritten, shortened or recomputed is seen: by a published hash, by the key."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.event.sessions import CONTEXT
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DIFFERENCE, DONE, FILE
from topboard.errors import AuthorityNeeded, CannotReadOrWrite, Refused
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, parse_stored_entry, to_stored_entry
from topboard.event.policy.objections import Authority, Office
from topboard.event.session import PendingEntry
from topboard.storage import keys
from topboard.storage.keys import private_key_file_path
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import GUARDS, SqliteJournal
from topboard.web.folder_repository import FolderRepository

WHO = ("--who", "Ann", "--yes")


@pytest.fixture(scope="module")
def published_event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of four players whose round 1 is published, made by commands."""
    path = tmp_path_factory.mktemp("played") / "e.topboard"
    steps = (
        ("new", "Test"),
        ("section", "Open", "--system", "dubov_1997", "--rounds", "3"),
        *(("enter", name, "--rating", "2000") for name in ("Ann", "Bob", "Cid", "Dan")),
        ("lot", "colour", "--colour", "white"),
        ("close-entries",),
        ("pair", "--publish"),
    )
    for verb, *more in steps:
        assert main(["event", verb, str(path), *more, *WHO]) == DONE
    return path


@pytest.fixture
def path(published_event: Path, tmp_path: Path) -> Path:
    """The event and its key, each test with its own."""
    shutil.copy(private_key_file_path(published_event), tmp_path)
    return Path(shutil.copy(published_event, tmp_path))


def verify(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["event", "verify", str(path), *more])
    out, err = capsys.readouterr()
    return code, out + err


def forge_journal(path: Path, change: dict[int, object], *, keep: int = 1000) -> None:
    """The journal as somebody forges it: other contents, the chain recomputed."""
    with SqliteJournal.open(path) as journal:
        records = journal.load_verified_entries()[:keep]
    forged, previous = [], BEGINNING
    for record in records:
        entry = parse_stored_entry(record)
        entry = replace(entry, **change.get(record.number, {}))  # type: ignore[arg-type]
        forged.append(to_stored_entry(entry, previous))
        previous = forged[-1].hash
    path.unlink()
    SqliteJournal.create(path, forged).close()


# --- the head -----------------------------------------------------------------------------------


def head(path: Path) -> str:
    with JournalSession.open(path, read_only=True) as file:
        return file.head


@pytest.mark.parametrize("form", ["text", "json", "html"])
@pytest.mark.parametrize("name", ["pairing-sheet", "standings", "cross-table", "explanation"])
def test_every_posted_sheet_shows_the_head(
    path: Path, tmp_path: Path, name: str, form: str
) -> None:
    out = tmp_path / "sheet"

    assert main(["document", name, str(path), "--to", form, "-o", str(out)]) == DONE

    assert f"Journal: entry 10, {head(path)}" in out.read_text(encoding="utf-8")


def test_a_result_slip_does_not_show_the_head(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "slips"
    main(["document", "result-slips", str(path), "-o", str(out)])

    assert "Journal" not in out.read_text(encoding="utf-8")


def test_every_public_page_shows_the_head(path: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert main(["publish", str(path), str(site)]) == DONE

    pages = list(site.rglob("*.html"))
    assert len(pages) > 10
    for page in pages:
        assert f"Journal: entry 10, {head(path)}" in page.read_text(encoding="utf-8"), page


def test_a_published_hash_is_found_in_the_journal(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = head(path)
    main(["event", "result", str(path), "1", "1", "1-0", *WHO])

    for given in (published, published[:16].upper(), f"{published[:20]} {published[20:40]}"):
        code, told = verify(path, capsys, "--head", given)
        assert code == DONE
        assert "belongs to journal entry 10; 1 entry follows it." in told
    assert json.loads(verify(path, capsys, "--head", published, "--json")[1])["anchored"] == 10


def test_the_hash_reveals_that_a_journal_lost_its_last_entry(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = head(path)
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("DROP TRIGGER no_removal")
    raw.execute("DELETE FROM entry WHERE number = 10")

    # Who does not put the guard back is seen without the hash.
    assert verify(path, capsys)[0] == DIFFERENCE
    raw.execute(next(guard for guard in GUARDS if "no_removal" in guard))
    raw.close()
    assert verify(path, capsys)[0] == DONE
    code, told = verify(path, capsys, "--head", published)
    assert code == FILE
    assert (
        "so the journal has been shortened or rewritten since the hash was printed. Look for "
        "another copy. To"
    ) in told
    assert "--salvage" in told


def test_the_hash_reveals_a_recomputed_chain(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = head(path)
    forge_journal(path, {3: {"who": "Eve"}}, keep=9)

    assert verify(path, capsys)[0] == DONE
    assert verify(path, capsys, "--head", published)[0] == FILE


@pytest.mark.parametrize("given", ["", "abc", "0123456789abcde", "nonsense nonsense nonsense"])
def test_an_invalid_hash_is_refused(
    path: Path, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(path, capsys, "--head", given)[0] == BAD_INPUT


# --- the key ------------------------------------------------------------------------------------


def test_a_publication_is_signed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = verify(path, capsys)

    with JournalSession.open(path) as file:
        act = file.entries[9].act
        assert f"Key: {file.event.key}" in told
    assert isinstance(act, actions.PublishRound)
    assert len(act.signature) == 128
    assert code == DONE
    assert "Journal entry 10: signed" in told
    # Windows has no such permissions.
    mode = os.stat(private_key_file_path(path)).st_mode & 0o777
    assert sys.platform == "win32" or mode == 0o600


def test_a_chain_recomputed_without_the_key_is_detected(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge_journal(path, {3: {"who": "Eve"}})

    code, told = verify(path, capsys)

    assert code == FILE
    assert "the signature of journal entry 10 is wrong, so the journal was rewritten" in told


def test_a_removed_signature_is_detected(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forge_journal(path, {3: {"who": "Eve"}, 10: {"act": actions.PublishRound("Open", 1)}})

    code, told = verify(path, capsys)

    assert code == DIFFERENCE
    assert "Journal entry 10: NOT signed" in told


def test_without_the_package_a_message_says_that_nothing_was_checked(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "find_spec", lambda _name: None)

    code, told = verify(path, capsys)

    assert code == DONE
    assert "Journal entry 10: the signature was not verified" in told
    assert "topboard[desk]" in told


def test_without_the_key_the_event_continues_and_verify_reports_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.unlink(private_key_file_path(path))

    assert main(["event", "close", str(path), *WHO]) != DONE
    for table in ("1", "2"):
        main(["event", "result", str(path), "1", table, "1-0", *WHO])
    assert main(["event", "close", str(path), *WHO]) == DONE

    assert "note: This publication is not signed" in capsys.readouterr().err
    assert "Journal entry 13: NOT signed" in verify(path, capsys)[1]


def test_the_key_of_another_event_signs_nothing(
    path: Path,
) -> None:
    os.unlink(private_key_file_path(path))
    keys.write_private_key_file(path, keys.generate_key_pair()[1])
    with JournalSession.open(path) as file:
        act = actions.ChangePublished(
            "Open", 1, (), None, actions.ChangeGround.OTHER, signature="00"
        )
        entry = replace(file.entries[-1], act=act)
        prepared = PendingEntry(entry, file.event, ())
        found = keys.sign_publication(prepared, file.event.key, file.journal, file.head)

    assert "is not the key named in the journal" in found.notices[0]
    assert isinstance(found.entry.act, actions.ChangePublished)
    assert found.entry.act.signature == ""


def test_an_event_without_a_key_says_so_and_can_add_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bare.topboard"
    main(["event", "new", str(path), "Bare", "--no-key", *WHO])
    assert "The journal has no key, so nothing in it is signed." in verify(path, capsys)[1]
    assert not Path(private_key_file_path(path)).exists()

    assert main(["event", "key", str(path), *WHO]) == DONE
    assert "set the signing key" in capsys.readouterr().out

    with JournalSession.open(path) as file:
        assert f"Key: {file.event.key}" in verify(path, capsys)[1]
        with pytest.raises(Refused, match=r"sets a key and cannot be undone\. Set a new key"):
            file.record(actions.Undo(2), CONTEXT)


def test_replacing_a_key_needs_the_ruling_of_an_authority(path: Path) -> None:
    with JournalSession.open(path) as file:
        with pytest.raises(
            CannotReadOrWrite,
            match=r"already exists\. Move that file elsewhere before you create a new key\.",
        ):
            file.create_signing_key(CONTEXT)
        os.rename(private_key_file_path(path), f"{path}.old")
        with pytest.raises(AuthorityNeeded, match="key"):
            file.create_signing_key(CONTEXT)
        assert not Path(private_key_file_path(path)).exists()
        lost = replace(CONTEXT, authority=Authority(Office.CHIEF_ARBITER, "Ann"), reason="lost")
        before = file.event.key
        file.create_signing_key(lost)

        assert file.event.key != before


def test_an_event_that_cannot_be_created_leaves_no_key(tmp_path: Path) -> None:
    with pytest.raises(CannotReadOrWrite):
        JournalSession.create(tmp_path / "no folder" / "e", "Test", CONTEXT, with_key=True)
    (tmp_path / "taken").write_text("precious")
    with pytest.raises(CannotReadOrWrite, match="exists"):
        JournalSession.create(tmp_path / "taken", "Test", CONTEXT, with_key=True)

    assert [p.name for p in tmp_path.iterdir()] == ["taken"]


def test_events_of_the_desk_have_a_key(tmp_path: Path) -> None:
    folder = FolderRepository(tmp_path)
    handle = folder.create("Event", CONTEXT)

    assert len(handle.snapshot().event.key) == 64
    assert folder.list_event_slugs() == ["event"]
    (tmp_path / "event.topboard").unlink()
    assert folder.create("Event", CONTEXT).stem == "event-2"


def test_entries_without_a_key_have_the_same_hashes_as_before() -> None:
    for act, content in (
        (actions.CreateEvent("A"), '{"name":"A"}'),
        (actions.PublishRound("A", 1), '{"section":"A","round":1}'),
        (actions.CloseEvent(), "{}"),
    ):
        record = to_stored_entry(Entry(1, CONTEXT.time, "Ann", act), BEGINNING)
        assert record.content == content
