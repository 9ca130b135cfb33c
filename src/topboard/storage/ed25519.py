"""Keys and signatures by the package ``cryptography``, which the extra ``sign`` installs."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def generate_key() -> tuple[Ed25519PrivateKey, bytes]:
    """Return a new private key, and the same key as PEM."""
    made = Ed25519PrivateKey.generate()
    pem = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return made, pem


def load_private_key(pem: bytes) -> Ed25519PrivateKey | None:
    """Return the private key in PEM, or None if it is of another kind.

    Raise ``ValueError`` or ``TypeError`` if it is not a key.
    """
    found = serialization.load_pem_private_key(pem, password=None)
    return found if isinstance(found, Ed25519PrivateKey) else None


def is_signature_genuine(key: str, signature: str, text: bytes) -> bool:
    """Return whether the signature of a text was made with the private part of a key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), text
        )
    except (InvalidSignature, ValueError):
        return False
    return True
