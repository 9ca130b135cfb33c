"""Collection of all objections to an action in a section, from articles and general rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.policy import (
    corrections,
    exclusions,
    governance_of,
    line_ups,
    lots,
    manual_pairing,
    numbers,
    publication,
)
from topboard.event.policy.general import GENERAL
from topboard.event.policy.objections import (
    Authority,
    Office,
    Question,
    forbids,
    leaves,
    notes,
    regrets,
)
from topboard.event.policy.presence import no_show_is_not_paired
from topboard.event.state import Section, Settings
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy import Governance
    from topboard.event.policy.objections import Objection
    from topboard.event.state import Event

ALWAYS = (
    *GENERAL,
    corrections.results_before_a_later_round,
    lots.promise_is_kept,
    lots.outside_values_are_announced,
    numbers.numbers_are_frozen,
    publication.one_table_for_one,
)


def section_objections(event: Event, act: actions.SectionAct) -> Iterator[Objection]:
    """Yield every objection to an action in a section."""
    if isinstance(act, actions.TakeOver):
        yield from section_objections(event, act.begins)
        yield from _taking_over(act)
        return
    if isinstance(act, actions.AddSection):
        # The section does not exist yet, so the articles are applied to the action alone.
        section = Section(act.section, act.system, Settings(act.rounds, act.boards))
    else:
        section = event.section(act.section)
    question = Question(event, section, act)
    governance = governance_of(section.system)
    for article, rule in governance.acts.items():
        yield from rule(question, article)
    # A rule that an edition uses with its own parameters is still the same rule.
    said = {getattr(rule, "func", rule) for rule in governance.acts.values()}
    for rule in (*ALWAYS, *governance.general):
        if rule not in said:
            yield from rule(question, "")
    yield from _by_table(question, governance)
    if isinstance(act, actions.LeaveFideMode) and not governance.fide_mode:
        yield forbids("", say("this system has no FIDE mode"))
    if isinstance(act, actions.GrantException):
        yield from _exception(governance, act)
    if isinstance(act, actions.LiftSuspension):
        yield from _lifting(governance, section, act)


def _taking_over(act: actions.TakeOver) -> Iterator[Objection]:
    """Require confirmation of imported rounds that the rules pair differently.

    Facts that were changed on import are noted.
    """
    for words in act.differences:
        yield regrets("", words)
    for words in act.changed:
        yield notes("", words)
    yield from line_ups.boards_of_a_file_are_possible(act)


def _by_table(question: Question, governance: Governance) -> Iterator[Objection]:
    """Yield the objections that exist in all editions, each with the article of this edition."""
    if governance.lot:
        yield from lots.colours_are_drawn_once(question, governance.lot)
    yield from line_ups.boards_are_possible(question, governance.boards)
    yield from line_ups.total_removes_board_results(question, "")
    yield from line_ups.changed_line_ups(question, governance.line_ups)
    yield from manual_pairing.nobody_out_is_paired(question, exclusions, governance.left)
    yield from manual_pairing.bye_is_free(question, governance.byes)
    yield from manual_pairing.nobody_meets_twice(
        question, exclusions, governance.rematch, governance.met
    )
    yield from manual_pairing.colours_are_allowed(question, exclusions, governance.colour_limits)
    yield from manual_pairing.round_has_a_pair(question, exclusions)


def _exception(governance: Governance, act: actions.GrantException) -> Iterator[Objection]:
    """Forbid exceptions to articles, except by the President to one that excludes participants.

    For any other article, the President must authorize the action itself.
    """
    president = Authority(Office.PRESIDENT, "")
    for article, lift in governance.lifts.items():
        if lift(act.article, president) and act.article not in governance.absences:
            words = say(
                "article {article} is overruled by the act itself, taken by the President",
                article=act.article,
            )
            yield forbids(article, words)
            return
        if lift(act.article, president):
            words = say("an exception to article {article}", article=act.article)
            yield leaves(article, words, Office.PRESIDENT)
            return
    yield forbids(
        "", say("nobody may make an exception to article {article!r}", article=act.article)
    )


def _lifting(
    governance: Governance, section: Section, act: actions.LiftSuspension
) -> Iterator[Objection]:
    """Forbid lifting a suspension if the participant is not suspended and owes no excuse."""
    bar = no_show_is_not_paired
    wanting = {e.number for e in bar(section, "")} if bar in governance.absences.values() else set()
    if act.number not in section.suspended | wanting:
        name = section.competitor(act.number).name
        yield forbids(
            "",
            say(
                "{name} ({number}) is not suspended: there is nothing to lift",
                name=name,
                number=act.number,
            ),
        )
