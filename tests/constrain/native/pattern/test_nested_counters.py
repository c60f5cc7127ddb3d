"""Counters inside counters, beside assertions and each other: exact however few alternatives are kept of them.

What is left of such a pattern is a set of alternatives, of which those that another one includes are dropped. The oracle
is Python's `re`: all texts of a few characters, and what may begin one.
"""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

import constrain
from constrain import GrammarError, LimitExceeded, Matcher, Vocabulary, VocabularyError
from constrain.grammars import json_schema, regex

from .... import laws

LETTERS = "ab."
LONGEST = 6
SPELLED = [*LETTERS, "ab", "..", "a.b", "bab.", "...."]
VOCABULARY = Vocabulary.from_bytes([*(text.encode() for text in SPELLED), None], end_ids=[len(SPELLED)])
TEXTS = ["".join(text) for length in range(LONGEST + 1) for text in product(LETTERS, repeat=length)]


def _counter(random: Random) -> str:
    return random.choice(["{1,3}", "{0,2}", "{2}", "{1,2}", "{2,}", "{3,4}", "{0,9}", "*", "+", "?"])


def _sequence(random: Random, depth: int) -> str:
    return "".join(_piece(random, depth) for _ in range(random.randint(1, 3)))


def _piece(random: Random, depth: int) -> str:
    kind = random.random()
    if depth == 0 or kind < 0.4:
        return random.choice(["a", "b", r"\.", ".", "[ab]", r"[^a]"]) + random.choice(["", _counter(random)])
    if kind < 0.75:
        return f"(?:{_sequence(random, depth - 1)}){_counter(random)}"
    if kind < 0.9:
        return f"(?:{_sequence(random, depth - 1)}|{_sequence(random, depth - 1)})"
    return f"(?{random.choice('=!')}{_sequence(random, depth - 1)}{random.choice(['', '$'])})"


def _check(pattern: str) -> bool:
    """Compare with `re`; False where the pattern is refused or has no text."""
    compiled = re.compile(pattern, re.DOTALL)
    matches = {text for text in TEXTS if compiled.fullmatch(text)}
    try:
        constraint = constrain.compile(regex(pattern, re.DOTALL), VOCABULARY)
    except LimitExceeded:
        return False
    except (GrammarError, VocabularyError):
        assert not matches, pattern
        return False
    begins = {text[:length] for text in matches for length in range(len(text) + 1)}
    open_: list[tuple[str, Matcher]] = [("", constraint.matcher())]
    while open_:
        text, matcher = open_.pop()
        allowed = laws.mask(matcher)
        assert (text in matches) == matcher.is_accepting, (pattern, text)
        assert allowed, (pattern, text)
        for token in range(len(SPELLED)):
            if text + SPELLED[token] in begins:
                assert token in allowed, (pattern, text, SPELLED[token])
        if len(text) == LONGEST:
            continue
        for token, letter in enumerate(LETTERS):
            assert (token in allowed) == matcher.allows(token), (pattern, text, letter)
            if token in allowed:
                after = matcher.fork()
                after.advance(token)
                open_.append((text + letter, after))
    return True


def test_nested_counters_say_what_re_says() -> None:
    """A text is accepted exactly if `re.fullmatch` takes it, and every token that begins such a text is allowed."""
    checked = sum(_check(_sequence(Random(seed), 2)) for seed in range(120))

    assert checked > 60


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:(?:.{1,2}\.){1,3}[ab]+\.?)",
        r"(?=.{1,5}$)(?!.*\.\.)(?:(?:.{1,3}\.){1,4}(?![b]*$)[ab]+\.?)",
        r"(?:(?:a{2,3}){2}|a{1,9}b){1,2}",
        r"(?:.{2,3}a|.{0,1}b.{3})*",
        r"(?:[ab]{1,2}\.)+(?:[ab]{1,3}\.)+",
    ],
)
def test_some_nested_counters_say_what_re_says(pattern: str) -> None:
    """The same for patterns that people write, with smaller numbers."""
    assert _check(pattern)


FQDN = r"^(?!.*://)(?=.{1,255}$)((.{1,63}\.){1,127}(?![0-9]*$)[a-z0-9-]+\.?)$"


BYTES = [*(bytes([byte]) for byte in range(256)), None]


def _residuals(pattern: str, texts: list[str]) -> list[int]:
    """How many residuals there are after each of the texts, which all begin the pattern, every mask having been asked for."""
    out = []
    for text in texts:
        vocabulary = Vocabulary.from_bytes(BYTES, end_ids=[256])
        matcher = constrain.compile(json_schema({"type": "string", "pattern": pattern}), vocabulary).matcher()
        for byte in text.encode():
            assert byte in laws.mask(matcher)
            matcher.advance(byte)
        out.append(constrain.cache_info().residuals)
        del vocabulary, matcher
    return out


def test_what_is_left_of_a_name_does_not_grow_with_its_dots() -> None:
    """Forty dots in a domain's name take four times what ten take: where parts may end is one place, not ever more."""
    few, many = _residuals(FQDN, ['"a' + ".b" * 10, '"a' + ".b" * 40])

    assert many < 8 * few


def test_long_keys_in_any_spelling_are_no_deeper_than_short_ones() -> None:
    """A key of thousands of characters, each with several spellings, can be compared with later keys."""
    vocabulary = Vocabulary.from_bytes([*(bytes([byte]) for byte in range(256)), None], end_ids=[256])
    matcher = constrain.compile(json_schema({"type": "object"}, escapes="any", layout="compact"), vocabulary).matcher()
    for byte in ('{"' + "k" * 5000 + '":1,"' + "k" * 5000).encode():
        matcher.advance(byte)

    assert not matcher.allows(ord('"'))
    assert matcher.allows(ord("k"))
    assert matcher.allows(ord("\\"))
    assert laws.mask(matcher)
