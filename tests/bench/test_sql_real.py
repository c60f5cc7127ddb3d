"""Real queries: how they are read from what others wrote, given tables, and judged."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlglot")

from tests.bench.sql_real import Judged, judged
from tests.bench.sql_sources import inferred, scripts, statements

PAGE = """<p>Text</p><pre>
CREATE TABLE a(x, y); -- a table
sqlite&gt; SELECT x,
   y FROM a WHERE x &lt; 2;
SELECT 1 FROM a JOIN a WHERE 1;
SELECT z FROM a;
</pre><pre>SELECT b.z FROM b /* of no table */ WHERE b.w = ':x;'</pre>"""
TEST = """
do_execsql_test a-1.0 {
  CREATE TABLE t1(a, b); INSERT INTO t1 VALUES(1, 2);
  SELECT b FROM t1 WHERE a={ 1 };
}
do_execsql_test a-1.1 { SELECT a FROM t1; SELECT main.t1.a FROM t1 } {1 1}
reset_db
do_execsql_test a-1.2 { SELECT a FROM t1 }
"""


def test_statements_are_apart_and_in_one_line() -> None:
    """Semicolons in quotation marks and bodies of triggers end nothing."""
    text = "SELECT ';' , \"a;b\"\n  FROM ( SELECT 1 ) -- ;\n;CREATE TRIGGER t BEGIN SELECT 1; END; ;VALUES (1)"

    assert statements(text) == [
        "SELECT ';', \"a;b\" FROM (SELECT 1)", "CREATE TRIGGER t BEGIN SELECT 1; END", "VALUES (1)"
    ]  # fmt: skip


def test_tables_are_inferred_from_names() -> None:
    """A column without its table is the nearest query's first; names that a query gives are no columns of tables."""
    query = "WITH c AS (SELECT n FROM d) SELECT t.x, y FROM t JOIN u USING (k) WHERE z IN (SELECT w FROM v) AND c.n = 1"

    found = {table: sorted(columns) for table, columns in inferred(query, "sqlite").items()}
    assert found == {"d": ["k", "n"], "t": ["k", "x", "y", "z"], "u": ["k"], "v": ["k", "w"]}
    assert inferred("SELECT count(*) FROM a", "postgresql") == {"a": ["a", "b"]}
    assert inferred("no query (", "sqlite") == {}


def test_queries_of_a_folder_are_judged(tmp_path: Path) -> None:
    """What the database takes, by whether it is in the language; once each, however often it is met."""
    page, test = tmp_path / "sqlite-doc/usr/share/doc/sqlite3", tmp_path / "sqlite-tests"
    page.mkdir(parents=True)
    test.mkdir()
    (page / "lang.html").write_text(PAGE)
    (test / "select1.test").write_text(TEST)
    (test / "other.test").write_text("do_execsql_test b-1.0 { SELECT 1 }")
    met: set[tuple[str, str]] = set()
    found = [each for script in scripts(tmp_path) for each in judged(script, met)]

    assert [(each.source, each.query) for each in found if not each.why] == [
        ("SQLite's documentation", "SELECT x, y FROM a WHERE x < 2"),
        ("SQLite's documentation", "SELECT z FROM a"),
        ("SQLite's documentation", "SELECT b.z FROM b WHERE b.w = ':x;'"),
        ("SQLite's tests", "INSERT INTO t1 VALUES(1, 2)"),
        ("SQLite's tests", "SELECT a FROM t1"),
    ]
    assert [each.reason for each in found if each.why] == ["JOIN a name >> WHERE", ". a name >> ."]


def test_reasons_have_no_names() -> None:
    """So that like ends count together."""
    ends = [
        Judged("", "sqlite", "", why).reason for why in ("SELECT x FROM t7 >> UNION SELECT", "a FROM b >> union all")
    ]

    assert ends == ["FROM a name >> UNION"] * 2
