"""The Olympiad editions: a round of teams, checked from its points to its tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from topboard.model import Colour, ForfeitWin, PairingBye
from topboard.model.history import colour_difference
from topboard.proof.verify import byes, tables
from topboard.proof.verify.colours import (
    BLACK,
    WHITE,
    check_colours,
    count_games_since_colours_differed,
    equalising_colour,
)
from topboard.proof.verify.olympiad.give_way import check_group_with_extra_floaters
from topboard.proof.verify.olympiad.groups import (
    FirstAgainstLastMethod,
    HalvesMethod,
    PointGroup,
    RoundContext,
)
from topboard.proof.verify.olympiad.scores import (
    TeamScores,
    find_teams_with_imaginary_points,
    rank_teams_by_tiebreaks,
)
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound

_NAMES = ("2022", "2009", "2008 in halves", "2008 first against last")
_ROWS = {
    "bye": ("4.1", "12", "11", "11"),
    "most pairs": ("9.5", "42", "47", "53"),
    "limits": ("7.3", "22", "20", "20"),
    "limits yield": ("7.4", "23a", "21a", "21a"),
    "from the top": ("9.3", "39", "39", "49"),
    "from the bottom": ("9.2", "38", "41", "55"),
    "leaves down": ("8.3.1", "30a", "29a", "51"),
    "leaves up": ("8.2.1", "33a", "32", "55"),
    "floater from above": ("8.3.1", "30a", "29a", "51"),
    "floater from below": ("8.2.1", "33a", "32", "51"),
    "goes on down": ("8.3.4", "32", "44", "53"),
    "goes on up": ("8.2.4", "35", "45", "53"),
    "lot": ("7.2", "21", "19", "19"),
    "equalise": ("7.5.1", "24a", "22a", "22a"),
    "alternate": ("7.6", "25", "23", "23"),
    "alternate further back": ("7.6", "26", "24", "24"),
    "balance the higher": ("7.5.1", "27a", "25a", "25a"),
    "alternate the higher": ("7.6", "28", "26", "26"),
    "tables": ("11.1", "", "", ""),
}
TEXTS = {name: {kind: row[at] for kind, row in _ROWS.items()} for at, name in enumerate(_NAMES)}
"""The article for each topic in each edition, or an empty string if the edition has none."""


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


def build_rules_of_2022(round_: ProposedRound) -> EditionRules:
    """Return the Olympiad rules of 2022, as they apply to one round.

    Teams rank by match points and number. The last-ranked eligible team gets the bye.
    """
    scores = TeamScores(round_)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.match[n], n))
    reading = EditionRules("2022", scores, ranking, ranking[::-1], HalvesMethod())
    return reading._replace(orders_tables=True, late_have_no_bye=True)


def build_rules_of_2021(round_: ProposedRound) -> EditionRules:
    """Return the draft Olympiad rules of 2021, which differ from those of 2022 only in the bye.

    It goes to the last eligible team of the initial list.
    """
    found = build_rules_of_2022(round_)
    return found._replace(bye_order=sorted(found.scores.numbers, reverse=True))


def build_rules_of_2009(round_: ProposedRound) -> EditionRules:
    """Return the Olympiad rules of 2009. Teams rank by match points, game points and number."""
    scores = TeamScores(round_)
    ranking = sorted(
        scores.numbers, key=lambda n: (-scores.match[n], -scores.compute_game_points_by_team[n], n)
    )
    return EditionRules("2009", scores, ranking, ranking[::-1], HalvesMethod())


def build_rules_of_2008(round_: ProposedRound, third: str = "MPO") -> EditionRules:
    """Return the Olympiad rules proposed for 2008.

    Rounds 1 to 3 pair the top half with the bottom half, and later rounds pair first against last.
    Imaginary points are used in rounds 1 and 2.
    """
    upcoming = round_.tournament.round_to_pair
    scores = TeamScores(
        round_, find_teams_with_imaginary_points(round_.tournament) if upcoming <= 2 else ()
    )
    method: HalvesMethod | FirstAgainstLastMethod = HalvesMethod()
    text, place = "2008 in halves", {n: n for n in scores.match}
    if upcoming > 3:
        place = rank_teams_by_tiebreaks(scores, ("SB-", "MPO-", third))
        text, method = "2008 first against last", FirstAgainstLastMethod(place)
    ranking = sorted(scores.numbers, key=lambda n: (-scores.points[n], place[n]))
    return EditionRules(text, scores, ranking, ranking[::-1], method)


def build_rules_of_dresden_2008(round_: ProposedRound) -> EditionRules:
    """Return the Olympiad rules as played at Dresden in 2008.

    They are those proposed for 2008 with game points as the third tie-break.
    """
    return build_rules_of_2008(round_, third="GP")


EDITIONS: dict[str, Callable[[ProposedRound], EditionRules]] = {
    "olympiad_2008": build_rules_of_2008,
    "olympiad_2008_dresden": build_rules_of_dresden_2008,
    "olympiad_2009": build_rules_of_2009,
    "olympiad_2021_draft": build_rules_of_2021,
    "olympiad_2022": build_rules_of_2022,
}


def find_proof_scope(system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a round proved with evidence, and the parts that are only recomputed.

    The order of the tables is recomputed only if the regulation specifies it.
    """
    with_tables = EDITIONS[system] in (build_rules_of_2021, build_rules_of_2022)
    again = ("points", "ranking", "colours", *(("tables",) if with_tables else ()))
    return ("bye", "score groups", "floaters", "opponents"), again


def check_round(round_: ProposedRound, steps: ProofReader) -> None:
    """Check a round under the Olympiad rules, decision by decision."""
    reading = EDITIONS[round_.system](round_)
    scores, cite = reading.scores, TEXTS[reading.text]
    going = RoundContext(steps, scores.encounters, round_.opponents, cite)
    _check_groups_toward_median(reading, going, _check_bye(reading, round_, steps, cite["bye"]))
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

    A team has the bye at most once, and never after a win without playing.
    """
    event, scores = round_.tournament, reading.scores

    def is_barred_from_bye(number: int) -> bool:
        row, bound = scores.rows[number], number in scores.encounters.required
        late = reading.late_have_no_bye and scores.find_first_round_of_each_team[number] > 1
        by_rule = late or any(isinstance(outcome, ForfeitWin) for outcome in row)
        had = any(isinstance(outcome, PairingBye) for outcome in row)
        return had or bound or byes.is_barred_from_bye(event, number, by_rule=by_rule)

    order = reading.bye_order
    graph = (
        scores.encounters.build_allowed_pairs_graph(order, limits=False) if len(order) % 2 else []
    )
    return byes.check_bye(steps, order, is_barred_from_bye, graph, round_.opponents, article)


def _check_groups_toward_median(
    reading: EditionRules, going: RoundContext, bye: int | None
) -> None:
    """Check the scoregroups from both ends towards the median group, which comes last."""
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
    return check_group_with_extra_floaters(
        going, group, sorted(rest), seeking.leavers, reading.method
    )


# --- colours ----------------------------------------------------------------------------------


def colour_of_higher_ranked(scores: TeamScores, higher: int, lower: int) -> tuple[Colour, str]:
    """Return the colour of the higher-ranked team of a pair, and the rule that decides it."""
    own, other = scores.colours[higher], scores.colours[lower]
    if not own and not other:
        lot = scores.tournament.lot or Colour.WHITE
        return (lot if higher % 2 else lot.opposite), "lot"
    mine, theirs = scores.allowed[higher], scores.allowed[lower]
    white, black = mine & WHITE and theirs & BLACK, mine & BLACK and theirs & WHITE
    if bool(white) != bool(black):
        return (Colour.WHITE if white else Colour.BLACK), "limits"
    if colour := equalising_colour(own, other):
        return colour, "equalise"
    if ago := count_games_since_colours_differed(own, other):
        return own[-ago].opposite, "alternate" if ago == 1 else "alternate further back"
    if difference := colour_difference(own):
        return (Colour.WHITE if difference < 0 else Colour.BLACK), "balance the higher"
    return (own[-1].opposite if own else other[-1]), "alternate the higher"
