"""The Ed25519 signing key of an event.

The private part is stored beside the journal. Creating and using keys requires the package
``cryptography`` (the extra ``sign``).
"""

from __future__ import annotations

import os
from enum import Enum
from importlib.util import find_spec
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import CannotReadOrWrite
from topboard.event.signatures import (
    Publication,
    build_key_introduction_to_sign,
    build_publication_bytes_to_sign,
)
from topboard.formats.files import write_file_or_stream
from topboard.messages import say, translate_worded, worded

if TYPE_CHECKING:
    from types import ModuleType

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from topboard.event.session import PendingEntry
    from topboard.storage.journal import Journal

EXTRA = worded(
    "Signatures need the package cryptography. Install it with pip install 'topboard[desk]'."
)


class SignatureVerdict(Enum):
    """The result of verifying the signature of a publication."""

    GENUINE = "signed"
    MISSING = "NOT signed"
    WRONG = "the signature is WRONG"
    UNCHECKED = "the signature was not checked"


def can_make_signatures() -> bool:
    """Return whether signatures can be made and verified on this computer."""
    return find_spec("cryptography") is not None


def _load_ed25519() -> ModuleType:
    """Return the module ``ed25519``, which needs the package ``cryptography``."""
    from topboard.storage import ed25519

    return ed25519


def private_key_file_path(path: str | os.PathLike[str]) -> str:
    """Return the path of the private key file that belongs to a journal file."""
    return f"{os.fspath(path)}.key"


def generate_key_pair() -> tuple[str, bytes]:
    """Return a new public key, as the journal records it, and its private key in PEM format."""
    if not can_make_signatures():
        raise CannotReadOrWrite(f"{say('No key can be created.')} {translate_worded(EXTRA)}")
    made, pem = _load_ed25519().generate_ed25519_key()
    return format_public_key(made), pem


def write_private_key_file(path: str | os.PathLike[str], private: bytes) -> None:
    """Write a private key to a file beside a journal.

    Raise ``CannotReadOrWrite`` if the file exists.
    """
    where = private_key_file_path(path)
    if os.path.exists(where):
        raise CannotReadOrWrite(
            say(
                "{where!r} already exists. Move that file elsewhere before you create a new key.",
                where=where,
            )
        )
    write_file_or_stream(private, where, private=True)


def format_public_key(key: Ed25519PrivateKey) -> str:
    """Return the public part of a private key, as the journal records it."""
    return key.public_key().public_bytes_raw().hex()


def _parse_private_key(pem: bytes, where: str) -> Ed25519PrivateKey:
    try:
        found: Ed25519PrivateKey | None = _load_ed25519().load_private_key(pem)
    except (ValueError, TypeError) as error:
        raise CannotReadOrWrite(
            say("{where!r} is not a key ({error})", where=where, error=error)
        ) from error
    if found is None:
        raise CannotReadOrWrite(say("{where!r} is not a Topboard key", where=where))
    return found


def sign_publication(
    prepared: PendingEntry, key: str, journal: Journal, previous: str
) -> PendingEntry:
    """Return a publication with its signature.

    Other actions are returned unchanged. If the private key is missing, the publication stays
    unsigned and the arbiter is warned.
    """
    act = prepared.entry.act
    if not isinstance(act, Publication):
        return prepared
    entry = replace(prepared.entry, act=replace(act, signature=""))
    if not key:
        return replace(prepared, entry=entry)
    try:
        signature = _sign_bytes_with_event_key(
            key, journal, build_publication_bytes_to_sign(entry, previous)
        )
    except CannotReadOrWrite as error:
        notice = say("This publication is not signed: {error}", error=error)
        return replace(prepared, entry=entry, notices=(*prepared.notices, notice))
    return replace(prepared, entry=replace(entry, act=replace(act, signature=signature)))


def _sign_bytes_with_event_key(key: str, journal: Journal, text: bytes) -> str:
    if not can_make_signatures():
        raise CannotReadOrWrite(EXTRA)
    private = _parse_private_key(journal.private_key(key), journal.key_location)
    if format_public_key(private) != key:
        raise CannotReadOrWrite(
            say("{path!r} is not the key named in the journal", path=journal.key_location)
        )
    return private.sign(text).hex()


def sign_new_key(old: bytes, old_key: str, new_key: str, first_hash: str) -> str:
    """Return the signature by which the old key vouches for the new key."""
    if not can_make_signatures():
        raise CannotReadOrWrite(EXTRA)
    private = _parse_private_key(old, "--old-key")
    if format_public_key(private) != old_key:
        raise CannotReadOrWrite(
            say("the key given with --old-key is not the one named in the journal")
        )
    return private.sign(build_key_introduction_to_sign(new_key, first_hash)).hex()


def verify_signature(key: str, signature: str, text: bytes) -> SignatureVerdict:
    """Return whether a signature is genuine, wrong or missing, or cannot be verified here."""
    if not signature:
        return SignatureVerdict.MISSING
    if not can_make_signatures():
        return SignatureVerdict.UNCHECKED
    return (
        SignatureVerdict.GENUINE
        if _load_ed25519().is_signature_genuine(key, signature, text)
        else SignatureVerdict.WRONG
    )
