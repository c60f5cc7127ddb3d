"""vLLM: the constraints of an engine, for its backend and for the check of its requests."""

from __future__ import annotations

import os
from typing import Any

from constrain.errors import VocabularyError
from constrain.vocabulary import Vocabulary

from .specs import Constraints

TIMEOUT = "CONSTRAIN_VLLM_TIMEOUT"

_constraints: dict[tuple[int, int, bool, bool], tuple[Any, Constraints]] = {}  # with the tokenizer, which keeps its id


def constraints_of(tokenizer: Any, size: int, config: Any) -> Constraints:
    """The constraints of an engine: one for all that a process asks about a tokenizer."""
    key = (id(tokenizer), size, bool(config.disable_any_whitespace), bool(config.disable_additional_properties))
    if key not in _constraints:
        if not hasattr(tokenizer, "get_vocab") or type(tokenizer).__module__.endswith("mistral"):
            raise VocabularyError(
                f"{type(tokenizer).__name__} is not read as a vocabulary yet; start the engine with tokenizer_mode='hf'"
            )
        options: dict[str, Any] = {}
        if config.disable_any_whitespace:
            options["layout"] = "compact"
        if config.disable_additional_properties:
            options["extra"] = "forbid"
        seconds = os.environ.get(TIMEOUT)
        vocabulary = Vocabulary.from_huggingface(tokenizer, size=size)
        made = Constraints(vocabulary, json_options=options, timeout=float(seconds) if seconds else None)
        _constraints[key] = tokenizer, made
    return _constraints[key][1]
