"""Small programs as agents write them, each with the names that it is given; written by hand, before the language was."""

from __future__ import annotations

import collections
import datetime
import itertools
import json
import math
import random
import re
import statistics
from typing import Any


def tool(*names: str) -> dict[str, Any]:
    return {name: _TOOLS[name] for name in names}


def search(query: str, limit: int = 10) -> list[dict[str, Any]]:
    return []


def visit(url: str) -> str:
    return ""


def final_answer(answer: Any) -> None: ...


def weather(city: str, *, day: str = "today") -> dict[str, float]:
    return {}


def send_mail(to: str, subject: str, body: str) -> bool:
    return True


def read_file(path: str) -> str:
    return ""


def write_file(path: str, text: str) -> None: ...


def ask(question: str) -> str:
    return ""


_TOOLS = {each.__name__: each for each in (search, visit, final_answer, weather, send_mail, read_file, write_file, ask)}
_MODULES = {
    "math": math,
    "json": json,
    "re": re,
    "collections": collections,
    "datetime": datetime,
    "random": random,
    "itertools": itertools,
    "statistics": statistics,
}


def using(*names: str) -> dict[str, Any]:
    return {name: _MODULES[name] for name in names}


# names, modules, the program
PROGRAMS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (
        tool("search", "final_answer"),
        {},
        'results = search("population of Norway")\nfinal_answer(results[0]["text"])\n',
    ),
    (
        tool("search", "final_answer"),
        {},
        'results = search(query="tallest mountain", limit=3)\nfor result in results:\n    print(result["title"], result["url"])\n',
    ),
    (
        tool("weather", "final_answer"),
        {},
        'cities = ["Paris", "Oslo"]\ntemperatures = {city: weather(city, day="monday")["high"] for city in cities}\nwarmest = max(temperatures, key=temperatures.get)\nfinal_answer(f"{warmest}: {temperatures[warmest]:.1f} degrees")\n',
    ),
    (
        tool("visit"),
        using("re"),
        'page = visit("https://example.org")\nlinks = re.findall(r\'href="([^"]+)"\', page)\nprint(len(links))\nfor link in sorted(set(links)):\n    print("-", link)\n',
    ),
    ({}, using("math"), "import math\n\nradius = 3\narea = math.pi * radius ** 2\nprint(round(area, 2))\n"),
    (
        {},
        {},
        "total = 0\nfor number in range(1, 101):\n    if number % 3 == 0 or number % 5 == 0:\n        total += number\nprint(total)\n",
    ),
    (
        {},
        {},
        "def fibonacci(n):\n    if n < 2:\n        return n\n    return fibonacci(n - 1) + fibonacci(n - 2)\n\nprint([fibonacci(i) for i in range(10)])\n",
    ),
    (
        {},
        {},
        'def is_prime(n: int) -> bool:\n    """Whether n is a prime."""\n    if n < 2:\n        return False\n    for d in range(2, int(n ** 0.5) + 1):\n        if n % d == 0:\n            return False\n    return True\n\nprint(sum(1 for n in range(100) if is_prime(n)))\n',
    ),
    ({}, {}, "a, b = 0, 1\nwhile a < 1000:\n    print(a)\n    a, b = b, a + b\n"),
    (
        {},
        {},
        'text = "the quick brown fox"\ncounts = {}\nfor word in text.split():\n    counts[word] = counts.get(word, 0) + 1\nfor word, count in sorted(counts.items(), key=lambda item: -item[1]):\n    print(word, count)\n',
    ),
    (
        {},
        using("collections"),
        'import collections\nwords = "a b a c b a".split()\ncounter = collections.Counter(words)\nprint(counter.most_common(2))\n',
    ),
    (
        {},
        using("json"),
        'import json\ntext = \'{"name": "Ada", "age": 36}\'\nperson = json.loads(text)\nperson["age"] += 1\nprint(json.dumps(person, indent=2))\n',
    ),
    (
        tool("read_file"),
        using("json"),
        'try:\n    settings = json.loads(read_file("settings.json"))\nexcept ValueError as error:\n    print(f"broken: {error}")\n    settings = {}\nprint(settings.get("theme", "light"))\n',
    ),
    (
        tool("read_file", "write_file"),
        {},
        'text = read_file("notes.txt")\nlines = [line.strip() for line in text.splitlines() if line.strip()]\nwrite_file("clean.txt", "\\n".join(lines))\n',
    ),
    (
        tool("send_mail", "ask"),
        {},
        'name = ask("Who should get the report?")\nif name:\n    ok = send_mail(f"{name}@example.org", "Report", body="See attachment.")\n    print("sent" if ok else "failed")\nelse:\n    print("nobody")\n',
    ),
    ({"df": [1]}, {}, "print(df)\n"),
    (
        {"rows": []},
        {},
        'by_country = {}\nfor row in rows:\n    by_country.setdefault(row["country"], []).append(row["sales"])\naverages = {country: sum(sales) / len(sales) for country, sales in by_country.items()}\nprint(averages)\n',
    ),
    (
        {"rows": []},
        using("statistics"),
        'import statistics\nsales = [row["sales"] for row in rows]\nprint(statistics.mean(sales), statistics.median(sales))\nif len(sales) > 1:\n    print(statistics.stdev(sales))\n',
    ),
    (
        {"matrix": []},
        {},
        "transposed = [[row[i] for row in matrix] for i in range(len(matrix[0]))]\nprint(transposed)\n",
    ),
    ({"matrix": []}, {}, "flat = [value for row in matrix for value in row]\nprint(max(flat), min(flat), sum(flat))\n"),
    (
        {},
        using("datetime"),
        "import datetime\ntoday = datetime.date.today()\ndue = today + datetime.timedelta(days=30)\nprint(due.isoformat(), (due - today).days)\n",
    ),
    (
        {},
        using("datetime"),
        'start = datetime.datetime(2024, 1, 15)\nend = datetime.datetime.strptime("2024-03-01", "%Y-%m-%d")\nprint((end - start).days)\n',
    ),
    (
        {},
        using("random"),
        "import random\nrandom.seed(7)\nrolls = [random.randint(1, 6) for _ in range(10)]\nprint(rolls, sum(rolls) / len(rolls))\n",
    ),
    (
        {},
        using("itertools"),
        'import itertools\nfor pair in itertools.combinations(["a", "b", "c"], 2):\n    print("-".join(pair))\n',
    ),
    (
        {},
        {},
        "numbers = [5, 3, 8, 1]\nfor i in range(len(numbers)):\n    for j in range(len(numbers) - 1 - i):\n        if numbers[j] > numbers[j + 1]:\n            numbers[j], numbers[j + 1] = numbers[j + 1], numbers[j]\nprint(numbers)\n",
    ),
    (
        {},
        {},
        "def binary_search(items, wanted):\n    low, high = 0, len(items) - 1\n    while low <= high:\n        middle = (low + high) // 2\n        if items[middle] == wanted:\n            return middle\n        elif items[middle] < wanted:\n            low = middle + 1\n        else:\n            high = middle - 1\n    return -1\n\nprint(binary_search([1, 3, 5, 7], 5))\n",
    ),
    ({}, {}, "def gcd(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n\nprint(gcd(48, 36))\n"),
    (
        {},
        {},
        'def is_palindrome(text):\n    cleaned = "".join(c.lower() for c in text if c.isalnum())\n    return cleaned == cleaned[::-1]\n\nprint(is_palindrome("A man, a plan, a canal: Panama"))\n',
    ),
    (
        {"temperature": 3},
        {},
        'if temperature < 0:\n    state = "ice"\nelif temperature < 100:\n    state = "water"\nelse:\n    state = "steam"\nprint(state)\n',
    ),
    (
        {"value": 3},
        {},
        'if value > 10:\n    level = "high"\nelif value > 5:\n    level = "middle"\nelif value >= 0:\n    level = "low"\nelse:\n    raise ValueError("negative")\nprint(level.upper())\n',
    ),
    (
        {"orders": []},
        {},
        'big = [order for order in orders if order["total"] > 100]\nnames = sorted({order["customer"] for order in big})\nprint(", ".join(names))\n',
    ),
    (
        {"orders": []},
        {},
        "best = None\nfor order in orders:\n    if best is None or order.total > best.total:\n        best = order\nif best is not None:\n    print(best.id)\n",
    ),
    (
        tool("search", "visit", "final_answer"),
        {},
        'answer = None\nfor result in search("capital of Peru"):\n    page = visit(result["url"])\n    if "Lima" in page:\n        answer = "Lima"\n        break\nfinal_answer(answer)\n',
    ),
    (
        tool("weather"),
        {},
        'def describe(city, day="today"):\n    forecast = weather(city, day=day)\n    low, high = forecast["low"], forecast["high"]\n    return f"{city}: {low} to {high}"\n\nfor city in ["Rome", "Bern"]:\n    print(describe(city))\nprint(describe("Oslo", day="friday"))\n',
    ),
    ({}, {}, 'print("hello")'),
    ({}, {}, "x = 5\nx -= 2\nx **= 2\nprint(x, -x, not x, x if x else 0)\n"),
    (
        {},
        {},
        "# how many squares\nsquares = [i * i for i in range(10)]  # all of them\n\n# even ones\neven = [s for s in squares if s % 2 == 0]\n\nprint(even)\n",
    ),
    (
        {},
        {},
        "scores = {'a': 1, 'b': 2}\ninverted = {v: k for k, v in scores.items()}\nassert len(inverted) == len(scores), \"not unique\"\nprint(inverted[2])\n",
    ),
    (
        {},
        {},
        "pairs = list(zip([1, 2, 3], ['x', 'y', 'z']))\nfor index, pair in enumerate(pairs):\n    number, letter = pair\n    print(index, number, letter)\n",
    ),
    ({}, {}, "double = lambda x: 2 * x\nprint(list(map(double, [1, 2, 3])))\n"),
    ({}, {}, "nested = {'a': {'b': [1, 2, 3]}}\nprint(nested['a']['b'][-1], nested['a']['b'][:2])\n"),
    (
        {},
        {},
        "stack = []\nfor symbol in '(()())':\n    if symbol == '(':\n        stack.append(symbol)\n    elif not stack:\n        print('unbalanced')\n        break\n    else:\n        stack.pop()\nprint(len(stack) == 0)\n",
    ),
    (
        {},
        {},
        "graph = {1: [2, 3], 2: [4], 3: [4], 4: []}\nseen = set()\nqueue = [1]\nwhile queue:\n    node = queue.pop(0)\n    if node in seen:\n        continue\n    seen.add(node)\n    queue.extend(graph[node])\nprint(seen)\n",
    ),
    (
        {},
        {},
        "def depth(tree):\n    if not tree:\n        return 0\n    return 1 + max([depth(child) for child in tree])\n\nprint(depth([[], [[]]]))\n",
    ),
    (
        {},
        {},
        "def count(items, wanted):\n    found = 0\n    for item in items:\n        if item == wanted:\n            found += 1\n    return found\n\n\ndef share(items, wanted):\n    return count(items, wanted) / len(items)\n\n\nprint(share([1, 1, 2], 1))\n",
    ),
    (
        tool("read_file"),
        {},
        'lines = read_file("data.csv").strip().split("\\n")\nheader = lines[0].split(",")\nrows = [dict(zip(header, line.split(","))) for line in lines[1:]]\ntotal = sum(float(row["price"]) for row in rows)\nprint(f"{total:.2f}")\n',
    ),
    (
        tool("ask"),
        {},
        'attempts = 0\nwhile attempts < 3:\n    try:\n        number = int(ask("A number, please."))\n    except ValueError:\n        attempts += 1\n        continue\n    print(number)\n    break\n',
    ),
    (
        tool("visit"),
        {},
        'def title(url):\n    try:\n        page = visit(url)\n    except Exception as error:\n        return f"error: {error}"\n    start = page.find("<title>")\n    if start == -1:\n        return None\n    return page[start + 7:page.find("</title>")]\n\nprint(title("https://example.org"))\n',
    ),
    (
        {},
        using("math"),
        "def distance(p, q):\n    return math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2)\n\npoints = [(0, 0), (3, 4)]\nprint(distance(points[0], points[1]), math.hypot(3, 4))\n",
    ),
    (
        {},
        using("math"),
        "angles = [math.radians(d) for d in (0, 30, 90)]\nprint([round(math.sin(a), 3) for a in angles])\n",
    ),
    (
        {},
        using("re"),
        'import re\nmatch = re.search(r"(\\d{4})-(\\d{2})", "on 2024-05-01")\nif match:\n    year, month = match.groups()\n    print(int(year), int(month))\n',
    ),
    ({}, using("re"), 'pattern = re.compile(r"\\w+@\\w+\\.org")\nprint(pattern.findall("ada@example.org"))\n'),
    ({}, {}, "result = (\n    1\n    + 2\n    + 3\n)\nprint(\n    result,\n    end='',\n)\n"),
    (
        {},
        {},
        "config = {\n    'host': 'localhost',\n    'port': 8080,\n    'tags': ['a', 'b'],\n}\nprint(config['host'], config['tags'][0])\n",
    ),
    ({}, {}, 'message = """\nseveral\nlines\n"""\nprint(message.strip().replace("lines", "rows"))\n'),
    (
        {"inventory": {}},
        {},
        "low = {name: stock for name, stock in inventory.items() if stock < 5}\nif low:\n    for name, stock in low.items():\n        print(f'{name!r:>10} {stock}')\nelse:\n    print('all well')\n",
    ),
    (
        {"users": []},
        {},
        "active = list(filter(lambda user: user['active'], users))\nprint(len(active), any(user['admin'] for user in active))\n",
    ),
    (
        {"users": []},
        {},
        "oldest = max(users, key=lambda user: user['age'])\nyoungest = sorted(users, key=lambda user: user['age'], reverse=False)[0]\nprint(oldest['name'], youngest['name'])\n",
    ),
    (
        tool("search", "final_answer"),
        {},
        'urls = []\nfor query in ["tea", "coffee"]:\n    for hit in search(query, limit=2):\n        if hit["url"] not in urls:\n            urls.append(hit["url"])\nfinal_answer(urls)\n',
    ),
    ({}, {}, "done = False\ncount = 0\nwhile not done:\n    count += 1\n    done = count >= 3\nprint(count)\n"),
    (
        {},
        {},
        "values = [1, 2, 3]\nmean = sum(values) / len(values)\nvariance = sum((v - mean) ** 2 for v in values) / (len(values) - 1)\nprint(mean, variance)\n",
    ),
    (
        tool("read_file"),
        {},
        'def load(path):\n    try:\n        return read_file(path)\n    finally:\n        print("read", path)\n\ntext = load("a.txt")\nprint(len(text))\n',
    ),
    (
        {},
        {},
        "def total(prices: list[float], rate: float = 0.2) -> float:\n    tax: float = sum(prices) * rate\n    return sum(prices) + tax\n\nprint(total([1.5, 2.5], rate=0.1))\n",
    ),
    ({}, {}, "bits = 0b1011 & 0xFF | 1 << 4\nprint(bits, ~bits, bits ^ 3, 1_000 // 7, 7 % 3)\n"),
]
