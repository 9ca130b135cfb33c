"""The next step that the overview of a section proposes, from the first entry to round 2."""

from __future__ import annotations

import re

from tests.web.desk_client import PLAYERS, event_with_round, new_event, words
from topboard.event import actions
from topboard.web.folder_repository import FolderRepository


def proposed_step(visitor, section: str) -> str:
    """The text on the button of the overview."""
    found = re.search(
        r'<a class="button big" href="[^"]+" accesskey="n">([^<]+)</a>', visitor.get(section).text
    )
    assert found is not None
    return found[1]


def enter_players(visitor, section: str, lines: str = PLAYERS) -> None:
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)


def test_after_the_check_in_lots_are_drawn_and_round_one_is_paired(visitor) -> None:
    section = new_event(visitor, "fide_dutch_2026")
    assert proposed_step(visitor, section) == "Add entries"
    enter_players(visitor, section)
    assert proposed_step(visitor, section) == "Close entries"
    visitor.send(f"{section}/close-entries")
    assert proposed_step(visitor, section) == "Check in players"
    visitor.send(f"{section}/check-in", all=f"{section.split('/')[2]}/main")
    assert proposed_step(visitor, section) == "Pair round 1"
    assert "The colour of starting number 1 in round 1 has not been drawn" in visitor.text(section)
    refused = visitor.send(f"{section}/pairing", publish="1")
    assert f'<a class="button big" href="{section}/lots">Draw lots</a>' in refused.text
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    assert proposed_step(visitor, section) == "Pair round 1"
    visitor.send(f"{section}/pairing", publish="1")
    assert proposed_step(visitor, section) == "Enter results of round 1"
    # The page of a round that cannot be paired yet leads to what is missing.
    page = visitor.get(f"{section}/pairing").text
    assert f'<a class="button" href="{section}/results/1">Enter results of round 1</a>' in page
    assert f'<a href="{section}/rounds/1">Pairings of round 1</a>' in page


def test_lots_for_the_first_colour_are_drawn_on_the_pairing_page(visitor) -> None:
    section = new_event(visitor, "fide_dutch_2026")
    enter_players(visitor, section)
    visitor.send(f"{section}/close-entries")
    page = visitor.text(f"{section}/pairing")
    assert page.count("White is assumed") == 1

    drawn = visitor.send(
        f"{section}/pairing", f"{section}/lots/draw", purpose="colour", back="pairing"
    )

    assert drawn.url.path == f"{section}/pairing"
    assert re.search("Starting number 1 has (White|Black) in round 1", words(drawn))
    assert "Draw lots" not in words(drawn)
    assert "White is assumed" not in words(drawn)


def test_check_in_remains_the_next_step_until_every_player_is_checked_in(visitor, tmp_path) -> None:
    section = new_event(visitor, "fide_dutch_2026")
    enter_players(visitor, section)
    visitor.send(f"{section}/close-entries")
    event = section.split("/")[2]
    for number in range(1, 6):
        visitor.send(f"{section}/check-in", here=f"{event}/main/{number}")
    last = FolderRepository(tmp_path).event(event).snapshot().event.sections["Main"]
    assert sorted(last.presence) == [1, 2, 3, 4, 5]
    assert proposed_step(visitor, section) == "Check in players"


def test_options_to_announce_come_first_and_the_pairing_page_links_to_them(visitor) -> None:
    answer = visitor.send(
        "/new", name="Spring Open", system="fide_dutch_2026", rounds="3", section="Main",
        tie_breaks="BH/C1, SB",
    )  # fmt: skip
    section = answer.url.path
    enter_players(visitor, section)
    visitor.send(f"{section}/close-entries")
    assert proposed_step(visitor, section) == "Announce options"
    refused = visitor.send(f"{section}/pairing", publish="1")
    assert f'<a class="button big" href="{section}/settings#announce">' in refused.text
    assert "must be announced before you publish: BH/C1, SB" in visitor.text(f"{section}/pairing")
    done = visitor.send(
        f"{section}/pairing", f"{section}/announce", how="in writing", back="pairing"
    )
    assert done.url.path == f"{section}/pairing"
    assert proposed_step(visitor, section) == "Check in players"
    assert "must be announced" not in words(visitor.get(f"{section}/pairing"))


def test_an_announcement_can_be_recorded_when_the_event_is_created(visitor, tmp_path) -> None:
    answer = visitor.send(
        "/new", name="Spring Open", system="fide_dutch_2026", rounds="3", section="Main",
        tie_breaks="BH/C1", announced="on",
    )  # fmt: skip
    event = answer.url.path.split("/")[2]
    entries = FolderRepository(tmp_path).event(event).snapshot().entries
    assert [type(e.act) for e in entries][-1] is actions.Announce
    visitor.send(
        f"/e/{event}/new-section", section="Minor", system="fide_dutch_2026", rounds="3",
        announced="on",
    )  # fmt: skip
    sections = FolderRepository(tmp_path).event(event).snapshot().event.sections
    assert sections["Main"].announced
    assert sections["Minor"].announced


def test_without_the_tick_nothing_is_announced(visitor, tmp_path) -> None:
    section = new_event(visitor, "fide_dutch_2026")
    event = section.split("/")[2]
    assert not FolderRepository(tmp_path).event(event).snapshot().event.sections["Main"].announced


def test_lots_for_equal_ratings_are_drawn_on_the_page_for_closing_entries(
    visitor, tmp_path
) -> None:
    section = new_event(visitor, "cfc_swiss")
    enter_players(visitor, section, f"{PLAYERS}\nGreen; ; CAN\nHills; ; CAN")
    told = "Lots decide the order of participants with equal ratings: Green; Hills."
    assert told in visitor.text(f"{section}/close-entries")

    drawn = visitor.send(
        f"{section}/close-entries", f"{section}/lots/draw", purpose="equal ratings"
    )

    assert drawn.url.path == f"{section}/close-entries"
    assert told not in words(drawn)
    closed = visitor.send(f"{section}/close-entries")
    assert "Entries are closed and the starting numbers are assigned." in words(closed)


# --- line-ups, and the end of an event ------------------------------------------------------------


def hand_in(visitor, section: str, *numbers: int) -> None:
    """Hand in the line-ups of these teams for round 1."""
    fields = {f"places{number}": "1 2 3 4" for number in numbers}
    answer = visitor.send(f"{section}/line-ups/1", **fields)
    assert answer.status_code == 200, words(answer)


def test_missing_line_ups_come_before_results_if_the_section_uses_line_ups(visitor) -> None:
    section = event_with_round(visitor, "olympiad_2022")
    assert proposed_step(visitor, section) == "Enter results of round 1"

    hand_in(visitor, section, 1, 2)
    assert proposed_step(visitor, section) == "Record line-ups"
    assert "4 line-ups of round 1 are missing." in visitor.text(section)
    assert f'href="{section}/line-ups/1?show=missing"' in visitor.get(section).text

    hand_in(visitor, section, 3, 4, 5, 6)
    assert proposed_step(visitor, section) == "Publish line-ups"
    visitor.send(f"{section}/line-ups/1", f"{section}/line-ups/1/publish")
    assert proposed_step(visitor, section) == "Enter results of round 1"


def test_line_ups_are_not_published_late_when_results_are_coming_in(visitor) -> None:
    section = event_with_round(visitor, "olympiad_2022")
    hand_in(visitor, section, 1, 2, 3, 4, 5, 6)
    assert proposed_step(visitor, section) == "Publish line-ups"
    visitor.send(f"{section}/results/1", t1b1="1-0")
    assert proposed_step(visitor, section) == "Enter results of round 1"


def test_when_all_rounds_are_played_the_overview_lists_what_is_left(visitor) -> None:
    section = event_with_round(visitor, "fide_dutch_2026", rounds=1)
    assert "Before you finish" not in visitor.text(section)
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")

    assert proposed_step(visitor, section) == "Show final standings"
    page = visitor.get(section).text
    left = page[page.index('id="finishing"') : page.index("<h2>Rounds</h2>")]
    links = dict(re.findall(r'href="([^"]+)">([^<]+)</a>', left))
    event = section.partition("/s/")[0]
    assert links == {
        f"{section}/prizes": "Show prizes",
        f"{section}/documents#reports": "Get report",
        f"{section}/documents#end": "Print certificates",
        f"{event}/close": "Close event",
    }
    documents = visitor.get(f"{section}/documents").text
    assert 'id="reports"' in documents
    assert 'id="end"' in documents

    closed = visitor.send(f"{event}/close")
    assert "The event is closed" in words(closed)
    assert "Before you finish" not in visitor.text(section)


def test_an_event_with_a_section_in_play_is_not_to_be_closed_yet(visitor) -> None:
    section = event_with_round(visitor, "fide_dutch_2026", rounds=1)
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")
    event = section.partition("/s/")[0]
    visitor.send(f"{event}/new-section", system="fide_dutch_2026", rounds="3", section="B")

    assert "Get report" in visitor.text(section)
    assert f'href="{event}/close"' not in visitor.get(section).text
