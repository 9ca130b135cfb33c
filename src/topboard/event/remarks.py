"""Acts that touch the integrity of the pairings, in words for the report of a section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import acts
from topboard.event.codec import name_in_journals
from topboard.figures import decimal, written
from topboard.formats.problems import LONGEST_TEXT
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    PairingBye,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.model import Tenths

TOUCHING = (
    acts.ChangeManual,
    acts.EndManual,
    acts.ChangePublished,
    acts.GrantException,
    acts.RuleOnBye,
    acts.AdjustPoints,
    acts.ForbidPair,
    acts.AllowPair,
    acts.EnterLate,
    acts.Expel,
    acts.Readmit,
    acts.Suspend,
    acts.LiftSuspension,
    acts.CorrectResult,
    acts.SettleImaginary,
    acts.Undo,
    acts.Redo,
)


def remarks(entries: Sequence[Entry], section: str) -> Iterator[str]:
    """One line for each act of a section that touches the integrity of its pairings.

    They go into files for other programs: points have a decimal point.
    """
    for entry in entries:
        act = entry.act
        if isinstance(act, TOUCHING) and _section_of(entries, act) == section:
            by = f" by {entry.authority}" if entry.authority else ""
            why = f": {entry.reason}" if entry.reason else ""
            told = f"{entry.number} {entry.time} {words(act, decimal)}{by}{why}"
            # A report carries no longer text; the journal keeps the whole of it.
            yield told if len(told) <= LONGEST_TEXT else f"{told[: LONGEST_TEXT - 1]}…"


def _section_of(entries: Sequence[Entry], act: acts.Act) -> str:
    if isinstance(act, acts.Undo | acts.Redo):
        target = entries[act.entry - 1].act
        return str(getattr(target, "section", ""))
    return str(getattr(act, "section", ""))


AWAY = {
    PairingBye: "bye",
    HalfPointBye: "half-point bye",
    FullPointBye: "full-point bye",
    ZeroPointBye: "absent",
    NotYetEntered: "not yet entered",
    Withdrawn: "withdrawn",
}


def away(outcome: object) -> str:
    """Why somebody is not at a table."""
    return AWAY[type(outcome)]


def words(act: acts.Act, write: Callable[[Tenths], str] = written) -> str:
    """An act in a few words."""
    match act:
        case acts.ChangeManual() | acts.EndManual() | acts.BeginManual():
            told = "; ".join(getattr(act, "differences", ()))
            return f"MPA @ Round {act.round}" + (f": {told}" if told else "")
        case acts.ChangePublished():
            told = ", ".join(map(str, act.informed))
            return f"pairing of round {act.round} changed ({act.ground.value}), informed: {told}"
        case acts.CorrectResult():
            result = act.result
            points = f"{write(result.white_points)}-{write(result.black_points)}"
            return f"result of round {act.round}, table {result.table} corrected to {points}"
        case acts.EnterResults():
            tables = ", ".join(str(result.table) for result in act.results)
            return f"results of round {act.round}, tables {tables}"
        case acts.Undo() | acts.Redo():
            return f"{name_in_journals(type(act)).lower()} of entry {act.entry}"
        case acts.EnterLate() | acts.ChangeEntry():
            moved = "; the others move down" * (isinstance(act, acts.EnterLate) and act.others_move)
            return f"{_spaced(act)} {act.competitor.number} {act.competitor.name}{moved}"
        case acts.Enter():
            return f"{len(act.competitors)} entries" + (f" from {act.source}" * bool(act.source))
        case _:
            return f"{_spaced(act)}{_particulars(act)}"


def _spaced(act: acts.Act) -> str:
    name = name_in_journals(type(act))
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return spaced.removesuffix(" round")


def _particulars(act: acts.Act) -> str:
    parts = (
        ("number", "{}"),
        ("a", "{}"),
        ("b", "and {}"),
        ("round", "round {}"),
        ("article", "article {}"),
        ("table", "table {}"),
        ("purpose", "for {}"),
        ("name", "{}"),
        ("system", "({})"),
    )
    told = [form.format(getattr(act, field)) for field, form in parts if hasattr(act, field)]
    return (" " + " ".join(told)) if told else ""
