"""The FIDE systems that pair with upfloaters: the Swiss Team System and the Double-Swiss System.

The bye is allocated first. The participants with the highest score form the top-scoregroup. The
upfloaters that join it are chosen (``upfloater_sets``), and the resulting bracket is paired
(``identifiers``). This is repeated until all participants are paired (``brackets``). The reasons
are built by ``bracket_reasons`` and ``why_not``.

Each system provides a ``FideField`` and ``UpfloaterCriteriaAndArticles``:

- Each ``FidePlayer`` of the field has ``points`` (the pairing score), ``colours``, ``unplayed``
  (the number of unplayed matches), ``barred`` (the obstacle to the bye), ``floats`` (``up_last``
  and ``down_last``, which are treated alike) and a ``preference``, which is never absolute.
- The ``FideField`` has ``closed`` (the participants who may not meet) and ``kinds``.
  Participants of the same kind have the same colour costs in every pair. Both are built by
  ``players.build_field_from_history``.
- The ``UpfloaterCriteriaAndArticles`` contain the colour criteria, the function that counts
  colour faults in a pair, the number of final rounds in which floats are ignored, the rule on the
  following scoregroup, and the articles.
"""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "bracket_reasons", "why_not")
