"""The function of each subcommand of ``topboard event``, loaded when one is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from topboard.cli import event_commands, event_files
from topboard.cli.event_actions import do
from topboard.cli.event_verify import verify
from topboard.event import commands, file_commands
from topboard.event.arguments import Asked, build_request
from topboard.event.verbs import ActionVerb

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.verbs import Verb

Kind = TypeVar("Kind", bound=commands.Request)


def run_verb(verb: Verb, said: Mapping[str, Any]) -> int:
    """Run a subcommand with the parsed arguments and return the exit code."""
    if isinstance(verb, ActionVerb):
        request = build_request(commands.ActionRequest, said)
        asked = Asked.from_values(said)
        return do(request, lambda _, section: verb.build(section, asked))
    return FUNCTIONS[verb.request](build_request(verb.request, said))


def _row(
    request: type[Kind], function: Callable[[Kind], int]
) -> tuple[type[commands.Request], Callable[[Any], int]]:
    """Return a row of the table. The type checker verifies that the function takes the request."""
    return request, function


FUNCTIONS: dict[type[commands.Request], Callable[[Any], int]] = dict(
    (
        _row(commands.New, event_commands.new),
        _row(commands.Details, event_commands.details),
        _row(commands.Visibility, event_commands.visibility),
        _row(commands.Schedule, event_commands.schedule),
        _row(commands.Categories, event_commands.categories),
        _row(commands.SettlePrizes, event_commands.settle_prizes),
        _row(commands.Key, event_commands.key),
        _row(commands.Sign, event_commands.sign),
        _row(commands.Section, event_commands.section),
        _row(commands.TakeOver, event_files.take_over),
        _row(commands.Close, event_commands.close),
        _row(commands.Enter, event_commands.enter),
        _row(commands.Change, event_commands.change),
        _row(commands.CloseEntries, event_commands.close_entries),
        _row(commands.Erase, event_commands.erase),
        _row(commands.Renumber, event_commands.renumber),
        _row(commands.Lot, event_commands.lot),
        _row(commands.Present, event_commands.present),
        _row(commands.Pair, event_commands.pair),
        _row(commands.Manual, event_commands.manual),
        _row(commands.Result, event_commands.result),
        _row(commands.LineUp, event_commands.line_up),
        _row(commands.Undo, event_commands.undo),
        _row(commands.Redo, event_commands.redo),
        _row(file_commands.Import, event_files.import_),
        _row(file_commands.UpdateRatings, event_files.update_ratings),
        _row(file_commands.Preview, event_commands.preview),
        _row(file_commands.Log, event_files.log),
        _row(file_commands.Show, event_files.show),
        _row(file_commands.Standings, event_files.standings),
        _row(file_commands.Prizes, event_files.prizes),
        _row(file_commands.Verify, verify),
        _row(file_commands.Replay, event_files.replay),
        _row(file_commands.Export, event_files.export),
        _row(file_commands.ImportJournal, event_files.import_journal),
        _row(file_commands.Move, event_files.move),
    )
)
