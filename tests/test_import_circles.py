"""Python modules import each other in one direction: no circles, not even for types or within functions, but one."""

from __future__ import annotations

import ast
from pathlib import Path

import networkx  # type: ignore[import-untyped]

_ROOT = Path(__file__).resolve().parent.parent
# The nodes of a regular expression hold each other: what one file translates, it hands to the others in parts.
_RECURSION = {f"constrain.grammars.regex.{name}" for name in ("backtracking", "lookbehind", "loops", "translate")}
_NATIVE = {"constrain._native", "constrain._sampling", "constrain.grammars._native"}


def _modules() -> dict[str, Path]:
    found = {}
    for top in ("constrain", "grammars", "sampling"):
        for path in (_ROOT / top).rglob("*.py"):
            parts = path.relative_to(_ROOT).with_suffix("").parts
            parts = parts if top == "constrain" else ("constrain", *parts)
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _imported(module: str, path: Path, modules: dict[str, Path]) -> set[str]:
    """The modules that a file imports, at its head or within functions, also for types alone."""
    package = module.split(".")[: None if path.name == "__init__.py" else -1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & modules.keys()
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                name = f"{base}.{alias.name}"
                found |= {name if name in modules or name in _NATIVE else base} & modules.keys()
    return found - {module}


def test_modules_import_each_other_in_one_direction() -> None:
    """The only modules that lead back to themselves by imports are those that translate regular expressions."""
    modules = _modules()
    graph = networkx.DiGraph(
        (name, other) for name, path in modules.items() for other in _imported(name, path, modules)
    )
    circles = [circle for circle in networkx.strongly_connected_components(graph) if len(circle) > 1]
    assert [_RECURSION] == circles
