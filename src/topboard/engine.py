"""The program ``topboard-engine``, which pairing programs start once per round."""

from __future__ import annotations

import gc
import os

from topboard.cli.engine import main


def program() -> None:
    """Answer one request and exit.

    Most of the time is spent on starting and stopping; pairing a round of fifty players takes no
    longer. One round never needs so much memory that garbage collection pays off, and the process
    exits immediately instead of shutting down module by module.
    """
    gc.disable()

    os._exit(main())
