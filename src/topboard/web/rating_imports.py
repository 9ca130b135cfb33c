"""Imports of uploaded rating lists in the background, one at a time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread

from topboard.errors import Problem, Refused, TopboardError
from topboard.messages import say
from topboard.storage.rating_lists import ListImport, RatingLists
from topboard.web.desk_remedies import replace_command_remedies
from topboard.web.jobs import list_failure_problems

LOG = logging.getLogger("topboard.ratings")


@dataclass(slots=True)
class RatingImport:
    """An import of a rating list, with its progress and its outcome."""

    source: str
    count: int = 0
    """The number of players read so far."""
    outcome: ListImport | None = None
    problems: Sequence[Problem] = ()
    running: bool = True


@dataclass(slots=True)
class RatingImports:
    """The imports of rating lists at a desk. The last one is kept until the desk closes."""

    lists: RatingLists
    last: RatingImport | None = None
    _lock: Lock = field(default_factory=Lock)

    def copy_last(self) -> RatingImport | None:
        """Return the last import as it is now, while its thread goes on."""
        last = self.last
        # Whether it is running is read first: once it is not, nothing else changes.
        return last and replace(last, running=last.running)

    def start_import(self, folder: TemporaryDirectory[str], kind: str, period: str) -> RatingImport:
        """Import the only file in a temporary folder, which is deleted at the end.

        Raise ``Refused`` if another import is running.
        """
        (path,) = Path(folder.name).iterdir()
        with self._lock:
            if self.last is not None and self.last.running:
                remedy = say("Wait until it has finished.")
                raise Refused([Problem(say("A rating list is being imported."), remedy=remedy)])
            self.last = started = RatingImport(path.name)
        # The messages are in the language of the user who started the import.
        work = copy_context().run, self._run_import, started, folder, str(path), kind, period
        Thread(target=work[0], args=work[1:], name="rating list", daemon=True).start()
        return started

    def _run_import(
        self,
        started: RatingImport,
        folder: TemporaryDirectory[str],
        path: str,
        kind: str,
        period: str,
    ) -> None:
        def report(count: int) -> None:
            started.count = count

        try:
            with folder:
                started.outcome = self.lists.import_list(
                    path, kind=kind, period=period, told=report
                )
        except TopboardError as error:
            problems = getattr(error, "problems", None) or [Problem(str(error))]
            started.problems = replace_command_remedies(problems)
        except Exception as error:
            # Users waiting for the import must learn of any failure.
            LOG.exception("a rating list could not be imported")
            started.problems = list_failure_problems(error)
        finally:
            started.running = False
