"""Commands without their optional packages say what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from topboard.cli.exit_codes import FILE

WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
from topboard.cli import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("uvicorn", "desk", ["serve", "events"]),
        ("markupsafe", "desk", ["publish", "event.topboard", "pages"]),
        ("argon2", "desk", ["host", "export", "folder", "all.zip"]),
        ("argon2", "desk", ["host", "import", "folder", "all.zip"]),
        ("mcp", "mcp", ["mcp"]),
    ],
)
def test_a_missing_package_is_reported_with_the_extra_that_installs_it(
    package: str, extra: str, arguments: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == FILE
    assert f"pip install 'topboard[{extra}]'" in done.stderr
    assert f"({package} is missing)" in done.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["host", "check", "postgresql://localhost/chess"],
        ["host", "set-up", "postgresql://localhost/chess"],
        ["host", "member", "postgresql://localhost/chess", "cfc"],
        ["serve", "postgresql://localhost/chess"],
        ["event", "show", "postgresql://localhost/chess#open"],
    ],
    ids=" ".join,
)
def test_the_server_without_its_packages_says_what_to_install(
    arguments: list[str], tmp_path: Path
) -> None:
    # Which one is imported first depends on the command; an installation has both or neither.
    package = "sqlalchemy" if "check" in arguments else "psycopg"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == FILE
    assert "pip install 'topboard[hosted]'" in done.stderr
    assert "unexpected" not in done.stderr
    assert "ModuleNotFoundError" not in done.stderr
