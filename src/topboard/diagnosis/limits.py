"""The limits of a search, so that it ends in time whatever the size of the event."""

from __future__ import annotations

MOST_TRIALS = 2_000
"""The number of pairings tried for one round."""
MOST_WORK = 300_000
"""The number of trials times participants for one round, so that large events end in time."""
FEWEST_TRIALS = 60


def trials_for(participants: int) -> int:
    """Return the largest number of trials for a round of an event with this many participants."""
    return min(MOST_TRIALS, max(FEWEST_TRIALS, MOST_WORK // max(1, participants)))
