"""Copies and pickles: of every grammar and of what is made of them, in this process and in another one."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from pydantic import TypeAdapter

import constrain
from constrain import Grammar, MaskBank, MatcherBatch, Vocabulary
from constrain.grammar import Choice, Expression, Sequence, Terminal
from constrain.grammars import (
    choice,
    either,
    free_text,
    free_text_with,
    gbnf,
    json_schema,
    lark,
    library,
    optional,
    regex,
    repeat,
    sequence,
    special,
    text_or_special,
    tools,
)
from constrain.patterns.pattern import ANY, EMPTY, EPSILON, Pattern, concat, encode, literal
from constrain.patterns.pattern import repeat as repeat_pattern
from tests.grammars.picklable import Leaf, Tree, answer, masks, weather

_BYTES: list[bytes | None] = [bytes((byte,)) for byte in range(256)]
VOCABULARY = Vocabulary([*_BYTES, b'{"', b'":', b"ab", None, None], end_ids=[259], special_tokens={"<think>": 260})
_TOOL = {"name": "f", "parameters": {"properties": {"a": {"type": "integer"}}, "required": ["a"]}}

# A grammar and one of its texts.
GRAMMARS: dict[str, tuple[Callable[[], Grammar], str]] = {
    "regex": (lambda: regex(r"(?i)a+\b(?=b*)"), "aA"),
    "choice": (lambda: choice(["yes", "no", ""]), "no"),
    "schema": (lambda: json_schema({"type": "object", "required": ["a"]}), '{"a": [1, {"b": null}]}'),
    "schema text": (lambda: json_schema('{"multipleOf": 0.5, "maximum": 1e3}'), "1.5"),
    "any order": (lambda: json_schema({"required": ["a", "b"]}, property_order="any"), '{"b": 1, "a": 2}'),
    "indent": (lambda: json_schema({"type": "array", "uniqueItems": True, "items": {"enum": [1]}}, indent=2), "[]"),
    "depth": (lambda: json_schema({}, max_depth=2), "[[]]"),
    "escapes": (lambda: json_schema({"pattern": "^a.*b$"}, escapes="any", layout="any"), r'"a\u0062"'),
    "model": (lambda: json_schema(Leaf), '{"name": "x", "size": 3}'),
    "recursive model": (lambda: json_schema(Tree), '{"kids": [{"kids": []}]}'),
    "adapter": (lambda: json_schema(TypeAdapter(list[int])), "[1, 2]"),
    "annotation": (lambda: json_schema(dict[str, Leaf]), '{"a": {"name": "b"}}'),
    "lark": (lambda: lark('start: "a" start "b" | /[0-9]+/'), "a12b"),
    "lark library": (lambda: library.load("json"), '{"a": [1]}'),
    "python": (lambda: library.load("python"), "if a:\n  b\n"),
    "gbnf": (lambda: gbnf('root ::= "[" (root ("," root)*)? "]"'), "[[],[]]"),
    "sequence": (lambda: sequence("a", regex("b+"), optional(choice(["c"]))), "abbc"),
    "either": (lambda: either("a", json_schema(Leaf)), '{"name": "x"}'),
    "repeat": (lambda: repeat(regex("[ab]"), 1, 3, separator=", "), "a, b"),
    "free text": (lambda: free_text(until="</x>", longest=9), "a</x>"),
    "free_text_with": (lambda: free_text_with({"<a>": json_schema(Leaf)}), 'x<a>{"name": "x"}y'),
    "special": (lambda: sequence(special("<think>"), text_or_special("<none>")), "<think><none>"),
    "tools": (
        lambda: tools([_TOOL, weather, Leaf], format="json"),
        '[{"name": "weather", "arguments": {"city": "x"}}]',
    ),
    "tools auto": (lambda: tools([_TOOL, Leaf], calls="auto"), "none"),
    "one tool": (
        lambda: tools([weather], format="json", calls="one"),
        '{"name": "weather", "arguments": {"city": "x"}}',
    ),
}


def _pickled(protocol: int, thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


_WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": partial(_pickled, protocol) for protocol in (2, pickle.HIGHEST_PROTOCOL)},
}


def _tokens(text: str) -> list[int]:
    """One for each byte, but for the special token."""
    before, mark, after = text.partition("<think>")
    return [*before.encode(), *([260] if mark else []), *after.encode()]


@pytest.mark.parametrize("way", _WAYS)
@pytest.mark.parametrize("name", GRAMMARS)
def test_a_grammar_is_the_same_after_copying(name: str, way: str) -> None:
    """A copied or pickled grammar has the same masks along a text, and reads it as the same value."""
    make, text = GRAMMARS[name]
    grammar = make()
    grammar.read(text)  # what it remembers from that must not matter

    other = _WAYS[way](grammar)

    wanted = constrain.compile(grammar, VOCABULARY)
    found = constrain.compile(other, VOCABULARY)
    assert type(other) is type(grammar)
    assert masks(wanted, _tokens(text)) == masks(found, _tokens(text))
    assert wanted.read(text) == found.read(text)


def test_other_processes_make_the_same_masks() -> None:
    """Every grammar's constraint can be sent to a new process, which makes the same masks over one vocabulary."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=answer, args=(theirs,), daemon=True)
    process.start()

    answers = {}
    for name, (make, text) in GRAMMARS.items():
        constraint = constrain.compile(make(), VOCABULARY)
        ours.send((pickle.dumps(constraint), _tokens(text), text))
        assert ours.poll(300), f"no answer to {name}"
        found, value, vocabularies = ours.recv()
        answers[name] = masks(constraint, _tokens(text)) == found, constraint.read(text) == value
    ours.send(None)
    process.join(10)

    assert answers == dict.fromkeys(GRAMMARS, (True, True))
    assert vocabularies <= 2  # the one that was sent, and that of bytes, by which combinations are read


def test_a_pickled_constraint_finds_the_vocabulary_of_this_process() -> None:
    """Loading a constraint makes no second vocabulary, and keeps the budget it was compiled with."""
    constraint = constrain.compile(regex("a+"), VOCABULARY, cache_bytes=1 << 20)

    loaded = pickle.loads(pickle.dumps(constraint))

    assert loaded.vocabulary is VOCABULARY
    assert 1 << 20 == loaded.cache_bytes
    assert copy.copy(constraint) is constraint
    assert copy.deepcopy([constraint])[0] is constraint


def test_loaded_vocabularies_of_one_content_are_one() -> None:
    """Of a vocabulary that this process does not have, every pickle gives the same object while it lives."""
    vocabulary = Vocabulary([b"x", b"y", b"zzz", None], end_ids=[3])
    sent = pickle.dumps(vocabulary)
    del vocabulary

    first, second = pickle.loads(sent), pickle.loads(sent)

    assert first is second


def test_matchers_and_batches_go_on_where_they_were() -> None:
    """A pickled matcher, and a copied or pickled batch, is in the same state and moves by itself."""
    constraint = constrain.compile(regex("abc"), VOCABULARY)
    batch = MatcherBatch([constraint, None])
    batch.advance([ord("a"), 0])
    matcher = batch.rows[0]
    assert matcher is not None

    others = [pickle.loads(pickle.dumps(batch)), copy.copy(batch), copy.deepcopy(batch)]
    for other in others:
        other.advance([ord("b"), 0])

    assert matcher.tokens == [ord("a")]
    assert [[ord("a"), ord("b")]] * 3 == [other.rows[0].tokens for other in others]
    assert pickle.loads(pickle.dumps(matcher)).tokens == matcher.tokens


def test_a_bank_of_masks_says_why_it_cannot_be_sent() -> None:
    """A MaskBank is not copied, since its numbers mean its rows; the error says what to do."""
    with pytest.raises(TypeError, match=r"make another one, MaskBank\(vocabulary, 8\)"):
        pickle.dumps(MaskBank(VOCABULARY, 8))


def test_copies_have_productions_of_their_own() -> None:
    """What is done to a copy's productions, or to the schema a deep copy holds, does nothing to the grammar."""
    grammar = json_schema({"type": "array", "items": {"type": "integer"}})
    text = repr(grammar.schema)

    for copied in (copy.copy(grammar), copy.deepcopy(grammar)):
        copied.productions.clear()
    copied.schema["items"]["type"] = "string"

    assert grammar.productions
    assert text == repr(grammar.schema)


def test_depth_does_not_matter() -> None:
    """Patterns and expressions 10,000 deep are pickled, and what they share they share afterwards."""
    pattern: Pattern = literal(b"x")
    shared = Terminal(literal(b"y"), "y")
    expression: Expression = shared
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(10_000):
        pattern = repeat_pattern(concat(literal(b"a"), pattern), 0, 1)
        expression = Choice((Sequence((shared, expression)), shared))
        schema = {"description": schema}
    grammar = Grammar("s", {"s": Sequence((Terminal(pattern, "p"), expression))})
    described = json_schema(schema)

    loaded = pickle.loads(pickle.dumps(grammar))

    assert encode(pattern) == encode(loaded.productions["s"].parts[0].pattern)
    terminals, _, codes, _, _ = loaded.flatten()
    assert ["p", "y"] == [terminal.name for terminal in terminals]
    assert grammar.flatten()[2] == codes
    assert pickle.loads(pickle.dumps(described)).schema.keys() == {"description"}


def test_the_constants_stay_the_same_objects() -> None:
    """EMPTY, EPSILON and ANY are themselves after pickling, wherever they stand; code asks for them by identity."""
    for pattern in (EMPTY, EPSILON, ANY):
        assert pattern is pickle.loads(pickle.dumps(pattern))
        assert pattern is pickle.loads(pickle.dumps(Terminal(pattern, "t"))).pattern
        assert pattern is copy.deepcopy(pattern)


def test_a_schema_that_holds_itself_is_pickled() -> None:
    """A schema given as Python objects may hold itself where that says nothing, and is pickled so."""
    schema: dict[str, Any] = {"type": "integer"}
    schema["description"] = schema

    loaded = pickle.loads(pickle.dumps(json_schema(schema))).schema

    assert loaded["description"] is loaded
