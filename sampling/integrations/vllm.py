"""vLLM's structured outputs by this library: a backend for an engine, and a grammar for each request.

`vllm_plugin` puts them where vLLM looks for them. A backend lives in the engine's core; it compiles on vLLM's threads,
and a request's grammar is a matcher: drafts of speculative decoding cost an advance and a rollback, and masks are
written without the interpreter lock, in vLLM's layout, which is the library's own. A text ends within its request's
`max_tokens` (`vllm_plugin` says how many are left to it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from vllm.v1.structured_output.backend_types import (
    StructuredOutputBackend,
    StructuredOutputGrammar,
    StructuredOutputOptions,
)

from constrain.errors import RejectedToken

from .budgets import fill_or_end
from .vllm_constraints import constraints_of

if TYPE_CHECKING:
    from constrain.constraint import Constraint


@dataclass
class ConstrainBackend(StructuredOutputBackend):
    """Compiles the requests of an engine. `vocab_size` is the width of its logits."""

    def __post_init__(self) -> None:
        self.constraints = constraints_of(self.tokenizer, self.vocab_size, self.vllm_config.structured_outputs_config)

    @staticmethod
    def is_tokenizer_supported(tokenizer: object) -> bool:
        """vLLM asks this of the backend `guidance`, whose place this may take; what cannot be read is refused later."""
        return True

    def compile_grammar(
        self, request_type: StructuredOutputOptions, grammar_spec: str, stop_token_ids: set[int] | None = None
    ) -> ConstrainGrammar:
        """The grammar of one request; the tokens in `stop_token_ids` end its text. Raises ConstrainError."""
        return ConstrainGrammar(self.constraints.of(request_type.name.lower(), grammar_spec, stop_token_ids))

    def allocate_token_bitmask(self, max_num_seqs: int) -> torch.Tensor:
        """All tokens of `max_num_seqs` rows allowed: int32 (rows, words) on the host, one bit a token."""
        return torch.full((max_num_seqs, self.constraints.vocabulary.words), -1, dtype=torch.int32)

    def destroy(self) -> None:
        """Nothing is held that is not shared with the process."""


class ConstrainGrammar(StructuredOutputGrammar):
    """One request's matcher, as a `StructuredOutputGrammar`. A token that ends the text counts as a token.

    `most` is how many tokens the text may have, None if nobody has said so.
    """

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint
        self.matcher = constraint.matcher()
        self.most: int | None = None

    def accept_tokens(self, request_id: str, tokens: list[int]) -> bool:
        """Whether all of the tokens may come next; they are taken, or none is. After the end, tokens are let be."""
        if self.matcher.is_finished:
            return True
        for taken, token in enumerate(tokens):
            try:
                self.matcher.advance(token)
            except (RejectedToken, ValueError):
                self.matcher.rollback(taken)
                return False
            if self.matcher.is_finished:
                break
        return True

    def validate_tokens(self, tokens: list[int]) -> list[int]:
        """The tokens that may come next, one after another, until one may not; up to an end. None is taken."""
        if self.matcher.is_finished:
            return []
        return tokens[: self.matcher.validate(tokens)]

    def rollback(self, num_tokens: int) -> None:
        self.matcher.rollback(num_tokens)

    def fill_bitmask(self, bitmask: torch.Tensor, batch_index: int) -> None:
        """Write the allowed tokens to a row, without the interpreter lock."""
        left = None if self.most is None else self.most - len(self.matcher)
        fill_or_end(self.matcher, bitmask.numpy()[batch_index], left)

    def is_terminated(self) -> bool:
        return bool(self.matcher.is_finished)

    def reset(self) -> None:
        self.matcher = self.constraint.matcher()
