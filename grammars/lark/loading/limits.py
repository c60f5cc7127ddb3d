"""What lark's loader would make without end, or of more than there is memory, in the trees that it makes of a text.

It puts the trees of terminals into each other, so that a few lines may stand for any number of characters, and fills
templates in under names that hold the arguments, which may double each time. Both are gone through here once for each
tree and each name, as far as the limits allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark.tree import Tree

from constrain.budget import share

from .sizes import (
    MAX_NAME,
    MAX_PATTERNS,
    MAX_USED,
    MAX_WRITTEN,
    NONE,
    NOTHING,
    ONE,
    Size,
    endless,
    optional,
    too_long,
    too_much,
)
from .sizes import repeated as size_repeated


def size_of(node: Any) -> tuple[Size, int]:
    """The size of what lark makes of a part of a rule, and how much is written in all."""
    if not isinstance(node, Tree):
        return ONE, 0
    if node.data in ("alias", "maybe"):
        size, written = size_of(node.children[0])
        return (optional(size) if node.data == "maybe" else size), written
    if node.data == "expr":
        size, written = size_of(node.children[0])
        operator, *counts = map(str, node.children[1:])
        size, more = size_repeated(size, operator, *map(int, (counts * 2)[:2]))
        return size, written + more
    if node.data not in ("expansions", "expansion"):
        return ONE, 0
    written = 0
    size = NOTHING if node.data == "expansion" else NONE
    for child in node.children:
        part, more = size_of(child)
        size = size.then(part) if node.data == "expansion" else size.beside(part)
        written += more
    return size, written + size.written * (node.data == "expansions")


def check_terminals(trees: Mapping[str, Any]) -> None:
    """Refuses terminals whose patterns would be too long, before their trees are put into each other."""
    known: dict[int, int] = {}
    most = share(MAX_PATTERNS)

    def length(node: Any) -> int:
        if not isinstance(node, Tree):
            name = getattr(node, "name", None)
            found = trees.get(name) if name is not None else None
            return length(found) if found is not None else len(name or node)
        if id(node) not in known:
            known[id(node)] = 1  # where it leads back here, which lark refuses
            known[id(node)] = min(sum(map(length, node.children)), most + 1)
        return known[id(node)]

    total = 0
    for name, tree in trees.items():
        total += length(tree) if tree is not None else 0
        if total > most:
            raise too_long(name)


def check_templates(definitions: Mapping[str, Any]) -> None:
    """Refuses rules of which too much would be written with templates filled in, or without end."""
    rules = {str(name): each for name, each in definitions.items() if not each.is_term and each.tree is not None}
    written = {name: size_of(each.tree)[1] for name, each in rules.items()}
    waiting: list[tuple[str, dict[str, str]]] = [(name, {}) for name, each in rules.items() if not each.params]
    filled: set[str] = set()

    def named(node: Any, given: Mapping[str, str]) -> str:
        if not isinstance(node, Tree):
            name = str(getattr(node, "name", node))
            return given.get(name, name)
        if node.data != "template_usage":
            return ",".join(named(child, given) for child in node.children)
        template, *arguments = (named(child, given) for child in node.children)
        result = f"{template}{{{','.join(arguments)}}}"
        if result not in filled:
            filled.add(result)
            if len(filled) > share(MAX_USED) or len(result) > share(MAX_NAME):
                raise endless(template)
            if template in rules and len(rules[template].params) == len(arguments):
                waiting.append((template, dict(zip(map(str, rules[template].params), arguments, strict=True))))
        return result

    total = 0
    for name, given in waiting:  # grows as templates are used
        total += written[name]
        if total > share(MAX_WRITTEN):
            raise too_much()
        for usage in rules[name].tree.find_data("template_usage"):
            named(usage, given)
