"""The effect of each action on the state of an event, as pure functions.

They refuse only actions that make no sense, such as an unknown participant or a result for a board
that does not exist. ``policy`` checks an action against the rules before it becomes a journal
entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.apply_imports import add_imported_rounds_to_section
from topboard.event.apply_line_ups import LINE_UP_ACTS
from topboard.event.apply_participation import PARTICIPATION_ACTS, renumber_section_participants
from topboard.event.apply_rounds import ROUND_ACTS
from topboard.event.lots import COLOUR, draw_colour_by_lot, draw_order_by_lot, hash_lot_seed
from topboard.event.personal_data import erase_personal_values
from topboard.event.reports import REPORT_ACTS
from topboard.event.state import (
    Event,
    LotCommitment,
    Section,
    Settings,
    build_refused_error,
)
from topboard.messages import say, say_count
from topboard.model import (
    Lot,
    Number,
    Player,
    Request,
    Team,
    Tournament,
    Withdrawn,
)
from topboard.model.renumbering import map_old_to_new_numbers_by_order, renumber_participants_of_lot
from topboard.systems.registry import SYSTEMS, fill_in_ratings_in_force, system
from topboard.tiebreaks.registry import find_problems_with_chosen_tie_breaks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.event.entries import Entry
    from topboard.model import Competitor

LONGEST_NAME = 60
DIGITS_OF_KEY = 64


def apply_entry_to_event(event: Event, entry: Entry) -> Event:
    """Return the state of the event after one more journal entry.

    Undo and redo are handled in ``reducer.py``.
    """
    act = entry.act
    if isinstance(act, actions.CreateEvent):
        return _create_event(event, act, entry.number)
    if not event.name:
        raise build_refused_error(
            say("The event does not exist yet."), remedy=say("Create the event first.")
        )
    # People may ask to have their data erased even after the event is closed, and the organizer may
    # still take the public pages down.
    if event.closed and not isinstance(act, actions.ErasePersonal | actions.SetVisibility):
        raise build_refused_error(say("The event {name} is closed.", name=event.name))
    if isinstance(act, actions.NameKey):
        _refuse_invalid_signing_key(act.key)
        return replace(event, key=act.key, last=entry.number)
    if isinstance(act, actions.SignJournal):
        if not event.key:
            what = say("The event {name} has no signing key.", name=event.name)
            remedy = say("First create a signing key with 'topboard event key FILE'.")
            raise build_refused_error(what, remedy=remedy)
        return replace(event, last=entry.number)
    if isinstance(act, actions.CloseEvent):
        return replace(event, closed=True, last=entry.number)
    if isinstance(act, actions.ChangeDetails):
        _refuse_empty_event_name(act.name)
        return replace(event, name=act.name, details=act.details, last=entry.number)
    if isinstance(act, actions.SetVisibility):
        return replace(event, public=act.public, last=entry.number)
    if isinstance(act, actions.SetLogo):
        return replace(event, logo=act.image, last=entry.number)
    assert not isinstance(act, actions.Undo | actions.Redo), (
        "undo and redo are handled by the reducer"
    )
    if isinstance(act, actions.AddSection):
        changed = _add_section(event, act)
    elif isinstance(act, actions.TakeOver):
        _refuse_bad_section_name(event, act.section)
        changed = build_imported_section(act, entry.number)
    else:
        changed = _CHANGES[type(act)](event.section(act.section), act, entry.number)
    sections = {**event.sections, changed.name: changed}
    return Event(
        event.name,
        event.details,
        sections,
        event.closed,
        entry.number,
        event.undone,
        event.key,
        event.public,
        event.logo,
    )


def _create_event(event: Event, act: actions.CreateEvent, number: int) -> Event:
    if event.name:
        raise build_refused_error(say("The event {name} already exists.", name=event.name))
    _refuse_empty_event_name(act.name)
    if act.key:
        _refuse_invalid_signing_key(act.key)
    return replace(event, name=act.name, details=act.details, last=number, key=act.key)


def _refuse_empty_event_name(name: str) -> None:
    if not name.strip():
        raise build_refused_error(say("An event needs a name."), remedy=say("Enter a name."))


def _refuse_invalid_signing_key(key: str) -> None:
    if len(key) != DIGITS_OF_KEY or any(digit not in "0123456789abcdef" for digit in key):
        raise build_refused_error(
            say("This is not a valid public key."),
            key[:DIGITS_OF_KEY],
            remedy=say("Enter 64 hexadecimal digits in lower case."),
        )


def _add_section(event: Event, act: actions.AddSection) -> Section:
    _refuse_bad_section_name(event, act.section)
    return Section(act.section, act.system, _build_section_settings(act, act.system))


def _refuse_bad_section_name(event: Event, section: str) -> None:
    if section in event.sections:
        what = say("A section with this name already exists.")
        raise build_refused_error(what, section, remedy=say("Choose a different name."))
    if not section.strip() or len(section) > LONGEST_NAME:
        raise build_refused_error(
            say("The section name is empty or too long."),
            section[:LONGEST_NAME],
            remedy=say("Use 1 to {longest} characters.", longest=LONGEST_NAME),
        )


def build_imported_section(act: actions.TakeOver, entry: int) -> Section:
    """Return a section built from another program's file. Its entries are closed."""
    facts = act.facts
    section = Section(
        act.section, facts.system, _build_section_settings(act.add_section_action, facts.system)
    )
    section = replace(
        _add_competitors(section, facts.competitors),
        announced=True,
        entries_closed=True,
        lot=facts.lot,
        lots=facts.lots,
        requests=facts.requests,
        forbidden=facts.forbidden,
        bye_rulings=facts.bye_rulings,
        fixed_tables=facts.fixed_tables,
        accelerated=facts.accelerated,
        adjustments=facts.adjustments,
        awarded=facts.awarded,
        virtual=facts.virtual,
    )
    return add_imported_rounds_to_section(section, act, entry)


def _refuse_invalid_rounds_or_boards(rounds: int, boards: int) -> None:
    if not 1 <= rounds <= 100 or not 1 <= boards <= 20:
        raise build_refused_error(
            say("A section must have 1 to 100 rounds and 1 to 20 boards."),
            say("rounds: {rounds}, boards: {boards}", rounds=rounds, boards=boards),
        )


def _build_section_settings(
    act: actions.AddSection | actions.ChangeSection, system_name: str
) -> Settings:
    _refuse_invalid_rounds_or_boards(act.rounds, act.boards)
    _refuse_invalid_tie_breaks(act, system_name)
    return Settings(
        rounds=act.rounds,
        boards=act.boards,
        variations=act.variations,
        tie_breaks=act.tie_breaks,
        unrated_as=act.unrated_as,
        match_scale=act.match_scale,
        game_scale=act.game_scale,
        rating_order=act.rating_order,
        tie_break_edition=act.tie_break_edition,
    )


def _refuse_invalid_tie_breaks(
    act: actions.AddSection | actions.ChangeSection, system_name: str
) -> None:
    if not act.tie_breaks and not act.tie_break_edition:
        return
    if system_name not in SYSTEMS:
        # A journal may use a system that no longer exists; it must still open.
        return
    rules = system(system_name)
    nobody_yet = rules.facts(Tournament((), tie_break_edition=act.tie_break_edition))
    for problem in find_problems_with_chosen_tie_breaks(
        act.tie_breaks, rules.tie_breaks, nobody_yet
    ):
        raise build_refused_error(problem.what, problem.quoted, remedy=problem.remedy)


def _replace_section_settings(section: Section, act: actions.ChangeSection, _entry: int) -> Section:
    if act.rounds < len(section.rounds):
        what = say_count(
            "The section cannot have {rounds} rounds, because {count} round has already been "
            "published.",
            "The section cannot have only {rounds} rounds, because {count} rounds have already "
            "been published.",
            len(section.rounds),
            rounds=act.rounds,
        )
        raise build_refused_error(what)
    changed = replace(section, settings=_build_section_settings(act, section.system))
    entered = _set_counting_ratings_of_entrants(changed, section.competitors.values())
    return replace(changed, competitors={one.number: one for one in entered})


def _mark_settings_as_announced(section: Section, _act: actions.Announce, _entry: int) -> Section:
    if section.announced:
        what = say("Section {section} has already been announced.", section=section.name)
        raise build_refused_error(what)
    return replace(section, announced=True)


def _leave_fide_mode(section: Section, _act: actions.LeaveFideMode, _entry: int) -> Section:
    if section.left_fide_mode:
        what = say("Section {section} has already left FIDE mode.", section=section.name)
        raise build_refused_error(what)
    return replace(section, left_fide_mode=True)


# --- entries --------------------------------------------------------------------------------


def _enter_competitors(section: Section, act: actions.Enter, _entry: int) -> Section:
    if section.entries_closed:
        raise build_refused_error(
            say("Entries for {section} are closed.", section=section.name),
            remedy=say("Record a late entry instead."),
        )
    return _add_competitors(section, act.competitors)


def _set_counting_ratings_of_entrants(
    section: Section, entered: Iterable[Competitor]
) -> tuple[Competitor, ...]:
    """Return the participants, each with the rating that counts in the section.

    Once entries are closed, a rating that already counts is kept, because the TPN depends on it.
    """
    order, again = section.settings.rating_order, not section.entries_closed
    return fill_in_ratings_in_force(entered, section.system, order, again=again)


def _add_competitors(section: Section, new: Iterable[Competitor]) -> Section:
    competitors = dict(section.competitors)
    persons = set(_list_team_member_numbers(competitors.values()))
    for competitor in _set_counting_ratings_of_entrants(section, new):
        _refuse_invalid_competitor(competitor)
        if competitor.number in competitors:
            what = say("Two participants have the number {number}.", number=competitor.number)
            raise build_refused_error(what)
        roster = list(_list_team_member_numbers([competitor]))
        if len({*roster}) < len(roster) or persons & {*roster}:
            what = say(
                "A player of {team} has the same number as another player.", team=competitor.name
            )
            raise build_refused_error(what)
        persons.update(roster)
        competitors[competitor.number] = competitor
    return replace(section, competitors=competitors)


def _refuse_invalid_competitor(competitor: Competitor) -> None:
    if competitor.number < 1:
        what = say(
            "{name} has the number {number}, but numbers start at 1.",
            name=competitor.name,
            number=competitor.number,
        )
        raise build_refused_error(what)
    if not competitor.name.strip():
        what = say("Participant #{number} needs a name.", number=competitor.number)
        raise build_refused_error(what)


def _list_team_member_numbers(competitors: Iterable[Competitor]) -> Iterable[Number]:
    for competitor in competitors:
        if isinstance(competitor, Team):
            yield from (player.number for player in competitor.players)


def _enter_late_competitor(section: Section, act: actions.EnterLate, _entry: int) -> Section:
    if not section.entries_closed:
        raise build_refused_error(
            say("Entries for {section} are still open.", section=section.name),
            remedy=say("Enter the participant as usual, not as a late entry."),
        )
    if act.competitor.joined < section.round_to_pair:
        raise build_refused_error(
            say("Round {round} has already been published.", round=act.competitor.joined),
            remedy=say(
                "Enter the participant for round {round} or later.", round=section.round_to_pair
            ),
        )
    if not act.others_move:
        return _add_competitors(section, [act.competitor])
    return _insert_late_competitor_at_tpn(section, act.competitor)


def _insert_late_competitor_at_tpn(section: Section, late: Competitor) -> Section:
    """Return the section with a late participant inserted at their TPN.

    The participants from that TPN on move down by one. If virtual points were assigned by hand and
    a participant further down the list has them, the late participant gets them too.
    """
    section.competitor(late.number)
    moved = renumber_section_participants(
        section, {n: Number(n + (n >= late.number)) for n in section.competitors}
    )
    entered = _add_competitors(moved, [late])
    lifted = entered.accelerated
    if lifted and late.number < max(lifted):
        lifted = lifted | {late.number}
    in_order = dict(sorted(entered.competitors.items()))
    return replace(entered, competitors=in_order, accelerated=lifted)


def _replace_competitor_data(section: Section, act: actions.ChangeEntry, _entry: int) -> Section:
    before = section.competitor(act.competitor.number)
    if isinstance(before, Player) != isinstance(act.competitor, Player):
        raise build_refused_error(
            say("{name} is a player and cannot become a team.", name=before.name)
            if isinstance(before, Player)
            else say("{name} is a team and cannot become a player.", name=before.name)
        )
    others = {n: c for n, c in section.competitors.items() if n != before.number}
    changed = _add_competitors(replace(section, competitors=others), [act.competitor])
    order = {n: changed.competitors[n] for n in section.competitors}
    return replace(changed, competitors=order)


def _withdraw_competitor(section: Section, act: actions.Withdraw, _entry: int) -> Section:
    section.competitor(act.number)
    if not section.entries_closed:
        return _remove_competitor_from_section(section, act.number)
    return _record_withdrawal_or_expulsion(section, act.number, act.round)


def _expel_competitor(section: Section, act: actions.Expel, _entry: int) -> Section:
    section.competitor(act.number)
    return _record_withdrawal_or_expulsion(section, act.number, act.round)


def _record_withdrawal_or_expulsion(section: Section, number: Number, round_number: int) -> Section:
    if round_number < section.round_to_pair:
        raise build_refused_error(
            say("Round {round} has already been published.", round=round_number)
        )
    if _has_participant_left(section, number):
        name = section.competitor(number).name
        raise build_refused_error(
            say(
                "{name} (#{number}) has already withdrawn or been expelled.",
                name=name,
                number=number,
            )
        )
    request = Request(number, round_number, Withdrawn())
    return replace(section, requests=(*section.requests, request))


def _has_participant_left(section: Section, number: Number) -> bool:
    return any(r.number == number and isinstance(r.outcome, Withdrawn) for r in section.requests)


def _readmit_competitor(section: Section, act: actions.Readmit, _entry: int) -> Section:
    if not _has_participant_left(section, act.number):
        name = section.competitor(act.number).name
        what = say(
            "{name} (#{number}) has neither withdrawn nor been expelled.",
            name=name,
            number=act.number,
        )
        raise build_refused_error(what)
    left = tuple(
        r
        for r in section.requests
        if not (r.number == act.number and isinstance(r.outcome, Withdrawn))
    )
    return replace(section, requests=left)


def _remove_competitor_from_section(section: Section, number: Number) -> Section:
    """Return the section without a participant and without anything recorded about them."""
    left = {n: n for n in section.competitors if n != number}
    return replace(
        section,
        competitors={n: c for n, c in section.competitors.items() if n != number},
        presence={n: p for n, p in section.presence.items() if n != number},
        exceptions=frozenset(e for e in section.exceptions if e[0] != number),
        requests=tuple(r for r in section.requests if r.number != number),
        forbidden=tuple(f for f in section.forbidden if number not in (f.a, f.b)),
        bye_rulings=tuple(r for r in section.bye_rulings if r.number != number),
        fixed_tables=tuple(t for t in section.fixed_tables if t.number != number),
        adjustments=tuple(a for a in section.adjustments if a.number != number),
        suspended=section.suspended - {number},
        captain_links={n: link for n, link in section.captain_links.items() if n != number},
        lots=tuple(renumber_participants_of_lot(lot, left) for lot in section.lots),
        commitments={
            purpose: replace(c, among=tuple(n for n in c.among if n != number))
            for purpose, c in section.commitments.items()
        },
        accelerated=None if section.accelerated is None else section.accelerated - {number},
    )


def _close_entries_and_assign_tpns(
    section: Section, act: actions.CloseEntries, _entry: int
) -> Section:
    if section.entries_closed:
        what = say("Entries for {section} are already closed.", section=section.name)
        raise build_refused_error(what)
    _refuse_incomplete_participant_order(section, act.order)
    closed = replace(
        renumber_section_participants(section, map_old_to_new_numbers_by_order(act.order)),
        entries_closed=True,
    )
    if not act.rounds:
        return closed
    _refuse_invalid_rounds_or_boards(act.rounds, closed.settings.boards)
    return replace(closed, settings=replace(closed.settings, rounds=act.rounds))


def _renumber_competitors(section: Section, act: actions.Renumber, _entry: int) -> Section:
    if not section.entries_closed:
        raise build_refused_error(
            say("Entries for {section} are still open.", section=section.name),
            remedy=say("Close entries first."),
        )
    _refuse_incomplete_participant_order(section, act.order)
    if list(act.order) == sorted(act.order):
        what = say("The starting numbers of {section} are already correct.", section=section.name)
        raise build_refused_error(what)
    return renumber_section_participants(section, map_old_to_new_numbers_by_order(act.order))


def _refuse_incomplete_participant_order(section: Section, order: tuple[Number, ...]) -> None:
    if len(order) != len(section.competitors) or {*order} != {*section.competitors}:
        raise build_refused_error(
            say(
                "The order must contain every participant in {section} exactly once.",
                section=section.name,
            )
        )


def _erase_personal_data(section: Section, act: actions.ErasePersonal, _entry: int) -> Section:
    if act.number is not None:
        section.competitor(act.number)
    erased = {
        n: erase_personal_values(one, act) if act.number in (None, n) else one
        for n, one in section.competitors.items()
    }
    return replace(section, competitors=erased)


# --- drawing of lots ------------------------------------------------------------------------


def _record_lot_seed_commitment(section: Section, act: actions.CommitLot, _entry: int) -> Section:
    for number in act.among:
        section.competitor(number)
    promise = LotCommitment(act.commitment, act.among)
    return replace(section, commitments={**section.commitments, act.purpose: promise})


def _draw_lots_with_committed_seed(section: Section, act: actions.DrawLot, _entry: int) -> Section:
    promise = section.commitments.get(act.purpose)
    if promise is None:
        raise build_refused_error(
            say(
                "No seed has been committed for this drawing of lots ({purpose!r}).",
                purpose=act.purpose,
            ),
            remedy=say("Commit to a seed first."),
        )
    if hash_lot_seed(act.seed) != promise.hash:
        raise build_refused_error(
            say(
                "This is not the seed that was committed for this drawing of lots ({purpose!r}).",
                purpose=act.purpose,
            )
        )
    rest = {k: v for k, v in section.commitments.items() if k != act.purpose}
    section = replace(section, commitments=rest)
    if act.purpose == COLOUR:
        return replace(section, lot=draw_colour_by_lot(act.seed))
    return _add_drawn_lot_to_section(
        section, Lot(act.purpose, draw_order_by_lot(act.seed, act.purpose, promise.among))
    )


def _record_lots_drawn_by_hand(section: Section, act: actions.RecordLot, _entry: int) -> Section:
    if (act.purpose == COLOUR) == (act.colour is None):
        raise build_refused_error(
            say("A drawing of lots for the colours needs a colour.")
            if act.colour is None
            else say(
                "This drawing of lots ({purpose!r}) needs an order of participants, not a colour.",
                purpose=act.purpose,
            )
        )
    if act.colour is not None:
        return replace(section, lot=act.colour)
    for number in act.order:
        section.competitor(number)
    if len({*act.order}) < len(act.order):
        raise build_refused_error(
            say(
                "This drawing of lots ({purpose!r}) names a participant twice.", purpose=act.purpose
            )
        )
    if act.values and len(act.values) != len(act.order):
        raise build_refused_error(
            say(
                "This drawing of lots ({purpose!r}) must have exactly one value for each "
                "participant.",
                purpose=act.purpose,
            )
        )
    return _add_drawn_lot_to_section(section, Lot(act.purpose, act.order, act.values))


def _add_drawn_lot_to_section(section: Section, lot: Lot) -> Section:
    return replace(section, lots=(*section.lots, lot))


_CHANGES: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.ChangeSection: _replace_section_settings,
    actions.Announce: _mark_settings_as_announced,
    actions.LeaveFideMode: _leave_fide_mode,
    actions.Enter: _enter_competitors,
    actions.EnterLate: _enter_late_competitor,
    actions.ChangeEntry: _replace_competitor_data,
    actions.Withdraw: _withdraw_competitor,
    actions.Expel: _expel_competitor,
    actions.Readmit: _readmit_competitor,
    actions.CloseEntries: _close_entries_and_assign_tpns,
    actions.Renumber: _renumber_competitors,
    actions.ErasePersonal: _erase_personal_data,
    actions.CommitLot: _record_lot_seed_commitment,
    actions.DrawLot: _draw_lots_with_committed_seed,
    actions.RecordLot: _record_lots_drawn_by_hand,
    **PARTICIPATION_ACTS,
    **ROUND_ACTS,
    **LINE_UP_ACTS,
    **REPORT_ACTS,
}
