"""Random Python types that msgspec reads, each with a way to make values of it: structs, attrs classes, and the rest."""
# ruff: noqa: UP007, UP045
# mypy: ignore-errors

from __future__ import annotations

import dataclasses
import datetime as dt
import itertools
import uuid
from collections.abc import Callable
from decimal import Decimal
from enum import Enum, IntEnum
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Optional, Union

import attrs
import msgspec
from msgspec import Meta
from typing_extensions import TypedDict

UTC, EAST = dt.UTC, dt.timezone(dt.timedelta(hours=5, minutes=30))
Drawn = tuple[Any, Callable[[], Any]]
_numbered = itertools.count()


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Tree(msgspec.Struct):
    value: int
    children: list[Tree] = []


@attrs.define
class Chain:
    value: int
    next: Chain | None = None


PATTERNS = [
    ("^[a-c]+$", "abc"),
    (r"\d{2}", "x12y"),
    (r"^\w+\Z", "é_1"),
    ("(?i)ab", "xAB"),
    (r"(?P<q>['x]).*(?P=q)", "'a'"),
    ("^(?!b)", "ab"),
]


class MsgspecTypes:
    """Draws types; what msgspec does not take together raises TypeError when it is looked at."""

    defaults: tuple[dict[str, Any], ...] = ({}, {"init": False})  # of fields of attrs that have one

    def __init__(self, random: Random) -> None:
        self.random = random
        self._arguments: dict[Any, Callable[[], dict[str, Any]]] = {}  # what attrs classes are made of

    def draw(self, depth: int) -> Drawn:
        if depth <= 0 or self.random.random() < 0.25:
            return self.scalar()
        ways = (self.list, self.set, self.mapping, self.tuple, self.optional, self.struct, self.struct, self.tagged)
        return self.random.choice([*ways, self.attrs, self.dataclass, self.typed_dict, self.named_tuple])(depth - 1)

    # ---- scalars ----

    def scalar(self) -> Drawn:
        return self.random.choice([self.number, self.string, self.string, self.moment, self.special])()

    def number(self) -> Drawn:
        low = self.random.choice([-50, -1, 0, 7])
        bounds: dict[str, Any] = {}
        if self.random.random() < 0.5:
            bounds[self.random.choice(["ge", "gt"])] = low
        if self.random.random() < 0.5:
            bounds[self.random.choice(["le", "lt"])] = low + self.random.choice([3, 95, 1000])
        kind = self.random.choice([int, int, float])
        if kind is int and not bounds and self.random.random() < 0.3:
            bounds["multiple_of"] = self.random.choice([1, 2, 5])
            low = 9
        return self.given(kind, bounds), lambda: kind(low + 1)

    def given(self, kind: Any, constraints: dict[str, Any]) -> Any:
        return Annotated[kind, Meta(**constraints)] if constraints else kind

    def string(self) -> Drawn:
        low = self.random.choice([0, 1, 2])
        high = low + self.random.choice([0, 1, 3, 9])
        text = "abcdefghijkl"[: max(low, min(high, 3))]
        way = self.random.randrange(5)
        if way == 0:
            return str, lambda: self.random.choice(["", " a", "é\n", '"\\', "\U0001f600"])
        if way == 1:
            return self.given(str, {"min_length": low, "max_length": high}), lambda: text
        if way == 2:
            pattern, value = self.random.choice(PATTERNS)
            return self.given(str, {"pattern": pattern}), lambda: value
        if way == 3:
            kind = self.random.choice([bytes, bytearray])
            return self.given(kind, {"min_length": low, "max_length": high}), lambda: kind(text.encode())
        pattern, value = self.random.choice(PATTERNS)
        return self.given(str, {"pattern": pattern, "min_length": 1, "max_length": 6}), lambda: value

    def moment(self) -> Drawn:
        day = dt.date(2024, self.random.choice([1, 2, 12]), self.random.choice([1, 28, 29]))
        clock = dt.time(self.random.choice([0, 9, 23]), self.random.choice([0, 59]), 5, self.random.choice([0, 250000]))
        zone = self.random.choice([None, None, UTC, EAST])
        span = self.random.choice([1, -1]) * dt.timedelta(
            self.random.choice([0, 1, 400]), self.random.choice([0, 86399])
        )
        kind, value = self.random.choice(
            [
                (dt.date, day),
                (dt.datetime, dt.datetime.combine(day, clock, zone)),
                (dt.time, clock.replace(tzinfo=self.random.choice([None, UTC]))),
                (dt.timedelta, span),
            ]
        )
        if kind in (dt.datetime, dt.time) and self.random.random() < 0.5:
            return self.given(kind, {"tz": value.tzinfo is not None}), lambda: value
        return kind, lambda: value

    def special(self) -> Drawn:
        known = [
            (uuid.UUID, uuid.UUID(int=2**127 + 5)),
            (Decimal, Decimal("-1.50")),
            (Color, Color.RED),
            (Level, Level.HIGH),
            (Literal["a", "b", 3], "b"),
            (Literal[1, 2], 1),
            (type(None), None),
            (bool, True),
            (Any, {"a": [1]}),
            (Tree, Tree(1, [Tree(2)])),
            (Chain, Chain(1, Chain(2))),
            (msgspec.Raw, msgspec.Raw(b"[1]")),
        ]
        kind, value = self.random.choice(known)
        return kind, lambda: value

    # ---- containers ----

    def _lengths(self) -> dict[str, int]:
        found = {}
        if self.random.random() < 0.5:
            found["min_length"] = self.random.choice([0, 1, 2])
        if self.random.random() < 0.4:
            found["max_length"] = found.get("min_length", 0) + self.random.choice([0, 2])
        return found

    def list(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        lengths = self._lengths()
        kind = self.random.choice([list, tuple])
        annotation = tuple[item, ...] if kind is tuple else list[item]
        return self.given(annotation, lengths), lambda: kind(make() for _ in range(lengths.get("min_length", 0)))

    def set(self, depth: int) -> Drawn:
        item, make = self.scalar()
        kind = self.random.choice([set, frozenset])
        lengths = self._lengths()
        return self.given(kind[item], lengths), lambda: kind([make()]) if lengths.get("min_length", 0) < 2 else None

    def mapping(self, depth: int) -> Drawn:
        key, make_key = self.scalar()
        value, make = self.draw(depth)
        lengths = self._lengths()
        small = lengths.get("min_length", 0) < 2 and lengths.get("max_length", 1) > 0
        return self.given(dict[key, value], lengths), lambda: {make_key(): make()} if small else None

    def tuple(self, depth: int) -> Drawn:
        parts = [self.draw(depth) for _ in range(self.random.randint(1, 3))]
        return tuple[tuple(each for each, _ in parts)], lambda: tuple(make() for _, make in parts)

    def optional(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        other, _ = self.random.choice([(type(None), None), self.scalar()])
        return Union[item, other], make

    # ---- classes ----

    def _fields(self, depth: int) -> list[tuple[str, Any, Callable[[], Any]]]:
        return [(f"the_{n}", *self.draw(depth)) for n in range(self.random.randint(1, 3))]

    def struct(self, depth: int) -> Drawn:
        fields = self._fields(depth)
        options: dict[str, Any] = self.random.choice(
            [{}, {}, {"array_like": True}, {"forbid_unknown_fields": True}, {"tag": True}, {"tag": 3, "tag_field": "k"}]
        )
        options |= self.random.choice(
            [{}, {}, {"rename": "camel"}, {"rename": {"the_0": "a/b é"}}, {"omit_defaults": True}]
        )
        given = [(name, kind) for name, kind, _ in fields]
        if self.random.random() < 0.5:
            given.append(("last", Optional[int], None))
        if self.random.random() < 0.2 and not options.get("array_like"):
            given.append(("unset", Union[int, msgspec.UnsetType], msgspec.UNSET))
        found = msgspec.defstruct(f"S{next(_numbered)}", given, kw_only=True, **options)
        return found, lambda: found(**{name: make() for name, _, make in fields})

    def tagged(self, depth: int) -> Drawn:
        (one, make), (other, _) = self.draw(depth), self.draw(depth)
        array = self.random.random() < 0.3
        a = msgspec.defstruct(f"A{next(_numbered)}", [("x", one)], tag="a", array_like=array)
        b = msgspec.defstruct(f"B{next(_numbered)}", [("y", other)], tag="b", array_like=array)
        return Union[a, b], lambda: a(make())

    def attrs(self, depth: int) -> Drawn:
        fields = self._fields(depth)
        number = next(_numbered)
        bases = (self.attrs(depth - 1)[0],) if depth > 0 and self.random.random() < 0.15 else ()
        if bases:  # which have other names
            fields = [(f"{name}_{number}", kind, make) for name, kind, make in fields]
        if self.random.random() < 0.1:  # private: arguments are called without the underscore
            fields = [(f"own_{number}_{name}", kind, make) for name, kind, make in fields]
        given = {f"_{name}" if "own" in name else name: attrs.field(type=kind) for name, kind, _ in fields}
        if self.random.random() < 0.4:
            given[f"last_{number}"] = attrs.field(type=int, default=3, **self.random.choice(self.defaults))
        if self.random.random() < 0.2:
            given[f"listed_{number}"] = attrs.field(
                type=list[int], factory=list, converter=list, alias=f"names_{number}"
            )
        options = {"frozen": self.random.random() < 0.2, "slots": self.random.random() < 0.7}
        if bases:
            options["frozen"] = bases[0].__setattr__ is not object.__setattr__ and bases[0].__hash__ is not None
        found = attrs.make_class(f"C{number}", given, bases=bases or (object,), kw_only=True, **options)

        def arguments() -> dict[str, Any]:
            inherited = self._arguments[bases[0]]() if bases else {}
            return inherited | {name: make() for name, _, make in fields}

        self._arguments[found] = arguments
        return found, lambda: found(**arguments())

    def dataclass(self, depth: int) -> Drawn:
        fields = self._fields(depth)
        given = [(name, kind) for name, kind, _ in fields]
        if self.random.random() < 0.4:
            given.append(("last", list[int], dataclasses.field(default_factory=list)))
        found = dataclasses.make_dataclass(f"D{next(_numbered)}", given, slots=self.random.random() < 0.5)
        return found, lambda: found(**{name: make() for name, _, make in fields})

    def typed_dict(self, depth: int) -> Drawn:
        fields = self._fields(depth)
        given = {name: kind for name, kind, _ in fields} | self.random.choice([{}, {"last": NotRequired[int]}])
        found = TypedDict(f"T{next(_numbered)}", given)
        return found, lambda: {name: make() for name, _, make in fields}

    def named_tuple(self, depth: int) -> Drawn:
        fields = self._fields(depth)
        found = NamedTuple(f"N{next(_numbered)}", [(name, kind) for name, kind, _ in fields])
        return found, lambda: found(*(make() for _, _, make in fields))


class AttrsTypes(MsgspecTypes):
    """Those that cattrs reads and writes as msgspec does: attrs classes, and what JSON has a type for."""

    defaults = ({},)  # msgspec reads, and writes, fields that are no argument

    def draw(self, depth: int) -> Drawn:
        if depth <= 0 or self.random.random() < 0.2:
            return self.scalar()
        return self.random.choice([self.list, self.mapping, self.optional, self.attrs, self.attrs])(depth - 1)

    def scalar(self) -> Drawn:
        known = [(bool, True), (Color, Color.RED), (Level, Level.HIGH), (Literal["a", "b"], "b"), (Literal[1, 2], 1)]
        kind, value = self.random.choice(known)
        return self.random.choice([self.number, self.string, lambda: (kind, lambda: value)])()

    def string(self) -> Drawn:
        return str, lambda: self.random.choice(["", " a", "é\n", '"\\', "\U0001f600"])

    def list(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        return list[item], lambda: [make()]

    def mapping(self, depth: int) -> Drawn:
        value, make = self.draw(depth)
        return dict[str, value], lambda: {"a": make()}

    def optional(self, depth: int) -> Drawn:
        item, make = self.draw(depth)
        return Optional[item], lambda: self.random.choice([make(), None])
