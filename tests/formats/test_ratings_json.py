"""Ratings of several lists in the event JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from topboard import formats
from topboard.errors import BadInput
from topboard.model import Player, Rating, RatingChoice, RatingKind, Tournament

OLD = """{
"format": "topboard-event/1",
"event": "Club",
"system": "cfc_swiss",
"rounds": 3,
"boards": 1,
"players": [
 {"number": 1, "name": "Ames", "rating": 1800, "rating_source": "BCF 150"},
 {"number": 2, "name": "Bell", "rating": 1700}
],
"unrated_as": 1200
}
"""
"""As Topboard wrote it when a player had one rating."""


def event(*players: dict[str, Any], **facts: Any) -> Tournament:
    """The event of a file with these players, and one more."""
    numbered = [{"number": n, "name": f"P{n}", **p} for n, p in enumerate((*players, {}), start=1)]
    text = json.dumps({"format": "topboard-event/1", "players": numbered, **facts})
    return formats.read_text(text, "event.json")


def first(tournament: Tournament) -> Player:
    found = tournament.competitors[0]
    assert isinstance(found, Player)
    return found


LISTED = [{"value": 2000, "list": "FIDE"}, {"value": 1900, "list": "FIDE", "kind": "rapid"}]


def test_a_file_with_a_single_rating_is_written_back_unchanged() -> None:
    read = formats.read_text(OLD)

    assert formats.dumps(read, "event-json") == OLD
    assert read.competitors[0] == Player(1, "Ames", 1800, rating_source="BCF 150")


def test_ratings_and_their_order_are_read_and_written() -> None:
    national = {"value": 2050, "list": "CFC", "kind": "national", "period": "2026-11"}
    order = [{"list": "FIDE", "kind": "rapid"}, {"list": "CFC", "kind": "national"}]

    found = event({"ratings": [*LISTED, national]}, rating_order=order)

    assert first(found).ratings == (
        Rating(2000, "FIDE"),
        Rating(1900, "FIDE", RatingKind.RAPID),
        Rating(2050, "CFC", RatingKind.NATIONAL, "2026-11"),
    )
    assert found.rating_order[0] == RatingChoice("FIDE", RatingKind.RAPID)
    assert formats.read_text(formats.dumps(found, "event-json")) == found
    assert formats.read_text(formats.dumps(found, "trf26")).competitors == found.competitors


@pytest.mark.parametrize(
    ("said", "facts", "counts"),
    [
        ({}, {}, (2000, "FIDE 2000")),
        ({}, {"system": "no_such"}, (2000, "FIDE 2000")),
        ({}, {"rating_order": [{"list": "fide", "kind": "rapid"}]}, (1900, "FIDE rapid 1900")),
        ({}, {"rating_order": [{"list": "CFC"}]}, (None, "none that counts")),
        ({"rating": 1850}, {}, (1850, "")),
        ({"rating_source": "none that counts"}, {}, (None, "none that counts")),
    ],
)
def test_the_rating_that_counts_is_determined_if_the_file_omits_it(
    said: dict[str, Any], facts: dict[str, Any], counts: tuple[int | None, str]
) -> None:
    found = first(event({"ratings": LISTED, **said}, **facts))

    assert (found.rating, found.rating_source) == counts


def test_the_rules_of_the_system_convert_the_rating_that_counts() -> None:
    found = first(
        event({"ratings": [{"value": 150, "list": "BCF", "kind": "national"}]}, system="cfc_swiss")
    )

    assert (found.rating, found.rating_source) == (1800, "BCF 150")


@pytest.mark.parametrize(
    ("rating", "complaint"),
    [
        ({"value": 2000, "list": "FIDE", "kind": "quick"}, 'expected one of "standard"'),
        ({"value": 2000, "list": "FIDE", "period": "soon"}, "invalid rating period"),
        ({"value": 0, "list": "FIDE"}, "expected a whole number from 1 to 9,999"),
        ({"value": 10_000, "list": "FIDE"}, "expected a whole number from 1 to 9,999"),
        (
            {"value": 2000},
            "the field 'list' is missing. Name the rating list with a single word, such as FIDE.",
        ),
        ({"value": 2000, "list": "of FIDE"}, "this is not a valid name for a rating list"),
        (
            {"value": 2001, "list": "fide"},
            "two ratings have the same list, kind and period: 'fide'",
        ),
    ],
)
def test_an_invalid_rating_is_reported_with_its_location(
    rating: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(BadInput) as error:
        event({"ratings": [*LISTED, rating]})

    assert complaint in str(error.value)
    assert "players[0].ratings[2]" in str(error.value)


def test_the_rating_order_in_a_file_is_validated_strictly() -> None:
    with pytest.raises(BadInput, match="this is not a valid name for a rating list"):
        event({"ratings": LISTED}, rating_order=[{"list": ""}])
    with pytest.raises(BadInput, match="expected one of"):
        event({}, rating_order=[{"list": "FIDE", "kind": "slow"}])
