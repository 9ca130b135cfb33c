"""Rounds of the Dubov system are proved, and nothing about them can be changed."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from itertools import combinations

import pytest

from tests.proof.rounds import ROUGH, paired_rounds, read, refused, with_facts
from tests.proof.test_checker import schema
from topboard.proof import verify
from topboard.proving import prove, text_of
from topboard.records import replace

NAME = "dubov_1997"
SEEDS = range(1, 16)
WITNESSES = ("bridge", "spared", "group", "others", "passed", "free")


@cache
def proofs(seed):
    """The proofs of a rough event, as text; every third one is Danubian."""
    variations = () if seed % 3 else ("danubian",)
    wishes = replace(ROUGH, competitors=7 + seed, half_byes=5, variations=variations)
    rounds = paired_rounds(NAME, seed, wishes)
    return tuple((text_of(prove(event, pairing)), pairing) for event, pairing in rounds)


def documents():
    """All of these proofs, to be altered."""
    return [read(text) for seed in SEEDS for text, _ in proofs(seed)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_round_of_a_rough_event_is_proved(seed):
    assert len(proofs(seed)) >= 3
    for text, _ in proofs(seed):
        document = read(text)
        assert verify(document).refused is None
        assert [*schema().iter_errors(document)] == []


def test_among_them_is_every_kind_of_step():
    kinds = {kind for document in documents() for step in document["steps"] for kind in step}

    assert {"bye", "floater", "island", "raised", "opponent", "drop", "rows"} <= kinds
    assert {"bridge", "spared", "gives_way", "instead", "passed", "leaves", "pair"} <= kinds


def test_two_opponents_swapped_are_refused():
    tried = 0
    for document in documents():
        for a, b in [*combinations(range(len(document["pairs"])), 2)][:12]:
            altered = deepcopy(document)
            one, other = altered["pairs"][a], altered["pairs"][b]
            one[1], other[1] = other[1], one[1]
            step, article = refused(altered)
            assert 1 <= step <= len(document["steps"])
            assert article
            tried += 1
    assert tried > 300


def test_a_turned_colour_is_refused_by_the_article_on_colours():
    for document in documents():
        for at in range(len(document["pairs"])):
            altered = deepcopy(document)
            altered["pairs"][at].reverse()
            assert refused(altered)[1] == ("3" if document["round"] > 1 else "5")


def test_a_bye_that_moved_is_refused_by_the_article_of_the_bye():
    for document in documents():
        if "bye" in document:
            altered = deepcopy(document)
            pair = altered["pairs"][0]
            pair[0], altered["bye"] = altered["bye"], pair[0]
            step, article = refused(altered)
            assert "bye" in document["steps"][step - 1]
            assert article == ("4" if document["round"] > 1 else "5")


def test_another_choice_is_refused_at_its_step():
    """Whoever is chosen, moved up or dropped: any other number in his place."""
    tried = 0
    for document in documents():
        everybody = sorted(n for pair in document["pairs"] for n in pair)
        for at, step in enumerate(document["steps"]):
            for kind in {"floater", "island", "raised", "opponent", "leaves", "bye"} & {*step}:
                other = next(n for n in everybody if n != step[kind])
                altered = deepcopy(document)
                altered["steps"][at][kind] = other
                # He may be the first whom the group could miss; then the round departs later.
                assert refused(altered)[0] >= at + 1
                tried += 1
    assert tried > 150


def test_a_witness_that_is_taken_away_is_missed_there_unless_none_was_needed():
    missed = 0
    for document in documents():
        for at, step in enumerate(document["steps"]):
            for witness in {*WITNESSES} & {*step}:
                altered = deepcopy(document)
                del altered["steps"][at][witness]
                found = verify(altered).refused
                # Without a way passed over, the first is gone, and the next decision departs.
                late = witness == "passed"
                assert found is None or found.step == at + 1 or (late and found.step > at)
                missed += found is not None
    assert missed > 40


def test_a_changed_fact_is_refused_by_its_digest_or_where_it_first_matters():
    for document in documents():
        facts = document["facts"]["event"]
        altered = deepcopy(document)
        altered["facts"]["event"]["players"][0][1] += "!"
        assert refused(altered) == (0, "")

        ban = {**facts, "forbidden": [*facts.get("forbidden", []), document["pairs"][0]]}
        assert refused(with_facts(document, ban))[0] >= 1
