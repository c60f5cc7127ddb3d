"""Random small worlds: patterns, grammars and vocabularies over two or three characters, where everything collides.

Each function takes a `random.Random` and returns one thing, so tens of thousands a minute cost nothing; Hypothesis can
drive the very same functions through `st.randoms(use_true_random=False)`, and then shrinks what they made (`worlds`).

A world is a grammar, a vocabulary, and a script: what is done to a matcher, step by step. Vocabularies are made of
cuts from texts of the language as much as of noise, because a token that cannot come next finds no bugs.
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from constrain import Vocabulary
from constrain.grammar import (
    Choice,
    Expression,
    Grammar,
    Nonterminal,
    Ordered,
    Repeat,
    Sequence,
    SpecialToken,
    Terminal,
)
from constrain.patterns.pattern import (
    ANY,
    ANY_BYTE,
    EMPTY,
    EPSILON,
    Ahead,
    Behind,
    Literals,
    Pattern,
    alternation,
    byte_class,
    complement,
    concat,
    intersection,
    literal,
    repeat,
)

from .reference.constraint import Oracle, allowed, language_of, oracle_of
from .reference.patterns import TooBig
from .reference.special import changed, coded

ALPHABETS: tuple[tuple[bytes, ...], ...] = (
    (b"a", b"b"),
    (b"a", b"b"),
    (b"a", b"b", b"c"),
    (b"a", b"b", b"c"),
    (b"0", b"1", b"."),
    (b"a", "é".encode(), "è".encode()),
    ("é".encode(), "€".encode(), "\U0001f600".encode()),
    (b"a", b" ", b"\n"),
    (b'"', b"\\", b"x"),
    (b"\x00", b"\xff", b"\x80"),
)


@dataclass(frozen=True)
class Tokens:
    """A vocabulary before it is built: bytes by id, the ids that end a text, the width of the mask, special names."""

    items: tuple[bytes | None, ...]
    end_ids: tuple[int, ...]
    size: int
    special: tuple[tuple[str, int], ...] = ()


Step = tuple[str, int]  # ("advance", token), ("reject", token), ("rollback", tokens), ("fork", 0), ("restart", 0)


@dataclass(frozen=True)
class World:
    """A grammar, a vocabulary, and what is done to a matcher."""

    grammar: Grammar
    tokens: Tokens
    script: tuple[Step, ...]


# --- Patterns --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PatternShape:
    """Which operators may occur; `loose` allows assertions where the native core may refuse them."""

    booleans: bool = True
    assertions: bool = False
    counts: bool = True
    loose: bool = False


PLAIN = PatternShape(booleans=False)
BOOLEAN = PatternShape()
ASSERTING = PatternShape(assertions=True)
LOOSE = PatternShape(assertions=True, loose=True)


def random_text(random: Random, alphabet: Items[bytes], longest: int) -> bytes:
    """A few characters of the alphabet."""
    return b"".join(random.choice(alphabet) for _ in range(random.randint(0, longest)))


def random_class(random: Random, alphabet: Items[bytes]) -> Pattern:
    """Some bytes of the alphabet, or all bytes but some."""
    mask = 0
    for byte in sorted(set(b"".join(alphabet))):
        if random.random() < 0.5:
            mask |= 1 << byte
    kind = random.random()
    if kind < 0.1:
        return ANY_BYTE
    if kind < 0.2:
        mask ^= (1 << 256) - 1
    return byte_class(mask)


def random_bounds(random: Random) -> tuple[int, int | None]:
    """How often a part is repeated: mostly the usual quantifiers, sometimes counts longer than any token."""
    kind = random.random()
    if kind < 0.35:
        return 0, None
    if kind < 0.5:
        return 1, None
    if kind < 0.6:
        return 0, 1
    if kind < 0.9:
        low = random.randint(0, 3)
        return low, None if random.random() < 0.2 else low + random.randint(0, 3)
    low = random.randint(0, 25)
    return low, None if random.random() < 0.3 else low + random.randint(0, 12)


def random_pattern(
    random: Random, alphabet: Items[bytes], size: int, shape: PatternShape = BOOLEAN, tail: bool = True
) -> Pattern:
    """A pattern of about `size` nodes; `tail` says whether it stands at the end, where any operator may look ahead."""
    if size <= 1:
        return _random_leaf(random, alphabet)
    kinds = ["concat"] * 6 + ["alternation"] * 4
    if shape.counts:
        kinds += ["repeat"] * 4
    if shape.booleans:
        kinds += ["intersection", "complement"]
    if shape.assertions:
        kinds += ["assertion"] * 3
    kind = random.choice(kinds)
    if kind == "concat":
        sizes = _split(random, size - 1)
        return concat(
            *(random_pattern(random, alphabet, n, shape, tail and i == len(sizes) - 1) for i, n in enumerate(sizes))
        )
    if kind == "alternation":
        return alternation(*(random_pattern(random, alphabet, n, shape, tail) for n in _split(random, size - 1)))
    if kind == "repeat":
        low, high = random_bounds(random)
        return repeat(random_pattern(random, alphabet, size - 1, shape, False), low, high)
    if kind == "assertion":
        return _random_assertion(random, alphabet, size, shape)
    inner = shape if tail or shape.loose else PatternShape(booleans=True)
    if kind == "complement":
        return complement(random_pattern(random, alphabet, size - 1, inner, tail))
    sizes = [max(2, n) for n in _split(random, size)]
    return intersection(*(random_pattern(random, alphabet, n, inner, tail) for n in sizes))


def _random_leaf(random: Random, alphabet: Items[bytes]) -> Pattern:
    kind = random.random()
    if kind < 0.45:
        return literal(random_text(random, alphabet, 3))
    if kind < 0.5:
        text = random_text(random, alphabet, 3)  # half a character, perhaps
        return literal(text[random.randint(0, len(text)) :])
    if kind < 0.6:
        return Literals(tuple({random_text(random, alphabet, 4): None for _ in range(random.randint(1, 5))}))
    if kind < 0.92:
        return random_class(random, alphabet)
    if kind < 0.96:
        return EPSILON
    if kind < 0.99:
        return ANY
    return EMPTY


def _random_assertion(random: Random, alphabet: Items[bytes], size: int, shape: PatternShape) -> Pattern:
    """Mostly what front ends write, (?=r), (?!r), (?<=r), (?<!r), anchors and word boundaries; now and then raw."""
    kind = random.random()
    negative = random.random() < 0.5
    if kind < 0.1:
        return Behind(EPSILON, negative)
    if kind < 0.2:
        return Ahead(EPSILON, negative)
    if kind < 0.3:
        word = byte_class(1 << alphabet[0][0])
        after, before = Behind(concat(ANY, word)), Ahead(concat(word, ANY))
        not_after, not_before = Behind(concat(ANY, word), True), Ahead(concat(word, ANY), True)
        if negative:
            return alternation(concat(after, before), concat(not_after, not_before))
        return alternation(concat(after, not_before), concat(not_after, before))
    within, ahead = random.random() < 0.9, random.random() < 0.5  # followed, or preceded, by anything
    part = random_pattern(random, alphabet, min(size - 1, 5), shape, not (within and ahead))
    if ahead:
        return Ahead(concat(part, ANY) if within else part, negative)
    return Behind(concat(ANY, part) if within else part, negative)


def _split(random: Random, size: int) -> list[int]:
    """`size` as a sum of two or three numbers, each at least 1."""
    parts = random.choice((2, 2, 3))
    shares = [1] * parts
    for _ in range(size - parts):
        shares[random.randrange(parts)] += 1
    return shares


# --- Grammars --------------------------------------------------------------------------------------------------------


def random_grammar(random: Random, alphabet: Items[bytes]) -> Grammar:
    """A grammar of one to five productions: noise, or a classic of parsing literature with something changed."""
    terminals = [Terminal(random_terminal(random, alphabet), f"T{number}") for number in range(random.randint(1, 4))]
    names = [f"n{number}" for number in range(random.randint(1, 5))]
    productions = {name: random_expression(random, terminals, names, random.randint(1, 8)) for name in names}
    if random.random() < 0.5:
        productions.update(_random_classic(random, terminals, names))
    return Grammar(names[0], productions)


def random_terminal(random: Random, alphabet: Items[bytes]) -> Pattern:
    """What a terminal matches: mostly a short text or class, so that terminals overlap and begin one another."""
    kind = random.random()
    if kind < 0.45:
        return literal(random_text(random, alphabet, 2) or alphabet[0])
    if kind < 0.6:
        return random_class(random, alphabet)
    if kind < 0.85:
        return random_pattern(random, alphabet, random.randint(1, 4), PLAIN)
    if kind < 0.95:
        return random_pattern(random, alphabet, random.randint(2, 6), BOOLEAN)
    return random_pattern(random, alphabet, random.randint(2, 6), ASSERTING)


def random_expression(random: Random, terminals: Items[Terminal], names: Items[str], size: int) -> Expression:
    """A right side of about `size` nodes."""
    if size <= 1:
        kind = random.random()
        if kind < 0.55:
            return random.choice(terminals)
        if kind < 0.93:
            return Nonterminal(random.choice(names))
        return Sequence(()) if kind < 0.98 else Choice(())
    kind = random.random()
    if kind < 0.45:
        return Sequence(tuple(random_expression(random, terminals, names, n) for n in _split(random, size - 1)))
    if kind < 0.75:
        return Choice(tuple(random_expression(random, terminals, names, n) for n in _split(random, size - 1)))
    if kind < 0.82:
        parts = [random_expression(random, terminals, names, n) for n in _split(random, size - 1)]
        return Ordered(parts, tuple(random.random() < 0.3 for _ in parts), random.choice(terminals))
    low, high = random_bounds(random)
    part = random_expression(random, terminals, names, size - 1)
    counted = low > 1 or high not in (None, 1)  # with something between, the part may not be empty then
    return Repeat(part, low, high, random.choice(terminals) if random.random() < (0.1 if counted else 0.4) else None)


def _random_classic(random: Random, terminals: Items[Terminal], names: Items[str]) -> dict[str, Expression]:
    """A production that has broken many a parser, for one of `names`."""
    a, b, c = (random.choice(terminals) for _ in range(3))
    name, other = random.choice(names), random.choice(names)
    s, t = Nonterminal(name), Nonterminal(other)
    nothing = Sequence(())
    match random.randrange(16):
        case 0:  # balanced brackets
            right: Expression = Choice((nothing, Sequence((a, s, b, s))))
        case 1:  # left recursion
            right = Choice((Sequence((s, a)), b))
        case 2:  # right recursion
            right = Choice((Sequence((a, s)), b))
        case 3:  # exponentially ambiguous
            right = Choice((Sequence((s, s)), a))
        case 4:  # and nullable
            right = Choice((Sequence((s, s, s)), a, nothing))
        case 5:  # palindromes
            right = Choice((Sequence((a, s, a)), Sequence((b, s, b)), c, nothing))
        case 6:  # expressions
            right = Choice((Sequence((s, a, s)), Sequence((b, s, c)), a))
        case 7:  # hidden left recursion
            right = Choice((Sequence((Repeat(a, 0, 1), s, b)), c))
        case 8:  # a cycle
            return {name: Choice((t, a)), other: Choice((s, b))} if name != other else {name: Choice((s, a))}
        case 9:  # mutual recursion
            if name == other:
                return {name: Sequence((a, Repeat(s, 0, 2), b))}
            return {name: Choice((Sequence((t, a)), b)), other: Choice((Sequence((s, c)), nothing))}
        case 10:  # a list with separators
            right = Sequence((a, Repeat(Sequence((b, t)), 0, random.choice((None, 2, 3))), Repeat(b, 0, 1), c))
        case 11:  # the dangling else
            right = Choice((Sequence((a, s)), Sequence((a, s, b, s)), c))
        case 12:  # a counted nullable body
            right = Repeat(Choice((a, nothing, Sequence((b, c)))), random.randint(0, 4), random.randint(4, 6))
        case 13:  # counts within counts
            inner = Repeat(a, random.randint(0, 2), random.randint(2, 3))
            right = Repeat(Sequence((inner, b)), random.randint(0, 2), random.choice((None, 2, 3)))
        case 14:  # recursion through a repetition
            right = Sequence((a, Repeat(Choice((s, b)), 0, random.choice((None, 1, 2))), c))
        case _:  # recursion at both ends of a tail call
            right = Choice((Sequence((a, t)), Sequence((a, b, s)), nothing))
    return {name: right}


_NAMES_OF_ENDS = ("<end>", "zz")


def random_names(random: Random, alphabet: Items[bytes]) -> list[str]:
    """Names of special tokens, likely to begin one another and to occur in texts."""
    made = (random_text(random, alphabet, 3).decode("utf-8", "ignore") for _ in range(random.randint(1, 3)))
    return sorted({name for name in made if name} | {"<x>"})


def with_special(random: Random, grammar: Grammar, names: Items[str]) -> Grammar:
    """The grammar with some terminals exchanged for special tokens, of `names` or, where letters serve, of others."""

    def exchanged(node: Expression) -> Expression:
        if not isinstance(node, Terminal) or random.random() < 0.5:
            return node
        spelling = random.choice((SpecialToken.TOKEN, SpecialToken.TOKEN_OR_TEXT, SpecialToken.TOKEN_AND_TEXT))
        others = ("a", "zy", *_NAMES_OF_ENDS) if spelling and random.random() < 0.3 else ()
        name = random.choice(others or names)
        return SpecialToken(name, spelling)

    return Grammar(grammar.start, {name: changed(right, exchanged) for name, right in grammar.productions.items()})


# --- Vocabularies ----------------------------------------------------------------------------------------------------


ALL_BYTES = Tokens((*(bytes((byte,)) for byte in range(256)), None), (256,), 257)


def with_names(tokens: Tokens, names: Items[str]) -> Tokens:
    """The same tokens and, after them, special ones of these names."""
    first = max(len(tokens.items), tokens.size)
    items = (*tokens.items, *[None] * (first - len(tokens.items) + len(names)))
    return Tokens(items, tokens.end_ids, len(items), tuple((name, first + i) for i, name in enumerate(names)))


def sample(random: Random, oracle: Oracle, alphabet: Items[bytes], longest: int) -> bytes:
    """A viable prefix, often a whole text, found by walking through the language."""
    text = b""
    wanted = sorted(set(b"".join(alphabet)))
    while len(text) < longest:
        following = oracle.following(text)
        if not following or (random.random() < 0.1 and oracle.contains(text)):
            break
        usual = [byte for byte in wanted if byte in following]
        text += bytes((random.choice(usual or sorted(following)),))
    return text


def random_tokens(random: Random, oracle: Oracle, alphabet: Items[bytes]) -> Tokens:
    """Single bytes, cuts from texts of the language, noise, duplicates, ids that are no text, ends and padding."""
    items: list[bytes | None] = [bytes((byte,)) for byte in sorted(set(b"".join(alphabet)))]
    if random.random() < 0.15:
        items = random.sample(items, random.randint(0, len(items)))
    texts = [sample(random, oracle, alphabet, random.choice((4, 8, 16, 40))) for _ in range(4)]
    for _ in range(random.choice((2, 10, 25, 40))):
        kind = random.random()
        if kind < 0.6:
            text = random.choice(texts)
            begin = random.randint(0, len(text))
            items.append(text[begin : begin + random.choice((1, 2, 3, 4, 6, 10, 30))])
        elif kind < 0.9:
            items.append(random_text(random, alphabet, random.choice((1, 2, 3, 8))))
        elif kind < 0.95:
            items.append(bytes(random.choice(b"".join(alphabet)) for _ in range(random.randint(1, 5))))
        else:
            items.append(random_text(random, alphabet, 2) + bytes((random.randrange(256),)))
    if random.random() < 0.5:  # with all single bytes, no text is out of reach; without, see `Vocabulary.spellable`
        items += [bytes((byte,)) for byte in range(256)]
    items = [item for item in items if item]
    for _ in range(random.choice((0, 1, 4))):
        if items:
            items.append(random.choice(items))
    items += [None] * random.choice((1, 1, 2, 4))
    random.shuffle(items)
    specials = [number for number, item in enumerate(items) if item is None]
    end_ids = tuple(sorted(random.sample(specials, random.randint(1, len(specials)))))
    return Tokens(tuple(items), end_ids, len(items) + random.choice((0, 0, 1, 7, 33)))


# --- Worlds ----------------------------------------------------------------------------------------------------------


def vocabulary_of(tokens: Tokens) -> Vocabulary:
    """The vocabulary, built."""
    return Vocabulary.from_bytes(
        tokens.items, end_ids=tokens.end_ids, size=tokens.size, special_tokens=dict(tokens.special)
    )


def oracle_under(grammar: Grammar, vocabulary: Vocabulary) -> tuple[Oracle, Vocabulary]:
    """The oracle for a grammar that may call for special tokens, and the vocabulary as the oracle sees it."""
    plain, seen = coded(grammar, vocabulary)
    return language_of(grammar, vocabulary) if plain is grammar else oracle_of(plain), seen


def random_script(random: Random, oracle: Oracle, vocabulary: Vocabulary, steps: int) -> tuple[Step, ...]:
    """Allowed tokens, refused ones, rollbacks, forks and fresh starts; ends are advanced too."""
    script: list[Step] = []
    history = [(b"", False)]  # the text and whether it is finished, before and after each token
    for _ in range(steps):
        text, finished = history[-1]
        choices = allowed(oracle, vocabulary, text, finished)
        kind = random.random()
        if kind < 0.1 and len(history) > 1:
            undone = random.randint(1, len(history) - 1)
            script.append(("rollback", undone))
            del history[-undone:]
        elif kind < 0.15:
            script.append(("fork", 0))
        elif kind < 0.2:
            script.append(("restart", 0))
            history = [(b"", False)]
        elif kind < 0.3:
            refused = sorted(set(range(vocabulary.size)) - set(choices))
            if refused:
                script.append(("reject", random.choice(refused)))
        elif choices:
            token = _drawn(random, choices, vocabulary)
            script.append(("advance", token))
            history.append((text + (vocabulary.token_bytes[token] or b""), token in vocabulary.end_ids))
        else:
            break
    return tuple(script)


def _drawn(random: Random, choices: list[int], vocabulary: Vocabulary) -> int:
    """One of the tokens; long ones and single bytes are equally likely, ends seldom taken."""
    by_length: dict[int, list[int]] = {}
    for token in choices:
        by_length.setdefault(len(vocabulary.token_bytes[token] or b""), []).append(token)
    ends = by_length.pop(0, [])
    if ends and (not by_length or random.random() < 0.1):
        return random.choice(ends)
    return random.choice(by_length[random.choice(sorted(by_length))])


def random_world(random: Random, kind: str = "any") -> World:
    """A world of one `kind`: "pattern", "assertion", "loose", "grammar", "any" of them, or "special"."""
    if kind == "any":
        kind = random.choice(("pattern", "assertion", "grammar", "grammar"))
    while True:
        alphabet = random.choice(ALPHABETS)
        names = random_names(random, alphabet) if kind == "special" else []
        if kind == "special":
            grammar = with_special(random, random_grammar(random, alphabet), names)
        elif kind == "grammar":
            grammar = random_grammar(random, alphabet)
        else:
            shape = {"pattern": BOOLEAN, "assertion": ASSERTING, "loose": LOOSE}[kind]
            pattern = random_pattern(random, alphabet, random.randint(1, 14), shape)
            grammar = Grammar("start", {"start": Terminal(pattern, "text")})
        try:
            oracle = oracle_of(coded(grammar, vocabulary_of(with_names(ALL_BYTES, names)))[0])
            if not oracle.viable(b"") and random.random() < 0.9:
                continue
            tokens = random_tokens(random, oracle, alphabet)
            if kind == "special":
                tokens = with_names(tokens, names)
                if random.random() < 0.3:  # an end has a name as well, perhaps one that the grammar calls for
                    end = (random.choice(_NAMES_OF_ENDS), random.choice(tokens.end_ids))
                    tokens = replace(tokens, special=(*tokens.special, end))
            oracle, seen = oracle_under(grammar, vocabulary_of(tokens))
            return World(grammar, tokens, random_script(random, oracle, seen, random.choice((4, 8, 16))))
        except TooBig:
            continue


def worlds(kind: str = "any") -> st.SearchStrategy[World]:
    """The same worlds for Hypothesis, which shrinks them."""
    return st.randoms(use_true_random=False).map(lambda random: random_world(random, kind))
