"""What holds for every test: citations are checked, Hypothesis repeats itself, files are closed."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.citing import pytest_runtest_call, pytest_runtest_setup
from tests.connections import warn_of_open_connections
from tests.temporary_files import folder_on_disk, keep_temporary_files_in_memory
from tools.browser import running_browser
from tools.postgres import PostgresServer, running_server

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser

    from tests.object_store import ObjectStore

PATIENCE = 30_000
"""Milliseconds to wait for a page: long enough for a busy machine, and no time if it is quick."""

# The tests do not use the rating lists of the person who runs them.
os.environ["TOPBOARD_RATINGS"] = str(Path(__file__).parent / "no-rating-lists")

__all__ = ["pytest_runtest_call", "pytest_runtest_setup"]

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    # How fast values are drawn says how busy the machine is, not whether the program is right.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
keep_temporary_files_in_memory()
warn_of_open_connections()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector pass over what is collected, which stays until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


SERVICES = {"database": "postgres", "browser": "browser", "npm": "playground_folder"}
"""What a machine may lack, and the fixture by which tests need it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for machines that lack a program of the tests."""
    parser.addoption(
        "--without",
        action="append",
        choices=[*SERVICES],
        default=[],
        help="leave out the tests that need this (can be repeated)",
    )


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Print what is left out, so that nobody takes a part of the tests for all of them."""
    return [f"left out: every test that needs a {name}" for name in config.option.without]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what ``--without`` names, and thorough tests.

    A thorough test is kept if tests are selected by -m or if its file is named.
    """
    missing = {SERVICES[name] for name in config.option.without}
    named = {
        (config.invocation_params.dir / word.partition("::")[0]).resolve() for word in config.args
    }

    def is_left_out(item: pytest.Item) -> bool:
        if missing & {*getattr(item, "fixturenames", ())}:
            return True
        thorough = item.get_closest_marker("thorough") and not config.option.markexpr
        return bool(thorough) and item.path not in named

    left_out = [item for item in items if is_left_out(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in {*left_out}]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many thorough tests ran, so that nobody takes a short run for a whole one."""
    ran = sum(
        "thorough" in report.keywords and report.when == "call"
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, ())
    )
    hint = "" if ran else " (make test runs them, or -m thorough)"
    terminalreporter.write_line(f"thorough tests: {ran}{hint}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this process; who stops it starts it again."""
    # Each test has a database of its own, and together they are large.
    with running_server(folder_on_disk()) as server:
        yield server


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The address of a new and empty database."""
    return postgres.create_database()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this machine, with a profile of its own; a process can drive only one."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    with running_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def object_store() -> Iterator[ObjectStore]:
    """A store of objects of this process; who stops it starts it again."""
    # Its packages are many, and only the tests of publishing need them.
    from tests.object_store import ObjectStore

    store = ObjectStore()
    yield store
    store.stop()
