"""``topboard event verify``: what proves that a journal is the one that was written."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from topboard.answers import comparison, refusal
from topboard.cli.event_text import print_lines
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.terminal import show_json
from topboard.errors import BadInput, DamagedJournal, Problem
from topboard.event.limits import goes_back
from topboard.event.proofs import checked
from topboard.event.recorded_line_ups import recorded_line_up_faults
from topboard.event.replay import Comparison, replays
from topboard.event.replay_text import comparison_in_words
from topboard.event.signatures import Publication, publications
from topboard.messages import message, retold, say, say_count, say_kept
from topboard.proving.words import told_with_step
from topboard.records import dataclass
from topboard.store.event_file import EventFile
from topboard.store.kept_journal import what_is_left
from topboard.store.keys import EXTRA, Verdict, verdict

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from topboard.event.entries import StoredEntry
    from topboard.event.replay import Replay
    from topboard.proof import Verified

CANNOT_BE_COMPARED = frozenset({Comparison.OTHER_REVISION, Comparison.UNKNOWN_SYSTEM})
SHORTEST_HEAD = 16
"""So many digits of a hash are asked for at least: fewer could be met by chance, or by work."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found of a journal whose chain is intact."""

    entries: int
    head: str
    anchored: int | None
    """The entry whose hash was given."""
    rounds: tuple[tuple[Replay, Verified | None], ...]
    """Every publication made again, and what the checker says of its proof if it has one."""
    key: str
    """The key named last; empty where there is none."""
    signatures: tuple[tuple[int, Verdict], ...]
    """Every publication after a key was named, by its entry."""
    remarks: tuple[str, ...]
    guarded: bool
    """Whether the file refuses changes, as Topboard made it."""
    line_ups: tuple[str, ...] = ()
    """What is impossible in line-ups on record."""

    @property
    def holds(self) -> bool:
        """Whether rounds are the same, nothing lacks its signature, guards and line-ups stand."""
        unsigned = any(found is Verdict.MISSING for _, found in self.signatures)
        right = all(map(self.is_right, self.rounds))
        return self.guarded and not unsigned and right and not self.line_ups

    def is_right(self, checked_round: tuple[Replay, Verified | None]) -> bool:
        """Whether nothing speaks against a published round."""
        return is_right(*checked_round, self.signatures)


def is_right(
    one: Replay, found: Verified | None, signatures: Sequence[tuple[int, Verdict]]
) -> bool:
    """Whether nothing speaks against a published round.

    One that an earlier revision paired differently, or a system that is not known, is right if
    its own signature or proof holds.
    """
    if one.comparison in CANNOT_BE_COMPARED:
        return is_vouched_for(one, found, signatures)
    return one.same and (found is None or found.proved or one.is_of_earlier_revision)


def is_vouched_for(
    one: Replay, found: Verified | None, signatures: Sequence[tuple[int, Verdict]]
) -> bool:
    """Whether the signature of a published round, or its proof, holds."""
    signed = dict(signatures).get(one.entry) is Verdict.GENUINE
    return signed or (found is not None and found.proved)


def verify(request: Namespace) -> int:
    """Prove the chain, every published round by pairing it again or its proof, and signatures."""
    with EventFile.open(request.file, read_only=True) as file:
        file.journal.whole()
        records = file.journal.verified()
        signatures = tuple(signatures_of(records))
        _refuse_wrong_signature(signatures, file.journal.address)
        backwards = (goes_back(a, b) for a, b in pairwise(file.entries))
        proof = Proof(
            entries=len(records),
            head=records[-1].hash,
            anchored=None
            if request.head is None
            else _anchored(records, request.head, file.journal.address),
            rounds=tuple(
                (one, checked(one)) for one in replays(file.entries, by_proof=request.by_proof)
            ),
            key=file.event.key,
            signatures=signatures,
            remarks=tuple(remark for remark in backwards if remark),
            guarded=file.journal.guarded(),
            line_ups=tuple(recorded_line_up_faults(file.entries)),
        )
    if request.json:
        show_json(_plain(proof))
    else:
        print_lines(_lines(proof))
    return DONE if proof.holds else DIFFERENCE


def _anchored(records: Sequence[StoredEntry], given: str, address: str) -> int:
    """The entry whose hash was written down elsewhere; without it, this is another journal."""
    head = "".join(given.split()).lower()
    if len(head) < SHORTEST_HEAD or any(digit not in "0123456789abcdef" for digit in head):
        remedy = say(
            "{least} or more digits of it, as they stand on a sheet",
            least=SHORTEST_HEAD,
        )
        raise BadInput([Problem(say("not a hash"), "--head", given, remedy)])
    for record in records:
        if record.hash.startswith(head):
            return record.number
    raise DamagedJournal(
        say(
            "{file!r}: no entry has the hash {head}: the journal was shortened or written anew"
            " after that; look for another copy, or {what_is_left}",
            file=address,
            head=head,
            what_is_left=what_is_left(address),
        ),
        intact=0,
    )


def signatures_of(records: Sequence[StoredEntry]) -> Iterator[tuple[int, Verdict]]:
    """What is found of every signature, by its entry."""
    for key, entry, text in publications(records):
        assert isinstance(entry.act, Publication)
        yield entry.number, verdict(key, entry.act.signature, text)


def _refuse_wrong_signature(found: Sequence[tuple[int, Verdict]], file: str) -> None:
    for number, one in found:
        if one is Verdict.WRONG:
            raise DamagedJournal(
                say(
                    "{file!r}: the signature of entry {number} is wrong: the journal was written"
                    " anew by somebody without the key; look for another copy, or {what_is_left}",
                    file=file,
                    number=number,
                    what_is_left=what_is_left(file),
                ),
                intact=0,
            )


# --- in words -----------------------------------------------------------------------------------


def _lines(proof: Proof) -> Iterator[str]:
    yield say("{entries} entries, chain intact", entries=proof.entries)
    if not proof.guarded:
        yield (
            say(
                "The file's guards against changes were REMOVED: somebody has opened it with"
                " another program; compare it with a copy, or with a hash written down (--head)"
            )
        )
    yield say("Head: {head}", head=proof.head)
    if proof.anchored is not None:
        more = proof.entries - proof.anchored
        yield say_count(
            "The hash given is that of entry {anchored}; {count} entry came after it",
            "The hash given is that of entry {anchored}; {count} entries came after it",
            more,
            anchored=proof.anchored,
        )
    for one, found in proof.rounds:
        yield say(
            "{section}, round {round} (entry {entry}): {words}",
            section=one.section,
            round=one.round,
            entry=one.entry,
            words=_words(proof, one, found),
        )
        yield from (f"    {departure}" for departure in one.departures)
    yield from _lines_of_signatures(proof)
    yield from (remark[:1].upper() + remark[1:] for remark in proof.remarks)
    for fault in proof.line_ups:
        yield say("IMPOSSIBLE line-up, {fault}", fault=fault)


def _words(proof: Proof, one: Replay, found: Verified | None) -> str:
    """How a round was checked, by pairing it again and by its proof, and what came of it."""
    again = comparison_in_words(one)
    if one.comparison in CANNOT_BE_COMPARED:
        if is_vouched_for(one, found, proof.signatures):
            return say("{again}; its signature or proof holds", again=again)
        return say("{again}; without a signature or proof it cannot be judged", again=again)
    if one.revision:
        return _words_of_change(one)
    if one.manual:
        return say("paired by hand") if one.same else again
    wrong = "" if found is None or found.refused is None else told_with_step(found.refused)
    if not one.paired_again:
        return say("NOT proved, {wrong}", wrong=wrong) if wrong else say("proved")
    if wrong and one.is_of_earlier_revision:
        return say(
            "{again}; its proof is of revision {revision} of the rules and was not followed",
            again=again,
            revision=one.system_revision,
        )
    if wrong:
        return say("{again}; NOT proved, {wrong}", again=again, wrong=wrong)
    return again if found is None else say("{again}; proved", again=again)


def _words_of_change(one: Replay) -> str:
    """How a round that was changed after its publication compares with the rules."""
    if not one.differences:
        return say(
            "revision {revision}: changed by hand, as the rules pair it", revision=one.revision
        )
    return say(
        "revision {revision}: changed by hand, {differences}",
        revision=one.revision,
        differences=say_count(
            "{count} difference from the rules",
            "{count} differences from the rules",
            len(one.differences),
        ),
    )


def _lines_of_signatures(proof: Proof) -> Iterator[str]:
    if not proof.key:
        yield say("No key is named: publications are not signed")
        return
    yield say("Key: {key}", key=proof.key)
    for number, found in proof.signatures:
        yield say("Entry {number}: {found}", number=number, found=say_kept(VERDICTS[found]))
    if any(found is Verdict.UNCHECKED for _, found in proof.signatures):
        yield say("To check signatures {extra}", extra=retold(EXTRA))


def _plain(proof: Proof) -> dict[str, object]:
    rounds = [
        {
            "entry": r.entry,
            "section": r.section,
            "round": r.round,
            **comparison(r),
            "manual": r.manual,
            "revision": r.revision,
            "digest": r.digest,
            "paired_again": r.paired_again,
            **({} if found is None else {"proved": found.proved}),
            **({} if found is None else refusal(found)),
        }
        for r, found in proof.rounds
    ]
    return {
        "entries": proof.entries,
        "chain": "intact",
        "guarded": proof.guarded,
        "head": proof.head,
        "anchored": proof.anchored,
        "rounds": rounds,
        "key": proof.key,
        "signatures": [{"entry": n, "verdict": v.name.lower()} for n, v in proof.signatures],
        "remarks": list(proof.remarks),
        "line_ups": list(proof.line_ups),
    }


VERDICTS = {
    Verdict.GENUINE: message("signed"),
    Verdict.MISSING: message("NOT signed"),
    Verdict.WRONG: message("the signature is WRONG"),
    Verdict.UNCHECKED: message("the signature was not checked"),
}
