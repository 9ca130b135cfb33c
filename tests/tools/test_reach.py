"""What is reached is seen in the source, and what only stands in a table is not reached."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.tools.test_articles import project, regulation
from tools import articles, reach
from tools.articles import problems
from tools.reach import Graph, graph

MODULES = {
    "__init__.py": "",
    "rules.py": """
from village import byes
from village.byes import give as hand_out
from village.cards import Card

def pair(): return [byes.order(), hand_out(), Card().line, TABLE["x"]]
def by_name(kind: idle_in_annotation): return kind.shown()
def shadow(idle): return idle
def outer():
    from village.byes import inner
    return inner()
def idle(): ...
def idle_in_annotation(): ...
def listed(): ...
TABLE = {"x": listed}
ARTICLES = {"1": idle}
SYSTEM = [ARTICLES, idle]
""",
    "byes.py": "def order(): ...\ndef give(): ...\ndef inner(): ...\ndef never(): ...\n",
    "cards.py": """
class Card:
    def __init__(self): self._made()
    def _made(self): ...
    @property
    def line(self): ...
    def shown(self): ...
""",
}


@pytest.fixture
def village(tmp_path: Path) -> Graph:
    (tmp_path / "village").mkdir()
    for name, text in MODULES.items():
        (tmp_path / "village" / name).write_text(text)
    return graph(tmp_path, "village")


def reached_functions(village: Graph, *names: str) -> set[str]:
    """What functions of the module of rules reach, themselves left out."""
    found = village.closure(("village.rules", name) for name in names)
    return {f"{module.rpartition('.')[2]}.{name}" for module, name in found} - {
        f"rules.{name}" for name in names
    }


def test_functions_are_reached_by_name_through_modules_classes_and_tables(
    village: Graph,
) -> None:
    assert reached_functions(village, "pair") == {
        "byes.order",
        "byes.give",
        "cards.Card",
        "cards.Card._made",
        "cards.Card.line",
        "rules.TABLE",
        "rules.listed",
    }


def test_a_method_is_reached_wherever_its_name_is_looked_up(village: Graph) -> None:
    assert reached_functions(village, "by_name") == {"cards.Card.shown"}


def test_an_import_inside_a_function_counts(village: Graph) -> None:
    assert reached_functions(village, "outer") == {"byes.inner"}


def test_local_names_annotations_and_article_lists_reach_nothing(village: Graph) -> None:
    assert reached_functions(village, "shadow") == set()
    assert reached_functions(village, "ARTICLES", "SYSTEM") == set()


def test_a_package_lists_its_functions(village: Graph) -> None:
    assert village.nodes_in_packages("village.byes") == {
        ("village.byes", name) for name in ("order", "give", "inner", "never")
    }
    assert village.nodes_in_packages("village.by") == set()


def test_partial_functions_and_tables_are_unpacked() -> None:
    here = str(Path(reach.__file__).resolve())
    known = Graph({}, {here: "tools.reach"})
    table = MappingProxyType({"1": partial(reach.graph, rules={"2": reach._read}), "3": None})

    assert {name for _, name in known.nodes((table, "word"))} == {"graph", "_read"}


def test_an_article_whose_function_is_never_called_is_named() -> None:
    text = regulation("1", "2")
    idle = project(text, "1 2", "1 2", unreached={"village": ("2",)})

    assert list(problems(idle)) == [
        "village 2: no pairing, standings, act or document calls its code"
    ]


def test_the_check_sees_what_the_editions_reach() -> None:
    """A function that only the table of articles names would be seen."""
    calls = graph(articles.ROOT / "src", "topboard")
    from topboard.event.policy import governance_of_system
    from topboard.systems.common.colours import list_colours_by_board
    from topboard.systems.registry import system

    own, governance = system("olympiad_2022"), governance_of_system("olympiad_2022")
    edition = replace(own, articles={**own.articles, "of sheets": list_colours_by_board})

    by_desk_only = [*articles.unreached_articles(calls, set(), own, governance)]
    unreached = [*articles.unreached_articles(calls, set(), edition, governance)]
    assert unreached == [*by_desk_only, "of sheets"]
    sheets = calls.closure(calls.nodes_in_packages("topboard.documents"))
    assert calls.node(list_colours_by_board) in sheets
    assert list(articles.unreached_articles(calls, sheets, edition, governance)) == []
