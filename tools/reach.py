"""Find which functions can be reached from which, by reading the source without running it.

A function reaches the names in its body. A method counts as reached if an attribute with its name
is looked up anywhere, so the result may include too much, but never too little. Nothing reaches a
layer above its own. Tables that only list functions (``ARTICLES``, ``SYSTEM``) reach nothing.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tools.citations import code_of

LISTS = frozenset({"ARTICLES", "SYSTEM", "HANDLING", "ACCELERATION"})
"""The names of module variables that list functions.

Being listed there does not count as a call.
"""

Node = tuple[str, str]
"""A module and a name in it, which is a function, a class, ``Class.method`` or a variable."""


@dataclass
class _Module:
    """The names that a module defines or imports, with the code of the former."""

    name: str
    bodies: dict[str, list[ast.AST]] = field(default_factory=lambda: defaultdict(list))
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each local name, its module of origin and its name there, which is empty for a module."""


@dataclass(frozen=True)
class Graph:
    """The graph of references between the functions, classes and variables of a package."""

    edges: Mapping[Node, frozenset[Node]]
    homes: Mapping[str, str]
    """The module name for each file."""

    def node(self, function: Callable[..., object]) -> Node:
        """Return the node of a function. A nested function belongs to the outer function."""
        code = code_of(function)
        name = code.co_qualname.partition(".<locals>")[0]
        return self.homes[str(Path(code.co_filename).resolve())], name

    def nodes(self, value: object) -> Iterator[Node]:
        """Yield the nodes of all functions in a value, which may be a table or a partial
        function.
        """
        match value:
            case partial(func=function, args=arguments, keywords=keywords):
                yield from self.nodes(function)
                yield from self.nodes((*arguments, *keywords.values()))
            case Mapping():
                yield from self.nodes(tuple(value.values()))
            case tuple():
                for one in value:
                    yield from self.nodes(one)
            case _ if callable(value) and not isinstance(value, type):
                yield self.node(value)

    def closure(self, roots: Iterable[Node]) -> set[Node]:
        """Return all nodes that can be reached from the roots, including the roots."""
        seen = set(roots)
        open_ = list(seen)
        while open_:
            for node in self.edges.get(open_.pop(), ()):
                if node not in seen:
                    seen.add(node)
                    open_.append(node)
        return seen

    def nodes_in_packages(self, *packages: str) -> set[Node]:
        """Return all nodes in these packages."""
        return {n for n in self.edges if any(f"{n[0]}.".startswith(f"{p}.") for p in packages)}


def graph(root: Path, package: str) -> Graph:
    """Return the graph of the package in the folder ``root``."""
    paths = {path: _module_name(path, root) for path in (root / package).rglob("*.py")}
    modules = {name: _read(path, name) for path, name in paths.items()}
    members: dict[str, set[Node]] = defaultdict(set)
    for module in modules.values():
        for name in module.bodies:
            if "." in name:
                members[name.rpartition(".")[2]].add((module.name, name))
    depth = _depths(root.parent / "pyproject.toml")
    edges = {
        (module.name, name): frozenset(
            found
            for body in bodies
            for found in _references(body, module, modules, members)
            if name not in LISTS and _depth(found[0], depth) >= _depth(module.name, depth)
        )
        for module in modules.values()
        for name, bodies in module.bodies.items()
    }
    return Graph(edges, {str(path.resolve()): name for path, name in paths.items()})


def _depths(project: Path) -> dict[str, int]:
    """Return the depth of each part of the package in the layers that ``pyproject.toml``
    defines.
    """
    if not project.exists():
        return {}
    contracts = tomllib.loads(project.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return {name: depth for depth, layer in enumerate(layers) for name in re.findall(r"\w+", layer)}


def _depth(module: str, depths: Mapping[str, int]) -> int:
    """Return the depth of a module's layer. The package itself is in the top layer."""
    return depths.get([*module.split("."), ""][1], 0)


def _module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# --- what a module defines --------------------------------------------------------------------


def _read(path: Path, name: str) -> _Module:
    module = _Module(name)
    for node in ast.parse(path.read_text(encoding="utf-8"), str(path)).body:
        _add_definition(node, module)
    for bodies in [*module.bodies.values()]:
        for inner in (node for body in bodies for node in ast.walk(body)):
            _add_import(inner, module)
    return module


def _add_definition(node: ast.stmt, module: _Module) -> None:
    _add_import(node, module)
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            module.bodies[node.name].append(node)
        case ast.ClassDef():
            _add_class(node, module)
        case ast.Assign(targets=targets):
            for target in targets:
                for inner in ast.walk(target):
                    if isinstance(inner, ast.Name):
                        module.bodies[inner.id].append(node.value)
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            module.bodies[name].append(value)
        case ast.If() | ast.Try():
            for inner in ast.iter_child_nodes(node):
                if isinstance(inner, ast.stmt):
                    _add_definition(inner, module)


def _add_class(node: ast.ClassDef, module: _Module) -> None:
    """Add a class and its methods.

    Using a class reaches its bases, fields and special methods, but not its other methods.
    """
    module.bodies[node.name] += [*node.bases, *node.decorator_list]
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            module.bodies[f"{node.name}.{inner.name}"].append(inner)
            if inner.name.startswith("__"):
                module.bodies[node.name].append(inner)
        else:
            module.bodies[node.name].append(inner)


def _add_import(node: ast.AST, module: _Module) -> None:
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            module.imported[alias.asname or alias.name] = (node.module, alias.name)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            module.imported[alias.asname or alias.name] = (alias.name, "")


# --- what a body names ------------------------------------------------------------------------


def _references(
    body: ast.AST,
    module: _Module,
    modules: Mapping[str, _Module],
    members: Mapping[str, set[Node]],
) -> Iterator[Node]:
    own = _local_names(body)
    for node in _without_annotations(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
            found = _resolve_name(module, node.id, modules)
            if found is not None and found[1]:
                yield found
        elif isinstance(node, ast.Attribute):
            yield from _attribute(node, module, modules, members, own)


def _local_names(body: ast.AST) -> set[str]:
    """Return the names of a function's parameters and local variables."""
    return {
        node.arg if isinstance(node, ast.arg) else node.id
        for node in ast.walk(body)
        if isinstance(node, ast.arg)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    }


def _without_annotations(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _without_annotations(child)


def _attribute(
    node: ast.Attribute,
    module: _Module,
    modules: Mapping[str, _Module],
    members: Mapping[str, set[Node]],
    own: set[str],
) -> Iterator[Node]:
    if isinstance(node.value, ast.Name) and node.value.id not in own:
        found = _resolve_name(module, node.value.id, modules)
        if found is not None and not found[1]:
            inner = modules.get(found[0])
            meant = None if inner is None else _resolve_name(inner, node.attr, modules)
            if meant is not None and meant[1]:
                yield meant
            return
    yield from members.get(node.attr, ())


def _resolve_name(module: _Module, name: str, modules: Mapping[str, _Module]) -> Node | None:
    """Return the node that a name refers to in a module, or None.

    The node of a module has an empty name.
    """
    if name in module.bodies:
        return module.name, name
    if name not in module.imported:
        return None
    home, there = module.imported[name]
    if not there or f"{home}.{there}" in modules:
        return (f"{home}.{there}" if there else home), ""
    return _resolve_name(modules[home], there, modules) if home in modules else None
