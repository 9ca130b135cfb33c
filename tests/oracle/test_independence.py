"""A second reading that borrowed from the first would agree with its mistakes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
READINGS = sorted(path for path in HERE.glob("*.py") if not path.name.startswith("test_"))


def imported_modules(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", READINGS, ids=lambda path: path.stem)
def test_an_oracle_imports_the_model_and_nothing_else_of_the_engine(path):
    foreign = {
        name
        for name in imported_modules(path)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not name.startswith(("topboard.model.", "tests.oracle."))
    }

    assert foreign == set()
