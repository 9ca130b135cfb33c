"""What lots are drawn for before the entries have numbers, as they are recorded."""

EQUAL_RATINGS = "equal ratings"
"""Arranges entrants with equal ratings and entrants without any."""
PAIRING_NUMBERS = "pairing numbers"
"""Its first competitor has number 1 of the table."""
