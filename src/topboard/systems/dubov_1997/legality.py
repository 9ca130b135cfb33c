"""The bye of a round, and the colour limits that must be lifted so that the round can be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import NoLegalPairing
from topboard.matching.perfect import PerfectMatching, add_exit_vertices, bit_indices, bitset
from topboard.messages import worded
from topboard.model import ForfeitWin, FullPointBye, PairingBye
from topboard.model.colour_limits import EITHER
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.family_decisions import ColourLimitsWaiver
from topboard.reasons.grounds import ByeGround, ByeMethod
from topboard.reasons.obstacles import PassedOver
from topboard.systems.common.byes import (
    bye_obstacle_by_ruling,
    choose_bye,
    find_bye_obstacles,
    is_bye_allowed_by_ruling,
)
from topboard.systems.common.meeting import (
    build_no_legal_pairing_error,
    convert_certificate_to_numbers,
    permitted_pairs_graph,
)
from topboard.systems.dubov_1997.pool import (
    find_dominating_colour,
    lift_colour_limits,
    score_groups,
)
from topboard.systems.dubov_1997.remainder import UnpairedPlayers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Number, Outcome
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.field import Field
    from topboard.systems.dubov_1997.pool import Pool


# --- bye ----------------------------------------------------------------------------------


def bye_obstacle_from_score_without_play(row: Sequence[Outcome]) -> Obstacle | None:
    """Return the obstacle to the bye if a player has had a bye or won by forfeit, else None."""
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, PairingBye | FullPointBye):
            return ByeBarAlreadyHadBye(played)
        if isinstance(outcome, ForfeitWin) and outcome.points:
            return ByeBarWonWithoutPlaying(played)
    return None


def bye_obstacle_after_score_without_play(field: Field, number: Number) -> Obstacle | None:
    """Return the obstacle to the bye if a player has had a bye or won by forfeit, else None.

    A ruling that allows the bye removes the obstacle.
    """
    return (
        None
        if is_bye_allowed_by_ruling(field, number)
        else bye_obstacle_from_score_without_play(field.rows[number])
    )


BYE_BARS = (bye_obstacle_by_ruling, bye_obstacle_after_score_without_play)


def bye_order(pool: Pool) -> list[int]:
    """Return the players in the order in which they are considered for the bye.

    The lowest scoregroup comes first. Its players are ordered by lowest rating, whether they are
    due the dominating colour, and highest ARO.
    """
    order: list[int] = []
    for group in reversed(score_groups(pool, (1 << len(pool)) - 1)):
        dominating = find_dominating_colour(pool, group.places)

        def sort_key(i: int, dominating: object = dominating) -> tuple[int, ...]:
            player = pool.players[i]
            off_colour = player.due is not dominating
            return player.rating, off_colour, -pool.aro[i], -pool.alphabet[i]

        order += sorted(group.places, key=sort_key)
    return order


def build_permitted_pairs_with_lifted_limits(pool: Pool, lifted: int = 0) -> list[int]:
    """Return, for each player, the bitset of possible opponents.

    The colour limits do not apply to the players in ``lifted``.
    """
    field = lift_colour_limits(pool, pool.numbers_at(bit_indices(lifted)))
    return permitted_pairs_graph(field, pool.numbers, with_limits=True)


# --- preparation of a round ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundAfterByeAllocation:
    """A round ready to be paired, with its bye and the reason for lifting colour limits."""

    rest: UnpairedPlayers
    bye: ByeGiven | None
    lifted: ColourLimitsWaiver | None


def allocate_bye_and_lift_colour_limits(
    pool: Pool, order: Sequence[int], *, by_list: bool = False
) -> RoundAfterByeAllocation:
    """Allocate the bye if the number of players is odd, and lift colour limits if necessary.

    ``order`` lists the candidates for the bye. ``by_list`` is true if this is the order of the
    initial list, as in round 1. Raise ``NoLegalPairing`` if no pairing is possible.
    """
    exits = len(pool) % 2
    numbers = pool.numbers
    barred = find_bye_obstacles(pool, numbers, BYE_BARS) if exits else {}
    eligible = bitset(i for i, number in enumerate(numbers) if number not in barred)
    if exits and not eligible:
        raise NoLegalPairing(
            worded("the number of players is odd and no one may have the bye"), article="2.2"
        )

    def prove_unpairable_with_lifted_limits(lifted: int) -> Certificate | None:
        graph = add_exit_vertices(
            build_permitted_pairs_with_lifted_limits(pool, lifted), eligible, exits
        )
        return PerfectMatching(graph).certificate

    lifted, reason = _find_players_to_exempt_from_limits(pool, prove_unpairable_with_lifted_limits)
    open_ = build_permitted_pairs_with_lifted_limits(pool, lifted)
    left = (1 << len(pool)) - 1
    bye = None
    if exits:
        number, passed = choose_bye(open_, numbers, barred, "2.1", order)
        place = numbers.index(number)
        bye = (
            ByeGiven("5", number, passed, from_initial_list=True)
            if by_list
            else _build_bye_reason(pool, place, passed, barred)
        )
        left &= ~(1 << place)
    return RoundAfterByeAllocation(UnpairedPlayers(pool, open_, left, lifted), bye, reason)


def _find_players_to_exempt_from_limits(
    pool: Pool, certificate_with: Callable[[int], Certificate | None]
) -> tuple[int, ColourLimitsWaiver | None]:
    """Return a bitset of the players whose colour limits must be lifted, and the reason.

    Return 0 and None if no limits need to be lifted. Raise ``NoLegalPairing`` if the round cannot
    be paired even without colour limits.
    """
    proof = certificate_with(0)
    if proof is None:
        return 0, None
    bound = [i for i, player in enumerate(pool.players) if player.allowed != EITHER]
    impossible = certificate_with(bitset(bound))
    if impossible is not None:
        raise build_no_legal_pairing_error(impossible, pool.numbers, "2.1")
    lifted = find_lowest_players_to_exempt(bound, lambda mask: certificate_with(mask) is None)
    shown = convert_certificate_to_numbers(proof, pool.numbers)
    return lifted, ColourLimitsWaiver(
        "9", pool.numbers_at(bit_indices(lifted)), shown.bridge, shown.islands
    )


def find_lowest_players_to_exempt(bound: Sequence[int], suffices: Callable[[int], bool]) -> int:
    """Return a bitset of the lowest-ranked players whose colour limits must be lifted.

    From the top down, each player remains bound by the limits if the round can still be paired.
    """
    lifted, start = 0, 0
    while True:
        low, high = start, len(bound)
        while low < high:
            middle = (low + high + 1) // 2
            if suffices(lifted | bitset(bound[middle:])):
                low = middle
            else:
                high = middle - 1
        if low == len(bound):
            return lifted
        lifted |= 1 << bound[low]
        start = low + 1


def _build_bye_reason(
    pool: Pool, place: int, passed: tuple[PassedOver, ...], barred: Mapping[Number, Obstacle]
) -> ByeGiven:
    """Return the reason for the bye, with the criterion that decided between the candidates."""
    chosen = pool.players[place]
    gone = {over.candidate for over in passed}
    rivals = [
        i
        for i, other in enumerate(pool.players)
        if (other.points, other.rating) == (chosen.points, chosen.rating)
        and i != place
        and other.number not in barred
        and other.number not in gone
    ]
    ground = ByeGround.RATING
    if any(pool.players[i].due is chosen.due and pool.aro[i] == pool.aro[place] for i in rivals):
        ground = ByeGround.ALPHABET
    elif any(pool.players[i].due is chosen.due for i in rivals):
        ground = ByeGround.ARO
    elif rivals:
        ground = (
            ByeGround.COLOUR if _is_player_due_dominating_colour(pool, place) else ByeGround.ARO
        )
    return ByeGiven(
        article="4",
        number=chosen.number,
        passed_over=passed,
        points=chosen.points,
        rating=chosen.rating,
        ground=ground,
        due=chosen.due,
        aro=chosen.aro,
        method=ByeMethod.RATING,
    )


def _is_player_due_dominating_colour(pool: Pool, place: int) -> bool:
    chosen = pool.players[place]
    group = [i for i, other in enumerate(pool.players) if other.points == chosen.points]
    return find_dominating_colour(pool, group) is chosen.due
