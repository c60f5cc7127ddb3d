"""A constraint remembers what it met within `cache_bytes`; however little that is, its answers stay the same."""

from __future__ import annotations

import random

import pytest

import constrain
from constrain import Matcher, Vocabulary, allowed_tokens
from constrain.grammar import Choice, Grammar, Nonterminal, Repeat, Sequence, Terminal
from constrain.grammars import regex
from constrain.patterns.pattern import byte_range, concat, literal, repeat

WORD = Terminal(repeat(byte_range(ord("a"), ord("c")), 1, 9), "word")
OPEN, CLOSE, COMMA = (Terminal(literal(mark), mark.decode()) for mark in (b"[", b"]", b","))
ITEM = Choice((WORD, Nonterminal("list")))
LIST = Sequence((OPEN, ITEM, Repeat(Sequence((COMMA, ITEM)), 0, 40), CLOSE))
GRAMMAR = Grammar("list", {"list": LIST})
TOKENS = [bytes((b,)) for b in range(256)] + [b"a,", b"]],", b"[[", b"abc", b"],[", None]
VOCABULARY = Vocabulary.from_bytes(TOKENS, end_ids=[len(TOKENS) - 1])


def mask(matcher: Matcher) -> list[int]:
    """The allowed tokens as a list."""
    bitmask = constrain.allocate_bitmask(1, VOCABULARY)
    matcher.fill_bitmask(bitmask[0])
    return allowed_tokens(bitmask[0])


def test_a_tiny_budget_changes_no_mask() -> None:
    """A constraint that starts afresh all the time gives the same masks, also for forks and after rollback."""
    rich = constrain.compile(GRAMMAR, VOCABULARY).matcher()
    poor = constrain.compile(GRAMMAR, VOCABULARY, cache_bytes=1).matcher()
    choose = random.Random(7)
    forks: list[tuple[Matcher, list[int]]] = []
    for _ in range(400):
        expected = mask(rich)
        assert expected == mask(poor)
        forks.append((poor.fork(), expected))
        back = choose.randrange(4)
        if choose.random() < 0.2 and len(rich) >= back:
            rich.rollback(back)
            poor.rollback(back)
            continue
        token = choose.choice(expected)
        if token in VOCABULARY.end_ids:
            rich.rollback(len(rich) // 2)
            poor.rollback(len(poor) // 2)
            continue
        rich.advance(token)
        poor.advance(token)
    for fork, expected in forks:
        assert expected == mask(fork)


def test_a_text_that_has_ended_stays_so() -> None:
    """Also where its constraint has started afresh, and its tokens, the end token among them, are read once more."""
    constraint = constrain.compile(GRAMMAR, VOCABULARY, cache_bytes=1)
    ended, other = constraint.matcher(), constraint.matcher()
    end = VOCABULARY.end_ids[0]
    for token in (*b"[a]", end):
        ended.advance(token)
    for token in b"[[b,[c]],abc":
        other.advance(token)

    assert 0 == ended.validate([ord("a")])
    assert ended.is_finished
    assert 1 == ended.fork().validate([end])
    ended.rollback(1)
    assert mask(ended) == [end]


def test_a_long_text_outgrows_its_budget_without_replaying_for_ever() -> None:
    """Ten thousand tokens on a budget of one byte take about as long as without one: the budget makes room."""
    text = Terminal(concat(repeat(byte_range(ord("a"), ord("b")), 0, 20_000), literal(b".")), "text")
    matcher = constrain.compile(Grammar("text", {"text": text}), VOCABULARY, cache_bytes=1).matcher()
    for _ in range(10_000):
        matcher.advance(ord("a"))
    matcher.advance(ord("."))
    assert matcher.is_accepting


def test_a_store_of_patterns_that_is_full_is_left_for_another() -> None:
    """Texts that make ever new patterns do not fill a store for good: the constraint goes on with another, masks the same."""
    grammar = regex("(?:[ab]{1,30}c){5,4000}")  # each state of both counters is a pattern
    every, full = (Vocabulary.from_bytes(TOKENS, end_ids=[len(TOKENS) - 1], size=size) for size in (262, 263))
    rich, poor = constrain.compile(grammar, every).matcher(), constrain.compile(grammar, full).matcher()
    full.native.store_budget = 1 << 15
    choose, most = random.Random(3), 0
    for _ in range(1500):
        expected = mask(rich)
        assert expected == mask(poor)
        token = choose.choice([token for token in expected if token not in every.end_ids])
        rich.advance(token)
        poor.advance(token)
        most = max(most, full.native.statistics()["store_bytes"])

    assert most < every.native.statistics()["store_bytes"] / 4


def test_a_refused_pattern_leaves_little_behind() -> None:
    """Its residuals would stay with the vocabulary as long as any constraint lives, however often it comes."""
    vocabulary = Vocabulary.from_bytes(TOKENS, end_ids=[len(TOKENS) - 1])
    kept = constrain.compile(regex("[ab]+"), vocabulary)
    grammar = regex(r"(?=.*a.{17}b)(?=.*b.{18}a)(?=.*a.{19}a)[ab]{0,60}")
    for _ in range(2):
        with pytest.raises(constrain.LimitExceeded, match="too much work"):
            constrain.compile(grammar, vocabulary)

    assert vocabulary.native.statistics()["store_bytes"] < 40e6
    assert kept.matcher().allows(ord("a"))
