"""A run of certification: events each way, kept in a folder, and continued where it was stopped.

The folder holds ``run.json`` (what is run), ``ours`` and ``theirs`` (the events), ``done.jsonl`` (a
line for each event that was checked) and ``differences`` (for each round that differs the event
before it, the answers of both engines, and our reasons).
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topboard.certifying.peers import REPORT, PeerFailed, lines_of, with_absent
from topboard.checking import as_replayed, check_round, check_standings
from topboard.errors import BadInput, NoLegalPairing, Problem, TopboardError
from topboard.explain import concerning, names_of
from topboard.explain.verdict_words import verdict_sentences
from topboard.explain.verdicts import why_not
from topboard.formats import dumps, read_text, read_with_claims
from topboard.formats.files import deliver, head_of
from topboard.generating import generate, wishes_by_lot
from topboard.many import each
from topboard.messages import retold, say
from topboard.model import NotYetEntered, Pair, Withdrawn, ZeroPointBye
from topboard.reasons import RoundPairing
from topboard.records import dataclass, replace
from topboard.rules.systems import system as system_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.certifying.peers import Peer
    from topboard.generating import Wishes
    from topboard.model import Away, Number, Tournament
    from topboard.rules.systems import System

OURS, THEIRS = "ours", "theirs"
BAKU = "baku"
ACCELERATED = 4
"""Every so many events one is accelerated, where the system knows how."""


@dataclass(frozen=True, slots=True)
class Checked:
    """An event that one engine made and the other has checked."""

    made_by: str
    number: int
    rounds: int
    differing: tuple[str, ...] = ()
    """The folders in which its differences are kept."""
    unexplained: int = 0
    """To how many of them we have no reason to give."""

    @property
    def name(self) -> str:
        """How it is called in the folder."""
        return f"{self.made_by}-{self.number:05}"


@dataclass(frozen=True, slots=True)
class Certification:
    """What is run: the other engine, the system, how many events each way, and from which seed."""

    folder: Path
    peer: Peer
    system: System
    events: int
    seed: int
    sizes: Mapping[str, int]
    """The wishes that are not drawn: ``competitors`` and ``rounds``, where they were named."""

    def remaining(self, jobs: int = 1) -> Iterator[Checked]:
        """Check what was not checked yet, by so many processes, each event as it is done."""
        known = {(one.made_by, one.number) for one in self.done()}
        every = ((by, n) for n in range(1, self.events + 1) for by in (OURS, THEIRS))
        missing = [one for one in every if one not in known]
        # A system is sent by its name: rules are not for sending.
        run = (self.folder, self.peer, self.system.name, self.events, self.seed, {**self.sizes})
        for _, checked in each(partial(_check, run), missing, jobs):
            self._note(checked)
            yield checked

    def done(self) -> list[Checked]:
        """What was checked before; a line that was cut off when the run was stopped is none."""
        found = []
        for line in _text_of(self._log).splitlines():
            with suppress(ValueError):
                content = json.loads(line)
                found.append(Checked(**{**content, "differing": tuple(content["differing"])}))
        return [one for one in found if one.number <= self.events]

    @property
    def _log(self) -> Path:
        return self.folder / "done.jsonl"

    def _note(self, checked: Checked) -> None:
        content = {name: getattr(checked, name) for name in Checked.__dataclass_fields__}
        with self._log.open("a", encoding="utf-8") as log:
            # A line of its own also after one that was cut off.
            log.write("\n" * (not _ends_a_line(self._log)) + json.dumps(content) + "\n")

    def checked(self, made_by: str, number: int) -> Checked:
        """An event made by one engine and checked by the other."""
        seed = self.seed + number
        named: dict[str, Any] = {**self.sizes}
        if number % ACCELERATED == 0 and BAKU in {v.name for v in self.system.variations}:
            named["variations"] = (BAKU,)
        wishes = self.peer.wishes_known(replace(wishes_by_lot(seed), **named))
        file = self.folder / made_by / f"{number:05}.trf"
        file.parent.mkdir(exist_ok=True)
        check = self._ours if made_by == OURS else self._theirs
        return check(Checked(made_by, number, 0), file, seed, wishes)

    # --- our events, checked by the other engine --------------------------------------------

    def _ours(self, checked: Checked, file: Path, seed: int, wishes: Wishes) -> Checked:
        text = dumps(as_others_read_it(generate(self.system, seed, wishes)), REPORT)
        deliver(text, file)
        event = read_text(text, str(file))
        checked = replace(checked, rounds=len(event.rounds))
        try:
            differing = self.peer.differing_rounds(event, file)
        except (PeerFailed, NoLegalPairing) as failed:
            return self._kept(checked, event, "event", str(failed), "", "")
        for number, told in differing.items():
            before = replace(event.before(number), published=None)
            checked = self._round_kept(checked, before, self._pairing_of_peer(before), told)
        return checked

    def _pairing_of_peer(self, before: Tournament) -> RoundPairing | None:
        with suppress(PeerFailed, NoLegalPairing):
            return self.peer.pairing(before)
        return None

    # --- events of the other engine, checked by us ------------------------------------------

    def _theirs(self, checked: Checked, file: Path, seed: int, wishes: Wishes) -> Checked:
        try:
            self._made_by_peer(file, seed, wishes)
            event, claimed = read_with_claims(file)
        except (PeerFailed, BadInput) as failed:
            return self._kept(checked, None, "event", str(failed), "", "")
        event = as_replayed(event, self.system)
        checked = replace(checked, rounds=len(event.rounds))
        for played in event.rounds:
            before = event.before(played.number)
            if check_round(before, self.system).differences:
                peer = _as_published(before)
                bare = replace(before, published=None)
                checked = self._round_kept(checked, bare, peer, "\n".join(lines_of(peer)))
        if claimed is not None and event.rounds:
            table = check_standings(event, self.system, claimed)
            if table.differences:
                told = [
                    f"{d.published[0]}: {retold(d.text)} ({d.article})" for d in table.differences
                ]
                checked = self._kept(checked, event, "standings", "", "", "\n".join(told))
        return self._ended_early(checked, event)

    def _made_by_peer(self, file: Path, seed: int, wishes: Wishes) -> None:
        if self.peer.form.generates:
            self.peer.generated(seed, wishes, file)
            return
        # It has no generator: ours plays the rounds that it pairs.
        paired_by_it = replace(
            self.system, pair=lambda before: self.peer.pairing(as_others_read_it(before))
        )
        event = as_others_read_it(generate(paired_by_it, seed, wishes))
        deliver(dumps(event, REPORT), file)

    def _ended_early(self, checked: Checked, event: Tournament) -> Checked:
        """An event that stops because the other engine found no pairing, where we find one."""
        if self.peer.form.generates or len(event.rounds) >= event.planned_rounds:
            return checked
        try:
            self.system.pair(event)
        except NoLegalPairing:
            return checked
        return self._round_kept(checked, event, None, say("it found no legal pairing"))

    # --- what is kept of a difference -------------------------------------------------------

    def _round_kept(
        self, checked: Checked, before: Tournament, peer: RoundPairing | None, told: str
    ) -> Checked:
        ours, reasons = "", ""
        try:
            pairing = self.system.pair(before)
            ours = "\n".join(lines_of(pairing))
            reasons = "\n".join(_reasons(before, self.system, pairing, peer))
        except NoLegalPairing as none:
            reasons = str(none)
        theirs = told if peer is None else told + "\n\n" + "\n".join(lines_of(peer))
        place = f"round-{before.round_to_pair}"
        return self._kept(checked, before, place, theirs, ours, reasons)

    def _kept(
        self, checked: Checked, event: Tournament | None, place: str, peer: str, ours: str, why: str
    ) -> Checked:
        folder = self.folder / "differences" / f"{checked.name}-{place}"
        folder.mkdir(parents=True, exist_ok=True)
        kept = {"peer.txt": peer, "topboard.txt": ours, "reasons.txt": why}
        if event is not None:
            kept["event.trf"] = dumps(event, REPORT)
        for name, text in kept.items():
            deliver(text, folder / name)
        return replace(
            checked,
            differing=(*checked.differing, folder.name),
            unexplained=checked.unexplained + (not why),
        )


def _check(
    run: tuple[Path, Peer, str, int, int, dict[str, int]], which: tuple[str, int]
) -> Checked:
    folder, peer, name, events, seed, sizes = run
    return Certification(folder, peer, system_named(name), events, seed, sizes).checked(*which)


def opened(
    folder: Path,
    peer: Peer,
    system: str,
    events: int,
    seed: int | None,
    sizes: Mapping[str, int] | None = None,
) -> Certification:
    """The run in a folder: a new one, or the one that was begun there."""
    begun = _text_of(folder / "run.json")
    wanted: dict[str, Any] = {"peer": peer.form.name, "system": system, "sizes": dict(sizes or {})}
    kept = json.loads(begun) if begun else {**wanted, "seed": seed or 0}
    differs = any(kept.get(name) != value for name, value in wanted.items())
    if differs or seed not in (None, kept["seed"]):
        remedy = say("name another folder, or ask for what was begun in this one")
        what = say("the folder holds another run")
        raise BadInput([Problem(what, str(folder), begun.strip(), remedy)])
    folder.mkdir(parents=True, exist_ok=True)
    deliver(json.dumps({**kept, "events": events}) + "\n", folder / "run.json")
    return Certification(folder, peer, system_named(system), events, kept["seed"], wanted["sizes"])


def as_others_read_it(event: Tournament) -> Tournament:
    """The event in what every engine knows: who is not there is absent from a round."""
    rounds = tuple(
        replace(played, away=tuple((n, _absent(outcome)) for n, outcome in played.away))
        for played in event.rounds
    )
    competitors = tuple(replace(c, joined=1) for c in event.competitors)
    over = len(event.rounds) >= event.planned_rounds > 0
    requests = () if over else with_absent(event).requests
    return replace(event, competitors=competitors, rounds=rounds, requests=requests)


def _absent(outcome: Away) -> Away:
    return ZeroPointBye() if isinstance(outcome, NotYetEntered | Withdrawn) else outcome


def _as_published(before: Tournament) -> RoundPairing:
    published = before.published
    assert published is not None, "a round that was checked was published"
    pairs = tuple(
        Pair(table, m.white, m.black)
        for table, m in enumerate(published.meetings, start=1)
        if m.white is not None and m.black is not None
    )
    return RoundPairing("", before.round_to_pair, pairs, published.bye, (), ())


def _reasons(
    before: Tournament, system: System, ours: RoundPairing, peer: RoundPairing | None
) -> Iterator[str]:
    """Why our round is as it is where the two differ, and why it is not as the other has it."""
    name = names_of(before)
    here = {(p.white, p.black) for p in ours.pairs}
    there = {(p.white, p.black) for p in peer.pairs} if peer is not None else set()
    together = {frozenset(pair) for pair in here}
    for a, b in sorted(there - here):
        if frozenset((a, b)) not in together:
            with suppress(TopboardError):
                yield from verdict_sentences(why_not(before, system, a, b), a, b, name)
    concerned: set[Number] = {n for pair in here ^ there for n in pair}
    byes = {ours.bye} if peer is None else {ours.bye} ^ {peer.bye}
    concerned |= {n for n in byes if n is not None}
    for number in sorted(concerned):
        yield f"# {name(number)}"
        for lines in concerning(ours, number, name):
            yield from lines


def _text_of(file: Path) -> str:
    return head_of(file).decode() if file.exists() else ""


def _ends_a_line(file: Path) -> bool:
    text = _text_of(file)
    return not text or text.endswith("\n")
