"""What import-linter cannot see: who imports what outside the package, and how large things are."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tools.digests.cases import OPTIONS
from topboard import generate, why_not
from topboard.analysis.generate import Wishes
from topboard.model import Number
from topboard.reasons.sentences.articles import RESTS_ON
from topboard.systems.registry import SYSTEMS, module_name_of_edition, system

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "topboard"
MODULES = sorted(PACKAGE.rglob("*.py"))
OURS = [*MODULES, *sorted((ROOT / "tools").rglob("*.py"))]
NOT_PURE = {
    "__main__.py": "starts the command",
    "api.py": "takes paths of files",
    "analysis": "draws events by chance, starts other engines, writes files",
    "cli": "reads arguments and files",
    "desktop.py": "starts the app",
    "documents": "lays out pages",
    "engine.py": "reads arguments and files",
    "formats": "reads files and JSON numbers",
    "installation.py": "reads the commit of the package",
    "platforms.py": "changes and locks files, waits for other programs",
    "playground": "opens files that a page got",
    "questions": "stops answers that take too long",
    "storage": "keeps journals in files and databases",
    "web": "answers requests",
}
"""What may see clocks, chance, files or floats, and why; a new module may not until it is named."""
ALLOWED = {
    "text/dates.py": {"datetime"},
    "text/numbers.py": {"float"},
    "proof/__main__.py": {"pathlib"},
    "proof/verify/round.py": {"pathlib"},
}
"""What single pure modules may use: dates are values, JSON has floats, proofs come from files."""
PURE = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] not in NOT_PURE]
CLOCK_CHANCE_AND_FILES = {
    "datetime",
    "glob",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "time",
    "urllib",
    "uuid",
}
EXTRAS = {"cryptography", "rich", "segno", "typst", "xlsxwriter"}
"""Packages of the extras, each imported inside the one function that needs it."""
OF_THE_DESK = {
    "argon2",
    "fastapi",
    "itsdangerous",
    "jinja2",
    "markdown_it",
    "markupsafe",
    "pydantic",
    "starlette",
    "uvicorn",
}
"""Packages of the extra web, for the desk and the command that opens it."""
OF_AN_ASSISTANT = {"mcp", "pydantic"}
"""Packages of the extra mcp, for the server that assistants ask."""
FOR_TYPES_ON_OLD_PYTHON = {"typing_extensions"}
FILES_OF_THE_DESK = ("desk_app.py", "desk_server.py", "serve.py")
"""The modules of the command that run the desk."""
OF_A_HOST = {"obstore", "psycopg", "sqlalchemy"}
"""Packages of the extra hosted, for journals in a database and pages in a store of objects."""
LONGEST_MODULE, LONGEST_FUNCTION = 600, 60


def relative_name(path: Path) -> str:
    """A path as the ids of the tests show it."""
    return path.relative_to(ROOT).as_posix()


@cache
def parse_file(path: Path) -> ast.Module:
    """The file as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of a file's tree, which several tests go through."""
    return tuple(ast.walk(parse_file(path)))


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules a file imports, wherever the import stands; relative ones begin with a dot."""
    found = set()
    for node in list_nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return frozenset(found)


def test_the_oracle_imports_only_the_topboard_model() -> None:
    files = sorted((ROOT / "tests" / "oracle").rglob("*.py"))
    readings = [path for path in files if not path.name.startswith("test_")]

    foreign = {
        f"{relative_name(path)}: {module}"
        for path in readings
        for module in imports(path)
        if module != "topboard.model"
        and not module.startswith((".", "tests.oracle"))
        and module.partition(".")[0] not in sys.stdlib_module_names
    }

    assert len(readings) > 1
    assert foreign == set()


def clocks_chance_and_files(path: Path) -> set[str]:
    """Return the modules a file imports that know the time, chance or files."""
    found = {module.partition(".")[0] for module in imports(path)}
    called = {
        node.func.id
        for node in list_nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return (found & CLOCK_CHANCE_AND_FILES) | (called & {"open", "input"})


def floats(path: Path) -> set[int]:
    """Return the lines of a file with a float, or a division that makes one, but not in words."""
    in_words = {
        inner
        for node in list_nodes(path)
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None
        for inner in ast.walk(node)
    }
    return {
        node.lineno
        for node in list_nodes(path)
        if node not in in_words
        and (
            (isinstance(node, ast.Constant) and isinstance(node.value, float))
            or (isinstance(node, ast.Name) and node.id == "float")
            or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        )
    }


def test_pure_modules_use_no_clock_randomness_or_files() -> None:
    seen = {
        f"{relative_name(path)}: {module}"
        for path in PURE
        for module in clocks_chance_and_files(path)
        - ALLOWED.get(path.relative_to(PACKAGE).as_posix(), set())
    }

    assert seen == set()


def test_no_decision_uses_a_float() -> None:
    found = [
        f"{relative_name(path)}:{line}"
        for path in PURE
        if "float" not in ALLOWED.get(path.relative_to(PACKAGE).as_posix(), set())
        for line in floats(path)
    ]

    assert found == []


def test_only_code_listed_as_impure_is_exempt() -> None:
    parts = {path.relative_to(PACKAGE).parts[0] for path in MODULES}
    core = {"systems", "model", "reasons", "tiebreaks", "matching", "proof", "event"}
    idle = [
        f"{name}: {what}"
        for name, allowed in ALLOWED.items()
        for what in allowed
        if what not in clocks_chance_and_files(PACKAGE / name)
        and not (what == "float" and floats(PACKAGE / name))
    ]

    assert {*NOT_PURE} < parts
    assert core <= {path.relative_to(PACKAGE).parts[0] for path in PURE}
    assert idle == []


def is_of_the_desk(path: Path) -> bool:
    """Whether the extra web is installed wherever the file is imported."""
    return "web" in path.relative_to(PACKAGE).parts or path.name in FILES_OF_THE_DESK


def is_of_a_host(path: Path) -> bool:
    """Whether the extra hosted is installed wherever the file is imported."""
    return "postgres" in path.parts or path == PACKAGE / "web" / "publishing" / "object_stores.py"


def test_the_core_needs_only_the_standard_library() -> None:
    foreign = {
        f"{relative_name(path)}: {module}"
        for path in MODULES
        for module in imports(path)
        if module.partition(".")[0] not in {*sys.stdlib_module_names, "topboard", *EXTRAS, ""}
        and not (is_of_the_desk(path) and module.partition(".")[0] in OF_THE_DESK)
        and not (is_of_a_host(path) and module.partition(".")[0] in OF_A_HOST)
        and not (path.name == "mcp_server.py" and module.partition(".")[0] in OF_AN_ASSISTANT)
        and not (path.name.endswith("answer_types.py") and module in FOR_TYPES_ON_OLD_PYTHON)
    }

    assert foreign == set()


def test_help_loads_nothing_but_the_standard_library() -> None:
    script = (
        "import sys; before = set(sys.modules)\n"
        "from topboard.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print('loaded:', *sorted({m.partition('.')[0] for m in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    loaded = set(done.stdout.rpartition("loaded:")[2].split())
    assert "topboard" in loaded
    assert loaded - {*sys.stdlib_module_names, "topboard", "__mp_main__"} == set()


def test_pairing_a_round_imports_nothing_it_does_not_need() -> None:
    sample = PACKAGE / "samples" / "chennai-2022-open-round-6.json"
    script = (
        "import sys\n"
        "from topboard.cli import main\n"
        f"assert main(['pair', {str(sample)!r}]) == 0\n"
        "print('loaded:', *sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    loaded = set(done.stdout.rpartition("loaded:")[2].split())
    rooms = ("documents", "event", "storage", "web", "formats.trf", "systems.cfc")
    assert "topboard.systems.olympiad.olympiad_2022" in loaded
    assert [m for m in loaded if m.startswith(tuple(f"topboard.{room}" for room in rooms))] == []
    assert loaded & {"dataclasses", "inspect", "sqlite3", "topboard.systems.round_robin"} == set()


def test_editions_do_not_import_each_other() -> None:
    editions = {module_name_of_edition(name) for name in SYSTEMS}
    seen = [
        f"{name}: {module}"
        for name in SYSTEMS
        for module in imports(Path(import_module(module_name_of_edition(name)).__file__ or ""))
        if module in editions
    ]

    assert len(editions) == len(SYSTEMS) >= 10
    assert seen == []


def articles_in(value: object, *, are_articles: bool = False) -> Iterator[str]:
    """Yield every article that a table of citations, a reason or a verdict names."""
    if isinstance(value, str):
        yield from [value] if are_articles and value else []
    elif isinstance(value, Mapping):
        yield from articles_in(tuple(value.values()), are_articles=are_articles)
    elif isinstance(value, tuple):
        for item in value:
            yield from articles_in(item, are_articles=are_articles)
    elif is_dataclass(value):
        table = type(value).__name__.endswith("Citations")
        for field in fields(value):
            named = table or field.name == "article" or field.name.endswith("_article")
            yield from articles_in(getattr(value, field.name), are_articles=named)


def citable_in(name: str) -> set[str]:
    """Return what an edition may cite: its articles, whole ones too, and those it refers to."""
    articles = system(name).articles
    # A whole article may be cited where it has parts, as in 22 for 22a, or 3.4 for 3.4.1.
    wholes = {number.rstrip("abcd") for number in articles}
    wholes |= {number.rpartition(".")[0] for number in articles}
    prefix, other = RESTS_ON.get(name, ("", ""))
    elsewhere = citable_in(other) if other else set()
    return {*articles, *wholes, *(prefix + article for article in elsewhere)} - {""}


def cited_in_rounds(name: str) -> set[str]:
    """Return what an edition cites for rounds of small events, plain and with each option."""
    found: set[str] = set()
    rules = system(name)
    chosen: list[tuple[str, ...]] = [(), (), (), *OPTIONS.get(name, ())]
    for seed, options in enumerate(chosen):
        wishes = Wishes(
            competitors=9, rounds=9, no_shows=8, absences=8, forbidden=1, variations=options
        )
        event = generate(rules, seed, wishes)
        for number in range(1, min(len(event.rounds), 4) + 1):
            before = event.before(number)
            found |= {*articles_in(rules.pair(before).reasons)}
            for a, b in ((1, 2), (3, 7), (8, 9)):
                found |= {*articles_in(why_not(before, Number(a), Number(b)))}
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_edition_cites_only_its_own_articles(name: str) -> None:
    edition = import_module(module_name_of_edition(name))
    texts = [value for value in vars(edition).values() if isinstance(value, ModuleType)]
    own, shared = (
        {
            article
            for module in modules
            for value in vars(module).values()
            if type(value).__name__.endswith("Citations")
            for article in articles_in(value)
        }
        for modules in ([edition], texts)
    )

    in_rounds = cited_in_rounds(name)

    assert len(in_rounds) >= 3
    assert in_rounds - citable_in(name) == set()
    assert (own or shared) - citable_in(name) == set()


@cache
def fields_of_reasons() -> dict[str, list[str]]:
    """Return the fields of every class of reasons, in their order, by the name of the class."""
    folder = PACKAGE / "reasons"
    modules = [import_module(f"topboard.reasons.{path.stem}") for path in folder.glob("[!_]*.py")]
    return {
        name: [field.name for field in fields(value)]
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and is_dataclass(value)
    }


def articles_written_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every article that a module writes out.

    It is an argument ``article`` or ``..._article``, the value of a constant ``ARTICLE_...``, or
    what a function ``..._article...`` returns.
    """
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            given = [*zip(fields_of_reasons().get(called, []), node.args, strict=False)]
            given += [(word.arg, word.value) for word in node.keywords if word.arg]
            values = [v for name, v in given if name == "article" or name.endswith("_article")]
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("ARTICLE_"):
            values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
        elif isinstance(node, ast.FunctionDef) and "_article" in node.name:
            values = [n.value for n in ast.walk(node) if isinstance(n, ast.Return) and n.value]
        for value in values:
            for part in ast.walk(value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                    yield part.lineno, part.value


def family_in(path: Path) -> str:
    """Return the first word of the folder of a family, which all systems of FIDE share."""
    systems = PACKAGE / "systems"
    return path.relative_to(systems).parts[0].partition("_")[0] if systems in path.parents else ""


def modules_behind(path: Path) -> set[Path]:
    """Return the modules of the family that a module imports, themselves or by others, and it."""
    found, waiting = {path}, [path]
    while waiting:
        for node in ast.walk(parse_file(waiting.pop())):
            if not isinstance(node, ast.ImportFrom):
                continue
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            for name in names:
                other = PACKAGE.parent / f"{name.replace('.', '/')}.py"
                if family_in(other) == family_in(path) and other.exists() and other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


def test_the_source_of_an_edition_mentions_only_its_own_articles() -> None:
    """Rounds by chance show few of the reasons; what is written in the source is seen always."""
    citable: dict[Path, set[str]] = {}
    for name in SYSTEMS:
        edition = PACKAGE.parent / f"{module_name_of_edition(name).replace('.', '/')}.py"
        for path in modules_behind(edition):
            citable.setdefault(path, set()).update(citable_in(name))
    written = [
        (path, line, article)
        for path in citable
        for line, article in articles_written_in(parse_file(path))
    ]

    foreign = [
        f"{relative_name(p)}:{line}: {what}" for p, line, what in written if what not in citable[p]
    ]

    assert len(written) >= 70
    assert {family_in(path) for path in citable} == {"cfc", "dubov", "fide", "olympiad", "round"}
    assert foreign == []


def test_shared_modules_mention_no_articles() -> None:
    paths = sorted((PACKAGE / "systems" / "common").rglob("*.py"))

    assert [
        f"{relative_name(p)}:{line}"
        for p in paths
        for line, _ in articles_written_in(parse_file(p))
    ] == []


@cache
def contracts() -> dict[str, dict[str, list[str]]]:
    """Return the contracts of import-linter by their names."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {one["name"]: one for one in tables["tool"]["importlinter"]["contracts"]}


def test_the_import_contracts_name_every_family() -> None:
    folders = {path.parent.name for path in (PACKAGE / "systems").glob("*/__init__.py")}
    families = {f"topboard.systems.{name}" for name in folders - {"common"}}
    used_by_others = {"topboard.systems.fide_common", "topboard.systems.fide_dutch"}

    assert len(families) >= 5
    independent = {*contracts()["Families do not import each other"]["modules"]}
    assert independent == families - used_by_others
    forbidden = {*contracts()["What families share imports no family"]["forbidden_modules"]}
    assert forbidden == families | {"topboard.systems.registry"}


def test_modules_and_functions_stay_within_their_size_limits() -> None:
    long_modules = [
        relative_name(path)
        for path in OURS
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_MODULE
    ]
    long_functions = [
        f"{relative_name(path)}: {node.name}"
        for path in OURS
        for node in list_nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]

    assert long_modules == []
    assert long_functions == []


def test_every_public_name_has_a_docstring() -> None:
    bare = [
        f"{relative_name(path)}: {name}"
        for path in OURS
        for name in undocumented_names(parse_file(path), "")
    ]

    assert bare == []


def undocumented_names(node: ast.Module | ast.ClassDef, name: str) -> list[str]:
    """The public names of a module or class that have no docstring, itself included."""
    found = [] if ast.get_docstring(node) else [name]
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if child.name.startswith("_"):
                continue
            if isinstance(child, ast.ClassDef):
                found += undocumented_names(child, child.name)
            elif not ast.get_docstring(child) and not is_setter(child):
                found.append(child.name)
    return found


def is_setter(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it sets a property, which its getter documents."""
    return any(
        isinstance(one, ast.Attribute) and one.attr == "setter" for one in function.decorator_list
    )


PARTICIPLES = {
    *("begun", "bound", "broken", "built", "chosen", "drawn", "found", "given", "held", "hidden"),
    *("kept", "known", "laid", "left", "lost", "made", "meant", "met", "said", "seen", "sent"),
    *("shown", "spoken", "taken", "thrown", "told", "won", "written"),
}
"""Participles that do not end in "ed"."""
PARTICIPLES_THAT_STAY = {"src/topboard/messages.py: counted", "src/topboard/messages.py: worded"}
"""Short words beside ``say``, which hundreds of lines use: ``worded`` makes a ``Worded`` text."""
METHODS_NAMED_BY_PARTICIPLES = 1
"""How many methods are still named by a bare participle; this number only falls."""


def is_participle(name: str) -> bool:
    """Return whether a name is a single participle, such as ``told`` or ``_judged``."""
    word = name.strip("_")
    return word in PARTICIPLES or (word.isalpha() and word.endswith("ed") and word != "seed")


def test_no_new_function_is_named_with_a_bare_participle() -> None:
    found = {
        f"{relative_name(path)}: {node.name}"
        for path in MODULES
        for node in parse_file(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name)
    }

    assert is_participle("_judged")
    assert not is_participle("format_points")
    assert found == PARTICIPLES_THAT_STAY


def test_no_more_methods_are_named_with_a_bare_participle() -> None:
    found = [
        f"{relative_name(path)}: {kind.name}.{node.name}"
        for path in MODULES
        for kind in list_nodes(path)
        if isinstance(kind, ast.ClassDef)
        for node in kind.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and is_participle(node.name)
        and not any(ast.unparse(one).endswith("property") for one in node.decorator_list)
    ]

    assert len(found) <= METHODS_NAMED_BY_PARTICIPLES, found
