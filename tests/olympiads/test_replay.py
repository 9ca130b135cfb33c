"""Real Olympiads: every recorded round is paired again and compared with what was published."""

from __future__ import annotations

import pytest

from tests.olympiads.replay import (
    FILES,
    claims_of,
    couples,
    known_differences,
    read_record,
    replay_round,
)
from topboard.reasons.decisions import ColourDecision, OpponentChoice, ScoregroupSummary


def claiming(what):
    return [name for name in FILES if claims_of(read_record(name))[what]]


ONE_GROUP = [
    (name, group["match_points"])
    for name in FILES
    for group in claims_of(read_record(name)).get("groups", [])
]


def test_all_recorded_rounds_are_present():
    assert len(FILES) == 44
    assert len(claiming("pairs")) == 30
    assert len(claiming("colours")) == 20
    assert len(ONE_GROUP) == 38


@pytest.mark.parametrize("name", claiming("pairs"))
def test_pairs_and_bye_match_the_published_ones(name):
    round_ = replay_round(name)

    assert couples(round_.ours) == couples(round_.published)
    assert round_.paired.bye == round_.record["published"]["bye"]


@pytest.mark.parametrize("name", claiming("colours"))
def test_colours_match_the_published_ones(name):
    assert "colours" not in replay_round(name).difference()


@pytest.mark.parametrize(("name", "match_points"), ONE_GROUP)
def test_scoregroups_of_2008_match_the_published_ones(name, match_points):
    round_ = replay_round(name)
    [published] = [
        group["pairs"] for group in round_.claims["groups"] if group["match_points"] == match_points
    ]

    assert round_.group(match_points) == couples(published)
    if round_.claims["colours"]:
        assert {tuple(pair) for pair in published} <= set(round_.ours)


@pytest.mark.parametrize("name", FILES)
def test_differences_from_the_published_round_are_the_known_ones(name):
    assert replay_round(name).difference() == known_differences().get(name, {})


def test_the_file_of_known_differences_names_only_recorded_rounds_that_differ():
    known = known_differences()

    assert set(known) <= set(FILES)
    assert all(known.values())


@pytest.mark.parametrize(
    "name", ["2010-open-r01.json", "2018-open-r01.json", "2018-women-r01.json"]
)
def test_tables_of_a_first_round_match_the_published_ones(name):
    round_ = replay_round(name)

    assert [set(pair) for pair in round_.ours] == [set(pair) for pair in round_.published]


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("2022")])
def test_tables_of_2022_match_the_published_ones_except_for_the_host_team(name):
    round_ = replay_round(name)
    ours = [frozenset(pair) for pair in round_.ours]
    published = [frozenset(pair) for pair in round_.published]

    moved = [
        pair
        for pair in ours
        if [p for p in ours if p != pair] == [p for p in published if p != pair]
    ]

    assert moved


@pytest.mark.parametrize("name", FILES)
def test_every_pair_of_a_real_round_has_its_reasons(name):
    paired = replay_round(name).paired
    pairs = couples([(p.white, p.black) for p in paired.pairs])

    chosen = couples(
        [(r.chooser, r.chosen) for r in paired.reasons if isinstance(r, OpponentChoice)]
    )
    coloured = [(r.white, r.black) for r in paired.reasons if isinstance(r, ColourDecision)]

    assert chosen == pairs
    assert sorted(coloured) == sorted((p.white, p.black) for p in paired.pairs)


def test_no_real_scoregroup_gave_way_or_broke_the_colour_limits():
    opened = [
        reason
        for name in FILES
        for reason in replay_round(name).paired.reasons
        if isinstance(reason, ScoregroupSummary)
    ]

    assert [g for g in opened if g.gave_way] == []
    assert [g for g in opened if g.without_colour_limits] == []
