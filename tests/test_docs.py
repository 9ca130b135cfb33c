"""Every example in the README and the docs is run, and every link leads somewhere."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

import topboard
from tests.web.desk_client import serve_app, serve_folder
from tools import interpretations
from tools.articles import read_regulation, read_tests
from tools.tutorials import read_list
from topboard.proof.verify import find_proof_scope
from topboard.systems.registry import SYSTEMS, system
from topboard.web.engine.app import create_engine_app

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ROOT / "tests" / "fixtures"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])
FENCE = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
NOT_RUN = {"curl", "git", "cd", "make", "pip", "pipx"}
ADDRESS = "http://127.0.0.1:8000"
"""Where a desk is in the examples. The tests serve it at a free port."""
HEADINGS = ("Question", "Readings considered", "Choice", "Why", "Where tested")


@dataclass(frozen=True, slots=True)
class Example:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str
    """The block without the spaces by which all of its lines are indented."""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def examples(language: str) -> list[Example]:
    """The blocks in that language, in all pages."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in FENCE.finditer(text):
            line = text.count("\n", 0, block.start()) + 1
            found.append(Example(page, line, block[1], dedent(block[2])))
    return [example for example in found if example.language == language]


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown below it.

    A command continues on the next line after a backslash.
    """
    _, *parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    found = [re.match(r"((?:.*\\\n)*.*)\n?", part) for part in parts]
    return [(one[1], part[one.end() :]) for one, part in zip(found, parts, strict=True) if one]


def same(actual: str, shown: str) -> bool:
    """Whether the output is what the page shows; dots stand for anything."""
    actual, shown = (
        "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"
        for text in (actual, shown)
    )
    return doctest.OutputChecker().check_output(shown, actual, doctest.ELLIPSIS)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the files of the checkout, where examples may leave files of their own."""
    for entry in ROOT.iterdir():
        if not entry.name.startswith("."):
            (tmp_path / entry.name).symlink_to(entry)
    return tmp_path


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a page as a reader would, with the commands of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


PYTHON_PAGES = sorted({example.page for example in examples("python")})


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.name)
def test_python_examples_do_what_they_show(
    page: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a page are one session, as its reader would type them."""
    monkeypatch.chdir(checkout)
    parser = doctest.DocTestParser()
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    session: dict[str, object] = {}
    for example in (one for one in examples("python") if one.page == page):
        test = parser.get_doctest(example.text, session, str(example), str(page), example.line)
        assert test.examples, f"{example}: write the example with >>> and what comes out"
        runner.run(test, out=report.append, clear_globs=False)
        session = test.globs

    assert runner.failures == 0, "".join(report)


CONSOLE_PAGES = sorted({example.page for example in examples("console")})
HOW_TO = ROOT / "docs" / "how-to"


@pytest.fixture(scope="session")
def event_of_how_to_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The event file that the pages in docs/how-to begin with."""
    folder = tmp_path_factory.mktemp("how-to")
    players = [line.replace("; ", ";") for line in read_list("first-open").splitlines()]
    (folder / "players.csv").write_text("\n".join(["name;FIDE;federation", *players]))
    for command in (
        "topboard event new open.topboard 'Lakeside Open' --who Pat --no-key",
        "topboard event section open.topboard Open --system fide_dutch_2026 --rounds 3",
        "topboard event import open.topboard players.csv",
        "topboard event close-entries open.topboard",
        "topboard event lot open.topboard colour --colour white",
        "topboard event pair open.topboard --publish",
    ):
        done = run(command, folder)
        assert done.returncode == 0, done.stdout
    return folder / "open.topboard"


@pytest.mark.parametrize("page", CONSOLE_PAGES, ids=lambda page: page.name)
def test_console_examples_print_what_they_show(
    page: Path, checkout: Path, request: pytest.FixtureRequest
) -> None:
    """The blocks of a page are one session in one folder."""
    if page.parent == HOW_TO:
        shutil.copy(request.getfixturevalue("event_of_how_to_pages"), checkout)
    for example in (one for one in examples("console") if one.page == page):
        run_example(example, checkout)


def run_example(example: Example, folder: Path) -> None:
    """Run the commands of a block and compare what they print and how they end."""
    code = 0
    for command, shown in commands(example.text):
        program = shlex.split(command)[0]
        if program in NOT_RUN:
            continue
        if command == "echo $?":
            assert shown.strip() == str(code), f"{example}: exit code {code}"
            code = 0
            continue
        assert code == 0, f"{example}: the command before '{command}' ended with code {code}"
        done = run(command, folder)
        assert same(done.stdout, shown), f"{example}: $ {command}\n{done.stdout}"
        code = done.returncode
    assert code == 0, f"{example}: the last command ended with code {code}"


def test_the_example_in_another_language_prints_what_its_page_shows(checkout: Path) -> None:
    assert_script_prints_what_its_page_shows("spawnSync", checkout)


def test_the_example_over_http_prints_what_its_page_shows(checkout: Path, tmp_path: Path) -> None:
    with serve_folder(tmp_path / "events") as address:
        assert_script_prints_what_its_page_shows("fetch(", checkout, {ADDRESS: address})


def test_the_requests_to_the_engine_are_answered_as_their_page_shows(checkout: Path) -> None:
    page = ROOT / "docs" / "http-engine.md"
    shown = [one for one in examples("console") if one.page == page]
    asked = [command for example in shown for command in commands(example.text)]
    with serve_app(create_engine_app()) as address:
        for command, answer in asked:
            done = run(command.replace(ADDRESS, address), checkout)
            assert same(done.stdout, answer), f"$ {command}\n{done.stdout}"

    assert len(asked) == 3


def assert_script_prints_what_its_page_shows(
    word: str, folder: Path, replaced: dict[str, str] | None = None
) -> None:
    """Run the script of embed.md with this word in it, with its texts replaced."""
    page = ROOT / "docs" / "embed.md"
    script = next(one for one in examples("javascript") if one.page == page and word in one.text)
    after = [one for one in examples("text") if one.page == page and one.line > script.line]
    text = script.text
    for old, new in (replaced or {}).items():
        assert old in text
        text = text.replace(old, new)
    node, _ = compute_driver_executable()
    (folder / "example.mjs").write_text(text, encoding="utf-8")

    done = run(f"{shlex.quote(str(node))} example.mjs", folder)

    assert done.returncode == 0, done.stdout
    assert done.stdout == after[0].text


@pytest.mark.parametrize("page", sorted(HOW_TO.glob("*.md")), ids=lambda page: page.stem)
def test_a_how_to_page_names_buttons_and_links_that_the_desk_has(page: Path) -> None:
    """What is to be pressed is in bold, and is a message of the desk."""
    catalogue = _json(ROOT / "src" / "topboard" / "languages" / "catalogue.json")
    text = " ".join(FENCE.sub("", page.read_text(encoding="utf-8")).split())

    assert [name for name in re.findall(r"\*\*(.+?)\*\*", text) if name not in catalogue] == []


def test_every_how_to_page_is_in_the_index() -> None:
    index = (HOW_TO / "README.md").read_text(encoding="utf-8")
    pages = {path.name for path in HOW_TO.glob("*.md")} - {"README.md"}

    assert set(re.findall(r"^- \[[^\]]+\]\(([\w-]+\.md)\)$", index, re.MULTILINE)) == pages


def test_the_readme_has_examples_to_run() -> None:
    pages = [example.page.name for example in (*examples("python"), *examples("console"))]

    assert pages.count("README.md") >= 4


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


def test_the_figures_in_the_readme_are_true() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    proved = [name for name in SYSTEMS if find_proof_scope(name)]
    chennai = [_json(path) for path in FIXTURES.glob("olympiads/2022-open-*.json")]
    matches = sum(len(record["published"]["pairs"]) for record in chennai)
    dutch = [event for path in FIXTURES.glob("fide/dutch/*.json") for event in _json(path).values()]
    rounds = [one for event in dutch for row in event["rounds"] for one in row.values()]
    disputed = [one for one in rounds if one.get("others")]

    assert f"For {len(proved)} of its {len(SYSTEMS)} systems" in readme
    assert f"all {matches} matches in rounds 1 to {len(chennai)} of the Open at Chennai" in readme
    assert f"For {len(dutch)} random Dutch events" in readme
    assert f"in all {len(rounds):,} rounds. In {len(disputed)} of these" in readme


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_command_may_continue_on_the_next_line() -> None:
    assert commands("$ a\n1\n$ b \\\n  c\n2\n3\n") == [("a", "1\n"), ("b \\\n  c", "2\n3\n")]


def test_a_wrong_output_is_detected() -> None:
    assert same("a  \nb\n", "a\nb\n")
    assert same("1\n2\n3\n", "1\n...\n3\n")
    assert not same("a\nb\n", "a\nc\n")
    assert not same("a\nb\n", "a\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    local = [link for link in LINK.findall(text) if "://" not in link and link[0] != "#"]

    lost = [link for link in local if not (page.parent / link.partition("#")[0]).exists()]

    assert lost == []


CODE = re.compile(r"`([^`\n]+)`")
TEST_FILE = re.compile(r"\btests/[\w/]+\.py")
# A file, not a name: ``entry_117/…`` and ``test_goldens.py``.
NAME = re.compile(r"(?<![\w./-])[a-z]+(?:_[a-z0-9]+)+(?![\w./-]*[./-]\w)")


def test_pages_name_only_code_and_tests_that_exist() -> None:
    written = {
        word
        for folder in ("src", "tests", "tools", "benchmarks", "docs/examples")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".json", ".toml", ".html", ".js")
        for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
    }
    lost = set()
    for page in PAGES:
        codes = CODE.findall(page.read_text(encoding="utf-8"))
        names = {name for code in codes for name in NAME.findall(code)}
        lost |= {(page.name, name) for name in names - written}
        files = {file for code in codes for file in TEST_FILE.findall(code)}
        lost |= {(page.name, file) for file in files if not (ROOT / file).exists()}

    assert lost == set()


# --- one event in every system ---------------------------------------------------------------

ONE_EVENT = (ROOT / "docs" / "systems" / "one-event.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "docs" / "examples"


def test_every_system_pairs_the_same_event_as_the_docs_table_says() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (\d+) \|$", ONE_EVENT, re.M)
    shown = {name: (pairs.split(" | "), int(bye)) for name, pairs, bye in rows}

    assert shown.keys() == set(SYSTEMS) - {"cfc_team_round_robin"}
    for name, (pairs, bye) in shown.items():
        made = topboard.pair(_one_event(name), name)
        assert pairs == [f"{one.white}\u2013{one.black}" for one in made.pairs], name
        assert bye == made.bye, name


def _one_event(name: str) -> topboard.Tournament:
    if name == "fide_double_swiss_2026":
        return topboard.read(EXAMPLES / "nine-players-two-games.json")
    return topboard.read(
        EXAMPLES / ("nine-teams.json" if system(name).teams else "nine-players.trf")
    )


def test_the_table_of_olympiad_editions_cites_existing_articles() -> None:
    page = (ROOT / "docs" / "systems" / "olympiads.md").read_text(encoding="utf-8")
    table = page.partition("## The editions compared")[2]
    editions = ("olympiad_2008", "olympiad_2009", "olympiad_2021_draft", "olympiad_2022")
    rows = [row.strip("|").split("|")[1:] for row in table.splitlines() if row.startswith("| ")]
    cited = [
        (edition, number)
        for row in rows[1:]
        for edition, cell in zip(editions, row, strict=True)
        for group in re.findall(r"\(([\d.a-z, to]+)\)", cell)
        for number in re.findall(r"\d[\d.]*[a-z]?", group)
    ]

    assert len(cited) > 30
    for edition, number in cited:
        regulation = read_regulation(ROOT / "regulations" / f"{edition}.toml")
        numbers = [article.number for article in regulation.articles]
        assert any(re.fullmatch(rf"{re.escape(number)}[a-d]?", one) for one in numbers), cited


def test_the_three_files_of_one_event_have_the_same_results() -> None:
    players, *others = (
        topboard.read(EXAMPLES / name)
        for name in ("nine-players.trf", "nine-teams.json", "nine-players-two-games.json")
    )

    for other in others:
        assert _winners(other) == _winners(players)
        assert [r.away for r in other.rounds] == [r.away for r in players.rounds]


def _winners(event: topboard.Tournament) -> list[tuple[int, int, int]]:
    return [
        (m.white, m.black, (m.white_points > m.black_points) - (m.white_points < m.black_points))
        for played in event.rounds
        for m in played.meetings
    ]


# --- interpretations ----------------------------------------------------------------------

INTERPRETATIONS = [
    page for page in PAGES if page.parent.name == "interpretations" and page.stem != "README"
]


@pytest.mark.parametrize("page", INTERPRETATIONS, ids=lambda page: page.stem)
def test_an_interpretation_has_its_five_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == list(HEADINGS)


def test_an_interpretation_has_its_own_question_and_the_answer() -> None:
    assert list(interpretations.problems(ROOT)) == []


@pytest.mark.parametrize("page", INTERPRETATIONS, ids=lambda page: page.stem)
def test_an_interpretation_is_in_the_index_once_for_each_regulation(page: Path) -> None:
    index = (page.parent / "README.md").read_text(encoding="utf-8")
    regulations = [read_regulation(path) for path in ROOT.glob("regulations/*.toml")]
    linking = [
        one for one in regulations if any(page.stem in row.interpretations for row in one.articles)
    ]

    assert index.count(f"]({page.name})") == max(len(linking), 1)


def test_an_interpretation_names_tested_articles_that_link_to_it() -> None:
    tests, _ = read_tests(ROOT)
    linked = {
        (f"{path.stem}:{article.number}", interpretation)
        for path in ROOT.glob("regulations/*.toml")
        for article in read_regulation(path).articles
        for interpretation in article.interpretations
    }
    named = {
        (ref, page.stem)
        for page in INTERPRETATIONS
        for ref in re.findall(r"`(\w+:[\w.]+)`", page.read_text(encoding="utf-8"))
    }

    assert sorted(named - linked) == []
    assert sorted(ref for ref, _ in named if ref not in tests) == []


def test_the_answers_to_fides_questions_name_tests_that_exist():
    page = (ROOT / "docs" / "fide-mode.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", page)

    assert len(named) > 20
    for file, test in named:
        path = ROOT / file
        assert path.exists(), file
        assert not test or f"def {test}(" in path.read_text(encoding="utf-8"), (file, test)
    answered = re.findall(r"^\| (\d+)(?:-(\d+))? \|", page, re.M)
    numbers = [n for first, last in answered for n in range(int(first), int(last or first) + 1)]
    assert numbers == list(range(7, 226))
