"""Writing the round JSON, ``topboard-round/1``: what is known before the round to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.figures import as_number
from topboard.formats.json_layout import document as laid_out
from topboard.formats.json_layout import exact_decimal
from topboard.formats.json_rounds import is_unplayed
from topboard.formats.problems import refuse
from topboard.history import participants
from topboard.model import PairingBye, Scale, Team

if TYPE_CHECKING:
    from topboard.model import Meeting, Round, Tournament

FORMAT = "topboard-round/1"


def _check_that_it_fits(tournament: Tournament) -> None:
    """Refuse what the format could only tell wrongly."""
    what = ""
    if not all(isinstance(competitor, Team) for competitor in tournament.competitors):
        what = "the round JSON holds teams only"
    elif 0 < tournament.planned_rounds < tournament.round_to_pair:
        what = "the round JSON is for a round to come, and all rounds are played"
    elif tournament.game_scale not in (None, Scale()):
        what = "the round JSON knows 1, ½ and 0 points for a game only"
    if what:
        raise refuse(what, quoted=tournament.name, remedy="write event-json")


def round_json(tournament: Tournament) -> str:
    """The tournament in the round JSON, with the round to come as the round to pair."""
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
        "bye_ineligible": _ruled(tournament, allowed=False),
        "bye_eligible": _ruled(tournament, allowed=True),
        "game_point_adjustments": [
            [a.number, as_number(a.game_points)]
            for a in tournament.adjustments
            if a.known_from <= upcoming <= a.last and a.game_points
        ],
    }
    if tournament.accelerated is not None:
        fields["accelerated"] = sorted(tournament.accelerated)
    if tournament.published is not None:
        fields["published"] = pairs_fields(tournament.published)
    return laid_out(fields)


def _ruled(tournament: Tournament, *, allowed: bool) -> list[int]:
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
    fields: dict[str, object] = {
        "white": meeting.white,
        "black": meeting.black,
        "points": [as_number(meeting.white_points), as_number(meeting.black_points)],
    }
    if is_unplayed(meeting.manner):
        fields["unplayed"] = True
    return fields


def pairs_fields(published: Round) -> dict[str, object]:
    """A pairing as pairs in the order of the tables, with its bye."""
    named = [m for m in published.meetings if m.white is not None and m.black is not None]
    return {
        "pairs": [[m.white, m.black] for m in named],
        "bye": published.bye,
        "colour_uncertain": [[m.white, m.black] for m in named if not m.colour_known],
        "in_table_order": published.tables_known,
    }
