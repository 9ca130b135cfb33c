"""The digests of answers: the same for the same program, different where an answer moved."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tools.digests.__main__ import list_changes, main, take
from tools.digests.cases import DOCUMENTS, OPTIONS, VERBS, all_cases, generated_cases
from tools.digests.desk import PageResponse, forms_in, remove_random_values
from tools.digests.pages import aspects_of_page, walk
from tools.digests.program import Program, without_now
from topboard.cli import main as command
from topboard.documents.catalog import PAPERS
from topboard.systems.registry import SYSTEMS, system
from topboard.web.app import create_app
from topboard.web.folder_repository import FolderRepository

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"


def test_every_option_of_every_system_has_events() -> None:
    asked = {
        name: {one.partition("=")[0] for kind in kinds for one in kind}
        for name, kinds in OPTIONS.items()
    }
    there = {name: {one.name for one in system(name).variations} for name in SYSTEMS}
    # Two options of the Canadian Swiss are about teams only.
    there["cfc_swiss"] -= {"643", "644"}

    assert asked == {name: options for name, options in there.items() if options}


def test_an_event_with_each_option_can_be_generated(tmp_path: Path) -> None:
    program = Program(ROOT, tmp_path)
    told = {
        name: dict([next(iter(case(program)))])["generated"]
        for name, case in generated_cases([*OPTIONS], 1)
    }
    program.close()

    assert len(told) >= 2 * sum(len(kinds) for kinds in OPTIONS.values())
    # 1: it ends where a round cannot be paired.
    assert {name: words for name, words in told.items() if words[0] not in "01"} == {}


def test_every_document_is_requested() -> None:
    assert {*DOCUMENTS} == {*PAPERS}


def test_every_fixture_and_every_system_has_a_case() -> None:
    names = [name for name, _ in all_cases([*SYSTEMS], FIXTURES, 1)]
    journals = len([*FIXTURES.rglob("*.topboard")])

    assert len(names) == len({*names})
    assert {*SYSTEMS} < {name.split()[0] for name in names}
    assert sum(name.startswith("journal ") for name in names) == journals
    assert sum(name.startswith("desk ") for name in names) >= len(SYSTEMS)
    for kind in ("fide/dutch", "fide/team", "olympiads", "trf", "standings"):
        assert any(name.startswith(f"fixture {kind}/") for name in names), kind


@pytest.fixture(scope="module")
def copy_of_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a checkout in which one sentence is different."""
    checkout = tmp_path_factory.mktemp("checkout")
    shutil.copy(ROOT / "pyproject.toml", checkout)
    shutil.copytree(
        ROOT / "src", checkout / "src", ignore=shutil.ignore_patterns("__pycache__", "languages")
    )
    titles = checkout / "src" / "topboard" / "systems" / "fide_lim" / "fide_lim_2026.py"
    text = titles.read_text("utf-8")
    assert "FIDE Lim system, from February 2026" in text
    titles.write_text(text.replace("FIDE Lim system, from", "FIDE's Lim system, from"), "utf-8")
    return checkout


def test_two_checkouts_are_compared_using_their_own_programs(
    copy_of_checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["compare-checkouts", str(ROOT), str(copy_of_checkout), "--only", "words itself"]

    assert main([*asked, "--every"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "words itself: systems" in told
    assert "words itself: systems as text" in told
    assert not any("help" in line for line in told)
    assert told[-1].endswith("2 moved")


def test_the_same_program_gives_the_same_digests() -> None:
    only = "cfc_team_round_robin 1"

    one, other = (take(ROOT, FIXTURES, events=1, processes=1, only=only) for _ in range(2))

    assert one == other
    asked = {aspect.split(": ")[-1] for aspect in one[only]}
    assert {"pairs", "reasons", "sentences", "why not", "tie-breaks", "check", "trf26"} <= asked


def test_a_journal_is_verified_and_replayed_and_its_pages_are_read() -> None:
    only = "journal evidence/cfc_round_robin"

    closed, event = take(ROOT, FIXTURES, events=1, processes=1, only=only).values()

    assert {"verify", "verify by proof", "replay 1", "export trf26"} < {*event}
    asked = {"verify", "document standings: text", "published index.html: text"}
    assert {*asked, "published index.html: links"} < {*closed}


def answers_of(only: str, folder: Path) -> dict[str, list[str]]:
    """Return the answers of one case."""
    take(ROOT, FIXTURES, events=1, processes=1, only=only, answers=folder)
    (path,) = folder.iterdir()
    found: dict[str, list[str]] = json.loads(path.read_text("utf-8"))
    return found


def test_documents_are_also_read_as_pdf(tmp_path: Path) -> None:
    found = answers_of("journal evidence/fide_dutch_2026/closed", tmp_path)

    assert {f"printed {name}: ended" for name in DOCUMENTS} < {*found}
    (sheet,) = found["printed standings: text"]
    assert "Buchholz" in sheet
    assert "%PDF" not in sheet


def test_an_event_is_run_at_the_desk_through_its_forms(tmp_path: Path) -> None:
    found = answers_of("forms fide_dutch_2026", tmp_path)

    statuses = {step: texts[0].split()[0] for step, texts in found.items() if "status" in step}
    refused = {step.partition(":")[0] for step, status in statuses.items() if status != "200"}
    assert refused == {
        "entries refused",
        "result refused 1",
        "result refused 2",
        "result refused 3",
        "one is away",
        "by hand, one turned",
        "by hand, published",
        "undone",
        "closed",
    }
    assert "Round 1 is paired but not published yet." in found["paired 1: text"][0]
    assert "3 results were saved." in found["results 2: text"][0]
    assert "Board 1 was changed." in found["corrected: text"][0]
    assert "The event is closed." in found["closed, confirmed 1: text"][0]
    assert "form post" in found["results 1: fields"][0]


def test_every_address_of_the_web_api_is_requested(tmp_path: Path) -> None:
    described = create_app(FolderRepository(tmp_path / "events")).openapi()["paths"]
    read = [path.removeprefix("/api/v1") for path, verbs in described.items() if "get" in verbs]
    (tmp_path / "answers").mkdir()

    found = answers_of("api olympiad_2022", tmp_path / "answers")

    places = {"event": "by-wire", "section": "a", "number": "1"}
    asked = {aspect.partition("?")[0] for aspect in found}
    assert len(read) >= 10
    assert {f"api {path.format(**places)}" for path in read} <= asked
    taken = {aspect.split(" ", 1)[1] for aspect, texts in found.items() if texts[0][:3] == "201"}
    acts = {"Enter", "CloseEntries", "PairRound", "PublishRound", "EnterResults"}
    assert {*acts, "CorrectResult", "Withdraw"} <= taken


def test_systems_are_compared_and_certified() -> None:
    (found,) = take(ROOT, FIXTURES, events=1, processes=1, only="two fide_dutch").values()

    assert {"compare", "compare as text", "certify"} < {*found}
    assert any(aspect.startswith("certify: differences/") for aspect in found)


def test_a_study_returns_its_figures(tmp_path: Path) -> None:
    found = answers_of("study small", tmp_path)

    assert found["study"][0].startswith("0\n")
    assert any(aspect.endswith(".jsonl") for aspect in found)


def test_the_help_of_every_verb_is_requested(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command(["--help"])
    there = re.findall(r"^    ([a-z]+)(?:\s|$)", capsys.readouterr().out, re.MULTILINE)

    assert {*VERBS} == {*there}


def test_keys_hashes_and_signatures_are_ignored() -> None:
    key, signature = "a3" * 32, "Zm9vYmFy" * 8

    assert remove_random_values(f"key {key}, signed {signature}==") == "key <drawn>, signed <drawn>"
    assert remove_random_values("round 3 of fide_dutch_2026") == "round 3 of fide_dutch_2026"


def test_a_form_sends_unchanged_fields_too() -> None:
    page = (
        "<form method=post action=/go><input name=a value=1><input type=radio name=b value=x>"
        "<input type=radio name=b value=y checked><select name=c><option>one<option selected>two"
        "</select><select name=d><option value=3>three</select><textarea name=e>so</textarea>"
        "<button name=f value=1></form><form method=get><input name=q></form>"
        "<form method=post></form>"
    )

    first, second = forms_in(PageResponse(200, "/here", page))

    assert first.action == "/go"
    assert first.fields == {"a": ["1"], "b": ["y"], "c": ["two"], "d": ["3"], "e": ["so"]}
    assert (second.action, second.fields) == ("/here", {})


def test_changed_missing_and_new_answers_are_found() -> None:
    before = {"a": {"pairs": "1", "trf16": "2"}, "b": {"pairs": "3"}}
    after = {"a": {"pairs": "1", "trf16": "9"}, "c": {"pairs": "4"}}

    assert list(list_changes(before, before)) == []
    assert list(list_changes(before, after)) == [("a", "trf16"), ("b", "pairs"), ("c", "pairs")]


def test_the_comparison_shows_what_changed_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps({"cfc_swiss 1": {"standings": "1"}}))
    after.write_text(json.dumps({"cfc_swiss 1": {"standings": "2"}}))

    assert main(["compare", str(before), str(after)]) == 1
    assert "cfc_swiss                standings           1 moved" in capsys.readouterr().out
    assert main(["compare", str(before), str(before)]) == 0


def test_a_page_is_compared_by_its_visible_content_not_its_markup() -> None:
    one = aspects_of_page(
        "<main class=a><h1>Round 1</h1><a href='/x?v=1f'>Next</a>"
        "<form action=/go><input type=hidden name=t value=abcdefghijklmnopqrstuvwxyz>"
        "<input name=n value=3></form><script>1</script></main>"
    )
    other = aspects_of_page(
        "<div><b>Round</b> 1 <a class=b href='/x?v=2e'>Next</a>"
        "<form action=/go><input type=hidden name=t value=zyxwvutsrqponmlkjihgfedcba>"
        "<input name=n value=3></form></div>"
    )
    changed = aspects_of_page("<p>Round 2 <a href='/x'>Next</a><form action=/go></form></p>")

    assert one == other
    assert one["text"] == "Round 1 Next"
    assert [aspect for aspect in one if one[aspect] != changed[aspect]] == ["text", "fields"]


def test_current_times_are_ignored() -> None:
    now = datetime.now(UTC)

    assert without_now(f"taken in {now.isoformat()}, 2026-06-01") == "taken in <now>, 2026-06-01"
    assert without_now(f"{now:%Y-%m-%d %H:%M}") == "<now>"


def test_a_program_that_ends_is_not_mistaken_for_an_answer(tmp_path: Path) -> None:
    program = Program(ROOT, tmp_path)
    program.process.kill()
    program.process.wait()

    with pytest.raises((RuntimeError, BrokenPipeError)):
        program.ask("systems")
    program.close()


def test_the_tool_imports_no_module_of_the_package() -> None:
    files = sorted((ROOT / "tools" / "digests").glob("*.py"))

    assert len(files) >= 5
    for path in files:
        text = path.read_text("utf-8")
        assert "import topboard" not in text, path.name
        assert "from topboard" not in text, path.name


@contextmanager
def serving_pages(pages: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Serve some pages and give the address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    for name, text in pages.items():
        (tmp_path / name).write_text(text, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_only_some_of_the_links_that_differ_by_a_number_are_followed(
    tmp_path: Path,
) -> None:
    links = "".join(f"<a href=who-{n}.html>{n}</a>" for n in range(1, 9))
    pages = {f"who-{n}.html": f"<p>Player {n}" for n in range(1, 9)}
    pages["index.html"] = f"{links}<a href=gone.html>gone</a><a href=https://other.example/>x</a>"

    with serving_pages(pages, tmp_path) as address:
        found = dict(walk(address))

    assert {page for page in found if page.startswith("/who")} == {
        "/who-1.html",
        "/who-2.html",
    }
    assert found["/who-1.html"]["text"] == "Player 1"
    assert found["/gone.html"]["status"] == "404"


def test_reports_that_name_no_system_are_paired_by_their_folders_system(tmp_path: Path) -> None:
    found = answers_of("fixture fide/dubov/dubov-n08-r5-s9000.trf", tmp_path)

    assert {f"round {number}: pairs" for number in range(1, 6)} < {*found}
    assert json.loads(found["round 1: other"][0])["system"] == "fide_dubov_2026"
