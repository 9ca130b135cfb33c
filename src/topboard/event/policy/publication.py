"""Rules on who makes and publishes pairings, and on what grounds they may be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import (
    ChangeGround,
    ChangePublished,
    FixTable,
    Protest,
    PublishRound,
    TableGround,
)
from topboard.event.policy import grounds as grounds_of_change
from topboard.event.policy.general import DIRECTING
from topboard.event.policy.objections import (
    Office,
    forbid_action,
    forbid_until_requirement_met,
    require_confirmation,
    require_ruling,
)
from topboard.event.policy.published_pairing import affected_competitors
from topboard.event.policy.rosters import format_team_and_host, is_host_team, team_letter
from topboard.event.remarks import GROUNDS
from topboard.messages import say, say_kept
from topboard.model import Team
from topboard.reasons.sentences.words import join_with_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy.objections import Authority, Objection, Question


def require_panel_to_publish(question: Question, article: str) -> Iterator[Objection]:
    """Leave publishing pairings to the Technical Administration Panel, which makes the pairings."""
    if isinstance(question.act, PublishRound):
        yield require_ruling(article, say("the pairings are made by the panel"), Office.PANEL)


def require_ruling_on_altered_pairing(question: Question, article: str) -> Iterator[Objection]:
    """Leave publishing a pairing that differs from the rules to a ruling.

    The pairing may not be altered to favour anyone.
    """
    draft = question.section.draft
    if isinstance(question.act, PublishRound) and draft is not None and draft.differences:
        told = "; ".join(draft.differences)
        words = say("the pairing by the rules is altered: {differences}", differences=told)
        yield require_ruling(article, words, *DIRECTING)


def forbid_change_on_other_grounds(
    question: Question, article: str, *, grounds: tuple[ChangeGround, ...]
) -> Iterator[Objection]:
    """Forbid changing a published pairing except on the grounds that the article names."""
    act = question.act
    if not isinstance(act, ChangePublished):
        return
    if act.ground not in grounds:
        named = join_with_or(say_kept(GROUNDS[ground]) for ground in grounds)
        yield forbid_action(
            article, say("a published pairing is changed only where {named}", named=named)
        )
    else:
        yield from grounds_of_change.check_ground_for_change(question, article)
    yield from _require_informed_participants(question, article)


def _require_informed_participants(question: Question, article: str) -> Iterator[Objection]:
    act = question.act
    assert isinstance(act, ChangePublished)
    told = {*act.informed}
    for number in affected_competitors(question.section.round(act.round), act):
        if number not in told:
            one = question.section.competitor(number)
            who = f"{one.name} ({number})"
            if isinstance(one, Team):
                who = say("the captain of {name} ({number})", name=one.name, number=number)
            yield forbid_until_requirement_met(
                article, say("{who} is to be informed", who=who), number
            )


def ask_to_confirm_other_grounds(
    question: Question, article: str, *, grounds: tuple[ChangeGround, ...]
) -> Iterator[Objection]:
    """Require confirmation of a change on a ground that this article does not name.

    Another article leaves such a change to a ruling.
    """
    act = question.act
    if not isinstance(act, ChangePublished):
        return
    named = join_with_or(say_kept(GROUNDS[ground]) for ground in grounds)
    if act.ground not in grounds:
        yield require_confirmation(
            article, say("a published pairing is changed only where {named}", named=named)
        )
    yield from grounds_of_change.check_ground_for_change(question, article)
    yield from _require_informed_participants(question, article)


def require_president_for_change(question: Question, article: str) -> Iterator[Objection]:
    """Leave any change of a published pairing to the President of FIDE."""
    if isinstance(question.act, ChangePublished):
        yield require_ruling(article, say("a published pairing is changed"), Office.PRESIDENT)


def require_arbiter_for_change(question: Question, article: str) -> Iterator[Objection]:
    """Leave changing a published pairing to the Chief Arbiter or the President.

    The Chief Arbiter informs the captains.
    """
    if isinstance(question.act, ChangePublished):
        words = say("a published pairing is changed")
        yield require_ruling(article, words, Office.CHIEF_ARBITER, Office.PRESIDENT)


def require_director_for_change(question: Question, article: str) -> Iterator[Objection]:
    """Leave changing a published pairing to the official in charge if no article names one."""
    if isinstance(question.act, ChangePublished):
        words = say("a published pairing is changed")
        yield require_ruling(
            article, words, Office.DIRECTOR, Office.CHIEF_ARBITER, Office.PRESIDENT
        )


def can_president_overrule(
    article: str, authority: Authority | None, *, articles: tuple[str, ...]
) -> bool:
    """Return whether the authority is the President of FIDE and may overrule this article."""
    by_president = authority is not None and authority.office is Office.PRESIDENT
    return by_president and article in articles


def warn_that_protest_has_no_effect(question: Question, article: str) -> Iterator[Objection]:
    """Warn that a protest against the pairing is recorded but has no effect."""
    if isinstance(question.act, Protest):
        yield require_confirmation(
            article, say("no protest against the pairing is allowed: it has no effect")
        )


# --- tables ---------------------------------------------------------------------------------


def require_ruling_on_sponsor_table(question: Question, article: str) -> Iterator[Objection]:
    """Leave a table requested by sponsors or media to the Commission, which must permit it."""
    act = question.act
    if isinstance(act, FixTable) and act.table and act.ground is TableGround.SPONSOR:
        words = say("a table at the request of sponsors or media")
        yield require_ruling(article, words, Office.STRATEGY_COMMISSION)


def check_table_chosen_by_host(question: Question, article: str) -> Iterator[Objection]:
    """Object if the host chooses a table for a team other than its own A team."""
    act = question.act
    if not isinstance(act, FixTable) or act.table == 0 or act.ground is not TableGround.HOST:
        return
    team = question.section.competitor(act.number)
    if not isinstance(team, Team):
        return
    own = is_host_team(question, team)
    named = format_team_and_host(question, team)
    if team_letter(team) != "A" or own is False:
        yield forbid_action(article, say("{named} is not the A team of the host", named=named))
    elif own is None:
        yield require_confirmation(article, say("{named} is to be the host's A team", named=named))


def forbid_fixed_table_without_note(question: Question, article: str) -> Iterator[Objection]:
    """Forbid fixing a table for a disability or for another reason without an explanatory note."""
    act = question.act
    if not isinstance(act, FixTable) or act.table == 0 or act.note:
        return
    if act.ground in (TableGround.OTHER, TableGround.DISABILITY):
        yield forbid_action(article, say("a fixed table needs a note that says why"))


def forbid_sharing_fixed_table(question: Question, article: str) -> Iterator[Objection]:
    """Forbid fixing the same table for two participants."""
    act = question.act
    if not isinstance(act, FixTable) or act.table == 0:
        return
    for fixed in question.section.fixed_tables:
        if fixed.table == act.table and fixed.number != act.number:
            name = question.section.competitor(fixed.number).name
            words = say(
                "table {table} is fixed for {name} ({number}): free it first, with table 0",
                table=act.table,
                name=name,
                number=fixed.number,
            )
            yield forbid_action(article, words)
