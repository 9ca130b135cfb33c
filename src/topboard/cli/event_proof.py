"""``topboard event verify``: what proves that a journal is the one that was written."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from topboard.cli.event_text import print_lines
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.terminal import show_json
from topboard.errors import BadInput, DamagedJournal, Problem
from topboard.event.limits import goes_back
from topboard.event.replay import replays
from topboard.store.desk import Desk
from topboard.store.journal import what_is_left

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from topboard.event.entries import Record
    from topboard.event.replay import Replay

SHORTEST_HEAD = 16
"""So many digits of a hash are asked for at least: fewer could be met by chance, or by work."""


def verify(request: Namespace) -> int:
    """Prove the chain, and every published round by pairing it again."""
    with Desk.open(request.file, read_only=True) as desk:
        desk.journal.whole()
        records = desk.journal.verified()
        anchored = None if request.head is None else _anchored(records, request)
        rounds = list(replays(desk.entries))
        clock = [remark for a, b in pairwise(desk.entries) if (remark := goes_back(a, b))]
    if request.json:
        _show_json(records, anchored, rounds, clock)
    else:
        print_lines(_lines(records, anchored, rounds, clock))
    return DONE if all(one.same for one in rounds) else DIFFERENCE


def _anchored(records: Sequence[Record], request: Namespace) -> int:
    """The entry whose hash was written down elsewhere; without it, this is another journal."""
    head = "".join(request.head.split()).lower()
    if len(head) < SHORTEST_HEAD or any(digit not in "0123456789abcdef" for digit in head):
        remedy = f"{SHORTEST_HEAD} or more digits of it, as they stand on a sheet"
        raise BadInput([Problem("not a hash", "--head", request.head, remedy)])
    for record in records:
        if record.hash.startswith(head):
            return record.number
    raise DamagedJournal(
        f"{request.file!r}: no entry has the hash {head}: the journal was shortened or written"
        f" anew after that; look for another copy, or {what_is_left(request.file)}",
        intact=0,
    )


def _lines(
    records: Sequence[Record], anchored: int | None, rounds: Sequence[Replay], clock: Sequence[str]
) -> list[str]:
    lines = [f"{len(records)} entries, chain intact", f"Head: {records[-1].hash}"]
    if anchored is not None:
        more = len(records) - anchored
        lines.append(f"The hash given is that of entry {anchored}; {more} entries came after it")
    lines += [f"{r.section}, round {r.round} (entry {r.entry}): {_verdict(r)}" for r in rounds]
    return lines + [remark[:1].upper() + remark[1:] for remark in clock]


def _verdict(found: Replay) -> str:
    if not found.same:
        return "NOT as it was published"
    return "made by hand" if found.manual else "the same pairs and reasons"


def _show_json(
    records: Sequence[Record], anchored: int | None, rounds: Sequence[Replay], clock: Sequence[str]
) -> None:
    told = [
        {
            "entry": r.entry,
            "section": r.section,
            "round": r.round,
            "same": r.same,
            "manual": r.manual,
            "digest": r.digest,
        }
        for r in rounds
    ]
    show_json(
        {
            "entries": len(records),
            "chain": "intact",
            "head": records[-1].hash,
            "anchored": anchored,
            "rounds": told,
            "remarks": list(clock),
        }
    )
