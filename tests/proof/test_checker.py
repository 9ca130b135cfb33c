"""The checker stands alone, is short, and says all it has to say in sentences of the catalogue."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import tokenize
from pathlib import Path

import jsonschema
import pytest

import topboard.formats
import topboard.proof.prove
import topboard.proof.verify
from tests.proof.rounds import OLYMPIADS, load_proof, proofs_of_event
from topboard.proof.prove.sentences import SENTENCES
from topboard.proof.verify import FAMILIES

CHECKER = Path(topboard.proof.verify.__file__).parent
SCHEMA = Path(topboard.formats.__file__).parent / "schemas" / "topboard-proof-1.schema.json"
LONGEST_COMMON = 650
LONGEST_FAMILY = 500


def lines_of_code(path):
    """Return the number of logical lines, so that a wrapped line counts once.

    Blank lines, comments and docstrings do not count.
    """
    source = path.read_text(encoding="utf-8")
    docstrings = {
        node.end_lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return sum(
        token.type == tokenize.NEWLINE and token.start[0] not in docstrings
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
    )


def test_the_common_part_of_the_checker_is_short():
    assert 0 < sum(map(lines_of_code, CHECKER.glob("*.py"))) <= LONGEST_COMMON


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_of_the_checker_is_short(family):
    length = sum(map(lines_of_code, (CHECKER / family).glob("*.py")))
    assert 0 < length <= LONGEST_FAMILY


def test_the_checker_imports_only_the_model_from_topboard(tmp_path):
    """Also in the process: what is loaded when a round has been checked."""
    proof = tmp_path / "proof.json"
    proof.write_text(proofs_of_event("olympiad_2022", 5, 11)[1][0], encoding="utf-8")
    asked = (
        "import sys; from topboard.proof.__main__ import main; code = main([sys.argv[1]]);"
        "print(*sorted(m for m in sys.modules if m.startswith('topboard'))); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, str(proof)], capture_output=True, text=True, check=True
    )
    told, loaded = done.stdout.splitlines()
    ours = {name for name in loaded.split() if not name.startswith("topboard.proof")}

    assert told.startswith("proved: olympiad_2022, round 2")
    facts = ("event_info", "history", "participants", "results", "rounds", "tournament")
    assert ours == {
        "topboard",
        "topboard._frozen",
        # The package itself needs it, to load other modules only when they are used.
        "topboard._on_demand",
        "topboard.model",
        *(f"topboard.model.{name}" for name in facts),
    }


def test_every_complaint_of_the_checker_is_in_the_catalogue():
    complaints = set()
    # A proof that is held against an event is refused there, beside the checker.
    for path in (*CHECKER.rglob("*.py"), Path(topboard.proof.prove.__file__)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and node.args
            name = called and getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("NotProved", "build_refusal_of_current_step") and isinstance(
                node.args[0], ast.Constant
            ):
                complaints.add(node.args[0].value)

    assert len(complaints) > 20
    assert complaints == {*map(str, SENTENCES)}


def schema():
    """What checks that a file is of the format."""
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", OLYMPIADS)
def test_proofs_fit_their_schema(name):
    validator = schema()
    for seed in (5, 6, 8):
        for text, _ in proofs_of_event(name, seed, 8):
            assert [error.message for error in validator.iter_errors(load_proof(text))] == []


def run(capsys, *words):
    """What ``python -m topboard.proof`` answers: its exit code and its lines."""
    from topboard.proof.__main__ import main

    code = main([*map(str, words)])
    told = capsys.readouterr()
    return code, (told.out + told.err).splitlines()


@pytest.fixture
def proof_file(tmp_path):
    path = tmp_path / "proof.json"
    path.write_text(proofs_of_event("olympiad_2022", 5, 11)[1][0], encoding="utf-8")
    return path


def test_the_program_lists_the_steps(capsys, proof_file):
    code, lines = run(capsys, proof_file, "--steps")

    assert code == 0
    assert lines[0].split()[:3] == ["step", "1", "4.1"]
    assert lines[-1] == "proved: olympiad_2022, round 2, 10 steps"


def test_the_program_takes_facts_from_another_file(capsys, proof_file, tmp_path):
    document = load_proof(proof_file.read_text(encoding="utf-8"))
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps(document["facts"].pop("event")), encoding="utf-8")
    proof_file.write_text(json.dumps(document), encoding="utf-8")

    assert run(capsys, proof_file)[0] == 1
    assert run(capsys, proof_file, "--facts", facts)[0] == 0


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", 3, "not read: the file is not JSON"),
        ('{"format":"topboard-pr', 3, "not read: the file is not JSON"),
        ("[]", 3, "not read: the file is not a proof"),
        ("[" * 100_000, 3, "not read: the file is not JSON"),
        (
            '{"format":"topboard-proof/2"}',
            3,
            "not read: the format is 'topboard-proof/2', not topboard-proof/1",
        ),
        ("{}", 3, "not read: the format is '', not topboard-proof/1"),
    ],
)
def test_an_empty_or_truncated_file_or_one_of_another_version_is_reported(
    capsys, tmp_path, text, code, words
):
    path = tmp_path / "proof.json"
    path.write_text(text, encoding="utf-8")
    found, [line] = run(capsys, path)

    assert found == code
    assert words in line


def test_a_much_too_large_file_is_not_parsed(monkeypatch):
    from topboard.proof.verify import NotProved, round as of_file

    monkeypatch.setattr(of_file, "LARGEST", 10)
    with pytest.raises(NotProved, match="too large for a proof: 12 bytes"):
        of_file.parse_proof("{" + " " * 10 + "}")


def test_the_program_says_what_it_could_not_read(capsys, tmp_path):
    (tmp_path / "x").write_text("[", encoding="utf-8")

    assert run(capsys, tmp_path / "nothing")[0] == 3
    assert run(capsys, tmp_path / "x")[0] == 3
    assert run(capsys) == (
        3,
        ["usage: python -m topboard.proof FILE [--facts FILE] [--steps]"],
    )
