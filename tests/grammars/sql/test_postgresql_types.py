"""Types without a class, casts, functions of the user's own and tables of the system in `sql(dialect="postgresql")`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import constrain
from constrain import ConstrainError, UnsupportedError, Vocabulary
from constrain.grammars import sql
from constrain.grammars.sql.postgresql.functions import GROUPS, IN_FROM, OF_SESSION, OWN, ROWS_OF_JSON

from ...laws import mask
from .postgresql_databases import SMALL
from .postgresql_server import connected, errors, made, server

BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
EVERY = [*GROUPS, OF_SESSION]
TYPES = """
CREATE TABLE kinds (id int PRIMARY KEY, tm time, m money, ip inet, net cidr, mac macaddr, m8 macaddr8, bt bit(3), vb varbit,
  p point, bx box, ci circle, b bytea, tv tsvector, tq tsquery, r4 int4range, r8 int8range, nr numrange, dr daterange,
  tr tsrange, mr int4multirange, nmr nummultirange, ta text[], ia int[], va varchar[], na numeric[], fa float8[], j jsonb,
  n name, vc varchar(10), o oid, c "char", rc regclass, po point[]);
CREATE TABLE other (id int, label text, at timestamptz, d date, ok boolean, u uuid, iv interval, f float8);
CREATE FUNCTION add_up(a int, b int DEFAULT 1) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + b';
CREATE FUNCTION least_of(VARIADIC xs numeric[]) RETURNS numeric LANGUAGE sql STABLE AS 'SELECT min(x) FROM unnest(xs) x';
CREATE FUNCTION writes_it(t text) RETURNS void LANGUAGE sql AS 'DELETE FROM other WHERE label = t';
CREATE FUNCTION labels(word text) RETURNS SETOF text LANGUAGE sql STABLE AS 'SELECT label FROM other WHERE label > word';
CREATE FUNCTION twice(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * a';
CREATE FUNCTION twice(a text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT a || a';
CREATE FUNCTION lower(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a';
CREATE FUNCTION small(a smallint) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION "Loud"(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
"""
INSIDE = """
SELECT tm + interval '1 hour' > '10:00', tm - time '09:30' FROM kinds WHERE tm BETWEEN '09:00' AND localtime
SELECT m * 2, m + money '1.50', '2'::money / 3 FROM kinds WHERE m > '10'
SELECT host(ip), masklen(ip), ip + 1 FROM kinds WHERE ip << '10.0.0.0/8' AND mac <> '08:00:2b:01:02:03'
SELECT bt & B'101' FROM kinds WHERE vb = B'1' OR get_bit(vb, 0) = 1
SELECT p + point '(1,2)', p <-> point(0, 0.5), area(bx) FROM kinds WHERE p <@ bx AND bx && box '(1,1),(0,0)'
SELECT lower(r4) + 1, upper(dr), r4 * '[1,5]', isempty(nr) FROM kinds WHERE r4 @> 3 AND dr && daterange(date 'today', date 'infinity')
SELECT '{[3,7), [8,9)}'::int4multirange, nummultirange(numrange(1, 14.5), numrange(20, 25)), mr && r4 FROM kinds
SELECT 'a:1A fat:2B,4C'::tsvector @@ 'super:* & fat:ab'::tsquery, tv || to_tsvector(vc) || setweight(tv, 'A') FROM kinds
SELECT id FROM kinds WHERE ta @> '{a,b}' AND ia && '{1,2}' AND id = ANY ('{1,2}')
SELECT (string_to_array(vc, ','))[1], ta[1:2], ia[1][2], ARRAY(SELECT id FROM other), ARRAY[[1,2],[3,4]] FROM kinds
SELECT n || vc, lower(n), o::text, c = 'a' FROM kinds WHERE n LIKE 'a%' AND o IN ('1', '2')
SELECT label || ' ' || id || '/' || d FROM other WHERE id || label = 'x' ORDER BY label || 'x'
SELECT f::int::text, label::text::date, '12.5'::float8::numeric, 5::text::int FROM other
SELECT left(label, length(label) - 1), substring(label FROM 2 FOR length(label) - 1), substring('abc' FOR 2 FROM 1) FROM other
SELECT id = 1 IS NULL, id IS NULL IS NOT NULL, ok IS DISTINCT FROM NULL, ok IN (true, false) FROM other
SELECT label NOT LIKE ALL (ARRAY['a%', 'b%']), (d, at) OVERLAPS (d, interval '1 day') FROM other
SELECT timestamp '2001-02-16 20:38:40' AT TIME ZONE 'UTC', interval '3 day 02:10', interval '5 millisecond 2 hour' FROM other
SELECT ROW(1, 'a', j), jsonb_build_object('a', 1, 'b', jsonb_build_array(id)), json_each('{}') FROM kinds
SELECT date '01 March 2003', d > 'yesterday', e'it\\'s \\x41', '{"a": 1e5}'::json FROM other
SELECT count (*), max (id) FROM kinds
SELECT x.a FROM generate_series(1, 3) AS x(a), regexp_split_to_table('a b', ' ') AS y WHERE y.y > 'a'
SELECT current_user, version(), pg_typeof(id) FROM kinds
WITH s AS (SELECT 1 AS one) UPDATE other AS z SET label = 'a' FROM s WHERE z.id = s.one
WITH s AS (SELECT 1 AS one) DELETE FROM other z USING s WHERE z.id = one
WITH s AS (SELECT 1 AS one) INSERT INTO other (id) (SELECT one FROM s) RETURNING id
INSERT INTO other DEFAULT VALUES RETURNING id
INSERT INTO other (label, d) VALUES (sha256('a'::bytea), '02 Apr 2003')
UPDATE kinds SET ip = '10.0.0.1', tm = '10:00', r4 = '[1,2)', n = 'a', ia = ARRAY[1, 2], bt = B'101', p = '(1,2)'
""".strip().splitlines()
# Each refused by the server, too.
OUTSIDE = """
SELECT '[3,1)'::int4range
SELECT '[2020-02-02,2020-01-01]'::daterange
SELECT ip + ip FROM kinds
SELECT tm + tm FROM kinds
SELECT p = p FROM kinds
SELECT DISTINCT p FROM kinds
SELECT DISTINCT po FROM kinds
SELECT ta @> ia FROM kinds
SELECT r4 @> nr FROM kinds
SELECT id || 1 FROM kinds
SELECT j -> 'a' - 0 FROM kinds
SELECT left(label, 1.5) FROM other
SELECT left(label, f) FROM other
SELECT '{{1},{2,3}}'::int[]
SELECT e'\\000'
SELECT interval '1 day 1 day'
SELECT o + 1 FROM kinds
SELECT x.a || 'b' + 1 FROM generate_series(1, 3) AS x(a)
DELETE FROM other set
UPDATE other AS z SET label = other.label
INSERT INTO other (id) (SELECT label FROM other)
""".strip().splitlines()


def told(database: Any, **options: Any) -> constrain.Constraint:
    return constrain.compile(sql(database, dialect="postgresql", **options), BYTES)


def drawn(language: constrain.Constraint, count: int) -> list[tuple[str, str | None]]:
    """Texts that the server refuses, with why."""
    texts = [language.sample(Random(seed), soft_limit=(40, 80, 150)[seed % 3]) for seed in range(count)]
    return [pair for pair in zip(texts, errors(TYPES, texts), strict=True) if pair[1]]


def test_their_values_are_read_as_the_server_reads_them() -> None:
    """Literals, operators, functions, casts, places, and what is written; all of them prepared, or refused."""
    language = told(TYPES, functions=EVERY, writes=True, free_names={"a": "integer"})
    inside, outside = INSIDE, OUTSIDE

    assert [] == [query for query in inside if not language.accepts(query)]
    assert [] == [query for query in outside if language.accepts(query)]
    server()
    assert [None] * len(inside) == errors(TYPES, inside)
    assert None not in errors(TYPES, outside)


@pytest.mark.parametrize("writes", [False, True])
def test_what_is_drawn_of_them_is_prepared(writes: bool) -> None:
    """With all groups, of a database that has all types."""
    server()
    assert [] == drawn(told(TYPES, functions=EVERY, writes=writes), 40)


def test_functions_in_from_are_of_their_class() -> None:
    """Each that FROM may have, and rows of json."""
    server()
    values = {
        "x": "1", "t": "'a'", "d": "date '2020-01-01'", "s": "timestamp '2020-01-01'", "v": "interval '1 day'", "j": "'{}'",
        "m": "'{}'", "S": "'{a}'::text[]", "A": "ARRAY[1]", "i": "1",
    }  # fmt: skip
    does = {"x": "g % 2", "t": "lower(g)", "f": "sqrt(g)", "s": "g + interval '1 day'"}
    calls = [
        f"SELECT {does[letter]} FROM {name}({', '.join(values[each] for each in arguments.replace('?', ''))}) AS g"
        for letter, listed in IN_FROM.items() for name, arguments in listed
    ]  # fmt: skip
    calls += [f"SELECT {name}('{{}}')" for name, _ in ROWS_OF_JSON]

    assert [None] * len(calls) == errors(SMALL, calls)


def test_functions_of_the_users_own() -> None:
    """Those of one signature that no function of PostgreSQL's has the name of; what may write only where writes may."""
    inside = """
SELECT add_up(1, 2), add_up(length('a'))
SELECT add_up(a => 1), add_up(1, b := 2), least_of(1, 2.5, 3)
SELECT labels('a'), l FROM labels('b') AS l WHERE l > 'c'
""".strip().splitlines()
    outside = """
SELECT add_up(1, 2, 3)
SELECT add_up('a')
SELECT add_up(1, a => 2)
SELECT add_up(b => 2)
SELECT "Loud"('a')
SELECT small(1)
SELECT least_of()
""".strip().splitlines()
    writing = "SELECT writes_it('a')"
    with connected(made(TYPES)) as connection:
        plain, language, writes = (
            told(connection, functions=functions, writes=writes, free_names={"l": "text"})
            for functions, writes in (([], True), ([OWN], False), ([OWN], True))
        )
        with pytest.raises(UnsupportedError, match="hidden cannot be kept with functions=\\['own'\\]"):
            sql(connection, dialect="postgresql", functions=[OWN], hidden=["other"])
    assert [] == [query for query in inside if not language.accepts(query) or plain.accepts(query)]
    assert [] == [query for query in outside if language.accepts(query)]
    assert [True, False, False] == [each.accepts(writing) for each in (writes, language, plain)]
    assert not any(language.accepts(f"SELECT {each}") for each in ("twice(1)", "lower(1)"))
    assert [None] * (len(inside) + 1) == errors(TYPES, [*inside, writing])
    assert None not in errors(TYPES, outside)
    assert [] == drawn(language, 20)
    with pytest.raises(TypeError, match="read from a connection"):
        sql(TYPES, dialect="postgresql", functions=[OWN])


def test_tables_of_the_system() -> None:
    """To read, of a connection, and not beside what is hidden."""
    inside = """
SELECT c.relname, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE relkind IN ('r', 'v')
SELECT relpages, reltuples FROM pg_class WHERE relname = 'kinds' AND oid::regclass::text LIKE 'k%'
SELECT attname, attnum FROM pg_attribute WHERE attrelid = '1259' ORDER BY attnum
SELECT label, rolname FROM other, pg_roles
SELECT pg_get_indexdef(indexrelid), pg_relation_size(indrelid) FROM pg_index WHERE indisunique
SELECT most_common_vals FROM pg_stats WHERE tablename = 'kinds'
""".strip().splitlines()
    with connected(made(TYPES)) as connection:
        plain = told(connection)
        language = told(connection, functions=[*GROUPS], system=True, writes=True)
        with pytest.raises(UnsupportedError, match="hidden cannot be kept with system=True"):
            sql(connection, dialect="postgresql", system=True, hidden=["other"])
    assert [] == [query for query in inside if not language.accepts(query) or plain.accepts(query)]
    assert not any(
        language.accepts(query)
        for query in ("DELETE FROM pg_class", "SELECT pg_read_file('a')", "SELECT set_config('a', 'b', false)")
    )
    assert [None] * len(inside) == errors(TYPES, inside)
    assert [] == drawn(language, 12)
    with pytest.raises(TypeError, match="is for a connection"):
        sql(TYPES, dialect="postgresql", system=True)


BEGUN = [
    "SELECT '[1,", "SELECT kinds.r4 ", "SELECT ROW(", "SELECT ARRAY(SELECT ", "SELECT (", "SELECT label || ", "SELECT (d, ",
    "SELECT substring(label FROM ", "SELECT id = 1 IS ", "SELECT inet '1", "UPDATE other ", "WITH other AS (SELECT 1) UPDATE ",
    "WITH s AS (SELECT 1 AS n) INSERT INTO kinds ", "DELETE FROM other ", "INSERT INTO other (", "SELECT 1 FROM unnest(",
    "SELECT '{[1,2)", "SELECT tm - ", "SELECT f::", "SELECT label LIKE ANY (", "INSERT INTO other ", "SELECT current_",
]  # fmt: skip


@pytest.mark.parametrize("begun", BEGUN)
def test_what_begins_so_has_an_end(begun: str) -> None:
    """Whatever is drawn after it, completed, is prepared."""
    server()
    language, texts = told(TYPES, functions=EVERY, writes=True), []
    for seed in range(4):
        random, matcher = Random(seed), language.matcher()
        try:
            for byte in begun.encode():
                matcher.advance(byte)
        except ConstrainError:
            assert begun.startswith("WITH other")  # a table's name, for a query
            return
        for _ in range((0, 5, 15, 30)[seed]):
            if not (readable := [token for token in mask(matcher) if 32 <= token < 127]):
                break
            matcher.advance(random.choice(readable))
        texts.append(language.text([*matcher.tokens, *matcher.completion()]))

    assert [] == [pair for pair in zip(texts, errors(TYPES, texts), strict=True) if pair[1]]
