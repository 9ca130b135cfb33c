"""Events that one engine generates and the other checks, with a record of the differences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any

from topboard._frozen import dataclass, replace
from topboard.analysis.certify.differences import PairingDifference
from topboard.analysis.certify.other_systems import OtherSystem
from topboard.analysis.certify.peers import PeerEngine, PeerFailed
from topboard.analysis.certify.reports import format_pairing_lines, format_report_file
from topboard.analysis.generate import Wishes, draw_event_properties, generate
from topboard.checking import check_round, check_standings, infer_missing_settings_from_rounds
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import read_text, read_with_claims
from topboard.messages import say, translate_worded
from topboard.model import Pair, Tournament
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import System, system as system_named

OURS, THEIRS = "ours", "theirs"
BAKU = "baku"
ACCELERATED = 4
"""Every event whose number is a multiple of this is accelerated, if the system supports it."""
APART = 1_000_000_000
"""The number added to the seeds of the other engine's events if Topboard generates them.

Otherwise both engines' events would have the same seeds and be identical up to the first
difference.
"""


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """The result of one engine's check of an event that the other engine generated."""

    made_by: str
    number: int
    rounds: int
    differing: tuple[str, ...] = ()
    """The names of the folders in which the differences are saved."""
    unexplained: int = 0
    """The number of differences for which Topboard has no reasons."""
    causes: tuple[str, ...] = ()
    """The cause of each difference. It is empty in old runs, which did not record causes."""

    @property
    def name(self) -> str:
        """Return the name used for the event in file names, such as ``ours-00012``."""
        return f"{self.made_by}-{self.number:05}"


@dataclass(frozen=True, slots=True)
class CertificationSettings:
    """The settings that determine the outcome of a certification run.

    They are the other engine, Topboard's system, the sizes of the events and the random seed.
    """

    other: PeerEngine | OtherSystem
    system_name: str
    """The name of Topboard's system, because the rules themselves cannot be sent to a worker."""
    seed: int
    sizes: Mapping[str, int | list[int]]
    """The requested ``competitors`` and ``rounds``, each a number or a [lowest, highest] range."""

    @property
    def system(self) -> System:
        """Return Topboard's system, which is being certified."""
        return system_named(self.system_name)

    @property
    def digest(self) -> str:
        """Return a hash of all settings that determine the outcome."""
        text = json.dumps([self.other.name, self.system_name, self.seed, {**self.sizes}])
        return sha256(text.encode()).hexdigest()[:16]

    def check_event(self, made_by: str, number: int) -> tuple[CheckedEvent, dict[str, str | bytes]]:
        """Generate an event with one engine and check it with the other.

        Return the result, and the files to save, keyed by path.
        """
        check = _EventCheck(self, self.system, made_by, number)
        if made_by == OURS:
            check.check_event_generated_by_topboard()
        else:
            check.check_event_generated_by_other_engine()
        return check.checked, check.files

    def seed_for_event(self, made_by: str, number: int) -> int:
        """Return the random seed of an event."""
        ours = made_by == OURS or self.other.reports
        return self.seed + number + (0 if ours else APART)

    def event_properties(self, made_by: str, number: int) -> Wishes:
        """Return the properties of the event to generate, such as its size and rate of draws."""
        seed = self.seed_for_event(made_by, number)
        wishes, random = draw_event_properties(seed), Random(f"sizes {seed}")
        named: dict[str, Any] = {}
        for name, size in sorted(self.sizes.items()):
            least, most = (size, size) if isinstance(size, int) else size
            named[name] = random.randrange(least, most + 1)
        if number % ACCELERATED == 0 and BAKU in {v.name for v in self.system.variations}:
            named["variations"] = (BAKU,)
        return self.other.drop_unsupported_properties(replace(wishes, **named))


class _EventCheck:
    """The check of one event, with its result and the files to save."""

    def __init__(
        self, exchange: CertificationSettings, system: System, made_by: str, number: int
    ) -> None:
        self.other, self.system = exchange.other, system
        self.seed = exchange.seed_for_event(made_by, number)
        self.wishes = exchange.event_properties(made_by, number)
        self.checked = CheckedEvent(made_by, number, 0)
        self.file = f"{made_by}/{number:05}.trf"
        self.files: dict[str, str | bytes] = {}

    def check_event_generated_by_topboard(self) -> None:
        """Have the other engine check an event generated by Topboard."""
        text = self.other.format_event(generate(self.system, self.seed, self.wishes))
        self.files[self.file] = text
        event = read_text(text, self.file)
        self.checked = replace(self.checked, rounds=len(event.rounds))
        try:
            differing = self.other.find_rounds_engine_pairs_differently(event, text)
        except (PeerFailed, NoLegalPairing) as failed:
            self._save_difference_files(event, "event", "it failed", str(failed))
            return
        for number, told in differing.items():
            before = replace(event.before(number), published=None)
            self._record_round_difference(before, self._pair_round_with_other_engine(before), told)

    def _pair_round_with_other_engine(self, before: Tournament) -> RoundPairing | None:
        with suppress(PeerFailed, NoLegalPairing):
            return self.other.pair_next_round(before)
        return None

    def check_event_generated_by_other_engine(self) -> None:
        """Check the pairings and standings of an event generated by the other engine."""
        try:
            content = self.other.generate_event(self.system, self.seed, self.wishes)
            self.files[self.file] = content
            event, claimed = read_with_claims(BytesIO(content))
        except (PeerFailed, BadInput, NoLegalPairing) as failed:
            self._save_difference_files(None, "event", "it failed", str(failed))
            return
        event = infer_missing_settings_from_rounds(event, self.system)
        self.checked = replace(self.checked, rounds=len(event.rounds))
        for played in event.rounds:
            before = event.before(played.number)
            if check_round(before, self.system).differences:
                made = _published_pairing(before)
                told = "\n".join(format_pairing_lines(made))
                self._record_round_difference(replace(before, published=None), made, told)
        if not self.other.reports:
            self._record_round_missing_from_other_engine(event)
        elif claimed is not None and event.rounds:
            table = check_standings(event, self.system, claimed)
            told_of = [
                f"{d.published[0]}: {translate_worded(d.text)} ({d.article})"
                for d in table.differences
            ]
            if told_of:
                self._save_difference_files(
                    event, "standings", "standings", "", "", "\n".join(told_of)
                )

    def _record_round_missing_from_other_engine(self, event: Tournament) -> None:
        """Record a difference if the other engine stopped before a round that Topboard can pair."""
        if len(event.rounds) < event.planned_rounds:
            with suppress(NoLegalPairing):
                self.system.pair(event)
                self._record_round_difference(event, None, say("the engine found no legal pairing"))

    # --- recording differences --------------------------------------------------------------

    def _record_round_difference(
        self, before: Tournament, theirs: RoundPairing | None, told: str
    ) -> None:
        ours = ""
        try:
            pairing = self.system.pair(before)
        except NoLegalPairing as none:
            why, cause = str(none), f"we find none {none.article}".strip()
        else:
            ours = "\n".join(format_pairing_lines(pairing))
            cause, why = self._find_cause_and_reasons_of_difference(before, pairing, theirs)
        listed = "" if theirs is None else "\n".join(format_pairing_lines(theirs))
        # The engine's message about the round comes first, followed by its pairing if that is
        # different.
        said = "\n\n".join(dict.fromkeys(text for text in (told, listed) if text))
        self._save_difference_files(before, f"round-{before.round_to_pair}", cause, said, ours, why)

    def _find_cause_and_reasons_of_difference(
        self, before: Tournament, ours: RoundPairing, theirs: RoundPairing | None
    ) -> tuple[str, str]:
        """Return the cause of a difference and Topboard's reasons.

        If the other engine is a Topboard system too, its reasons are included.
        """
        if theirs is None:
            # There is nothing to compare with, so the reasons cover our whole round.
            theirs = RoundPairing("", ours.round, (), None, (), ())
            return "it finds none", "\n".join(
                PairingDifference(before, self.system, ours, theirs).reasons()
            )
        found = PairingDifference(before, self.system, ours, theirs)
        cause, why = str(found.cause_of_first_difference()), "\n".join(found.reasons())
        if isinstance(self.other, OtherSystem):
            instead = self.other.compare_pairing(before, ours)
            cause += f" / {instead.cause_of_first_difference().article}"
            its = "\n".join(instead.reasons())
            why = f"{self.system.name}\n\n{why}\n\n{self.other.name}\n\n{its}"
        return cause, why

    def _save_difference_files(
        self,
        event: Tournament | None,
        place: str,
        cause: str,
        other: str,
        ours: str = "",
        why: str = "",
    ) -> None:
        name = f"{self.checked.name}-{place}"
        kept = {"peer.txt": other, "topboard.txt": ours, "reasons.txt": why}
        if event is not None:
            kept["event.trf"] = format_report_file(event)
        self.files |= {f"differences/{name}/{file}": text for file, text in kept.items()}
        self.checked = replace(
            self.checked,
            differing=(*self.checked.differing, name),
            unexplained=self.checked.unexplained + (not why),
            causes=(*self.checked.causes, cause),
        )


def _published_pairing(before: Tournament) -> RoundPairing:
    published = before.published
    assert published is not None, "a round that was checked was published"
    pairs = tuple(
        Pair(table, m.white, m.black)
        for table, m in enumerate(published.meetings, start=1)
        if m.white is not None and m.black is not None
    )
    return RoundPairing("", before.round_to_pair, pairs, published.bye, (), ())
