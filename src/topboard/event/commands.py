"""The ``topboard event`` commands about the event and its sections.

A request holds the arguments of a verb that has its own function. Each field has an annotation on
how to enter it (``event/parameters.py``). A field that may be left out is None or a flag. Other
requests are in ``participant_commands.py``, ``round_commands.py`` and ``file_commands.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from topboard._frozen import dataclass
from topboard.event.actions import PrizeSharing
from topboard.event.parameters import Argument, Option
from topboard.messages import message

TimeZone: TypeAlias = Annotated[
    str | None,
    Option(
        "--time-zone",
        "ZONE",
        message("time zone of the event, such as America/Toronto (default: none)"),
    ),
]


@dataclass(frozen=True, slots=True)
class Request:
    """The options that every verb of ``topboard event`` accepts."""

    file: Annotated[str, Argument("FILE", message("journal file of the event"))]
    json: Annotated[bool, Option("--json", help=message("print JSON"))]
    section: Annotated[
        str | None,
        Option("--section", "NAME", message("name of the section (default: the only one)")),
    ]


@dataclass(frozen=True, slots=True)
class ActionRequest(Request):
    """The options of every verb that carries out an action.

    They give the author, the time, the reason and the authority, and confirm warnings.
    """

    who: Annotated[
        str | None,
        Option("--who", "NAME", message("name of the person acting (default: the current user)")),
    ]
    at: Annotated[
        str | None,
        Option("--at", "TIME", message("time of the action in ISO 8601 format (default: now)")),
    ]
    reason: Annotated[str | None, Option("--reason", "TEXT", message("reason for the action"))]
    authority: Annotated[
        str | None,
        Option(
            "--authority",
            "OFFICE:NAME",
            message("authority for a ruling; OFFICE is one of: {offices}"),
        ),
    ]
    yes: Annotated[bool, Option("--yes", help=message("confirm all warnings"))]
    yes_again: Annotated[
        bool,
        Option(
            "--yes-again", help=message("confirm the warnings that require a second confirmation")
        ),
    ]


# --- the event and its sections -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class New(ActionRequest):
    """Arguments of ``topboard event new``, which creates an event in a new file."""

    name: Annotated[str, Argument("NAME", message("name of the event"))]
    city: Annotated[str | None, Option("--city", "TEXT", message("city where the event is played"))]
    federation: Annotated[
        str | None,
        Option(
            "--federation",
            "TEXT",
            message("three-letter code of the federation that hosts the event, such as CAN"),
        ),
    ]
    start: Annotated[
        str | None, Option("--start", "TEXT", message("first day of the event, such as 2026-05-01"))
    ]
    end: Annotated[
        str | None, Option("--end", "TEXT", message("last day of the event, such as 2026-05-03"))
    ]
    chief_arbiter: Annotated[
        str | None, Option("--chief-arbiter", "TEXT", message("name of the chief arbiter"))
    ]
    time_control: Annotated[
        str | None, Option("--time-control", "TEXT", message("time control, such as 90+30"))
    ]
    venue: Annotated[
        str | None, Option("--venue", "TEXT", message("venue, such as the name of a hall"))
    ]
    organiser: Annotated[
        str | None, Option("--organiser", "TEXT", message("name of the organiser"))
    ]
    deputies: Annotated[
        tuple[str, ...] | None,
        Option(
            "--deputies",
            "NAME",
            message("name of a deputy arbiter (can be repeated)"),
            repeated=True,
        ),
    ]
    time_zone: TimeZone
    no_key: Annotated[bool, Option("--no-key", help=message("do not create a signing key"))]


@dataclass(frozen=True, slots=True)
class Details(ActionRequest):
    """Arguments of ``topboard event details``, which changes the details of the event."""

    name: Annotated[str | None, Option("--name", "NAME", message("new name of the event"))]
    city: Annotated[str | None, Option("--city", "TEXT", message("city where the event is played"))]
    venue: Annotated[
        str | None, Option("--venue", "TEXT", message("venue, such as the name of a hall"))
    ]
    federation: Annotated[
        str | None,
        Option(
            "--federation",
            "TEXT",
            message("three-letter code of the federation that hosts the event, such as CAN"),
        ),
    ]
    start: Annotated[
        str | None, Option("--start", "DAY", message("first day of the event, such as 2026-05-01"))
    ]
    end: Annotated[
        str | None, Option("--end", "DAY", message("last day of the event, such as 2026-05-03"))
    ]
    chief_arbiter: Annotated[
        str | None, Option("--chief-arbiter", "NAME", message("name of the chief arbiter"))
    ]
    deputies: Annotated[
        tuple[str, ...] | None,
        Option(
            "--deputies",
            "NAME",
            message("name of a deputy arbiter (can be repeated)"),
            repeated=True,
        ),
    ]
    organiser: Annotated[
        str | None, Option("--organiser", "TEXT", message("name of the organiser"))
    ]
    time_control: Annotated[
        str | None, Option("--time-control", "TEXT", message("time control, such as 90+30"))
    ]
    website: Annotated[
        str | None,
        Option("--website", "URL", message("website of the event, such as https://example.org")),
    ]
    organiser_contact: Annotated[
        str | None,
        Option(
            "--organiser-contact",
            "TEXT",
            message("how to reach the organiser, such as an email address"),
        ),
    ]
    description: Annotated[
        str | None,
        Option(
            "--description",
            "TEXT",
            message("a few sentences about the event for its public page"),
        ),
    ]
    time_zone: TimeZone


@dataclass(frozen=True, slots=True)
class Visibility(ActionRequest):
    """Arguments of ``topboard event visibility``, which makes the event public or private."""

    visibility: Annotated[
        Literal["public", "private"],
        Argument(
            name="visibility",
            help=message("whether everyone can see the pages of the event"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Schedule(ActionRequest):
    """Arguments of ``topboard event schedule``, which sets when the rounds of a section start."""

    starts: Annotated[
        tuple[str, ...],
        Argument(
            "STARTS",
            message(
                "start time of each round: a date, or a date and time such as '2026-05-01 18:30'"
            ),
            nargs="*",
        ),
    ]
    every: Annotated[
        str | None,
        Option(
            "--every",
            "TIME",
            message(
                "interval between rounds, such as 1d, 4h or 3h 30m, if only one start time is given"
            ),
        ),
    ]
    time_zone: Annotated[
        str | None,
        Option(
            "--time-zone", "ZONE", message("time zone of the schedule (default: that of the event)")
        ),
    ]


@dataclass(frozen=True, slots=True)
class Categories(ActionRequest):
    """Arguments of ``topboard event categories``, which replaces the categories of a section."""

    lines: Annotated[
        tuple[str, ...],
        Argument(
            "LINES",
            message(
                "categories such as U16, 50+, U1800, 1600-1799, women, unrated, 'Girls = U16"
                " women' "
                "or 'Town = label town'"
            ),
            nargs="*",
        ),
    ]
    day: Annotated[
        str | None,
        Option(
            "--day",
            "DAY",
            message(
                "reference date for ages (default: ages depend on the year in which the event "
                "starts, as in FIDE events)"
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class SettlePrizes(ActionRequest):
    """Arguments of ``topboard event set-prizes``, which replaces the prizes of a section."""

    lines: Annotated[
        tuple[str, ...],
        Argument(
            "LINES",
            message("prizes such as '1: 500 and a cup', '2-4: 100' or 'U16 1: 80'"),
            nargs="*",
        ),
    ]
    sharing: Annotated[
        PrizeSharing | None,
        Option(
            "--sharing",
            help=message("how participants with equal points share prizes (default: equally)"),
        ),
    ]
    currency: Annotated[
        str | None,
        Option(
            "--currency", "TEXT", message("currency of the amounts, such as CAD (default: none)")
        ),
    ]
    decimals: Annotated[
        int | None,
        Option("--decimals", "N", message("number of decimals in amounts (default: 2)")),
    ]


@dataclass(frozen=True, slots=True)
class Key(ActionRequest):
    """Arguments of ``topboard event key``, which creates a signing key."""

    old_key: Annotated[
        str | None,
        Option("--old-key", "FILE", message("file with the previous key, which signs the new one")),
    ]


@dataclass(frozen=True, slots=True)
class Sign(ActionRequest):
    """Arguments of ``topboard event sign``, which signs the journal so far."""


@dataclass(frozen=True, slots=True)
class Section(ActionRequest):
    """Arguments of ``topboard event section``, which adds or changes a section."""

    name: Annotated[str, Argument("NAME", message("name of the section to add or change"))]
    system: Annotated[
        str | None,
        Option(
            "--system",
            "NAME",
            message("pairing system of a new section (default: fide_dutch_2026)"),
        ),
    ]
    rounds: Annotated[
        int | None,
        Option("--rounds", "N", message("number of rounds (required for a new section)")),
    ]
    boards: Annotated[
        int | None,
        Option("--boards", "N", message("number of boards in a team match (default: 4)")),
    ]
    variation: Annotated[
        tuple[str, ...] | None,
        Option(
            "--variation",
            "NAME",
            message("option of the pairing system, such as baku (can be repeated)"),
            repeated=True,
        ),
    ]
    tie_break: Annotated[
        tuple[str, ...] | None,
        Option(
            "--tie-break",
            "NAME",
            message(
                "tie-break code, such as BH/C1, in order of use (can be repeated; default: those"
                " of the system)"
            ),
            repeated=True,
        ),
    ]
    unrated_as: Annotated[
        int | None,
        Option(
            "--unrated-as",
            "RATING",
            message("rating to use for unrated players (default: according to the system)"),
        ),
    ]
    points: Annotated[
        str | None,
        Option(
            "--points",
            "W,D,L[,BYE]",
            message(
                "game points for a win, a draw, a loss and optionally a bye; '' restores the "
                "points of the system"
            ),
        ),
    ]
    match_points: Annotated[
        str | None,
        Option(
            "--match-points",
            "W,D,L",
            message(
                "match points for a win, a draw and a loss; '' restores the points of the system"
            ),
        ),
    ]
    tie_break_edition: Annotated[
        str | None,
        Option(
            "--tie-break-edition",
            "YEAR",
            message(
                "year of the FIDE tie-break regulations; '' means those in force on the first "
                "day of the event"
            ),
        ),
    ]
    rating_order: Annotated[
        str | None,
        Option(
            "--rating-order",
            "LISTS",
            message(
                "ratings to use, in order of preference, such as 'FIDE rapid, FIDE'; '' "
                "restores the "
                "order of the system"
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class TakeOver(ActionRequest):
    """Arguments of ``topboard event import-section``, which imports and continues a section."""

    name: Annotated[str, Argument("NAME", message("name of the new section"))]
    source: Annotated[str, Argument("SOURCE", message("TRF or JSON file to import"))]
    system: Annotated[
        str | None,
        Option("--system", "NAME", message("pairing system (default: the one named in the file)")),
    ]
    accept_points: Annotated[
        bool,
        Option(
            "--accept-points",
            help=message("use the results even if they do not match the points in the file"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Close(ActionRequest):
    """Arguments of ``topboard event close``, which closes the event."""
