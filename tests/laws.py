"""Laws that every constraint obeys, whatever its grammar and vocabulary.

Each is a function of a constraint and a source of randomness; it walks through random texts and raises
`AssertionError` where the law is broken. `LAWS` lists them, so that one loop puts a constraint to the whole proof:

    for law in LAWS:
        law(constraint, Random(1))

No law needs an oracle, so they serve for real vocabularies and real grammars as well; where the vocabulary is large
they look at a sample of the tokens.
"""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import constrain
from constrain import Constraint, Matcher, MatcherBatch, RejectedToken, Vocabulary, allowed_tokens
from constrain.constraint import CACHE_BYTES

Law = Callable[[Constraint, Random], None]

STEPS = 8  # of a random walk
SAMPLE = 200  # tokens looked at one by one
ROOMY = 60  # tokens more than are needed: more than any made-up name of a random walk has bytes


def mask(matcher: Matcher) -> list[int]:
    """The allowed tokens, from a row that held garbage."""
    row = np.full(matcher.constraint.vocabulary.words + 1, -1, dtype=np.int32)
    matcher.fill_bitmask(row[:-1])
    assert row[-1] == -1, "a word after the row was written"
    return allowed_tokens(row[:-1])


def allowed_one_by_one(matcher: Matcher) -> list[int]:
    """The same from `allows`, which reads each token by its bytes and knows no tables."""
    return [token for token in range(matcher.constraint.vocabulary.size) if matcher.allows(token)]


def draw(matcher: Matcher, random: Random, finish: float = 0.1) -> int | None:
    """An allowed token, an end with probability `finish` or where nothing else is; None if nothing is allowed."""
    vocabulary = matcher.constraint.vocabulary
    allowed = mask(matcher)
    ends = [token for token in allowed if token in vocabulary.end_ids]
    texts = [token for token in allowed if token not in vocabulary.end_ids]
    if ends and (not texts or random.random() < finish):
        return random.choice(ends)
    return random.choice(texts) if texts else None


def walk(constraint: Constraint, random: Random, steps: int = STEPS, finish: float = 0.1) -> list[Matcher]:
    """A random walk: forks of the matcher before the first token, after it, after the second ..."""
    matcher = constraint.matcher()
    found = [matcher.fork()]
    for _ in range(steps):
        token = draw(matcher, random, finish)
        if token is None:
            break
        matcher.advance(token)
        found.append(matcher.fork())
    return found


def some_tokens(constraint: Constraint, random: Random, allowed: list[int]) -> list[int]:
    """All token ids, or as many as one can look at one by one, half of them allowed."""
    size = constraint.vocabulary.size
    if size <= SAMPLE:
        return list(range(size))
    picked = random.sample(allowed, min(len(allowed), SAMPLE // 2)) + random.sample(range(size), SAMPLE // 2)
    return sorted({*picked, *constraint.vocabulary.end_ids})


def text_of(constraint: Constraint, token: int) -> bytes | None:
    """What a token writes: its bytes, or the name of a special token that the grammar may call for."""
    name = constraint.special_name(token)
    return constraint.vocabulary.token_bytes[token] if name is None else name.encode()


def behaviour(matcher: Matcher) -> tuple[object, ...]:
    """What can be seen of a matcher without moving it."""
    return mask(matcher), matcher.is_accepting, matcher.is_finished, matcher.forced_bytes(1000), matcher.tokens


# --- One matcher -----------------------------------------------------------------------------------------------------


def mask_is_advance(constraint: Constraint, random: Random) -> None:
    """A token's bit is set if and only if `allows` says so, if and only if `advance` takes it."""
    for matcher in walk(constraint, random):
        allowed = mask(matcher)
        for token in some_tokens(constraint, random, allowed):
            branch = matcher.fork()
            expected = token in allowed
            assert expected == matcher.allows(token), f"allows({token}) after {matcher.tokens}"
            if expected:
                branch.advance(token)
                assert branch.tokens == [*matcher.tokens, token]
            else:
                with pytest.raises(RejectedToken) as caught:
                    branch.advance(token)
                assert caught.value.token == token
                assert behaviour(branch) == behaviour(matcher)
                assert branch.state == matcher.state


def tokens_after(matcher: Matcher, token: int) -> int:
    """How many are needed after the token, which is allowed."""
    after = matcher.fork()
    after.advance(token)
    return after.tokens_to_end


def budgets_keep_to_what_tokens_lead_to(constraint: Constraint, random: Random, steps: int = 20) -> tuple[int, int]:
    """With just enough tokens left or some more, no mask is empty, and none has a token after which too few would be.

    Costs are upper bounds where names were forgotten, so masks may lack tokens that are right, but none where `ROOMY`
    more are left. Returns how many tokens were right, and how many of those were lacking. Tokens of more than one byte
    are likelier on the way.
    """
    matcher, vocabulary = constraint.matcher(), constraint.vocabulary
    row = constrain.allocate_bitmask(1, vocabulary)[0]
    right = lost = 0
    for _ in range(steps):
        needed = matcher.tokens_to_end
        # As many are too few for some token: for the dearest, and for another.
        costs = [cost for token in mask(matcher) if (cost := tokens_after(matcher, token)) >= needed] or [needed]
        some = {needed, needed + 1, needed + random.randrange(2, 9), needed + ROOMY, max(costs), random.choice(costs)}
        for left in sorted(some, reverse=True):  # so that nothing is known from fewer
            matcher.fill_bitmask(row, tokens_left=left)
            found = set(allowed_tokens(row))
            allowed = {token for token in range(vocabulary.size) if matcher.allows(token, tokens_left=left)}
            assert found
            assert found <= allowed, [vocabulary.token_bytes[token] for token in found - allowed]
            assert found == allowed or left < needed + ROOMY
            right, lost = right + len(allowed), lost + len(allowed - found)
        texts = [token for token in mask(matcher) if token not in vocabulary.end_ids]
        words = [token for token in texts if len(text_of(constraint, token) or b"") > 1]
        if not texts:
            break
        matcher.advance(random.choice(words if words and random.random() < 0.6 else texts))
    return right, lost


def mask_has_only_text_and_ends(constraint: Constraint, random: Random) -> None:
    """Padding and bits past the vocabulary are never set, special tokens not if none is called for; ends exactly where
    the text is complete.
    """
    vocabulary = constraint.vocabulary
    for matcher in walk(constraint, random, finish=0.3):
        allowed = mask(matcher)
        ends = [token for token in allowed if token in vocabulary.end_ids]
        assert ends == (list(vocabulary.end_ids) if matcher.is_accepting else [])
        for token in allowed:
            assert token in vocabulary.end_ids or (token < vocabulary.size and text_of(constraint, token))


def ids_out_of_range_are_refused(constraint: Constraint, random: Random) -> None:
    """An id outside the vocabulary is refused by a RejectedToken or a plain Python error, and nothing moves."""
    matcher = random.choice(walk(constraint, random))
    before = behaviour(matcher)
    for token in (constraint.vocabulary.size, 2**31 - 1, 2**32 - 1, -1, 2**70):
        with pytest.raises((RejectedToken, TypeError, ValueError, OverflowError)):
            matcher.advance(token)
    assert not matcher.allows(constraint.vocabulary.size)
    assert before == behaviour(matcher)


def never_stuck(constraint: Constraint, random: Random) -> None:
    """Something is always allowed, if only the end."""
    for matcher in walk(constraint, random, steps=3 * STEPS):
        assert mask(matcher), f"nothing is allowed after {matcher.tokens}"


def same_mask_again(constraint: Constraint, random: Random) -> None:
    """A second fill says what the first did, and asking changes nothing."""
    for matcher in walk(constraint, random):
        first, state = behaviour(matcher), matcher.state
        for token in random.sample(range(constraint.vocabulary.size), min(20, constraint.vocabulary.size)):
            matcher.allows(token)
            matcher.explain(token)
        assert first == behaviour(matcher)
        assert state == matcher.state


def rollback_is_identity(constraint: Constraint, random: Random) -> None:
    """After `rollback(n)` the matcher is as it was n tokens before, also if it had gone elsewhere in between."""
    steps = walk(constraint, random)
    seen = [behaviour(matcher) for matcher in steps]
    states = [matcher.state for matcher in steps]
    matcher = steps[-1].fork()
    here = len(steps) - 1
    for _ in range(6):
        there = random.randint(0, here)
        matcher.rollback(here - there)
        assert seen[there] == behaviour(matcher)
        assert states[there] == matcher.state
        here = random.randint(there, len(steps) - 1)
        token = draw(matcher, random)
        if token is not None:  # somewhere else, and back
            matcher.advance(token)
            matcher.rollback(1)
            assert seen[there] == behaviour(matcher)
        for token in steps[-1].tokens[there:here]:
            matcher.advance(token)
        assert seen[here] == behaviour(matcher)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        matcher.rollback(len(matcher) + 1)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        matcher.rollback(-1)
    assert seen[here] == behaviour(matcher)
    matcher.rollback(len(matcher))
    assert seen[0] == behaviour(matcher)


def forks_are_independent(constraint: Constraint, random: Random) -> None:
    """What happens to a fork does not touch its origin, nor the reverse, in whatever order they go away."""
    for matcher in walk(constraint, random):
        before = behaviour(matcher)
        branches = [matcher.fork(), copy.copy(matcher), copy.deepcopy(matcher)]
        for branch in branches:
            assert before == behaviour(branch)
            assert matcher.state == branch.state
            token = draw(branch, random)
            if token is not None:
                branch.advance(token)
        after = [behaviour(branch) for branch in branches]
        matcher.rollback(random.randint(0, len(matcher)))
        del matcher
        assert after == [behaviour(branch) for branch in branches]
        for branch in branches:
            branch.rollback(len(branch) - len(before[-1]))  # type: ignore[arg-type]
            assert before == behaviour(branch)


def finished_is_final(constraint: Constraint, random: Random) -> None:
    """After an end token only end tokens are allowed; rolling it back resumes the text."""
    for matcher in walk(constraint, random):
        if not matcher.is_accepting or matcher.is_finished:
            continue
        before = behaviour(matcher)
        ends = list(constraint.vocabulary.end_ids)
        for count in range(1, 3):
            matcher.advance(random.choice(ends))
            assert matcher.is_finished
            assert matcher.is_accepting
            assert mask(matcher) == ends
            assert matcher.forced_bytes() == b""
            assert len(matcher) == len(before[-1]) + count
            for token in some_tokens(constraint, random, ends):
                assert matcher.allows(token) == (token in ends)
        matcher.rollback(2)
        assert before == behaviour(matcher)


def equal_states_behave_equally(constraint: Constraint, random: Random) -> None:
    """Matchers of one constraint in equal states have equal masks now, and still have after the same tokens."""
    found: dict[int, Matcher] = {}
    for matcher in [matcher for _ in range(4) for matcher in walk(constraint, random)]:
        other = found.setdefault(matcher.state, matcher)
        assert behaviour(other)[:-1] == behaviour(matcher)[:-1]
        token = draw(matcher, random)
        if token is not None:
            one, two = matcher.fork(), other.fork()
            one.advance(token)
            two.advance(token)
            assert behaviour(one)[:-1] == behaviour(two)[:-1]


def explains_every_token(constraint: Constraint, random: Random) -> None:
    """`explain` has words for every token, and names the byte at which a refused one dies."""
    vocabulary = constraint.vocabulary
    for matcher in walk(constraint, random):
        allowed = mask(matcher)
        for token in some_tokens(constraint, random, allowed):
            said = matcher.explain(token)
            data = vocabulary.token_bytes[token]
            assert str(token) in said
            if token in allowed or matcher.is_finished or data is None or vocabulary.missing_bytes:
                continue
            if constraint.has_special_tokens and b"\xff" in data:
                continue  # which is then no text
            alive = matcher.fork()
            at = 0
            while alive.allows(_single(vocabulary, data[at])):
                alive.advance(_single(vocabulary, data[at]))
                at += 1
            assert f"byte {at + 1} of {len(data)}" in said


def _single(vocabulary: Vocabulary, byte: int) -> int:
    """The token that is this one byte."""
    return vocabulary.token_bytes.index(bytes((byte,)))


def forced_bytes_are_the_only_way(constraint: Constraint, random: Random) -> None:
    """Every allowed token agrees with the forced bytes; after them there is a choice, or the text may end."""
    vocabulary = constraint.vocabulary
    for matcher in walk(constraint, random):
        forced = matcher.forced_bytes()
        assert forced.startswith(matcher.forced_bytes(1))
        assert matcher.forced_bytes(1) == forced[:1]
        texts = [vocabulary.token_bytes[token] or b"" for token in mask(matcher) if token not in vocabulary.end_ids]
        if forced:
            assert not any(matcher.constraint.special_name(token) for token in mask(matcher))
            assert not matcher.is_accepting
            assert all(forced.startswith(text) or text.startswith(forced) for text in texts)
        if vocabulary.missing_bytes or len(forced) > 1000:
            continue
        branch = matcher.fork()
        for byte in forced:
            assert not branch.is_accepting
            branch.advance(_single(vocabulary, byte))
        assert branch.forced_bytes() == b""
        singles = {vocabulary.token_bytes[token] for token in mask(branch)} - {None}
        special = any(constraint.special_name(token) for token in mask(branch))
        assert branch.is_accepting or special or len({text[:1] for text in singles if text}) > 1


def bytes_decide(constraint: Constraint, random: Random) -> None:
    """How a text is cut into tokens does not matter."""
    vocabulary = constraint.vocabulary
    if vocabulary.missing_bytes:
        return
    for matcher in walk(constraint, random, finish=0.0):
        if matcher.is_finished:
            break
        other = constraint.matcher()
        for token in matcher.tokens:
            if constraint.special_name(token) is not None:
                other.advance(token)
            for byte in vocabulary.token_bytes[token] or b"":
                other.advance(_single(vocabulary, byte))
        assert behaviour(matcher)[:-1] == behaviour(other)[:-1]


# --- Many matchers, caches and threads -------------------------------------------------------------------------------


def batch_is_its_rows(constraint: Constraint, random: Random) -> None:
    """A batch fills and advances as its rows would alone; free rows allow everything; a refusal moves no row."""
    vocabulary = constraint.vocabulary
    steps = walk(constraint, random)
    chosen: list[Matcher | None] = [random.choice(steps).fork() for _ in range(random.randint(1, 6))]
    chosen.insert(random.randrange(len(chosen) + 1), None)
    for threads in (1, 3):
        batch = MatcherBatch(chosen)
        bitmask = constrain.allocate_bitmask(len(chosen) + 1, vocabulary)
        bitmask[:] = 0x55555555
        batch.fill_bitmask(bitmask, threads=threads)
        assert (bitmask[-1] == 0x55555555).all(), "a row after the batch was written"
        for row, matcher in zip(bitmask, chosen, strict=False):
            if matcher is None:
                assert (row == -1).all()
            else:
                assert mask(matcher) == allowed_tokens(row)
    tokens = [0 if matcher is None else draw(matcher, random) for matcher in chosen]
    rows = [None if matcher is None else matcher.fork() for matcher in chosen]
    batch = MatcherBatch(chosen)
    if None not in tokens:
        batch.advance([token for token in tokens if token is not None])
        for row, matcher, token in zip(rows, batch.rows, tokens, strict=True):
            if row is not None and matcher is not None and token is not None:
                row.advance(token)
                assert behaviour(row) == behaviour(matcher)
    before = [None if matcher is None else behaviour(matcher) for matcher in batch.rows]
    refused = [0 if matcher is None else _refused(matcher) for matcher in batch.rows]
    if None not in refused:
        with pytest.raises(RejectedToken):
            batch.advance([token for token in refused if token is not None])
        assert before == [None if matcher is None else behaviour(matcher) for matcher in batch.rows]


def _refused(matcher: Matcher) -> int | None:
    allowed = set(mask(matcher))
    return next((token for token in range(matcher.constraint.vocabulary.size) if token not in allowed), None)


def warm_is_cold(constraint: Constraint, random: Random) -> None:
    """A constraint that has seen many texts says what a fresh one says, on the same vocabulary and on a fresh one,
    copied, sent through pickle, or with no room for what it has seen.
    """
    vocabulary = constraint.vocabulary
    steps = [matcher for _ in range(3) for matcher in walk(constraint, random)]
    again = Vocabulary(
        vocabulary.token_bytes,
        end_ids=vocabulary.end_ids,
        size=vocabulary.size,
        strips_leading_space=vocabulary.strips_leading_space,
        special_tokens=vocabulary.special_tokens,
    )
    others = [
        constrain.compile(constraint.grammar, vocabulary),
        constrain.compile(constraint.grammar, again),
        constrain.compile(constraint.grammar, pickle.loads(pickle.dumps(vocabulary))),
        Constraint(constraint.grammar, vocabulary, cache_bytes=0),
    ]
    for matcher in random.sample(steps, min(8, len(steps))):
        expected = behaviour(matcher)
        for other in others:
            replayed = other.matcher()
            for token in matcher.tokens:
                replayed.advance(token)
            assert expected == behaviour(replayed)


def threads_agree(constraint: Constraint, random: Random) -> None:
    """Threads that fill and advance on one fresh constraint at once see what one thread alone sees."""
    paths = [walk(constraint, random)[-1].tokens for _ in range(4)]
    expected = [[behaviour(matcher) for matcher in _along(constraint, path)] for path in paths]
    for cache_bytes in (CACHE_BYTES, 0):
        fresh = Constraint(constraint.grammar, constraint.vocabulary, cache_bytes=cache_bytes)
        assert all(expected == found for found in _at_once(fresh, paths))


def _at_once(constraint: Constraint, paths: list[list[int]], count: int = 4) -> list[list[list[tuple[object, ...]]]]:
    """The behaviours along all paths as each of some threads sees them, each taking the paths in its own order."""
    found: list[list[list[tuple[object, ...]]]] = []
    start = threading.Barrier(count)

    def work(seed: int) -> None:
        start.wait()
        order = Random(seed).sample(range(len(paths)), len(paths))
        seen = {number: [behaviour(matcher) for matcher in _along(constraint, paths[number])] for number in order}
        found.append([seen[number] for number in range(len(paths))])

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == count, "a thread ended with an error"
    return found


def _along(constraint: Constraint, tokens: list[int]) -> list[Matcher]:
    matcher = constraint.matcher()
    found = [matcher.fork()]
    for token in tokens:
        matcher.advance(token)
        found.append(matcher.fork())
    return found


LAWS: tuple[Law, ...] = (
    mask_is_advance,
    mask_has_only_text_and_ends,
    ids_out_of_range_are_refused,
    never_stuck,
    same_mask_again,
    rollback_is_identity,
    forks_are_independent,
    finished_is_final,
    equal_states_behave_equally,
    explains_every_token,
    forced_bytes_are_the_only_way,
    bytes_decide,
    batch_is_its_rows,
    warm_is_cold,
    threads_agree,
)


# --- Whole texts -----------------------------------------------------------------------------------------------------


def generate(constraint: Constraint, random: Random, limit: int = 10_000, finish: float = 0.5) -> bytes | None:
    """A text from random allowed tokens, ending early where it may; None if it does not end within `limit` tokens.

    Raises where nothing is allowed. A law over whole texts is `assert contains(generate(constraint, random))`.
    """
    matcher = constraint.matcher()
    for _ in range(limit):
        token = draw(matcher, random, finish)
        assert token is not None, f"nothing is allowed after {matcher.tokens}"
        matcher.advance(token)
        if matcher.is_finished:
            return constraint.vocabulary.decode(matcher.tokens)
    return None
