"""``topboard publish``: the pages as files, complete and without a server."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import urldefrag

import pytest

from tests.playground.test_links import read_link
from tests.skipping import not_on_windows
from topboard.cli import main
from topboard.web.folder_repository import SUFFIX


@pytest.fixture
def journal(folder) -> str:
    (found,) = folder.glob(f"*{SUFFIX}")
    return str(found)


def test_all_links_in_the_files_lead_to_files(journal, tmp_path) -> None:
    site = tmp_path / "site"

    assert main(["publish", journal, str(site), "--address", "https://example.org/cup"]) == 0

    pages = list(site.rglob("*.html"))
    assert len(pages) > 60
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src|data-next)="([^"]+)"', text):
            target, _ = urldefrag(link)
            assert not target.startswith(("/", "http")), link
            assert not target or (page.parent / target).is_file(), f"{page}: {link}"
        assert "data-news" not in text
    assert "https://example.org/cup/open/index.html" in (site / "open/qr.svg").read_text()


def test_without_an_address_there_are_no_qr_codes(journal, tmp_path) -> None:
    main(["publish", journal, str(tmp_path)])

    assert not list(tmp_path.rglob("qr.svg"))
    assert "qr.svg" not in (tmp_path / "open" / "index.html").read_text(encoding="utf-8")


def test_the_reasons_for_a_round_link_to_the_page_that_checks_it(journal, tmp_path, capsys) -> None:
    page = "https://example.org/playground/"
    site = tmp_path / "site"

    assert main(["publish", journal, str(site), "--playground", page]) == 0

    reasons = sorted((site / "open").glob("reasons-*.html"))
    assert len(reasons) > 1
    for number, one in enumerate(reasons, start=1):
        found = re.findall(rf'href="({page}#[^"]+)"', one.read_text(encoding="utf-8"))
        event, fields = read_link(unescape(found[0]))
        assert fields["round"] == [str(number)]
        assert event.published is not None
        assert len(event.rounds) == number - 1
    with_link = reasons[0].read_text(encoding="utf-8")
    assert main(["publish", journal, str(site)]) == 0
    assert page not in reasons[0].read_text(encoding="utf-8") != with_link

    capsys.readouterr()
    assert main(["publish", journal, str(site), "--playground", "example.org"]) == 3
    assert "--playground: this is not the web address of a page" in capsys.readouterr().err


def test_obsolete_pages_are_removed_and_other_files_are_left_alone(journal, tmp_path) -> None:
    main(["publish", journal, str(tmp_path)])
    (tmp_path / "open" / "who-99.html").write_text("old")
    (tmp_path / "mine.html").write_text("not of the event")
    record = tmp_path / ".topboard-pages"
    record.write_text(record.read_text() + "open/who-99.html\n../outside.html\n")
    (tmp_path.parent / "outside.html").write_text("elsewhere")

    main(["publish", journal, str(tmp_path)])

    assert not (tmp_path / "open" / "who-99.html").exists()
    assert (tmp_path / "mine.html").exists()
    assert (tmp_path.parent / "outside.html").exists()


def test_the_same_event_gives_the_same_files(journal, tmp_path) -> None:
    for name in ("a", "b"):
        main(["publish", journal, str(tmp_path / name)])

    for path in (tmp_path / "a").rglob("*.html"):
        twin = tmp_path / "b" / path.relative_to(tmp_path / "a")
        assert path.read_bytes() == twin.read_bytes()


def test_a_file_that_is_not_a_journal_is_refused(tmp_path, capsys) -> None:
    (tmp_path / "x.txt").write_text("nothing")

    assert main(["publish", str(tmp_path / "x.txt"), str(tmp_path / "site")]) == 5
    assert "x.txt" in capsys.readouterr().err


def test_a_hosted_event_is_published_like_one_from_a_file(journal, tmp_path, database) -> None:
    assert main(["host", "set-up", database]) == 0
    copy = tmp_path / "copy.topboard"
    copy.write_bytes(Path(journal).read_bytes())
    assert main(["event", "visibility", str(copy), "public"]) == 0
    assert main(["publish", str(copy), str(tmp_path / "a")]) == 0
    assert main(["event", "move", str(copy), f"{database}#cup"]) == 0

    assert main(["publish", f"{database}#cup", str(tmp_path / "b")]) == 0

    for path in (tmp_path / "a").rglob("*.*"):
        assert path.read_bytes() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes()


@not_on_windows("a program cannot be interrupted from outside there")
def test_a_continuous_publisher_finishes_its_publication_when_stopped(journal, tmp_path) -> None:
    copy = tmp_path / "copy.topboard"
    copy.write_bytes(Path(journal).read_bytes())
    command = [sys.executable, "-m", "topboard", "publish", str(copy), str(tmp_path / "site")]
    with subprocess.Popen([*command, "--follow", "--every", "0"], stdout=subprocess.PIPE) as run:
        first = run.stdout.readline().decode()
        added = ["event", "section", str(copy), "Blitz", "--system", "dubov_1997", "--rounds", "5"]
        assert main(added) == 0
        second = run.stdout.readline().decode()
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 0

    last = json.loads((tmp_path / "site" / "latest.json").read_text())["entry"]
    assert first.startswith(f"Journal entry {last - 1}: ")
    assert re.match(rf"Journal entry {last}: sent \d+ of \d+ files", second)
    assert (tmp_path / "site" / "blitz" / "index.html").exists()
    assert (tmp_path / "site" / f"entry_{last}" / "index.html").exists()
