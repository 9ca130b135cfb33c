"""Actions about line-ups of team matches: handing them in, their deadline and captains' links."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from topboard._frozen import dataclass
from topboard.event.parameters import (
    Argument,
    FilledFromSection,
    Option,
    last_published_round,
)
from topboard.messages import message
from topboard.model import Number


@dataclass(frozen=True, slots=True)
class PublishLineUps:
    """Action that publishes the players on each board in a round of team matches."""

    section: str
    round: Annotated[int, FilledFromSection(last_published_round)]


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """The line-up of one team: the player on each board, or None for an empty board."""

    number: Number
    players: tuple[Number | None, ...]


@dataclass(frozen=True, slots=True)
class HandInLineUps:
    """Action that hands in the line-ups of one or more teams for a round.

    A line-up stays secret until the opponents have handed in theirs or the deadline has passed.
    """

    section: str
    round: int
    line_ups: tuple[TeamLineUp, ...]
    informed: tuple[Number, ...] = ()
    """The teams whose captains were informed that a known line-up has changed."""


@dataclass(frozen=True, slots=True)
class SetLineUpDeadline:
    """Action that sets when line-ups are due, or removes the deadline."""

    section: str
    minutes: Annotated[
        int | None,
        Option(
            "--before",
            "MINUTES",
            message("minutes before the start of each round (default: no deadline)"),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class CaptainLink:
    """The public part of a captain's private link. The secret part is never in the journal."""

    number: Number
    link: str


@dataclass(frozen=True, slots=True)
class GiveCaptainLinks:
    """Action that gives captains a private link, which replaces any earlier link of the team."""

    section: str
    links: tuple[CaptainLink, ...]


@dataclass(frozen=True, slots=True)
class RevokeCaptainLinks:
    """Action that makes the private links of captains invalid."""

    section: str
    numbers: Annotated[
        tuple[Number, ...],
        Argument(
            "TEAM",
            message("numbers or names of the teams whose captains lose their link"),
            name="numbers",
            nargs="+",
        ),
    ]


LineUpAct: TypeAlias = (
    PublishLineUps | HandInLineUps | SetLineUpDeadline | GiveCaptainLinks | RevokeCaptainLinks
)
