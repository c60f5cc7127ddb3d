"""What is known of the names that a program is given: attributes, and what calls take, as a catalogue for the core.

Attributes are those that `dir` lists, without the private ones; calls take what `inspect.signature` says. Nothing of
what is given is called, and properties are not read. Where nothing is known (a signature that C code does not tell, an
object with `__getattr__`), anything goes.
"""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
import sys
from abc import ABCMeta
from collections.abc import Iterable, Mapping
from enum import EnumMeta
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple, get_origin

from constrain.budget import TURN, spend
from constrain.errors import GrammarError, LimitExceeded
from constrain.patterns.bytecode import number
from constrain.patterns.pattern import Pattern, encode
from constrain.support.shown import shown

BUILTINS = (
    *(
        "abs",
        "all",
        "any",
        "bool",
        "chr",
        "dict",
        "divmod",
        "enumerate",
        "filter",
        "float",
        "format",
        "frozenset",
        "hash",
    ),
    *("hex", "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "ord", "pow", "print", "range"),
    *("repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip"),
    *("classmethod", "object", "property", "staticmethod", "super", "type"),
    *("ArithmeticError", "AssertionError", "AttributeError", "Exception", "IndexError", "KeyError", "LookupError"),
    *(
        "NotImplementedError",
        "OSError",
        "RuntimeError",
        "StopIteration",
        "TypeError",
        "ValueError",
        "ZeroDivisionError",
    ),
)
_MOST_NODES = 6_000  # objects whose attributes and calls are looked at: some 30 µs each
_MOST_NAMES = 20_000
_POSITIONAL = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD


class Signature(NamedTuple):
    """What a call takes: by position (a name, or "" where it has none; whether it is required), then only by name."""

    by_position: tuple[tuple[str, bool], ...] = ()
    by_name: tuple[tuple[str, bool], ...] = ()
    any_position: bool = False
    any_name: bool = False
    iterates: bool = False  # its one argument may be a generator expression


def _at_most(least: int, most: int, *, iterates: bool = False) -> Signature:
    return Signature(tuple(("", i < least) for i in range(most)), iterates=iterates)


_ONE_OR_MORE = Signature((("", True),), (("key", False), ("default", False)), any_position=True, iterates=True)
# Of builtins of which `inspect` knows nothing, or less than this.
_KNOWN: dict[Any, Signature] = {
    bool: _at_most(0, 1),
    dict: Signature((("", False),), any_name=True, iterates=True),
    filter: _at_most(2, 2),
    float: _at_most(0, 1),
    frozenset: _at_most(0, 1, iterates=True),
    int: _at_most(0, 2),
    iter: _at_most(1, 2),
    list: _at_most(0, 1, iterates=True),
    map: Signature((("", True), ("", True)), any_position=True),
    max: _ONE_OR_MORE,
    min: _ONE_OR_MORE,
    next: _at_most(1, 2),
    object: _at_most(0, 0),
    super: _at_most(0, 2),
    range: _at_most(1, 3),
    reversed: _at_most(1, 1),
    set: _at_most(0, 1, iterates=True),
    slice: _at_most(1, 3),
    str: Signature((("object", False), ("encoding", False), ("errors", False))),
    tuple: _at_most(0, 1, iterates=True),
    type: _at_most(1, 1),
    UnicodeDecodeError: _at_most(5, 5),
    UnicodeEncodeError: _at_most(5, 5),
    UnicodeTranslateError: _at_most(4, 4),
    zip: Signature((), (("strict", False),), any_position=True),
    getattr: _at_most(2, 3),
    dir: _at_most(0, 1),
    vars: _at_most(0, 1),
    bytes: _at_most(0, 3),
    bytearray: _at_most(0, 3),
}
_SELF = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)  # a pattern of them takes one
_ITERATING = (all, any, sorted, sum)
_ITERABLE = re.compile(r"(?:\w+\.)*(?:Iterable|Iterator)\b")


class Node(NamedTuple):
    """Of a name or attribute: how it may be called (None: not at all), and its attributes (None: any).

    `open`: those are some of a module that finds others by a function; what is imported of it is one of these.
    """

    call: Signature | bool
    attributes: dict[str, int | None] | None
    open: bool = False
    matched: Signature | None = None  # of a class: what its pattern takes


class Namespace:
    """The given names, each with its node. `nodes` and `names` say it to the core and to messages."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.nodes: list[Node] = []
        self.complete = True  # whether all attributes of attributes were looked at
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no two objects have had one id
        self.names = {name: self._node(value, 3) for name, value in given.items()}

    def _node(self, value: Any, depth: int) -> int:
        found = self._numbers.get(id(value))
        if found is not None:
            return found
        spend(TURN)
        place = self._numbers[id(value)] = len(self.nodes)
        self._kept.append(value)
        call = signature(value) if callable(value) else False
        self.nodes.append(Node(call, None))
        attributes = self._attributes(value, depth)
        finds = isinstance(value, ModuleType) and hasattr(value, "__getattr__")
        self.nodes[place] = Node(call, attributes, finds, matched(value) if isinstance(value, type) else None)
        return place

    def _attributes(self, value: Any, depth: int) -> dict[str, int | None] | None:
        kind = type(value)
        finds = any("__getattr__" in vars(each) for each in kind.__mro__ if each is not EnumMeta)  # which finds members
        if not isinstance(value, ModuleType) and (finds or isinstance(kind.__getattribute__, FunctionType)):
            return None
        try:
            every = set(dir(value))
            if isinstance(value, EnumMeta):  # whose dir leaves methods out
                every.update(*(vars(each) for each in value.__mro__ if each.__module__ != "enum"))
            listed = sorted(name for name in every if _public(name))
        except Exception:
            return None
        out: dict[str, int | None] = {}
        for name in listed:
            out[name] = self._attribute(value, name, depth)
        return out

    def _attribute(self, value: Any, name: str, depth: int) -> int | None:
        """The node of an attribute, or None where it is some value of which nothing is said."""
        try:
            found = inspect.getattr_static(value, name)
        except AttributeError:
            return None
        if isinstance(value, ModuleType):
            known = isinstance(found, FunctionType | BuiltinFunctionType | ModuleType | type)
            if isinstance(found, ModuleType) and sys.modules.get(f"{value.__name__}.{name}") is not found:
                return None
        else:
            known = isinstance(found, _METHODS)
            if known:
                found = getattr(value, name)
                known = isinstance(found, FunctionType | MethodType | BuiltinMethodType | _WRAPPER | _DESCRIPTOR)
        if not known or depth == 0:
            return None
        if len(self.nodes) >= _MOST_NODES:
            self.complete = False
            return None
        if isinstance(found, ModuleType | type):
            return self._node(found, depth - 1)
        spend(TURN)
        self.nodes.append(Node(signature(found), {each: None for each in dir(found) if _public(each)}))
        return len(self.nodes) - 1

    def catalogue(
        self,
        free: Pattern,
        tails: Iterable[Pattern],
        same: Iterable[tuple[str, str]],
        builtins: Iterable[str],
        names: Iterable[str],
    ) -> bytes:
        """As `constrain/native/context/bindings.cc` reads it. `same`: names of modules and of what is given of them;
        `names`: those that the program may bind anew."""
        every = (each for node in self.nodes for each in (node.call, node.matched))
        signatures = list(dict.fromkeys(each for each in every if isinstance(each, Signature)))
        place = {each: i + 2 for i, each in enumerate(signatures)}
        out = [_text(encode(free))]
        listed = [encode(each) for each in tails]
        out += [number(len(listed)), *map(_text, listed), number(len(signatures))]
        for each in signatures:
            for parameters in (each.by_position, each.by_name):
                out.append(number(len(parameters)))
                for name, required in parameters:
                    out += [_text(name.encode()), number(required)]
            out.append(number(each.any_position | each.any_name << 1 | each.iterates << 2))
        out.append(number(len(self.nodes)))
        for node in self.nodes:
            out.append(number(place[node.call] if isinstance(node.call, Signature) else int(node.call)))
            out.append(number(place[node.matched] - 1 if node.matched else 0))
            attributes = node.attributes
            out += [number(attributes is not None and not node.open), number(len(attributes or ()))]
            for name, what in (attributes or {}).items():
                out += [_text(name.encode()), number(0 if what is None else what + 1)]
        out.append(number(len(self.names)))
        for name, what in self.names.items():
            out += [_text(name.encode()), number(what)]
        pairs = [*same]
        out.append(number(len(pairs)))
        for module, name in pairs:
            out += [number(self.names[module]), _text(name.encode())]
        for own in ([*builtins], [*names]):
            out += [number(len(own)), *(_text(name.encode()) for name in own)]
        return b"".join(out)


_WRAPPER, _DESCRIPTOR = type(object().__str__), type(str.join)
_METHODS = (
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    classmethod,
    staticmethod,
    _DESCRIPTOR,
    type(vars(dict)["fromkeys"]),
)


def _text(data: bytes) -> bytes:
    return number(len(data)) + data


def _public(name: str) -> bool:
    return name.isascii() and name.isidentifier() and not name.startswith("_") and not keyword.iskeyword(name)


def signature(value: Any) -> Signature | bool:
    """What a call of it takes, or True where that is not known."""
    try:
        if value in _KNOWN:
            return _KNOWN[value]
    except Exception:
        return True
    if _plain_exception(value):
        return Signature(any_position=True)
    try:
        found = inspect.signature(value)
    except Exception:
        return True
    by_position: list[tuple[str, bool]] = []
    by_name: list[tuple[str, bool]] = []
    any_position = any_name = False
    for each in found.parameters.values():
        required = each.default is each.empty
        if each.kind in _POSITIONAL:
            named = each.kind is each.POSITIONAL_OR_KEYWORD and each.name.isascii() and not mangled(each.name)
            by_position.append((each.name if named else "", required))
        elif each.kind is each.VAR_POSITIONAL:
            any_position = True
        elif each.kind is each.KEYWORD_ONLY:
            by_name.append((each.name, required))
        else:
            any_name = True
    iterates = value in _ITERATING or _iterates(next(iter(found.parameters.values()), None))
    return Signature(tuple(by_position), tuple(by_name), any_position, any_name, iterates)


def matched(value: type) -> Signature | None:
    """What a pattern of the class takes: by position what its `__match_args__` say, by name anything; or None where it
    may not be asked whether something is one of it."""
    asked = type(value).__instancecheck__ in (type.__instancecheck__, ABCMeta.__instancecheck__)
    if not asked or vars(value).get("_is_protocol"):
        return None
    named = inspect.getattr_static(value, "__match_args__", None)
    if named is None:
        return Signature((("", False),) * issubclass(value, _SELF), any_name=True)
    if type(named) is not tuple or not all(isinstance(each, str) for each in named):
        return None
    return Signature(
        tuple((each if each.isascii() and not mangled(each) else "", False) for each in named), any_name=True
    )


def _iterates(first: inspect.Parameter | None) -> bool:
    """Whether a generator expression fits the first parameter, by its annotation or, as in the library, by its name."""
    if first is None or first.kind not in _POSITIONAL:
        return False
    kind = first.annotation
    name = kind if isinstance(kind, str) else getattr(get_origin(kind) or kind, "__name__", "")
    return first.name == "iterable" or _ITERABLE.match(str(name)) is not None


def _plain_exception(value: Any) -> bool:
    """Whether it is an exception that takes any arguments by position, and none by name."""
    if not isinstance(value, type) or not issubclass(value, BaseException):
        return False
    return all(not isinstance(vars(each).get(name), FunctionType) for each in value.__mro__ for name in _MAKERS)


_MAKERS = ("__init__", "__new__")


def mangled(name: str) -> bool:
    """Whether the name is another one within a class."""
    return name == "__class__" or (name.startswith("__") and not name.endswith("__"))


def given(names: Mapping[str, Any], modules: Mapping[str, Any], allowed: Iterable[str]) -> dict[str, Any]:
    """All names that a program is given, by what they are."""
    out: dict[str, Any] = {}
    for name in allowed:
        if not isinstance(name, str) or not hasattr(builtins, name) or not _public(name):
            raise GrammarError(f"python: {shown(name, 60)} is no name of a builtin")
        out[name] = getattr(builtins, name)
    for kind, mapping in (("name", names), ("module", modules)):
        for name, value in mapping.items():
            if not isinstance(name, str) or not name.isidentifier() or not name.isascii() or keyword.iskeyword(name):
                raise GrammarError(f"python: {shown(name, 60)} is no {kind} that a program can have; use a plain word")
            if mangled(name):
                raise GrammarError(f"python: {name[:60]} would be another name within a class; give it under another")
            if kind == "module" and not isinstance(value, ModuleType):
                raise GrammarError(f"python: modules holds modules; {name} is {shown(value, 60)}, so put it in names")
            if kind == "module" and name in names:
                raise GrammarError(f"python: {name} is in names and in modules")
            out[name] = value
    if len(out) > _MOST_NAMES:
        raise LimitExceeded("python: too many names are given", limit=_MOST_NAMES, needed=len(out))
    return out


def same(given: Mapping[str, Any], modules: Mapping[str, ModuleType]) -> list[tuple[str, str]]:
    """Which of the given names their modules have, too: the module by the name that it is given, and the name."""
    return [
        (key, name)
        for key, module in modules.items()
        for name, value in given.items()
        if vars(module).get(name) is value and _public(name)
    ]
