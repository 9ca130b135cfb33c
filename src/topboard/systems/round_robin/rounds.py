"""The pairing of a round-robin round from the Berger table, with numbers drawn by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import Who, join_worded_names, message, worded, worded_count, worded_kept
from topboard.model import PAIRING_NUMBERS, Pair
from topboard.model.history import participants_to_pair
from topboard.reasons.decisions import ByeGiven, OpponentChoice, PairingWarning, RoundPairing
from topboard.reasons.family_decisions import AbsentOpponent
from topboard.reasons.grounds import ByeMethod, PairMethod
from topboard.systems.common.required import refuse_impossible_required_pairs
from topboard.systems.common.tables import assign_tables
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.common.withdrawals import find_withdrawal_rounds, find_withdrawals
from topboard.systems.round_robin import restricted_draw, why_not
from topboard.systems.round_robin.schedule import (
    Schedule,
    berger_round_number,
    berger_round_of_event,
    find_rounds_of_meeting,
    list_pairs_of_round,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from topboard.messages import Message, Worded
    from topboard.model import Competitor, Lot, Number, Tournament
    from topboard.reasons.decisions import Reason
    from topboard.reasons.family_decisions import TableNumberDrawn
    from topboard.reasons.objections import Objections
    from topboard.systems.common.variations import Variation
    from topboard.systems.common.withdrawals import Withdrawal
    from topboard.systems.round_robin.restricted_draw import RestrictedDraw


DOUBLE = "double"
SWAPPED = "swap-last-two"
NOT_SWAPPED = "keep-order"
PROVINCES_APART = "provinces-apart"
FEDERATIONS_APART = "federations-apart"
"""The variation under which players of one federation do not meet in the last three rounds."""


@dataclass(frozen=True, slots=True)
class RoundRobinEdition:
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


def find_announced_restricted_draw(
    tournament: Tournament, terms: RoundRobinEdition
) -> RestrictedDraw | None:
    """Return the draw that keeps compatriots apart in the last rounds.

    Return None if the event has not announced such a draw or has no recorded drawing of lots.
    """
    in_use = parse_rule_variations(tournament.variations, terms.offered)
    drawn = list_participants_drawn_by_lot(tournament)
    if drawn is None or terms.apart_if not in in_use:
        return None
    return restricted_draw.draw_with_fewest_compatriot_games(
        tournament, drawn, home=terms.home, double=DOUBLE in in_use, article=terms.apart
    )


def build_schedule(tournament: Tournament, terms: RoundRobinEdition) -> Schedule:
    """Return the schedule of the event, with table numbers assigned by lot.

    If no drawing of lots is recorded, the participants' own numbers are used.
    """
    in_use = parse_rule_variations(tournament.variations, terms.offered)
    apart = find_announced_restricted_draw(tournament, terms)
    if apart is not None:
        seats = apart.seats
    else:
        entered = tuple(sorted(c.number for c in tournament.competitors))
        seats = list_participants_drawn_by_lot(tournament) or entered
    return Schedule(
        seats, double=DOUBLE in in_use, swapped=are_last_rounds_of_cycle_swapped(in_use, terms)
    )


def are_last_rounds_of_cycle_swapped(in_use: Collection[str], terms: RoundRobinEdition) -> bool:
    """Return whether the last two rounds of the first cycle are swapped.

    Because of the swap, no player has the same colour three times in a row.
    """
    if terms.swap_recommended:
        return DOUBLE in in_use and NOT_SWAPPED not in in_use
    return SWAPPED in in_use


def build_pairs_of_all_rounds(
    tournament: Tournament, terms: RoundRobinEdition
) -> tuple[tuple[tuple[Number, Number], ...], ...]:
    """Return the pairs of every round of the event, each with White first."""
    plan = build_schedule(tournament, terms)
    return tuple(list_pairs_of_round(plan, number) for number in range(1, plan.round_count + 1))


def list_participants_in_table_order(
    tournament: Tournament, terms: RoundRobinEdition
) -> tuple[Number, ...]:
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


def pair_round(tournament: Tournament, terms: RoundRobinEdition) -> RoundPairing:
    """Pair the next round according to the Berger table."""
    plan = build_schedule(tournament, terms)
    number = tournament.round_to_pair
    _refuse_impossible_round(tournament, plan, terms)
    there = list_present_participants(tournament)
    gone = find_withdrawals(tournament, plan.games_per_participant)
    games = tuple(_list_games_scheduled_for_round(plan, number, there, terms))
    seated = [Pair(i, game.chooser, game.chosen) for i, game in enumerate(games)]
    place = {(pair.white, pair.black): pair.table for pair in seated}
    pairs, fixed = assign_tables(tournament, seated, lambda a, b: (place[a, b],), terms.by_table)
    free = _find_bye_scheduled_for_round(plan, number, there, terms)
    return RoundPairing(
        system=terms.system,
        round=number,
        pairs=pairs,
        bye=None if free is None else free.number,
        floaters=(),
        reasons=(
            *generate_warnings_about_round(tournament, plan, terms),
            *(() if free is None else (free,)),
            *games,
            *_find_absent_opponents(plan, number, there, gone, terms),
            *fixed,
        ),
        decided=plan,
    )


def list_present_participants(tournament: Tournament) -> frozenset[Number]:
    """Return the participants to be paired in the next round.

    A participant with a recorded withdrawal is never paired again.
    """
    return frozenset(participants_to_pair(tournament)) - find_withdrawal_rounds(tournament).keys()


def _list_games_scheduled_for_round(
    plan: Schedule, number: int, there: Collection[Number], terms: RoundRobinEdition
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


def _find_bye_scheduled_for_round(
    plan: Schedule, number: int, there: Collection[Number], terms: RoundRobinEdition
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


def _find_absent_opponents(
    plan: Schedule,
    number: int,
    there: Collection[Number],
    gone: Mapping[Number, Withdrawal],
    terms: RoundRobinEdition,
) -> Iterator[AbsentOpponent]:
    """Yield the participants whose scheduled opponent is not present.

    A participant whose opponent has withdrawn is included even if recorded as absent, because a
    past round may be paired again.
    """
    for pair in list_pairs_of_round(plan, number):
        for one, other in (pair, pair[::-1]):
            left = other in gone
            if other in there or one in gone or not (one in there or left):
                continue
            counts = left and gone[other].has_completed_half
            yield AbsentOpponent(
                _find_article_on_missing_opponent(terms, left, counts), one, other, left, counts
            )


def _find_article_on_missing_opponent(terms: RoundRobinEdition, left: bool, counts: bool) -> str:
    if not left:
        return terms.byes_not_scored
    return terms.half_completed if counts else terms.under_half


def find_objections(
    terms: RoundRobinEdition, made: RoundPairing, a: Number, b: Number
) -> Objections:
    """Return the rounds in which the Berger table pairs two participants."""
    return why_not.find_objections(terms, made, a, b)


# --- refusals and warnings ------------------------------------------------------------------


def _refuse_impossible_round(
    tournament: Tournament, plan: Schedule, terms: RoundRobinEdition
) -> None:
    """Raise ``NoLegalPairing`` if the next round cannot be paired from the Berger table.

    There may be too few participants or no rounds left, or a required pair may meet in another
    round.
    """
    number = tournament.round_to_pair
    if plan.participant_count < terms.fewest:
        raise NoLegalPairing(_too_few_participants_message(plan, terms), article=terms.meets_each)
    if number > plan.round_count:
        raise NoLegalPairing(_no_round_left_message(plan, number, terms), article=terms.meets_each)
    refuse_impossible_required_pairs(tournament, list_present_participants(tournament))
    for pair in tournament.required:
        _refuse_required_pair_of_other_round(plan, *pair, number, terms)


def _too_few_participants_message(plan: Schedule, terms: RoundRobinEdition) -> Worded:
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


def _no_round_left_message(plan: Schedule, number: int, terms: RoundRobinEdition) -> Worded:
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


def _refuse_required_pair_of_other_round(
    plan: Schedule, a: Number, b: Number, number: int, terms: RoundRobinEdition
) -> None:
    meetings = find_rounds_of_meeting(plan, a, b)
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
            rounds=join_worded_names([str(met) for met in meetings]),
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


def generate_warnings_about_round(
    tournament: Tournament, plan: Schedule, terms: RoundRobinEdition
) -> Iterator[Reason]:
    """Yield the warnings for the director about the round."""
    number = tournament.round_to_pair
    if number == 1:
        yield from _warn_if_lots_not_followed(tournament, plan, terms)
    planned = tournament.planned_rounds
    if number == 1 and planned not in (0, plan.round_count):
        what = worded_count(
            "{count} round is planned, but the Berger table has {rounds}",
            "{count} rounds are planned, but the Berger table has {rounds}",
            planned,
            rounds=plan.round_count,
        )
        yield PairingWarning(terms.meets_each, what)
    pairs = {frozenset(pair) for pair in list_pairs_of_round(plan, number)}
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


def _warn_if_lots_not_followed(
    tournament: Tournament, plan: Schedule, terms: RoundRobinEdition
) -> Iterator[Reason]:
    if list_participants_drawn_by_lot(tournament) is None:
        what = worded(
            "no drawing of lots is recorded for the table numbers, which are assigned by lot and "
            "not by rating"
        )
        yield PairingWarning(terms.by_lot, what)
    if (apart := find_announced_restricted_draw(tournament, terms)) is not None:
        yield from _generate_numbers_out_of_lot_order(apart.numbers)
        yield from apart.meetings
    early = [
        n
        for n, leaver in find_withdrawals(tournament, plan.games_per_participant).items()
        if leaver.round <= 1
    ]
    for number in sorted(early):
        what = worded_kept(terms.left_early, number=Who(number))
        yield PairingWarning(terms.by_lot, what)


def _generate_numbers_out_of_lot_order(
    drawn: Iterable[TableNumberDrawn],
) -> Iterator[TableNumberDrawn]:
    """Yield each table number for which a player drawn earlier was passed over."""
    return (number for number in drawn if number.passed_over)


def list_participants_drawn_by_lot(tournament: Tournament) -> tuple[Number, ...] | None:
    """Return the participants in the order drawn by lot, or None if no drawing is recorded.

    Raise ``BadInput`` if the drawing does not include exactly the participants entered.
    """
    lot = next((lot for lot in tournament.lots if lot.purpose == PAIRING_NUMBERS), None)
    if lot is None:
        return None
    if problems := list(_find_problems_with_drawing_of_lots(tournament, lot)):
        raise BadInput(problems)
    return lot.order


def _find_problems_with_drawing_of_lots(tournament: Tournament, lot: Lot) -> Iterator[Problem]:
    entered = {c.number for c in tournament.competitors}
    where = worded("drawing of lots {lot!r}", lot=PAIRING_NUMBERS)
    for number in sorted({n for n in lot.order if lot.order.count(n) > 1}):
        yield Problem(
            worded("participant listed twice in the drawing of lots"),
            where,
            str(number),
            worded("Remove one of the two."),
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
            worded("participant not included in the drawing of lots"),
            where,
            str(number),
            worded("Draw a table number for this participant."),
        )


def require_drawing_of_lots(tournament: Tournament) -> None:
    """Raise ``BadInput`` if no drawing of lots for the table numbers is recorded."""
    if list_participants_drawn_by_lot(tournament) is None:
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
