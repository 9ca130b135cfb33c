"""What the Olympiad editions say about teams: rosters, hosts, byes and fixed tables."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    ARBITER,
    COMMISSION,
    PRESIDENT,
    SECTION,
    Play,
    event_with_section,
    federation_team,
    olympiad_event,
    olympiad_hosted_by,
    olympiad_with_c_team,
    team,
)
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    Number,
    Team,
    ZeroPointBye,
)


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_a_c_team_that_played_round_one_must_stay(edition: str) -> None:
    play = olympiad_with_c_team(edition)
    play.round()

    with pytest.raises(AuthorityNeeded, match="must stay until the end"):
        play.do(actions.Withdraw(SECTION, Number(8), 2))
    play.do(actions.Withdraw(SECTION, Number(7), 2))
    play.do(actions.Withdraw(SECTION, Number(8), 2), ARBITER)


def test_a_c_team_may_leave_before_it_has_played() -> None:
    play = olympiad_with_c_team("olympiad_2022")

    play.do(actions.Withdraw(SECTION, Number(8), 1))

    assert play.section.requests[0].number == 8


SECOND_TEAMS = each_edition(
    olympiad_2008="2",
    olympiad_2008_dresden="2",
    olympiad_2009="2",
    olympiad_2021_draft="2.1",
    olympiad_2022="2.1",
)


@SECOND_TEAMS
def test_only_the_host_can_enter_a_second_and_third_team(edition: str) -> None:
    play = olympiad_hosted_by("IND", edition)

    play.do(
        actions.Enter(
            SECTION,
            (
                federation_team("IND", 1),
                federation_team("ind", 2, "B"),
                federation_team("IND", 3, "C"),
            ),
        )
    )
    for letter in "BC":
        with pytest.raises(
            AuthorityNeeded, match=rf"Team 004 enters as team {letter} of NOR\. Only the host, IND,"
        ):
            play.do(actions.Enter(SECTION, (federation_team("NOR", 4, letter),)))
    play.do(actions.Enter(SECTION, (federation_team("NOR", 4),)))
    with pytest.raises(AuthorityNeeded, match="President of FIDE or Chief Arbiter"):
        play.do(actions.ChangeEntry(SECTION, federation_team("NOR", 4, "B")))
    play.do(actions.ChangeEntry(SECTION, federation_team("NOR", 4, "B")), ARBITER)
    # What was decided is not asked again with every other change.
    play.do(actions.ChangeEntry(SECTION, replace(federation_team("NOR", 4, "B"), name="Norway 2")))
    assert len(play.section.competitors) == 4


@SECOND_TEAMS
@pytest.mark.parametrize("second", ["B", "b"])
def test_the_host_has_one_b_team_and_one_c_team(edition: str, second: str) -> None:
    play = olympiad_hosted_by("CAN", edition)
    play.do(
        actions.Enter(
            SECTION,
            (federation_team("CAN", 1), federation_team("CAN", 2, "B"), federation_team("NOR", 3)),
        )
    )

    with pytest.raises(
        AuthorityNeeded, match="the host already has a team with this letter: Team 002"
    ):
        play.do(actions.Enter(SECTION, (federation_team("CAN", 4, second),)))
    with pytest.raises(
        AuthorityNeeded, match="the host already has a team with this letter: Team 004"
    ):
        play.do(
            actions.Enter(SECTION, (federation_team("CAN", 4, "C"), federation_team("CAN", 5, "c")))
        )
    for letter in "DZ":
        with pytest.raises(AuthorityNeeded, match="The host may have only an A, a B and a C team"):
            play.do(actions.Enter(SECTION, (federation_team("CAN", 4, letter),)))
    # Somebody in charge may let it happen, as in 2010.
    play.do(actions.Enter(SECTION, (federation_team("CAN", 4, "D"),)), ARBITER)
    assert len(play.section.competitors) == 4


@SECOND_TEAMS
@pytest.mark.parametrize(("others", "allowed"), [(3, True), (4, False)])
def test_a_c_team_plays_only_beside_an_odd_number_of_teams(
    edition: str, others: int, allowed: bool
) -> None:
    play = olympiad_hosted_by("CAN", edition)
    play.do(actions.Enter(SECTION, tuple(federation_team("NOR", n) for n in range(1, others + 1))))

    told = play.do(actions.Enter(SECTION, (federation_team("CAN", 9, "c"),))).notices
    closing = build_close_entries_action(play.event, SECTION)
    if allowed:
        play.do(closing)
    else:
        # Entries were still open: it could have become an odd number.
        assert any("is odd. There are 4 other teams" in note for note in told)
        with pytest.raises(AuthorityNeeded, match=r"is odd. There are 4 other teams"):
            play.do(closing)
        play.do(closing, ARBITER)


@SECOND_TEAMS
@pytest.mark.parametrize(("others", "allowed"), [(3, True), (4, False)])
def test_a_late_c_team_is_only_allowed_to_make_the_field_even(
    edition: str, others: int, allowed: bool
) -> None:
    play = olympiad_hosted_by("CAN", edition)
    play.do(actions.Enter(SECTION, tuple(federation_team("NOR", n) for n in range(1, others + 1))))
    play.do(build_close_entries_action(play.event, SECTION))

    with pytest.raises(AuthorityNeeded) as asked:
        play.do(actions.EnterLate(SECTION, federation_team("CAN", others + 1, "C")))

    told = [problem.what for problem in asked.value.problems]
    assert any("if the number of other teams is odd" in words for words in told) is not allowed


@SECOND_TEAMS
def test_a_lower_case_team_letter_means_the_same(edition: str) -> None:
    play = olympiad_hosted_by("IND", edition)

    play.do(actions.Enter(SECTION, (federation_team("NOR", 1, "a"),)))
    with pytest.raises(AuthorityNeeded, match="enters as team B"):
        play.do(actions.Enter(SECTION, (federation_team("NOR", 2, "b"),)))


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_a_c_team_with_a_lower_case_letter_must_also_stay(edition: str) -> None:
    play = olympiad_with_c_team(edition)
    changed = replace(play.section.competitors[Number(8)], letter="c")
    play.do(actions.ChangeEntry(SECTION, changed), ARBITER, confirmed=True)
    play.round()

    with pytest.raises(AuthorityNeeded, match="must stay until the end"):
        play.do(actions.Withdraw(SECTION, Number(8), 2))


@SECOND_TEAMS
def test_only_the_host_can_enter_a_late_second_team(edition: str) -> None:
    play = olympiad_hosted_by("IND", edition)
    play.do(actions.Enter(SECTION, (federation_team("IND", 1), federation_team("NOR", 2))))
    play.do(build_close_entries_action(play.event, SECTION))
    late = replace(federation_team("NOR", 3, "B"), joined=1)

    with pytest.raises(AuthorityNeeded, match="enters as team B") as raised:
        play.do(actions.EnterLate(SECTION, late))
    assert len(raised.value.problems) == 2
    play.do(actions.EnterLate(SECTION, replace(late, federation="IND")), ARBITER)


@SECOND_TEAMS
@pytest.mark.parametrize(("host", "own"), [("", "IND"), ("IND", ""), ("", "")])
def test_a_second_team_without_a_recorded_federation_needs_confirmation(
    edition: str, host: str, own: str
) -> None:
    play = olympiad_hosted_by(host, edition)

    with pytest.raises(ConfirmationNeeded, match=r"enters as team B.*\. Only the host"):
        play.do(actions.Enter(SECTION, (federation_team(own, 1, "B"),)))
    play.do(actions.Enter(SECTION, (federation_team(own, 1, "B"),)), confirmed=True)


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_a_c_team_cannot_miss_a_later_round_without_a_ruling(edition: str) -> None:
    play = olympiad_with_c_team(edition)
    # Asked for before round 1 it would be the same absence.
    with pytest.raises(AuthorityNeeded, match="must stay until the end"):
        play.do(actions.Withdraw(SECTION, Number(8), 2))
    play.round()

    for act in (actions.RequestBye(SECTION, Number(8), 2), actions.Suspend(SECTION, Number(8))):
        with pytest.raises(AuthorityNeeded, match="must stay until the end"):
            play.do(act)
    play.do(actions.Suspend(SECTION, Number(7)))
    play.do(actions.RequestBye(SECTION, Number(8), 2), ARBITER)


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.1",
    olympiad_2022="4.1",
)
def test_a_requested_bye_needs_a_ruling_and_never_gives_points(edition: str) -> None:
    play = olympiad_event(edition)
    asked = actions.RequestBye(SECTION, Number(3), 1)

    with pytest.raises(AuthorityNeeded, match="These rules do not provide for requested byes"):
        play.do(asked)
    for worth in (HalfPointBye(), FullPointBye()):
        with pytest.raises(Refused, match="cannot get points for a requested bye"):
            play.do(replace(asked, outcome=worth), PRESIDENT, confirmed=True)
    play.do(asked, ARBITER)

    assert play.section.requests[-1].outcome == ZeroPointBye()


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_a_team_consists_of_four_players_and_a_reserve(edition: str) -> None:
    play = event_with_section(edition, 11, 4)

    with pytest.raises(Refused, match="boards"):
        play.do(actions.AddSection("Other", edition, 11, 5))
    with pytest.raises(Refused, match="6 players"):
        play.do(actions.Enter(SECTION, (team(1, 6),)))
    with pytest.raises(ConfirmationNeeded, match="only 3"):
        play.do(actions.Enter(SECTION, (team(1, 3),)))
    play.do(actions.Enter(SECTION, (team(1, 5),)))


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_a_man_in_the_womens_event_causes_a_warning(edition: str) -> None:
    play = Play()
    play.do(actions.CreateEvent("Women's Olympiad"))
    play.do(actions.AddSection(SECTION, edition, 11, 4))
    one = team(1)
    men = tuple(replace(p, sex="m") for p in one.players)

    with pytest.raises(ConfirmationNeeded, match="a male player"):
        play.do(actions.Enter(SECTION, (replace(one, players=men),)))


@each_edition(olympiad_2008="5", olympiad_2008_dresden="5", olympiad_2009="5")
def test_only_the_president_changes_names_and_board_order(edition: str) -> None:
    play = event_with_section(edition, 11, 4)
    play.do(actions.Enter(SECTION, (team(1), team(2))))
    before = play.section.competitor(Number(1))
    assert isinstance(before, Team)
    swapped = replace(before, players=before.players[::-1])
    play.do(actions.ChangeEntry(SECTION, swapped))
    play.do(actions.CloseEntries(SECTION, (Number(1), Number(2))))

    with pytest.raises(AuthorityNeeded, match="President of FIDE"):
        play.do(actions.ChangeEntry(SECTION, before), ARBITER)
    rated = replace(swapped, players=tuple(replace(p, rating=1) for p in swapped.players))
    play.do(actions.ChangeEntry(SECTION, rated))
    play.do(actions.ChangeEntry(SECTION, before), PRESIDENT)

    assert play.section.competitor(Number(1)) == before
    assert play.entries[-1].authority.startswith("President of FIDE: ")


@each_edition(olympiad_2008="10", olympiad_2008_dresden="10", olympiad_2009="11")
def test_a_different_number_of_rounds_causes_a_warning(edition: str) -> None:
    play = Play()
    play.do(actions.CreateEvent("Test"))

    with pytest.raises(ConfirmationNeeded, match="11 rounds"):
        play.do(actions.AddSection(SECTION, edition, 9, 4))
    play.do(actions.AddSection(SECTION, edition, 11, 4))


# --- tables ---------------------------------------------------------------------------------


@each_edition(
    olympiad_2021_draft=("11.2", "11.2.1", "11.2.2", "11.2.3"),
    olympiad_2022=("11.2", "11.2.1", "11.2.2", "11.2.3"),
)
def test_a_fixed_table_needs_a_ground(edition: str) -> None:
    play = olympiad_event(edition)
    fix = partial(actions.FixTable, SECTION, Number(1), 3)

    with pytest.raises(Refused, match="note"):
        play.do(fix())
    with pytest.raises(Refused, match="note"):
        play.do(fix(actions.TableGround.DISABILITY))
    with pytest.raises(AuthorityNeeded, match="Global Strategy Commission"):
        play.do(fix(actions.TableGround.SPONSOR))
    play.do(fix(actions.TableGround.SPONSOR), COMMISSION)
    play.do(fix(actions.TableGround.DISABILITY, "needs the ramp"))
    with pytest.raises(ConfirmationNeeded, match="the host's"):
        play.do(fix(actions.TableGround.HOST))
    play.do(fix(actions.TableGround.HOST), confirmed=True)

    assert play.section.fixed_tables[0].table == 3


@each_edition(olympiad_2021_draft="11.2.1", olympiad_2022="11.2.1")
def test_a_sponsors_table_can_be_freed_without_the_commission(edition: str) -> None:
    play = olympiad_event(edition)
    play.do(actions.FixTable(SECTION, Number(1), 3, actions.TableGround.SPONSOR), COMMISSION)

    # The permission is one to leave the order of publication; to come back to it needs none.
    play.do(actions.FixTable(SECTION, Number(1), 0, actions.TableGround.SPONSOR))

    assert play.section.fixed_tables == ()


@each_edition(olympiad_2021_draft="11.2.2", olympiad_2022="11.2.2")
def test_the_hosts_a_team_with_a_lower_case_letter_gets_its_table(edition: str) -> None:
    play = olympiad_hosted_by("IND", edition)
    play.do(actions.Enter(SECTION, (federation_team("IND", 1, "a"), federation_team("NOR", 2))))

    play.do(actions.FixTable(SECTION, Number(1), 1, actions.TableGround.HOST))

    assert play.section.fixed_tables[0].table == 1


@pytest.mark.article("olympiad_2022:11.2.2")
def test_the_host_can_choose_a_table_only_for_its_a_team() -> None:
    play = olympiad_with_c_team("olympiad_2022")

    with pytest.raises(Refused, match="not the host's A team"):
        play.do(actions.FixTable(SECTION, Number(8), 1, actions.TableGround.HOST))


@each_edition(olympiad_2021_draft="11.2.2", olympiad_2022="11.2.2")
def test_the_a_team_of_another_federation_gets_no_host_table(edition: str) -> None:
    play = olympiad_hosted_by("IND", edition)
    play.do(actions.Enter(SECTION, (federation_team("IND", 1), federation_team("NOR", 2))))

    with pytest.raises(Refused, match=r"Team 002 of NOR is not the A team of the host, IND"):
        play.do(actions.FixTable(SECTION, Number(2), 1, actions.TableGround.HOST))
    play.do(actions.FixTable(SECTION, Number(1), 1, actions.TableGround.HOST))
    # To free it again nobody is asked.
    play.do(actions.FixTable(SECTION, Number(1), 0, actions.TableGround.HOST))
    assert play.section.fixed_tables == ()
