"""Biases for token sequences: the last token of a sequence is biased where the tokens before it have just been
written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import torch

from constrain.support.arguments import instance, listed

from ..stage import INFINITY, Role, Stage, Step, whole
from .tokens import known_tokens


class SequenceBias(Stage):
    """{(token, …): bias}: added to the last token where the text so far ends in the others; biases of one token add up.

    A sequence of one token is biased always. -inf forbids the sequence.
    """

    role = Role.BIAS

    def __init__(self, biases: Mapping[tuple[int, ...], float]) -> None:
        instance(biases, Mapping, "biases", "a mapping of tuples of tokens to biases")
        for sequence, bias in biases.items():
            if not sequence:
                raise ValueError("a biased sequence has no tokens")
            for token in sequence:
                whole("a token", int(token), 0)
            if bias != bias:
                raise ValueError(f"the bias of {sequence} is NaN")
        self.biases = {tuple(int(token) for token in sequence): bias for sequence, bias in biases.items()}
        self._groups: dict[int, tuple[torch.Tensor, torch.Tensor, torch.Tensor]] = {}
        lengths: dict[int, list[tuple[int, ...]]] = {}
        for sequence in self.biases:
            lengths.setdefault(len(sequence), []).append(sequence)
        for length, sequences in sorted(lengths.items()):
            heads = torch.tensor([sequence[:-1] for sequence in sequences], dtype=torch.int64)
            last = torch.tensor([sequence[-1] for sequence in sequences])
            values = torch.tensor([self.biases[sequence] for sequence in sequences], dtype=torch.float32)
            self._groups[length - 1] = (heads, last, values)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        known_tokens([token for sequence in self.biases for token in sequence], scores.shape[1])
        total = torch.zeros_like(scores)
        text = step.text()
        for before, (heads, last, values) in self._groups.items():
            if before > step.tokens.shape[1]:
                continue
            recent = text[:, text.shape[1] - before :].to(scores.device)
            met = (recent.unsqueeze(1) == heads.to(scores.device)).all(-1)  # (rows, sequences)
            added = torch.where(met, values.to(scores.device), 0.0).to(scores.dtype)
            total.index_add_(1, last.to(scores.device), added)
        return scores + total


class BadWords(SequenceBias):
    """Forbids token sequences. Sequences that are just an end token are left out: texts must be able to end."""

    def __init__(self, sequences: Iterable[Sequence[int]], end_tokens: Sequence[int] = ()) -> None:
        sequences = listed(sequences, "sequences", "a list of lists of tokens")
        for number, each in enumerate(sequences):
            listed(each, f"sequences[{number}]", "a list of tokens")
        ends = [(end,) for end in listed(end_tokens, "end_tokens", "a list of tokens")]
        super().__init__({tuple(s): -INFINITY for s in sequences if tuple(s) not in ends})
