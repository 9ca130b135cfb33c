"""The choice of the players who float from a scoregroup to the next one toward the median."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model.history import colour_difference
from topboard.reasons.decisions import Floated
from topboard.reasons.grounds import FloatCause, FloaterType, FloatMethod, MedianSide
from topboard.reasons.obstacles import (
    FloatedLastRound,
    MoreDisadvantaged,
    NotDueMajorityColour,
    PassedOver,
)
from topboard.systems.common.meeting import may_be_paired
from topboard.systems.fide_lim.field import (
    are_ratings_close_enough_for_colours,
    find_majority_due_colour,
    may_meet_within_colour_limits,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Colour, Number
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import ScoregroupTask
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField

LEAST_DISADVANTAGED_FIRST = (FloaterType.D, FloaterType.C, FloaterType.B, FloaterType.A)


@dataclass(frozen=True, slots=True)
class NextFloater:
    """The player chosen to float next, the types of all candidates, and the deciding article."""

    number: Number
    type: FloaterType
    types: Mapping[Number, FloaterType]
    """The types of all players who could float without costing the group a pair."""
    article: str
    due: Colour | None = None
    """The majority due colour of the group if it decided the choice, else None."""
    too_far: Number | None = None
    """The player whom colour would have chosen if the ratings were closer, else None."""
    instead_of: Number | None = None
    """The floater who was replaced because the median group could not be paired, else None."""


def choose_floater(
    field: LimField,
    task: ScoregroupTask,
    cite: LimCitations,
    staying: Sequence[Number],
    possible: Sequence[Number],
    gone: Sequence[Number],
) -> NextFloater:
    """Return the player who floats next.

    The least disadvantaged type is preferred, then players who did not float in the previous round,
    then players due the majority colour. ``staying`` lists the players still in the group, and
    ``gone`` those who have already floated. ``possible`` lists, in floating order, the players who
    can float without costing the group a pair.
    """
    types = {n: classify_floater(field, task, n, gone) for n in possible}
    best = next(kind for kind in LEAST_DISADVANTAGED_FIRST if kind in types.values())
    of_type = [n for n in possible if types[n] is best]
    rested = [n for n in of_type if n not in field.floated]
    pool = rested or of_type
    chosen, due, too_far = choose_floater_by_colour(field, pool, staying)
    if due is not None:
        article = cite.equalises
    elif too_far is not None:
        article = cite.within_band
    elif chosen == possible[0]:
        article = cite.outermost
    elif possible[0] in of_type:
        article = cite.floated_last
    else:
        article = cite.avoided_types
    return NextFloater(chosen, best, types, article, due, too_far)


def choose_floater_by_colour(
    field: LimField, pool: Sequence[Number], staying: Iterable[Number]
) -> tuple[Number, Colour | None, Number | None]:
    """Return the first player in ``pool`` who is due the majority colour, or else the first player.

    The second value is the majority colour if it changed the choice. The third value is the player
    due the majority colour who was rejected because of the rating limit of a maxi-tournament.
    """
    outermost = pool[0]
    wanted = find_majority_due_colour(field, staying)
    equalising = [n for n in pool if wanted is not None and field.due[n] is wanted]
    near = [n for n in equalising if are_ratings_close_enough_for_colours(field, n, outermost)]
    if near:
        return near[0], wanted if near[0] != outermost else None, None
    return outermost, None, equalising[0] if equalising else None


# --- floater types --------------------------------------------------------------------------


def classify_floater(
    field: LimField, task: ScoregroupTask, number: Number, gone: Sequence[Number]
) -> FloaterType:
    """Return the type of a floater, which is A, B, C or D.

    Floaters of types A and B have already floated into the group. Floaters of types B and D have a
    compatible opponent in the next group. In the median group, floaters from the other side also
    count as opponents.
    """
    ahead = [n for n in gone if is_floater_paired_before_other(field, task, n, number)]
    welcome = has_opponent_in_next_group(field, number, ahead, task.next_residents)
    if number in task.incoming:
        return FloaterType.B if welcome else FloaterType.A
    return FloaterType.D if welcome else FloaterType.C


def is_floater_paired_before_other(
    field: LimField, task: ScoregroupTask, one: Number, other: Number
) -> bool:
    """Return whether floater ``one`` is paired before floater ``other`` in the next group."""
    higher = field.rank_sort_key(one) < field.rank_sort_key(other)
    return higher is not (task.side is MedianSide.BELOW)


def has_opponent_in_next_group(
    field: Field, number: Number, ahead: Sequence[Number], residents: Sequence[Number]
) -> bool:
    """Return whether a floater still has a compatible opponent after the floaters in ``ahead`` are
    paired.
    """
    able = (n for n in residents if may_meet_within_colour_limits(field, number, n))
    if len(list(islice(able, len(ahead) + 1))) > len(ahead):
        return True
    if not ahead:
        return False
    seated: dict[Number, Number] = {}
    for floater in ahead:
        _reserve_opponent_for_floater(field, floater, residents, seated, set())
    return _reserve_opponent_for_floater(field, number, residents, seated, set())


def _reserve_opponent_for_floater(
    field: Field,
    floater: Number,
    residents: Sequence[Number],
    seated: dict[Number, Number],
    tried: set[Number],
) -> bool:
    """Reserve an opponent for a floater and return whether one was found.

    Floaters who already have a reserved opponent get a different one if necessary. ``seated`` maps
    each reserved resident to a floater.
    """
    for n in residents:
        if n in tried or not may_meet_within_colour_limits(field, floater, n):
            continue
        tried.add(n)
        if n not in seated or _reserve_opponent_for_floater(
            field, seated[n], residents, seated, tried
        ):
            seated[n] = floater
            return True
    return False


# --- reasons --------------------------------------------------------------------------------


def build_floater_reason(
    field: LimField,
    task: ScoregroupTask,
    cite: LimCitations,
    choice: NextFloater,
    staying: Sequence[Number],
    cause: FloatCause,
    would_cost: Callable[[Number], Obstacle],
) -> Floated:
    """Return the reason why a player floats, with the players passed over and their obstacles.

    ``would_cost`` returns the obstacle for a player whose leaving costs the group a pair.
    """
    passed = []
    for n in staying:
        if n == choice.number:
            break
        passed.append(
            PassedOver(n, _explain_passed_over_candidate(field, choice, n) or would_cost(n))
        )
    exchanged_or_on = choice.instead_of is not None or choice.number in task.incoming
    return Floated(
        article=cite.goes_on if exchanged_or_on else choice.article,
        number=choice.number,
        from_points=field.points[choice.number],
        to_points=task.next_points,
        passed_over=tuple(passed),
        floater_type=choice.type,
        cause=cause,
        cause_article=cite.causes[cause],
        due=choice.due,
        too_far=choice.too_far,
        instead_of=choice.instead_of,
        method=FloatMethod.MEDIAN,
    )


def find_float_cause(
    field: Field, number: Number, group: Sequence[Number], exits: int
) -> FloatCause:
    """Return why a player must float if ``exits`` players still have to leave the group."""
    others = [n for n in group if n != number]
    if others and not any(may_meet_within_colour_limits(field, number, n) for n in others):
        if not any(may_be_paired(field, number, n) for n in others):
            return FloatCause.MET_ALL
        if abs(colour_difference(field.colours[number])) >= 2:
            return FloatCause.TWO_MORE
        return FloatCause.TWICE_RUNNING
    return FloatCause.EVEN if len(group) % 2 and exits == 1 else FloatCause.SURPLUS


def _explain_passed_over_candidate(
    field: LimField, choice: NextFloater, number: Number
) -> Obstacle | None:
    if number not in choice.types:
        return None
    if choice.types[number] is not choice.type:
        return MoreDisadvantaged(choice.types[number])
    if number in field.floated and choice.number not in field.floated:
        return FloatedLastRound()
    assert choice.due is not None, "only colour decides between floaters of the same type"
    return NotDueMajorityColour(choice.due)
