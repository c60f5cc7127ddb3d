"""Grammars of unnamed notation are read as what they can only be, or refused."""

from __future__ import annotations

import pytest

import constrain
from constrain import Vocabulary
from constrain.errors import ConstrainError, GrammarError, UnsupportedError
from constrain.grammars import any_notation

BYTES = Vocabulary.from_bytes([*(bytes([each]) for each in range(256)), None], end_ids=[256])


def accepts(grammar: str, text: str) -> bool:
    return bool(constrain.compile(any_notation(grammar), BYTES).accepts(text))


@pytest.mark.parametrize(
    ("grammar", "text", "other"),
    [
        ('start: "a"+', "aa", ""),
        ('%ignore " "\nstart: "a" "b"', "a b", "ab c"),
        ('start: "::=" NAME\nNAME: /[a-z]+/', "::=x", "x"),
        ('root ::= "a" | b\nb ::= [0-9]{2}', "42", "4"),
        ('root ::= "a\\n" # a comment', "a\n", "a\\n"),
        ("a ::= #x41 - 'B'", "A", "B"),
        ('pair = "x", ":", {"y"};', "x:yy", "x"),
        ('root ::= [^"\\\\]', "b", '"'),
    ],
)
def test_each_notation_is_told_by_its_text(grammar: str, text: str, other: str) -> None:
    """Lark's colon, the `::=` of GBNF and EBNF with the marks of a dialect, ISO's `=` and `;`."""
    assert accepts(grammar, text)
    assert not accepts(grammar, other)


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ('#!lark sum\nsum: "1" ("+" "1")*', "1+1"),
        ('#!gbnf\na ::= "x"\nroot ::= a "y"', "xy"),
        ('#! w3c\r\na ::= "x\\n"', "x\\n"),
        ('\n#!xgrammar b\na ::= "x"\nb ::= a a', "xx"),
        ('#!iso\na = "x";', "x"),
        ('#!EBNF\na ::= "x"\nroot ::= a "y"', "x"),
        ('#!abnf\nword = 2"x"\r\n', "xX"),
        ("#!lark", ""),
    ],
)
def test_a_first_line_names_the_notation_and_the_rule(grammar: str, text: str) -> None:
    """Where texts differ in meaning between notations, or for ABNF, which is never guessed."""
    if text:
        assert accepts(grammar, text)
    else:
        with pytest.raises(GrammarError):
            any_notation(grammar)


@pytest.mark.parametrize("grammar", ['a ::= "x"\nroot ::= a "y"', "a ::= [a-c]\nroot ::= a a"])
def test_what_means_different_things_is_refused(grammar: str) -> None:
    """GBNF begins at `root`, EBNF at its first rule."""
    with pytest.raises(GrammarError, match="different things as gbnf and as ebnf"):
        any_notation(grammar)


@pytest.mark.parametrize("grammar", ["", "hello", "root ::= (", "a = b", "#!klingon\nx", "start: undefined"])
def test_what_is_in_no_notation_is_refused_with_the_way_on(grammar: str) -> None:
    """The message says what each reader said, and how to name a notation."""
    with pytest.raises(GrammarError, match="lark"):
        any_notation(grammar)


def test_what_its_notation_cannot_be_kept_in_says_so() -> None:
    """An error of the only reading is that reading's own; lines keep their numbers behind a first line."""
    with pytest.raises(UnsupportedError, match="lookahead"):
        any_notation('root ::= (=("a")) "a"')
    with pytest.raises(ConstrainError, match=":3:"):
        any_notation('#!gbnf\nroot ::= "a"\nb ::= (\n')
