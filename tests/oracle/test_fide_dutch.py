"""The second reading of the FIDE Dutch system against the text, by hand, and against engines."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.fide.events import EDITIONS, event, names
from tests.oracle import fide_dutch_2017, fide_dutch_2026
from tests.oracle.fide_dutch import NoPairing, TooLarge, pair_round, the_field
from tests.oracle.fide_dutch_cards import ABSOLUTE, MILD, NONE, STRONG, Card, lines, scores
from tests.oracle.fide_dutch_criteria import colours_judged
from tests.oracle.fide_dutch_events import event_paired_by_chance, play_event, random_bracket
from tests.oracle.fide_dutch_field import (
    Bracket,
    Field,
    exchanges,
    fewest_downfloaters,
    heterogeneous,
    transpositions,
)
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    PairingBye,
    Player,
    Request,
    Round,
    Tournament,
    ZeroPointBye,
)


def never(_pairs):
    return False


def field_of(*cards, **facts):
    return Field({card.number: card for card in cards}, **facts)


def strangers(count):
    return field_of(*(Card(n) for n in range(1, count + 1)))


# --- the order of candidates ------------------------------------------------------------------


def lower_halves(upper, lower):
    found = transpositions(strangers(11), upper, lower, (), never)
    return [tuple(n for _, n in pairs) for pairs in found]


def test_eleven_players_have_720_transpositions_in_the_order_of_the_text():
    found = lower_halves((1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11))

    assert len(found) == 720
    assert found[:2] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11)]
    assert found[119:121] == [(6, 11, 10, 9, 8), (7, 6, 8, 9, 10)]
    assert found[-1] == (11, 10, 9, 8, 7)


def test_two_moved_down_players_of_eleven_have_72_transpositions():
    found = lower_halves((1, 2), tuple(range(3, 12)))

    assert len(found) == 72
    assert found[:3] == [(3, 4), (3, 5), (3, 6)]
    assert found[7:10] == [(3, 11), (4, 3), (4, 5)]
    assert found[-1] == (11, 10)


def exchanged_players(people, upper):
    """What an exchange moved: out of S1 the highest first, into S1 the lowest first."""
    original = set(range(1, len(people) // 2 + 1))
    out = sorted(original - set(upper), reverse=True)
    return "-".join(map(str, out)), "-".join(map(str, sorted(set(upper) - original)))


def test_exchanges_come_in_the_order_of_the_text():
    people = tuple(range(1, 12))
    found = [exchanged_players(people, upper) for upper, _ in exchanges(people, 5)]

    assert len(found) == len(set(found)) == 462
    assert found[:6] == [("", ""), ("5", "6"), ("5", "7"), ("4", "6"), ("5", "8"), ("4", "7")]
    examples = [
        (("4", "6"), ("5", "8")),
        (("4-3", "6-8"), ("5-4", "8-9")),
        (("5", "7"), ("4", "6")),
        (("5-2", "6-7"), ("4-3", "6-7")),
        (("5-4-1", "6-7-8"), ("5-3-2", "6-7-8")),
        (("5-4", "6-9"), ("5-4", "7-8")),
        (("5-4-3", "6-7-10"), ("5-4-3", "6-8-9")),
    ]
    for sooner, later in examples:
        assert found.index(sooner) < found.index(later)


# --- cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("had", "preference", "strength"),
    [
        ("", "", NONE),
        ("W", "B", STRONG),
        ("WB", "W", MILD),
        ("BW", "B", MILD),
        ("WBW", "B", STRONG),
        ("WBB", "W", ABSOLUTE),
        ("BWW", "B", ABSOLUTE),
        ("WWBW", "B", ABSOLUTE),
        ("WBWBB", "W", ABSOLUTE),
    ],
)
def test_colour_preferences_follow_from_past_colours(had, preference, strength):
    card = Card(1, had=had)

    assert (card.preference, card.strength) == (preference, strength)


@pytest.mark.parametrize(
    ("first", "second", "white"),
    [
        ("WB", "BW", 1),
        ("", "W", 1),
        ("W", "", 2),
        ("WB", "WBWBB", 2),
        ("BBWB", "WBWBB", 1),
        ("WBWB", "BWWB", 1),
        ("BWWB", "WBWB", 2),
        ("WB", "WB", 1),
    ],
)
def test_colours_are_allocated_by_preference(first, second, white):
    field = field_of(Card(1, 10, had=first), Card(2, 10, had=second, odd=False))

    assert field.colours(1, 2)[0] == white


@pytest.mark.parametrize(("odd", "initial", "white"), [(1, "W", 1), (0, "W", 2), (1, "B", 2)])
def test_without_preferences_the_number_of_the_higher_ranked_player_decides(odd, initial, white):
    field = field_of(Card(1, 10, odd=bool(odd)), Card(2, 10), initial=initial)

    assert field.colours(1, 2)[0] == white


def after_one_round(edition):
    """1 beat 2, 3 won by default against 4, then a bye of each kind; 9 did not come."""
    meetings = (Meeting(1, 2, 10, 0), Meeting(3, 4, 10, 0, Manner.DEFAULT))
    away = ((5, PairingBye()), (6, FullPointBye()), (7, HalfPointBye()), (8, ZeroPointBye()))
    event = Tournament(
        tuple(Player(n, f"Player {n}") for n in range(1, 10)),
        (Round(1, meetings, away),),
        planned_rounds=5,
    )
    return the_field(event, edition).cards


@pytest.mark.parametrize(
    ("edition", "barred", "downfloats"),
    [
        ("fide_dutch_2026", {3, 5, 6}, {3, 5, 6, 7}),
        ("fide_dutch_2017", {3, 5}, {3, 4, 5, 6, 7, 8, 9}),
    ],
)
def test_unplayed_rounds_affect_byes_downfloats_and_meetings(edition, barred, downfloats):
    found = after_one_round(edition)

    assert {n for n, card in found.items() if not card.may_have_bye} == barred
    assert {n for n, card in found.items() if card.last_float == "D"} == downfloats
    assert found[3].met == frozenset()
    assert found[3].had == ""
    assert [found[n].unplayed for n in (1, 3, 8)] == [0, 1, 1]


def test_only_players_who_have_been_paired_have_a_number():
    rounds = (Round(1, (Meeting(2, 4, 10, 0),), ()),)
    event = Tournament(
        tuple(Player(n, f"Player {n}") for n in range(1, 6)), rounds, 5, requests=(Request(1, 2),)
    )

    odd = {n: card.odd for n, card in the_field(event, "fide_dutch_2026").cards.items()}

    assert odd == {2: True, 3: False, 4: True, 5: False}


def test_floats_are_determined_by_the_scores_in_their_round():
    rounds = (Round(1, (Meeting(1, 2, 5, 5),)), Round(2, (Meeting(3, 1, 5, 5),)))
    event = Tournament(tuple(Player(n, f"Player {n}") for n in (1, 2, 3)), rounds, 5)
    virtual = {1: (10, 10, 10, 5), 3: (0, 5)}

    found = the_field(event, "fide_dutch_2026", virtual).cards

    assert scores(event, lines(event), virtual)[1] == [0 + 10, 5 + 10, 10 + 10]
    assert (found[1].float_before, found[1].last_float) == ("D", "D")
    assert (found[2].float_before, found[3].last_float) == ("U", "U")


def test_a_topscorer_has_over_half_of_the_points_in_the_last_round():
    drawn, won = Meeting(1, 2, 5, 5), Meeting(3, 4, 10, 0)
    rounds = (Round(1, (drawn, won)), Round(2, (drawn, Meeting(3, 4, 5, 5))))
    players = tuple(Player(n, f"Player {n}") for n in (1, 2, 3, 4))

    found = the_field(Tournament(players, rounds, 3), "fide_dutch_2026").cards
    earlier = the_field(Tournament(players, rounds, 4), "fide_dutch_2026").cards

    assert [found[n].score for n in (1, 2, 3, 4)] == [10, 10, 15, 5]
    assert {n for n, card in found.items() if card.topscorer} == {3}
    assert not any(card.topscorer for card in earlier.values())


def test_the_list_of_score_differences():
    field = field_of(Card(1, 30), Card(2, 20), Card(3, 20))
    bracket = Bracket((1,), (2, 3))

    listed = fide_dutch_2017.score_differences

    assert listed(field, bracket, ((1, 2),), frozenset({3})) == [10, 10, 0]
    assert listed(field, bracket, ((2, 3),), frozenset({1})) == [20, 0, 0]


# --- a bracket --------------------------------------------------------------------------------


def test_the_bye_goes_to_the_player_who_missed_the_fewest_games():
    cards = [Card(n, unplayed=u) for n, u in ((1, 2), (2, 0), (3, 1))]
    field = field_of(*cards, bye_takers=frozenset({1, 2, 3}))

    pairs, floaters = fide_dutch_2026.pair_bracket(field, Bracket((), (1, 2, 3)))

    assert (pairs, floaters) == (((1, 3),), (2,))


def test_the_next_bracket_is_considered_together_with_completion():
    # 3 could meet 4, but then 5 would be left with 6, whom he has met.
    apart = [(5, 6), (1, 4), (2, 4), (3, 5)]
    cards = [Card(n, 30) for n in (1, 2, 3)] + [Card(4, 20), Card(5, 20), Card(6, 10)]
    field = field_of(*cards, apart=frozenset(map(frozenset, apart)))
    bracket = Bracket((), (1, 2, 3), (4, 5), (6,))

    assert fide_dutch_2026.pair_bracket(field, bracket)[1] == (2,)
    assert fide_dutch_2017.pair_bracket(field, bracket)[1] == (3,)


def test_a_player_who_may_not_have_the_bye_cannot_be_left_in_the_last_bracket():
    # 3, the first to float, could only meet 4, and 5 has had the bye.
    cards = [Card(n, 10) for n in (1, 2, 3)] + [Card(4), Card(5, may_have_bye=False)]
    apart = frozenset(map(frozenset, [(2, 5), (3, 5), (1, 4)]))
    field = field_of(*cards, apart=apart, bye_takers=frozenset({4}))
    bracket = Bracket((), (1, 2, 3), (4, 5))

    assert fide_dutch_2017.pair_bracket(field, bracket)[1] == (1,)


def test_downfloating_again_is_avoided_before_an_opponent_in_this_bracket_is_chosen():
    cards = [Card(1, 40), Card(2, 40, last_float="D"), Card(3, 30), Card(4, 20)]

    for text in (fide_dutch_2026, fide_dutch_2017):
        paired = text.pair_bracket(field_of(*cards), Bracket((1, 2), (3,), (4,)))
        assert paired == (((2, 3),), (1,))


@pytest.mark.parametrize(
    ("first", "second", "judged"),
    [
        ("BWB", "WBW", (0, 0, 0, 0)),
        ("BWB", "WB", (0, 0, 1, 0)),
        ("BWB", "WBB", (0, 0, 1, 1)),
        ("WBB", "WBB", (0, 1, 1, 0)),
        ("BBWB", "WBWBB", (0, 1, 1, 0)),
        ("BBWB", "BBWB", (1, 0, 1, 0)),
    ],
)
def test_unmet_colour_criteria_in_a_pair_of_topscorers(first, second, judged):
    cards = [Card(n, 40, had=had, topscorer=True) for n, had in ((1, first), (2, second))]

    assert colours_judged(field_of(*cards), ((1, 2),)) == judged


def test_unmet_float_criteria_of_a_pairing():
    cards = [
        Card(1, 40, last_float="D", float_before="D"),
        Card(2, 35, float_before="D"),
        Card(3, 30, last_float="U"),
        Card(4, 30, float_before="U"),
        Card(5, 30, last_float="D"),
        Card(6, 30, float_before="D"),
    ]
    bracket = Bracket((1, 2), (3, 4, 5, 6), (7, 8))
    found = field_of(*cards), bracket, ((1, 3), (2, 4)), frozenset({5, 6})

    now = fide_dutch_2026.pairing_judged(*found)
    listed, then = fide_dutch_2017.pairing_judged(*found)

    assert now == (0, 0, 0, 0, 1, 1, 1, 1, [10], [10], [10, 5], [5])
    assert listed == [10, 10, 10, 5, 0, 0]
    assert then == (0, 0, 0, 0, 2, 1, 3, 1, [10, 10], [10], [10, 10, 5], [5])


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [(False, False, False), (True, False, True), (False, True, True), (True, True, True)],
)
def test_one_topscorer_lifts_the_ban_on_equal_colour_preferences(first, second, may):
    cards = Card(1, had="WBB", topscorer=first), Card(2, had="BWBB", topscorer=second)

    assert field_of(*cards).may_meet(1, 2) is may


def every_candidate(field, bracket, moved_down_paired, size):
    sets = list(combinations(bracket.moved_down, moved_down_paired))
    for pairs in heterogeneous(field, bracket, sets, size, never):
        yield pairs, frozenset(bracket.players) - {n for pair in pairs for n in pair}


def judged_2026(field, bracket, pairs, floaters):
    return (
        fide_dutch_2026.downfloaters_judged(field, bracket, floaters),
        fide_dutch_2026.pairing_judged(field, bracket, pairs, floaters),
    )


def judged_2017(field, bracket, pairs, floaters):
    differences, others = fide_dutch_2017.pairing_judged(field, bracket, pairs, floaters)
    ahead = fide_dutch_2017.next_bracket(field, bracket, floaters) if bracket.below else ()
    return differences, ahead, others


@pytest.mark.parametrize(
    ("text", "judged"), [(fide_dutch_2026, judged_2026), (fide_dutch_2017, judged_2017)]
)
def test_cutting_off_bad_beginnings_does_not_lose_the_best_candidate(text, judged):
    """Each candidate built in turn and judged whole: the best one, the first of equals."""
    compared = 0
    for seed in range(300):
        field, bracket = random_bracket(seed, most=6)
        field.bye_takers = frozenset(n for n, card in field.cards.items() if card.may_have_bye)
        try:
            if text is fide_dutch_2026:
                text.settle_bye_score(field)
            found = text.pair_bracket(field, bracket)
        except NoPairing:
            continue
        completion = text is fide_dutch_2026 or not bracket.below

        def may_leave(leaving, field=field, bracket=bracket, completion=completion):
            return not completion or field.completes(leaving | set(bracket.below))

        fewest = len(fewest_downfloaters(field, bracket, may_leave)[0])
        paired = len(bracket.moved_down) - len(set(found[1]) & set(bracket.moved_down))
        size = (len(bracket.players) - fewest) // 2
        candidates = [
            (pairs, floaters)
            for pairs, floaters in every_candidate(field, bracket, paired, size)
            if may_leave(floaters)
        ]
        pairs, floaters = min(candidates, key=lambda c: judged(field, bracket, *c))
        assert found == (pairs, field.ranked(floaters)), seed
        compared += 1

    assert compared > 150


# --- whole rounds -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", names(most=13))
def test_small_events_are_paired_as_engines_paired_them(edition, name):
    found = event(name)
    for before, expected in found.rounds(edition):
        answer = pair_round(before, edition)
        assert (answer.pairs, answer.bye) == (expected.pairs, expected.bye), before


@pytest.mark.parametrize(
    ("edition", "name", "number"),
    [
        ("fide_dutch_2026", "d-mixed-n020-r9-s4201", 7),
        ("fide_dutch_2017", "d-plain-n031-r9-s1313", 7),
        ("fide_dutch_2026", "d-accel-n016-r9-s20322", 5),
        ("fide_dutch_2017", "d-accel-n017-r9-s20343", 5),
    ],
)
def test_rounds_in_which_interpretations_differed_are_paired_as_expected(edition, name, number):
    """Look-ahead under completion, the bye in the look-ahead, and two accelerated rounds."""
    found = event(name)
    before, expected = list(found.rounds(edition))[number - 1]

    answer = pair_round(before, edition)

    assert (answer.pairs, answer.bye) == (expected.pairs, expected.bye)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_is_complete_and_legal_or_refused(edition):
    rounds = [event_paired_by_chance(seed, 4 + seed % 8, 2 + seed % 5) for seed in range(60)]
    rounds += [before for seed in range(10) for before in play_event(seed, 5 + seed, 6, edition)]
    complete = 0
    for before in rounds:
        field = the_field(before, edition)
        try:
            answer = pair_round(before, edition)
        except NoPairing:
            continue
        seated = [n for pair in answer.pairs for n in pair]
        assert sorted([*seated, *([answer.bye] if answer.bye else [])]) == sorted(field.cards)
        assert all(field.may_meet(a, b) for a, b in answer.pairs)
        assert answer.bye is None or field.cards[answer.bye].may_have_bye
        complete += 1

    assert complete > 70


def test_a_large_bracket_is_refused():
    event = Tournament(tuple(Player(n, f"Player {n}") for n in range(1, 21)), (), 9)

    with pytest.raises(TooLarge):
        pair_round(event, "fide_dutch_2026")
