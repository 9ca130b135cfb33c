"""A headless browser installed on this machine, for tests and screenshots."""

from __future__ import annotations

from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The browsers to try. The first draws no menus, which halves the work of a test."""
NO_BROWSER = (
    f"a browser is needed: none of {', '.join(BROWSERS)} is on the PATH. Install one with: make"
    " browser (or apt-get install chromium-headless-shell)"
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Yield a browser with a profile of its own, and close it afterwards."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        yield opened
        opened.close()


def browser_path() -> str:
    """Return the path of the browser. Without a browser, fail instead of passing silently."""
    found = next(filter(None, map(which, BROWSERS)), None)
    if found is None:
        raise RuntimeError(NO_BROWSER)
    return found
