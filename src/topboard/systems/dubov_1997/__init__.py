"""The Dubov system of 1997, which pairs each scoregroup in a White column and a Black column."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
