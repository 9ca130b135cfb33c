"""The Olympiad editions: a round of teams, followed from its points to its tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from topboard.model import Colour, ForfeitWin, PairingBye
from topboard.proof.verify import byes, tables
from topboard.proof.verify.colours import check_colours
from topboard.proof.verify.olympiad.articles import TEXTS
from topboard.proof.verify.olympiad.colours import colour_of_higher
from topboard.proof.verify.olympiad.give_way import gives_way
from topboard.proof.verify.olympiad.groups import Folded, Halves, PointGroup, Walk
from topboard.proof.verify.olympiad.scores import Scores, lifted_half, places_by_tiebreaks
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import Proposed


class Reading(NamedTuple):
    """The rules of an edition as they apply to one round."""

    text: str
    scores: Scores
    ranking: list[int]
    bye_order: list[int]
    method: Halves | Folded
    orders_tables: bool = False
    """Whether the regulation specifies the order of the tables."""
    late_have_no_bye: bool = False


def of_2022(round_: Proposed) -> Reading:
    """Return the rules of 2022: ranked by points and number, the bye from the end."""
    scores = Scores(round_)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.match[n], n))
    reading = Reading("2022", scores, ranking, ranking[::-1], Halves())
    return reading._replace(orders_tables=True, late_have_no_bye=True)


def of_2021(round_: Proposed) -> Reading:
    """Return the rules of 2021: as in 2022, but with the bye from the end of the initial list."""
    found = of_2022(round_)
    return found._replace(bye_order=sorted(found.scores.numbers, reverse=True))


def of_2009(round_: Proposed) -> Reading:
    """Return the rules of 2009: ranked by match points, game points and number."""
    scores = Scores(round_)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.match[n], -scores.game[n], n))
    return Reading("2009", scores, ranking, ranking[::-1], Halves())


def of_2008(round_: Proposed, third: str = "MPO") -> Reading:
    """Return the rules of 2008.

    Rounds 1 to 3 pair the top half with the bottom half, and later rounds pair first against last.
    Imaginary points are used in rounds 1 and 2.
    """
    upcoming = round_.tournament.round_to_pair
    scores = Scores(round_, lifted_half(round_.tournament) if upcoming <= 2 else ())
    method: Halves | Folded = Halves()
    text, place = "2008 in halves", {n: n for n in scores.match}
    if upcoming > 3:
        place = places_by_tiebreaks(scores, ("SB-", "MPO-", third))
        text, method = "2008 first against last", Folded(place)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.points[n], place[n]))
    return Reading(text, scores, ranking, ranking[::-1], method)


def of_dresden(round_: Proposed) -> Reading:
    """Return the rules of Dresden: as in 2008, with game points as the third tie-break."""
    return of_2008(round_, third="GP")


EDITIONS: dict[str, Callable[[Proposed], Reading]] = {
    "olympiad_2008": of_2008,
    "olympiad_2008_dresden": of_dresden,
    "olympiad_2009": of_2009,
    "olympiad_2021_draft": of_2021,
    "olympiad_2022": of_2022,
}


def scope(system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a round that are proved by witnesses, and those that are recomputed.

    The order of the tables is recomputed only if the regulation specifies it.
    """
    with_tables = EDITIONS[system] in (of_2021, of_2022)
    again = ("points", "ranking", "colours", *(("tables",) if with_tables else ()))
    return ("bye", "score groups", "floaters", "opponents"), again


def walk(round_: Proposed, steps: ProofReader) -> None:
    """Check the round decision by decision."""
    reading = EDITIONS[round_.system](round_)
    scores, cite = reading.scores, TEXTS[reading.text]
    going = Walk(steps, scores.encounters, round_.opponents, cite)
    _walk_groups(reading, going, _find_bye(reading, round_, steps, cite["bye"]))
    rank = {n: at for at, n in enumerate(reading.ranking)}

    def due(higher: int, lower: int) -> tuple[Colour, str]:
        colour, ground = colour_of_higher(scores, higher, lower)
        return colour, cite[ground]

    check_colours(steps, round_, rank, due, cite["limits"])
    if reading.orders_tables:
        tables.check(steps, round_, tables.by_points(scores.points, rank), cite["tables"])


def _find_bye(reading: Reading, round_: Proposed, steps: ProofReader, article: str) -> int | None:
    """Check the bye and return the team that has it, or None if the number of teams is even.

    A team has it at most once, and never after a win without playing.
    """
    event, scores = round_.tournament, reading.scores

    def barred(number: int) -> bool:
        row, bound = scores.rows[number], number in scores.encounters.required
        late = reading.late_have_no_bye and scores.joined[number] > 1
        by_rule = late or any(isinstance(outcome, ForfeitWin) for outcome in row)
        had = any(isinstance(outcome, PairingBye) for outcome in row)
        return had or bound or byes.is_barred(event, number, by_rule=by_rule)

    order = reading.bye_order
    graph = scores.encounters.graph(order, limits=False) if len(order) % 2 else []
    return byes.find_bye(steps, order, barred, graph, round_.opponents, article)


def _walk_groups(reading: Reading, going: Walk, bye: int | None) -> None:
    """Check the score groups from both ends towards the median group, which comes last."""
    points, ranking = reading.scores.points, [n for n in reading.ranking if n != bye]
    if not ranking:
        return
    # The ranking is already sorted by points, so groupby needs no sorting.
    teams = {score: [*some] for score, some in groupby(ranking, key=points.__getitem__)}
    scores = [*teams]
    place = {n: i for i, n in enumerate(ranking)}
    # The lower of the two teams in the middle is the median team.
    middle = scores.index(points[ranking[len(ranking) // 2]])
    down: list[int] = []
    up: list[int] = []
    waiting = set(ranking)
    for at in range(middle):
        residents = teams[scores[at]]
        waiting.difference_update(residents)
        group = PointGroup(scores[at], False, residents, down, [], teams[scores[at + 1]])
        down = _settle(reading, going, group, waiting)
        down.sort(key=place.__getitem__)
    for at in range(len(scores) - 1, middle, -1):
        residents = teams[scores[at]][::-1]
        waiting.difference_update(residents)
        group = PointGroup(scores[at], True, residents, up, [], teams[scores[at - 1]])
        up = _settle(reading, going, group, waiting | {*down})
        up.sort(key=place.__getitem__, reverse=True)
    last = PointGroup(scores[middle], False, teams[scores[middle]], down, up, [])
    reading.method.median(going, last)


def _settle(reading: Reading, going: Walk, group: PointGroup, rest: set[int]) -> list[int]:
    """Check a group above or below the median, and return the teams that leave it."""
    seeking = reading.method.outer(going, group)
    if seeking.published is not None:
        return seeking.leavers
    return gives_way(going, group, sorted(rest), seeking.leavers, reading.method)
