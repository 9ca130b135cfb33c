"""The words of the command line."""

from __future__ import annotations

import pytest

from tests.cli.engine.engine_requests import FIXTURES, REQUEST, ask, player, report
from topboard import __version__
from topboard.cli.engine.call import EngineCall, EngineTask, InvalidCommandLine, parse_command_line

SOURCE = str(FIXTURES / f"{REQUEST}.trf")


def test_without_arguments_the_engine_identifies_itself(capfd):
    assert ask(capfd).code == 0
    assert ask(capfd, "-r") == (0, f"Topboard {__version__} (pairing engine)\n", "")


def test_with_option_r_the_engine_identifies_itself_before_it_answers(capfd):
    first, *others = ask(capfd, "-r", "--dutch", SOURCE, "-p").out.splitlines()

    assert first.startswith("Topboard ")
    assert others[0] == "5"


@pytest.mark.parametrize(
    ("words", "understood"),
    [
        ("--dutch IN -p", EngineCall(EngineTask.PAIR, system="dutch", source="IN")),
        (
            "--dutch IN -p OUT",
            EngineCall(EngineTask.PAIR, system="dutch", source="IN", output="OUT"),
        ),
        (
            "--dutch IN -p -l",
            EngineCall(EngineTask.PAIR, system="dutch", source="IN", wants_list=True),
        ),
        (
            "-r --dutch IN -p OUT -l LIST",
            EngineCall(
                EngineTask.PAIR,
                inform=True,
                system="dutch",
                source="IN",
                output="OUT",
                wants_list=True,
                check_list="LIST",
            ),
        ),
        ("--dutch -p", EngineCall(EngineTask.PAIR, system="dutch", source="-")),
        ("IN -p OUT -b", EngineCall(EngineTask.PAIR, source="IN", output="OUT", baku=True)),
        ("IN -p OUT -q -w", EngineCall(EngineTask.PAIR, source="IN", output="OUT")),
        (
            "-w IN -q 10000 -p OUT -b",
            EngineCall(EngineTask.PAIR, source="IN", output="OUT", baku=True),
        ),
        ("-q10 IN -c 7", EngineCall(EngineTask.CHECK, source="IN", round=7)),
        ("IN -c", EngineCall(EngineTask.CHECK, source="IN")),
        ("IN -c 4", EngineCall(EngineTask.CHECK, source="IN", round=4)),
        ("IN -c --strict-check", EngineCall(EngineTask.CHECK, source="IN", strict=True)),
        ("-g -o OUT -s 7", EngineCall(EngineTask.GENERATE, output="OUT", seed=7)),
        ("-g 7 -o OUT", EngineCall(EngineTask.GENERATE, output="OUT", seed=7)),
        ("-g CONFIG -o OUT", EngineCall(EngineTask.GENERATE, source="CONFIG", output="OUT")),
        (
            "--dutch IN -g -o OUT -l",
            EngineCall(
                EngineTask.GENERATE,
                system="dutch",
                source="IN",
                of_model=True,
                output="OUT",
                wants_list=True,
            ),
        ),
        ("--dutch --batch -c", EngineCall(EngineTask.CHECK, system="dutch", batch=True)),
        ("--batch", EngineCall(EngineTask.PAIR, batch=True)),
        ("IN -p --accept-points", EngineCall(EngineTask.PAIR, source="IN", accept_points=True)),
        ("IN -p --team", EngineCall(EngineTask.PAIR, source="IN", system="team")),
        (
            "--accept-points IN --team -p -b OUT",
            EngineCall(
                EngineTask.PAIR,
                system="team",
                source="IN",
                output="OUT",
                baku=True,
                accept_points=True,
            ),
        ),
        (
            "--strict-check IN -c --accept-points 3 -r",
            EngineCall(
                EngineTask.CHECK, source="IN", round=3, strict=True, accept_points=True, inform=True
            ),
        ),
        ("-g --dutch -o OUT", EngineCall(EngineTask.GENERATE, system="dutch", output="OUT")),
    ],
)
def test_the_command_forms_of_both_engines_are_understood(words, understood):
    assert parse_command_line(words.split()) == understood


@pytest.mark.parametrize(
    "words",
    [
        "--dutch",
        "--dutch IN",
        "IN OUT -p",
        "--dutch IN -p -c",
        "--dutch IN -p OUT MORE",
        "--dutch IN -p OUT -o FILE",
        "--dutch -g",
        "--dutch -g -o",
        "--dutch -g -o OUT -s",
        "--dutch -g -o OUT -s x",
        "--dutch --batch -l",
        "-x",
        "IN -p -x",
        "IN -p --strict-check",
        "-g -o OUT --accept-points",
        "-b -g -o OUT",
        "--dutch IN --lim -p",
        "-g -o --dutch",
    ],
)
def test_other_arguments_are_refused_and_the_usage_is_shown(capfd, words):
    with pytest.raises(InvalidCommandLine):
        parse_command_line(words.split())

    done = ask(capfd, *words.split())

    assert (done.code, done.out) == (3, "")
    assert "Command line argument syntax:" in done.err


def test_an_option_is_never_taken_as_a_file_name(capfd, tmp_path):
    source = tmp_path / "request.trf"
    source.write_bytes((FIXTURES / f"{REQUEST}.trf").read_bytes())

    done = ask(capfd, "--dutch", source, "-p", "--accept-points")

    assert (done.code, done.out.splitlines()[0]) == (0, "5")
    assert [one.name for one in tmp_path.iterdir()] == ["request.trf"]


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_prints_the_usage(capfd, word):
    done = ask(capfd, word)

    assert (done.code, done.err) == (0, "")
    assert "-p [OUTPUT]" in done.out
    assert done.out.endswith("Example:\n  topboard-engine --dutch event.trf -p pairs.txt\n")


@pytest.mark.parametrize("flag", ["--swiss", "--keizer"])
def test_a_flag_that_names_no_system_is_refused(capfd, flag):
    done = ask(capfd, flag, "no such file", "-p")

    assert done.code == 3
    assert flag in done.err
    assert "Command line argument syntax:" in done.err


# --- which edition --------------------------------------------------------------------------------

TWO = (player(1, 0.0), player(2, 0.0), "XXR 1", "XXC white1")


@pytest.mark.parametrize(
    ("flag", "records", "edition"),
    [
        ("--dutch", (), "fide_dutch_2026"),
        ("--dutch", ("042 2020/01/01",), "fide_dutch_2026"),
        ("--dutch", ("192 FIDE_DUTCH_2017",), "fide_dutch_2017"),
        ("--fide_dutch_2017", (), "fide_dutch_2017"),
        ("--burstein", (), "fide_burstein_2026"),
        ("--lim", (), "fide_lim_2026"),
        ("", ("192 FIDE_LIM",), "fide_lim_2026"),
        ("", ("192 FIDE_BURSTEIN",), "fide_burstein_2026"),
        ("--dubov", (), "fide_dubov_2026"),
        ("", ("192 FIDE_DUBOV", "042 2020/01/01"), "fide_dubov_2026"),
        ("", (), "fide_dutch_2026"),
        ("", ("042 2020/01/01",), "fide_dutch_2017"),
        ("", ("042 2026/03/01",), "fide_dutch_2026"),
        ("", ("192 FIDE_DUTCH_2017", "042 2026/03/01"), "fide_dutch_2017"),
    ],
)
def test_the_edition_comes_from_the_file_then_the_flag_then_the_date(
    capfd, tmp_path, monkeypatch, flag, records, edition
):
    import io
    import json

    source = tmp_path / "two.trf"
    source.write_text(report(*records, *TWO))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{source}\n"))

    done = ask(capfd, *([flag] if flag else []), "--batch")

    assert json.loads(done.out)["system"] == edition
