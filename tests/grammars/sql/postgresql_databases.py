"""Databases for PostgreSQL: shops, courses, events, and some whose names and types need care."""

from __future__ import annotations

SHOP = """
CREATE TABLE customers (id serial PRIMARY KEY, name varchar(100) NOT NULL, email text UNIQUE, country text,
  created_at timestamptz NOT NULL DEFAULT now(), active boolean DEFAULT true);
CREATE TABLE products (id serial PRIMARY KEY, name text NOT NULL, category text, price numeric(10, 2), weight real,
  CONSTRAINT positive CHECK (price > 0));
CREATE TABLE orders (id bigserial PRIMARY KEY, customer_id int REFERENCES customers(id), ordered_on date NOT NULL,
  status text DEFAULT 'new', total numeric(12,2), shipped_at timestamp);
CREATE TABLE order_items (order_id bigint REFERENCES orders, product_id int REFERENCES products (id) ON DELETE CASCADE,
  quantity integer NOT NULL, unit_price numeric, PRIMARY KEY (order_id, product_id));
CREATE INDEX orders_by_customer ON orders (customer_id);
COMMENT ON TABLE orders IS 'what is ordered; and paid';
"""
COURSES = """
CREATE TABLE student (student_id int PRIMARY KEY, first_name text, last_name text, born date, gpa double precision);
CREATE TABLE course (course_id text PRIMARY KEY, title text, credits smallint, dept text);
CREATE TABLE enrolled (student_id int, course_id text, term text, grade real, CONSTRAINT one UNIQUE (student_id, course_id));
CREATE TABLE teacher (teacher_id int, name text, dept text, salary numeric, hired date, boss int);
"""
EVENTS = """
CREATE TYPE level AS ENUM ('info', 'warning');
CREATE DOMAIN cents AS bigint CHECK (VALUE >= 0);
CREATE TABLE account (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), handle text, settings jsonb, joined timestamptz);
CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY, account_id uuid, at timestamp with time zone, kind level, payload json,
  tags text[], took interval, price cents, address inet, body bytea, noon time, place point);
CREATE TABLE session (account_id uuid, started timestamp(3) without time zone, ended timestamp, length interval hour to minute);
"""
ODD = """
CREATE TABLE "Order Details" ("Order ID" int, "select" text, "a""b" real, count int, "user" text, "Count" int);
CREATE TABLE "group" (id int, "Name" text, name text, "order" date, "naïve" boolean);
CREATE TABLE "Group" ("ID" int, id text, time timestamp, "timestamp" int, "Größe" numeric);
CREATE TABLE item (date date, text text, sum int, max int, "?column?" text, "case" int, coalesce text);
"""
MIXED = """
CREATE TABLE a (id int, name text, value numeric, at date, flag boolean);
CREATE TABLE b (id uuid, name text, value text, at timestamp, flag boolean);
CREATE TABLE c (id int, value json, at date, note text);
"""
SMALL = "CREATE TABLE a (x int, y text); CREATE TABLE b (x int, z text);"
UNLIKE = "CREATE TABLE a (x int, y text); CREATE TABLE b (x text, y text);"
WORLD = """
CREATE TABLE country (code char(3) PRIMARY KEY, name text, continent text, region text, population int, gnp numeric, capital int,
  life_expectancy real);
CREATE TABLE city (id int, name text, country_code char(3), district text, population int);
CREATE TABLE country_language (country_code char(3), language text, is_official boolean, percentage real);
"""
OPAQUE = "CREATE TABLE o (j json, p point, x xml); CREATE TABLE k (id int, j json, b jsonb);"
ONE = "CREATE TABLE public.readings (taken timestamp, celsius float8, ok bool);"
PARTS = """
CREATE TABLE IF NOT EXISTS part (p_partkey int, p_name text, p_size int, p_retailprice decimal(15,2));
CREATE TABLE supplier (s_suppkey int, s_name char(25), s_nationkey int, s_acctbal float);
CREATE TABLE partsupp (ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost decimal(15,2));
CREATE TABLE nation (n_nationkey int, n_name varchar(25), n_regionkey int);
CREATE TABLE lineitem (l_orderkey bigint, l_partkey int, l_suppkey int, l_quantity decimal, l_extendedprice decimal,
  l_discount decimal, l_shipdate date, l_commitdate date, l_returnflag character varying(1));
"""
TUTORIAL = """
CREATE TABLE weather (city varchar(80), temp_lo int, temp_hi int, prcp real, date date);
CREATE TABLE cities (name varchar(80), location point);
CREATE TABLE empsalary (depname varchar, empno bigint, salary int, enroll_date date);
CREATE TABLE capitals (name text, population real, elevation int, state char(2));
CREATE TABLE films (code char(5) PRIMARY KEY, title varchar(40) NOT NULL, did integer NOT NULL, date_prod date, kind varchar(10), len interval hour to minute);
CREATE TABLE distributors (did integer PRIMARY KEY, name varchar(40));
CREATE TABLE actors (id integer, name text);
CREATE TABLE employee (employee_name text, manager_name text);
CREATE TABLE sales (region text, product text, quantity int, amount numeric, sold_on date);
"""
ALL = {
    "shop": SHOP, "courses": COURSES, "events": EVENTS, "odd": ODD, "mixed": MIXED, "small": SMALL, "unlike": UNLIKE,
    "world": WORLD, "opaque": OPAQUE, "one": ONE, "parts": PARTS,
    "tutorial": TUTORIAL,
}  # fmt: skip
