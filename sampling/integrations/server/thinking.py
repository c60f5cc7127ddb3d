"""Models that think before they answer: what a request says of it, and the grammar of thought and answer.

Who thinks, and whether the prompt has opened or closed a thought already, `generation/thinking.py` finds out. What
follows a thought is as the request says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from constrain.descriptions import after_thinking
from constrain.grammar import Grammar
from constrain.grammars import free_text, sequence, text_or_special

from ...generation.thinking import Thinking, Thought
from ..structured_outputs import Spec


class Wish(NamedTuple):
    """What a request says of thinking: whether it wants it (None: as the model does), and the most tokens of it."""

    wanted: bool | None = None
    budget: int | None = None
    hidden: bool = False  # it is not shown


def after_thought(spec: Spec | None, thinking: Thinking, thought: Thought, wish: Wish, max_tokens: int) -> Spec:
    """The request's form after a thought. A budget that is not given is half of `max_tokens`, a power of two."""
    budget = wish.budget or 1 << max(0, (max_tokens // 2).bit_length() - 1)
    how = {"thinking": thinking, "thought": thought, "closed": wish.wanted is False, "budget": budget}
    if spec is None:
        return Spec(thoughtful, "", how)
    return Spec(thoughtful, spec.source, {**how, "form": spec.front_end, "given": tuple(spec.options.items())})


def thoughtful(
    source: Any,
    *,
    form: Callable[..., Grammar[Any]] | None = None,
    given: tuple[tuple[str, Any], ...] = (),
    thinking: Thinking,
    thought: Thought,
    closed: bool,
    budget: int,
) -> Grammar[Any]:
    """A thought, empty where it is `closed` at once, and an answer of a form, or any; where a thought is optional, also
    the answer alone."""
    answer = None if form is None else form(source, **dict(given))
    end, after = thinking.end, thinking.after
    if closed:
        return sequence(after, text_or_special(end), after, free_text() if answer is None else answer)
    begin, optional = thought.begin.decode(), thought.optional
    return after_thinking(answer, begin=begin, end=end, after=after, max_tokens=budget, optional=optional)


def with_thinking(template: Mapping[str, Any], wish: Wish) -> dict[str, Any]:
    """A chat template's variables, with those by which templates turn thinking on and off."""
    if wish.wanted is None:
        return dict(template)
    return {"enable_thinking": wish.wanted, "thinking": wish.wanted, **template}
