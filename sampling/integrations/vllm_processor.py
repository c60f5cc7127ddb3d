"""vLLM's custom logits processors: a constraint that a request carries itself, beside any structured-output backend.

    LLM(MODEL, logits_processors=["constrain.sampling.integrations.vllm_processor:ConstraintProcessor"])
    SamplingParams(extra_args={"constrain": {"regex": "[0-9]{4}"}})

Over HTTP the spec is JSON text in `vllm_xargs`. vLLM has two interfaces of the same name, and each refuses classes of
the other; this class is both. In the first (V1) requests have rows, which are added, moved and swapped from step to
step, and their tokens are a list of Python's. In the second (V2) they have slots, and their tokens are on the device;
there, drafts have rows of their own. Both end in `Sequence`: the tokens taken so far, compared with those that the
engine shows, in `apply`, since asynchronous scheduling knows them only then. A text ends within its `max_tokens`.

vLLM has no way to end a request from here. A text that cannot be kept within its constraint any more (the vocabulary
cannot spell it, or another processor forced a token) is ended: only end tokens are allowed, and an error is logged.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence as SequenceOf
from typing import Any

import numpy as np
import torch
from vllm.v1.sample.logits_processor.interface import LogitsProcessor as RowProcessor
from vllm.v1.sample.logits_processor.interface import MoveDirectionality
from vllm.v1.worker.gpu.sample.logits_processor.interface import LogitsProcessor as SlotProcessor

from constrain.constraint import Constraint
from constrain.errors import ConstrainError, VocabularyError
from constrain.matcher import Matcher
from constrain.vocabulary import Vocabulary

from ..bitmasks import apply_bitmask
from .budgets import fill_or_end, only_ends
from .specs import Constraints, spec_of

KEY = "constrain"  # in extra_args
_log = logging.getLogger(__name__)
_bytes = Constraints(Vocabulary.from_bytes([*(bytes([each]) for each in range(256)), None], end_ids=[256]))


class Sequence:
    """One request's text, of at most `most` tokens: its matcher, or None where the text can only be ended."""

    def __init__(self, constraint: Constraint | None, most: int | None = None) -> None:
        self.constraint, self.most = constraint, most
        self.matcher: Matcher | None = None if constraint is None else constraint.matcher()

    @property
    def taken(self) -> int:
        """How many tokens the matcher has taken."""
        return 0 if self.matcher is None else len(self.matcher)

    def follow(self, tokens: SequenceOf[int], begin: int = 0) -> None:
        """Take what is new in the output, `tokens` being all of it from token `begin` on."""
        if self.constraint is None or self.matcher is None:
            return
        if begin + len(tokens) < self.taken:  # the engine has dropped some, after a failed transfer
            self.matcher = self.constraint.matcher()
        for token in tokens[self.taken - begin :]:
            try:
                self.matcher.advance(token)
            except (ConstrainError, ValueError) as error:  # below 0: a placeholder, whose token is not known
                _log.error("A text is ended, because a token came that its constraint does not allow: %s", error)
                self.matcher = None
                return

    def fill(self, row: np.ndarray[Any, Any], vocabulary: Vocabulary) -> None:
        """Write the allowed tokens to `row` (words,) int32; `vocabulary` is that of requests without a constraint."""
        if self.matcher is None:
            only_ends(vocabulary if self.constraint is None else self.constraint.vocabulary, row)
        elif not fill_or_end(self.matcher, row, None if self.most is None else self.most - self.taken):
            self.matcher = None


class ConstraintProcessor(RowProcessor, SlotProcessor):
    """Masks the requests whose `extra_args` have a constraint; free for all others.

    The spec is a mapping, or JSON text, with one key: `json`, `json_object`, `regex`, `choice`, `grammar`, `lark`,
    `gbnf`, `ebnf`, `abnf` or `structural_tag`. A wrong one is refused when the request comes (HTTP 400).
    """

    def __init__(self, vllm_config: Any, *rest: Any) -> None:
        from vllm.tokenizers import cached_tokenizer_from_config

        model = vllm_config.model_config
        vocabulary = Vocabulary.from_huggingface(cached_tokenizer_from_config(model), size=model.get_vocab_size())
        self.constraints = Constraints(vocabulary)
        self.requests: dict[int, tuple[Sequence, SequenceOf[int]]] = {}  # V1: by row, with the output so far
        self.slots: dict[int, Sequence] = {}  # V2
        self.states = rest[0] if len(rest) == 1 else None  # V2: the engine's buffers
        self.longest: int = model.max_model_len  # tokens of a prompt and its text

    @classmethod
    def validate_params(cls, sampling_params: Any) -> None:
        """Raises ValueError where the spec of a request is wrong; asked in the process that takes requests.

        There is no vocabulary there, so what depends on it (special tokens, missing characters) is met later.
        """
        try:
            spec = _spec(sampling_params)
            if spec is None:
                return
            if sampling_params.structured_outputs is not None:
                raise ConstrainError("a request has either structured_outputs or a constraint in extra_args, not both")
            if sampling_params.ignore_eos:
                raise ConstrainError("ignore_eos would let the text go on after its end; leave it out")
            _bytes.of(*spec)
        except VocabularyError:
            return
        except ConstrainError as error:
            raise ValueError(f"extra_args[{KEY!r}]: {error}") from error

    def is_argmax_invariant(self) -> bool:
        """No: a mask changes which token is the likeliest."""
        return False

    def _begun(self, params: Any, prompt: int) -> Sequence | None:
        """The sequence of a request with a prompt of so many tokens; None for a request without a constraint."""
        spec = _spec(params)
        if spec is None:
            return None
        try:
            constraint = self.constraints.of(*spec, params.all_stop_token_ids)
            return Sequence(constraint, min(params.max_tokens, self.longest - prompt))
        except ConstrainError as error:
            _log.error("A text is ended at once, because its constraint cannot be kept: %s", error)
            return Sequence(None)

    # ---- V1: rows ----

    def update_state(self, batch_update: Any) -> None:
        """Follow the rows: removed, added (also after a preemption, with the tokens so far), then moved."""
        if batch_update is None:
            return
        requests = self.requests
        for row in batch_update.removed:
            requests.pop(row, None)
        for row, params, prompt, output in batch_update.added:
            sequence = self._begun(params, len(prompt or ()))  # of embeddings vLLM does not say how many
            requests.pop(row, None)
            if sequence is not None:
                requests[row] = sequence, output
        for source, target, direction in batch_update.moved:
            moved, there = requests.pop(source, None), requests.pop(target, None)
            if moved is not None:
                requests[target] = moved
            if there is not None and direction == MoveDirectionality.SWAP:
                requests[source] = there

    # ---- V2: slots ----

    def add_request(self, req_idx: int, sampling_params: Any) -> bool:
        """Whether the request in this slot has a constraint; what was in the slot before is forgotten."""
        assert self.states is not None
        sequence = self._begun(sampling_params, int(self.states.prompt_len.np[req_idx]))
        self.slots.pop(req_idx, None)
        if sequence is not None:
            self.slots[req_idx] = sequence
        return sequence is not None

    # ---- both ----

    def apply(self, logits: torch.Tensor, ctx: Any = None) -> torch.Tensor:
        """`logits` (rows, vocabulary) with -inf for what is not allowed, in place."""
        if ctx is None:
            if not self.requests:
                return logits
            bitmask = _all_allowed(logits)
            for row, (sequence, output) in self.requests.items():
                if row < len(bitmask):
                    sequence.follow(output)
                    sequence.fill(bitmask[row], self.constraints.vocabulary)
        else:
            if not any(slot in self.slots for slot in ctx.idx_mapping_np.tolist()):
                return logits
            bitmask = _all_allowed(logits)
            self._fill_slots(bitmask, ctx)
        masked: torch.Tensor = apply_bitmask(logits, torch.from_numpy(bitmask), inplace=True)
        return masked

    def _fill_slots(self, bitmask: np.ndarray[Any, Any], ctx: Any) -> None:
        """Fill the rows of a step. A request's first row shows its last token, the others its drafts."""
        columns = (ctx.expanded_idx_mapping, ctx.expanded_local_pos, ctx.input_ids, ctx.pos)
        shown = torch.stack([each.to(torch.int64) for each in columns], 1).tolist()  # waits for the device
        drafts, allowed = 0, True
        for row, (slot, place, token, position) in enumerate(shown):
            sequence = self.slots.get(slot)
            if sequence is None:
                continue
            if place == 0:
                drafts, allowed = 0, True
                self._catch_up(sequence, slot, token, position + 1)
            elif allowed and sequence.matcher is not None:
                allowed = sequence.matcher.validate([token]) == 1
                if allowed:
                    sequence.matcher.advance(token)
                    drafts += 1
            if allowed:  # a row after a draft that is not allowed is never drawn from
                sequence.fill(bitmask[row], self.constraints.vocabulary)
            last = row + 1 == len(shown) or shown[row + 1][1] == 0
            if last and sequence.matcher is not None:
                sequence.matcher.rollback(drafts)

    def _catch_up(self, sequence: Sequence, slot: int, token: int, length: int) -> None:
        """Take the tokens that were committed since, `token` being the last of `length`, prompt included."""
        assert self.states is not None
        prompt = int(self.states.prompt_len.np[slot])
        written = max(length - prompt, 0)
        if written == sequence.taken + 1:
            sequence.follow([token], begin=sequence.taken)
        elif written != sequence.taken:
            tokens = self.states.all_token_ids.gpu[slot, prompt : prompt + written]
            sequence.follow(tokens.tolist())


def _spec(params: Any) -> tuple[str, str] | None:
    given = (params.extra_args or {}).get(KEY)
    return None if given is None else spec_of(given)


def _all_allowed(logits: torch.Tensor) -> np.ndarray[Any, Any]:
    return np.full((logits.shape[0], (logits.shape[1] + 31) // 32), -1, np.int32)
