"""The ``topboard event prizes`` and ``topboard event settle-prizes`` commands."""

from __future__ import annotations

from topboard.cli import event_text
from topboard.cli.event_actions import find_section, record_action_for_section
from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.documents.catalog import build_documents
from topboard.documents.section_input import build_document_input
from topboard.documents.sheet import as_json
from topboard.documents.text import as_text
from topboard.event import actions, commands, file_commands
from topboard.event.prizes import parse_prizes
from topboard.storage.session import JournalSession


def set_prizes(request: commands.SettlePrizes) -> int:
    """Set the prizes of a section."""
    decimals = 2 if request.decimals is None else request.decimals
    found = parse_prizes(request.lines, decimals)
    way, currency = request.sharing or actions.PrizeSharing.EQUALLY, request.currency or ""
    return record_action_for_section(
        request, lambda _, s: actions.SetPrizes(s.name, found, way, currency, decimals)
    )


def show_prizes(request: file_commands.Prizes) -> int:
    """Print the prizes of a section with their winners."""
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        (sheet,) = build_documents("prizes", build_document_input(file.event, section))
    if request.json:
        print_value_as_json(as_json(sheet))
    else:
        event_text.print_printable_lines(as_text(sheet).splitlines())
    return DONE
