"""Runs attacks, each in a process of its own, and says how each ended: see `table.py`.

    python -m tests.attacks [PART OF A NAME ...]     prints the table
    python -m tests.attacks --serve                  answers names from standard input with one line of JSON each

The process that answers has everything imported and a vocabulary made; for each name it forks, so an attack costs what
the attack costs. A child bounds its own memory and time, so that a crash or a hang is an outcome too.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import constrain
from constrain import ConstrainError, LimitExceeded, Limits, Vocabulary
from constrain.budget import budgeted, open_budget
from constrain.constraint import Constraint
from constrain.grammars import json_schema, lark, regex

from .table import EASY, attacks, fuzzed

MEMORY = 3 << 30  # bytes of address space, so that what goes wrong ends
SECONDS = 40  # of the processor
TEXTS, TOKENS = 3, 12  # that are read under what compiles
PATIENCE = 3  # seconds for one of them


class Outcome(NamedTuple):
    """How one attack ended: `ended` is "ok", the name of an error's class, "died", or "later " and what failed a mask."""

    ended: str
    message: str
    seconds: float  # of the processor, which other work on the machine does not change much
    megabytes: float  # by which the process has grown
    steps: int
    reserved: int  # bytes
    mask: float = 0.0  # seconds of the processor that the worst mask of some texts took

    def line(self, name: str) -> str:
        """One line of the table."""
        steps, megabytes = f"{self.steps / 1e6:.1f} M steps", f"{self.reserved / 2**20:.0f} MB counted"
        return (
            f"{name:62.62} {self.ended:16} {self.seconds:6.2f} s {self.megabytes:6.0f} MB {steps:>16} {megabytes:>16}"
            f" {1e3 * self.mask:7.1f} ms a mask  {self.message[:100]}"
        )


def vocabulary() -> Vocabulary:
    """All bytes and runs of letters."""
    random = Random(1)
    tokens: list[bytes | None] = [bytes((byte,)) for byte in range(256)]
    tokens += [bytes(random.choice(b"ab") for _ in range(random.randint(2, 12))) for _ in range(500)]
    return Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


def worst_mask(constraint: Constraint, *, long: bool = False) -> float:
    """The seconds of the slowest mask along some random texts, and with `long` one of long tokens.

    A text breaks off after some seconds: each call is bounded, a text need not be.
    """
    random, worst = Random(1), 0.0
    vocabulary, row = constraint.vocabulary, constrain.allocate_bitmask(1, constraint.vocabulary)[0]
    lengths = [len(data or b"") for data in vocabulary.token_bytes]
    for longest in (*[True] * long, *[False] * TEXTS):
        matcher, first = constraint.matcher(), time.process_time()
        for _ in range(TOKENS):
            began = time.process_time()
            matcher.fill_bitmask(row)
            worst = max(worst, time.process_time() - began)
            allowed = constrain.allowed_tokens(row)
            assert allowed, f"stuck after {len(matcher)} tokens"
            matcher.forced_bytes()
            matcher.explain(random.randrange(vocabulary.size))
            matcher.advance(max(allowed, key=lengths.__getitem__) if longest else random.choice(allowed))
            if matcher.is_finished or time.process_time() - first > PATIENCE:
                break
        matcher.fork().rollback(len(matcher))
        matcher.rollback(len(matcher))
        matcher.fill_bitmask(row)
    return worst


@budgeted
def ask(constraint: Constraint) -> None:
    """Ask what a server asks before a text begins, under a budget with the default limits; it may refuse."""
    with suppress(LimitExceeded):
        constraint.matcher().completion()
    with suppress(LimitExceeded):
        constraint.sample(1)


def attack(name: str, on: Vocabulary) -> Outcome:
    """Make the grammar and compile it, each under a budget with the default limits; then read some texts."""
    make = find(name)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    budgets = [open_budget(Limits(), None), open_budget(Limits(), None)]
    message, ended, mask, began = "", "ok", 0.0, time.process_time()
    constraint = None
    try:
        budgets[0].begin()
        try:
            made = make()
        finally:
            budgets[0].end()
        budgets[1].begin()
        try:
            constraint = Constraint(*made) if isinstance(made, tuple) else Constraint(made, on)
        finally:
            budgets[1].end()
    except ConstrainError as error:
        ended, message = public_name(error), str(error).replace("\n", " ")
        if isinstance(error, LimitExceeded) and None not in (error.limit, error.needed):
            message = f"{error.needed} > {error.limit}: {message}"
    except Exception as error:
        ended, message = f"! {type(error).__name__}", str(error)
    seconds = time.process_time() - began
    if constraint is not None:
        try:
            mask = worst_mask(constraint, long="core: " in name)
            ask(constraint)
        except Exception as error:
            ended, message = f"later {type(error).__name__}", str(error)
    megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown) / 1024
    steps, reserved = (max(getattr(b, what) for b in budgets) for what in ("steps", "memory"))
    return Outcome(ended, message, seconds, megabytes, steps, reserved, mask)


def public_name(error: ConstrainError) -> str:
    """The name of the error's class, or of the next above it that is public."""
    return next(kind.__name__ for kind in type(error).__mro__ if hasattr(constrain, kind.__name__))


def find(name: str) -> Any:
    """The attack of this name; `fuzzed schema 12` is the twelfth random one."""
    if name.startswith("fuzzed "):
        _, kind, seed = name.split()
        return fuzzed(kind, int(seed))
    if name.startswith("easy: "):
        return EASY[name.removeprefix("easy: ")]
    return attacks()[name]


def names() -> list[str]:
    """All attacks that are written down, and what must succeed."""
    return [*attacks(), *(f"easy: {name}" for name in EASY)]


def in_child(name: str, on: Vocabulary) -> Outcome:
    """The same in a process of its own, whatever becomes of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if "CONSTRAIN_SANITIZED" not in os.environ:  # a sanitizer maps terabytes, and takes its own time
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            os.write(writing, json.dumps(attack(name, on)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    _, status, used = os.wait4(child, 0)
    if data:
        return Outcome(*json.loads(data))
    return Outcome("died", f"status {status}", used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, 0, 0)


def warm() -> Vocabulary:
    """A vocabulary, with what every process needs once made before: imports, classes of characters."""
    on = vocabulary()
    for grammar in (json_schema({"items": {"pattern": "a"}}), lark('start: "a"'), regex(r"\w+")):
        Constraint(grammar, on)
    return on


def serve() -> None:
    """One outcome for each name on standard input, as lines of JSON."""
    on = warm()
    for line in sys.stdin:
        print(json.dumps(in_child(line.rstrip("\n"), on)), flush=True)


def main(parts: list[str]) -> None:
    on = warm()
    for name in names():
        if not parts or any(part in name for part in parts):
            print(in_child(name, on).line(name), flush=True)
