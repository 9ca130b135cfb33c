"""How-to pages are followed at the desk, button by button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tools.test_tutorials import find_steps_not_done
from tools.screenshots import running_desk
from tools.tutorials import FOLDER, Reader, read_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

PAGES = FOLDER.parent / "how-to"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A browser at an empty desk."""
    with running_desk() as address:
        context = browser.new_context(base_url=address)
        yield context.new_page()
        context.close()


@pytest.fixture
def section(page: Page) -> str:
    """The address of a section with the players of the first tutorial, ready to be paired."""
    entries = [line.split("; ") for line in read_list("first-open").splitlines()]
    event = _ask(page, "/events", {"name": "Lakeside Open"})["event"]
    for act, content in {
        "AddSection": {"system": "fide_dutch_2026", "rounds": 3},
        "Enter": {
            "competitors": [
                {"type": "Player", "number": number, "name": name, "rating": int(rating)}
                for number, (name, rating, _) in enumerate(entries, start=1)
            ]
        },
        "CloseEntries": {"order": list(range(1, 9))},
        "RecordLot": {"purpose": "colour", "colour": "white"},
    }.items():
        _ask(page, f"/events/{event}/acts", {"act": act, "content": {"section": "Open", **content}})
    return f"/e/{event}/s/open"


def _ask(page: Page, path: str, body: dict[str, object]) -> dict[str, str]:
    answer = page.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def _publish(reader: Reader, section: str) -> None:
    reader.page.goto(f"{section}/pairing")
    reader.press("Publish round 1")
    reader.pressed.clear()


def announce_tie_breaks_and_award_prizes(reader: Reader, section: str) -> None:
    reader.page.goto(f"{section}/settings")
    reader.press("Save settings")
    reader.page.goto(f"{section}/settings")
    reader.press("Announce options")
    reader.page.goto(f"{section}/prizes")
    reader.fill("Prizes, one per line", "1: 500\n2-4: 100")
    reader.press("Save prizes")
    reader.expect_text("Prizes saved.")


def pair_by_hand_and_discard_it(reader: Reader, section: str) -> None:
    reader.page.goto(f"{section}/pairing")
    reader.follow("Pair by hand")
    reader.fill("Number or name", "1")
    reader.fill("Opponent", "6")
    reader.press("Pair them")
    reader.fill("Reason", "board 1 is broadcast")
    reader.press("Save and finish")
    reader.press("Confirm")
    reader.expect_text("Differences from the rules")
    reader.follow("Pair by hand")
    reader.follow("Cancel")
    reader.follow("Pair by hand")
    reader.press("Save pairings")
    reader.press("Discard manual pairing")
    reader.expect_text("Round 1 is paired but not published yet.")


def add_late_entry_bye_and_withdrawal(reader: Reader, section: str) -> None:
    _publish(reader, section)
    reader.follow("Entries")
    reader.fill("Name", "Jones, Iris")
    reader.fill("FIDE rating", "1685")
    reader.press("Add late entry")
    reader.fill("Name", "Olsen, Pat")
    reader.fill("Reason", "arrived during round 1")
    reader.press("Confirm ruling")
    reader.follow("Requested byes")
    reader.fill("Byes of Diaz, Carla", "H2")
    reader.fill("Byes of Clark, Ben", "Z3")
    reader.select("Ruling made by", "Chief Arbiter")
    reader.fill("Name", "Olsen, Pat")
    reader.fill("Reason", "asked by e-mail")
    reader.press("Save byes")
    for change in ("Withdraw player", "Readmit player"):
        reader.follow("Entries")
        reader.follow("Evans, Dan")
        reader.follow("Edit entry")
        reader.press(change)
    reader.expect_text("Evans, Dan")


def change_published_round(reader: Reader, section: str) -> None:
    _publish(reader, section)
    reader.follow("Change pairings")
    reader.fill("First player", "5")
    reader.fill("Second player", "1")
    reader.press("Preview swap")
    reader.expect_text("Preview of the change")
    reader.select("Grounds", "the rules of the event allow it")
    reader.choose("All players whose opponent, colour or board changes have been informed")
    reader.press("Change round")
    reader.fill("Name", "Olsen, Pat")
    reader.fill("Reason", "played with White and Black reversed (regulations, 7.4)")
    reader.press("Confirm ruling")
    reader.expect_text("revision 1")


@pytest.mark.parametrize(
    ("names", "follow"),
    [
        (("tie-breaks-and-prizes",), announce_tie_breaks_and_award_prizes),
        (("pair-by-hand",), pair_by_hand_and_discard_it),
        (("late-entries",), add_late_entry_bye_and_withdrawal),
        (("change-a-published-round", "wrong-colours"), change_published_round),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_how_to_page_can_be_followed_at_the_desk(
    names: tuple[str, ...], follow: Callable[[Reader, str], None], page: Page, section: str
) -> None:
    reader = Reader(page, None)

    follow(reader, section)

    for name in names:
        text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert find_steps_not_done(text, reader) == [], name
