"""Results as people write them: ``1-0``, ``½-½``, ``2.5-1.5``, ``1F-0F``, ``+:-``, ``2-1*``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event.actions import CorrectResult, EnterResults, TableResult
from topboard.formats.problems import parse_whole_number
from topboard.messages import say, worded
from topboard.model import POINT, Game, Manner, Meeting, two_games
from topboard.model.history import points_if_unfinished_drawn
from topboard.model.scoring import forfeit_score_all_boards
from topboard.model.two_games import find_forfeiting_side
from topboard.systems.registry import system
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.event.actions import Act
    from topboard.event.state import Event, Section
    from topboard.model import Number, Tenths

    DefaultScore = Callable[[int, int], tuple[Tenths, Tenths]]

POINTS = re.compile(r"(\d*)(?:[.,](\d)|(½))?")
REMEDY = worded(
    "Write 1-0, ½-½, 2.5-1.5, 1F-0F, 0F-1F or 0F-0F. If a game is unfinished, add a star "
    "to the provisional score, such as 2-1*."
)
FORFEITS = {"1F-0F": "+:-", "0F-1F": "-:+", "0F-0F": "-:-"}
"""Notations for forfeits without a leading dash, which a command line would read as an option."""


def format_result(
    meeting: Meeting | TableResult, write: Callable[[Tenths], str] = format_points
) -> str:
    """Return the result of a board or match as text, or "" if there is none yet."""
    match meeting.manner:
        case Manner.PENDING:
            return ""
        case Manner.BOTH_DEFAULTED:
            return "-:-"
        case Manner.DEFAULT:
            return "+:-" if meeting.white_points > meeting.black_points else "-:+"
        case Manner.PLAYED | Manner.UNFINISHED:
            star = "*" if meeting.manner is Manner.UNFINISHED else ""
            return f"{write(meeting.white_points)}-{write(meeting.black_points)}{star}"
        case _:
            assert_never(meeting.manner)


def parse_result(
    text: str,
    table: int,
    boards: int,
    default_score: DefaultScore,
    *,
    present: tuple[int, int] | None = None,
    rated: bool = True,
) -> TableResult:
    """Return the result described by a string.

    A final asterisk means an unfinished game or match.
    """
    bare = text.strip().replace(" ", "").replace("\N{EN DASH}", "-").replace("1/2", "½")
    bare = FORFEITS.get(bare.upper(), bare)
    if bare in ("+:-", "-:+"):
        side = 0 if bare[0] == "+" else 1
        came = boards if present is None else present[side]
        won, lost = default_score(boards, came)
        points = (won, lost) if side == 0 else (lost, won)
        shown = (came, 0) if side == 0 else (0, came)
        return TableResult(table, *points, Manner.DEFAULT, False, shown if boards > 1 else None)
    if bare == "-:-":
        return TableResult(table, 0, 0, Manner.BOTH_DEFAULTED, False)
    manner = Manner.UNFINISHED if bare.endswith("*") else Manner.PLAYED
    white, black = _parse_both_points(bare.removesuffix("*"), text)
    return TableResult(table, white, black, manner, rated, present)


def parse_points(text: str) -> Tenths | None:
    """Return points in tenths, parsed from a string such as ``1.5`` or ``½``.

    Return None if the string is invalid.
    """
    bare = text.replace("½", ".5").replace(",", ".")
    whole, _, tenth = bare.removeprefix("-").partition(".")
    found = parse_whole_number(whole + (tenth or "0")) if whole or tenth else None
    if found is None or len(tenth) > 1:
        return None
    return -found if bare.startswith("-") else found


def _parse_both_points(bare: str, text: str) -> tuple[Tenths, Tenths]:
    if bare == "=":
        return POINT // 2, POINT // 2
    parts = bare.split("-" if "-" in bare else ":")
    found = [POINTS.fullmatch(part) for part in parts]
    if len(parts) != 2 or not all(found) or not all(parts):
        raise BadInput([Problem(say("invalid result"), quoted=text, remedy=REMEDY)])
    white, black = (
        POINT * int(m[1] or 0) + int(m[2] or 0) + (POINT // 2 if m[3] else 0) for m in found if m
    )
    return white, black


def build_result_correction_action(
    section: Section, round_number: int, result: TableResult, *, rating_only: bool = False
) -> CorrectResult:
    """Return the action that corrects a result.

    If a later round has been published, the action names the first round whose pairing can use the
    new result.
    """
    late = round_number < len(section.rounds) and not rating_only
    known_from = section.round_to_pair if late else 0
    return CorrectResult(section.name, round_number, result, known_from, rating_only)


def parse_games_of_match(
    texts: Sequence[str], first: Sequence[Number | None], second: Sequence[Number | None]
) -> tuple[Game, ...]:
    """Return the games of a match, parsed from one string per board.

    The first team's score comes first in each string. An empty string means a game that has not
    been played yet. None in place of a player means an empty board.
    """
    games = []
    for board, text in enumerate(texts):
        to_come = TableResult(board + 1, 0, 0, Manner.PENDING)
        one = (
            parse_result(text, board + 1, 1, lambda _boards, _came: (POINT, 0)) if text else to_come
        )
        sides = (first[board], second[board]), (one.white_points, one.black_points)
        (a, b), (own, other) = sides
        if board % 2:
            a, b, own, other = b, a, other, own
        games.append(Game(a, b, own, other, one.manner, one.rated))
    return tuple(games)


ONE_EACH = worded(
    "Write the results of both games, or of one game only, with the first-named player's "
    "score first, such as 1-0 ½-½."
)
BOTH_ALIKE = {(2 * POINT, 0): "1-0", (0, 2 * POINT): "0-1"}


def has_two_games(section: Section) -> bool:
    """Return whether paired players in a section play two games against each other."""
    return system(section.system).games == two_games.GAMES


def parse_games_of_two_game_match(
    texts: Sequence[str], meeting: Meeting, game: int = 0
) -> tuple[Game, ...]:
    """Return the games of a two-game match, with the first player's score first.

    The strings contain both games, or one game with its number ``game``, or the total of the match
    if it determines both games.
    """
    white, black = meeting.white, meeting.black
    assert white is not None
    assert black is not None
    if game:
        texts = _replace_game_result(texts, meeting, game)
    elif len(texts) == 1:
        texts = _derive_game_results_from_total(texts[0])
    if len(texts) != two_games.GAMES:
        raise BadInput(
            [Problem(say("invalid result of a two-game match"), "", " ".join(texts), ONE_EACH)]
        )
    return parse_games_of_match(texts, [white] * 2, [black] * 2)


def _derive_game_results_from_total(whole: str) -> tuple[str, str]:
    """Return the results of both games of a match that ended 2-0 or 0-2 or was forfeited.

    Raise ``BadInput`` if the total does not determine both results.
    """
    found = parse_result(whole, 0, two_games.GAMES, forfeit_score_all_boards)
    if found.manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED):
        return whole, whole
    one = BOTH_ALIKE.get((found.white_points, found.black_points))
    if one is None or found.manner is Manner.UNFINISHED:
        what = say("the result does not show how each of the two games ended")
        raise BadInput([Problem(what, "", whole, ONE_EACH)])
    return one, one


def _replace_game_result(texts: Sequence[str], meeting: Meeting, game: int) -> list[str]:
    """Return the results of both games as strings, after replacing the result of one game."""
    if game not in range(1, two_games.GAMES + 1) or len(texts) != 1:
        what = say("invalid result for one game")
        remedy = say("Enter one result, for game 1 or game 2.")
        raise BadInput([Problem(what, "", " ".join((str(game), *texts)), remedy)])
    known = format_games_of_match(meeting)
    known[game - 1] = texts[0]
    return known


def format_games_of_match(
    meeting: Meeting | TableResult,
    boards: int = two_games.GAMES,
    write: Callable[[Tenths], str] = format_points,
) -> list[str]:
    """Return the results of the games in a match as strings, with the first side's score first.

    The strings are empty if no games are recorded.
    """
    shown = [
        format_result(
            Meeting(None, None, *two_games.get_game_points_by_side(at, game), game.manner), write
        )
        for at, game in enumerate(meeting.games)
    ]
    return shown or [""] * boards


def describe_result_with_games(
    meeting: Meeting | TableResult, write: Callable[[Tenths], str] = format_points
) -> str:
    """Return a result as text.

    The results of the games follow in a match in progress and in a two-game match between players.
    """
    whole = format_result(meeting, write)
    games = ", ".join(text or "…" for text in format_games_of_match(meeting, write=write))
    if not whole:
        return games if two_games.has_any_game_result(meeting.games) else ""
    return f"{whole} ({games})" if two_games.is_two_player_match(meeting.games) else whole


def build_two_game_match_result(
    table: int, meeting: Meeting, games: tuple[Game, ...], *, rated: bool = True
) -> TableResult:
    """Return the result of a two-game match, which is pending until both games are finished."""
    assert meeting.white is not None
    assert meeting.black is not None
    if not rated:
        games = tuple(replace(game, rated=False) for game in games)
    made = two_games.build_two_game_match(meeting.white, meeting.black, games)
    points = made.white_points, made.black_points
    return TableResult(table, *points, made.manner, made.rated, games=games)


def count_unfinished_games_as_draws(section: Section, result: TableResult) -> TableResult:
    """Return the result with each unfinished game counted as a draw in the total.

    The results of the games themselves do not change. Nothing changes if the section's rules do not
    count unfinished games as draws.
    """
    if result.manner is not Manner.UNFINISHED or not system(section.system).unfinished_drawn:
        return result
    boards = section.settings.boards
    drawn = points_if_unfinished_drawn(result.games, boards)
    if drawn is None:
        missing = boards * POINT - result.white_points - result.black_points
        share = max(missing, 0) // 2
        drawn = result.white_points + share, result.black_points + share
    return replace(result, white_points=drawn[0], black_points=drawn[1])


def prepare_result_for_journal(
    section: Section, meeting: Meeting, result: TableResult
) -> TableResult:
    """Return a result in the form in which the journal records it.

    Unfinished games are counted according to the rules of the section. If a team forfeited every
    board because it had not arrived, the match becomes a win without playing. A recorded answer on
    whether the team arrived is kept.
    """
    result = count_unfinished_games_as_draws(section, result)
    loser = find_forfeiting_side(result.games)
    if loser is None:
        return result
    if result.did_not_arrive is None and loser == find_forfeiting_side(meeting.games):
        result = replace(result, did_not_arrive=meeting.did_not_arrive)
    if result.did_not_arrive and result.manner is Manner.PLAYED:
        return replace(result, manner=Manner.DEFAULT, rated=False)
    return result


def list_results_in_action(act: Act) -> tuple[TableResult, ...]:
    """Return the results that an action enters or corrects, or () for other actions."""
    if isinstance(act, EnterResults):
        return act.results
    return (act.result,) if isinstance(act, CorrectResult) else ()


def prepare_results_for_journal(event: Event, act: Act) -> Act:
    """Return the action with its results in the form in which the journal records them."""
    if not isinstance(act, EnterResults | CorrectResult) or act.section not in event.sections:
        return act
    section = event.sections[act.section]
    if not 1 <= act.round <= len(section.rounds):
        return act
    meetings = section.round(act.round).meetings

    def prepare_result(result: TableResult) -> TableResult:
        meeting = meetings.get(result.table)
        return result if meeting is None else prepare_result_for_journal(section, meeting, result)

    if isinstance(act, CorrectResult):
        return replace(act, result=prepare_result(act.result))
    return replace(act, results=tuple(map(prepare_result, act.results)))


def build_match_result_from_games(
    table: int, games: tuple[Game, ...], *, rated: bool = True
) -> TableResult:
    """Return the result of a match, computed from its games.

    It is pending as long as any game is pending.
    """
    if any(game.manner is Manner.PENDING for game in games):
        return TableResult(table, 0, 0, Manner.PENDING, rated, games=games)
    first, second = two_games.sum_points_of_two_games(games)
    going_on = any(game.manner is Manner.UNFINISHED for game in games)
    manner = Manner.UNFINISHED if going_on else Manner.PLAYED
    return TableResult(table, first, second, manner, rated, games=games)
