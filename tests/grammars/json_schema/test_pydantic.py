"""Python types: every text under the grammar of a type is accepted by Pydantic, and usual values are texts of it."""

from __future__ import annotations

import dataclasses
import ipaddress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from random import Random
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

import pydantic
import pytest
from pydantic import BaseModel, Field, RootModel, TypeAdapter
from typing_extensions import TypedDict

from constrain import UnsupportedError
from constrain.grammars import json_schema
from tests.grammars.json_schema.instances import accepts, compiled, random_text

T = TypeVar("T")


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(ge=0, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str = Field(min_length=1, max_length=3)


class Pet(RootModel[Annotated[Cat | Dog, Field(discriminator="kind")]]):
    pass


class Node(BaseModel):
    value: int
    children: list[Node] = []


class Options(TypedDict, total=False):
    depth: int
    name: str


@dataclasses.dataclass
class Point:
    x: int
    labels: list[str] = dataclasses.field(default_factory=list)


class Pair(NamedTuple):
    first: int
    second: str = "x"


class Box(BaseModel, Generic[T]):
    item: T


class Renamed(BaseModel):
    a: int = Field(alias="theA")
    b: int = Field(validation_alias="inB", serialization_alias="outB")


TYPES: list[Any] = [
    *(Cat, Pet, Node, Options, Point, Pair, Box[int], Renamed, Color, list[int], int | str | None, bool, float, Any),
    *(Decimal, pydantic.condecimal(max_digits=5, decimal_places=2), pydantic.condecimal(max_digits=3)),
    *(pydantic.condecimal(gt=Decimal("0.1"), decimal_places=1), datetime, date, time, timedelta, UUID, bytes, Path),
    *(pydantic.PastDate, pydantic.FutureDate, pydantic.PastDatetime, pydantic.FutureDatetime, pydantic.AwareDatetime),
    *(ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, pydantic.AnyUrl, pydantic.HttpUrl),
    *(Literal["a", 1, None], int | None, tuple[int, str], tuple[int, ...], set[int], frozenset[str], dict[str, int]),
    *(dict[int, str], dict[date, int], pydantic.constr(pattern=r"^[a-z]{2}\d$"), pydantic.conlist(int, min_length=1)),
    *(pydantic.conint(gt=1, lt=100, multiple_of=7), pydantic.confloat(ge=0, le=1), pydantic.SecretStr),
    *(pydantic.NaiveDatetime, pydantic.PostgresDsn, pydantic.Base64Str, pydantic.Base64UrlStr, pydantic.ByteSize),
    *(dict[bool, int], dict[float, int], dict[Decimal, int], dict[Annotated[str, Field(pattern="^k[0-9]$")], int]),
    *(pydantic.Base64Bytes, pydantic.Base64UrlBytes, pydantic.StrictInt, pydantic.PositiveInt, pydantic.FiniteFloat),
]


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_texts_are_valid_for_pydantic(source: Any) -> None:
    """Whatever the masks lead to is accepted by `validate_json`, and read as a value of the type."""

    class Holder(BaseModel):
        held: source

    for wanted in (source, Holder):
        grammar = json_schema(wanted)
        constraint, adapter = compiled(grammar), TypeAdapter(wanted)
        for seed in range(8):
            text = random_text(constraint, Random(seed), patience=30)
            assert grammar.read(text) == adapter.validate_json(text)


@pytest.mark.parametrize(
    ("source", "valid", "invalid"),
    [
        (Decimal, ["1.5", "-3"], ['"abc"']),
        (pydantic.condecimal(max_digits=3, decimal_places=1), ["99.9", "-1.5", "0.1"], ["100.5", "1.55"]),
        (pydantic.condecimal(max_digits=3), ["999", "0.12", "9.99"], ["1000", "99.99"]),
        (dict[int, str], ['{"1": "a", "-20": "b"}'], ['{"a": "b"}', '{"01": "b"}']),
        (
            pydantic.HttpUrl,
            ['"https://example.com/a?b=c"', '"http://a.b-c.org:80"'],
            ['"ftp://a.b"', '"https://"', '"a"'],
        ),
        (pydantic.PastDate, ['"2020-02-29"'], ['"9999-01-01"', '"2021-02-29"']),
        (pydantic.FutureDate, ['"9999-01-01"'], ['"2020-02-29"']),
        (time, ['"23:59:59Z"'], ['"23:59:60Z"']),
        (timedelta, ['"P1DT2H"'], ['"P999999999999D"']),
        (pydantic.Base64Bytes, ['"aGk="', '""'], ['"aGk"', '"a==="']),
        (Cat | Dog, ['{"kind":"cat","lives":9}'], ['{"kind":"cat","lives":10}', '{"kind":"cow","lives":1}']),
    ],
    ids=str,
)
def test_types_that_say_more_than_their_schema(source: Any, valid: list[str], invalid: list[str]) -> None:
    """What Pydantic's own schema leaves open is decided as its validator decides."""
    constraint, adapter = compiled(source), TypeAdapter(source)
    for text in valid:
        adapter.validate_json(text)
        assert accepts(constraint, text), text
    for text in invalid:
        assert not accepts(constraint, text), text


@pytest.mark.parametrize(
    "source",
    [type[int], set[list[int]], set[Cat], dict[tuple[int, int], int], dict[None, int]],
    ids=str,
)
def test_what_has_no_exact_texts_is_refused(source: Any) -> None:
    """Classes, what has no hash in sets, and keys that no text stands for."""
    with pytest.raises(UnsupportedError):
        json_schema(source)


def test_json_within_json_is_refused() -> None:
    """`pydantic.Json` is said to be unsupported, with the way on."""
    with pytest.raises(UnsupportedError, match="inner type"):
        json_schema(pydantic.Json[int])
