"""The FIDE Lim system, which pairs scoregroups from the top and the bottom toward the median."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
