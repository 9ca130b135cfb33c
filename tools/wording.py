"""Check the wording of messages, docs and docstrings against a list.

    python -m tools.wording

``tools/wordings.toml`` lists wordings that must not be used, each with a better one. In addition,
no message may begin or end with a blank or a comma, and a message with a count must have a singular
and a plural. Rule texts quoted in docs, code and ``regulations/`` are not checked. The list may
also have exceptions with a reason. An exception that is no longer needed is reported, too.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tools.messages import ROOT, Call, calls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WORDINGS = Path(__file__).with_name("wordings.toml")


class Text(NamedTuple):
    """A text that people read, and its place (a file and a line number)."""

    where: str
    words: str


class Wording(NamedTuple):
    """A wording that must not be used, and what to write instead."""

    pattern: re.Pattern[str]
    better: str
    bad: str
    good: str

    def find(self, words: str) -> str:
        """Return the first occurrence of this wording in the text, or an empty string."""
        found = self.pattern.search(words)
        return found[0] if found else ""


class Exemption(NamedTuple):
    """An exception for a text that may contain a listed wording."""

    path: str
    text: str
    reason: str

    def covers(self, text: Text, found: str) -> bool:
        """Return whether the exemption allows the wording ``found`` in this text."""
        return text.where.startswith(self.path) and self.text.casefold() in (
            found.casefold(),
            text.words.casefold(),
        )


class WordingList:
    """The list of wordings and exceptions, read from a TOML file."""

    def __init__(self, path: Path = WORDINGS) -> None:
        table = tomllib.loads(path.read_text("utf-8"))
        self.wordings = [
            Wording(_whole_words(row["wrong"]), row["better"], row["bad"], row["good"])
            for row in table["wording"]
        ]
        self.exemptions = [Exemption(**row) for row in table.get("exception", [])]
        nouns = "|".join(table["counted"])
        limits = "|".join(table["limits"])
        self.count = re.compile(rf"\{{(?!(?:{limits})\b)\w+(?:[:!][^}}]*)?\}} (?:{nouns})\b")

    def problems_of_texts(self, texts: Iterable[Text]) -> Iterator[tuple[Text, str, str]]:
        """Yield each text that has a listed wording, with that wording and what to write
        instead.
        """
        for text in texts:
            for wording in self.wordings:
                if found := wording.find(text.words):
                    yield text, found, f"write {wording.better}"

    def problems_of_calls(self, found: Iterable[Call]) -> Iterator[tuple[Text, str, str]]:
        """Yield each message that is a fragment or has a count but no plural."""
        for call in found:
            for words in call.messages():
                text = Text(call.where, words)
                if FRAGMENT.search(words):
                    yield text, words, "write a whole sentence"
                elif len(call.texts) == 1 and (number := self.count.search(words)):
                    yield (
                        text,
                        number[0],
                        "write a singular and a plural with say_count, worded_count or counted",
                    )

    def unexcused(self, problems: Iterable[tuple[Text, str, str]]) -> Iterator[str]:
        """Yield a line for each problem without an exception, and for each unused exception."""
        used = set()
        for text, found, advice in problems:
            excuses = [one for one in self.exemptions if one.covers(text, found)]
            used.update(excuses)
            if not excuses:
                yield f"{text.where}: {found!r}: {advice}"
        for one in self.exemptions:
            if one not in used:
                yield f"{WORDINGS.name}: the exception for {one.text!r} is not needed"


FRAGMENT = re.compile(r"\A[\s,;.)]|[\s,;(]\Z")


def _whole_words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})(?!\w)", re.IGNORECASE)


def texts_of_calls(found: Iterable[Call]) -> Iterator[Text]:
    """Yield every message of the package as a text."""
    for call in found:
        for words in call.messages():
            yield Text(call.where, words)


def texts_of_docs(root: Path = ROOT) -> Iterator[Text]:
    """Yield the paragraphs of the docs, without code and quotations.

    The tables of articles are generated from ``regulations/`` and are left out.
    """
    for path in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        name = path.relative_to(root).as_posix()
        if not name.startswith("docs/regulations/"):
            yield from paragraphs(path.read_text("utf-8"), name)


def paragraphs(source: str, name: str) -> Iterator[Text]:
    """Yield the paragraphs of a Markdown page, each on one line and without code."""
    lines: list[str] = []
    fenced = False
    for number, line in enumerate([*source.split("\n"), ""], 1):
        fence = line.lstrip().startswith("```")
        if line.strip() and not (fence or fenced or line.lstrip().startswith(">")):
            lines.append(line.strip())
        elif lines:
            yield Text(f"{name}:{number - len(lines)}", _without_code(" ".join(lines)))
            lines = []
        fenced ^= fence


def texts_of_docstrings(root: Path = ROOT) -> Iterator[Text]:
    """Yield the docstrings of the package and the tools, without the code in them."""
    for folder in ("src", "tools"):
        for path in sorted((root / folder).rglob("*.py")):
            yield from docstrings(path.read_text("utf-8"), path.relative_to(root).as_posix())


def docstrings(source: str, name: str) -> Iterator[Text]:
    """Yield the docstrings of a module and of its classes, functions and attributes."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            words = " ".join(node.value.value.split())
            yield Text(f"{name}:{node.lineno}", _without_code(words))


def _without_code(words: str) -> str:
    return re.sub(r"``.*?``|`[^`]*`|\]\([^)]*\)", " ", words)


def problems(listed: WordingList) -> Iterator[str]:
    """Yield a line for each wording in the project that should be changed."""
    found = list(calls())
    texts = [*texts_of_calls(found), *texts_of_docs(), *texts_of_docstrings()]
    yield from listed.unexcused(
        [*listed.problems_of_texts(texts), *listed.problems_of_calls(found)]
    )


def main() -> int:
    """Print the wordings that should be changed.

    Return the exit code, which is 1 if there are any.
    """
    found = list(problems(WordingList()))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
