"""Check-in of all sections at once: found by first letters, recorded in the section of each."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.desk_client import Visitor, event_with_round, new_event, words
from tests.web.test_desk_away import switchable_desk
from topboard.event import actions
from topboard.web.folder_repository import FolderRepository

OPEN = "Müller-Österreich, Jörg; 2200\nAdams, Ann; 2100\nBaker, Bob; 2000\nMuir, Max; 1900"
MINORS = "Little, Joe; 1200\nSmall, Adam; 1100"


def festival(visitor) -> str:
    """An event with two sections, both closed and numbered; the address of its check-in."""
    first = new_event(visitor, "fide_dutch_2026")
    event = first.partition("/s/")[0]
    visitor.send(f"{event}/new-section", section="Minor", system="dubov_1997", rounds="3")
    for section, lines in ((first, OPEN), (f"{event}/s/minor", MINORS)):
        preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
        visitor.send_again(preview)
        visitor.send(f"{section}/close-entries")
    return f"{event}/check-in"


def put_down(tmp_path, since: int = 0) -> list[tuple[str, str, int]]:
    """Kind, section and number of what was recorded about people."""
    entries = FolderRepository(tmp_path).event("spring-open").snapshot().entries[since:]
    kinds = (actions.RecordPresence, actions.RequestBye, actions.CancelBye)
    told = [entry.act for entry in entries if isinstance(entry.act, kinds)]
    return [(type(act).__name__, act.section, act.number) for act in told]


def names_on_tiles(page) -> list[str]:
    """The names on the tiles that are shown."""
    return page.locator("li[data-key]:not([hidden]) b").all_inner_texts()


def test_a_player_is_found_by_first_letters_and_checked_in_with_enter(
    address, visitor, open_page, tmp_path
):
    path = festival(visitor)
    page = open_page(address)
    page.goto(path)
    assert len(names_on_tiles(page)) == 6
    search = page.get_by_label("Search by the first letters")
    for letters, names in {
        "mu": ["Muir, Max", "Müller-Österreich, Jörg"],
        "ost jo": ["Müller-Österreich, Jörg"],
        "ada": ["Adams, Ann", "Small, Adam"],
        "dam": [],
        "ad sm": ["Small, Adam"],
    }.items():
        search.fill(letters)
        assert sorted(names_on_tiles(page)) == sorted(names), letters
    search.press("Enter")

    expect(page.locator("#told")).to_have_text("Small, Adam: here")
    expect(page.locator("#here-people b")).to_have_text("Small, Adam")
    expect(page.locator("#missing-people h2")).to_have_text("5 not here yet")
    expect(search).to_have_value("")
    expect(search).to_be_focused()
    assert len(names_on_tiles(page)) == 6
    assert put_down(tmp_path) == [("RecordPresence", "Minor", 2)]


def test_tiles_are_in_the_order_of_surnames(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    lines = "Zorn, Al; 2100\nÅberg, Bo; 2000; SWE\nGM Öst, Cy; 1900\nBerg, Di; 1800"
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)
    visitor.send(f"{section}/close-entries")

    page = visitor.text(f"{section}/check-in")

    names = ("Åberg, Bo", "Berg, Di", "GM Öst, Cy", "Zorn, Al")
    assert sorted(names, key=page.index) == list(names)


def test_nobody_is_called_present_because_a_round_was_published(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = visitor.text(f"{section}/check-in")
    assert "6 expected to play" in page
    assert "6 here" not in page
    assert "Click a name to leave the participant out of round 2 with a zero-point bye" in page


def test_in_later_rounds_those_who_are_away_are_first_and_rows_are_low(address, visitor, open_page):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/check-in", out="spring-open/main/6")
    page = open_page(address, width=390)
    page.goto(f"{section}/check-in")

    assert names_on_tiles(page)[0] == "Frost"
    headings = page.locator("#check-in h2:visible").all_inner_texts()
    assert headings == ["1 away", "5 expected to play"]
    for box in [one.bounding_box() for one in page.locator(".target").all()]:
        assert 44 <= box["height"] < 50
    page.get_by_role("button", name="Adams").click()
    expect(page.locator("#away-people b")).to_have_text(["Adams", "Frost"])
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_before_round_1_those_who_are_missing_are_first(address, visitor, open_page):
    path = festival(visitor)
    visitor.send(path, out="spring-open/main/1")
    page = open_page(address, width=390)
    page.goto(path.replace("/check-in", "/s/main/check-in"))
    headings = page.locator("#check-in h2:visible").all_inner_texts()
    assert headings == ["3 not here yet", "0 here", "1 away"]


def test_tiles_move_between_the_check_in_lists_and_back(address, visitor, open_page, tmp_path):
    path = festival(visitor)
    page = open_page(address, width=390)
    page.goto(path)
    page.get_by_role("button", name="Baker, Bob Main").click()
    expect(page.locator("#here-people b")).to_have_text("Baker, Bob")
    page.locator("#here-people .target").click()
    expect(page.locator("#here-people h2")).to_have_text("0 here")
    page.get_by_role("button", name="leave out Little, Joe").click()
    expect(page.locator("#away-people b")).to_have_text("Little, Joe")
    page.locator("#away-people .target").click()
    expect(page.locator("#away-people")).to_be_hidden()

    assert put_down(tmp_path) == [
        ("RecordPresence", "Main", 3),
        ("RecordPresence", "Main", 3),
        ("RequestBye", "Minor", 1),
        ("CancelBye", "Minor", 1),
    ]
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_one_action_checks_in_a_whole_section(visitor, tmp_path):
    path = festival(visitor)
    visitor.send(path, here="spring-open/main/1")

    answer = visitor.send(path, all="spring-open/main")

    assert "All other players in Main are marked as present." in words(answer)
    assert "Check in everyone in Minor" in words(answer)
    assert "Check in everyone in Main" not in words(answer)
    last = FolderRepository(tmp_path).event("spring-open").snapshot().entries[-1].act
    assert isinstance(last, actions.RecordAllPresent)
    assert [number for number, _ in last.present] == [2, 3, 4]


def test_without_scripts_the_search_is_a_form(address, visitor, open_page, tmp_path):
    path = festival(visitor)
    page = open_page(address, width=390, java_script_enabled=False)
    page.goto(path)
    page.get_by_label("Search by the first letters").fill("öst")
    page.get_by_role("button", name="Search").click()
    assert names_on_tiles(page) == ["Müller-Österreich, Jörg"]
    page.locator("#missing-people .target").click()

    expect(page.locator(".notes")).to_have_text("Müller-Österreich, Jörg: here")
    assert len(names_on_tiles(page)) == 6
    assert put_down(tmp_path) == [("RecordPresence", "Main", 1)]


def test_two_check_in_desks_see_each_others_changes_and_record_nothing_twice(
    address, visitor, open_page, tmp_path
):
    path = festival(visitor)
    one, two = open_page(address), open_page(address)
    two.clock.install()
    for page in (one, two):
        page.goto(path)
    one.get_by_role("button", name="Baker, Bob Main").click()
    expect(one.locator("#here-people b")).to_have_text("Baker, Bob")
    two.get_by_role("button", name="Baker, Bob Main").click()
    expect(two.locator("#here-people b")).to_have_text("Baker, Bob")
    one.get_by_role("button", name="Adams, Ann Main").click()
    expect(one.locator("#here-people b")).to_have_count(2)
    two.locator("h1").click()
    two.clock.run_for(6000)

    expect(two.locator("#here-people b")).to_have_text(["Adams, Ann", "Baker, Bob"])
    expect(two.locator("#news")).to_be_hidden()
    assert put_down(tmp_path) == [("RecordPresence", "Main", 3), ("RecordPresence", "Main", 2)]


def test_a_check_in_while_the_desk_is_unreachable_is_recorded_later(tmp_path, open_page):
    with switchable_desk(tmp_path) as desk:
        page = open_page(desk.address)
        page.goto(festival(Visitor(desk.address)))
        desk.off()
        page.get_by_role("button", name="Small, Adam Minor").click()
        page.get_by_role("button", name="Baker, Bob Main").click()
        expect(page.locator("#away")).to_contain_text("The desk is not responding")
        expect(page.locator("li", has_text="Baker, Bob").locator(".target span")).to_have_text(
            "not saved yet"
        )
        desk.on()

        expect(page.locator("#here-people b")).to_have_text(["Baker, Bob", "Small, Adam"])
        assert put_down(tmp_path) == [("RecordPresence", "Minor", 2), ("RecordPresence", "Main", 3)]


def test_all_events_of_the_folder_check_in_on_one_page(visitor, tmp_path):
    festival(visitor)
    other = new_event(visitor, "dubov_1997", name="Blitz")
    visitor.send(f"{other}/entries", name="Quick, Quentin", rating="2000")
    assert "Quick, Quentin" in visitor.text("/check-in")
    assert visitor.get("/check-in?q=qu").text.count('class="target') == 1

    answer = visitor.send("/check-in", here="blitz/main/1")

    assert answer.url.path == "/check-in"
    assert "Quick, Quentin: here" in words(answer)
    (main,) = FolderRepository(tmp_path).event("blitz").snapshot().event.sections.values()
    assert main.presence[1].players == 1


def test_an_action_that_needs_a_ruling_leads_to_its_page(address, visitor, open_page):
    section = new_event(visitor, "olympiad_2022")
    players = "\n".join(f"Ash {b}; 2000" for b in range(1, 6))
    for name in ("Ash", "Birch"):
        visitor.send(f"{section}/entries", name=name, players=players)
    visitor.send(f"{section}/close-entries")
    page = open_page(address)
    page.goto(f"{section}/check-in")
    page.get_by_role("button", name="leave out Birch").click()

    expect(page.locator("h1")).to_have_text("This needs a ruling")


@pytest.mark.parametrize("pressed", ["spring-open/main/99", "spring-open/nowhere/1", "x"])
def test_a_check_in_key_that_matches_no_player_is_refused(visitor, tmp_path, pressed):
    path = festival(visitor)

    assert visitor.send(path, here=pressed).status_code == 422
    assert put_down(tmp_path) == []
