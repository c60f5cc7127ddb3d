"""Texts taken by their bytes, drafts of tokens, and batches whose rows go their own ways: all as step by step."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import constrain
from constrain import (
    Constraint,
    GrammarError,
    LimitExceeded,
    Matcher,
    MatcherBatch,
    RejectedToken,
    UnsupportedError,
    Vocabulary,
    VocabularyError,
    allocate_bitmask,
    allowed_tokens,
)
from constrain.grammars import choice, json_schema, regex, sequence, special
from tests.reference.constraint import allowed, language_of
from tests.reference.patterns import TooBig
from tests.strategies import ALPHABETS, random_grammar, random_text, random_tokens

worlds = given(st.randoms(use_true_random=False))
often = settings(deadline=None, max_examples=70)
BYTES = Vocabulary.from_bytes([*(bytes([i]) for i in range(256)), b"ab", b"abc", None], end_ids=[258])
TWO = Vocabulary.from_bytes([b"a", None], end_ids=[1])


def mask(matcher: Matcher) -> list[int]:
    row = allocate_bitmask(1, matcher.constraint.vocabulary)[0]
    matcher.fill_bitmask(row)
    return allowed_tokens(row)


def random_world(random: Random, **options: Any) -> tuple[Any, Constraint, tuple[bytes, ...]] | None:
    """An oracle and a constraint on a random vocabulary; None for a world without texts."""
    alphabet = random.choice(ALPHABETS)
    grammar = random_grammar(random, alphabet)
    try:
        tokens = random_tokens(random, language_of(grammar, BYTES), alphabet)
        vocabulary = Vocabulary.from_bytes(list(tokens.items), end_ids=list(tokens.end_ids), size=tokens.size)
        oracle, constraint = language_of(grammar, vocabulary), constrain.compile(grammar, vocabulary, **options)
        # Where characters do not serve, the language is that of whole tokens, of which the oracle knows nothing.
        return (oracle, constraint, alphabet) if allowed(oracle, vocabulary, b"") else None
    except (TooBig, GrammarError, VocabularyError, LimitExceeded, UnsupportedError):
        return None


@often
@worlds
def test_texts_and_tokens_may_be_mixed(random: Random) -> None:
    """After any mixture of texts and tokens the mask is the oracle's for their bytes; what is refused changes nothing."""
    world = random_world(random, cache_bytes=random.choice((0, 1 << 20)))
    if world is None:
        return
    oracle, constraint, alphabet = world
    vocabulary, matcher = constraint.vocabulary, constraint.matcher()
    texts = [b""]
    try:
        for _ in range(6):
            here = texts[-1]
            kind = random.random()
            if kind < 0.5:
                more = random_text(random, alphabet, 3)
                viable = oracle.viable(here + more)
                stuck = viable and not allowed(oracle, vocabulary, here + more)
                if viable and not stuck:
                    matcher.advance_bytes(more)
                    texts.append(here + more)
                else:
                    with pytest.raises(RejectedToken):
                        matcher.advance_bytes(more)
            elif kind < 0.8:
                tokens = [t for t in allowed(oracle, vocabulary, here) if t not in vocabulary.end_ids]
                if tokens:
                    token = random.choice(tokens)
                    matcher.advance(token)
                    texts.append(here + (vocabulary.token_bytes[token] or b""))
            else:
                count = random.randint(0, len(texts) - 1)
                matcher.rollback(count)
                del texts[len(texts) - count :]
            assert len(texts) - 1 == len(matcher) == len(matcher.history)
            for each in (matcher, matcher.fork(), copy.copy(matcher)):
                assert allowed(oracle, vocabulary, texts[-1]) == mask(each)
            assert oracle.contains(texts[-1]) == matcher.is_accepting
    except TooBig:
        return


@often
@worlds
def test_validate_counts_what_advance_would_take(random: Random) -> None:
    """The number of tokens is that of advances until the first refusal, ends included, and the matcher stays."""
    world = random_world(random)
    if world is None:
        return
    _, constraint, _ = world
    matcher = constraint.matcher()
    for _ in range(4):
        before = matcher.state, len(matcher), mask(matcher)
        likely = [t for t in mask(matcher) if random.random() < 0.7]
        other = matcher.fork()
        tokens: list[int] = []
        expected = 0
        for _ in range(5):
            options = mask(other) if likely and expected == len(tokens) and random.random() < 0.8 else []
            token = random.choice(options) if options else random.randint(-1, constraint.vocabulary.size + 1)
            if expected == len(tokens):
                try:
                    other.advance(token)
                    expected += 1
                except (RejectedToken, ValueError):
                    pass
            tokens.append(token)

        assert expected == matcher.validate(tokens)
        assert before == (matcher.state, len(matcher), mask(matcher))
        if likely:
            matcher.advance(likely[0])


@often
@worlds
def test_a_tree_is_judged_as_each_of_its_ways(random: Random) -> None:
    """A node is valid when all tokens on its way can be taken; its row is the mask there, zeros where it is not."""
    world = random_world(random)
    if world is None:
        return
    _, constraint, _ = world
    matcher = constraint.matcher()
    nodes = random.randint(0, 8)
    parents = [random.randint(-1, node - 1) for node in range(nodes)]
    tokens: list[int] = []
    matchers: list[Matcher | None] = []
    for node in range(nodes):
        parent = matcher if parents[node] < 0 else matchers[parents[node]]
        options = mask(parent) if parent is not None and random.random() < 0.8 else []
        token = random.choice(options) if options else random.randrange(constraint.vocabulary.size)
        child = None
        if parent is not None and parent.allows(token):
            child = parent.fork()
            child.advance(token)
        tokens.append(token)
        matchers.append(child)
    bitmask = allocate_bitmask(nodes + 1, constraint.vocabulary)
    bitmask[:] = 5

    valid = matcher.validate_tree(parents, tokens, bitmask=bitmask)

    assert [child is not None for child in matchers] == valid.tolist()
    assert valid.tolist() == matcher.validate_tree(parents, tokens).tolist()
    assert [[] if child is None else mask(child) for child in matchers] == [
        allowed_tokens(row) for row in bitmask[:nodes]
    ]
    assert (bitmask[nodes] == 5).all()
    assert 0 == len(matcher)


@often
@worlds
def test_rows_of_a_batch_move_as_matchers_do(random: Random) -> None:
    """Several tokens a row, rows that skip, subsets and rollbacks are those of each matcher; or no row has moved."""
    world = random_world(random)
    if world is None:
        return
    _, constraint, _ = world
    size = random.randint(1, 4)
    batch = MatcherBatch([None if random.random() < 0.2 else constraint for _ in range(size)])
    single = [None if row is None else row.fork() for row in batch.rows]
    for _ in range(6):
        rows = sorted(random.sample(range(size), random.randint(0, size)))
        named = rows if random.random() < 0.5 else None
        chosen = range(size) if named is None else rows
        if random.random() < 0.7:
            wanted: list[list[int]] = []
            fits = True
            for row in chosen:
                matcher = single[row]
                ahead = None if matcher is None else matcher.fork()
                tokens: list[int] = []
                for _ in range(random.choice((0, 1, 1, 2))):
                    options = mask(ahead) if ahead is not None and random.random() < 0.9 else []
                    tokens.append(random.choice(options) if options else random.randrange(constraint.vocabulary.size))
                    if ahead is not None and fits:
                        fits = ahead.allows(tokens[-1])
                        if fits:
                            ahead.advance(tokens[-1])
                wanted.append(tokens)
            given = [t[0] if len(t) == 1 and random.random() < 0.7 else t if t else None for t in wanted]
            if fits:
                batch.advance(given, rows=named)
                for row, tokens in zip(chosen, wanted, strict=True):
                    for token in tokens if single[row] is not None else []:
                        single[row].advance(token)  # type: ignore[union-attr]
            else:
                with pytest.raises(RejectedToken, match="row "):
                    batch.advance(given, rows=named)
        else:
            counts = [random.randint(0, 2) for _ in chosen]
            if all(single[row] is None or count <= len(single[row]) for row, count in zip(chosen, counts, strict=True)):  # type: ignore[arg-type]
                batch.rollback(counts, rows=named)
                for row, count in zip(chosen, counts, strict=True):
                    if (matcher := single[row]) is not None:
                        matcher.rollback(count)
            else:
                with pytest.raises(ValueError, match="cannot roll back"):
                    batch.rollback(counts, rows=named)
        assert [None if m is None else m.tokens for m in single] == [
            None if m is None else m.tokens for m in batch.rows
        ]
        bitmask = allocate_bitmask(size, constraint.vocabulary)
        bitmask[:] = 7
        batch.fill_bitmask(bitmask, rows=named)
        for row in range(size):
            matcher = single[row]
            if row not in chosen:
                assert (bitmask[row] == 7).all()
            elif matcher is None:
                assert (bitmask[row] == -1).all()
            else:
                assert mask(matcher) == allowed_tokens(bitmask[row])


def test_a_text_is_one_advance() -> None:
    """`history` has the text, `tokens` has not, `rollback(1)` undoes it, and a pickle takes it again."""
    matcher = constrain.compile(regex("(ab|c)*d"), BYTES).matcher()
    matcher.advance(256)
    matcher.advance_text("cab")
    matcher.advance_text("")

    assert [256, b"cab", b""] == matcher.history
    assert [256] == matcher.tokens
    assert "3 advances" in repr(matcher)
    again = pickle.loads(pickle.dumps(matcher))
    assert (matcher.history, mask(matcher)) == (again.history, mask(again))
    matcher.rollback(2)
    assert [256] == matcher.history


def test_a_refused_text_says_where() -> None:
    """The message names the byte and what was expected, and nothing has been taken."""
    matcher = constrain.compile(json_schema({"type": "boolean"}), BYTES).matcher()
    with pytest.raises(RejectedToken, match=r"refused at byte 3 of 4: expected `u`"):
        matcher.advance_text("trxe")

    assert 0 == len(matcher)


def test_tokens_are_told_in_characters() -> None:
    """Those that can be seen, and bytes of others, of parts of some and of what is none."""
    words = [*map(str.encode, ("é", "a日本", "e\u0301\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")))]
    words += [b"\xe6\x97", b"a\x80\xff", b"\xed\xa0\x80", "\u2028".encode()]
    vocabulary = Vocabulary([*words, b"a", None], end_ids=[len(words) + 1])
    matcher = constrain.compile(regex("a+"), vocabulary).matcher()
    expected = [
        '"é" is refused at byte 1 of 2, `é`: ',
        '"a日本" is refused at byte 2 of 7, `日` after "a": ',
        '"e\\xcc\\x81😀" is refused at byte 1 of 7, `e`: ',
        '"\\xe6\\x97" is refused at byte 1 of 2, 0xe6: ',
        '"a\\x80\\xff" is refused at byte 2 of 3, 0x80 after "a": ',
        '"\\xed\\xa0\\x80" is refused at byte 1 of 3, U+D800: ',
        '"\\xe2\\x80\\xa8" is refused at byte 1 of 3, U+2028: ',
    ]
    assert expected == [
        matcher.explain(token).partition(" ")[2].partition(" ")[2].partition("expected")[0] for token in range(7)
    ]


def test_texts_after_the_end_are_refused() -> None:
    """Once an end token was taken no text may follow, whatever it is."""
    matcher = constrain.compile(regex("a*"), BYTES).matcher()
    matcher.advance(258)
    for text in (b"", b"a"):
        with pytest.raises(RejectedToken):
            matcher.advance_bytes(text)
    assert 2 == matcher.validate([258, 258, 97])


def test_special_tokens_are_no_text() -> None:
    """Their inner spelling cannot be smuggled in by bytes."""
    vocabulary = Vocabulary.from_bytes(
        [*(bytes([i]) for i in range(256)), None, None], end_ids=[256], special_tokens={"<x>": 257}
    )
    matcher = constrain.compile(sequence(special("<x>"), choice(["a"])), vocabulary).matcher()
    for text in (b"<x>", b"\xff<x>\xff"):
        with pytest.raises(RejectedToken):
            matcher.advance_bytes(text)
    matcher.advance(257)
    matcher.advance_text("a")
    assert matcher.is_accepting


def test_a_text_that_no_token_goes_on_from_is_refused() -> None:
    """Where the vocabulary lacks bytes, a matcher is never stuck by a text that ends within a character."""
    vocabulary = Vocabulary.from_bytes([b"a", "é".encode(), None], end_ids=[2])
    matcher = constrain.compile(regex("[aé]{2}"), vocabulary).matcher()
    with pytest.raises(RejectedToken, match="no token of the vocabulary"):
        matcher.advance_bytes("é".encode()[:1])
    matcher.advance_text("é")

    assert [0, 1] == mask(matcher)


def test_a_stripped_space_is_not_part_of_a_text() -> None:
    """Texts begin without the space that a WordPiece decoder strips, bytes with it."""
    vocabulary = Vocabulary([b" a", b"b", b"a", b" b", None], end_ids=[4], strips_leading_space=True)
    constraint = constrain.compile(regex("ab"), vocabulary)
    first, second = constraint.matcher(), constraint.matcher()
    first.advance_text("ab")
    second.advance_bytes(b" ab")

    assert first.is_accepting
    assert second.is_accepting
    assert constraint.accepts("ab")
    assert ["ab"] == list(constraint.texts())
    assert 1 == constraint.check("ax").position


def greedy(text: str) -> list[int]:
    """A tokenizer that takes the longest token of `BYTES` each time."""
    found, data = [], text.encode()
    while data:
        length = next(n for n in (3, 2, 1) if data[:n] in BYTES.token_bytes)
        found.append(BYTES.token_bytes.index(data[:length]))
        data = data[length:]
    return found


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("abcab", [257, 256]),
        ("abcab(x|y)", [257, 256]),
        ("abcab.*", [257]),  # `ab` may become `abc`
        ("abca.*", [257]),  # `a` may become `ab`
        ("x.*", [120]),
        (".*", []),
        ("ab[dc]", []),  # `abc` may come
        ("abé|abè", [256]),  # the first byte of a character is forced, and no character yet
        ("ab😀|ab😁", [256]),  # nor the first three
    ],
)
def test_forced_tokens_are_those_that_nothing_can_change(pattern: str, expected: list[int]) -> None:
    """They are the tokenizer's own, without those at the end in whose place a longer token could come."""
    matcher = constrain.compile(regex(pattern), BYTES).matcher()

    assert expected == matcher.forced_tokens(greedy)
    assert len(expected) == matcher.validate(expected)


def test_a_tokenizer_that_adds_a_space_is_asked_behind_a_letter() -> None:
    """Where a text's first token has a space of its own, the tokens within a text are taken."""
    matcher = constrain.compile(regex("abcx"), BYTES).matcher()

    assert [257, 120] == matcher.forced_tokens(lambda text: [32, *greedy(text)])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.advance_bytes("a"), "advance_text"),
        (lambda m: m.advance_text(b"a"), "advance_bytes"),
        (lambda m: m.validate_tree([0], [97]), r"parents\[0\] is 0"),
        (lambda m: m.validate_tree([-1, -2], [97, 97]), r"parents\[1\] is -2"),
        (lambda m: m.validate_tree([-1], [97, 98]), "1 parents for 2 tokens"),
        (lambda m: m.validate_tree([-1], [97], bitmask=np.zeros((1, 9), np.int64)), "bitmask must be"),
        (lambda m: m.validate_tree([-1], [97], bitmask=np.zeros((1, 1), np.int32)), "words"),
        (lambda m: m.validate(["a"]), "token"),
        (lambda m: m.forced_tokens(3), "tokenizer must be"),
        (lambda m: MatcherBatch([m]).advance([97], rows=[1]), "a row in rows is 1"),
        (lambda m: MatcherBatch([m]).rollback(1), "cannot roll back 1 of 0"),
        (
            lambda m: MatcherBatch([m, constrain.compile(regex("a"), TWO)]),
            r"vocabularies have 2\d\d \(row 0\) and 2 \(row 1\) tokens",
        ),
        (lambda m: MatcherBatch([m]).rollback([0, 0]), "2 numbers for 1 rows"),
        (lambda m: MatcherBatch([m]).fill_bitmask(np.zeros((0, 9), np.int32), rows=[0]), "row 0 is to be filled"),
    ],
)
def test_wrong_arguments_are_named(call: Any, message: str) -> None:
    """Each is a TypeError or ValueError that says what was given."""
    matcher = constrain.compile(regex("a{3}"), BYTES).matcher()
    with pytest.raises((TypeError, ValueError), match=message):
        call(matcher)
    assert 0 == len(matcher)


def test_a_row_that_is_named_twice_moves_twice() -> None:
    """Also when another row refuses, and all go back."""
    batch = MatcherBatch([constrain.compile(regex("a{3}"), BYTES)])
    batch.advance([97, [97]], rows=[0, 0])
    assert [97, 97] == batch.rows[0].tokens  # type: ignore[union-attr]
    with pytest.raises(RejectedToken, match="row 1"):
        batch.advance([97, 97], rows=[0, 0])
    assert [97, 97] == batch.rows[0].tokens  # type: ignore[union-attr]
    batch.rollback([1, 1], rows=[0, 0])
    assert [] == batch.rows[0].tokens  # type: ignore[union-attr]


PUBLIC = (
    "advance",
    "allows",
    "fill_bitmask",
    "rollback",
    "forced_bytes",
    "explain",
    "is_accepting",
    "is_finished",
    "tokens",
    "state",
    "history",
)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_method_of_a_matcher_says_what_it_does(name: str) -> None:
    """`help` shows a sentence for each, native ones too."""
    said = getattr(Matcher, name).__doc__ or ""

    assert ". " in said.replace(".\n", ". ") + " "
    assert any(line[:1].isupper() for line in said.splitlines())
