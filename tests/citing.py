"""Tests that cite articles: the mark for several editions, and the check that a citation holds.

A test marked ``@pytest.mark.article("edition:article")`` must really call the function which
that edition's ``ARTICLES`` or its table of governance names for the article; it does not matter
how deep inside ``pair`` the call happens. Otherwise the test fails: there are no hollow citations.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from tools.articles import shared_governance_tables, texts
from tools.citations import TOGETHER, code_of
from topboard.errors import UnknownSystem
from topboard.event.policy import governance_of_system
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import CodeType, FrameType

CALLED = pytest.StashKey[set["CodeType"]]()


def each_edition(**articles: str | tuple[str, ...]) -> pytest.MarkDecorator:
    """Run the test once for each edition, as ``edition``, citing that edition's articles.

    A keyword may stand for several editions that share a text (``TOGETHER``).
    """
    return pytest.mark.parametrize(
        "edition",
        [
            pytest.param(
                name,
                marks=pytest.mark.article(
                    *(f"{name}:{n}" for n in ([numbers] if isinstance(numbers, str) else numbers))
                ),
            )
            for keyword, numbers in articles.items()
            for name in TOGETHER.get(keyword, (keyword,))
        ],
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Watch the fixtures of a test that cites articles."""
    if not _refs(item):
        return (yield)
    item.stash[CALLED] = set()
    with calls_noted(_codes_cited(item), item.stash[CALLED]):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that passes without calling the functions of the articles it cites."""
    if not _refs(item):
        return (yield)
    with calls_noted(_codes_cited(item), item.stash[CALLED]):
        result = yield
    for ref in _refs(item):
        codes = _codes_of(ref)
        if not item.stash[CALLED] & {*codes}:
            named = " or ".join(f"{code.co_qualname} ({code.co_filename})" for code in codes)
            pytest.fail(f"the test cites {ref} but never calls {named}", pytrace=False)
    return result


def _refs(item: pytest.Item) -> list[str]:
    return [ref for mark in item.iter_markers("article") for ref in mark.args]


def _codes_cited(item: pytest.Item) -> list[list[CodeType]]:
    """For each article that a test cites, the codes of which one must run."""
    return [_codes_of(ref) for ref in _refs(item)]


@cache
def _codes_of(ref: str) -> list[CodeType]:
    """The code of an article: in the edition, in the articles about people, or in both."""
    edition, _, article = ref.partition(":")
    try:
        tables = (system(edition).articles, governance_of_system(edition).articles)
    except UnknownSystem:
        tables = (texts().get(edition, {}), shared_governance_tables().get(edition, {}))
    codes = [code_of(table[article]) for table in tables if article in table]
    if not codes:
        pytest.fail(f"the test cites {ref!r}, for which no edition has a function", pytrace=False)
    return codes


if sys.version_info >= (3, 12):
    TOOL = 4
    """An id that debuggers, coverage and profilers leave free."""

    @contextmanager
    def calls_noted(cited: list[list[CodeType]], called: set[CodeType]) -> Iterator[None]:
        """Add to ``called`` each of the codes that starts to run; the others cost nothing."""
        watched, monitoring = tuple(chain.from_iterable(cited)), sys.monitoring
        monitoring.use_tool_id(TOOL, "topboard articles")
        monitoring.register_callback(
            TOOL, monitoring.events.PY_START, lambda code, _offset: called.add(code)
        )
        for code in watched:
            monitoring.set_local_events(TOOL, code, monitoring.events.PY_START)
        try:
            yield
        finally:
            for code in watched:
                monitoring.set_local_events(TOOL, code, monitoring.events.NO_EVENTS)
            monitoring.register_callback(TOOL, monitoring.events.PY_START, None)
            monitoring.free_tool_id(TOOL)

else:

    @contextmanager
    def calls_noted(cited: list[list[CodeType]], called: set[CodeType]) -> Iterator[None]:
        """Add to ``called`` the codes that start to run, until one of each article has.

        Every call of the program comes by here, so nobody watches longer than is needed, and a code
        is known by its place: to compare codes takes longer than most calls.
        """
        watched, before = frozenset(map(id, chain.from_iterable(cited))), sys.getprofile()

        def are_all_called() -> bool:
            return all(not called.isdisjoint(codes) for codes in cited)

        def note(frame: FrameType, event: str, _argument: object) -> None:
            if event == "call" and id(frame.f_code) in watched:
                called.add(frame.f_code)
                if are_all_called():
                    sys.setprofile(before)

        if not are_all_called():
            sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(before)
