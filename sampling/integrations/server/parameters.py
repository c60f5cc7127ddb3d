"""What requests may say, checked field by field: OpenAI's chat and completions, and vLLM's additions to them.

A field that is not known is refused, because it would otherwise be ignored; so is one whose effect is not here. Fields
that say nothing of the text (`user`, `metadata`, …) are taken and have no effect, and so are those of other servers
while they ask for nothing (`_ASKING_NOTHING`). A null is as good as no field.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from constrain.errors import GrammarError
from constrain.support.nearest import nearest
from constrain.support.shown import shown

from ...generation.thinking import Thinking, Thought
from .. import structured_outputs
from ..structured_outputs import Spec
from .custom_tools import as_functions
from .engine import Choosing
from .thinking import Wish, with_thinking

MAX_CHOICES, MAX_STOPS, MAX_BEST, MAX_BIASES = 128, 16, 20, 1024
_WITHOUT_EFFECT = (
    "user", "metadata", "store", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "service_tier", "verbosity", "prediction", "priority", "request_id",
    "spaces_between_special_tokens", "guided_decoding_backend",
)  # fmt: skip
Refused = Mapping[str, tuple[tuple[Any, ...], str]]
# Parameters of OpenAI's and vLLM's servers that are taken with the values by which they ask for nothing that is not
# done here, and why other values are refused.
_ASKING_NOTHING: Refused = {
    "modalities": ((["text"],), "this server writes text alone"),
    "min_tokens": ((0,), "a text ends where its constraint says so"),
    "ignore_eos": ((False,), "a text ends where its constraint says so"),
    "skip_special_tokens": ((True,), "the texts of answers are without special tokens"),
    "include_stop_str_in_output": ((False,), "a text ends before its stop text"),
    "use_beam_search": ((False,), "ask for n texts, or use `generate(…, num_beams=…)` of the library"),
    "length_penalty": ((1, 1.0), "it belongs to beam search"),
    "early_stopping": ((False,), "it belongs to beam search"),
    "prompt_logprobs": ((0, False), "the prompt is read without it"),
    "add_generation_prompt": ((True,), "an answer is always asked for"),
    "continue_final_message": ((False,), "an answer is always a new message"),
    "functions": (([],), 'it was replaced by `tools`: [{"type": "function", "function": …}]'),
    "function_call": (("none", "auto"), "it was replaced by `tool_choice`"),
    "web_search_options": ((), "this server searches nothing"),
    "audio": ((), "this server writes text alone"),
    "moderation": ((), "this server judges no texts"),
}
OF_COMPLETIONS: Refused = {
    "suffix": (("",), "a text is written to its end, and not into a gap"),
    "best_of": ((1,), "ask for n texts"),
}
# Fields of messages that clients send back as they got them, and that say nothing of a conversation's text.
_OF_ANSWERS = ("annotations", "audio", "function_call", "refusal", "parsed", "logprobs", "provider_specific_fields")
_ROLES = ("system", "developer", "user", "assistant", "tool")


class Refusal(Exception):
    """A request that is answered by an error in OpenAI's form; `param` is the field that is to blame."""

    def __init__(
        self, message: str, *, status: int = 400, param: str | None = None, code: str | None = None, kind: str = ""
    ) -> None:
        super().__init__(message)
        self.status, self.param, self.code = status, param, code
        self.kind = kind or ("invalid_request_error" if status < 500 else "server_error")

    def body(self) -> dict[str, Any]:
        """The answer."""
        return {"error": {"message": str(self), "type": self.kind, "param": self.param, "code": self.code}}

    def told(self, names: Mapping[str, str]) -> Refusal:
        """The same with an interface's own names of parameters, by what a chat calls them."""
        message, param = str(self), self.param
        for old, new in names.items():
            message = re.sub(rf"(?<!\S){re.escape(old)}(?= is |[. \[:])", new, message, count=1)
            if param is not None and re.match(rf"{re.escape(old)}(?![\w.])|{re.escape(old)}\.", param):
                param = new + param[len(old) :]
        return Refusal(message, status=self.status, param=param, code=self.code, kind=self.kind)


class Place(NamedTuple):
    """Where a message stood in the request, as errors say it, and which field of it names the call that it answers."""

    message: str
    call: str = "tool_call_id"


@dataclass(frozen=True)
class Asked:
    """One request, read. `prompts` are texts, token ids, or, for chat, one list of messages."""

    prompts: list[Any]
    choosing: Choosing
    copies: int
    max_tokens: int | None
    stop: tuple[str, ...]
    seed: int | None
    best: int | None
    stream: bool
    with_usage: bool
    spec: Spec | None
    said_by: str = ""  # the parameter that says what the text is like
    tools: list[Any] | None = None
    calls_tools: bool = False
    has_form: bool = False  # an answer that calls no tools
    template: Mapping[str, Any] = field(default_factory=dict)
    echo: bool = False
    is_chat: bool = False
    thinking: Wish = Wish()  # noqa: RUF009 (a tuple: it cannot be changed)
    thought: tuple[Thinking, Thought] | None = None  # that comes before the answer, once the prompt is known
    names: Mapping[str, str] = field(default_factory=dict)  # of parameters in the interface, by what a chat calls them


class Fields:
    """The fields of a request's body, each taken once; what is left over is unknown. `known` are names to hint at."""

    def __init__(self, body: Any, known: Sequence[str] = ()) -> None:
        if not isinstance(body, dict):
            raise Refusal(f"the body is {shown(body, 60)}; a JSON object is needed")
        self.left = {name: value for name, value in body.items() if value is not None}
        self.known = list(known)

    def take(self, name: str, default: Any = None) -> Any:
        self.known.append(name)
        return self.left.pop(name, default)

    def number(self, name: str, default: float, low: float, high: float = math.inf) -> float:
        value = self.take(name, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not low <= value <= high
            or value == math.inf
        ):
            raise Refusal(f"{name} is {shown(value, 60)}; a number {_between(low, high)} is needed", param=name)
        return float(value)

    def whole(self, name: str, default: int | None, low: int, high: float = math.inf) -> int | None:
        value = self.take(name, default)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Refusal(f"{name} is {shown(value, 60)}; an integer {_between(low, high)} is needed", param=name)
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.take(name, default)
        if not isinstance(value, bool):
            raise Refusal(f"{name} is {shown(value, 60)}; true or false is needed", param=name)
        return value

    def mapping(self, name: str) -> Mapping[str, Any]:
        value = self.take(name, {})
        if not isinstance(value, dict):
            raise Refusal(f"{name} is {shown(value, 60)}; an object is needed", param=name)
        return value

    def several(self, name: str) -> list[Any]:
        value = self.take(name, [])
        if not isinstance(value, list):
            raise Refusal(f"{name} is {shown(value, 60)}; a list is needed", param=name)
        return value

    def refuse(self, refused: Refused) -> None:
        """Takes what is not done here, by values that ask for nothing."""
        for name, (values, reason) in refused.items():
            value = self.take(name)
            if value is not None and value not in values:
                raise Refusal(f"{name} is {shown(value, 60)}, which is not done here: {reason}", param=name)

    def inner(self, name: str, *known: str) -> Mapping[str, Any]:
        """An object of fields that are known, those without a value left out."""
        value = {key: each for key, each in self.mapping(name).items() if each is not None}
        for key in value:
            if key not in known:
                near = nearest(key, known)
                meant = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"
                raise Refusal(f"{name} has {shown(key, 60)}, which this server does not know; {meant}", param=name)
        return value

    def end(self, *foreign: str) -> None:
        """Refuses what nobody has taken; with `foreign`, what has one of these names."""
        for name in self.left:
            if foreign and name not in foreign:
                continue
            near = nearest(name, self.known) or next((n for n in _ELSEWHERE.get(name, ()) if n in self.known), None)
            meant = f"; did you mean `{near}`?" if near else ""
            raise Refusal(f"{shown(name, 60)} is no parameter that this server knows{meant}", param=name[:60])


# What a parameter of one interface is called in the others.
_ELSEWHERE = {
    "messages": ("input", "prompt"),
    "prompt": ("messages", "input"),
    "input": ("messages", "prompt"),
    "response_format": ("text", "output_config"),
    "max_tokens": ("max_output_tokens",),
    "max_completion_tokens": ("max_output_tokens", "max_tokens"),
    "max_output_tokens": ("max_tokens",),
}


def _between(low: float, high: float) -> str:
    return f"of at least {low:g}" if high == math.inf else f"from {low:g} to {high:g}"


def model_of(fields: Fields, name: str) -> None:
    """Refuses a model that is not the one that is served."""
    given = fields.take("model")
    if not isinstance(given, str):
        raise Refusal(f"model is {shown(given, 60)}; the name of a model is needed: {name}", param="model")
    if given != name:
        raise Refusal(
            f"the model {shown(given, 100)} does not exist here; this server has {name!r}",
            status=404,
            param="model",
            code="model_not_found",
        )


def chat(
    fields: Fields,
    defaults: Choosing,
    tool_format: str,
    thinking: Wish | None = None,
    places: Sequence[Place] | None = None,
) -> Asked:
    """A chat completion's body; `thinking` is what another interface says of it. Raises `Refusal`.

    `places` are those of the messages in a request of another interface.
    """
    messages = _messages(fields.take("messages"), places)
    best: int | None = fields.whole("top_logprobs", None, 0, MAX_BEST)
    if not fields.flag("logprobs"):
        if best:
            raise Refusal("top_logprobs needs logprobs: true", param="top_logprobs")
        best = None
    else:
        best = best or 0
    limits = [fields.whole(name, None, 1) for name in ("max_completion_tokens", "max_tokens")]
    template = dict(fields.mapping("chat_template_kwargs"))
    for name in ("tools", "messages", "conversation", "tokenize", "add_generation_prompt", "chat_template"):
        if name in template:
            raise Refusal(f"chat_template_kwargs must not set {name}", param="chat_template_kwargs")
    effort = fields.take("reasoning_effort")  # a few templates write it; it says nothing to the others
    if effort is not None:
        if not isinstance(effort, str):
            raise Refusal(f"reasoning_effort is {shown(effort, 60)}; a text is needed", param="reasoning_effort")
        template.setdefault("reasoning_effort", effort)
    if thinking is None:
        thinking = Wish(False if effort == "none" or template.get("enable_thinking") is False else None)
    template = with_thinking(template, thinking)
    tools = fields.take("tools")
    choice = fields.take("tool_choice")
    parallel = fields.flag("parallel_tool_calls", True)
    (form, said_by), calls_tools = _spec(fields), False
    spec = form
    if tools:
        asked = _read(
            "tools",
            lambda: structured_outputs.of_tools(tools, choice, parallel=parallel, format=tool_format, form=form),
        )
        spec, calls_tools = asked or form, asked is not None
        said_by = "tools" if calls_tools else said_by
        if choice != "none":
            template["tools"] = as_functions(tools)
    elif choice not in (None, "none", "auto"):
        raise Refusal(f"tool_choice is {shown(choice, 60)}, which needs tools, and there are none", param="tool_choice")
    return _common(
        fields,
        defaults,
        prompts=[messages],
        max_tokens=next((limit for limit in limits if limit is not None), None),
        best=best,
        spec=spec,
        said_by=said_by,
        is_chat=True,
        thinking=thinking,
        tools=tools if calls_tools else None,
        calls_tools=calls_tools,
        has_form=form is not None,
        template=template,
    )


def completion(fields: Fields, defaults: Choosing) -> Asked:
    """A completion's body. Raises `Refusal`."""
    prompts = _prompts(fields.take("prompt", ""))
    best = fields.whole("logprobs", None, 0, MAX_BEST)
    fields.refuse(OF_COMPLETIONS)
    max_tokens = fields.whole("max_tokens", 16, 1)
    echo = fields.flag("echo")
    spec, said_by = _spec(fields)
    return _common(
        fields, defaults, prompts=prompts, max_tokens=max_tokens, best=best, spec=spec, said_by=said_by, echo=echo
    )


def as_chat(
    fields: Fields,
    asked: dict[str, Any],
    foreign: Sequence[str],
    defaults: Choosing,
    format: str,
    names: Mapping[str, str],
    places: Sequence[Place],
    thinking: Wish | None = None,
) -> Asked:
    """The request of another interface, told as a chat; `foreign` are parameters of chats that it does not have.

    What is left of the fields is read as a chat's. `names` are the interface's own, and `places` where the messages
    stood. Raises `Refusal`.
    """
    fields.end(*asked, *foreign)
    told = Fields({**fields.left, **asked}, fields.known)
    try:
        found = replace(chat(told, defaults, format, thinking, places), names=names)
    except Refusal as refusal:
        raise refusal.told(names) from None
    own = set(fields.known)
    fields.known += [name for name in told.known if name in own or name not in (*asked, *foreign)]
    return found


def table(known: Sequence[str], without_effect: Sequence[str], *refused: Refused) -> dict[str, Any]:
    """What an interface does with each of its parameters, for those who ask (`/v1/models`)."""
    reasons = {name: reason for each in (_ASKING_NOTHING, *refused) for name, (_, reason) in each.items()}
    without = {*_WITHOUT_EFFECT, *without_effect}
    return {
        "obeyed": sorted({*known} - without - {*reasons}),
        "without_effect": sorted(without & {*known}),
        "refused": {name: reason for name, reason in sorted(reasons.items()) if name in known},
    }


def _common(fields: Fields, defaults: Choosing, *, prompts: list[Any], **others: Any) -> Asked:
    """What both kinds of request have."""
    for name in _WITHOUT_EFFECT:
        fields.take(name)
    fields.refuse(_ASKING_NOTHING)
    choosing = Choosing(
        fields.number("temperature", defaults.temperature, 0, 100),
        fields.number("top_p", defaults.top_p, 1e-9, 1),
        max(fields.whole("top_k", defaults.top_k, -1) or 0, 0),
        fields.number("min_p", defaults.min_p, 0, 1),
        fields.number("repetition_penalty", defaults.repetition_penalty, 1e-9, 100),
        fields.number("presence_penalty", defaults.presence_penalty, -2, 2),
        fields.number("frequency_penalty", defaults.frequency_penalty, -2, 2),
        _biases(fields.mapping("logit_bias")),
    )
    copies = fields.whole("n", 1, 1, MAX_CHOICES) or 1
    stream = fields.flag("stream")
    options = dict(fields.mapping("stream_options"))
    with_usage = options.pop("include_usage", False)
    options.pop("include_obfuscation", None)  # padding, of which there is none
    if options or not isinstance(with_usage, bool):
        raise Refusal("stream_options has include_usage, true or false, and nothing else here", param="stream_options")
    seed = fields.whole("seed", None, -(2**63), 2**63 - 1)
    asked = Asked(prompts, choosing, copies, stop=_stops(fields.take("stop")), seed=seed, stream=stream,
                  with_usage=with_usage, **others)  # fmt: skip
    fields.end()
    return asked


_GUIDED = ("guided_json", "guided_regex", "guided_choice", "guided_grammar")  # vLLM's names before structured_outputs


def _spec(fields: Fields) -> tuple[Spec | None, str]:
    """What the text is to be like, by either of two fields, and by which."""
    form, structured = fields.take("response_format"), fields.take("structured_outputs")
    guided = {name: value for name in _GUIDED if (value := fields.take(name)) is not None}
    if guided and structured is not None:
        raise Refusal(f"{', '.join(guided)} and structured_outputs both say what the text is like; leave one out",
                      param="structured_outputs")  # fmt: skip
    if guided:
        structured = {name.removeprefix("guided_"): value for name, value in guided.items()}
    found = None if form is None else _read("response_format", lambda: structured_outputs.of_response_format(form))
    if structured is None:
        return found, "response_format"
    if found is not None:
        raise Refusal("response_format and structured_outputs both say what the text is like; leave one out",
                      param="structured_outputs")  # fmt: skip
    param = next(iter(guided), "structured_outputs")
    return _read(param, lambda: structured_outputs.of_structured_outputs(structured)), param


def _read(param: str, read: Callable[[], Spec | None]) -> Spec | None:
    try:
        return read()
    except GrammarError as error:
        raise Refusal(str(error), param=param) from None


def _messages(given: Any, places: Sequence[Place] | None) -> list[dict[str, Any]]:
    """Messages as chat templates know them: content is a text, and a developer is a system."""
    if not isinstance(given, list) or not given:
        raise Refusal(f"messages is {shown(given, 60)}; a list with at least one message is needed", param="messages")
    if places is None:
        places = [Place(f"messages[{i}]") for i in range(len(given))]
    messages = []
    calls = set[str]()
    for place, each in zip(places, given, strict=True):
        message = _message(each, place.message)
        calls.update(call["id"] for call in message.get("tool_calls", ()) if isinstance(call.get("id"), str))
        answered = message.get("tool_call_id")
        if message["role"] == "tool" and not (isinstance(answered, str) and answered in calls):
            told = f"{shown(answered, 60)}, which no message before it has called" if answered else "missing"
            where = f"{place.message}.{place.call}"
            raise Refusal(f"{where} is {told}; give the id of the call", param=place.message)
        messages.append(message)
    return messages


def _message(given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, dict) or given.get("role") not in _ROLES:
        raise Refusal(f"{where}: an object with a role of {', '.join(_ROLES)} is needed", param=where)
    message = {name: value for name, value in given.items() if value is not None and name not in _OF_ANSWERS}
    for name in message:
        if name not in ("role", "content", "name", "tool_calls", "tool_call_id", "reasoning_content", "reasoning"):
            raise Refusal(f"{where} has {shown(name, 60)}, which is not done here", param=where)
    message["role"] = "system" if given["role"] == "developer" else given["role"]
    if "reasoning" in message:  # vLLM's name for what templates call reasoning_content
        message.setdefault("reasoning_content", message.pop("reasoning"))
    content = message.get("content")
    if isinstance(content, list):
        if not all(isinstance(part, dict) and isinstance(part.get("text"), str) for part in content):
            raise Refusal(f"{where}.content has a part that is no text; this server reads text alone", param=where)
        content = "".join(part["text"] for part in content)
    if not isinstance(content, str) and not (content is None and given["role"] == "assistant"):
        raise Refusal(f"{where}.content is {shown(content, 60)}; a text is needed", param=where)
    if "tool_calls" in message:
        message["tool_calls"] = [_call(call, where) for call in _listed(message["tool_calls"], where)]
    return {**message, "content": content or ""}


def _listed(given: Any, where: str) -> list[Any]:
    if not isinstance(given, list):
        raise Refusal(f"{where}.tool_calls is {shown(given, 60)}; a list is needed", param=where)
    return given


def _call(given: Any, where: str) -> dict[str, Any]:
    """A call that the assistant made, its arguments as an object, which is what templates write.

    Arguments that are no JSON stay a text: a client sends them back with an error, so that the model tries again.
    """
    function = given.get("function") if isinstance(given, dict) else None
    custom = given.get("custom") if isinstance(given, dict) else None
    if isinstance(custom, dict) and isinstance(custom.get("input"), str):
        function = {"name": custom.get("name"), "arguments": {"input": custom["input"]}}
        given = {"id": given.get("id"), "type": "function"}
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise Refusal(
            f"{where}.tool_calls has {shown(given, 60)}; a call names a function, or a custom tool and its input",
            param=where,
        )
    arguments = function.get("arguments", {})
    if isinstance(arguments, str):
        with suppress(ValueError, RecursionError):
            arguments = json.loads(arguments or "{}")
    return {**given, "function": {**function, "arguments": arguments}}


def _prompts(given: Any) -> list[Any]:
    """One prompt or several, texts or token ids."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, list) and given and all(type(token) is int for token in given):
        return [given]
    several = isinstance(given, list) and 0 < len(given) <= MAX_CHOICES
    if several and all(
        isinstance(each, str) or (isinstance(each, list) and all(type(token) is int for token in each))
        for each in given
    ):
        return list(given)
    raise Refusal(
        f"prompt is {shown(given, 60)}; a text, a list of token ids, or up to {MAX_CHOICES} of these are needed",
        param="prompt",
    )


def _stops(given: Any) -> tuple[str, ...]:
    stops = [given] if isinstance(given, str) else [] if given is None else given
    if not isinstance(stops, Sequence) or len(stops) > MAX_STOPS or not all(isinstance(s, str) and s for s in stops):
        raise Refusal(f"stop is {shown(given, 60)}; a text, or a list of up to {MAX_STOPS}, none empty", param="stop")
    return tuple(stops)


def _biases(given: Mapping[str, Any]) -> tuple[tuple[int, float], ...]:
    biases = []
    for token, bias in given.items():
        number = isinstance(bias, (int, float)) and not isinstance(bias, bool) and -100 <= bias <= 100
        if not (token.isascii() and token.isdigit()) or not number or len(given) > MAX_BIASES:
            raise Refusal(
                f"logit_bias has {shown({token: bias}, 60)}; up to {MAX_BIASES} token ids, each with a number from "
                "-100 to 100, are needed",
                param="logit_bias",
            )
        biases.append((int(token[:20]), float(bias)))
    return tuple(sorted(biases))
