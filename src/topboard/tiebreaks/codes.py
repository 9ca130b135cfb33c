"""The codes of FIDE's tie-breaks (MTB26), as used in report files and announcements.

``parse_code`` reads a code in upper or lower case, and ``format_code`` returns its usual form. For
example, ``bh:mp/p/c1`` becomes ``BH:MP/C1/P``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, Problem
from topboard.messages import worded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

POINTS = "PTS"
"""The code of the score itself, which may come first in a list of tie-breaks."""
OWN = "OTHER_"
"""The code prefix of tie-breaks that an organiser defines."""


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a tie-break, parsed into its name and modifiers."""

    name: str
    score: str = ""
    """``MP`` or ``GP`` for a kind of team points.

    If it is empty, the points that decide the ranking are used.
    """
    cut: int = 0
    """The number of rounds with the lowest values that are left out."""
    median: int = 0
    """The number of rounds with the lowest values, and of rounds with the highest, that are left
    out.
    """
    limit: int = 0
    """The number of half points by which the limit of the Koya system is raised or, if negative,
    lowered.
    """
    factor: int = 0
    """The divisor of the sum of opponents' scores, or 0 for the one in the regulations."""
    fore: bool = False
    """Whether Fore Buchholz is used in place of Buchholz."""
    forfeits: bool = False
    """Whether forfeits count as games against the scheduled opponent."""
    reverse: bool = False

    def __str__(self) -> str:
        return format_code(self)


@dataclass(frozen=True, slots=True)
class CodeSyntax:
    """The scores (after a colon) and modifiers (after a slash) allowed in a tie-break code."""

    name: str
    scores: tuple[str, ...] = ()
    modifiers: str = ""
    players: bool = True
    teams: bool = True


BOTH_SCORES = ("MP", "GP")
_FORMS = (
    CodeSyntax(POINTS),
    CodeSyntax("DE", modifiers="P"),
    CodeSyntax("WIN", ("MP",)),
    CodeSyntax("WON", ("MP",)),
    CodeSyntax("BPG", teams=False),
    CodeSyntax("BWG", teams=False),
    CodeSyntax("PS", BOTH_SCORES, "C"),
    CodeSyntax("REP", teams=False),
    CodeSyntax("STD", teams=False),
    CodeSyntax("TPN", modifiers="R"),
    CodeSyntax("BH", BOTH_SCORES, "CMP"),
    CodeSyntax("AOB", BOTH_SCORES, "F"),
    CodeSyntax("FB", BOTH_SCORES, "CMP"),
    CodeSyntax("SB", modifiers="CP", teams=False),
    CodeSyntax("KS", BOTH_SCORES, "L"),
    CodeSyntax("ARO", modifiers="CM", teams=False),
    CodeSyntax("TPR", teams=False),
    CodeSyntax("PTP", teams=False),
    CodeSyntax("APRO", teams=False),
    CodeSyntax("APPO", teams=False),
    CodeSyntax("RTNG", modifiers="R", teams=False),
    CodeSyntax("BC", players=False),
    CodeSyntax("TBR", players=False),
    CodeSyntax("BBE", players=False),
    CodeSyntax("MPvGP", players=False),
    CodeSyntax("EMMSB", modifiers="CP", players=False),
    CodeSyntax("EMGSB", modifiers="CP", players=False),
    CodeSyntax("EGMSB", modifiers="CP", players=False),
    CodeSyntax("EGGSB", modifiers="CP", players=False),
    CodeSyntax("EDE", modifiers="P", players=False),
    CodeSyntax("EDEBT", modifiers="P", players=False),
    CodeSyntax("EDEBB", modifiers="P", players=False),
    CodeSyntax("EDET", modifiers="P", players=False),
    CodeSyntax("EDEB", modifiers="P", players=False),
    CodeSyntax("SSSC", modifiers="KFP", players=False),
)
FORMS = {form.name.upper(): form for form in _FORMS}
FORMER_NAMES = {"GE": "REP"}
"""Names of tie-breaks used before August 2024, mapped to the current names."""

_TEXT = re.compile(r"([A-Z]+)(?::([A-Z]+))?((?:/[^/]*)*)")
_MODIFIER = re.compile(r"([CMK])([1-9][0-9]?)|(L)([+-]?[0-9]{1,2})|([PFR])()")
_FIELD = {
    "C": "cut",
    "M": "median",
    "L": "limit",
    "K": "factor",
    "F": "fore",
    "P": "forfeits",
    "R": "reverse",
}
_WORDS = {
    "C": worded("/C1, /C2 … (cut: without the lowest values)"),
    "M": worded("/M1, /M2 … (median: without the lowest and highest values)"),
    "L": worded("/L+1, /L-1 … (limit raised or lowered by half points, not by a percentage)"),
    "K": worded("/K2, /K3 … (divisor)"),
    "F": worded("/F (based on Fore Buchholz)"),
    "P": worded("/P (forfeits count as games)"),
    "R": worded("/R (reverse order)"),
}


def parse_code(text: str) -> Code:
    """Parse the code of a FIDE tie-break.

    Raise ``BadInput`` if it is not one of FIDE's codes.
    """
    found = parse_code_or_problem(text)
    if isinstance(found, Problem):
        raise BadInput([found])
    return found


def parse_code_or_problem(text: str) -> Code | Problem:
    """Parse the code of a FIDE tie-break, or return the problem with it."""
    wanted = text.strip().upper()
    if wanted.startswith(OWN):
        return Code(OWN + text.strip()[len(OWN) :])
    match = _TEXT.fullmatch(wanted)
    form = FORMS.get(FORMER_NAMES.get(match[1], match[1])) if match else None
    if match is None or form is None:
        names = ", ".join(one.name for one in _FORMS[1:])
        remedy = worded("Choose one of: {keys}.", keys=f"{names}, {OWN}NAME")
        return Problem(worded("unknown FIDE tie-break code"), quoted=text, remedy=remedy)
    if match[2] and match[2] not in form.scores:
        return Problem(
            worded("{name} cannot be combined with this score", name=form.name),
            quoted=text,
            remedy=_allowed_modifiers(form),
        )
    return _apply_modifiers_to_code(Code(form.name, match[2] or ""), form, match[3], text)


def _apply_modifiers_to_code(
    code: Code, form: CodeSyntax, modifiers: str, text: str
) -> Code | Problem:
    given: dict[str, Any] = {}
    for modifier in modifiers.split("/")[1:]:
        match = _MODIFIER.fullmatch(modifier)
        letter, amount = (
            [part for part in match.groups() if part is not None] if match else ("", "")
        )
        if not letter or letter not in form.modifiers:
            what = worded("{name} cannot be combined with this modifier", name=form.name)
            return Problem(what, quoted=text, remedy=_allowed_modifiers(form))
        if _FIELD[letter] in given or {"cut", "median"} <= {*given, _FIELD[letter]}:
            what = worded("two modifiers contradict each other")
            return Problem(what, quoted=text, remedy=worded("Keep only one of them."))
        given[_FIELD[letter]] = int(amount) if amount else True
    return replace(code, **given)


def _allowed_modifiers(form: CodeSyntax) -> str:
    allowed = [*(f":{score}" for score in form.scores), *(_WORDS[one] for one in form.modifiers)]
    if not allowed:
        return worded("Write {name} without a score or modifiers.", name=form.name)
    return worded(
        "{name} may be followed by: {allowed}.", name=form.name, allowed=", ".join(allowed)
    )


def format_code(code: Code) -> str:
    """Return the code in its usual form, with all modifiers in a fixed order."""
    return code.name + "".join(_format_code_parts(code))


def _format_code_parts(code: Code) -> Iterator[str]:
    if code.score:
        yield f":{code.score}"
    if code.cut:
        yield f"/C{code.cut}"
    if code.median:
        yield f"/M{code.median}"
    if code.limit:
        yield f"/L{code.limit:+}"
    if code.factor:
        yield f"/K{code.factor}"
    if code.fore:
        yield "/F"
    if code.forfeits:
        yield "/P"
    if code.reverse:
        yield "/R"


def parse_codes(text: str) -> tuple[Code, ...]:
    """Parse a comma-separated list of tie-break codes, as in records 202 and 212 of a TRF file.

    Raise ``BadInput`` if a code is not valid.
    """
    found = [parse_code_or_problem(part) for part in text.split(",") if part.strip()]
    if problems := [one for one in found if isinstance(one, Problem)]:
        raise BadInput(problems)
    return tuple(one for one in found if isinstance(one, Code))
