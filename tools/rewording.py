"""Replace the wording of messages in the source and in the templates.

    python -m tools.rewording FILE.json

The file lists the old and the new wording of each message. A message with a singular and a plural
has two of each. The new wording must have the same places as the old one. Any other change must be
made in the code.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

from tools.messages import PACKAGE, SPEAKERS, places_of

LONGEST_LITERAL = 84
"""The number of characters after which a literal continues on the next line."""


class Rewording(NamedTuple):
    """The old and the new wording of a message, each with one text or a singular and a plural."""

    old: tuple[str, ...]
    new: tuple[str, ...]


def load_rewordings(path: Path) -> list[Rewording]:
    """Return the rewordings in a file. Raise ``ValueError`` if the places of one differ."""
    found = []
    for row in json.loads(path.read_text("utf-8")):
        one = Rewording(tuple(row["old"]), tuple(row["new"]))
        if len(one.old) != len(one.new) or _places(one.old) != _places(one.new):
            raise ValueError(f"the places of {one.new[0]!r} are not those of {one.old[0]!r}")
        found.append(one)
    return found


def _places(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(places_of, texts))


def reword_source(source: str, new_texts: dict[tuple[str, ...], tuple[str, ...]]) -> str:
    """Return the source of a Python module with the new wording of its messages."""
    lines = source.encode().split(b"\n")
    literals = [
        (literal, text)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        for arguments in [node.args[: SPEAKERS.get(node.func.id, 0)]]
        for texts in [tuple(getattr(argument, "value", "") for argument in arguments)]
        for literal, text in zip(arguments, new_texts.get(texts, ()), strict=False)
    ]
    for literal, text in sorted(literals, key=lambda one: (-one[0].lineno, -one[0].col_offset)):
        first, last = literal.lineno - 1, (literal.end_lineno or literal.lineno) - 1
        before, after = lines[first][: literal.col_offset], lines[last][literal.end_col_offset :]
        lines[first : last + 1] = (before + _literal(text).encode() + after).split(b"\n")
    return b"\n".join(lines).decode()


def _literal(text: str) -> str:
    """Return the text as a Python literal, on several lines if it is too long for one."""
    pieces = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if pieces[-1] and len(pieces[-1] + word) > LONGEST_LITERAL:
            pieces.append("")
        pieces[-1] += word
    return "\n".join(json.dumps(piece, ensure_ascii=False) for piece in pieces)


def reword_template(source: str, rewordings: list[Rewording]) -> str:
    """Return the source of a template with the new wording of its messages."""
    speakers = "|".join(SPEAKERS)
    for rewording in rewordings:
        for old, new in zip(rewording.old, rewording.new, strict=True):
            for quote in "\"'":
                literal = quote + old.replace(quote, f"\\{quote}") + quote
                reworded = quote + new.replace(quote, f"\\{quote}") + quote
                pattern = rf"(\b(?:{speakers})\((?:{_STRING},\s*)?){re.escape(literal)}"
                source = re.sub(pattern, "\\g<1>" + _escape_replacement(reworded), source)
    return source


def _escape_replacement(text: str) -> str:
    return text.replace("\\", r"\\")


_STRING = r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"


def reword_package(package: Path, rewordings: list[Rewording]) -> int:
    """Write the new wording to all files of the package, and return how many have changed."""
    new_texts = {one.old: one.new for one in rewordings}
    changed = 0
    for path in sorted([*package.rglob("*.py"), *package.rglob("templates/*.html")]):
        before = path.read_text("utf-8")
        if path.suffix == ".py":
            after = reword_source(before, new_texts)
        else:
            after = reword_template(before, rewordings)
        if after != before:
            path.write_text(after, "utf-8")
            changed += 1
    return changed


def main(arguments: list[str] | None = None) -> int:
    """Replace the wording of messages and print how many files have changed."""
    parser = argparse.ArgumentParser(prog="python -m tools.rewording", description=__doc__)
    parser.add_argument("file", type=Path, help="JSON file with old and new wordings")
    parser.add_argument(
        "--package", type=Path, default=PACKAGE, help="folder (default: the package)"
    )
    options = parser.parse_args(arguments)
    changed = reword_package(options.package, load_rewordings(options.file))
    print(f"{changed} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
