"""Stubs document the native layer, so each must name exactly what the built module has."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import ModuleType

import pytest

from constrain import _native, _sampling
from constrain.grammars import _native as _fronts

STUBS = {_native: "constrain/_native.pyi", _fronts: "grammars/_native.pyi", _sampling: "constrain/_sampling.pyi"}
MODULES = pytest.mark.parametrize("module", STUBS, ids=lambda module: module.__name__)
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
    return ast.parse((Path(__file__).parent.parent / STUBS[module]).read_text())


@MODULES
def test_the_stub_names_what_the_module_has(module: ModuleType) -> None:
    """Functions, classes and constants are the same on both sides."""
    assert _declared(_stub(module).body) == _present(module)


@MODULES
def test_the_stub_names_what_each_class_has(module: ModuleType) -> None:
    """Methods, properties and operators are the same on both sides, class by class."""
    expected = {node.name: _declared(node.body) for node in _stub(module).body if isinstance(node, ast.ClassDef)}

    assert expected == {name: _present(getattr(module, name)) for name in expected}


@pytest.mark.parametrize("module", [_native, _fronts])
def test_everything_public_has_a_docstring(module: ModuleType) -> None:
    """Of functions, classes, and their methods and properties, so that `help` reads like documentation."""
    classes = [node.name for node in _stub(module).body if isinstance(node, ast.ClassDef)]
    functions = _present(module) - set(classes)
    things = {name: getattr(module, name) for name in (*classes, *functions)}
    for name in classes:
        inside = {m for m in _present(getattr(module, name)) if not m.startswith("__")}
        things |= {f"{name}.{member}": vars(getattr(module, name))[member] for member in inside}

    # The first lines of a native function's are its signatures.
    lacking = [
        name for name, thing in things.items() if not re.sub(r"^\w+\(.*\) -> .*\n?", "", thing.__doc__ or "").strip()
    ]
    assert [] == sorted(lacking)
