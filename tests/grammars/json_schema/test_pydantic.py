"""Python types: every text under the grammar of a type is accepted by Pydantic, and usual values are texts of it."""

from __future__ import annotations

import dataclasses
import ipaddress
import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from random import Random
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

import pydantic
import pytest
from pydantic import AnyUrl, BaseModel, ConfigDict, Field, FileUrl, Json, JsonValue, RootModel, TypeAdapter
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


class OwnKeys(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[Annotated[str, Field(pattern="^x-")], int]
    a: int


class Seconds(BaseModel):
    model_config = ConfigDict(ser_json_timedelta="float")
    wait: timedelta = Field(le=timedelta(minutes=1))


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


class Nested(BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    b: int = Field(validation_alias=pydantic.AliasPath("top", "b"))
    c: str = Field("", validation_alias=pydantic.AliasPath("list", 1))


class Encoded(BaseModel):
    model_config = pydantic.ConfigDict(val_json_bytes="base64")
    a: bytes


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
        (Decimal, ['"1.50"', '"1E+5"', "123456789012345678901"], ['"NaN"', "0.1234567890123456789", '"1e"']),
        (Annotated[Decimal, Field(ge=Decimal("0.5"), lt=10)], ['"0.5"', '"9.99"', "3"], ['"0.49"', '"10"', '"1E0"']),
        (datetime, ['"2024-02-29T00:00:00"', '"2024-02-29T00:00:00.5+05:30"'], ['"0000-01-01T00:00:00Z"']),
        (Annotated[time, Field(gt=time(9, 30))], ['"09:30:00.1"', '"23:00:00Z"'], ['"09:30:00"', '"09:29:59.999999"']),
        (
            Annotated[datetime, Field(ge=datetime(2024, 1, 1, tzinfo=UTC))],
            ['"2024-01-01T00:00:00Z"', '"2024-01-02T00:00:00-08:00"'],
            ['"2023-12-31T23:59:59Z"', '"2024-01-01T04:00:00+05:00"'],
        ),
        (Annotated[timedelta, Field(le=timedelta(hours=30))], ['"P1DT6H"', '"-P900D"'], ['"P1DT6H0.1S"', '"P2D"']),
        (Annotated[bytes, Field(min_length=2, max_length=4)], ['"é"', '"abcd"'], ['"a"', '"ééé"']),
        (Annotated[pydantic.Base64Bytes, Field(max_length=2)], ['"aGk="'], ['"aGlo"']),
        (Annotated[str, pydantic.StringConstraints(strip_whitespace=True, min_length=1)], ['"a b"'], ['" "', '"\\t"']),
        (Annotated[int, pydantic.BeforeValidator(abs), Field(ge=1)], ["1"], []),
        (Annotated[pydantic.SecretStr, Field(min_length=2)], ['"ab"'], ['"a"']),
        (pydantic.FileUrl, ['"file:///a/b"'], ['"file://h:1"']),
        (complex, ['"1.5-2j"', '"3j"'], ['"1 + 2j"', '"j+1"']),
        (dict[Annotated[int, Field(ge=-2, lt=10)], int], ['{"-2":0,"9":0}'], ['{"-3":0}', '{"10":0}']),
        (dict[Literal["a", 1], int], ['{"a":0}'], ['{"1":0}']),
        (Nested, ['{"top":{"b":1},"list":[0,"x"]}', '{"top":{"b":1}}'], ['{"b":1}', '{"top":{}}', '{"list":[0]}']),
        (Encoded, ['{"a":"-_-_"}'], ['{"a":"a"}', '{"a":"aGl="}']),
        (pydantic.condecimal(max_digits=2, decimal_places=2), ["0.5", '"0.0"'], ["0", '"0"', "1"]),
        (pydantic.MongoDsn, ['"mongodb://a.b:27017/c"'], ['"mongodb://a.b:65536"']),
        (pydantic.NameEmail, ['"Zoë O\'Hara <a@b.co>"', '"% <a@b.co>"'], ['"a, b <a@b.co>"']),
        (OwnKeys, ['{"a":1,"x-b":2}', '{"a":1}'], ['{"a":1,"b":2}', '{"a":1,"x-b":null}']),
        (Seconds, ['{"wait":1.5}', '{"wait":"PT1.5S"}'], ['{"wait":61}', '{"wait":"PT61S"}']),
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


def test_a_year_of_dates() -> None:
    """Bounds of dates leave exactly the dates between them."""
    source = Annotated[date, Field(ge=date(2024, 1, 1), lt=date(2025, 1, 1))]
    days = [date(2023, 12, 25) + timedelta(days=n) for n in range(380)]
    constraint = compiled(source)

    assert 366 == sum(accepts(constraint, f'"{day}"') for day in days)
    assert accepts(constraint, '"2024-12-31"')


@pytest.mark.parametrize(
    ("source", "one", "same"),
    [
        (set[UUID], "123e4567-e89b-12d3-a456-42661417400a", "123E4567-E89B-12D3-A456-42661417400A"),
        (set[bool | int], True, 1),
        (set[Annotated[str, pydantic.StringConstraints(to_lower=True)]], "a", "A"),
        (set[datetime], "2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00"),
        (set[timedelta], "P1D", "PT24H"),
        (set[ipaddress.IPv6Address], "::1", "0:0:0:0:0:0:0:1"),
        (set[pydantic.HttpUrl], "http://a.b/", "http://A.b:80/"),
        (set[float], 1, 1.0),
        (dict[float, int], "1", "1.0"),
        (dict[UUID, int], "123e4567-e89b-12d3-a456-42661417400a", "123E4567-E89B-12D3-A456-42661417400A"),
    ],
    ids=str,
)
def test_what_is_counted_differs_once_read(source: Any, one: Any, same: Any) -> None:
    """Two texts of one value are not two items of a set, nor two keys, where a least length counts values."""
    counted = Annotated[source, Field(min_length=2)]
    both: Any = [one, same] if source.__origin__ is set else {one: 1, same: 2}
    with pytest.raises(pydantic.ValidationError):
        TypeAdapter(counted).validate_json(json.dumps(both))

    constraint = compiled(counted, layout="compact")

    assert not accepts(constraint, json.dumps(both, separators=(",", ":")))
    for seed in range(10):
        TypeAdapter(counted).validate_json(constraint.sample(seed))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (Annotated[int, pydantic.BeforeValidator(abs), Field(ge=0)], "runs the before validator `abs`"),
        (Annotated[str, pydantic.AfterValidator(str.upper)], "runs the after validator `str.upper`"),
        (Annotated[int, pydantic.WithJsonSchema({"type": "integer"})], "written by hand"),
        (pydantic.FilePath, "looks whether the file exists"),
        (pydantic.ImportString, "imports the text's name"),
        (
            Annotated[
                Annotated[Cat, pydantic.Tag("c")] | Annotated[Dog, pydantic.Tag("d")],
                pydantic.Discriminator(lambda value: "c"),
            ],
            "finds the branch by",
        ),
    ],
)
def test_what_only_the_reader_decides_is_reported(source: Any, said: str) -> None:
    """Functions, files and imports are named in the report, since masks cannot know of them."""
    report = str(json_schema(source).report)

    assert "the reader of the type may refuse a text" in report
    assert said in report


def test_nothing_is_said_of_types_that_masks_hold_to() -> None:
    """A model of plain fields has no such line."""
    assert "the reader of the type" not in str(json_schema(Node).report)


@pytest.mark.parametrize(
    "source",
    [type[int], set[list[int]], set[Cat], dict[tuple[int, int], int], dict[None, int]],
    ids=str,
)
def test_what_has_no_exact_texts_is_refused(source: Any) -> None:
    """Classes, what has no hash in sets, and keys that no text stands for."""
    with pytest.raises(UnsupportedError):
        json_schema(source)


class Ordered(BaseModel):
    what: Json[list[Json[dict[str, float]]]]
    count: Annotated[Json[int], Field(ge=3)]


@pytest.mark.parametrize(
    "options",
    [{}, {"layout": "flexible"}, {"indent": 2}, {"layout": "any", "escapes": "any"}, {"property_order": "any"}],
    ids=str,
)
def test_json_within_a_string_is_that_of_its_type(options: Any) -> None:
    """Every text is read by the type, in strings within strings too, and texts of other types are refused."""
    constraint = compiled(Ordered, **options)
    for seed in range(20):
        Ordered.model_validate_json(constraint.sample(seed))
    inner = [json.dumps({"a": 1.5}), json.dumps({'q"\\': 0.5})]
    given = {"what": json.dumps(inner), "count": "3"}
    assert accepts(constraint, json.dumps(given, indent=options.get("indent")))
    for wrong in ({"count": "2"}, {"count": 3}, {"what": "[1]"}, {"what": json.dumps(['{"a":x}'])}, {"what": "[]["}):
        assert not accepts(constraint, json.dumps(given | wrong, indent=options.get("indent")))


class Endless(BaseModel):
    inner: list[Json[Endless]]


def test_json_in_a_string_that_cannot_be_written_is_refused_by_name() -> None:
    """As a key, beside other keywords of the string, and within itself without end."""
    with pytest.raises(UnsupportedError, match="key"):
        json_schema(dict[Json[int], int])
    with pytest.raises(UnsupportedError, match="without end"):
        json_schema(Endless)


def test_references_to_any_value_in_a_set_have_a_hash() -> None:
    """`JsonValue` is defined elsewhere, and has objects that no set takes."""
    for kind in (set[JsonValue], frozenset[tuple[int, JsonValue]]):
        constraint = compiled(kind, layout="compact")
        for seed in range(20):
            TypeAdapter(kind).validate_json(constraint.sample(seed))
    assert accepts(constraint, '[[1,"a"],[1,null]]')
    assert not accepts(constraint, "[[1,{}]]")


def test_addresses_are_keys() -> None:
    """Of mappings, as they are written; alone, and where a union has another way."""
    kind = dict[ipaddress.IPv6Interface, int]
    for each in (kind, kind | str):
        assert accepts(compiled(each, layout="compact"), '{"fe80::/64":1}')
        assert not accepts(compiled(each, layout="compact"), '{"fe80":1}')


class Strict(BaseModel):
    """URLs that a strict reader takes."""

    model_config = ConfigDict(strict=True)
    any: AnyUrl
    file: FileUrl


def test_strict_urls_have_no_errors_that_are_overlooked() -> None:
    """Such as a backslash, or half an escape."""
    constraint = compiled(Strict, layout="compact")
    for seed in range(40):
        Strict.model_validate_json(constraint.sample(seed))
    assert accepts(constraint, '{"any":"https://a.b/c%20d?e=f/g#h?","file":"file:///x"}')
    for wrong in ("a b", "%2", "\\\\", "#a#", "|"):
        assert not accepts(constraint, f'{{"any":"https://a.b/{wrong}","file":"file:///x"}}')


class Short(BaseModel):
    """Lengths of the config beside a constraint after a function; a string's own come in their place."""

    model_config = ConfigDict(str_min_length=2, str_max_length=4)
    after: Annotated[str, pydantic.AfterValidator(str), Field(min_length=1, max_length=9)]
    own: Annotated[str, Field(max_length=9)]
    secret: Annotated[pydantic.SecretStr, Field(min_length=1)]


class Guarded(BaseModel):
    """Two constraints on a secret, and a duration from nothing on."""

    password: pydantic.SecretStr = Field(min_length=8, max_length=12)
    token: pydantic.SecretBytes = Field(min_length=2, max_length=3)
    wait: timedelta = Field(ge=timedelta(0), le=timedelta(days=3))


def test_all_constraints_of_secrets_and_durations_without_a_sign() -> None:
    """Neither is the first length lost to the second, nor is `-P0D` written, which Pydantic takes for less than 0."""
    constraint = compiled(Guarded, layout="compact")
    for seed in range(40):
        Guarded.model_validate_json(constraint.sample(seed))
    for password, token, wait, expected in (
        ("abcdefgh", "ab", "P0D", True),
        ("abcdefg", "ab", "P0D", False),
        ("abcdefghabcde", "ab", "P0D", False),
        ("abcdefgh", "a", "P3D", False),
        ("abcdefgh", "abcd", "P3D", False),
        ("abcdefgh", "abc", "-P0D", False),
        ("abcdefgh", "abc", "P3DT1S", False),
    ):
        assert expected == accepts(constraint, f'{{"password":"{password}","token":"{token}","wait":"{wait}"}}')


def test_lengths_of_the_config() -> None:
    """As Pydantic counts them."""
    constraint = compiled(Short, layout="compact")
    for after, own, secret in (
        ("ab", "ab", "ab"),
        ("abcd", "abcdefghi", "abcd"),
        ("abcde", "ab", "ab"),
        ("ab", "ab", "a"),
    ):
        text = json.dumps({"after": after, "own": own, "secret": secret}, separators=(",", ":"))
        try:
            Short.model_validate_json(text)
            readable = True
        except pydantic.ValidationError:
            readable = False
        assert readable == accepts(constraint, text)


class Integers(BaseModel):
    """Under `integers="any"`."""

    strict: pydantic.StrictInt
    lax: int
    bounded: Annotated[int, Field(ge=3, le=9)]
    items: set[int]


def test_other_forms_of_integers_where_the_reader_takes_them() -> None:
    """`1.0` is 1 to a reader that is not strict, and not beyond what a double holds exactly."""
    constraint = compiled(Integers, layout="compact", integers="any")
    for seed in range(60):
        Integers.model_validate_json(constraint.sample(seed))
    for strict, lax, expected in (("1", "1.0", True), ("1", "1e2", True), ("1.0", "1", False), ("1", "1e30", False)):
        text = f'{{"strict":{strict},"lax":{lax},"bounded":4.0,"items":[1.0]}}'
        assert expected == accepts(constraint, text)
    assert "." not in compiled(Integers, layout="compact").sample(1)


class Partly(BaseModel):
    """Members that cannot be enforced."""

    kind: type[int]
    rows: set[list[int]]
    counts: dict[tuple[int, int], str]
    name: Literal["a"]


def test_what_a_type_cannot_say_is_dropped_on_request() -> None:
    """The rest is enforced; places and what they lack are listed. By default the place is named."""
    grammar = json_schema(Partly, layout="compact", on_unsupported="drop")

    assert [f"#/properties/{at}" for at in ("kind", "rows", "counts")] == [at for at, _ in grammar.dropped]
    assert accepts(compiled(grammar), '{"kind":"int","rows":[],"counts":{},"name":"a"}')
    assert not accepts(compiled(grammar), '{"kind":"int","rows":{},"counts":{},"name":"a"}')
    assert not accepts(compiled(grammar), '{"kind":"int","rows":[],"counts":{},"name":"b"}')
    assert "NOT ENFORCED: set" in str(grammar.report)
    with pytest.raises(UnsupportedError, match=r"#/properties/kind: .*on_unsupported='drop'"):
        json_schema(Partly)
