"""The register of events on a server. It uses database tables and does not read whole journals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import TextClause, text

from topboard._frozen import replace
from topboard.event.entries import parse_stored_entry
from topboard.event.search import AuditSearch
from topboard.event.summaries import load_event_summary
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.register import (
    OF_MEMBERS,
    AuditRecord,
    EventRegister,
    MembershipChange,
    RegisteredEvent,
    compute_utc_span_of_day,
)
from topboard.text.names import folded_name_parts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from sqlalchemy import Row

    from topboard.errors import TopboardError
    from topboard.event.entries import Entry
    from topboard.event.search import EventSearch
    from topboard.storage.postgres.connections import Host


class RegisterOnHost(EventRegister):
    """Summaries of the events on a server, and an audit log of the actions in these events."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.broken: Mapping[str, TopboardError] = {}
        self.unread = 0

    def find_matching_events(
        self,
        search: EventSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        *,
        public_only: bool = False,
    ) -> tuple[list[RegisteredEvent], int]:
        """Return one page of the matching events, latest first, and the number of matches."""
        asked = _QueryConditions()
        asked.match_listed_events(search, among)
        if public_only:
            asked.add_condition(_PUBLIC)
        with self._host.open_read_snapshot() as connection:
            total = connection.execute(
                asked.build_query("SELECT count(*) FROM event"), asked.values
            )
            query = asked.build_query(
                f"SELECT slug, last, head, in_short, {_PUBLIC} FROM event",
                "ORDER BY (first_day <> ''), first_day DESC, lower(name), slug"
                " LIMIT :count OFFSET :start",
            )
            rows = connection.execute(query, {**asked.values, "count": count, "start": start})
            return [
                RegisteredEvent(
                    slug, "", last, head, replace(load_event_summary(short), last=last), public
                )
                for slug, last, head, short, public in rows
            ], total.scalar_one()

    def audit_records(
        self,
        wanted: AuditSearch,
        among: Collection[str] | None,
        start: int,
        count: int,
        organisations: Collection[str] = (),
    ) -> tuple[list[AuditRecord], int]:
        """Return a page of the matching audit records, latest first, and the number of matches."""
        acts, changes = (
            _build_action_conditions(wanted, among),
            _build_membership_change_conditions(wanted, among, organisations),
        )
        order = "ORDER BY instant DESC NULLS LAST, slug, number DESC"
        # The index sorts only as many rows of each query as can be shown.
        some = f"{order} LIMIT :most"
        shown = (
            f"({acts.format_sql(_ACT, some)}) UNION ALL ({changes.format_sql(_CHANGE, some)})"
            f" {order} LIMIT :count OFFSET :start"
        )
        both = f"({acts.format_sql(_COUNT_ACTS)}) + ({changes.format_sql(_COUNT_CHANGES)})"
        asked = {**acts.values, **changes.values}
        part = {"most": start + count, "count": count, "start": start}
        with self._host.open_read_snapshot() as connection:
            total = connection.execute(text(f"SELECT {both}"), asked)
            rows = connection.execute(text(shown), {**asked, **part})
            return [_audit_record_from_row(row) for row in rows], total.scalar_one()

    def list_people_who_acted(
        self, among: Collection[str] | None, organisations: Collection[str] = ()
    ) -> list[str]:
        """Return the people who acted in these events or changed members of these organisations."""
        acts = _QueryConditions()
        acts.limit_to_events(among)
        changes = _build_membership_change_conditions(AuditSearch(), among, organisations)
        by_entries = acts.format_sql(f"SELECT who {_ENTRIES}")
        query = f"{by_entries} UNION {changes.format_sql(f'SELECT who {_CHANGES}')}"
        with self._host.open_read_snapshot() as connection:
            return [*connection.execute(text(query), {**acts.values, **changes.values}).scalars()]

    def load_entries_by_number(self, stem: str, numbers: Collection[int]) -> dict[int, Entry]:
        """Return the journal entries with these numbers, without reading the whole journal."""
        with PostgresJournal.open(self._host, stem, read_only=True) as journal:
            records = journal.load_stored_entries(min(numbers) - 1)
        return {one.number: parse_stored_entry(one) for one in records if one.number in numbers}


_PUBLIC = "coalesce(event.public, event.public_by_default)"
_ENTRIES = "FROM entry JOIN event ON entry.event = event.id"
_CHANGES = "FROM membership_change AS entry LEFT JOIN event ON entry.event = event.id"
"""The SQL source of membership changes, with the same column names as journal entries."""
_COUNT_ACTS, _COUNT_CHANGES = f"SELECT count(*) {_ENTRIES}", f"SELECT count(*) {_CHANGES}"
_ACT = (
    "SELECT slug, name, number, time, who, act, '' AS organisation, '' AS account, '' AS role,"
    f" instant_of(time) AS instant {_ENTRIES}"
)
_CHANGE = (
    f"SELECT coalesce(slug, '') AS slug, coalesce(name, ''), number, time, who, '{OF_MEMBERS}',"
    f" organisation, account, role, instant_of(time) AS instant {_CHANGES}"
)


def _audit_record_from_row(row: Row[Any]) -> AuditRecord:
    record = AuditRecord(row.slug, row.name, row.number, row.time, row.who, row.act)
    if record.act != OF_MEMBERS:
        return record
    return replace(record, membership=MembershipChange(row.organisation, row.account, row.role))


def _build_action_conditions(
    wanted: AuditSearch, among: Collection[str] | None
) -> _QueryConditions:
    asked = _QueryConditions()
    asked.match_listed_events(wanted.events, among)
    asked.match_audit_search(wanted)
    if wanted.kind:
        asked.add_condition("entry.act = :kind", kind=wanted.kind)
    return asked


def _build_membership_change_conditions(
    wanted: AuditSearch, among: Collection[str] | None, organisations: Collection[str]
) -> _QueryConditions:
    """Return the SQL conditions for membership changes that match a search and may be shown."""
    asked = _QueryConditions()
    in_events = "event.slug IS NOT NULL" if among is None else "event.slug = ANY(:among)"
    asked.add_condition(
        f"({in_events} OR (event.slug IS NULL AND entry.organisation = ANY(:organisations)))",
        among=list(among or ()),
        organisations=list(organisations),
    )
    asked.match_event_search(wanted.events)
    asked.match_audit_search(wanted)
    if wanted.kind not in ("", OF_MEMBERS):
        asked.add_condition("false")
    return asked


class _QueryConditions:
    """The conditions of an SQL query, with the values of their parameters."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self._words: list[str] = []

    def add_condition(self, words: str, **values: object) -> None:
        self._words.append(words)
        self.values.update(values)

    def limit_to_events(self, stems: Collection[str] | None) -> None:
        if stems is not None:
            self.add_condition("event.slug = ANY(:among)", among=list(stems))

    def match_listed_events(self, search: EventSearch, among: Collection[str] | None) -> None:
        self.add_condition("event.last > 0")
        self.limit_to_events(among)
        self.match_event_search(search)

    def match_event_search(self, search: EventSearch) -> None:
        if search.stage is not None:
            self.add_condition("event.stage = :stage", stage=search.stage.value)
        if search.system:
            self.add_condition(
                ":system = ANY(string_to_array(event.systems, ' '))", system=search.system
            )
        if search.first:
            self.add_condition("event.last_day >= :first", first=search.first)
        if search.last:
            self.add_condition("event.first_day BETWEEN '0' AND :last", last=search.last)
        for place, word in enumerate(folded_name_parts(search.words)):
            known = "event.words || ' ' || replace(event.slug, '-', ' ')"
            self.add_condition(
                f"position(:word_{place} IN {known}) > 0", **{f"word_{place}": f" {word}"}
            )

    def match_audit_search(self, wanted: AuditSearch) -> None:
        if wanted.who:
            self.add_condition("entry.who = :who", who=wanted.who)
        if (lasts := compute_utc_span_of_day(wanted.day)) is not None:
            begins, ends = lasts
            within = (
                "instant_of(time) >= instant_of(:begins) AND instant_of(time) < instant_of(:ends)"
            )
            self.add_condition(within, begins=begins, ends=ends)

    def format_sql(self, before: str, after: str = "") -> str:
        where = " AND ".join(self._words) or "true"
        return f"{before} WHERE {where} {after}"

    def build_query(self, before: str, after: str = "") -> TextClause:
        return text(self.format_sql(before, after))
