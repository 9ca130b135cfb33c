"""No other pairing of a small round can be proved, whatever witnesses are found for it.

A forger takes every pairing of those who are there, and looks for steps that the checker accepts.
For the Dutch system he goes through all scopes of a bracket, with the dual values that are best for
the pairs as they are, with pairs that the next bracket could have, given up in every way, and with
barriers wherever somebody is passed over. For the Olympiads he lets any group give way, and pairs
of it leave; for the Dubov system he moves up and drops whomever the pairing has across groups. For
the Canadian rules he asks for the witnesses as if they had paired so. Only the pairing of the rules
gets to the end.
"""

from __future__ import annotations

from copy import copy
from importlib import import_module

import pytest

from tests.proof.rounds import ROUGH, paired_rounds
from tests.sampling import sample
from topboard._frozen import replace
from topboard.matching.perfect import bit_indices, bitset
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.proof.prove.dubov import DubovProofWriter
from topboard.proof.prove.dutch import DutchProofWriter, find_bridge_against_complete_pairing
from topboard.proof.prove.olympiad import OlympiadProofWriter
from topboard.proof.prove.writer import bridge_to_json, duals_to_json, find_gallai_edmonds_barrier
from topboard.proof.verify import SYSTEMS, NotProved, check_round, dutch
from topboard.proof.verify.dutch.brackets import ALL, ITSELF, NEXT, CheckedBracket
from topboard.proof.verify.round import add_earlier_outcomes_to_round, check_proposed_round
from topboard.reasons.decisions import ScoregroupSummary

UNREADABLE = (NotProved, AttributeError, LookupError, TypeError, ValueError)
FEW = 6
"""Up to this number, all sets of pairs are tried."""


def sets_of_pairs(places, graph):
    """All sets of pairs of some."""
    if not places:
        yield ()
        return
    first, *others = places
    yield from sets_of_pairs(others, graph)
    for other in others:
        if graph[first] >> other & 1:
            for pairs in sets_of_pairs([p for p in others if p != other], graph):
                yield ((first, other), *pairs)


def best_duals(weighed):
    """The dual values of the cheapest pairing, which prove a round only if it is as cheap."""
    at = weighed.at
    costs = {
        (at[a], at[b]): weighed.pair_cost(a, b, weighed.graph[a] >> b & 1)
        for a in at
        for b in at
        if a < b
    }
    edges = [(a, b, cost) for (a, b), cost in costs.items() if cost < weighed.never]
    best = find_minimum_cost_matching(len(at), edges)
    return None if best is None else duals_to_json(best)


class Forger(DutchProofWriter):
    """Looks at every bracket of a round for a step that is accepted.

    ``given_up`` is the place of a bracket for which only steps are tried that give it up.
    """

    def __init__(self, pairing, opponents, given_up):
        super().__init__(pairing, opponents)
        self._given_up, self._brackets = given_up, 0

    def get_additional_evidence(self, step, kind, **about):
        """Barriers are made when the walk asks; dual values are the best there are."""
        if kind != "closed":
            step[kind] = best_duals(about["weighed"])
        return (
            super().get_additional_evidence(step, kind, **about) if kind == "closed" else step[kind]
        )

    def _build_bye_step(self, going, scores):
        (receiver,) = [p for p, other in going.mate.items() if other == going.nobody]
        points = going.players[receiver].points
        lower = [
            find_bridge_against_complete_pairing(going, [*going.mate], one)
            for one in scores
            if one < points
        ]
        return {"bye": going.numbers[receiver], "lower": lower}

    def _build_bracket_step(self, judged):
        """The first step that the checker accepts; if there is none, one that it refuses."""
        self._brackets += 1
        gives_up = self._brackets == self._given_up
        step = {"bracket": judged.points}
        for step in given_up(judged) if gives_up else steps_for(judged):
            try:
                dutch.check_bracket_paired_again(judged, step) if gives_up else copy(
                    judged
                ).check_step(step)
            except UNREADABLE:
                continue
            return step
        return step


def steps_for(judged):
    """What a file might say of a bracket."""
    going, near = judged.going, [*judged.left, *judged.following]
    bridge = bridge_to_json(
        find_gallai_edmonds_barrier(going.graph, bitset(judged.following)), going.numbers
    )
    below = [None]
    if not going.text.completes and len(near) <= FEW:
        sets = sets_of_pairs(near, going.graph)
        below += [[[going.numbers[a], going.numbers[b]] for a, b in pairs] for pairs in sets]
    for scope in (ITSELF, NEXT, ALL):
        for way in ("best", "then"):
            for pairs in below:
                step = {"bracket": judged.points, "scope": scope, way: None, "following": bridge}
                yield step if pairs is None else step | {"below": pairs}


def given_up(judged):
    """How a bracket might be paired that is said to leave the rest without a pairing."""
    going = judged.going
    for pairs in sets_of_pairs(judged.members, going.graph) if judged.ahead else ():
        trial = copy(going)
        trial.mate = dict.fromkeys(going.mate, going.nobody)
        for a, b in pairs:
            trial.mate |= {a: b, b: a}
        itself = CheckedBracket(trial, judged.moved_down, judged.spans, ahead=True)
        rest = (*itself.left, *range(judged.residents.stop, going.nobody))
        bridge = find_bridge_against_complete_pairing(going, rest, None)
        if going.is_pairing_impossible(rest, None, bridge):
            written = [[going.numbers[a], going.numbers[b]] for a, b in pairs]
            for step in steps_for(itself):
                yield {"given_up": written, "rest": bridge, **step}


def all_pairings(numbers):
    """Every way to pair some, whoever has met; of an odd number one is alone."""
    if len(numbers) < 2:
        yield [tuple(numbers)] if numbers else []
        return
    first, *others = numbers
    for other in others:
        for pairs in all_pairings([n for n in others if n != other]):
            yield [(first, other), *pairs]
    if len(numbers) % 2:
        for pairs in all_pairings(others):
            yield [(first,), *pairs]


class OlympiadForger(OlympiadProofWriter):
    """Lets one group give way, and two of some group leave it."""

    def __init__(self, pairing, opponents, gives_way, leaving):
        super().__init__(pairing, opponents)
        self._gave_way, self._leaving_too = {gives_way}, leaving

    def build_first_step_of_group(self, group, teams, ways):
        """Who is not paired in the group leaves it."""
        too = {*self._leaving_too} if {*self._leaving_too} <= {*teams} else set()
        left = {n for n in teams if self.opponents[n] not in teams} | too
        self._left = {group.points: frozenset(left)}
        return super().build_first_step_of_group(group, teams, ways)


class DubovForger(DubovProofWriter):
    """Moves up one of those whom the round has across groups, or nobody, and lets others drop."""

    def __init__(self, pairing, opponents, raised):
        super().__init__(pairing, opponents)
        self._which = raised

    def _build_moved_up_player_step(self, drawing, ordering, group, others):
        pool = drawing.pool
        inside = {pool.numbers[i] for i in group}
        below = [
            pool.numbers[i]
            for i in bit_indices(others)
            if self.opponents[pool.numbers[i]] in inside
        ]
        wanted = below[self._which] if self._which < len(below) else 0
        self._raised = {pool.points[group[0]]: wanted}
        return super()._build_moved_up_player_step(drawing, ordering, group, others)

    def _build_downfloaters_step(self, drawing, group):
        places, raised, _ = group
        inside = {drawing.pool.numbers[i] for i in (*places, *raised)}
        points = drawing.pool.points[places[0]] if places else 0
        self._dropped = {(points, n) for n in inside if self.opponents[n] not in inside}
        return super()._build_downfloaters_step(drawing, group)


def dubov_forgers(round_, pairing):
    """One or the other is moved up wherever somebody may be, or nobody anywhere."""
    return [DubovForger(pairing, round_.opponents, raised) for raised in (0, 1, 99)]


def dutch_forgers(round_, pairing):
    """He gives up no bracket, or one of the first."""
    return [Forger(pairing, round_.opponents, given_up) for given_up in range(4)]


def olympiad_forgers(round_, pairing):
    """No group gives way, or one of them; nobody leaves who need not, or two who meet."""
    points = {r.points for r in pairing.reasons if isinstance(r, ScoregroupSummary)}
    return [
        OlympiadForger(pairing, round_.opponents, gives_way, leaving)
        for gives_way in (None, *points)
        for leaving in ((), *round_.pairs)
    ]


def own_makers(round_, pairing):
    """The forger of proofs of the family."""
    family = import_module(f"topboard.proof.prove.{SYSTEMS[pairing.system]}")
    return [family.MAKER(pairing, round_.opponents)]


FORGERS = {"dutch": dutch_forgers, "olympiad": olympiad_forgers, "dubov": dubov_forgers}


def provable(event, pairing):
    """The pairings of a round that some witnesses prove, colours and tables aside."""
    forgers = FORGERS.get(SYSTEMS[pairing.system], own_makers)
    for pairs in all_pairings(sorted(n for pair in as_sets(pairing) for n in pair)):
        met = [pair for pair in pairs if len(pair) == 2]
        bye = next((n for pair in pairs if len(pair) == 1 for n in pair), None)
        unknown = [frozenset(pair) for pair in met]
        round_ = add_earlier_outcomes_to_round(
            check_proposed_round(event, pairing.system, met, bye)
        )
        round_ = round_._replace(tables_known=False, colour_unknown=unknown)
        if any(is_proved(round_, forger) for forger in forgers(round_, pairing)):
            yield {frozenset(pair) for pair in pairs}


def is_proved(round_, forger):
    """Whether a forger gets to the end of a round."""
    try:
        check_round(round_, forger)
    except (NotProved, AssertionError, StopIteration):
        # Who makes a proof may well insist that the rules have paired so.
        return False
    return True


def as_sets(pairing):
    """Who meets in a round, and who is alone."""
    pairs = {frozenset((pair.white, pair.black)) for pair in pairing.pairs}
    return pairs if pairing.bye is None else {*pairs, frozenset([pairing.bye])}


SMALL = replace(ROUGH, rounds=5, late=0, leaving=0)
VARIATIONS = {"cfc_swiss": ("619.1", "624.1"), "dubov_1997": ("danubian",)}


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize(
    ("seed", "players"), [(1, 5), (2, 6), (4, 6), (5, 5), (6, 5), (25, 6), (31, 6)]
)
def test_only_one_of_all_pairings_of_a_small_round_can_be_proved(name, seed, players):
    chosen = VARIATIONS.get(name, ()) if seed % 2 else ()
    rounds = [*paired_rounds(name, seed, replace(SMALL, competitors=players, variations=chosen))]

    assert len(rounds) > 1
    for event, pairing in sample(rounds, (name, seed)):
        assert [*provable(event, pairing)] == [as_sets(pairing)]
