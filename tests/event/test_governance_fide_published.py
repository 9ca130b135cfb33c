"""On which grounds FIDE's handling rules let a published pairing be changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.event.sessions import ARBITER, PANEL, SECTION, Play, dutch_event, person
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.new_entries import build_late_entry_action
from topboard.event.pairing import build_end_manual_pairing_action
from topboard.event.policy.published_pairing import (
    find_participants_affected_by_change,
    get_tables_and_bye_of_round,
)
from topboard.event.replay import replay_rounds
from topboard.event.tournament import build_tournament
from topboard.model import Manner, Number, PairingBye, Played
from topboard.model.history import outcomes

GROUND = actions.ChangeGround
BOTH = each_edition(handled_from_2026=("C.04.2 4.4",), fide_dutch_2017=("C.04.2 D.10",))


def change_last_round(
    play: Play,
    ground: actions.ChangeGround,
    tables: tuple[actions.Table, ...],
    bye: Number | None = None,
    **more: object,
) -> actions.ChangePublished:
    """The last round with other tables, of which all concerned are told."""
    played = play.section.rounds[-1]
    act = actions.ChangePublished(SECTION, played.number, tables, bye, ground, **more)  # type: ignore[arg-type]
    return replace(act, informed=find_participants_affected_by_change(played, act))


def with_agreement(play: Play, act: actions.ChangePublished) -> actions.ChangePublished:
    """The change, to which all concerned agree."""
    return replace(act, agreed=find_participants_affected_by_change(play.section.rounds[-1], act))


def swap_blacks(
    play: Play, ground: actions.ChangeGround, first: int = 1
) -> actions.ChangePublished:
    """The Blacks of two neighbouring tables exchanged."""
    tables, bye = get_tables_and_bye_of_round(play.section.rounds[-1])
    new = list(tables)
    one, two = new[first - 1 : first + 1]
    new[first - 1 : first + 1] = replace(one, black=two.black), replace(two, black=one.black)
    return change_last_round(play, ground, tuple(new), bye)


def with_rematch(edition: str) -> Play:
    """Round 2 is, by hand, round 1 with the colours reversed."""
    play = dutch_event(edition)
    made = play.round()
    play.pair()
    play.do(actions.BeginManual(SECTION, 2))
    turned = tuple(actions.Table(t.table, t.black, t.white) for t in made.tables)
    play.do(actions.ChangeManual(SECTION, 2, turned), confirmed=True)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    play.do(actions.PublishRound(SECTION, 2), ARBITER, confirmed=True)
    return play


@BOTH
def test_a_published_pairing_stays_without_a_valid_ground_for_change(edition: str) -> None:
    play = dutch_event(edition)
    play.publish()

    for ground in set(GROUND) - {GROUND.COMPETITION_RULES}:
        with pytest.raises(Refused):
            play.do(swap_blacks(play, ground), ARBITER, confirmed=True)
    assert play.section.rounds[-1].revision == 0


@each_edition(handled_from_2026=("C.04.2 4.4", "C.04.2 4.4.1"), fide_dutch_2017=("C.04.2 D.10",))
def test_a_published_rematch_can_be_corrected_if_the_players_are_informed(edition: str) -> None:
    play = with_rematch(edition)
    act = swap_blacks(play, GROUND.REMATCH)

    with pytest.raises(Refused, match=r"^Inform Player \d+ \(#\d\) before"):
        play.do(replace(act, informed=()), ARBITER)
    with pytest.raises(AuthorityNeeded, match="This changes a published pairing"):
        play.do(act)
    play.do(act, ARBITER)

    assert play.section.rounds[-1].revision == 1
    assert all(replay_rounds(play.entries))


@each_edition(handled_from_2026="C.04.2 4.4.2")
def test_the_rules_of_the_event_may_allow_a_change(edition: str) -> None:
    play = dutch_event(edition)
    play.publish()

    done = play.do(
        swap_blacks(play, GROUND.COMPETITION_RULES), ARBITER, reason="rule 7: no siblings"
    )

    assert "State in the reason which rule of the event allows the change" in done.notices[0]
    with pytest.raises(AuthorityNeeded, match="needs a reason"):
        play.do(swap_blacks(play, GROUND.COMPETITION_RULES), ARBITER, reason="")


@each_edition(handled_from_2026="C.04.2 4.4")
def test_undoing_a_publication_counts_as_changing_it(edition: str) -> None:
    play = dutch_event(edition)
    play.publish()
    entry = len(play.entries)

    with pytest.raises(Refused, match="No pair in the published round had met"):
        play.do(actions.Undo(entry, GROUND.REMATCH, tuple(play.section.competitors)), ARBITER)
    play.do(actions.Undo(entry, GROUND.COMPETITION_RULES, tuple(play.section.competitors)), ARBITER)

    assert play.section.rounds == ()


# --- two who have no opponent -----------------------------------------------------------------


def two_alone(edition: str) -> tuple[Play, actions.ChangePublished]:
    """At tables 1 and 2 of round 2 Black does not come: the two who came would play."""
    play = dutch_event(edition)
    play.round()
    play.publish()
    play.result(1, 10, 0, manner=Manner.DEFAULT)
    play.result(2, 10, 0, manner=Manner.DEFAULT)
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])
    one, two, *rest = tables
    new = (actions.Table(1, one.white, two.white), actions.Table(2, one.black, two.black), *rest)
    return play, change_last_round(play, GROUND.NO_OPPONENT, new)


@each_edition(single_games_from_2026="C.04.2 4.4.3")
def test_two_players_without_an_opponent_may_agree_to_play(edition: str) -> None:
    play, act = two_alone(edition)
    pair = (act.tables[0].white, act.tables[0].black)

    with pytest.raises(Refused, match=r"\(#\d\) must agree"):
        play.do(replace(act, agreed=pair[:1]), ARBITER, confirmed=True)
    play.do(replace(act, agreed=pair), ARBITER, confirmed=True)

    play.result(1, 10, 0)
    play.result(2, 0, 0, manner=Manner.BOTH_DEFAULTED)
    played = outcomes(build_tournament(play.event, play.section))[pair[0]][1]
    assert isinstance(played, Played)
    assert played.opponent == pair[1]
    assert all(replay_rounds(play.entries))


@each_edition(handled_from_2026="C.04.2 4.4.3")
def test_a_pairing_by_agreement_cannot_involve_players_with_an_opponent(edition: str) -> None:
    play, act = two_alone(edition)
    one, two, three, four = act.tables
    more = (one, two, replace(three, black=four.black), replace(four, black=three.black))

    with pytest.raises(Refused, match="exactly two participants without an opponent"):
        play.do(
            with_agreement(play, change_last_round(play, GROUND.NO_OPPONENT, more)),
            ARBITER,
            confirmed=True,
        )
    with pytest.raises(Refused, match="exactly two participants without an opponent"):
        play.do(
            with_agreement(play, swap_blacks(play, GROUND.NO_OPPONENT, 3)), ARBITER, confirmed=True
        )


@each_edition(handled_from_2026="C.04.2 4.4.3")
def test_exactly_two_players_without_an_opponent_are_paired(edition: str) -> None:
    play, act = two_alone(edition)
    play.result(3, 10, 0, manner=Manner.DEFAULT)
    play.result(4, 10, 0, manner=Manner.DEFAULT)
    one, two, three, four = act.tables
    four_players = (one, two, replace(three, black=four.white), replace(four, white=three.black))

    with pytest.raises(Refused, match="exactly two participants without an opponent"):
        play.do(
            with_agreement(play, change_last_round(play, GROUND.NO_OPPONENT, four_players)), ARBITER
        )


@each_edition(handled_from_2026="C.04.2 4.4.3")
def test_pairing_the_two_with_distant_scores_requires_confirmation(edition: str) -> None:
    play = dutch_event(edition, 8, 7)
    play.round()
    play.round()
    play.publish()
    last = len(play.section.rounds[-1].meetings)
    play.result(1, 10, 0, manner=Manner.DEFAULT)
    play.result(last, 10, 0, manner=Manner.DEFAULT)
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])
    top, low = tables[0], tables[-1]
    new = (
        actions.Table(1, top.white, low.white),
        *tables[1:-1],
        actions.Table(last, top.black, low.black),
    )

    with pytest.raises(ConfirmationNeeded, match="more than one point apart"):
        play.do(with_agreement(play, change_last_round(play, GROUND.NO_OPPONENT, new)), ARBITER)


# --- a late entry -----------------------------------------------------------------------------


def with_newcomer(edition: str, count: int) -> tuple[Play, Number]:
    """Somebody enters when round 2 is published."""
    play = dutch_event(edition, count)
    play.round()
    play.publish()
    late = build_late_entry_action(play.event, SECTION, replace(person(99, 1000), joined=3))
    play.do(late, ARBITER)
    return play, late.competitor.number


@each_edition(handled_from_2026="C.04.2 4.4.4")
def test_a_late_entry_meets_the_player_with_the_bye(edition: str) -> None:
    play, late = with_newcomer(edition, 7)
    tables, bye = get_tables_and_bye_of_round(play.section.rounds[-1])
    assert bye is not None
    act = change_last_round(play, GROUND.LATE_ENTRY, (*tables, actions.Table(4, bye, late)))

    with pytest.raises(Refused, match=r"\(#8\) must agree"):
        play.do(replace(act, agreed=(bye,)), ARBITER)
    play.do(with_agreement(play, act), ARBITER)

    assert play.section.competitors[late].joined == 2
    play.results()
    assert isinstance(outcomes(build_tournament(play.event, play.section))[late][1], Played)
    play.round()


@each_edition(handled_from_2026="C.04.2 4.4.4")
def test_a_late_entry_to_an_even_field_gets_the_bye(edition: str) -> None:
    play, late = with_newcomer(edition, 8)
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])

    play.do(with_agreement(play, change_last_round(play, GROUND.LATE_ENTRY, tables, late)), ARBITER)

    assert dict(play.section.rounds[-1].away)[late] == PairingBye()


@each_edition(handled_from_2026="C.04.2 4.4.4")
def test_a_change_for_a_late_entry_moves_few_and_must_pair_it(edition: str) -> None:
    play, late = with_newcomer(edition, 8)
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])
    one, two, *rest = tables
    many = (replace(one, black=two.black), replace(two, black=late), *rest)

    with pytest.raises(ConfirmationNeeded, match="moves more participants"):
        play.do(
            with_agreement(play, change_last_round(play, GROUND.LATE_ENTRY, many, one.black)),
            ARBITER,
        )
    with pytest.raises(Refused, match="The change does not pair a late entry"):
        play.do(with_agreement(play, swap_blacks(play, GROUND.LATE_ENTRY)), ARBITER)


# --- the last round ---------------------------------------------------------------------------


@each_edition(handled_from_2026="C.04.2 4.4.5")
def test_the_top_boards_of_the_last_round_can_be_changed(edition: str) -> None:
    play = dutch_event(edition, 12, 4)
    play.round()
    play.round()
    play.publish()
    with pytest.raises(Refused, match="accepted only in the last round"):
        play.do(swap_blacks(play, GROUND.LAST_ROUND), ARBITER)
    play.results()
    play.publish()

    with pytest.raises(ConfirmationNeeded, match="can still finish first"):
        play.do(swap_blacks(play, GROUND.LAST_ROUND, 5), ARBITER)
    # The exchange makes a rematch, which is confirmed.
    play.do(swap_blacks(play, GROUND.LAST_ROUND), ARBITER, confirmed=True)

    assert play.section.rounds[-1].revision == 1


# --- elsewhere --------------------------------------------------------------------------------


def test_a_panel_cannot_change_a_published_pairing() -> None:
    play = dutch_event("fide_dutch_2026")
    play.publish()

    with pytest.raises(AuthorityNeeded, match="This changes a published pairing"):
        play.do(swap_blacks(play, GROUND.COMPETITION_RULES), PANEL)
