"""Budgets, deadlines, cancellation and signals end the work in time, and leave nothing that is half made."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
import pytest

import constrain
from constrain import Cancellation, Cancelled, Constraint, LimitExceeded, Limits, Vocabulary, allowed_tokens
from constrain._native import has_budget
from constrain.budget import open_budget, reserve, spend
from constrain.grammar import Expression, Grammar, Nonterminal, Sequence, Terminal
from constrain.grammars import (
    abnf,
    choice,
    ebnf,
    free_text,
    free_text_with,
    gbnf,
    json_schema,
    lark,
    regex,
    sequence,
    tools,
)
from constrain.patterns.pattern import literal
from tests.strategies import World, random_world, vocabulary_of

BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
ENDLESS = Limits(steps=2**62, memory=2**62)
HARD = "".join(f"(?=.*{c}.*x)" for c in "abcdefghijklmnopqrst") + ".*"  # takes seconds to refuse without a budget


def hard(number: int = 0) -> Grammar:
    """A grammar that takes seconds to compile; with another number, one that shares little with it."""
    return regex(f"{number}{HARD}")


def masks(constraint: Constraint, tokens: list[int]) -> list[list[int]]:
    """The masks along the tokens, as far as they are allowed."""
    row = constrain.allocate_bitmask(1, constraint.vocabulary)[0]
    matcher, found = constraint.matcher(), []
    for token in [*tokens, -1]:
        matcher.fill_bitmask(row)
        found.append(allowed_tokens(row))
        if token not in found[-1]:
            return found
        matcher.advance(token)
    return found


# --- Limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{"steps": 0}, {"steps": -1}, {"steps": 1.5}, {"memory": 2**63}, {"memory": True}])
def test_limits_are_checked(given: dict[str, Any]) -> None:
    """Steps and bytes are positive integers of 63 bits."""
    with pytest.raises(ValueError, match=f"Limits: {next(iter(given))} is "):
        Limits(**given)


@pytest.mark.parametrize("timeout", [-1, float("nan"), "1", True])
def test_a_timeout_is_a_number_of_seconds(timeout: Any) -> None:
    """Anything else is refused, wherever it is given."""
    with pytest.raises(ValueError, match=r"timeout is .* seconds are needed"):
        Limits(timeout=timeout)
    with pytest.raises(ValueError, match=r"timeout is .* seconds are needed"):
        constrain.compile(regex("a"), BYTES, timeout=timeout)


def test_arguments_of_other_types_are_refused_by_name() -> None:
    """`limits` and `cancel` take what they are named for."""
    with pytest.raises(TypeError, match=r"limits is 5; a constrain\.Limits is needed"):
        constrain.compile(regex("a"), BYTES, limits=5)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"cancel is True; a constrain\.Cancellation is needed"):
        constrain.compile(regex("a"), BYTES, cancel=True)  # type: ignore[call-overload]


FRONT_ENDS: dict[str, Any] = {
    "regex": lambda **limits: regex("(a|bc)*" * 10, **limits),
    "json_schema": lambda **limits: json_schema(
        {"properties": {"a": {"enum": [1, 2]}, "b": {"pattern": "x"}}}, **limits
    ),
    "lark": lambda **limits: lark('start: A | B\nA: /a[bc]*d/\nB: "abc"' + f" // {os.urandom(8).hex()}", **limits),
    "gbnf": lambda **limits: gbnf('root ::= "a" root | "b"', **limits),
    "ebnf": lambda **limits: ebnf('root ::= "a" root | "b"', **limits),
    "abnf": lambda **limits: abnf('root = "a" root / "b"', **limits),
    "choice": lambda **limits: choice(["a", "b", "c"], **limits),
    "sequence": lambda: sequence("a", "b"),
    "free_text": lambda **limits: free_text(until=("abc", "cde"), **limits),
    "free_text_with": lambda **limits: free_text_with({"<a>": "b"}, **limits),
    "tools": lambda **limits: tools([{"name": "f", "parameters": {}}], **limits),
}


@pytest.mark.parametrize("name", FRONT_ENDS)
def test_every_front_end_spends(name: str) -> None:
    """With too few steps it refuses, with both numbers and the way on; with the same call later it works."""
    said = r"limit 50, needed \d+ or more; .*`with constrain\.limited\(constrain\.Limits"
    with constrain.limited(Limits(steps=50)), pytest.raises(LimitExceeded, match=said) as caught:
        FRONT_ENDS[name]()

    assert caught.value.limit == 50
    assert caught.value.needed is not None
    assert caught.value.needed > 50
    assert FRONT_ENDS[name]().productions
    assert not has_budget()


@pytest.mark.parametrize("name", sorted(FRONT_ENDS.keys() - {"sequence"}))
def test_front_ends_take_limits(name: str) -> None:
    """What one call may cost can be given with the call, and holds instead of what holds around it."""
    with pytest.raises(LimitExceeded, match=r"limit 50, needed \d+ or more"):
        FRONT_ENDS[name](limits=Limits(steps=50))
    with constrain.limited(Limits(steps=50)):
        assert FRONT_ENDS[name](limits=Limits()).productions
    with pytest.raises(TypeError, match=r"limits is 5; a constrain\.Limits is needed"):
        FRONT_ENDS[name](limits=5)


def test_memory_is_counted() -> None:
    """A text that would fill more than is allowed is refused; with more allowed, it is compiled."""
    grammar = choice(["x" * 200_000])
    with pytest.raises(LimitExceeded, match=r"bytes of memory: limit 10000000, needed \d+") as caught:
        constrain.compile(grammar, BYTES, limits=Limits(memory=10_000_000))

    assert caught.value.limit == 10_000_000
    assert constrain.compile(grammar, BYTES)


def test_a_call_within_a_call_spends_from_the_same_budget() -> None:
    """What a front end calls is paid for by its caller."""
    budget = open_budget(Limits(), None)
    budget.begin()
    try:
        json_schema({"pattern": "(?!a)b", "minLength": 3})
        first = budget.steps
        assert has_budget()
    finally:
        budget.end()

    assert first <= budget.steps
    assert budget.steps > 1000
    assert not has_budget()


def test_counts_do_not_depend_on_the_machine() -> None:
    """The same call on a new vocabulary takes the same steps and bytes."""

    def counts() -> tuple[int, int]:
        budget = open_budget(Limits(), None)
        vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
        grammar = regex(r"(?!.*ab)[a-z]{3,40}\d+")
        vocabulary.native  # noqa: B018 - made before
        budget.begin()
        try:
            Constraint(grammar, vocabulary)
        finally:
            budget.end()
        return budget.steps, budget.memory

    counts()  # makes what a process makes once

    assert counts() == counts()


# --- Deadlines and cancellation --------------------------------------------------------------------------------------


def test_a_timeout_ends_the_work() -> None:
    """Soon after the time has passed, with both numbers: what was needed is less than a second."""
    with pytest.raises(LimitExceeded, match=r"longer than the timeout: limit 0\.05 s, needed 0\.\d+ s") as caught:
        constrain.compile(hard(), BYTES, timeout=0.05, limits=ENDLESS)

    assert caught.value.limit == 0.05
    assert caught.value.needed is not None
    assert 0.05 < caught.value.needed


def test_limits_of_a_block_hold_for_each_call_in_it() -> None:
    """And only within it; what is given to a call wins."""
    with constrain.limited(Limits(steps=5_000)):
        with pytest.raises(LimitExceeded):
            regex("ab" * 100)
        with constrain.limited(Limits(steps=10**7)):
            regex("ab" * 100)
        assert constrain.compile(choice(["a"]), BYTES, limits=Limits())
    assert regex("ab" * 100)


def test_another_thread_cancels_a_compile() -> None:
    """The call raises `Cancelled` before it is done, and so do later calls with the same object."""
    stop = Cancellation()
    threading.Timer(0.1, stop.cancel).start()
    with pytest.raises(Cancelled):
        constrain.compile(hard(1), BYTES, limits=ENDLESS, cancel=stop)

    assert stop.cancelled
    with pytest.raises(Cancelled), constrain.limited(cancel=stop):
        hard(2)
    with pytest.raises(LimitExceeded):
        constrain.compile(hard(1), BYTES, timeout=0.1, limits=ENDLESS)


def test_other_threads_have_budgets_of_their_own() -> None:
    """A small budget here does not end what another thread compiles."""
    found: list[object] = []
    with constrain.limited(Limits(steps=1)):
        thread = threading.Thread(target=lambda: found.append(constrain.compile(regex("abc"), BYTES)))
        thread.start()
        thread.join()

    assert isinstance(found[0], Constraint)


def test_spending_without_a_budget_is_free() -> None:
    """Outside of all calls nothing is counted."""
    spend(2**40)
    reserve(2**40)


# --- Signals ---------------------------------------------------------------------------------------------------------

INTERRUPTED = """
    import os, signal, sys, threading, time
    import constrain
    from constrain import Limits, Vocabulary
    from constrain.grammars import regex
    from tests.constrain.test_budget import BYTES, ENDLESS, hard, masks

    def later(seconds, number):
        def send():
            time.sleep(seconds)
            sent.append(time.process_time())  # other work on the machine does not count
            os.kill(os.getpid(), number)
        threading.Thread(target=send).start()

    sent = []
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what a shell runs in the background
"""


def run(script: str) -> str:
    """What the script prints."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(INTERRUPTED) + textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_ctrl_c_ends_native_work_at_once() -> None:
    """It arrives as KeyboardInterrupt, every time, and compiling goes on to work."""
    said = run("""
        grammars = [hard(number) for number in range(4)]
        for grammar, seconds in zip(grammars, (0.05, 0.02, 0.01, 0.002)):
            try:
                later(seconds, signal.SIGINT)
                try:
                    constrain.compile(grammar, BYTES, limits=ENDLESS)
                except constrain.LimitExceeded:  # a limit of one pattern's work came before the signal
                    time.sleep(10)
            except KeyboardInterrupt:
                print(time.process_time() - sent[-1])
        small = regex("[ab]{2}|abc")
        fresh = Vocabulary.from_bytes(BYTES.token_bytes, end_ids=[256])
        tokens = list(b"abc")
        assert masks(constrain.compile(small, BYTES), tokens) == masks(constrain.compile(small, fresh), tokens)
    """)

    times = [float(line) for line in said.split()]
    assert len(times) == 4
    assert max(times) < 0.1


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_a_handler_that_raises_nothing_lets_the_work_go_on() -> None:
    """It is called soon, in the midst of the call, and the call ends as it would have; other signals as well."""
    said = run("""
        def handler(number, frame):
            print(signal.Signals(number).name, time.process_time() - sent[-1] < 0.1)
        for number in (signal.SIGINT, signal.SIGALRM, signal.SIGTERM):
            signal.signal(number, handler)
            later(0.1, number)
            try:
                constrain.compile(hard(number), BYTES, timeout=0.3, limits=ENDLESS)
            except constrain.LimitExceeded as error:
                print(error.limit)
    """)

    assert said.split("\n") == ["SIGINT True", "0.3", "SIGALRM True", "0.3", "SIGTERM True", "0.3", ""]


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_a_default_handler_still_ends_the_process() -> None:
    """What the program left to the system stays with it."""
    code = textwrap.dedent(INTERRUPTED) + textwrap.dedent("""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        later(0.1, signal.SIGINT)
        constrain.compile(hard(), BYTES, limits=ENDLESS)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)

    assert done.returncode == -signal.SIGINT


# --- What is left behind ---------------------------------------------------------------------------------------------


def attempts(random: Random, work: Any) -> int:
    """Do the work under budgets that end at random steps, and at last without one; how often it was ended."""
    ended = 0
    for scale in (30, 300, 3000):
        for _ in range(3):
            budget = open_budget(Limits(steps=random.randint(1, scale)), None)
            budget.begin()
            try:
                work()
            except LimitExceeded:
                ended += 1
            finally:
                budget.end()
    return ended


def check_interrupted(world: World, random: Random) -> int:
    """The masks of a constraint whose compiling, masks and advances were ended again and again are right."""
    tokens = [token for kind, token in world.script if kind == "advance"]
    vocabulary = vocabulary_of(world.tokens)
    try:
        expected = masks(Constraint(world.grammar, vocabulary_of(world.tokens)), tokens)
    except constrain.ConstrainError as error:
        with suppress(type(error)):
            attempts(random, lambda: Constraint(world.grammar, vocabulary))
        with pytest.raises(type(error)):
            Constraint(world.grammar, vocabulary)
        return 0
    made: list[Constraint] = []
    ended = attempts(random, lambda: made.append(Constraint(world.grammar, vocabulary)))
    for constraint in (made[0] if made else None, Constraint(world.grammar, vocabulary)):
        if constraint is None:
            continue
        row = constrain.allocate_bitmask(1, vocabulary)[0]
        matcher, found = constraint.matcher(), []
        for token in [*tokens, -1]:
            ended += attempts(random, lambda matcher=matcher: matcher.fork().fill_bitmask(row))
            matcher.fill_bitmask(row)
            found.append(allowed_tokens(row))
            if token not in found[-1]:
                break
            ended += attempts(random, lambda matcher=matcher, token=token: matcher.fork().advance(token))
            matcher.advance(token)
        assert found == expected
    return ended


@pytest.mark.parametrize("kind", ["pattern", "assertion", "grammar", "special"])
def test_what_was_ended_leaves_nothing_half_made(kind: str) -> None:
    """Compiling, filling and advancing again gives the masks of a constraint that was never disturbed."""
    ended = 0
    for seed in range(40):
        random = Random(f"{kind} {seed}")
        ended += check_interrupted(random_world(random, kind), random)

    assert ended > 100


SCHEMAS: list[Any] = [
    {"type": "string", "pattern": "^a.*b(?!c)", "minLength": 3, "maxLength": 20},
    {"properties": {"a": {"enum": ["x", "xy"]}, "b": {"multipleOf": 7}}, "required": ["b"]},
    {"items": {"pattern": "[ab]+", "type": "string"}, "uniqueItems": True},
    {"patternProperties": {"^a": {"type": "null"}, "b$": {"type": "null"}}, "additionalProperties": False},
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=range(len(SCHEMAS)))
def test_front_ends_that_were_ended_work_again(schema: Any) -> None:
    """Ended at each of many steps, a schema is read and compiled as if nothing had been."""
    texts = ['{"a": "xy", "b": 21}', '["ab", "a"]', '"axxb"', '{"ab": null}']
    fresh = Vocabulary.from_bytes(BYTES.token_bytes, end_ids=[256])
    expected = [masks(Constraint(json_schema(schema), BYTES), list(text.encode())) for text in texts]
    ended = 0
    for steps in range(1, 60_000, 997):
        budget = open_budget(Limits(steps=steps), None)
        budget.begin()
        try:
            Constraint(json_schema(schema), fresh)
        except LimitExceeded:
            ended += 1
        finally:
            budget.end()
    constraint = Constraint(json_schema(schema), fresh)

    assert ended > 1
    assert expected == [masks(constraint, list(text.encode())) for text in texts]


# Questions about texts of what has been compiled

ASCII = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(128)), b"aa", b"ab", None], end_ids=[130])
FAR = "(.*a.{20}b){12}"  # its shortest text takes seconds to find where the vocabulary cannot spell all bytes

QUESTIONS: dict[str, Any] = {
    "tokens_to_end": lambda constraint: constraint.matcher().tokens_to_end,
    "completion": lambda constraint: constraint.matcher().completion(),
    "a mask with tokens left": lambda constraint: constraint.matcher().fill_bitmask(np.zeros(5, np.int32), 300),
    "sample": lambda constraint: constraint.sample(1),
    "count": lambda constraint: constraint.count(max_bytes=40),
    "check": lambda constraint: constraint.check("ab" * 2000),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_draw_on_the_limits_that_hold(name: str) -> None:
    """What asks about texts ends by steps, a timeout or another thread, as compiling does; and then has no budget."""
    constraint = constrain.compile(regex(FAR), ASCII)
    stop = Cancellation()
    stop.cancel()

    with pytest.raises(LimitExceeded), constrain.limited(Limits(steps=1000)):
        QUESTIONS[name](constraint)
    with pytest.raises(LimitExceeded), constrain.limited(timeout=0):
        QUESTIONS[name](constraint)
    with pytest.raises(Cancelled), constrain.limited(cancel=stop):
        QUESTIONS[name](constraint)
    assert not has_budget()


def test_a_shortest_text_does_not_look_at_all_beginnings() -> None:
    """`[ab]*a[ab]{24}` has 2**24 texts that are equally short; finding one of them takes steps by its length."""
    constraint = constrain.compile(regex("[ab]*a[ab]{24}"), ASCII)

    with constrain.limited(Limits(steps=500_000)):
        assert constraint.matcher().tokens_to_end == 13


def test_bounds_of_parts_of_the_work_grow_with_the_steps() -> None:
    """A pattern that its probe refuses compiles where more steps are allowed, also after it has been refused."""
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    grammar = regex(r"(?s)(?=.*\bare\b)(?=.*\bsoldiers\b).{1,60}", limits=Limits(steps=10**10))
    with pytest.raises(LimitExceeded):
        constrain.compile(grammar, vocabulary, limits=Limits(steps=10**6))

    constrain.compile(grammar, vocabulary, limits=Limits(steps=10**10, memory=8 << 30))


def test_long_loops_let_other_threads_in() -> None:
    """Whoever waits for the interpreter has it long before Python itself would take it away."""
    before, waiting, ran = sys.getswitchinterval(), threading.Event(), threading.Event()

    def other() -> None:
        waiting.wait()
        ran.set()

    thread = threading.Thread(target=other)
    thread.start()
    sys.setswitchinterval(1000)
    try:
        waiting.set()
        for _ in range(20_000_000):  # some seconds, if nobody is let in
            spend(1)
            if ran.is_set():
                break
        assert ran.is_set()
    finally:
        sys.setswitchinterval(before)
        thread.join()


def test_an_event_loop_goes_on_while_a_long_grammar_is_flattened() -> None:
    """Native work that needs the interpreter lets others in as well: here, a server's loop, which counts its rounds."""
    letter = Terminal(literal(b"a"), "a")
    count = 100_000
    productions: dict[str, Expression] = {f"{i}": Sequence((letter, Nonterminal(f"{i + 1}"))) for i in range(count)}
    grammar = Grammar("0", {**productions, f"{count}": letter})

    async def rounds() -> int:
        number = 0

        def flatten() -> int:
            before = number
            grammar.flatten()
            return number - before

        work = asyncio.get_running_loop().run_in_executor(None, flatten)
        while not work.done():
            await asyncio.sleep(0)
            number += 1
        return work.result()

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        assert asyncio.run(rounds()) >= 3
    finally:
        sys.setswitchinterval(before)
