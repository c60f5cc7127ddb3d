"""Watermarks: found where they are, not found where they are not, by our detectors and by transformers'."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import transformers

from constrain.sampling import Pipeline
from constrain.sampling.stages import (
    Categorical,
    GreenListDetector,
    GreenListWatermark,
    Stage,
    SynthIDDetector,
    SynthIDWatermark,
)

WIDTH = 200
KEYS = [654, 400, 836, 123, 340, 443, 597, 160]


def text(mark: Stage | None, rows: int, length: int, seed: int) -> torch.Tensor:
    """Texts of a "model" whose logits are random, with or without a mark."""
    pipeline = Pipeline([*([mark] if mark is not None else []), Categorical()])
    generator = torch.Generator().manual_seed(seed)
    batch = pipeline.start(torch.randint(0, WIDTH, (rows, 3), generator=generator), seeds=seed)
    for _ in range(length):
        batch.advance(batch.sample(torch.randn(rows, WIDTH, generator=generator)))
    return batch.tokens[:, 3:]


@pytest.mark.parametrize("scheme", ["lefthash", "selfhash"])
def test_the_green_list_is_found(scheme: str) -> None:
    """A marked text is far beyond 3 standard deviations, an unmarked one is not, for both detectors."""
    mark = GreenListWatermark(WIDTH, scheme=scheme, bias=4.0)  # type: ignore[arg-type]
    detector = GreenListDetector(mark)
    length = 100 if scheme == "lefthash" else 40
    marked, plain = text(mark, 2, length, 1), text(None, 6, length, 2)

    assert (detector(marked).z_score > 4).all()
    assert (detector(plain).z_score < 3.5).all()
    config = transformers.LlamaConfig(vocab_size=WIDTH, bos_token_id=WIDTH + 1)
    theirs = transformers.WatermarkDetector(
        config, "cpu", transformers.WatermarkingConfig(bias=4.0, seeding_scheme=scheme)
    )
    for tokens in (marked, plain):
        found, expected = detector(tokens), theirs(tokens, return_dict=True)
        np.testing.assert_allclose(found.z_score, expected.z_score)
        np.testing.assert_allclose(found.p_value, expected.p_value, atol=1e-12)


def test_the_green_lists_false_positives_keep_their_rate() -> None:
    """The p-values of unmarked texts are about uniform: 5 % of them below 5 %."""
    detector = GreenListDetector(GreenListWatermark(WIDTH), ignore_repeated=True)
    tokens = torch.randint(0, WIDTH, (400, 60), generator=torch.Generator().manual_seed(3))
    p = detector(tokens).p_value

    assert 0.02 < (p < 0.05).mean() < 0.09
    assert 0.4 < (p < 0.5).mean() < 0.6
    with pytest.raises(ValueError, match="length of at least 2"):
        detector(tokens[:, :1])


def test_synthid_is_found_and_keeps_its_false_positive_rate() -> None:
    """Marked texts stand out; unmarked ones have a mean g of one half."""
    mark = SynthIDWatermark(KEYS, ngram_len=4)
    detector = SynthIDDetector(mark)

    assert (detector(text(mark, 3, 150, 1)).z_score > 4).all()
    plain = detector(torch.randint(0, WIDTH, (300, 80), generator=torch.Generator().manual_seed(4)))
    assert 0.02 < (plain.p_value < 0.05).mean() < 0.09
    assert abs(plain.mean.mean() - 0.5) < 0.01
    padded = torch.randint(0, WIDTH, (1, 20), generator=torch.Generator().manual_seed(5))
    mask = torch.ones_like(padded)
    mask[:, 10:] = 0
    assert detector(padded, mask).scored == detector(padded[:, :10]).scored


def test_synthid_keeps_the_distribution_on_average() -> None:
    """Over many contexts the marked probabilities average to the model's (the mark does not distort)."""
    mark = SynthIDWatermark(KEYS, ngram_len=3)
    scores = torch.randn(1, 12, generator=torch.Generator().manual_seed(6))
    total = torch.zeros(12)
    contexts = 600
    mark.prompt_length = 0
    for i in range(contexts):
        ids = torch.randint(0, 10_000, (1, 4), generator=torch.Generator().manual_seed(i))
        total += mark(ids, scores)[0].softmax(-1)
    torch.testing.assert_close(total / contexts, scores[0].softmax(-1), atol=0.03, rtol=0)


def test_synthids_g_values_and_repeated_contexts_are_transformers() -> None:
    """Bit for bit, for the detectors that are trained on them."""
    theirs = transformers.SynthIDTextWatermarkLogitsProcessor(
        ngram_len=4, keys=KEYS, sampling_table_size=2**10, sampling_table_seed=3, context_history_size=8, device="cpu"
    )
    ours = SynthIDWatermark(KEYS, ngram_len=4, table_size=2**10, table_seed=3, history=8)
    tokens = torch.randint(0, 3, (4, 60), generator=torch.Generator().manual_seed(7))

    assert torch.equal(theirs.compute_g_values(tokens), ours.g_values(tokens))
    assert torch.equal(theirs.compute_context_repetition_mask(tokens).bool(), ours.fresh(tokens))


def test_forbidden_tokens_stay_forbidden_under_the_marks() -> None:
    """transformers' SynthID gives them the smallest finite score; here they stay at -inf."""
    scores = torch.randn(1, WIDTH)
    scores[0, ::2] = -torch.inf
    ids = torch.arange(9).unsqueeze(0)
    for mark in (GreenListWatermark(WIDTH), SynthIDWatermark(KEYS)):
        assert bool((mark(ids, scores)[0, ::2] == -torch.inf).all())
