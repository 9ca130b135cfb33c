"""The FIDE systems that pair with upfloaters: the Swiss Team System and the Double-Swiss System.

The bye is allocated first. Then the participants with the highest score, the top-scoregroup, are
joined by upfloaters (``upfloater_sets``) and paired with them (``identifiers``). This is repeated
until all participants are paired (``brackets``). ``bracket_reasons`` explains the pairing, and
``why_not`` gives the reasons why two participants do not meet.

Each system provides a ``FideField`` with the participants to be paired, and ``UpfloaterTerms``:

- Each ``FidePlayer`` has ``points`` (the pairing score), ``colours`` and ``unplayed`` (matches
  played and missed), ``barred`` (the obstacle to the bye), ``floats`` (``up_last`` and
  ``down_last``, which are treated alike) and a ``preference``, which is never absolute.
- The ``FideField`` has ``closed`` (participants who may not meet) and ``kinds``. Participants of
  the same kind have the same colour costs in every pair. ``players.build_field_from_history``
  builds both.
- The ``UpfloaterTerms`` give the colour criteria and count how many participants of a pair do not
  meet them. They also give the number of final rounds in which floats are ignored, the effect of
  the following scoregroup, and the articles.
"""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bracket_reasons", "why_not")
