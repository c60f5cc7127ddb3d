"""Patterns and grammars as byte code: the native writer against the one in Python."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import (
    BlockEnd,
    Choice,
    Distinct,
    Expression,
    Grammar,
    LineEnd,
    Named,
    Names,
    Nonterminal,
    Once,
    Ordered,
    Repeat,
    Require,
    Scope,
    SpecialToken,
    Terminal,
)
from constrain.grammar import Sequence as Sequence_
from constrain.patterns.pattern import (
    EMPTY,
    EPSILON,
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
    byte_range,
    encode,
    keep_code,
)
from tests.reference import encoding

_NUMBERS = st.one_of(st.integers(0, 300), st.integers(0, 2**63))
_MAXIMA = st.none() | _NUMBERS


def _several(inside: st.SearchStrategy[Pattern]) -> st.SearchStrategy[Pattern]:
    lists = st.lists(inside, max_size=4)
    return st.one_of(
        *(st.builds(kind, lists) for kind in (Concatenation, Alternation, Intersection)),
        st.lists(inside, max_size=3).map(lambda parts: keep_code(Alternation(parts))),
        st.builds(Repetition, inside, _NUMBERS, _MAXIMA),
        st.builds(Complement, inside),
        st.builds(Ahead, inside, st.booleans()),
        st.builds(Behind, inside, st.booleans()),
    )


_LEAVES: st.SearchStrategy[Pattern] = st.one_of(
    st.sampled_from((EMPTY, EPSILON)),
    st.builds(Literal, st.binary(min_size=1, max_size=200)),
    st.builds(Literals, st.lists(st.binary(max_size=9), max_size=5)),
    st.builds(ByteClass, st.integers(1, 2**256 - 1)),
    st.builds(ByteClass, st.sets(st.integers(0, 255), min_size=1).map(lambda members: sum(1 << b for b in members))),
    st.integers(0, 255).flatmap(lambda low: st.integers(low, 255).map(partial(byte_range, low))),
)
PATTERNS = st.recursive(_LEAVES, _several, max_leaves=12)

_TERMINALS = [Terminal(Literal(name), name.decode()) for name in (b"a", b"b", b"c")]
_NAMES = ["one", "two", "three"]
_terminals = st.sampled_from(_TERMINALS)


def _unzipped(pairs: list[tuple[Expression, bool]]) -> tuple[tuple[Expression, ...], tuple[bool, ...]]:
    return tuple(part for part, _ in pairs), tuple(flag for _, flag in pairs)


def _composed(inside: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    lists = st.lists(inside, max_size=4)
    return st.one_of(
        st.builds(Sequence_, lists | lists.map(tuple)),
        st.builds(Choice, lists | lists.map(tuple)),
        st.builds(Repeat, inside, _NUMBERS, _MAXIMA, st.none() | inside),
        st.lists(st.tuples(inside, st.booleans()), max_size=4).flatmap(
            lambda parts: st.builds(Ordered, *map(st.just, _unzipped(parts)), _terminals)
        ),
        st.builds(Scope, inside),
        st.builds(Once, _NUMBERS, inside),
    )


_SIMPLE: st.SearchStrategy[Expression] = st.one_of(
    _terminals,
    _terminals,
    st.builds(Nonterminal, st.sampled_from(_NAMES)),
    st.builds(Distinct, _terminals, st.integers(0, 2)),
    st.builds(Require, st.lists(_NUMBERS, max_size=3).map(tuple), _NUMBERS, _MAXIMA),
    st.builds(SpecialToken, st.sampled_from(("<x>", "<y>"))),
    st.builds(LineEnd, _terminals, _terminals, st.integers(1, 3), st.integers(1, 200)),
    st.builds(BlockEnd, st.integers(4, 6)),
    st.builds(Names, st.binary(max_size=200)),
    st.builds(Named, _terminals, st.integers(1, 26), _NUMBERS),
)
EXPRESSIONS = st.recursive(_SIMPLE, _composed, max_leaves=12)


@given(PATTERNS)
def test_a_pattern_is_written_as_python_writes_it(pattern: Pattern) -> None:
    """The native code of a pattern is the reference's, byte for byte."""
    assert encoding.encode(pattern) == encode(pattern)


@given(st.lists(EXPRESSIONS, min_size=3, max_size=3), st.booleans())
def test_a_grammar_is_written_as_python_writes_it(expressions: list[Expression], choose: bool) -> None:
    """Terminals come in the same order, productions have the same code, special tokens are what the caller says."""
    grammar = Grammar("two", dict(zip(_NAMES, expressions, strict=True)))

    def special(node: SpecialToken) -> Expression:
        return Choice((node.text, _TERMINALS[0])) if choose else node.text

    assert encoding.flatten(grammar, special) == grammar.flatten(special)[:4]


def test_numbers_beyond_64_bits_count_as_no_bound() -> None:
    """No text is as long as 2**64, so greater numbers are written as the greatest."""
    assert encode(Repetition(Literal(b"a"), 0, 2**64)) == encode(Repetition(Literal(b"a"), 0, 10**30))


def test_negative_numbers_are_refused() -> None:
    """A repetition from -1 on is an error of the caller's."""
    with pytest.raises(ValueError, match="negative"):
        encode(Repetition(Literal(b"a"), -1, None))


def test_what_is_no_pattern_is_a_type_error() -> None:
    """The error shows what was given."""
    with pytest.raises(TypeError, match="not a Pattern: 'a'"):
        encode(Concatenation(["a"]))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="not an Expression: 7"):
        Grammar("s", {"s": Choice([7])}).flatten()  # type: ignore[list-item]


def test_an_undefined_name_is_an_error_that_lists_the_defined_ones() -> None:
    """The message says who uses it; names may have unpaired surrogates."""
    message = r"grammar: `b\\udc00` is used in `a\\ud800` but never defined; defined here: a\\ud800, c"
    with pytest.raises(GrammarError) as caught:
        Grammar("c", {"a\ud800": Nonterminal("b\udc00"), "c": Choice(())}).flatten()
    assert message.replace(r"\\", "\\") == str(caught.value)


def test_trees_that_are_too_large_written_out_are_refused() -> None:
    """Shared parts count wherever they stand, in patterns and in productions."""
    pattern: Pattern = Literal(b"a")
    expression: Expression = _TERMINALS[0]
    for _ in range(25):
        pattern = Alternation((pattern, pattern))
        expression = Sequence_((expression, expression))
    with pytest.raises(LimitExceeded, match="a pattern has too many nodes"):
        encode(pattern)
    with pytest.raises(LimitExceeded, match="grammar: `s` has too many nodes"):
        Grammar("s", {"s": expression}).flatten()
