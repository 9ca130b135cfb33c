"""What the Olympiad editions say about people: refused, regretted, left to somebody."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tests.citing import each_edition
from tests.event.playing import (
    ARBITER,
    COMMISSION,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    begun,
    olympiad,
    team,
    with_colours_broken,
)
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import acts
from topboard.event.governance import exclusions, governance_of
from topboard.event.governance.objections import Authority, authority_in
from topboard.event.pairing import close_entries
from topboard.event.results import result_in
from topboard.event.tournament import tournament
from topboard.model import (
    Details,
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Number,
    Team,
    ZeroPointBye,
)
from topboard.rules.systems import system

LIMIT, REMATCH, OTHER = (
    acts.ChangeGround.COLOUR_LIMIT,
    acts.ChangeGround.REMATCH,
    acts.ChangeGround.OTHER,
)


def excluded(play: Play) -> list[tuple[int, str]]:
    return [(e.number, e.article) for e in exclusions(play.section)]


# --- teams and rosters ------------------------------------------------------------------------


def with_c_team(edition: str) -> Play:
    play = begun(edition, 11, 4)
    teams = [team(n) for n in range(1, 8)] + [team(8, letter="C")]
    play.do(acts.Enter(SECTION, tuple(teams)), confirmed=True)
    play.do(acts.CloseEntries(SECTION, tuple(t.number for t in teams)))
    for number in play.section.competitors:
        play.do(acts.RecordPresence(SECTION, number, 4))
    return play


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_a_c_team_that_played_round_one_stays(edition: str) -> None:
    play = with_c_team(edition)
    play.round()

    with pytest.raises(AuthorityNeeded, match="stays to the end"):
        play.do(acts.Withdraw(SECTION, Number(8), 2))
    play.do(acts.Withdraw(SECTION, Number(7), 2))
    play.do(acts.Withdraw(SECTION, Number(8), 2), ARBITER)


def test_a_c_team_may_leave_before_it_has_played() -> None:
    play = with_c_team("olympiad_2022")

    play.do(acts.Withdraw(SECTION, Number(8), 1))

    assert play.section.requests[0].number == 8


SECOND_TEAMS = each_edition(
    olympiad_2008="2",
    olympiad_2008_dresden="2",
    olympiad_2009="2",
    olympiad_2021_draft="2.1",
    olympiad_2022="2.1",
)


def of(federation: str, number: int, letter: str = "A") -> Team:
    return replace(team(number, letter=letter), federation=federation)


def hosted_by(federation: str, edition: str) -> Play:
    play = Play()
    play.do(acts.CreateEvent("Test", Details(federation=federation)))
    play.do(acts.AddSection(SECTION, edition, 11, 4))
    return play


@SECOND_TEAMS
def test_only_the_host_enters_a_second_and_a_third_team(edition: str) -> None:
    play = hosted_by("IND", edition)

    play.do(acts.Enter(SECTION, (of("IND", 1), of("ind", 2, "B"), of("IND", 3, "C"))))
    for letter in "BC":
        with pytest.raises(AuthorityNeeded, match=r"Team 004 of NOR \(the host is IND\)"):
            play.do(acts.Enter(SECTION, (of("NOR", 4, letter),)))
    play.do(acts.Enter(SECTION, (of("NOR", 4),)))
    with pytest.raises(AuthorityNeeded, match="President of FIDE or Chief Arbiter"):
        play.do(acts.ChangeEntry(SECTION, of("NOR", 4, "B")))
    play.do(acts.ChangeEntry(SECTION, of("NOR", 4, "B")), ARBITER)
    # What was decided is not asked again with every other change.
    play.do(acts.ChangeEntry(SECTION, replace(of("NOR", 4, "B"), name="Norway 2")))
    assert len(play.section.competitors) == 4


@SECOND_TEAMS
def test_a_late_second_team_is_the_hosts_too(edition: str) -> None:
    play = hosted_by("IND", edition)
    play.do(acts.Enter(SECTION, (of("IND", 1), of("NOR", 2))))
    play.do(close_entries(play.event, SECTION))
    late = replace(of("NOR", 3, "B"), joined=1)

    with pytest.raises(AuthorityNeeded, match="enters as team B") as raised:
        play.do(acts.EnterLate(SECTION, late))
    assert len(raised.value.problems) == 2
    play.do(acts.EnterLate(SECTION, replace(late, federation="IND")), ARBITER)


@SECOND_TEAMS
@pytest.mark.parametrize(("host", "own"), [("", "IND"), ("IND", ""), ("", "")])
def test_where_a_federation_is_not_on_record_a_second_team_is_confirmed(
    edition: str, host: str, own: str
) -> None:
    play = hosted_by(host, edition)

    with pytest.raises(ConfirmationNeeded, match="enters as team B: only the host"):
        play.do(acts.Enter(SECTION, (of(own, 1, "B"),)))
    play.do(acts.Enter(SECTION, (of(own, 1, "B"),)), confirmed=True)


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_a_c_team_is_not_away_from_a_later_round_without_a_word(edition: str) -> None:
    play = with_c_team(edition)
    # Asked for before round 1 it would be the same absence.
    with pytest.raises(AuthorityNeeded, match="stays to the end"):
        play.do(acts.Withdraw(SECTION, Number(8), 2))
    play.round()

    for act in (acts.RequestBye(SECTION, Number(8), 2), acts.Suspend(SECTION, Number(8))):
        with pytest.raises(AuthorityNeeded, match="stays to the end"):
            play.do(act)
    play.do(acts.Suspend(SECTION, Number(7)))
    play.do(acts.RequestBye(SECTION, Number(8), 2), ARBITER)


@each_edition(
    olympiad_2008="11",
    olympiad_2008_dresden="11",
    olympiad_2009="12",
    olympiad_2021_draft="4.1",
    olympiad_2022="4.1",
)
def test_no_bye_on_request_without_a_word_and_never_with_points(edition: str) -> None:
    play = olympiad(edition)
    asked = acts.RequestBye(SECTION, Number(3), 1)

    with pytest.raises(AuthorityNeeded, match="no bye on request"):
        play.do(asked)
    for worth in (HalfPointBye(), FullPointBye()):
        with pytest.raises(Refused, match="worth nothing"):
            play.do(replace(asked, outcome=worth), PRESIDENT, confirmed=True)
    play.do(asked, ARBITER)

    assert play.section.requests[-1].outcome == ZeroPointBye()


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_a_team_has_four_players_and_a_reserve(edition: str) -> None:
    play = begun(edition, 11, 4)

    with pytest.raises(Refused, match="boards"):
        play.do(acts.AddSection("Other", edition, 11, 5))
    with pytest.raises(Refused, match="6 players"):
        play.do(acts.Enter(SECTION, (team(1, 6),)))
    with pytest.raises(ConfirmationNeeded, match="only 3"):
        play.do(acts.Enter(SECTION, (team(1, 3),)))
    play.do(acts.Enter(SECTION, (team(1, 5),)))


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_a_man_in_the_womens_event_is_regretted(edition: str) -> None:
    play = Play()
    play.do(acts.CreateEvent("Women's Olympiad"))
    play.do(acts.AddSection(SECTION, edition, 11, 4))
    one = team(1)
    men = tuple(replace(p, sex="m") for p in one.players)

    with pytest.raises(ConfirmationNeeded, match="a man"):
        play.do(acts.Enter(SECTION, (replace(one, players=men),)))


@each_edition(olympiad_2008="5", olympiad_2008_dresden="5", olympiad_2009="5")
def test_names_and_board_order_are_changed_by_the_president_only(edition: str) -> None:
    play = begun(edition, 11, 4)
    play.do(acts.Enter(SECTION, (team(1), team(2))))
    before = play.section.competitor(Number(1))
    assert isinstance(before, Team)
    swapped = replace(before, players=before.players[::-1])
    play.do(acts.ChangeEntry(SECTION, swapped))
    play.do(acts.CloseEntries(SECTION, (Number(1), Number(2))))

    with pytest.raises(AuthorityNeeded, match="President of FIDE"):
        play.do(acts.ChangeEntry(SECTION, before), ARBITER)
    rated = replace(swapped, players=tuple(replace(p, rating=1) for p in swapped.players))
    play.do(acts.ChangeEntry(SECTION, rated))
    play.do(acts.ChangeEntry(SECTION, before), PRESIDENT)

    assert play.section.competitor(Number(1)) == before
    assert play.entries[-1].authority.startswith("President of FIDE: ")


@each_edition(olympiad_2008="10", olympiad_2008_dresden="10", olympiad_2009="11")
def test_another_number_of_rounds_is_regretted(edition: str) -> None:
    play = Play()
    play.do(acts.CreateEvent("Test"))

    with pytest.raises(ConfirmationNeeded, match="11 rounds"):
        play.do(acts.AddSection(SECTION, edition, 9, 4))
    play.do(acts.AddSection(SECTION, edition, 11, 4))


# --- who is paired ------------------------------------------------------------------------------


@each_edition(olympiad_2008="56", olympiad_2008_dresden="56", olympiad_2009="43")
def test_the_panel_makes_the_pairings(edition: str) -> None:
    play = olympiad(edition)
    play.pair()

    with pytest.raises(AuthorityNeeded, match="Technical Administration Panel"):
        play.do(acts.PublishRound(SECTION, 1), ARBITER)
    play.do(acts.PublishRound(SECTION, 1), PANEL)

    assert play.entries[-1].authority == "Technical Administration Panel: T. Panel"


@each_edition(olympiad_2008="57", olympiad_2008_dresden="57", olympiad_2009="44")
def test_round_one_pairs_the_teams_that_are_there_or_on_their_way(edition: str) -> None:
    least = {"olympiad_2009": 3}.get(edition, 2)
    article = {"olympiad_2009": "44"}.get(edition, "57")
    play = olympiad(edition, here=False)
    for number in (1, 2, 3, 4):
        play.do(acts.RecordPresence(SECTION, Number(number), least))
    play.do(acts.RecordPresence(SECTION, Number(5), least - 1))
    play.do(acts.RecordPresence(SECTION, Number(6), 0, "by train", in_time=True))

    assert excluded(play) == [(5, article), (7, article), (8, article)]
    first = play.round()
    assert [e.number for e in first.excluded] == [5, 7, 8]
    assert excluded(play) == []


@each_edition(
    olympiad_2021_draft=("10.1", "10.1.1", "10.1.2"), olympiad_2022=("10.1", "10.1.1", "10.1.2")
)
def test_round_one_pairs_teams_with_three_players_or_by_discretion(edition: str) -> None:
    play = olympiad(edition, here=False)
    for number in (1, 2, 3):
        play.do(acts.RecordPresence(SECTION, Number(number), 3))
    play.do(acts.RecordPresence(SECTION, Number(4), 2))
    travelling = acts.RecordPresence(SECTION, Number(5), 0, "in the air", in_time=True)

    with pytest.raises(AuthorityNeeded, match="Chief Arbiter"):
        play.do(travelling)
    play.do(travelling, ARBITER)

    assert excluded(play) == [(n, "10.1") for n in (4, 6, 7, 8)]


@each_edition(
    olympiad_2008="57",
    olympiad_2008_dresden="57",
    olympiad_2009="44",
    olympiad_2021_draft="10.1",
    olympiad_2022="10.1",
)
def test_nobody_arrives_in_time_who_has_not_told_how(edition: str) -> None:
    play = olympiad(edition, here=False)
    travelling = acts.RecordPresence(SECTION, Number(5), 0, " ", in_time=True)

    with pytest.raises(Refused, match="has not told how it travels"):
        play.do(travelling, ARBITER)
    play.do(replace(travelling, travel="by train"), ARBITER)
    assert 5 not in dict(excluded(play))


@each_edition(olympiad_2008="60", olympiad_2008_dresden="60", olympiad_2009="47")
def test_the_president_may_pair_a_team_that_has_told_nothing(edition: str) -> None:
    play = olympiad(edition, here=False)

    play.do(acts.RecordPresence(SECTION, Number(5), 0, in_time=True), PRESIDENT)

    assert 5 not in dict(excluded(play))


@each_edition(olympiad_2021_draft="10.2", olympiad_2022="10.2")
def test_a_team_below_half_strength_twice_is_not_paired_again(edition: str) -> None:
    play = olympiad(edition)
    for _ in range(2):
        play.publish()
        table, side = table_of(play, 2)
        present = (1, 4) if side == 0 else (4, 1)
        act = acts.TableResult(table, *((0, 40) if side == 0 else (40, 0)), present=present)
        done = play.do(acts.EnterResults(SECTION, len(play.section.rounds), (act,)))
        assert done.notices == ("Team 002 brought 1 of 4 players (10.2)",)
        assert len(play.section.rounds) == 2 or excluded(play) == []
        play.results()

    assert excluded(play) == [(2, "10.2")]
    assert 2 not in {n for t in play.publish().tables for n in (t.white, t.black)}


@each_edition(olympiad_2021_draft="10.2", olympiad_2022="10.2")
def test_half_of_a_team_is_not_less_than_half(edition: str) -> None:
    play = olympiad(edition)
    for _ in range(2):
        play.publish()
        table, side = table_of(play, 2)
        present = (2, 4) if side == 0 else (4, 2)
        play.result(table, *((0, 40) if side == 0 else (40, 0)), present=present)
        play.results()

    assert excluded(play) == []


def table_of(play: Play, number: int) -> tuple[int, int]:
    """The table of a team in the last round, and its side."""
    for table, meeting in play.section.rounds[-1].meetings.items():
        if number in (meeting.white, meeting.black):
            return table, 0 if meeting.white == number else 1
    raise AssertionError(number)


@pytest.mark.article("olympiad_2022:10.2")
def test_empty_chairs_and_defaults_show_how_many_came() -> None:
    play = olympiad("olympiad_2022", 4)
    play.publish()
    table, side = table_of(play, 2)
    meeting = play.section.rounds[-1].meetings[table]
    assert meeting.white is not None
    assert meeting.black is not None
    mine, other = (meeting.white, meeting.black) if side == 0 else (meeting.black, meeting.white)
    games = []
    for board in range(4):
        chairs: list[Number | None] = [Number(10 * mine + board + 1) if board == 0 else None]
        chairs.append(Number(10 * other + board + 1))
        white_first = (side == 0) == (board % 2 == 0)
        white, black = chairs if white_first else chairs[::-1]
        points = (0, 10) if white_first else (10, 0)
        manner = Manner.PLAYED if board == 0 else Manner.DEFAULT
        games.append(Game(white, black, *points, manner))
    score = (0, 40) if side == 0 else (40, 0)
    play.result(table, *score, games=tuple(games))
    play.results()
    assert excluded(play) == []
    play.publish()
    table, side = table_of(play, 2)
    play.result(table, *((0, 40) if side == 0 else (40, 0)), manner=Manner.DEFAULT)
    play.results()

    assert excluded(play) == [(2, "10.2")]


@each_edition(
    olympiad_2008="60",
    olympiad_2008_dresden="60",
    olympiad_2009="47",
    olympiad_2021_draft="10.3",
    olympiad_2022="10.3",
)
def test_the_president_makes_exceptions(edition: str) -> None:
    article = {"olympiad_2009": "44"}.get(edition, "57" if "2008" in edition else "10.1")
    play = olympiad(edition, here=False)
    exception = acts.GrantException(SECTION, Number(3), article)

    with pytest.raises(AuthorityNeeded, match="President of FIDE"):
        play.do(exception, ARBITER)
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(exception, PRESIDENT, reason=" ")
    with pytest.raises(Refused, match="nobody may make an exception"):
        play.do(acts.GrantException(SECTION, Number(3), "1"), PRESIDENT)
    play.do(exception, PRESIDENT)

    assert 3 not in [number for number, _ in excluded(play)]
    assert 4 in [number for number, _ in excluded(play)]


@each_edition(olympiad_2008="60", olympiad_2008_dresden="60", olympiad_2009="47")
def test_an_exception_that_nothing_would_use_is_refused(edition: str) -> None:
    play = olympiad(edition)
    defaults = acts.GrantException(SECTION, Number(3), "45" if "2009" in edition else "58")

    with pytest.raises(Refused, match="overruled by the act itself"):
        play.do(defaults, PRESIDENT)


@each_edition(olympiad_2008=("58", "60"), olympiad_2008_dresden=("58", "60"))
def test_a_team_that_does_not_come_loses_by_nil_to_four(edition: str) -> None:
    play = olympiad(edition)
    play.publish()

    with pytest.raises(Refused, match="table 1: the match counts 4 points to 0 points"):
        play.result(1, 30, 0, manner=Manner.DEFAULT, present=(3, 0))
    play.result(1, 0, 40, manner=Manner.DEFAULT, present=(0, 3))
    by_decision = acts.TableResult(2, 30, 10, Manner.DEFAULT)
    play.do(acts.EnterResults(SECTION, 1, (by_decision,)), PRESIDENT)


@pytest.mark.parametrize(
    ("edition", "points"),
    [
        ("olympiad_2008", 40),
        ("olympiad_2008_dresden", 40),
        ("olympiad_2009", 30),
        ("olympiad_2021_draft", 30),
        ("olympiad_2022", 30),
    ],
)
def test_a_default_is_written_without_its_points(edition: str, points: int) -> None:
    """Three of four came: 2008 gives all boards, and from 2009 on each player counts."""
    score = governance_of(edition).default_score

    found = result_in("1F-0F", 1, 4, score, present=(3, 0))

    assert (found.white_points, found.black_points) == (points, 0)


@pytest.mark.article("olympiad_2009:45", "olympiad_2009:47")
def test_the_winner_by_default_has_a_point_for_each_player_who_came() -> None:
    play = olympiad("olympiad_2009")
    play.publish()

    with pytest.raises(Refused, match="table 1: the match counts 3 points to 0 points"):
        play.result(1, 40, 0, manner=Manner.DEFAULT, present=(3, 0))
    with pytest.raises(Refused, match="table 2: the match counts 3 points to 0 points"):
        play.result(2, 10, 30, manner=Manner.DEFAULT)
    score = governance_of("olympiad_2009").default_score
    written = result_in("0F-1F", 2, 4, score, present=(0, 3))
    play.do(acts.EnterResults(SECTION, 1, (written,)))
    by_decision = acts.TableResult(3, 40, 0, Manner.DEFAULT, present=(3, 0))
    play.do(acts.EnterResults(SECTION, 1, (by_decision,)), PRESIDENT)

    black = play.section.rounds[0].meetings[2].black
    facts = tournament(play.event, play.section)
    lines = {line.number: line for line in system("olympiad_2009").standings(facts).lines}
    assert black is not None
    assert (lines[black].points, lines[black].values[1].value) == (20, 30)


# --- published pairings -------------------------------------------------------------------------


def swapped(play: Play, ground: acts.ChangeGround, *, told: bool = True) -> acts.ChangePublished:
    """The last round with the Blacks of its first two tables exchanged."""
    played = play.section.rounds[-1]
    tables = [acts.Table(t, m.white, m.black) for t, m in played.meetings.items()]  # type: ignore[arg-type]
    one, two, *rest = tables
    new = (replace(one, black=two.black), replace(two, black=one.black), *rest)
    informed = tuple(sorted((one.white, one.black, two.white, two.black))) if told else ()
    bye = next((n for n, away in played.away if type(away).__name__ == "PairingBye"), None)
    return acts.ChangePublished(SECTION, played.number, new, bye, ground, informed)


def with_rematch(edition: str) -> Play:
    """Round 2 is, by hand, round 1 with the colours reversed."""
    play = olympiad(edition)
    made = play.round()
    play.pair()
    play.by_hand(tuple(acts.Table(t.table, t.black, t.white) for t in made.tables), made.bye)
    return play


ON_GROUNDS = each_edition(
    olympiad_2008="59", olympiad_2008_dresden="59", olympiad_2021_draft="11.3", olympiad_2022="11.3"
)


@ON_GROUNDS
def test_a_published_pairing_is_changed_for_a_broken_colour_limit(edition: str) -> None:
    play = with_colours_broken(edition)

    with pytest.raises(AuthorityNeeded, match="Chief Arbiter"):
        play.do(swapped(play, LIMIT))
    play.do(swapped(play, LIMIT), ARBITER)

    assert play.section.rounds[-1].revision == 1


@ON_GROUNDS
def test_without_a_breach_a_published_pairing_stays(edition: str) -> None:
    play = olympiad(edition)
    play.publish()

    for ground in (LIMIT, REMATCH, OTHER):
        with pytest.raises(Refused, match=r"published (pairing|round)|had met"):
            play.do(swapped(play, ground), ARBITER)
    assert play.section.rounds[-1].revision == 0


@ON_GROUNDS
def test_the_captains_concerned_are_informed_of_a_change(edition: str) -> None:
    play = with_colours_broken(edition)

    with pytest.raises(Refused, match="captain of Team") as refused:
        play.do(swapped(play, LIMIT, told=False), ARBITER)

    assert len(refused.value.problems) == 4


@each_edition(olympiad_2021_draft="11.3", olympiad_2022="11.3")
def test_a_published_pairing_is_changed_for_a_rematch_since_2022(edition: str) -> None:
    play = with_rematch(edition)

    play.do(swapped(play, REMATCH), ARBITER)

    assert play.section.rounds[-1].revision == 1


@each_edition(olympiad_2008="59", olympiad_2008_dresden="59")
def test_a_rematch_is_no_ground_in_2008(edition: str) -> None:
    play = with_rematch(edition)

    with pytest.raises(Refused, match="colour limit"):
        play.do(swapped(play, REMATCH), ARBITER)


@each_edition(olympiad_2008=("59", "60"), olympiad_2008_dresden=("59", "60"))
def test_the_president_may_have_a_pairing_changed_in_2008(edition: str) -> None:
    play = olympiad(edition)
    play.publish()

    play.do(swapped(play, OTHER), PRESIDENT)

    assert play.section.rounds[-1].revision == 1


@each_edition(olympiad_2008="59", olympiad_2008_dresden="59")
@pytest.mark.parametrize("ground", [OTHER, LIMIT])
def test_captains_are_informed_of_a_change_by_the_president_too(
    edition: str, ground: acts.ChangeGround
) -> None:
    play = olympiad(edition)
    play.publish()

    with pytest.raises(Refused, match="captain of Team 001") as raised:
        play.do(swapped(play, ground, told=False), PRESIDENT)
    assert len(raised.value.problems) == 4


@each_edition(olympiad_2021_draft="11.3", olympiad_2022="11.3")
def test_not_even_the_president_changes_a_pairing_since_2022(edition: str) -> None:
    play = olympiad(edition)
    play.publish()

    with pytest.raises(Refused, match=r"11\.3"):
        play.do(swapped(play, OTHER), PRESIDENT)


@pytest.mark.article("olympiad_2009:46", "olympiad_2009:48")
def test_in_2009_the_president_confirms_every_change() -> None:
    play = with_colours_broken("olympiad_2009")

    with pytest.raises(AuthorityNeeded, match="48"):
        play.do(swapped(play, LIMIT), ARBITER)
    with pytest.raises(Refused, match="captain"):
        play.do(swapped(play, LIMIT, told=False), PRESIDENT)
    play.do(swapped(play, LIMIT), PRESIDENT)

    assert play.section.rounds[-1].revision == 1


@pytest.mark.article("olympiad_2009:46", "olympiad_2009:48")
def test_in_2009_another_ground_is_regretted_and_a_false_one_refused() -> None:
    play = with_rematch("olympiad_2009")

    with pytest.raises(ConfirmationNeeded, match="46"):
        play.do(swapped(play, REMATCH), PRESIDENT)
    with pytest.raises(Refused, match="breaks no colour limit"):
        play.do(swapped(play, LIMIT), PRESIDENT, confirmed=True)
    play.do(swapped(play, REMATCH), PRESIDENT, confirmed=True)


@pytest.mark.article("olympiad_2022:11.3")
def test_a_limit_that_gave_way_by_the_rules_is_not_in_breach() -> None:
    play = olympiad("olympiad_2022", 4)
    # Teams 1 and 2 have White twice, 3 and 4 Black twice; only 1-2 and 3-4 are left.
    for pairs in (((1, 3), (2, 4)), ((1, 4), (2, 3))):
        tables = tuple(
            acts.Table(place, Number(white), Number(black))
            for place, (white, black) in enumerate(pairs, start=1)
        )
        play.by_hand(tables)
        play.results(white=20)
    third = play.publish()
    assert {frozenset((t.white, t.black)) for t in third.tables} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }

    with pytest.raises(Refused, match="breaks no colour limit that it had to keep"):
        play.do(swapped(play, LIMIT), ARBITER)


def test_a_change_after_results_tells_what_it_removes() -> None:
    play = olympiad("olympiad_2008")
    made = play.publish()
    play.result(1, 40, 0)
    play.result(2, 40, 0, manner=Manner.DEFAULT, present=(4, 0))
    first, second, *rest = made.tables
    turned = (acts.Table(1, first.black, first.white), second, *rest)
    told = (first.white, first.black)
    change = acts.ChangePublished(SECTION, 1, turned, None, OTHER, told)

    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(change, PRESIDENT)
    assert [str(p).partition(" (")[0] for p in asked.value.problems] == [
        "the results of these tables are removed: 1",
        "how many players came is removed: tables 2",
    ]
    play.do(change, PRESIDENT, confirmed=True)
    assert play.section.rounds[0].meetings[1].manner is Manner.PENDING


@each_edition(olympiad_2008="61", olympiad_2008_dresden="61")
def test_a_protest_is_put_down_and_changes_nothing(edition: str) -> None:
    play = olympiad(edition)
    play.publish()
    before = play.section
    protest = acts.Protest(SECTION, 1, "Captain of 3", "we met them in 1972")

    with pytest.raises(ConfirmationNeeded, match="no protest"):
        play.do(protest)
    play.do(protest, confirmed=True)

    assert play.section == before
    assert play.entries[-1].act == protest


# --- tables -------------------------------------------------------------------------------------


@each_edition(
    olympiad_2021_draft=("11.2", "11.2.1", "11.2.2", "11.2.3"),
    olympiad_2022=("11.2", "11.2.1", "11.2.2", "11.2.3"),
)
def test_a_fixed_table_has_a_ground(edition: str) -> None:
    play = olympiad(edition)
    fix = partial(acts.FixTable, SECTION, Number(1), 3)

    with pytest.raises(Refused, match="note"):
        play.do(fix())
    with pytest.raises(Refused, match="note"):
        play.do(fix(acts.TableGround.DISABILITY))
    with pytest.raises(AuthorityNeeded, match="Global Strategy Commission"):
        play.do(fix(acts.TableGround.SPONSOR))
    play.do(fix(acts.TableGround.SPONSOR), COMMISSION)
    play.do(fix(acts.TableGround.DISABILITY, "needs the ramp"))
    with pytest.raises(ConfirmationNeeded, match="the host's"):
        play.do(fix(acts.TableGround.HOST))
    play.do(fix(acts.TableGround.HOST), confirmed=True)

    assert play.section.fixed_tables[0].table == 3


@pytest.mark.article("olympiad_2022:11.2.2")
def test_the_host_chooses_the_table_of_its_a_team_only() -> None:
    play = with_c_team("olympiad_2022")

    with pytest.raises(Refused, match="not the A team"):
        play.do(acts.FixTable(SECTION, Number(8), 1, acts.TableGround.HOST))


@each_edition(olympiad_2021_draft="11.2.2", olympiad_2022="11.2.2")
def test_the_a_team_of_another_federation_has_no_table_of_the_host(edition: str) -> None:
    play = hosted_by("IND", edition)
    play.do(acts.Enter(SECTION, (of("IND", 1), of("NOR", 2))))

    with pytest.raises(Refused, match=r"Team 002 of NOR \(the host is IND\)"):
        play.do(acts.FixTable(SECTION, Number(2), 1, acts.TableGround.HOST))
    play.do(acts.FixTable(SECTION, Number(1), 1, acts.TableGround.HOST))
    # To free it again nobody is asked.
    play.do(acts.FixTable(SECTION, Number(1), 0, acts.TableGround.HOST))
    assert play.section.fixed_tables == ()


# --- authorities --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["president", "president:", "king:Arthur", ":x"])
def test_an_authority_has_an_office_and_a_name(text: str) -> None:
    from topboard.errors import BadInput

    with pytest.raises(BadInput, match="OFFICE:NAME"):
        authority_in(text)


def test_an_authority_is_written_as_it_is_read() -> None:
    one = authority_in("president: Anna Bell")

    assert isinstance(one, Authority)
    assert authority_in(str(one)) == one
