"""Rounds by the Canadian rules are proved, and nothing about them can be changed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import topboard
from tests.player_events import event
from tests.proof.rounds import (
    ROUGH,
    copy_document,
    load_proof,
    paired_rounds,
    refusal_place,
    with_facts,
)
from tests.proof.test_attacks import JUNK, assert_junk_is_no_stumbling_block, everywhere
from tests.proof.test_checker import schema
from tests.systems.cfc.cfc_swiss.events import field
from tests.systems.cfc.cfc_swiss.test_dense_fields import dense_field
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.errors import NoLegalPairing
from topboard.model import ForbiddenPair, Manner, Meeting, Number, Round
from topboard.proof.prove import cfc, format_proof, prove, verify_proof_against_event
from topboard.proof.prove.facts import build_facts
from topboard.proof.verify import verify
from topboard.proof.verify.cfc.cards import PairingCards
from topboard.proof.verify.cfc.groups import GroupedPlayers
from topboard.proof.verify.cfc.halves import GroupHalves
from topboard.proof.verify.cfc.odd_men import OddManCosts
from topboard.proof.verify.duals import parse_duals
from topboard.proof.verify.round import add_earlier_outcomes_to_round, parse_proposed_round
from topboard.proof.verify.witnesses import build_subgraph
from topboard.reasons.decisions import ColourDecision
from topboard.systems.registry import system

NAME = "cfc_swiss"
ODD_MEN = {"618", "618b", "618c", "619.1", "623", "624.2", "625", "626"}
VARIATIONS = (
    (),
    ("613.1a", "616.1", "624.1"),
    ("613.1b", "617.1", "624.2"),
    ("619.1", "631.1"),
    ("631.2", "633.1"),
    ("619.1", "633.2"),
)
SEEDS = range(9)
QUIET = Wishes(rounds=3)


@cache
def proofs(seed):
    """The proofs of a rough event as text, each with the pairing that it proves."""
    chosen = VARIATIONS[seed % len(VARIATIONS)]
    wishes = replace(ROUGH, competitors=6 + seed, half_byes=5, variations=chosen, rounds=6)
    made = []
    for before, _ in paired_rounds(NAME, seed, wishes):
        lot = Random(seed)
        families = [(lot.choice("abc"), c.number) for c in before.competitors]
        asking = before
        for family in "abc":
            asking = _asking(asking, [n for name, n in families if name == family])
        pairing = system(NAME).pair(asking)
        made.append((format_proof(prove(asking, pairing)), pairing))
    return tuple(made)


def _asking(tournament, numbers):
    """The event with a request of these players not to meet each other."""
    pairs = combinations(map(Number, numbers), 2)
    asked = tuple(ForbiddenPair(a, b, wish=True) for a, b in pairs)
    return replace(tournament, forbidden=(*tournament.forbidden, *asked))


def documents():
    """All of these proofs, to be altered."""
    return [load_proof(text) for seed in SEEDS for text, _ in proofs(seed)]


def proof_of(tournament):
    """The proof of a round; None if it has no pairing."""
    try:
        pairing = system(NAME).pair(tournament)
    except NoLegalPairing:
        return None
    return load_proof(format_proof(prove(tournament, pairing)))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_round_of_a_messy_event_is_proved(seed):
    assert len(proofs(seed)) >= 2
    for text, _ in proofs(seed):
        document = load_proof(text)
        assert verify(document).refused is None
        assert [error.message for error in schema().iter_errors(document)] == []


def test_the_proofs_contain_every_kind_of_witness():
    kinds = {kind for document in documents() for step in document["steps"] for kind in step}

    assert {"bye", "odd_men", "borders", "values", "blossoms", "wishes", "pairing"} <= kinds
    assert {"halves", "least", "rows", "pair", "kept"} <= kinds


@pytest.mark.parametrize("seed", range(2))
def test_groups_with_awkward_colours_and_few_possible_pairs_are_proved(seed):
    random, proved, changed = Random(seed), 0, 0
    for _ in range(40):
        document = proof_of(
            dense_field(random, random.randint(4, 14), random.choice(("=", "1:0 =")))
        )
        if document is not None:
            assert verify(document).refused is None
            assert [*schema().iter_errors(document)] == []
            proved += 1
            changed += any("blossoms" in step.get("least", ()) for step in document["steps"])
    assert proved > 15
    assert changed


def test_a_required_pair_and_a_large_group_with_an_interchange_are_proved():
    bound = event(30, required=((Number(1), Number(2)),))
    large = event(60, forbid="1-31..60")
    passing = field({40: "1 2", 30: "3 4", 20: "5..14", 10: "15..20"}, forbid="3-4..14")
    near = field({40: "1", 30: "2 3", 20: "4", 10: "5 6"}, met="2-4 3-4")

    for tournament in (bound, large, passing, near):
        assert verify(proof_of(tournament)).refused is None


TIME = Path(__file__).parents[2] / "fixtures" / "cfc" / "624.2-results-of-the-time.json"


def test_a_proof_knows_the_results_that_earlier_rounds_were_paired_with():
    # 8 counted as the winner of 8-1 when round 2 was paired, so 8-3 was a pair of equal scores.
    before = topboard.read(TIME)
    pairing = system(NAME).pair(before)
    document = load_proof(format_proof(prove(before, pairing)))

    assert {(p.white, p.black) for p in pairing.pairs} == {(3, 1), (4, 2), (5, 8)}
    assert pairing.bye == 9
    assert verify(document).refused is None
    assert verify_proof_against_event(document, before, NAME).refused is None
    assert [8, 1, 5, 5, "played", [], [10, 0]] in document["facts"]["event"]["rounds"][0][1]


def test_late_results_are_proved_as_the_engine_counts_them():
    chance, changed = Random(1), 0
    wishes = replace(ROUGH, competitors=11, half_byes=5, variations=("624.2",), rounds=7)
    for seed in range(12):
        for before, pairing in paired_rounds(NAME, seed, wishes):
            late = replace(before, rounds=tuple(_came_late(chance, r) for r in before.rounds))
            again = system(NAME).pair(late)
            assert verify(load_proof(format_proof(prove(late, again)))).refused is None
            changed += again.pairs != pairing.pairs
    assert changed > 5


def _came_late(chance, played):
    """The round, some of its results unknown when the next round was paired."""
    meetings = tuple(
        replace(m, paired_as=chance.choice(((10, 0), (5, 5), (0, 10))))
        if m.manner is Manner.PLAYED and chance.random() < 0.5
        else m
        for m in played.meetings
    )
    return replace(played, meetings=meetings)


def test_a_late_result_does_not_change_the_facts_of_an_earlier_round():
    first = event(6, "1-4 1:0, 5-2 0:1, 3-6 =", variations=("624.2",), planned_rounds=6)
    open_ = replace(first.rounds[0].meetings[0], manner=Manner.UNFINISHED)
    then = replace(
        first, rounds=(replace(first.rounds[0], meetings=(open_, *first.rounds[0].meetings[1:])),)
    )
    lost = replace(open_, white_points=0, black_points=10, manner=Manner.PLAYED, paired_as=(10, 0))
    second = Round(2, tuple(Meeting(p.white, p.black, 10) for p in system(NAME).pair(then).pairs))
    later = replace(
        then,
        rounds=(replace(then.rounds[0], meetings=(lost, *then.rounds[0].meetings[1:])), second),
    )

    assert build_facts(later.before(2)) == build_facts(then)
    assert build_facts(later)["rounds"][0][1][0] == [1, 4, 0, 10, "played", [], [10, 0]]
    without = build_facts(replace(later, variations=()))
    assert without["rounds"][0][1][0] == [1, 4, 0, 10]


@pytest.mark.parametrize("way", ["runs of groups", "the whole field"])
def test_odd_men_are_proved_run_by_run_or_for_the_whole_field(way, monkeypatch):
    def not_this_way(*_):
        return None

    if way == "the whole field":
        monkeypatch.setattr(cfc, "_compute_duals_of_all_separable_parts", not_this_way)
    else:
        monkeypatch.setattr(cfc, "_compute_duals_without_separating_groups", not_this_way)
    one_by_one = field({n * 10: str(60 - n) for n in range(60)})
    # 12 can meet 2 alone.
    below = field({40: "1", 30: "2..11", 20: "12", 10: "13..24"}, forbid="3..11-12")
    both_leave = field({20: "1..9", 10: "10..18", 0: "19..28"}, forbid="1-2..9 10-11..18")

    for tournament in (one_by_one, below, both_leave):
        assert verify(proof_of(tournament)).refused is None


def test_proofs_cover_wishes_that_cannot_be_granted():
    # If everybody asks, no wish can be granted; in the second the halves cannot be paired.
    chosen = ("619.1",)
    everybody = _asking(event(8, variations=chosen), range(1, 9))
    none = _asking(event(8, variations=chosen, forbid="1-5..8"), (1, 2))
    some = _asking(event(8, variations=chosen), (1, 5, 6, 7, 8))

    told = {}
    for name, tournament in (("all", everybody), ("none", none), ("some", some)):
        document = proof_of(tournament)
        assert verify(document).refused is None
        told[name] = next(step["wishes"] for step in document["steps"] if "wishes" in step)
    assert told == {"all": [1, 2, 3, 4], "none": None, "some": [1]}


def test_a_region_is_not_a_request_and_not_one_of_the_facts():
    tournament = event(8, variations=("619.1",))
    people = tuple(replace(c, affiliations=("Ontario",)) for c in tournament.competitors)

    assert proof_of(replace(tournament, competitors=people)) == proof_of(tournament)


# --- attacks --------------------------------------------------------------------------------


def step_of(document, pair):
    """The step, counted from 1, in which two are paired, and whether it is that of odd men."""
    for at, step in enumerate(document["steps"], start=1):
        if sorted(step.get("pair", ())) == sorted(pair):
            return at, False
        if any(sorted(one) == sorted(pair) for one in step.get("odd_men", ())):
            return at, True
    raise AssertionError(pair)


def test_swapped_opponents_are_refused_before_the_first_of_them_is_paired():
    tried = 0
    for document in documents():
        steps = document["steps"]
        odd_men = next(at for at, step in enumerate(steps, start=1) if "odd_men" in step)
        for a, b in [*combinations(range(len(document["pairs"])), 2)][:8]:
            altered = copy_document(document)
            one, other = altered["pairs"][a], altered["pairs"][b]
            first = min(step_of(document, one)[0], step_of(document, other)[0])
            one[1], other[1] = other[1], one[1]
            step, article = refusal_place(altered)
            # Two of one group who do not meet again: refused by what the group says of itself.
            assert odd_men - 1 <= step <= first
            assert article
            tried += 1
    assert tried > 150


def test_swapped_opponents_are_refused_even_if_their_steps_are_swapped_too():
    """The witnesses of the true pairing do not fit another one."""
    tried = 0
    for document in documents():
        rows = [at for at, step in enumerate(document["steps"]) if "pair" in step]
        for i, j in combinations(rows, 2):
            if any("halves" in step for step in document["steps"][i:j]):
                continue
            altered = copy_document(document)
            (a, b), (c, d) = (altered["steps"][at]["pair"] for at in (i, j))
            change = {b: d, d: b}
            altered["steps"][i]["pair"], altered["steps"][j]["pair"] = [a, d], [c, b]
            altered["pairs"] = [
                [change.get(n, n) if {a, b} == {*pair} or {c, d} == {*pair} else n for n in pair]
                for pair in document["pairs"]
            ]
            assert refusal_place(altered)[0] <= j + 1
            tried += 1
    assert tried > 60


def test_a_reversed_colour_is_refused_under_the_article_that_gave_it():
    for seed in SEEDS:
        for text, pairing in proofs(seed):
            given = {r.white: r.article for r in pairing.reasons if isinstance(r, ColourDecision)}
            document = load_proof(text)
            for at, (white, _) in enumerate(document["pairs"]):
                altered = copy_document(document)
                altered["pairs"][at].reverse()
                assert refusal_place(altered) == (len(document["steps"]), given[white])


def test_a_moved_bye_is_refused_under_the_article_on_the_bye():
    tried = 0
    for document in documents():
        for at in range(len(document["pairs"]) if "bye" in document else 0):
            altered = copy_document(document)
            pair = altered["pairs"][at]
            pair[0], altered["bye"] = altered["bye"], pair[0]
            assert refusal_place(altered) == (1, "615")
            altered["steps"][0]["bye"] = altered["bye"]
            assert refusal_place(altered)[0] <= 2
            tried += 1
    assert tried > 40


def test_a_different_odd_man_is_refused_under_an_article_on_odd_men():
    """An odd man changes places with another of his score, in the round and in the proof."""
    tried = 0
    for document in documents():
        place = next(i for i, step in enumerate(document["steps"]) if "odd_men" in step)
        odd_men = {n for pair in document["steps"][place]["odd_men"] for n in pair}
        others = [n for pair in document["pairs"] for n in pair if n not in odd_men]
        for at, (odd_man, _) in enumerate(document["steps"][place]["odd_men"]):
            for other in others[:4]:
                change = {odd_man: other, other: odd_man}
                altered = copy_document(document)
                altered["pairs"] = [[change.get(n, n) for n in p] for p in document["pairs"]]
                altered["steps"][place]["odd_men"][at][0] = other
                step, article = refusal_place(altered)
                assert step <= place + 1
                assert article in ODD_MEN | {"618a"}
                tried += 1
    assert tried > 60


@pytest.mark.parametrize("kind", ["values", "borders", "blossoms"])
def test_an_altered_dual_of_the_odd_men_is_refused_at_its_step(kind):
    tried = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            for i, (_, value) in enumerate(step.get(kind, ())):
                for less in (-1, 1):
                    altered = copy_document(document)
                    changed = int(value, 16) if isinstance(value, str) else value
                    altered["steps"][at][kind][i][1] = hex(changed - less)
                    assert refusal_place(altered)[0] == at + 1
                    tried += 1
    assert tried > 20


def test_a_lowered_dual_of_the_halves_is_refused_at_its_step():
    tried = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            if "least" in step:
                for place, value in enumerate(step["least"]["duals"]):
                    if type(value) is int:
                        altered = copy_document(document)
                        altered["steps"][at]["least"]["duals"][place] = value - 2
                        step_refused, article = refusal_place(altered)
                        assert step_refused == at + 1
                        assert article in ("630", "631", "622b")
                        tried += 1
            for place, value in enumerate(step.get("rows", ())):
                altered = copy_document(document)
                altered["steps"][at]["rows"][place] = value - 1
                assert refusal_place(altered) == (at + 1, "631")
                tried += 1
    assert tried > 60


def test_a_removed_witness_is_missed_at_its_step():
    missed = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            for witness in {"borders", "values", "least", "rows", "kept", "pairing"} & {*step}:
                altered = copy_document(document)
                del altered["steps"][at][witness]
                assert refusal_place(altered)[0] == at + 1
                missed += 1
    assert missed > 40


def test_kept_rows_that_prove_nothing_are_refused_at_their_step():
    tried = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            if len(step.get("kept", [[]])[0]) > 1:
                altered = copy_document(document)
                altered["steps"][at]["kept"][0].pop()
                found = verify(altered).refused
                assert found is None or found.step == at + 1
                tried += found is not None
            if "kept" in step:
                altered = copy_document(document)
                altered["steps"][at]["kept"][0] = [step["pair"][1]]
                assert refusal_place(altered)[0] == at + 1
                tried += 1
    assert tried > 3


def test_changed_facts_are_caught_by_the_digest_or_where_they_first_matter():
    for document in documents():
        facts = document["facts"]["event"]
        altered = copy_document(document)
        altered["facts"]["event"]["players"][0][1] += "!"
        assert refusal_place(altered) == (0, "")

        for pair in document["pairs"][:3]:
            ban = {**facts, "forbidden": [*facts.get("forbidden", []), pair]}
            step, article = refusal_place(with_facts(document, ban))
            assert article in ("618a", "615")
            assert step <= step_of(document, pair)[0]


def test_junk_is_refused_or_harmless_and_never_crashes_the_checker():
    lot = Random(7)
    for document in documents()[::3]:
        ways = [*everywhere(document)]
        inside = [way for way in ways if way[0] == "steps"]
        for way in (*lot.choices(ways, k=20), *lot.choices(inside, k=40)):
            assert_junk_is_no_stumbling_block(document, way, lot.choice(JUNK))


# --- forgeries: another round, with witnesses made to fit it --------------------------------

NONE_OF_THESE = "the dual values do not match the costs of these pairs"
KEPT_BY_NOBODY = "the proof does not show that other players need these columns"


def card_book(document):
    """The cards of a proof's facts."""
    return PairingCards(add_earlier_outcomes_to_round(parse_proposed_round(document)))


def rounds_with_swap(document):
    """Rounds with two opponents swapped who may meet, each with its field and the two pairs."""
    book = card_book(document)
    for at, other in combinations(range(len(document["pairs"])), 2):
        for seat in (0, 1):
            altered = copy_document(document)
            one, two = altered["pairs"][at], altered["pairs"][other]
            one[1], two[seat] = two[seat], one[1]
            if all(book.encounters.may_meet_at_least_one(a, [b]) for a, b in (one, two)):
                yield (
                    altered,
                    GroupedPlayers(book, document.get("bye")),
                    parse_proposed_round(altered),
                )


def test_forged_values_that_only_add_up_prove_no_other_odd_men():
    forged = 0
    for document in documents()[::2]:
        place = next(i for i, step in enumerate(document["steps"]) if "odd_men" in step)
        for altered, cards, round_ in [*rounds_with_swap(document)][:10]:
            odd, at = OddManCosts(cards), {n: v for v, n in enumerate(cards.numbers)}
            pairs = [(v, at[round_.opponents[n]]) for n, v in at.items()]
            across = [(v, w) for v, w in pairs if cards.group_of[v] < cards.group_of[w]]
            made = [[cards.numbers[v], cards.numbers[w]] for v, w in across]
            if made in ([], document["steps"][place]["odd_men"]):
                continue
            costs = {(v, w): 2 * odd.pair_cost(v, w) for v, w in across}
            crossed = Counter()
            for (v, _), cost in costs.items():
                crossed[cards.group_of[v]] += cost
            for witness in (
                {"values": [[made[0][0], hex(sum(costs.values()))]]},
                {"borders": [[border, hex(cost)] for border, cost in crossed.items()]},
            ):
                altered["steps"][place] = {"odd_men": made, **witness}
                found = verify(altered).refused
                assert (found.step, found.message) == (place + 1, NONE_OF_THESE)
            forged += 1
    assert forged > 60


def test_a_border_with_an_even_number_above_it_must_have_no_value():
    tried = 0
    for document in documents():
        place = next(i for i, step in enumerate(document["steps"]) if "odd_men" in step)
        cards = GroupedPlayers(card_book(document), document.get("bye"))
        for border, span in enumerate(cards.spans):
            if span.stop % 2 == 0:
                altered = copy_document(document)
                altered["steps"][place].setdefault("borders", []).append([border, 2])
                found = verify(altered).refused
                assert (found.step, found.message) == (place + 1, NONE_OF_THESE)
                tried += 1
    assert tried > 30


def groups_swapped(document):
    """Swaps inside a group: the step of its halves, the group as it is then, and its first row."""
    if any("wishes" in step for step in document["steps"]):
        return
    place = next(i for i, step in enumerate(document["steps"]) if "odd_men" in step)
    odd_men = {n for pair in document["steps"][place]["odd_men"] for n in pair}
    for altered, cards, round_ in rounds_with_swap(document):
        at = place + 1
        for span in cards.spans:
            places = [v for v in span if cards.numbers[v] not in odd_men]
            numbers = [cards.numbers[v] for v in places]
            if not places:
                continue
            if {round_.opponents[n] for n in numbers} == {*numbers}:
                graph = build_subgraph(cards.graph, places)
                group = GroupHalves(cards.book, numbers, graph, round_)
                steps = document["steps"][at + 1 : at + 1 + group.half]
                made = [[numbers[v], numbers[w]] for v, w in group.pairs]
                if [step["pair"] for step in steps] != made:
                    yield altered, at, group, made
            at += 1 + len(places) // 2


def test_forged_values_that_only_add_up_prove_no_other_halves_or_rows():
    halves = rows = order = 0
    due = dict.fromkeys((1, 2, 5, 6), "WB") | dict.fromkeys((3, 4, 7, 8), "BW")
    alternating = proof_of(field({20: "1..8"}, colours=due))
    for document in (*documents(), alternating):
        for altered, at, group, made in [*groups_swapped(document)][:12]:
            true = document["steps"][at]
            total = sum(group.pair_cost(v, w) for v, w in group.pairs)
            least = parse_duals(true["least"], len(group.numbers)) if "least" in true else None
            worse = 2 * total != (least.bound if least else 0)
            values = [0] * len(group.numbers)
            for v, w in group.pairs:
                values[v] = group.cost_of_row_and_column(group.due[v], group.due[w])
            for step, pair in zip(altered["steps"][at + 1 :], made, strict=False):
                step["pair"] = pair
            if worse:
                forged = {"duals": [hex(2 * total), *[0] * (len(values) - 1)], "blossoms": []}
                altered["steps"][at] = {"halves": true["halves"], "least": forged, "rows": values}
                found = verify(altered).refused
                assert (found.step, found.message) == (at + 1, NONE_OF_THESE)
                halves += 1
            elif sum(values) != sum(true.get("rows", ())):
                altered["steps"][at]["rows"] = values
                assert refusal_place(altered) == (at + 1, "631")
                rows += 1
            else:
                first = next(i for i, pair in enumerate(made) if _pair(document, at, i) != pair)
                passed = _pair(document, at, first)[1]
                owner = next(row for row, column in made if column == passed)
                altered["steps"][at + 1 + first]["kept"] = [[owner]]
                found = verify(altered).refused
                assert (found.step, found.message) == (at + 2 + first, KEPT_BY_NOBODY)
                order += 1
    assert min(halves, rows, order) > 3


def _pair(document, at, row):
    return document["steps"][at + 1 + row]["pair"]


def test_a_proof_cannot_refuse_a_wish_that_could_be_granted():
    tournament = event(8, variations=("619.1",))
    document = proof_of(_asking(tournament, (1, 5)))
    [at] = [i for i, step in enumerate(document["steps"]) if "wishes" in step]
    for wishes, bridges in (([1], [[]]), ([1], [[5, 6, 7, 8]]), (None, [5]), ([1], [])):
        altered = copy_document(document)
        altered["steps"][at].update(wishes=wishes, bridges=bridges)
        assert refusal_place(altered) == (at + 1, "619.1")


@pytest.mark.parametrize("chosen", ["633.1", "633.2"])
def test_sections_of_every_size_are_proved(chosen):
    for players in range(5, 18):
        wishes = replace(QUIET, competitors=players, variations=(chosen,))
        for before, pairing in paired_rounds(NAME, players, wishes):
            assert verify(prove(before, pairing)).refused is None
