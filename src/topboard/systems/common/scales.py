"""The check that an event uses the points that the rules prescribe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import fields
from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model.scoring import complete_scoring_scale
from topboard.text.numbers import format_decimal

if TYPE_CHECKING:
    from topboard.model import Scale, Tournament


def refuse_nonstandard_scoring_scale(
    tournament: Tournament, usual: Scale, article: str, *, teams: bool
) -> None:
    """Raise ``BadInput`` if the event's points for results differ from those in the rules.

    Points that the event leaves open are taken from the rules.
    """
    announced = tournament.match_scale if teams else tournament.game_scale
    counts = complete_scoring_scale(announced, usual)
    others = [
        f"{one.name.replace('_', ' ')} {format_decimal(said)} (rules: {format_decimal(due)})"
        for one in fields(usual)
        if (said := getattr(counts, one.name)) != (due := getattr(usual, one.name))
    ]
    if others:
        what = worded("the rules prescribe the points for each result ({article})", article=article)
        remedy = worded("Leave the points unset, or choose a different system.")
        where = "match_scale" if teams else "game_scale"
        raise BadInput([Problem(what, where, ", ".join(others), remedy)])
