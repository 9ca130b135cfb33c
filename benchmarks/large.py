"""Large events for benchmarks, paired by the rules and with random results."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from topboard.event import actions, pairing
from topboard.event.entries import BEGINNING, Entry, StoredEntry, to_stored_entry
from topboard.event.session import EventSession
from topboard.model import Colour, Number, Player
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path

WHEN = "2026-08-01T10:00:00+00:00"
RESULTS = ((10, 0), (5, 5), (0, 10))
SECTION = "Open"
PLANNED = 9


def played(path: Path, system: str, players: int, rounds: int, *, open_round: bool = False) -> None:
    """Write the journal of an event after the given number of rounds.

    If ``open_round`` is true, there is another round without results.
    """
    chance = random.Random(7)
    session = EventSession()
    records: list[StoredEntry] = []

    def put(act: actions.Act) -> None:
        entry = Entry(len(records) + 1, WHEN, "bench", act)
        session.add_entries_written_elsewhere([entry])
        records.append(to_stored_entry(entry, records[-1].hash if records else BEGINNING))

    numbers = range(1, players + 1)
    put(actions.CreateEvent("Large"))
    put(actions.AddSection(SECTION, system, PLANNED))
    entered = tuple(Player(Number(n), f"Player, Number {n}", 2800 - n // 2) for n in numbers)
    put(actions.Enter(SECTION, entered))
    put(actions.RecordLot(SECTION, "colour", colour=Colour.WHITE))
    put(pairing.build_close_entries_action(session.event, SECTION))
    for number in range(1, rounds + 1 + open_round):
        act, _ = pairing.build_pair_round_action(session.event, SECTION)
        put(act)
        put(actions.PublishRound(SECTION, number))
        for table in act.tables if number <= rounds else ():
            result = actions.TableResult(table.table, *chance.choice(RESULTS))
            put(actions.EnterResults(SECTION, number, (result,)))
    SqliteJournal.create(path, records).close()
