"""The Olympiad editions: a round of teams, followed from its points to its tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from topboard.model import Colour, ForfeitWin, PairingBye
from topboard.proof.verify import byes, tables
from topboard.proof.verify.colours import check_colours
from topboard.proof.verify.olympiad.articles import TEXTS
from topboard.proof.verify.olympiad.colours import colour_of_higher_ranked
from topboard.proof.verify.olympiad.give_way import check_group_giving_way
from topboard.proof.verify.olympiad.groups import (
    FirstAgainstLastMethod,
    HalvesMethod,
    PointGroup,
    RoundContext,
)
from topboard.proof.verify.olympiad.scores import (
    TeamScores,
    rank_by_tiebreaks,
    teams_with_imaginary_points,
)
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound


class EditionRules(NamedTuple):
    """The rules of an edition as they apply to one round."""

    text: str
    scores: TeamScores
    ranking: list[int]
    bye_order: list[int]
    method: HalvesMethod | FirstAgainstLastMethod
    orders_tables: bool = False
    """Whether the regulation specifies the order of the tables."""
    late_have_no_bye: bool = False


def rules_of_2022(round_: ProposedRound) -> EditionRules:
    """Return the rules of 2022. Teams rank by points and number, and the last may get the bye."""
    scores = TeamScores(round_)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.match[n], n))
    reading = EditionRules("2022", scores, ranking, ranking[::-1], HalvesMethod())
    return reading._replace(orders_tables=True, late_have_no_bye=True)


def rules_of_2021(round_: ProposedRound) -> EditionRules:
    """Return the rules of 2021: as in 2022, but with the bye from the end of the initial list."""
    found = rules_of_2022(round_)
    return found._replace(bye_order=sorted(found.scores.numbers, reverse=True))


def rules_of_2009(round_: ProposedRound) -> EditionRules:
    """Return the rules of 2009: ranked by match points, game points and number."""
    scores = TeamScores(round_)
    ranking = sorted(
        scores.numbers, key=lambda n: (-scores.match[n], -scores.game_points_by_team[n], n)
    )
    return EditionRules("2009", scores, ranking, ranking[::-1], HalvesMethod())


def rules_of_2008(round_: ProposedRound, third: str = "MPO") -> EditionRules:
    """Return the rules of 2008.

    Rounds 1 to 3 pair the top half with the bottom half, and later rounds pair first against last.
    Imaginary points are used in rounds 1 and 2.
    """
    upcoming = round_.tournament.round_to_pair
    scores = TeamScores(
        round_, teams_with_imaginary_points(round_.tournament) if upcoming <= 2 else ()
    )
    method: HalvesMethod | FirstAgainstLastMethod = HalvesMethod()
    text, place = "2008 in halves", {n: n for n in scores.match}
    if upcoming > 3:
        place = rank_by_tiebreaks(scores, ("SB-", "MPO-", third))
        text, method = "2008 first against last", FirstAgainstLastMethod(place)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.points[n], place[n]))
    return EditionRules(text, scores, ranking, ranking[::-1], method)


def rules_of_dresden(round_: ProposedRound) -> EditionRules:
    """Return the rules of Dresden: as in 2008, with game points as the third tie-break."""
    return rules_of_2008(round_, third="GP")


EDITIONS: dict[str, Callable[[ProposedRound], EditionRules]] = {
    "olympiad_2008": rules_of_2008,
    "olympiad_2008_dresden": rules_of_dresden,
    "olympiad_2009": rules_of_2009,
    "olympiad_2021_draft": rules_of_2021,
    "olympiad_2022": rules_of_2022,
}


def proof_scope(system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a round that are proved by witnesses, and those that are recomputed.

    The order of the tables is recomputed only if the regulation specifies it.
    """
    with_tables = EDITIONS[system] in (rules_of_2021, rules_of_2022)
    again = ("points", "ranking", "colours", *(("tables",) if with_tables else ()))
    return ("bye", "score groups", "floaters", "opponents"), again


def check_round(round_: ProposedRound, steps: ProofReader) -> None:
    """Check the round decision by decision."""
    reading = EDITIONS[round_.system](round_)
    scores, cite = reading.scores, TEXTS[reading.text]
    going = RoundContext(steps, scores.encounters, round_.opponents, cite)
    _check_groups(reading, going, _check_bye(reading, round_, steps, cite["bye"]))
    rank = {n: at for at, n in enumerate(reading.ranking)}

    def decide_colour(higher: int, lower: int) -> tuple[Colour, str]:
        colour, ground = colour_of_higher_ranked(scores, higher, lower)
        return colour, cite[ground]

    check_colours(steps, round_, rank, decide_colour, cite["limits"])
    if reading.orders_tables:
        tables.check_board_order(
            steps, round_, tables.build_board_sort_key(scores.points, rank), cite["tables"]
        )


def _check_bye(
    reading: EditionRules, round_: ProposedRound, steps: ProofReader, article: str
) -> int | None:
    """Check the bye and return the team that has it, or None if the number of teams is even.

    A team has it at most once, and never after a win without playing.
    """
    event, scores = round_.tournament, reading.scores

    def is_barred_from_bye(number: int) -> bool:
        row, bound = scores.rows[number], number in scores.encounters.required
        late = reading.late_have_no_bye and scores.first_round_by_team[number] > 1
        by_rule = late or any(isinstance(outcome, ForfeitWin) for outcome in row)
        had = any(isinstance(outcome, PairingBye) for outcome in row)
        return had or bound or byes.is_barred_from_bye(event, number, by_rule=by_rule)

    order = reading.bye_order
    graph = scores.encounters.allowed_pairs_graph(order, limits=False) if len(order) % 2 else []
    return byes.check_bye(steps, order, is_barred_from_bye, graph, round_.opponents, article)


def _check_groups(reading: EditionRules, going: RoundContext, bye: int | None) -> None:
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
        down = _check_outer_group(reading, going, group, waiting)
        down.sort(key=place.__getitem__)
    for at in range(len(scores) - 1, middle, -1):
        residents = teams[scores[at]][::-1]
        waiting.difference_update(residents)
        group = PointGroup(scores[at], True, residents, up, [], teams[scores[at - 1]])
        up = _check_outer_group(reading, going, group, waiting | {*down})
        up.sort(key=place.__getitem__, reverse=True)
    last = PointGroup(scores[middle], False, teams[scores[middle]], down, up, [])
    reading.method.check_median_group(going, last)


def _check_outer_group(
    reading: EditionRules, going: RoundContext, group: PointGroup, rest: set[int]
) -> list[int]:
    """Check a group above or below the median, and return the teams that leave it."""
    seeking = reading.method.check_outer_group(going, group)
    if seeking.published is not None:
        return seeking.leavers
    return check_group_giving_way(going, group, sorted(rest), seeking.leavers, reading.method)
