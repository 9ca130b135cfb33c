"""The parts of the Canadian pairing rules that individual and team Swiss events share."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
