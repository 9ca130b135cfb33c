"""The commands of ``topboard event`` about the line-ups that teams hand in."""

from __future__ import annotations

from topboard.cli import event_text
from topboard.cli.event_actions import find_section, record_action_for_section
from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.event import actions, round_commands
from topboard.event.arguments import find_competitor_number, find_competitor_numbers
from topboard.event.line_ups import (
    NOBODY,
    line_up_deadline,
    list_teams_without_line_up,
    parse_places,
)
from topboard.event.state import Event, Section
from topboard.messages import say, say_count
from topboard.storage.session import JournalSession


def hand_in_line_up(request: round_commands.HandIn) -> int:
    """Record the line-up of one team, as its captain hands it in."""

    def build_action(_: Event, section: Section) -> actions.Act:
        team = find_competitor_number(section, request.team)
        players = parse_places(section, team, request.line_up)
        informed = find_competitor_numbers(section, request.informed or ())
        handed_in = (actions.TeamLineUp(team, players),)
        return actions.HandInLineUps(section.name, request.round, handed_in, informed)

    return record_action_for_section(request, build_action)


def show_missing_line_ups(request: round_commands.MissingLineUps) -> int:
    """Print the teams that have not handed in their line-ups, with their captains."""
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        played = section.round(request.round or len(section.rounds))
    missing = [section.competitor(number) for number in list_teams_without_line_up(played)]
    deadline = line_up_deadline(section, played.number)
    if request.json:
        found = [
            {"number": one.number, "name": one.name, "captain": getattr(one, "captain", "")}
            for one in missing
        ]
        due = None if deadline is None else deadline.isoformat()
        print_value_as_json({"round": played.number, "deadline": due, "missing": found})
        return DONE
    lines = [f"{one.number} {one.name} {getattr(one, 'captain', '') or NOBODY}" for one in missing]
    head = (
        say_count(
            "{count} line-up is missing for round {round}.",
            "{count} line-ups are missing for round {round}.",
            len(missing),
            round=played.number,
        )
        if missing
        else say("All line-ups of round {round} are in.", round=played.number)
    )
    event_text.print_printable_lines([head, *lines])
    return DONE
