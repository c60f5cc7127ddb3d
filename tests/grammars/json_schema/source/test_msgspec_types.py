"""Types of msgspec and attrs: what the masks allow, msgspec reads; and it takes what msgspec has written."""

from __future__ import annotations

import datetime as dt
import pickle
import uuid
from decimal import Decimal
from enum import Enum
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import attrs
import msgspec
import pytest
from msgspec import Meta

from constrain import ConstrainError, GrammarError, UnsupportedError
from constrain.grammars import json_schema
from tests.grammars.json_schema.instances import accepts, compiled
from tests.grammars.json_schema.source.random_msgspec import AttrsTypes, MsgspecTypes


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Sized(msgspec.Struct, tag="sized", rename="camel"):
    the_count: Annotated[int, Meta(ge=0, lt=9)]
    text: Annotated[str, Meta(min_length=1, max_length=3)] = "a"
    data: Annotated[bytes, Meta(min_length=2, max_length=4)] = b"ab"
    inner: Sized | None = None


class Row(msgspec.Struct, array_like=True):
    x: int
    y: str = "a"


class Times(msgspec.Struct, tag="times", forbid_unknown_fields=True):
    day: dt.date
    at: dt.datetime | None = None
    aware: Annotated[dt.datetime, Meta(tz=True)] | None = None
    clock: dt.time | None = None
    span: dt.timedelta | None = None
    who: uuid.UUID | None = None
    price: Decimal | None = None


@attrs.define
class Point:
    x: int
    rows: list[Row] = attrs.field(factory=list)
    color: Color = Color.RED


@attrs.define
class Checked:
    x: int = attrs.field(validator=attrs.validators.ge(0))


@attrs.define
class Converted:
    x: int
    names: list[str] = attrs.field(factory=list, converter=sorted)


class Pair(NamedTuple):
    first: int
    second: Point | None = None


TYPES: list[Any] = [
    *(Sized, Row, Times, Point, Sized | Times, list[Point], dict[str, Row], dict[Literal["a", "b"], Sized]),
    *(tuple[Row, Pair], Annotated[list[Row], Meta(min_length=1, max_length=2)]),
    *(dict[Annotated[int, Meta(ge=-3, le=12)], Row], tuple[Annotated[set[int], Meta(min_length=2)], Row]),
]
VALUES: list[Any] = [
    *(Sized(8, "b", b"abc", Sized(1)), Row(1), Times(dt.date(2024, 2, 29), dt.datetime(2024, 1, 1, 2, 3, 4, 5))),
    *(Times(dt.date(1, 1, 1), span=dt.timedelta(-1, 3, 7), clock=dt.time(1), price=Decimal("1.50")), Sized(0)),
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_texts_are_read_by_msgspec(kind: Any) -> None:
    """Whatever the masks lead to is a value of the type."""
    grammar = json_schema(kind, layout="compact")
    constraint, decoder = compiled(grammar), msgspec.json.Decoder(kind)
    texts = []
    for seed in range(30):
        try:
            texts.append(constraint.sample(seed))
        except ConstrainError:  # longer than a sample may be
            continue

    assert [decoder.decode(text) for text in texts] == [grammar.read(text) for text in texts]


def test_a_grammar_of_a_struct_is_pickled() -> None:
    """In another process it reads the same type."""
    assert pickle.loads(pickle.dumps(json_schema(Row))).read("[1]") == Row(1)


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_what_msgspec_writes_is_accepted(value: Any) -> None:
    """A struct's own JSON is a text of its type, and of a union that has it."""
    text = msgspec.json.encode(value).decode()

    assert accepts(compiled(type(value), layout="compact"), text)
    assert isinstance(value, Row) or accepts(compiled(Sized | Times, layout="compact"), text)


def test_validators_and_converters_are_named() -> None:
    """attrs' validators are run by msgspec, and the report says that the reader may refuse a text for them; its
    converters are not, which the report says too.
    """
    assert "runs the validators of `Checked`" in str(json_schema(Checked).report)
    assert "runs the validators" not in str(json_schema(Point).report)
    assert "of `Converted`: msgspec runs no converter (names)" in str(json_schema(Converted).report)


def test_what_cannot_be_held_to_is_refused() -> None:
    """Items whose texts differ where their values do not, keys of kinds that are not known, and types that nobody reads."""
    for kind in (tuple[Annotated[set[uuid.UUID], Meta(min_length=2)], Row], dict[float, Row]):
        with pytest.raises(UnsupportedError):
            json_schema(kind)
    with pytest.raises(GrammarError, match="Pydantic has no JSON Schema"):
        json_schema(Random)


SEEDS, TEXTS = 300, 5
NO_VALUES = ("no value", "no text matches")


def faults(seed: int) -> list[str]:
    """What is wrong with one random type, in words."""
    random = Random(seed)
    drawn, make = MsgspecTypes(random).draw(random.choice([0, 1, 2]))
    annotation: Any = tuple[drawn, Row]  # type: ignore[valid-type]  # a struct in it: Pydantic reads none
    try:
        decoder = msgspec.json.Decoder(annotation)
    except TypeError:  # what msgspec does not take together
        return []
    try:
        constraint = compiled(json_schema(annotation, layout="compact"))
    except UnsupportedError:
        return []
    except GrammarError as error:
        return [] if any(each in str(error) for each in NO_VALUES) else [f"{annotation}: {error}"]
    found = []
    for number in range(TEXTS):
        try:
            text = constraint.sample(number)
        except ConstrainError:  # longer than a sample may be
            continue
        try:
            decoder.decode(text)
        except Exception as error:
            found.append(f"{annotation} refuses {text!a}: {error}")
    try:
        written = msgspec.json.encode((make(), Row(1))).decode()
        decoder.decode(written)
    except Exception:  # no value, or one that msgspec itself does not read back
        return found
    constraint = compiled(json_schema(annotation, layout="compact", property_order="any"))  # attrs: in that of slots
    return (
        found if accepts(constraint, written) else [*found, f"{annotation} writes {written!a}, which is not accepted"]
    )


@pytest.mark.parametrize("start", range(0, SEEDS, 50))
def test_random_types_are_read_and_what_is_written_is_accepted(start: int) -> None:
    """No text of the grammar is refused by msgspec, and no value that it writes and reads by the grammar."""
    assert [] == [fault for seed in range(start, start + 50) for fault in faults(seed)]


@pytest.mark.parametrize("start", range(0, 100, 50))
def test_attrs_classes_are_read_alike_by_cattrs(start: int) -> None:
    """What the masks of an attrs class lead to, cattrs structures to the value that `read` gives; what cattrs
    unstructures is accepted.
    """
    converter = pytest.importorskip("cattrs.preconf.json").make_converter()
    for seed in range(start, start + 50):
        drawn, make = AttrsTypes(Random(seed)).attrs(2)
        grammar = json_schema(drawn, layout="compact", property_order="any")
        constraint = compiled(grammar)
        for number in range(TEXTS):
            text = constraint.sample(number)
            assert grammar.read(text) == converter.loads(text, drawn), text
        value = make()
        written = converter.dumps(value, ensure_ascii=False, separators=(",", ":"))
        assert accepts(constraint, written), written
        assert value == grammar.read(written)


class Odd(msgspec.Struct):
    """What msgspec reads by rules of its own."""

    code: Annotated[str, Meta(pattern=r"(?i)^(?P<q>['x])a(?P=q)\Z")]
    count: int
    rows: set[list[int]]


def test_patterns_are_pythons_and_integers_digits() -> None:
    """Whatever `integers` says; a set of lists, which have no hash, is left out on request."""
    grammar = json_schema(Odd, layout="compact", integers="any", on_unsupported="drop")
    constraint = compiled(grammar)

    assert accepts(constraint, '{"code":"XAX","count":1,"rows":[]}')
    assert not accepts(constraint, '{"code":"\'ax","count":1,"rows":[]}')
    assert not accepts(constraint, '{"code":"xax","count":1.0,"rows":[]}')
    assert grammar.dropped == [("#/$defs/Odd/properties/rows", "set")]
    with pytest.raises(UnsupportedError, match=r"#/.defs/Odd/properties/rows: items of sets must have a hash"):
        json_schema(Odd)
