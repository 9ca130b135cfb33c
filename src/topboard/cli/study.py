"""The ``topboard study`` command, which compares tournament formats on many random events."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path

from topboard.analysis.batches import (
    find_missing_chunks,
    process_missing_chunks,
    refuse_invalid_workers,
)
from topboard.analysis.study.chunks import build_chunk_files, chunks_by_file_name
from topboard.analysis.study.plan import load_study
from topboard.analysis.study.summary import (
    Summary,
    format_markdown_table,
    plot_statistic,
    summarize_study,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.streams import print_message
from topboard.cli.terminal import print_lines
from topboard.formats.files import write_file_or_stream
from topboard.messages import say


def run_study(request: Namespace) -> int:
    """Simulate the events that are still missing, and print a summary of the whole study."""
    cluster = request.dask or ""
    refuse_invalid_workers(request.jobs, cluster)
    asked = load_study(request.file)
    folder = Path(request.folder or f"{Path(request.file).stem}-events")
    chunks = chunks_by_file_name(asked)
    every = len(chunks)
    done = every - len(find_missing_chunks(folder, chunks))
    if done:
        print_message(
            say("{done} of {chunks} parts were already finished", done=done, chunks=every)
        )
    for chunk in process_missing_chunks(
        folder, chunks, partial(build_chunk_files, asked), request.jobs, cluster
    ):
        done += 1
        print_message(
            say(
                "Finished part {done} of {chunks}: {case}",
                done=done,
                chunks=every,
                case=chunk.case.name,
            )
        )
    found = summarize_study(asked, folder)
    _write_summary_files(found, folder)
    if request.json:
        print_value_as_json(_study_summary_to_json(found))
    else:
        print_lines(format_markdown_table(found).splitlines())
    return DONE


def _write_summary_files(found: Summary, folder: Path) -> None:
    """Write the summary table and a chart of each statistic to the folder of the study."""
    write_file_or_stream(format_markdown_table(found), folder / "summary.md")
    for statistic in found.statistics:
        write_file_or_stream(
            plot_statistic(found, statistic).svg + "\n", folder / f"{statistic.key}.svg"
        )


def _study_summary_to_json(found: Summary) -> dict[str, object]:
    return {
        "study": found.name,
        "events": found.events,
        "cases": [case.name for case in found.cases],
        "figures": [
            {
                "figure": statistic.key,
                "title": statistic.title,
                "values": [[e.value, e.low, e.high] for e in statistic.by_case],
            }
            for statistic in found.statistics
        ],
    }
