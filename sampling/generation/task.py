"""What the prompts of one call have in common: the model, how tokens are chosen, what a text is like, how long it is.

`generate`, `generate_each` and `stream` are thin: each makes a `Task` of its arguments, has the task make requests of
prompts and results of rows, and differs in what it hands out when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from constrain.constraint import Constraint
from constrain.support.arguments import instance, integer, listed

from ..decoding.canonical import CanonicalSampling, canonical_of
from ..decoding.drafting.speculation import Speculation
from ..decoding.forced import forced_text
from ..decoding.healing import MOST as MOST_HEALED
from ..decoding.healing import healed
from ..decoding.huggingface import HuggingFaceModel
from ..decoding.model import GuidedModel, LanguageModel
from ..decoding.prompt_cache import PromptCache
from ..decoding.requests import Request, Row
from ..decoding.scheduler import Scheduler
from ..decoding.search import Sampling, Search
from ..recording.recorder import CANDIDATES, Recorder, is_repeatable
from ..stages.guidance import Guidance
from .confidence import ConfidenceReader
from .free_first import FreeFirst
from .inputs import (
    Description,
    check_vocabulary,
    compiled,
    encoded,
    is_chat,
    is_one_prompt,
    tokenizer_of,
    vocabulary_of,
)
from .options import Options
from .result import Result, result_of, unavailable
from .settings import settings_of
from .thinking import Thinker, ThoughtReader, check_thinking
from .watcher import Watcher


class Task:
    """The arguments are those of `generate`, and so are the errors; `descriptions` are looked at for a vocabulary."""

    def __init__(self, model: Any, tokenizer: Any, descriptions: Sequence[Description], **options: Any) -> None:
        asked = Options.of(options)
        self.max_tokens = integer(asked.max_tokens, "max_tokens", 1, None)
        self.processor, tokenizer = tokenizer, tokenizer_of(tokenizer)
        self.fit, self.logprobs, self.tokenizer = asked.fit, asked.logprobs, tokenizer
        self.recorded = CANDIDATES if asked.record is True else integer(int(asked.record), "record", 0, 1000)
        self.confidence = asked.confidence
        self.stop = _encoded(asked.stop)
        given = {"tools": asked.tools, "enable_thinking": asked.enable_thinking}
        self.template = {name: value for name, value in given.items() if value is not None} | dict(asked.template or {})
        known = (each.vocabulary for each in descriptions if isinstance(each, Constraint))
        self.vocabulary = next(known, None) or vocabulary_of(model, tokenizer)
        check_vocabulary(self.vocabulary, model, tokenizer)
        configured = asked.choosing.get("generation_config") or getattr(model, "generation_config", None)
        self.returned = _returned(configured, asked.search, asked.num_return_sequences)
        self.settings = settings_of(model, asked, returned=self.returned, end_tokens=self.vocabulary.end_ids)
        self.criteria, self.max_time = list(asked.stopping_criteria or ()), self.settings.config.max_time
        self.streamer = asked.streamer
        if not self.settings.search.continuous and (
            self.criteria or self.max_time is not None or self.streamer is not None
        ):
            raise TypeError(
                "stopping_criteria=, max_time= and streamer= follow texts that are drawn token by token, and "
                f"{self.settings.search!r} does not; leave them out, or the beams"
            )
        self.stop += _encoded(self.settings.config.stop_strings or ())
        if asked.canonical:
            if type(self.settings.search) is not Sampling:
                raise TypeError(f"canonical=True is for sampling and greedy search, not for {self.settings.search!r}")
            search = CanonicalSampling(canonical_of(self.vocabulary, tokenizer), self.settings.search.copies)
            self.settings = replace(self.settings, search=search)
        self.pipeline = self.settings.pipeline
        self.batch_size = max(integer(asked.batch_size, "batch_size", 1), self.settings.search.copies)
        self.rows = max(self.returned, self.settings.search.copies)  # of each request
        self.model = self._adapted(model, asked.negative_prompts, asked.prompt_cache)
        self.heal = MOST_HEALED if asked.heal is True else integer(int(asked.heal), "heal", 0)
        if self.heal and getattr(self.model, "encodes", False):
            raise TypeError(
                "heal= takes back the end of a prompt that the output continues; this model encodes prompts"
            )
        draws = isinstance(self.settings.search, (Sampling, Speculation))
        self.forced = forced_text(self.vocabulary, tokenizer) if asked.skip_forced and draws else None
        self.thinker = Thinker(asked.thinking, tokenizer, self.vocabulary)
        self.free_first = FreeFirst.of(asked.free_first)
        self._freely: Task | None = None
        self._seeds: Any = None
        if self.free_first is not None:
            if len(descriptions) and all(each is None for each in descriptions):
                raise TypeError(
                    "free_first= answers before a constrained text, and here is no constraint; leave it out"
                )
            own = {name: getattr(asked, name) for name in _OF_A_FREE_ANSWER}
            own |= {"max_tokens": self.free_first.max_tokens, "template": self.template}
            choosing = {name: value for name, value in asked.choosing.items() if name not in _OF_SEVERAL}
            self._freely = Task(model, self.processor, [None], **own, fit=False, num_return_sequences=1, **choosing)
        self._scheduler: Scheduler | None = None
        self._watcher: Watcher | None = None

    def _adapted(self, model: Any, negative: Any, prompts: PromptCache | None) -> LanguageModel:
        """The model as loops see it, with its cache, and its second prompts where the pipeline guides it."""
        cache = self.settings.config.cache_implementation
        if prompts is not None:
            instance(prompts, PromptCache, "prompt_cache", "a PromptCache")
        if isinstance(model, LanguageModel):
            if prompts is not None:
                raise TypeError("prompt_cache= belongs to the model here: HuggingFaceModel(model, prompt_cache=…)")
            adapter = model
        else:
            adapter = HuggingFaceModel(model, cache=cache or "dynamic", prompt_cache=prompts)
        if not any(type(stage) is Guidance for stage in self.pipeline.stages):
            if negative is not None:
                raise TypeError(
                    "negative_prompts= acts by guidance; pass guidance_scale=, or a sampler with Guidance()"
                )
            return adapter
        if negative is None:
            return GuidedModel(adapter)
        return GuidedModel(
            adapter, [self._tokens(each) for each in ([negative] if is_one_prompt(negative) else negative)]
        )

    def _tokens(self, prompt: Any) -> Sequence[int]:
        return encoded(self.processor, prompt, self.template if is_chat(prompt) else {})

    @property
    def _nothing(self) -> list[int]:
        """What a model reads where there is no prompt: the token that begins its texts, or one that ends them."""
        first = getattr(self.tokenizer, "bos_token_id", None)
        return [first] if first is not None else list(self.vocabulary.end_ids[:1])

    def answered(
        self, prompts: Sequence[Any], descriptions: Sequence[Description], seeds: Any = None
    ) -> list[tuple[Any, str | None]]:
        """Each prompt as it is after the model has answered it freely, and that answer; as it is if none is wanted."""
        if self._freely is None or self.free_first is None:
            return [(prompt, None) for prompt in prompts]
        task = self._freely
        requests = [task.request(prompt, None, key=i) for i, prompt in enumerate(prompts)]
        found: dict[int, Result] = {}
        seeds = self._seeds if seeds is None else seeds
        fits = isinstance(seeds, int) or (isinstance(seeds, Sequence) and len(seeds) == len(requests))
        for _, row in task.scheduler(seeds if fits else None).finished(requests, in_order=False):
            found[row.request.key] = task.result(row)
        answered: list[tuple[Any, str | None]] = []
        for i, (prompt, description) in enumerate(zip(prompts, descriptions, strict=True)):
            if (error := found[i].error) is not None:
                raise error
            text = found[i].text
            answered.append((self.free_first.after(prompt, text, found[i].tokens, description), text))
        return answered

    def request(
        self, prompt: Any, description: Description, key: Any = None, *, free_text: str | None = None
    ) -> Request:
        """A prompt as token ids, and its constraint; raises what encoding and compiling raise.

        `free_text` is the model's free answer, which the prompt has already; else it is asked for now, if it is wanted.
        """
        if free_text is None and description is not None:
            [(prompt, free_text)] = self.answered([prompt], [description])
        tokens = encoded(self.processor, prompt, self.template) or self._nothing
        request = Request(tokens, compiled(description, self.vocabulary), self.max_tokens, self.stop, self.fit, key)
        request = self._thinking(replace(request, free_text=free_text), is_chat(prompt))
        return healed(request, self.vocabulary, self.heal) if self.heal else request

    def _thinking(self, request: Request, chat: bool) -> Request:
        """The request with a thought before its text, where the model thinks and the text is constrained."""
        found = self.thinker.thought(request.prompt, chat=chat)
        if found is None or (self.thinker.auto and (request.constraint is None or self.stop or self.heal)):
            return request
        check_thinking(self.stop, self.heal)
        thinking, thought = found
        return replace(
            request,
            constraint=self.thinker.constraint(request.constraint, thinking, thought),
            max_tokens=request.max_tokens + thinking.room,
            thought=partial(ThoughtReader, thought, thinking.after.encode()),
            grammar=None if request.constraint is None else request.constraint.grammar,
        )

    def scheduler(self, seeds: int | Sequence[Any] | None, prompts: int | None = None) -> Scheduler:
        """Decodes the task's requests; `seeds` as there, whose number must fit that of the prompts, if it is known."""
        self._seeds = seeds
        if seeds is not None and not isinstance(seeds, int):
            seeds = listed(seeds, "seeds", "a number, or a list with a number for each row")
            copies = self.settings.search.copies
            if prompts is not None and len(seeds) != prompts * copies:
                raise ValueError(
                    f"{len(seeds)} seeds for {prompts * copies} rows ({prompts} prompts, {copies} texts of each); give "
                    "one number, or one for each row"
                )
        if self.recorded and not is_repeatable(seeds):
            raise TypeError("record= goes through a text once more, and a torch.Generator draws other numbers then")
        watched = self.criteria or self.max_time is not None or self.streamer is not None
        self._watcher = Watcher(self.criteria, self.max_time, self.streamer) if watched else None
        self._scheduler = Scheduler(
            self.model,
            self.pipeline,
            search=self.settings.search,
            vocabulary=self.vocabulary,
            forced=self.forced,
            seeds=seeds,
            log_probabilities=self.logprobs,
            max_rows=self.batch_size,
            over=self._watcher,
        )
        return self._scheduler

    def show(self, row: Row) -> None:
        """Shows the streamer the end of a finished row."""
        if self._watcher is not None:
            self._watcher.show(row)

    def result(self, row: Row) -> Result:
        """What a finished row has become, with its confidences and its recording if they were asked for.

        Where these fail, that is the result's `error`, unless it has one.
        """
        result = result_of(row, self.vocabulary, sampler=self.pipeline, logprobs=self.logprobs)
        if self._scheduler is None or row.finish_reason in ("error", "unavailable"):
            return result
        try:
            if self.confidence:
                result = replace(result, confidence=self._confidence_reader.of(row))
            if self.recorded:
                result = replace(result, recording=self._recorder.record(row, *self._scheduler.sampler_of(row)))
        except Exception as error:
            return replace(result, error=result.error or error)
        return result

    @cached_property
    def _confidence_reader(self) -> ConfidenceReader:
        return ConfidenceReader(self.model, self.vocabulary)

    @property
    def _recorder(self) -> Recorder:
        search = self.settings.search
        name = getattr(getattr(getattr(self.model, "model", None), "config", None), "_name_or_path", "") or ""
        return Recorder(
            self.model,
            self.vocabulary,
            candidates=self.recorded,
            normalises=search.normalises,
            name=name or type(getattr(self.model, "model", self.model)).__name__,
            search=type(search).__name__,
        )

    def results(self, rows: list[Row]) -> list[Result]:
        """The results of a request's rows, as many as were asked for."""
        rows = sorted(rows, key=lambda row: row.number)
        found = [self.result(row) for row in rows]
        return found + [unavailable(self.pipeline)] * (self.returned - len(found))


_OF_SEVERAL = ("num_beams", "num_beam_groups", "diversity_penalty")  # not for a free answer
_OF_A_FREE_ANSWER = ("sampler", "batch_size", "logits_processor", "prompt_cache")


def _encoded(stop: Any) -> tuple[bytes, ...]:
    texts = (stop,) if isinstance(stop, str) else listed(stop, "stop", "a text, or a list of texts")
    for text in texts:
        instance(text, str, "stop", "a text, or a list of texts")
    return tuple(text.encode() for text in texts)


def _returned(config: Any, search: Search | None, asked: int | None) -> int:
    """How many results a prompt has. Raises TypeError where the search gives another number than was asked for."""
    asked = None if asked is None else integer(asked, "num_return_sequences", 1)
    if search is None:
        own: int = getattr(config, "num_return_sequences", None) or 1
        return own if asked is None else asked
    gives = search.copies if search.returned is None else search.returned
    if asked is not None and asked != gives:
        raise TypeError(
            f"num_return_sequences={asked}, and search={search!r} gives {gives} of each prompt; say how many there "
            f"(copies={asked}, or returned={asked} of a search that chooses), and leave num_return_sequences out"
        )
    return gives
