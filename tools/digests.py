"""Digests of what the program answers: taken before and after a rebuild, they show what moved.

    python -m tools.digests take FILE [--events 300]
    python -m tools.digests compare BEFORE AFTER

Everything is asked through the command, the surface that a rebuild must not move: generated
events of every system, the rounds in ``tests/fixtures``, and the journals kept there. Each
answer is kept as a digest of one aspect: pairs, reasons, sentences, why-not, standings, check,
every file format, and the fold of a journal.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, redirect_stderr, redirect_stdout
from hashlib import sha256
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

from topboard import read
from topboard.cli import main as command
from topboard.rules.systems import SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FIXTURES = Path(__file__).parents[1] / "tests" / "fixtures"
FILE_FORMATS = ("event-json", "trf16", "trf26")
VARIATIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "cfc_swiss": ((), ("619.1",), ("624.1", "624.2"), ("631.1",), ("633.1",), ("633.2",)),
    "cfc_team_swiss": ((), ("624.1",), ("624.2", "631.1")),
    "cfc_round_robin": ((), ("double",)),
    "cfc_team_round_robin": ((), ("double",)),
    "dubov_1997": ((), ("danubian",)),
}
SIZES = (6, 7, 8, 9, 10, 12, 13, 16, 21, 30)
TROUBLE: tuple[tuple[str, ...], ...] = (
    (),
    ("--no-shows", "10"),
    ("--absences", "10", "--draws", "60"),
    ("--late", "15", "--leaving", "10"),
    ("--forbidden", "2"),
)

Digests: TypeAlias = dict[str, dict[str, str]]
"""Case -> aspect -> digest."""


def answer(*arguments: str) -> str:
    """What the command prints, with its exit code; complaints count as an answer too."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = command(arguments)
    return f"{code}\n{out.getvalue()}" if code == 0 else f"{code}\n{err.getvalue()}"


def digest(text: str) -> str:
    """Short, and long enough to tell two answers apart."""
    return sha256(text.encode()).hexdigest()[:12]


def _aspects_of_round(file: str, number: int) -> dict[str, str]:
    told = answer("explain", file, "--round", str(number), "--json")
    if not told.startswith("0\n"):
        return {f"round {number}: refused": digest(told)}
    found: dict[str, Any] = json.loads(told[2:])
    parts = {
        "pairs": (found["pairs"], found["bye"], found["floaters"], found["warnings"]),
        "reasons": found["reasons"],
        "sentences": found["explanation"],
    }
    return {f"round {number}: {name}": digest(json.dumps(part)) for name, part in parts.items()}


def _why_not(file: str, number: int, size: int) -> dict[str, str]:
    asked = [(1, 2), (1, size), (size // 2, size // 2 + 1)]
    told = [
        answer("explain", file, "--round", str(number), "--why-not", str(a), str(b))
        for a, b in asked
    ]
    return {f"round {number}: why not": digest("\n".join(told))}


def of_file(file: str) -> dict[str, str]:
    """The digests of an event, or of what was known before one round."""
    event = read(file)
    rounds = len(event.rounds)
    asked = range(1, rounds + 1 + (rounds < event.planned_rounds))
    found: dict[str, str] = {}
    for number in asked:
        found |= _aspects_of_round(file, number)
    if asked:
        found |= _why_not(file, asked[-1], len(event.competitors))
    found["standings"] = digest(answer("standings", file, "--json"))
    found["check"] = digest(answer("check", file, "--json"))
    for format in FILE_FORMATS:
        found[format] = digest(answer("convert", file, "--to", format))
    return found


def of_journal(file: str) -> dict[str, str]:
    """The digests of a journal: its log, its state and its reports."""
    found = {"log": digest(answer("event", "log", file))}
    found["show"] = digest(answer("event", "show", file, "--json"))
    for format in FILE_FORMATS:
        found[format] = digest(answer("event", "export", file, "--to", format))
    return found


def generated(case: tuple[str, int]) -> tuple[str, dict[str, str]]:
    """A generated event of a system; everything about it follows from its seed."""
    name, seed = case
    kinds = VARIATIONS.get(name, ((),))
    wishes = [*TROUBLE[seed % len(TROUBLE)], "--teams", str(SIZES[seed // 5 % len(SIZES)])]
    for variation in kinds[seed % len(kinds)]:
        wishes += ["--variation", variation]
    # Messages name the file: it must have one name wherever this runs.
    with TemporaryDirectory() as folder, chdir(folder):
        file = "event.json"
        told = answer(
            "generate", "--system", name, "--seed", str(seed), "--rounds", "5", *wishes, "-o", file
        )
        found = {"generated": digest(told)}
        if Path(file).exists():
            found |= of_file(file)
    return f"{name} {seed}", found


def _fixtures() -> Iterator[tuple[str, dict[str, str]]]:
    with chdir(FIXTURES):
        for path in sorted(Path("olympiads").glob("*.json")):
            yield f"fixture {path.stem}", of_file(str(path))
        for path in sorted(Path("journals").glob("*.topboard")):
            yield f"journal {path.stem}", of_journal(str(path))


def take(events: int) -> Digests:
    """The digests of all cases."""
    cases = [(name, seed) for name in SYSTEMS for seed in range(events)]
    with ProcessPoolExecutor() as pool:
        found = dict(pool.map(generated, cases, chunksize=20))
    return found | dict(_fixtures())


def moved(before: Digests, after: Digests) -> Iterator[tuple[str, str]]:
    """(case, aspect) of every answer that is another one now."""
    for case in before:
        aspects = before[case].keys() | after.get(case, {}).keys()
        for aspect in sorted(aspects):
            if before[case].get(aspect) != after.get(case, {}).get(aspect):
                yield case, aspect


def _tell(changes: Sequence[tuple[str, str]]) -> None:
    kinds = Counter((case.split()[0], aspect.split(": ")[-1]) for case, aspect in changes)
    for (system, aspect), count in sorted(kinds.items()):
        first = next(
            f"{case}, {whole}"
            for case, whole in changes
            if case.split()[0] == system and whole.split(": ")[-1] == aspect
        )
        print(f"{system:24} {aspect:12} {count:6} moved, first: {first}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Take digests, or compare two of them."""
    parser = ArgumentParser(prog="tools.digests", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    taking = acts.add_parser("take")
    taking.add_argument("file")
    taking.add_argument("--events", type=int, default=300, help="events of each system")
    comparing = acts.add_parser("compare")
    comparing.add_argument("before")
    comparing.add_argument("after")
    request = parser.parse_args(arguments)
    if request.act == "take":
        Path(request.file).write_text(json.dumps(take(request.events), indent=0), "utf-8")
        return 0
    before, after = (
        json.loads(Path(f).read_text("utf-8")) for f in (request.before, request.after)
    )
    changes = list(moved(before, after))
    _tell(changes)
    print(f"{len(before)} cases, {len(changes)} answers moved")
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(main())
