"""Reader and writer of round JSON, ``topboard-round/1``: the data known before a round is
paired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.formats.json.codec import CODEC
from topboard.formats.json.entrants import (
    KnownParticipants,
    read_number_in_tpn_range,
    read_participant_numbers,
    read_participants,
)
from topboard.formats.json.rounds import (
    MATCH_FIELDS,
    published_pairs_to_json,
    read_published_pairs,
    read_rounds_of_history,
)
from topboard.formats.json.text import format_json_file, to_exact_decimal_or_none
from topboard.formats.problems import (
    LOWEST_POINTS,
    MOST_BOARDS,
    MOST_COMPETITORS,
    MOST_ROUNDS,
    TOO_MANY_BOARDS,
    TOO_MANY_ROUNDS,
    bad_input_error,
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
from topboard.model.history import participants_to_pair
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
    """Return the tournament in a round JSON file, as it was before that round was paired."""
    root = document.root
    root.check_is_object(FIELDS, strict=False)
    teams = read_participants(root.field("teams"), "team", _read_team)
    given = root.field("boards")
    boards = given.read_count_within_limit(1, MOST_BOARDS, TOO_MANY_BOARDS) or MOST_BOARDS
    numbers = frozenset(team.number for team in teams)
    known = KnownParticipants("team", numbers, {}, boards, boards * POINT, full=False)
    upcoming = _read_round_to_pair(root)

    def read_tournament_field(name: str, key: str = "") -> Any:
        return CODEC.read_field(Tournament, name, root.field(key or name), known)

    published = root.field("published")
    tournament = Tournament(
        teams,
        read_rounds_of_history(root.field("history"), known),
        planned_rounds=read_tournament_field("planned_rounds", "rounds"),
        boards=boards,
        name=read_tournament_field("name", "event"),
        system=read_tournament_field("system"),
        lot=read_tournament_field("lot"),
        requests=_read_absence_requests(root.field("participants"), known, teams, upcoming),
        forbidden=_read_forbidden_pairs(root.field("forbidden_pairs"), known),
        bye_rulings=(
            *_read_bye_rulings(root.field("bye_ineligible"), known, upcoming, allowed=False),
            *_read_bye_rulings(root.field("bye_eligible"), known, upcoming, allowed=True),
        ),
        adjustments=_read_point_adjustments(root.field("game_point_adjustments"), known, upcoming),
        accelerated=read_tournament_field("accelerated"),
        virtual=_read_virtual_points(root.field("virtual"), known),
        published=read_published_pairs(published, known, upcoming) if published.is_given else None,
    )
    document.raise_problems()
    return tournament


def _read_virtual_points(cursor: Cursor, known: KnownParticipants) -> tuple[VirtualPoints, ...]:
    read = CODEC.reader(VirtualPoints)
    found = (read(place, known) for place in cursor.items(most=MOST_COMPETITORS))
    return tuple(virtual for virtual in found if virtual is not None)


def _read_team(cursor: Cursor) -> Team | None:
    if not cursor.check_is_object(TEAM_FIELDS, strict=False):
        return None
    number = read_number_in_tpn_range(cursor.field("number"))
    name = cursor.field("name").read_text()
    recorded = cursor.field("average")
    average = recorded.read_average_rating() if recorded.is_given else None
    return None if number is None else Team(number, name, average=average)


def _read_round_to_pair(root: Cursor) -> int:
    """Return the number of the round to pair.

    Note a problem if it does not follow the rounds in the history, or if it is beyond the last
    round of the event.
    """
    place = root.field("round")
    number = place.read_count_within_limit(1, MOST_ROUNDS, TOO_MANY_ROUNDS)
    if number is None:
        return 1
    played = root.field("history").value
    if isinstance(played, list) and len(played) != number - 1:
        place.add_problem(
            say(
                "the number of earlier rounds should be {number}, but the history has {count}",
                count=len(played),
                number=number - 1,
            ),
            say("List exactly the rounds before the one to be paired."),
        )
    last = root.field("rounds").value
    if type(last) is int and 0 < last < number:
        place.add_problem(
            say(
                "round {number} comes after the last round, which is round {last}",
                number=number,
                last=last,
            ),
            say("Correct the round or the number of rounds."),
        )
    return number


def _read_absence_requests(
    cursor: Cursor, known: KnownParticipants, teams: tuple[Team, ...], upcoming: int
) -> tuple[Request, ...]:
    """Return an absence for every team that is not listed as present.

    If there is no list, all teams play.
    """
    if not cursor.is_given:
        return ()
    present = set(read_participant_numbers(cursor, known))
    return tuple(Request(team.number, upcoming) for team in teams if team.number not in present)


def _read_forbidden_pairs(cursor: Cursor, known: KnownParticipants) -> tuple[ForbiddenPair, ...]:
    pairs = CODEC.reader(tuple[tuple[Number, Number], ...])(cursor, known)
    return tuple(ForbiddenPair(*pair) for pair in pairs)


def _read_bye_rulings(
    cursor: Cursor, known: KnownParticipants, upcoming: int, *, allowed: bool
) -> tuple[ByeRuling, ...]:
    return tuple(
        ByeRuling(n, allowed, upcoming, upcoming) for n in read_participant_numbers(cursor, known)
    )


def _read_point_adjustments(
    cursor: Cursor, known: KnownParticipants, upcoming: int
) -> tuple[Adjustment, ...]:
    """Return the game point adjustments that were known when the round was paired."""
    found = []
    for place in cursor.items(most=MOST_COMPETITORS):
        couple = place.read_two_items()
        if couple is None:
            continue
        number = known.read_known_number(couple[0])
        points = couple[1].read_points(least=LOWEST_POINTS)
        if number is not None and points is not None:
            correction = Adjustment(number, 0, points, known_from=upcoming, last=upcoming)
            found.append(correction)
    return tuple(found)


FORMAT = "topboard-round/1"


def _refuse_unrepresentable_tournament(tournament: Tournament) -> None:
    """Raise ``BadInput`` if round JSON cannot represent the tournament correctly."""
    what = ""
    if not all(isinstance(competitor, Team) for competitor in tournament.competitors):
        what = say("the round JSON format supports only teams")
    elif 0 < tournament.planned_rounds < tournament.round_to_pair:
        what = say("the round JSON format needs a next round, but all rounds have been played")
    elif tournament.game_scale not in (None, Scale()):
        what = say("the round JSON format supports only 1, ½ and 0 points for a game")
    if what:
        raise bad_input_error(
            what, quoted=tournament.name, remedy=say("Use the format event-json instead.")
        )


def format_round_json(tournament: Tournament) -> str:
    """Return the text of the round JSON file for the next round of a tournament."""
    _refuse_unrepresentable_tournament(tournament)
    upcoming = tournament.round_to_pair
    fields: dict[str, object] = {
        "format": FORMAT,
        "event": tournament.name,
        "system": tournament.system,
        "round": upcoming,
        "rounds": tournament.planned_rounds,
        "boards": tournament.boards,
        "lot": tournament.lot.value if tournament.lot else None,
        "teams": [_team_to_json(c) for c in tournament.competitors if isinstance(c, Team)],
        "history": [_round_to_json(played) for played in tournament.rounds],
        "participants": list(participants_to_pair(tournament)),
        "forbidden_pairs": [
            [pair.a, pair.b]
            for pair in tournament.forbidden
            if pair.first <= upcoming <= pair.last and not pair.wish
        ],
        "bye_ineligible": _list_numbers_with_bye_ruling(tournament, allowed=False),
        "bye_eligible": _list_numbers_with_bye_ruling(tournament, allowed=True),
        "game_point_adjustments": [
            [a.number, to_json_number(a.game_points)]
            for a in tournament.adjustments
            if a.known_from <= upcoming <= a.last and a.game_points
        ],
    }
    if tournament.accelerated is not None:
        fields["accelerated"] = sorted(tournament.accelerated)
    if tournament.virtual:
        fields["virtual"] = CODEC.value_to_json(tournament.virtual)
    if tournament.published is not None:
        fields["published"] = published_pairs_to_json(tournament.published)
    return format_json_file(fields)


def _list_numbers_with_bye_ruling(tournament: Tournament, *, allowed: bool) -> list[int]:
    upcoming = tournament.round_to_pair
    rulings = (r for r in tournament.bye_rulings if r.first <= upcoming <= r.last)
    return list(dict.fromkeys(r.number for r in rulings if r.allowed is allowed))


def _team_to_json(team: Team) -> dict[str, object]:
    fields: dict[str, object] = {"number": team.number, "name": team.name}
    if team.average is not None:
        exact = to_exact_decimal_or_none(team.average)
        fields["average"] = round(float(team.average), 4) if exact is None else exact
    return fields


def _round_to_json(played: Round) -> dict[str, object]:
    return {
        "round": played.number,
        "byes": [n for n, outcome in played.away if isinstance(outcome, PairingBye)],
        "matches": [_match_to_json(meeting) for meeting in played.meetings],
    }


def _match_to_json(meeting: Meeting) -> dict[str, object]:
    """Return a match as JSON with only the fields of the round format.

    Its points are always included.
    """
    found = {"white": None, "black": None, "points": [0, 0], **CODEC.value_to_json(meeting)}
    return {key: value for key, value in found.items() if key in MATCH_FIELDS}
