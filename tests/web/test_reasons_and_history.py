"""Reasons where one looks, questions that write nothing, and the history of all acts."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from tests.web.desk_client import event_with_entries, event_with_round, words
from topboard.cli import main
from topboard.reasons.sentences.articles import find_regulation
from topboard.systems.registry import SYSTEMS
from topboard.web.folder_repository import FolderRepository


def entries(tmp_path):
    """The entries of the journal."""
    return FolderRepository(tmp_path).event("spring-open").snapshot().entries


def two_rounds(visitor):
    """An event whose second round may be paired."""
    section = event_with_round(visitor, "olympiad_2022")
    for table in "123":
        fields = {f"t{table}b{board}": "1" for board in range(1, 5)}
        visitor.send(f"{section}/results/1", **fields)
    return section


def test_each_table_expands_to_its_reasons_with_the_article(address, visitor, open_page):
    section = two_rounds(visitor)
    page = open_page(address)
    page.goto(f"{section}/pairing")

    row = page.locator("#t1")
    expect(row.locator(".reasons")).to_be_hidden()
    row.locator("summary").click()
    told = row.locator(".reasons").inner_text()

    assert "meets" in told
    assert "has White" in told
    assert "(9." in told or "(8." in told
    assert page.locator(".group").count() >= 2


def dutch_round_with_downfloater(visitor):
    """A Dutch event of six players whose second round has an exchange and a downfloater."""
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")
    visitor.send(f"{section}/pairing", publish="1")
    return section


def test_a_round_explains_the_terms_of_its_reasons_below_the_table(visitor):
    section = dutch_round_with_downfloater(visitor)

    for path in ("rounds/2", "why-not?a=1&b=6&round=2"):
        page = visitor.get(f"{section}/{path}").text
        assert page.count("What the terms mean") == 1
        assert "<dt>Bracket</dt>" in page
    page = visitor.get(f"{section}/rounds/2").text
    assert page.index("</table>") < page.index("What the terms mean")
    assert page.index("What the terms mean") < page.index("Reasons by scoregroup")
    assert "<dt>MDP</dt>" in page
    assert "<dt>S1 and S2</dt>" in page
    assert "G2" not in page
    assert visitor.get("/help/glossary").status_code == 200
    assert '<a href="/help/glossary">' in page


def test_the_table_of_a_round_has_the_whole_width_and_folds_on_a_phone(address, visitor, open_page):
    section = dutch_round_with_downfloater(visitor)
    page = open_page(address)
    page.goto(f"{section}/rounds/2")
    table, main = (page.locator(part).bounding_box() for part in (".pairs", "main"))
    assert table["width"] > main["width"] - 40

    article = page.locator("#t1 .short .article")
    expect(article).to_be_visible()
    phone = open_page(address, 390, has_touch=True, is_mobile=True)
    phone.goto(f"{section}/rounds/2")
    row = phone.locator("tr", has=phone.locator(".short.more")).first
    expect(row.locator(".short").first).to_be_visible()
    for part in (".short .article", ".short.more"):
        expect(row.locator(part).first).to_be_hidden()
    row.locator("summary").tap()
    for part in (".short .article", ".short.more"):
        expect(row.locator(part).first).to_be_visible()


def test_a_published_round_keeps_its_reasons(visitor):
    section = two_rounds(visitor)
    before = visitor.text(f"{section}/pairing")
    visitor.send(f"{section}/pairing", publish="1")
    visitor.send(f"{section}/results/1/1", t1="0-4", confirmed="yes")

    after = visitor.text(f"{section}/rounds/2")
    first = before[before.index("Reasons by scoregroup") :][:400]
    assert first in after


def test_articles_cited_for_a_round_link_to_their_interpretations(visitor):
    section = two_rounds(visitor)

    linked = set(
        re.findall(
            rf'href="{section}/rules#(interpretation-[\w-]+)"',
            visitor.get(f"{section}/pairing").text,
        )
    )
    rules = visitor.get(f"{section}/rules").text

    assert linked
    assert linked <= set(re.findall(r'<h3 id="([\w-]+)">', rules))
    assert set(re.findall(r'href="#(interpretation-[\w-]+)"', rules)) <= set(
        re.findall(r'<h3 id="([\w-]+)">', rules)
    )


def test_a_published_round_is_printed_from_its_page(visitor):
    section = event_with_round(visitor, "olympiad_2022")

    shown = visitor.get(f"{section}/rounds/1").text
    named = re.findall(rf'href="({section}/paper/[^"]+)"[^>]*>([^<]+)<', shown)

    assert {"Pairings", "Match sheets", "Result slips"} <= {title for _, title in named}
    slips = next(address for address, title in named if title == "Result slips")
    answer = visitor.http.get(slips.replace("&amp;", "&"))
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")


def test_the_bye_expands_to_its_reason(visitor):
    section = event_with_entries(visitor, "dubov_1997")
    visitor.send(f"{section}/check-in", f"{section}/absent", number="1")
    shown = visitor.text(f"{section}/pairing")
    assert "Pairing-allocated bye: 6 Frost" in shown
    assert "Frost (#6) has the bye" in shown


def test_why_two_players_do_not_meet_is_answered_for_any_round(visitor, tmp_path):
    section = two_rounds(visitor)
    before = entries(tmp_path)
    assert "Type a starting number or a name." in visitor.text(f"{section}/why-not")
    published = visitor.text(f"{section}/why-not?a=1&b=2&round=1")
    met = visitor.text(f"{section}/why-not?a=1&b=4&round=2")

    assert "Birch (#2) comes later in the order of opponents" in published
    assert "Ash (#1) and Daphne (#4) met in round 1 (6.1)." in met
    assert "the same participant is named twice" in visitor.text(
        f"{section}/why-not?a=1&b=1&round=2"
    )
    assert entries(tmp_path) == before


def test_the_check_list_is_shown_for_any_round_of_a_dutch_event(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    before = entries(tmp_path)
    first = visitor.text(f"{section}/check-list?round=1")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")

    to_come = visitor.text(f"{section}/check-list")

    assert "Checklist for round 1" in first
    assert "Checklist for round 2" in to_come
    assert "allowed" in to_come
    assert "Checklist" in visitor.text(f"{section}/pairing")
    assert entries(tmp_path) >= before


def test_a_system_without_profiles_has_no_check_list(visitor):
    section = event_with_entries(visitor, "dubov_1997")

    assert "Checklist" not in visitor.text(f"{section}/pairing")
    assert "this system has no checklist" in words(visitor.get(f"{section}/check-list"))


def test_what_if_a_participant_leaves_shows_the_tables_and_records_nothing(visitor, tmp_path):
    section = two_rounds(visitor)
    before = entries(tmp_path)

    told = visitor.text(f"{section}/what-if?leaves=1")

    assert "If Ash withdrew" in told
    assert "not paired" in told
    assert entries(tmp_path) == before


def test_what_if_with_a_different_result_shows_the_new_opponents(visitor, tmp_path):
    section = two_rounds(visitor)
    before = entries(tmp_path)

    other = visitor.text(f"{section}/what-if?round=1&table=1&result=0-4")
    same = visitor.text(f"{section}/what-if?round=1&table=1&result=4-0")

    assert "would have a different opponent or colour." in other
    assert "Nothing would change" in same
    assert "This match does not exist" in visitor.text(
        f"{section}/what-if?round=1&table=9&result=4-0"
    )
    assert entries(tmp_path) == before


def test_why_not_shows_both_pairings_if_the_two_could_meet(visitor):
    section = dutch_round_with_downfloater(visitor)
    paired = words(visitor.get(f"{section}/why-not?a=1&b=6&round=2"))
    names = re.findall(r"(\w+) \(#(\d)\)", paired)

    assert "The two pairings compared" in paired
    assert "Pairing by the rules" in paired
    one, other = (next(f"{name} (#{n})" for name, n in names if n == number) for number in "16")
    assert f"If {one} and {other} had to meet" in paired
    asked = visitor.get(f"{section}/why-not?a=1&b=6&round=2").text
    assert f"<td><b>{one} against {other}</b></td></tr>" in asked
    # Two who met in round 1 may not meet again, so there is no second pairing.
    assert "The two pairings compared" not in visitor.text(f"{section}/why-not?a=1&b=4&round=2")


def test_both_pairings_are_read_on_a_phone_without_scrolling(address, visitor, open_page):
    section = dutch_round_with_downfloater(visitor)
    page = open_page(address, 390, has_touch=True, is_mobile=True)
    page.goto(f"{section}/why-not?a=1&b=6&round=2")

    table, around = page.locator(".beside-each-other"), page.locator(".answer .scroll")
    assert table.bounding_box()["width"] <= around.bounding_box()["width"]


def test_what_if_offers_every_round_and_refuses_one_without_results(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026")
    before = entries(tmp_path)
    page = visitor.get(f"{section}/what-if").text

    assert "would be paired if one thing" in page
    assert '<b aria-current="page">1</b>' in page
    assert '<a href="?paired=2">2' in page
    assert "results of boards 1, 2, 3 in round 1 are missing" in visitor.text(
        f"{section}/what-if?leaves=1&paired=2"
    )
    assert "Choose a round from 1 to 2." in visitor.text(f"{section}/what-if?leaves=1&paired=9")
    assert entries(tmp_path) == before

    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")
    assert "pairings of round 2 would stay" in visitor.text(f"{section}/what-if?leaves=1&paired=2")
    assert "pairings of round 1 would stay" in visitor.text(f"{section}/what-if?leaves=1&paired=1")


def test_a_round_that_cannot_be_paired_lists_the_missing_results(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1-0")
    page = visitor.get(f"{section}/pairing").text

    assert "Results that are missing" in page
    assert "About round 2" in page
    linked = [f'href="{section}/results/1/{board}"' in page for board in (1, 2, 3)]
    assert linked == [False, True, True]


def test_the_card_of_a_round_counts_those_who_take_part_in_it(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    ruling = {"office": "Chief Arbiter", "authority": "Ann Lee", "reason": "late flight"}
    visitor.send(f"{section}/entries", name="Zorn", rating="2190", joined="2", **ruling)
    assert "Players 6 " in visitor.text(f"{section}/what-if?paired=1")
    assert "Players 6 " in visitor.text(f"{section}/why-not?round=1")
    assert "Players 7 " in visitor.text(f"{section}/why-not?round=2")
    assert "Players 7 " in visitor.text(f"{section}/pairing")


def test_the_standings_show_the_game_of_each_round_beside_the_points(visitor):
    section = dutch_round_with_downfloater(visitor)
    page = visitor.get(f"{section}/standings").text

    assert f'<a href="{section}/rounds/1" aria-label="Pairings of round 1">1</a>' in page
    first = page[page.index('<tr id="n1"') :].partition("</tr>")[0]
    assert first.count('class="k-game"') == 2
    assert re.search(
        rf'class="score won" href="{section}/who/4"[^>]*>1 <small>4[wb]</small>', first
    )
    assert "…" in first
    after = visitor.get(f"{section}/standings?after=1").text
    assert after[after.index('<tr id="n1"') :].partition("</tr>")[0].count('class="k-game"') == 1


def test_the_standings_of_a_very_large_section_show_no_games(visitor, monkeypatch):
    section = dutch_round_with_downfloater(visitor)
    assert 'class="k-game"' in visitor.get(f"{section}/standings").text

    monkeypatch.setattr("topboard.web.desk.standings.MOST_WITH_GAMES", 4)

    page = visitor.get(f"{section}/standings").text
    assert 'class="k-game"' not in page
    assert '<tr id="n1"' in page


def test_the_articles_have_chapters_and_can_be_searched(address, visitor, open_page):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = visitor.get(f"{section}/rules").text

    assert '<a href="#chapter-1">C.04.1 1</a>' in page
    for heading in ("Articles C.04.1 1 to C.04.1 9", "Articles 4.1.1 to 4.5.1"):
        assert f">{heading}</h2>" in page
    found = visitor.get(f"{section}/rules?q=transposition").text
    assert 'id="art-4.2.1"' in found
    assert 'id="art-2.4.1-C6"' not in found
    assert "No matches." in visitor.text(f"{section}/rules?q=xyzzy")

    opened = open_page(address)
    opened.goto(f"{section}/rules")
    opened.get_by_label("Search the articles").fill("exchange")
    expect(opened.locator("#art-4\\.3\\.1")).to_be_visible()
    expect(opened.locator("#art-1\\.1")).to_be_hidden()
    expect(opened.locator("#chapter-1")).to_be_hidden()


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_article_of_a_text_is_in_one_chapter(name):
    text = find_regulation(name)
    chapters = text.list_chapters()
    numbers = [number for one in chapters for number, _ in one.articles]

    assert sorted(numbers) == sorted(text.gists)
    assert 2 <= len(chapters) <= 16
    assert sum(len(one.articles) == 1 for one in chapters) <= len(chapters) / 2


def test_the_check_re_pairs_every_published_round(visitor):
    section = two_rounds(visitor)
    visitor.send(f"{section}/pairing", publish="1")
    told = visitor.text(section.partition("/s/")[0] + "/check")
    assert told.count("matches the rules") == 2


def test_a_proved_round_has_the_same_colour_on_the_check_as_on_its_page(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    tag = '<span class="tag proved">proved</span>'

    assert tag in visitor.get(f"{section}/rounds/1").text
    assert f"</span> {tag}" in visitor.get(section.partition("/s/")[0] + "/check").text


def test_the_check_detects_a_round_paired_by_hand(visitor):
    section = event_with_entries(visitor, "dubov_1997")
    white, black = ["1", "3", "5"], ["2", "4", "6"]
    visitor.send(f"{section}/manual", white=white, black=black, end="1")
    visitor.send(f"{section}/pairing", f"{section}/publish")
    told = visitor.text(section.partition("/s/")[0] + "/check")
    assert "by hand 1 - 2, by the rules" in told


# --- history ----------------------------------------------------------------------------------


def test_the_history_shows_who_when_what_and_why(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    visitor.send(f"{section}/results/1/1", t1="1-0", reason="slip brought by both")
    history = section.partition("/s/")[0] + "/history"
    told = visitor.text(history)

    assert "Enter results of round 1: board 1 " in told
    assert "arbiter on this machine" in told
    assert "slip brought by both" in told
    local = datetime.fromisoformat(entries(tmp_path)[-1].time).astimezone()
    second = f"{local:%B} {local.day}, {local:%Y, %H:%M:%S}"
    full = f'datetime="{local.isoformat(timespec="seconds")}" title="{second}"'
    assert full in visitor.get(history).text


def test_the_last_action_can_be_undone_and_redone(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    event = section.partition("/s/")[0]
    visitor.send(f"{section}/results/1", t1="1")
    number = str(len(entries(tmp_path)))

    visitor.send(f"{event}/history", f"{event}/history/undo", entry=number)
    assert "Missing results: 3 of 3" in visitor.text(f"{section}/results/1")
    visitor.send(f"{event}/history", f"{event}/history/redo", entry=number)
    assert "Missing results: 2 of 3" in visitor.text(f"{section}/results/1")


def test_a_publication_can_be_undone_only_by_an_authority(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    event = section.partition("/s/")[0]
    number = len(entries(tmp_path))

    form = f"{event}/history/{number}/undo"
    assert f'href="{form}"' in visitor.get(f"{event}/history").text
    asked = visitor.send(form, f"{event}/history/undo", entry=str(number), ground="other")
    assert asked.status_code == 422
    assert "This changes a published pairing." in words(asked)
    done = visitor.send_again(asked, office="Chief Arbiter", authority="C. A.", reason="wrong list")

    assert f"Journal entry {number} was undone." in words(done)
    assert visitor.get(f"{section}/rounds/1").status_code == 422


def test_withdrawing_a_publication_asks_for_the_same_as_changing_it(visitor, tmp_path):
    section = event_with_entries(visitor, "olympiad_2009", 11)
    event = section.partition("/s/")[0]
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(
        f"{section}/pairing",
        publish="1",
        confirmed="yes",
        office="Technical Administration Panel",
        authority="T. P.",
        reason="made by the panel",
    )
    number = len(entries(tmp_path))
    form, to = f"{event}/history/{number}/undo", f"{event}/history/undo"
    assert "Undo publication of round 1" in visitor.text(form)

    refused = visitor.send(form, to, entry=str(number), ground="other")
    assert "Inform the captain of Ash (#1) before you change the pairing (46)." in words(refused)
    asked = visitor.send(form, to, entry=str(number), ground="other", informed="on")
    assert "This changes a published pairing (48)." in words(asked)
    assert "President of FIDE" in words(asked)
    assert "Chief Arbiter" not in words(asked)
    warned = visitor.send_again(
        asked, office="President of FIDE", authority="P. R.", reason="wrong list"
    )
    assert "only for this reason: a colour limit was broken (46)." in words(warned)
    done = visitor.send_again(warned, reason="wrong list")

    assert f"Journal entry {number} was undone." in words(done)
    assert entries(tmp_path)[-1].act.informed == (1, 2, 3, 4, 5, 6)
    assert visitor.get(f"{event}/history/1/undo").status_code == 422
    assert visitor.get(f"{event}/history/99/undo").status_code == 422


def test_the_difference_between_two_states_is_shown(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    event = section.partition("/s/")[0]
    before = len(entries(tmp_path))
    visitor.send(f"{section}/results/1", t1="1", t2="0")
    visitor.send(f"{section}/entries/6", f"{section}/entries/6/withdraw", round="2")

    told = visitor.text(f"{event}/difference?first={before}&second={before + 2}")

    assert "Round 1, result on board 1: none → 1-0" in told
    assert "Round 1, result on board 2: none → 0-1" in told
    assert "Byes and withdrawals: 0 → 1" in told
    assert "There are no differences." in visitor.text(f"{event}/difference?first=3&second=3")


def test_the_history_shows_the_results_and_is_paginated(visitor, monkeypatch):
    section = event_with_round(visitor, "cfc_swiss")
    event = section.partition("/s/")[0]
    visitor.send(f"{section}/results/1", t1="1-0", t2="½-½*", t3="+:-")
    told = visitor.text(f"{event}/history")
    boards = ((1, "1-0"), (2, "½-½*"), (3, "+:-"))
    sides = "; ".join(
        rf"board {board} \S+( \S+)* - \S+( \S+)* {re.escape(result)}" for board, result in boards
    )
    assert re.search(f"Enter results of round 1: {sides}", told)
    assert "Older actions" not in told
    monkeypatch.setattr("topboard.web.desk.history.ON_A_PAGE", 4)
    entries = [
        [int(n) for n in re.findall(r'<th scope="row" class="r">(\d+)', page.text)]
        for page in (visitor.get(f"{event}/history"), visitor.get(f"{event}/history?before=3"))
    ]
    last = entries[0][0]
    assert entries == [[*range(last, last - 4, -1)], [3, 2, 1]]
    older = re.search(r'href="\?before=(\d+)">Older actions', visitor.get(f"{event}/history").text)
    assert older is not None
    assert int(older[1]) == last - 4
    assert "Newer actions" in visitor.text(f"{event}/history?before=3")


def test_no_page_says_a_manually_changed_round_follows_the_rules(visitor, tmp_path, capsys):
    section = event_with_round(visitor, "dubov_1997")
    event = section.partition("/s/")[0]
    assert "matches the rules" in visitor.text(f"{event}/check")
    tables = {"white": ["1", "3", "5"], "black": ["2", "4", "6"]}
    fields = {"ground": "other", "informed": "on", "bye": ""}
    asked = visitor.send(f"{section}/rounds/1/change", **tables, **fields)
    visitor.send_again(asked, office="director", authority="D. R.", reason="flood in hall 2")
    departure = "3 - 4, by the rules"

    check = visitor.text(f"{event}/check")
    assert "paired by hand revision 1 1 - 2, by the rules" in check
    assert "matches the rules" not in check
    assert "proved" not in check
    assert departure in visitor.text(f"{section}/rounds/1")
    public = visitor.text("/p/spring-open/main/reasons-1.html")
    assert "The arbiters changed this round by hand after it was published (revision 1)" in public
    assert departure in public
    (one,) = visitor.http.get("/api/v1/events/spring-open/check").json()
    assert (one["manual"], one["revision"], "proved" in one) == (True, 1, False)
    assert len(one["differences"]) >= 3
    assert main(["event", "verify", str(tmp_path / "spring-open.topboard")]) == 0
    assert "revision 1: changed by hand, " in capsys.readouterr().out


def test_a_changed_round_that_matches_the_rules_again_says_so(visitor):
    section = event_with_round(visitor, "dubov_1997")
    page = visitor.get(f"{section}/rounds/1/change").text
    by_rules = {
        side: re.findall(rf'name="{side}" [^>]*value="(\d+)', page) for side in ("white", "black")
    }
    assert len(by_rules["white"]) == 3
    other = {"white": ["1", "3", "5"], "black": ["2", "4", "6"]}
    for tables in (other, by_rules):
        fields = {"ground": "other", "informed": "on", "bye": ""}
        asked = visitor.send(f"{section}/rounds/1/change", **tables, **fields)
        visitor.send_again(asked, office="director", authority="D. R.", reason="flood in hall 2")

    assert "paired by hand revision 2 matches the rules" in visitor.text(
        f"{section.partition('/s/')[0]}/check"
    )
    for page in (f"{section}/rounds/1", "/p/spring-open/main/reasons-1.html"):
        shown = visitor.text(page)
        assert "This pairing matches the one given by the rules." in shown
        assert ", by the rules" not in shown
