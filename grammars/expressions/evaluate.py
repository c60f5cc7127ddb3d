"""Expressions read and run: a walk of Python's own syntax tree that knows six kinds of nodes.

It calls what it was given and nothing else: a name is a variable of the caller or of a comprehension, only what is
called is a function, and there are no operators or subscripts, nor attributes but members of enumerations.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from constrain.errors import GrammarError
from constrain.support.shown import shown

_LONGEST = 100_000  # bytes of a text
_DEEPEST = 60  # calls, lists and comprehensions within each other


class Plan:
    """An expression that has been read: `text`, and `run`, which calls its functions."""

    def __init__(
        self,
        text: str,
        functions: Mapping[str, Callable[..., Any]],
        variables: frozenset[str],
        enumerations: Mapping[str, type[Enum]],
    ) -> None:
        self.text, self.functions, self.variables, self._enumerations = text, functions, variables, enumerations
        if len(text) > _LONGEST:
            raise GrammarError(f"expression: {len(text)} characters, at most {_LONGEST}")
        try:
            self._tree = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            raise GrammarError(f"expression: not an expression: {shown(text, 80)} ({type(error).__name__})") from None
        self._check(self._tree, variables, 0)

    def __repr__(self) -> str:
        return f"Plan({shown(self.text, 200)})"

    def run(self, /, **variables: Any) -> Any:
        """The value, with such values of the variables; what a function raises comes through.

        Raises TypeError where a variable has no value, or one is given that the grammar does not have.
        """
        if variables.keys() != self.variables:
            wanted = ", ".join(sorted(self.variables)) or "none"
            raise TypeError(f"the variables are {wanted}, given: {', '.join(sorted(variables)) or 'none'}")
        return self._value(self._tree, variables)

    # --- Reading

    def _check(self, node: ast.expr, names: frozenset[str], depth: int) -> None:
        if depth > _DEEPEST:
            raise self._wrong(node)
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None):
                return
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)) if (
                number is not True
            ):
                return
            case ast.Name(id=name) if name in names:
                return
            case ast.Attribute(value=ast.Name(id=name), attr=member) if (
                name in self._enumerations and name not in names and member in self._enumerations[name].__members__
            ):
                return
            case ast.List(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
                for part in parts:
                    self._check(part, names, depth + 1)
                return
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords) if name in self.functions:
                for argument in arguments:
                    self._check(argument, names, depth + 1)
                for keyword in keywords:
                    if keyword.arg is None:
                        raise self._wrong(node)
                    self._check(keyword.value, names, depth + 1)
                return
            case ast.ListComp(elt=made, generators=[ast.comprehension(target=ast.Name(id=name), is_async=0) as over]):
                self._check(over.iter, names, depth + 1)
                within = names | {name}
                for condition in (*over.ifs, made):
                    self._check(condition, within, depth + 1)
                return
        raise self._wrong(node)

    def _wrong(self, node: ast.expr) -> GrammarError:
        part = ast.get_source_segment(self.text, node) or self.text
        known = ", ".join(sorted((*self.functions, *self.variables))[:20])
        return GrammarError(f"expression: {shown(part, 80)} is nothing that an expression has; known here: {known}")

    # --- Running

    def _value(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.UnaryOp(operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.Name(id=name):
                return values[name]
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                return self._enumerations[name][member]
            case ast.List(elts=parts):
                return [self._value(part, values) for part in parts]
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords):
                given = [self._value(argument, values) for argument in arguments]
                named = {str(keyword.arg): self._value(keyword.value, values) for keyword in keywords}
                return self.functions[name](*given, **named)
            case ast.ListComp(elt=made, generators=[over]):
                assert isinstance(over.target, ast.Name)
                out = []
                for each in self._value(over.iter, values):
                    within = {**values, over.target.id: each}
                    if all(self._value(condition, within) for condition in over.ifs):
                        out.append(self._value(made, within))
                return out
        raise AssertionError(node)


class Plans:
    """Makes plans of texts; what a grammar of expressions reads with."""

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        variables: frozenset[str],
        enumerations: Mapping[str, type[Enum]],
    ) -> None:
        self.functions, self.variables, self.enumerations = functions, variables, enumerations

    def __call__(self, text: str) -> Plan:
        return Plan(text, self.functions, self.variables, self.enumerations)
