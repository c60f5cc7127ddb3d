"""`lark()` on hostile grammars: large ones are read, bombs end in a clear error, and the table is lark's own."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import lark as judge
import pytest
from lark.common import ParserConf
from lark.parsers.lalr_analysis import LALR_Analyzer

import constrain
from constrain import GrammarError, LimitExceeded
from constrain.grammars import lark, library
from constrain.grammars.lark import front
from constrain.grammars.lark.loading.load import load
from constrain.grammars.lark.parsing.bar_hillel import Product
from constrain.grammars.lark.parsing.lalr import build
from tests.grammars.lark.corpus import CORPUS
from tests.grammars.lark.test_lark import BYTES, accepts, random_grammar
from tests.steps import at_most


def word(number: int) -> str:
    """A word of four letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return "".join(letters[number // 26**place % 26] for place in range(4))


def keywords(count: int, flag: str = "") -> str:
    """A language of so many keywords beside names."""
    return "start: (kw | NAME)+\nkw: " + " | ".join(f'"{word(i)}"{flag}' for i in range(count)) + "\nNAME: /[a-z]+/i\n"


LARGE = {
    "keywords": (keywords(500) + '%ignore " "', "aaaa zzzz baaa", "aaaa1"),
    "keywords in any case": (keywords(300, "i") + '%ignore " "', "AAAA zzzz", "aaaa_"),
    "chain": (
        "start: r0\n" + "".join(f'r{i}: "a" r{i + 1}\n' for i in range(500)) + 'r500: "b"',
        "a" * 500 + "b",
        "ab",
    ),
    "chain of single symbols": (
        "start: r0\n" + "".join(f"r{i}: r{i + 1}\n" for i in range(1000)) + 'r1000: "b"',
        "b",
        "c",
    ),
    "statements": (
        "start: s*\ns: " + " | ".join(f'"{word(i)}" e "{word(i + 1)}" ";"' for i in range(200)) + "\n"
        'e: NAME | e "+" e | "(" e ")" | "-" e\nNAME: /[a-z]+/\n%ignore " "',
        "aaaa x + (y) baaa; baaa aaaaa caaa ;",
        "aaaa x caaa;",
    ),
    "rules that compete, settled by priorities": (
        "start: "
        + " | ".join(f"r{i} | s{i}" for i in range(1200))
        + "\n"
        + "".join(f"r{i}: A\ns{i}.{i + 1}: A\n" for i in range(1200))
        + 'A: "a"',
        "a",
        "aa",
    ),
    "counts": ('start: A~1..5000\nA: "a"', "a" * 5000, ""),
    "one terminal of many words": (
        "start: (KW | NAME)+\nKW: " + " | ".join(f'"{word(i)}"' for i in range(2000)) + "\nNAME: /[a-z]/",
        "aaaabaaa",
        "1",
    ),
}
BOMBS = {
    "an automaton of 2**20 states": "start: (A|B)+\nA: /[ab]*a[ab]{20}/\nB: /[ab]/",
    "an automaton of 2**12 states": "start: (A|B)+\nA: /(a|b)*a(a|b){12}c/\nB: /[abc]/",
    "alternatives multiplied out": "start: " + " ".join(f'"a{i}"?' for i in range(40)),
    "repetitions multiplied out": 'start: ((A~1..40)~1..40)~1..40\nA: "a"',
    "a template that grows": 'start: t{"a"}\nt{x}: x | t{u{x}}\nu{x}: x x',
    "templates that grow in turn": 'start: t{"a"}\nt{x}: x | v{x}\nv{x}: t{u{x}}\nu{x}: x x',
    "thousands of parts that may be left out": "start: (A|B)+\nA: /(a?){20000}b/\nB: /(a?){9000}c/",
    "a long literal": 'start: "' + "a" * 100_000 + '"',
}


@pytest.mark.parametrize("name", LARGE)
def test_large_grammars_are_read(name: str) -> None:
    """Many keywords, long chains, high counts: in bounded work, and rightly."""
    grammar, text, other = LARGE[name]
    with at_most(65_000_000):
        constraint = constrain.compile(lark(grammar, parser="earley" if name == "statements" else "lalr"), BYTES)

    assert accepts(constraint, text)
    assert not accepts(constraint, other)


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_in_a_clear_error(name: str) -> None:
    """What would take forever is refused, with the limit."""
    with pytest.raises(LimitExceeded):
        lark(BOMBS[name])


@pytest.mark.slow
@pytest.mark.parametrize("parser", ["lalr", "earley"])
def test_ten_thousand_rules_are_read(parser: str) -> None:
    """A chain of ten thousand rules, and ten thousand keywords."""
    chain = "start: r0\n" + "".join(f'r{i}: "a" r{i + 1}\n' for i in range(10_000)) + 'r10000: "b"'
    for grammar, text in ((chain, "a" * 10_000 + "b"), (keywords(10_000), "aaaa")):
        assert accepts(constrain.compile(lark(grammar, parser=parser), BYTES), text)


def tables(text: str) -> list[Any]:
    """Lark's table and ours, without the states' names: what each accepts, which rules lose what, where it goes."""
    rules = load(text, "start", [], []).rules
    analyzer = LALR_Analyzer(ParserConf(list(rules), {}, ["start"]))
    theirs: Any = Counter()
    try:
        analyzer.compute_lalr()
    except judge.exceptions.GrammarError:
        theirs = "conflict"
    else:
        for state in analyzer.lr0_itemsets:
            shifts = {symbol.name for symbol in state.transitions if symbol.is_term}
            lost: dict[Any, set[str]] = {}
            for symbol, candidates in state.lookaheads.items():
                best = max(candidates, key=lambda rule: rule.options.priority or 0)
                for rule in candidates:
                    refused = lost.setdefault(rule, set())
                    if symbol.name in shifts or rule is not best:
                        refused.add(symbol.name)
            accepted = frozenset(shifts | {symbol.name for symbol in state.lookaheads})
            refusals = frozenset((rule, frozenset(names)) for rule, names in lost.items())
            theirs[accepted, refusals, frozenset(symbol.name for symbol in state.transitions)] += 1
    ours: Any = Counter()
    try:
        table = build(rules, "start")
    except GrammarError:
        return [theirs, "conflict"]
    for number, row in enumerate(table.goto):
        refusals = frozenset((rules[rule], names) for rule, names in table.lost[number].items())
        ours[table.accepts[number], refusals, frozenset(row)] += 1
    return [theirs, ours]


def test_the_table_is_that_of_lark() -> None:
    """On the corpus, lark's grammar of grammars and random grammars: the same states, lookaheads and conflicts."""
    texts = [grammar for grammar, _ in CORPUS.values()]
    texts.append((Path(judge.__file__).parent / "grammars" / "lark.lark").read_text())
    texts += [grammar for seed in range(90) if "%ignore C" not in (grammar := random_grammar(random.Random(seed)))]
    compared = [tables(text) for text in texts]

    assert any(theirs == "conflict" for theirs, _ in compared)
    assert [theirs for theirs, _ in compared] == [ours for _, ours in compared]


def test_competing_rules_are_settled_as_lark_settles_them() -> None:
    """Rules of one text, each before some of the terminals: the highest priority takes them, two of it are a conflict."""
    compared = []
    for seed in range(400):
        chance = random.Random(seed)
        count = chance.randint(2, 6)
        ways = " | ".join(f"r{i} {t}" for i in range(count) for t in "BCD" if chance.random() < 0.4) or "r0"
        rules = "".join(f"r{i}.{chance.randint(0, 3)}: A{chance.choice(['', '', ' E*'])}\n" for i in range(count))
        text = f'start: {ways}\n{rules}A: "a"\nB: "b"\nC: "c"\nD: "d"\nE: "e"'
        compared.append(tables(text))

    assert 50 < sum(theirs == "conflict" for theirs, _ in compared) < 350
    assert [theirs for theirs, _ in compared] == [ours for _, ours in compared]


def test_the_work_on_rules_times_places_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grammar with few items, most of them leading to many others: refused while it is tabulated and while made a graph."""
    text = library.read("dot")
    whole = lark(text, parser="earley", lexer="dynamic_complete")

    for most in (5_000, 15_000):  # tabulated in 12,000 steps, made a graph in more
        monkeypatch.setattr(sys.modules[Product.__module__], "MAX_WORK", most)
        with pytest.raises(LimitExceeded, match=f"needs too many steps.*limit {most},") as caught:
            lark(f"{text}\n// {most}", parser="earley", lexer="dynamic_complete")  # a text that is not remembered
        assert caught.value.limit == most

    assert len(whole.productions) > 100


def test_the_ways_in_which_a_token_may_begin_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each token asks something else of the text after it, the lexers that this makes are counted."""
    text = library.read("regex")
    assert lark(text).productions
    monkeypatch.setattr(sys.modules[Product.__module__], "MAX_BEGINNINGS", 10)
    monkeypatch.setattr(front, "plain", lambda *_: None)  # which leaves what is too large to the front end in Python

    with pytest.raises(LimitExceeded, match="more than 10 lexers") as caught:
        lark(f"{text}\n// 10")
    assert (10, 11) == (caught.value.limit, caught.value.needed)
