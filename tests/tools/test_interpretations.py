"""The index of interpretations says what the pages say, and every page begins with its answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.articles import Article, Regulation
from tools.interpretations import Interpretation, index, path_of, problems, read_page

ARTICLES = (
    Article("1", "compute", "Gist.", ("bye",)),
    Article("2", "compute", "Gist."),
    Article("3", "compute", "Gist.", ("floater", "bye")),
)
VILLAGE = Regulation("village", "Rules of the village, 1901", "", "1901", "00", ARTICLES, {})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with three pages, two of which belong to articles."""
    write(
        tmp_path,
        "bye",
        "# Who gets the bye?\n\nThe last player in\nthe list does.\n\nConcerns 1.\n",
    )
    write(tmp_path, "floater", "# Who floats?\n\nNobody does.\n\n## Question\nWho?\n")
    write(tmp_path, "journal", "# Where is the journal?\n\nIn a file.\n\n## Question\nWhere?\n")
    write(tmp_path, "README", "# Interpretations\n")
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    """Write a page."""
    path = path_of(name, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_page_begins_with_its_question_and_the_answer(root: Path) -> None:
    assert read_page(path_of("bye", root)) == Interpretation(
        "bye", "Who gets the bye?", "The last player in the list does."
    )


def test_the_index_has_a_table_per_regulation_and_one_for_the_rest(root: Path) -> None:
    tables, _, conclusion = index([VILLAGE], root).partition("\n\n## Add an interpretation\n")

    assert "`make docs`" in conclusion
    assert tables.partition("\n- ")[2].splitlines() == [
        "[Rules of the village, 1901](#rules-of-the-village-1901)",
        "- [Events, files and the program](#events-files-and-the-program)",
        "",
        "## Rules of the village, 1901",
        "",
        "| article | question | our answer |",
        "|---|---|---|",
        "| 1, 3 | [Who gets the bye?](bye.md) | The last player in the list does. |",
        "| 3 | [Who floats?](floater.md) | Nobody does. |",
        "",
        "## Events, files and the program",
        "",
        "| question | our answer |",
        "|---|---|",
        "| [Where is the journal?](journal.md) | In a file. |",
    ]


def test_a_long_list_of_articles_is_shortened_to_a_count(root: Path) -> None:
    rows = tuple(Article(str(number), "compute", "", ("bye",)) for number in range(1, 21))
    village = Regulation("village", "Village", "", "", "", rows, {})

    assert "| 1, 2, 3, 4, 5, 6, 7, 8 and 12 more | [Who gets" in index([village], root)


def test_no_problem_is_found_in_good_pages(root: Path) -> None:
    assert list(problems(root)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# The bye\n\nNobody has it.\n", "the title is not a question: 'The bye'"),
        ("# Who floats?\n\nNobody does.\n", "same title as floater.md"),
        ("# Who may?\n\nConcerns 1.\n", "the answer does not follow the title"),
        ("# Who may?\n\n## Question\nWho?\n", "the answer does not follow the title"),
        ("# Who may?\n\nA does. B does not.\n", "not one sentence: 'A does. B does not.'"),
        ("# Who may?\n\nA does\n", "not one sentence: 'A does'"),
        ("# Who may?\n\n" + "very " * 41 + "few.\n", "the answer has more than 40 words"),
    ],
)
def test_a_page_that_does_not_begin_with_question_and_answer_is_named(
    root: Path, text: str, message: str
) -> None:
    write(root, "late", text)

    (found,) = problems(root)

    assert found.startswith("docs/interpretations/late.md: ")
    assert found.endswith(message)
