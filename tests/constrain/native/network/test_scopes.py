"""Scopes that front ends would not write: whatever a scope asks for, no text in it comes to where it cannot be ended.

The worlds are finite and looked at as a whole. The texts of a random scope are written out by their meaning
(`test_scopes.written_out`); then every place that the masks lead to is visited, and at each one just the letters are
allowed that some text goes on with. So a dead end shows, and so does a text that is cut off. Where there is no text,
compiling says so.
"""

from __future__ import annotations

import os
from random import Random

import pytest

import constrain
from constrain import Constraint, GrammarError, LimitExceeded, Vocabulary, VocabularyError
from constrain.grammar import (
    Choice,
    Distinct,
    Expression,
    Grammar,
    Nonterminal,
    Once,
    Repeat,
    Require,
    Scope,
    Sequence,
    Terminal,
)
from constrain.patterns.pattern import alternation, byte_class, concat, literal, repeat
from tests.constrain.native.context.test_scope_memory import prefixes, word, written_out

SCOPES = int(os.environ.get("CONSTRAIN_SCOPES", "400"))
LETTERS = "abk01,;[]:"
EVERY_BYTE = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
SOME_BYTES = Vocabulary.from_bytes([*(letter.encode() for letter in LETTERS), None], end_ids=[len(LETTERS)])
DEAD = Choice(())


class Wild:
    """Writes random scopes, with Distinct parts or without."""

    def __init__(self, random: Random, *, distinct: bool) -> None:
        self.random, self.distinct = random, distinct
        self.marks = random.randint(1, 2 if distinct else 4)
        self.longest = 2 if distinct else 3  # parts in a row, and how deep; texts multiply

    def scope(self, depth: int = 1) -> Scope:
        return Scope(Sequence([self.part(depth, self.longest) for _ in range(self.random.randint(1, self.longest))]))

    def part(self, depth: int, size: int) -> Expression:
        random = self.random
        kind = random.random()
        if size == 0 or kind < 0.2:
            return self.member(depth)
        if kind < 0.4:
            return self.guard()
        if kind < 0.6:
            turn = [self.member(depth) for _ in range(random.randint(1, self.longest))]
            before = [random.choice([word(","), self.guard(), Sequence((self.guard(), word(",")))])]
            return Repeat(Sequence((*before[: random.randint(0, 1)], Choice(turn))))
        if kind < 0.8:
            return Choice([self.part(depth, size - 1) for _ in range(random.randint(1, 3))])
        if kind < 0.95:
            return Sequence([self.part(depth, size - 1) for _ in range(random.randint(1, 3))])
        return random.choice([DEAD, word(";"), Sequence(())])

    def guard(self) -> Require:
        random = self.random
        wanted = tuple(sorted(random.sample(range(self.marks), random.choice([0, 0, 1, min(2, self.marks)]))))
        below = random.choice([None, None, 1, 2, 3, self.marks, self.marks + 1])
        return Require(wanted, random.choice([0, 0, 0, 1, 2, 3]), below)

    def member(self, depth: int) -> Expression:
        random = self.random
        if self.distinct and random.random() < 0.5:
            key: Expression = Distinct(word(*random.sample(["a", "b", "ab"], random.randint(1, 2))))
            return random.choice([key, Sequence((key, word(":"), self.value(depth)))])
        return Once(random.randrange(self.marks), random.choice([word(random.choice("abk")), self.value(depth)]))

    def value(self, depth: int) -> Expression:
        random = self.random
        if depth and random.random() < (0.1 if self.distinct else 0.3):
            return Sequence((word("["), self.scope(depth - 1), word("]")))
        return random.choice(
            [word("0", "1"), word("0"), Sequence((word("a"), DEAD)), Nonterminal("dead"), Nonterminal("x")]
        )


RULES: dict[str, Expression] = {
    "x": word("1"),
    "dead": Scope(Sequence((Once(0, word("a")), Require(minimum=2)))),
}


def listed(expression: Expression) -> set[str]:
    """All texts; nonterminals put in, as `written_out` has others."""
    return {text for text, _ in written_out(plain(expression))}


def plain(node: Expression) -> Expression:
    match node:
        case Nonterminal():
            return plain(RULES[node.name])
        case Sequence():
            return Sequence([plain(part) for part in node.parts])
        case Choice():
            return Choice([plain(part) for part in node.parts])
        case Repeat():
            return Repeat(plain(node.part))
        case Scope():
            return Scope(plain(node.part))
        case Once():
            return Once(node.mark, plain(node.part))
    return node


def visited(constraint: Constraint, letters: dict[int, str], texts: set[str]) -> int:
    """Goes wherever the masks lead; returns how many places there are."""
    viable, row = prefixes(texts), constrain.allocate_bitmask(1, constraint.vocabulary)[0]
    waiting, places = [(constraint.matcher(), "")], 0
    while waiting:
        matcher, text = waiting.pop()
        matcher.fill_bitmask(row)
        allowed = {letters[token] for token in constrain.allowed_tokens(row)}
        expected = {letter for letter in letters.values() if letter and text + letter in viable}
        assert expected | ({""} if text in texts else set()) == allowed, text
        places += 1
        for token, letter in letters.items():
            if letter in expected:
                after = matcher.fork()
                after.advance(token)
                waiting.append((after, text + letter))
    return places


@pytest.mark.parametrize("distinct", [False, True])
def test_a_random_scope_allows_what_its_texts_go_on_with(distinct: bool) -> None:
    """Every place that can be reached allows what some text goes on with; a scope without a text is refused."""
    places = empty = 0
    for seed in range(SCOPES):
        random = Random(f"scope {distinct} {seed}")
        scope = Wild(random, distinct=distinct).scope()
        texts = listed(scope)
        if len(texts) > 3000:
            continue
        vocabulary = SOME_BYTES if distinct or random.random() < 0.5 else EVERY_BYTE
        letters = {number: (data or b"").decode() for number, data in enumerate(SOME_BYTES.token_bytes)}
        if vocabulary is EVERY_BYTE:
            letters = {256: "", **{ord(letter): letter for letter in LETTERS}}
        try:
            constraint = constrain.compile(Grammar("text", {**RULES, "text": scope}), vocabulary)
        except (GrammarError, VocabularyError):
            assert not texts - {""}, seed
            assert not texts or vocabulary is SOME_BYTES, seed
            empty += 1
            continue
        assert texts, seed
        try:
            places += visited(constraint, letters, texts)
        except AssertionError as error:
            raise AssertionError(f"{distinct} {seed}: after {error}") from None
    print(places, empty)

    assert places > SCOPES
    assert empty > SCOPES // 20


def compiled(production: Expression, **more: Expression) -> Constraint:
    return constrain.compile(Grammar("text", {"text": production, **more}), EVERY_BYTE)


def members(count: int, dead: int = 0) -> list[Expression]:
    """Parts that may stand once, the last of which have no text."""
    return [
        Once(mark, Sequence((word(f"k{mark:04};"), *([DEAD] if mark >= count - dead else [])))) for mark in range(count)
    ]


def test_a_member_that_needs_its_own_scope_without_end_has_no_text() -> None:
    """What a scope asks for must be there without the scope itself."""
    inside = Choice((Once(0, word("a")), Once(1, Sequence((word("("), Nonterminal("text"), word(")"))))))
    scope = Scope(Sequence((Repeat(inside), Require(minimum=2))))
    with pytest.raises(GrammarError):
        compiled(scope)

    assert compiled(Choice((scope, word("b")))).matcher().allows(ord("a"))


@pytest.mark.parametrize("count", [3, 1000])
def test_no_separator_after_the_last_member_that_has_a_text(count: int) -> None:
    """A guard that counts members without a text, or none where one is needed, is put right; also among very many."""
    for guard in (Require(below=count), Sequence(())):
        more = Sequence((guard, word(",")))
        constraint = compiled(Scope(Sequence((word("["), Repeat(Choice(members(count, 1)), 1, None, more), word("]")))))
        matcher = constraint.matcher()
        matcher.advance(ord("["))
        for mark in range(count - 1):
            for byte in f"k{mark:04};".encode():
                matcher.advance(byte)
            expected = mark < count - 2
            assert expected == matcher.allows(ord(","))
            assert matcher.allows(ord("]"))
            if expected:
                matcher.advance(ord(","))


def test_what_takes_too_long_to_find_out_is_refused() -> None:
    """A scope that lost a member, in which very many sets of members are to be told apart, is refused when compiled."""
    parts = [
        Choice((Sequence(()), Once(mark, word(f"k{mark};")), Sequence((word("a"), Once(mark, DEAD)))))
        for mark in range(40)
    ]
    guards = [Choice((Sequence((Require((mark,)), word("a"))), word("b"))) for mark in range(40)]
    with pytest.raises(LimitExceeded):
        compiled(Scope(Sequence((*parts, *guards))))


def test_plenty_of_lexemes_with_few_that_can_be_spelled() -> None:
    """Keys of which a vocabulary can spell two are offered twice, the separator once."""
    key = Terminal(alternation(literal(b"a"), literal(b"b"), repeat(byte_class(1 << ord("z")), 1)), "key")
    whole = Scope(Sequence((word("["), Repeat(Distinct(key), 1, None, word(",")), word("]"))))
    vocabulary = Vocabulary.from_bytes([*(letter.encode() for letter in "ab[],"), None], end_ids=[5])
    matcher = constrain.compile(Grammar("text", {"text": whole}), vocabulary).matcher()
    for token in (2, 1, 4):
        matcher.advance(token)
    assert [0] == allowed(matcher)
    matcher.advance(0)
    assert [3] == allowed(matcher)


def test_a_lexeme_that_plenty_and_few_share_is_used_once() -> None:
    """A key of the few that stood as one of the plenty is used up."""
    few = Distinct(Terminal(concat(literal(b"a")), "few"))
    plenty = Distinct(Terminal(repeat(byte_class(1 << ord("a") | 1 << ord("b")), 1), "plenty"))
    whole = Scope(Sequence((plenty, word(","), few, word("]"))))
    vocabulary = Vocabulary.from_bytes([*(letter.encode() for letter in "ab[],"), None], end_ids=[5])
    matcher = constrain.compile(Grammar("text", {"text": whole}), vocabulary).matcher()
    matcher.advance(0)
    assert [0, 1] == allowed(matcher)


def allowed(matcher: constrain.Matcher) -> list[int]:
    row = constrain.allocate_bitmask(1, matcher.constraint.vocabulary)[0]
    matcher.fill_bitmask(row)
    return constrain.allowed_tokens(row)
