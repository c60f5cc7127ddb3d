"""Expressions rewritten at their leaves: names changed, one thing put for another.

Works at any depth, without recursion, and what is shared stays shared.
"""

from __future__ import annotations

from collections.abc import Callable

from constrain.budget import TURN, spend
from constrain.grammar import Choice, Expression, Once, Ordered, Repeat, Scope, Sequence, parts_of


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
            done[id(node)] = _rebuilt(node, [done[id(part)] for part in inside]) if inside else leaf(node)
    return done[id(expression)]


def _rebuilt(node: Expression, parts: list[Expression]) -> Expression:
    match node:
        case Sequence():
            return Sequence(parts)
        case Choice():
            return Choice(parts)
        case Repeat():
            return Repeat(parts[0], node.minimum, node.maximum, parts[1] if node.between is not None else None)
        case Ordered():
            return Ordered(parts, node.required, node.between)
        case Scope():
            return Scope(parts[0])
        case Once():
            return Once(node.mark, parts[0])
    raise TypeError(f"not an Expression with parts: {node!r}")
