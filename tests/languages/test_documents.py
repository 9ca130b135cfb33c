"""Every paper comes through the catalogue; as JSON it stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import topboard
from tests.languages.pseudo import article_words, plain_words, pseudo
from topboard.cli import main
from topboard.documents.catalog import available_document_kinds
from topboard.messages import use_language
from topboard.systems.registry import SYSTEMS, system

PSEUDO = pseudo()
GOLDEN = Path(__file__).parents[1] / "reasons" / "golden"


def names_in(event: topboard.Tournament) -> set[str]:
    """What the event itself calls people, and the text it is played by."""
    people = [p for c in event.competitors for p in (c, *getattr(c, "players", ()))]
    return {event.name, *(p.name for p in people), *(p.federation for p in people)}


def known_in(name: str) -> set[str]:
    """The names of the rules, their articles, and the codes of the tie-breaks."""
    rules = system(name)
    return {
        *article_words(name),
        rules.name,
        rules.title,
        *(one.code for one in rules.tie_breaks),
        *rules.usual_tie_breaks,
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_document_has_no_text_outside_the_catalogue(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(GOLDEN / f"{name}.json")
    known = names_in(topboard.read(file)) | known_in(name)
    for paper in available_document_kinds(system(name)):
        with use_language(PSEUDO):
            code = main(["document", paper, file])
        out, err = capsys.readouterr()

        found = plain_words(out + err.replace(file, ""), {*known, "topboard", paper})
        assert (code, found) in ((0, []), (3, [])), (paper, out, err)
