"""Subtrees of Lark texts while they are written: those of lark's own tree, each when nothing can change it."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import lark as judge
import pytest

from constrain.constraint import Constraint
from constrain.events import Event
from constrain.grammars import lark
from constrain.grammars.bytewise import by_bytes
from tests.grammars.lark.test_indenter import GRAMMARS as INDENTED
from tests.grammars.lark.test_indenter import TREE, Tree
from tests.laws import generate

JSON = r"""
?start: value
?value: object | array | STRING | SIGNED_NUMBER -> number | "true" -> true | "null" -> null
array: "[" [value ("," value)*] "]"
object: "{" [pair ("," pair)*] "}"
pair: STRING ":" value
STRING: /"[^"\\]*(\\.[^"\\]*)*"/
%import common.SIGNED_NUMBER
%import common.WS
%ignore WS
"""
CALC = r"""
?start: sum
?sum: product | sum "+" product -> add | sum "-" product -> sub
?product: atom | product "*" atom -> mul
?atom: NUMBER -> number | "-" atom -> neg | NAME -> var | "(" sum ")"
%import common.CNAME -> NAME
%import common.NUMBER
%ignore " "
"""
KEYWORDS = r"""
start: statement*
statement: "if" name block | "iffy" ";" -> odd | name "=" name ";"
block: "{" statement* "}"
name: NAME
NAME: /[a-z]+/
%ignore /[ \n]+/
"""
EMPTY = 'start: head tail\nhead: "a"*\ntail: _rest?\n_rest: "b" inner\ninner:\n'
OVERLAP = 'start: item+\nitem: A | AB | ABC\nA: "a"\nAB: /ab?c?d/\nABC: "abc"\n'
GRAMMARS = {"json": JSON, "calc": CALC, "keywords": KEYWORDS, "empty": EMPTY, "overlap": OVERLAP}


def written(constraint: Constraint, rng: random.Random) -> bytes:
    """A random text, a short one if the walk ends nowhere."""
    text = generate(constraint, rng, 150, 0.3)
    if text is None:
        text = b"".join(bytes((token,)) for token in constraint.matcher().completion())
    return text


def subtrees(tree: Any, text: str) -> list[tuple[str, str]]:
    """Names and texts of lark's own tree, inner ones first."""
    found: list[tuple[str, str]] = []

    def walk(node: Any) -> None:
        if isinstance(node, judge.Tree):
            for child in node.children:
                walk(child)
            meta = node.meta
            if not str(node.data).startswith("_"):
                found.append((str(node.data), "" if meta.empty else text[meta.start_pos : meta.end_pos]))

    walk(tree)
    return found


@pytest.mark.parametrize("name", GRAMMARS)
@pytest.mark.parametrize("lexer", ["contextual", "basic"])
def test_subtrees_are_those_of_larks_tree(name: str, lexer: str) -> None:
    """All of them, in the order of their completion, however the bytes are cut; the last partial value is the tree."""
    rng = random.Random(name)
    grammar = lark(GRAMMARS[name], lexer=lexer)
    constraint = by_bytes(grammar)
    reference = judge.Lark(GRAMMARS[name], parser="lalr", lexer=lexer, propagate_positions=True)
    for _ in range(8):
        text = written(constraint, rng).decode()
        tree = reference.parse(text)
        reader = grammar.events()
        assert reader is not None
        events: list[Event] = []
        at, data = 0, text.encode()
        while at < len(data):
            size = rng.randrange(1, 5)
            events += reader.feed(data[at : at + size])
            at += size
        events += reader.finish()
        assert subtrees(tree, text) == [(event.path[0], event.value) for event in events]
        assert tree == reader.partial


def told(grammar: str, *parts: str, **options: Any) -> list[list[tuple[str | int, Any]]]:
    reader = lark(grammar, **options).events()
    assert reader is not None
    return [[(event.path[0], event.value) for event in reader.feed(part.encode())] for part in parts]


def test_a_subtree_is_told_when_nothing_can_change_it() -> None:
    """A bracket closes a list at once; a number waits for what ends it, a name that may be a keyword for its end."""
    assert [[], [("number", "1")], [("number", "23")], [("array", "[1, 23 ]")]] == told(JSON, "[1", ",", " 23 ", "]")[
        :4
    ]
    assert [[("null", "null"), ("pair", '"a":null')], [("object", '{"a":null}')]] == told(JSON, '{"a":null', "}")
    assert [[], [("name", "iff")]] == told(KEYWORDS, "iff", "=")
    assert [[("item", "a")], [("item", "a")]] == [told(OVERLAP, "aa")[0], told(OVERLAP, "aa", "a")[1]]
    assert [[], [("item", "abc")]] == [told(OVERLAP, "ab")[0], told(OVERLAP, "abca", "a")[0]]


def test_nothing_is_told_that_a_longer_text_takes_back() -> None:
    """What is told of a prefix is told of every text that goes on from it."""
    rng = random.Random(3)
    for name, text in GRAMMARS.items():
        grammar = lark(text)
        constraint = by_bytes(grammar)
        reference = judge.Lark(text, parser="lalr", propagate_positions=True)
        for _ in range(5):
            one = written(constraint, rng)
            for cut in range(0, len(one), 3):
                reader = grammar.events()
                assert reader is not None
                early = [(e.path[0], e.value) for e in reader.feed(one[:cut])]
                matcher = constraint.matcher()
                for byte in one[:cut]:
                    matcher.advance(byte)
                whole = (one[:cut] + b"".join(bytes((t,)) for t in matcher.completion())).decode()
                assert early == subtrees(reference.parse(whole), whole)[: len(early)], (name, whole)


def test_a_terminal_that_looks_ahead_waits_for_the_end() -> None:
    """Since nothing says how far it looks."""
    grammar = lark('start: word+\nword: WORD | X\nWORD: /[a-z](?!x)/\nX: "x"')
    reader = grammar.events()
    assert reader is not None
    assert [] == reader.feed(b"ab")
    assert ["a", "b", "ab"] == [event.value for event in reader.finish()]


def test_copies_and_pickles_have_events() -> None:
    """As the grammar has."""
    for made in (copy.copy(lark(CALC)), pickle.loads(pickle.dumps(lark(CALC)))):
        assert made.events() is not None
    indented = lark(TREE, postlex=Tree())
    for made in (copy.copy(indented), pickle.loads(pickle.dumps(indented))):
        assert ["tree"] == [event.path[0] for event in read(made, "a\n b\n")][:1]


def read(grammar: Any, text: str) -> list[Event]:
    reader = grammar.events()
    assert reader is not None
    events: list[Event] = reader.feed(text.encode()) + reader.finish()
    return events


@pytest.mark.parametrize("name", INDENTED)
@pytest.mark.parametrize("lexer", ["contextual", "basic"])
def test_subtrees_of_indented_texts_are_those_of_larks_tree(name: str, lexer: str) -> None:
    """With an Indenter: in the order of their completion, however the bytes are cut."""
    text, kind, texts = INDENTED[name]
    grammar = lark(text, lexer=lexer, postlex=kind())
    reference = judge.Lark(text, parser="lalr", lexer=lexer, postlex=kind(), propagate_positions=True)
    rng = random.Random(name)
    constraint = by_bytes(grammar)
    compared = 0
    for one in [*texts, *(written(constraint, rng).decode() for _ in range(4))]:
        try:
            tree = reference.parse(one)
        except judge.exceptions.LarkError:
            continue
        reader = grammar.events()
        assert reader is not None
        cut = rng.randrange(len(one) + 1)
        events = reader.feed(one[:cut].encode()) + reader.feed(one[cut:].encode()) + reader.finish()
        assert subtrees(tree, one) == [(event.path[0], event.value) for event in events]
        assert tree == reader.partial
        compared += 1
    assert compared


def test_a_block_is_told_when_a_line_is_indented_less() -> None:
    """And not before the text of that line begins, since more blanks could come."""
    reader = lark(TREE, postlex=Tree()).events()
    assert reader is not None
    parts = [b"a\n  b\n  c\n", b"    d\n", b"  e", b"\n"]
    assert [["b"], [], ["d", "c\n    d"], []] == [
        [event.value.rstrip() for event in reader.feed(part)] for part in parts
    ]
    assert ["e", "a\n  b\n  c\n    d\n  e"] == [event.value.rstrip() for event in reader.finish()]


def test_a_tree_without_tokens_has_the_place_that_lark_gives_it() -> None:
    """That of the rule which passes it on, so it is told when nothing more passes it on."""
    grammar = 'start: y "!"\n?y: "(" z ")"\nz:\n'
    for parser in ("lalr", "earley"):
        found = read(lark(grammar, parser=parser), "()!")
        assert [("z", "()"), ("start", "()!")] == [(event.path[0], event.value) for event in found]


def test_a_tree_that_is_passed_on_is_told_once() -> None:
    """Also where it stands alone in a rule that is inlined."""
    grammar = 'start: y "!"\n?y: "(" _in* ")"\n_in: z\nz: "a"'
    assert [("z", "a"), ("start", "(a)!")] == [(event.path[0], event.value) for event in read(lark(grammar), "(a)!")]
