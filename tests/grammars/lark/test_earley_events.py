"""Subtrees of texts that lark reads by Earley's algorithm, while they are written; lark's own tree is the judge.

Whatever is told of a beginning must be in lark's tree of every text that goes on from it, and at the end all of lark's
tree has been told: on the corpus, and on random grammars that are ambiguous, have priorities, and inline rules.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import lark as judge
import pytest

from constrain import ConstrainError, LimitExceeded
from constrain.constraint import Constraint
from constrain.events import Event
from constrain.grammars import lark
from constrain.grammars.bytewise import by_bytes
from constrain.grammars.lark.events import chart, earley
from tests.grammars.lark.corpus import CORPUS
from tests.grammars.lark.test_events import CALC, JSON, KEYWORDS, read
from tests.grammars.lark.test_indenter import GRAMMARS as INDENTED
from tests.grammars.lark.test_lark import judged
from tests.laws import generate

LEXERS = ("dynamic", "dynamic_complete", "basic")
Trees = Counter[tuple[str, int, int]]


def key(tree: Any) -> tuple[str, int, int]:
    meta = tree.meta
    return (str(tree.data), 0, 0) if meta.empty else (str(tree.data), meta.start_pos, meta.end_pos)


def trees_of(tree: Any) -> Trees:
    """Names and places of the trees in a tree."""
    trees = tree.iter_subtrees() if isinstance(tree, judge.Tree) else ()
    found: Trees = Counter()
    waiting = [tree]
    while waiting:  # iter_subtrees leaves equal trees out
        node = waiting.pop()
        if isinstance(node, judge.Tree):
            found[key(node)] += 1
            waiting += node.children
    assert len(set(map(key, trees))) <= len(found)
    return Counter({each: count for each, count in found.items() if not each[0].startswith("_")})


def parsed(reference: judge.Lark, data: bytes) -> tuple[Any, bool]:
    """Lark's tree, and whether it has one: lark 1.3.1 fails on some ambiguous ignored text, and on some places of trees
    without tokens that are passed on.
    """
    try:
        return reference.parse(data.decode()), True
    except (UnicodeDecodeError, RuntimeError, AttributeError):
        return None, False


def completions(constraint: Constraint, beginning: bytes, rng: random.Random) -> list[bytes]:
    """A few texts that go on from a beginning: a short one, and random ones."""
    matcher = constraint.matcher()
    for byte in beginning:
        matcher.advance(byte)
    found = []
    for length in (0, 3, 8):
        way, out = matcher.fork(), bytearray(beginning)
        for _ in range(length):
            allowed = [byte for byte in range(256) if way.allows(byte)]
            liked = [byte for byte in allowed if chr(byte) in 'ab ()\n01"xy']
            if not allowed:
                break
            out.append(rng.choice(liked or allowed))
            way.advance(out[-1])
        try:
            found.append(bytes(out) + b"".join(bytes((token,)) for token in way.completion()))
        except LimitExceeded:  # no completion was found
            continue
    return found


def check(grammar: Any, reference: judge.Lark, rng: random.Random, texts: list[str], count: int = 3) -> list[int]:
    """Compares with lark's trees; how many subtrees were told before the end, and how many there are."""
    constraint = by_bytes(grammar)
    made = [text for _ in range(count) if (text := generate(constraint, rng, 40, 0.2)) is not None]
    told_early = there = 0
    for data in [*(text.encode() for text in texts), *made]:
        try:
            tree, known = parsed(reference, data)
        except judge.exceptions.LarkError:
            continue
        if not known:
            continue
        reader = grammar.events()
        events: list[Event] = []
        at = 0
        while at < len(data):
            size = rng.randrange(1, 5)
            events += reader.feed(data[at : at + size])
            at += size
            if isinstance(reader, earley.EarleyEvents) and at < len(data) and rng.random() < 0.3:
                told: Trees = Counter(map(key, reader._chart.forest.told_trees))
                for other in completions(constraint, data[:at], rng):
                    its, known = parsed(reference, other)
                    assert not known or not told - trees_of(its), (data[:at], other)
        told_early += len(events)
        events += reader.finish()
        whole = data.decode()
        wanted: Counter[tuple[str, str]] = Counter()
        for (name, start, end), number in trees_of(tree).items():
            wanted[name, whole[start:end]] += number
        assert wanted == Counter((event.path[0], event.value) for event in events), whole
        assert tree == reader.partial
        there += len(events)
    return [told_early, there]


@pytest.mark.parametrize("lexer", LEXERS)
def test_subtrees_of_the_corpus_are_those_of_larks_tree(lexer: str) -> None:
    """All at the end, and nothing early that a longer text takes back; some are told early."""
    early = there = 0
    for name, (text, texts) in CORPUS.items():
        try:
            grammar, reference = lark(text, parser="earley", lexer=lexer), judged_with_places(text, lexer)
        except (ConstrainError, judge.exceptions.LarkError):
            continue
        told, number = check(grammar, reference, random.Random(name), texts, 2)
        early, there = early + told, there + number
    assert early > there // 4


def judged_with_places(grammar: str, lexer: str, postlex: Any = None) -> judge.Lark:
    judged(grammar, "earley", lexer, postlex)
    return judge.Lark(grammar, parser="earley", lexer=lexer, postlex=postlex, propagate_positions=True)


@pytest.mark.parametrize("name", INDENTED)
def test_subtrees_of_indented_texts_are_those_of_larks_tree(name: str) -> None:
    """With an Indenter after the basic lexer."""
    text, kind, texts = INDENTED[name]
    grammar = lark(text, parser="earley", postlex=kind())

    assert check(grammar, judged_with_places(text, "basic", kind()), random.Random(name), texts, 4)[1]


def random_grammar(rng: random.Random) -> str:
    """Five rules that call each other, some inlined, empty, with priorities, aliases or one child to pass on."""

    def atom(depth: int) -> str:
        draw = rng.random()
        if draw < 0.35:
            return rng.choice(['"a"', '"b"', "A", "W", "AB", '"("'])
        if draw < 0.75 or depth == 2:
            return rng.choice(["x", "y", "z", "_in", "x", "y"])
        return f"[{body(depth + 1)}]" if draw < 0.85 else f"({body(depth + 1)}){rng.choice('*?+')}"

    def body(depth: int) -> str:
        return " ".join(atom(depth) for _ in range(rng.randint(1, 3)))

    lines = []
    for name in ("start", "x", "y", "z", "_in"):
        ways = [rng.choice([body(0), '"a"', "W", f'"(" {body(1)} ")"', "A B?"])]
        ways += [body(0) for _ in range(rng.randint(0, 2))]
        if name != "_in":
            ways = [way + rng.choice(["", "", "", " -> p", " -> q"]) for way in ways]
        if rng.random() < 0.15:
            ways.append("")
        mark = "?" if name != "_in" and rng.random() < 0.3 else ""
        priority = f".{rng.randint(-1, 3)}" if rng.random() < 0.15 else ""
        lines.append(f"{mark}{name}{priority}: {' | '.join(ways)}")
    lines += ['A: "a"', 'B: "b"', f"W{rng.choice(['', '.2'])}: /[ab]+/", 'AB: "ab"']
    return "\n".join([*lines, *(['%ignore " "'] if rng.random() < 0.5 else [])])


def differ_on_random_grammars(seeds: range) -> int:
    """How many subtrees of texts of random grammars are as lark has them."""
    compared = 0
    for seed in seeds:
        text = random_grammar(random.Random(seed))
        for lexer in LEXERS:
            try:
                grammar = lark(text, parser="earley", lexer=lexer)
                by_bytes(grammar)
                reference = judge.Lark(text, parser="earley", lexer=lexer, propagate_positions=True)
            except (ConstrainError, judge.exceptions.LarkError):
                continue
            compared += check(grammar, reference, random.Random(seed), [])[1]
    return compared


def test_subtrees_of_random_grammars_are_those_of_larks_tree() -> None:
    """Ambiguous ones among them, where lark chooses."""
    assert differ_on_random_grammars(range(40)) > 100


@pytest.mark.slow
def test_subtrees_of_many_random_grammars_are_those_of_larks_tree() -> None:
    """The same with many more."""
    assert differ_on_random_grammars(range(40, 700)) > 5000


def told(grammar: str, *parts: str, **options: Any) -> list[list[tuple[Any, Any]]]:
    reader = lark(grammar, parser="earley", **options).events()
    assert reader is not None
    return [[(event.path[0], event.value) for event in reader.feed(part.encode())] for part in parts]


@pytest.mark.parametrize("lexer", LEXERS)
def test_a_subtree_is_told_as_soon_as_it_is_certain(lexer: str) -> None:
    """A bracket closes a list at once, a number waits for what ends it, a product for what binds less."""
    wanted = [[], [("number", "1")], [("number", "23")], [("array", "[1, 23 ]")]]
    assert wanted == told(JSON, "[1", ",", " 23 ", "]", lexer=lexer)
    wanted = [[("null", "null"), ("pair", '"a":null')], [("object", '{"a":null}')]]
    assert wanted == told(JSON, '{"a":null', "}", lexer=lexer)
    wanted = [[("number", "1")], [("number", "2"), ("mul", "1*2")], [("number", "3"), ("add", "1*2+3")]]
    assert wanted == told(CALC, "1*", "2+", "3-", lexer=lexer)


@pytest.mark.parametrize("name", ["json", "calc"])
def test_a_clear_grammar_tells_as_early_as_with_lalr(name: str) -> None:
    """After every character the same subtrees, by the same lexer."""
    grammar = {"json": JSON, "calc": CALC}[name]
    text = {"json": '{"a": [1, {}, -2.5e3], "b": [[null ]] }', "calc": "-(1+b*2)*c - 4*(5)"}[name]
    one, two = lark(grammar, lexer="basic").events(), lark(grammar, parser="earley", lexer="basic").events()
    assert one is not None
    assert two is not None
    for letter in text.encode():
        assert one.feed(bytes((letter,))) == two.feed(bytes((letter,)))


def test_where_texts_are_ambiguous_larks_choice_is_told() -> None:
    """A part that is finished has one tree, and is told where every way to go on holds it."""
    grammar = 'start: (sum ";")*\nsum: sum "+" sum | NUMBER\nNUMBER: /[0-9]/'
    tree = judge.Lark(grammar, propagate_positions=True).parse("1+2+3;")
    parts = told(grammar, "1+2+3", ";")
    assert 5 == sum(map(len, parts))
    assert not {"1+2", "2+3"} & {text for _, text in parts[0]}
    assert trees_of(tree) - Counter({("start", 0, 6): 1}) == Counter(
        (name, "1+2+3;".index(text), "1+2+3;".index(text) + len(text)) for part in parts for name, text in part
    )


def test_rules_that_derive_themselves_tell_at_the_end() -> None:
    """Since lark's choice in a forest with cycles depends on what is around a part."""
    grammar = 'start: item+\nitem: item | "a"'
    reader = lark(grammar, parser="earley").events()
    assert reader is not None
    assert [] == reader.feed(b"aa")
    assert ["a", "a", "aa"] == [event.value for event in reader.finish()]


def test_a_terminal_that_looks_ahead_waits_for_the_end() -> None:
    """Since nothing says how far it looks."""
    grammar = lark('start: word+\nword: WORD | X\nWORD: /[a-z](?!x)/\nX: "x"', parser="earley")
    reader = grammar.events()
    assert reader is not None
    assert [] == reader.feed(b"ab")
    assert ["a", "b", "ab"] == [event.value for event in reader.finish()]


def test_the_partial_value_is_the_largest_trees_told() -> None:
    """In the end it is the tree."""
    reader = lark(JSON, parser="earley").events()
    assert reader is not None
    reader.feed(b'[[1,2],3,"')
    assert ["array", "number"] == [tree.data for tree in reader.partial]
    reader.feed(b'"]')
    reader.finish()
    assert judge.Lark(JSON).parse('[[1,2],3,""]') == reader.partial


def test_a_text_of_another_language_is_refused() -> None:
    """With its place."""
    for lexer in LEXERS:
        reader = lark(KEYWORDS, parser="earley", lexer=lexer).events()
        assert reader is not None
        with pytest.raises(ValueError, match="character"):
            reader.feed(b"a = b; } c")


def test_ambiguity_without_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both numbers are told, and what helps; a clear text is far from the limit."""
    monkeypatch.setattr(chart, "MAX_STEPS", 20_000)
    reader = lark('start: s\ns: s s | "a"', parser="earley").events()
    assert reader is not None
    with pytest.raises(LimitExceeded, match="limit 20000; make the grammar less ambiguous") as caught:
        reader.feed(b"a" * 200)
    assert caught.value.limit == 20_000 < (caught.value.needed or 0)
    assert read(lark(JSON, parser="earley"), "[" + "1," * 30 + "1]")
