"""What parts two pairings of a round: the first cause, and our reasons."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from topboard.comparing import article_of_bye
from topboard.errors import TopboardError
from topboard.explain import concerning, names_of
from topboard.explain.verdict_words import verdict_sentences
from topboard.explain.verdicts import why_not
from topboard.reasons import ByeGiven, ColourGiven
from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing
    from topboard.rules.systems import System


@dataclass(frozen=True, slots=True)
class Cause:
    """What parts two pairings of a round first: the bye, else a pair, else its colours."""

    kind: str
    article: str
    """By which ours is as it is; where a pair is another one, by which theirs is not made."""

    def __str__(self) -> str:
        return f"{self.kind} {self.article}".strip()


def cause_of(before: Tournament, system: System, ours: RoundPairing, theirs: RoundPairing) -> Cause:
    """The first cause. The pair is that of our first table at which they have somebody else."""
    if ours.bye != theirs.bye:
        return Cause("bye", _why_not_his_bye(ours, theirs.bye))
    there = {a: b for p in theirs.pairs for a, b in ((p.white, p.black), (p.black, p.white))}
    for pair in ours.pairs:
        if (instead := there.get(pair.white)) != pair.black:
            return Cause("pair", _why_not_paired(before, system, pair.white, instead))
    turned = {(p.black, p.white) for p in theirs.pairs}
    articles = [
        reason.article
        for reason in ours.reasons
        if isinstance(reason, ColourGiven) and (reason.white, reason.black) in turned
    ]
    return Cause("colour", articles[0] if articles else "")


def _why_not_his_bye(ours: RoundPairing, theirs: Number | None) -> str:
    """The article by which somebody else has our bye than the other's; or by which ours has it."""
    for reason in ours.reasons:
        if isinstance(reason, ByeGiven):
            for passed in reason.passed_over:
                if passed.candidate == theirs:
                    return getattr(passed.obstacle, "article", "") or reason.article
    return article_of_bye(ours)


def _why_not_paired(before: Tournament, system: System, a: Number, b: Number | None) -> str:
    if b is not None:
        with suppress(TopboardError):
            return getattr(why_not(before, system, a, b), "article", "")
    return ""


def reasons(
    before: Tournament, system: System, ours: RoundPairing, theirs: RoundPairing | None
) -> Iterator[str]:
    """Why our round is as it is where the two differ, and why it is not as the other has it."""
    name = names_of(before)
    here = {(p.white, p.black) for p in ours.pairs}
    there = {(p.white, p.black) for p in theirs.pairs} if theirs is not None else set()
    together = {frozenset(pair) for pair in here}
    for a, b in sorted(there - here):
        if frozenset((a, b)) not in together:
            with suppress(TopboardError):
                yield from verdict_sentences(why_not(before, system, a, b), a, b, name)
    concerned: set[Number] = {n for pair in here ^ there for n in pair}
    byes = {ours.bye} if theirs is None else {ours.bye} ^ {theirs.bye}
    concerned |= {n for n in byes if n is not None}
    for number in sorted(concerned):
        yield f"# {name(number)}"
        for lines in concerning(ours, number, name):
            yield from lines
