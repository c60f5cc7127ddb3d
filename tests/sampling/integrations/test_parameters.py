"""Every parameter that the official clients' types have is obeyed, or says nothing here, or is refused; none is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

anthropic = pytest.importorskip("anthropic", reason="the official client's types are the specification")
openai = pytest.importorskip("openai", reason="the official client's types are the specification")
pytest.importorskip("starlette", reason="the server is a starlette application")

from anthropic.types import message_create_params  # noqa: E402
from openai.types import completion_create_params  # noqa: E402
from openai.types.chat import completion_create_params as chat_params  # noqa: E402
from openai.types.responses import response_create_params  # noqa: E402

from constrain import ConstraintCache  # noqa: E402
from constrain.sampling.integrations import server as serving  # noqa: E402
from constrain.sampling.integrations.server.parameters import Asked, Fields, Refusal  # noqa: E402

from .test_server import HELLO, MODEL, SCHEMA, TOKENIZER, TOOLS  # noqa: E402

FLAT = [{"type": "function", **tool["function"]} for tool in TOOLS]
# A request, and for each parameter one value that asks for something: (those of all interfaces, those of one).
VALUES: dict[str, Any] = {
    "temperature": 0.5, "top_p": 0.5, "top_k": 3, "seed": 1, "n": 2, "stop": "x", "stream": True, "user": "u", "metadata": {"a": "b"},
    "frequency_penalty": 1, "presence_penalty": 1, "logit_bias": {"5": 1}, "stream_options": {"include_usage": True},
    "max_tokens": 7, "parallel_tool_calls": False, "service_tier": "auto", "store": False, "safety_identifier": "s",
    "prompt_cache_key": "k", "prompt_cache_options": {"ttl": "30m"}, "prompt_cache_retention": "24h", "moderation": {"model": "m"},
}  # fmt: skip
FORM = {"type": "json_schema", "json_schema": {"name": "a", "schema": SCHEMA}}
INTERFACES: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "/v1/chat/completions": (chat_params, {"messages": HELLO, "tools": TOOLS}, {
        "messages": [{"role": "user", "content": "Bye"}], "max_completion_tokens": 7, "response_format": FORM, "logprobs": True,
        "tools": TOOLS[:1], "tool_choice": "required", "reasoning_effort": "low", "verbosity": "low", "top_logprobs": 2,
        "audio": {"voice": "v", "format": "wav"}, "modalities": ["audio"], "functions": [{"name": "f"}],
        "function_call": {"name": "f"}, "prediction": {"type": "content", "content": "x"}, "web_search_options": {"search_context_size": "low"},
    }),
    "/v1/completions": (completion_create_params, {"prompt": "x"}, {
        "prompt": "y", "best_of": 2, "echo": True, "logprobs": 2, "suffix": "z",
    }),
    "/v1/responses": (response_create_params, {"input": "x", "tools": FLAT}, {
        "input": "y", "tools": FLAT[:1], "tool_choice": "required", "instructions": "i", "max_output_tokens": 7, "top_logprobs": 2,
        "previous_response_id": "resp_kept", "text": {"format": {"type": "json_schema", "name": "a", "schema": SCHEMA}},
        "reasoning": {"effort": "low"}, "include": ["message.output_text.logprobs"], "truncation": "auto", "max_tool_calls": 2,
        "background": True, "background_options": {"completion_window": "8h"}, "conversation": "c", "prompt": {"id": "p"},
        "image": {"id": "x"}, "context_management": [{"type": "compaction"}], "access_programs": {"cyber": "standard"},
        "stream_options": {"include_obfuscation": True},
    }),
    "/v1/messages": (message_create_params, {"messages": HELLO, "max_tokens": 5, "tools": [{"name": "f", "input_schema": {"type": "object"}}]}, {
        "messages": [{"role": "user", "content": "Bye"}], "tools": [{"name": "g", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "any"}, "system": "s", "stop_sequences": ["x"], "thinking": {"type": "enabled", "budget_tokens": 3},
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}, "cache_control": {"type": "ephemeral"},
        "container": "c", "diagnostics": {"previous_message_id": None}, "inference_geo": "eu", "speed": "fast",
        "user_profile_id": "u", "workspace_id": "w",
    }),
}  # fmt: skip


def documented(module: Any) -> set[str]:
    """The parameters that a module of types has."""
    kinds = [kind for name, kind in vars(module).items() if "CreateParams" in name and hasattr(kind, "__annotations__")]
    assert kinds
    return set().union(*(get_type_hints(kind) for kind in kinds))


CASES = [(path, name) for path, (module, _, _) in INTERFACES.items() for name in sorted(documented(module) - {"model"})]


@pytest.fixture(scope="module")
def server() -> Iterator[serving.Server]:
    engine = serving.Engine(MODEL, TOKENIZER)
    found = serving.Server(engine, serving.Settings(model="tiny"), cache=ConstraintCache())
    found._conversations.keep("resp_kept", [{"role": "user", "content": "Before"}])
    yield found
    found.close()


@pytest.mark.parametrize(("path", "name"), CASES)
def test_every_documented_parameter_is_of_one_class(server: serving.Server, path: str, name: str) -> None:
    """`/v1/models` says which: obeyed ones change what is asked for, those without effect do not, others are refused."""
    table = server._model()["parameters"][path]
    classes = [kind for kind in ("obeyed", "without_effect", "refused") if name in table[kind]]
    assert 1 == len(classes), (name, classes)
    _, base, values = INTERFACES[path]
    read = {"/v1/chat/completions": server._chat, "/v1/completions": server._completion,
            "/v1/responses": server._responses, "/v1/messages": server._message}[path]  # fmt: skip
    given = {name: {**VALUES, **values}[name]}
    if name == "top_logprobs" and path == "/v1/chat/completions":
        base = {**base, "logprobs": True}

    def asked(more: dict[str, Any]) -> Asked:
        fields = Fields({"model": "tiny", **base, **more})
        found = read(fields)[0]
        assert not fields.left or path in ("/v1/responses", "/v1/messages")
        return found

    if classes == ["refused"]:
        assert table["refused"][name]
        with pytest.raises(Refusal, match=name):
            asked(given)
    elif name == "store":
        asked(given)  # what is kept is tested with previous_response_id
    else:
        assert (asked({}) == asked(given)) == (classes == ["without_effect"])


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/v1/responses", {"messages": HELLO}),
        ("/v1/responses", {"response_format": FORM}),
        ("/v1/responses", {"max_tokens": 3}),
        ("/v1/responses", {"text": {"formt": 1}}),
        ("/v1/responses", {"reasoning": {"efort": "low"}}),
        ("/v1/messages", {"stop": "x"}),
        ("/v1/messages", {"response_format": FORM}),
        ("/v1/messages", {"output_config": {"formt": 1}}),
        ("/v1/messages", {"tool_choice": {"type": "auto", "disable_paralel_tool_use": True}}),
    ],
)
def test_parameters_of_another_interface_are_not_lost(
    server: serving.Server, path: str, fields: dict[str, Any]
) -> None:
    """They are refused, by name, as are misspelt ones within an object."""
    read = server._responses if path == "/v1/responses" else server._message
    with pytest.raises(Refusal, match=r"does not know|no parameter that this server knows"):
        read(Fields({"model": "tiny", **INTERFACES[path][1], **fields}))
