"""All files of an event as they are to be published, each with the digest of what it shows.

Every page tells at its foot after which entry it stands. That alone is no reason to send it again:
the digest is made before the entry is filled in.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from topboard.documents.of_section import anchored
from topboard.records import dataclass
from topboard.web.public.site import (
    ANCHOR,
    ASSETS,
    ENTRY,
    HTML,
    JSON,
    asset,
    lasting_name,
    qr_code,
)
from topboard.web.publishing.targets import PublishedFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.web.public.site import Site

SECONDS = 20
"""How long a page that may change is kept by those between it and its reader."""
SHORT = f"public, max-age={SECONDS}"
LASTING = "public, max-age=31536000, immutable"
SVG = "image/svg+xml"


@dataclass(frozen=True, slots=True)
class UndatedFile:
    """A file before the moment is filled in."""

    text: bytes
    kind: str
    cache: str = SHORT

    @property
    def digest(self) -> str:
        """Stands for what it shows and how it is to be sent."""
        return sha256(f"{self.kind}\n{self.cache}\n".encode() + self.text).hexdigest()[:16]

    def at(self, site: Site) -> PublishedFile:
        """The file as it is published at this moment."""
        event, head = site.moment.event, site.moment.head
        text = self.text
        if self.kind == JSON:
            # For programs it is a number.
            text = text.replace(f'"{ENTRY}"'.encode(), str(event.last).encode())
        text = text.replace(ENTRY.encode(), str(event.last).encode())
        text = text.replace(ANCHOR.encode(), anchored(event, head).encode())
        return PublishedFile(text, self.kind, self.cache)


def undated(site: Site, address: str) -> dict[str, UndatedFile]:
    """All files by their addresses; ``address`` is where they will be read, for the QR codes."""
    return dict(_undated(site, address))


def _undated(site: Site, address: str) -> Iterator[tuple[str, UndatedFile]]:
    for name, kind in ASSETS.items():
        yield lasting_name(name), UndatedFile(asset(name), kind, LASTING)
    for path in site.paths():
        text = site.page(path)
        assert text is not None, f"{path} is one of the pages"
        yield path, UndatedFile(text.encode(), JSON if path.endswith(".json") else HTML)
    if address:
        for slug in site.sections:
            code = qr_code(f"{address.rstrip('/')}/{slug}/index.html")
            yield f"{slug}/qr.svg", UndatedFile(code, SVG)
