"""Weights to begin with under which copying is almost there, because finding it by chance is most of a short training.

To copy, a model looks for the place where the token that it has just written stood before, and writes the one that
followed ("induction", Olsson et al. 2022). That takes two layers: heads that look at the token before, and heads that
compare what was found there with the token at hand. Such a pair appears late and all at once in training. Here
the first layer's heads begin with attention to the tokens 1, 2 and 3 places back, by the phases of their biases under
rotary positions; the second layer's begin by comparing. Nothing is frozen. In the spirit of Trockman and Kolter's
"Mimetic Initialization of Self-Attention Layers" (2023).
"""

from __future__ import annotations

from typing import Any

import torch

HEAD = 32  # dimensions of a head
PEAK = 6.0  # of the biases' pairs: how sharply a head looks at its place
SLOW = 7  # pairs from here on turn so slowly that positions do not disturb a comparison
MATCH = 2.2  # of the rows that compare


@torch.no_grad()
def wire(model: Any) -> None:
    """Sets the first two layers' heads: as many as the model has, one at least left as it is."""
    width = model.config.hidden_size
    embeddings = model.model.embed_tokens.weight
    embeddings.normal_(0.0, 0.9 / width**0.5)
    first, second = (layer.self_attn for layer in model.model.layers[:2])
    slow = [*range(SLOW, HEAD // 2), *range(HEAD // 2 + SLOW, HEAD)]
    for head in range(min(3, width // HEAD - 1)):
        rows = slice(head * HEAD, (head + 1) * HEAD)
        read, write, copied = (_orthonormal(HEAD, width) for _ in range(3))
        first.q_proj.bias[rows], first.k_proj.bias[rows] = _looking_back(head + 1, model.config)
        first.v_proj.weight[rows] = read
        first.o_proj.weight[:, rows] = 0.1 * write.T
        if head < 2:
            second.q_proj.weight[rows] = 0.0
            second.k_proj.weight[rows] = 0.0
            second.q_proj.weight[rows][slow] = MATCH * read[slow]
            second.k_proj.weight[rows][slow] = MATCH * write[slow]
            second.v_proj.weight[rows] = copied
            second.o_proj.weight[:, rows] = 0.3 * copied.T


def _looking_back(places: int, config: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Biases of query and key whose product, turned by rotary positions, is largest so many places back."""
    theta = config.rope_parameters["rope_theta"]
    angles = places * theta ** (-torch.arange(HEAD // 2) * 2 / HEAD)
    query = PEAK * torch.cat([angles.cos(), -angles.sin()])
    key = PEAK * torch.cat([torch.ones(HEAD // 2), torch.zeros(HEAD // 2)])
    return query, key


def _orthonormal(rows: int, columns: int) -> torch.Tensor:
    basis: torch.Tensor = torch.linalg.qr(torch.randn(columns, rows)).Q
    return basis.T
