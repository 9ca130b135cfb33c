"""The article check finds every way in which texts, code and tests can disagree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tools import articles
from tools.articles import Article, Project, Regulation, problems, read_regulation, read_tests
from tools.citations import Citation
from topboard.errors import Problem

TODAY = "comes later (2026-11-15)"


def bye() -> None:
    """Stands in for the code of an article."""


def regulation(*numbers: str) -> Regulation:
    """An edition 'village' with articles of these numbers."""
    rows = tuple(Article(number, "compute", f"Gist of {number}.") for number in numbers)
    return Regulation("village", "Village rules", "the village", "1901", "00", rows, {})


def project(
    text: Regulation, coded: str, tested: str, root: Path = Path("/nowhere"), **other: object
) -> Project:
    """A project of that text, with code and tests for the articles named."""
    tests = {
        f"village:{number}": (
            Citation(f"village:{number}", root / "tests/test_bye.py", "test_the_bye", 7),
        )
        for number in tested.split()
    }
    systems = {"village": {number: bye for number in coded.split()}}
    return replace(Project(root, {"village": text}, systems, tests), **other)


def test_no_problem_is_found_if_every_article_has_code_and_test() -> None:
    assert list(problems(project(regulation("1", "2"), "1 2", "1 2"))) == []


def test_an_article_without_code_or_test_is_named() -> None:
    found = list(problems(project(regulation("1", "2", "3"), "1 2", "1 3")))

    assert found == [
        "village 2: no test cites it (Gist of 2.)",
        "village 3: no function in ARTICLES (Gist of 3.)",
    ]


@pytest.mark.parametrize(("coded", "tested"), [("1", "1"), ("1 2", "1"), ("1", "1 2")])
def test_a_waiver_is_valid_while_code_or_test_is_missing(coded: str, tested: str) -> None:
    text = replace(regulation("1", "2"), waived={"2": TODAY})

    assert list(problems(project(text, coded, tested))) == []


def test_a_waiver_that_is_no_longer_needed_is_stale() -> None:
    text = replace(regulation("1", "2"), waived={"2": TODAY})

    assert list(problems(project(text, "1 2", "1 2"))) == [
        "village 2: waived, but it has code and a test; take the waiver away"
    ]


def test_a_waiver_needs_an_article_and_a_date() -> None:
    text = replace(regulation("1"), waived={"9": "later"})

    assert list(problems(project(text, "1", "1"))) == [
        "village 9: waived, but no such article",
        "village 9: waiver without a date: 'later'",
    ]


def test_a_citation_of_an_unknown_article_is_named_with_its_place() -> None:
    assert list(problems(project(regulation("1"), "1", "1 7"))) == [
        "tests/test_bye.py:7: test_the_bye cites 'village:7', which is no article we know"
    ]


def test_the_table_follows_the_order_of_the_text() -> None:
    assert list(problems(project(regulation("1", "2", "3"), "1 3 2", "1 2 3"))) == [
        "village 3: ARTICLES is not in the order of the text, 2 comes here"
    ]


def test_the_table_has_no_article_that_the_text_lacks() -> None:
    assert list(problems(project(regulation("1", "2"), "1 1bis 2", "1 2"))) == [
        "village 1bis: in ARTICLES, but no such article"
    ]


def test_every_text_needs_a_system_and_every_system_a_text() -> None:
    without_text = project(regulation("1"), "1", "", regulations={})
    without_system = project(regulation("1"), "1", "1", systems={})

    assert list(problems(without_text)) == ["village: a system without regulations/village.toml"]
    assert list(problems(without_system)) == ["village: regulations/village.toml without a system"]


def test_a_defective_list_is_refused() -> None:
    text = replace(
        regulation("1"),
        articles=(
            Article("1", "compute", "First."),
            Article("1", "ponder", "Again.", ("lost-page",)),
        ),
    )

    assert list(problems(project(text, "1", "1"))) == [
        "village 1: listed twice",
        "village 1: unknown duty 'ponder'",
        "village 1: no page docs/interpretations/lost-page.md",
    ]


def test_a_regulation_is_read_from_toml(tmp_path: Path) -> None:
    path = tmp_path / "village.toml"
    path.write_text(
        'title = "T"\nsource = "S"\nin_force = "1901"\nsha256 = "00"\n'
        '[[article]]\nnumber = "1"\nduty = "warn"\ngist = "G."\ninterpretations = ["why"]\n'
        '[waived]\n"1" = "later (2026-11-15)"\n'
    )

    assert read_regulation(path) == Regulation(
        name="village",
        title="T",
        source="S",
        in_force="1901",
        sha256="00",
        articles=(Article("1", "warn", "G.", ("why",)),),
        waived={"1": "later (2026-11-15)"},
    )


def test_tests_are_found_in_every_folder_and_unreadable_ones_reported(tmp_path: Path) -> None:
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    good, bad = tmp_path / "tests/deep/test_good.py", tmp_path / "tests/test_bad.py"
    good.write_text('@pytest.mark.article("village:1")\ndef test_it(): ...\n')
    bad.write_text("@pytest.mark.article(refs())\ndef test_it(): ...\n")

    tests, unreadable = read_tests(tmp_path)

    assert tests == {"village:1": (Citation("village:1", good, "test_it", 2),)}
    assert unreadable == ("tests/test_bad.py:1: write the articles out, 'refs()' is not readable",)


# --- pages --------------------------------------------------------------------------------


@pytest.fixture
def village(tmp_path: Path) -> Project:
    """A project on disk whose code is that of this repository."""
    systems = tmp_path / "docs/systems/README.md"
    systems.parent.mkdir(parents=True)
    systems.write_text("before\n<!-- systems -->\n<!-- /systems -->\nafter\n")
    text = replace(regulation("1", "2"), waived={"2": TODAY})
    with_interpretation = replace(text.articles[0], interpretations=("who-is-last",))
    text = replace(text, articles=(with_interpretation, text.articles[1]))
    return project(text, "", "1", root=tmp_path)


def test_the_page_links_articles_to_interpretations_code_and_tests() -> None:
    text = replace(regulation("1", "2"), waived={"2": TODAY})
    text = replace(
        text,
        articles=(replace(text.articles[0], interpretations=("start-up-time",)), text.articles[1]),
    )
    coded = {"village": {"1": Problem.__str__}}

    page = articles.page(text, project(text, "", "1", root=articles.ROOT, systems=coded))

    assert "2 articles: 1 with code and a test, 1 waived." in page
    assert page.splitlines()[-2:] == [
        "| 1 | Gist of 1. Interpretation: [Why is the command line built on argparse?]"
        "(../interpretations/start-up-time.md) | compute"
        " | [`errors.Problem.__str__`](../../src/topboard/errors.py)"
        " | [the bye](../../tests/test_bye.py) |",
        "| 2 | Gist of 2. | compute | waived: comes later (2026-11-15) |  |",
    ]


def test_written_pages_are_up_to_date_and_edited_ones_stale(village: Project) -> None:
    page = village.root / "docs/regulations/village.md"
    assert list(articles.stale_files(village)) == [
        "docs/regulations/village.md: out of date, run 'make docs'",
        "docs/systems/README.md: out of date, run 'make docs'",
        "docs/interpretations/README.md: out of date, run 'make docs'",
        "src/topboard/proof/verify/regulations.json: out of date, run 'make docs'",
        "src/topboard/reasons/sentences/articles.json: out of date, run 'make docs'",
    ]

    articles.write(village)
    assert list(articles.stale_files(village)) == []

    page.write_text(page.read_text() + "a word by hand\n")
    assert list(articles.stale_files(village)) == [
        "docs/regulations/village.md: out of date, run 'make docs'"
    ]


def test_a_page_of_a_removed_edition_is_stale(village: Project) -> None:
    articles.write(village)
    (village.root / "docs/regulations/hamlet.md").write_text("")

    assert list(articles.stale_files(village)) == [
        "docs/regulations/hamlet.md: no such edition, remove the page"
    ]


def test_the_systems_page_keeps_its_text_around_the_table(village: Project) -> None:
    articles.write(village)

    systems = (village.root / "docs/systems/README.md").read_text()
    assert systems.startswith("before\n<!-- systems -->\n| system |")
    assert systems.endswith(
        "| [`village`](../regulations/village.md) | Village rules | 1901 | 2 | 0 | 1 |\n"
        "<!-- /systems -->\nafter\n"
    )


def test_a_proof_covers_the_text_and_our_duties_but_not_our_summaries() -> None:
    text = regulation("1", "2")
    reworded = replace(text, articles=tuple(replace(a, gist="Better.") for a in text.articles))
    other_duty = replace(text, articles=tuple(replace(a, duty="warn") for a in text.articles))
    other_text = replace(text, sha256="01")

    named = articles.regulation_digests(project(text, "1 2", "1 2"))

    assert articles.regulation_digests(project(reworded, "1 2", "1 2")) == named
    assert articles.regulation_digests(project(other_duty, "1 2", "1 2")) != named
    assert articles.regulation_digests(project(other_text, "1 2", "1 2")) != named
