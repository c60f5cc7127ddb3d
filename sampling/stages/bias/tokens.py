"""Biases for single tokens: added (logit bias), forbidden (suppress), or all others forbidden (allowed tokens)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from constrain.support.arguments import integer, listed

from ..stage import INFINITY, Role, Stage, Step, whole

Biases = Mapping[int, float]


class LogitBias(Stage):
    """Adds to the scores of tokens: {token: bias}, or a list with one mapping for each prompt; ±inf are fine.

    Tokens that the vocabulary lacks are an error at the first call.
    """

    role = Role.BIAS
    reads_text = False

    def __init__(self, biases: Biases | Sequence[Biases]) -> None:
        if not isinstance(biases, Mapping):
            biases = listed(biases, "biases", "a mapping of tokens to biases, or a list with one for each row")
        self.biases = [dict(biases)] if isinstance(biases, Mapping) else [dict(each) for each in biases]
        for token, bias in (pair for each in self.biases for pair in each.items()):
            whole("a token", token, 0)
            if bias != bias:
                raise ValueError(f"the bias of token {token} is NaN")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        rows, width = scores.shape
        if rows % len(self.biases):
            raise ValueError(f"{len(self.biases)} mappings for {rows} rows; give one, or one for each prompt")
        share = rows // len(self.biases)
        biased = scores.clone()
        for prompt, each in enumerate(self.biases):
            if not each:
                continue
            known_tokens(each, width)
            columns = torch.tensor(list(each), device=scores.device)
            values = torch.tensor(list(each.values()), dtype=scores.dtype, device=scores.device)
            lines = slice(prompt * share, (prompt + 1) * share)
            biased[lines, columns] = biased[lines, columns] + values
        return biased


class SuppressTokens(Stage):
    """Forbids tokens always; with `generated`, only in rows that have generated just so many (0: at the beginning)."""

    role = Role.BIAS
    reads_text = False

    def __init__(self, tokens: Sequence[int], *, generated: int | None = None) -> None:
        self.tokens = [integer(token, "a token") for token in listed(tokens, "tokens", "a list of tokens")]
        self.generated = generated if generated is None else whole("generated", generated, 0)
        self.needs_prompt = self.reads_text = generated is not None

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        forbidden = only(self.tokens, scores)
        if self.generated is not None:
            now = torch.from_numpy(step.generated() == self.generated).to(scores.device)
            forbidden = forbidden & now.unsqueeze(1)
        return scores.masked_fill(forbidden, -INFINITY)


class AllowedTokens(Stage):
    """Forbids all tokens but these (vLLM's `allowed_token_ids`)."""

    role = Role.BIAS
    reads_text = False

    def __init__(self, tokens: Sequence[int]) -> None:
        self.tokens = [integer(token, "a token") for token in listed(tokens, "tokens", "a list of tokens")]
        if not self.tokens:
            raise ValueError("no token is allowed; give at least one")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        known_tokens(self.tokens, scores.shape[1])
        return scores.masked_fill(~only(self.tokens, scores), -INFINITY)


def only(tokens: Sequence[int], scores: torch.Tensor) -> torch.Tensor:
    """True at `tokens` that `scores` (rows, width) has a column for: (width,)."""
    mask = torch.zeros(scores.shape[1], dtype=torch.bool, device=scores.device)
    mask[[token for token in tokens if token < scores.shape[1]]] = True
    return mask


def known_tokens(tokens: Sequence[int] | Biases, width: int) -> None:
    """Raises ValueError if a token has no column."""
    beyond = [token for token in tokens if token >= width]
    if beyond:
        raise ValueError(f"The model vocabulary size is {width}, but the following tokens were being biased: {beyond}")
