"""The events of a study in files, some at a time: what is there is not made again.

A file has a line that says what it is of, then a line for each event. It is written beside its name
and renamed, so that it is whole or not there at all; who made it and with how many others does not
show in it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.formats.files import deliver, head_of
from topboard.messages import say
from topboard.records import fields
from topboard.studying.figures import EventFigures, row_of

if TYPE_CHECKING:
    from pathlib import Path

    from topboard.studying.plan import Chunk, Study

NAMES = tuple(one.name for one in fields(EventFigures))


def file_of(folder: Path, study: Study, chunk: Chunk) -> Path:
    """Where the events of a chunk are kept."""
    name = f"{chunk.case.name}-{study.digest_of(chunk.case)}-{chunk.first:07}-{chunk.last:07}.jsonl"
    return folder / "".join(c if c.isalnum() or c in "-._" else "_" for c in name)


def text_of(study: Study, chunk: Chunk) -> str:
    """The events of a chunk as lines."""
    head = {
        "case": chunk.case.name,
        "settings": study.digest_of(chunk.case),
        "first": chunk.first,
        "last": chunk.last,
    }
    lines = [json.dumps(head)]
    for index in range(chunk.first, chunk.last):
        row = row_of(study, chunk.case, index)
        lines.append(json.dumps({name: getattr(row, name) for name in NAMES}))
    return "\n".join(lines) + "\n"


def make(folder: Path, study: Study, chunk: Chunk) -> None:
    """Play the events of a chunk and keep them."""
    deliver(text_of(study, chunk), file_of(folder, study, chunk))


def rows_in(folder: Path, study: Study, chunk: Chunk) -> list[EventFigures]:
    """The events of a chunk as they were kept."""
    file = file_of(folder, study, chunk)
    try:
        _, *lines = head_of(file).decode().splitlines()
        rows = [_row(line) for line in lines]
    except (ValueError, TypeError) as error:
        remedy = say("delete it: it is made again")
        what = say("not a file of a study ({error})", error=error)
        raise BadInput([Problem(what, str(file), remedy=remedy)]) from error
    if [row.index for row in rows] != list(range(chunk.first, chunk.last)):
        remedy = say("delete it: it is made again")
        raise BadInput([Problem(say("events are missing"), str(file), remedy=remedy)])
    return rows


def _row(line: str) -> EventFigures:
    content = json.loads(line)
    return EventFigures(**{**content, "tied": tuple(content["tied"])})
