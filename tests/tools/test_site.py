"""The documentation as web pages: built without a warning, and without dead links to code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tools import site

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
    redirect = (tmp_path / "decisions" / "lim-bye.html").read_text("utf-8")
    assert 'content="0; url=../interpretations/lim-bye.html"' in redirect


def test_every_former_address_leads_to_the_page_at_its_new_one(tmp_path: Path) -> None:
    pages = ("index.html", "a.html", "deep/b.html")
    for name in pages:
        page = tmp_path / "interpretations" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("")

    site.on_post_build(config={"site_dir": str(tmp_path)})

    for name in pages:
        former = tmp_path / "decisions" / name
        found = re.search('url=([^"]+)"', former.read_text("utf-8"))
        assert found, name
        assert (former.parent / found[1]).resolve() == tmp_path / "interpretations" / name
