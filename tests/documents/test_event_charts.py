"""Pictures of a whole event: where things lie, what they say, and how many are shown."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from time import process_time

import pytest

from tests.documents.sample_documents import small_event, team_match
from tests.documents.test_charts import SVG, letters, parts, swiss
from tests.systems.round_robin.cfc_round_robin.scores import event
from topboard.analysis.generate import Wishes, generate
from topboard.documents.chart_data import PHONE, build_chart_data
from topboard.documents.charts import participant_history_chart
from topboard.documents.event_charts import colours_chart, event_charts, floats_chart
from topboard.documents.heat_map import CELL, NAMES, results_heat_map
from topboard.documents.race_chart import TOP, leaders_race_chart
from topboard.model import Meeting, Number, PairingBye, Player, Round, Tournament
from topboard.systems.registry import SYSTEMS, system

DUBOV = system("dubov_1997")


def event_after_two_rounds() -> Tournament:
    """Five players after two rounds: 2 beat 1, 5 beat 3 from another group, 4 had the bye."""
    begun = swiss()
    second = Round(
        2,
        (Meeting(Number(2), Number(1), 10, 0), Meeting(Number(5), Number(3), 10, 0)),
        ((Number(4), PairingBye()),),
    )
    return replace(begun, rounds=(begun.rounds[0], second))


def of_class(chart, tag: str, name: str) -> list:
    return [
        one for one in parts(chart).iter(f"{SVG}{tag}") if name in (one.get("class") or "").split()
    ]


def boxes(chart) -> dict[tuple[float, float], str]:
    """The look of every box by its place."""
    return {
        (float(one.get("x")), float(one.get("y"))): one.get("class")
        for one in parts(chart).iter(f"{SVG}rect")
    }


# --- the race -----------------------------------------------------------------------------------


def test_the_race_shows_all_points_after_each_round() -> None:
    tournament = event(4, "1-4 1:0, 2-3 =", "4-3 1:0, 1-2 0:1", planned_rounds=3)

    chart = leaders_race_chart(build_chart_data(tournament, system("cfc_round_robin")), leaders=2)

    names = {c.number: c.name for c in tournament.competitors}
    assert chart.heads == ("Place", "Name", "R1", "R2")
    assert chart.rows == ((1, names[Number(2)], "½", "1½"), (2, names[Number(1)], "1", "1"))
    assert chart.words == (
        "The chart shows the points after each round.",
        "The chart shows the first 2 of 4 places.",
        f"{names[Number(2)]} leads with 1½ points.",
    )


def test_more_points_are_higher_and_later_rounds_are_farther_right() -> None:
    tournament = event(4, "1-4 1:0, 2-3 =", "4-3 1:0, 1-2 0:1", planned_rounds=3)

    chart = leaders_race_chart(build_chart_data(tournament, system("cfc_round_robin")), leaders=2)

    winner, second = (
        [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+) (\S+)", one.get("d"))]
        for one in of_class(chart, "path", "way")
    )
    assert winner[0][0] < winner[1][0]
    assert winner[0][1] > second[0][1], "half a point lies below a point"
    assert winner[1][1] < second[1][1], "a point and a half above it"
    assert second[0][1] == second[1][1], "no point was added"


def marks(chart) -> dict[str, list[tuple[float, float]]]:
    """The middles of the marks of each line, by the look of the line."""
    found: dict[str, list[tuple[float, float]]] = {}
    for one in parts(chart).iter():
        look = (one.get("class") or "").split()
        if "spot" not in look:
            continue
        if one.get("cx"):
            x, y = float(one.get("cx")), float(one.get("cy"))
        elif one.get("d"):
            points = [(float(a), float(b)) for a, b in re.findall(r"[ML](\S+) (\S+)", one.get("d"))]
            x, y = ((min(values) + max(values)) / 2 for values in zip(*points, strict=True))
        else:
            x, y = (float(one.get(k)) + float(one.get("width")) / 2 for k in ("x", "y"))
        found.setdefault(look[1], []).append((x, y))
    return found


def height_of_each_score(chart) -> dict[str, float]:
    """The height of the line across the chart for each score at its left end."""
    axis = [one for one in parts(chart).iter(f"{SVG}text") if one.get("font-size") == "12"]
    return {one.text: float(one.get("y")) - 4 for one in axis}


@pytest.mark.parametrize("of", [lambda chart: chart, lambda chart: chart.narrow])
def test_every_mark_is_exactly_at_its_score(of) -> None:
    chart = leaders_race_chart(build_chart_data(small_event("dubov_1997"), DUBOV))

    drawn, heights = marks(of(chart)), height_of_each_score(of(chart))

    assert len(drawn) == len(chart.rows)
    for number, row in enumerate(chart.rows, start=1):
        for (_, y), score in zip(drawn[f"way-{number}"], row[2:], strict=False):
            assert y == pytest.approx(heights[score], abs=0.1), (row, score)


def test_equal_points_are_drawn_side_by_side() -> None:
    chart = leaders_race_chart(build_chart_data(event_after_two_rounds(), DUBOV))

    rows = [row[:2] for row in marks(chart).values()]
    spots = [place for row in rows for place in row]
    assert len(spots) == len(set(spots)) == 10
    first, second = zip(*rows, strict=True)
    assert max(first)[0] < min(second)[0], "no mark is in the column of another round"


def test_labels_of_equal_lines_are_apart_and_inside_the_chart() -> None:
    entered = tuple(Player(Number(n), f"P{n}", 3000 - n) for n in range(1, 17))
    first = Round(1, tuple(Meeting(Number(n), Number(n + 8), 10, 0) for n in range(1, 9)))
    tournament = Tournament(entered, (first,), 9, name="Even", system="dubov_1997")

    chart = leaders_race_chart(build_chart_data(tournament, DUBOV))

    rows = [
        float(one.get("y"))
        for one in parts(chart).iter(f"{SVG}text")
        if re.match(r"\d\. ", one.text or "")
    ]
    assert len(rows) == 8
    assert all(after - before >= 14 for before, after in pairwise(rows))
    assert rows[0] > TOP / 2 - 1
    assert rows[-1] < chart.height


def test_joint_leaders_are_counted() -> None:
    assert (
        leaders_race_chart(build_chart_data(event_after_two_rounds(), DUBOV)).words[2]
        == "2 participants share the lead with 2 points."
    )


def test_lines_in_the_race_can_be_told_apart_without_colour() -> None:
    chart = leaders_race_chart(build_chart_data(small_event("dubov_1997"), DUBOV))

    looks: dict[str, set[tuple[str, ...]]] = {}
    for one in parts(chart).iter():
        way = (one.get("class") or "").split()
        if "spot" in way:
            looks.setdefault(way[1], set()).add(tuple(way[3:]))
    assert all(len(shapes) == 1 for shapes in looks.values()), "the label has the mark of its line"
    assert len({shape for shapes in looks.values() for shape in shapes}) == len(looks) == 8


# --- who met whom -------------------------------------------------------------------------------


def test_a_result_is_in_one_row_and_the_column_of_the_opponent() -> None:
    event_so_far = build_chart_data(event_after_two_rounds(), DUBOV)

    chart = results_heat_map(event_so_far)

    order = list(event_so_far.order)
    won, lost = order.index(Number(2)), order.index(Number(1))
    found = boxes(chart)
    assert chart.rows[won][2 + lost] == "1"
    assert chart.rows[lost][2 + won] == "0"

    def at(row: int, column: int) -> str:
        return found[NAMES + CELL * column, 30 + CELL * row]

    assert at(won, lost) == "heat heat-4"
    assert at(lost, won) == "heat heat-0"
    assert {at(i, i) for i in range(5)} == {"self"}
    assert chart.words[2] == "4 pairs have met so far."


def test_pairs_are_counted_among_the_participants_shown() -> None:
    event_so_far = build_chart_data(event_after_two_rounds(), DUBOV)

    some = results_heat_map(event_so_far, 1).words[2]

    assert some == "0 pairs of the participants shown have met so far."


def test_a_match_is_shaded_by_its_share_of_the_board_points() -> None:
    tournament = team_match()
    (first,) = tournament.rounds
    close = replace(first.meetings[0], white_points=15, black_points=5, games=())
    tournament = replace(tournament, rounds=(replace(first, meetings=(close,)),))

    chart = results_heat_map(build_chart_data(tournament, system("olympiad_2022")))

    assert chart.rows[0][2:] == ("", "1½")
    assert {one for one in boxes(chart).values() if "heat" in one} == {"heat heat-3", "heat heat-1"}


# --- floats -------------------------------------------------------------------------------------


def test_floats_are_counted_by_the_points_before_the_round() -> None:
    chart = floats_chart(build_chart_data(event_after_two_rounds(), DUBOV))

    assert chart.rows == ((1, 1, 2, 0, "0 points", 1), (2, 2, 1, 1, "1 point", 1))
    assert chart.words[1] == "3 of 4 pairs were made within a scoregroup."
    (float_line,) = of_class(chart, "line", "float-line")
    # From the group of 1 point, the highest, to that of none, right below it.
    assert (float_line.get("y1"), float_line.get("y2")) == ("34", "72")


def test_groups_show_their_size() -> None:
    chart = floats_chart(build_chart_data(event_after_two_rounds(), DUBOV))

    sizes = [one.text for one in of_class(chart, "text", "group-size")]
    assert sorted(sizes) == ["2", "3", "5"]


def test_lines_between_groups_do_not_overlap() -> None:
    made = generate(DUBOV, 3, Wishes(competitors=41, rounds=7, absences=5))

    lines = of_class(floats_chart(build_chart_data(made, DUBOV)), "line", "float-line")

    taken: dict[str, list[tuple[float, float]]] = {}
    for one in lines:
        top, bottom = float(one.get("y1")), float(one.get("y2"))
        assert top < bottom
        for other_top, other_bottom in taken.setdefault(one.get("x1"), []):
            assert bottom < other_top or top > other_bottom
        taken[one.get("x1")].append((top, bottom))
    assert len(lines) > 5


def test_a_round_robin_has_no_floats() -> None:
    made = build_chart_data(small_event("cfc_round_robin"), system("cfc_round_robin"))

    assert [chart.name for chart in event_charts(made)] == ["race", "heat", "colours"]


# --- colours ------------------------------------------------------------------------------------


def test_colours_are_counted_and_shown_round_by_round() -> None:
    chart = colours_chart(build_chart_data(event_after_two_rounds(), DUBOV))

    figures = {row[1]: row[2:] for row in chart.rows}
    assert figures == {
        "P1": (1, 1, "0"),
        "P2": (1, 1, "0"),
        "P3": (0, 2, "-2"),
        "P4": (1, 0, "+1"),
        "P5": (1, 0, "+1"),
    }
    assert chart.words[2] == ("4 of 5 participants have a colour difference of -1, 0 or +1.")
    strip = [one.text for one in parts(chart).iter(f"{SVG}text") if "on-" in one.get("class", "")]
    assert (strip.count("W"), strip.count("B")) == (4, 4)


def test_the_tallest_bar_is_the_one_with_the_most_participants() -> None:
    chart = colours_chart(build_chart_data(event_after_two_rounds(), DUBOV))

    bars = [one for one in of_class(chart, "rect", "side") if one.get("width") == "60"]
    heights = {one.get("x"): float(one.get("height")) for one in bars}
    # Two Blacks more, one Black more, even, one White more.
    assert list(heights.values()) == [43.0, 0.0, 86.0, 86.0]


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_everything_drawn_is_inside_the_chart(name: str) -> None:
    charts = event_charts(build_chart_data(small_event(name), system(name)))
    for chart in (*charts, *(chart.narrow for chart in charts if chart.narrow)):
        for one in parts(chart).iter():
            for key, most in (("x", chart.width), ("y", chart.height), ("cx", chart.width)):
                assert 0 <= float(one.get(key, 0)) <= most, (chart.name, one.attrib)
        assert all(len(row) == len(chart.heads) for row in chart.rows), chart.name
    assert all(chart.heads for chart in charts)


def test_a_long_list_shows_only_the_first_entries_and_says_so() -> None:
    count = 2000
    entered = tuple(Player(Number(n), f"P{n}", 3000 - n) for n in range(1, count + 1))
    first = Round(
        1, tuple(Meeting(Number(n), Number(n + 1000), 10, 0) for n in range(1, count // 2 + 1))
    )
    many = Tournament(entered, (first,), 9, name="Many", system="dubov_1997")
    made = build_chart_data(many, DUBOV)
    began = process_time()

    race, heat, floats, colours = event_charts(made)

    assert process_time() - began < 1
    assert "The chart shows the first 8 of 2000 places." in race.words[1]
    assert "The chart shows the first 20 of 2000 places." in heat.words[1]
    assert floats.rows == ((1, 1, 1000, 0, "0 points", 0),)
    assert [len(one.rows) for one in (race, heat, colours)] == [8, 20, 20]
    assert max(len(one.svg) for one in (race, heat, floats, colours)) < 60_000
    assert "1000" in letters(colours)


def test_every_chart_of_a_short_event_has_a_drawing_for_phones() -> None:
    charts = event_charts(build_chart_data(event_after_two_rounds(), DUBOV))

    assert [chart.narrow.width for chart in charts] == [PHONE] * 4
    assert all(len(set(letters(chart)) & set(letters(chart.narrow))) > 3 for chart in charts)
    names = [one.name for chart in charts for one in (chart, chart.narrow)]
    assert len(names) == len(set(names)), "the identifiers on a page are unique"


def test_a_chart_with_too_many_rounds_for_a_phone_is_not_squeezed() -> None:
    begun = event_after_two_rounds()
    rounds = tuple(replace(begun.rounds[0], number=n) for n in range(1, 16))
    made = build_chart_data(replace(begun, rounds=rounds, planned_rounds=15), DUBOV)

    assert colours_chart(made).narrow is None
    assert floats_chart(made).narrow is None


def test_the_axis_of_a_long_race_has_whole_points() -> None:
    made = generate(DUBOV, 3, Wishes(competitors=41, rounds=9))

    chart = leaders_race_chart(build_chart_data(made, DUBOV))

    axis = [one for one in height_of_each_score(chart) if not one.startswith("R")]
    assert len(axis) > 4
    assert all(one.isdigit() for one in axis)


def test_a_long_history_has_a_drawing_for_phones() -> None:
    made = generate(DUBOV, 3, Wishes(competitors=41, rounds=9))

    long, short = (
        participant_history_chart(replace(made, rounds=made.rounds[:count]), DUBOV, Number(1))
        for count in (9, 3)
    )

    assert long.width > PHONE
    assert long.narrow.width == PHONE
    assert letters(long.narrow) == letters(long)
    squares = [
        (float(one.get("x")), float(one.get("width")))
        for one in parts(long.narrow).iter(f"{SVG}rect")
    ]
    assert len(squares) == 9
    assert all(x + width < after for (x, width), (after, _) in pairwise(squares))
    assert squares[-1][0] + squares[-1][1] <= PHONE
    assert short.narrow is None
