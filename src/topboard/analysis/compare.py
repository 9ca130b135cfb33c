"""Comparison of how two systems pair the same event, round by round, with the articles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from topboard._frozen import dataclass, replace
from topboard.checking import list_rounds_to_check, list_uncheckable_rounds
from topboard.errors import NoLegalPairing
from topboard.model import Number, Tournament
from topboard.reasons.decisions import ByeGiven, OpponentChoice, RoundPairing
from topboard.reasons.why_not import Verdict, why_not
from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class PairOnlyInFirst:
    """A pair that the first system makes and the second system does not."""

    white: Number
    black: Number
    article: str
    """The article on which the first system bases the pair."""
    verdict: Verdict
    """The reason why the second system does not make the pair."""
    instead: tuple[Number | None, Number | None]
    """The second system's opponents for the player with White and for the player with Black, or
    None.
    """


@dataclass(frozen=True, slots=True)
class RoundComparison:
    """A comparison of how two systems pair the same round."""

    round: int
    same: int
    """The number of pairs that both systems make, regardless of colours."""
    parted: tuple[PairOnlyInFirst, ...] = ()
    turned: tuple[tuple[Number, Number], ...] = ()
    """The pairs that both systems make with opposite colours.

    The player with White in the first system comes first.
    """
    byes: tuple[Number | None, Number | None] = (None, None)
    byes_by: tuple[str, str] = ("", "")
    """For each system, the article on which its bye is based."""
    refusals: tuple[str, str] = ("", "")
    """Each system's error message, which is empty if the system found a legal pairing."""

    @property
    def differs(self) -> bool:
        """Return whether the two systems pair the round differently."""
        return bool(
            self.parted or self.turned or self.byes[0] != self.byes[1] or any(self.refusals)
        )


def list_rounds_to_compare(tournament: Tournament) -> list[int]:
    """Return the rounds that can be paired again, and the next round if one is still to come."""
    numbers = [*list_rounds_to_check(tournament)]
    if not list_uncheckable_rounds(tournament) and tournament.round_to_pair not in numbers:
        beyond = 0 < tournament.planned_rounds < tournament.round_to_pair
        numbers += [] if beyond else [tournament.round_to_pair]
    return numbers


def compare_rounds(
    tournament: Tournament, first: System, second: System, numbers: Iterable[int]
) -> Iterator[RoundComparison]:
    """Yield a comparison of each of these rounds.

    Each round is paired with only the results that were known before it.
    """
    return (compare_round(tournament.before(number), first, second) for number in numbers)


def compare_round(before: Tournament, first: System, second: System) -> RoundComparison:
    """Pair the next round with both systems and return the comparison.

    Each system uses only those options of the event that it knows.
    """
    facts = [keep_known_options(before, system) for system in (first, second)]
    made = [
        _pair_round_or_explain_failure(one, system)
        for one, system in zip(facts, (first, second), strict=True)
    ]
    one, other = made
    if isinstance(one, str) or isinstance(other, str):
        words = tuple(found if isinstance(found, str) else "" for found in made)
        return RoundComparison(before.round_to_pair, 0, refusals=(words[0], words[1]))
    theirs = {frozenset((pair.white, pair.black)): pair for pair in other.pairs}
    meets = {a: b for p in other.pairs for a, b in ((p.white, p.black), (p.black, p.white))}
    shared = [pair for pair in one.pairs if frozenset((pair.white, pair.black)) in theirs]
    apart = [pair for pair in one.pairs if pair not in shared]
    return RoundComparison(
        round=one.round,
        same=len(shared),
        parted=tuple(
            PairOnlyInFirst(
                pair.white,
                pair.black,
                _find_article_of_pair(one, pair.white, pair.black),
                why_not(facts[1], second, pair.white, pair.black, other),
                (meets.get(pair.white), meets.get(pair.black)),
            )
            for pair in apart
        ),
        turned=tuple(
            (pair.white, pair.black)
            for pair in shared
            if theirs[frozenset((pair.white, pair.black))].white != pair.white
        ),
        byes=(one.bye, other.bye),
        byes_by=(find_article_of_bye(one), find_article_of_bye(other)),
    )


def keep_known_options(before: Tournament, system: System) -> Tournament:
    """Return the event for this system, with only those options that the system knows."""
    known = {variation.name for variation in system.offered_variations}
    kept = tuple(one for one in before.variations if one.partition("=")[0] in known)
    return replace(before, system=system.name, variations=kept, published=None)


def _pair_round_or_explain_failure(before: Tournament, system: System) -> RoundPairing | str:
    try:
        return system.pair(before)
    except NoLegalPairing as refusal:
        return str(refusal)


def _find_article_of_pair(made: RoundPairing, a: Number, b: Number) -> str:
    return next(
        (
            reason.article
            for reason in made.reasons
            if isinstance(reason, OpponentChoice) and {reason.chooser, reason.chosen} == {a, b}
        ),
        "",
    )


def find_article_of_bye(made: RoundPairing) -> str:
    """Return the article on which the bye of a round is based, or an empty string if there is no
    bye.
    """
    return next((r.article for r in made.reasons if isinstance(r, ByeGiven)), "")
