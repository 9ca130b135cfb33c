"""Requests of ``topboard event`` that read data or import and export files."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from topboard._frozen import dataclass
from topboard.event.commands import ActionRequest, Request
from topboard.event.parameters import Argument, Option
from topboard.messages import message

Source: TypeAlias = Annotated[str, Argument("SOURCE")]

# --- import -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Import(ActionRequest):
    """Enter all participants listed in a file."""

    source: Source
    ratings: Annotated[bool, Option("--ratings", help=message("a rating list: update the ratings"))]


@dataclass(frozen=True, slots=True)
class UpdateRatings(ActionRequest):
    """Compare the ratings with the rating lists."""

    take: Annotated[bool, Option("--take", help=message("write them"))]
    by_name: Annotated[
        bool, Option("--by-name", help=message("also of those who are found by name alone"))
    ]
    lists: Annotated[
        str | None,
        Option("--lists", "DIR", message("where the lists are, else TOPBOARD_RATINGS")),
    ]


# --- reading ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preview(Request):
    """Pair the next round without recording it."""


@dataclass(frozen=True, slots=True)
class Log(Request):
    """Print the journal."""

    after: Annotated[int | None, Option("--after", "ENTRY")]


@dataclass(frozen=True, slots=True)
class Show(Request):
    """Print the state of the event or a single round."""

    round: Annotated[int | None, Option("--round", "N")]
    requests: Annotated[
        bool,
        Option(
            "--requests",
            help=message("print who asks not to be paired, and who shares a club or a region"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Standings(Request):
    """Print the standings of a section."""

    category: Annotated[
        str | None,
        Option(
            "--category",
            "NAME",
            message("only of those in it: one that is settled, or U16, U1800, women …"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Prizes(Request):
    """Print the winners of the prizes."""


@dataclass(frozen=True, slots=True)
class Verify(Request):
    """Verify the journal."""

    head: Annotated[
        str | None, Option("--head", "HASH", message("the journal must have it: from a sheet"))
    ]
    key: Annotated[
        str | None,
        Option(
            "--key",
            "HEX",
            message(
                "the first key of the journal must be this one, as it was printed or published"
            ),
        ),
    ]
    by_proof: Annotated[
        bool, Option("--by-proof", help=message("do not pair rounds again that have a proof"))
    ]


@dataclass(frozen=True, slots=True)
class Replay(Request):
    """Pair a published round again."""

    round: Annotated[int, Argument("ROUND")]


@dataclass(frozen=True, slots=True)
class Export(Request):
    """Export the journal, a report or tables."""

    output: Annotated[str | None, Argument("OUTPUT", nargs="?")]
    to: Annotated[
        Literal["journal", "trf16", "trf26", "event-json", "csv", "xlsx"] | None, Option("--to")
    ]
    what: Annotated[Literal["standings", "pairings"] | None, Option("--what")]
    round: Annotated[int | None, Option("--round", "N", message("which pairings; else the last"))]
    salvage: Annotated[bool, Option("--salvage", help=message("what is left of a damaged file"))]


@dataclass(frozen=True, slots=True)
class ImportJournal(Request):
    """Create an event file from an exported journal."""

    source: Source


@dataclass(frozen=True, slots=True)
class Move(Request):
    """Move the event to a different location."""

    target: Annotated[str, Argument("TARGET")]
