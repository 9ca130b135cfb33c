"""Rounds of the Dutch system are proved, and nothing about them can be changed."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest

from tests.fide.events import event, names
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
from topboard._frozen import replace
from topboard.analysis.generate import Wishes, generate_rounds
from topboard.model import Colour
from topboard.proof.prove import format_proof, prove
from topboard.proof.verify import FAMILIES, NotProved, verify
from topboard.proof.verify.dutch.editions import EDITIONS_BY_NAME
from topboard.proof.verify.dutch.players import (
    DutchPlayer,
    colour_of_higher_ranked,
    count_colour_faults,
)
from topboard.reasons.decisions import ColourDecision
from topboard.systems.fide_dutch.brackets import pair_bracket_by_classes
from topboard.systems.registry import system

EDITIONS = FAMILIES["dutch"]
SEEDS = range(1, 13)
each_edition = pytest.mark.parametrize("name", EDITIONS)
DUALS = ("best", "first", "then", "exchange")
NOT_ALWAYS = ("scope", "following", "below")
"""A bracket may be proved without these, where the maker could not know it."""


@cache
def proofs(name, seed):
    """The proofs of a rough event, as text; every third one is accelerated."""
    variations = () if seed % 3 else ("baku",)
    wishes = replace(
        ROUGH, competitors=5 + 2 * seed, half_byes=5, rounds=8, draws=30, variations=variations
    )
    rounds = paired_rounds(name, seed, wishes)
    return tuple((format_proof(prove(event, pairing)), pairing) for event, pairing in rounds)


def documents(name, seeds=SEEDS):
    """These proofs, to be altered, each with its pairing."""
    return [(load_proof(text), pairing) for seed in seeds for text, pairing in proofs(name, seed)]


def brackets(document):
    """The brackets of a proof, each with its place among the steps."""
    return [(at, step) for at, step in enumerate(document["steps"]) if "bracket" in step]


@each_edition
@pytest.mark.parametrize("seed", SEEDS)
def test_every_round_of_a_messy_event_is_proved(name, seed):
    assert len(proofs(name, seed)) >= 3
    for text, _ in proofs(name, seed):
        document = load_proof(text)
        assert verify(document).refused is None


@each_edition
def test_proofs_conform_to_the_schema(name):
    for document, _ in documents(name, SEEDS[3::4]):
        assert [*schema().iter_errors(document)] == []


@each_edition
@pytest.mark.parametrize("kind", ["accel", "forbid", "byes"])
def test_rounds_that_other_engines_pair_alike_are_proved(name, kind):
    rounds = [*event(names(kind, most=30)[0]).rounds(name)]
    assert len(rounds) >= 5
    for before, expected in rounds:
        pairing = system(name).pair(before)
        document = prove(before, pairing)
        assert {(pair.white, pair.black) for pair in pairing.pairs} == expected.pairs
        assert verify(load_proof(format_proof(document))).refused is None


def test_the_proofs_contain_every_kind_of_witness():
    found = {
        name: {word for document, _ in documents(name) for s in document["steps"] for word in s}
        for name in EDITIONS
    }
    scopes = {
        s.get("scope", "itself")
        for name in EDITIONS
        for document, _ in documents(name)
        for _, s in brackets(document)
    }

    for words in found.values():
        assert {*DUALS, "closed", "following"} <= words
    assert {"bye", "lower"} <= found["fide_dutch_2026"]
    assert {"given_up", "rest", "below"} <= found["fide_dutch_2017"]
    assert scopes == {"itself", "next", "all"}


@each_edition
def test_swapped_opponents_are_refused_at_the_bracket_of_one_of_them(name):
    tried = 0
    for document, _ in documents(name, SEEDS[1::4]):
        last = len(document["steps"])
        for a, b in [*combinations(range(len(document["pairs"])), 2)][:15]:
            altered = copy_document(document)
            one, other = altered["pairs"][a], altered["pairs"][b]
            one[1], other[1] = other[1], one[1]
            step, article = refusal_place(altered)
            assert 1 <= step <= last
            assert article
            tried += 1
    assert tried > 150


@each_edition
def test_a_reversed_colour_is_refused_under_the_article_that_gave_it(name):
    for document, pairing in documents(name, SEEDS[::5]):
        given = {
            frozenset((r.white, r.black)): r
            for r in pairing.reasons
            if isinstance(r, ColourDecision)
        }
        for at, pair in enumerate(document["pairs"]):
            altered = copy_document(document)
            altered["pairs"][at] = pair[::-1]
            assert refusal_place(altered)[1] == given[frozenset(pair)].article


@each_edition
def test_a_moved_bye_is_refused(name):
    tried = 0
    for document, _ in documents(name, SEEDS[::3]):
        for at in range(len(document["pairs"]) if "bye" in document else 0):
            altered = copy_document(document)
            pair = altered["pairs"][at]
            pair[0], altered["bye"] = altered["bye"], pair[0]
            assert refusal_place(altered)[0] <= len(document["steps"])
            for step in altered["steps"]:
                if "bye" in step:
                    step["bye"] = altered["bye"]
            assert refusal_place(altered)[0] <= len(document["steps"])
            tried += 1
    assert tried > 30


@each_edition
def test_tables_out_of_order_are_refused_under_their_article(name):
    for document, _ in documents(name):
        altered = copy_document(document)
        altered["pairs"].reverse()
        if altered["pairs"] != document["pairs"]:
            assert refusal_place(altered)[1] == EDITIONS_BY_NAME[name].articles["tables"]


def as_number(dual):
    """A dual of a file as a whole number."""
    return int(dual, 16) if isinstance(dual, str) else dual


def with_step(document, at, **changed):
    """The proof with one step changed; what is None is taken away."""
    step = {
        name: value
        for name, value in (document["steps"][at] | changed).items()
        if value is not None
    }
    return {**document, "steps": [*document["steps"][:at], step, *document["steps"][at + 1 :]]}


def with_item(items, place, item):
    """A list with one item changed for another."""
    return [*items[:place], item, *items[place + 1 :]]


@each_edition
def test_a_raised_or_lowered_dual_is_refused_at_its_step(name):
    """A raised one is too much for some pair, a lowered one shows less than the round costs."""
    tried = 0
    for turn, (document, _) in enumerate(documents(name, SEEDS[1:7:2])):
        for at, step in brackets(document):
            for witness in {*DUALS} & {*step}:
                duals = step[witness]["duals"]
                for place in range(turn % 6, len(duals), 6):
                    for change in (-1, 1, 1 << 40):
                        changed = with_item(duals, place, as_number(duals[place]) + change)
                        altered = with_step(
                            document, at, **{witness: step[witness] | {"duals": changed}}
                        )
                        assert refusal_place(altered)[0] == at + 1
                        tried += 1
    assert tried > 150


@each_edition
def test_no_dual_values_can_prove_a_forbidden_pair(name):
    """Two who have met are all that is left: whatever their pair is said to cost, it is none."""
    first = next(generate_rounds(system(name), 1, Wishes(competitors=2, rounds=2)))
    document = load_proof(format_proof(prove(first, system(name).pair(first))))
    (pair,) = document["pairs"]
    facts = {**document["facts"]["event"], "rounds": [[1, [[*pair, 5, 5]]]]}
    again = with_facts({**document, "round": 2, "pairs": [pair[::-1]]}, facts)

    said = set()
    for values in ([0, 1 << power] for power in range(400)):
        best = {"duals": values, "blossoms": []}
        step = {"bracket": 5, "best": best, "first": best, "then": best}
        found = verify({**again, "steps": [step]}).refused
        assert found.step == 1
        said.add(str(found))
    unreadable = "the proof of this step is missing or cannot be read"
    assert said == {"1-2 may not be chosen here", unreadable}


@each_edition
def test_an_altered_blossom_is_refused_at_its_step(name):
    tried = 0
    for document, _ in documents(name, SEEDS[::2]):
        for at, step in brackets(document):
            for witness in {*DUALS} & {*step}:
                blossoms = step[witness]["blossoms"]
                for place, (odd, dual) in enumerate(blossoms[:2]):
                    less, smaller = [odd, as_number(dual) - 1], [odd[:-1], dual]
                    for item in (less, smaller, [odd, -as_number(dual)]):
                        changed = {"blossoms": with_item(blossoms, place, item)}
                        altered = with_step(document, at, **{witness: step[witness] | changed})
                        assert refusal_place(altered)[0] == at + 1
                        tried += 1
    assert tried > 20


@each_edition
def test_a_removed_witness_is_missed_at_its_step(name):
    """Save where the bracket is proved without it: with others in view, or others left over."""
    missed = 0
    for document, _ in documents(name, SEEDS[::3]):
        for at, step in enumerate(document["steps"]):
            for witness in {*step} - {"bracket", "bye", "given_up"}:
                found = verify(with_step(document, at, **{witness: None})).refused
                assert witness in NOT_ALWAYS or found is not None
                assert found is None or found.step == at + 1
                missed += found is not None
    assert missed > 80


@each_edition
def test_a_missing_or_repeated_step_is_refused_at_its_place(name):
    for document, _ in documents(name, SEEDS[:3]):
        for at in range(len(document["steps"])):
            missing, repeated = copy_document(document), copy_document(document)
            del missing["steps"][at]
            repeated["steps"].insert(at, repeated["steps"][at])
            assert refusal_place(missing)[0] == at + 1
            assert refusal_place(repeated)[0] in (at + 1, at + 2)


@each_edition
def test_changed_facts_are_caught_by_the_digest_or_where_they_first_matter(name):
    for document, _ in documents(name, SEEDS[::4]):
        facts = document["facts"]["event"]
        altered = copy_document(document)
        altered["facts"]["event"]["players"][0][1] += "!"
        assert refusal_place(altered) == (0, "")

        for pair in document["pairs"][::2]:
            ban = {**facts, "forbidden": [*facts.get("forbidden", []), pair]}
            assert refusal_place(with_facts(document, ban))[0] >= 1


@each_edition
def test_junk_is_refused_or_harmless_and_never_crashes_the_checker(name):
    """The digest of the facts is made right again, so that the facts themselves are read."""
    lot = Random(name)
    for document, _ in documents(name, SEEDS[3:9:2])[1::3]:
        ways = [*everywhere(document)]
        in_steps = [way for way in ways if way[0] == "steps"]
        for way in (*lot.choices(ways, k=25), *lot.choices(in_steps, k=50)):
            assert_junk_is_no_stumbling_block(document, way, lot.choice(JUNK))


@each_edition
def test_duals_shifted_against_each_other_exceed_the_cost_of_some_pair(name):
    """The bound stays as it was, so only the pairs can tell."""
    refusals = tried = 0
    for document, _ in documents(name, SEEDS[1:7:2]):
        for at, step in brackets(document):
            for witness in {*DUALS} & {*step}:
                duals = [as_number(dual) for dual in step[witness]["duals"]]
                if len(duals) < 4:
                    continue
                duals[1], duals[2] = duals[1] + (1 << 600), duals[2] - (1 << 600)
                found = verify(
                    with_step(document, at, **{witness: step[witness] | {"duals": duals}})
                ).refused
                assert found is None or found.step == at + 1
                refusals += found is not None
                tried += 1
    # Who has one legal opponent only may give him all of his own.
    assert refusals > 0.8 * tried > 30


@each_edition
def test_a_different_downfloater_is_refused_whatever_the_next_bracket(name):
    """He and one of his score change places, and some are said to be a bridge there."""
    tried = 0
    for document, pairing in documents(name, SEEDS[::2]):
        points = {one.number: one.points for one in pairing.decided.field.players}
        at_step = {step["bracket"]: at for at, step in brackets(document) if "best" in step}
        for a, b in document["pairs"]:
            floater, lower = sorted((a, b), key=points.__getitem__, reverse=True)
            at = at_step.get(points[floater])
            if at is None or points[floater] == points[lower]:
                continue
            own = [n for n in points if points[n] == points[floater] and n != floater]
            below = [n for n in points if points[n] == points[lower]]
            for other in own[-3:]:
                change = {floater: other, other: floater}
                pairs = [[change.get(n, n) for n in pair] for pair in document["pairs"]]
                for bridge in ([], [lower], below[::2], below):
                    altered = with_step({**document, "pairs": pairs}, at, following=bridge)
                    assert refusal_place(altered)[0] <= len(document["steps"])
                    tried += 1
    assert tried > 60


def with_downfloater(pairing, at, other):
    """The round in which another floats down from a bracket, which is at its best so; None if none.

    Whoever was to meet the downfloater meets this one.
    """
    decided = pairing.decided
    profiles, was = decided.field.players, decided.made[at]
    best = pair_bracket_by_classes(decided.field, was.bracket, was.weights, frozenset([other]))
    if best is None:
        return None
    number = {place: one.number for place, one in enumerate(profiles)}
    change = {number[was.left[0]]: number[other]}
    own = {number[place] for place in was.bracket.members}
    kept = [pair for pair in pairing.pairs if not {pair.white, pair.black} <= own]
    pairs = [(change.get(p.white, p.white), change.get(p.black, p.black)) for p in kept]
    pairs += [(number[a], number[b]) for a, b in best.pairs]
    made = [*decided.made[:at], best, *decided.made[at + 1 :]]
    tables = tuple(replace(pairing.pairs[0], white=white, black=black) for white, black in pairs)
    return replace(pairing, pairs=tables, decided=replace(decided, made=made))


@each_edition
def test_with_a_different_downfloater_no_pairing_of_the_bracket_is_best(name):
    """Everything about the bracket is as it should be, but for the one who is left over."""
    tried = 0
    for seed in SEEDS[5:]:
        wishes = replace(ROUGH, competitors=5 + 2 * seed, rounds=6)
        for facts, pairing in paired_rounds(name, seed, wishes):
            for at, paired in enumerate(pairing.decided.made):
                floats = paired.by_classes and paired.left and paired.bracket.following
                for other in set(paired.bracket.residents).difference(paired.left):
                    forged = with_downfloater(pairing, at, other) if floats else None
                    if forged is not None:
                        with pytest.raises(NotProved) as refusal:
                            prove(facts, forged)
                        assert refusal.value.step <= at + 2
                        tried += 1
    assert tried > 30


@each_edition
def test_a_barrier_closes_nothing_without_enough_islands_that_need_it(name):
    """One of its members is left out, or one more is put in: then it is none, or closes less."""
    refusals = tried = 0
    for document, pairing in documents(name):
        everybody = [one.number for one in pairing.decided.field.players]
        for at, step in brackets(document):
            for place, barrier in enumerate(step.get("closed", ())):
                more = next((n for n in everybody if n not in barrier), 0)
                for other in (barrier[1:], barrier[:-1], [*barrier, more]):
                    changed = with_item(step["closed"], place, other)
                    found = verify(with_step(document, at, closed=changed)).refused
                    assert found is None or found.step == at + 1
                    refusals += found is not None
                    tried += 1
    assert refusals > 0.5 * tried > 30


def test_a_pair_missing_from_the_next_bracket_is_noticed():
    tried = 0
    for document, _ in documents("fide_dutch_2017"):
        for at, step in brackets(document):
            for place in range(len(step.get("below", ()))):
                fewer = [*step["below"][:place], *step["below"][place + 1 :]]
                assert refusal_place(with_step(document, at, below=fewer))[0] == at + 1
                tried += 1
    assert tried > 10


@each_edition
def test_no_barrier_can_close_a_possible_pair(name):
    """An upper passes over a lower one, and the file has a barrier around him."""
    tried = 0
    for document, pairing in documents(name):
        everybody = pairing.decided.field.players
        for at, step in brackets(document):
            residents = {one.number for one in everybody if one.points == step["bracket"]}
            pairs = sorted(sorted(pair) for pair in document["pairs"] if {*pair} <= residents)
            for (a, b), (c, d) in pairwise(pairs if "best" in step else ()):
                change = {b: d, d: b}
                swapped = [[change.get(n, n) for n in pair] for pair in document["pairs"]]
                altered = {**document, "pairs": swapped}
                due = at + 1, EDITIONS_BY_NAME[name].articles["rows"]
                if refusal_place(altered) == due:
                    for barrier in ([], [b], [a, b], [b, d], [a, c], [0, b], [*residents]):
                        closed = [*step.get("closed", ()), barrier, barrier]
                        assert refusal_place(with_step(altered, at, closed=closed)) == due
                        tried += 1
    assert tried > 60


# --- what the checker works out by itself ------------------------------------------------------

LONG_EVENTS = ((17, 10, 7), (22, 8, 6), (23, 8, 6), (39, 8, 6), (41, 8, 6))
"""Seeds, players and rounds of events in which colours of topscorers matter at the end."""


@each_edition
def test_only_last_round_topscorers_may_get_colours_barred_to_others(name):
    missed = 0
    for seed, players, last in LONG_EVENTS:
        wishes = Wishes(competitors=players, rounds=last, draws=30, no_shows=10, absences=4)
        *_, (facts, pairing) = paired_rounds(name, seed, wishes)
        if facts.round_to_pair != last:
            continue
        document = load_proof(format_proof(prove(facts, pairing)))
        assert verify(document).refused is None

        longer = {**document["facts"]["event"], "planned_rounds": last + 1}
        missed += verify(with_facts(document, longer)).refused is not None
    assert missed > 1


def player(colours, topscorer=True):
    """A player who has had some colours."""
    had = tuple(Colour.WHITE if colour == "W" else Colour.BLACK for colour in colours)
    return DutchPlayer(1, 40, had, topscorer)


@pytest.mark.parametrize(
    ("one", "other", "white_is_first", "counted"),
    [
        # Both should have Black: the second ends with three Whites more, and running.
        ("WW", "WW", False, (1, 1, True, False)),
        # The wider difference is the stronger preference.
        ("WW", "WWW", True, (1, 1, True, False)),
        ("WWW", "WW", False, (1, 1, True, False)),
        # A third White running, but no difference beyond two.
        ("BWW", "BWW", False, (0, 1, True, False)),
        # An absolute preference goes before a strong one, which is denied.
        ("WW", "BWWB", False, (0, 0, False, False)),
        ("WW", "WBW", False, (0, 0, True, True)),
        # A mild preference is denied, and nobody counts it as a strong one.
        ("BW", "BW", False, (0, 0, True, False)),
        ("", "W", True, (0, 0, False, False)),
    ],
)
def test_the_colour_faults_of_a_pair_are_counted(one, other, white_is_first, counted):
    first, second = player(one), player(other)
    colour, _ = colour_of_higher_ranked(first, second, Colour.WHITE)

    assert (colour is Colour.WHITE) is white_is_first
    assert count_colour_faults(first, second) == counted
    without = player(one, topscorer=False), player(other, topscorer=False)
    assert count_colour_faults(*without) == (0, 0, *counted[2:])


@each_edition
def test_an_unrecorded_initial_colour_is_read_from_round_1(name):
    turned = 0
    for document, _ in documents(name):
        facts = document["facts"]["event"]
        if "rounds" not in facts or "lot" not in facts:
            continue
        unrecorded = {key: value for key, value in facts.items() if key != "lot"}
        other = {**facts, "lot": "black" if facts["lot"] == "white" else "white"}

        assert verify(with_facts(document, unrecorded)).refused is None
        turned += verify(with_facts(document, other)).refused is not None
    # Who comes late has had no colour, and meets one who has had none either.
    assert turned > 0


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("fide_dutch_2026", "2.4.1 C6", "2.4.16 C21"), ("fide_dutch_2017", "C.5", "C.19")],
)
def test_the_articles_that_the_checker_cites_are_in_the_regulation(name, first, last):
    text = EDITIONS_BY_NAME[name]
    known = [*system(name).articles]

    assert {*text.articles.values(), *text.colours} <= {*known}
    quality = known[known.index(first) : known.index(last) + 1]
    assert [*dict.fromkeys(text.criteria)] == quality
    # What is left over in the next bracket is counted, and then looked at by score.
    assert text.criteria[2] == text.criteria[3]
    # One for each criterion that is charged: those of the text alone, then what both count.
    assert text.criteria[-12:] == tuple(dict.fromkeys(text.criteria))[-12:]
