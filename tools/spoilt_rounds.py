"""How far a diagnosis can be trusted: right rounds are spoilt in known ways and then diagnosed.

``python -m tools.spoilt_rounds --count 500`` prints the table of docs/diagnosis.md. The events are
generated and paired by Topboard, one round of each is spoilt, and the diagnosis gets only the file.
``--system NAME`` measures another system than the Dutch one.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from topboard._frozen import replace
from topboard.analysis.generate import Wishes, generate
from topboard.diagnosis.repairs import (
    BoardOrder,
    EarlierResult,
    KeptApart,
    MadeByHand,
    OtherCode,
    OtherNumber,
    PairsAddedLater,
    Repair,
)
from topboard.diagnosis.report import diagnose_event
from topboard.diagnosis.situations import Situation, pair_and_compare
from topboard.diagnosis.values import Explanation, Outcome, RoundDiagnosis, Weight
from topboard.errors import NoLegalPairing
from topboard.model import (
    Away,
    ForbiddenPair,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Request,
    Round,
    Tables,
    Tournament,
    ZeroPointBye,
)
from topboard.model.history import opponents_met, outcomes
from topboard.model.renumbering import renumber_tournament
from topboard.systems.registry import System, system as system_named

SYSTEM = "fide_dutch_2026"


@dataclass(frozen=True)
class Spoilt:
    """A spoilt event and the cause that a diagnosis should find, or None if there is none."""

    way: str
    event: Tournament
    is_cause: Callable[[Repair], bool] | None


@dataclass(frozen=True)
class Judged:
    """What the diagnosis said about a spoilt round."""

    way: str
    found: str
    """It is "true cause", "among rivals", "other cause" or "none"."""
    weight: Weight
    wrong: Weight = Weight.NONE
    """The highest weight of a wrong explanation, in whatever round of the event."""


# --- spoiling -------------------------------------------------------------------------------------


def spoil_code(random: Random, event: Tournament) -> Spoilt | None:
    """Record a bye as an absence, or an absence as the bye."""
    number = random.randrange(2, len(event.rounds) + 1)
    played = event.rounds[number - 1]
    byes = [n for n, away in played.away if isinstance(away, PairingBye)]
    absent = [n for n, away in played.away if isinstance(away, ZeroPointBye)]
    who: Number
    instead: Away
    if byes and (not absent or random.random() < 0.5):
        who, instead = byes[0], ZeroPointBye()
    elif absent:
        who, instead = random.choice(absent), PairingBye()
    else:
        return None
    away = tuple((n, instead if n == who else one) for n, one in played.away)
    rounds = (*event.rounds[: number - 1], replace(played, away=away), *event.rounds[number:])
    changed = replace(event, rounds=rounds)
    last = min(number + random.randrange(2), len(rounds))
    return Spoilt("code", cut_after(changed, last), lambda repair: is_code(repair, who, number))


def is_code(repair: Repair, who: Number, number: int) -> bool:
    """Whether the repair is another code for this participant in this round."""
    return isinstance(repair, OtherCode) and repair.number == who and number in repair.rounds


def spoil_number(random: Random, event: Tournament) -> Spoilt | None:
    """List a participant at another place than the first rounds were paired with."""
    numbers = [c.number for c in event.competitors]
    old, place = random.choice(numbers), random.randrange(len(numbers))
    order = [n for n in numbers if n != old]
    order.insert(place, old)
    new = {n: Number(at) for at, n in enumerate(order, start=1)}
    changed = renumber_tournament(event, new)
    who = new[old]
    return Spoilt(
        "number",
        cut_after(changed, random.randrange(1, 4)),
        lambda repair: isinstance(repair, OtherNumber) and repair.number == who,
    )


def spoil_result(random: Random, event: Tournament) -> Spoilt | None:
    """Change a result of the round before, as a later correction does."""
    number = random.randrange(2, len(event.rounds) + 1)
    earlier = event.rounds[number - 2]
    games = [m for m in earlier.meetings if m.manner is Manner.PLAYED]
    if not games:
        return None
    game = random.choice(games)
    own = (game.white_points, game.black_points)
    points = random.choice(_list_other_results(event, own))
    changed = replace(game, white_points=points[0], black_points=points[1])
    meetings = tuple(changed if m is game else m for m in earlier.meetings)
    rounds = list(event.rounds)
    rounds[number - 2] = replace(earlier, meetings=meetings)
    key = (game.white, game.black, number - 1, own)
    return Spoilt(
        "result",
        cut_after(replace(event, rounds=tuple(rounds)), number),
        lambda repair: (
            isinstance(repair, EarlierResult)
            and (repair.white, repair.black, repair.played, repair.points) == key
        ),
    )


def _list_other_results(event: Tournament, own: tuple[int, int]) -> list[tuple[int, int]]:
    """The results of a game except one, or of a match in which one game ended differently."""
    if not system_named(event.system).teams:
        return [points for points in ((10, 0), (5, 5), (0, 10)) if points != own]
    changes = ((own[0] + more, own[1] - more) for more in (-10, -5, 5, 10))
    return [points for points in changes if min(points) >= 0]


def spoil_board_order(random: Random, event: Tournament) -> Spoilt | None:
    """Record the colours of an earlier match the wrong way round."""
    number = random.randrange(2, len(event.rounds) + 1)
    played = random.randrange(1, number)
    earlier = event.rounds[played - 1]
    match = random.choice([m for m in earlier.meetings if m.manner is Manner.PLAYED])
    turned = replace(
        match,
        white=match.black,
        black=match.white,
        white_points=match.black_points,
        black_points=match.white_points,
    )
    meetings = tuple(turned if m is match else m for m in earlier.meetings)
    rounds = list(event.rounds)
    rounds[played - 1] = replace(earlier, meetings=meetings)
    return Spoilt(
        "board order",
        cut_after(replace(event, rounds=tuple(rounds)), number),
        lambda repair: (
            isinstance(repair, BoardOrder)
            and {repair.white, repair.black} == {match.white, match.black}
            and repair.played == played
        ),
    )


def spoil_by_keeping_apart(random: Random, event: Tournament) -> Spoilt | None:
    """Pair a round again without one of its pairs."""
    before = cut_after(event, random.randrange(1, len(event.rounds) + 1))
    pair = random.choice(published_round(before).meetings)
    if pair.white is None or pair.black is None:
        return None
    a, b = min(pair.white, pair.black), max(pair.white, pair.black)
    spoilt = pair_again(replace(before, forbidden=(ForbiddenPair(a, b),)), before)
    return (
        spoilt
        if spoilt is None
        else Spoilt(
            "kept apart",
            spoilt,
            lambda repair: isinstance(repair, KeptApart) and (repair.a, repair.b) == (a, b),
        )
    )


def spoil_by_hand(random: Random, event: Tournament) -> Spoilt | None:
    """Pair a round again with a pair that the rules do not make."""
    before = cut_after(event, random.randrange(1, len(event.rounds) + 1))
    there = [
        n for m in published_round(before).meetings for n in (m.white, m.black) if n is not None
    ]
    a, b = random.sample(there, 2)
    met = {opponent for _, opponent in opponents_met(outcomes(before)[a])}
    if b in met:
        return None
    spoilt = pair_again(replace(before, required=((a, b),)), before)
    return (
        spoilt
        if spoilt is None
        else Spoilt(
            "made by hand",
            spoilt,
            lambda repair: is_pair_by_hand(repair, {a, b}),
        )
    )


def is_pair_by_hand(repair: Repair, pair: set[Number]) -> bool:
    """Whether the repair sets just this pair aside."""
    if isinstance(repair, PairsAddedLater):
        return [{*one} for one in repair.pairs] == [pair] and repair.bye is None
    return isinstance(repair, MadeByHand) and {repair.a, repair.b} == pair


def exchange_players(random: Random, event: Tournament) -> Spoilt | None:
    """Exchange two players of a published round for no reason."""
    before = cut_after(event, random.randrange(1, len(event.rounds) + 1))
    held = published_round(before)
    if len(held.meetings) < 2:
        return None
    one, other = random.sample(held.meetings, 2)
    if None in (one.white, one.black, other.white, other.black):
        return None
    rows = outcomes(before)
    for a, b in ((one.white, other.black), (other.white, one.black)):
        assert a is not None
        if b in {opponent for _, opponent in opponents_met(rows[a])}:
            return None
    swapped = {one: replace(one, black=other.black), other: replace(other, black=one.black)}
    meetings = tuple(swapped.get(m, m) for m in held.meetings)
    return Spoilt("exchanged", replace(before, published=replace(held, meetings=meetings)), None)


WAYS: tuple[Callable[[Random, Tournament], Spoilt | None], ...] = (
    spoil_code,
    spoil_number,
    spoil_result,
    spoil_by_keeping_apart,
    spoil_by_hand,
    exchange_players,
)
WAYS_OF_TEAMS = (*WAYS, spoil_board_order)


def cut_after(event: Tournament, number: int) -> Tournament:
    """The event up to a round, which is published but not played."""
    number = min(number, len(event.rounds))
    cut = replace(event, rounds=event.rounds[:number])
    before = cut.before(number)
    asked = tuple(Request(r.number, r.round, r.outcome) for r in before.requests)
    return replace(before, requests=asked, planned_rounds=event.planned_rounds)


def published_round(event: Tournament) -> Round:
    """The published round."""
    assert event.published is not None
    return event.published


def pair_again(changed: Tournament, before: Tournament) -> Tournament | None:
    """The event with its round paired from other facts, which the file does not show."""
    try:
        made: Tables = system_named(before.system).pair_without_reasons(changed)
    except NoLegalPairing:
        return None
    held = published_round(before)
    away = tuple(item for item in held.away if not isinstance(item[1], PairingBye))
    if made.bye is not None:
        away = (*away, (made.bye, PairingBye()))
    meetings = tuple(Meeting(p.white, p.black, manner=Manner.PENDING) for p in made.pairs)
    return replace(before, published=replace(held, meetings=meetings, away=away))


def draw_spoilt_event(seed: int, name: str = SYSTEM, most: int = 45) -> Spoilt:
    """A spoilt event in which at least one round does not come out any more."""
    random = Random(f"spoilt {seed}")
    system = system_named(name)
    ways = WAYS_OF_TEAMS if system.teams else WAYS
    way = ways[seed % len(ways)]
    while True:
        wishes = Wishes(
            competitors=random.randrange(14, most + 1),
            rounds=random.randrange(5, 9),
            absences=3,
            half_byes=2,
            numbered=True,
            by_table=True,
        )
        event = generate(system, random.randrange(10**9), wishes)
        if len(event.rounds) < wishes.rounds:
            continue
        for _ in range(5):
            spoilt = way(random, event)
            if spoilt is not None and differs(spoilt.event, system):
                return spoilt


def differs(event: Tournament, system: System) -> bool:
    """Whether the published round of an event differs from the rules."""
    agreement = pair_and_compare(Situation(event, system))
    return agreement is None or not agreement.complete


# --- judging --------------------------------------------------------------------------------------


def judge(spoilt: Spoilt) -> Judged:
    """What a diagnosis says about the spoilt round, the last one."""
    found = diagnose_event(spoilt.event, system_named(spoilt.event.system))
    rounds = [one for one in found.rounds if one.outcome is not Outcome.AS_FILED]
    last = rounds[-1]
    explained = [one for one in rounds if one.explanation is not None]
    best = last if last.explanation is not None or not explained else explained[-1]
    wrong = find_highest_wrong_weight(explained, spoilt)
    if best.explanation is None:
        return Judged(spoilt.way, "none", Weight.NONE)
    if names_cause(best.explanation, spoilt):
        return Judged(spoilt.way, "true cause", best.weight, wrong)
    if any(names_cause(rival, spoilt) for rival in best.rivals):
        return Judged(spoilt.way, "among rivals", best.weight, wrong)
    return Judged(spoilt.way, "other cause", best.weight, wrong)


def find_highest_wrong_weight(explained: Iterable[RoundDiagnosis], spoilt: Spoilt) -> Weight:
    """The highest weight of an explanation that does not name the cause, in any round."""
    weights = {
        one.weight
        for one in explained
        if one.explanation is not None and not names_cause(one.explanation, spoilt)
    }
    return next((one for one in Weight if one in weights), Weight.NONE)


def names_cause(explanation: Explanation, spoilt: Spoilt) -> bool:
    """Whether one of the repairs is the true cause."""
    is_cause = spoilt.is_cause
    repairs = (*explanation.repairs, *(one.repair for one in explanation.beside))
    return is_cause is not None and any(is_cause(repair) for repair in repairs)


def judge_many(seeds: range) -> Iterator[Judged]:
    """Yield what a diagnosis says about each of the spoilt events."""
    return (judge(draw_spoilt_event(seed)) for seed in seeds)


def format_table(judged: list[Judged]) -> Iterator[str]:
    """Yield the rows of the table, and the wrong answers by weight."""
    columns = ("true cause", "among rivals", "other cause", "none")
    yield "| spoilt by | rounds | " + " | ".join(columns) + " |"
    yield "|---|" + "--:|" * (len(columns) + 1)
    counts = Counter((one.way, one.found) for one in judged)
    for way in dict.fromkeys(one.way for one in judged):
        row = [counts[way, column] for column in columns]
        yield f"| {way} | {sum(row)} | " + " | ".join(map(str, row)) + " |"
    yield ""
    yield "| weight | answers | true cause first | other cause first |"
    yield "|---|--:|--:|--:|"
    for weight in (Weight.CERTAIN, Weight.CONFIRMED, Weight.POSSIBLE):
        of_weight = [one for one in judged if one.weight is weight]
        true = sum(one.found == "true cause" for one in of_weight)
        yield f"| {weight.value} | {len(of_weight)} | {true} | {len(of_weight) - true} |"
    yield ""
    certain, confirmed = (
        sum(one.wrong is weight for one in judged) for weight in (Weight.CERTAIN, Weight.CONFIRMED)
    )
    yield f"Events with a wrong explanation in any round: {certain} certain, {confirmed} confirmed."


def main() -> None:
    """Print the table for a number of spoilt rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--system", default=SYSTEM)
    parser.add_argument("--most", type=int, default=45, help="the most participants of an event")
    parser.add_argument("--list", action="store_true", help="list every answer as it is found")
    request = parser.parse_args()
    began = time.process_time()
    judged = []
    for seed in range(request.first, request.first + request.count):
        one = judge(draw_spoilt_event(seed, request.system, request.most))
        judged.append(one)
        if request.list:
            told = (seed, one.way, one.found, one.weight.value, one.wrong.value)
            print(*told, sep="\t", flush=True)
    print("\n".join(format_table(judged)))
    print(f"\n{time.process_time() - began:.0f} s of CPU time")


if __name__ == "__main__":
    main()
