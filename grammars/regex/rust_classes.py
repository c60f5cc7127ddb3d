r"""Classes of characters as the `regex` crate of Rust has them: `\w`, `\p{Greek}`, and what `(?i)` makes equal.

Pydantic reads patterns with that crate, so Pydantic's own core is asked, with its version of Unicode: a list of strings
goes in, those that the pattern matches come out. Blocks of 256 characters that are in or out as a whole are told apart
first. A class costs some 20 ms, once per process, and only if a pattern asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from .ranges import Ranges, normalise, union

_BLOCK = 256


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
def _cased() -> list[str]:
    """The characters to which case matters."""
    return [chr(c) for low, high in matched(r"\p{Changes_When_Casemapped}") for c in range(low, high + 1)]


@lru_cache(1024)
def folded(ranges: Ranges) -> Ranges:
    """The set, and every character that differs from one of its members in case only."""
    if not ranges:
        return ()
    written = "".join(rf"\x{{{a:x}}}-\x{{{b:x}}}" for low, high in ranges for a, b in _scalar(low, high))
    return union(ranges, tuple((ord(c), ord(c)) for c in _chosen(f"(?i)[{written}]", _cased()))) if written else ranges


def _scalar(low: int, high: int) -> list[tuple[int, int]]:
    """A range without surrogates, which the crate does not know."""
    cuts = ((low, min(high, 0xD7FF)), (max(low, 0xE000), high))
    return [(a, b) for a, b in cuts if a <= b]
