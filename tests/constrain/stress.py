"""What the stress tests of threads and forks have in common: a vocabulary, constraints of all kinds, and kinds of work.

Each kind of work is a function without arguments that makes calls that give up the interpreter lock, for some
milliseconds, on objects that all threads share.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import constrain
from constrain import Constraint, MaskBank, Matcher, MatcherBatch, Vocabulary
from constrain.grammars import choice, json_schema, lark, prepare, regex

WORDS = [
    b"abc",
    b"cba",
    b'{"',
    b'":',
    b'",',
    b'"}',
    b"null",
    b"true",
    b"tru",
    b"123",
    b"  ",
    b"-1",
    b"e+",
    "é".encode(),
]


def vocabulary() -> Vocabulary:
    """Every byte and some words; each one of its own, so that its tables are made again."""
    return Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), *WORDS, None], end_ids=[256 + len(WORDS)])


SHARED = vocabulary()
_numbers = itertools.count()


def fresh_schema() -> dict[str, object]:
    """A schema that no other call gives."""
    n = next(_numbers)
    return {
        "type": "object",
        "properties": {f"k{n}": {"type": "string", "pattern": f"^[a-c]{{1,{3 + n % 9}}}x"}, "b": {"type": "integer"}},
        "required": ["b"],
    }


def walk(constraint: Constraint, length: int = 24) -> list[int]:
    """A text, always by the lowest token allowed that is not yet in it, or the lowest; the tokens."""
    matcher = constraint.matcher()
    row = constrain.allocate_bitmask(1, constraint.vocabulary)
    for _ in range(length):
        matcher.fill_bitmask(row[0])
        allowed = constrain.allowed_tokens(row[0])
        if matcher.is_finished or not allowed:
            break
        matcher.advance(next((t for t in allowed if t not in matcher.tokens), allowed[0]))
    return matcher.tokens


def compile_json() -> None:
    walk(constrain.compile(json_schema(fresh_schema()), SHARED))


def compile_regex() -> None:
    walk(constrain.compile(regex(f"([a-c]{{2,{5 + next(_numbers) % 50}}}(?!cb)x?)*z"), SHARED))


def compile_lark() -> None:
    n = next(_numbers)
    walk(
        constrain.compile(lark(f'start: (A | B)+ "{n}"\nA: /a[bc]{{1,{2 + n % 5}}}/\nB: "c" "b"*\n%ignore " "'), SHARED)
    )


def compile_choice() -> None:
    walk(constrain.compile(choice([f"a{next(_numbers)}", "cba", "abc"]), SHARED))


def first_use() -> None:
    """The trie of a new vocabulary, its common tables and its saved form."""
    new = vocabulary()
    compiled = constrain.compile(json_schema({"type": "array", "items": {"type": "number"}}), new)
    walk(compiled)
    prepare(new)
    assert new.native.tables(1 << 20)
    assert constrain.cache_info().vocabularies > 0


shared = [
    constrain.compile(json_schema(fresh_schema()), SHARED, cache_bytes=1 << 16),  # whose configurations are made again
    constrain.compile(regex(r"(ab|[a-c]{3,40}x){0,30}"), SHARED),
    constrain.compile(lark('start: "a" start "b" | "c"+'), SHARED),
]


def share() -> None:
    """Matchers of constraints that all threads use."""
    for constraint in shared:
        walk(constraint, 40)


def fill_rows() -> None:
    """A batch of its own, by several threads, prepared, forked and found in a bank."""
    rows = MatcherBatch([shared[i % 3] if i % 5 else None for i in range(40)])
    bank = MaskBank(SHARED, 64)
    bitmask = constrain.allocate_bitmask(len(rows), SHARED)
    for _ in range(6):
        rows.prepare(threads=3)
        rows.fill_bitmask(bitmask, threads=3)
        bank.find(rows)
        rows.advance([first_allowed(matcher, bitmask[i]) for i, matcher in enumerate(rows.rows)])
        rows.reorder(range(len(rows)))


def first_allowed(matcher: Matcher | None, row: NDArray[np.int32]) -> int:
    return 0 if matcher is None else constrain.allowed_tokens(row)[0]


WORK: dict[str, Callable[[], None]] = {
    work.__name__: work
    for work in (compile_json, compile_regex, compile_lark, compile_choice, first_use, share, fill_rows)
}


def keep_at(work: Callable[[], None], until: Callable[[], bool], faults: list[BaseException]) -> None:
    try:
        while not until():
            work()
    except BaseException as fault:
        faults.append(fault)


def at_once(
    kinds: list[str], seconds: float, *, daemon: bool = False
) -> tuple[list[threading.Thread], list[BaseException]]:
    """Threads, begun, that do these kinds of work over and over for so many seconds, and the list of what they raise."""
    faults: list[BaseException] = []
    end = time.monotonic() + seconds
    threads = [
        threading.Thread(target=keep_at, args=(WORK[kind], lambda: time.monotonic() > end, faults), daemon=daemon)
        for kind in kinds
    ]
    for thread in threads:
        thread.start()
    return threads, faults
