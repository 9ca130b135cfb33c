"""Readers and writers of participants and rounds, shared by both JSON formats.

Every TPN must be known and appear once. Rounds have matches, byes and absences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from topboard._frozen import dataclass, field
from topboard.formats.problems import (
    HIGHEST_NUMBER,
    LAST_ROUND,
    MOST_COMPETITORS,
    MOST_ROUNDS,
    plural,
    singular,
    too_few,
)
from topboard.messages import say
from topboard.model import (
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Player,
    Round,
    Team,
    Withdrawn,
    ZeroPointBye,
)
from topboard.text.numbers import format_decimal, to_json_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from topboard.formats.json.cursor import Cursor
    from topboard.model import Away, Tenths


Entrant = TypeVar("Entrant", Player, Team)


@dataclass(frozen=True, slots=True)
class Entrants:
    """The participants that the rounds may name, and the most points a match can give."""

    word: str
    numbers: frozenset[Number]
    team_of: Mapping[Number, Number]
    """The team number of every player in a roster."""
    boards: int
    most_points: Tenths
    full: bool
    """Whether the format is the event JSON, which holds all fields."""
    persons: dict[Number, str] = field(default_factory=dict)
    """The names of the players in the rosters read so far, keyed by number."""

    def number(self, cursor: Cursor) -> Number | None:
        """Return a participant's number. If it is unknown, note a problem and return None."""
        number = cursor.integer(1, HIGHEST_NUMBER)
        if number is None or number in self.numbers:
            return None if number is None else Number(number)
        cursor.problem(
            say("unknown number: no {word} has it", word=singular(self.word)),
            say("add the {word} or correct it", word=singular(self.word)),
        )
        return None

    def pair(self, cursor: Cursor) -> tuple[Number, Number] | None:
        """Return the numbers of two different participants, or None if there is no such pair."""
        couple = cursor.couple()
        if couple is None:
            return None
        first, second = self.number(couple[0]), self.number(couple[1])
        if first is None or second is None:
            return None
        if first == second:
            cursor.problem(
                say("{word} {first} against itself", word=singular(self.word), first=first),
                quoted=f"[{first}, {second}]",
            )
            return None
        return first, second


class Seats:
    """The participants already assigned to a match, bye or absence in the round being read."""

    def __init__(self, word: str, of: str, *, with_persons: bool = True) -> None:
        self.word = word
        self.of = of
        self.places: dict[Number, str] = {}
        self.persons = Seats("player", of, with_persons=False) if with_persons else self

    def take(self, cursor: Cursor, number: Number, place: str) -> None:
        """Assign the participant to ``place``, or note a problem if it is already assigned."""
        before = self.places.get(number)
        if before is None:
            self.places[number] = place
        else:
            cursor.problem(
                say(
                    "{place} for {word} {number}, which has {before} already in {of}",
                    place=place,
                    word=singular(self.word),
                    number=number,
                    before=before,
                    of=self.of,
                ),
                say("keep one of the two"),
                str(number),
            )


def entrants(
    cursor: Cursor, word: str, reader: Callable[[Cursor], Entrant | None]
) -> tuple[Entrant, ...]:
    """Return the participants in a list. Note a problem for fewer than two or a repeated number."""
    places = cursor.items(most=MOST_COMPETITORS, of=plural(word))
    if len(places) < 2 and (isinstance(cursor.value, list) or not cursor.is_given):
        what, remedy = too_few(len(places), word)
        cursor.problem(what, remedy, "")
    found: dict[Number, Entrant] = {}
    for place in places:
        entrant = reader(place)
        if entrant is None:
            continue
        if entrant.number in found:
            note_repeated(place.field("number"), found[entrant.number].name)
        found.setdefault(entrant.number, entrant)
    return tuple(found.values())


def note_repeated(cursor: Cursor, first: str) -> None:
    """Note that the number at the cursor already belongs to the participant called ``first``."""
    cursor.problem(
        say("repeated number: {first!r} has it already", first=first),
        say("give each its own number"),
    )


def pairing_number(cursor: Cursor) -> Number | None:
    """Return a number in the valid range, or None. It need not belong to a participant."""
    number = cursor.integer(1, HIGHEST_NUMBER)
    return None if number is None else Number(number)


def planned_rounds(cursor: Cursor) -> int:
    """Return the number of planned rounds, or 0 if it is not given."""
    return (cursor.size(0, MOST_ROUNDS, "rounds") or 0) if cursor.is_given else 0


def points_in_list(cursor: Cursor) -> tuple[Tenths, ...]:
    """Return a list of points in tenths of a point, one for each round or each participant."""
    found = (place.points() for place in cursor.items(most=MOST_COMPETITORS, of="points"))
    return tuple(points for points in found if points is not None)


def list_of_points(rounds: Iterable[Tenths]) -> list[int | float]:
    """Return points, given in tenths of a point, as the JSON numbers written in files."""
    return [to_json_number(points) for points in rounds]


def several(cursor: Cursor, known: Entrants) -> tuple[Number, ...]:
    """Return the numbers in a list of participants. A repeated number is noted as a problem."""
    found: dict[Number, None] = {}
    for place in cursor.items(most=MOST_COMPETITORS, of="numbers"):
        number = known.number(place)
        if number is None:
            continue
        if number in found:
            place.problem(
                say("{word} {number} is there twice", word=singular(known.word), number=number),
                say("keep it once"),
            )
        found[number] = None
    return tuple(found)


OUTCOMES: dict[str, type[Away]] = {
    "pairing-bye": PairingBye,
    "half-point-bye": HalfPointBye,
    "full-point-bye": FullPointBye,
    "zero-point-bye": ZeroPointBye,
    "not-yet-entered": NotYetEntered,
    "withdrawn": Withdrawn,
}
"""The words used in files for byes and absences, with their classes."""

AWAY: dict[str, Away] = {word: kind() for word, kind in OUTCOMES.items()}
WORDS = {kind: word for word, kind in OUTCOMES.items()}

MANNERS = {manner.value: manner for manner in Manner}

MATCH_FIELDS = ("white", "black", "points", "unplayed")
FULL_MATCH_FIELDS = (
    *MATCH_FIELDS,
    "unfinished",
    "pending",
    "rated",
    "paired_as",
    "colour_known",
    "games",
    "paired_manner",
    "known_from",
    "rated_as",
    "did_not_arrive",
)
GAME_FIELDS = ("white", "black", "points", "unplayed", "unfinished", "pending", "rated")
ROUND_FIELDS = ("round", "matches", "byes")
FULL_ROUND_FIELDS = (*ROUND_FIELDS, "away", "in_table_order", "later_numbers")
PUBLISHED_FIELDS = ("pairs", "bye", "colour_uncertain", "in_table_order")


# --- meetings and games ------------------------------------------------------------------


def _sides(
    cursor: Cursor, known: Entrants, seats: Seats
) -> tuple[Number | None, Number | None] | None:
    """Return White and Black of a match; an unnamed opponent is null in the file and None here."""
    sides: list[Number | None] = []
    for key in ("white", "black"):
        place = cursor.field(key)
        if place.value is None:
            sides.append(None)
            continue
        number = known.number(place)
        if number is None:
            return None
        if number in sides:
            place.problem(
                say("{word} {number} against itself", word=singular(known.word), number=number),
                say("correct one of the two"),
            )
            return None
        seats.take(place, number, "a match")
        sides.append(number)
    if sides == [None, None]:
        cursor.problem(
            say("a match without anybody"), say("name a side"), "white: null, black: null"
        )
        return None
    return sides[0], sides[1]


def _points(cursor: Cursor, most: Tenths) -> tuple[Tenths, Tenths] | None:
    couple = cursor.couple()
    if couple is None:
        return None
    white, black = couple[0].points(), couple[1].points()
    if white is None or black is None:
        return None
    if white + black > most:
        cursor.problem(
            say(
                "the points exceed the boards: {points} of {most}",
                points=format_decimal(white + black),
                most=format_decimal(most),
            ),
            say("correct the points"),
            f"[{format_decimal(white)}, {format_decimal(black)}]",
        )
        return None
    return white, black


def _manner(cursor: Cursor, points: tuple[Tenths, Tenths], somebody_unnamed: bool) -> Manner | None:
    said = [
        key for key in ("unplayed", "unfinished", "pending") if cursor.field(key).flag_or(False)
    ]
    if len(said) > 1:
        cursor.problem(
            say("{one} and {other} at once", one=said[0], other=said[1]),
            say("keep one of them"),
        )
        return None
    if said == ["unfinished"] or said == ["pending"]:
        if not somebody_unnamed:
            return Manner.UNFINISHED if said == ["unfinished"] else Manner.PENDING
        cursor.problem(say("{said}, but one side is not named", said=said[0]), say("name it"))
        return None
    if not said and not somebody_unnamed:
        return Manner.PLAYED
    if points == (0, 0):
        return Manner.BOTH_DEFAULTED
    if points[0] == points[1]:
        cursor.problem(say("not played, yet both sides have the same points"), say("say who won"))
        return None
    return Manner.DEFAULT


def is_unplayed(manner: Manner) -> bool:
    """Return whether one side or both forfeited, so that no games were played."""
    return manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED)


def _result(
    cursor: Cursor, most: Tenths, somebody_unnamed: bool
) -> tuple[tuple[Tenths, Tenths], Manner] | None:
    place = cursor.field("points")
    pending = cursor.field("pending").value is True
    points = (0, 0) if pending and not place.is_given else _points(place, most)
    manner = _manner(cursor, points, somebody_unnamed) if points is not None else None
    return None if points is None or manner is None else (points, manner)


def meeting(cursor: Cursor, known: Entrants, seats: Seats) -> Meeting | None:
    """Return a match of the round, or a single game of two players; None if it is unreadable."""
    fields = FULL_MATCH_FIELDS if known.full else MATCH_FIELDS
    if not cursor.is_object(fields, strict=known.full):
        return None
    sides = _sides(cursor, known, seats)
    result = _result(cursor, known.most_points, sides is not None and None in sides)
    details = _match_details(cursor, known, seats, sides) if known.full else {}
    if sides is None or result is None:
        return None
    points, manner = result
    rated = not is_unplayed(manner)
    if known.full:
        rated = cursor.field("rated").flag_or(rated)
    return Meeting(*sides, *points, manner, rated, **details)


def _match_details(
    cursor: Cursor,
    known: Entrants,
    seats: Seats,
    sides: tuple[Number | None, Number | None] | None,
) -> dict[str, Any]:
    paired_as, rated_as = cursor.field("paired_as"), cursor.field("rated_as")
    manner, arrival = cursor.field("paired_manner"), cursor.field("did_not_arrive")
    return {
        "did_not_arrive": arrival.flag_or(False) if arrival.is_given else None,
        "paired_as": _points(paired_as, known.most_points) if paired_as.is_given else None,
        "paired_manner": manner.choice(MANNERS) if manner.is_given else Manner.UNFINISHED,
        "known_from": cursor.field("known_from").integer_or(0, 0, LAST_ROUND),
        "rated_as": _points(rated_as, known.most_points) if rated_as.is_given else None,
        "colour_known": cursor.field("colour_known").flag_or(True),
        "games": _games(cursor.field("games"), known, seats, sides or ()),
    }


def _games(
    cursor: Cursor, known: Entrants, seats: Seats, teams: tuple[Number | None, ...]
) -> tuple[Game, ...]:
    places = cursor.items()
    if len(places) > known.boards:
        what = say(
            "the games exceed the boards: {count} of {boards}",
            count=len(places),
            boards=known.boards,
        )
        cursor.problem(what, say("correct the games or the number of boards"))
    if known.word == "player":
        # Two players alternate colours from game to game.
        seated = (_two_players(p, known, teams, at % 2 == 1) for at, p in enumerate(places))
    else:
        seated = (_members(place, known, seats, teams) for place in places)
    read = (_game(place, known, two) for place, two in zip(places, seated, strict=True))
    return tuple(game for game in read if game is not None)


def _two_players(
    cursor: Cursor, known: Entrants, players: tuple[Number | None, ...], turned: bool
) -> list[Number | None] | None:
    """Return the two players of one game in their match; colours are reversed if ``turned``."""
    if not cursor.is_object(GAME_FIELDS):
        return None
    sides: list[Number | None] = [known.number(cursor.field(key)) for key in ("white", "black")]
    if players and sides != [*(reversed(players) if turned else players)]:
        what = say("not a game of the two players, each with the colour that is his turn")
        cursor.problem(what, say("correct it"), " and ".join(map(str, sides)))
        return None
    return sides


def _members(
    cursor: Cursor, known: Entrants, seats: Seats, teams: tuple[Number | None, ...]
) -> list[Number | None] | None:
    """Return the members of the two teams who play a game, or None if it cannot be read."""
    if not cursor.is_object(GAME_FIELDS):
        return None
    sides = [_person(cursor.field(key), known, seats) for key in ("white", "black")]
    of_teams = [known.team_of[person] for person in sides if person is not None]
    if len(set(of_teams)) != len(of_teams) or not set(of_teams).issubset(teams or of_teams):
        named = " and ".join(f"{p}" for p in sides if p is not None)
        cursor.problem(
            say("the players of a game are not of the two teams"), say("correct it"), named
        )
        return None
    return sides


def _game(cursor: Cursor, known: Entrants, sides: list[Number | None] | None) -> Game | None:
    if sides is None:
        return None
    result = _result(cursor, known.most_points // known.boards, None in sides)
    if result is None:
        return None
    points, manner = result
    rated = cursor.field("rated").flag_or(not is_unplayed(manner))
    return Game(sides[0], sides[1], *points, manner, rated)


def _person(cursor: Cursor, known: Entrants, seats: Seats) -> Number | None:
    """Return the number of a player in some roster, or None for an empty chair (null)."""
    if cursor.value is None:
        return None
    number = cursor.integer(1, HIGHEST_NUMBER)
    if number is None:
        return None
    if number not in known.team_of:
        cursor.problem(say("unknown number: no player has it"), say("add the player to a roster"))
        return None
    seats.persons.take(cursor, Number(number), "a game")
    return Number(number)


# --- rounds ------------------------------------------------------------------------------


def round_played(cursor: Cursor, known: Entrants, expected: int) -> Round | None:
    """Return one round of the history. A problem is noted if its number is not ``expected``."""
    fields = FULL_ROUND_FIELDS if known.full else ROUND_FIELDS
    if not cursor.is_object(fields, strict=known.full):
        return None
    number = cursor.field("round")
    if number.integer(1, MOST_ROUNDS) not in (None, expected):
        number.problem(
            say("round {expected} is expected here", expected=expected),
            say("give the rounds in order, none missing"),
        )
    seats = Seats(known.word, say("round {expected}", expected=expected))
    read = (meeting(place, known, seats) for place in cursor.field("matches").items())
    meetings = tuple(found for found in read if found is not None)
    away = (
        *_byes(cursor.field("byes"), known, seats),
        *away_entries(cursor.field("away"), known, seats),
    )
    # The history in the round JSON has no board numbers, and its participants' numbers are those in
    # force for the round to pair.
    in_order = known.full and cursor.field("in_table_order").flag_or(True)
    in_force = known.full and not cursor.field("later_numbers").flag_or(False)
    return Round(expected, meetings, away, in_order, in_force)


def _byes(cursor: Cursor, known: Entrants, seats: Seats) -> tuple[tuple[Number, Away], ...]:
    found: list[tuple[Number, Away]] = []
    for place in cursor.items():
        number = known.number(place)
        if number is not None:
            seats.take(place, number, "a bye")
            found.append((number, PairingBye()))
    return tuple(found)


def away_entries(cursor: Cursor, known: Entrants, seats: Seats) -> tuple[tuple[Number, Away], ...]:
    """Return the absent participants, each with the outcome that the round counts as for them."""
    if not known.full:
        return ()
    found: list[tuple[Number, Away]] = []
    for place in cursor.items(most=MOST_COMPETITORS):
        if not place.is_object(("number", "as")):
            continue
        number, outcome = known.number(place.field("number")), place.field("as").choice(AWAY)
        if number is not None:
            seats.take(place.field("number"), number, say("an absence or bye"))
            if outcome is not None:
                found.append((number, outcome))
    return tuple(found)


def published_pairs(cursor: Cursor, known: Entrants, number: int) -> Round | None:
    """Return the published pairing of a round, read from its pairs, bye and uncertain colours."""
    if not cursor.is_object(PUBLISHED_FIELDS, strict=known.full):
        return None
    uncertain = {
        frozenset(pair)
        for place in cursor.field("colour_uncertain").items()
        if (pair := known.pair(place)) is not None
    }
    seats = Seats(known.word, say("the published round {number}", number=number))
    meetings = []
    for place in cursor.field("pairs").items(most=MOST_COMPETITORS):
        pair = known.pair(place)
        if pair is not None:
            seats.take(place, pair[0], "a pair")
            seats.take(place, pair[1], "a pair")
            certain = frozenset(pair) not in uncertain
            meetings.append(Meeting(*pair, manner=Manner.PENDING, colour_known=certain))
    away: tuple[tuple[Number, Away], ...] = ()
    bye = cursor.field("bye")
    if bye.is_given and (rested := known.number(bye)) is not None:
        seats.take(bye, rested, say("the bye"))
        away = ((rested, PairingBye()),)
    return Round(number, tuple(meetings), away, cursor.field("in_table_order").flag_or(True))


def history(cursor: Cursor, known: Entrants) -> tuple[Round, ...]:
    """Return the rounds played so far, which must be in order."""
    places = cursor.items(most=MOST_ROUNDS, of="rounds")
    read = (round_played(place, known, i) for i, place in enumerate(places, start=1))
    return tuple(found for found in read if found is not None)


# --- writing -----------------------------------------------------------------------------


def round_fields(played: Round) -> dict[str, object]:
    """Return a round as a dictionary of plain JSON values."""
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
    """Return the PABs at the start of the list, and the remaining entries."""
    first = 0
    while first < len(away) and isinstance(away[first][1], PairingBye):
        first += 1
    return [number for number, _ in away[:first]], away[first:]


def match_fields(meeting: Meeting) -> dict[str, object]:
    """Return a match, or a game between individual players, as a dictionary of JSON values."""
    found = _result_fields(meeting)
    if meeting.paired_as is not None:
        found["paired_as"] = [to_json_number(points) for points in meeting.paired_as]
    if not meeting.colour_known:
        found["colour_known"] = False
    if meeting.games:
        found["games"] = [_result_fields(game) for game in meeting.games]
    if meeting.paired_manner is not Manner.UNFINISHED:
        found["paired_manner"] = meeting.paired_manner.value
    if meeting.known_from:
        found["known_from"] = meeting.known_from
    if meeting.did_not_arrive is not None:
        found["did_not_arrive"] = meeting.did_not_arrive
    if meeting.rated_as is not None:
        found["rated_as"] = [to_json_number(points) for points in meeting.rated_as]
    return found


def _result_fields(meeting: Meeting | Game) -> dict[str, object]:
    found: dict[str, object] = {"white": meeting.white, "black": meeting.black}
    points = [to_json_number(meeting.white_points), to_json_number(meeting.black_points)]
    if meeting.manner is not Manner.PENDING or points != [0, 0]:
        found["points"] = points
    if is_unplayed(meeting.manner):
        found["unplayed"] = True
    elif meeting.manner is not Manner.PLAYED:
        found["unfinished" if meeting.manner is Manner.UNFINISHED else "pending"] = True
    if meeting.rated is is_unplayed(meeting.manner):
        found["rated"] = meeting.rated
    return found


def is_only_pairs(published: Round) -> bool:
    """Return whether a published round contains only its pairs and its bye."""
    bye = published.bye
    away = () if bye is None else ((bye, PairingBye()),)
    return published.away == away and all(_is_only_a_pair(m) for m in published.meetings)


def _is_only_a_pair(meeting: Meeting) -> bool:
    bare = Meeting(
        meeting.white,
        meeting.black,
        manner=Manner.PENDING,
        colour_known=meeting.colour_known,
    )
    return meeting == bare and meeting.white is not None and meeting.black is not None


def pairs_fields(published: Round) -> dict[str, object]:
    """Return a published pairing as JSON fields, with the pairs in board order and the bye."""
    named = [m for m in published.meetings if m.white is not None and m.black is not None]
    return {
        "pairs": [[m.white, m.black] for m in named],
        "bye": published.bye,
        "colour_uncertain": [[m.white, m.black] for m in named if not m.colour_known],
        "in_table_order": published.tables_known,
    }
