"""What holds of every round, on events too large to be paired by hand."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from tests.systems.dubov_1997.cards import card, history, opponents, pair_cards, pairs_in, tables
from tests.systems.dubov_1997.events import event_paired_by_chance, play_event
from topboard.errors import NoLegalPairing
from topboard.model.colour_limits import may_have_colour
from topboard.model.history import colours_played, opponents_met, outcomes, participants_to_pair
from topboard.reasons.decisions import Floated
from topboard.reasons.family_decisions import ColourLimitsWaiver, UpfloatLimitWaiver
from topboard.reasons.grounds import FloatMethod
from topboard.systems.common.field import FloatDirection
from topboard.systems.dubov_1997.dubov_1997 import pair
from topboard.systems.dubov_1997.players import compute_points_before_rounds
from topboard.systems.dubov_1997.pool import build_pool
from topboard.systems.dubov_1997.remainder import UnpairedPlayers

pytestmark = pytest.mark.thorough

WHITE, BLACK = history("WB")


@cache
def rounds():
    """Every round of some events as the engine pairs it; None for a refusal."""
    events = ((1, 60, 9), (2, 41, 10), (3, 24, 11), (4, 100, 6), (5, 15, 7))
    return [answer for seed, count, last in events for answer in play_event(seed, count, last)]


@cache
def by_chance():
    """Events that chance paired."""
    return [event_paired_by_chance(seed, most=30) for seed in range(5000, 5120)]


@cache
def events_with_rounds():
    """All tournaments that have a next round, with the round."""
    found = [(tournament, pairing) for tournament, pairing in rounds() if pairing is not None]
    for tournament in by_chance():
        with suppress(NoLegalPairing):
            found.append((tournament, pair(tournament)))
    return found


def test_there_are_enough_rounds_to_examine():
    assert len(events_with_rounds()) > 130


def test_everybody_present_is_paired_once_or_gets_the_bye():
    for tournament, pairing in events_with_rounds():
        seated = [n for p in pairing.pairs for n in (p.white, p.black)]
        if pairing.bye is not None:
            seated.append(pairing.bye)

        assert sorted(seated) == list(participants_to_pair(tournament))
        assert [p.table for p in pairing.pairs] == list(range(1, len(pairing.pairs) + 1))


def test_nobody_meets_a_previous_or_forbidden_opponent():
    for tournament, pairing in events_with_rounds():
        rows = outcomes(tournament)
        forbidden = {frozenset((f.a, f.b)) for f in tournament.forbidden}
        for p in pairing.pairs:
            assert p.black not in {o for _, o in opponents_met(rows[p.white])}
            assert frozenset((p.white, p.black)) not in forbidden


def test_colour_limits_hold_except_for_players_for_whom_a_reason_lifts_them():
    broken = 0
    for tournament, pairing in events_with_rounds():
        rows = outcomes(tournament)
        lifted = {
            n for r in pairing.reasons if isinstance(r, ColourLimitsWaiver) for n in r.players
        }
        for p in pairing.pairs:
            for number, colour in ((p.white, WHITE), (p.black, BLACK)):
                if not may_have_colour(colours_played(rows[number]), colour):
                    broken += 1
                    assert number in lifted
    assert broken > 0


def test_a_player_barred_from_moving_up_does_so_only_by_cited_exception():
    yielded = 0
    for tournament, pairing in events_with_rounds():
        entrants = {e.number: e for e in build_pool(tournament).players}
        cited = {r.number for r in pairing.reasons if isinstance(r, UpfloatLimitWaiver)}
        for p in pairing.pairs:
            low, high = sorted((p.white, p.black), key=lambda n: entrants[n].points)
            if entrants[low].points < entrants[high].points and not entrants[low].may_rise:
                yielded += 1
                assert low in cited
    assert yielded > 0


def test_the_record_of_an_event_shows_the_players_who_moved_up():
    tournament, _ = rounds()[8]
    running = compute_points_before_rounds(tournament, outcomes(tournament))

    floated = build_pool(tournament).floats
    assert floated
    for player, rounds_ in floated.items():
        for number, how in rounds_.items():
            meeting = next(
                m for m in tournament.rounds[number - 1].meetings if player in (m.white, m.black)
            )
            other = meeting.black if meeting.white == player else meeting.white
            went_up = running[player][number - 1] < running[other][number - 1]
            assert how is (FloatDirection.UP if went_up else FloatDirection.DOWN)


@pytest.mark.parametrize("index", range(0, 30, 3))
def test_the_order_of_the_input_does_not_matter(index):
    tournament, pairing = events_with_rounds()[index]
    random = Random(index)

    def shuffle(items):
        return tuple(random.sample(items, len(items)))

    mixed = replace(
        tournament,
        competitors=shuffle(tournament.competitors),
        rounds=tuple(
            replace(r, meetings=shuffle(r.meetings), away=shuffle(r.away))
            for r in tournament.rounds
        ),
        forbidden=shuffle(tournament.forbidden),
        requests=shuffle(tournament.requests),
    )

    assert pair(mixed) == pairing
    assert pair(tournament) == pairing


def test_a_refused_round_has_a_proof_that_it_cannot_be_paired():
    refused = 0
    for tournament in by_chance() + [event_paired_by_chance(seed) for seed in range(300)]:
        try:
            pair(tournament)
        except NoLegalPairing as refusal:
            refused += 1
            if refusal.islands:
                assert_proof(tournament, refusal)
    assert refused > 20


def assert_proof(tournament, refusal):
    """Islands have no opponents outside but the bridge, and are too many for it."""
    rows = outcomes(tournament)
    present = set(participants_to_pair(tournament))
    closed = {n: {o for _, o in opponents_met(rows[n])} | {n} for n in present}
    for pair_ in tournament.forbidden:
        closed[pair_.a].add(pair_.b)
        closed[pair_.b].add(pair_.a)
    byes = len(present) % 2
    assert len(refusal.islands) >= len(refusal.bridge) + 1 - byes
    for island in refusal.islands:
        for n in island:
            open_ = present - closed[n]
            assert open_ <= {*island, *refusal.bridge}


def sparse(seed):
    """Cards of three groups of which most pairs are closed."""
    random = Random(seed)
    count = random.choice((10, 12, 14))
    cards = [
        card(
            n,
            random.choice("WB"),
            random.randint(2000, 2100),
            random.randint(2000, 2100),
            points=random.choice((10, 10, 20, 30, 30)),
        )
        for n in range(1, count + 1)
    ]
    share = random.choice((0.7, 0.75, 0.8))
    closed = [pair for pair in combinations(range(1, count + 1), 2) if random.random() < share]
    return cards, " ".join(f"{a}-{b}" for a, b in closed)


def in_large_groups(seed):
    """A large group, and a few below who hardly meet each other nor the last of the large one."""
    random = Random(seed)
    few = random.randint(3, 7)
    top = range(1, 61 + few % 2)
    low = range(top.stop, top.stop + few)
    cards = [
        card(n, random.choice("WB"), 2000 + random.randrange(90), 2500 - n, 20 if n in top else 10)
        for n in (*top, *low)
    ]
    closed = [pair for pair in combinations(low, 2) if random.random() < 0.9]
    closed += [pair for pair in product(top[-8:], low) if random.random() < 0.6]
    closed += [pair for pair in combinations(top[-8:], 2) if random.random() < 0.8]
    return cards, " ".join(f"{a}-{b}" for a, b in closed)


def test_a_group_with_room_to_spare_is_paired_alike_without_being_searched(monkeypatch):
    asked = []
    roomy = UnpairedPlayers.can_surely_pair_after_losing

    def ask_and_note(*question):
        asked.append(roomy(*question))
        return asked[-1]

    left = 0
    for seed in range(40):
        cards, closed = in_large_groups(seed)
        monkeypatch.setattr(UnpairedPlayers, "can_surely_pair_after_losing", ask_and_note)
        with_room = pair_cards(cards, closed)
        monkeypatch.setattr(UnpairedPlayers, "can_surely_pair_after_losing", lambda *_: False)
        assert tables(pair_cards(cards, closed)) == tables(with_room)
        left += any(
            isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN for r in with_room.reasons
        )

    assert asked.count(True) > 40
    assert left > 20


def test_the_last_few_of_a_large_group_drop_where_they_are_needed():
    # 55 to 60 have met each other and everybody of their group but 41 and 42.
    cards = [card(n, "WB"[n % 2], 2000 + n, 2500 - n, 10 if n > 40 else 20) for n in range(1, 61)]
    below = range(55, 61)
    apart = [*combinations(below, 2), *product(range(43, 55), below)]

    so_far = pair_cards(cards, " ".join(f"{a}-{b}" for a, b in apart))

    dropped = [
        r.number
        for r in so_far.reasons
        if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
    ]
    assert dropped == [40, 39, 38, 37]


def test_a_round_with_few_possible_pairs_is_completed_if_possible():
    completed = floated_together = 0
    # In the last four of these, players who drop together would block the round if they met.
    for seed in (*range(500), 705, 1061, 1345, 1656):
        cards, closed = sparse(seed)
        try:
            so_far = pair_cards(cards, closed)
        except NoLegalPairing:
            continue
        completed += 1
        dropped = [
            r
            for r in so_far.reasons
            if isinstance(r, Floated) and r.method is FloatMethod.MOVED_DOWN
        ]
        floated_together += len(dropped) > 1
        apart = {frozenset(p) for p in pairs_in(closed)}
        assert len(opponents(so_far)) == len(cards) // 2
        assert not opponents(so_far) & apart
    assert completed > 200
    assert floated_together > 50
