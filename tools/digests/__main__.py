"""Take digests of a checkout, compare two files of digests, or compare two checkouts."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from os import times
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from tools.digests import __doc__ as description
from tools.digests.cases import all_cases
from tools.digests.program import Program, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tools.digests.cases import Case

Digests: TypeAlias = dict[str, dict[str, str]]
"""The digest of each answer, keyed by case and then by aspect."""

HERE = Path(__file__).resolve().parents[2]


def take(
    checkout: Path,
    fixtures: Path,
    *,
    events: int,
    processes: int = 2,
    only: str = "",
    answers: Path | None = None,
) -> Digests:
    """Return the digests of all cases, answered by the program of a checkout.

    If ``answers`` is a folder, the answers themselves are written there, with a file for each case.
    """
    with TemporaryDirectory(prefix="digests-") as scratch:
        programs: SimpleQueue[Program] = SimpleQueue()
        started = []
        for number in range(processes):
            folder = Path(scratch) / str(number)
            folder.mkdir()
            started.append(Program(checkout, folder))
            programs.put(started[-1])
        systems = [one["name"] for one in started[0].ask("systems", "--json").json()]
        cases = [case for case in all_cases(systems, fixtures, events) if only in case[0]]

        def answer_case(case: Case) -> tuple[str, dict[str, str]]:
            program = programs.get()
            try:
                return case[0], _digest_case(case, program, answers)
            finally:
                programs.put(program)

        with ThreadPoolExecutor(processes) as pool:
            found = dict(pool.map(answer_case, cases))
        for program in started:
            program.close()
    return found


def _digest_case(case: Case, program: Program, answers: Path | None) -> dict[str, str]:
    """Return the digests of one case, and empty the folder of the program afterwards."""
    found: dict[str, list[str]] = {}
    for aspect, text in case[1](program):
        found.setdefault(aspect, []).append(text)
    for path in program.folder.iterdir():
        rmtree(path) if path.is_dir() else path.unlink()
    if answers is not None:
        file = answers / f"{case[0].replace('/', '-')}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False), "utf-8")
    return {aspect: digest("\0".join(texts)) for aspect, texts in found.items()}


def list_changes(before: Digests, after: Digests) -> Iterator[tuple[str, str]]:
    """Yield the case and the aspect of every answer that was changed, removed or added."""
    for case in {**before, **after}:
        old, new = before.get(case, {}), after.get(case, {})
        for aspect in sorted(old.keys() | new.keys()):
            if old.get(aspect) != new.get(aspect):
                yield case, aspect


def _group_and_aspect(case: str, aspect: str) -> tuple[str, str]:
    """Return the group and the kind of aspect by which changed answers are counted."""
    head = case.split()[0]
    if head in ("journal", "api", "two", "study"):
        return head, aspect.split()[0].rstrip(":")
    if aspect.startswith("api "):
        return head, "api"
    return head, aspect.split(": ")[-1]


def print_changes(before: Digests, after: Digests, *, every: bool) -> int:
    """Print the changed answers, one by one if ``every`` is true, and a count for each kind.

    Return the number of changes.
    """
    changes = list(list_changes(before, after))
    if every:
        for case, aspect in changes:
            print(f"{case}: {aspect}")
    kinds = Counter(_group_and_aspect(*change) for change in changes)
    for (group, aspect), count in sorted(kinds.items()):
        first = next(f"{c}: {a}" for c, a in changes if _group_and_aspect(c, a) == (group, aspect))
        print(f"{group:24} {aspect:14} {count:6} moved, first: {first}")
    answers = sum(len(aspects) for aspects in before.values())
    print(f"{len(before)} cases, {answers} answers, {len(changes)} moved")
    return len(changes)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="tools.digests", description=description)
    acts = parser.add_subparsers(dest="act", required=True)
    taking = acts.add_parser("take", help="write the digests of one checkout into a file")
    taking.add_argument("file", type=Path)
    taking.add_argument("--checkout", type=Path, default=HERE, help="default: this one")
    comparing = acts.add_parser("compare", help="list what moved between two files of digests")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    checkouts = acts.add_parser("compare-checkouts", help="list what moved between two checkouts")
    checkouts.add_argument("old", type=Path)
    checkouts.add_argument("new", type=Path)
    for one in (taking, checkouts):
        one.add_argument("--fixtures", type=Path, help="default: those of the old checkout")
        one.add_argument("--events", type=int, default=8, help="events per system (default: 8)")
        one.add_argument("--processes", type=int, default=2, help="default: 2")
        one.add_argument("--only", default="", help="only cases with this in their name")
        one.add_argument("--answers", type=Path, help="a folder to write the answers into")
    for one in (comparing, checkouts):
        one.add_argument("--every", action="store_true", help="list every answer that moved")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand. Return 1 if compared answers differ, otherwise 0."""
    request = _parser().parse_args(arguments)
    if request.act == "compare":
        before, after = (
            json.loads(path.read_text("utf-8")) for path in (request.before, request.after)
        )
        return 1 if print_changes(before, after, every=request.every) else 0
    first = request.checkout if request.act == "take" else request.old
    fixtures = request.fixtures or first / "tests" / "fixtures"
    asked = {"old": first} if request.act == "take" else {"old": first, "new": request.new}
    found = []
    for age, checkout in asked.items():
        began, worked = monotonic(), sum(times()[:4])
        found.append(
            take(
                checkout,
                fixtures,
                events=request.events,
                processes=request.processes,
                only=request.only,
                answers=request.answers and request.answers / age,
            )
        )
        spent, worked = monotonic() - began, sum(times()[:4]) - worked
        print(f"{checkout}: {spent:.0f} seconds, {worked:.0f} of work", file=sys.stderr)
    if request.act == "take":
        request.file.write_text(json.dumps(found[0], indent=0), "utf-8")
        return 0
    return 1 if print_changes(*found, every=request.every) else 0


if __name__ == "__main__":
    sys.exit(main())
