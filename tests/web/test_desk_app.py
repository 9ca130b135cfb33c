"""The app to double-click: from the start to a printed round and a clean end.

The app is the one that TOPBOARD_APP names (``make app-test``), or else a program that starts itself
as the built app does, so that ``make test`` need not build it.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from topboard import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

STAND_IN = """
import sys
sys.frozen, sys.executable, sys._MEIPASS = True, {app!r}, ""
from topboard.desktop import main
sys.exit(main())
"""
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and shell scripts of POSIX")


@dataclass
class Started:
    """An app that was started, and what it printed first."""

    process: subprocess.Popen[str]
    address: str
    folder: str

    def wait_for_end(self) -> tuple[int, str]:
        """Return the exit code, and what the app printed on standard error."""
        _, told = self.process.communicate(timeout=60)
        return self.process.returncode, told


class App:
    """The app on a computer whose user has an empty home folder and a browser that takes notes."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.opened = folder / "opened"
        self.program = os.environ.get("TOPBOARD_APP") or self._write_stand_in(folder / "Topboard")
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1 $LD_LIBRARY_PATH" >> {self.opened}\n')
        browser.chmod(0o755)
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.defpath,
            "DISPLAY": ":9",
            "BROWSER": f"{browser} %s",
            # On macOS, the process that a double-click starts would only start the desk.
            "TOPBOARD_IN_BACKGROUND": "1",
        }
        self.running: list[subprocess.Popen[str]] = []

    @staticmethod
    def _write_stand_in(path: Path) -> str:
        script = STAND_IN.format(app=str(path))
        path.write_text(f'#!/bin/sh\nexec {sys.executable} -c {shlex.quote(script)} "$@"\n')
        path.chmod(0o755)
        return str(path)

    def call(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the app to its end."""
        return subprocess.run(
            [self.program, *words],
            cwd=self.home,
            env={**self.environment, **variables},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def start(self, *words: str) -> Started:
        """Start the app, and wait until it says where the desk and its folder are."""
        process = subprocess.Popen(
            [self.program, *words],
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.running.append(process)
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("The desk is running at ").strip()
        folder = process.stdout.readline().removeprefix("Events are stored in ").strip()
        return Started(process, address, folder)

    def opened_addresses(self) -> list[str]:
        """Return the addresses that the browser got, each with the libraries it would load."""
        return self.opened.read_text().splitlines() if self.opened.exists() else []


@pytest.fixture
def app(tmp_path) -> Iterator[App]:
    made = App(tmp_path)
    yield made
    for process in made.running:
        process.kill()
        process.communicate()


@ON_POSIX
def test_an_arbiter_can_start_the_app_print_a_round_and_quit(app, open_page):
    started = app.start()
    page = open_page(started.address)

    page.goto("/")
    about = page.locator(".about")
    expect(about).to_contain_text(f"Topboard {__version__}")
    expect(about).to_contain_text(f"Data folder: {app.home}/Documents/Topboard")
    expect(about).to_contain_text("cannot look for updates")
    expect(page.get_by_role("button", name="Check for updates")).to_have_count(0)
    publish_a_round(page)
    sheet = page.get_by_role("link", name=re.compile("Pairings")).first.get_attribute("href")
    pdf = page.request.get(sheet).body()
    assert "Ash" in PdfReader(BytesIO(pdf)).pages[0].extract_text()

    again = app.call()
    assert again.returncode == 0, again.stderr
    assert again.stdout == f"The desk is already running at {started.address}\n"
    assert app.opened_addresses() == [
        f"{started.address} ",
        f"{started.address}?started={__version__} ",
    ]

    page.goto("/")
    page.get_by_role("button", name="Quit Topboard").click()
    expect(page.get_by_role("heading", name="Topboard has stopped")).to_be_visible()
    code, told = started.wait_for_end()
    assert (code, told.splitlines()[-1]) == (0, "The desk has stopped.")
    assert {path.name for path in Path(started.folder).iterdir()} >= {"open.topboard"}
    assert not (Path(started.folder) / ".desk.json").exists()
    assert not (Path(started.folder) / "desk.log").exists()


def publish_a_round(page) -> None:
    """Create an event with four players and publish its first round."""
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Event name").fill("Open")
    page.get_by_role("button", name="Weekend open, 5 rounds").click()
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("link", name="Add entries").first.click()
    page.locator("textarea[name=lines]").fill("Ash; 2000\nBirch; 1900\nCedar; 1800\nDogwood; 1700")
    page.get_by_role("button", name="Preview list").click()
    page.get_by_role("button", name="Add 4").click()
    page.get_by_role("link", name="Close entries").click()
    page.get_by_role("button", name="Close entries").click()
    page.get_by_role("button", name="Check in everyone").click()
    page.get_by_role("link", name="Pair round 1").first.click()
    page.get_by_role("button", name="Draw lots").click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()


@ON_POSIX
def test_two_folders_have_two_desks_and_a_closed_terminal_stops_one(app):
    (app.home / "club").mkdir()
    first, second = app.start(), app.start("club")

    assert Path(second.folder) == app.home / "club"
    assert first.address != second.address
    second.process.send_signal(signal.SIGHUP)
    first.process.send_signal(signal.SIGINT)
    assert second.wait_for_end()[0] == 0
    assert first.wait_for_end()[0] == 0


@ON_POSIX
def test_an_app_that_cannot_start_shows_why_in_the_browser(app):
    (app.home / "Documents").write_text("not a folder")

    refused = app.call()

    assert refused.returncode == 5
    assert f"cannot use {app.home}/Documents/Topboard" in refused.stderr
    page = Path(app.opened_addresses()[0].strip().removeprefix("file://"))
    assert f"cannot use {app.home}/Documents/Topboard" in page.read_text()
    page.unlink()


@ON_POSIX
def test_the_app_also_works_as_the_command(app):
    told = app.call("systems")

    assert "fide_dutch_2026" in told.stdout
    assert app.call("--version").stdout.startswith(f"topboard {__version__}")
    assert app.opened_addresses() == []
