"""What the tests of the desk share: a served desk, a visitor without script, and a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import PATIENCE
from tests.web.desk_client import Visitor, serve_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page


@pytest.fixture
def address(tmp_path) -> Iterator[str]:
    """A desk for an empty folder."""
    with serve_folder(tmp_path) as found:
        yield found


@pytest.fixture(autouse=True)
def _close_visitors() -> Iterator[None]:
    yield
    Visitor.close_all()


@pytest.fixture
def visitor(address) -> Visitor:
    """Somebody without JavaScript."""
    return Visitor(address)


@pytest.fixture
def open_page(browser) -> Iterator[Callable[..., Page]]:
    """Opens a window; errors of its script fail the test at the end."""
    contexts, errors = [], []

    def open_one(base: str, width: int = 1280, **settings) -> Page:
        context = browser.new_context(
            base_url=base, viewport={"width": width, "height": 850}, **settings
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert errors == []
