"""Rules and data structures that FIDE's Swiss systems share."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "bye_reasons", "check_list", "explained_pairing")
