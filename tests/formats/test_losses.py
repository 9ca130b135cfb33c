"""What a format cannot carry is named; the remarks of a report file carry the rest."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from tests.strategies import player_events, team_events
from topboard import formats
from topboard.errors import BadInput
from topboard.formats.losses import (
    EVENT_INFO_WORDS,
    MEETING_WORDS,
    PARTICIPANT_WORDS,
    WORDS,
    describe_tournament_differences,
    sort_tournament_for_comparison,
)
from topboard.model import (
    Adjustment,
    ByeRuling,
    EventInfo,
    FixedTable,
    ForbiddenPair,
    Lot,
    Manner,
    Meeting,
    NotYetEntered,
    Player,
    Rating,
    RatingChoice,
    Request,
    Round,
    Scale,
    Team,
    Tournament,
    Withdrawn,
)

TEAMS = Tournament((Team(1, "Ay"), Team(2, "Bee"), Team(3, "Cee")), boards=4, planned_rounds=5)
PLAYERS = Tournament(
    (Player(1, "Ay"), Player(2, "Bee"), Player(3, "Cee")),
    planned_rounds=5,
    system="fide_dutch_2026",
)
MATCH = Meeting(1, 2, 25, 15)


def without_remarks(event, format):
    """The event as another program would read it, or ours if the remarks were removed."""
    lines = formats.dumps(event, format).splitlines()
    kept = [line for line in lines if not line.startswith("### topboard ")]
    return formats.read_text("\n".join(kept), accept_points=True)


def with_round(event, *meetings, **facts):
    """The event after one round."""
    return replace(event, rounds=(Round(1, meetings, **{"tables_known": False, **facts}),))


@pytest.mark.parametrize(
    ("event", "format", "words"),
    [
        (
            with_round(TEAMS, MATCH, tables_known=True),
            "trf26",
            "the order of the boards in a round",
        ),
        (
            with_round(TEAMS, MATCH, tables_known=True, numbers_in_force=False),
            "round-json",
            "the order of the boards in a round",
        ),
        (
            with_round(TEAMS, MATCH, numbers_in_force=False),
            "trf26",
            "the fact that a round is recorded with starting numbers assigned later",
        ),
        (with_round(PLAYERS, Meeting(1, 2, manner=Manner.PENDING)), "trf26", "all results of a"),
        (
            with_round(TEAMS, replace(MATCH, rated=False)),
            "trf26",
            "whether a game or match is rated",
        ),
        (
            with_round(TEAMS, replace(MATCH, paired_as=(20, 20))),
            "trf26",
            "the result with which the next round",
        ),
        (
            with_round(TEAMS, replace(MATCH, colour_known=False)),
            "trf26",
            "the fact that colours are",
        ),
        (
            with_round(TEAMS, replace(MATCH, manner=Manner.UNFINISHED)),
            "trf26",
            "how a game or match",
        ),
        (
            with_round(TEAMS, MATCH, away=((3, Withdrawn()),)),
            "trf26",
            "the byes and absences in a round",
        ),
        (with_round(TEAMS, MATCH, away=((3, NotYetEntered()),)), "trf26", "the byes and absences"),
        (with_round(PLAYERS, Meeting(1, 2, 7, 3)), "trf26", "the points in a game"),
        (
            replace(TEAMS, requests=(Request(1, 1, Withdrawn()),)),
            "trf26",
            "the requests for later rounds",
        ),
        (
            replace(TEAMS, forbidden=(ForbiddenPair(1, 2, wish=True),)),
            "trf26",
            "the forbidden pairs",
        ),
        (
            replace(TEAMS, forbidden=(ForbiddenPair(1, 2, 3, 4),)),
            "round-json",
            "the forbidden pairs",
        ),
        (
            replace(TEAMS, lots=(Lot("numbers", (2, 1)),)),
            "trf26",
            "the results of the drawing of lots",
        ),
        (replace(TEAMS, required=((1, 2),)), "trf26", "the required pairs"),
        (
            replace(TEAMS, bye_rulings=(ByeRuling(1, False),)),
            "trf26",
            "the rulings about who may",
        ),
        (
            replace(TEAMS, adjustments=(Adjustment(1, 10),)),
            "round-json",
            "the penalty and bonus points",
        ),
        (
            replace(TEAMS, fixed_tables=(FixedTable(1, 7),)),
            "trf26",
            "the fixed boards of participants",
        ),
        (replace(TEAMS, accelerated=frozenset()), "trf26", "the participants with virtual points"),
        (replace(TEAMS, match_scale=Scale(30, 10, 0)), "round-json", "the match points for a win"),
        (replace(PLAYERS, unrated_as=1000), "trf26", "the rating used for unrated"),
        (replace(PLAYERS, rating_order=(RatingChoice("CFC"),)), "trf26", "which ratings count"),
        (replace(TEAMS, variations=("none",)), "trf26", "the options of the pairing system"),
        (replace(TEAMS, details=EventInfo(city="Chur")), "round-json", "the city of the event"),
    ],
)
def test_values_lost_in_conversion_are_named(event, format, words):
    told = describe_tournament_differences(event, without_remarks(event, format))

    assert told[0].startswith(words)
    if format == "trf26":
        assert formats.describe_losses(event, format) == []


@pytest.mark.parametrize(
    ("team", "words"),
    [
        (Team(1, "Ay", average=Fraction(8251, 3)), "the average rating of a team: Ay (#1)"),
        (Team(1, "x" * 200), "the name of a participant: xxx"),
        (Team(1, "Ay", letter="B"), "the letter after a team's name: Ay (#1)"),
        (Team(1, "Ay", federation="SUI"), "the federation of a participant: Ay (#1)"),
        (Team(1, "Ay", joined=2), "the first round of a participant who entered late: Ay (#1)"),
        (
            Team(1, "Ay", (Player(4, "P", affiliations=("club",)),)),
            "the affiliations of a player: P (#4)",
        ),
        (
            Team(1, "Ay", (Player(4, "P", 9, ratings=(Rating(9, "CFC"),)),)),
            "the ratings of a player in rating lists: P (#4)",
        ),
    ],
)
def test_values_of_a_team_lost_in_conversion_are_named(team, words):
    event = replace(TEAMS, competitors=(team, *TEAMS.competitors[1:]))

    told = describe_tournament_differences(event, without_remarks(event, "trf26"))

    assert [one[: len(words)] for one in told] == [words]
    assert formats.describe_losses(event, "trf26") == []


def test_every_field_of_a_meeting_can_be_named_as_lost():
    assert set(MEETING_WORDS) == {field.name for field in fields(Meeting)}
    before = with_round(TEAMS, replace(MATCH, did_not_arrive=True))
    after = with_round(TEAMS, MATCH)
    assert any(
        "whether a team appeared" in loss for loss in describe_tournament_differences(before, after)
    )


def test_every_field_of_an_event_and_its_participants_can_be_named_as_lost():
    apart = {"competitors", "rounds", "published", "details"}
    assert set(WORDS) == {field.name for field in fields(Tournament)} - apart
    assert set(EVENT_INFO_WORDS) == {field.name for field in fields(EventInfo)}
    assert set(PARTICIPANT_WORDS) == {f.name for kind in (Player, Team) for f in fields(kind)}


def test_two_losses_of_the_same_kind_are_counted_in_the_singular():
    joined = tuple(replace(team, joined=2) for team in TEAMS.competitors[:2])
    event = replace(TEAMS, competitors=(*joined, *TEAMS.competitors[2:]))

    told = describe_tournament_differences(event, without_remarks(event, "trf26"))

    assert told == [
        "the first round of a participant who entered late: Ay (#1), and in 1 more place"
    ]


def test_many_losses_of_the_same_kind_are_counted():
    joined = tuple(replace(team, joined=2) for team in TEAMS.competitors)

    event = replace(TEAMS, competitors=joined)

    told = describe_tournament_differences(event, without_remarks(event, "trf26"))

    assert told == [
        "the first round of a participant who entered late: Ay (#1), and in 2 more places"
    ]


@pytest.mark.parametrize(
    ("event", "format", "what"),
    [
        (replace(PLAYERS, competitors=(Player(10_000, "a"), Player(1, "b"))), "trf26", "9,999"),
        (replace(TEAMS, competitors=(Team(1_000, "a"), Team(1, "b"))), "trf26", "from 1 to 999"),
        (replace(TEAMS, competitors=(Team(3, "a"), Team(1, "b"))), "trf16", "no gaps"),
        (
            replace(TEAMS, competitors=(Team(3, "a"), Player(1, "b"))),
            "trf26",
            "teams and individual",
        ),
        (replace(TEAMS, competitors=(Team(3, "a"), Player(1, "b"))), "event-json", "teams and"),
        (with_round(TEAMS, MATCH), "trf16", "a match without its games"),
        (PLAYERS, "round-json", "supports only teams"),
        (
            replace(with_round(TEAMS, MATCH), planned_rounds=1),
            "round-json",
            "all rounds have been played",
        ),
    ],
)
def test_what_a_format_cannot_hold_at_all_is_refused(event, format, what):
    with pytest.raises(BadInput, match=what):
        formats.dumps(event, format)


@settings(max_examples=50)
@given(st.one_of(team_events(4), team_events(999), player_events(9_999)), st.data())
def test_a_second_conversion_changes_nothing_and_every_loss_is_reported(event, data):
    format = data.draw(st.sampled_from(formats.FORMATS))
    try:
        text = formats.dumps(event, format)
    except BadInput:
        return

    once = formats.read_text(text)

    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(once, format))
    ) == sort_tournament_for_comparison(once)
    differing = [
        field.name
        for field in fields(Tournament)
        if getattr(sort_tournament_for_comparison(event), field.name)
        != getattr(sort_tournament_for_comparison(once), field.name)
    ]
    assert bool(formats.describe_losses(event, format)) == bool(differing)
