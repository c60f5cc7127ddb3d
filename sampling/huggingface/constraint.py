"""Constraints inside `model.generate`: one logits processor that is right in every decoding mode.

`generate` calls a processor with the token ids so far (rows, length) and the scores of the next token (rows, width).
What the rows are differs from mode to mode: beams are reordered and doubled, speculative decoding asks about drafts and
then goes back, finished rows keep coming. So the state of a row is looked up by the tokens after its prompt
(`prefixes.RowStates`), never by its number; only *which* constraint a row has follows from its number, because every
mode keeps the rows of one prompt together. A row that is finished or dead may only emit the first end id, so that no
mode ever meets a row of nothing but -inf.

A step costs a fork, an advance and a fill for each row (about a microsecond each), one copy of the packed bitmask to
the device, and one pass over the scores.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from transformers import LogitsProcessor

from constrain.errors import ConstrainError, VocabularyError

from ..kernels import host
from ..prefixes import Prefix, RowStates
from ..prompts import PromptAnchor, refuse_continuous_batching

if TYPE_CHECKING:
    from constrain.constraint import Constraint
    from constrain.vocabulary import Vocabulary


class ConstraintLogitsProcessor(LogitsProcessor):
    """Forbids every token after which the text could no longer obey its constraint. For `model.generate`.

    >>> processor = ConstraintLogitsProcessor(constraint)
    >>> model.generate(**inputs, num_beams=4, logits_processor=[processor])

    `constraint` is one for all rows, or a list with one for each prompt; None leaves the rows of its prompt free. With
    `num_return_sequences` or beams a prompt has several rows in a row: row r belongs to prompt r // (rows / prompts).

    **Where the prompt ends.** Best told: `processor.for_prompt(input_ids)`, or `prompt_length=`. Otherwise it is where
    the rows ended at the first call, and a new generation is noticed when the rows do not begin with that prompt, are
    not longer than it, or have grown by more than a token; so one processor serves any number of calls. What cannot be
    noticed is a next prompt that is this prompt plus what was generated so far (or a part of it): call `reset()` first.

    **When nothing is left.** If other processors forbade all tokens that the constraint allows, those are allowed
    again, at equal scores (as transformers' own `prefix_allowed_tokens_fn` does); with `strict=True` this raises.

    **Widths.** Scores may be wider than the vocabulary (a padded output layer); the surplus is forbidden, save in free
    rows. Scores of `draft_width` columns, and only those, pass untouched: they come from a draft model with a tokenizer
    of its own.

    Does not stop the generation by itself: it lets the end ids through exactly where the text is complete, so let
    `generate` know them all as `eos_token_id` (`vocabulary.end_ids`). Not for continuous batching, which does not tell
    processors the tokens so far. At most about `memory` states are remembered for each constraint, to save time only.
    Copies share the constraints, pickles carry them; both forget the states.

    Threads: belongs to one thread at a time; copies, and their shared constraints, may be used on several.
    """

    supports_continuous_batching = False

    def __init__(
        self,
        constraint: Constraint | Sequence[Constraint | None] | None,
        *,
        prompt_length: int | None = None,
        draft_width: int | None = None,
        strict: bool = False,
        memory: int = 8192,
    ) -> None:
        if prompt_length is not None and prompt_length < 0:
            raise ValueError(f"prompt_length is {prompt_length}; it counts the tokens of the prompt, so 0 or more")
        if memory < 2:
            raise ValueError(f"memory is {memory} states; at least 2 are needed")
        self.constraints = _checked(constraint)
        self.per_prompt = isinstance(constraint, Sequence)
        self.draft_width, self.strict, self.memory = draft_width, strict, memory
        vocabulary = next((each.vocabulary for each in self.constraints if each is not None), None)
        self._size = 0 if vocabulary is None else vocabulary.size
        if vocabulary is not None and draft_width == vocabulary.size:
            raise ValueError(
                f"draft_width {draft_width} is the width of the constraint's own vocabulary: everything would pass. "
                "Leave it out; a draft model of the same width does no harm when prompt_length is given"
            )
        self._end_row = np.zeros(0, np.int32) if vocabulary is None else _only_first_end(vocabulary)
        self._anchor(prompt_length)

    def for_prompt(self, input_ids: torch.Tensor) -> ConstraintLogitsProcessor:
        """A processor for one generation from `input_ids` (prompts, length): nothing about the prompt is guessed.

        For an encoder-decoder model these are the decoder's ids; there the first call may as well tell.
        """
        if input_ids.dim() != 2:
            raise ValueError(f"input_ids has shape {tuple(input_ids.shape)}, expected (prompts, length)")
        if self.per_prompt and len(self.constraints) != input_ids.shape[0]:
            raise ValueError(f"{len(self.constraints)} constraints for {input_ids.shape[0]} prompts; give one for each")
        processor = self.__copy__()
        processor._anchor(input_ids.shape[1])
        return processor

    def reset(self) -> None:
        """Forget the last generation: the next call is the first of a new one."""
        self._anchor(self._prompt.given)

    @property
    def prompt_length(self) -> int | None:
        """How many ids at the head of each row are prompt; None before the first call tells."""
        return self._prompt.length

    def __call__(self, input_ids: torch.LongTensor, scores: torch.FloatTensor) -> torch.FloatTensor:
        """A masked copy of `scores` (rows, width) for rows that hold `input_ids` (rows, length)."""
        refuse_continuous_batching(input_ids)
        if scores.dim() != 2 or scores.shape[0] != input_ids.shape[0]:
            raise ValueError(
                f"input_ids has shape {tuple(input_ids.shape)} and scores {tuple(scores.shape)}; expected "
                "(rows, length) and (rows, width) with equal rows"
            )
        rows, width = scores.shape
        if width == self.draft_width or self._size == 0 or rows == 0:
            return scores
        if width < self._size:
            raise VocabularyError(
                f"the scores have {width} columns, the vocabulary {self._size} tokens. Build the vocabulary with "
                f"size={width}; or, if these scores come from a draft model with its own tokenizer, "
                f"pass draft_width={width}"
            )
        nodes = self._states.find(self._suffixes(input_ids), self._constraint_of_row(rows))
        return self._masked(scores, torch.from_numpy(self._bitmask(nodes, width)), nodes)

    # Where the prompt ends, and whose row is whose.

    def _anchor(self, given: int | None) -> None:
        """Start over with a prompt of `given` tokens, or of as many as the next call shows."""
        self._prompt = PromptAnchor(given)
        self._states = RowStates(self.constraints, self.memory)

    def _suffixes(self, input_ids: torch.Tensor) -> np.ndarray:
        """The generated tokens (rows, length - prompt) on the host."""
        start = self._prompt.find(input_ids)
        suffixes: np.ndarray = input_ids[:, start:].detach().to(device="cpu", dtype=torch.int64).numpy()
        return suffixes

    def _constraint_of_row(self, rows: int) -> list[int]:
        count = len(self.constraints)
        if rows % count:
            raise ValueError(
                f"{rows} rows cannot belong to {count} prompts in equal shares; give one constraint for each prompt"
            )
        return [row // (rows // count) for row in range(rows)]

    # The mask.

    def _bitmask(self, nodes: list[Prefix | None], width: int) -> np.ndarray:
        """The allowed tokens of each row, packed: (rows, words) int32, words = ceil(width / 32)."""
        bitmask = np.zeros((len(nodes), (width + 31) // 32), np.int32)
        words = len(self._end_row)
        for node, row in zip(nodes, bitmask, strict=True):
            if node is None:
                row[:] = -1
            elif node.matcher is None:
                row[:words] = self._end_row
            else:
                node.matcher.fill_bitmask(row[:words])
        return bitmask

    def _masked(self, scores: torch.Tensor, bitmask: torch.Tensor, nodes: list[Prefix | None]) -> torch.FloatTensor:
        """`scores` under `bitmask`; rows where nothing is left get their allowed tokens back at score 0."""
        bitmask = bitmask.to(scores.device)
        masked = host.masked(scores, bitmask)
        empty = masked.amax(-1).isneginf()
        if empty.any():
            for row in empty.nonzero().flatten().tolist():
                node = nodes[row]
                if node is None:
                    continue
                if self.strict and node.matcher is not None:
                    raise ConstrainError(
                        f"row {row}, after {node.depth} tokens: other processors (min_new_tokens, bad_words_ids, "
                        "forced_eos_token_id, …) forbade every token that the constraint allows here; relax those, "
                        "or pass strict=False to let the constraint win"
                    )
                masked[row] = host.masked(torch.zeros_like(scores[row : row + 1]), bitmask[row : row + 1])[0]
        return masked  # type: ignore[return-value]

    # Copies.

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_states"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        states = RowStates(state["constraints"], state["memory"])
        self.__dict__.update(state, _states=states, _prompt=copy.copy(state["_prompt"]))

    def __copy__(self) -> ConstraintLogitsProcessor:
        processor = type(self).__new__(type(self))
        processor.__setstate__(self.__getstate__())
        return processor

    def __deepcopy__(self, memo: dict[int, Any]) -> ConstraintLogitsProcessor:
        return self.__copy__()  # what they share is never written to


def _checked(constraint: Constraint | Sequence[Constraint | None] | None) -> list[Constraint | None]:
    """The constraints as a list, over one vocabulary."""
    constraints = list(constraint) if isinstance(constraint, Sequence) else [constraint]
    if not constraints:
        raise ValueError("no constraint given; pass one, or a list with one for each prompt (None leaves rows free)")
    compiled = [each for each in constraints if each is not None]
    for each in compiled:
        if not hasattr(each, "matcher"):
            raise TypeError(
                f"{type(each).__name__} is not a compiled constraint; use constrain.compile(grammar, vocabulary)"
            )
        first, other = compiled[0].vocabulary, each.vocabulary
        if other is not first and (other.size, list(other.end_ids)) != (first.size, list(first.end_ids)):
            raise VocabularyError(
                f"the constraints are compiled for different vocabularies ({first.size} tokens ending in "
                f"{list(first.end_ids)}, {other.size} ending in {list(other.end_ids)}); all rows come from one model, "
                "so compile them all with its vocabulary"
            )
    return constraints


def _only_first_end(vocabulary: Vocabulary) -> np.ndarray:
    """A packed row in which only the first end id is allowed."""
    if not vocabulary.end_ids:
        raise VocabularyError(
            "the vocabulary has no end id, so a finished text could not be ended; pass end_ids when building it"
        )
    end = int(vocabulary.end_ids[0])
    row = np.zeros((vocabulary.size + 31) // 32, np.uint32)
    row[end // 32] = np.uint32(1) << np.uint32(end % 32)
    return row.view(np.int32)
