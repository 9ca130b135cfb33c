"""The functions for the subcommands of ``topboard event``, imported only when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topboard.cli.event_actions import record_action_for_section
from topboard.cli.parser import load_command_function
from topboard.event import commands, file_commands, participant_commands, round_commands
from topboard.event.arguments import UserInput, build_request_from_command_line
from topboard.event.verbs import ActionVerb, Verb


def run_verb(verb: Verb, said: Mapping[str, Any]) -> int:
    """Run a subcommand with the parsed arguments and return the exit code."""
    if isinstance(verb, ActionVerb):
        request = build_request_from_command_line(commands.ActionRequest, said)
        asked = UserInput.from_values(said)
        return record_action_for_section(request, lambda _, section: verb.build(section, asked))
    code: int = load_command_function(*FUNCTIONS[verb.request])(
        build_request_from_command_line(verb.request, said)
    )
    return code


FUNCTIONS: dict[type[commands.Request], tuple[str, str]] = {
    commands.New: ("event_commands", "create_event"),
    commands.Details: ("event_commands", "change_event_details"),
    commands.Visibility: ("event_commands", "set_visibility"),
    commands.Schedule: ("event_commands", "schedule_rounds"),
    commands.Categories: ("event_commands", "set_categories"),
    commands.SettlePrizes: ("event_prizes", "set_prizes"),
    commands.Key: ("event_commands", "create_signing_key"),
    commands.Sign: ("event_commands", "sign_journal"),
    commands.Section: ("event_commands", "add_or_change_section"),
    commands.TakeOver: ("event_exchange", "take_over_section"),
    commands.Close: ("event_commands", "close_event"),
    participant_commands.Enter: ("event_commands", "enter_participant"),
    participant_commands.Change: ("event_commands", "change_participant"),
    participant_commands.CloseEntries: ("event_commands", "close_entries"),
    participant_commands.Erase: ("event_commands", "erase_personal_data"),
    participant_commands.Renumber: ("event_commands", "renumber_participants"),
    participant_commands.Lot: ("event_commands", "commit_or_draw_lots"),
    participant_commands.Present: ("event_commands", "record_presence"),
    round_commands.Pair: ("event_rounds", "pair_next_round"),
    round_commands.Manual: ("event_rounds", "pair_manually"),
    round_commands.Result: ("event_rounds", "record_result"),
    round_commands.LineUp: ("event_rounds", "record_line_ups"),
    round_commands.HandIn: ("event_line_ups", "hand_in_line_up"),
    round_commands.MissingLineUps: ("event_line_ups", "show_missing_line_ups"),
    round_commands.Undo: ("event_undo", "undo_entry"),
    round_commands.Redo: ("event_undo", "redo_entry"),
    file_commands.Import: ("event_exchange", "import_participants"),
    file_commands.UpdateRatings: ("event_exchange", "update_ratings"),
    file_commands.Preview: ("event_rounds", "preview_pairing"),
    file_commands.Log: ("event_views", "show_journal"),
    file_commands.Show: ("event_views", "show_event"),
    file_commands.Standings: ("event_views", "show_standings"),
    file_commands.Prizes: ("event_prizes", "show_prizes"),
    file_commands.Verify: ("event_verify", "verify_journal"),
    file_commands.Replay: ("event_views", "replay_round"),
    file_commands.Export: ("event_exchange", "export_event"),
    file_commands.ImportJournal: ("event_exchange", "import_journal"),
    file_commands.Move: ("event_exchange", "move_event_journal"),
}
"""The module in ``topboard.cli`` and the function that handle each class of request."""
