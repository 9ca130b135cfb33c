"""What the Canadian rules say about people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    SECTION,
    TEAMS,
    Play,
    cfc_event,
    event_with_section,
    person,
    team,
)
from topboard.documents.announcement import announcement_sheet
from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.policy import find_exclusions_from_next_round
from topboard.event.ratings import add_ratings_from_text
from topboard.event.replay import replay_rounds
from topboard.event.requests import find_groups_kept_apart
from topboard.event.results import build_match_result_from_games, parse_games_of_match
from topboard.event.tournament import build_tournament
from topboard.model import (
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    NotYetEntered,
    Number,
    Scale,
    Team,
    Withdrawn,
)
from topboard.systems.registry import system

UNHEARD = "This request has no effect, because the variation for it has not been announced (619.1)."
EACH = {"cfc_swiss": "616.1", "cfc_team_swiss": "616.1"}


@each_edition(
    cfc_swiss="602", cfc_team_swiss="602", cfc_round_robin="602", cfc_team_round_robin="602"
)
def test_a_variation_by_the_director_is_announced_printed_and_frozen(edition: str) -> None:
    own = "602=No draws before move 30."
    play = cfc_event(edition, 4, 3)
    settings = play.section.settings
    play.do(actions.ChangeSection(SECTION, settings.rounds, settings.boards, (own,)))

    with pytest.raises(Refused, match="No draws before move 30"):
        play.pair()
    play.do(actions.Announce(SECTION, "on the wall"))
    play.pair()
    play.publish()

    facts = build_tournament(play.event, play.section)
    sheet = announcement_sheet(facts, system(edition))
    assert sheet.rows == (("602", "No draws before move 30."),)
    with pytest.raises(
        Refused, match="cannot be changed once round 1 is published: system options"
    ):
        play.do(actions.ChangeSection(SECTION, settings.rounds, settings.boards, ()))


@each_edition(
    cfc_swiss="601",
    cfc_team_swiss="601",
    cfc_round_robin="601",
    cfc_team_round_robin="601",
    fide_round_robin="5.2",
)
def test_variations_are_announced_before_round_one(edition: str) -> None:
    variation = EACH.get(edition, "double")
    play = cfc_event(edition, 4, 3)
    settings = play.section.settings
    change = actions.ChangeSection(SECTION, settings.rounds, settings.boards, (variation,))
    play.do(change)

    with pytest.raises(Refused, match=variation) as refused:
        play.pair()
    assert len(refused.value.problems) == 1
    play.do(actions.Announce(SECTION))
    play.publish(None)

    assert play.section.announced


@each_edition(
    cfc_swiss="602", cfc_team_swiss="602", cfc_round_robin="602", cfc_team_round_robin="602"
)
def test_only_the_director_changes_announcements_and_only_before_round_one(
    edition: str,
) -> None:
    variation = EACH.get(edition, "double")
    play = cfc_event(edition, 4, 3, variations=(variation,))
    settings = play.section.settings
    change = actions.ChangeSection(SECTION, settings.rounds, settings.boards)

    with pytest.raises(AuthorityNeeded, match="602"):
        play.do(change)
    play.do(change, DIRECTOR)
    play.publish(None)

    back = replace(change, variations=(variation,))
    with pytest.raises(Refused, match="602"):
        play.do(back, DIRECTOR)


def test_an_unknown_variation_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown variation of the pairing system"):
        event_with_section("cfc_swiss", 5, variations=("999",))
    with pytest.raises(Refused, match="has no options"):
        event_with_section("olympiad_2022", 11, 4, variations=("616.1",))


CANADIAN_ROUND_ROBINS = ("cfc_round_robin", "cfc_team_round_robin")
CANADIAN = ("cfc_swiss", "cfc_team_swiss", *CANADIAN_ROUND_ROBINS)
THREE_ONE_NIL = Scale(win=30, draw=10, loss=0)


@pytest.mark.parametrize("edition", CANADIAN)
def test_a_section_with_a_scale_against_the_rules_is_refused(edition: str) -> None:
    kind = "match_scale" if edition in TEAMS else "game_scale"
    with pytest.raises(
        BadInput, match=r"the rules prescribe the points for each result .*win 3 \(rules: 1\)"
    ):
        event_with_section(edition, **{kind: THREE_ONE_NIL})

    play = event_with_section(edition)
    with pytest.raises(BadInput, match="the rules prescribe the points for each result"):
        play.do(actions.ChangeSection(SECTION, 5, **{kind: THREE_ONE_NIL}))
    play.do(actions.ChangeSection(SECTION, 5, **{kind: Scale()}))


@pytest.mark.parametrize("edition", CANADIAN_ROUND_ROBINS)
def test_an_older_journal_with_another_scale_can_be_continued_and_replayed(edition: str) -> None:
    kind = "match_scale" if edition in TEAMS else "game_scale"
    play = cfc_event(edition, 4)
    play.round()
    old = [
        replace(e, act=replace(e.act, **{kind: THREE_ONE_NIL}))
        if isinstance(e.act, actions.AddSection)
        else e
        for e in play.entries
    ]

    assert [one.does_not_contradict_record for one in replay_rounds(old)] == [True]
    again = Play(old)
    again.round()
    with pytest.raises(BadInput, match="the rules prescribe the points for each result"):
        system(edition).standings(build_tournament(again.event, again.section))


def test_every_variation_that_a_system_offers_may_be_used_and_is_announced() -> None:
    used = system("dubov_1997")
    for variation in used.offered_variations:
        play = event_with_section("dubov_1997", 5, variations=(variation.name,))
        told = used.announce_variations(build_tournament(play.event, play.section))

        assert told == ((variation.article, variation.text),)


def test_announcing_after_round_one_is_too_late() -> None:
    play = cfc_event("cfc_swiss")
    play.round()
    before = len(play.entries)

    with pytest.raises(Refused):
        play.do(actions.Announce(SECTION))

    assert len(play.entries) == before


@pytest.mark.article("cfc_swiss:614")
def test_the_director_accepts_late_entries_and_may_give_a_pairing_score() -> None:
    play = cfc_event("cfc_swiss")
    play.publish(None)
    play.results()
    late = replace(person(9, 2290), joined=2, pairing_score=5)

    with pytest.raises(AuthorityNeeded, match="enter late"):
        play.do(actions.EnterLate(SECTION, late), ARBITER)
    play.do(actions.EnterLate(SECTION, late), DIRECTOR)

    assert play.section.competitors[Number(9)].pairing_score == 5
    assert 9 in {n for t in play.pair().tables for n in (t.white, t.black)} | {play.pair().bye}


@each_edition(cfc_swiss="615a", cfc_team_swiss="641")
def test_only_the_director_grants_half_a_point_for_a_missed_round(edition: str) -> None:
    play = cfc_event(edition)

    with pytest.raises(AuthorityNeeded, match=r"a half-point bye \(615a\)"):
        play.do(actions.RequestBye(SECTION, Number(3), 1, HalfPointBye()))
    play.do(actions.RequestBye(SECTION, Number(3), 1, HalfPointBye()), DIRECTOR)
    play.do(actions.RequestBye(SECTION, Number(4), 1))
    with pytest.raises(ConfirmationNeeded, match="full point without playing"):
        play.do(actions.RequestBye(SECTION, Number(5), 1, FullPointBye()))


@each_edition(cfc_team_swiss="641")
def test_late_teams_and_team_requests_are_treated_like_those_of_players(edition: str) -> None:
    play = cfc_event(edition)
    wish = actions.ForbidPair(SECTION, Number(1), Number(5), wish=True)

    assert play.do(wish).notices == (UNHEARD,)
    with pytest.raises(AuthorityNeeded, match=r"enter late \(614\)"):
        play.do(actions.EnterLate(SECTION, team(9)), ARBITER)
    play.do(actions.EnterLate(SECTION, team(9)), DIRECTOR)


def test_a_bye_request_cannot_be_used_to_withdraw() -> None:
    play = cfc_event("cfc_round_robin", 4)

    for outcome in (Withdrawn(), NotYetEntered()):
        with pytest.raises(Refused, match="This is not a bye"):
            play.do(actions.RequestBye(SECTION, Number(3), 1, outcome), DIRECTOR)


def equals(edition: str) -> Play:
    """A section with 1 and 3 of one rating, 2 and 4 without any, and 5; entries open."""
    of_teams = edition in TEAMS
    play = event_with_section(edition, 3, 4 if of_teams else 1)
    for n, rating in ((1, 2000), (2, None), (3, 2000), (4, None), (5, 1900)):
        if of_teams:
            players = tuple(person(10 * n + i, rating) for i in range(4))
            play.do(actions.Enter(SECTION, (Team(Number(n), f"Team {n}", players),)))
        else:
            play.do(actions.Enter(SECTION, (person(n, rating),)))
    return play


@each_edition(cfc_swiss="613", cfc_team_swiss="641")
def test_equal_ratings_need_lots_or_a_directors_ruling_before_closing(edition: str) -> None:
    play = equals(edition)
    with pytest.raises(AuthorityNeeded) as asked:
        play.do(build_close_entries_action(play.event, SECTION))
    assert len(asked.value.problems) == 2
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(build_close_entries_action(play.event, SECTION), DIRECTOR, reason="")
    play.do(
        build_close_entries_action(play.event, SECTION), DIRECTOR, reason="by the order of entry"
    )

    play = equals(edition)
    play.do(actions.RecordLot(SECTION, "equal ratings", (Number(3), Number(1))))
    with pytest.raises(AuthorityNeeded) as asked:
        play.do(build_close_entries_action(play.event, SECTION))
    assert len(asked.value.problems) == 1
    play.do(actions.RecordLot(SECTION, "equal ratings", (Number(4), Number(2))))
    play.do(build_close_entries_action(play.event, SECTION))

    names = [c.name[-1] for c in play.section.competitors.values()]
    assert names == ["3", "1", "5", "4", "2"]


@each_edition(cfc_swiss="616", cfc_team_swiss="647")
def test_a_no_show_is_not_paired_until_the_excuse_is_accepted(edition: str) -> None:
    play = cfc_event(edition)
    act = play.publish(None)
    first = act.tables[0]
    most = 10 * play.section.settings.boards
    play.result(1, most, 0, manner=Manner.DEFAULT)
    play.results()

    assert [e.number for e in find_exclusions_from_next_round(play.section)] == [first.black]
    second = play.publish(None)
    assert first.black not in {n for t in second.tables for n in (t.white, t.black)}
    play.results()
    with pytest.raises(AuthorityNeeded, match="excuse"):
        play.do(actions.LiftSuspension(SECTION, first.black))
    play.do(actions.LiftSuspension(SECTION, first.black), DIRECTOR)

    assert find_exclusions_from_next_round(play.section) == ()


@pytest.mark.article("cfc_swiss:616")
def test_a_second_no_show_after_an_excuse_suspends_a_player_again() -> None:
    play = cfc_event("cfc_swiss")
    absent = play.publish(None).tables[0].black
    play.result(1, 10, 0, manner=Manner.DEFAULT)
    play.results()
    play.do(actions.LiftSuspension(SECTION, absent), DIRECTOR)
    second = play.publish(None)
    table = next(t for t in second.tables if absent in (t.white, t.black))
    points = (0, 10) if table.white == absent else (10, 0)
    play.result(table.table, *points, manner=Manner.DEFAULT)
    play.results()

    assert [e.number for e in find_exclusions_from_next_round(play.section)] == [absent]


@pytest.mark.article("cfc_swiss:617")
def test_only_the_director_declares_a_clear_winner_of_an_unfinished_game() -> None:
    play = cfc_event("cfc_swiss")
    play.publish(None)
    play.result(1, 5, 5, manner=Manner.UNFINISHED)
    won = actions.TableResult(2, 10, 0, Manner.UNFINISHED)

    with pytest.raises(AuthorityNeeded, match="clearly winning"):
        play.do(actions.EnterResults(SECTION, 1, (won,)))
    play.do(actions.EnterResults(SECTION, 1, (won,)), DIRECTOR)


@each_edition(cfc_team_swiss="641")
def test_only_the_director_declares_a_clear_winner_on_a_match_board(edition: str) -> None:
    play = cfc_event(edition, 4)
    table = play.publish(None).tables[0]
    rosters = [
        [p.number for p in play.section.competitors[n].players] for n in (table.white, table.black)
    ]
    clear, drawn = (
        actions.EnterResults(
            SECTION, 1, (build_match_result_from_games(1, parse_games_of_match(texts, *rosters)),)
        )
        for texts in (("1-0", "1-0*", "½-½", "0-1*"), ("1-0", "½-½*", "½-½", "½-½*"))
    )

    with pytest.raises(AuthorityNeeded) as asked:
        play.do(clear)
    assert [str(p).split(" Name")[0] for p in asked.value.problems] == [
        "Match 1, board 2: a ruling is needed on whether one side is clearly winning (617).",
        "Match 1, board 4: a ruling is needed on whether one side is clearly winning (617).",
    ]
    assert play.do(drawn).entry.authority == ""
    (result,) = clear.results
    play.do(actions.CorrectResult(SECTION, 1, result), DIRECTOR)


@pytest.mark.article("cfc_swiss:619.1")
def test_requests_count_for_two_rounds_and_only_if_announced() -> None:
    wish = actions.ForbidPair(SECTION, Number(1), Number(5), wish=True)

    play = cfc_event("cfc_swiss", variations=("619.1",))
    for rounds in ({"last": 3}, {"first": 3}):
        with pytest.raises(Refused, match="rounds 1 to 2"):
            play.do(replace(wish, **rounds))
    assert play.do(wish).notices == ()

    assert frozenset((1, 5)) not in {frozenset((t.white, t.black)) for t in play.pair().tables}


@pytest.mark.article("cfc_swiss:619.1")
def test_a_request_that_does_not_count_is_recorded_with_a_note() -> None:
    play = cfc_event("cfc_swiss")

    assert play.do(actions.ForbidPair(SECTION, Number(1), Number(5), wish=True)).notices == (
        UNHEARD,
    )
    assert frozenset((1, 5)) in {frozenset((t.white, t.black)) for t in play.pair().tables}


def test_rules_that_ignore_requests_say_so() -> None:
    play = event_with_section("dubov_1997", 5)
    play.do(actions.Enter(SECTION, tuple(person(n) for n in range(1, 5))))
    (told,) = play.do(actions.ForbidPair(SECTION, Number(1), Number(3), wish=True)).notices

    assert told.startswith(
        "This request has no effect, because these rules do not provide for such requests."
    )
    assert play.do(actions.ForbidPair(SECTION, Number(2), Number(4))).notices == ()


def test_pairs_of_different_kinds_are_not_merged_into_one_request() -> None:
    play = cfc_event("cfc_swiss", variations=("619.1",))
    one, two, three = map(Number, (1, 2, 3))
    play.do(actions.ForbidPair(SECTION, one, two, wish=True))
    play.do(actions.ForbidPair(SECTION, one, three, wish=True))
    play.do(actions.ForbidPair(SECTION, two, three))

    assert [(g.numbers, g.wish) for g in find_groups_kept_apart(play.section)] == [
        ((1, 2), True),
        ((1, 3), True),
        ((2, 3), False),
    ]


def test_one_request_can_cover_several_players() -> None:
    play = cfc_event("cfc_swiss", variations=("619.1",))
    numbers = tuple(map(Number, (1, 5, 6)))
    play.do(actions.ForbidPair(SECTION, *numbers[:2], numbers[2:], wish=True))
    play.do(actions.ForbidPair(SECTION, Number(2), Number(6)))
    play.do(actions.ForbidPair(SECTION, Number(3), Number(4), wish=True))

    assert [(g.numbers, g.wish) for g in find_groups_kept_apart(play.section)] == [
        ((1, 5, 6), True),
        ((2, 6), False),
        ((3, 4), True),
    ]
    met = {frozenset((t.white, t.black)) for t in play.pair().tables}
    assert not {frozenset((1, 5)), frozenset((1, 6)), frozenset((2, 6))} & met
    with pytest.raises(Refused, match="Participant #2 is named twice"):
        play.do(actions.ForbidPair(SECTION, Number(2), Number(3), (Number(2),), wish=True))

    play.do(actions.AllowPair(SECTION, *numbers[:2], numbers[2:]))
    assert [(p.a, p.b) for p in play.section.forbidden] == [(2, 6), (3, 4)]


@each_edition(cfc_team_swiss="643", cfc_team_round_robin="662")
def test_boards_follow_the_rating_order_within_the_tolerance(edition: str) -> None:
    play = event_with_section(edition, 3, 4, variations=("643=25",))
    one = team(1)
    close = replace(one.players[1], rating=(one.players[0].rating or 0) + 20)
    far = replace(one.players[1], rating=(one.players[0].rating or 0) + 30)

    play.do(actions.Enter(SECTION, (replace(one, players=(one.players[0], close)),)))
    other = replace(one, number=Number(2), players=(one.players[0], far))
    other = replace(
        other, players=tuple(replace(p, number=Number(p.number + 50)) for p in other.players)
    )
    with pytest.raises(AuthorityNeeded, match="is rated higher by 30"):
        play.do(actions.Enter(SECTION, (other,)))
    play.do(actions.Enter(SECTION, (other,)), DIRECTOR)


@each_edition(cfc_team_swiss="643", cfc_team_round_robin="662")
def test_every_board_is_compared_with_every_other_including_alternates(edition: str) -> None:
    play = event_with_section(edition, 3, 4, variations=("643=50",))
    rising = (2000, 2050, 2100, 2150)

    with pytest.raises(AuthorityNeeded) as asked:
        play.do(actions.Enter(SECTION, (rated_team(*rising),)))
    assert [str(p).split(": ")[1].split(". ")[0] for p in asked.value.problems] == [
        "Player 013 plays below Player 011 but is rated higher by 100",
        "Player 014 plays below Player 011 but is rated higher by 150",
        "Player 014 plays below Player 012 but is rated higher by 100",
    ]
    with pytest.raises(AuthorityNeeded, match="Player 015 plays below Player 014"):
        play.do(actions.Enter(SECTION, (rated_team(2000, 1900, 1800, 1700, 1790),)))
    play.do(actions.Enter(SECTION, (rated_team(2000, 2050, 2000, 2050, 2000),)))


@each_edition(cfc_team_swiss="643", cfc_team_round_robin="662")
def test_boards_are_entered_in_the_order_of_the_ratings_that_count(edition: str) -> None:
    play = event_with_section(edition, 3, 2)
    members = [
        add_ratings_from_text(person(11, None), "CFC 1900, FIDE 2100"),
        add_ratings_from_text(person(12, None), "CFC 2000, FIDE 1700"),
    ]
    one = Team(Number(1), "Team 1", tuple(members))

    with pytest.raises(AuthorityNeeded, match="is rated higher by 100"):
        play.do(actions.Enter(SECTION, (one,)))
    play.do(actions.Enter(SECTION, (replace(one, players=tuple(reversed(members))),)))


def rated_team(*ratings: int) -> Team:
    """A team with these ratings, from board 1 down."""
    players = (person(11 + at, rating) for at, rating in enumerate(ratings))
    return Team(Number(1), "Team 1", tuple(players))


@each_edition(cfc_team_swiss="643", cfc_team_round_robin="662")
def test_the_board_order_cannot_change_after_round_one_even_among_equals(edition: str) -> None:
    play = cfc_event(edition, 4)
    one = play.section.competitors[Number(1)]
    assert isinstance(one, Team)
    equal = replace(one, players=tuple(replace(p, rating=2000) for p in one.players))
    play.do(actions.ChangeEntry(SECTION, equal))
    a, b, *rest = equal.players
    turned = replace(equal, players=(b, a, *rest))
    play.do(actions.ChangeEntry(SECTION, turned))
    play.publish(None)

    with pytest.raises(Refused, match=f"{b.name} played above {a.name}"):
        play.do(actions.ChangeEntry(SECTION, equal), DIRECTOR)
    alternate = person(99, 2000)
    play.do(actions.ChangeEntry(SECTION, replace(turned, players=(*turned.players, alternate))))


@each_edition(cfc_team_swiss="643", cfc_team_round_robin="662")
def test_players_in_a_match_must_sit_in_board_order(edition: str) -> None:
    play = cfc_event(edition, 4)
    for one in [*play.section.competitors.values()]:
        assert isinstance(one, Team)
        alternate = person(10 * one.number + 5)
        play.do(actions.ChangeEntry(SECTION, replace(one, players=(*one.players, alternate))))
    table = play.publish(None).tables[0]
    white, black = (play.section.competitors[n] for n in (table.white, table.black))
    assert isinstance(white, Team)
    assert isinstance(black, Team)
    ours, theirs = ([p.number for p in side.players] for side in (white, black))

    def match(ours: list[Number]) -> actions.EnterResults:
        pairs = [(ours[b], theirs[b])[:: -1 if b % 2 else 1] for b in range(4)]
        games = tuple(Game(w, b, 5, 5) for w, b in pairs)
        return actions.EnterResults(SECTION, 1, (actions.TableResult(1, 20, 20, games=games),))

    with pytest.raises(AuthorityNeeded, match=f"{white.name} did not play in its board order"):
        play.do(match([ours[1], ours[0], *ours[2:]]))
    play.do(match([ours[4], *ours[1:4]]))


def test_if_the_text_is_silent_the_director_can_change_a_published_pairing() -> None:
    play = cfc_event("cfc_swiss", 4)
    made = play.publish(None)
    turned = tuple(actions.Table(t.table, t.black, t.white) for t in made.tables)
    change = actions.ChangePublished(SECTION, 1, turned, None, actions.ChangeGround.OTHER)

    with pytest.raises(AuthorityNeeded, match="director"):
        play.do(change)
    play.do(change, DIRECTOR)

    assert play.section.rounds[0].revision == 1
