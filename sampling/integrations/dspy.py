"""DSPy: a model of transformers in this process as a language model; with `JSONAdapter` outputs obey their signature.

dspy.configure(lm=LocalLM(LocalChat(model, tokenizer), temperature=0), adapter=JSONAdapter())
dspy.Predict("text -> total: int")(text="…")

Other adapters write free text, which nothing constrains, unless a request has a `response_format` of its own.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import dspy
from pydantic import BaseModel, ConfigDict, create_model

from .local_chat import JSON, LocalChat, form_of, given

_PARAMETERS = {
    *("response_format", "structured_outputs", "tools", "tool_choice", "parallel_tool_calls", "max_tokens", "stop"),
    *("temperature", "top_p", "top_k", "min_p", "n", "seed", "logprobs", "top_logprobs", "logit_bias"),
    *("presence_penalty", "frequency_penalty", "repetition_penalty", "reasoning_effort"),
}
_OF_DSPY = ("rollout_id", "num_retries", "cache")


class LocalLM(dspy.BaseLM):
    """A language model; `options` hold for every request that does not say otherwise."""

    def __init__(self, chat: LocalChat, **options: Any) -> None:
        super().__init__(chat.name, cache=False, **options)
        self._chat = chat

    supports_function_calling = True
    supports_response_schema = True

    @property
    def supported_params(self) -> set[str]:
        return set(_PARAMETERS)

    def forward(self, prompt: str | None = None, messages: list[JSON] | None = None, **kwargs: Any) -> Any:
        return _response(self._chat.complete(**self._request(prompt, messages, kwargs)))

    async def aforward(self, prompt: str | None = None, messages: list[JSON] | None = None, **kwargs: Any) -> Any:
        return _response(await self._chat.acomplete(**self._request(prompt, messages, kwargs)))

    def _request(self, prompt: str | None, messages: list[JSON] | None, options: JSON) -> JSON:
        options = {name: value for name, value in {**self.kwargs, **options}.items() if name not in _OF_DSPY}
        form = options.get("response_format")
        if isinstance(form, type) and issubclass(form, BaseModel):
            options["response_format"] = form_of(form.model_json_schema(), form.__name__)
        return given({**options, "messages": messages or [{"role": "user", "content": prompt or ""}]})


class JSONAdapter(dspy.JSONAdapter):
    """DSPy's, with a schema also where it asks for any object: outputs that are mappings, as in `ReAct`."""

    def _prepare_response_format(self, lm: Any, lm_kwargs: JSON, signature: Any) -> None:
        super()._prepare_response_format(lm, lm_kwargs, signature)
        if lm_kwargs.get("response_format") == {"type": "json_object"}:
            fields: dict[str, Any] = {name: (field.annotation, ...) for name, field in signature.output_fields.items()}
            lm_kwargs["response_format"] = create_model("Outputs", __config__=ConfigDict(extra="forbid"), **fields)


def _response(answer: JSON) -> SimpleNamespace:
    """A chat completion with fields that are attributes, as DSPy reads them."""
    return SimpleNamespace(**{**answer, "choices": _attributes(answer["choices"])})


def _attributes(given: Any) -> Any:
    if isinstance(given, dict):
        return SimpleNamespace(**{name: _attributes(value) for name, value in given.items()})
    return [_attributes(each) for each in given] if isinstance(given, list) else given
