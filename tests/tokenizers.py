"""Tokenizers for tests: real ones out of installed packages, and a tiny one of each family made on the spot.

Nothing is downloaded. The real files are found without importing the packages around them, some of which take seconds
or need more than is installed; a test that asks for an absent one skips and says which package has it. Vocabularies of
ranks become fast tokenizers without merges, since finding these takes seconds: they decode as the real ones do, but
encode byte by byte. The tiny tokenizers are complete.
"""

from __future__ import annotations

import base64
import importlib.util
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tokenizers")
pytest.importorskip("transformers")
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import LlamaTokenizer, PreTrainedTokenizerFast

from constrain import Vocabulary

# name: package and file inside it
_TIKTOKEN = {
    "llama3": ("llama_models", "llama3/tokenizer.model"),
    "llama4": ("llama_models", "llama4/tokenizer.model"),
    "qwen": ("dashscope", "resources/qwen.tiktoken"),
    "cl100k": ("litellm", "litellm_core_utils/tokenizers/9b5ad71b2ce5302211f9c61530b329a4922fc6a4"),
    "o200k": ("litellm", "litellm_core_utils/tokenizers/fb374d419588a4632f3f557e76b4b70aebbca790"),
}
_JSON = {
    "anthropic": ("litellm", "litellm_core_utils/tokenizers/anthropic_tokenizer.json"),
    "deepseek": ("litellm", "litellm_core_utils/tokenizers/deepseek_tokenizer.json"),
}
_OTHERS = {
    "tekken": ("mistral_common", "data/tekken_240911.json"),
    "mistral": ("mistral_common", "data/mistral_instruct_tokenizer_240323.model.v3"),
    "llama2": ("mistral_common", "data/tokenizer.model.v1"),
}
_FILES = {**_TIKTOKEN, **_JSON, **_OTHERS}

TIKTOKEN, JSON = tuple(_TIKTOKEN), tuple(_JSON)
SENTENCEPIECE = ("mistral", "llama2")
REAL = (*TIKTOKEN, *JSON, *SENTENCEPIECE, "tekken")
TINY = (
    "byte-level",
    "llama",
    "gemma",
    "unigram",
    "unigram with bytes",
    "wordpiece",
    "wordpiece with cleanup",
    "word level",
    "suffix",
)

_CONTENT = (
    'I can\'t do it . The café {"naïve": [1, -2.5e3, null]} costs 5 €; 日本語 текст 😀 !\n\tHello, hello world?  ok  '
)


def file_of(name: str) -> Path:
    """The file of a real tokenizer; skips the calling test where its package is absent."""
    package, inside = _FILES[name]
    spec = importlib.util.find_spec(package)
    folder = Path(next(iter(spec.submodule_search_locations or []), "")) if spec else None
    if folder is None or not (folder / inside).is_file():
        pytest.skip(f"needs {inside} of the package {package.replace('_', '-')}, which is not installed")
    return folder / inside


@lru_cache(maxsize=1)
def ranks(name: str) -> dict[bytes, int]:
    """Ranks by bytes of a tiktoken or Tekken file, read in the most obvious way."""
    if name == "tekken":
        content = json.loads(file_of(name).read_text())
        count = content["config"]["default_vocab_size"] - content["config"]["default_num_special_tokens"]
        return {base64.b64decode(entry["token_bytes"]): entry["rank"] for entry in content["vocab"][:count]}
    lines = file_of(name).read_bytes().splitlines()
    return {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}


@lru_cache(maxsize=1)
def real(name: str) -> Any:
    """A real tokenizer as transformers has it, with some special tokens of its own or like its own."""
    if name in JSON:
        tokenizer = Tokenizer.from_file(str(file_of(name)))
        end = "<EOT>" if name == "anthropic" else "<｜end▁of▁sentence｜>"
        return PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=end)
    if name in SENTENCEPIECE:
        pytest.importorskip("sentencepiece", reason="transformers needs it to read a SentencePiece model")
        return LlamaTokenizer.from_pretrained(_folder_with(name))
    alphabet = _alphabet()
    # Tekken's special tokens come first; with the others they follow, after what holes the file has.
    first = [f"<SPECIAL_{i}>" for i in range(1000)] if name == "tekken" else []
    vocabulary = {token: i for i, token in enumerate(first)}
    vocabulary |= {"".join(map(alphabet.__getitem__, t)): len(first) + i for t, i in ranks(name).items()}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in (*first, "<|end|>", "<|pad|>")])
    tokenizer.add_tokens([AddedToken("<tool_call>", special=False, normalized=False)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|end|>", pad_token="<|pad|>")


def _folder_with(name: str) -> str:
    """A folder as transformers wants it, with the file under the name that it looks for."""
    import tempfile

    folder = tempfile.mkdtemp()
    (Path(folder) / "tokenizer.model").symlink_to(file_of(name))
    return folder


def _alphabet() -> list[str]:
    """GPT-2's character for every byte, from the published definition."""
    kept = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    spare = iter(range(256, 512))
    return [chr(byte) if byte in kept else chr(next(spare)) for byte in range(256)]


@cache
def tiny(family: str) -> Any:
    """A complete tokenizer of a few hundred tokens, trained on the spot, of one of the families in `TINY`."""
    tokenizer, special = _BUILDERS[family]()
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in special])
    tokenizer.add_tokens([AddedToken("<tool>", special=False, normalized=False)])
    unknown = {"unk_token": special[0]} if special[0] in ("<unk>", "[UNK]") else {}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="</s>", pad_token="<pad>", **unknown)


def _texts() -> list[str]:
    return [_CONTENT, *_CONTENT.split(), *(_CONTENT[i : i + 20] for i in range(60))] * 4


def _byte_level() -> tuple[Tokenizer, list[str]]:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        _texts(), trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, show_progress=False)
    )
    return tokenizer, ["<s>", "</s>", "<pad>"]


_BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def _sentencepiece_bpe(decoder: Any) -> tuple[Tokenizer, list[str]]:
    """BPE as SentencePiece has it: spaces as U+2581, and a byte for what is in no piece."""
    trained = Tokenizer(models.BPE(unk_token="<unk>"))
    trained.normalizer = normalizers.Replace(" ", "▁")
    trained.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    trainer = trainers.BpeTrainer(vocab_size=200, special_tokens=["<unk>", "<s>", "</s>"], show_progress=False)
    trained.train_from_iterator([text.replace("😀", "") for text in _texts()], trainer)
    model = json.loads(trained.to_str())["model"]
    first = len(model["vocab"])
    vocabulary = {**model["vocab"], **{piece: first + i for i, piece in enumerate(_BYTES)}}
    merges = [tuple(merge) for merge in model["merges"]]
    tokenizer = Tokenizer(models.BPE(vocabulary, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoder
    return tokenizer, ["<unk>", "<s>", "</s>", "<pad>"]


def _llama() -> tuple[Tokenizer, list[str]]:
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    return _sentencepiece_bpe(decoders.Sequence(steps))


def _gemma() -> tuple[Tokenizer, list[str]]:
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    tokenizer, special = _sentencepiece_bpe(decoders.Sequence(steps))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    return tokenizer, special


def _unigram(*, with_bytes: bool) -> tuple[Tokenizer, list[str]]:
    """Unigram: T5's kind without bytes, XGLM's with."""
    trained = Tokenizer(models.Unigram())
    trained.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<unk>", "</s>", "<pad>"]
    trainer = trainers.UnigramTrainer(vocab_size=120, special_tokens=special, unk_token="<unk>", show_progress=False)
    trained.train_from_iterator(_texts(), trainer)
    vocabulary = [(piece, score) for piece, score in json.loads(trained.to_str())["model"]["vocab"]]
    if with_bytes:
        vocabulary += [(piece, -30.0) for piece in _BYTES]
    tokenizer = Tokenizer(models.Unigram(vocabulary, 0, byte_fallback=with_bytes))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    metaspace = decoders.Metaspace()
    tokenizer.decoder = (
        decoders.Sequence([metaspace, decoders.ByteFallback(), decoders.Fuse()]) if with_bytes else metaspace
    )
    return tokenizer, special


def _wordpiece(*, cleanup: bool) -> tuple[Tokenizer, list[str]]:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(cleanup=cleanup)
    special = ["[UNK]", "</s>", "<pad>"]
    trainer = trainers.WordPieceTrainer(
        vocab_size=200, special_tokens=special, initial_alphabet=list("abcdefgh.,!?'"), show_progress=False
    )
    tokenizer.train_from_iterator(_texts(), trainer)
    return tokenizer, special


def _word_level() -> tuple[Tokenizer, list[str]]:
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    special = ["[UNK]", "</s>", "<pad>"]
    tokenizer.train_from_iterator(
        _texts(), trainers.WordLevelTrainer(vocab_size=80, special_tokens=special, show_progress=False)
    )
    return tokenizer, special


def _suffix() -> tuple[Tokenizer, list[str]]:
    """BPE with an end-of-word mark, as the first GPT has it."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.BPEDecoder(suffix="</w>")
    special = ["<unk>", "</s>", "<pad>"]
    trainer = trainers.BpeTrainer(
        vocab_size=200, special_tokens=special, end_of_word_suffix="</w>", show_progress=False
    )
    tokenizer.train_from_iterator(_texts(), trainer)
    return tokenizer, special


_BUILDERS = {
    "byte-level": _byte_level,
    "llama": _llama,
    "gemma": _gemma,
    "unigram": lambda: _unigram(with_bytes=False),
    "unigram with bytes": lambda: _unigram(with_bytes=True),
    "wordpiece": lambda: _wordpiece(cleanup=False),
    "wordpiece with cleanup": lambda: _wordpiece(cleanup=True),
    "word level": _word_level,
    "suffix": _suffix,
}


class PythonTokenizer:
    """As little as a tokenizer written in Python can be."""

    def __init__(self, vocabulary: Any, source: Any = None, special: Any = (), eos: Any = 1) -> None:
        self.vocabulary, self.source, self.all_special_ids = vocabulary, source, list(special)
        self.eos_token_id = source.eos_token_id if source is not None else eos

    def get_vocab(self) -> Any:
        return self.vocabulary

    def decode(self, ids: list[int], skip_special_tokens: bool = False) -> str:
        if self.source is not None:
            return str(self.source.decode(ids, skip_special_tokens=skip_special_tokens))
        names = {number: name for name, number in self.vocabulary.items()}
        return "".join(names[i] for i in ids)


def text_ids(vocabulary: Vocabulary) -> list[int]:
    """The ids of all tokens that are text."""
    return [i for i, data in enumerate(vocabulary.token_bytes) if data is not None]


def is_whole(data: bytes) -> bool:
    """Whether the bytes are whole characters."""
    return data.decode("utf-8", "ignore").encode() == data
