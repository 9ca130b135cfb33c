"""The help of the command: every option, an example for every verb, and suggestions for typos."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.cli.parser import CommandParser, build_parser, parse_arguments
from topboard.event.verbs import VERB_GROUPS, VERBS as ACTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator


def all_parsers(parser: CommandParser | None = None) -> Iterator[CommandParser]:
    """Yield the parsers of all verbs and actions, except the engine with its own options."""
    parser = parser or build_parser()
    if parser.fill is not None:
        fill, parser.fill = parser.fill, None
        fill(parser)
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in dict.fromkeys(action.choices.values()):
                if one.prog != "topboard engine":
                    yield from all_parsers(one)


PARSERS = {parser.prog: parser for parser in all_parsers()}
LEAVES = {prog: one for prog, one in PARSERS.items() if one._subparsers is None}


@pytest.mark.parametrize("prog", PARSERS)
def test_every_option_has_help_text_that_ends_with_its_default(prog: str) -> None:
    for action in PARSERS[prog]._actions:
        if action.help is argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        assert action.help, action
        assert not action.help.endswith((".", " ", ",")), action.help
        if "default:" in action.help:
            assert re.search(r"\((?:can be repeated; )?default: [^()]+\)$", action.help)
        if action.default not in (None, False, [], "", argparse.SUPPRESS):
            assert f"(default: {action.default}" in action.help


@pytest.mark.parametrize("prog", PARSERS)
def test_every_command_description_is_a_sentence(prog: str) -> None:
    description = PARSERS[prog].description or ""

    assert description[:1].isupper()
    assert description.endswith(".")


def example_of(parser: CommandParser) -> str:
    heading, example = (parser.epilog or "").split("\n")
    assert heading == "Example:"
    return example.strip()


@pytest.mark.parametrize("prog", LEAVES)
def test_the_example_of_every_verb_can_be_parsed(prog: str) -> None:
    example = example_of(LEAVES[prog])
    request = parse_arguments(shlex.split(example)[1:])

    assert example.startswith(prog)
    assert callable(request.run)


def test_the_event_help_shows_its_actions_in_groups(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["event", "--help"])
    shown = capsys.readouterr().out
    titles = ["set-up", "people", "rounds", "results", "documents and export", "journal"]
    found = {
        title: re.findall(r"^  ([a-z-]+) ", shown.split(f"\n{title}:\n")[1].split("\n\n")[0], re.M)
        for title in titles
    }

    assert [str(title) for title, _ in VERB_GROUPS] == titles
    assert found == {str(title): [one.name for one in rows] for title, rows in VERB_GROUPS}
    assert len(ACTIONS) == len({one.name for one in ACTIONS}) == 61


# --- examples that run ------------------------------------------------------------------------

EXAMPLES = {one.name: f"event {one.example}" for one in ACTIONS}
PLAYERS = "name,FIDE\n" + "".join(f"Player {n},{2000 - n * 30}\n" for n in range(1, 8))
ORDER = [
    "new",
    "details",
    "section",
    "enter",
    "import",
    "change",
    "label",
    "schedule",
    "categories",
    "set-prizes",
    "forbid",
    "table",
    "erase",
    "announce",
    "close-entries",
    "visibility",
    "lot",
    "preview",
    "pair",
    "show",
    "replay",
    "log",
    "protest",
    "result",
    "standings",
    "prizes",
    "export",
    "undo",
    "redo",
    "verify",
    "bye",
    "withdraw",
    "sign",
]

NOTES = {
    "erase": (
        "topboard: note: Erased data cannot be restored.\n"
        "topboard: note: The event is not closed. Reports made from now on will not contain these"
        " data.\n"
    ),
    "replay": (
        "topboard: Journal entry 19 published this round: paired again with the same pairing and"
        " explanation\n"
    ),
}


def test_event_examples_run_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOPBOARD_USER", "Ann")
    Path("players.csv").write_text(PLAYERS)
    for name in ORDER:
        code = main(shlex.split(EXAMPLES[name]))
        assert (code, name, capsys.readouterr().err) == (DONE, name, NOTES.get(name, ""))


# --- order of the arguments -------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "event export a.topboard --to trf26 -o a.trf",
        "event export --to trf26 -o a.trf a.topboard",
        "event export a.topboard --to trf26 a.trf",
        "event export --to trf26 a.topboard a.trf",
        "event export a.topboard a.trf --to trf26",
    ],
)
def test_options_may_come_before_between_and_after_the_files(words: str) -> None:
    request = parse_arguments(words.split())

    assert (request.file, request.to, request.output) == ("a.topboard", "trf26", "a.trf")
    assert not hasattr(request, "old_output")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("convert a.json --to trf26 a.trf", {"file": "a.json", "output": "a.trf"}),
        ("convert a.json -o a.trf", {"file": "a.json", "output": "a.trf"}),
        ("convert --to trf26 a.json", {"file": "a.json", "output": "-"}),
        ("verify p.json --steps a.trf", {"proof": "p.json", "file": "a.trf"}),
        ("serve --port 9000 folder --open", {"home": "folder", "port": 9000}),
        ("host export folder --no-pages a.zip", {"url": "folder", "output": "a.zip"}),
        ("host export -o a.zip folder", {"url": "folder", "output": "a.zip"}),
        ("ratings search lee --json ann", {"name": ["lee", "ann"], "json": True}),
        (
            "event result a.topboard 1 --who Ann 2 --yes 1-0",
            {"round": 1, "table": 2, "result": ["1-0"], "who": "Ann", "yes": True},
        ),
        (
            "event set-prizes a.topboard 1:50 --currency CAD 2:30",
            {"lines": ["1:50", "2:30"], "currency": "CAD"},
        ),
        ("event undo --who Ann a.topboard --yes 7", {"entry": 7, "file": "a.topboard"}),
    ],
)
def test_arguments_mean_the_same_in_any_order(words: str, expected: dict[str, object]) -> None:
    request = vars(parse_arguments(words.split()))

    assert {name: request[name] for name in expected} == expected


def test_two_output_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["convert", "a.json", "a.trf", "-o", "b.trf"])

    assert stopped.value.code == BAD_INPUT
    assert "topboard convert: two output files are given: 'a.trf'" in capsys.readouterr().err


@pytest.mark.parametrize("prog", LEAVES)
def test_every_command_names_its_output_with_the_same_option(prog: str) -> None:
    for action in LEAVES[prog]._actions:
        if action.dest == "output":
            assert action.option_strings == ["-o", "--output"]


# --- suggestions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("pari a.trf", "topboard: unknown verb: 'pari'. Did you mean pair?"),
        ("event reslt a 1 1", "topboard event: unknown action: 'reslt'. Did you mean result?"),
        ("host chek url", "topboard host: unknown action: 'chek'. Did you mean check?"),
        (
            "pair a.trf --sytem x",
            "topboard pair: unknown option: '--sytem'. Did you mean --system?",
        ),
        ("generate --sytem x", "unknown option: '--sytem'. Did you mean --system?"),
        ("event undo a --authorty x", "unknown option: '--authorty'. Did you mean --authority?"),
        ("--versoin", "topboard: unknown option: '--versoin'. Did you mean --version?"),
        ("event export a --to trf62", "invalid choice: 'trf62'. Choose one of: journal, trf16,"),
        ("event export a --to trf62", ", csv, xlsx. Did you mean trf26?"),
        ("xyzzy", "unknown verb: 'xyzzy'. To list all names, run topboard --help."),
        ("systems more", "topboard systems: unknown argument: 'more'"),
        ("pair a.trf --round x", "argument --round: not a whole number: 'x'"),
    ],
)
def test_a_misspelled_command_is_answered_with_the_closest_match(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words.split())

    assert stopped.value.code == BAD_INPUT
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "generate --system fide_duch_2026",
            "unknown pairing system: 'fide_duch_2026'. Did you mean fide_dutch_2026? "
            "Choose one of: ",
        ),
        ("generate --system xyzzy", "unknown pairing system: 'xyzzy'. Choose one of: "),
        (
            "document pairing-shet a.trf",
            "unknown document: 'pairing-shet'. Did you mean pairing-sheet? Choose one of: ",
        ),
        ("document xyzzy a.trf", "unknown document: 'xyzzy'. Choose one of: pairing-sheet,"),
    ],
)
def test_a_misspelled_system_or_document_is_answered_with_the_closest_match(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == BAD_INPUT
    assert told in capsys.readouterr().err


# --- earlier names ----------------------------------------------------------------------------

CERTIFY = "certify --events 1"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"{CERTIFY} --peer x", f"{CERTIFY} --engine x"),
        (f"{CERTIFY} --peer=x", f"{CERTIFY} --engine=x"),
        (f"{CERTIFY} --engine x --speaks javafo", f"{CERTIFY} --engine x --interface javafo"),
        (f"{CERTIFY} --engine x --patience 5", f"{CERTIFY} --engine x --timeout 5"),
        ("generate --system s --by-lot", "generate --system s --random"),
        ("event take-over a Open b.trf", "event import-section a Open b.trf"),
        ("event settle-prizes a 1:50", "event set-prizes a 1:50"),
        ("event rule-bye a 3 bar", "event bye-ruling a 3 bar"),
        ("event imaginary a 3", "event virtual-points a 3"),
    ],
)
def test_an_earlier_name_still_works_but_is_not_shown(
    old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    now, before = vars(parse_arguments(new.split())), vars(parse_arguments(old.split()))
    run, again = now.pop("run"), before.pop("run")
    assert before == now
    assert getattr(run, "args", run) == getattr(again, "args", again)

    (word,) = {*old.replace("=", " ").split()} - {*new.replace("=", " ").split()}
    for shown in (old.split()[:1], old.split()[:2]):
        with pytest.raises(SystemExit):
            main([*shown, "--help"])
    assert not re.search(rf"(?<![\w-]){word}(?![\w-])", capsys.readouterr().out)
