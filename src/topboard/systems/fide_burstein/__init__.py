"""The FIDE Burstein system, in which players are ranked by the opponents they have met."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bracket_reasons")
