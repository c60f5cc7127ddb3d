"""vLLM: how the library becomes its structured-output backend, in the place of a built-in one that the user names.

vLLM has no registry of backends, only four names. So the environment variable `CONSTRAIN_VLLM_BACKEND` says which of
them is to be this library, and the engine is told to use that one:

    CONSTRAIN_VLLM_BACKEND=guidance vllm serve MODEL --structured-outputs-config '{"backend": "guidance"}'

The entry point `register` (group `vllm.general_plugins`) runs in every process of vLLM. Without the variable it changes
nothing. With it, the class of that backend is this one, and requests are checked by compiling them, in the process that
takes them, before a token is drawn: what is refused is a VLLMValidationError (HTTP 400) with the library's message.
`"auto"` is taken for the name, too; an engine that is told another name refuses structured outputs.

A backend is not told how many tokens a request may have, nor how many a thought has taken before the text begins. So
the manager, where it finds out at which token the text begins, tells the request's grammar as well. A request whose
`max_tokens` are too few for any text is refused.

`CONSTRAIN_VLLM_TIMEOUT` (seconds) bounds the reading and compiling of one spec; otherwise the library's limits do.
Written against vLLM 0.32 and 0.33; where a name that is replaced is missing, `register` raises.
"""

from __future__ import annotations

import copy
import importlib
import os
from collections.abc import Callable
from typing import Any

from constrain.errors import ConstrainError

from .vllm_constraints import constraints_of

VARIABLE = "CONSTRAIN_VLLM_BACKEND"
_MODULE = "vllm.v1.structured_output"
_PLACES = {  # module of a backend, its class, and the function that checks its requests
    "xgrammar": ("backend_xgrammar", "XgrammarBackend", "validate_xgrammar_grammar"),
    "guidance": ("backend_guidance", "GuidanceBackend", "validate_guidance_grammar"),
    "outlines": ("backend_outlines", "OutlinesBackend", "validate_structured_output_request_outlines"),
    "lm-format-enforcer": (
        "backend_lm_format_enforcer",
        "LMFormatEnforcerBackend",
        "validate_structured_output_request_lm_format_enforcer",
    ),
}


def register() -> None:
    """Take the place of the backend that `CONSTRAIN_VLLM_BACKEND` names; do nothing where it names none.

    Raises ValueError for a name that vLLM does not have, and RuntimeError where this vLLM lacks what is replaced.
    """
    place = os.environ.get(VARIABLE, "")
    if not place:
        return
    if place not in _PLACES:
        raise ValueError(f"{VARIABLE} is {place!r}; it names the backend to replace: one of {', '.join(_PLACES)}")
    module, backend, _ = _PLACES[place]
    manager, own = importlib.import_module(_MODULE), importlib.import_module(f"{_MODULE}.{module}")
    from vllm.sampling_params import SamplingParams

    from .vllm import ConstrainBackend

    if getattr(own, backend, None) is ConstrainBackend:
        return
    # HTTP requests with a structural tag are shown to xgrammar's check, whatever the backend; so that goes as well.
    checks = {_PLACES[name][0]: _PLACES[name][2] for name in (place, "xgrammar")}
    needed = [(own, backend), (SamplingParams, "_validate_structured_outputs")]
    needed += [(manager.StructuredOutputManager, "_get_constraint_bounds")]
    needed += [(importlib.import_module(f"{_MODULE}.{name}"), check) for name, check in checks.items()]
    missing = [name for owner, name in needed if not hasattr(owner, name)]
    if missing:
        raise RuntimeError(f"this vLLM has no {', '.join(missing)}, so constrain cannot take the place of {place}")
    for owner, name in needed[3:]:
        setattr(owner, name, _checked_elsewhere)
    for owner in (own, manager):
        if hasattr(owner, backend):
            setattr(owner, backend, ConstrainBackend)
    SamplingParams._validate_structured_outputs = _checking(SamplingParams._validate_structured_outputs, place)
    kind = manager.StructuredOutputManager
    kind._get_constraint_bounds = _telling(kind._get_constraint_bounds)


def _telling(original: Callable[..., Any]) -> Callable[..., Any]:
    """vLLM's search for where a request's text begins, which tells the grammar how many tokens the text may have."""

    def _get_constraint_bounds(self: Any, request: Any, spec_tokens: Any, spec_tokens_committed: bool = False) -> Any:
        bounds = original(self, request, spec_tokens, spec_tokens_committed)
        grammar = request.structured_output_request.grammar
        if not len(grammar.matcher):
            longest = self.vllm_config.model_config.max_model_len - request.num_prompt_tokens
            before = request.num_output_tokens - (len(spec_tokens) if spec_tokens_committed else 0)
            grammar.most = min(request.max_tokens, longest) - before - bounds.grammar_start
        return bounds

    return _get_constraint_bounds


def _checked_elsewhere(*arguments: Any, **options: Any) -> None:
    """In the place of other backends' checks, which would refuse by what those can do. `_checking` checks."""


def _checking(original: Any, place: str) -> Any:
    """vLLM's own checks of a request that hold for all backends, and then whether its spec compiles."""

    def _validate_structured_outputs(
        self: Any, model_config: Any, structured_outputs_config: Any, tokenizer: Any
    ) -> None:
        if structured_outputs_config is None or self.structured_outputs is None:
            return
        from vllm.exceptions import VLLMValidationError

        if structured_outputs_config.backend not in (place, "auto"):
            raise VLLMValidationError(
                f"{VARIABLE} is {place!r} and the engine's structured-output backend "
                f"{structured_outputs_config.backend!r}; set the latter to {place!r}, or leave the variable out"
            )
        config = copy.copy(structured_outputs_config)
        config.backend = place
        original(self, model_config, config, tokenizer)
        try:
            _check(self, model_config, config, tokenizer)
        except ConstrainError as error:
            raise VLLMValidationError(str(error), parameter="structured_outputs") from error

    return _validate_structured_outputs


def _check(params: Any, model_config: Any, config: Any, tokenizer: Any) -> None:
    """Raises ConstrainError where the spec of a request cannot be kept."""
    from vllm.v1.structured_output.request import get_structured_output_key

    asked = params.structured_outputs
    ignored = [
        name
        for name in ("disable_any_whitespace", "disable_additional_properties", "whitespace_pattern")
        if getattr(asked, name, None) and not getattr(config, name, False)
    ]
    if ignored:
        raise ConstrainError(f"structured_outputs.{ignored[0]} is for the whole engine: --structured-outputs-config")
    if params.ignore_eos:
        raise ConstrainError("ignore_eos would let the text go on after its end, without a constraint; leave it out")
    generation: dict[str, Any] = model_config.try_get_generation_config() or {}
    more = generation.get("eos_token_id")
    ends = {*(params.stop_token_ids or ()), *([more] if isinstance(more, int) else more or ())}
    if tokenizer.eos_token_id is not None:
        ends.add(tokenizer.eos_token_id)
    kind, text = get_structured_output_key(asked)
    constraints = constraints_of(tokenizer, model_config.get_vocab_size(), config)
    constraints.of(kind.name.lower(), text, ends, max_tokens=params.max_tokens)
