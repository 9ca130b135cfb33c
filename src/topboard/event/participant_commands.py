"""The ``topboard event`` commands about participants, the drawing of lots and attendance."""

from __future__ import annotations

from typing import Annotated, Literal

from topboard._frozen import dataclass
from topboard.event.commands import ActionRequest
from topboard.event.parameters import Argument, ArgumentGroup, Option
from topboard.messages import message
from topboard.model import Colour

# --- entries ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompetitorData:
    """The details of a player or a team that can be entered on the command line."""

    rating: Annotated[
        str | None,
        Option(
            "--rating",
            "TEXT",
            message(
                "rating, or several ratings with their lists, such as 'FIDE 2000, FIDE "
                "rapid 2026-11 "
                "1950'; 0 means unrated"
            ),
        ),
    ]
    title: Annotated[
        str | None, Option("--title", "TEXT", message("title of the player, such as WFM"))
    ]
    federation: Annotated[
        str | None,
        Option("--federation", "TEXT", message("three-letter code of the federation, such as CAN")),
    ]
    fide_id: Annotated[str | None, Option("--fide-id", "TEXT", message("FIDE ID of the player"))]
    sex: Annotated[
        str | None, Option("--sex", "TEXT", message("sex of the player, as in TRF files: m or w"))
    ]
    birth: Annotated[
        str | None,
        Option(
            "--birth",
            "TEXT",
            message("date or year of birth of the player, such as 2010-04-30 or 2010"),
        ),
    ]
    letter: Annotated[
        str | None,
        Option(
            "--letter",
            "TEXT",
            message("letter that distinguishes teams of one federation or club, such as B"),
        ),
    ]
    short_name: Annotated[
        str | None, Option("--short-name", "TEXT", message("short name of a team for narrow lists"))
    ]
    captain: Annotated[
        str | None, Option("--captain", "TEXT", message("name of the captain of a team"))
    ]
    club: Annotated[str | None, Option("--club", "TEXT", message("name of the player's club"))]
    national_id: Annotated[
        str | None,
        Option("--national-id", "TEXT", message("ID of the player in the national federation")),
    ]
    contact: Annotated[
        str | None,
        Option("--contact", "TEXT", message("contact details, visible only to the arbiters")),
    ]
    region: Annotated[
        str | None,
        Option(
            "--region",
            "TEXT",
            message(
                "region, city or family, separated by commas (for information, not a pairing"
                " request)"
            ),
        ),
    ]
    previous_standing: Annotated[
        str | None,
        Option(
            "--previous-standing",
            "PLACE",
            message("final rank of the team in the previous event; 0 means none"),
        ),
    ]
    player: Annotated[
        tuple[str, ...] | None,
        Option(
            "--player",
            "NAME;RATING;TITLE;SEX;ID",
            message("player of the team, in board order (can be repeated)"),
            repeated=True,
        ),
    ]


@dataclass(frozen=True, slots=True)
class Enter(ActionRequest):
    """Arguments of ``topboard event enter``, which enters a player or a team."""

    name: Annotated[
        str, Argument("NAME", message('name of the player or team, such as "Lee, Ann"'))
    ]
    data: Annotated[CompetitorData, ArgumentGroup()]
    late: Annotated[
        int | None,
        Option(
            "--late",
            "ROUND",
            message("first round of a participant who enters after entries are closed"),
        ),
    ]
    last_number: Annotated[
        bool,
        Option(
            "--last-number",
            help=message(
                "give a late entry the last starting number instead of the one that matches its "
                "rating"
            ),
        ),
    ]
    pairing_score: Annotated[
        str | None, Option("--pairing-score", "POINTS", message("score used for pairing only"))
    ]


@dataclass(frozen=True, slots=True)
class Change(ActionRequest):
    """Arguments of ``topboard event change``, which changes the data of a participant."""

    whom: Annotated[str, Argument("WHOM", message("number or name of the participant"))]
    name: Annotated[str | None, Option("--name", "NAME", message("new name of the participant"))]
    data: Annotated[CompetitorData, ArgumentGroup()]


@dataclass(frozen=True, slots=True)
class CloseEntries(ActionRequest):
    """Arguments of ``topboard event close-entries``, which closes entries and assigns numbers."""


@dataclass(frozen=True, slots=True)
class Erase(ActionRequest):
    """Arguments of ``topboard event erase``, which erases personal data permanently."""

    whom: Annotated[str, Argument("WHOM", message("number or name of a participant, or 'all'"))]
    member: Annotated[
        str | None,
        Option(
            "--member",
            "NAME",
            message("erase only this player's data, not those of the whole team"),
        ),
    ]
    field: Annotated[
        tuple[Literal["birth", "fide_id", "national_id", "contact"], ...] | None,
        Option(
            "--field",
            help=message("erase only this field (can be repeated; default: all fields)"),
            repeated=True,
        ),
    ]


@dataclass(frozen=True, slots=True)
class Renumber(ActionRequest):
    """Arguments of ``topboard event renumber``, which reassigns the starting numbers."""


# --- lots and presence --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lot(ActionRequest):
    """Arguments of ``topboard event lot``, which commits to, draws or records lots."""

    purpose: Annotated[
        str,
        Argument(
            "PURPOSE",
            message(
                "purpose of the drawing of lots, such as colour, equal ratings or pairing numbers"
            ),
        ),
    ]
    commit: Annotated[
        bool,
        Option("--commit", help=message("publish the hash of a secret seed"), exclusive=True),
    ]
    draw: Annotated[
        bool, Option("--draw", help=message("reveal the seed and draw lots"), exclusive=True)
    ]
    order: Annotated[
        tuple[str, ...] | None,
        Option(
            "--order",
            "WHOM",
            message("participants in the order drawn by hand"),
            nargs="+",
            exclusive=True,
        ),
    ]
    colour: Annotated[
        Colour | None,
        Option(
            "--colour", help=message("colour drawn by hand for starting number 1"), exclusive=True
        ),
    ]
    values: Annotated[
        tuple[str, ...] | None,
        Option(
            "--values",
            "POINTS",
            message(
                "values of an external tie-break such as OTHER_PLAYOFF, one for each participant "
                "named in --order, highest first"
            ),
            nargs="+",
        ),
    ]
    seed: Annotated[
        str | None,
        Option(
            "--seed",
            "TEXT",
            message("secret seed; --commit creates one if none is given, --draw requires it"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Present(ActionRequest):
    """Arguments of ``topboard event present``, which records the players present in teams."""

    whom: Annotated[
        tuple[str, ...], Argument("WHOM", message("numbers or names of teams, or 'all'"), nargs="+")
    ]
    players: Annotated[
        int,
        Option(
            "--players",
            "N",
            message("number of players present in each team"),
            required=True,
        ),
    ]
    travel: Annotated[
        str | None, Option("--travel", "TEXT", message("reason for a delay, such as a late flight"))
    ]
    in_time: Annotated[
        bool,
        Option(
            "--in-time", help=message("record that the team is on its way and will arrive in time")
        ),
    ]
