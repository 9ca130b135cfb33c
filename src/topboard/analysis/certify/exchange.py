"""One event that one engine makes and the other checks, and the record of differences."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass, replace
from topboard.analysis.certify.differences import Differing
from topboard.analysis.certify.other_systems import OtherSystem
from topboard.analysis.certify.peers import PeerFailed
from topboard.analysis.certify.reports import lines_of, text_of
from topboard.analysis.generate import generate, wishes_by_lot
from topboard.checking import check_round, check_standings, with_replay_defaults
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import read_text, read_with_claims
from topboard.messages import retold, say
from topboard.model import Pair
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import system as system_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.analysis.certify.peers import Peer
    from topboard.analysis.generate import Wishes
    from topboard.model import Tournament
    from topboard.systems.registry import System

OURS, THEIRS = "ours", "theirs"
BAKU = "baku"
ACCELERATED = 4
"""One of this many events is accelerated, if the system supports it."""
APART = 1_000_000_000
"""The distance of the other engine's seeds from Topboard's if our generator plays both.

With the same seed, both would be the same event up to the first different round.
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """An event that one engine made and the other has checked."""

    made_by: str
    number: int
    rounds: int
    differing: tuple[str, ...] = ()
    """The folders in which its differences are saved."""
    unexplained: int = 0
    """The number of differences for which Topboard has no reason to give."""
    causes: tuple[str, ...] = ()
    """The cause of each difference; older runs did not record it."""

    @property
    def name(self) -> str:
        """Return its name in the folder."""
        return f"{self.made_by}-{self.number:05}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Everything that decides the outcome: the other engine, the system, sizes and seed."""

    other: Peer | OtherSystem
    system_name: str
    """The name of the system, because the rules themselves cannot be sent to a worker."""
    seed: int
    sizes: Mapping[str, int | list[int]]
    """The requested ``competitors`` and ``rounds``: a number, or a range from and to."""

    @property
    def system(self) -> System:
        """Return Topboard's rules."""
        return system_named(self.system_name)

    @property
    def digest(self) -> str:
        """Return a digest of everything that decides the outcome."""
        text = json.dumps([self.other.name, self.system_name, self.seed, {**self.sizes}])
        return sha256(text.encode()).hexdigest()[:16]

    def checked(self, made_by: str, number: int) -> tuple[Checked, dict[str, str | bytes]]:
        """Return an event made by one engine and checked by the other, and the files to save."""
        check = _Check(self, self.system, made_by, number)
        if made_by == OURS:
            check.ours()
        else:
            check.theirs()
        return check.checked, check.files

    def seed_of(self, made_by: str, number: int) -> int:
        """Return the seed of an event."""
        ours = made_by == OURS or self.other.reports
        return self.seed + number + (0 if ours else APART)

    def wishes_of(self, made_by: str, number: int) -> Wishes:
        """Return what kind of event it is."""
        seed = self.seed_of(made_by, number)
        wishes, random = wishes_by_lot(seed), Random(f"sizes {seed}")
        named: dict[str, Any] = {}
        for name, size in sorted(self.sizes.items()):
            least, most = (size, size) if isinstance(size, int) else size
            named[name] = random.randrange(least, most + 1)
        if number % ACCELERATED == 0 and BAKU in {v.name for v in self.system.variations}:
            named["variations"] = (BAKU,)
        return self.other.wishes_known(replace(wishes, **named))


class _Check:
    """An event being checked; the findings are collected in it."""

    def __init__(self, exchange: Exchange, system: System, made_by: str, number: int) -> None:
        self.other, self.system = exchange.other, system
        self.seed = exchange.seed_of(made_by, number)
        self.wishes = exchange.wishes_of(made_by, number)
        self.checked = Checked(made_by, number, 0)
        self.file = f"{made_by}/{number:05}.trf"
        self.files: dict[str, str | bytes] = {}

    def ours(self) -> None:
        """Let the other engine check an event of Topboard's."""
        text = self.other.file_of(generate(self.system, self.seed, self.wishes))
        self.files[self.file] = text
        event = read_text(text, self.file)
        self.checked = replace(self.checked, rounds=len(event.rounds))
        try:
            differing = self.other.differing_rounds(event, text)
        except (PeerFailed, NoLegalPairing) as failed:
            self._keep(event, "event", "it failed", str(failed))
            return
        for number, told in differing.items():
            before = replace(event.before(number), published=None)
            self._keep_round(before, self._pairing_of_other(before), told)

    def _pairing_of_other(self, before: Tournament) -> RoundPairing | None:
        with suppress(PeerFailed, NoLegalPairing):
            return self.other.pairing(before)
        return None

    def theirs(self) -> None:
        """Check an event of the other engine."""
        try:
            content = self.other.event_made(self.system, self.seed, self.wishes)
            self.files[self.file] = content
            event, claimed = read_with_claims(BytesIO(content))
        except (PeerFailed, BadInput, NoLegalPairing) as failed:
            self._keep(None, "event", "it failed", str(failed))
            return
        event = with_replay_defaults(event, self.system)
        self.checked = replace(self.checked, rounds=len(event.rounds))
        for played in event.rounds:
            before = event.before(played.number)
            if check_round(before, self.system).differences:
                made = _as_published(before)
                told = "\n".join(lines_of(made))
                self._keep_round(replace(before, published=None), made, told)
        if not self.other.reports:
            self._look_beyond(event)
        elif claimed is not None and event.rounds:
            table = check_standings(event, self.system, claimed)
            told_of = [
                f"{d.published[0]}: {retold(d.text)} ({d.article})" for d in table.differences
            ]
            if told_of:
                self._keep(event, "standings", "standings", "", "", "\n".join(told_of))

    def _look_beyond(self, event: Tournament) -> None:
        """Record an event that stopped because the other engine found no pairing although one
        exists."""
        if len(event.rounds) < event.planned_rounds:
            with suppress(NoLegalPairing):
                self.system.pair(event)
                self._keep_round(event, None, say("it found no legal pairing"))

    # --- what is kept of a difference -------------------------------------------------------

    def _keep_round(self, before: Tournament, theirs: RoundPairing | None, told: str) -> None:
        ours = ""
        try:
            pairing = self.system.pair(before)
        except NoLegalPairing as none:
            why, cause = str(none), f"we find none {none.article}".strip()
        else:
            ours = "\n".join(lines_of(pairing))
            cause, why = self._parted(before, pairing, theirs)
        listed = "" if theirs is None else "\n".join(lines_of(theirs))
        # The engine's message about the round comes first, then the round unless it is the same.
        said = "\n\n".join(dict.fromkeys(text for text in (told, listed) if text))
        self._keep(before, f"round-{before.round_to_pair}", cause, said, ours, why)

    def _parted(
        self, before: Tournament, ours: RoundPairing, theirs: RoundPairing | None
    ) -> tuple[str, str]:
        """Return the cause of the difference and the reasons; both sides' if the other is a
        system."""
        if theirs is None:
            # There is nothing to compare with, so the whole of our round is the answer.
            theirs = RoundPairing("", ours.round, (), None, (), ())
            return "it finds none", "\n".join(
                Differing(before, self.system, ours, theirs).reasons()
            )
        found = Differing(before, self.system, ours, theirs)
        cause, why = str(found.cause()), "\n".join(found.reasons())
        if isinstance(self.other, OtherSystem):
            instead = self.other.differing(before, ours)
            cause += f" / {instead.cause().article}"
            its = "\n".join(instead.reasons())
            why = f"{self.system.name}\n\n{why}\n\n{self.other.name}\n\n{its}"
        return cause, why

    def _keep(
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
            kept["event.trf"] = text_of(event)
        self.files |= {f"differences/{name}/{file}": text for file, text in kept.items()}
        self.checked = replace(
            self.checked,
            differing=(*self.checked.differing, name),
            unexplained=self.checked.unexplained + (not why),
            causes=(*self.checked.causes, cause),
        )


def _as_published(before: Tournament) -> RoundPairing:
    published = before.published
    assert published is not None, "a round that was checked was published"
    pairs = tuple(
        Pair(table, m.white, m.black)
        for table, m in enumerate(published.meetings, start=1)
        if m.white is not None and m.black is not None
    )
    return RoundPairing("", before.round_to_pair, pairs, published.bye, (), ())
