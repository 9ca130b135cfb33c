"""Tie-breaks as people and programs see them: opened on paper and in answers, chosen by words."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tiebreaks.tables import event_of_table
from topboard._frozen import replace
from topboard.cli import main
from topboard.documents.catalog import DocumentInput, build_documents
from topboard.formats import write
from topboard.model import Tournament
from topboard.serialize import answers
from topboard.systems.registry import system
from topboard.tiebreaks.registry import list_tie_breaks_to_choose_from

EVENT = replace(
    event_of_table(
        "4 players, 3 rounds: 1-2 1-0, 3-4 1-0 | 1 HPB, 2-3 1-0, 4 PAB | 1-3 1-0, 2-4 1-0"
    ),
    system="fide_dutch_2026",
    name="Club evening",
    tie_breaks=("BH/C1", "DE", "AOB", "DE"),
)


def test_the_command_returns_decimal_text_under_the_codes(tmp_path, capsys):
    path = tmp_path / "event.json"
    write(EVENT, str(path), "event-json")

    assert main(["standings", str(path), "--tie-breaks", "BH/C1,AOB,DE,BH", "--json"]) == 0
    lines = {line["number"]: line for line in json.loads(capsys.readouterr().out)["lines"]}
    assert lines[1]["tie_breaks"] == {"BH/C1": "3", "AOB": "5", "DE": None, "BH": "4.5"}
    assert lines[1]["values"][2] == {"value": None, "items": []}
    older = ["standings", str(path), "--tie-breaks", "BH", "--tie-break-edition", "2024", "--json"]
    assert main(older) == 0
    told = json.loads(capsys.readouterr().out)["lines"][0]
    assert (told["number"], told["tie_breaks"]) == (1, {"BH": "5.5"})


def test_a_report_that_names_no_system_still_gets_standings(capsys):
    path = Path(__file__).parents[1] / "fixtures" / "fide" / "tiebreaks" / "tec-swiss-9-de.trf"

    assert main(["standings", str(path), "--tie-breaks", "DE", "--json"]) == 0

    told = capsys.readouterr()
    assert "so it is read as fide_dutch_2017, the Dutch system in force on 2024/08/01" in told.err
    assert json.loads(told.out)["lines"][1]["tie_breaks"] == {"DE": "2"}


def test_a_tie_break_listed_again_has_its_own_column():
    table = system("fide_dutch_2026").standings(EVENT)

    told = answers.standings_to_json(EVENT, table)["lines"][0]["tie_breaks"]

    assert [*told] == ["BH/C1", "DE", "AOB", "DE 2"]


def test_a_value_expands_to_its_rounds_including_those_left_out(tmp_path, capsys):
    path = tmp_path / "event.json"
    write(EVENT, str(path), "event-json")

    assert main(["standings", str(path), "--open", "1"]) == 0

    shown = capsys.readouterr().out
    assert "Buchholz Cut 1 (C.07 8.1): 3\n" in shown
    assert "    round 2: 1½, left out (requested bye)\n" in shown
    assert "Direct encounter (C.07 6): -\n" in shown


def test_the_tie_break_sheet_shows_how_values_are_made_up():
    (sheet,) = build_documents("tie-breaks", DocumentInput(EVENT, system("fide_dutch_2026")))

    row = next(row for row in sheet.rows if row[1] == 1 and row[3] == "BH/C1")
    assert row[4:] == ("3", "1: 2 2; [2: 1½ requested bye]; 3: 3 1")
    assert "BH/C1: Buchholz Cut 1 (C.07 8.1)" in sheet.notes


def test_a_system_offers_its_own_and_applicable_fide_tie_breaks():
    def offered_codes(name):
        rules = system(name)
        return [
            one.code
            for one in list_tie_breaks_to_choose_from(rules.tie_breaks, rules.facts(Tournament(())))
        ]

    assert "BH/C1" in offered_codes("fide_dutch_2026")
    assert "EDE" not in offered_codes("fide_dutch_2026")
    assert offered_codes("olympiad_2022")[:3] == ["SB", "GP", "MPO"]
    assert "EMGSB/C1" in offered_codes("olympiad_2022")
    assert "ARO" not in offered_codes("olympiad_2022")
    assert "BH" not in offered_codes("cfc_round_robin")
    assert offered_codes("cfc_round_robin").count("SB") == 1


def test_a_value_whose_items_do_not_add_up_is_not_a_sum():
    table = system("fide_dutch_2026").standings(EVENT)

    first = table.lines[0].values
    assert first[0].is_sum
    assert not first[2].is_sum
