"""The constraint as a stage: where in a pipeline tokens are forbidden that could not lead to a valid text."""

from __future__ import annotations

import torch

from .stage import Role, Stage, Step


class Mask(Stage):
    """Forbids what the constraints of the rows forbid. The rows bring their constraints (`Pipeline.start`).

    First in the pipeline, truncation chooses among allowed tokens. After a truncation it only removes; that is what
    `after_truncation=True` asks for, and where nothing is left, the allowed tokens get their scores from before back.
    """

    role = Role.MASK

    def __init__(self, *, after_truncation: bool = False) -> None:
        self.after_truncation = after_truncation

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        raise TypeError(
            "Mask takes its constraints from a Pipeline's rows; in logits_processor=[…] use ConstraintLogitsProcessor"
        )
