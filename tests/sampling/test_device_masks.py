"""Masks that stay on the device are the masks that are filled."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import torch

import constrain
from constrain import MatcherBatch, Vocabulary
from constrain.grammars import regex
from constrain.sampling.device_masks import DeviceMasks

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
