"""A table of tamperings, and what ``event verify`` says of each.

Whoever has the file can write the chain of hashes again. What only a signature, a printed hash or a
published key could show is named as not covered.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from topboard._frozen import replace
from topboard.cli import main
from topboard.event import actions
from topboard.event.entries import BEGINNING, StoredEntry, parse_stored_entry, to_stored_entry
from topboard.event.signatures import Publication, build_publication_bytes_to_sign
from topboard.storage.keys import _parse_private_key, generate_key_pair
from topboard.storage.sqlite import GUARDS, SqliteJournal

pytest.importorskip("cryptography")


class Event:
    """A small event of players in a file, with commands to go on with it."""

    def __init__(self, folder: Path, capsys) -> None:
        self.path, self._capsys = folder / "open.topboard", capsys

    def run(self, verb: str, *words: object) -> tuple[int, str]:
        """A command on the event: its exit code, and what it printed."""
        code = main(["event", verb, str(self.path), *map(str, words)])
        out, err = self._capsys.readouterr()
        return code, out + err

    def do(self, verb: str, *words: object) -> None:
        """A command that is to succeed."""
        code, told = self.run(verb, *words)
        assert code == 0, told

    def verify(self, *words: object) -> tuple[int, str]:
        """What ``verify`` ends with and says."""
        return self.run("verify", *words)

    def found(self, *words: object) -> dict:
        """What ``verify`` found, as JSON."""
        return json.loads(self.run("verify", "--json", *words)[1])

    def records(self) -> list[StoredEntry]:
        """The entries as they are stored."""
        with SqliteJournal.open(self.path, read_only=True) as journal:
            return journal.load_verified_entries()

    def write(self, changed, *, sign_with: tuple[str, bytes] | None = None) -> None:
        """Write the journal again with every act changed, hashes included."""
        made, previous = [], BEGINNING
        for record in self.records():
            act = changed(parse_stored_entry(record).act)
            if (act, previous) == (parse_stored_entry(record).act, record.previous):
                made.append(record)
                previous = record.hash
                continue
            entry = replace(parse_stored_entry(record), act=act)
            if sign_with and isinstance(act, Publication):
                private = _parse_private_key(sign_with[1], "key")
                signature = private.sign(build_publication_bytes_to_sign(entry, previous)).hex()
                entry = replace(entry, act=replace(act, signature=signature))
            made.append(to_stored_entry(entry, previous))
            previous = made[-1].hash
        self.path.unlink()
        SqliteJournal.create(self.path, made).close()


@pytest.fixture(scope="module")
def published_event(tmp_path_factory) -> Path:
    """A folder with an event: one published and signed round, and a result after it."""
    folder = tmp_path_factory.mktemp("played")
    path = str(folder / "open.topboard")
    table = folder / "players.csv"
    rows = [f"Player {n},{2200 - 50 * n},199{n}/01/01" for n in range(1, 5)]
    table.write_text("\n".join(["name,rating,birth", *rows]) + "\n")
    for words in (
        ["new", path, "Open"],
        ["section", path, "A", "--system", "fide_dutch_2026", "--rounds", "3"],
        ["import", path, str(table)],
        ["close-entries", path],
        ["lot", path, "colour", "--colour", "white"],
        ["announce", path],
        ["pair", path, "--publish", "--yes"],
        ["result", path, "1", "1", "1-0"],
    ):
        assert main(["event", *words]) == 0
    return folder


@pytest.fixture
def event(published_event, tmp_path, capsys) -> Event:
    """A copy of the event to tamper with."""
    for name in ("open.topboard", "open.topboard.key"):
        shutil.copy(published_event / name, tmp_path)
    capsys.readouterr()
    return Event(tmp_path, capsys)


def test_an_untouched_event_is_verified(event) -> None:
    code, told = event.verify()
    last = len(event.records())

    assert code == 0
    assert f"Not signed: journal entry {last}, which was added after the last signature." in told
    assert "Not verified: whether entries were removed from the end of the journal." in told
    assert "Not verified: whether the key was replaced together with all signatures." in told
    assert "MISSING" not in told


def test_a_separate_signature_covers_the_remaining_entries(event) -> None:
    event.do("sign")

    code, told = event.verify()

    assert code == 0
    assert "added after the last signature" not in told
    assert event.found()["unsigned_from"] is None
    assert event.run("undo", len(event.records()))[0] == 3


def test_rewritten_results_after_the_last_signature_are_reported_as_unsigned(event) -> None:
    def other_result(act):
        if not isinstance(act, actions.EnterResults):
            return act
        lost = tuple(replace(r, white_points=0, black_points=10) for r in act.results)
        return replace(act, results=lost)

    last = len(event.records())
    event.write(other_result)

    code, told = event.verify()

    assert code == 0
    assert f"Not signed: journal entry {last}, which was added after the last signature." in told


def test_a_rewritten_entry_before_a_signature_is_detected(event) -> None:
    event.do("sign")

    event.write(
        lambda act: replace(act, name="Other") if isinstance(act, actions.CreateEvent) else act
    )
    code, told = event.verify()

    assert code == 5
    assert "is wrong" in told


def test_deleted_last_entries_are_detected_only_with_the_published_hash(event) -> None:
    head = event.records()[-1].hash
    with sqlite3.connect(event.path) as raw:
        for trigger in ("no_change", "no_removal"):
            raw.execute(f"DROP TRIGGER {trigger}")
        raw.execute("DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)")
        for guard in GUARDS:
            raw.execute(guard)
    raw.close()

    code, told = event.verify()
    assert code == 0
    assert "Not verified: whether entries were removed from the end of the journal." in told
    code, told = event.verify("--head", head)
    assert code == 5
    assert "no journal entry has the hash" in told


def test_replacing_the_key_and_all_signatures_is_revealed_by_the_old_key(event) -> None:
    key = event.found()["key"]
    public, private = generate_key_pair()

    def other_key(act):
        return replace(act, key=public) if isinstance(act, actions.CreateEvent) else act

    event.write(other_key, sign_with=(public, private))

    code, told = event.verify()
    assert code == 0
    assert "Not verified: whether the key was replaced" in told
    code, told = event.verify("--key", key)
    assert code == 1
    assert "The given key is NOT the first key of this journal." in told
    assert event.verify("--key", public)[0] == 0
    assert "The given key is the first key" in event.verify("--key", public[:20])[1]


def test_removing_the_key_and_all_signatures_is_revealed_by_the_old_key(event) -> None:
    key = event.found()["key"]

    def bare(act):
        if isinstance(act, actions.CreateEvent):
            return replace(act, key="")
        return replace(act, signature="") if isinstance(act, Publication) else act

    event.write(bare)

    code, told = event.verify()
    assert code == 0
    assert "The journal has no key, so nothing in it is signed." in told
    assert event.verify("--key", key)[0] == 1


def test_a_removed_signature_makes_the_verification_fail(event) -> None:
    event.write(lambda act: replace(act, signature="") if isinstance(act, Publication) else act)

    code, told = event.verify()

    assert code == 1
    assert "NOT signed" in told


def test_removed_personal_data_are_reported_as_missing(event) -> None:
    with sqlite3.connect(event.path) as raw:
        raw.execute("DELETE FROM personal WHERE number = 2")
    raw.close()

    code, told = event.verify()

    assert code == 1
    assert "are MISSING, although no action erased them." in told
    assert len(event.found()["missing_values"]) == 1


def test_personal_data_erased_by_an_action_are_not_missing(event) -> None:
    event.do("erase", "Player 2", "--yes")

    assert event.verify()[0] == 0
    assert event.found()["missing_values"] == []
    with sqlite3.connect(event.path) as raw:
        raw.execute("DELETE FROM personal")
    raw.close()
    assert event.verify()[0] == 1


def test_a_new_key_added_by_a_person_is_reported(event) -> None:
    (event.path.parent / "open.topboard.key").unlink()
    first = len(event.records()) + 1
    event.do("key", "--authority", "arbiter:Ann", "--reason", "the old one was lost", "--yes")

    code, told = event.verify()

    assert code == 0
    assert f"(journal entry {first}, added by a person, not signed with the previous key)" in told
    assert [one["origin"] for one in event.found()["keys"]] == ["first", "named"]


def test_a_new_key_is_introduced_by_the_previous_one(event) -> None:
    old = event.path.parent / "old.key"
    (event.path.parent / "open.topboard.key").rename(old)
    by_chief = ("--authority", "arbiter:Ann", "--reason", "a new laptop", "--yes")
    event.do("key", "--old-key", old, *by_chief)

    assert event.verify()[0] == 0
    assert [one["origin"] for one in event.found()["keys"]] == ["first", "introduced"]

    def forge_introduction(act):
        return replace(act, introduction="00" * 64) if isinstance(act, actions.NameKey) else act

    event.write(forge_introduction)
    code, told = event.verify()
    assert code == 1
    assert "its signature with the previous key is INVALID" in told


def test_a_wrong_old_key_writes_nothing(event) -> None:
    strange = event.path.parent / "strange.key"
    strange.write_bytes(generate_key_pair()[1])
    (event.path.parent / "open.topboard.key").unlink()
    before = len(event.records())

    by_chief = ("--authority", "arbiter:Ann", "--reason", "x", "--yes")
    code, told = event.run("key", "--old-key", strange, *by_chief)

    assert code == 5
    assert "the key given with --old-key is not the one named in the journal" in told
    assert len(event.records()) == before
    assert not (event.path.parent / "open.topboard.key").exists()


@pytest.mark.parametrize("given", ["abc", "not a key at all, really"])
def test_an_invalid_key_is_refused(event, given) -> None:
    code, told = event.verify("--key", given)

    assert code == 3
    assert f"{given!r}" in told
    assert "Type at least 16 of the printed digits." in told


def test_an_event_without_a_key_cannot_be_signed(tmp_path, capsys) -> None:
    bare = Event(tmp_path, capsys)
    main(["event", "new", str(bare.path), "Open", "--no-key"])
    capsys.readouterr()

    code, told = bare.run("sign")

    assert code == 3
    assert "topboard event key FILE" in told
