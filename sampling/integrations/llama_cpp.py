"""llama-cpp-python: a vocabulary from a loaded model, and constraints for its completions.

    llm = Llama("model.gguf")
    llm("The date is ", logits_processor=constrained(llm, {"regex": "[0-9]{4}-[0-9]{2}"}), max_tokens=20)

It stands in the place of `grammar=LlamaGrammar...`, for JSON Schema, Lark, regex and all other kinds of `specs.KINDS`,
or for a compiled constraint. llama.cpp applies its own grammars natively; a processor costs a call of Python and a mask
a token.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import llama_cpp
import numpy as np
from llama_cpp import LogitsProcessorList

from constrain.constraint import Constraint
from constrain.errors import ConstrainError, UnsupportedError
from constrain.vocabulary import Vocabulary

from ..bitmasks import apply_bitmask
from .one_text import OneText
from .specs import Constraints, spec_of

_log = logging.getLogger(__name__)
_NO_TEXT = (
    llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
    | llama_cpp.LLAMA_TOKEN_ATTR_UNUSED
    | llama_cpp.LLAMA_TOKEN_ATTR_CONTROL
    | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
)
_constraints: WeakKeyDictionary[Any, Constraints] = WeakKeyDictionary()  # by model


def vocabulary_of(llm: Any) -> Vocabulary:
    """The vocabulary of a loaded `Llama`: its tokens' bytes as llama.cpp writes them, and all tokens that end a text.

    Control tokens and user-defined ones are no text; grammars call for them by name (`constrain.grammars.special`).
    """
    model = llm._model
    count = llama_cpp.llama_vocab_n_tokens(model.vocab)
    tokens: list[bytes | None] = []
    ends: list[int] = []
    special: dict[str, int] = {}
    for token in range(count):
        if llama_cpp.llama_vocab_is_eog(model.vocab, token):
            ends.append(token)
        if llama_cpp.llama_vocab_get_attr(model.vocab, token) & _NO_TEXT:
            tokens.append(None)
            special.setdefault(_piece(model.vocab, token, special=True).decode("utf-8", "replace"), token)
        else:
            tokens.append(_piece(model.vocab, token, special=False) or None)
    special.pop("", None)
    return Vocabulary.from_bytes(tokens, end_ids=ends, special_tokens=special)


def _piece(vocab: Any, token: int, *, special: bool) -> bytes:
    """What llama.cpp writes for a token, its leading space included."""
    size = 32
    while True:
        room = ctypes.create_string_buffer(size)
        written = llama_cpp.llama_token_to_piece(vocab, token, room, size, 0, special)
        if written >= 0:
            return room.raw[:written]
        size = -written


class ConstraintProcessor(OneText):
    """Masks the scores of one completion (see `OneText`).

    llama.cpp calls it through C, where an exception would be dropped and the text go on without a constraint. So where
    a text cannot be followed, only end tokens are allowed, the error is logged, and `error` holds it.
    """

    error: ConstrainError | None = None

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """`scores` (width,) float32, in place, with -inf for what may not follow `input_ids`, prompt included."""
        try:
            bitmask = self.bitmask(np.asarray(input_ids).tolist(), scores.shape[-1])
        except ConstrainError as error:
            _log.error("A text is ended, because its constraint could not be followed: %s", error)
            self.error = error
            ends = list(self.matcher.constraint.vocabulary.end_ids)
            kept = scores[ends].copy()
            scores[:] = -np.inf
            scores[ends] = kept
            return scores
        return apply_bitmask(scores, bitmask, inplace=True)


def constrained(
    llm: Any, constraint: Constraint | Mapping[str, Any] | str, *, max_tokens: int | None = None
) -> LogitsProcessorList:
    """Processors for `logits_processor=` of one completion.

    `constraint` is compiled on `vocabulary_of(llm)`, or a spec: a mapping with one key of `specs.KINDS`, or its JSON.
    With `max_tokens`, which the completion must be given too, the text completes within them. Raises ConstrainError for
    a wrong spec, and where the model has drafts (`draft_model`), which processors cannot tell from text.
    """
    if llm.draft_model is not None:
        raise UnsupportedError(
            "llama-cpp-python shows its drafts to processors as if they were text; leave out draft_model",
            feature="draft_model",
            where="Llama(draft_model=...)",
        )
    if not isinstance(constraint, Constraint):
        if llm not in _constraints:
            _constraints[llm] = Constraints(vocabulary_of(llm))
        constraint = _constraints[llm].of(*spec_of(constraint))
    return LogitsProcessorList([ConstraintProcessor(constraint, max_tokens=max_tokens)])
