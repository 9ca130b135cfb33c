"""Rules on drawing lots: the time, the number of drawings, the seed and the person in charge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import CommitLot, DrawLot, PublishRound, RecordLot
from topboard.event.lots import COLOUR
from topboard.event.policy.general import DIRECTING
from topboard.event.policy.objections import (
    Office,
    forbid_action,
    require_confirmation,
    require_ruling,
)
from topboard.messages import say
from topboard.model import Colour
from topboard.tiebreaks.codes import OWN
from topboard.tiebreaks.encounter import DIRECTORS_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy.objections import Objection, Question

LOTS = (CommitLot, DrawLot, RecordLot)


def check_lots_for_round_one_colours(question: Question, article: str) -> Iterator[Objection]:
    """Object if lots for the colours of round 1 are drawn twice or too late.

    Object to publishing round 1 if no lots were drawn.
    """
    act, section = question.act, question.section
    if isinstance(act, LOTS) and act.purpose == COLOUR:
        if section.rounds:
            words = say("Lots for the colours can only be drawn before round 1 is published.")
            yield forbid_action(article, words)
        elif section.lot is not None:
            words = (
                say(
                    "Lots have already been drawn, and starting number 1 has White. A "
                    "ruling is needed "
                    "on whether to draw again."
                )
                if section.lot is Colour.WHITE
                else say(
                    "Lots have already been drawn, and starting number 1 has Black. A "
                    "ruling is needed "
                    "on whether to draw again."
                )
            )
            yield require_ruling(article, words, *DIRECTING)
    elif isinstance(act, PublishRound) and act.round == 1 and section.lot is None:
        words = (
            say(
                "Lots for the colours of round 1 have not been drawn, although a seed has been "
                "committed."
            )
            if COLOUR in section.commitments
            else say("No drawing of lots for the colours of round 1 has been recorded.")
        )
        yield require_confirmation(article, words)


def check_committed_seed_is_used(question: Question, article: str) -> Iterator[Objection]:
    """Object if a committed seed is replaced or a different drawing of lots is recorded."""
    act = question.act
    if (
        not isinstance(act, CommitLot | RecordLot)
        or act.purpose not in question.section.commitments
    ):
        return
    if isinstance(act, CommitLot):
        words = say(
            "A seed has already been committed for this drawing of lots ({purpose!r}) and cannot "
            "be replaced. Draw lots with that seed.",
            purpose=act.purpose,
        )
        yield forbid_action(article, words)
    else:
        words = say(
            "A seed has been committed for this drawing of lots ({purpose!r}). A ruling is "
            "needed on whether to accept a different drawing.",
            purpose=act.purpose,
        )
        yield require_ruling(article, words, *DIRECTING)


def check_external_tie_break_values(question: Question, article: str) -> Iterator[Objection]:
    """Object to values for a tie-break that is not external or not in use.

    An external tie-break is decided outside Topboard, for example by a play-off.
    """
    act, section = question.act, question.section
    if not isinstance(act, RecordLot) or not act.purpose.startswith(OWN):
        if isinstance(act, RecordLot) and act.values:
            words = say("The name of an external tie-break must start with {own}.", own=OWN)
            yield forbid_action(article, words)
        return
    if act.purpose not in section.settings.tie_breaks:
        words = say(
            "{code} is not one of the tie-breaks in use, so it has no effect.", code=act.purpose
        )
        yield require_confirmation(article, words)


def require_director_ruling_on_ties(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling by the director on the order of participants who remain tied."""
    if isinstance(question.act, LOTS) and question.act.purpose == DIRECTORS_ORDER:
        yield require_ruling(
            article,
            say("A ruling is needed on the order of the tied participants."),
            Office.DIRECTOR,
        )
