"""Texts without a model: counted, listed, drawn and judged as the oracle does, which tries every byte."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from random import Random, SystemRandom
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

import constrain
from constrain import Constraint, Grammar, GrammarError, LimitExceeded, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammars import choice, json_schema, lark, regex, sequence, text_or_special
from constrain.texts import text_graph
from constrain.texts.text_graph import Table
from tests.reference.constraint import allowed, language_of, oracle_of
from tests.reference.patterns import TooBig
from tests.reference.texts import TooMany, is_finite, listed, readable
from tests.strategies import ALL_BYTES, ALPHABETS, random_grammar, random_text, random_tokens

BYTES = Vocabulary.from_bytes(list(ALL_BYTES.items), end_ids=list(ALL_BYTES.end_ids))
LONGEST = 4
REFUSED = (GrammarError, LimitExceeded, UnsupportedError)

SIGNS = "aéößдשك日木🎉\u200d"  # no two are neighbours
worlds = given(st.randoms(use_true_random=False))
often = settings(deadline=None, max_examples=70)


def compiled(grammar: Grammar) -> Constraint:
    """The constraint over bytes; such worlds as have no text, or need too much, are not looked at."""
    try:
        return constrain.compile(grammar, BYTES)
    except REFUSED:
        assume(False)
        raise


def shortlex(text: bytes) -> tuple[int, bytes]:
    return len(text), text


@often
@worlds
def test_texts_are_counted_and_listed_as_the_oracle_finds_them(random: Random) -> None:
    """Counts up to a length, and the beginning of the list in its order, are those of trying every byte."""
    grammar = random_grammar(random, random.choice(ALPHABETS[:4]))
    constraint = compiled(grammar)
    try:
        expected = listed(oracle_of(grammar), LONGEST)
        finite = is_finite(oracle_of(grammar), LONGEST)
    except (TooBig, TooMany):
        return

    assert len(expected) == constraint.count(max_bytes=LONGEST)
    texts = constraint._asked().listed(10_000)
    assert expected == list(islice(texts, len(expected)))
    if finite:
        assert len(expected) == constraint.count()
        assert next(texts, None) is None


@often
@worlds
def test_texts_are_judged_as_the_oracle_does(random: Random) -> None:
    """A text is accepted when it is in the language; else it fails at its longest viable beginning, or is incomplete."""
    alphabet = random.choice(ALPHABETS)
    grammar = random_grammar(random, alphabet)
    constraint = compiled(grammar)
    try:
        oracle = oracle_of(grammar)
        for _ in range(5):
            text = random_text(random, alphabet, 6)
            check = constraint.check(text)

            assert oracle.contains(text) == constraint.accepts(text) == check.valid == bool(check)
            assert (oracle.viable(text) and not oracle.contains(text)) == check.incomplete
            if oracle.viable(text):
                assert len(text.decode("utf-8", "replace")) == check.position
            elif "\ufffd" not in (characters := text.decode("utf-8", "replace")):
                before, place = (len(characters[: check.position + more].encode()) for more in (0, 1))
                assert before <= readable(oracle, text) < place  # the character of which not all can be read
    except TooBig:
        return


@often
@worlds
def test_every_drawn_text_is_one_of_the_language(random: Random) -> None:
    """Walks and draws of a length give texts of the language, and of that length; where there are none, an error."""
    grammar = random_grammar(random, random.choice(ALPHABETS))
    constraint = compiled(grammar)
    texts = constraint._asked()
    try:
        assert constraint.accepts(texts.walk(random, random.choice((0, 3, 20)), None, 3000))
        weights = [random.random() for _ in range(256)]
        assert constraint.accepts(texts.walk(random, 10, weights, 3000))
        length = random.randint(0, 6)
        expected = constraint.count(max_bytes=length, max_states=3000)
        if expected:
            drawn = bytes(Table(texts, length, "bytes", None, 3000, at_most=True).draw(random))
            assert len(drawn) <= length
            assert constraint.accepts(drawn)
        else:
            with pytest.raises(ValueError, match="no text has at most"):
                constraint.sample(random, max_bytes=length)
    except LimitExceeded:
        return


@pytest.mark.parametrize(
    ("pattern", "length"), [("(ab|c|ac?)*", 5), ("a*b?a*", 4), ("(a|é|€)+", 6), ("[ab]{2}|c{4}", 4)]
)
@pytest.mark.parametrize("at_most", [False, True])
def test_each_text_of_a_length_is_as_probable_as_the_others(pattern: str, length: int, at_most: bool) -> None:
    """Of many draws each text has its share, within five deviations."""
    constraint = constrain.compile(regex(pattern), BYTES)
    texts = [t for t in listed(oracle_of(regex(pattern)), length) if at_most or len(t) == length]
    random = Random(1)
    draws = 400 * len(texts)
    found = Counter(
        constraint.sample(random, max_bytes=length) if at_most else constraint.sample(random, num_bytes=length)
        for _ in range(draws)
    )

    assert {text.decode() for text in texts} == set(found)
    assert all(abs(count - 400) < 5 * 400**0.5 for count in found.values())


def test_weights_are_multiplied() -> None:
    """With weights a text is as probable as the product of its bytes' weights, whatever its length."""
    constraint = constrain.compile(regex("a{0,2}|b"), BYTES)
    weights = [0.0] * 256
    weights[ord("a")], weights[ord("b")] = 0.5, 0.25
    random = Random(2)
    found = Counter(constraint.sample(random, max_bytes=2, weights=weights) for _ in range(8000))

    expected = {"": 4000, "a": 2000, "aa": 1000, "b": 1000}
    assert expected.keys() == found.keys()
    assert all(abs(found[text] - count) < 5 * count**0.5 for text, count in expected.items())


@often
@worlds
def test_sequences_of_tokens_are_counted_as_the_masks_allow(random: Random) -> None:
    """`max_tokens` counts the ways that masks leave, each token a step."""
    alphabet = random.choice(ALPHABETS[:4])
    grammar = random_grammar(random, alphabet)
    try:
        oracle = oracle_of(grammar)
        tokens = random_tokens(random, oracle, alphabet)
        vocabulary = Vocabulary.from_bytes(list(tokens.items), end_ids=list(tokens.end_ids), size=tokens.size)
        constraint = constrain.compile(grammar, vocabulary)
        oracle = language_of(grammar, vocabulary)
    except (TooBig, VocabularyError, *REFUSED):
        return
    if len(vocabulary.token_bytes) > 60 or not allowed(oracle, vocabulary, b""):  # or the texts are of whole tokens
        return
    expected = 0
    layer = [b""]
    try:
        for length in range(4):
            expected += sum(oracle.contains(text) for text in layer)
            if length < 3:
                following = ((text, allowed(oracle, vocabulary, text)) for text in layer)
                pieces = vocabulary.token_bytes
                layer = [text + piece for text, mask in following for t in mask if (piece := pieces[t]) is not None]
            if len(layer) > 2000:
                return
    except TooBig:
        return

    assert expected == constraint.count(max_tokens=3)
    if expected:
        drawn = Table(constraint._asked("tokens"), 3, "tokens", None, 10_000, at_most=True).draw(random)
        assert len(drawn) <= 3
        assert oracle.contains(vocabulary.decode(drawn))


def test_a_walk_comes_to_an_end_in_grammars_that_nest() -> None:
    """After `soft_limit` bytes brackets are closed, keys that must differ found, and required members written."""
    letters = {letter: {"type": "string", "minLength": 3} for letter in "abcdef"}
    schemas: list[Any] = [
        {},
        {"type": "object", "properties": letters, "required": [*letters]},
        {"type": "array", "items": {"type": "integer"}, "minItems": 40},
        {"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True, "minItems": 3},
        {"type": "string", "minLength": 500},
    ]
    for schema in schemas:
        for order in ("schema", "any"):
            constraint = constrain.compile(json_schema(schema, property_order=order), BYTES)
            for seed in range(8):
                assert constraint.accepts(constraint.sample(seed, soft_limit=random_limit(seed)))
    brackets = constrain.compile(lark('start: "[" (start ("," start)*)? "]"'), BYTES)
    assert all(brackets.accepts(brackets.sample(seed, soft_limit=60)) for seed in range(20))


def random_limit(seed: int) -> int:
    return (0, 5, 30, 120)[seed % 4]


def test_brackets_are_counted_by_catalan_numbers() -> None:
    """A grammar that nests is counted exactly as well."""
    constraint = constrain.compile(lark('start: ("(" start ")")*'), BYTES)

    assert [1, 2, 4, 9, 23, 65, 197] == [constraint.count(max_bytes=2 * pairs) for pairs in range(7)]


def test_a_language_without_an_end_is_not_counted() -> None:
    """Without a length, endlessly many texts are an error that says what to give."""
    with pytest.raises(ValueError, match="say max_bytes"):
        constrain.compile(regex("a*"), BYTES).count()


def test_too_many_states_are_an_error_with_both_numbers() -> None:
    """Counting ends where more states would be looked at than allowed."""
    constraint = constrain.compile(lark('start: ("(" start ")" | "[" start "]")*'), BYTES)
    with pytest.raises(LimitExceeded, match="more than 50 states") as caught:
        constraint.count(max_bytes=40, max_states=50)

    assert (50, 51) == (caught.value.limit, caught.value.needed)


def test_lengths_are_bounded() -> None:
    """A length that would take all memory is an error, though the grammar has few states."""
    constraint = constrain.compile(regex("(?s).*"), BYTES)
    for length in (20_000, 10**9):
        with pytest.raises(LimitExceeded):
            constraint.count(max_bytes=length, max_states=2000)


def test_large_counts_are_exact() -> None:
    """Counts are integers of any size."""
    constraint = constrain.compile(regex("[ab]{0,300}"), BYTES)

    assert 2**301 - 1 == constraint.count()
    assert 300 == len(constraint.sample(3, num_bytes=300))


@pytest.mark.parametrize(
    ("text", "path", "shown"),
    [
        ('{"a/b":{"c":[1,2,77]}}', ("a/b", "c", 2), "'7' at line 1, column 18 (in /a~1b/c/2): expected"),
        ('{"a/b":{"c":[1,2', ("a/b", "c", 1), "(in /a~1b/c/1): expected"),
        ('{"a/b":{"d"', ("a/b",), "'d' at line 1, column 10 (in /a~1b): expected `c`"),
        ("[", (), "'[' at line 1, column 1: expected `{`, at the beginning of `{`, `{}`"),
        ('{"a/b":{"c":[]}}', (), "valid"),
    ],
)
def test_a_check_of_json_tells_the_part_of_the_value(text: str, path: tuple[str | int, ...], shown: str) -> None:
    """By keys and numbers of items; a grammar without such parts tells none, and neither does one that was loaded."""
    c = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 5}}
    inner = {"type": "object", "properties": {"c": c}, "required": ["c"], "additionalProperties": False}
    constraint = constrain.compile(
        json_schema({"properties": {"a/b": inner}, "type": "object"}, layout="flexible"), BYTES
    )
    check = constraint.check(text)

    assert path == check.path
    assert shown in str(check)
    assert constrain.compile(regex("a"), BYTES).check("b").path is None
    assert constrain.Constraint.from_bytes(constraint.to_bytes(), BYTES).check(text).path is None


def test_a_check_of_a_typed_value_tells_its_part() -> None:
    """Also where the events know the classes."""

    class Item(BaseModel):
        count: int

    check = constrain.compile(json_schema(list[Item]), BYTES).check('[{"count": 1}, {"count": x')
    assert (1, "count") == check.path


def test_a_check_shows_the_place() -> None:
    """Line and column, the character, what was expected, the line with a caret; lines end at line feeds."""
    constraint = constrain.compile(
        json_schema({"type": "object", "properties": {"é": {"type": "boolean"}}, "required": ["é"]}, layout="flexible"),
        BYTES,
    )
    check = constraint.check('{\n  "é": trüe}')

    assert (2, 10, 11, "ü") == (check.line, check.column, check.position, check.found)
    assert "expected `u`" in check.expected
    assert str(check).endswith('  "é": trüe}\n         ^')
    assert "ends before it is complete" in str(constraint.check('{"é": tr'))
    assert "valid" == str(constraint.check('{"é": true}'))


def test_lone_surrogates_are_no_text() -> None:
    """What is no UTF-8 is refused where it stands, not an exception."""
    check = constrain.compile(regex("(?s).*"), BYTES).check("ab\ud800")

    assert (False, False, 2) == (check.valid, check.incomplete, check.position)


def test_special_tokens_count_by_their_names() -> None:
    """Texts are what a finished text shows; a special token stands there by its name."""
    vocabulary = Vocabulary.from_bytes(
        [*(bytes([i]) for i in range(256)), None, None], end_ids=[256], special_tokens={"<think>": 257}
    )
    constraint = constrain.compile(sequence(text_or_special("<think>"), choice(["a", "b"])), vocabulary)

    assert ["<think>a", "<think>b"] == list(constraint.texts())
    assert constraint.accepts("<think>a")
    assert 7 == constraint.check("<think>c").position
    assert "<think>" in constraint.sample(1)
    assert 2 == constraint.count(max_tokens=2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: c.sample(num_bytes=3, max_bytes=3), "both given"),
        (lambda c: c.sample(num_bytes=3, weights=[1]), "256 are needed"),
        (lambda c: c.sample(num_bytes=3, weights=[-1.0] * 256), "not negative"),
        (lambda c: c.sample(num_bytes=7), "no text has 7 bytes"),
        (lambda c: c.count(max_bytes=-1), "max_bytes is -1"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said(call: Any, message: str) -> None:
    """Wrong arguments are ValueErrors that name them."""
    constraint = constrain.compile(regex("a{1,3}"), BYTES)
    with pytest.raises(ValueError, match=message):
        call(constraint)


def test_several_texts_are_drawn_by_one_seed() -> None:
    """`sample(n, seed=…)` gives n texts, the same for the same seed, with and without a length."""
    constraint = constrain.compile(regex("[a-z]{1,9}"), BYTES)
    cases: list[dict[str, Any]] = [{}, {"max_bytes": 5}]
    for options in cases:
        texts = constraint.sample(20, seed=1, **options)
        assert texts == constraint.sample(20, seed=1, **options)
        assert 10 < len(set(texts))
        assert all(map(constraint.accepts, texts))
    with pytest.raises(TypeError, match=r"sample\(n, seed=…\) gives n texts"):
        constraint.sample(seed=1)  # type: ignore[call-overload]


def test_readable_texts_are_of_printable_characters_where_there_are_any() -> None:
    """Strings of any characters are drawn in letters and digits; what has no printable spelling is written all the same."""
    loose = constrain.compile(json_schema({"type": "array", "items": {"type": "string", "minLength": 3}}), BYTES)
    texts = [*loose.sample(30, seed=1, readable=True), *loose.sample(30, seed=2, readable=True, num_bytes=12)]
    assert all(text.isascii() and text.isprintable() and "\\" not in text for text in texts)
    assert any(re.search("[A-Za-z0-9]{3}", text) for text in texts)
    assert "é\n" == constrain.compile(regex("é\n"), BYTES).sample(1, readable=True)


def test_a_record_of_many_fields_is_drawn() -> None:
    """Twenty fields of several types: every seed has a text, though the ways to its end are too many to look at."""
    kinds = [{"type": "string", "format": "date-time"}, {"type": "array", "items": {}}, {"type": "number"}, {}]
    fields = {f"field {i}": kinds[i % 4] for i in range(20)}
    constraint = constrain.compile(
        json_schema({"properties": fields, "required": list(fields), "type": "object"}), BYTES
    )
    for seed in range(3):
        text = constraint.sample(seed)
        assert fields.keys() <= constraint.read(text).keys()


def test_texts_drawn_before_take_no_states_of_a_text() -> None:
    """A walk that the states of earlier ones leave no room for begins anew, and draws what it draws alone."""
    grammar = lark('start: item+\nitem: "(" item* ")" | /[a-z]{1,20}/')
    constraint = constrain.compile(grammar, BYTES)
    alone = [constrain.compile(grammar, BYTES).sample(seed, soft_limit=60, max_states=70) for seed in range(20)]
    assert alone == [constraint.sample(seed, soft_limit=60, max_states=70) for seed in range(20)]
    assert len(constraint.sample(SystemRandom(), soft_limit=60, max_states=70)) >= 1
    with pytest.raises(LimitExceeded, match="more than 5 states"):
        [constraint.sample(seed, soft_limit=60, max_states=5) for seed in range(100)]


def test_what_states_take_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By bytes, whatever their number: walks begin anew, and other questions end with an error."""
    grammar = lark('start: item+\nitem: "(" item* ")" | /[a-z]{1,20}/')
    alone = [constrain.compile(grammar, BYTES).sample(seed, soft_limit=60) for seed in range(20)]
    monkeypatch.setattr(text_graph, "LEAST_BYTES", 30_000)
    constraint = constrain.compile(grammar, BYTES, cache_bytes=0)
    for seed in range(20):
        assert constraint.sample(seed, soft_limit=60) == alone[seed]
        assert constraint._asked().graph.memory < 50_000
    with pytest.raises(LimitExceeded, match=r"more than 0 MB.*greater cache_bytes"):
        constraint.count(max_bytes=9)
    assert constrain.compile(grammar, BYTES, cache_bytes=10**7).count(max_bytes=9) > 0


def sign(character: str) -> str:
    """As messages show it."""
    return "U+200D" if character == "\u200d" else f"`{character}`"


@given(st.lists(st.text(SIGNS, min_size=1, max_size=4), min_size=1, max_size=8, unique=True), st.data())
@often
def test_what_is_expected_is_told_in_characters(words: list[str], data: st.DataObject) -> None:
    """Exactly those with which a text of the grammar goes on, in their order, whatever bytes they share."""
    text = data.draw(st.sampled_from(words))
    begun = text[: data.draw(st.integers(0, len(text) - 1))]
    expected = sorted({word[len(begun)] for word in words if word.startswith(begun) and word != begun})
    check = constrain.compile(choice(words), BYTES).check(begun)

    assert check.expected.startswith(f"expected {', '.join(map(sign, expected))}, ")


def test_too_many_characters_are_told_as_such() -> None:
    """Nobody reads thousands; those of ASCII are shown."""
    expected = {
        "[bа-я日-木]": "`b`, others beyond ASCII",
        r"[^\x00-\x7f]": "a character beyond ASCII",
        "[bа-я]": "`b`, `а` to `я`",
    }
    for pattern, told in expected.items():
        assert constrain.compile(regex(pattern), BYTES).check("").expected.startswith(f"expected {told}, ")
