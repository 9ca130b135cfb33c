"""The API and the HTTP engine tried out from their own OpenAPI descriptions, by schemathesis."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.desk_client import event_with_round, serve_app
from topboard.questions.workers import Limits
from topboard.web.engine.app import create_engine_app

KNOWN = '[parameters]\nevent = "spring-open"\nsection = "main"\n'
NOT_ASKED = "positive_data_acceptance"
"""An act may be well written and still against an article, and so may an event."""
NULLS_ACCEPTED = "negative_data_rejection"
"""Readers of events take null for a value that is left out."""


def run_schemathesis(description: str, folder: Path, *options: str) -> str:
    """Send requests made from a description, and return the report; nothing may have failed."""
    done = subprocess.run(
        [
            Path(sys.executable).parent / "schemathesis",
            "--config-file",
            folder / "schemathesis.toml",
            "run",
            description,
            "--seed=1",
            "--no-color",
            *options,
        ],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def test_no_request_generated_from_the_description_breaks_the_desk(address, visitor, tmp_path):
    event_with_round(visitor, "dubov_1997")
    (tmp_path / "schemathesis.toml").write_text(KNOWN)

    report = run_schemathesis(
        f"{address}/api/v1/openapi.json",
        tmp_path,
        "--phases=coverage,fuzzing",
        "--max-examples=8",
        f"--exclude-checks={NOT_ASKED}",
    )

    assert "Operations:       13 selected / 13 total" in report


@pytest.mark.thorough
def test_no_request_generated_from_the_description_breaks_the_engine(tmp_path):
    (tmp_path / "schemathesis.toml").write_text("")

    with serve_app(create_engine_app(Limits())) as address:
        report = run_schemathesis(
            f"{address}/v1/openapi.json",
            tmp_path,
            "--phases=examples,fuzzing",
            "--max-examples=4",
            f"--exclude-checks={NOT_ASKED},{NULLS_ACCEPTED}",
        )

    assert "Operations:       8 selected / 8 total" in report
