"""Rulings on participants, points, tables and ties: they need an authority and a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.citing import each_edition
from tests.event.before_round_one import ALL, assert_refused, by_command, event_before_round_1
from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PRESIDENT,
    SECTION,
    cfc_event,
    olympiad_event,
)
from topboard.cli.exit_codes import DONE
from topboard.errors import AuthorityNeeded, Refused
from topboard.event import actions
from topboard.event.tournament import build_tournament
from topboard.model import Number
from topboard.systems.registry import system
from topboard.tiebreaks.encounter import DIRECTORS_ORDER

if TYPE_CHECKING:
    from tests.event.conftest import Run


@pytest.mark.parametrize("edition", ALL)
def test_expulsion_readmission_and_points_need_an_authority_and_a_reason(edition: str) -> None:
    play = event_before_round_1(edition)
    number = Number(2)

    for act, words in (
        (actions.Expel(SECTION, number, 1), "A ruling is needed on whether to expel"),
        (actions.Readmit(SECTION, number), "may take part again"),
        (
            actions.AdjustPoints(SECTION, number, -10),
            "A ruling is needed on whether to change .*'s points",
        ),
    ):
        with pytest.raises(AuthorityNeeded, match=words):
            play.do(act, confirmed=True)
        with pytest.raises(AuthorityNeeded, match="reason"):
            play.do(act, DIRECTOR, reason=" ", confirmed=True)
        play.do(act, DIRECTOR, confirmed=True)
        assert play.entries[-1].authority == "director: D. Irector"


@pytest.mark.parametrize("edition", ALL)
def test_a_table_can_be_reserved_for_only_one_participant(edition: str) -> None:
    play = event_before_round_1(edition)
    ground = actions.TableGround.OTHER
    play.do(actions.FixTable(SECTION, Number(1), 2, ground, "camera"))

    place = "Table" if play.section.has_teams else "Board"
    with pytest.raises(Refused, match=rf"{place} 2 is already reserved for .* \(#1\)"):
        play.do(actions.FixTable(SECTION, Number(3), 2, ground, "ramp"))
    play.do(actions.FixTable(SECTION, Number(1), 2, ground, "another note"))
    play.do(actions.FixTable(SECTION, Number(1), 0))
    play.do(actions.FixTable(SECTION, Number(3), 2, ground, "ramp"))

    assert [(t.number, t.table) for t in play.section.fixed_tables] == [(3, 2)]


@pytest.mark.parametrize("edition", ALL)
def test_a_suspension_that_does_not_exist_cannot_be_lifted(edition: str) -> None:
    play = event_before_round_1(edition)

    with pytest.raises(Refused, match="is not suspended"):
        play.do(actions.LiftSuspension(SECTION, Number(2)), DIRECTOR)
    play.do(actions.Suspend(SECTION, Number(2)))
    play.do(actions.LiftSuspension(SECTION, Number(2)), DIRECTOR)
    with pytest.raises(Refused, match="is not suspended"):
        play.do(actions.LiftSuspension(SECTION, Number(2)), DIRECTOR)


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2008_dresden"])
def test_imaginary_points_must_be_settled_before_round_one(edition: str) -> None:
    play = olympiad_event(edition)
    play.do(actions.SettleImaginary(SECTION, (Number(1), Number(2))))
    entry = len(play.entries)
    play.round()

    with pytest.raises(Refused, match="before round 1"):
        play.do(actions.SettleImaginary(SECTION, (Number(1), Number(3))), PRESIDENT, confirmed=True)
    with pytest.raises(Refused, match="before round 1"):
        play.do(actions.Undo(entry), PRESIDENT, confirmed=True)
    assert play.section.accelerated == {1, 2}


@each_edition(
    cfc_swiss="671", cfc_team_swiss="671", cfc_round_robin="671", cfc_team_round_robin="671"
)
def test_only_the_director_decides_the_order_of_tied_participants(edition: str) -> None:
    play = cfc_event(edition, 4)
    play.publish(None)
    play.results(white=play.section.settings.boards * 5)
    word = actions.RecordLot(SECTION, DIRECTORS_ORDER, (Number(3), Number(1)))

    with pytest.raises(AuthorityNeeded, match=r"order of the tied participants \(671\)"):
        play.do(word, ARBITER)
    play.do(word, DIRECTOR)

    system(edition).standings(build_tournament(play.event, play.section))
    assert play.entries[-1].authority == "director: D. Irector"


def test_decisions_entered_by_command_need_an_authority(run: Run) -> None:
    by_command(run, "cfc_team_swiss", 4)
    word = ("--authority", "director:D. I.", "--reason", "fair play")

    for command in (("expel", 2), ("readmit", 2), ("adjust", 2, "--match-points", "-1")):
        assert_refused(
            run(*command), "Name the authority for the ruling: director or Chief Arbiter"
        )
        assert_refused(run(*command, *word[:2]), "needs a reason")
        assert run(*command, *word)[0] == DONE
    assert run("table", 1, 2, "--note", "camera")[0] == DONE
    assert_refused(
        run("table", 3, 2, "--note", "ramp"), "Table 2 is already reserved for Aland (#1)"
    )
    assert_refused(run("lift", 2, *word), "Bland (#2) is not suspended.")
    order = ("lot", DIRECTORS_ORDER, "--order", 2, 1)
    assert_refused(
        run(*order),
        ("A ruling is needed on the order of the tied participants (671)."),
    )
    assert run(*order, *word)[0] == DONE
    assert run("pair", "--publish", "--yes")[0] == DONE
    assert_refused(
        run("imaginary", 1, 2, *word),
        "Virtual points can only be assigned before round 1 is published.",
    )
