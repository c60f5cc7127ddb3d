"""Regions: parts of a text with a budget of tokens of their own.

The oracle writes all texts of small worlds token by token, and counts the tokens of each region by their bytes.
"""

from __future__ import annotations

import copy
import pickle
from functools import cache
from random import Random

import numpy as np
import pytest

import constrain
from constrain import (
    Constraint,
    LimitExceeded,
    MaskBank,
    MatcherBatch,
    RejectedToken,
    StateTable,
    UnsupportedError,
    Vocabulary,
)
from constrain.grammar import Grammar
from constrain.grammars import choice, either, free_text, optional, regex, region, repeat, sequence, special
from tests.constrain.test_completion import mask

_END = 0
_THINK, _DONE = 12, 13
_VOCABULARY = Vocabulary(
    [None, b"a", b"b", b"<", b">", b"/", b"ab", b"b>", b"/>", b"</>", b"</>y", b"y", None, None, b"yy", b"<a"],
    end_ids=[_END],
    special_tokens={"<t>": _THINK, "<d>": _DONE},
)


def compiled(grammar: Grammar) -> Constraint:
    return constrain.compile(grammar, _VOCABULARY)


def spelled(tokens: tuple[int, ...]) -> bytes:
    return b"".join(_VOCABULARY.token_bytes[token] or b"" for token in tokens)


class Oracle:
    """Budgets by looking at everything that can be written under the masks of the same grammar without budgets.

    `inside(tokens)`: how many tokens the region has taken so far if the text is in it, else 0; `over(tokens)`: whether
    some region has taken more than it may.
    """

    def __init__(self, grammar: Grammar, start: bytes, stop: bytes, budget: int) -> None:
        self.constraint, self.start, self.stop, self.budget = compiled(grammar), start, stop, budget
        self.finishes = cache(self._finishes)

    def taken(self, tokens: tuple[int, ...]) -> int:
        """Tokens with a byte of the region, which stands from after `start` up to and with `stop`."""
        text = spelled(tokens)
        begin = text.find(self.start)
        if begin < 0:
            return 0
        begin += len(self.start)
        end = text.find(self.stop, begin)
        end = len(text) if end < 0 else end + len(self.stop)
        at, count = 0, 0
        for token in tokens:
            size = len(_VOCABULARY.token_bytes[token] or b"")
            count += at < end and at + size > begin
            at += size
        return count

    def ways(self, tokens: tuple[int, ...]) -> list[int]:
        matcher = self.constraint.matcher()
        for token in tokens:
            matcher.advance(token)
        return mask(matcher)

    def _finishes(self, tokens: tuple[int, ...], left: int) -> bool:
        """Whether the text can be completed with `left` tokens, the region taking no more than it may."""
        if left < 0 or self.taken(tokens) > self.budget:
            return False
        ways = self.ways(tokens)
        return _END in ways or (
            left > 0 and any(self.finishes((*tokens, way), left - 1) for way in ways if way != _END)
        )

    def mask(self, tokens: tuple[int, ...], left: int) -> list[int]:
        return [way for way in self.ways(tokens) if way == _END or self.finishes((*tokens, way), left - 1)]


@pytest.mark.parametrize("budget", [3, 4, 5])
@pytest.mark.parametrize("left", [6, 7, None])
def test_a_region_takes_as_many_tokens_as_it_may(budget: int, left: int | None) -> None:
    """Masks are those after which the region can still end in time, and the text, if it has a budget as well."""

    def grammar(most: int | None) -> Grammar:
        return sequence(regex("<"), free_text(until="</>", max_tokens=most), regex("y{1,2}"))

    oracle = Oracle(grammar(None), b"<", b"</>", budget)
    matcher = compiled(grammar(budget)).matcher()
    random, checked = Random(budget), 0
    for _ in range(12):
        tokens: tuple[int, ...] = ()
        matcher.rollback(len(matcher))
        while not matcher.is_finished:
            now = None if left is None else left - len(tokens)
            allowed = mask(matcher, now)
            assert oracle.mask(tokens, budget + 4 - len(tokens) if now is None else now) == allowed, tokens
            for token in range(_VOCABULARY.size):
                assert (token in allowed) == matcher.allows(token, tokens_left=now)
            if now is None:
                assert [matcher.validate([token]) for token in range(16)] == [token in allowed for token in range(16)]
            checked += 1
            token = random.choice(allowed)
            matcher.advance(token)
            tokens = (*tokens, *([token] if token != _END else []))
        assert oracle.taken(tokens) <= budget
    assert checked > 40


def test_the_budget_is_kept_whatever_is_drawn() -> None:
    """Random grammars with regions, marks in letters and by special tokens: each text completes, no region too long."""
    seen, longest = 0, 0
    for seed in range(60):
        random = Random(seed)
        most = random.randint(2, 6)
        stops: list[tuple[Grammar | str, int]] = [(special("<d>"), 1), ("</>", 3), ("b>", 2)]
        stop, size = random.choice(stops)
        thought = region(regex("[ab</]{0,9}"), max_tokens=most) if random.random() < 0.2 else None
        inside = sequence(thought, stop) if thought is not None else free_text(until=stop, max_tokens=most)
        part = random.choice([lambda p: p, optional, lambda p: either(p, regex("y+"))])(
            sequence(special("<t>"), inside)
        )
        grammar = sequence(part, regex("y{2,30}|ab"))
        constraint = compiled(grammar)
        matcher = constraint.matcher()
        if matcher.tokens_to_end == 2**32 - 1:
            assert most <= size
            continue
        total = matcher.tokens_to_end + random.choice([0, 1, 3, 20])
        bounded = random.random() < 0.7
        taken, within = 0, False
        while not matcher.is_finished:
            left = total - len(matcher) if bounded else None
            before = mask(matcher, left)
            assert before, (seed, matcher.tokens)
            fork = matcher.fork()
            assert fork.state == matcher.state
            token = random.choice([t for t in before if t not in (_END, _DONE)] or before)
            matcher.advance(token)
            taken, within = (taken + within, within) if within else (0, token == _THINK)
            if within and (
                token == _DONE or (isinstance(stop, str) and stop.encode() in spelled(tuple(matcher.tokens)))
            ):
                within = False
            if within or taken:
                assert taken <= most, (seed, matcher.tokens)
            longest = max(longest, taken)
            if random.random() < 0.3:
                matcher.rollback(1)
                assert before == mask(matcher, left)
                matcher.advance(token)
        assert constraint.matcher().validate(matcher.tokens) == len(matcher.tokens)
        seen += 1
    assert seen > 20
    assert longest > 3


def test_a_token_beyond_the_budget_is_refused() -> None:
    """`advance` says why, and nothing has changed; forks have the count of where they were made."""
    matcher = compiled(sequence(free_text(until="</>", max_tokens=3), regex("y"))).matcher()
    matcher.advance(1)
    fork = matcher.fork()
    matcher.advance(1)
    assert 9 in mask(matcher)
    assert 1 not in mask(matcher)
    with pytest.raises(RejectedToken, match="region"):
        matcher.advance(1)
    assert [1, 1] == matcher.tokens
    assert 1 in mask(fork)
    assert matcher.state != fork.state
    fork.advance(1)
    assert matcher.state == fork.state


def test_a_budget_that_nothing_fits_into_has_the_number_that_would() -> None:
    """Before the first token, with what the region may take and what it needs."""
    matcher = compiled(sequence(regex("a"), region(regex("b{5}"), max_tokens=4), regex("y"))).matcher()
    assert 2**32 - 1 == matcher.tokens_to_end
    for call in (matcher.completion, lambda: mask(matcher), lambda: mask(matcher, 50)):
        with pytest.raises(LimitExceeded) as caught:
            call()
        assert (4, 5) == (caught.value.limit, caught.value.needed)


def test_each_repetition_has_a_budget_of_its_own() -> None:
    """Where regions are apart, each counts again."""
    grammar = repeat(sequence(regex("<"), region(regex("a{1,9}"), max_tokens=3), regex(">")), 2, 2)
    matcher = compiled(grammar).matcher()
    for token in (3, 1, 1, 4, 3, 1, 1):
        assert token in mask(matcher)
        matcher.advance(token)
    assert [4] == mask(matcher)


def test_batches_banks_and_trees_keep_regions() -> None:
    """Whatever fills masks: rows of a batch, a mask bank, a tree of drafts."""
    constraint = compiled(free_text(until="</>", max_tokens=2))
    rows = MatcherBatch([constraint, constraint, None])
    bank = MaskBank(_VOCABULARY)
    first = bank.find(rows)
    rows.advance([1, 6, 5])
    expected = [mask(row) for row in rows.rows if row is not None]
    ids = bank.find(rows)
    assert first[0] != ids[0]
    bitmask = constrain.allocate_bitmask(3, _VOCABULARY)
    rows.fill_bitmask(bitmask)
    for row in range(2):
        assert [9] == expected[row] == constrain.allowed_tokens(bitmask[row])
        assert np.array_equal(bank.masks[ids[row]], bitmask[row])
    matcher = constraint.matcher()
    assert [True, False, True] == matcher.validate_tree([-1, 0, 0], [1, 1, 9]).tolist()


def test_tables_refuse_regions() -> None:
    """A table is a function of the configuration alone."""
    with pytest.raises(UnsupportedError, match="region"):
        StateTable.of(compiled(free_text(until="</>", max_tokens=2)))


def test_regions_survive_copies_and_pickles() -> None:
    """Of the grammar, the constraint, the matcher."""
    grammar = sequence(free_text(until="</>", max_tokens=2), regex("y"))
    matcher = compiled(grammar).matcher()
    matcher.advance(1)
    for made in (matcher, copy.copy(matcher), pickle.loads(pickle.dumps(matcher))):
        assert [9, 10] == mask(made)
    assert [9, 10] == mask(_after(compiled(pickle.loads(pickle.dumps(grammar)))))


def _after(constraint: Constraint) -> constrain.Matcher:
    matcher = constraint.matcher()
    matcher.advance(1)
    return matcher


def test_what_is_no_single_pattern_is_refused() -> None:
    """And so are budgets that are no number of tokens, and a region in a region."""
    with pytest.raises(UnsupportedError, match="no single pattern"):
        region(sequence(regex("a"), special("<t>")), max_tokens=3)
    with pytest.raises(UnsupportedError, match="within a region"):
        region(sequence(region(regex("a"), max_tokens=2), regex("b")), max_tokens=3)
    for wrong in (0, -1, 65_536):
        with pytest.raises(ValueError, match="max_tokens"):
            region(regex("a"), max_tokens=wrong)
        with pytest.raises(ValueError, match="max_tokens"):
            free_text(max_tokens=wrong)
    assert ["a", "b"] == sorted(compiled(region(choice(["a", "b"]), max_tokens=1)).texts())


def test_a_region_is_read_in_a_sequence() -> None:
    """The value of a sequence has a region's text, however many bytes it has."""
    grammar = sequence("<", region(regex("[a-z ]+"), max_tokens=4), ">", regex("[0-9]{2}"))
    assert ("items brown cu", "02") == grammar.read("<items brown cu>02")
