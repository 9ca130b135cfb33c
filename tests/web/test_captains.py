"""Line-ups at the desk and on the captains' own pages; most tests run without JavaScript."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import Visitor, event_with_round, serve_folder, words
from topboard.web.accounts import Role
from topboard.web.desk.line_ups import HandIn
from topboard.web.folder_repository import FolderRepository

ROW = re.compile(r'href="(http://[^"]*/captain/[^"]+)"')


def state(tmp_path):
    """The only section, as it is on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


def roster(tmp_path, number):
    """The numbers of the players of a team."""
    return [player.number for player in state(tmp_path).competitors[number].players]


@pytest.fixture
def section(visitor):
    """A section of six teams with a reserve each, whose round 1 is published."""
    return event_with_round(visitor, "olympiad_2022")


@pytest.fixture
def links(visitor, section):
    """The private links of the captains, keyed by team."""
    page = f"{section}/line-ups/links"
    visitor.send(page)
    found = ROW.findall(visitor.get(page).text)
    return {number: url[url.index("/captain") :] for number, url in enumerate(found, start=1)}


def sides(tmp_path, table=1):
    """The numbers of both teams of a match."""
    meeting = state(tmp_path).rounds[0].meetings[table]
    return meeting.white, meeting.black


# --- at the desk --------------------------------------------------------------------------------


def test_an_arbiter_types_one_team_and_ticks_another(visitor, tmp_path, section):
    first, second = sides(tmp_path)
    ticked = [str(roster(tmp_path, second)[place]) for place in (0, 1, 3, 4)]

    page = f"{section}/line-ups/1"
    answer = visitor.send(page, **{f"places{first}": "1 2 3 5", f"player{second}": ticked})

    assert "2 line-ups were saved." in words(answer)
    assert "Missing line-ups: 4 of 6" in words(answer)
    games = state(tmp_path).rounds[0].meetings[1].games
    assert games[3].black == roster(tmp_path, first)[4]
    assert [games[0].black, games[1].white] == roster(tmp_path, second)[:2]
    assert "Missing line-ups: 4 of 6" in visitor.text(f"{section}/line-ups")
    # A match with a result says why it has no fields.
    assert "so its line-ups can no longer be changed" not in visitor.text(page)
    visitor.send(f"{section}/results/1", t1b1="1-0")
    assert visitor.text(page).count("so its line-ups can no longer be changed here.") == 1


def test_a_secret_line_up_is_shown_only_when_the_arbiter_asks(visitor, tmp_path, section):
    first, _ = sides(tmp_path)
    visitor.send(f"{section}/line-ups/1", **{f"places{first}": "1 2 3 5"})

    assert 'value="1 2 3 5"' not in visitor.get(f"{section}/line-ups/1").text
    assert 'value="1 2 3 5"' in visitor.get(f"{section}/line-ups/1?secret=true").text
    shown = visitor.text(f"{section}/line-ups/1")
    assert shown.count("handed in secret") == 1
    # The teams with a line-up are not on the list of those that miss one.
    missing = visitor.get(f"{section}/line-ups/1?show=missing").text
    assert f'name="places{first}"' in missing
    assert "Missing line-ups: 5 of 6" in visitor.text(f"{section}/line-ups/1?show=missing")


def test_a_submitted_secret_line_up_is_replaced_only_in_a_marked_field(
    visitor, tmp_path, section, address, open_page
):
    first, second = sides(tmp_path)
    visitor.send(f"{section}/line-ups/1", **{f"places{first}": "1 2 3 5"})
    page = open_page(address)
    page.goto(f"{section}/line-ups/1?show=missing")

    assert page.locator(f"[name=places{second}]").is_visible()
    assert not page.locator(f"[name=places{first}]").is_visible()
    page.get_by_text("Change line-up of Ash").click()
    assert page.locator(f"[name=places{first}]").is_visible()


def test_the_cursor_moves_to_the_next_team_without_a_line_up(
    visitor, tmp_path, section, address, open_page
):
    order = [number for table in (1, 2, 3) for number in sides(tmp_path, table)]
    visitor.send(f"{section}/line-ups/1", **{f"places{order[3]}": "1 2 3 4"})
    page = open_page(address)
    page.goto(f"{section}/line-ups/1")
    page.locator(f"[name=places{order[2]}]").fill("1 2 3 4")
    for number in (2, 4, 5, 0, 1):
        field = page.locator(f"[name=places{order[number]}]")
        expect(field).to_be_focused() if number != 2 else field.focus()
        expect(field).to_be_in_viewport()
        page.keyboard.type("" if number == 2 else "1 2 3 5")
        page.keyboard.press("Enter")
        expect(page.get_by_text("1 line-up was saved.")).to_be_visible()
    expect(page.get_by_text("Missing line-ups: 0 of 6")).to_be_visible()
    assert len(state(tmp_path).rounds[0].line_ups) == 6


def test_typed_input_is_shown_again_with_its_error(visitor, tmp_path, section):
    first, second = sides(tmp_path)
    sent = {f"places{first}": "1 2 3 9", f"places{second}": "1 2 3 4"}

    answer = visitor.send(f"{section}/line-ups/1", **sent)

    assert answer.status_code == 422
    assert "the roster has only 5 players, so this place does not exist: 9" in words(answer)
    assert 'value="1 2 3 9"' in answer.text
    assert 'value="1 2 3 4"' in answer.text
    assert state(tmp_path).rounds[0].line_ups == {}


def test_a_known_line_up_is_changed_by_a_ruling_after_informing_captains(
    visitor, tmp_path, section
):
    first, second = sides(tmp_path)
    page = f"{section}/line-ups/1"
    visitor.send(page, **{f"places{first}": "1 2 3 5", f"places{second}": "1 2 3 4"})

    table = visitor.text(page).partition("Change line-ups")[0]
    names = re.findall(r"Bd (\d) ([WB]) (Ash \d) \d+ ([WB]) Daphne \d", table)
    assert names == [
        ("1", "W", "Ash 1", "B"),
        ("2", "B", "Ash 2", "W"),
        ("3", "W", "Ash 3", "B"),
        ("4", "B", "Ash 5", "W"),
    ]
    assert "Both line-ups are in, so both captains may know them." in table
    refused = visitor.send(page, **{f"places{first}": "1 2 3 4"})
    assert "Inform the captain of" in words(refused)
    both = [str(first), str(second)]
    asked = visitor.send(page, informed=both, **{f"places{first}": "1 2 3 4"})
    done = visitor.send_again(asked, office="Chief Arbiter", authority="Ann", reason="fever")

    assert done.status_code == 200, words(done)
    assert state(tmp_path).rounds[0].meetings[1].games[3].black == roster(tmp_path, first)[3]


def test_a_deadline_is_set_and_removed(visitor, tmp_path, section):
    visitor.send(f"{section}/line-ups/1", f"{section}/line-ups/deadline", minutes="60")
    assert state(tmp_path).line_up_minutes == 60
    assert "has no start time" in visitor.text(f"{section}/line-ups/1")

    # After the deadline, the line-up of a team is shown even if its opponents have none.
    first, second = sides(tmp_path)
    visitor.send(f"{section}/line-ups/1", **{f"places{first}": "1 2 3 5"})
    assert (
        "Ash 1"
        not in visitor.text(f"{section}/line-ups/1").partition("Roster (or tick the players)")[0]
    )
    assert 'value="1 2 3 5"' not in visitor.get(f"{section}/line-ups/1").text
    start = {"day": ["2020-01-01"], "time": ["10:00"]}
    visitor.send(f"{section}/schedule", time_zone="Europe/Oslo", **start)
    shown = visitor.get(f"{section}/line-ups/1").text
    assert 'value="1 2 3 5"' in shown
    assert "Deadline: " in shown
    assert "Show secret line-ups" not in shown
    assert "The deadline has passed, so a line-up that is in is no longer secret." in shown
    assert re.search(r"handed in \d+ hours late", shown)
    # Nothing is said of a team that has handed in nothing.
    assert len(re.findall("handed in .*? late", shown)) == 1
    assert f'name="places{second}"' in shown

    visitor.send(f"{section}/schedule", time_zone="Europe/Oslo", day=[""], time=[""])
    bad = visitor.send(f"{section}/line-ups/1", f"{section}/line-ups/deadline", minutes="soon")
    assert bad.status_code == 422
    visitor.send(f"{section}/line-ups/1", f"{section}/line-ups/deadline", minutes="")
    assert state(tmp_path).line_up_minutes is None


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (-33, "handed in at 12:03"),
        (0, "handed in at 12:03"),
        (1, "handed in 1 minute late"),
        (33, "handed in 33 minutes late"),
        (125, "handed in 2 hours late"),
    ],
)
def test_a_line_up_says_when_it_was_handed_in_or_how_late(late, words):
    time = datetime(2026, 11, 19, 15, 33, tzinfo=UTC)
    assert HandIn(time, timedelta(minutes=late)).describe("America/St_Johns") == words


def test_a_change_after_the_deadline_does_not_make_a_line_up_late(visitor, tmp_path, section):
    first, _ = sides(tmp_path)
    page = f"{section}/line-ups/1"
    visitor.send(page, f"{section}/line-ups/deadline", minutes="60")
    tomorrow = f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%d}"
    visitor.send(f"{section}/schedule", time_zone="UTC", day=[tomorrow], time=["10:00"])
    assert "handed in" not in visitor.text(page)
    visitor.send(page, **{f"places{first}": "1 2 3 5"})
    at = re.search(r"handed in at \d\d:\d\d secret", visitor.text(page))
    assert at
    assert "Secret until both line-ups are in" in visitor.text(page)
    assert "Show secret line-ups" in visitor.text(page)
    visitor.send(page, **{f"places{first}": "1 2 3 4"})
    assert at.group() in visitor.text(page)


def test_a_line_up_can_be_filled_in_without_saving_it(visitor, tmp_path, section):
    first, second = sides(tmp_path)
    page = f"{section}/line-ups/1"
    assert "Same as last round" not in visitor.text(page)
    filled = visitor.get(f"{page}?fill=first-{first}&team={first}").text
    assert re.search(rf'name="places{first}" value="1 2 3 4"', filled)
    assert re.search(rf'name="places{second}" value=""', filled)
    assert state(tmp_path).rounds[0].line_ups == {}

    visitor.send(page, **{f"places{first}": "1 2 3 5", f"places{second}": "1 2 4 5"})
    visitor.send(f"{section}/results/1", **{f"t{table}": "2.5-1.5" for table in (1, 2, 3)})
    assert "Save line-ups" not in visitor.text(page)
    visitor.send(f"{section}/pairing", publish="1")
    again = f"{section}/line-ups/2"
    assert "Save line-ups" in visitor.text(again)
    assert 'value="1 2 4 5"' in visitor.get(f"{again}?fill=last-{second}").text
    assert 'value="1 2 4 5"' not in visitor.get(again).text


def test_the_script_fills_in_a_line_up_and_counts_its_boards(
    visitor, tmp_path, section, address, open_page
):
    first, second = sides(tmp_path)
    page = open_page(address, reduced_motion="reduce")
    page.goto(f"{section}/line-ups/1")
    page.locator(f"[name=places{second}]").fill("1 2 3")
    page.get_by_role(
        "link", name=f"First 4 players ({state(tmp_path).competitors[first].name})"
    ).click()

    expect(page.locator(f"[name=places{first}]")).to_have_value("1 2 3 4")
    expect(page.locator(f"[name=places{second}]")).to_have_value("1 2 3")
    expect(page.locator(f"[data-counts='{first}']")).to_have_text("4 of 4 boards")
    expect(page.locator(f"[data-counts='{second}']")).to_have_text("3 of 4 boards")
    page.locator(f"[name=places{second}]").fill("12-")
    expect(page.locator(f"[data-counts='{second}']")).to_have_text("3 of 4 boards")
    page.locator(f"[name=places{second}]").fill("")
    page.get_by_text("Roster (or tick the players)").nth(1).click()
    page.locator(f"[name=player{second}]").nth(0).check()
    expect(page.locator(f"[data-counts='{second}']")).to_have_text("1 of 4 boards")
    assert faults_in_light_and_dark(page) == []


def test_each_captain_can_be_given_a_link_alone(visitor, tmp_path, section):
    page = f"{section}/line-ups/links"
    assert "Create all links" in visitor.text(page)
    visitor.send(page, numbers="2")
    assert [*state(tmp_path).captain_links] == [2]
    assert "Create missing links" in visitor.text(page)
    visitor.send(page)
    assert "Create missing links" not in visitor.text(page)


def test_a_section_of_players_has_no_line_up_page(visitor):
    section = event_with_round(visitor, "cfc_swiss")

    assert "line-ups" not in visitor.get(section).text
    assert visitor.get(f"{section}/line-ups/1").status_code == 422


# --- captains -----------------------------------------------------------------------------------


def test_a_submitted_line_up_is_hidden_from_opponent_and_public(
    visitor, tmp_path, section, links, address
):
    first, second = sides(tmp_path)
    captain, opponent = Visitor(address), Visitor(address)
    reserve = state(tmp_path).competitors[first].players[4].name

    done = captain.send(links[first], places="1 2 3 5")

    assert "Your line-up was handed in." in words(done)
    assert reserve in words(done)
    public = "/p/spring-open/main"
    for page in (links[second], f"{public}/round-1.html", f"{public}/section.json"):
        assert reserve not in opponent.get(page).text
    assert "captain of" in visitor.text("/e/spring-open/history")
    ticked = [str(number) for number in roster(tmp_path, second)[:4]]
    both = opponent.send(links[second], player=ticked)
    assert reserve in words(both)
    assert "Your opponents may know this line-up." in words(both)
    refused = captain.send(links[first], places="1 2 3 4")
    assert refused.status_code == 422
    assert "Your opponents may know this line-up." in words(refused)


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"places": "1 2 3"}, "a player for each of the 4 boards"),
        ({"places": "1 1 2 3"}, "is on boards 1 and 2"),
        ({"places": "<b>1 2 3 4"}, "no participant has this name"),
        ({}, "a player for each of the 4 boards"),
    ],
)
def test_a_captain_sees_what_is_wrong_with_a_line_up(visitor, tmp_path, links, sent, told):
    answer = visitor.send(links[1], **sent)

    assert answer.status_code == 422
    assert told in words(answer)
    assert "<b>1" not in answer.text
    assert state(tmp_path).rounds[0].line_ups == {}


def test_a_captain_cannot_make_a_ruling(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_team_swiss")
    visitor.send(f"{section}/line-ups/links")
    url = ROW.findall(visitor.get(f"{section}/line-ups/links").text)[0]
    page = url[url.index("/captain") :]

    sent = {"confirmed": "yes", "authority": "Me", "office": "director", "reason": "so"}
    answer = visitor.send(page, places="2 1 3 4", **sent)

    assert answer.status_code == 422
    assert "Change the line-up, or hand it in to the arbiter." in words(answer)
    assert state(tmp_path).rounds[0].line_ups == {}


def test_a_link_works_for_one_team_until_it_is_revoked(visitor, tmp_path, section, links):
    assert len({*links.values()}) == 6
    assert state(tmp_path).competitors[1].name in visitor.text(links[1])

    visitor.send(f"{section}/line-ups/links", f"{section}/line-ups/links/revoke", numbers="1")

    assert visitor.get(links[1]).status_code == 404
    assert visitor.get(links[2]).status_code == 200
    # A new link does not bring the old one back.
    visitor.send(f"{section}/line-ups/links")
    assert visitor.get(links[1]).status_code == 404


def test_a_captain_link_cannot_be_derived_from_the_journal(visitor, tmp_path, links):
    public, _, seal = links[1].rpartition("/")[2].partition("-")
    assert state(tmp_path).captain_links[1] == public
    journal = FolderRepository(tmp_path).event("spring-open").snapshot().entries
    assert seal not in repr(journal)

    assert visitor.get(f"/captain/spring-open/{public}-{'0' * 32}").status_code == 404
    assert visitor.get(f"/captain/spring-open/{public}").status_code == 404
    assert visitor.get(f"/captain/no-event/{public}-{seal}").status_code == 404


def test_guessing_links_is_slowed_down(visitor, links):
    codes = [visitor.get(f"/captain/spring-open/guess-{n}").status_code for n in range(25)]

    assert codes[:20] == [404] * 20
    assert codes[20:] == [429] * 5


def test_a_captain_cannot_fill_the_journal(visitor, tmp_path, links):
    for n in range(20):
        visitor.send(links[1], places="1 2 3 4" if n % 2 else "1 2 3 5")
    before = len(FolderRepository(tmp_path).event("spring-open").snapshot().entries)

    assert visitor.send(links[1], places="1 2 3 5").status_code == 429
    assert len(FolderRepository(tmp_path).event("spring-open").snapshot().entries) == before


def test_links_survive_a_restart_and_expire_with_the_event(tmp_path):
    with serve_folder(tmp_path) as address:
        visitor = Visitor(address)
        section = event_with_round(visitor, "olympiad_2022")
        visitor.send(f"{section}/line-ups/links")
        url = ROW.findall(visitor.get(f"{section}/line-ups/links").text)[0]
        page = url[url.index("/captain") :]
        visitor.send(page, places="1 2 3 5")
    with serve_folder(tmp_path) as address:
        visitor = Visitor(address)
        assert "Your line-up" in visitor.text(page)
        visitor.send(f"{section}/results/1", **{f"t{t}": "2.5-1.5" for t in (1, 2, 3)})
        visitor.send_again(visitor.send("/e/spring-open/close"))
        assert "This event is closed." in visitor.text(page)


# --- users --------------------------------------------------------------------------------------


@pytest.fixture
def network(tmp_path):
    """A desk with accounts: a chief arbiter and a viewer."""
    accounts = FolderRepository(tmp_path).accounts
    accounts._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    for role in (Role.CHIEF, Role.VIEWER):
        accounts.add_user(role.value, role, "a long password")
    with serve_folder(tmp_path, open_to_all=False) as address:
        yield address


def signed_in(address, role):
    """A visitor with a role."""
    visitor = Visitor(address)
    visitor.send("/sign-in", name=role, password="a long password")
    return visitor


def test_a_viewer_sees_no_secret_line_up_and_no_link(network, tmp_path):
    chief, viewer = signed_in(network, "chief"), signed_in(network, "viewer")
    section = event_with_round(chief, "olympiad_2022")
    chief.send(f"{section}/line-ups/links")
    first, second = sides(tmp_path)
    chief.send(f"{section}/line-ups/1", **{f"places{first}": "1 2 3 5"})

    def line_ups_in_api(visitor):
        acts = visitor.get("/api/v1/events/spring-open/acts").json()
        content = next(e["content"] for e in acts if e["act"] == "HandInLineUps")
        return content.get("line_ups", [])

    assert viewer.get(f"{section}/line-ups/1").status_code == 200
    assert "1 2 3 5" not in viewer.text(f"{section}/line-ups/1?secret=true")
    assert viewer.get(f"{section}/line-ups/links").status_code == 403
    assert viewer.get(f"{section}/line-ups/links/1.svg").status_code == 403
    assert line_ups_in_api(viewer) == []
    assert viewer.get("/e/spring-open/journal.json").status_code == 403
    assert len(line_ups_in_api(chief)) == 1
    chief.send(f"{section}/line-ups/1", **{f"places{second}": "1 2 3 4"})
    assert len(line_ups_in_api(viewer)) == 1
    assert viewer.get("/e/spring-open/journal.json").status_code == 200


def test_a_captain_without_an_account_reaches_one_page_only(network, tmp_path):
    chief = signed_in(network, "chief")
    section = event_with_round(chief, "olympiad_2022")
    chief.send(f"{section}/line-ups/links")
    page = ROW.findall(chief.get(f"{section}/line-ups/links").text)[0]
    captain = Visitor(network)

    assert "Hand in your line-up" in words(captain.get(page[page.index("/captain") :]))
    assert captain.get("/e/spring-open").url.path == "/sign-in"


# --- in a browser -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1280])
def test_captains_and_arbiters_can_work_on_phones_and_desktop_screens(
    open_page, address, tmp_path, section, links, width
):
    first, second = sides(tmp_path)
    page = open_page(address, width, reduced_motion="reduce")

    def check_page():
        assert faults_in_light_and_dark(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.goto(links[first])
    check_page()
    boxes = page.get_by_role("checkbox")
    for place in (0, 1, 2, 4):
        boxes.nth(place).check()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text("Your line-up was handed in.").wait_for()
    check_page()
    page.goto(f"{section}/line-ups")
    page.get_by_text("Missing line-ups: 5 of 6").wait_for()
    name = state(tmp_path).competitors[second].name
    page.get_by_label(f"Line-up of {name}").fill("1 2 3 5")
    page.get_by_role("button", name="Save line-ups").click()
    page.get_by_text("1 line-up was saved.").wait_for()
    check_page()
    page.goto(f"{section}/line-ups/links")
    check_page()

    assert len(state(tmp_path).rounds[0].meetings[1].games) == 4
