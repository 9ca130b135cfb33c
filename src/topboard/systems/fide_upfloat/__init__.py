"""Brackets that take competitors from below: the way in which the Swiss Team System and the
Double-Swiss System pair a round.

The bye is given first. Then those with the highest score still to be paired, the
top-scoregroup, are joined by upfloaters (``sets``) and paired with them (``identifiers``), until
nobody is left (``brackets``). ``account`` says why, ``between`` what stands between two.

An edition gives a ``Roll`` of everybody to be paired and its ``UpfloaterTerms``:

- of each ``Profile``: ``points`` (the pairing score), ``colours`` and ``unplayed`` (matches played
  and missed), ``barred`` (what keeps the bye from it), ``floats`` (``up_last`` and ``down_last``;
  which of the two does not matter) and ``preference``, never an absolute one;
- of the ``Roll``: ``closed`` (who may not meet) and ``kinds``, the same for two whose colours fare
  the same in every pair (``profiles.roll_of`` makes both);
- of the ``UpfloaterTerms``: which criteria for colours it has and how a pair falls short of them,
  in how many of the last rounds floats are not looked at, how the following scoregroup is judged,
  and the articles.
"""
