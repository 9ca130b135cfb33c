"""Rounds added with their results, players built from names, and what can be asked about them."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import topboard
from topboard import BadInput, Colour, Player, Tournament
from topboard.model import (
    HalfPointBye,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Request,
    Team,
    Withdrawn,
)

NAMES = ["Ana", ("Bo", 2000), {"name": "Cy", "rating": 1900, "club": "North"}, "Di", "Eva"]


@pytest.fixture
def evening():
    return Tournament(
        topboard.build_players(NAMES),
        planned_rounds=3,
        lot=Colour.WHITE,
        system="fide_dutch_2026",
    )


def test_players_are_numbered_in_order():
    players = topboard.build_players(NAMES)

    assert players[:2] == (Player(Number(1), "Ana"), Player(Number(2), "Bo", 2000))
    assert (players[2].rating, players[2].club) == (1900, "North")


def test_every_entry_that_is_not_a_player_is_listed():
    with pytest.raises(BadInput) as refused:
        topboard.build_players(["Ana", {"nome": "Bo"}, 5, ("Cy", 1900, "extra")])

    assert [problem.where for problem in refused.value.problems] == [
        "player 2",
        "player 3",
        "player 4",
    ]


def test_players_are_numbered_consecutively_across_all_teams():
    first, second = topboard.build_teams([("Avia", ["Ana", "Bo"]), ("Borea", [("Cy", 1900)])])

    assert (first.name, second.name) == ("Avia", "Borea")
    assert [player.number for team in (first, second) for player in team.players] == [1, 2, 3]
    assert topboard.build_teams([]) == ()


def test_a_round_has_its_results_and_the_bye(evening):
    pairing = topboard.pair(evening)

    after = evening.with_round(pairing, ["+:-", (5, 5)])

    played = after.rounds[0]
    assert [(m.white, m.black) for m in played.meetings] == [
        (pair.white, pair.black) for pair in pairing.pairs
    ]
    assert played.meetings[0].manner is Manner.DEFAULT
    assert (played.meetings[1].white_points, played.meetings[1].black_points) == (5, 5)
    assert dict(played.away) == {pairing.bye: PairingBye()}
    assert topboard.check(after)[0].differences == ()


def test_absent_players_are_recorded_with_the_reason():
    players = (*topboard.build_players(["Ana", "Bo", "Cy", "Di"]), Player(Number(5), "E", joined=2))
    requests = (Request(Number(3), 1, HalfPointBye()), Request(Number(4), 1, Withdrawn()))
    event = Tournament(
        players, planned_rounds=3, lot=Colour.WHITE, requests=requests, system="fide_dutch_2026"
    )

    after = event.with_round(topboard.pair(event), ["1-0"])

    assert dict(after.rounds[0].away) == {
        5: NotYetEntered(),
        3: HalfPointBye(),
        4: Withdrawn(),
    }


def test_a_result_may_be_given_as_a_complete_meeting(evening):
    pairing = topboard.pair(evening)
    first = pairing.pairs[0]
    game = Meeting(first.white, first.black, 10, 0, rated=False)

    after = evening.with_round(pairing, [game, "0-1"])

    assert after.rounds[0].meetings[0] == game


@pytest.mark.parametrize(
    ("results", "told"),
    [
        (["1-0"], "needs 2 results"),
        (["1-0", "2-0"], "table 2: this is not a result: '2-0'"),
        ([(10, -5), "1-0"], "table 1: this is not a result"),
        ([(1.0, 0.0), "1-0"], "table 1: this is not a result"),
        (["1-0", Meeting(Number(1), Number(2))], "table 2: this is the meeting of a different"),
    ],
)
def test_an_impossible_result_is_refused(evening, results, told):
    with pytest.raises(BadInput, match=told):
        evening.with_round(topboard.pair(evening), results)


def test_a_pairing_for_a_different_round_is_refused(evening):
    pairing = topboard.pair(evening)
    after = evening.with_round(pairing, ["1-0", "1-0"])

    with pytest.raises(BadInput, match="for round 1, but the next round is 2"):
        after.with_round(pairing, ["1-0", "1-0"])


def test_results_of_teams_are_points():
    event = Tournament(
        tuple(Team(Number(n), f"Team {n}") for n in (1, 2)),
        planned_rounds=1,
        boards=4,
        lot=Colour.WHITE,
        system="olympiad_2022",
    )
    pairing = topboard.pair(event)

    after = event.with_round(pairing, [(25, 15)])

    assert topboard.standings(after).rows(numbers=True)[0]["points"] == 2
    with pytest.raises(BadInput, match=r"such as \(25, 15\)"):
        event.with_round(pairing, ["1-0"])


def test_rows_have_numbers_on_request(evening):
    after = evening.with_round(topboard.pair(evening), ["1-0", "½-½"])
    half = next(row for row in topboard.standings(after).rows() if row["points"] == "½")
    same = topboard.standings(after).rows(numbers=True)[int(half["place"]) - 1]
    bye = topboard.pair(after).rows(numbers=True)[-1]

    assert same["points"] == 0.5
    assert bye["black"] is None
    assert isinstance(bye["white_points"], int | float)
    assert topboard.pair(after).rows()[-1]["black"] == ""


def test_reasons_are_sentences_about_the_round_or_one_participant(evening):
    everything = topboard.explain(evening)
    of_ana = topboard.explain(evening, participant="Ana")

    assert of_ana == topboard.explain(evening, participant=1)
    assert set(of_ana) < set(everything)
    assert any("Ana (#1)" in line for line in of_ana)
    with pytest.raises(BadInput, match="no participant has this number"):
        topboard.explain(evening, participant=9)


def test_the_function_remains_after_a_module_of_the_same_name_is_imported(evening):
    with pytest.warns(DeprecationWarning, match="is now topboard.reasons"):
        assert importlib.import_module("topboard.explain").names_of

    assert topboard.explain(evening)


def test_a_proof_is_verified_alone_and_with_its_tournament(evening):
    proof = topboard.prove(evening)
    other = evening.with_round(topboard.pair(evening), ["1-0", "1-0"])

    assert topboard.verify(proof).proved
    assert topboard.verify(proof, evening).proved
    assert topboard.verify(proof, other).proved
    proof["pairs"].reverse()
    assert not topboard.verify(proof, evening).proved
    with pytest.raises(BadInput, match="a round that the tournament does not have"):
        topboard.verify({**proof, "round": 7}, evening)
    with pytest.raises(BadInput, match="cannot be proved yet"):
        topboard.prove(evening, "fide_lim_2026")


def test_two_systems_are_compared_round_by_round(evening):
    after = evening.with_round(topboard.pair(evening), ["1-0", "½-½"])

    found = topboard.compare(after, "fide_dutch_2026", "fide_dutch_2026")

    assert [(one.round, one.differs) for one in found] == [(1, False), (2, False)]


def test_a_file_is_converted_and_lost_values_are_named(evening, tmp_path: Path):
    after = evening.with_round(topboard.pair(evening), ["1-0", "½-½"])
    topboard.write(after, tmp_path / "event.json", "event-json")

    assert topboard.convert(tmp_path / "event.json", tmp_path / "event.trf", "trf26") == []
    assert topboard.read(tmp_path / "event.trf").rounds == after.rounds
    with pytest.raises(BadInput, match="unknown format"):
        topboard.convert(tmp_path / "event.json", tmp_path / "event.pgn", "pgn")
    assert not (tmp_path / "event.pgn").exists()
