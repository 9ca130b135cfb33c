"""Changes to a section by actions about its participants and its organization.

These actions concern attendance, byes, rulings, points, TPNs, the schedule, categories and prizes,
for example.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.line_ups import has_team_boards
from topboard.event.state import Presence, RoundStarts, Section, build_refused_error
from topboard.messages import say
from topboard.model import Adjustment, ByeRuling, FixedTable, ForbiddenPair, Number, Request
from topboard.model.renumbering import (
    renumber_participants_of_meeting,
    renumber_rulings_requests_and_lots,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.state import Draft, PublishedRound
    from topboard.model import Competitor

    New = Mapping[Number, Number]


# --- presence, byes, restrictions and points ------------------------------------------------


def _record_team_players_present(
    section: Section, act: actions.RecordPresence, _entry: int
) -> Section:
    _refuse_invalid_number_present(section, act.number, act.players)
    seen = Presence(act.players, act.travel, act.in_time)
    return replace(section, presence={**section.presence, act.number: seen})


def _record_presence_of_several_competitors(
    section: Section, act: actions.RecordAllPresent, _entry: int
) -> Section:
    for number, players in act.present:
        _refuse_invalid_number_present(section, number, players)
    seen = {number: Presence(players) for number, players in act.present}
    return replace(section, presence={**section.presence, **seen})


def _refuse_invalid_number_present(section: Section, number: Number, players: int) -> None:
    section.competitor(number)
    if players < 0:
        what = say("The number of players present cannot be negative ({players}).", players=players)
        raise build_refused_error(what)


def _record_exception_to_exclusion(
    section: Section, act: actions.GrantException, _entry: int
) -> Section:
    section.competitor(act.number)
    return replace(section, exceptions=section.exceptions | {(act.number, act.article)})


def _record_requested_bye(section: Section, act: actions.RequestBye, _entry: int) -> Section:
    section.competitor(act.number)
    if act.round < section.round_to_pair:
        raise build_refused_error(say("Round {round} has already been published.", round=act.round))
    if any((r.number, r.round) == (act.number, act.round) for r in section.requests):
        raise build_refused_error(
            say(
                "{name} (#{number}) already has a bye in round {round}.",
                name=section.competitor(act.number).name,
                number=act.number,
                round=act.round,
            )
        )
    request = Request(act.number, act.round, act.outcome)
    return replace(section, requests=(*section.requests, request))


def _remove_requested_bye(section: Section, act: actions.CancelBye, _entry: int) -> Section:
    if act.round < section.round_to_pair:
        raise build_refused_error(say("Round {round} has already been published.", round=act.round))
    left = tuple(r for r in section.requests if (r.number, r.round) != (act.number, act.round))
    if len(left) == len(section.requests):
        raise build_refused_error(
            say(
                "Participant #{number} has no bye in round {round}.",
                number=act.number,
                round=act.round,
            )
        )
    return replace(section, requests=left)


def _add_forbidden_pair(section: Section, act: actions.ForbidPair, _entry: int) -> Section:
    numbers = (act.a, act.b, *act.others)
    for number in numbers:
        section.competitor(number)
        if numbers.count(number) > 1:
            raise build_refused_error(say("Participant #{number} is named twice.", number=number))
    pairs = (
        ForbiddenPair(a, b, act.first, act.last, act.wish) for a, b in combinations(numbers, 2)
    )
    return replace(section, forbidden=(*section.forbidden, *pairs))


def _remove_forbidden_pair(section: Section, act: actions.AllowPair, _entry: int) -> Section:
    freed = {act.a, act.b, *act.others}
    left = tuple(f for f in section.forbidden if not {f.a, f.b} <= freed)
    if len(left) == len(section.forbidden):
        raise build_refused_error(
            say("No restriction keeps #{a} and #{b} apart.", a=act.a, b=act.b)
        )
    return replace(section, forbidden=left)


def _record_bye_ruling(section: Section, act: actions.RuleOnBye, _entry: int) -> Section:
    section.competitor(act.number)
    ruling = ByeRuling(act.number, act.allowed, act.first, act.last)
    return replace(section, bye_rulings=(*section.bye_rulings, ruling))


def _assign_fixed_table(section: Section, act: actions.FixTable, _entry: int) -> Section:
    section.competitor(act.number)
    others = tuple(t for t in section.fixed_tables if t.number != act.number)
    if act.table < 0:
        raise build_refused_error(
            say("Table numbers start at 1, so there is no table {table}.", table=act.table)
            if section.has_teams
            else say("Board numbers start at 1, so there is no board {table}.", table=act.table)
        )
    if act.table == 0:
        return replace(section, fixed_tables=others)
    reason = act.note or act.ground.value
    return replace(section, fixed_tables=(*others, FixedTable(act.number, act.table, reason)))


def _assign_virtual_points(section: Section, act: actions.SettleImaginary, _entry: int) -> Section:
    for number in act.numbers:
        section.competitor(number)
    return replace(section, accelerated=frozenset(act.numbers))


def _adjust_points(section: Section, act: actions.AdjustPoints, _entry: int) -> Section:
    section.competitor(act.number)
    change = Adjustment(act.number, act.match_points, act.game_points, act.known_from)
    return replace(section, adjustments=(*section.adjustments, change))


def _suspend_competitor(section: Section, act: actions.Suspend, _entry: int) -> Section:
    section.competitor(act.number)
    return replace(section, suspended=section.suspended | {act.number})


def _lift_suspension(section: Section, act: actions.LiftSuspension, _entry: int) -> Section:
    section.competitor(act.number)
    excused = section.excused | {(act.number, len(section.rounds))}
    return replace(section, suspended=section.suspended - {act.number}, excused=excused)


def _record_protest_against_pairing(section: Section, act: actions.Protest, _entry: int) -> Section:
    section.round(act.round)
    return section


# --- renumbering ------------------------------------------------------------------------------


def renumber_section_participants(section: Section, new: New) -> Section:
    """Return the section with its participants renumbered everywhere.

    Published rounds are renumbered as well, although they were paired with the old TPNs.
    """
    return replace(
        section,
        competitors={
            n: replace(section.competitors[old], number=n)
            for old, n in sorted(new.items(), key=lambda item: item[1])
        },
        presence={new[n]: seen for n, seen in section.presence.items()},
        exceptions=frozenset((new[n], article) for n, article in section.exceptions),
        suspended=frozenset(new[n] for n in section.suspended),
        captain_links={new[n]: link for n, link in section.captain_links.items()},
        excused=frozenset((new[n], upto) for n, upto in section.excused),
        commitments={
            purpose: replace(promise, among=tuple(new[n] for n in promise.among))
            for purpose, promise in section.commitments.items()
        },
        draft=None if section.draft is None else _renumber_draft_participants(section.draft, new),
        rounds=tuple(_renumber_published_round(played, new) for played in section.rounds),
        **renumber_rulings_requests_and_lots(section, new),
    )


def _renumber_draft_participants(draft: Draft, new: New) -> Draft:
    return replace(
        draft,
        tables=tuple(replace(t, white=new[t.white], black=new[t.black]) for t in draft.tables),
        bye=None if draft.bye is None else new[draft.bye],
        excluded=tuple(replace(e, number=new[e.number]) for e in draft.excluded),
    )


def _renumber_published_round(played: PublishedRound, new: New) -> PublishedRound:
    return replace(
        played,
        meetings={
            table: renumber_participants_of_meeting(m, new) for table, m in played.meetings.items()
        },
        away=tuple((new[n], outcome) for n, outcome in played.away),
        excluded=tuple(replace(e, number=new[e.number]) for e in played.excluded),
        line_ups={new[n]: players for n, players in played.line_ups.items()},
        numbers_in_force=False,
    )


# --- schedule, categories and prizes ----------------------------------------------------------


def _set_round_starts(section: Section, act: actions.ScheduleRounds, _entry: int) -> Section:
    settled = RoundStarts(act.starts, act.time_zone) if any(act.starts) else None
    return replace(section, schedule=settled)


def _set_section_categories(section: Section, act: actions.SetCategories, _entry: int) -> Section:
    return replace(section, categories=act.categories, category_day=act.day)


def _set_competitors_with_label(
    section: Section, act: actions.LabelCompetitors, _entry: int
) -> Section:
    for number in act.numbers:
        section.competitor(number)
    labelled = {
        number: _set_or_remove_competitor_label(one, act.label, wanted=number in act.numbers)
        for number, one in section.competitors.items()
    }
    return replace(section, competitors=labelled)


def _set_or_remove_competitor_label(one: Competitor, label: str, *, wanted: bool) -> Competitor:
    if (label in one.labels) == wanted:
        return one
    others = tuple(had for had in one.labels if had != label)
    return replace(one, labels=(*others, label) if wanted else others)


def _set_section_prizes(section: Section, act: actions.SetPrizes, _entry: int) -> Section:
    return replace(section, prizes=act if act.prizes else None)


def _set_board_prizes(section: Section, act: actions.SetBoardPrizes, _entry: int) -> Section:
    if not has_team_boards(section):
        raise build_refused_error(say("Board prizes require a team event with results per board."))
    if not 0 <= act.games <= section.settings.rounds:
        what = say(
            "A player can play between 0 and {most} games in this section.",
            most=section.settings.rounds,
        )
        raise build_refused_error(what, str(act.games))
    return replace(section, board_prizes=act)


# --- functions by action ------------------------------------------------------------------

PARTICIPATION_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.RecordPresence: _record_team_players_present,
    actions.RecordAllPresent: _record_presence_of_several_competitors,
    actions.GrantException: _record_exception_to_exclusion,
    actions.RequestBye: _record_requested_bye,
    actions.CancelBye: _remove_requested_bye,
    actions.ForbidPair: _add_forbidden_pair,
    actions.AllowPair: _remove_forbidden_pair,
    actions.RuleOnBye: _record_bye_ruling,
    actions.FixTable: _assign_fixed_table,
    actions.SettleImaginary: _assign_virtual_points,
    actions.AdjustPoints: _adjust_points,
    actions.Suspend: _suspend_competitor,
    actions.LiftSuspension: _lift_suspension,
    actions.Protest: _record_protest_against_pairing,
    actions.ScheduleRounds: _set_round_starts,
    actions.SetCategories: _set_section_categories,
    actions.LabelCompetitors: _set_competitors_with_label,
    actions.SetPrizes: _set_section_prizes,
    actions.SetBoardPrizes: _set_board_prizes,
}
