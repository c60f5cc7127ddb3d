"""transformers' guidance and watermarks under their own names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from transformers import LogitsProcessor

from ..stages import calls
from ..stages.guidance import ModelGuidance, guided
from ..stages.prompts import PromptAnchor
from ..stages.stage import Step
from ..stages.watermark.green_list import GreenListWatermark
from ..stages.watermark.synthid import SynthIDWatermark, accumulated


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
    """`SynthIDWatermark`. A function of the text, so that beams and drafts keep the mark; forbidden tokens stay so.

    In a loop of one's own, rows may grow by several tokens, and rows that are a head of the prompt count as text from
    their first token on: so transformers' processor is walked through a context to have it in its state.
    """

    def __init__(
        self,
        ngram_len: int,
        keys: Sequence[int] | np.ndarray | torch.Tensor,
        sampling_table_size: int,
        sampling_table_seed: int,
        context_history_size: int,
        device: str | torch.device,
        skip_first_ngram_calls: bool = False,
        debug_mode: bool = False,
    ) -> None:
        super().__init__(
            [int(key) for key in keys],
            ngram_len=ngram_len,
            table_size=sampling_table_size,
            table_seed=sampling_table_seed,
            history=context_history_size,
            skip_first=skip_first_ngram_calls,
            device=device,
        )
        self.debug_mode, self.device = debug_mode, device
        self.context_history_size, self.sampling_table = self.history, self._table
        self.skip_first_ngram_calls = skip_first_ngram_calls

    def __call__(self, input_ids: torch.Tensor | None, scores: torch.Tensor) -> torch.Tensor:
        """Marked scores (rows, vocabulary); in debug mode of a flat distribution."""
        if input_ids is not None:
            self._check_input_ids_shape(input_ids)
        return super().__call__(input_ids, torch.ones_like(scores) if self.debug_mode else scores)

    def _step(self, input_ids: torch.Tensor) -> Step:
        anchor = self._anchor
        if anchor is not None:
            agrees, grown = anchor.compared(input_ids)
            if calls.current() is not None:
                if anchor.given is not None:
                    self._anchor = PromptAnchor()
            elif not agrees:
                self._anchor = PromptAnchor()
            elif anchor.given is None and grown < 0 and input_ids.shape[1] < (anchor.length or 0):
                self._anchor = PromptAnchor(0)
            elif anchor.given is None and grown > 1:
                self._anchor = PromptAnchor(anchor.length)
        return super()._step(input_ids)

    # What transformers' own has for detectors.

    def compute_g_values(self, input_ids: torch.Tensor) -> torch.Tensor:
        """The bits (rows, length - ngram_len + 1, layers) of every n-gram in `input_ids` (rows, length)."""
        self._check_input_ids_shape(input_ids)
        return self.g_values(input_ids)

    def compute_ngram_keys(self, ngrams: torch.Tensor) -> torch.Tensor:
        """The hashes (rows, n-grams, layers) of `ngrams` (rows, n-grams, ngram_len)."""
        if ngrams.dim() != 3 or ngrams.shape[2] != self.ngram_len:
            raise ValueError(
                "Ngrams should be of shape (batch_size, num_ngrams, ngram_len),"
                f" where ngram_len is {self.ngram_len}, but is {ngrams.shape}"
            )
        return self._keyed(accumulated(torch.ones_like(ngrams[..., 0]), ngrams))

    def sample_g_values(self, ngram_keys: torch.Tensor) -> torch.Tensor:
        """The bits of hashes, in their shape."""
        return self._bits(ngram_keys)

    def compute_context_repetition_mask(self, input_ids: torch.Tensor) -> torch.Tensor:
        """Which n-grams have a context that did not occur before: booleans (rows, length - ngram_len + 1)."""
        self._check_input_ids_shape(input_ids)
        return self.fresh(input_ids)

    def compute_eos_token_mask(self, input_ids: torch.Tensor, eos_token_id: int) -> torch.Tensor:
        """1 before the first end token of each row of `input_ids` (rows, length), 0 from there on."""
        self._check_input_ids_shape(input_ids)
        return ((input_ids == eos_token_id).cumsum(-1) == 0).long()

    def expected_mean_g_value(self, vocab_size: int, coinflip_prob: float = 0.5) -> float:
        """The mean bit of a marked text whose tokens are all equally likely, with one layer."""
        return coinflip_prob + coinflip_prob * (1 - coinflip_prob) * (1 - 1 / vocab_size)

    def _compute_keys(self, n_minus_1_grams: torch.Tensor, indices: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The hashes (rows, tokens, layers) of contexts (rows, ngram_len - 1) with `indices` (rows, tokens) after them,
        and those (rows,) of the contexts."""
        context = accumulated(torch.ones_like(n_minus_1_grams[:, 0]), n_minus_1_grams)
        return self._keyed(accumulated(context.unsqueeze(1), indices.unsqueeze(-1))), context

    def _keyed(self, hashes: torch.Tensor) -> torch.Tensor:
        keys = torch.tensor(self.keys, device=hashes.device)
        return accumulated(hashes.unsqueeze(-1), keys.unsqueeze(-1))

    def _check_input_ids_shape(self, input_ids: torch.Tensor) -> None:
        if input_ids.dim() != 2:
            raise ValueError(f"Input ids should be of shape (batch_size, input_len), but is {tuple(input_ids.shape)}")
