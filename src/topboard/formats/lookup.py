"""Lookup of a participant by number, by name, or by number and name as shown in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.formats.problems import parse_whole_number
from topboard.messages import say
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Mapping


def find_participant_number_in_text(
    names: Mapping[Number, str], text: str, where: str = ""
) -> Number:
    """Return the number of the participant that the text refers to.

    The text may be a number, a number and a name, a name, or a part of a name that only one
    participant has. Raise ``BadInput`` if no participant or more than one matches.
    """
    wanted = text.strip().casefold()
    digits, _, rest = wanted.partition(" ")
    number = parse_whole_number(digits.rstrip("."))
    called = {n: name.casefold() for n, name in names.items()}
    if number is not None and rest.strip() in ("", called.get(Number(number), "").strip()):
        if number not in names:
            raise BadInput([Problem(say("no participant has this number"), where, text)])
        return Number(number)
    close = [n for n, name in called.items() if name == wanted]
    close = close or [n for n, name in called.items() if wanted in name]
    if len(close) == 1 and wanted:
        return close[0]
    what = (
        say("several participants match this name")
        if close
        else say("no participant has this name")
    )
    raise BadInput([Problem(what, where, text, say("Use the participant's number instead."))])
