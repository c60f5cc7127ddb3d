"""`sql(dialect="postgresql")`, judged by a PostgreSQL server: whatever is drawn is prepared, and what people ask is in it."""

from __future__ import annotations

import gc
from functools import cache
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest

import constrain
from constrain import ConstrainError, GrammarError, LimitExceeded, Limits, UnsupportedError, Vocabulary
from constrain.grammars import sql
from constrain.grammars.sql.postgresql import read
from constrain.grammars.sql.postgresql.functions import (
    AGGREGATES,
    CASTS,
    EXTREMES,
    FUNCTIONS,
    GATHERED,
    GIVEN_ROWS,
    OPERATORS,
    SYSTEM_FUNCTIONS,
    WORDS,
)
from constrain.grammars.sql.postgresql.language import _Language

from ...laws import LAWS, mask
from ...steps import at_most
from .postgresql_databases import ALL, EVENTS, SHOP, SMALL, UNLIKE
from .postgresql_server import connected, errors, made, server

BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
PARAMETERS = {"$1": "integer", "$2": "text", "$3": "date"}

WRONG = {
    "shop": """
SELECT nmae FROM customers
SELECT name FROM customers WHERE name > 1
SELECT name FROM customers WHERE id = 'x'
SELECT name + 1 FROM customers
SELECT id || 1 FROM customers
SELECT name FROM customers WHERE id
SELECT name FROM customers WHERE active = 1
SELECT lower(id) FROM customers
SELECT length(name, 1) FROM customers
SELECT round(weight, 2) FROM products
SELECT sum(name) FROM products
SELECT substr(name, order_id) FROM products, order_items
SELECT name, count(*) FROM customers
SELECT name, count(*) FROM customers GROUP BY country
SELECT count(*) FROM customers ORDER BY name
SELECT name FROM customers WHERE count(*) > 1
SELECT sum(count(*)) FROM customers
SELECT country FROM customers GROUP BY country HAVING name = 'x'
SELECT country, count(*) FROM customers GROUP BY country ORDER BY name
SELECT DISTINCT country FROM customers ORDER BY name
SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer_id = c.id ORDER BY id
SELECT id FROM customers, orders
SELECT name FROM customers UNION SELECT price FROM products
SELECT name, id FROM customers UNION SELECT name FROM products
SELECT name FROM customers ORDER BY 2
SELECT * FROM customers ORDER BY 7
SELECT * FROM customers JOIN products USING (id) ORDER BY 11
SELECT sum(p.id), rank() OVER w, category FROM products p GROUP BY category
SELECT name FROM customers ORDER BY 'x'
SELECT name LIKE 'a' escape FROM customers
SELECT c.name FROM customers, orders o JOIN products p ON p.id = customers.id
SELECT customers.name FROM customers c
SELECT coalesce(name, 1) FROM customers
SELECT CASE WHEN active THEN name ELSE id END FROM customers
SELECT name FROM customers WHERE id IN ('a')
SELECT name FROM customers WHERE id IN (SELECT name FROM products)
SELECT name FROM customers JOIN products USING (price)
SELECT s.name FROM (SELECT name FROM customers)
SELECT x.n FROM (SELECT count(*) FROM customers) AS x
SELECT customers.name + 1 FROM (SELECT 'x' || name AS name FROM products) AS customers
SELECT customers.country FROM (SELECT name FROM products) AS customers
WITH t AS (SELECT sum(id) day FROM customers) SELECT 1 FROM t
SELECT t.name FROM (SELECT c.name, p.name FROM customers c, products p) AS t
SELECT "Name" FROM customers
SELECT row_number() FROM customers
SELECT name FROM customers WHERE row_number() OVER () = 1
SELECT name FROM customers LIMIT name
SELECT ordered_on + 1.5 FROM orders
SELECT * FROM customers WHERE created_at > '2023-02-30'
SELECT customers.name, sum(total) OVER (ORDER BY orders.id), count(*) FROM customers, orders GROUP BY customers.name
SELECT o.total FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id
SELECT name FROM customers GROUP BY ROLLUP (id)
SELECT lower(name), count(*) FROM customers GROUP BY upper(name)
SELECT lower(name) FROM customers GROUP BY lower(name) HAVING name = 'x'
SELECT 'a', count(*) FROM customers GROUP BY 'a'
SELECT c.name FROM customers c RIGHT JOIN LATERAL (SELECT id FROM orders WHERE customer_id = c.id) s ON true
SELECT name FROM customers c, (SELECT id AS n FROM orders WHERE customer_id = c.id) s
SELECT name FROM products NATURAL JOIN customers NATURAL JOIN orders o WHERE o.id = name
SELECT CASE name WHEN 1 THEN 2 END FROM customers
SELECT lower(name) || country, count(*) FROM customers GROUP BY lower(name)
SELECT substr(name, 1), name FROM customers GROUP BY substr(name, 1)
SELECT count(*) FROM customers GROUP BY 'a'
SELECT count(*) FROM customers GROUP BY lower(name) ORDER BY upper(name)
SELECT name, sum(count(*)) OVER () FROM customers GROUP BY country
SELECT sum(count(*)) FROM customers GROUP BY country
SELECT DISTINCT ON (nmae) name FROM customers
SELECT DISTINCT ON (country, name) id FROM customers ORDER BY country, id
SELECT DISTINCT ON (country) id FROM customers ORDER BY id
SELECT DISTINCT ON (id) id, id::text FROM customers
SELECT string_agg(DISTINCT name, ',' ORDER BY country) FROM customers
SELECT sum(total) OVER w FROM orders
SELECT sum(total) OVER w FROM orders WINDOW v AS (ORDER BY id)
SELECT status, sum(sum(total)) OVER w FROM orders GROUP BY status WINDOW w AS (ORDER BY id)
SELECT name FROM customers WHERE (name, id) = (1, 'a')
SELECT name FROM customers WHERE id = ANY (ARRAY['a'])
SELECT name FROM customers WHERE (name, id) IN (SELECT id, name FROM products)
SELECT grouping(country) FROM customers
SELECT grouping(country) FROM customers GROUP BY id
SELECT country, grouping(name) FROM customers GROUP BY country
SELECT country FROM customers GROUP BY country ORDER BY grouping(name)
WITH c AS (SELECT name FROM customers) SELECT name FROM c TABLESAMPLE SYSTEM (1)
WITH RECURSIVE products AS (SELECT id FROM products) SELECT id FROM products
WITH RECURSIVE s AS (SELECT total FROM orders), orders AS (SELECT 1 AS n) SELECT total FROM s
SELECT * FROM customers UNION SELECT * FROM products
SELECT * FROM customers UNION SELECT name FROM customers
WITH a AS (SELECT id, name FROM customers), b AS (SELECT name, id FROM customers) SELECT * FROM a UNION SELECT * FROM b
SELECT * FROM customers UNION SELECT * FROM customers ORDER BY 7
SELECT n.name FROM customers c JOIN generate_series(1, 2) n ON n.n = c.name
SELECT g.n FROM generate_series(1, customers.id) g(n), customers
SELECT id FROM customers, generate_series(1, 2) AS id
WITH t AS (SELECT *, 1 AS name FROM customers) SELECT name FROM t
WITH t AS (SELECT *, customers.name || products.name AS both FROM customers, products) SELECT id FROM t
DELETE FROM customers
""",
    "events": """
SELECT DISTINCT payload FROM event
SELECT payload, count(*) FROM event GROUP BY payload
SELECT id FROM event ORDER BY payload
SELECT * FROM event ORDER BY 5
SELECT handle ->> 'a' FROM account
SELECT payload ->> 'a' + 1 FROM event
SELECT id FROM event WHERE 1 = ANY (tags)
SELECT settings ->> 'a', count(*) FROM account GROUP BY settings ->> 'b'
SELECT settings @> settings -> 'a' FROM account
SELECT settings <@ settings || settings #> '{a}' FROM account
SELECT kind + 1 FROM event
SELECT payload ->> 'a' FROM (SELECT 1 AS payload FROM account) t
SELECT 1 FROM (SELECT 1 AS kind FROM account) t WHERE kind = 'info'
SELECT t.kind = 'info' FROM (SELECT 1 AS kind FROM account) t
SELECT event.kind = 'info' FROM (SELECT 1 AS id FROM account) AS event
SELECT cardinality(kind) FROM event
SELECT max(account_id) FROM event
SELECT payload FROM event UNION SELECT payload FROM event
SELECT id FROM event WHERE payload = 'x'
SELECT id FROM event WHERE kind = 'unheard of'
SELECT id FROM account WHERE id = 1
SELECT id FROM account WHERE id = 'x'
SELECT settings -> 'a' - 0 FROM account
""",
    "unlike": """
SELECT a.y FROM a JOIN b USING (x)
SELECT x FROM a UNION SELECT x FROM b
SELECT x + 1 FROM b
""",
}


@cache
def constraint(name: str) -> constrain.Constraint:
    return constrain.compile(sql(ALL[name], dialect="postgresql"), BYTES)


@cache
def freely(name: str) -> constrain.Constraint:
    """With some names that a query in FROM may put out for what stands before it."""
    names = ["n", "a", "units", "rn", "day"]
    return constrain.compile(sql(ALL[name], dialect="postgresql", free_names=names), BYTES)


def cases(texts: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, line) for name, lines in texts.items() for line in lines.strip().splitlines()]


def drawn(told: constrain.Constraint, seeds: range) -> list[str]:
    return [
        told.sample(Random(seed), readable=seed % 4 != 0, soft_limit=(40, 80, 150, 300)[seed % 4]) for seed in seeds
    ]


@pytest.mark.parametrize("name", ALL)
def test_whatever_is_drawn_is_prepared(name: str) -> None:
    """On databases with names in quotes, reserved words, unlike types under one name, and types that nothing compares."""
    server()
    texts = drawn(constraint(name), range(25))

    assert [] == [pair for pair in zip(texts, errors(ALL[name], texts), strict=True) if pair[1]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("block", range(10))
def test_whatever_is_drawn_is_prepared_for_long(name: str, block: int) -> None:
    """Some 5,000 queries in all."""
    server()
    texts = drawn(constraint(name), range(1000 + 46 * block, 1046 + 46 * block))

    assert [] == [pair for pair in zip(texts, errors(ALL[name], texts), strict=True) if pair[1]]


@pytest.mark.parametrize(("name", "query"), cases(WRONG))
def test_what_does_not_prepare_is_not(name: str, query: str) -> None:
    """Names, types, groups, places: what PostgreSQL refuses; and a write, which it takes."""
    assert not constraint(name).accepts(query)
    server()
    if not query.startswith("DELETE"):
        assert errors(ALL[name], [query]) != [None]


def real_queries() -> list[tuple[str, str, str]]:
    """Database, why it is not in the language (or nothing), and query, of the files of queries."""
    out = []
    for path in sorted((Path(__file__).parent / "postgresql_queries").glob("*.sql")):
        for text in path.read_text().removesuffix(";\n").split(";\n"):
            mark, query = text.split("\n", 1) if text.startswith("-- outside: ") else ("", text)
            out.append((path.stem, mark.removeprefix("-- outside: "), query))
    return out


@pytest.mark.parametrize("name", sorted({name for name, _, _ in real_queries()}))
def test_what_people_ask_is_in_the_language(name: str) -> None:
    """All that is not marked with a reason."""
    told = freely(name)
    for _, why, query in (each for each in real_queries() if each[0] == name):
        assert told.accepts(query) == (not why), query


@pytest.mark.parametrize("name", sorted({name for name, _, _ in real_queries()}))
def test_what_people_ask_is_prepared(name: str) -> None:
    """All of it, in the language or not."""
    server()
    queries = [query for database, _, query in real_queries() if database == name]

    assert [None] * len(queries) == errors(ALL[name], queries)


def test_what_is_said_to_be_outside_is() -> None:
    """The shorter ones of the list in docs/reference/sql.md; each is prepared, and what is to be written instead is in the language."""
    ddl = SHOP + "CREATE TABLE e (oid int, x int);"
    outside = """
SELECT count(*) FROM customers GROUP BY (country)
SELECT country, sum(count(*) + 1) OVER () FROM customers GROUP BY country
SELECT * FROM customers GROUP BY id
SELECT country FROM customers JOIN products USING (id) GROUP BY id
SELECT DISTINCT lower(name) FROM customers ORDER BY LOWER(name)
SELECT DISTINCT name FROM customers ORDER BY customers.name
SELECT name FROM customers ORDER BY 'a'::text
SELECT name AS country FROM customers ORDER BY country || 'x'
SELECT name FROM customers WHERE NULL
SELECT name FROM customers WHERE NULL = id
SELECT name FROM customers WHERE id = '123456'
SELECT s.id FROM customers c, LATERAL (SELECT id, 1 + 1 FROM orders WHERE customer_id = c.id) s
SELECT count(c) FROM customers c
SELECT oid FROM e
""".strip().splitlines()
    inside = """
SELECT lower(country), count(*) FROM customers GROUP BY lower(country) ORDER BY lower(country)
SELECT country, rank() OVER (ORDER BY count(*)) FROM customers GROUP BY country
SELECT count(*) FROM customers GROUP BY lower(country), id % 10, length(name) > 3, 'a' || name
SELECT count(*) FROM customers GROUP BY lower(country) ORDER BY lower(country)
SELECT left(lower(country), 2) || 'x', count(*) FROM customers GROUP BY lower(country)
SELECT country, sum(count(*)) OVER () FROM customers GROUP BY country
SELECT DISTINCT ON (c.country, name) id FROM customers c ORDER BY name DESC, c.country, id
SELECT sum(total) OVER w, rank() OVER v FROM orders WINDOW v AS (ORDER BY id), w AS (PARTITION BY status)
SELECT string_agg(DISTINCT c.name, ',' ORDER BY c.name DESC) FROM customers c
SELECT name FROM customers WHERE id = ANY (ARRAY[1, 2]) AND (name, id) IN (SELECT name, id FROM products)
SELECT name FROM customers WHERE (name, active) IN (('a', true), ('b', false))
SELECT generate_series(1, 10), (array_agg(name ORDER BY id))[1] FROM customers GROUP BY country
WITH t AS (SELECT *, rank() OVER (ORDER BY id) AS place FROM customers) SELECT name FROM t WHERE place = 1
WITH s AS (SELECT c.*, length(p.name) AS n FROM customers c, products p) SELECT s.n, s.email FROM s
SELECT DISTINCT lower(name) FROM customers ORDER BY lower(name)
SELECT CASE name WHEN 'a' THEN 1 ELSE 2 END FROM customers
SELECT name FROM customers OFFSET 5
SELECT name FROM customers WHERE name = NULL OR id IN (1, NULL)
SELECT NULL, NULL AS n FROM customers
SELECT name FROM customers WHERE id = '1'
SELECT s.id FROM customers c, LATERAL (SELECT id, 1 AS n FROM orders WHERE customer_id = c.id) s
SELECT s.id FROM customers c, LATERAL (SELECT id, 1 FROM orders WHERE customer_id = c.id) s
SELECT 1 UNION SELECT 2 ORDER BY 1
SELECT DISTINCT 1 ORDER BY 1
(SELECT id FROM customers ORDER BY name LIMIT 1) UNION ALL (SELECT id FROM products LIMIT 1) ORDER BY 1
WITH s(a, b) AS (SELECT id, name FROM customers) SELECT a + 1, lower(b) FROM s
WITH RECURSIVE s AS ((SELECT 1 AS n) UNION (SELECT 2)) SELECT n FROM s
SELECT max(id) FROM customers HAVING count(*) > 1
SELECT * FROM ((customers c CROSS JOIN products p) LEFT JOIN orders o ON o.id = p.id), order_items
SELECT active = NOT (id > 1), active > (id > 1), coalesce(id, NULL, 1) FROM customers
SELECT CAST(id > 1 AS INT), (id > 1)::int, '1.5'::numeric, text 'a', float8 '1' FROM customers
SELECT E'a\\n', $$it's$$, U&'\\0061', interval '1 year 2.5 days', make_interval(1, hours => 2), date '20200128'
SELECT sum((SELECT max(id) FROM orders)) FROM customers
SELECT json_agg(name ORDER BY id), jsonb_object_agg(name, id) FROM customers
SELECT country, count(*) FROM customers GROUP BY GROUPING SETS ((country), ())
SELECT country FROM customers c JOIN products USING (id) GROUP BY c.id
SELECT DISTINCT lower(name) FROM customers ORDER BY 1
SELECT *, lower(name) FROM customers ORDER BY 6, 7
SELECT c.id, o.* FROM customers c JOIN orders o USING (id) ORDER BY 7
SELECT DISTINCT name FROM customers ORDER BY name
SELECT c.name FROM (SELECT customers.name FROM customers AS customers) AS c
SELECT customers.name FROM (SELECT name FROM products) AS customers WHERE EXISTS (SELECT 1 FROM customers WHERE customers.id = 1)
WITH s AS (SELECT country, count(*) how_many FROM customers GROUP BY country) SELECT how_many FROM s
SELECT 1 AS "one", name AS "Name" FROM customers WHERE NOT(id = 1) AND NOT(id = 2)
SELECT 1 WHERE EXISTS (SELECT 1 FROM customers WHERE email ISNULL)
SELECT sum(id) OVER (ROWS UNBOUNDED PRECEDING), rank() OVER (PARTITION BY country RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM customers
SELECT ordered_on + INTERVAL '1' month, ordered_on - interval '30 DAY' FROM orders
SELECT name FROM customers ORDER BY country IS NULL, id > 3 DESC, EXISTS (SELECT 1 FROM orders)
SELECT country FROM customers GROUP BY country ORDER BY count(*) > 3, country LIKE 'A%'
SELECT orders.id FROM customers AS orders JOIN orders AS o ON o.id = orders.id
SELECT orders.id FROM customers orders WHERE EXISTS (SELECT 1 FROM products AS p WHERE orders.name = p.name)
WITH orders AS (SELECT 1 AS id, 2 AS customer_id), products AS (SELECT id FROM orders) SELECT customer_id FROM orders, products
WITH w AS (WITH v AS MATERIALIZED (SELECT id FROM orders) SELECT id FROM v) SELECT w.id FROM w
SELECT id FROM (WITH w AS (SELECT id FROM orders) SELECT id FROM w) q WHERE EXISTS (WITH w AS (SELECT 1) SELECT 1 FROM w)
SELECT (WITH w AS (SELECT id FROM orders) SELECT max(id) FROM w), id IN (WITH w AS (SELECT 1 AS n) SELECT n FROM w) FROM orders
SELECT * FROM (VALUES (1, 'a', NULL), (2, NULL, 'b')) AS v
SELECT id FROM orders o, (VALUES (1), (2.5)) v (low) WHERE o.total > low
WITH w(k, v) AS (VALUES (1, 'a'), (2, 'b')), u AS (VALUES (true)) SELECT * FROM w AS w(a), u WHERE a > 1 AND column1 AND v = 'a'
SELECT c.name FROM customers c LEFT JOIN (orders o JOIN (products p CROSS JOIN order_items) ON p.id = o.id) ON o.id = c.id
(SELECT id FROM orders UNION SELECT id FROM products ORDER BY id) LIMIT 1
(SELECT 1 UNION SELECT 2) UNION (SELECT 2 UNION ALL SELECT 3 LIMIT 1) ORDER BY 1
SELECT id FROM orders WHERE EXISTS ((SELECT id FROM products) EXCEPT (SELECT 1))
SELECT id FROM orders ORDER BY id OFFSET 1 FETCH FIRST ROW ONLY
SELECT id FROM orders LIMIT ALL OFFSET 2 ROWS
SELECT count(*) FROM orders GROUP BY ()
SELECT country FROM customers GROUP BY ALL country
SELECT id = order_id IS NULL, active IS NULL IS NOT NULL, name NOT LIKE ALL (ARRAY['a%', country]) FROM customers, order_items
""".strip().splitlines()
    told = constrain.compile(sql(ddl, dialect="postgresql"), BYTES)

    assert [] == [query for query in outside if told.accepts(query)]
    assert [] == [query for query in inside if not told.accepts(query)]
    server()
    assert [None] * len(outside + inside) == errors(ddl, outside + inside)


def test_names_that_a_query_gives_may_stand_before_it() -> None:
    """Aliases, and names of columns after an alias: each by its class, and none that another source has."""
    inside = """
SELECT cust.name FROM customers AS cust WHERE EXISTS (SELECT cust.id FROM orders)
SELECT orders.name FROM customers AS orders
SELECT some_.id, some_.country FROM (SELECT 1 AS id, country FROM customers) AS some_
SELECT orders.k FROM (SELECT count(*) AS k FROM orders) AS orders
SELECT v.k + 1, lower(w) FROM (SELECT 1 AS k, 'a' AS w) q JOIN (VALUES (1, date '2020-01-01')) AS v(k, d) USING (k)
SELECT k, w FROM (SELECT id, name, country FROM customers) AS s(k, first, w)
SELECT k, quantity FROM (SELECT quantity AS id, quantity FROM order_items) AS s(k)
WITH w(k, x) AS (VALUES (1, 'a')), u AS (SELECT * FROM w) SELECT k, w, name FROM u AS s(k, w), customers
""".strip().splitlines()
    outside = """
SELECT cust.name FROM customers AS other
SELECT cust.nmae FROM customers AS cust
SELECT orders.name FROM customers AS orders WHERE EXISTS (SELECT orders.status FROM products)
SELECT w FROM (VALUES (1)) AS v(k)
SELECT k FROM (VALUES (1)) AS v(w)
SELECT k FROM (VALUES (1, 2)) AS v(k, k)
SELECT k FROM (VALUES (1)) AS v(k, w)
SELECT id FROM orders, (VALUES (1)) AS v(id)
SELECT k FROM (VALUES (1), ('a')) AS v(k)
SELECT k FROM (VALUES (1), (2, 3)) AS v(k)
""".strip().splitlines()
    told = constrain.compile(sql(SHOP, dialect="postgresql", free_names={"k": "int", "w": "text"}), BYTES)

    assert [] == [query for query in inside if not told.accepts(query)]
    assert [] == [query for query in outside if told.accepts(query)]
    server()
    assert [None] * len(inside) == errors(SHOP, inside)
    assert None not in errors(SHOP, outside)


@pytest.mark.parametrize(
    "begun",
    [
        "SELECT a.* FROM (customers LEFT JOIN (WITH ", "SELECT label, n FROM (VALUES (1, 'a')) AS t(",
        "SELECT t.label FROM (SELECT orders.id, customers.name FROM orders, customers) AS t(n, ",
        "WITH foo AS (SELECT 1 AS n) SELECT q.n, q.* FROM ((SELECT a.*", "SELECT * FROM customers JOIN (orders CROSS JOIN (",
        "(SELECT id FROM orders UNION SELECT 1 ", "WITH orders AS (SELECT 1 AS n) SELECT orders.",
        "SELECT foo.label, foo.id FROM (SELECT customers.*", "SELECT * FROM (VALUES (1, 'a'), (NULL, ",
        "SELECT * FROM (SELECT * FROM (", "SELECT id FROM (", "SELECT * FROM (", "SELECT id FROM orders, (SELECT 0) a, ",
        "SELECT s.n FROM (SELECT ", "SELECT s.label FROM (SELECT 0,", "SELECT label, n FROM (SELECT 1, ",
        "(SELECT unnest('{}'::int[]) a) ORDER BY ", "SELECT DISTINCT '{}'::jsonb ", "(SELECT json_agg(id) FROM orders) ",
        "SELECT '{\"a\": [1]}'::jsonb -> ", "SELECT xmlelement(name a, ", "SELECT ARRAY[", "WITH s(a, ", "SELECT '[1,2)'",
        "INSERT INTO orders SELECT ", "INSERT INTO orders VALUES (1", "SELECT $$a", "SELECT E'\\",
        "SELECT to_tsvector('a') ", "SELECT sum((SELECT ", "SELECT max(id) FROM orders HAVING ", "SELECT make_interval(",
    ],
)  # fmt: skip
def test_other_values_and_brackets_have_an_end(begun: str) -> None:
    """With all groups of functions: what is completed is prepared, and soon."""
    groups = ["json", "arrays", "text search", "bytea", "ranges", "xml"]
    free = {"n": "integer", "label": "text"}
    told = constrain.compile(sql(SHOP, dialect="postgresql", functions=groups, free_names=free, writes=True), BYTES)
    matcher = told.matcher()
    for byte in begun.encode():
        matcher.advance(byte)
        assert mask(matcher)
    text = begun + told.text(matcher.completion())

    assert len(text) < len(begun) + 120, text
    server()
    assert errors(SHOP, [text]) == [None], text


def test_other_values_are_there_where_a_column_has_their_type() -> None:
    """Or where they are asked for; those that cannot be compared are not distinct."""
    json, search = "SELECT jsonb_array_length('[1]')", "SELECT to_tsvector(name) @@ to_tsquery('a') FROM customers"
    for ddl, groups, inside in (
        (SHOP, [], ()), (SHOP + "CREATE TABLE j (j json);", [], (json,)), (SHOP, ["json", "text search"], (json, search)),
    ):  # fmt: skip
        told = constrain.compile(sql(ddl, dialect="postgresql", functions=groups), BYTES)
        assert [each for each in (json, search) if told.accepts(each)] == [*inside]
    assert told.accepts("SELECT DISTINCT to_jsonb(id), name FROM customers")
    assert told.accepts("SELECT to_json(id) FROM customers")
    assert not told.accepts("SELECT DISTINCT to_json(id) FROM customers")
    assert not told.accepts("SELECT DISTINCT name, json_agg(id) FROM customers GROUP BY name")
    with pytest.raises(ValueError, match="functions"):
        sql(SHOP, dialect="postgresql", functions=["jason"])


# What may be said before FROM, and its ends; the last word is drawn at random and completed.
BEGUN = [
    "SELECT grouping(", "SELECT sum(id), rank() OVER (PARTITION BY grouping(country", "SELECT n",
    "SELECT country FROM customers GROUP BY ROLLUP (country) ORDER BY grouping(", "SELECT name FROM customers TABLESAMPLE ",
    "SELECT s.n, s.", "SELECT units, name", "SELECT a + n FROM ", "SELECT day, n FROM generate_series(", "SELECT n, (SELECT a FROM ",
    "SELECT d.n FROM customers c JOIN generate_series(", "SELECT 1 FROM generate_series(now(), ", "SELECT * FROM customers UNION SELECT *",
    "SELECT * FROM orders UNION ALL SELECT ", "SELECT n, sum(total) FROM (SELECT ", "WITH t AS (SELECT n, ", "SELECT customers.name FROM (SELECT ",
    "SELECT 1 FROM (SELECT name FROM products) AS customers", "SELECT s.id FROM (SELECT id", "SELECT 1 WHERE ", "SELECT NOT(",
    "SELECT 1 FROM (SELECT sum(id) d", "SELECT sum(id) OVER (R", "SELECT name FROM customers AS customers", "SELECT interval '1' ",
    "SELECT DISTINCT true ", "SELECT 1 WHERE 0 IN (SELECT DISTINCT 0 O", "SELECT DISTINCT 0, 0 ORDER BY ",
]  # fmt: skip


@pytest.mark.parametrize("begun", BEGUN)
def test_what_begins_so_is_prepared(begun: str) -> None:
    """GROUPING, samples, stars in compounds, series, and names that are free: whatever is drawn after them, completed."""
    server()
    told, texts = freely("shop"), []
    for seed in range(6):
        random, matcher = Random(seed), told.matcher()
        for byte in begun.encode():
            matcher.advance(byte)
        for _ in range((0, 5, 20, 40)[seed % 4]):
            if not (readable := [token for token in mask(matcher) if 32 <= token < 127]):
                break
            matcher.advance(random.choice(readable))
        texts.append(told.text([*matcher.tokens, *matcher.completion()]))

    assert [] == [pair for pair in zip(texts, errors(SHOP, texts), strict=True) if pair[1]]


def test_what_makes_a_grammar_goes_with_it() -> None:
    """A cache of its methods kept some three megabytes of each."""
    sql(SMALL, dialect="postgresql")
    gc.collect()

    assert not [each for each in gc.get_objects() if type(each) is _Language]


# What needs a column of a kind, where no table that may be there has one: it was allowed, and nothing could follow.
_ARRAYS = "CREATE TABLE z (k int[], t text[], j json); CREATE TABLE y (i json, j json)"


@pytest.mark.parametrize(
    "begun",
    [
        "SELECT grouping(",
        "SELECT array_agg(DISTINCT ",
        "SELECT DISTINCT ON (",
        "SELECT 1 FROM y HAVING max(cardinality(",
        "SELECT 1 FROM z NATURAL JOIN ",
    ],
)
def test_what_needs_a_column_comes_only_where_there_is_one(begun: str) -> None:
    """Each beginning of the text that is allowed has a completion."""
    told = constrain.compile(sql(_ARRAYS, dialect="postgresql", writes=True), BYTES)
    matcher = told.matcher()
    for byte in begun.encode():
        if byte not in mask(matcher):
            break
        matcher.advance(byte)
        assert told.accepts(told.text([*matcher.tokens, *matcher.completion()]))
    else:
        pytest.fail("all of it is allowed")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT cardinality(k), unnest(t) FROM z WHERE 1 < cardinality(z.t)",
        "SELECT max(cardinality(k)) FROM z",
        "SELECT grouping(d), count(*) FROM n GROUP BY d",
        "SELECT array_agg(DISTINCT d) FROM n",
        "SELECT DISTINCT ON (d) d FROM n NATURAL JOIN n AS m",
        "SELECT 1 FROM z NATURAL JOIN n",
        "SELECT 1 FROM y, LATERAL (SELECT 1 AS x FROM n) AS q, z WHERE EXISTS (SELECT 1 FROM n WHERE 1 < cardinality(t))",
    ],
)
def test_what_needs_a_column_comes_where_there_is_one(query: str) -> None:
    """Of the scope itself, or of one around it."""
    ddl = _ARRAYS + "; CREATE TABLE n (d date)"

    assert constrain.compile(sql(ddl, dialect="postgresql"), BYTES).accepts(query)
    assert [None] == errors(ddl, [query])


@pytest.mark.parametrize("bad", [["Total"], ["select"], ["oid"], ["x" * 64], [1]])
def test_free_names_are_plain_words(bad: Any) -> None:
    """In small letters, listed, and no hidden column."""
    with pytest.raises((GrammarError, TypeError), match="free"):
        sql(SMALL, dialect="postgresql", free_names=bad)
    with pytest.raises(GrammarError, match="hidden"):
        sql(SMALL, dialect="postgresql", free_names=["z"], hidden=["b.z"])


def test_words_after_an_expression_has_begun_are_not_read_one_by_one() -> None:
    """What was written so far may matter to GROUP BY, not to names; each word was read byte by byte for it."""
    names = [f" {first}{second}".encode() for first in ascii_lowercase for second in ascii_lowercase]
    words = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), *names, None], end_ids=[256 + len(names)])
    told = constrain.compile(sql(SHOP, dialect="postgresql"), words)
    counted = []
    for begun in (b"SELECT id, (", b"SELECT CASE", b"SELECT name ||"):
        matcher = told.matcher()
        for byte in begun:
            matcher.advance(byte)
        with at_most(110_000):
            counted.append(len(mask(matcher)))

    assert min(counted) > 40


def test_a_token_over_many_lexemes_is_read_as_they_are() -> None:
    """Also where it begins within a result that rows are grouped or ordered by in the same token, by the same text or another."""
    words = ["SELECT lower(", "lower(y)", "y)", "y), count(*)", " || 'q'", ", ", " FROM a", " GROUP BY ", " ORDER BY ", "1", "x", "CASE x WHEN ",
             "y) FROM a GROUP BY lower(y)", "y), count(*) FROM a GROUP BY lower(", "y) FROM a GROUP BY upper(y)", "y) FROM a ORDER BY lower(y)",
             " || 'q' FROM a ORDER BY y || 'q'", " || 'q' FROM a GROUP BY y || 'q' ORDER BY y || 'q'", ") FROM a GROUP BY 1 ORDER BY ",
             "y) || 'q', count(*) FROM a GROUP BY lower(y) || 'q' HAVING count(*) > 1", "y), x FROM a GROUP BY lower(y), x + 1", "1 THEN y END FROM a ORDER BY y",
             "count(*), y || 'q' FROM a GROUP BY y || 'q'", "SELECT y", " GROUP BY y || 'q'", "(y), sum(x + 1) FROM a GROUP BY ", "y)) FROM a ORDER BY 1"]  # fmt: skip
    spelled = [*(bytes((byte,)) for byte in range(256)), *(word.encode() for word in words), None]
    told = constrain.compile(
        sql(SMALL, dialect="postgresql"), Vocabulary.from_bytes(spelled, end_ids=[len(spelled) - 1])
    )
    for seed in range(40):
        random, matcher = Random(seed), told.matcher()
        for _ in range(10):
            allowed = mask(matcher)
            assert set(allowed) == {token for token in range(len(spelled)) if matcher.allows(token)}, told.text(
                matcher.tokens
            )
            longer = sorted(token for token in allowed if 256 <= token < len(spelled) - 1)
            if not longer:
                break
            matcher.advance(random.choice(longer))


def test_a_budget_tells_names_of_windows_apart_by_their_lengths() -> None:
    """With a completion for each name that a token may begin, the mask took 40 seconds of a model's vocabulary."""
    names = [f" {first}{second}".encode() for first in ascii_lowercase for second in ascii_lowercase]
    words = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), *names, None], end_ids=[256 + len(names)])
    matcher = constrain.compile(sql(SHOP, dialect="postgresql"), words).matcher()
    row = constrain.allocate_bitmask(1, words)[0]
    for byte in b"SELECT total, lag(total) OVER":
        matcher.advance(byte)
    with at_most(1_200_000):  # 560,000; with each name for itself 4,800,000
        matcher.fill_bitmask(row, tokens_left=90)
    assert 256 + names.index(b" ab") in constrain.allowed_tokens(row)


def fits_a_budget(query: bytes, told: constrain.Constraint | None = None) -> None:
    """Each byte is allowed while the whole query and 40 bytes more are left to it."""
    matcher = (told or constraint("shop")).matcher()
    row = constrain.allocate_bitmask(1, BYTES)[0]
    for i, byte in enumerate(query):
        matcher.fill_bitmask(row, tokens_left=len(query) - i + 40)
        assert byte in constrain.allowed_tokens(row), query[:i]
        matcher.advance(byte)


def test_a_budget_keeps_two_windows_apart() -> None:
    """Each of them has to be named once more, another of the same name not."""
    fits_a_budget(
        b"SELECT sum(id) OVER w, rank() OVER v, rank() OVER w FROM orders WINDOW v AS (ORDER BY id), w AS (ORDER BY id)"
    )


def test_budgets_where_names_are_free() -> None:
    """Of which there are few, so the states that costs are counted of are few, too."""
    with at_most(40_000_000):
        query = b"SELECT s.n, units FROM (SELECT count(*) AS n FROM orders) s, (SELECT 1 AS units) u"
        fits_a_budget(query, freely("shop"))


@pytest.mark.parametrize("end", ["1", "created_at, 2", "lower(c.name)", "c.name || 'x', country"])
def test_budgets_where_rows_are_grouped(end: str) -> None:
    """A column or place and an expression that begins alike leave one environment, also where names are forgotten."""
    fits_a_budget(f"SELECT lower(c.name), count(*) FROM customers c GROUP BY {end}".encode())


def test_few_real_queries_are_outside() -> None:
    """Of some 260."""
    reasons = [why for _, why, _ in real_queries()]

    assert len(reasons) > 250
    assert sum(map(bool, reasons)) <= 0.02 * len(reasons)


# A constant and a computed value of each class.
_VALUES = {
    "x": ("1", "length('a')"), "f": ("1.5::real", "sqrt(2)"), "t": ("'a'", "lower('a')"), "b": ("true", "(1 = 1)"),
    "d": ("date '2020-01-01'", "current_date"), "s": ("timestamp '2020-01-01'", "now()"), "v": ("interval '1 day'", "age(now())"),
    "u": ("uuid '123e4567-e89b-12d3-a456-426614174000'", "gen_random_uuid()"), "i": ("2", "2"), "'": ("'day'", "'day'"),
    "n": ("1", "1.5::real"), "a": ("true", "'a'"), '"': ("'dow'", "'EPOCH'"), "k": ("'a'", "0"),
    "J": ("""'{"a": "it''s"}'::jsonb""", "to_jsonb(1)"), "N": ("'[1, {}]'::json", "to_json(1)"),
    "S": ("'{a}'::text[]", "ARRAY['a', lower('b')]"), "A": ("'{1,-2}'::int[]", "ARRAY[1, 2.5]"),
    "V": ("'a b'::tsvector", "to_tsvector('a')"), "Q": ("'a & !b'::tsquery", "to_tsquery('a')"),
    "B": (r"'\xDE'::bytea", r"sha256('\xDE'::bytea)"), "R": ("'[1,)'::numrange", "numrange(1, 2.5)"),
    "I": ("int4range '(,)'", "int4range(1, 2)"), "j": ("'[null]'", "to_jsonb(1)"), "m": ("'[]'", "to_json(1)"),
    "P": ("'{a,0}'", "'{}'"), "p": ("'$.a[*] ? (@.b == 1)'", "'$ > 1'"), "z": ("1", "ARRAY['a']"), "L": ("xmlcomment('a')", "xmlelement(name a)"),
    "T": ("time '10:00'", "'9:30'::time"), "M": ("'1.5'::money", "5::money"), "H": ("inet '10.0.0.1/8'", "broadcast('10.0.0.1')"),
    "E": ("macaddr '08:00:2b:01:02:03'", "trunc(macaddr '08:00:2b:01:02:03')"), "F": ("macaddr8 '08:00:2b:01:02:03'", "macaddr8_set7bit('08:00:2b:01:02:03')"),
    "W": ("B'101'", "'1'::varbit"), "G": ("point '(0,-1.5)'", "point(1, 2.5::real)"), "O": ("box '(1,1),(0,0)'", "box(point(1, 2), point(3, 4))"),
    "C": ("circle '<(0,0),1>'", "circle(point(0, 0), 1)"), "Z": ("int8range '[1,2]'", "int8range(1, 3, '[]')"),
    "D": ("daterange '[2020-01-01,)'", "daterange(current_date, 'infinity')"), "X": ("tsrange '(,2020-01-01 10:00]'", "'(,)'::tsrange"),
    "K": ("'{[1,2), [30,31]}'::int4multirange", "int4multirange(int4range(1, 2))"),
    "Y": ("oid '1'", "NULL::oid"), "r": ("""'a'::"char\"""", """NULL::"char\""""),
    "U": ("nummultirange '{}'", "nummultirange(numrange(1, 2))"), "%": ("'a', 1", "lower('A'), '[]'::jsonb, 'b', NULL"),
    **{letter: (f"'{known[0]}'", f"'{known[-1]}'") for letter, known in WORDS.items()},
}  # fmt: skip
# What only a value of the class can do; a number that may be floating can do less than an exact one.
_DOES = {
    "x": "round({}, 2)", "f": "({}) * 1.5::real", "t": "coalesce({}, NULL::text)", "b": "({}) AND true", "d": "({}) + 1 < current_date",
    "s": "({}) - interval '1 day'", "v": "({}) * 2 < interval '1 day'", "u": "coalesce({}, NULL::uuid)",
    "J": "({}) @> '[]'", "N": "({}) -> 0", "S": "array_append({}, 'x')", "A": "array_append({}, 1)", "V": "({}) @@ 'a'::tsquery",
    "Q": "({}) && 'a'::tsquery", "B": "sha256({})", "R": "isempty({})", "I": "({}) @> 1", "L": "xmlconcat({})",
    "T": "({}) + interval '1 hour' > '10:00'", "M": "({}) / 2.5 < '3'", "H": "({}) << '10.0.0.0/8'", "E": "trunc({}) = '08:00:2b:01:02:03'",
    "F": "macaddr8_set7bit({})", "W": "({}) || B'1'", "G": "({}) ~= '(1,1)'", "O": "area({})", "C": "radius({})", "Z": "upper({}) + 1",
    "D": "lower({}) + 1", "X": "lower({}) + interval '1 day'", "K": "({}) && int4range(1, 2)", "U": "range_merge({}) @> 1.5",
    "Y": "({}) < '3'", "r": "({}) = 'a'",
}  # fmt: skip


def test_functions_have_their_classes() -> None:
    """Each with constants and with computed values; and what it gives does what its class does."""
    server()
    calls = []
    for letter, listed in [*FUNCTIONS.items(), *AGGREGATES.items(), *SYSTEM_FUNCTIONS.items()]:
        for name, arguments in listed:
            for i in (0, 1):
                for cut in (True, False):
                    letters = arguments.split("?")[0] if cut else arguments.replace("?", "")
                    values = ", ".join(_VALUES[each][i] for each in letters.replace("*", ""))
                    calls.append((letter, f"{name}({values})"))
    calls += [
        (letter, f"{name}({_VALUES[letter][i]})") for name in EXTREMES[0] for letter in EXTREMES[1] for i in (0, 1)
    ]
    calls += [
        (letter, f"{_VALUES[left][i]} {sign} {_VALUES[right][i] if right != '~' else '$${}$$'}")
        for letter, listed in OPERATORS.items() for left, signs, right in listed for sign in signs for i in (0, 1)
    ]  # fmt: skip
    calls += [
        (letter, f"{name}({_VALUES['z'][i] + ', ' if 'object' in name else ''}{_VALUES['u'][i]})")
        for name, letter in GATHERED.items() for i in (0, 1)
    ]  # fmt: skip
    found = errors(SMALL, [f"SELECT {_DOES[letter].format(call)}" for letter, call in calls])

    assert [] == [(call, why) for (_, call), why in zip(calls, found, strict=True) if why]
    rows = [
        f"SELECT DISTINCT {name}({', '.join(_VALUES[each][i] for each in letters.replace('?', ''))})"
        for name, letters in GIVEN_ROWS for i in (0, 1)
    ]  # fmt: skip
    assert [None] * len(rows) == errors(SMALL, rows)


def test_casts_are_those_of_the_server() -> None:
    """Each type that a value may be cast to."""
    server()
    texts = [f"SELECT NULL::{name}, CAST(NULL AS {name})" for names in CASTS.values() for name in names]

    assert [None] * len(texts) == errors(SMALL, texts)


def test_masks_are_those_of_an_oracle() -> None:
    """Two tables of two columns of unlike types: whatever word may follow, its completion is prepared; and each small query that is
    prepared is in the language."""
    server()
    told = constraint("unlike")
    columns = ["x", "y", "a.x", "a.y", "b.x", "b.y", "x + 1", "y || 'q'", "count(*)", "max(x)"]
    ends = ["", " WHERE x = 1", " WHERE y = 'q'", " GROUP BY y", " GROUP BY x ORDER BY x", " ORDER BY 1", " ORDER BY y"]
    queries = [
        f"SELECT {first}{more} FROM {sources}{end}"
        for first in columns
        for more in ("", ", y", ", count(*)")
        for sources in ("a", "b", "a, b", "a JOIN b USING (y)", "a JOIN b USING (x)", "a t", "a CROSS JOIN b")
        for end in ends
    ]
    inside = {query for query in queries if told.accepts(query)}
    judged = dict(zip(queries, errors(UNLIKE, queries), strict=True))

    assert [] == [query for query in inside if judged[query]]
    # `x` is of another type in each table, so before FROM only its name can be used.
    outside = [q for q in queries if not judged[q] and q not in inside and "x + 1" not in q and "max(x)" not in q]
    # A column that a join merges is taken for one of its own, as it is after RIGHT and FULL.
    assert [] == [q for q in outside if not ("a.y" in q and "USING (y)" in q)]


def test_every_allowed_word_leads_to_a_query() -> None:
    """After beginnings of queries: for each word that a mask allows, the completion is prepared."""
    server()
    words = [b"SELECT ", b"x", b"y", b"z", b"a", b"b", b".", b", ", b" FROM ", b" WHERE ", b"count(", b"*", b")", b" = ", b"1", b"'q'",
             b" GROUP BY ", b" ORDER BY ", b" UNION SELECT ", b" JOIN ", b" USING (", b" AND ", b" LIMIT 1", b"max("]  # fmt: skip
    words += [bytes((b,)) for b in range(256) if bytes((b,)) not in words]
    vocabulary = Vocabulary.from_bytes([*words, None], end_ids=[len(words)])
    told = constrain.compile(sql(SMALL, dialect="postgresql"), vocabulary)
    random, texts = Random(3), []
    for _ in range(60):
        matcher = told.matcher()
        matcher.advance(0)
        for _ in range(random.randrange(1, 14)):
            allowed = [t for t in mask(matcher) if t < 24]
            for token in random.sample(allowed, min(2, len(allowed))):
                branch = matcher.fork()
                branch.advance(token)
                texts.append(told.text([*branch.tokens, *branch.completion()]))
            if not allowed:
                break
            matcher.advance(random.choice(allowed))

    assert [] == [pair for pair in zip(texts, errors(SMALL, texts), strict=True) if pair[1]]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", ["small", "odd"])
def test_laws_hold(law: object, name: str) -> None:
    """Masks are what stepping says, and no text gets stuck."""
    assert callable(law)
    law(constraint(name), Random(5))


def test_a_parameter_is_of_its_type() -> None:
    """It may stand where a value of that type may."""
    told = constrain.compile(sql(SMALL, dialect="postgresql", parameters=PARAMETERS, limit=10), BYTES)
    good = ["SELECT x FROM a WHERE x > $1 LIMIT 5", "SELECT y || $2 FROM a LIMIT 10", "SELECT 1 WHERE $3 < $3 LIMIT 1"]

    assert all(told.accepts(text) for text in good[:2])
    assert not any(
        told.accepts(text)
        for text in ("SELECT x FROM a WHERE x > $2 LIMIT 5", "SELECT x FROM a", "SELECT x FROM a LIMIT 11")
    )
    server()
    texts = drawn(told, range(20))
    assert [] == [pair for pair in zip(texts, errors(SMALL, texts, "(integer, text, date)"), strict=True) if pair[1]]


def test_hidden_columns_are_not_in_the_language() -> None:
    """Nor are stars, which would show them."""
    told = constrain.compile(sql(SHOP, dialect="postgresql", hidden=["customers.email", "order_items"]), BYTES)

    assert told.accepts("SELECT name FROM customers")
    for text in ("SELECT email FROM customers", "SELECT * FROM customers", "SELECT quantity FROM order_items"):
        assert not told.accepts(text)


@pytest.mark.filterwarnings("ignore:Did not recognize type")
def test_a_database_is_read_from_whatever_has_one() -> None:
    """DDL, a mapping, a connection of psycopg, an engine of SQLAlchemy."""
    sqlalchemy = pytest.importorskip("sqlalchemy")
    folder, name = server(), made(EVENTS)
    said = {t.name: (t.columns, t.kinds, t.keys) for t in sql(EVENTS, dialect="postgresql").tables}
    with connected(name) as connection:
        assert said == {t.name: (t.columns, t.kinds, t.keys) for t in sql(connection, dialect="postgresql").tables}
    engine = sqlalchemy.create_engine(f"postgresql+psycopg://judge@/{name}?host={folder}")
    unknown = {kind: 1 if kind == "point" else kind for _, kinds, _ in said.values() for kind in kinds}  # to SQLAlchemy
    assert {n: (its[0], tuple(unknown[kind] for kind in its[1])) for n, its in said.items()} == {
        t.name: (t.columns, t.kinds) for t in sql(engine, dialect="postgresql").tables
    }
    engine.dispose()
    mapped = sql({"a": {"x": "integer", "y": "varchar(10)"}}, dialect="postgresql").tables
    assert [("x", "t")] == [(mapped[0].kinds[0], mapped[0].kinds[1])]


def test_a_domain_of_an_enumeration_is_not_compared() -> None:
    """PostgreSQL has no operator for it; whoever says what the table is."""
    sqlalchemy = pytest.importorskip("sqlalchemy")
    ddl = """CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN felt AS mood; CREATE DOMAIN again AS felt;
    CREATE TABLE u (a mood, b felt, c again);"""
    folder, name = server(), made(ddl)
    with connected(name) as connection:
        live = sql(connection, dialect="postgresql").tables
    engine = sqlalchemy.create_engine(f"postgresql+psycopg://judge@/{name}?host={folder}")
    given = [sql(each, dialect="postgresql").tables for each in (ddl, engine)]
    engine.dispose()

    assert [(("sad", "ok"), 1, 1)] * 3 == [tables[0].kinds for tables in (live, *given)]
    assert None not in errors(ddl, ["SELECT a FROM u WHERE b = 'ok'", "SELECT 1 FROM u JOIN u v USING (b)"])


def test_a_partition_has_the_columns_of_its_table() -> None:
    """As the server says."""
    ddl = """CREATE TABLE m (id int, d date, v text, PRIMARY KEY (id, d)) PARTITION BY RANGE (d);
    CREATE TABLE m1 PARTITION OF m FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
    CREATE TABLE m2 PARTITION OF public.m (v NOT NULL) DEFAULT PARTITION BY LIST (id);"""
    with connected(made(ddl)) as connection:
        live = sql(connection, dialect="postgresql").tables

    said = sql(ddl, dialect="postgresql").tables
    assert list(live) == list(said)
    assert [t.name for t in said] == ["m", "m1", "m2"]
    with pytest.raises(UnsupportedError, match="the columns of 'm1' are not written"):
        sql("CREATE TABLE m1 PARTITION OF nowhere DEFAULT;", dialect="postgresql")


def test_kinds_of_their_own() -> None:
    """Json has texts within, arrays have elements, enumerations have values; as far as PostgreSQL's operators go."""
    told = constraint("events")
    queries = """
SELECT settings -> 'a' -> 2 ->> 'c' || 'x' AS c FROM account WHERE settings ->> 'theme' LIKE 'd%' ORDER BY settings ->> 'a'
SELECT (payload ->> 'n')::int + 1 FROM event WHERE (payload->>'n')::numeric > 3 AND lower(payload ->> 0) IN ('a', 'b')
SELECT settings ->> 'kind' AS k, count(*) FROM account GROUP BY settings ->> 'kind' ORDER BY settings ->> 'kind'
SELECT settings ->> 'kind', count(*) FROM account GROUP BY 1 ORDER BY 2 DESC
SELECT kind, count(*) FILTER (WHERE kind <> 'info') FROM event WHERE kind IN ('info', 'warning') GROUP BY kind
SELECT unnest(tags) AS tag, count(*) FROM event GROUP BY tag
SELECT CASE WHEN e.kind = 'info' THEN cardinality(e.tags) END FROM event e WHERE lower('X') <> ALL (e.tags)
WITH t AS (SELECT tags, kind, settings FROM event, account) SELECT tags, count(*) FROM t GROUP BY tags ORDER BY 1
""".strip().splitlines()

    assert [] == [query for query in queries if not told.accepts(query)]
    server()
    assert [None] * len(queries) == errors(EVENTS, queries)


def test_values_of_an_enumeration_that_changes_are_not_known() -> None:
    """ALTER TYPE may have renamed one."""
    ddl = "CREATE TYPE mood AS ENUM ('sad', 'it''s'); CREATE TABLE t (m mood);"
    changed = constrain.compile(sql(ddl + " ALTER TYPE mood RENAME VALUE 'sad' TO 'bad'", dialect="postgresql"), BYTES)

    assert constrain.compile(sql(ddl, dialect="postgresql"), BYTES).accepts("SELECT 1 FROM t WHERE m = 'it''s'")
    assert changed.accepts("SELECT m FROM t")
    assert not changed.accepts("SELECT m FROM t WHERE m = 'sad'")


# DDL; queries that PostgreSQL prepares on it; and queries that it does not.
READ = {
    "types that begin as others": (
        "CREATE TYPE interval_unit AS ENUM ('day'); CREATE TYPE interval_pair AS (a int, enum json); CREATE DOMAIN interval_name AS text;"
        " CREATE TABLE t (u interval_unit, p interval_pair, n interval_name, v interval second(3))",
        "SELECT lower(n) FROM t; SELECT u, count(*) FROM t GROUP BY u; SELECT sum(v) FROM t",
        "SELECT sum(u) FROM t; SELECT u * 2 FROM t; SELECT sum(p) FROM t; SELECT p, count(*) FROM t GROUP BY p; SELECT sum(n) FROM t",
    ),
    "types in quotation marks": (
        """CREATE TYPE "Interval" AS ENUM ('a'); CREATE TYPE "public"."Role" AS ENUM ('a'); CREATE TYPE "Text" AS (a int);
        CREATE DOMAIN "Code" AS int; CREATE DOMAIN code AS text;
        CREATE TABLE t (i "Interval", r "public"."Role", x "Text", a public."Role"[], c "Code", d CODE, e "code", f "char", g "int4")""",
        "SELECT i, count(*) FROM t GROUP BY i; SELECT r, count(*) FROM t GROUP BY r; SELECT DISTINCT a FROM t; SELECT c + g FROM t;"
        "SELECT lower(d) || e FROM t",
        "SELECT sum(i) FROM t; SELECT lower(x) FROM t; SELECT lower(c) FROM t; SELECT d + 1 FROM t; SELECT initcap(f) + 1 FROM t",
    ),
    "types of the same name as PostgreSQL's": (
        "CREATE DOMAIN path AS text; CREATE DOMAIN money AS numeric; CREATE DOMAIN public.text AS int; CREATE DOMAIN \"integer\" AS text;"
        ' CREATE TABLE t (p path, q "path", m money, n public.money, x text, y public.text, i integer, j "integer", k pg_catalog.int4)',
        "SELECT round(n, 2) FROM t; SELECT lower(x) FROM t; SELECT y + 1 FROM t; SELECT i + k FROM t; SELECT lower(j) FROM t",
        "SELECT lower(p) FROM t; SELECT lower(q) FROM t; SELECT m * m FROM t; SELECT lower(y) FROM t; SELECT x + 1 FROM t; SELECT j + 1 FROM t",
    ),
    "types of other schemas": (
        "CREATE SCHEMA audit; CREATE DOMAIN code AS text; CREATE DOMAIN audit.code AS int; CREATE VIEW audit.t AS SELECT 1;"
        " CREATE TABLE t (c code, d audit.code)",
        "SELECT lower(c) FROM t; SELECT d + 1 FROM t",
        "SELECT c + 1 FROM t; SELECT lower(d) FROM t",
    ),
    "types in several words": (
        "CREATE TABLE t (a national character varying(10), b nchar(3), c dec(3, 2), d char varying, e time (3) with time zone,"
        " f timestamp (3) with time zone, g int ARRAY[3], h bit varying(3))",
        "SELECT lower(a) || b || d FROM t; SELECT c + 1 FROM t; SELECT f + interval '1 day' FROM t; SELECT e, g, h FROM t GROUP BY e, g, h",
        "SELECT lower(c) FROM t; SELECT g + 1 FROM t",
    ),
    "letters": (
        'CREATE TABLE t (ÄNDERUNG text, Preis€ numeric, a$B int, "É" date, é\u00a0e int)',
        'SELECT "Änderung" || \'x\' FROM t; SELECT "preis€" + "a$b" FROM t; SELECT "É" - 1 FROM t; SELECT "é\u00a0e" FROM t',
        'SELECT "änderung" FROM t; SELECT preis FROM t; SELECT a FROM t; SELECT e FROM t',
    ),
    "keys that are checked late": (
        "CREATE TABLE a (id int PRIMARY KEY INITIALLY DEFERRED, x text); CREATE TABLE b (id int, x text, PRIMARY KEY (id) INITIALLY DEFERRED);"
        "CREATE TABLE c (id int PRIMARY KEY NOT DEFERRABLE INITIALLY IMMEDIATE, x text)",
        "SELECT x FROM c GROUP BY id",
        "SELECT x FROM a GROUP BY id; SELECT x FROM b GROUP BY id",
    ),
    "texts": (
        "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $q1$ SELECT 1; CREATE TABLE u (y int); SELECT $q1$;"
        " CREATE FUNCTION g() RETURNS int LANGUAGE sql AS $é$ SELECT 1; SELECT 2 $é$;"
        r" CREATE TABLE t (x int, a text DEFAULT E'it\'s (;', b text DEFAULT E'\\', c text DEFAULT $$;($$, d text DEFAULT e'a'"
        "\n'\\'(')",
        "SELECT x, a, b, c, d FROM t",
        "SELECT y FROM u",
    ),
    "comments": (
        "/* a /* b */ ; CREATE TABLE u (y int); */ CREATE TABLE t (x int /* ( /**/ */ -- ;(\r, y text)",
        "SELECT x, y FROM t",
        "SELECT y FROM u",
    ),
    "tables": (
        "CREATE TABLE none (); CREATE TABLE IF NOT EXISTS t (x int, exclude text); CREATE TABLE IF NOT EXISTS t (y text);"
        " ALTER TABLE t ALTER COLUMN x SET DEFAULT 1, ALTER COLUMN exclude SET NOT NULL",
        "SELECT x, lower(exclude) FROM t",
        "SELECT y FROM t; SELECT x FROM none",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", READ)
def test_ddl_is_read_as_the_server_reads_it(what: str) -> None:
    """Names of types, letters, texts, comments."""
    ddl, good, bad = READ[what]
    told = constrain.compile(sql(ddl, dialect="postgresql"), BYTES)
    prepared, refused = ([query.strip() for query in queries.split(";")] for queries in (good, bad))

    assert [] == [query for query in prepared if not told.accepts(query)]
    assert [] == [query for query in refused if told.accepts(query)]
    server()
    assert [None] * len(prepared) == errors(ddl, prepared)
    assert None not in errors(ddl, refused)


def test_types_of_a_mapping_and_of_parameters_are_whole_words() -> None:
    """A type that is not PostgreSQL's is of no class, whatever its name begins with."""
    types = ("interval_unit", '"Interval"', "INTERVAL DAY TO SECOND(3)", "public.text", "Double Precision", '"char"')

    (mapped,) = sql({"t": {kind: kind for kind in types}}, dialect="postgresql").tables
    assert mapped.kinds == (1, 1, "v", 1, "f", "char")
    with pytest.raises(GrammarError, match="interval_unit"):
        sql(SMALL, dialect="postgresql", parameters={"$1": "interval_unit"})


BAD_DDL = {
    "": "no CREATE TABLE",
    "CREATE TABLE a (x int": "not closed",
    "CREATE TABLE a (x int));": "closed that is not open",
    "CREATE TABLE a (x)": "cannot be read",
    "CREATE TABLE a (x int, x text)": "same name",
    "CREATE TABLE a (x int); CREATE TABLE a (y int)": "two tables",
    "CREATE TABLE a AS SELECT 1": "not written",
    "CREATE TABLE a (LIKE b)": "another table",
    "CREATE TABLE a (x int) INHERITS (b)": "inherits",
    "CREATE TABLE a (x int); ALTER TABLE a ADD COLUMN y int": "may change",
    "CREATE TABLE a (x int); ALTER TABLE a RENAME x TO y": "may change",
    "CREATE TABLE a (x int); ALTER TABLE a ALTER COLUMN x SET DATA TYPE text": "may change",
    "CREATE TABLE a (x int); ALTER TABLE a ALTER COLUMN x SET NOT NULL, ALTER COLUMN x TYPE text": "may change",
    "CREATE TABLE a (x int); ALTER TABLE a ADD checksum int": "may change",
    "CREATE TABLE a ()": "no table with a column",
    "CREATE TABLE a (x int,)": "a column is missing",
    'CREATE TABLE a (U&"d\\0061ta" int)': 'U&"…" with escapes',
    "CREATE TABLE a (x int) /* /* */": "comment that begins in line 1 of the DDL is not closed",
    "CREATE TABLE a (x int); SELECT $q1$ $q2$": "cannot be read",
    "CREATE TABLE a (x text DEFAULT E'\\')": "cannot be read",
    "CREATE DOMAIN d AS int; ALTER TYPE d RENAME TO e; CREATE DOMAIN d AS text; CREATE TABLE a (x e, y d)": "two types",
    "CREATE TABLE a (x int); DROP TABLE a": "may change",
    "CREATE TABLE a (x int); \\connect other": "cannot be read",
    "CREATE VIEW v AS SELECT 1": "views need a connection",
    "CREATE TABLE a (x int) 'unclosed": "cannot be read",
    "CREATE TABLE " + "a" * 64 + " (x int)": "63 bytes",
    "CREATE TABLE a (\u0000 int)": "cannot be read",
    "CREATE TYPE": "ends before its name",
    "CREATE TABLE": "ends before its name",
    "CREATE TABLE a (": "not closed",
    "CREATE DOMAIN d": "no CREATE TABLE",
    "(" * 100_000: "not closed",
}


@pytest.mark.parametrize("text", BAD_DDL)
def test_ddl_that_cannot_be_read_is_an_error(text: str) -> None:
    """It says what it is."""
    with pytest.raises(ConstrainError, match=BAD_DDL[text]):
        sql(text, dialect="postgresql")


def test_cut_ddl_is_read_or_refused() -> None:
    """Wherever a text ends, and whatever stands in it twice."""
    random = Random(1)
    for _ in range(300):
        text = EVENTS + SHOP
        at, size = random.randrange(len(text)), random.randrange(1, 40)
        text = text[:at] + random.choice(
            (text[at + size :], text[at : at + size] * 2, random.choice("();,'\"$\\") + text[at:])
        )
        try:
            read(text)
        except (GrammarError, UnsupportedError, LimitExceeded) as error:
            assert str(error)


@pytest.mark.parametrize(
    "options",
    [{"functions": {"f": 1}}, {"where": "true"}],
)
def test_options_of_sqlite_are_refused(options: dict[str, Any]) -> None:
    """By name."""
    with pytest.raises(UnsupportedError, match=next(iter(options))):
        sql(SMALL, dialect="postgresql", **options)


@pytest.mark.parametrize("bad", [["$1"], {"$2": "int"}, {"$1": "json"}, {":a": "int"}])
def test_parameters_need_a_number_and_a_type(bad: Any) -> None:
    """All of them, from $1 on."""
    with pytest.raises((GrammarError, TypeError), match=r"parameter|type"):
        sql(SMALL, dialect="postgresql", parameters=bad)


@pytest.mark.parametrize(
    ("begun", "most"),
    [
        ("SELECT c.name, count(*)", 60),
        ("SELECT c.name, count(o.id) FROM customers c", 80),
        ("SELECT date", 40),
        ("SELECT date_trunc('month',", 40),
        ("SELECT name FROM customers WHERE created_at > ", 20),
        ("SELECT status, sum(total) FILTER (WHERE ", 80),
        ("SELECT a.id, b.status || 'x', min(b.total) FROM orders b, customers a GROUP BY a.id", 10),
        ("SELECT max(count(", 20),
        ("SELECT sum(total) OVER wide, avg(total) OVER w", 60),
        ("SELECT p.category, sum(p.id), rank() OVER w", 60),
        ("SELECT sum(p.id), rank() OVER w, p.category FROM products p", 50),
        ("WITH t AS (SELECT *, customers.name", 60),
    ],
)
def test_completions_are_short(begun: str, most: int) -> None:
    """No brackets within each other for a name, and no source that does not help."""
    told = constraint("shop")
    matcher = told.matcher()
    matcher.advance_bytes(begun.encode())
    rest = told.text(matcher.completion())

    assert len(rest) <= most, rest
    server()
    assert errors(SHOP, [begun + rest]) == [None]


@pytest.mark.parametrize("begun", [b"(", b"lower(", b"lower(name) ||", b"name,("])
def test_what_rows_are_grouped_by_is_not_read_word_by_word(begun: bytes) -> None:
    """Each lexeme left all names unknown, so that tokens beyond its end were read byte by byte."""
    ends = [f"{sign}{more}{last}".encode() for sign in "'1)," for more in ",+)' x" for last in "n1', "]
    names = [f" {first}{second}".encode() for first in ascii_lowercase for second in ascii_lowercase] + ends
    words = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), *names, None], end_ids=[256 + len(names)])
    matcher = constrain.compile(sql(SHOP, dialect="postgresql"), words).matcher()
    slow = constrain.compile(sql(SHOP, dialect="postgresql"), BYTES).matcher()
    for byte in b"SELECT name, count(*) FROM customers GROUP BY " + begun:
        matcher.advance(byte)
        slow.advance(byte)
    with at_most(55_000):  # 50,000 to 115,000 before, when there were fewer expressions
        allowed = mask(matcher)

    def read(text: bytes) -> bool:
        branch = slow.fork()
        for byte in text:
            if not branch.allows(byte):
                return False
            branch.advance(byte)
        return True

    assert [256 + i for i, name in enumerate(names) if read(name)] == [t for t in allowed if t >= 256]


def _disagreeing(tables: int) -> dict[str, Any]:
    """All tables have eight columns, and no two that stand together agree about the type of one."""
    kinds = ("int", "float8", "text", "bool", "date", "timestamp", "uuid", "interval")
    return {f"t{t}": {f"c{c}": kinds[(t + 3 * c + t // 8) % 8] for c in range(30)} for t in range(tables)}


def test_names_that_hundreds_of_tables_disagree_about_take_bounded_work() -> None:
    """One mask took thousands of searches: with 500 tables 15 seconds after the second name, 35 after the star."""
    matcher = constrain.compile(sql(_disagreeing(200), dialect="postgresql"), BYTES).matcher()
    for byte in b"SELECT c0, q.c1, c2, q.c3, c4, q.c5, c6, q.c7 FROM (SELECT *,":
        matcher.advance(byte)
        with at_most(8_000_000):  # 3,900,000
            mask(matcher)


def test_a_mask_that_is_given_up_is_right_when_it_is_asked_again() -> None:
    """The searches of one mask are work that limits end; what they have found by then is no answer."""
    begun = b"SELECT c0, q.c1, c2, q.c3 FROM (SELECT *,"
    fresh = constrain.compile(sql(_disagreeing(12), dialect="postgresql"), BYTES)
    ended = constrain.compile(sql(_disagreeing(12), dialect="postgresql"), BYTES)
    known, again = fresh.matcher(), ended.matcher()
    stopped = 0
    for byte in begun:
        for steps in (1_000, 10_000, 100_000):
            try:
                with constrain.limited(Limits(steps=steps)):
                    mask(again)
            except LimitExceeded:
                stopped += 1
        assert mask(again) == mask(known)
        known.advance(byte)
        again.advance(byte)
    assert stopped > 3


@pytest.mark.parametrize(("width", "may"), [(60, True), (61, False)])
def test_rows_are_grouped_by_what_may_be_listed(width: int, may: bool) -> None:
    """Else GROUP BY would have no end."""
    names = ", ".join(f"c{i}" for i in range(width))
    told = constrain.compile(sql(f"CREATE TABLE w ({names.replace(',', ' int,')} int)", dialect="postgresql"), BYTES)
    places = ", ".join(str(at + 1) for at in range(60))

    assert told.accepts(f"SELECT {names} FROM w GROUP BY {places}") == may
    if not may:
        with pytest.raises(constrain.RejectedToken):
            told.matcher().advance_bytes(f"SELECT {names} FROM w GROUP BY ".encode())
