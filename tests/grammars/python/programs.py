"""What the tests of `python(names=…)` give to programs, and drawn programs and their neighbours."""

from __future__ import annotations

import json
import keyword
import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any

import constrain
from constrain import Constraint, Vocabulary
from constrain.grammars import python


class Table:
    """What a program may hold: methods, a property and a plain attribute."""

    rows = 3

    def head(self, n: int = 5) -> Table:
        return self

    def column(self, name: str, /, *, default: Any = None) -> list[Any]:
        return []

    @property
    def names(self) -> list[str]:
        raise AssertionError("properties are not read")

    @classmethod
    def read(cls, path: str, *, sep: str = ",") -> Table:
        return cls()


def fetch(url: str, timeout: int = 3, *, retries: int) -> str:
    return ""


def both(a: Any, b: Any, /, c: Any = None, *rest: Any) -> Any:
    return a


def options(**named: Any) -> dict[str, Any]:
    return named


NAMES: dict[str, Any] = {
    "fetch": fetch,
    "both": both,
    "options": options,
    "Table": Table,
    "table": Table(),
    "radius": 2.5,
    "words": ["a", "b"],
}
MODULES = {"math": math, "json": json, "re": re}
BUILTINS = (
    *(
        "len",
        "print",
        "range",
        "sum",
        "sorted",
        "list",
        "max",
        "map",
        "enumerate",
        "zip",
        "str",
        "int",
        "dict",
        "any",
        "set",
    ),
    *("ValueError", "Exception", "isinstance"),
)
BYTES = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
_WORDS = (
    *("a", "b", "c", "x", "y", "e", "f", "g", "0", "1", "2.5", "''", '"t"', "True", "None", "[]", "{}"),
    *(
        "a = ",
        "b = ",
        "x = ",
        "y = ",
        "a, b = ",
        "a += ",
        "x: int = ",
        "print(",
        "fetch(",
        "both(",
        "math.",
        "sqrt",
        "pi",
    ),
    *(
        "table",
        ".head(",
        ".rows",
        "Table.read(",
        "options(",
        "retries=",
        "timeout=",
        "c=",
        "n=",
        "sum(",
        "sorted(",
        "max(",
        "key=",
    ),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ":",
        ": ",
        ".",
        "=",
        " = ",
        " + ",
        " == ",
        " and ",
        " not in ",
        "-",
        "not ",
        "\n",
        "\n    ",
    ),
    *(
        "\n        ",
        "\n            ",
        " if ",
        " else ",
        " for ",
        "for ",
        " in ",
        "a in ",
        "x in ",
        "x, y in ",
        "for a in ",
        "if ",
        "elif ",
        "else:",
        "while ",
        "try:",
    ),
    *(
        "except",
        "except ",
        " as ",
        " as e",
        "finally:",
        "def f(",
        "def g(",
        "f(",
        "g(",
        "return",
        "return ",
        "break",
        "continue",
        "raise ",
    ),
    *(
        "lambda ",
        "lambda: ",
        "lambda x: ",
        "x: ",
        "a: ",
        "pass",
        "assert ",
        "with ",
        'f"',
        "{",
        "}",
        "!r",
        ".join(",
        "str(x)",
        "import math",
        "from math import pi",
    ),
    *(
        "class A",
        "class A:\n    ",
        "class B(",
        "def f(self",
        "self",
        "self.",
        "A",
        "A(",
        "@",
        ".setter",
        "async ",
        "await ",
        "yield ",
    ),
    *(
        "async def f(",
        ":=",
        " := ",
        "if (",
        "*",
        "**",
        "(*",
        "(**",
        ", *",
        ", **",
        "*a",
        "*, ",
        "/",
        "del ",
        "; ",
        "x: int",
        "...",
    ),
    *(
        "from math import ",
        "from json import ",
        "import json",
        "sqrt, ",
        "loads",
        " as l",
        "else:\n    ",
        "a, (",
        "(a, b)",
        "lambda *a: ",
    ),
    *("list", "list = ", "max = ", "def list(", "(list", "len", ": return ", "): ", "global ", "nonlocal "),
    *(" and\n  ", " # c\n  ", " \\\n  ", "in\n ", 'r"', 'f"""', 'b"', '"""', "=\n "),
    *(
        "match words:\n    case ",
        "match x",
        "match ",
        "case ",
        "    case ",
        "_",
        "_:",
        " | ",
        "[a",
        "*a",
        '{"a": ',
        "'b': ",
        "**b",
    ),
    *("Table(", "int(", "str(x)", "math.pi", "rows=", "case _:\n        ", "case a:\n        ", " as b"),
    *("words", "radius", "range(", "len(", "x)", "a)", "b)", ":\n    ", ":\n        ", "ValueError"),
)
_WORD_BYTES = tuple(dict.fromkeys(word.encode() for word in _WORDS))
WORDS = Vocabulary.from_bytes(
    [*(bytes((b,)) for b in range(256)), *(word for word in _WORD_BYTES if len(word) > 1), None],
    end_ids=[256 + sum(len(word) > 1 for word in _WORD_BYTES)],
)
_LIKELY = {word[0] if len(word) == 1 else 256 + i for i, word in enumerate(w for w in _WORD_BYTES if len(w) > 1)} | {
    ord(word) for word in _WORD_BYTES if len(word) == 1
}


def grammar() -> Any:
    return python(names=NAMES, modules=MODULES, builtins=BUILTINS)


@cache
def compiled(words: bool = False) -> Constraint[Any]:
    return constrain.compile(grammar(), WORDS if words else BYTES)


@lru_cache(32)
def drawn(seed: int, longest: int = 90) -> str:
    """A program drawn under the constraint, in so many tokens at most."""
    random, matcher = Random(seed), compiled(True).matcher()
    row = constrain.allocate_bitmask(1, WORDS)
    length = random.randrange(5, longest)
    out = bytearray()
    while length > 0 or not matcher.is_accepting:
        matcher.fill_bitmask(row[0], tokens_left=max(length, matcher.tokens_to_end))
        allowed = constrain.allowed_tokens(row[0])
        assert allowed, bytes(out)
        likely = [each for each in allowed if each in _LIKELY]
        others = [each for each in allowed if each != ord("#")]
        token = random.choice(likely if likely and random.random() < 0.98 else others or allowed)
        if token in WORDS.end_ids:
            break
        matcher.advance(token)
        out += WORDS.token_bytes[token] or b""
        length -= 1
    return out.decode()


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


# Layout that the language leaves out: blanks at the end and between strings and brackets, words beside signs and numbers, an empty
# line after a backslash; and bytes over lines.
_LAYOUT = re.compile(
    rf" +$|\b(?:{'|'.join(keyword.kwlist)})[(\[{{'\"+~-]|['\"]\s+\("
    r"|\\\n\s*[\n#]|[bB](?:'''|\"\"\")"
    r"|(?<![\w.])\.?\d[\d._]*(?:and|else|for|if|in|is|not|or)\b"
)


def mutations(text: str, seed: int) -> Iterator[str]:
    """Neighbours of a program in the language's layout: a name for another, a line left out or moved."""
    return (each for each in _mutations(text, seed, 6) if not _LAYOUT.search(each))


def _mutations(text: str, seed: int, count: int) -> Iterator[str]:
    random = Random(seed)
    names = [found for found in _NAME.finditer(text) if not _within_text(text, found.start())]
    pool = [*dict.fromkeys(found[0] for found in names), "a", "x", "e", "nix", "print", "math", "n", "retries"]
    for _ in range(count):
        lines = text.split("\n")
        kind = random.randrange(4)
        if kind < 2 and names:
            found = random.choice(names)
            yield text[: found.start()] + random.choice(pool) + text[found.end() :]
        elif kind == 2:
            del lines[random.randrange(len(lines))]
            yield "\n".join(lines)
        else:
            line = lines.pop(random.randrange(len(lines)))
            lines.insert(random.randrange(len(lines) + 1), line)
            yield "\n".join(lines)


def _within_text(text: str, at: int) -> bool:
    """Roughly: in a string or comment."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return "#" in line or line.count('"') % 2 == 1 or line.count("'") % 2 == 1
