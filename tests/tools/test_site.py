"""The documentation as web pages: built without a warning, and without dead links to code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_site_is_built_with_the_library_reference(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "api.html").read_text("utf-8")
    assert "Pair the next round and return it with its reasons" in reference
    assert "A tournament with all facts that the rules may use." in reference
    articles = (tmp_path / "regulations" / "dubov_1997.html").read_text("utf-8")
    assert "ratings.rating_or_default" in articles
    assert "/src/topboard" not in articles
