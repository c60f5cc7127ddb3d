"""`generate`: prompts and descriptions of texts in, typed results out.

Prompts are encoded, descriptions compiled, options read into a pipeline and a search (`settings`), and the rows decoded
by the loops of `decoding`. The text of a result is read from the bytes of its tokens: `tokenizer.decode` may add or
drop spaces, and then it would not be what the constraint allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from constrain.constraint import Constraint

from .decoding.forced import forced_text
from .decoding.huggingface import HuggingFaceModel
from .decoding.model import GuidedModel, LanguageModel
from .decoding.requests import Request, Row
from .decoding.scheduler import Scheduler
from .decoding.search import Sampling, Search
from .decoding.speculation import Speculation
from .guidance import Guidance
from .inputs import compiled, constraints_of, encoded, is_chat, is_one_prompt, vocabulary_of
from .pipeline import Pipeline
from .progress import progress_bar
from .result import Result, result_of, unavailable
from .settings import Settings, settings_of


@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: str,
    constraints: Any = ...,
    *,
    max_tokens: int = 256,
    num_return_sequences: Literal[1] = 1,
    **options: Any,
) -> Result: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraints: Any = ...,
    *,
    max_tokens: int = 256,
    **options: Any,
) -> Result | list[Result]: ...
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraints: Any = None,
    *,
    max_tokens: int = 256,
    stop: str | Sequence[str] = (),
    num_return_sequences: int | None = None,
    sampler: Pipeline | None = None,
    seeds: int | Sequence[int] | None = None,
    logprobs: bool = False,
    skip_forced: bool = True,
    fit: bool = True,
    search: Search | None = None,
    draft: Any = None,
    batch_size: int = 64,
    progress: bool = False,
    negative_prompts: Any = None,
    tools: Sequence[Any] | None = None,
    enable_thinking: bool | None = None,
    template: Mapping[str, Any] | None = None,
    logits_processor: Sequence[Any] = (),
    **options: Any,
) -> Result | list[Result]:
    """Texts that continue the prompts and obey the constraints.

    `prompts` is a text, a list of chat messages, a list of token ids, or a list of such for a batch. `constraints` says
    what the texts are like, once for all prompts or in a list with one for each: a `Constraint`, a `Grammar` (from
    `regex`, `json_schema`, `lark`, …), a Pydantic model, dataclass or another type (JSON), a compiled `re.Pattern`, an
    `Enum` or a list of texts to choose from, or None for free text. What is compiled here is kept for the next call.

    **Budget.** A text has at most `max_tokens` tokens, its end token aside, and always completes within them: near the
    limit, tokens are left out after which it could not. Where no text of the language is so short, LimitExceeded says
    how many are needed. With `fit=False` texts are cut off at the limit instead. `stop`: texts before which a result
    ends.

    **Choosing.** `options` are those of transformers' `GenerationConfig`: `do_sample`, `temperature`, `top_p`,
    `num_beams`, `guidance_scale`, …; the rest is as the model's own `generation_config` says, and `Result.sampler`
    shows what applied. With a `sampler` (a `Pipeline` with a `Mask()` and a draw at its end) its stages alone choose
    the tokens. `search` is a strategy of `constrain.sampling.decoding`, or one of your own, in place of these options'.
    `seeds` (a number, or one for each row) make draws repeatable, in any batch. `negative_prompts`, one for all or one
    for each, are what guidance leads away from. `logits_processor` are processors of transformers that act before the
    mask.

    **Forced text.** Where the constraint leaves no choice, the model reads the text's tokens in one pass with what
    follows, cut as the tokenizer cuts them; `skip_forced=False` has it choose among all ways to cut them.

    **Many prompts.** At most `batch_size` rows are decoded at once; as some finish, others join them. `progress` shows a
    bar (tqdm). A prompt that fails, or whose text a validator refuses, costs only its own row: `Result.error` says why.
    A single prompt raises instead. For prompts without end there is `generate_each`.

    **Drafts.** `draft` is a smaller model of the same vocabulary, whose guesses the model checks several at a time, or
    a drafter of `constrain.sampling.decoding`; `prompt_lookup_num_tokens` guesses what follows in the prompt. The
    distribution of the texts stays the same.

    **Chat.** `tools`, `enable_thinking` and what is in `template` go to the tokenizer's chat template.

    A single prompt with one sequence gives a `Result`, anything else a list: the sequences of the first prompt, then
    those of the second, and so on. Raises what `compile` raises; a constraint that cannot be kept is never dropped.

    >>> generate(model, tokenizer, "The date: ", regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), max_tokens=20).text
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens is {max_tokens}; at least 1 token must be generated")
    single = is_one_prompt(prompts)
    filled = _template(tools, enable_thinking, template)
    rows = [encoded(tokenizer, prompt, filled) for prompt in ([prompts] if single else prompts)]
    if not rows:
        return []
    descriptions = constraints_of(constraints, len(rows))
    vocabulary = next((c.vocabulary for c in descriptions if isinstance(c, Constraint)), None)
    if vocabulary is None:
        vocabulary = vocabulary_of(model, tokenizer)
    texts = tuple(text.encode() for text in ((stop,) if isinstance(stop, str) else stop))
    requests = [
        Request(row, compiled(description, vocabulary), max_tokens, texts, fit, key=number)
        for number, (row, description) in enumerate(zip(rows, descriptions, strict=True))
    ]
    own = getattr(model, "generation_config", None)
    returned = num_return_sequences or getattr(own, "num_return_sequences", None) or 1
    settings = settings_of(
        model,
        sampler,
        options,
        returned=returned,
        max_tokens=max_tokens,
        processors=logits_processor,
        search=search,
        draft=draft,
        end_tokens=vocabulary.end_ids,
    )
    alone = isinstance(settings.search, (Sampling, Speculation))  # and so the text may be read where it is forced
    scheduler = Scheduler(
        adapter_of(model, settings, negative_prompts, tokenizer, filled),
        settings.pipeline,
        search=settings.search,
        vocabulary=vocabulary,
        forced=forced_text(vocabulary, tokenizer) if skip_forced and alone else None,
        seeds=seeds,
        log_probabilities=logprobs,
        max_rows=max(batch_size, settings.search.copies),
    )
    done: list[list[Row]] = [[] for _ in requests]
    with progress_bar(progress, len(requests)) as advance:
        for _, row in scheduler.finished(requests, in_order=False):
            done[row.request.key].append(row)
            advance()
    results = []
    for each in done:
        each.sort(key=lambda row: row.number)
        if single and each and each[0].error is not None:
            raise each[0].error
        found = [result_of(row, vocabulary, sampler=settings.pipeline, logprobs=logprobs) for row in each]
        results += found + [unavailable(settings.pipeline)] * (returned - len(found))
    return results[0] if single and returned == 1 else results


def _template(tools: Sequence[Any] | None, thinking: bool | None, more: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments of a chat template that were given."""
    given = {"tools": tools, "enable_thinking": thinking}
    return {name: value for name, value in given.items() if value is not None} | dict(more or {})


def adapter_of(
    model: Any, settings: Settings, negative: Any, tokenizer: Any, template: Mapping[str, Any]
) -> LanguageModel:
    """The model as loops see it, with its cache, and its second prompts where the pipeline guides it."""
    cache = "static" if settings.config.cache_implementation == "static" else "dynamic"
    adapter = model if isinstance(model, LanguageModel) else HuggingFaceModel(model, cache=cache)
    if not any(type(stage) is Guidance for stage in settings.pipeline.stages):
        if negative is not None:
            raise TypeError("negative_prompts= acts by guidance; pass guidance_scale=, or a sampler with Guidance()")
        return adapter
    if negative is None:
        return GuidedModel(adapter)
    listed = [negative] if is_one_prompt(negative) else negative
    return GuidedModel(adapter, [encoded(tokenizer, prompt, template if is_chat(prompt) else {}) for prompt in listed])


__all__ = ["Result", "generate"]
