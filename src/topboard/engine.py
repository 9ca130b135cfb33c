"""The program ``topboard-engine``, which pairing programs start once per round."""

from __future__ import annotations

import gc
import os

from topboard.cli.engine import main


def program() -> None:
    """Answer one request and exit.

    Starting and stopping the process takes at least as long as pairing a round of fifty players.
    Garbage collection is switched off, because one round never needs enough memory to make it
    worthwhile. The process exits at once, without the interpreter's usual cleanup.
    """
    gc.disable()

    os._exit(main())
