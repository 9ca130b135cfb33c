"""Articles as people read them: words with a number, each with its gist."""

from __future__ import annotations

import re

import pytest

from tests.documents.sample_documents import small_event
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.reasons.sentences.articles import (
    PARTS,
    format_article_name,
    load_regulations,
    replace_article_citations_by_names,
    split_sentence_at_citations,
)
from topboard.systems.registry import SYSTEMS, system


def test_a_part_of_an_article_is_named_in_words_with_its_number() -> None:
    assert format_article_name("622b") == "622b"
    assert format_article_name("622b.interchange") == "622 on interchanges"
    assert (
        format_article_name("653.under_half")
        == "653 on withdrawal before completing half of the games"
    )
    assert format_article_name("2.4.7 C12") == "2.4.7 C12"


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_article_is_called_by_an_internal_code(name: str) -> None:
    for number in load_regulations()[name].gists:
        assert not re.search(r"_|[0-9a-z]\.[a-z]{2,}", format_article_name(number)), number


def test_every_named_part_belongs_to_an_article_of_the_regulations() -> None:
    known = {number for text in load_regulations().values() for number in text.gists}
    assert set(PARTS) <= known
    assert all(article.startswith(number) for article, (number, _) in PARTS.items())


def test_a_sentence_is_split_at_the_articles_that_it_cites() -> None:
    known = load_regulations()["cfc_swiss"].gists

    found = list(
        split_sentence_at_citations(
            "A meets B (622b.interchange): the rating (2100) is higher (630).", known
        )
    )

    assert found == [
        ("A meets B (", ""),
        ("622 on interchanges", "622b.interchange"),
        ("): the rating (2100) is higher (", ""),
        ("630", "630"),
        (").", ""),
    ]
    assert (
        "".join(piece for piece, _ in split_sentence_at_citations("no article (9999)", known))
        == "no article (9999)"
    )


def test_a_sentence_names_the_parts_of_articles_that_it_cites() -> None:
    told = replace_article_citations_by_names(
        "A meets B (622b.interchange): the rating (2100) is higher (630)."
    )

    assert told == "A meets B (622 on interchanges): the rating (2100) is higher (630)."


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_article_cited_in_a_round_has_a_summary(name: str) -> None:
    before = small_event(name).before(3)
    made = system(name).pair(before)
    gists = load_regulations()[name].gists

    cited = {
        article
        for lines in generate_round_sentences(made, names_of(before))
        for line in lines
        for _, article in split_sentence_at_citations(line, gists)
    }

    told = {getattr(reason, "article", "") for reason in made.reasons} - {""}
    assert told <= set(gists)
    assert told & cited


def test_an_article_knows_its_interpretations() -> None:
    regulations = load_regulations()

    (look_ahead, standings) = regulations["dubov_1997"].interpretations["9"]
    assert (look_ahead.name, standings.name) == ("dubov-look-ahead", "dubov-standings")
    assert standings.question == "What breaks ties in the standings of Dubov 1997?"
    assert standings.anchor == "interpretation-dubov-standings"
    for text in regulations.values():
        assert text.interpretations.keys() <= text.gists.keys()
        assert len(text.all_interpretations) == len({one.name for one in text.all_interpretations})


def test_a_regulation_based_on_another_one_inherits_its_interpretations() -> None:
    regulations = load_regulations()

    burstein, dutch = regulations["fide_burstein_2026"], regulations["fide_dutch_2026"]
    assert burstein.interpretations["C.04.3 1.8"] == dutch.interpretations["1.8"]
