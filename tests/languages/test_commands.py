"""What the command prints for people comes through the catalogue, JSON does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import topboard
from tests.languages.pseudo import plain_words, pseudo
from tests.languages.test_documents import GOLDEN, known_in, names_in
from topboard.cli import main
from topboard.messages import use_language
from topboard.systems.registry import SYSTEMS

PSEUDO = pseudo()


def command_output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says in the language of no one."""
    with use_language(PSEUDO):
        main(arguments)
    return "".join(capsys.readouterr()).replace("topboard: ", "")


FIELDS = {"players[0]", "players[1].number", "players[1]", "teams", "boards", "round", "name"}
"""What the fields of a file are called."""


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("verb", ["pair --reasons", "standings --open 1", "check", "explain"])
def test_an_answer_has_no_text_outside_the_catalogue(
    name: str, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = GOLDEN / f"{name}.json"
    known = names_in(topboard.read(file)) | known_in(name) | {str(file), *SYSTEMS}

    out = command_output(capsys, verb.split()[0], str(file), *verb.split()[1:])

    assert "⟦" in out
    assert not plain_words(out, known), out


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        '{"format": "topboard-round/1"}',
        '{"format": "topboard-event/1", "players": [{"number": 1}, {"number": 1}]}',
        "012 Village\n001    1      Ann                               2000             1.0    1"
        "     2 w 9\n",
        "hello",
    ],
)
def test_an_error_has_no_text_outside_the_catalogue(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    file.write_text(content, "utf-8")

    out = command_output(capsys, "pair", str(file))

    assert "⟦" in out
    quoted = re.sub(r"'[^']*'|\"[^\"]*\"", "", out.replace(str(file), ""))
    assert not plain_words(quoted, FIELDS), out
