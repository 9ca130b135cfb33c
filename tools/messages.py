"""The catalogue of messages, which has every sentence of the program that a person reads.

    python -m tools.messages check
    python -m tools.messages --write

This collects the literals in calls of ``say`` and similar functions from the source and the
templates, and writes them to ``src/topboard/languages/catalogue.json``. A language is a copy of
that file with translations on the right. The check fails if a message is not a literal, if its
places do not match its arguments, or if the catalogue is out of date.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

from jinja2 import Environment, nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "topboard"
CATALOGUE = PACKAGE / "languages" / "catalogue.json"
HOME = PACKAGE / "messages.py"
"""The module that defines the message functions. Only there may a message be passed on."""

SPEAKERS = {
    "say": 1,
    "worded": 1,
    "message": 1,
    "say_count": 2,
    "worded_count": 2,
    "counted": 2,
}
"""The message functions, and how many messages each takes. Two are a singular and a plural."""
COUNTING = ("say_count", "worded_count")
"""The functions that fill the place ``count`` with the number that chooses the form."""
KEPT = ("message", "counted")
"""The functions whose messages are stored, so that their places are filled later."""

Catalogue: TypeAlias = dict[str, str | tuple[str, str]]


class Call:
    """A call of a message function such as ``say``, with its place, its literals and its
    arguments.
    """

    def __init__(
        self, where: str, speaker: str, texts: Iterable[str | None], places: Iterable[str | None]
    ) -> None:
        self.where = where
        self.speaker = speaker
        self.texts = tuple(texts)
        self.places = frozenset(places)
        """The names of the arguments, or None if they are passed as a mapping."""

    def messages(self) -> tuple[str, ...]:
        """Return the messages of the call that are literals."""
        return tuple(text for text in self.texts if text is not None)

    def faults(self) -> Iterator[str]:
        """Yield a description of each fault in the call."""
        if None in self.texts or len(self.texts) != SPEAKERS[self.speaker]:
            yield f"{self.where}: the message of {self.speaker} is not a literal"
            return
        if self.speaker in KEPT or None in self.places:
            return
        given = self.places | ({"count"} if self.speaker in COUNTING else set())
        for text in self.messages():
            if missing := places_of(text) - given:
                yield f"{self.where}: {text!r} has no value for {', '.join(sorted(missing))}"
        if unused := self.places - {place for text in self.messages() for place in places_of(text)}:
            yield f"{self.where}: no message has a place for {', '.join(map(str, unused))}"


def places_of(text: str) -> frozenset[str]:
    """Return the names of the places in a message."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def calls_in_source(source: str, where: str) -> Iterator[Call]:
    """Yield every call of a message function in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            speaker = node.func.id
            if speaker in SPEAKERS:
                texts = (_literal(argument) for argument in node.args[: SPEAKERS[speaker]])
                places = (keyword.arg for keyword in node.keywords)
                yield Call(f"{where}:{node.lineno}", speaker, texts, places)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def calls_in_template(source: str, where: str) -> Iterator[Call]:
    """Yield every call of a message function in a template."""
    for node in Environment().parse(source).find_all(nodes.Call):
        if isinstance(node.node, nodes.Name) and node.node.name in SPEAKERS:
            speaker = node.node.name
            texts = (
                argument.value
                if isinstance(argument, nodes.Const) and isinstance(argument.value, str)
                else None
                for argument in node.args[: SPEAKERS[speaker]]
            )
            places = (keyword.key for keyword in node.kwargs)
            yield Call(f"{where}:{node.lineno}", speaker, texts, places)


def calls(package: Path = PACKAGE) -> Iterator[Call]:
    """Return every call of a message function in the package."""
    for path in sorted(package.rglob("*.py")):
        found = calls_in_source(path.read_text("utf-8"), _relative_name(path))
        yield from found if path != HOME else (call for call in found if call.messages())
    for path in sorted(package.rglob("templates/*.html")):
        yield from calls_in_template(path.read_text("utf-8"), _relative_name(path))


def _relative_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def catalogue(found: Iterable[Call]) -> Catalogue:
    """Return the catalogue in English.

    A message maps to itself, one with a count to its two forms.
    """
    listed: Catalogue = {}
    for call in found:
        match call.messages():
            case (text,):
                listed.setdefault(text, text)
            case (one, many):
                listed[one] = (one, many)
            case _:
                pass
    return dict(sorted(listed.items()))


def format_catalogue(listed: Catalogue) -> str:
    """Return the text of the catalogue file, with a line for each message."""
    return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"


def problems(found: Iterable[Call]) -> Iterator[str]:
    """Yield a line for each faulty message, and one if the catalogue is out of date."""
    found = list(found)
    for call in found:
        yield from call.faults()
    if not CATALOGUE.exists() or CATALOGUE.read_text("utf-8") != format_catalogue(catalogue(found)):
        yield f"{_relative_name(CATALOGUE)}: out of date, run 'make docs'"


def main(arguments: list[str] | None = None) -> int:
    """Check the messages, and write the catalogue before if asked.

    Return the exit code, which is 1 if there are problems.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.messages", description=__doc__)
    parser.add_argument("act", nargs="?", choices=["check"], default="check")
    parser.add_argument("--write", action="store_true", help="write the catalogue first")
    options = parser.parse_args(arguments)
    found = list(calls())
    if options.write:
        CATALOGUE.parent.mkdir(exist_ok=True)
        CATALOGUE.write_text(format_catalogue(catalogue(found)), "utf-8")
    faults = list(problems(found))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
