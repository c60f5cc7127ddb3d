"""Vocabularies without a token for every byte: what is compiled, and that nothing gets stuck."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

import constrain
from constrain import Constraint, Vocabulary, VocabularyError, allocate_bitmask, allowed_tokens
from constrain.grammars import json_schema, lark, regex


def vocabulary_of(tokens: list[bytes]) -> Vocabulary:
    """The tokens, and an end."""
    return Vocabulary([*tokens, None], end_ids=[len(tokens)])


def spelled(text: bytes, tokens: list[bytes]) -> bool:
    """Whether some tokens together spell the text."""
    found = [True] + [False] * len(text)
    for end in range(1, len(text) + 1):
        found[end] = any(found[end - len(t)] and text[:end].endswith(t) for t in tokens if len(t) <= end)
    return found[-1]


def finishable(text: bytes, tokens: list[bytes]) -> bool:
    """Whether the text can be spelled on from wherever tokens that spell its beginning end."""
    return spelled(text, tokens) and all(
        spelled(text[cut:], tokens) for cut in range(len(text)) if spelled(text[:cut], tokens)
    )


def walk(constraint: Constraint, random: Random, steps: int = 12) -> bytes:
    """Takes random tokens that are allowed, to the end if it comes; fails where none is."""
    matcher = constraint.matcher()
    row = allocate_bitmask(1, constraint.vocabulary)[0]
    taken: list[int] = []
    for _ in range(steps):
        matcher.fill_bitmask(row)
        allowed = allowed_tokens(row)
        assert allowed, f"stuck after {constraint.vocabulary.decode(taken)!r}"
        taken.append(random.choice(allowed))
        if taken[-1] in constraint.vocabulary.end_ids:
            break
        matcher.advance(taken[-1])
    return constraint.vocabulary.decode(taken)


@pytest.mark.parametrize(
    ("tokens", "pattern", "first"),
    [
        ([b"ab"], "(ab)+", {0}),
        ([b"ab", b"cd"], "(ab|cd|x|c)+", {0, 1}),
        ([b"ab", b"abc", b"d"], "(ab|abcd)+d", {0}),
        ([b"aba", b"b"], "abab(a|b)*", {0}),
        (["é".encode(), b"\xc3\xa9x"], "é|x", {0}),
    ],
)
def test_what_whole_tokens_spell_is_compiled(tokens: list[bytes], pattern: str, first: set[int]) -> None:
    """Where no characters are tokens by themselves, but tokens spell texts, these are what the constraint allows."""
    constraint = constrain.compile(regex(pattern), vocabulary_of(tokens))
    row = allocate_bitmask(1, constraint.vocabulary)[0]

    constraint.matcher().fill_bitmask(row)

    assert first == set(allowed_tokens(row))


@pytest.mark.parametrize("seed", range(150))
def test_a_finite_regex_is_refused_only_without_a_text_that_can_be_finished(seed: int) -> None:
    """By trying all texts: one that tokens spell, with the rest of it from wherever a token ends, is never refused."""
    random = Random(seed)
    tokens = sorted(
        {bytes(random.choices(b"abc", k=random.choice((1, 2, 2, 3)))) for _ in range(random.randrange(1, 5))}
    )
    texts = ["".join(random.choices("abc", k=random.randrange(1, 7))) for _ in range(random.randrange(1, 4))]
    expected = any(finishable(text.encode(), tokens) for text in texts)

    try:
        constraint = constrain.compile(regex("|".join(map(re.escape, texts))), vocabulary_of(tokens))
    except VocabularyError:
        assert not expected, (tokens, texts)
        return

    # Texts of single characters are let through by a guess that is safe, so more may be compiled than this.
    for _ in range(20):
        walked = walk(constraint, random)
        assert any(text.encode().startswith(walked) for text in texts)


@pytest.mark.parametrize("seed", range(60))
def test_grammars_of_many_terminals_never_get_stuck(seed: int) -> None:
    """Tokens may cross the terminals of grammars with and without recursion; what is compiled can be walked."""
    random = Random(seed)
    tokens = sorted(
        {bytes(random.choices(b"()ab", k=random.choice((1, 2, 2, 3)))) for _ in range(random.randrange(1, 6))}
    )
    grammar = random.choice(
        [
            lark('start: A B+ | B A\nA: "a" | "(("\nB: /b|a+\\)/'),
            lark('start: "(" start ")" | "a" "b"*'),
            lark('start: ("a" "b")+ ("(" | ")")*'),
        ]
    )
    try:
        constraint = constrain.compile(grammar, vocabulary_of(tokens))
    except VocabularyError:
        return

    for _ in range(10):
        walk(constraint, random)


def test_terminals_that_only_tokens_across_them_spell() -> None:
    """`ab` is spelled by one token though `a` and `b` are two terminals."""
    constraint = constrain.compile(lark('start: A B\nA: "a"\nB: "b"'), vocabulary_of([b"ab"]))

    assert b"ab" == walk(constraint, Random(0))


def test_what_leads_nowhere_is_refused() -> None:
    """No text, no token of its bytes, and a token that leads astray: VocabularyError, which says why."""
    for tokens, grammar in [
        ([b"ab"], regex("(ac)+")),
        ([b"xy"], regex("(ab)+")),
        ([b"a", b"ab"], regex("ab")),  # after `a` there is no way on
        ([b"ab"], json_schema({"type": "integer"})),
    ]:
        with pytest.raises(VocabularyError, match="cannot spell any text"):
            constrain.compile(grammar, vocabulary_of(tokens))


def test_large_vocabularies_of_words_are_looked_at_in_part() -> None:
    """Of 20,000 words without single characters only those count that the grammar's bytes can be made of."""
    words = [bytes(word) for word in product(b"bcdefghijkm", repeat=4)]
    vocabulary = vocabulary_of([*words, b"yes", b"no", b"yesno"])

    constraint = constrain.compile(regex("(yes|no)+"), vocabulary)

    assert {b"yes", b"no", b"yesno"} == {walk(constraint, Random(seed), 1) for seed in range(20)}
    with pytest.raises(VocabularyError):
        constrain.compile(regex("[b-m]{9,}"), vocabulary)


@pytest.mark.parametrize("seed", range(60))
def test_characters_made_of_bytes_that_are_tokens_are_never_lost(seed: int) -> None:
    """Some bytes are missing, as in vocabularies that were trained on few texts, and some characters are tokens."""
    random = Random(seed)
    characters = ["a", "é", "è", "П", "日", "語", "🙂", "👍"]
    spelled = "".join(characters).encode()
    bytes_ = sorted({bytes([byte]) for byte in spelled if random.random() < 0.9})
    words = {"".join(random.choices(characters, k=2)).encode()[random.randrange(3) :][:4] for _ in range(6)}
    tokens = sorted({*bytes_, *words, *(c.encode() for c in characters if random.random() < 0.3)} - {b""})
    constraint = constrain.compile(regex("[" + "".join(characters) + "]{1,3}|b"), vocabulary_of([*tokens, b"b"]))

    for text in map("".join, product(characters, repeat=2)):
        if all(bytes([byte]) in bytes_ for byte in text.encode()):
            assert constraint.accepts(text)
        if constraint.accepts(text):
            assert finishable(text.encode(), tokens)
    for _ in range(10):
        walk(constraint, random)
