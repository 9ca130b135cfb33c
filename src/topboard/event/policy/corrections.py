"""Rules on correcting results after later rounds have been paired.

They also say from which round a correction counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import CorrectResult
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.policy.objections import forbid_action, note_for_arbiter, require_confirmation
from topboard.messages import say
from topboard.model import Manner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import Section


def check_late_result_correction(
    question: Question, article: str, *, until_next_round_ends: bool = False
) -> Iterator[Objection]:
    """Object to a correction that comes too late for the pairing of the next round.

    If ``until_next_round_ends`` is true, a correction made after the next round has ended counts
    only for ratings. Entering the result of an adjourned game is not a correction.
    """
    act, section = question.act, question.section
    if not isinstance(act, CorrectResult):
        return
    before = section.round(act.round).meetings.get(act.result.table)
    adjourned = before is not None and before.manner is Manner.UNFINISHED
    late = act.round < len(section.rounds)
    in_time = not until_next_round_ends or adjourned or not late
    too_late = not in_time and has_round_all_results(section, act.round + 1)
    if act.rating_only and until_next_round_ends and not too_late:
        words = say(
            "This correction is in time to count for points and pairings. Do not record it for "
            "ratings only."
        )
        yield forbid_action(article, words)
    elif act.rating_only:
        yield note_for_arbiter(article, say("This correction does not change points or pairings."))
    elif too_late:
        words = say(
            "Round {round} has ended. Record the correction for ratings only.",
            round=act.round + 1,
        )
        yield forbid_action(article, words)
    elif late and adjourned:
        words = say(
            "This correction does not change the pairing of round {round}.", round=act.round + 1
        )
        yield note_for_arbiter(article, words)
    elif late:
        words = say(
            "Round {round} was paired with the old result. This correction does not change its "
            "pairing.",
            round=act.round + 1,
        )
        yield (
            note_for_arbiter(article, words)
            if until_next_round_ends
            else require_confirmation(article, words)
        )


def has_round_all_results(section: Section, round_number: int) -> bool:
    """Return whether every board or match of a published round has a result."""
    return not list_tables_without_result(section.round(round_number))
