"""What the exit codes of the command mean; host programs rely on them."""

DONE = 0
NO_PAIRING = 1
DIFFERENCE = 1
UNEXPECTED = 2
BAD_INPUT = 3
TOO_LARGE = 4
FILE = 5
