"""The exit codes of the command, which host programs rely on."""

DONE = 0
NO_PAIRING = 1
DIFFERENCE = 1
UNEXPECTED = 2
BAD_INPUT = 3
TOO_LARGE = 4
FILE = 5
DIFFERENCE_ASKED_FOR = 6
"""An exit code of the engine, which normally shows differences only in its report."""
