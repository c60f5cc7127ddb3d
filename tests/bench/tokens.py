"""Real tokenizers for the benchmarks, as plain data: the bytes of every token, what ends a text, and how texts split.

All ship inside a package on PyPI, found without importing that package, so that nothing needs a login or a download at
run time. `llama3` (128k), `qwen` (152k) and `llama4` (202k) are tiktoken files: token ids are the ranks, and the special
tokens follow them. `mistral` (32k) is a SentencePiece model, whose first pieces are special and whose bytes are pieces
of their own. `bytes` is the smallest possible vocabulary, 256 bytes and an end token: what a call costs with it is the
price of calling.
"""

from __future__ import annotations

import base64
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

_LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN = _LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
_WORD, _TAIL = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_SMALL = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_LLAMA4 = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_WORD}*{_SMALL}+{_TAIL}|[^\r\n\p{{L}}\p{{N}}]?{_WORD}+{_SMALL}*{_TAIL}"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

# name: package, file inside it, splitting pattern, number of special tokens, which of them end a sequence
_TIKTOKEN = {
    "llama3": ("llama_models", "llama3/tokenizer.model", _LLAMA3, 256, (1, 8, 9)),
    "qwen": ("dashscope", "resources/qwen.tiktoken", _QWEN, 208, (0, 2)),
    "llama4": ("llama_models", "llama4/tokenizer.model", _LLAMA4, 2048, (1, 7, 8)),
}
# name: package, file inside it
SENTENCEPIECE = {"mistral": ("mistral_common", "data/mistral_instruct_tokenizer_240323.model.v3")}
NAMES = (*_TIKTOKEN, *SENTENCEPIECE, "bytes")
REAL = NAMES[:-1]


@dataclass(frozen=True)
class Tokenizer:
    """`tokens[id]` is the token's bytes, None where it is never text; `encode` gives a text's canonical tokens.

    `pattern` splits texts, in tiktoken's way, and is empty for SentencePiece.
    """

    name: str
    tokens: list[bytes | None]
    end_ids: list[int]
    encode: Callable[[str], list[int]]
    pattern: str = ""

    @property
    def size(self) -> int:
        """How many token ids there are."""
        return len(self.tokens)

    @property
    def text(self) -> dict[int, bytes]:
        """The tokens that are text, by id; several may spell the same."""
        return {token: data for token, data in enumerate(self.tokens) if data is not None}


def load(name: str) -> Tokenizer:
    """The tokenizer called `name`, one of `NAMES`; FileNotFoundError says which package would bring it."""
    if name == "bytes":
        return Tokenizer(
            name, [*(bytes((i,)) for i in range(256)), None], [256], lambda text: list(text.encode()), r"[\s\S]"
        )
    if name in SENTENCEPIECE:
        return _of_sentencepiece(name)
    package, file, pattern, special, ends = _TIKTOKEN[name]
    ranks = {}
    for line in file_of(name, package, file).read_bytes().splitlines():
        data, rank = line.split()
        ranks[base64.b64decode(data)] = int(rank)
    tokens: list[bytes | None] = [None] * (len(ranks) + special)
    for text, token in ranks.items():
        tokens[token] = text
    encoding = import_module("tiktoken").Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return Tokenizer(name, tokens, [len(ranks) + i for i in ends], encoding.encode_ordinary, pattern)


def _of_sentencepiece(name: str) -> Tokenizer:
    path = file_of(name, *SENTENCEPIECE[name])
    model = import_module("sentencepiece").SentencePieceProcessor(model_file=str(path))
    tokens: list[bytes | None] = []
    for token in range(model.vocab_size()):
        piece = model.id_to_piece(token)
        if model.is_byte(token):
            tokens.append(bytes((int(piece[3:5], 16),)))
        elif model.is_control(token) or model.is_unknown(token):
            tokens.append(None)
        else:
            tokens.append(piece.replace("\u2581", " ").encode())
    return Tokenizer(name, tokens, [model.eos_id()], partial(_pieces, model, tokens))


def _pieces(model: Any, tokens: list[bytes | None], text: str) -> list[int]:
    """The pieces of `text` where it goes on after a line break: a text's first word would get a space of its own."""
    ids: list[int] = model.encode("\n" + text)
    spelled = b"".join(tokens[token] or b"" for token in ids)
    if spelled != b" \n" + text.encode() or [tokens[token] for token in ids[:2]] != [b" ", b"\n"]:
        raise ValueError(f"the pieces of {text[:40]!r} do not spell it")
    return ids[2:]


def file_of(name: str, package: str, file: str) -> Path:
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    path = Path(next(iter(places)), file) if places else None
    if path is None or not path.exists():
        raise FileNotFoundError(f"the {name} tokenizer is {file} in the package {package}, which is not installed")
    return path
