"""The core's product of rules and lexer as a graph: the masks of productions that are written step by step in Python."""

from __future__ import annotations

import pickle
import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import constrain
from constrain import ConstrainError, Grammar, Vocabulary
from constrain.grammar import Choice, Terminal
from constrain.grammars import lark, library
from constrain.grammars._native import LarkRules, LarkStates
from constrain.grammars.lark import front
from constrain.grammars.lark.lexing.pike_vm import FREE
from constrain.grammars.lark.loading.load import load
from constrain.grammars.lark.parsing.flat_grammar import WrittenGrammar
from constrain.grammars.lark.parsing.lalr import Table, build
from constrain.patterns.pattern import literal
from tests.bench import code_grammars
from tests.grammars.lark import test_indenter, test_lark
from tests.grammars.lark.corpus import CORPUS
from tests.grammars.lark.test_lark import BYTES
from tests.grammars.lark.test_plain import same_masks
from tests.reference import lark_follow
from tests.reference.lark_product import Product
from tests.reference.lark_quotient import Quotient
from tests.reference.lark_writing import Writer

MODES = [
    ("lalr", "contextual"),
    ("lalr", "basic"),
    ("earley", "dynamic"),
    ("earley", "basic"),
    ("earley", "dynamic_complete"),
]


def both(text: str, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[tuple[Grammar | None, Grammar | None]]:
    """What the reference and the core make, if the grammar comes that far."""
    found: list[tuple[Grammar | None, Grammar | None]] = []
    finish = front._Builder._finish
    tables: list[Table] = []
    lexers_of: list[list[int]] = []

    def built(*args: Any) -> Table:
        tables.append(build(*args))
        return tables[-1]

    def divided(table: Any, lexer_of: list[int], always: list[int]) -> LarkStates:
        lexers_of.append(lexer_of)
        return LarkStates(table, lexer_of, always)

    def compared(self: Any, lexers: Any, native: Any, lexer: int) -> Any:
        states = accepts = None
        if native is not None:
            table = tables[-1]
            states = Quotient(self.loaded.rules, table, lexers_of[-1])
            accepts = [self.always.union(*(table.accepts[state] for state in members)) for members in states.members]
        product = Product(self.loaded.rules, self.walker, lexers, states, accepts, self.layout)
        first = product.lex_state(lexer, FREE._replace(before=self.walker.preceding.beginning))
        writer = Writer(product)
        request = product.tabulate(self.start, states.start if states is not None else 0, first)
        name = writer.text(self.start, request)
        slow = Grammar(name, writer.productions, source="lark") if name else None
        try:
            made = finish(self, lexers, native, lexer)
        except ConstrainError:
            found.append((slow, None))
            raise
        found.append((slow, WrittenGrammar(made)))
        return made

    with monkeypatch.context() as patch:
        patch.setattr(front._Builder, "_finish", compared)
        patch.setattr(front, "plain", lambda *_: None)  # which is compared in test_plain.py
        patch.setattr(front, "build", built)
        patch.setattr(front, "LarkStates", divided)
        patch.setattr(front, "_remembered", {})
        with suppress(ConstrainError):
            lark(text, **options)
    return found


def differing(cases: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[Any]]:
    """How many grammars were made, and those whose masks differ, also with the graph as productions."""
    written, differ = 0, []
    for text, options in cases:
        for slow, core in both(text, monkeypatch, **options):
            written += core is not None
            if slow is None or core is None:
                alike = slow is core
            else:
                alike = same_masks(slow, core) and same_masks(core, Grammar(core.start, core.productions))
            if not alike:
                differ.append((text, options))
    return written, differ


def of_seed(seed: int) -> list[tuple[str, dict[str, Any]]]:
    """Random grammars of both kinds, in all modes."""
    modes = [{"parser": parser, "lexer": lexer} for parser, lexer in MODES]
    plain = test_lark.random_grammar(random.Random(seed))
    indented = test_indenter.random_grammar(random.Random(seed))
    layouts = (test_indenter.Tree(), test_indenter.Brackets())
    return [
        *((plain, mode) for mode in modes),
        *(
            (indented, {**mode, "postlex": postlex})
            for mode in modes
            if not mode["lexer"].startswith("dynamic")
            for postlex in layouts
        ),
    ]


@pytest.mark.parametrize(("parser", "lexer"), MODES)
def test_the_corpus_has_the_masks_of_the_reference(parser: str, lexer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every mode of lark."""
    cases = [(text, {"parser": parser, "lexer": lexer}) for text, _ in CORPUS.values()]
    written, differ = differing(cases, monkeypatch)

    assert [] == differ
    assert written > len(cases) // 2


@pytest.mark.parametrize("name", ["csv", "graphql", "iso8601", "json", "regex", "url", "bench/graphql"])
def test_real_grammars_have_the_masks_of_the_reference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Grammars of the library and of the benchmark."""
    assert (1, []) == differing([real(name)], monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*library.names(), *(f"bench/{each}" for each in code_grammars.LANGUAGES)])
def test_all_real_grammars_have_the_masks_of_the_reference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The large ones among them."""
    assert (1, []) == differing([real(name)], monkeypatch)


def real(name: str) -> tuple[str, dict[str, Any]]:
    """A grammar's text and how it is to be read."""
    if name.startswith("bench/"):
        return code_grammars.grammar(name.removeprefix("bench/")), {}
    return library.read(name), library.entry(name).options()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 30))
def test_random_grammars_have_the_masks_of_the_reference(seed: int) -> None:
    """With conflicts, priorities, overlapping terminals, lookaheads and line ends."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert [] == differing(of_seed(seed), monkeypatch)[1]


@pytest.mark.slow
def test_many_random_grammars_have_the_masks_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same on a thousand seeds."""
    written, differ = differing([case for seed in range(1000) for case in of_seed(seed)], monkeypatch)

    assert [] == differ
    assert written > 3000


LOST_IN_ONE = 'start: "(" x "b" ")" | "[" x "b" "]" | "[" "a" "b" "c" "]"\nx: "a"\n'


def contexts(chance: random.Random) -> str:
    """A few symbols, each begun in several states, in some of which a text that competes with it is written out."""

    def part(names: str) -> str:
        return " ".join(
            name if name in "xyz" else f'"{name}"' for name in chance.choices(names, k=chance.randint(1, 3))
        )

    ways = [f'"{mark}" {part("xyzab")} "{mark}"' for mark in "12312312"]
    rules = [f"{name}: {part(names)} | {part(names)}\n" for name, names in (("x", "aab"), ("y", "xab"), ("z", "yzab"))]
    return f"start: {' | '.join(ways)}\n{''.join(rules)}"


def test_what_a_symbol_begins_is_told_apart_where_a_conflict_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that loses a conflict in one state and not in another; 300 random grammars of that kind, half of them without."""
    assert (1, []) == differing([(LOST_IN_ONE, {})], monkeypatch)

    written, differ = differing([(contexts(random.Random(seed)), {}) for seed in range(300)], monkeypatch)

    assert [] == differ
    assert written > 100


@pytest.mark.parametrize("name", list(CORPUS)[::5])
def test_followers_are_those_of_the_reference(name: str) -> None:
    """Which terminals may come right after which."""
    rules = load(CORPUS[name][0], "start", [], []).rules
    slow = lark_follow.followers(rules)
    names = sorted({s.name for rule in rules for s in rule.expansion} | {rule.origin.name for rule in rules})
    numbers = {each: number for number, each in enumerate(names)}
    sets, of = LarkRules(
        [each in slow for each in names],
        [numbers[rule.origin.name] for rule in rules],
        [[numbers[s.name] for s in rule.expansion] for rule in rules],
    ).followers()

    assert slow == {each: frozenset(names[member] for member in sets[of[numbers[each]]]) for each in slow}


def test_productions_are_trees_once_they_are_looked_at() -> None:
    """What is then changed in them counts, in that grammar alone; copies have the same."""
    text = "start: (A _N | A _N _INDENT start _DEDENT)+\nA: /a+/\n_N: /(\\r?\\n[\\t ]*)+/\n%declare _INDENT _DEDENT"
    first, second = (lark(text, postlex=test_indenter.Tree()) for _ in range(2))
    made = first.flatten()

    assert set(first.productions) == set(second.productions)
    for copied in (
        pickle.loads(pickle.dumps(first)),
        pickle.loads(pickle.dumps(lark(text, postlex=test_indenter.Tree()))),
    ):
        assert same_masks(copied, first)
    first.productions["text"] = Choice(())
    with pytest.raises(ConstrainError):
        constrain.compile(first, BYTES)
    assert made.codes == lark(text, postlex=test_indenter.Tree()).flatten().codes


def test_what_stands_behind_a_terminal_is_compiled_beside_the_graph() -> None:
    """One more production, which names the terminal and the old start: for decoders that strip a leading space."""
    space = Terminal(literal(b" "), "space")
    written, seen = lark(library.read("graphql")).after(space, "first"), lark(library.read("graphql"))
    assert len(seen.productions) > 128
    trees = seen.after(space, "first")

    assert "productions" not in written.__dict__
    assert written.start == trees.start == "first"
    assert same_masks(written, trees)


def test_a_vocabulary_without_all_letters_leaves_no_dead_end() -> None:
    """Terminals that it cannot spell go, with what they lead to."""
    few = Vocabulary.from_bytes([b"a", b"(", b")", b" ", None], end_ids=[4])
    constraint = constrain.compile(lark('start: value\nvalue: "(" value ")" | "b" value | "a"\n%ignore " "'), few)
    mask = constrain.allocate_bitmask(1, few)
    matcher = constraint.matcher()
    for token, expected in ((1, [0, 1, 3]), (0, [2, 3]), (2, [3, 4])):
        matcher.advance(token)
        matcher.fill_bitmask(mask[0])
        assert expected == constrain.allowed_tokens(mask[0])
