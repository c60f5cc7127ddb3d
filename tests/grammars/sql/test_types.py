"""`sql(…, types=True)`, judged by SQLite and by an oracle of types that reads sqlglot's trees."""

from __future__ import annotations

import itertools
from functools import cache
from random import Random

import pytest

import constrain
from constrain import ConstrainError, RejectedToken, Vocabulary
from constrain.grammars import sql

from ...laws import mask
from ...reference.sql_types import Judge
from .databases import ALL, database, error, generated
from .test_sql import BYTES, WORDS, cases, real_queries

SMALL = "CREATE TABLE a(x INT, y TEXT); CREATE TABLE b(x INTEGER, z VARCHAR(9)); CREATE TABLE c(u, x REAL);"
KINDS = {"INT": "n", "INTEGER": "n", "REAL": "n", "TEXT": "t", "VARCHAR(9)": "t", "": "u"}
FITTING = {
    "music": """
SELECT Name FROM Artist WHERE Name = 'x' AND ArtistId > 3
SELECT Title, count(*) AS n FROM Album GROUP BY Title HAVING n > 1 ORDER BY n DESC
SELECT a.Name, Title FROM Artist a JOIN Album b ON a.ArtistId = b.ArtistId WHERE a.Name LIKE 'A%'
SELECT sum(Total) FROM Invoice WHERE InvoiceDate >= '2010-01-01'
SELECT strftime('%Y', InvoiceDate) AS y, sum(Total) FROM Invoice WHERE strftime('%Y', InvoiceDate) = '2010' GROUP BY y
SELECT Name || ' x' || Milliseconds FROM Track
SELECT CASE WHEN Milliseconds > 3 THEN 'long' ELSE 'short' END AS kind FROM Track WHERE kind = 'long'
SELECT coalesce(Name, NULL, 'x'), max(Name), abs(-UnitPrice) FROM Track WHERE Name IN ('a', :q) OR Milliseconds BETWEEN 1 AND 2 + 3
SELECT Name FROM Track WHERE GenreId IN (SELECT GenreId FROM Genre WHERE Name = 'Rock')
WITH t AS (SELECT Name AS m, count(*) AS c FROM Artist GROUP BY Name) SELECT m FROM t WHERE c > 1 AND m <> 'x'
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9) SELECT n FROM t
SELECT 1 || Name COLLATE NOCASE || 2 FROM Artist ORDER BY Name COLLATE NOCASE || 'x'
SELECT NULL = 1, NULL = 'x', :q = Name, NOT Milliseconds FROM Track
SELECT rank() OVER (ORDER BY Name), lag(Name) OVER w FROM Track WINDOW w AS (ORDER BY Milliseconds)
UPDATE Track SET Name = upper(Name), Milliseconds = NULL WHERE GenreId = 1
"""
}
UNFIT = {
    "music": """
SELECT Name FROM Artist WHERE Name = 1
SELECT Name FROM Artist WHERE ArtistId = 'x'
SELECT Name FROM Artist WHERE ArtistId BETWEEN 'a' AND 'b'
SELECT Name FROM Artist WHERE Name
SELECT Name + 1 FROM Artist
SELECT sum(Name) FROM Artist
SELECT lower(ArtistId) FROM Artist
SELECT strftime('%Y', InvoiceDate) = 2010 FROM Invoice
SELECT Name FROM Track WHERE GenreId IN (SELECT Name FROM Genre)
SELECT s.n FROM (SELECT count(*) AS n FROM Track) AS s WHERE s.n = 'x'
SELECT lower(Total) FROM (SELECT 'x' AS Total) AS s
WITH t AS (SELECT Name AS m FROM Artist) SELECT 1 FROM t WHERE m > 1
SELECT count(*) AS n FROM Artist GROUP BY Name HAVING n = 'x'
SELECT CASE WHEN Name = 'x' THEN 1 ELSE 'y' END FROM Artist
SELECT coalesce(Name, 1) FROM Artist
SELECT Name || 1 COLLATE NOCASE FROM Artist
SELECT Name FROM Artist JOIN Album ON Name = AlbumId
"""
}


@cache
def typed(ddl: str) -> constrain.Constraint[str]:
    functions = {"json_extract": (2, None), "printf": (1, None)}
    grammar = sql(ddl, types=True, writes=["update"], parameters=[":q"], functions=functions, free_names=True)
    return constrain.compile(grammar, BYTES)


@cache
def judge(ddl: str) -> Judge:
    tables = {}
    connection = database(ddl)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
        quoted = name.replace('"', '""')
        tables[name] = {row[1]: KINDS[row[2]] for row in connection.execute(f'PRAGMA table_info("{quoted}")')}
    return Judge(tables)


@pytest.mark.parametrize(("name", "query"), cases(FITTING))
def test_what_fits_is_in_the_language(name: str, query: str) -> None:
    """As people write it; what a query in FROM or WITH puts out has a class, too."""
    assert typed(ALL[name]).accepts(query)
    if query.startswith("SELECT"):
        assert judge(ALL[name]).judge(query) == []


@pytest.mark.parametrize(("name", "query"), cases(UNFIT))
def test_what_does_not_fit_is_not(name: str, query: str) -> None:
    """SQLite takes all of it."""
    assert error(database(ALL[name]), query) is None
    assert not typed(ALL[name]).accepts(query)
    assert judge(ALL[name]).judge(query) or "(SELECT 'x' AS Total)" in query


def test_values_that_are_written_fit_their_columns() -> None:
    """Of UPDATE; INSERT gives values by place."""
    told = typed(ALL["music"])

    assert not told.accepts("UPDATE Track SET Name = 1")
    assert not told.accepts("UPDATE Track SET Milliseconds = 'x'")
    assert not told.accepts("UPDATE Track SET Milliseconds = 1 WHERE Name")


@pytest.mark.parametrize("name", [*ALL, *range(4)])
def test_whatever_is_drawn_fits(name: str | int) -> None:
    """And runs."""
    ddl = generated(name) if isinstance(name, int) else ALL[name]
    connection, told = database(ddl), constrain.compile(sql(ddl, types=True), BYTES)
    for seed in range(8):
        query = told.sample(Random(seed), readable=True, soft_limit=(40, 80, 150, 300)[seed % 4])
        assert error(connection, query) is None
        assert judge(ddl).judge(query) == [], query


def small_queries() -> list[str]:
    """Two or three operands with operators between, selected or as a condition, over two tables; and calls of them."""
    columns = ["x", "y", "u", "a.x", "c.u"]
    atoms = [*columns, "1", "'s'", "NULL", "-x", "lower(y)", "abs(x)", "(x = 1)", "(SELECT z FROM b)"]
    pairs = [
        f"{left}{op}{right}"
        for left, right in itertools.product(atoms, atoms)
        for op in ("=", "+", "||", " LIKE ", " IS ", " AND ")
    ]
    calls = [f"{f}({atom})" for f in ("abs", "upper", "count", "typeof") for atom in atoms]
    calls += [
        f"{f}({left}, {right})"
        for f in ("coalesce", "instr", "nullif")
        for left, right in itertools.product(atoms, atoms)
    ]
    calls += [f"CASE WHEN {a} THEN {b} ELSE y END" for a, b in itertools.product(atoms, atoms)]
    calls += [f"{a} IN ({b}, {c})" for a, b, c in itertools.product(atoms[:8], atoms[:8], ("1", "'s'"))]
    more = [f"{a} + 1 > {b} OR {c}" for a, b, c in itertools.product(atoms[:8], repeat=3)]
    out = []
    for each in (*atoms, *pairs, *calls, *more):
        out += [f"SELECT {each} FROM a", f"SELECT {each} FROM a JOIN c USING (x)", f"SELECT 1 FROM a, c WHERE {each}"]
        out += [f"SELECT {each} AS q FROM a WHERE q = 1", f"SELECT 1 FROM (SELECT {each} AS q FROM a) WHERE q > 's'"]
    return out


def test_the_language_is_what_the_oracle_says() -> None:
    """Of small queries that are in it without types, those whose types fit and no others."""
    plain, told, oracle = constrain.compile(sql(SMALL, free_names=True), BYTES), typed(SMALL), judge(SMALL)
    found = {True: 0, False: 0}
    for query in Random(3).sample(small_queries(), 4000):
        if plain.accepts(query):
            fits = not oracle.judge(query)
            found[fits] += 1
            assert told.accepts(query) == fits, query

    assert min(found.values()) > 300


def test_most_real_queries_fit() -> None:
    """What people write and types forbid compares a number with a pattern; of what fits, few are outside."""
    lost: list[str] = []
    unfit: list[str] = []
    for name, why, query in real_queries():
        if why or ":" in query or "?" in query or typed(ALL[name]).accepts(query):
            continue
        try:
            (unfit if judge(ALL[name]).judge(query) else lost).append(query)
        except (LookupError, KeyError):  # rows, functions of the user's own
            lost.append(query)

    assert len(unfit) < 8
    assert len(lost) < 10


@pytest.mark.parametrize("free", [False, True])
def test_whatever_has_begun_can_end(free: bool) -> None:
    """By a query that fits and that SQLite runs."""
    words = [word.encode() for word in (*WORDS, "+", "||", "'s'", "lower(", " AND ", "u", "c")]
    known = len(words)
    words += [bytes((b,)) for b in range(256) if bytes((b,)) not in words]
    vocabulary = Vocabulary.from_bytes([*words, None], end_ids=[len(words)])
    told = constrain.compile(sql(SMALL, types=True, free_names=free), vocabulary)
    connection = database(SMALL)
    for seed in range(30):
        random, matcher, text = Random(seed), told.matcher(), ""
        for _ in range(random.choice((10, 25))):
            allowed = [token for token in mask(matcher) if token < known]
            if not allowed:
                break
            token = random.choice(allowed)
            matcher.advance(token)
            text += words[token].decode()
            query = text + told.text(matcher.completion())
            assert len(query) < 1_500
            assert error(connection, query) is None
            assert judge(SMALL).judge(query) == [], query


@pytest.mark.parametrize("types", [False, True])
@pytest.mark.parametrize("more", ["", "; CREATE TABLE c(x INT, z INT)"])
def test_a_free_source_that_is_a_query_has_no_names_in_quotes(more: str, types: bool) -> None:
    """No table has `q`, and no query gives a name that is no plain word, whatever else its table has."""
    ddl = 'CREATE TABLE a(x TEXT, "my y" INT)' + more
    told = constrain.compile(sql(ddl, types=types, free_names=True), BYTES)

    for refused in ("SELECT b.q, 1 + b.[my y]", 'SELECT b.q, b."my y"', "SELECT b.q, 1 + [my y], b.[my y]"):
        with pytest.raises(RejectedToken):
            told.matcher().advance_bytes(refused.encode())
    assert told.accepts("SELECT b.[my y], q FROM a AS b, (SELECT 1 AS q)")


def test_types_may_stand_in_a_mapping() -> None:
    """Beside the columns; what is no type of SQLite is unknown, and fits anywhere."""
    grammar = sql({"a": {"x": "integer", "y": "text", "z": "geometry"}}, types=True)
    told = constrain.compile(grammar, BYTES)

    assert "declared" in grammar.report[0]
    assert told.accepts("SELECT x FROM a WHERE y = 'x'")
    assert not told.accepts("SELECT x FROM a WHERE y = 1")
    assert told.accepts("SELECT x FROM a WHERE z = 1 AND z = 'x'")
    with pytest.raises(ConstrainError, match=r"types is an option of dialect=.sqlite"):
        sql({"a": {"x": "integer"}}, dialect="postgresql", types=True)
    with pytest.raises(TypeError, match="types"):
        sql(SMALL, types="yes")  # type: ignore[arg-type]
