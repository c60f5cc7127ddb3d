"""Random regular expressions, Lark grammars, GBNF, blocks by indentation and trees: none gets stuck, none fails later.

    python -m tests.grammars.test_never_stuck regex --seeds 0:20000

prints each fault with its source. What compiles is walked by the law of `tests/endings.py` with every single byte as a
token, with longer tokens beside them, and with tokens that cannot spell all texts. A budget may refuse a grammar when
it is compiled, and never later. `CONSTRAIN_WALKS` sets how many of each kind the test looks at.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

import constrain
from constrain import ConstrainError, GrammarError, LimitExceeded, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammar import Grammar, Terminal
from constrain.grammars import gbnf, json_schema, lark, regex
from tests import endings, strategies
from tests.bench.nasty_patterns import nasty_pattern, nasty_schema
from tests.endings import StuckError
from tests.grammars.lark import test_indenter, test_lark
from tests.grammars.lark.corpus import MODES as LARK_MODES
from tests.grammars.regex.patterns import FAMILIES, patterns

WALKS = int(os.environ.get("CONSTRAIN_WALKS", "60"))
_PIECES = ["ab", "ba", "aa", "abab", "a\n", "\n ", "\n  ", "  ", " a", "é", "():", '"a', "(a", "a)", "ab.", "..", "-a"]
MODES = [*LARK_MODES, ("earley", "basic")]


@cache
def vocabularies() -> list[Vocabulary]:
    """All bytes; the same with longer tokens; and three that cannot spell everything."""
    every = [bytes((byte,)) for byte in range(256)]
    pieces = [piece.encode() for piece in _PIECES]
    lacking = [
        every,
        [*every, *pieces],
        [*(byte for byte in every if byte != b"b"), *pieces],
        [b"a", b" ", b"\n", b")", *pieces],
        [b"a", b"b", b"c", b"\n", b" ", b"("],
    ]
    return [Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)]) for tokens in lacking]


class GbnfWriter:
    """Writes random GBNF: rules that call each other, repetitions, classes, literals."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = ["root", "x", "y", "z"][: random.randint(2, 4)]

    def grammar(self) -> str:
        """All rules."""
        return "\n".join(f"{name} ::= {self.ways(2)}" for name in self.names)

    def ways(self, depth: int) -> str:
        ways = [self.sequence(depth) for _ in range(self.random.choice((1, 2, 2, 3)))]
        ways += ['"a"'] if depth == 2 and self.random.random() < 0.6 else []  # or most grammars have no text
        return " | ".join(ways)

    def sequence(self, depth: int) -> str:
        return " ".join(self.item(depth) for _ in range(self.random.choice((1, 1, 2, 3))))

    def item(self, depth: int) -> str:
        random = self.random
        atoms = ['"a"', '"b"', '"ab"', "[ab]", "[^a\\n]", "[a-c]", '" "', '""', '"é"', *self.names]
        atom = f"({self.ways(depth - 1)})" if depth > 0 and random.random() < 0.25 else random.choice(atoms)
        return atom + random.choice(["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,20}"])


def _regex(random: Random) -> tuple[str, Grammar]:
    family = random.choice(list(FAMILIES))
    (source,) = patterns(family, random.randrange(1 << 30), 1)
    return source, regex(source)


def _nasty(random: Random) -> tuple[str, Grammar]:
    if random.random() < 0.5:
        source = nasty_pattern(random)
        return source, regex(source)
    schema = nasty_schema(random)
    return str(schema), json_schema(schema)


def _lark(random: Random) -> tuple[str, Grammar]:
    write = random.choice([test_lark.random_grammar, test_lark.grammar_that_looks_around])
    (parser, lexer), source = random.choice(MODES), write(random)
    return f"{source}\n{parser} {lexer}", lark(source, parser=parser, lexer=lexer)


def _indentation(random: Random) -> tuple[str, Grammar]:
    source = test_indenter.random_grammar(random)
    parser, lexer = random.choice([("lalr", "contextual"), ("lalr", "basic"), ("earley", "basic")])
    postlex = random.choice([test_indenter.Tree, test_indenter.Brackets, test_indenter.Single])
    return f"{source}\n{parser} {lexer}", lark(source, parser=parser, lexer=lexer, postlex=postlex())


def _gbnf(random: Random) -> tuple[str, Grammar]:
    """One that is read: most of the writer's grammars are wrong on purpose."""
    while True:
        source = GbnfWriter(random).grammar()
        try:
            return source, gbnf(source)
        except GrammarError:
            continue


def _trees(random: Random) -> tuple[str, Grammar]:
    alphabet = random.choice(strategies.ALPHABETS)
    if random.random() < 0.5:
        shape = random.choice([strategies.BOOLEAN, strategies.ASSERTING])
        pattern = strategies.random_pattern(random, alphabet, random.randint(1, 20), shape)
        return str(pattern), Grammar("start", {"start": Terminal(pattern, "text")})
    grammar = strategies.random_grammar(random, alphabet)
    return str(grammar), grammar


KINDS: dict[str, Callable[[Random], tuple[str, Grammar]]] = {
    "regex": _regex,
    "nasty": _nasty,
    "lark": _lark,
    "indentation": _indentation,
    "gbnf": _gbnf,
    "trees": _trees,
}


def fault(kind: str, seed: int, counts: Counter[str]) -> str | None:
    """What is wrong with the random grammar of a number, with its source; None if nothing is."""
    random = Random(f"{kind} {seed}")
    source = ""
    try:
        source, grammar = KINDS[kind](random)
    except (ConstrainError, RecursionError) as error:
        counts[type(error).__name__] += 1
        return None
    vocabulary = vocabularies()[0] if random.random() < 0.5 else random.choice(vocabularies()[1:])
    try:
        constraint = constrain.compile(grammar, vocabulary)
    except (GrammarError, VocabularyError, UnsupportedError, LimitExceeded) as error:
        counts[type(error).__name__] += 1
        return None
    try:
        counts["endless"] += endings.check(constraint, random)
    except (StuckError, ConstrainError) as error:
        return f"{kind} {seed}: {type(error).__name__}: {error}\n{source}"
    counts["walked"] += 1
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_gets_stuck(kind: str) -> None:
    """Wherever the masks lead, the text can be ended, and no budget ends on the way."""
    counts = Counter[str]()
    found = [text for seed in range(WALKS) if (text := fault(kind, seed, counts)) is not None]
    print(kind, dict(counts))

    assert [] == found
    assert counts["walked"] > WALKS // 4


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), metavar="kind", help=", ".join(KINDS))
    parser.add_argument("--seeds", default="0:1000", help="first:last")
    arguments = parser.parse_args()
    first, last = map(int, arguments.seeds.split(":"))
    counts = {kind: Counter[str]() for kind in arguments.kinds}
    for seed in range(first, last):
        for kind, found in counts.items():
            began = time.thread_time()
            text = fault(kind, seed, found)
            taken = time.thread_time() - began
            if text is not None:
                print(text, flush=True)
            if taken > 20:
                print(f"{kind} {seed}: {taken:.0f} s", flush=True)
        if seed % 100 == 99:
            vocabularies.cache_clear()  # what patterns of earlier seeds have left takes memory
        if seed % 500 == 499:
            print(seed + 1, {kind: dict(found) for kind, found in counts.items()}, flush=True)


if __name__ == "__main__":
    main()
