"""Constraints on one vocabulary share its store of patterns and tables: who else is at work there changes no mask.

Compiling, filling batches, preparing in the background, forks and single matchers run on several threads at once, under
grammars that meet in the same terminals. What they say is compared with one thread's answers on a vocabulary of its
own. The same tests under ThreadSanitizer look for races:

    cmake -S constrain/native -B /tmp/tsan -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-fsanitize=thread
    LD_PRELOAD=libtsan.so python -m pytest tests/constrain/test_shared_store.py
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

import constrain
from constrain import Matcher, MatcherBatch, Vocabulary, allowed_tokens
from constrain.grammar import Grammar
from constrain.grammars import json_schema, lark, regex

_PIECES = (
    ' "',
    '":',
    '", "',
    '"}',
    "],",
    '{"',
    "name",
    "item",
    "date",
    "true",
    "null",
    "10",
    "ab",
    "abc",
    " ",
    "é",
    "--",
)


def vocabulary(seed: int) -> Vocabulary:
    """Bytes, some pieces, and random chains of both."""
    random = Random(seed)
    tokens = {bytes([b]) for b in range(256)} | {piece.encode() for piece in _PIECES}
    while len(tokens) < 700:
        tokens.add("".join(random.choices((*_PIECES, "x", "y", '"', ","), k=random.randrange(2, 5))).encode())
    return Vocabulary.from_bytes([*sorted(tokens), None], end_ids=[len(tokens)])


def _schema(seed: int) -> Grammar:
    random = Random(seed)
    names = random.sample(["name", "item", "date", "ab", "abc", "x"], 4)
    kinds = [
        {"type": "string", "maxLength": random.randrange(3, 9)},
        {"type": "string", "pattern": "^[a-y-]{2,6}$", "not": {"pattern": "ab"}},
        {"type": "array", "items": {"enum": ["ab", "abc", f"row {seed}", 10]}, "uniqueItems": True, "maxItems": 4},
        {"type": "integer", "multipleOf": random.choice([3, 7]), "minimum": 1},
        {"type": "object", "additionalProperties": {"type": ["null", "string"], "minLength": 2}},
        True,
    ]
    properties = {name: random.choice(kinds) for name in names}
    return json_schema(json.dumps({"type": "object", "properties": properties, "required": names[:2]}))


def _lark(seed: int) -> Grammar:
    name = f"/[a-y]{{1,{3 + seed % 4}}}/"
    return lark(f'start: (NAME | WORD{seed % 3} | start "-" start | "(" start ")")\nNAME: {name}\nWORD{seed % 3}: "ab"')


def _regex(seed: int) -> Grammar:
    return regex(rf"(?!ab{seed % 5})[a-y]{{1,{4 + seed % 6}}}(, (name|item|é)){{0,{seed % 7}}}")


_FRONTS: tuple[Callable[[int], Grammar], ...] = (_schema, _lark, _regex)


def grammars(seed: int, count: int) -> list[Grammar]:
    return [_FRONTS[i % 3](seed + i) for i in range(count)]


def mask(matcher: Matcher, vocabulary: Vocabulary) -> list[int]:
    bitmask = constrain.allocate_bitmask(1, vocabulary)
    matcher.fill_bitmask(bitmask[0])
    return allowed_tokens(bitmask[0])


def walk(grammar: Grammar, on: Vocabulary, seed: int, cache_bytes: int) -> list[list[int]]:
    """The masks along a random text, with forks, rollbacks and refused tokens on the way."""
    random = Random(seed)
    matcher = constrain.compile(grammar, on, cache_bytes=cache_bytes).matcher()
    found = []
    for _ in range(25):
        found.append(mask(matcher, on))
        if not found[-1] or matcher.is_finished:
            break
        other = matcher.fork()
        MatcherBatch([other, matcher.fork()]).prepare()
        matcher.explain(random.randrange(on.size))
        assert constrain.cache_info().residuals > 0
        found.append([matcher.allows(t) for t in range(0, on.size, 60)])
        matcher.advance(random.choice(found[-2]))
        found.append(list(matcher.forced_bytes()))
        if random.random() < 0.2:
            matcher.rollback(random.randrange(len(matcher) + 1))
        del other
    return found


@pytest.mark.parametrize("cache_bytes", [1 << 30, 1 << 12])
@pytest.mark.parametrize("seed", range(2))
def test_threads_that_share_a_store_find_what_one_finds_alone(seed: int, cache_bytes: int) -> None:
    """Each thread compiles and walks grammars of its own, whose terminals the others meet as well."""
    made = grammars(100 * seed, 18)
    alone = vocabulary(seed)
    expected = [walk(grammar, alone, i, cache_bytes) for i, grammar in enumerate(made)]
    shared = vocabulary(seed)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda i: walk(made[i], shared, i, cache_bytes), range(len(made))))
    assert expected == found


@pytest.mark.parametrize("seed", range(2))
def test_batches_on_many_threads_find_what_one_finds_alone(seed: int) -> None:
    """All rows move on together; other batches of their forks are prepared and filled meanwhile."""
    made = grammars(1000 + 100 * seed, 24)
    alone, shared = vocabulary(seed), vocabulary(seed)
    one = [constrain.compile(grammar, alone).matcher() for grammar in made]
    many = [constrain.compile(grammar, shared).matcher() for grammar in made for _ in range(3)]
    random = Random(seed)
    expected, found = (constrain.allocate_bitmask(len(rows), shared) for rows in (one, many))
    aside = constrain.allocate_bitmask(len(many), shared)
    for _ in range(12):
        MatcherBatch(one).fill_bitmask(expected, threads=1)
        rows = MatcherBatch(many)
        with ThreadPoolExecutor(2) as pool:
            rows.prepare(threads=2)
            forks = MatcherBatch([matcher.fork() for matcher in reversed(many)])
            filled = pool.submit(forks.fill_bitmask, aside, threads=3)
            pool.submit(rows.fill_bitmask, found, threads=4).result()
            filled.result()
        assert (np.repeat(expected, 3, axis=0) == found).all()
        assert (found[::-1] == aside).all()
        for i, matcher in enumerate(one):
            allowed = [] if matcher.is_finished else allowed_tokens(expected[i])
            if allowed:
                token = random.choice(allowed)
                for each in (matcher, *many[3 * i : 3 * i + 3]):
                    each.advance(token)
