"""The program ``topboard-engine``, which host programs start once a round."""

from __future__ import annotations

import gc
import os

from topboard.cli.engine import main


def program() -> None:
    """Answer one request and end.

    The time is that of the start and the end: a round of fifty players takes no longer. What one
    round needs is never so much that memory had to be looked through for what can be given back,
    and the process is ended as it stands, not taken down module by module.
    """
    gc.disable()

    os._exit(main())
