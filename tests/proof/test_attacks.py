"""A proof with anything changed is refused, at the step that was changed and by its article."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.proof.rounds import (
    OLYMPIADS,
    copy_document,
    lacking_one,
    load_proof,
    proofs_of_event,
    refusal_place,
    with_facts,
)
from topboard.proof.verify import verify
from topboard.proof.verify.facts import digest_json
from topboard.reasons.decisions import ByeGiven, ColourDecision, OpponentChoice

SIZES = ((5, 11), (6, 18))
EVENTS = [(name, seed, teams) for name in OLYMPIADS for seed, teams in SIZES]
each_event = pytest.mark.parametrize(("name", "seed", "teams"), EVENTS)


def rounds(name, seed, teams):
    """The proofs of an event, each with its pairing, to be altered one at a time."""
    return [(load_proof(text), pairing) for text, pairing in proofs_of_event(name, seed, teams)]


def pair_steps(document):
    """The places of the steps that made a pair of the round, counted from 0.

    What a group that gives way would have done by itself is nobody's pair.
    """
    at, own = [], False
    for place, step in enumerate(document["steps"]):
        if "group" in step or "instead" in step:
            own = step.get("gives_way", False)
        elif "pair" in step and not own:
            at.append(place)
    return at


def neighbours(document):
    """(place, place) of two pairs decided one after the other in one group."""
    steps = document["steps"]
    near = pairwise(pair_steps(document))
    return [(i, j) for i, j in near if not any("group" in s for s in steps[i:j])]


def tables_of(document, *steps):
    """The tables at which the pairs of some steps sit."""
    pairs = [sorted(pair) for pair in document["pairs"]]
    return [pairs.index(sorted(document["steps"][at]["pair"])) for at in steps]


def article_of_pair(pairing, pair):
    """The article by which the rules made a pair."""
    return next(
        reason.article
        for reason in pairing.reasons
        if isinstance(reason, OpponentChoice) and {reason.chooser, reason.chosen} == {*pair}
    )


@each_event
def test_swapped_opponents_are_refused_at_the_step_of_the_first_pair(name, seed, teams):
    tried = 0
    for document, pairing in rounds(name, seed, teams):
        for first, second in neighbours(document):
            altered = copy_document(document)
            one, other = (altered["pairs"][at] for at in tables_of(document, first, second))
            one[1], other[1] = other[1], one[1]
            expected = article_of_pair(pairing, document["steps"][first]["pair"])

            assert refusal_place(altered) == (first + 1, expected)
            tried += 1
    assert tried > 15


@each_event
def test_swapped_opponents_are_refused_even_if_their_steps_are_swapped_too(name, seed, teams):
    tried = 0
    for document, _ in rounds(name, seed, teams):
        for first, second in neighbours(document):
            altered = copy_document(document)
            (a, b), (c, d) = (altered["steps"][at]["pair"] for at in (first, second))
            altered["steps"][first]["pair"], altered["steps"][second]["pair"] = [a, d], [c, b]
            at_table, other = tables_of(document, first, second)
            altered["pairs"][at_table], altered["pairs"][other] = [a, d], [c, b]

            assert refusal_place(altered)[0] in (first + 1, second + 1)
            tried += 1
    assert tried > 15


@each_event
def test_a_reversed_colour_is_refused_under_the_article_that_gave_it(name, seed, teams):
    for document, pairing in rounds(name, seed, teams):
        given = {
            frozenset((r.white, r.black)): r for r in pairing.reasons if type(r) is ColourDecision
        }
        for at, pair in enumerate(document["pairs"]):
            altered = copy_document(document)
            altered["pairs"][at] = pair[::-1]

            assert refusal_place(altered)[1] == given[frozenset(pair)].article


@each_event
def test_a_different_floater_is_refused(name, seed, teams):
    """Two teams change their places wherever the proof names them: one left, the other stayed."""
    tried = exact = 0
    for document, _ in rounds(name, seed, teams):
        for at, step in enumerate(document["steps"]):
            beside = document["steps"][at + 1] if at + 1 < len(document["steps"]) else {}
            if "leaves" not in step or "pair" not in beside:
                continue
            leaver, stayed = step["leaves"], beside["pair"][0]
            change = {leaver: stayed, stayed: leaver}
            altered = copy_document(document)
            altered["pairs"] = [[change.get(n, n) for n in pair] for pair in document["pairs"]]
            altered["steps"] = [exchange_numbers(one, change) for one in document["steps"]]
            number, article = refusal_place(altered)

            # Where one of them is first named; or later, if the group can do without that one too.
            assert number >= first_naming(document, change) + 1
            assert article
            tried += 1
            exact += number == first_naming(document, change) + 1
    assert tried > 1
    assert exact >= tried - 1


def first_naming(document, numbers):
    """The place of the first step that names one of these."""
    steps = enumerate(document["steps"])
    return next(
        at for at, s in steps if {s.get("leaves"), s.get("bye"), *s.get("pair", ())} & {*numbers}
    )


def exchange_numbers(step, change):
    """A step with some numbers changed for others."""
    new = dict(step)
    for kind in ("leaves", "bye"):
        if kind in new:
            new[kind] = change.get(new[kind], new[kind])
    if "pair" in new:
        new["pair"] = [change.get(n, n) for n in new["pair"]]
    return new


@each_event
def test_a_moved_bye_is_refused_under_the_article_on_the_bye(name, seed, teams):
    tried = 0
    for document, pairing in rounds(name, seed, teams):
        if "bye" not in document:
            continue
        article = next(r.article for r in pairing.reasons if isinstance(r, ByeGiven))
        for at, (white, black) in enumerate(document["pairs"]):
            altered = copy_document(document)
            altered["pairs"][at], altered["bye"] = [document["bye"], black], white
            assert refusal_place(altered) == (1, article)

            change = {document["bye"]: white, white: document["bye"]}
            altered["steps"] = [exchange_numbers(step, change) for step in document["steps"]]
            assert refusal_place(altered)[0] >= 1
            tried += 1
    assert tried > 5 or teams == 18


def test_an_altered_witness_is_refused_unless_it_is_still_valid():
    refusals = kept = 0
    small = [(name, seed, 8) for name in OLYMPIADS for seed in range(1, 12)]
    for document, _ in (r for event in small for r in rounds(*event)):
        for at, step in enumerate(document["steps"]):
            for place in range(len(step.get("bridge", ()))):
                altered = copy_document(document)
                del altered["steps"][at]["bridge"][place]
                found = verify(altered).refused
                if found is None:
                    kept += 1
                else:
                    assert found.step == at + 1
                    refusals += 1
            if "bridge" in step:
                altered = copy_document(document)
                altered["steps"][at]["bridge"] = [10_000]
                assert refusal_place(altered)[0] == at + 1
    assert refusals > 30
    assert kept < refusals


@each_event
def test_a_group_that_gives_way_unnecessarily_is_refused(name, seed, teams):
    """What such a group decides is not played: so nobody would look at the round."""
    tried = 0
    for document, _ in rounds(name, seed, teams):
        swapped = copy_document(document)
        if len(swapped["pairs"]) < 2:
            continue
        one, *_, other = swapped["pairs"]
        one[1], other[1] = other[1], one[1]
        for at, step in enumerate(document["steps"]):
            if "group" in step and not step.get("gives_way"):
                altered = copy_document(swapped)
                altered["steps"][at]["gives_way"] = True
                assert refusal_place(altered)[1]
                tried += 1
    assert tried > 5


def with_groups_that_give_way():
    """Proofs of small rounds in which a group sends others than it would by itself."""
    small = [(name, seed, 8) for name in OLYMPIADS for seed in range(1, 12)]
    texts = [text for event in small for text, _ in proofs_of_event(*event) if '"instead"' in text]
    return map(load_proof, texts)


def test_an_altered_dual_value_is_refused_at_its_step():
    """In the set that shows these leavers to be the cheapest; raised, a pair costs too little."""
    tried = 0
    for document in with_groups_that_give_way():
        for at, step in enumerate(document["steps"]):
            optimal = "limited" if step.get("limits") else "free"
            duals = step.get(optimal, {}).get("duals", ())
            for place in range(0, len(duals), 2):
                for change in (-2, 2):
                    altered = copy_document(document)
                    altered["steps"][at][optimal]["duals"][place] += change

                    assert refusal_place(altered)[0] == at + 1
                    tried += 1
    assert tried > 30


def test_the_pairing_of_a_group_giving_way_must_include_all_its_teams():
    """Two who are left out of it cost nothing, and would leave the choice to the writer."""
    shortened = [one for doc in with_groups_that_give_way() for one in lacking_one(doc, "pairing")]

    assert len(shortened) > 10
    for step, document in shortened:
        assert refusal_place(document)[0] == step


@each_event
def test_a_step_that_is_missing_repeated_or_out_of_order_is_refused(name, seed, teams):
    for document, _ in rounds(name, seed, teams)[:3]:
        for at in range(len(document["steps"])):
            missing, repeated = copy_document(document), copy_document(document)
            del missing["steps"][at]
            repeated["steps"].insert(at, repeated["steps"][at])

            assert refusal_place(missing)[0] == at + 1
            assert refusal_place(repeated)[0] in (at + 1, at + 2)


@each_event
def test_a_changed_fact_is_refused_by_its_digest(name, seed, teams):
    for document, _ in rounds(name, seed, teams):
        altered = copy_document(document)
        altered["facts"]["event"]["teams"][0][1] += "!"

        assert refusal_place(altered) == (0, "")


@each_event
def test_with_a_new_digest_a_changed_fact_fails_where_it_first_matters(name, seed, teams):
    """Two teams that were paired are forbidden to meet: refused where they are first looked at."""
    tried = 0
    for document, pairing in rounds(name, seed, teams):
        facts = document["facts"]["event"]
        for at in pair_steps(document):
            a, b = document["steps"][at]["pair"]
            ban = copy_document({**facts, "forbidden": [*facts.get("forbidden", []), [a, b]]})
            number, article = refusal_place(with_facts(document, ban))

            assert number <= at + 1
            tried += number == at + 1 and article == article_of_pair(pairing, (a, b))
    assert tried > 7


@pytest.mark.parametrize(
    "altered",
    [
        {"format": "topboard-proof/2"},
        {"system": "olympiad_1927"},
        {"round": 99},
        {"facts": {}},
        {"pairs": 7},
        {"pairs": []},
        {"bye": "x"},
        {"steps": None},
        {"steps": [[]]},
    ],
)
def test_a_file_that_is_not_a_proof_is_refused_without_a_crash(altered):
    text, _ = proofs_of_event("olympiad_2022", 5, 11)[1]

    assert verify({**load_proof(text), **altered}).refused is not None


JUNK = (None, True, -1, 0, 10**9, 1.5, "x", [], [[]], [None], {}, {"bridge": 1})


def assert_junk_is_no_stumbling_block(document, way, junk):
    """Junk in one place is refused at a step, or means the same.

    The digest of the facts is made right again, so that the facts themselves are read.
    """
    altered = copy_document(document)
    holder = altered
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = junk
    if way[:2] == ("facts", "event"):
        altered["facts"]["digest"] = digest_json(altered["facts"]["event"])
    found = verify(altered)
    assert found.proved or found.refused.step <= len(document["steps"]) + 1


def everywhere(value, path=()):
    """The ways to every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inside:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from everywhere(part, (*path, key))


@pytest.mark.parametrize("name", OLYMPIADS)
def test_junk_is_refused_or_harmless_and_never_crashes_the_checker(name):
    """The digest of the facts is made right again, so that the facts themselves are read."""
    lot = Random(name)
    documents = [document for seed in (1, 2, 9) for document, _ in rounds(name, seed, 8)]
    giving_way = [d for d in documents if any("instead" in step for step in d["steps"])]
    for document in (*giving_way[:2], *documents[:2]):
        ways = [*everywhere(document)]
        for way in lot.choices(ways, k=150):
            assert_junk_is_no_stumbling_block(document, way, lot.choice(JUNK))
