"""What import-linter cannot see: who imports what outside the package, and how large things are."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from topboard.rules.olympiad.citations import Citations
from topboard.rules.systems import SYSTEMS, module_of

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "topboard"
MODULES = sorted(PACKAGE.rglob("*.py"))
OURS = [*MODULES, *sorted((ROOT / "tools").rglob("*.py"))]
PURE = [
    path
    for path in MODULES
    if path.relative_to(PACKAGE).parts[0]
    in {
        "rules",
        "tiebreaks",
        "kernels",
        "event",
        "model.py",
        "history.py",
        "reasons.py",
        "errors.py",
    }
]
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
EXTRAS = {"cryptography", "rich", "openpyxl", "segno", "typst", "xlsxwriter"}
"""Packages of the extras, each imported inside the one function that needs it."""
OF_THE_DESK = {
    "argon2",
    "fastapi",
    "itsdangerous",
    "jinja2",
    "markupsafe",
    "pydantic",
    "starlette",
    "uvicorn",
}
"""Packages of the extra web, for the desk and the command that opens it."""
OF_A_HOST = {"obstore", "psycopg", "sqlalchemy"}
"""Packages of the extra hosted, for journals in a database and pages in a store of objects."""
LONGEST_MODULE, LONGEST_FUNCTION = 600, 60


def named(path: Path) -> str:
    """A path as the ids of the tests show it."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """The file as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> set[str]:
    """The modules a file imports, wherever the import stands; relative ones begin with a dot."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_the_oracle_knows_the_model_and_nothing_else_of_ours() -> None:
    files = sorted((ROOT / "tests" / "oracle").rglob("*.py"))
    readings = [path for path in files if not path.name.startswith("test_")]

    foreign = {
        f"{named(path)}: {module}"
        for path in readings
        for module in imports(path)
        if module != "topboard.model"
        and not module.startswith((".", "tests.oracle"))
        and module.partition(".")[0] not in sys.stdlib_module_names
    }

    assert len(readings) > 1
    assert foreign == set()


def test_rules_see_no_clock_no_chance_and_no_file() -> None:
    seen = [
        f"{named(path)}: {module}"
        for path in PURE
        for module in imports(path)
        if module.partition(".")[0] in CLOCK_CHANCE_AND_FILES
    ]

    assert len(PURE) > 50
    assert seen == []


def test_no_decision_looks_at_a_float() -> None:
    floats = [
        f"{named(path)}:{node.lineno}"
        for path in PURE
        for node in ast.walk(parsed(path))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id == "float")
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    ]

    assert floats == []


def is_of_the_desk(path: Path) -> bool:
    """Whether the extra web is installed wherever the file is imported."""
    return "web" in path.relative_to(PACKAGE).parts or path.name == "serve.py"


def is_of_a_host(path: Path) -> bool:
    """Whether the extra hosted is installed wherever the file is imported."""
    return "hosted" in path.parts or path == PACKAGE / "web" / "publishing" / "stores.py"


def test_the_core_needs_the_standard_library_only() -> None:
    foreign = {
        f"{named(path)}: {module}"
        for path in MODULES
        for module in imports(path)
        if module.partition(".")[0] not in {*sys.stdlib_module_names, "topboard", *EXTRAS, ""}
        and not (is_of_the_desk(path) and module.partition(".")[0] in OF_THE_DESK)
        and not (is_of_a_host(path) and module.partition(".")[0] in OF_A_HOST)
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
    rooms = ("documents", "event", "store", "web", "formats.trf", "rules.cfc", "rules.dubov")
    assert "topboard.rules.olympiad.olympiad_2022" in loaded
    assert [m for m in loaded if m.startswith(tuple(f"topboard.{room}" for room in rooms))] == []
    assert loaded & {"dataclasses", "inspect", "sqlite3", "topboard.rules.round_robin"} == set()


def test_editions_do_not_import_each_other() -> None:
    editions = {module_of(name) for name in SYSTEMS}
    seen = [
        f"{name}: {module}"
        for name in SYSTEMS
        for module in imports(Path(import_module(module_of(name)).__file__ or ""))
        if module in editions
    ]

    assert len(editions) == len(SYSTEMS) >= 10
    assert seen == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_edition_cites_only_its_own_articles(name: str) -> None:
    edition = import_module(module_of(name))
    texts = [value for value in vars(edition).values() if isinstance(value, ModuleType)]
    tables = [
        value
        for module in (edition, *texts)
        for value in vars(module).values()
        if isinstance(value, Citations)
    ]
    # A whole article may be cited where it has two letters, as in 22 for 22a and 22b.
    known = {*edition.ARTICLES, *(number.rstrip("abcd") for number in edition.ARTICLES)}

    unknown = [
        f"{field.name}={article}"
        for table in tables
        for field in fields(table)
        if (article := getattr(table, field.name)) and article not in known
    ]

    assert unknown == []


def test_modules_and_functions_keep_to_their_size() -> None:
    long_modules = [
        named(path)
        for path in OURS
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_MODULE
    ]
    long_functions = [
        f"{named(path)}: {node.name}"
        for path in OURS
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]

    assert long_modules == []
    assert long_functions == []


def test_every_public_name_has_a_docstring() -> None:
    bare = [f"{named(path)}: {name}" for path in OURS for name in undocumented(parsed(path), "")]

    assert bare == []


def undocumented(node: ast.Module | ast.ClassDef, name: str) -> list[str]:
    """The public names of a module or class that have no docstring, itself included."""
    found = [] if ast.get_docstring(node) else [name]
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if child.name.startswith("_"):
                continue
            if isinstance(child, ast.ClassDef):
                found += undocumented(child, child.name)
            elif not ast.get_docstring(child):
                found.append(child.name)
    return found


def test_no_two_classes_have_one_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(named(path))

    assert len(homes) > 300
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}
