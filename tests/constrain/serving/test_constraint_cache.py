"""The cache of constraints: equal content is one constraint, one thread compiles for all, and nobody pays for another."""

from __future__ import annotations

import gc
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from pydantic import BaseModel

import constrain
from constrain import (
    Cancellation,
    Cancelled,
    Constraint,
    ConstraintCache,
    GrammarError,
    LimitExceeded,
    Limits,
    Vocabulary,
    metrics,
)
from constrain.grammar import Grammar
from constrain.grammars import choice, free_text, json_schema, lark, regex
from tests.constrain.own_process import run

TOKENS = [*(bytes((byte,)) for byte in range(256)), None]
VOCABULARY = Vocabulary(TOKENS, end_ids=[256])
PATIENCE = 60.0  # seconds, for a busy machine


class Note(BaseModel):
    text: str


class Gate:
    """A front end that counts its calls, and waits in each until it is let through; `fail` may raise in the first."""

    def __init__(self, fail: BaseException | None = None) -> None:
        self.calls, self.fail = 0, fail
        self.entered, self.open = threading.Event(), threading.Event()

    def __call__(self, source: str) -> Grammar[str]:
        self.calls += 1
        if self.calls == 1:
            self.entered.set()
            assert self.open.wait(PATIENCE)
            if self.fail is not None:
                raise self.fail
        return regex(source)


@contextmanager
def one_compiles(cache: ConstraintCache, gate: Gate, **options: Any) -> Iterator[Callable[[], Any]]:
    """While another thread is inside the gate; the function gives what became of that thread's call."""
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(partial(cache.compile, gate, "a+", VOCABULARY, **options))
        assert gate.entered.wait(PATIENCE)
        try:
            yield lambda: first.exception(PATIENCE) or first.result(PATIENCE)
        finally:
            gate.open.set()


@pytest.mark.parametrize(
    ("front_end", "one", "other"),
    [
        (regex, "[ab]+", "[ab]" + "+"),
        (json_schema, {"type": "object", "required": ["a"]}, {"type": "object", "required": ["a"]}),
        (choice, ["a", "b"], ["a", "b"]),
        (json_schema, Note, Note),
    ],
)
def test_equal_content_is_one_constraint(front_end: Any, one: Any, other: Any) -> None:
    """Texts, schemas, lists and types that are equal are compiled once, on equal vocabularies."""
    cache = ConstraintCache()
    equal = Vocabulary(TOKENS, end_ids=[256])
    assert cache.compile(front_end, one, VOCABULARY) is cache.compile(front_end, other, equal)
    assert (1, 1, 1) == (cache.counts().hits, cache.counts().misses, len(cache))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (({"const": 1}, {}), ({"const": True}, {})),
        (({"const": 1}, {}), ({"const": 1.0}, {})),
        (({"const": "1"}, {}), ({"const": 1}, {})),
        (({"properties": {"a": {}, "b": {}}}, {}), ({"properties": {"b": {}, "a": {}}}, {})),
        (("true", {}), (True, {})),
        (("{}", {}), (b"{}", {})),
        (({}, {"layout": "compact"}), ({}, {"layout": "spaced"})),
        (({}, {"max_depth": 1}), ({}, {"max_depth": 2})),
    ],
)
def test_what_differs_is_compiled_apart(one: tuple[Any, Any], other: tuple[Any, Any]) -> None:
    """Types of values, the order of keys, and options are part of the content."""
    cache = ConstraintCache()
    first = cache.compile(json_schema, one[0], VOCABULARY, **one[1])
    second = cache.compile(json_schema, other[0], VOCABULARY, **other[1])
    assert first is not second
    assert 2 == cache.counts().misses


def test_front_ends_and_vocabularies_are_told_apart() -> None:
    """One text means different things to different front ends; a constraint is one vocabulary's."""
    cache = ConstraintCache()
    wide = Vocabulary([*TOKENS, b"ab"], end_ids=[256])
    found = [
        cache.compile(regex, "a", VOCABULARY),
        cache.compile(free_text, "a", VOCABULARY),
        cache.compile(regex, "a", wide),
    ]
    assert 3 == len(set(map(id, found)))
    assert [VOCABULARY, VOCABULARY, wide] == [each.vocabulary for each in found]


def test_what_cannot_be_compared_is_compiled_each_time() -> None:
    """A source that is neither plain data nor hashable is not kept, nor taken for another."""
    cache = ConstraintCache()
    sources = [[re.compile("a")], [re.compile("b")]]

    def front_end(source: list[re.Pattern[str]]) -> Grammar[str]:
        return regex(source[0].pattern)

    found = [cache.compile(front_end, source, VOCABULARY) for source in (*sources, sources[0])]
    assert [True, False, True] == [each.accepts("a") for each in found]
    assert (3, 0) == (cache.counts().misses, len(cache))


def test_the_oldest_leave_first() -> None:
    """Beyond its entries the cache forgets what was not used for longest."""
    cache = ConstraintCache(entries=3)
    first = cache.compile(regex, "0", VOCABULARY)
    for text in "12":
        cache.compile(regex, text, VOCABULARY)
    assert cache.compile(regex, "0", VOCABULARY) is first  # 1 is the oldest now
    cache.compile(regex, "3", VOCABULARY)
    before = cache.counts()
    assert (3, 1) == (before.entries, before.evictions)
    assert cache.compile(regex, "0", VOCABULARY) is first
    cache.compile(regex, "1", VOCABULARY)
    assert before.misses + 1 == cache.counts().misses


def test_bytes_are_bounded() -> None:
    """Beyond its bytes too, as constraints weigh when others come; the newest stays, whatever it weighs."""
    cache = ConstraintCache(memory=1)
    for text in "abc":
        cache.compile(regex, text, VOCABULARY)
    assert 1 == len(cache)
    weights = ConstraintCache()
    for text in "abc":
        weights.compile(regex, text, VOCABULARY)
    cache = ConstraintCache(memory=weights.counts().bytes * 2 // 3 + 1)
    for text in "abc":
        cache.compile(regex, text, VOCABULARY)
    assert 2 == len(cache)
    assert cache.counts().bytes <= cache.memory


def test_a_forgotten_constraint_lives_on_where_it_is_used() -> None:
    """The cache's end of an entry is not the constraint's."""
    cache = ConstraintCache(entries=1)
    matcher = cache.compile(regex, "ab", VOCABULARY).matcher()
    cache.compile(regex, "b", VOCABULARY)
    cache.clear()
    gc.collect()
    matcher.advance(ord("a"))
    assert matcher.allows(ord("b"))
    assert 0 == len(cache)


def test_one_thread_compiles_for_all() -> None:
    """Threads that ask for the same at once wait for the first, and get its constraint."""
    cache, gate = ConstraintCache(), Gate()
    with ThreadPoolExecutor(8) as pool, one_compiles(cache, gate) as first:
        others = [pool.submit(cache.compile, gate, "a+", VOCABULARY) for _ in range(8)]
        gate.open.set()
        found = {id(other.result(PATIENCE)) for other in others}
        assert {id(first())} == found
    assert 1 == gate.calls
    counts = cache.counts()
    assert (1, 8, 1) == (counts.misses, counts.waits + counts.hits, counts.entries)


def test_an_error_of_the_text_is_everybodys() -> None:
    """Who waited for a compile that fails gets an equal error of their own, and it is not tried again for each."""
    cache, gate = ConstraintCache(), Gate(GrammarError("wrong", line=3, column=1))
    with ThreadPoolExecutor(4) as pool, one_compiles(cache, gate) as first:
        others = [pool.submit(cache.compile, gate, "a+", VOCABULARY) for _ in range(4)]
        for _ in range(1000):
            if 4 == sum(other.running() for other in others):
                break
            threading.Event().wait(0.01)
        threading.Event().wait(0.2)  # until all of them wait
        gate.open.set()
        errors = [other.exception(PATIENCE) for other in others]
        assert first() is gate.fail
    assert [GrammarError] * 4 == [type(error) for error in errors]
    assert [3] * 4 == [error.line for error in errors if isinstance(error, GrammarError)]
    assert 5 == len({id(error) for error in [*errors, gate.fail]})
    assert 1 == gate.calls
    with pytest.raises(GrammarError, match="wrong"):
        cache.compile(gate, "a+", VOCABULARY)  # refusals are kept
    assert 1 == gate.calls
    assert cache.compile(gate, "a+", VOCABULARY, timeout=PATIENCE).accepts("aa")  # under other limits it is tried
    assert cache.compile(gate, "a+", VOCABULARY).accepts("aa")


def test_refusals_are_kept_while_they_would_come_again() -> None:
    """What ran out of a timeout is tried again; the rest until too many came, or the cache is cleared."""
    cache, calls = ConstraintCache(), []

    def front_end(source: str) -> Grammar[str]:
        calls.append(source)
        if len(calls) == 1:
            raise LimitExceeded("too slow today")
        return regex(source)

    with pytest.raises(LimitExceeded):
        cache.compile(front_end, "a", VOCABULARY, timeout=PATIENCE)
    assert cache.compile(front_end, "a", VOCABULARY, timeout=PATIENCE).accepts("a")

    def refused(source: str) -> None:
        with pytest.raises(GrammarError):
            cache.compile(front_end, source, VOCABULARY)

    for _ in range(2):
        refused("(")
    assert ["a", "a", "("] == calls
    for number in range(300):
        refused(f"({number}")
    refused("(299")  # known
    assert 303 == len(calls)
    refused("(")  # long forgotten
    cache.clear()
    refused("(299")
    assert 305 == len(calls)
    for _ in range(2):
        refused("(" + "a" * 100_000)  # so much text is not kept for a refusal
    assert 307 == len(calls)


@pytest.mark.parametrize("fail", [Cancelled("by its owner"), KeyboardInterrupt(), MemoryError()], ids=repr)
def test_what_befell_the_first_alone_does_not_poison_the_rest(fail: BaseException) -> None:
    """Where the first was cancelled or interrupted, the next in line compiles."""
    cache, gate = ConstraintCache(), Gate(fail)
    with ThreadPoolExecutor(1) as pool, one_compiles(cache, gate) as first:
        other = pool.submit(cache.compile, gate, "a+", VOCABULARY)
        threading.Event().wait(0.1)
        gate.open.set()
        assert first() is fail
        assert other.result(PATIENCE).accepts("aa")
    assert 2 == gate.calls


def test_other_limits_are_tried_anew() -> None:
    """A limit that the first had passed is its own: whoever has others compiles."""
    cache, gate = ConstraintCache(), Gate(LimitExceeded("too much", limit=1, needed=2))
    with ThreadPoolExecutor(1) as pool, one_compiles(cache, gate, limits=Limits(steps=10**6)) as first:
        other = pool.submit(cache.compile, gate, "a+", VOCABULARY, limits=Limits(steps=10**9))
        threading.Event().wait(0.1)
        gate.open.set()
        assert isinstance(first(), LimitExceeded)
        assert other.result(PATIENCE).accepts("aa")


def test_who_waits_keeps_its_own_timeout_and_cancellation() -> None:
    """Neither waits for as long as the first likes to take; the first is not disturbed."""
    cache, gate, cancel = ConstraintCache(), Gate(), Cancellation()
    with one_compiles(cache, gate) as first:
        with pytest.raises(LimitExceeded, match="another thread compiles the same"):
            cache.compile(gate, "a+", VOCABULARY, timeout=0.05)
        threading.Timer(0.05, cancel.cancel).start()
        with pytest.raises(Cancelled, match="another thread"):
            cache.compile(gate, "a+", VOCABULARY, cancel=cancel)
        gate.open.set()
        assert first().accepts("aa")
    assert 1 == gate.calls


def test_the_timeout_is_for_front_end_and_compile_together() -> None:
    """What the front end has used up is gone for `compile`."""

    def slow(source: str) -> Grammar[str]:
        threading.Event().wait(0.2)
        return regex(source)

    with pytest.raises(LimitExceeded, match="timeout"):
        ConstraintCache().compile(slow, "(a|b){100}c", VOCABULARY, timeout=0.1)


def test_a_front_end_may_use_the_cache_itself() -> None:
    """Even for the very thing that is being compiled."""
    cache, depth = ConstraintCache(), 0

    def front_end(source: str) -> Grammar[str]:
        nonlocal depth
        depth += 1
        return cache.compile(front_end, source, VOCABULARY).grammar if depth == 1 else regex(source)

    assert cache.compile(front_end, "ab", VOCABULARY).accepts("ab")


def test_threads_that_come_and_go() -> None:
    """Many threads, more texts than entries: each gets the constraint of its own text."""
    cache = ConstraintCache(entries=4)

    def work(seed: int) -> bool:
        text = f"{seed % 7}"
        return cache.compile(regex, text, VOCABULARY).accepts(text)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(400)))
    counts = cache.counts()
    assert 400 == counts.hits + counts.misses + counts.waits
    assert counts.entries <= 4


def test_a_child_compiles_what_its_parent_was_compiling() -> None:
    """After a fork in the middle of a compile, the child has what was finished and does not wait for the rest."""
    done = run(
        """
        import os, signal, sys, threading
        import constrain
        from constrain.grammars import regex
        vocabulary = constrain.Vocabulary([bytes((i,)) for i in range(256)] + [None], end_ids=[256])
        cache, entered, leave = constrain.ConstraintCache(), threading.Event(), threading.Event()
        parent = os.getpid()

        def front_end(source):
            if os.getpid() == parent:
                entered.set()
                leave.wait(60)
            return regex(source)

        ready = cache.compile(regex, "b", vocabulary)
        thread = threading.Thread(target=cache.compile, args=(front_end, "a", vocabulary))
        thread.start()
        entered.wait(60)
        child = os.fork()
        if not child:
            signal.alarm(30)
            right = cache.compile(front_end, "a", vocabulary).accepts("a") and cache.compile(regex, "b", vocabulary) is ready
            os._exit(0 if right else 1)
        status = os.waitpid(child, 0)[1]
        leave.set()
        thread.join()
        print(status, cache.compile(front_end, "a", vocabulary).accepts("a"))
        """
    )
    assert "0 True\n" == done


def test_forks_under_load() -> None:
    """Children of a process whose threads use the cache all the time come to their end."""
    done = run(
        """
        import os, signal, threading
        import constrain
        from constrain.grammars import regex
        vocabulary = constrain.Vocabulary([bytes((i,)) for i in range(256)] + [None], end_ids=[256])
        cache, stop = constrain.ConstraintCache(entries=3), threading.Event()

        def use():
            number = 0
            while not stop.is_set():
                number += 1
                cache.compile(regex, f"a{number % 9}", vocabulary)

        threads = [threading.Thread(target=use) for _ in range(3)]
        for thread in threads:
            thread.start()
        statuses = set()
        for _ in range(20):
            child = os.fork()
            if not child:
                signal.alarm(30)
                os._exit(0 if cache.compile(regex, "b", vocabulary).accepts("b") else 1)
            statuses.add(os.waitpid(child, 0)[1])
        stop.set()
        for thread in threads:
            thread.join()
        print(statuses)
        """,
        seconds=120,
    )
    assert "{0}\n" == done


def test_arguments_are_checked() -> None:
    """Bounds, the vocabulary and the front end are named."""
    with pytest.raises(ValueError, match="entries"):
        ConstraintCache(entries=0)
    with pytest.raises(TypeError, match="vocabulary"):
        ConstraintCache().compile(regex, "a", "b")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="front_end must be a function"):
        ConstraintCache().compile("a", "a", VOCABULARY)  # type: ignore[arg-type]


def test_the_process_has_a_cache() -> None:
    """`constrain.constraint_cache` is there for whoever needs no bounds of their own."""
    first: Constraint[str] = constrain.constraint_cache.compile(lark, 'start: "the one of this test"', VOCABULARY)
    assert first is constrain.constraint_cache.compile(lark, 'start: "the one of this test"', VOCABULARY)


def test_listeners_are_told_what_happens() -> None:
    """Compiles, loads, looks into a cache and masks, with how they ended; nothing after `stop`, which may come twice."""
    told: list[metrics.Observation] = []
    stop = metrics.listen(told.append)
    cache = ConstraintCache()
    constraint = cache.compile(regex, "a+", VOCABULARY)
    cache.compile(regex, "a+", VOCABULARY)
    with pytest.raises(GrammarError):
        cache.compile(regex, "(", VOCABULARY)
    Constraint.from_bytes(constraint.to_bytes(), VOCABULARY)
    with pytest.raises(GrammarError):
        Constraint.from_bytes(b"", VOCABULARY)
    batch = constrain.MatcherBatch([constraint, None])
    batch.fill_bitmask(constrain.allocate_bitmask(2, VOCABULARY))
    expected = [
        *[("compile", "done", 1), ("cache", "miss", 1), ("cache", "hit", 1), ("cache", "GrammarError", 1)],
        *[("load", "done", 1), ("load", "GrammarError", 1), ("masks", "done", 2)],
    ]
    assert expected == [(each.name, each.outcome, each.rows) for each in told]
    assert all(0 <= each.seconds < PATIENCE for each in told)
    stop()
    stop()
    cache.compile(regex, "b+", VOCABULARY)
    assert len(expected) == len(told)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_listener_that_raises_disturbs_nothing() -> None:
    """Its error is reported as Python reports what nobody can catch; the work and other listeners go on."""
    told: list[metrics.Observation] = []

    def broken(_: metrics.Observation) -> None:
        raise ValueError("broken listener")

    stops = [metrics.listen(broken), metrics.listen(told.append)]
    try:
        assert constrain.compile(regex("a"), VOCABULARY).accepts("a")
    finally:
        for stop in stops:
            stop()
    assert 1 == len(told)
    with pytest.raises(TypeError, match="listener"):
        metrics.listen(None)  # type: ignore[arg-type]
