"""Masks that stay on the device are the masks that are filled."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import torch

import constrain
from constrain import MatcherBatch, Vocabulary
from constrain.grammars import regex
from constrain.sampling import Pipeline
from constrain.sampling.pipelines.device_masks import DeviceMasks
from constrain.sampling.pipelines.rows import SamplerRows
from constrain.sampling.stages import Categorical, Mask

VOCABULARY = Vocabulary.from_bytes([bytes([b]) for b in range(0x61, 0x7B)] + [b"ab", b"abc", None, b"zz"], end_ids=[28])


@pytest.mark.parametrize("words", [1, 3])
def test_masks_on_the_device_are_those_that_are_filled(words: int) -> None:
    """Over a walk in which masks come back, with a free row, also of wider logits. The host stands for a device here."""
    random = Random(0)
    constraints = [constrain.compile(regex(f"[a-{chr(0x62 + i)}]{{1,6}}(ab)*"), VOCABULARY) for i in range(8)]
    rows = MatcherBatch([*constraints, None])
    masks = DeviceMasks(VOCABULARY, torch.device("cpu"), len(rows), words)
    for _ in range(12):
        expected = np.zeros((len(rows), words), np.int32)
        rows.fill_bitmask(expected)
        assert np.array_equal(expected, masks.bitmask(rows).numpy())
        rows.advance([random.choice(constrain.allowed_tokens(bits[:1])) for bits in expected])


def _started() -> SamplerRows:
    words = constrain.compile(regex("[a-z]*"), VOCABULARY)
    return Pipeline([Mask(), Categorical()]).start(torch.zeros(1, 1, dtype=torch.int64), constraint=words)


def test_rows_that_grow_get_a_larger_bank() -> None:
    """Beams: one prompt becomes many rows, each of which may need a mask of its own in one step."""
    state = _started()
    for rows in (1, 2000):
        state.reorder([0] * rows)
        state._bitmask(torch.empty(rows, VOCABULARY.size, device="meta"))
        assert state._device_masks is not None
        assert state._device_masks.rows == rows


def test_a_fork_has_masks_of_its_own() -> None:
    """Numbers are given out per bank, so two states that advance apart must not share one."""
    state = _started()
    state._bitmask(torch.empty(1, VOCABULARY.size, device="meta"))
    fork = state.fork()
    fork._bitmask(torch.empty(1, VOCABULARY.size, device="meta"))
    assert fork._device_masks is not state._device_masks
