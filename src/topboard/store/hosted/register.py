"""What a host knows of its events without reading their journals: its tables are the register."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import TextClause, text

from topboard.event.entries import entry_of
from topboard.event.summaries import summary_in
from topboard.names import parts
from topboard.records import replace
from topboard.store.hosted.journal import HostedJournal
from topboard.store.register import Deed, Register, Registered, span_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from topboard.errors import TopboardError
    from topboard.event.entries import Entry
    from topboard.event.searching import AuditSearch, EventSearch
    from topboard.store.hosted.connecting import Host


class RegisterOnHost(Register):
    """The events of a host in short, and who acted when in any of them."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.broken: Mapping[str, TopboardError] = {}
        self.unread = 0

    def found(
        self, search: EventSearch, among: Collection[str] | None, start: int, count: int
    ) -> tuple[list[Registered], int]:
        """Some of the events that are looked for, the latest first, and how many there are."""
        asked = _Conditions()
        asked.events(search, among)
        with self._host.at_one_moment() as connection:
            total = connection.execute(asked.query("SELECT count(*) FROM event"), asked.values)
            query = asked.query(
                "SELECT slug, last, head, in_short FROM event",
                "ORDER BY (first_day <> ''), first_day DESC, lower(name), slug"
                " LIMIT :count OFFSET :start",
            )
            rows = connection.execute(query, {**asked.values, "count": count, "start": start})
            return [
                Registered(slug, "", last, head, replace(summary_in(short), last=last))
                for slug, last, head, short in rows
            ], total.scalar_one()

    def deeds(
        self, wanted: AuditSearch, among: Collection[str] | None, start: int, count: int
    ) -> tuple[list[Deed], int]:
        """Some of the acts that are looked for, the latest first, and how many there are."""
        asked = _Conditions()
        asked.events(wanted.events, among)
        if wanted.who:
            asked.add("entry.who = :who", who=wanted.who)
        if wanted.kind:
            asked.add("entry.act = :kind", kind=wanted.kind)
        if (lasts := span_of(wanted.day)) is not None:
            # Workers write times at Greenwich, so that their texts stand in order.
            begins, ends = lasts
            asked.add("entry.time >= :begins AND entry.time < :ends", begins=begins, ends=ends)
        tables = "FROM entry JOIN event ON entry.event = event.id"
        with self._host.at_one_moment() as connection:
            total = connection.execute(asked.query(f"SELECT count(*) {tables}"), asked.values)
            query = asked.query(
                f"SELECT slug, name, number, time, who, act {tables}",
                "ORDER BY time DESC, slug, number DESC LIMIT :count OFFSET :start",
            )
            rows = connection.execute(query, {**asked.values, "count": count, "start": start})
            return [Deed(*row) for row in rows], total.scalar_one()

    def people(self, among: Collection[str] | None) -> list[str]:
        """Who has acted in these events."""
        asked = _Conditions()
        asked.among(among)
        query = asked.query("SELECT DISTINCT who FROM entry JOIN event ON entry.event = event.id")
        with self._host.at_one_moment() as connection:
            return [*connection.execute(query, asked.values).scalars()]

    def entries(self, stem: str, numbers: Collection[int]) -> dict[int, Entry]:
        """These entries of an event, read from its journal without all the others."""
        with HostedJournal.open(self._host, stem, read_only=True) as journal:
            records = journal.records(min(numbers) - 1)
        return {one.number: entry_of(one) for one in records if one.number in numbers}


class _Conditions:
    """What must hold of the rows that are looked for, with the values it names."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self._words: list[str] = []

    def add(self, words: str, **values: object) -> None:
        self._words.append(words)
        self.values.update(values)

    def among(self, stems: Collection[str] | None) -> None:
        if stems is not None:
            self.add("event.slug = ANY(:among)", among=list(stems))

    def events(self, search: EventSearch, among: Collection[str] | None) -> None:
        self.add("event.last > 0")
        self.among(among)
        if search.stage is not None:
            self.add("event.stage = :stage", stage=search.stage.value)
        if search.system:
            self.add(":system = ANY(string_to_array(event.systems, ' '))", system=search.system)
        if search.first:
            self.add("event.last_day >= :first", first=search.first)
        if search.last:
            self.add("event.first_day BETWEEN '0' AND :last", last=search.last)
        for place, word in enumerate(parts(search.words)):
            known = "event.words || ' ' || replace(event.slug, '-', ' ')"
            self.add(f"position(:word_{place} IN {known}) > 0", **{f"word_{place}": f" {word}"})

    def query(self, before: str, after: str = "") -> TextClause:
        where = " AND ".join(self._words) or "true"
        return text(f"{before} WHERE {where} {after}")
