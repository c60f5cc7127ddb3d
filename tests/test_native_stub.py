"""Stubs document the native layer, so each must name exactly what the built module has."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest

import constrain
from constrain import _native, _sampling

MODULES = pytest.mark.parametrize("module", [_native, _sampling], ids=["_native", "_sampling"])
# What every class has from Python, and what nanobind adds to a module.
_GIVEN = {"__doc__", "__module__", "__new__", "__dict__", "__weakref__", "__hash__"}


def _declared(body: list[ast.stmt]) -> set[str]:
    names: set[str] = set()
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            names.add(statement.name)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names.add(statement.target.id)
        elif isinstance(statement, ast.Assign):
            names |= {target.id for target in statement.targets if isinstance(target, ast.Name)}
    return names


def _present(thing: object) -> set[str]:
    """The public names and the operators of a module or class."""
    own = set(vars(thing)) - _GIVEN
    if isinstance(thing, type):
        return {name for name in own if not name.startswith("_") or name.startswith("__")}
    return {name for name in own if not name.startswith("_")}


def _stub(module: ModuleType) -> ast.Module:
    return ast.parse((Path(constrain.__file__).parent / f"{module.__name__.split('.')[-1]}.pyi").read_text())


@MODULES
def test_the_stub_names_what_the_module_has(module: ModuleType) -> None:
    """Functions, classes and constants are the same on both sides."""
    assert _declared(_stub(module).body) == _present(module)


@MODULES
def test_the_stub_names_what_each_class_has(module: ModuleType) -> None:
    """Methods, properties and operators are the same on both sides, class by class."""
    expected = {node.name: _declared(node.body) for node in _stub(module).body if isinstance(node, ast.ClassDef)}

    assert expected == {name: _present(getattr(module, name)) for name in expected}
