"""The help, the answers and the refusals of ``topboard event`` come through the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.languages.pseudo import plain_words
from tests.languages.test_commands import command_output
from topboard.event.policy.objections import WORDS
from topboard.event.verbs import VERBS

OF_ARGPARSE = {"usage", "options", "positional arguments"}
"""What the parser of Python says by itself."""
NOT_WORDS = re.compile(r"\{[^}]*\}|(?<!\w)--?[a-z][\w-]*|\b[A-Z][A-Z;-]*\b")
"""Choices, options, and what stands for a value."""


@pytest.mark.parametrize("verb", ["", *(verb.name for verb in VERBS)])
def test_the_help_has_no_text_outside_the_catalogue(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command_output(capsys, *f"event {verb} --help".split())
    out = capsys.readouterr().out

    _, said = out.split("\n\n", 1)
    # An example is typed as it is shown, in every language.
    (example,) = (one.example for one in VERBS if one.name == (verb or "new"))
    assert f"\n  topboard event {example}" in said
    said = said.replace(f"topboard event {example}", "")
    assert "⟦" in said
    names = {verb.name for verb in VERBS} if not verb else set()
    assert not plain_words(NOT_WORDS.sub("", said), {*OF_ARGPARSE, *names, *WORDS}), out


NAMES = {"Village Cup", "Open", "Ann", "Bob", "Cid", "Dan", "Eve", "Gus", "Ivo", "Z."}
OFFICES = {*WORDS, "Chief Arbiter", "President of FIDE"}
"""Names of offices stay."""
CODES = {"cfc_swiss", "CUM", "colour", "entries.csv", "TRF", "JSON"}
"""What stays as it is."""
NOT_OURS = re.compile(r"'[^']*'|\d{4}-\d\d-\d\dT\S+|[0-9a-f]{12,}")
"""What is quoted, times, and hashes."""
READ = ("preview", "log", "show", "standings", "verify")


def answer(capsys: pytest.CaptureFixture[str], file: Path, verb: str, *said: str) -> list[str]:
    """The words in plain letters that the command says of an event."""
    who = () if verb in READ else ("--who", "Z.")
    out = command_output(capsys, "event", verb, str(file), *said, *who).replace(str(file), "")
    assert "⟦" in out, (verb, said)
    return [
        f"{verb}: {word}" for word in plain_words(NOT_OURS.sub("", out), NAMES | OFFICES | CODES)
    ]


@pytest.fixture
def cup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The file of an event of seven, before its entries are closed."""
    file = tmp_path / "cup.topboard"
    assert not answer(capsys, file, "new", "Village Cup")
    assert not answer(capsys, file, *["section", "Open", "--system", "cfc_swiss", "--rounds", "3"])
    entries = tmp_path / "entries.csv"
    names = sorted(NAMES - {"Village Cup", "Open", "Z."})
    entries.write_text("\n".join(["name", *names]), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert not answer(capsys, file, "import", entries.name)
    return file


ACTS = """\
announce | close-entries | withdraw 3 | forbid 1 2 | suspend 1 | rule-bye 1 bar
table 1 3 --ground host | lot colour --colour white | present all --players 1 | preview | pair
publish | result 1 1 1-0 | result 1 1 0-1 --correct | pair | protest 1 Ann unfair | manual begin
undo | redo | show | show --round 1 | standings | log | verify"""
REFUSED = """\
pair | change Zoe --rating 5 | announce | announce | close-entries | enter Kim | readmit 3
withdraw 3 | withdraw 3 | readmit 3 | forbid 1 1 | suspend 1 | lift 1 | adjust 1 --match-points 1
lot colour --draw --seed 12 | publish | pair --publish | result 1 1 1-0 | result 1 1 0-1
result 1 9 1-0 | result 1 2 9-0 | except 1 601 | bye 2 2 --points half | undo 999 | undo 1
imaginary 1 | expel 2 | manual begin | manual set --pairs 1-3 2 | manual set --pairs 1-3
change-published --pairs 1-2 --ground other | section Open --rounds 9 | close"""


@pytest.mark.parametrize("life", [ACTS, REFUSED], ids=["taken", "refused"])
def test_texts_about_an_event_are_all_in_the_catalogue(
    life: str, cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = life.replace("\n", " | ").split(" | ")
    assert not [word for one in said for word in answer(capsys, cup, *one.split())]


def test_problems_of_a_journal_are_all_in_the_catalogue(
    cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, missing = cup.with_name("other.topboard"), cup.with_name("missing.topboard")
    other.write_bytes(b"nothing of the kind" * 40)
    tampered = cup.with_name("tampered.topboard")
    tampered.write_bytes(cup.read_bytes().replace(b"Ivo", b"Iva"))

    assert not answer(capsys, cup, "new", "Village Cup")
    for file in (other, missing, tampered):
        assert not answer(capsys, file, "verify")
        assert not answer(capsys, file, "pair")
