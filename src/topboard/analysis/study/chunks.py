"""The events of a study in files, each with a line for the chunk and one for each event."""

from __future__ import annotations

import json
from pathlib import Path

from topboard._frozen import fields
from topboard.analysis.batches import name_of
from topboard.analysis.study.figures import EventFigures, row_of
from topboard.analysis.study.plan import Chunk, Study
from topboard.errors import BadInput, Problem
from topboard.formats.files import read_head
from topboard.messages import say

NAMES = tuple(one.name for one in fields(EventFigures))


def chunks_of(study: Study) -> dict[str, Chunk]:
    """Return all chunks of a study, keyed by file name."""
    return {_name_of(study, chunk): chunk for chunk in study.chunks()}


def _name_of(study: Study, chunk: Chunk) -> str:
    return name_of(chunk.case.name, study.digest_of(chunk.case), chunk.first, chunk.last)


def build_chunk_files(study: Study, chunk: Chunk) -> dict[str, str]:
    """Return the file of a chunk with the figures of its events, keyed by file name."""
    return {_name_of(study, chunk): _text_of(study, chunk)}


def _text_of(study: Study, chunk: Chunk) -> str:
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


def rows_in(folder: Path, study: Study, chunk: Chunk) -> list[EventFigures]:
    """Return the saved figures of a chunk's events. Raise ``BadInput`` if the file is not valid."""
    file = folder / _name_of(study, chunk)
    try:
        _, *lines = read_head(file).decode().splitlines()
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
