r"""Classes of characters as the `regex` crate of Rust has them: `\w`, `\p{Greek}`, and what `(?i)` makes equal.

Pydantic reads patterns with that crate, so Pydantic's own core is asked, with its version of Unicode: a list of strings
goes in, those that the pattern matches come out. Blocks of 256 characters that are in or out as a whole are told apart
first. A class costs some 20 ms, once per process, and only if a pattern asks for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from constrain.budget import spend

from .ranges import Ranges, normalise, union

_BLOCK = 256
_FEW = 16  # characters of a set that are asked for one by one
_ASKED = 100_000  # steps that a question of some 3,000 strings counts for: half a millisecond or more


def _chosen(pattern: str, texts: Sequence[str]) -> list[str]:
    """Those of the texts in which the crate finds the pattern; `ValueError` with its message for what it refuses."""
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    wanted = core_schema.with_default_schema(core_schema.str_schema(pattern=pattern), on_error="omit")
    try:
        return list(SchemaValidator(core_schema.list_schema(wanted)).validate_python(list(texts)))
    except SchemaError as error:
        raise ValueError(str(error).rsplit("error: ", 1)[-1].strip()) from None


@cache
def _blocks() -> list[str]:
    return ["".join(map(chr, range(c, c + _BLOCK))) for c in range(0, 0x110000, _BLOCK) if not 0xD800 <= c < 0xE000]


@lru_cache(256)
def matched(text: str) -> Ranges:
    """The characters of a class, written as in a Rust pattern; `ValueError` for what the crate does not read."""
    whole = set(_chosen(rf"\A(?:{text})*\z", _blocks()))
    some = set(_chosen(text, _blocks())) - whole
    inside = [ord(block[0]) for block in whole]
    single = [ord(char) for char in _chosen(text, [char for block in some for char in block])]
    return normalise([*((c, c + _BLOCK - 1) for c in inside), *((c, c) for c in single)])


@cache
def _cased() -> dict[int, str]:
    """The characters to which case matters, by their code points."""
    return {c: chr(c) for low, high in matched(r"\p{Changes_When_Casemapped}") for c in range(low, high + 1)}


@lru_cache(4096)
def _equal(written: str) -> Ranges:
    """The characters to which case matters that are, in some case, in a set of characters."""
    spend(_ASKED)
    return tuple((ord(c), ord(c)) for c in _chosen(f"(?i)[{written}]", list(_cased().values())))


@lru_cache(1024)
def folded(ranges: Ranges) -> Ranges:
    """The set, and every character that differs from one of its members in case only."""
    cased = _cased()
    if sum(high - low for low, high in ranges) < len(cased):
        letters: Iterable[int] = (c for low, high in ranges for c in range(low, high + 1) if c in cased)
    else:
        letters = _inside(ranges, cased)
    inside = [rf"\x{{{c:x}}}" for c in letters]
    asked = inside if len(inside) <= _FEW else ["".join(inside)]  # few: their answers are kept for other sets
    return union(ranges, *map(_equal, asked))


def _inside(ranges: Ranges, characters: Iterable[int]) -> Iterator[int]:
    """The characters that are in the set."""
    lows = [low for low, _ in ranges]
    for c in characters:
        at = bisect_right(lows, c) - 1
        if at >= 0 and c <= ranges[at][1]:
            yield c
