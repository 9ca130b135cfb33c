"""What is missing, contradicts itself or cannot be paired, as somebody sees it at the command."""

from __future__ import annotations

import pytest

from tests.player_events import event
from tests.systems.fide_dutch.cards import BOTH
from topboard.cli import main
from topboard.errors import NoLegalPairing
from topboard.formats import dumps
from topboard.model import Number, Request
from topboard.systems.registry import system


@pytest.fixture
def pair(tmp_path, capsys):
    """The exit code of ``topboard pair``, what it prints and what it complains of."""

    def run(text, name="event.json"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        code = main(["pair", str(path)])
        out, err = capsys.readouterr()
        return code, out, err.replace(f"topboard: {path}", "")

    return run


def as_json(edition, *arguments, **facts):
    return dumps(event(*arguments, system=edition, **facts), "event-json")


def as_report(edition, *arguments, **facts):
    return dumps(event(*arguments, system=edition, **facts), "trf16")


ROUND = (4, "1-3 1:0, 4-2 =")


# --- what is not known --------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOTH)
def test_no_number_of_rounds(pair, edition):
    code, out, _ = pair(as_json(edition, *ROUND, planned_rounds=0))

    assert code == 0
    assert "Note: the number of rounds is not known" in out


@pytest.mark.parametrize("edition", BOTH)
def test_no_initial_colour(pair, edition):
    before = pair(as_json(edition, 4, lot=None, planned_rounds=2))
    after = pair(as_json(edition, *ROUND, lot=None, planned_rounds=2))

    assert "Note: no initial colour is recorded, so White is assumed" in before[1]
    # Round 1 shows it.
    assert "Note" not in after[1]


@pytest.mark.parametrize("edition", BOTH)
def test_more_rounds_than_there_are_opponents(pair, edition):
    code, out, _ = pair(as_json(edition, 4, planned_rounds=7))

    assert code == 0
    assert (
        "Note: the number of rounds (7) is high for the number of participants (4), so a pairing"
        " without rematches may be impossible from round 4 on" in out
    )


# --- what contradicts itself ----------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOTH)
def test_a_player_who_is_paired_twice_in_a_round(pair, edition):
    text = as_json(edition, *ROUND).replace('"white": 4, "black": 2', '"white": 1, "black": 2')
    report = as_report(edition, *ROUND).replace("   4 b =", "   1 b =")

    assert pair(text) == (
        3,
        "",
        ":16:13, history[0].matches[1].white: player 1 appears twice in 'matches' of round 1:"
        " '1'. Keep only one of the two entries.\n",
    )
    code, out, err = pair(report, "event.trf")
    assert (code, out) == (3, "")
    assert "player 2 meets player 1 in round 1, but line 6 has '3 w 1': '   1 b ='" in err


@pytest.mark.parametrize("edition", BOTH)
def test_points_that_do_not_fit(pair, edition):
    code, out, err = pair(as_json(edition, *ROUND).replace("[1, 0]", "[1, 1]"))
    assert (code, out) == (3, "")
    assert (
        "the points of the two sides add up to 2, but the boards allow at most 1: '[1, 1]'."
        " Correct the points."
    ) in err

    code, out, err = pair(as_report(edition, *ROUND).replace("1.0    1 ", "2.0    1 "), "e.trf")
    assert (code, out) == (3, "")
    assert (
        "the points of player 1 are wrong; the results give 1.0: '2.0'. Correct the points" in err
    )


# --- too few, or nobody left ----------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("players", "said"), [(0, "there are no players"), (1, "there is only one player")]
)
def test_fewer_than_two_players(pair, edition, players, said):
    code, out, err = pair(as_json(edition, players, planned_rounds=1))

    assert (code, out) == (3, "")
    assert f"{said}" in err
    assert ". Enter at least two players." in err


@pytest.mark.parametrize("edition", BOTH)
def test_two_players_play_once(pair, edition):
    code, out, _ = pair(as_json(edition, 2, planned_rounds=1))
    assert code == 0
    assert out.splitlines()[2].split()[:4] == ["1", "1", "Player", "1"]

    refused = pair(as_json(edition, 2, "1-2 =", planned_rounds=2))
    assert refused == (1, "", "topboard: no legal pairing: #1 has no opponent left\n")


@pytest.mark.parametrize("edition", BOTH)
def test_nobody_or_only_one_player_is_present(pair, edition):
    away = tuple(Request(Number(n), 1) for n in (1, 2, 3, 4))

    assert "There are no participants to pair." in pair(as_json(edition, 4, requests=away))[1]
    assert "Bye: Player 4 (#4)" in pair(as_json(edition, 4, requests=away[:3]))[1]


@pytest.mark.parametrize("edition", BOTH)
def test_everybody_has_met_everybody(pair, edition):
    rounds = "1-2 =, 3-4 =", "1-3 =, 2-4 =", "4-1 =, 3-2 ="

    code, out, err = pair(as_json(edition, 4, *rounds, planned_rounds=4))

    assert (code, out) == (1, "")
    assert err == "topboard: no legal pairing: #1 has no opponent left\n"
    with pytest.raises(NoLegalPairing) as refusal:
        system(edition).pair(event(4, *rounds, planned_rounds=4))
    # The proof: with nobody taken out, a player without any opponent.
    assert (refusal.value.bridge, refusal.value.islands) == ((), ((1,),))


@pytest.mark.parametrize("edition", BOTH)
def test_everybody_has_had_the_bye(pair, edition):
    rounds = "1-2 =, bye 3", "1-3 =, bye 2", "2-3 =, bye 1"

    code, out, err = pair(as_json(edition, 3, *rounds, planned_rounds=4))

    assert (code, out) == (1, "")
    assert err == (
        "topboard: the number of participants to be paired is odd, but no one may have the bye\n"
    )


@pytest.mark.parametrize("edition", BOTH)
def test_all_rounds_have_been_played(pair, edition):
    code, out, err = pair(as_json(edition, *ROUND, planned_rounds=1))

    assert (code, out) == (3, "")
    assert "the only round has already been played" in err
