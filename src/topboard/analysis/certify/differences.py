"""The first difference between two engines' pairings of a round, with Topboard's reasons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from topboard._frozen import dataclass
from topboard.analysis.compare import find_article_of_bye
from topboard.errors import TopboardError
from topboard.model import Number, Tournament
from topboard.reasons.decisions import ByeGiven, ColourDecision, RoundPairing
from topboard.reasons.sentences import generate_participant_sentences, names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import Verdict, why_not
from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class DifferenceCause:
    """The kind of the first difference between two pairings of a round, with its article.

    Byes are compared first, then pairs, then colours.
    """

    kind: str
    article: str = ""
    """The article on which Topboard's pairing is based.

    For a pair, it is the article that excludes the other engine's pair.
    """

    def __str__(self) -> str:
        return f"{self.kind} {self.article}".strip()


class PairingDifference:
    """A comparison of Topboard's pairing of a round with another engine's pairing."""

    def __init__(
        self, before: Tournament, system: System, ours: RoundPairing, theirs: RoundPairing
    ) -> None:
        self.ours, self.theirs = ours, theirs
        self.here = {(p.white, p.black) for p in ours.pairs}
        self.there = {(p.white, p.black) for p in theirs.pairs}
        together = {frozenset(pair) for pair in self.here}
        self.verdicts: dict[tuple[Number, Number], Verdict] = {}
        for a, b in sorted(self.there - self.here):
            if frozenset((a, b)) not in together:
                with suppress(TopboardError):
                    self.verdicts[a, b] = why_not(before, system, a, b, ours)
        self.name = names_of(before)

    def cause_of_first_difference(self) -> DifferenceCause:
        """Return the cause of the first difference between the two pairings.

        If the pairs differ, it is the cause for the first of Topboard's pairs that the other engine
        did not make.
        """
        if self.ours.bye != self.theirs.bye:
            return DifferenceCause(
                "bye", _find_article_against_other_bye(self.ours, self.theirs.bye)
            )
        opponent = {a: b for pair in self.there for a, b in (pair, pair[::-1])}
        for pair in self.ours.pairs:
            if (instead := opponent.get(pair.white)) != pair.black:
                verdict = next(
                    (v for two, v in self.verdicts.items() if {*two} == {pair.white, instead}), None
                )
                return DifferenceCause("pair", getattr(verdict, "article", ""))
        articles = [
            reason.article
            for reason in self.ours.reasons
            if isinstance(reason, ColourDecision) and (reason.black, reason.white) in self.there
        ]
        return DifferenceCause("colour", *articles[:1])

    def reasons(self) -> Iterator[str]:
        """Yield sentences that explain Topboard's pairing of each participant paired
        differently.
        """
        for (a, b), verdict in self.verdicts.items():
            yield from verdict_sentences(verdict, a, b, self.name)
        concerned = {n for pair in self.here ^ self.there for n in pair}
        concerned |= {n for n in {self.ours.bye} ^ {self.theirs.bye} if n is not None}
        for number in sorted(concerned):
            yield f"# {self.name(number)}"
            for lines in generate_participant_sentences(self.ours, number, self.name):
                yield from lines


def _find_article_against_other_bye(ours: RoundPairing, theirs: Number | None) -> str:
    """Return the article that excludes the other engine's choice of bye.

    If no article does, return the article on which Topboard's choice is based.
    """
    for reason in ours.reasons:
        if isinstance(reason, ByeGiven):
            for passed in reason.passed_over:
                if passed.candidate == theirs:
                    return getattr(passed.obstacle, "article", "") or reason.article
    return find_article_of_bye(ours)
