"""Printing of the result of a command as JSON."""

from __future__ import annotations

import json
import sys


def print_value_as_json(value: object) -> None:
    """Print a value as JSON on standard output.

    Characters outside ASCII are escaped unless the output has a UTF encoding.
    """
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower()
    json.dump(value, sys.stdout, ensure_ascii=not encoding.startswith("utf"), indent=1)
    sys.stdout.write("\n")
