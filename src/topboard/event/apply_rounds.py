"""The effect of pairing a round, publishing it and recording its results on a section."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.line_ups import line_up_without_results
from topboard.event.results import count_unfinished_as_draws, has_two_games
from topboard.event.state import Draft, PublishedRound, Section, build_refusal
from topboard.messages import say
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from topboard.event.actions import Table, TableResult
    from topboard.model import Away, Game, Round, Tenths, Tournament

WITHOUT_POINTS = (Manner.BOTH_DEFAULTED, Manner.PENDING)


# --- pairing --------------------------------------------------------------------------------


def _pair_round(section: Section, act: actions.PairRound, _entry: int) -> Section:
    _refuse_if_not_ready_to_pair(section, act.round)
    _refuse_invalid_tables(section, act.tables, act.bye)
    draft = Draft(act.round, act.tables, act.bye, act.digest, act.excluded, by_rules=act)
    return replace(section, draft=draft)


def _refuse_if_not_ready_to_pair(section: Section, round_number: int) -> None:
    if not section.entries_closed:
        raise build_refusal(
            say("entries are still open"), section.name, remedy=say("close them first")
        )
    if round_number != section.round_to_pair:
        raise build_refusal(say("this is not the round to come"), str(round_number), section.name)
    if round_number > section.settings.rounds:
        raise build_refusal(say("all rounds are paired"), str(round_number), section.name)
    if section.draft is not None and section.draft.open:
        raise build_refusal(say("the manual pairing is not ended"), str(round_number), section.name)
    if section.rounds and (missing := tables_without_result(section.rounds[-1])):
        raise build_refusal(
            say("results are missing"),
            say(
                "round {round}, tables {missing}",
                round=len(section.rounds),
                missing=", ".join(map(str, missing)),
            ),
            section.name,
            say("enter them; a game still going on is entered as unfinished"),
        )


def tables_without_result(played: PublishedRound) -> list[int]:
    """Return the table numbers of a round that have no result, not even a provisional one."""
    return [t for t, m in played.meetings.items() if m.manner is Manner.PENDING]


def _refuse_invalid_tables(section: Section, tables: Iterable[Table], bye: Number | None) -> None:
    seated = [n for t in tables for n in (t.white, t.black)]
    seated += [] if bye is None else [bye]
    for number in seated:
        section.competitor(number)
    if len({*seated}) < len(seated):
        twice = sorted({n for n in seated if seated.count(n) > 1})
        raise build_refusal(say("paired twice"), ", ".join(map(str, twice)), section.name)
    if sorted(t.table for t in tables) != list(range(1, len(list(tables)) + 1)):
        raise build_refusal(say("the tables are not numbered from 1 on"), section.name)


def _begin_manual_pairing(section: Section, act: actions.BeginManual, _entry: int) -> Section:
    _refuse_if_not_ready_to_pair(section, act.round)
    draft = section.draft or Draft(act.round, (), None)
    return replace(section, draft=replace(draft, manual=True, open=True))


def _find_open_draft(section: Section, round_number: int) -> Draft:
    draft = section.draft
    if draft is None or not draft.open or draft.round != round_number:
        raise build_refusal(say("no manual pairing is going on"), str(round_number), section.name)
    return draft


def _change_manual_pairing(section: Section, act: actions.ChangeManual, _entry: int) -> Section:
    draft = _find_open_draft(section, act.round)
    _refuse_invalid_tables(section, act.tables, act.bye)
    return replace(section, draft=replace(draft, tables=act.tables, bye=act.bye))


def _end_manual_pairing(section: Section, act: actions.EndManual, _entry: int) -> Section:
    draft = _find_open_draft(section, act.round)
    return replace(section, draft=replace(draft, open=False, differences=act.differences))


# --- publication ----------------------------------------------------------------------------


def _publish_round(section: Section, act: actions.PublishRound, entry: int) -> Section:
    draft = section.draft
    if draft is None or draft.round != act.round:
        raise build_refusal(
            say("this round is not paired"), str(act.round), section.name, say("pair it first")
        )
    if draft.open:
        raise build_refusal(say("the manual pairing is not ended"), str(act.round), section.name)
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
    """Return the section with the start of unpaired late participants moved to the next round."""
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
    """Yield the participants not paired in a round, each with how the round counts for them."""
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
        raise build_refusal(say("a later round is published"), str(act.round), section.name)
    _refuse_invalid_tables(section, act.tables, act.bye)
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
        # The recorded differences belong to the pairing that is replaced.
        differences=(),
        revision=played.revision + 1,
        proof="",
        present={},
        changed_by=entry,
    )
    return replace(section, rounds=(*section.rounds[:-1], changed))


def _start_latecomers_in_round(section: Section, act: actions.ChangePublished) -> Section:
    """Return the section in which late participants paired by the change start in this round."""
    seated = {n for t in act.tables for n in (t.white, t.black)} | {act.bye}
    competitors = {
        n: replace(c, joined=min(c.joined, act.round)) if n in seated else c
        for n, c in section.competitors.items()
    }
    return replace(section, competitors=competitors)


def _find_same_pair(played: PublishedRound, new: Meeting) -> Meeting | None:
    """Return the published meeting of the same pair, whose result is kept, or None."""
    same = (m for m in played.meetings.values() if (m.white, m.black) == (new.white, new.black))
    return next(same, None)


def _publish_line_ups(section: Section, act: actions.PublishLineUps, _entry: int) -> Section:
    played = section.round(act.round)
    if played.line_ups_published:
        what = say("the line-ups of this round are published already")
        raise build_refusal(what, str(act.round), section.name)
    changed = replace(played, line_ups_published=True)
    place = act.round - 1
    return section.with_rounds((*section.rounds[:place], changed, *section.rounds[place + 1 :]))


# --- rounds of another program --------------------------------------------------------------


def add_imported_rounds(section: Section, act: actions.TakeOver, entry: int) -> Section:
    """Return the section with the rounds of the imported file; the last may be without results."""
    facts = act.facts
    rounds = (*facts.rounds, *([] if facts.published is None else [facts.published]))
    if not rounds:
        remedy = say("import the entries instead")
        raise build_refusal(say("the file has no round"), act.source, section.name, remedy)
    _refuse_inconsistent_import(section, facts)
    return replace(section, rounds=tuple(_build_published_round(section, r, entry) for r in rounds))


def _build_published_round(section: Section, played: Round, entry: int) -> PublishedRound:
    tables = []
    for place, meeting in enumerate(played.meetings, start=1):
        if meeting.white is None or meeting.black is None:
            what = say("somebody without an opponent")
            raise build_refusal(
                what, say("round {round}, table {table}", round=played.number, table=place)
            )
        tables.append(actions.Table(place, meeting.white, meeting.black))
    _refuse_invalid_tables(section, tables, played.bye)
    away = {n for n, _ in played.away}
    if len(away) < len(played.away) or away & {n for t in tables for n in (t.white, t.black)}:
        raise build_refusal(
            say("paired twice"), say("round {round}", round=played.number), section.name
        )
    return PublishedRound(
        number=played.number,
        meetings=dict(enumerate(played.meetings, start=1)),
        away=played.away,
        digest="",
        excluded=(),
        entry=entry,
        numbers_in_force=played.numbers_in_force,
    )


def _refuse_inconsistent_import(section: Section, facts: Tournament) -> None:
    """Raise ``Refused`` for unknown participants or for rounds that are not numbered from 1."""
    named = [
        *(n for played in facts.rounds for n, _ in played.away),
        *(request.number for request in facts.requests),
        *(ruling.number for ruling in facts.bye_rulings),
        *(fixed.number for fixed in facts.fixed_tables),
        *(change.number for change in facts.adjustments),
        *(award.number for award in facts.awarded),
        *(added.number for added in facts.virtual),
        *(n for pair in facts.forbidden for n in (pair.a, pair.b)),
        *(n for lot in facts.lots for n in lot.order),
        *(facts.accelerated or ()),
    ]
    for number in named:
        section.competitor(number)
    numbers = [played.number for played in facts.rounds]
    if facts.published is not None:
        numbers.append(facts.published.number)
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) > section.settings.rounds:
        raise build_refusal(say("the rounds are not numbered from 1 on"), section.name)


# --- results --------------------------------------------------------------------------------


def _enter_results(section: Section, act: actions.EnterResults, _entry: int) -> Section:
    played = section.round(act.round)
    meetings, present = dict(played.meetings), played.present
    for result in act.results:
        meeting = _find_meeting(played, result.table)
        if not _keeps_recorded_results(meeting, result):
            raise build_refusal(
                say("this table has a result"),
                say("round {round}, table {table}", round=act.round, table=result.table),
                section.name,
                say("correct it instead"),
            )
        meetings[result.table] = _build_meeting_with_result(section, meeting, result)
        present = _record_players_present(present, result)
    return _replace_round_results(section, played, meetings, present)


def _keeps_recorded_results(meeting: Meeting, result: TableResult) -> bool:
    """Return whether a result only adds to the record, without changing a game already recorded."""
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
    before = _find_meeting(played, act.result.table)
    if not _has_result(before):
        raise build_refusal(
            say("this table has no result"),
            say("round {round}, table {table}", round=act.round, table=act.result.table),
        )
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
    """Return the meeting with its new result.

    The old result is kept beside it if later rounds were paired on the basis of the old one.
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
    """Return the manner of a meeting as it was when later rounds were paired.

    If neither player came to one of the games, only the total of an unfinished match counts.
    Treated as unfinished without its games, its missing points would be shared a second time.
    """
    total = before.white_points + before.black_points
    whole = total == section.settings.boards * POINT
    drawn = before.games and not whole and system(section.system).unfinished_drawn
    return Manner.PLAYED if drawn and before.manner is Manner.UNFINISHED else before.manner


def _remove_result(section: Section, act: actions.RemoveResult, _entry: int) -> Section:
    played = section.round(act.round)
    before = _find_meeting(played, act.table)
    if not _has_result(before):
        raise build_refusal(
            say("this table has no result"),
            say("round {round}, table {table}", round=act.round, table=act.table),
        )
    if act.round < len(section.rounds):
        raise build_refusal(
            say("the next round was paired with this result"), say("round {round}", round=act.round)
        )
    line_up = () if has_two_games(section) else line_up_without_results(before.games)
    bare = Meeting(before.white, before.black, manner=Manner.PENDING, games=line_up)
    present = {t: p for t, p in played.present.items() if t != act.table}
    return _replace_round_results(section, played, {**played.meetings, act.table: bare}, present)


def _find_meeting(played: PublishedRound, table: int) -> Meeting:
    found = played.meetings.get(table)
    if found is None:
        raise build_refusal(
            say("there is no such table"),
            say("round {round}, table {table}", round=played.number, table=table),
        )
    return found


def _build_meeting_with_result(section: Section, meeting: Meeting, result: TableResult) -> Meeting:
    most = section.settings.boards * 10
    points = result.white_points, result.black_points
    if min(points) < 0 or max(points) > most or sum(points) > most:
        raise build_refusal(
            say("more or fewer points than the table has"),
            say("table {table}: {points}", table=result.table, points=points),
        )
    # If all games are still to be played, they are a line-up.
    if result.manner is Manner.PENDING and not result.games:
        raise build_refusal(
            say("no result"),
            say("table {table}", table=result.table),
            remedy=say("remove the result instead"),
        )
    if result.manner in WITHOUT_POINTS and any(points):
        raise build_refusal(
            say("nobody came, so nobody has points"),
            say("table {table}: {points}", table=result.table, points=points),
        )
    if result.manner is Manner.DEFAULT and points[0] == points[1]:
        raise build_refusal(
            say("a default has a winner"),
            say("table {table}: {points}", table=result.table, points=points),
        )
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


def _games_to_keep(section: Section, meeting: Meeting, result: TableResult) -> tuple[Game, ...]:
    """Return the recorded games that are kept when a result is given only as a total.

    The line-up is always kept. The board results are kept if they still add up to the total.
    """
    if not meeting.games or has_two_games(section):
        return ()
    before = meeting.white_points, meeting.black_points, meeting.manner
    same = before == (result.white_points, result.black_points, result.manner)
    return meeting.games if same else line_up_without_results(meeting.games)


def _sum_board_points(section: Section, result: TableResult) -> tuple[Tenths, Tenths]:
    """Return the sum of the board points for each team of a match, in tenths.

    Raise ``Refused`` if the sums differ from the total of the match. In older journals, the total
    of an unfinished match is the sum of the results recorded for its games.
    """
    points, noted = (result.white_points, result.black_points), sum_game_points(result.games)
    due = noted
    if result.manner is Manner.UNFINISHED:
        counted = count_unfinished_as_draws(section, result)
        due = counted.white_points, counted.black_points
    if points not in (due, noted):
        raise build_refusal(
            say("the boards do not add up to the result"),
            say("table {table}: {points}", table=result.table, points=points),
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
