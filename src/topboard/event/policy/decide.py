"""The decision whether an action is allowed, forbidden, or needs a ruling or a confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Problem, ProblemLevel, Refused
from topboard.event import actions
from topboard.event.actions import ChangeDetails
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.policy import governance_of_system
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.general import DIRECTING
from topboard.event.policy.line_ups import check_line_up_deadline
from topboard.event.policy.objections import (
    Office,
    Weight,
    forbid_action,
    require_confirmation,
    require_ruling,
)
from topboard.event.policy.undo import find_objections_to_undo_or_redo
from topboard.event.tournament import build_tournament
from topboard.messages import say, say_count
from topboard.model import Manner
from topboard.reasons.sentences.words import join_with_or
from topboard.tiebreaks.fide import find_edition_of_tie_breaks_in_force

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.event.policy import Governance
    from topboard.event.policy.objections import Authority, Objection
    from topboard.event.state import Event, PublishedRound, Section


def check_action_is_allowed(
    event: Event,
    entries: Sequence[Entry],
    act: actions.Act,
    *,
    authority: Authority | None = None,
    reason: str = "",
    confirmed: bool = False,
    confirmed_again: bool = False,
    after: Event | None = None,
    unproved: str = "",
    time: str = "",
) -> tuple[str, ...]:
    """Check that an action is allowed, and return the warnings about it.

    Raise ``Refused``, ``AuthorityNeeded`` or ``ConfirmationNeeded`` if it is not. For an undo or
    redo, ``after`` is the resulting state. If the proof checker does not accept the pairing to be
    published, ``unproved`` is a warning that says so.
    """
    governance = _find_governance_for_action(event, entries, act)
    objections = [*find_objections_to_action(event, entries, act, after, time)]
    if isinstance(act, actions.HandInLineUps):
        section = event.section(act.section)
        objections += check_line_up_deadline(section, act, time, governance.line_ups)
    found = [_limit_objection_to_ruling_offices(o, governance) for o in objections]
    if unproved:
        found.append(require_confirmation("", unproved))
    standing = [o for o in found if not _is_objection_overruled(o, authority, governance)]
    _refuse_forbidden_action(standing)
    lifted = len(standing) < len(found)
    _raise_authority_needed(standing, authority, reason, governance.offices, lifted=lifted)
    # Every objection that needed a ruling has one now.
    standing = [o for o in standing if o.weight is not Weight.LEAVES]
    _raise_confirmation_needed(standing, confirmed=confirmed, again=confirmed_again)
    return tuple(str(o) for o in standing if o.weight in TOLD)


TOLD = (Weight.REGRETS, Weight.REGRETS_TWICE, Weight.NOTES)
"""The weights of objections that are reported to the arbiter although the action is carried out."""
LEVELS = {
    Weight.FORBIDS: ProblemLevel.REFUSE,
    Weight.LEAVES: ProblemLevel.REFUSE,
    Weight.REGRETS: ProblemLevel.CONFIRM,
    Weight.REGRETS_TWICE: ProblemLevel.CONFIRM_TWICE,
    Weight.NOTES: ProblemLevel.NOTE,
}


def _objection_to_problem(objection: Objection, remedy: str = "") -> Problem:
    return Problem(
        str(objection),
        remedy=remedy,
        article=objection.article,
        level=LEVELS[objection.weight],
        numbers=objection.about,
    )


def _convert_new_objections_to_problems(
    standing: Sequence[Objection], told: Sequence[Objection]
) -> list[Problem]:
    """Return the objections that have not been reported yet, converted to problems."""
    return [_build_problem_with_remedy(o) for o in standing if o not in told]


def _raise_confirmation_needed(
    standing: Sequence[Objection], *, confirmed: bool, again: bool
) -> None:
    regretted = [o for o in standing if o.weight in (Weight.REGRETS, Weight.REGRETS_TWICE)]
    if regretted and not confirmed:
        usual = say("Confirm the warning to continue. On the command line, add --yes.")
        problems = [_objection_to_problem(o, o.remedy or usual) for o in regretted]
        questions = [o.asks for o in regretted if o.asks]
        raise ConfirmationNeeded(
            problems, _convert_new_objections_to_problems(standing, regretted), asks=questions
        )
    twice = [o for o in regretted if o.weight is Weight.REGRETS_TWICE]
    if twice and not again:
        problems = [
            _objection_to_problem(
                o,
                say(
                    "Confirm the warning a second time to continue. On the command line, add "
                    "--yes-again."
                ),
            )
            for o in twice
        ]
        raise ConfirmationNeeded(problems, _convert_new_objections_to_problems(standing, twice))


def find_objections_to_action(
    event: Event,
    entries: Sequence[Entry],
    act: actions.Act,
    after: Event | None = None,
    time: str = "",
) -> Iterator[Objection]:
    """Yield every objection to an action, from articles and general rules."""
    if isinstance(act, actions.Undo | actions.Redo):
        assert after is not None, "the state after an undo or redo is required"
        yield from find_objections_to_undo_or_redo(event, entries, act, after, time)
    elif isinstance(act, actions.CloseEvent):
        yield from _check_closing_event(event)
    elif isinstance(act, actions.SignJournal | actions.SetVisibility | actions.SetLogo):
        return
    elif isinstance(act, actions.NameKey):
        if event.key:
            yield require_ruling(
                "", say("This replaces the key that signs publications."), *DIRECTING
            )
    elif isinstance(act, ChangeDetails):
        yield from _check_tie_break_edition_change(event, act)
    elif not isinstance(act, actions.CreateEvent):
        yield from collect_section_objections(event, act)


def _find_governance_for_action(
    event: Event, entries: Sequence[Entry], act: actions.Act
) -> Governance:
    if isinstance(act, actions.Undo | actions.Redo):
        act = entries[act.entry - 1].act
    if isinstance(act, actions.AddSection | actions.TakeOver):
        begun = act.add_section_action if isinstance(act, actions.TakeOver) else act
        return governance_of_system(begun.system)
    name = getattr(act, "section", "")
    return governance_of_system(event.sections[name].system if name in event.sections else "")


def _is_objection_overruled(
    objection: Objection, authority: Authority | None, governance: Governance
) -> bool:
    if objection.weight is not Weight.FORBIDS or not objection.article:
        return False
    if objection.overruled_by_nobody:
        return False
    return any(lift(objection.article, authority) for lift in governance.lifts.values())


def _refuse_forbidden_action(standing: Sequence[Objection]) -> None:
    forbidden = [o for o in standing if o.weight is Weight.FORBIDS]
    if forbidden:
        raise Refused(
            [_objection_to_problem(o) for o in forbidden],
            _convert_new_objections_to_problems(standing, forbidden),
        )


def _limit_objection_to_ruling_offices(objection: Objection, governance: Governance) -> Objection:
    """Return the objection with only the offices that can make rulings in the section."""
    there = tuple(office for office in objection.offices if office in governance.offices)
    return replace(objection, offices=there) if there else objection


def _raise_authority_needed(
    standing: Sequence[Objection],
    authority: Authority | None,
    reason: str,
    all_offices: Iterable[Office],
    *,
    lifted: bool,
) -> None:
    left = [o for o in standing if o.weight is Weight.LEAVES]
    open_ = [o for o in left if authority is None or authority.office not in o.offices]
    if open_:
        asked = {office for o in open_ for office in o.offices}
        problems = [_build_problem_with_remedy(o) for o in open_]
        offices = [o.value for o in Office if o in asked]
        raise AuthorityNeeded(
            problems, offices, _convert_new_objections_to_problems(standing, open_)
        )
    if (left or lifted) and not reason.strip():
        asked = {office for o in left for office in o.offices} or {*all_offices}
        what = say("A ruling needs a reason.")
        remedy = say("Give the reason for the ruling. On the command line, add --reason TEXT.")
        problems = [Problem(what, remedy=remedy)]
        offices = [o.value for o in Office if o in asked]
        raise AuthorityNeeded(
            problems, offices, _convert_new_objections_to_problems(standing, left)
        )


def _build_problem_with_remedy(objection: Objection) -> Problem:
    """Return an objection as a problem, with advice to the user."""
    if objection.weight is Weight.LEAVES:
        offices = join_with_or(office.value for office in objection.offices)
        remedy = say(
            "Name the authority for the ruling: {offices}. On the command line, add --authority "
            "and --reason.",
            offices=offices,
        )
        return _objection_to_problem(objection, remedy)
    if objection.weight in (Weight.REGRETS, Weight.REGRETS_TWICE):
        return _objection_to_problem(
            objection, say("Confirm the warning to continue. On the command line, add --yes.")
        )
    return _objection_to_problem(objection)


def _check_closing_event(event: Event) -> Iterator[Objection]:
    """Forbid closing an event while a game has no final result.

    If planned rounds have not been played, require confirmation.
    """

    for section in event.sections.values():
        if len(section.rounds) < section.settings.rounds:
            words = say_count(
                "Only {count} of {rounds} rounds in {section} has been played.",
                "Only {count} of {rounds} rounds in {section} have been played.",
                len(section.rounds),
                section=section.name,
                rounds=section.settings.rounds,
            )
            yield require_confirmation("", words)
        for played in section.rounds:
            open_ = list_tables_without_result(played)
            open_ += [t for t, m in played.meetings.items() if m.manner is Manner.UNFINISHED]
            if open_:
                yield forbid_action(
                    "", _format_missing_final_results(section, played, sorted(open_))
                )


def _format_missing_final_results(
    section: Section, played: PublishedRound, tables: Sequence[int]
) -> str:
    places = {
        "section": section.name,
        "round": played.number,
        "tables": ", ".join(map(str, tables)),
    }
    if section.has_teams:
        return say_count(
            "In round {round} of {section}, match {tables} has no final result.",
            "In round {round} of {section}, these matches have no final result: {tables}.",
            len(tables),
            **places,
        )
    return say_count(
        "In round {round} of {section}, board {tables} has no final result.",
        "In round {round} of {section}, these boards have no final result: {tables}.",
        len(tables),
        **places,
    )


def _check_tie_break_edition_change(event: Event, act: ChangeDetails) -> Iterator[Objection]:
    """Require a ruling if a new start date changes the edition of announced tie-breaks."""

    for section in event.sections.values():
        if not section.announced and not section.rounds:
            continue
        facts = build_tournament(event, section)
        before, after = (
            find_edition_of_tie_breaks_in_force(facts),
            find_edition_of_tie_breaks_in_force(replace(facts, details=act.details)),
        )
        if before != after:
            words = say(
                "With this start date, the tie-breaks in {section} follow FIDE's {year} "
                "regulations instead of those of {before}.",
                section=section.name,
                year=after.name,
                before=before.name,
            )
            yield require_ruling("", words, *DIRECTING)
