"""The commands of ``topboard event`` that pair rounds and record results."""

from __future__ import annotations

from topboard._frozen import replace
from topboard.cli import event_text
from topboard.cli.event_actions import (
    build_action_context,
    find_section,
    record_action_for_section,
    record_unconditional_action,
    report_saved_entries_on_error,
)
from topboard.cli.exit_codes import DONE
from topboard.errors import BadInput, Problem
from topboard.event import (
    actions,
    file_commands,
    pairing,
    round_commands,
)
from topboard.event.arguments import (
    find_competitor_number,
    find_competitor_numbers,
    parse_pairs_as_tables,
)
from topboard.event.line_ups import (
    Seats,
    build_result_with_new_line_up,
    complete_line_ups_from_rosters,
    parse_line_up,
)
from topboard.event.policy import governance_of_system
from topboard.event.results import (
    build_match_result_from_games,
    build_result_correction_action,
    build_two_game_match_result,
    has_two_games,
    parse_games_of_match,
    parse_games_of_two_game_match,
    parse_result,
)
from topboard.event.state import Event, Section
from topboard.messages import say, say_count
from topboard.model import Manner, Meeting
from topboard.model.two_games import has_any_game_result
from topboard.reasons.decisions import RoundPairing
from topboard.storage.session import JournalSession

# --- rounds -----------------------------------------------------------------------------------


def preview_pairing(request: file_commands.Preview) -> int:
    """Pair the next round without recording anything."""
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        act, made = pairing.build_pair_round_action(file.event, section.name)
        event_text.print_pairing_of_next_round(file.event, section, act, made, as_json=request.json)
    return DONE


def pair_next_round(request: round_commands.Pair) -> int:
    """Pair the next round and record the pairing."""
    with JournalSession.open(request.file) as file:
        section = find_section(file.event, request.section)
        paired: list[RoundPairing] = []

        def build_action(event: Event) -> actions.Act:
            act, made = pairing.build_pair_round_action(event, section.name)
            paired.append(made)
            return act

        context = build_action_context(request)
        with file.transaction():
            done = [file.build_and_record(build_action, replace(context, authority=None))]
            act = done[0].entry.act
            assert isinstance(act, actions.PairRound)
            if request.publish:
                published = actions.PublishRound(section.name, act.round)
                done.append(record_unconditional_action(file, published, context))
        with report_saved_entries_on_error([prepared.entry for prepared in done]):
            event_text.print_pairing_of_next_round(
                file.event, section, act, paired[-1], as_json=request.json
            )
        event_text.print_notices_about_entries(done)
    return DONE


def pair_manually(request: round_commands.Manual) -> int:
    """Start, change or finish a manual pairing."""

    def build_action(event: Event, section: Section) -> actions.Act:
        number = section.round_to_pair
        if request.step == "begin":
            return actions.BeginManual(section.name, number)
        if request.step == "end":
            return pairing.build_end_manual_pairing_action(event, section.name)
        free = None if request.bye is None else find_competitor_number(section, request.bye)
        pairs = parse_pairs_as_tables(section, request.pairs or ())
        return actions.ChangeManual(section.name, number, pairs, free)

    return record_action_for_section(request, build_action)


def record_result(request: round_commands.Result) -> int:
    """Enter, correct or remove a result."""

    def build_action(_: Event, section: Section) -> actions.Act:
        if request.remove:
            return actions.RemoveResult(section.name, request.round, request.table)
        found = _parse_requested_result(request, section)
        if request.not_arrived and request.arrived:
            remedy = say("Use only one of these options.")
            raise BadInput(
                [
                    Problem(
                        say("two options contradict each other"),
                        "",
                        "--not-arrived --arrived",
                        remedy,
                    )
                ]
            )
        if request.not_arrived or request.arrived:
            found = replace(found, did_not_arrive=request.not_arrived)
        informed = find_competitor_numbers(section, request.informed or ())
        if request.correct:
            only = request.rating_only
            corrected = build_result_correction_action(
                section, request.round, found, rating_only=only
            )
            return replace(corrected, informed=informed)
        return actions.EnterResults(section.name, request.round, (found,), informed)

    return record_action_for_section(request, build_action)


def record_line_ups(request: round_commands.LineUp) -> int:
    """Record the line-ups of a match, keeping the results that are already known."""

    def build_action(_: Event, section: Section) -> actions.Act:
        meeting = _find_board_or_match(request, section)
        informed = find_competitor_numbers(section, request.informed or ())
        games = parse_games_of_match(
            [""] * section.settings.boards,
            *_choose_line_ups_of_both_teams(request, section, meeting),
        )
        if meeting.manner is Manner.PENDING and not has_any_game_result(meeting.games):
            found = build_match_result_from_games(request.table, games)
            return actions.EnterResults(section.name, request.round, (found,), informed)
        found = build_result_with_new_line_up(request.table, meeting, games)
        corrected = build_result_correction_action(section, request.round, found)
        return replace(corrected, informed=informed)

    return record_action_for_section(request, build_action)


def _parse_requested_result(
    request: round_commands.Result, section: Section
) -> actions.TableResult:
    if has_two_games(section):
        return _parse_two_game_match_result(request, section)
    if request.boards or request.white or request.black:
        return _parse_match_result_by_board(request, section)
    if len(request.result) != 1:
        raise BadInput(
            [Problem(say("exactly one result is needed"), quoted=" ".join(request.result))]
        )
    found = parse_result(
        request.result[0],
        request.table,
        section.settings.boards,
        governance_of_system(section.system).default_score,
        present=request.present,
        rated=not request.unrated,
    )
    return replace(found, rated=True) if request.rated else found


def _find_board_or_match(request: round_commands.MatchRequest, section: Section) -> Meeting:
    meeting = section.round(request.round).meetings.get(request.table)
    if meeting is None or meeting.white is None or meeting.black is None:
        raise BadInput(
            [Problem(say("this board or match does not exist"), quoted=str(request.table))]
        )
    return meeting


def _parse_two_game_match_result(
    request: round_commands.Result, section: Section
) -> actions.TableResult:
    meeting = _find_board_or_match(request, section)
    games = parse_games_of_two_game_match(request.result, meeting, request.game or 0)
    return build_two_game_match_result(request.table, meeting, games, rated=not request.unrated)


def _parse_match_result_by_board(
    request: round_commands.Result, section: Section
) -> actions.TableResult:
    meeting = _find_board_or_match(request, section)
    boards = section.settings.boards
    if len(request.result) != boards:
        what = say_count(
            "a match on {count} board needs {count} result",
            "a match on {count} boards needs {count} results",
            boards,
        )
        raise BadInput([Problem(what, quoted=" ".join(request.result))])
    return build_match_result_from_games(
        request.table,
        parse_games_of_match(
            request.result, *_choose_line_ups_of_both_teams(request, section, meeting)
        ),
        rated=not request.unrated,
    )


def _choose_line_ups_of_both_teams(
    request: round_commands.Result | round_commands.LineUp, section: Section, meeting: Meeting
) -> list[Seats]:
    """Return the line-ups of both teams in a match.

    A line-up is taken from the request, from the recorded result, or else from the first players of
    the team's roster.
    """
    assert meeting.white is not None
    assert meeting.black is not None
    sides = (meeting.white, request.white or ()), (meeting.black, request.black or ())
    if request.white and request.black:
        return [parse_line_up(section, number, texts) for number, texts in sides]
    known = complete_line_ups_from_rosters(section, meeting)
    if known is None:
        what = say_count(
            "a team has no player for the board",
            "a team has too few players for {count} boards",
            section.settings.boards,
        )
        teams = " - ".join(section.competitor(number).name for number, _ in sides)
        remedy = say("Name the players with --white and --black, with - for an empty board.")
        raise BadInput([Problem(what, quoted=teams, remedy=remedy)])
    return [
        parse_line_up(section, number, texts) if texts else seats
        for (number, texts), seats in zip(sides, known, strict=True)
    ]
