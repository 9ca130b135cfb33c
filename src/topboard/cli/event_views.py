"""The commands of ``topboard event`` that show an event and change nothing."""

from __future__ import annotations

from topboard.cli import event_text, text_output
from topboard.cli.event_actions import find_section
from topboard.cli.event_verify import is_published_round_in_order, verify_journal_signatures
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.json_output import print_value_as_json
from topboard.event import file_commands
from topboard.event.categories import (
    find_category_members,
    find_or_parse_category,
    limit_standings_to_participants,
)
from topboard.event.journal_names import find_recorded_names
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import replay_round as replay_of
from topboard.event.tournament import build_tournament
from topboard.serialize import answers
from topboard.storage.session import JournalSession
from topboard.systems.registry import system


def show_journal(request: file_commands.Log) -> int:
    """Print the journal entries, marking those that have been undone."""
    with JournalSession.open(request.file, read_only=True) as file:
        entries, names = file.entries[request.after :], find_recorded_names(file.entries)
        event_text.print_journal_entries(entries, file.event.undone, names, as_json=request.json)
    return DONE


def show_event(request: file_commands.Show) -> int:
    """Print a summary of the event, one of its rounds, or the participants' pairing requests."""
    with JournalSession.open(request.file, read_only=True) as file:
        if request.requests:
            section = find_section(file.event, request.section)
            event_text.print_pairing_requests(section, as_json=request.json)
        elif request.round is None:
            event_text.print_event_summary(file.event, public=file.is_public, as_json=request.json)
        else:
            section = find_section(file.event, request.section)
            event_text.print_published_round(section, request.round, as_json=request.json)
    return DONE


def show_standings(request: file_commands.Standings) -> int:
    """Print the standings of a section."""
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        facts = build_tournament(file.event, section)
        table = system(section.system).standings(facts)
        if request.category:
            inside = find_category_members(
                section, facts.details, find_or_parse_category(section, request.category)
            )
            table = limit_standings_to_participants(table, inside)
    if request.json:
        print_value_as_json(answers.standings_to_json(facts, table))
    else:
        event_text.print_printable_lines(text_output.format_standings(facts, table, None))
    return DONE


def replay_round(request: file_commands.Replay) -> int:
    """Pair a published round again and print whether the pairing is the same."""
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        found = replay_of(file.entries, section.name, request.round)
        signatures = tuple(verify_journal_signatures(file.journal.load_verified_entries()))
        right = is_published_round_in_order(found, check_proof_of_replayed_round(found), signatures)
    event_text.print_replayed_round(found, as_json=request.json)
    return DONE if right else DIFFERENCE
