"""The function of each subcommand of ``topboard event``, loaded when one is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topboard.cli.event_actions import do
from topboard.cli.parser import load_function
from topboard.event import commands, file_commands
from topboard.event.arguments import Asked, build_request
from topboard.event.verbs import ActionVerb, Verb


def run_verb(verb: Verb, said: Mapping[str, Any]) -> int:
    """Run a subcommand with the parsed arguments and return the exit code."""
    if isinstance(verb, ActionVerb):
        request = build_request(commands.ActionRequest, said)
        asked = Asked.from_values(said)
        return do(request, lambda _, section: verb.build(section, asked))
    code: int = load_function(*FUNCTIONS[verb.request])(build_request(verb.request, said))
    return code


FUNCTIONS: dict[type[commands.Request], tuple[str, str]] = {
    commands.New: ("event_commands", "new"),
    commands.Details: ("event_commands", "details"),
    commands.Visibility: ("event_commands", "visibility"),
    commands.Schedule: ("event_commands", "schedule"),
    commands.Categories: ("event_commands", "categories"),
    commands.SettlePrizes: ("event_prizes", "settle_prizes"),
    commands.Key: ("event_commands", "key"),
    commands.Sign: ("event_commands", "sign"),
    commands.Section: ("event_commands", "section"),
    commands.TakeOver: ("event_exchange", "take_over"),
    commands.Close: ("event_commands", "close"),
    commands.Enter: ("event_commands", "enter"),
    commands.Change: ("event_commands", "change"),
    commands.CloseEntries: ("event_commands", "close_entries"),
    commands.Erase: ("event_commands", "erase"),
    commands.Renumber: ("event_commands", "renumber"),
    commands.Lot: ("event_commands", "lot"),
    commands.Present: ("event_commands", "present"),
    commands.Pair: ("event_commands", "pair"),
    commands.Manual: ("event_commands", "manual"),
    commands.Result: ("event_commands", "result"),
    commands.LineUp: ("event_commands", "line_up"),
    commands.Undo: ("event_commands", "undo"),
    commands.Redo: ("event_commands", "redo"),
    file_commands.Import: ("event_exchange", "import_"),
    file_commands.UpdateRatings: ("event_exchange", "update_ratings"),
    file_commands.Preview: ("event_commands", "preview"),
    file_commands.Log: ("event_views", "log"),
    file_commands.Show: ("event_views", "show"),
    file_commands.Standings: ("event_views", "standings"),
    file_commands.Prizes: ("event_prizes", "prizes"),
    file_commands.Verify: ("event_verify", "verify"),
    file_commands.Replay: ("event_views", "replay"),
    file_commands.Export: ("event_exchange", "export"),
    file_commands.ImportJournal: ("event_exchange", "import_journal"),
    file_commands.Move: ("event_exchange", "move"),
}
"""The module in ``topboard.cli`` and the function for each request."""
