"""New wordings of messages reach every literal in the source and in the templates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.rewording import Rewording, load_rewordings, main, reword_source, reword_template

GREETING = Rewording(("hello {name}",), ("Good morning, {name}.",))
COUNT = Rewording(
    ("{count} competitor", "{count} competitors"), ("{count} player", "{count} players")
)


def test_a_multi_line_literal_gets_its_new_wording() -> None:
    source = 'x = say(\n    "hello "\n    "{name}",\n    name=who,\n)\ny = "hello {name}"\n'

    made = reword_source(source, {GREETING.old: GREETING.new})

    assert "Good morning, {name}." in made
    assert 'y = "hello {name}"' in made, "other literals are no messages"
    assert made.count("hello") == 1


def test_singular_and_plural_change_together() -> None:
    source = 'say_count("{count} competitor", "{count} competitors", n)\n'

    made = reword_source(source, {COUNT.old: COUNT.new})

    assert made == 'say_count("{count} player", "{count} players", n)\n'


def test_a_long_wording_is_still_the_same_text() -> None:
    long = "This sentence is so long that it does not fit on one line, " * 3 + 'and has a "quote".'
    made = reword_source('say("short")\n', {("short",): (long,)})

    assert eval(made, {"say": str}) == long
    assert max(map(len, made.splitlines())) < 100


def test_templates_keep_their_quotation_marks() -> None:
    source = (
        """<a title="{{ say('hello {name}', name=who) }}">"""
        """{{ say_count("{count} competitor", "{count} competitors", n) }} hello</a>"""
    )

    made = reword_template(source, [GREETING, COUNT])

    assert "say('Good morning, {name}.', name=who)" in made
    assert 'say_count("{count} player", "{count} players", n)' in made
    assert made.endswith("hello</a>")


def test_a_new_wording_with_different_placeholders_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rewordings.json"
    file.write_text(json.dumps([{"old": ["hello {name}"], "new": ["Good morning."]}]), "utf-8")

    with pytest.raises(ValueError, match="the places of 'Good morning"):
        load_rewordings(file)


def test_the_files_of_a_package_are_reworded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "templates").mkdir()
    module, page = tmp_path / "module.py", tmp_path / "templates" / "page.html"
    module.write_text('say("hello {name}", name=1)\n', "utf-8")
    page.write_text('{{ say("hello {name}", name=1) }}\n', "utf-8")
    file = tmp_path / "rewordings.json"
    file.write_text(json.dumps([GREETING._asdict()]), "utf-8")

    assert main([str(file), "--package", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "2 files changed\n"
    assert "Good morning" in module.read_text("utf-8")
    assert "Good morning" in page.read_text("utf-8")
