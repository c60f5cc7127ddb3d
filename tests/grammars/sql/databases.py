"""Small databases, written by hand: like Chinook, Northwind and the world's countries, and one whose names need care."""

from __future__ import annotations

import sqlite3

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
ALL = {"small": SMALL, "music": MUSIC, "trade": TRADE, "world": WORLD, "odd": ODD}


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
    """Why SQLite does not prepare it, or not run it; a query that only takes long is stopped, and counts as run."""
    steps = iter(range(2000))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    try:
        connection.execute(query).fetchmany(100)
    except sqlite3.Error as found:
        return None if str(found) == "interrupted" else f"{found}: {query}"
    return None
