"""Rounds of the Dubov system are proved, and nothing about them can be changed."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import pytest

from tests.proof.rounds import (
    ROUGH,
    copy_document,
    lacking_one,
    load_proof,
    paired_rounds,
    refusal_place,
    with_facts,
)
from tests.proof.test_checker import schema
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.proof.prove import format_proof, prove
from topboard.proof.verify import verify
from topboard.reasons.decisions import OpponentChoice

NAME = "dubov_1997"
SEEDS = range(1, 16)
CHOICES = ("floater", "island", "raised", "opponent", "leaves", "bye")
WITNESSES = ("bridge", "spared", "group", "others", "passed", "free")


@cache
def proofs(seed):
    """The proofs of a rough event, as text; every third one is Danubian."""
    variations = () if seed % 3 else ("danubian",)
    wishes = replace(ROUGH, competitors=7 + seed, half_byes=5, variations=variations)
    rounds = paired_rounds(NAME, seed, wishes)
    return tuple((format_proof(prove(event, pairing)), pairing) for event, pairing in rounds)


def documents():
    """All of these proofs, to be altered."""
    return [load_proof(text) for seed in SEEDS for text, _ in proofs(seed)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_round_of_a_messy_event_is_proved(seed):
    assert len(proofs(seed)) >= 3
    for text, _ in proofs(seed):
        document = load_proof(text)
        assert verify(document).refused is None
        assert [*schema().iter_errors(document)] == []


def test_the_proofs_contain_every_kind_of_step():
    kinds = {kind for document in documents() for step in document["steps"] for kind in step}

    assert {"bye", "floater", "island", "raised", "opponent", "drop", "rows"} <= kinds
    assert {"bridge", "spared", "gives_way", "instead", "passed", "leaves", "pair"} <= kinds


def deciding(document):
    """For everybody the place of the first step that names him, and of the one that pairs him."""
    named, paired = {}, {}
    for at, step in enumerate(document["steps"]):
        chosen = [step[kind] for kind in CHOICES if kind in step]
        ends = [*chosen, step.get("of", 0), *step.get("pair", ())]
        for number in ends:
            named.setdefault(number, at)
        if "raised" not in step and "leaves" not in step and 0 not in chosen:
            for number in ends:
                paired.setdefault(number, at)
    return named, paired


def test_swapped_opponents_are_refused_where_the_first_of_them_is_decided():
    tried = exact = 0
    for document in documents():
        named, paired = deciding(document)
        for a, b in [*combinations(range(len(document["pairs"])), 2)][:6]:
            altered = copy_document(document)
            one, other = altered["pairs"][a], altered["pairs"][b]
            one[1], other[1] = other[1], one[1]
            step, article = refusal_place(altered)
            four = (*one, *other)
            # Who drops and is published against somebody who stays is noticed when he drops.
            assert min(named[n] for n in four) <= step - 1 <= min(paired[n] for n in four)
            assert article
            exact += step - 1 == min(paired[n] for n in four)
            tried += 1
    assert tried > 200
    assert exact > 0.9 * tried


def test_a_reversed_colour_is_refused_under_the_article_on_colours():
    for document in documents():
        for at in range(len(document["pairs"])):
            altered = copy_document(document)
            altered["pairs"][at].reverse()
            assert refusal_place(altered)[1] == ("3" if document["round"] > 1 else "5")


def test_a_moved_bye_is_refused_under_the_article_on_the_bye():
    for document in documents():
        if "bye" in document:
            altered = copy_document(document)
            pair = altered["pairs"][0]
            pair[0], altered["bye"] = altered["bye"], pair[0]
            step, article = refusal_place(altered)
            assert "bye" in document["steps"][step - 1]
            assert article == ("4" if document["round"] > 1 else "5")


def test_a_different_choice_is_refused_at_its_step():
    """A player who is chosen, moved up or dropped is replaced by any other number."""
    tried = 0
    for document in documents():
        everybody = sorted(n for pair in document["pairs"] for n in pair)
        for at, step in enumerate(document["steps"]):
            for kind in {*CHOICES} & {*step}:
                other = next(n for n in everybody if n != step[kind])
                altered = copy_document(document)
                altered["steps"][at][kind] = other
                # He may be the first whom the group could miss; then the round departs later.
                assert refusal_place(altered)[0] >= at + 1
                tried += 1
    assert tried > 150


def test_a_removed_witness_is_missed_at_its_step_unless_none_was_needed():
    missed = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            for witness in {*WITNESSES} & {*step}:
                altered = copy_document(document)
                del altered["steps"][at][witness]
                found = verify(altered).refused
                # Without a way passed over, the first is gone, and the next decision departs.
                late = witness == "passed"
                assert found is None or found.step == at + 1 or (late and found.step > at)
                missed += found is not None
    assert missed > 40


def bridges_in(step):
    """Every set of a step that is a witness, to be altered in place."""
    found = [step[kind] for kind in ("bridge", "group", "others") if kind in step]
    return [
        *found,
        *step.get("passed", ()),
        *([step["spared"]["bridge"]] if "spared" in step else ()),
    ]


def test_an_altered_witness_set_is_refused_at_its_step_unless_still_valid():
    refusals = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            for which, bridge in enumerate(bridges_in(step)):
                for place in range(len(bridge)):
                    altered = copy_document(document)
                    del bridges_in(altered["steps"][at])[which][place]
                    found = verify(altered).refused
                    assert found is None or found.step == at + 1
                    refusals += found is not None
    assert refusals > 15


def test_a_lowered_or_raised_dual_value_is_refused_at_its_step():
    tried = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            for place in range(len(step.get("free", {}).get("duals", ()))):
                for change in (-2, 2):
                    altered = copy_document(document)
                    altered["steps"][at]["free"]["duals"][place] += change
                    assert refusal_place(altered) == (at + 1, "6.4")
                    tried += 1
    assert tried > 20


def test_a_proof_pairing_that_lets_players_drop_must_include_everybody():
    """Two who are left out of it cost nothing, and would leave the order to the writer."""
    shortened = [one for document in documents() for one in lacking_one(document, "pairing")]

    assert len(shortened) > 5
    for step, document in shortened:
        assert refusal_place(document) == (step, "6.4")


def paired_round(seed, round_, wishes):
    """The facts before one round of an event, and its pairing."""
    rounds = paired_rounds(NAME, seed, wishes)
    return next(one for one in rounds if one[0].round_to_pair == round_)


@pytest.mark.parametrize(("seed", "players", "round_"), [(3, 9, 5), (9, 13, 6), (28, 7, 3)])
def test_whites_without_a_black_opponent_search_their_own_column_first(seed, players, round_):
    wishes = replace(ROUGH, competitors=players, rounds=8)
    event, pairing = paired_round(seed, round_, wishes)
    proof = prove(event, pairing)
    at = next(i for i, step in enumerate(proof["steps"]) if len(step.get("passed", ())) == 1)
    assert verify(proof).refused is None
    sought = [[r.chooser, r.chosen] for r in pairing.reasons if isinstance(r, OpponentChoice)]
    first, second = (proof["steps"][at + more]["pair"] for more in (1, 2))
    assert sought.index(first) + 1 == sought.index(second)

    for other in ([], [*proof["steps"][at]["passed"], []]):
        altered = copy_document(proof)
        altered["steps"][at]["passed"] = other
        assert refusal_place(altered)[0] in (at + 1, at + 2)


@pytest.mark.parametrize(
    ("players", "rounds", "seed", "round_"),
    [(14, 9, 4, 8), (14, 10, 4, 8), (16, 11, 20, 9)],
    ids=["three times", "a fourth in a long event", "four times there"],
)
def test_a_player_moved_up_as_often_as_allowed_stays(players, rounds, seed, round_):
    wishes = Wishes(competitors=players, rounds=rounds, draws=20)

    assert verify(prove(*paired_round(seed, round_, wishes))).refused is None


@pytest.mark.parametrize(
    ("players", "seed", "round_"), [(7, 4, 7), (7, 12, 7), (8, 0, 7), (8, 3, 7), (8, 47, 6)]
)
def test_colour_limits_yield_only_for_players_for_whom_they_must(players, seed, round_):
    document = prove(*paired_round(seed, round_, Wishes(competitors=players, rounds=7)))
    step, *others = document["steps"]
    assert verify(document).refused is None
    everybody = range(1, players + 1)
    bridges = [list(some) for size in range(3) for some in combinations(everybody, size)]

    def refused_at(*steps):
        return refusal_place({**document, "steps": [*steps, *others]})

    assert refused_at()
    # Who is left out is missed where he breaks the limits; nobody is put in for nothing.
    for other in everybody:
        for bridge in bridges if [other] != step["lifted"] else ():
            assert refused_at({"lifted": [other], "bridges": [bridge]})
    for more in {*everybody} - {*step["lifted"]}:
        for bridge in bridges:
            shown = {**dict(zip(step["lifted"], step["bridges"], strict=True)), more: bridge}
            for lifted in permutations(shown):
                claimed = {"lifted": [*lifted], "bridges": [shown[n] for n in lifted]}
                assert refused_at(claimed) == (1, "9")
    assert refused_at({**step, "lifted": step["lifted"] * 2, "bridges": step["bridges"] * 2})
    assert refused_at({**step, "lifted": [*step["lifted"], 99]}) == (1, "9")
    assert refused_at({**step, "bridges": step["bridges"][1:]}) == (1, "9")


def test_a_proof_that_lifts_a_limit_without_need_is_refused():
    for text, _ in proofs(1):
        document = load_proof(text)
        for lifted in ([], *([number] for number in range(1, 9))):
            claimed = {"lifted": lifted, "bridges": [[] for _ in lifted]}
            altered = {**document, "steps": [claimed, *document["steps"]]}
            assert refusal_place(altered)[0] == 1


@pytest.mark.parametrize("seed", range(1, 7))
def test_equal_ratings_leave_the_bye_to_the_column_and_then_the_opponents(seed):
    wishes = Wishes(competitors=9, rounds=6, spread=0)
    for event, pairing in paired_rounds(NAME, seed, wishes):
        assert verify(prove(event, pairing)).refused is None


def test_a_changed_fact_is_refused_by_its_digest():
    for document in documents():
        altered = copy_document(document)
        altered["facts"]["event"]["players"][0][1] += "!"
        assert refusal_place(altered) == (0, "")


def test_with_a_new_digest_a_changed_fact_fails_where_it_first_matters():
    """Two who are paired may not meet: refused before they are paired or at that very step."""
    exact = 0
    for document in documents():
        facts, (_, paired) = document["facts"]["event"], deciding(document)
        for white, black in document["pairs"][::3]:
            ban = {**facts, "forbidden": [*facts.get("forbidden", []), [white, black]]}
            step, article = refusal_place(with_facts(document, ban))
            assert 1 <= step <= paired[white] + 1
            assert article
            exact += step == paired[white] + 1
    assert exact > 30
