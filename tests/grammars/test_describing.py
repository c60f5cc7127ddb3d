"""`describe`: what a prompt says of the texts that are asked for."""

from __future__ import annotations

import json
import math
import re
import sqlite3
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, Json, create_model

import constrain
from constrain import Vocabulary
from constrain.errors import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars import choice, describe, expression, json_schema, lark, python, regex, sql


class Item(BaseModel):
    sku: str = Field(pattern="^[A-Z]+$")
    count: int = Field(ge=1, le=5)


class Order(BaseModel):
    """What a customer buys."""

    customer: str = Field(description="full name", max_length=40)
    payment: Literal["cash", "card"]
    items: list[Item]
    gift: Item | None = None


ORDER = """\
type Item = {
  "sku": string,  // matches ^[A-Z]+$
  "count": integer,  // at least 1; at most 5
}
// What a customer buys.
{
  "customer": string,  // full name; at most 40 characters
  "payment": "cash" | "card",
  "items": Item[],
  "gift"?: Item | null,
}"""


def test_a_type_is_described_as_typescript_writes_types() -> None:
    """A definition that is referred to twice has a name; bounds and descriptions are comments."""
    assert ORDER == describe(Order) == describe(json_schema(Order))
    assert ORDER == describe(Order.model_json_schema()) == describe(json.dumps(Order.model_json_schema()))


def test_the_digits_of_decimals_are_told() -> None:
    """Which Pydantic's own schema leaves out."""

    class Price(BaseModel):
        amount: Decimal = Field(max_digits=6, decimal_places=2)

    assert '{\n  "amount": number | string,  // at most 6 digits; at most 2 digits after the point\n}' == describe(
        Price
    )


def test_json_in_a_string_is_told() -> None:
    """With what it holds, and written as a string in an example."""
    assert '{\n  "item": string,  // JSON text of integer\n}' == describe(create_model("Holder", item=Json[int]))
    assert {"item": "0"} == json.loads(describe(create_model("Holder", item=Json[int]), form="example"))


def test_an_example_is_one_value_of_the_form() -> None:
    """It has the keys in their order, and the schema's own values where it names some."""
    item = {"sku": "…", "count": 1}
    expected = {"customer": "…", "payment": "cash", "items": [item], "gift": item}

    assert expected == json.loads(describe(Order, form="example"))
    assert {"a": 7} == json.loads(describe({"properties": {"a": {"examples": [7]}}}, form="example"))


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


@pytest.mark.parametrize("choice", [["good", "bad"], Literal["good", "bad"], Mood])
def test_choices_are_named(choice: Any) -> None:
    """Whatever says them, they are texts without quotes."""
    assert "one of: good, bad" == describe(choice)


def test_a_pattern_is_shown() -> None:
    """As it stands."""
    assert "a text that matches the regular expression [0-9]+" == describe(re.compile("[0-9]+"))


def test_what_refers_to_itself_has_a_name() -> None:
    """And is written once."""
    tree = {
        "$ref": "#/$defs/T",
        "$defs": {"T": {"properties": {"sub": {"items": {"$ref": "#/$defs/T"}, "type": "array"}}}},
    }

    assert 'type T = {\n  "sub"?: T[],\n}\nT' == describe(tree)
    assert {"sub": [None]} == json.loads(describe(tree, form="example"))


def test_what_a_database_has_is_described_by_its_tables() -> None:
    """In the spelling that a query may use, with the classes of columns, and without what is hidden."""
    ddl = 'CREATE TABLE artist(id INTEGER, name TEXT, "the day" DATE, cover BLOB); CREATE TABLE secret(id INTEGER)'
    expected = 'artist(id number, name text, "the day" text)'
    assert expected == describe(sql(ddl, hidden=["secret", "artist.cover"]))
    assert "artist(id, name)\nalbum(id)" == describe(sql({"artist": ["id", "name"], "album": ["id"]}))
    ddl = """CREATE TYPE mood AS ENUM ('sad', 'it''s ok');
        CREATE TABLE "People"(id serial, mood mood, born date, seen timestamptz, tags text[], about jsonb, price money,
        key uuid, since interval);"""
    expected = (
        "\"People\"(id number, mood 'sad' | 'it''s ok', born date, seen timestamp, tags text[], about jsonb, price money, "
        "key uuid, since interval)"
    )
    assert expected == describe(sql(ddl, dialect="postgresql"))


def price(item: str, *, discount: float = 0) -> float:
    """What an item costs.

    In euros.
    """
    return 2.5 * (1 - discount)


class Fickle:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise ValueError("no")


def hidden(value: Any = Fickle()) -> None:  # noqa: B008
    pass


def test_what_a_query_is_not_about_is_not_described() -> None:
    """Tables in which virtual ones store; the others are there where `system` asks for them."""
    ddl = "CREATE TABLE doc(id INTEGER); CREATE VIRTUAL TABLE place USING rtree(id, a, b)"
    database = sqlite3.connect(":memory:")
    database.executescript(ddl)
    assert "doc(id number)" == describe(sql(database))
    told = describe(sql(database, system=True)).split("\n")
    assert ["doc(id number)", "place(id number, a number, b number)"] == told[:2]
    assert {"sqlite_master", "sqlite_temp_master", "dbstat"} <= {line.partition("(")[0] for line in told[2:]}
    letters = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
    assert constrain.compile(sql(database), letters).accepts("SELECT nodeno FROM place_node")


def test_a_list_of_one_of_several_objects_is_told_from_one_of_several() -> None:
    """And a list of objects with fields of several types from a list of several types."""
    object_of = {"type": "object", "properties": {"a": {"type": ["integer", "null"]}}, "required": ["a"]}
    one = '{\n  "a": integer | null,\n}'
    assert f"{one}[]" == describe({"type": "array", "items": object_of})
    two = {"anyOf": [object_of, {**object_of, "properties": {"a": {"type": "string"}}}]}
    assert f'({one} | {{\n  "a": string,\n}})[]' == describe({"type": "array", "items": two})


def test_how_many_items_a_tuple_has_is_told_once() -> None:
    """By the type."""
    assert "[integer, string]" == describe(tuple[int, str])


class Color(Enum):
    """What we paint in."""

    RED = 1
    BLUE = 2


def paint(color: Color, *, to: "Literal['a.b']" = "a.b", then: Color = Color.RED) -> Fickle:  # noqa: UP037
    raise NotImplementedError


def test_types_are_named_as_programs_name_them() -> None:
    """Without their modules, enumerations by their members; texts with a point in them stay as they are."""
    line = "paint(color: Color, *, to: Literal['a.b'] = 'a.b', then: Color = Color.RED) -> Fickle"
    colors = "Color.RED, Color.BLUE  # What we paint in."
    assert f"{colors}\n{line}" == describe(python(names={"Color": Color, "paint": paint}))
    assert f"{line}\n{colors}\nliked: list[Color]" == describe(
        expression([paint], {"liked": list[Color]}, returns=list[Color])
    )


class Client:
    """Methods are told; what runs when it is looked at, is not."""

    def get(self, url: str) -> str:
        """A page."""
        raise NotImplementedError

    @property
    def host(self) -> str:
        raise NotImplementedError

    @classmethod
    def of(cls, *, host: str):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    @staticmethod
    def size():  # type: ignore[no-untyped-def]
        raise NotImplementedError

    def _hidden(self) -> None:
        raise NotImplementedError


def test_functions_are_described_by_their_signatures() -> None:
    """With what their documentation begins with; also those whose signature cannot be shown."""
    line = "price(item: str, *, discount: float = 0) -> float  # What an item costs."
    assert f"{line}\nbasket: list[str]\nnote: str | None" == describe(
        expression([price], {"basket": list[str], "note": str | None})
    )
    given = {"price": price, "basket": ["tea"], "hidden": hidden, "Fickle": Fickle}
    expected = f"import math\n{line}\nbasket: list\nhidden(…)\nFickle()  # A value that cannot be shown."
    assert expected == describe(python(names=given, modules={"math": math}))
    assert "Python, with its builtins alone" == describe(python(names={}))
    methods = "client.get(url: str) -> str  # A page.\nclient.of(*, host: str)\nclient.size()"
    assert f"client: Client\n{methods}" == describe(python(names={"client": Client()}))
    many = describe(python(names={f"n{i}": i for i in range(1000)}))
    assert many.endswith("n99: int\n…")


def test_grammars_of_texts_are_described_as_the_texts_are() -> None:
    assert "one of: good, bad" == describe(choice(["good", "bad"]))
    assert "a text that matches the regular expression [0-9]+" == describe(regex("[0-9]+"))


def test_what_cannot_be_described_is_refused() -> None:
    """By name, and with the limit that it passes."""
    with pytest.raises(UnsupportedError, match="lists of texts"):
        describe(lark('start: "a"'))
    with pytest.raises(ValueError, match="choose one of 'types', 'example'"):
        describe(int, form="prose")  # type: ignore[arg-type]
    with pytest.raises(LimitExceeded, match="max_characters"):
        describe(Order, max_characters=50)
    deep: Any = {"type": "integer"}
    for _ in range(200):
        deep = {"type": "array", "items": deep}
    doubling = {f"d{n}": {"properties": {k: {"$ref": f"#/$defs/d{n + 1}"} for k in "ab"}} for n in range(40)}
    for schema in (deep, {"$ref": "#/$defs/d0", "$defs": doubling}):
        with pytest.raises(LimitExceeded, match="subschemas"):
            describe(schema, form="example")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "properties", "items", "anyOf", "allOf", "$ref", "enum", "const", "required", "prefixItems", "minimum", "a"]), inner, max_size=4), max_leaves=12))  # fmt: skip
def test_no_schema_breaks_it(schema: Any) -> None:
    """Junk in keywords is passed over: a description is never an error of another kind."""
    if isinstance(schema, dict) and schema.keys() == {"a"}:  # which is no schema
        with pytest.raises(GrammarError):
            describe(schema)
    elif isinstance(schema, (dict, bool)):
        for form in ("types", "example"):
            assert isinstance(describe(schema, form=form), str)
