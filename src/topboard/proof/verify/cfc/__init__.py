"""The Canadian rules for players, checked from the pairing cards to the boards (611 to 633)."""

from __future__ import annotations

from functools import cache, partial

from topboard.model import Colour, FullPointBye, PairingBye
from topboard.proof.verify import byes, tables
from topboard.proof.verify.cfc import odd_men
from topboard.proof.verify.cfc.cards import Due, PairingCards, count_refused_colour_claims
from topboard.proof.verify.cfc.groups import GroupedPlayers
from topboard.proof.verify.cfc.halves import GroupHalves, check_pairing_of_halves
from topboard.proof.verify.cfc.requests import GroupRequests, check_granted_and_refused_requests
from topboard.proof.verify.colours import check_colours
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound
from topboard.proof.verify.witnesses import build_subgraph


def find_proof_scope(_system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a round proved with evidence, and the parts that are only recomputed."""
    proved = ("bye", "odd men", "wishes", "halves", "opponents")
    return proved, ("points", "ranking", "score groups", "colours", "tables")


def check_round(round_: ProposedRound, steps: ProofReader) -> None:
    """Check a round under the Canadian rules for players, decision by decision."""
    book = PairingCards(round_)
    order = _players_in_bye_order(book) if len(book.ranked) % 2 else book.ranked
    graph = book.encounters.build_allowed_pairs_graph(order, limits=False) if len(order) % 2 else []
    bye = byes.check_bye(
        steps, order, lambda n: _is_barred_from_bye(book, n), graph, round_.opponents, "615"
    )
    field = GroupedPlayers(book, bye)
    gone = odd_men.check_odd_men(steps, field, round_.opponents)
    for article, span in zip(field.articles, field.spans, strict=True):
        if places := [v for v in span if v not in gone]:
            numbers, graph = [field.numbers[v] for v in places], build_subgraph(field.graph, places)
            if any(field.wishes) and any(apart := build_subgraph(field.wishes, places)):
                graph = check_granted_and_refused_requests(
                    steps, GroupRequests(numbers, graph, apart)
                )
            check_pairing_of_halves(steps, GroupHalves(book, numbers, graph, round_), article)
    check_colours(steps, round_, book.rank, partial(_colour_of_higher_ranked, book), "627")
    tables.check_board_order(steps, round_, lambda a, b: min(book.rank[a], book.rank[b]), "611")


def _players_in_bye_order(book: PairingCards) -> list[int]:
    """Return the players in the order in which they are considered for the bye.

    Lower scoregroups come first. Within a group, rated players come first, from the lowest rating
    up. Unrated players follow in the order drawn by lot.
    """
    drawn = book.find_positions_in_lots("bye of the unrated")

    def rank_player_in_bye_order(n: int) -> tuple[int, ...]:
        lot = (0, 0) if book.rating[n] is not None else (1, drawn.get(n, len(drawn)))
        return book.points[n], *lot, -book.place[n]

    return sorted(book.ranked, key=rank_player_in_bye_order)


def _is_barred_from_bye(book: PairingCards, number: int) -> bool:
    """Return whether a player has had a bye, has a required opponent or is barred by a ruling."""
    given = any(isinstance(o, (PairingBye, FullPointBye)) for o in book.rows[number])
    bound = number in book.encounters.required
    return bound or byes.is_barred_from_bye(book.tournament, number, by_rule=given)


# --- colours --------------------------------------------------------------------------------


def _colour_of_higher_ranked(book: PairingCards, higher: int, lower: int) -> tuple[Colour, str]:
    lot = book.tournament.lot or Colour.WHITE
    by_lot = (lot if higher % 2 else lot.opposite), "628"
    one, other = book.due[higher], book.due[lower]
    if book.round == 1:
        return by_lot
    for drawn in book.tournament.lots:
        two = {*drawn.order[:2]} == {higher, lower} and drawn.purpose == "colour at the board"
        if two and _may_draw_lots_for_colours_at_board(book, one, other):
            return Colour.WHITE if drawn.order[0] == higher else Colour.BLACK, "631.2"
    return _decide_colour_by_due_colours(one, other) or by_lot


@cache
def _decide_colour_by_due_colours(one: Due, other: Due) -> tuple[Colour, str] | None:
    """Return the first player's colour and the article, or None if due colours do not decide."""
    white, black = (count_refused_colour_claims(one, other, colour) for colour in Colour)
    for at, article in enumerate(("630", "631", "631")):
        if at == 2 and one[1] and other[1] and one[0] is not None:
            return one[0], "630"
        if white[at] != black[at]:
            return Colour.WHITE if white[at] < black[at] else Colour.BLACK, article
    return None if one[0] is None else (one[0], "631")


def _may_draw_lots_for_colours_at_board(book: PairingCards, one: Due, other: Due) -> bool:
    """Return whether the two players may draw lots for colours at the board (631.2, last round)."""
    planned = book.tournament.planned_rounds
    if "631.2" not in book.variations or book.round != planned:
        return False
    return not (one[1] or other[1]) if planned % 2 else one[:2] == other[:2] and one[1]
