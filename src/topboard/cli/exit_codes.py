"""What the exit codes of the command mean; host programs rely on them."""

DONE = 0
NO_PAIRING = 1
DIFFERENCE = 1
UNEXPECTED = 2
BAD_INPUT = 3
TOO_LARGE = 4
FILE = 5
DIFFERENCE_ASKED_FOR = 6
"""Of the engine, which as a rule tells differences only in its report."""
