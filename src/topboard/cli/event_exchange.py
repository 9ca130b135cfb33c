"""The commands of ``topboard event`` that exchange data with files, rating lists and servers."""

from __future__ import annotations

from topboard._frozen import replace
from topboard.cli import event_text
from topboard.cli.event_actions import (
    build_action_context,
    find_section,
    print_recorded_entries,
    record_and_print,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.output_formats import format_from_ending
from topboard.cli.streams import print_message, print_note
from topboard.errors import BadInput, Problem
from topboard.event import actions, commands, file_commands
from topboard.event.entries import from_stored_entry
from topboard.event.entry_tables import (
    note_unnamed_rating_column,
    note_unused_columns,
    parse_entry_table,
    update_from_rating_list,
)
from topboard.event.export import export_section
from topboard.event.grids import Grid, pairings_grid, standings_grid
from topboard.event.new_entries import number_new_competitors
from topboard.event.rating_match import describe_changes, find_rating_list_differences
from topboard.event.ratings import section_rating_order
from topboard.event.reducer import fold_entries
from topboard.event.state import Event, Section
from topboard.event.takeover import build_take_over_action as taking_over
from topboard.event.tournament import build_tournament
from topboard.formats import read
from topboard.formats.files import read_source, write_target
from topboard.messages import say
from topboard.model import Competitor
from topboard.storage.addresses import format_address
from topboard.storage.journal_json import format_journal_json, parse_journal_json
from topboard.storage.locations import create_journal, open_journal, salvage_journal
from topboard.storage.rating_lists import RatingLists
from topboard.storage.session import JournalSession
from topboard.storage.spreadsheets import build_workbook, format_csv, read_rows
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
            rows, order = read_rows(request.source), section_rating_order(section)
            entered = section.competitors.values()
            changed = update_from_rating_list(entered, rows, request.source, order=order)
            known = [actions.ChangeEntry(section.name, one) for one in changed]
            done = file.record_all(known, context)
            for note in note_unused_columns(rows):
                print_note(Problem(note, request.source))
        else:
            table = _read_spreadsheet_rows(request.source)
            taken = file.build_and_record(
                lambda event: _build_enter_action(request, event, table), context
            )
            notes = _notes_on_import(table, section)
            done = [replace(taken, notices=(*taken.notices, *notes))]
        print_recorded_entries(request, done)
    return DONE


def _read_spreadsheet_rows(source: str) -> list[list[str]] | None:
    """Return the rows of a CSV, TSV or XLSX file, or None for any other type of file."""
    if not source.lower().endswith(TABLES):
        return None
    return read_rows(source)


def _notes_on_import(rows: list[list[str]] | None, section: Section) -> tuple[str, ...]:
    """Return notes on a rating column of unknown kind and on columns that were not read."""
    if rows is None:
        return ()
    teams = system(section.system).teams
    return (
        *note_unnamed_rating_column(rows, section_rating_order(section)),
        *note_unused_columns(rows, teams=teams),
    )


def update_ratings(request: file_commands.UpdateRatings) -> int:
    """Compare a section's players with the rating lists, and print or apply the differences."""
    with JournalSession.open(request.file, read_only=not request.take) as file:
        section = find_section(file.event, request.section)
        found = list(
            find_rating_list_differences(section, RatingLists(request.lists).require_lists())
        )
        wanted = [one for one in found if request.by_name or not one.by_name]
        if request.take:
            context = build_action_context(request)
            known = [actions.ChangeEntry(section.name, one.after) for one in wanted]
            print_recorded_entries(request, file.record_all(known, context))
            return DONE
        compared = [
            (one, *describe_changes(section.competitor(one.after.number), one.after))
            for one in found
        ]
    event_text.print_rating_differences(compared, as_json=request.json)
    return DONE


def _build_enter_action(
    request: file_commands.Import, event: Event, rows: list[list[str]] | None
) -> actions.Enter:
    section = find_section(event, request.section)
    return actions.Enter(
        section.name, _read_participants(request.source, section, rows), request.source
    )


def _read_participants(
    source: str, section: Section, rows: list[list[str]] | None
) -> tuple[Competitor, ...]:
    if rows is not None:
        order = section_rating_order(section)
        return number_new_competitors(
            section, parse_entry_table(rows, source, section.system, order)
        )

    # Only the participants are used, so differing points do not matter.
    found = read(source, accept_points=True)
    if found.rounds:
        what = say("the file contains rounds, but this action imports only participants")
        remedy = say("To import the rounds as well, use topboard event import-section.")
        raise BadInput([Problem(what, source, remedy=remedy)])
    return number_new_competitors(section, found.competitors)


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

    return record_and_print(request, build_action)


def import_journal(request: file_commands.ImportJournal) -> int:
    """Create a journal file from an exported journal."""
    content, name = read_source(request.source)
    text = content if isinstance(content, str) else content.decode("utf-8", errors="replace")
    records = parse_journal_json(text, name)
    fold_entries([from_stored_entry(record) for record in records])
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
    write_target(_export_content(request), request.output or "-", personal=True)
    return DONE


def _export_content(request: file_commands.Export) -> str | bytes:
    if request.to is None and request.output:
        format_from_ending(request.output, {"json": "journal"}, "journal", EXPORTS)
    if request.to is None or request.to == "journal":
        return _export_journal(request)
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        if request.to == "xlsx":
            return _build_export_workbook(file.event, section)
        if request.to == "csv":
            return format_csv(_build_export_grid(request, file.event, section))
        return _export_report(request.to, file, section)


def _export_journal(request: file_commands.Export) -> str:
    if request.salvage:
        left = salvage_journal(request.file)
        if not left.chain and not left.beyond:
            raise BadInput(
                [
                    Problem(
                        say("nothing can be recovered from this file"), format_address(request.file)
                    )
                ]
            )
        event_text.print_salvage_report(left)
        return format_journal_json(left.chain, left.beyond)
    with open_journal(request.file, read_only=True) as journal:
        return format_journal_json(journal.verified_entries())


def _export_report(to: str, file: JournalSession, section: Section) -> str:
    """Return the section in the requested format, and print notes on data that are lost."""
    exported = export_section(file.event, file.entries, section, to)
    for line in exported.notes:
        print_message(say("note: {line}", line=line))
    return exported.text


def _build_export_grid(request: file_commands.Export, event: Event, section: Section) -> Grid:
    if request.what == "pairings":
        return pairings_grid(section, request.round or len(section.rounds))
    facts = build_tournament(event, section)
    return standings_grid(facts, system(section.system).standings(facts))


def _build_export_workbook(event: Event, section: Section) -> bytes:
    facts = build_tournament(event, section)
    sheets = {say("Standings"): standings_grid(facts, system(section.system).standings(facts))}
    for played in section.rounds:
        sheets[say("Round {round}", round=played.number)] = pairings_grid(section, played.number)
    return build_workbook(sheets)
