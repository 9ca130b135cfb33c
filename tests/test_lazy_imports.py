"""Imports inside functions are at a few named seams, and they do not become more."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from topboard._on_demand import LazyModule

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "topboard"

SEAMS = {
    "the engine, the command and the app, which share what starts them": {
        "cli/__init__.py": 3,
        "desktop.py": 3,
    },
    "answers in JSON, and what only an option asks for": {
        "cli/standings.py": 1,
        "serialize/answers.py": 1,
    },
    "functions of the library that pairing does not need": {
        "api.py": 9,
        "systems/registry.py": 2,
    },
    "packages of the extras": {
        "cli/publish.py": 1,
        "cli/terminal.py": 1,
        "storage/keys.py": 1,
        "storage/locations.py": 1,
        "storage/spreadsheets.py": 1,
        "web/publishing/targets.py": 1,
        "web/repositories.py": 1,
    },
    "slow modules of the standard library": {
        "_frozen.py": 2,
        "formats/json/cursor.py": 2,
        "formats/problems.py": 1,
        "formats/trf/teams.py": 1,
        "questions/workers.py": 1,
        "serialize/codec.py": 1,
        "text/numbers.py": 1,
        "text/suggestions.py": 1,
    },
    "records that few files have": {
        "formats/trf/announced.py": 1,
        "formats/trf/header.py": 1,
        "formats/trf/report.py": 3,
    },
    "standings and published averages, which host programs do not ask for": {
        "systems/fide_common/round_pairing.py": 1,
        "systems/fide_dubov/players.py": 1,
        "systems/fide_upfloat/team/points.py": 1,
    },
}
"""How many imports inside functions each module may have; the numbers only fall."""

ON_DEMAND = {
    "__init__.py": {"installation", "platforms"},
    "cli/__init__.py": {"journal_input"},
    "reasons/__init__.py": {"decisions"},
    "systems/cfc/__init__.py": {"why_not"},
    "systems/dubov_1997/__init__.py": {"why_not"},
    "systems/fide_burstein/__init__.py": {"bracket_reasons"},
    "systems/fide_common/__init__.py": {"bye_reasons", "check_list", "explained_pairing"},
    "systems/fide_dubov/__init__.py": {"bracket_reasons", "why_not"},
    "systems/fide_dutch/__init__.py": {"bracket_reasons", "why_not"},
    "systems/fide_lim/__init__.py": {"why_not"},
    "systems/fide_upfloat/__init__.py": {"bracket_reasons", "why_not"},
    "systems/olympiad/__init__.py": {"why_not"},
    "systems/round_robin/__init__.py": {"why_not"},
}
"""The modules that each package imports on demand: reasons, why-not, check-lists and journals."""


def count_lazy_imports(path: Path) -> int:
    """Return the number of imports inside the functions of a file."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return len(
        {
            inner.lineno
            for function in functions
            for inner in ast.walk(function)
            if isinstance(inner, ast.Import | ast.ImportFrom)
        }
    )


def test_imports_inside_functions_occur_only_at_the_named_seams() -> None:
    allowed = {name: count for seam in SEAMS.values() for name, count in seam.items()}
    found = {
        path.relative_to(PACKAGE).as_posix(): count
        for path in sorted(PACKAGE.rglob("*.py"))
        if (count := count_lazy_imports(path))
    }

    above = {name: n for name, n in found.items() if n > allowed.get(name, 0)}
    idle = {name: n for name, n in allowed.items() if n > found.get(name, 0)}

    assert above == {}, "import at the top, or load by one of the tables of modules"
    assert idle == {}, "lower the numbers here"


def modules_on_demand(path: Path) -> set[str]:
    """Return the modules that a file names in calls of ``register_lazy_modules``."""
    return {
        argument.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "register_lazy_modules"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }


def test_only_the_named_modules_are_imported_on_demand() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): names
        for path in sorted(PACKAGE.rglob("*.py"))
        if (names := modules_on_demand(path))
    }

    assert found == ON_DEMAND


def test_a_lazy_module_is_imported_on_first_use() -> None:
    script = (
        "import sys\n"
        "from topboard.systems.fide_dutch import why_not\n"
        "name = 'topboard.systems.fide_dutch.why_not'\n"
        "print(name in sys.modules)\n"
        "print('find_objections' in dir(why_not), callable(why_not.find_objections))\n"
        "print(sys.modules[name] is sys.modules['topboard.systems.fide_dutch'].why_not)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["False", "True", "True", "True"]


def test_a_lazy_module_has_only_the_names_of_its_module() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = LazyModule("topboard.text.dates").no_such_name
