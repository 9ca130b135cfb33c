"""2022, section 8: what a floater is. The rest of the section is tested with the older texts."""

from __future__ import annotations

from tests.citing import each_edition
from tests.team_events import event, groups, pair, reasons
from topboard.model import Number
from topboard.reasons.decisions import Floated, Floater


@each_edition(olympiad_2021_draft="8.1", olympiad_2022="8.1")
def test_a_floater_is_a_team_that_leaves_its_group(edition):
    paired = pair(edition, groups({4: "1..3", 2: "4..7", 0: "8..16"}))

    assert paired.floaters == (
        Floater(Number(3), 40, 20),
        Floater(Number(7), 20, 0),
    )
    assert [r.number for r in reasons(paired, Floated)] == [3, 7]


@each_edition(olympiad_2021_draft="8.1", olympiad_2022="8.1")
def test_a_team_meeting_a_floater_in_its_own_group_is_no_floater(edition):
    # 1 and 4 have two match points, 5 one, 2 and 3 none.
    paired = pair(edition, event(5, "1-3 4:0, 4-2 4:0, bye 5"))

    # The draft gives the bye to 4, and 1 floats down to 5; in 2022 3 has it, and 2 floats up to 5.
    down, up = Floater(Number(1), 20, 10), Floater(Number(2), 0, 10)
    assert paired.floaters == ((up,) if edition == "olympiad_2022" else (down,))
