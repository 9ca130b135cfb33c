from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, product

import pytest

from topboard.kernels.lexicographic import pack, places, radices, unpack

VECTORS = list(product(range(3), range(2), range(3)))


def sums(vectors: list[tuple[int, ...]], packed: list[int], most: int) -> list[tuple]:
    """Each sum of up to ``most`` vectors beside the sum of what they are packed into."""
    return [
        (
            tuple(map(sum, zip(*(vectors[i] for i in chosen), strict=True))),
            sum(packed[i] for i in chosen),
        )
        for count in range(1, most + 1)
        for chosen in combinations_with_replacement(range(len(vectors)), count)
    ]


def assert_packed_sums_order_as_sums(vectors: list[tuple[int, ...]], summands: int) -> None:
    ordered = sorted(sums(vectors, pack(vectors, summands), summands))

    for (vector, packed), (following, packed_following) in pairwise(ordered):
        assert (vector < following) == (packed < packed_following)
        assert (vector == following) == (packed == packed_following)


@pytest.mark.parametrize("summands", [1, 2, 3])
def test_packed_sums_order_as_vectors_of_sums_do(summands: int) -> None:
    assert_packed_sums_order_as_sums(VECTORS, summands)


def test_packed_sums_of_every_three_small_vectors_order_as_their_sums_do() -> None:
    small = list(product(range(3), repeat=2))

    for vectors in combinations_with_replacement(small, 3):
        assert_packed_sums_order_as_sums(list(vectors), 3)


def test_without_a_number_of_summands_all_vectors_may_be_summed() -> None:
    vectors = [(0, 1), (0, 1), (1, 0), (0, 1)]

    packed = pack(vectors)

    assert packed[0] + packed[1] + packed[3] < packed[2]
    assert packed == pack(vectors, 4)


def test_radices_are_no_larger_than_needed() -> None:
    assert radices([(2, 0), (1, 5)], 3) == [7, 16]


def test_a_column_of_zeros_takes_no_room() -> None:
    assert pack([(1, 0, 2), (0, 0, 1)], 1) == [5, 1]


@pytest.mark.parametrize("summands", [1, 2, 3])
def test_a_packed_sum_unpacks_to_the_vector_of_sums(summands: int) -> None:
    bases = radices(VECTORS, summands)

    for vector, packed in sums(VECTORS, pack(VECTORS, summands), summands):
        assert unpack(packed, bases) == vector


def test_a_vector_packs_to_its_units_times_what_their_places_are_worth() -> None:
    worth = places(radices(VECTORS, 3))

    for vector, packed in zip(VECTORS, pack(VECTORS, 3), strict=True):
        assert sum(cost * unit for cost, unit in zip(vector, worth, strict=True)) == packed


def test_nothing_packs_to_nothing() -> None:
    assert pack([]) == []
    assert places(radices([])) == []


def test_a_negative_cost_is_refused_and_quoted() -> None:
    with pytest.raises(ValueError, match=r"negative: -1 in \(3, -1\)"):
        pack([(0, 0), (3, -1)])


def test_vectors_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        pack([(0, 0), (1,)])
