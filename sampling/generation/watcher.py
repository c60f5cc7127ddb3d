"""What transformers lets a caller do while texts grow: end them by `stopping_criteria` and `max_time`, show them.

Called once for each row that goes on, after each step; a text that is ended here is cut off where it stands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..decoding.requests import Row


class Watcher:
    """Says which rows are over. `streamer` is shown one text: prompt, tokens as they come, and its end."""

    def __init__(self, criteria: Sequence[Callable[..., Any]], max_time: float | None, streamer: Any) -> None:
        self.criteria, self.streamer = criteria, streamer
        self._until = None if max_time is None else time.monotonic() + max_time
        self._shown = -1  # tokens that the streamer has seen; -1: not even the prompt

    def __call__(self, row: Row) -> bool:
        """Whether this row ends, although it could go on."""
        self.show(row)
        if self._until is not None and time.monotonic() >= self._until:
            return True
        if not self.criteria:
            return False
        ids = torch.tensor([[*row.request.prompt, *row.tokens]])
        return any(bool(torch.as_tensor(each(ids, None)).all()) for each in self.criteria)

    def show(self, row: Row) -> None:
        """Hands the streamer what is new; its end too, once the row has finished."""
        if self.streamer is None:
            return
        if self._shown < 0:
            self.streamer.put(torch.tensor([list(row.request.prompt)]))
            self._shown = 0
        if row.tokens[self._shown :]:
            self.streamer.put(torch.tensor(row.tokens[self._shown :]))
            self._shown = len(row.tokens)
        if row.finish_reason is not None:
            self.streamer.end()
