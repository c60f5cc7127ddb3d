"""Ray Data: a data set of prompts into a data set of constrained texts, on as many actors as there are devices.

    from constrain.sampling.integrations.ray import Generate

    texts = prompts.map_batches(
        Generate,
        fn_constructor_args=("Qwen/Qwen2.5-0.5B-Instruct", {"json": schema}),
        fn_constructor_kwargs={"resume": "texts.done"},
        compute=ray.data.ActorPoolStrategy(size=2),
        batch_size=64,
    )

What describes the texts is plain data, as `structured_outputs` of vLLM takes it: it travels as it is, and each actor
compiles it once. Results are columns. A row that fails has its error in one of them, and the others go on. `VLLM` does
the same with a vLLM engine in the actor.

**Resuming.** With `resume=` each text is kept in a file of its own as soon as it ends, under a name made of everything
that it depends on (model, spec, options, seed, and the row's key and prompt). So an actor that takes over from one that
died, or a run that begins again, whatever its batches, reads what is there and writes the rest; nothing is kept in
memory but the batch. A row's draws depend on the seed, its key and its prompt alone, so any actor writes the same text.

Ray is needed by whoever calls `map_batches`; this module imports neither it nor vLLM before it is asked to.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from constrain.constraint import Constraint
from constrain.serving.constraint_cache import constraint_cache
from constrain.support.shown import shown
from constrain.vocabulary import Vocabulary

from . import structured_outputs

COLUMNS = ("text", "finish_reason", "complete", "tokens", "error")
Batch = Mapping[str, Any]  # columns by name


class Text(NamedTuple):
    """One row's result. `error` is empty where there is none; `tokens` counts them."""

    text: str
    finish_reason: str
    complete: bool
    tokens: int
    error: str = ""


class Writer(ABC):
    """A callable class for `map_batches`: adds `COLUMNS` to each batch, each with `output` before its name.

    `spec` is what vLLM's `structured_outputs` takes, as `{"json": schema}` or `{"regex": "[0-9]+"}`; None leaves texts
    free. `prompt` names the column of prompts: texts, or lists of chat messages. `key` names a column that tells rows
    with equal prompts apart; without it they get equal texts. `options` are those of the texts (`max_tokens`, …).
    """

    def __init__(
        self,
        model: str,
        spec: Mapping[str, Any] | None = None,
        *,
        prompt: str = "prompt",
        key: str | None = None,
        output: str = "",
        resume: str | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.prompt, self.key, self.seed = prompt, key, seed
        self.columns = [output + name for name in COLUMNS]
        self.options = dict(options or {})
        asked = [type(self).__name__, str(model), spec, self.options, seed]
        self._asked = json.dumps(asked, sort_keys=True, default=repr)
        self.done = None if resume is None else Path(resume)
        self.spec = None if spec is None else structured_outputs.of_structured_outputs(spec)

    def compiled(self, vocabulary: Vocabulary) -> Constraint | None:
        """The constraint of the spec; raises what is wrong with it, which ends the actor with that message."""
        if self.spec is None:
            return None
        front_end, source, options = self.spec.on(vocabulary)
        return constraint_cache.compile(front_end, source, vocabulary, **options)

    def __call__(self, batch: Batch) -> dict[str, Any]:
        clash = [name for name in self.columns if name in batch]
        if clash:
            raise ValueError(f"the data has a column {clash[0]!r} already; give the texts' columns a prefix by output=")
        if self.prompt not in batch:
            raise ValueError(f"the data has no column {self.prompt!r}, but {', '.join(map(repr, batch))}")
        prompts = [_plain(each) for each in batch[self.prompt]]
        keys = [""] * len(prompts) if self.key is None else [str(each) for each in batch[self.key]]
        names = [self._name(*each) for each in zip(keys, prompts, strict=True)]
        texts: dict[str, Text] = {name: known for name in names if (known := self._known(name)) is not None}
        todo = {name: prompt for name, prompt in zip(names, prompts, strict=True) if name not in texts}
        for name, text in self.write(todo):
            texts[name] = text
            if not text.error:
                self._keep(name, text)
        found = [texts[name] for name in names]
        return {**batch, **{column: [text[i] for text in found] for i, column in enumerate(self.columns)}}

    @abstractmethod
    def write(self, prompts: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        """The name and the text of each prompt, as they end; `seed_of(name)` is what its draws depend on."""

    def seed_of(self, name: str) -> int:
        """A number for a row's draws, the same on every actor."""
        return int(name[:15], 16)

    # ---- what has been done ----

    def _name(self, key: str, prompt: Any) -> str:
        """What a text depends on, as a hash."""
        return hashlib.sha256(json.dumps([self._asked, key, prompt], default=repr).encode()).hexdigest()

    def _known(self, name: str) -> Text | None:
        """The text that is kept under the name; None where there is none, or a file that did not get to its end."""
        if self.done is None:
            return None
        try:
            fields = json.loads(self._place(name).read_bytes())
            return Text(**fields)
        except (OSError, ValueError, TypeError):
            return None

    def _keep(self, name: str, text: Text) -> None:
        if self.done is None:
            return
        place = self._place(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        number, written = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(number, "w") as file:
            json.dump(text._asdict(), file)
        os.replace(written, place)  # whole or not at all, also where two actors write the same

    def _place(self, name: str) -> Path:
        assert self.done is not None
        return self.done / name[:3] / f"{name[3:]}.json"


class Generate(Writer):
    """Texts by the loops of this library. `options` are those of `generate`, `device` as torch has it.

    `vocabulary` is a file that `Vocabulary.save` wrote, which saves an actor the reading of its tokenizer, and has
    tables. On a GPU that Ray has given the actor (`num_gpus=1`), say `device="cuda"`.
    """

    def __init__(
        self,
        model: str,
        spec: Mapping[str, Any] | None = None,
        *,
        device: str = "cpu",
        vocabulary: str | None = None,
        **arguments: Any,
    ) -> None:
        super().__init__(model, spec, **arguments)
        from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

        encodes = AutoConfig.from_pretrained(model).is_encoder_decoder
        kind = AutoModelForSeq2SeqLM if encodes else AutoModelForCausalLM
        self.model = kind.from_pretrained(model).to(device).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(model)
        known = None if vocabulary is None else Vocabulary.load(vocabulary)
        self.vocabulary = known or Vocabulary.from_huggingface(self.tokenizer, model=self.model)
        self.constraint = self.compiled(self.vocabulary)

    def write(self, prompts: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        from ..generation.task import Task

        if not prompts:
            return
        task = Task(self.model, self.tokenizer, [self.constraint], **self.options)
        numbers = list(prompts)
        yield from _written(task, prompts, self.constraint, [self.seed_of(name) for name in numbers])


def _written(
    task: Any, prompts: Mapping[str, Any], constraint: Constraint | None, seeds: Sequence[int]
) -> Iterator[tuple[str, Text]]:
    """The texts as they end; of several sequences a prompt, the first."""
    from ..decoding.requests import Request, Row

    def work() -> Iterator[Any]:
        for name, prompt in prompts.items():
            try:
                yield task.request(prompt, constraint, key=name)
            except Exception as error:  # of this prompt alone
                yield Row(Request((), constraint, key=name), error=error, finish_reason="error")

    copies = task.settings.search.copies
    seeds = [seed + copy for seed in seeds for copy in range(copies)]
    for _, row in task.scheduler(seeds).finished(work(), in_order=False):
        if row.number:
            continue
        (result, *_) = task.results([row])
        error = "" if result.error is None else f"{type(result.error).__name__}: {result.error}"
        text = Text(result.text, result.finish_reason, result.complete, len(result.tokens), error)
        yield row.request.key, text


class VLLM(Writer):
    """Texts by a vLLM engine in the actor. `options` are those of vLLM's `SamplingParams`, `engine` of its `LLM`.

    Which backend keeps the spec is the engine's affair (`structured_outputs_config`); each text is read again here, so
    `complete` says whether it is one of the language, whatever the backend made of it.
    """

    def __init__(
        self,
        model: str,
        spec: Mapping[str, Any] | None = None,
        *,
        engine: Mapping[str, Any] | None = None,
        **arguments: Any,
    ) -> None:
        super().__init__(model, spec, **arguments)
        from vllm import LLM, SamplingParams
        from vllm.sampling_params import StructuredOutputsParams

        self.engine = LLM(model=model, **dict(engine or {}))
        self.constraint = self.compiled(Vocabulary.from_huggingface(self.engine.get_tokenizer()))
        shared = {} if spec is None else {"structured_outputs": StructuredOutputsParams(**spec)}
        self._parameters: Callable[[int], Any] = lambda seed: SamplingParams(seed=seed, **shared, **self.options)

    def write(self, prompts: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        parameters = [self._parameters(self.seed_of(name)) for name in prompts]
        given = list(prompts.values())
        chat = [isinstance(prompt, list) and prompt and isinstance(prompt[0], Mapping) for prompt in given]
        if any(chat) and not all(chat):
            raise ValueError("some prompts are chat messages and others texts; give each kind a data set of its own")
        if not given:
            return
        outputs = self.engine.chat(given, parameters) if all(chat) else self.engine.generate(given, parameters)
        for name, output in zip(prompts, outputs, strict=True):
            (text, *_) = output.outputs
            complete = text.finish_reason == "stop" if self.constraint is None else self.constraint.accepts(text.text)
            yield name, Text(text.text, str(text.finish_reason), complete, len(text.token_ids))


def _plain(prompt: Any) -> Any:
    """A prompt as Python has it, out of a column of NumPy's or Arrow's."""
    plain = prompt.tolist() if hasattr(prompt, "tolist") else prompt
    if isinstance(plain, (str, list)):
        return plain
    raise TypeError(f"a prompt is {shown(plain, 60)}; a text, chat messages or token ids are needed")
