"""A certification run, which is saved in a folder and can be resumed.

The folder contains ``run.json`` (the settings), ``ours`` and ``theirs`` (the events of the two
engines), ``done.jsonl`` (a line for each checked event) and ``differences``. For each round that
differs, ``differences`` contains the event before the round, the pairings of both engines, and
Topboard's reasons. During the run, the results are in ``parts``, with several events in each file.
They are merged at the end, or before the run is resumed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from topboard._frozen import dataclass
from topboard.analysis import batches
from topboard.analysis.certify.exchange import OURS, THEIRS, CertificationSettings, CheckedEvent
from topboard.analysis.certify.other_systems import OtherSystem
from topboard.analysis.certify.peers import PeerEngine
from topboard.errors import BadInput, Problem
from topboard.formats.files import read_first_bytes, write_file_or_stream
from topboard.messages import say, use_language

PART = 10
"""The number of events of each engine in a chunk."""
PARTS = "parts"


@dataclass(frozen=True, slots=True)
class Chunk:
    """The events of each engine from number ``first`` up to but not including ``last``."""

    name: str
    first: int
    last: int
    known: tuple[CheckedEvent, ...] = ()
    """The results of the chunk's events that have already been checked."""


@dataclass(frozen=True, slots=True)
class Certification:
    """A certification run: its folder, its settings and the number of events for each engine."""

    folder: Path
    exchange: CertificationSettings
    events: int

    def check_remaining_events(self, jobs: int = 1, cluster: str = "") -> Iterator[CheckedEvent]:
        """Check the events that are not checked yet, and yield each result once it is saved."""
        self._merge_result_files()
        parts = {part.name: part for part in self._find_unfinished_chunks()}
        for part in batches.process_missing_chunks(
            self.folder, parts, partial(_check_events_of_chunk, self.exchange), jobs, cluster
        ):
            known = {*part.known}
            yield from (one for one in _read_results(self.folder / part.name) if one not in known)
        self._merge_result_files()

    def _find_unfinished_chunks(self) -> Iterator[Chunk]:
        known: dict[int, list[CheckedEvent]] = {}
        for one in _read_results(self._path_of_merged_results):
            known.setdefault(one.number, []).append(one)
        for first in range(1, self.events + 1, PART):
            last = min(first + PART, self.events + 1)
            there = tuple(one for number in range(first, last) for one in known.get(number, ()))
            if len({(one.made_by, one.number) for one in there}) < 2 * (last - first):
                name = batches.chunk_file_name("checked", self.exchange.digest, first, last)
                yield Chunk(f"{PARTS}/{name}", first, last, there)

    def load_saved_results(self) -> list[CheckedEvent]:
        """Return the results saved so far, in the order of the events."""
        return [one for one in self._load_results_from_all_files() if one.number <= self.events]

    def _load_results_from_all_files(self) -> list[CheckedEvent]:
        files = [self._path_of_merged_results, *sorted((self.folder / PARTS).glob("*.jsonl"))]
        every = {(one.number, one.made_by): one for file in files for one in _read_results(file)}
        return [every[key] for key in sorted(every)]

    def _merge_result_files(self) -> None:
        parts = sorted((self.folder / PARTS).glob("*.jsonl"))
        if parts:
            write_file_or_stream(
                _format_event_results(self._load_results_from_all_files()),
                self._path_of_merged_results,
            )
            for part in parts:
                part.unlink()
            (self.folder / PARTS).rmdir()

    @property
    def _path_of_merged_results(self) -> Path:
        return self.folder / "done.jsonl"


def _check_events_of_chunk(exchange: CertificationSettings, part: Chunk) -> batches.Files:
    """Check the events of a chunk, and return the files to save. The file of results comes last."""
    known = {(one.made_by, one.number): one for one in part.known}
    lines: list[CheckedEvent] = []
    files: dict[str, str | bytes] = {}
    # The saved text is in English, whatever the language of the worker.
    with use_language(None):
        for number in range(part.first, part.last):
            for made_by in (OURS, THEIRS):
                if (checked := known.get((made_by, number))) is None:
                    checked, kept = exchange.check_event(made_by, number)
                    files |= kept
                lines.append(checked)
    return {**files, part.name: _format_event_results(lines)}


def _format_event_results(lines: Iterable[CheckedEvent]) -> str:
    return "".join(json.dumps(_event_result_to_dict(one)) + "\n" for one in lines)


def _event_result_to_dict(checked: CheckedEvent) -> dict[str, object]:
    content = {name: getattr(checked, name) for name in CheckedEvent.__dataclass_fields__}
    if not checked.causes:
        del content["causes"]
    return content


def _read_results(file: Path) -> Iterator[CheckedEvent]:
    """Yield the results in a file. A line that was cut off when the run stopped is skipped."""
    if not file.exists():
        return
    for line in read_first_bytes(file).decode().splitlines():
        with suppress(ValueError, TypeError, KeyError):
            content = json.loads(line)
            lists = {name: tuple(content.get(name, ())) for name in ("differing", "causes")}
            yield CheckedEvent(**{**content, **lists})


def open_certification(
    folder: Path,
    other: PeerEngine | OtherSystem,
    system: str,
    events: int,
    seed: int | None,
    sizes: Mapping[str, int | list[int]] | None = None,
) -> Certification:
    """Return the certification run in a folder, or start a new one.

    Raise ``BadInput`` if the folder contains a run with different settings.
    """
    file = folder / "run.json"
    begun = read_first_bytes(file).decode() if file.exists() else ""
    wanted: dict[str, Any] = {"peer": other.name, "system": system, "sizes": dict(sizes or {})}
    kept = json.loads(begun) if begun else {**wanted, "seed": seed or 0}
    differs = any(kept.get(name) != value for name, value in wanted.items())
    if differs or seed not in (None, kept["seed"]):
        remedy = say(
            "Choose a different folder, or use the settings with which this run was started."
        )
        what = say("the folder contains a run with different settings")
        raise BadInput([Problem(what, str(folder), begun.strip(), remedy)])
    folder.mkdir(parents=True, exist_ok=True)
    write_file_or_stream(json.dumps({**kept, "events": events}) + "\n", file)
    exchange = CertificationSettings(other, system, kept["seed"], wanted["sizes"])
    return Certification(folder, exchange, events)
