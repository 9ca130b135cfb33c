"""The ``topboard event verify`` command, which checks that a journal has not been altered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise

from topboard._frozen import dataclass
from topboard.cli.event_text import print_printable_lines
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.json_output import print_value_as_json
from topboard.errors import BadInput, DamagedJournal, Problem
from topboard.event import file_commands
from topboard.event.entries import StoredEntry
from topboard.event.erasure import find_entries_missing_personal_values
from topboard.event.limits import build_earlier_time_warning
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.recorded_line_ups import find_recorded_line_up_faults
from topboard.event.replay import Comparison, Replay, replay_rounds
from topboard.event.replay_text import describe_replay_comparison
from topboard.event.signatures import (
    NamedKey,
    Publication,
    build_key_introduction_to_sign,
    find_publications_with_signing_keys,
    find_signing_keys,
)
from topboard.messages import message, say, say_count, say_kept, translate_worded
from topboard.proof.prove.sentences import translate_refusal_with_step
from topboard.proof.verify import VerificationResult
from topboard.serialize.event_answers import replay_comparison_to_json
from topboard.serialize.proof_answers import failed_step_to_json
from topboard.storage.journal import build_salvage_advice
from topboard.storage.keys import EXTRA, SignatureVerdict, verify_signature
from topboard.storage.session import JournalSession

CANNOT_BE_COMPARED = frozenset({Comparison.OTHER_REVISION, Comparison.UNKNOWN_SYSTEM})
SHORTEST_HEAD = 16
"""The minimum number of digits of a hash or key that the user must type.

Fewer digits could match by chance or be found by trying many journals.
"""


class SigningKeyOrigin(Enum):
    """The way in which a signing key was added to a journal."""

    FIRST = "first"
    NAMED = "named"
    INTRODUCED = "introduced"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


INTRODUCED = {
    SignatureVerdict.GENUINE: SigningKeyOrigin.INTRODUCED,
    SignatureVerdict.WRONG: SigningKeyOrigin.WRONG,
    SignatureVerdict.UNCHECKED: SigningKeyOrigin.UNCHECKED,
}


@dataclass(frozen=True, slots=True)
class JournalFindings:
    """The results of verifying a journal whose hash chain is intact."""

    entries: int
    head: str
    anchored: int | None
    """The number of the entry with the hash given by the user, or None if none was given."""
    rounds: tuple[tuple[Replay, VerificationResult | None], ...]
    """Every published round, paired again, with the verdict on its proof or None if it has none."""
    keys: tuple[tuple[NamedKey, SigningKeyOrigin], ...]
    """Every signing key in the journal, and how it was added."""
    pinned: bool | None
    """Whether the journal's first key is the one given by the user, or None if none was given."""
    unsigned_from: int | None
    """The number of the first journal entry not covered by a signature, or None if all are."""
    missing_values: tuple[int, ...]
    """The numbers of the journal entries that lack personal data which no action has erased."""
    signatures: tuple[tuple[int, SignatureVerdict], ...]
    """The verdict on each signature, preceded by the number of its journal entry.

    Publications that lack a signature are included.
    """
    remarks: tuple[str, ...]
    guarded: bool
    """Whether the file still has Topboard's protection against changes to journal entries."""
    line_ups: tuple[str, ...] = ()
    """Descriptions of the recorded line-ups that are impossible."""

    @property
    def is_everything_in_order(self) -> bool:
        """Return whether all rounds, keys, signatures and other results are in order."""
        unsigned = any(found is SignatureVerdict.MISSING for _, found in self.signatures)
        forged = any(origin is SigningKeyOrigin.WRONG for _, origin in self.keys)
        gaps = unsigned or forged or self.missing_values or self.line_ups
        right = self.pinned is not False and all(map(self.is_round_in_order, self.rounds))
        return self.guarded and right and not gaps

    def is_round_in_order(self, checked_round: tuple[Replay, VerificationResult | None]) -> bool:
        """Return whether a published round passes the checks, taking signatures into account."""
        return is_published_round_in_order(*checked_round, self.signatures)


def is_published_round_in_order(
    one: Replay,
    found: VerificationResult | None,
    signatures: Sequence[tuple[int, SignatureVerdict]],
) -> bool:
    """Return whether a published round passes the checks.

    A round that cannot be compared with the rules, such as one paired under an earlier revision,
    passes if its own signature or proof is valid.
    """
    if one.comparison in CANNOT_BE_COMPARED:
        return has_valid_signature_or_proof(one, found, signatures)
    return one.does_not_contradict_record and (
        found is None or found.proved or one.is_of_earlier_revision
    )


def has_valid_signature_or_proof(
    one: Replay,
    found: VerificationResult | None,
    signatures: Sequence[tuple[int, SignatureVerdict]],
) -> bool:
    """Return whether the signature or the proof of a published round is valid."""
    signed = dict(signatures).get(one.entry) is SignatureVerdict.GENUINE
    return signed or (found is not None and found.proved)


def verify_journal(request: file_commands.Verify) -> int:
    """Verify the hash chain, the signatures and every published round of a journal.

    A round is verified by pairing it again or by its proof.
    """
    with JournalSession.open(request.file, read_only=True) as file:
        file.journal.check_integrity()
        records = file.journal.load_verified_entries()
        signatures = tuple(verify_journal_signatures(records))
        _refuse_wrong_signature(signatures, file.journal.address)
        backwards = (build_earlier_time_warning(a, b) for a, b in pairwise(file.entries))
        proof = JournalFindings(
            entries=len(records),
            head=records[-1].hash,
            anchored=None
            if request.head is None
            else _find_entry_by_hash(records, request.head, file.journal.address),
            rounds=tuple(
                (one, check_proof_of_replayed_round(one))
                for one in replay_rounds(file.entries, by_proof=request.by_proof)
            ),
            keys=tuple(
                (one, _find_signing_key_origin(one, records)) for one in find_signing_keys(records)
            ),
            pinned=None if request.key is None else _is_first_signing_key(records, request.key),
            unsigned_from=_find_first_unsigned_entry(signatures, len(records)),
            missing_values=tuple(find_entries_missing_personal_values(records)),
            signatures=signatures,
            remarks=tuple(remark for remark in backwards if remark),
            guarded=file.journal.is_protected_against_changes(),
            line_ups=tuple(find_recorded_line_up_faults(file.entries)),
        )
    if request.json:
        print_value_as_json(_verification_findings_to_json(proof))
    else:
        print_printable_lines(_format_verification_findings(proof))
    return DONE if proof.is_everything_in_order else DIFFERENCE


def _find_entry_by_hash(records: Sequence[StoredEntry], given: str, address: str) -> int:
    """Return the number of the journal entry whose hash starts with the digits given by the user.

    Raise ``DamagedJournal`` if there is none. In that case the journal was shortened or rewritten.
    """
    head = _parse_hash_or_key_digits(given, "--head", say("not a valid hash"))
    for record in records:
        if record.hash.startswith(head):
            return record.number
    words = say(
        "{file!r}: no journal entry has the hash {head}, so the journal has been shortened "
        "or rewritten since the hash was printed. Look for another copy.",
        file=address,
        head=head,
    )
    raise DamagedJournal(f"{words} {build_salvage_advice(address)}", intact=0)


def _parse_hash_or_key_digits(given: str, option: str, what: str) -> str:
    """Return the digits of a hash or key typed by the user, in lower case and without spaces.

    Raise ``BadInput`` if there are too few digits or one is not hexadecimal.
    """
    digits = "".join(given.split()).lower()
    if len(digits) < SHORTEST_HEAD or any(one not in "0123456789abcdef" for one in digits):
        remedy = say("Type at least {least} of the printed digits.", least=SHORTEST_HEAD)
        raise BadInput([Problem(what, option, given, remedy)])
    return digits


def _is_first_signing_key(records: Sequence[StoredEntry], given: str) -> bool:
    digits = _parse_hash_or_key_digits(given, "--key", say("not a valid key"))
    named = find_signing_keys(records)
    return bool(named) and named[0].key.startswith(digits)


def _find_signing_key_origin(named: NamedKey, records: Sequence[StoredEntry]) -> SigningKeyOrigin:
    if not named.before:
        return SigningKeyOrigin.FIRST
    if not named.introduction:
        return SigningKeyOrigin.NAMED
    text = build_key_introduction_to_sign(named.key, records[0].hash)
    return INTRODUCED[verify_signature(named.before, named.introduction, text)]


def _find_first_unsigned_entry(
    signatures: Sequence[tuple[int, SignatureVerdict]], entries: int
) -> int | None:
    """Return the number of the first journal entry that no signature covers, or None."""
    good = [number for number, found in signatures if found is not SignatureVerdict.MISSING]
    last = max(good, default=0)
    return None if last == entries else last + 1


def verify_journal_signatures(
    records: Sequence[StoredEntry],
) -> Iterator[tuple[int, SignatureVerdict]]:
    """Yield the journal entry number and the verdict for every signature in the journal.

    Publications that lack a signature are included.
    """
    for key, entry, text in find_publications_with_signing_keys(records):
        assert isinstance(entry.act, Publication)
        yield entry.number, verify_signature(key, entry.act.signature, text)


def _refuse_wrong_signature(found: Sequence[tuple[int, SignatureVerdict]], file: str) -> None:
    for number, one in found:
        if one is SignatureVerdict.WRONG:
            words = say(
                "{file!r}: the signature of journal entry {number} is wrong, so the journal was "
                "rewritten by someone without the key. Look for another copy.",
                file=file,
                number=number,
            )
            raise DamagedJournal(f"{words} {build_salvage_advice(file)}", intact=0)


# --- the report ---------------------------------------------------------------------------------


def _format_verification_findings(proof: JournalFindings) -> Iterator[str]:
    yield say_count(
        "{count} journal entry, hash chain intact",
        "{count} journal entries, hash chain intact",
        proof.entries,
    )
    if not proof.guarded:
        yield (
            say(
                "The file's protection against changes was REMOVED, so another program may have "
                "changed it. Compare it with a copy, or with a printed hash (--head)."
            )
        )
    yield say("Last hash: {head}", head=proof.head)
    if proof.anchored is not None:
        more = proof.entries - proof.anchored
        yield say_count(
            "The given hash belongs to journal entry {anchored}; {count} entry follows it.",
            "The given hash belongs to journal entry {anchored}; {count} entries follow it.",
            more,
            anchored=proof.anchored,
        )
    for one, found in proof.rounds:
        yield say(
            "{section}, round {round} (journal entry {entry}): {words}",
            section=one.section,
            round=one.round,
            entry=one.entry,
            words=_describe_round_check(proof, one, found),
        )
        yield from (f"    {departure}" for departure in one.departures)
    yield from _format_keys_and_signatures(proof)
    yield from (remark[:1].upper() + remark[1:] for remark in proof.remarks)
    for fault in proof.line_ups:
        yield say("IMPOSSIBLE line-up: {fault}", fault=fault)


def _describe_round_check(
    proof: JournalFindings, one: Replay, found: VerificationResult | None
) -> str:
    """Return a phrase on the method and the outcome of checking a published round."""
    again = describe_replay_comparison(one)
    if one.comparison in CANNOT_BE_COMPARED:
        if has_valid_signature_or_proof(one, found, proof.signatures):
            return say("{again}; its signature or proof is valid", again=again)
        return say(
            "{again}; it cannot be verified, because it has no valid signature or proof",
            again=again,
        )
    if one.revision:
        return _describe_manual_change(one)
    if one.manual:
        return say("paired by hand") if one.does_not_contradict_record else again
    wrong = (
        "" if found is None or found.refused is None else translate_refusal_with_step(found.refused)
    )
    if not one.paired_again:
        return say("NOT proved, {wrong}", wrong=wrong) if wrong else say("proved")
    if wrong and one.is_of_earlier_revision:
        return say(
            "{again}; its proof is for revision {revision} of the rules and was not verified",
            again=again,
            revision=one.system_revision,
        )
    if wrong:
        return say("{again}; NOT proved, {wrong}", again=again, wrong=wrong)
    return again if found is None else say("{again}; proved", again=again)


def _describe_manual_change(one: Replay) -> str:
    """Describe how a pairing changed after publication differs from the one under the rules."""
    if not one.differences:
        return say(
            "revision {revision}: changed by hand, same pairing as the rules require",
            revision=one.revision,
        )
    return say_count(
        "revision {revision}: changed by hand, {count} difference from the rules",
        "revision {revision}: changed by hand, {count} differences from the rules",
        len(one.differences),
        revision=one.revision,
    )


def _format_keys_and_signatures(proof: JournalFindings) -> Iterator[str]:
    if not proof.keys:
        yield say("The journal has no key, so nothing in it is signed.")
    for named, origin in proof.keys:
        yield say_count(
            "Key: {key} (journal entry {first}, {origin})",
            "Key: {key} (journal entries {first} to {last}, {origin})",
            named.last - named.first + 1,
            key=named.key,
            first=named.first,
            last=named.last,
            origin=say_kept(ORIGINS[origin]),
        )
    for number, found in proof.signatures:
        yield say("Journal entry {number}: {found}", number=number, found=say_kept(VERDICTS[found]))
    if any(found is SignatureVerdict.UNCHECKED for _, found in proof.signatures):
        yield translate_worded(EXTRA)
    if proof.pinned is not None:
        yield (
            say("The given key is the first key of this journal.")
            if proof.pinned
            else say("The given key is NOT the first key of this journal.")
        )
    yield from _format_verification_gaps(proof)


def _format_verification_gaps(proof: JournalFindings) -> Iterator[str]:
    """Yield lines about missing personal data and about facts that were not verified."""
    if proof.missing_values:
        yield say_count(
            "Personal data in journal entry {entries} are MISSING, although no action erased them.",
            "Personal data in journal entries {entries} are MISSING, although no action erased "
            "them.",
            len(proof.missing_values),
            entries=", ".join(map(str, proof.missing_values)),
        )
    if proof.keys and proof.unsigned_from is not None:
        yield say_count(
            "Not signed: journal entry {first}, which was added after the last signature.",
            "Not signed: journal entries {first} to {last}, which were added after the last "
            "signature.",
            proof.entries - proof.unsigned_from + 1,
            first=proof.unsigned_from,
            last=proof.entries,
        )
    if proof.anchored is None:
        yield say(
            "Not verified: whether entries were removed from the end of the journal. To verify "
            "that, compare the last hash with a printed one (--head)."
        )
    if proof.pinned is None and proof.keys:
        yield say(
            "Not verified: whether the key was replaced together with all signatures. To verify "
            "that, compare the key with the published one (--key)."
        )


def _verification_findings_to_json(proof: JournalFindings) -> dict[str, object]:
    rounds = [
        {
            "entry": r.entry,
            "section": r.section,
            "round": r.round,
            **replay_comparison_to_json(r),
            "manual": r.manual,
            "revision": r.revision,
            "digest": r.digest,
            "paired_again": r.paired_again,
            **({} if found is None else {"proved": found.proved}),
            **({} if found is None else failed_step_to_json(found)),
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
        "key": proof.keys[-1][0].key if proof.keys else "",
        "keys": [
            {
                "key": named.key,
                "first": named.first,
                "last": named.last,
                "origin": origin.value,
            }
            for named, origin in proof.keys
        ],
        "pinned": proof.pinned,
        "unsigned_from": proof.unsigned_from,
        "missing_values": list(proof.missing_values),
        "signatures": [{"entry": n, "verdict": v.name.lower()} for n, v in proof.signatures],
        "remarks": list(proof.remarks),
        "line_ups": list(proof.line_ups),
    }


ORIGINS = {
    SigningKeyOrigin.FIRST: message("the first key of this journal"),
    SigningKeyOrigin.NAMED: message("added by a person, not signed with the previous key"),
    SigningKeyOrigin.INTRODUCED: message("signed with the previous key"),
    SigningKeyOrigin.WRONG: message("its signature with the previous key is INVALID"),
    SigningKeyOrigin.UNCHECKED: message("its signature with the previous key was not verified"),
}
VERDICTS = {
    SignatureVerdict.GENUINE: message("signed"),
    SignatureVerdict.MISSING: message("NOT signed"),
    SignatureVerdict.WRONG: message("the signature is INVALID"),
    SignatureVerdict.UNCHECKED: message("the signature was not verified"),
}
