"""The ``topboard study`` command, which compares formats on many random events."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path

from topboard.analysis.batches import refuse_impossible, remaining, run
from topboard.analysis.study.chunks import build_chunk_files, chunks_of
from topboard.analysis.study.plan import study_in
from topboard.analysis.study.summary import Summary, as_markdown, plot, summary_of
from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import show_json
from topboard.cli.streams import speak
from topboard.cli.terminal import show
from topboard.formats.files import write_target
from topboard.messages import say


def study(request: Namespace) -> int:
    """Play the events that have not been played yet, and print a summary of all."""
    cluster = request.dask or ""
    refuse_impossible(request.jobs, cluster)
    asked = study_in(request.file)
    folder = Path(request.folder or f"{Path(request.file).stem}-events")
    chunks = chunks_of(asked)
    every = len(chunks)
    done = every - len(remaining(folder, chunks))
    if done:
        speak(say("{done} of {chunks} parts were there already", done=done, chunks=every))
    for chunk in run(folder, chunks, partial(build_chunk_files, asked), request.jobs, cluster):
        done += 1
        speak(say("{done} of {chunks}: {case}", done=done, chunks=every, case=chunk.case.name))
    found = summary_of(asked, folder)
    _keep(found, folder)
    if request.json:
        show_json(_plain(found))
    else:
        show(as_markdown(found).splitlines())
    return DONE


def _keep(found: Summary, folder: Path) -> None:
    """Write the summary table and a chart of each figure to the folder of the events."""
    write_target(as_markdown(found), folder / "summary.md")
    for figure in found.figures:
        write_target(plot(found, figure).svg + "\n", folder / f"{figure.key}.svg")


def _plain(found: Summary) -> dict[str, object]:
    return {
        "study": found.name,
        "events": found.events,
        "cases": [case.name for case in found.cases],
        "figures": [
            {
                "figure": figure.key,
                "title": figure.title,
                "values": [[e.value, e.low, e.high] for e in figure.by_case],
            }
            for figure in found.figures
        ],
    }
