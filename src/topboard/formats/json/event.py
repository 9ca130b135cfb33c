"""The event JSON, ``topboard-event/1``, which holds everything in the model.

Records are read and written according to the types of their fields. The tables in this module give
the names used in files and the meaning of numbers. Fields with their default value are omitted.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from topboard.formats.json.rounds import (
    OUTCOMES,
    WORDS,
    Entrants,
    entrants,
    history,
    is_only_pairs,
    list_of_points,
    note_repeated,
    pairing_number,
    pairs_fields,
    planned_rounds,
    points_in_list,
    published_pairs,
    round_fields,
    round_played,
    several,
)
from topboard.formats.json.text import document as laid_out, exact_decimal
from topboard.formats.problems import (
    HIGHEST_RATING,
    LARGEST_ROSTER,
    LAST_ROUND,
    LOWEST_POINTS,
    MOST_BOARDS,
    MOST_COMPETITORS,
    MOST_RATINGS,
    MOST_ROUNDS,
    PERIOD,
    is_period,
    points_of_a_board,
    refuse,
)
from topboard.messages import say
from topboard.model import (
    ForbiddenPair,
    Lot,
    MemberBye,
    Number,
    Player,
    Rating,
    RatingChoice,
    Request,
    Scale,
    Team,
    Tournament,
    VirtualPoints,
)
from topboard.model.scoring import WITHOUT_PLAY
from topboard.serialize.codec import MISSING, Codec, is_open, parts_of
from topboard.systems.common.ratings import (
    PICKS,
    find_repeated_rating,
    format_rating_choice,
    has_ratings,
    is_list_name,
)
from topboard.systems.registry import SYSTEMS, system, with_ratings_in_force
from topboard.text.numbers import to_json_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.formats.json.cursor import Cursor, JsonFile
    from topboard.model import Competitor, Round
    from topboard.serialize.codec import Part, Read, Write

FORMAT = "topboard-event/1"
FACTS = {
    "event": "name",
    "system": "system",
    "rounds": "planned_rounds",
    "lot": "lot",
    "lots": "lots",
    "requests": "requests",
    "forbidden_pairs": "forbidden",
    "required_pairs": "required",
    "bye_rulings": "bye_rulings",
    "adjustments": "adjustments",
    "awarded": "awarded",
    "fixed_tables": "fixed_tables",
    "match_scale": "match_scale",
    "game_scale": "game_scale",
    "unrated_as": "unrated_as",
    "rating_order": "rating_order",
    "variations": "variations",
    "tie_breaks": "tie_breaks",
    "tie_break_edition": "tie_break_edition",
    "accelerated": "accelerated",
    "virtual": "virtual",
    "official_ranks": "official_ranks",
    "member_byes": "member_byes",
    "details": "details",
}
"""The names of all fields in the file and in the model.

Participants, boards and rounds are not included.
"""

FIELDS = (
    *("format", "event", "system", "rounds", "lot"),
    *("boards", "teams", "players", "history"),
    *list(FACTS)[4:-3],
    *("published", "official_ranks", "member_byes", "details"),
)
"""The fields of a file, in the order in which they are written."""

RENAMED = {"outcome": "as"}
IN_FULL = (Scale, Request, MemberBye)
"""Records that are written with every field that has a value."""

NOBODY: tuple[str, list[object]] = ("accelerated", [])
"""An empty list that is written anyway, because it says that no participant is accelerated."""

HIGHEST_RANK = 99_999


# --- what the numbers of fields mean -----------------------------------------------------


def _whole(low: int, high: int) -> Read:
    return lambda cursor, known: cursor.integer(low, high)


def _points(least: int) -> Read:
    return lambda cursor, known: cursor.points(least=least)


def _own_number(cursor: Cursor, known: Entrants) -> Number | None:
    return pairing_number(cursor)


def _roster(cursor: Cursor, known: Entrants) -> tuple[Player, ...]:
    read = EVENT.reader(Player)
    found = []
    for place in cursor.items(most=LARGEST_ROSTER, of=say("players of one team")):
        member = read(place, known)
        if member is None:
            continue
        if member.number in known.persons:
            note_repeated(place.field("number"), known.persons[member.number])
        known.persons.setdefault(member.number, member.name)
        found.append(member)
    return tuple(found)


def _ranks(cursor: Cursor, known: Entrants) -> tuple[tuple[Number, int], ...]:
    """Return the ranks of participants as pairs of number and rank."""
    couples = (place.couple() for place in cursor.items())
    read = ((pairing_number(c[0]), c[1].integer(1, HIGHEST_RANK)) for c in couples if c)
    return tuple((number, rank) for number, rank in read if number and rank)


def _ratings(cursor: Cursor, known: Entrants) -> tuple[Rating, ...]:
    """Return the ratings of a player, at most one for each list, kind and period."""
    read = EVENT.reader(Rating)
    found = [(place, read(place, known)) for place in cursor.items(most=MOST_RATINGS, of="ratings")]
    ratings = tuple(rating for _, rating in found if rating is not None)
    twice = find_repeated_rating(ratings)
    if twice is not None:
        place = next(place for place, rating in reversed(found) if rating == twice)
        place.problem(
            say("a second rating of one list"), say("keep one of them"), format_rating_choice(twice)
        )
    return ratings


def _rating_list(cursor: Cursor, known: Entrants) -> str | None:
    if not cursor.is_given or not is_list_name(name := cursor.text()):
        cursor.problem(say("not the name of a rating list"), say("one word, as in FIDE"))
        return None
    return name


def _period(cursor: Cursor, known: Entrants) -> str | None:
    period = cursor.text()
    if period and not is_period(period):
        cursor.problem(say("not a period"), PERIOD)
        return None
    return period


POINTS: dict[str | tuple[type, str], Read] = {
    **dict.fromkeys(("pairing_score", "match_points", "game_points"), _points(LOWEST_POINTS)),
    **dict.fromkeys(("win", "draw", "loss", *WITHOUT_PLAY, "points"), _points(0)),
}
LISTS_OF_POINTS = ((VirtualPoints, "points"), (VirtualPoints, "game_points"), (Lot, "values"))
MEANINGS: dict[str | tuple[type, str], Read] = {
    **POINTS,
    **dict.fromkeys(("round", "first", "last", "joined", "known_from"), _whole(1, LAST_ROUND)),
    **dict.fromkeys(("rating", "unrated_as"), _whole(0, HIGHEST_RATING)),
    **dict.fromkeys(("table", "previous_standing"), _whole(1, MOST_COMPETITORS)),
    **dict.fromkeys(((Player, "number"), (Team, "number"), (MemberBye, "number")), _own_number),
    (Team, "players"): _roster,
    **dict.fromkeys(LISTS_OF_POINTS, lambda cursor, known: points_in_list(cursor)),
    (Player, "ratings"): _ratings,
    (Rating, "value"): _whole(1, HIGHEST_RATING),
    **dict.fromkeys(((Rating, "list"), (RatingChoice, "list")), _rating_list),
    "period": _period,
    "pick": lambda cursor, known: cursor.choice({pick: pick for pick in PICKS}),
    "average": lambda cursor, known: cursor.average(),
    "after_round": _whole(0, MOST_ROUNDS),
    "places": _ranks,
    "members": _ranks,
    "planned_rounds": lambda cursor, known: planned_rounds(cursor),
}
"""Readers for fields whose type does not determine limits, units or the objects referred to."""


class _EventFile(Codec):
    """The codec of the event JSON, which reads with cursors and continues after every defect.

    A reader takes a cursor and the participants that may be named. It returns None for a value that
    cannot be read.
    """

    def key(self, name: str) -> str:
        """Return the name that a field has in the file."""
        return RENAMED.get(name, name)

    def left_out(self, kind: type, part: Part) -> object:
        """Return the value for which a field is omitted from the file."""
        return MISSING if kind in IN_FULL and part.default is not None else part.default

    def writer(self, kind: type, part: Part) -> Write:
        """Return a function that writes points as decimals, and byes and absences as words."""
        if (kind, part.name) in LISTS_OF_POINTS:
            return list_of_points
        if part.name in POINTS:
            return to_json_number
        return (lambda outcome: WORDS[type(outcome)]) if is_open(part.hint) else self.plain

    def of_record(self, value: Any) -> Any:
        """Return a record as an object, or a pair forbidden in the whole event as two numbers."""
        if not isinstance(value, ForbiddenPair):
            return super().of_record(value)
        both = [value.a, value.b]
        if value == ForbiddenPair(value.a, value.b):
            return both
        return {"pair": both, "first": value.first, "last": value.last, "wish": value.wish}

    def of_fraction(self, value: Any) -> Any:
        """Return the fraction as an exact decimal, or else as a text like "8251/3"."""
        exact = exact_decimal(value)
        return f"{value.numerator}/{value.denominator}" if exact is None else exact

    def field(self, kind: type, part: Part) -> Read:
        """Return the reader from ``MEANINGS`` for a field, or else the reader for its type."""
        own = MEANINGS.get((kind, part.name)) or MEANINGS.get(part.name)
        return own or self.reader(part.hint)

    def one_of(self, kinds: Sequence[type]) -> Read:
        """Return a reader for the words that stand for byes and absences."""
        words = {word: kind() for word, kind in OUTCOMES.items() if kind in kinds}
        return lambda cursor, known: cursor.choice(words)

    def perhaps(self, read: Read) -> Read:
        """Return the reader unchanged, because missing or null fields are never read."""
        return read

    def each(self, hints: Sequence[Any]) -> Read:
        """Return a reader for two participants or for a list of two values."""
        if set(hints) == {Number}:
            return lambda cursor, known: known.pair(cursor)
        first, second = (self.reader(hint) for hint in hints)

        def read(cursor: Cursor, known: Entrants) -> Any:
            couple = cursor.couple()
            return couple and (first(couple[0], known), second(couple[1], known))

        return read

    def many(self, hint: Any, into: type) -> Read:
        """Return a reader for a list that skips unreadable values and repeated participants."""
        if hint is Number:
            return lambda cursor, known: into(several(cursor, known))
        one = self.reader(hint)

        def read(cursor: Cursor, known: Entrants) -> Any:
            found = (one(place, known) for place in cursor.items())
            return tuple(value for value in found if value is not None)

        return read

    def record(self, kind: Any) -> Read:
        """Return a reader for an object that must have all required fields and no unknown ones."""
        if kind is ForbiddenPair:
            return _forbidden
        parts = [(part, self.key(part.name), self.field(kind, part)) for part in parts_of(kind)]
        keys = tuple(key for _, key, _ in parts)
        whole = kind is Scale
        is_required = {
            p.name: p.default is MISSING or (whole and p.default is not None) for p, _, _ in parts
        }
        required = [(p.name, key, read) for p, key, read in parts if is_required[p.name]]
        optional = [(p.name, key, read) for p, key, read in parts if not is_required[p.name]]

        def read(cursor: Cursor, known: Entrants) -> Any:
            if not cursor.is_object(keys):
                return None
            found = {name: read(cursor.field(key), known) for name, key, read in required}
            if None in found.values():
                return None
            for name, key, read in optional:
                place = cursor.field(key)
                if place.is_given and (value := read(place, known)) is not None:
                    found[name] = value
            return kind(**found)

        return read

    def single(self, hint: Any) -> Read:
        """Return a reader for a text, a flag, an enumerated word or the number of a participant."""
        if hint is str:
            return lambda cursor, known: cursor.text()
        if hint is bool:
            return lambda cursor, known: cursor.flag_or(False)
        if hint is Number:
            return lambda cursor, known: known.number(cursor)
        assert issubclass(hint, Enum)
        words = {meaning.value: meaning for meaning in hint}
        return lambda cursor, known: cursor.choice(words)


EVENT = _EventFile()


def _forbidden(cursor: Cursor, known: Entrants) -> ForbiddenPair | None:
    """Return a forbidden pair, read from two numbers or from an object.

    The two numbers alone forbid the pair in the whole event. An object adds the rounds and how
    strict the restriction is. Return None if the value cannot be read.
    """
    if not isinstance(cursor.value, dict):
        pair = known.pair(cursor)
        return None if pair is None else ForbiddenPair(*pair)
    if not cursor.is_object(("pair", "first", "last", "wish")):
        return None
    pair = known.pair(cursor.field("pair"))
    if pair is None:
        return None
    first, last = cursor.field("first"), cursor.field("last")
    return ForbiddenPair(
        *pair,
        first.integer_or(1, 1, LAST_ROUND),
        last.integer_or(LAST_ROUND, 1, LAST_ROUND),
        cursor.field("wish").flag_or(False),
    )


# --- reading -----------------------------------------------------------------------------


def parse_event_json(document: JsonFile) -> Tournament:
    """Return the tournament in an event file."""
    root = document.root
    root.is_object(FIELDS)
    boards = number_of_boards(root.field("boards"))
    scale = fact("game_scale", root.field("game_scale"), nobody())
    competitors = _with_ratings_in_force(_competitors(root), root)
    known = entrants_of(competitors, "player" if _of_players(root) else "team", boards, scale)
    rounds = history(root.field("history"), known)
    tournament = Tournament(
        competitors,
        rounds,
        boards=boards,
        game_scale=scale,
        published=published_round(root.field("published"), known, len(rounds) + 1),
        **{
            name: fact(key, root.field(key), known)
            for key, name in FACTS.items()
            if key != "game_scale"
        },
    )
    document.settle()
    return tournament


def _with_ratings_in_force(entered: tuple[Competitor, ...], root: Cursor) -> tuple[Competitor, ...]:
    """Return the participants, adding the ratings in force where the file does not give them."""
    if not any(map(has_ratings, entered)):
        return entered

    order = fact("rating_order", root.field("rating_order"), nobody())
    return with_ratings_in_force(entered, root.field("system").text_or(""), order)


def fact(key: str, cursor: Cursor, known: Entrants) -> Any:
    """Return the value of a field that is not about participants, boards or rounds."""
    part = next(part for part in parts_of(Tournament) if part.name == FACTS[key])
    value = EVENT.field(Tournament, part)(cursor, known) if cursor.is_given else None
    return part.default if value is None else value


def number_of_boards(cursor: Cursor) -> int:
    """Return the number of boards of a match, or 1 if the field is missing."""
    return (cursor.size(1, MOST_BOARDS, "boards") if cursor.is_given else None) or 1


def entrants_of(
    competitors: tuple[Competitor, ...], word: str, boards: int, game_scale: Scale | None
) -> Entrants:
    """Return the participants that may be named in the rounds and the rulings of an event."""
    return Entrants(
        word,
        frozenset(competitor.number for competitor in competitors),
        {p.number: c.number for c in competitors if isinstance(c, Team) for p in c.players},
        boards,
        boards * points_of_a_board(game_scale or Scale()),
        full=True,
    )


def nobody() -> Entrants:
    """Return an empty set of participants, for use before any have been read."""
    return Entrants("", frozenset(), {}, 1, 0, full=True)


def _competitors(root: Cursor) -> tuple[Competitor, ...]:
    teams, players = root.field("teams"), root.field("players")
    if teams.is_given and players.is_given:
        players.problem(
            say("teams and single players in one event"), say("keep one of the two lists"), ""
        )
    known = nobody()
    if _of_players(root):
        read = EVENT.reader(Player)
        return entrants(players, "player", lambda place: read(place, known))
    read = EVENT.reader(Team)
    return entrants(teams, "team", lambda place: read(place, known))


def _of_players(root: Cursor) -> bool:
    """Return whether the participants are individual players.

    The file's list of players or teams decides. If the file has neither list, its system decides.
    """
    if root.field("players").is_given or root.field("teams").is_given:
        return root.field("players").is_given

    named = root.field("system").value
    return named in SYSTEMS and not system(named).teams


def published_round(cursor: Cursor, known: Entrants, upcoming: int) -> Round | None:
    """Return the published round, or None if there is none.

    It is either only pairs, as in the round JSON, or a complete round, as in the history.
    """
    if not cursor.is_given:
        return None
    if isinstance(cursor.value, dict) and "matches" in cursor.value:
        return round_played(cursor, known, upcoming)
    return published_pairs(cursor, known, upcoming)


# --- writing -----------------------------------------------------------------------------


def format_event_json(tournament: Tournament) -> str:
    """Return the tournament as event JSON."""
    published = tournament.published
    found = {
        "format": FORMAT,
        "boards": tournament.boards,
        **_participants_json(tournament.competitors),
        "history": [round_fields(played) for played in tournament.rounds],
        **facts(tournament),
    }
    if published is not None:
        pairs = is_only_pairs(published)
        found["published"] = pairs_fields(published) if pairs else round_fields(published)
    return laid_out(
        {
            key: found[key]
            for key in FIELDS
            if found.get(key) not in (None, "", [], {}) or (key, found.get(key)) == NOBODY
        }
    )


def facts(tournament: Tournament) -> dict[str, Any]:
    """Return the tournament's fields except participants, boards and rounds, keyed by name."""
    return {key: EVENT.plain(getattr(tournament, name)) for key, name in FACTS.items()}


def _participants_json(competitors: tuple[Competitor, ...]) -> dict[str, object]:
    teams = [c for c in competitors if isinstance(c, Team)]
    if teams and len(teams) < len(competitors):
        raise refuse(say("teams and single players in one event"), remedy=say("write two events"))
    return {"teams" if teams else "players": EVENT.plain(competitors)}
