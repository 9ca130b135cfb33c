"""What an arbiter, a captain and a player read and press on a phone of 390 pixels."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.web.desk_client import new_event, serve_folder
from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player, Team
from topboard.web.folder_repository import FolderRepository

NAMES = ("Featherstonehaugh, Wilhelmina", "Abdurakhmanov, Aleksander", "Cy", "Di")
PHONE = {"width": 390, "has_touch": True, "is_mobile": True}
SMALLEST = 44
"""The least width and height of a button for fingers, in pixels."""


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """The desk of an event with an open and a team section, whose first rounds are published."""
    folder = tmp_path_factory.mktemp("league")
    handle = FolderRepository(folder).create(
        "League", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00")
    )
    players = tuple(Player(Number(n), name, 2000 - n) for n, name in enumerate(NAMES, start=1))
    teams = tuple(
        Team(
            Number(n),
            f"Chess Club of the Northern Town {n}",
            tuple(Player(Number(10 * n + b), f"{NAMES[b]} {n}", 2000 - n) for b in range(4)),
        )
        for n in range(1, 5)
    )
    with handle.open() as desk:

        def record(act: actions.Act) -> None:
            context = ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True)
            desk.record(act, context)

        for section, system, entered, boards in (
            ("Open", "fide_dutch_2026", players, 1),
            ("Teams", "olympiad_2022", teams, 4),
        ):
            record(actions.AddSection(section, system, 3, boards))
            record(actions.Enter(section, entered))
            record(actions.RecordLot(section, "colour", colour=Colour.WHITE))
            record(pairing.build_close_entries_action(desk.event, section))
            if section == "Teams":
                for team in teams:
                    record(actions.RecordPresence(section, team.number, boards))
            record(pairing.build_pair_round_action(desk.event, section)[0])
            record(actions.PublishRound(section, 1))
    with serve_folder(folder) as address:
        yield address


def test_result_entry_shows_each_name_on_one_line_and_large_buttons(league, open_page) -> None:
    page = open_page(league, **PHONE)
    page.goto("/e/league/s/open/results/1")
    row = page.locator("tr[data-table='1']")
    for name in (NAMES[0], "Cy"):
        box = row.get_by_role("link", name=name).bounding_box()
        assert box["x"] + box["width"] <= 390
        assert box["height"] < 2 * page.evaluate(
            "parseFloat(getComputedStyle(document.body).fontSize)"
        )
    for place in range(3):
        box = row.locator(".fingers button").nth(place).bounding_box()
        assert min(box["width"], box["height"]) >= SMALLEST
        assert box["x"] + box["width"] <= 390
    more = row.get_by_role("link", name="More about board 1").bounding_box()
    assert min(more["width"], more["height"]) >= SMALLEST
    expect(page.locator(".keys").first).to_be_hidden()
    row.locator(".fingers button").nth(1).click()
    expect(row.locator(".saved")).to_contain_text("Draw")


def test_the_forms_below_a_long_list_are_reached_from_its_top(address, visitor, open_page) -> None:
    section = new_event(visitor, "fide_dutch_2026")
    lines = "\n".join(f"Player {number}; {2000 - number}" for number in range(40))
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)
    page = open_page(address, **PHONE)
    page.goto(f"{section}/entries")
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("link", name="Paste a list").tap()
    expect(page.get_by_role("heading", name="Paste a list")).to_be_in_viewport()

    page.set_viewport_size({"width": 1280, "height": 850})
    expect(page.get_by_role("link", name="Paste a list")).to_be_hidden()


def test_a_touch_correction_shows_names_and_buttons_in_full(league, open_page) -> None:
    page = open_page(league, **PHONE)
    page.goto("/e/league/s/open/results/1")
    row = page.locator("tr[data-table='2']")
    expect(page.get_by_role("button", name="Save results")).to_be_hidden()
    row.locator(".fingers button").first.tap()
    expect(row.locator(".saved")).to_contain_text("won")
    row.locator(".entered").tap()
    expect(row.locator(".saved")).to_contain_text("tap Save result")
    links = row.locator("td:nth-child(2) a, td:nth-child(4) a")
    parts = row.locator(".correction > *, .saved")
    boxes = [one.bounding_box() for one in [*links.all(), *parts.all()]]
    assert len(boxes) == 2 + 8 + 1
    # Each is below or beside the one before it, and nothing is wider than the page.
    for before, after in pairwise(boxes):
        assert (
            after["y"] >= before["y"] + before["height"] - 1
            or after["x"] >= before["x"] + before["width"] - 1
        )
    assert all(one["x"] + one["width"] <= 390 for one in boxes)
    assert all(one["height"] < 60 for one in boxes[:2])
    for button in row.locator(".correction button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= SMALLEST
    row.locator(".correction").get_by_role("button", name="0", exact=True).tap()
    expect(row.locator(".saved")).to_contain_text("Correct 1-0 to 0-1?")
    row.get_by_role("button", name="Save result").tap()
    expect(row.locator(".entered")).to_have_text("0-1")

    # An unusual result is chosen on the page of its board, because a phone has no key for it.
    page.goto("/e/league/s/open/results/1/2")
    expect(page.get_by_label("Or type the result")).to_be_focused()
    expect(page.get_by_role("radio", name="Black won (0-1)")).to_be_checked()
    values = page.get_by_role("radio").evaluate_all("all => all.map(one => one.value)")
    assert {"+:-", "-:+", "-:-", "½-½*"} < {*values}
    page.get_by_role("radio", name="White won by forfeit (+:-)").check()
    page.get_by_role("button", name="Correct result").tap()
    expect(page.locator("tr[data-table='2'] .entered")).to_have_text("+:-")


def test_results_and_line_ups_show_the_names_of_both_teams(league, open_page) -> None:
    page = open_page(league, **PHONE)
    for path in ("results/1", "line-ups/1"):
        page.goto(f"/e/league/s/teams/{path}")
        legend = page.locator("#t1 legend")
        expect(legend).to_contain_text("Chess Club of the Northern Town 1")
        expect(legend).to_contain_text("Chess Club of the Northern Town 3")
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_no_two_columns_of_a_team_page_have_the_same_name(league, open_page) -> None:
    page = open_page(league, **PHONE)
    page.goto("/p/league/teams/who-1.html")
    titles = page.locator(".player-rounds th[scope=col]").all_inner_texts()

    assert len(set(titles)) == len(titles)
    assert {"Score", "MP", "Total MP", "Total GP"} <= set(
        page.locator(".player-rounds th").all_text_contents()
    )
    assert [one for one in page.locator(".player-rounds thead th:visible").all_inner_texts()] == [
        "Round", "Match", "Opponent", "Score", "Total MP"
    ]  # fmt: skip


def test_the_numbers_of_a_cross_table_can_be_read_on_a_phone(league, open_page) -> None:
    page = open_page(league, **PHONE)
    page.goto("/p/league/open/cross-table.html")
    frame = page.locator(".scroll:has(.cross-table)")
    number, name = (
        page.locator(f".cross-table tbody .{key}").first for key in ("k-number", "k-name")
    )
    before = [one.bounding_box() for one in (number, name)]

    frame.evaluate("one => one.scrollLeft = 10000")

    # The number and the name stay when the rounds scroll below them.
    after = [one.bounding_box() for one in (number, name)]
    assert all(abs(a["x"] - b["x"]) < 2 for a, b in zip(after, before, strict=True))
    assert frame.evaluate("one => one.scrollLeft") > 20
    assert before[0]["x"] + before[0]["width"] <= before[1]["x"] + 1


@pytest.mark.parametrize("path", ["players.html", "names-1.html", "round-1.html"])
def test_lists_of_team_players_need_no_scrolling_sideways(league, open_page, path) -> None:
    page = open_page(league, **PHONE)
    page.goto(f"/p/league/teams/{path}")

    widths = page.locator(".scroll, main > table, .matches").evaluate_all(
        "all => all.map(one => [one.scrollWidth, one.clientWidth])"
    )
    assert widths
    assert all(inside <= outside for inside, outside in widths)


def test_charts_on_a_phone_show_every_round_and_name(league, open_page) -> None:
    page = open_page(league, **PHONE)
    page.goto("/p/league/open/charts.html")
    for chart in ("race", "heat", "floats", "colours"):
        section = page.locator(f"#{chart}")
        expect(section.locator(".wide")).to_be_hidden()
        box = section.locator(".narrow svg").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_why_not_can_be_asked_beside_the_pairings(league, open_page) -> None:
    page = open_page(league)
    page.goto("/e/league/s/open/rounds/1")
    page.get_by_label("First player").fill("1")
    page.get_by_label("Second player").fill("2")
    page.get_by_role("button", name="Explain pairing").click()

    expect(page.get_by_role("heading", name="Why not this pairing?")).to_be_visible()
    expect(page.locator(".answer")).to_contain_text(NAMES[0])


def test_the_fields_of_a_form_are_in_columns_on_a_wide_screen(league, open_page) -> None:
    page = open_page(league)
    page.goto("/e/league/details")
    name, *fields = (
        page.get_by_label(label, exact=True).bounding_box()
        for label in ("Event name", "First day", "Time zone", "Venue", "Federation")
    )
    lefts = [round(field["x"]) for field in fields]
    assert lefts[0] == lefts[2] == round(name["x"])
    assert lefts[1] == lefts[3]
    end = name["x"] + name["width"]
    assert all(abs(field["x"] + field["width"] - end) < 2 for field in fields[1::2])


def test_a_button_is_next_to_the_field_that_it_saves(league, open_page) -> None:
    page = open_page(league)
    page.goto("/e/league/s/teams/line-ups/1")
    page.get_by_text("Deadline for line-ups", exact=True).click()
    field = page.locator("input[name=minutes]").bounding_box()
    button = page.get_by_role("button", name="Save deadline").bounding_box()

    assert 0 < button["x"] - (field["x"] + field["width"]) < 24
    assert abs(button["height"] - field["height"]) < 2
    assert abs(button["y"] - field["y"]) < 2
