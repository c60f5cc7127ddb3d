"""Expressions rewritten at their leaves: names changed, one thing put for another.

Works at any depth, without recursion, and what is shared stays shared.
"""

from __future__ import annotations

from collections.abc import Callable

from ..budget import TURN, spend
from ..errors import UnsupportedError
from ..grammar import Expression, Names, Nonterminal, Ordered, Terminal, parts_of, with_parts


def rewritten(expression: Expression, leaf: Callable[[Expression], Expression]) -> Expression:
    """The same expression with `leaf(node)` for every node that has no parts."""
    done: dict[int, Expression] = {}
    waiting: list[Expression] = [expression]
    while waiting:
        node = waiting[-1]
        inside = parts_of(node)
        spend(TURN + TURN // 8 * len(inside))
        missing = [part for part in inside if id(part) not in done]
        if missing:
            waiting.extend(missing)
            continue
        waiting.pop()
        if id(node) not in done:
            made = done[id(node)] = with_parts(node, [done[id(part)] for part in inside]) if inside else leaf(node)
            if type(made) is Ordered:
                separator = leaf(made.between)
                made.between = separator if type(separator) is Terminal else made.between
    return done[id(expression)]


def prefixed(prefix: str, expression: Expression) -> Expression:
    """The same expression with names that begin with `prefix`."""

    def leaf(node: Expression) -> Expression:
        if isinstance(node, Names):
            raise UnsupportedError(
                "a grammar whose names must resolve, as sql() makes it, stands alone and not within another",
                feature="names",
                where="sql",
            )
        return Nonterminal(prefix + node.name) if isinstance(node, Nonterminal) else node

    return rewritten(expression, leaf)
