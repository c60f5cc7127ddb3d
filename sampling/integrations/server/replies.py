"""Answers in OpenAI's forms: whole ones, and their pieces while a text is written."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from constrain.grammars.tool_calls.scanner import CallScanner, CallStart
from constrain.vocabulary import Vocabulary

from ...decoding.texts import Characters
from ...generation.thinking import ThoughtReader
from ..structured_outputs import mark_of
from .custom_tools import InputText, custom_names
from .engine import Job, News, Token
from .parameters import Asked, Refusal

# What some clients take for the end of a line (httpx's `iter_lines`), beside those that JSON escapes by itself.
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}


def event(data: Any, name: str = "") -> bytes:
    """A server-sent event, with its name where it has one."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if not text.isascii():
        text = text.translate(_LINE_ENDS)
    return (f"event: {name}\n" * bool(name) + f"data: {text}\n\n").encode(errors="replace")


DONE = b"data: [DONE]\n\n"


class Reply:
    """One answer: chat, or completion; `jobs` are its texts, choice by choice."""

    def __init__(self, model: str, asked: Asked, jobs: list[Job], vocabulary: Vocabulary, tool_format: str) -> None:
        self.model, self.asked, self.jobs, self.vocabulary = model, asked, jobs, vocabulary
        self.created = int(time.time())
        self.choices = [self.choice_of(i, job, tool_format) for i, job in enumerate(jobs)]

    kind, piece_kind = "", ""
    prefix = ""

    def choice_of(self, index: int, job: Job, tool_format: str) -> Choice:
        raise NotImplementedError

    @property
    def head(self) -> dict[str, Any]:
        if not hasattr(self, "_id"):
            self._id = f"{self.prefix}-{secrets.token_hex(12)}"
        return {"id": self._id, "created": self.created, "model": self.model, "system_fingerprint": None}

    def usage(self) -> dict[str, Any]:
        """Tokens of the prompts, each once, and of the texts."""
        prompts = sum(len(job.prompt) for job in self.jobs[:: self.asked.copies])
        written = sum(choice.tokens for choice in self.choices)
        return {"prompt_tokens": prompts, "completion_tokens": written, "total_tokens": prompts + written}

    def whole(self) -> dict[str, Any]:
        """The answer once all texts have ended."""
        choices = [choice.whole() for choice in self.choices]
        return {**self.head, "object": self.kind, "choices": choices, "usage": self.usage()}

    def pieces(self, index: int, news: News) -> Iterator[bytes]:
        """Events for what is new of a choice."""
        for choice in self.choices[index].pieces(news):
            yield self._piece([choice])

    def beginning(self) -> Iterator[bytes]:
        """Events before any text."""
        return iter(())

    def end(self) -> Iterator[bytes]:
        """The last events."""
        if self.asked.with_usage:
            yield self._piece([], usage=self.usage())
        yield DONE

    def failure(self, refusal: Refusal) -> Iterator[bytes]:
        """Events instead of the last ones, where a text has failed."""
        yield event(refusal.body())

    def _piece(self, choices: list[dict[str, Any]], usage: Any = None) -> bytes:
        data = {**self.head, "object": self.piece_kind, "choices": choices}
        return event(data | {"usage": usage} if self.asked.with_usage else data)


class Choice:
    """One text of an answer. `feed` takes what is new of it."""

    def __init__(self, index: int, job: Job, vocabulary: Vocabulary) -> None:
        self.index, self.job, self.vocabulary = index, job, vocabulary
        self.text, self.noted = "", list[Token]()
        self.tokens = 0
        self.reason: str | None = None
        self.stopped: str | None = None  # the stop text that has ended it
        self.signs: dict[str, bool] = {}  # `shortened`, where `max_tokens` may have changed the text; no client's own

    def feed(self, news: News) -> None:
        self.text += news.text
        self.noted += news.tokens
        self.tokens = news.written
        self.reason, self.stopped = news.finish_reason, news.stop
        self.signs = {"shortened": True} if news.shortened else {}

    def whole(self) -> dict[str, Any]:
        raise NotImplementedError

    def pieces(self, news: News) -> Iterator[dict[str, Any]]:
        raise NotImplementedError

    def spelled(self, token: int) -> bytes:
        """What a token spells, special ones by their names."""
        names = self.vocabulary.special_names
        return self.vocabulary.token_bytes[token] or names.get(token) or b""


class TokenPlaces:
    """Where in a text its tokens are: how many characters are whole before each, and with it."""

    def __init__(self, job: Job, vocabulary: Vocabulary) -> None:
        self.job, self.vocabulary = job, vocabulary
        self.characters, self.at = Characters(), 0
        self.places: list[tuple[int, int]] = []

    def feed(self, tokens: Iterable[int]) -> None:
        for token in tokens:
            spelled = self.vocabulary.token_bytes[token]
            if spelled is None:  # special tokens are written where a constraint asks for them
                name = None if self.job.constraint is None else self.job.constraint.special_name(token)
                spelled = (name or "").encode()
            if not self.places and self.vocabulary.strips_leading_space:
                spelled = spelled.removeprefix(b" ")
            begins = self.at
            self.at += len(self.characters.feed(spelled))
            self.places.append((begins, self.at))


# ---- chat ----


def chat_choice(reply: Reply, index: int, job: Job, tool_format: str) -> ChatChoice:
    """A message of an answer to a chat, or to what is told as one."""
    asked = reply.asked
    format = tool_format if asked.calls_tools else None
    tools = asked.tools or ()
    thoughts = None
    if asked.thought is not None:
        thinking, thought = asked.thought
        thoughts = ThoughtReader(thought, thinking.after.encode())
    hidden = asked.thinking.hidden
    return ChatChoice(
        index, job, reply.vocabulary, format, has_form=asked.has_form, tools=tools, thoughts=thoughts, hidden=hidden
    )


class ChatReply(Reply):
    """A chat completion."""

    def usage(self) -> dict[str, Any]:
        used: dict[str, Any] = super().usage()
        thoughts = sum(choice.thought_tokens for choice in self.choices if isinstance(choice, ChatChoice))
        return used | {"completion_tokens_details": {"reasoning_tokens": thoughts}} if self.asked.thought else used

    kind, piece_kind, prefix = "chat.completion", "chat.completion.chunk", "chatcmpl"

    def choice_of(self, index: int, job: Job, tool_format: str) -> Choice:
        return chat_choice(self, index, job, tool_format)

    def beginning(self) -> Iterator[bytes]:
        for choice in self.choices:
            yield self._piece([_delta(choice.index, {"role": "assistant", "content": ""})])


class ChatChoice(Choice):
    """One message. `tool_format` is how it may call tools; None: it has none to call.

    Calls begin at a mark, after any text; where an answer that calls none has a form of its own (`has_form`), or the
    format has no mark, at the beginning or not at all.
    """

    def __init__(
        self,
        index: int,
        job: Job,
        vocabulary: Vocabulary,
        tool_format: str | None,
        *,
        has_form: bool,
        tools: Sequence[Any] = (),
        thoughts: ThoughtReader | None = None,
        hidden: bool = False,
    ) -> None:
        super().__init__(index, job, vocabulary)
        self._thoughts, self._hidden = thoughts, hidden
        self._told = 0  # bytes of the thought
        self._characters = Characters(), Characters()  # of thought and answer
        self.thought, self.new_thought = "", ""
        self.thought_tokens = 0
        self.content, self.calls = "", list[dict[str, Any]]()
        self.new_content, self.new_calls = "", list[dict[str, Any]]()  # by the last news
        self._scanner = None if tool_format is None else CallScanner(tool_format, tools)
        self._customs = custom_names(tools)
        self._inputs: dict[int, InputText] = {}  # of calls of custom tools, by number
        self._mark = "" if tool_format is None else mark_of(tool_format)
        self._has_form = has_form
        self._start = None if tool_format is None or self._mark else CallStart(tool_format)
        self._in_calls = False
        self._waiting = ""  # what could be the beginning of a mark, and else is content
        self._content_at = 0  # where in the whole text
        self._places = TokenPlaces(job, vocabulary)

    def feed(self, news: News) -> None:
        super().feed(news)
        self._places.feed(token.token for token in news.tokens)
        self.new_content, self.new_calls = "", []
        answer = self._without_thought(news)
        if not (self.content or self._waiting):
            self._content_at = len(self.text) - len(answer)
        if self._in_calls:
            self._scan(answer)
        elif self._scanner is None:
            self.new_content = answer
        elif self._start is not None:
            self._begin(self._start, answer)
        else:
            text = self._waiting + answer
            before, found, behind = text.partition(self._mark)
            self._waiting = "" if found or self.reason is not None else text[len(text) - overlap(text, self._mark) :]
            if self._has_form and len(self._waiting) < len(text) and (before or not found):
                self._scanner, self._waiting, self.new_content = None, "", text
            else:
                self.new_content = before[: len(before) - len(self._waiting)]
                if found:
                    self._in_calls = True
                    self._scan(found + behind)
        self.content += self.new_content

    def _without_thought(self, news: News) -> str:
        """What the news tell of the answer."""
        if self._thoughts is None:
            return news.text
        last = news.finish_reason is not None
        data = self._thoughts.feed(news.text.encode(), last=last)
        new, answer = self._thoughts.told[self._told :], self._characters[1].feed(data, last=last)
        self._told += len(new)
        thought = self._characters[0].feed(new, last=last)
        self.new_thought = "" if self._hidden else thought
        self.thought += self.new_thought
        if new or self._thoughts.is_inside:
            self.thought_tokens = news.written
        return answer

    def _begin(self, start: CallStart, text: str) -> None:
        """Finds out whether the text is calls; until then it waits."""
        start.feed(text)
        self._waiting += text
        if start.is_call:
            self._in_calls = True
            self._scan(self._waiting)
        elif start.is_call is False or self.reason is not None:
            self._scanner, self.new_content = None, self._waiting
        else:
            return
        self._waiting = ""

    def _scan(self, text: str) -> None:
        """Takes more of the calls."""
        assert self._scanner is not None
        for part in self._scanner.feed(text):
            if part.name in self._customs:
                self._inputs[part.number] = InputText()
            kind, told, new = "function", "arguments", part.arguments
            if part.number in self._inputs:
                kind, told, new = "custom", "input", self._inputs[part.number].feed(part.arguments)
            function: dict[str, Any] = {told: new}
            piece: dict[str, Any] = {"index": part.number, kind: function}
            if part.name is None:
                self.calls[part.number][kind][told] += new
            else:
                function |= {"name": part.name}
                piece |= {"id": f"call_{secrets.token_hex(12)}", "type": kind}
                self.calls.append({"id": piece["id"], "type": kind, kind: dict(function)})
            self.new_calls.append(piece)

    @property
    def finish_reason(self) -> str | None:
        return "tool_calls" if self.calls and self.reason == "stop" and self.is_whole else self.reason

    def whole(self) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": self.content, "refusal": None}
        if self.thought:
            message["reasoning_content"] = self.thought
        calls = self.calls if self.is_whole else self.calls[:-1]
        if calls:
            message["tool_calls"] = calls
            message["content"] = self.content or None
        return {
            "index": self.index,
            "message": message,
            "logprobs": self._logprobs(self.noted),
            "finish_reason": self.finish_reason,
            **self.signs,
        }

    @property
    def is_whole(self) -> bool:
        """Whether no call was cut off, by a stop text say."""
        return self._scanner is None or self._scanner.is_between

    def pieces(self, news: News) -> Iterator[dict[str, Any]]:
        self.feed(news)
        delta: dict[str, Any] = {}
        if self.new_thought:
            delta["reasoning_content"] = self.new_thought
        if self.new_content:
            delta["content"] = self.new_content
        if self.new_calls:
            delta["tool_calls"] = self.new_calls
        logprobs = self._logprobs(news.tokens) if news.tokens else None
        if delta or logprobs:
            yield _delta(self.index, delta, logprobs)
        if self.reason is not None:
            yield _delta(self.index, {}, reason=self.finish_reason) | self.signs

    def content_tokens(self) -> list[Token]:
        """Those of the content, without a thought and calls; log-probabilities may become known later than text."""
        begins, ends = self._content_at, self._content_at + len(self.content)
        return [
            token
            for token, (at, after) in zip(self.noted, self._places.places, strict=True)
            if at < ends and (after > begins or at >= begins)
        ]

    def _logprobs(self, tokens: list[Token]) -> dict[str, Any] | None:
        if self.job.best is None:
            return None
        return {"content": [self.entry(token) for token in tokens], "refusal": None}

    def entry(self, token: Token) -> dict[str, Any]:
        """A token's log-probability and those of the likeliest ones of its place, in OpenAI's form."""

        def entry(number: int, log_p: float) -> dict[str, Any]:
            spelled = self.spelled(number)
            return {"token": spelled.decode("utf-8", "replace"), "logprob": _finite(log_p), "bytes": list(spelled)}

        best = [entry(number, log_p) for number, log_p in token.best]
        return {**entry(token.token, token.log_probability), "top_logprobs": best}


def overlap(text: str, mark: str) -> int:
    """How many characters at the text's end could be the beginning of the mark."""
    return next((n for n in range(min(len(mark) - 1, len(text)), 0, -1) if text.endswith(mark[:n])), 0)


def _delta(index: int, delta: Mapping[str, Any], logprobs: Any = None, reason: str | None = None) -> dict[str, Any]:
    return {"index": index, "delta": dict(delta), "logprobs": logprobs, "finish_reason": reason}


def _finite(log_p: float) -> float:
    """JSON has no infinity; OpenAI writes -9999 for what is as good as impossible."""
    return max(log_p, -9999.0)


# ---- completions ----


class CompletionReply(Reply):
    """A completion of a text."""

    kind = piece_kind = "text_completion"
    prefix = "cmpl"

    def choice_of(self, index: int, job: Job, tool_format: str) -> Choice:
        given = self.asked.prompts[index // self.asked.copies]
        echoed = given if isinstance(given, str) else self.vocabulary.decode(given).decode("utf-8", "replace")
        return TextChoice(index, job, self.vocabulary, echoed if self.asked.echo else "")


class TextChoice(Choice):
    """One text; `before` is the prompt, where it is to be repeated."""

    def __init__(self, index: int, job: Job, vocabulary: Vocabulary, before: str) -> None:
        super().__init__(index, job, vocabulary)
        self.before, self.offset = before, len(before)

    def whole(self) -> dict[str, Any]:
        self.offset = len(self.before)
        return self._choice(self.before + self.text, self.noted, self.reason)

    def pieces(self, news: News) -> Iterator[dict[str, Any]]:
        text = news.text if self.tokens or self.text else self.before + news.text
        self.feed(news)
        if text or news.tokens or self.reason:
            yield self._choice(text, news.tokens, self.reason)

    def _choice(self, text: str, tokens: list[Token], reason: str | None) -> dict[str, Any]:
        logprobs = None if self.job.best is None else self._logprobs(tokens)
        return {"index": self.index, "text": text, "logprobs": logprobs, "finish_reason": reason, **self.signs}

    def _logprobs(self, tokens: list[Token]) -> dict[str, Any]:
        spelled = [self.spelled(token.token).decode("utf-8", "replace") for token in tokens]
        offsets = []
        for text in spelled:
            offsets.append(self.offset)
            self.offset += len(text)
        best = [
            {self.spelled(number).decode("utf-8", "replace"): _finite(log_p) for number, log_p in token.best}
            for token in tokens
        ]
        return {
            "tokens": spelled,
            "token_logprobs": [_finite(token.log_probability) for token in tokens],
            "top_logprobs": best,
            "text_offset": offsets,
        }
