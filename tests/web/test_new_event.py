"""A new event: three questions, the editions in force, occasions; and nothing typed is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.desk_client import words
from topboard.systems.registry import SYSTEMS, system
from topboard.web.desk.new_sections import (
    group_systems_by_answers,
    list_section_occasions,
    system_answers_of,
)
from topboard.web.folder_repository import FolderRepository


def sections(tmp_path, stem="spring-cup"):
    """The sections of an event, as they are on disk."""
    return [*FolderRepository(tmp_path).event(stem).snapshot().event.sections.values()]


# --- which system -------------------------------------------------------------------------------


def test_every_system_is_offered_once():
    listed = [
        one.name for kind in group_systems_by_answers() for one in (*kind.current, *kind.others)
    ]

    assert sorted(listed) == sorted(SYSTEMS)
    for kind in group_systems_by_answers():
        for one in (*kind.current, *kind.others):
            assert system_answers_of(one) == (kind.who, kind.how, kind.whose)


def test_the_edition_in_force_comes_first_and_older_ones_and_drafts_are_folded_away():
    folded = {one.name for kind in group_systems_by_answers() for one in kind.others}
    olympiads = next(
        k for k in group_systems_by_answers() if (k.who, k.whose) == ("teams", "Olympiad")
    )

    assert folded >= {"fide_dutch_2017", "dubov_1997", "olympiad_2009", "olympiad_2021_draft"}
    assert [one.name for one in olympiads.current] == ["olympiad_2022"]
    assert group_systems_by_answers()[0].current[0].name == "fide_dutch_2026"
    assert all(system(name).is_current for name in ("cfc_swiss", "fide_round_robin"))


def test_the_usual_system_is_named_and_the_others_are_folded_away(address, open_page, tmp_path):
    page = open_page(address)
    page.goto("/new")
    usual = page.get_by_role("radio", name=re.compile("^FIDE Dutch system, from February 2026"))

    expect(page.locator(".systems input[type=radio]:visible")).to_have_count(1)
    expect(usual).to_be_checked()
    expect(page.locator(".systems .tag:visible")).to_have_text("Usual choice")
    assert "fide_" not in page.locator("main").inner_text()
    page.locator(".systems summary:visible", has_text="Other systems").click()
    page.get_by_role("radio", name=re.compile("Dubov")).locator("visible=true").first.check()
    page.get_by_label("Event name").fill("Spring Cup")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Open")

    (section,) = sections(tmp_path)
    assert section.system == "fide_dubov_2026"


@pytest.mark.parametrize(
    ("answers", "chosen"),
    [
        ({}, "fide_dutch_2026"),
        ({"who": "teams", "whose": "Olympiad"}, "olympiad_2022"),
        ({"how": "table"}, "fide_round_robin"),
        ({"how": "table", "whose": "Canada", "who": "teams"}, "cfc_team_round_robin"),
        ({"system.players.swiss.FIDE": "fide_dutch_2017"}, "fide_dutch_2017"),
    ],
)
def test_the_answers_choose_a_system(visitor, tmp_path, answers, chosen):
    visitor.send("/new", name="Spring Cup", rounds="5", section="Main", **answers)

    (section,) = sections(tmp_path)
    assert section.system == chosen


def test_answers_for_which_there_are_no_rules_are_refused_with_a_message(visitor):
    answer = visitor.send("/new", name="Spring Cup", rounds="5", who="players", whose="Olympiad")

    assert answer.status_code == 422
    assert "No pairing system matches these answers: players swiss Olympiad" in words(answer)


# --- what was typed -----------------------------------------------------------------------------


def field(text: str, name: str) -> str:
    """The value of a field of the form."""
    found = re.search(rf'<input[^>]*name="{name}"[^>]*value="([^"]*)"', text)
    assert found is not None, name
    return found[1]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"rounds": "many"}, "many"),
        ({"rounds": "400"}, "section must have 1 to 100 rounds and 1 to 20 boards"),
        ({"tie_breaks": "XYZ"}, "XYZ"),
        ({"name": ""}, "Enter the name of the event."),
    ],
)
def test_typed_input_survives_a_refusal(visitor, wrong, told, tmp_path):
    typed = {
        "name": "Spring Cup",
        "city": "Sofia",
        "start": "2026-05-01",
        "who": "teams",
        "whose": "Olympiad",
        "section": "Ladies",
        "rounds": "7",
        "boards": "6",
        **wrong,
    }
    answer = visitor.send("/new", **typed)

    assert answer.status_code == 422
    assert told in words(answer)
    assert FolderRepository(tmp_path).list_event_slugs() == []
    for name in ("name", "city", "start", "section", "rounds", "boards"):
        assert field(answer.text, name) == typed[name]
    assert re.search(r'id="who-teams" value="teams" checked', answer.text)


def test_ticked_variations_stay_ticked(visitor):
    answer = visitor.send(
        "/new", name="", how="table", **{"fide_round_robin.double": "on", "section": "Club"}
    )

    assert 'name="fide_round_robin.double" checked' in answer.text


def test_typed_input_for_another_section_also_survives(visitor):
    visitor.send("/new", name="Spring Cup", rounds="5", section="Main")
    answer = visitor.send(
        "/e/spring-cup/new-section", rounds="5", section="Main", tie_breaks="BH, SB"
    )

    assert "A section with this name already exists" in words(answer)
    assert field(answer.text, "tie_breaks") == "BH, SB"
    assert re.search(r'<input name="section"[^>]* aria-invalid="true"', answer.text)


def test_a_form_sent_again_creates_no_second_event(visitor, tmp_path):
    form = {"name": "Spring Cup", "rounds": "5", "section": "Main"}
    pages = [visitor.get("/new").text for _ in range(2)]
    first, second = (field(text, "once") for text in pages)
    assert first != second

    for _ in range(2):
        answer = visitor.send("/new", **form, once=first)
        assert answer.url.path == "/e/spring-cup/s/main"
    assert FolderRepository(tmp_path).event("spring-cup").snapshot().event.last == 2
    visitor.send("/new", **form, once=second)
    assert FolderRepository(tmp_path).list_event_slugs() == ["spring-cup", "spring-cup-2"]


# --- occasions ----------------------------------------------------------------------------------


def test_an_occasion_fills_in_the_rest_and_keeps_what_was_typed(visitor, tmp_path):
    (olympiad,) = (word for word, one in list_section_occasions() if "Olympiad" in one.title)
    filled = visitor.send("/new", name="Spring Cup", city="Sofia", occasion=olympiad)

    assert filled.status_code == 200
    assert FolderRepository(tmp_path).list_event_slugs() == []
    shown = {name: field(filled.text, name) for name in ("name", "city", "rounds", "boards")}
    assert shown == {"name": "Spring Cup", "city": "Sofia", "rounds": "11", "boards": "4"}


@pytest.mark.parametrize(
    ("title", "chosen", "rounds"),
    [
        ("Weekend open, 5 rounds", "fide_dutch_2026", 5),
        ("Olympiad, 11 rounds on 4 boards", "olympiad_2022", 11),
        ("Club round robin", "fide_round_robin", 1),
    ],
)
def test_an_event_is_created_in_three_steps(address, open_page, tmp_path, title, chosen, rounds):
    page = open_page(address, java_script_enabled=False)
    page.goto("/new")
    page.get_by_role("button", name=title).click()
    page.get_by_label("Event name").fill("Spring Cup")
    page.get_by_label("Event name").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Club" if "Club" in title else "Open")

    (section,) = sections(tmp_path)
    assert section.system == chosen
    if chosen != "fide_round_robin":
        assert section.settings.rounds == rounds


@pytest.mark.parametrize("width", [1280, 390])
def test_answers_show_matching_choices_without_scripts(address, open_page, width):
    page = open_page(address, width=width, java_script_enabled=False)
    page.goto("/new")
    expect(page.get_by_role("textbox", name="Rounds")).to_be_visible()
    expect(page.get_by_role("textbox", name="Boards")).to_be_hidden()
    expect(page.locator("input[value=fide_dutch_2026]")).to_be_checked()
    expect(page.locator("input[value=fide_dutch_2017]")).to_be_hidden()

    for answer in ("Teams", "Round robin", "Canada"):
        page.get_by_role("radio", name=answer, exact=True).check()
    expect(page.locator("input[value=cfc_team_round_robin]")).to_be_checked()
    expect(page.get_by_role("textbox", name="Rounds")).to_be_hidden()
    expect(page.get_by_role("textbox", name="Boards")).to_be_visible()
    expect(
        page.get_by_text("The number of entries determines the number of rounds.")
    ).to_be_visible()


def test_the_form_after_a_refusal_has_no_serious_fault(address, open_page):
    page = open_page(address)
    page.goto("/new")
    page.get_by_label("Event name").fill("Spring Cup")
    page.get_by_text("Tie-breaks: those of the rules").click()
    page.get_by_role("textbox", name="Further tie-breaks").fill("XYZ")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", name="Nothing was saved")).to_be_visible()

    assert faults(page) == []


# --- check-in -----------------------------------------------------------------------------------


def test_a_tile_shows_the_name_once_and_all_tiles_are_the_same_size(address, visitor, open_page):
    visitor.send("/new", name="Spring Cup", rounds="5", section="Main")
    names = ("Bo", "Alexandra Konstantinopolskaja-Papadopoulos", "Chris Middle")
    for name in names:
        visitor.send("/e/spring-cup/s/main/entries", name=name, rating="2000")
    visitor.send("/e/spring-cup/s/main/close-entries")
    page = open_page(address)
    page.goto("/e/spring-cup/s/main/check-in")

    tiles = page.locator(".checkin li.missing-one")
    sizes = {(b["width"], b["height"]) for b in (tile.bounding_box() for tile in tiles.all())}
    assert len(sizes) == 1
    for name in names:
        shown = page.locator(".checkin b", has_text=name)
        expect(shown).to_have_count(1)
    out = page.get_by_role("button", name="leave out Bo")
    here = page.get_by_role("button", name="Bo 2000")
    assert out.bounding_box()["height"] < here.bounding_box()["height"] / 2
    out.click()
    expect(page.locator("#told")).to_have_text("Bo: absent")


# --- tie-breaks, rounds, and what comes next ------------------------------------------------------


def test_tie_breaks_are_chosen_from_lists_for_players_or_for_teams(visitor, tmp_path):
    page = visitor.get("/new").text
    assert field(page, "rounds") == "5"
    assert "add entries, close entries, check everyone in, and pair round 1" in words(
        visitor.get("/new")
    )
    lists = {
        who: re.search(rf'<select name="tie_break.{who}".*?</select>', page, re.DOTALL)[0]
        for who in ("players", "teams")
    }
    assert '<option value="BH/C1">Buchholz Cut 1 (BH/C1)</option>' in lists["players"]
    assert "BC" not in re.findall('value="([^"]*)"', lists["players"])
    assert "BC" in re.findall('value="([^"]*)"', lists["teams"])

    chosen = {"tie_break.players": ["BH/C1", "", "SB"], "tie_break.teams": ["BC"]}
    visitor.send("/new", name="Spring Cup", rounds="5", section="Main", tie_breaks="DE", **chosen)
    event = FolderRepository(tmp_path).event("spring-cup").snapshot().event
    assert event.section("Main").settings.tie_breaks == ("BH/C1", "SB", "DE")


def test_chosen_tie_breaks_survive_a_refusal_and_a_preset(visitor):
    chosen = {"tie_break.players": ["BH/C1", "SB"]}
    refused = visitor.send("/new", name="", rounds="5", section="Main", **chosen)
    preset = visitor.send("/new", name="A", rounds="5", occasion="fide_dutch_2026.0", **chosen)

    for answer in (refused, preset):
        picked = re.findall(r'<option value="([^"]+)" selected>', answer.text)
        assert [one for one in picked if one in ("BH/C1", "SB")] == ["BH/C1", "SB"]
        folded = answer.text.rpartition('<select name="tie_break.players"')[0].rpartition(
            "<details"
        )
        assert folded[2].startswith(" open")


def test_the_lists_fit_the_answer_to_the_first_question(address, open_page):
    page = open_page(address)
    page.goto("/new")
    page.get_by_text("Tie-breaks: those of the rules").click()
    expect(page.locator("select[name='tie_break.players']").first).to_be_visible()
    expect(page.locator("select[name='tie_break.teams']").first).to_be_hidden()
    page.get_by_label("Teams", exact=True).check()
    expect(page.locator("select[name='tie_break.players']").first).to_be_hidden()
    expect(page.locator("select[name='tie_break.teams']").first).to_be_visible()
