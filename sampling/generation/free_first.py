"""The answer first, its form second: the model answers freely, and then writes under the constraint what it has said.

A constraint takes the room to think: a model that would reach the right answer in prose must begin with a bracket. Here
it has said its answer before, and the constrained text only has to repeat it (the idea, and figures for it, are in
arXiv 2603.03305, "draft-conditioned constrained decoding"). It costs the tokens of the free answer, and reading them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from constrain.constraint import Constraint
from constrain.descriptions import describe
from constrain.errors import ConstrainError
from constrain.support.arguments import described, integer

from .inputs import is_chat

_MOST_DESCRIBED = 2000  # characters of a description that are put into the prompt
_AGAIN = "Now write this answer in the following form, and nothing else."


@dataclass(frozen=True)
class FreeFirst:
    """How a model answers before its answer is constrained: for `generate(…, free_first=FreeFirst(max_tokens=100))`.

    `max_tokens` bounds the free answer. `instruction` is the message that asks for the form after it, in chats; None
    asks in plain English, with the constraint in words (`describe`) where it has some.
    """

    max_tokens: int = 256
    instruction: str | None = None

    @classmethod
    def of(cls, given: Any) -> FreeFirst | None:
        """What `free_first=` means: False, True, a number of tokens, or an instance."""
        if given is False or given is None:
            return None
        if isinstance(given, cls):
            integer(given.max_tokens, "free_first.max_tokens", 1)
            return given
        if given is True:
            return cls()
        if isinstance(given, int):
            return cls(integer(given, "free_first", 1))
        raise TypeError(f"free_first must be True, False, a number of tokens or a FreeFirst, not {described(given)}")

    def after(self, prompt: Any, text: str, tokens: Sequence[int], description: Any) -> Any:
        """The prompt after which the same answer is to be written in its form."""
        if is_chat(prompt):
            asked = {"role": "user", "content": self._instruction(description)}
            return [*prompt, {"role": "assistant", "content": text}, asked]
        if isinstance(prompt, str):
            return f"{prompt}{text}\n\n"
        return [*(int(token) for token in prompt), *tokens]

    def _instruction(self, description: Any) -> str:
        if self.instruction is not None:
            return self.instruction
        try:
            given = description.grammar if isinstance(description, Constraint) else description
            return f"{_AGAIN}\n{describe(given, max_characters=_MOST_DESCRIBED)}"
        except (ConstrainError, TypeError, ValueError):  # nobody has words for it
            return _AGAIN
