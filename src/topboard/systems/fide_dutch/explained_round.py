"""The pairing of a round under the Dutch system, with the reasons for every decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.fide_common import explained_pairing
from topboard.systems.fide_dutch import bracket_reasons

if TYPE_CHECKING:
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_dutch.brackets import PairedBracket


def build_round_pairing(
    system: str,
    decided: PairsAndByeOfRound[PairedBracket],
    cite: BracketCitations,
    *,
    lowest_score: bool,
) -> RoundPairing:
    """Return the pairing of a round with colours, boards and the reasons for every decision."""
    field, made = decided.field, decided.made
    reasons = bracket_reasons.explain_brackets(field, made, decided.bye, cite)
    if decided.bye is not None:
        reasons.append(
            bracket_reasons.explain_bye(field, made, decided.bye, cite, lowest_score=lowest_score)
        )
    return explained_pairing.build_round_pairing(system, decided, cite, reasons)
