"""Trees as flat lists, so that they can be pickled at any depth and what is shared stays shared.

Pickle calls itself for every node inside another, and fails where Python's stack ends: after some hundred brackets. So
expressions, patterns, and the dicts, lists and tuples around them are written as one list, in which a node names those
inside it by number. A node's class is written with its fields; nothing else of the object is kept.

    Sequence((a, Repeat(a)))  ->  [(Terminal, …), (Repeat, (0,), 0, None, None), (tuple, (0,), (1,)), (Sequence, (2,))]

A field that is a tuple of one number is a node; everything else stands for itself. Costs time linear in the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

_CONTAINERS = (dict, list, tuple)

Flat = list[tuple[Any, ...]]

_constants: dict[int, str] = {}  # nodes of which there is one in a process, by identity
_named: dict[str, Any] = {}
_COMPUTED = frozenset(("code",))  # fields that hold what can be made again: an alternation's byte code


class Node:
    """An object whose fields are its slots; pickled without recursion."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return unpacked, (packed(self),)


def constant(name: str, node: Any) -> Any:
    """Let `node` be the same object after pickling; it is found by `name`."""
    _constants[id(node)], _named[name] = name, node
    return node


def packed(root: Any) -> Flat:
    """The tree as a list of nodes, those inside others first; the root is the last."""
    numbers: dict[int, int] = {}
    nodes: list[Any] = []
    waiting: list[tuple[Any, Iterator[Any]]] = [(root, iter(_inner(root)))]
    entered = {id(root)}
    while waiting:
        node, parts = waiting[-1]
        for part in parts:
            if id(part) not in entered and _is_node(part):
                entered.add(id(part))
                waiting.append((part, iter(_inner(part))))
                break
        else:
            waiting.pop()
            numbers[id(node)] = len(nodes)
            nodes.append(node)
    return [_entry(node, numbers) for node in nodes]


def unpacked(flat: Flat) -> Any:
    """What `packed` was given, in new objects."""
    nodes = [_blank(entry) for entry in flat]
    for number, entry in enumerate(flat):
        if entry[0] is tuple:  # those inside it came before
            nodes[number] = tuple(_field(value, nodes) for value in entry[1:])
    for node, entry in zip(nodes, flat, strict=True):
        _fill(node, entry, nodes)
    return nodes[-1]


def _is_node(value: Any) -> bool:
    return isinstance(value, Node) or type(value) in _CONTAINERS


def _inner(node: Any) -> Any:
    """What may be nodes inside a node."""
    if id(node) in _constants:
        return ()
    if type(node) is dict:
        return node.values()
    kind: Any = type(node)
    return node if kind in _CONTAINERS else [getattr(node, name) for name in _fields(kind)]


def _entry(node: Any, numbers: dict[int, int]) -> tuple[Any, ...]:
    if id(node) in _constants:
        return (_constants[id(node)],)
    inner = [(numbers[id(value)],) if _is_node(value) else value for value in _inner(node)]
    return (dict, tuple(node), *inner) if type(node) is dict else (type(node), *inner)


def _blank(entry: tuple[Any, ...]) -> Any:
    kind = entry[0]
    if type(kind) is str:
        return _named[kind]
    return None if kind is tuple else kind.__new__(kind)


def _fill(node: Any, entry: tuple[Any, ...], nodes: list[Any]) -> None:
    kind = entry[0]
    if kind is dict:
        node.update(zip(entry[1], (_field(value, nodes) for value in entry[2:]), strict=True))
    elif kind is list:
        node.extend(_field(value, nodes) for value in entry[1:])
    elif kind is not tuple and type(kind) is not str:
        for name, value in zip(_fields(kind), entry[1:], strict=True):
            setattr(node, name, _field(value, nodes))
        for name in set(_all_fields(kind)) & _COMPUTED:
            setattr(node, name, None)


def _field(value: Any, nodes: list[Any]) -> Any:
    return nodes[value[0]] if type(value) is tuple else value


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(name for name in _all_fields(kind) if name not in _COMPUTED)


@cache
def _all_fields(kind: type) -> tuple[str, ...]:
    return tuple(name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ()))
