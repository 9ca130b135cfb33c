"""A round from the cards to the tables: bye, groups, odd men, pairs, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Floater
from topboard.reasons import Criterion, Measure, Measured, RoundPairing, WishesHeard
from topboard.rules.cfc import acceleration, byes, colour_reasons, laws, odd_men, odd_reasons
from topboard.rules.cfc.due_colours import colour_cost
from topboard.rules.cfc.field import field_of
from topboard.rules.cfc.group_pairing import task_of
from topboard.rules.cfc.interchange import by_weighing
from topboard.rules.cfc.reasons import PairedInGroup
from topboard.rules.cfc.transposition import by_transposition
from topboard.rules.shared.tables import by_better_placed, publish

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Pair
    from topboard.reasons import Reason
    from topboard.rules.cfc.cards import Book
    from topboard.rules.cfc.field import Field
    from topboard.rules.cfc.group_pairing import Chosen, Task
    from topboard.rules.cfc.reasons import ByeFalls, ColoursDue

    OddPair = tuple[int, int]


def pair_round(system: str, book: Book) -> RoundPairing:
    """Pair the round to come and say why."""
    bye = byes.give_bye(book) if len(book.cards) % 2 else None
    field = field_after_bye(book, bye)
    laws.require_complete_pairing(field.graph, field.cards)
    odd = odd_men.odd_pairs(field)
    tasks = tasks_of(field, odd)
    settled = [pair_group(task) for task in tasks]
    places = [*odd, *((c.higher, c.lower) for group in settled for c in group)]
    cards = [(field.cards[a], field.cards[b]) for a, b in places]
    coloured = [colour_reasons.give_colours(book, one, other) for one, other in cards]
    place = {c.number: at for at, c in enumerate(sorted(book.cards, key=lambda c: c.rank))}
    tables, fixed = publish(book.tournament, coloured, by_better_placed(place), "611")
    warnings = (
        *book.warned,
        *acceleration.acceleration_advice(book),
        *laws.too_many_rounds(book),
        *(byes.lot_warning(book, bye) if bye else ()),
        *colour_reasons.colour_warnings(book, cards),
    )
    return RoundPairing(
        system=system,
        round=book.round,
        pairs=tables,
        bye=bye.number if bye else None,
        floaters=tuple(_floaters(field, odd)),
        reasons=(
            *((bye,) if bye else ()),
            *_decisions(field, odd, tasks, settled),
            *_in_table_order(tables, coloured),
            *fixed,
            *warnings,
        ),
    )


def field_after_bye(book: Book, bye: ByeFalls | None) -> Field:
    """The groups to be paired once the bye is given."""
    cards = [card for card in book.cards if bye is None or card.number != bye.number]
    return field_of(book, acceleration.pairing_groups(book, cards))


def tasks_of(field: Field, odd: Sequence[OddPair]) -> list[Task]:
    """For each group those who are left when the odd men are paired."""
    gone = {place for pair in odd for place in pair}
    return [task_of(field, [v for v in span if v not in gone]) for span in field.spans]


def pair_group(task: Task) -> list[Chosen]:
    """Top half against bottom half in as close to consecutive order as possible."""
    if not task.members:
        return []
    return by_transposition(task) or by_weighing(task)


def _floaters(field: Field, odd: Sequence[OddPair]) -> Iterator[Floater]:
    for upper, lower in odd:
        odd_man, opponent = field.cards[upper], field.cards[lower]
        if odd_man.points != opponent.points:
            yield Floater(odd_man.number, odd_man.points, opponent.points)


# --- reasons ------------------------------------------------------------------------------


def _decisions(
    field: Field,
    odd: Sequence[OddPair],
    tasks: Sequence[Task],
    settled: Sequence[Sequence[Chosen]],
) -> Iterator[Reason]:
    """Every decision in the order of its weight."""
    yield odd_reasons.numbers_leaving(field, odd)
    if odd:
        yield odd_reasons.groups_passed(field, odd)
    for g in range(len(field.groups)):
        yield from odd_reasons.reasons_of_group(field, odd, g)
    for g, (task, group) in enumerate(zip(tasks, settled, strict=True)):
        if group:
            measures = tuple(_measures(task, group, field.groups[g].points))
            yield Measured("622b", measures)
            yield from _wishes(task, group, field.groups[g].points)
        for chosen in group:
            yield PairedInGroup(
                article=_article(field, g),
                chooser=field.cards[chosen.higher].number,
                chosen=field.cards[chosen.lower].number,
                points=field.groups[g].points,
                passed_over=chosen.passed_over,
                placing=chosen.placing,
            )


def _article(field: Field, g: int) -> str:
    """The article by which a group is divided into halves."""
    if field.groups[g].section:
        return "633.1" if field.book.variations.quarters else "633.2"
    return "619" if field.book.round == 1 else "622b"


def _measures(task: Task, group: Sequence[Chosen], points: int) -> Iterator[Measure]:
    """How far a group's pairing meets the criteria, in their order."""
    costs = [
        colour_cost(task.field.cards[c.higher].due, task.field.cards[c.lower].due) for c in group
    ]
    if any(task.field.wishes):
        yield Measure("619.1", Criterion.WISH, points, task.against_wish)
    refused = sum(cost.not_equalised for cost in costs)
    yield Measure("630", Criterion.EQUALISE, points, refused)
    third = sum(cost.third_running for cost in costs)
    yield Measure("631", Criterion.THIRD_COLOUR, points, third)
    yield Measure("622b", Criterion.INTERCHANGE, points, interchanges(task, group))
    if task.transposes_for_alternation:
        missed = sum(cost.not_alternated for cost in costs)
        yield Measure("631", Criterion.ALTERNATE, points, missed)


def _wishes(task: Task, group: Sequence[Chosen], points: int) -> Iterator[WishesHeard]:
    """The pairs that a wish kept from being made, and those made against one."""
    field = task.field
    if not any(field.wishes[v] for v in task.members):
        return
    made = {(c.higher, c.lower) for c in group}
    unheard = {(c.higher, c.lower) for c in pair_group(task_of(field, task.members, heed=False))}
    granted, refused = (
        tuple(
            (field.cards[a].number, field.cards[b].number)
            for a, b in sorted(pairs)
            if field.wishes[a] >> b & 1
        )
        for pairs in (unheard - made, made)
    )
    if granted or refused:
        yield WishesHeard("619.1", points, granted, refused)


def interchanges(task: Task, group: Sequence[Chosen]) -> int:
    """How many players of the top half have changed places with one of the bottom half."""
    top = set(task.members[: task.half])
    return sum(c.higher in top and c.lower in top for c in group)


def _in_table_order(tables: Sequence[Pair], coloured: Sequence[ColoursDue]) -> Iterator[ColoursDue]:
    given = {reason.white: reason for reason in coloured}
    for pair in tables:
        yield given[pair.white]
