"""The logo of an event, an image that the journal contains as base64 text."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import Problem
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_LOGO = 200_000
"""The maximum size of a logo, in bytes. Every reader of the public pages downloads it."""
_PNG, _JPEG, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"WEBP"


@dataclass(frozen=True, slots=True)
class Logo:
    """The image of a logo. Its file name changes with its content, so it can be cached forever."""

    content: bytes
    file_name: str
    media_type: str


def encode_logo(content: bytes) -> str:
    """Return an image as the base64 text that the journal contains."""
    return b64encode(content).decode()


@lru_cache(maxsize=64)
def decode_logo(image: str) -> Logo | None:
    """Return the logo in base64 text, or None for an empty string or text that is no image."""
    try:
        content = b64decode(image, validate=True)
    except (binascii.Error, ValueError):
        return None
    ending = _find_image_type(content)
    if not ending:
        return None
    digest = sha256(content).hexdigest()[:10]
    return Logo(content, f"logo-{digest}.{ending}", f"image/{ending}")


def find_logo_problems(image: str) -> Iterator[Problem]:
    """Yield the reasons why a text cannot be a logo. An empty text is allowed."""
    if len(image) > (LARGEST_LOGO + 2) // 3 * 4:
        what = say("the logo is larger than {most} kB", most=LARGEST_LOGO // 1000)
        remedy = say("Save it with fewer pixels. A width of 512 is enough.")
        yield Problem(what, "logo", remedy=remedy)
    elif image and decode_logo(image) is None:
        what = say("the logo is not a PNG, JPEG or WebP image")
        yield Problem(what, "logo", remedy=say("Open it in a drawing program and save it as PNG."))


def _find_image_type(content: bytes) -> str:
    """Return the subtype of an image's media type, or an empty string if it is of no known kind."""
    if content.startswith(_PNG):
        return "png"
    if content.startswith(_JPEG):
        return "jpeg"
    is_webp = content.startswith(b"RIFF") and content[8:12] == _WEBP
    return "webp" if is_webp else ""
