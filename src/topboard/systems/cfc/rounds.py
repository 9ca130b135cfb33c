"""The pairing of a round: the bye, the groups, the odd men, the pairs and the colours."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching, bitset, deficiency
from topboard.reasons.decisions import (
    Floated,
    Floater,
    OpponentChoice,
    RoundHistoryCache,
    RoundPairing,
    ScoregroupSummary,
)
from topboard.reasons.family_decisions import (
    CriterionValue,
    PairingQuality,
    RequestsNotToMeet,
    ScoregroupSkippedByOddMan,
)
from topboard.reasons.grounds import Criterion, FloatMethod, PairMethod, UnpairedGround
from topboard.reasons.obstacles import (
    CriterionWorse,
    NoOpponentInNextGroup,
    OtherPairsWorse,
    PassedOver,
)
from topboard.systems.cfc import byes, colours, groups, odd_men, odd_pair_costs, why_not
from topboard.systems.cfc.colours import colour_cost
from topboard.systems.cfc.group_pairing import build_group_pairing_task
from topboard.systems.cfc.groups import build_grouped_field
from topboard.systems.cfc.interchanges import pair_group
from topboard.systems.cfc.odd_pair_costs import OddPairCosts
from topboard.systems.common import meeting
from topboard.systems.common.tables import assign_tables, sort_key_by_better_rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number, Pair
    from topboard.reasons.decisions import ByeGiven, ColourDecision, Reason
    from topboard.reasons.objections import Objections
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.cfc.cards import PairingCardBook
    from topboard.systems.cfc.group_pairing import ChosenPair, GroupPairingTask
    from topboard.systems.cfc.groups import GroupedField

    OddPair = tuple[int, int]


def pair_round(system: str, book: PairingCardBook) -> RoundPairing:
    """Pair the next round and return the pairing with its reasons."""
    bye = byes.give_bye(book) if len(book.players) % 2 else None
    field = build_field_after_bye(book, bye)
    meeting.require_complete_pairing(field.graph, field.numbers_of_all_players, "618a")
    odd = odd_men.find_odd_pairs(field)
    tasks = build_group_pairing_tasks(field, odd)
    settled = [pair_group(task) for task in tasks]
    places = [*odd, *((c.higher, c.lower) for group in settled for c in group)]
    cards = [(field.cards[a], field.cards[b]) for a, b in places]
    made = [(one, other, colours.give_colours(book, one, other)) for one, other in cards]
    coloured = [given for _, _, given in made]
    place = {c.number: at for at, c in enumerate(book.players)}
    tables, fixed = assign_tables(book.tournament, coloured, sort_key_by_better_rank(place), "611")
    warnings = (
        *book.warned,
        *groups.warn_if_too_many_players_for_rounds(book),
        *meeting.warn_if_too_many_rounds_planned(book.tournament, len(book.players), "618a"),
        *(byes.warn_if_bye_lots_are_missing(book, bye) if bye else ()),
        *colours.generate_colour_warnings(book, made),
    )
    return RoundPairing(
        system=system,
        round=book.round,
        pairs=tables,
        bye=bye.number if bye else None,
        floaters=tuple(_list_odd_men_as_floaters(field, odd)),
        reasons=(
            *((bye,) if bye else ()),
            *_explain_decisions_of_round(field, odd, tasks, settled),
            *_sort_colour_decisions_by_table(tables, coloured),
            *fixed,
            *warnings,
        ),
        decided=book,
        made_from=RoundHistoryCache(book.tournament, book.rows, book.colours, {}),
    )


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two participants cannot meet in the next round."""
    return why_not.find_objections(made, a, b)


def build_field_after_bye(book: PairingCardBook, bye: ByeGiven | None) -> GroupedField:
    """Return the field of all players to be paired, without the player who gets the bye."""
    cards = [card for card in book.players if bye is None or card.number != bye.number]
    return build_grouped_field(book, groups.list_groups_to_pair(book, cards))


def build_group_pairing_tasks(
    field: GroupedField, odd: Sequence[OddPair]
) -> list[GroupPairingTask]:
    """Return, for each group, the task of pairing the members who are not in an odd pair."""
    gone = {place for pair in odd for place in pair}
    return [
        build_group_pairing_task(field, [v for v in span if v not in gone]) for span in field.spans
    ]


def _list_odd_men_as_floaters(field: GroupedField, odd: Sequence[OddPair]) -> Iterator[Floater]:
    for upper, lower in odd:
        odd_man, opponent = field.cards[upper], field.cards[lower]
        if odd_man.points != opponent.points:
            yield Floater(odd_man.number, odd_man.points, opponent.points)


# --- why the round is paired as it is -----------------------------------------------------


def _explain_decisions_of_round(
    field: GroupedField,
    odd: Sequence[OddPair],
    tasks: Sequence[GroupPairingTask],
    settled: Sequence[Sequence[ChosenPair]],
) -> Iterator[Reason]:
    yield count_odd_men_leaving_groups(field, odd)
    passed = count_odd_men_passing_groups(field, odd)
    tried = passed.measures and len(field.cards) <= TRIED
    costs = OddPairCosts(field, field.spans) if tried else None
    if odd:
        yield passed
    for g in range(len(field.groups)):
        yield from explain_odd_men_of_group(field, odd, g, costs)
    for g, (task, group) in enumerate(zip(tasks, settled, strict=True)):
        if group:
            measures = tuple(_measure_group_criteria(task, group, field.groups[g].points))
            yield PairingQuality("622b", measures)
            yield from _explain_granted_and_refused_requests(task, group, field.groups[g].points)
        for chosen in group:
            yield OpponentChoice(
                article=_find_article_on_pairing_halves(field, g),
                chooser=field.cards[chosen.higher].number,
                chosen=field.cards[chosen.lower].number,
                points=field.groups[g].points,
                passed_over=chosen.passed_over,
                placing=chosen.placing,
                method=PairMethod.HALVES,
            )


def _find_article_on_pairing_halves(field: GroupedField, g: int) -> str:
    """Return the article that divides a group into a top half and a bottom half."""
    if field.groups[g].section:
        return "633.1" if field.book.variations.quarters else "633.2"
    return "619" if field.book.round == 1 else "622b"


def _measure_group_criteria(
    task: GroupPairingTask, group: Sequence[ChosenPair], points: int
) -> Iterator[CriterionValue]:
    """Yield how well a group's pairing meets each criterion, most important criterion first."""
    costs = [
        colour_cost(task.field.cards[c.higher].due, task.field.cards[c.lower].due) for c in group
    ]
    if any(task.field.wishes):
        yield CriterionValue("619.1", Criterion.WISH, points, task.against_wish)
    refused = sum(cost.not_equalised for cost in costs)
    yield CriterionValue("630", Criterion.EQUALISE, points, refused)
    third = sum(cost.third_running for cost in costs)
    yield CriterionValue("631", Criterion.THIRD_COLOUR, points, third)
    yield CriterionValue("622b", Criterion.INTERCHANGE, points, count_interchanges(task, group))
    if task.may_transpose_for_alternation:
        missed = sum(cost.not_alternated for cost in costs)
        yield CriterionValue("631", Criterion.ALTERNATE, points, missed)


def _explain_granted_and_refused_requests(
    task: GroupPairingTask, group: Sequence[ChosenPair], points: int
) -> Iterator[RequestsNotToMeet]:
    """Yield the pairs that granted requests prevented, and then the pairs made despite a
    request.
    """
    field = task.field
    if not any(field.wishes[v] for v in task.members):
        return
    made = {(c.higher, c.lower) for c in group}
    unheard = {
        (c.higher, c.lower)
        for c in pair_group(build_group_pairing_task(field, task.members, heed=False))
    }
    granted, refused = (
        tuple(
            (field.cards[a].number, field.cards[b].number)
            for a, b in sorted(pairs)
            if field.wishes[a] >> b & 1
        )
        for pairs in (unheard - made, made)
    )
    if granted or refused:
        yield RequestsNotToMeet("619.1", points, granted, refused)


def count_interchanges(task: GroupPairingTask, group: Sequence[ChosenPair]) -> int:
    """Return the number of interchanges between the halves in the pairing of a group."""
    top = set(task.members[: task.top_half_size])
    return sum(c.higher in top and c.lower in top for c in group)


def _sort_colour_decisions_by_table(
    tables: Sequence[Pair], coloured: Sequence[ColourDecision]
) -> Iterator[ColourDecision]:
    given = {reason.white: reason for reason in coloured}
    for pair in tables:
        yield given[pair.white]


# --- the odd men of a group ---------------------------------------------------------------

SHOWN = 5
"""The maximum number of players that an explanation lists as passed over."""

TRIED = 24
"""The largest field that is paired again to explain why an odd man passes a group."""


def count_odd_men_leaving_groups(field: GroupedField, odd: Sequence[OddPair]) -> PairingQuality:
    """Return, for each group, the number of odd pairs that cross the border below it (618b)."""
    measures = []
    for g, group in enumerate(field.groups[:-1]):
        below = sum(field.group_of[upper] <= g < field.group_of[lower] for upper, lower in odd)
        measures.append(CriterionValue("618b", Criterion.FEWEST_ODD_MEN, group.points, below))
    return PairingQuality("618b", tuple(measures))


def count_odd_men_passing_groups(field: GroupedField, odd: Sequence[OddPair]) -> PairingQuality:
    """Return, for each group, the number of its odd men who pass each lower group (618c)."""
    passes = Counter(
        (field.group_of[upper], past)
        for upper, lower in odd
        for past in range(field.group_of[upper] + 1, field.group_of[lower])
    )
    measures = [
        CriterionValue(
            "618c", Criterion.NEAREST, field.groups[g].points, count, field.groups[past].points
        )
        for (g, past), count in sorted(passes.items())
    ]
    return PairingQuality("618c", tuple(measures))


def explain_odd_men_of_group(
    field: GroupedField, odd: Sequence[OddPair], g: int, costs: OddPairCosts | None
) -> Iterator[Reason]:
    """Yield the reasons concerning the odd men who enter or leave a group, and their opponents."""
    leaving = [pair for pair in odd if field.group_of[pair[0]] == g]
    coming = [pair for pair in odd if field.group_of[pair[1]] == g]
    yield _build_summary_of_group(field, leaving, coming, g)
    if leaving and (
        faults := tuple(_count_broken_odd_man_preferences(field, leaving, field.groups[g].points))
    ):
        yield PairingQuality("623", faults)
    for pair in leaving:
        yield _explain_choice_of_odd_man(field, odd, pair)
        yield from _explain_groups_passed_by_odd_man(field, odd, costs, pair)
        yield _explain_choice_of_odd_man_opponent(field, odd, pair)


def _count_broken_odd_man_preferences(
    field: GroupedField, leaving: Sequence[OddPair], points: int
) -> Iterator[CriterionValue]:
    """Yield the number of times that the odd pairs break each article that states only a
    preference.
    """
    cards = [(field.cards[upper], field.cards[lower]) for upper, lower in leaving]
    if any(card.has_unfinished_game for card in field.cards):
        yield CriterionValue(
            "626",
            Criterion.UNFINISHED,
            points,
            sum(odd_pair_costs.unfinished_game_penalty(*pair) for pair in cards),
        )
    if field.book.variations.odd_man_once:
        yield CriterionValue(
            "624.2",
            Criterion.ODD_MAN_ONCE,
            points,
            sum(odd_pair_costs.count_earlier_odd_pairs(*pair) for pair in cards),
        )
    if any(field.wishes):
        against = sum(field.wishes[upper] >> lower & 1 for upper, lower in leaving)
        yield CriterionValue("619.1", Criterion.WISH, points, against)


def _build_summary_of_group(
    field: GroupedField, leaving: Sequence[OddPair], coming: Sequence[OddPair], g: int
) -> ScoregroupSummary:
    rest = _list_members_not_meeting_odd_men(field, coming, g)
    ground = None
    if leaving:
        ground = find_ground_for_leaving_odd_men(field, rest, len(leaving))
    return ScoregroupSummary(
        article=ARTICLE_OF_GROUND[ground],
        points=field.groups[g].points,
        side=None,
        residents=field.numbers_at(field.spans[g]),
        from_above=field.numbers_at(upper for upper, _ in coming),
        leaving=len(leaving),
        ground=ground,
        section=field.groups[g].section,
    )


ARTICLE_OF_GROUND = {
    None: "620",
    UnpairedGround.ODD_NUMBER: "623",
    UnpairedGround.CANNOT_BE_PAIRED: "623",
    UnpairedGround.NEEDED_BELOW: "621",
}


def _list_members_not_meeting_odd_men(
    field: GroupedField, coming: Sequence[OddPair], g: int
) -> list[int]:
    taken = {lower for _, lower in coming}
    return [v for v in field.spans[g] if v not in taken]


def find_ground_for_leaving_odd_men(
    field: GroupedField, members: Sequence[int], leaving: int
) -> UnpairedGround:
    """Return the reason why ``leaving`` members of a group leave it as odd men."""
    if leaving <= len(members) % 2:
        return UnpairedGround.ODD_NUMBER
    if leaving <= deficiency(field.graph, bitset(members)):
        return UnpairedGround.CANNOT_BE_PAIRED
    return UnpairedGround.NEEDED_BELOW


# --- who is the odd man -------------------------------------------------------------------


def _explain_choice_of_odd_man(
    field: GroupedField, odd: Sequence[OddPair], pair: OddPair
) -> Floated:
    upper, lower = pair
    g = field.group_of[upper]
    taken = {v for p in odd for v in p if field.group_of[v] == g}
    below = [v for v in field.spans[g] if v > upper]
    passed = [
        PassedOver(field.cards[v].number, _find_obstacle_to_other_odd_man(field, taken, pair, v))
        for v in [v for v in below[::-1] if v not in taken][:SHOWN]
    ]
    odd_men = {upper for upper, _ in odd}
    return Floated(
        article="623",
        number=field.cards[upper].number,
        from_points=field.cards[upper].points,
        to_points=field.cards[lower].points,
        passed_over=tuple(passed),
        others_below=field.numbers_at(v for v in below if v in odd_men),
        taken_below=field.numbers_at(v for v in below if v in taken - odd_men),
        method=FloatMethod.ODD_MAN,
    )


def _find_obstacle_to_other_odd_man(
    field: GroupedField, taken: set[int], pair: OddPair, instead: int
) -> Obstacle:
    upper, lower = pair
    left = [v for v in field.spans[field.group_of[upper]] if v == upper or v not in taken]
    rest = bitset(v for v in left if v != instead)
    proof = PerfectMatching(field.graph, rest).certificate
    if proof is not None:
        return meeting.convert_certificate_to_numbers(proof, field.numbers_of_all_players)
    span = field.spans[field.group_of[lower]]
    if not field.graph[instead] & bitset(span):
        return NoOpponentInNextGroup(field.groups[field.group_of[lower]].points)
    mine, his = field.cards[upper], field.cards[instead]
    if his.has_unfinished_game and not mine.has_unfinished_game:
        return CriterionWorse("626", None, Criterion.UNFINISHED)
    if his.was_in_odd_pair and not mine.was_in_odd_pair:
        return CriterionWorse("624.2", None, Criterion.ODD_MAN_ONCE)
    return OtherPairsWorse("618")


# --- which groups an odd man passes -------------------------------------------------------


def _explain_groups_passed_by_odd_man(
    field: GroupedField, odd: Sequence[OddPair], costs: OddPairCosts | None, pair: OddPair
) -> Iterator[ScoregroupSkippedByOddMan]:
    """Yield a reason for each group that an odd man passes, with the obstacles to its members."""
    upper, lower = pair
    for g in range(field.group_of[upper] + 1, field.group_of[lower]):
        members = field.spans[g]
        can_meet = [v for v in members if field.graph[upper] >> v & 1]
        told = can_meet or members
        yield ScoregroupSkippedByOddMan(
            article="618c",
            number=field.cards[upper].number,
            from_points=field.groups[field.group_of[upper]].points,
            points=field.groups[g].points,
            may_meet_nobody=not can_meet,
            passed_over=tuple(
                PassedOver(
                    field.cards[v].number,
                    _find_obstacle_to_opponent_in_passed_group(field, odd, costs, upper, v),
                )
                for v in told[:SHOWN]
            ),
        )


def _find_obstacle_to_opponent_in_passed_group(
    field: GroupedField,
    odd: Sequence[OddPair],
    costs: OddPairCosts | None,
    upper: int,
    instead: int,
) -> Obstacle:
    """Return why an odd man does not meet a certain player of a group that the odd man passes."""
    numbers = field.cards[upper].number, field.cards[instead].number
    obstacle = meeting.find_pairing_obstacle(field.book, *numbers)
    if obstacle is not None:
        return obstacle
    if costs is None:
        return OtherPairsWorse("618")
    rest = bitset(v for v in range(len(field.cards)) if v not in (upper, instead))
    proof = PerfectMatching(field.graph, rest).certificate
    if proof is not None:
        return meeting.convert_certificate_to_numbers(proof, field.numbers_of_all_players)
    return costs.find_first_criterion_made_worse(
        odd, odd_men.find_odd_pairs(field, (upper, instead))
    )


# --- whom an odd man meets ----------------------------------------------------------------


def _explain_choice_of_odd_man_opponent(
    field: GroupedField, odd: Sequence[OddPair], pair: OddPair
) -> OpponentChoice:
    upper, lower = pair
    span = field.spans[field.group_of[lower]]
    earlier = {v for p in odd if p < pair for v in p}
    above = [
        v
        for v in span
        if v not in earlier and _does_player_precede_chosen_opponent(field, upper, v, lower)
    ]
    coming = sum(field.group_of[p[1]] == field.group_of[lower] for p in odd)
    article = "625" if coming > 1 else "624"
    if field.book.variations.odd_man_by_colour:
        article = "624.1"
    return OpponentChoice(
        article=article,
        chooser=field.cards[upper].number,
        chosen=field.cards[lower].number,
        points=field.cards[lower].points,
        passed_over=tuple(
            PassedOver(field.cards[v].number, _find_obstacle_to_earlier_opponent(field, pair, v))
            for v in above[:SHOWN]
        ),
        method=PairMethod.ODD_MAN,
    )


def _does_player_precede_chosen_opponent(
    field: GroupedField, odd_man: int, v: int, chosen: int
) -> bool:
    """Return whether player ``v`` comes before the chosen opponent in the odd man's order."""
    return v < chosen or (
        field.book.variations.odd_man_by_colour
        and odd_pair_costs.is_due_opposite_colour(field.cards[odd_man], field.cards[v])
        and not odd_pair_costs.is_due_opposite_colour(field.cards[odd_man], field.cards[chosen])
    )


def _find_obstacle_to_earlier_opponent(
    field: GroupedField, pair: OddPair, instead: int
) -> Obstacle:
    """Return why an odd man does not meet a player who comes before the chosen opponent."""
    upper, lower = pair
    book = field.book
    obstacle = meeting.find_pairing_obstacle(
        book, field.cards[upper].number, field.cards[instead].number
    )
    if obstacle is not None:
        return obstacle
    odd_man, his, mine = field.cards[upper], field.cards[instead], field.cards[lower]
    if his.was_in_odd_pair and not mine.was_in_odd_pair:
        return CriterionWorse("624.2", None, Criterion.ODD_MAN_ONCE)
    if field.wishes[upper] >> instead & 1:
        return CriterionWorse("619.1", None, Criterion.WISH)
    by_colour = book.variations.odd_man_by_colour
    if (
        by_colour
        and odd_pair_costs.is_due_opposite_colour(odd_man, mine)
        and not odd_pair_costs.is_due_opposite_colour(odd_man, his)
    ):
        return CriterionWorse("624.1", None, Criterion.OPPONENT_DUE_OPPOSITE)
    return OtherPairsWorse("618")
