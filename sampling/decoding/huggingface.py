"""The models of transformers in decoding loops: their caches, positions and attention masks.

The rows of a batch lie in one tensor of cache columns. A row that reads fewer tokens than the others of a pass gets
*holes*: columns that its attention mask leaves out; so do drafts that were rejected. Positions are counted over a row's
own tokens, so a row's result is the same in any batch. Holes are squeezed out when they outgrow the text.

That needs a model that takes position ids and attends to the whole text. Encoder-decoder models, sliding windows and
some recurrent layers read equally many tokens in every row (`Context.uniform`), and so do caches of a fixed size. What
cannot be taken back from such a cache (states of recurrent layers, keys that have left the window) is made again: the
text is read again. All other models read each row by itself (`rows_apart`). `HuggingFaceModel.reading` says which model
reads how, and `tests/sampling/decoding/test_every_class.py` holds every causal class of transformers to a pass without
a cache.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

import torch
from transformers import DynamicCache, EncoderDecoderCache, StaticCache
from transformers.cache_utils import StaticLayer

from constrain.errors import LimitExceeded, UnsupportedError

from .model import Context, LanguageModel, Tokens
from .pictures import PicturePrompt, distinct, placed
from .prompt_cache import PromptCache
from .rows_apart import CACHES, ApartContext

Reading = Literal["ragged", "in step", "apart"]  # how the rows of a batch lie beside each other

# Recurrent layers whose masks hide padding, and which read several tokens after others rightly.
_RECURRENT_IN_STEP = (
    *("bailing_hybrid", "falcon_h1", "granitemoehybrid", "inkling_text", "inkling2_text", "kimi_linear", "lfm2"),
    *("lfm2_moe", "lfm3", "olmo_hybrid", "qwen3_5", "qwen3_5_text", "qwen3_5_moe", "qwen3_5_moe_text", "qwen3_next"),
)
# Models whose rows depend on padding or holes, although their layers do not show it, and why.
_APART = {
    "git": "cached text begins after the pictures' places",
    "gpt_neo": "local attention counts columns, holes included",
}
_POSITIONS_BY_MASK = ("bloom", "mpt")  # ALiBi: counted over the attention mask
_WITHOUT_CACHE = {
    "cpmant": "its cache has places for a prompt of its own",
    "moshi": "its cache forgets what a pass without one still sees, beyond the window",
    "prophetnet": "positions cannot be told where there is a mask",
    "xlm": "it attends to what follows, and its cache is of another kind",
    "zamba2": "its states after some tokens are not those of one pass",
}
_STATES_IN_MODEL = ("recurrent_gemma",)  # before transformers 5.23, where their cache does not have them
_WINDOWED = ("DynamicSlidingWindowLayer",)
_ATTENTION = ("DynamicLayer", "DynamicIndexedLayer", "DummyLayer", *_WINDOWED)


class HuggingFaceModel(LanguageModel):
    """A causal or encoder-decoder model of transformers.

    `cache="static"` keeps keys and values in tensors of a fixed size, which `compile=True` needs: the step of one token
    a row is compiled by `torch.compile`. On CUDA it is a captured graph, and so is a pass of two to eight tokens a row
    (forced text, drafts), which is filled up to eight. Compiling takes seconds to minutes, once for each batch size and
    length of text. Beams and other copies of rows have their places reserved from the beginning (`Context.reserve`) and
    are moved in place, so they are compiled once too, unless a search takes more rows than it has announced, as beams
    under a constraint may; then the places are doubled.

    `prompt_cache` keeps what has been read of prompts. That needs a cache that keeps the whole text in every layer:
    UnsupportedError for other models (windows, recurrent layers, encoders).

    Threads: a model may serve several loops one after another; its contexts are independent.

    >>> context, logits = HuggingFaceModel(model).begin([tokenizer("A date: ")["input_ids"]])
    """

    def __init__(
        self,
        model: Any,
        *,
        cache: Literal["dynamic", "static"] = "dynamic",
        compile: bool = False,
        prompt_cache: PromptCache | None = None,
    ) -> None:
        if cache not in ("dynamic", "static"):
            raise ValueError(f'cache is {cache!r}; expected "dynamic" or "static"')
        if compile and cache != "static":
            raise ValueError('compile=True needs cache="static": shapes must not change from step to step')
        self.model, self.cache = model, cache
        self.config = model.config.get_text_config(decoder=True)
        self.encodes = bool(getattr(model.config, "is_encoder_decoder", False))
        self.prompts_go_on = not self.encodes
        self.width = _width(model)
        self.device = model.device
        if cache == "static" and self.encodes:
            raise ValueError('cache="static" is for decoder-only models; leave it out for an encoder-decoder model')
        forward = inspect.signature(model.forward).parameters
        self.takes_positions = "position_ids" in forward
        self.takes_keep = "logits_to_keep" in forward
        kind = getattr(self.config, "model_type", "")
        self.cache_name = next((name for name in CACHES if name in forward and kind not in _WITHOUT_CACHE), None)
        if kind in _STATES_IN_MODEL and "LinearAttentionLayer" not in self.layers:
            self.cache_name = None
        self._refuse_other_inputs()
        self.prompt_cache = prompt_cache
        if prompt_cache is not None:
            if self.reading != "ragged":
                raise UnsupportedError(
                    f"prompt_cache= is for models whose layers all keep the whole text, and {self._name}"
                    f"{' with a static cache' if cache == 'static' else ''} does not; leave it out",
                    feature="a cache of prompts",
                    where="prompt_cache",
                )
            prompt_cache.belong_to(model)
        self.step = model
        # Tokens that a compiled pass of several has. A GPU reads eight in about the time of one, and takes several
        # times that for a pass that is not compiled; a CPU's time goes with their number.
        self.several = _SEVERAL if compile and self.device.type == "cuda" else 0
        if compile:
            mode = "reduce-overhead" if self.device.type == "cuda" else "default"
            # A layer with a window counts its columns in a number of Python, which must not be part of the code.
            self.step = torch.compile(model, mode=mode, fullgraph=False, dynamic=False if self.keeps_all else None)

    def begin(self, prompts: Tokens, *, room: int = 0, hidden: bool = False) -> tuple[Context, torch.Tensor]:
        if self.encodes:
            return self._begin_encoded(prompts, hidden)
        empty = next((row for row, prompt in enumerate(prompts) if not len(prompt)), None)
        if empty is not None:
            raise ValueError(f"prompt {empty} has no tokens, and this model begins with one; give it a first token")
        different, rows = distinct(prompts)
        longest = max(map(len, different))
        pictures = any(isinstance(prompt, PicturePrompt) for prompt in different)
        if self.reading == "apart" or (pictures and self.reading != "ragged"):
            if hidden:
                raise NotImplementedError(f"{self._name} shows no hidden states here: its rows are read one by one")
            apart = ApartContext(self, different)
            return apart, _doubled(apart, apart.read(different)[:, -1], rows)
        if self.cache == "static":
            context = HuggingFaceContext(self, [0] * len(prompts), columns=longest + room, hidden=hidden)
            return context, context.read(prompts)[:, -1]
        ragged = self.reading == "ragged" and not hidden
        shared = _shared_head([tuple(each) for each in different]) if ragged and len(different) > 1 else 0
        alone = self.prompt_cache is not None and not hidden and len(different) <= _ALONE and shared < _WORTH_SHARING
        if pictures or alone:
            context, logits = self._begin_each(different, hidden)
            return context, _doubled(context, logits, rows)
        head = shared if shared >= _WORTH_SHARING else 0
        if head:
            context = self._begin_head(different[0][:head])
            context.reorder([0] * len(different))
        else:
            context = HuggingFaceContext(self, list(range(len(different))), hidden=hidden)
        logits = context.read([prompt[head:] for prompt in different], padded=True)[:, -1]
        return context, _doubled(context, logits, rows)

    def _begin_head(self, head: Sequence[int]) -> HuggingFaceContext:
        """A row that has read what all prompts begin with."""
        context, known = self._known(head, len(head))
        if known < len(head):
            context.read([head[known:]])
            self._keep(head, context)
        return context

    def _begin_each(self, prompts: Tokens, hidden: bool) -> tuple[HuggingFaceContext, torch.Tensor]:
        """Reads each prompt by itself: pictures' tensors do not stack, and heads that are known differ in length."""
        contexts, logits = [], []
        for prompt in prompts:
            context, known = (HuggingFaceContext(self, [0], hidden=True), 0) if hidden else self._known(prompt)
            read = context.read([prompt[known:]]) if known else context.read_prompt(prompt)
            logits.append(read[:, -1])
            contexts.append(context)
            if not hidden:
                self._keep(prompt, context)
        first, *others = contexts
        if hidden:
            width = max(map(len, prompts))
            states = [each.hidden for each in contexts if each.hidden is not None]
            first.hidden = torch.cat([torch.nn.functional.pad(s, (0, 0, width - s.shape[1], 0)) for s in states])
        for other in others:
            first.passes += other.passes
            first.join(other)
        return first, torch.cat(logits)

    def _known(self, prompt: Sequence[int], most: int | None = None) -> tuple[HuggingFaceContext, int]:
        """A row that has read as much of a prompt as is kept of it, at most `most` tokens (None: all but the last)."""
        context = HuggingFaceContext(self, [0])
        if self.prompt_cache is None:
            return context, 0
        found = self.prompt_cache.find(prompt, len(prompt) - 1 if most is None else most, self._picture_tokens)
        if found is None:
            return context, 0
        head, length = found
        context.fill([(keys[:, :, :length], values[:, :, :length]) for keys, values in head.states], length, head.shift)
        return context, length

    def _keep(self, prompt: Sequence[int], context: HuggingFaceContext) -> None:
        if self.prompt_cache is not None:
            states = [(layer.keys, layer.values) for layer in context.cache.layers]
            self.prompt_cache.keep(prompt, states, context.shifts[0])

    @cached_property
    def _picture_tokens(self) -> frozenset[int]:
        """The tokens in whose places pictures are read."""
        names = (f"{kind}_token_{end}" for kind in ("image", "video", "audio") for end in ("id", "index"))
        return frozenset(found for name in names if isinstance(found := getattr(self.model.config, name, None), int))

    def _begin_encoded(self, prompts: Tokens, hidden: bool) -> tuple[Context, torch.Tensor]:
        different, rows = distinct(prompts)
        width = max(1, *map(len, different))
        pad = _first(self.model.config.pad_token_id, 0)
        ids = torch.tensor([[*row, *[pad] * (width - len(row))] for row in different], device=self.device)
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in different], device=self.device)
        with torch.no_grad():
            encoded = self.model.get_encoder()(input_ids=ids, attention_mask=mask, return_dict=True)
        context = HuggingFaceContext(self, list(range(len(different))), hidden=hidden)
        context.encoded, context.encoded_mask = encoded.last_hidden_state, mask
        logits = context.read(self.heads(different))[:, -1]
        return context, _doubled(context, logits, rows)

    def check(self, prompt: Sequence[int], max_tokens: int) -> None:
        """Raises ValueError also where the model's positions end before the prompt and `max_tokens` do."""
        super().check(prompt, max_tokens)
        places = getattr(self.config, "max_position_embeddings", None)
        if not isinstance(places, int) or places < 0:
            return  # positions are relative
        needed = max(len(prompt), 1 + max_tokens) if self.encodes else len(prompt) + max_tokens
        if needed > places:
            raise LimitExceeded(
                f"the prompt has {len(prompt)} tokens and max_tokens is {max_tokens}, and the model has "
                f"{places} positions; shorten the prompt, or ask for fewer",
                limit=places,
                needed=needed,
            )

    def agreed(self, number: int) -> int:
        """Under tensor parallelism, the number of rank 0.

        Raises UnsupportedError where the model is spread over some of the ranks only, and nothing says which.
        """
        size = getattr(self.model, "tp_size", None) or 1
        if size == 1 or not (torch.distributed.is_available() and torch.distributed.is_initialized()):
            return number
        world = torch.distributed.get_world_size()
        if world != size:
            raise UnsupportedError(
                f"the model is spread over {size} of {world} ranks, which must draw the same tokens; give all of "
                "them the same seeds=",
                feature="a seed for ranks",
                where="seeds",
            )
        shared = torch.tensor([number], dtype=torch.int64, device=self.device)
        torch.distributed.broadcast(shared, 0)
        return int(shared.item())

    def heads(self, prompts: Tokens) -> Tokens:
        if not self.encodes:
            return prompts
        owners = (getattr(self.model, "generation_config", None), self.model.config)
        names = ("decoder_start_token_id", "bos_token_id")
        first = _first(*(getattr(owner, name, None) for name in names for owner in owners))
        if first is None:
            raise ValueError("the model has no decoder_start_token_id, so nothing says what its decoder begins with")
        return [[first]] * len(prompts)

    def blind_to(self, prompt: Sequence[int]) -> str:
        if not isinstance(prompt, PicturePrompt):
            return ""
        forward = inspect.signature(self.model.forward).parameters
        strange = next((name for name in prompt.inputs if name not in forward), None)
        merges = any(hasattr(m, "get_placeholder_mask") or hasattr(m, "inputs_merger") for m in self.model.modules())
        needs = any(name in forward and forward[name].default is inspect.Parameter.empty for name in prompt.inputs)
        if self.encodes or not merges or needs:
            return f"{self._name} does not read them in the places of tokens, or needs them at every step"
        if strange is not None:
            return f"{self._name} takes no {strange}"
        return 'cache="static" is for prompts of token ids alone' if self.cache == "static" else ""

    @cached_property
    def rotating(self) -> Any:
        """The module that counts positions in more than one dimension, and remembers where a prompt has got to."""
        return next((m for m in self.model.modules() if hasattr(m, "rope_deltas")), None)

    def shift(self, before: Any) -> int:
        """After a pass over a prompt with pictures: by how much positions are more than the tokens before them.

        The module's memory becomes what it was `before`, since other texts may be read next.
        """
        if self.rotating is None:
            return 0
        found, self.rotating.rope_deltas = self.rotating.rope_deltas, before
        return 0 if found is None else int(found.reshape(-1)[0])

    @cached_property
    def reading(self) -> Reading:
        """How the rows of a batch may lie beside each other."""
        if self.encodes:
            return "in step"
        kind = getattr(self.config, "model_type", "")
        positions = (self.takes_positions and not self.counts_positions) or kind in _POSITIONS_BY_MASK
        if not self.takes_keys or not positions or kind in _APART:
            return "apart"
        layers = self.layers
        if layers <= {"DynamicLayer"} and self.takes_positions and self.cache == "dynamic":
            return "ragged"
        return "in step" if layers <= set(_ATTENTION) or kind in _RECURRENT_IN_STEP else "apart"

    @property
    def takes_keys(self) -> bool:
        """Whether the model takes a cache of keys and values."""
        return self.cache_name in ("past_key_values", "cache")

    @cached_property
    def layers(self) -> set[str]:
        """The names of the kinds of layers that the model's cache has."""
        return {type(layer).__name__ for layer in DynamicCache(config=self.config).layers}

    @cached_property
    def reads_several(self) -> bool:
        """Whether several tokens can be read at once after others: where no layer has a recurrent state."""
        return self.layers <= set(_ATTENTION)

    @cached_property
    def keeps_all(self) -> bool:
        """Whether every layer of the cache keeps the whole text."""
        return self.layers <= set(_ATTENTION) - set(_WINDOWED)

    @cached_property
    def counts_positions(self) -> bool:
        """Whether positions begin after the padding's id, as RoBERTa's do: then the model counts them itself."""
        tables = (m for name, m in self.model.named_modules() if name.endswith("position_embeddings"))
        return any(getattr(table, "padding_idx", None) is not None for table in tables)

    @property
    def _name(self) -> str:
        return type(self.model).__name__

    def _refuse_other_inputs(self) -> None:
        """Raises UnsupportedError for what the loops cannot do with this model."""
        first = getattr(self.model, "main_input_name", "input_ids")
        if self.encodes and first != "input_ids":
            raise UnsupportedError(
                f"{self._name} reads {first}, and the loops here read token ids; use model.generate with a "
                "ConstraintLogitsProcessor",
                feature=first,
                where="model",
            )
        if self.cache == "dynamic" or self.encodes:
            return
        other = {
            "recurrent layers": not self.reads_several,
            "no cache of keys and values": not self.takes_keys,
            "positions that depend on padding": self.reading == "apart",
        }
        if (reason := next((reason for reason, is_so in other.items() if is_so), None)) is not None:
            raise UnsupportedError(
                f'cache="static" is for models that only attend, and {self._name} has {reason}; leave it out',
                feature="a static cache",
                where="cache",
            )


class HuggingFaceContext(Context):
    """Rows of a model of transformers. `mask` (rows, columns) int64 has 0 where a row has no token."""

    def __init__(self, model: HuggingFaceModel, owners: list[int], *, columns: int = 0, hidden: bool = False) -> None:
        self.model, self.owners, self.rows = model, owners, len(owners)
        self.uniform = model.reading == "in step"
        self.fixed = model.cache == "static"
        self.cache: Any = self._new_cache(columns)
        self._columns = torch.zeros((self.rows, 0), dtype=torch.int64, device=model.device)  # ids, to read them again
        self._behind = 0  # columns that layers which forget have kept beside what the next token needs
        self.places = self.rows  # rows of a static cache's tensors, of which the first `rows` are in use
        self.whole_mask = torch.zeros((self.rows, columns), dtype=torch.int64, device=model.device)
        self.mask = self.whole_mask[:, :0]
        self.lengths = [0] * self.rows  # tokens of each row
        self.shifts = [0] * self.rows  # what positions are more than the tokens before them, after pictures
        self.has_holes = False
        self.encoded: torch.Tensor | None = None
        self.encoded_mask: torch.Tensor | None = None
        self.keeps_hidden = hidden
        self._place: tuple[list[int], torch.Tensor] | None = None  # positions, and the same on the device (rows, 1)

    def _new_cache(self, columns: int = 0) -> Any:
        model = self.model
        if self.fixed:
            return StaticCache(config=model.config, max_cache_len=columns)
        cache: Any = DynamicCache(config=model.config)
        if model.encodes:
            cache = EncoderDecoderCache(cache, DynamicCache(config=model.config))
        if self.uniform:
            (cache.self_attention_cache if model.encodes else cache).activate_past_recording()
        return cache

    @property
    def _forgets(self) -> bool:
        """Whether a column may leave the cache while its text goes on."""
        return self.uniform and not self.fixed and not self.model.encodes and not self.model.keeps_all

    @torch.no_grad()
    def read(self, tokens: Tokens, keep: int = 1, *, padded: bool = False) -> torch.Tensor:
        """As `Context.read`; `padded`: these are prompts, which may differ in length where the rest must not."""
        counts = [len(new) for new in tokens]
        width = max(counts)
        if not width:
            raise ValueError("no row has a token to read")
        ragged = min(counts) < width
        if ragged and self.uniform and not padded and self.mask.shape[1]:
            raise ValueError(f"rows read {min(counts)} to {width} tokens; this model must read equally many in all")
        device = self.model.device
        ids = torch.tensor([[0] * (width - len(new)) + list(new) for new in tokens], device=device)
        if not ragged:
            return self._pass(ids, torch.ones_like(ids), counts, keep)
        self.has_holes = True
        new_mask = torch.tensor([[0] * (width - count) + [1] * count for count in counts], device=device)
        return self._pass(ids, new_mask, counts, keep)

    @torch.no_grad()
    def fill(self, states: Sequence[tuple[torch.Tensor, torch.Tensor]], length: int, shift: int) -> None:
        """Has the only row read `length` tokens, of which these are the keys and values; they are copied."""
        for layer, (keys, values) in enumerate(states):
            self.cache.update(keys, values, layer)
        self.mask = torch.ones((1, length), dtype=torch.int64, device=self.mask.device)
        self.lengths, self.shifts = [length], [shift]

    @torch.no_grad()
    def read_prompt(self, prompt: Sequence[int]) -> torch.Tensor:
        """Reads a prompt, which may have pictures, in the only row, which is empty; logits (1, 1, width)."""
        inputs = prompt.inputs if isinstance(prompt, PicturePrompt) else {}
        ids = torch.tensor([list(prompt)], device=self.model.device)
        memory = getattr(self.model.rotating, "rope_deltas", None)
        logits = self._pass(ids, torch.ones_like(ids), [len(prompt)], 1, inputs=placed(inputs, self.model.model))
        self.shifts = [self.model.shift(memory) if inputs else 0]
        return logits

    @torch.no_grad()
    def read_step(self, tokens: torch.Tensor) -> torch.Tensor:
        """As `Context.read_step`; ids, mask and positions are made on the device."""
        ids = tokens.unsqueeze(1)
        now = self._now
        if self._place is None or self._place[0] != now:
            self._place = now, torch.tensor(now, device=ids.device).unsqueeze(1)
        places = self._place[1]
        logits = self._pass(ids, torch.ones_like(ids), [1] * self.rows, 1, places)
        self._place = [place + 1 for place in now], places + 1
        return logits[:, -1]

    def _pass(
        self,
        ids: torch.Tensor,
        new_mask: torch.Tensor,
        counts: Sequence[int],
        keep: int,
        positions: torch.Tensor | None = None,
        inputs: Mapping[str, torch.Tensor] | None = None,
    ) -> torch.Tensor:
        """The model reads `ids` (rows, width), 0 in `new_mask` being holes; logits (rows, keep, size).

        `inputs` are a prompt's pictures, whose positions the model counts by itself.
        """
        width, compiled = ids.shape[1], 0
        counted = self.has_holes or self.fixed or self.model.rotating is not None
        if self.model.takes_positions and not self.model.encodes and counted and not inputs:
            positions = self._positions(counts, width) if positions is None else positions
        spare = self.places - self.rows if self.fixed else 0
        if spare:  # they read something, and nobody looks at it
            ids, new_mask = (torch.nn.functional.pad(each, (0, 0, 0, spare), value=1) for each in (ids, new_mask))
            positions = None if positions is None else torch.nn.functional.pad(positions, (0, 0, 0, spare))
        if self.fixed:  # one mask of one size, or every step would be compiled again
            used = self.mask.shape[1]
            if used + width > self.whole_mask.shape[1]:
                raise ValueError(f"the static cache has {self.whole_mask.shape[1]} columns, {used + width} are needed")
            compiled = self._compiled_width(width)
            self.whole_mask[:, used : used + width] = new_mask
            self.mask = self.whole_mask[:, : used + width]
            filling = max(compiled - width, 0)
            if filling:  # columns that the next pass writes over
                ids = torch.nn.functional.pad(ids, (0, filling))
                positions = None if positions is None else torch.nn.functional.pad(positions, (0, filling))
        else:
            self.mask = torch.cat([self.mask, new_mask], dim=1)
        if self._forgets:
            if self._behind > _SLACK:
                self.cache.crop(0)
                self._behind = 0
            self._columns, self._behind = torch.cat([self._columns, ids], dim=1), self._behind + width
        arguments: dict[str, Any] = {"use_cache": True, "return_dict": True}
        arguments[self.model.cache_name or "past_key_values"] = self.cache
        if self.model.encodes:
            # Nothing in the decoder is padded; what the encoder made of the prompt is read once, then cached.
            from transformers.modeling_outputs import BaseModelOutput

            arguments |= {
                "decoder_input_ids": ids,
                "encoder_outputs": BaseModelOutput(last_hidden_state=self.encoded),
                "attention_mask": self.encoded_mask,
            }
        else:
            arguments["input_ids"] = ids
            if self.has_holes or self.fixed or inputs:
                arguments["attention_mask"] = self.whole_mask if self.fixed else self.mask
            if self.model.takes_positions and counted and not inputs:
                arguments["position_ids"] = positions
            arguments |= inputs or {}
        if self.model.takes_keep:
            arguments["logits_to_keep"] = self._places_to_keep(width, keep, compiled)
        if self.keeps_hidden:
            arguments["output_hidden_states"] = True
        self.lengths = [length + count for length, count in zip(self.lengths, counts, strict=True)]
        output = (self.model.step if compiled else self.model.model)(**arguments)
        self.passes += 1
        if self.keeps_hidden:
            states = output.decoder_hidden_states if self.model.encodes else output.hidden_states
            self.hidden = states[-1][: self.rows, :width]
        logits: torch.Tensor = output.logits[: self.rows]
        if compiled > width:
            self._move_back(compiled - width)
            if logits.shape[1] == compiled:
                logits = logits[:, :width]
        logits = logits[:, -keep:]
        if compiled and self.model.several:  # a captured graph writes into the same tensor again
            logits = logits.clone()
        if logits.shape[1] < keep:  # rows have anything in front
            logits = torch.nn.functional.pad(logits, (0, 0, keep - logits.shape[1], 0))
        return logits

    def _compiled_width(self, width: int) -> int:
        """How many columns the compiled pass has that reads `width` tokens; 0 where none does."""
        used, several = self.mask.shape[1], self.model.several
        if not used:
            return 0  # this pass makes the cache's tensors, whose addresses compiled passes know
        fits = used + several <= self.whole_mask.shape[1]
        return several if 1 < width <= several and fits and self.takes_back else int(width == 1)

    def _move_back(self, columns: int) -> None:
        """The static cache forgets its last columns."""
        for layer in self.cache.layers:
            layer.cumulative_length.sub_(columns)

    def _places_to_keep(self, width: int, keep: int, compiled: int) -> int | torch.Tensor:
        """The last `keep` of `width` places, as transformers takes them, or more.

        Sliced out of several rows they lie apart in memory, and on a CPU torch then multiplies each row by the output's
        whole weights anew. Places that are named by number are copied together, so one product does. A compiled pass of
        several tokens gives one place or all of its own: each number of them would be compiled by itself.
        """
        device = self.model.device
        named = type(self.model.model).__module__.startswith("transformers.")
        if compiled > 1 and not (named and keep == 1):
            return compiled
        if named and (compiled > 1 or (self.rows > 1 and width > keep and device.type == "cpu")):
            return torch.arange(width - keep, width, device=device)
        return min(keep, width)

    def _positions(self, counts: Sequence[int], width: int) -> torch.Tensor:
        """The position of each new token in its own row, and 0 in holes: (rows, width)."""
        rows = zip(self._now, counts, strict=True)
        return torch.tensor(
            [[0] * (width - count) + list(range(place, place + count)) for place, count in rows],
            device=self.model.device,
        )

    @property
    def _now(self) -> list[int]:
        """The position of each row's next token."""
        return [length + shift for length, shift in zip(self.lengths, self.shifts, strict=True)]

    def reorder(self, sources: Sequence[int]) -> None:
        chosen = list(sources)
        if chosen == list(range(self.rows)):
            return
        if self.fixed and len(chosen) > self.places:
            self.reserve(max(len(chosen), 2 * self.places))
        index = torch.tensor(chosen, dtype=torch.int64, device=self.model.device)
        owners = [self.owners[source] for source in chosen]
        with torch.no_grad():
            if self.fixed:
                for layer in self.cache.layers:  # in place: compiled steps know the tensors by their addresses
                    for name in _states(layer):
                        states = getattr(layer, name)
                        states[: len(chosen)].copy_(states.index_select(0, index))
            elif self.model.encodes and owners == self.owners:
                self.cache.self_attention_cache.reorder_cache(index)  # beams of a prompt share what its encoder said
            else:
                self.cache.reorder_cache(index)
                if self.encoded is not None and self.encoded_mask is not None:
                    self.encoded, self.encoded_mask = self.encoded[index], self.encoded_mask[index]
            if self.fixed:
                self.whole_mask[: len(chosen)].copy_(self.whole_mask[index])
            else:
                self.mask = self.mask[index]
            if self._forgets:
                self._columns = self._columns[index]
        if self.hidden is not None:
            self.hidden = self.hidden[index]
        self.owners, self.lengths = owners, [self.lengths[source] for source in chosen]
        self.shifts = [self.shifts[source] for source in chosen]
        self.rows = len(chosen)
        if self.has_holes and not self.uniform:
            self._squeeze()

    def reserve(self, rows: int) -> None:
        if not self.fixed or rows <= self.places:
            return
        more = rows - self.places
        with torch.no_grad():
            for layer in self.cache.layers:
                for name in _states(layer):
                    setattr(layer, name, _with_places(getattr(layer, name), more))
                layer.batch_size = rows
            self.whole_mask = _with_places(self.whole_mask, more)
        self.mask = self.whole_mask[:, : self.mask.shape[1]]
        self.places = rows

    def take_back(self, counts: Sequence[int]) -> None:
        if not any(counts):
            return
        common = min(counts)
        if (self.uniform and max(counts) > common) or not self.takes_back:
            raise ValueError(f"the last {list(counts)} tokens of the rows cannot be taken back from this cache")
        self.lengths = [length - count for length, count in zip(self.lengths, counts, strict=True)]
        if self.fixed:
            used = self.mask.shape[1] - common
            self._move_back(common)
            self.whole_mask[:, used : used + common] = 0
            self.mask = self.whole_mask[:, :used]
            return
        if self.uniform:
            self.mask = self.mask[:, : self.mask.shape[1] - common]
            if self._forgets and not (self.model.reads_several and common <= self._behind):
                self._read_again(self.mask.shape[1])
                return
            self.cache.crop(-common)
            if self._forgets:
                self._columns, self._behind = self._columns[:, : self.mask.shape[1]], 0
            return
        # A row's last tokens may have holes between them: those of later passes in which others read more.
        left = torch.tensor(self.lengths, device=self.mask.device).unsqueeze(1)
        self.mask = torch.where(self.mask.cumsum(1) <= left, self.mask, 0)
        self.has_holes = True
        unused = self.mask.shape[1] - int((self.mask.any(0).nonzero()[-1:] + 1).sum())
        if unused:
            with torch.no_grad():
                self.cache.crop(-unused)
            self.mask = self.mask[:, : self.mask.shape[1] - unused]
        self._squeeze()

    def _read_again(self, columns: int) -> None:
        """Makes the cache again, of the first `columns` of what has been read."""
        ids, mask, lengths = self._columns[:, :columns], self.mask, self.lengths
        self.cache, self._columns, self.mask = self._new_cache(), ids[:, :0], mask[:, :0]
        self.lengths, self._behind = [0] * self.rows, 0
        hidden, self.keeps_hidden = self.keeps_hidden, False
        self._pass(ids, mask, lengths, 1)
        self.keeps_hidden = hidden

    @property
    def takes_back(self) -> bool:
        """A static cache does if every layer of it keeps the whole text."""
        return not (self.uniform and self.fixed) or all(type(layer) is StaticLayer for layer in self.cache.layers)

    def _squeeze(self) -> None:
        """Moves the tokens of each row together, if half of the columns are holes in every row."""
        columns, longest = self.mask.shape[1], max(self.lengths, default=0)
        if columns - longest < max(longest // 2, _SMALL):
            return
        with torch.no_grad():
            # The last `longest` columns by (has a token, its place): holes first, tokens in order.
            order = torch.argsort(self.mask, dim=1, stable=True)[:, columns - longest :]
            for layer in self.cache.layers:
                index = order[:, None, :, None]
                layer.keys = layer.keys.gather(2, index.expand(-1, layer.keys.shape[1], -1, layer.keys.shape[3]))
                layer.values = layer.values.gather(
                    2, index.expand(-1, layer.values.shape[1], -1, layer.values.shape[3])
                )
            self.mask = self.mask.gather(1, order)
        self.has_holes = not bool(self.mask.all())

    def join(self, other: Context) -> None:
        assert isinstance(other, HuggingFaceContext)
        if self.uniform:
            raise NotImplementedError("this model's cache cannot take rows of another length")
        columns = max(self.mask.shape[1], other.mask.shape[1])
        with torch.no_grad():
            for mine, more in zip(self.cache.layers, other.cache.layers, strict=True):
                mine.keys = torch.cat([_on_the_right(mine.keys, columns), _on_the_right(more.keys, columns)])
                mine.values = torch.cat([_on_the_right(mine.values, columns), _on_the_right(more.values, columns)])
            masks = [_on_the_right(each[:, None, :, None], columns)[:, 0, :, 0] for each in (self.mask, other.mask)]
            self.mask = torch.cat(masks)
        last = max(self.owners, default=-1) + 1
        self.owners = [*self.owners, *(last + owner for owner in other.owners)]
        self.lengths, self.shifts = [*self.lengths, *other.lengths], [*self.shifts, *other.shifts]
        self.rows = len(self.owners)
        self.has_holes = not bool(self.mask.all())
        self._squeeze()


_SEVERAL = 8  # tokens a row of compiled passes that read more than one
_WORTH_SHARING = 16  # tokens at the head of all prompts from which on they are read once
_ALONE = 2  # prompts that are read one by one where heads of theirs may be known: one, or a prompt and guidance's
_SMALL = 16  # holes that are not worth moving
_SLACK = 32  # columns that may be taken back from a window; more is read again. Each costs its keys and values.


def _doubled(context: Context, logits: torch.Tensor, rows: list[int]) -> torch.Tensor:
    """Has each prompt a row, after the different ones have been read; their logits."""
    if rows == list(range(len(logits))):
        return logits
    context.reorder(rows)
    return logits[rows]


def _states(layer: Any) -> list[str]:
    """The names of the tensors in which a static layer keeps its rows' states."""
    return [name for name in ("keys", "values", "indexer_keys") if getattr(layer, name, None) is not None]


def _with_places(states: torch.Tensor, more: int) -> torch.Tensor:
    """A static tensor with more rows, zeros at first."""
    made = torch.cat([states, states.new_zeros((more, *states.shape[1:]))])
    torch._dynamo.mark_static_address(made)  # as transformers does with its own
    return made


def _on_the_right(states: torch.Tensor, columns: int) -> torch.Tensor:
    """(rows, heads, columns, size) with empty columns in front."""
    missing = columns - states.shape[2]
    return torch.nn.functional.pad(states, (0, 0, missing, 0)) if missing else states


def _shared_head(prompts: Sequence[tuple[int, ...]]) -> int:
    """How many tokens all prompts begin with, at least one left over in each."""
    first, last = min(prompts), max(prompts)
    head = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return min(head, min(map(len, prompts)) - 1)


def _width(model: Any) -> int:
    """The number of logits, which the output layer knows better than the configuration."""
    output = model.get_output_embeddings() if hasattr(model, "get_output_embeddings") else None
    weight = getattr(output, "weight", None)
    return int(weight.shape[0]) if weight is not None else int(model.config.get_text_config(decoder=True).vocab_size)


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)
