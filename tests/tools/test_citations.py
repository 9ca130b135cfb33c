"""Citations are read from the source of the tests, wherever a mark may stand."""

from __future__ import annotations

from functools import cache, partial, wraps
from pathlib import Path

import pytest

from tools.citations import Unreadable, citations, code_of


def cited_articles(folder: Path, source: str) -> dict[str, list[str]]:
    """The articles each test of the source cites."""
    path = folder / "test_source.py"
    path.write_text(source)
    found: dict[str, list[str]] = {}
    for citation in citations(path):
        found.setdefault(citation.test, []).append(citation.ref)
    return found


def test_marks_on_tests_are_read(tmp_path: Path) -> None:
    source = """
@pytest.mark.article("e:1")
@pytest.mark.article("e:2", "f:2")
def test_marked(): ...

def test_unmarked(): ...

@pytest.mark.article("e:3")
def not_a_test(): ...

@pytest.mark.slow("e:4")
def test_other_mark(): ...
"""
    assert cited_articles(tmp_path, source) == {"test_marked": ["e:1", "e:2", "f:2"]}


def test_marks_on_a_class_or_a_module_apply_to_every_test_inside(tmp_path: Path) -> None:
    source = """
pytestmark = [pytest.mark.article("e:1"), pytest.mark.slow]

@pytest.mark.article("e:2")
class TestGroup:
    pytestmark = pytest.mark.article("e:3")

    @pytest.mark.article("e:4")
    def test_inside(self): ...

def test_outside(): ...
"""
    assert cited_articles(tmp_path, source) == {
        "TestGroup.test_inside": ["e:1", "e:3", "e:2", "e:4"],
        "test_outside": ["e:1"],
    }


def test_marks_on_parameters_are_read(tmp_path: Path) -> None:
    source = """
CASES = [pytest.param(1, marks=pytest.mark.article("e:1"))]
ROWS = {"e": "2", "f": "3"}

@pytest.mark.parametrize("n", CASES)
def test_named_list(n): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.article("e:4")])])
def test_written_out(n): ...

@pytest.mark.parametrize(
    "n", [pytest.param(e, marks=pytest.mark.article(f"{e}:{a}")) for e, a in ROWS.items()]
)
def test_comprehension(n): ...

@pytest.mark.parametrize("n", [x for x in anything()])
def test_without_mark(n): ...
"""
    assert cited_articles(tmp_path, source) == {
        "test_named_list": ["e:1"],
        "test_written_out": ["e:4"],
        "test_comprehension": ["e:2", "f:3"],
    }


def test_arguments_from_constants(tmp_path: Path) -> None:
    source = """
EDITIONS: tuple[str, ...] = ("e", "f")
LIMITS = ["e:20a", "e:20b"]

@pytest.mark.article(*LIMITS)
def test_starred(): ...

@pytest.mark.article(*(f"{e}:1" for e in EDITIONS))
def test_generated(): ...
"""
    assert cited_articles(tmp_path, source) == {
        "test_starred": ["e:20a", "e:20b"],
        "test_generated": ["e:1", "f:1"],
    }


def test_each_edition(tmp_path: Path) -> None:
    source = """
@each_edition(e="1", f=("2a", "2b"))
def test_shared(edition): ...
"""
    assert cited_articles(tmp_path, source) == {"test_shared": ["e:1", "f:2a", "f:2b"]}


@pytest.mark.parametrize(
    "argument",
    ["elsewhere.REF", "ref()", "3", "*[r for r in refs()]", "*[r for r in ('a',) if r]"],
)
def test_a_citation_known_only_at_run_time_is_refused(tmp_path: Path, argument: str) -> None:
    with pytest.raises(Unreadable) as caught:
        cited_articles(tmp_path, f"\n@pytest.mark.article({argument})\ndef test_it(): ...\n")

    assert caught.value.line == 2


def test_the_code_behind_a_wrapped_function_is_found() -> None:
    def plain() -> None: ...

    @wraps(plain)
    def wrapped() -> None: ...

    class Value:
        def __init__(self) -> None: ...
        def method(self) -> None: ...
        @classmethod
        def made(cls) -> None: ...

    assert code_of(plain) is plain.__code__
    assert code_of(wrapped) is plain.__code__
    assert code_of(cache(plain)) is plain.__code__
    assert code_of(partial(partial(plain))) is plain.__code__
    assert code_of(Value) is Value.__init__.__code__
    assert code_of(Value().method) is Value.method.__code__
    assert code_of(Value.made).co_name == "made"
    with pytest.raises(TypeError, match="no Python code"):
        code_of(len)
