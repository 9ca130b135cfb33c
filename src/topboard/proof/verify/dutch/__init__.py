"""The FIDE Dutch system in its 2017 and 2026 editions, checked bracket by bracket."""

from __future__ import annotations

from copy import copy

from topboard.model import Colour
from topboard.proof.verify import tables
from topboard.proof.verify.colours import check_colours
from topboard.proof.verify.dutch.brackets import CheckedBracket, DutchRound, Step
from topboard.proof.verify.dutch.players import colour_of_higher_ranked, initial_colour
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound


def find_proof_scope(_system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a round proved with evidence, and the parts that are only recomputed."""
    return ("bye", "floaters", "criteria", "opponents"), ("points", "ranking", "colours", "tables")


def check_round(round_: ProposedRound, steps: ProofReader) -> None:
    """Check a round under the Dutch rules, bracket by bracket."""
    for a, b in round_.tournament.required:
        if round_.opponents.get(a) != b:
            raise steps.build_refusal_of_current_step(
                "the pair {a}-{b} is required, but it is not in the round", a=a, b=b
            )
    going = DutchRound(steps, round_)
    _check_brackets(going)
    text, everybody, parity = going.text, going.everybody, going.parity
    rank, initial = {n: at for at, n in enumerate(everybody)}, initial_colour(round_.tournament)

    def decide_colour(higher: int, lower: int) -> tuple[Colour, str]:
        lot = initial if parity[higher] else initial.opposite
        colour, rule = colour_of_higher_ranked(everybody[higher], everybody[lower], lot)
        return colour, text.colours[rule]

    check_colours(steps, round_, rank, decide_colour, text.colours[0])
    points = going.scores if text.tables_by_pairing_score else going.points
    tables.check_board_order(
        steps, round_, tables.build_board_sort_key(points, rank), text.articles["tables"]
    )


def _check_brackets(going: DutchRound) -> None:
    """Check the brackets from the highest score down.

    The last player without an opponent has the bye.
    """
    if going.text.completes and going.nobody % 2:
        _check_lowest_possible_bye_score(going)
    steps, groups, collapsed, left = going.steps, going.scoregroup_ranges(), False, list[int]()
    while len(groups) > 1:
        judged = CheckedBracket(going, left, groups[:2], ahead=bool(groups[1]) and not collapsed)
        step = steps.take_step(going.text.articles["bracket"], "bracket", judged=judged)
        if step["bracket"] != (points := judged.points):
            raise steps.build_refusal_of_current_step(
                "the next bracket must be the one with {points} tenths of a point", points=points
            )
        if "given_up" in step and judged.ahead and not going.text.completes:
            check_bracket_paired_again(judged, step)
            groups[1:-1], collapsed = [range(groups[0].stop, going.nobody)], True
            continue
        judged.check_step(step)
        left, groups = judged.left, groups[1:]
        if judged.bye:
            # The player with the bye is unpaired in every bracket up to this point.
            going.score, left = None, []
    going.require_evidence(not left, "bracket")


def _check_lowest_possible_bye_score(going: DutchRound) -> None:
    """Check that the bye goes to the lowest score with which all other players can be paired."""
    scores = sorted({one.points for one in going.players if not one.barred})
    step = going.steps.take_step(going.text.articles["bye"], "bye", going=going, scores=scores)
    one = next(going.players[p] for p, other in going.mate.items() if other == going.nobody)
    if step["bye"] != one.number or one.barred:
        raise going.steps.build_refusal_of_current_step(
            "{number} may not have the bye", number=one.number
        )
    for at, score in enumerate(scores[: scores.index(one.points)]):
        going.require_evidence(
            going.is_pairing_impossible([*going.mate], score, step["lower"][at]), "bye"
        )
    going.score = one.points
    going.steps.record_proved_step(f"bye to a score of {one.points / 10:g}")


def check_bracket_paired_again(judged: CheckedBracket, step: Step) -> None:
    """Check that a bracket has to be paired again so that the others can be paired (2017).

    The file contains the pairing of the bracket by itself. A bridge (a Tutte-Berge barrier) proves
    that the other players could then not all be paired. The brackets below then collapse into one.
    """
    going, trial = judged.going, copy(judged.going)
    alone = dict.fromkeys(going.mate, going.nobody)
    trial.mate = alone | going.parse_opponents(step["given_up"], judged.members)
    itself = CheckedBracket(trial, judged.moved_down, judged.spans, ahead=True)
    itself.check_step(step)
    rest = (*itself.left, *range(judged.residents.stop, going.nobody))
    going.require_evidence(going.is_pairing_impossible(rest, None, step["rest"]), "completion")
    going.steps.set_article_of_current_step(going.text.articles["completion"])
    going.steps.record_proved_step(f"bracket of {judged.points / 10:g}: given up")
