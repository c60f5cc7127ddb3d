"""Native constructors and calls check what they are handed: a wrong size or number raises and is never an address."""

from __future__ import annotations

import struct
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import constrain
from constrain import ConstrainError, MaskBank, MatcherBatch, Vocabulary, _native, _sampling
from constrain.grammar import Grammar, Nonterminal, Sequence, Terminal
from constrain.grammars import _native as _fronts
from constrain.grammars import json_schema, lark, regex
from constrain.patterns.pattern import literal

VOCABULARY = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), b"abc", None], end_ids=[257])
FAULTS = (ConstrainError, ValueError, TypeError, OverflowError, RuntimeError, MemoryError)


def uint32(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.uint32)


def tokens(text: bytes, lengths: np.ndarray, end_ids: list[int], order: np.ndarray | None = None) -> _native.Vocabulary:
    return _native.Vocabulary(text, lengths, end_ids, uint32() if order is None else order, np.empty(0, np.uint8))


def nodes(*each: tuple[int, int, int, int, int]) -> bytes:
    return b"".join(struct.pack("<5i", *node) for node in each)


def machine(nodes: bytes, ways: bytes, sets: list[list[int]]) -> _fronts.ThreadMachine:
    return _fronts.ThreadMachine(nodes, ways, sets, [0], 1, 0, 0, [0])


MATCH, CHAR = (4, 0, 0, 0, 0), (0, 0, 0, 0, 0)
WRONG: dict[str, Callable[[], object]] = {
    "tokens longer than their text": lambda: tokens(b"ab", uint32(1, 2), [0]),
    "tokens shorter than their text": lambda: tokens(b"abc", uint32(1, 1), [0]),
    "lengths that wrap around": lambda: tokens(b"ab", uint32(2**32 - 1, 3), [0]),
    "an end id beyond the tokens": lambda: tokens(b"ab", uint32(1, 1), [2]),
    "a start beyond the productions": lambda: _native.Constraint(VOCABULARY.native, [], [], [], 0, 1 << 20),
    "a family beyond the productions": lambda: _native.Constraint(
        VOCABULARY.native, [], [], [b"\2\0"], 0, 1 << 20, [9]
    ),
    "a separator of nothing": lambda: _native.Constraint(VOCABULARY.native, [], [], [b"\2\0\2\0\15\0\0"], 0, 1 << 20),
    "a class of no set": lambda: machine(nodes(MATCH, (0, 5, 0, 0, 0)), b"", [[0]]),
    "a way to no node": lambda: machine(nodes(MATCH, (1, 0, 1, 0, 0)), struct.pack("<i", 7), []),
    "ways that are not there": lambda: machine(nodes(MATCH, (1, 3, 9, 0, 0)), b"", []),
    "a member that is no class": lambda: machine(nodes(MATCH), b"", [[-1]]),
    "an automaton of no node": lambda: machine(nodes(MATCH), b"", [[0]]).automaton([], (3, None), 9, 9),
    "lookaheads that are not there": lambda: machine(nodes(MATCH), b"", [[0]]).pending(8),
    "a sequence that is not there": lambda: machine(nodes(MATCH), b"", [[0]]).lookbehind(-1),
    "an overlap of no node": lambda: _fronts.Overlap(9).overlaps(0, 0, False, -1),
    "a group of no node": lambda: _fronts.Overlap(9).group([0]),
    "a match of no group": lambda: _fronts.Overlap(9).may_match(0, 0),
    "a rule of no symbol": lambda: _fronts.LalrTable(2, 0, [5], [[1]], 99),
    "a body of no symbol": lambda: _fronts.LalrTable(2, 0, [0], [[-2]], 99),
    "fewer origins than bodies": lambda: _fronts.LalrTable(2, 0, [0], [[1], [1]], 99),
    "a start that is no symbol": lambda: _fronts.LalrTable(2, 2, [0], [[1]], 99),
    "priorities that are missing": lambda: _fronts.LalrTable(2, 0, [0], [[1]], 99).settle([]),
    "lexers for no state": lambda: _fronts.LarkStates(_fronts.LalrTable(2, 0, [0], [[1]], 99), [], []),
    "rules of no symbol": lambda: _fronts.LarkRules([False], [0], [[3]]),
    "a bank without a mask": lambda: _native.MaskBank(1, 0),
    "a bank of too many masks": lambda: _native.MaskBank(1, 1 << 31),
    "numbers for other rows": lambda: _native.MaskBank(9, 4).find([None, None], np.empty(1, np.int32)),
    "a row that is no matcher": lambda: _native.fill_rows([None, 3], constrain.allocate_bitmask(2, VOCABULARY)),
    "rows that are no list": lambda: _native.advance_rows(7, []),  # type: ignore[arg-type]
    "logits between addresses": lambda: sampled(logits=65),
    "tokens between addresses": lambda: sampled(tokens=65),
    "rows below none": lambda: sampled(rows=-1),
    "a width past 31 bits": lambda: sampled(columns=(1 << 31, 1, 1)),
    "a dtype that is none": lambda: sampled(dtype=3),
    "parts named twice": lambda: sampled(order="0012"),
}


def sampled(**other: Any) -> int:
    """A call of the sampler for no rows, with other arguments."""
    usual: dict[str, Any] = {
        "level": "portable", "logits": 64, "dtype": 0, "rows": 0, "columns": (1, 1, 1), "mask": 0, "words": (0, 0, 0), "repeated": 0,
        "repeated_shape": (0, 0, 0), "counted": 0, "counted_shape": (0, 0, 0), "parameters": 64, "uniforms": 0, "uniform_stride": 0,
        "races": False, "order": "0123", "cut_ties": False, "keep": 1, "refuses_nan": False, "tokens": 64, "scores": 0,
    }  # fmt: skip
    return _sampling.run(**{**usual, **other})


@pytest.mark.parametrize("name", WRONG)
def test_what_would_be_an_address_is_checked(name: str) -> None:
    """Each of these raises; the calls that they vary do not."""
    assert 0 == sampled()
    assert 1 == machine(nodes(MATCH), b"", [[0]]).automaton([], (0, None), 9, 9).states
    with pytest.raises(FAULTS):
        WRONG[name]()


def unaligned(words: int, rows: int | None = None) -> Any:
    memory = np.zeros(4 * words * (rows or 1) + 5, np.uint8)
    start = next(i for i in range(1, 5) if (memory.ctypes.data + i) % 4)
    row = memory[start : start + 4 * words * (rows or 1)].view(np.int32)
    return row if rows is None else row.reshape(rows, words)


def test_a_bitmask_begins_at_a_multiple_of_its_word_size() -> None:
    """Processors that need it would crash, and others be slow: one that does not is refused, however it comes."""
    matcher = constrain.compile(regex("a+"), VOCABULARY).matcher()
    words = VOCABULARY.words
    for row in (unaligned(words), memoryview(unaligned(words))):
        with pytest.raises(ValueError, match="multiple of 4 bytes"):
            matcher.fill_bitmask(row)
    with pytest.raises(ValueError, match="multiple of 4 bytes"):
        MatcherBatch([matcher]).fill_bitmask(unaligned(words, 1))
    matcher.fill_bitmask(constrain.allocate_bitmask(1, VOCABULARY)[0])


@pytest.mark.parametrize("capacity", [1, 0, -1, 1 << 31, 10**30])
def test_a_bank_has_a_sensible_number_of_masks(capacity: int) -> None:
    """One mask is that of free rows, and numbers are 32 bits."""
    with pytest.raises(ValueError, match="capacity is"):
        MaskBank(VOCABULARY, capacity)


@pytest.mark.filterwarnings("ignore:nanobind:RuntimeWarning")
def test_an_object_is_constructed_once() -> None:
    """A second call of a native constructor is refused, and so is the use of what never had a first."""
    native = VOCABULARY.native
    with pytest.raises(TypeError):
        native.__init__(b"a", uint32(1), [0], uint32(), np.empty(0, np.uint8))  # type: ignore[misc]
    with pytest.raises(TypeError):
        _native.Matcher.__new__(_native.Matcher).advance(1)


def codes(random: Random) -> list[tuple[list[bytes], list[bytes], int, list[int]]]:
    """What grammars of several kinds hand to the core."""
    made = []
    for grammar in (
        json_schema(
            {"type": "object", "properties": {"a": {"type": "string"}}, "minProperties": 1}, property_order="any"
        ),
        lark('start: "a"~2..4 "x" start | "b" | /c[de]*/\n%ignore " "'),
        regex("(a|bc){2,9}(?!x)d*"),
        Grammar(
            "s", {"s": Sequence((Terminal(literal(b"a"), "a"), Nonterminal("t"))), "t": Terminal(literal(b"b"), "b")}
        ),
    ):
        terminals, _, productions, start, _ = grammar.flatten()
        made.append(([t.code for t in terminals], productions, start, list(range(len(productions)))))
    return made


def spoilt(data: bytes, random: Random) -> bytes:
    out = bytearray(data)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(out) + 1)
        change = random.randrange(4)
        if change == 0 and out:
            out[place % len(out)] = random.choice([0, 1, 2, 4, 5, 8, 9, 12, 13, 127, 128, 255, random.randrange(256)])
        elif change == 1:
            out[place:place] = bytes([random.randrange(14)])
        elif change == 2:
            del out[place : place + random.randint(1, 3)]
        else:
            out[place:place] = b"\xff\xff\xff\xff\x0f"
    return bytes(out)


def test_spoilt_code_raises_or_is_another_grammar() -> None:
    """Whatever becomes of the byte code of grammars and patterns, the core refuses it or makes masks of it."""
    random = Random(15)
    row = constrain.allocate_bitmask(1, VOCABULARY)[0]
    ended: dict[str, int] = {}
    for _ in range(1500):
        terminals, productions, start, families = random.choice(codes_made)
        terminals, productions = list(terminals), list(productions)
        into = random.choice([terminals, productions])
        place = random.randrange(len(into))
        into[place] = spoilt(into[place], random)
        try:
            made = _native.Constraint(VOCABULARY.native, terminals, [], productions, start, 1 << 20, families)
            matcher = _native.Matcher(made)
            for _ in range(4):
                matcher.fill_bitmask(row)
                allowed = constrain.allowed_tokens(row)
                if not allowed or matcher.is_finished:
                    break
                matcher.advance(random.choice(allowed))
            ended["made"] = ended.get("made", 0) + 1
        except ConstrainError as error:
            ended[type(error).__name__] = ended.get(type(error).__name__, 0) + 1
    assert ended["made"] > 50
    assert ended["GrammarError"] > 50


codes_made = codes(Random(0))
