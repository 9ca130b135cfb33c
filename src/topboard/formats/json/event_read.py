"""Reading the event JSON, ``topboard-event/1``: everything the model holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.json.cursor import record
from topboard.formats.json.rounds import (
    ABSENCES,
    AWAY,
    Entrants,
    drawn_colour,
    entrants,
    history,
    note_repeated,
    pairing_number,
    planned_rounds,
    published_pairs,
    round_played,
    several,
    with_imaginary_points,
)
from topboard.formats.problems import (
    HIGHEST_RATING,
    LARGEST_ROSTER,
    LAST_ROUND,
    LOWEST_POINTS,
    MOST_BOARDS,
    MOST_COMPETITORS,
    MOST_ROUNDS,
    points_of_a_board,
)
from topboard.model import (
    Adjustment,
    AwardedPoints,
    ByeRuling,
    Details,
    FixedTable,
    ForbiddenPair,
    Lot,
    MemberBye,
    Number,
    OfficialRanks,
    Player,
    Request,
    Scale,
    Team,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias, TypeVar

    from topboard.formats.json.cursor import Cursor, Document
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
    "tie_breaks",
    "official_ranks",
    "member_byes",
    "published",
    "details",
)
HIGHEST_RANK = 99_999


def tournament_of_event(document: Document) -> Tournament:
    """The tournament as the file tells it."""
    root = document.root
    root.is_object(FIELDS)
    said = root.field("boards")
    boards = (said.size(1, MOST_BOARDS, "boards") if said.is_given else None) or 1
    game_scale = _scale(root.field("game_scale"))
    persons: dict[Number, str] = {}
    competitors = _competitors(root, persons)
    word = "player" if "players" in _given(root) else "team"
    known = entrants_of(competitors, word, boards, game_scale)
    rounds = history(root.field("history"), known)
    tournament = Tournament(
        competitors,
        rounds,
        boards=boards,
        game_scale=game_scale,
        published=published_round(root.field("published"), known, len(rounds) + 1),
        **{
            name: read(root.field(key), known)
            for key, (name, read) in SINGLE_FIELDS.items()
            if key != "game_scale"
        },
    )
    document.settle()
    return tournament


def entrants_of(
    competitors: tuple[Competitor, ...], word: str, boards: int, game_scale: Scale | None
) -> Entrants:
    """Who may be named in the rounds and the decisions of an event."""
    return Entrants(
        word,
        frozenset(competitor.number for competitor in competitors),
        {p.number: c.number for c in competitors if isinstance(c, Team) for p in c.players},
        boards,
        boards * points_of_a_board(game_scale or Scale()),
        full=True,
    )


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
        return entrants(players, "player", player)
    return entrants(teams, "team", lambda place: team(place, persons))


def player(cursor: Cursor) -> Player | None:
    """A single player, or one of a roster."""
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


def team(cursor: Cursor, persons: dict[Number, str]) -> Team | None:
    """A team with its roster."""
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
        member = player(place)
        if member is None:
            continue
        if member.number in persons:
            note_repeated(place.field("number"), persons[member.number])
        persons.setdefault(member.number, member.name)
        found.append(member)
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
    return cursor.points(least=LOWEST_POINTS)


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


def published_round(cursor: Cursor, known: Entrants, upcoming: int) -> Round | None:
    """Only pairs, as in the round JSON, or a round like those of the history."""
    if not cursor.is_given:
        return None
    if isinstance(cursor.value, dict) and "matches" in cursor.value:
        return round_played(cursor, known, upcoming)
    return published_pairs(cursor, known, upcoming)


def _official_ranks(cursor: Cursor) -> OfficialRanks | None:
    if not cursor.is_given:
        return None
    found = record(
        cursor,
        {"after_round": lambda place: place.integer(0, MOST_ROUNDS)},
        {"places": _ranks, "members": _ranks},
    )
    return None if found is None else OfficialRanks(**found)


def _member_bye(cursor: Cursor, _known: Entrants) -> MemberBye | None:
    found = record(
        cursor,
        {"number": pairing_number, "round": _round_number, "points": _worth},
        {"as": lambda place: place.choice(AWAY)},
    )
    if found is None:
        return None
    outcome = found.get("as") or AWAY["pairing-bye"]
    return MemberBye(found["number"], found["round"], found["points"], outcome)


def _ranks(cursor: Cursor) -> tuple[tuple[Number, int], ...]:
    """Couples of a number and a rank."""
    couples = (place.couple() for place in cursor.items())
    read = ((pairing_number(c[0]), c[1].integer(1, HIGHEST_RANK)) for c in couples if c)
    return tuple((number, rank) for number, rank in read if number and rank)


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


def _list(
    reader: Callable[[Cursor, Entrants], Fact | None],
) -> Callable[[Cursor, Entrants], tuple[Fact, ...]]:
    return lambda cursor, known: _all(cursor, reader, known)


SINGLE_FIELDS: dict[str, tuple[str, Callable[[Cursor, Entrants], Any]]] = {
    "event": ("name", lambda cursor, _: cursor.text_or("")),
    "system": ("system", lambda cursor, _: cursor.text_or("")),
    "rounds": ("planned_rounds", lambda cursor, _: planned_rounds(cursor)),
    "lot": ("lot", lambda cursor, _: drawn_colour(cursor)),
    "lots": ("lots", _list(_lot)),
    "requests": ("requests", _list(_request)),
    "forbidden_pairs": ("forbidden", _list(_forbidden)),
    "required_pairs": ("required", _list(_pair)),
    "bye_rulings": ("bye_rulings", _list(_ruling)),
    "adjustments": ("adjustments", _list(_adjustment)),
    "awarded": ("awarded", _list(_award)),
    "fixed_tables": ("fixed_tables", _list(_fixed_table)),
    "accelerated": ("accelerated", with_imaginary_points),
    "match_scale": ("match_scale", lambda cursor, _: _scale(cursor)),
    "game_scale": ("game_scale", lambda cursor, _: _scale(cursor)),
    "unrated_as": ("unrated_as", lambda cursor, _: _rating(cursor)),
    "variations": ("variations", lambda cursor, _: _texts(cursor)),
    "tie_breaks": ("tie_breaks", lambda cursor, _: _texts(cursor)),
    "official_ranks": ("official_ranks", lambda cursor, _: _official_ranks(cursor)),
    "member_byes": ("member_byes", _list(_member_bye)),
    "details": ("details", lambda cursor, _: _details(cursor)),
}
"""Everything but competitors, boards and rounds: the field, its name in the model, its reader."""
