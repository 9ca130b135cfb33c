"""Why these are the odd men of a round, and why they meet those whom they meet."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching, bitset, deficiency
from topboard.reasons import (
    Criterion,
    GroupPassed,
    Measure,
    Measured,
    NoOpponentInNextGroup,
    OddGround,
    OthersWorse,
    PassedOver,
    ScoreGroupPaired,
    WorseBy,
)
from topboard.rules.cfc import laws, odd_pair
from topboard.rules.cfc.odd_men import odd_pairs
from topboard.rules.cfc.reasons import OddManPaired, OddManRemoved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.reasons import Obstacle, Reason
    from topboard.rules.cfc.field import Field

    OddPair = tuple[int, int]

SHOWN = 5
"""How many of those passed over are shown one by one."""

TRIED = 24
"""Up to this size a field is paired again to see what would suffer by another pair."""


def numbers_leaving(field: Field, odd: Sequence[OddPair]) -> Measured:
    """For each group how many are paired below it, the first thing by which pairings differ."""
    measures = []
    for g, group in enumerate(field.groups[:-1]):
        below = sum(field.group_of[upper] <= g < field.group_of[lower] for upper, lower in odd)
        measures.append(Measure("618b", Criterion.FEWEST_ODD_MEN, group.points, below))
    return Measured("618b", tuple(measures))


def groups_passed(field: Field, odd: Sequence[OddPair]) -> Measured:
    """How many odd men of each group pass which others, the next thing by which pairings differ."""
    passes = Counter(
        (field.group_of[upper], past)
        for upper, lower in odd
        for past in range(field.group_of[upper] + 1, field.group_of[lower])
    )
    measures = [
        Measure("618c", Criterion.NEAREST, field.groups[g].points, count, field.groups[past].points)
        for (g, past), count in sorted(passes.items())
    ]
    return Measured("618c", tuple(measures))


def reasons_of_group(field: Field, odd: Sequence[OddPair], g: int) -> Iterator[Reason]:
    """What was decided about the odd men who come into a group and leave it."""
    leaving = [pair for pair in odd if field.group_of[pair[0]] == g]
    coming = [pair for pair in odd if field.group_of[pair[1]] == g]
    yield _group(field, leaving, coming, g)
    if leaving and (faults := tuple(_faults(field, leaving, field.groups[g].points))):
        yield Measured("623", faults)
    for pair in leaving:
        yield _removed(field, odd, pair)
        yield from _passed_groups(field, odd, pair)
        yield _paired(field, odd, pair)


def _faults(field: Field, leaving: Sequence[OddPair], points: int) -> Iterator[Measure]:
    """How far the articles that should be kept about odd men could be."""
    cards = [(field.cards[upper], field.cards[lower]) for upper, lower in leaving]
    if any(card.has_unfinished_game for card in field.cards):
        yield Measure(
            "626",
            Criterion.UNFINISHED,
            points,
            sum(odd_pair.has_unfinished_game(*pair) for pair in cards),
        )
    if field.book.variations.odd_man_once:
        yield Measure(
            "624.2",
            Criterion.ODD_MAN_ONCE,
            points,
            sum(odd_pair.were_in_odd_pairs(*pair) for pair in cards),
        )
    if any(field.wishes):
        against = sum(field.wishes[upper] >> lower & 1 for upper, lower in leaving)
        yield Measure("619.1", Criterion.WISH, points, against)


def _group(
    field: Field, leaving: Sequence[OddPair], coming: Sequence[OddPair], g: int
) -> ScoreGroupPaired:
    rest = _rest(field, coming, g)
    ground = None
    if leaving:
        ground = why_odd_men(field, rest, len(leaving))
    return ScoreGroupPaired(
        article=ARTICLE_OF_GROUND[ground],
        points=field.groups[g].points,
        members=field.numbers(field.spans[g]),
        came=field.numbers(upper for upper, _ in coming),
        leaving=len(leaving),
        ground=ground,
        section=field.groups[g].section,
    )


ARTICLE_OF_GROUND = {
    None: "620",
    OddGround.ODD_NUMBER: "623",
    OddGround.CANNOT_BE_PAIRED: "623",
    OddGround.NEEDED_BELOW: "621",
}


def _rest(field: Field, coming: Sequence[OddPair], g: int) -> list[int]:
    """The members of a group who are not opponents of odd men from above."""
    taken = {lower for _, lower in coming}
    return [v for v in field.spans[g] if v not in taken]


def why_odd_men(field: Field, members: Sequence[int], leaving: int) -> OddGround:
    """Why as many of the members leave as do."""
    if leaving <= len(members) % 2:
        return OddGround.ODD_NUMBER
    if leaving <= deficiency(field.graph, bitset(members)):
        return OddGround.CANNOT_BE_PAIRED
    return OddGround.NEEDED_BELOW


# --- who is the odd man -------------------------------------------------------------------


def _removed(field: Field, odd: Sequence[OddPair], pair: OddPair) -> OddManRemoved:
    upper, lower = pair
    g = field.group_of[upper]
    taken = {v for p in odd for v in p if field.group_of[v] == g}
    below = [v for v in field.spans[g] if v > upper]
    passed = [
        PassedOver(field.cards[v].number, _not_odd_man(field, taken, pair, v))
        for v in [v for v in below[::-1] if v not in taken][:SHOWN]
    ]
    odd_men = {upper for upper, _ in odd}
    return OddManRemoved(
        article="623",
        number=field.cards[upper].number,
        from_points=field.cards[upper].points,
        to_points=field.cards[lower].points,
        passed_over=tuple(passed),
        others_below=field.numbers(v for v in below if v in odd_men),
        taken_below=field.numbers(v for v in below if v in taken - odd_men),
    )


def _not_odd_man(field: Field, taken: set[int], pair: OddPair, instead: int) -> Obstacle:
    """Why one who is ranked lower is not the odd man instead."""
    upper, lower = pair
    left = [v for v in field.spans[field.group_of[upper]] if v == upper or v not in taken]
    rest = bitset(v for v in left if v != instead)
    proof = PerfectMatching(field.graph, rest).certificate
    if proof is not None:
        return laws.proof_of(proof, field.cards)
    span = field.spans[field.group_of[lower]]
    if not field.graph[instead] & bitset(span):
        return NoOpponentInNextGroup(field.groups[field.group_of[lower]].points)
    mine, his = field.cards[upper], field.cards[instead]
    if his.has_unfinished_game and not mine.has_unfinished_game:
        return WorseBy("626", Criterion.UNFINISHED)
    if his.was_in_odd_pair and not mine.was_in_odd_pair:
        return WorseBy("624.2", Criterion.ODD_MAN_ONCE)
    return OthersWorse("618")


# --- which groups he passes ---------------------------------------------------------------


def _passed_groups(field: Field, odd: Sequence[OddPair], pair: OddPair) -> Iterator[GroupPassed]:
    """For each group between the odd man's and his opponent's, why he is not paired in it."""
    upper, lower = pair
    for g in range(field.group_of[upper] + 1, field.group_of[lower]):
        members = field.spans[g]
        can_meet = [v for v in members if field.graph[upper] >> v & 1]
        told = can_meet or members
        yield GroupPassed(
            article="618c",
            number=field.cards[upper].number,
            from_points=field.groups[field.group_of[upper]].points,
            points=field.groups[g].points,
            may_meet_nobody=not can_meet,
            passed_over=tuple(
                PassedOver(field.cards[v].number, _not_in_group(field, odd, upper, v))
                for v in told[:SHOWN]
            ),
        )


def _not_in_group(field: Field, odd: Sequence[OddPair], upper: int, instead: int) -> Obstacle:
    """What would suffer if an odd man met somebody of a group that he passes."""
    numbers = field.cards[upper].number, field.cards[instead].number
    obstacle = laws.obstacle(field.book, *numbers)
    if obstacle is not None:
        return obstacle
    if len(field.cards) > TRIED:
        return OthersWorse("618")
    rest = bitset(v for v in range(len(field.cards)) if v not in (upper, instead))
    proof = PerfectMatching(field.graph, rest).certificate
    if proof is not None:
        return laws.proof_of(proof, field.cards)
    other = odd_pairs(field, (upper, instead))
    if numbers_leaving(field, other) != numbers_leaving(field, odd):
        return WorseBy("618b", Criterion.FEWEST_ODD_MEN)
    if groups_passed(field, other) != groups_passed(field, odd):
        return WorseBy("618c", Criterion.NEAREST)
    return _first_to_suffer(field, odd, other)


def _first_to_suffer(field: Field, odd: Sequence[OddPair], other: Sequence[OddPair]) -> Obstacle:
    """The first article by which other pairs, as few and as near, are worse: group by group."""
    for g, group in enumerate(field.groups):
        mine, his = ([p for p in pairs if field.group_of[p[0]] == g] for pairs in (odd, other))
        faults = (_faults(field, pairs, group.points) for pairs in (mine, his))
        for measure, suffers in zip(*faults, strict=True):
            if measure != suffers:
                return WorseBy(measure.article, measure.criterion)
        if mine != his:
            same_men = [upper for upper, _ in mine] == [upper for upper, _ in his]
            return OthersWorse("625" if same_men else "623")
    raise AssertionError("the odd man meets somebody else")


# --- whom he meets ------------------------------------------------------------------------


def _paired(field: Field, odd: Sequence[OddPair], pair: OddPair) -> OddManPaired:
    upper, lower = pair
    span = field.spans[field.group_of[lower]]
    earlier = {v for p in odd if p < pair for v in p}
    above = [v for v in span if v not in earlier and _comes_before(field, upper, v, lower)]
    coming = sum(field.group_of[p[1]] == field.group_of[lower] for p in odd)
    article = "625" if coming > 1 else "624"
    if field.book.variations.odd_man_by_colour:
        article = "624.1"
    return OddManPaired(
        article=article,
        chooser=field.cards[upper].number,
        chosen=field.cards[lower].number,
        points=field.cards[lower].points,
        passed_over=tuple(
            PassedOver(field.cards[v].number, _not_opponent(field, pair, v)) for v in above[:SHOWN]
        ),
    )


def _comes_before(field: Field, odd_man: int, v: int, chosen: int) -> bool:
    """Whether v is ranked above the chosen opponent."""
    return v < chosen or (
        field.book.variations.odd_man_by_colour
        and odd_pair.is_due_opposite(field.cards[odd_man], field.cards[v])
        and not odd_pair.is_due_opposite(field.cards[odd_man], field.cards[chosen])
    )


def _not_opponent(field: Field, pair: OddPair, instead: int) -> Obstacle:
    """Why one who comes earlier is not the odd man's opponent."""
    upper, lower = pair
    book = field.book
    obstacle = laws.obstacle(book, field.cards[upper].number, field.cards[instead].number)
    if obstacle is not None:
        return obstacle
    odd_man, his, mine = field.cards[upper], field.cards[instead], field.cards[lower]
    if his.was_in_odd_pair and not mine.was_in_odd_pair:
        return WorseBy("624.2", Criterion.ODD_MAN_ONCE)
    if field.wishes[upper] >> instead & 1:
        return WorseBy("619.1", Criterion.WISH)
    by_colour = book.variations.odd_man_by_colour
    if (
        by_colour
        and odd_pair.is_due_opposite(odd_man, mine)
        and not odd_pair.is_due_opposite(odd_man, his)
    ):
        return WorseBy("624.1", Criterion.OPPONENT_DUE_OPPOSITE)
    return OthersWorse("618")
