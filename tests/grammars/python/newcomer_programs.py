"""What agents and newcomers write where names are given, by hand before the language had it: classes, stars, coroutines.

Programs stand one after another, each after a line of dashes; all are given the same tools and modules.
"""

from __future__ import annotations

import asyncio
import collections
import csv
import dataclasses
import datetime
import functools
import io
import itertools
import json
import math
import operator
import random
import re
import statistics
import time
from typing import Any

from .real_programs import _TOOLS


class Store:
    """Rows by key."""

    def get(self, key: str, default: Any = None) -> Any:
        return default

    def put(self, key: str, value: Any, *, ttl: int = 0) -> None: ...

    def keys(self) -> list[str]:
        return []


async def fetch(url: str, *, timeout: float = 3.0) -> dict[str, Any]:
    return {}


async def pages(topic: str) -> list[str]:
    return []


def call_api(path: str, params: dict[str, Any] | None = None, *, method: str = "GET") -> dict[str, Any]:
    return {}


def load_rows(name: str) -> list[dict[str, Any]]:
    return []


def notify(*people: str, message: str) -> None: ...


NAMES: dict[str, Any] = {
    **_TOOLS,
    **{each.__name__: each for each in (fetch, pages, call_api, load_rows, notify)},
    "store": Store(),
}
MODULES: dict[str, Any] = {
    each.__name__: each
    for each in (
        *(asyncio, collections, csv, dataclasses, datetime, functools, io, itertools, json, math, operator, random, re),
        *(statistics, time),
    )
}

_TEXTS = r'''
----
from collections import Counter

rows = load_rows("orders")
counts = Counter(row["country"] for row in rows)
for country, n in counts.most_common(3):
    print(country, n)
----
from collections import defaultdict

by_day = defaultdict(list)
for row in load_rows("sales"):
    by_day[row["day"]].append(row["amount"])
for day, amounts in sorted(by_day.items()):
    print(f"{day}: {sum(amounts):.2f}")
----
import re
from datetime import datetime, timedelta

text = read_file("log.txt")
recent = []
for line in text.splitlines():
    if m := re.match(r"(\d{4}-\d\d-\d\d) (.*)", line):
        day = datetime.strptime(m.group(1), "%Y-%m-%d")
        if datetime.now() - day < timedelta(days=7):
            recent.append(m.group(2))
print(*recent, sep="\n")
----
rows = [[1, 2, 3], [4, 5, 6]]
print(*rows[0])
columns = list(zip(*rows))
for column in columns:
    print(*column, sep=", ")
----
first, *rest = load_rows("orders")
print(first)
print(len(rest))
*head, last = [1, 2, 3]
print(head, last)
----
for i, (name, price) in enumerate([("tea", 2.5), ("milk", 1.2)]):
    print(i, name, price)
----
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance

    def __repr__(self):
        return f"Account({self.owner!r}, {self.balance})"


account = Account("Ada", 10)
account.deposit(5)
print(account)
----
class InsufficientFunds(Exception):
    pass


def withdraw(balance, amount):
    if amount > balance:
        raise InsufficientFunds(f"{amount} > {balance}")
    return balance - amount


try:
    left = withdraw(10, 20)
except InsufficientFunds as error:
    print("refused:", error)
else:
    print("left:", left)
----
from dataclasses import dataclass

@dataclass
class Point:
    x: float
    y: float = 0.0

    def distance(self, other) -> float:
        return ((self.x - other.x) ** 2 + (self.y - other.y) ** 2) ** 0.5

print(Point(1, 2).distance(Point(4, 6)))
----
def find(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            break
    else:
        return -1
    return i

print(find(["a", "b"], "b"))
----
n = 97
d = 2
while d * d <= n:
    if n % d == 0:
        print("composite", d)
        break
    d += 1
else:
    print("prime")
----
try:
    settings = json.loads(read_file("settings.json"))
except ValueError:
    settings = {}
else:
    print("loaded", len(settings))
finally:
    print("done")
print(settings)
----
cache = {"a": 1, "b": 2}
del cache["a"]
print(cache)
----
x = 1; y = 2; print(x + y)
----
def total(*values, start=0):
    result = start
    for value in values:
        result += value
    return result

print(total(1, 2, 3, start=10))
----
def call(path, **params):
    return call_api(path, params)

print(call("/users", page=2, size=50))
----
params = {"method": "POST"}
answer = call_api("/orders", {"id": 7}, **params)
print(answer)
----
import asyncio

async def main():
    page = await fetch("https://example.org")
    print(page)

asyncio.run(main())
----
import asyncio

async def load_all(urls):
    results = await asyncio.gather(*[fetch(url) for url in urls])
    return [r for r in results if r]

print(asyncio.run(load_all(["a", "b"])))
----
import asyncio

async def worker(name, queue):
    while True:
        url = await queue.get()
        if url is None:
            break
        data = await fetch(url, timeout=1.0)
        print(name, len(data))

async def main():
    queue = asyncio.Queue()
    for url in ["a", "b", None]:
        await queue.put(url)
    await worker("w1", queue)

asyncio.run(main())
----
numbers = [4, 8, 15, 16, 23, 42]
if (n := len(numbers)) > 5:
    print(f"{n} numbers, mean {sum(numbers) / n}")
----
queue = ["a", "b", "c"]
while queue and (item := queue.pop()):
    print(item)
----
import csv
import io

text = read_file("people.csv")
reader = csv.DictReader(io.StringIO(text))
people = [{**row, "age": int(row["age"])} for row in reader if row["age"].isdigit()]
adults = [p for p in people if p["age"] >= 18]
print(len(adults), "of", len(people))
----
def clean(value, *, default=None):
    if value is None or value == "":
        return default
    return value.strip()

rows = [{k: clean(v, default="?") for k, v in row.items()} for row in load_rows("raw")]
print(rows[:3])
----
def count_up(limit):
    n = 0
    while n < limit:
        yield n
        n += 1

for value in count_up(3):
    print(value)
----
from functools import reduce

product = reduce(lambda a, b: a * b, [1, 2, 3, 4], 1)
print(product)
----
from itertools import groupby

rows = sorted(load_rows("sales"), key=lambda r: r["region"])
for region, group in groupby(rows, key=lambda r: r["region"]):
    amounts = [r["amount"] for r in group]
    print(region, sum(amounts))
----
import math
from statistics import mean, stdev

data = [row["value"] for row in load_rows("measurements")]
mu, sigma = mean(data), stdev(data)
outliers = [x for x in data if abs(x - mu) > 2 * sigma]
print(outliers, math.sqrt(mu))
----
class Stack:
    """A stack of values."""

    def __init__(self):
        self._items = []

    def push(self, item):
        self._items.append(item)

    def pop(self):
        if not self._items:
            raise IndexError("empty stack")
        return self._items.pop()

    @property
    def size(self):
        return len(self._items)

s = Stack()
for word in "to be or".split():
    s.push(word)
print(s.size, s.pop())
----
class Shape:
    sides = 0

    def describe(self):
        return f"{type(self).__name__} with {self.sides} sides"

class Square(Shape):
    sides = 4

    def __init__(self, size):
        super().__init__()
        self.size = size

    def area(self):
        return self.size ** 2

print(Square(3).describe(), Square(3).area())
----
class Temperature:
    def __init__(self, celsius: float) -> None:
        self.celsius = celsius

    @classmethod
    def from_fahrenheit(cls, value):
        return cls((value - 32) * 5 / 9)

    @staticmethod
    def valid(value):
        return value > -273.15

print(Temperature.from_fahrenheit(98.6).celsius)
----
results = {}
for key in store.keys():
    value = store.get(key)
    if value is None: continue
    results[key] = value
print(results)
----
for attempt in range(3):
    try:
        data = call_api("/status")
    except Exception as error:
        print("attempt", attempt, "failed:", error)
        time.sleep(2 ** attempt)
    else:
        print(data)
        break
else:
    print("gave up")
----
def retry(times, func, *args, **kwargs):
    for i in range(times):
        try:
            return func(*args, **kwargs)
        except Exception as e:
            last = e
            print(i, last)
    raise RuntimeError("failed")

retry(3, call_api, "/orders", method="GET")
----
matrix = [[1, 2], [3, 4]]
for row in matrix: print(row)
transposed = [list(col) for col in zip(*matrix)]
print(transposed)
----
pairs = [("a", 1), ("b", 2)]
lookup = {name: value for name, value in pairs}
merged = {**lookup, "c": 3}
names, values = zip(*pairs)
print(merged, names, values)
----
totals = {}
for order in load_rows("orders"):
    customer, items = order["customer"], order["items"]
    totals[customer] = totals.get(customer, 0) + sum(i["price"] * i["qty"] for i in items)
best = max(totals, key=totals.get) if totals else None
print(best)
----
notify("ann", "bob", message="Report is ready")
people = ["ann", "bob"]
notify(*people, message="again")
----
def parse(line: str) -> dict:
    key, _, value = line.partition("=")
    return {"key": key.strip(), "value": value.strip()}

config = [parse(l) for l in read_file("conf.ini").splitlines() if l and not l.startswith("#")]
print(json.dumps(config, indent=2))
----
from datetime import date

today = date.today()
age = today.year - 1990 - ((today.month, today.day) < (5, 17))
print(age)
----
import random

class Die:
    def __init__(self, sides=6):
        self.sides = sides

    def roll(self, times=1):
        return [random.randint(1, self.sides) for _ in range(times)]

d = Die()
print(sum(d.roll(3)))
----
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next

class LinkedList:
    def __init__(self, values=()):
        self.head = None
        for value in reversed(values):
            self.head = Node(value, self.head)

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.next

print(list(LinkedList([1, 2, 3])))
----
results = search("python jobs", limit=5)
if not results: final_answer("nothing found")
else: final_answer(results[0]["url"])
----
def compose(*functions):
    def composed(x):
        for f in reversed(functions):
            x = f(x)
        return x
    return composed

inc = lambda x: x + 1
double = lambda x: x * 2
print(compose(inc, double)(5))
----
squares = {}
for i in range(5):
    squares[i] = i ** 2
total = sum(squares.values()); print(total)
----
from typing import Any
print("no typing given")
----
from math import sqrt, pi
print(sqrt(2), pi)
----
from math import (
    floor,
    ceil,
)
print(floor(2.5), ceil(2.5))
----
import functools

@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

print(fib(30))
----
def log(message, /, *, level="info"):
    print(f"[{level}] {message}")

log("started")
log("careful", level="warning")
----
words = read_file("text.txt").lower().split()
counts = {}
for w in words:
    w = re.sub(r"[^a-z]", "", w)
    if not w:
        continue
    counts[w] = counts.get(w, 0) + 1
top = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:10]
for (word, n) in top:
    print(f"{word:<12}{n:>5}")
----
class Inventory:
    TAX = 0.19
    NAMES = ["a", "b"]

    def __init__(self, *items, **options):
        self.items = list(items)
        self.options = options

    def total(self):
        return sum(i["price"] for i in self.items) * (1 + self.TAX)

    def __len__(self):
        return len(self.items)

stock = Inventory({"price": 3}, {"price": 4}, currency="EUR")
print(stock.total(), len(stock))
----
import asyncio

class Client:
    def __init__(self, base):
        self.base = base

    async def get(self, path):
        return await fetch(self.base + path)

async def main():
    client = Client("https://api.example.org")
    users, orders = await asyncio.gather(client.get("/users"), client.get("/orders"))
    print(len(users), len(orders))

asyncio.run(main())
----
async def titles(topics):
    out = []
    for topic in topics:
        found = await pages(topic)
        out.extend(found)
    return out

print(asyncio.run(titles(["oslo", "rome"])))
----
rows = load_rows("survey")
valid = [r for r in rows if r.get("age") is not None and 0 < r["age"] < 120]
dropped = len(rows) - len(valid)
print(f"dropped {dropped} of {len(rows)} rows ({dropped / len(rows):.1%})") if rows else print("no rows")
----
counter = collections.Counter()
for row in load_rows("visits"):
    counter[row["page"]] += 1
[(page, hits), *others] = counter.most_common()
print(page, hits, len(others))
----
def stats(values):
    lo, *_, hi = sorted(values)
    return {"min": lo, "max": hi, "mean": statistics.mean(values)}

print(stats([3, 1, 2]))
----
data = {"a": {"b": [1, 2, 3]}}
match = data.get("a", {}).get("b", [])
print(match [0] if match else None)
----
def chunks(items, size=2):
    return [items[i:i + size] for i in range(0, len(items), size)]

for batch in chunks(load_rows("orders"), size=50):
    response = call_api("/bulk", {"rows": batch}, method="POST")
    if response.get("errors"):
        raise RuntimeError(f"{len(response['errors'])} errors")
    store.put("last", batch[-1]["id"], ttl=60)
----
import operator
from operator import itemgetter

rows = load_rows("players")
ranked = sorted(rows, key=itemgetter("score"), reverse=True)
for rank, row in enumerate(ranked, start=1):
    print(rank, row["name"], row["score"])
----
async def main():
    async with asyncio.Lock() as lock:
        print(lock)
    return [await fetch(u) for u in ["a", "b"]]

print(len(asyncio.run(main())))
----
flags = {"debug": True}
assert "debug" in flags, "no debug flag"
del flags["debug"], flags
'''
PROGRAMS = _TEXTS.removeprefix("\n----\n").split("\n----\n")
# By a part of the program, why it is not in the language.
REFUSED = {
    "        return -1\n    return i\n": "the target of a loop is not bound after it",
    "from typing import Any": "a module that was not given",
    "(item := queue.pop())": "only what a condition computes first is bound",
    "[(page, hits), *others]": "targets in square brackets",
    'del flags["debug"], flags': "names stay",
}
