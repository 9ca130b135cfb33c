"""The brackets of a round, from the highest score down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.messages import worded
from topboard.records import dataclass
from topboard.rules.fide.legality import Completion, needs_bye
from topboard.rules.fide.upfloaters.byes import place_of_bye
from topboard.rules.fide.upfloaters.identifiers import first_of_best
from topboard.rules.fide.upfloaters.sets import Stage, upfloaters_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.rules.fide.profiles import Profile, Roll
    from topboard.rules.fide.upfloaters.identifiers import Identified
    from topboard.rules.fide.upfloaters.terms import UpfloaterCitations, UpfloaterTerms


@dataclass(frozen=True, slots=True)
class FilledBracket:
    """A top-scoregroup with its upfloaters, paired."""

    stage: Stage
    upfloaters: tuple[int, ...]
    paired: Identified

    @property
    def members(self) -> tuple[int, ...]:
        """The residents and the upfloaters, by rank."""
        return (*self.stage.top, *self.upfloaters)


@dataclass(frozen=True, slots=True)
class FilledRound:
    """A round as it was decided, before anybody asks why."""

    roll: Roll
    bye: int | None
    """The place of whoever has the bye."""
    made: tuple[FilledBracket, ...]

    @property
    def pairs(self) -> list[tuple[Profile, Profile]]:
        """Who meets whom, the higher ranked first."""
        profiles = self.roll.profiles
        found = [(*sorted(pair),) for bracket in self.made for pair in bracket.paired.pairs]
        return [*((profiles[a], profiles[b]) for a, b in found), *self.roll.settled]


def fill_brackets(roll: Roll, terms: UpfloaterTerms) -> FilledRound:
    """The bye, then bracket after bracket until everybody is paired."""
    bye = give_bye(roll, terms.cite) if needs_bye(roll) else None
    if bye is None:
        refuse_incomplete(roll, terms.cite)
    left = [place for place in range(len(roll.profiles)) if place != bye]
    return FilledRound(roll, bye, tuple(_brackets(roll, terms, left)))


def _brackets(roll: Roll, terms: UpfloaterTerms, left: Sequence[int]) -> Iterator[FilledBracket]:
    while left:
        stage = top_scoregroup(roll, left)
        upfloaters = upfloaters_of(stage, terms)
        members = (*stage.top, *upfloaters)
        yield FilledBracket(stage, upfloaters, first_of_best(roll, terms, members, upfloaters))
        gone = set(members)
        left = [place for place in left if place not in gone]


def top_scoregroup(roll: Roll, left: Sequence[int]) -> Stage:
    """The highest score still to be paired, and the next score of the round below it."""
    highest = roll.profiles[left[0]].points
    lower = (profile.points for profile in roll.profiles if profile.points < highest)
    return Stage(roll, left, max(lower, default=None))


# --- refusals -----------------------------------------------------------------------------------


def give_bye(roll: Roll, cite: UpfloaterCitations) -> int:
    """Who has the bye; if nobody can, it is the arbiter who decides."""
    place = place_of_bye(roll)
    if place is not None:
        return place
    if all(profile.barred for profile in roll.profiles):
        what = worded("the number of competitors is odd and none of them may have the bye")
        raise NoLegalPairing(what, article=cite.bye)
    refuse_incomplete(roll, cite)
    raise AssertionError("without the bye somebody can be paired with nobody")


def refuse_incomplete(roll: Roll, cite: UpfloaterCitations) -> None:
    """Nobody may be left without an opponent but the one who has the bye."""
    completion = Completion(roll, None)
    if completion.of_rest(0):
        return
    # Only a round that cannot be paired needs it.
    from topboard.rules.shared.meeting import no_legal_pairing

    certificate = completion.refusal(range(len(roll.profiles)))
    assert certificate is not None
    raise no_legal_pairing(certificate, [p.number for p in roll.profiles], cite.completion)
