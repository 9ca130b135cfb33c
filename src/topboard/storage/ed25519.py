"""Ed25519 keys and signatures, implemented with the package ``cryptography`` (extra ``sign``)."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def generate_ed25519_key() -> tuple[Ed25519PrivateKey, bytes]:
    """Return a new private key, as an object and in PEM format."""
    made = Ed25519PrivateKey.generate()
    pem = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return made, pem


def load_private_key(pem: bytes) -> Ed25519PrivateKey | None:
    """Return the private key in a PEM file, or None if it is not an Ed25519 key.

    Raise ``ValueError`` or ``TypeError`` if the file does not contain a readable key.
    """
    found = serialization.load_pem_private_key(pem, password=None)
    return found if isinstance(found, Ed25519PrivateKey) else None


def is_signature_genuine(key: str, signature: str, text: bytes) -> bool:
    """Return whether these bytes were signed with the private key for this public key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), text
        )
    except (InvalidSignature, ValueError):
        return False
    return True
