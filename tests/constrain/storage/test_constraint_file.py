"""A constraint that was saved and loaded allows what it allowed, in another process too, whatever became of its bytes."""

from __future__ import annotations

import hashlib
import pickle
import struct
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import BaseModel

import constrain
from constrain import Constraint, GrammarError, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Terminal
from constrain.grammars import choice, free_text, gbnf, json_schema, lark, regex, sequence, text_or_special
from constrain.patterns.pattern import literal
from tests.constrain.own_process import run
from tests.laws import behaviour, walk
from tests.reference.patterns import TooBig
from tests.strategies import World, worlds
from tests.worlds import play

BYTES = [bytes((byte,)) for byte in range(256)]
TOKENS = [*BYTES, b'":', b'{"', b"true", b"ab", b"12", "é".encode(), None, None]
VOCABULARY = Vocabulary(TOKENS, end_ids=[263], special_tokens={"<call>": 262})
NO_BYTES = Vocabulary([b"ab", b"a", b'"', b"{", b"}", b":", b"1", b" ", None], end_ids=[8])
WORDS = Vocabulary([b" ab", b"ab", b" a", b"a", b" b", b"b", None], end_ids=[6], strips_leading_space=True)


class Order(BaseModel):
    number: int
    note: str


SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": ["integer", "boolean"]}}},
    "additionalProperties": False,
}
GRAMMARS: dict[str, tuple[Grammar, Vocabulary]] = {
    "schema": (json_schema(SCHEMA), VOCABULARY),
    "keys in any order": (json_schema(Order, property_order="any"), VOCABULARY),
    "unique items": (json_schema({"type": "array", "uniqueItems": True, "items": {"type": "integer"}}), VOCABULARY),
    "regex": (regex(r"(ab|12){2,}é?"), VOCABULARY),
    "choice": (choice(["ab", "abc", ""]), VOCABULARY),
    "lark": (lark('start: NUMBER ("+" NUMBER)*\nNUMBER: /[0-9]{1,3}/\n%ignore " "'), VOCABULARY),
    "gbnf": (gbnf('root ::= "[" (root ("," root)*)? "]"'), VOCABULARY),
    "a budget of tokens": (sequence(free_text(until="12", max_tokens=3), "a"), VOCABULARY),
    "special tokens": (sequence(free_text(until=text_or_special("<call>")), regex("[0-9]+")), VOCABULARY),
    "no byte tokens": (json_schema({"type": "object"}, layout="compact"), NO_BYTES),
    "whole tokens alone": (regex("(ab)+"), Vocabulary([b"ab", None], end_ids=[1])),
    "words with spaces": (regex("(ab )*a"), WORDS),
}


def same_masks(one: Constraint, other: Constraint, seed: int = 0) -> None:
    """Both behave alike after the same random tokens."""
    for matcher in walk(one, Random(seed), steps=30):
        twin = other.matcher()
        for token in matcher.tokens:
            twin.advance(token)
        assert behaviour(matcher) == behaviour(twin)


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_loaded_constraint_allows_what_was_saved(name: str, tmp_path: Path) -> None:
    """Every kind of grammar and of vocabulary: by file, by bytes, and saved again by what was loaded."""
    grammar, vocabulary = GRAMMARS[name]
    constraint = constrain.compile(grammar, vocabulary)
    constraint.save(tmp_path / "saved")
    loaded: Constraint = Constraint.load(tmp_path / "saved", vocabulary)
    for seed in range(5):
        same_masks(constraint, loaded, seed)
    assert constraint.to_bytes() == loaded.to_bytes()
    assert constraint.has_special_tokens == loaded.has_special_tokens
    again: Constraint = Constraint.from_bytes(loaded.to_bytes(), vocabulary)
    same_masks(constraint, again)
    assert list(constraint.texts(limit=5)) == list(again.texts(limit=5))


@settings(max_examples=60, deadline=None)
@given(worlds("any"))
def test_random_grammars_travel(world: World) -> None:
    """A random grammar that was saved and loaded plays its world as the oracle does."""
    try:
        play(
            world,
            lambda grammar, vocabulary: Constraint.from_bytes(
                constrain.compile(grammar, vocabulary).to_bytes(), vocabulary
            ),
        )
    except (TooBig, UnsupportedError):
        return


def test_another_process_has_the_same_masks(tmp_path: Path) -> None:
    """What one process saved is loaded in another, without the front ends, and its masks are the same byte by byte."""
    grammar, vocabulary = GRAMMARS["schema"]
    constraint = constrain.compile(grammar, vocabulary)
    vocabulary.save(tmp_path / "vocabulary")
    constraint.save(tmp_path / "constraint")
    text = b'{"a": "ab", "b": [12, true]}'
    found = run(
        """
        import hashlib, sys
        import constrain
        vocabulary = constrain.Vocabulary.load(sys.argv[1])
        matcher = constrain.Constraint.load(sys.argv[2], vocabulary).matcher()
        row, digest = constrain.allocate_bitmask(1, vocabulary)[0], hashlib.sha256()
        for byte in bytes.fromhex(sys.argv[3]):
            matcher.fill_bitmask(row)
            digest.update(row)
            matcher.advance(byte)
        print(digest.hexdigest(), matcher.is_accepting, matcher.constraint.read(bytes.fromhex(sys.argv[3]).decode()))
        assert "constrain.grammars" not in sys.modules
        """,
        str(tmp_path / "vocabulary"),
        str(tmp_path / "constraint"),
        text.hex(),
    )
    row, digest = constrain.allocate_bitmask(1, vocabulary)[0], hashlib.sha256()
    matcher = constraint.matcher()
    for byte in text:
        matcher.fill_bitmask(row)
        digest.update(row)
        matcher.advance(byte)
    assert f"{digest.hexdigest()} True {{'a': 'ab', 'b': [12, True]}}\n" == found


def test_readers_travel_by_name_or_are_named_again() -> None:
    """Text and JSON are read as before; a model's texts are read by what `load` is given, and otherwise not at all."""
    text = '{"number": 3, "note": "x"}'
    plain: Constraint = Constraint.from_bytes(constrain.compile(regex("a+"), VOCABULARY).to_bytes(), VOCABULARY)
    assert "aa" == plain.read("aa")
    data = constrain.compile(json_schema(Order), VOCABULARY).to_bytes()
    with pytest.raises(UnsupportedError, match=r"read by \(Order\) was not; give read="):
        Constraint.from_bytes(data, VOCABULARY).read(text)
    typed = Constraint.from_bytes(data, VOCABULARY, read=Order.model_validate_json)
    assert Order(number=3, note="x") == typed.read(text)
    with pytest.raises(TypeError, match="read must be a function"):
        Constraint.from_bytes(data, VOCABULARY, read=3)  # type: ignore[arg-type]


def test_a_loaded_constraint_is_pickled_by_its_bytes() -> None:
    """Pickling works after loading too, reader included."""
    data = constrain.compile(json_schema(Order), VOCABULARY).to_bytes()
    typed = Constraint.from_bytes(data, VOCABULARY, read=Order.model_validate_json)
    other = pickle.loads(pickle.dumps(typed))
    same_masks(typed, other)
    assert Order(number=3, note="x") == other.read('{"number": 3, "note": "x"}')


def test_a_loaded_grammar_says_that_its_productions_are_gone() -> None:
    """It is shown, but cannot be taken apart or combined."""
    loaded: Constraint = Constraint.from_bytes(constrain.compile(regex("a+"), VOCABULARY).to_bytes(), VOCABULARY)
    assert "<Grammar regex: loaded>" == repr(loaded.grammar)
    with pytest.raises(UnsupportedError, match="compiled form alone"):
        sequence(loaded.grammar, "b")


def test_another_vocabulary_is_refused() -> None:
    """Byte code may have been fitted to the vocabulary, so it goes with that one alone; an equal one will do."""
    data = constrain.compile(regex("a+"), VOCABULARY).to_bytes()
    with pytest.raises(VocabularyError, match="compiled for the vocabulary"):
        Constraint.from_bytes(data, NO_BYTES)
    equal = Vocabulary(TOKENS, end_ids=[263], special_tokens={"<call>": 262})
    same_masks(Constraint.from_bytes(data, equal), Constraint.from_bytes(data, VOCABULARY))


def signed(body: bytes) -> bytes:
    """A file of this content with the digest that it should have."""
    return b"CNSTRCON" + hashlib.sha256(body).digest() + body


def test_damage_is_an_error() -> None:
    """Whatever is cut off or changed: `GrammarError`, and never anything that could be taken for the constraint."""
    data = constrain.compile(sequence(regex("[ab]+"), "12"), VOCABULARY).to_bytes()
    for length in range(len(data)):
        with pytest.raises(GrammarError):
            Constraint.from_bytes(data[:length], VOCABULARY)
    for place in range(len(data)):
        with pytest.raises(GrammarError):
            Constraint.from_bytes(data[:place] + bytes((data[place] ^ 1,)) + data[place + 1 :], VOCABULARY)
    with pytest.raises(GrammarError):
        Constraint.from_bytes(data + b"\0", VOCABULARY)
    with pytest.raises(GrammarError, match="bytes are left over"):
        Constraint.from_bytes(signed(data[40:] + b"\0"), VOCABULARY)


def test_numbers_that_lead_out_of_the_file_are_errors() -> None:
    """A family is the number of a production: one after the last is refused, under a right digest too."""
    names = [f"n{i}" for i in range(9)]
    productions: dict[str, Expression] = {name: Terminal(literal(b"a"), name) for name in names}
    productions["n0"] = Choice([Nonterminal(name) for name in names[1:]])
    grammar = Grammar("n0", productions, families={name: f"n{int(name[1:]) // 2}" for name in names})
    constraint = constrain.compile(grammar, VOCABULARY)
    data, families = constraint.to_bytes()[40:], list(constraint.grammar.flatten().families)
    numbers = struct.pack(f"<{len(families) + 1}I", len(families), *families)
    assert data.count(numbers) == 1
    for family in (len(families), len(families) + 1, 2**32 - 1):
        changed = data.replace(numbers, numbers[:-4] + struct.pack("<I", family))
        with pytest.raises(GrammarError, match="speaks of others"):
            Constraint.from_bytes(signed(changed), VOCABULARY)


def test_other_versions_are_refused() -> None:
    """Of the format, and of the library, whose byte code may have changed."""
    body = constrain.compile(regex("a+"), VOCABULARY).to_bytes()[40:]
    with pytest.raises(GrammarError, match="format version 2"):
        Constraint.from_bytes(signed(struct.pack("<I", 2) + body[4:]), VOCABULARY)
    version = constrain.__version__.encode()
    at = body.index(version)
    with pytest.raises(GrammarError, match=r"written by version '9\.9\.9'"):
        Constraint.from_bytes(signed(body[:at] + b"9.9.9" + body[at + 5 :]), VOCABULARY)


def test_wrong_byte_code_under_a_right_digest_never_crashes() -> None:
    """Whoever writes byte code on purpose gets an error, or a constraint that works: no crash, no endless work."""
    done = run(
        """
        import hashlib, random
        import constrain
        from tests.constrain.storage.test_constraint_file import GRAMMARS, signed
        from tests.laws import walk
        random, outcomes = random.Random(5), {}
        for name, (grammar, vocabulary) in GRAMMARS.items():
            body = constrain.compile(grammar, vocabulary).to_bytes()[40:]
            for _ in range(150):
                changed = bytearray(body)
                for _ in range(random.choice((1, 1, 2, 5))):
                    changed[random.randrange(48, len(changed))] = random.choice((0, 1, 127, 255, random.randrange(256)))
                try:
                    with constrain.limited(timeout=2.0):
                        loaded = constrain.Constraint.from_bytes(signed(bytes(changed)), vocabulary)
                        walk(loaded, random, steps=4)
                    outcome = "loaded"
                except constrain.ConstrainError as error:
                    outcome = type(error).__name__
                outcomes[outcome] = outcomes.get(outcome, 0) + 1
        assert set(outcomes) <= {"loaded", "GrammarError", "LimitExceeded", "UnsupportedError", "VocabularyError"}, outcomes
        assert outcomes["GrammarError"] > 100 and outcomes["loaded"] > 100, outcomes
        print("done")
        """,
        seconds=120,
    )
    assert "done\n" == done


def test_files_that_are_none(tmp_path: Path) -> None:
    """No file is what `open` raises; a folder and another format are errors that name the place."""
    with pytest.raises(FileNotFoundError):
        Constraint.load(tmp_path / "none", VOCABULARY)
    with pytest.raises(GrammarError, match="not a regular file"):
        Constraint.load(tmp_path, VOCABULARY)
    VOCABULARY.save(tmp_path / "vocabulary")
    with pytest.raises(GrammarError, match="vocabulary is no saved constraint"):
        Constraint.load(tmp_path / "vocabulary", VOCABULARY)


@pytest.mark.parametrize("wrong", [None, "x", 3])
def test_arguments_are_checked(wrong: Any) -> None:
    """Data that is no bytes, and a vocabulary that is none, are named."""
    with pytest.raises(TypeError, match="data"):
        Constraint.from_bytes(wrong, VOCABULARY)
    with pytest.raises(TypeError, match="vocabulary"):
        Constraint.from_bytes(b"", wrong)


def test_budgets_of_regions_travel() -> None:
    """A loaded constraint keeps the budgets of its regions: its masks are the same with few tokens left."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", b".", b"<", None], end_ids=[4])
    constraint = constrain.compile(sequence(free_text(until="<", max_tokens=3), regex("b")), vocabulary)
    loaded = Constraint.from_bytes(constraint.to_bytes(), vocabulary)
    masks = []
    for each in (constraint, loaded):
        matcher = each.matcher()
        for _ in range(2):
            matcher.advance(0)
        masks.append([matcher.allows(token) for token in range(5)])

    assert masks[0] == masks[1]
    assert loaded.has_regions
