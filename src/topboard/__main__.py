"""Entry point of ``python -m topboard``, which runs the command ``topboard``."""

import sys

from topboard.cli import main

if __name__ == "__main__":
    sys.exit(main())
