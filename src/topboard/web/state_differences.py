"""Descriptions of the differences between two states of an event."""

from __future__ import annotations

from collections.abc import Iterator

from topboard.event.ratings import format_ratings
from topboard.event.results import describe_result
from topboard.event.state import Event, PublishedRound, Section
from topboard.messages import say
from topboard.model import Competitor, Player
from topboard.systems.common.ratings import format_rating_order
from topboard.text.names import isolate_rtl

COMPETITOR_FIELDS = (
    "name",
    "rating",
    "federation",
    "title",
    "letter",
    "captain",
    "previous_standing",
    "joined",
)


def describe_differences(before: Event, after: Event) -> Iterator[tuple[str, str]]:
    """Yield the location and description of every difference between two states."""
    if before.name != after.name:
        yield (
            "event",
            say(
                "name: {before} → {after}", before=before.name or "none", after=after.name or "none"
            ),
        )
    if before.closed != after.closed:
        yield "event", "closed" if after.closed else say("open again")
    if before.public != after.public:
        told = {
            True: say("public"),
            False: say("private"),
            None: say("public or private by default"),
        }
        yield "event", told[after.public]
    for name in {**before.sections, **after.sections}:
        old, new = before.sections.get(name), after.sections.get(name)
        if old is None or new is None:
            yield name, say("section added") if old is None else say("section gone")
            old = old or new
            new = new or old
        assert old is not None
        assert new is not None
        for what in _section_differences(old, new):
            yield name, what


def _section_differences(old: Section, new: Section) -> Iterator[str]:
    yield from _settings_differences(old, new)
    yield from _entry_differences(old, new)
    if old.lot != new.lot:
        yield say(
            "lot for colours: {lot} for number 1", lot=new.lot.value if new.lot else say("none")
        )
    for label, before, after in (
        ("lots", old.lots, new.lots),
        (say("byes and withdrawals"), old.requests, new.requests),
        (say("forbidden pairs"), old.forbidden, new.forbidden),
        (say("fixed tables"), old.fixed_tables, new.fixed_tables),
        (say("points by decision"), old.adjustments, new.adjustments),
        ("suspended", old.suspended, new.suspended),
        ("exceptions", old.exceptions, new.exceptions),
    ):
        if before != after:
            yield f"{label}: {len(before)} → {len(after)}"
    if old.presence != new.presence:
        yield say(
            "checked in: {count} → {new_count}",
            count=len(old.presence),
            new_count=len(new.presence),
        )
    yield from _rounds_differences(old, new)


def _settings_differences(old: Section, new: Section) -> Iterator[str]:
    for name in old.settings.__dataclass_fields__:
        before, after = getattr(old.settings, name), getattr(new.settings, name)
        if name == "rating_order":
            before, after = format_rating_order(before), format_rating_order(after)
        if before != after:
            yield f"{name.replace('_', ' ')}: {before or 'none'} → {after or 'none'}"
    if old.announced != new.announced:
        yield "announced" if new.announced else say("not announced")
    if old.left_fide_mode != new.left_fide_mode:
        yield say("FIDE mode is left for good")
    if old.entries_closed != new.entries_closed:
        yield say("entries closed") if new.entries_closed else say("entries open")


def _entry_differences(old: Section, new: Section) -> Iterator[str]:
    if old.entries_closed != new.entries_closed:
        # The numbers before and after belong to different participants.
        return
    for number in sorted({*old.competitors, *new.competitors}):
        before, after = old.competitors.get(number), new.competitors.get(number)
        if before is None or after is None:
            one = before or after
            assert one is not None
            done = "entered" if before is None else "struck out"
            yield f"{one.number} {isolate_rtl(one.name)}: {done}"
        elif before != after:
            changes = ", ".join(_competitor_differences(before, after))
            yield f"{number} {isolate_rtl(before.name)}: {changes}"


def _competitor_differences(before: Competitor, after: Competitor) -> Iterator[str]:
    for name in COMPETITOR_FIELDS:
        old, new = getattr(before, name, None), getattr(after, name, None)
        if old != new:
            yield f"{name.replace('_', ' ')} {old or 'none'} → {new or 'none'}"
    if getattr(before, "ratings", ()) != getattr(after, "ratings", ()):
        assert isinstance(before, Player)
        assert isinstance(after, Player)
        yield say(
            "ratings {before} → {after}",
            before=format_ratings(before) or "none",
            after=format_ratings(after) or "none",
        )
    if getattr(before, "players", ()) != getattr(after, "players", ()):
        yield say("roster changed")


def _rounds_differences(old: Section, new: Section) -> Iterator[str]:
    if old.draft != new.draft:
        draft = new.draft
        yield (
            say("pairing of round {round} in preparation", round=draft.round)
            if draft
            else say("no draft any more")
        )
    for number in range(1, max(len(old.rounds), len(new.rounds)) + 1):
        if number > len(old.rounds):
            yield say("round {number} published", number=number)
        elif number > len(new.rounds):
            yield say("round {number} not published any more", number=number)
        else:
            yield from _round_differences(old.rounds[number - 1], new.rounds[number - 1])


def _round_differences(old: PublishedRound, new: PublishedRound) -> Iterator[str]:
    for table in sorted({*old.meetings, *new.meetings}):
        before, after = old.meetings.get(table), new.meetings.get(table)
        where = say("round {old}, table {table}", old=old.number, table=table)
        if before is None or after is None:
            yield f"{where}: {'new' if before is None else 'gone'}"
        elif (before.white, before.black) != (after.white, after.black):
            pairs = f"{before.white}-{before.black} → {after.white}-{after.black}"
            yield say("{where}: pair {pairs}", where=where, pairs=pairs)
        elif describe_result(before) != describe_result(after):
            results = f"{describe_result(before) or 'none'} → {describe_result(after) or 'none'}"
            yield say("{where}: result {results}", where=where, results=results)
