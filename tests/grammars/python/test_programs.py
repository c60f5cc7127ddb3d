"""`python(names=…)`, judged by Python's compiler, by the definition in `tests/reference/programs.py`, and by running programs."""

from __future__ import annotations

import ast
import contextlib
import enum
import io
import json
import re
import sys
import tokenize
import warnings
from collections.abc import Iterator
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

import pytest

import constrain
from constrain import Constraint, GrammarError, LimitExceeded, Vocabulary
from constrain.grammars import python
from constrain.grammars.python.namespace import BUILTINS

from ...laws import LAWS, Law, allowed_one_by_one, mask
from ...reference.programs import Checker, Refused
from . import newcomer_programs, programs
from .real_programs import PROGRAMS

CHECKER = Checker(programs.NAMES, programs.MODULES, programs.BUILTINS)
GOOD = [
    "",
    "\n# nothing\n",
    "x = y = 1\nprint(x + y)",
    "x: int = 1\nx += 1\n",
    "if radius > 1:\n    y = 1\nelif radius:\n    y = 2\nelse:\n    raise ValueError(radius)\nprint(y)\n",
    "if radius: print(1)\nelse: print(2)\n",
    "try:\n    d = json.loads('1')\nexcept ValueError as e:\n    print(e)\n    d = 2\nprint(d)\n",
    "try:\n    a = 1\nfinally:\n    b = 2\nprint(a, b)\n",
    "try:\n    a = 1\nexcept ValueError as e:\n    a = 2\nexcept Exception as e:\n    raise\nfinally:\n    c = 1\nprint(a, c)\n",
    "def f(a, b=radius):\n    def g(c):\n        return a + c + f(1)\n    return g(b)\nprint(f(1, b=2))\n",
    "x = 1\ndef f():\n    return x\nx = 2\n",
    "def f(x):\n    x = x + 1\n    return [x for y in [x] if x for z in y]\n",
    "print([x + y for x in range(3) for y in range(x) if y])\n",
    "print([[x for x in y] for y in [[1]]], {x: 1 for x in words}, {x for x in words})\n",
    "x = 1\ndef f():\n    a = [x for x in words]\n    x = 2\n    return x\n",
    "print(', '.join(str(x) for x in words), sum(x for x in range(3)))\n",
    "print(sorted(words, key=lambda x: (x, radius)))\nh = lambda: 0\n",
    "fetch('u', retries=1)\nfetch(url='u', timeout=2, retries=3)\nboth(1, 2)\nboth(1, 2, 3, 4, 5)\nboth(1, 2, c=3)\n",
    "options(a=1, b=2)\ntable.head(n=2).anything.goes(1, x=2)\nTable.read('p', sep=';').head()\n",
    "table.rows\ntable.names\nmath.pi.anything\nwords.append(1)\n",
    "import math, json\nimport json\n",
    "print(f'{radius:.2f}', f\"{words[0]!r}\", f'{{}}', [f'{x}' for x in words])\n",
    "print(\n    1,  # one\n    2,\n)\n",
    "a, b = 1, 2\na, words[0] = b, a\nwords[1] = 3\nwords[a] += 1\n",
    "with Table.read('x') as t, table:\n    print(t)\n",
    "while True:\n    x = 1\n    if x: break\n    continue\n",
    "e = 1\ntry:\n    pass\nexcept ValueError as x:\n    print(x, [x for y in words])\n",
    '"""a text\nof lines"""\nx = r"\\d"\n',
    "x = (1, 2), (3,), (), [], {}\nprint(x[0][1:2], x[::2])\n",
    "id = 3\nmatch = id\nprint(match)\n",
    "print(max(fetch(lambda x: (x, y), retries=1) for y in words), str.join('', words))\n",
    "x = [radius, 't'.rows.join(words)]\nprint(math.pi, ''.join(words))\n",
    "x = - + 1 - -radius\nprint(\n    + x)\n",
    "x = (table\n     .head()\n     # and\n     .head(n=2).rows)\ny = (', '\n  .join(words))\n",
    "print(map(', '.join, words))\nx = words\ny = x.join\nx.join.y = [a.join for a in words]\n",
    "(any)()\n(table).anything\n(words).join(x for x in words)\n",
    "x = 'a' \"b\"\ny = ('a'\n     f'{x}' r'c'.join(words))\n",
    "print(f'{radius=}', f'{radius = !r:>3}')\n",
    "x = [*words, 1, *words + words]\ny = {*x}\nz = {**table, 'a': [*[b for b in x]], **{}}\n",
    "print([[x, *y] for x in words for y in x])\n",
    "print({w: {a: len({b: {c: {w: (a, b) and (c, d)}}}) for a in words for b in a for c in a for d in a} for w in words})\n",
    "words.extend(x for x in words)\n",
    # Stars of calls, parameters and targets.
    "print(*words, 1, *words, sep='', **{})\noptions(**{}, a=1)\noptions(*[])\n",
    "fetch(*words, retries=1)\nfetch(**{})\nfetch('u', **{}, timeout=1)\nboth(1, 2, *words)\n",
    "both(*words, c=1)\nboth(*words, 1, 2, 3, **{})\ntable.column(*words)\nmax(*words, key=len)\nmap(*words)\n",
    "a, *b = words\n*b, c = words\nx, (y, z), *w, v = words\nprint(a, b, c, x, y, z, w, v)\n",
    "a, = words\n*b, = words\na, b = c = d = words\nb.x = e = b[0] = c.y = words\nprint(a, b, e)\n",
    "for i, (a, b) in enumerate(words):\n    print(i, a, b)\nfor a, *b in words: print(a, b)\n",
    "print([a + b for i, (a, b) in enumerate(words)], {a: b for a, *b in words})\n",
    "print([a + b for (a), *b in words], [a for (a), (b) in words])\n",
    "for (a, b) in words:\n    print(a, b)\n",
    "def f(a, b, /, c=1, *d, e, g=2, **h):\n    return a, b, c, d, e, g, h\n",
    "def f(a, b=1, /, c=2, *, d):\n    return d\ndef g(*args, **others):\n    return f(*args, **others)\n",
    "h = lambda *a, b=radius, **c: (a, b, c)\ni = lambda x, y=1: x + y\n",
    # Other branches of loops and of `try`.
    "for a in words:\n    if a: break\nelse:\n    print(1)\nwhile radius:\n    break\nelse: print(2)\n",
    "try:\n    a = 1\nexcept ValueError as e:\n    b = a = 2\nelse:\n    b = a\nprint(a, b)\n",
    "try:\n    a = 1\nexcept ValueError:\n    raise\nexcept Exception:\n    a = 3\nelse:\n    b = 1\nfinally:\n    c = 1\nprint(a, c)\n",
    "def f():\n    try:\n        a = 1\n    except ValueError:\n        b = 2\n    else:\n        return a\n    return b\n",
    # Bound by conditions.
    "if (n := len(words)) > 2 and n:\n    print(n)\nelse:\n    print(n)\nprint(n)\n",
    "if n := len(words): print(n)\nelif (m := n) and m: print(m)\nelif k := n:\n    print(k, n)\n",
    "while not (n := words.pop()).strip() or n:\n    print(n)\n",
    # Several on a line; items that go.
    "a = 1; b = a; print(b);\nif radius: print(a); print(b)\n",
    "x = {}\ndel x['a'], x[0].y, words[0]\n",
    "x: int\nx: list = []\nprint(x, ...)\n",
    # Classes.
    "class A:\n    pass\nclass B(A, Exception): ...\nclass C(*words, Exception, metaclass=A):\n    'text'\nprint(A, B(1, x=2).y, C)\n",
    "class A:\n    n = 1\n    m: int = n + 1\n    k: int\n    def f(self, x=n) -> None:\n        self.x = x\n        return A(self.n)\na = A()\na.f(1).x += 1\n",
    "x = 1\nclass A:\n    def f(self):\n        return x\n    x = 2\n",
    "@len\nclass A:\n    @math.sqrt\n    def f(self): \n        return self\n    @f.setter\n    def f(self, v):\n        self.v = v\n",
    "class A:\n    x = [1, radius]\n    y = [z for z in x]\n    w = [1, x]\n    v = (x, print(x))\n    class B:\n        def f(self):\n            return A\n",
    "def f():\n    class A:\n        def g(self):\n            return A, f\n    return A\n",
    # Coroutines and generators.
    "async def f(x):\n    y = await x.z\n    async for a in x: print(a)\n    async with x as b, y:\n        return [await c for c in await b]\n    return -await y\n",
    "async def f():\n    async def g():\n        await f()\n    def h():\n        yield\n        yield 1, 2\n        yield from h()\n    return h\n",
    # What fits patterns.
    'match words:\n    case "go":\n        x = 1\n    case [a, b]:\n        x = a + b\n    case _:\n        x = 2\nprint(x)\n',
    'match words:\n    case []: print(1)\n    case [1, *rest] if rest: print(rest)\n    case {"a": y, "b": [z, _], **others}:\n        print(y, z, others)\n    case int() | str() as k:\n        print(k)\n    case Table(rows=3, names=n):\n        print(n)\n    case str(s):\n        print(s)\n    case -1 | 2.5 | None | True:\n        pass\n    case math.pi:\n        pass\n    case a, b if a > b:\n        print(a, b)\n    case (a, b, *_):\n        print(a)\n    case other if other:\n        print(other)\n    case other:\n        print(other)\n',
    'def f(match):\n    match = re.match("a", match)\n    match match:\n        case None: return 1\n        case m:\n            return m.group(1)\n',
    "def f(x, c):\n    match x.y, x.z:\n        case 1, 2: return 3\n        case c.RED, _: return 4\n        case *a, b: return a\n        case _ if c: return 7\n        case _: raise ValueError(x)\n",
    "def f(x):\n    a = yield\n    b = c = yield x, a\n    a, b = yield from f(c)\n    d: int = yield a; x.y = yield\n    if d: x[0] = yield b\n",
    # Imported names.
    "from math import sqrt, pi as p\nfrom json import (\n    loads,  # of a text\n    dumps as d,\n)\nprint(sqrt(p), loads('1'), d(1, indent=2))\n",
    "'text'\nfrom re import sub as radius_\nimport math\nfrom math import log\nprint(radius_('a', 'b', 'c'), log(1))\n",
    "print(1)\nfrom math import tau\ndef f(x):\n    return x * tau\n",
    # Imported anywhere.
    "if radius:\n    from math import sqrt, pi as p\n    print(sqrt(p))\nfrom math import sqrt\nprint(sqrt(1))\n",
    "def f(x):\n    if x:\n        import math\n        return math.sqrt(x)\n    from math import sqrt as s, pi\n    from math import pi\n    return lambda: s(pi)\n",
    "def f(x):\n    print(table, json)\n    import re; from math import sqrt\n    def g():\n        return re.sub('a', 'b', x), sqrt(1)\n    return g\n",
    "print(1, max(words))\nfrom json import loads as max_, dumps as d\nfrom math import pow\nprint(pow(1, 2), max_('1'))\n",
    # Given names that the program binds anew.
    "radius = radius + 1\ntable, *words = words, table.rows\nif radius:\n    words = [1]\nelse:\n    print(words.x)\ndef f():\n    global table\n    table = radius\nfor radius in words: radius += 1\nprint(radius, words, table.x)\n",
    "for w in words:\n    print(len(w))\nwords = sorted(w for w in words)\nwhile words: words.pop()\n",
    "def f(radius, math, table=table):\n    for words in table.x: print(words, math.x)\n    return radius\ndef g():\n    radius = 1\n    return radius\n",
    "a, *radius = words\nx = words\nx.join()\n','.join(*words)\nx.join(1, 2, a=3)\n(words).join(*x)\n",
    # What functions share.
    "n = 0\ndef f(x):\n    print(x)\n    if x:\n        global n\n        n = 1\n    return n\n",
    "n = 0\ndef f(x):\n    'text'\n    global n\n    import math\n    n += x\n    return n + math.pi\nf(1)\n",
    "a = b = 1\nif a:\n    c = 2\n    class A:\n        def f(self):\n            global a, c\n            a, c = c, a\n            for b in words:\n                a = b\n            return [a for c in words]\n",
    "n = 0\ndef f(m):\n    for i in words:\n        def g():\n            nonlocal m, i # both\n            global n\n            i = n = m = 2\n            def h():\n                return m + n\n            return h\n        g()\n    return m\n",
    "def f():\n    global f\n",
    "def f():\n    import math\n",
    "def f(x):\n    'text'\n    import math\n    import json # yes\n    return math.sqrt(x), json\nf(1)\n",
    "class A:\n    async def f(self):\n        import json\n        def g():\n            import re\n            return re, json\n",
    # Names of builtins that functions and classes have as their own.
    "def f(list, str=len, *, any=1, **map):\n    list[0] = str(any)\n    return [list for x in map], sum(list)\nprint(f([1], list))\n",
    "def f(x):\n    list = x\n    for len, (str, any) in x:\n        print(len, str)\n    list += 1\n    def g():\n        nonlocal list\n        list = max = 2\n        return list + max\n    return g() + list\n",
    "class A:\n    max = 1\n    list: int = max\n    def print(self, int):\n        print(max(int), list)\n    @print.setter\n    def print(self, len): return len\n    def str(self): return str(self)\n",
    "def f(x):\n    class A:\n        len = x\n    sum = 1\n    return A.len + sum\ndef g(): return sum([1])\n",
    "async def f(max):\n    while (len := max.z): print(len)\n    return max\nprint(max(1, 2))\n",
    # The body of a function on its line.
    "def f(x): return x\ndef g(): pass; print(f); yield\nclass A:\n    def h(self, n=1) -> str: self.n = n\n    x = 1\n    async def i(self): await self.x\nf(g)\n",
    "def f(x):\n    def g(y): return x + y\n    if x:\n        def h(z): return g(z) # yes\n    return g\ndef k(): raise ValueError",
    "if radius:\n    def f(x): x += 1; return x\n    print(f(1))\nelse: print(1)\n",
    "def f(\n    x,\n): return x\n",
    "x = [\n]\ny = {  # nothing\n}, ( )\n    # and",
    "x = not not radius and not not not words\n",
    "x = radius + \\\n   1\nprint(not \\\n  x)\nif x \\\n  and not words: pass\n",
    "x = b'\\0' br\"\\d\" Rb'a'\ny = rf'\\d{radius}' f'{radius }'\n",
    "def f(x):\n    r\"\"\"Of \\d\n    \"\"\"\n    return f'''a\\\n''{x:>{x}.{x!r}f} ' {{\n{x!r:}'''\n",
    "x = table.head().join(words)\n",
    "print (1) [0] . a\n".replace(" . ", "."),
    "match words:\n    case " + "[" * 9 + "1" + "]" * 9 + ": pass\n" + "    case 1: pass\n" * 60,
    "if radius: pass\n" + "elif radius: pass\n" * 40 + "x = " + "1 if 2 else " * 20 + "3\n",
    "".join(f"a{i}, " for i in range(100)) + "*b = words\n",
    "with " + ", ".join(f"table as t{i}" for i in range(9)) + ":\n    with table, table:\n        pass\n",
]
BAD = [
    "print(x)\n",
    "x = x\n",
    "x += 1\n",
    "if radius:\n    y = 1\nprint(y)\n",
    "if radius:\n    y = 1\nelif words:\n    pass\nelse:\n    y = 2\nprint(y)\n",
    "for i in words:\n    pass\nprint(i)\n",
    "for i in i:\n    pass\n",
    "while radius:\n    x = 1\nprint(x)\n",
    "with table as t:\n    x = 1\nprint(x)\n",
    "try:\n    a = 1\nexcept ValueError:\n    pass\nprint(a)\n",
    "try:\n    a = 1\nexcept ValueError:\n    print(a)\n",
    "try:\n    pass\nexcept ValueError as e:\n    pass\nprint(e)\n",
    "e = 1\ntry:\n    pass\nexcept ValueError as e:\n    pass\nprint(e)\n",
    "try:\n    pass\nexcept ValueError as e:\n    g = lambda: e\n",
    "try:\n    pass\nexcept ValueError as e:\n    def g():\n        return e\n",
    "try:\n    pass\nexcept ValueError as e:\n    e = 1\n",
    "def f():\n    return g()\ndef g():\n    return 1\n",
    "y = 1\ndef f():\n    print(y)\n    y = 2\n",
    "y = 1\ndef f():\n    if radius:\n        y = 2\n    return y\n",
    "y = 1\ndef f():\n    y += 1\n",
    "y = 1\ndef f():\n    def g():\n        return y\n    y = 2\n    return g\n",
    "def f(a, a):\n    pass\n",
    "def f(a=a):\n    pass\n",
    "def f(a=1, b):\n    pass\n",
    "print([i for j in words])\n",
    "print([1 for j in j])\n",
    "print([1 for x in words for y in y])\n",
    "y = [1]\nprint([1 for x in words for y in y])\n",
    "print([x, 1], [x for x in words])\n",
    "print(x for x in words)\n",
    "print(lambda x: x + z)\n",
    "math = 1\n",
    "def print():\n    pass\n",
    "print([math for math in words])\n",
    "math.sqrtt(1)\n",
    "table.colum('a')\n",
    "Table.head.foo\n",
    "radius()\n",
    "str.join(words)\n",
    "max(lambda x: y for y in words)\n",
    "math.sqrt()\n",
    "math.sqrt(1, 2)\n",
    "math.sqrt(x=1)\n",
    "fetch('u')\n",
    "fetch('u', 1, 2, retries=3)\n",
    "fetch('u', url='v', retries=3)\n",
    "fetch('u', retries=3, retries=3)\n",
    "fetch('u', retries=3, 4)\n",
    "both(1)\n",
    "both(1, b=2)\n",
    "both(a=1, b=2)\n",
    "table.column()\n",
    "table.column(name='a')\n",
    "f = 1\nf(a=1, a=2)\n",
    "return 1\n",
    "break\n",
    "def f():\n    break\n",
    "for x in words:\n    def f():\n        continue\n",
    "raise\n",
    "list = 1\n",
    "for list in words:\n    pass\n",
    "def f():\n    print(1)\n    list = 1\n",
    "def f():\n    def g():\n        return len\n    list = 1\n",
    "def f(x):\n    list = x\n    print(list)\n    len = 2\n",
    "def f(x):\n    x = list\n    list = 1\n",
    "def f(x):\n    if x:\n        list = 1\n    return list\n",
    "def f(list, list):\n    pass\n",
    "def f(list):\n    list.nix()\nlist.nix()\n",
    "def f(x):\n    def g():\n        list = 1\n        return list\n    return [list for list in x]\n",
    "class A:\n    def len(self):\n        return 1\n    x = len(words)\n",
    "class A:\n    max = 1\n    x = [max for a in words]\n",
    "from math import pi as len\n",
    "f = lambda list: 1\n",
    "def f(): x = 1\n",
    "def f(x): return y\n",
    "def f(): return x\nx = 1\n",
    "def f(x): return x\nprint(x)\n",
    "def f(x): if x: pass\n",
    "def f(): def g(): pass\n",
    "def f(): import math\n",
    "def f(): return 1\n    return 2\n",
    "def f():\n    def g(): return 1\nprint(g)\n",
    "n = 0\ndef f():\n    print(n)\n    global n\n",
    "n = 0\ndef f(n):\n    global n\n",
    "def f():\n    global n\n    n = 1\nn = 0\n",
    "n = 0\nglobal n\n",
    "n = 0\nclass A:\n    global n\n",
    "n = 0\ndef f():\n    global n\n    n: int = 1\n",
    "n = 0\ndef f():\n    global n, n\n",
    "n = 0\ndef f():\n    nonlocal n\n",
    "def f():\n    n = 0\n    def g():\n        global n\n",
    "n = 0\ndef f():\n    global n\n    def g():\n        nonlocal n\n",
    "def f():\n    def g():\n        nonlocal n\n    n = 1\n",
    "try:\n    pass\nexcept ValueError as e:\n    def f():\n        global e\n        e = 1\n",
    "def f():\n    global radius\n",
    "n = 0\ndef f():\n    if n:\n        global n\n",
    "import os\n",
    "def f():\n    import os\n",
    "def f():\n    print(math.pi)\n    import math\n",
    "class A:\n    import math\n",
    "open('x')\n",
    "f'{x}'\n",
    "a, b\n",
    "words.__class__\n",
    "if radius: x = 1\n",
    "x = [y := 1]\n",
    "x = (table\n  .hed())\n",
    "math\n.pi\n",
    "math.join\n",
    "x = b'a' 'b'\n",
    "x = ''''a'\n",
    "print(f'{radius!r }')\n",
    "print(f'{[a for a, (b,\n c) in words]}')\n",
    "print(f'{radius:{radius:{radius}}}')\n",
    "print(f''''{radius}'''')\n",
    "print(f'{x=}')\n",
    "x = [*y]\n",
    "x = [*y, 1]\n",
    "x = [*y for y in words]\n",
    "x = [1, *y for y in words]\n",
    "x = [*words and 1]\n",
    "x = {**words, 1}\n",
    "x = {1, **words}\n",
    "words.append(x for x in words)\n",
    "fetch(*words)\n",
    "x = table.head().join\n",
    "fetch(*words, url=1)\nfetch(1, *words, url=2)\n",
    "fetch('u', *words, 1, 2, retries=3)\n",
    "both(1, **{})\n",
    "math.sqrt(x=1, *words)\n",
    "table.head(*words, n=1, m=2)\n",
    "table.column(**{})\n",
    "print(sep='', *words)\n",
    "print(**{}, *words)\n",
    "print(*x)\n",
    "','.join()\n",
    "','.join(words, words)\n",
    "print(*x for x in words)\n",
    "*a = words\n",
    "*a, *b = words\n",
    "*a = words\na = b, c = words\n",
    "a = b, c = words\n",
    "a = a.x = words\n",
    "a, *b, *c = words\n",
    "a, () = words\n",
    "for *a in words:\n    pass\n",
    "for a, (b, radius) in words:\n    pass\n",
    "def f(*a, a):\n    pass\n",
    "def f(*, **a):\n    pass\n",
    "def f(a=1, /, b):\n    pass\n",
    "def f(a, *, b=a):\n    pass\n",
    "h = lambda x=x: x\n",
    "for a in words:\n    b = 1\nelse:\n    print(b)\n",
    "for a in words:\n    pass\nelse:\n    b = 1\nprint(b)\n",
    "for a in words:\n    pass\nelse:\n    break\n",
    "try:\n    a = 1\nexcept ValueError:\n    b = 2\nelse:\n    print(b)\n",
    "try:\n    a = 1\nexcept ValueError:\n    b = 2\nelse:\n    b = 3\nprint(a)\n",
    "try:\n    pass\nelse:\n    pass\n",
    "if radius and (n := 1):\n    pass\n",
    "if (n := n):\n    pass\n",
    "if radius: pass\nelif n := 1:\n    pass\nelse:\n    print(n)\n",
    "if radius: pass\nelif n := 1: pass\nprint(n)\n",
    "while n := 1: break\nprint(n)\n",
    "if radius := 1: pass\n",
    "print(n := 1)\n",
    "a = b; b = 1\n",
    "if radius: a = 1; print(a)\n",
    "a = 1\nif radius: a = 2\n",
    "x = 1\ndel x\n",
    "del radius.a\n",
    "def f():\n    list = list + [1]\n",
    "x: int\nprint(x)\n",
    "class A:\n    x = A\n",
    "class A: print(A)\n",
    "class A:\n    x = 1\n    def f(self):\n        return x\n",
    "class A:\n    x = 1\n    y = [x for z in words]\n",
    "class A:\n    x = 1\n    y = [x, 1]\n",
    "class A:\n    x = 1\n    y = [1 for z in words if x]\n",
    "class A:\n    x = 1\n    class B:\n        y = x\n",
    "class A:\n    x = 1\n    class B: print(x)\n",
    "class A:\n    def f(self):\n        return A\n    x = f(1)\n",
    "class A:\n    class B:\n        def f(self):\n            return B\n",
    "x = 1\nclass A:\n    y = x\n    x = 2\n",
    "class A:\n    return 1\n",
    "class A:\n    def f(self):\n        return __x\n__x = 1\n",
    "class A(a=1): pass\n",
    "class A(**words): pass\n",
    "class A(Exception, a=1): pass\n",
    "class A(metaclass=Table, metaclass=Table): pass\n",
    "class A(metaclass=Table, *words): pass\n",
    "class A(lambda: 1): pass\n",
    "@x\ndef f():\n    pass\n",
    "@f.setter\ndef f():\n    pass\n",
    "await fetch('u', retries=1)\n",
    "def f():\n    await f()\n",
    "def f():\n    async with table: pass\n",
    "async def f():\n    return lambda: await f()\n",
    "async def f():\n    yield 1\n",
    "class A:\n    yield 1\n",
    "x = yield 1\n",
    "def f():\n    return yield 1\n",
    "def f():\n    x = 1 + (yield)\n",
    "def f():\n    x = [yield]\n",
    "async def f():\n    x = yield 1\n",
    "def f():\n    a = yield a\n",
    "from math import nix\n",
    "from math import sqrt\nsqrt(1, 2)\n",
    "from math import sqrt\nsqrt = 1\n",
    "sqrt = 1\nfrom math import sqrt\n",
    "print(1)\nfrom json import loads as radius\n",
    "from math import sqrt\nfrom math import cos as sqrt\n",
    "from math import sqrt as s\nsqrt(1)\n",
    "if radius:\n    from math import sqrt\nprint(sqrt(1))\n",
    "if radius:\n    from math import sqrt\nelse:\n    sqrt = 1\n",
    "def f(x):\n    if x:\n        import math\n    return math.pi\n",
    "def f(x):\n    import math\n    math = 1\n",
    "def f(x):\n    from math import sqrt\n    sqrt(1, 2)\n",
    "def f(x):\n    from math import sqrt\n    sqrt += 1\n",
    "def f(x):\n    from math import sqrt\n    return [1 for sqrt in x]\n",
    "def f(x):\n    from math import sqrt\n    def g():\n        nonlocal sqrt\n        sqrt = 1\n",
    "from math import sqrt\ndef f(x):\n    print(sqrt(1))\n    sqrt = 1\n",
    "def f(x):\n    def g():\n        return math.pi\n    import math\n",
    "def f(): from math import sqrt\n",
    "from math import sqrt\ndef f():\n    global sqrt\n    sqrt = 1\n",
    "radius += 1\n",
    "for x in words:\n    words = 1\n",
    "for x in words:\n    print(table)\nradius = 1\n",
    "def f():\n    return radius\nradius = 1\n",
    "radius = lambda: radius\n",
    "f = lambda: words\nradius = 1\n",
    "while radius: pass\nradius = 1\n",
    "while radius:\n    pass\nwords = 1\n",
    "radius: int = 1\n",
    "for radius in words:\n    pass\n",
    "if radius := 1:\n    pass\n",
    "def f():\n    x = words\n    radius = x\n",
    "radius = 1\nprint(radios)\n",
    "table = table.nix\n",
    "def f():\n    if radius:\n        n = 1\n    global n\n",
    "from math import *\n",
    "from math import __doc__\n",
    # Patterns.
    "class A:\n    match words:\n        case 1: pass\n",
    "match (words):\n    case 1: pass\n",
    "match words:\n    case (x): pass\n    case 1: pass\n",
    "match words:\n    case x if x:\n        pass\nprint(x)\n",
    "match words:\n    case [[x, y]]: pass\nprint(x)\n",
    "match words:\n    case len.x: pass\n",
    "match words:\n    case str(a, b): pass\n",
    "for x in words:\n    pass\nelse:\n    match words:\n        case [x]: break\n",
    "match words:\n    case x:\n        pass\n    case 1:\n        pass\n",
    "match words:\n    case 1: x = 1\n    case _: x = 2\n",
    "match words:\n    case [x, x]: pass\n",
    "match words:\n    case [x] | 1: pass\n",
    "match words:\n    case 1:\n        x = 1\nprint(x)\n",
    "match words:\n    case [y]:\n        x = 1\n    case _:\n        x = 2\nprint(y)\n",
    "match words:\n    case nix(): pass\n",
    "match words:\n    case fetch(): pass\n",
    "match words:\n    case Table(1): pass\n",
    "match words:\n    case Table(a=1, a=2): pass\n",
    "match words:\n    case {\"a\": 1, 'a': 2}: pass\n",
    "match words:\n    case math.nix: pass\n",
    "match words:\n    case radius: pass\n",
    "match words:\n    pass\n",
    "match words:\n    case [*a, *b]: pass\n",
    "case = 1\nmatch words:\n    case nix.a: pass\n",
    # What Python's compiler has no room for.
    "if radius: pass\n" + "elif radius: pass\n" * 3_000,
    "x = " + "1 if 2 else " * 3_000 + "3\n",
    "".join(f"a{i}, " for i in range(256)) + "*b = words\n",
    "for " + "".join(f"a{i}, " for i in range(256)) + "*b in words:\n    pass\n",
    "for a, " + "(b, " * 200 + "c" + ")" * 200 + " in words:\n    pass\n",
    "with " + ", ".join(["table"] * 21) + ":\n    pass\n",
    "for a in words:\n    with " + ", ".join(["table"] * 19) + ":\n        while a:\n            pass\n",
]


@pytest.mark.parametrize("text", GOOD)
def test_programs_whose_names_resolve_are_in_the_language(text: str) -> None:
    """Both say so: the definition and the grammar."""
    CHECKER.check(text)

    assert programs.compiled().accepts(text)


@pytest.mark.parametrize("text", BAD)
def test_programs_that_could_fail_for_a_name_are_not(text: str) -> None:
    """A name that some way has not bound, an attribute or argument that is none, and what the compiler refuses."""
    with pytest.raises(Refused):
        CHECKER.check(text)

    assert not programs.compiled().accepts(text)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_programs_of_agents_are_in_the_language(number: int) -> None:
    """What people write, with the names that it is given."""
    names, modules, text = PROGRAMS[number]

    assert constrain.compile(python(names=names, modules=modules), programs.BYTES).accepts(text), text


@cache
def newcomers() -> Constraint[Any]:
    return constrain.compile(python(names=newcomer_programs.NAMES, modules=newcomer_programs.MODULES), programs.BYTES)


@pytest.mark.parametrize("number", range(len(newcomer_programs.PROGRAMS)))
def test_programs_of_newcomers_are_in_the_language(number: int) -> None:
    """All but those that are known not to be, with the reason."""
    text = newcomer_programs.PROGRAMS[number].strip("\n") + "\n"
    reason = next((why for part, why in newcomer_programs.REFUSED.items() if part in text), "")

    assert newcomers().accepts(text) == (not reason), text


def broken(text: str) -> Iterator[str]:
    """The program with one more line end, at each place within brackets where there may be one; not after a point."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    depth, before = 0, None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT):
            before = None
            continue
        (first, column), (last, end) = token.start, token.end
        if depth and before is not None:
            yield f"{text[:before]} # c\n  {text[starts[first - 1] + column :]}"
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        before = None if token.string == "." else starts[last - 1] + end


@pytest.mark.parametrize("pattern", ["a, ", "1 | ", "(math.pi | ", "[*a, ", "-", "Table(", "{"])
def test_patterns_can_be_completed_in_few_bytes(pattern: str) -> None:
    """Whatever byte is next: after `len.` no attribute could follow, and no blank begins a number."""
    matcher = programs.compiled().matcher()
    for byte in f"match words:\n    case {pattern}".encode():
        matcher.advance(byte)
    row = constrain.allocate_bitmask(1, programs.BYTES)
    matcher.fill_bitmask(row[0], tokens_left=40)
    for byte in constrain.allowed_tokens(row[0]):
        after = matcher.fork()
        after.advance(byte)
        assert after.tokens_to_end < 40, (pattern, byte)
        after.fill_bitmask(row[0], tokens_left=60)


def test_a_name_is_matched_by_its_module_where_that_has_the_class() -> None:
    """What an import brings is known, as a name and as a class; where nothing is known it is no pattern."""
    told = constrain.compile(python(names={"x": 1}, modules={"json": json, "enum": enum}), programs.BYTES)
    head = "from json import JSONDecoder as D, loads\nmatch x:\n    case "

    assert told.accepts(f"{head}D(strict=s):\n        print(s)\n")
    assert told.accepts(f"{head}D.decode:\n        pass\n")
    assert not told.accepts(f"{head}loads():\n        pass\n")
    assert not told.accepts(f"{head}D(s):\n        print(s)\n")


def test_lines_end_anywhere_within_brackets() -> None:
    """Before and after words, names and signs, where Python's tokenizer joins lines."""
    every = [(newcomers(), text.strip("\n") + "\n") for text in newcomer_programs.PROGRAMS]
    every += [(programs.compiled(), text) for text in GOOD]
    for told, text in every:
        assert not told.accepts(text) or all(map(told.accepts, broken(text))), text


def accepts(text: str, told: Constraint[Any] | None = None) -> bool:
    try:
        return (told or programs.compiled()).accepts(text)
    except UnicodeEncodeError:
        return False


def verdict(text: str, checker: Checker = CHECKER) -> str:
    """Why the definition refuses the program, or nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            checker.check(text)
        except Refused as error:
            return str(error) or "refused"
    return ""


def disagreements(seeds: range) -> list[tuple[str, str]]:
    """Drawn programs that the definition refuses, and their neighbours of which it says other than the grammar."""
    found = []
    for seed in seeds:
        text = programs.drawn(seed)
        if why := verdict(text):
            found.append((text, why))
        for other in programs.mutations(text, seed):
            why = verdict(other)
            if accepts(other) != (not why):
                found.append((other, why or "good, but refused"))
    return found


def test_drawn_programs_and_their_neighbours_are_judged_as_defined() -> None:
    """Under a budget of tokens, so that every program also comes to its end."""
    assert not disagreements(range(150))


def test_neighbours_of_programs_are_judged_as_defined() -> None:
    """Of those that people wrote, and of the small ones above."""
    given = Checker(newcomer_programs.NAMES, newcomer_programs.MODULES, BUILTINS)
    every = [(newcomers(), given, text.strip("\n") + "\n") for text in newcomer_programs.PROGRAMS]
    every += [(programs.compiled(), CHECKER, text) for text in GOOD]
    for told, checker, text in every:
        for seed in range(3):
            for other in programs.mutations(text, seed):
                assert accepts(other, told) == (not verdict(other, checker)), other


@pytest.mark.slow
def test_ten_thousand_drawn_programs() -> None:
    """The same, of many more."""
    assert not disagreements(range(1_000, 11_000))


@cache
def of_pieces() -> Constraint[Any]:
    """On bytes, and tokens that are cut out of programs anywhere, so that names begin and end within them."""
    random = Random(1)
    texts = [text.encode() for text in GOOD if len(text) > 4]
    cut: dict[bytes, None] = {}
    while len(cut) < 120:
        text = random.choice(texts)
        at = random.randrange(len(text) - 2)
        cut[text[at : at + random.choice((2, 3, 4, 5, 8, 16))]] = None
    made = [
        *cut,
        b"g+h",
        b"g+h+q",
        b"g+h+q)",
        b"x(a, b)\n",
        b"x, y = ",
        b"\n    x",
        b"x for x in",
        b"a for a in a]",
        b"st = list+",
        b"a, b]",
        b"a, b:\n  ",
        b"Table(r",
        b"x | a.b",
        b"a if a",
        b"_:\n    ",
        b'{"a": ',
    ]
    tokens = [token for token in dict.fromkeys(made) if len(token) > 1]
    single = [bytes((b,)) for b in range(256)]
    vocabulary = Vocabulary.from_bytes([*single, *tokens, None], end_ids=[256 + len(tokens)])
    return constrain.compile(programs.grammar(), vocabulary)


@pytest.mark.parametrize(
    "start",
    [
        "",
        "max(lambda x: ",
        "def f():\n    if radius:\n        try:\n            0",
        "print([a+b+c+d+e+f+g+",
        "print([a+b+c+d+e+f+",
        "[(a, [x+",
        "def f():\n    li",
        "def f(x):\n    return [y+x+",
        "match words:\n    case [a, ",
        "def f(x):\n    match x:\n        case ",
    ],
)
def test_masks_are_those_of_bytes_and_lead_to_programs(start: str) -> None:
    """At each step of a walk: a token is allowed as its bytes are, and after it there is a way to a program."""
    for seed in range(25):
        random, vocabulary = Random(seed), of_pieces().vocabulary
        matcher, text = of_pieces().matcher(), start.encode()
        matcher.advance_bytes(text)
        for _ in range(10):
            told = mask(matcher)
            assert told == allowed_one_by_one(matcher), text
            token = random.choice([each for each in told if 256 <= each < vocabulary.end_ids[0]] or told)
            if token in vocabulary.end_ids:
                break
            matcher.advance(token)
            text += vocabulary.token_bytes[token] or b""
            rest = [vocabulary.token_bytes[each] or b"" for each in matcher.completion()]
            whole = b"".join((text, *rest)).decode()
            assert not verdict(whole), whole
            assert accepts(whole), whole


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws_hold_where_names_begin_and_end_within_tokens(law: Law) -> None:
    """Those of all constraints."""
    law(of_pieces(), Random(3))


class Mode(enum.Enum):
    """Members, and methods, which `dir` does not list."""

    FAST = 1
    SLOW = 2

    @classmethod
    def usual(cls) -> Mode:
        return cls.FAST

    def label(self) -> str:
        return self.name


@pytest.mark.parametrize("kind", [Mode, enum.Enum("Word", {"A": "a"}, type=str), enum.Flag("Bits", "P Q")])
def test_attributes_of_enumerations_are_those_that_there_are(kind: Any) -> None:
    """Although their class has a `__getattr__`, which finds members and nothing else."""
    told = constrain.compile(python(names={"K": kind}), programs.BYTES)
    for name in ("FAST", "A", "P", "usual", "label", "name", "value", "upper", "GREEN", "mro"):
        assert told.accepts(f"K.{name}") == (hasattr(kind, name) and name != "mro"), name


def test_what_is_imported_of_a_module_that_finds_others_is_what_it_lists() -> None:
    """`io` has a `__getattr__`: anything may be an attribute, but names that are imported are known."""
    told = constrain.compile(python(modules={"io": io}), programs.BYTES)

    assert told.accepts("io.anything(1)\nfrom io import StringIO\nStringIO('a')\n")
    assert not told.accepts("from io import anything\n")
    assert not told.accepts("from io import StringIO\nStringIO(1, 2, 3)\n")


def test_functions_and_modules_may_be_listed() -> None:
    """By their own names, of which none is two things."""
    told = constrain.compile(python(names=[len, Random], modules=[json]), programs.BYTES)

    assert told.accepts("import json\nprint(len('a'), Random(1), json.loads('1'))\n")
    with pytest.raises(GrammarError, match="two of names have the name Random"):
        python(names=[Random, type("Random", (), {})])


def test_errors_name_what_is_wrong_with_the_names() -> None:
    """Names that a program cannot have, and modules that are none."""
    for arguments in ({"names": {"a b": 1}}, {"names": {"if": 1}}, {"modules": {"math": 1}}, {"builtins": ["nix"]}):
        with pytest.raises(GrammarError):
            python(**arguments)
    with pytest.raises(TypeError, match="names must be a mapping"):
        python(names=["a"])
    with pytest.raises(LimitExceeded):
        python(names={f"n{i}": 1 for i in range(20_001)})


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("print(radios)\n", "no name `radios`; did you mean `radius`?"),
        ("math.sqrtt(1)\n", "no attribute `sqrtt` of `math`; did you mean `sqrt`?"),
        ("math.sqroot(1)\n", "no attribute `sqroot` of `math`; did you mean `sqrt`?"),
        ("fetch('u', retry=1)\n", "no argument `retry` of `fetch`"),
        ("if radius:\n    y = 1\nprint(y)\n", "`y` is not bound on every way that leads here"),
        ("math = 1\n", "`math` is given, and may not be bound"),
        (
            "def f():\n    print(1)\n    list = 1\n",
            "may not be bound; a function may have it as its own before it reads",
        ),
        ("def f(x): y = 1\n", "`y` may not be bound here: on the line of a block's head"),
        ("y = 1\ndef f():\n    print(y)\n    y = 2\n", "or after it was read from outside"),
        ("from math import pi, sqrtt\n", "no name `sqrtt` in `math`; did you mean `sqrt`?"),
        ("from math import floor\nprint(flor(1.5))\n", "no name `flor`; did you mean `floor`?"),
        ("fetch('u)')\n", "the call lacks `retries`; it is `fetch(url, timeout=..., *, retries)`"),
        ("both(1)\n", "the call lacks 1 more; it is `both(..., ..., c=..., *...)`"),
        ("fetch('u', 1, 2, retries=3)\n", "takes no further argument without a name; it is `fetch(url, timeout=..."),
        ("x = math.sqrt([1, 2], radius)\n", "takes no further argument without a name; it is `math.sqrt(...)`"),
        ("fetch('u', url='v', retries=1)\n", "the call has `url` already; it is `fetch(url, timeout=..., *, retries)`"),
        ("fetch('u', retries=1, retries=2)\n", "the call has `retries` already"),
        ("def f(a, a): pass\n", "`a` is a parameter already"),
        ("def f(a=1, b): pass\n", "`b` needs a default value, as a parameter before it has one; or write `*, b`"),
        ("def f(a=nix): pass\n", "no name `nix`"),
        ("x = await fetch('u', retries=1)\n", "`await` stands in the body of an `async def`"),
        ("return 5\n", "`return` stands in the body of a function"),
        ("if radius:\n    break\n", "`break` stands in a loop"),
        ("print([lambda x: x])\n", "`lambda` stands as an argument or a value"),
        ("del words\n", "`del` is of items and attributes"),
        ("class A:\n    import math\n", "imports stand anywhere but in classes"),
        ("import os\n", "module `os` is not given; give it in `modules=` to let programs import `os`"),
        ("def f():\n    import math, jsn as j\n", "module `jsn` is not given; did you mean `json`?"),
        ("from os.path import join\n", "module `os` is not given"),
        ("if __name__ == '__main__':\n    pass\n", "no name `__name__`: a program is no module"),
        ("match (x, y):\n    case _:\n        pass\n", "not with (; `match a, b:` needs no brackets"),
        ("match table:\n    case {'a b': x}:\n        pass\n", "a key in a pattern is a text that is a plain word"),
        ("match table:\n    case [x] | x:\n        pass\n", "alternatives bind no names"),
        ("match table:\n    case Table(a):\n        pass\n", "`Table` takes 0 patterns by position, others by name"),
        ("def fetch(a):\n    pass\n", "`fetch` is given, and may not be bound"),
        ("g = (x for x in [1])\n", "elsewhere a list is: `[x for x in xs]`"),
    ],
)
def test_what_was_meant_is_told(text: str, meant: str) -> None:
    """Of names, attributes and arguments that are none."""
    assert meant in str(programs.compiled().check(text))


def test_a_program_that_is_given_no_modules_is_told_where_they_go() -> None:
    """There the statement itself is none."""
    told = constrain.compile(python(names={"x": 1}), programs.BYTES)

    assert "module `os` is not given; give it in `modules=`" in str(told.check("x\nfrom os import path\n"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nix", "NameError"),
        ("math.nix", "AttributeError"),
        ("table.head().column.nix", ""),
        ("table.rows.nix", ""),
        ("(list).nix", ""),
        ("table.nix", "AttributeError"),
        ("fetch('u')", "TypeError"),
        ("table.head(1, 2)", "TypeError"),
        ("sum()", "TypeError"),
        ("sum(1)", ""),
        ("math.sqrt(x=1)", "TypeError"),
        ("x = fetch\nx()", ""),
        ("fetch(*[])", ""),
        ("match table:\n    case Table(1): pass", "TypeError"),
        ("match 1:\n    case fetch(): pass", "TypeError"),
    ],
)
def test_what_ends_a_program_is_told_of_given_names_only(text: str, told: str) -> None:
    """So that the counts below are of what the language promises."""
    assert run(text).partition(":")[0] == told


def test_programs_run_where_the_names_are_given() -> None:
    """Nothing of what is given is missing while they run: a stub answers to everything, for a while."""
    for seed in range(40):
        text = programs.drawn(seed)
        missing = run(text)
        assert not missing, (text, missing)


def test_what_looks_at_an_error_takes_none_of_the_steps() -> None:
    """A program that has nearly run out of them ends with its own error."""
    assert "AttributeError" in run("for i in range(980):\n    x = i\nmath.nothing\n")


# What Python says of calls with too few arguments, too many, or names that are none.
_WRONG_CALL = re.compile(
    r"missing \d+ required|keyword argument|positional argument|takes no|at (?:most|least)|exactly|arguments? \("
)


_WRONG_PATTERN = re.compile(r"sub-patterns?|match pattern must be a")


def of_given(error: AttributeError | TypeError, text: str) -> bool:
    """Whether an attribute of what was given is missing, or a call of it has arguments that it does not take."""
    if isinstance(error, TypeError) and _WRONG_PATTERN.search(str(error)):
        return True
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code.co_filename != "<program>":
        return False
    _, line, _, column = list(trace.tb_frame.f_code.co_positions())[trace.tb_lasti // 2]
    wrong = ast.Attribute if isinstance(error, AttributeError) else ast.Call
    if wrong is ast.Call and not _WRONG_CALL.search(str(error)):
        return False
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, wrong) and (node.end_lineno, node.end_col_offset) == (line, column):
            of = node.func if isinstance(node, ast.Call) else node.value
            while isinstance(of, ast.Attribute) and (wrong is ast.Call or isinstance(error.obj, ModuleType | type)):  # type: ignore[union-attr]
                of = of.value
            bare = (of.lineno, of.col_offset) == (
                node.lineno,
                node.col_offset,
            )  # of what is in brackets nothing is said
            if isinstance(node, ast.Call):  # nor of how many arguments a star brings
                bare = bare and not any(isinstance(each, ast.Starred) for each in node.args)
                bare = bare and all(each.arg for each in node.keywords)
            if bare and isinstance(of, ast.Name) and of.id in CHECKER.names:
                return True
    return False


def run(text: str) -> str:
    """The NameError, or the AttributeError or TypeError about what was given, that ends the program; or nothing."""
    steps = 0

    def count(*_: object) -> object:
        nonlocal steps
        steps += 1
        if steps > 2_000:
            raise TimeoutError
        return count

    before = sys.gettrace()
    space = {**programs.NAMES, **programs.MODULES}
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            code = compile(text, "<program>", "exec")
            sys.settrace(count)  # type: ignore[arg-type]
            exec(code, space)
    except NameError as error:
        return f"NameError: {error}"
    except (AttributeError, TypeError) as error:
        sys.settrace(before)  # what looks at the error is not counted
        return f"{type(error).__name__}: {error}" if of_given(error, text) else ""
    except (Exception, TimeoutError):
        return ""
    finally:
        sys.settrace(before)
    return ""
