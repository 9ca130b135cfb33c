"""The pairing cards, with scores, rating order, due colours and requests not to meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topboard import model
from topboard.model import Colour
from topboard.model.history import colour_difference, find_first_round_by_participant, outcomes
from topboard.proof.verify.colours import EITHER
from topboard.proof.verify.meeting import MeetingRestrictions, bitset_of_participants
from topboard.proof.verify.points import compute_point_totals, points_for_unplayed_round
from topboard.proof.verify.round import ProposedRound

Due = tuple[Colour | None, bool, Colour | None]
"""The due colour, whether it equalises or only alternates, and the colour of the last two games.

The last value is None if the last two games had different colours.
"""

OPEN = (model.Unfinished, model.Pending)


def due_colour(had: tuple[Colour, ...]) -> Due:
    """Return a player's due colour (630, 631), with two facts about the player's colour history.

    The due colour is the one that the player has had less often, or else the opposite of the last
    one. The second value says whether the due colour equalises. The third value is the colour that
    the player has had twice in a row, or None.
    """
    twice = had[-1] if len(had) > 1 and had[-1] is had[-2] else None
    difference = colour_difference(had)
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), True, twice
    return (had[-1].opposite if had else None), False, twice


def count_refused_colour_claims(one: Due, other: Due, colour: Colour) -> list[int]:
    """Return how many colour claims of a pair are refused if ``one`` has this colour.

    The three numbers count refused equalising colours, third games in a row with the same colour,
    and refused alternating colours.
    """
    counts = [0, 0, 0]
    for (due, equalises, twice), given in ((one, colour), (other, colour.opposite)):
        counts[0 if equalises else 2] += due is given.opposite
        counts[1] += twice is given
    return counts


class PairingCards:
    """The pairing cards of all players to be paired."""

    def __init__(self, round_: ProposedRound) -> None:
        self.rows, self.tournament = rows, tournament = round_.rows, round_.tournament
        # These are all opponents a player has been paired with, whether the game was played or not
        # (618a).
        met: Any = {n: [getattr(o, "opponent", None) for o in row] for n, row in rows.items()}
        self.round = tournament.round_to_pair
        self.variations = {name.partition("=")[0] for name in tournament.variations}
        self.encounters = MeetingRestrictions(round_, met, dict.fromkeys(rows, EITHER))
        self.players: dict[int, Any] = {int(c.number): c for c in tournament.competitors}
        self.rating = {n: c.rating or tournament.unrated_as for n, c in self.players.items()}
        self.late = sorted(
            n
            for n, r in find_first_round_by_participant(tournament, by_silence=True).items()
            if r > 1
        )
        self.place = {n: at for at, n in enumerate(self._list_numbers_in_card_order())}
        self.points = self.compute_points_before_round(self.round)
        due = {had: due_colour(had) for had in {*round_.had.values()}}
        self.due = {n: due[round_.had[n]] for n in self.encounters.numbers}
        self.unfinished = {n for n, row in rows.items() for o in row if type(o) in OPEN}
        self.marked = self._find_players_paired_across_scores()
        by_rating = sorted(self.encounters.numbers, key=self.place.__getitem__)
        self.ranked = sorted(by_rating, key=self.points.__getitem__, reverse=True)
        """The numbers of the players, sorted by score and then by rating (620)."""
        self.rank = {n: at for at, n in enumerate(self.ranked)}

    # --- scores (614, 616, 617) ---------------------------------------------------------------

    def compute_points_before_round(self, round_number: int) -> dict[int, int]:
        """Return the scores with which a round was paired.

        They include scores assigned to late entries.
        """
        then = self.tournament.before(round_number)
        rows: Any = self.rows if then is self.tournament else outcomes(then)
        found = compute_point_totals(then, rows, self._points_of_outcome, "of_player")
        for n in self.late:
            found[n] += self.players[n].pairing_score or 0
        return found

    def _points_of_outcome(self, outcome: Any) -> int:
        if isinstance(outcome, model.Played):
            return int(outcome.points)
        if isinstance(outcome, OPEN):
            score = getattr(outcome, "points", 5), getattr(outcome, "against", 5)
            return score[0] if {*score} == {0, 10} or "617.1" in self.variations else 5
        bye = 5 if "616.1" in self.variations else 10
        return points_for_unplayed_round(outcome, model.Scale(10, 5, 0, bye=bye, half_bye=5))

    # --- the order of the cards (613, 614) ----------------------------------------------------

    def find_positions_in_lots(self, purpose: str) -> dict[int, int]:
        """Return each player's position in the drawing of lots for a purpose, keyed by TPN."""
        drawn = [n for lot in self.tournament.lots if lot.purpose == purpose for n in lot.order]
        return {int(n): at for at, n in enumerate(dict.fromkeys(drawn))}

    def _list_numbers_in_card_order(self) -> list[int]:
        """Return the players' numbers in the order of their cards.

        Late entries are inserted by rating.
        """
        drawn = self.find_positions_in_lots(model.EQUAL_RATINGS)
        order = sorted(self.players.keys() - {*self.late})
        for n in self.late:
            above = [
                at for at, other in enumerate(order) if self._is_card_ranked_above(other, n, drawn)
            ]
            order.insert(
                above[-1] + 1 if above else self._find_insertion_index_of_late_entry(n, order), n
            )
        return order

    def _is_card_ranked_above(self, other: int, n: int, drawn: Mapping[int, int]) -> bool:
        one, own = self.rating[other], self.rating[n]
        if one != own:
            return one is not None and own is not None and one > own
        return not {other, n} <= drawn.keys() or drawn[other] < drawn[n]

    def _find_insertion_index_of_late_entry(self, n: int, order: Sequence[int]) -> int:
        """Return the index at which to insert a late entry whom no other player outranks by
        rating.
        """
        rated = [rating for other in order if (rating := self.rating[other]) is not None]
        if self.rating[n] is not None:
            return 0
        if len(rated) < len(order):
            return next(at for at, other in enumerate(order) if self.rating[other] is None)
        if "613.1a" in self.variations:
            return sum(rating * len(rated) >= sum(rated) for rating in rated)
        return 4 * len(rated) // 5 if "613.1b" in self.variations else len(rated)

    # --- marks and wishes (624.2, 619.1) ------------------------------------------------------

    def _find_players_paired_across_scores(self) -> set[int]:
        """Return the players who have already met an opponent with a different score (624.2).

        The set is empty in the last quarter of the event.
        """
        planned, found = self.tournament.planned_rounds, set[int]()
        if "624.2" not in self.variations or 4 * self.round > 3 * planned > 0:
            return found
        for played in self.tournament.rounds[2 if "633.2" in self.variations else 1 :]:
            points = self.compute_points_before_round(played.number)
            for one, other in ((m.white, m.black) for m in played.meetings):
                if one is not None and other is not None and points[one] != points[other]:
                    found |= {int(one), int(other)}
        return found

    def build_bitsets_of_requests_not_to_meet(self, numbers: Sequence[int]) -> list[int]:
        """Return, for each player, the bitset of players they asked not to be paired with.

        Proofs written by version 0.1.0 contain affiliations, and a shared affiliation also counts
        as a request. Later proofs do not contain affiliations.
        """
        if "619.1" not in self.variations or self.round > 2:
            return [0] * len(numbers)
        together: dict[Any, set[int]] = {}
        for n in numbers:
            for affiliation in self.players[n].affiliations:
                together.setdefault(affiliation, set()).add(n)
        for pair in (p for p in self.tournament.forbidden if p.wish):
            if pair.first <= self.round <= pair.last:
                together[pair] = {int(pair.a), int(pair.b)}
        sharing = ({o for some in together.values() if n in some for o in some} for n in numbers)
        return [
            bitset_of_participants(numbers, some - {n})
            for n, some in zip(numbers, sharing, strict=True)
        ]
