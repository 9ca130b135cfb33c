"""Brackets that take upfloaters, as in the Swiss Team System and the Double-Swiss System.

The bye is given first. Then the participants with the highest score still to be paired, the
top-scoregroup, are joined by upfloaters (``upfloater_sets``) and paired with them
(``identifiers``), until all are paired (``brackets``). ``bracket_reasons`` explains the pairing,
and ``why_not`` gives the reasons why two participants do not meet.

An edition provides a ``FideField`` of all participants to be paired and its ``UpfloaterTerms``:

- Each ``FidePlayer`` has ``points`` (the pairing score), ``colours`` and ``unplayed`` (matches
  played and missed), ``barred`` (the obstacle to the bye), ``floats`` (``up_last`` and
  ``down_last``, which are treated alike) and ``preference``, never an absolute one.
- The ``FideField`` has ``closed`` (participants who may not meet) and ``kinds``, which are equal
  for two participants whose colours fare the same in every pair (both are made by
  ``players.build_field_from_history``).
- The ``UpfloaterTerms`` define the criteria for colours and how a pair falls short of them, the
  number of last rounds in which floats are ignored, how the following scoregroup is judged, and
  the articles.
"""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bracket_reasons", "why_not")
