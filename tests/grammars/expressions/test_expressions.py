"""`expression()`: whatever is drawn runs without an error of types, and calls only what was given."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import GenericAlias
from typing import Any, Literal, Protocol, TypeVar

import pytest

import constrain
from constrain import ConstrainError, GrammarError, LimitExceeded, UnsupportedError, Vocabulary
from constrain.grammars import expression

from ...laws import LAWS

T = TypeVar("T")
BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])


@dataclass(frozen=True)
class Animal:
    name: str


@dataclass(frozen=True)
class Dog(Animal):
    pass


def animals(kind: Literal["dog", "cat", 'o"d\\d\n'] = "dog", *, limit: int | None = None) -> list[Animal]:
    return [Dog("Rex")] * (2 if limit is None else abs(limit) % 3)


def dogs() -> list[Dog]:
    return [Dog("Rex"), Dog("Ada")]


def name(animal: Animal, /) -> str:
    return animal.name


def heavy(animal: Animal, least: float = 5) -> bool:
    return least > 4


def total(numbers: list[float], factor: float = 1, offset: int = 0) -> float:
    return sum(numbers) * factor + offset


def join(words: list[str], between: str) -> str:
    return between.join(words)


def count(animals: list[Animal]) -> int:
    return len(animals)


FUNCTIONS: list[Callable[..., Any]] = [animals, dogs, name, heavy, total, join, count]
VARIABLES = {"pet": Dog, "prices": list[float], "flag": bool}
VALUES = {"pet": Dog("Bo"), "prices": [1.5, 2], "flag": True}


def is_of(value: Any, kind: Any) -> bool:
    """Whether a value is of a type, by a definition of its own."""
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is list:
        return isinstance(value, list) and all(is_of(each, arguments[0]) for each in value)
    if typing.get_origin(kind) is Literal:
        return any(value == each and type(value) is type(each) for each in arguments)
    if arguments:
        return any(is_of(value, each) for each in arguments)
    if kind is None or kind is type(None):
        return value is None
    if kind is float:
        return type(value) in (int, float)
    return type(value) is kind if kind in (bool, int, str) else isinstance(value, kind)


def watched(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with its arguments and what it returns held against its annotations."""
    hints, signature = typing.get_type_hints(function), inspect.signature(function)

    def call(*arguments: Any, **named: Any) -> Any:
        for key, value in signature.bind(*arguments, **named).arguments.items():
            assert is_of(value, hints[key]), (function.__name__, key, value)
        result = function(*arguments, **named)
        assert is_of(result, hints["return"])
        return result

    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__annotations__ = hints
    return call


@pytest.mark.parametrize("returns", [..., str, float, int, bool, list[Animal], list[str] | None, Literal[3, "a"]])
def test_whatever_is_drawn_runs_with_types_that_fit(returns: Any) -> None:
    """Arguments, results and the whole are of the types that they have."""
    functions = {each.__name__: watched(each) for each in FUNCTIONS}
    grammar = expression(functions, VARIABLES, returns=returns, depth=3)
    told = constrain.compile(grammar, BYTES)
    for seed in range(60):
        text = told.sample(Random(seed), readable=seed % 3 != 0, soft_limit=(20, 60, 150)[seed % 3])
        value = grammar.read(text).run(**VALUES)
        assert returns is ... or is_of(value, returns), text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('join([name(x) for x in dogs()], ", ")', "Rex, Ada"),
        ("total([1, 2.5, -3], factor=2)", 1.0),
        ("total(prices, offset=-1)", 2.5),
        ("total([count(dogs()) for x in prices if heavy(pet)])", 4),
        ("count([y for x in [dogs(), dogs()] for y in x])", None),
        ("count(dogs())", 2),
        ('count(animals(kind="dog", limit=1))', 1),
        ("count(animals(limit=2))", 2),
        ('count(animals("dog"))', None),
        ("count([pet, pet])", 2),
        ("total([True])", None),
        ("heavy(3)", None),
        ("name(animal=pet)", None),
        ("nmae(pet)", None),
        ("join(words=['a'], between='\\'')", "a"),
        ("join(['a', \"b\"], between='-')", "a-b"),
        ("join(between='-', words=['a'])", None),
        ("join(words=['a'], '-')", None),
        ("count(animals(kind='cat'))", 2),
        ("count(animals(kind='o\"d\\\\d\\n'))", 2),
        ("heavy(pet, least=7)", True),
        ("heavy(animal=pet)", True),
        ("join([], pet.name)", None),
        ("total([1e3])", None),
    ],
)
def test_what_fits_is_in_the_language(text: str, value: Any) -> None:
    """And nothing else: `value` is None for what is not."""
    grammar = expression(FUNCTIONS, VARIABLES)

    assert constrain.compile(grammar, BYTES).accepts(text) == (value is not None)
    assert value is None or grammar.read(text).run(**VALUES) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "open('x')", "name.__globals__", "(lambda: 1)()", "dogs()[0]", "1 + 1", "[*prices]",
        "total(*[prices])", "total(**{})", "{1}", "f'{pet}'", "name", "x", "[a async for a in prices]", "b'x'", "1j", "(", "\0",
        "[" * 300 + "]" * 300, "[a for a, b in prices]", "[a for a in prices for b in prices]", "(pet := 3)", "...",
        "dogs" + "(dogs" * 90 + "()" + ")" * 90, "1" * 100_001,
    ],
)  # fmt: skip
def test_a_plan_is_only_what_an_expression_has(text: str) -> None:
    """Whoever wrote it: no attributes, operators or functions that were not given."""
    with pytest.raises(GrammarError, match="expression"):
        expression(FUNCTIONS, VARIABLES).read(text)


def test_a_plan_wants_its_variables() -> None:
    """All of them, and no others."""
    plan = expression([total], {"prices": list[float]}).read("total(prices)")

    assert repr(plan) == "Plan('total(prices)')"
    with pytest.raises(TypeError, match="the variables are prices, given: none"):
        plan.run()
    with pytest.raises(TypeError, match="given: price"):
        plan.run(price=[1])
    with pytest.raises(TypeError, match="functions must be a list of functions"):
        expression(total)  # type: ignore[arg-type]


@pytest.mark.parametrize("law", LAWS)
def test_laws_hold(law: object) -> None:
    """Masks are what stepping says, and no text gets stuck."""
    assert callable(law)
    law(constrain.compile(expression(FUNCTIONS, VARIABLES, depth=2), BYTES), Random(3))


def test_depth_is_bounded() -> None:
    """By as many calls and lists within each other as were asked for."""
    told = constrain.compile(expression([total], depth=2), BYTES)

    assert told.accepts("total([1])")
    assert not told.accepts("total([total([])])")


def unannotated(x) -> int:  # type: ignore[no-untyped-def]
    return 1


def silent(x: int):  # type: ignore[no-untyped-def]
    return x


def many(*x: int) -> int:
    return sum(x)


def same(x: T) -> T:
    return x


def streamed(x: int) -> Iterable[int]:
    return [x]


def unreadable(x: int) -> int:
    return x


unreadable.__annotations__["x"] = "1 +"


def anything(x: Any) -> int:
    return 1


async def later(x: int) -> int:
    return x


class Named(Protocol):
    """Forbids `issubclass`, as most protocols do."""

    name: str


class Rate(float):
    pass


def greet(who: Named) -> str:
    return who.name


def test_any_class_is_a_type() -> None:
    """Those of which Python answers no `issubclass`, and subclasses of numbers."""
    told = constrain.compile(expression([greet, total, dogs], {"named": Named, "rate": Rate}), BYTES)

    assert told.accepts("greet(named)")
    assert told.accepts("total([rate], factor=rate)")
    assert not told.accepts("total([named])")


def test_any_callable_is_a_function() -> None:
    """Partials, and instances with `__call__`; a variable may have any name."""

    class Twice:
        def __call__(self, number: int) -> int:
            return 2 * number

    functions: dict[str, Callable[..., Any]] = {"half": functools.partial(total, factor=0.5), "twice": Twice()}
    grammar = expression(functions, {"self": int})

    assert constrain.compile(grammar, BYTES).accepts("half([twice(self)])")
    assert grammar.read("half([twice(self)])").run(self=3) == 3.0


class Color(Enum):
    RED = 1
    BLUE = 2


UserId = typing.NewType("UserId", int)


@dataclass
class Point:
    x: float
    y: float = 0
    color: Color = Color.RED


def far(points: Sequence[Point], by: dict[str, int], of: UserId) -> float:
    return max((each.x for each in points), default=0) + by["a"] + of


def user(number: int) -> UserId:
    return UserId(number)


def colour(color: Color | None) -> str:
    return "none" if color is None else color.name


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("far([Point(1), Point(x=2, y=3)], by, user(4))", 7),
        ("far(points=[Point(1, color=Color.BLUE)], by=by, of=user(0))", 2),
        ("far([], by, 4)", None),
        ("far([], by, user(user(4)))", 5),
        ("colour(Color.BLUE)", "BLUE"),
        ("colour(None)", "none"),
        ("colour(Color.GREEN)", None),
        ("colour(Color)", None),
        ("colour(color=Color.RED.name)", None),
    ],
)
def test_types_that_programs_have(text: str, value: Any) -> None:
    """Classes that are called, enumerations, new types, mappings; `value` is None for what is not in the language."""
    grammar = expression([far, user, colour, Point], {"by": dict[str, int]})

    assert constrain.compile(grammar, BYTES).accepts(text) == (value is not None)
    assert value is None or grammar.read(text).run(by={"a": 1}) == value


def test_whatever_is_drawn_of_such_types_runs() -> None:
    """Without an error."""
    grammar = expression([far, user, colour, Point], {"by": dict[str, int]}, depth=3)
    told = constrain.compile(grammar, BYTES)
    for seed in range(80):
        text = told.sample(Random(seed), readable=seed % 3 != 0, soft_limit=(20, 60, 150)[seed % 3])
        grammar.read(text).run(by={"a": 1})


@pytest.mark.parametrize("text", ["Color.__members__", "Color.RED.name", "Color", "Point.x", "Other.RED", "by.a"])
def test_only_members_of_enumerations_are_attributes(text: str) -> None:
    """Of those that some type is."""
    with pytest.raises(GrammarError, match="expression"):
        expression([colour, Point], {"by": dict[str, int]}).read(text)


def _deep(depth: int) -> Any:
    kind: Any = int
    for _ in range(depth):
        kind = list[kind]
    return kind


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda: expression([unreadable]), GrammarError, "'unreadable' cannot be read: SyntaxError"),
        (lambda: expression([anything]), UnsupportedError, "Any"),
        (lambda: expression([later]), UnsupportedError, "async"),
        (lambda: expression([functools.partial(count)]), GrammarError, "has no name; give a mapping"),
        (lambda: expression([int]), GrammarError, "'int' is a class whose arguments are not annotated"),
        (lambda: expression([colour], {"Color": int}), GrammarError, "'Color' is an enumeration and something else"),
        (lambda: expression([streamed]), UnsupportedError, "the result of streamed"),
        (lambda: expression([count], {"x": Literal[10**5000]}), GrammarError, "5000 digits"),
        (lambda: expression([count], {"x": _deep(1000)}), GrammarError, "more than 50 deep"),
        (lambda: expression([unannotated]), GrammarError, "parameter x of unannotated has no annotation"),
        (lambda: expression([silent]), GrammarError, "silent has no annotation of what it returns"),
        (lambda: expression([many]), UnsupportedError, "any number of values"),
        (lambda: expression([same]), UnsupportedError, "parameter x of same has the type ~T"),
        (lambda: expression([]), GrammarError, "no function"),
        (lambda: expression({"class": count}), GrammarError, "'class' is no name"),
        (lambda: expression([count, count]), GrammarError, "the same name"),
        (lambda: expression([count], {"count": int}), GrammarError, "a function and a variable"),
        (lambda: expression([count], {"x": object}), UnsupportedError, "the variable x"),
        (lambda: expression(_many_types(), depth=8), LimitExceeded, "productions"),
    ],
)
def test_what_cannot_be_kept_is_refused(make: Any, kind: type[ConstrainError], text: str) -> None:
    """With the reason."""
    with pytest.raises(kind, match=text):
        make()


def _many_types() -> dict[str, Callable[..., Any]]:
    """Sixty classes, each of which is made from a list of the one before."""
    classes = [type(f"C{i}", (), {}) for i in range(60)]
    out = {}
    for i in range(60):

        def made(x: Any) -> Any: ...

        made.__annotations__ = {"x": GenericAlias(list, classes[i - 1]), "return": GenericAlias(list, classes[i])}
        out[f"f{i}"] = made
    return out
