"""The Dubov system of 1997, checked from the highest scoregroup to the lowest."""

from __future__ import annotations

from functools import partial

from topboard.model import Colour, ForfeitWin, FullPointBye, PairingBye
from topboard.proof.verify import byes, tables
from topboard.proof.verify.colours import EITHER, check_colours
from topboard.proof.verify.dubov.choices import DubovRoundState
from topboard.proof.verify.dubov.groups import check_scoregroups_of_round
from topboard.proof.verify.dubov.players import DubovPlayers
from topboard.proof.verify.dubov.rows import check_rows_of_columns
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound
from topboard.proof.verify.seeking import add_exit_vertices, is_graph_unpairable
from topboard.proof.verify.witnesses import bitset, build_subgraph


def find_proof_scope(_system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a round proved with evidence, and the parts that are only recomputed."""
    proved = ("bye", "score groups", "floaters", "opponents")
    return proved, ("points", "ranking", "columns", "colours", "tables")


def check_round(round_: ProposedRound, steps: ProofReader) -> None:
    """Check a round under the Dubov rules of 1997, decision by decision."""
    pool = DubovPlayers(round_)
    first = round_.tournament.round_to_pair == 1
    drawing = DubovRoundState(
        steps, pool, _check_waived_colour_limits(pool, steps), round_.opponents
    )
    listed = [*range(len(pool.numbers))]
    if first:
        listed.sort(key=lambda i: (-pool.rating[i], pool.numbers[i]))
    bye = _check_bye(drawing, listed[::-1], first=first)
    if bye is not None:
        drawing.left &= ~(1 << pool.place[bye])
    if first:
        _check_first_round(drawing, listed, round_.tournament.lot or Colour.WHITE)
    else:
        check_scoregroups_of_round(drawing)

    def decide_colour(higher: int, lower: int) -> tuple[Colour, str]:
        white = drawing.white[frozenset((higher, lower))]
        return Colour.WHITE if white == higher else Colour.BLACK, "5" if first else "3"

    check_colours(steps, round_, pool.place, decide_colour, "3")
    tables.check_board_order(steps, round_, partial(_board_sort_key, pool), "9")


def _board_sort_key(pool: DubovPlayers, a: int, b: int) -> tuple[int, ...]:
    """Return the sort key of a board: higher score, sum of scores, higher rating, lower number."""
    one, other = pool.place[a], pool.place[b]
    points = pool.points[one], pool.points[other]
    return -max(points), -sum(points), -max(pool.rating[one], pool.rating[other]), min(a, b)


def _check_bye(drawing: DubovRoundState, order: list[int], *, first: bool) -> int | None:
    """Check the bye and return its receiver, or None if the number of players is even.

    In round 1 the receiver is the last player of the list. Later it is a player of the lowest
    scoregroup, chosen by the lowest rating, then the dominating colour, then the higher ARO.
    """
    pool, odd = drawing.pool, len(order) % 2
    if odd and not first:
        groups = {one: [i for i in order if pool.points[i] == one] for one in {*pool.points}}
        dominating = {score: pool.majority_due_colour(group) for score, group in groups.items()}
        due = [pool.due[i] is not dominating[pool.points[i]] for i in range(len(order))]
        order.sort(key=lambda i: (pool.points[i], pool.rating[i], due[i], pool.lowest[i]))
    numbers = [pool.numbers[i] for i in order]
    among = build_subgraph(drawing.graph, order) if odd else []
    barred, article = partial(_is_barred_from_bye, pool), "5" if first else "4"
    return byes.check_bye(drawing.steps, numbers, barred, among, drawing.published, article)


def _is_barred_from_bye(pool: DubovPlayers, number: int) -> bool:
    """Return whether a player may not receive the bye.

    A player who has scored without playing is barred unless a ruling lifts the bar. A player with a
    required opponent is always barred.
    """
    without = any(
        isinstance(one, (PairingBye, FullPointBye)) or (isinstance(one, ForfeitWin) and one.points)
        for one in pool.rows[number]
    )
    bound = number in pool.encounters.required
    return bound or byes.is_barred_from_bye(pool.tournament, number, by_rule=without)


def _check_waived_colour_limits(pool: DubovPlayers, steps: ProofReader) -> int:
    """Return a bitset of the players exempt from the colour limits to make the round pairable.

    They must be as few and as low-ranked as possible. For each of them, a bridge (a Tutte-Berge
    barrier) in the file proves that the round could not be paired under that player's limits.
    """
    bound = [i for i, allowed in enumerate(pool.allowed) if allowed != EITHER]

    def build_graph_waiving_colour_limits(free: int) -> list[int]:
        may = bitset(i for i, n in enumerate(pool.numbers) if not _is_barred_from_bye(pool, n))
        return add_exit_vertices(pool.build_allowed_pairs_graph(free), may, len(pool.numbers) % 2)

    step = steps.take_optional_step(
        "9", "lifted", pool=pool, bound=bound, graph_with=build_graph_waiving_colour_limits
    )
    if step is None:
        return 0
    lifted, wanted = 0, step["lifted"]
    places = [i for i in bound if pool.numbers[i] in wanted]
    if not places or [pool.numbers[i] for i in places] != wanted:
        raise steps.build_refusal_of_current_step("the list of waived colour limits cannot be read")
    for i, written in zip(places, step["bridges"], strict=True):
        graph = build_graph_waiving_colour_limits(lifted | bitset(bound[bound.index(i) + 1 :]))
        if not is_graph_unpairable(written, pool.numbers, graph):
            raise steps.build_refusal_of_current_step(
                "the colour limits need not be waived for {number}", number=pool.numbers[i]
            )
        lifted |= 1 << i
    steps.record_proved_step(f"limits yield for {len(wanted)}")
    return lifted


def _check_first_round(drawing: DubovRoundState, listed: list[int], lot: Colour) -> None:
    """Check that the upper half of the list meets the lower half in order.

    The first colour is drawn by lot, and colours alternate from board to board.
    """
    present = drawing.select_unpaired_players(listed)
    half = len(present) // 2
    pairs = check_rows_of_columns(drawing, present[:half], present[half:], 0, "5")
    pairs.sort(key=lambda pair: present.index(pair[0]))
    for at, (upper, lower) in enumerate(pairs):
        upper_is_white = (lot is Colour.WHITE) == (at % 2 == 0)
        drawing.record_player_with_white(upper, lower, upper if upper_is_white else lower)
