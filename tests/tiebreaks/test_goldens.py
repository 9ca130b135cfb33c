"""The worked tables: FIDE's exercise book and tables worked by hand, value by value."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

import topboard
from tests.tiebreaks.tables import event_of_cells, event_of_table, values
from topboard._frozen import replace
from topboard.model import Team
from topboard.tiebreaks import fide
from topboard.tiebreaks.buchholz import find_cut_rounds, opponent_score_times_points
from topboard.tiebreaks.codes import parse_code
from topboard.tiebreaks.ratings import expected_percentage
from topboard.tiebreaks.unplayed import Contribution, UnplayedKind

FOLDER = Path(__file__).parents[1] / "fixtures" / "fide" / "tiebreaks"
SWISS, ROUND_ROBIN, LONG, SMALL = (
    json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("tec-swiss-5", "tec-round-robin", "tec-swiss-9-de", "small-tables")
)
SWISS_COLUMNS = [(year, code) for year, columns in SWISS["expected"].items() for code in columns]


def as_expected(found: dict[int, str], expected_: dict[str, float | None]) -> None:
    assert {n: Decimal(text) if text else None for n, text in found.items()} == {
        int(n): None if value is None else Decimal(str(value)) for n, value in expected_.items()
    }


@pytest.fixture(scope="module")
def swiss():
    return event_of_cells(SWISS["cells"], SWISS["ratings"])


@pytest.mark.parametrize(("year", "code"), SWISS_COLUMNS)
def test_a_column_of_the_exercises_has_the_printed_values(swiss, year, code):
    as_expected(values(swiss, code, year), SWISS["expected"][year][code])


@pytest.mark.parametrize(
    ("fore", "key"), [(False, "adjusted_scores_16_3"), (True, "adjusted_scores_fore")]
)
def test_adjusted_scores_of_opponents_match_the_golden_file(swiss, fore, key):
    facts = topboard.system("fide_dutch_2026").facts(swiss)

    adjusted = (
        fide.get_cached_event_record(facts)
        .opponent_scores("of_player", fore=fore)
        .compute_scores_adjusted_for_opponents
    )

    assert adjusted == {int(n): int(10 * value) for n, value in SWISS[key].items()}


def test_the_table_ordered_by_buchholz(swiss):
    table = topboard.standings(
        replace(swiss, tie_breaks=("BH",), tie_break_edition="2023"), "fide_dutch_2026"
    )

    groups = {line.place: [] for line in table.lines}
    for line in table.lines:
        groups[line.place].append(line.number)
    assert [*groups.values()] == SWISS["ranking_by_score_then"]["BH 2023"]


@pytest.mark.parametrize("code", ROUND_ROBIN["expected"])
def test_a_column_of_the_round_robin_has_the_printed_values(code):
    event = event_of_cells(ROUND_ROBIN["cells"], ROUND_ROBIN["ratings"])

    as_expected(values(event, code, "2026", "cfc_round_robin"), ROUND_ROBIN["expected"][code])


@pytest.mark.parametrize(
    ("code", "of"), [("ARO", {5: "2125", 6: "2125"}), ("BPG", {5: "3", 6: "2"})]
)
def test_round_robin_forfeits_are_not_games_over_the_board(code, of):
    event = event_of_cells(ROUND_ROBIN["cells"], ROUND_ROBIN["ratings"])

    found = values(event, code, "2026", "cfc_round_robin")
    assert {n: found[n] for n in of} == of


def places(event, codes, system):
    table = topboard.standings(
        replace(event, tie_breaks=tuple(codes.split(",")), tie_break_edition="2026"), system
    )
    return {line.number: line.place for line in table.lines}


def test_the_direct_encounter_of_the_round_robin():
    event = event_of_cells(ROUND_ROBIN["cells"])

    assert places(event, "DE", "cfc_round_robin") == {
        int(n): place for n, place in ROUND_ROBIN["direct_encounter_ranks"].items()
    }


def test_the_direct_encounter_if_not_all_players_have_met(swiss):
    nine = topboard.read(FOLDER / LONG["file"])

    assert places(nine, "DE", "fide_dutch_2026") == {
        int(n): place for n, place in LONG["ranks_by_points_then_DE"].items()
    }
    of_five = places(swiss, "DE", "fide_dutch_2026")
    assert {str(n): of_five[int(n)] for n in LONG["swiss5_DE_ranks"]} == LONG["swiss5_DE_ranks"]


# --- tables worked by hand ------------------------------------------------------------------------

TABLES = [case for case in SMALL["cases"] if "|" in case["table"]]


@pytest.mark.parametrize("case", TABLES, ids=range(len(TABLES)))
def test_a_table_matches_the_values_worked_out_by_hand(case):
    event = event_of_table(case["table"])
    teams = isinstance(event.competitors[0], Team)
    system = "olympiad_2022" if teams else "fide_dutch_2026"

    for year, code, number, value in case["expected"]:
        name, _, among = code.partition(" among ")
        if among:
            # The table is tied in these two only.
            assert among == "1 and 3"
        found = values(event, name, year, system)[int(number)]
        assert Decimal(found) == Decimal(str(value)), (code, number)
    for code, ranks in case.get("ranks", {}).items():
        assert places(event, code, system) == {int(n): place for n, place in ranks.items()}


def test_a_cut_among_voluntarily_unplayed_rounds():
    (case,) = (c for c in SMALL["cases"] if c["table"].startswith("SB/C1 with VURs"))
    parts = case["table"].partition("VUR): ")[2].strip("()").split(")(")
    row = []
    for at, part in enumerate(parts, start=1):
        score, product, *voluntary = part.split(",")
        # In units in which every share of a score is whole.
        value, points = int(Decimal(score) * 1100), Decimal(product) / Decimal(score)
        row.append(
            _Given(
                at, None, value, int(Decimal(product) * 1000), bool(voluntary), UnplayedKind.GAME
            )
        )
        assert 0 <= points <= 1

    gone = find_cut_rounds(row, parse_code("SB/C1"), product_with_points_of_given)

    total = sum(one.points for one in row if one.round not in gone)
    assert Decimal(total) / 1000 == Decimal(str(case["expected"][0][3]))


class _Given(Contribution):
    """A contribution whose product is given; its points are that product."""

    @property
    def product(self):
        return self.points


def product_with_points_of_given(one):
    return one.points


def test_win_chances_match_the_worked_example():
    (case,) = (c for c in SMALL["cases"] if c["table"].startswith("win chances"))

    found = [expected_percentage(2089 - rating) for rating in (1700, 1950, 1850, 2050, 2150)]

    assert found == [round(100 * chance) for chance in case["expected"][0][3]]
    assert (
        opponent_score_times_points(Contribution(1, None, 30, 5, False, UnplayedKind.GAME)) == 150
    )
