"""A player's page at the desk: reached from every name, with rounds and what may happen next."""

from __future__ import annotations

import pytest

from tests.web.desk_client import event_with_round, new_event, words


@pytest.mark.parametrize("system", ["fide_dutch_2026", "olympiad_2022"])
def test_the_page_shows_rounds_and_prospects(system, visitor):
    place = event_with_round(visitor, system)

    shown = visitor.text(f"{place}/who/1")

    assert "Round by round" in shown
    assert "Outlook for the next round" in shown
    assert "Round 2 The participant will be paired." in shown
    assert "Already met" in shown
    opponent = visitor.get(f"{place}/who/1").text
    assert f'href="{place}/who/' in opponent


def test_every_name_links_to_the_participant_page(visitor):
    place = event_with_round(visitor, "fide_dutch_2026")
    link = f'<a href="{place}/who/1"><bdi>Adams</bdi></a>'
    for page in ("entries", "standings", "rounds/1", "results/1", "results/1/1"):
        assert link in visitor.get(f"{place}/{page}").text, page
    assert f'href="{place}/entries/1"' in visitor.get(f"{place}/who/1").text
    assert f'href="{place}/who/1"' in visitor.get(f"{place}/entries/1").text


def test_an_unknown_participant_number_is_refused(visitor):
    place = event_with_round(visitor, "fide_dutch_2026")
    missing = visitor.get(f"{place}/who/99")
    assert missing.status_code in (400, 422)
    assert "Section Main has no participant #99." in words(missing)


def test_the_standings_link_to_the_player_page_on_a_phone(address, visitor, open_page):
    place = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{place}/results/1", t1="1-0", t2="1-0", t3="=")
    page = open_page(address, width=390)
    page.goto(f"{place}/standings")
    page.get_by_role("link", name="Adams").click()
    page.get_by_role("heading", name="Outlook for the next round").wait_for()
    assert page.get_by_text("Place 1 with 1 point after round 1.").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_titles_and_ratings_are_shown_beside_the_names(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    for name, title, rating in (("Ash", "WFM", "2210"), ("Birch", "", "2100")):
        visitor.send(f"{section}/entries", name=name, title=title, rating=rating)
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    visitor.send(f"{section}/close-entries")
    visitor.send(f"{section}/check-in", all="1")

    assert "WFM Ash 2210 (0)" in visitor.text(f"{section}/pairing")
    assert "Birch 2100 (0)" in visitor.text(f"{section}/pairing")
    visitor.send(f"{section}/pairing", publish="1")
    for page in ("entries", "standings", "rounds/1", "results/1"):
        assert "WFM Ash" in visitor.text(f"{section}/{page}")


def test_a_place_is_provisional_while_results_are_missing(visitor):
    place = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{place}/results/1", t1="1-0", t2="1-0")
    assert "Provisional place 1 with 1 point after round 1." in visitor.text(f"{place}/who/1")

    visitor.send(f"{place}/results/1", t3="=")
    assert "Provisional" not in visitor.text(f"{place}/who/1")
