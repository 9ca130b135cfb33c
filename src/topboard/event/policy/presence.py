"""Rules on presence: absent teams, teams short of players, forfeits, byes and unfinished games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import (
    CorrectResult,
    EnterLate,
    EnterResults,
    Exclusion,
    Expel,
    ForbidPair,
    LiftSuspension,
    RecordPresence,
    RequestBye,
    Withdraw,
)
from topboard.event.policy.objections import (
    Office,
    ask_question_of_arbiter,
    forbid_action,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.event.results import list_results_in_action
from topboard.formats.problems import LAST_ROUND
from topboard.messages import counted, say, say_count, say_kept_count
from topboard.model import POINT, FullPointBye, HalfPointBye, Manner, Number
from topboard.model.two_games import find_forfeiting_side, has_any_game_result
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.event.actions import TableResult
    from topboard.event.policy.objections import Objection, Question
    from topboard.event.results import DefaultScore
    from topboard.event.state import PublishedRound, Section
    from topboard.messages import Message
    from topboard.model import Game, Meeting

    Bar = Callable[[Section, str], Iterator[Exclusion]]

ALLOWED_SHORT_ROUNDS = 1


# --- before round 1 -------------------------------------------------------------------------


def has_team_enough_players_present(section: Section, number: Number, least: int) -> bool:
    """Return whether at least ``least`` players of a team are present before round 1."""
    seen = section.presence.get(number)
    return seen is not None and seen.players >= least


def is_team_on_the_way(section: Section, number: Number) -> bool:
    """Return whether a team is recorded as travelling and expected in time for round 1."""
    seen = section.presence.get(number)
    return seen is not None and seen.in_time


def exclude_absent_teams_from_round_one(
    section: Section, article: str, *, least: int
) -> Iterator[Exclusion]:
    """Exclude teams with too few players present from round 1, unless they are on their way."""
    if section.rounds:
        return
    for number in section.competitors:
        if not has_team_enough_players_present(section, number, least) and not is_team_on_the_way(
            section, number
        ):
            yield Exclusion(number, article)


def exclude_participants_not_checked_in(section: Section, article: str) -> Iterator[Exclusion]:
    """Exclude participants who have not checked in from round 1.

    The rule applies only once at least one participant has checked in.
    """
    if section.presence:
        yield from exclude_absent_teams_from_round_one(section, article, least=1)


def forbid_arrival_without_travel_plans(question: Question, article: str) -> Iterator[Objection]:
    """Forbid recording that a team will arrive in time if its travel plans are not recorded."""
    act = question.act
    if isinstance(act, RecordPresence) and act.in_time and not act.travel.strip():
        name = question.section.competitor(act.number).name
        yield forbid_action(
            article, say("{name} has not given its travel details. Record them first.", name=name)
        )


def require_ruling_on_travelling_team(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling by the Chief Arbiter on pairing a team that is still travelling."""
    act = question.act
    if isinstance(act, RecordPresence) and act.in_time:
        name = question.section.competitor(act.number).name
        words = say(
            "{name} has not arrived yet. A ruling is needed on whether to pair {name} anyway.",
            name=name,
        )
        yield require_ruling(article, words, Office.CHIEF_ARBITER)


# --- teams with too few players ---------------------------------------------------------------


def count_players_brought_to_match(
    section: Section, played: PublishedRound, number: Number
) -> int | None:
    """Return the number of players a team brought to its match in a round.

    Return None if it had no match or the match has no result.
    """
    boards = section.settings.boards
    for table, meeting in played.meetings.items():
        if number not in (meeting.white, meeting.black) or meeting.manner is Manner.PENDING:
            continue
        side = 0 if meeting.white == number else 1
        if table in played.present:
            return played.present[table][side]
        if has_any_game_result(meeting.games):
            return sum(
                _side_has_player_at_board(meeting, board, side)
                for board in range(len(meeting.games))
            )
        return 0 if has_side_forfeited(meeting, side) else boards
    return None


def has_side_forfeited(meeting: Meeting, side: int) -> bool:
    """Return whether White (``side`` 0) or Black (``side`` 1) lost by forfeit.

    In a double forfeit, both did.
    """
    if meeting.manner is Manner.BOTH_DEFAULTED:
        return True
    points = meeting.white_points, meeting.black_points
    return meeting.manner is Manner.DEFAULT and points[side] < points[1 - side]


def _side_has_player_at_board(meeting: Meeting, board: int, side: int) -> bool:
    game = meeting.games[board]
    has_white = side == board % 2
    person = game.white if has_white else game.black
    own, other = game.white_points, game.black_points
    if not has_white:
        own, other = other, own
    absent = game.manner is Manner.BOTH_DEFAULTED or (game.manner is Manner.DEFAULT and own < other)
    return person is not None and not absent


def find_rounds_of_team_below_half_strength(section: Section, number: Number) -> list[int]:
    """Return the rounds to which a team brought fewer players than half of the boards."""
    return [
        played.number
        for played in section.rounds
        if (brought := count_players_brought_to_match(section, played, number)) is not None
        and 2 * brought < section.settings.boards
    ]


def exclude_teams_twice_short_of_players(section: Section, article: str) -> Iterator[Exclusion]:
    """Exclude teams that twice brought fewer players than half of the boards."""
    for number in section.competitors:
        if len(find_rounds_of_team_below_half_strength(section, number)) > ALLOWED_SHORT_ROUNDS:
            yield Exclusion(number, article)


def note_teams_short_of_players(question: Question, article: str) -> Iterator[Objection]:
    """Note each team that brought fewer players to a match than half of the boards."""
    act = question.act
    if not isinstance(act, EnterResults):
        return
    boards = question.section.settings.boards
    meetings = question.section.round(act.round).meetings
    for result in act.results:
        if result.present is None or result.table not in meetings:
            continue
        meeting = meetings[result.table]
        for number, brought in zip((meeting.white, meeting.black), result.present, strict=True):
            if number is not None and 2 * brought < boards:
                name = question.section.competitor(number).name
                words = say_count(
                    "{name} brought only {count} player for {boards} boards.",
                    "{name} brought only {count} players for {boards} boards.",
                    brought,
                    name=name,
                    boards=boards,
                )
                yield note_for_arbiter(article, words)


def forbid_wrong_forfeit_score(
    question: Question, article: str, *, score: DefaultScore
) -> Iterator[Objection]:
    """Forbid a score for a forfeited match that differs from the one in the regulations."""
    act = question.act
    if not isinstance(act, EnterResults | CorrectResult):
        return
    boards = question.section.settings.boards
    for result in list_results_in_action(act):
        if result.manner is not Manner.DEFAULT:
            continue
        side = 0 if result.white_points > result.black_points else 1
        won, lost = (result.white_points, result.black_points)[:: -1 if side else 1]
        came = won // POINT if result.present is None else result.present[side]
        due = score(boards, came)
        if (won, lost) != due:
            words = say(
                "Match {table} was forfeited, so its score must be {won}-{lost}.",
                table=result.table,
                won=format_points(due[0]),
                lost=format_points(due[1]),
            )
            yield forbid_action(article, words)


def ask_whether_team_arrived(question: Question, article: str) -> Iterator[Objection]:
    """Ask whether a team that forfeited every board had arrived.

    If it had not, the match counts as won without playing.
    """
    act, section = question.act, question.section
    if not isinstance(act, EnterResults | CorrectResult):
        return
    meetings = section.round(act.round).meetings
    for result in list_results_in_action(question.act):
        meeting, loser = meetings.get(result.table), find_forfeiting_side(result.games)
        if meeting is None or result.manner is Manner.PENDING:
            continue
        if loser is None and result.did_not_arrive is not None:
            words = say(
                "Match {table}: neither team lost every board by forfeit, so do not record "
                "whether a team arrived.",
                table=result.table,
            )
            yield forbid_action(article, words)
        elif loser is not None and result.did_not_arrive is None:
            numbers = (meeting.white, meeting.black)[:: -1 if loser == 0 else 1]
            won, lost = (section.competitor(n).name for n in numbers if n is not None)
            words = say(
                "Match {table}: {lost} lost every board by forfeit. Did the team fail to arrive? "
                "Only in that case is {won} barred from the pairing-allocated bye.",
                table=result.table,
                lost=lost,
                won=won,
            )
            remedy = say(
                "On the command line, answer with --not-arrived or --arrived, or add --yes to "
                "leave this open."
            )
            yield ask_question_of_arbiter(article, words, f"did_not_arrive.{result.table}", remedy)


# --- forfeits, byes and unfinished games ------------------------------------------------------


def find_round_of_forfeited_last_game(section: Section, number: Number) -> int | None:
    """Return the round of a participant's last game if they forfeited it, else None."""
    for played in reversed(section.rounds):
        for meeting in played.meetings.values():
            if number in (meeting.white, meeting.black):
                side = 0 if meeting.white == number else 1
                return played.number if has_side_forfeited(meeting, side) else None
    return None


def exclude_unexcused_no_shows(section: Section, article: str) -> Iterator[Exclusion]:
    """Exclude participants who forfeited their last game without an accepted excuse."""
    for number in section.competitors:
        missed = find_round_of_forfeited_last_game(section, number)
        excused = any(n == number and upto >= (missed or 0) for n, upto in section.excused)
        if missed is not None and not excused:
            yield Exclusion(number, article)


def require_ruling_on_excuse_for_no_show(
    question: Question, article: str, *, offices: tuple[Office, ...] = (Office.DIRECTOR,)
) -> Iterator[Objection]:
    """Require a ruling on whether to accept an excuse.

    The director makes it unless different ``offices`` are given.
    """
    if isinstance(question.act, LiftSuspension):
        name = question.section.competitor(question.act.number).name
        yield require_ruling(
            article,
            say("A ruling is needed on whether to accept {name}'s excuse.", name=name),
            *offices,
        )


def note_no_show_as_withdrawal(question: Question, article: str) -> Iterator[Objection]:
    """Note that a participant counts as withdrawn after forfeiting a game without explanation."""
    act = question.act
    if not isinstance(act, EnterResults | CorrectResult):
        return
    meetings = question.section.round(act.round).meetings
    for result in list_results_in_action(act):
        meeting = meetings.get(result.table)
        scored = result.white_points, result.black_points
        if meeting is None or result.manner not in (Manner.DEFAULT, Manner.BOTH_DEFAULTED):
            continue
        for number, points in zip((meeting.white, meeting.black), scored, strict=True):
            if number is not None and points < max(*scored, 1):
                name = question.section.competitor(number).name
                words = say(
                    "{name} did not appear. Without an explanation, this counts as a withdrawal.",
                    name=name,
                )
                yield note_for_arbiter(article, words)


def require_director_ruling_on_late_entry(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling by the director on whether a participant may enter late."""
    act = question.act
    if isinstance(act, EnterLate):
        yield require_ruling(
            article,
            say(
                "A ruling is needed on whether {name} may enter late.",
                name=act.competitor.name,
            ),
            Office.DIRECTOR,
        )


def require_ruling_on_half_point_bye(
    question: Question, article: str, *, offices: tuple[Office, ...] = (Office.DIRECTOR,)
) -> Iterator[Objection]:
    """Require a ruling on a half-point bye, and confirmation of a full-point bye."""
    act = question.act
    if isinstance(act, RequestBye):
        name = question.section.competitor(act.number).name
        if isinstance(act.outcome, HalfPointBye):
            yield require_ruling(
                article,
                say("A ruling is needed on whether {name} gets a half-point bye.", name=name),
                *offices,
            )
        if isinstance(act.outcome, FullPointBye):
            yield require_confirmation(
                article, say("{name} would get a full point without playing.", name=name)
            )


def forbid_points_for_requested_bye(
    question: Question, article: str, *, offices: tuple[Office, ...]
) -> Iterator[Objection]:
    """Forbid points for a requested bye, since the regulations do not provide for them.

    A bye without points requires a ruling.
    """
    act = question.act
    if not isinstance(act, RequestBye):
        return
    name = question.section.competitor(act.number).name
    if isinstance(act.outcome, HalfPointBye | FullPointBye):
        yield forbid_action(
            article, say("{name} cannot get points for a requested bye.", name=name)
        )
    else:
        yield require_ruling(
            article,
            say(
                "These rules do not provide for requested byes. A ruling is needed on "
                "whether {name} "
                "may be absent.",
                name=name,
            ),
            *offices,
        )


def require_ruling_on_unfinished_game(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling by the director if an unfinished game is scored as a win.

    Each board of a team match is checked separately, because finished games may make the total
    unequal.
    """
    of_matches = question.section.settings.boards > 1
    for result in list_results_in_action(question.act):
        if not of_matches and _is_unfinished_but_won(result):
            words = say(
                "Board {table}: a ruling is needed on whether one side is clearly winning.",
                table=result.table,
            )
            yield require_ruling(article, words, Office.DIRECTOR)
        for board, game in enumerate(result.games if of_matches else (), start=1):
            if _is_unfinished_but_won(game):
                words = say(
                    "Match {table}, board {board}: a ruling is needed on whether one "
                    "side is clearly "
                    "winning.",
                    table=result.table,
                    board=board,
                )
                yield require_ruling(article, words, Office.DIRECTOR)


def note_unfinished_games_as_draws(question: Question, article: str) -> Iterator[Objection]:
    """Note that an unfinished game counts as a draw, whatever result is recorded for it."""
    for result in list_results_in_action(question.act):
        yield from _require_half_point_each(result, article)
        for board, game in enumerate(result.games, start=1):
            if _is_unfinished_but_won(game):
                words = say(
                    "Match {table}, board {board}: the unfinished game counts as a draw. Its "
                    "result is kept as a note.",
                    table=result.table,
                    board=board,
                )
                yield note_for_arbiter(article, words)


def require_draw_for_adjourned_game(question: Question, article: str) -> Iterator[Objection]:
    """Forbid entering an adjourned game as a win. Until it is finished, it counts as a draw."""
    of_matches = question.section.settings.boards > 1
    for result in list_results_in_action(question.act):
        if of_matches:
            yield from _require_half_point_each(result, article)
        games = result.games if of_matches else (result,)
        if any(_is_unfinished_but_won(game) for game in games):
            words = (
                say(
                    "Match {table}: an adjourned game counts as a draw. Enter it as ½-½*.",
                    table=result.table,
                )
                if of_matches
                else say(
                    "Board {table}: an adjourned game counts as a draw. Enter it as ½-½*.",
                    table=result.table,
                )
            )
            yield forbid_action(article, words)


def _is_unfinished_but_won(game: Game | TableResult) -> bool:
    return game.manner is Manner.UNFINISHED and game.white_points != game.black_points


def _require_half_point_each(result: TableResult, article: str) -> Iterator[Objection]:
    """Forbid a total for an unfinished match in which a team has less than half a point.

    The unfinished game counts as a draw.
    """
    least = min(result.white_points, result.black_points)
    if result.manner is Manner.UNFINISHED and not result.games and least < POINT // 2:
        words = say(
            "Match {table}: an unfinished game counts as a draw, so each side must have at least "
            "½ point.",
            table=result.table,
        )
        yield forbid_action(article, words)


def check_request_not_to_meet(
    question: Question, article: str, *, last_round: int
) -> Iterator[Objection]:
    """Forbid a request not to meet in rounds after ``last_round``.

    Note that a request has no effect if its option was not announced.
    """
    act = question.act
    if not isinstance(act, ForbidPair) or not act.wish:
        return
    if act.first > last_round or last_round < act.last < LAST_ROUND:
        yield forbid_action(
            article,
            say(
                "Requests not to meet are only possible for rounds 1 to {last_round}.",
                last_round=last_round,
            ),
        )
    if article not in question.section.settings.variations:
        yield note_for_arbiter(
            article,
            say("This request has no effect, because the variation for it has not been announced."),
        )


def forbid_late_round_robin_entry(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a late entry to a round robin.

    The numbers have been drawn and the timetable is full.
    """
    act = question.act
    if isinstance(act, EnterLate):
        name = act.competitor.name
        words = (
            say(
                "The starting numbers have been drawn, and the timetable has no place for {name}.",
                name=name,
            )
            if question.section.rounds
            else say(
                "The starting numbers have been drawn, and the timetable has no place for {name}. "
                "Undo the closing of entries and the drawing of lots, enter {name}, and draw "
                "again.",
                name=name,
            )
        )
        yield forbid_action(article, words)


def warn_whether_results_of_departed_count(
    question: Question, article: str, *, counts: bool
) -> Iterator[Objection]:
    """Require confirmation when a participant leaves a round robin, and say if their results count.

    They count if at least half of the games are completed. The rules have one article for each
    case, and ``counts`` says which case ``article`` is about.
    """
    act = question.act
    if not isinstance(act, Withdraw | Expel) or not question.section.entries_closed:
        return
    name = question.section.competitor(act.number).name
    done, due = (
        count_completed_games(question.section, act.number),
        count_games_per_participant(question.section),
    )
    if (2 * done >= due) is counts:
        words = _completed_games_messages(counts=counts, teams=question.section.has_teams)
        yield require_confirmation(article, say_kept_count(words, due, name=name, done=done))


def _completed_games_messages(*, counts: bool, teams: bool) -> tuple[Message, Message]:
    if teams and counts:
        return counted(
            "{name} has completed {done} of {count} match. Its results count in the final "
            "standings.",
            "{name} has completed {done} of {count} matches. Its results count in the final "
            "standings.",
        )
    if teams:
        return counted(
            "{name} has completed only {done} of {count} match. Its results do not count in the "
            "final standings.",
            "{name} has completed only {done} of {count} matches. Its results do not count in the "
            "final standings.",
        )
    if counts:
        return counted(
            "{name} has completed {done} of {count} game. The results count in the final "
            "standings.",
            "{name} has completed {done} of {count} games. The results count in the final "
            "standings.",
        )
    return counted(
        "{name} has completed only {done} of {count} game. The results do not count in the final "
        "standings.",
        "{name} has completed only {done} of {count} games. The results do not count in the final "
        "standings.",
    )


def count_completed_games(section: Section, number: Number) -> int:
    """Return the number of games (or team matches) that a participant has played."""
    return sum(
        number in (meeting.white, meeting.black) and meeting.manner is Manner.PLAYED
        for played in section.rounds
        for meeting in played.meetings.values()
    )


def count_games_per_participant(section: Section) -> int:
    """Return the number of games (or team matches) that each participant has in a round robin."""
    once = len(section.competitors) - 1
    return once * (2 if "double" in section.settings.variations else 1)
