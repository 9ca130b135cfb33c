"""Command line of the proof checker: ``python -m topboard.proof FILE``.

It uses only this part of Topboard.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from topboard.proof.verify import verify
from topboard.proof.verify.reader import NotProved
from topboard.proof.verify.round import is_for_supported_rules, parse_proof

USAGE = "usage: python -m topboard.proof FILE [--facts FILE] [--steps]"
OTHER_TEXT = "The proof names another revision of these rules, or another list of articles.\n"
PROVED, REFUSED, NOT_READ = 0, 1, 3


def main(words: list[str]) -> int:
    """Check the proof in one file and return the exit status.

    The status is 0 if the round is proved, 1 if it is not, and 3 if the file cannot be read.
    """
    all_steps = "--steps" in words
    facts_file = words.pop(words.index("--facts") + 1) if "--facts" in words[:-1] else None
    words = [word for word in words if word not in ("--steps", "--facts")]
    if len(words) != 1 or words[0].startswith("-"):
        print(USAGE, file=sys.stderr)
        return NOT_READ
    try:
        document = parse_proof(Path(words[0]).read_text(encoding="utf-8"))
        facts = json.loads(Path(facts_file).read_text(encoding="utf-8")) if facts_file else None
    except (OSError, ValueError, NotProved) as wrong:
        print(f"not read: {wrong}", file=sys.stderr)
        return NOT_READ
    return _print_verification(document, facts, all_steps=all_steps)


def _print_verification(document: dict[str, object], facts: object, *, all_steps: bool) -> int:
    found = verify(document, facts)
    named = f"{document.get('system')}, round {document.get('round')}"
    other_text = "" if is_for_supported_rules(document) else OTHER_TEXT
    for one in found.holding if all_steps else ():
        step = f"step {one.step}" if one.step else "again"
        print(f"{step:>9}  {one.article:<7} {one.what}")
    if found.refused is None:
        print(f"proved: {named}, {found.proved_step_count} steps\n{other_text}", end="")
        return PROVED
    wrong = found.refused
    where = f"step {wrong.step}, article {wrong.article}" if wrong.step else "before the first step"
    print(f"not proved: {named}, {where}: {wrong}\n{other_text}", end="")
    return REFUSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
