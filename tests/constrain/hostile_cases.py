"""Input meant to hurt, one case a process: what it does to the process is the test.

    python tests/constrain/hostile_cases.py NAME

compiles the case's grammar, walks through some of a text, and prints `ok` or the error as `Class: message`. The process
gives itself four gigabytes and some seconds; a crash, a hang or any error that is not a `ConstrainError` is a failure,
judged by `test_hostile.py`. `EASY` names the cases that must succeed; the others may be refused.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from random import Random

import constrain
from constrain import ConstrainError, Vocabulary
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

MEMORY = 4 << 30
SECONDS = 30
PATIENCE = 3

Case = Callable[[], "tuple[Grammar | Pattern, Vocabulary]"]
CASES: dict[str, Case] = {}
EASY: set[str] = set()

A, B = literal(b"a"), literal(b"b")
AB = alternation(A, B)
DEEP = 100_000
NOTHING = Sequence(())


def case(*, easy: bool = False) -> Callable[[Callable[[], Grammar | Pattern]], Callable[[], Grammar | Pattern]]:
    """Registers a function that makes a grammar, or the pattern of its only terminal, for the usual vocabulary."""

    def register(make: Callable[[], Grammar | Pattern]) -> Callable[[], Grammar | Pattern]:
        CASES[make.__name__] = lambda: (make(), usual_vocabulary())
        if easy:
            EASY.add(make.__name__)
        return make

    return register


def vocabulary_case(*, easy: bool = False) -> Callable[[Case], Case]:
    """Registers a function that makes both."""

    def register(make: Case) -> Case:
        CASES[make.__name__] = make
        if easy:
            EASY.add(make.__name__)
        return make

    return register


def usual_vocabulary() -> Vocabulary:
    """All bytes, runs of letters, and a token of a thousand bytes."""
    random = Random(1)
    tokens: list[bytes | None] = [bytes((byte,)) for byte in range(256)]
    tokens += [bytes(random.choice(b"ab") for _ in range(random.randint(2, 12))) for _ in range(500)]
    tokens += [b"a" * n for n in (2, 3, 5, 8, 13, 21, 34, 55, 1000)] + [b"(" * 20, b"ab" * 40, None]
    return Vocabulary.from_bytes(tokens, end_ids=[len(tokens) - 1])


def terminal(pattern: Pattern, name: str = "t") -> Terminal:
    return Terminal(pattern, name)


TA, TB = terminal(A, "a"), terminal(B, "b")


# --- Patterns --------------------------------------------------------------------------------------------------------


@case(easy=True)
def thousand_ambiguous_loops() -> Pattern:
    return concat(*(concat(repeat(Alternation((A, A))), B) for _ in range(1000)))


@case(easy=True)
def million_exactly() -> Pattern:
    return repeat(A, 10**6, 10**6)


@case(easy=True)
def million_at_most() -> Pattern:
    return concat(literal(b"x"), repeat(AB, 0, 10**6))


@case(easy=True)
def counts_within_counts() -> Pattern:
    return repeat(repeat(A, 0, 1000), 0, 1000)


@case()
def exact_counts_within_counts() -> Pattern:
    return repeat(repeat(repeat(A, 2, 1000), 3, 1000), 5, 1000)


@case()
def ambiguous_counts() -> Pattern:
    return repeat(concat(repeat(A, 1, 1000), repeat(AB, 1, 1000)), 1, 1000)


@case()
def counts_past_32_bits() -> Pattern:
    return concat(repeat(A, 0, 2**33), repeat(B, 2**40, 2**62))


@case()
def counts_past_64_bits() -> Pattern:
    return concat(repeat(A, 0, 2**64), repeat(B, 2**100, None))


@case()
def count_at_the_edge_of_64_bits() -> Pattern:
    return alternation(repeat(A, 0, 2**64 - 1), repeat(B, 2**64 - 1, 2**64 - 1))


@case()
def thousand_letters_from_the_end() -> Pattern:
    return concat(repeat(AB), A, repeat(AB, 1000, 1000))


@case()
def not_thousand_letters_from_the_end() -> Pattern:
    return concat(A, complement(concat(repeat(AB), A, repeat(AB, 1000, 1000))))


@case()
def intersections_that_explode() -> Pattern:
    return intersection(*(concat(repeat(AB), A, repeat(AB, n, n)) for n in range(3, 40)))


@case()
def intersection_of_coprime_loops() -> Pattern:
    return concat(intersection(*(repeat(literal(b"a" * p)) for p in (7, 11, 13, 17, 19, 23, 29, 31, 37))), B)


@case()
def empty_intersection_hard_to_see() -> Pattern:
    return alternation(
        A,
        intersection(*(concat(repeat(literal(b"a" * p)), B) for p in (31, 37, 41, 43, 47)), complement(concat(ANY, B))),
    )


@case()
def complement_of_counts() -> Pattern:
    return complement(
        alternation(*(concat(ANY, literal(bytes((97 + n % 26,))), repeat(byte_range(0, 255), n, n)) for n in range(60)))
    )


@case()
def nested_complements() -> Pattern:
    pattern: Pattern = A
    for _ in range(300):
        pattern = complement(concat(pattern, B))
    return pattern


@case()
def literal_of_ten_megabytes() -> Pattern:
    return literal(b"ab" * 5_000_000)


@case(easy=True)
def literal_of_half_a_megabyte() -> Pattern:
    return literal(b"ab" * 250_000)


@case(easy=True)
def hundred_thousand_literals() -> Pattern:
    return literals(b"key %d" % number for number in range(100_000))


@case(easy=True)
def hundred_thousand_alternatives() -> Pattern:
    return Alternation([literal(b"key %d" % number) for number in range(100_000)])


@case()
def long_literals_with_common_ends() -> Pattern:
    return Literals([b"a" * n + b"b" * (2000 - n) for n in range(2000)])


@case()
def hundred_thousand_parts() -> Pattern:
    return Concatenation([optional(AB) for _ in range(DEEP)])


@case()
def thousand_optional_then_thousand() -> Pattern:
    return concat(*(optional(A) for _ in range(1000)), *(A for _ in range(1000)))


@case()
def alternation_of_overlapping_counts() -> Pattern:
    return repeat(Alternation([repeat(A, n, 2 * n) for n in range(1, 1000)]), 1)


@case()
def deep_concatenation_to_the_right() -> Pattern:
    return nest(lambda inner: Concatenation((A, inner)))


@case()
def deep_concatenation_to_the_left() -> Pattern:
    return nest(lambda inner: Concatenation((inner, A)))


@case()
def deep_alternation() -> Pattern:
    return nest(lambda inner: Alternation((literal(b"ab"), inner)))


@case()
def deep_concatenation_and_alternation() -> Pattern:
    return nest(lambda inner: Alternation((A, Concatenation((B, inner)))))


@case()
def deep_optional() -> Pattern:
    return nest(lambda inner: repeat(Concatenation((A, inner)), 0, 1))


@case()
def deep_loops() -> Pattern:
    return nest(lambda inner: repeat(Concatenation((B, inner))))


@case()
def deep_loops_of_loops() -> Pattern:
    return nest(repeat)


@case()
def deep_counts() -> Pattern:
    return nest(lambda inner: repeat(inner, 2, 3))


@case()
def deep_intersection() -> Pattern:
    return nest(lambda inner: Intersection((repeat(AB), inner)))


@case()
def deep_complement() -> Pattern:
    return nest(Complement)


@case()
def deep_complement_and_concatenation() -> Pattern:
    return nest(lambda inner: Complement(Concatenation((inner, A))))


@case()
def deep_lookahead() -> Pattern:
    return nest(lambda inner: Concatenation((Ahead(Concatenation((inner, ANY))), A)))


@case()
def deep_negative_lookahead() -> Pattern:
    return nest(lambda inner: Ahead(Concatenation((inner, ANY)), True))


@case()
def deep_lookbehind() -> Pattern:
    return nest(lambda inner: Concatenation((AB, Behind(Concatenation((ANY, inner))))))


@case()
def many_lookaheads() -> Pattern:
    return concat(*(Ahead(concat(ANY, literal(bytes((97 + n,))), ANY)) for n in range(26)), repeat(byte_range(97, 122)))


@case()
def lookahead_in_a_loop() -> Pattern:
    return repeat(concat(Ahead(concat(repeat(AB), A, repeat(AB, 30, 30), ANY), True), AB))


@case()
def many_lookbehinds() -> Pattern:
    return repeat(
        alternation(
            *(
                concat(
                    byte_range(97, 122),
                    Behind(concat(ANY, literal(bytes((97 + n % 26,))), repeat(byte_range(97, 122), n, n))),
                )
                for n in range(60)
            )
        )
    )


def nest(wrap: Callable[[Pattern], Pattern]) -> Pattern:
    pattern: Pattern = A
    for _ in range(DEEP):
        pattern = wrap(pattern)
    return pattern


@case()
def nothing_at_all() -> Pattern:
    return intersection(A, B)


@case()
def nothing_behind_a_million() -> Pattern:
    return concat(repeat(A, 10**6, 10**6), intersection(A, B))


@case(easy=True)
def all_classes() -> Pattern:
    random = Random(3)
    return repeat(alternation(*(byte_class(random.getrandbits(256)) for _ in range(5000))))


# --- Grammars --------------------------------------------------------------------------------------------------------


def deep(wrap: Callable[[Expression], Expression]) -> Grammar:
    expression: Expression = TA
    for _ in range(DEEP):
        expression = wrap(expression)
    return Grammar("s", {"s": expression})


@case()
def deep_sequence() -> Grammar:
    return deep(lambda inner: Sequence((TB, inner)))


@case()
def deep_sequence_to_the_left() -> Grammar:
    return deep(lambda inner: Sequence((inner, TB)))


@case()
def deep_choice() -> Grammar:
    return deep(lambda inner: Choice((TB, inner)))


@case()
def deep_repeat() -> Grammar:
    return deep(Repeat)


@case()
def deep_counted_repeat() -> Grammar:
    return deep(lambda inner: Repeat(inner, 2, 3))


@case()
def deep_optional_sequence() -> Grammar:
    return deep(lambda inner: Repeat(Sequence((TA, inner)), 0, 1))


@case(easy=True)
def chain_of_unit_productions() -> Grammar:
    rules: dict[str, Expression] = {f"n{i}": Nonterminal(f"n{i + 1}") for i in range(DEEP)}
    return Grammar("n0", {**rules, f"n{DEEP}": TA})


@case()
def chain_with_left_recursion() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Choice((Sequence((Nonterminal(f"n{i}"), TA)), Nonterminal(f"n{i + 1}"))) for i in range(2000)
    }
    return Grammar("n0", {**rules, "n2000": TA})


@case()
def chain_with_bodies() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Choice((Sequence((TA, Nonterminal(f"n{i + 1}"), TB)), TA)) for i in range(DEEP)
    }
    return Grammar("n0", {**rules, f"n{DEEP}": TA})


@case()
def cycle_of_unit_productions() -> Grammar:
    rules = {f"n{i}": Choice((Nonterminal(f"n{(i + 1) % 3000}"), TA)) for i in range(3000)}
    return Grammar("n0", rules)


@case()
def cycle_without_a_way_out() -> Grammar:
    return Grammar("n0", {f"n{i}": Nonterminal(f"n{(i + 1) % DEEP}") for i in range(DEEP)})


@case()
def everything_calls_everything() -> Grammar:
    names = [f"n{i}" for i in range(200)]
    rules = {name: Choice((*(Nonterminal(other) for other in names), TA)) for name in names}
    return Grammar("n0", rules)


@case()
def everything_left_recursive() -> Grammar:
    names = [f"n{i}" for i in range(100)]
    rules = {name: Choice((*(Sequence((Nonterminal(other), TA)) for other in names), TB)) for name in names}
    return Grammar("n0", rules)


@case(easy=True)
def hundred_thousand_productions() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Sequence((terminal(literal(b"%d," % i)), Nonterminal(f"n{(7 * i + 1) % DEEP}")))
        for i in range(1, DEEP)
    }
    rules["n0"] = Choice((TA, *(Nonterminal(f"n{i}") for i in range(1, 1000))))
    return Grammar("n0", rules)


@case(easy=True)
def wide_choice_of_productions() -> Grammar:
    rules: dict[str, Expression] = {f"n{i}": terminal(literal(b"%d" % i)) for i in range(DEEP)}
    return Grammar("s", {"s": Choice([Nonterminal(name) for name in rules]), **rules})


@case()
def wide_choice_of_patterns() -> Grammar:
    letters = repeat(byte_range(97, 122), 1)
    return Grammar("s", {"s": Choice([terminal(concat(letters, literal(b"%d" % i)), f"t{i}") for i in range(5000)])})


@case(easy=True)
def long_sequence() -> Grammar:
    return Grammar("s", {"s": Sequence([TA, TB] * DEEP)})


@case()
def long_sequence_of_optional_parts() -> Grammar:
    return Grammar("s", {"s": Sequence([Repeat(TA, 0, 1), Repeat(TB, 0, 1)] * 5000)})


@case()
def ambiguous_and_nullable() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((s, s)), NOTHING, TA, Sequence((s, TA, s))))})


@case()
def cubic() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((s, s, s)), Sequence((s, s)), TA))})


@case()
def ambiguous_terminals() -> Grammar:
    same: list[Expression] = [terminal(repeat(A, 1), f"t{i}") for i in range(20)]
    return Grammar("s", {"s": Repeat(Choice(same))})


@case()
def palindromes() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((TA, s, TA)), Sequence((TB, s, TB)), NOTHING))})


@case(easy=True)
def million_rounds() -> Grammar:
    return Grammar("s", {"s": Sequence((Repeat(TA, 10**6, 10**6), TB))})


@case()
def rounds_within_rounds() -> Grammar:
    return Grammar("s", {"s": Repeat(Repeat(TA, 2, DEEP), 3, DEEP)})


@case()
def rounds_of_nothing() -> Grammar:
    return Grammar("s", {"s": Repeat(Choice((NOTHING, TA, Repeat(TB, 0, 5))), 10**6, 10**9)})


@case()
def rounds_past_64_bits() -> Grammar:
    return Grammar("s", {"s": Sequence((Repeat(TA, 0, 2**64), Repeat(TB, 2**70, 2**80)))})


@case()
def rounds_with_recursion() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((TA, Repeat(Sequence((s, Repeat(s, 0, 1000))), 0, 1000)))})


@case(easy=True)
def doubling() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Sequence((Nonterminal(f"n{i + 1}"), Nonterminal(f"n{i + 1}"))) for i in range(62)
    }
    return Grammar("n0", {**rules, "n62": TA})


@case()
def doubling_of_nothing() -> Grammar:
    rules: dict[str, Expression] = {
        f"n{i}": Sequence((Nonterminal(f"n{i + 1}"), Nonterminal(f"n{i + 1}"))) for i in range(500)
    }
    return Grammar("n0", {**rules, "n500": Choice((NOTHING, TA))})


@case()
def doubling_in_expressions() -> Grammar:
    node: Expression = Choice((TA, TB))
    for _ in range(40):
        node = Sequence((node, node))  # a tree of 2**40 nodes that shares its halves
    return Grammar("s", {"s": node})


@case()
def doubling_in_patterns() -> Pattern:
    node: Pattern = AB
    for _ in range(40):
        node = Concatenation((node, node))
    return node


@case()
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


@case(easy=True)
def variants_without_an_equal() -> Grammar:
    """A large automaton of states of which no two are alike."""
    random, count = Random(0), 30_000

    def rule() -> Expression:
        ways: list[Expression] = [
            Sequence([Terminal(letter, "x"), Nonterminal(f"r #{random.randrange(count)}")]) for letter in (A, B)
        ]
        return Choice([*ways, NOTHING] if random.random() < 0.01 else ways)

    return Grammar("r #0", {f"r #{i}": rule() for i in range(count)})


@case(easy=True)
def brackets() -> Grammar:
    s = Nonterminal("s")
    return Grammar("s", {"s": Choice((Sequence((terminal(literal(b"(")), s, terminal(literal(b")")))), TA))})


@case()
def empty_names_and_texts() -> Grammar:
    return Grammar("", {"": Choice((terminal(EPSILON, ""), Sequence((Nonterminal(""), Nonterminal("")))))})


@case()
def choice_of_nothing() -> Grammar:
    return Grammar("s", {"s": Choice(())})


# --- Vocabularies ----------------------------------------------------------------------------------------------------


@vocabulary_case(easy=True)
def tokens_of_64_kilobytes() -> tuple[Pattern, Vocabulary]:
    tokens = [bytes((byte,)) for byte in range(256)]
    tokens += [bytes((letter,)) * 65_535 for letter in b"abcd"] + [b"ab" * 32_767, b"a" * 65_534 + b"b"]
    return concat(repeat(AB, 0, 100_000), literal(b".")), Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


@vocabulary_case()
def tokens_of_64_kilobytes_in_an_ambiguous_grammar() -> tuple[Grammar, Vocabulary]:
    return cubic(), tokens_of_64_kilobytes()[1]  # type: ignore[return-value]


@vocabulary_case()
def tokens_of_64_kilobytes_of_brackets() -> tuple[Grammar, Vocabulary]:
    tokens = [bytes((byte,)) for byte in range(256)] + [b"(" * 65_535, b")" * 65_535]
    return brackets(), Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])  # type: ignore[return-value]


@vocabulary_case()
def token_of_a_megabyte() -> tuple[Pattern, Vocabulary]:
    return repeat(AB), Vocabulary.from_bytes([b"a", b"b", b"ab" * (1 << 19), None], end_ids=[3])


@vocabulary_case()
def no_tokens() -> tuple[Pattern, Vocabulary]:
    return A, Vocabulary.from_bytes([None], end_ids=[0])


@vocabulary_case(easy=True)
def no_tokens_but_empty_text() -> tuple[Pattern, Vocabulary]:
    return repeat(A), Vocabulary.from_bytes([None, None], end_ids=[0], size=1000)


@vocabulary_case()
def empty_vocabulary() -> tuple[Pattern, Vocabulary]:
    return A, Vocabulary.from_bytes([], end_ids=[])


@vocabulary_case(easy=True)
def hundred_thousand_spellings_of_one_text() -> tuple[Pattern, Vocabulary]:
    tokens = [bytes((byte,)) for byte in range(256)] + [b"ab"] * 100_000
    return repeat(AB, 0, 100), Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


@vocabulary_case(easy=True)
def hundred_thousand_ends() -> tuple[Pattern, Vocabulary]:
    tokens: list[bytes | None] = [bytes((byte,)) for byte in range(256)]
    return A, Vocabulary.from_bytes(tokens + [None] * 100_000, end_ids=range(256, 100_256))


@vocabulary_case()
def staircase_of_prefixes() -> tuple[Pattern, Vocabulary]:
    tokens = [bytes((byte,)) for byte in range(256)] + [b"a" * n for n in range(2, 5000)]
    return concat(repeat(A), B), Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])


@vocabulary_case(easy=True)
def half_a_million_tokens() -> tuple[Pattern, Vocabulary]:
    random = Random(5)
    tokens = [bytes((byte,)) for byte in range(256)] + [random.randbytes(random.randint(1, 9)) for _ in range(500_000)]
    return concat(repeat(byte_range(0, 254)), literal(b"\xff")), Vocabulary.from_bytes(
        [*tokens, None], end_ids=[len(tokens)]
    )


@vocabulary_case()
def wide_logits() -> tuple[Pattern, Vocabulary]:
    return A, Vocabulary.from_bytes([b"a", None], end_ids=[1], size=10_000_000)


# --- The process -----------------------------------------------------------------------------------------------------


def ordeal(made: Grammar | Pattern, vocabulary: Vocabulary) -> None:
    """Compile, ask everything, walk on, and back: greedily for long tokens first, then at random.

    The walk breaks off after a few seconds: each call is bounded, a text need not be.
    """
    began = time.perf_counter()
    grammar = made if isinstance(made, Grammar) else Grammar("text", {"text": Terminal(made, "text")})
    constraint = constrain.compile(grammar, vocabulary)
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    lengths = [len(data or b"") for data in vocabulary.token_bytes]
    random = Random(2)
    for longest in (True, False):
        matcher = constraint.matcher()
        for _ in range(30):
            matcher.fill_bitmask(row)
            allowed = constrain.allowed_tokens(row)
            if not allowed:
                raise AssertionError(f"stuck after {len(matcher)} tokens")
            matcher.forced_bytes()
            matcher.explain(random.randrange(vocabulary.size))
            token = max(allowed, key=lengths.__getitem__) if longest else random.choice(allowed)
            matcher.advance(token)
            if matcher.is_finished or time.perf_counter() - began > PATIENCE:
                break
        matcher.fork().rollback(len(matcher))
        matcher.rollback(len(matcher))
        matcher.fill_bitmask(row)


def main(name: str) -> None:
    if "CONSTRAIN_SANITIZED" not in os.environ:  # a sanitizer maps terabytes, and takes its own time
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    began = time.perf_counter()
    try:
        ordeal(*CASES[name]())
    except ConstrainError as error:
        print(f"{type(error).__name__}: {str(error)[:1000]}")
    else:
        print("ok")
    print(
        f"{time.perf_counter() - began:.2f} s, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main(sys.argv[1])
