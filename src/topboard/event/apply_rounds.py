"""Changes to a section when a round is paired or published, or its results are recorded."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.line_ups import remove_game_results
from topboard.event.results import count_unfinished_games_as_draws, has_two_games
from topboard.event.state import Draft, PublishedRound, Section, build_refused_error
from topboard.messages import message, say, say_count, say_kept
from topboard.model import (
    POINT,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.two_games import has_any_game_result, sum_points_of_two_games
from topboard.systems.registry import system
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.errors import Refused
    from topboard.event.actions import Table, TableResult
    from topboard.model import Away, Game, Tenths

WITHOUT_POINTS = (Manner.BOTH_DEFAULTED, Manner.PENDING)


# --- pairing --------------------------------------------------------------------------------


def _record_draft_paired_by_rules(section: Section, act: actions.PairRound, _entry: int) -> Section:
    _refuse_if_not_ready_to_pair(section, act.round)
    refuse_invalid_pairing_tables(section, act.tables, act.bye)
    draft = Draft(act.round, act.tables, act.bye, act.digest, act.excluded, by_rules=act)
    return replace(section, draft=draft)


def _refuse_if_not_ready_to_pair(section: Section, round_number: int) -> None:
    if not section.entries_closed:
        raise build_refused_error(
            say("Entries for {section} are still open.", section=section.name),
            remedy=say("Close entries first."),
        )
    if round_number != section.round_to_pair:
        what = say(
            "Round {round} is not the next round of {section}.",
            round=round_number,
            section=section.name,
        )
        raise build_refused_error(what)
    if round_number > section.settings.rounds:
        what = say_count(
            "The only round of {section} has already been paired.",
            "All {count} rounds of {section} have already been paired.",
            section.settings.rounds,
            section=section.name,
        )
        raise build_refused_error(what)
    if section.draft is not None and section.draft.open:
        raise _build_refusal_as_manual_pairing_is_open(section, round_number)
    if section.rounds and (missing := list_tables_without_result(section.rounds[-1])):
        raise build_refused_error(
            _format_tables_without_result(section, missing),
            remedy=say("Enter the results first. Enter a game in progress as unfinished."),
        )


def _build_refusal_as_manual_pairing_is_open(section: Section, round_number: int) -> Refused:
    what = say(
        "The manual pairing of round {round} of {section} is not finished.",
        round=round_number,
        section=section.name,
    )
    return build_refused_error(what, remedy=say("Finish the manual pairing first."))


def _format_tables_without_result(section: Section, tables: Sequence[int]) -> str:
    places = {
        "section": section.name,
        "round": len(section.rounds),
        "tables": ", ".join(map(str, tables)),
    }
    if section.has_teams:
        return say_count(
            "In round {round} of {section}, match {tables} has no result.",
            "In round {round} of {section}, these matches have no result: {tables}.",
            len(tables),
            **places,
        )
    return say_count(
        "In round {round} of {section}, board {tables} has no result.",
        "In round {round} of {section}, these boards have no result: {tables}.",
        len(tables),
        **places,
    )


def list_tables_without_result(played: PublishedRound) -> list[int]:
    """Return the numbers of the boards or matches in a round that have no result.

    An unfinished game with a provisional result is not included.
    """
    return [t for t, m in played.meetings.items() if m.manner is Manner.PENDING]


def refuse_invalid_pairing_tables(
    section: Section, tables: Iterable[Table], bye: Number | None
) -> None:
    """Raise ``Refused`` if a pairing names an unknown participant or names one twice.

    The boards or matches must also be numbered from 1 without gaps.
    """
    seated = [n for t in tables for n in (t.white, t.black)]
    seated += [] if bye is None else [bye]
    for number in seated:
        section.competitor(number)
    if len({*seated}) < len(seated):
        twice = sorted({n for n in seated if seated.count(n) > 1})
        what = say_count(
            "In {section}, this participant is paired more than once: {names}.",
            "In {section}, these participants are paired more than once: {names}.",
            len(twice),
            section=section.name,
            names=", ".join(f"{section.competitor(n).name} (#{n})" for n in twice),
        )
        raise build_refused_error(what)
    if sorted(t.table for t in tables) != list(range(1, len(list(tables)) + 1)):
        raise build_refused_error(
            say("The matches must be numbered from 1 without gaps.")
            if section.has_teams
            else say("The boards must be numbered from 1 without gaps.")
        )


def _begin_manual_pairing(section: Section, act: actions.BeginManual, _entry: int) -> Section:
    _refuse_if_not_ready_to_pair(section, act.round)
    draft = section.draft or Draft(act.round, (), None)
    return replace(section, draft=replace(draft, manual=True, open=True))


def _get_manual_draft_in_progress(section: Section, round_number: int) -> Draft:
    draft = section.draft
    if draft is None or not draft.open or draft.round != round_number:
        what = say(
            "No manual pairing of round {round} of {section} is in progress.",
            round=round_number,
            section=section.name,
        )
        raise build_refused_error(what)
    return draft


def _change_manual_pairing(section: Section, act: actions.ChangeManual, _entry: int) -> Section:
    draft = _get_manual_draft_in_progress(section, act.round)
    refuse_invalid_pairing_tables(section, act.tables, act.bye)
    return replace(section, draft=replace(draft, tables=act.tables, bye=act.bye))


def _end_manual_pairing(section: Section, act: actions.EndManual, _entry: int) -> Section:
    draft = _get_manual_draft_in_progress(section, act.round)
    return replace(section, draft=replace(draft, open=False, differences=act.differences))


# --- publication ----------------------------------------------------------------------------


def _publish_round(section: Section, act: actions.PublishRound, entry: int) -> Section:
    draft = section.draft
    if draft is None or draft.round != act.round:
        what = say(
            "Round {round} of {section} has not been paired.",
            round=act.round,
            section=section.name,
        )
        raise build_refused_error(what, remedy=say("Pair the round first."))
    if draft.open:
        raise _build_refusal_as_manual_pairing_is_open(section, act.round)
    section = _postpone_latecomers_missing_in_draft(section, draft)
    published = PublishedRound(
        number=act.round,
        meetings=_build_meetings_without_results(draft.tables),
        away=tuple(
            _find_absences_from_round(section, act.round, draft.tables, draft.bye, draft.excluded)
        ),
        digest=draft.digest,
        excluded=draft.excluded,
        entry=entry,
        manual=draft.manual,
        differences=draft.differences,
        proof=act.proof,
    )
    return replace(section, draft=None, rounds=(*section.rounds, published), announced=True)


def _build_meetings_without_results(tables: Iterable[Table]) -> dict[int, Meeting]:
    return {
        t.table: Meeting(t.white, t.black, manner=Manner.PENDING)
        for t in sorted(tables, key=lambda t: t.table)
    }


def _postpone_latecomers_missing_in_draft(section: Section, draft: Draft) -> Section:
    """Move late entrants who are not in the draft to the next round, and return the section."""
    absent = {e.number for e in draft.excluded}
    competitors = {
        n: replace(c, joined=draft.round + 1) if n in absent and c.joined == draft.round else c
        for n, c in section.competitors.items()
    }
    return replace(section, competitors=competitors)


def _find_absences_from_round(
    section: Section,
    round_number: int,
    tables: Iterable[Table],
    bye: Number | None,
    excluded: Iterable[actions.Exclusion],
) -> Iterator[tuple[Number, Away]]:
    """Yield each participant who is not paired in a round, with the kind of bye or absence."""
    seated = {n for t in tables for n in (t.white, t.black)}
    asked = {r.number: r.outcome for r in section.requests if r.round == round_number}
    gone = {
        r.number
        for r in section.requests
        if isinstance(r.outcome, Withdrawn) and r.round <= round_number
    }
    barred = {e.number for e in excluded}
    for number, competitor in section.competitors.items():
        if number in seated:
            continue
        if number == bye:
            yield number, PairingBye()
        elif number in gone:
            yield number, Withdrawn()
        elif competitor.joined > round_number:
            yield number, NotYetEntered()
        elif number in asked:
            yield number, asked[number]
        elif number in barred:
            yield number, ZeroPointBye()


def _change_published_pairing(
    section: Section, act: actions.ChangePublished, entry: int
) -> Section:
    played = section.round(act.round)
    if act.round != len(section.rounds):
        what = say(
            "The pairing of round {round} of {section} cannot be changed, because a later round "
            "has already been published.",
            round=act.round,
            section=section.name,
        )
        raise build_refused_error(what)
    refuse_invalid_pairing_tables(section, act.tables, act.bye)
    if act.ground is actions.ChangeGround.LATE_ENTRY:
        section = _move_latecomers_to_changed_round(section, act)
    meetings = {
        t: _find_unchanged_published_meeting(played, m) or m
        for t, m in _build_meetings_without_results(act.tables).items()
    }
    changed = replace(
        played,
        meetings=meetings,
        away=tuple(
            _find_absences_from_round(section, act.round, act.tables, act.bye, played.excluded)
        ),
        line_ups=_keep_line_ups(played, meetings),
        manual=True,
        # The recorded differences belong to the old pairing.
        differences=(),
        revision=played.revision + 1,
        proof="",
        present={},
        reports={},
        changed_by=entry,
    )
    return replace(section, rounds=(*section.rounds[:-1], changed))


def _keep_line_ups(
    played: PublishedRound, meetings: dict[int, Meeting]
) -> dict[Number, tuple[Number | None, ...]]:
    """Return the line-ups handed in by teams whose match has not changed."""
    new = [(m.white, m.black) for m in meetings.values()]
    same = {
        n for m in played.meetings.values() if (m.white, m.black) in new for n in (m.white, m.black)
    }
    return {n: players for n, players in played.line_ups.items() if n in same}


def _move_latecomers_to_changed_round(section: Section, act: actions.ChangePublished) -> Section:
    """Move late entrants who are in the changed pairing to its round, and return the section."""
    seated = {n for t in act.tables for n in (t.white, t.black)} | {act.bye}
    competitors = {
        n: replace(c, joined=min(c.joined, act.round)) if n in seated else c
        for n, c in section.competitors.items()
    }
    return replace(section, competitors=competitors)


def _find_unchanged_published_meeting(played: PublishedRound, new: Meeting) -> Meeting | None:
    """Return the published meeting of the same players with the same colours, or None."""
    same = (m for m in played.meetings.values() if (m.white, m.black) == (new.white, new.black))
    return next(same, None)


# --- results --------------------------------------------------------------------------------


def _enter_results(section: Section, act: actions.EnterResults, _entry: int) -> Section:
    played = section.round(act.round)
    meetings, present = dict(played.meetings), played.present
    for result in act.results:
        meeting = _get_meeting_at_table(section, played, result.table)
        if not keeps_recorded_results(meeting, result):
            places = {"round": act.round, "section": section.name, "table": result.table}
            raise build_refused_error(
                say("In round {round} of {section}, match {table} already has a result.", **places)
                if section.has_teams
                else say(
                    "In round {round} of {section}, board {table} already has a result.", **places
                ),
                remedy=say("Correct the result instead."),
            )
        meetings[result.table] = _build_meeting_with_result(section, meeting, result)
        present = _record_players_present_at_table(present, result)
    return _replace_round_results(section, played, meetings, present)


def keeps_recorded_results(meeting: Meeting, result: TableResult) -> bool:
    """Return whether a new result leaves all recorded game results unchanged."""
    if meeting.manner is not Manner.PENDING:
        return False
    return not has_any_game_result(meeting.games) or all(
        before.manner is Manner.PENDING or before == now
        for before, now in zip_longest(meeting.games, result.games)
    )


def _has_meeting_result(meeting: Meeting) -> bool:
    return meeting.manner is not Manner.PENDING or has_any_game_result(meeting.games)


def _correct_recorded_result(section: Section, act: actions.CorrectResult, _entry: int) -> Section:
    played = section.round(act.round)
    before = _get_meeting_at_table(section, played, act.result.table)
    if not _has_meeting_result(before):
        raise _build_refusal_for_missing_result(section, act.round, act.result.table)
    after = _build_meeting_with_result(section, before, act.result)
    if act.rating_only:
        after = replace(before, rated_as=(after.white_points, after.black_points))
    else:
        after = _add_result_used_for_later_pairings(section, act, before, after)
    meetings = {**played.meetings, act.result.table: after}
    return _replace_round_results(
        section, played, meetings, _record_players_present_at_table(played.present, act.result)
    )


def _add_result_used_for_later_pairings(
    section: Section, act: actions.CorrectResult, before: Meeting, after: Meeting
) -> Meeting:
    """Return the meeting with its corrected result.

    The old result is stored as well if later rounds were paired with it.
    """
    late = before.manner is Manner.UNFINISHED and act.round < len(section.rounds)
    if before.known_from or (before.paired_as is not None and not late):
        return replace(
            after,
            paired_as=before.paired_as,
            paired_manner=before.paired_manner,
            known_from=before.known_from,
        )
    if late or act.known_from:
        return replace(
            after,
            paired_as=(before.white_points, before.black_points),
            paired_manner=_find_manner_used_for_later_pairings(section, before),
            known_from=act.known_from,
        )
    return after


def _find_manner_used_for_later_pairings(section: Section, before: Meeting) -> Manner:
    """Return how a meeting ended, as it counted when later rounds were paired.

    If unfinished games count as draws, an unfinished match with missing points counts as played, so
    that the missing points are not divided a second time.
    """
    total = before.white_points + before.black_points
    whole = total == section.settings.boards * POINT
    drawn = before.games and not whole and system(section.system).unfinished_drawn
    return Manner.PLAYED if drawn and before.manner is Manner.UNFINISHED else before.manner


def _build_refusal_for_missing_result(section: Section, round_number: int, table: int) -> Refused:
    if section.has_teams:
        return build_refused_error(
            say(
                "In round {round}, match {table} has no result yet.",
                round=round_number,
                table=table,
            )
        )
    return build_refused_error(
        say("In round {round}, board {table} has no result yet.", round=round_number, table=table)
    )


def _remove_recorded_result(section: Section, act: actions.RemoveResult, _entry: int) -> Section:
    played = section.round(act.round)
    before = _get_meeting_at_table(section, played, act.table)
    if not _has_meeting_result(before):
        raise _build_refusal_for_missing_result(section, act.round, act.table)
    if act.round < len(section.rounds):
        what = say(
            "This result of round {round} cannot be removed, because the next round was paired "
            "using it.",
            round=act.round,
        )
        raise build_refused_error(what, remedy=say("Correct the result instead."))
    line_up = () if has_two_games(section) else remove_game_results(before.games)
    bare = Meeting(before.white, before.black, manner=Manner.PENDING, games=line_up)
    present = {t: p for t, p in played.present.items() if t != act.table}
    return _replace_round_results(section, played, {**played.meetings, act.table: bare}, present)


def _get_meeting_at_table(section: Section, played: PublishedRound, table: int) -> Meeting:
    found = played.meetings.get(table)
    if found is None:
        raise build_refused_error(
            say("Round {round} has no match {table}.", round=played.number, table=table)
            if section.has_teams
            else say("Round {round} has no board {table}.", round=played.number, table=table)
        )
    return found


def _build_meeting_with_result(section: Section, meeting: Meeting, result: TableResult) -> Meeting:
    _refuse_impossible_result(section, result)
    points = result.white_points, result.black_points
    if has_any_game_result(result.games) and result.manner is not Manner.PENDING:
        points = _sum_points_of_both_sides_over_boards(section, result)
    return Meeting(
        meeting.white,
        meeting.black,
        *points,
        result.manner,
        rated=result.rated,
        games=result.games or _find_games_to_keep(section, meeting, result),
        did_not_arrive=result.did_not_arrive,
    )


def _refuse_impossible_result(section: Section, result: TableResult) -> None:
    most = section.settings.boards * POINT
    points = result.white_points, result.black_points
    possible = min(points) >= 0 and max(points) <= most and sum(points) <= most
    # A pending result with games only records a line-up.
    if possible and result.manner is Manner.PENDING and not result.games:
        raise build_refused_error(
            say("Match {table}: no result was given.", table=result.table)
            if section.has_teams
            else say("Board {table}: no result was given.", table=result.table),
            remedy=say("Remove the result instead."),
        )
    if not possible:
        team, player = (
            message("Match {table}: {result} is not a possible result."),
            message("Board {table}: {result} is not a possible result."),
        )
    elif result.manner in WITHOUT_POINTS and any(points):
        team, player = (
            message("Match {table}: {result} is not possible for a match that was not played."),
            message("Board {table}: {result} is not possible for a game that was not played."),
        )
    elif result.manner is Manner.DEFAULT and points[0] == points[1]:
        team, player = (
            message("Match {table}: {result} is not a valid forfeit, because it has no winner."),
            message("Board {table}: {result} is not a valid forfeit, because it has no winner."),
        )
    else:
        return
    written = "-".join(map(format_points, points))
    words = team if section.has_teams else player
    raise build_refused_error(say_kept(words, table=result.table, result=written))


def _find_games_to_keep(
    section: Section, meeting: Meeting, result: TableResult
) -> tuple[Game, ...]:
    """Return the recorded games to keep when only the total of a match is entered.

    The line-up of a team match is always kept. Its board results are kept only if the total is
    unchanged.
    """
    if not meeting.games or has_two_games(section):
        return ()
    before = meeting.white_points, meeting.black_points, meeting.manner
    same = before == (result.white_points, result.black_points, result.manner)
    return meeting.games if same else remove_game_results(meeting.games)


def _sum_points_of_both_sides_over_boards(
    section: Section, result: TableResult
) -> tuple[Tenths, Tenths]:
    """Return the points of both sides of a match, summed over its boards, in tenths.

    Unfinished games count as draws if the rules say so. Raise ``Refused`` unless the stated total
    is this sum or, as in older journals, the sum of the recorded results.
    """
    points, noted = (
        (result.white_points, result.black_points),
        sum_points_of_two_games(result.games),
    )
    due = noted
    if result.manner is Manner.UNFINISHED:
        counted = count_unfinished_games_as_draws(section, result)
        due = counted.white_points, counted.black_points
    if points not in (due, noted):
        places = {"table": result.table, "result": "-".join(map(format_points, points))}
        raise build_refused_error(
            say("Match {table}: the results of its boards do not add up to {result}.", **places)
            if section.has_teams
            else say("Board {table}: the results of its games do not add up to {result}.", **places)
        )
    return due


def _record_players_present_at_table(present: Any, result: TableResult) -> Any:
    return present if result.present is None else {**present, result.table: result.present}


def _replace_round_results(
    section: Section, played: PublishedRound, meetings: Any, present: Any
) -> Section:
    changed = played.with_results(meetings, present)
    place = played.number - 1
    return section.with_rounds((*section.rounds[:place], changed, *section.rounds[place + 1 :]))


ROUND_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.PairRound: _record_draft_paired_by_rules,
    actions.BeginManual: _begin_manual_pairing,
    actions.ChangeManual: _change_manual_pairing,
    actions.EndManual: _end_manual_pairing,
    actions.PublishRound: _publish_round,
    actions.ChangePublished: _change_published_pairing,
    actions.EnterResults: _enter_results,
    actions.CorrectResult: _correct_recorded_result,
    actions.RemoveResult: _remove_recorded_result,
}
