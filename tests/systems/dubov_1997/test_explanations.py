"""The reasons of a round in sentences, and the answer to "why not these two?"."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.systems.dubov_1997.cards import event
from tests.systems.dubov_1997.events import play_event
from topboard.model import Colour, Number
from topboard.reasons.decisions import Floated
from topboard.reasons.family_decisions import (
    ColourColumns,
    ColourLimitsWaiver,
    ColumnChange,
    ColumnEntry,
    NoOpponentInOtherColumn,
    UpfloatLimitWaiver,
)
from topboard.reasons.grounds import FloatMethod
from topboard.reasons.obstacles import (
    ColourFixed,
    FewerPairsLeft,
    HaveMet,
    LeavesUnpairable,
    MayNotUpfloat,
    MoreFloatersThanNecessary,
    PassedOver,
)
from topboard.reasons.sentences import (
    build_reason_sentence,
    find_participants_concerned_by_reason,
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.sentences.words import format_average_rating
from topboard.reasons.why_not import ArePaired, DifferentScoregroups, Suffers, why_not
from topboard.systems.dubov_1997.dubov_1997 import SYSTEM, pair


def name(number):
    return f"#{number}"


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (
            ColourColumns(
                "6.1",
                15,
                (ColumnEntry(Number(9), Fraction(1890), 2355, colour_fixed=True),),
                (ColumnEntry(Number(8), None, 2400, may_not_rise=True),),
                floaters=(Number(3),),
                needs_transfer=True,
            ),
            (
                "The 1½-point scoregroup is divided into columns by due colour (6.1). The floater"
                " from above is #3. Players have to be moved before the scoregroup can be paired."
                " White: #9, ARO 1890.0, rating 2355, colour fixed. "
                "Black: #8, ARO -, rating 2400, may not move up."
            ),
        ),
        (
            ColourColumns("6.2", 10, (), ()),
            "The columns of the 1-point scoregroup are paired row by row (6.2). White: no one. "
            "Black: no one.",
        ),
        (
            Floated(
                "7.1",
                Number(20),
                55,
                60,
                island=Number(35),
                method=FloatMethod.MOVED_UP,
            ),
            "#20 with 5½ points is moved up to meet #35, who has no possible opponent in the "
            "6-point scoregroup (7.1).",
        ),
        (
            Floated(
                "7.1",
                Number(20),
                55,
                60,
                Number(35),
                own_group=(PassedOver(Number(34), HaveMet(2)),),
                method=FloatMethod.MOVED_UP,
            ),
            (
                "#20 with 5½ points is moved up to meet #35, who has no possible opponent in the"
                " 6-point scoregroup (7.1). #35 and #34 met in round 2."
            ),
        ),
        (
            Floated(
                "7.2",
                Number(16),
                0,
                10,
                method=FloatMethod.MOVED_UP,
            ),
            "#16 with 0 points is moved up to the 1-point scoregroup, which has an odd number of"
            " players (7.2).",
        ),
        (
            UpfloatLimitWaiver("2.5", Number(5), 65),
            "#5 is moved up to the 6½-point scoregroup despite the limit, because no other player"
            " can be moved up and otherwise someone would have to move down (2.5).",
        ),
        (
            ColumnChange("7.3", Number(11), Colour.BLACK, 10),
            "#11, who has the lowest ARO of the players who may change columns, moves to the Black"
            " column, because too many players in the 1-point scoregroup are due White (7.3).",
        ),
        (
            ColumnChange("7.4", Number(11), Colour.WHITE, 10),
            "#11, who has the highest ARO of the players who may change columns, moves to the White"
            " column, because too many players in the 1-point scoregroup are due Black (7.4).",
        ),
        (
            NoOpponentInOtherColumn("6.3", Number(2), Colour.WHITE),
            "#2 meets a player of the same column, White, because no possible "
            "opponent is left in"
            " the Black column (6.3).",
        ),
        (
            Floated(
                "6.4",
                Number(4),
                20,
                None,
                already_floater=False,
                pairable_below=True,
                proof=LeavesUnpairable((Number(1),), ((Number(4),), (Number(2),))),
                method=FloatMethod.MOVED_DOWN,
            ),
            "#4 with 2 points is moved down to the next scoregroup (6.4). This player is not a"
            " floater yet and has a possible opponent in the next scoregroup. Otherwise "
            "the scoregroup could not be paired."
            " Between them, #2 and #4 could only meet #1.",
        ),
        (
            Floated(
                "6.4",
                Number(4),
                20,
                None,
                already_floater=True,
                pairable_below=False,
                method=FloatMethod.MOVED_DOWN,
            ),
            "#4 with 2 points is moved down to the next scoregroup (6.4). This player is already a "
            "floater and has no possible opponent in the next scoregroup either.",
        ),
        (
            ColourLimitsWaiver("9", (Number(7), Number(8)), (), ((Number(7),), (Number(8),))),
            "The colour limits (2.3, 2.4) are waived for #7 and #8, because otherwise the"
            " round cannot be paired (9). #7 and #8 would have no opponents left.",
        ),
    ],
)
def test_every_reason_has_a_sentence_with_its_article(reason, text):
    assert build_reason_sentence(reason, name) == text


@pytest.mark.parametrize(
    ("obstacle", "text"),
    [
        (
            MayNotUpfloat(),
            "Not #4, who was moved up in the last round or as often as the limit allows (2.5).",
        ),
        (
            FewerPairsLeft(25),
            "Not #4: without this player the 2½-point scoregroup would have fewer pairs.",
        ),
        (
            MoreFloatersThanNecessary(2),
            "Not #4: more than 2 players would have to leave the scoregroup.",
        ),
        (ColourFixed(Colour.WHITE), "Not #4, who must have White (2.6)."),
        (
            LeavesUnpairable((Number(1),), ((Number(2),), (Number(3),)), across="columns"),
            "Not #4: the rows below could not be completed from the other column. Between"
            " them, #2 and #3 could only meet #1.",
        ),
    ],
)
def test_every_obstacle_has_a_text(obstacle, text):
    assert obstacle_sentence(Number(4), obstacle, name) == text


def test_an_average_is_published_with_one_decimal():
    assert format_average_rating(Fraction(9118, 5)) == "1823.6"
    assert format_average_rating(Fraction(6932, 3)) == "2310.7"


def test_a_whole_event_can_be_explained():
    lines = 0
    for tournament, pairing in play_event(7, count=18, rounds=9):
        assert pairing is not None
        for paragraph in generate_round_sentences(pairing, names_of(tournament)):
            lines += len(paragraph)
            assert all(paragraph)
            assert paragraph[0].endswith(".")
            assert "None" not in " ".join(paragraph)
    assert lines > 250


def test_a_players_reasons_name_their_group_opponent_and_colour():
    tournament = event([2400, 2300, 2200, 2100, 2000, 1900], "1-4 1:0, 5-2 0:1, 3-6 1:0")
    pairing = pair(tournament)

    told = [p[0] for p in generate_participant_sentences(pairing, Number(4), names_of(tournament))]

    assert len(told) == 4
    assert told[0].startswith("Player 04 (#4) with 0 points is moved up")
    assert "(6.2)" in told[-1]


def test_a_reason_concerns_the_players_it_names():
    assert set(
        find_participants_concerned_by_reason(
            Floated(
                "7.1",
                Number(1),
                0,
                5,
                island=Number(2),
                method=FloatMethod.MOVED_UP,
            )
        )
    ) == {
        1,
        2,
    }
    assert set(
        find_participants_concerned_by_reason(ColourLimitsWaiver("9", (Number(3),), (), ()))
    ) == {3}
    entries = (ColumnEntry(Number(1), None, 2000),), (ColumnEntry(Number(2), None, 2000),)
    assert set(
        find_participants_concerned_by_reason(
            ColourColumns("6.1", 5, *entries, floaters=(Number(4),))
        )
    ) == {
        1,
        2,
        4,
    }


def test_why_not_names_the_earlier_meeting_or_the_article_that_would_suffer():
    tournament = event([2400, 2300, 2200, 2100, 2000, 1900], "1-4 1:0, 5-2 0:1, 3-6 1:0")
    answers = {
        (a, b): why_not(tournament, SYSTEM, Number(a), Number(b))
        for a in range(1, 7)
        for b in range(a + 1, 7)
    }

    assert answers[1, 4] == HaveMet(1, "2.1")
    assert sum(isinstance(v, ArePaired) for v in answers.values()) == 3
    # 1, 2 and 3 have won: every winner and loser who did not meet are in different groups,
    # unless one of them is moved up for the other.
    apart = {pair for pair, verdict in answers.items() if isinstance(verdict, DifferentScoregroups)}
    assert apart <= {(a, b) for a in (1, 2, 3) for b in (4, 5, 6)}
    for (a, b), verdict in answers.items():
        assert not isinstance(verdict, Suffers)
        assert all(verdict_sentences(verdict, Number(a), Number(b), name))
