"""The comparison of a published round with the same round paired again, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.replay import Comparison
from topboard.messages import say, say_count

if TYPE_CHECKING:
    from topboard.event.replay import Replay


def describe_replay_comparison(one: Replay) -> str:
    """Return a phrase that compares a published pairing with the one under the rules."""
    match one.comparison:
        case Comparison.SAME:
            return say("paired again with the same pairing and explanation")
        case Comparison.OTHER_EXPLANATION:
            return say(
                "paired again with the same pairing; the explanation was written by a different "
                "version of Topboard"
            )
        case Comparison.OTHER_REVISION:
            return _format_changed_interpretations(one)
        case Comparison.DIFFERENT:
            return say("paired again with a DIFFERENT pairing")
        case Comparison.UNKNOWN_SYSTEM:
            return say(
                "not paired again because this version of Topboard does not know the system "
                "{system!r}",
                system=one.system,
            )
        case Comparison.NOT_COMPARED:
            return _explain_why_not_compared(one)


def _explain_why_not_compared(one: Replay) -> str:
    if one.taken_over:
        return say("imported from another program")
    return say("paired by hand") if one.manual else say("pairing not recomputed")


def _format_changed_interpretations(one: Replay) -> str:
    changed = one.changed_readings
    articles = [article for reading in changed for article in reading.articles]
    pages = [f"docs/interpretations/{reading.page}.md" for reading in changed]
    return say_count(
        "paired again with a different pairing, because revision {revision} of {system} "
        "interpreted article {articles} differently (see {pages})",
        "paired again with a different pairing, because revision {revision} of {system} "
        "interpreted articles {articles} differently (see {pages})",
        len(articles),
        revision=one.system_revision,
        system=one.system,
        articles=", ".join(dict.fromkeys(articles)),
        pages=", ".join(dict.fromkeys(pages)),
    )
