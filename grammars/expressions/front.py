"""`expression(functions)`: calls within calls, whose types fit.

The language is context-free: one nonterminal for each type, for each depth that is left, and for the variables of
the comprehensions around. A type's productions are its literals, the variables and the functions whose types fit,
lists, and comprehensions. What can never end (a class that nothing makes) is dropped by `compile`.
"""

from __future__ import annotations

import json
import keyword
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from constrain.budget import TURN, budgeted, spend
from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import Pattern, alternation, byte_class, byte_range, concat, literal, optional, repeat
from constrain.patterns.utf8 import characters
from constrain.support.arguments import described, instance, integer, listed, public
from constrain.support.shown import shown

from ..stubs import annotation, stub
from .evaluate import Plan, Plans
from .types import NAME_LENGTH, Signature, checked, fits, members, signature

_MOST_PRODUCTIONS = 20_000
_LONGEST_LIST = 50
_ELEMENTS = ("x", "y", "z")  # variables of comprehensions, from the outermost
_DEEPEST = 8

_DIGIT = byte_range(0x30, 0x39)
_INTEGER = concat(
    optional(literal(b"-")), alternation(literal(b"0"), concat(byte_range(0x31, 0x39), repeat(_DIGIT, 0, 15)))
)


def _text(mark: str) -> Pattern:
    """A string in these quotes."""
    at, quote = ord(mark), literal(mark.encode())
    ranges = (0x20, at - 1), (at + 1, 0x5B), (0x5D, 0x7E), (0xA0, 0xD7FF), (0xE000, 0x10FFFF)
    escaped = concat(literal(b"\\"), byte_class(sum(1 << ord(c) for c in mark + "\\nt")))
    return concat(quote, repeat(alternation(characters(ranges), escaped), 0, 1000), quote)


_LITERALS: dict[Any, Pattern] = {
    bool: alternation(literal(b"True"), literal(b"False")),
    int: _INTEGER,
    float: concat(_INTEGER, optional(concat(literal(b"."), repeat(_DIGIT, 1, 15)))),
    str: alternation(_text('"'), _text("'")),
    None: literal(b"None"),
}


@public
@budgeted
def expression(
    functions: Mapping[str, Callable[..., Any]] | Iterable[Callable[..., Any]],
    variables: Mapping[str, Any] | None = None,
    *,
    returns: Any = ...,
    depth: int = 4,
) -> Grammar[Plan]:
    """One expression that calls these functions, with arguments whose types fit; it reads as a `Plan`, which runs it.

    `functions`: by name, or a list of them; every parameter and result is annotated. `variables`: names and their
    types. `returns`: the type of the whole; without it, that of any function. `depth`: how many calls, lists and
    comprehensions may stand within each other, 1 to 8. The texts are Python: literals, `f(a, b, key=c)`, `[a, b]`,
    and `[f(x) for x in g()]`, with `if` and a bool where one wants. Parameters that have defaults go by name, others
    also by place; a class is a function that makes its instances. An int fits a float, a bool fits no int.

    Raises GrammarError for functions without annotations and names that are none, UnsupportedError for types and
    parameters that expressions do not have, LimitExceeded where the types are too many for the depth.

    >>> def total(prices: list[float]) -> float: return sum(prices)
    >>> def price(item: str) -> float: return 2.5
    >>> grammar = expression([total, price], {"basket": list[str]})
    >>> grammar.read("total([price(x) for x in basket])").run(basket=["tea", "milk"])
    5.0
    """
    if isinstance(functions, Mapping):
        named = dict(functions)
    else:
        given = listed(functions, "functions", "a list of functions, or a mapping of names to them")
        named = {_named(each): each for each in given}
        if len(named) < len(given):
            raise GrammarError("expression: two functions have the same name; give a mapping of names to functions")
    depth = integer(depth, "depth", 1, _DEEPEST)
    instance(variables or {}, Mapping, "variables", "a mapping of names to types")
    held = {name: checked(kind, f"the variable {name}") for name, kind in (variables or {}).items()}
    for name in (*named, *held):
        _name(name)
    if twice := sorted(named.keys() & held.keys()):
        raise GrammarError(f"expression: {shown(twice[0], 60)} is a function and a variable")
    signatures = [signature(name, _callable(function)) for name, function in named.items()]
    language = _Language(signatures, held, [name for name in _ELEMENTS if name not in named and name not in held])
    wanted = [each.result for each in signatures] if returns is ... else [checked(returns, "returns")]
    if not wanted:
        raise GrammarError("expression: there is no function, so say what type `returns` is")
    language.rights["start"] = Choice([language.nonterminal(kind, depth, ()) for kind in dict.fromkeys(wanted)])
    language.finish()
    read = Plans(named, frozenset(held), language.enumerations)
    grammar = Grammar("start", language.rights, read=read, source="expression")
    given = [stub(name, function) for name, function in named.items()]
    given += [stub(name, kind) for name, kind in language.enumerations.items() if name not in named]
    grammar.about = "\n".join([*given, *(f"{name}: {annotation(kind)}" for name, kind in held.items())])
    grammar.label = f"expression: {len(named)} functions"
    return grammar


def _named(function: Any) -> str:
    name = getattr(_callable(function), "__name__", None)
    if not isinstance(name, str) or name == "<lambda>":
        raise GrammarError(f"expression: {shown(function, 60)} has no name; give a mapping of names to functions")
    return name


def _name(name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"expression: names of functions and variables are str, not {described(name)}")
    if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name) or len(name) > NAME_LENGTH:
        raise GrammarError(f"expression: {shown(name, 60)} is no name that an expression can have")


def _callable(function: Any) -> Callable[..., Any]:
    if not callable(function):
        raise TypeError(f"expression: functions must be functions, not {described(function)}")
    return function  # type: ignore[no-any-return]


def _sign(text: str) -> Terminal:
    return Terminal(literal(text.encode()), text.strip())


_COMMA = Terminal(concat(literal(b","), optional(literal(b" "))), ",")


class _Language:
    def __init__(self, signatures: list[Signature], variables: dict[str, Any], elements: list[str]) -> None:
        self.signatures, self.variables, self.elements = signatures, variables, elements
        self.rights: dict[str, Expression] = {}
        self.names: dict[tuple[Any, int, tuple[Any, ...]], str] = {}
        self.left: list[tuple[Any, int, tuple[Any, ...]]] = []
        self.enumerations: dict[str, type[Enum]] = {}
        self.taken = {*variables, *elements, *(each.name for each in signatures)}
        lists = [each for s in signatures for each in (s.result, *(p.type for p in s.parameters))]
        self.sources = list(
            dict.fromkeys(m for kind in (*lists, *variables.values()) for m in members(kind) if get_origin(m) is list)
        )

    def nonterminal(self, kind: Any, depth: int, bound: tuple[Any, ...]) -> Nonterminal:
        """Of expressions of the type, so deep at most, within comprehensions over such elements."""
        key = (kind, depth, bound)
        if key not in self.names:
            if len(self.names) >= _MOST_PRODUCTIONS:
                raise LimitExceeded(
                    f"expression: more than {_MOST_PRODUCTIONS} productions; give less depth or fewer types",
                    limit=_MOST_PRODUCTIONS,
                    needed=_MOST_PRODUCTIONS + 1,
                )
            self.names[key] = f"{len(self.names)} {kind if kind is None else getattr(kind, '__name__', kind)}"
            self.left.append(key)
        return Nonterminal(self.names[key])

    def finish(self) -> None:
        while self.left:
            kind, depth, bound = self.left.pop()
            spend(TURN)
            self.rights[self.names[kind, depth, bound]] = Choice(list(self.ways(kind, depth, bound)))

    def ways(self, kind: Any, depth: int, bound: tuple[Any, ...]) -> Iterable[Expression]:
        """How an expression of the type may begin and go on; a choice of none is one that never ends."""
        for each in members(kind):
            if isinstance(each, type) and issubclass(each, Enum):
                self.name_enumeration(each)
        constants = list(dict.fromkeys(pattern for each in members(kind) for pattern in _literals(each)))
        if constants:
            yield Terminal(alternation(*constants), "a literal")
        known = {**self.variables, **dict(zip(self.elements, bound, strict=False))}
        if names := [name for name, held in known.items() if fits(held, kind)]:
            yield Terminal(alternation(*(literal(name.encode()) for name in names)), "a variable")
        if not depth:
            return
        for each in self.signatures:
            if fits(each.result, kind):
                yield self.call(each, depth - 1, bound)
        for each in members(kind):
            if get_origin(each) is list:
                yield from self.lists(get_args(each)[0], depth - 1, bound)

    def name_enumeration(self, kind: type[Enum]) -> None:
        name = kind.__name__
        if name in self.taken or self.enumerations.setdefault(name, kind) is not kind:
            raise GrammarError(
                f"expression: {shown(name, 60)} is an enumeration and something else; give one of them another name"
            )

    def call(self, function: Signature, depth: int, bound: tuple[Any, ...]) -> Expression:
        """`f(a, b, key=c)`: what must be there, and then what may be, in the order of its parameters."""
        begin: Expression = Sequence(())  # where no argument stands before
        after: Expression = Sequence(())  # where one does
        after_name: Expression = Sequence(())  # where one goes by name, and so do all that follow
        for each in reversed(function.parameters):
            value = self.nonterminal(each.type, depth, bound)
            named = Sequence((_sign(f"{each.name}="), value))
            if each.by_name:
                first = Sequence((named, after))
                begin = Choice((first, begin)) if each.optional else first
                after = after_name = Sequence((Repeat(Sequence((_COMMA, named)), int(not each.optional), 1), after))
                continue
            by_name = Sequence((named, after_name))
            begin = Choice((Sequence((value, after)), by_name)) if each.nameable else Sequence((value, after))
            after, after_name = Sequence((_COMMA, begin)), Sequence((_COMMA, by_name))
        return Sequence((_sign(f"{function.name}("), begin, _sign(")")))

    def lists(self, element: Any, depth: int, bound: tuple[Any, ...]) -> Iterable[Expression]:
        each = self.nonterminal(element, depth, bound)
        yield Sequence((_sign("["), Repeat(each, 0, _LONGEST_LIST, _COMMA), _sign("]")))
        if len(bound) == len(self.elements):
            return
        name = self.elements[len(bound)]
        for source in self.sources:
            within = (*bound, get_args(source)[0])
            made = self.nonterminal(element, depth, within)
            condition = Sequence((_sign(" if "), self.nonterminal(bool, depth, within)))
            over = self.nonterminal(source, depth, bound)
            yield Sequence((_sign("["), made, _sign(f" for {name} in "), over, Repeat(condition, 0, 1), _sign("]")))


def _literals(kind: Any) -> Iterable[Pattern]:
    if get_origin(kind) is Literal:
        value = get_args(kind)[0]
        written = json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
        yield literal(written.encode(errors="backslashreplace"))
        if isinstance(value, str):
            other = written[1:-1].replace('\\"', '"').replace("'", "\\'")
            yield literal(f"'{other}'".encode(errors="backslashreplace"))
    elif isinstance(kind, type) and issubclass(kind, Enum):
        for name in kind.__members__:
            if name.isascii() and name.isidentifier() and kind.__name__.isascii() and kind.__name__.isidentifier():
                yield literal(f"{kind.__name__}.{name}".encode())
    elif kind in _LITERALS:
        yield _LITERALS[kind]
