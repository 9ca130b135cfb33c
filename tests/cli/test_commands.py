"""The commands as a person or a host program uses them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import topboard
from topboard.analysis.generate import Wishes
from topboard.cli import main
from topboard.proof.verify import SYSTEMS as PROVABLE

SAMPLE = str(Path(topboard.__file__).parent / "samples" / "chennai-2022-open-round-6.json")


@pytest.fixture
def event(tmp_path):
    """A generated event of 13 teams and four rounds, the last one not yet paired."""
    made = topboard.generate(
        "olympiad_2009", 5, Wishes(competitors=13, rounds=4, unpaired_last=True)
    )
    path = tmp_path / "event.json"
    topboard.write(made, str(path), "event-json")
    return path


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_systems_lists_every_edition(capsys):
    code, out, _ = run(capsys, "systems")

    assert code == 0
    lines = [line for line in out.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines] == list(topboard.SYSTEMS)


def test_systems_shows_below_each_edition_what_its_proofs_cover(capsys):
    _, out, _ = run(capsys, "systems")
    lines = out.splitlines()
    below = {one.split()[0]: other for one, other in pairwise(lines) if other.startswith(" ")}

    proved = {name for name, line in below.items() if line.strip().startswith("proved: ")}

    assert [*below] == [*topboard.SYSTEMS]
    assert proved == {*PROVABLE}
    assert {line.strip() for name, line in below.items() if name not in proved} == {
        "no proofs yet; rounds are checked by pairing them again"
    }
    assert below["olympiad_2022"].strip() == (
        "proved: bye, scoregroups, floaters, opponents; recomputed: points, ranking, "
        "colours, tables"
    )


def test_systems_in_json_names_the_articles(capsys):
    code, out, _ = run(capsys, "systems", "--json")

    listed = {one["name"]: one for one in json.loads(out)}
    assert code == 0
    assert "9.3" in listed["olympiad_2022"]["articles"]
    assert listed["olympiad_2022"]["competitors"] == "teams"


def test_pair_prints_tables_and_says_that_they_match_the_published_round(capsys):
    code, out, err = run(capsys, "pair", SAMPLE)

    assert code == 0
    assert "round 6 of 11 (olympiad_2022)" in out.splitlines()[0]
    assert out.splitlines()[2].split() == ["1", "11", "India", "2", "12", "Armenia", "9.3"]
    assert "is the same as the published pairing." in err


def test_pair_in_json_has_the_shape_that_host_programs_rely_on(capsys):
    _, out, _ = run(capsys, "pair", SAMPLE, "--json")

    made = json.loads(out)
    published = json.loads(Path(SAMPLE).read_text(encoding="utf-8"))["published"]
    assert made["system"] == "olympiad_2022"
    assert made["round"] == 6
    assert made["bye"] is None
    assert {(p["white"], p["black"]) for p in made["pairs"]} == {
        tuple(pair) for pair in published["pairs"]
    }
    assert all(p["article"] for p in made["pairs"])
    assert {f["number"] for f in made["floaters"]} >= {32}


def test_pair_with_reasons_returns_every_decision_as_a_value(capsys):
    _, out, _ = run(capsys, "pair", SAMPLE, "--json", "--reasons")

    kinds = [reason["kind"] for reason in json.loads(out)["reasons"]]
    assert kinds.count("pair") == 93
    assert kinds.count("colours") == 93
    assert "scoregroup" in kinds
    assert "floater" in kinds


def test_pair_names_the_bye(capsys, event):
    code, out, _ = run(capsys, "pair", event)

    pairing = topboard.pair(topboard.read(str(event)))
    assert code == 0
    assert f"Bye: Team {pairing.bye:04} (#{pairing.bye})" in out


def test_pair_with_plain_prints_the_output_format_of_pairing_engines(capsys, event):
    _, out, _ = run(capsys, "pair", event, "--plain")

    pairing = topboard.pair(topboard.read(str(event)))
    count, *lines = out.split("\n")[:-1]
    assert int(count) == len(lines) == 7
    assert lines[0] == f"{pairing.pairs[0].white} {pairing.pairs[0].black}"
    assert lines[-1] == f"{pairing.bye} 0"


def test_an_earlier_round_is_paired_again_from_the_data_before_it(capsys, event):
    _, out, err = run(capsys, "pair", event, "--round", "2", "--json")

    played = topboard.read(str(event)).rounds[1]
    assert {(p["white"], p["black"]) for p in json.loads(out)["pairs"]} == {
        (m.white, m.black) for m in played.meetings
    }
    assert "is the same as the published pairing." in err


@pytest.mark.parametrize("number", ["0", "9", "-1"])
def test_a_round_that_is_not_in_the_file_is_refused(capsys, event, number):
    code, out, err = run(capsys, "pair", event, "--round", number)

    assert (code, out) == (3, "")
    assert "rounds 1 to 4" in err
    assert number in err


def test_nothing_is_paired_after_the_last_round(capsys, tmp_path):
    path = tmp_path / "done.json"
    done = topboard.generate("olympiad_2022", 1, Wishes(competitors=8, rounds=2))
    topboard.write(done, str(path), "event-json")

    code, out, err = run(capsys, "pair", path)

    assert (code, out) == (3, "")
    assert "all 2 rounds have already been played" in err


def test_standard_input_is_read(capsys, monkeypatch, event):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(event.read_bytes())))

    code, out, _ = run(capsys, "pair", "-", "--json")

    assert code == 0
    assert json.loads(out)["round"] == 4


def test_check_finds_no_differences_in_rounds_that_topboard_paired(capsys, event):
    code, out, _ = run(capsys, "check", event, "--json")

    checked = json.loads(out)
    assert code == 0
    assert checked["system"] == "olympiad_2009"
    assert [one["round"] for one in checked["rounds"]] == [1, 2, 3]
    assert all(
        one["pairs"] == one["same_pairs"] == one["same_colours"] for one in checked["rounds"]
    )
    assert all(one["bye_same"] and not one["differences"] for one in checked["rounds"])


def test_check_says_which_rounds_it_leaves_out(capsys, event, tmp_path):
    content = json.loads(event.read_text(encoding="utf-8"))
    content["history"][1]["later_numbers"] = True
    late = tmp_path / "late.json"
    late.write_text(json.dumps(content), encoding="utf-8")

    code, out, _ = run(capsys, "check", late)
    told = json.loads(run(capsys, "check", late, "--json")[1])
    alone = run(capsys, "check", late, "--round", "2")[1]

    said = (
        "Not checked: round 2, for which the file contains only the starting numbers of a "
        "later round."
    )
    assert code == 0
    assert said in out
    assert "Round 1: " in out
    assert ([one["round"] for one in told["rounds"]], told["left_out"]) == ([1, 3], [2])
    assert said in alone


def test_check_names_the_article_of_each_departure(capsys, event, tmp_path):
    content = json.loads(event.read_text(encoding="utf-8"))
    first, second = content["history"][0]["matches"][:2]
    first["white"], second["white"] = second["white"], first["white"]
    third = content["history"][0]["matches"][2]
    third["white"], third["black"] = third["black"], third["white"]
    altered = tmp_path / "altered.json"
    altered.write_text(json.dumps(content), encoding="utf-8")

    code, out, _ = run(capsys, "check", altered, "--round", "1", "--json")

    (found,) = json.loads(out)["rounds"]
    assert code == 1
    assert found["same_pairs"] == found["pairs"] - 2
    assert found["same_colours"] == found["pairs"] - 3
    assert {(d["kind"], d["article"]) for d in found["differences"]} == {
        ("pair", "39"),
        ("colour", "21"),
    }


def test_explain_shows_one_table(capsys):
    code, out, _ = run(capsys, "explain", SAMPLE, "--table", "4")

    assert code == 0
    assert "Table 4: Cuba (#32) - Spain (#4)" in out
    assert "(8.3.1)" in out
    assert "has White" in out


def test_explain_shows_one_team_by_name(capsys):
    _, by_name, _ = run(capsys, "explain", SAMPLE, "--team", "cuba")
    _, by_number, _ = run(capsys, "explain", SAMPLE, "--team", "32")

    assert by_name == by_number
    assert (
        "Cuba (#32) with 9 points, the lowest-ranked team, floats to the 8-point group" in by_name
    )


def test_explain_shows_the_whole_round(capsys):
    _, out, _ = run(capsys, "explain", SAMPLE)

    assert out.count(" meets ") == 93
    assert out.count(" has White against ") == 93


@pytest.mark.parametrize("table", ["0", "94"])
def test_a_table_that_does_not_exist_is_refused(capsys, table):
    code, _, err = run(capsys, "explain", SAMPLE, "--table", table)

    assert code == 3
    assert "the round has only tables 1 to 93" in err


def test_an_ambiguous_name_is_refused(capsys):
    code, _, err = run(capsys, "explain", SAMPLE, "--team", "Indi")

    assert code == 3
    assert "several participants match this name: 'Indi'" in err


@pytest.mark.parametrize(
    ("pair", "answer"),
    [
        (("11", "12"), "do meet, at table 1"),
        (("2", "94"), "met in round 1 (6.1)"),
        (("1", "2"), "meets Iran (#13), the first opponent in the other half (9.3)"),
        (("Norway", "2"), "do not have the same score (6.2)"),
        (("40", "60"), "do not have the same score (6.2)"),
        (("160", "1"), "Rwanda (#160) is not paired in this round"),
    ],
)
def test_why_not_names_what_prevents_the_pair(capsys, pair, answer):
    code, out, _ = run(capsys, "explain", SAMPLE, "--why-not", *pair)

    assert code == 0
    assert answer in out


@pytest.mark.parametrize("pair", [("1", "1"), ("1", "Atlantis"), ("1", "999")])
def test_why_not_refuses_a_question_about_an_unknown_participant(capsys, pair):
    code, out, err = run(capsys, "explain", SAMPLE, "--why-not", *pair)

    assert (code, out) == (3, "")
    assert pair[1] in err


def test_standings_can_show_the_sums_behind_the_tie_breaks(capsys):
    _, table, _ = run(capsys, "standings", SAMPLE)
    _, opened, _ = run(capsys, "standings", SAMPLE, "--open", "2")

    assert table.splitlines()[2].split() == ["1", "11", "India", "2", "10", "96", "17½", "29"]
    assert "round 1: Zimbabwe (#94) 16, left out" in opened
    assert "Sonneborn-Berger without the lowest opponent (regulations of the event): 79" in opened


def test_standings_can_be_shown_after_an_earlier_round(capsys):
    code, out, _ = run(capsys, "standings", SAMPLE, "--after", "0", "--json")

    assert code == 0
    assert {line["points"] for line in json.loads(out)["lines"]} == {0}


def test_standings_can_use_other_tie_breaks(capsys):
    code, out, _ = run(capsys, "standings", SAMPLE, "--tie-breaks", "GP, MPO", "--json")

    assert code == 0
    assert [column["key"] for column in json.loads(out)["columns"]] == ["GP", "MPO"]


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("XX", "unknown FIDE tie-break code: 'XX'. Choose one of: DE, WIN,"),
        ("XX", "These rules also have tie-breaks of their own: SB, GP, MPO."),
        ("ARO", "this tie-break is only for individual events: 'ARO'"),
        ("GP,GP", "tie-break listed twice: 'GP, GP'"),
        (
            "CUM",
            "this tie-break needs points for each round, which these rules do not define: 'CUM'",
        ),
    ],
)
def test_impossible_tie_breaks_are_refused(capsys, codes, words):
    code, _, err = run(capsys, "standings", SAMPLE, "--tie-breaks", codes)

    assert code == 3
    assert words in err


def test_generate_gives_the_same_event_for_the_same_seed(capsys):
    arguments = ("--system", "olympiad_2022", "--teams", "15", "--rounds", "5", "--late", "20")
    _, first, err = run(capsys, "generate", *arguments, "--seed", "3")
    _, again, _ = run(capsys, "generate", *arguments, "--seed", "3")
    _, other, _ = run(capsys, "generate", *arguments, "--seed", "4")

    assert first == again != other
    assert "Seed: 3" in err


def test_generate_draws_and_prints_a_seed_if_none_is_given(capsys):
    arguments = ("generate", "--system", "fide_dutch_2026", "--players", "8", "--rounds", "3")
    _, first, told = run(capsys, *arguments)
    _, other, _ = run(capsys, *arguments)
    _, again, _ = run(capsys, *arguments, "--seed", told.split()[-1])

    assert first == again != other


def test_generate_draws_unspecified_properties_by_lot(capsys, tmp_path):
    made = tmp_path / "event.trf"
    wishes = ("--system", "fide_dutch_2017", "--by-lot", "--rounds", "4", "--points", "3,1,0")

    code, _, _ = run(capsys, "generate", *wishes, "--seed", "8", "-o", made)

    assert code == 0
    event = topboard.read(str(made))
    assert event.system == "fide_dutch_2017"
    assert "\n192 FIDE_DUTCH_2017\n" in made.read_text()
    assert (event.planned_rounds, event.game_scale.win) == (4, 30)
    assert len(event.competitors) != 40


def test_generate_refuses_invalid_points(capsys):
    wishes = ("--system", "fide_dutch_2026", "--points", "3,1")

    code, _, err = run(capsys, "generate", *wishes)

    assert code == 3
    assert "'3,1'" in err


@pytest.mark.parametrize("system", [s for s in topboard.SYSTEMS if "round_robin" not in s])
def test_generate_keeps_the_rounds_before_one_without_a_legal_pairing(capsys, tmp_path, system):
    # After three rounds each of four has met the three others.
    made = tmp_path / "event.json"
    wishes = ("--system", system, "--players", "4", "--rounds", "5")

    code, _, err = run(capsys, "generate", *wishes, "-o", made)

    assert code == 1
    assert "The event ends before round 4." in err
    assert len(topboard.read(str(made)).rounds) == 3
    refused, _, why = run(capsys, "pair", made)
    assert refused == 1
    assert why.strip() in err
    assert all(not found.differences for found in topboard.check(topboard.read(str(made))))


def test_generate_keeps_absences_that_make_the_next_round_impossible_to_pair(capsys, tmp_path):
    made = tmp_path / "event.json"
    # Those who are there in round 2 are odd in number, and none of them may have the bye.
    wishes = ("--system", "dubov_1997", "--players", "6", "--rounds", "9", "--absences", "50")

    code, _, err = run(capsys, "generate", *wishes, "--seed", "4", "-o", made)

    assert code == 1
    assert run(capsys, "pair", made)[2].strip() in err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--teams", "1"), ("--rounds", "0"), ("--draws", "101"), ("--teams", "20001")],
)
def test_generate_refuses_settings_that_do_not_make_an_event(capsys, option, value):
    code, out, err = run(capsys, "generate", "--system", "olympiad_2022", option, value)

    assert (code, out) == (3, "")
    assert f"'{value}'" in err


def test_convert_writes_trf_and_reads_it_back(capsys, event, tmp_path):
    trf, back = tmp_path / "event.trf", tmp_path / "back.json"

    assert run(capsys, "convert", event, trf)[0] == 0
    assert run(capsys, "convert", trf, back)[0] == 0

    before, after = topboard.read(str(event)), topboard.read(str(back))
    assert topboard.pair(before).pairs == topboard.pair(after, "olympiad_2009").pairs


def test_convert_numbers_entries_by_strength(capsys, tmp_path):
    weak, strong = [1500] * 4, [2500] * 4
    teams = [
        {
            "number": number,
            "name": name,
            "players": [
                {"number": 10 * number + board, "name": f"{name} {board}", "rating": rating}
                for board, rating in enumerate(ratings)
            ],
        }
        for number, name, ratings in ((1, "Weak", weak), (2, "Strong", strong))
    ]
    content = {
        "format": "topboard-event/1",
        "system": "olympiad_2022",
        "rounds": 3,
        "boards": 4,
        "teams": teams,
        "history": [],
    }
    path = tmp_path / "entries.json"
    path.write_text(json.dumps(content), encoding="utf-8")

    code, out, _ = run(capsys, "convert", path, "--number", "--to", "event-json")

    assert code == 0
    assert [(t["number"], t["name"]) for t in json.loads(out)["teams"]] == [
        (1, "Strong"),
        (2, "Weak"),
    ]


def test_an_unpairable_round_exits_with_code_1_and_names_the_cause(capsys, tmp_path):
    content = {
        "format": "topboard-event/1",
        "system": "olympiad_2009",
        "rounds": 5,
        "boards": 4,
        "teams": [{"number": n, "name": f"T{n}"} for n in (1, 2)],
        "history": [
            {"round": 1, "matches": [{"white": 1, "black": 2, "points": [2, 2]}], "byes": []}
        ],
    }
    path = tmp_path / "two.json"
    path.write_text(json.dumps(content), encoding="utf-8")

    code, out, err = run(capsys, "pair", path)

    assert (code, out) == (1, "")
    assert "no legal pairing" in err
    assert "#1 has no opponent left" in err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("pair", "no-such-file.json"), 5, "no-such-file.json"),
        (("pair", SAMPLE, "--system", "olympiad_1900"), 3, "olympiad_1900"),
        (("pair",), 3, "FILE"),
        (("frobnicate",), 3, "frobnicate"),
        ((), 3, "VERB"),
        (("pair", SAMPLE, "--round", "x"), 3, "x"),
        (("convert", SAMPLE, "--to", "pgn"), 3, "pgn"),
        (("generate", "--system", "olympiad_2022", "-o", "no/such/folder/x.json"), 5, "folder"),
    ],
)
def test_an_impossible_request_has_its_own_exit_code_and_a_reason(capsys, arguments, code, words):
    try:
        actual = main(list(arguments))
    except SystemExit as stopped:
        actual = stopped.code
    captured = capsys.readouterr()

    assert actual == code
    assert words in captured.err
    assert captured.out == ""
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    "verb", ["pair", "check", "explain", "standings", "generate", "convert", "systems"]
)
def test_the_help_of_every_verb_shows_an_example(capsys, verb):
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--help"])

    assert stopped.value.code == 0
    assert f"topboard {verb}" in capsys.readouterr().out.split("Example:\n")[1]


def test_a_reader_that_closes_the_pipe_early_is_not_an_error():
    command = f"{sys.executable} -m topboard explain {SAMPLE} | head -1"

    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)

    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "round 6" in done.stdout


def test_an_unexpected_error_ends_with_code_2_and_no_traceback(capsys, monkeypatch):
    def raise_surprise(request):
        raise ZeroDivisionError("surprise")

    monkeypatch.setattr("topboard.cli.systems.run_systems", raise_surprise)

    code, out, err = run(capsys, "systems")

    assert (code, out) == (2, "")
    assert "unexpected error: ZeroDivisionError: surprise" in err


def test_the_average_ratings_of_the_opponents_are_published(capsys, tmp_path):
    made = topboard.generate("dubov_1997", 2, Wishes(competitors=8, rounds=3, unpaired_last=True))
    path = tmp_path / "dubov.json"
    topboard.write(made, str(path), "event-json")

    code, text, _ = run(capsys, "standings", path, "--aro")
    _, out, _ = run(capsys, "standings", path, "--aro", "--json")

    line = json.loads(out)["lines"][0]
    ratings = [opponent["rating"] for opponent in line["opponents"]]
    assert code == 0
    assert len(ratings) == 2
    assert Fraction(line["exact"]) == Fraction(sum(ratings), 2)
    assert line["aro"] in text


def test_a_system_without_average_ratings_says_so(capsys):
    code, out, err = run(capsys, "standings", SAMPLE, "--aro")

    assert (code, out) == (3, "")
    assert "this system has no list of average ratings: 'olympiad_2022'" in err
