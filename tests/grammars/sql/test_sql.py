"""`sql()`, judged by SQLite: whatever is drawn is prepared and runs, and what people ask is in the language."""

from __future__ import annotations

import itertools
import pickle
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import constrain
from constrain import (
    ConstrainError,
    GrammarError,
    LimitExceeded,
    RejectedToken,
    UnsupportedError,
    Vocabulary,
    VocabularyError,
)
from constrain.grammars import sequence, sql
from constrain.grammars.sql.words import NAMES, RESERVED

from ...laws import LAWS, mask
from .databases import ALL, MUSIC, SMALL, TRADE, WORLD, database, error, generated

BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])

WRONG = {
    "music": """
SELECT nmae FROM Artist
SELECT Name FROM Artists
SELECT Title FROM Artist
SELECT Name FROM Artist, Genre
SELECT a.Name FROM Artist b
SELECT a.Title FROM Artist a
SELECT Artist.Name FROM Artist a
SELECT Name FROM Artist WHERE Title = 'x'
SELECT Name FROM Artist UNION SELECT Name, GenreId FROM Genre
SELECT Name FROM Artist WHERE count(*) > 1
SELECT Name FROM Artist ORDER BY count(*)
SELECT Name FROM Artist GROUP BY count(*)
SELECT Name FROM Artist ORDER BY 2
SELECT count(max(Name)) FROM Artist
SELECT * FROM (SELECT Title FROM Album) AS s WHERE s.Name = 1
SELECT length() FROM Artist
SELECT abs(1, 2)
SELECT *
SELECT Name FROM Artist WHERE ArtistId IN (SELECT Title, ArtistId FROM Album)
SELECT Title FROM Album JOIN Genre USING (AlbumId)
WITH t AS (SELECT Name FROM Artist) SELECT Title FROM t
DELETE FROM Artist
SELECT 1 FROM Artist a JOIN Album a ON 1
SELECT Name FROM Artist a WHERE ArtistId IN (SELECT ArtistId FROM Album ORDER BY a.Name)
SELECT Name FROM Artist a WHERE EXISTS (SELECT 1 FROM Album GROUP BY a.Name)
WITH t(p, q) AS (VALUES (1)) SELECT p FROM t
SELECT Name, s.Name FROM Artist, (SELECT Name FROM Genre) AS s
SELECT Name FROM Artist WHERE (ArtistId, Name) = (1, 2, 3)
SELECT rank() OVER w FROM Artist
SELECT Name FROM Artist ORDER BY rank() OVER w
SELECT Name || 'x' AS n, rank() OVER w FROM Artist WINDOW w AS (ORDER BY n)
SELECT [Name`] FROM Artist
PRAGMA user_version
SELECT Album.Title FROM (SELECT AlbumId FROM Album) AS Album
SELECT Artist.Name FROM Artist AS Artist, (SELECT Name FROM Genre) AS Artist
SELECT (SELECT count(*) AS n FROM Album WHERE n > 1) FROM Artist
SELECT (SELECT count(*) AS Name FROM Album WHERE Name > 1) FROM Artist
SELECT (SELECT Title AS n FROM Album) FROM Artist WHERE n = 1
SELECT sum(sum(sum(Total))) OVER () FROM Invoice
SELECT sum(sum(Total)) FROM Invoice
SELECT Name FROM Artist WHERE count(*) OVER () > 1
SELECT s.n FROM (SELECT count(*) FROM Artist) AS s
SELECT 1 WHERE Name = 'x'
SELECT 1 FROM (SELECT Name, Name FROM Artist) AS s, (SELECT Name AS "Name:1" FROM Artist) AS t WHERE "Name:1" = 'x'
SELECT 1 FROM (SELECT count(*) FROM Artist) AS s, (SELECT 2 AS "count(*)") AS t WHERE "count(*)" = 1
SELECT 1 FROM (SELECT 1) AS s, (SELECT 2 AS "1") AS t WHERE "1" = 1
SELECT Name FROM Artist ORDER BY Name AND 0
SELECT Name FROM Artist GROUP BY (ArtistId > 1 AND 0)
SELECT Name FROM Artist ORDER BY Name IS NULL AND (ArtistId AND 0) DESC
SELECT * FROM Artist JOIN Genre USING (Name) RIGHT JOIN Track ON 1
SELECT * FROM Artist FULL JOIN Genre USING (Name) JOIN Track ON Track.GenreId = Genre.GenreId
SELECT Name FROM Artist HAVING count(*) > 1
SELECT count(*) OVER () FROM Artist HAVING count(*) > 1
SELECT sum((SELECT max(Title) FROM Genre)) FROM Album
SELECT * FROM (Artist JOIN Album ON Title = Names)
SELECT a.Name FROM (Artist a) JOIN (Genre g) ON g.Name = a.Name
SELECT * FROM Album FULL JOIN Artist USING (ArtistId), Album AS b
SELECT * FROM Album NATURAL JOIN Artist JOIN Album AS b ON 1 RIGHT JOIN Genre ON 1
SELECT sum(Total) OVER (ORDER BY Total, InvoiceId RANGE 1 PRECEDING) FROM Invoice
SELECT sum(Total) OVER (RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM Invoice
SELECT sum(Total) OVER (ORDER BY Total ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING) FROM Invoice
SELECT sum(Total) OVER (ORDER BY Total GROUPS 1 FOLLOWING) FROM Invoice
SELECT sum(Total) OVER (ORDER BY Total ROWS 1.5 PRECEDING) FROM Invoice
SELECT nth_value(Total, Total) OVER () FROM Invoice
SELECT Name FROM Artist ORDER BY -1
SELECT Name FROM Artist ORDER BY -(2)
SELECT Name FROM Artist GROUP BY +(-3)
SELECT Name FROM Artist ORDER BY 3 AND 0
SELECT Name FROM Artist WHERE ArtistId IN Album
SELECT Name FROM Artist WHERE (ArtistId, Name) BETWEEN (1, 2) AND (3, 4, 5)
SELECT Name FROM Artist LIMIT ArtistId
SELECT Name FROM Artist ORDER BY max(Name)
SELECT Name FROM Artist UNION SELECT Title FROM Album ORDER BY ArtistId
""",
    "small": """
SELECT * FROM a UNION SELECT * FROM a, b
SELECT * FROM a JOIN b USING (x) UNION SELECT * FROM a
SELECT x FROM a WHERE x IN (SELECT * FROM b)
SELECT (SELECT * FROM (SELECT 1, 2))
WITH t(p) AS (SELECT * FROM a) SELECT p FROM t
SELECT * FROM a ORDER BY 3
SELECT *, count(*) FROM a GROUP BY 3
SELECT * FROM a UNION SELECT * FROM b ORDER BY z + 1
SELECT b.z FROM a AS b
SELECT 1 FROM a JOIN b ON y = 1 FULL JOIN a AS c USING (y)
SELECT 1 FROM a JOIN b ON y = 1 RIGHT JOIN a AS c USING (y)
SELECT (WITH t AS (SELECT 1 AS p) SELECT p FROM t) FROM t
WITH t AS (WITH s AS (SELECT 1 AS p) SELECT p FROM s) SELECT p FROM s
SELECT 1 FROM a LEFT JOIN (b JOIN a AS c ON a.x = b.x) ON 1
SELECT 1 FROM a LEFT JOIN (b JOIN a AS c ON (SELECT a.x)) ON 1
SELECT 1 FROM a LEFT JOIN (b JOIN a AS c ON (SELECT a.x FROM b AS d)) ON 1
SELECT 1 FROM a LEFT JOIN (b JOIN a AS c ON (SELECT 1 FROM b AS d WHERE a.x = 1)) ON 1
SELECT 1 FROM a, (b AS t) WHERE t.x = 1
SELECT x FROM a, (b JOIN a AS c ON c.y = b.z)
SELECT rowid FROM a, b
""",
}


@cache
def constraint(name: str) -> constrain.Constraint:
    return constrain.compile(sql(ALL[name]), BYTES)


@cache
def typed(name: str) -> constrain.Constraint:
    return constrain.compile(sql(ALL[name], types=True), BYTES)


def cases(texts: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, line) for name, lines in texts.items() for line in lines.strip().splitlines()]


def real_queries() -> list[tuple[str, str, str]]:
    """Database, why it is not in the language (or nothing), and query, of the files of queries."""
    out = []
    for path in sorted((Path(__file__).parent / "queries").glob("*.sql")):
        for text in path.read_text().removesuffix(";\n").split(";\n"):
            mark, query = text.split("\n", 1) if text.startswith("-- outside: ") else ("", text)
            out.append((path.stem, mark.removeprefix("-- outside: "), query))
    return out


@cache
def with_options(name: str) -> constrain.Constraint:
    """With parameters, more functions, and names that are free."""
    more = {"json_extract": (2, None), "printf": (1, None)}
    return constrain.compile(
        sql(ALL[name], parameters=[":customer", ":low", ":high", "?"], functions=more, free_names=True), BYTES
    )


@pytest.mark.parametrize("name", sorted({name for name, _, _ in real_queries()}))
def test_what_people_ask_is_in_the_language(name: str) -> None:
    """All that is not marked with a reason; SQLite takes both."""
    connection = database(ALL[name])
    for _, why, query in (each for each in real_queries() if each[0] == name):
        try:
            connection.execute(f"EXPLAIN {query}")
        except sqlite3.ProgrammingError as error:
            assert "binding" in str(error).lower()
        assert with_options(name).accepts(query) == (not why), query


def test_few_real_queries_are_outside() -> None:
    """Of some 280."""
    reasons = [why for _, why, _ in real_queries()]

    assert len(reasons) > 250
    assert sum(map(bool, reasons)) < 0.04 * len(reasons)


@pytest.mark.parametrize(("name", "query"), cases(WRONG))
def test_what_does_not_prepare_is_not(name: str, query: str) -> None:
    """Names that do not resolve, aggregates where none may stand, widths that differ; and what SQLite takes: writes, an alias twice."""
    if not query.startswith(("DELETE", "PRAGMA", "SELECT 1 FROM Artist")):
        assert error(database(ALL[name]), query) is not None
    assert not constraint(name).accepts(query)


INSIDE = """
SELECT a.x FROM a AS a JOIN b AS b ON b.x = a.x
SELECT a.x FROM (SELECT x FROM b AS c) AS a WHERE EXISTS (SELECT 1 FROM a WHERE a.y = 1)
SELECT x FROM a WHERE y = (SELECT max(z) AS most FROM b WHERE b.x = a.x)
SELECT (SELECT z + 1 AS n FROM b WHERE n > 1 GROUP BY n ORDER BY n) FROM a
SELECT * FROM (SELECT x, count(*) FROM a GROUP BY x), (SELECT 1)
WITH t AS (SELECT 1 UNION SELECT 2) SELECT count(*) FROM t
SELECT 1 WHERE EXISTS (SELECT 1 FROM a)
SELECT avg(sum(x)) OVER (PARTITION BY y) FROM a GROUP BY y
SELECT rank() OVER (ORDER BY 1), sum(x) OVER (ROWS UNBOUNDED PRECEDING) FROM a
SELECT sum(x) OVER (PARTITION BY y RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM a
SELECT x AS 'the x', y AS [the y], x + y AS `sum` FROM a
SELECT x FROM a WHERE NOT(x = 1) AND y NOT NULL
SELECT count(DISTINCT(x)), CAST(x AS bigint), CAST(y AS double precision) FROM a
SELECT y FROM a CROSS JOIN b ON a.x = b.x LIMIT -1
SELECT x FROM a GROUP BY x, y > 1 AND x < 2 ORDER BY x > 1 AND NOT y AND -0 OR 0
SELECT * FROM a FULL JOIN b USING (x) RIGHT JOIN a AS c USING (x)
SELECT * FROM a LEFT JOIN b USING (x) JOIN a AS c ON c.y = b.z
SELECT b.* FROM a RIGHT JOIN b ON a.x = b.x JOIN a AS c ON c.y = b.z
SELECT * FROM ((a AS t JOIN b ON t.x = b.x) CROSS JOIN (SELECT 1 AS q))
SELECT * FROM ((SELECT 2 AS q)), b
SELECT DISTINCT(x + 1), y FROM a WHERE x IN (SELECT DISTINCT(z) FROM b)
SELECT sum(x) AS q FROM a WHERE y = 1 HAVING q > 1 AND x > 1 ORDER BY max(y)
SELECT sum((SELECT max(x) FROM b)), count(CASE WHEN x IN (SELECT z FROM b) THEN 1 END) FROM a
SELECT rank() OVER (ORDER BY sum((SELECT max(z) FROM b)), y) FROM a GROUP BY y
SELECT date(), strftime('%s'), count() AS "|rows", max(x) AS ">120 days" FROM a
SELECT * FROM a FULL JOIN b USING (x), (SELECT 1 AS q) RIGHT JOIN b AS t USING (z, x)
SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 0 PRECEDING AND 3 FOLLOWING EXCLUDE NO OTHERS) FROM a
SELECT sum(x) OVER (PARTITION BY y ORDER BY x RANGE BETWEEN 1.5 PRECEDING AND 1 PRECEDING EXCLUDE TIES) FROM a
SELECT sum(x) OVER w FROM a WINDOW w AS (ORDER BY x, y GROUPS 2 PRECEDING EXCLUDE GROUP)
SELECT lead(x, y) OVER (ORDER BY x), lag(x, y + 1, 'none') OVER (ORDER BY x), Row_Number () OVER (RANGE CURRENT ROW) FROM a
SELECT x FROM a ORDER BY +x, -y DESC, NOT x, 10 - (x + y), -1 + x, -(x), EXISTS (SELECT 1), (SELECT 2) COLLATE nocase
SELECT count(*) FROM a ORDER BY count(*), max(x) OVER ()
SELECT x FROM a ORDER BY max((SELECT z FROM b)) OVER (), min(EXISTS (SELECT 1), 2)
SELECT x FROM a WHERE x IN () OR y NOT IN ()
SELECT x = NOT (x < y) AS q, x <> NOT y AND 1 = NOT(x) FROM a WHERE x = NOT -y + 1 OR x IS NOT NOT y
SELECT (1, 2, 3) = (1, 2, 3), (x, y) IN (SELECT x, z FROM b) AS q FROM a
SELECT x FROM a WHERE (x, y) NOT BETWEEN (1, y) AND (3, 4) AND (x, y) IS NOT (1, 2)
SELECT x FROM a LIMIT 2 + 1 OFFSET -1
WITH t AS NOT MATERIALIZED (SELECT 1 AS q), u AS MATERIALIZED (VALUES (1)) SELECT q FROM t
SELECT 1 AS filter, 2 AS desc, x AS 'foo', y AS [bar], x + y AS `sum` FROM a ORDER BY foo, bar DESC, sum
SELECT 1 FROM (SELECT x + 1 AS 'bar' FROM a) AS "foo" WHERE "bar" = 1 AND "Foo".bar = foo."bar"
WITH "found"("n") AS (SELECT x FROM a) SELECT "n" FROM "Found"
SELECT x AS p FROM a UNION SELECT z AS q FROM b UNION ALL SELECT y FROM a ORDER BY y, q, p
SELECT count (*), cast (x AS json), 12345678901234567890 FROM a
SELECT * FROM a NATURAL FULL JOIN b
SELECT * FROM a UNION SELECT * FROM b ORDER BY x, 2
SELECT * FROM a JOIN b USING (x) EXCEPT SELECT x, 1, z FROM b
SELECT a.*, 1 FROM a, b UNION SELECT * FROM (SELECT x, y, 2 FROM a)
SELECT 1 UNION SELECT * FROM (SELECT * FROM (VALUES (2)))
SELECT x FROM a WHERE (x, y) IN (SELECT * FROM b) GROUP BY 1
WITH t(p, q) AS (SELECT * FROM a) SELECT * FROM t ORDER BY 2
WITH t AS (SELECT x FROM a UNION ALL SELECT * FROM t WHERE x < 3) SELECT x FROM t LIMIT 3
SELECT b.x FROM a AS b, b AS a
SELECT (WITH t AS (SELECT x FROM a) SELECT max(x) FROM t) FROM b WHERE x IN (WITH t AS (SELECT 1) SELECT * FROM t)
WITH t AS (WITH s(p) AS (SELECT x FROM a) SELECT p FROM s) SELECT p FROM t
SELECT s.x FROM (WITH t AS (SELECT x FROM a UNION SELECT x + 1 FROM t) SELECT * FROM t) AS s
SELECT a.x FROM a LEFT JOIN (b JOIN a AS c ON c.y = b.z) ON a.x = b.x
SELECT * FROM a CROSS JOIN ((b CROSS JOIN a AS c) RIGHT JOIN b AS d ON c.x = d.x)
""".strip().splitlines()


@pytest.mark.parametrize("query", INSIDE)
def test_what_others_write_is_in_the_language(query: str) -> None:
    """The shortest of what real queries were found to need (`tests.bench.sql_real`)."""
    assert error(database(SMALL), query) is None
    assert constraint("small").accepts(query)


BEGUN = [
    "SELECT (SELECT count(*) AS x FROM b WHERE ", "SELECT (SELECT x + 1 AS y FROM b WHERE EXISTS (SELECT 1 FROM b AS c WHERE ",
    "SELECT a.x FROM (SELECT ", "SELECT a.x, b.z FROM (SELECT x FROM b) AS a", "SELECT 1 FROM (SELECT count(*), ",
    "SELECT * FROM (SELECT 1, ", "SELECT a.y FROM (SELECT y FROM a) AS a, ", "SELECT sum(sum(x)", "SELECT NOT(", "SELECT 1 WHERE ",
    "SELECT x AS 'q', ", "SELECT sum(x) OVER (R", "SELECT x FROM a AS a", "SELECT max(sum(x) + ", "SELECT y FROM a CROSS JOIN b ON ",
    "WITH t AS (SELECT 1, ", "SELECT y FROM (SELECT max(y) FROM a) AS s, ", "SELECT a.y FROM (a, ", "SELECT y, z FROM (b",
    "SELECT x FROM ((b JOIN a USING (", "SELECT a.x FROM ((SELECT ", "SELECT * FROM (a FULL JOIN b USING (x), ",
    "SELECT * FROM a JOIN b USING (x), (SELECT 1) RIGHT ", "SELECT sum(x) AS y, max(y) FROM a HAVING y", "SELECT sum((SELECT ",
    "SELECT (SELECT count(*) FROM b HAVING ", "SELECT count(CASE WHEN EXISTS (SELECT ", "SELECT sum(sum((SELECT ",
    "SELECT sum(x) OVER (PARTITION BY (SELECT ", "SELECT (SELECT sum(z + (SELECT ", "SELECT date(", "SELECT count() ",
    "SELECT DISTINCT(", "SELECT (SELECT DISTINCT(x", "SELECT lead(x, ", "SELECT sum(x) OVER (ORDER BY x RANGE BETWEEN 1", "SELECT x FROM a ORDER BY -",
    "SELECT x FROM a ORDER BY 1 ", "SELECT x FROM a ORDER BY y AND -", "SELECT x FROM a ORDER BY EXISTS", "SELECT x FROM a GROUP BY (SELECT ", "SELECT x IN (",
    "SELECT 1 = NOT", "SELECT x FROM a WHERE x <> NOT ", "SELECT (1, x", "SELECT x FROM a WHERE NOT (x, y) BETWEEN (", "SELECT x FROM a LIMIT -1 ",
    "SELECT 1 FROM (SELECT x + 1 AS '", 'SELECT 1 FROM (SELECT x FROM a) AS "', 'WITH "t" AS (SELECT x + 1 AS "q" FROM a) SELECT ', 'WITH t("',
    "SELECT x FROM a UNION SELECT z AS q FROM b ORDER BY ", "SELECT sum(x) FROM a ORDER BY ", "SELECT x FROM a ORDER BY max((SELECT ", "SELECT x AS f",
    "SELECT DISTINCT(", "SELECT (SELECT DISTINCT(x", "SELECT * FROM a UNION SELECT *", "SELECT * FROM a NATURAL RIGHT JOIN b ",
    "SELECT x FROM a WHERE x IN (SELECT *", "SELECT (SELECT * FROM (", "WITH t(p, q) AS (SELECT *", "SELECT 1, 2 UNION SELECT * FROM (",
    "WITH t AS (SELECT x FROM a UNION ALL SELECT *", "SELECT b.x FROM a AS b", "SELECT a.y FROM (WITH ",
    "SELECT (WITH t AS (SELECT 1) SELECT ", "WITH t AS (WITH s AS (SELECT ", "SELECT z FROM a JOIN b ON y = 1 FULL JOIN ",
    "SELECT a.y FROM a JOIN (b ", "SELECT z FROM a LEFT JOIN (b JOIN a AS c ON ", "SELECT * FROM a, ((b CROSS JOIN a AS c) ",
    "SELECT x FROM a ORDER BY min((SELECT ", "SELECT (SELECT (SELECT x|max(s", "SELECT a.x, b.z FROM a AS t, (b",
]  # fmt: skip


def test_keys_of_all_kinds_may_be_in_conflict() -> None:
    """Each that SQLite has an index for, not of some rows or of an expression; a changed row is one that was there."""
    ddl = (
        "CREATE TABLE a(i INTEGER PRIMARY KEY, j, k UNIQUE, excluded, UNIQUE (j, k)); CREATE TABLE excluded(x UNIQUE);"
    )
    ddl += "CREATE UNIQUE INDEX some ON a(j) WHERE j > 1; CREATE UNIQUE INDEX more ON a(lower(j), j); CREATE VIEW v AS SELECT i FROM a;"
    ddl += 'CREATE TABLE b("p q", r, PRIMARY KEY (r, "p q")) WITHOUT ROWID'
    told = constrain.compile(sql(ddl, writes=True), BYTES)
    for table, key in itertools.product("ab", ("i", "k", "j,k", "j, K", "j", "k,i", 'r, "p q"', "r", "x")):
        query = (
            f"INSERT INTO {table} VALUES ({'1, 1' if table == 'b' else '1, 1, 1, 1'}) ON CONFLICT ({key}) DO NOTHING"
        )
        assert told.accepts(query) == (error(database(ddl), f"EXPLAIN {query}") is None), query
    changed = "INSERT INTO a VALUES (1, 2, 3, 4) ON CONFLICT (k) DO UPDATE SET j = excluded.j + j + a.i + excluded"
    assert told.accepts(changed)
    assert error(database(ddl), f"EXPLAIN {changed}") is None
    assert not told.accepts("INSERT INTO excluded VALUES (1) ON CONFLICT (x) DO NOTHING")
    bound = constrain.compile(sql(ddl, writes=True, where="i = 1"), BYTES)
    assert [
        bound.accepts(f"INSERT INTO a VALUES (1, 2, 3, 4) ON CONFLICT (k) DO {way}")
        for way in ("NOTHING", "UPDATE SET j = 1")
    ] == [True, False]


def test_in_takes_a_table_of_one_column() -> None:
    """Where nothing is hidden, as a hidden column counts."""
    ddl = "CREATE TABLE a(x, y); CREATE TABLE o(x); CREATE VIEW v AS SELECT x FROM a"
    told = constrain.compile(sql(ddl), BYTES)
    for table in ("o", "V", '"o"', "[v]", "a"):
        query = f"SELECT x IN {table}, sum(1 NOT IN {table}) FROM a WHERE y NOT IN {table}"
        assert told.accepts(query) == (error(database(ddl), query) is None) == (table != "a")
    assert not constrain.compile(sql(ddl, hidden=["a.y"]), BYTES).accepts("SELECT x IN a FROM o")


def test_a_column_may_be_called_as_a_keyword_that_sqlite_takes_for_a_name() -> None:
    """Bare wherever nothing else may stand; a name that a text gives, only after AS."""
    words = sorted(NAMES)
    ddl = "CREATE TABLE a(x, y, {})".format(", ".join(f'"{word}"' for word in words))
    told, connection = constrain.compile(sql(ddl), BYTES), database(ddl)
    for w in words:
        for query in (
            f"SELECT {w}, a.{w.upper()} FROM a ORDER BY {w} desc, {w} ASC",
            f"SELECT CASE {w} WHEN {w} THEN {w} ELSE {w} END, sum({w}) OVER (PARTITION BY {w} ORDER BY {w}, {w} ROWS 1 PRECEDING) FROM a",
            f"SELECT max({w}), ({w}), -{w} FROM a WHERE {w} BETWEEN {w} AND {w} AND {w} IN ({w}, {w}) GROUP BY {w} HAVING {w}",
            f"SELECT t.{w} FROM (SELECT x AS {w} FROM a) AS t JOIN a USING ({w}) WHERE NOT {w} ISNULL",
        ):
            assert told.accepts(query), query
            assert error(connection, query) is None, query
        assert not told.accepts(f"SELECT y {w} FROM a")


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.parametrize("name", ["small", "freely", "typed"])
def test_what_begins_so_runs(begun: str, name: str) -> None:
    """Whatever is drawn after it, and completed; with names that are free: what is bound later is only prepared. With
    types, where there is such a text."""
    connection = database(SMALL)
    told = {"small": constraint("small"), "freely": with_options("small"), "typed": typed("small")}[name]
    for seed in range(8):
        random, matcher = Random(seed), told.matcher()
        for byte in begun.encode():
            if name == "typed" and not matcher.allows(byte):
                return
            matcher.advance(byte)
        for _ in range((0, 5, 20, 40)[seed % 4]):
            if not (readable := [token for token in mask(matcher) if 32 <= token < 127]):
                break
            matcher.advance(random.choice(readable))
        query = told.text([*matcher.tokens, *matcher.completion()])
        found = error(connection, query)
        assert found is None or re.search("binding|JSON", found), query


@pytest.mark.parametrize("name", ALL)
def test_whatever_is_drawn_runs(name: str) -> None:
    """SQLite prepares and runs all of it."""
    connection = database(ALL[name])
    drawn = (
        constraint(name).sample(Random(seed), readable=seed % 4 != 0, soft_limit=(40, 80, 150, 300)[seed % 4])
        for seed in range(20)
    )

    assert [] == [found for query in drawn if (found := error(connection, query))]


def check_walks(schema: int, count: int) -> None:
    """So many queries of a schema drawn at random."""
    ddl = generated(schema)
    connection, told = database(ddl), constrain.compile(sql(ddl), BYTES)
    for seed in range(count):
        query = told.sample(Random(seed), readable=seed % 4 != 0, soft_limit=(40, 80, 150, 300)[seed % 4])
        assert error(connection, query) is None, f"schema {schema}, seed {seed}"


@pytest.mark.parametrize("schema", range(6))
def test_whatever_is_drawn_on_any_schema_runs(schema: int) -> None:
    """Names with keywords, blanks, quotation marks and other scripts."""
    check_walks(schema, 6)


@pytest.mark.slow
@pytest.mark.parametrize("schema", range(30))
def test_whatever_is_drawn_runs_for_long(schema: int) -> None:
    """The same for hundreds of queries of thirty schemas."""
    check_walks(schema, 660)


BESIDE = """
CREATE TABLE numbered(id INTEGER PRIMARY KEY, z INT);
CREATE TABLE keyed(k INT PRIMARY KEY, q INT) WITHOUT ROWID;
CREATE VIEW v AS SELECT x FROM a;
CREATE VIRTUAL TABLE f USING fts5(t, u);
CREATE VIRTUAL TABLE g USING fts4(t, u);
CREATE VIRTUAL TABLE fa USING fts5(x, y, content='a');
INSERT INTO fa(rowid, x, y) VALUES (14, 'a', 'b');
CREATE VIRTUAL TABLE fn USING fts5(p, content='');
CREATE VIRTUAL TABLE fv USING fts5vocab(f, row);
CREATE VIRTUAL TABLE ga USING fts4aux(g);
CREATE VIRTUAL TABLE tk USING fts3tokenize(simple);
CREATE VIRTUAL TABLE r USING rtree(id, lo, hi);
"""
BESIDE_INSIDE = """
SELECT rowid, x FROM a WHERE oid > 1 GROUP BY rowid ORDER BY _rowid_
SELECT a.rowid, b.rowid + 1 FROM a, b
SELECT count(rowid) FROM numbered
SELECT 1 FROM (SELECT rowid AS n, x AS m FROM a) AS s WHERE s.n = 1
INSERT INTO a(rowid, x) VALUES (7, 2)
INSERT INTO a VALUES (1, 2)
INSERT INTO a SELECT * FROM b
WITH t AS (SELECT x FROM a) DELETE FROM b WHERE x IN (SELECT * FROM t)
UPDATE a SET rowid = 9 WHERE rowid = 1
DELETE FROM a WHERE rowid = 1 RETURNING rowid
SELECT t, rank FROM f WHERE f MATCH 'x' ORDER BY rank
SELECT docid FROM g WHERE g.g MATCH 'x' AND t NOT MATCH 'y' UNION SELECT rowid FROM f
SELECT * FROM f UNION SELECT * FROM g
SELECT lo FROM r WHERE id = 1 AND hi < 3
INSERT INTO f VALUES ('a', 'b') RETURNING t
INSERT INTO g(docid, t) VALUES (1, 'b')
SELECT name FROM sqlite_master AS m WHERE type = 'table' AND m.rowid = 1
SELECT count(*) FROM f_data
SELECT term, doc FROM fv UNION SELECT term, documents FROM ga
SELECT token FROM tk WHERE input = 'a b'
SELECT t FROM f('x') ORDER BY rank
SELECT q.t FROM a, g('x') AS q
INSERT INTO f(f) VALUES('rebuild')
INSERT INTO f(f, rank) VALUES ('merge', -500)
INSERT INTO g(g) VALUES ('optimize')
INSERT INTO fn(fn) VALUES ('delete-all')
INSERT INTO fa(fa, rowid, x, y) VALUES ('delete', 14, 'a', lower('B'))
UPDATE r SET lo = lo - 0.5 WHERE id = 1
INSERT INTO r SELECT x, x, x FROM a
DELETE FROM r WHERE id IN (SELECT x FROM a AS r)
SELECT name FROM sqlite_schema UNION SELECT m.name FROM sqlite_temp_schema AS m
SELECT sqlite_master.name FROM sqlite_schema
SELECT c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'
SELECT name FROM dbstat('main', 1) UNION ALL SELECT sql FROM sqlite_stmt
SELECT name FROM pragma_database_list
UPDATE a SET x = a.rowid + z FROM b
""".strip().splitlines()
BESIDE_OUTSIDE = """
SELECT rowid FROM a, b
SELECT rowid FROM keyed
SELECT x FROM a, (SELECT 1) WHERE rowid = 1
SELECT x FROM a JOIN b USING (rowid)
SELECT z FROM (SELECT * FROM f) AS s WHERE s.rank = 1
INSERT INTO f VALUES ('a', 'b') ON CONFLICT DO NOTHING
DELETE FROM f RETURNING t
UPDATE r SET lo = 1 RETURNING id
INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)
SELECT sqlite_schema.name FROM sqlite_schema
SELECT * FROM sqlite_schema, sqlite_master
INSERT INTO fn(fn) VALUES ('rebuild')
INSERT INTO f(f) VALUES ('delete-all')
INSERT INTO f(f) VALUES ('other')
INSERT INTO f(f, rank) VALUES ('pgsz', 8)
SELECT x FROM a('x')
SELECT * FROM pragma_table_info('a', 'none')
UPDATE a SET x = b.rowid FROM b, numbered
UPDATE a SET x = z FROM b, numbered
SELECT a.rowid FROM b LEFT JOIN (a JOIN b AS c ON a.x = c.x) ON 1
SELECT 1 FROM b LEFT JOIN (a JOIN b AS c ON a.x = c.x) ON (SELECT a.rowid)
SELECT c.rowid FROM b LEFT JOIN (a, dbstat('main') AS c)
""".strip().splitlines()
# What MATCH and the like say of patterns, and of rows that there are already.
_WHILE_IT_RUNS = ("MATCH", "malformed", "fts5", "no such column: ", "constraint", "mismatch", "UTF-8", "logic error")


def with_more() -> sqlite3.Connection:
    """A database with a table of each kind."""
    connection = database(SMALL)
    connection.executescript(BESIDE)
    return connection


@cache
def beside(name: str) -> constrain.Constraint:
    more: dict[str, Any] = {"json_each": (1, 2)} if name == "typed" else {"json_each": (1, 2), "match": 2}
    found = sql(
        with_more(), functions=more, types=name == "typed", free_names=name == "freely", system=True, writes=True
    )
    return constrain.compile(found, BYTES)


def test_what_sqlite_has_beside_tables_may_be_asked_for() -> None:
    """Numbers of rows, virtual tables, and the table of tables; SQLite judges both lists."""
    unasked = constrain.compile(sql(with_more(), writes=True), BYTES)
    assert sum(map(unasked.accepts, BESIDE_INSIDE)) == 4  # of a and b, and what a virtual table is stored in
    for query in BESIDE_INSIDE:
        assert error(with_more(), query) is None
        assert beside("plain").accepts(query), query
    for query in BESIDE_OUTSIDE:
        assert error(with_more(), query) is not None
        assert not beside("plain").accepts(query), query
    with pytest.raises(UnsupportedError, match="hidden cannot be kept with system=True"):
        sql(SMALL, hidden=["a.x"], system=True)


def test_tables_of_r_tree_are_not_read_while_they_are_written() -> None:
    """SQLite locks one while a query within the statement reads it, which depends on its rows."""
    connection, query = with_more(), "DELETE FROM r WHERE EXISTS(SELECT 1 FROM r)"
    connection.execute("INSERT INTO r VALUES (1, 2, 3), (2, 3, 4)")

    assert "database table is locked" in str(error(connection, query))
    assert not beside("plain").accepts(query)
    assert not beside("plain").accepts("UPDATE r SET lo = 1 FROM r AS q")
    assert not beside("plain").accepts("WITH t AS (SELECT id FROM r) DELETE FROM r WHERE EXISTS (SELECT 1 FROM t)")


@pytest.mark.parametrize("types", [False, True])
def test_rows_within_json_are_read_where_that_is_asked_for(types: bool) -> None:
    """By functions that see the sources before them, and by their own names or others; a text that is no JSON ends a query."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE user(name TEXT, phone TEXT)")
    connection.execute("INSERT INTO user VALUES ('a', '[1, 2]')")
    more = {**dict.fromkeys(("json_each", "json_tree"), (1, 2)), "json_group_array": 1, "json_group_object": 2}
    told = constrain.compile(sql(connection, functions=more, types=types), BYTES)
    inside = """
SELECT value FROM json_each('[1]')
SELECT json_each.value FROM json_each('[1]')
SELECT * FROM user, json_each(user.phone)
SELECT user.name FROM user, json_each(phone) WHERE json_each.value LIKE '7%'
SELECT j.key, k.path FROM user LEFT JOIN json_tree(user.phone, '$') AS j ON j.key = name, json_each(user.phone) k
SELECT name FROM user WHERE EXISTS (SELECT 1 FROM json_each('[1]') WHERE value = name)
SELECT * FROM json_each('[1]') UNION SELECT * FROM json_tree('[2]')
SELECT json_group_array(DISTINCT name), json_group_object(name, phone) FROM user
SELECT value FROM json_each WHERE json = '[1]'
"""
    outside = """
SELECT value FROM json_each('[1]', '$', 1)
SELECT value FROM json_each('[1]') AS j, json_each('[2]')
SELECT json_each.value FROM json_each('[1]') AS j
SELECT nothing.value FROM json_each(user.phone)
SELECT value FROM user('[1]')
SELECT name FROM user WHERE json_group_array(name) = 'x'
SELECT json_group_object(name) FROM user
SELECT json_group_object(DISTINCT name, phone) FROM user
SELECT name FROM user JOIN json_each(user.phone) USING (name)
"""
    for query in inside.strip().splitlines():
        assert error(connection, query) is None, query
        assert told.accepts(query), query
    for query in outside.strip().splitlines():
        assert error(connection, query) is not None, query
        assert not told.accepts(query), query
    unasked = constrain.compile(sql(connection, types=types), BYTES)
    assert not any(map(unasked.accepts, inside.strip().splitlines()))
    assert "functions={'json_each': (1, 2)} would add it" in unasked.check("SELECT value FROM json_each('[1]')").meant
    with pytest.raises(GrammarError, match=r"the arguments of json_each are \(1, 2\), not 3"):
        sql(connection, functions={"json_each": 3})
    with pytest.raises(UnsupportedError, match="cannot be hidden beside 'json_each"):
        sql({"user": ["name", "json"]}, functions=more, hidden=["user.json"])
    hiding = constrain.compile(sql(connection, functions=more, hidden=["user.phone"]), BYTES)
    assert hiding.accepts("SELECT name, value FROM user, json_each(name)")
    assert not hiding.accepts("SELECT value FROM user, json_each(user.phone)")
    assert not hiding.accepts("SELECT value FROM user, json_each(phone)")


@pytest.mark.parametrize("name", ["plain", "freely", "typed"])
@pytest.mark.parametrize(
    "begun",
    ["SELECT rowid", "SELECT oid, a.x", "SELECT a.rowid", "SELECT rank, t", "SELECT x FROM a JOIN b USING (x) WHERE ", "UPDATE f SET ",
     "SELECT j.value, x FROM a, json_each(", "SELECT key FROM b LEFT JOIN json_each(b.x) ", "SELECT t FROM f(", "UPDATE r SET lo = ",
     "SELECT name FROM sqlite_schema ", "SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.", "DELETE FROM r WHERE id IN (",
     "UPDATE a SET x = b.", "UPDATE a AS q SET y = ", "UPDATE a SET x = z FROM b, ", "UPDATE keyed SET q = (SELECT ", "UPDATE a SET y = q",
     "WITH t AS (SELECT x FROM a) UPDATE b SET z = t.x ", "INSERT INTO numbered AS q VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET z = ",
     "SELECT s.x FROM (SELECT rowid", "SELECT * FROM f JOIN g USING (", "INSERT INTO g(", "DELETE FROM r ", "SELECT rank FROM (SELECT "],
)  # fmt: skip
def test_what_begins_with_what_is_beside_tables_runs(begun: str, name: str) -> None:
    """Completed at once, and after some more."""
    connection = with_more()
    for seed in range(6):
        random, matcher = Random(seed), beside(name).matcher()
        for byte in begun.encode():
            if not matcher.allows(byte):
                return
            matcher.advance(byte)
        for _ in range((0, 5, 30)[seed % 3]):
            if not (readable := [token for token in mask(matcher) if 32 <= token < 127]):
                break
            matcher.advance(random.choice(readable))
        query = beside(name).text([*matcher.tokens, *matcher.completion()])
        found = error(connection, query)
        assert found is None or any(word in found for word in _WHILE_IT_RUNS), query


COLUMNS = [*((c,) for c in "xyz"), *((source, ".", c) for source in "abt" for c in "xyz")]
SOURCES = [("a",), ("b",), ("a", " ", "t"), ("b", " ", "t"), ("a", " AS ", "b"), ("b", " AS ", "a")]


def joined(parts: Any, between: str) -> tuple[str, ...]:
    """Tuples of words as one, a word between them."""
    return tuple(itertools.chain.from_iterable((between, *part) if i else part for i, part in enumerate(parts)))


def small_queries() -> Iterator[tuple[str, ...]]:
    """Up to two columns of up to three tables, words apart; a condition after one column. Before FROM the name of a table
    has its own columns alone, also where another one takes it then."""
    for count, width in itertools.product((1, 2, 3), (1, 2)):
        for sources in itertools.product(SOURCES, repeat=count):
            if len({source[-1] for source in sources}) < count:
                continue
            for columns in itertools.product(COLUMNS, repeat=width):
                if ("a", ".", "z") in columns or ("b", ".", "y") in columns:
                    continue
                query = ("SELECT ", *joined(columns, ","), " FROM ", *joined(sources, ","))
                yield query
                if width == 1:
                    yield from ((*query, " WHERE ", *column) for column in COLUMNS)


def nested_queries() -> Iterator[tuple[str, ...]]:
    """A query before FROM, of its own tables or of those around it, which have other names."""
    columns = [column for column in COLUMNS if column not in (("a", ".", "z"), ("b", ".", "y"))]
    for column, source in itertools.product(columns, ((), ("a",), ("b",), ("a", " ", "t"))):
        within = ("SELECT ", "(SELECT ", *column, *((" FROM ", *source) if source else ()))
        for condition in (None, *columns) if source else (None,):
            query = within if condition is None else (*within, " WHERE ", *condition)
            for around in (("a",), ("b",), ("b", " ", "t"), ("a", ",", "b")):
                if not (source[-1:] == around[-1:] == ("t",)):
                    yield (*query, ")", " FROM ", *around)


def joined_queries() -> Iterator[tuple[str, ...]]:
    """Joins with and without what is compared, tables also in brackets, which may get other names; no name twice."""
    second = [("b",), ("a", " AS ", "t"), ("(", "b", ")"), ("(", "b", ")", " AS ", "t"), ("(", "a", ")", " AS ", "b")]
    ends = [(), (" ON ", "x"), (" ON ", "t", ".", "x"), (" WHERE ", "y"), (" WHERE ", "t", ".", "z")]
    for first, join, source in itertools.product(((), ("(",)), (" JOIN ", " LEFT JOIN ", " CROSS JOIN "), second):
        begun = ("a", ")", " AS ", "t") if first else ("a",)
        if begun[-1] in source:
            continue
        for column, end in itertools.product(COLUMNS, ends):
            if column not in (("a", ".", "z"), ("b", ".", "y")):
                yield ("SELECT ", *column, " FROM ", *first, *begun, join, *source, *end)


def windowed_queries() -> Iterator[tuple[str, ...]]:
    """Windows that others go on with: with an order, a frame or both, of their own or of the other."""
    frame = ("ROWS", " 1 PRECEDING")
    ways = [(), ("ORDER BY ", "x"), frame, ("ORDER BY ", "x", " ", *frame)]
    further = [("w9", *((" ", *way) if way else ())) for way in ways]
    for over in (("w9",), *(("(", *way, ")") for way in further)):
        begun = ("SELECT ", "sum(", "x", ")", " OVER ", *over, " FROM ", "a", " WINDOW ")
        for way in ways:
            yield (*begun, "w9", " AS (", *way, ")")
            for later in further:
                query = (*begun, "w9", " AS (", *way, ")", ",", "v9", " AS (", *later, ")")
                yield query
                yield tuple({"w9": "v9", "v9": "w9"}.get(word, word) for word in query)


def listed_queries() -> Iterator[tuple[str, ...]]:
    """IN a query of WITH, which has one column or more."""
    for columns, column in itertools.product((("x",), ("x", ",", "y")), (("x",), ("y",), ("k9", ".", "x"))):
        begun = ("WITH ", "k9", " AS (SELECT ", *columns, " FROM ", "a", ") SELECT ", *column)
        for source in (("a",), ("k9",), ("b", " ", "k9")):
            yield (*begun, " IN ", "k9", " FROM ", *source)
            yield (*begun, " FROM ", *source, " WHERE ", *column, " NOT IN ", "k9")


@pytest.mark.parametrize("queries", [small_queries, nested_queries, joined_queries, windowed_queries, listed_queries])
def test_masks_are_those_of_an_oracle(queries: Callable[[], Iterator[tuple[str, ...]]]) -> None:
    """Two tables of two columns. Each word is allowed after a beginning if some query of SQLite's goes on by it: all the
    small ones that SQLite takes are tried, and of each other word that is allowed the completion is a query that it takes.
    """
    connection = database(SMALL)
    good = [query for query in queries() if error(connection, "".join(query)) is None]
    words = sorted({word for query in good for word in query})
    tokens = [word.encode() for word in words]
    tokens += [bytes((b,)) for b in range(256) if bytes((b,)) not in tokens]
    vocabulary = Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])
    after: dict[tuple[str, ...], set[str]] = {}
    for query in good:
        for i, word in enumerate((*query, "")):
            after.setdefault(query[:i], set()).add(word)
    told = constrain.compile(sql(connection), vocabulary)
    random = Random(1)
    for text in random.sample(sorted(after), min(1200, len(after))):
        matcher = told.matcher()
        for word in text:
            matcher.advance(words.index(word))
        allowed = {
            "" if token == len(tokens) else words[token]
            for token in mask(matcher)
            if token in {*range(len(words)), len(tokens)}
        }
        assert after[text] <= allowed
        for word in allowed - after[text]:
            assert error(connection, "".join((*text, word, completion(told, (*text, word))))) is None


def completion(told: constrain.Constraint, words: tuple[str, ...]) -> str:
    """The rest of a query that begins so."""
    matcher = told.matcher()
    matcher.advance_text("".join(words))
    return told.text(matcher.completion())


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", ["small", "odd"])
def test_laws_hold(law: object, name: str) -> None:
    """Masks are what stepping says, and no text gets stuck."""
    assert callable(law)
    law(constraint(name), Random(5))


def test_a_catalogue_is_read_from_whatever_has_one() -> None:
    """A connection, DDL and a mapping say the same."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(TRADE)
    tables = sql(connection).tables

    assert tables == sql(TRADE).tables
    assert ["customers", "orders", "order_details", "products", "categories", "dear"] == [t.name for t in tables]
    mapped = sql({table.name: table.columns for table in tables}).tables
    assert [(t.name, t.columns) for t in tables] == [(t.name, t.columns) for t in mapped]


def test_sqlites_parser_has_room_for_brackets_in_brackets() -> None:
    """Operators of all precedences and a CASE at each depth; functions alone go deeper."""
    before = "x OR x AND NOT x = x < x + x * x || "
    opening = before + "CASE x WHEN x THEN x WHEN x THEN "
    queries = [f"SELECT {opening * n}{before}-x COLLATE NOCASE{' END' * n} FROM a" for n in range(5)]
    told = [constraint("small").accepts(query) for query in queries]

    assert told == [True, True, False, False, False]
    assert [] == [found for query in queries[:2] if (found := error(database(SMALL), query))]
    called = [f"SELECT {'abs(' * n}x{')' * n} FROM a" for n in (10, 11)]
    assert [constraint("small").accepts(query) for query in called] == [True, False]
    assert error(database(SMALL), called[0]) is None


def test_sqlites_parser_has_room_for_sources_in_brackets() -> None:
    """As deep as the language takes them, with an expression of all precedences in the innermost."""
    before = "x OR x AND NOT x = x < x + x * x || -x COLLATE NOCASE"
    inside = "a AS s JOIN a ON s.y = abs(CASE s.y WHEN s.y THEN s.y END)"
    queries = [f"SELECT 1 FROM {n * chr(40)}{inside}{n * chr(41)}" for n in range(30)]
    queries += [query.replace("abs(", f"abs({before.replace('x', 's.x')} + ") for query in queries]
    told = [constraint("small").accepts(query) for query in queries]

    assert 10 < sum(told) < len(told)
    assert [] == [found for query in itertools.compress(queries, told) if (found := error(database(SMALL), query))]


def test_values_within_json_are_read_where_that_is_asked_for() -> None:
    """By operators that SQLite counts among its functions; with types they are refused."""
    query = "SELECT y->1 + 2, x -> 'a' ->> 'b' FROM a WHERE x ->> 'q' = 1"
    database(SMALL).execute(f"EXPLAIN {query}")

    assert constrain.compile(sql(SMALL, functions={"->": 2, "->>": 2}), BYTES).accepts(query)
    assert not constraint("small").accepts(query)
    with pytest.raises(UnsupportedError, match="types=True"):
        sql(SMALL, functions={"->": 2}, types=True)
    with pytest.raises(GrammarError, match="the arguments of -> are 2, not 1"):
        sql(SMALL, functions={"->": 1})


@pytest.mark.parametrize("bound", ["y-1", "y - -1", "y/2-y", "y&1|2", "y<<1"])
def test_both_bounds_are_computed(bound: str) -> None:
    """As operands are elsewhere."""
    query = f"SELECT x FROM a WHERE x BETWEEN {bound} AND {bound}"

    assert constraint("small").accepts(query)
    assert error(database(ALL["small"]), query) is None


def test_no_operator_asks_for_brackets_that_are_too_many() -> None:
    """After a chain of as many operators as may be, however deep it is: no AND that only compared rows may follow."""
    told = constraint("small")
    met = 0
    for depth, more, operators in itertools.product(range(12), ("", "(", "x<(", "x IN (", "NOT x<x+x*("), (23, 24)):
        matcher = told.matcher()
        try:
            matcher.advance_bytes(f"SELECT {'abs(' * depth}{more}CAST(x{'+x' * operators} AND NOT ".encode())
        except constrain.ConstrainError:
            continue
        met += 1
        assert matcher.completion()
    assert met > 10


def test_an_aggregate_of_an_aggregate_leaves_room_for_its_window() -> None:
    """However deep it is; walks found that it did not."""
    told = constraint("small")
    met = 0
    for depth, more in itertools.product(range(12), ("", "(", "x<(", "NOT x<x+x*(")):
        matcher, begun = told.matcher(), f"SELECT {'abs(' * depth}{more}total(group_concat("
        try:
            matcher.advance_bytes(begun.encode())
        except constrain.ConstrainError:
            continue
        met += 1
        query = begun + told.text(matcher.completion())
        assert error(database(SMALL), query) is None, query
    assert 10 < met < 48


def test_a_connection_is_read_as_sqlite_has_it() -> None:
    """Whatever it makes of rows and texts; without virtual tables, and with a temporary table before another."""
    connection = sqlite3.connect(":memory:")
    connection.executescript("CREATE TABLE a(x, y AS (x + 1)); CREATE VIEW v AS SELECT x AS [p.q] FROM a")
    connection.execute("CREATE VIRTUAL TABLE w USING fts5(t)")
    connection.row_factory, connection.text_factory = lambda cursor, row: {"row": row}, bytes
    tables = {table.name: table.columns for table in sql(connection, hidden=[]).tables}
    assert (tables["a"], tables["v"]) == (("x", "y"), ("p.q",))
    assert "w" not in tables
    connection.text_factory = lambda text: [text]
    with pytest.raises(GrammarError, match="text_factory"):
        sql(connection)
    connection.text_factory = str
    connection.execute("CREATE TEMP VIEW A AS SELECT 1 AS z")
    connection.execute("CREATE TEMP TABLE b(q)")
    tables = {table.name: table.columns for table in sql(connection).tables}
    assert (tables["v"], tables["A"], tables["b"]) == (("p.q",), ("z",), ("q",))
    assert "a" not in tables


@pytest.mark.parametrize("pool", ["StaticPool", "NullPool"])
def test_sqlalchemy_has_a_connection(pool: str, tmp_path: Path) -> None:
    """An engine, a connection and an inspector say what the file has; of another database is a line."""
    sqlalchemy = pytest.importorskip("sqlalchemy")
    engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path}/shop.db", poolclass=getattr(sqlalchemy.pool, pool))
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE a(x INT, y AS (x + 1))")
        connection.commit()
        for given in (engine, connection, sqlalchemy.inspect(engine), sqlalchemy.inspect(connection)):
            assert [t.columns for t in sql(given).tables] == [("x", "y")]
        assert connection.exec_driver_sql("SELECT count(*) FROM a").scalar() == 0
    for given in (engine, sqlalchemy.inspect(engine), database(SMALL)):
        with pytest.raises(TypeError, match="of sqlite, not of postgresql; leave out dialect="):
            sql(given, dialect="postgresql")


def test_a_dump_is_ddl() -> None:
    """Rows, triggers, settings and virtual tables are passed over, not run; comments may stand before them."""
    dump = """PRAGMA foreign_keys = OFF; BEGIN TRANSACTION; CREATE TABLE a(x INT, y);
    INSERT INTO a VALUES (1, 'a;'), (2, NULL); /* rows */ -- more
    INSERT INTO a SELECT 1, 2 FROM nowhere; CREATE VIRTUAL TABLE f USING fts5(t);
    CREATE TRIGGER changed AFTER INSERT ON a BEGIN UPDATE a SET x = 1; DELETE FROM a; END;
    CREATE VIEW v AS SELECT x FROM a; DELETE FROM sqlite_sequence; ANALYZE; COMMIT;"""

    assert [(t.name, t.columns) for t in sql(dump).tables] == [("a", ("x", "y")), ("v", ("x",))]


def test_ddl_of_many_tables_is_read_and_what_runs_away_is_stopped() -> None:
    """As many as a mapping may have, with indexes; rows without end fill a hundred megabytes at most."""
    many = "".join(f"CREATE TABLE t{i}(a, b); CREATE UNIQUE INDEX i{i} ON t{i}(a);" for i in range(2_000))
    rows = "CREATE TABLE u AS SELECT hex(a.sql || b.sql) FROM sqlite_master a, sqlite_master b, sqlite_master c;"

    assert len(sql(many).tables) == 2_000
    with pytest.raises(LimitExceeded, match="steps to read the DDL"):
        sql(many + "".join(f"CREATE TABLE u{i}(a);" for i in range(5_000)))
    with pytest.raises(GrammarError, match="disk is full"):
        sql(many + rows)


def test_what_is_hidden_may_be_called_anything() -> None:
    """A name that no query can have is told where the table is not hidden."""
    ddl = 'CREATE TABLE a(x, ""); CREATE TABLE b(y)'

    assert [t.name for t in sql(ddl, hidden=["a"]).tables] == ["b"]
    with pytest.raises(GrammarError, match="name of a column of 'a' must have 1 to 200 characters"):
        sql(ddl)


def test_views_that_multiply_are_stopped() -> None:
    """Forty of them, each twice the one before."""
    views = "".join(f"CREATE VIEW v{i + 1} AS SELECT l.x FROM v{i} AS l, v{i} AS r;" for i in range(40))
    with pytest.raises(LimitExceeded, match="too many views"):
        sql(f"CREATE TABLE v0(x); {views}")


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: sql({"a": ["x", 7]}), "names of tables and columns, and types, must be str.*7"),
        (lambda: sql({7: ["x"]}), "names of tables and columns, and types, must be str.*7"),
        (lambda: sql(SMALL, functions={"f": "2"}), "arguments of 'f'"),
        (lambda: sql(SMALL, functions={"f": (1, 2, 3)}), "arguments of 'f'"),
        (lambda: sql(SMALL, functions=["f"]), "functions must be a mapping"),
        (lambda: sql(SMALL, parameters=3), "parameters must be a list"),  # type: ignore[arg-type]
        (lambda: sql(SMALL, parameters=":a"), "parameters must be a list"),
        (lambda: sql(SMALL, hidden="artist"), "hidden must be a list"),
        (lambda: sql(SMALL, aliases="a"), "aliases must be a list"),
    ],
)
def test_arguments_have_types(make: Any, text: str) -> None:
    """And the message names what has another."""
    with pytest.raises(TypeError, match=text):
        make()


def test_what_is_hidden_cannot_be_named() -> None:
    """Neither a table nor a column; a star would show the column, so there is none then."""
    told = constrain.compile(sql(MUSIC, hidden=["Employee", "Customer.LastName"]), BYTES)

    assert told.accepts("SELECT FirstName FROM Customer")
    assert not told.accepts("SELECT LastName FROM Customer")
    assert not told.accepts("SELECT Title FROM Employee")
    assert not told.accepts("SELECT * FROM Customer")
    assert not told.accepts("SELECT Customer.* FROM Customer")
    assert constrain.compile(sql(MUSIC, hidden=["Employee"]), BYTES).accepts("SELECT * FROM Artist")


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_what_is_hidden_is_not_compared_by_natural_join(dialect: str) -> None:
    """It would tell which rows have the same value, or none."""
    for hidden, allowed in (("a.s", False), ("b", True)):
        told = constrain.compile(
            sql("CREATE TABLE a(x INT, s INT); CREATE TABLE b(x INT);", dialect, hidden=[hidden]), BYTES
        )

        assert told.accepts("SELECT x FROM a NATURAL JOIN a AS c") == allowed


@pytest.mark.parametrize("free", [False, True])
def test_no_query_of_with_calls_a_column_as_one_that_is_hidden(free: bool) -> None:
    """A query within would read that one, where the name seems to be of the query around."""
    ddl = "CREATE TABLE a(x INT, s INT); CREATE TABLE b(y INT);"
    told = constrain.compile(sql(ddl, hidden=["a.s"], free_names=free), BYTES)

    for name in ("s", "S", '"s"'):
        assert not told.accepts(f"WITH k({name}) AS (SELECT 1) SELECT (SELECT 1 FROM a WHERE s = 1) FROM k")
        assert not told.accepts(f"SELECT (SELECT 1 FROM a WHERE {name} = 1) FROM b")
    assert told.accepts("WITH k(r) AS (SELECT 1) SELECT (SELECT 1 FROM a WHERE r = 1) FROM k")


IN_AND_OUT = [
    ("SELECT y FROM a ab1 JOIN b ab_c ON ab1.x = ab_c.x", True),
    ("SELECT x FROM a boss", False),
    ("SELECT x FROM a on_x", False),
    ("SELECT x, (SELECT z FROM b WHERE y = z) FROM a", True),
    ("SELECT (SELECT y FROM b) FROM a", True),
    ("SELECT (SELECT y), (SELECT z) FROM a JOIN b USING (x)", True),
    ("SELECT (SELECT x) FROM a, b", False),
    ("SELECT (SELECT z) FROM a", False),
    ("SELECT (SELECT y FROM b ORDER BY y) FROM a", False),
    ("SELECT x FROM (SELECT (SELECT x) FROM a)", False),
    ("SELECT q.y FROM ((a AS p)) AS q", True),
    ("SELECT p.y FROM ((a AS p)) AS q", False),
    ("SELECT * FROM (a, b) AS q", False),
    ("SELECT x FROM a NOT INDEXED GROUP BY (1)", True),
    ("SELECT x FROM a GROUP BY (2)", False),
    ("WITH w1 AS (SELECT x FROM a) SELECT `w1`.[x] FROM [w1]", True),
    ("SELECT x FROM a WHERE " + " AND ".join(40 * ["x = 1"]), True),
    ("SELECT x FROM a WHERE x IN (" + ",".join(1000 * ["1"]) + ")", True),
    ("SELECT x FROM " + 4 * "(SELECT x FROM " + "a" + 4 * ")", True),
    ("SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 1 + 1 PRECEDING AND 2 + 3 FOLLOWING) FROM a", True),
]


@pytest.mark.parametrize(("query", "inside"), IN_AND_OUT)
def test_names_and_brackets_are_as_sqlite_has_them(query: str, inside: bool) -> None:
    """What is inside runs; of the others some do, too."""
    assert constraint("small").accepts(query) == inside
    assert not inside or error(database(SMALL), query) is None


def test_brackets_are_never_deeper_than_an_expression_may_be() -> None:
    """A thousand operators within each other."""
    for depth, inside in ((25, True), (26, False)):
        value = "x"
        for _ in range(depth):
            value = f"({value}{24 * '+1'})"
        assert constraint("small").accepts(f"SELECT x FROM a WHERE {value}") == inside
        assert error(database(SMALL), f"SELECT x FROM a WHERE {value}") is None


def test_a_view_of_some_rows_takes_the_place_of_a_table() -> None:
    """What a role may see is a view, and the table is hidden."""
    connection = sqlite3.connect(":memory:")
    connection.executescript("CREATE TABLE t(x, tenant); CREATE VIEW mine AS SELECT x FROM t WHERE tenant = 7;")
    told = constrain.compile(sql(connection, hidden=["t"]), BYTES)

    assert told.accepts("SELECT x FROM mine WHERE x > 1")
    assert not any(map(told.accepts, ("SELECT x FROM t", "SELECT tenant FROM mine", "SELECT 1 FROM (SELECT x FROM t)")))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1 FROM (SELECT (x) FROM a) AS s, b WHERE x = 1",
        "SELECT 1 FROM (SELECT x + 1 FROM a) AS s",
        "SELECT y FROM a WHERE EXISTS (SELECT count(*) AS y FROM b WHERE y = 1)",
        "SELECT q FROM (SELECT 1 AS q) AS s WHERE EXISTS (SELECT count(*) AS q FROM b WHERE q = 1)",
    ],
)
def test_results_have_no_names_that_sqlite_takes_for_others(query: str) -> None:
    """Within FROM each has a name unless it is a column, within expressions none has."""
    assert not constraint("small").accepts(query)
    assert constraint("small").accepts(
        "SELECT 1 AS x FROM (SELECT (x) AS q, y FROM a UNION SELECT 1, z FROM b) AS s WHERE q = y"
    )


@pytest.mark.parametrize(
    ("database", "hidden", "kind", "text"),
    [
        ({"t": ["ok", "secret"], "u": ["k", "Secret"]}, ["t.secret"], UnsupportedError, "t.secret.*u.Secret"),
        ({"t": ["ok", "secret"], "u": ["k", "OID"]}, ["t.secret"], UnsupportedError, "t.secret.*u.OID"),
        ({"a": ["b", "c"], "a.b": ["x"]}, ["a.b"], GrammarError, "ambiguous"),
    ],
)
def test_what_would_show_through_is_refused(database: Any, hidden: list[str], kind: type[Exception], text: str) -> None:
    """A column that another one's name could read, and an entry that is two things."""
    with pytest.raises(kind, match=text):
        sql(database, hidden=hidden)


def test_results_are_not_called_as_what_is_hidden() -> None:
    """A query within could read the hidden column by the name."""
    told = constrain.compile(sql({"t": ["ok", "secret", "a b"]}, hidden=["t.secret", "t.a b"]), BYTES)

    assert told.accepts("WITH found AS (SELECT 1 AS n) SELECT n FROM found")
    for name in ("Secret", "rowid", '"A b"'):
        assert not told.accepts(f"WITH found AS (SELECT 1 AS {name}) SELECT 1 FROM found")


WORDS = [
    "SELECT ",
    "(SELECT ",
    " FROM ",
    ",",
    " JOIN ",
    " NATURAL JOIN ",
    " USING (",
    " ON ",
    " AS ",
    " WHERE ",
    ")",
    "*",
]
WORDS += [
    "x",
    "y",
    "z",
    "a",
    "b",
    "nmae",
    "s.",
    "t.",
    "s.z",
    " IN (SELECT ",
    " ORDER BY ",
    "count(",
    "WITH ",
    " AS (SELECT ",
]
WORDS += ["VALUES (", " UNION SELECT ", " GROUP BY ", "b.*", "1", " = ", "s", "t"]


def test_names_that_are_yet_to_be_declared_get_declared() -> None:
    """After any beginning there is a way on that SQLite runs, also where a query in FROM must put out what was used."""
    connection = database(SMALL)
    words = [word.encode() for word in WORDS]
    words += [bytes((b,)) for b in range(256) if bytes((b,)) not in words]
    told = constrain.compile(sql(SMALL, free_names=True), Vocabulary.from_bytes([*words, None], end_ids=[len(words)]))
    for seed in range(60):
        random, matcher, text = Random(seed), told.matcher(), ""
        for _ in range(random.choice((10, 25))):
            allowed = [token for token in mask(matcher) if token < len(WORDS)]
            if not allowed:
                break
            token = random.choice(allowed)
            matcher.advance(token)
            text += WORDS[token]
            rest = told.text(matcher.completion())
            assert len(rest) < 1_000
            assert error(connection, text + rest) is None


WINDOWS = ["SELECT ", "(SELECT ", "IN (SELECT ", " FROM ", ",", ")", "x", "z", "a", "b", " AS q", "count(", "rank()"]
WINDOWS += [" OVER w", " OVER v", " OVER (", " WINDOW ", "w AS (", "v AS (", "ORDER BY ", " ORDER BY ", " GROUP BY "]


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_windows_that_are_yet_to_be_given_a_name_get_one(dialect: str) -> None:
    """Whatever has begun can end, after WINDOW too; and SQLite runs it."""
    connection = database(SMALL)
    words = [word.encode() for word in WINDOWS]
    words += [bytes((b,)) for b in range(256) if bytes((b,)) not in words]
    vocabulary = Vocabulary.from_bytes([*words, None], end_ids=[len(words)])
    told = constrain.compile(sql(SMALL, dialect=dialect), vocabulary)
    named = 0
    for seed in range(60):
        random, matcher, text = Random(seed), told.matcher(), ""
        for _ in range(random.choice((10, 25))):
            allowed = [token for token in mask(matcher) if token < len(WINDOWS)]
            if not allowed:
                break
            token = random.choice(allowed)
            matcher.advance(token)
            text += WINDOWS[token]
            query = text + told.text(matcher.completion())
            named += "WINDOW" in query.upper()
            assert dialect != "sqlite" or error(connection, query) is None
    assert named > 20
    assert not told.accepts("SELECT x FROM a WINDOW w AS ()")
    unused = "SELECT rank() OVER w FROM a WINDOW w AS (), v AS ()"  # in SQLite another may go on with it
    assert told.accepts(unused) == (dialect == "sqlite") == (error(connection, unused) is None and dialect == "sqlite")
    assert told.accepts("SELECT rank() OVER X FROM a WINDOW x AS ()")
    quoted = 'SELECT rank() OVER x FROM a WINDOW "x" AS ()'
    assert told.accepts(quoted) == (dialect != "sqlite" or error(connection, quoted) is None) == (dialect != "sqlite")


WRITTEN = """
INSERT INTO Artist VALUES (7, 'x'), (8, 'y')
INSERT INTO Artist (Name) SELECT LastName FROM Employee WHERE EmployeeId > 3
INSERT OR REPLACE INTO Genre (Name, GenreId) VALUES (upper('a'), (SELECT max(GenreId) FROM Genre) + 1)
INSERT INTO Genre DEFAULT VALUES
UPDATE Track SET UnitPrice = UnitPrice * 1.1, GenreId = NULL WHERE AlbumId IN (SELECT AlbumId FROM Album WHERE ArtistId = 2)
UPDATE Artist SET Name = trim(Name)
DELETE FROM InvoiceLine WHERE NOT EXISTS (SELECT 1 FROM Invoice i WHERE i.InvoiceId = InvoiceLine.InvoiceId);
DELETE FROM Album
UPDATE Track SET (UnitPrice, GenreId) = (1, NULL), (Name) = ('x') WHERE TrackId = 1
UPDATE Album SET (Title, ArtistId) = (SELECT Name, ArtistId FROM Artist WHERE Artist.ArtistId = Album.ArtistId)
UPDATE Artist SET Name = 'x' RETURNING *, Artist.Name || 'y' AS both
DELETE FROM Artist WHERE Name = 'x' RETURNING (SELECT count(*) FROM Album WHERE Album.ArtistId = Artist.ArtistId) n
INSERT INTO Artist VALUES (7, 'x') ON CONFLICT DO NOTHING RETURNING ArtistId
INSERT INTO Artist (Name) SELECT LastName FROM Employee RETURNING Name
INSERT INTO Genre DEFAULT VALUES RETURNING GenreId
INSERT OR ABORT INTO Artist VALUES (7, 'x') ON CONFLICT (ArtistId) DO NOTHING
INSERT INTO Artist VALUES (7, 'x') ON CONFLICT(ArtistId) DO UPDATE SET Name = excluded.Name || Name WHERE Artist.Name <> '' RETURNING *
WITH some AS (SELECT LastName AS n FROM Employee) INSERT INTO Artist (Name) SELECT n FROM some
WITH some(n) AS (VALUES (1)) DELETE FROM Artist WHERE ArtistId IN (SELECT n FROM some) RETURNING Name
WITH some(n) AS (VALUES (1)) UPDATE OR FAIL Artist SET ArtistId = (SELECT n FROM some)
UPDATE Artist SET Name = Album.Title FROM Album WHERE Album.ArtistId = Artist.ArtistId
UPDATE Artist SET Name = Name || Title FROM Album
UPDATE Artist SET Name = (SELECT max(Title) FROM Album WHERE Name = Employee.LastName) FROM Employee
UPDATE Artist SET Name = t.Title FROM (SELECT max(Title) AS Title FROM Album) AS t RETURNING Name
UPDATE Artist SET Name = q.Name FROM Artist AS q WHERE q.ArtistId = Artist.ArtistId + 1
UPDATE Artist SET Name = Album.Title FROM Album LEFT JOIN Genre AS g ON g.GenreId = Album.AlbumId, Employee
WITH some AS (SELECT LastName AS n FROM Employee) UPDATE Artist SET Name = some.n FROM some
UPDATE Artist AS q SET Name = q.Name WHERE q.ArtistId = 1 RETURNING Name
DELETE FROM Artist AS q WHERE EXISTS (SELECT 1 FROM Album WHERE ArtistId = q.ArtistId)
INSERT INTO Artist AS q VALUES (7, 'x') ON CONFLICT (ArtistId) DO UPDATE SET Name = q.Name || excluded.Name
DELETE FROM Artist NOT INDEXED WHERE ArtistId = 1
"""
NOT_WRITTEN = """
INSERT INTO Artist VALUES (7)
INSERT INTO Artist (Nmae) VALUES ('x')
INSERT INTO Artist (Name) VALUES ('x'), ('y', 'z')
INSERT INTO Artist (Name) VALUES (ArtistId)
INSERT INTO Artist (Name) SELECT Title, AlbumId FROM Album
UPDATE Artist SET Title = 1
UPDATE Artist SET Name = Title
UPDATE Artist SET Name = 1 WHERE Title = 1
UPDATE Artist SET Name = 1, Name = 2
DELETE FROM Artists
DELETE FROM Artist WHERE Title = 1
UPDATE Track SET (UnitPrice, GenreId) = (1, 2, 3)
UPDATE Artist SET Name = 'x' RETURNING count(*)
UPDATE Artist SET Name = 'x' RETURNING Title
INSERT INTO Artist (Name) SELECT LastName FROM Employee RETURNING LastName
INSERT INTO Artist (Name) SELECT LastName FROM Employee ON CONFLICT DO NOTHING
INSERT INTO Artist VALUES (7, 'x') ON CONFLICT (Name) DO NOTHING
INSERT INTO Artist VALUES (7, 'x') ON CONFLICT (ArtistId) DO UPDATE SET Title = 1
INSERT INTO Artist VALUES (7, 'x') ON CONFLICT (ArtistId) DO UPDATE SET Name = excluded.Title
INSERT INTO Artist VALUES (7, 'x') ON CONFLICT (ArtistId) DO NOTHING RETURNING excluded.Name
UPDATE Artist SET Name = Title FROM Album WHERE ArtistId = 1
UPDATE Artist SET Name = Name || Title FROM Album, Genre
UPDATE Artist SET Name = 'x' FROM Artist
UPDATE Artist SET Name = Title FROM Album RETURNING Title
UPDATE Artist SET Name = Title FROM Album JOIN Genre ON Artist.Name = 'x'
UPDATE Artist AS q SET Name = Artist.Name
UPDATE Artist AS q SET Name = 'x' RETURNING q.Name
INSERT INTO Artist AS q VALUES (7, 'x') ON CONFLICT (ArtistId) DO UPDATE SET Name = Artist.Name
DROP TABLE Artist
"""


def test_writes_are_in_the_language_where_they_are_asked_for() -> None:
    """Those that SQLite prepares; an assignment twice it takes, too. A kind that was not asked for is not."""
    told = constrain.compile(sql(MUSIC, writes=True), BYTES)
    connection = database(MUSIC)
    for query in WRITTEN.strip().splitlines():
        assert told.accepts(query), query
        assert not constraint("music").accepts(query)
        connection.execute(f"EXPLAIN {query}")
    for query in NOT_WRITTEN.strip().splitlines():
        assert not told.accepts(query), query
        if not query.startswith("DROP") and query.count("Name =") < 2:
            with pytest.raises(sqlite3.Error):
                connection.execute(f"EXPLAIN {query}")
    adding = constrain.compile(sql(MUSIC, writes=["insert"]), BYTES)
    assert adding.accepts("INSERT INTO Genre DEFAULT VALUES")
    assert not adding.accepts("DELETE FROM Album")
    with pytest.raises(ValueError, match="writes is 'drop'"):
        sql(MUSIC, writes=["drop"])


@pytest.mark.parametrize("name", ALL)
def test_whatever_is_written_runs(name: str) -> None:
    """But for what only data tells, as keys that are there already."""
    connection, told = database(ALL[name]), constrain.compile(sql(ALL[name], writes=True), BYTES)
    for seed in range(30):
        query = told.sample(Random(seed), readable=seed % 4 != 0, soft_limit=(40, 80, 150)[seed % 3])
        found = error(connection, query)
        connection.rollback()
        assert found is None or re.match("UNIQUE constraint failed|datatype mismatch|Could not decode", found), found


def test_rows_that_may_be_changed_can_be_required_to_meet_a_condition() -> None:
    """Tables without its columns are not written then; views never are, and generated columns get no values."""
    ddl = "CREATE TABLE a(t, x, y AS (x)); CREATE TABLE b(x); CREATE VIEW v AS SELECT t, x FROM a"
    told = constrain.compile(sql(ddl, writes=True, where="t = :t"), BYTES)

    assert told.accepts("DELETE FROM a WHERE (t = :t)")
    assert told.accepts("UPDATE a SET x = 1 WHERE (t = :t) AND (x > 2 OR x < 1)")
    for query in ("DELETE FROM a", "DELETE FROM a WHERE x = 1", "UPDATE a SET x = 1 WHERE (t = :t) OR x = 1"):
        assert not told.accepts(query)
    for query in ("DELETE FROM b WHERE (t = :t)", "DELETE FROM v WHERE (t = :t)", "UPDATE a SET y = 1 WHERE (t = :t)"):
        assert not told.accepts(query)
    assert told.accepts("INSERT OR IGNORE INTO a (t, x) VALUES (1, 2)")
    # They would delete rows that do not meet it.
    for query in ("INSERT OR REPLACE INTO a (t, x) VALUES (1, 2)", "UPDATE OR REPLACE a SET x = 1 WHERE (t = :t)"):
        assert not told.accepts(query)
    assert not told.accepts("WITH hidden AS (SELECT 1) DELETE FROM a WHERE (t = :t)")  # which the condition could mean
    assert not told.accepts("DELETE FROM a AS b WHERE (t = :t)")
    assert not told.accepts("UPDATE a SET x = 1 FROM b WHERE (t = :t)")
    assert not constrain.compile(sql(SMALL, writes=True, hidden=["a.y"]), BYTES).accepts("INSERT INTO a VALUES (1)")


CONDITIONS = {
    '"owner" <> 1': ["a"],
    'NOT a."owner"': ["a"],
    '"owner--" IS NOT 1': [],
    "'\"owner\"' <> 1": ["a", "b", "c"],
    'EXISTS (SELECT 1 FROM "c" WHERE c.x = 1)': ["a", "b", "c"],
    "EXISTS (SELECT 1 FROM c d WHERE d.x = owner)": ["a"],
    "x = 1 -- all": [],
    "x) OR (1": [],
    "x = 1 /* all": [],
    "rowid = 1": [],
    "x = 1;": [],
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_stands_by_itself_on_all_tables_that_are_written(condition: str) -> None:
    """On others SQLite would not take it, or take for a text what is no column there, or it would be no condition."""
    ddl = "CREATE TABLE a(x INT PRIMARY KEY, owner INT) WITHOUT ROWID; CREATE TABLE b(x); CREATE TABLE c(x)"
    if not CONDITIONS[condition]:
        with pytest.raises(GrammarError, match="no table can be written"):
            sql(ddl, writes=True, where=condition)
        return
    told = constrain.compile(sql(ddl, writes=True, where=condition), BYTES)
    for table in "abc":
        query = f"DELETE FROM {table} WHERE ({condition})"
        assert told.accepts(query) == (table in CONDITIONS[condition]), query
        if table in CONDITIONS[condition]:
            assert error(database(ddl), query) is None


@pytest.mark.parametrize("hidden", [[], ["a.true"]])
def test_a_column_may_be_called_true(hidden: list[str]) -> None:
    """SQLite takes TRUE for it then, hidden or not, and for an ambiguous name where there are two."""
    ddl = 'CREATE TABLE a("true", y); CREATE TABLE b("true", y)'
    told = constrain.compile(sql(ddl, hidden=[*hidden, *(["b.true"] if hidden else [])]), BYTES)

    assert error(database(ddl), "SELECT TRUE FROM a JOIN b USING (y)")
    assert not told.accepts("SELECT TRUE FROM a")
    assert told.accepts("SELECT FALSE FROM a")
    assert told.accepts('SELECT "true" FROM a') == (not hidden)


@pytest.mark.parametrize("more", [{}, {"free_names": True}, {"types": True}])
def test_a_query_in_from_has_no_column_called_true(more: dict[str, Any]) -> None:
    """SQLite calls it by its place, and does not find it by USING where several stand in brackets."""
    ddl = 'CREATE TABLE a(x, "true"); CREATE TABLE b(y, "true"); CREATE TABLE c(z)'
    told = constrain.compile(sql(ddl, **more), BYTES)

    for query in (
        'SELECT q."true" FROM (SELECT * FROM a) AS q',
        'SELECT q."true" FROM (SELECT "true" FROM a) AS q',
        'WITH k AS (SELECT * FROM a) SELECT k."true" FROM k',
        'SELECT * FROM c, (a JOIN c AS t ON 1) JOIN b USING ("true")',
    ):
        assert error(database(ddl), query), query
        assert not told.accepts(query), query
    for query in (
        'SELECT a."true" FROM b, (a JOIN c ON 1)',
        'SELECT d.x FROM (SELECT * FROM a) AS d, b WHERE "true" = 1',
    ):
        assert error(database(ddl), query) is None, query
        assert told.accepts(query), query
    for begun in ('SELECT a."true" FROM ', 'SELECT "true" FROM (', 'SELECT * FROM (SELECT "true" FROM a) AS q JOIN '):
        matcher = told.matcher()
        for byte in begun.encode():
            matcher.advance(byte)
        query = told.text([*matcher.tokens, *matcher.completion()])
        assert error(database(ddl), query) is None, query


def test_a_limit_can_be_required() -> None:
    """Every query ends with it, whatever it is made of."""
    told = constrain.compile(sql(WORLD, limit=100), BYTES)

    assert told.accepts("SELECT name FROM city LIMIT 100")
    assert told.accepts("SELECT name FROM city ORDER BY 1 LIMIT 7 OFFSET 3")
    assert not told.accepts("SELECT name FROM city")
    assert not told.accepts("SELECT name FROM city LIMIT 101")


def test_a_budget_is_kept() -> None:
    """With few tokens left the query still ends, its names declared."""
    connection = database(MUSIC)
    for seed in range(20):
        random, matcher, text = Random(seed), constraint("music").matcher(), b""
        row = constrain.allocate_bitmask(1, BYTES)[0]
        for left in range(150, 0, -1):
            matcher.fill_bitmask(row, tokens_left=left)
            allowed = [token for token in constrain.allowed_tokens(row) if token < 256]
            if not allowed:
                break
            token = random.choice(allowed)
            matcher.advance(token)
            text += bytes((token,))
        assert matcher.is_accepting
        assert error(connection, text.decode()) is None


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda: sql(SMALL, dialect="mysql"), UnsupportedError, "dialect must be sqlite"),
        (lambda: sql(SMALL, where="x = 1"), GrammarError, "ask for them by writes="),
        (lambda: sql(SMALL, writes=True, where="q = 1"), GrammarError, "no such column: q"),
        (lambda: sql("CREATE VIEW v AS SELECT 1 AS y", writes=True), GrammarError, "no table that may be written"),
        (lambda: sql("CREATE TABLE a(x"), GrammarError, "does not take the DDL"),
        (lambda: sql("CREATE TABLE a AS SELECT load_extension('x')"), GrammarError, "not authorized"),
        (lambda: sql("CREATE TABLE public.a(x)"), GrammarError, "PostgreSQL's is read by dialect='postgresql'"),
        (lambda: sql("CREATE TABLE a(x\0)"), GrammarError, "NUL"),
        (lambda: sql("CREATE TABLE \ud800(x)"), GrammarError, "surrogate"),
        (lambda: sql(SMALL, functions={"select": 1}), GrammarError, "keyword"),
        (lambda: sql("ATTACH 'x.db' AS y"), GrammarError, "not authorized"),
        (lambda: sql({"a": ["x", "X"]}), GrammarError, "the same name"),
        (lambda: sql({}), GrammarError, "no table"),
        (lambda: sql(SMALL, hidden=["c"]), GrammarError, "hidden is not in the database"),
        (lambda: sql({f"t{i}": ["x"] for i in range(5001)}), LimitExceeded, "5001 tables"),
        (lambda: sequence("A query: ", sql(SMALL)), UnsupportedError, "stands alone"),
        (lambda: constrain.compile(sql(SMALL), Vocabulary.from_bytes([b"a", None], end_ids=[1])), VocabularyError, "no tokens of this"),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_refused(make: Any, kind: type[ConstrainError], text: str) -> None:
    """With the reason."""
    with pytest.raises(kind, match=text):
        make()


GIVEN = ["SELECT x FROM a AS {}", "SELECT max(x) {} FROM a", "SELECT x AS {} FROM a"]
GIVEN += ["WITH {0} AS (SELECT x FROM a) SELECT x FROM {0}", "SELECT 1 FROM (SELECT x FROM a) {}"]


@pytest.mark.parametrize("query", GIVEN)
@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_no_name_that_a_text_gives_is_glued_to_a_keyword(dialect: str, query: str) -> None:
    """SQLite takes them. In small letters, in capitals and in quotation marks they are names like others."""
    told = constrain.compile(sql(SMALL, dialect=dialect), BYTES)
    long = "|".join(word.upper() for word in RESERVED if len(word) > 3)
    glued = re.compile(f"({'|'.join(RESERVED).upper()})[a-z]|({long})[A-Z][a-z]|(?i:limit|offset)[0-9]")
    random = Random(3)
    met = Counter[bool]()
    for word in (*sorted(RESERVED), "x", "t", "total"):
        for spelled in {word, word.upper(), word.capitalize()}:
            for rest in ("", "e", "y_id", "_id", "I", "Id", "2", random.choice("abcXYZ_09") + "q"):
                name = spelled + rest
                if name.lower() in RESERVED or "x" == name.lower():
                    continue
                is_glued = glued.match(name) is not None
                met[is_glued] += 1
                assert told.accepts(query.format(name)) == (not is_glued), name
                if dialect == "sqlite":
                    assert error(database(SMALL), query.format(name)) is None
    assert min(met.values()) > 100


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("SELECT y FROM a t JOIN b AS b2\nON t.x = b2.x", "SELECT y FROM a t JOIN b\nb2 ON t.x = b2.x"),
        ("SELECT x FROM (\nSELECT x FROM a\n) AS t", "SELECT x FROM (SELECT x FROM a)\nt"),
        ("SELECT x FROM a t", "SELECT x FROM a wherex"),
        ("SELECT x FROM a AS wherex", "SELECT x FROM a Question"),
        ("SELECT x FROM a AS Question", "SELECT x FROM a\nSELECTx_"),
        ("SELECT 1 FROM (SELECT x FROM a) found", "SELECT max(x)\nanswer FROM a"),
        ("SELECT max(x) answer FROM a", "SELECT z FROM a, b boss"),
        ("SELECT 1 FROM a given JOIN b c ON c.x = given.x", "SELECT 1 FROM a JOIN b nother ON a.x = nother.x"),
        ("SELECT x FROM a\nNATURAL JOIN b", "SELECT x FROM a\nAS\nQuestion"),
        ("SELECT max(x) AS answer FROM a", "SELECT max(x) AS\nanswer FROM a"),
        ("SELECT given.x FROM a given", "SELECT x FROM a gives"),
    ],
)
def test_a_word_that_a_model_ends_a_query_with_is_no_name(dialect: str, good: str, bad: str) -> None:
    """A table's name that nothing knew before comes after AS, and so does any name in a new line."""
    told = constrain.compile(sql(SMALL, dialect=dialect, aliases=["given"]), BYTES)

    assert told.accepts(good)
    assert not told.accepts(bad)
    assert [None, None] == [error(database(SMALL), query) for query in (good, bad)]


@pytest.mark.parametrize("types", [False, True])
def test_a_join_may_have_a_condition(types: bool) -> None:
    told = constrain.compile(sql(SMALL, types=types), BYTES)

    for join in ("JOIN", "LEFT JOIN", "FULL OUTER JOIN", "INNER JOIN"):
        assert told.accepts(f"SELECT y FROM a {join} b")
        assert told.accepts(f"SELECT y FROM a {join} b WHERE a.x = b.x")
        assert not told.accepts(f"SELECT y FROM a {join} b WHERE x = 1")
        assert told.accepts(f"SELECT y FROM a {join} b ON a.x = b.x WHERE z = 1")
        assert told.accepts(f"SELECT a.y FROM a {join} b USING (x), b AS c JOIN a AS d ON c.x = 1")
    assert told.accepts("SELECT y FROM a NATURAL JOIN b CROSS JOIN b AS c, b AS d")


def test_collate_stands_once_and_after_no_number() -> None:
    """SQLite takes it anywhere."""
    told = constrain.compile(sql(SMALL), BYTES)

    for good in ("x COLLATE nocase", "'1' = x COLLATE nocase", "lower(x) COLLATE rtrim", "(x) COLLATE binary < y"):
        assert told.accepts(f"SELECT {good} FROM a")
        assert told.accepts(f"SELECT 1 FROM a WHERE {good} ORDER BY {good}")
    for bad in ("x COLLATE nocase COLLATE nocase", "1 COLLATE nocase", "x = 2 COLLATE nocase"):
        assert not told.accepts(f"SELECT {bad} FROM a")
        assert error(database(SMALL), f"SELECT {bad} FROM a") is None


def test_a_name_that_is_free_before_from_needs_no_as_there() -> None:
    """SELECT has said it."""
    told = constrain.compile(sql(SMALL, free_names=True), BYTES)

    assert told.accepts("SELECT boss.x FROM a boss")
    assert not told.accepts("SELECT x FROM a boss")


def test_a_name_that_is_glued_may_be_asked_for() -> None:
    """By `aliases=`, or as a column's."""
    told = constrain.compile(sql({"a": ["LIMIT1", "ONe"]}, aliases=["WHEREto"]), BYTES)

    assert told.accepts("SELECT WHEREto.ONe, LIMIT1 FROM a AS WHEREto")


def test_a_vocabulary_needs_the_bytes_of_names_alone() -> None:
    """Control bytes may be missing, and bytes of characters in no name; a name's may not."""
    few = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256) if 32 <= b < 0xF1), None], end_ids=[0xF1 - 32])
    told = constrain.compile(sql(ALL["odd"]), few)

    assert told.accepts('SELECT "übung" FROM Customers')
    assert error(database(ALL["odd"]), told.sample(Random(3))) is None
    with pytest.raises(VocabularyError, match="no tokens of this vocabulary"):
        constrain.compile(sql({"a": ["\U00100000"]}), few)


def test_it_travels() -> None:
    """Pickled grammars and saved constraints have the same language."""
    grammar = pickle.loads(pickle.dumps(sql(SMALL)))
    told = constrain.Constraint.from_bytes(constrain.compile(grammar, BYTES).to_bytes(), BYTES)

    assert told.accepts("SELECT y FROM a")
    assert not told.accepts("SELECT y FROM b")


TOLD = {
    "artist": {"id": "integer", "name": "text", "secret": "text"},
    "album": {"id": "integer", "title": "text", "artist_id": "integer"},
}
GROUPED = "compare it in HAVING, after GROUP BY, or select it in a query in brackets"


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("SELECT nme FROM artist", "no column `nme` in `artist`; did you mean `name`?"),
        ("SELECT r.nme FROM artist AS r", "no column `nme` in `artist`; did you mean `name`?"),
        ("SELECT name FROM artst", "no table `artst`; did you mean `artist`?"),
        ("SELECT lenght(name) FROM artist", "no function `lenght`; did you mean `length`?"),
        ("SELECT title FROM artist", "no column `title` in `artist`; it is in `album`"),
        ("SELECT id FROM artist, album", "`id` is a column of `artist`, `album`; write `artist.id`"),
        ("SELECT x.name FROM artist AS a", "no source is called `x`; there are `a`"),
        ("SELCT name FROM artist", "did you mean SELECT?"),
        ("SELECT name FROM artist boss", "a name that you give to a table stands after AS: `artist AS boss`"),
        ("SELECT name FROM artist WHRE id = 1", "did you mean WHERE?"),
        (
            'SELECT name FROM artist WHERE name = "Cher"',
            "no column `Cher` in `artist`; there are `id`, `name`; a text stands in single quotes, 'Cher'",
        ),
        (
            "SELECT name FROM artist WHERE name = 'nme FROM",
            "the text that begins with 'nme FROM has no quotation mark at its end",
        ),
        ("SELECT name FROM artist WHERE name = Cher", "a text stands in single quotes, 'Cher'"),
        (
            "SELECT title FROM album JOIN artist ON artists.id = 1",
            "no table or alias `artists`; did you mean `artist`?",
        ),
        ("SELECT name FROM artist WHERE count(*) > 1", f"the aggregate `count` may not stand in WHERE; {GROUPED}"),
        ("SELECT name FROM artist WHERE id = max(id)", f"the aggregate `max` may not stand in WHERE; {GROUPED}"),
        ("SELECT max(count(*)) FROM album", "the aggregate `count` may not stand within another one, `max`"),
        ("SELECT name FROM artist HAVING 1", "HAVING stands after GROUP BY, which is missing"),
        ("SELECT id FROM album UNION SELECT id, name FROM artist", "a compound have as many results as the first, 1"),
        ("SELECT id, title FROM album EXCEPT SELECT id FROM artist", "a compound have as many results as the first, 2"),
        (
            "SELECT title FROM album WHERE id IN (SELECT id, name FROM artist)",
            "a query within an expression has 1 result",
        ),
        ("SELECT 1 FROM (SELECT id, nme AS x FROM artist) AS t", "no column `nme` in `artist`; did you mean `name`?"),
        (
            "SELECT x FROM (SELECT 1 AS x) AS t",
            "`x` is what a query in FROM gives, which SELECT may name by free_names=",
        ),
        ("SELECT round() FROM album", "`round` takes 1 to 2 arguments"),
        ("SELECT lower(name, 2) FROM artist", "`lower` takes 1 argument"),
        ("SELECT coalesce(name) FROM artist", "`coalesce` takes at least 2 arguments"),
        ("SELECT name FROM artist WHERE name > 3", "`name` is a text, and is not compared with a number"),
        (
            "SELECT name FROM artist WHERE id > '3'",
            "`id` is a number, and is not compared with a text in single quotes",
        ),
        ("SELECT sum(name) FROM artist", "`sum` is of numbers, and `name` is a text"),
        ("SELECT title FROM album ORDER BY 3", "a number here is the place of a result, and there is 1 result"),
        (
            "SELECT * FROM artist",
            "`*` would show columns that are hidden; write them out: `id`, `name`",
        ),
        ("SELECT title, FROM album", "the comma before FROM is one too many"),
        ("SELECT title FROM album -- all", "comments are not in this language"),
        ("DELETE FROM album", "DELETE is not in this language; writes=['delete'] would add it"),
        ("SELECT album.id, top.id FROM album JOIN (SELECT id FROM artist) AS top ON 1", "only if aliases= has it"),
        ("SELECT a.id FROM album AS a WHERE album.title = 'x'", "no table or alias `album`; there are `a`"),
        ('SELECT "name FROM artist', "the name that begins with name FROM artist has no quotation mark at its end"),
        ("SELECT name FROM artist GROUP name", "BY is missing after GROUP"),
        ("SELECT DISTINCT ON (name) id FROM artist", ""),
        ("SELECT name FROM artist WHERE name = 'O'Brien'", ""),
        ("SELECT name FROM artist ORDER BY id DESCENDING", ""),
        ("WITH w AS (SELECT id AS n FROM album) SELECT w.n FROM w WHERE m = 1", ""),
        ("SELECT count(*) AS n FROM album WHERE n > 1", ""),
        ("SELECT name FROM artist", ""),
    ],
)
def test_a_refused_query_is_told_what_it_may_have_meant(query: str, meant: str) -> None:
    """By `check`, `advance_text` and `explain`."""
    told = constrain.compile(sql(TOLD, types=True, hidden=["artist.secret"]), BYTES)

    checked = told.check(query)
    assert meant in checked.meant
    assert bool(meant) == bool(checked.meant)
    if meant and not checked.incomplete:
        assert meant in str(checked)
        with pytest.raises(RejectedToken, match=re.escape(meant)):
            told.matcher().advance_text(query)
    matcher = told.matcher()
    matcher.advance_text("SELECT n")
    assert "no column `nq`; there are `id`, `name`, `title`, `artist_id`" in matcher.explain(ord("q"))


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("SELECT name FROM sqlite_master", "`sqlite_master` is not in this language; system=True would add it"),
        ("SELECT rowid FROM u", "`rowid` is not in this language; system=True would add it"),
        ("SELECT rowid FROM own", ""),
        ("SELECT rowid FROM w", "`w` is WITHOUT ROWID, so it has no `rowid`"),
        ("SELECT name FROM sqlite_schema", "`sqlite_schema` is not in this language; system=True would add it"),
        (
            "SELECT * FROM pragma_table_info('u')",
            "`pragma_table_info` is not in this language; system=True would add it",
        ),
        ("SELECT n FROM main.u", "tables are named without `main.`"),
        ("INSERT INTO u (n) VALUES (1) ON CONFLICT (n) DO NOTHING", "a key of `u`: `(id)`, `(a, b)`"),
        ("INSERT INTO u (n) VALUES (1) ON CONFLICT (a) DO NOTHING", "a key of `u`: `(id)`, `(a, b)`"),
        ("INSERT INTO own VALUES (1) ON CONFLICT (rowid) DO NOTHING", "no key of `own` is known"),
    ],
)
def test_what_options_would_add_and_the_keys_that_there_are_are_told(query: str, meant: str) -> None:
    """A column of one's own that is called as a row's number is one."""
    ddl = "CREATE TABLE u(id INTEGER PRIMARY KEY, a, b, n, UNIQUE (a, b)); CREATE TABLE own(rowid)"
    ddl += "; CREATE TABLE w(k PRIMARY KEY) WITHOUT ROWID"
    checked = constrain.compile(sql(ddl, writes=True), BYTES).check(query)

    assert meant in checked.meant
    assert bool(meant) == bool(checked.meant) == (not checked.valid)


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("SELECT name FROM artist", "each query ends with a LIMIT of at most 10"),
        ("SELECT name FROM artist;", "each query ends with a LIMIT of at most 10"),
        ("SELECT name FROM artist LIMIT 20", "each query ends with a LIMIT of at most 10"),
        ("SELECT name FROM artist LIMIT 5", ""),
        ("UPDATE artist SET name = 'x'", "each UPDATE and DELETE has WHERE (id = :id)"),
        ("UPDATE artist SET name = 'x' WHERE id = :id", "each UPDATE and DELETE has WHERE (id = :id)"),
        ("UPDATE artist SET nme = 'x' WHERE (id = :id)", "no column `nme` in `artist`; did you mean `name`?"),
        ("UPDATE artist SET name = title", "no column `title` in `artist`; it is in `album`"),
        ("UPDATE artist SET name = title FROM album WHERE (id = :id)", "UPDATE has no FROM beside where="),
        ("SELECT name FROM artist WHERE name = :nme LIMIT 1", "`:nme` is no parameter; there are `:name`"),
        ("SELECT id::text FROM artist LIMIT 1", "a value of another type is CAST(x AS TEXT)"),
        ("SELECT name -> 'a' FROM artist LIMIT 1", "functions={'->': 2} would add it"),
        ("SELECT json_group_object(id, name) FROM artist", "functions={'json_group_object': 2} would add it"),
        ("SELECT  name FROM artist LIMIT 1", "between words stands one blank"),
        ("SELECT\tname FROM artist LIMIT 1", "between words stands one blank"),
        ("DROP TABLE artist", "a query begins with SELECT or WITH, and not with DROP"),
        ("SELECT concat(name, 'x') FROM artist LIMIT 1", "no function `concat`; in SQLite it is x || y"),
        ("SELECT sum(nme) FROM artist LIMIT 1", "no column `nme` in `artist`; did you mean `name`?"),
        ("SELECT 1 FROM artist JOIN album USING (id) LEFT JOIN album AS b ON b.titel = 'x'", "did you mean `title`?"),
        ("SELECT name FROM artis", "no table `artis`; did you mean `artist`?"),
        ("SELECT rank() FROM artist LIMIT 1", "rank() OVER (ORDER BY …)"),
        ("SELECT sum(id) OVER w FROM artist WINDOW w AS (ORDER BY id) ORDER BY sum(id) OVER w", "before WINDOW"),
    ],
)
def test_what_options_demand_and_how_sqlite_says_it_is_told(query: str, meant: str) -> None:
    """A LIMIT, a condition, parameters; and what other databases call otherwise."""
    options: Any = {"limit": 10, "writes": ["update"], "where": "id = :id", "parameters": [":name"]}
    checked = constrain.compile(sql(TOLD, **options), BYTES).check(query)

    assert meant in checked.meant
    assert bool(meant) == bool(checked.meant) == (not checked.valid)


def test_what_is_hidden_is_told_by_its_nearest_name() -> None:
    """Where no table or column is called so."""
    with pytest.raises(GrammarError, match=r"'album.titel'; did you mean 'album.title'\?"):
        sql(TOLD, hidden=["album.titel"])


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("SELECT CAST(id AS STRING) FROM album", "no type `STRING` in this language"),
        ("SELECT title FROM public.album", "tables are named without `public.`"),
        ("SELECT array_length(ARRAY[1], 1) FROM album", "functions=['arrays'] would add it"),
        ("SELECT json_build_object('a', id) FROM album", "functions=['json'] would add it"),
        ("SELECT name, count(*) FROM artist", "`name` is neither grouped nor in an aggregate; write GROUP BY name"),
        (
            "SELECT name FROM artist GROUP BY id + 1",
            "`name` is neither grouped nor in an aggregate; write GROUP BY name",
        ),
        (
            "SELECT id * 2 AS twice FROM album WHERE twice > 10",
            "`twice` is the name of a result, which only ORDER BY and",
        ),
        ("SELECT left(name) FROM artist", "`left` takes 2 arguments"),
        ("SELECT name FROM artist WHERE name = 3", "`name` is a text, and is not compared with a number"),
        ("SELECT nme FROM artist", "no column `nme` in `artist`; did you mean `name`?"),
        ("SELECT secret FROM artist", "no column `secret` in `artist`; there are `id`, `name`"),
        ("SELECT name FROM artist GROUP name", "BY is missing after GROUP"),
        ("SELECT count(*) FROM artist GROUP BY name", ""),
    ],
)
def test_a_refused_query_of_postgresql_is_told_what_it_may_have_meant(query: str, meant: str) -> None:
    """Its rules of groups and of names of results, too."""
    checked = constrain.compile(sql(TOLD, dialect="postgresql", hidden=["artist.secret"]), BYTES).check(query)

    assert meant in checked.meant
    assert bool(meant) == bool(checked.meant) == (not checked.valid)


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_a_refused_write_is_told_what_it_may_have_meant(dialect: str) -> None:
    """A view is not written, and a table may be misspelt."""
    ddl = (
        "CREATE TABLE a(x int); CREATE VIEW v AS SELECT x FROM a;" if dialect == "sqlite" else "CREATE TABLE a(x int);"
    )
    told = constrain.compile(sql(ddl, dialect=dialect, writes=True), BYTES)

    assert told.check("INSERT INTO b (x) VALUES (1)").meant == told.check("DELETE FROM b").meant != ""
    assert told.check("UPDATE a SET y = 1").meant.startswith("no column `y`")
    if dialect == "sqlite":
        assert told.check("INSERT INTO v (x) VALUES (1)").meant == "`v` is not a table that may be written"


def test_words_about_hostile_queries_are_soon_found() -> None:
    """Quotes without end, many sources, thousands of columns."""
    tables = {f"t{i}": [f"c{j}" for j in range(200)] for i in range(50)}
    grammar = sql(tables)
    for text in ('"' * 50_000, "'" * 50_001, "from a," * 9_000, "select " + "c" * 60_000 + " from t1", "x." * 30_000):
        assert len(grammar.meant(text, len(text) - 1)) < 1_000
