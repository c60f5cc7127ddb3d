"""Hamming diversity: groups of beams avoid what the groups before them have just chosen.

Vijayakumar et al., Diverse Beam Search (2018), with the Hamming distance.
"""

from __future__ import annotations

import torch


def hamming_diversity(scores: torch.Tensor, chosen: torch.Tensor, penalty: float) -> torch.Tensor:
    """`scores` less `penalty` for each time a token was chosen by earlier groups at this step.

    `scores` (prompts · group size, vocabulary) are those of one group, `chosen` (prompts, tokens) int64 what the groups
    before it chose for the same prompts; the first group has none and stays as it is.
    """
    prompts, width = chosen.shape[0], scores.shape[1]
    counts = torch.zeros((prompts, width), dtype=scores.dtype, device=scores.device)
    counts.scatter_add_(1, chosen.to(scores.device), torch.ones_like(chosen, dtype=scores.dtype, device=scores.device))
    return scores - penalty * counts.repeat_interleave(scores.shape[0] // prompts, dim=0)
