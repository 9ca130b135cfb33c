"""Report files of other programs: without a system, with comments and points of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import topboard
from tests.formats.test_bad_trf import a_file, a_team_file, line, the_problem
from topboard import formats
from topboard.cli import main
from topboard.formats.losses import sort_tournament_for_comparison

ENGINE = Path(__file__).parents[1] / "fixtures" / "fide" / "engine" / "dutch-n09-next-r5.trf"
DATED = ("042 2025/03/14", "142 3", "152 W")


def notes_of(text, **asked):
    """What reading the text notes."""
    found = []
    formats.read_text(text, "file.trf", on_note=found.append, **asked)
    return found


@pytest.mark.parametrize(
    ("lines", "system"),
    [
        ([], "fide_dutch_2026"),
        (["042 2026/01/31"], "fide_dutch_2017"),
        (["042 2026/02/01"], "fide_dutch_2026"),
        (["042 31.01.2026"], "fide_dutch_2017"),
        (["132".ljust(91) + "26/01/31"], "fide_dutch_2017"),
        (["042 last spring"], "fide_dutch_2026"),
    ],
)
def test_an_event_of_players_without_record_192_is_dutch(lines, system):
    assert formats.read_text(a_file(*lines)).system == system


def test_the_note_names_the_edition_the_date_and_the_remedy():
    (dated,) = notes_of(a_file("042 2025/03/14"))
    (undated,) = notes_of(a_file())

    assert "fide_dutch_2017, the Dutch system in force on 2025/03/14" in str(dated)
    assert "no readable date, so it is read as fide_dutch_2026" in str(undated)
    assert all("--system NAME" in note.remedy for note in (dated, undated))


@pytest.mark.parametrize(
    "lines",
    [["192 FIDE_DUTCH_2026"], ["### topboard system dubov_1997"], ["092 FIDE_DUTCH_2025"]],
)
def test_a_file_that_names_its_system_needs_no_note(lines):
    assert notes_of(a_file(*lines)) == []


def test_a_named_system_gets_no_remark_about_others():
    assert notes_of(a_file(), paired_by="fide_lim_2026") == []


@pytest.mark.parametrize(
    ("lines", "quoted"),
    [
        (["092 Individual: Round-Robin"], "Individual: Round-Robin"),
        (["192 CUSTOM_SWISS"], "CUSTOM_SWISS"),
    ],
)
def test_the_system_must_be_named_if_the_file_gives_an_unknown_one(lines, quoted):
    event = formats.read_text(a_file(*lines))

    with pytest.raises(topboard.BadInput, match="--system NAME") as refused:
        topboard.pair(event)
    assert refused.value.problems[0].quoted == quoted


def test_a_team_file_without_a_system_asks_for_one():
    event = formats.read_text(a_team_file())

    assert event.system == ""
    with pytest.raises(
        topboard.BadInput,
        match=r"does not name a pairing system that Topboard knows.*--system NAME",
    ):
        topboard.pair(event)


@pytest.mark.parametrize("verb", ["pair", "check", "standings", "explain"])
def test_every_command_reads_a_real_report(verb, tmp_path, capsys):
    path = tmp_path / "real.trf"
    path.write_text(a_file(*DATED, line(3, "0000 - U"), line(4, "0000 - H")))

    code = main([verb, str(path), *(["--accept-points"] if verb != "check" else [])])

    said = capsys.readouterr()
    assert code in ((0, 1) if verb == "check" else (0,)), said.err
    assert "so it is read as fide_dutch_2017" in said.err
    assert "--system NAME" in said.err


def test_convert_writes_the_system_into_the_file(tmp_path, capsys):
    path, made = tmp_path / "real.trf", tmp_path / "made.json"
    path.write_text(a_file(*DATED))

    assert main(["convert", str(path), str(made)]) == 0
    assert json.loads(made.read_text())["system"] == "fide_dutch_2017"
    assert "--system NAME" in capsys.readouterr().err
    for format in ("trf16", "trf26"):
        again = formats.dumps(formats.read(made), format)
        assert notes_of(again) == []
        assert formats.read_text(again).system == "fide_dutch_2017"


def test_an_event_without_a_system_comes_back_without_one():
    event = topboard.Tournament((topboard.Player(1, "Ay"), topboard.Player(2, "Bee")))

    for format in ("trf16", "trf26"):
        text = formats.dumps(event, format)
        assert sort_tournament_for_comparison(
            formats.read_text(text)
        ) == sort_tournament_for_comparison(event)
        assert notes_of(text) == []


def test_the_command_and_the_engine_pair_a_report_the_same_way(tmp_path, capfd):
    """The report has no record 192 and was paired by the engine only."""
    from topboard.cli.engine import main as engine

    text = ENGINE.read_text(encoding="utf-8")
    kept = [one for one in text.replace("\r", "\n").split("\n") if not one.startswith("192")]
    path = tmp_path / "next.trf"
    path.write_text("\n".join(kept))

    assert engine([str(path), "-p"]) == 0
    by_engine = capfd.readouterr().out
    assert main(["pair", str(path), "--plain"]) == 0
    by_command = capfd.readouterr().out

    assert sorted(by_command.splitlines()) == sorted(by_engine.splitlines())


# --- comments -------------------------------------------------------------------------------


def test_a_single_hash_sign_begins_a_comment():
    event = formats.read_text(a_file("# one", "## two", "### three", "#", "#001 not a player"))

    assert event.details.comments == ("one", "two", "three", "", "001 not a player")
    assert len(event.competitors) == 2


def test_only_three_hash_signs_begin_a_topboard_remark():
    event = formats.read_text(a_file("# topboard system dubov_1997"))

    assert event.system == "fide_dutch_2026"
    again = formats.read_text(formats.dumps(event, "trf16"))
    assert again.system == "fide_dutch_2026"


# --- points and byes of teams ---------------------------------------------------------------


def with_points(text, number, points):
    """The text with points in the line of a player."""
    lines = text.split("\n")
    at = next(i for i, one in enumerate(lines) if one.startswith(f"001 {number:4}"))
    lines[at] = lines[at][:80] + f"{points:4}" + lines[at][84:]
    return "\n".join(lines)


def test_wrong_points_of_players_are_only_noted_in_a_team_event():
    (note,) = notes_of(with_points(a_team_file(), 1, 1.0))

    assert note.where == "file.trf:2"
    assert "the 001 record gives the points of player 1 as 1.0, but the games give 0.5" in note.what


def test_wrong_points_of_players_are_refused_in_a_player_event():
    problem = the_problem(with_points(a_file(), 1, 1.0))

    assert problem.what == "the points of player 1 are wrong; the results give 0.5"


def test_check_does_not_count_informative_points_as_differences(tmp_path, capsys):
    path = tmp_path / "teams.trf"
    path.write_text(with_points(a_team_file("142 3"), 1, 1.0))

    main(["check", str(path), "--system", "fide_team_2026", "--json"])

    said = capsys.readouterr()
    differences = json.loads(said.out)["standings"]["differences"]
    assert [one["kind"] for one in differences if one["kind"] == "points"] == []
    assert "the 001 record gives the points of player 1 as 1.0" in said.err


@pytest.mark.parametrize("teams", ["", " 000", " 000 000"])
def test_bye_points_are_kept_and_noted_if_no_team_has_a_bye(teams):
    text = a_team_file(f"320  2.0  0.5{teams}")

    (note,) = notes_of(text)

    event = formats.read_text(text)
    assert note.where == "file.trf:8"
    assert "does not name a team" in note.what
    assert event.awarded == ()
    assert ("320", f"  2.0  0.5{teams}") in event.details.other
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_a_bye_that_belongs_to_a_team_needs_no_note():
    text = a_team_file("320  2.0  0.5   3")

    assert notes_of(text) == []
    assert [award.number for award in formats.read_text(text).awarded] == [3]


def test_an_unused_list_of_tie_breaks_is_noted():
    (note,) = notes_of(a_file("192 FIDE_DUTCH_2026", "202 DE,XYZ"))

    assert note.where == "file.trf:5"
    assert note.what.endswith("not used, but kept as text: DE,XYZ")


# --- lines that are broken ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "where", "what"),
    [
        ("001   x2", "file.trf:3:5", "the player number in columns 5-8 is not a whole number"),
        ("001", "file.trf:3:5", "the player number in columns 5-8 is not a whole number"),
        (" 001    2      Bee", "file.trf:3:1", "the line has no record code"),
        (
            "0O1    2      Bee",
            "file.trf:3:1",
            "this code is unknown but looks like that of a player record",
        ),
        (
            "00l    2      Bee",
            "file.trf:3:1",
            "this code is unknown but looks like that of a player record",
        ),
    ],
)
def test_a_malformed_player_record_is_the_only_problem(broken, where, what):
    problem = the_problem("\n".join(["012 Small event", line(1), broken]))

    assert problem.where == where
    assert problem.what.startswith(what)


def test_one_player_is_too_few():
    problem = the_problem("\n".join(["012 Small event", line(1)]))

    assert (problem.what, problem.where) == ("there is only one player", "file.trf")
    assert problem.remedy == "Enter at least two players."
