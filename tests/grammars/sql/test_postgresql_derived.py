"""Queries in FROM where tables disagree about a column's type, so that a name that such a query puts out may be in the way."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars import sql

from ...laws import mask
from .postgresql_server import errors, server

Tables = dict[str, dict[str, str]]
_KINDS = ["int", "float8", "text", "interval", "json"]
_WORDS = [
    "SELECT ", "a", "b", "d", "t", "u", "q", ".", ", ", " FROM ", "(SELECT ", ") q", ") r", "*", " AS a", " AS b", " AS d", " AS x", "0",
    "0::float8", "'q'", "NULL::interval", " JOIN ", " CROSS JOIN ", " USING (", " ON ", "true", ")", " WHERE ", " UNION SELECT ",
    "count(*)", "LATERAL (SELECT ", " LEFT JOIN ", "EXISTS (SELECT ", "t u", "t q",
]  # fmt: skip
_VOCABULARY = Vocabulary(
    [*(word.encode() for word in _WORDS), *(bytes((b,)) for b in range(256)), None], end_ids=[len(_WORDS) + 256]
)
_BEGUN = [" FROM (SELECT "] * 4 + [
    " FROM t, (SELECT ", " FROM t JOIN (SELECT ", " FROM t CROSS JOIN LATERAL (SELECT ", " FROM (SELECT * FROM (SELECT ",
    " FROM (SELECT * FROM ", " FROM (SELECT q.* FROM ", " FROM (SELECT ", " WHERE EXISTS (SELECT ",
]  # fmt: skip


def _told(tables: Tables) -> constrain.Constraint[str]:
    return constrain.compile(sql(tables, dialect="postgresql"), _VOCABULARY)


def _ddl(tables: Tables) -> str:
    listed = {name: ", ".join(f"{column} {kind}" for column, kind in its.items()) for name, its in tables.items()}
    return "".join(f"CREATE TABLE {name} ({columns});\n" for name, columns in listed.items())


def _completed(told: constrain.Constraint[str], begun: str) -> str:
    matcher = told.matcher()
    matcher.advance_bytes(begun.encode())
    return begun + told.text(matcher.completion())


_Z: Tables = {"z": {"a": "float8"}, "a": {"a": "interval", "total": "interval"}}
_B: Tables = {"z": {"a": "float8", "b": "int"}, "y": {"a": "interval"}}
_J: Tables = {"t": {"a": "json"}, "u": {"a": "int", "b": "interval", "d": "float8"}, "w": {"d": "int", "total": "int"}}
_T: Tables = {"t": {"d": "text", "a": "int"}, "u": {"a": "text"}, "z": {"a": "interval", "b": "int"}}

_U: Tables = {"u": {"d": "interval"}, "z": {"a": "int", "b": "text", "total": "json"}}


@pytest.mark.parametrize(
    ("tables", "begun"),
    [
        (_Z, "SELECT a, c.total FROM (SELECT 0 AS a"),
        (_B, "SELECT a, b FROM (SELECT 0 AS a"),
        (_B, "SELECT a, b FROM (SELECT a"),
        (_B, "SELECT a, b FROM (SELECT *"),
        (_J, "SELECT b, a, c.d FROM (SELECT q.*"),
        (_J, "SELECT b, total, a FROM (SELECT * FROM (SELECT "),
        (_J, "SELECT b, total, a FROM (SELECT * FROM (SELECT (SELECT "),
        (_T, "SELECT d, a FROM (SELECT NULL::interval AS a"),
        (_U, "SELECT b, a FROM u t, LATERAL (SELECT "),
        (_T, "SELECT a, d FROM (SELECT 0 AS a, "),
    ],
)
def test_what_stands_in_the_way_is_not_put_out(tables: Tables, begun: str) -> None:
    """Each led to where no table fitted any more, or where no completion was known."""
    server()
    text = _completed(_told(tables), begun)

    assert errors(_ddl(tables), [text]) == [None], text


@pytest.mark.parametrize(
    ("tables", "query"),
    [
        (_B, "SELECT a, b FROM (SELECT 0 AS a, 0 AS b) q"),
        (_Z, "SELECT a, c.total FROM (SELECT 0 AS a, interval '1 day' AS total) c"),
        (_T, "SELECT a, d FROM (SELECT 0 AS a, 'x' AS d) q"),
        (_T, "SELECT a, d FROM (SELECT * FROM (SELECT 0 AS x) q) r, t"),
    ],
)
def test_what_is_complete_is_in_the_language(tables: Tables, query: str) -> None:
    """A name that is in the way of tables may be put out where the query has all that they would have."""
    server()

    assert _told(tables).accepts(query)
    assert errors(_ddl(tables), [query]) == [None]


def test_what_no_table_is_left_for_is_refused() -> None:
    """At the name itself, where nothing that may follow mends it."""
    told = _told({"z": {"a": "float8", "b": "json"}, "y": {"a": "interval"}})

    assert told.accepts("SELECT a, b FROM (SELECT 0 AS x) q, z")
    for end in ("a,", "a)", "a "):
        with pytest.raises(constrain.RejectedToken):
            told.matcher().advance_bytes(f"SELECT a, b FROM (SELECT 0 AS {end}".encode())


def test_what_is_compared_around_is_given_no_column_of_which_the_class_is_not_known() -> None:
    """`a AS a` is of one of two classes, and grouped by neither; before, this led to where nothing could follow."""
    told = _told({"z": {"a": "int"}, "y": {"a": "bool"}})

    assert told.accepts("SELECT a FROM (SELECT a AS a FROM z) q")
    assert told.accepts("SELECT a, count(*) FROM (SELECT a FROM z) q GROUP BY a")
    for begun in (
        "SELECT a, count(*)",
        "SELECT DISTINCT a",
        "SELECT count(*) FROM z GROUP BY a HAVING 1 IN (SELECT max(a)",
    ):
        with pytest.raises(constrain.RejectedToken):
            told.matcher().advance_bytes(f"{begun} FROM (SELECT a AS a ".encode())


def _uses(random: Random, tables: Tables) -> Iterable[str]:
    columns = sorted({column for its in tables.values() for column in its})
    for _ in range(random.randrange(1, 4)):
        column = random.choice(columns)
        yield random.choice([column, column, f"{random.choice([*tables, 'q', 'c'])}.{column}"])


@pytest.mark.parametrize("seed", range(12))
def test_every_state_has_a_completion(seed: int) -> None:
    """Walks over words in worlds whose tables disagree; each completion is prepared."""
    server()
    random, texts = Random(seed), []
    tables: Tables = {
        name: {column: random.choice(_KINDS) for column in random.sample("abd", random.randrange(1, 4))}
        for name in random.sample("tuaz", random.choice((2, 3)))
    }
    told = _told(tables)
    for _ in range(12):
        matcher, begun = told.matcher(), f"SELECT {', '.join(_uses(random, tables))}{random.choice(_BEGUN)}"
        try:
            matcher.advance_bytes(begun.encode())
        except constrain.ConstrainError:
            continue
        for _ in range(random.randrange(1, 12)):
            allowed = [token for token in mask(matcher) if token < len(_WORDS)]
            if not allowed:
                break
            matcher.advance(token := random.choice(allowed))
            begun += _WORDS[token]
            texts.append(begun + told.text(matcher.fork().completion()))

    assert [] == [pair for pair in zip(texts, errors(_ddl(tables), texts), strict=True) if pair[1]]
