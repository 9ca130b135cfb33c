"""The steps shared by FIDE's Swiss systems that turn pairs into a complete round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from topboard._frozen import dataclass
from topboard.errors import NoLegalPairing
from topboard.messages import worded
from topboard.model import Colour, Manner, Pair, Tables
from topboard.model.history import outcomes
from topboard.model.scoring import (
    get_deciding_points_kind,
    points_by_round,
    score_by_recorded_points,
    sum_adjustments_by_participant,
)
from topboard.reasons import decisions
from topboard.systems.common.tables import assign_tables, sort_key_by_pair_points
from topboard.systems.fide_common import check_list, explained_pairing
from topboard.systems.fide_common.colour_preferences import colour_of_higher_ranked
from topboard.systems.fide_common.legality import RestPairabilityCheck, needs_bye
from topboard.systems.fide_common.players import rank_sort_key, scoring_scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from topboard.model import Number, Round, Tenths, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import PairingWarning, RoundPairing
    from topboard.systems.common.tables import ColouredPair
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField, FidePlayer
    from topboard.tiebreaks.ranking import Facts

USUAL_TIE_BREAKS = ("BH/C1", "BH", "SB", "DE")
"""The tie-breaks used if the event has announced none. FIDE's rules do not prescribe any."""


def refuse_unpairable_round(
    field: FideField, cite: BracketCitations, score: Tenths | None = None
) -> None:
    """Raise ``NoLegalPairing`` if the round has no complete pairing with at most one bye.

    ``score`` is the score that the player with the bye must have, if the rules fix it.
    """
    completion = RestPairabilityCheck(field, score)
    if completion.can_pair_rest_of_field(0):
        return
    if needs_bye(field) and all(profile.barred for profile in field.players):
        what = worded("the number of participants to be paired is odd, but no one may have the bye")
        raise NoLegalPairing(what, article=cite.bye)
    raise explained_pairing.build_error_for_unpairable_round(field, completion, cite)


def initial_colour(tournament: Tournament) -> Colour | None:
    """Return the initial colour drawn by lot, or None if it is unknown.

    It is the recorded colour or, without a record, the one deduced from the games of round 1.
    """
    if tournament.lot is not None:
        return tournament.lot
    if not tournament.rounds:
        return None
    first = tournament.rounds[0]
    numbers = sorted(n for m in first.meetings for n in (m.white, m.black) if n is not None)
    if first.bye is not None:
        numbers = sorted([*numbers, first.bye])
    parity = {n: at for at, n in enumerate(numbers, start=1)}
    return deduce_initial_colour(first, parity)


def deduce_initial_colour(first: Round, parity: Mapping[Number, int]) -> Colour | None:
    """Return the initial colour, deduced from a game of round 1.

    Return None if it cannot be deduced. ``parity`` has each player's TPN in that round.
    """
    for meeting in first.meetings:
        if meeting.white is None or meeting.black is None or meeting.manner is not Manner.PLAYED:
            continue
        odd = parity[min(meeting.white, meeting.black)] % 2 == 1
        return Colour.WHITE if (meeting.white < meeting.black) is odd else Colour.BLACK
    return None


class PairedBracketInterface(Protocol):
    """The attributes that the paired brackets of every system have."""

    @property
    def pairs(self) -> Iterable[tuple[int, int]]:
        """The pairs, as indices of their players, with the higher-ranked player first."""


Made = TypeVar("Made", bound=PairedBracketInterface)


@dataclass(frozen=True, slots=True)
class PairsAndByeOfRound(Generic[Made]):
    """The pairs and the bye of a round, without colours, boards and reasons."""

    field: FideField
    made: Sequence[Made]
    bye: int | None
    """The index of the player who gets the bye in a bracket, or None."""
    points: Mapping[Number, Tenths]
    """The points that decide the order of the boards."""
    given: Number | None = None
    """The number of the player who got the bye before the brackets were paired, or None."""
    with_receiver: FideField | None = None
    """The field including the player in ``given``, or None if no player was removed from
    ``field``.
    """

    @property
    def field_with_bye_player(self) -> FideField:
        """All players of the round, including the player with the bye."""
        return self.field if self.with_receiver is None else self.with_receiver

    @property
    def bye_receiver(self) -> Number | None:
        """The number of the player with the bye, or None if there is no bye."""
        return self.given if self.bye is None else self.field.number_at_index(self.bye)

    @property
    def pairs(self) -> list[tuple[FidePlayer, FidePlayer]]:
        """The players of each pair, with the higher-ranked player first."""
        return [*_list_players_of_each_pair(self.field, self.made), *self.field.settled]

    @property
    def board_sort_key(self) -> Callable[[Number, Number], tuple[int, ...]]:
        """A function that returns the sort key of a pair for the order of boards."""
        ranked = sorted((profile for pair in self.pairs for profile in pair), key=rank_sort_key)
        place = {profile.number: at for at, profile in enumerate(ranked)}
        return sort_key_by_pair_points(place, self.points)


def build_tables_without_reasons(decided: PairsAndByeOfRound[Made]) -> Tables:
    """Return the pairing of a round with colours and boards but no reasons."""
    initial = initial_colour(decided.field.tournament) or Colour.WHITE
    return assign_colours_and_tables(
        decided, lambda higher, lower: assign_colours(higher, lower, initial)
    )


def assign_colours_and_tables(
    decided: PairsAndByeOfRound[Made], seating: Callable[[FidePlayer, FidePlayer], ColouredPair]
) -> Tables:
    """Return the pairing of a round with colours and boards but no reasons.

    ``seating`` is the function that assigns the colours of a pair.
    """
    coloured = [seating(higher, lower) for higher, lower in decided.pairs]
    tables, _ = assign_tables(decided.field.tournament, coloured, decided.board_sort_key, "")
    return Tables(tables, decided.bye_receiver, decided.field.scores)


def assign_colours(higher: FidePlayer, lower: FidePlayer, initial: Colour) -> Pair:
    """Return a pair with its colours. The board number is 0 until a board is assigned."""
    colour, _ = colour_of_higher_ranked(higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return Pair(0, white.number, black.number)


def _list_players_of_each_pair(
    field: FideField, made: Sequence[PairedBracketInterface]
) -> Iterator[tuple[FidePlayer, FidePlayer]]:
    for paired in made:
        for a, b in paired.pairs:
            yield field.players[a], field.players[b]


def warn_if_round_count_unknown(tournament: Tournament, article: str) -> Iterator[PairingWarning]:
    """Yield a warning if the number of rounds, and therefore the last round, is unknown."""
    if not tournament.planned_rounds:
        what = worded(
            "the number of rounds is not known, so this round is not treated as the last one"
        )
        yield decisions.PairingWarning(article, what)


def get_pairs_and_bye_of_pairing(made: RoundPairing) -> PairsAndByeOfRound[Any]:
    """Return the decisions stored in the pairing of a round."""
    assert isinstance(made.decided, PairsAndByeOfRound)
    return made.decided


def build_check_list(field: FideField) -> Sequence[CheckListRow]:
    """Return one row per player with the data for checking the next round by hand."""
    return check_list.build_check_list_rows(field)


def collect_results_for_standings(tournament: Tournament) -> Facts:
    """Return the scores, outcomes and points by round on which the standings are based."""
    # Seam: pairing a round needs no standings.
    from topboard.tiebreaks.ranking import Facts, ScoreTable

    rows = outcomes(tournament)
    scale = scoring_scale(tournament)
    scored_by_round = points_by_round(
        tournament, rows, lambda outcome: score_by_recorded_points(outcome, scale)
    )
    added = sum_adjustments_by_participant(tournament, get_deciding_points_kind(tournament))
    points = {n: sum(of_rounds) + added.get(n, 0) for n, of_rounds in scored_by_round.items()}
    rounds = {
        n: tuple(
            (getattr(outcome, "opponent", None), worth)
            for outcome, worth in zip(row, scored_by_round[n], strict=True)
        )
        for n, row in rows.items()
    }
    scored = ScoreTable(scale, scored_by_round, points)
    return Facts(tournament, rows, points, rounds, scores=lambda: {"of_player": scored})
