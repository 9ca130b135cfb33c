"""QR codes: an address for the phone."""

from __future__ import annotations

from io import BytesIO


def qr_code(address: str) -> bytes:
    """The address as a picture; it is the only thing in it."""
    import segno

    written = BytesIO()
    code = segno.make(address, micro=False, error="m")
    code.save(written, kind="svg", scale=4, border=2, title=address, light="#ffffff")
    return written.getvalue()
