"""Masks, token by token, against the slow oracle, on thousands of random worlds.

How many is set by `CONSTRAIN_WORLDS` (worlds of each kind). A difference is printed as a minimal world in Python; it
then becomes a test beside what it is a case of. For long runs, `python -m tests.worlds` goes on through crashes.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

import constrain
from constrain import Constraint, Matcher, UnsupportedError, Vocabulary
from constrain.grammar import Grammar

from ..reference.constraint import ReferenceConstraint, ReferenceMatcher
from ..reference.patterns import TooBig
from ..strategies import World, worlds
from ..worlds import Compile, Mismatch, minimise, outcome, play, seeded_world, source

WORLDS = int(os.environ.get("CONSTRAIN_WORLDS", "450"))


@pytest.mark.parametrize(
    ("kind", "refused"), [("pattern", 0.0), ("assertion", 0.03), ("grammar", 0.01), ("special", 0.02)]
)
def test_mask_is_exactly_the_viable_tokens(kind: str, refused: float) -> None:
    """A token is allowed when, and only when, its bytes keep the text a prefix of the language.

    Also: end ids exactly where the text is complete, `allows` as the mask, forced bytes, rollback, fork, refusals.
    """
    counts = Counter[str]()
    for seed in range(WORLDS):
        world = seeded_world(kind, seed)
        try:
            counts["masks"] += play(world)
        except TooBig:
            counts["too big"] += 1
        except UnsupportedError:
            counts["refused"] += 1
        except Exception as error:
            smallest = minimise(world, lambda candidate: bool(outcome(candidate)), seconds=60)
            pytest.fail(f"{kind} {seed}: {error}\n{source(smallest)}")

    assert counts["masks"] > 3 * WORLDS
    assert counts["refused"] <= refused * WORLDS + 1
    assert counts["too big"] <= 0.02 * WORLDS + 1


@pytest.mark.parametrize("kind", ["loose"])
def test_assertions_anywhere_are_exact_or_refused(kind: str) -> None:
    """Where assertions stand within intersections and loops, the core is exact or says UnsupportedError."""
    for seed in range(WORLDS // 2):
        try:
            play(seeded_world(kind, seed))
        except (TooBig, UnsupportedError):
            continue


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(worlds())
def test_masks_in_hypothesis_worlds(world: World) -> None:
    """The same worlds, driven and shrunk by Hypothesis, which looks for corners that a seed does not reach."""
    try:
        play(world)
    except (TooBig, UnsupportedError):
        return


# --- Would the test notice? -------------------------------------------------------------------------------------------


class Forgetful(ReferenceMatcher):
    """Allows what may follow the last token but one, as a stale cache would."""

    def allowed(self) -> list[int]:
        if len(self.tokens) < 2 or self.is_finished:
            return super().allowed()
        stale = ReferenceMatcher(self.constraint)
        stale.tokens = self.tokens[:-1]
        return stale.allowed()


class Sharing(ReferenceMatcher):
    """Forks share their tokens."""

    def fork(self) -> ReferenceMatcher:
        branch = type(self)(self.constraint)
        branch.tokens = self.tokens
        return branch


class Greedy(ReferenceMatcher):
    """Ends are never allowed while the text can go on."""

    def allowed(self) -> list[int]:
        found = super().allowed()
        texts = [token for token in found if token not in self.constraint.vocabulary.end_ids]
        return texts if texts and not self.is_finished else found


class Deaf(ReferenceMatcher):
    """Takes any token."""

    def advance(self, token: int) -> None:
        self.tokens.append(token)


def reference_with(kind: type[ReferenceMatcher]) -> Compile:
    """A compile that gives the reference with other matchers."""

    class Changed(ReferenceConstraint):
        def matcher(self) -> ReferenceMatcher:
            return kind(self)

    def compiled(grammar: Grammar, vocabulary: Vocabulary) -> ReferenceConstraint:
        constraint = Changed(grammar, vocabulary)
        if not constraint.oracle.viable(b""):
            raise constrain.GrammarError("no text")
        return constraint

    return compiled


def play_reference(kind: type[ReferenceMatcher]) -> None:
    """Some worlds against a reference matcher instead of the engine."""
    for number in range(40):
        try:
            play(seeded_world("any", number), reference_with(kind))
        except TooBig:
            continue


def test_the_reference_passes() -> None:
    """The stand-in built on the oracle passes, so what is asked of the engine can be met."""
    play_reference(ReferenceMatcher)


@pytest.mark.parametrize("kind", [Forgetful, Sharing, Greedy, Deaf])
def test_spoiled_matchers_are_caught(kind: type[ReferenceMatcher]) -> None:
    """Matchers with typical bugs are found out within a few worlds."""
    with pytest.raises(Mismatch):
        play_reference(kind)


def test_worlds_are_worth_playing() -> None:
    """Most worlds allow some tokens and refuse others, hold long tokens that are allowed, and reach deep."""
    counts = Counter[str]()
    for seed in range(150):
        world = seeded_world("any", seed)
        steps = [kind for kind, _ in world.script]
        counts["deep"] += steps.count("advance") >= 3
        counts["long"] += any(
            len(world.tokens.items[token] or b"") >= 3 for kind, token in world.script if kind == "advance"
        )
        counts["undone"] += "rollback" in steps
        counts["ended"] += any(kind == "advance" and token in world.tokens.end_ids for kind, token in world.script)

    assert counts["deep"] > 90
    assert counts["long"] > 30
    assert counts["undone"] > 30
    assert counts["ended"] > 30


def test_matchers_are_what_is_played() -> None:
    """The worlds above exercise the public classes, not some inner ones."""
    world = seeded_world("pattern", 1)
    vocabulary = Vocabulary.from_bytes(world.tokens.items, end_ids=world.tokens.end_ids, size=world.tokens.size)
    constraint = constrain.compile(world.grammar, vocabulary)

    assert isinstance(constraint, Constraint)
    assert isinstance(constraint.matcher(), Matcher)
