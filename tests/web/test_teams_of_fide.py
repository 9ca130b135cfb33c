"""FIDE's Swiss Team System at the desk, by forms alone."""

from __future__ import annotations

from tests.web.desk_client import TEAMS, event_with_round

NAME = "fide_team_2026"


def test_the_options_of_an_event_are_offered_and_in_force(visitor):
    answer = visitor.send(
        "/new",
        name="League",
        system=NAME,
        rounds="3",
        section="Open",
        boards="4",
        **{f"{NAME}.type-b": "on", f"{NAME}.game-points": "on"},
    )
    section = answer.url.path

    settings = visitor.text(f"{section}/settings")
    assert "paired by game points instead of match points" in settings
    assert "of type B, so a preference is strong or mild. art. 1.7" in settings

    visitor.send(f"{section}/settings", f"{section}/announce", how="on the board")
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=TEAMS)
    visitor.send_again(preview)
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    visitor.send(f"{section}/close-entries")
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")

    assert "Ash" in visitor.text(f"{section}/rounds/1")


def test_a_round_is_published_and_its_reasons_can_be_viewed(visitor):
    section = event_with_round(visitor, NAME)

    assert "(4.3.1)" in visitor.text(f"{section}/rounds/1")
    asked = visitor.text(f"{section}/why-not?round=1&a=1&b=2")
    assert "later in the order (3.6.3)" in asked
