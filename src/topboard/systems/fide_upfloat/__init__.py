"""Brackets that take upfloaters, as in the Swiss Team System and the Double-Swiss System.

The bye is given first. Then the participants with the highest score still to be paired, the
top-scoregroup, are joined by upfloaters (``upfloater_sets``) and paired with them
(``identifiers``), until nobody is left (``brackets``). ``bracket_reasons`` explains the pairing,
and ``why_not`` tells what keeps two participants apart.

An edition gives a ``Roll`` of everybody to be paired and its ``UpfloaterTerms``:

- Each ``PlayerState`` has ``points`` (the pairing score), ``colours`` and ``unplayed`` (matches
  played and missed), ``barred`` (what keeps the bye from it), ``floats`` (``up_last`` and
  ``down_last``, of which it does not matter which) and ``preference``, never an absolute one.
- The ``Roll`` has ``closed`` (who may not meet) and ``kinds``, which are the same for two whose
  colours fare the same in every pair (``players.roll_from`` makes both).
- The ``UpfloaterTerms`` tell which criteria for colours there are and how a pair falls short of
  them, in how many of the last rounds floats are ignored, how the following scoregroup is judged,
  and the articles.
"""
