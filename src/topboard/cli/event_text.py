"""Printing of the output of the ``topboard event`` commands."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from topboard._frozen import replace
from topboard.cli import text_output
from topboard.cli.json_output import print_value_as_json
from topboard.cli.streams import print_message
from topboard.errors import TopboardError
from topboard.event.actions import PairRound
from topboard.event.codec import plain
from topboard.event.entries import Entry
from topboard.event.grids import build_pairings_spreadsheet_rows
from topboard.event.journal_names import NO_NAMES, RecordedNames
from topboard.event.rating_match import RatingListDifference
from topboard.event.remarks import describe_journal_action
from topboard.event.replay import Replay
from topboard.event.replay_text import describe_replay_comparison
from topboard.event.requests import (
    explain_why_requests_do_not_count,
    find_groups_kept_apart,
    find_shared_affiliations,
)
from topboard.event.session import PendingEntry
from topboard.event.state import Event, Section
from topboard.event.tournament import build_tournament
from topboard.formats.problems import replace_unprintable
from topboard.messages import say, say_count
from topboard.model import Competitor, Team
from topboard.reasons.decisions import RoundPairing
from topboard.serialize import answers, event_answers
from topboard.storage.addresses import hide_passwords_in_message
from topboard.storage.salvage import SalvagedEntries
from topboard.storage.transfers import MovedEvent
from topboard.systems.common.ratings import format_rating_order, format_ratings
from topboard.text.names import isolate_right_to_left_text
from topboard.text.numbers import format_points


def print_printable_lines(lines: Iterable[str]) -> None:
    """Print the lines on standard output, without control characters."""
    # An old journal may contain text that would forge lines or control the terminal.
    sys.stdout.write("".join(f"{replace_unprintable(line)}\n" for line in lines))


# --- journal entries ------------------------------------------------------------------------


def print_recorded_entries(done: Sequence[PendingEntry], *, as_json: bool) -> None:
    """Print journal entries that were just recorded, with their notices."""
    if as_json and len(done) != 1:
        print_value_as_json(
            [
                {**event_answers.journal_entry_to_json(p.entry), "notices": list(p.notices)}
                for p in done
            ]
        )
        return
    for prepared in done:
        print_recorded_entry(prepared.entry, prepared.notices, prepared.names, as_json=as_json)


def print_recorded_entry(
    entry: Entry, told: Sequence[str], names: RecordedNames = NO_NAMES, *, as_json: bool
) -> None:
    """Print one recorded journal entry and the notices about it."""
    if as_json:
        print_value_as_json({**event_answers.journal_entry_to_json(entry), "notices": list(told)})
        return
    print(format_journal_entry(entry, names))
    for line in told:
        print_message(say("note: {line}", line=line))


def print_rating_differences(
    compared: Sequence[tuple[RatingListDifference, str, str]], *, as_json: bool
) -> None:
    """Print the players whose ratings differ from the rating lists, with both ratings."""
    if as_json:
        print_value_as_json(
            [
                {"number": one.after.number, "before": old, "after": new, "by_name": one.by_name}
                for one, old, new in compared
            ]
        )
        return
    for one, old, new in compared:
        places = {"name": isolate_right_to_left_text(one.after.name), "number": one.after.number}
        line = (
            say(
                "{name} (#{number}): {old} → {new} (found by name only)", **places, old=old, new=new
            )
            if one.by_name
            else say("{name} (#{number}): {old} → {new}", **places, old=old, new=new)
        )
        print_printable_lines([line])
    if not compared:
        print_printable_lines([say("All ratings match the rating lists.")])


def print_notices_about_entries(done: Iterable[PendingEntry]) -> None:
    """Print the notices for the arbiter about journal entries that were just recorded."""
    for prepared in done:
        for line in prepared.notices:
            print_message(say("note: {line}", line=line))


def format_journal_entry(
    entry: Entry, names: RecordedNames = NO_NAMES, *, undone: bool = False
) -> str:
    """Return a journal entry on one line, with the names to which its numbers refer.

    It shows the number, time, author, section, action, authority and reason.
    """
    section = getattr(entry.act, "section", "")
    where = f" [{section}]" if section else ""
    by = (" " + say("by {authority}", authority=entry.authority)) if entry.authority else ""
    why = f": {entry.reason}" if entry.reason else ""
    mark = f" ({say('undone')})" if undone else ""
    done = describe_journal_action(entry.act, names=names)
    line = f"{entry.number} {entry.time} {entry.who}{where} {done}{by}{why}{mark}"
    return replace_unprintable(line)


def print_journal_entries(
    entries: Iterable[Entry],
    undone: frozenset[int],
    names: Mapping[int, RecordedNames],
    *,
    as_json: bool,
) -> None:
    """Print the journal entries, marking those that have been undone.

    ``names`` are the participants to whom the numbers in each entry refer.
    """
    if as_json:
        print_value_as_json(
            [event_answers.journal_entry_to_json(e, undone=e.number in undone) for e in entries]
        )
    else:
        print_printable_lines(
            format_journal_entry(e, names.get(e.number, NO_NAMES), undone=e.number in undone)
            for e in entries
        )


def print_error_json(error: TopboardError) -> None:
    """Print the error of a command as JSON. The caller also prints it as text on standard error."""

    problems = [
        replace(
            one,
            what=hide_passwords_in_message(one.what),
            where=hide_passwords_in_message(one.where),
            quoted=hide_passwords_in_message(one.quoted),
        )
        for one in event_answers.problems_of_error(error)
    ]
    print_value_as_json(
        event_answers.failed_request_to_json(error, event_answers.error_kind_code(error), problems)
    )


# --- rounds ---------------------------------------------------------------------------------


def print_pairing_of_next_round(
    event: Event, section: Section, act: PairRound, made: RoundPairing, *, as_json: bool
) -> None:
    """Print the pairing of a round, and the participants who are not paired."""
    facts = build_tournament(event, section)
    if as_json:
        pairing = answers.pairing_to_json(facts, made, with_reasons=True)
        print_value_as_json({**pairing, "excluded": plain(act.excluded), "digest": act.digest})
        return
    print_printable_lines(text_output.format_pairing(facts, made))
    for exclusion in act.excluded:
        name = section.competitor(exclusion.number).name
        line = say("Not paired: {name} (#{number})", name=name, number=exclusion.number)
        print_printable_lines([f"{line} ({exclusion.article})" if exclusion.article else line])


def print_replayed_round(found: Replay, *, as_json: bool) -> None:
    """Print a round that was paired again. JSON also includes the data used for the pairing."""
    if as_json:
        print_value_as_json(event_answers.replayed_round_with_explanation_to_json(found))
        return
    if found.pairing_by_rules is not None:
        print_printable_lines(text_output.format_pairing(found.before, found.pairing_by_rules))
        print_printable_lines(
            ["", *text_output.format_reasons_for_round(found.before, found.pairing_by_rules)]
        )
    if found.manual:
        print_printable_lines(["", say("Published pairing, made by hand:")])
        print_printable_lines(f"{t.table}: {t.white} - {t.black}" for t in found.tables)
        print_printable_lines([] if found.bye is None else [say("Bye: {number}", number=found.bye)])
        print_printable_lines(f"    {difference}" for difference in found.differences)
    print_printable_lines(f"    {departure}" for departure in found.departures)
    print_message(
        say(
            "Journal entry {entry} published this round: {found}",
            entry=found.entry,
            found=describe_replay_comparison(found),
        )
    )


# --- the state ------------------------------------------------------------------------------


def print_event_summary(event: Event, *, public: bool, as_json: bool) -> None:
    """Print a summary of the event and its sections, and whether its pages are public."""
    if as_json:
        print_value_as_json(event_answers.event_state_to_command_line_json(event, public=public))
        return
    heading = say_count(
        "{event}: {count} journal entry",
        "{event}: {count} journal entries",
        event.last,
        event=event.name,
    )
    print_printable_lines([heading])
    if event.closed:
        print(say("The event is closed."))
    print(say("The event is public.") if public else say("The event is private."))
    for section in event.sections.values():
        settings = section.settings
        print(_format_section_heading(section))
        if settings.rating_order:
            print_printable_lines(
                [
                    (
                        "  "
                        + say(
                            "Ratings used: {rating_order}",
                            rating_order=format_rating_order(settings.rating_order),
                        )
                    )
                ]
            )
        for number, competitor in section.competitors.items():
            print_printable_lines(
                [f"  {number} {competitor.name}{_format_player_ratings(competitor)}"]
            )
        print_printable_lines(f"  {line}" for line in _format_pairing_requests(section))


def _format_section_heading(section: Section) -> str:
    places = {
        "section": section.name,
        "system": section.system,
        "published": len(section.rounds),
        "rounds": section.settings.rounds,
    }
    if section.entries_closed:
        return say_count(
            "{section} ({system}): {count} participant, entries closed, {published} of {rounds}"
            " rounds published",
            "{section} ({system}): {count} participants, entries closed, {published} of {rounds}"
            " rounds published",
            len(section.competitors),
            **places,
        )
    return say_count(
        "{section} ({system}): {count} participant, entries open, {published} of {rounds} rounds"
        " published",
        "{section} ({system}): {count} participants, entries open, {published} of {rounds} rounds"
        " published",
        len(section.competitors),
        **places,
    )


def _format_pairing_requests(section: Section) -> Iterator[str]:
    """Yield a line for each group of participants who asked not to be paired with each other.

    If these requests have no effect in this section, a further line gives the reason.
    """
    found = [group for group in find_groups_kept_apart(section) if group.wish]
    for group in found:
        numbers = ", ".join(map(str, group.numbers))
        yield say("Request not to be paired with each other: {numbers}", numbers=numbers)
    if found and (why := explain_why_requests_do_not_count(section)):
        yield say("The requests have no effect: {why}.", why=why)


def print_pairing_requests(section: Section, *, as_json: bool) -> None:
    """Print the requests not to be paired with each other.

    Participants who share a club or a region but made no such request are listed as well.
    """
    sharing = find_shared_affiliations(section)
    if as_json:
        print_value_as_json(
            {
                "requests": [
                    plain(group) for group in find_groups_kept_apart(section) if group.wish
                ],
                "not_counted": explain_why_requests_do_not_count(section),
                "sharing": [plain(one) for one in sharing],
            }
        )
        return
    print_printable_lines([*_format_pairing_requests(section)] or [say("There are no requests.")])
    if sharing:
        print_printable_lines(
            [say("Players who share a club or a region, but have made no request:")]
        )
    for one in sharing:
        names = "; ".join(f"{n} {section.competitors[n].name}" for n in one.numbers)
        print_printable_lines([say("{name}: {players}", name=one.name, players=names)])


def _format_player_ratings(competitor: Competitor) -> str:
    """Return the rating that counts for a player, followed by all recorded ratings in parentheses.

    It is empty for a team.
    """
    if isinstance(competitor, Team):
        return ""
    rating = f" {competitor.rating}" if competitor.rating else ""
    return rating + (f" ({format_ratings(competitor.ratings)})" if competitor.ratings else "")


def print_published_round(section: Section, number: int, *, as_json: bool) -> None:
    """Print a published round with its results."""
    if as_json:
        print_value_as_json(
            event_answers.section_state_to_command_line_json(section)["rounds"][
                section.round(number).number - 1
            ]
        )
        return
    played = section.round(number)
    places = {"section": section.name, "round": number}
    print(
        say("{section}: round {round}, revision {revision}", **places, revision=played.revision)
        if played.revision
        else say("{section}: round {round}", **places)
    )
    rows = [
        [str(cell) for cell in row]
        for row in build_pairings_spreadsheet_rows(section, number, format_points)
    ]
    print_printable_lines(text_output.align_columns(rows, right=(0, 1, 4)))


def print_salvage_report(left: SalvagedEntries) -> None:
    """Print the recovered and the missing parts of a damaged journal."""
    print_message(
        say_count(
            "Recovered the first journal entry. To create an event from it, use topboard event"
            " import-journal.",
            "Recovered the first {count} journal entries. To create an event from them, use"
            " topboard event import-journal.",
            len(left.chain),
        )
    )
    if not left.beyond:
        return
    numbers = [record.number for record in left.beyond]
    lost = len(range(len(left.chain) + 1, numbers[-1])) + 1 - len(numbers)
    print_message(
        say_count(
            "After a gap (entries lost: {lost}), {count} more journal entry was recovered:"
            ' {first}. It is intact and is in the file under "after_gap". Record its action again.',
            "After a gap (entries lost: {lost}), {count} more journal entries were recovered:"
            ' {first} to {last}. They are intact and are in the file under "after_gap". Record'
            " their actions again.",
            len(numbers),
            lost=lost,
            first=numbers[0],
            last=numbers[-1],
        )
    )


def print_moved_event(done: MovedEvent, *, as_json: bool) -> None:
    """Print the old and new locations of a moved event, and the hash of its last journal entry."""
    if as_json:
        print_value_as_json(
            {
                "from": done.source,
                "to": done.target,
                "entries": done.entries,
                "added": done.added,
                "head": done.head,
                "notices": list(done.notices),
            }
        )
        return
    print(say("{source} -> {target}", source=done.source, target=done.target))
    print(
        say_count(
            "Moved {count} journal entry, {added} of them new in this location",
            "Moved {count} journal entries, {added} of them new in this location",
            done.entries,
            added=done.added,
        )
    )
    print(say("Last hash: {head}", head=done.head))
    for line in done.notices:
        print_message(say("note: {line}", line=line))
