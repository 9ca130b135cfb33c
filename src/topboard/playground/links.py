"""Links that open a round in the page, with the event compressed in the fragment of the address.

A browser does not send the fragment to the server.
"""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.formats import dumps
from topboard.messages import say
from topboard.model import EventInfo, Player, Team

if TYPE_CHECKING:
    from topboard.model import Competitor, Tournament

LONGEST = 12_000
"""The number of characters that the event may take in a link. Some programs cut longer ones."""
WITHOUT_HEADER = -15
"""The window size by which ``zlib`` leaves out the header, as ``deflate-raw`` of browsers does."""


def parse_playground_address(text: str) -> str:
    """Return the web address of the page. Raise ``BadInput`` if the text is not a web address."""
    found = urlsplit(text)
    if found.scheme not in ("http", "https") or not found.netloc or found.fragment:
        raise BadInput(
            [
                Problem(
                    say("this is not the web address of a page"),
                    "--playground",
                    text,
                    say("Use an address such as https://example.org/playground/."),
                )
            ]
        )
    return text


def build_playground_link(address: str, event: Tournament, number: int) -> str:
    """Return a link that opens a round in the page, or "" if the event is too large for a link.

    ``event`` is the tournament before the round, with the published pairing. Of the participants,
    the link contains only what the public pages show.
    """
    packed = compress_for_link(dumps(remove_private_data(event), "event-json").encode())
    if len(packed) > LONGEST:
        return ""
    name = quote(f"round-{number}.json")
    return f"{address}#name={name}&round={number}&event={packed}"


def compress_for_link(content: bytes) -> str:
    """Return the content compressed, in characters that may be part of an address."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, WITHOUT_HEADER)
    packed = compressor.compress(content) + compressor.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def remove_private_data(event: Tournament) -> Tournament:
    """Return the event with the names, ratings and results, but without other personal data."""
    return replace(
        event,
        competitors=tuple(map(_remove_private_data_of_participant, event.competitors)),
        details=EventInfo(start=event.details.start),
    )


def _remove_private_data_of_participant(one: Competitor) -> Competitor:
    if isinstance(one, Team):
        members = tuple(map(_build_public_player, one.players))
        return replace(one, players=members, captain="", labels=())
    return _build_public_player(one)


def _build_public_player(player: Player) -> Player:
    return Player(
        player.number,
        player.name,
        player.rating,
        title=player.title,
        federation=player.federation,
        joined=player.joined,
        pairing_score=player.pairing_score,
    )
