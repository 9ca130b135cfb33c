"""The judgement on an act: refused, to be confirmed, left to somebody, or free to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Problem, Refused
from topboard.event import acts
from topboard.event.fold import resting_on_numbers_of
from topboard.event.governance import governance_of
from topboard.event.governance.general import DIRECTING, GENERAL
from topboard.event.governance.objections import (
    Question,
    Weight,
    forbids,
    leaves,
    regrets,
)
from topboard.event.state import Section, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.event.governance import Governance
    from topboard.event.governance.objections import Authority, Objection
    from topboard.event.state import Event


def judge(
    event: Event,
    entries: Sequence[Entry],
    act: acts.Act,
    *,
    authority: Authority | None = None,
    reason: str = "",
    confirmed: bool = False,
) -> tuple[str, ...]:
    """Raise what stands against the act; return what the arbiter should know of it."""
    found = list(objections(event, entries, act))
    governance = _governance(event, act)
    standing = [o for o in found if not _is_lifted(o, authority, governance)]
    _refuse(standing)
    _ask_for_authority(standing, authority, reason, lifted=len(standing) < len(found))
    regretted = [o for o in standing if o.weight is Weight.REGRETS]
    if regretted and not confirmed:
        problems = [Problem(str(o), remedy="confirm it to go on") for o in regretted]
        raise ConfirmationNeeded(problems)
    return tuple(str(o) for o in standing if o.weight in (Weight.REGRETS, Weight.NOTES))


def objections(event: Event, entries: Sequence[Entry], act: acts.Act) -> Iterator[Objection]:
    """Everything the articles and the general rules have against an act."""
    if isinstance(act, acts.Undo | acts.Redo):
        yield from _taking_back(event, entries, act)
    elif isinstance(act, acts.CloseEvent):
        yield from _closing(event)
    elif not isinstance(act, acts.CreateEvent):
        yield from _of_section(event, act)


def _of_section(event: Event, act: acts.SectionAct) -> Iterator[Objection]:
    if isinstance(act, acts.AddSection):
        # The section is not there yet: the articles look at the act alone.
        section = Section(act.section, act.system, Settings(act.rounds, act.boards))
    else:
        section = event.section(act.section)
    question = Question(event, section, act)
    governance = governance_of(section.system)
    for article, rule in governance.acts.items():
        yield from rule(question, article)
    said = set(governance.acts.values())
    for rule in (*GENERAL, *governance.general):
        if rule not in said:
            yield from rule(question, "")
    if isinstance(act, acts.GrantException):
        yield from _exception(governance, act)


def _exception(governance: Governance, act: acts.GrantException) -> Iterator[Objection]:
    """An exception is made by the President, and only to the articles that he may overrule."""
    from topboard.event.governance.objections import Authority, Office

    president = Authority(Office.PRESIDENT, "")
    for article, lift in governance.lifts.items():
        if lift(act.article, president):
            words = f"an exception to article {act.article}"
            yield leaves(article, words, Office.PRESIDENT)
            return
    yield forbids("", f"nobody may make an exception to article {act.article!r}")


def _governance(event: Event, act: acts.Act) -> Governance:
    if isinstance(act, acts.AddSection):
        return governance_of(act.system)
    name = getattr(act, "section", "")
    return governance_of(event.sections[name].system if name in event.sections else "")


def _is_lifted(objection: Objection, authority: Authority | None, governance: Governance) -> bool:
    if objection.weight is not Weight.FORBIDS or not objection.article:
        return False
    return any(lift(objection.article, authority) for lift in governance.lifts.values())


def _refuse(standing: Iterable[Objection]) -> None:
    forbidden = [Problem(str(o)) for o in standing if o.weight is Weight.FORBIDS]
    if forbidden:
        raise Refused(forbidden)


def _ask_for_authority(
    standing: Iterable[Objection], authority: Authority | None, reason: str, *, lifted: bool
) -> None:
    left = [o for o in standing if o.weight is Weight.LEAVES]
    open_ = [o for o in left if authority is None or authority.office not in o.offices]
    if open_:
        raise AuthorityNeeded([_asks_for(o) for o in open_])
    if (left or lifted) and not reason.strip():
        raise AuthorityNeeded([Problem("a decision of an authority needs a reason")])


def _asks_for(objection: Objection) -> Problem:
    offices = " or ".join(office.value for office in objection.offices)
    return Problem(str(objection), remedy=f"name the authority: {offices}")


# --- taking back ------------------------------------------------------------------------------

PUBLISHING = (acts.PublishRound, acts.ChangePublished, acts.CloseEvent)


def _taking_back(
    event: Event, entries: Sequence[Entry], act: acts.Undo | acts.Redo
) -> Iterator[Objection]:
    """Up to the last publication anything is taken back; what lies behind it by an authority."""
    if not 1 <= act.entry <= len(entries):
        return
    target = entries[act.entry - 1].act
    if later := resting_on_numbers_of(entries, event, entries[act.entry - 1]):
        named = " to ".join(map(str, sorted({later[0], later[-1]})))
        words = f"entry {act.entry} gave the numbers that later entries name; first undo {named}"
        yield forbids("", words)
    if isinstance(target, PUBLISHING):
        yield leaves("", f"entry {act.entry} is published", *DIRECTING)
    elif (published := _published_after(event, entries, act.entry, target)) is not None:
        words = f"entry {act.entry} lies behind entry {published}, which is published"
        yield leaves("", words, *DIRECTING)


def _published_after(
    event: Event, entries: Sequence[Entry], number: int, target: acts.Act
) -> int | None:
    section = getattr(target, "section", None)
    for entry in entries[number:]:
        if (
            isinstance(entry.act, PUBLISHING)
            and entry.number not in event.undone
            and section in (None, getattr(entry.act, "section", section))
        ):
            return entry.number
    return None


def _closing(event: Event) -> Iterator[Objection]:
    """An event is closed when its rounds are played; unfinished games keep it open."""
    from topboard.event.applying_rounds import tables_without_result
    from topboard.model import Manner

    for section in event.sections.values():
        if len(section.rounds) < section.settings.rounds:
            words = f"{section.name}: only {len(section.rounds)} of {section.settings.rounds}"
            yield regrets("", f"{words} rounds are played")
        for played in section.rounds:
            open_ = tables_without_result(played)
            open_ += [t for t, m in played.meetings.items() if m.manner is Manner.UNFINISHED]
            if open_:
                tables = ", ".join(map(str, sorted(open_)))
                yield forbids(
                    "", f"{section.name}: round {played.number}, tables {tables} are open"
                )
