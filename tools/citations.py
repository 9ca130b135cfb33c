"""Find the tests that cite an article, by reading their source without running it.

A test cites an article with ``@pytest.mark.article("edition:article")``. The mark may be on a test,
on a class, in a ``pytestmark``, or inside the parameters of a test. Its arguments may be built from
literals and from constants of the module. ``each_edition(edition="article")`` in
``tests/citing.py`` cites one article for each keyword. A keyword may stand for several editions
(``TOGETHER``).
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

TOGETHER = {
    "handled_from_2026": (
        "fide_dutch_2026",
        "fide_dubov_2026",
        "fide_burstein_2026",
        "fide_lim_2026",
        "fide_double_swiss_2026",
    ),
    "single_games_from_2026": (
        "fide_dutch_2026",
        "fide_dubov_2026",
        "fide_burstein_2026",
        "fide_lim_2026",
    ),
}
"""Keywords that stand for several editions.

One is for all systems for players under C.04.1, C.04.2 and C.04.7 of 2026, the other only for those
with one game per round.
"""


@dataclass(frozen=True, slots=True)
class Citation:
    """A test that cites an article."""

    ref: str
    """The edition and the article, such as ``olympiad_2022:7.4``."""
    path: Path
    test: str
    """The name of the test. A method is preceded by its class."""
    line: int


class Unreadable(Exception):
    """Raised for a citation that can be resolved only by running the tests."""

    def __init__(self, node: ast.AST) -> None:
        self.line: int = getattr(node, "lineno", 0)
        super().__init__(ast.unparse(node))


def code_of(function: Callable[..., object]) -> CodeType:
    """Return the code object behind a function, which may be wrapped or partial."""
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function)
    if inspect.isclass(function):
        function = function.__init__
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        raise TypeError(f"no Python code behind {function!r}")
    return code


def citations(path: Path) -> Iterator[Citation]:
    """Yield every citation of an article in a test file."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    names: dict[str, object] = dict(_assignments(tree.body))
    shared = list(_own_marks(tree.body, names))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            of_class = [*shared, *_own_marks(node.body, names), *_decorator_refs(node, names)]
            for method in node.body:
                yield from _of_test(method, of_class, names, path, f"{node.name}.")
        else:
            yield from _of_test(node, shared, names, path, "")


def _of_test(
    node: ast.stmt, shared: list[str], names: Mapping[str, object], path: Path, prefix: str
) -> Iterator[Citation]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if not node.name.startswith("test"):
        return
    for ref in dict.fromkeys([*shared, *_decorator_refs(node, names)]):
        yield Citation(ref, path, prefix + node.name, node.lineno)


def _assignments(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _own_marks(body: Iterable[ast.stmt], names: Mapping[str, object]) -> Iterator[str]:
    for name, value in _assignments(body):
        if name == "pytestmark":
            yield from _refs(value, names)


def _decorator_refs(
    node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, names: Mapping[str, object]
) -> Iterator[str]:
    for decorator in node.decorator_list:
        yield from _refs(decorator, names)


# --- citations in an expression -----------------------------------------------------------


def _refs(node: ast.AST, names: Mapping[str, object]) -> Iterator[str]:
    """Yield every article cited in an expression. Names of constants are resolved."""
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        if any(_is_citation(inner) for inner in ast.walk(node)):
            for bound in _bindings(node.generators, names):
                yield from _refs(node.elt, bound)
    elif isinstance(node, ast.Name):
        value = names.get(node.id)
        if isinstance(value, ast.AST):
            yield from _refs(value, {k: v for k, v in names.items() if k != node.id})
    elif isinstance(node, ast.Call) and _is_citation(node):
        yield from _call_refs(node, names)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _refs(child, names)


def _is_citation(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    return called in {"pytest.mark.article", "mark.article"} or _is_each_edition(called)


def _is_each_edition(called: str) -> bool:
    return called.rpartition(".")[2] == "each_edition"


def _call_refs(call: ast.Call, names: Mapping[str, object]) -> Iterator[str]:
    if not _is_each_edition(ast.unparse(call.func)):
        for argument in call.args:
            yield from _strings(_value(argument, names), argument)
        return
    for keyword in call.keywords:
        value = _value(keyword.value, names)
        if keyword.arg is None:
            raise Unreadable(call)
        for article in _strings(value, keyword.value):
            for edition in TOGETHER.get(keyword.arg, (keyword.arg,)):
                yield f"{edition}:{article}"


def _strings(value: object, node: ast.AST) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, node)
    else:
        raise Unreadable(node)


# --- values of simple expressions ----------------------------------------------------------


def _value(node: object, names: Mapping[str, object]) -> object:
    """Return the value of an expression that consists of literals and constants."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Tuple() | ast.List() | ast.Set():
            return [_value(item, names) for item in node.elts]
        case ast.Dict(keys=keys, values=values) if None not in keys:
            items = zip(keys, values, strict=True)
            return {_value(key, names): _value(value, names) for key, value in items}
        case ast.Starred():
            return _value(node.value, names)
        case ast.Name(id=name) if name in names:
            return _value(names[name], names)
        case ast.JoinedStr():
            return "".join(str(_value(part, names)) for part in node.values)
        case ast.FormattedValue():
            return _value(node.value, names)
        case ast.ListComp() | ast.GeneratorExp():
            return [_value(node.elt, bound) for bound in _bindings(node.generators, names)]
        case ast.Call(func=ast.Attribute(value=table, attr="items"), args=[]):
            pairs = _value(table, names)
            return [list(pair) for pair in pairs.items()] if isinstance(pairs, dict) else []
        case ast.AST():
            raise Unreadable(node)
    return node


def _bindings(
    generators: list[ast.comprehension], names: Mapping[str, object]
) -> Iterator[dict[str, object]]:
    """Yield the known names for each iteration of a comprehension."""
    if not generators:
        yield dict(names)
        return
    first, *others = generators
    items = _value(first.iter, names)
    if first.ifs or not isinstance(items, list | dict):
        raise Unreadable(first.iter)
    for item in items:
        yield from _bindings(others, {**names, **_bind_target(first.target, item)})


def _bind_target(target: ast.expr, item: object) -> dict[str, object]:
    if isinstance(target, ast.Name):
        return {target.id: item}
    if isinstance(target, ast.Tuple) and isinstance(item, list) and len(item) == len(target.elts):
        found: dict[str, object] = {}
        for part, value in zip(target.elts, item, strict=True):
            found |= _bind_target(part, value)
        return found
    raise Unreadable(target)
