"""transformers' guidance and watermarks under their own names."""

from __future__ import annotations

from typing import Any

import torch
from transformers import LogitsProcessor

from ..guidance import ModelGuidance, guided
from ..watermark.green_list import GreenListWatermark
from ..watermark.synthid import SynthIDWatermark


class ClassifierFreeGuidanceLogitsProcessor(LogitsProcessor):
    """Guidance of a doubled batch: scores (2 · rows, vocabulary) are the conditional, then the unconditional logits."""

    def __init__(self, guidance_scale: float) -> None:
        if not guidance_scale > 1:
            raise ValueError(
                "Require guidance scale >1 to use the classifier free guidance processor, got guidance scale "
                f"{guidance_scale}."
            )
        self.guidance_scale = guidance_scale

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Guided scores (rows, vocabulary)."""
        if scores.shape[0] != 2 * input_ids.shape[0]:
            raise ValueError(
                "Logits should have twice the batch size of the input ids, the first half of batches corresponding to "
                "the conditional inputs, and the second half of batches corresponding to the unconditional inputs. Got "
                f"batch size {scores.shape[0]} for the logits and {input_ids.shape[0]} for the input ids."
            )
        conditional, unconditional = scores.chunk(2)
        return guided(conditional, unconditional, self.guidance_scale)


class UnbatchedClassifierFreeGuidanceLogitsProcessor(ModelGuidance, LogitsProcessor):
    """`ModelGuidance`. Unlike transformers' own it is right under beam search, drafts and several sequences, too."""

    def __init__(
        self,
        guidance_scale: float,
        model: Any,
        unconditional_ids: torch.Tensor | None = None,
        unconditional_attention_mask: torch.Tensor | None = None,
        use_cache: bool = True,
    ) -> None:
        super().__init__(guidance_scale, model, unconditional_ids, unconditional_attention_mask, use_cache=use_cache)
        self.guidance_scale = guidance_scale


class WatermarkLogitsProcessor(GreenListWatermark, LogitsProcessor):
    """`GreenListWatermark`; transformers' `WatermarkDetector` and our `GreenListDetector` find its mark."""

    def __init__(
        self,
        vocab_size: int,
        device: str | torch.device,
        greenlist_ratio: float = 0.25,
        bias: float = 2.0,
        hashing_key: int = 15485863,
        seeding_scheme: str = "lefthash",
        context_width: int = 1,
    ) -> None:
        super().__init__(
            vocab_size,
            ratio=greenlist_ratio,
            bias=bias,
            key=hashing_key,
            scheme=seeding_scheme,  # type: ignore[arg-type]
            context_width=context_width,
            device=device,
        )
        self.vocab_size, self.greenlist_size = vocab_size, self.green_size
        self.hash_key, self.seeding_scheme = hashing_key, seeding_scheme


class SynthIDTextWatermarkLogitsProcessor(SynthIDWatermark, LogitsProcessor):
    """`SynthIDWatermark`. A function of the text, so that beams and drafts keep the mark; forbidden tokens stay so."""

    def __init__(
        self,
        ngram_len: int,
        keys: list[int],
        sampling_table_size: int,
        sampling_table_seed: int,
        context_history_size: int,
        device: str | torch.device,
        skip_first_ngram_calls: bool = False,
        debug_mode: bool = False,
    ) -> None:
        super().__init__(
            keys,
            ngram_len=ngram_len,
            table_size=sampling_table_size,
            table_seed=sampling_table_seed,
            history=context_history_size,
            skip_first=skip_first_ngram_calls,
            device=device,
        )
        self.debug_mode = debug_mode

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Marked scores (rows, vocabulary); in debug mode of a flat distribution."""
        return super().__call__(input_ids, torch.ones_like(scores) if self.debug_mode else scores)
