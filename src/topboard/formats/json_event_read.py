"""Reading the event JSON, ``topboard-event/1``: everything the model holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.json_cursor import record
from topboard.formats.json_entrants import (
    Entrants,
    drawn_colour,
    entrants,
    note_repeated,
    pairing_number,
    planned_rounds,
    several,
    with_imaginary_points,
)
from topboard.formats.json_rounds import ABSENCES, history, published_pairs, round_played
from topboard.formats.problems import MOST_BOARDS, MOST_COMPETITORS, points_of_a_board
from topboard.model import (
    Adjustment,
    AwardedPoints,
    ByeRuling,
    Details,
    FixedTable,
    ForbiddenPair,
    Lot,
    Number,
    Player,
    Request,
    Scale,
    Team,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias, TypeVar

    from topboard.formats.json_cursor import Cursor, Document
    from topboard.model import Competitor, Round, Tenths

    Fact = TypeVar("Fact")
    Readers: TypeAlias = Mapping[str, Callable[[Cursor], Any]]

FIELDS = (
    "format",
    "event",
    "system",
    "rounds",
    "boards",
    "lot",
    "teams",
    "players",
    "history",
    "lots",
    "requests",
    "forbidden_pairs",
    "required_pairs",
    "bye_rulings",
    "adjustments",
    "awarded",
    "fixed_tables",
    "accelerated",
    "match_scale",
    "game_scale",
    "unrated_as",
    "variations",
    "published",
    "details",
)
LAST_ROUND = 10_000
"""The round by which the model says "to the end"."""

HIGHEST_RATING = 9_999
LARGEST_ROSTER = 100


def tournament_of_event(document: Document) -> Tournament:
    """The tournament as the file tells it."""
    root = document.root
    root.is_object(FIELDS)
    said = root.field("boards")
    boards = (said.size(1, MOST_BOARDS, "boards") if said.is_given else None) or 1
    game_scale = _scale(root.field("game_scale"))
    persons: dict[Number, str] = {}
    competitors = _competitors(root, persons)
    known = Entrants(
        "player" if "players" in _given(root) else "team",
        frozenset(competitor.number for competitor in competitors),
        {p.number: c.number for c in competitors if isinstance(c, Team) for p in c.players},
        boards,
        boards * points_of_a_board(game_scale or Scale()),
        full=True,
    )
    rounds = history(root.field("history"), known)
    tournament = Tournament(
        competitors,
        rounds,
        planned_rounds=planned_rounds(root.field("rounds")),
        boards=boards,
        name=root.field("event").text_or(""),
        system=root.field("system").text_or(""),
        lot=drawn_colour(root.field("lot")),
        lots=_all(root.field("lots"), _lot, known),
        requests=_all(root.field("requests"), _request, known),
        forbidden=_all(root.field("forbidden_pairs"), _forbidden, known),
        required=_all(root.field("required_pairs"), _pair, known),
        bye_rulings=_all(root.field("bye_rulings"), _ruling, known),
        adjustments=_all(root.field("adjustments"), _adjustment, known),
        awarded=_all(root.field("awarded"), _award, known),
        fixed_tables=_all(root.field("fixed_tables"), _fixed_table, known),
        accelerated=with_imaginary_points(root.field("accelerated"), known),
        match_scale=_scale(root.field("match_scale")),
        game_scale=game_scale,
        unrated_as=_rating(root.field("unrated_as")),
        variations=_texts(root.field("variations")),
        published=_published(root.field("published"), known, len(rounds) + 1),
        details=_details(root.field("details")),
    )
    document.settle()
    return tournament


def _given(root: Cursor) -> dict[str, object]:
    return root.value if isinstance(root.value, dict) else {}


def _all(
    cursor: Cursor, reader: Callable[[Cursor, Entrants], Fact | None], known: Entrants
) -> tuple[Fact, ...]:
    read = (reader(place, known) for place in cursor.items())
    return tuple(fact for fact in read if fact is not None)


# --- who takes part ----------------------------------------------------------------------


def _competitors(root: Cursor, persons: dict[Number, str]) -> tuple[Competitor, ...]:
    """Teams or single players; the numbers of a roster's players are gathered in ``persons``."""
    teams, players = root.field("teams"), root.field("players")
    if teams.is_given and players.is_given:
        players.problem("teams and single players in one event", "keep one of the two lists", "")
    if players.is_given:
        return entrants(players, "player", _player)
    return entrants(teams, "team", lambda place: _team(place, persons))


def _player(cursor: Cursor) -> Player | None:
    found = record(
        cursor,
        {"number": pairing_number, "name": _text},
        {
            "rating": _rating,
            "sex": _text,
            "title": _text,
            "federation": _text,
            "fide_id": _text,
            "birth": _text,
            "rating_source": _text,
            "affiliations": _texts,
            "joined": _round_number,
            "pairing_score": _points,
        },
    )
    return None if found is None else Player(**found)


def _team(cursor: Cursor, persons: dict[Number, str]) -> Team | None:
    found = record(
        cursor,
        {"number": pairing_number, "name": _text},
        {
            "players": lambda place: _roster(place, persons),
            "average": lambda place: place.average(),
            "letter": _text,
            "federation": _text,
            "short_name": _text,
            "previous_standing": lambda place: place.integer(1, MOST_COMPETITORS),
            "joined": _round_number,
            "pairing_score": _points,
        },
    )
    return None if found is None else Team(**found)


def _roster(cursor: Cursor, persons: dict[Number, str]) -> tuple[Player, ...]:
    found = []
    for place in cursor.items(most=LARGEST_ROSTER, of="players of one team"):
        player = _player(place)
        if player is None:
            continue
        if player.number in persons:
            note_repeated(place.field("number"), persons[player.number])
        persons.setdefault(player.number, player.name)
        found.append(player)
    return tuple(found)


# --- single values -----------------------------------------------------------------------


def _text(cursor: Cursor) -> str:
    return cursor.text()


def _texts(cursor: Cursor) -> tuple[str, ...]:
    return tuple(place.text() for place in cursor.items())


def _rating(cursor: Cursor) -> int | None:
    return cursor.integer(0, HIGHEST_RATING) if cursor.is_given else None


def _round_number(cursor: Cursor) -> int | None:
    return cursor.integer(1, LAST_ROUND)


def _points(cursor: Cursor) -> Tenths | None:
    return cursor.points(least=-1_000)


def _worth(cursor: Cursor) -> Tenths | None:
    return cursor.points()


def _flag(cursor: Cursor) -> bool:
    return cursor.flag_or(False)


def _scale(cursor: Cursor) -> Scale | None:
    if not cursor.is_given:
        return None
    found = record(cursor, dict.fromkeys(("win", "draw", "loss"), _worth), {})
    return None if found is None else Scale(**found)


# --- what chance or a person decided -----------------------------------------------------


def _decision(
    cursor: Cursor, known: Entrants, required: Readers, optional: Readers
) -> dict[str, Any] | None:
    return record(cursor, {"number": known.known, **required}, optional)


def _pair(cursor: Cursor, known: Entrants) -> tuple[Number, Number] | None:
    return known.pair(cursor)


def _lot(cursor: Cursor, known: Entrants) -> Lot | None:
    found = record(cursor, {"purpose": _text, "order": lambda place: several(place, known)}, {})
    return None if found is None else Lot(**found)


def _request(cursor: Cursor, known: Entrants) -> Request | None:
    as_what = {"as": lambda place: place.choice(ABSENCES)}
    found = _decision(cursor, known, {"round": _round_number}, as_what)
    if found is None:
        return None
    return Request(found["number"], found["round"], found.get("as") or ABSENCES["zero-point-bye"])


def _forbidden(cursor: Cursor, known: Entrants) -> ForbiddenPair | None:
    """A pair for the whole event, or an object that says for which rounds and how firmly."""
    if not isinstance(cursor.value, dict):
        pair = known.pair(cursor)
        return None if pair is None else ForbiddenPair(*pair)
    found = record(
        cursor,
        {"pair": known.pair},
        {"first": _round_number, "last": _round_number, "wish": _flag},
    )
    return None if found is None else ForbiddenPair(*found.pop("pair"), **found)


def _ruling(cursor: Cursor, known: Entrants) -> ByeRuling | None:
    rounds = {"first": _round_number, "last": _round_number}
    found = _decision(cursor, known, {"allowed": _flag}, rounds)
    return None if found is None else ByeRuling(**found)


def _adjustment(cursor: Cursor, known: Entrants) -> Adjustment | None:
    optional: Readers = {
        "match_points": _points,
        "game_points": _points,
        "known_from": _round_number,
        "last": _round_number,
    }
    found = _decision(cursor, known, {}, optional)
    return None if found is None else Adjustment(**found)


def _award(cursor: Cursor, known: Entrants) -> AwardedPoints | None:
    optional: Readers = {
        "match_points": _points,
        "game_points": _points,
        "kind": _text,
    }
    found = _decision(cursor, known, {"round": _round_number}, optional)
    return None if found is None else AwardedPoints(**found)


def _fixed_table(cursor: Cursor, known: Entrants) -> FixedTable | None:
    table = {"table": lambda place: place.integer(1, MOST_COMPETITORS)}
    found = _decision(cursor, known, table, {"reason": _text})
    return None if found is None else FixedTable(**found)


def _published(cursor: Cursor, known: Entrants, upcoming: int) -> Round | None:
    """Only pairs, as in the round JSON, or a round like those of the history."""
    if not cursor.is_given:
        return None
    if isinstance(cursor.value, dict) and "matches" in cursor.value:
        return round_played(cursor, known, upcoming)
    return published_pairs(cursor, known, upcoming)


def _details(cursor: Cursor) -> Details:
    if not cursor.is_given:
        return Details()
    single = ("city", "federation", "start", "end", "type", "chief_arbiter", "time_control")
    several_of = ("deputies", "round_dates", "comments")
    readers: Readers = {
        **dict.fromkeys(single, _text),
        **dict.fromkeys(several_of, _texts),
        "other": _kept_records,
    }
    found = record(cursor, {}, readers)
    return Details() if found is None else Details(**found)


def _kept_records(cursor: Cursor) -> tuple[tuple[str, str], ...]:
    couples = (place.couple() for place in cursor.items())
    return tuple((couple[0].text(), couple[1].text()) for couple in couples if couple is not None)
