"""What FIDE's general handling rules say about people: entries, numbers, absence, adjournment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    ARBITER,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    cfc_event,
    dutch_event,
    event_with_section,
    numbers_at_tables,
    person,
)
from topboard.checking import check_all_rounds
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.new_entries import build_late_entry_action
from topboard.event.pairing import (
    build_close_entries_action,
    build_end_manual_pairing_action,
    build_renumber_action,
)
from topboard.event.policy import find_exclusions_from_next_round
from topboard.event.replay import replay_rounds
from topboard.event.tournament import build_tournament
from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    NotYetEntered,
    Number,
    Player,
    Scale,
)
from topboard.systems.registry import system

BAKU = "baku"
EDITIONS = ("fide_dutch_2026", "fide_dutch_2017")


def names(play: Play) -> list[str]:
    return [c.name.removeprefix("Player ") for c in play.section.competitors.values()]


def rated_anew(play: Play, number: int, rating: int) -> actions.ChangeEntry:
    one = play.section.competitor(Number(number))
    assert isinstance(one, Player)
    return actions.ChangeEntry(SECTION, replace(one, rating=rating))


# --- the initial list -------------------------------------------------------------------------


@each_edition(
    handled_from_2026=("C.04.2 2.2", "C.04.2 2.2.1", "C.04.2 2.2.2", "C.04.2 2.2.3"),
    fide_dutch_2017=("C.04.2 B.2",),
)
def test_numbers_follow_strength_title_and_name(edition: str) -> None:
    play = event_with_section(edition, 5)
    listed = [("Zita", 2300, "FM"), ("Abel", 2300, ""), ("Xaver", 2300, "WGM"), ("Ida", 2300, "IM")]
    listed += [("Otto", 2400, ""), ("Bela", 2300, "")]
    entered = [
        Player(Number(n), name, rating, title=title)
        for n, (name, rating, title) in enumerate(listed, start=1)
    ]
    play.do(actions.Enter(SECTION, tuple(entered)))
    act = build_close_entries_action(play.event, SECTION)

    with pytest.raises(ConfirmationNeeded, match="strength, title and name"):
        play.do(actions.CloseEntries(SECTION, tuple(sorted(act.order))))
    play.do(act)

    assert names(play) == ["Otto", "Ida", "Xaver", "Zita", "Abel", "Bela"]


# --- renumbering -----------------------------------------------------------------------


@each_edition(single_games_from_2026="C.04.2 2.3", fide_dutch_2017="C.04.2 B.3")
def test_corrected_data_change_the_numbers_until_round_four_is_paired(edition: str) -> None:
    play = dutch_event(edition)
    for _ in range(3):
        play.round()
    done = play.do(rated_anew(play, 7, 2500))
    assert "You can renumber the participants" in done.notices[0]
    before = [tuple(r.meetings) for r in play.section.rounds]

    with pytest.raises(AuthorityNeeded, match="whether to renumber the participants"):
        play.do(build_renumber_action(play.event, SECTION))
    play.do(build_renumber_action(play.event, SECTION), ARBITER)

    assert names(play) == ["007", "001", "002", "003", "004", "005", "006", "008"]
    assert [tuple(r.meetings) for r in play.section.rounds] == before
    assert not any(r.numbers_in_force for r in play.section.rounds)
    played = build_tournament(play.event, play.section)
    points = system(edition).facts(played).points
    assert points[Number(2)] == 30, "number 1 has won all and is number 2 now"
    assert all(replay_rounds(play.entries))
    play.round()


@each_edition(handled_from_2026="C.04.2 2.3", fide_dutch_2017="C.04.2 B.3")
def test_after_round_four_is_paired_a_correction_changes_no_number(edition: str) -> None:
    play = dutch_event(edition)
    for _ in range(3):
        play.round()
    play.pair()
    assert play.section.draft is not None

    done = play.do(rated_anew(play, 7, 2500))

    assert "keeps starting number 7" in done.notices[0]
    assert names(play)[6] == "007"
    with pytest.raises(Refused, match="once round 4 is paired"):
        play.do(build_renumber_action(play.event, SECTION), PRESIDENT)
    pairing = next(e.number for e in reversed(play.entries) if isinstance(e.act, actions.PairRound))
    play.do(actions.Undo(pairing))
    play.do(build_renumber_action(play.event, SECTION), ARBITER)
    assert names(play)[0] == "007"


def test_a_change_that_keeps_the_order_does_not_renumber_players() -> None:
    play = dutch_event("fide_dutch_2026")
    play.round()

    told = play.do(rated_anew(play, 7, 2235)).notices
    assert told == (
        (
            "This changes Player 007's rating from 2230 to 2235 although round 1 has already "
            "been published."
        ),
    )
    play.do(rated_anew(play, 7, 2500))
    told = play.do(rated_anew(play, 8, 2225)).notices
    assert len(told) == 1, "only 7 is out of order"
    play.do(rated_anew(play, 7, 2235))
    with pytest.raises(Refused, match="The starting numbers of Open are already correct"):
        play.do(build_renumber_action(play.event, SECTION), ARBITER)


def test_in_other_systems_players_are_renumbered_only_before_round_one() -> None:
    play = dutch_event("cfc_swiss")
    play.do(rated_anew(play, 7, 2500))
    play.do(build_renumber_action(play.event, SECTION))
    assert names(play)[0] == "007"
    play.round()
    play.do(rated_anew(play, 7, 2600))

    with pytest.raises(Refused, match="once round 1 is paired"):
        play.do(build_renumber_action(play.event, SECTION), ARBITER)


def test_a_renumbering_cannot_be_undone_once_its_numbers_are_used() -> None:
    play = dutch_event("fide_dutch_2026")
    play.round()
    play.do(rated_anew(play, 7, 2500))
    play.do(build_renumber_action(play.event, SECTION), ARBITER)
    given = len(play.entries)
    play.do(actions.RequestBye(SECTION, Number(1), 3))

    with pytest.raises(Refused, match="assigned starting numbers"):
        play.do(actions.Undo(given), ARBITER)
    play.do(actions.Undo(given + 1))
    play.do(actions.Undo(given), ARBITER)

    assert names(play)[6] == "007"


# --- late entries -----------------------------------------------------------------------------


@each_edition(handled_from_2026="C.04.2 2.4", fide_dutch_2017="C.04.2 C.2")
def test_a_late_entry_gets_its_place_even_after_round_four(edition: str) -> None:
    play = dutch_event(edition, rounds=7)
    for _ in range(4):
        play.round()
    late = Player(Number(99), "Late", 2275, title="FM", joined=5)
    act = build_late_entry_action(play.event, SECTION, late)

    with pytest.raises(AuthorityNeeded, match="enter late"):
        play.do(act)
    play.do(act, ARBITER)

    assert (act.competitor.number, act.others_move) == (3, True)
    assert names(play) == ["001", "002", "Late", "003", "004", "005", "006", "007", "008"]
    rows = system(edition).facts(build_tournament(play.event, play.section))
    assert rows.points[Number(3)] == 0
    assert all(isinstance(one, NotYetEntered) for one in rows.outcomes[Number(3)])
    assert 3 in numbers_at_tables(play.round())


@each_edition(handled_from_2026="C.04.2 2.4", fide_dutch_2017="C.04.2 C.2")
def test_a_different_number_or_points_for_a_late_entry_need_confirmation(edition: str) -> None:
    play = dutch_event(edition)
    play.round()
    late = replace(person(99, 2500), joined=2, pairing_score=5)

    with pytest.raises(ConfirmationNeeded, match="should have starting number 1"):
        play.do(
            build_late_entry_action(
                play.event, SECTION, replace(late, pairing_score=None), last=True
            ),
            ARBITER,
        )
    with pytest.raises(ConfirmationNeeded, match="no points for missed rounds"):
        play.do(build_late_entry_action(play.event, SECTION, late), ARBITER)


def test_a_late_entry_is_numbered_after_an_otherwise_equal_player() -> None:
    play = dutch_event("fide_dutch_2026")

    act = build_late_entry_action(play.event, SECTION, Player(Number(99), "Player 003", 2270))

    assert act.competitor.number == 4


# --- who is there -----------------------------------------------------------------------------


@each_edition(handled_from_2026="C.04.2 4.1", fide_dutch_2017="C.04.2 C.1")
def test_a_player_who_has_not_confirmed_is_left_out_of_round_one(edition: str) -> None:
    play = dutch_event(edition)
    assert find_exclusions_from_next_round(play.section) == ()
    for number in (1, 2, 3, 4, 5, 6):
        play.do(actions.RecordPresence(SECTION, Number(number), 1))
    on_the_way = actions.RecordPresence(SECTION, Number(7), 0, "train at 9", in_time=True)
    with pytest.raises(AuthorityNeeded, match=r"whether to pair .* anyway"):
        play.do(on_the_way)
    play.do(on_the_way, ARBITER)

    first = play.round()

    assert numbers_at_tables(first) == {1, 2, 3, 4, 5, 6, 7}
    assert play.section.competitors[Number(8)].joined == 2
    assert 8 in numbers_at_tables(play.round())


@pytest.mark.article("fide_dutch_2017:C.04.2 D.2")
def test_before_2026_a_player_absent_without_notice_counts_as_withdrawn() -> None:
    play = dutch_event("fide_dutch_2017")
    made = play.publish()
    away = made.tables[0].black
    play.result(1, 10, 0, manner=Manner.DEFAULT)
    play.results()

    assert [(e.number, e.article) for e in find_exclusions_from_next_round(play.section)] == [
        (away, "C.04.2 D.2")
    ]
    with pytest.raises(AuthorityNeeded, match="excuse"):
        play.do(actions.LiftSuspension(SECTION, away))
    play.do(actions.LiftSuspension(SECTION, away), ARBITER)

    assert away in numbers_at_tables(play.round())


def test_since_2026_a_player_absent_without_notice_is_still_paired() -> None:
    play = dutch_event("fide_dutch_2026")
    made = play.publish()
    play.result(1, 10, 0, manner=Manner.DEFAULT)
    play.results()

    assert made.tables[0].black in numbers_at_tables(play.round())


@each_edition(single_games_from_2026="C.04.2 3.3", fide_dutch_2017="C.04.2 D.4")
def test_a_round_missed_with_notice_scores_nothing_unless_points_are_granted(
    edition: str,
) -> None:
    play = dutch_event(edition)
    play.do(actions.RequestBye(SECTION, Number(8), 1))
    half = actions.RequestBye(SECTION, Number(7), 1, HalfPointBye())
    with pytest.raises(AuthorityNeeded, match="a half-point bye"):
        play.do(half)
    play.do(half, ARBITER)
    with pytest.raises(ConfirmationNeeded, match="full point without playing"):
        play.do(actions.RequestBye(SECTION, Number(6), 2, FullPointBye()))

    assert numbers_at_tables(play.round()) == {1, 2, 3, 4, 5, 6}

    points = system(edition).facts(build_tournament(play.event, play.section)).points
    assert (points[Number(7)], points[Number(8)]) == (5, 0)


@each_edition(handled_from_2026="C.04.2 3.2", fide_dutch_2017="C.04.2 D.3")
def test_pairing_a_withdrawn_player_by_hand_requires_confirmation(
    edition: str,
) -> None:
    play = dutch_event(edition)
    play.do(actions.Withdraw(SECTION, Number(8), 1))
    assert 8 not in numbers_at_tables(play.pair())
    play.do(actions.BeginManual(SECTION, 1))

    by_hand = actions.ChangeManual(SECTION, 1, (actions.Table(1, Number(1), Number(8)),))
    with pytest.raises(ConfirmationNeeded, match=r"left before round \d .*C\.04\.2"):
        play.do(by_hand)


# --- pairings ---------------------------------------------------------------------------------


@each_edition(single_games_from_2026="C.04.2 3.1", fide_dutch_2017="C.04.2 D.1")
def test_an_adjourned_game_is_a_draw_for_the_next_pairing(edition: str) -> None:
    play = dutch_event(edition)
    play.publish()

    with pytest.raises(Refused, match="counts as a draw"):
        play.result(1, 10, 0, manner=Manner.UNFINISHED)
    play.result(1, 5, 5, manner=Manner.UNFINISHED)
    play.results()

    second = play.publish()
    play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 10, 0)))
    assert {n for t in second.tables for n in (t.white, t.black)} == {*range(1, 9)}
    checked = check_all_rounds(build_tournament(play.event, play.section), system(edition))
    assert [one.differences for one in checked] == [(), ()]


@each_edition(handled_from_2026="C.04.2 1.5", fide_dutch_2017="C.04.2 A.5")
def test_altering_a_correct_pairing_requires_an_authority(edition: str) -> None:
    play = dutch_event(edition)
    made = play.pair()
    one, two, *rest = made.tables
    altered = (replace(one, black=two.black), replace(two, black=one.black), *rest)
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, altered))
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)

    with pytest.raises(
        AuthorityNeeded, match="The pairing differs from the one that the rules give"
    ):
        play.do(actions.PublishRound(SECTION, 1))
    with pytest.raises(AuthorityNeeded, match="needs a reason"):
        play.do(actions.PublishRound(SECTION, 1), ARBITER, reason="")
    play.do(actions.PublishRound(SECTION, 1), ARBITER, reason="two from one club")


@each_edition(handled_from_2026="C.04.2 1.1", fide_dutch_2017="C.04.2 A.1")
def test_an_acceleration_is_announced_before_round_one(edition: str) -> None:
    play = dutch_event(edition, variations=(BAKU,))

    with pytest.raises(
        Refused, match="Announce these options and tie-breaks before you pair round 1: baku"
    ):
        play.pair()
    play.do(actions.Announce(SECTION))
    first = play.round()

    assert (first.tables[0].white, first.tables[0].black) in {(1, 3), (3, 1)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_initial_colour_is_recorded_as_a_drawing_of_lots(edition: str) -> None:
    play = dutch_event(edition)
    play.do(actions.RecordLot(SECTION, "colour", colour=Colour.BLACK))

    with pytest.raises(
        AuthorityNeeded, match="Lots have already been drawn, and starting number 1 has Black"
    ):
        play.do(actions.RecordLot(SECTION, "colour", colour=Colour.WHITE))
    first = play.round()

    assert first.tables[0].black == 1


# --- other points for a game ------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_results_are_entered_as_one_half_or_zero_under_any_scoring(edition: str) -> None:
    play = dutch_event(edition, 8, game_scale=Scale(30, 10, 0))
    pairs = play.publish().tables
    play.result(1, 10, 0)
    play.result(2, 5, 5)
    play.result(3, 0, 10, manner=Manner.DEFAULT)
    play.result(4, 0, 10)

    facts = build_tournament(play.event, play.section)
    points = {line.number: line.points for line in system(edition).standings(facts).lines}

    assert [(points[pair.white], points[pair.black]) for pair in pairs] == [
        (30, 0),
        (10, 10),
        (0, 30),
        (0, 30),
    ]
    # The three who won make a bracket of their own with one from the drawn game.
    assert {pairs[0].white, pairs[2].black, pairs[3].black} <= seated_with_most(play, edition)


def seated_with_most(play: Play, edition: str) -> set[int]:
    """Who sits at the first two tables of the next round."""
    paired = system(edition).pair(build_tournament(play.event, play.section))
    return {number for pair in paired.pairs[:2] for number in (pair.white, pair.black)}


# --- round robins ---------------------------------------------------------------------------


@pytest.mark.article("fide_round_robin:6.5")
def test_a_no_show_in_a_round_robin_is_named_in_a_notice() -> None:
    play = cfc_event("fide_round_robin", 4)
    play.do(play.pair())
    play.do(actions.PublishRound(SECTION, 1), PANEL)
    white = play.section.rounds[0].meetings[1].white
    table = actions.TableResult(1, 0, 10, Manner.DEFAULT)

    done = play.do(actions.EnterResults(SECTION, 1, (table,)))
    other = play.do(actions.EnterResults(SECTION, 1, (actions.TableResult(2, 10, 0),)))

    (notice,) = done.notices
    assert f"Player {white:03} did not appear. Without an explanation" in notice
    assert "(6.5)" in notice
    assert other.notices == ()
