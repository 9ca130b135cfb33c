"""Imports inside functions are at a few named seams, and they do not become more."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "topboard"

SEAMS = {
    "the engine and the command, which share what starts them": {
        "cli/__init__.py": 3,
    },
    "answers in JSON, and what only an option asks for": {
        "cli/standings.py": 1,
        "serialize/answers.py": 1,
    },
    "functions of the library that pairing does not need": {
        "api.py": 2,
        "systems/registry.py": 1,
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
        "serialize/codec.py": 1,
        "text/numbers.py": 1,
    },
    "records that few files have": {
        "formats/trf/announced.py": 1,
        "formats/trf/header.py": 1,
        "formats/trf/report.py": 3,
    },
    "reasons, why-not and check-lists, which people ask for and host programs do not": {
        "systems/cfc/rounds.py": 1,
        "systems/common/field.py": 1,
        "systems/common/tables.py": 1,
        "systems/dubov_1997/dubov_1997.py": 1,
        "systems/fide_burstein/fide_burstein_2026.py": 7,
        "systems/fide_common/legality.py": 2,
        "systems/fide_common/players.py": 1,
        "systems/fide_common/round_pairing.py": 4,
        "systems/fide_dubov/fide_dubov_2026.py": 5,
        "systems/fide_dubov/players.py": 1,
        "systems/fide_dutch/explained_round.py": 2,
        "systems/fide_dutch/fide_dutch_2017.py": 1,
        "systems/fide_dutch/text_of_2026.py": 1,
        "systems/fide_lim/fide_lim_2026.py": 1,
        "systems/fide_upfloat/fide_double_swiss_2026.py": 1,
        "systems/fide_upfloat/fide_team_2026.py": 1,
        "systems/fide_upfloat/publication.py": 2,
        "systems/fide_upfloat/team/entries.py": 1,
        "systems/fide_upfloat/team/points.py": 2,
        "systems/olympiad/rounds.py": 1,
        "systems/round_robin/rounds.py": 1,
    },
    "modules that import each other": {
        "systems/cfc/group_pairing.py": 1,
    },
}
"""How many imports inside functions each module may have; the numbers only fall."""


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


def test_imports_inside_functions_are_at_the_named_seams_only() -> None:
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
