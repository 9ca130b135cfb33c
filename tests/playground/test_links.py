"""Links that open a round in the page: what they contain, and what they leave out."""

from __future__ import annotations

import base64
import zlib
from hashlib import sha256
from urllib.parse import parse_qs, urlsplit

import pytest

import topboard
from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.formats import read_text
from topboard.model import EventInfo, Number, Player
from topboard.playground.links import (
    LONGEST,
    build_playground_link,
    parse_playground_address,
)

ADDRESS = "https://example.org/playground/"


def read_link(link: str) -> tuple[topboard.Tournament, dict[str, list[str]]]:
    """The event in a link, and its fields."""
    fields = parse_qs(urlsplit(link).fragment)
    (packed,) = fields["event"]
    content = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)
    return read_text(content), fields


def test_a_link_contains_the_round_and_reproduces_it() -> None:
    event = topboard.generate("fide_dutch_2026", 5, topboard.Wishes(competitors=20, rounds=4))

    link = build_playground_link(ADDRESS, event.before(3), 3)

    assert link.startswith(f"{ADDRESS}#")
    read, fields = read_link(link)
    assert fields["round"] == ["3"]
    assert len(read.rounds) == 2
    assert read.published is not None
    assert [one.differences for one in topboard.check(read)] == [(), (), ()]


def test_a_link_has_no_personal_data_beyond_the_public_pages() -> None:
    event = topboard.generate("fide_dutch_2026", 5, topboard.Wishes(competitors=20, rounds=2))
    secrets = {
        "birth": "1990/01/02",
        "fide_id": "24680135",
        "national_id": "N-13579",
        "contact": "ann@example.org",
        "club": "Secret Club",
        "affiliations": ("Secret Town",),
    }
    first, *others = event.competitors
    assert isinstance(first, Player)
    known = (replace(first, **secrets), *others)
    details = EventInfo(chief_arbiter="Secret Arbiter", start="2026/05/01")

    link = build_playground_link(
        ADDRESS, replace(event, competitors=known, details=details).before(2), 2
    )

    read, _ = read_link(link)
    shown = read.competitors[0]
    assert (shown.name, shown.rating) == (first.name, first.rating)
    assert not any(getattr(shown, name) for name in secrets)
    assert read.details == EventInfo(start="2026/05/01")


def test_a_large_event_has_no_link() -> None:
    names = (sha256(str(n).encode()).hexdigest() for n in range(1, 801))
    players = tuple(Player(Number(n), name) for n, name in enumerate(names, start=1))
    event = topboard.Tournament(players, planned_rounds=5, system="fide_dutch_2026")

    assert build_playground_link(ADDRESS, event, 1) == ""
    few = build_playground_link(ADDRESS, replace(event, competitors=players[:100]), 1)
    assert 0 < len(few) < LONGEST + 200


@pytest.mark.parametrize("text", ["playground", "ftp://example.org/", "https://", f"{ADDRESS}#x"])
def test_only_a_web_address_is_accepted(text) -> None:
    assert parse_playground_address(ADDRESS) == ADDRESS
    with pytest.raises(BadInput, match=r"not the web address"):
        parse_playground_address(text)
