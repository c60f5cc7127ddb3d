"""Partial objects of Python types: typed as far as that is certain, and in the end what the grammar reads."""

from __future__ import annotations

import random
from dataclasses import dataclass, is_dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired

import pytest
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    TypeAdapter,
    ValidationError,
    field_validator,
)
from typing_extensions import TypedDict

from constrain.grammars import json_schema
from constrain.grammars.bytewise import by_bytes, ends
from constrain.grammars.json_schema.options import JsonSchemaOptions


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    born: date


@dataclass
class Place:
    name: str
    at: tuple[float, float]


class Extra(TypedDict):
    note: str
    count: NotRequired[int]


class Names(RootModel[list[str]]):
    pass


class Order(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    number: int = Field(alias="no")
    when: date
    colour: Colour
    upper: Annotated[str, AfterValidator(str.upper)]
    place: Place
    extra: Extra
    names: Names
    prices: dict[int, float]
    tags: set[str]
    parent: Order | None = None


def order(rng: random.Random, depth: int = 1) -> Order:
    def word() -> str:
        return "".join(rng.choice("ab é😀\n") for _ in range(rng.randrange(4)))

    return Order(
        no=rng.randrange(-5, 2000),
        when=date(2024, 1, rng.randrange(1, 29)),
        colour=rng.choice(list(Colour)),
        upper=word().upper(),
        place=Place(word(), (1.5, float(rng.randrange(9)))),
        extra=Extra(note=word()) if rng.random() < 0.5 else Extra(note=word(), count=3),
        names=Names([word() for _ in range(rng.randrange(3))]),
        prices=dict.fromkeys(range(rng.randrange(3)), 1.5),
        tags={word() for _ in range(rng.randrange(3))},
        parent=order(rng, depth - 1) if depth and rng.random() < 0.6 else None,
    )


ALIASES = {"number": "no"}


def plain(value: Any) -> Any:
    """A typed object as the JSON that it was made of."""
    if isinstance(value, RootModel):
        return plain(value.root)
    if isinstance(value, BaseModel) or is_dataclass(value):
        return {ALIASES.get(name, name): plain(each) for name, each in vars(value).items()}
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, set):
        return sorted(map(plain, value))
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return value


def unordered(value: Any, key: Any = None) -> Any:
    """JSON with the items of `tags` in order."""
    if isinstance(value, dict):
        return {k: unordered(v, k) for k, v in value.items()}
    return sorted(set(value)) if key == "tags" and isinstance(value, list) else value


def agrees(partial: Any, final: Any) -> bool:
    """Whether the parts of `partial` that have the type of the final ones lead to them; others are plain strings."""
    if isinstance(partial, BaseModel) or (is_dataclass(partial) and type(partial) is type(final)):
        return type(partial) is type(final) and all(agrees(v, getattr(final, k)) for k, v in vars(partial).items())
    if isinstance(partial, dict):
        return all(agrees(value, final[key]) for key, value in partial.items())
    if isinstance(partial, list | tuple):
        return type(partial) is type(final) and all(agrees(*both) for both in zip(partial, final, strict=False))
    if isinstance(partial, str) and not isinstance(final, str):
        return str(plain(final)).startswith(partial)
    if isinstance(partial, str):
        return bool(final.startswith((partial.upper(), partial)))
    return isinstance(partial, set) or partial == final


@pytest.mark.parametrize("seed", range(3))
def test_every_prefix_gives_the_typed_object_so_far(seed: int) -> None:
    """Its plain form is what an untyped reader has, its types are those of the final object, and the last one is it."""
    rng = random.Random(seed)
    grammar = json_schema(Order, layout="compact")
    language = by_bytes(grammar)
    for _ in range(3):
        made = order(rng)
        text = made.model_dump_json(by_alias=True).encode()
        assert ends(language, text)[-1:] == [len(text)]
        typed, untyped = grammar.events(), json_schema({}).events()
        assert typed is not None
        assert untyped is not None
        for at in range(len(text)):
            typed.feed(text[at : at + 1])
            untyped.feed(text[at : at + 1])
            if at:
                assert unordered(untyped.partial) == lowered(plain(typed.partial), untyped.partial), text[: at + 1]
                assert agrees(typed.partial, made), (text[: at + 1], typed.partial)
        typed.finish()
        assert made == typed.partial == grammar.read(text.decode())


def lowered(value: Any, like: Any) -> Any:
    """`value` with the spelling of `like` where the two differ by case alone, which a validator has changed."""
    if isinstance(value, dict):
        return {key: lowered(each, like.get(key)) for key, each in value.items()}
    return like if isinstance(value, str) and isinstance(like, str) and value == like.upper() else value


def test_events_have_typed_values() -> None:
    """A field's value is typed when it is complete, a model when its brace closes."""
    reader = json_schema(Dog).events()
    assert reader is not None
    events = reader.feed(b'{"kind":"dog","born":"2020-02-02"}')
    assert [(("kind",), "dog"), (("born",), date(2020, 2, 2)), ((), Dog(kind="dog", born=date(2020, 2, 2)))] == [
        (e.path, e.value) for e in events if e.kind == "value"
    ]


def test_what_is_not_there_yet_is_no_attribute() -> None:
    """Not even with its default, since it may still come with another value."""
    reader = json_schema(Cat).events()
    assert reader is not None
    reader.feed(b'{"kind":"cat","lives":1')
    assert isinstance(reader.partial, Cat)
    assert {"kind": "cat"} == vars(reader.partial)
    with pytest.raises(AttributeError):
        _ = reader.partial.lives


@pytest.mark.parametrize("layout", ["flexible", "indented", "escapes"])
def test_a_union_is_typed_when_one_branch_is_left(layout: str) -> None:
    """In any layout and spelling: plain JSON before, an object of the branch from then on."""
    options: Any = {"flexible": {}, "indented": {"indent": 2}, "escapes": {"escapes": "any"}}[layout]
    text = {
        "flexible": '[{"kind":"dog","born":"2020-02-02"}]',
        "indented": '[\n  {\n    "kind": "dog",\n    "born": "2020-02-02"\n  }\n]',
        "escapes": '[{"kind":"\\u0064og","born":"2020-02-02"}]',
    }[layout]
    reader = json_schema(list[Cat | Dog], **options).events()
    assert reader is not None
    seen = []
    for byte in text.encode():
        reader.feed(bytes((byte,)))
        seen += [type(each) for each in reader.partial[:1]]
    assert {dict, Dog} == set(seen)
    order: list[type[Any]] = [dict, Dog]
    assert seen == sorted(seen, key=order.index)
    certain = text.index("dog") if layout != "escapes" else text.index("4og")
    assert len(text) - certain == seen.count(Dog)
    reader.finish()
    assert [Dog(kind="dog", born=date(2020, 2, 2))] == reader.partial


def test_branches_are_told_apart_by_more_than_tags() -> None:
    """By keys that one of them cannot have, by kinds of values, by patterns; numbers stay open as long as both do."""

    class A(BaseModel):
        model_config = ConfigDict(extra="forbid")
        x: Annotated[str, Field(pattern="^[ab]+$")]

    class B(BaseModel):
        model_config = ConfigDict(extra="forbid")
        x: Annotated[str, Field(pattern="^a[cd]+$")]

    reader = json_schema(dict[str, A | B | int | list[int]]).events()
    assert reader is not None
    steps = [('{"p":{"x":"a', dict), ("c", B), ('c"},"q":[', B)]
    for text, kind in steps:
        reader.feed(text.encode())
        assert kind is type(reader.partial["p"])
    reader.feed(b'1],"r":{"x":"ab')
    assert [B, list, A] == [type(each) for each in reader.partial.values()]


def test_a_validator_that_refuses_is_heard_at_the_end() -> None:
    """Until then the part is plain; reading the whole text raises."""

    class Even(BaseModel):
        n: int
        m: int = 0

        @field_validator("n")
        @classmethod
        def is_even(cls, value: int) -> int:
            if value % 2:
                raise ValueError("odd")
            return value

    reader = json_schema(Even).events()
    assert reader is not None
    events = reader.feed(b'{"n":3}')
    assert {"n": 3} == reader.partial == events[-1].value
    with pytest.raises(ValidationError, match="odd"):
        reader.finish()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, 12),
        (date, date(2024, 5, 1)),
        (list[date], [date(2024, 5, 1)]),
        (Literal["a", "b"], "a"),
        (Colour, Colour.RED),
        (int | None, None),
        (TypeAdapter(dict[str, Place]), {"x": Place("y", (1.0, 2.0))}),
        (Names, Names(["a"])),
    ],
)
def test_any_type_has_events(kind: Any, value: Any) -> None:
    """Also those that are no models; the last partial object is the value."""
    adapter = kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
    reader = json_schema(kind).events()
    assert reader is not None
    for byte in adapter.dump_json(value):
        reader.feed(bytes((byte,)))
    reader.finish()
    assert value == reader.partial


def test_a_branch_with_keys_of_its_own_stays_possible() -> None:
    """Where extra keys are allowed, a branch is not ruled out by one."""

    class A(BaseModel):
        a: int

    class B(BaseModel):
        b: int = 0

    cases: list[tuple[JsonSchemaOptions, str]] = [({}, '[{"b":1'), ({"extra": "allow"}, '[{"b":1,"a":2')]
    for options, text in cases:
        reader = json_schema(list[A | B], **options).events()
        assert reader is not None
        reader.feed(text.encode())
        assert B is type(reader.partial[0])
