"""The format of an output file, derived from its name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def choose_format_by_extension(
    output: str, endings: Mapping[str, str], usual: str, formats: Iterable[str]
) -> str:
    """Return the format for the extension of a file name, or ``usual`` if it has no extension.

    Raise ``BadInput`` for an unknown extension, because the file would be opened with the wrong
    program.
    """
    ending = os.path.splitext(output)[1].lower().removeprefix(".")
    if not ending:
        return usual
    if ending not in endings:
        what = say("unknown file extension")
        remedy = say(
            "Use {known}, or add --to with one of: {formats}.",
            known=", ".join(f".{one}" for one in endings),
            formats="|".join(formats),
        )
        raise BadInput([Problem(what, quoted=output, remedy=remedy)])
    return endings[ending]
