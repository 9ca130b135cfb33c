"""Line-ups of team matches: parsing them, completing them and checking them against rosters."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event.actions import TableResult
from topboard.formats.lookup import find_participant_number_in_text
from topboard.messages import say, say_count
from topboard.model import Game, Manner, Number, Team
from topboard.text.dates import parse_time, start_in_utc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.event.line_up_actions import TeamLineUp
    from topboard.event.state import PublishedRound, Section
    from topboard.model import Competitor, Meeting, Player, Round
    from topboard.text.dates import Instant


Seats: TypeAlias = "list[Number | None]"
"""The players of one team in a match, in board order; None means an empty board."""
NOBODY = "-"
"""The string that means an empty board in a line-up."""


# --- players and boards -----------------------------------------------------------------------


def list_players_of_side(games: Sequence[Game], side: int) -> Seats:
    """Return the players of one team in board order.

    Side 0 is the team with White on board 1.
    """
    return [game.white if board % 2 == side else game.black for board, game in enumerate(games)]


def complete_line_ups_from_rosters(
    section: Section, meeting: Meeting
) -> tuple[Seats, Seats] | None:
    """Return the line-ups of both teams in a match, with a player on every board.

    Boards without a recorded player get the first remaining members of the roster. Return None if a
    team has too few members. A line-up that only one team has handed in is included, so the result
    is for arbiters only.
    """
    boards = section.settings.boards
    sides: list[Seats] = []
    both = zip(
        (meeting.white, meeting.black), list_line_ups_on_record(section, meeting), strict=True
    )
    for number, recorded in both:
        team = None if number is None else section.competitors.get(number)
        if not isinstance(team, Team):
            return None
        others = [player.number for player in team.players if player.number not in recorded]
        if len(recorded) + len(others) < boards:
            return None
        sides.append([*recorded, *others][:boards])
    return sides[0], sides[1]


def list_line_ups_on_record(section: Section, meeting: Meeting) -> tuple[Seats, Seats]:
    """Return the line-ups of both teams in a match, each [] if the team has handed in none."""
    handed_in = _find_round_of_meeting(section, meeting)
    if handed_in is None:
        return list_players_of_side(meeting.games, 0), list_players_of_side(meeting.games, 1)
    return list_recorded_seats(handed_in, meeting, 0), list_recorded_seats(handed_in, meeting, 1)


def _find_round_of_meeting(section: Section, meeting: Meeting) -> PublishedRound | None:
    rounds = reversed(section.rounds)
    return next((r for r in rounds if any(m is meeting for m in r.meetings.values())), None)


def list_recorded_seats(played: PublishedRound, meeting: Meeting, side: int) -> Seats:
    """Return the line-up of one side of a match, or [] if it is not known yet.

    It is taken from the games of the match or else from the line-up that the team has handed in.
    """
    if seats := list_players_of_side(meeting.games, side):
        return seats
    number = meeting.black if side else meeting.white
    return [] if number is None else list(played.line_ups.get(number, ()))


def find_match_of_team(played: PublishedRound, number: Number) -> tuple[int, Meeting] | None:
    """Return the match of a team in a round, with its table number, or None."""
    found = ((t, m) for t, m in played.meetings.items() if number in (m.white, m.black))
    return next(found, None)


def build_games_without_results(
    first: Sequence[Number | None], second: Sequence[Number | None]
) -> tuple[Game, ...]:
    """Return the games of a match with the players of both teams, before any result."""
    pairs = enumerate(zip(first, second, strict=True))
    return tuple(
        Game(*((b, a) if board % 2 else (a, b)), manner=Manner.PENDING) for board, (a, b) in pairs
    )


def has_handed_in(played: PublishedRound, number: Number) -> bool:
    """Return whether the line-up of a team is on record, or its match already has a result."""
    found = find_match_of_team(played, number)
    if found is None:
        return False
    _, meeting = found
    side = 0 if meeting.white == number else 1
    return meeting.manner is not Manner.PENDING or bool(list_recorded_seats(played, meeting, side))


def list_teams_without_line_up(played: PublishedRound) -> list[Number]:
    """Return the numbers of the teams that have not handed in their line-up, in match order."""
    sides = (n for m in played.meetings.values() for n in (m.white, m.black) if n is not None)
    return [number for number in sides if not has_handed_in(played, number)]


def are_both_line_ups_in(played: PublishedRound, meeting: Meeting) -> bool:
    """Return whether both teams of a match have handed in their line-ups."""
    return meeting.white in played.line_ups and meeting.black in played.line_ups


def line_up_deadline(section: Section, round_number: int) -> Instant | None:
    """Return when the line-ups of a round are due, or None if there is no deadline."""
    if section.line_up_minutes is None or section.schedule is None:
        return None
    starts = section.schedule.starts
    start = starts[round_number - 1] if round_number <= len(starts) else ""
    return start_in_utc(start, section.schedule.time_zone, section.line_up_minutes)


def is_after_line_up_deadline(section: Section, round_number: int, time: str) -> bool:
    """Return whether the deadline for line-ups of a round has passed at a time."""
    deadline, now = line_up_deadline(section, round_number), parse_time(time)
    return deadline is not None and now is not None and now > deadline


def remove_game_results(games: Sequence[Game]) -> tuple[Game, ...]:
    """Return the games of a match with their players but without results."""
    return tuple(Game(game.white, game.black, manner=Manner.PENDING) for game in games)


def has_line_up_but_no_results(games: Sequence[Game]) -> bool:
    """Return whether the games of a match are recorded but none of them has a result."""
    return bool(games) and all(game.manner is Manner.PENDING for game in games)


def build_result_with_new_line_up(
    table: int, meeting: Meeting, seated: Sequence[Game]
) -> TableResult:
    """Return the recorded result of a match with new players on its boards."""
    known = meeting.games or seated
    games = tuple(
        replace(game, white=new.white, black=new.black)
        for game, new in zip(known, seated, strict=True)
    )
    points = meeting.white_points, meeting.black_points
    return TableResult(table, *points, meeting.manner, meeting.rated, games=games)


def parse_line_up(section: Section, number: Number, texts: Sequence[str]) -> Seats:
    """Return the players identified by number or name, one for each board.

    Raise ``BadInput`` unless there is exactly one string for each board.
    """
    team = section.competitor(number)
    boards = section.settings.boards
    members = team.players if isinstance(team, Team) else ()
    if len(texts) != boards:
        raise _build_wrong_length_error(team.name, boards, texts)
    names = {player.number: player.name for player in members}
    return [
        None if text == NOBODY else find_participant_number_in_text(names, text, team.name)
        for text in texts
    ]


def split_places(text: str) -> list[str]:
    """Split a captain's line-up, such as ``1 2 3 5``, into places on the roster or names.

    They are separated by spaces or commas. Names that contain either are separated by semicolons.
    """
    words = text.split(";") if ";" in text else text.replace(",", " ").split()
    return [word.strip() for word in words if word.strip()]


def parse_places(
    section: Section, number: Number, words: Sequence[str]
) -> tuple[Number | None, ...]:
    """Return a team's line-up, given a roster place or a name for each board.

    The digits may stand together, as in ``1235``, if every place has only one digit.
    """
    team, boards = section.competitor(number), section.settings.boards
    members = team.players if isinstance(team, Team) else ()
    if len(words) == 1 and len(words[0]) == boards > 1 and len(members) < 10:
        words = list(words[0])
    if len(words) != boards:
        raise _build_wrong_length_error(team.name, boards, words)
    return tuple(
        None if word == NOBODY else _find_member(members, word, team.name) for word in words
    )


def _build_wrong_length_error(team: str, boards: int, words: Sequence[str]) -> BadInput:
    what = say_count(
        "the line-up must name a player for the only board",
        "the line-up must name a player for each of the {count} boards",
        boards,
    )
    return BadInput([Problem(what, team, " ".join(words), say("Write - for an empty board."))])


def _find_member(members: Sequence[Player], word: str, where: str) -> Number:
    """Return the number of the team member with this place on the roster or this name."""
    places = {Number(place): player.name for place, player in enumerate(members, start=1)}
    if word.isdigit() and int(word) not in places:
        what = say_count(
            "the roster has only {count} player, so this place does not exist",
            "the roster has only {count} players, so this place does not exist",
            len(members),
        )
        raise BadInput([Problem(what, where, word)])
    return members[find_participant_number_in_text(places, word, where) - 1].number


def has_team_boards(section: Section) -> bool:
    """Return whether the participants are teams that play on several boards."""
    return section.settings.boards > 1 and section.has_teams


def format_line_up(team: Competitor, seats: Iterable[Number | None]) -> list[str]:
    """Return the name of the player on each board, or "no one" for an empty board."""
    members = team.players if isinstance(team, Team) else ()
    names = {player.number: player.name for player in members}
    return [say("no one") if n is None else names.get(n, f"#{n}") for n in seats]


def format_places(team: Team, seats: Iterable[Number | None]) -> str:
    """Return a line-up as the players' places on the roster, such as ``1 2 3 5``."""
    places = {player.number: str(place) for place, player in enumerate(team.players, start=1)}
    return " ".join(NOBODY if n is None else places.get(n, "?") for n in seats)


def show_published_line_ups(played: PublishedRound, facts: Round) -> Round:
    """Return the round with only those line-ups that are published.

    Once line-ups are published, a team's line-up is shown even if its opponents handed in none. A
    match with a result on at least one board always keeps its line-up.
    """
    if played.line_ups_published:
        meetings = tuple(_add_single_line_up(played, m) for m in facts.meetings)
        return replace(facts, meetings=meetings)
    return _hide_unpublished_line_ups(facts)


def _add_single_line_up(played: PublishedRound, meeting: Meeting) -> Meeting:
    first, second = (list_recorded_seats(played, meeting, side) for side in (0, 1))
    if meeting.games or meeting.manner is not Manner.PENDING or not (first or second):
        return meeting
    boards = max(len(first), len(second))
    nobody: Seats = [None] * boards
    return replace(meeting, games=build_games_without_results(first or nobody, second or nobody))


def _hide_unpublished_line_ups(facts: Round) -> Round:
    meetings = tuple(
        replace(m, games=())
        if m.manner is Manner.PENDING and has_line_up_but_no_results(m.games)
        else m
        for m in facts.meetings
    )
    return replace(facts, meetings=meetings)


# --- faults -----------------------------------------------------------------------------------


def find_line_up_faults(section: Section, meeting: Meeting, games: Sequence[Game]) -> Iterator[str]:
    """Yield the faults in a line-up, such as a player on two boards or in the wrong team."""
    if section.settings.boards < 2 or not _is_team_match(section, meeting):
        return
    if len(games) > section.settings.boards:
        yield say_count(
            "there is {count} game for {boards} boards",
            "there are {count} games for {boards} boards",
            len(games),
            boards=section.settings.boards,
        )
    team_of = _map_players_to_teams(section.competitors)
    for side, number in enumerate((meeting.white, meeting.black)):
        assert number is not None
        yield from _find_line_up_faults_of_side(
            section, number, list_players_of_side(games, side), team_of
        )


def find_faults_of_handed_in_line_up(section: Section, one: TeamLineUp) -> Iterator[str]:
    """Yield the faults in a line-up that a team hands in."""
    if isinstance(section.competitors.get(one.number), Team):
        team_of = _map_players_to_teams(section.competitors)
        yield from _find_line_up_faults_of_side(section, one.number, [*one.players], team_of)


def _is_team_match(section: Section, meeting: Meeting) -> bool:
    sides = (meeting.white, meeting.black)
    return all(n is not None and isinstance(section.competitors.get(n), Team) for n in sides)


def _map_players_to_teams(competitors: Mapping[Number, Competitor]) -> dict[Number, Team]:
    teams = (one for one in competitors.values() if isinstance(one, Team))
    return {player.number: team for team in teams for player in team.players}


def _find_line_up_faults_of_side(
    section: Section, number: Number, seats: Seats, team_of: Mapping[Number, Team]
) -> Iterator[str]:
    team = section.competitors[number]
    seen: dict[Number, int] = {}
    for board, person in enumerate(seats, start=1):
        if person is None:
            continue
        own = team_of.get(person)
        if own is None:
            yield say(
                "player #{person} on board {board} of {team} does not belong to any team",
                team=team.name,
                board=board,
                person=person,
            )
            continue
        name = next(player.name for player in own.players if player.number == person)
        if own.number != number:
            yield say(
                "{name} (#{person}) is on board {board} of {team} but plays for {own}",
                team=team.name,
                board=board,
                name=name,
                person=person,
                own=own.name,
            )
        elif person in seen:
            yield say(
                "{name} (#{person}) of {team} is on boards {first} and {board}",
                team=team.name,
                name=name,
                person=person,
                first=seen[person],
                board=board,
            )
        seen.setdefault(person, board)


def find_line_up_faults_in_round(competitors: Sequence[Competitor], played: Round) -> Iterator[str]:
    """Yield the faults in the games of a round, such as a player on two boards.

    Each team may have either colour on any board.
    """
    team_of = _map_players_to_teams({one.number: one for one in competitors})
    seen: set[Number] = set()
    for meeting in played.meetings:
        teams = [one for one in competitors if one.number in (meeting.white, meeting.black)]
        if not all(isinstance(one, Team) for one in teams):
            continue
        for game in meeting.games:
            persons = [n for n in (game.white, game.black) if n is not None]
            own = [team_of[n].number for n in persons if n in team_of]
            strangers = [n for n in persons if n not in team_of]
            if strangers:
                yield say("player #{person} does not belong to any team", person=strangers[0])
            elif len({*own}) < len(own) or not {*own} <= {meeting.white, meeting.black}:
                yield say(
                    "the game {persons} is not between teams #{white} and #{black}",
                    persons=" - ".join(f"#{person}" for person in persons),
                    white=meeting.white,
                    black=meeting.black,
                )
            elif seen & {*persons}:
                twice = min(seen & {*persons})
                yield say("player #{person} is on two boards", person=twice)
            seen |= {*persons}


def find_players_out_of_order(team: Team, seats: Sequence[Number | None]) -> tuple[str, str] | None:
    """Return the names of two players in the wrong board order, or None if the order is right.

    The first player plays on the higher board but comes after the second one in the roster.
    """
    place = {player.number: at for at, player in enumerate(team.players)}
    sat = [place[person] for person in seats if person is not None and person in place]
    for upper, lower in pairwise(sat):
        if upper > lower:
            return team.players[upper].name, team.players[lower].name
    return None
