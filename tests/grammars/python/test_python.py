"""`python()`, judged by Python: what people write is read, and `compile()` takes what is drawn."""

from __future__ import annotations

import pickle
import sysconfig
import tokenize
import warnings
from functools import cache
from pathlib import Path
from random import Random

import pytest

import constrain
from constrain import Grammar, Vocabulary
from constrain.grammars import python
from constrain.grammars.python.front import Modules, made

from ...laws import LAWS

BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
GOOD = [
    "",
    "# only a comment\n\n",
    "'doc'\nfrom __future__ import annotations\nx: int = 1",
    "match x:\n    case A() as b:\n        pass\n    case {'a': x, **rest} if x:\n        pass\n    case (y): z\n",
    "match = case + 1\nmatch(match=case)\nmatch (x):\n    case 1: pass\n",
    "f'{x!r:{width}}' rf'{x}\\d' f'''{\n d['k'] + \"a\"!r}''' f'{ {1} }' f\"{f'{x}'}{x = }\"\n",
    "f'{x if y else (lambda: z)}' '' \"\"; b''; b'a' b\"\"\"b\"\"\"\n",
    "\u00e9 = '\\N{EM DASH}\\d'\nx = (\\\n    2)\n",
    "if not(a)and b:pass\nfor x in*a, b:\n  continue\nelse:\n  y\n",
    "async def f(a, /, b=1, *, c, **d) -> int:\n  async with a as (b, *c), d: await e\n  return [x async for x in y]\n",
    "async def f():\n  yield 1\n  return\n",
    "def f(*args: *Ts): x = yield from a; nonlocals = lambda *, a: (yield)\n",
    "with (a as b, c,): pass\ntry: a\nexcept* b:\n  for c in d: break\n",
    "[] = () = x; a, *b = c = d; del (a, [b.c]), d[0]\nx[1:2, *y, ::3]; (x := 1, 2); f(y := 1, *a, b=2, *c, **d)\n",
]
WRONG = [
    "return 1\n",
    "yield 1\n",
    "break\n",
    "class A:\n  return\n",
    "def f():\n  await x\n",
    "async def f():\n  yield from x\n",
    "async def f():\n  yield 1\n  return 2\n",
    "[x async for x in y]\n",
    "def f(a, a): pass\n",
    "lambda a, *a: 0\n",
    "f(a=1, a=2)\n",
    "class A(b=1, b=2): pass\n",
    "def f():\n  from a import *\n",
    "nonlocal x\n",
    "x = 1\nfrom __future__ import division\n",
    "*a = b\n",
    "a, *b, *c = d\n",
    "(*a)\n",
    "[x for x in (y := z)]\n",
    "class A:\n  [(x := y) for y in z]\n",
    "[(yield x) for x in y]\n",
    "try: a\nexcept* b: return\n",
    "match x:\n  case y: pass\n  case 1: pass\n",
    "match x:\n  case A(b=1, b=2): pass\n",
    "f'{lambda: x}'\n",
    "f'{a b}'\n",
    "f\"{'\\n'}\"\n",
    "f'{d['k']}'\n",
    "f'{}'\n",
    "f() = 1\n",
    "None = 1\n",
    "__debug__ = 1\n",
    "xif y else z\n",
    "1.real\n",
    '""""\n',
    "b'\u00e9'\n",
    "b'a' 'b'\n",
    "'\\x1'\n",
    "'\\N{NO SUCH NAME}'\n",
    "if x:\n    y\n  z\n",
    "x = 1 \\ \n+ 2\n",
    "a + not b\n",
    "f(**a, *b)\n",
    "f(a for a in b, c)\n",
]
# With what the docstring leaves out: names that are not their own normal form (NFKC), three quotes within an f-string, a
# `yield` where a comprehension takes its items from, `await` in a generator expression outside coroutines, `nonlocal __class__` in a function of no other.
LEFT_OUT = (
    *(
        "test_traceback.py",
        "test_unicode_identifiers.py",
        "test_fstring.py",
        "test_grammar.py",
        "test_super.py",
        "test_asyncgen.py",
    ),
)


@cache
def constraint() -> constrain.Constraint:
    return constrain.compile(python(), BYTES)


def compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "text", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


def accepts(text: str) -> bool:
    matcher = constraint().matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return matcher.is_accepting


@pytest.mark.parametrize("text", GOOD)
def test_what_compiles_is_read(text: str) -> None:
    """Constructs that people write, at least one of each."""
    assert compiles(text)
    assert accepts(text)


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_compile_is_refused(text: str) -> None:
    """Errors of syntax, and those that only the compiler finds."""
    assert not compiles(text)
    assert not accepts(text)


def test_random_programs_compile() -> None:
    """Whatever is drawn; names hardly ever meet, so what depends on them does not show."""
    drawn = [constraint().sample(Random(seed), readable=seed % 2 == 0, soft_limit=150) for seed in range(300)]

    assert [] == [text for text in drawn if not compiles(text)]


@pytest.mark.parametrize("law", LAWS)
def test_laws_hold(law: object) -> None:
    """Masks are what stepping says, and no text gets stuck."""
    assert callable(law)
    law(constraint(), Random(5))


def modules() -> list[Path]:
    folder = Path(sysconfig.get_paths()["stdlib"])
    return sorted(path for path in folder.rglob("*.py") if "site-packages" not in path.parts)


def not_read(paths: list[Path]) -> list[str]:
    """The modules that compile, but are not read."""
    found = []
    for path in paths:
        try:
            with tokenize.open(path) as file:
                text = file.read()
        except SyntaxError:
            continue
        if path.name not in LEFT_OUT and compiles(text) and not accepts(text):
            found.append(str(path))
    return found


def test_a_sample_of_the_standard_library_is_read() -> None:
    """One module in forty, byte by byte."""
    assert not_read(modules()[::40]) == []


@pytest.mark.slow
def test_the_standard_library_is_read() -> None:
    """All of it that compiles."""
    assert not_read(modules()) == []


def test_what_a_build_wrote_is_what_is_made() -> None:
    """Code by code, and the productions are there for who looks at them."""
    grammar, whole = python(), made()
    if not isinstance(grammar, Modules):
        pytest.skip("this build wrote no modules of Python")

    def said(each: Grammar) -> object:
        flat = each.flatten()
        return [(terminal.name, terminal.code) for terminal in flat.terminals], flat[1:]

    assert said(grammar) == said(whole)
    assert repr(grammar) == repr(whole)
    assert constrain.compile(pickle.loads(pickle.dumps(grammar)), BYTES).accepts("x = 1\n")
    assert grammar.productions == whole.productions
    assert said(grammar) == said(whole)
