"""The API tried out from its own OpenAPI description, by schemathesis."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.web.desk_client import event_with_round

KNOWN = '[parameters]\nevent = "spring-open"\nsection = "main"\n'
NOT_ASKED = "positive_data_acceptance"
"""An act may be well written and still against an article."""


def test_no_request_made_from_the_description_breaks_it(address, visitor, tmp_path):
    event_with_round(visitor, "dubov_1997")
    (tmp_path / "schemathesis.toml").write_text(KNOWN)

    done = subprocess.run(
        [
            Path(sys.executable).parent / "schemathesis",
            "--config-file",
            tmp_path / "schemathesis.toml",
            "run",
            f"{address}/api/v1/openapi.json",
            "--phases=coverage,fuzzing",
            "--max-examples=8",
            "--seed=1",
            "--no-color",
            f"--exclude-checks={NOT_ASKED}",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "Operations:       13 selected / 13 total" in done.stdout
