"""The rulings in force in a section, with the journal entries that recorded them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import TopboardError
from topboard.event import actions
from topboard.event.apply_actions import apply_entry_to_event
from topboard.event.journal_names import find_recorded_names, list_numbers_in_action
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.objections import Weight
from topboard.event.remarks import describe_journal_action, format_absence_name
from topboard.event.requests import find_groups_kept_apart
from topboard.event.state import Event
from topboard.messages import say
from topboard.model import HalfPointBye, Number, Withdrawn
from topboard.model.renumbering import map_old_to_new_numbers_by_order
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topboard.event.actions import Act
    from topboard.event.entries import Entry
    from topboard.event.state import Section

LAST = 10_000
"""The last round of a ruling that has no end."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling in force, with its participants under their current numbers."""

    numbers: tuple[Number, ...]
    words: str
    entry: Entry | None = None
    """The journal entry that recorded the ruling; None if it cannot be told."""
    first: int = 0
    """The first round to which it applies; 0 if it is not about rounds."""
    last: int = LAST
    article: str = ""
    revocation: Act | None = None
    """The action that revokes the ruling, or None if only an undo can."""
    is_request: bool = False
    """Whether the participants only ask for it, and the rules decide whether it has an effect."""


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A journal entry in force, with the current numbers of its participants."""

    entry: Entry
    numbers: tuple[Number, ...]


def find_rulings(event: Event, entries: Sequence[Entry], section: Section) -> list[Ruling]:
    """Return the rulings in force in a section, in the order in which they were recorded.

    They are what the state of the section contains, and every other action of the section for
    which somebody made a ruling, such as a late entry.
    """
    recorded = _find_recorded_actions(entries, event.undone, section.name)
    found = [*_find_rulings_in_state(section, recorded)]
    known = {one.entry.number for one in found if one.entry is not None}
    names = find_recorded_names(entries)
    for one in recorded:
        if one.entry.number not in known and _is_other_ruling(one.entry):
            text = describe_journal_action(one.entry.act, names=names[one.entry.number])
            first = getattr(one.entry.act, "round", 0)
            if isinstance(one.entry.act, actions.EnterLate):
                text, first = say("late entry"), one.entry.act.competitor.joined
            if isinstance(one.entry.act, actions.Protest):
                text = say("protest by {by}: {text}", by=one.entry.act.by, text=one.entry.act.text)
            sentence = text[:1].upper() + text[1:]
            last = LAST if isinstance(one.entry.act, actions.EnterLate) else first
            found.append(Ruling(one.numbers, sentence, one.entry, first, last))
    articles = _find_articles(entries, event.undone, found)
    found = [_with_article(one, articles) for one in found]
    return sorted(found, key=lambda one: one.entry.number if one.entry else 0)


def _is_other_ruling(entry: Entry) -> bool:
    """Return whether an entry is a ruling although the state of the section does not show it."""
    if isinstance(entry.act, actions.Protest | actions.LiftSuspension):
        return True
    return bool(entry.authority) and not isinstance(entry.act, _IN_STATE)


_IN_STATE = (
    actions.ForbidPair,
    actions.AllowPair,
    actions.FixTable,
    actions.RuleOnBye,
    actions.AdjustPoints,
    actions.Suspend,
    actions.GrantException,
    actions.SettleImaginary,
    actions.RequestBye,
    actions.CancelBye,
    actions.Expel,
    actions.Withdraw,
)
"""The actions whose effect is in the state of the section as long as it is in force."""


def _find_recorded_actions(
    entries: Sequence[Entry], undone: frozenset[int], section: str
) -> list[_Recorded]:
    """Return the journal entries of a section that are in force, with current numbers."""
    found: list[_Recorded] = []
    for entry in entries:
        act = entry.act
        if isinstance(act, actions.Undo | actions.Redo):
            target = entries[act.entry - 1].act
            if getattr(target, "section", "") == section and entry.authority:
                found.append(_Recorded(entry, ()))
        elif entry.number not in undone and getattr(act, "section", "") == section:
            if renumber := _find_renumbering(act):
                found = [
                    _Recorded(one.entry, tuple(renumber(n) for n in one.numbers)) for one in found
                ]
            found.append(_Recorded(entry, tuple(list_numbers_in_action(act))))
    return found


def _find_renumbering(act: Act) -> Callable[[Number], Number] | None:
    """Return the function from old to new numbers, or None if the action changes none."""
    if isinstance(act, actions.CloseEntries | actions.Renumber):
        new: Mapping[Number, Number] = map_old_to_new_numbers_by_order(act.order)
        return lambda number: new.get(number, number)
    if isinstance(act, actions.EnterLate) and act.others_move:
        late = act.competitor.number
        return lambda number: Number(number + (number >= late))
    return None


def _find_rulings_in_state(section: Section, recorded: Sequence[_Recorded]) -> Iterator[Ruling]:
    def entry_of(
        kinds: type | tuple[type, ...], *numbers: Number, **values: object
    ) -> Entry | None:
        """Return the last entry of these kinds that has these participants and values."""
        for one in reversed(recorded):
            act = one.entry.act
            if isinstance(act, actions.TakeOver):
                return one.entry
            if (
                isinstance(act, kinds)
                and {*numbers} <= {*one.numbers}
                and all(getattr(act, name) == value for name, value in values.items())
            ):
                return one.entry
        return None

    yield from _find_rulings_on_pairing(section, entry_of)
    yield from _find_rulings_on_boards_and_points(section, entry_of)
    for number in sorted(section.suspended):
        yield Ruling(
            (number,),
            say("Suspended"),
            entry_of(actions.Suspend, number),
            revocation=actions.LiftSuspension(section.name, number),
        )
    for number, article in sorted(section.exceptions):
        entry = entry_of(actions.GrantException, number, article=article)
        yield Ruling((number,), say("Paired by exception"), entry, article=article)
    if section.accelerated:
        entry = entry_of(actions.SettleImaginary)
        yield Ruling(tuple(sorted(section.accelerated)), say("Virtual points"), entry)
    yield from _find_rulings_on_absences(section, entry_of)


def _find_rulings_on_boards_and_points(
    section: Section, entry_of: Callable[..., Entry | None]
) -> Iterator[Ruling]:
    for fixed in section.fixed_tables:
        places = {"table": fixed.table, "reason": fixed.reason}
        yield Ruling(
            (fixed.number,),
            say("Always plays at table {table} ({reason})", **places)
            if section.has_teams
            else say("Always plays on board {table} ({reason})", **places),
            entry_of(actions.FixTable, fixed.number),
            1,
            revocation=actions.FixTable(section.name, fixed.number, 0),
        )
    for change in section.adjustments:
        places = {"points": format_points(change.game_points)}
        yield Ruling(
            (change.number,),
            say(
                "Match points {match_points}, game points {points}",
                match_points=format_points(change.match_points),
                **places,
            )
            if section.has_teams
            else say("Points {points}", points=format_points(change.of_player)),
            entry_of(
                actions.AdjustPoints,
                change.number,
                match_points=change.match_points,
                game_points=change.game_points,
                known_from=change.known_from,
            ),
            change.known_from,
        )


def _find_rulings_on_pairing(
    section: Section, entry_of: Callable[..., Entry | None]
) -> Iterator[Ruling]:
    for group in find_groups_kept_apart(section):
        one, other, *others = group.numbers
        yield Ruling(
            group.numbers,
            say("Asked not to be paired with each other")
            if group.wish
            else say("May not be paired with each other"),
            entry_of(actions.ForbidPair, *group.numbers, wish=group.wish),
            group.first,
            group.last,
            revocation=actions.AllowPair(section.name, one, other, tuple(others)),
            is_request=group.wish,
        )
    for ruling in section.bye_rulings:
        yield Ruling(
            (ruling.number,),
            say("May receive the pairing-allocated bye again")
            if ruling.allowed
            else say("May not receive the pairing-allocated bye"),
            entry_of(actions.RuleOnBye, ruling.number, allowed=ruling.allowed),
            ruling.first,
            ruling.last,
        )


def _find_rulings_on_absences(
    section: Section, entry_of: Callable[..., Entry | None]
) -> Iterator[Ruling]:
    """Yield the rulings on byes, and those by which a participant left."""
    for request in section.requests:
        number, round_number = request.number, request.round
        if isinstance(request.outcome, Withdrawn):
            entry = entry_of((actions.Expel, actions.Withdraw), number, round=round_number)
            if entry is None or not (isinstance(entry.act, actions.Expel) or entry.authority):
                continue
            words = say("Expelled") if isinstance(entry.act, actions.Expel) else say("Withdrawn")
            yield Ruling((number,), words, entry, round_number)
            continue
        entry = entry_of(actions.RequestBye, number, round=round_number)
        if isinstance(request.outcome, HalfPointBye) or (entry is not None and entry.authority):
            text = format_absence_name(request.outcome)
            revocation = (
                actions.CancelBye(section.name, number, round_number)
                if round_number >= section.round_to_pair
                else None
            )
            yield Ruling(
                (number,),
                text[:1].upper() + text[1:],
                entry,
                round_number,
                round_number,
                revocation=revocation,
            )


def _find_articles(
    entries: Sequence[Entry], undone: frozenset[int], rulings: Sequence[Ruling]
) -> dict[int, str]:
    """Return the article that left each ruling to somebody, keyed by the number of its entry."""
    wanted = {one.entry.number for one in rulings if one.entry is not None and not one.article}
    found: dict[int, str] = {}
    event = Event(undone=undone)
    for entry in entries:
        if not wanted:
            break
        if entry.number in undone or isinstance(entry.act, actions.Undo | actions.Redo):
            continue
        if entry.number in wanted:
            wanted.discard(entry.number)
            found[entry.number] = _find_article(event, entry.act)
        event = apply_entry_to_event(event, entry)
    return found


def _find_article(event: Event, act: Act) -> str:
    if isinstance(act, actions.TakeOver | actions.Protest):
        return ""
    try:
        objections = [*collect_section_objections(event, act)]  # type: ignore[arg-type]
    except TopboardError:
        return ""
    left = (one.article for one in objections if one.weight is Weight.LEAVES)
    return next(filter(None, left), "")


def _with_article(ruling: Ruling, articles: Mapping[int, str]) -> Ruling:
    article = ruling.article
    if not article and ruling.entry is not None:
        article = articles.get(ruling.entry.number, "")
    return replace(ruling, article=article)
