"""The fast kernels mean what their definition says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from constrain.sampling.kernels import definition, host  # noqa: E402

DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
WIDTHS = (1, 7, 31, 32, 33, 64, 100, 1000, 4099)
DENSITIES = (0.0, 0.002, 0.05, 0.5, 0.95, 0.998, 1.0)


def bits(generator: np.random.Generator, rows: int, width: int, density: float) -> np.ndarray:
    return generator.random((rows, width)) < density


def packed(allowed: np.ndarray, words: int | None = None) -> Any:
    rows, width = allowed.shape
    room = np.zeros((rows, 32 * (words or (width + 31) // 32)), bool)
    room[:, :width] = allowed
    return torch.from_numpy(np.packbits(room, axis=1, bitorder="little").view(np.int32))


@pytest.mark.parametrize("width", WIDTHS)
def test_unpacking_undoes_packing(width: int) -> None:
    """Column c is bit c % 32 of word c // 32, and columns past the last word are forbidden."""
    allowed = bits(np.random.default_rng(width), 3, width, 0.5)

    assert torch.equal(torch.from_numpy(allowed), definition.unpack_bitmask(packed(allowed), width))
    wider = definition.unpack_bitmask(packed(allowed), width + 65)
    assert not wider[:, width:].any()


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("width", WIDTHS)
def test_host_kernel_equals_its_definition(dtype: Any, width: int) -> None:
    """At every density, with strided and sliced scores, with bitmasks too long and too short, with inf and nan."""
    generator = np.random.default_rng(width)
    for rows in (0, 1, 3):
        for density in DENSITIES:
            scores = torch.from_numpy(generator.normal(size=(rows, width))).to(dtype)
            if rows:
                scores[0, 0], scores[-1, -1] = float("-inf"), float("inf")
            for given in (scores, torch.stack((scores, scores), 1)[:, 1], scores.t().contiguous().t()):
                allowed = bits(generator, rows, width, density)
                for words in (None, (width + 31) // 32 + 3):
                    before = given.clone()
                    expected = definition.apply_bitmask(given, packed(allowed, words))
                    masked = host.apply_bitmask(given, packed(allowed, words))

                    assert torch.equal(expected, masked)
                    assert (masked.dtype, masked.shape) == (dtype, given.shape)
                    assert torch.equal(before, given)
            short = packed(bits(generator, rows, width, density))[:, :-1]
            assert torch.equal(definition.apply_bitmask(scores, short), host.apply_bitmask(scores, short))


def test_nan_stays_where_allowed_and_goes_where_forbidden() -> None:
    """A forbidden column is -inf whatever was in it; an allowed one is untouched bit by bit."""
    scores = torch.tensor([[float("nan"), float("nan"), float("inf"), -0.0]])
    for apply in (definition.apply_bitmask, host.apply_bitmask):
        masked = apply(scores, torch.tensor([[0b1001]], dtype=torch.int32))

        assert masked[0, 0].isnan()
        assert masked[0, 1] == masked[0, 2] == float("-inf")
        assert str(masked[0, 3].item()) == "-0.0"
