"""Small databases, written by hand: like Chinook, Northwind and the world's countries, and one whose names need care."""

from __future__ import annotations

import sqlite3
from random import Random

SMALL = "CREATE TABLE a(x INT, y INT); CREATE TABLE b(x INT, z INT);"
MUSIC = """
CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INT REFERENCES Artist);
CREATE TABLE Genre(GenreId INTEGER PRIMARY KEY, Name TEXT);
CREATE TABLE Track(TrackId INTEGER PRIMARY KEY, Name TEXT, AlbumId INT, GenreId INT, Milliseconds INT, UnitPrice REAL);
CREATE TABLE Customer(CustomerId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, Country TEXT, SupportRepId INT);
CREATE TABLE Invoice(InvoiceId INTEGER PRIMARY KEY, CustomerId INT, InvoiceDate TEXT, BillingCountry TEXT, Total REAL);
CREATE TABLE InvoiceLine(InvoiceLineId INTEGER PRIMARY KEY, InvoiceId INT, TrackId INT, UnitPrice REAL, Quantity INT);
CREATE TABLE Employee(EmployeeId INTEGER PRIMARY KEY, LastName TEXT, Title TEXT, ReportsTo INT);
"""
TRADE = """
CREATE TABLE customers(customer_id TEXT PRIMARY KEY, company_name TEXT, city TEXT, country TEXT);
CREATE TABLE orders(order_id INTEGER PRIMARY KEY, customer_id TEXT, order_date TEXT, freight REAL, ship_country TEXT);
CREATE TABLE order_details(order_id INT, product_id INT, unit_price REAL, quantity INT, discount REAL);
CREATE TABLE products(product_id INTEGER PRIMARY KEY, product_name TEXT, category_id INT, unit_price REAL, units_in_stock INT);
CREATE TABLE categories(category_id INTEGER PRIMARY KEY, category_name TEXT);
CREATE VIEW dear AS SELECT product_name, unit_price FROM products WHERE unit_price > 20;
"""
WORLD = """
CREATE TABLE country(code TEXT PRIMARY KEY, name TEXT, continent TEXT, region TEXT, population INT, gnp REAL, capital INT);
CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT, country_code TEXT, district TEXT, population INT);
CREATE TABLE country_language(country_code TEXT, language TEXT, is_official TEXT, percentage REAL);
CREATE TABLE language(language TEXT, country TEXT);
"""
ODD = """
CREATE TABLE "Order Details"("Order ID" INT, "select" TEXT, "a""b" REAL, count INT);
CREATE TABLE Customers(CustomerID TEXT, "Order ID" INT, max INT, "übung" TEXT);
CREATE TABLE "group"(id INT, name TEXT);
CREATE VIEW v AS SELECT id, name FROM "group";
"""
TPCH = """
CREATE TABLE part(p_partkey INTEGER PRIMARY KEY, p_name TEXT, p_mfgr TEXT, p_brand TEXT, p_type TEXT, p_size INT, p_container TEXT);
CREATE TABLE supplier(s_suppkey INTEGER PRIMARY KEY, s_name TEXT, s_address TEXT, s_nationkey INT, s_phone TEXT, s_acctbal REAL, s_comment TEXT);
CREATE TABLE partsupp(ps_partkey INT, ps_suppkey INT, ps_availqty INT, ps_supplycost REAL);
CREATE TABLE customer(c_custkey INTEGER PRIMARY KEY, c_name TEXT, c_address TEXT, c_nationkey INT, c_phone TEXT, c_acctbal REAL, c_mktsegment TEXT, c_comment TEXT);
CREATE TABLE orders(o_orderkey INTEGER PRIMARY KEY, o_custkey INT, o_orderstatus TEXT, o_totalprice REAL, o_orderdate TEXT, o_orderpriority TEXT, o_shippriority INT, o_comment TEXT);
CREATE TABLE lineitem(l_orderkey INT, l_partkey INT, l_suppkey INT, l_linenumber INT, l_quantity REAL, l_extendedprice REAL, l_discount REAL, l_tax REAL,
  l_returnflag TEXT, l_linestatus TEXT, l_shipdate TEXT, l_commitdate TEXT, l_receiptdate TEXT, l_shipmode TEXT);
CREATE TABLE nation(n_nationkey INTEGER PRIMARY KEY, n_name TEXT, n_regionkey INT);
CREATE TABLE region(r_regionkey INTEGER PRIMARY KEY, r_name TEXT);
"""
PLAIN = "CREATE TABLE x(a INT, b INT); CREATE TABLE y(b INT, c INT); CREATE TABLE z(b INT, c INT);"
ALL = {"small": SMALL, "music": MUSIC, "trade": TRADE, "world": WORLD, "odd": ODD, "tpch": TPCH, "plain": PLAIN}


_STEMS = (
    "id",
    "name",
    "order",
    "order_id",
    "Total",
    "select",
    "group by",
    'a"b',
    "größe",
    "表",
    "x",
    "y",
    "count",
    "max",
    "date",
    "key",
    "t1",
    "A",
    "customer",
)


def generated(seed: int) -> str:
    """A schema drawn at random: 1 to 30 tables, whose names and columns are words, keywords, or need quotation marks."""
    random = Random(seed)

    def names(count: int) -> list[str]:
        out: dict[str, str] = {}
        while len(out) < count:
            name = random.choice(_STEMS) + random.choice(("", "", str(random.randrange(9)), "_id"))
            out.setdefault(name.lower(), '"' + name.replace('"', '""') + '"')
        return list(out.values())

    tables = names(random.choice((1, 2, 3, 5, 8, 30)))
    types = ("INTEGER", "TEXT", "REAL", "")
    return "".join(
        f"CREATE TABLE {table}({', '.join(f'{column} {random.choice(types)}' for column in names(random.randint(1, 8)))});"
        for table in tables
    )


def database(ddl: str) -> sqlite3.Connection:
    """One in memory with three rows in each table; a query that runs away is ended."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(ddl)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        quoted = '"' + name.replace('"', '""') + '"'
        width = len(connection.execute(f"SELECT * FROM {quoted}").description)
        for row in range(3):
            values = [row * 7 + i if (row + i) % 2 else f"w{row}{i}" if i else row for i in range(width)]
            connection.execute(f"INSERT INTO {quoted} VALUES ({','.join('?' * width)})", values)
    return connection


def error(connection: sqlite3.Connection, query: str) -> str | None:
    """Why SQLite does not prepare it, or not run it; a query that only takes long is stopped, and counts as run, and so
    does one that makes a pattern too large, as `report` says."""
    steps = iter(range(2000))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    try:
        connection.execute(query).fetchmany(100)
    except sqlite3.Error as found:
        met = str(found) in ("interrupted", "LIKE or GLOB pattern too complex")
        return None if met else f"{found}: {query}"
    return None
