"""The pairing of a round-robin round from the Berger table, with numbers drawn by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import Who, and_worded, message, worded, worded_count, worded_kept
from topboard.model import PAIRING_NUMBERS, Pair
from topboard.model.history import participants_to_pair
from topboard.reasons.decisions import ByeGiven, OpponentChoice, PairingWarning, RoundPairing
from topboard.reasons.family_decisions import AbsentOpponent
from topboard.reasons.grounds import ByeMethod, PairMethod
from topboard.systems.common.required import refuse_impossible_pairs
from topboard.systems.common.tables import assign_tables
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.common.withdrawals import find_leavers, withdrawal_rounds
from topboard.systems.round_robin import restricted_draw, why_not
from topboard.systems.round_robin.schedule import (
    Schedule,
    berger_round_number,
    berger_round_of_event,
    pairs_of_round,
    rounds_of_meeting,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from topboard.messages import Message, Worded
    from topboard.model import Competitor, Lot, Number, Tournament
    from topboard.reasons.decisions import Reason
    from topboard.reasons.family_decisions import DrawnNumber
    from topboard.reasons.objections import Objections
    from topboard.systems.common.variations import Variation
    from topboard.systems.common.withdrawals import Leaver
    from topboard.systems.round_robin.restricted_draw import RestrictedDraw


DOUBLE = "double"
SWAPPED = "swap-last-two"
NOT_SWAPPED = "keep-order"
PROVINCES_APART = "provinces-apart"
FEDERATIONS_APART = "federations-apart"
"""The variation under which players of one federation do not meet in the last three rounds."""


@dataclass(frozen=True, slots=True)
class EditionTerms:
    """The article numbers and settings in which the editions of the round-robin rules differ."""

    system: str
    offered: tuple[Variation, ...]
    meets_each: str
    by_lot: str
    by_table: str
    byes_not_scored: str
    half_completed: str
    under_half: str
    apart: str
    """The article under which compatriots are kept from meeting in the last rounds."""
    apart_if: str
    """The variation that an event must announce to keep compatriots apart."""
    home: Callable[[Competitor], str]
    """The function that returns a participant's home.

    Participants with the same home are compatriots.
    """
    left_early: Message
    """The warning to the director about a participant who withdrew before round 1."""
    teams: bool = False
    fewest: int = 2
    """The minimum number of participants for which the rules have a table."""
    swap_recommended: bool = False
    """Whether a double round robin swaps the last two rounds of its first cycle by default."""
    scale_fixed: bool = True
    """Whether the rules fix the points for results, so that an event cannot announce its own."""


# --- the draw -------------------------------------------------------------------------------


def draw_keeping_compatriots_apart(
    tournament: Tournament, terms: EditionTerms
) -> RestrictedDraw | None:
    """Return the draw that keeps compatriots apart in the last rounds.

    Return None if the event has not announced it or no drawing of lots is recorded.
    """
    in_use = parse_rule_variations(tournament.variations, terms.offered)
    drawn = order_by_lot(tournament)
    if drawn is None or terms.apart_if not in in_use:
        return None
    return restricted_draw.draw_compatriots_apart(
        tournament, drawn, home=terms.home, double=DOUBLE in in_use, article=terms.apart
    )


def build_schedule(tournament: Tournament, terms: EditionTerms) -> Schedule:
    """Return the schedule of the event, with table numbers assigned by lot.

    If no drawing of lots is recorded, the participants' own numbers are used.
    """
    in_use = parse_rule_variations(tournament.variations, terms.offered)
    apart = draw_keeping_compatriots_apart(tournament, terms)
    if apart is not None:
        seats = apart.seats
    else:
        entered = tuple(sorted(c.number for c in tournament.competitors))
        seats = order_by_lot(tournament) or entered
    return Schedule(
        seats, double=DOUBLE in in_use, swapped=swaps_rounds_between_cycles(in_use, terms)
    )


def swaps_rounds_between_cycles(in_use: Collection[str], terms: EditionTerms) -> bool:
    """Return whether the last two rounds of the first cycle are swapped.

    The swap avoids three games in a row with the same colour where the two cycles meet.
    """
    if terms.swap_recommended:
        return DOUBLE in in_use and NOT_SWAPPED not in in_use
    return SWAPPED in in_use


def build_timetable(
    tournament: Tournament, terms: EditionTerms
) -> tuple[tuple[tuple[Number, Number], ...], ...]:
    """Return the pairs of every round of the event, each with White first."""
    plan = build_schedule(tournament, terms)
    return tuple(pairs_of_round(plan, number) for number in range(1, plan.round_count + 1))


def order_of_entries(tournament: Tournament, terms: EditionTerms) -> tuple[Number, ...]:
    """Return the participants in the order of the table numbers they drew.

    Raise ``BadInput`` if there are too few participants or no drawing of lots is recorded.
    """
    plan = build_schedule(tournament, terms)
    if plan.participant_count < terms.fewest:
        remedy = worded("Enter more participants, or choose a different system.")
        raise BadInput([Problem(_too_few_participants_message(plan, terms), remedy=remedy)])
    require_drawing_of_lots(tournament)
    return plan.seats


# --- the round ------------------------------------------------------------------------------


def pair_round(tournament: Tournament, terms: EditionTerms) -> RoundPairing:
    """Pair the next round according to the Berger table."""
    plan = build_schedule(tournament, terms)
    number = tournament.round_to_pair
    _refuse_impossible_round(tournament, plan, terms)
    there = present_participants(tournament)
    gone = find_leavers(tournament, plan.games_per_participant)
    games = tuple(_scheduled_games(plan, number, there, terms))
    seated = [Pair(i, game.chooser, game.chosen) for i, game in enumerate(games)]
    place = {(pair.white, pair.black): pair.table for pair in seated}
    pairs, fixed = assign_tables(tournament, seated, lambda a, b: (place[a, b],), terms.by_table)
    free = _scheduled_bye(plan, number, there, terms)
    return RoundPairing(
        system=terms.system,
        round=number,
        pairs=pairs,
        bye=None if free is None else free.number,
        floaters=(),
        reasons=(
            *round_warnings(tournament, plan, terms),
            *(() if free is None else (free,)),
            *games,
            *_missing_opponents(plan, number, there, gone, terms),
            *fixed,
        ),
        decided=plan,
    )


def present_participants(tournament: Tournament) -> frozenset[Number]:
    """Return the participants to be paired in the next round.

    A participant with a recorded withdrawal is never paired again.
    """
    return frozenset(participants_to_pair(tournament)) - withdrawal_rounds(tournament).keys()


def _scheduled_games(
    plan: Schedule, number: int, there: Collection[Number], terms: EditionTerms
) -> Iterator[OpponentChoice]:
    row = berger_round_number(plan, number)
    for white_seat, black_seat in berger_round_of_event(plan, number).games:
        white, black = plan.seats[white_seat - 1], plan.seats[black_seat - 1]
        if white in there and black in there:
            yield OpponentChoice(
                article=terms.by_table,
                chooser=white,
                chosen=black,
                points=0,
                white_seat=white_seat,
                black_seat=black_seat,
                row=row,
                size=plan.participant_count,
                colours_reversed=number > plan.rounds_per_cycle,
                method=PairMethod.BERGER_TABLE,
            )


def _scheduled_bye(
    plan: Schedule, number: int, there: Collection[Number], terms: EditionTerms
) -> ByeGiven | None:
    seat = berger_round_of_event(plan, number).free
    if seat is None or plan.seats[seat - 1] not in there:
        return None
    row = berger_round_number(plan, number)
    return ByeGiven(
        terms.byes_not_scored,
        plan.seats[seat - 1],
        seat=seat,
        row=row,
        size=plan.participant_count,
        method=ByeMethod.BERGER_TABLE,
    )


def _missing_opponents(
    plan: Schedule,
    number: int,
    there: Collection[Number],
    gone: Mapping[Number, Leaver],
    terms: EditionTerms,
) -> Iterator[AbsentOpponent]:
    """Yield the participants whose scheduled opponent is not present.

    When a past round is paired again, a participant without an opponent is recorded as absent too.
    A participant whose opponent has withdrawn is therefore reported even if recorded as absent,
    unless they have withdrawn themselves.
    """
    for pair in pairs_of_round(plan, number):
        for one, other in (pair, pair[::-1]):
            left = other in gone
            if other in there or one in gone or not (one in there or left):
                continue
            counts = left and gone[other].has_completed_half
            yield AbsentOpponent(
                _article_on_missing_opponent(terms, left, counts), one, other, left, counts
            )


def _article_on_missing_opponent(terms: EditionTerms, left: bool, counts: bool) -> str:
    if not left:
        return terms.byes_not_scored
    return terms.half_completed if counts else terms.under_half


def find_objections(terms: EditionTerms, made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the rounds in which the Berger table pairs two participants."""
    return why_not.find_objections(terms, made, a, b)


# --- refusals and warnings ------------------------------------------------------------------


def _refuse_impossible_round(tournament: Tournament, plan: Schedule, terms: EditionTerms) -> None:
    """Raise ``NoLegalPairing`` if the next round cannot be paired from the Berger table.

    The reasons are too few participants, no round left, or a required pair that meets in a
    different round.
    """
    number = tournament.round_to_pair
    if plan.participant_count < terms.fewest:
        raise NoLegalPairing(_too_few_participants_message(plan, terms), article=terms.meets_each)
    if number > plan.round_count:
        raise NoLegalPairing(_no_round_left_message(plan, number, terms), article=terms.meets_each)
    refuse_impossible_pairs(tournament, present_participants(tournament))
    for pair in tournament.required:
        _refuse_pair_of_other_round(plan, *pair, number, terms)


def _too_few_participants_message(plan: Schedule, terms: EditionTerms) -> Worded:
    size = plan.participant_count
    if terms.teams:
        return worded(
            "a round robin needs at least {least} teams, but only {size} entered",
            least=terms.fewest,
            size=size,
        )
    return worded(
        "a round robin needs at least {least} players, but only {size} entered",
        least=terms.fewest,
        size=size,
    )


def _no_round_left_message(plan: Schedule, number: int, terms: EditionTerms) -> Worded:
    size = plan.participant_count
    if terms.teams:
        return worded_count(
            "this round robin of {size} teams has only {count} round, so there is no round "
            "{number}",
            "this round robin of {size} teams has only {count} rounds, so there is no round "
            "{number}",
            plan.round_count,
            size=size,
            number=number,
        )
    return worded_count(
        "this round robin of {size} players has only {count} round, so there is no round {number}",
        "this round robin of {size} players has only {count} rounds, so there is no round {number}",
        plan.round_count,
        size=size,
        number=number,
    )


def _refuse_pair_of_other_round(
    plan: Schedule, a: Number, b: Number, number: int, terms: EditionTerms
) -> None:
    meetings = rounds_of_meeting(plan, a, b)
    if number in meetings:
        return
    template = MEET_IN_NO_ROUND
    if meetings:
        template = MEET_IN_OTHER_ROUND if len(meetings) == 1 else MEET_IN_OTHER_ROUNDS
    raise NoLegalPairing(
        worded_kept(
            template,
            a=Who(a),
            b=Who(b),
            rounds=and_worded([str(met) for met in meetings]),
            number=number,
        ),
        article=terms.by_table,
    )


MEET_IN_NO_ROUND = message("the Berger table does not pair {a} and {b} in any round")
MEET_IN_OTHER_ROUND = message(
    "the Berger table pairs {a} and {b} in round {rounds}, not in round {number}"
)
MEET_IN_OTHER_ROUNDS = message(
    "the Berger table pairs {a} and {b} in rounds {rounds}, not in round {number}"
)


def round_warnings(tournament: Tournament, plan: Schedule, terms: EditionTerms) -> Iterator[Reason]:
    """Yield the warnings that the director should see before the round."""
    number = tournament.round_to_pair
    if number == 1:
        yield from _drawing_of_lots_warnings(tournament, plan, terms)
    planned = tournament.planned_rounds
    if number == 1 and planned not in (0, plan.round_count):
        what = worded_count(
            "{count} round is planned, but the Berger table has {rounds}",
            "{count} rounds are planned, but the Berger table has {rounds}",
            planned,
            rounds=plan.round_count,
        )
        yield PairingWarning(terms.meets_each, what)
    pairs = {frozenset(pair) for pair in pairs_of_round(plan, number)}
    for wish in tournament.forbidden:
        if wish.first <= number <= wish.last and {wish.a, wish.b} in pairs:
            yield PairingWarning(
                terms.meets_each,
                worded(
                    "{a} and {b} should be kept apart, but in a round robin everyone meets "
                    "everyone else",
                    a=Who(wish.a),
                    b=Who(wish.b),
                ),
            )


def _drawing_of_lots_warnings(
    tournament: Tournament, plan: Schedule, terms: EditionTerms
) -> Iterator[Reason]:
    if order_by_lot(tournament) is None:
        what = worded(
            "no drawing of lots is recorded for the table numbers, which are assigned by lot and "
            "not by rating"
        )
        yield PairingWarning(terms.by_lot, what)
    if (apart := draw_keeping_compatriots_apart(tournament, terms)) is not None:
        yield from _numbers_out_of_lot_order(apart.numbers)
        yield from apart.meetings
    early = [
        n
        for n, leaver in find_leavers(tournament, plan.games_per_participant).items()
        if leaver.round <= 1
    ]
    for number in sorted(early):
        what = worded_kept(terms.left_early, number=Who(number))
        yield PairingWarning(terms.by_lot, what)


def _numbers_out_of_lot_order(drawn: Iterable[DrawnNumber]) -> Iterator[DrawnNumber]:
    """Yield the table numbers for which a player earlier in the drawing was passed over."""
    return (number for number in drawn if number.passed_over)


def order_by_lot(tournament: Tournament) -> tuple[Number, ...] | None:
    """Return the participants in the order drawn by lot, or None if no drawing is recorded.

    Raise ``BadInput`` if the participants drawn are not exactly those entered.
    """
    lot = next((lot for lot in tournament.lots if lot.purpose == PAIRING_NUMBERS), None)
    if lot is None:
        return None
    if problems := list(_lot_problems(tournament, lot)):
        raise BadInput(problems)
    return lot.order


def _lot_problems(tournament: Tournament, lot: Lot) -> Iterator[Problem]:
    entered = {c.number for c in tournament.competitors}
    where = worded("drawing of lots {lot!r}", lot=PAIRING_NUMBERS)
    for number in sorted({n for n in lot.order if lot.order.count(n) > 1}):
        yield Problem(
            worded("participant drawn twice"), where, str(number), worded("Remove one of the two.")
        )
    for number in sorted({*lot.order} - entered):
        yield Problem(
            worded("no participant has this number"),
            where,
            str(number),
            worded("Correct the number."),
        )
    for number in sorted(entered - {*lot.order}):
        yield Problem(
            worded("participant not drawn"),
            where,
            str(number),
            worded("Draw a table number for this participant."),
        )


def require_drawing_of_lots(tournament: Tournament) -> None:
    """Raise ``BadInput`` if no drawing of lots is recorded, because it assigns the numbers."""
    if order_by_lot(tournament) is None:
        what = worded(
            "the numbers of a round robin are drawn by lot, but no drawing of lots is recorded"
        )
        raise BadInput(
            [
                Problem(
                    what,
                    remedy=worded(
                        "Record a drawing of lots with the purpose {lot!r}.",
                        lot=PAIRING_NUMBERS,
                    ),
                )
            ]
        )
