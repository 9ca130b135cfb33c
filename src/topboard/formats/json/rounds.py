"""Readers and writers of rounds in both JSON formats, with their matches, byes and absences.

Matches have a reader of their own, because some of their fields affect how others are read.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from topboard.formats.json.codec import (
    AWAY,
    CODEC,
    WORDS,
    is_unplayed_manner,
    read_points_of_both_sides,
)
from topboard.formats.problems import (
    HIGHEST_NUMBER,
    MOST_COMPETITORS,
    MOST_ROUNDS,
    TOO_MANY_ROUNDS,
    paired_with_itself_message,
)
from topboard.messages import message, say, say_count, say_kept
from topboard.model import Game, Manner, Meeting, Number, PairingBye, Round

if TYPE_CHECKING:
    from topboard.formats.json.cursor import Cursor
    from topboard.formats.json.entrants import KnownParticipants
    from topboard.model import Away, Tenths
    from topboard.serialize.codec import Read


IN_ONE_FIELD_TWICE = {
    "team": message("team {number} appears twice in {field!r} of round {round}"),
    "player": message("player {number} appears twice in {field!r} of round {round}"),
}
IN_TWO_FIELDS = {
    "team": message("team {number} appears in both {first!r} and {second!r} of round {round}"),
    "player": message("player {number} appears in both {first!r} and {second!r} of round {round}"),
}


class RoundParticipants:
    """The participants in a round, with the JSON field in which each appears."""

    def __init__(self, word: str, round: int, *, with_persons: bool = True) -> None:
        self.word = word
        self.round = round
        self.fields: dict[Number, str] = {}
        self.persons = self
        if with_persons:
            self.persons = RoundParticipants("player", round, with_persons=False)

    def add(self, cursor: Cursor, number: Number, field: str) -> None:
        """Record the field in which a participant appears, such as "matches" or "byes".

        Note a problem if the participant already has an entry in this round.
        """
        first = self.fields.get(number)
        if first is None:
            self.fields[number] = field
            return
        what = (
            say_kept(IN_ONE_FIELD_TWICE[self.word], number=number, field=field, round=self.round)
            if first == field
            else say_kept(
                IN_TWO_FIELDS[self.word],
                number=number,
                first=first,
                second=field,
                round=self.round,
            )
        )
        cursor.add_problem(what, say("Keep only one of the two entries."), str(number))


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


def _read_numbers_of_both_sides(
    cursor: Cursor, known: KnownParticipants, seats: RoundParticipants
) -> tuple[Number | None, Number | None] | None:
    """Return the numbers of White and Black in a match, or None if they cannot be read.

    A side that the file gives as null has the number None.
    """
    sides: list[Number | None] = []
    for key in ("white", "black"):
        place = cursor.field(key)
        if place.value is None:
            sides.append(None)
            continue
        number = known.read_known_number(place)
        if number is None:
            return None
        if number in sides:
            what = paired_with_itself_message(number, known.word)
            place.add_problem(what, say("Correct one of the two numbers."))
            return None
        seats.add(place, number, "matches")
        sides.append(number)
    if sides == [None, None]:
        cursor.add_problem(
            say("neither side of the match is named"),
            say("Name at least one side."),
            "white: null, black: null",
        )
        return None
    return sides[0], sides[1]


def _read_result_manner(
    cursor: Cursor, points: tuple[Tenths, Tenths], somebody_unnamed: bool
) -> Manner | None:
    said = [
        key
        for key in ("unplayed", "unfinished", "pending")
        if cursor.field(key).read_boolean_or_default(False)
    ]
    if len(said) > 1:
        cursor.add_problem(
            say("this result is marked as both {one} and {other}", one=said[0], other=said[1]),
            say("Keep only one of the two fields."),
        )
        return None
    if said == ["unfinished"] or said == ["pending"]:
        if not somebody_unnamed:
            return Manner.UNFINISHED if said == ["unfinished"] else Manner.PENDING
        cursor.add_problem(
            say("this result is marked as {said}, but one side is not named", said=said[0]),
            say("Name both sides."),
        )
        return None
    if not said and not somebody_unnamed:
        return Manner.PLAYED
    if points == (0, 0):
        return Manner.BOTH_DEFAULTED
    if points[0] == points[1]:
        cursor.add_problem(
            say("the match was not played, but both sides have the same points"),
            say("Give the winner more points."),
        )
        return None
    return Manner.DEFAULT


def _read_result(
    cursor: Cursor, most: Tenths, somebody_unnamed: bool
) -> tuple[tuple[Tenths, Tenths], Manner] | None:
    place = cursor.field("points")
    pending = cursor.field("pending").value is True
    points = (0, 0) if pending and not place.is_given else read_points_of_both_sides(place, most)
    manner = _read_result_manner(cursor, points, somebody_unnamed) if points is not None else None
    return None if points is None or manner is None else (points, manner)


def read_meeting(
    cursor: Cursor, known: KnownParticipants, seats: RoundParticipants
) -> Meeting | None:
    """Return a match between teams or a game between players, or None if it cannot be read."""
    fields = FULL_MATCH_FIELDS if known.full else MATCH_FIELDS
    if not cursor.check_is_object(fields, strict=known.full):
        return None
    sides = _read_numbers_of_both_sides(cursor, known, seats)
    result = _read_result(cursor, known.most_points, sides is not None and None in sides)
    details = _read_match_details(cursor, known, seats, sides) if known.full else {}
    if sides is None or result is None:
        return None
    points, manner = result
    rated = not is_unplayed_manner(manner)
    if known.full:
        rated = cursor.field("rated").read_boolean_or_default(rated)
    return Meeting(*sides, *points, manner, rated, **details)


def _read_match_details(
    cursor: Cursor,
    known: KnownParticipants,
    seats: RoundParticipants,
    sides: tuple[Number | None, Number | None] | None,
) -> dict[str, Any]:
    found: dict[str, Any] = _build_match_details_reader()(cursor, known)
    found["games"] = _read_games(cursor.field("games"), known, seats, sides or ())
    return found


@cache
def _build_match_details_reader() -> Read:
    names = ("did_not_arrive", "paired_as", "paired_manner", "known_from", "rated_as")
    return CODEC.optional_fields_reader(Meeting, (*names, "colour_known"))


def _read_games(
    cursor: Cursor,
    known: KnownParticipants,
    seats: RoundParticipants,
    teams: tuple[Number | None, ...],
) -> tuple[Game, ...]:
    places = cursor.items()
    if len(places) > known.boards:
        what = say_count(
            "there are {games} games, but only {count} board",
            "there are {games} games, but only {count} boards",
            known.boards,
            games=len(places),
        )
        cursor.add_problem(what, say("Correct the games or the number of boards."))
    if known.word == "player":
        # Two players alternate colours from game to game.
        seated = (
            _read_players_of_two_player_game(p, known, teams, at % 2 == 1)
            for at, p in enumerate(places)
        )
    else:
        seated = (_read_players_of_game(place, known, seats, teams) for place in places)
    read = (_read_game(place, known, two) for place, two in zip(places, seated, strict=True))
    return tuple(game for game in read if game is not None)


def _read_players_of_two_player_game(
    cursor: Cursor, known: KnownParticipants, players: tuple[Number | None, ...], turned: bool
) -> list[Number | None] | None:
    """Return White and Black in one game of a match between two players.

    If ``turned`` is true, they must have the opposite colours from those in the match.
    """
    if not cursor.check_is_object(GAME_FIELDS):
        return None
    sides: list[Number | None] = [
        known.read_known_number(cursor.field(key)) for key in ("white", "black")
    ]
    if players and sides != [*(reversed(players) if turned else players)]:
        what = say("the players or colours of this game do not match those of the match")
        remedy = say("Correct the players or the colours.")
        cursor.add_problem(what, remedy, f"{sides[0]}, {sides[1]}")
        return None
    return sides


def _read_players_of_game(
    cursor: Cursor,
    known: KnownParticipants,
    seats: RoundParticipants,
    teams: tuple[Number | None, ...],
) -> list[Number | None] | None:
    """Return the players of a game in a team match, or None if it cannot be read."""
    if not cursor.check_is_object(GAME_FIELDS):
        return None
    sides = [
        _read_roster_player_number(cursor.field(key), known, seats) for key in ("white", "black")
    ]
    of_teams = [known.team_of[person] for person in sides if person is not None]
    if len(set(of_teams)) != len(of_teams) or not set(of_teams).issubset(teams or of_teams):
        what = say("the players of a game do not belong to the two teams")
        named = ", ".join(str(person) for person in sides if person is not None)
        cursor.add_problem(what, say("Correct the players."), named)
        return None
    return sides


def _read_game(
    cursor: Cursor, known: KnownParticipants, sides: list[Number | None] | None
) -> Game | None:
    if sides is None:
        return None
    result = _read_result(cursor, known.most_points // known.boards, None in sides)
    if result is None:
        return None
    points, manner = result
    rated = cursor.field("rated").read_boolean_or_default(not is_unplayed_manner(manner))
    return Game(sides[0], sides[1], *points, manner, rated)


def _read_roster_player_number(
    cursor: Cursor, known: KnownParticipants, seats: RoundParticipants
) -> Number | None:
    """Return the number of a player on a roster, or None if nobody plays on the board (null)."""
    if cursor.value is None:
        return None
    number = cursor.read_integer(1, HIGHEST_NUMBER)
    if number is None:
        return None
    if number not in known.team_of:
        cursor.add_problem(say("no player has this number"), say("Add the player to a roster."))
        return None
    seats.persons.add(cursor, Number(number), "games")
    return Number(number)


# --- rounds ------------------------------------------------------------------------------


def read_played_round(cursor: Cursor, known: KnownParticipants, expected: int) -> Round | None:
    """Return one round, or None if it cannot be read.

    Note a problem if its number is not ``expected``.
    """
    fields = FULL_ROUND_FIELDS if known.full else ROUND_FIELDS
    if not cursor.check_is_object(fields, strict=known.full):
        return None
    number = cursor.field("round")
    if number.read_integer(1, MOST_ROUNDS) not in (None, expected):
        number.add_problem(
            say("expected round {expected}", expected=expected),
            say("List all rounds in order."),
        )
    seats = RoundParticipants(known.word, expected)
    read = (read_meeting(place, known, seats) for place in cursor.field("matches").items())
    meetings = tuple(found for found in read if found is not None)
    away = (
        *_read_pairing_byes(cursor.field("byes"), known, seats),
        *read_absences(cursor.field("away"), known, seats),
    )
    # The history in the round JSON has no board numbers, and its participants' numbers are those in
    # force for the round to pair.
    in_order = known.full and cursor.field("in_table_order").read_boolean_or_default(True)
    in_force = known.full and not cursor.field("later_numbers").read_boolean_or_default(False)
    return Round(expected, meetings, away, in_order, in_force)


def _read_pairing_byes(
    cursor: Cursor, known: KnownParticipants, seats: RoundParticipants
) -> tuple[tuple[Number, Away], ...]:
    found: list[tuple[Number, Away]] = []
    for place in cursor.items():
        number = known.read_known_number(place)
        if number is not None:
            seats.add(place, number, "byes")
            found.append((number, PairingBye()))
    return tuple(found)


def read_absences(
    cursor: Cursor, known: KnownParticipants, seats: RoundParticipants
) -> tuple[tuple[Number, Away], ...]:
    """Return the numbers of the absent participants, each with the kind of bye or absence."""
    if not known.full:
        return ()
    found: list[tuple[Number, Away]] = []
    for place in cursor.items(most=MOST_COMPETITORS):
        if not place.check_is_object(("number", "as")):
            continue
        number, outcome = (
            known.read_known_number(place.field("number")),
            place.field("as").read_known_word(AWAY),
        )
        if number is not None:
            seats.add(place.field("number"), number, "away")
            if outcome is not None:
                found.append((number, outcome))
    return tuple(found)


def read_published_pairs(cursor: Cursor, known: KnownParticipants, number: int) -> Round | None:
    """Return a published round that is given as pairs, a bye and a list of uncertain colours."""
    if not cursor.check_is_object(PUBLISHED_FIELDS, strict=known.full):
        return None
    uncertain = {
        frozenset(pair)
        for place in cursor.field("colour_uncertain").items()
        if (pair := known.read_two_known_numbers(place)) is not None
    }
    seats = RoundParticipants(known.word, number)
    meetings = []
    for place in cursor.field("pairs").items(most=MOST_COMPETITORS):
        pair = known.read_two_known_numbers(place)
        if pair is not None:
            seats.add(place, pair[0], "pairs")
            seats.add(place, pair[1], "pairs")
            certain = frozenset(pair) not in uncertain
            meetings.append(Meeting(*pair, manner=Manner.PENDING, colour_known=certain))
    away: tuple[tuple[Number, Away], ...] = ()
    bye = cursor.field("bye")
    if bye.is_given and (rested := known.read_known_number(bye)) is not None:
        seats.add(bye, rested, "bye")
        away = ((rested, PairingBye()),)
    return Round(
        number, tuple(meetings), away, cursor.field("in_table_order").read_boolean_or_default(True)
    )


def read_rounds_of_history(cursor: Cursor, known: KnownParticipants) -> tuple[Round, ...]:
    """Return the rounds of the history. Note a problem if they are not in order."""
    places = cursor.items(most=MOST_ROUNDS, too_many=TOO_MANY_ROUNDS)
    read = (read_played_round(place, known, i) for i, place in enumerate(places, start=1))
    return tuple(found for found in read if found is not None)


# --- writing -----------------------------------------------------------------------------


def round_to_json(played: Round) -> dict[str, object]:
    """Return a complete round as a dictionary of JSON values."""
    byes, away = _separate_pairing_allocated_byes(played.away)
    found: dict[str, object] = {"round": played.number}
    if not played.tables_known:
        found["in_table_order"] = False
    if not played.numbers_in_force:
        found["later_numbers"] = True
    if byes:
        found["byes"] = byes
    if away:
        found["away"] = [{"number": n, "as": WORDS[type(outcome)]} for n, outcome in away]
    found["matches"] = CODEC.value_to_json(played.meetings)
    return found


def _separate_pairing_allocated_byes(
    away: tuple[tuple[Number, Away], ...],
) -> tuple[list[Number], tuple[tuple[Number, Away], ...]]:
    """Return the participants with PABs at the start of the list, and the remaining list."""
    first = 0
    while first < len(away) and isinstance(away[first][1], PairingBye):
        first += 1
    return [number for number, _ in away[:first]], away[first:]


def has_only_pairs(published: Round) -> bool:
    """Return whether a published round has only pairs without results and at most one bye."""
    bye = published.bye
    away = () if bye is None else ((bye, PairingBye()),)
    return published.away == away and all(_is_pair_without_result(m) for m in published.meetings)


def _is_pair_without_result(meeting: Meeting) -> bool:
    bare = Meeting(
        meeting.white,
        meeting.black,
        manner=Manner.PENDING,
        colour_known=meeting.colour_known,
    )
    return meeting == bare and meeting.white is not None and meeting.black is not None


def published_pairs_to_json(published: Round) -> dict[str, object]:
    """Return a published round as JSON values.

    They are its pairs in board order, the bye and the uncertain colours.
    """
    named = [m for m in published.meetings if m.white is not None and m.black is not None]
    return {
        "pairs": [[m.white, m.black] for m in named],
        "bye": published.bye,
        "colour_uncertain": [[m.white, m.black] for m in named if not m.colour_known],
        "in_table_order": published.tables_known,
    }
