"""The effect on a section of pairing a round, publishing it and recording its results."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.line_ups import line_up_without_results
from topboard.event.results import count_unfinished_as_draws, has_two_games
from topboard.event.state import Draft, PublishedRound, Section, build_refusal
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
from topboard.model.two_games import has_any_result, sum_game_points
from topboard.systems.registry import system
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.errors import Refused
    from topboard.event.actions import Table, TableResult
    from topboard.model import Away, Game, Tenths

WITHOUT_POINTS = (Manner.BOTH_DEFAULTED, Manner.PENDING)


# --- pairing --------------------------------------------------------------------------------


def _pair_round(section: Section, act: actions.PairRound, _entry: int) -> Section:
    _refuse_if_not_ready_to_pair(section, act.round)
    refuse_invalid_tables(section, act.tables, act.bye)
    draft = Draft(act.round, act.tables, act.bye, act.digest, act.excluded, by_rules=act)
    return replace(section, draft=draft)


def _refuse_if_not_ready_to_pair(section: Section, round_number: int) -> None:
    if not section.entries_closed:
        raise build_refusal(
            say("Entries for {section} are still open.", section=section.name),
            remedy=say("Close entries first."),
        )
    if round_number != section.round_to_pair:
        what = say(
            "Round {round} is not the next round of {section}.",
            round=round_number,
            section=section.name,
        )
        raise build_refusal(what)
    if round_number > section.settings.rounds:
        what = say_count(
            "The only round of {section} has already been paired.",
            "All {count} rounds of {section} have already been paired.",
            section.settings.rounds,
            section=section.name,
        )
        raise build_refusal(what)
    if section.draft is not None and section.draft.open:
        raise _build_unfinished_pairing_refusal(section, round_number)
    if section.rounds and (missing := tables_without_result(section.rounds[-1])):
        raise build_refusal(
            _missing_results_text(section, missing),
            remedy=say("Enter the results first. Enter a game in progress as unfinished."),
        )


def _build_unfinished_pairing_refusal(section: Section, round_number: int) -> Refused:
    what = say(
        "The manual pairing of round {round} of {section} is not finished.",
        round=round_number,
        section=section.name,
    )
    return build_refusal(what, remedy=say("Finish the manual pairing first."))


def _missing_results_text(section: Section, tables: Sequence[int]) -> str:
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


def tables_without_result(played: PublishedRound) -> list[int]:
    """Return the numbers of the boards or matches in a round that have no result.

    An unfinished game with a provisional result is not included.
    """
    return [t for t, m in played.meetings.items() if m.manner is Manner.PENDING]


def refuse_invalid_tables(section: Section, tables: Iterable[Table], bye: Number | None) -> None:
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
        raise build_refusal(what)
    if sorted(t.table for t in tables) != list(range(1, len(list(tables)) + 1)):
        raise build_refusal(
            say("The matches must be numbered from 1 without gaps.")
            if section.has_teams
            else say("The boards must be numbered from 1 without gaps.")
        )


def _begin_manual_pairing(section: Section, act: actions.BeginManual, _entry: int) -> Section:
    _refuse_if_not_ready_to_pair(section, act.round)
    draft = section.draft or Draft(act.round, (), None)
    return replace(section, draft=replace(draft, manual=True, open=True))


def _find_open_draft(section: Section, round_number: int) -> Draft:
    draft = section.draft
    if draft is None or not draft.open or draft.round != round_number:
        what = say(
            "No manual pairing of round {round} of {section} is in progress.",
            round=round_number,
            section=section.name,
        )
        raise build_refusal(what)
    return draft


def _change_manual_pairing(section: Section, act: actions.ChangeManual, _entry: int) -> Section:
    draft = _find_open_draft(section, act.round)
    refuse_invalid_tables(section, act.tables, act.bye)
    return replace(section, draft=replace(draft, tables=act.tables, bye=act.bye))


def _end_manual_pairing(section: Section, act: actions.EndManual, _entry: int) -> Section:
    draft = _find_open_draft(section, act.round)
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
        raise build_refusal(what, remedy=say("Pair the round first."))
    if draft.open:
        raise _build_unfinished_pairing_refusal(section, act.round)
    section = _postpone_unpaired_latecomers(section, draft)
    published = PublishedRound(
        number=act.round,
        meetings=_build_pending_meetings(draft.tables),
        away=tuple(_find_absences(section, act.round, draft.tables, draft.bye, draft.excluded)),
        digest=draft.digest,
        excluded=draft.excluded,
        entry=entry,
        manual=draft.manual,
        differences=draft.differences,
        proof=act.proof,
    )
    return replace(section, draft=None, rounds=(*section.rounds, published), announced=True)


def _build_pending_meetings(tables: Iterable[Table]) -> dict[int, Meeting]:
    return {
        t.table: Meeting(t.white, t.black, manner=Manner.PENDING)
        for t in sorted(tables, key=lambda t: t.table)
    }


def _postpone_unpaired_latecomers(section: Section, draft: Draft) -> Section:
    """Return the section in which late entrants whom the draft excludes start one round later."""
    absent = {e.number for e in draft.excluded}
    competitors = {
        n: replace(c, joined=draft.round + 1) if n in absent and c.joined == draft.round else c
        for n, c in section.competitors.items()
    }
    return replace(section, competitors=competitors)


def _find_absences(
    section: Section,
    round_number: int,
    tables: Iterable[Table],
    bye: Number | None,
    excluded: Iterable[actions.Exclusion],
) -> Iterator[tuple[Number, Away]]:
    """Yield each participant who is not paired in a round, with their kind of bye or absence."""
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
        raise build_refusal(what)
    refuse_invalid_tables(section, act.tables, act.bye)
    if act.ground is actions.ChangeGround.LATE_ENTRY:
        section = _start_latecomers_in_round(section, act)
    meetings = {
        t: _find_same_pair(played, m) or m for t, m in _build_pending_meetings(act.tables).items()
    }
    changed = replace(
        played,
        meetings=meetings,
        away=tuple(_find_absences(section, act.round, act.tables, act.bye, played.excluded)),
        manual=True,
        # The recorded differences belong to the old pairing.
        differences=(),
        revision=played.revision + 1,
        proof="",
        present={},
        changed_by=entry,
    )
    return replace(section, rounds=(*section.rounds[:-1], changed))


def _start_latecomers_in_round(section: Section, act: actions.ChangePublished) -> Section:
    """Return the section in which late entrants whom the changed pairing includes start in its
    round.
    """
    seated = {n for t in act.tables for n in (t.white, t.black)} | {act.bye}
    competitors = {
        n: replace(c, joined=min(c.joined, act.round)) if n in seated else c
        for n, c in section.competitors.items()
    }
    return replace(section, competitors=competitors)


def _find_same_pair(played: PublishedRound, new: Meeting) -> Meeting | None:
    """Return the published meeting of the same players with the same colours, or None.

    Its result is kept when the pairing is changed.
    """
    same = (m for m in played.meetings.values() if (m.white, m.black) == (new.white, new.black))
    return next(same, None)


def _publish_line_ups(section: Section, act: actions.PublishLineUps, _entry: int) -> Section:
    played = section.round(act.round)
    if played.line_ups_published:
        what = say(
            "The line-ups of round {round} of {section} have already been published.",
            round=act.round,
            section=section.name,
        )
        raise build_refusal(what)
    changed = replace(played, line_ups_published=True)
    place = act.round - 1
    return section.with_rounds((*section.rounds[:place], changed, *section.rounds[place + 1 :]))


# --- results --------------------------------------------------------------------------------


def _enter_results(section: Section, act: actions.EnterResults, _entry: int) -> Section:
    played = section.round(act.round)
    meetings, present = dict(played.meetings), played.present
    for result in act.results:
        meeting = _find_meeting(section, played, result.table)
        if not _keeps_recorded_results(meeting, result):
            places = {"round": act.round, "section": section.name, "table": result.table}
            raise build_refusal(
                say("In round {round} of {section}, match {table} already has a result.", **places)
                if section.has_teams
                else say(
                    "In round {round} of {section}, board {table} already has a result.", **places
                ),
                remedy=say("Correct the result instead."),
            )
        meetings[result.table] = _build_meeting_with_result(section, meeting, result)
        present = _record_players_present(present, result)
    return _replace_round_results(section, played, meetings, present)


def _keeps_recorded_results(meeting: Meeting, result: TableResult) -> bool:
    """Return whether a new result leaves every game result on record unchanged."""
    if meeting.manner is not Manner.PENDING:
        return False
    return not has_any_result(meeting.games) or all(
        before.manner is Manner.PENDING or before == now
        for before, now in zip_longest(meeting.games, result.games)
    )


def _has_result(meeting: Meeting) -> bool:
    return meeting.manner is not Manner.PENDING or has_any_result(meeting.games)


def _correct_result(section: Section, act: actions.CorrectResult, _entry: int) -> Section:
    played = section.round(act.round)
    before = _find_meeting(section, played, act.result.table)
    if not _has_result(before):
        raise _build_no_result_refusal(section, act.round, act.result.table)
    after = _build_meeting_with_result(section, before, act.result)
    if act.rating_only:
        after = replace(before, rated_as=(after.white_points, after.black_points))
    else:
        after = _keep_result_used_for_pairing(section, act, before, after)
    meetings = {**played.meetings, act.result.table: after}
    return _replace_round_results(
        section, played, meetings, _record_players_present(played.present, act.result)
    )


def _keep_result_used_for_pairing(
    section: Section, act: actions.CorrectResult, before: Meeting, after: Meeting
) -> Meeting:
    """Return the meeting with its corrected result.

    If later rounds were paired with the old result, the old result is kept beside the new one.
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
            paired_manner=_manner_used_for_pairing(section, before),
            known_from=act.known_from,
        )
    return after


def _manner_used_for_pairing(section: Section, before: Meeting) -> Manner:
    """Return how a meeting ended (its manner), as it counted when later rounds were paired.

    An unfinished match counts as played if the rules count unfinished games as draws and its total
    is incomplete because neither player came to some game. If it still counted as unfinished, the
    missing points would be shared a second time.
    """
    total = before.white_points + before.black_points
    whole = total == section.settings.boards * POINT
    drawn = before.games and not whole and system(section.system).unfinished_drawn
    return Manner.PLAYED if drawn and before.manner is Manner.UNFINISHED else before.manner


def _build_no_result_refusal(section: Section, round_number: int, table: int) -> Refused:
    if section.has_teams:
        return build_refusal(
            say(
                "In round {round}, match {table} has no result yet.",
                round=round_number,
                table=table,
            )
        )
    return build_refusal(
        say("In round {round}, board {table} has no result yet.", round=round_number, table=table)
    )


def _remove_result(section: Section, act: actions.RemoveResult, _entry: int) -> Section:
    played = section.round(act.round)
    before = _find_meeting(section, played, act.table)
    if not _has_result(before):
        raise _build_no_result_refusal(section, act.round, act.table)
    if act.round < len(section.rounds):
        what = say(
            "This result of round {round} cannot be removed, because the next round was paired "
            "using it.",
            round=act.round,
        )
        raise build_refusal(what, remedy=say("Correct the result instead."))
    line_up = () if has_two_games(section) else line_up_without_results(before.games)
    bare = Meeting(before.white, before.black, manner=Manner.PENDING, games=line_up)
    present = {t: p for t, p in played.present.items() if t != act.table}
    return _replace_round_results(section, played, {**played.meetings, act.table: bare}, present)


def _find_meeting(section: Section, played: PublishedRound, table: int) -> Meeting:
    found = played.meetings.get(table)
    if found is None:
        raise build_refusal(
            say("Round {round} has no match {table}.", round=played.number, table=table)
            if section.has_teams
            else say("Round {round} has no board {table}.", round=played.number, table=table)
        )
    return found


def _build_meeting_with_result(section: Section, meeting: Meeting, result: TableResult) -> Meeting:
    _refuse_impossible_result(section, result)
    points = result.white_points, result.black_points
    if has_any_result(result.games) and result.manner is not Manner.PENDING:
        points = _sum_board_points(section, result)
    return Meeting(
        meeting.white,
        meeting.black,
        *points,
        result.manner,
        rated=result.rated,
        games=result.games or _games_to_keep(section, meeting, result),
        did_not_arrive=result.did_not_arrive,
    )


def _refuse_impossible_result(section: Section, result: TableResult) -> None:
    most = section.settings.boards * POINT
    points = result.white_points, result.black_points
    possible = min(points) >= 0 and max(points) <= most and sum(points) <= most
    # A pending result with games only records a line-up.
    if possible and result.manner is Manner.PENDING and not result.games:
        raise build_refusal(
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
    raise build_refusal(say_kept(words, table=result.table, result=written))


def _games_to_keep(section: Section, meeting: Meeting, result: TableResult) -> tuple[Game, ...]:
    """Return the recorded games to keep when a result is given only as a total.

    The line-up of a team match is always kept. Its board results are kept only if the total is
    unchanged.
    """
    if not meeting.games or has_two_games(section):
        return ()
    before = meeting.white_points, meeting.black_points, meeting.manner
    same = before == (result.white_points, result.black_points, result.manner)
    return meeting.games if same else line_up_without_results(meeting.games)


def _sum_board_points(section: Section, result: TableResult) -> tuple[Tenths, Tenths]:
    """Return the points of both sides of a match, summed over its boards, in tenths.

    Unfinished games count as draws if the rules say so. Raise ``Refused`` if the sums differ from
    the total of the match. In older journals, the total may be the sum of the recorded results
    instead.
    """
    points, noted = (result.white_points, result.black_points), sum_game_points(result.games)
    due = noted
    if result.manner is Manner.UNFINISHED:
        counted = count_unfinished_as_draws(section, result)
        due = counted.white_points, counted.black_points
    if points not in (due, noted):
        places = {"table": result.table, "result": "-".join(map(format_points, points))}
        raise build_refusal(
            say("Match {table}: the results of its boards do not add up to {result}.", **places)
            if section.has_teams
            else say("Board {table}: the results of its games do not add up to {result}.", **places)
        )
    return due


def _record_players_present(present: Any, result: TableResult) -> Any:
    return present if result.present is None else {**present, result.table: result.present}


def _replace_round_results(
    section: Section, played: PublishedRound, meetings: Any, present: Any
) -> Section:
    changed = played.with_results(meetings, present)
    place = played.number - 1
    return section.with_rounds((*section.rounds[:place], changed, *section.rounds[place + 1 :]))


ROUND_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.PairRound: _pair_round,
    actions.BeginManual: _begin_manual_pairing,
    actions.ChangeManual: _change_manual_pairing,
    actions.EndManual: _end_manual_pairing,
    actions.PublishRound: _publish_round,
    actions.PublishLineUps: _publish_line_ups,
    actions.ChangePublished: _change_published_pairing,
    actions.EnterResults: _enter_results,
    actions.CorrectResult: _correct_result,
    actions.RemoveResult: _remove_result,
}
