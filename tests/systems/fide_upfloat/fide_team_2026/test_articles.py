"""The articles of C.04.6, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.systems.fide_upfloat.fide_team_2026.goldens import of_position, positions
from topboard._frozen import replace
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import (
    Adjustment,
    Colour,
    ForbiddenPair,
    Manner,
    Meeting,
    PairingBye,
    Request,
    Round,
    Scale,
    Team,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)
from topboard.reasons.criteria import (
    ByeBarAlreadyHadBye,
    ByeBarWonWithoutPlaying,
    MatchColourGround,
    QualityCriterion,
)
from topboard.reasons.decisions import (
    BracketSummary,
    ColourDecision,
    Floated,
    OpponentChoice,
    PairingWarning,
)
from topboard.systems.fide_common.players import NO_FLOATS, FidePlayer
from topboard.systems.fide_upfloat import fide_team_2026
from topboard.systems.fide_upfloat.brackets import divide_unpaired_participants, sort_bye_candidates
from topboard.systems.fide_upfloat.team import colours
from topboard.systems.fide_upfloat.upfloater_sets import find_best_upfloater_set
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.reasons.decisions import RoundPairing

WHITE, BLACK = Colour.WHITE, Colour.BLACK
NAME = "fide_team_2026"


def event(
    teams: int, *rounds: str, planned: int = 9, boards: int = 2, **more: object
) -> Tournament:
    """Teams and rounds as in ``"1-4 20:0, 5-2 10:10, bye 3"``."""
    return Tournament(
        tuple(Team(n, f"Team {n}") for n in range(1, teams + 1)),
        tuple(_round(number, text) for number, text in enumerate(rounds, start=1)),
        planned_rounds=planned,
        boards=boards,
        system=NAME,
        lot=WHITE,
        **more,
    )


def _round(number: int, text: str) -> Round:
    meetings, away = [], []
    for word, value, *manner in (part.split() for part in text.split(", ") if part):
        if word == "bye":
            away.append((int(value), PairingBye()))
            continue
        white, black = map(int, word.split("-"))
        points = map(int, value.split(":"))
        meetings.append(
            Meeting(white, black, *points, *(Manner(" ".join(m)) for m in [manner] if m))
        )
    return Round(number, tuple(meetings), tuple(away))


def pairs(made: RoundPairing) -> set[tuple[int, int]]:
    return {(pair.white, pair.black) for pair in made.pairs}


def couples(made: RoundPairing) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs(made)}


def position(name: str) -> Tournament:
    return of_position(next(one for one in positions() if one["name"] == name))


def pair_event(tournament: Tournament) -> RoundPairing:
    return system(NAME).pair(tournament)


def of_kind(made: RoundPairing, kind: type) -> list:
    return [reason for reason in made.reasons if isinstance(reason, kind)]


# --- 0 and 1: what there is ---------------------------------------------------------------------


@pytest.mark.article(f"{NAME}:0")
def test_colours_never_keep_two_teams_apart() -> None:
    both_white = event(4, "1-3 20:0, 2-4 20:0", "1-4 20:0, 2-3 20:0")

    assert couples(pair_event(both_white)) == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.article(f"{NAME}:1.1.1", f"{NAME}:1.1.2", f"{NAME}:1.1.3", f"{NAME}:C.04.2 2.5")
@pytest.mark.article(f"{NAME}:4.1", f"{NAME}:4.3.1")
def test_an_absent_team_keeps_its_number() -> None:
    made = pair_event(position("absent team keeps TPNs"))

    assert pairs(made) == {(3, 5), (4, 2)}
    assert {given.by for given in of_kind(made, ColourDecision)} == {
        MatchColourGround.INITIAL_COLOUR
    }


@pytest.mark.article(f"{NAME}:4.1")
@pytest.mark.parametrize(("first", "drawn"), [("4-2 20:0", WHITE), ("2-4 20:0", BLACK)])
def test_round_one_reveals_the_drawn_colour_through_a_teams_own_number(first, drawn) -> None:
    """Number 2 is even, and the first-team: it has not the colour drawn for number 1."""
    shown = replace(event(5, first), lot=None)

    assert fide_team_2026.initial_colour(shown) is drawn
    assert fide_team_2026.initial_colour(replace(shown, rounds=())) is None


@pytest.mark.article(f"{NAME}:1.2.1", f"{NAME}:1.3.1")
def test_match_points_come_first_unless_the_event_says_game_points() -> None:
    """1 won by a little, 2 and 3 drew, 4 lost by a little: of game points 1 has least more."""
    facts = event(4, "1-4 15:5, 2-3 10:10", boards=2)
    by_matches, by_games = (
        pair_event(facts),
        pair_event(replace(facts, variations=("game-points",))),
    )
    points = [group.points for group in of_kind(by_matches, BracketSummary)]

    assert points == [20, 10]
    assert [group.points for group in of_kind(by_games, BracketSummary)] == [15, 10]


@pytest.mark.article(f"{NAME}:1.2.2", f"{NAME}:4.2.1", f"{NAME}:4.2.2", f"{NAME}:4.2.3")
def test_the_first_team_leads_in_the_primary_score_then_in_the_secondary() -> None:
    """2 has as many match points as 1 and more game points; both have had White."""
    facts = event(4, "1-3 15:5, 2-4 20:0")
    both = fide_team_2026.build_colour_allocator(fide_team_2026.build_field(facts))
    alone = fide_team_2026.build_colour_allocator(
        fide_team_2026.build_field(replace(facts, variations=("one-score",)))
    )
    one, two, three, _ = sorted(fide_team_2026.build_field(facts).players, key=lambda p: p.number)

    assert both(one, two).first.number == 2
    assert alone(one, two).first.number == 1
    assert both(three, two).first.number == 2


@pytest.mark.article(f"{NAME}:1.4")
@pytest.mark.parametrize(("boards", "games"), [(4, 20), (3, 15)])
def test_the_bye_is_worth_a_drawn_match(boards: int, games: int) -> None:
    facts = system(NAME).facts(event(3, "1-2 10:10, bye 3", boards=boards))

    assert (facts.points[3], facts.game_points[3]) == (10, games)


@pytest.mark.article(f"{NAME}:1.4")
def test_an_event_may_set_the_value_of_the_bye() -> None:
    scale = Scale(20, 10, 0, bye=20)
    facts = system(NAME).facts(event(3, "1-2 20:0, bye 3", match_scale=scale))

    assert facts.points[3] == 20


@pytest.mark.article(f"{NAME}:1.5", f"{NAME}:2.3.4 C7", f"{NAME}:3.5.5")
def test_recent_floaters_do_not_float_again_until_the_last_two_rounds() -> None:
    near_the_end = position("C7 rests in the last two rounds")
    early = replace(near_the_end, planned_rounds=6)

    assert [r.number for r in of_kind(pair_event(near_the_end), Floated)] == [2, 8]
    assert of_kind(pair_event(early), Floated)[0].number == 3


@pytest.mark.article(f"{NAME}:1.5")
def test_a_bye_and_an_unplayed_match_do_not_count_as_floats() -> None:
    field = fide_team_2026.build_field(
        event(5, "1-2 20:0, 3-4 20:0, bye 5", "1-4 20:0 default, 2-3 0:20, bye 5")
    )
    floated = {p.number for p in field.players if p.floats.up_last or p.floats.down_last}

    assert floated == {2, 3}


@pytest.mark.article(f"{NAME}:1.6.1", f"{NAME}:C.04.2 3.4")
def test_an_unplayed_match_gives_no_colour() -> None:
    field = fide_team_2026.build_field(event(2, "1-2 20:0 default"))

    assert [profile.colours for profile in field.players] == [(), ()]


# --- 2: criteria --------------------------------------------------------------------------------


@pytest.mark.article(f"{NAME}:2.1.1 C1", f"{NAME}:C.04.1 2", f"{NAME}:3.6.2", f"{NAME}:3.6.3")
def test_opponents_who_have_met_do_not_meet_again() -> None:
    made = pair_event(position("smallest identifier the history allows"))

    assert pairs(made) == {(3, 4), (5, 1), (6, 2), (8, 7)}


@pytest.mark.article(f"{NAME}:C.04.2 3.5")
def test_two_teams_that_both_failed_to_appear_may_meet() -> None:
    assert (1, 2) in pairs(pair_event(position("double forfeit may meet again (probe 4a)")))


@pytest.mark.article(f"{NAME}:2.1.2 C2", f"{NAME}:C.04.1 4", f"{NAME}:C.04.1 3")
def test_teams_barred_from_the_bye() -> None:
    after_a_bye = fide_team_2026.build_field(position("C2 second PAB"))
    after_a_full_point = fide_team_2026.build_field(position("C2 full-point bye"))
    after_a_forfeit = fide_team_2026.build_field(event(3, "3-2 20:0 default, bye 1"))

    def barred_from_bye(field) -> dict[int, object]:
        return {p.number: p.barred for p in field.players if p.barred is not None}

    assert barred_from_bye(after_a_bye) == {
        5: ByeBarAlreadyHadBye(3),
        6: ByeBarAlreadyHadBye(2),
        7: ByeBarAlreadyHadBye(1),
    }
    assert barred_from_bye(after_a_full_point)[7] == ByeBarWonWithoutPlaying(1)
    assert barred_from_bye(after_a_forfeit) == {
        1: ByeBarAlreadyHadBye(1),
        3: ByeBarWonWithoutPlaying(1),
    }
    assert pair_event(position("C2 full-point bye")).bye == 4


@pytest.mark.article(f"{NAME}:2.2.1 C3", f"{NAME}:2.3.1 C4", f"{NAME}:3.1.2", f"{NAME}:3.5.1")
def test_as_few_upfloaters_as_possible_join_a_bracket() -> None:
    """Scores 2; 1, 1, 1, 1; 0. Over the whole round 1-4 2-5 3-6 would have as few."""
    facts = event(6, "1-2 10:10, 3-4 10:10, 5-6 10:10", adjustments=_points({1: 10, 6: -10}))

    assert couples(pair_event(facts)) == {frozenset(p) for p in ((1, 3), (2, 5), (4, 6))}


def _points(changes: dict[int, int]) -> tuple[Adjustment, ...]:
    return tuple(Adjustment(n, match_points=points) for n, points in changes.items())


@pytest.mark.article(f"{NAME}:2.3.2 C5", f"{NAME}:3.5.2", f"{NAME}:3.5.3", f"{NAME}:3.5.4")
def test_sets_of_upfloaters_are_compared_by_scores_and_then_by_numbers() -> None:
    """The example of the text: 2, 6 and 8 have more than 1, 3 and 5; three are needed."""
    top = (4, 7, 9)
    facts = event(
        12,
        "",
        adjustments=_points({**dict.fromkeys(top, 30), 2: 20, 6: 20, 8: 20, 1: 10, 3: 10, 5: 10}),
        forbidden=(
            *(ForbiddenPair(a, b) for a in top for b in top if a < b),
            ForbiddenPair(2, 7),
            ForbiddenPair(2, 9),
            ForbiddenPair(4, 6),
            ForbiddenPair(4, 8),
        ),
    )
    field = fide_team_2026.build_field(facts)
    stage = divide_unpaired_participants(field, range(12))

    found = find_best_upfloater_set(stage, fide_team_2026.build_upfloater_criteria(facts))

    assert [field.number_at_index(place) for place in found.upfloaters] == [2, 6, 8]
    without_six = replace(facts, forbidden=(*facts.forbidden, *(ForbiddenPair(6, t) for t in top)))
    field = fide_team_2026.build_field(without_six)
    found = find_best_upfloater_set(
        divide_unpaired_participants(field, range(12)),
        fide_team_2026.build_upfloater_criteria(facts),
    )
    assert [field.number_at_index(place) for place in found.upfloaters] == [2, 8, 1]
    assert dict(found.list_criterion_values())[QualityCriterion.UPFLOATERS] == (3,)


@pytest.mark.article(f"{NAME}:2.3.3 C6", f"{NAME}:3.5.5")
def test_an_upfloater_leaves_the_following_scoregroup_good() -> None:
    """With 2 gone, 3 and 4, who have met, would need an upfloater each; so 3 floats up."""
    facts = event(
        6,
        "3-4 10:10",
        adjustments=_points({1: 30, 2: 20, 3: 10, 4: 10}),
    )

    made = pair_event(facts)

    assert [reason.number for reason in of_kind(made, Floated)] == [3]
    (passed,) = of_kind(made, Floated)[0].passed_over
    assert (passed.candidate, passed.obstacle.article) == (2, "2.3.3 C6")


def test_an_emptied_scoregroup_makes_no_demands() -> None:
    made = pair_event(position("C6 asks nothing of an emptied group"))

    assert (pairs(made), made.bye) == ({(2, 1), (3, 4), (5, 6)}, 7)


@pytest.mark.article(f"{NAME}:2.3.5 C8")
def test_teams_with_opposite_colour_preferences_meet() -> None:
    assert pairs(pair_event(position("C8 opposite wishes"))) == {(3, 1), (4, 2), (7, 5), (8, 6)}


@pytest.mark.article(f"{NAME}:2.3.6 C9")
def test_two_strong_preferences_for_one_colour_are_kept_apart() -> None:
    """1 and 3 want Black strongly, 2 and 4 mildly: all are alike by C8."""
    facts = event(
        10,
        "1-5 20:0, 7-2 0:20, 3-6 20:0, 8-4 0:20",
        "9-1 0:20, 2-9 20:0, 10-3 0:20, 4-10 20:0",
        "1-6 20:0, 5-2 0:20, 3-5 20:0, 6-4 0:20",
        "1-7 20:0, 2-7 20:0, 3-8 20:0, 4-8 20:0",
        variations=("type-b",),
    )
    wanted = {
        p.number: p.preference.strength.value for p in fide_team_2026.build_field(facts).players
    }
    assert [wanted[n] for n in (1, 2, 3, 4)] == ["strong", "mild", "strong", "mild"]

    assert couples(pair_event(facts)) >= {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.article(f"{NAME}:2.3.7 C10")
@pytest.mark.parametrize(("planned", "meets"), [(9, 1), (3, 2)])
def test_an_upfloater_meets_a_resident_that_did_not_float(planned: int, meets: int) -> None:
    """4 floats up to 1, 2 and 3; 2 met somebody of another score in round 1."""
    facts = event(
        6, "2-5 0:20", adjustments=_points({1: 20, 2: 20, 3: 20, 4: 10, 5: -20}), planned=planned
    )

    assert frozenset((4, meets)) in couples(pair_event(facts))


# --- 3: the procedure ---------------------------------------------------------------------------


@pytest.mark.article(f"{NAME}:3.2", f"{NAME}:3.3.1", f"{NAME}:3.3.2", f"{NAME}:1.3.2")
@pytest.mark.article(f"{NAME}:C.04.1 5", f"{NAME}:C.04.1 9", f"{NAME}:C.04.2 1.4")
def test_the_bye_comes_first_then_the_brackets_from_the_top() -> None:
    made = pair_event(position("C2 second PAB"))

    assert made == pair_event(position("C2 second PAB"))
    assert [(r.residents, r.upfloaters) for r in of_kind(made, BracketSummary)] == [
        ((1, 2), (5, 6)),
        ((3,), (7,)),
    ]
    assert made.reasons[0].number == made.bye == 4


@pytest.mark.article(f"{NAME}:3.1.1", f"{NAME}:3.3.3")
def test_the_arbiter_decides_if_no_opponent_is_left() -> None:
    met = event(2, "1-2 20:0")

    with pytest.raises(NoLegalPairing, match="no legal pairing") as refused:
        pair_event(met)
    assert refused.value.article == "2.2.1 C3"


@pytest.mark.article(f"{NAME}:3.3.3")
def test_the_arbiter_decides_if_no_team_may_get_the_bye() -> None:
    why = "the number of participants to be paired is odd, but no one may have the bye"
    with pytest.raises(NoLegalPairing, match=why):
        pair_event(event(1, "bye 1"))


@pytest.mark.article(f"{NAME}:3.4.1")
def test_the_bye_leaves_the_others_a_pairing() -> None:
    assert pair_event(position("bye leaves a legal pairing")).bye == 4


@pytest.mark.article(f"{NAME}:3.4.2", f"{NAME}:3.4.3", f"{NAME}:3.4.4")
def test_the_bye_goes_by_score_matches_played_and_number() -> None:
    field = fide_team_2026.build_field(position("bye most matches"))
    order = [field.number_at_index(place) for place in sort_bye_candidates(field)]

    assert order == [4, 5, 2, 3, 1]
    assert pair_event(position("bye most matches")).bye == 4
    assert pair_event(event(5)).bye == 5


@pytest.mark.article(f"{NAME}:3.6.1", f"{NAME}:3.6.4")
def test_the_smaller_number_is_the_top_member_whatever_the_points() -> None:
    made = pair_event(position("bracket seats by TPN (probe 1)"))
    first, second = of_kind(made, OpponentChoice)[:2]

    assert [(r.chooser, r.chosen) for r in (first, second)] == [(1, 3), (2, 4)]


@pytest.mark.article(f"{NAME}:3.6.2", f"{NAME}:3.6.3")
def test_an_unpairable_first_half_gives_up_its_last_top_member() -> None:
    """3 has nobody left of 4, 5 and 6: tops 1, 2, 4 come first."""
    facts = event(6, forbidden=tuple(ForbiddenPair(3, n) for n in (4, 5, 6)))

    assert couples(pair_event(facts)) == {frozenset(p) for p in ((1, 3), (2, 5), (4, 6))}


# --- 4: colours ---------------------------------------------------------------------------------


def card(number: int, had: str, preferring=colours.type_a_preference) -> FidePlayer:
    letters = tuple(WHITE if letter == "W" else BLACK for letter in had)
    preference = preferring(letters)
    return FidePlayer(number, 0, letters, number, preference, NO_FLOATS, 0, None, False)


GROUND = MatchColourGround


@pytest.mark.article(f"{NAME}:C.04.1 8")
@pytest.mark.parametrize(
    ("first", "other", "colour", "ground"),
    [
        pytest.param("", "", BLACK, GROUND.INITIAL_COLOUR, id="4.3.1 an even number"),
        pytest.param("WW", "WB", BLACK, GROUND.ONLY_PREFERENCE, id="4.3.2"),
        pytest.param("WB", "WW", WHITE, GROUND.ONLY_PREFERENCE, id="4.3.2 of the other"),
        pytest.param("WW", "BB", BLACK, GROUND.BOTH_GRANTED, id="4.3.3"),
        pytest.param("WWW", "WWBW", BLACK, GROUND.LOWER_DIFFERENCE, id="4.3.5"),
        pytest.param("WBW", "WB", BLACK, GROUND.LOWER_DIFFERENCE, id="4.3.5 without preference"),
        pytest.param("BWBW", "WBBW", BLACK, GROUND.LAST_DIFFERENCE, id="4.3.6"),
        pytest.param("WW", "WW", BLACK, GROUND.FIRST_PREFERENCE, id="4.3.7"),
        pytest.param("WB", "WB", WHITE, GROUND.ALTERNATE_FIRST, id="4.3.8"),
        pytest.param("", "WB", BLACK, GROUND.ALTERNATE_OTHER, id="4.3.9"),
    ],
)
def test_the_colours_of_a_match(first, other, colour, ground) -> None:
    given = colours.colour_of_first_team(card(2, first), card(1, other), WHITE)

    assert given == (colour, ground)


@pytest.mark.article(f"{NAME}:4.3.2", f"{NAME}:4.3.3")
def test_an_uncontested_preference_is_granted() -> None:
    assert pairs(pair_event(position("only one wish granted"))) == {(2, 3), (4, 1)}


@pytest.mark.article(f"{NAME}:4.3.4")
@pytest.mark.parametrize(("first", "other", "colour"), [("WW", "W", BLACK), ("W", "WW", WHITE)])
def test_of_two_preferences_for_one_colour_the_strong_one_is_granted(first, other, colour) -> None:
    one, two = (card(n, had, colours.type_b_preference) for n, had in ((1, first), (2, other)))

    assert colours.colour_of_first_team(one, two, WHITE) == (colour, GROUND.ONLY_STRONG)


@pytest.mark.article(f"{NAME}:4.3.5", f"{NAME}:4.3.6", f"{NAME}:4.3.7")
@pytest.mark.article(f"{NAME}:4.3.8", f"{NAME}:4.3.9")
def test_two_teams_with_identical_colours_pass_through_all_the_rules() -> None:
    given = colours.colour_of_first_team(card(1, "WB"), card(2, "WB"), WHITE)

    assert given == (WHITE, GROUND.ALTERNATE_FIRST)


# --- C.04.1, C.04.2 and C.04.7 ------------------------------------------------------------------


@pytest.mark.article(f"{NAME}:C.04.1 1")
def test_a_missing_number_of_rounds_gives_a_warning() -> None:
    warned = of_kind(pair_event(event(4, planned=0)), PairingWarning)

    assert [one.article for one in warned] == ["C.04.1 1"]


@pytest.mark.article(f"{NAME}:C.04.2 1.1")
@pytest.mark.parametrize("names", [("baku", "game-points"), ("type-b", "no-preferences")])
def test_variations_that_exclude_each_other_are_refused(names) -> None:
    for order in (names, names[::-1]):
        with pytest.raises(BadInput, match="cannot be combined"):
            pair_event(event(4, variations=order))


@pytest.mark.article(f"{NAME}:C.04.2 2.4", f"{NAME}:C.04.2 3.2", f"{NAME}:C.04.2 3.3")
def test_a_late_withdrawn_or_absent_team_is_not_paired() -> None:
    facts = event(7, requests=(Request(5, 1, Withdrawn()), Request(6, 1, ZeroPointBye())))
    late = replace(
        facts, competitors=(*facts.competitors[:6], replace(facts.competitors[6], joined=2))
    )

    assert {n for pair in pairs(pair_event(late)) for n in pair} == {1, 2, 3, 4}


@pytest.mark.article(f"{NAME}:C.04.2 3.1")
def test_unfinished_games_are_draws_for_the_pairing() -> None:
    """1 leads by a game with one more to come: by the draw it has won."""
    facts = event(4, "1-2 10:0 unfinished, 3-4 10:10")

    assert [group.points for group in of_kind(pair_event(facts), BracketSummary)] == [20, 10]


@pytest.mark.article(
    f"{NAME}:C.04.2 3.6", f"{NAME}:C.04.2 3.6.1", f"{NAME}:C.04.2 3.6.2", f"{NAME}:C.04.2 3.6.3"
)
def test_tables_go_by_the_scores_of_the_pair() -> None:
    made = pair_event(position("C7 rests in the last two rounds"))

    assert [(pair.white, pair.black) for pair in made.pairs] == [
        (2, 1),
        (6, 3),
        (4, 5),
        (7, 10),
        (9, 12),
        (11, 8),
    ]


@pytest.mark.article(f"{NAME}:C.04.7 preface", f"{NAME}:C.04.7 1.2", f"{NAME}:C.04.7 1.3")
@pytest.mark.article(f"{NAME}:C.04.7 1.4", f"{NAME}:C.04.7 1.5")
def test_with_baku_the_upper_half_is_first_paired_within_itself() -> None:
    facts = event(8, planned=5, variations=("baku",))
    accelerated = system(NAME).virtual_points(facts)

    assert couples(pair_event(facts)) == {frozenset(p) for p in ((1, 3), (2, 4), (5, 7), (6, 8))}
    assert [(one.number, one.points) for one in accelerated] == [
        (number, (20, 20, 10)) for number in (1, 2, 3, 4)
    ]


@pytest.mark.article(f"{NAME}:C.04.7 1.2")
@pytest.mark.parametrize(
    ("teams", "upper"), [(6, 4), (7, 4), (9, 6), (10, 6), (11, 6), (13, 8), (14, 8)]
)
def test_half_of_the_field_is_rounded_up_to_an_even_number(teams: int, upper: int) -> None:
    facts = event(teams, planned=5, variations=("baku",))

    accelerated = [one.number for one in system(NAME).virtual_points(facts)]

    assert accelerated == list(range(1, upper + 1))
    # In round 1 they meet each other.
    for pair in pair_event(facts).pairs:
        assert (pair.white <= upper) is (pair.black <= upper)


@pytest.mark.article(f"{NAME}:C.04.7 1.1")
def test_baku_needs_a_draw_worth_half_a_win() -> None:
    with pytest.raises(BadInput, match="cannot be used with these points"):
        pair_event(event(4, variations=("baku",), match_scale=Scale(30, 10, 0)))


def test_virtual_points_do_not_decide_the_first_team() -> None:
    """3 has won a match, 1 and 2 have drawn theirs and have virtual points."""
    facts = event(4, "3-4 20:0, 1-2 10:10", planned=5, variations=("baku",))
    field = fide_team_2026.build_field(facts)
    one, three = (next(p for p in field.players if p.number == n) for n in (1, 3))

    assert one.points > three.points
    assert fide_team_2026.build_colour_allocator(field)(one, three).first.number == 3
