"""A round of a FIDE Swiss system with its reasons.

They cover the pairs, colours, boards, floaters and warnings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Colour
from topboard.reasons.criteria import PreferenceGround
from topboard.reasons.decisions import ColourGiven, Floater, OpponentChosen, RoundPairing, Warned
from topboard.reasons.grounds import PairMethod
from topboard.systems.common.colours import rounds_of_difference
from topboard.systems.common.meeting import too_many_rounds
from topboard.systems.common.tables import publish
from topboard.systems.fide_common.colour_preferences import colour_of_higher
from topboard.systems.fide_common.round_pairing import initial_colour, rounds_not_declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.model import Tournament
    from topboard.reasons.decisions import ColourGiven, Reason
    from topboard.systems.fide_common.citations import BracketCitations, FideCitations
    from topboard.systems.fide_common.players import FideField, PlayerState
    from topboard.systems.fide_common.round_pairing import Decided, Made


def build_round_pairing(
    system: str,
    decided: Decided[Made],
    cite: BracketCitations,
    reasons: Sequence[Reason],
    *,
    upwards: bool = False,
) -> RoundPairing:
    """Return the pairs with colours and boards, given the reasons for the bye and the brackets.

    ``upwards`` means that players float up and none float down.
    """
    field = decided.field
    initial = initial_colour(field.tournament)
    coloured = [
        colour_reason(field, higher, lower, initial or Colour.WHITE, cite)
        for higher, lower in decided.pairs
    ]
    return build_with_all_reasons(
        system, decided, cite, reasons, coloured, initial, upwards=upwards
    )


def build_with_all_reasons(
    system: str,
    decided: Decided[Made],
    cite: FideCitations,
    reasons: Sequence[Reason],
    coloured: Iterable[ColourGiven],
    initial: Colour | None,
    *,
    upwards: bool,
) -> RoundPairing:
    """Return the pairs with their boards, and all reasons in the order of explanation."""
    field = decided.field
    tournament, coloured = field.tournament, list(coloured)
    tables, fixed = publish(tournament, coloured, decided.order, cite.boards)
    table = {pair.white: pair.table for pair in tables}
    coloured.sort(key=lambda given: table[given.white])
    return RoundPairing(
        system=system,
        round=tournament.round_to_pair,
        decided=decided,
        made_from=field.read,
        pairs=tables,
        bye=decided.receiver,
        floaters=tuple(_floaters(decided.pairs, upwards=upwards)),
        reasons=(
            *_predetermined_pair_reasons(field),
            *reasons,
            *coloured,
            *fixed,
            *warnings(
                tournament,
                len(field.players) + 2 * len(field.settled),
                initial,
                lot=cite.lot,
                rounds=cite.rounds,
                no_rematch=cite.no_rematch,
            ),
        ),
    )


def _floaters(
    pairs: Iterable[tuple[PlayerState, PlayerState]], *, upwards: bool
) -> Iterator[Floater]:
    """Yield the floater of each pair with unequal scores.

    It is the player with more points, or the one with fewer if ``upwards``. Not every system ranks
    the player with more points higher, so the order within the pair does not decide.
    """
    for pair in pairs:
        floats, other = sorted(pair, key=lambda profile: profile.points, reverse=not upwards)
        if floats.points != other.points:
            yield Floater(floats.number, floats.points, other.points)


def _predetermined_pair_reasons(field: FideField) -> Iterator[OpponentChosen]:
    for higher, lower in field.settled:
        yield OpponentChosen(
            "",
            higher.number,
            lower.number,
            higher.points,
            method=PairMethod.REQUIRED,
        )


def warnings(
    tournament: Tournament,
    everybody: int,
    initial: Colour | None,
    *,
    lot: str,
    rounds: str,
    no_rematch: str,
) -> Iterator[Warned]:
    """Yield the warnings for the arbiter, each with the article it is based on.

    ``everybody`` is the number of players paired in the round.
    """
    if initial is None:
        what = worded("no initial colour is recorded: number 1 is given White")
        yield Warned(lot, what)
    yield from rounds_not_declared(tournament, rounds)
    yield from too_many_rounds(tournament, everybody, no_rematch)


def colour_reason(
    field: FideField,
    higher: PlayerState,
    lower: PlayerState,
    initial: Colour,
    cite: BracketCitations,
) -> ColourGiven:
    """Return the colours of a pair, with the rule that decided them."""
    colour, by = colour_of_higher(higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    differed = None
    if by is PreferenceGround.ALTERNATE:
        differed = rounds_of_difference(field.rows[white.number], field.rows[black.number])
    return ColourGiven(
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
