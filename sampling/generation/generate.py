"""`generate`: prompts and descriptions of texts in, typed results out.

Prompts are encoded, descriptions compiled, options read into a pipeline and a search (`settings`), and the rows decoded
by the loops of `decoding`. The text of a result is read from the bytes of its tokens: `tokenizer.decode` may add or
drop spaces, and then it would not be what the constraint allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from constrain.constraint import Constraint
from constrain.errors import UnsupportedError
from constrain.grammar import Value
from constrain.support.arguments import public

from ..decoding.requests import Request, Row
from ..decoding.search import Search
from ..progress import progress_bar
from .inputs import compiled, constraints_of, is_one_prompt
from .options import with_names
from .result import Result
from .result_file import ResultFile
from .task import Task

if TYPE_CHECKING:
    import torch

    from constrain.descriptions import Text, Typed, Untyped

    Chat = Sequence[Mapping[str, Any]]
    Prompt = str | Chat | Sequence[int]
    Prompts = Sequence[str] | Sequence[Chat] | Sequence[Sequence[int]] | torch.Tensor


@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt,
    constraint: Typed[Value] | Constraint[Value],
    *,
    num_return_sequences: None = None,
    search: None = None,
    **options: Any,
) -> Result[Value]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt,
    constraint: Text | None = None,
    *,
    num_return_sequences: None = None,
    search: None = None,
    **options: Any,
) -> Result[str]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt,
    constraint: Untyped | list[Any] | tuple[Any, ...],
    *,
    num_return_sequences: None = None,
    search: None = None,
    **options: Any,
) -> Result[Any]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt,
    constraint: Typed[Value] | Constraint[Value],
    *,
    num_return_sequences: None = None,
    search: Search,
    **options: Any,
) -> Result[Value] | list[Result[Value]]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt,
    constraint: Text | None = None,
    *,
    num_return_sequences: None = None,
    search: Search,
    **options: Any,
) -> Result[str] | list[Result[str]]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt,
    constraint: Untyped | list[Any] | tuple[Any, ...],
    *,
    num_return_sequences: None = None,
    search: Search,
    **options: Any,
) -> Result[Any] | list[Result[Any]]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt | Prompts,
    constraint: Typed[Value] | Constraint[Value],
    *,
    num_return_sequences: int | None = None,
    search: Search | None = None,
    **options: Any,
) -> list[Result[Value]]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt | Prompts,
    constraint: Text | None = None,
    *,
    num_return_sequences: int | None = None,
    search: Search | None = None,
    **options: Any,
) -> list[Result[str]]: ...
@overload
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Prompt | Prompts,
    constraint: Untyped | list[Any] | tuple[Any, ...],
    *,
    num_return_sequences: int | None = None,
    search: Search | None = None,
    **options: Any,
) -> list[Result[Any]]: ...
@public
@with_names
def generate(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Any = None,
    *,
    seeds: int | Sequence[int] | None = None,
    progress: bool = False,
    **options: Any,
) -> Any:
    """Texts that continue the prompts and obey a constraint.

    `prompts` is a text, a list of chat messages, a list of token ids, or a list of such for a batch. `constraint` says
    what the texts are like, once for all prompts or in a list with one for each: a `Constraint`, a `Grammar` (from
    `regex`, `json_schema`, `lark`, …), a Pydantic model, dataclass or another type (JSON), a JSON Schema as a mapping,
    a compiled `re.Pattern`, an `Enum` or a list of texts to choose from, or None for free text. What is compiled here
    is kept for the next call. To type checkers a union or an `Annotated[…]` has a type in a `TypeAdapter(…)` alone.

    **Budget.** A text has at most `max_tokens` tokens, its end token aside, and always completes within them: near the
    limit, tokens are left out after which it could not. Where no text of the language is so short, LimitExceeded says
    how many are needed. With `fit=False` texts are cut off at the limit instead. `stop`: texts before which a result
    ends.

    **Choosing.** `options` are those of transformers' `GenerationConfig`: `do_sample`, `temperature`, `top_p`,
    `num_beams`, `guidance_scale`, …; the rest is as the model's own `generation_config` says, and `Result.sampler`
    shows what applied. With a `sampler` (a `Pipeline` with a `Mask()` and a draw at its end) its stages alone choose
    the tokens. `search` is a strategy of `constrain.sampling.decoding`, or one of your own, in place of these options'.
    `seeds` make draws repeatable, in any batch: a number, of which each row gets a stream by its place, or a list with
    one for each row, whose text is then the same at any place. `negative_prompts`, one for all or one
    for each, are what guidance leads away from. `logits_processor` are processors of transformers that act before the
    mask, and so does `prefix_allowed_tokens_fn`, which is asked with the number of the prompt.

    **Ending early, watching.** `stopping_criteria` (transformers', each asked with one row's ids) and `max_time`
    (seconds, a generation option) cut a text off where it stands, as `fit=False` does: `Result.complete` tells. A
    `streamer` of transformers is shown a single text token by token; `stream()` has parts, events and several texts.

    **Forced text.** Where the constraint leaves no choice, the model reads the text's tokens in one pass with what
    follows, cut as the tokenizer cuts them; `skip_forced=False` has it choose among all ways to cut them.

    **Prompts that end in the middle of a word.** `heal=True` takes back the last tokens of a prompt, as far as some
    token could reach beyond its end (at most 8, or the number given), and has the output begin with their bytes, which
    are no part of the text. `tokens` has them, and as many more than `max_tokens` may come.

    **Canonical tokens.** `canonical=True` writes texts in the tokens that the tokenizer would make of them, and in no
    others (`Result.noncanonical` counts those where that was impossible). It costs some calls of the tokenizer a token.

    **Many prompts.** At most `batch_size` rows are decoded at once; as some finish, others join them. `progress` shows
    a bar (tqdm). A prompt that fails costs only its own row (`Result.error` says why); a single one that fails raises.
    Where a validator refuses a finished text, `value` is None and `error` the exception, for a single prompt as well.
    For prompts without end there is `generate_each`.

    **Common heads.** What the prompts of a batch begin with is read once; with a `PromptCache`, `prompt_cache`, also
    from call to call: a long system message, the turns of a conversation, a picture that is asked about twice.

    **Drafts.** `draft` is a smaller model of the same vocabulary, whose guesses the model checks several at a time, or
    a drafter of `constrain.sampling.decoding` (`TextDrafts` for a model with another tokenizer);
    `prompt_lookup_num_tokens` guesses what follows in the prompt. The
    distribution of the texts stays the same.

    **Recording.** `record=True` keeps what the model, the mask and each stage said of every token
    (`Result.recording`), with the 8 likeliest allowed and refused ones, or as many as the number says, and why;
    `result.inspect()` shows it as a page. The model reads each finished text once more for it, in the batch size 1,
    and the stages run one by one: some 10 to 30 ms a token at 150,000 columns, and some 8 kB of memory. Nothing where
    it is not asked for. Every search can be recorded; of several texts, each result has its own.

    **Pictures.** With the model's processor (`AutoProcessor`) in the tokenizer's place, chat messages may have
    pictures; a prompt may also be what the processor returns for one (`input_ids`, `pixel_values`, …). Each is read by
    itself, and equal ones once. Models that look at pictures again at every step (cross-attention) are refused by name.

    **Thinking.** Where the prompt's end, the chat template or the tokenizer's `response_template` says that the model
    thinks first, a constrained text may begin with a thought between the model's marks: free, of at most 1,024 tokens,
    told by `Result.thinking` and by the `thinking` of a stream's parts, and no part of the text. So says
    `thinking="auto"`; where the template has closed the thought already (`enable_thinking=False`), there is none. True
    has the model think, a number says of how many tokens at most, a pair of texts which marks, a `Thinking` all of
    these, also for free text; False leaves no thought. `max_tokens` is what text and thought have beyond the thought's
    budget. `stop` and `heal` are not done with a thought: "auto" makes none there.

    **Answer first, form second.** `free_first=True` has the model answer freely (256 tokens at most; a number or a
    `FreeFirst` say otherwise), and then write the constrained text with that answer before it, in a chat as a turn
    after which the form is asked for. `Result.free_text` has the free answer.

    **Confidence.** `confidence=True` has `Result.confidence` tell how probable each part of a complete text is: each
    field of JSON by its pointer (`"/total"`), each group of a Python pattern by its name or number, each rule and
    terminal of a Lark text (`"rule"`, or `"rule[0]"`, … where there are several), of a sequence's parts after their
    numbers (`"1/total"`), and of all other texts the whole (`""`). It is conditioned on the prompt, on the text before
    that part, and on the constraint. Where the constraint leaves at most 64 texts for the part (choices, booleans, null
    or not), it is exact: the sum over all spellings, normalised over those texts; `confidence.exact` names these
    parts. Else it is the product over the part's tokens of their probability among the allowed ones, and so longer
    parts have less. It is the model's own probability, before temperature, penalties and guidance. It costs one more
    pass over the text, and some for each exact part.

    **Chat.** `tools`, `enable_thinking` and what is in `template` go to the tokenizer's chat template.

    A single prompt gives a `Result`, and a list where `num_return_sequences` is given, or a search makes several texts;
    a list of prompts gives a list: the sequences of the first prompt, then those of the second, and so on. Raises what
    `compile` raises; a constraint that cannot be kept is never dropped.

    >>> generate(model, tokenizer, "The date: ", regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), max_tokens=20).text
    """
    single = is_one_prompt(prompts)
    listed = [prompts] if single else list(prompts)
    descriptions = constraints_of(constraint, len(listed))
    task = Task(model, tokenizer, descriptions, **options)
    if task.streamer is not None and len(listed) * task.rows != 1:
        raise TypeError(f"a streamer is shown one text, and here are {len(listed) * task.rows}; use stream()")
    answered = task.answered(listed, descriptions, seeds)
    requests = [
        task.request(prompt, description, key=i, free_text=text)
        for i, ((prompt, text), description) in enumerate(zip(answered, descriptions, strict=True))
    ]
    done: list[list[Row]] = [[] for _ in requests]
    with progress_bar(progress, len(requests)) as advance:
        for _, row in task.scheduler(seeds, len(requests)).finished(requests, in_order=False):
            done[row.request.key].append(row)
            task.show(row)
            advance()
    if single and done[0] and done[0][0].error is not None:
        raise done[0][0].error
    results = [result for rows in done for result in task.results(rows)]
    return results[0] if single and options.get("num_return_sequences") is None and len(results) == 1 else results


@overload
def generate_each(
    model: Any,
    tokenizer: Any,
    prompts: Iterable[Any],
    constraint: Typed[Value] | Constraint[Value],
    *,
    in_order: bool = True,
    resume: str | Path | None = None,
    progress: bool = False,
    seeds: int | None = None,
    **options: Any,
) -> Iterator[tuple[int, Result[Value]]]: ...
@overload
def generate_each(
    model: Any,
    tokenizer: Any,
    prompts: Iterable[Any],
    constraint: Text | None = None,
    *,
    in_order: bool = True,
    resume: str | Path | None = None,
    progress: bool = False,
    seeds: int | None = None,
    **options: Any,
) -> Iterator[tuple[int, Result[str]]]: ...
@overload
def generate_each(
    model: Any,
    tokenizer: Any,
    prompts: Iterable[Any],
    constraint: Untyped | list[Any] | tuple[Any, ...],
    *,
    in_order: bool = True,
    resume: str | Path | None = None,
    progress: bool = False,
    seeds: int | None = None,
    **options: Any,
) -> Iterator[tuple[int, Result[Any]]]: ...
@public
def generate_each(
    model: Any,
    tokenizer: Any,
    prompts: Iterable[Any],
    constraint: Any = None,
    *,
    in_order: bool = True,
    resume: str | Path | None = None,
    progress: bool = False,
    seeds: int | None = None,
    **options: Any,
) -> Iterator[tuple[int, Result]]:
    """(number, result) of every prompt of an iterable that may be long or endless; `options` are those of `generate`.

    Prompts are taken as there is room for them, and only while results are asked for, so memory is bounded by
    `batch_size` (and, `in_order`, by the texts that wait for an earlier one: at most 8 batches). `in_order=False` hands
    out results as they finish. A prompt that fails has its exception in `Result.error`; the others go on. With
    `num_return_sequences`, a number comes so many times.

    `resume` names a file of JSON lines, one for each result: every new one is written to it before it is handed out,
    and numbers that it has are read from there, except those that failed, which are generated again. It belongs to
    these prompts in this order, and to this constraint: ValueError where it has another prompt, another number of
    results of one, or a text that the grammar does not have. Other options may differ from the run before.

    Where `prompts` raises, the texts that have begun are finished and handed out first.

    >>> for number, result in generate_each(model, tokenizer, open("letters.txt"), Letter, resume="letters.jsonl"):
    ...     print(number, result.value)
    """
    task = Task(model, tokenizer, [constraint], **options)
    compiled_once = compiled(constraint, task.vocabulary)
    if resume is not None and task.free_first is not None:
        raise UnsupportedError(
            "free_first= and resume= are not done together: a file knows its prompts by their tokens, and these "
            "get a free answer in them; leave one out",
            feature="free_first with resume",
            where="resume",
        )
    known = None if resume is None else ResultFile(resume, compiled_once)

    broken: list[Exception] = []

    def numbered() -> Iterator[tuple[int, Any]]:
        try:
            yield from enumerate(prompts)
        except Exception as error:
            broken.append(error)

    def work() -> Iterator[Request | Row]:
        for number, prompt in numbered():
            try:
                request = task.request(prompt, compiled_once, key=number)
            except Exception as error:  # of this prompt alone
                yield Row(Request((), compiled_once, key=number), error=error, finish_reason="error")
                continue
            done = known is not None and number in known
            yield Row(request, finish_reason="stop") if done else request

    waiting: dict[int, list[Row]] = {}
    with progress_bar(progress, len(prompts) if isinstance(prompts, Sequence) else None) as advance:
        for _, row in task.scheduler(seeds).finished(work(), in_order=in_order):
            number = row.request.key
            if known is not None and number in known:
                yield from ((number, result) for result in known.results(number, row.request.prompt, task.returned))
                advance()
                continue
            rows = waiting.setdefault(number, [])
            rows.append(row)
            if len(rows) < task.rows and not (row.error is not None and not row.tokens):
                continue
            results = task.results(waiting.pop(number))
            if known is not None:
                known.write(number, row.request.prompt, results)
            yield from ((number, result) for result in results)
            advance()
    if broken:
        raise broken[0]


__all__ = ["Result", "generate", "generate_each"]
