"""FIDE mode, which restricts a section with a FIDE system until the section leaves the mode.

FIDE's questions to programs (C.02.03) require this mode. It is on from the start, leaving it takes
two confirmations, and it cannot be turned on again.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.policy.manual_pairing import section_before_round
from topboard.event.policy.objections import (
    forbid_action,
    note_for_arbiter,
    require_confirmation,
    require_two_confirmations,
)
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.model import POINT, Colour, HalfPointBye, Manner
from topboard.model.history import colours_played, outcomes
from topboard.systems.fide_common.colour_preferences import colour_preference
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.policy.objections import Objection, Question, Rule
    from topboard.model import Game


def limit_rule_to_fide_mode(rule: Rule) -> Rule:
    """Decorate a rule so that it applies only to sections that have not left FIDE mode."""

    @wraps(rule)
    def rule_in_fide_mode(question: Question, article: str) -> Iterator[Objection]:
        if not question.section.left_fide_mode:
            yield from rule(question, article)

    return rule_in_fide_mode


def ask_twice_before_leaving_fide_mode(question: Question, article: str) -> Iterator[Objection]:
    """Require two confirmations to leave FIDE mode, because a section cannot return to it.

    Every later report states that the section has left FIDE mode.
    """
    if isinstance(question.act, actions.LeaveFideMode):
        words = say(
            "This section will leave FIDE mode permanently. Its reports will say so from now on, "
            "and this cannot be undone."
        )
        yield require_two_confirmations(article, words)


@limit_rule_to_fide_mode
def forbid_changing_number_of_rounds(question: Question, article: str) -> Iterator[Objection]:
    """Forbid changing the number of rounds once round 1 is published."""
    act, section = question.act, question.section
    changes = isinstance(act, actions.ChangeSection) and act.rounds != section.settings.rounds
    if changes and section.rounds:
        yield forbid_action(
            article, say("The number of rounds cannot be changed once round 1 is published.")
        )


@limit_rule_to_fide_mode
def forbid_late_pair_restrictions(question: Question, article: str) -> Iterator[Objection]:
    """Forbid adding or removing a restriction on pairs once round 1 is published."""
    if isinstance(question.act, actions.ForbidPair | actions.AllowPair) and question.section.rounds:
        yield forbid_action(
            article,
            say("Restrictions on pairings can be changed only before round 1 is published."),
        )


STANDARD = (POINT, POINT // 2, 0)
"""The points for a win, a draw and a loss in standard scoring, in tenths."""


@limit_rule_to_fide_mode
def forbid_unfair_scoring_scale(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a scale in which a win plus a loss is worth too little, or a bye too much.

    Two draws may not be worth more than a win plus a loss, and a bye may not be worth more than a
    win. With standard scoring, the bye must be worth 1, ½ or 0 points.
    """
    act = question.act
    if not isinstance(act, actions.AddSection | actions.ChangeSection) or act.game_scale is None:
        return
    scale = act.game_scale
    if 2 * scale.draw > scale.win + scale.loss:
        words = say("Two draws are worth more than a win and a loss.")
        yield forbid_action(article, words)
    rules = system(question.section.system)
    if scale.bye is None:
        return
    of_games = rules.games == 1 and not rules.teams
    standard = of_games and (scale.win, scale.draw, scale.loss) == STANDARD
    if scale.bye > scale.win * rules.games:
        yield forbid_action(article, say("The pairing-allocated bye is worth more than a win."))
    elif standard and scale.bye not in STANDARD:
        words = say(
            "With standard scoring, the pairing-allocated bye must be worth 1, ½ or 0 points."
        )
        yield forbid_action(article, words)


GAMES = {(10, 0), (5, 5), (5, 0), (0, 0)}
"""The scores with which a played game can end, in tenths, with the higher score first."""


@limit_rule_to_fide_mode
def forbid_impossible_game_results(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a result with points that no played game can give.

    Each player can get 1, ½ or 0 points, and both together at most 1 point.
    """
    act, rules = question.act, system(question.section.system)
    if not isinstance(act, actions.EnterResults | actions.CorrectResult) or rules.teams:
        return
    for result in act.results if isinstance(act, actions.EnterResults) else (act.result,):
        games: Sequence[actions.TableResult | Game] = result.games if rules.games > 1 else (result,)
        if any(
            game.manner is Manner.PLAYED and _sort_points_of_game(game) not in GAMES
            for game in games
        ):
            words = say("Board {table}: no game can end with these points.", table=result.table)
            yield forbid_action(article, words)


def _sort_points_of_game(game: actions.TableResult | Game) -> tuple[int, int]:
    return (
        max(game.white_points, game.black_points),
        min(game.white_points, game.black_points),
    )


@limit_rule_to_fide_mode
def ask_to_confirm_second_half_point_bye(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation of a participant's second half-point bye."""
    act, section = question.act, question.section
    if not isinstance(act, actions.RequestBye) or not isinstance(act.outcome, HalfPointBye):
        return
    had = [
        r.round
        for r in section.requests
        if r.number == act.number and isinstance(r.outcome, HalfPointBye) and r.round != act.round
    ]
    if had:
        name = section.competitor(act.number).name
        words = say(
            "{name} already has a half-point bye in round {round}.", name=name, round=had[0]
        )
        yield require_confirmation(article, words)


@limit_rule_to_fide_mode
def ask_to_confirm_manual_pairing_differences(
    question: Question, article: str
) -> Iterator[Objection]:
    """Require confirmation of each difference between a manual pairing and the rules' pairing."""
    if isinstance(question.act, actions.EndManual):
        for difference in question.act.differences:
            words = say(
                "The manual pairing differs from the one under the rules: {difference}.",
                difference=difference,
            )
            yield require_confirmation(article, words)


@limit_rule_to_fide_mode
def note_reversed_manual_colours(question: Question, article: str) -> Iterator[Objection]:
    """Note a manual pair in which both players would prefer the opposite colours."""
    act = question.act
    if not isinstance(act, actions.ChangeManual):
        return
    rows = outcomes(
        build_tournament(question.event, section_before_round(question.section, act.round))
    )
    for table in act.tables:
        preferred = (
            colour_preference(colours_played(rows[n])).colour for n in (table.white, table.black)
        )
        if (*preferred,) == (Colour.BLACK, Colour.WHITE):
            words = say(
                "{white} (#{white_number}) and {black} (#{black_number}) would both get their "
                "preferred colour if their colours were reversed.",
                white=question.section.competitor(table.white).name,
                white_number=table.white,
                black=question.section.competitor(table.black).name,
                black_number=table.black,
            )
            yield note_for_arbiter(article, words)


FIDE_MODE: tuple[Rule, ...] = (
    ask_twice_before_leaving_fide_mode,
    forbid_changing_number_of_rounds,
    forbid_late_pair_restrictions,
    forbid_unfair_scoring_scale,
    forbid_impossible_game_results,
    ask_to_confirm_second_half_point_bye,
    ask_to_confirm_manual_pairing_differences,
    note_reversed_manual_colours,
)
FIDE_MODE_WITHOUT_COLOURS = tuple(
    rule for rule in FIDE_MODE if rule is not note_reversed_manual_colours
)
"""The FIDE mode rules for systems without the colour preferences of the Dutch system."""
