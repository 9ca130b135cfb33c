"""Archives of a whole repository, with its journals, proofs, pages, users and templates.

The same content always gives the same bytes. Passwords and private keys are left out, because an
archive may be passed on, and neither is needed to read or verify it.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from topboard import platforms
from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem, Refused
from topboard.event.codec import dump_record_as_json
from topboard.event.entries import StoredEntry, parse_stored_entry
from topboard.event.reducer import compute_event_from_entries
from topboard.event.replay import replay_round
from topboard.event.templates import EventTemplate
from topboard.formats.files import (
    CANNOT_READ,
    CANNOT_WRITE,
    PRIVATE_MODE,
    build_file_error,
    temporary_path_beside,
)
from topboard.formats.problems import MOST_BYTES, is_printable
from topboard.formats.zip_files import ZipSource
from topboard.messages import say
from topboard.storage.addresses import is_server_address
from topboard.storage.journal_json import format_journal_json, parse_journal_json
from topboard.storage.locations import create_journal, does_journal_exist, open_journal
from topboard.storage.organisations import Membership
from topboard.storage.templates import parse_stored_template
from topboard.web.public.section_pages import PROOF
from topboard.web.public.site import ASSETS, EventSite, read_asset
from topboard.web.repository import EventHandle, EventRepository

KIND, VERSION = "topboard archive", 1
INDEX, TEMPLATES = "index.json", "templates.json"
MOST_PARTS = 1_000_000
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every file in an archive. It is fixed, so that equal content gives equal
bytes.
"""
_STEM = re.compile(r"[^/\\\x00-\x1f]{1,200}")


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """An event in an archive, as listed in the index of the archive."""

    stem: str
    name: str
    entries: int
    head: str
    public: bool | None = None
    """Whether the public pages of the event are visible, or None if its journal does not say.

    If it is None, the repository that holds the event decides.
    """


# --- writing an archive -----------------------------------------------------------------------


def write_repository_archive(
    repository: EventRepository, path: str, organisation: str = "", *, pages: bool = True
) -> list[ArchivedEvent]:
    """Write an archive of all events of a repository, or of those that belong to one
    organisation.
    """
    draft = temporary_path_beside(path)
    try:
        platforms.check_new_path(path)
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_MODE)
        with (
            open(descriptor, "w+b") as opened,
            zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
        ):
            events = _write_archive_files(repository, archive, organisation, pages=pages)
        platforms.replace_file(draft, path)
    except (OSError, ValueError) as error:
        raise build_file_error(CANNOT_WRITE, path, error) from error
    finally:
        with suppress(FileNotFoundError):
            platforms.delete_file(draft)
    return events


def _write_archive_files(
    repository: EventRepository, archive: zipfile.ZipFile, organisation: str, *, pages: bool
) -> list[ArchivedEvent]:
    digests: dict[str, str] = {}

    def add_file(name: str, content: bytes) -> None:
        one = zipfile.ZipInfo(name, LONG_AGO)
        one.compress_type, one.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        archive.writestr(one, content)
        digests[name] = sha256(content).hexdigest()

    owned = (
        repository.access_rules.events_of_organisation(organisation)
        if organisation
        else repository.list_event_slugs()
    )
    events = [
        _add_event_to_archive(repository.event(stem), add_file, pages=pages)
        for stem in sorted(owned)
    ]
    for name in sorted(ASSETS) if pages else ():
        add_file(f"pages/{name}", read_asset(name))
    add_file(
        "people.json",
        _encode_json(
            _list_accounts_and_members(repository, organisation, [one.stem for one in events])
        ),
    )
    owners = [one.slug for one in repository.access_rules.all_organisations()]
    templates = repository.templates.load_templates([organisation] if organisation else owners)
    add_file(
        TEMPLATES,
        _encode_json({name: dump_record_as_json(one) for name, one in sorted(templates.items())}),
    )
    add_file(INDEX, _encode_json(_build_archive_index(events, digests)))
    return events


def _build_archive_index(events: list[ArchivedEvent], digests: dict[str, str]) -> dict[str, Any]:
    listed = [
        {"event": one.stem, "name": one.name, "entries": one.entries, "head": one.head}
        for one in events
    ]
    files = dict(sorted(digests.items()))
    return {"kind": KIND, "version": VERSION, "events": listed, "files": files}


def _encode_json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _add_event_to_archive(
    handle: EventHandle, put: Callable[[str, bytes], None], *, pages: bool
) -> ArchivedEvent:
    with handle.open(read_only=True) as file:
        snapshot = file.snapshot()
        # Entries added in the meantime are not part of the state that the pages are made from.
        records = file.journal.load_verified_entries()[: snapshot.event.last]
    put(f"events/{handle.stem}.json", format_journal_json(records).encode())
    site = EventSite(
        snapshot,
        lambda section, number: replay_round(snapshot.entries, section, number),
        codes=False,
    )
    for path in site.page_paths():
        if pages or PROOF.fullmatch(path.rpartition("/")[2]):
            text = site.render_page(path)
            assert text is not None, f"{path} is one of the pages"
            put(f"pages/{handle.stem}/{path}", text.encode())
    return ArchivedEvent(handle.stem, snapshot.event.name, len(records), snapshot.head)


def _list_accounts_and_members(
    repository: EventRepository, organisation: str, stems: list[str]
) -> dict[str, Any]:
    """Return the accounts, and the members of organisations and events, without passwords."""
    access_rules = repository.access_rules
    inside = [one for one in access_rules.all_organisations() if organisation in ("", one.slug)]
    offices = {
        one.slug: _roles_by_account(access_rules.members_of_organisation(one.slug))
        for one in inside
    }
    roles = {
        stem: found
        for stem in stems
        if (found := _roles_by_account(access_rules.members_of_event(stem)))
    }
    theirs = {name for found in (*offices.values(), *roles.values()) for name in found}
    known = repository.accounts.roles_by_user().items()
    return {
        "accounts": {n: role.value for n, role in known if not organisation or n in theirs},
        "organisations": {one.slug: one.name for one in inside},
        "members": offices,
        "members_of_events": roles,
    }


def _roles_by_account(members: Iterable[Membership]) -> dict[str, str]:
    return {one.account: one.role for one in members}


# --- importing an archive ---------------------------------------------------------------------


def import_archive(
    path: str, repository: EventRepository, place: Callable[[str], str]
) -> list[ArchivedEvent]:
    """Import the events and templates of an archive into a repository, keeping its existing events.

    ``place`` returns the address for the journal of an event. Everything is read and verified
    before anything is written. If a journal cannot be written, the journal files written before it
    are deleted.
    """
    found, templates = _load_events_and_templates(path)
    known = {*repository.list_event_slugs()}
    new = []
    for one, records in found:
        if one.stem in known:
            _check_journal_contains_archived_event(place(one.stem), one)
        elif does_journal_exist(place(one.stem)):
            what = say("Something else already has this name.")
            raise Refused([Problem(what, quoted=one.stem, remedy=say("Move or rename it first."))])
        else:
            new.append((one, records))
    _create_all_journals([(place(one.stem), records) for one, records in new])
    for template in templates:
        repository.templates.save_template("", template)
    return [one for one, _ in new]


def _load_events_and_templates(
    path: str,
) -> tuple[list[tuple[ArchivedEvent, list[StoredEntry]]], list[EventTemplate]]:
    """Return the events and templates of an archive, or raise ``BadInput`` if they are not
    valid.
    """
    remedy = say("Export the archive again.")
    try:
        with open(path, "rb") as file, ZipSource(file, path, remedy, MOST_PARTS) as archive:
            index = _read_verified_archive_index(archive, path)
            found = [_read_archived_event(archive, path, one) for one in index["events"]]
            kept = json.loads(archive.read(TEMPLATES, MOST_BYTES))
            templates = [parse_stored_template(text) for text in kept.values()]
    except OSError as error:
        raise build_file_error(CANNOT_READ, path, error) from error
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        # The index or a template does not have the form in which Topboard writes it.
        why = str(error) or type(error).__name__
        what = say("this is not an archive written by Topboard ({error})", error=why)
        raise BadInput([Problem(what, path, remedy=remedy)]) from error
    _check_no_duplicate_events(found, path)
    return found, templates


def _check_no_duplicate_events(
    found: list[tuple[ArchivedEvent, list[StoredEntry]]], path: str
) -> None:
    """Raise ``BadInput`` if an archive lists an event twice, ignoring capitalization."""
    seen: set[str] = set()
    for one, _ in found:
        if (word := normalize("NFC", one.stem).casefold()) in seen:
            what = say("the archive lists the same event twice")
            raise BadInput([Problem(what, path, one.stem, say("Export the archive again."))])
        seen.add(word)


def _create_all_journals(journals: list[tuple[str, list[StoredEntry]]]) -> None:
    """Create the journals of all imported events.

    If one of them cannot be created, the journal files created so far are deleted. Journals created
    on a server stay.
    """
    made: list[str] = []
    try:
        for where, records in journals:
            create_journal(where, records).close()
            made.append(where)
    except BaseException:
        for where in made:
            if not is_server_address(where):
                with suppress(OSError):
                    platforms.delete_file(where)
        raise


def _check_journal_contains_archived_event(where: str, wanted: ArchivedEvent) -> None:
    """Raise ``Refused`` unless the existing journal contains the archived event's last entry."""
    with open_journal(where, read_only=True) as journal:
        hashes = [record.hash for record in journal.load_verified_entries()]
    if wanted.head not in hashes:
        what = say("A different event, or an older state of this event, already has this name.")
        remedy = say("Move that event first, with the command topboard event move.")
        raise Refused([Problem(what, quoted=wanted.stem, remedy=remedy)])


def _read_verified_archive_index(archive: ZipSource, path: str) -> dict[str, Any]:
    index = json.loads(archive.read(INDEX, MOST_BYTES))
    if index["kind"] != KIND or index["version"] != VERSION:
        what = say("unsupported kind or version of archive")
        raise BadInput([Problem(what, path, f"{index['kind']} {index['version']}")])
    for name, digest in index["files"].items():
        if sha256(archive.read(name, MOST_BYTES)).hexdigest() != digest:
            what = say("a file in the archive has been changed or damaged")
            raise BadInput([Problem(what, path, name, say("Export the archive again."))])
    return dict(index)


def _read_archived_event(
    archive: ZipSource, path: str, listed: dict[str, Any]
) -> tuple[ArchivedEvent, list[StoredEntry]]:
    stem = listed["event"]
    if not _STEM.fullmatch(stem) or stem.startswith(".") or not is_printable(stem):
        raise BadInput([Problem(say("invalid event name"), path, repr(stem))])
    name = f"events/{stem}.json"
    records = parse_journal_json(archive.read(name, MOST_BYTES).decode(), name)
    event = compute_event_from_entries([parse_stored_entry(record) for record in records])
    if records[-1].hash != listed["head"]:
        what = say("the last journal entry does not match the index of the archive")
        raise BadInput([Problem(what, path, stem, say("Export the archive again."))])
    found = ArchivedEvent(stem, str(listed["name"]), len(records), listed["head"], event.public)
    return found, records
