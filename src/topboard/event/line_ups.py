"""Line-ups of team matches: parsing them, completing them and checking them against rosters."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event.actions import TableResult
from topboard.formats.lookup import find_by_number_or_name
from topboard.messages import say, say_count
from topboard.model import Game, Manner, Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.event.state import PublishedRound, Section
    from topboard.model import Competitor, Meeting, Number, Round


Seats: TypeAlias = "list[Number | None]"
"""The players of one team in a match, in board order; None means an empty board."""
NOBODY = "-"
"""The string that means an empty board in a line-up."""


# --- players and boards -----------------------------------------------------------------------


def line_up_of_side(games: Sequence[Game], side: int) -> Seats:
    """Return the players of one team in board order.

    Side 0 is the team with White on board 1.
    """
    return [game.white if board % 2 == side else game.black for board, game in enumerate(games)]


def complete_line_ups(section: Section, meeting: Meeting) -> tuple[Seats, Seats] | None:
    """Return the line-ups of both teams in a match, with a player on every board.

    Boards without a recorded player get the first remaining members of the roster. Return None if a
    team has too few members.
    """
    boards = section.settings.boards
    sides: list[Seats] = []
    for side, number in enumerate((meeting.white, meeting.black)):
        team = None if number is None else section.competitors.get(number)
        if not isinstance(team, Team):
            return None
        recorded = line_up_of_side(meeting.games, side)
        others = [player.number for player in team.players if player.number not in recorded]
        if len(recorded) + len(others) < boards:
            return None
        sides.append([*recorded, *others][:boards])
    return sides[0], sides[1]


def line_up_without_results(games: Sequence[Game]) -> tuple[Game, ...]:
    """Return the games of a match with their players but without results."""
    return tuple(Game(game.white, game.black, manner=Manner.PENDING) for game in games)


def is_line_up_without_results(games: Sequence[Game]) -> bool:
    """Return whether there are games on record and none of them has a result."""
    return bool(games) and all(game.manner is Manner.PENDING for game in games)


def replace_line_up(table: int, meeting: Meeting, seated: Sequence[Game]) -> TableResult:
    """Return the recorded result of a match with different players on its boards."""
    known = meeting.games or seated
    games = tuple(
        replace(game, white=new.white, black=new.black)
        for game, new in zip(known, seated, strict=True)
    )
    points = meeting.white_points, meeting.black_points
    return TableResult(table, *points, meeting.manner, meeting.rated, games=games)


def parse_line_up(section: Section, number: Number, texts: Sequence[str]) -> Seats:
    """Return the players that strings identify by number or name, one for each board.

    Raise ``BadInput`` unless there is exactly one string for each board.
    """
    team = section.competitor(number)
    boards = section.settings.boards
    members = team.players if isinstance(team, Team) else ()
    if len(texts) != boards:
        what = say_count(
            "the line-up must name a player for the only board",
            "the line-up must name a player for each of the {count} boards",
            boards,
        )
        remedy = say("Write - for an empty board.")
        raise BadInput([Problem(what, team.name, " ".join(texts), remedy)])
    names = {player.number: player.name for player in members}
    return [
        None if text == NOBODY else find_by_number_or_name(names, text, team.name) for text in texts
    ]


def hide_unpublished_line_ups(played: PublishedRound, facts: Round) -> Round:
    """Return the round without line-ups that are not published yet.

    A match that has a result, even on one board only, keeps its line-up.
    """
    if played.line_ups_published:
        return facts
    meetings = tuple(
        replace(m, games=())
        if m.manner is Manner.PENDING and is_line_up_without_results(m.games)
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
        yield from _find_side_faults(section, number, line_up_of_side(games, side), team_of)


def _is_team_match(section: Section, meeting: Meeting) -> bool:
    sides = (meeting.white, meeting.black)
    return all(n is not None and isinstance(section.competitors.get(n), Team) for n in sides)


def _map_players_to_teams(competitors: Mapping[Number, Competitor]) -> dict[Number, Team]:
    teams = (one for one in competitors.values() if isinstance(one, Team))
    return {player.number: team for team in teams for player in team.players}


def _find_side_faults(
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


def find_game_faults(competitors: Sequence[Competitor], played: Round) -> Iterator[str]:
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
    """Return the names of two players seated in the wrong order, or None if there are none.

    The first plays on the higher board, although the second comes earlier on the roster.
    """
    place = {player.number: at for at, player in enumerate(team.players)}
    sat = [place[person] for person in seats if person is not None and person in place]
    for upper, lower in pairwise(sat):
        if upper > lower:
            return team.players[upper].name, team.players[lower].name
    return None
