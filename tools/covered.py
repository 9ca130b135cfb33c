"""A pytest plugin that measures how many lines of the package the tests run.

Use it with ``-p tools.covered``. A tracer is called for each line every time it runs. On Python
3.11, this makes the tests take three times as long. This plugin instead adds a mark to the
beginning of each block while a module is imported. If a block is entered, all its lines count as
run, even those after a line that raised an exception. ``make coverage-lines`` traces every line.
Programs that tests start as processes are not measured.
"""

from __future__ import annotations

import ast
import marshal
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import CodeType, ModuleType

import pytest

PACKAGE = "topboard"
MARKS = "__entered__"
"""The name of the module variable that holds the marks of its blocks."""

OWN_SOURCE = Path(__file__).read_bytes()
"""The source of this file. When it changes, cached modules are compiled again."""

Block = tuple[int, ...]
"""The line numbers of statements that all run if the first of them runs."""

blocks_of: dict[str, Sequence[Block]] = {}
marks_of: dict[str, bytearray] = {}
"""The marks of each module imported in this process, keyed by its file."""


def mark_blocks(source: str, path: str) -> tuple[ast.Module, list[Block]]:
    """Return a module with a mark at the beginning of each block, and the list of blocks."""
    tree = ast.parse(source, path)
    blocks: list[Block] = []
    tree.body = _add_marks(tree.body, blocks)
    return tree, blocks


def _add_marks(body: list[ast.stmt], blocks: list[Block]) -> list[ast.stmt]:
    """Return the statements with a mark before each block.

    Statements after a branch form a new block, because the branch may have left the old one.
    """
    made: list[ast.stmt] = []
    place: int | None = None
    for statement in body:
        if _is_constant_statement(statement) or _is_future(statement):
            made.append(statement)
            continue
        if place is None:
            place = len(blocks)
            blocks.append(())
            made.append(_mark(place, statement))
        blocks[place] += (statement.lineno,)
        made.append(statement)
        if _mark_within(statement, blocks):
            place = None
    return made


def _is_constant_statement(statement: ast.stmt) -> bool:
    """Return whether the statement is only a constant, such as a docstring or an ellipsis."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _mark(place: int, before: ast.stmt) -> ast.stmt:
    target = ast.Subscript(ast.Name(MARKS, ast.Load()), ast.Constant(place), ast.Store())
    made = ast.copy_location(ast.Assign([target], ast.Constant(1)), before)
    # Only this statement needs a location. Fixing the whole tree would take long.
    return ast.fix_missing_locations(made)


def _mark_within(statement: ast.stmt, blocks: list[Block]) -> bool:
    """Mark the blocks inside a statement. Return whether the next statement needs a mark."""
    match statement:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return False
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            statement.body = _add_marks(statement.body, blocks)
            return False
        case ast.Match(cases=cases):
            for case in cases:
                case.body = _add_marks(case.body, blocks)
            return True
        case ast.Try(handlers=handlers) | ast.TryStar(handlers=handlers):
            for handler in handlers:
                handler.body = _add_marks(handler.body, blocks)
    within = False
    for name in ("body", "orelse", "finalbody"):
        if inner := getattr(statement, name, None):
            setattr(statement, name, _add_marks(inner, blocks))
            within = True
    return within


def compile_marked(path: Path) -> tuple[CodeType, Sequence[Block]]:
    """Return the compiled module with its marks, and its blocks.

    The result is cached on disk for all processes.
    """
    source = path.read_bytes()
    kept = Path(cache_from_source(path, optimization=Path(__file__).stem))
    current = MAGIC_NUMBER + source_hash(OWN_SOURCE + str(path).encode() + source)
    if kept.is_file() and (found := kept.read_bytes()).startswith(current):
        code, blocks = marshal.loads(found[len(current) :])
        return code, blocks
    tree, blocks = mark_blocks(source.decode(), str(path))
    code = compile(tree, path, "exec", dont_inherit=True)
    if not sys.dont_write_bytecode:
        _write(kept, current + marshal.dumps((code, blocks)))
    return code, blocks


def _write(path: Path, data: bytes) -> None:
    """Write a file atomically, because other processes may read it at the same time."""
    path.parent.mkdir(exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as new:
        new.write(data)
    Path(new.name).replace(path)


class _Loader(SourceFileLoader):
    """A loader that marks the blocks of a module while it is imported."""

    def get_code(self, fullname: str) -> CodeType:
        code, blocks = compile_marked(Path(self.path))
        blocks_of[self.path] = blocks
        marks_of[self.path] = bytearray(len(blocks))
        return code

    def exec_module(self, module: ModuleType) -> None:
        code = self.get_code(module.__name__)
        vars(module)[MARKS] = marks_of[self.path]
        exec(code, vars(module))


class _Finder(MetaPathFinder):
    """An import finder that handles the modules of the package before all other finders."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


def count_lines(blocks: Sequence[Block], marks: Sequence[int]) -> tuple[int, list[int]]:
    """Return the number of lines of a module that can run, and the lines that did not run."""
    missed = [n for block, mark in zip(blocks, marks, strict=True) if not mark for n in block]
    return sum(len(block) for block in blocks), sorted(missed)


def report(root: Path, entered: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield the lines of the report: the total, and the modules with most lines not run."""
    total, left = 0, []
    for path in sorted((root / PACKAGE).rglob("*.py")):
        _, blocks = compile_marked(path)
        lines, missed = count_lines(blocks, entered.get(str(path), bytes(len(blocks))))
        total += lines
        if missed:
            left.append((len(missed), lines, path.relative_to(root)))
    run = total - sum(missed for missed, _, _ in left)
    yield f"{100 * run / total:.1f} % of {total:,} lines of {PACKAGE} were run; most is left in:"
    for missed_lines, lines, module in sorted(left, key=lambda one: (-one[0], one[2]))[:10]:
        yield f"{missed_lines:6} of {lines:4}  {module}"


_gathered: dict[str, bytearray] = {}


def _merge_marks(entered: Mapping[str, bytes]) -> None:
    for path, marks in entered.items():
        known = _gathered.setdefault(path, bytearray(len(marks)))
        for at, mark in enumerate(marks):
            known[at] |= mark


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Install the finder before any test file, and therefore the package, is imported."""
    loaded = [name for name in sys.modules if name.partition(".")[0] == PACKAGE]
    assert not loaded, f"imported before it could be marked: {loaded}"
    sys.meta_path.insert(0, _Finder())
    early_config.pluginmanager.register(_FromWorkers(), "covered by workers")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Collect the marks of this process. A worker passes them to the main process."""
    entered = {path: bytes(marks) for path, marks in marks_of.items()}
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["entered"] = entered
    else:
        _merge_marks(entered)


class _FromWorkers:
    """A plugin that collects the marks that workers pass on."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        output = getattr(node, "workeroutput", {})
        _merge_marks(output.get("entered", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the report below the test results."""
    if terminalreporter.config.option.collectonly:
        return
    terminalreporter.section("lines run")
    for line in report(Path(__file__).parents[1] / "src", _gathered):
        terminalreporter.write_line(line)
