from __future__ import annotations

import random
from itertools import product

import pytest

from tests.matching import brute_force
from tests.matching.brute_force import (
    Trial,
    every_graph,
    many_graphs,
    mask,
    members,
    random_graph,
    rows,
)
from topboard.matching.perfect import (
    Certificate,
    PerfectMatching,
    choose_partner,
    is_valid_certificate,
)


def test_a_certificate_is_accepted_exactly_when_it_proves_something() -> None:
    """Every graph on four vertices, every part of it, every bridge and up to four islands."""
    accepted = 0
    parts = [0b1111, 0b0111, 0b1010]

    for graph in every_graph(4):
        open_, trial = rows(4, graph), Trial(graph)
        for places in product(range(-1, 5), repeat=4):
            bridge = {v for v in range(4) if places[v] == 0}
            islands = [
                {v for v in range(4) if places[v] == number} for number in range(1, max(places) + 1)
            ]
            certificate = Certificate(mask(bridge), tuple(map(mask, islands)))
            for within in parts:
                vertices = members(within)
                proves = brute_force.proves_unmatchable(graph, vertices, bridge, islands)
                assert is_valid_certificate(open_, within, certificate) == proves
                assert not (proves and trial.can_all_meet(vertices))
                accepted += proves

    assert accepted > 1000


def test_certificates_whose_islands_overlap_prove_nothing() -> None:
    apart = [0] * 4

    assert is_valid_certificate(apart, 0b1111, Certificate(0b1, (0b10, 0b100)))
    assert not is_valid_certificate(apart, 0b1111, Certificate(0b1, (0b10, 0b10)))
    assert not is_valid_certificate(apart, 0b1111, Certificate(0b1, (0b10, 0b1)))
    assert not is_valid_certificate(apart, 0b1111, Certificate(0b10000, (0b10, 0b100)))


def alter_certificate(certificate: Certificate, n: int):
    """The certificate with a vertex more or less in one place, and with an island less."""
    bridge, islands = certificate.bridge, certificate.islands
    for v in range(n):
        yield Certificate(bridge ^ 1 << v, islands)
        for i, island in enumerate(islands):
            yield Certificate(bridge, (*islands[:i], island ^ 1 << v, *islands[i + 1 :]))
            yield Certificate(bridge ^ 1 << v, (*islands[:i], island ^ 1 << v, *islands[i + 1 :]))
    yield Certificate(bridge, islands[1:])
    yield Certificate(bridge, (*islands, 0))
    yield Certificate(bridge, (*islands, islands[0]))
    yield Certificate(bridge, (*islands[2:], islands[0] | islands[-1]))


def test_a_tampered_certificate_is_rejected_unless_it_still_proves_the_same() -> None:
    rng = random.Random(12)
    tried = rejected = 0

    for _ in range(300):
        graph = random_graph(rng, 10, 0.25)
        open_ = rows(10, graph)
        certificate = PerfectMatching(open_).certificate
        if certificate is None:
            continue
        for changed in alter_certificate(certificate, 10):
            islands = list(map(members, changed.islands))
            proves = brute_force.proves_unmatchable(
                graph, range(10), members(changed.bridge), islands
            )
            assert is_valid_certificate(open_, mask(range(10)), changed) == proves
            tried += 1
            rejected += not proves

    assert rejected > 0.8 * tried > 3000


@pytest.mark.thorough
def test_every_refused_partner_of_every_vertex_is_proved_impossible() -> None:
    refused = 0

    for graph in many_graphs(6):
        open_ = rows(6, graph)
        matching = PerfectMatching(open_)
        if not matching.exists:
            continue
        for a in range(6):
            for b in members(open_[a] & ~matching.find_possible_partners(a)):
                rest = 0b111111 ^ mask((a, b))
                assert is_valid_certificate(open_, rest, matching.prove_pair_impossible(a, b)), (
                    graph,
                    a,
                    b,
                )
                refused += 1

    assert refused > 10_000


def test_only_a_refused_pair_can_be_proved_impossible() -> None:
    square = rows(4, frozenset({(0, 1), (1, 2), (2, 3), (0, 3)}))

    with pytest.raises(AssertionError):
        PerfectMatching(square).prove_pair_impossible(0, 1)


def test_a_group_without_a_perfect_matching_has_no_first_one() -> None:
    star = rows(4, frozenset({(0, 1), (0, 2), (0, 3)}))
    matching = PerfectMatching(star)

    assert not matching.exists
    certificate = matching.certificate
    assert certificate is not None
    assert members(certificate.bridge) == {0}
    assert {1 << 1, 1 << 2, 1 << 3}.issuperset(certificate.islands)


def test_a_pair_with_an_already_paired_vertex_is_refused() -> None:
    matching = PerfectMatching(rows(4, frozenset(brute_force.every_pair(4))))

    matching.fix_pair(0, 1)

    assert not matching.can_pair(2, 0)
    assert matching.find_possible_partners(2) == 1 << 3


def test_choosing_a_partner_passes_over_forbidden_and_blocking_ones() -> None:
    graph = frozenset({(0, 1), (0, 2), (1, 2), (2, 3)})
    open_ = rows(4, graph)

    row = choose_partner(PerfectMatching(open_), open_, 0, [3, 2, 1])

    assert row.chosen == 1
    assert row.passed[0] == (3, None)
    blocked, certificate = row.passed[1]
    assert blocked == 2
    assert certificate is not None
    assert is_valid_certificate(open_, mask((1, 3)), certificate)
