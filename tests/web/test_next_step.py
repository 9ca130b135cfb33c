"""The next step that the overview of a section proposes, from the first entry to round 2."""

from __future__ import annotations

import re

from tests.web.desk_client import PLAYERS, new_event, words
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
