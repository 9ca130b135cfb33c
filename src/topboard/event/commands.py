"""The requests of ``topboard event``, for the verbs that have their own function.

Each field has a mark (``event/parameters.py``). A field that people may leave out is None or a
flag. Requests about files are in ``event/file_commands.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from topboard._frozen import dataclass
from topboard.event.actions import ChangeGround, PrizeSharing
from topboard.event.parameters import Argument, Group, Option
from topboard.messages import message
from topboard.model import Colour

TimeZone: TypeAlias = Annotated[
    str | None,
    Option("--time-zone", "ZONE", message("of the clocks of the event, as in America/Toronto")),
]
InformedCaptains: TypeAlias = Annotated[
    tuple[str, ...] | None,
    Option(
        "--informed",
        "WHOM",
        message("captains told of a line-up that changes after it was published"),
        nargs="+",
    ),
]


@dataclass(frozen=True, slots=True)
class Request:
    """The options that every verb accepts; verbs that only read have no other options in common."""

    file: Annotated[str, Argument("FILE", message("the journal of the event"))]
    json: Annotated[bool, Option("--json", help=message("print JSON"))]
    section: Annotated[
        str | None, Option("--section", "NAME", message("the section, if there are several"))
    ]


@dataclass(frozen=True, slots=True)
class ActionRequest(Request):
    """The options of every verb that carries out an action: who acts and on whose authority."""

    who: Annotated[
        str | None, Option("--who", "NAME", message("who acts; else the user of the computer"))
    ]
    at: Annotated[str | None, Option("--at", "TIME", message("when, in ISO 8601; else now"))]
    reason: Annotated[str | None, Option("--reason", "TEXT", message("why"))]
    authority: Annotated[
        str | None, Option("--authority", "OFFICE:NAME", message("by whose word: {offices}"))
    ]
    yes: Annotated[bool, Option("--yes", help=message("confirm the warnings"))]
    yes_again: Annotated[
        bool, Option("--yes-again", help=message("and once more, where that is asked for"))
    ]


# --- the event and its sections -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class New(ActionRequest):
    """Create an event in a new file."""

    name: Annotated[str, Argument("NAME")]
    city: Annotated[str | None, Option("--city", "TEXT")]
    federation: Annotated[str | None, Option("--federation", "TEXT")]
    start: Annotated[str | None, Option("--start", "TEXT")]
    end: Annotated[str | None, Option("--end", "TEXT")]
    chief_arbiter: Annotated[str | None, Option("--chief-arbiter", "TEXT")]
    time_control: Annotated[str | None, Option("--time-control", "TEXT")]
    venue: Annotated[str | None, Option("--venue", "TEXT")]
    organiser: Annotated[str | None, Option("--organiser", "TEXT")]
    deputies: Annotated[tuple[str, ...] | None, Option("--deputies", "NAME", repeated=True)]
    time_zone: TimeZone
    no_key: Annotated[bool, Option("--no-key", help=message("publications are not to be signed"))]


@dataclass(frozen=True, slots=True)
class Details(ActionRequest):
    """Change the details of the event."""

    name: Annotated[str | None, Option("--name", "NAME")]
    city: Annotated[str | None, Option("--city", "TEXT")]
    venue: Annotated[str | None, Option("--venue", "TEXT")]
    federation: Annotated[str | None, Option("--federation", "TEXT")]
    start: Annotated[str | None, Option("--start", "DAY")]
    end: Annotated[str | None, Option("--end", "DAY")]
    chief_arbiter: Annotated[str | None, Option("--chief-arbiter", "NAME")]
    deputies: Annotated[tuple[str, ...] | None, Option("--deputies", "NAME", repeated=True)]
    organiser: Annotated[str | None, Option("--organiser", "TEXT")]
    time_control: Annotated[str | None, Option("--time-control", "TEXT")]
    time_zone: TimeZone


@dataclass(frozen=True, slots=True)
class Visibility(ActionRequest):
    """Make the event public or private."""

    visibility: Annotated[
        Literal["public", "private"],
        Argument(
            name="visibility",
            help=message("private: the public pages answer as if there were no such event"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Schedule(ActionRequest):
    """Record when the rounds of a section begin."""

    starts: Annotated[
        tuple[str, ...],
        Argument(
            "STARTS",
            message("for each round a day, or a day with its time: '2026-05-01 18:30'"),
            nargs="*",
        ),
    ]
    every: Annotated[
        str | None,
        Option(
            "--every", "TIME", message("from the only start that is given on: 1d, 4h, 3h 30m …")
        ),
    ]
    time_zone: Annotated[
        str | None, Option("--time-zone", "ZONE", message("else that of the event"))
    ]


@dataclass(frozen=True, slots=True)
class Categories(ActionRequest):
    """Replace the categories of a section."""

    lines: Annotated[
        tuple[str, ...],
        Argument(
            "LINES",
            message(
                "U16, 50+, U1800, 1600-1799, women, unrated, 'Girls = U16 women',"
                " 'Town = label town'"
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
                "on which ages are counted; else as FIDE does it, in the year of the first day"
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class SettlePrizes(ActionRequest):
    """Replace the prizes of a section."""

    lines: Annotated[
        tuple[str, ...],
        Argument("LINES", message("'1: 500 and a cup', '2-4: 100', 'U16 1: 80'"), nargs="*"),
    ]
    sharing: Annotated[
        PrizeSharing | None,
        Option("--sharing", help=message("what equal points do; equally unless it is said")),
    ]
    currency: Annotated[str | None, Option("--currency", "TEXT")]
    decimals: Annotated[
        int | None,
        Option("--decimals", "N", message("digits behind the point; 2 unless it is said")),
    ]


@dataclass(frozen=True, slots=True)
class Key(ActionRequest):
    """Create a signing key."""

    old_key: Annotated[
        str | None,
        Option("--old-key", "FILE", message("the key before it, which signs the new one")),
    ]


@dataclass(frozen=True, slots=True)
class Sign(ActionRequest):
    """Sign the journal."""


@dataclass(frozen=True, slots=True)
class Section(ActionRequest):
    """Add a section or change an existing one."""

    name: Annotated[str, Argument("NAME")]
    system: Annotated[
        str | None,
        Option("--system", "NAME", message("of a new section; fide_dutch_2026 unless it is said")),
    ]
    rounds: Annotated[int | None, Option("--rounds", "N")]
    boards: Annotated[int | None, Option("--boards", "N")]
    variation: Annotated[tuple[str, ...] | None, Option("--variation", "NAME", repeated=True)]
    tie_break: Annotated[tuple[str, ...] | None, Option("--tie-break", "NAME", repeated=True)]
    unrated_as: Annotated[int | None, Option("--unrated-as", "RATING")]
    points: Annotated[
        str | None,
        Option("--points", "W,D,L[,BYE]", message("of a game; '': as the system says")),
    ]
    match_points: Annotated[
        str | None,
        Option("--match-points", "W,D,L", message("of a match; '': as the system says")),
    ]
    tie_break_edition: Annotated[
        str | None,
        Option(
            "--tie-break-edition",
            "YEAR",
            message("FIDE's tie-breaks by the text of that year; '': of the first day"),
        ),
    ]
    rating_order: Annotated[
        str | None,
        Option(
            "--rating-order",
            "LISTS",
            message("which rating counts, as in 'FIDE rapid, FIDE'; '': as the system says"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class TakeOver(ActionRequest):
    """Continue a section that was started in another program."""

    name: Annotated[str, Argument("NAME")]
    source: Annotated[str, Argument("SOURCE", message("a TRF or JSON file"))]
    system: Annotated[
        str | None, Option("--system", "NAME", message("else the one that the file names"))
    ]
    accept_points: Annotated[
        bool,
        Option("--accept-points", help=message("the results count, whatever points the file has")),
    ]


@dataclass(frozen=True, slots=True)
class Close(ActionRequest):
    """Close the event permanently."""


# --- entries ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompetitorData:
    """The data that can be given about a player or a team."""

    rating: Annotated[
        str | None,
        Option(
            "--rating",
            "TEXT",
            message("a number, or with lists, as in 'FIDE 2000, FIDE rapid 2026-11 1950'; 0: none"),
        ),
    ]
    title: Annotated[str | None, Option("--title", "TEXT")]
    federation: Annotated[str | None, Option("--federation", "TEXT")]
    fide_id: Annotated[str | None, Option("--fide-id", "TEXT")]
    sex: Annotated[str | None, Option("--sex", "TEXT")]
    birth: Annotated[str | None, Option("--birth", "TEXT")]
    letter: Annotated[str | None, Option("--letter", "TEXT")]
    short_name: Annotated[str | None, Option("--short-name", "TEXT")]
    captain: Annotated[str | None, Option("--captain", "TEXT")]
    club: Annotated[str | None, Option("--club", "TEXT")]
    national_id: Annotated[str | None, Option("--national-id", "TEXT")]
    contact: Annotated[
        str | None,
        Option("--contact", "TEXT", message("how to reach the person: for the arbiters only")),
    ]
    region: Annotated[
        str | None,
        Option(
            "--region",
            "TEXT",
            message("region, city or family, separated by commas; a fact, not a request"),
        ),
    ]
    previous_standing: Annotated[
        str | None,
        Option("--previous-standing", "PLACE", message("of a team in the last event; 0: none")),
    ]
    player: Annotated[
        tuple[str, ...] | None,
        Option(
            "--player",
            "NAME;RATING;TITLE;SEX;ID",
            message("a member of the team, in board order"),
            repeated=True,
        ),
    ]


@dataclass(frozen=True, slots=True)
class Enter(ActionRequest):
    """Enter a player or a team."""

    name: Annotated[str, Argument("NAME")]
    data: Annotated[CompetitorData, Group()]
    late: Annotated[
        int | None, Option("--late", "ROUND", message("the first round, after closing"))
    ]
    last_number: Annotated[
        bool,
        Option(
            "--last-number",
            help=message("late: the last number, not the place that the rating earns"),
        ),
    ]
    pairing_score: Annotated[
        str | None, Option("--pairing-score", "POINTS", message("a score for pairing only"))
    ]


@dataclass(frozen=True, slots=True)
class Change(ActionRequest):
    """Change the recorded data of a participant."""

    whom: Annotated[str, Argument("WHOM")]
    name: Annotated[str | None, Option("--name", "NAME")]
    data: Annotated[CompetitorData, Group()]


@dataclass(frozen=True, slots=True)
class CloseEntries(ActionRequest):
    """Close the entry list."""


@dataclass(frozen=True, slots=True)
class Erase(ActionRequest):
    """Erase personal data permanently."""

    whom: Annotated[str, Argument("WHOM", message("a competitor, or 'all'"))]
    member: Annotated[str | None, Option("--member", "NAME", message("of a team only this player"))]
    field: Annotated[
        tuple[Literal["birth", "fide_id", "national_id", "contact"], ...] | None,
        Option("--field", help=message("only this one"), repeated=True),
    ]


@dataclass(frozen=True, slots=True)
class Renumber(ActionRequest):
    """Assign new pairing numbers."""


# --- lots and presence --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lot(ActionRequest):
    """Commit to a drawing of lots, carry it out, or record one that was done by hand."""

    purpose: Annotated[
        str, Argument("PURPOSE", message("colour, equal ratings, pairing numbers …"))
    ]
    commit: Annotated[
        bool,
        Option("--commit", help=message("make the hash of a secret seed known"), exclusive=True),
    ]
    draw: Annotated[bool, Option("--draw", help=message("show the seed and draw"), exclusive=True)]
    order: Annotated[
        tuple[str, ...] | None,
        Option("--order", "WHOM", message("as drawn by hand"), nargs="+", exclusive=True),
    ]
    colour: Annotated[
        Colour | None,
        Option("--colour", help=message("of number 1, drawn by hand"), exclusive=True),
    ]
    values: Annotated[
        tuple[str, ...] | None,
        Option(
            "--values",
            "POINTS",
            message(
                "with --order: of a tie-break from outside, as OTHER_PLAYOFF; the higher first"
            ),
            nargs="+",
        ),
    ]
    seed: Annotated[str | None, Option("--seed", "TEXT")]


@dataclass(frozen=True, slots=True)
class Present(ActionRequest):
    """Record the number of a team's players who are present."""

    whom: Annotated[tuple[str, ...], Argument("WHOM", message("teams, or 'all'"), nargs="+")]
    players: Annotated[int, Option("--players", "N", required=True)]
    travel: Annotated[str | None, Option("--travel", "TEXT")]
    in_time: Annotated[bool, Option("--in-time", help=message("they travel and arrive in time"))]


# --- rounds and results -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair(ActionRequest):
    """Pair the next round."""

    publish: Annotated[bool, Option("--publish", help=message("and publish it"))]


@dataclass(frozen=True, slots=True)
class Manual(ActionRequest):
    """Pair the next round by hand."""

    step: Annotated[Literal["begin", "set", "end"], Argument(name="step")]
    pairs: Annotated[
        tuple[str, ...] | None,
        Option("--pairs", "WHITE-BLACK", message("from table 1 on"), nargs="+"),
    ]
    bye: Annotated[str | None, Option("--bye", "WHOM")]


@dataclass(frozen=True, slots=True)
class MatchRequest(ActionRequest):
    """The options of every verb about one table of a round."""

    round: Annotated[int, Argument("ROUND")]
    table: Annotated[int, Argument("TABLE")]


@dataclass(frozen=True, slots=True)
class Result(MatchRequest):
    """Enter, correct or remove the result at a table."""

    result: Annotated[
        tuple[str, ...],
        Argument("RESULT", message("1-0, ½-½, 2.5-1.5, 1F-0F, 2-1* …"), nargs="*"),
    ]
    boards: Annotated[bool, Option("--boards", help=message("one result for each board"))]
    white: Annotated[
        tuple[str, ...] | None,
        Option(
            "--white",
            "WHO",
            message("who plays for the side named first, from board 1 on; - for nobody"),
            nargs="+",
        ),
    ]
    black: Annotated[
        tuple[str, ...] | None,
        Option("--black", "WHO", message("who plays for the other side"), nargs="+"),
    ]
    informed: InformedCaptains
    not_arrived: Annotated[
        bool,
        Option(
            "--not-arrived",
            help=message("a team that lost every board by forfeit did not arrive"),
        ),
    ]
    arrived: Annotated[bool, Option("--arrived", help=message("it did arrive"))]
    game: Annotated[
        int | None, Option("--game", "N", message("of a match of two games the result of one"))
    ]
    present: Annotated[tuple[int, int] | None, Option("--present", ("WHITE", "BLACK"))]
    unrated: Annotated[bool, Option("--unrated", help=message("played, but not to be rated"))]
    rated: Annotated[bool, Option("--rated", help=message("not played, but to be rated"))]
    correct: Annotated[bool, Option("--correct")]
    remove: Annotated[bool, Option("--remove")]
    rating_only: Annotated[
        bool,
        Option("--rating-only", help=message("a correction too late for points and pairings")),
    ]


@dataclass(frozen=True, slots=True)
class LineUp(MatchRequest):
    """Record the players at the boards of a match."""

    white: Annotated[
        tuple[str, ...] | None,
        Option(
            "--white",
            "WHO",
            message("the team named first, from board 1 on, by number or name; - for nobody"),
            nargs="+",
        ),
    ]
    black: Annotated[
        tuple[str, ...] | None, Option("--black", "WHO", message("the other team"), nargs="+")
    ]
    informed: InformedCaptains


# --- taking back --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo(ActionRequest):
    """Undo a journal entry."""

    entry: Annotated[int | None, Argument("ENTRY", nargs="?")]
    ground: Annotated[ChangeGround | None, Option("--ground")]
    informed: Annotated[
        tuple[str, ...] | None,
        Option(
            "--informed",
            "WHOM",
            message("captains told, or 'all', where a published pairing is undone"),
            nargs="+",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Redo(ActionRequest):
    """Restore a journal entry that was undone."""

    entry: Annotated[int | None, Argument("ENTRY", nargs="?")]
