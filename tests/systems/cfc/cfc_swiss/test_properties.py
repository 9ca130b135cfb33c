"""What holds for every round of every event, on events by chance of up to 200 players."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.player_events import event, player
from tests.systems.cfc.cfc_swiss.events import pair, play, play_event
from topboard.errors import NoLegalPairing
from topboard.matching.perfect import PerfectMatching
from topboard.model import ForbiddenPair, FullPointBye, PairingBye, Player, Tournament
from topboard.model.history import colour_difference, colours_played, outcomes, participants_to_pair
from topboard.reasons.decisions import ColourDecision, OpponentChoice
from topboard.systems.cfc import cfc_swiss
from topboard.systems.cfc.cards import map_paired_opponents_to_rounds

pytestmark = pytest.mark.thorough

CHOICES = (
    (),
    ("616.1", "624.2"),
    ("613.1a", "619.1", "624.1"),
    ("613.1b", "631.1", "631.2"),
    ("617.1", "633.1"),
    ("624.2", "633.2"),
)
EVENTS = [(3, 6), (4, 5), (7, 9), (9, 8), (12, 11), (16, 7), (25, 9), (40, 9), (75, 9), (200, 9)]


def random_entries(players: int, random: Random) -> list[Player]:
    """Players of whom some have no rating, some come late, some are of one region."""
    return [
        player(
            n,
            None if random.random() < 0.1 else 2400 - 5 * n,
            joined=random.randint(2, 4) if random.random() < 0.05 else 1,
            pairing_score=random.choice([None, 5, 10]),
            affiliations=random.choice([(), (), ("Quebec",), ("Ontario", "Toronto")]),
        )
        for n in range(1, players + 1)
    ]


@pytest.fixture(scope="module")
def rounds() -> list[Tournament]:
    """Every round of events of all sizes."""
    lived = []
    for seed, (players, number) in enumerate(EVENTS * 2):
        variations = CHOICES[seed % len(CHOICES)]
        people = random_entries(players, Random(seed))
        asked = [p.number for p in people if "Quebec" in p.affiliations]
        requests = tuple(ForbiddenPair(a, b, wish=True) for a, b in combinations(asked, 2))
        tournament = event(people, variations=variations, planned_rounds=number, forbidden=requests)
        lived += play_event(tournament, seed, number)
    return lived


def test_there_are_enough_rounds_to_look_at(rounds: list[Tournament]) -> None:
    assert len(rounds) > 120


def test_every_player_plays_once_or_gets_the_bye(rounds: list[Tournament]) -> None:
    for tournament in rounds:
        paired = pair(tournament)
        seen = [n for p in paired.pairs for n in (p.white, p.black)]
        bye = [] if paired.bye is None else [paired.bye]
        assert sorted([*seen, *bye]) == list(participants_to_pair(tournament))
        assert [p.table for p in paired.pairs] == list(range(1, len(paired.pairs) + 1))


def test_no_two_players_meet_twice_and_no_player_gets_two_byes(rounds: list[Tournament]) -> None:
    for tournament in rounds:
        rows = outcomes(tournament)
        paired = pair(tournament)
        assert all(
            p.black not in map_paired_opponents_to_rounds(rows[p.white]) for p in paired.pairs
        )
        if paired.bye is not None:
            assert not any(isinstance(o, PairingBye | FullPointBye) for o in rows[paired.bye])


def test_the_input_order_is_irrelevant_and_the_answer_is_repeatable(
    rounds: list[Tournament],
) -> None:
    for tournament in rounds[::3]:
        random = Random(len(tournament.competitors))
        people = random.sample(tournament.competitors, len(tournament.competitors))
        first = tournament.rounds[:1]
        turned = tuple(replace(r, meetings=r.meetings[::-1]) for r in first)
        shuffled = replace(
            tournament, competitors=tuple(people), rounds=(*turned, *tournament.rounds[1:])
        )
        assert pair(tournament) == pair(tournament)
        assert pair(shuffled) == pair(tournament)


def test_every_pair_has_a_reason_and_colours(rounds: list[Tournament]) -> None:
    for tournament in rounds[::2]:
        paired = pair(tournament)
        wanted = sorted(sorted((p.white, p.black)) for p in paired.pairs)
        chosen = [r for r in paired.reasons if isinstance(r, OpponentChoice)]
        assert sorted(sorted((r.chooser, r.chosen)) for r in chosen) == wanted
        coloured = [r for r in paired.reasons if isinstance(r, ColourDecision)]
        assert [(r.white, r.black) for r in coloured] == [(p.white, p.black) for p in paired.pairs]
        assert all(r.article in cfc_swiss.ARTICLES for r in (*chosen, *coloured))


def test_most_players_stay_within_one_colour_of_even_and_none_exceeds_three(
    rounds: list[Tournament],
) -> None:
    differences = [
        abs(colour_difference(colours_played(row)))
        for tournament in rounds
        if len(tournament.competitors) >= 75
        for row in outcomes(tournament).values()
    ]

    assert max(differences) <= 3
    assert sum(d <= 1 for d in differences) > 0.95 * len(differences)


def test_a_round_is_refused_only_if_no_complete_pairing_exists() -> None:
    refused = 0
    for seed in range(40):
        tournament, random = event(12, planned_rounds=11), Random(seed)
        while _has_complete_pairing(tournament):
            tournament = play(tournament, pair(tournament), random)
        if len(tournament.rounds) < 11:
            refused += 1
        with pytest.raises(NoLegalPairing) as refusal:
            pair(tournament)
        assert len(refusal.value.islands) > len(refusal.value.bridge)

    assert refused > 2


def _has_complete_pairing(tournament: Tournament) -> bool:
    rows = outcomes(tournament)
    numbers = participants_to_pair(tournament)
    closed = {n: map_paired_opponents_to_rounds(rows[n]) for n in numbers}
    graph = [
        sum(1 << j for j, other in enumerate(numbers) if other != n and other not in closed[n])
        for n in numbers
    ]
    return PerfectMatching(graph).exists


def test_standings_list_everybody_once_in_order_of_points(rounds: list[Tournament]) -> None:
    for tournament in rounds[::4]:
        lines = cfc_swiss.SYSTEM.standings(tournament).lines
        assert sorted(line.number for line in lines) == sorted(
            c.number for c in tournament.competitors
        )
        assert [line.points for line in lines] == sorted(
            (line.points for line in lines), reverse=True
        )
