"""Failed questions as problem documents, which RFC 9457 defines for HTTP."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, NoLegalPairing, Problem, TooLarge
from topboard.messages import message, say_kept, translate_worded
from topboard.serialize.answers import problem_to_json

if TYPE_CHECKING:
    from topboard.messages import Message
    from topboard.serialize.answer_types import (
        PlacedProblemJson,
        ProblemDocument,
        ProblemKindJson,
    )

PLACE = re.compile(r":(?P<line>\d+)(?::(?P<column>\d+))?(?:,|$)")
"""The line and the column in the place of a problem, such as ``event.trf:12:5``."""


@dataclass(frozen=True, slots=True)
class FailureKind:
    """A kind of failure: its HTTP status and its title."""

    status: int
    title: Message


KINDS = {
    "bad-input": FailureKind(422, message("The event or an option cannot be used.")),
    "no-legal-pairing": FailureKind(422, message("The rules give no legal pairing.")),
    "too-large": FailureKind(413, message("The input is too large.")),
    "wrong-content-type": FailureKind(415, message("This type of content is not supported.")),
    "slow-request": FailureKind(408, message("The request took too long to arrive.")),
    "time-limit": FailureKind(503, message("The answer takes longer than this server allows.")),
    "busy": FailureKind(503, message("The server is busy. Try again in a few seconds.")),
    "refused": FailureKind(403, message("The request is not allowed.")),
    "not-found": FailureKind(404, message("There is nothing at this address.")),
    "wrong-method": FailureKind(405, message("This address does not support the method.")),
    "error": FailureKind(500, message("An unexpected error occurred.")),
}
"""All kinds of failures, keyed by the name that programs check."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that cannot be answered, with all problems."""

    kind: str
    problems: tuple[Problem, ...] = ()
    blocking: tuple[int, ...] = ()
    """The participants who cannot all be paired, if there is no legal pairing."""

    def to_json(self) -> ProblemDocument:
        """Return the failure as a problem document."""
        found = KINDS[self.kind]
        problems = [_problem_with_place_to_json(one) for one in self.problems]
        title = say_kept(found.title)
        document: ProblemDocument = {
            "type": f"/v1/problems#{self.kind}",
            "kind": self.kind,
            "title": title,
            "status": found.status,
            "detail": "\n".join(map(str, self.problems)) or title,
            "problems": problems,
        }
        if self.blocking:
            document["blocking"] = list(self.blocking)
        return document


def _problem_with_place_to_json(one: Problem) -> PlacedProblemJson:
    """Return a problem as JSON, with the line and column of its place if it has them."""
    found = PLACE.search(one.where)
    return {
        **problem_to_json(one),
        "line": int(found["line"]) if found else None,
        "column": int(found["column"]) if found and found["column"] else None,
    }


def describe_error(error: Exception) -> Failure:
    """Return the failure that an error is.

    An error that Topboard does not raise on purpose is described without its details.
    """
    match error:
        case NoLegalPairing():
            what = translate_worded(error.words)
            return Failure("no-legal-pairing", (Problem(what),), error.blocking)
        case TooLarge():
            return Failure("too-large", error.problems)
        case BadInput():
            return Failure("bad-input", error.problems)
        case MemoryError() | RecursionError():
            return Failure("too-large")
        case _:
            return Failure("error")


def build_failure(
    kind: str, what: str, where: str = "", quoted: str = "", remedy: str = ""
) -> Failure:
    """Return a failure with a single problem."""
    return Failure(kind, (Problem(what, where, quoted, remedy),))


def list_kinds() -> list[ProblemKindJson]:
    """Return all kinds of failures as JSON."""
    return [
        {"kind": name, "status": one.status, "title": say_kept(one.title)}
        for name, one in KINDS.items()
    ]
