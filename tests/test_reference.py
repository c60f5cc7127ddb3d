"""The oracles are themselves put to the proof: against `re`, against enumeration, and against their own definitions."""

from __future__ import annotations

import re
from collections import deque
from itertools import product
from random import Random

import pytest

from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Ordered, Repeat, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    ANY_BYTE,
    EPSILON,
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Empty,
    Epsilon,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
    alternation,
    complement,
    concat,
    intersection,
    literal,
    repeat,
)

from .reference.constraint import Oracle
from .reference.grammars import Definition, Recogniser
from .reference.patterns import Automaton, TooBig, matches
from .strategies import BOOLEAN, LOOSE, PLAIN, PatternShape, random_grammar, random_pattern

AB = (b"a", b"b")
EMPTY_TEXT = frozenset((b"",))


def texts(alphabet: bytes, longest: int) -> list[bytes]:
    """All texts up to a length."""
    return [bytes(letters) for length in range(longest + 1) for letters in product(alphabet, repeat=length)]


def as_re(pattern: Pattern) -> str | None:
    """The pattern in the syntax of `re`, which has no intersection and no complement."""
    match pattern:
        case Empty():
            return "(?!)"
        case Epsilon():
            return ""
        case Literal():
            return re.escape(pattern.data.decode("latin-1"))
        case Literals():
            return "(?:" + "|".join(re.escape(item.decode("latin-1")) for item in pattern.items) + ")"
        case ByteClass():
            members = "".join(f"\\x{byte:02x}" for byte in range(256) if pattern.mask >> byte & 1)
            return f"[{members}]"
        case Concatenation() | Alternation():
            parts = [as_re(part) for part in pattern.parts]
            if None in parts:
                return None
            joined = ("" if isinstance(pattern, Concatenation) else "|").join(part or "" for part in parts)
            return f"(?:{joined})"
        case Repetition():
            part = as_re(pattern.part)
            if part is None or "{" in part or pattern.minimum > 5:  # these may cost `re` exponential time
                return None
            bounds = "" if pattern.maximum is None else str(pattern.maximum)
            return f"(?:{part}){{{pattern.minimum},{bounds}}}"
        case Ahead():
            part = as_re(pattern.part)
            return None if part is None else f"(?{'!' if pattern.negative else '='}(?:{part})\\Z)"
        case Behind():
            return _behind_as_re(pattern)
    return None


def _behind_as_re(pattern: Behind) -> str | None:
    """Only `Behind(ANY r)` and `Behind(EPSILON)` have a counterpart, and only where `re` can tell r's length."""
    if isinstance(pattern.part, Epsilon):
        return "(?!\\A)" if pattern.negative else "\\A"
    parts = pattern.part.parts if isinstance(pattern.part, Concatenation) else (pattern.part,)
    if parts[0] is not ANY:
        return None
    part = as_re(concat(*parts[1:]))
    return None if part is None else f"(?<{'!' if pattern.negative else '='}{part})"


@pytest.mark.parametrize("shape", [PLAIN, LOOSE], ids=["plain", "assertions"])
def test_definition_agrees_with_re(shape: PatternShape) -> None:
    """Wherever a pattern can be written for `re`, both accept the same texts."""
    everything = texts(b"abc", 4)
    compared = 0
    for seed in range(3000):
        pattern = random_pattern(Random(seed), AB, seed % 10 + 1, shape)
        source = as_re(pattern)
        if source is None:
            continue
        try:
            compiled = re.compile(source, re.DOTALL)
        except re.error:  # a lookbehind of changing length
            continue
        compared += 1
        expected = [text for text in everything if compiled.fullmatch(text.decode("latin-1"))]
        assert expected == [text for text in everything if matches(pattern, text)], source

    assert compared > 700


@pytest.mark.parametrize("shape", [BOOLEAN, LOOSE], ids=["booleans", "assertions"])
def test_automaton_agrees_with_definition(shape: PatternShape) -> None:
    """The automaton accepts what the definition does; each viable prefix has a witness, each other one has none."""
    everything = texts(b"abx", 4)
    for seed in range(700):
        random = Random(seed)
        pattern = random_pattern(random, AB, seed % 12 + 1, shape)
        try:
            automaton = Automaton(pattern, 400)
        except TooBig:
            continue
        accepted = {text for text in everything if matches(pattern, text)}
        assert accepted == {text for text in everything if automaton.contains(text)}, pattern
        viable = {text for text in everything if automaton.viable(text)}
        assert {text[:i] for text in accepted for i in range(len(text) + 1)} <= viable, pattern
        for prefix in random.sample(sorted(viable), min(3, len(viable))):
            assert matches(pattern, prefix + witness(automaton, prefix)), (pattern, prefix)
        for prefix in random.sample(sorted(viable), min(3, len(viable))):
            expected = {byte for byte in range(256) if automaton.viable(prefix + bytes((byte,)))}
            assert expected == automaton.following(prefix)


def witness(automaton: Automaton, prefix: bytes) -> bytes:
    """The shortest text that completes `prefix`."""
    waiting = deque([(b"", automaton.run(prefix))])
    seen = {waiting[0][1]}
    while waiting:
        text, states = waiting.popleft()
        if not automaton.accepting.isdisjoint(states):
            return text
        for byte in automaton.samples:
            after = automaton.step(states, byte)
            if after not in seen:
                seen.add(after)
                waiting.append((text + bytes((byte,)), after))
    raise AssertionError("a viable prefix leads nowhere")


def language(grammar: Grammar, everything: list[bytes]) -> set[bytes]:
    """The texts of the grammar among all texts up to a length, as a least fixed point of sets of texts."""
    longest = max(map(len, everything))
    found: dict[str, frozenset[bytes]] = {name: frozenset() for name in grammar.productions}
    terminals: dict[int, frozenset[bytes]] = {}

    def join(left: frozenset[bytes], right: frozenset[bytes]) -> frozenset[bytes]:
        return frozenset(x + y for x in left for y in right if len(x) + len(y) <= longest)

    def meaning(node: Expression) -> frozenset[bytes]:
        match node:
            case Terminal():
                if id(node) not in terminals:
                    terminals[id(node)] = frozenset(text for text in everything if matches(node.pattern, text))
                return terminals[id(node)]
            case Nonterminal():
                return found[node.name]
            case Sequence():
                joined = EMPTY_TEXT
                for part in node.parts:
                    joined = join(joined, meaning(part))
                return joined
            case Choice():
                return frozenset(text for part in node.parts for text in meaning(part))
            case Repeat():
                once = meaning(node.part)
                again = once if node.between is None else join(meaning(node.between), once)
                found_, rounds, last = frozenset[bytes](), 0, EMPTY_TEXT
                while node.maximum is None or rounds <= node.maximum:  # `last` has the texts of so many rounds
                    more = found_ | last if rounds >= node.minimum else found_
                    if more == found_ and rounds > max(node.minimum, 6):
                        break
                    found_, last, rounds = more, join(last, again if rounds else once), rounds + 1
                return found_
            case Ordered():
                results: set[bytes] = set()
                for kept in product(*((True,) if asked else (False, True) for asked in node.required)):
                    parts = [part for part, keep in zip(node.parts, kept, strict=True) if keep]
                    for number, part in enumerate(parts):
                        joined = join(join(joined, meaning(node.between)), meaning(part)) if number else meaning(part)
                    if parts:
                        results |= joined
                return frozenset(results)
        raise TypeError(node)

    while True:
        more = {name: meaning(right) for name, right in grammar.productions.items()}
        if more == found:
            return set(found[grammar.start])
        found = more


def test_recogniser_agrees_with_enumeration() -> None:
    """It accepts the texts that the grammar derives, and the prefixes of these are viable."""
    everything = texts(b"ab", 5)
    for seed in range(600):
        grammar = random_grammar(Random(seed), AB)
        try:
            recogniser = Recogniser(grammar, 400)
        except TooBig:
            continue
        accepted = language(grammar, everything)
        assert accepted == {text for text in everything if recogniser.contains(text)}, seed
        prefixes = {text[:i] for text in accepted for i in range(len(text) + 1)}
        assert all(recogniser.viable(prefix) for prefix in prefixes), seed


def test_recogniser_agrees_with_the_definition_of_viability() -> None:
    """A prefix is viable if and only if the definition, as a fixed point over the productions, says so."""
    everything = texts(b"ab", 3)
    viable = 0
    for seed in range(300):
        grammar = random_grammar(Random(seed), AB)
        try:
            recogniser, definition = Recogniser(grammar, 150), Definition(grammar, 150)
        except TooBig:
            continue
        for text in everything:
            viable += recogniser.viable(text)
            assert definition.viable(text) == recogniser.viable(text), (seed, text)
            assert definition.contains(text) == recogniser.contains(text), (seed, text)
        for text in everything[:8]:
            expected = {byte for byte in b"abc" if recogniser.viable(text + bytes((byte,)))}
            assert expected == recogniser.following(text) & set(b"abc"), (seed, text)

    assert viable > 500


def one_terminal(pattern: Pattern) -> Grammar:
    """The grammar whose texts are those of the pattern."""
    return Grammar("s", {"s": Terminal(pattern, "T")})


def test_both_oracles_agree_on_patterns() -> None:
    """The automaton and Earley's recogniser over the written-out pattern see the same language."""
    everything = texts(b"abx", 4)
    for seed in range(400):
        pattern = random_pattern(Random(seed), AB, seed % 8 + 1, PLAIN)
        try:
            automaton: Oracle = Automaton(pattern, 400)
            recogniser: Oracle = Recogniser(one_terminal(pattern), 400)
        except TooBig:
            continue
        for text in everything:
            assert automaton.contains(text) == recogniser.contains(text), (seed, text)
            assert automaton.viable(text) == recogniser.viable(text), (seed, text)


@pytest.mark.parametrize(
    ("pattern", "text", "contained", "viable"),
    [
        (concat(Ahead(concat(literal(b"a"), ANY)), ANY_BYTE), b"a", True, True),
        (concat(Ahead(concat(literal(b"a"), ANY)), ANY_BYTE), b"b", False, False),
        (concat(ANY_BYTE, Behind(concat(ANY, literal(b"a")), True)), b"a", False, False),
        (concat(ANY, Ahead(concat(literal(b"b"), ANY), True), repeat(literal(b"b"))), b"b", True, True),
        (concat(literal(b"a"), Ahead(EPSILON), literal(b"b")), b"a", False, False),
        (concat(literal(b"a"), Ahead(EPSILON)), b"a", True, True),
        (intersection(repeat(literal(b"aa")), repeat(literal(b"aaa"))), b"aaaa", False, True),
        (intersection(repeat(literal(b"aa"), 1), literal(b"aaa")), b"", False, False),
        (complement(ANY), b"", False, False),
        (complement(alternation(literal(b"a"), EPSILON)), b"a", False, True),
        # A lookbehind that looks ahead: `(?<=a(?=b))`.
        (
            concat(ANY_BYTE, Behind(concat(ANY, literal(b"a"), Ahead(concat(literal(b"b"), ANY)))), ANY),
            b"ab",
            True,
            True,
        ),
        (
            concat(ANY_BYTE, Behind(concat(ANY, literal(b"a"), Ahead(concat(literal(b"b"), ANY)))), ANY),
            b"aa",
            False,
            False,
        ),
    ],
)
def test_known_cases(pattern: Pattern, text: bytes, contained: bool, viable: bool) -> None:
    """A few cases small enough to be decided by eye."""
    automaton = Automaton(pattern)

    assert contained == matches(pattern, text) == automaton.contains(text)
    assert viable == automaton.viable(text)


def test_every_operator_is_known() -> None:
    """Both tellings read each kind of node; a new kind must be added to both."""
    kinds = set(Pattern.__subclasses__())
    known = {
        *(Empty, Epsilon, Literal, Literals, ByteClass, Concatenation, Alternation),
        *(Intersection, Complement, Repetition, Ahead, Behind),
    }

    assert known == kinds
