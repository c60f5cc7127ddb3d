"""Random Python types that Pydantic reads, each with a way to make values of it."""
# ruff: noqa: UP007, UP042, UP045
# mypy: ignore-errors

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import ipaddress
import itertools
import re
import uuid
from collections.abc import Callable
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any, Generic, Literal, NamedTuple, NotRequired, Optional, TypeVar, Union
from zoneinfo import ZoneInfo, available_timezones

import pydantic
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    create_model,
)
from typing_extensions import TypedDict

UTC = dt.UTC
EAST = dt.timezone(dt.timedelta(hours=5, minutes=30))
T = TypeVar("T")
STRICT_DATE = Annotated[dt.date, pydantic.Strict()]
ZONES = available_timezones()  # a machine may have none
_numbered = itertools.count()


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Odd(Enum):
    PAIR = (1, 2)
    HALF = 0.5
    NAME = "n"


class Text(str, Enum):
    A = "a"
    B = "b"


class Box(BaseModel, Generic[T]):
    item: T


class OwnKeys(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[Annotated[str, Field(pattern="^x-")], int | str]


class Numbered(pydantic.RootModel[dict[Level, list[float]]]):
    pass


class Tree(BaseModel):
    value: int
    children: list[Tree] = []


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)
    x: int


Drawn = tuple[Any, Callable[[], Any]]
"""A type, and what makes a value of it."""


class Types:
    """Draws types. `renamed`: some member is read under another name than it is written."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.renamed = False
        self.functions = True  # whether functions may stand before constraints; what they give is not read as JSON

    def draw(self, depth: int) -> Drawn:
        if depth <= 0 or self.random.random() < 0.3:
            return self.scalar()
        return self.random.choice(
            [
                *(self.list, self.set, self.mapping, self.tuple, self.union, self.model, self.model),
                *(self.plain_class, self.optional, self.generic, self.tagged, self.json),
            ]
        )(depth - 1)

    # ---- scalars ----

    def scalar(self) -> Drawn:
        return self.random.choice([self.number, self.string, self.moment, self.special, self.special])()

    def number(self) -> Drawn:
        low = self.random.choice([-50, -1, 0, 1, 7, 120])
        high = low + self.random.choice([1, 5, 93, 1000])
        bounds: dict[str, Any] = {}
        if self.random.random() < 0.5:
            bounds[self.random.choice(["ge", "gt"])] = low
        if self.random.random() < 0.5:
            bounds[self.random.choice(["le", "lt"])] = high + 2
        value = low + 1
        kind = self.random.choice([int, float, Decimal, Decimal, bool, Fraction])
        if kind is bool:
            return bool, lambda: self.random.random() < 0.5
        if kind is Decimal and self.random.random() < 0.5:
            bounds["decimal_places"] = self.random.choice([0, 1, 2])
            if self.random.random() < 0.5:
                bounds["max_digits"] = self.random.choice([bounds["decimal_places"] or 1, 4, 6, 12])
        if kind is Decimal and "decimal_places" not in bounds:
            bounds = {name: Decimal(bound) + Decimal("0.25") for name, bound in bounds.items()}
            return self.given(
                kind, bounds
            ), lambda: Decimal(value) + Decimal(self.random.choice(["0.5", "0.750", "0.31"]))
        if kind is int and self.random.random() < 0.2:
            bounds["multiple_of"] = self.random.choice([1, 2, 5])
            return (
                self.given(kind, bounds),
                lambda: (
                    next(n for n in range(low + 1, low + 7) if n % bounds["multiple_of"] == 0)
                    if high >= low + 5
                    else None
                ),
            )
        return self.given(kind, bounds), lambda: kind(value)

    def given(self, kind: Any, constraints: dict[str, Any]) -> Any:
        if not constraints:
            return kind
        style = self.random.random()
        if style < 0.15 and self.functions:
            return Annotated[kind, BeforeValidator(_same), Field(**constraints)]
        if style < 0.25:
            return Annotated[kind, AfterValidator(_same), Field(**constraints)]
        return Annotated[kind, Field(**constraints)]

    def string(self) -> Drawn:
        low = self.random.choice([0, 1, 2])
        high = low + self.random.choice([0, 1, 3, 9])
        text = "abcdefghijkl"[: max(low, min(high, 3))]
        way = self.random.randrange(8)
        if way == 0:
            return str, lambda: self.random.choice(["", " a", "é\n", '"\\', "\U0001f600"])
        if way == 1:
            return self.given(str, {"min_length": low, "max_length": high}), lambda: text
        if way == 2:
            flags = {self.random.choice(["strip_whitespace", "to_lower", "to_upper"]): True}
            if flags.get("to_upper"):
                text = text.upper()
            return Annotated[str, StringConstraints(min_length=low, max_length=high, **flags)], lambda: text
        if way == 3:
            return Annotated[str, StringConstraints(strip_whitespace=True, pattern="^[a-z ]*$")], lambda: text
        if way == 4:
            return self.given(bytes, {"min_length": low, "max_length": high}), lambda: text.encode()
        if way == 5:
            coded = self.random.choice(
                [pydantic.Base64Bytes, pydantic.Base64UrlBytes, pydantic.Base64Str, pydantic.Base64UrlStr]
            )
            value = text if coded in (pydantic.Base64Str, pydantic.Base64UrlStr) else text.encode()
            return Annotated[coded, Field(min_length=low, max_length=high)], lambda: value
        if way == 6:
            most = {"max_length": high} if high > low else {}
            return self.given(pydantic.SecretStr, {"min_length": low, **most}), lambda: None
        return Annotated[
            str, AfterValidator(_same), StringConstraints(pattern="^[a-z]*$", min_length=low)
        ], lambda: text + "xx"

    def moment(self) -> Drawn:
        day = dt.date(2024, self.random.choice([1, 2, 12]), self.random.choice([1, 28, 29]))
        clock = dt.time(
            self.random.choice([0, 9, 23]), self.random.choice([0, 59]), 5, self.random.choice([0, 0, 5, 250000])
        )
        zone = self.random.choice([None, None, UTC, EAST])
        moment = dt.datetime.combine(day, clock)
        length = self.random.choice([1, -1]) * dt.timedelta(
            days=self.random.choice([0, 1, 364, 400]),
            seconds=self.random.choice([0, 1, 86399]),
            microseconds=self.random.choice([0, 7]),
        )
        kind, value, step = self.random.choice(
            [
                (dt.date, day, dt.timedelta(days=3)),
                (dt.datetime, moment.replace(tzinfo=zone), dt.timedelta(days=2)),
                (dt.timedelta, length, dt.timedelta(days=2)),
                (dt.time, clock, None),
            ]
        )
        bounds: dict[str, Any] = {}
        if self.random.random() < 0.5:
            bounds["ge"] = value if step is None else value - step
        if self.random.random() < 0.4:
            bounds["le"] = value if step is None else value + step
        if step is not None and self.random.random() < 0.3:
            bounds = {{"ge": "gt", "le": "lt"}[name]: bound for name, bound in bounds.items()}
        if kind is dt.datetime and not bounds and self.random.random() < 0.3:
            kind, value = self.random.choice(
                [(pydantic.AwareDatetime, moment.replace(tzinfo=EAST)), (pydantic.NaiveDatetime, moment)]
            )
        return self.given(kind, bounds), lambda: value

    def special(self) -> Drawn:
        known = [
            (pydantic.EmailStr, "ann.b@mail.example.org"),
            (pydantic.NameEmail, pydantic.NameEmail("Ann B", "ann@example.org")),
            (complex, 1.5 - 2j),
            (Fraction, Fraction(-1, 3)),
            *((ZoneInfo, ZoneInfo(name)) for name in ("Europe/Berlin",) if name in ZONES),
            (uuid.UUID, uuid.UUID(int=2**127 + 5)),
            (pydantic.UUID4, uuid.uuid4()),
            (Path, Path("a/b.txt")),
            (ipaddress.IPv4Address, ipaddress.IPv4Address("1.2.3.4")),
            (ipaddress.IPv6Address, ipaddress.IPv6Address("::1:0:0:9")),
            (ipaddress.IPv4Network, ipaddress.IPv4Network("10.1.2.3/32")),
            (ipaddress.IPv6Interface, ipaddress.IPv6Interface("fe80::/64")),
            (pydantic.IPvAnyAddress, ipaddress.IPv4Address("1.2.3.4")),
            (pydantic.AnyUrl, pydantic.AnyUrl("https://a.b/c?d#e")),
            (pydantic.HttpUrl, pydantic.HttpUrl("https://a.b:81")),
            (pydantic.FileUrl, pydantic.FileUrl("file:///a/b")),
            (pydantic.PostgresDsn, pydantic.PostgresDsn("postgres://h.x:5432/db")),
            (pydantic.RedisDsn, pydantic.RedisDsn("redis://localhost:6379/0")),
            (pydantic.WebsocketUrl, pydantic.WebsocketUrl("ws://a.b/")),
            (pydantic.ByteSize, pydantic.ByteSize(5)),
            (Color, Color.RED),
            (Level, Level.HIGH),
            (Odd, Odd.HALF),
            (Text, Text.B),
            (Literal["a", "b", 3, True, None], "b"),
            (Literal[Color.RED], Color.RED),
            (type(None), None),
            (Any, "x"),
            (pydantic.JsonValue, [1, {"a": None}]),
            (pydantic.Secret[int], None),
            (Frozen, Frozen(x=1)),
            (Tree, Tree(value=1, children=[Tree(value=2)])),
            (pydantic.MongoDsn, pydantic.MongoDsn("mongodb://a.b:27017/c")),
            (pydantic.PastDate, dt.date(2001, 2, 3)),
            (pydantic.StrictFloat, 2.5),
            (STRICT_DATE, dt.date(2001, 2, 3)),
            (Annotated[str, Field(pattern=r"(?i)^[[:alpha:]&&[^b]]{2}-\d?\z")], "Ac-"),
            (Annotated[str, Field(pattern=re.compile(r"^(?!ab)\w{2}$", re.A))], "ac"),
            (Numbered, Numbered({Level.LOW: [1.5]})),
            (collections.Counter[str], collections.Counter(a=2)),
        ]
        kind, value = self.random.choice(known)
        self.functions &= kind != STRICT_DATE  # which, after a function, is read as a value of Python
        return kind, lambda: value

    # ---- containers ----

    def _lengths(self, least: int = 0) -> dict[str, int]:
        found = {}
        if self.random.random() < 0.5:
            found["min_length"] = self.random.choice([0, 1, 2, 2])
        if self.random.random() < 0.4:
            found["max_length"] = found.get("min_length", 0) + self.random.choice([least, 2])
        return found

    def list(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        lengths = self._lengths()
        kind: Any = self.random.choice([list, tuple, collections.deque])
        annotation = tuple[item, ...] if kind is tuple else kind[item]  # type: ignore[valid-type]
        return self.given(annotation, lengths), lambda: kind(make() for _ in range(lengths.get("min_length", 1)))

    def set(self, depth: int) -> Drawn:
        item, make = self.scalar() if self.random.random() < 0.8 else self.tuple(0)
        if self.random.random() < 0.2:
            other, _ = self.scalar()
            item = Union[item, other]
        kind: Any = self.random.choice([set, frozenset])
        lengths = self._lengths(1)
        return self.given(kind[item], lengths), lambda: kind([make()]) if lengths.get("min_length", 0) < 2 else None

    def mapping(self, depth: int) -> Drawn:
        key, make_key = self.scalar()
        value, make = self.draw(depth)
        lengths = self._lengths(1)
        kind: Any = self.random.choice([dict, dict, collections.OrderedDict, collections.defaultdict])
        if kind is collections.defaultdict:
            value, make = int, lambda: 1
        return self.given(
            kind[key, value], lengths
        ), lambda: {make_key(): make()} if lengths.get("min_length", 0) < 2 and kind is dict else None

    def tuple(self, depth: int) -> Drawn:
        parts = [self.draw(depth) for _ in range(self.random.randint(1, 2))]
        kind = tuple[tuple(each for each, _ in parts)]  # type: ignore[misc]
        lengths = self._lengths() if self.random.random() < 0.2 else {}
        return self.given(kind, lengths), lambda: tuple(make() for _, make in parts)

    def optional(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        return Optional[item], lambda: make() if self.random.random() < 0.7 else None

    def union(self, depth: int) -> Drawn:
        parts = [self.draw(depth) for _ in range(2)]
        return Union[parts[0][0], parts[1][0]], parts[0][1]

    def generic(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        model = Box[item]  # type: ignore[valid-type]
        return model, lambda: model.model_construct(item=make())

    def json(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        return pydantic.Json[item], make

    # ---- objects ----

    def _config(self) -> dict[str, Any]:
        choices: list[dict[str, Any]] = [{}, {}, {}, {"extra": "forbid"}, {"extra": "allow"}, {"strict": True}]
        choices += [
            {"str_strip_whitespace": True},
            {"str_to_lower": True},
            {"str_min_length": 1},
            {"str_max_length": 5},
        ]
        choices += [{"val_json_bytes": mode, "ser_json_bytes": mode} for mode in ("base64", "hex")]
        choices += [
            {"validate_by_name": True},
            {"validate_by_alias": False, "validate_by_name": True},
            {"frozen": True},
        ]
        choices += [{"ser_json_timedelta": "float"}, {"coerce_numbers_to_str": True}]
        choices += [{"use_enum_values": True}, {"alias_generator": str.upper}, {"validate_default": True}]
        return self.random.choice(choices)

    def _field(self, depth: int, at: int, aliases: bool) -> tuple[Any, Any, Callable[[], Any]]:
        kind, make = self.draw(depth)
        options: dict[str, Any] = {}
        way = self.random.randrange(10) if aliases else 9
        self.renamed |= way in (1, 2, 3, 4)
        if way == 0:
            options["alias"] = f"theF{at}"
        elif way == 1:
            options["validation_alias"] = AliasPath("within", f"f{at}")
        elif way == 2:
            options["validation_alias"] = AliasPath("list", at)
        elif way == 3:
            options["validation_alias"] = AliasChoices(AliasPath("deep", at, "x"), f"or{at}")
        elif way == 4:
            options["validation_alias"] = AliasChoices(AliasPath("deeper", "a", f"x{at}"), AliasPath("other", at))
        if self.random.random() < 0.3:
            kind, before = Optional[kind], make
            make = lambda: before() if self.random.random() < 0.5 else None  # noqa: E731
            options["default"] = None
        return kind, Field(**options), make

    def model(self, depth: int) -> Drawn:
        config = self._config()
        self.functions &= "strict" not in config and "val_json_bytes" not in config
        self.renamed |= "validate_by_alias" in config
        fields = {f"f{at}": self._field(depth, at, True) for at in range(self.random.randint(1, 3))}
        own = "extra" in config and config["extra"] == "allow" and self.random.random() < 0.5
        model = create_model(
            f"M{next(_numbered)}",
            **{"__base__": OwnKeys} if own else {"__config__": ConfigDict(**config)},
            **{n: (kind, field) for n, (kind, field, _) in fields.items()},
        )
        return model, lambda: model.model_construct(**{name: make() for name, (_, _, make) in fields.items()})

    def plain_class(self, depth: int) -> Drawn:
        parts = [self.draw(depth) for _ in range(self.random.randint(1, 3))]
        kinds = {f"f{at}": kind for at, (kind, _) in enumerate(parts)}
        name, way = f"C{next(_numbered)}", self.random.randrange(4)
        if way == 0:
            kind: Any = dataclasses.make_dataclass(name, list(kinds.items()))
        elif way == 1:
            kind = pydantic.dataclasses.dataclass(type(name, (), {"__annotations__": kinds, "__module__": __name__}))
        elif way == 2:
            kind = TypedDict(name, {n: k if i else NotRequired[k] for i, (n, k) in enumerate(kinds.items())})  # type: ignore[operator]
        else:
            kind = NamedTuple(name, list(kinds.items()))
        return (
            kind,
            lambda: None if way == 1 else kind(**{n: make() for n, (_, make) in zip(kinds, parts, strict=True)}),
        )

    def tagged(self, depth: int) -> Drawn:
        (one, make), (other, _) = self.draw(depth), self.draw(depth)
        a = create_model(f"A{next(_numbered)}", kind=(Literal["a"], "a"), x=(one, ...))
        b = create_model(f"B{next(_numbered)}", kind=(Literal["b", "c"], ...), x=(other, ...))
        return Annotated[Union[a, b], Field(discriminator="kind")], lambda: a.model_construct(kind="a", x=make())


def _same(value: Any) -> Any:
    return value
