"""`gbnf(text)`: from llama.cpp's rules to a grammar.

Rules that do not depend on themselves are regular, as are parts of others; each is one terminal of the grammar, so a
`string` is lexed by derivatives and only what nests is parsed. A part that would grow too large by writing out the
rules it uses stays a production.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from constrain.budget import Limits, budgeted
from constrain.errors import GrammarError, UnsupportedError
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Repeat, Sequence, SpecialToken, Terminal
from constrain.patterns.pattern import EPSILON, Pattern, alternation, complement, concat, encode, intersection, repeat
from constrain.support.arguments import instance, public
from constrain.support.deep_stack import roomy

from ..regex.errors import excerpt
from .assemble import Code, NonEmpty, Reference, Source, Times, Together, Token, Without
from .parse import parse

MAX_SIZE = 1 << 13  # bytes of one terminal's pattern code


@public
@roomy
@budgeted
def gbnf(text: str, root: str = "root", *, limits: Limits | None = None) -> Grammar[str]:
    """The texts that a grammar in llama.cpp's GBNF allows, from the rule `root` on.

    The notation is read as llama.cpp's parser reads it (names without underscores, code points, `{m,n}`, newlines only
    inside parentheses and after `::=` or `|`); rules may be left-recursive, which llama.cpp refuses, and repetition
    counts have no limit of 2,000. `<think>` is the special token of that name, which `compile` looks up. Raises
    `GrammarError` with line, column and an excerpt, `UnsupportedError` for tokens by number or by exclusion
    (`<[1000]>`, `!<think>`), `LimitExceeded` for what is too large, as `limits` says for this call.

    >>> gbnf('root ::= "[" (root ("," root)*)? "]"')
    <Grammar root: 1 production>
    """
    instance(root, str, "root", "the name of a rule")
    source = parse(text)
    if root not in source.rules:
        known = ", ".join(list(source.rules)[:20]) or "nothing"
        raise GrammarError(f"gbnf: the rule `{root}`, where texts begin, is not defined\nDefined here: {known}")
    return Builder(source, "gbnf").build(root)


class _Regular:
    """A part that is a regular language, and the size of its code."""

    __slots__ = ("pattern", "size")

    def __init__(self, pattern: Pattern, size: int) -> None:
        self.pattern, self.size = pattern, size


_Part = _Regular | Expression


class Builder:
    """Rules of a notation as a grammar."""

    def __init__(self, source: Source, notation: str) -> None:
        self.source, self.notation = source, notation
        self.regular: dict[str, _Regular] = {}
        self.productions: dict[str, Expression] = {}
        self.leaves: dict[int, _Regular] = {}
        self.terminals: dict[int, Terminal] = {}

    def build(self, root: str) -> Grammar:
        """The texts of the rule `root`."""
        for names in components(self.source, root):
            for name in names:
                part = self.lower(name, self.source.rules[name])
                if isinstance(part, _Regular):
                    self.regular[name] = part
                    if part.size > MAX_SIZE or name == root:
                        self.productions[name] = self.expression(name, part)
                else:
                    self.productions[name] = self.expression(name, part)
        return Grammar(root, self.productions, source=self.notation)

    def lower(self, name: str, code: Code) -> _Part:
        """The right side as one part."""
        stack: list[_Part] = []
        for op in code:
            if isinstance(op, Pattern):
                stack.append(self.leaf(op))
            elif isinstance(op, Reference):
                known = self.regular.get(op.name)
                stack.append(Nonterminal(op.name) if known is None or known.size > MAX_SIZE else known)
            elif isinstance(op, Token):
                stack.append(SpecialToken(op.name))
            elif isinstance(op, Times):
                stack.append(self.times(name, stack.pop(), op))
            elif isinstance(op, Without):
                other = stack.pop()
                stack.append(self.without(stack.pop(), other, op))
            elif isinstance(op, NonEmpty):
                (part,) = stack[-1:]
                if isinstance(part, _Regular):
                    stack[-1] = _Regular(intersection(part.pattern, complement(EPSILON)), part.size + 6)
            elif op.items == 1:
                pass
            else:
                parts = stack[len(stack) - op.items :]
                del stack[len(stack) - op.items :]
                stack.append(self.together(name, parts) if isinstance(op, Together) else self.either(name, parts))
        (part,) = stack
        return part

    def leaf(self, pattern: Pattern) -> _Regular:
        found = self.leaves.get(id(pattern))
        if found is None:
            found = self.leaves[id(pattern)] = _Regular(pattern, len(encode(pattern)))
        return found

    def times(self, name: str, part: _Part, op: Times) -> _Part:
        if isinstance(part, _Regular) and part.size <= MAX_SIZE:
            return _Regular(repeat(part.pattern, op.low, op.high), part.size + 4)
        return Repeat(self.expression(name, part), op.low, op.high)

    def without(self, part: _Part, other: _Part, op: Without) -> _Part:
        """An exception: both must be regular."""
        if isinstance(part, _Regular) and isinstance(other, _Regular):
            return _Regular(intersection(part.pattern, complement(other.pattern)), part.size + other.size + 6)
        line, column, shown = excerpt(self.source.text, op.place)
        raise UnsupportedError(
            f"{self.notation}:{line}:{column}: an exception can be enforced only between parts that are regular (whose "
            f"rules do not lead back to themselves, and are small); write out what is meant\n{shown}",
            feature="exception",
            where=f"line {line}, column {column}",
        )

    def together(self, name: str, parts: list[_Part]) -> _Part:
        """Parts in sequence; neighbours that are regular become one, unless that is too large."""
        joined = _joined(parts, concat)
        if len(joined) == 1:
            return joined[0]
        if not joined:
            return _Regular(EPSILON, 1)
        return Sequence([self.expression(name, part) for part in joined])

    def either(self, name: str, parts: list[_Part]) -> _Part:
        """Alternatives; those that are regular become one, or several where that is too large."""
        regular = [part for part in parts if isinstance(part, _Regular)]
        others = [part for part in parts if not isinstance(part, _Regular)]
        parts = [*_joined(regular, alternation), *others]
        return parts[0] if len(parts) == 1 else Choice([self.expression(name, part) for part in parts])

    def expression(self, name: str, part: _Part) -> Expression:
        if isinstance(part, Expression):
            return part
        found = self.terminals.get(id(part))
        if found is None:
            # the part is kept too: its id must stay its own
            found = self.terminals[id(part)] = Terminal(part.pattern, name)
            self.leaves.setdefault(-id(part), part)
        return found


def _joined(parts: Iterable[_Part], join: Callable[..., Pattern]) -> list[_Part]:
    """The parts, with each run of regular ones that is small enough made one pattern by `join`."""
    result: list[_Part] = []
    run: list[_Regular] = []
    size = 0
    for part in [*parts, None]:
        if isinstance(part, _Regular) and size + part.size <= MAX_SIZE:
            run.append(part)
            size += part.size
            continue
        if run:
            result.append(run[0] if len(run) == 1 else _Regular(join(*(each.pattern for each in run)), size + 2))
            run, size = [], 0
        if isinstance(part, _Regular):
            run, size = [part], part.size
        elif part is not None:
            result.append(part)
    return result


def references(code: Code) -> set[str]:
    """The names of the rules that a right side uses."""
    return {op.name for op in code if isinstance(op, Reference)}


def components(source: Source, root: str) -> Iterator[list[str]]:
    """The rules that `root` needs, in groups that use each other, each group after those that it uses (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    waiting: list[tuple[str, Iterator[str]]] = []

    def enter(name: str) -> None:
        index[name] = low[name] = len(index)
        path.append(name)
        on_path.add(name)
        waiting.append((name, iter(sorted(references(source.rules[name])))))

    enter(root)
    while waiting:
        name, uses = waiting[-1]
        following = next(uses, None)
        if following is None:
            waiting.pop()
            if waiting:
                above = waiting[-1][0]
                low[above] = min(low[above], low[name])
            if low[name] == index[name]:
                group = [path.pop()]
                while group[-1] != name:
                    group.append(path.pop())
                on_path.difference_update(group)
                yield group
        elif following not in index:
            enter(following)
        elif following in on_path:
            low[name] = min(low[name], index[following])
