"""Masks that stay on the device are the masks that are filled."""

from __future__ import annotations

from random import Random

import numpy as np
import torch

import constrain
from constrain import MatcherBatch, Vocabulary
from constrain.grammars import regex
from constrain.sampling.device_masks import DeviceMasks

VOCABULARY = Vocabulary.from_bytes([bytes([b]) for b in range(0x61, 0x7B)] + [b"ab", b"abc", None, b"zz"], end_ids=[28])


def test_masks_on_the_device_are_those_that_are_filled() -> None:
    """Over a walk in which masks come back, and with a free row. The host stands for a device here."""
    random = Random(0)
    constraints = [constrain.compile(regex(f"[a-{chr(0x62 + i)}]{{1,6}}(ab)*"), VOCABULARY) for i in range(8)]
    rows = MatcherBatch([*constraints, None])
    masks = DeviceMasks(VOCABULARY, torch.device("cpu"), len(rows))
    for _ in range(12):
        expected = constrain.allocate_bitmask(len(rows), VOCABULARY)
        rows.fill_bitmask(expected)
        assert np.array_equal(expected, masks.bitmask(rows).numpy())
        rows.advance([random.choice(constrain.allowed_tokens(bits)) for bits in expected])
