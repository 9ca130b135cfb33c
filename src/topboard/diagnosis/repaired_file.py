"""The file with the repaired event: facts as far as a file can hold them, and comments.

A file cannot hold a seat that was taken, a pair made by hand, an earlier order of the list, or
another result for a round that is published but not played. Such an assumption is kept in a comment
that ``topboard check`` reads again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard._frozen import fields, replace
from topboard.diagnosis.repairs import (
    REPAIRS,
    BoardOrder,
    EarlierResult,
    KeptApart,
    OtherCode,
    OtherEdition,
    OtherFirstColour,
    OtherNumber,
    apply_all,
)
from topboard.diagnosis.sentences import format_explanation
from topboard.diagnosis.situations import Situation, pair_and_compare
from topboard.diagnosis.values import NotedCheck, group_alike
from topboard.errors import BadInput, Problem
from topboard.formats import dumps
from topboard.messages import say, translate_worded, use_language
from topboard.model import FullPointBye, PairingBye, ZeroPointBye
from topboard.systems.registry import SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.values import Diagnosis
    from topboard.model import Number, Tournament
    from topboard.systems.registry import System

    Noted = dict[int, tuple[Repair, ...]]

NOTE = "topboard-assumption "
"""The start of a comment with an assumption that the file cannot hold otherwise."""


# --- writing --------------------------------------------------------------------------------------


def repair_event(found: Diagnosis) -> Tournament:
    """Return the event after all repairs, as far as a file can represent them."""
    event = found.event if found.event.system else replace(found.event, system=found.system)
    denied = {n for one in found.findings if one.kind == "points denied" for n in one.numbers}
    for repair in found.repairs:
        event = _without_denied_points(found.event, repair, denied).write_into(event)
    return event


def _without_denied_points(event: Tournament, repair: Repair, denied: set[Number]) -> Repair:
    """Return the repair with zero-point byes if the ranks deny the points of the byes.

    The points of a participant who is paired again are kept, because later rounds depend on them.
    """
    if not isinstance(repair, OtherCode) or repair.number not in denied:
        return repair
    if not isinstance(repair.recorded, PairingBye) or not isinstance(repair.instead, FullPointBye):
        return repair
    published = () if event.published is None else (event.published,)
    paired_again = any(
        repair.number in (m.white, m.black)
        for played in (*event.rounds, *published)
        if played.number > min(repair.rounds)
        for m in played.meetings
    )
    return repair if paired_again else replace(repair, instead=ZeroPointBye())


def describe_repairs(found: Diagnosis) -> list[str]:
    """Return a line about each explanation, in English, for the comments in a file."""
    lines = []
    with use_language(None):
        for rounds in group_alike(found.rounds):
            first = rounds[0]
            if first.explanation is not None:
                numbers = ", ".join(str(one.round) for one in rounds)
                text = format_explanation(first.explanation, first.weight)
                lines.append(f"Repair, {first.weight.value}, round {numbers}: {text}")
        for finding in found.findings:
            if finding.kind == "lines disagree":
                lines.append(f"Left out of this file: {translate_worded(finding.text)}")
    return lines


def _list_notes(found: Diagnosis) -> Iterator[str]:
    """Yield a note for each assumption that a round needs and that the file cannot hold."""
    next_round = found.event.round_to_pair
    for one in found.rounds:
        if one.explanation is not None:
            others = (other.repair for other in one.explanation.beside)
            for repair in (*others, *one.explanation.repairs):
                # The next round is always paired with the results as they are in the file.
                other_result = isinstance(repair, EarlierResult) and one.round == next_round
                if other_result or not _is_held_by_file(repair):
                    content = {field: getattr(repair, field) for field in _field_names(repair)}
                    told = {"for": one.round, "kind": repair.kind, **content}
                    yield NOTE + json.dumps(told, separators=(",", ":"))


def _is_held_by_file(repair: Repair) -> bool:
    held = isinstance(repair, OtherCode | OtherFirstColour | EarlierResult | BoardOrder | KeptApart)
    return held or (isinstance(repair, OtherEdition) and not repair.round)


def _field_names(repair: Repair | type[Repair]) -> list[str]:
    return [field.name for field in fields(repair)]  # type: ignore[arg-type]


def write_repaired_event(found: Diagnosis, format: str) -> str:
    """Return the repaired event in a file format, with comments about each explanation."""
    event = repair_event(found)
    comments = (*event.details.comments, *describe_repairs(found), *_list_notes(found))
    return dumps(replace(event, details=replace(event.details, comments=comments)), format)


# --- reading --------------------------------------------------------------------------------------


def read_noted_repairs(event: Tournament) -> Noted:
    """Return the assumptions noted in the comments of a file, by round.

    Raise ``BadInput`` if one of them cannot be read.
    """
    noted: Noted = {}
    numbers = {one.number for one in event.competitors}
    for comment in event.details.comments:
        if comment.startswith(NOTE):
            found = _read_note(comment.removeprefix(NOTE), numbers)
            if found is None:
                what = say("cannot read an assumption noted in the file")
                remedy = say("Remove the comment.")
                raise BadInput([Problem(what, quoted=comment, remedy=remedy)])
            number, repair = found
            noted[number] = (*noted.get(number, ()), repair)
    return noted


def _read_note(text: str, numbers: set[Number]) -> tuple[int, Repair] | None:
    """Return the round and the repair of a note, or None if it cannot be read."""
    try:
        content: dict[str, Any] = json.loads(text)
        number, kind = content.pop("for"), content.pop("kind")
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return None
    types = {one.kind: one for one in REPAIRS}
    form = types.get(kind) if isinstance(kind, str) else None
    if form is None or not isinstance(number, int) or {*content} != {*_field_names(form)}:
        return None
    values = {field: _freeze_lists(value) for field, value in content.items()}
    if not all(_is_plain(value) for field, value in values.items() if field != "system"):
        return None
    repair = form(**values)
    people = repair.people
    if isinstance(repair, OtherNumber):
        people = (*people, *([repair.behind] if repair.behind else []))
    if isinstance(repair, OtherEdition) and repair.system not in SYSTEMS:
        return None
    known = all(person in numbers for person in people)
    noted = isinstance(repair, EarlierResult) or not _is_held_by_file(repair)
    return (number, repair) if known and noted else None


def _is_plain(value: object) -> bool:
    """Return whether a value has only numbers in it, as the repairs in notes do."""
    if isinstance(value, tuple):
        return all(_is_plain(one) for one in value)
    return value is None or isinstance(value, int)


def _freeze_lists(value: object) -> object:
    return tuple(_freeze_lists(one) for one in value) if isinstance(value, list) else value


def check_with_noted_repairs(
    before: Tournament, system: System, repairs: Iterable[Repair]
) -> NotedCheck:
    """Pair a round again with the assumptions that the file notes for it, and compare the result
    with the published round.
    """
    repairs = tuple(repairs)
    changed = apply_all(Situation(before, system), repairs)
    agreement = None if changed is None else pair_and_compare(changed)
    return NotedCheck(
        round=before.round_to_pair,
        agrees=agreement is not None and agreement.complete,
        sets_aside=any(repair.sets_aside for repair in repairs),
    )
