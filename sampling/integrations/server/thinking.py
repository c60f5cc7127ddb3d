"""Models that think before they answer: which do, how a thought is left free, and how it is kept apart from the answer.

A chat template shows that its model thinks (`marks_of` of `generation/thinking.py`). Where the prompt ends within one
(DeepSeek R1's template opens it), the text begins with the thought; where it ends behind one (Qwen 3's without
thinking), there is none; otherwise the model may open one. What follows a thought is as the request says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from constrain.grammar import Grammar
from constrain.grammars import either, free_text, regex, sequence, text_or_special
from constrain.vocabulary import Vocabulary

from ...generation.thinking import tail_of
from ..structured_outputs import Spec


class Marks(NamedTuple):
    """The texts around a thought."""

    opening: str
    closing: str


class Thinking(NamedTuple):
    """What a request says of thinking: whether it wants it (None: as the model does), and the most tokens of it."""

    wanted: bool | None = None
    budget: int | None = None
    hidden: bool = False  # it is not shown


class Thought(NamedTuple):
    """What is known of a text's thought before it is written."""

    marks: Marks
    opened: bool  # by the prompt


def thought_of(vocabulary: Vocabulary, marks: Marks, prompt: list[int]) -> Thought | None:
    """What a prompt says of the thought; None: it is over, or left out."""
    tail = tail_of(vocabulary, prompt)
    if tail.endswith(marks.closing.encode()):
        return None
    return Thought(marks, tail.endswith(marks.opening.encode()))


def after_thought(spec: Spec | None, thought: Thought, thinking: Thinking, max_tokens: int) -> Spec:
    """The request's form after a thought. A budget that is not given is half of `max_tokens`, a power of two."""
    budget = thinking.budget or 1 << max(0, (max_tokens // 2).bit_length() - 1)
    answer = Spec(_free, "", {}) if spec is None else spec
    how = {"thought": thought, "wanted": thinking.wanted, "budget": budget}
    return Spec(thoughtful, answer.source, {**how, "form": answer.front_end, "given": tuple(answer.options.items())})


def _free(source: str) -> Grammar[str]:
    return free_text()


def thoughtful(
    source: Any,
    *,
    form: Callable[..., Grammar[Any]],
    given: tuple[tuple[str, Any], ...],
    thought: Thought,
    wanted: bool | None,
    budget: int,
) -> Grammar[Any]:
    """A thought, and an answer of a form; where it is the model's to begin one, also the answer alone."""
    answer = form(source, **dict(given))
    opening, closing = thought.marks
    gap = regex(r"\n{0,2}")
    if wanted is False:
        return sequence("\n\n", text_or_special(closing), "\n\n", answer) if thought.opened else answer
    thinks = sequence(free_text(until=text_or_special(closing), max_tokens=budget), gap, answer)
    if thought.opened:
        return thinks
    thinks = sequence(text_or_special(opening), thinks)
    return thinks if wanted else either(thinks, answer)


class ThoughtReader:
    """Tells the thought from the answer, piece by piece."""

    def __init__(self, thought: Thought) -> None:
        self._marks = thought.marks
        self._state = "inside" if thought.opened else "before"
        self._waiting = ""  # what could be the beginning of a mark, or a blank before the answer

    def feed(self, text: str, *, last: bool = False) -> tuple[str, str]:
        """What is new of the thought, and of the answer; `last`: no more text comes."""
        text, self._waiting = self._waiting + text, ""
        if self._state == "before":
            begun = text.lstrip()
            if self._marks.opening.startswith(begun) and not last and begun != self._marks.opening:
                self._waiting = text
                return "", ""
            if not begun.startswith(self._marks.opening):
                self._state = "answer"
                return "", text
            self._state, text = "inside", begun[len(self._marks.opening) :]
        thought = ""
        if self._state == "inside":
            thought, found, text = text.partition(self._marks.closing)
            if not found:
                kept = 0 if last else overlap(thought, self._marks.closing)
                self._waiting = thought[len(thought) - kept :]
                return thought[: len(thought) - kept], ""
            self._state = "gap"
        if self._state == "gap":
            text = text.lstrip("\n")
            self._state = "answer" if text else "gap"
        return thought, text

    @property
    def is_inside(self) -> bool:
        """Whether the answer has not begun."""
        return self._state == "inside"


def overlap(text: str, mark: str) -> int:
    """How many characters at the text's end could be the beginning of the mark."""
    return next((n for n in range(min(len(mark) - 1, len(text)), 0, -1) if text.endswith(mark[:n])), 0)


def with_thinking(template: Mapping[str, Any], thinking: Thinking) -> dict[str, Any]:
    """A chat template's variables, with those by which templates turn thinking on and off."""
    if thinking.wanted is None:
        return dict(template)
    return {"enable_thinking": thinking.wanted, "thinking": thinking.wanted, **template}
