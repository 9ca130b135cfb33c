"""Printing of answers as JSON."""

from __future__ import annotations

import json
import sys


def show_json(value: object) -> None:
    """Print the value as JSON, in plain ASCII unless the encoding of the output is a UTF."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower()
    json.dump(value, sys.stdout, ensure_ascii=not encoding.startswith("utf"), indent=1)
    sys.stdout.write("\n")
