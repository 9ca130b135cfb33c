"""``-g``: random events."""

from __future__ import annotations

from tests.cli.engine.engine_requests import FIXTURES, ask
from topboard.formats import read
from topboard.model import HalfPointBye, Manner


def test_a_seed_always_gives_the_same_event_and_it_passes_the_check(capfd, tmp_path):
    one, other, third = (tmp_path / name for name in ("one.trf", "other.trf", "third.trf"))

    codes = [
        ask(capfd, "--dutch", "-g", "-o", one, "-s", "5", "-l").code,
        ask(capfd, "--dutch", "-g", "5", "-o", other).code,
        ask(capfd, "--dutch", "-g", "-o", third, "-s", "6").code,
    ]

    assert codes == [0, 0, 0]
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()
    assert one.read_bytes().startswith(b"012 AutoTest Tournament 5\r\n")
    assert ask(capfd, "--dutch", one, "-c", "--strict-check").code == 0
    listed = (tmp_path / "one.list").read_text().splitlines()
    assert listed[0] == "Round #1."
    assert listed[-1].startswith("Topboard ")


def test_a_settings_file_is_followed_and_the_event_is_written_beside_it(capfd, tmp_path):
    settings = tmp_path / "settings.cfg"
    settings.write_text(
        "# an event\nPlayersNumber=21\nRoundsNumber=6\nDrawPercentage=0\nForfeitRate=4\n"
        "HalfPointByeRate=1\nHighestRating=2100\nLowestRating=2000\nPointsForWin=3.0\n"
        "PointsForDraw=1.5\nRetiredRate=1000\n"
    )

    done = ask(capfd, "--dutch", "-g", settings, "-o", "made.trf", "-s", "1")

    made = read(tmp_path / "made.trf")
    meetings = [meeting for played in made.rounds for meeting in played.meetings]
    assert done == (0, "", "")
    assert (len(made.competitors), len(made.rounds)) == (21, 6)
    assert made.game_scale is not None
    assert (made.game_scale.win, made.game_scale.draw) == (30, 15)
    assert any(meeting.manner is Manner.DEFAULT for meeting in meetings)
    assert HalfPointBye() in {bye for played in made.rounds for _, bye in played.away}
    assert {player.name for player in made.competitors} >= {"Test0001 Player0001"}
    assert max(player.rating or 0 for player in made.competitors) <= 2100


def test_every_bad_setting_is_reported_and_nothing_is_written(capfd, tmp_path):
    settings = tmp_path / "settings.cfg"
    settings.write_text("PlayersNumber=many\nColour=red\nRoundsNumber\nForfeitRate=0.5\n")

    done = ask(capfd, "--dutch", "-g", settings, "-o", "made.trf")

    assert done.code == 3
    assert [line.split(":")[2] for line in done.err.splitlines()] == ["1", "2", "3", "4"]
    assert not (tmp_path / "made.trf").exists()


def test_a_model_event_supplies_its_players_and_rounds(capfd, tmp_path):
    model = FIXTURES / "dutch-n09-r4-seed42.trf"

    done = ask(capfd, "--dutch", model, "-g", "-o", tmp_path / "made.trf", "-s", "3")

    made, lent = read(tmp_path / "made.trf"), read(model)
    assert done.code == 0
    assert [c.name for c in made.competitors] == [c.name for c in lent.competitors]
    assert len(made.rounds) == 4
    assert made.rounds != lent.rounds


def test_an_event_ends_before_a_round_without_a_pairing(capfd, tmp_path):
    settings = tmp_path / "settings.cfg"
    settings.write_text("PlayersNumber=4\nRoundsNumber=9\nRetiredRate=1000\n")

    done = ask(capfd, "--dutch", "-g", settings, "-o", "made.trf", "-s", "2")

    assert done.code == 1
    assert "No valid pairing exists" in done.err
    assert 0 < len(read(tmp_path / "made.trf").rounds) < 9
