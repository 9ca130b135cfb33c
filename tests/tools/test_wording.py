"""The check of the wording refuses what is on its list, fragments, and counts in one form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools.messages import calls_in_source
from tools.wording import Text, Wording, WordingList, docstrings, paragraphs, problems

if TYPE_CHECKING:
    from pathlib import Path

LIST = WordingList()


@pytest.mark.parametrize("wording", LIST.wordings, ids=lambda one: one.bad)
def test_each_wording_refuses_its_bad_example_and_not_its_good_one(wording: Wording) -> None:
    assert wording.find(wording.bad)
    assert not wording.find(wording.good)
    assert wording.better


def test_an_entry_matches_whole_words_only() -> None:
    assert not list(LIST.problems_of_texts([Text("a", "The renewal is anewly dated.")]))


def call_problems(source: str) -> list[str]:
    return [advice for _, _, advice in LIST.problems_of_calls(calls_in_source(source, "a.py"))]


@pytest.mark.parametrize("text", [", and more", " or ", "from above, ", "; then", "see ("])
def test_a_message_that_is_a_fragment_is_refused(text: str) -> None:
    assert call_problems(f"say({text!r})") == ["write a whole sentence"]


@pytest.mark.parametrize("text", ["{count} rounds are played", "at {n:,} boards", "{a} points"])
def test_a_count_needs_a_singular_and_a_plural(text: str) -> None:
    assert call_problems(f"say({text!r})") == [
        "write a singular and a plural with say_count, worded_count or counted"
    ]


@pytest.mark.parametrize(
    "source",
    [
        'say("Round {round} is published.")',
        'say("at most {most} rounds")',
        'say_count("{count} round is played", "{count} rounds are played", n)',
    ],
)
def test_whole_messages_with_both_forms_are_accepted(source: str) -> None:
    assert call_problems(source) == []


def test_code_and_quotations_in_docs_are_not_checked() -> None:
    page = "\n".join(
        ["Plain text", "on two lines.", "", "> put down", "", "```", "anew", "```", "Use `anew`."]
    )

    found = list(paragraphs(page, "a.md"))

    assert found == [Text("a.md:1", "Plain text on two lines."), Text("a.md:9", "Use  .")]


def test_docstrings_of_functions_and_attributes_are_checked() -> None:
    source = '"""One."""\nA = 1\n"""Two."""\ndef f():\n    """Three\n    lines."""\n'

    assert {text.words for text in docstrings(source, "a.py")} == {"One.", "Two.", "Three lines."}


def list_with_exception(path: Path, text: str) -> WordingList:
    path.write_text(
        "counted = ['rounds']\nlimits = ['most']\n"
        "[[wording]]\nwrong = 'anew'\nbetter = 'again'\nbad = 'anew'\ngood = 'again'\n"
        f"[[exception]]\npath = 'docs/a.md'\ntext = {text!r}\nreason = 'a quotation'\n",
        "utf-8",
    )
    return WordingList(path)


def test_an_exception_allows_a_wording_in_its_file_only(tmp_path: Path) -> None:
    listed = list_with_exception(tmp_path / "list.toml", "anew")
    texts = [Text("docs/a.md:3", "Start anew."), Text("docs/b.md:5", "Start anew.")]

    found = list(listed.unexcused(listed.problems_of_texts(texts)))

    assert found == ["docs/b.md:5: 'anew': write again"]


def test_an_unnecessary_exception_is_reported(tmp_path: Path) -> None:
    listed = list_with_exception(tmp_path / "list.toml", "anew")

    assert list(listed.unexcused([])) == ["wordings.toml: the exception for 'anew' is not needed"]


def test_the_project_contains_no_refused_wording() -> None:
    assert list(problems(LIST)) == []
