"""Patterns of Rust's crate `regex`, as Pydantic reads them: its own core says what each of them matches.

Random patterns have every construct that the crate knows, wrong ones too; what we refuse the crate must refuse.
"""

from __future__ import annotations

from random import Random

import pytest
from pydantic_core import SchemaError, SchemaValidator, ValidationError, core_schema

from constrain import GrammarError, LimitExceeded, UnsupportedError
from constrain.grammars.regex import rust, search, translate
from constrain.patterns.pattern import Pattern

from ...reference.patterns import matches
from .dialect_patterns import RUST, written

Judge = SchemaValidator | None


def judge(source: str) -> Judge:
    """The crate's own reading; None if the pattern is no pattern there."""
    try:
        return SchemaValidator(core_schema.str_schema(pattern=source))
    except SchemaError:
        return None


def finds(judged: SchemaValidator, text: str) -> bool:
    """Whether the pattern is found in the text."""
    try:
        judged.validate_python(text)
    except ValidationError:
        return False
    return True


def read(source: str) -> Pattern | None:
    """The texts in which we find the pattern; None if it is no pattern to us."""
    try:
        return translate(search(rust(source)))
    except (GrammarError, UnsupportedError):
        return None


def disagreement(source: str, texts: list[str]) -> str | None:
    """Where we and the crate read a pattern otherwise."""
    judged = judge(source)
    try:
        pattern = read(source)
    except LimitExceeded:
        return None
    if judged is None or pattern is None:
        return None if judged is None and pattern is None else f"{source!r}: read by us {pattern is not None}"
    for text in texts:
        if finds(judged, text) != matches(pattern, text.encode()):
            return f"{source!r} on {text!r}: found by the crate {finds(judged, text)}"
    return None


@pytest.mark.parametrize(
    ("source", "yes", "no"),
    [
        ("^a$", ["a"], ["a\n", "\na"]),
        (r"^\w$", ["é", "\u0301", "١", "\u200d"], ["²", "-"]),
        (r"^\d\D$", ["١²"], ["²1"]),
        (r"^[[:alpha:]&&[^b-y]]$", ["a", "Z"], ["b", "é", "["]),
        (r"^[\w--\d--_]$", ["é"], ["1", "_"]),
        ("^[a-c~~b-d]$", ["a", "d"], ["b", "~"]),
        (r"(?i)^σ(?-i)k$", ["ςk", "Σk"], ["σK"]),
        (r"^(?i:\p{ASCII})$", ["ſ"], ["é"]),  # case is folded before the complement is taken
        (r"^(?i:\P{Lu})$", ["1"], ["a"]),
        ("(?x) ^ a [ b c ] { 2 } # an end\n $", ["abc"], ["a", "a c"]),
        (r"(?x)^a{1 2}$", ["a" * 12], ["a"]),
        ("a(?i)b|c", ["aB", "C"], ["AB"]),  # flags last to the end of the group
        (r"^.(?R).(?s).$", ["a\x85\r", "\ra\n"], ["\na\n", "a\ra"]),
        ("(?mR)a$", ["a\r\n", "b\na"], ["ab"]),
        (r"^\b{start}é\b{end-half}", ["é", "é!"], ["éa"]),
        (r"^(?-u:\w+\b)é$", ["aé"], ["éé"]),
        (r"^\x{e9}\u{1F600}\U0000006A$", ["é\U0001f600j"], ["e"]),
        ("^(?P<a>a**)(?<b.c>b)$", ["aab"], ["aa"]),
        ("[a&&b]", [], ["a", "b", ""]),
    ],
)
def test_constructs(source: str, yes: list[str], no: list[str]) -> None:
    """What differs from Python and ECMAScript takes the crate's meaning."""
    judged, pattern = judge(source), read(source)
    assert judged is not None
    assert pattern is not None
    for text in (*yes, *no):
        assert (text in yes, text in yes) == (finds(judged, text), matches(pattern, text.encode())), text


@pytest.mark.parametrize(
    ("source", "column", "advice"),
    [
        ("a(?=b)", 2, "python-re"),
        (r"(a)\1", 4, "python-re"),
        (r"a\Z", 2, r"\z"),
        ("(?>a)", 1, "plain group"),
        ("a{,2}", 2, "{2,3}"),
        ("(?i-)a", 1, "twice"),
        (r"\p{Klingon}", 1, "property not found"),
        (r"(?-u:\W)", 6, "bytes"),
        ("[a-z", 1, "unterminated"),
        (r"\b{foo}", 1, "start-half"),
    ],
)
def test_errors_name_place_and_dialect(source: str, column: int, advice: str) -> None:
    """What the crate refuses we refuse in words of our own."""
    assert judge(source) is None
    with pytest.raises((GrammarError, UnsupportedError), match=rf"regex:1:{column}: ") as caught:
        rust(source)
    assert "Rust" in str(caught.value)
    assert advice in str(caught.value)


@pytest.mark.parametrize("seed", range(4))
def test_random_patterns_mean_what_the_crate_means(seed: int) -> None:
    """Every verdict, on patterns and on texts, is the crate's."""
    random = Random(seed)
    found = [disagreement(*written(random, RUST)) for _ in range(200)]
    assert [] == [each for each in found if each is not None]
