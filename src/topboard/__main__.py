"""``python -m topboard`` is the command ``topboard``."""

import sys

from topboard.cli import main

if __name__ == "__main__":
    sys.exit(main())
