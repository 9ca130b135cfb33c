"""The pictures: what they draw, and the same in words."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.documents.sample_documents import FAMILIES, small_event, team_match
from topboard.documents.chart_data import build_chart_data
from topboard.documents.charts import participant_history_chart, scoregroups_chart
from topboard.documents.event_charts import event_charts
from topboard.documents.svg import Chart
from topboard.model import Manner, Meeting, Number, PairingBye, Player, Round, Tournament
from topboard.systems.registry import SYSTEMS, system

SVG = "{http://www.w3.org/2000/svg}"


def parts(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(chart.svg)


def letters(chart: Chart) -> list[str]:
    return [one.text or "" for one in parts(chart).iter(f"{SVG}text")]


def swiss() -> Tournament:
    """Five players after one round: 1 and 2 have a point, 5 had the bye."""
    entered = tuple(Player(Number(n), f"P{n}", 2000 - n) for n in range(1, 6))
    first = Round(
        1,
        (Meeting(Number(1), Number(3), 10, 0), Meeting(Number(4), Number(2), 0, 10)),
        ((Number(5), PairingBye()),),
    )
    second = Round(
        2,
        (
            Meeting(Number(2), Number(1), manner=Manner.PENDING),
            Meeting(Number(5), Number(3), manner=Manner.PENDING),
        ),
        ((Number(4), PairingBye()),),
    )
    return Tournament(entered, (first, second), 3, name="Five", system="dubov_1997")


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_chart_of_every_system_has_a_description(name: str) -> None:
    tournament, rules = small_event(name), system(name)
    charts = [
        scoregroups_chart(tournament, rules, tournament.rounds[-1]),
        participant_history_chart(tournament, rules, Number(1)),
        *event_charts(build_chart_data(tournament, rules)),
    ]
    for chart in charts:
        drawn = parts(chart)
        title, told = drawn[0], drawn[1]
        assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
        assert title.text == chart.title
        assert told.text == " ".join(chart.words)
        assert drawn.get("role") == "img"
        assert drawn.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"


def test_pairs_appear_in_their_group_and_floaters_as_lines_between_groups() -> None:
    tournament = swiss()

    chart = scoregroups_chart(tournament, system("dubov_1997"), tournament.rounds[1])

    assert chart.words == (
        "1 pair was made within the 1-point scoregroup.",
        "No pairs were made within the 0-point scoregroup.",
        "P5 (#5), with 1 point, meets P3 (#3), with 0 points.",
        "P4 (#4), with 0 points, has the pairing-allocated bye.",
    )
    assert "2 - 1" in letters(chart)
    floats = [one for one in parts(chart).iter(f"{SVG}line") if one.get("x1") == one.get("x2")]
    assert len(floats) == 2


def test_the_history_shows_the_colour_of_each_round_as_a_square() -> None:
    tournament = swiss()

    chart = participant_history_chart(tournament, system("dubov_1997"), Number(5))

    assert chart.words == (
        "Round 1: (1) for a bye. Total: 1.",
        "Round 2: White against P3 (#3), no result yet. Total: 1.",
    )
    squares = list(parts(chart).iter(f"{SVG}rect"))
    assert [one.get("fill") for one in squares] == ["none", "#ffffff"]


def test_a_team_has_a_history_of_match_points() -> None:
    tournament = team_match()

    chart = participant_history_chart(tournament, system("olympiad_2022"), Number(1))

    assert chart.words == ("Round 1: 2 with White against Bridge (#2). Total: 2.",)


@pytest.mark.parametrize("name", FAMILIES)
def test_charts_say_so_before_the_first_round(name: str) -> None:
    tournament = replace(small_event(name), rounds=())

    assert event_charts(build_chart_data(tournament, system(name))) == []
    assert participant_history_chart(tournament, system(name), Number(1)).words == (
        "No rounds have been paired yet.",
    )


def test_names_in_charts_are_shown_and_never_interpreted_as_markup() -> None:
    tournament = swiss()
    first, *others = tournament.competitors
    named = replace(tournament, competitors=(replace(first, name="<script>&"), *others))

    chart, *_ = event_charts(build_chart_data(named, system("dubov_1997")))

    assert "<script>" not in chart.svg
    assert any("<script>&" in text for text in letters(chart))
