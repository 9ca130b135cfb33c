"""Check that every article has code that is called and a test, or a waiver with a reason.

``python -m tools.articles check`` lists the problems and fails if there are any. With ``--write``
it first writes the pages ``docs/regulations/<edition>.md``, the table of systems in
``docs/systems/README.md``, the index of interpretations, and the digests of regulations that proofs
refer to.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

from tools import interpretations
from tools.citations import Citation, Unreadable, citations, code_of
from tools.reach import Graph, Node, graph

if TYPE_CHECKING:
    from topboard.event.policy import Governance
    from topboard.systems.registry import System

ROOT = Path(__file__).resolve().parent.parent
DUTIES = ("compute", "enforce", "warn", "record", "override")
TABLE = re.compile(r"(?<=<!-- systems -->\n).*?(?=<!-- /systems -->)", re.DOTALL)
DATED = re.compile(r"\(\d{4}-\d{2}-\d{2}\)$")

Functions = Mapping[str, Callable[..., object]]


@dataclass(frozen=True, slots=True)
class Article:
    """A numbered article of a regulation, with a summary of what it requires of a program."""

    number: str
    duty: str
    gist: str
    interpretations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Regulation:
    """The articles of one edition of a regulation, in the order of its text."""

    name: str
    title: str
    source: str
    in_force: str
    sha256: str
    articles: tuple[Article, ...]
    waived: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Project:
    """The data that the check compares: regulations, tables of functions and tests."""

    root: Path
    regulations: Mapping[str, Regulation]
    systems: Mapping[str, Functions]
    tests: Mapping[str, tuple[Citation, ...]]
    """The tests that cite each article, keyed by ``edition:article``."""
    unreadable: tuple[str, ...] = ()
    governance: Mapping[str, Functions] = field(default_factory=dict)
    """The function tables of articles about people, which events enforce, keyed by edition."""
    unreached: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The articles of each edition with a function that is never called."""

    def functions(self, name: str, article: str) -> tuple[Callable[..., object], ...]:
        """Return the functions that implement an article: the system's first, then the event's."""
        tables = (self.systems.get(name, {}), self.governance.get(name, {}))
        return tuple(table[article] for table in tables if article in table)


# --- reading ------------------------------------------------------------------------------


def read_regulation(path: Path) -> Regulation:
    """Return the regulation described in a TOML file."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    articles = tuple(
        Article(row["number"], row["duty"], row["gist"], tuple(row.get("interpretations", ())))
        for row in table["article"]
    )
    return Regulation(
        name=path.stem,
        title=table["title"],
        source=table["source"],
        in_force=table["in_force"],
        sha256=table["sha256"],
        articles=articles,
        waived=table.get("waived", {}),
    )


def texts() -> dict[str, Functions]:
    """Return the function table of each text that several systems share, keyed by its name."""
    from topboard.tiebreaks.registry import ARTICLES

    return {"fide_tie_breaks_2026": ARTICLES}


def shared_governance_tables() -> dict[str, Functions]:
    """Return the function tables of articles in shared texts that events enforce."""
    from topboard.event.policy.general import ON_TIE_BREAKS

    return {"fide_tie_breaks_2026": ON_TIE_BREAKS}


def read_project(root: Path) -> Project:
    """Return the project as it is on disk, with all systems that Topboard has."""
    from topboard.event.policy import governance_of_system
    from topboard.systems.registry import SYSTEMS, system

    tests, unreadable = read_tests(root)
    calls = graph(root / "src", "topboard")
    # Documents, commands, pages of the desk and file formats are shared by all editions.
    shared = ("topboard.cli", "topboard.web", "topboard.documents", "topboard.formats")
    desk = calls.closure(calls.nodes_in_packages(*shared))
    return Project(
        root=root,
        regulations={
            path.stem: read_regulation(path) for path in sorted(root.glob("regulations/*.toml"))
        },
        systems={**{name: system(name).articles for name in SYSTEMS}, **texts()},
        tests=tests,
        unreadable=unreadable,
        governance={
            **{name: governance_of_system(name).articles for name in SYSTEMS},
            **shared_governance_tables(),
        },
        unreached={
            name: tuple(unreached_articles(calls, desk, system(name), governance_of_system(name)))
            for name in SYSTEMS
        }
        | {
            name: tuple(
                article
                for one in (table, shared_governance_tables().get(name, {}))
                for article in _articles_not_called(calls, desk, one)
            )
            for name, table in texts().items()
        },
    )


def _articles_not_called(calls: Graph, desk: Set[Node], table: Functions) -> Iterator[str]:
    """Return the articles in a table whose function is not called by the desk."""
    return (article for article, function in table.items() if calls.node(function) not in desk)


def unreached_articles(
    calls: Graph, desk: Set[Node], system: System, governance: Governance
) -> Iterator[str]:
    """Yield the articles with a function that neither the system nor the desk calls."""
    asked = [getattr(system, f.name) for f in fields(system) if f.name != "articles"]
    asked += [tie_break.of for tie_break in system.tie_breaks]
    rules = (governance.acts, governance.absences, governance.lifts, governance.general)
    roots = calls.nodes((*asked, *rules, governance.default_score))
    reached = calls.closure(roots) | desk
    for table in (system.articles, governance.articles):
        for article, function in table.items():
            if calls.node(function) not in reached:
                yield article


def read_tests(root: Path) -> tuple[dict[str, tuple[Citation, ...]], tuple[str, ...]]:
    """Return the tests that cite each article, and a message for each unreadable citation."""
    found: dict[str, list[Citation]] = defaultdict(list)
    unreadable = []
    for path in sorted(root.glob("tests/**/test_*.py")):
        try:
            for citation in citations(path):
                found[citation.ref].append(citation)
        except Unreadable as problem:
            where = f"{path.relative_to(root)}:{problem.line}"
            unreadable.append(f"{where}: write the articles out, {str(problem)!r} is not readable")
    return {ref: tuple(cited) for ref, cited in found.items()}, tuple(unreadable)


# --- checking -----------------------------------------------------------------------------


def problems(project: Project) -> Iterator[str]:
    """Yield a message for each disagreement between regulations, code and tests."""
    yield from project.unreadable
    for name in sorted(project.systems.keys() - project.regulations.keys()):
        yield f"{name}: a system without regulations/{name}.toml"
    for name in sorted(project.regulations.keys() - project.systems.keys()):
        yield f"{name}: regulations/{name}.toml without a system"
    yield from interpretations.problems(project.root)
    for regulation in project.regulations.values():
        yield from _defects(regulation, project.root)
        if regulation.name in project.systems:
            yield from _missing_code_or_tests(regulation, project)
            yield from _table_problems(regulation, project.systems[regulation.name])
            yield from _uncalled_code(regulation, project)
            yield from _unknown_articles(regulation, project.governance.get(regulation.name, {}))
    yield from _unknown_citations(project)


def _defects(regulation: Regulation, root: Path) -> Iterator[str]:
    numbers = [article.number for article in regulation.articles]
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        yield f"{regulation.name} {number}: listed twice"
    for article in regulation.articles:
        if article.duty not in DUTIES:
            yield f"{regulation.name} {article.number}: unknown duty {article.duty!r}"
        for name in article.interpretations:
            if not interpretations.path_of(name, root).exists():
                yield f"{regulation.name} {article.number}: no page docs/interpretations/{name}.md"
    for number, reason in regulation.waived.items():
        if number not in numbers:
            yield f"{regulation.name} {number}: waived, but no such article"
        if not DATED.search(reason):
            yield f"{regulation.name} {number}: waiver without a date: {reason!r}"


def _missing_code_or_tests(regulation: Regulation, project: Project) -> Iterator[str]:
    for article in regulation.articles:
        has_code, has_test = _coverage(regulation, article, project)
        where = f"{regulation.name} {article.number}"
        if article.number in regulation.waived:
            if has_code and has_test:
                yield f"{where}: waived, but it has code and a test; take the waiver away"
            continue
        if not has_code:
            yield f"{where}: no function in ARTICLES ({article.gist})"
        if not has_test:
            yield f"{where}: no test cites it ({article.gist})"


def _coverage(regulation: Regulation, article: Article, project: Project) -> tuple[bool, bool]:
    has_code = bool(project.functions(regulation.name, article.number))
    return has_code, f"{regulation.name}:{article.number}" in project.tests


def _uncalled_code(regulation: Regulation, project: Project) -> Iterator[str]:
    for number in dict.fromkeys(project.unreached.get(regulation.name, ())):
        yield f"{regulation.name} {number}: no pairing, standings, act or document calls its code"


def _unknown_articles(regulation: Regulation, functions: Functions) -> Iterator[str]:
    numbers = {article.number for article in regulation.articles}
    for number in functions:
        if number not in numbers:
            yield f"{regulation.name} {number}: in its governance, but no such article"


def _table_problems(regulation: Regulation, functions: Functions) -> Iterator[str]:
    numbers = [article.number for article in regulation.articles]
    for number in functions:
        if number not in numbers:
            yield f"{regulation.name} {number}: in ARTICLES, but no such article"
    coded = [number for number in functions if number in numbers]
    in_order = [number for number in numbers if number in functions]
    for number, expected in zip(coded, in_order, strict=False):
        if number != expected:
            yield (
                f"{regulation.name} {number}: ARTICLES is not in the order of the text,"
                f" {expected} comes here"
            )
            return


def _unknown_citations(project: Project) -> Iterator[str]:
    known = {
        f"{name}:{article.number}"
        for name, regulation in project.regulations.items()
        for article in regulation.articles
    }
    for ref, cited in sorted(project.tests.items()):
        if ref not in known:
            for citation in cited:
                where = f"{citation.path.relative_to(project.root)}:{citation.line}"
                yield f"{where}: {citation.test} cites {ref!r}, which is no article we know"


# --- pages --------------------------------------------------------------------------------


def page(regulation: Regulation, project: Project) -> str:
    """Return the page of an edition: a table of articles with summary, duty, code and tests."""
    rows = "\n".join(_row(regulation, article, project) for article in regulation.articles)
    tested, waived = _totals(regulation, project)
    return f"""\
# {regulation.title}

Written by `make docs` from [the list of articles](../../regulations/{regulation.name}.toml),
the edition's table of functions and the tests; do not edit.

Source: {regulation.source}.
SHA-256 of the text read: `{regulation.sha256}`.

{len(regulation.articles)} articles: {tested} with code and a test, {waived} waived.

| article | gist | duty | code | tests |
|---|---|---|---|---|
{rows}
"""


def _row(regulation: Regulation, article: Article, project: Project) -> str:
    links = ", ".join(
        f"[{_question_of(name, project.root)}](../interpretations/{name}.md)"
        for name in article.interpretations
    )
    gist = article.gist + (f" Interpretation: {links}" if links else "")
    functions = project.functions(regulation.name, article.number)
    code = "<br>".join(_code_link(function, project.root) for function in functions)
    if article.number in regulation.waived:
        code = f"waived: {regulation.waived[article.number]}"
    cited = project.tests.get(f"{regulation.name}:{article.number}", ())
    tests = "<br>".join(_test_link(citation, project.root) for citation in cited)
    return f"| {article.number} | {gist} | {article.duty} | {code} | {tests} |"


def _question_of(name: str, root: Path) -> str:
    """Return the question that a page answers, or the name of a page that is missing."""
    path = interpretations.path_of(name, root)
    return interpretations.read_page(path).question if path.exists() else name


def _code_link(function: Callable[..., object], root: Path) -> str:
    code = code_of(function)
    path = Path(code.co_filename).resolve().relative_to(root)
    return f"[`{path.stem}.{code.co_qualname}`](../../{path.as_posix()})"


def _test_link(citation: Citation, root: Path) -> str:
    path = citation.path.relative_to(root)
    return f"[{_sentence(citation.test)}](../../{path.as_posix()})"


def _sentence(test: str) -> str:
    return test.rpartition(".")[2].removeprefix("test_").replace("_", " ")


def _totals(regulation: Regulation, project: Project) -> tuple[int, int]:
    covered = [_coverage(regulation, article, project) for article in regulation.articles]
    return covered.count((True, True)), len(regulation.waived)


def systems_table(project: Project) -> str:
    """Return the table of systems for ``docs/systems/README.md``."""
    lines = [
        "| system | text | in force | articles | with code and test | waived |",
        "|---|---|---|---|---|---|",
    ]
    for regulation in project.regulations.values():
        tested, waived = _totals(regulation, project)
        name = f"[`{regulation.name}`](../regulations/{regulation.name}.md)"
        lines.append(
            f"| {name} | {regulation.title} | {regulation.in_force}"
            f" | {len(regulation.articles)} | {tested} | {waived} |"
        )
    return "\n".join(lines) + "\n"


def generate_files(project: Project) -> dict[Path, str]:
    """Return the expected contents of every generated file."""
    pages = {
        project.root / "docs" / "regulations" / f"{name}.md": page(regulation, project)
        for name, regulation in project.regulations.items()
    }
    systems = project.root / "docs" / "systems" / "README.md"
    table = systems_table(project)
    digests = project.root / "src" / "topboard" / "proof" / "verify" / "regulations.json"
    return {
        **pages,
        systems: TABLE.sub(lambda _: table, systems.read_text(encoding="utf-8")),
        interpretations.path_of("README", project.root): interpretations.index(
            project.regulations.values(), project.root
        ),
        digests: regulation_digests(project),
        project.root
        / "src"
        / "topboard"
        / "reasons"
        / "sentences"
        / "articles.json": format_summaries(project),
    }


def format_summaries(project: Project) -> str:
    """Return the JSON file with the articles and interpretations of every regulation."""
    pages = {page.name: page for page in interpretations.read_pages(project.root)}
    tables = {
        name: {
            "title": regulation.title,
            "source": regulation.source,
            "articles": [[one.number, one.gist] for one in regulation.articles],
            "interpretations": [
                [name, pages[name].question, pages[name].answer, numbers]
                for name, numbers in interpretations.articles_by_page(regulation).items()
                if name in pages
            ],
        }
        for name, regulation in project.regulations.items()
    }
    return json.dumps(tables, indent=0, ensure_ascii=False) + "\n"


def regulation_digests(project: Project) -> str:
    """Return the JSON file with the digest and the revision of each regulation.

    Proofs refer to them.

    A digest covers the text that was read, the numbers and duties of its articles, and the revision
    of Topboard's interpretation. It does not cover the summaries, so that better wording changes no
    proof. Some earlier digests covered them, and these are listed in
    ``regulations/earlier-digests.json``.
    """
    from topboard.proof.verify.facts import digest_json
    from topboard.systems.registry import SYSTEMS, system

    earlier_digests = project.root / "regulations" / "earlier-digests.json"
    known = json.loads(earlier_digests.read_bytes()) if earlier_digests.exists() else {}
    tables = {}
    for name, regulation in project.regulations.items():
        if name in project.systems:
            revision = system(name).revision if name in SYSTEMS else 1
            duties = [[one.number, one.duty] for one in regulation.articles]
            named = digest_json([regulation.sha256, duties, revision])
            earlier = known.get(name, {}).get(str(revision), ())
            tables[name] = {"revision": revision, "digests": [named, *earlier]}
    return json.dumps(tables, indent=1) + "\n"


def stale_files(project: Project) -> Iterator[str]:
    """Yield a message for each generated file that is out of date."""
    expected = generate_files(project)
    for path, text in expected.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield f"{path.relative_to(project.root)}: out of date, run 'make docs'"
    for path in sorted((project.root / "docs" / "regulations").glob("*.md")):
        if path not in expected:
            yield f"{path.relative_to(project.root)}: no such edition, remove the page"


def write(project: Project) -> None:
    """Write every generated file."""
    for path, text in generate_files(project).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Check the articles, and write the generated files before if asked.

    Return the exit code, which is 1 if there are problems.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.articles", description=__doc__)
    parser.add_argument("act", nargs="?", choices=["check"], default="check")
    parser.add_argument("--write", action="store_true", help="write the generated pages first")
    options = parser.parse_args(arguments)
    project = read_project(ROOT)
    if options.write:
        write(project)
    found = [*problems(project), *stale_files(project)]
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        print(f"{len(found)} problems with the articles", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
