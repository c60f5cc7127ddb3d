"""Queries under a number of tokens: costs forget names that a text makes up, so that they are upper bounds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars import sql
from tests.laws import budgets_keep_to_what_tokens_lead_to, tokens_after

_WORDS = [
    "SELECT ",
    " FROM ",
    " AS ",
    "book",
    "author",
    " b",
    " a",
    "title",
    "name",
    " ab",
    "abc",
    "xyz",
    " AS zz",
    ",0 AS ",
    " JOIN ",
    "(SELECT 0 AS x)",
    " zz JOIN",
    " WHERE ",
    "WITH q AS (SELECT ",
    " q",
    " b,",
    " cc, ",
    "a.",
    "b.ti",
    " USING(",
    " GROUP BY ",
    "COUNT(*)",
    " title",
    " zz,author AS yy ",
    " AS title",
    "c.",
    "t3.x",
    "abc,xyz",
]
_SPELLED: list[bytes | None] = [*(bytes((byte,)) for byte in range(256)), *(word.encode() for word in _WORDS), None]
_VOCABULARY = Vocabulary(_SPELLED, end_ids=[len(_SPELLED) - 1])
_DATABASES: dict[str, Any] = {
    "library": {"book": ["id", "title"], "author": ["id", "name"]},
    "letters": {"a": ["b", "c"], "b": ["b"]},
    "odd": {"t": ["x"], "order_line": ["x", "order id", "a"]},
}


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("name", _DATABASES)
def test_masks_keep_to_what_tokens_lead_to(name: str, free: bool) -> None:
    """And few are lost near the limit: of free names, which must be spelled again, more than of aliases."""
    told = constrain.compile(sql(_DATABASES[name], free_names=free), _VOCABULARY)
    counts = [budgets_keep_to_what_tokens_lead_to(told, Random(seed)) for seed in range(3)]

    assert sum(lost for _, lost in counts) <= (0.15 if free else 0.02) * sum(right for right, _ in counts)


@pytest.mark.parametrize("free", [False, True])
def test_costs_of_made_up_names_are_found_once(free: bool) -> None:
    """Hundreds of aliases, one word each, lead to few configurations."""
    names = [f" AS n{i:03}".encode() for i in range(400)]
    single = [bytes((byte,)) for byte in range(256)]
    vocabulary = Vocabulary([*single, *names, None], end_ids=[256 + len(names)])
    told = constrain.compile(sql(_DATABASES["library"], free_names=free), vocabulary)
    matcher, bits = told.matcher(), constrain.allocate_bitmask(1, vocabulary)[0]
    matcher.advance_bytes(b"SELECT book.title FROM book")
    matcher.fill_bitmask(bits)
    before = constrain.cache_info().configurations
    matcher.fill_bitmask(bits, tokens_left=9)

    assert all(bits[token >> 5] >> (token & 31) & 1 for token in range(256, 256 + len(names)))
    assert constrain.cache_info().configurations - before < 400


def test_what_groups_owe_is_found_whatever_the_table_is_called() -> None:
    """After a table with a column that is to be grouped by: each of hundreds of aliases leads to few configurations."""
    names = [f" AS n{i:03}".encode() for i in range(400)]
    vocabulary = Vocabulary([*(bytes((byte,)) for byte in range(256)), *names, None], end_ids=[656])
    told = constrain.compile(sql("CREATE TABLE book (id int, title text)", dialect="postgresql"), vocabulary)
    matcher, bits = told.matcher(), constrain.allocate_bitmask(1, vocabulary)[0]
    matcher.advance_bytes(b"SELECT title, count(*) FROM book")
    before = constrain.cache_info().configurations
    matcher.fill_bitmask(bits, tokens_left=40)

    assert all(bits[token >> 5] >> (token & 31) & 1 for token in range(256, 656))
    assert constrain.cache_info().configurations - before < 4_000


@pytest.mark.parametrize("name", ["library", "shop"])
def test_where_many_tokens_are_left_one_completion_is_found(name: str) -> None:
    """Not one for each state that a token of the mask leads to, which are hundreds in a list of results."""
    schema = _DATABASES["library"] if name == "library" else "CREATE TABLE book (id int, title text, price numeric)"
    told = constrain.compile(sql(schema, dialect="sqlite" if name == "library" else "postgresql"), _VOCABULARY)
    bits = constrain.allocate_bitmask(1, _VOCABULARY)[0]
    for prefix in (b"SELECT ", b"SELECT title,", b"SELECT b.title FROM book b WHERE "):
        matcher = told.matcher()
        matcher.advance_bytes(prefix)
        matcher.fill_bitmask(bits)
        plain, before = bits.copy(), constrain.cache_info().configurations
        matcher.fill_bitmask(bits, tokens_left=2_000)

        assert (bits == plain).all()
        found = constrain.cache_info().configurations - before
        assert found <= sum(len(_VOCABULARY.token_bytes[token] or b"") for token in matcher.completion())


_WIDE = ", ".join(f"c{i} date" for i in range(40))
_ROW = ", ".join(f"c{i}" for i in range(40))


@pytest.mark.parametrize(
    ("dialect", "schema", "prefix", "dear"),
    [
        ("sqlite", f"CREATE TABLE w ({_WIDE})", f"SELECT {_ROW} FROM w ", "UNION "),
        ("sqlite", f"CREATE TABLE w ({_WIDE})", "SELECT * FROM w ", "UNION "),
        ("sqlite", f"CREATE TABLE w ({_WIDE})", "INSERT INTO w ", "VALUES"),
        ("sqlite", f"CREATE TABLE w ({_WIDE}); CREATE TABLE v ({_WIDE})", f"SELECT {_ROW} FROM w ", "JOIN "),
        ("sqlite", "CREATE TABLE w (a int)", "SELECT f", "("),
        ("postgresql", f"CREATE TABLE w ({_WIDE})", f"SELECT {_ROW} FROM w ", "UNION "),
        ("postgresql", f"CREATE TABLE w ({_WIDE})", f"SELECT {_ROW} FROM w ", "GROUP BY "),
        ("postgresql", f"CREATE TABLE w ({_WIDE})", f"INSERT INTO w VALUES ({', '.join(['NULL'] * 40)})", ","),
    ],
)
def test_what_asks_for_a_wide_row_needs_as_many_tokens(dialect: Any, schema: str, prefix: str, dear: str) -> None:
    """Of one word: as wide as what is before it, as a table, as a call, as what both sources have."""
    functions = {"f": 50} if dialect == "sqlite" else None
    words = [dear.encode(), *(f"c{i}".encode() for i in range(40))]
    spelled = [*(bytes((byte,)) for byte in range(256)), *words, None]
    vocabulary = Vocabulary(spelled, end_ids=[len(spelled) - 1])
    told = constrain.compile(sql(schema, dialect=dialect, writes=True, functions=functions), vocabulary)
    matcher, bits = told.matcher(), constrain.allocate_bitmask(1, vocabulary)[0]
    matcher.advance_bytes(prefix.encode())
    token = ord(dear) if len(dear) == 1 else 256
    needed = tokens_after(matcher, token)
    assert needed > 70
    for left, fits in ((needed + 1, True), (needed, False)):
        matcher.fill_bitmask(bits, tokens_left=left)
        assert bool(bits[token >> 5] >> (token & 31) & 1) == fits
