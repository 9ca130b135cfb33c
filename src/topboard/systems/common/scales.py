"""A scale that the text fixes: an event that counts otherwise is not one of these rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import fields
from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model.scoring import in_force
from topboard.text.numbers import format_decimal

if TYPE_CHECKING:
    from topboard.model import Scale, Tournament


def refuse_other_scale(tournament: Tournament, usual: Scale, article: str, *, teams: bool) -> None:
    """Refuse an event that counts otherwise than the text.

    A scale that says what the text says, or leaves it open, may stand.
    """
    announced = tournament.match_scale if teams else tournament.game_scale
    counts = in_force(announced, usual)
    others = [
        f"{one.name.replace('_', ' ')} {format_decimal(said)} (here {format_decimal(due)})"
        for one in fields(usual)
        if (said := getattr(counts, one.name)) != (due := getattr(usual, one.name))
    ]
    if others:
        what = worded("these rules have a scale of their own ({article})", article=article)
        remedy = worded("leave the scale out, or choose another system")
        where = "match_scale" if teams else "game_scale"
        raise BadInput([Problem(what, where, ", ".join(others), remedy)])
