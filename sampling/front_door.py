"""`generate`: prompts and constraints in, typed results out, by way of `model.generate`.

It encodes and pads the prompts, compiles what is not compiled yet, hands one `ConstraintLogitsProcessor` to
`model.generate`, and reads the result from the bytes of the tokens: `tokenizer.decode` may add or drop spaces, and then
the text would not be what the constraint allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, overload
from weakref import WeakKeyDictionary

import torch

from constrain.constraint import Constraint, compile
from constrain.errors import RejectedToken, VocabularyError
from constrain.grammar import Grammar, Value
from constrain.vocabulary import Vocabulary

from .huggingface import ConstraintLogitsProcessor
from .pipeline import Pipeline
from .processor import PipelineLogitsProcessor


@dataclass(frozen=True)
class Result(Generic[Value]):
    """One generated text.

    To type checkers it is a `Result[Invoice]` where the constraint's texts are read as an `Invoice`.

    `value` is the text as its grammar reads it (an instance of a model, parsed JSON, or the text itself), and None
    where the text is not complete. `tokens` are the generated ids without the end token. `complete`: the text is in the
    language. `finish_reason`: "stop" after an end token; "length" where `max_tokens` ran out; "unavailable" for a row
    of a beam search that asked for more texts than the language has (its text is empty).
    """

    text: str
    value: Value | None
    tokens: tuple[int, ...]
    complete: bool
    finish_reason: Literal["stop", "length", "unavailable"]


@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: str,
    constraints: Constraint[Value] | Grammar[Value],
    *,
    max_tokens: int = 256,
    num_return_sequences: Literal[1] = 1,
    **options: Any,
) -> Result[Value]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: str,
    constraints: None,
    *,
    max_tokens: int = 256,
    num_return_sequences: Literal[1] = 1,
    **options: Any,
) -> Result[str]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraints: Constraint[Value] | Grammar[Value],
    *,
    max_tokens: int = 256,
    **options: Any,
) -> Result[Value] | list[Result[Value]]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraints: Constraint | Grammar | Sequence[Constraint | Grammar | None] | None,
    *,
    max_tokens: int = 256,
    **options: Any,
) -> Result | list[Result]: ...
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraints: Constraint | Grammar | Sequence[Constraint | Grammar | None] | None,
    *,
    max_tokens: int = 256,
    sampler: Pipeline | None = None,
    seeds: int | Sequence[int] | None = None,
    **options: Any,
) -> Result | list[Result]:
    """Texts that continue the prompts and obey the constraints.

    `prompts` is a text, a list of chat messages, a list of token ids, or a list of such for a batch. `constraints` is
    one for all prompts or a list with one for each (None leaves a prompt free); a `Grammar` is compiled first, and kept
    for the next call. `options` go to `model.generate`: `do_sample`, `temperature`, `num_beams`, `assistant_model`,
    `num_return_sequences`, `logits_processor`, …

    With a `sampler` (a `Pipeline` that has a `Mask()` and ends in a draw) its stages choose the tokens, and
    `generate`'s own sampling options must stay out; `seeds` (a number, or one for each row) make the draws repeatable.
    For beams, put stages into `logits_processor` instead.

    A single prompt with one sequence gives a `Result`, anything else a list: the sequences of the first prompt, then
    those of the second, and so on. Raises what `compile` raises; a constraint that cannot be kept is never dropped.

    >>> generate(model, tokenizer, "The date: ", regex(r"\\d{4}-\\d\\d-\\d\\d"), max_tokens=20).text
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens is {max_tokens}; at least 1 token must be generated")
    for name in ("eos_token_id", "max_new_tokens", "max_length", "inputs", "input_ids"):
        if name in options:
            raise TypeError(f"generate() sets {name} itself; use max_tokens, prompts, or the vocabulary's end_ids")
    single = _is_one_prompt(prompts)
    rows = [_encoded(tokenizer, prompt) for prompt in ([prompts] if single else prompts)]
    if not rows:
        return []
    if isinstance(constraints, Sequence) and not isinstance(constraints, str):
        listed = list(constraints)
    else:
        listed = [constraints] * len(rows)
    if len(listed) != len(rows):
        raise ValueError(f"{len(listed)} constraints for {len(rows)} prompts; give one for all, or one for each")
    vocabulary = next((c.vocabulary for c in listed if isinstance(c, Constraint)), None)
    if vocabulary is None:
        vocabulary = vocabulary_of(model, tokenizer)
    compiled = [_compiled(c, vocabulary) for c in listed]

    seq2seq = bool(getattr(model.config, "is_encoder_decoder", False))
    pad = _pad_id(model, tokenizer, vocabulary)
    input_ids, mask = _padded(rows, pad, left=not seq2seq)
    known_length = None if seq2seq else input_ids.shape[1]
    processor: ConstraintLogitsProcessor | PipelineLogitsProcessor
    if sampler is None:
        processor = ConstraintLogitsProcessor(compiled, prompt_length=known_length)
    else:
        _refuse_with_sampler(options)
        processor = sampler.processor(
            constraints=compiled, seeds=seeds, prompt_length=known_length, attention_mask=None if seq2seq else mask
        )
    device = model.device
    output = model.generate(
        input_ids.to(device),
        attention_mask=mask.to(device),
        max_new_tokens=max_tokens,
        eos_token_id=list(vocabulary.end_ids),
        pad_token_id=pad,
        logits_processor=[*options.pop("logits_processor", []), processor],
        **options,
    )
    sequences = getattr(output, "sequences", output)
    start = processor.prompt_length if processor.prompt_length is not None else input_ids.shape[1]
    share = sequences.shape[0] // len(rows)
    results = [_result(row[start:], compiled[i // share], vocabulary) for i, row in enumerate(sequences.cpu().tolist())]
    configuration = options.get("generation_config") or getattr(model, "generation_config", None)
    if (options.get("num_beams") or getattr(configuration, "num_beams", None) or 1) > 1:
        results = [each for i in range(0, len(results), share) for each in _without_twins(results[i : i + share])]
    return results[0] if single and len(results) == 1 else results


_UNAVAILABLE = Result("", None, (), False, "unavailable")
_SAMPLING_OPTIONS = (
    "do_sample",
    "num_beams",
    "temperature",
    "top_k",
    "top_p",
    "min_p",
    "typical_p",
    "repetition_penalty",
)


def _refuse_with_sampler(options: Mapping[str, Any]) -> None:
    """Raises TypeError for options that a sampler takes the place of."""
    for name in _SAMPLING_OPTIONS:
        if options.get(name):
            raise TypeError(
                f"{name}={options[name]!r} and sampler= would both choose tokens; put it into the pipeline"
                + (", or leave the sampler out: beams need scores, not draws" if name == "num_beams" else "")
            )


_vocabularies: WeakKeyDictionary[Any, dict[Any, Vocabulary]] = WeakKeyDictionary()
_constraints: WeakKeyDictionary[Grammar, dict[str, Constraint]] = WeakKeyDictionary()


def vocabulary_of(model: Any, tokenizer: Any) -> Vocabulary:
    """The vocabulary of a tokenizer at the width of a model's logits; read once for both."""
    config = getattr(model, "generation_config", None)
    ends = getattr(config, "eos_token_id", None)
    key = (model.config.vocab_size, tuple(ends) if isinstance(ends, list) else ends)
    known = _vocabularies.setdefault(tokenizer, {})
    if key not in known:
        known[key] = Vocabulary.from_huggingface(tokenizer, model=model)
    return known[key]


def _compiled(constraint: Constraint | Grammar | None, vocabulary: Vocabulary) -> Constraint | None:
    if constraint is None or isinstance(constraint, Constraint):
        return constraint
    if not isinstance(constraint, Grammar):
        raise TypeError(
            f"a constraint is a Constraint, a Grammar (from regex(), choice(), json_schema(), …) or None, "
            f"not {type(constraint).__name__}"
        )
    known = _constraints.setdefault(constraint, {})
    if vocabulary.digest not in known:
        known[vocabulary.digest] = compile(constraint, vocabulary)
    return known[vocabulary.digest]


def _is_one_prompt(prompts: Any) -> bool:
    """A text, one conversation (messages are mappings), or one list of ids."""
    if isinstance(prompts, str):
        return True
    if isinstance(prompts, torch.Tensor):
        return prompts.dim() == 1
    if not isinstance(prompts, Sequence):
        raise TypeError(f"prompts are texts, chat messages or token ids, not {type(prompts).__name__}")
    return bool(prompts) and isinstance(prompts[0], (int, Mapping))


def _encoded(tokenizer: Any, prompt: Any) -> list[int]:
    """One prompt as token ids."""
    if isinstance(prompt, str):
        return list(tokenizer(prompt)["input_ids"])
    if isinstance(prompt, torch.Tensor):
        prompt = prompt.tolist()
    if not isinstance(prompt, Sequence):
        raise TypeError(f"a prompt is a text, a list of chat messages or of token ids, not {type(prompt).__name__}")
    if prompt and isinstance(prompt[0], Mapping):
        text = tokenizer.apply_chat_template(prompt, add_generation_prompt=True, tokenize=False)
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])
    return [int(token) for token in prompt]


def _pad_id(model: Any, tokenizer: Any, vocabulary: Vocabulary) -> int:
    for owner in (tokenizer, getattr(model, "generation_config", None), model.config):
        pad = getattr(owner, "pad_token_id", None)
        if pad is not None:
            return int(pad)
    if not vocabulary.end_ids:
        raise VocabularyError("neither a padding nor an end token is known; give the tokenizer a pad_token")
    return vocabulary.end_ids[0]


def _padded(rows: list[list[int]], pad: int, *, left: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and attention mask, both int64 (rows, longest)."""
    width = max(1, *(len(row) for row in rows))
    ids = torch.full((len(rows), width), pad, dtype=torch.int64)
    mask = torch.zeros_like(ids)
    for i, row in enumerate(rows):
        place = slice(width - len(row), width) if left else slice(0, len(row))
        ids[i, place] = torch.tensor(row, dtype=torch.int64)
        mask[i, place] = 1
    return ids, mask


def _result(row: list[int], constraint: Constraint | None, vocabulary: Vocabulary) -> Result:
    ends = set(vocabulary.end_ids)
    stop = next((i for i, token in enumerate(row) if token in ends), None)
    tokens = tuple(row[:stop])
    reason: Literal["stop", "length"] = "length" if stop is None else "stop"
    if constraint is None:
        text = vocabulary.decode(tokens).decode("utf-8", "replace")
        return Result(text, text, tokens, True, reason)
    matcher = constraint.matcher()
    try:
        for token in tokens:
            matcher.advance(token)
    except RejectedToken:
        return _UNAVAILABLE
    complete = matcher.is_accepting
    if stop is not None and not complete:  # an end token of no probability: the row had nowhere to go
        return _UNAVAILABLE
    text = constraint.text(tokens)
    return Result(text, constraint.read(text) if complete else None, tokens, complete, reason)


def _without_twins(results: list[Result]) -> list[Result]:
    """The beams of one prompt, each once: where a search runs out of texts, transformers fills up with copies."""
    seen: set[tuple[tuple[int, ...], str]] = set()
    kept = []
    for result in results:
        beam = result.tokens, result.finish_reason
        kept.append(_UNAVAILABLE if beam in seen else result)
        seen.add(beam)
    return kept
