"""The pairing of a round in a FIDE Swiss system, with its reasons and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Colour
from topboard.reasons.criteria import PreferenceGround
from topboard.reasons.decisions import (
    ColourDecision,
    Floater,
    OpponentChoice,
    PairingWarning,
    RoundHistoryCache,
    RoundPairing,
)
from topboard.reasons.grounds import ColourNeed, PairMethod
from topboard.reasons.obstacles import ForbiddenByOrganiser, HaveMet, SameColourDue
from topboard.systems.common.colours import find_rounds_when_colours_last_differed
from topboard.systems.common.meeting import (
    build_no_legal_pairing_error,
    warn_if_too_many_rounds_planned,
)
from topboard.systems.common.tables import assign_tables
from topboard.systems.fide_common.colour_preferences import colour_of_higher_ranked
from topboard.systems.fide_common.legality import (
    have_met_or_are_kept_apart_by_ruling,
    have_same_absolute_preference,
)
from topboard.systems.fide_common.round_pairing import initial_colour, warn_if_round_count_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.errors import NoLegalPairing
    from topboard.model import Tournament
    from topboard.reasons.decisions import ColourDecision, Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.citations import BracketCitations, FideCitations
    from topboard.systems.fide_common.legality import (
        RestPairabilityCheck,
        have_met_or_are_kept_apart_by_ruling,
        have_same_absolute_preference,
    )
    from topboard.systems.fide_common.players import FideField, FidePlayer
from topboard.systems.fide_common.round_pairing import Made, PairsAndByeOfRound


def build_round_pairing(
    system: str,
    decided: PairsAndByeOfRound[Made],
    cite: BracketCitations,
    reasons: Sequence[Reason],
    *,
    upwards: bool = False,
) -> RoundPairing:
    """Return the pairing of a round, with colours, boards and all reasons.

    ``reasons`` contains the reasons for the bye and for the brackets. ``upwards`` is true in a
    system in which players float up instead of down.
    """
    field = decided.field
    initial = initial_colour(field.tournament)
    coloured = [
        colour_reason(field, higher, lower, initial or Colour.WHITE, cite)
        for higher, lower in decided.pairs
    ]
    return build_pairing_with_tables_and_reasons(
        system, decided, cite, reasons, coloured, initial, upwards=upwards
    )


def build_pairing_with_tables_and_reasons(
    system: str,
    decided: PairsAndByeOfRound[Made],
    cite: FideCitations,
    reasons: Sequence[Reason],
    coloured: Iterable[ColourDecision],
    initial: Colour | None,
    *,
    upwards: bool,
) -> RoundPairing:
    """Return the pairing of a round, with boards, floaters and all reasons.

    ``coloured`` contains the colours of each pair.
    """
    field = decided.field
    tournament, coloured = field.tournament, list(coloured)
    tables, fixed = assign_tables(tournament, coloured, decided.board_sort_key, cite.boards)
    table = {pair.white: pair.table for pair in tables}
    coloured.sort(key=lambda given: table[given.white])
    return RoundPairing(
        system=system,
        round=tournament.round_to_pair,
        decided=decided,
        made_from=RoundHistoryCache(
            tournament, field.rows, field.colours, {} if field.settled else field.met
        ),
        pairs=tables,
        bye=decided.bye_receiver,
        floaters=tuple(_find_floaters(decided.pairs, upwards=upwards)),
        reasons=(
            *_explain_predetermined_pairs(field),
            *reasons,
            *coloured,
            *fixed,
            *warn_arbiter_of_missing_data_and_rounds(
                tournament,
                len(field.players) + 2 * len(field.settled),
                initial,
                lot=cite.lot,
                rounds=cite.rounds,
                no_rematch=cite.no_rematch,
            ),
        ),
    )


def _find_floaters(
    pairs: Iterable[tuple[FidePlayer, FidePlayer]], *, upwards: bool
) -> Iterator[Floater]:
    """Yield the floater of each pair whose players have different scores.

    The floater is the player with more points or, if ``upwards`` is true, the one with fewer
    points. The order of the players within a pair does not matter.
    """
    for pair in pairs:
        floats, other = sorted(pair, key=lambda profile: profile.points, reverse=not upwards)
        if floats.points != other.points:
            yield Floater(floats.number, floats.points, other.points)


def _explain_predetermined_pairs(field: FideField) -> Iterator[OpponentChoice]:
    for higher, lower in field.settled:
        yield OpponentChoice(
            "",
            higher.number,
            lower.number,
            higher.points,
            method=PairMethod.REQUIRED,
        )


def warn_arbiter_of_missing_data_and_rounds(
    tournament: Tournament,
    everybody: int,
    initial: Colour | None,
    *,
    lot: str,
    rounds: str,
    no_rematch: str,
) -> Iterator[PairingWarning]:
    """Yield warnings for the arbiter about missing data and about too many rounds.

    Each warning cites its article. ``everybody`` is the number of players paired in the round.
    """
    if initial is None:
        what = worded("no initial colour is recorded, so White is assumed")
        yield PairingWarning(lot, what)
    yield from warn_if_round_count_unknown(tournament, rounds)
    yield from warn_if_too_many_rounds_planned(tournament, everybody, no_rematch)


def colour_reason(
    field: FideField,
    higher: FidePlayer,
    lower: FidePlayer,
    initial: Colour,
    cite: BracketCitations,
) -> ColourDecision:
    """Return the reason for the colours of a pair: the rule, its article and the colour
    histories.
    """
    colour, by = colour_of_higher_ranked(higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    differed = None
    if by is PreferenceGround.ALTERNATE:
        differed = find_rounds_when_colours_last_differed(
            field.rows[white.number], field.rows[black.number]
        )
    return ColourDecision(
        article=cite.colours[by],
        white=white.number,
        black=black.number,
        ground=None,
        white_history=white.colours,
        black_history=black.colours,
        higher=higher.number,
        differed=differed,
        by=by,
        strengths=(white.preference.strength, black.preference.strength),
        wanted=(white.preference.colour, black.preference.colour),
        parity_number=higher.parity if by is PreferenceGround.INITIAL_COLOUR else 0,
    )


def find_pairing_obstacle(field: FideField, a: int, b: int) -> Obstacle | None:
    """Return the reason why two players may not meet, or None if they may.

    They may not meet if they have met, a ruling keeps them apart, or both must have the same
    colour.
    """
    one, other = field.players[a], field.players[b]
    if have_met_or_are_kept_apart_by_ruling(field, a, b):
        met = field.met[one.number].get(other.number)
        return ForbiddenByOrganiser() if met is None else HaveMet(met)
    if have_same_absolute_preference(one, other):
        assert one.absolute_colour is not None
        return SameColourDue(ColourNeed.LIMIT, one.absolute_colour)
    return None


def build_error_for_unpairable_round(
    field: FideField, completion: RestPairabilityCheck, cite: BracketCitations
) -> NoLegalPairing:
    """Return the error for a round without a legal pairing, with the proof that there is none."""
    certificate = completion.prove_unpairable(range(len(field.players)))
    assert certificate is not None
    return build_no_legal_pairing_error(certificate, field.numbers, cite.completion)
