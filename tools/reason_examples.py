"""Write ``docs/reason-examples.md``, with an example of each kind of reason.

Each example is what Topboard answers today about a small event of the tests. A comment above it
names the event and the question, so that a test can ask again. ``--search`` looks for the shortest
example of each kind and writes the page, and ``--write`` asks the questions of the page again.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import topboard
from topboard.formats import read_text
from topboard.model import Number
from topboard.reasons.sentences import names_of, paragraph
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.serialize.reasons import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.model import Tournament

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reason-examples.md"
EVIDENCE = ROOT / "tests" / "fixtures" / "evidence"
KINDS = ROOT / "docs" / "reasons.md"
SECTIONS = ("Decisions", "Obstacles", "Why-not answers")
SOURCE = re.compile(r"<!-- (?P<system>\w+) (?P<event>\d+), round (?P<round>\d+)(?P<pair>.*) -->")
INTRODUCTION = """\
# Reasons by example

This page has an example of each [kind of reason](reasons.md). It shows the sentence that you would
read, and then the JSON. The examples are answers about small random events, and the tests ask for
them again. All fields are in the
[JSON Schema](../src/topboard/formats/schemas/topboard-reasons-1.schema.json).
"""


class Question(NamedTuple):
    """A small event, a round of it and, for a why-not answer, two participants."""

    system: str
    event: int
    round: int
    pair: tuple[Number, Number] | None = None

    def __str__(self) -> str:
        asked = "" if self.pair is None else f", why not {self.pair[0]} {self.pair[1]}"
        return f"{self.system} {self.event}, round {self.round}{asked}"


class Example(NamedTuple):
    """A reason as JSON, with its sentence and the question to which it belongs."""

    question: Question
    value: dict[str, Any]
    sentence: str


def documented_kinds() -> dict[str, list[str]]:
    """Return the kinds in each table of ``docs/reasons.md``."""
    text = KINDS.read_text(encoding="utf-8")
    tables = {name: text.partition(f"\n## {name}\n")[2].partition("\n## ")[0] for name in SECTIONS}
    return {name: re.findall(r"^\| `(\w+)` \|", table, re.M) for name, table in tables.items()}


@cache
def read_events(system: str) -> tuple[Tournament, ...]:
    """Return the small events of a system."""
    with gzip.open(EVIDENCE / system / "more.json.gz") as file:
        return tuple(read_text(json.dumps(one["event"]), "event.json") for one in json.load(file))


def answer(question: Question) -> Iterator[tuple[str, Example]]:
    """Yield every reason in the answer to a question, with its kind."""
    event = read_events(question.system)[question.event].before(question.round)
    named = names_of(event)
    if question.pair is not None:
        verdict = topboard.why_not(event, *question.pair)
        sentences = list(verdict_sentences(verdict, *question.pair, named))
        value = to_json(verdict)
        yield value["kind"], Example(question, value, " ".join(sentences))
        return
    for reason in topboard.pair(event).reasons:
        value = to_json(reason)
        sentence, *passed = paragraph(reason, named)
        yield value["kind"], Example(question, value, sentence)
        yield from _obstacles(question, value, passed)


def _obstacles(
    question: Question, value: dict[str, Any], sentences: list[str]
) -> Iterator[tuple[str, Example]]:
    """Yield the candidates that were passed over, if each has a sentence of its own."""
    candidates = value.get("passed_over", [])
    if len(candidates) == len(sentences):
        for one, sentence in zip(candidates, sentences, strict=True):
            kind = one.get("obstacle", {}).get("kind")
            if kind is not None:
                yield kind, Example(question, one, sentence.strip())


def search() -> dict[tuple[str, str], Example]:
    """Return the shortest example of each kind, by section and kind."""
    found: dict[tuple[str, str], Example] = {}
    for question in _questions():
        try:
            answers = list(answer(question))
        except topboard.TopboardError:
            continue
        for section, kind, example in _placed(answers):
            known = found.get((section, kind))
            if known is None or len(json.dumps(example.value)) < len(json.dumps(known.value)):
                found[section, kind] = example
    return found


def _placed(answers: Iterable[tuple[str, Example]]) -> Iterator[tuple[str, str, Example]]:
    kinds = documented_kinds()
    for kind, example in answers:
        if example.question.pair is not None:
            section = "Why-not answers"
        else:
            section = "Obstacles" if "obstacle" in example.value else "Decisions"
        if kind in kinds[section]:
            yield section, kind, example


def _questions() -> Iterator[Question]:
    for folder in sorted(path for path in EVIDENCE.iterdir() if (path / "more.json.gz").exists()):
        for index, event in enumerate(read_events(folder.name)):
            numbers = [one.number for one in event.competitors]
            for number in range(1, len(event.rounds) + 2):
                yield Question(folder.name, index, number)
                if len(numbers) <= 8 and index % 4 == 0:
                    first, *others = numbers
                    for other in others:
                        yield Question(folder.name, index, number, (first, other))


def ask_again() -> dict[tuple[str, str], Example]:
    """Return the examples of the page, as Topboard answers today."""
    found = {}
    section = kind = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("### "):
            kind = line.removeprefix("### ").strip("`")
        elif match := SOURCE.match(line):
            pair = re.findall(r"\d+", match["pair"])
            question = Question(
                match["system"],
                int(match["event"]),
                int(match["round"]),
                (Number(int(pair[0])), Number(int(pair[1]))) if pair else None,
            )
            found[section, kind] = _shortest(question, section, kind)
    return found


def _shortest(question: Question, section: str, kind: str) -> Example:
    fitting = [
        example
        for place, name, example in _placed(answer(question))
        if (place, name) == (section, kind)
    ]
    return min(fitting, key=lambda one: len(json.dumps(one.value)))


def page(found: dict[tuple[str, str], Example]) -> str:
    """Return the page with these examples."""
    parts = [INTRODUCTION]
    for section, kinds in documented_kinds().items():
        parts.append(f"## {section}\n")
        for kind in kinds:
            example = found.get((section, kind))
            if example is not None:
                value = _to_lines(example.value)
                parts.append(f"### `{kind}`\n\n<!-- {example.question} -->\n")
                parts.append(f"> {example.sentence}\n\n```json\n{value}\n```\n")
        if missing := [f"`{kind}`" for kind in kinds if (section, kind) not in found]:
            parts.append(f"No event of the tests shows {', '.join(missing)}.\n")
    return "\n".join(parts)


def _to_lines(value: dict[str, Any]) -> str:
    """Return the JSON with each list of numbers on one line."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    numbers = re.compile(r"\[\s+(\d+(?:,\s+\d+)*)\s+\]")
    return numbers.sub(lambda found: "[" + " ".join(found[1].split()) + "]", text)


def main(arguments: list[str]) -> int:
    """Write the page, or say whether it is up to date."""
    text = page(search() if "--search" in arguments else ask_again())
    if "--search" in arguments or "--write" in arguments:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    return int(text != PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
