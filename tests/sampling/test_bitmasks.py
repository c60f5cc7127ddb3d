"""`apply_bitmask` for loops of one's own: tensors and arrays of every dtype and layout, in place and not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from constrain import allocate_bitmask, allowed_tokens  # noqa: E402
from constrain.sampling import apply_bitmask  # noqa: E402

DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]


def expected(scores: np.ndarray, bitmask: np.ndarray) -> np.ndarray:
    """By definition, score by score."""
    found = np.array(scores, dtype=np.float64)
    for row, words in zip(found.reshape(-1, found.shape[-1]), bitmask.reshape(-1, bitmask.shape[-1]), strict=True):
        allowed = set(allowed_tokens(words))
        for column in range(len(row)):
            if column not in allowed:
                row[column] = -np.inf
    return found


def masks(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    found = generator.integers(-(1 << 31), 1 << 31, shape, dtype=np.int64).astype(np.int32)
    found[generator.random(shape) < 0.3] = 0
    found[generator.random(shape) < 0.3] = -1
    return found


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("inplace", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16], ids=str)
def test_tensors(dtype: Any, inplace: bool, device: str) -> None:
    """Every dtype and layout gives the definition's scores; the given ones change in place alone."""
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("no accelerator")
    generator = np.random.default_rng(3)
    for width in (1, 31, 33, 700):
        for rows in (0, 1, 3):
            for layout in ("plain", "columns", "rows", "transposed", "one"):
                shape = (width,) if layout == "one" else (rows, width)
                whole = torch.from_numpy(generator.normal(size=(2 * rows + 1, width + 3))).to(dtype).to(device)
                views = {
                    "plain": whole[:rows, :width].contiguous(),
                    "columns": whole[:rows, 2 : width + 2],
                    "rows": whole[1 : 2 * rows : 2, :width],
                    "transposed": whole[:rows, :width].t().contiguous().t(),
                    "one": whole[0, :width],
                }
                scores = views[layout]
                words = max(1, (width + 31) // 32 + int(generator.integers(-1, 2)))
                bitmask = masks(generator, (*shape[:-1], words))
                before = scores.clone()
                wanted = torch.from_numpy(expected(scores.double().cpu().numpy(), bitmask)).to(dtype)
                given: Any = bitmask if generator.random() < 0.5 else torch.from_numpy(bitmask).to(device)

                found = apply_bitmask(scores, given, inplace=inplace)

                assert torch.equal(wanted, found.cpu()), (width, layout)
                assert (found is scores) == inplace
                assert torch.equal(found if inplace else before, scores)
                assert (scores.dtype, scores.device) == (found.dtype, found.device)


@pytest.mark.parametrize("inplace", [False, True])
@pytest.mark.parametrize("dtype", ["<f2", "<f4", "<f8", ">f4"])
def test_arrays(dtype: str, inplace: bool) -> None:
    """NumPy arrays, contiguous or not, of either byte order."""
    generator = np.random.default_rng(4)
    for scores in (
        generator.normal(size=(3, 70)).astype(dtype),
        generator.normal(size=(6, 80)).astype(dtype)[::2, 5:75],
        generator.normal(size=(3, 70)).astype(dtype)[::-1, ::-1],
        generator.normal(size=70).astype(dtype),
    ):
        bitmask = masks(generator, (*scores.shape[:-1], 3))
        before = scores.copy()
        wanted = expected(scores, bitmask)

        found = apply_bitmask(scores, bitmask, inplace=inplace)

        assert np.array_equal(wanted, found.astype(np.float64))
        assert (found is scores) == inplace
        assert np.array_equal(found if inplace else before, scores)
        assert found.dtype == scores.dtype


def test_read_only_arrays_are_read() -> None:
    """They serve as a source, and as a bitmask; in place they are refused."""
    scores, bitmask = np.zeros((1, 32), np.float32), allocate_bitmask(1, _Words())
    scores.flags.writeable = bitmask.flags.writeable = False

    assert np.isneginf(apply_bitmask(scores, bitmask)).all()
    with pytest.raises(ValueError, match="read-only"):
        apply_bitmask(scores, bitmask, inplace=True)


def test_gradients_flow_through_what_is_allowed() -> None:
    """Scores that carry gradients get them back where they are allowed."""
    scores = torch.ones((1, 32), requires_grad=True)
    apply_bitmask(scores, np.array([[5]], np.int32)).exp().sum().backward()

    assert [0, 2] == scores.grad[0].nonzero().flatten().tolist()


@pytest.mark.parametrize(
    ("scores", "bitmask", "message"),
    [
        (np.zeros((1, 32), np.int64), np.zeros((1, 1), np.int32), "floating dtype"),
        (torch.zeros((1, 32), dtype=torch.int64), np.zeros((1, 1), np.int32), "floating dtype"),
        ([[1.0]], np.zeros((1, 1), np.int32), "torch tensor or a NumPy array"),
        (np.zeros((1, 32)), np.zeros((1, 1), np.int64), "int32"),
        (np.zeros((2, 32)), np.zeros((1, 1), np.int32), "are needed"),
        (np.zeros((2, 2, 32)), np.zeros((2, 2, 1), np.int32), "are needed"),
    ],
)
def test_what_is_no_batch_of_scores_is_refused(scores: Any, bitmask: Any, message: str) -> None:
    """Errors show what was given and what is needed."""
    with pytest.raises((TypeError, ValueError), match=message):
        apply_bitmask(scores, bitmask)


class _Words:
    words = 1
