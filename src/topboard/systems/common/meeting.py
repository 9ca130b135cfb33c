"""The rules on who may meet, and proofs that a set of participants cannot be paired."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.matching.perfect import PerfectMatching, bit_indices, deficiency
from topboard.messages import Worded, join_worded_names, worded
from topboard.model import Colour
from topboard.model.colour_limits import WHITE_BIT, can_have_opposite_colours
from topboard.reasons.decisions import PairingWarning
from topboard.reasons.grounds import ColourNeed
from topboard.reasons.obstacles import (
    ForbiddenByOrganiser,
    HaveMet,
    LeavesUnpairable,
    NoColourLeft,
    RequiredElsewhere,
    SameColourDue,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Number, Tournament
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.field import Field


def have_met(field: Field, a: Number, b: Number) -> bool:
    """Return whether two participants have met and therefore may not meet again."""
    return b in field.met[a]


def may_be_paired(field: Field, a: Number, b: Number) -> bool:
    """Return whether two participants may be paired, regardless of colours.

    They must not have met, and no ruling may forbid the pair or require a different opponent for
    either of them.
    """
    return (
        a != b
        and not have_met(field, a, b)
        and b not in field.forbidden.get(a, ())
        and field.required.get(a, b) == b
        and field.required.get(b, a) == a
    )


def permitted_pairs_graph(
    field: Field, numbers: Sequence[Number], *, with_limits: bool
) -> list[int]:
    """Return, for each participant, the bitset of possible opponents as indices into ``numbers``.

    If ``with_limits`` is true, pairs that the colour limits rule out are excluded.
    """
    place = {n: i for i, n in enumerate(numbers)}
    full = (1 << len(numbers)) - 1
    bound = _indices_as_bitset(place, field.required)
    same_due = find_participants_clashing_in_colour(field, numbers) if with_limits else {}
    graph = []
    for i, n in enumerate(numbers):
        closed = 1 << i | _indices_as_bitset(place, field.met[n])
        if n in field.forbidden:
            closed |= _indices_as_bitset(place, field.forbidden[n])
        if n in field.required:
            closed |= ~_indices_as_bitset(place, (field.required[n],))
        else:
            closed |= bound
        if with_limits:
            closed |= same_due[field.allowed[n]]
        graph.append(full & ~closed)
    return graph


def _indices_as_bitset(place: Mapping[Number, int], numbers: Iterable[Number]) -> int:
    found = 0
    for n in numbers:
        if n in place:
            found |= 1 << place[n]
    return found


def find_participants_clashing_in_colour(field: Field, numbers: Sequence[Number]) -> dict[int, int]:
    """Return, for each set of allowed colours, the participants who clash with it.

    Two participants clash if they cannot have opposite colours. The keys are bitsets of colours,
    and the values are bitsets of indices into ``numbers``.
    """
    having = dict.fromkeys(range(4), 0)
    for i, n in enumerate(numbers):
        having[field.allowed[n]] |= 1 << i
    return {
        own: sum(
            mask for other, mask in having.items() if not can_have_opposite_colours(own, other)
        )
        for own in having
    }


def count_most_excluded_opponents(field: Field) -> int:
    """Return the largest number of opponents that any one participant may not meet.

    Colours are ignored.
    """
    return max(
        (len(field.met[n]) + len(field.forbidden.get(n, ())) for n in field.numbers), default=0
    )


def can_all_be_paired(field: Field, numbers: Sequence[Number]) -> bool:
    """Return whether these participants can all be paired, regardless of colours."""
    count = len(numbers)
    # By Dirac's theorem, a complete pairing exists if every participant has enough opponents.
    if (
        not field.required
        and count % 2 == 0
        and 2 * (count - 1 - count_most_excluded_opponents(field)) >= count
    ):
        return True
    return deficiency(permitted_pairs_graph(field, numbers, with_limits=False)) == 0


def find_pairing_obstacle(field: Field, a: Number, b: Number) -> Obstacle | None:
    """Return the reason why two participants may not meet, or None if they may.

    It can be an earlier meeting, a ruling or a colour limit.
    """
    for n, other in ((a, b), (b, a)):
        if field.required.get(n, other) != other:
            return RequiredElsewhere(n)
    if have_met(field, a, b):
        return HaveMet(field.met[a][b], by_forfeit=b in field.defaulted.get(a, ()))
    if b in field.forbidden.get(a, ()):
        return ForbiddenByOrganiser()
    own, others = field.allowed[a], field.allowed[b]
    if can_have_opposite_colours(own, others):
        return None
    if not own or not others:
        return NoColourLeft("", b if own else a)
    colour = Colour.WHITE if own == WHITE_BIT else Colour.BLACK
    return SameColourDue(ColourNeed.LIMIT, colour)


def convert_certificate_to_numbers(
    certificate: Certificate, numbers: Sequence[Number]
) -> LeavesUnpairable:
    """Return a proof of unpairability that names participants by number instead of by index.

    Indices beyond ``numbers`` represent the bye or a float out of the group.
    """
    count = len(numbers)
    bridge = [v for v in bit_indices(certificate.bridge) if v < count]
    islands = [tuple(bit_indices(island)) for island in certificate.islands]
    exits_in_bridge = certificate.bridge.bit_count() - len(bridge)
    exit_islands = sum(all(v >= count for v in island) for island in islands)
    return LeavesUnpairable(
        bridge=tuple(numbers[v] for v in bridge),
        islands=tuple(
            inhabitants
            for island in islands
            if (inhabitants := tuple(numbers[v] for v in island if v < count))
        ),
        may_leave=exits_in_bridge - exit_islands,
    )


def require_complete_pairing(graph: Sequence[int], numbers: Sequence[Number], article: str) -> None:
    """Raise ``NoLegalPairing`` if the participants cannot all be paired."""
    certificate = PerfectMatching(graph).certificate
    if certificate is not None:
        raise build_no_legal_pairing_error(certificate, numbers, article)


def build_no_legal_pairing_error(
    certificate: Certificate, numbers: Sequence[Number], article: str
) -> NoLegalPairing:
    """Return the error for a round without a legal pairing.

    It names the participants who make a pairing impossible.
    """
    proof = convert_certificate_to_numbers(certificate, numbers)
    return NoLegalPairing(
        worded(
            "no legal pairing: {blockade}", blockade=describe_participants_blocking_pairing(proof)
        ),
        bridge=proof.bridge,
        islands=proof.islands,
        article=article,
    )


def describe_participants_blocking_pairing(proof: LeavesUnpairable) -> Worded:
    """Return a clause about the participants who make a complete pairing impossible."""
    names = [f"#{n}" for n in sorted(proof.bridge)] + [worded("the bye")] * (proof.may_leave > 0)
    able = join_worded_names(names)
    if all(len(island) == 1 for island in proof.islands):
        return _describe_single_blocking_participants(sorted(n for (n,) in proof.islands), able)
    each = (join_worded_names([f"#{n}" for n in sorted(island)]) for island in proof.islands)
    sets = reduce(lambda told, one: worded("{told}; {one}", told=told, one=one), each)
    if len(proof.islands) == 1:
        if not able:
            return worded("{sets} can only meet each other, and their number is odd", sets=sets)
        return worded(
            "{sets} can only meet each other or be paired with {able}, and their number is odd",
            sets=sets,
            able=able,
        )
    count = len(proof.islands)
    if not able:
        return worded(
            "each of these {count} sets has an odd number of members, who can only be paired "
            "within the set: {sets}",
            count=count,
            sets=sets,
        )
    return worded(
        "each of these {count} sets has an odd number of members, who can only be paired "
        "within the set or with {able}: {sets}",
        count=count,
        able=able,
        sets=sets,
    )


def _describe_single_blocking_participants(numbers: Sequence[Number], able: str) -> Worded:
    alone = join_worded_names([f"#{n}" for n in numbers])
    if able:
        return worded("{alone} can only be paired with {able}", alone=alone, able=able)
    if len(numbers) == 1:
        return worded("{alone} has no opponent left", alone=alone)
    return worded("{alone} have no opponents left", alone=alone)


# --- too many rounds ------------------------------------------------------------------------------


def find_first_round_risking_rematch(players: int) -> int:
    """Return the first round for which there might be no pairing without rematches."""
    # Consider the graph that joins participants who have not met, with the bye as a participant.
    # Every vertex has the same number of edges. Twelve participants, for example, cannot be paired
    # if the graph splits into components of five and seven. With an even number of edges this can
    # happen only below half the number of participants. An odd number requires more participants.
    field = players + players % 2
    return field - (field // 2 - 1) // 2 * 2


def warn_if_too_many_rounds_planned(
    tournament: Tournament, players: int, article: str
) -> Iterator[PairingWarning]:
    """Yield a warning before round 1 if the planned rounds may make rematches unavoidable."""
    rounds, doubtful = tournament.planned_rounds, find_first_round_risking_rematch(players)
    if tournament.round_to_pair == 1 and players > 1 and rounds >= doubtful:
        yield PairingWarning(
            article,
            worded(
                "the number of rounds ({rounds}) is high for the number of participants "
                "({players}), so a pairing without rematches may be impossible from round "
                "{doubtful} on",
                rounds=rounds,
                players=players,
                doubtful=doubtful,
            ),
        )
