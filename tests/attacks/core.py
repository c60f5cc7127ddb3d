"""Grammars, patterns and vocabularies meant to hurt the core: what no front end writes, or none lets pass.

`EASY` has those that must succeed; the others may be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

from constrain import Vocabulary
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Repeat, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    EPSILON,
    Ahead,
    Alternation,
    Behind,
    Complement,
    Concatenation,
    Intersection,
    Literals,
    Pattern,
    alternation,
    byte_class,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    literals,
    optional,
    repeat,
)

Made = Grammar | Pattern | tuple[Pattern | Grammar, Vocabulary]  # of a pattern, the grammar has one terminal
Attack = Callable[[], Grammar | tuple[Grammar, Vocabulary]]  # without a vocabulary, the usual one is meant
CASES: dict[str, Attack] = {}
EASY: dict[str, Attack] = {}

A, B = literal(b"a"), literal(b"b")
AB = alternation(A, B)
DEEP = 100_000
NOTHING = Sequence(())


Maker = TypeVar("Maker", bound=Callable[[], Made])


def case(make: Maker) -> Maker:
    """Registers a function by its name."""
    CASES[make.__name__] = partial(_attack, make)
    return make


def easy_case(make: Maker) -> Maker:
    """One that must succeed."""
    EASY[make.__name__] = partial(_attack, make)
    return make


def cases(*, easy: bool = False, **make: Callable[[], Made]) -> None:
    """Registers several."""
    (EASY if easy else CASES).update({name: partial(_attack, each) for name, each in make.items()})


def _attack(make: Callable[[], Made]) -> tuple[Grammar, Vocabulary]:
    made = make()
    grammar, vocabulary = made if isinstance(made, tuple) else (made, with_long_tokens())
    return _grammar(grammar), vocabulary


def _grammar(made: Grammar | Pattern) -> Grammar:
    return made if isinstance(made, Grammar) else Grammar("text", {"text": Terminal(made, "text")})


def with_long_tokens() -> Vocabulary:
    """All bytes, runs of letters, and a token of a thousand bytes."""
    random = Random(1)
    tokens = [bytes(random.choice(b"ab") for _ in range(random.randint(2, 12))) for _ in range(500)]
    tokens += [b"a" * n for n in (2, 3, 5, 8, 13, 21, 34, 55, 1000)]
    return all_bytes_and([*tokens, b"(" * 20, b"ab" * 40])


def terminal(pattern: Pattern, name: str = "t") -> Terminal:
    return Terminal(pattern, name)


TA, TB = terminal(A, "a"), terminal(B, "b")


# --- Patterns --------------------------------------------------------------------------------------------------------


@case
def nested_complements() -> Pattern:
    pattern: Pattern = A
    for _ in range(300):
        pattern = complement(concat(pattern, B))
    return pattern


def nest(wrap: Callable[[Pattern], Pattern]) -> Pattern:
    pattern: Pattern = A
    for _ in range(DEEP):
        pattern = wrap(pattern)
    return pattern


@easy_case
def all_classes() -> Pattern:
    random = Random(3)
    return repeat(alternation(*(byte_class(random.getrandbits(256)) for _ in range(5000))))


cases(
    easy=True,
    thousand_ambiguous_loops=lambda: concat(*(concat(repeat(Alternation((A, A))), B) for _ in range(1000))),
    million_exactly=lambda: repeat(A, 10**6, 10**6),
    million_at_most=lambda: concat(literal(b"x"), repeat(AB, 0, 10**6)),
    counts_within_counts=lambda: repeat(repeat(A, 0, 1000), 0, 1000),
    literal_of_half_a_megabyte=lambda: literal(b"ab" * 250_000),
    hundred_thousand_literals=lambda: literals(b"key %d" % number for number in range(100_000)),
    hundred_thousand_alternatives=lambda: Alternation([literal(b"key %d" % number) for number in range(100_000)]),
)
cases(
    exact_counts_within_counts=lambda: repeat(repeat(repeat(A, 2, 1000), 3, 1000), 5, 1000),
    ambiguous_counts=lambda: repeat(concat(repeat(A, 1, 1000), repeat(AB, 1, 1000)), 1, 1000),
    counts_past_32_bits=lambda: concat(repeat(A, 0, 2**33), repeat(B, 2**40, 2**62)),
    counts_past_64_bits=lambda: concat(repeat(A, 0, 2**64), repeat(B, 2**100, None)),
    count_at_the_edge_of_64_bits=lambda: alternation(repeat(A, 0, 2**64 - 1), repeat(B, 2**64 - 1, 2**64 - 1)),
    thousand_letters_from_the_end=lambda: concat(repeat(AB), A, repeat(AB, 1000, 1000)),
    not_thousand_letters_from_the_end=lambda: concat(A, complement(concat(repeat(AB), A, repeat(AB, 1000, 1000)))),
    intersections_that_explode=lambda: intersection(*(concat(repeat(AB), A, repeat(AB, n, n)) for n in range(3, 40))),
    intersection_of_coprime_loops=lambda: concat(
        intersection(*(repeat(literal(b"a" * p)) for p in (7, 11, 13, 17, 19, 23, 29, 31, 37))), B
    ),
    empty_intersection_hard_to_see=lambda: alternation(
        A,
        intersection(*(concat(repeat(literal(b"a" * p)), B) for p in (31, 37, 41, 43, 47)), complement(concat(ANY, B))),
    ),
    complement_of_counts=lambda: complement(
        alternation(*(concat(ANY, literal(bytes((97 + n % 26,))), repeat(byte_range(0, 255), n, n)) for n in range(60)))
    ),
    literal_of_ten_megabytes=lambda: literal(b"ab" * 5_000_000),
    long_literals_with_common_ends=lambda: Literals([b"a" * n + b"b" * (2000 - n) for n in range(2000)]),
    hundred_thousand_parts=lambda: Concatenation([optional(AB) for _ in range(DEEP)]),
    thousand_optional_then_thousand=lambda: concat(*(optional(A) for _ in range(1000)), *(A for _ in range(1000))),
    alternation_of_overlapping_counts=lambda: repeat(Alternation([repeat(A, n, 2 * n) for n in range(1, 1000)]), 1),
    deep_concatenation_to_the_right=lambda: nest(lambda inner: Concatenation((A, inner))),
    deep_concatenation_to_the_left=lambda: nest(lambda inner: Concatenation((inner, A))),
    deep_alternation=lambda: nest(lambda inner: Alternation((literal(b"ab"), inner))),
    deep_concatenation_and_alternation=lambda: nest(lambda inner: Alternation((A, Concatenation((B, inner))))),
    deep_optional=lambda: nest(lambda inner: repeat(Concatenation((A, inner)), 0, 1)),
    deep_loops=lambda: nest(lambda inner: repeat(Concatenation((B, inner)))),
    deep_loops_of_loops=lambda: nest(repeat),
    deep_counts=lambda: nest(lambda inner: repeat(inner, 2, 3)),
    deep_intersection=lambda: nest(lambda inner: Intersection((repeat(AB), inner))),
    deep_complement=lambda: nest(Complement),
    deep_complement_and_concatenation=lambda: nest(lambda inner: Complement(Concatenation((inner, A)))),
    deep_lookahead=lambda: nest(lambda inner: Concatenation((Ahead(Concatenation((inner, ANY))), A))),
    deep_negative_lookahead=lambda: nest(lambda inner: Ahead(Concatenation((inner, ANY)), True)),
    deep_lookbehind=lambda: nest(lambda inner: Concatenation((AB, Behind(Concatenation((ANY, inner)))))),
    many_lookaheads=lambda: concat(
        *(Ahead(concat(ANY, literal(bytes((97 + n,))), ANY)) for n in range(26)), repeat(byte_range(97, 122))
    ),
    lookahead_in_a_loop=lambda: repeat(concat(Ahead(concat(repeat(AB), A, repeat(AB, 30, 30), ANY), True), AB)),
    many_lookbehinds=lambda: repeat(
        alternation(
            *(
                concat(
                    byte_range(97, 122),
                    Behind(concat(ANY, literal(bytes((97 + n % 26,))), repeat(byte_range(97, 122), n, n))),
                )
                for n in range(60)
            )
        )
    ),
    nothing_at_all=lambda: intersection(A, B),
    nothing_behind_a_million=lambda: concat(repeat(A, 10**6, 10**6), intersection(A, B)),
)


# --- Grammars --------------------------------------------------------------------------------------------------------


def deep(wrap: Callable[[Expression], Expression]) -> Grammar:
    expression: Expression = TA
    for _ in range(DEEP):
        expression = wrap(expression)
    return Grammar("s", {"s": expression})


@easy_case
def chain_of_unit_productions() -> Grammar:
    rules: dict[str, Expression] = {f"n{i}": Nonterminal(f"n{i + 1}") for i in range(DEEP)}
    return Grammar("n0", {**rules, f"n{DEEP}": TA})


@case
def chain_with_left_recursion() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Choice((Sequence((Nonterminal(f"n{i}"), TA)), Nonterminal(f"n{i + 1}"))) for i in range(2000)
    }
    return Grammar("n0", {**rules, "n2000": TA})


@case
def chain_with_bodies() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Choice((Sequence((TA, Nonterminal(f"n{i + 1}"), TB)), TA)) for i in range(DEEP)
    }
    return Grammar("n0", {**rules, f"n{DEEP}": TA})


@case
def cycle_of_unit_productions() -> Grammar:
    rules = {f"n{i}": Choice((Nonterminal(f"n{(i + 1) % 3000}"), TA)) for i in range(3000)}
    return Grammar("n0", rules)


@case
def everything_calls_everything() -> Grammar:
    names = [f"n{i}" for i in range(200)]
    rules = {name: Choice((*(Nonterminal(other) for other in names), TA)) for name in names}
    return Grammar("n0", rules)


@case
def everything_left_recursive() -> Grammar:
    names = [f"n{i}" for i in range(100)]
    rules = {name: Choice((*(Sequence((Nonterminal(other), TA)) for other in names), TB)) for name in names}
    return Grammar("n0", rules)


@easy_case
def hundred_thousand_productions() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Sequence((terminal(literal(b"%d," % i)), Nonterminal(f"n{(7 * i + 1) % DEEP}")))
        for i in range(1, DEEP)
    }
    rules["n0"] = Choice((TA, *(Nonterminal(f"n{i}") for i in range(1, 1000))))
    return Grammar("n0", rules)


@easy_case
def wide_choice_of_productions() -> Grammar:
    rules: dict[str, Expression] = {f"n{i}": terminal(literal(b"%d" % i)) for i in range(DEEP)}
    return Grammar("s", {"s": Choice([Nonterminal(name) for name in rules]), **rules})


@case
def wide_choice_of_patterns() -> Grammar:
    letters = repeat(byte_range(97, 122), 1)
    return Grammar("s", {"s": Choice([terminal(concat(letters, literal(b"%d" % i)), f"t{i}") for i in range(5000)])})


@case
def ambiguous_and_nullable() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((s, s)), NOTHING, TA, Sequence((s, TA, s))))})


@case
def cubic() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((s, s, s)), Sequence((s, s)), TA))})


@case
def ambiguous_terminals() -> Grammar:
    same: list[Expression] = [terminal(repeat(A, 1), f"t{i}") for i in range(20)]
    return Grammar("s", {"s": Repeat(Choice(same))})


@case
def palindromes() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((TA, s, TA)), Sequence((TB, s, TB)), NOTHING))})


@case
def rounds_with_recursion() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((TA, Repeat(Sequence((s, Repeat(s, 0, 1000))), 0, 1000)))})


@easy_case
def doubling() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Sequence((Nonterminal(f"n{i + 1}"), Nonterminal(f"n{i + 1}"))) for i in range(62)
    }
    return Grammar("n0", {**rules, "n62": TA})


@case
def doubling_of_nothing() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Sequence((Nonterminal(f"n{i + 1}"), Nonterminal(f"n{i + 1}"))) for i in range(500)
    }
    return Grammar("n0", {**rules, "n500": Choice((NOTHING, TA))})


@case
def doubling_in_expressions() -> Grammar:
    node: Expression = Choice((TA, TB))
    for _ in range(40):
        node = Sequence((node, node))  # a tree of 2**40 nodes that shares its halves
    return Grammar("s", {"s": node})


@case
def doubling_in_patterns() -> Pattern:
    node: Pattern = AB
    for _ in range(40):
        node = Concatenation((node, node))
    return node


@case
def rules_that_only_name_the_next() -> Grammar:
    """From each of the rules one gets to all after it without reading, and by a letter to any of them."""
    letter, random, count = Terminal(A, "a"), Random(0), 30_000
    rules: dict[str, Expression] = {
        f"r #{i}": Choice(
            [Nonterminal(f"r #{i + 1}"), Sequence([letter, Nonterminal(f"r #{random.randrange(count)}")])]
        )
        for i in range(count)
    }
    return Grammar("r #0", {**rules, f"r #{count}": letter})


@easy_case
def variants_without_an_equal() -> Grammar:
    """A large automaton of states of which no two are alike."""
    random, count = Random(0), 30_000

    def rule() -> Expression:
        ways: list[Expression] = [
            Sequence([Terminal(letter, "x"), Nonterminal(f"r #{random.randrange(count)}")]) for letter in (A, B)
        ]
        return Choice([*ways, NOTHING] if random.random() < 0.01 else ways)

    return Grammar("r #0", {f"r #{i}": rule() for i in range(count)})


@easy_case
def brackets() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((terminal(literal(b"(")), s, terminal(literal(b")")))), TA))})


cases(
    deep_sequence=lambda: deep(lambda inner: Sequence((TB, inner))),
    deep_sequence_to_the_left=lambda: deep(lambda inner: Sequence((inner, TB))),
    deep_choice=lambda: deep(lambda inner: Choice((TB, inner))),
    deep_repeat=lambda: deep(Repeat),
    deep_counted_repeat=lambda: deep(lambda inner: Repeat(inner, 2, 3)),
    deep_optional_sequence=lambda: deep(lambda inner: Repeat(Sequence((TA, inner)), 0, 1)),
    cycle_without_a_way_out=lambda: Grammar("n0", {f"n{i}": Nonterminal(f"n{(i + 1) % DEEP}") for i in range(DEEP)}),
    long_sequence_of_optional_parts=lambda: Grammar("s", {"s": Sequence([Repeat(TA, 0, 1), Repeat(TB, 0, 1)] * 5000)}),
    rounds_within_rounds=lambda: Grammar("s", {"s": Repeat(Repeat(TA, 2, DEEP), 3, DEEP)}),
    rounds_of_nothing=lambda: Grammar("s", {"s": Repeat(Choice((NOTHING, TA, Repeat(TB, 0, 5))), 10**6, 10**9)}),
    rounds_past_64_bits=lambda: Grammar("s", {"s": Sequence((Repeat(TA, 0, 2**64), Repeat(TB, 2**70, 2**80)))}),
    empty_names_and_texts=lambda: Grammar(
        "", {"": Choice((terminal(EPSILON, ""), Sequence((Nonterminal(""), Nonterminal("")))))}
    ),
    choice_of_nothing=lambda: Grammar("s", {"s": Choice(())}),
)
cases(
    easy=True,
    long_sequence=lambda: Grammar("s", {"s": Sequence([TA, TB] * DEEP)}),
    million_rounds=lambda: Grammar("s", {"s": Sequence((Repeat(TA, 10**6, 10**6), TB))}),
)


# --- Vocabularies ----------------------------------------------------------------------------------------------------


def all_bytes_and(more: list[bytes]) -> Vocabulary:
    tokens = [bytes((byte,)) for byte in range(256)] + more
    return Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


def of_64_kilobytes() -> Vocabulary:
    return all_bytes_and([bytes((c,)) * 65_535 for c in b"abcd"] + [b"ab" * 32_767, b"a" * 65_534 + b"b"])


cases(
    easy=True,
    tokens_of_64_kilobytes=lambda: (concat(repeat(AB, 0, 100_000), literal(b".")), of_64_kilobytes()),
    no_tokens_but_empty_text=lambda: (repeat(A), Vocabulary.from_bytes([None, None], end_ids=[0], size=1000)),
    hundred_thousand_spellings_of_one_text=lambda: (repeat(AB, 0, 100), all_bytes_and([b"ab"] * 100_000)),
    hundred_thousand_ends=lambda: (
        A,
        Vocabulary.from_bytes([bytes((n,)) for n in range(256)] + [None] * 100_000, end_ids=range(256, 100_256)),
    ),
    half_a_million_tokens=lambda: (
        concat(repeat(byte_range(0, 254)), literal(b"\xff")),
        all_bytes_and([random.randbytes(random.randint(1, 9)) for random in [Random(5)] for _ in range(500_000)]),
    ),
)
cases(
    tokens_of_64_kilobytes_in_an_ambiguous_grammar=lambda: (cubic(), of_64_kilobytes()),
    tokens_of_64_kilobytes_of_brackets=lambda: (brackets(), all_bytes_and([b"(" * 65_535, b")" * 65_535])),
    token_of_a_megabyte=lambda: (repeat(AB), Vocabulary.from_bytes([b"a", b"b", b"ab" * (1 << 19), None], end_ids=[3])),
    no_tokens=lambda: (A, Vocabulary.from_bytes([None], end_ids=[0])),
    empty_vocabulary=lambda: (A, Vocabulary.from_bytes([], end_ids=[])),
    staircase_of_prefixes=lambda: (concat(repeat(A), B), all_bytes_and([b"a" * n for n in range(2, 5000)])),
    wide_logits=lambda: (A, Vocabulary.from_bytes([b"a", None], end_ids=[1], size=10_000_000)),
)
