"""A grammar without recursion as one pattern, where that is possible and small.

Only its texts stay the same: where a lexeme ends no longer matters, so patterns that look at the ends of their lexeme
(assertions) can only be taken if they are the whole grammar.
"""

from __future__ import annotations

from ..grammar import Choice, Expression, Grammar, Nonterminal, Repeat, Sequence, Terminal
from ..patterns.pattern import (
    EPSILON,
    Ahead,
    Alternation,
    Behind,
    Complement,
    Concatenation,
    Intersection,
    Pattern,
    Repetition,
    alternation,
    concat,
    optional,
    repeat,
)

_MOST = 2_000  # expressions, each as often as it is used
_DEEPEST = 50


class _NotOne(Exception):
    """The grammar is no single pattern, or a large one."""


def one_pattern(grammar: Grammar) -> Pattern | None:
    """The pattern with the grammar's texts; None where it is not known or too large."""
    only = grammar.right_sides()[grammar.start]
    if isinstance(only, Terminal):
        return only.pattern
    reader = _Reader(grammar)
    try:
        return reader.pattern(only, 0)
    except _NotOne:
        return None


class _Reader:
    def __init__(self, grammar: Grammar) -> None:
        self.productions = grammar.right_sides()
        self.left = _MOST

    def pattern(self, node: Expression, depth: int) -> Pattern:
        self.left -= 1
        if depth > _DEEPEST or self.left < 0:
            raise _NotOne
        match node:
            case Terminal():
                if asserts(node.pattern):
                    raise _NotOne
                return node.pattern
            case Nonterminal() if node.name in self.productions:
                return self.pattern(self.productions[node.name], depth + 1)
            case Sequence():
                return concat(*(self.pattern(part, depth + 1) for part in node.parts))
            case Choice():
                return alternation(*(self.pattern(part, depth + 1) for part in node.parts))
            case Repeat():
                return self._repeated(node, depth)
        raise _NotOne

    def _repeated(self, node: Repeat, depth: int) -> Pattern:
        part = self.pattern(node.part, depth + 1)
        if node.between is None:
            return repeat(part, node.minimum, node.maximum)
        if node.maximum == 0:
            return EPSILON
        more = concat(self.pattern(node.between, depth + 1), part)
        most = None if node.maximum is None else node.maximum - 1
        several = concat(part, repeat(more, max(node.minimum, 1) - 1, most))
        return several if node.minimum else optional(several)


def asserts(pattern: Pattern) -> bool:
    """Whether the pattern has assertions. Linear, no recursion."""
    seen: set[int] = set()
    waiting = [pattern]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Ahead | Behind):
            return True
        if isinstance(node, Concatenation | Alternation | Intersection):
            waiting.extend(node.parts)
        elif isinstance(node, Repetition | Complement):
            waiting.append(node.part)
    return False
