"""Proposed repairs of earlier results and of single pairs of the round."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from topboard.diagnosis.repairs import (
    BoardOrder,
    ColoursExchanged,
    EarlierResult,
    KeptApart,
    MadeByHand,
)
from topboard.diagnosis.situations import sides
from topboard.model import Manner, Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.situations import RoundFacts
    from topboard.model import Meeting, Tenths, Tournament

HALF_A_GAME = 5


def propose_results(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that change earlier results of participants whose pairs differ.

    The latest rounds come first. In each round, games between two such participants come first.
    """
    concerned = facts.participants_concerned
    teams = facts.situation.system.teams
    for played in reversed(facts.situation.before.rounds):
        games = [
            m
            for m in played.meetings
            if m.manner in (Manner.PLAYED, Manner.DEFAULT)
            and m.white is not None
            and m.black is not None
            and not concerned.isdisjoint((m.white, m.black))
        ]
        games.sort(key=lambda m: len(concerned.intersection((m.white, m.black))), reverse=True)
        for meeting in games:
            white, black = sides(meeting)
            for points in _list_other_points(meeting, teams=teams):
                recorded = meeting.white_points, meeting.black_points
                yield EarlierResult(white, black, played.number, points, facts.number, recorded)


def _list_other_points(meeting: Meeting, *, teams: bool) -> list[tuple[Tenths, Tenths]]:
    """Return other possible results of a game or match.

    For a match, they are the reversed result and those in which one game ended differently.
    """
    own = meeting.white_points, meeting.black_points
    total = sum(own)
    if not teams:
        found = [(total, 0), (total // 2, total - total // 2), (0, total)] if total else []
    else:
        changes = (HALF_A_GAME, -HALF_A_GAME, 2 * HALF_A_GAME, -2 * HALF_A_GAME)
        found = [own[::-1], *((own[0] + more, own[1] - more) for more in changes)]
    return [points for points in dict.fromkeys(found) if points != own and min(points) >= 0]


def propose_board_orders(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that reverse the colours of matches of teams with differing pairs.

    A match of the round itself is among them if later rounds may depend on its colours.
    """
    if not facts.situation.system.teams:
        return
    last = len(facts.event.rounds) + (facts.event.published is not None)
    if facts.agreement is not None and facts.number < last:
        for a, b in facts.agreement.different:
            if (b, a) in facts.agreement.ours:
                yield BoardOrder(a, b, facts.number, facts.number)
    for played in reversed(facts.situation.before.rounds):
        for m in played.meetings:
            if m.white is None or m.black is None or m.manner is not Manner.PLAYED:
                continue
            if not facts.participants_concerned.isdisjoint((m.white, m.black)):
                yield BoardOrder(m.white, m.black, played.number, facts.number)


def propose_pairs_kept_apart(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that keep two participants apart whom only the rules pair, relatives first.

    Participants who meet in any round of the file were not kept apart. Forbidding any other pair
    would change nothing.
    """
    if facts.agreement is None:
        return
    met = {frozenset((m.white, m.black)) for m in _list_all_meetings(facts.event)}
    people = {c.number: c for c in facts.event.competitors}
    found = []
    for a, b in facts.agreement.ours:
        if frozenset((a, b)) not in met:
            relation = find_relation(people[a], people[b])
            found.append(KeptApart(min(a, b), max(a, b), facts.number, facts.number, relation))
    yield from sorted(found, key=lambda repair: repair.rank)


def propose_relatives_kept_apart(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that keep apart two participants with the same family name or club."""
    for repair in propose_pairs_kept_apart(facts):
        if isinstance(repair, KeptApart) and repair.relation in ("family", "club"):
            yield repair


def _list_all_meetings(event: Tournament) -> Iterator[Meeting]:
    rounds = (*event.rounds, *([event.published] if event.published else []))
    return chain.from_iterable(played.meetings for played in rounds)


def find_relation(one: object, other: object) -> str:
    """Return the relation of two players in the file: "family", "club", "federation" or ""."""
    if not isinstance(one, Player) or not isinstance(other, Player):
        return ""
    if "," in one.name and _surname(one) == _surname(other):
        return "family"
    if one.club and one.club == other.club:
        return "club"
    return "federation" if one.federation and one.federation == other.federation else ""


def _surname(player: Player) -> str:
    return player.name.partition(",")[0].strip().casefold()


def propose_pairs_by_hand(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that set aside a single published pair, if the rules do not give it.

    If only its colours differ, they are assumed to have been exchanged.
    """
    if facts.agreement is None:
        return
    ours = {frozenset((pair.white, pair.black)) for pair in facts.agreement.pairs}
    for a, b in facts.agreement.different:
        if frozenset((a, b)) in ours:
            yield ColoursExchanged(a, b, facts.number)
        else:
            yield MadeByHand(a, b, facts.number)
