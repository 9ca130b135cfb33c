"""Play the tutorials of the documentation in a browser, and take their pictures.

``python -m tools.tutorials`` plays all of them and writes the pictures to
``docs/tutorials/pictures``. ``python -m tools.tutorials first-open`` plays one.
``tests/tools/test_tutorials.py`` plays each tutorial and compares its steps with its page.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tools.browser import running_browser
from tools.screenshots import running_desk

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator, Page

FOLDER = Path(__file__).parents[1] / "docs" / "tutorials"
PICTURES = FOLDER / "pictures"
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
FIELDS = "input:not([type=radio]):not([type=checkbox]), textarea"
WIDTH, HEIGHT = 1080, 640
TIMEOUT = 30_000
"""Milliseconds to wait for a page, which is long enough for a busy machine."""


@dataclass(slots=True)
class Reader:
    """A reader of a tutorial: presses its buttons, and keeps a record of what was done."""

    page: Page
    pictures: Path | None
    """The folder for the pictures, or None to take no pictures."""
    pressed: list[str] = field(default_factory=list)
    """The buttons and links that were pressed, in order."""
    typed: list[str] = field(default_factory=list)
    """What was typed or chosen, in order."""
    taken: list[str] = field(default_factory=list)
    """The names of the pictures, in order."""

    def press(self, name: str, role: str = "button") -> None:
        """Press the first button with this label, or a link with ``role="link"``."""
        self.find(role, name).click()
        self.page.wait_for_load_state()
        self.pressed.append(name)

    def follow(self, name: str) -> None:
        """Follow the first link with this text."""
        self.press(name, "link")

    def choose(self, name: str) -> None:
        """Choose the radio button with this label, or check the box."""
        boxes = self.page.locator("input[type=radio], input[type=checkbox]")
        boxes.and_(self.page.get_by_label(name, exact=True)).check()
        self.pressed.append(name)

    def fill(self, label: str, text: str) -> None:
        """Type a text into the field with this label, or whose label begins so."""
        fields = self.page.locator(FIELDS).and_(self.page.get_by_label(label, exact=True))
        if not fields.count():
            beginning = re.compile("^" + re.escape(label))
            fields = self.page.locator(FIELDS).and_(self.page.get_by_label(beginning))
        fields.locator("visible=true").first.fill(text)
        self.typed.append(text)

    def select(self, label: str, option: str) -> None:
        """Choose an option of the list with this label."""
        found = self.page.get_by_role("combobox", name=label, exact=True)
        found.locator("visible=true").first.select_option(label=option)
        self.typed.append(option)

    def attach(self, label: str, file: Path) -> None:
        """Choose a file in the field with this label."""
        self.page.get_by_label(label).set_input_files(file)
        self.typed.append(file.name)

    def type_keys(self, *keys: str) -> None:
        """Press keys one after another, as in the list of results."""
        for key in keys:
            self.page.keyboard.press(key)
            self.typed.append(key)

    def expect_text(self, text: str) -> None:
        """Wait until the page shows the text."""
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def expect_document(self, name: str) -> None:
        """Follow the link to a PDF without leaving the page, and check that it is one."""
        address = self.find("link", name).get_attribute("href")
        assert address is not None
        answer = self.page.request.get(address)
        assert answer.body().startswith(b"%PDF"), f"{name}: {answer.status}"
        self.pressed.append(name)

    def download(self, name: str) -> str:
        """Follow the link to a file, and return its text."""
        with self.page.expect_download() as started:
            self.find("link", name).click()
        self.pressed.append(name)
        return started.value.path().read_text(encoding="utf-8")

    def find(self, role: str, name: str) -> Locator:
        """Return the first visible element of this role with exactly this name."""
        found = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        return found.locator("visible=true").first

    def take_picture(
        self, name: str, part: str = "", *, height: int = HEIGHT, focus: bool = False
    ) -> None:
        """Take a picture of one element, or of the upper part of the page."""
        self.taken.append(name)
        shown = self.page.locator(part or "main").first
        expect(shown).to_be_visible()
        expect(self.page.get_by_text("saving …").locator("visible=true")).to_have_count(0)
        if self.pictures is None:
            return
        self.page.set_viewport_size({"width": WIDTH, "height": height})
        if not focus:
            # A field with the focus would attract all attention.
            self.page.evaluate("document.activeElement.blur()")
        target = self.pictures / f"{name}.png"
        if part:
            shown.screenshot(path=target)
        else:
            self.page.evaluate("scrollTo(0, 0)")
            self.page.screenshot(path=target)


def read_list(name: str) -> str:
    """Return the list of participants that the page of a tutorial asks the reader to paste."""
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return dedent(page.partition("```text\n")[2].partition("```")[0])


# --- your first open in 15 minutes -----------------------------------------------------------


def play_first_open(reader: Reader) -> None:
    """Run an open with eight players and a late entry over three rounds."""
    reader.page.goto("/")
    reader.follow("New event")
    reader.fill("Event name", "Lakeside Open")
    reader.press("Weekend open, 5 rounds")
    reader.fill("Rounds", "3")
    reader.take_picture("first-open-new-event", height=820)
    reader.press("Create event")

    reader.follow("Add entries")
    reader.fill("One player per line", read_list("first-open"))
    reader.press("Preview list")
    reader.take_picture("first-open-preview")
    reader.press("Add 8 players")

    reader.follow("Requested byes")
    reader.fill("Byes of Diaz, Carla", "H2")
    reader.select("Ruling made by", "Chief Arbiter")
    reader.fill("Name", "Olsen, Pat")
    reader.fill("Reason", "asked by e-mail")
    reader.take_picture("first-open-byes")
    reader.press("Save byes")
    reader.expect_text("1 bye was changed.")

    reader.follow("Overview")
    reader.follow("Close entries")
    reader.press("Close entries")
    reader.press("Check in everyone")
    reader.follow("Pair round 1")
    reader.follow("record a colour drawn by hand")
    reader.choose("White")
    reader.press("Save colour")
    reader.follow("Pairing")
    reader.take_picture("first-open-pairing", height=760)
    reader.press("Publish round 1")
    reader.expect_text("Round 1 is published.")
    reader.expect_document("Pairings")

    reader.follow("Results")
    reader.type_keys("1", "0", "5", "0")
    reader.expect_text("All results of round 1 are in.")
    reader.type_keys("ArrowUp", "1")
    reader.take_picture("first-open-correction", "table.results", focus=True)
    reader.type_keys("Enter")
    reader.expect_text("1-0 · Diaz, Carla won")

    _play_first_open_from_late_entry(reader)


def _play_first_open_from_late_entry(reader: Reader) -> None:
    reader.follow("Entries")
    reader.fill("Name", "Jones, Iris")
    reader.fill("FIDE rating", "1685")
    reader.fill("Federation", "CAN")
    reader.press("Add late entry")
    reader.fill("Reason", "the train was late")
    reader.take_picture("first-open-late-entry")
    reader.press("Confirm ruling")
    reader.expect_text("Jones, Iris was added.")

    reader.follow("Pairing")
    reader.take_picture("first-open-round-2", height=760)
    reader.press("Publish round 2")
    reader.follow("Results")
    reader.type_keys("1", "5", "-")
    reader.take_picture("first-open-forfeit", "table.results", focus=True)
    reader.type_keys("Enter", "0")
    reader.expect_text("All results of round 2 are in.")

    reader.follow("Pair round 3")
    reader.take_picture("first-open-round-3", height=860)
    reader.press("Publish round 3")
    reader.follow("Results")
    reader.type_keys("5", "1", "0", "1")
    reader.expect_text("All results of round 3 are in.")
    reader.follow("Show final standings")
    reader.take_picture("first-open-standings", height=700)

    reader.follow("Documents")
    reader.expect_document("PDF A4 (Standings)")
    report = reader.download("TRF26 (Federation report)")
    assert "\n012 Lakeside Open\n" in report
    assert report.count("\n001 ") == 9
    reader.follow("Lakeside Open")
    reader.follow("Close event")
    reader.press("Close event")
    reader.expect_text("The event is closed.")


# --- your first team event -------------------------------------------------------------------


def play_team_event(reader: Reader) -> None:
    """Run a round of a team event with line-ups, board results and a team that does not come."""
    reader.page.goto("/")
    reader.follow("New event")
    reader.fill("Event name", "River Cup")
    reader.choose("Teams")
    reader.choose("FIDE")
    reader.fill("Rounds", "3")
    reader.fill("Boards per match", "2")
    reader.take_picture("team-event-new-event", height=820)
    reader.press("Create event")

    reader.follow("Add entries")
    reader.fill("One line per team", read_list("team-event"))
    reader.press("Preview list")
    reader.press("Add 4 teams")
    reader.follow("Close entries")
    reader.press("Close entries")
    reader.press("Check in everyone")
    reader.follow("Pair round 1")
    reader.follow("record a colour drawn by hand")
    reader.choose("White")
    reader.press("Save colour")
    reader.follow("Pairing")
    reader.press("Publish round 1")

    reader.follow("Line-ups")
    reader.fill("Line-up of Ash", "1 3")
    reader.fill("Line-up of Cedar", "1 2")
    reader.take_picture("team-event-line-ups")
    reader.press("Save line-ups")
    reader.fill("Line-up of Birch", "2 3")
    reader.fill("Line-up of Dogwood", "1 2")
    reader.press("Save line-ups")
    reader.press("Publish line-ups")
    reader.expect_text("The line-ups are published.")

    reader.follow("Results")
    reader.type_keys("1", "5", "0")
    reader.take_picture("team-event-results", "div.matches", focus=True)
    reader.type_keys("1")
    reader.expect_text("All results of round 1 are in.")

    reader.follow("Pair round 2")
    reader.take_picture("team-event-round-2", height=700)
    reader.press("Publish round 2")
    reader.follow("Results")
    reader.follow("Line-up or forfeit in match 2")
    reader.choose("Cedar won by forfeit (+:-)")
    reader.take_picture("team-event-forfeit", height=860)
    reader.press("Save result")
    reader.expect_text("Cedar won by forfeit")
    reader.type_keys("1", "5")
    reader.expect_text("All results of round 2 are in.")
    reader.follow("Standings")
    reader.take_picture("team-event-standings")
    reader.follow("Documents")
    reader.expect_document("PDF A4 (Results by board)")


# --- your first Canadian weekend Swiss -------------------------------------------------------


def play_canadian_swiss(reader: Reader) -> None:
    """Run two rounds of a Canadian Swiss with a half-point bye and a wall chart."""
    reader.page.goto("/")
    reader.follow("New event")
    reader.fill("Event name", "Maple Weekend")
    reader.choose("Canada")
    reader.fill("Rounds", "5")
    reader.choose("The tie-breaks and options have been announced")
    reader.take_picture("canadian-swiss-new-event", height=1100)
    reader.press("Create event")
    reader.follow("Add entries")
    reader.fill("One player per line", read_list("canadian-swiss"))
    reader.press("Preview list")
    reader.take_picture("canadian-swiss-preview", height=720)
    reader.press("Add 9 players")
    reader.follow("Requested byes")
    reader.fill("Byes of Carter, Sam", "H1")
    reader.press("Save byes")
    reader.fill("Name", "Morgan, Alex")
    reader.fill("Reason", "plays from Saturday on")
    reader.take_picture("canadian-swiss-ruling")
    reader.press("Confirm ruling")
    reader.expect_text("1 bye was changed.")
    reader.follow("Overview")
    reader.follow("Close entries")
    reader.press("Close entries")
    reader.press("Check in everyone")
    reader.follow("Pair round 1")
    reader.follow("record a colour drawn by hand")
    reader.choose("White")
    reader.press("Save colour")
    reader.follow("Pairing")
    reader.press("Publish round 1")
    reader.follow("Results")
    reader.type_keys("1", "5", "0", "1")
    reader.expect_text("All results of round 1 are in.")
    reader.follow("Pair round 2")
    reader.take_picture("canadian-swiss-round-2", height=820)
    reader.press("Publish round 2")
    reader.follow("Results")
    reader.type_keys("0", "1", "5", "1")
    reader.expect_text("All results of round 2 are in.")
    reader.follow("Documents")
    reader.expect_document("PDF A4 (Wall chart)")
    reader.follow("Standings")
    reader.take_picture("canadian-swiss-standings", height=760)


# --- continue an event from another program --------------------------------------------------


def play_continued_event(reader: Reader) -> None:
    """Import a TRF report of three rounds, and pair the fourth."""
    reader.page.goto("/")
    reader.follow("Continue an event from another program")
    reader.attach("TRF or JSON file", EXAMPLES / "nine-players.trf")
    reader.take_picture("continue-event-file", height=600)
    reader.press("Preview event")
    reader.take_picture("continue-event-preview", height=740)
    reader.press("Import event")
    reader.expect_text("The section was imported.")
    reader.take_picture("continue-event-imported", height=800)
    reader.follow("Pair round 4")
    reader.take_picture("continue-event-round-4", height=760)
    reader.press("Publish round 4")
    reader.expect_text("Round 4 is published.")


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial: the name of its page, and the function that plays it."""

    name: str
    play: Callable[[Reader], None]


TUTORIALS = (
    Tutorial("first-open", play_first_open),
    Tutorial("team-event", play_team_event),
    Tutorial("canadian-swiss", play_canadian_swiss),
    Tutorial("continue-event", play_continued_event),
)


def play_tutorial(
    browser: Browser, address: str, tutorial: Tutorial, pictures: Path | None = None
) -> Reader:
    """Play one tutorial at a desk, and return the reader with the record of what was done."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(TIMEOUT)
    reader = Reader(context.new_page(), pictures)
    tutorial.play(reader)
    context.close()
    return reader


def main(arguments: list[str] | None = None) -> int:
    """Play all tutorials or the named one, and write the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tools.tutorials", description=__doc__)
    names = [one.name for one in TUTORIALS]
    parser.add_argument("name", nargs="?", choices=names, help="only this tutorial")
    wanted = parser.parse_args(arguments).name
    PICTURES.mkdir(exist_ok=True)
    expect.set_options(timeout=TIMEOUT)
    with running_browser() as browser:
        for tutorial in TUTORIALS:
            if wanted in {None, tutorial.name}:
                with running_desk() as address:
                    play_tutorial(browser, address, tutorial, PICTURES)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
