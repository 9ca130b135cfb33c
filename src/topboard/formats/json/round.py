"""The round JSON, ``topboard-round/1``, which holds the data known before a round is paired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.formats.json.codec import CODEC
from topboard.formats.json.entrants import Entrants, entrants, pairing_number, several
from topboard.formats.json.rounds import MATCH_FIELDS, history, pairs_fields, published_pairs
from topboard.formats.json.text import document as laid_out, exact_decimal
from topboard.formats.problems import (
    LOWEST_POINTS,
    MOST_BOARDS,
    MOST_COMPETITORS,
    MOST_ROUNDS,
    refuse,
)
from topboard.messages import say
from topboard.model import (
    POINT,
    Adjustment,
    ByeRuling,
    ForbiddenPair,
    Number,
    PairingBye,
    Request,
    Scale,
    Team,
    Tournament,
    VirtualPoints,
)
from topboard.model.history import participants
from topboard.text.numbers import to_json_number

if TYPE_CHECKING:
    from topboard.formats.json.cursor import Cursor, JsonFile
    from topboard.model import Meeting, Round


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
    "virtual",
    "published",
    "reproduced_by_our_reading",
)
TEAM_FIELDS = ("number", "name", "average")


def parse_round_json(document: JsonFile) -> Tournament:
    """Return the tournament as it was before the round in the file was paired."""
    root = document.root
    root.is_object(FIELDS, strict=False)
    teams = entrants(root.field("teams"), "team", _team)
    boards = root.field("boards").size(1, MOST_BOARDS, "boards") or MOST_BOARDS
    numbers = frozenset(team.number for team in teams)
    known = Entrants("team", numbers, {}, boards, boards * POINT, full=False)
    upcoming = _round_to_pair(root)

    def fact(name: str, key: str = "") -> Any:
        return CODEC.read_field(Tournament, name, root.field(key or name), known)

    published = root.field("published")
    tournament = Tournament(
        teams,
        history(root.field("history"), known),
        planned_rounds=fact("planned_rounds", "rounds"),
        boards=boards,
        name=fact("name", "event"),
        system=fact("system"),
        lot=fact("lot"),
        requests=_requests(root.field("participants"), known, teams, upcoming),
        forbidden=_forbidden(root.field("forbidden_pairs"), known),
        bye_rulings=(
            *_rulings(root.field("bye_ineligible"), known, upcoming, allowed=False),
            *_rulings(root.field("bye_eligible"), known, upcoming, allowed=True),
        ),
        adjustments=_adjustments(root.field("game_point_adjustments"), known, upcoming),
        accelerated=fact("accelerated"),
        virtual=_virtual(root.field("virtual"), known),
        published=published_pairs(published, known, upcoming) if published.is_given else None,
    )
    document.settle()
    return tournament


def _virtual(cursor: Cursor, known: Entrants) -> tuple[VirtualPoints, ...]:
    read = CODEC.reader(VirtualPoints)
    found = (read(place, known) for place in cursor.items(most=MOST_COMPETITORS))
    return tuple(virtual for virtual in found if virtual is not None)


def _team(cursor: Cursor) -> Team | None:
    if not cursor.is_object(TEAM_FIELDS, strict=False):
        return None
    number = pairing_number(cursor.field("number"))
    name = cursor.field("name").text()
    recorded = cursor.field("average")
    average = recorded.average() if recorded.is_given else None
    return None if number is None else Team(number, name, average=average)


def _round_to_pair(root: Cursor) -> int:
    """Return the number of the round to pair.

    Note a problem if it does not follow the history or is beyond the last round.
    """
    place = root.field("round")
    number = place.size(1, MOST_ROUNDS, "rounds")
    if number is None:
        return 1
    played = root.field("history").value
    if isinstance(played, list) and len(played) != number - 1:
        place.problem(
            say(
                "a round is missing: the history has {count} of the {number} rounds before",
                count=len(played),
                number=number - 1,
            ),
            say("give every round before the one to pair, and no other"),
        )
    last = root.field("rounds").value
    if type(last) is int and 0 < last < number:
        place.problem(
            say("round {number} of an event of {last} rounds", number=number, last=last),
            say("correct one of the two"),
        )
    return number


def _requests(
    cursor: Cursor, known: Entrants, teams: tuple[Team, ...], upcoming: int
) -> tuple[Request, ...]:
    """Return an absence for every team not listed as present. Without a list all teams play."""
    if not cursor.is_given:
        return ()
    present = set(several(cursor, known))
    return tuple(Request(team.number, upcoming) for team in teams if team.number not in present)


def _forbidden(cursor: Cursor, known: Entrants) -> tuple[ForbiddenPair, ...]:
    pairs = CODEC.reader(tuple[tuple[Number, Number], ...])(cursor, known)
    return tuple(ForbiddenPair(*pair) for pair in pairs)


def _rulings(
    cursor: Cursor, known: Entrants, upcoming: int, *, allowed: bool
) -> tuple[ByeRuling, ...]:
    return tuple(ByeRuling(n, allowed, upcoming, upcoming) for n in several(cursor, known))


def _adjustments(cursor: Cursor, known: Entrants, upcoming: int) -> tuple[Adjustment, ...]:
    """Return the corrections of game points that were known when the round was paired."""
    found = []
    for place in cursor.items(most=MOST_COMPETITORS):
        couple = place.couple()
        if couple is None:
            continue
        number = known.number(couple[0])
        points = couple[1].points(least=LOWEST_POINTS)
        if number is not None and points is not None:
            correction = Adjustment(number, 0, points, known_from=upcoming, last=upcoming)
            found.append(correction)
    return tuple(found)


FORMAT = "topboard-round/1"


def _check_that_it_fits(tournament: Tournament) -> None:
    """Raise ``BadInput`` if the format cannot represent the tournament correctly."""
    what = ""
    if not all(isinstance(competitor, Team) for competitor in tournament.competitors):
        what = say("the round JSON holds teams only")
    elif 0 < tournament.planned_rounds < tournament.round_to_pair:
        what = say("the round JSON is for a round to come, and all rounds are played")
    elif tournament.game_scale not in (None, Scale()):
        what = say("the round JSON knows 1, ½ and 0 points for a game only")
    if what:
        raise refuse(what, quoted=tournament.name, remedy=say("write event-json"))


def format_round_json(tournament: Tournament) -> str:
    """Return the tournament as round JSON, with the next round as the round to pair."""
    _check_that_it_fits(tournament)
    upcoming = tournament.round_to_pair
    fields: dict[str, object] = {
        "format": FORMAT,
        "event": tournament.name,
        "system": tournament.system,
        "round": upcoming,
        "rounds": tournament.planned_rounds,
        "boards": tournament.boards,
        "lot": tournament.lot.value if tournament.lot else None,
        "teams": [_team_fields(c) for c in tournament.competitors if isinstance(c, Team)],
        "history": [_round_fields(played) for played in tournament.rounds],
        "participants": list(participants(tournament)),
        "forbidden_pairs": [
            [pair.a, pair.b]
            for pair in tournament.forbidden
            if pair.first <= upcoming <= pair.last and not pair.wish
        ],
        "bye_ineligible": _numbers_with_bye_ruling(tournament, allowed=False),
        "bye_eligible": _numbers_with_bye_ruling(tournament, allowed=True),
        "game_point_adjustments": [
            [a.number, to_json_number(a.game_points)]
            for a in tournament.adjustments
            if a.known_from <= upcoming <= a.last and a.game_points
        ],
    }
    if tournament.accelerated is not None:
        fields["accelerated"] = sorted(tournament.accelerated)
    if tournament.virtual:
        fields["virtual"] = CODEC.plain(tournament.virtual)
    if tournament.published is not None:
        fields["published"] = pairs_fields(tournament.published)
    return laid_out(fields)


def _numbers_with_bye_ruling(tournament: Tournament, *, allowed: bool) -> list[int]:
    upcoming = tournament.round_to_pair
    rulings = (r for r in tournament.bye_rulings if r.first <= upcoming <= r.last)
    return list(dict.fromkeys(r.number for r in rulings if r.allowed is allowed))


def _team_fields(team: Team) -> dict[str, object]:
    fields: dict[str, object] = {"number": team.number, "name": team.name}
    if team.average is not None:
        exact = exact_decimal(team.average)
        fields["average"] = round(float(team.average), 4) if exact is None else exact
    return fields


def _round_fields(played: Round) -> dict[str, object]:
    return {
        "round": played.number,
        "byes": [n for n, outcome in played.away if isinstance(outcome, PairingBye)],
        "matches": [_match_fields(meeting) for meeting in played.meetings],
    }


def _match_fields(meeting: Meeting) -> dict[str, object]:
    """Return a match with the fields of the round JSON. Its points are always written."""
    found = {"white": None, "black": None, "points": [0, 0], **CODEC.plain(meeting)}
    return {key: value for key, value in found.items() if key in MATCH_FIELDS}
