"""The effect of each action on the state: pure functions, one for each kind of action.

They reject only actions that have no meaning, such as an unknown number or a result without a
pairing. The articles that apply to an action are checked in ``policy``, before it becomes a journal
entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.apply_participation import PARTICIPATION_ACTS, renumber_section
from topboard.event.apply_rounds import ROUND_ACTS, add_imported_rounds
from topboard.event.lots import COLOUR, draw_colour_by_lot, draw_order_by_lot, hash_seed_commitment
from topboard.event.personal_data import erase_personal_values
from topboard.event.state import (
    Commitment,
    Event,
    Section,
    Settings,
    build_refusal,
)
from topboard.messages import say
from topboard.model import (
    Lot,
    Number,
    Player,
    Request,
    Team,
    Tournament,
    Withdrawn,
)
from topboard.model.renumbering import new_numbers_by_order, renumber_lot
from topboard.systems.registry import SYSTEMS, apply_ratings_in_force, system
from topboard.tiebreaks.registry import tie_break_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.event.entries import Entry
    from topboard.model import Competitor

LONGEST_NAME = 60
DIGITS_OF_KEY = 64


def apply_entry(event: Event, entry: Entry) -> Event:
    """Return the state after one more journal entry.

    Undo and redo are handled in ``reducer.py``, not here.
    """
    act = entry.act
    if isinstance(act, actions.CreateEvent):
        return _create_event(event, act, entry.number)
    if not event.name:
        raise build_refusal(say("the event does not exist yet"), remedy=say("create it first"))
    # People may ask to have their data erased even after the event is closed, and the organizer may
    # still take the public pages down.
    if event.closed and not isinstance(act, actions.ErasePersonal | actions.SetVisibility):
        raise build_refusal(say("the event is closed"), event.name)
    if isinstance(act, actions.NameKey):
        _refuse_invalid_key(act.key)
        return replace(event, key=act.key, last=entry.number)
    if isinstance(act, actions.SignJournal):
        if not event.key:
            remedy = say("make one first: topboard event key FILE")
            raise build_refusal(say("the event has no key to sign with"), event.name, remedy=remedy)
        return replace(event, last=entry.number)
    if isinstance(act, actions.CloseEvent):
        return replace(event, closed=True, last=entry.number)
    if isinstance(act, actions.ChangeDetails):
        _refuse_empty_event_name(act.name)
        return replace(event, name=act.name, details=act.details, last=entry.number)
    if isinstance(act, actions.SetVisibility):
        return replace(event, public=act.public, last=entry.number)
    assert not isinstance(act, actions.Undo | actions.Redo), "taking back is not applied"
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
    )


def _create_event(event: Event, act: actions.CreateEvent, number: int) -> Event:
    if event.name:
        raise build_refusal(say("the event exists already"), event.name)
    _refuse_empty_event_name(act.name)
    if act.key:
        _refuse_invalid_key(act.key)
    return replace(event, name=act.name, details=act.details, last=number, key=act.key)


def _refuse_empty_event_name(name: str) -> None:
    if not name.strip():
        raise build_refusal(say("an event needs a name"))


def _refuse_invalid_key(key: str) -> None:
    if len(key) != DIGITS_OF_KEY or any(digit not in "0123456789abcdef" for digit in key):
        raise build_refusal(
            say("not a public key"), key[:DIGITS_OF_KEY], remedy=say("64 hexadecimal digits")
        )


def _add_section(event: Event, act: actions.AddSection) -> Section:
    _refuse_bad_section_name(event, act.section)
    return Section(act.section, act.system, _build_settings(act, act.system))


def _refuse_bad_section_name(event: Event, section: str) -> None:
    if section in event.sections:
        raise build_refusal(say("there is such a section already"), section)
    if not section.strip() or len(section) > LONGEST_NAME:
        raise build_refusal(say("a section needs a short name"), section[:LONGEST_NAME])


def build_imported_section(act: actions.TakeOver, entry: int) -> Section:
    """Return the section built from the imported file of another program, with entries closed."""
    facts = act.facts
    section = Section(
        act.section, facts.system, _build_settings(act.add_section_action, facts.system)
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
    return add_imported_rounds(section, act, entry)


def _refuse_invalid_rounds_or_boards(rounds: int, boards: int) -> None:
    if not 1 <= rounds <= 100 or not 1 <= boards <= 20:
        raise build_refusal(
            say("a section has 1 to 100 rounds and 1 to 20 boards"),
            say("{rounds} rounds, {boards} boards", rounds=rounds, boards=boards),
        )


def _build_settings(act: actions.AddSection | actions.ChangeSection, system_name: str) -> Settings:
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
    for problem in tie_break_problems(act.tie_breaks, rules.tie_breaks, nobody_yet):
        raise build_refusal(problem.what, problem.quoted, remedy=problem.remedy)


def _change_section(section: Section, act: actions.ChangeSection, _entry: int) -> Section:
    if act.rounds < len(section.rounds):
        raise build_refusal(say("more rounds than that are published"), str(act.rounds))
    changed = replace(section, settings=_build_settings(act, section.system))
    entered = _set_ratings_in_force(changed, section.competitors.values())
    return replace(changed, competitors={one.number: one for one in entered})


def _announce_settings(section: Section, _act: actions.Announce, _entry: int) -> Section:
    if section.announced:
        raise build_refusal(say("the section is announced already"), section.name)
    return replace(section, announced=True)


def _leave_fide_mode(section: Section, _act: actions.LeaveFideMode, _entry: int) -> Section:
    if section.left_fide_mode:
        raise build_refusal(say("the section has left FIDE mode already"), section.name)
    return replace(section, left_fide_mode=True)


# --- entries --------------------------------------------------------------------------------


def _enter_competitors(section: Section, act: actions.Enter, _entry: int) -> Section:
    if section.entries_closed:
        raise build_refusal(
            say("entries are closed"), section.name, remedy=say("enter latecomers as late")
        )
    return _add_competitors(section, act.competitors)


def _set_ratings_in_force(
    section: Section, entered: Iterable[Competitor]
) -> tuple[Competitor, ...]:
    """Return the participants with the ratings that count in the section.

    Ratings that have already determined the TPNs are kept.
    """
    order, again = section.settings.rating_order, not section.entries_closed
    return apply_ratings_in_force(entered, section.system, order, again=again)


def _add_competitors(section: Section, new: Iterable[Competitor]) -> Section:
    competitors = dict(section.competitors)
    persons = set(_member_numbers(competitors.values()))
    for competitor in _set_ratings_in_force(section, new):
        _refuse_invalid_competitor(competitor)
        if competitor.number in competitors:
            raise build_refusal(say("two competitors have one number"), str(competitor.number))
        roster = list(_member_numbers([competitor]))
        if len({*roster}) < len(roster) or persons & {*roster}:
            raise build_refusal(say("two persons have one number"), competitor.name)
        persons.update(roster)
        competitors[competitor.number] = competitor
    return replace(section, competitors=competitors)


def _refuse_invalid_competitor(competitor: Competitor) -> None:
    if competitor.number < 1:
        raise build_refusal(say("numbers begin with 1"), str(competitor.number), competitor.name)
    if not competitor.name.strip():
        raise build_refusal(say("a competitor needs a name"), str(competitor.number))


def _member_numbers(competitors: Iterable[Competitor]) -> Iterable[Number]:
    for competitor in competitors:
        if isinstance(competitor, Team):
            yield from (player.number for player in competitor.players)


def _enter_late_competitor(section: Section, act: actions.EnterLate, _entry: int) -> Section:
    if not section.entries_closed:
        raise build_refusal(
            say("entries are still open"), section.name, remedy=say("enter in the usual way")
        )
    if act.competitor.joined < section.round_to_pair:
        raise build_refusal(
            say("this round is published already"),
            say("round {round}", round=act.competitor.joined),
            remedy=say("enter for round {round}", round=section.round_to_pair),
        )
    if not act.others_move:
        return _add_competitors(section, [act.competitor])
    return _insert_late_competitor(section, act.competitor)


def _insert_late_competitor(section: Section, late: Competitor) -> Section:
    """Return the section with the late participant inserted at their TPN.

    Participants from that TPN on move down by one. If the virtual points were assigned by hand and
    the late participant lands among those who have virtual points, they get virtual points too.
    """
    section.competitor(late.number)
    moved = renumber_section(
        section, {n: Number(n + (n >= late.number)) for n in section.competitors}
    )
    entered = _add_competitors(moved, [late])
    lifted = entered.accelerated
    if lifted and late.number < max(lifted):
        lifted = lifted | {late.number}
    in_order = dict(sorted(entered.competitors.items()))
    return replace(entered, competitors=in_order, accelerated=lifted)


def _change_entry(section: Section, act: actions.ChangeEntry, _entry: int) -> Section:
    before = section.competitor(act.competitor.number)
    if isinstance(before, Player) != isinstance(act.competitor, Player):
        raise build_refusal(say("a player does not become a team"), act.competitor.name)
    others = {n: c for n, c in section.competitors.items() if n != before.number}
    changed = _add_competitors(replace(section, competitors=others), [act.competitor])
    order = {n: changed.competitors[n] for n in section.competitors}
    return replace(changed, competitors=order)


def _withdraw_competitor(section: Section, act: actions.Withdraw, _entry: int) -> Section:
    section.competitor(act.number)
    if not section.entries_closed:
        return _remove_competitor(section, act.number)
    return _record_departure(section, act.number, act.round)


def _expel_competitor(section: Section, act: actions.Expel, _entry: int) -> Section:
    section.competitor(act.number)
    return _record_departure(section, act.number, act.round)


def _record_departure(section: Section, number: Number, round_number: int) -> Section:
    if round_number < section.round_to_pair:
        raise build_refusal(
            say("this round is published already"),
            say("round {round}", round=round_number),
        )
    if _has_left(section, number):
        raise build_refusal(say("it has left already"), str(number))
    request = Request(number, round_number, Withdrawn())
    return replace(section, requests=(*section.requests, request))


def _has_left(section: Section, number: Number) -> bool:
    return any(r.number == number and isinstance(r.outcome, Withdrawn) for r in section.requests)


def _readmit_competitor(section: Section, act: actions.Readmit, _entry: int) -> Section:
    if not _has_left(section, act.number):
        raise build_refusal(say("it has not left"), str(act.number))
    left = tuple(
        r
        for r in section.requests
        if not (r.number == act.number and isinstance(r.outcome, Withdrawn))
    )
    return replace(section, requests=left)


def _remove_competitor(section: Section, number: Number) -> Section:
    """Return the section without a participant and everything recorded about them."""
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
        lots=tuple(renumber_lot(lot, left) for lot in section.lots),
        commitments={
            purpose: replace(c, among=tuple(n for n in c.among if n != number))
            for purpose, c in section.commitments.items()
        },
        accelerated=None if section.accelerated is None else section.accelerated - {number},
    )


def _close_entries(section: Section, act: actions.CloseEntries, _entry: int) -> Section:
    if section.entries_closed:
        raise build_refusal(say("entries are closed already"), section.name)
    _refuse_incomplete_order(section, act.order)
    closed = replace(
        renumber_section(section, new_numbers_by_order(act.order)), entries_closed=True
    )
    if not act.rounds:
        return closed
    _refuse_invalid_rounds_or_boards(act.rounds, closed.settings.boards)
    return replace(closed, settings=replace(closed.settings, rounds=act.rounds))


def _renumber_competitors(section: Section, act: actions.Renumber, _entry: int) -> Section:
    if not section.entries_closed:
        raise build_refusal(
            say("entries are still open"), section.name, remedy=say("close them first")
        )
    _refuse_incomplete_order(section, act.order)
    if list(act.order) == sorted(act.order):
        raise build_refusal(say("everybody has the number that is due already"), section.name)
    return renumber_section(section, new_numbers_by_order(act.order))


def _refuse_incomplete_order(section: Section, order: tuple[Number, ...]) -> None:
    if len(order) != len(section.competitors) or {*order} != {*section.competitors}:
        raise build_refusal(say("the order does not name every entry once"), section.name)


def _erase_personal_data(section: Section, act: actions.ErasePersonal, _entry: int) -> Section:
    if act.number is not None:
        section.competitor(act.number)
    erased = {
        n: erase_personal_values(one, act) if act.number in (None, n) else one
        for n, one in section.competitors.items()
    }
    return replace(section, competitors=erased)


# --- lots -----------------------------------------------------------------------------------


def _record_seed_commitment(section: Section, act: actions.CommitLot, _entry: int) -> Section:
    for number in act.among:
        section.competitor(number)
    promise = Commitment(act.commitment, act.among)
    return replace(section, commitments={**section.commitments, act.purpose: promise})


def _draw_lots(section: Section, act: actions.DrawLot, _entry: int) -> Section:
    promise = section.commitments.get(act.purpose)
    if promise is None:
        raise build_refusal(
            say("no seed is committed for this lot"), act.purpose, remedy=say("commit one first")
        )
    if hash_seed_commitment(act.seed) != promise.hash:
        raise build_refusal(say("this is not the seed that was committed"), act.purpose)
    rest = {k: v for k, v in section.commitments.items() if k != act.purpose}
    section = replace(section, commitments=rest)
    if act.purpose == COLOUR:
        return replace(section, lot=draw_colour_by_lot(act.seed))
    return _add_lot(
        section, Lot(act.purpose, draw_order_by_lot(act.seed, act.purpose, promise.among))
    )


def _record_lots(section: Section, act: actions.RecordLot, _entry: int) -> Section:
    if (act.purpose == COLOUR) == (act.colour is None):
        raise build_refusal(say("a lot for colours has a colour, any other an order"), act.purpose)
    if act.colour is not None:
        return replace(section, lot=act.colour)
    for number in act.order:
        section.competitor(number)
    if len({*act.order}) < len(act.order):
        raise build_refusal(say("somebody is drawn twice"), act.purpose)
    if act.values and len(act.values) != len(act.order):
        raise build_refusal(say("everybody named has one value"), act.purpose)
    return _add_lot(section, Lot(act.purpose, act.order, act.values))


def _add_lot(section: Section, lot: Lot) -> Section:
    return replace(section, lots=(*section.lots, lot))


_CHANGES: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.ChangeSection: _change_section,
    actions.Announce: _announce_settings,
    actions.LeaveFideMode: _leave_fide_mode,
    actions.Enter: _enter_competitors,
    actions.EnterLate: _enter_late_competitor,
    actions.ChangeEntry: _change_entry,
    actions.Withdraw: _withdraw_competitor,
    actions.Expel: _expel_competitor,
    actions.Readmit: _readmit_competitor,
    actions.CloseEntries: _close_entries,
    actions.Renumber: _renumber_competitors,
    actions.ErasePersonal: _erase_personal_data,
    actions.CommitLot: _record_seed_commitment,
    actions.DrawLot: _draw_lots,
    actions.RecordLot: _record_lots,
    **PARTICIPATION_ACTS,
    **ROUND_ACTS,
}
