"""Collection of all objections to an action in a section, from articles and general rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.policy import (
    corrections,
    find_exclusions_from_next_round,
    governance_of_system,
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
    forbid_action,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.event.policy.presence import exclude_unexcused_no_shows
from topboard.event.state import Section, Settings
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy import Governance
    from topboard.event.policy.objections import Objection
    from topboard.event.state import Event

ALWAYS = (
    *GENERAL,
    corrections.check_late_result_correction,
    lots.check_committed_seed_is_used,
    lots.check_external_tie_break_values,
    numbers.check_assignment_of_new_tpns,
    publication.forbid_changing_unseen_publication,
    publication.forbid_sharing_fixed_table,
)


def collect_section_objections(event: Event, act: actions.SectionAct) -> Iterator[Objection]:
    """Yield every objection to an action in a section, from articles and general rules."""
    if isinstance(act, actions.TakeOver):
        yield from collect_section_objections(event, act.add_section_action)
        yield from _check_imported_rounds_and_line_ups(act)
        return
    if isinstance(act, actions.AddSection):
        # The section does not exist yet, so the articles are applied to the action alone.
        section = Section(act.section, act.system, Settings(act.rounds, act.boards))
    else:
        section = event.section(act.section)
    question = Question(event, section, act)
    governance = governance_of_system(section.system)
    for article, rule in governance.acts.items():
        yield from rule(question, article)
    # An edition may bind its own arguments to a rule with ``partial``; it is still the same rule.
    said = {getattr(rule, "func", rule) for rule in governance.acts.values()}
    for rule in (*ALWAYS, *governance.general):
        if rule not in said:
            yield from rule(question, "")
    yield from _collect_objections_of_all_editions(question, governance)
    if isinstance(act, actions.LeaveFideMode) and not governance.fide_mode:
        yield forbid_action("", say("This system has no FIDE mode."))
    if isinstance(act, actions.GrantException):
        yield from _check_granted_exception(governance, act)
    if isinstance(act, actions.LiftSuspension):
        yield from _check_lifting_suspension(governance, section, act)


def _check_imported_rounds_and_line_ups(act: actions.TakeOver) -> Iterator[Objection]:
    """Require confirmation of imported rounds that the rules would pair differently.

    Note data that were changed on import, and forbid impossible line-ups.
    """
    for words in act.differences:
        yield require_confirmation(
            "",
            say(
                "The imported pairings differ from those under the rules: {difference}.",
                difference=words,
            ),
        )
    for words in act.changed:
        yield note_for_arbiter("", say("Changed on import: {change}.", change=words))
    yield from line_ups.forbid_impossible_imported_line_ups(act)


def _collect_objections_of_all_editions(
    question: Question, governance: Governance
) -> Iterator[Objection]:
    """Yield the objections that all editions have in common.

    Each cites the article of the section's own edition.
    """
    if governance.lot:
        yield from lots.check_lots_for_round_one_colours(question, governance.lot)
    yield from line_ups.forbid_impossible_line_up(question, governance.boards)
    yield from line_ups.ask_to_confirm_removed_board_results(question, "")
    yield from line_ups.check_line_up_changes(question, governance.line_ups)
    yield from line_ups.check_handed_in_line_ups(question, governance.boards)
    yield from manual_pairing.ask_to_confirm_pairing_unavailable_players(
        question, find_exclusions_from_next_round, governance.left
    )
    yield from manual_pairing.ask_to_confirm_bye_for_barred_player(question, governance.byes)
    yield from manual_pairing.ask_to_confirm_rematch_or_forbidden_pair(
        question, find_exclusions_from_next_round, governance.rematch, governance.met
    )
    yield from manual_pairing.ask_to_confirm_forbidden_colour(
        question, find_exclusions_from_next_round, governance.colour_limits
    )
    yield from manual_pairing.check_round_has_pairs(question, find_exclusions_from_next_round)


def _check_granted_exception(
    governance: Governance, act: actions.GrantException
) -> Iterator[Objection]:
    """Forbid an exception to an article unless the President of FIDE may grant it.

    Only articles that exclude participants can have exceptions. For other articles that the
    President may overrule, the action itself must be recorded with the President as the authority.
    """
    president = Authority(Office.PRESIDENT, "")
    for article, lift in governance.lifts.items():
        if lift(act.article, president) and act.article not in governance.absences:
            words = say(
                "No exception to article {article} can be recorded. Record the action itself "
                "instead, with the President of FIDE as the authority.",
                article=act.article,
            )
            yield forbid_action(article, words)
            return
        if lift(act.article, president):
            words = say("An exception to article {article} needs a ruling.", article=act.article)
            yield require_ruling(article, words, Office.PRESIDENT)
            return
    yield forbid_action(
        "", say("Exceptions to article {article!r} are not allowed.", article=act.article)
    )


def _check_lifting_suspension(
    governance: Governance, section: Section, act: actions.LiftSuspension
) -> Iterator[Objection]:
    """Forbid lifting a suspension if the participant is not suspended.

    Exclusion after an unexcused forfeit counts as a suspension here.
    """
    bar = exclude_unexcused_no_shows
    wanting = {e.number for e in bar(section, "")} if bar in governance.absences.values() else set()
    if act.number not in section.suspended | wanting:
        name = section.competitor(act.number).name
        yield forbid_action(
            "",
            say(
                "{name} (#{number}) is not suspended.",
                name=name,
                number=act.number,
            ),
        )
