"""What holds in every round of every Olympiad edition, whatever happened before.

The rounds come from events by chance, up to 60 teams and nine rounds, with late and leaving
teams, defaults, unfinished matches, forbidden pairs and rulings. What is expected is worked out
here from the facts, not with the engine's own words.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import networkx
import pytest

from tests.systems.olympiad.events import paired_rounds, rounds
from tests.team_events import ALL_EDITIONS
from topboard.model import Colour, ForbiddenPair, Manner, PairingBye, Withdrawn
from topboard.reasons.criteria import ByeBarAlreadyHadBye
from topboard.reasons.decisions import (
    ByeGiven,
    ColourDecision,
    Floated,
    OpponentChoice,
    ScoregroupSummary,
)
from topboard.reasons.grounds import MedianSide
from topboard.reasons.obstacles import LeavesUnpairable
from topboard.systems.registry import system

pytestmark = [pytest.mark.thorough, pytest.mark.parametrize("edition", ALL_EDITIONS)]

LATE_TEAMS_BARRED = ("olympiad_2021_draft", "olympiad_2022")


# --- the facts, counted once more -----------------------------------------------------------


def present(tournament):
    upcoming = tournament.round_to_pair
    gone = {
        r.number
        for r in tournament.requests
        if r.round == upcoming or (r.round < upcoming and isinstance(r.outcome, Withdrawn))
    }
    return {c.number for c in tournament.competitors if c.joined <= upcoming} - gone


def closed_pairs(tournament):
    """Who has met, and whom the organiser keeps apart in the next round."""
    met = {
        frozenset((m.white, m.black))
        for played in tournament.rounds
        for m in played.meetings
        if m.manner in (Manner.PLAYED, Manner.UNFINISHED)
    }
    apart = {
        frozenset((f.a, f.b))
        for f in tournament.forbidden
        if f.first <= tournament.round_to_pair <= f.last
    }
    return met | apart


def colours(tournament):
    found = {c.number: "" for c in tournament.competitors}
    for played in tournament.rounds:
        for m in played.meetings:
            if m.manner in (Manner.PLAYED, Manner.UNFINISHED):
                found[m.white] += "W"
                found[m.black] += "B"
    return found


def within_limits(had, colour):
    after = had + colour
    return abs(after.count("W") - after.count("B")) <= 2 and after[-3:] != 3 * colour


def can_have_colours(had, a, b):
    return any(
        within_limits(had[white], "W") and within_limits(had[black], "B")
        for white, black in ((a, b), (b, a))
    )


def barred_from_bye(tournament, edition):
    """Who may not have the bye, whatever the others need."""
    upcoming = tournament.round_to_pair
    rulings = [r for r in tournament.bye_rulings if r.first <= upcoming <= r.last]
    lifted = {r.number for r in rulings if r.allowed}
    had = {n for played in tournament.rounds for n, o in played.away if isinstance(o, PairingBye)}
    won_by_default = {
        m.white if m.white_points > m.black_points else m.black
        for played in tournament.rounds
        for m in played.meetings
        if m.manner is Manner.DEFAULT
    }
    late = {c.number for c in tournament.competitors if c.joined > 1}
    if edition not in LATE_TEAMS_BARRED:
        late = set()
    return had | ((won_by_default | late) - lifted) | {r.number for r in rulings if not r.allowed}


def pairs_of(pairing):
    return [frozenset((p.white, p.black)) for p in pairing.pairs]


def reasons_of_kind(pairing, kind):
    return [reason for reason in pairing.reasons if isinstance(reason, kind)]


# --- who meets ------------------------------------------------------------------------------


def test_everybody_present_is_paired_once_or_gets_the_bye(edition):
    for tournament, pairing in paired_rounds(edition):
        seats = Counter(n for p in pairing.pairs for n in (p.white, p.black))
        if pairing.bye is not None:
            seats[pairing.bye] += 1

        assert seats == Counter(present(tournament))
        assert [p.table for p in pairing.pairs] == [*range(1, len(pairing.pairs) + 1)]


def test_no_team_meets_a_previous_or_forbidden_opponent(edition):
    for tournament, pairing in paired_rounds(edition):
        assert set(pairs_of(pairing)).isdisjoint(closed_pairs(tournament))


def test_the_bye_of_an_odd_field_goes_to_an_eligible_team(edition):
    for tournament, pairing in paired_rounds(edition):
        assert (pairing.bye is not None) == (len(present(tournament)) % 2 == 1)
        assert pairing.bye not in barred_from_bye(tournament, edition)


def test_a_team_that_was_passed_over_for_the_bye_is_barred_or_needed(edition):
    for tournament, pairing in paired_rounds(edition):
        for given in reasons_of_kind(pairing, ByeGiven):
            for passed in given.passed_over:
                barred = passed.candidate in barred_from_bye(tournament, edition)
                assert isinstance(passed.obstacle, LeavesUnpairable) != barred
                if isinstance(passed.obstacle, ByeBarAlreadyHadBye):
                    then = tournament.rounds[passed.obstacle.round - 1]
                    assert then.bye == passed.candidate


def test_a_round_is_refused_only_if_it_has_no_pairing(edition):
    refused = [one for one in rounds(edition) if one.refusal is not None]
    assert refused

    for one in refused:
        everybody, closed = present(one.tournament), closed_pairs(one.tournament)
        graph = networkx.Graph(
            (a, b)
            for a in everybody
            for b in everybody
            if a < b and frozenset((a, b)) not in closed
        )
        graph.add_nodes_from(everybody)
        if len(everybody) % 2:
            may = everybody - barred_from_bye(one.tournament, edition)
            graph.add_edges_from(("bye", n) for n in may)
            graph.add_node("bye")
        most = networkx.max_weight_matching(graph, maxcardinality=True)
        assert 2 * len(most) < graph.number_of_nodes(), one


def test_a_refusal_comes_with_a_valid_proof(edition):
    for one in rounds(edition):
        if one.refusal is None or not one.refusal.islands:
            continue
        outside = len(one.refusal.bridge) + ("and the bye" in str(one.refusal))

        assert len(one.refusal.islands) > outside
        assert_separate(one.refusal.bridge, one.refusal.islands)
        assert_strangers(one.refusal.islands, closed_pairs(one.tournament))


def assert_separate(bridge, islands):
    everybody = [*bridge, *(n for island in islands for n in island)]
    assert len(everybody) == len(set(everybody))


def assert_strangers(islands, closed):
    """No team of an island may meet a team of another."""
    for i, island in enumerate(islands):
        for other in islands[:i]:
            for a in island:
                for b in other:
                    assert frozenset((a, b)) in closed


# --- colours --------------------------------------------------------------------------------


def test_colour_limits_hold_unless_the_group_reports_them_disregarded(edition):
    broken = 0
    for tournament, pairing in paired_rounds(edition):
        had = colours(tournament)
        kept = {
            g.points: not g.without_colour_limits
            for g in reasons_of_kind(pairing, ScoregroupSummary)
        }
        group = {
            frozenset((r.chooser, r.chosen)): r.points
            for r in reasons_of_kind(pairing, OpponentChoice)
        }
        for p in pairing.pairs:
            fine = within_limits(had[p.white], "W") and within_limits(had[p.black], "B")
            assert fine or not kept[group[frozenset((p.white, p.black))]]
            broken += not fine
            # Where a limit is broken, no other allocation would have kept it.
            assert fine or not can_have_colours(had, p.white, p.black)
    assert broken


def test_a_reason_for_colours_shows_the_teams_colour_histories(edition):
    shown = {Colour.WHITE: "W", Colour.BLACK: "B"}
    for tournament, pairing in paired_rounds(edition):
        had = colours(tournament)
        for given in reasons_of_kind(pairing, ColourDecision):
            assert "".join(shown[c] for c in given.white_history) == had[given.white]
            assert "".join(shown[c] for c in given.black_history) == had[given.black]


# --- reasons --------------------------------------------------------------------------------


def test_every_pair_has_separate_reasons_for_opponent_and_colours(edition):
    for _, pairing in paired_rounds(edition):
        chosen = [
            frozenset((r.chooser, r.chosen)) for r in reasons_of_kind(pairing, OpponentChoice)
        ]
        coloured = [(r.white, r.black) for r in reasons_of_kind(pairing, ColourDecision)]

        assert Counter(chosen) == Counter(pairs_of(pairing))
        assert Counter(coloured) == Counter((p.white, p.black) for p in pairing.pairs)


def test_every_floater_is_explained_from_its_group_to_its_final_group(edition):
    floated = 0
    for _, pairing in paired_rounds(edition):
        ways = {}
        for step in reasons_of_kind(pairing, Floated):
            ways.setdefault(step.number, []).append(step)

        assert set(ways) == {f.number for f in pairing.floaters}
        for floater in pairing.floaters:
            way = ways[floater.number]
            assert {step.from_points for step in way} == {floater.from_points}
            assert way[-1].to_points == floater.to_points
            assert len({step.to_points for step in way}) == len(way)
        floated += len(ways)
    assert floated


def test_floaters_move_towards_the_median_and_never_beyond(edition):
    for _, pairing in paired_rounds(edition):
        median = next(
            (
                g.points
                for g in reasons_of_kind(pairing, ScoregroupSummary)
                if g.side is MedianSide.MEDIAN
            ),
            0,
        )
        for floater in pairing.floaters:
            low, high = sorted((floater.from_points, median))
            assert low <= floater.to_points <= high
            assert floater.to_points != floater.from_points


def test_the_number_of_teams_leaving_a_group_is_as_reported(edition):
    for _, pairing in paired_rounds(edition):
        leavers, expected = Counter(), Counter()
        current = None
        for reason in pairing.reasons:
            if isinstance(reason, ScoregroupSummary):
                current = reason.points
                expected[current] = reason.leaving
            elif isinstance(reason, Floated):
                leavers[current] += 1
        assert leavers == +expected


def test_every_proof_that_the_others_could_not_be_paired_holds(edition):
    proofs = 0
    for tournament, pairing in paired_rounds(edition):
        closed, had = closed_pairs(tournament), colours(tournament)
        opened = None
        for reason in pairing.reasons:
            if isinstance(reason, ScoregroupSummary):
                opened = reason
            for passed in getattr(reason, "passed_over", ()):
                if isinstance(passed.obstacle, LeavesUnpairable):
                    proofs += 1
                    assert_proves(passed.obstacle, opened, closed, had)
    assert proofs > 50


def assert_proves(proof, opened, closed, had):
    assert_separate(proof.bridge, proof.islands)
    if proof.may_leave < 0:
        # More must leave than could: there is nobody left for an exit.
        assert opened.leaving >= -proof.may_leave
        return
    assert len(proof.islands) > len(proof.bridge) + proof.may_leave
    for i, island in enumerate(proof.islands):
        for other in proof.islands[:i]:
            for a in island:
                for b in other:
                    assert may_not_meet(a, b, opened, closed, had)


def may_not_meet(a, b, opened, closed, had):
    if frozenset((a, b)) in closed:
        return True
    if opened is None:
        # The bye is given before any group, and looks at no colours.
        return False
    if not opened.without_colour_limits and not can_have_colours(had, a, b):
        return True
    return a in opened.floaters and b in opened.floaters


# --- the same facts, the same round ---------------------------------------------------------


def shuffle_event(tournament, chance):
    """The same facts, in another order everywhere that order means nothing."""

    def shuffle(items):
        return tuple(chance.sample(items, len(items)))

    return replace(
        tournament,
        competitors=shuffle(tournament.competitors),
        rounds=tuple(
            replace(played, meetings=shuffle(played.meetings), away=shuffle(played.away))
            for played in tournament.rounds
        ),
        requests=shuffle(tournament.requests),
        forbidden=tuple(
            ForbiddenPair(f.b, f.a, f.first, f.last) for f in shuffle(tournament.forbidden)
        ),
        bye_rulings=shuffle(tournament.bye_rulings),
        adjustments=shuffle(tournament.adjustments),
    )


def test_the_order_of_the_input_does_not_matter(edition):
    chance = Random(edition)
    for tournament, pairing in paired_rounds(edition)[::3]:
        assert system(edition).pair(shuffle_event(tournament, chance)) == pairing


def test_pairing_the_same_facts_twice_gives_the_same_round(edition):
    for tournament, pairing in paired_rounds(edition)[::3]:
        assert system(edition).pair(tournament) == pairing


def test_every_round_of_a_played_event_is_reproduced(edition):
    for one in rounds(edition)[::5]:
        for number in range(1, one.tournament.round_to_pair):
            played = one.tournament.rounds[number - 1]

            again = system(edition).pair(one.tournament.before(number))

            assert [(p.white, p.black) for p in again.pairs] == [
                (m.white, m.black) for m in played.meetings
            ]
            assert again.bye == played.bye


def gave_way(pairing):
    return any(group.gave_way for group in reasons_of_kind(pairing, ScoregroupSummary))


def test_requiring_a_pair_that_is_made_anyway_changes_nothing(edition):
    # Where a group gave way to the rest of the round, the required pair shows it another ground
    # to let teams leave, and these may be others.
    asked = [(t, p) for t, p in paired_rounds(edition)[::7] if p.pairs and not gave_way(p)]

    assert len(asked) > 20
    for tournament, pairing in asked:
        pair = pairing.pairs[len(pairing.pairs) // 2]

        again = system(edition).pair(replace(tournament, required=((pair.white, pair.black),)))

        assert again.pairs == pairing.pairs
        assert again.bye == pairing.bye
