"""Writing the event JSON, ``topboard-event/1``: everything the model holds.

Fields that have their usual value are left out.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.figures import as_number
from topboard.formats.json.round import pairs_fields
from topboard.formats.json.rounds import AWAY, is_unplayed
from topboard.formats.json.text import document as laid_out
from topboard.formats.json.text import exact_decimal
from topboard.formats.problems import refuse
from topboard.model import (
    ForbiddenPair,
    Game,
    Manner,
    Meeting,
    PairingBye,
    Scale,
    Team,
)

if TYPE_CHECKING:
    from topboard.model import Away, Competitor, Number, Round, Tournament


FORMAT = "topboard-event/1"
POINT_FIELDS = frozenset(("pairing_score", "match_points", "game_points", "win", "draw", "loss"))
WORDS = {type(outcome): word for word, outcome in AWAY.items()}


def event_json(tournament: Tournament) -> str:
    """The tournament in the event JSON."""
    found = {
        "format": FORMAT,
        **_announced(tournament),
        "boards": tournament.boards,
        **_competitors(tournament.competitors),
        "history": [round_fields(played) for played in tournament.rounds],
        **_decided(tournament),
        "published": _published(tournament),
        **_added(tournament),
    }
    # An empty list of the accelerated says that nobody is, and must not be left out.
    return laid_out(
        {
            key: value
            for key, value in found.items()
            if value not in (None, "", [], {}) or (key, value) == ("accelerated", [])
        }
    )


def single_fields(tournament: Tournament) -> dict[str, object]:
    """Everything but competitors, boards and rounds, by the names of the fields."""
    return {**_announced(tournament), **_decided(tournament), **_added(tournament)}


def _announced(tournament: Tournament) -> dict[str, object]:
    return {
        "event": tournament.name,
        "system": tournament.system,
        "rounds": tournament.planned_rounds,
        "lot": tournament.lot.value if tournament.lot else None,
    }


def _decided(tournament: Tournament) -> dict[str, object]:
    accelerated = tournament.accelerated
    return {
        "lots": [plain(lot) for lot in tournament.lots],
        "requests": [
            {"number": r.number, "round": r.round, "as": WORDS[type(r.outcome)]}
            for r in tournament.requests
        ],
        "forbidden_pairs": [_forbidden(pair) for pair in tournament.forbidden],
        "required_pairs": [list(pair) for pair in tournament.required],
        "bye_rulings": [plain(ruling) for ruling in tournament.bye_rulings],
        "adjustments": [plain(adjustment) for adjustment in tournament.adjustments],
        "awarded": [plain(award) for award in tournament.awarded],
        "fixed_tables": [plain(fixed) for fixed in tournament.fixed_tables],
        "match_scale": _scale(tournament.match_scale),
        "game_scale": _scale(tournament.game_scale),
        "unrated_as": tournament.unrated_as,
        "variations": list(tournament.variations),
        "tie_breaks": list(tournament.tie_breaks),
        "accelerated": None if accelerated is None else sorted(accelerated),
    }


def _added(tournament: Tournament) -> dict[str, object]:
    ranks = tournament.official_ranks
    return {
        "official_ranks": None if ranks is None else plain(ranks),
        "member_byes": [
            {
                "number": bye.number,
                "round": bye.round,
                "points": as_number(bye.points),
                "as": WORDS[type(bye.outcome)],
            }
            for bye in tournament.member_byes
        ],
        "details": plain(tournament.details),
    }


def _competitors(competitors: tuple[Competitor, ...]) -> dict[str, object]:
    teams = [c for c in competitors if isinstance(c, Team)]
    if teams and len(teams) < len(competitors):
        raise refuse("teams and single players in one event", remedy="write two events")
    return {"teams" if teams else "players": [plain(c) for c in competitors]}


def plain(value: object) -> object:
    """A fact as plain JSON values, without what has its usual value."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        exact = exact_decimal(value)
        return f"{value.numerator}/{value.denominator}" if exact is None else exact
    if not is_dataclass(value):
        return value
    found: dict[str, object] = {}
    for field in fields(value):
        held = getattr(value, field.name)
        if held != field.default:
            is_points = field.name in POINT_FIELDS and held is not None
            found[field.name] = as_number(held) if is_points else plain(held)
    return found


def _scale(scale: Scale | None) -> object:
    if scale is None:
        return None
    return {
        "win": as_number(scale.win),
        "draw": as_number(scale.draw),
        "loss": as_number(scale.loss),
    }


def _forbidden(pair: ForbiddenPair) -> object:
    both = [pair.a, pair.b]
    if pair == ForbiddenPair(pair.a, pair.b):
        return both
    return {"pair": both, "first": pair.first, "last": pair.last, "wish": pair.wish}


def round_fields(played: Round) -> dict[str, object]:
    """A round as plain JSON values."""
    byes, away = _byes_and_away(played.away)
    found: dict[str, object] = {"round": played.number}
    if not played.tables_known:
        found["in_table_order"] = False
    if not played.numbers_in_force:
        found["later_numbers"] = True
    if byes:
        found["byes"] = byes
    if away:
        found["away"] = [{"number": n, "as": WORDS[type(outcome)]} for n, outcome in away]
    found["matches"] = [match_fields(meeting) for meeting in played.meetings]
    return found


def _byes_and_away(
    away: tuple[tuple[Number, Away], ...],
) -> tuple[list[Number], tuple[tuple[Number, Away], ...]]:
    """The pairing byes that stand first, and the rest."""
    first = 0
    while first < len(away) and isinstance(away[first][1], PairingBye):
        first += 1
    return [number for number, _ in away[:first]], away[first:]


def match_fields(meeting: Meeting) -> dict[str, object]:
    """A match, or a game of single players, as plain JSON values."""
    found = _result(meeting)
    if meeting.paired_as is not None:
        found["paired_as"] = [as_number(points) for points in meeting.paired_as]
    if not meeting.colour_known:
        found["colour_known"] = False
    if meeting.games:
        found["games"] = [_result(game) for game in meeting.games]
    return found


def _result(meeting: Meeting | Game) -> dict[str, object]:
    found: dict[str, object] = {"white": meeting.white, "black": meeting.black}
    points = [as_number(meeting.white_points), as_number(meeting.black_points)]
    if meeting.manner is not Manner.PENDING or points != [0, 0]:
        found["points"] = points
    if is_unplayed(meeting.manner):
        found["unplayed"] = True
    elif meeting.manner is not Manner.PLAYED:
        found["unfinished" if meeting.manner is Manner.UNFINISHED else "pending"] = True
    if meeting.rated is is_unplayed(meeting.manner):
        found["rated"] = meeting.rated
    return found


def _published(tournament: Tournament) -> object:
    published = tournament.published
    if published is None:
        return None
    plain = all(_is_only_a_pair(meeting) for meeting in published.meetings)
    bye = published.bye
    if plain and published.away == (() if bye is None else ((bye, PairingBye()),)):
        return pairs_fields(published)
    return round_fields(published)


def _is_only_a_pair(meeting: Meeting) -> bool:
    bare = Meeting(
        meeting.white,
        meeting.black,
        manner=Manner.PENDING,
        colour_known=meeting.colour_known,
    )
    return meeting == bare and meeting.white is not None and meeting.black is not None
