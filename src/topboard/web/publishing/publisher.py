"""Successive publications of an event to one target.

Pages keep their addresses, and only changed pages are sent, in this order:

1. The record is written with a plan of the changes. It replaces only the record that was read,
   so one of two simultaneous publishers fails. If a publisher stops halfway, the next one finds
   its plan and writes all pages of that plan again.
2. The pages are written, each only over its known version. The same pages are also written to a
   folder for this journal entry, where they never change.
3. The first page and ``latest.json`` follow. Open pages read ``latest.json`` to find the changes.
4. Obsolete files are removed while the plan is still in place. A removal cannot depend on the
   version of a file, but a publisher that restores a page replaces the plan first.
5. The record is written again, without the plan.

When an event becomes private, its files are removed in the same way. Only the record stays, so that
an older journal does not bring them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

from topboard._frozen import dataclass, replace
from topboard.errors import Conflict
from topboard.event.actions import ErasePersonal
from topboard.messages import say
from topboard.storage.session import EventSnapshot
from topboard.web.public.site import JSON, EventSite, format_json
from topboard.web.publishing.page_templates import LASTING, FileTemplate, SiteFiles
from topboard.web.publishing.record import RECORD, PublicationRecord, PublishedVersion
from topboard.web.publishing.targets import (
    AT_ONCE,
    NOTHING,
    PreconditionFailed,
    PublishedFile,
    Target,
)

LATEST = "latest.json"
LAST_OF_ALL = ("index.html", LATEST)
"""The files that are written last, so that every file they lead to already exists."""
VERSION = "entry_"
"""The prefix of the folders for older versions. The URL name of a section never starts with it."""
MOST_NAMED = 60
"""The largest number of changed pages that are listed for one publication.

If more pages have changed, open pages that are not listed check for changes themselves.
"""
LISTED = 12
"""The number of publications listed in ``latest.json``, so that an open page can catch up."""
TRIES = 5


class NewerPagesPublished(Conflict):
    """Raised when the published pages are newer or come from a different journal.

    Such pages are not overwritten.
    """


@dataclass(frozen=True, slots=True)
class Publication:
    """The outcome of a publication: the number of files, and how many were sent and removed."""

    entry: int
    files: int
    sent: int
    size: int
    removed: int
    public: bool = True
    """Whether the event was public. The pages of a private event are removed."""


@dataclass(frozen=True, slots=True)
class UploadPlan:
    """The changes that a publication must make at a target."""

    record: PublicationRecord
    mark: str
    """The mark of the record at the target, which identifies its version."""
    there: Mapping[str, str]
    """The marks of the pages at the target, keyed by path. A mark identifies a version of a
    file.
    """
    changed: tuple[str, ...]
    version: PublishedVersion
    gone: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Return whether the target is already up to date and no changes are needed."""
        return (
            not self.changed
            and not self.gone
            and self.record.planned is None
            and self.record.entry == self.version.entry
        )


class Publisher:
    """A publisher of one event's pages to one target."""

    def __init__(
        self,
        target: Target,
        *,
        address: str = "",
        keep: int = 0,
        replaces: bool = False,
        playground: str = "",
    ) -> None:
        self.target, self.address, self.keep = target, address, keep
        self.replaces = replaces
        """Whether to overwrite pages that are newer or come from a different journal."""
        self.playground = playground
        """The address of the page that runs Topboard in the browser, or an empty string."""
        self._made: SiteFiles | None = None
        """The files of the previous publication, or None before the first one."""
        self._mark: str | None = None
        """The mark of the last record written. While it stays the same, no other publisher was
        active.
        """

    def publish(
        self, site: EventSite, hash_of: Callable[[int], str], *, only_look: bool = False
    ) -> Publication:
        """Publish the pages of an event. With ``only_look``, only return the changes that would be
        made.

        ``hash_of`` must return the hash of the journal entry with a given number.
        """
        self._made = SiteFiles(site, self.address, self._made)
        made = self._made.files
        with nullcontext() if only_look else self.target.lock_target():
            for _ in range(TRIES):
                wanted = self._plan_upload(site, made, hash_of)
                size = sum(len(made[path].text) for path in wanted.changed)
                told = Publication(
                    site.snapshot.event.last,
                    len(made),
                    len(wanted.changed),
                    size,
                    len(wanted.gone),
                )
                if only_look or wanted.is_empty:
                    return told
                try:
                    self._upload_changes(site, made, wanted)
                except PreconditionFailed:
                    # Another publisher was faster, perhaps with a newer state of the event.
                    self._mark = None
                    continue
                # The permission to replace applies to one publication only.
                self.replaces = False
                return told
        raise self._build_conflict_error()

    def withdraw(
        self, snapshot: EventSnapshot, hash_of: Callable[[int], str], *, only_look: bool = False
    ) -> Publication:
        """Remove all files of an event from the target. With ``only_look``, only return the changes
        that would be made.

        ``hash_of`` must return the hash of the journal entry with a given number.
        """
        with nullcontext() if only_look else self.target.lock_target():
            for _ in range(TRIES):
                record, mark = self._read_publication_record()
                if not self.replaces:
                    self._check_target_not_newer(record, snapshot, hash_of)
                gone = self._list_event_files(record)
                told = Publication(snapshot.event.last, 0, 0, 0, len(gone), public=False)
                if only_look or not (gone or record.planned):
                    return told
                try:
                    planned = PublishedVersion(snapshot.event.last, more=True)
                    mark = self._write_publication_record(record.add_plan(planned, gone), mark)
                    self._remove_files(list(gone), mark)
                    done = PublicationRecord(snapshot.event.last, snapshot.head)
                    self._mark = self._write_publication_record(done, mark)
                except PreconditionFailed:
                    self._mark = None
                    continue
                self.replaces = False
                return told
        raise self._build_conflict_error()

    def _build_conflict_error(self) -> Conflict:
        return Conflict(
            say(
                "other programs keep publishing to {target}. Try again later.",
                target=self.target.name,
            )
        )

    def _list_event_files(self, record: PublicationRecord) -> tuple[str, ...]:
        """Return the paths of the event's files at the target, including files of old versions."""
        if not (record.pages or record.planned):
            # Any other files at the target do not belong to the event.
            return ()
        known = {*record.pages, *record.uncertain_pages}
        return tuple(sorted(self.target.read_version_marks(known, VERSION)))

    def _read_publication_record(self) -> tuple[PublicationRecord, str]:
        """Return the publication record at the target, and the version mark of its file."""
        found = self.target.read(RECORD)
        content, mark = (b"", NOTHING) if found is None else found
        return PublicationRecord.parse_record(content, self.target.name), mark

    # --- planning an upload -----------------------------------------------------------------

    def _plan_upload(
        self, site: EventSite, made: Mapping[str, FileTemplate], hash_of: Callable[[int], str]
    ) -> UploadPlan:
        record, mark = self._read_publication_record()
        if not self.replaces:
            self._check_target_not_newer(record, site.snapshot, hash_of)
        there = {path: known[1] for path, known in record.pages.items()}
        orphans: set[str] = set()
        if mark != self._mark:
            there = self.target.read_version_marks({*made, *record.pages, LATEST}, VERSION)
            kept = {file for version in record.versions for file in version.kept_paths}
            orphans = {path for path in there if path.startswith(VERSION)} - kept
        changed = tuple(path for path in made if _has_file_changed(path, made[path], record, there))
        version = self._build_published_version(record, site.snapshot.event.last, changed)
        gone = tuple(sorted(({*record.pages} - {*made} - {LATEST}) | orphans))
        return UploadPlan(record, mark, there, changed, version, gone)

    def _check_target_not_newer(
        self, record: PublicationRecord, snapshot: EventSnapshot, hash_of: Callable[[int], str]
    ) -> None:
        last = snapshot.event.last
        if record.newest_entry > last:
            raise NewerPagesPublished(
                say(
                    "{target} already has journal entry {newest}, but this journal ends with entry "
                    "{last}. Nothing was changed. Publish the newest journal, or add --replace.",
                    target=self.target.name,
                    newest=record.newest_entry,
                    last=last,
                )
            )
        if record.entry and record.head != hash_of(record.entry):
            raise NewerPagesPublished(
                say(
                    "{target} has pages of a different event or of a different journal of this "
                    "event. Nothing was changed. Publish to a different place, or add --replace.",
                    target=self.target.name,
                )
            )

    def _build_published_version(
        self, record: PublicationRecord, entry: int, changed: tuple[str, ...]
    ) -> PublishedVersion:
        if not record.entry:
            # There was no publication before, so no page is open yet.
            return PublishedVersion(entry, more=True)
        named = tuple(sorted(changed, key=_is_participant_page)[:MOST_NAMED])
        more = len(changed) > len(named)
        if not self.keep or not named:
            return PublishedVersion(entry, "", named, more)
        taken = {one.folder for one in record.versions}
        if record.planned is not None:
            taken.add(record.planned[0].folder)
        names = [f"{VERSION}{entry}", *(f"{VERSION}{entry}_{n}" for n in range(2, 1000))]
        # Pages may also change without a new entry, if the version of Topboard is different.
        return PublishedVersion(
            entry, next(name for name in names if name not in taken), named, more
        )

    # --- uploading ---------------------------------------------------------------------------

    def _upload_changes(
        self, site: EventSite, made: Mapping[str, FileTemplate], wanted: UploadPlan
    ) -> None:
        touched = (*wanted.changed, LATEST)
        mark = self._write_publication_record(
            wanted.record.add_plan(wanted.version, touched), wanted.mark
        )
        sent = {path: made[path].fill_placeholders(site) for path in wanted.changed}
        versions, outdated = self._select_kept_versions(wanted, site)
        latest = FileTemplate(_format_latest_json(site, versions).encode(), JSON).fill_placeholders(
            site
        )
        over = {path: wanted.there.get(path, NOTHING) for path in touched}
        pages = {path: file for path, file in sent.items() if path not in LAST_OF_ALL}
        kept = {
            f"{wanted.version.folder}/{path}": replace(file, cache=LASTING)
            for path, file in sent.items()
            if wanted.version.folder and path in wanted.version.pages
        }
        self._write_files(kept, dict.fromkeys(kept), mark)
        marks = self._write_files(pages, over, mark)
        for path in LAST_OF_ALL:
            if file := {**sent, LATEST: latest}.get(path):
                marks |= self._write_files({path: file}, over, mark)
        known = {
            path: (file.digest, marks.get(path) or wanted.there[path])
            for path, file in made.items()
        }
        known[LATEST] = ("", marks[LATEST])
        snapshot = site.snapshot
        done = PublicationRecord(snapshot.event.last, snapshot.head, known, versions)
        self._remove_files([*wanted.gone, *outdated], mark)
        self._mark = self._write_publication_record(done, mark)

    def _remove_files(self, paths: list[str], mark: str) -> None:
        if not paths:
            return
        if not self._is_record_unchanged(mark):
            # Another publisher is active now, and may have written a removed page again.
            raise PreconditionFailed(RECORD)
        self.target.remove(paths)

    def _is_record_unchanged(self, mark: str) -> bool:
        """Return whether the record at the target still has this mark.

        If it has, no other publisher is active.
        """
        record = self.target.read(RECORD)
        return record is not None and record[1] == mark

    def _write_publication_record(self, record: PublicationRecord, over: str) -> str:
        file = PublishedFile(record.format_record(), "text/plain; charset=utf-8", "no-store")
        return self.target.write(RECORD, file, over)

    def _select_kept_versions(
        self, wanted: UploadPlan, site: EventSite
    ) -> tuple[tuple[PublishedVersion, ...], list[str]]:
        """Return the versions that the record will list, and the files of older versions to
        remove.
        """
        erased = _find_last_erasure_entry_number(site)
        listed, outdated = [wanted.version], list[str]()
        if wanted.record.planned is not None:
            outdated += wanted.record.planned[0].kept_paths
        for age, one in enumerate(wanted.record.versions, start=1):
            # Erased data must not remain in an older version.
            if age > self.keep or one.entry < erased:
                outdated += one.kept_paths
                one = replace(one, folder="")
            if len(listed) <= max(LISTED, self.keep):
                listed.append(one)
        return tuple(listed), outdated

    def _write_files(
        self, files: Mapping[str, PublishedFile], over: Mapping[str, str | None], mark: str
    ) -> dict[str, str]:
        """Write several files at a time, and return their new version marks, keyed by path."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            works = {
                path: pool.submit(self._write_file, path, file, over[path], mark)
                for path, file in files.items()
            }
            try:
                return {path: work.result() for path, work in works.items()}
            finally:
                pool.shutdown(cancel_futures=True)

    def _write_file(self, path: str, file: PublishedFile, over: str | None, mark: str) -> str:
        for _ in range(TRIES):
            try:
                return self.target.write(path, file, over)
            except PreconditionFailed:
                if not self._is_record_unchanged(mark):
                    raise
                # No other publisher is active, so the page was changed by hand or by a publisher
                # that gave up.
                found = self.target.read(path)
                over = NOTHING if found is None else found[1]
        raise PreconditionFailed(path)


def _has_file_changed(
    path: str, file: FileTemplate, record: PublicationRecord, there: Mapping[str, str]
) -> bool:
    digest, mark = record.pages.get(path, ("", NOTHING))
    return (
        digest != file.digest or there.get(path, NOTHING) != mark or path in record.uncertain_pages
    )


def _format_latest_json(site: EventSite, versions: Iterable[PublishedVersion]) -> str:
    """Return the content of ``latest.json``, which tells programs and open pages about changes."""
    event = site.snapshot.event
    return format_json(
        {
            "format": "topboard-published/1",
            "event": event.name,
            "entry": event.last,
            "head": site.snapshot.head,
            "closed": event.closed,
            "data": "event.json",
            "versions": [one.to_json() for one in list(versions)[:LISTED] if one.pages or one.more],
        }
    )


def _is_participant_page(path: str) -> bool:
    """Return whether a page is about one participant.

    Such pages are numerous and have few readers.
    """
    return path.rpartition("/")[2].startswith("who-")


def _find_last_erasure_entry_number(site: EventSite) -> int:
    entries = site.snapshot.entries
    return max((one.number for one in entries if isinstance(one.act, ErasePersonal)), default=0)
