"""Rules on drawing lots: only once, on time, with the committed seed, and by the right official."""

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


def check_colour_lots(question: Question, article: str) -> Iterator[Objection]:
    """Object if the colours of round 1 are drawn twice or after the round is published."""
    act, section = question.act, question.section
    if isinstance(act, LOTS) and act.purpose == COLOUR:
        if section.rounds:
            words = say(
                "the lot for the colours is drawn before round 1; what was played is not turned"
            )
            yield forbid_action(article, words)
        elif section.lot is not None:
            words = say(
                "by the lot number 1 has {lot}; whether another is drawn",
                lot=say("white") if section.lot is Colour.WHITE else say("black"),
            )
            yield require_ruling(article, words, *DIRECTING)
    elif isinstance(act, PublishRound) and act.round == 1 and section.lot is None:
        known = (
            say("promised and not drawn") if COLOUR in section.commitments else say("not on record")
        )
        yield require_confirmation(
            article, say("the lot for the colours of round 1 is {known}", known=known)
        )


def check_committed_seed_is_used(question: Question, article: str) -> Iterator[Objection]:
    """Object if lots are not drawn with the committed seed."""
    act = question.act
    if (
        not isinstance(act, CommitLot | RecordLot)
        or act.purpose not in question.section.commitments
    ):
        return
    promised = say("a seed is promised for the lot {purpose!r}", purpose=act.purpose)
    if isinstance(act, CommitLot):
        yield forbid_action(
            article, say("{promised}: draw with it; it is not replaced", promised=promised)
        )
    else:
        yield require_ruling(
            article, say("{promised}; whether another lot counts", promised=promised), *DIRECTING
        )


def check_external_tie_break_values(question: Question, article: str) -> Iterator[Objection]:
    """Object to values of an external tie-break, such as a play-off, that is not in use."""
    act, section = question.act, question.section
    if not isinstance(act, RecordLot) or not act.purpose.startswith(OWN):
        if isinstance(act, RecordLot) and act.values:
            words = say("a tie-break from outside is named {own}…", own=OWN)
            yield forbid_action(article, words)
        return
    if act.purpose not in section.settings.tie_breaks:
        words = say("{code} is not among the tie-breaks: it decides nothing", code=act.purpose)
        yield require_confirmation(article, words)


def require_director_ruling_on_ties(question: Question, article: str) -> Iterator[Objection]:
    """Leave the order of participants who remain tied to the director."""
    if isinstance(question.act, LOTS) and question.act.purpose == DIRECTORS_ORDER:
        yield require_ruling(article, say("the order of the tied"), Office.DIRECTOR)
