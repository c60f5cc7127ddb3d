"""Constraints inside `model.generate`: one logits processor that is right in every decoding mode.

`generate` calls a processor with the token ids so far (rows, length) and the scores of the next token (rows, width).
What the rows are differs from mode to mode: beams are reordered and doubled, speculative decoding asks about drafts and
then goes back, finished rows keep coming. So the state of a row is looked up by the tokens after its prompt
(`prefixes.RowStates`), never by its number; only *which* constraint a row has follows from its number, because every
mode keeps the rows of one prompt together. A row that is finished or dead may only emit the first end id, so that no
mode ever meets a row of nothing but -inf.

A step costs a fork, an advance and a fill for each row (about a microsecond each), and one pass that writes the scores
once: in place, or into a tensor that is kept for it (`in_place`). On a device, the packed bitmask is copied there.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
import torch
from transformers import LogitsProcessor

from constrain.batch import MatcherBatch
from constrain.errors import ConstrainError, VocabularyError
from constrain.support.arguments import public

from ..kernels import host, masking
from ..kernels.device import sent
from ..stages import calls
from ..stages.prompts import PromptAnchor, refuse_continuous_batching
from .prefixes import RowStates

if TYPE_CHECKING:
    from constrain.constraint import Constraint
    from constrain.vocabulary import Vocabulary


class Generation:
    """What is known of one call of `generate`, or of a loop: where its prompt ends, its rows' states, and room."""

    def __init__(self, constraints: Sequence[Constraint | None], given: int | None, memory: int) -> None:
        self.anchor = PromptAnchor(given)
        self.states = RowStates(constraints, memory)
        self.rooms = host.Rooms()
        self._constraints, self._memory = constraints, memory
        self._start = 0  # of the rows in `states`
        self._sound = False  # whether `states` are those of the last call's rows
        self._owners: list[int] = []
        self._room: host.Bitmask | None = None
        self._batch = MatcherBatch(())

    def copy(self) -> Generation:
        """The same generation without its states."""
        twin = Generation(self._constraints, self.anchor.given, self._memory)
        twin.anchor = copy.deepcopy(self.anchor)
        return twin

    def move(self, input_ids: torch.Tensor) -> None:
        """Have the states of the rows of `input_ids` (rows, length)."""
        anchor, states = self.anchor, self.states
        sound, self._sound = self._sound, False  # until all has gone well
        start = anchor.find(input_ids)
        kept = anchor.kept
        if sound and anchor.grew and start == self._start and states.length == kept.length - start - 1:
            states.grow(kept.last())
        else:
            if sound:
                states.settle((kept.ids[:, :-1] if anchor.grew else anchor.before)[:, self._start :])
            else:
                states = self.states = RowStates(self._constraints, self._memory)
            rows = len(kept.ids)
            if len(self._owners) != rows:
                self._owners = self._owners_of(rows)
            states.find(kept.ids[:, start:], self._owners)
        self._start, self._sound = start, True

    def bitmask(self, width: int, end_row: np.ndarray, max_tokens: int | None = None) -> host.Bitmask:
        """The allowed tokens of each row, for scores of `width` columns; valid until the next.

        `end_row` has the vocabulary's words; what is beyond them is for free rows.
        """
        matchers, ended, room = self.states.matchers, self.states.ended, self._room
        left = None if max_tokens is None else max(0, max_tokens - self.states.length)
        if left is not None and self.states.length:  # a draft may have taken what no mask with a budget allows
            late = [i for i, each in enumerate(matchers) if each is not None and each.tokens_to_end > left]
            if late:
                matchers, ended = list(matchers), [*ended, *late]
                for number in late:
                    matchers[number] = None
        shape = (len(matchers), (width + 31) // 32)
        if room is None or room.shape != shape:
            room = self._room = host.Bitmask(*shape)
        words = len(end_row)
        if shape[1] > words:
            room.words[:, words:] = 0
        if self.states.native:
            self._batch.rows = matchers
            threads = 1 if torch.get_num_threads() == 1 else None
            each_left = None if left is None else [left] * len(matchers)
            self._batch.fill_bitmask(room.words, threads=threads, tokens_left=each_left)
        else:
            for row, matcher in zip(room.words, matchers, strict=True):
                if matcher is None:
                    row[:] = -1
                else:
                    matcher.fill_bitmask(row[:words], **({} if left is None else {"tokens_left": left}))
        for number in ended:
            room.words[number, :words] = end_row
            room.words[number, words:] = 0
        return room

    def _owners_of(self, rows: int) -> list[int]:
        """The number of each row's constraint."""
        count = len(self._constraints)
        if rows % count:
            raise ValueError(
                f"{rows} rows cannot belong to {count} prompts in equal shares; give one constraint for each prompt"
            )
        return [row // (rows // count) for row in range(rows)]


class ConstraintLogitsProcessor(LogitsProcessor):
    """Forbids every token after which the text could no longer obey its constraint. For `model.generate`.

    >>> processor = ConstraintLogitsProcessor(constraint)
    >>> model.generate(**inputs, num_beams=4, logits_processor=[processor])

    `constraint` is one for all rows, or a list with one for each prompt; None leaves the rows of its prompt free. With
    `num_return_sequences` or beams a prompt has several rows in a row: row r belongs to prompt r // (rows / prompts).

    **Where the prompt ends.** One processor serves any number of calls of `generate`, whatever their prompts: each call
    is known by itself (`sampling/stages/calls.py` wraps `generate` for that), and its prompt is where the rows end at
    first. In a loop of your own, rows that are those of the last call and one token more go on, and rows that do not
    begin with its prompt, or are no longer than it, begin again; what may be either raises ConstrainError. There, tell
    by `processor.for_prompt(input_ids)` or `prompt_length=`, or call `reset()` before a new prompt.

    **What is written.** The scores are overwritten, as transformers' decoding loops permit, which hand over a copy of
    the model's; but the tensor that comes back is what counts, because where nearly everything is forbidden another one
    is cheaper. A processor before this one in the list that has kept what it handed on finds the mask in it, one after
    it gets what comes back. In calls of `generate` with `output_logits` or `prompt_lookup_num_tokens`, where the scores
    are looked at again, they are left alone. With `in_place=False` they always are, and what comes back is a tensor of
    its own; it may be one that came back before, if nobody holds that any more.

    **When nothing is left.** If other processors forbade all tokens that the constraint allows, those are allowed
    again, at equal scores (as transformers' own `prefix_allowed_tokens_fn` does); with `strict=True` this raises. So of
    two constraints that contradict each other the last one counts: make one grammar of what both ask.

    **To the end.** `generate` cuts a text off after `max_new_tokens`. With the same number as `max_tokens` a processor
    keeps to tokens after which the text can still be completed, so that none is cut; where not even the shortest text
    has room, the first step raises LimitExceeded.

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

    @public
    def __init__(
        self,
        constraint: Constraint | Sequence[Constraint | None] | None,
        *,
        prompt_length: int | None = None,
        draft_width: int | None = None,
        strict: bool = False,
        in_place: bool = True,
        memory: int = 8192,
        max_tokens: int | None = None,
    ) -> None:
        if prompt_length is not None and prompt_length < 0:
            raise ValueError(f"prompt_length is {prompt_length}; it counts the tokens of the prompt, so 0 or more")
        if memory < 2:
            raise ValueError(f"memory is {memory} states; at least 2 are needed")
        self.constraints = _checked(constraint)
        self.per_prompt = isinstance(constraint, Sequence)
        self.draft_width, self.strict, self.in_place, self.memory = draft_width, strict, in_place, memory
        if max_tokens is not None and max_tokens < 1:
            raise ValueError(f"max_tokens is {max_tokens}; a text takes 1 or more, or pass None for any number")
        self.max_tokens = max_tokens
        vocabulary = next((each.vocabulary for each in self.constraints if each is not None), None)
        self._size = 0 if vocabulary is None else vocabulary.size
        if vocabulary is not None and draft_width == vocabulary.size:
            raise ValueError(
                f"draft_width {draft_width} is the width of the constraint's own vocabulary: everything would pass. "
                "Leave it out; a draft model of the same width does no harm when prompt_length is given"
            )
        self._end_row = np.zeros(0, np.int32) if vocabulary is None else _only_first_end(vocabulary)
        self._given = prompt_length
        self.reset()

    def for_prompt(self, input_ids: torch.Tensor) -> ConstraintLogitsProcessor:
        """A processor for one generation from `input_ids` (prompts, length): nothing about the prompt is guessed.

        For an encoder-decoder model these are the decoder's ids; there the first call may as well tell.
        """
        if input_ids.dim() != 2:
            raise ValueError(f"input_ids has shape {tuple(input_ids.shape)}, expected (prompts, length)")
        if self.per_prompt and len(self.constraints) != input_ids.shape[0]:
            raise ValueError(f"{len(self.constraints)} constraints for {input_ids.shape[0]} prompts; give one for each")
        processor = self.__copy__()
        processor._given = input_ids.shape[1]
        processor.reset()
        return processor

    def reset(self) -> None:
        """Forget the last generation: the next call is the first of a new one."""
        self._found: int | None = None
        self._alone = Generation(self.constraints, self._given, self.memory)  # outside of `generate`
        self._of_call: WeakKeyDictionary[calls.Call, Generation] = WeakKeyDictionary()

    @property
    def prompt_length(self) -> int | None:
        """How many ids at the head of each row are prompt; None before the first call tells."""
        return self._found if self._given is None else self._given

    def __call__(self, input_ids: torch.LongTensor, scores: torch.FloatTensor) -> torch.FloatTensor:
        """The masked `scores` (rows, width) of rows that hold `input_ids` (rows, length)."""
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
        call = calls.current()
        generation = self._generation(call)
        generation.move(input_ids)
        self._found = generation.anchor.length
        bitmask = generation.bitmask(width, self._end_row, self.max_tokens)
        if not host.takes(scores):
            return self._masked_elsewhere(scores, bitmask, generation.states)
        empty: int
        overwrites = self.in_place and not (call is not None and call.shares_scores)
        if overwrites and host.lies_apart(scores) and not bitmask.mostly_forbids():
            masked: torch.Tensor = scores
            empty = bitmask.forbid(scores, scores.data_ptr(), scores.stride(0))
        else:
            masked, empty = generation.rooms.forbid(bitmask, scores)
        if empty:
            without = np.flatnonzero(bitmask.left == 0).tolist()
            self._give_back(masked, torch.from_numpy(bitmask.words), generation.states, without)
        return masked  # type: ignore[return-value]

    def _generation(self, call: calls.Call | None) -> Generation:
        if call is None:
            return self._alone
        generation = self._of_call.get(call)
        if generation is None:
            generation = self._of_call[call] = Generation(self.constraints, self._given, self.memory)
        return generation

    def _masked_elsewhere(self, scores: torch.Tensor, bitmask: host.Bitmask, states: RowStates) -> torch.FloatTensor:
        """`scores` under `bitmask`, on another device or where a gradient is wanted."""
        words = sent(torch.from_numpy(bitmask.words), scores.device)
        masked = masking.masked(scores, words)
        empty = masked.amax(-1).isneginf()
        if empty.any():
            self._give_back(masked, words, states, empty.nonzero().flatten().tolist())
        return masked  # type: ignore[return-value]

    def _give_back(self, masked: torch.Tensor, bitmask: torch.Tensor, states: RowStates, empty: list[int]) -> None:
        """Let the constraint win in rows where nothing is left: their allowed tokens come back at score 0."""
        for row in empty:
            ended = row in states.ended
            if states.matchers[row] is None and not ended:
                continue  # a free row
            if self.strict and not ended:
                raise ConstrainError(
                    f"row {row}, after {states.length} tokens: other processors (min_new_tokens, bad_words_ids, "
                    "forced_eos_token_id, …) forbade every token that the constraint allows here; relax those, "
                    "or pass strict=False to let the constraint win"
                )
            masked[row] = masking.masked(torch.zeros_like(masked[row : row + 1]), bitmask[row : row + 1])[0]

    # Copies.

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name != "_of_call"}
        return state | {"_alone": copy.deepcopy(self._alone.anchor)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _of_call=WeakKeyDictionary())
        self._alone = Generation(self.constraints, self._given, self.memory)
        self._alone.anchor = state["_alone"]

    def __copy__(self) -> ConstraintLogitsProcessor:
        processor = type(self).__new__(type(self))
        processor.__setstate__(self.__getstate__())
        processor._of_call.update((call, generation.copy()) for call, generation in list(self._of_call.items()))
        return processor

    def __deepcopy__(self, memo: dict[int, Any]) -> ConstraintLogitsProcessor:
        return self.__copy__()  # what they share is never written to


# What `inspect.signature` finds at once; transformers asks for it at every step.
ConstraintLogitsProcessor.__call__.__signature__ = inspect.signature(  # type: ignore[attr-defined]
    ConstraintLogitsProcessor.__call__
)


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
