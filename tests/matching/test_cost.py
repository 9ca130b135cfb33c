from __future__ import annotations

from itertools import combinations, combinations_with_replacement, pairwise, product
from typing import TYPE_CHECKING

import pytest

from topboard.matching.cost import PackedCriteria, build_costs_preferring_few_items

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Values = tuple[tuple[int, ...], ...]

CRITERIA = [("first", 2, 1), ("second", 1, 2), ("empty", 0, 2), ("none", 1, 0), ("last", 1, 1)]
"""What one entry holds: several digits, digits that hold nothing, a criterion without digits."""


SUMS = [(1, False), (2, False), (3, False), (1, True), (2, True)]


def every(*, signed: bool = False) -> list[Values]:
    """All values that an entry can hold."""
    return list(
        product(
            *(
                product(range(-most if signed else 0, most + 1), repeat=digits)
                for _, most, digits in CRITERIA
            )
        )
    )


def ledger_for(summands: int, *, signed: bool = False) -> PackedCriteria[str]:
    return PackedCriteria(
        [(name, summands * most, digits) for name, most, digits in CRITERIA], signed=signed
    )


def add_entries_written_elsewhere(entries: Iterable[Values]) -> Values:
    return tuple(
        tuple(map(sum, zip(*digits, strict=True))) for digits in zip(*entries, strict=True)
    )


def weigh_entry(ledger: PackedCriteria[str], values: Iterable[Iterable[int]]) -> int:
    """The digits of an entry, each times what a unit of it is worth."""
    return sum(
        value * unit
        for digits, units in zip(values, ledger.worth, strict=True)
        for value, unit in zip(digits, units, strict=True)
    )


def sums(
    ledger: PackedCriteria[str], most: int, *, signed: bool = False
) -> Iterator[tuple[Values, int]]:
    """Each sum of up to ``most`` entries beside the sum of what they are packed into."""
    for count in range(1, most + 1):
        for entries in combinations_with_replacement(every(signed=signed), count):
            yield (
                add_entries_written_elsewhere(entries),
                sum(weigh_entry(ledger, one) for one in entries),
            )


@pytest.mark.parametrize(("summands", "signed"), SUMS)
def test_packed_sums_have_the_same_order_as_sums_by_criterion(summands: int, signed: bool) -> None:
    ordered = sorted(sums(ledger_for(summands, signed=signed), summands))

    for (values, packed), (following, packed_following) in pairwise(ordered):
        assert (values < following) == (packed < packed_following)
        assert (values == following) == (packed == packed_following)


@pytest.mark.parametrize(("summands", "signed"), SUMS)
def test_a_packed_sum_unpacks_to_the_sums_by_criterion(summands: int, signed: bool) -> None:
    ledger = ledger_for(summands, signed=signed)

    for values, packed in sums(ledger, summands, signed=signed):
        assert tuple(ledger.unpack_digits(packed)) == values


@pytest.mark.parametrize("signed", [False, True])
def test_the_first_criterion_in_which_two_totals_differ_is_found(signed: bool) -> None:
    ledger = ledger_for(1, signed=signed)

    for one, other in product(every(signed=signed), repeat=2):
        expected = next(
            (name for (name, _, _), a, b in zip(CRITERIA, one, other, strict=True) if a != b), None
        )
        assert (
            ledger.first_differing_criterion(weigh_entry(ledger, one), weigh_entry(ledger, other))
            == expected
        )


def test_a_signed_ledger_reads_the_difference_of_two_totals() -> None:
    ledger = ledger_for(1, signed=True)

    for one, other in product(every(), repeat=2):
        difference = weigh_entry(ledger, one) - weigh_entry(ledger, other)
        assert tuple(ledger.unpack_digits(difference)) == tuple(
            tuple(a - b for a, b in zip(*digits, strict=True))
            for digits in zip(one, other, strict=True)
        )
        assert ledger.first_differing_criterion(difference) == ledger.first_differing_criterion(
            weigh_entry(ledger, one), weigh_entry(ledger, other)
        )


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("criteria", [1, 2, 3, 4, 5])
def test_the_first_criteria_of_a_total_equal_those_of_a_shorter_ledger(
    criteria: int, signed: bool
) -> None:
    ledger = ledger_for(2, signed=signed)
    shorter = PackedCriteria(
        [(name, 2 * most, digits) for name, most, digits in CRITERIA[:criteria]],
        signed=signed,
    )

    for values, packed in sums(ledger, 2, signed=signed):
        assert ledger.extract_cost_of_first_criteria(packed, criteria) == weigh_entry(
            shorter, values[:criteria]
        )


def test_digits_are_no_wider_than_necessary() -> None:
    ledger = PackedCriteria([("seven", 7, 1), ("eight", 8, 2), ("nothing", 0, 1), ("one", 1, 1)])

    assert ledger.worth == [[512], [32, 2], [2], [1]]


def test_a_wide_digit_can_hold_an_entire_order() -> None:
    ledger = PackedCriteria([("above", 1, 1), ("order", (1 << 500) - 1, 1), ("below", 1, 1)])
    one, other = ([(1,), (1 << 400,), (1,)], [(1,), ((1 << 400) - 1,), (1,)])

    assert weigh_entry(ledger, one) > weigh_entry(ledger, other)
    assert ledger.unpack_digits(weigh_entry(ledger, one)) == one
    assert (
        ledger.first_differing_criterion(weigh_entry(ledger, one), weigh_entry(ledger, other))
        == "order"
    )


def test_a_ledger_without_criteria_holds_nothing() -> None:
    ledger: PackedCriteria[str] = PackedCriteria([])

    assert ledger.unpack_digits(0) == []
    assert ledger.first_differing_criterion(0, 0) is None


@pytest.mark.parametrize("count", range(6))
def test_fewer_items_cost_less_and_ties_go_to_the_first_items(count: int) -> None:
    cost = build_costs_preferring_few_items(count)
    taken = [some for size in range(count + 1) for some in combinations(range(count), size)]

    assert taken == sorted(taken, key=lambda some: sum(cost[i] for i in some))
    assert len({sum(cost[i] for i in some) for some in taken}) == len(taken)


def test_a_bound_between_two_totals_is_reached_by_one_unit_of_the_previous_digit():
    ledger = PackedCriteria([("first", 4, 1), ("second", 4, 2)], signed=True)
    (first,), (high, low) = ledger.worth

    # Half a unit of the first: more than four of the second can hold.
    assert ledger.find_leading_difference(first // 2) == ("first", 1)
    assert ledger.find_leading_difference(high // 2 + high) == ("second", 1)
    assert ledger.find_leading_difference(4 * high) == ("second", 4)
    assert ledger.find_leading_difference(2 * first - low) == ("first", 2)
