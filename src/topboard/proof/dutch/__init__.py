"""The FIDE Dutch system: a round followed bracket by bracket, by the texts of 2017 and of 2026."""

from __future__ import annotations

from itertools import pairwise

from topboard.model import Colour
from topboard.proof import tables
from topboard.proof.dutch.brackets import Judged, JudgedOf2017, PairingInProgress
from topboard.proof.dutch.colours import colour_of_higher, initial_colour
from topboard.proof.dutch.criteria import JudgedBracket
from topboard.proof.dutch.players import RankedPlayers
from topboard.proof.dutch.texts import TEXTS
from topboard.proof.round import Proposed
from topboard.proof.steps import Steps


def scope(_system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is proved by witnesses, and what is worked out again."""
    return ("bye", "floaters", "criteria", "opponents"), ("points", "ranking", "colours", "tables")


def walk(round_: Proposed, steps: Steps) -> None:
    """Follow the round bracket by bracket."""
    text = TEXTS[round_.system]
    ranked = RankedPlayers(round_.tournament, text.floats, text.barred)
    steps.under(text.articles["bracket"])
    for a, b in round_.tournament.required:
        if round_.opponents.get(a) != b:
            raise steps.refused("{a}-{b} was decided beforehand", a=a, b=b)
    place = {one.number: at for at, one in enumerate(ranked.players)}
    mate = {p: place.get(round_.opponents[n] or 0, len(place)) for n, p in place.items()}
    WALKS[round_.system](PairingInProgress(steps, text, ranked, mate))
    rank = {n: at for at, n in enumerate(ranked.everybody)}
    _check_colours(round_, ranked, rank, steps)
    points = ranked.scores if text.tables_by_pairing_score else ranked.points

    def key(a: int, b: int) -> tuple[int, ...]:
        better = min(a, b, key=rank.__getitem__)
        return -points[better], -points[a] - points[b], rank[better]

    tables.check(steps, round_, key, text.articles["tables"])


def _check_colours(
    round_: Proposed, ranked: RankedPlayers, rank: dict[int, int], steps: Steps
) -> None:
    """The colours of every pair, by the first rule that gives them."""
    initial, articles = initial_colour(round_.tournament), TEXTS[round_.system].colours
    for white, black in round_.pairs:
        higher, lower = sorted((white, black), key=rank.__getitem__)
        colour, rule = colour_of_higher(ranked.everybody[higher], ranked.everybody[lower], initial)
        turned = (colour is Colour.WHITE) != (white == higher)
        if turned and {white, black} not in round_.colour_unknown:
            steps.under(articles[rule])
            raise steps.refused("{black} is due White against {white}", black=black, white=white)
    steps.recomputed("colours", articles[0])


# --- 2026: the score of the bye first, then every bracket with a complete pairing of the rest ---


def _walk_2026(going: PairingInProgress) -> None:
    if going.nobody % 2:
        _settle_score(going)
    left: list[int] = []
    for group, following in pairwise([*going.groups(), range(going.nobody, going.nobody)]):
        bracket = JudgedBracket(going.players, left, group, following, going.rounds)
        judged = Judged(going, bracket, going.mate)
        left = _prove(judged)
        if judged.gives_bye and len(left) == 1:
            if going.mate[left[0]] != going.nobody:
                raise going.unproved("bye")
            going.score, left = None, []
    _refuse_undecided(going, left)


def _settle_score(going: PairingInProgress) -> None:
    """The bye goes to the lowest score with which a complete pairing exists."""
    scores = sorted({one.points for one in going.players if not one.barred})
    step = going.steps.take(going.text.articles["bye"], "bye", going=going, scores=scores)
    one = next(going.players[p] for p, other in going.mate.items() if other == going.nobody)
    if step["bye"] != one.number or one.barred:
        raise going.steps.refused("{number} may not have the bye", number=one.number)
    bridges = step.get("lower", [])
    for at, score in enumerate(scores[: scores.index(one.points)]):
        bridge = bridges[at] if isinstance(bridges, list) and at < len(bridges) else None
        if not going.is_incomplete(range(going.nobody), score, bridge):
            raise going.unproved("bye")
    going.score = one.points
    going.steps.holds(f"bye to a score of {one.points / 10:g}")


# --- 2017: every bracket with the next one, until the rest would fail ---------------------------


def _walk_2017(going: PairingInProgress) -> None:
    left: list[int] = []
    groups = going.groups()
    while groups:
        group, *groups = groups
        following = groups[0] if groups else range(group.stop, group.stop)
        bracket = JudgedBracket(going.players, left, group, following, going.rounds)
        looks_ahead = bool(groups)
        if groups and _given_up(going, bracket):
            groups = [range(group.stop, going.nobody)]
            bracket, looks_ahead = bracket._replace(following=groups[0]), False
        left = _prove(JudgedOf2017(going, bracket, going.mate, ahead=looks_ahead))
    _refuse_undecided(going, [p for p in left if going.mate[p] != going.nobody])


def _given_up(going: PairingInProgress, bracket: JudgedBracket) -> bool:
    """Whether the bracket has to be paired again, so that all others can be: they collapse.

    The file shows how it would be paired by itself, and a bridge against the rest.
    """
    article = going.text.articles["completion"]
    step = going.steps.perhaps(article, "given_up", going=going, bracket=bracket)
    if step is None:
        return False
    mate = going.opponents(step["given_up"], bracket.members)
    if mate is None:
        raise going.unproved("completion")
    judged = JudgedOf2017(going, bracket, dict.fromkeys(going.mate, going.nobody) | mate)
    judged.prove(step)
    rest = (*judged.left, *range(bracket.residents.stop, going.nobody))
    if not going.is_incomplete(rest, None, step.get("rest")):
        raise going.unproved("completion")
    going.by("completion").holds(f"bracket of {bracket.points / 10:g}: given up")
    return True


def _prove(judged: Judged) -> list[int]:
    """The bracket is proved; who is left over."""
    going, points = judged.going, judged.bracket.points
    step = going.steps.take(going.text.articles["bracket"], "bracket", judged=judged)
    if step["bracket"] != points:
        raise going.steps.refused(
            "the bracket with {points} tenths of a point is due", points=points
        )
    judged.prove(step)
    going.by("bracket").holds(f"bracket of {points / 10:g}: {len(judged.left)} left over")
    return judged.left


def _refuse_undecided(going: PairingInProgress, left: list[int]) -> None:
    if left:
        numbers = ", ".join(str(going.numbers[p]) for p in left)
        raise going.by("bracket").refused("nothing is decided about {left}", left=numbers)


WALKS = {"fide_dutch_2026": _walk_2026, "fide_dutch_2017": _walk_2017}
