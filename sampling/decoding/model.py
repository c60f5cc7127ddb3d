"""What a decoding loop asks of a language model: to read tokens, and to remember what its rows have read.

A `LanguageModel` begins a `Context` from prompts. A context has rows; it reads more tokens for each of them and gives
the logits of what may come next. Rows can be reordered and doubled (beams), dropped when they are finished, joined by
others, and the last tokens of a row can be taken back (rejected drafts). Two models are here: a plain function from
tokens to logits, and the guided model, which reads a second prompt beside each and costs one forward pass for both.
`huggingface.py` has the models of transformers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import torch

from constrain.errors import UnsupportedError

from .drafting.draft_tree import Draft
from .pictures import PicturePrompt

Tokens = Sequence[Sequence[int]]  # the tokens of each row


class Context(ABC):
    """What a model has read in each of its rows.

    `uniform`: every row must read equally many tokens at a time (relative positions, windows, recurrent states: a row
    cannot lag behind the others in one tensor). `fixed`: tensors keep their size, so no rows join, and those that
    finish may as well stay; rows are reordered in place, up to as many as have been reserved.
    """

    rows: int
    uniform: bool = False
    fixed: bool = False
    unconditional: torch.Tensor | None = None  # logits (rows, keep, width) of the contexts to guide away from
    hidden: torch.Tensor | None = None  # (rows, new, size), last hidden states, where they were asked for
    passes: int = 0  # forward passes so far

    @property
    def joins(self) -> bool:
        """Whether `join` works."""
        return not self.uniform and not self.fixed and type(self).join is not Context.join

    @property
    def takes_back(self) -> bool:
        """Whether `take_back` works."""
        return True

    @abstractmethod
    def read(self, tokens: Tokens, keep: int = 1) -> torch.Tensor:
        """Reads the tokens of each row (at least one row has some); logits (rows, keep, width) of any floating dtype.

        The last `keep` positions, the newest at the end: `[i, -1]` is what may follow the row's last token, and
        `[i, -k]` what may follow all but its last k - 1. Rows with fewer new tokens than `keep` have anything in front.
        """

    def read_step(self, tokens: torch.Tensor) -> torch.Tensor:
        """Reads a token in each row, int64 (rows,) on the model's device; logits (rows, width) of what may follow.

        Whoever knows how does it without waiting for the device.
        """
        return self.read(tokens.unsqueeze(1).tolist())[:, -1]

    @abstractmethod
    def reorder(self, sources: Sequence[int]) -> None:
        """Row i goes on from former row `sources[i]`; the number of rows may change.

        A fixed context makes room for more rows than it has reserved, which costs new tensors (`reserve`).
        """

    def reserve(self, rows: int) -> None:  # noqa: B027 - there is nothing to do where tensors grow with the rows
        """Makes room for so many rows, so that `reorder` can make as many without new tensors."""

    @abstractmethod
    def take_back(self, counts: Sequence[int]) -> None:
        """Forgets the last `counts[i]` tokens of row i; the same for all rows where the context is uniform."""

    def join(self, other: Context) -> None:
        """Takes the rows of another context of this model after its own. Raises NotImplementedError if it cannot."""
        raise NotImplementedError(f"{type(self).__name__} cannot take more rows")

    def read_drafts(self, tokens: Tokens, drafts: Sequence[Draft]) -> torch.Tensor:
        """Reads the tokens of each row and then its draft, in one pass; logits (places, width).

        The places are the nodes of the rows' drafts, row by row: node 0 of a row, what may follow its tokens, means
        nothing where the row has none. Call `keep_drafts` before anything else. Every leaf of a draft is read as a
        row of its own here.
        """
        leaves = [(row, leaf) for row, draft in enumerate(drafts) for leaf in draft.leaves]
        if len(leaves) > self.rows:
            self.reorder([row for row, _ in leaves])
        texts = [[*tokens[row], *drafts[row].text(leaf)] for row, leaf in leaves]
        lengths = list(map(len, texts))
        width = max(lengths)
        if self.uniform:  # equally many in every row, and what is beyond a row's own is taken back
            texts = [text + [0] * (width - len(text)) for text in texts]
        # Each node as (its branch, how far from the end of what the branch has read).
        places: list[tuple[int, int]] = []
        self._branches: list[dict[int, int]] = [{} for _ in drafts]  # of each row, the branch that a node lies on
        for branch, (row, leaf) in enumerate(leaves):
            for node in (0, *drafts[row].path(leaf)):
                self._branches[row].setdefault(node, branch)
        for row, draft in enumerate(drafts):
            for node in range(len(draft) + 1):
                branch = self._branches[row][node]
                end = width if self.uniform else lengths[branch]
                places.append((branch, end - len(tokens[row]) - len(draft.path(node))))
        keep = max(back for _, back in places) + 1
        logits = self.read(texts, keep)
        index = [branch for branch, _ in places], [keep - 1 - back for _, back in places]
        self._kept = [
            [len(tokens[row]) + len(draft.path(n)) for n in range(len(draft) + 1)] for row, draft in enumerate(drafts)
        ]
        self._lengths = [width] * len(texts) if self.uniform else lengths
        if self.unconditional is not None:
            self.unconditional = self.unconditional[index].unsqueeze(1)
        return logits[index]

    def keep_drafts(self, nodes: Sequence[int]) -> list[int]:
        """After `read_drafts`: row i has read its draft up to `nodes[i]`; all else is forgotten.

        Returns how many of each row's last tokens must be read once more; none, unless the context is uniform.
        """
        branches = [of[node] for of, node in zip(self._branches, nodes, strict=True)]
        if len(self._lengths) > len(branches):
            self.reorder(branches)
        kept = [of[node] for of, node in zip(self._kept, nodes, strict=True)]
        common = min(kept)
        lengths = [self._lengths[branch] for branch in branches]
        if self.uniform:
            self.take_back([lengths[0] - common] * len(kept))
            return [count - common for count in kept]
        self.take_back([length - count for length, count in zip(lengths, kept, strict=True)])
        return [0] * len(kept)


class LanguageModel(ABC):
    """Makes contexts. `width` is the number of logits; `device` where they are.

    `prompts_go_on`: a context that begins with a prompt and some output is one that began with the prompt and has read
    the output, so that both may be read at once; not where the prompt is an encoder's, or has another beside it.
    """

    prompts_go_on: bool = False
    width: int
    device: torch.device

    def agreed(self, number: int) -> int:
        """One number for all processes that compute this model together, in step: that of the first of them."""
        return number

    @abstractmethod
    def begin(self, prompts: Tokens, *, room: int = 0, hidden: bool = False) -> tuple[Context, torch.Tensor]:
        """Reads the prompts, one a row; the context and the logits (rows, width) of what may follow each.

        Equal prompts are computed once. `room` is how many more tokens a row will read at most, for caches of a fixed
        size. `hidden` has `context.hidden` set by this and every later `read`. Raises ValueError for an empty prompt,
        if the model cannot begin with one, and NotImplementedError where it shows no hidden states.
        """

    def check(self, prompt: Sequence[int], max_tokens: int) -> None:
        """Raises ValueError for a prompt that the model cannot go on from by that many tokens."""
        strange = next((token for token in prompt if not 0 <= token < self.width), None)
        if strange is not None:
            raise ValueError(f"the prompt has token {strange}, and the model's ids end at {self.width - 1}")
        reason = self.blind_to(prompt)
        if reason:
            raise UnsupportedError(
                f"the prompt has pictures, and {reason}; use model.generate with a ConstraintLogitsProcessor",
                feature="pictures",
                where="prompts",
            )

    def blind_to(self, prompt: Sequence[int]) -> str:
        """Why the model cannot read a prompt's pictures; empty where it can, or there are none."""
        return f"{type(self).__name__} reads token ids alone" if isinstance(prompt, PicturePrompt) else ""

    def heads(self, prompts: Tokens) -> Tokens:
        """What stands before the output in each row, as samplers see it: the prompt; or what a decoder begins with."""
        return prompts


class FunctionModel(LanguageModel):
    """Any function from rows of tokens to logits as a model, computed again at each step.

    `function` takes a list of rows, each the list of its tokens (prompt and output), and returns the logits
    (rows, width) of what may follow. The slow and obvious model: the others are tested against it.

    >>> FunctionModel(lambda rows: torch.stack([bigram[row[-1]] for row in rows]), width=64)
    """

    def __init__(self, function: Callable[[list[list[int]]], torch.Tensor], width: int, device: str = "cpu") -> None:
        self.prompts_go_on = True
        self.function, self.width, self.device = function, width, torch.device(device)

    def begin(self, prompts: Tokens, *, room: int = 0, hidden: bool = False) -> tuple[Context, torch.Tensor]:
        if hidden:
            raise NotImplementedError("a FunctionModel shows no hidden states")
        context = FunctionContext(self, [list(prompt) for prompt in prompts])
        return context, self.logits(context.texts)

    def logits(self, rows: list[list[int]]) -> torch.Tensor:
        logits = self.function(rows)
        if not isinstance(logits, torch.Tensor) or logits.shape != (len(rows), self.width):
            shape = tuple(logits.shape) if isinstance(logits, torch.Tensor) else type(logits).__name__
            raise ValueError(f"the model function returned {shape}, expected a tensor ({len(rows)}, {self.width})")
        return logits


class FunctionContext(Context):
    """The rows of a `FunctionModel`: their tokens."""

    def __init__(self, model: FunctionModel, texts: list[list[int]]) -> None:
        self.model, self.texts, self.rows = model, texts, len(texts)

    def read(self, tokens: Tokens, keep: int = 1) -> torch.Tensor:
        self.passes += 1
        for text, new in zip(self.texts, tokens, strict=True):
            text.extend(new)
        # What a row has in front of its new tokens is its own; where it has less, anything will do.
        ends = [text[: max(len(text) - back, 1)] for back in range(keep - 1, -1, -1) for text in self.texts]
        logits = self.model.logits(ends)
        return logits.view(keep, self.rows, -1).transpose(0, 1)

    def reorder(self, sources: Sequence[int]) -> None:
        self.texts = [list(self.texts[source]) for source in sources]
        self.rows = len(self.texts)

    def take_back(self, counts: Sequence[int]) -> None:
        for text, count in zip(self.texts, counts, strict=True):
            del text[len(text) - count :]

    def join(self, other: Context) -> None:
        assert isinstance(other, FunctionContext)
        self.texts += other.texts
        self.rows = len(self.texts)


class GuidedModel(LanguageModel):
    """A model that reads a second prompt beside each, for classifier-free guidance (`sampling.stages.Guidance`).

    `unconditional` are the prompts to guide away from, one for each prompt or one for all; None takes the last token
    of each prompt. One forward pass serves both, and every row's second context moves with it.
    """

    def __init__(self, model: LanguageModel, unconditional: Tokens | None = None) -> None:
        self.model, self.negative = model, unconditional
        self.width, self.device = model.width, model.device

    def begin(self, prompts: Tokens, *, room: int = 0, hidden: bool = False) -> tuple[Context, torch.Tensor]:
        negative = self.negative
        if negative is None:
            negative = [prompt[-1:] for prompt in prompts]
        elif len(negative) == 1:
            negative = list(negative) * len(prompts)
        if len(negative) != len(prompts):
            raise ValueError(f"{len(negative)} negative prompts for {len(prompts)} prompts; give one, or one for each")
        inner, logits = self.model.begin([*prompts, *negative], room=room, hidden=hidden)
        context = GuidedContext(inner)
        context.unconditional = logits[len(prompts) :].unsqueeze(1)
        return context, logits[: len(prompts)]

    def check(self, prompt: Sequence[int], max_tokens: int) -> None:
        self.model.check(prompt, max_tokens)

    def blind_to(self, prompt: Sequence[int]) -> str:
        return self.model.blind_to(prompt)

    def agreed(self, number: int) -> int:
        return self.model.agreed(number)

    def heads(self, prompts: Tokens) -> Tokens:
        return self.model.heads(prompts)


class GuidedContext(Context):
    """Rows and their unconditional twins, which follow them in the inner context."""

    def __init__(self, inner: Context) -> None:
        self.inner, self.rows = inner, inner.rows // 2
        self.uniform, self.fixed = inner.uniform, inner.fixed
        self.hidden = None if inner.hidden is None else inner.hidden[: self.rows]

    @property
    def joins(self) -> bool:
        return self.inner.joins

    @property
    def takes_back(self) -> bool:
        return self.inner.takes_back

    def read(self, tokens: Tokens, keep: int = 1) -> torch.Tensor:
        logits = self.inner.read([*tokens, *tokens], keep)
        self.passes = self.inner.passes
        if self.inner.hidden is not None:
            self.hidden = self.inner.hidden[: self.rows]
        self.unconditional = logits[self.rows :]
        return logits[: self.rows]

    def reorder(self, sources: Sequence[int]) -> None:
        self.inner.reorder([*sources, *(self.rows + source for source in sources)])
        if self.unconditional is not None:
            self.unconditional = self.unconditional[list(sources)]
        self.rows = len(sources)

    def reserve(self, rows: int) -> None:
        self.inner.reserve(2 * rows)

    def take_back(self, counts: Sequence[int]) -> None:
        self.inner.take_back([*counts, *counts])

    def join(self, other: Context) -> None:
        assert isinstance(other, GuidedContext)
        mine, more = self.rows, other.rows
        self.inner.join(other.inner)
        self.rows = mine + more
        twice = range(2 * mine, 2 * mine + more)
        self.inner.reorder([*range(mine), *twice, *range(mine, 2 * mine), *(row + more for row in twice)])
        if self.unconditional is not None and other.unconditional is not None:
            self.unconditional = torch.cat([self.unconditional[:, -1:], other.unconditional[:, -1:]])
