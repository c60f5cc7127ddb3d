"""transformers' continuous batching (`model.generate_batch`) with a constraint for each request.

transformers drops the logits processors that are given to it there. It has processors of its own kind, which get one
int32 for each request and step; ours is the row of a bitmask, which is filled from the request's tokens just before.
So requests join and leave, are split, put off and resumed, and each follows its own constraint.

    manager = constrained(model.init_continuous_batching(generation_config, continuous_batching_config=sync_config()))
    manager.start()
    manager.add_request(ids, max_new_tokens=60, eos_token_id=list(vocabulary.end_ids), constraint=invoice)

`generate_batch` below does all of this for a list. Works with what transformers calls sync mode: its asynchronous mode
prepares a step before the last token is known, and captured graphs call no processor; both are refused. Written against
transformers 5.23, whose manager has no public way to add a processor.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from transformers import ContinuousBatchingConfig, GenerationConfig
from transformers.generation.continuous_batching.cb_logits_processors import ContinuousBatchingLogitsProcessor

from constrain.constraint import Constraint
from constrain.errors import ConstrainError, LimitExceeded, UnsupportedError, VocabularyError
from constrain.matcher import Matcher

from ..bitmasks import apply_bitmask
from .budgets import fill_within, only_ends

_log = logging.getLogger(__name__)
_FREE = 0  # the row of requests without a constraint


class ConstraintPerRequest(ContinuousBatchingLogitsProcessor):
    """Masks each request by the `constraint` that it was added with; the others are free.

    A text completes within the request's `max_new_tokens` where that is possible, as in `constrain.sampling.generate`.
    Belongs to one manager.
    """

    supported_kwargs = {"constraint": Constraint}  # noqa: RUF012 (as its base class has it)
    ignored_kwargs = ()

    def __init__(self) -> None:
        self.bitmask = np.full((1, 1), -1, np.int32)  # of the step that is being prepared; row 0 allows everything

    def fill_defaults(self, int32_tensor: torch.Tensor) -> None:
        """Requests are free unless said otherwise."""
        int32_tensor.fill_(_FREE)

    def prepare_tensor_args(self, requests_with_new_token: list[Any]) -> torch.Tensor:
        """The rows of a step's requests, int32 on the host; fills them."""
        states = [each.state for each in requests_with_new_token]
        constraints = [state.logit_processor_kwargs.get("constraint") for state in states]
        words = max((each.vocabulary.words for each in constraints if each is not None), default=1)
        bitmask = np.zeros((len(states) + 1, words), np.int32)
        bitmask[_FREE] = -1
        rows = []
        for row, (state, constraint) in enumerate(zip(states, constraints, strict=True), 1):
            rows.append(_FREE if constraint is None else row)
            if constraint is not None:
                _fill(bitmask[row, : constraint.vocabulary.words], state, constraint)
        self.bitmask = bitmask
        return torch.tensor(rows, dtype=torch.int32)

    def __call__(self, scores: torch.Tensor, tensor_arg: torch.Tensor) -> torch.Tensor:
        """`scores` (rows, vocabulary) with -inf for what is not allowed; the same tensor where all are free."""
        rows = tensor_arg[: scores.shape[0]].cpu().numpy()
        rows = np.where(rows < len(self.bitmask), rows, _FREE)  # steps are padded with rows of earlier, larger ones
        if not rows.any():
            return scores
        words = (scores.shape[1] + 31) // 32
        bitmask = np.zeros((len(rows), words), np.int32)
        known = min(words, self.bitmask.shape[1])
        bitmask[:, :known] = self.bitmask[rows, :known]
        bitmask[rows == _FREE] = -1
        masked: torch.Tensor = apply_bitmask(scores, torch.from_numpy(bitmask))
        return masked


def _fill(row: np.ndarray[Any, Any], state: Any, constraint: Constraint) -> None:
    """Write what may come next in a request."""
    before = state.initial_tokens[state._true_initial_tokens :] if state._true_initial_tokens else []
    written = len(before) + len(state.generated_tokens)
    matcher: Matcher | None = getattr(state, "constrain_matcher", None)
    if matcher is None or len(matcher) > written:
        matcher = state.constrain_matcher = constraint.matcher()
    try:
        for token in [*before, *state.generated_tokens][len(matcher) :]:
            matcher.advance(token)
        limit = state.max_new_tokens  # without what was generated before the request was put off
        fill_within(matcher, row, None if limit is None else limit - len(state.generated_tokens))
    except ConstrainError as error:
        _log.error("A text is ended, because its constraint could not be followed: %s", error)
        only_ends(constraint.vocabulary, row)


def sync_config(config: ContinuousBatchingConfig | None = None) -> ContinuousBatchingConfig:
    """The configuration, or a new one, in sync mode and without captured graphs."""
    config = ContinuousBatchingConfig() if config is None else config
    config.use_async_batching, config.use_cuda_graph = False, False
    return config


def constrained(manager: Any) -> Any:
    """The same manager, whose `add_request` and `add_requests` then take a `constraint`; call it before `start`.

    Raises UnsupportedError for a manager in asynchronous mode or with captured graphs, and RuntimeError for one that
    runs already.
    """
    config = manager.continuous_batching_config
    if config.use_async_batching or any(config.cuda_graph_booleans):
        raise UnsupportedError(
            "continuous batching in asynchronous mode or with captured graphs prepares a step before the last token is "
            "known, so no constraint can follow; pass continuous_batching_config=sync_config()",
            feature="asynchronous continuous batching",
            where="continuous_batching_config",
        )
    if manager.batch_processor is not None or manager.is_running():
        raise RuntimeError("the manager has been started; call constrained(manager) before manager.start()")
    processors = manager.logit_processor
    if not any(isinstance(each, ConstraintPerRequest) for each in processors.logits_processor):
        processors.logits_processor.insert(0, ConstraintPerRequest())  # so that truncation chooses among allowed tokens
        processors.tensors_required += 1
        processors._retrieve_processors_kwargs()
        processors.do_processing = True
    return manager


def generate_batch(
    model: Any,
    inputs: Sequence[Sequence[int]],
    constraint: Constraint | Sequence[Constraint | None] | None,
    *,
    max_new_tokens: int | None = None,
    generation_config: GenerationConfig | None = None,
    continuous_batching_config: ContinuousBatchingConfig | None = None,
) -> list[Any]:
    """The requests' results (`GenerationOutput`) in their order: what `model.generate_batch` does, constrained.

    `constraint` is one for all prompts, or one for each; None leaves a prompt free. Every text completes within
    `max_new_tokens` (by default the configuration's). Raises LimitExceeded where it cannot, before anything is
    generated, VocabularyError for constraints on a vocabulary of another width, and RuntimeError for a request that
    transformers failed.
    """
    for number, ids in enumerate(inputs):
        if isinstance(ids, str):
            raise TypeError(f"inputs[{number}] is a text; give its tokens: tokenizer(texts)['input_ids']")
    asked = list(constraint) if isinstance(constraint, Sequence) else [constraint] * len(inputs)
    if len(asked) != len(inputs):
        raise ValueError(f"{len(asked)} constraints for {len(inputs)} prompts; give one for all, or one for each")
    config = model.generation_config if generation_config is None else generation_config
    limit = config.max_new_tokens if max_new_tokens is None else max_new_tokens
    for number, constraint in enumerate(asked):
        _check(number, constraint, limit, model.config.get_text_config(decoder=True).vocab_size)
    if (config.num_return_sequences or 1) != 1:
        raise UnsupportedError(
            "generate_batch gives one text a prompt; repeat the prompt, or add requests to a manager",
            feature="num_return_sequences",
            where="generation_config.num_return_sequences",
        )
    free_ends = model.config.eos_token_id if config.eos_token_id is None else config.eos_token_id
    manager = constrained(
        model.init_continuous_batching(config, continuous_batching_config=sync_config(continuous_batching_config))
    )
    manager.start()
    try:
        names = []
        for ids, constraint in zip(inputs, asked, strict=True):
            given = {} if constraint is None else {"constraint": constraint}
            ends = free_ends if constraint is None else list(constraint.vocabulary.end_ids)
            names.append(manager.add_request(list(ids), max_new_tokens=limit, eos_token_id=ends, **given))
        results: dict[str, Any] = {}
        while len(results) < len(names):
            result = manager.get_result(timeout=1)
            if result is not None and result.is_finished():
                results[result.request_id] = result
            elif result is None and not manager.is_running():
                raise RuntimeError("transformers' generation thread has ended before all requests were done")
    finally:
        manager.stop(block=True)
    failed = next((each for each in results.values() if each.error is not None), None)
    if failed is not None:
        raise RuntimeError(f"transformers failed the request {failed.request_id}: {failed.error}")
    return [results[name] for name in names]


def _check(number: int, constraint: Constraint | None, limit: int | None, width: int) -> None:
    if constraint is None:
        return
    if not isinstance(constraint, Constraint):
        raise TypeError(f"constraint[{number}] must be a Constraint or None, not {type(constraint).__name__}")
    if constraint.vocabulary.size != width:
        raise VocabularyError(
            f"constraint[{number}] is on a vocabulary of {constraint.vocabulary.size} tokens, and the model's logits "
            f"are {width} wide; build it with Vocabulary.from_huggingface(tokenizer, model=model)"
        )
    needed = constraint.matcher().tokens_to_end
    if limit is not None and needed > limit:
        raise LimitExceeded(
            f"constraint[{number}]: its texts need {needed} tokens, and max_new_tokens is {limit}",
            limit=limit,
            needed=needed,
        )
