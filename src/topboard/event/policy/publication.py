"""Rules on publishing pairings, changing published pairings and assigning fixed tables."""

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
from topboard.event.policy.published_pairing import find_participants_affected_by_change
from topboard.event.policy.rosters import is_host_team, team_letter
from topboard.event.remarks import GROUNDS
from topboard.messages import say, say_count, say_kept
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy.objections import Authority, Objection, Question


def forbid_changing_unseen_publication(question: Question, article: str) -> Iterator[Objection]:
    """Forbid changing a pairing on the ground that nobody has seen it. It can only be withdrawn."""
    act = question.act
    if isinstance(act, ChangePublished) and act.ground is ChangeGround.UNSEEN:
        words = say(
            "A pairing that nobody has seen is withdrawn, not changed. Undo its publication."
        )
        yield forbid_action(article, words)


def require_panel_authority_to_publish(question: Question, article: str) -> Iterator[Objection]:
    """Require the authority of the Technical Administration Panel to publish pairings."""
    if isinstance(question.act, PublishRound):
        yield require_ruling(
            article,
            say("The pairings must be made by the Technical Administration Panel."),
            Office.PANEL,
        )


def require_ruling_on_altered_pairing(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling to publish a pairing that is not the one the rules give.

    The rules forbid altering pairings in favour of a participant.
    """
    draft = question.section.draft
    if isinstance(question.act, PublishRound) and draft is not None and draft.differences:
        told = "; ".join(draft.differences)
        words = say(
            "The pairing differs from the one that the rules give: {differences}.", differences=told
        )
        yield require_ruling(article, words, *DIRECTING)


def forbid_pairing_change_on_other_grounds(
    question: Question, article: str, *, grounds: tuple[ChangeGround, ...]
) -> Iterator[Objection]:
    """Forbid changing a published pairing for a reason not in the article.

    All participants affected must have been informed.
    """
    act = question.act
    if not isinstance(act, ChangePublished):
        return
    if act.ground not in grounds:
        yield forbid_action(article, _format_allowed_grounds(grounds))
    else:
        yield from grounds_of_change.check_reason_for_pairing_change(question, article)
    yield from _require_affected_participants_informed(question, article)


def _format_allowed_grounds(grounds: tuple[ChangeGround, ...]) -> str:
    return say_count(
        "A published pairing may be changed only for this reason: {grounds}.",
        "A published pairing may be changed only for one of these reasons: {grounds}.",
        len(grounds),
        grounds="; ".join(say_kept(GROUNDS[ground]) for ground in grounds),
    )


def _require_affected_participants_informed(
    question: Question, article: str
) -> Iterator[Objection]:
    act = question.act
    assert isinstance(act, ChangePublished)
    told = {*act.informed}
    for number in find_participants_affected_by_change(question.section.round(act.round), act):
        if number not in told:
            one = question.section.competitor(number)
            words = (
                say(
                    "Inform the captain of {name} (#{number}) before you change the pairing.",
                    name=one.name,
                    number=number,
                )
                if isinstance(one, Team)
                else say(
                    "Inform {name} (#{number}) before you change the pairing.",
                    name=one.name,
                    number=number,
                )
            )
            yield forbid_until_requirement_met(article, words, number)


def ask_to_confirm_change_on_other_grounds(
    question: Question, article: str, *, grounds: tuple[ChangeGround, ...]
) -> Iterator[Objection]:
    """Require confirmation to change a published pairing for a reason not in the article.

    All participants affected must have been informed.
    """
    act = question.act
    if not isinstance(act, ChangePublished):
        return
    if act.ground not in grounds:
        yield require_confirmation(article, _format_allowed_grounds(grounds))
    yield from grounds_of_change.check_reason_for_pairing_change(question, article)
    yield from _require_affected_participants_informed(question, article)


def require_president_ruling_on_pairing_change(
    question: Question, article: str
) -> Iterator[Objection]:
    """Require a ruling by the President of FIDE to change a published pairing."""
    if isinstance(question.act, ChangePublished):
        yield require_ruling(article, say("This changes a published pairing."), Office.PRESIDENT)


def require_arbiter_ruling_on_pairing_change(
    question: Question, article: str
) -> Iterator[Objection]:
    """Require a ruling by the Chief Arbiter or President of FIDE to change a published pairing."""
    if isinstance(question.act, ChangePublished):
        words = say("This changes a published pairing.")
        yield require_ruling(article, words, Office.CHIEF_ARBITER, Office.PRESIDENT)


def require_director_ruling_on_pairing_change(
    question: Question, article: str
) -> Iterator[Objection]:
    """Require a ruling by the official in charge to change a published pairing."""
    if isinstance(question.act, ChangePublished):
        words = say("This changes a published pairing.")
        yield require_ruling(
            article, words, Office.DIRECTOR, Office.CHIEF_ARBITER, Office.PRESIDENT
        )


def can_president_overrule_article(
    article: str, authority: Authority | None, *, articles: tuple[str, ...]
) -> bool:
    """Return whether the authority is the President of FIDE and can overrule this article."""
    by_president = authority is not None and authority.office is Office.PRESIDENT
    return by_president and article in articles


def warn_that_protest_has_no_effect(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation to record a protest against a pairing, because it has no effect."""
    if isinstance(question.act, Protest):
        yield require_confirmation(
            article,
            say("Protests against pairings are not allowed. This protest will have no effect."),
        )


# --- fixed tables ---------------------------------------------------------------------------


def require_ruling_on_sponsor_table(question: Question, article: str) -> Iterator[Objection]:
    """Require permission from the Global Strategy Commission to assign a table at a sponsor's
    request.
    """
    act = question.act
    if isinstance(act, FixTable) and act.table and act.ground is TableGround.SPONSOR:
        words = say("A fixed table at the request of sponsors or media needs permission.")
        yield require_ruling(article, words, Office.STRATEGY_COMMISSION)


def check_fixed_table_chosen_by_host(question: Question, article: str) -> Iterator[Objection]:
    """Object if a table chosen by the host is not for the host's own A team."""
    act = question.act
    if not isinstance(act, FixTable) or act.table == 0 or act.ground is not TableGround.HOST:
        return
    team = question.section.competitor(act.number)
    if not isinstance(team, Team):
        return
    own, host = is_host_team(question, team), question.event.details.federation.strip()
    if own is False:
        words = say(
            "{team} of {federation} is not the A team of the host, {host}.",
            team=team.name,
            federation=team.federation,
            host=host,
        )
        yield forbid_action(article, words)
    elif (letter := team_letter(team)) != "A":
        words = say(
            "{team} is team {letter}, not the host's A team.", team=team.name, letter=letter
        )
        yield forbid_action(article, words)
    elif own is None and host:
        words = say(
            "The federation of {team} is not recorded. Make sure that {team} is the A team of "
            "the host, {host}.",
            team=team.name,
            host=host,
        )
        yield require_confirmation(article, words)
    elif own is None:
        words = say(
            "The host federation of the event is not recorded. Make sure that {team} is the host's "
            "A team.",
            team=team.name,
        )
        yield require_confirmation(article, words)


def forbid_fixed_table_without_note(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a fixed table without a note, unless it is for sponsors, media or the host."""
    act = question.act
    if not isinstance(act, FixTable) or act.table == 0 or act.note:
        return
    if act.ground in (TableGround.OTHER, TableGround.DISABILITY):
        yield forbid_action(article, say("A fixed table needs a note that gives the reason."))


def forbid_sharing_fixed_table(question: Question, article: str) -> Iterator[Objection]:
    """Forbid assigning the same fixed table to two participants."""
    act = question.act
    if not isinstance(act, FixTable) or act.table == 0:
        return
    for fixed in question.section.fixed_tables:
        if fixed.table == act.table and fixed.number != act.number:
            name = question.section.competitor(fixed.number).name
            places = {"table": act.table, "name": name, "number": fixed.number}
            words = (
                say(
                    "Table {table} is already reserved for {name} (#{number}). Release the table "
                    "first. On the command line, set the table of #{number} to 0.",
                    **places,
                )
                if question.section.has_teams
                else say(
                    "Board {table} is already reserved for {name} (#{number}). Release the board "
                    "first. On the command line, set the table of #{number} to 0.",
                    **places,
                )
            )
            yield forbid_action(article, words)
