"""The announcement of the options in use, and the timetable."""

from __future__ import annotations

import pytest

from tests.documents.sample_tournaments import cells, five_players, rows
from tests.systems.round_robin.cfc_round_robin.scores import PLAYERS, event
from topboard.documents import announcement_sheet, timetable_sheet
from topboard.errors import BadInput
from topboard.systems.registry import system


def test_the_announcement_lists_each_variation_with_its_article() -> None:
    tournament = event(6, variations=("double", "swap-last-two"), name="Autumn")

    sheet = announcement_sheet(tournament, system(PLAYERS))

    assert sheet.title == "Autumn: Announcement before round 1"
    assert cells(sheet, "article") == ["651", "651"]
    assert sheet.notes == ()
    given = announcement_sheet(tournament, system(PLAYERS), [("616.1", "A bye is half a point.")])
    assert given.rows == (("616.1", "A bye is half a point."),)


@pytest.mark.parametrize("name", [PLAYERS, "olympiad_2022"])
def test_without_variations_the_announcement_says_so(name: str) -> None:
    sheet = announcement_sheet(event(6), system(name))

    assert sheet.notes == ("No options are in use. The rules apply as published.",)


def test_the_timetable_lists_every_round_and_its_bye() -> None:
    sheet = timetable_sheet(five_players(), system(PLAYERS))

    assert rows(sheet)[3] == {"round": 4, "free": "5", "games": "1-4 2-3"}
    assert len(sheet.rows) == 5
    assert sheet.notes[0] == "1 FM Émile"
    with pytest.raises(BadInput, match="this system has no fixed timetable: 'olympiad_2022'"):
        timetable_sheet(five_players(), system("olympiad_2022"))
