"""The public pages: open to everybody, all links lead somewhere, and nothing can be changed."""

from __future__ import annotations

import re
import time

import httpx
import pytest

from tests.web.desk_client import serve_folder
from tests.web_public.conftest import IN_NETWORK
from tests.web_public.pages import EVENT, links, words
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.model import Number, Player
from topboard.proof.verify import verify
from topboard.web.folder_repository import FolderRepository
from topboard.web.public.hall import ROWS
from topboard.web.public.site import EventSite
from topboard.web.public.sites import FRESH
from topboard.web.repository import EventHandle


def text(client, path: str) -> str:
    answer = client.get(f"{EVENT}/{path}")
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.text


def test_every_link_of_every_page_works_without_signing_in(stranger) -> None:
    seen: set[str] = set()
    waiting = {f"{EVENT}/index.html"}
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = stranger.get(path, follow_redirects=False)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        if answer.headers["content-type"].startswith("text/html"):
            waiting |= links(answer.text, path) - seen
    assert len(seen) > 70
    elsewhere = {path for path in seen if not path.startswith(EVENT)}
    assert elsewhere == {"/p/", "/p/face.css", "/p/public.css", "/p/mark.svg"}


def test_the_pairings_show_tables_results_and_missing_results(stranger) -> None:
    page = words(text(stranger, "team-cup/round-4.html"))

    assert "2 of 5 results" in page
    assert "1 Bastion 2490 · 5 MP 4 - 0 Caravel 2469 · 4 MP" in page
    assert "Pairing-allocated bye: Fjordland (#6)" in page
    assert "1 White Moreau, Farid 2527 1 - 0 Black Lindqvist, Anna 2506 2 Black " in page


def test_standings_leaders_and_places_say_that_the_round_is_in_play(stranger, arbiter) -> None:
    for path in ("index", "team-cup/index", "team-cup/standings", "team-cup/cross-table"):
        page = words(text(stranger, f"{path}.html"))
        assert "Round 4 is still in play: 3 results are missing." in page, path
    assert "Round 4 is still in play" in words(text(stranger, "team-cup/who-2.html"))
    assert "still in play" not in words(text(stranger, "team-cup/standings-3.html"))

    desk = "/e/riverside-chess-festival/s/team-cup/standings"
    assert "Round 4 is still in play: 3 results are missing." in words(arbiter.get(desk).text)
    assert "still in play" not in words(arbiter.get(f"{desk}?after=3").text)


def test_the_foot_of_a_page_gives_the_time_of_the_last_entry(stranger) -> None:
    page = text(stranger, "team-cup/standings.html")

    foot = words(page[page.index("<footer>") : page.index("</footer>")])
    assert re.search(r"Updated [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d\. All events", foot)
    assert re.search(r"About this page As of journal entry \d+\. .* Journal: entry \d+, \w+", foot)
    assert foot.index("Updated") < foot.index("About this page")


def test_the_pairings_by_name_are_in_alphabetical_order(stranger) -> None:
    page = text(stranger, "open/names-3.html")

    names = re.findall(r'<td class="k-name" dir="auto"><a [^>]+>([^<]+)</a>', page)

    assert len(names) == 17
    assert names == sorted(names)


def test_every_tie_break_in_the_standings_expands_to_its_sum(stranger) -> None:
    page = text(stranger, "team-cup/standings.html")

    first = page[page.index('id="s2-1"') :]
    opened = words(first[first.index("<summary") : first.index("</details>")])

    assert opened.startswith("44 Sonneborn-Berger without the lowest opponent")
    assert "2 6 Fjordland" in opened
    assert opened.endswith("Total 44")


def test_earlier_standings_remain_available(stranger) -> None:
    assert "Standings after round 2" in words(text(stranger, "open/standings-2.html"))


def test_the_team_page_shows_the_teams_results_and_members(stranger) -> None:
    page = words(text(stranger, "team-cup/who-2.html"))

    assert "Place 1 Match points 7 Game points 13½" in page
    assert "4 1 White Caravel CAR 2469 4 - 0 2 7 13½" in page
    assert "Round 1: 1 with Black against Granite (#7). Total: 1." in page
    assert "res. Kowal, Hugo 2427" in page
    assert "Follow this team" in page
    assert "White on board 1 against Caravel 4 - 0" in page


def test_reasons_are_shown_with_the_picture_of_the_scoregroups(stranger) -> None:
    page = text(stranger, "team-cup/reasons-4.html")

    assert "<title id=" in page
    assert "Estuary (#5), with 4 points, meets Islay (#9), with 2 points." in words(page)
    assert "Fjordland (#6) has the bye" in words(page)


def test_articles_cited_in_reasons_link_to_their_interpretations(stranger) -> None:
    page = text(stranger, "team-cup/reasons-4.html")
    rules = text(stranger, "team-cup/rules.html")

    linked = set(re.findall(r'href="rules\.html#(interpretation-[\w-]+)"', page))
    assert "interpretation-the-2n-order" in linked
    assert linked <= set(re.findall(r'<h3 id="([\w-]+)">', rules))
    assert "so that every team of the group is tried once" in words(rules)


def test_averages_are_shown_only_if_the_rules_use_them(stranger) -> None:
    assert "ARO" in words(text(stranger, "open/averages.html"))
    assert stranger.get(f"{EVENT}/team-cup/averages.html").status_code == 404


def test_the_hall_screens_rotate_in_a_cycle(stranger) -> None:
    path, turned, places = f"{EVENT}/open/hall-1.html", [], 0
    while path not in turned:
        turned.append(path)
        page = stranger.get(path).text
        assert page.count("<tr>") <= ROWS + 1
        places += (page.count("<tr>") - 1) * ("Standings" in page)
        seconds, following = re.search(r'content="(\d+); url=([^"]+)"', page).groups()
        assert int(seconds) >= 10
        path = f"{EVENT}/open/{following}"

    assert [p[-6] for p in turned] == ["1", "2", "3"]
    assert places == 17
    assert path == turned[0]


def test_a_hall_screen_that_no_longer_exists_leads_to_the_first(stranger) -> None:
    answer = stranger.get(f"{EVENT}/open/hall-99.html")

    assert str(answer.url).endswith("/open/hall-1.html")


def test_the_qr_code_leads_to_the_section(stranger) -> None:
    answer = stranger.get(f"{EVENT}/open/qr.svg")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert f"<title>{IN_NETWORK[:-1]}{EVENT}/open/</title>" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/p/nothing/index.html",
        "/p/../etc/index.html",
        f"{EVENT}/open/who-99.html",
        f"{EVENT}/open/round-9.html",
        f"{EVENT}/open/round-0.html",
        f"{EVENT}/open/round-99999999999999999999.html",
        f"{EVENT}/nowhere/index.html",
        f"{EVENT}/open/../../../secret",
        f"{EVENT}/accounts.json",
    ],
)
def test_a_request_for_a_missing_page_fails_and_reveals_nothing(stranger, folder, path) -> None:
    answer = stranger.get(path)

    assert answer.status_code == 404
    assert str(folder) not in answer.text


def test_the_public_pages_accept_no_input(stranger) -> None:
    for method in ("post", "put", "delete", "patch"):
        assert getattr(stranger, method)(f"{EVENT}/open/index.html").status_code == 405


def test_a_page_the_client_already_has_is_not_sent_again(stranger) -> None:
    first = stranger.get(f"{EVENT}/open/index.html")

    again = stranger.get(
        f"{EVENT}/open/index.html", headers={"If-None-Match": first.headers["etag"]}
    )

    assert again.status_code == 304
    assert again.content == b""


def take(handle: EventHandle, act: actions.Act, context: ActionContext) -> None:
    """Do an act, as somebody else at the desk."""
    with handle.open() as desk:
        desk.record(act, context)


def test_a_section_without_entries_has_all_its_pages(tmp_path) -> None:
    repository = FolderRepository(tmp_path)
    handle = repository.create("Bare", ActionContext("A", "2026-01-01T00:00:00+00:00"))
    for name, boards in (("dubov_1997", 1), ("olympiad_2022", 4), ("cfc_round_robin", 1)):
        take(
            handle,
            actions.AddSection(name, name, 5, boards),
            ActionContext("A", "2026-01-01T00:00:01+00:00"),
        )

    site = EventSite(handle.snapshot(), handle.replay_round)
    made = {path: site.render_page(path) for path in site.page_paths()}

    assert len(made) >= 16
    assert all(made.values())
    assert "There are no entries yet." in made["dubov-1997/standings.html"]
    assert "appear once the first round is published" in made["dubov-1997/charts.html"]


def test_names_are_shown_and_never_interpreted_as_markup(tmp_path) -> None:
    handle = FolderRepository(tmp_path).create(
        "<b>Bold</b>", ActionContext("A", "2026-01-01T00:00:00+00:00")
    )
    context = ActionContext("A", "2026-01-01T00:00:01+00:00")
    take(handle, actions.AddSection("<i>&", "dubov_1997", 5), context)
    name = "<script>alert(1)</script>" + "x" * 175
    take(
        handle,
        actions.Enter("<i>&", (Player(Number(1), name), Player(Number(2), '"')), "x"),
        context,
    )

    site = EventSite(handle.snapshot(), handle.replay_round)
    for path in site.page_paths():
        page = site.render_page(path)
        assert page is not None
        assert "<script>alert" not in page
        assert "<b>Bold" not in page


def test_a_reload_shows_what_has_been_entered_since(tmp_path) -> None:
    handle = FolderRepository(tmp_path).create(
        "Event", ActionContext("A", "2026-01-01T00:00:00+00:00")
    )
    with serve_folder(tmp_path) as address:
        before = httpx.get(f"{address}/p/event/index.html").text
        take(
            handle,
            actions.AddSection("Blitz", "dubov_1997", 5),
            ActionContext("A", "2026-01-01T00:00:01+00:00"),
        )
        time.sleep(2 * FRESH)
        after = httpx.get(f"{address}/p/event/index.html").text

    assert "Blitz" not in before
    assert "Blitz" in after


@pytest.mark.parametrize("section", ["team-cup", "open"])
def test_a_round_offers_its_proof_and_the_proof_holds(stranger, section) -> None:
    page = stranger.get(f"{EVENT}/{section}/round-1.html").text
    found = stranger.get(f"{EVENT}/{section}/proof-1.json")

    assert 'href="proof-1.json"' in page
    assert "Proved: an independent checker" in page
    assert found.headers["content-type"] == "application/json"
    assert verify(found.json()).proved
    assert stranger.get(f"{EVENT}/{section}/proof-99.json").status_code == 404
