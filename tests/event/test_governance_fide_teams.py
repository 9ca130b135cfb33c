"""The handling rules where teams are paired by FIDE's Swiss Team System."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import (
    ARBITER,
    PANEL,
    SECTION,
    Play,
    event_with_section,
    numbers_at_tables,
    team,
)
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.new_entries import build_late_entry_action
from topboard.event.pairing import build_close_entries_action, build_end_manual_pairing_action
from topboard.event.policy.published_pairing import (
    find_participants_affected_by_change,
    get_tables_and_bye_of_round,
)
from topboard.event.tournament import build_tournament
from topboard.formats.trf.types import find_system_by_code, get_type_code_of_system
from topboard.model import HalfPointBye, Manner, Number
from topboard.systems.registry import system

NAME = "fide_team_2026"
GROUND = actions.ChangeGround


def teams(count: int = 8, rounds: int = 5, **settings: object) -> Play:
    """An event of teams with its entries closed."""
    play = event_with_section(NAME, rounds, 4, **settings)
    play.do(actions.Enter(SECTION, tuple(team(n) for n in range(1, count + 1))))
    play.do(build_close_entries_action(play.event, SECTION))
    return play


def test_teams_keep_the_order_in_which_they_were_entered() -> None:
    play = event_with_section(NAME, 5, 4)
    strongest_last = tuple(replace(team(n), number=Number(9 - n)) for n in range(8, 0, -1))
    play.do(actions.Enter(SECTION, strongest_last))
    play.do(build_close_entries_action(play.event, SECTION))

    assert next(one.name for one in play.section.competitors.values()) == "Team 008"


def test_a_team_event_runs_to_its_last_round() -> None:
    play = teams()
    for _ in range(5):
        assert numbers_at_tables(play.round()) == {*range(1, 9)}

    standings = system(NAME).standings(build_tournament(play.event, play.section))
    assert [line.number for line in standings.lines][:3] == [1, 2, 3]
    assert [column.code for column in standings.columns] == ["MPvGP", "BH:MP", "EDE"]


@pytest.mark.article(f"{NAME}:C.04.2 1.1")
def test_the_options_of_an_event_are_announced_before_round_one() -> None:
    play = teams(variations=("type-b", "game-points"))

    with pytest.raises(
        Refused, match="Announce these options and tie-breaks before you pair round 1"
    ):
        play.pair()
    play.do(actions.Announce(SECTION))

    assert numbers_at_tables(play.round()) == {*range(1, 9)}


@pytest.mark.article(f"{NAME}:C.04.2 1.3")
@pytest.mark.parametrize(
    ("code", "variations"),
    [
        ("FIDE_TEAM_TYPEA_MP_GP", ()),
        ("FIDE_TEAM_TYPEB_MP", ("type-b", "one-score")),
        ("FIDE_TEAM_GP_MP", ("no-preferences", "game-points")),
        ("FIDE_TEAM_TYPEA_GP", ("game-points", "one-score")),
        ("FIDE_TEAM_TYPEB_MP_GP_BAKU", ("type-b", "baku")),
    ],
)
def test_the_report_names_the_system_with_its_choices(code, variations) -> None:
    assert get_type_code_of_system(NAME, variations) == code
    assert get_type_code_of_system(NAME, variations[::-1]) == code
    assert find_system_by_code(code, "") == (NAME, variations)


def test_the_short_code_means_match_points_and_preferences_of_type_a() -> None:
    assert find_system_by_code("FIDE_TEAM", "2026/05/01") == (NAME, ())
    assert find_system_by_code("FIDE_TEAM_BAKU", "") == (NAME, ("baku",))
    assert get_type_code_of_system(NAME, ("graded",)) == ""


@pytest.mark.article(f"{NAME}:C.04.2 1.5")
def test_altering_a_correct_pairing_requires_an_authority() -> None:
    play = teams()
    one, two, *rest = play.pair().tables
    altered = (replace(one, black=two.black), replace(two, black=one.black), *rest)
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, altered))
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)

    with pytest.raises(
        AuthorityNeeded, match="The pairing differs from the one that the rules give"
    ):
        play.do(actions.PublishRound(SECTION, 1))


@pytest.mark.article(f"{NAME}:C.04.2 2.4")
def test_a_late_team_gets_the_next_number_and_nothing_for_missed_rounds() -> None:
    play = teams(7)
    play.round()
    act = build_late_entry_action(play.event, SECTION, replace(team(99), joined=2))
    play.do(act, ARBITER)

    assert act.competitor.number == 8
    assert system(NAME).facts(build_tournament(play.event, play.section)).points[Number(8)] == 0
    assert 8 in numbers_at_tables(play.round())


@pytest.mark.article(f"{NAME}:C.04.2 3.1")
def test_unfinished_games_of_a_match_count_as_draws_for_the_pairing() -> None:
    play = teams()
    play.publish()

    with pytest.raises(Refused, match="counts as a draw"):
        play.result(1, 40, 0, manner=Manner.UNFINISHED)
    play.result(1, 20, 20, manner=Manner.UNFINISHED)
    play.results()

    assert numbers_at_tables(play.publish()) == {*range(1, 9)}


@pytest.mark.article(f"{NAME}:C.04.2 3.3")
def test_a_round_missed_with_notice_scores_nothing_unless_points_are_granted() -> None:
    play = teams()
    play.do(actions.RequestBye(SECTION, Number(8), 1))
    half = actions.RequestBye(SECTION, Number(7), 1, HalfPointBye())
    with pytest.raises(AuthorityNeeded, match="a half-point bye"):
        play.do(half)
    play.do(half, ARBITER)

    assert numbers_at_tables(play.round()) == {1, 2, 3, 4, 5, 6}

    points = system(NAME).facts(build_tournament(play.event, play.section)).points
    assert (points[Number(7)], points[Number(8)]) == (10, 0)


@pytest.mark.article(f"{NAME}:C.04.2 4.1")
def test_a_team_that_has_not_confirmed_is_left_out_of_round_one() -> None:
    play = teams()
    for number in range(1, 7):
        play.do(actions.RecordPresence(SECTION, Number(number), 4))

    assert numbers_at_tables(play.round()) == {1, 2, 3, 4, 5, 6}


@pytest.mark.article(f"{NAME}:C.04.2 4.3")
def test_a_result_correction_after_the_next_round_requires_confirmation() -> None:
    play = teams()
    play.round()
    play.round()
    play.publish()

    with pytest.raises((ConfirmationNeeded, AuthorityNeeded, Refused)):
        play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 0, 40)))


@pytest.mark.article(
    f"{NAME}:C.04.2 4.4",
    f"{NAME}:C.04.2 4.4.1",
)
def test_a_published_pairing_stays_unless_it_contains_a_rematch() -> None:
    play = teams()
    play.publish()

    with pytest.raises(Refused, match=r"have not met|had not met|met before|second time"):
        play.do(swap_blacks(play, GROUND.REMATCH), PANEL)


def swap_blacks(play: Play, ground: actions.ChangeGround) -> actions.ChangePublished:
    """The Blacks of the first two tables exchanged."""
    played = play.section.rounds[-1]
    tables, bye = get_tables_and_bye_of_round(played)
    one, two, *rest = tables
    new = (replace(one, black=two.black), replace(two, black=one.black), *rest)
    act = actions.ChangePublished(SECTION, played.number, new, bye, ground)
    everybody = find_participants_affected_by_change(played, act)
    return replace(act, informed=everybody, agreed=everybody)


@pytest.mark.parametrize(
    "ground",
    [
        pytest.param("COMPETITION_RULES", marks=pytest.mark.article(f"{NAME}:C.04.2 4.4.2")),
        pytest.param("NO_OPPONENT", marks=pytest.mark.article(f"{NAME}:C.04.2 4.4.3")),
        pytest.param("LATE_ENTRY", marks=pytest.mark.article(f"{NAME}:C.04.2 4.4.4")),
        pytest.param("LAST_ROUND", marks=pytest.mark.article(f"{NAME}:C.04.2 4.4.5")),
    ],
)
def test_every_other_ground_for_a_change_requires_its_conditions(ground: str) -> None:
    play = teams()
    play.publish()

    with pytest.raises((Refused, AuthorityNeeded, ConfirmationNeeded)):
        play.do(swap_blacks(play, GROUND[ground]))
