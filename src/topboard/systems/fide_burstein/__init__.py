"""The Burstein system, in which players of equal score should have met equal opposition."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bracket_reasons")
