"""Requested byes as people write them, such as ``H1`` or ``Z3``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.event.actions import CancelBye, RequestBye
from topboard.formats.problems import MOST_ROUNDS
from topboard.messages import say
from topboard.model import Absence, HalfPointBye, ZeroPointBye

if TYPE_CHECKING:
    from topboard.event.actions import Act
    from topboard.event.state import Section
    from topboard.model import Number

_SEPARATORS = re.compile(r"[\s,;+]+")
_BYE = re.compile(r"([HZ])(\d{1,3})")
OUTCOMES: dict[str, Absence] = {"H": HalfPointBye(), "Z": ZeroPointBye()}
"""The byes that a player may request, by the letters that reports use for them."""


def parse_bye_requests(text: str) -> tuple[tuple[int, Absence], ...]:
    """Return the rounds and byes in a string such as ``H1 Z3``, which may be empty.

    ``H1`` is a half-point bye in round 1, and ``Z3`` a zero-point bye in round 3. Raise
    ``BadInput`` if the string contains anything else, or a round twice.
    """
    found: dict[int, Absence] = {}
    for part in filter(None, _SEPARATORS.split(text.strip())):
        match = _BYE.fullmatch(part.upper())
        number = int(match[2]) if match else 0
        if match is None or not 1 <= number <= MOST_ROUNDS:
            remedy = say(
                "Write H1 for a half-point bye in round 1, and Z3 for a zero-point bye in round 3."
            )
            raise BadInput([Problem(say("this is not a bye"), "bye", part, remedy)])
        if number in found:
            remedy = say("Write each round only once.")
            raise BadInput([Problem(say("two byes in one round"), "bye", text, remedy)])
        found[number] = OUTCOMES[match[1]]
    return tuple(found.items())


def format_bye_request(round_number: int, outcome: Absence) -> str:
    """Return a bye as a string that ``parse_bye_requests`` reads."""
    letter = next(letter for letter, one in OUTCOMES.items() if one == outcome)
    return f"{letter}{round_number}"


def coming_byes(section: Section, number: Number) -> dict[int, Absence]:
    """Return a participant's requested byes that can still be changed, keyed by round."""
    return {
        one.round: one.outcome
        for one in section.requests
        if one.number == number
        and one.round >= section.round_to_pair
        and one.outcome in OUTCOMES.values()
    }


def format_coming_byes(section: Section, number: Number) -> str:
    """Return a participant's byes that can still be changed, as a string such as ``H1 Z3``."""
    found = sorted(coming_byes(section, number).items())
    return " ".join(format_bye_request(*one) for one in found)


def build_bye_actions(section: Section, number: Number, text: str) -> tuple[Act, ...]:
    """Return the actions after which a participant has exactly the byes in a string.

    Byes in rounds that are published do not change.
    """
    before, wanted = coming_byes(section, number), dict(parse_bye_requests(text))
    cancelled = (
        CancelBye(section.name, number, one)
        for one, outcome in before.items()
        if wanted.get(one) != outcome
    )
    requested = (
        RequestBye(section.name, number, one, outcome)
        for one, outcome in wanted.items()
        if before.get(one) != outcome
    )
    return (*cancelled, *requested)
