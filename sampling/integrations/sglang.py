"""SGLang's grammars by this library: a backend for a server, and an object for each request.

Masks have the packed layout of xgrammar and llguidance, int32 with one bit a token, which SGLang's speculative decoding
reads as well. A cached object is the beginning of a text, whose copies are matchers of their own. A text ends within
its request's `max_new_tokens`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import torch
from sglang.srt.constrained.base_grammar_backend import (
    BaseGrammarBackend,
    BaseGrammarObject,
    GrammarRow,
    GrammarStats,
    InvalidGrammarObject,
    register_vocab_mask_buffer,
)

from constrain.batch import MatcherBatch
from constrain.constraint import Constraint
from constrain.errors import ConstrainError
from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

from ..bitmasks import apply_bitmask
from .budgets import fill_or_end
from .specs import Constraints

_ANY_JSON = "$$ANY$$"  # SGLang's key for any JSON


class ConstrainGrammar(BaseGrammarObject):
    """One request's matcher. Tokens that end the text count as tokens, and `rollback` undoes them too.

    `most` says how many tokens the text may have; None: nobody has said so.
    """

    def __init__(self, matcher: Matcher, kind: str, *, is_cache_hit: bool = False) -> None:
        super().__init__()
        self.matcher = matcher
        self.most: Callable[[], int] | None = None
        self.grammar_stats = GrammarStats(dispatch_type=kind, is_cache_hit=is_cache_hit)
        self._kind = kind

    def accept_token(self, token: int) -> None:
        """Take a token; after the end they are let be. Raises ValueError, as SGLang expects, if it may not come."""
        if self.matcher.is_finished:
            return
        self.current_token = token
        try:
            self.matcher.advance(token)
        except ConstrainError as error:
            raise ValueError(str(error)) from error

    def rollback(self, k: int) -> None:
        self.matcher.rollback(k)

    def is_terminated(self) -> bool:
        return bool(self.matcher.is_finished)

    def copy(self) -> ConstrainGrammar:
        """Another request's object: a matcher in the state of this one."""
        return ConstrainGrammar(self.matcher.fork(), self._kind, is_cache_hit=True)

    # ---- masks: int32 (rows, words), one bit a token ----

    def allocate_vocab_mask(self, vocab_size: int, batch_size: int, device: Any) -> torch.Tensor:
        """All tokens of `batch_size` rows allowed, on the host."""
        pinned = torch.cuda.is_available()  # so that the copy to the device need not be waited for
        return torch.full((batch_size, (vocab_size + 31) // 32), -1, dtype=torch.int32, pin_memory=pinned)

    def fill_vocab_mask(self, vocab_mask: torch.Tensor, idx: int) -> None:
        fill_or_end(self.matcher, vocab_mask.numpy()[idx], self.left)

    @property
    def left(self) -> int | None:
        """How many tokens may still come; None: any number."""
        return None if self.most is None or self.matcher.is_finished else self.most() - len(self.matcher)

    @staticmethod
    def fill_vocab_mask_batched(entries: list[GrammarRow], vocab_mask: torch.Tensor) -> None:
        """Fill the listed rows in one call, on several threads, without the interpreter lock."""
        if all(isinstance(entry.grammar, ConstrainGrammar) for entry in entries):
            rows: list[Matcher | None] = [None] * len(vocab_mask)
            lefts: list[int | None] = [None] * len(vocab_mask)
            for entry in entries:
                rows[entry.row], left = entry.grammar.matcher, entry.grammar.left
                lefts[entry.row] = None if left is None else max(left - 1, 0)
            numbers = [entry.row for entry in entries]
            with suppress(ConstrainError):  # a row has too few for any text, say
                MatcherBatch(rows).fill_bitmask(vocab_mask.numpy(), rows=numbers, tokens_left=lefts)
                return
        BaseGrammarObject.fill_vocab_mask_batched(entries, vocab_mask)  # also around a reasoner's objects

    @staticmethod
    def reset_vocab_mask(vocab_mask: torch.Tensor) -> None:
        vocab_mask.fill_(-1)

    @staticmethod
    def move_vocab_mask(vocab_mask: torch.Tensor, device: Any) -> torch.Tensor:
        return vocab_mask.to(device, non_blocking=True)

    @staticmethod
    def apply_vocab_mask(logits: torch.Tensor, vocab_mask: torch.Tensor) -> None:
        """Write -inf to what is not allowed; `logits` (rows, vocabulary)."""
        apply_bitmask(logits, vocab_mask, inplace=True)

    # ---- forced text ----

    def try_jump_forward(self, tokenizer: Any) -> tuple[list[int], str] | None:
        """The tokens that must come next, as the tokenizer cuts them, with their text; None if none must."""
        tokens = [] if self.matcher.is_finished else self.matcher.forced_tokens(tokenizer)
        if not tokens:
            return None
        return tokens, self.matcher.constraint.vocabulary.decode(tokens).decode("utf-8", "replace")

    def jump_forward_str_state(self, helper: tuple[list[int], str]) -> tuple[str, int]:
        return helper[1], -1

    def jump_and_retokenize(self, old_output_ids: list[int], new_output_ids: list[int], next_state: int) -> None:
        """Be where the new tokens lead, after the old ones were taken; or stay, and raise ValueError."""
        pairs = zip(old_output_ids, new_output_ids, strict=False)
        shared = next(
            (at for at, (old, new) in enumerate(pairs) if old != new), min(len(old_output_ids), len(new_output_ids))
        )
        there = self.matcher.fork()
        there.rollback(len(old_output_ids) - shared)
        try:
            for token in new_output_ids[shared:]:
                there.advance(token)
        except ConstrainError as error:
            raise ValueError(f"the text as it was cut again is refused: {error}") from error
        self.matcher = there


class ConstrainBackend(BaseGrammarBackend):
    """Compiles the requests of a server, on SGLang's threads; what is refused is an InvalidGrammarObject, with why."""

    def __init__(
        self,
        tokenizer: Any,
        vocab_size: int,
        eos_token_ids: Iterable[int] | int | None = None,
        *,
        json_options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        ends = [eos_token_ids] if isinstance(eos_token_ids, int) else list(eos_token_ids or ())
        vocabulary = Vocabulary.from_huggingface(tokenizer, size=vocab_size, end_ids=ends)
        self.constraints = Constraints(vocabulary, json_options=json_options)

    def initialize_vocab_mask_buffer(self, name: str, vocab_size: int, max_rows: int, device: Any) -> torch.Tensor:
        """A mask that SGLang uses again and again, of `max_rows` rows."""
        mask = torch.full((max_rows, (vocab_size + 31) // 32), -1, dtype=torch.int32)
        registered: torch.Tensor = register_vocab_mask_buffer(name, mask, max_rows)
        return registered

    def _dispatch(self, kind: str, text: str) -> BaseGrammarObject:
        try:
            constraint: Constraint = self.constraints.of(kind, text)
            _ = constraint.matcher().tokens_to_end  # found here once, and not by the scheduler
        except ConstrainError as error:
            return InvalidGrammarObject(str(error))
        return ConstrainGrammar(constraint.matcher(), kind)

    def dispatch_json(self, key_string: str) -> BaseGrammarObject:
        return self._dispatch("json", "true" if key_string == _ANY_JSON else key_string)

    def dispatch_regex(self, key_string: str) -> BaseGrammarObject:
        return self._dispatch("regex", key_string)

    def dispatch_ebnf(self, key_string: str) -> BaseGrammarObject:
        """A grammar: what SGLang calls EBNF may be any notation that names itself, as Lark or GBNF."""
        return self._dispatch("grammar", key_string)

    def dispatch_structural_tag(self, key_string: str) -> BaseGrammarObject:
        return self._dispatch("structural_tag", key_string)


def tell_budget(request: Any) -> None:
    """Has the text of a request that has got its grammar end within `max_new_tokens`; aborts one that cannot."""
    given = request.grammar
    grammar = given if isinstance(given, ConstrainGrammar) else getattr(given, "grammar", None)
    if not isinstance(grammar, ConstrainGrammar):
        return

    def most() -> int:
        """The request's tokens but those of a thought, of which a reasoner has noted each."""
        within = given is grammar or given.reasoning_in_grammar
        thought = 0 if within else len(given._thinking_match_history)
        return int(request.sampling_params.max_new_tokens) - thought

    grammar.most = most
    needed = grammar.matcher.tokens_to_end
    if needed > most():
        constraint: Any = grammar.matcher.constraint
        request.set_finish_with_abort(
            f"{constraint.grammar.source}: the shortest text takes {needed} tokens, and max_new_tokens "
            f"is {most()}; allow more"
        )


def json_options(serving: Any) -> dict[str, Any]:
    """SGLang's options for JSON as those of `json_schema`. Raises ConstrainError for what would not be kept."""
    if getattr(serving, "constrained_json_whitespace_pattern", None):
        raise ConstrainError(
            "--constrained-json-whitespace-pattern is not kept by the grammar backend constrain; leave it out, or use "
            "--constrained-json-disable-any-whitespace"
        )
    if getattr(serving, "enable_strict_thinking", False):
        raise ConstrainError("--enable-strict-thinking is not kept by the grammar backend constrain; leave it out")
    if getattr(serving, "constrained_json_disable_any_whitespace", False):
        return {"layout": "compact"}
    most = getattr(serving, "constrained_json_max_whitespace_cnt", None)
    return {} if most is None else {"layout": "any", "max_gap": most} if most else {"layout": "compact"}
