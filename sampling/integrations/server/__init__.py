"""A small server: OpenAI's chat and completions over a model of transformers, each text obeying its constraint.

    constrain serve --model Qwen/Qwen2.5-0.5B-Instruct

Without `--model` it serves the small model at hand (`constrain.sampling.small_model`).
`--chat-template` takes a file of Jinja in place of the tokenizer's.

It is for development and small loads, on one machine and one model; for large ones there is vLLM. It needs starlette
and uvicorn (`pip install 'constrain-decoding[serve]'`). `parameters` says what a request may ask for, `preparing` makes
texts of it, `engine` decodes them, `replies` says how answers look, `responses` and `messages` the same of two more
interfaces; `app` speaks HTTP, `guard` says who may ask, `prometheus` what `/metrics` shows. All but the last three need
neither package: `local_chat` answers the same requests without a server.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import TYPE_CHECKING, Any

from constrain.grammars.tool_calls.formats import tool_format

from .engine import Choosing, Engine, share_arenas
from .preparing import Settings

if TYPE_CHECKING:
    from .app import Server
    from .guard import hosts_of

__all__ = [
    "Choosing",
    "Engine",
    "Server",
    "Settings",
    "choosing_of",
    "hosts_of",
    "runner",
    "serve",
    "tool_format",
    "tool_format_of",
]


def __getattr__(name: str) -> Any:
    """What needs starlette, once it is asked for."""
    if name == "Server":
        from .app import Server

        return Server
    if name == "hosts_of":
        from .guard import hosts_of

        return hosts_of
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# What a chat template writes around calls, and the format that this shows; the most telling first.
_MARKS = (
    ("<|tool_calls_section_begin|>", "kimi-k2"),
    ("<｜tool▁calls▁begin｜>", "deepseek-v3"),
    ("<|open|>", "kimi-k3"),
    ("<|channel|>", "harmony"),
    ("<|START_ACTION|>", "cohere-command"),
    ("[ARGS]", "mistral-v11"),
    ("[TOOL_CALLS]", "mistral"),
    ("<｜DSML｜function_calls>", "deepseek-v3.2"),
    ("<｜DSML｜tool_calls>", "deepseek-v4"),
    ("<｜DSML｜ calls>", "deepseek-v4.1"),
    ("<minimax:tool_call>", "minimax-m2"),
    ("<parameter=", "qwen3-coder"),
    ("</arg_key>\n<arg_value>", "glm-4.5"),
    ("</arg_key>\\n<arg_value>", "glm-4.5"),
    ("<arg_key>", "glm-4.7"),
    ("<tool_call>", "hermes"),
    ("<|python_tag|>", "llama3"),
)


def tool_format_of(tokenizer: Any) -> str:
    """The format of tool calls that a tokenizer's chat template shows; hermes where it shows none."""
    template = getattr(tokenizer, "chat_template", None)
    text = template if isinstance(template, str) else repr(template)
    return next((name for mark, name in _MARKS if mark in text), "hermes")


def choosing_of(model: Any) -> Choosing:
    """How tokens are chosen where a request does not say: as the model's own configuration has it, if it samples."""
    config = getattr(model, "generation_config", None)
    given: dict[str, Any] = {}
    if config is not None and config.do_sample:
        for name in ("temperature", "top_p", "top_k", "min_p"):
            if getattr(config, name, None) is not None:
                given[name] = getattr(config, name)
    if config is not None and config.repetition_penalty is not None:
        given["repetition_penalty"] = config.repetition_penalty
    return Choosing(**given)


def runner(server: Server, *, host: str = "127.0.0.1", port: int = 8000, grace: float = 5.0, **options: Any) -> Any:
    """The `uvicorn.Server` of a server; `options` are those of `uvicorn.Config`.

    Reachable from this machine alone, unless `host` says otherwise; think of an API key then. When it ends, answers
    under way have `grace` seconds; what is left then is told that the server shuts down.
    """
    import uvicorn

    from .guard import impatient_protocol

    class Runner(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            asyncio.get_running_loop().call_later(grace, server.engine.stop)
            await super().shutdown(sockets)

    config = uvicorn.Config(
        server.app,
        host=host,
        port=port,
        server_header=False,
        http=impatient_protocol(server.settings.body_timeout),
        timeout_graceful_shutdown=int(grace) + _LAST,
        **options,
    )
    return Runner(config)


def own_process() -> None:
    """Settings of Python for a process that does nothing but serve, once all is loaded.

    What is loaded stays, so the collector need not look at it: with torch and transformers a round over all objects
    holds every thread up for a quarter of a second.
    """
    sys.setswitchinterval(_TURN)
    share_arenas()
    gc.collect()
    gc.freeze()


# Seconds that a thread of Python computes before others may. Each read and write of the loop waits for as many turns as
# threads compile and decode: with Python's 0.005, a burst of 100 requests took ten seconds to come in.
_TURN = 0.0005
_LAST = 10  # seconds, for a step of the model and the last events


def serve(server: Server, **options: Any) -> None:
    """Serves until a signal ends the process, which is the server's own; `options` are those of `runner`."""
    own_process()
    runner(server, **options).run()
