"""Worlds small enough to enumerate: a random model, a language, and their exact distributions over token sequences."""

from __future__ import annotations

import math
import random
from functools import cache
from typing import Any

import torch

import constrain
from constrain import Vocabulary
from constrain.grammars import regex
from constrain.sampling import Pipeline
from constrain.sampling.decoding import AdaptiveSampling, FunctionModel, Request, Row, Search, decode
from constrain.sampling.stages import Categorical, Mask, Temperature

PIECES = [b"a", b"b", b"c", b"d", b"ab", b"bc", b"da", None]
END = len(PIECES) - 1
VOCABULARY = Vocabulary.from_bytes(PIECES, end_ids=[END])
PROMPT = (0,)
PIPELINE = Pipeline([Temperature(0.8), Mask(), Categorical()])
WORLDS = ["(ab|cd){1,2}", "a[bcd]{0,3}a", "(a|bc)*d", "[ab]{2,4}|c(d|da)", "(a[bc]|b)(c|d)?(ab)?"]


class World:
    """A random model, a language, and their exact distributions over token sequences."""

    def __init__(self, pattern: str, seed: int) -> None:
        self.seed = seed
        if "*" in pattern:
            pattern = pattern.replace("*", "{0,3}")
        self.constraint = constrain.compile(regex(pattern), VOCABULARY)
        self.model = FunctionModel(lambda rows: torch.stack([self.logits(tuple(row)) for row in rows]), len(PIECES))
        self.exact: dict[tuple[int, ...], float] = {}
        self.masked: dict[tuple[int, ...], float] = {}
        self.grow((), 1.0, 1.0)
        self.total = sum(self.exact.values())
        self.exact = {text: p / self.total for text, p in self.exact.items()}

    @cache  # noqa: B019
    def logits(self, row: tuple[int, ...]) -> Any:
        generator = torch.Generator().manual_seed(random.Random(f"{self.seed} {row}").randrange(2**31))
        return torch.randn(len(PIECES), generator=generator)

    def step(self, text: tuple[int, ...]) -> tuple[list[float], list[int]]:
        """p of each token after a text, and the tokens that are allowed."""
        p = (self.logits((*PROMPT, *text)) / 0.8).softmax(-1).tolist()
        matcher = self.constraint.matcher()
        for token in text:
            matcher.advance(token)
        return p, [token for token in range(len(PIECES)) if matcher.allows(token)]

    def grow(self, text: tuple[int, ...], p_text: float, q_text: float) -> None:
        p, allowed = self.step(text)
        mass = sum(p[token] for token in allowed)
        for token in allowed:
            if token == END:
                self.exact[text], self.masked[text] = p_text * p[token], q_text * p[token] / mass
            else:
                self.grow((*text, token), p_text * p[token], q_text * p[token] / mass)

    def learned(self, search: AdaptiveSampling) -> dict[tuple[int, ...], float]:
        """The exact distribution of the next sample of ASAp."""
        found: dict[tuple[int, ...], float] = {}

        def walk(text: tuple[int, ...], q: float, node: Any) -> None:
            p, allowed = self.step(text)
            known = {} if node is None else node.tokens
            scores = {t: p[t] * (known[t][1].bound if t in known else 1.0) for t in allowed}
            total = sum(scores.values())
            for token, score in scores.items():
                if token == END:
                    found[text] = q * score / total
                elif score > 0:
                    walk((*text, token), q * score / total, known[token][1] if token in known else None)

        walk((), 1.0, next(iter(search._known.values())))
        return found

    def run(self, search: Search, times: int, seed: int = 0) -> list[Row]:
        """The rows of so many requests, each of `search.copies` rows."""
        rows = []
        for i in range(times):
            request = Request(PROMPT, self.constraint, max_tokens=12)
            batch = search.batch(self.model, PIPELINE, [request], seeds=seed * 10_000 + i)
            for _ in decode(batch, search):
                pass
            rows += batch.done
        return rows


def divergence(exact: dict[tuple[int, ...], float], other: dict[tuple[int, ...], float]) -> float:
    """KL(exact ‖ other) in nats."""
    return sum(p * math.log(p / other[text]) for text, p in exact.items())
