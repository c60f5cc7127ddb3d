"""Most terminals are read from their code where a text first comes to them; that shows nowhere, errors included."""

from __future__ import annotations

from random import Random

import pytest

import constrain
from constrain import GrammarError, LimitExceeded, Vocabulary
from constrain.grammar import Choice, Grammar, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    EMPTY,
    Alternation,
    Complement,
    Concatenation,
    Intersection,
    Literal,
    Pattern,
    Repetition,
    literal,
    literals,
)

from .... import laws
from ....strategies import PLAIN, random_pattern, random_text

ALPHABET = [b"a", b"b", b"c"]
BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])


def _walked(terminals: list[Terminal], random: Random) -> list[tuple[bool, list[int]]]:
    """Whether the text may end, and the bytes allowed, along a random text of two of the terminals."""
    grammar = Grammar("text", {"text": Sequence((Choice(tuple(terminals)), Choice(tuple(terminals))))})
    matcher = constrain.compile(grammar, BYTES).matcher()
    found = []
    for _ in range(12):
        allowed = laws.mask(matcher)
        found.append((matcher.is_accepting, allowed))
        ways = [token for token in allowed if token < 256]
        if not ways:
            break
        matcher.advance(random.choice(ways))
    return found


def _pattern(random: Random) -> Pattern:
    """A random pattern, or one without some texts, as the keys of an object are that others do not name."""
    pattern = random_pattern(random, ALPHABET, random.randint(1, 6), PLAIN)
    if random.random() < 0.6:
        return pattern
    texts = [random_text(random, ALPHABET, 3) for _ in range(random.randint(1, 3))]
    return Intersection((pattern, Complement(literals(texts))) if random.random() < 0.8 else (pattern, literals(texts)))


def test_masks_are_those_of_terminals_that_are_read_at_once() -> None:
    """A pattern within an intersection with anything is the same pattern, and never left unread."""
    compared = 0
    for seed in range(1000):
        random = Random(seed)
        patterns = [_pattern(random) for _ in range(2)]
        terminals = [Terminal(pattern, str(i)) for i, pattern in enumerate(patterns)]
        at_once = [Terminal(Intersection((pattern, ANY)), str(i)) for i, pattern in enumerate(patterns)]
        try:
            expected = _walked(at_once, Random(seed))
        except GrammarError:
            with pytest.raises(GrammarError):
                _walked(terminals, Random(seed))
            continue
        compared += len(expected)

        assert expected == _walked(terminals, Random(seed)), seed
    assert compared > 1000


@pytest.mark.parametrize(
    "pattern",
    [
        Concatenation((literal(b"a"), EMPTY)),
        Concatenation((EMPTY, literal(b"a"))),
        Concatenation((literal(b"a"), Alternation(()))),
        Concatenation((literal(b"a"), Repetition(literal(b"b"), 3, 2))),
        Concatenation((literal(b"a"), Repetition(EMPTY, 1, None))),
        Intersection((literals([b"a", b"b"]), Complement(literals([b"a", b"b"])))),
        Intersection((Repetition(literal(b"a"), 1, 3), Complement(literals([b"a", b"aa", b"aaa"])))),
    ],
)
def test_a_terminal_that_matches_nothing_is_refused_by_compile(pattern: Pattern) -> None:
    """Behind a literal as well, where most patterns are left unread."""
    with pytest.raises(GrammarError, match="no text matches this grammar; these terminals match nothing: dead"):
        constrain.compile(Grammar("text", {"text": Sequence((Terminal(pattern, "dead"), Terminal(ANY, "any")))}), BYTES)


@pytest.mark.parametrize(
    "pattern",
    [
        Literal(b""),
        Repetition(literal(b"a"), 0, None),
        Alternation((literal(b"a"), Literal(b""))),
        Concatenation((Repetition(literal(b"a"), 0, 1), Repetition(literal(b"b"), 0, 1))),
        Repetition(Alternation((literal(b"a"), Literal(b""))), 3, 4),
        Intersection((Repetition(literal(b"a"), 0, None), Complement(literals([b"a", b"b"])))),
    ],
)
def test_a_terminal_that_may_be_empty_lets_the_text_end(pattern: Pattern) -> None:
    """Whether a terminal may be left out decides about its surroundings, so that is known at once."""
    matcher = constrain.compile(Grammar("text", {"text": Terminal(pattern, "t")}), BYTES).matcher()

    assert matcher.is_accepting


def test_a_terminal_that_takes_too_long_to_read_is_refused_by_compile() -> None:
    """Taking texts out of rounds of an intersection is a search; where it gives up, that is said before any text comes."""
    rounds = Repetition(
        Intersection((Repetition(literal(b"a"), 1_000_000, None), Complement(literals([b"aa"])))), 1, None
    )
    terminal = Terminal(Intersection((rounds, Complement(literals([b"ab"])))), "dear")
    grammar = Grammar("text", {"text": Sequence((Terminal(literal(b"x"), "x"), terminal))})

    with pytest.raises(LimitExceeded, match="terminal dear"):
        constrain.compile(grammar, BYTES)
