"""The exit codes of the commands, which host programs rely on."""

DONE = 0
NO_PAIRING = 1
DIFFERENCE = 1
UNEXPECTED = 2
BAD_INPUT = 3
TOO_LARGE = 4
FILE = 5
DIFFERENCE_ASKED_FOR = 6
"""The engine's exit code for differences if ``--strict-check`` is given.

Otherwise differences appear only in its report.
"""
