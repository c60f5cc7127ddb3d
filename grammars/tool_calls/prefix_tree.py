"""Alternatives that begin alike, written so that what they share is read once.

The heads of 400 tool calls begin with the same text, and their names with each other's beginnings. Side by side, all
400 would be open at once while a name is read; in a tree, those that can still be meant are one open text.

    get_a … | get_b … | set …   becomes   get_ (a … | b …) | set …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from constrain.budget import TURN, spend
from constrain.grammar import Choice, Expression, Sequence, SpecialToken, Terminal
from constrain.patterns.pattern import Concatenation, Literal, Pattern, encode, literal
from constrain.support.shown import shown

# Letters that a node shares at least. A node of one letter is crossed by all tokens that begin with it: of 400 names
# the first mask takes 1.4 to 3.5 ms then, with 2 some 2, with 3 1.5, with 4 0.5 to 0.9, with 6 1.2.
_LEAST = 4

Item = str | Expression  # a text stands for itself
Items = tuple[Item, ...]
Way = tuple[Items, Expression]  # what is read first, and what then


def items_of(expressions: Iterable[Expression]) -> Items:
    """The expressions one after another, with texts of letters as such, as long as they can be."""
    items: list[Item] = []
    for item in _split(expressions):
        if isinstance(item, str) and items and isinstance(items[-1], str):
            items[-1] += item
        else:
            items.append(item)
    return tuple(items)


def prefix_tree(ways: list[Way], keep: bool = False) -> Expression:
    """Any of the ways. Costs time linear in their number and in the letters that they share.

    `keep`: what is made of those that begin with one letter is kept, since lists that differ in one tool share most,
    and all that hangs on it; `forget` ends that.
    """
    if len(ways) == 1:
        return _after(*ways[0])
    first = [items[0] for items, _ in ways if items]
    if len(first) == len(ways):
        if not isinstance(first[0], str) and first.count(first[0]) == len(first):
            return Sequence((first[0], prefix_tree([(items[1:], then) for items, then in ways], keep)))
        if keep and set(map(type, first)) == {str}:
            return _kept_tree(first, ways)  # type: ignore[arg-type]
    alternatives: list[Expression] = []
    texts: dict[str, list[Way]] = {}
    others: dict[Expression, list[Way]] = {}
    for items, then in ways:
        if not items:
            alternatives.append(then)
        elif isinstance(items[0], str):
            texts.setdefault(items[0], []).append((items[1:], then))
        else:
            others.setdefault(items[0], []).append((items[1:], then))
    alternatives += [Sequence((first, prefix_tree(rest, keep))) for first, rest in others.items()]
    if texts:
        names = sorted(texts)
        shared = _shared(names[0], names[-1])
        grouped = groupby(names, key=lambda name: name[shared : shared + 1])
        branches = [_branch(shared, [(name, texts[name]) for name in group], keep) for _, group in grouped]
        alternatives.append(_branching(names[0][:shared], branches))
    return alternatives[0] if len(alternatives) == 1 else Choice(alternatives)


def _kept_tree(names: list[str], ways: list[Way]) -> Expression:
    """The same where all begin with a text, `names`. Those that begin with one letter are not looked into again."""
    spend(TURN * len(names))
    least = min(names)
    shared = _shared(least, max(names))
    groups: dict[str, list[Way]] = {}
    for name, way in zip(names, ways, strict=True):
        groups.setdefault(name[shared : shared + 1], []).append(way)
    return _branching(least[:shared], [_kept_branch(shared, tuple(groups[letter])) for letter in sorted(groups)])


@lru_cache(512)
def _kept_branch(start: int, ways: tuple[Way, ...]) -> Expression:
    texts: dict[str, list[Way]] = {}
    for (name, *items), then in ways:
        texts.setdefault(name, []).append((tuple(items), then))  # type: ignore[arg-type]
    return _branch(start, [(name, texts[name]) for name in sorted(texts)], True)


def _branching(before: str, branches: list[Expression]) -> Expression:
    return _after((before,) if before else (), branches[0] if len(branches) == 1 else Choice(branches))


def _branch(start: int, texts: list[tuple[str, list[Way]]], keep: bool) -> Expression:
    """Those that go on with the same letter, from a place on.

    The names are gone through in order, with the nodes around the last one on a stack.
    """
    spend(TURN * len(texts))
    open_nodes: list[tuple[int, list[Expression]]] = [(start, [])]  # how many letters lead there, and what follows
    for number, (name, ways) in enumerate(texts):
        shared = _shared(name, texts[number + 1][0]) if number + 1 < len(texts) else start
        if shared >= open_nodes[-1][0] + _LEAST:
            open_nodes.append((shared, []))
        depth, inside = open_nodes[-1]
        inside.append(_after((name[depth:],) if depth < len(name) else (), prefix_tree(ways, keep)))
        while open_nodes[-1][0] > shared:
            depth, inside = open_nodes.pop()
            if open_nodes[-1][0] + _LEAST <= shared:
                open_nodes.append((shared, []))
            around, outside = open_nodes[-1]
            outside.append(Sequence((_letters(name[around:depth]), Choice(inside))))
    found = open_nodes[0][1]
    return found[0] if len(found) == 1 else Choice(found)


def forget() -> None:
    """Keep none of what `prefix_tree` has kept."""
    _kept_branch.cache_clear()


def _shared(one: str, other: str) -> int:
    """How many letters both begin with."""
    number = 0
    for number, (a, b) in enumerate(zip(one, other, strict=False)):  # noqa: B007
        if a != b:
            break
    else:
        number = min(len(one), len(other))
    spend(TURN + TURN // 8 * number)
    return number


def _after(items: Items, then: Expression) -> Expression:
    if not items:
        return then
    return Sequence((*(_letters(item) if isinstance(item, str) else item for item in items), then))


@lru_cache(8192)
def _letters(text: str) -> Terminal:
    return Terminal(literal(text.encode()), shown(text, 60)[1:-1])


_marks: dict[tuple[str, int], Expression] = {}  # one node for all that are alike, so that they are found by identity


def _mark(node: SpecialToken) -> Expression:
    if len(_marks) > 1024:
        _marks.clear()
    return _marks.setdefault((node.name, node.spelling), node)


def _split(expressions: Iterable[Expression]) -> Iterator[Item]:
    for node in expressions:
        if type(node) is not Terminal or node.max_tokens is not None:
            yield _mark(node) if isinstance(node, SpecialToken) else node
            continue
        patterns: list[Pattern] = [node.pattern]
        if isinstance(node.pattern, Concatenation):
            patterns = list(node.pattern.parts)
        for pattern in patterns:
            text = _text(pattern)
            yield text if text is not None else _terminal(encode(pattern), node.name)


@lru_cache(1024)
def _terminal(code: bytes, name: str) -> Terminal:
    return Terminal.of_code(code, name)


def _text(pattern: Pattern) -> str | None:
    if not isinstance(pattern, Literal):
        return None
    try:
        return pattern.data.decode()
    except UnicodeDecodeError:
        return None
