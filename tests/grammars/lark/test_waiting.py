"""A grammar whose states wait for a text means what the whole graph of it means, whoever asks for which first."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import numpy as np
import pytest

import constrain
from constrain import Limits, Matcher
from constrain.budget import limited
from constrain.errors import LimitExceeded
from constrain.grammars.lark.loading.load import load
from constrain.grammars.lark.parsing.flat_grammar import Waiting, Written, WrittenGrammar, flat_of
from constrain.grammars.lark.plain import plain
from tests.bench import code_grammars

from .test_lark import BYTES
from .test_plain import same_masks

LANGUAGES = ["graphql", "sql"]
# The sets of its members are far more than the members, so its graph has a state for each member.
DOUBLED = "\n".join(f"r{i}: r{i + 1} r{i + 1} | r{i + 1}" for i in range(300)) + '\nr300: "x"\nstart: r0'


def waiting(language: str) -> Waiting:
    """A code grammar, or one that is given itself, of which no state has been made."""
    text = language if language not in LANGUAGES else code_grammars.grammar(language)
    made = plain(load(text, "start", [], [], "auto"), "start", "contextual")
    assert isinstance(made, Waiting)
    return made


def whole(made: Waiting) -> WrittenGrammar:
    """The same with all states, while the grammar itself goes on waiting."""
    assert made._states is not None
    return WrittenGrammar(Written(flat_of(made._states)))


def walked(constraint: constrain.Constraint[str], chance: Random, steps: int = 60) -> list[bytes]:
    """The masks along a text drawn at random."""
    vocabulary, matcher, found = constraint.vocabulary, constraint.matcher(), []
    mask = constrain.allocate_bitmask(1, vocabulary)[0]
    for _ in range(steps):
        matcher.fill_bitmask(mask)
        found.append(mask.tobytes())
        tokens = [token for token in constrain.allowed_tokens(mask) if token not in vocabulary.end_ids]
        if not tokens:
            break
        matcher.advance(chance.choice(tokens))
    return found


@pytest.mark.parametrize("language", [*LANGUAGES, DOUBLED], ids=[*LANGUAGES, "doubled"])
def test_the_whole_graph_has_the_same_masks(language: str) -> None:
    """Asked for after some states have been made, and of a copy that travelled."""
    made = waiting(language)
    early = WrittenGrammar(made)
    assert walked(constrain.compile(early, BYTES), Random(1)) == walked(
        constrain.compile(whole(made), BYTES), Random(1)
    )
    assert early.lazy_graph() is not None

    copy = pickle.loads(pickle.dumps(early))

    assert [None, None] == [each.lazy_graph() for each in (early, copy)]  # pickling asks for all of it
    assert same_masks(WrittenGrammar(waiting(language)), copy)


def test_what_asks_for_all_states_has_them() -> None:
    """The fewest tokens to the end, and masks that leave room for them, in the middle of a text."""
    made = waiting("graphql")
    matchers = [constrain.compile(each, BYTES).matcher() for each in (WrittenGrammar(made), whole(made))]
    masks = constrain.allocate_bitmask(2, BYTES)
    for matcher in matchers:
        matcher.advance_bytes(b"query q { user(id: ")

    ends = [ends_of(matcher) for matcher in matchers]
    for matcher, mask in zip(matchers, masks, strict=True):
        matcher.fill_bitmask(mask, tokens_left=ends[0])

    assert ends[0] == ends[1] > 1
    assert np.array_equal(masks[0], masks[1])
    for matcher in matchers:  # and goes on where it had not been
        matcher.advance_bytes(b"1) { name } }")
    assert all(matcher.is_accepting for matcher in matchers)


def ends_of(matcher: Matcher) -> int:
    """The fewest tokens to an end."""
    found = matcher.completion()
    assert found is not None
    return len(found)


def test_threads_share_one_graph() -> None:
    """Two constraints of one grammar on eight threads, while another asks for all of it."""
    made = waiting("sql")
    expected = [walked(constrain.compile(whole(made), BYTES), Random(seed)) for seed in range(8)]
    fresh = waiting("sql")
    constraints = [constrain.compile(WrittenGrammar(fresh), BYTES) for _ in range(2)]

    with ThreadPoolExecutor(9) as threads:
        all_of_it = threads.submit(lambda: whole(fresh))
        found = list(threads.map(lambda seed: walked(constraints[seed % 2], Random(seed)), range(8)))

    assert found == expected
    assert walked(constrain.compile(all_of_it.result(), BYTES), Random(0)) == expected[0]


def test_work_that_is_stopped_leaves_no_half_state() -> None:
    """A mask that its budget ends is the right one when it is asked for again."""
    made = waiting("sql")
    expected = walked(constrain.compile(whole(made), BYTES), Random(3), 1)
    for steps in (1, 30, 100, 300, 1_000, 3_000, 10_000):
        constraint = constrain.compile(WrittenGrammar(waiting("sql")), BYTES)
        matcher, mask = constraint.matcher(), constrain.allocate_bitmask(1, BYTES)[0]
        with suppress(LimitExceeded), limited(Limits(steps=steps)):
            matcher.fill_bitmask(mask)
        matcher.fill_bitmask(mask)
        assert [mask.tobytes()] == expected
