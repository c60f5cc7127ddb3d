"""Random patterns made to multiply: what the worst mask of each costs, and whether any fails once it is compiled.

    python -m tests.bench.nasty_patterns --first 0 --count 200

Counters in counters, lookaheads in them and before them, intersections (`allOf`) and exclusive choices (`oneOf`) of
searches, word lists, and lengths beside all of these. Each pattern is compiled and walked twice through random allowed
tokens in a process of its own, with a limit of processor time. Times are of the thread, not of the clock; a pattern is
shown where a mask took more than `--show` milliseconds, and where a budget ran out after compiling, which never should.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import time
from collections import Counter
from multiprocessing.connection import Connection
from random import Random

import numpy as np

import constrain
from constrain import ConstrainError, Vocabulary
from constrain.grammar import Grammar
from constrain.grammars import json_schema, regex
from tests.bench import tokens

_ATOMS = [".", "[a-z]", "[a-z0-9-]", r"\w", r"\d", r"\s", "a", "b", "[^a]", r"\.", "-", "[A-Z]", "x"]
_COUNTERS = ["{1,63}", "{0,20}", "{2,5}", "{3}", "{1,127}", "{0,100}", "{2,}", "{10,40}", "*", "+", "?", "{1,255}"]
_STEPS = 14
_SECONDS = 30


def _sequence(random: Random, depth: int) -> str:
    return "".join(_piece(random, depth) for _ in range(random.randint(1, 3)))


def _piece(random: Random, depth: int) -> str:
    kind = random.random()
    if depth == 0 or kind < 0.45:
        return random.choice(_ATOMS) + (random.choice(_COUNTERS) if random.random() < 0.5 else "")
    if kind < 0.7:
        return f"(?:{_sequence(random, depth - 1)}){random.choice(_COUNTERS)}"
    if kind < 0.85:
        return f"(?:{'|'.join(_sequence(random, depth - 1) for _ in range(random.randint(2, 3)))})"
    return f"(?{random.choice('=!')}{_sequence(random, depth - 1)}{random.choice(['', '$', '.*$'])})"


def nasty_pattern(random: Random) -> str:
    """A regular expression: assertions, then counters two deep."""
    asserted = "".join(
        f"(?{random.choice('=!')}{random.choice(['', '.*'])}{_sequence(random, 1)}{random.choice(['', '$'])})"
        for _ in range(random.choice([0, 0, 1, 1, 2]))
    )
    text = asserted + _sequence(random, 2)
    return f"^{text}$" if random.random() < 0.7 else text


def _word(random: Random) -> str:
    return "".join(random.choice("abcdeorst") for _ in range(random.randint(2, 6)))


def nasty_schema(random: Random) -> dict[str, object]:
    """A schema of strings whose patterns are read together."""
    kind = random.random()
    length = {"minLength": random.choice([0, 3, 50]), "maxLength": random.choice([60, 255, 1000])}
    if kind < 0.4:
        return {"type": "string", "pattern": nasty_pattern(random), **(length if random.random() < 0.4 else {})}
    if kind < 0.55:
        return {"type": "string", "allOf": [{"pattern": nasty_pattern(random)} for _ in range(random.randint(2, 3))]}
    if kind < 0.75:
        return {"oneOf": [{"type": "string", "pattern": _word(random)} for _ in range(random.randint(2, 5))]}
    if kind < 0.9:
        searches = [{"pattern": _word(random)} for _ in range(random.randint(2, 4))]
        return {"type": "string", "allOf": searches, **length}
    words = "|".join(_word(random) for _ in range(random.randint(2, 12)))
    return {"type": "string", "pattern": f"^(?!.*({words})).{{{random.randint(0, 9)},{random.randint(20, 300)}}}$"}


def _source(seed: int) -> str | dict[str, object]:
    random = Random(seed)
    return nasty_pattern(random) if random.random() < 0.5 else nasty_schema(random)


def _measure(seed: int, vocabulary: Vocabulary, out: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS + 1))
    source = _source(seed)
    started = time.thread_time()
    try:
        grammar: Grammar = regex(source) if isinstance(source, str) else json_schema(source)
        constraint = constrain.compile(grammar, vocabulary)
    except ConstrainError as error:
        out.send(("refused", type(error).__name__, 0.0, 0.0))
        return
    compiled = time.thread_time() - started
    worst = 0.0
    row = constrain.allocate_bitmask(1, vocabulary)
    try:
        for walk in range(2):
            random, matcher = Random(seed + walk), constraint.matcher()
            for _ in range(_STEPS):
                started = time.thread_time()
                matcher.fill_bitmask(row[0])
                worst = max(worst, time.thread_time() - started)
                allowed = np.flatnonzero(np.unpackbits(row[0].view(np.uint8), bitorder="little"))
                going = [int(t) for t in random.choices(allowed, k=4) if t not in vocabulary.end_ids]
                if not going:
                    break
                matcher.advance(going[0])
    except ConstrainError as error:
        out.send(("failed after compiling", str(error), compiled, worst))
        return
    out.send(("walked", "", compiled, worst))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many patterns")
    parser.add_argument("--show", type=float, default=20, help="milliseconds of a mask from which on it is shown")
    parser.add_argument("--tokenizer", default="llama3", choices=tokens.NAMES)
    arguments = parser.parse_args()
    tokenizer = tokens.load(arguments.tokenizer)
    vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
    ways, context = Counter[str](), multiprocessing.get_context("fork")
    masks = []
    for seed in range(arguments.first, arguments.first + arguments.count):
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_measure, args=(seed, vocabulary, sender))
        process.start()
        sender.close()
        try:
            way, message, compiled, worst = receiver.recv()
        except EOFError:
            way, message, compiled, worst = "took too long", "", 0.0, _SECONDS
        process.join()
        ways[way] += 1
        if way == "walked":
            masks.append(worst * 1e3)
        if way not in ("walked", "refused") or worst * 1e3 > arguments.show:
            print(f"{seed}: {way}, compiled in {compiled * 1e3:.0f} ms, worst mask {worst * 1e3:.1f} ms {message}")
            print(f"    {json.dumps(_source(seed))[:300]}", flush=True)
    print(dict(ways))
    if masks:
        masks.sort()
        print(
            f"worst masks, ms: p50 {masks[len(masks) // 2]:.1f}, p90 {masks[len(masks) * 9 // 10]:.1f}, max {masks[-1]:.1f}"
        )


if __name__ == "__main__":
    main()
