"""Reading the round JSON, ``topboard-round/1``: what was known before a round was paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.json_entrants import (
    Entrants,
    drawn_colour,
    entrants,
    pairing_number,
    planned_rounds,
    several,
    with_imaginary_points,
)
from topboard.formats.json_rounds import history, published_pairs
from topboard.formats.problems import LOWEST_POINTS, MOST_BOARDS, MOST_COMPETITORS, MOST_ROUNDS
from topboard.model import (
    POINT,
    Adjustment,
    ByeRuling,
    ForbiddenPair,
    Request,
    Team,
    Tournament,
)

if TYPE_CHECKING:
    from topboard.formats.json_cursor import Cursor, Document
    from topboard.model import Round

FIELDS = (
    "format",
    "event",
    "system",
    "round",
    "rounds",
    "boards",
    "lot",
    "teams",
    "history",
    "participants",
    "forbidden_pairs",
    "bye_ineligible",
    "bye_eligible",
    "game_point_adjustments",
    "accelerated",
    "published",
    "reproduced_by_our_reading",
)
TEAM_FIELDS = ("number", "name", "average")


def tournament_of_round(document: Document) -> Tournament:
    """The tournament as it stood before the round of the file was paired."""
    root = document.root
    root.is_object(FIELDS, strict=False)
    teams = entrants(root.field("teams"), "team", _team)
    boards = root.field("boards").size(1, MOST_BOARDS, "boards") or MOST_BOARDS
    numbers = frozenset(team.number for team in teams)
    known = Entrants("team", numbers, {}, boards, boards * POINT, full=False)
    upcoming = _round_to_pair(root)
    tournament = Tournament(
        teams,
        history(root.field("history"), known),
        planned_rounds=planned_rounds(root.field("rounds")),
        boards=boards,
        name=root.field("event").text_or(""),
        system=root.field("system").text_or(""),
        lot=drawn_colour(root.field("lot")),
        requests=_requests(root.field("participants"), known, teams, upcoming),
        forbidden=_forbidden(root.field("forbidden_pairs"), known),
        bye_rulings=(
            *_rulings(root.field("bye_ineligible"), known, upcoming, allowed=False),
            *_rulings(root.field("bye_eligible"), known, upcoming, allowed=True),
        ),
        adjustments=_adjustments(root.field("game_point_adjustments"), known, upcoming),
        accelerated=with_imaginary_points(root.field("accelerated"), known),
        published=_published(root.field("published"), known, upcoming),
    )
    document.settle()
    return tournament


def _team(cursor: Cursor) -> Team | None:
    if not cursor.is_object(TEAM_FIELDS, strict=False):
        return None
    number = pairing_number(cursor.field("number"))
    name = cursor.field("name").text()
    recorded = cursor.field("average")
    average = recorded.average() if recorded.is_given else None
    return None if number is None else Team(number, name, average=average)


def _round_to_pair(root: Cursor) -> int:
    """The round to pair: the one after the history, and not after the last."""
    place = root.field("round")
    number = place.size(1, MOST_ROUNDS, "rounds")
    if number is None:
        return 1
    played = root.field("history").value
    if isinstance(played, list) and len(played) != number - 1:
        place.problem(
            f"a round is missing: the history has {len(played)} of the {number - 1} rounds before",
            "give every round before the one to pair, and no other",
        )
    last = root.field("rounds").value
    if type(last) is int and 0 < last < number:
        place.problem(f"round {number} of an event of {last} rounds", "correct one of the two")
    return number


def _requests(
    cursor: Cursor, known: Entrants, teams: tuple[Team, ...], upcoming: int
) -> tuple[Request, ...]:
    """Whoever is not among the participants is absent; without a list everybody plays."""
    if not cursor.is_given:
        return ()
    present = set(several(cursor, known))
    return tuple(Request(team.number, upcoming) for team in teams if team.number not in present)


def _forbidden(cursor: Cursor, known: Entrants) -> tuple[ForbiddenPair, ...]:
    pairs = (known.pair(place) for place in cursor.items())
    return tuple(ForbiddenPair(*pair) for pair in pairs if pair is not None)


def _rulings(
    cursor: Cursor, known: Entrants, upcoming: int, *, allowed: bool
) -> tuple[ByeRuling, ...]:
    return tuple(ByeRuling(n, allowed, upcoming, upcoming) for n in several(cursor, known))


def _adjustments(cursor: Cursor, known: Entrants, upcoming: int) -> tuple[Adjustment, ...]:
    """Corrections of game points, as known when this round was paired."""
    found = []
    for place in cursor.items(most=MOST_COMPETITORS):
        couple = place.couple()
        if couple is None:
            continue
        number = known.known(couple[0])
        points = couple[1].points(least=LOWEST_POINTS)
        if number is not None and points is not None:
            correction = Adjustment(number, 0, points, known_from=upcoming, last=upcoming)
            found.append(correction)
    return tuple(found)


def _published(cursor: Cursor, known: Entrants, upcoming: int) -> Round | None:
    return published_pairs(cursor, known, upcoming) if cursor.is_given else None
