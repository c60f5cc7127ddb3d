"""From a request to the texts that are to be written: prompts encoded, the grammar compiled, the budget checked."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from constrain.errors import LimitExceeded
from constrain.grammars.tool_calls.definitions import definition_of
from constrain.serving.constraint_cache import ConstraintCache
from constrain.support.shown import shown

from ...generation.inputs import encoded
from ...generation.thinking import Thinker, Thinking, Thought
from .engine import Choosing, Engine, Job, News
from .parameters import Asked, Refusal
from .thinking import after_thought

_SHORTENED = 4  # times that a tokenizer's normaliser may make a text shorter, generously


@dataclass(frozen=True)
class Settings:
    """What a server keeps to. Sizes are in bytes, times in seconds."""

    model: str  # the name by which requests call it
    api_key: str | None = None
    tool_format: str = "hermes"
    max_body: int = 4 << 20
    body_timeout: float = 30.0
    compile_timeout: float = 10.0
    compile_threads: int = 2
    max_requests: int = 512  # under way, compiling ones included
    max_request_tokens: int = 1 << 18  # that all texts of one request may have together
    # Bytes that compiled grammars may keep together, and half of what their patterns and token tables may. None: they
    # are kept in the process's own cache (`constrain.constraint_cache`).
    cache_memory: int | None = None
    default_max_tokens: int = 1024  # of a chat answer that says nothing else
    defaults: Choosing = Choosing()  # noqa: RUF009 (a tuple: it cannot be changed)
    hosts: frozenset[str] | None = None  # the names by which requests may call the server (`guard.hosts_of`); None: any
    cors_origins: tuple[str, ...] = ()  # whose pages may use the server from a browser


class Unknown(Exception):
    """The grammar is none that has been compiled."""


class Preparer:
    """Makes texts of requests for one engine. Threads: any."""

    def __init__(self, engine: Engine, settings: Settings, cache: ConstraintCache) -> None:
        self.engine, self.settings, self.cache = engine, settings, cache
        self._tools_shown = shows_tools(engine.tokenizer)
        self._thinker = Thinker("auto", engine.tokenizer, engine.vocabulary)

    def jobs(self, asked: Asked, *, known: bool = False) -> tuple[Asked, list[Job]]:
        """The request's texts, and the request with what is known now.

        Grammars are compiled within the limits of whoever asks, or, where `known`, not at all: `Unknown` says that it
        would be needed. Raises `Refusal`, ConstrainError, ValueError.
        """
        prompts = [self.encoded(prompt, asked) for prompt in asked.prompts]
        most = [self._most(tokens, asked) for tokens in prompts]
        if sum(most) * asked.copies > self.settings.max_request_tokens:
            raise LimitExceeded(
                f"the request's {len(prompts) * asked.copies} texts may have {sum(most) * asked.copies} tokens "
                "together, and "
                f"{self.settings.max_request_tokens} are taken (--max-request-tokens); ask for fewer or shorter texts",
                limit=self.settings.max_request_tokens,
                needed=sum(most) * asked.copies,
            )
        spec = None if asked.spec is None else asked.spec.on(self.engine.vocabulary)
        if asked.is_chat:
            asked = replace(asked, thought=self._thought(prompts[0], asked))
            if asked.thought is not None:
                spec = after_thought(spec, *asked.thought, asked.thinking, most[0])
        constraint = None
        if spec is not None:
            front_end, source, options = spec
            make = self.cache.known if known else self.cache.compile
            constraint = make(front_end, source, self.engine.vocabulary, **options)
            if constraint is None:
                raise Unknown
        stop = tuple(text.encode() for text in asked.stop)
        jobs: list[Job] = []
        for tokens, room in zip(prompts, most, strict=True):
            for copy in range(asked.copies):
                # As `generate` numbers the rows of a seed.
                seed = None if asked.seed is None else (asked.seed << 32) + len(jobs)
                jobs.append(Job(tokens, _nobody, constraint, room, stop, asked.choosing, seed, asked.best))
                if not copy:
                    self.engine.check(jobs[-1])  # which looks for a shortest text, and may take as long as compiling
        return asked, jobs

    def _most(self, prompt: list[int], asked: Asked) -> int:
        """The most tokens of a text."""
        if asked.max_tokens is not None:
            return asked.max_tokens
        places = self.engine.places
        room = self.settings.default_max_tokens if places is None else places - len(prompt)
        return max(1, min(room, self.settings.default_max_tokens))

    def _thought(self, prompt: list[int], asked: Asked) -> tuple[Thinking, Thought] | None:
        """What comes before the answer of a chat, if anything."""
        wanted, found = asked.thinking.wanted, self._thinker.thought(prompt, chat=True)
        if found is None:
            if wanted:
                reason = "knows none" if self._thinker.thinking is None else "has ended it"
                raise Refusal(f"thinking is enabled, and the model's chat template {reason}", param="thinking")
            return None
        thinking, thought = found
        if wanted is False and thought.begin:
            return None
        return thinking, replace(thought, optional=thought.optional and not wanted)

    def _check_size(self, prompt: Any) -> None:
        """Raises Refusal for what cannot fit into the model's positions, before it is cut into tokens.

        Cutting takes some 1 kB for each byte of a text. The bound is generous: a tokenizer may shorten a text first.
        """
        places = self.engine.places
        if places is None:
            return
        longest = max(1, self.engine.vocabulary.packed.longest)
        size, most = size_of(prompt), _SHORTENED * places * longest
        if size > most:
            raise Refusal(
                f"the prompt has {size} characters, and the model has {places} positions of at most {longest} bytes; "
                "shorten the prompt",
                param="prompt" if isinstance(prompt, str) else "messages",
            )

    def encoded(self, prompt: Any, asked: Asked) -> list[int]:
        """One prompt as token ids."""
        self._check_size(prompt)
        tokenizer = self.engine.tokenizer
        if isinstance(prompt, list) and prompt and isinstance(prompt[0], dict):
            if not getattr(tokenizer, "chat_template", None):
                raise Refusal("the model has no chat template; ask for a completion of a text", param="messages")
            tools = asked.template.get("tools")
            if tools and not self._tools_shown:
                prompt = with_tools(prompt, tools)
            try:
                return list(encoded(tokenizer, prompt, asked.template))
            except Exception as error:  # of the template, which may refuse an order of roles, say
                for i, tool in enumerate(tools or ()):
                    definition_of(tool, i)  # which says more of what is no tool
                raise Refusal(f"the chat template: {shown(str(error), 300)}", param="messages") from None
        tokens = list(encoded(tokenizer, prompt, {}))
        first = getattr(tokenizer, "bos_token_id", None)
        return tokens or ([first] if first is not None else list(self.engine.vocabulary.end_ids[:1]))


_PROBE = {"role": "user", "content": "Hello"}


def shows_tools(tokenizer: Any) -> bool:
    """Whether the chat template writes the tools that it is given; a few drop them without a word."""
    function = {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}}}
    tools = [{"type": "function", "function": function}]
    try:
        return encoded(tokenizer, [_PROBE], {}) != encoded(tokenizer, [_PROBE], {"tools": tools})
    except Exception:  # there is none, or it wants other messages or tools than these: it looks at them
        return True


def with_tools(messages: list[dict[str, Any]], tools: Any) -> list[dict[str, Any]]:
    """The messages after a system message that describes the tools, for a chat template that does not."""
    described = "You can call these functions, by name and with arguments that fit their JSON Schemas:\n" + "\n".join(
        json.dumps(tool.get("function", tool) if isinstance(tool, dict) else tool, ensure_ascii=False) for tool in tools
    )
    system = [message["content"] for message in messages[:1] if message["role"] == "system"]
    return [{"role": "system", "content": "\n\n".join([*system, described])}, *messages[len(system) :]]


def size_of(prompt: Any) -> int:
    """Characters in a prompt, a token's id counting as one, and so every part of a message."""
    size, rest = 0, [prompt]
    while rest:
        part = rest.pop()
        size += len(part) if isinstance(part, str) else 1
        if isinstance(part, dict):
            rest += part.values()
        elif isinstance(part, list):
            rest += part
    return size


def _nobody(news: News) -> None:
    """Before there is anybody to tell."""
