"""What the name of an output tells about its format."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def format_from_ending(
    output: str, endings: Mapping[str, str], usual: str, formats: Iterable[str]
) -> str:
    """Return the format that the ending of a file name tells, and the usual one if it has none.

    Another ending is refused: people would open the file with the wrong program.
    """
    ending = os.path.splitext(output)[1].lower().removeprefix(".")
    if not ending:
        return usual
    if ending not in endings:
        what = say("no format has this ending")
        remedy = say(
            "use {known}, or name the format: --to {formats}",
            known=", ".join(f".{one}" for one in endings),
            formats="|".join(formats),
        )
        raise BadInput([Problem(what, quoted=output, remedy=remedy)])
    return endings[ending]
