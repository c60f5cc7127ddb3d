"""Masks on a device: each different one is copied there once, and a step sends the rows' numbers only.

A step of 256 rows over 128k tokens would copy 4 MB to the device; their numbers are 1 KB. See `constrain.MaskBank`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from constrain.serving.mask_bank import MaskBank

from ..kernels.device import sent

if TYPE_CHECKING:
    from constrain.batch import MatcherBatch
    from constrain.vocabulary import Vocabulary


class DeviceMasks:
    """A copy on `device` of a bank that batches of up to `rows` rows share; 16 KB a mask for 128k tokens.

    A mask has `words` words, by default those of the vocabulary; what is beyond it is for free rows only.

    Threads: belongs to one thread at a time.

    >>> masks = DeviceMasks(vocabulary, torch.device("cuda"), rows=256); bitmask = masks.bitmask(batch)
    """

    def __init__(self, vocabulary: Vocabulary, device: torch.device, rows: int, words: int | None = None) -> None:
        self._bank = MaskBank(vocabulary, max(1024, 4 * rows), words=words)
        self.rows, self.words = rows, self._bank.masks.shape[1]
        self._copy = torch.empty(self._bank.masks.shape, dtype=torch.int32, device=device)

    def bitmask(self, batch: MatcherBatch) -> torch.Tensor:
        """The allowed tokens of each row: (rows, words) int32 on the device; free rows are all ones."""
        numbers = torch.from_numpy(self._bank.find(batch))
        new = self._bank.take_written()
        if new.start != new.stop:
            # a view that torch may not write to would warn; the rows are few
            self._copy[new] = sent(torch.from_numpy(self._bank.masks[new].copy()), self._copy.device)
        return self._copy.index_select(0, sent(numbers, self._copy.device))
