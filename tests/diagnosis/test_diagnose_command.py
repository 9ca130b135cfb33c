"""``topboard check --diagnose``: text, JSON, files and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topboard import api, read
from topboard._frozen import replace
from topboard.analysis.generate import Wishes, generate
from topboard.cli import main
from topboard.diagnosis import report
from topboard.diagnosis.limits import MOST_TRIALS, trials_for
from topboard.diagnosis.repaired_file import describe_repairs
from topboard.diagnosis.report import diagnose_event, format_diagnosis
from topboard.diagnosis.values import Outcome
from topboard.formats import dumps
from topboard.model import Meeting, Number, Player, Round, Tournament
from topboard.systems.registry import system

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
REAL = FIXTURES / "real"
ISR = str(REAL / "isr_1385730.trf")
CAVEAT = (
    "This report describes the published file only. It does not say that the pairings were wrong or"
    " that anybody made a mistake."
)


def test_quick_mode_tries_only_the_first_kinds_of_repair(capsys):
    assert main(["check", "--diagnose=quick", ISR]) == 1

    out = capsys.readouterr().out
    assert "Rounds 2 to 5, certain: The pairing-allocated bye that the file records for #1" in out
    assert "Round 1: no cause was found; 5 assumptions were tried." in out
    assert "No cause was found for round 1." in out
    assert "With the assumption below, rounds 2 to 5 agree. The file itself was not" in out
    assert "Possible:" not in out
    lines = out.splitlines()
    assert lines[1] == CAVEAT
    assert lines[-1] == (
        "To look up first in the tournament's records: Was #1 absent or withdrawn in rounds 2 to 5?"
    )
    assert "Only editions, byes, the initial colour and the structure of round 1 were tried." in out


def test_json_keeps_the_three_counts_apart(capsys):
    assert main(["check", ISR, "--diagnose=quick", "--json"]) == 1

    told = json.loads(capsys.readouterr().out)
    assert told["counts"] == {
        "rounds": 5,
        "as_the_file_is": 0,
        "with_input_repaired": 4,
        "beside_pairs_set_aside": 0,
        "unexplained": 1,
    }
    (repair,) = told["rounds"][1]["explanation"]["repairs"]
    assert repair["kind"] == "bye code"
    assert repair["number"] == 1
    assert repair["rounds"] == [2, 3, 4, 5]
    assert [one["kind"] for one in told["file"]] == ["second bye", "points denied"]


@pytest.mark.parametrize("ending", ["trf", "json"])
def test_the_written_event_has_the_repair_and_a_comment(tmp_path, capsys, ending):
    target = tmp_path / f"repaired.{ending}"

    main(["check", ISR, "--diagnose=quick", "--write", str(target)])
    capsys.readouterr()

    assert (
        "Repair, certain, round 2, 3, 4, 5: The pairing-allocated bye that the file"
        in target.read_text("utf-8")
    )
    checked = {one.round: one.differences for one in api.check(read(target))}
    assert [bool(checked[number]) for number in range(1, 6)] == [True, False, False, False, False]


def test_the_document_has_a_row_for_each_differing_round(tmp_path, capsys):
    target = tmp_path / "report.json"

    main(["check", ISR, "--diagnose=quick", "--report", str(target)])
    capsys.readouterr()

    told = json.loads(target.read_text("utf-8"))
    (document,) = told if isinstance(told, list) else [told]
    assert [row["round"] for row in document["rows"]] == [1, 2, 3, 4, 5]
    assert document["rows"][1]["weight"] == "certain"


def test_the_text_document_keeps_every_line_whole(tmp_path, capsys):
    target = tmp_path / "report.txt"

    main(["check", ISR, "--diagnose=quick", "--report", str(target)])
    capsys.readouterr()

    told = " ".join(target.read_text("utf-8").split())
    assert CAVEAT in told
    assert "the file ranks #1 in place 68, behind #6 with 3½ points." in told


@pytest.mark.parametrize("option", ["--write", "--report"])
def test_diagnosis_output_options_require_diagnose(option, tmp_path, capsys):
    target = tmp_path / "out.txt"

    assert main(["check", ISR, option, str(target)]) == 3
    assert "this option needs --diagnose" in capsys.readouterr().err
    assert not target.exists()


def test_an_unknown_extension_is_refused_before_the_search(tmp_path, capsys):
    assert main(["check", ISR, "--diagnose", "--report", str(tmp_path / "report.xyz")]) == 3
    assert "unknown file extension" in capsys.readouterr().err


def test_an_interrupted_search_returns_what_it_has_found():
    def interrupt(number: int, trials: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    found = diagnose_event(read(ISR), system("fide_dutch_2026"), on_progress=interrupt)

    assert found.stopped
    assert len(found.rounds) == 5
    assert "The search was stopped; this is what it had found." in list(format_diagnosis(found))


def test_a_single_round_can_be_diagnosed(capsys):
    assert main(["check", ISR, "--diagnose=quick", "--round", "2"]) == 1

    assert "Round 2, certain" in capsys.readouterr().out


def test_an_unknown_system_is_refused_with_a_message(capsys):
    assert main(["check", ISR, "--diagnose", "--system", "fide_dutsch"]) == 3
    assert "unknown pairing system" in capsys.readouterr().err


def test_large_events_have_fewer_trials():
    assert trials_for(43) == MOST_TRIALS == 2_000
    assert trials_for(275) < MOST_TRIALS
    assert trials_for(3_000) <= 100


def test_a_contradiction_in_round_1_is_refused_with_line_numbers(tmp_path, capsys):
    lines = Path(ISR).read_text("utf-8").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("001    2"))
    lines[at] = lines[at].replace("37 b 1", "38 b 1", 1)
    broken = tmp_path / "broken.trf"
    broken.write_text("".join(lines), "utf-8")

    assert main(["check", str(broken), "--diagnose"]) == 3
    assert "in round 1, but line" in capsys.readouterr().err


def test_every_report_function_works_if_no_round_needs_an_explanation():
    found = diagnose_event(read(REAL / "aeroflot_open_2026.trf"), system("fide_dutch_2017"), [1])

    assert describe_repairs(found) == []
    assert report.diagnosis_to_json(found)["counts"]["as_the_file_is"] == 1


@pytest.mark.parametrize(
    ("opponents", "code", "said"),
    [
        (
            ((1, 3), (4, 2)),
            0,
            "With the file as it is, the only round checked (1) agrees with the rules.",
        ),
        (
            ((1, 2), (3, 4)),
            1,
            "With the file as it is, the only round checked (1) does not agree with the rules.",
        ),
    ],
)
def test_a_tiny_event_without_ratings_and_with_one_round_is_diagnosed(
    tmp_path, capsys, opponents, code, said
):
    pairs = tuple(Meeting(Number(a), Number(b), 10, 0) for a, b in opponents)
    players = tuple(Player(Number(n), f"Player {n}") for n in range(1, 5))
    target = tmp_path / "tiny.json"
    tiny = Tournament(players, (Round(1, pairs),), planned_rounds=3, system="fide_dutch_2026")
    target.write_text(dumps(tiny, "event-json"), "utf-8")

    assert main(["check", str(target), "--diagnose"]) == code

    lines = capsys.readouterr().out.splitlines()
    assert lines[1 + code] == said
    assert (CAVEAT in lines) == bool(code)
    assert any(line.startswith("Round 1") for line in lines) == bool(code)


def test_an_olympiad_team_event_is_diagnosed(capsys):
    olympiad = FIXTURES / "olympiads" / "2008-open-r01.json"

    assert main(["check", str(olympiad), "--diagnose=quick"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("(Olympiad pairing rules as played at Dresden 2008)")
    assert "No cause was found for round 1." in lines
    assert "Round 1: no cause was found; 5 assumptions were tried." in lines


def test_rounds_with_later_starting_numbers_are_listed_as_unchecked(capsys):
    olympiad = FIXTURES / "olympiads" / "2012-women-r04.json"

    assert main(["check", str(olympiad), "--diagnose"]) == 0

    assert capsys.readouterr().out.splitlines()[1:] == [
        "Not checked: rounds 1 to 3, for which the file contains only the starting numbers of a"
        " later round.",
        "With the file as it is, the only round checked (4) agrees with the rules.",
    ]


def test_the_same_two_repairs_in_reverse_order_are_not_an_alternative(capsys):
    assert main(["check", str(FIXTURES / "cfc" / "614-said.json"), "--diagnose"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert lines[4] == (
        "Round 1: Both of these assumptions are needed: (1, possible) #5 may have replaced #1 in"
        " round 1 after the round was paired. (2, possible) The colours of 2-4 may have been"
        " exchanged in round 1; they were not compared."
    )
    assert not lines[5].startswith("    Or:")


def test_a_result_corrected_two_rounds_later_is_one_cause_for_both_rounds():
    whole = generate(
        system("fide_dutch_2026"), 7, Wishes(competitors=20, rounds=5, numbered=True, by_table=True)
    )
    game = next(m for m in whole.rounds[1].meetings if m.white_points == 10)
    other = replace(game, white_points=0, black_points=10)
    meetings = tuple(other if m is game else m for m in whole.rounds[1].meetings)
    changed = replace(whole.rounds[1], meetings=meetings)
    rounds = (whole.rounds[0], changed, *whole.rounds[2:4])

    found = diagnose_event(replace(whole, rounds=rounds), system("fide_dutch_2026"))

    assert found.list_rounds(Outcome.AS_FILED) == (1, 2)
    (line,) = (line for line in format_diagnosis(found) if line.startswith("Rounds 3 and 4"))
    assert line.startswith(
        "Rounds 3 and 4, confirmed: When rounds 3 and 4 were paired, the result of"
        f" {game.white}-{game.black} in round 2 appears to have been "
    )
    assert "; the file has " in line
