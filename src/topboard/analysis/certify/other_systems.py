"""Certification against another Topboard system, used in place of an external engine."""

from __future__ import annotations

from topboard._frozen import dataclass, replace
from topboard.analysis.certify.differences import PairingDifference
from topboard.analysis.certify.reports import find_rounds_paired_differently, format_report_file
from topboard.analysis.compare import keep_known_options
from topboard.analysis.generate import Wishes, generate
from topboard.checking import infer_missing_settings_from_rounds
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import say
from topboard.model import Tournament
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import System, system as system_named


@dataclass(frozen=True, slots=True)
class OtherSystem:
    """Another Topboard system that takes the place of an external engine.

    It stores the name of the system, because a system itself cannot be sent to a worker.
    """

    name: str
    reports = False
    """Whether the engine's files state points and ranks to check. Topboard's generator writes
    none.
    """

    @property
    def system(self) -> System:
        """Return the system with this name."""
        return system_named(self.name)

    def pair_next_round(self, before: Tournament) -> RoundPairing:
        """Return the next round as this system pairs it."""
        return self.system.pair(keep_known_options(before, self.system))

    def compare_pairing(self, before: Tournament, ours: RoundPairing) -> PairingDifference:
        """Return how this system's pairing differs from another pairing, with this system's
        reasons.
        """
        before = keep_known_options(before, self.system)
        return PairingDifference(before, self.system, self.system.pair(before), ours)

    def format_event(self, event: Tournament) -> str:
        """Return a generated event as a report file."""
        return format_report_file(event)

    def find_rounds_engine_pairs_differently(self, event: Tournament, text: str) -> dict[int, str]:
        """Return the rounds that this system pairs differently, mapped to its pairings.

        A round that this system can pair but the certified system could not is included. ``text``
        is not used, because only external engines read the file.
        """
        event = infer_missing_settings_from_rounds(event, self.system)
        found = find_rounds_paired_differently(event, self.pair_next_round)
        if len(event.rounds) < event.planned_rounds:
            try:
                self.pair_next_round(event)
            except NoLegalPairing:
                return found
            found[event.round_to_pair] = ""
        return found

    def generate_event(self, system: System, seed: int, wishes: Wishes) -> bytes:
        """Return a random event paired by this system, as a report file."""
        known = {variation.name for variation in self.system.offered_variations}
        kept = tuple(name for name in wishes.variations if name in known)
        return format_report_file(
            generate(self.system, seed, replace(wishes, variations=kept))
        ).encode()

    def drop_unsupported_properties(self, wishes: Wishes) -> Wishes:
        """Return the properties unchanged, because Topboard's own systems support all of them."""
        return wishes


def find_other_system(name: str, system: System) -> OtherSystem:
    """Return the Topboard system of this name, for a comparison with ``system``.

    Raise ``BadInput`` if the two systems cannot be compared.
    """
    other = system_named(name)
    if (other.teams, other.games) != (system.teams, system.games) or other.name == system.name:
        remedy = say("Choose two different systems, both for players or both for teams.")
        what = say("{system} cannot be compared with this system", system=system.name)
        raise BadInput([Problem(what, "--against", name, remedy)])
    return OtherSystem(other.name)
