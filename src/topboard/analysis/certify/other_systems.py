"""Another system of Topboard in place of another engine; no process is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.analysis.certify.differences import Differing
from topboard.analysis.certify.reports import rounds_paired_differently, text_of
from topboard.analysis.compare import with_known_variations
from topboard.analysis.generate import generate
from topboard.checking import with_replay_defaults
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import say
from topboard.systems.registry import system as system_named

if TYPE_CHECKING:
    from topboard.analysis.generate import Wishes
    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class OtherSystem:
    """A system by its name, because rules cannot be sent to a worker."""

    name: str
    reports = False
    """False, because its events are Topboard's own files, which make no claims."""

    @property
    def system(self) -> System:
        """Return its rules."""
        return system_named(self.name)

    def pairing(self, before: Tournament) -> RoundPairing:
        """Return the next round as it pairs it."""
        return self.system.pair(with_known_variations(before, self.system))

    def differing(self, before: Tournament, ours: RoundPairing) -> Differing:
        """Return the comparison of its round with ours from its point of view."""
        before = with_known_variations(before, self.system)
        return Differing(before, self.system, self.system.pair(before), ours)

    def file_of(self, event: Tournament) -> str:
        """Return an event of Topboard's as a complete file."""
        return text_of(event)

    def differing_rounds(self, event: Tournament, text: str) -> dict[int, str]:
        """Return the rounds that it pairs differently.

        They include a round after the last one that we could not pair but it could. The text of the
        event is for engines that read it.
        """
        event = with_replay_defaults(event, self.system)
        found = rounds_paired_differently(event, self.pairing)
        if len(event.rounds) < event.planned_rounds:
            try:
                self.pairing(event)
            except NoLegalPairing:
                return found
            found[event.round_to_pair] = ""
        return found

    def event_made(self, system: System, seed: int, wishes: Wishes) -> bytes:
        """Return a random event of its own, as a file."""
        known = {variation.name for variation in self.system.offered}
        kept = tuple(name for name in wishes.variations if name in known)
        return text_of(generate(self.system, seed, replace(wishes, variations=kept))).encode()

    def wishes_known(self, wishes: Wishes) -> Wishes:
        """Return the wishes unchanged, because it supports everything that Topboard does."""
        return wishes


def other_system(name: str, system: System) -> OtherSystem:
    """Return the system of that name, to be compared with ``system``."""
    other = system_named(name)
    if (other.teams, other.games) != (system.teams, system.games) or other.name == system.name:
        remedy = say("two systems for players, or two for teams")
        what = say("{system} cannot be checked by it", system=system.name)
        raise BadInput([Problem(what, "--against", name, remedy)])
    return OtherSystem(other.name)
