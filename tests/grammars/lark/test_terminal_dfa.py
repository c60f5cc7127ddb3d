"""The core's automata of the texts of a terminal, against those made state by state."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constrain import ConstrainError, LimitExceeded, UnsupportedError
from constrain.grammars.lark.lexing.compiler import add_terminal
from constrain.grammars.lark.lexing.lexer import MAX_STATES, Walker
from constrain.grammars.lark.lexing.overlaps import Overlaps
from constrain.grammars.lark.lexing.pike_vm import Machine
from constrain.grammars.lark.lexing.program import CHAR, Program
from constrain.grammars.lark.lexing.terminal_dfa import Lexemes
from tests.reference import lexemes as reference
from tests.reference.lark_overlaps import Overlaps as OverlapsByNode

PIECES = [
    "a",
    "b",
    "ab",
    "a+",
    "b*a",
    "a?b",
    "[ab]",
    "(?:a|ab)",
    "a+?",
    "ba",
    "c",
    "(?:b|c)+",
    "c?",
    "[^a]",
    "é",
    "(?:ab?){2,3}",
]
LOOKING = [
    "a(?!b)",
    "b(?=c)",
    "(?!ab|ac)[a-c]+",
    "a$",
    "a\\b",
    "b(?<=ab)",
    "a(?<!c)b",
    "(?:a(?!c)|b(?=[ab]))*c",
    "a(?=b|$)b?",
    "c\\B",
]


def walker_of(terminals: dict[str, str]) -> Walker:
    """A walker over nothing but these terminals, any of which may follow any."""
    program = Program()
    compiled = {name: add_terminal(program, name, source, 0) for name, source in terminals.items()}
    machine = Machine(program, {name: width for name, (_, width) in compiled.items()})
    return Walker(machine, {name: start for name, (start, _) in compiled.items()}, {})


def random_terminals(chance: random.Random) -> dict[str, str]:
    """Two to four terminals that overlap, some of which look about."""
    pieces = PIECES if chance.random() < 0.4 else PIECES + 2 * LOOKING
    found = {}
    for name in ["A", "B", "C", "D"][: chance.randint(2, 4)]:
        ways = [
            "".join(chance.choice(pieces) for _ in range(chance.randint(1, 3))) for _ in range(chance.randint(1, 2))
        ]
        found[name] = "|".join(ways)
    return found


def both(terminals: dict[str, str], complete: bool) -> list[tuple[object, object]]:
    """What the core and the reference make of each terminal beside those before it, or the errors they end in."""
    try:
        walker = walker_of(terminals)
    except ConstrainError:
        return []
    out = []
    names = list(terminals)
    for at, name in enumerate(names):
        pair: list[object] = []
        for made in (native, plain):
            try:
                pair.append(made(walker, name, names[:at], complete))
            except UnsupportedError as error:
                pair.append(error.feature)
        out.append((pair[0], pair[1]))
    return out


def native(walker: Walker, name: str, competitors: list[str], complete: bool) -> object:
    lexemes = Lexemes(walker.machine, walker.classes)
    ended = partial(walker._ended, name, complete)
    found, states, whole = lexemes.automaton(walker.starts, name, competitors, ended, MAX_STATES)
    return found.edges, found.outcomes, states, whole


def plain(walker: Walker, name: str, competitors: list[str], complete: bool) -> object:
    found, states, whole = reference.automaton(walker, name, competitors, complete)
    return found.edges, found.outcomes, states, whole


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.booleans())
def test_automata_are_those_of_the_threads(chance: random.Random, complete: bool) -> None:
    """Edges, the obligation where a token ends, how many states it took, and the refusal of what looks too far back."""
    for core, slow in both(random_terminals(chance), complete):
        assert slow == core


@pytest.mark.slow
def test_many_automata_are_those_of_the_threads() -> None:
    """The same on thousands of sets of terminals."""
    assert [] == [
        seed
        for seed in range(5000)
        for core, slow in both(random_terminals(random.Random(seed)), seed % 3 == 0)
        if core != slow
    ]


@pytest.mark.parametrize("source", ["(?:[ab]{3}c){60}|d", "(?:[ab]{3}c){60}d?"])
def test_a_large_terminal_is_known_to_end_where_it_matches(source: str) -> None:
    """With hundreds of states it is kept as an expression if no match of it hides a longer one."""
    pairs = both({"A": source}, False)

    assert [slow for _, slow in pairs] == [core for core, _ in pairs]
    assert isinstance(pairs[0][0], tuple)
    assert pairs[0][0][3] == (not source.endswith("?"))


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_terminals_meet_as_in_the_reference(chance: random.Random) -> None:
    """Which terminal can be taken for which other, whatever comes after or only some; and where both match."""
    try:
        walker = walker_of(random_terminals(chance))
    except ConstrainError:
        return
    names = list(walker.starts)
    core, slow = Overlaps(walker.machine, walker.starts), OverlapsByNode(walker.machine, dict(walker.starts))
    for first in names:
        for second in names:
            for beyond in (None, frozenset(names[:1]), frozenset(names[1:])):
                pair = walker.starts[first], walker.starts[second]
                assert slow.overlap(*pair, False, beyond) == core.overlap(first, second, beyond)
            assert slow.overlap(*pair, True, None) == core.coincide(first, second)
    nodes = [number for number, node in enumerate(walker.machine.nodes) if node[0] == CHAR]
    for node in nodes[::3]:
        assert any(slow.may_match(node, name) for name in names[1:]) == core.may_match(node, frozenset(names[1:]))


def test_comparing_terminals_is_bounded() -> None:
    """Terminals with thousands of places reached without a character, again and again: an error, not minutes."""
    walker = walker_of({"A": "(?:a?){9000}b", "B": "(?:c?){9000}d"})
    overlaps = Overlaps(walker.machine, walker.starts)

    assert not overlaps.coincide("A", "B")
    with pytest.raises(LimitExceeded, match="steps to find"):
        overlaps.coincide("A", "B")


def test_automata_are_bounded() -> None:
    """Too many states, and too many threads in them, end in an error with the limit."""
    with pytest.raises(LimitExceeded, match=f"more than {MAX_STATES} states") as caught:
        walker_of({"A": "[ab]*a[ab]{20}"})._of_terminal(("A", (), False, ()))
    assert caught.value.limit == MAX_STATES

    with pytest.raises(LimitExceeded, match="steps of matching"):
        walker_of({"A": "(?:a?){300}(?:[ab]{1,300}c){20}"})._of_terminal(("A", (), False, ()))
