"""Bitmasks on the host: every level of the kernel, in place, over what was there before, and in rooms that are reused."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain import MatcherBatch, Vocabulary, _sampling  # noqa: E402
from constrain import compile as compiled  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling.huggingface import ConstraintLogitsProcessor  # noqa: E402
from constrain.sampling.kernels import definition, host  # noqa: E402
from tests.sampling.tiny_models import tiny  # noqa: E402

DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
WIDTHS = (1, 31, 32, 33, 255, 256, 257, 700, 4099)


def masks(generator: np.random.Generator, rows: int, words: int) -> np.ndarray:
    """Words that are all zeros, all ones or mixed, in stretches, as grammars make them."""
    found = generator.integers(0, 1 << 32, (rows, words), dtype=np.uint64).astype(np.uint32)
    kind = np.repeat(generator.integers(0, 4, (rows, words // 8 + 1)), 8, axis=1)[:, :words]
    found[kind <= 1], found[kind == 2] = 0, 0xFFFFFFFF
    return found.view(np.int32)


def same(a: Any, b: Any) -> bool:
    """Equal bit by bit, NaN included."""
    return torch.equal(a.contiguous().view(torch.uint8), b.contiguous().view(torch.uint8))


@pytest.mark.parametrize("level", _sampling.levels())
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_every_level_writes_what_the_definition_says(level: str, dtype: Any) -> None:
    """To another tensor, in place, and over what another mask left there; strided rows, words too many and too few."""
    generator = np.random.default_rng(7)
    for width in WIDTHS:
        rows, exact = 3, (width + 31) // 32
        target = torch.full((rows, width + 5), 9.0, dtype=dtype)[:, :width]
        before = np.full((rows, exact), -1, np.int32)
        for turn in range(6):
            scores = torch.from_numpy(generator.normal(size=(rows, width + 3))).to(dtype)[:, 1 : 1 + width]
            scores[0, 0], scores[1, -1], scores[2, width // 2] = float("nan"), float("inf"), float("-inf")
            words = masks(generator, rows, max(1, exact + (0, 2, -1)[turn % 3]))
            if turn == 5:
                scores[1] = float("-inf")
            bitmask = host.Bitmask(*words.shape)
            bitmask.words[:] = words
            expected = definition.apply_bitmask(scores, torch.from_numpy(words))
            left = [not bool(row.isneginf().all()) for row in expected]

            empty = bitmask.forbid(scores, target.data_ptr(), target.stride(0), before=before.ctypes.data, level=level)
            assert same(expected, target), (width, turn)
            assert (left, left.count(False)) == (bitmask.left.astype(bool).tolist(), empty)
            assert bitmask.forbid(scores, scores.data_ptr(), scores.stride(0), level=level) == empty
            assert same(expected, scores), (width, turn)


def test_many_rows_are_shared_by_threads() -> None:
    """A batch of some megabytes comes out as one row at a time does."""
    generator = np.random.default_rng(3)
    scores = torch.from_numpy(generator.normal(size=(40, 33_000)).astype(np.float32))
    words = masks(generator, 40, 1032)

    expected = definition.apply_bitmask(scores, torch.from_numpy(words))
    assert same(expected, host.apply_bitmask(scores, torch.from_numpy(words)))


def test_what_was_handed_out_stays_as_it_is() -> None:
    """A tensor that is kept, by itself, by a view or as an array, is not written to by later calls; nor may what its
    owner writes into it come back."""
    generator = np.random.default_rng(5)
    rooms = host.Rooms()
    kept: list[tuple[Any, Any]] = []
    for turn in range(60):
        scores = torch.from_numpy(generator.normal(size=(2, 300)))
        words = masks(generator, 2, 10)
        words[:, :8] *= turn % 2  # every other time, a stretch is forbidden as a whole
        bitmask = host.Bitmask(2, 10)
        bitmask.words[:] = words
        expected = definition.apply_bitmask(scores, torch.from_numpy(words))
        masked, _ = rooms.forbid(bitmask, scores)
        assert torch.equal(expected, masked), turn
        how = turn % 7
        if how == 0:
            kept.append((masked, expected))
        elif how == 1:
            kept.append((masked[1, 5:], expected[1, 5:]))
        elif how == 2:
            kept.append((torch.from_numpy(masked.numpy()), expected))
        elif how == 3:
            masked.numpy()[:] = 1.0
        elif how == 4:
            masked += 5
            masked[masked.isneginf()] = 2.0
        elif how == 5:
            kept.append((masked.detach(), expected))
        kept = kept[-9:]
        del masked, bitmask
        for held, content in kept:
            assert torch.equal(content, held), turn
    assert len(rooms._rooms) <= 3


def test_in_place_means_the_tensor_that_was_given() -> None:
    """Where `in_place` permits and little is forbidden, the scores themselves come back; never rows that overlap."""
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(97, 123)), None], end_ids=[26])
    constraint = compiled(regex("[a-z]+"), vocabulary)
    scores = torch.zeros(2, 27)
    ids = torch.zeros(2, 3, dtype=torch.long)

    assert scores is ConstraintLogitsProcessor(constraint)(ids, scores)
    assert [True, True] == scores[:, 26].isneginf().tolist()
    plain = torch.zeros(2, 27)
    assert plain is not ConstraintLogitsProcessor(constraint, in_place=False)(ids, plain)
    assert not plain.isneginf().any()
    overlapping = torch.zeros(27).expand(2, 27)
    masked = ConstraintLogitsProcessor(constraint)(ids, overlapping)
    assert masked is not overlapping
    assert not overlapping.isneginf().any()


@pytest.mark.parametrize(
    ("options", "written"),
    [
        ({}, True),
        ({"repetition_penalty": 1.3, "num_beams": 3}, True),
        ({"do_sample": True}, True),
        ({"output_logits": True, "return_dict_in_generate": True}, False),
        ({"prompt_lookup_num_tokens": 3}, False),  # which hands the same scores to it again and again
    ],
)
def test_in_generate_scores_are_overwritten_unless_they_are_looked_at_again(
    options: dict[str, Any], written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the model's own configuration asks for it."""
    vocabulary = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(97, 123)), None], end_ids=[26])
    elsewhere: list[host.Bitmask] = []
    to_a_room = host.Rooms.forbid

    def forbid(self: host.Rooms, bitmask: host.Bitmask, scores: Any) -> tuple[Any, int]:
        elsewhere.append(bitmask)
        return to_a_room(self, bitmask, scores)

    monkeypatch.setattr(host.Rooms, "forbid", forbid)
    model = tiny("llama", 27, end=26, pad=0)
    ids = torch.ones(1 if "prompt_lookup_num_tokens" in options else 2, 3, dtype=torch.long)
    configured = copy.deepcopy(model.generation_config)
    configured.update(**options)
    for given in (options, {"generation_config": configured}):
        elsewhere.clear()
        processor = ConstraintLogitsProcessor(compiled(regex("[a-z]+"), vocabulary))
        model.generate(ids, max_new_tokens=4, logits_processor=[processor], **given)
        assert 3 == processor.prompt_length
        assert written == (not elsewhere)


def test_rows_are_followed_until_they_end() -> None:
    """`follow` moves the rows that take their token and names the others, whatever integers come."""
    vocabulary = Vocabulary.from_bytes([b"a", b"b", None], end_ids=[2])
    constraint = compiled(regex("a*b?"), vocabulary)
    batch = MatcherBatch([constraint, None, constraint, constraint, constraint])

    assert [3, 4] == batch.follow([0, -5, 1, 7, 2])
    assert [[0], None, [1], [], [2]] == [None if row is None else row.tokens for row in batch.rows]
    assert [2, 3, 4] == batch.follow([0, 1 << 40, 0, -1, 1 << 60])
    with pytest.raises(ValueError, match="1 tokens for 5 rows"):
        batch.follow([0])
