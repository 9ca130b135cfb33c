"""The ``topboard event`` commands that print data or import and export files."""

from __future__ import annotations

from typing import Annotated, Literal

from topboard._frozen import dataclass
from topboard.event.commands import ActionRequest, Request
from topboard.event.parameters import Argument, Option
from topboard.messages import message

# --- import -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Import(ActionRequest):
    """Arguments of ``topboard event import``, which enters all participants listed in a file."""

    source: Annotated[str, Argument("SOURCE", message("file to import: CSV, XLSX, TRF or JSON"))]
    ratings: Annotated[
        bool,
        Option(
            "--ratings",
            help=message("update ratings from a rating list instead of entering participants"),
        ),
    ]
    column: Annotated[
        tuple[str, ...] | None,
        Option(
            "--column",
            "HEADING=FIELD",
            message(
                "field that a column of a table holds, such as 'Verein=club'; without a FIELD the "
                "column is ignored (can be repeated; default: the fields that the headings name)"
            ),
            repeated=True,
        ),
    ]


@dataclass(frozen=True, slots=True)
class UpdateRatings(ActionRequest):
    """Arguments of ``topboard event update-ratings``, which compares or updates ratings."""

    take: Annotated[
        bool, Option("--take", help=message("save the new ratings (default: only show them)"))
    ]
    by_name: Annotated[
        bool, Option("--by-name", help=message("include participants who are matched only by name"))
    ]
    lists: Annotated[
        str | None,
        Option(
            "--lists", "DIR", message("folder with the rating lists (default: $TOPBOARD_RATINGS)")
        ),
    ]


# --- printing, checking and exporting -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preview(Request):
    """Arguments of ``topboard event preview``, which pairs the next round without recording it."""


@dataclass(frozen=True, slots=True)
class Log(Request):
    """Arguments of ``topboard event log``, which prints the journal entries."""

    after: Annotated[
        int | None,
        Option(
            "--after",
            "ENTRY",
            message("print only journal entries after this number (default: 0, which prints all)"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Show(Request):
    """Arguments of ``topboard event show``, which prints the state of the event or of a round."""

    round: Annotated[
        int | None,
        Option("--round", "N", message("round to print (default: a summary of the whole event)")),
    ]
    requests: Annotated[
        bool,
        Option(
            "--requests",
            help=message(
                "print requests not to be paired, and players who share a club or a region"
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Standings(Request):
    """Arguments of ``topboard event standings``, which prints the standings of a section."""

    category: Annotated[
        str | None,
        Option(
            "--category",
            "NAME",
            message(
                "category to show, by its name in the section or by conditions such as U16, "
                "U1800 or women"
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Prizes(Request):
    """Arguments of ``topboard event prizes``, which prints the winners of the prizes and the
    reasons.
    """


@dataclass(frozen=True, slots=True)
class Verify(Request):
    """Arguments of ``topboard event verify``, which verifies the journal."""

    head: Annotated[
        str | None,
        Option(
            "--head",
            "HASH",
            message("hash that the journal must contain, as printed on a document"),
        ),
    ]
    key: Annotated[
        str | None,
        Option(
            "--key",
            "HEX",
            message(
                "public key that must be the first one in the journal, as printed or published"
            ),
        ),
    ]
    by_proof: Annotated[
        bool, Option("--by-proof", help=message("do not re-pair rounds that have a proof"))
    ]


@dataclass(frozen=True, slots=True)
class Replay(Request):
    """Arguments of ``topboard event replay``, which pairs a published round again."""

    round: Annotated[int, Argument("ROUND", message("number of the published round"))]


@dataclass(frozen=True, slots=True)
class Export(Request):
    """Arguments of ``topboard event export``, which exports the journal, a report or tables."""

    output: Annotated[
        str | None,
        Option(
            "--output",
            "OUTPUT",
            message("file to write (default: -, standard output)"),
            short="-o",
            old_positional=True,
        ),
    ]
    to: Annotated[
        Literal["journal", "trf16", "trf26", "event-json", "csv", "xlsx"] | None,
        Option("--to", help=message("export format (default: journal)")),
    ]
    what: Annotated[
        Literal["standings", "pairings"] | None,
        Option("--what", help=message("table to export as CSV (default: standings)")),
    ]
    round: Annotated[
        int | None,
        Option("--round", "N", message("round whose pairings to export (default: the last one)")),
    ]
    salvage: Annotated[
        bool,
        Option("--salvage", help=message("export whatever can be recovered from a damaged file")),
    ]


@dataclass(frozen=True, slots=True)
class ImportJournal(Request):
    """Arguments of ``topboard event import-journal``, which creates an event from a journal."""

    source: Annotated[str, Argument("SOURCE", message("exported journal (JSON)"))]


@dataclass(frozen=True, slots=True)
class Move(Request):
    """Arguments of ``topboard event move``, which moves the event to a different file or server."""

    target: Annotated[
        str,
        Argument(
            "TARGET",
            message(
                "new event file, or the address of a server such as"
                " postgresql://host/database#event"
            ),
        ),
    ]
