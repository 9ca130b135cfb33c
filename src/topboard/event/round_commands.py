"""The ``topboard event`` commands about rounds, results, undo and redo."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from topboard._frozen import dataclass
from topboard.event.actions import ChangeGround
from topboard.event.commands import ActionRequest, Request
from topboard.event.parameters import Argument, Option
from topboard.messages import message

InformedCaptains: TypeAlias = Annotated[
    tuple[str, ...] | None,
    Option(
        "--informed",
        "WHOM",
        message("teams whose captains were informed of a line-up changed after publication"),
        nargs="+",
    ),
]


# --- rounds and results -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair(ActionRequest):
    """Arguments of ``topboard event pair``, which pairs the next round."""

    publish: Annotated[bool, Option("--publish", help=message("publish the pairing as well"))]


@dataclass(frozen=True, slots=True)
class Manual(ActionRequest):
    """Arguments of ``topboard event manual``, which pairs the next round by hand."""

    step: Annotated[
        Literal["begin", "set", "end"],
        Argument(name="step", help=message("begin a manual pairing, set its pairs, or end it")),
    ]
    pairs: Annotated[
        tuple[str, ...] | None,
        Option(
            "--pairs",
            "WHITE-BLACK",
            message("pairs in order, starting with board 1 (for teams, table 1)"),
            nargs="+",
        ),
    ]
    bye: Annotated[
        str | None,
        Option(
            "--bye",
            "WHOM",
            message("participant who receives the pairing-allocated bye (default: nobody)"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class MatchRequest(ActionRequest):
    """The arguments of every verb that is about one board or match of a round."""

    round: Annotated[int, Argument("ROUND", message("number of the round"))]
    table: Annotated[
        int, Argument("TABLE", message("number of the board, or of the match in a team event"))
    ]


@dataclass(frozen=True, slots=True)
class Result(MatchRequest):
    """Arguments of ``topboard event result``, which enters, corrects or removes a result."""

    result: Annotated[
        tuple[str, ...],
        Argument("RESULT", message("result, such as 1-0, ½-½, 2.5-1.5, 1F-0F or 2-1*"), nargs="*"),
    ]
    boards: Annotated[bool, Option("--boards", help=message("enter one result for each board"))]
    white: Annotated[
        tuple[str, ...] | None,
        Option(
            "--white",
            "WHO",
            message("players of the first-named side, starting with board 1; - for an empty board"),
            nargs="+",
        ),
    ]
    black: Annotated[
        tuple[str, ...] | None,
        Option(
            "--black", "WHO", message("players of the other side, starting with board 1"), nargs="+"
        ),
    ]
    informed: InformedCaptains
    not_arrived: Annotated[
        bool,
        Option(
            "--not-arrived",
            help=message("record that the team that forfeited every board did not arrive"),
        ),
    ]
    arrived: Annotated[
        bool,
        Option(
            "--arrived", help=message("record that the team that forfeited every board did arrive")
        ),
    ]
    game: Annotated[
        int | None,
        Option(
            "--game",
            "N",
            message("number of the game that the result is for, 1 or 2, in a two-game match"),
        ),
    ]
    present: Annotated[
        tuple[int, int] | None,
        Option(
            "--present",
            ("WHITE", "BLACK"),
            message("number of players present for each side of a forfeited match"),
        ),
    ]
    unrated: Annotated[
        bool, Option("--unrated", help=message("do not rate the game, although it was played"))
    ]
    rated: Annotated[
        bool, Option("--rated", help=message("rate the game, although it was not played"))
    ]
    correct: Annotated[
        bool, Option("--correct", help=message("replace a result that is already recorded"))
    ]
    remove: Annotated[bool, Option("--remove", help=message("remove the recorded result"))]
    rating_only: Annotated[
        bool,
        Option(
            "--rating-only",
            help=message(
                "correct the result for ratings only, when it is too late for points and pairings"
            ),
        ),
    ]


@dataclass(frozen=True, slots=True)
class LineUp(MatchRequest):
    """Arguments of ``topboard event line-up``, which records the players on each board of a
    match.
    """

    white: Annotated[
        tuple[str, ...] | None,
        Option(
            "--white",
            "WHO",
            message(
                "players of the first-named team by number or name, starting with board 1; - for"
                " an "
                "empty board"
            ),
            nargs="+",
        ),
    ]
    black: Annotated[
        tuple[str, ...] | None,
        Option(
            "--black", "WHO", message("players of the other team, starting with board 1"), nargs="+"
        ),
    ]
    informed: InformedCaptains


@dataclass(frozen=True, slots=True)
class HandIn(ActionRequest):
    """Arguments of ``topboard event hand-in``, which records the line-up of one team."""

    round: Annotated[int, Argument("ROUND", message("number of the round"))]
    team: Annotated[str, Argument("TEAM", message("number or name of the team"))]
    line_up: Annotated[
        tuple[str, ...],
        Argument(
            "PLACE",
            message(
                "players by their place on the roster or by name, starting with board 1; - for an"
                " empty board"
            ),
            name="line_up",
            nargs="+",
        ),
    ]
    informed: InformedCaptains


@dataclass(frozen=True, slots=True)
class MissingLineUps(Request):
    """Arguments of ``topboard event missing-line-ups``, which prints the teams without one."""

    round: Annotated[
        int | None,
        Option("--round", "N", message("round to print (default: the last published round)")),
    ]


# --- undo and redo ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo(ActionRequest):
    """Arguments of ``topboard event undo``, which undoes a journal entry."""

    entry: Annotated[
        int | None,
        Argument(
            "ENTRY", message("number of the journal entry (default: the last one)"), nargs="?"
        ),
    ]
    ground: Annotated[
        ChangeGround | None,
        Option("--ground", help=message("reason for undoing a published pairing (default: other)")),
    ]
    informed: Annotated[
        tuple[str, ...] | None,
        Option(
            "--informed",
            "WHOM",
            message(
                "participants or captains informed, or 'all', if a published pairing is undone"
            ),
            nargs="+",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Redo(ActionRequest):
    """Arguments of ``topboard event redo``, which restores a journal entry that was undone."""

    entry: Annotated[
        int | None,
        Argument(
            "ENTRY", message("number of the journal entry (default: the last one)"), nargs="?"
        ),
    ]
