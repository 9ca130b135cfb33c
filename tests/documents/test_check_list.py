"""The check-list of a round: what an arbiter needs to pair it by hand."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

import topboard
from tests.documents.sample_documents import words_of_pdf
from tests.fide.events import event
from topboard.cli import main
from topboard.documents.catalog import available_document_kinds
from topboard.documents.check_list import check_list
from topboard.documents.sheet import as_json
from topboard.errors import BadInput
from topboard.systems.registry import SYSTEMS, system

GOLDEN = Path(__file__).parents[1] / "reasons" / "golden"
DUTCH = [name for name in SYSTEMS if name.startswith("fide_dutch")]


def rows(facts: topboard.Tournament, edition: str) -> dict[int, dict[str, object]]:
    made = as_json(check_list(facts, system(edition)))
    return {row["number"]: row for row in made["rows"]}


def before(name: str, number: int) -> topboard.Tournament:
    """The facts of an event before a round."""
    return [facts for facts, _ in event(name).rounds("fide_dutch_2026")][number - 1]


def test_every_column_matches_the_record():
    # Round 8: 1 had WBWBWBB, so White is absolute; 3 had no opponent in round 5.
    found = rows(topboard.read(GOLDEN / "fide_dutch_2026.json"), "fide_dutch_2026")

    assert found[1] == {
        "points": "6.5",
        "number": 1,
        "name": "Adler",
        "colours": "WBWBWBB",
        "preference": "WW",
        "float_last": "down",
        "float_before": "down",
        "opponents": "11 6 4 5 2 3 7",
        "bye": "allowed",
    }
    assert found[3]["colours"] == "WBWB-WB"
    assert found[3]["opponents"] == "13 8 2 4 - 1 6"
    assert found[3]["bye"] == "won without playing in round 5"
    assert (found[2]["preference"], found[3]["preference"]) == ("(W)", "w")
    assert found[20]["bye"] == "had the bye in round 6"


def test_the_checklist_follows_the_order_of_the_brackets():
    facts = topboard.read(GOLDEN / "fide_dutch_2026.json")
    made = check_list(facts, system("fide_dutch_2026"))

    assert [row[1] for row in made.rows[:6]] == [1, 2, 6, 13, 3, 4]


def test_a_game_lost_by_forfeit_is_a_downfloat_in_2017_but_not_in_2026():
    # 7 did not come in round 2.
    facts = before("d-forfeit-n010-r7-s2102", 3)
    now, then = rows(facts, "fide_dutch_2026"), rows(facts, "fide_dutch_2017")

    assert now[7]["opponents"] == then[7]["opponents"] == "2 -"
    assert (now[7]["float_last"], then[7]["float_last"]) == ("", "down")


def test_topscorers_of_the_last_round_have_a_star():
    # Round 7 of 7: more than half of six points.
    made = check_list(topboard.read(GOLDEN / "fide_dutch_2017.json"), system("fide_dutch_2017"))
    stars = {row[1] for row in made.rows if str(row[4]).endswith("*")}

    assert stars == {1, 2, 3, 4, 6}
    assert any("topscorer" in note for note in made.notes)


def test_players_ranked_by_opposition_show_its_points_instead_of_floats():
    # Round 6 of 7: in the bracket of 2½ points 2 has met opponents with 14½ points, 8 with 13½.
    facts = topboard.read(GOLDEN / "fide_burstein_2026.json")
    found = rows(facts, "fide_burstein_2026")

    assert list(found)[:6] == [3, 6, 5, 4, 2, 1]
    assert "float_last" not in found[2]
    assert (found[2]["buchholz"], found[2]["sonneborn_berger"]) == ("14.5", "5.25")
    # In a seeding round floats decide.
    assert "float_last" in rows(facts.before(3), "fide_burstein_2026")[2]


def test_virtual_points_have_a_column_of_their_own():
    # Of 16 players the first eight have a point more in round 2 of nine; 2 and 13 are away.
    found = rows(before("d-accel-n016-r9-s20322", 2), "fide_dutch_2026")

    added = {n: Decimal(r["pairing_points"]) - Decimal(r["points"]) for n, r in found.items()}
    assert added == {n: 1 if n <= 8 else 0 for n in range(1, 17) if n not in (2, 13)}


@pytest.mark.parametrize("edition", DUTCH)
def test_the_command_writes_the_checklist_in_every_format(edition, tmp_path, capsys):
    for ending in ("txt", "json", "html", "pdf"):
        target = tmp_path / f"list.{ending}"
        asked = ["document", "check-list", str(GOLDEN / f"{edition}.json"), "--round", "3"]
        assert main([*asked, "-o", str(target)]) == 0

    assert "Checklist for round 3" in (tmp_path / "list.txt").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "list.json").read_text())[0]["document"] == "check-list"
    assert "<td" in (tmp_path / "list.html").read_text(encoding="utf-8")
    assert "Adler" in words_of_pdf((tmp_path / "list.pdf").read_bytes())


def test_systems_without_profiles_do_not_offer_a_checklist():
    offering = {name for name in SYSTEMS if "check-list" in available_document_kinds(system(name))}
    assert {*DUTCH, "fide_burstein_2026"} <= offering
    assert not [name for name in offering if not name.startswith("fide_")]
    with pytest.raises(BadInput, match="this system has no checklist"):
        check_list(topboard.read(GOLDEN / "dubov_1997.json"), system("dubov_1997"))
