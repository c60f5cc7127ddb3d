"""`ebnf()` and `abnf()`: standards' own grammars read real texts; errors name their place; hostile texts are bounded."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import constrain
from constrain import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars import abnf, ebnf
from tests.grammars.gbnf.test_gbnf import accepts
from tests.grammars.lark.test_lark import BYTES
from tests.grammars.standards import ABNF, JSON, MAIL, STANDARDS, URI, XML
from tests.steps import at_most

READERS: dict[str, Any] = {"abnf": abnf, "ebnf": ebnf}


@pytest.mark.parametrize("name", STANDARDS)
def test_grammars_of_standards_read_real_texts(name: str) -> None:
    """Each in the notation of its standard, as it is printed there."""
    notation, text, start, good, bad = STANDARDS[name]
    constraint = constrain.compile(READERS[notation](text, start), BYTES)

    assert [] == [text for text in good if not accepts(constraint, text)]
    assert [] == [text for text in bad if accepts(constraint, text)]


@pytest.mark.parametrize(
    ("grammar", "good", "bad"),
    [
        ('a = "aB"', ["ab", "AB", "aB"], ["a", "abb"]),
        ('a = %i"aB" %s"cD"', ["abcD", "ABcD"], ["abcd", "abCD"]),
        ("a = %x61.62 / %d65-67 / %b1100001.1100010.1100011", ["ab", "A", "C", "abc"], ["D", "a"]),
        ('a = 2"x" *1"y" 1*"z"', ["xxz", "xxyzz"], ["xz", "xxyyz", "xx"]),
        ('a = 0"x" "y"', ["y"], ["xy"]),
        ('a = "x"\na =/ "y"\nA =/ "z"', ["x", "y", "z"], ["xy"]),
        ('  a = "x" ; one\n\n  ; two\n    / "y"\n  b = "z"', ["x", "y"], ["z"]),
        ('a = ["x" / ("y" "z")] DIGIT', ["1", "x2", "yz3"], ["y4"]),
        ('a = "(" a ")" / a "x" / ""', ["", "()xx", "((x))"], ["(", ")"]),
        ('DIGIT = "x"\na = DIGIT', ["x"], ["1"]),
        ("a = %xE9", ["é"], ["e"]),
        ('a = "a"\r\nb = "b"\r\n', ["A"], ["b"]),
        ("a = HEXDIG CRLF", ["a\r\n", "F\r\n"], ["g\r\n", "a\n"]),
    ],
)
def test_abnf_means_what_the_rfcs_say(grammar: str, good: list[str], bad: list[str]) -> None:
    """Case, numbers, repetitions, incremental alternatives, indentation, core rules, line ends."""
    constraint = constrain.compile(abnf(grammar), BYTES)

    assert [] == [text for text in good if not accepts(constraint, text)]
    assert [] == [text for text in bad if accepts(constraint, text)]


def test_numbers_in_abnf_are_characters_or_bytes() -> None:
    """RFC 3629 spells UTF-8 itself; most others count characters."""
    spelled = "a = *(%x00-7F / %xC2-DF %x80-BF)"

    assert accepts(constrain.compile(abnf(spelled, values="bytes"), BYTES), "é")
    assert not accepts(constrain.compile(abnf(spelled), BYTES), "é")
    assert accepts(constrain.compile(abnf("a = 2OCTET", values="bytes"), BYTES), b"\xff\x00")
    assert accepts(constrain.compile(abnf("a = OCTET"), BYTES), "ÿ")


@pytest.mark.parametrize(
    ("grammar", "good", "bad"),
    [
        ("a ::= 'x'? [a-c#x30]+ | #xE9*", ["xa0", "éé", ""], ["x", "d"]),
        ("a ::= b - c\nb ::= [a-z]+\nc ::= 'if' | 'in'", ["i", "ifx", "x"], ["if", "in", ""]),
        ("a ::= '\\' b\n[2] b ::= \"'\" /* b */ [vc: none]", ["\\'"], ["\\"]),
        ('root ::= [a-c] "x"{2} | "\\x41\\u00e9\\n"{0,1}', ["axx", "Aé\n", ""], ["ax"]),
        ('a ::= "x" # first\nroot ::= a{2,} | [^\\]a]', ["xx", "xxx", "b"], ["a", "]"]),
        ("a = 'x', {b}, [c] | 2 * b; b = \"y\"; c = (/ 'z' /);", ["x", "xyyz", "yy"], ["y", "xzz"]),
        ("a (* (* x *) ; *) = 'x' - (* y *) 'y'; (* (* b = *) *)\nb = {a} (* c *) - (* d *); (**)", ["x"], [""]),
        ("a b = c d - 'x' ! 'q'.\nc d = 'x' | 'y' | (: 'z' :)-.", ["y", "q", "zz"], ["x", ""]),
    ],
)
def test_ebnf_is_read_in_the_dialect_of_its_marks(grammar: str, good: list[str], bad: list[str]) -> None:
    """W3C's, xgrammar's and ISO's, found by what only they have."""
    constraint = constrain.compile(ebnf(grammar), BYTES)

    assert [] == [text for text in good if not accepts(constraint, text)]
    assert [] == [text for text in bad if accepts(constraint, text)]


def test_a_dialect_may_be_named() -> None:
    """Where the marks of two stand in one text, the caller says which is meant; the backslash is one there."""
    grammar = "a ::= \"\\n\" | 'x'"
    with pytest.raises(GrammarError, match="marks of W3C's EBNF"):
        ebnf(grammar)

    assert accepts(constrain.compile(ebnf(grammar, dialect="w3c"), BYTES), "\\n")
    with pytest.raises(ValueError, match="dialect is 'yacc'; choose one of 'auto'"):
        ebnf(grammar, dialect="yacc")


@pytest.mark.parametrize(
    ("reader", "grammar", "error", "words"),
    [
        ("abnf", "a = b", GrammarError, "abnf:1:5: `b` is used but never defined"),
        ("abnf", 'a = "x"\na = "y"', GrammarError, "abnf:2:1: `a` is defined twice"),
        ("abnf", 'a =/ "x"', GrammarError, "abnf:1:1: `a` has no rule yet"),
        ("abnf", 'a = ("x"', GrammarError, "abnf:1:5: `(` is never closed"),
        ("abnf", 'a = "x")', GrammarError, "abnf:1:8: `)` closes nothing"),
        ("abnf", 'a = ["x")', GrammarError, "`[` is closed by `)`"),
        ("abnf", 'a = "x" | "y"', GrammarError, "ABNF writes `/`"),
        ("abnf", 'a ::= "x"', GrammarError, "ABNF writes `=`"),
        ("abnf", 'a = 3*2"x"', GrammarError, "from 3 to 2 times"),
        ("abnf", 'a = 2*"x" 3*', GrammarError, "without an item"),
        ("abnf", "a = %x110000", GrammarError, "no code point"),
        ("abnf", "a = %xD800", GrammarError, "surrogate"),
        ("abnf", "a = %b12", GrammarError, "digits"),
        ("abnf", "a = %x62-61", GrammarError, "ends before it begins"),
        ("abnf", 'a = "é"', GrammarError, "ASCII"),
        ("abnf", "a = <any text>", UnsupportedError, "prose"),
        ("abnf", '9*99999999"x"', GrammarError, "begins with its name"),
        ("abnf", 'a = *99999999"x"', LimitExceeded, "1000000"),
        ("abnf", "", GrammarError, "no rule"),
        ("ebnf", "a ::= b", GrammarError, "ebnf:1:7: `b` is used but never defined"),
        ("ebnf", "a ::= 'x", GrammarError, "never closed"),
        ("ebnf", "a = 'x'; (* (* y *)", GrammarError, "ebnf:1:10: the comment is never closed"),
        ("ebnf", "a ::= [x", GrammarError, "never closed"),
        ("ebnf", "a ::= ('x'\nb ::= 'y'", GrammarError, "ebnf:1:7: `(` is never closed"),
        ("ebnf", "a ::= | * 'x'", GrammarError, "an operator needs an item before it"),
        ("ebnf", "a ::= 'x' - ", GrammarError, "without an item"),
        ("ebnf", "a ::= ('(' a ')' | 'x') - 'x'", UnsupportedError, "an exception can be enforced only"),
        ("ebnf", "a = 'x' 'y';", GrammarError, "expected `,`"),
        ("ebnf", "a = 'x'", GrammarError, "does not end with `;`"),
        ("ebnf", "a = ? any ?;", UnsupportedError, "special sequence"),
        ("ebnf", "a = {[b]}-; b = 'x', a;", UnsupportedError, "must not be empty"),
        ("ebnf", "a := 'x';", GrammarError, "expected a name"),
        ("ebnf", 'root ::= TagDispatch(("a", b)) # x', UnsupportedError, "TagDispatch"),
        ("ebnf", 'root ::= "a" (= "b") # x', UnsupportedError, "lookahead"),
    ],
)
def test_errors_say_where_and_what(reader: str, grammar: str, error: type[Exception], words: str) -> None:
    """With line and column, of the kind that says whose fault it is."""
    with pytest.raises(error, match=re.escape(words)):
        READERS[reader](grammar)


@pytest.mark.parametrize("reader", READERS)
def test_only_texts_are_read(reader: str) -> None:
    """Bytes and paths are no grammar, nor is a file's name, of which the error says what to give."""
    with pytest.raises(TypeError, match=f"{reader}: text must be a str"):
        READERS[reader](b"a = b")
    with pytest.raises(TypeError, match=r"give path.read_text\(\)"):
        READERS[reader](Path("a/g.ebnf"))
    with pytest.raises(GrammarError, match=r"name of a file; give what is in it: Path\('a/g.ebnf'\).read_text\(\)"):
        READERS[reader]("a/g.ebnf")


HOSTILE = {
    "deep brackets in ABNF": ("abnf", "a = " + "(" * 200_000 + '"x"' + ")" * 200_000),
    "deep brackets in EBNF": ("ebnf", "a ::= " + "(" * 200_000 + "'x'" + ")" * 200_000),
    "open brackets": ("ebnf", "a = " + "[" * 200_000),
    "open comments": ("ebnf", "a = " + "(* " * 50_000),
    "many rules": ("abnf", "".join(f'a{i} = "x" a{i + 1}\n' for i in range(20_000)) + 'a20000 = "y"'),
    "counts in counts": ("abnf", "a = " + "100000(" * 20 + '"x"' + ")" * 20),
    "operators": ("ebnf", "a ::= 'x'" + "*" * 200_000),
    "exceptions": ("ebnf", "a ::= 'x'" + " - 'y'" * 2_000),
    "a long name": ("ebnf", "a" * 1_000_000),
    "names that go on": ("ebnf", "a = " + "b " * 100_000),
    "blanks": ("ebnf", "a = " + " " * 1_000_000 + "b"),
    "numbers of rules": ("ebnf", "[1] " * 100_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_end_soon(name: str) -> None:
    """In a grammar or in one of our errors, in bounded work."""
    reader, grammar = HOSTILE[name]
    try:
        with at_most(85_000_000):
            constrain.compile(READERS[reader](grammar), BYTES)
    except constrain.ConstrainError as error:
        assert len(str(error)) < 10_000


@pytest.mark.parametrize(("reader", "text"), [("abnf", t) for t in (URI, JSON, MAIL, ABNF)] + [("ebnf", XML)])
def test_broken_grammars_are_refused_in_our_words(reader: str, text: str) -> None:
    """Texts with characters put in, left out or changed: read, or refused with our errors."""
    chance = random.Random(text)
    for _ in range(150):
        letters = list(text)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(letters))
            letters[place : place + chance.randint(0, 3)] = chance.choice(
                ["", "(", "]", '"', "%", "*", "=", "\n", "-", "é"]
            )
        try:
            READERS[reader]("".join(letters))
        except constrain.ConstrainError as error:
            assert str(error)
