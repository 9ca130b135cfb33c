"""The commands of ``topboard event`` that exchange data with files, rating lists and servers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from topboard._frozen import replace
from topboard.cli import event_text
from topboard.cli.event_actions import (
    build_action_context,
    find_section,
    print_recorded_entries,
    record_and_print_action,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.output_formats import choose_format_by_extension
from topboard.cli.streams import print_message, print_note
from topboard.errors import BadInput, Problem
from topboard.event import actions, commands, file_commands
from topboard.event.entries import parse_stored_entry
from topboard.event.entry_columns import TableColumns, choose_columns, find_columns
from topboard.event.entry_tables import (
    EntryTable,
    format_note_on_unused_columns,
    read_entry_table,
    update_participants_from_rating_list,
)
from topboard.event.export import export_section_to_format
from topboard.event.grids import (
    Grid,
    build_pairings_spreadsheet_rows,
    build_standings_spreadsheet_rows,
)
from topboard.event.new_entries import build_entry_actions, build_entry_table_from_tournament
from topboard.event.rating_match import describe_competitor_changes, find_rating_list_differences
from topboard.event.ratings import get_section_rating_order
from topboard.event.reducer import compute_event_from_entries
from topboard.event.state import Event, Section
from topboard.event.takeover import build_take_over_action as taking_over
from topboard.event.tournament import build_tournament
from topboard.formats import read
from topboard.formats.files import read_file_or_stream, write_file_or_stream
from topboard.messages import say
from topboard.storage.addresses import format_address_without_password
from topboard.storage.journal_json import format_journal_json, parse_journal_json
from topboard.storage.locations import create_journal, open_journal, salvage_journal
from topboard.storage.rating_lists import RatingLists
from topboard.storage.session import JournalSession
from topboard.storage.spreadsheets import (
    build_xlsx_workbook,
    format_grid_as_csv,
    note_unread_sheets,
    read_rows,
)
from topboard.storage.transfers import move_event as move_event
from topboard.systems.registry import system

TABLES = (".csv", ".tsv", ".xlsx")


# --- import -----------------------------------------------------------------------------------


def import_participants(request: file_commands.Import) -> int:
    """Enter all participants listed in a file, or update the ratings from a file."""
    with JournalSession.open(request.file) as file:
        section = find_section(file.event, request.section)
        context = build_action_context(request)
        if request.ratings:
            rows, order = read_rows(request.source), get_section_rating_order(section)
            entered = section.competitors.values()
            changed = update_participants_from_rating_list(
                entered, rows, request.source, order=order
            )
            known = [actions.ChangeEntry(section.name, one) for one in changed]
            done = file.record_several_actions(known, context)
            for note in format_note_on_unused_columns(
                rows, columns=find_columns(rows, request.source)
            ):
                print_note(Problem(note, request.source))
        else:
            with file.transaction():
                section = find_section(file.event, request.section)
                table = _read_entries(request, section)
                entering = build_entry_actions(section, table, request.source)
                taken, *byes = [file.record(act, context) for act in entering]
            done = [replace(taken, notices=(*taken.notices, *table.notes)), *byes]
        print_recorded_entries(request, done)
    return DONE


def _read_entries(request: file_commands.Import, section: Section) -> EntryTable:
    """Return the participants in a table, a TRF file or a Topboard JSON file."""
    source = request.source
    if source.lower().endswith(TABLES):
        rows = read_rows(source)
        columns = _choose_columns(rows, source, request.column or ())
        order = get_section_rating_order(section)
        table = read_entry_table(rows, source, section.system, order, columns)
        notes = note_unread_sheets(Path(source).read_bytes(), source)
        return replace(table, notes=(*notes, *table.notes))
    if request.column:
        what = say("--column applies only to tables")
        raise BadInput([Problem(what, source, remedy=say("Use a CSV or XLSX file."))])
    # Only the participants are used, so differing points do not matter.
    found = read(source, accept_points=True)
    if found.rounds:
        what = say("the file contains rounds, but this action imports only participants")
        remedy = say("To import the rounds as well, use topboard event import-section.")
        raise BadInput([Problem(what, source, remedy=remedy)])
    return build_entry_table_from_tournament(found)


def _choose_columns(
    rows: list[list[str]], source: str, chosen: Sequence[str]
) -> TableColumns | None:
    """Return the columns of a table as changed by ``HEADING=FIELD``, or None if none is changed."""
    if not chosen:
        return None
    found = find_columns(rows, source)
    headings = [column.heading for column in found.columns]
    fields = [*found.fields]
    for one in chosen:
        heading, _, field = one.rpartition("=")
        if heading not in headings:
            remedy = say("Write HEADING=FIELD with one of: {known}.", known=", ".join(headings))
            raise BadInput([Problem(say("unknown column"), "--column", one, remedy)])
        fields[headings.index(heading)] = field
    return choose_columns(rows, found.header, fields)


def update_ratings(request: file_commands.UpdateRatings) -> int:
    """Compare a section's players with the rating lists, and print or apply the differences."""
    with JournalSession.open(request.file, read_only=not request.take) as file:
        section = find_section(file.event, request.section)
        found = list(
            find_rating_list_differences(
                section, RatingLists(request.lists).require_imported_lists()
            )
        )
        wanted = [one for one in found if request.by_name or not one.by_name]
        if request.take:
            context = build_action_context(request)
            known = [actions.ChangeEntry(section.name, one.after) for one in wanted]
            print_recorded_entries(request, file.record_several_actions(known, context))
            return DONE
        compared = [
            (one, *describe_competitor_changes(section.competitor(one.after.number), one.after))
            for one in found
        ]
    event_text.print_rating_differences(compared, as_json=request.json)
    return DONE


def take_over_section(request: commands.TakeOver) -> int:
    """Continue a section that was started in another program."""
    found = read(
        request.source,
        accept_points=request.accept_points,
        paired_by=request.system or "",
        on_note=print_note,
    )

    def build_action(event: Event) -> actions.Act:
        return taking_over(event, request.name, found, request.source, request.system or "")

    return record_and_print_action(request, build_action)


def import_journal(request: file_commands.ImportJournal) -> int:
    """Create a journal file from an exported journal."""
    content, name = read_file_or_stream(request.source)
    text = content if isinstance(content, str) else content.decode("utf-8", errors="replace")
    records = parse_journal_json(text, name)
    compute_event_from_entries([parse_stored_entry(record) for record in records])
    with JournalSession(create_journal(request.file, records)) as file:
        event_text.print_event_summary(file.event, public=file.is_public, as_json=request.json)
    return DONE


def move_event_journal(request: file_commands.Move) -> int:
    """Move the event to a different file or server and print the outcome."""
    event_text.print_moved_event(move_event(request.file, request.target), as_json=request.json)
    return DONE


EXPORTS = ("journal", "event-json", "trf16", "trf26", "csv", "xlsx")


# --- export -----------------------------------------------------------------------------------


def export_event(request: file_commands.Export) -> int:
    """Export the journal of an event, or a report or tables of one section."""
    write_file_or_stream(_build_export_file_content(request), request.output or "-", personal=True)
    return DONE


def _build_export_file_content(request: file_commands.Export) -> str | bytes:
    if request.to is None and request.output:
        choose_format_by_extension(request.output, {"json": "journal"}, "journal", EXPORTS)
    if request.to is None or request.to == "journal":
        return _format_exported_journal(request)
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        if request.to == "xlsx":
            return _build_standings_and_rounds_workbook(file.event, section)
        if request.to == "csv":
            return format_grid_as_csv(
                _build_pairings_or_standings_grid(request, file.event, section)
            )
        return _export_section_as_tournament_report(request.to, file, section)


def _format_exported_journal(request: file_commands.Export) -> str:
    if request.salvage:
        left = salvage_journal(request.file)
        if not left.chain and not left.beyond:
            raise BadInput(
                [
                    Problem(
                        say("nothing can be recovered from this file"),
                        format_address_without_password(request.file),
                    )
                ]
            )
        event_text.print_salvage_report(left)
        return format_journal_json(left.chain, left.beyond)
    with open_journal(request.file, read_only=True) as journal:
        return format_journal_json(journal.load_verified_entries())


def _export_section_as_tournament_report(to: str, file: JournalSession, section: Section) -> str:
    """Return the section in the requested format, and print notes on data that are lost."""
    exported = export_section_to_format(file.event, file.entries, section, to)
    for line in exported.notes:
        print_message(say("note: {line}", line=line))
    return exported.text


def _build_pairings_or_standings_grid(
    request: file_commands.Export, event: Event, section: Section
) -> Grid:
    if request.what == "pairings":
        return build_pairings_spreadsheet_rows(section, request.round or len(section.rounds))
    facts = build_tournament(event, section)
    return build_standings_spreadsheet_rows(facts, system(section.system).standings(facts))


def _build_standings_and_rounds_workbook(event: Event, section: Section) -> bytes:
    facts = build_tournament(event, section)
    sheets = {
        say("Standings"): build_standings_spreadsheet_rows(
            facts, system(section.system).standings(facts)
        )
    }
    for played in section.rounds:
        sheets[say("Round {round}", round=played.number)] = build_pairings_spreadsheet_rows(
            section, played.number
        )
    return build_xlsx_workbook(sheets)
