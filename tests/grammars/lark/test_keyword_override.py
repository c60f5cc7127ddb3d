"""Which keywords retype a terminal's tokens: those that `re.match` matches whole, found without trying `re.match`."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

from constrain import ConstrainError
from constrain.grammars import lark
from constrain.grammars.lark.lexing import pike_vm as threads
from constrain.grammars.lark.lexing.compiler import add_terminal
from constrain.grammars.lark.lexing.keywords import Matching
from constrain.grammars.lark.lexing.pike_vm import Machine
from constrain.grammars.lark.lexing.program import Program
from tests.grammars.regex.patterns import FAMILIES, Writer, time_limit

TEXTS = ["".join(letters) for length in range(1, 5) for letters in product("ab", repeat=length)]
TEXTS += ["a\n", "\n", "aB", "é", "a-b", "ab " * 3, "k", "\N{KELVIN SIGN}"]


def whole(source: str, flags: int, text: str) -> bool:
    """What lark asks."""
    found = re.match(source, text, flags)
    return found is not None and found[0] == text


def matching(source: str, flags: int) -> Matching:
    """A machine of this terminal alone."""
    program = Program()
    start, width = add_terminal(program, "T", source, flags)
    return Matching(Machine(program, {"T": width}), start, "T")


def takes(own: Matching, text: str) -> bool:
    """The same of the machine."""
    return own.takes([own.machine.class_of(letter) for letter in text])


@pytest.mark.parametrize("family", ["core", "lazy", "lookaround", "anchors", "case"])
def test_the_first_match_is_that_of_re(family: str) -> None:
    """On random patterns that look about, stop early or fold case; at the beginning of the text nothing stands before."""
    compared = 0
    for seed in range(250):
        chance = Random(seed)
        source = Writer(chance, FAMILIES[family]).alternatives(2)
        flags = chance.choice((0, 0, re.IGNORECASE, re.DOTALL | re.MULTILINE))
        try:
            own = matching(source, flags)
        except ConstrainError:
            continue
        with time_limit(5):
            expected = [whole(source, flags, text) for text in TEXTS]

        assert expected == [takes(own, text) for text in TEXTS], source
        compared += any(expected)
    assert compared > 50


def test_a_pattern_that_makes_re_backtrack_costs_steps_in_proportion_to_the_keyword(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`(a+)+b` on a keyword of 60 a's, where `re.match` would try more than 10^17 ways."""
    word = "a" * 60
    monkeypatch.setattr(threads, "MAX_WORK", 20_000)
    grammar = lark(f'start: ("{word}" | A)+\nA: /(a+)+b|a/\n%ignore " "')

    assert grammar.productions
    slow, fast = matching("(a+)+b", 0), matching("(a+)+b", 0)
    assert not takes(slow, word)
    assert not takes(fast, word[:30])
    assert slow.machine.work < 3 * fast.machine.work
    assert takes(matching("(?:a|a)*b|a{60}", 0), word)


def test_a_keyword_of_another_priority_retypes_nothing() -> None:
    """Lark tries the greater priority first, so no text has an IF here; of equal priorities IF is what `if` is."""
    text = 'start: IF NAME\nIF: "if"\nNAME%s: /[a-z]+/\n%%ignore " "\n'
    lark(text % "", lexer="basic")
    with pytest.raises(ConstrainError, match="no text"):
        lark(text % ".2", lexer="basic").flatten()
