"""When a row ends: by length, time, an end token, a text or a pattern in what it wrote, or the user's own test.

All are stopping criteria of transformers: called with the ids (rows, length) they return booleans (rows,). Texts are
found in the *bytes* of the tokens, so it does not matter how a stop text is cut into tokens, or into characters. Each
is a function of the ids alone. (In beam search and speculative decoding `generate` calls criteria with other rows or
not after every token; there, let the constraint end the text.)
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from transformers import StoppingCriteria

from .stage import whole

Pieces = Sequence[bytes | None]  # the bytes of each token; None: no text


class MaxLength(StoppingCriteria):
    """Prompt and output have `length` tokens."""

    def __init__(self, length: int) -> None:
        self.length = whole("length", length, 1)

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        return _all(input_ids, input_ids.shape[1] >= self.length)


class MaxNewTokens(StoppingCriteria):
    """The output has `tokens` tokens, after a prompt of `prompt_length`."""

    def __init__(self, tokens: int, prompt_length: int) -> None:
        self.tokens, self.prompt_length = whole("tokens", tokens, 1), whole("prompt_length", prompt_length, 0)

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        return _all(input_ids, input_ids.shape[1] - self.prompt_length >= self.tokens)


class MaxTime(StoppingCriteria):
    """More than `seconds` have passed since the criterion was made, or since `start` (`time.monotonic()`)."""

    def __init__(self, seconds: float, start: float | None = None) -> None:
        if not seconds >= 0:
            raise ValueError(f"seconds is {seconds}; expected a number of at least 0")
        self.seconds, self.start = seconds, time.monotonic() if start is None else start

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        return _all(input_ids, time.monotonic() - self.start > self.seconds)


class EndTokens(StoppingCriteria):
    """The last token is one of `tokens`."""

    def __init__(self, tokens: int | Sequence[int]) -> None:
        listed = [tokens] if isinstance(tokens, int) else list(tokens)
        self.tokens = [whole("an end token", token, 0) for token in listed]
        self.eos_token_id = torch.tensor(self.tokens)  # by this name generate() knows that finished rows are padded

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        return torch.isin(input_ids[:, -1], self.eos_token_id.to(input_ids.device))


class StopText(StoppingCriteria):
    """One of `texts` ends in the last token: its last byte is among that token's bytes.

    `pieces` are the bytes of each token (`vocabulary.token_bytes`). With `prompt_length`, only what was
    generated counts; otherwise a match may begin in the prompt.
    """

    def __init__(self, texts: str | Sequence[str], pieces: Pieces, *, prompt_length: int = 0) -> None:
        self.texts = [text.encode() for text in ([texts] if isinstance(texts, str) else texts)]
        if not self.texts or not all(self.texts):
            raise ValueError("a stop text is empty, or there is none")
        self.pieces, self.prompt_length = pieces, whole("prompt_length", prompt_length, 0)

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        longest = max(map(len, self.texts))
        found = [self._found(row, longest) for row in input_ids[:, self.prompt_length :].tolist()]
        return torch.tensor(found, dtype=torch.bool, device=input_ids.device)

    def _found(self, row: list[int], longest: int) -> bool:
        if not row:
            return False
        last = _piece(self.pieces, row[-1])
        before, place = b"", len(row) - 1
        while place > 0 and len(before) < longest - 1:
            place -= 1
            before = _piece(self.pieces, row[place]) + before
        before = before[max(len(before) - longest + 1, 0) :]
        whole_text = before + last
        return any(whole_text.find(text, max(len(before) - len(text) + 1, 0)) >= 0 for text in self.texts)


class StopPattern(StoppingCriteria):
    """`pattern` (of `re`) matches somewhere in the generated text. A character whose bytes are incomplete is not there
    yet."""

    def __init__(self, pattern: str | re.Pattern[str], pieces: Pieces, *, prompt_length: int = 0) -> None:
        self.pattern = re.compile(pattern)
        self.pieces, self.prompt_length = pieces, whole("prompt_length", prompt_length, 0)

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        found = []
        for row in input_ids[:, self.prompt_length :].tolist():
            text = b"".join(_piece(self.pieces, token) for token in row).decode("utf-8", "ignore")
            found.append(self.pattern.search(text) is not None)
        return torch.tensor(found, dtype=torch.bool, device=input_ids.device)


class StopWhen(StoppingCriteria):
    """`test(ids)` is true for a row's ids (length,)."""

    def __init__(self, test: Callable[[torch.Tensor], bool]) -> None:
        self.test = test

    def __call__(self, input_ids: torch.Tensor, scores: Any = None, **kwargs: Any) -> torch.Tensor:
        return torch.tensor([bool(self.test(row)) for row in input_ids], dtype=torch.bool, device=input_ids.device)


def _all(input_ids: torch.Tensor, done: bool) -> torch.Tensor:
    return torch.full((input_ids.shape[0],), done, dtype=torch.bool, device=input_ids.device)


def _piece(pieces: Pieces, token: int) -> bytes:
    piece = pieces[token] if 0 <= token < len(pieces) else None
    return piece or b""
