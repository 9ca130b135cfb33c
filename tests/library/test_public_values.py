"""What a programmer sees and types: names, short pictures, flat rows, refusals."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import topboard
from topboard.model import HalfPointBye, Meeting, Number, PairingBye, Player, Round, Team
from topboard.reasons.obstacles import HaveMet
from topboard.text.numbers import format_html_table, format_points

SAMPLE = Path(topboard.__file__).parent / "samples" / "chennai-2022-open-round-6.json"


def five_players(*meetings: Meeting) -> topboard.Tournament:
    names = ("Anders", "Bouchard", "Chen", "Dubois", "Élan <b>")
    players = tuple(Player(Number(n), name, 2100 - 10 * n) for n, name in enumerate(names, start=1))
    rounds = (Round(1, meetings, ((Number(5), PairingBye()),)),)
    return topboard.Tournament(players, rounds, planned_rounds=4, system="cfc_swiss")


ROUND_ONE = (Meeting(Number(1), Number(3), 10, 0), Meeting(Number(4), Number(2), 5, 5))


def test_dir_shows_the_public_names_and_nothing_else():
    assert set(dir(topboard)) == {*topboard.__all__, "__version__"}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (lambda e: e, "187 teams, 5 of 11 rounds played, olympiad_2022"),
        (lambda e: e.rounds[0], "<Round 1: "),
        (topboard.pair, "<RoundPairing olympiad_2022 round 6: 93 pairs, no bye>"),
        (topboard.standings, "<Standings olympiad_2022 after round 5: 187 lines, SB, GP, MPO>"),
        (lambda _: topboard.system("cfc_swiss"), "<System cfc_swiss: "),
    ],
)
def test_the_repr_of_a_value_is_a_single_short_line(value, words):
    shown = repr(value(topboard.read(SAMPLE)))

    assert words in shown
    assert len(shown) < 200


def test_rows_of_a_pairing_show_names_and_points_in_the_usual_notation():
    rows = topboard.pair(five_players(*ROUND_ONE)).rows()

    # 1 and 5 have a point, 2 and 4 half a point; 3 has none and has the bye.
    keys = [
        "table",
        "white",
        "white_name",
        "white_points",
        "black",
        "black_name",
        "black_points",
        "article",
    ]
    assert all(list(row) == keys for row in rows)
    sides = {
        row[side]: (row[f"{side}_name"], row[f"{side}_points"])
        for row in rows
        for side in ("white", "black")
    }
    assert sides[1] == ("Anders", "1")
    assert sides[2] == ("Bouchard", "½")
    assert rows[-1]["white"] == 3
    assert (rows[-1]["black"], rows[-1]["black_name"]) == ("", "bye")
    assert rows[-1]["article"] == "615"


def test_the_rows_of_the_standings_have_a_field_for_every_tie_break():
    rows = topboard.standings(five_players(*ROUND_ONE)).rows()

    # The cumulative tie-break of a bye loses its point: 1 stands before 5.
    assert list(rows[0])[:4] == ["place", "number", "name", "points"]
    assert [(row["number"], row["points"]) for row in rows] == [
        (1, "1"),
        (5, "1"),
        (2, "½"),
        (4, "½"),
        (3, "0"),
    ]
    assert all(set(row) == set(rows[0]) for row in rows)


def test_a_page_shows_tables_and_escapes_names():
    event = five_players(*ROUND_ONE)

    shown = topboard.pair(event)._repr_html_() + topboard.standings(event)._repr_html_()

    assert shown.count("<table>") == 2
    assert "<th>white name</th>" in shown
    assert "Élan &lt;b&gt;" in shown
    assert "<b>" not in shown


@pytest.mark.parametrize(
    ("amount", "scale", "words"),
    [
        (0, 10, "0"),
        (5, 10, "½"),
        (25, 10, "2½"),
        (-5, 10, "-½"),
        (1225, 100, "12.25"),
        (7, 10, "0.7"),
    ],
)
def test_points_are_written_in_the_usual_notation(amount, scale, words):
    assert format_points(amount, scale) == words


def test_a_table_without_rows_is_an_empty_table():
    assert format_html_table([]) == "<table></table>"


def test_a_pairing_survives_pickling_with_its_names():
    pairing = pickle.loads(pickle.dumps(topboard.pair(SAMPLE)))

    assert pairing == topboard.pair(SAMPLE)
    assert pairing.rows()[0]["white_name"] == "India 2"


def test_a_path_is_read_and_participants_are_found_by_name():
    assert (
        topboard.pair(SAMPLE) == topboard.pair(str(SAMPLE)) == topboard.pair(topboard.read(SAMPLE))
    )
    assert topboard.standings(SAMPLE).after_round == 5
    by_name = topboard.why_not(five_players(*ROUND_ONE), "chen", "Anders")
    assert by_name == HaveMet(1, "618a")


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("Atlantis", 1, "no participant has this name: 'Atlantis'"),
        ("n", 1, "several participants match this name: 'n'"),
        (99, 1, "no participant has this number: '99'"),
    ],
)
def test_a_name_that_matches_no_participant_is_refused_with_a_remedy(a, b, words):
    with pytest.raises(topboard.BadInput, match=words):
        topboard.why_not(five_players(*ROUND_ONE), a, b)


def test_an_argument_that_is_not_a_tournament_is_refused_with_a_remedy():
    with pytest.raises(topboard.BadInput, match="expected a Tournament or the path of a file"):
        topboard.pair({"competitors": []})


TEAMS = tuple(Team(Number(n), f"Team {n}") for n in range(1, 5))


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (
            Round(1, (Meeting(1, 2, 20, 20), Meeting(1, 3, 40, 0))),
            "round 1: a participant is listed twice: '1 Team 1'",
        ),
        (
            Round(1, (Meeting(1, 2, 20, 20),), ((Number(2), HalfPointBye()),)),
            "round 1: a participant is listed twice: '2 Team 2'",
        ),
        (Round(1, (Meeting(1, 9, 20, 20),)), "round 1: no participant has this number: '9'"),
        (
            Round(1, (Meeting(1, 2, 40, 40),)),
            "round 1, 1 - 2: these points are impossible on 4 boards: '4 : 4'",
        ),
        (Round(1, (Meeting(1, 2, 30, -10),)), "these points are impossible on 4 boards: '3 : -1'"),
    ],
)
@pytest.mark.parametrize(
    "use", [topboard.pair, topboard.standings, topboard.check, lambda e: topboard.why_not(e, 1, 2)]
)
def test_an_impossible_record_is_refused_when_it_is_used(use, played, words):
    event = topboard.Tournament(
        TEAMS, (played,), planned_rounds=5, boards=4, system="olympiad_2022"
    )

    with pytest.raises(topboard.BadInput) as refused:
        use(event)

    assert words in str(refused.value)


def test_all_defects_are_listed_at_once():
    played = Round(1, (Meeting(1, 9, 40, 40), Meeting(1, 3, 20, 20)))
    event = topboard.Tournament(TEAMS, (played,), boards=4, system="olympiad_2022")

    with pytest.raises(topboard.BadInput) as refused:
        topboard.pair(event)

    assert len(refused.value.problems) == 3


def test_points_on_a_different_scoring_scale_are_accepted():
    played = Round(1, (Meeting(1, 2, 30, 0), Meeting(3, 4, 10, 10)))
    event = topboard.Tournament(
        tuple(Player(Number(n), f"P{n}", 2000) for n in range(1, 5)),
        (played,),
        planned_rounds=5,
        system="dubov_1997",
        game_scale=topboard.model.Scale(30, 10, 0),
    )

    assert topboard.pair(event).round == 2
    with pytest.raises(topboard.BadInput, match="these points are impossible in one game: '3 : 0'"):
        topboard.pair(replace(event, game_scale=None))
