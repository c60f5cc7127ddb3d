"""Asks the model at hand each scene twice, free and constrained, greedily, and counts what that costs.

Tokens, passes of the model and seconds, how many tokens were forced, and how many the masks allowed. Documents
become records in one batch, and their fields are compared with what the documents say.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from constrain.bitmask import allocate_bitmask
from constrain.constraint import Constraint, compile
from constrain.texts.check import Check
from constrain.vocabulary import Vocabulary

from .scenes import Scene, documents

MOST = 80  # tokens of an answer; no valid one needs them


@dataclass(frozen=True)
class Said:
    """A text, whether the grammar has it, otherwise why not, and what it cost. `passes` are calls of the model, that of
    the prompt too."""

    text: str
    valid: bool
    why: str
    tokens: int
    passes: int
    seconds: float


@dataclass(frozen=True)
class Report:
    """A scene after it was played.

    `masks`: how many tokens the masks allowed: fewest, median and most. `classes`: how probable each label is.
    """

    scene: Scene
    free: Said
    constrained: Said
    value: Any
    forced: int
    masks: tuple[int, int, int]
    vocabulary: int
    classes: dict[str, float]


@dataclass(frozen=True)
class BatchReport:
    """Records: how many are valid, and how many of their fields are what the document says."""

    documents: int
    fields: int
    valid: tuple[int, int]  # free, constrained
    right: tuple[int, int]
    passes: tuple[int, int]
    seconds: tuple[float, float]
    tokens: int
    forced: int


class Player:
    """The model, its tokenizer and its vocabulary; counts the model's passes."""

    def __init__(self) -> None:
        from constrain.sampling import small_model

        self.model, self.tokenizer = small = small_model(progress=sys.stderr.isatty())
        self.name = small.name
        self.vocabulary = Vocabulary.from_huggingface(self.tokenizer, model=self.model)
        self._passes = 0
        self.model.register_forward_hook(self._count)
        self._generate("Hello", None, most=1)  # what torch does once is not counted

    def _count(self, *_: Any) -> None:
        self._passes += 1

    @contextmanager
    def _measured(self) -> Iterator[list[float]]:
        """Passes and seconds, once the block has ended."""
        result: list[float] = []
        began, before = time.perf_counter(), self._passes
        yield result
        result += [self._passes - before, time.perf_counter() - began]

    def _generate(self, prompts: Any, constraint: Any, most: int = MOST, **options: Any) -> Any:
        from constrain.sampling import generate

        return generate(self.model, self.tokenizer, prompts, constraint, max_tokens=most, do_sample=False, **options)

    def play(self, scene: Scene) -> Report:
        """Asks the model, free and constrained; classes are told apart by their probabilities."""
        constraint = compile(scene.grammar, self.vocabulary)
        with self._measured() as cost:
            result = self._generate(scene.prompt, None)
        text = result.text.removesuffix("\n")
        free = _said(constraint, text, len(result.tokens), cost)
        classes: dict[str, float] = {}
        with self._measured() as cost:
            if scene.labels:
                classes = self.classes(scene)
                text = value = max(classes, key=classes.__getitem__)
                tokens, forced = self.vocabulary.encode_greedy(text.encode()), 0
            else:
                result = self._generate(scene.prompt, constraint)
                text, value, tokens, forced = result.text, result.value, result.tokens, result.forced
        held = _said(constraint, text, len(tokens), cost)
        sizes = mask_sizes(constraint, tokens)
        masks = (min(sizes), int(statistics.median(sizes)), max(sizes))
        return Report(scene, free, held, value, forced, masks, len(self.tokenizer), classes)

    def classes(self, scene: Scene) -> dict[str, float]:
        """How probable each label of a scene is."""
        from constrain.sampling import classify

        found: dict[str, float] = classify(self.model, self.tokenizer, scene.prompt, scene.labels).probabilities
        return found

    def play_batch(self) -> BatchReport:
        """Documents at once, free and constrained, each by a grammar of its own."""
        grammars, asked, expected = documents()
        constraints = [compile(grammar, self.vocabulary) for grammar in grammars]
        valid, right, costs = [], [], []
        for each in (None, constraints):
            with self._measured() as measured:
                results = self._generate(asked, each, progress=each is not None and sys.stderr.isatty())
            costs.append(measured)
            valid.append(sum(bool(check_value(c, r.text)) for c, r in zip(constraints, results, strict=True)))
            right.append(sum(right_fields(r.text, e) for r, e in zip(results, expected, strict=True)))
        return BatchReport(
            len(asked),
            sum(map(len, expected)),
            (valid[0], valid[1]),
            (right[0], right[1]),
            (int(costs[0][0]), int(costs[1][0])),
            (costs[0][1], costs[1][1]),
            sum(len(result.tokens) for result in results),
            sum(result.forced for result in results),
        )


def _said(constraint: Constraint[Any], text: str, tokens: int, cost: Sequence[float]) -> Said:
    check = check_value(constraint, text)
    why = "" if check else re.split(r"\n|, (?:inside|at the beginning of) ", str(check))[0]
    return Said(text, bool(check), why, tokens, int(cost[0]), cost[1])


def check_value(constraint: Constraint[Any], text: str) -> Check:
    """`constraint.check`, but JSON may have white space where it likes: free text is judged by its value, not by our
    layout."""
    check = constraint.check(text)
    if check:
        return check
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return check
    spellings = (json.dumps(value, ensure_ascii=False, separators=each) for each in ((", ", ": "), (",", ":")))
    checks = [constraint.check(each) for each in spellings]
    return next(filter(None, checks), checks[0])


def mask_sizes(constraint: Constraint[Any], tokens: Sequence[int]) -> list[int]:
    """How many tokens were allowed at each place of a text."""
    matcher = constraint.matcher()
    row = allocate_bitmask(1, constraint.vocabulary)[0]
    sizes = []
    for token in tokens:
        matcher.fill_bitmask(row)
        sizes.append(int(np.bitwise_count(row.view(np.uint32)).sum()))
        matcher.advance(token)
    return sizes


def right_fields(text: str, expected: dict[str, Any]) -> int:
    """How many of the expected fields a JSON text has as expected; a text that is no object has none."""
    try:
        value = json.loads(text)
    except ValueError:
        return 0
    return sum(value.get(key) == each for key, each in expected.items()) if isinstance(value, dict) else 0
