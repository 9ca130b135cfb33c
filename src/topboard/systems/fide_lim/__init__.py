"""The FIDE Lim system, which pairs scoregroups from the top and the bottom toward the median."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "why_not")
