"""The files of a study. Each has a header line and a line of statistics for each event."""

from __future__ import annotations

import json
from pathlib import Path

from topboard._frozen import fields
from topboard.analysis.batches import chunk_file_name
from topboard.analysis.study.event_statistics import EventStatistics, compute_event_statistics
from topboard.analysis.study.plan import Chunk, Study
from topboard.errors import BadInput, Problem
from topboard.formats.files import read_first_bytes
from topboard.messages import say

NAMES = tuple(one.name for one in fields(EventStatistics))


def chunks_by_file_name(study: Study) -> dict[str, Chunk]:
    """Return all chunks of a study, keyed by the names of their files."""
    return {_chunk_file_name(study, chunk): chunk for chunk in study.chunks()}


def _chunk_file_name(study: Study, chunk: Chunk) -> str:
    return chunk_file_name(
        chunk.case.name, study.hash_settings_of_case(chunk.case), chunk.first, chunk.last
    )


def build_chunk_files(study: Study, chunk: Chunk) -> dict[str, str]:
    """Play the events of a chunk, and return the file with their statistics, keyed by its name."""
    return {_chunk_file_name(study, chunk): _format_chunk_file(study, chunk)}


def _format_chunk_file(study: Study, chunk: Chunk) -> str:
    head = {
        "case": chunk.case.name,
        "settings": study.hash_settings_of_case(chunk.case),
        "first": chunk.first,
        "last": chunk.last,
    }
    lines = [json.dumps(head)]
    for index in range(chunk.first, chunk.last):
        row = compute_event_statistics(study, chunk.case, index)
        lines.append(json.dumps({name: getattr(row, name) for name in NAMES}))
    return "\n".join(lines) + "\n"


def read_chunk_statistics(folder: Path, study: Study, chunk: Chunk) -> list[EventStatistics]:
    """Return the saved statistics of a chunk's events.

    Raise ``BadInput`` if the file is not valid.
    """
    file = folder / _chunk_file_name(study, chunk)
    try:
        _, *lines = read_first_bytes(file).decode().splitlines()
        rows = [_parse_event_statistics(line) for line in lines]
    except (ValueError, TypeError) as error:
        remedy = say("Delete the file and run the study again.")
        what = say("this file does not belong to the study ({error})", error=error)
        raise BadInput([Problem(what, str(file), remedy=remedy)]) from error
    if [row.index for row in rows] != list(range(chunk.first, chunk.last)):
        remedy = say("Delete the file and run the study again.")
        raise BadInput(
            [Problem(say("some events are missing from this file"), str(file), remedy=remedy)]
        )
    return rows


def _parse_event_statistics(line: str) -> EventStatistics:
    content = json.loads(line)
    return EventStatistics(**{**content, "tied": tuple(content["tied"])})
