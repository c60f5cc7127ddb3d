"""Answers that consist of blocks, as OpenAI's Responses and Anthropic's Messages have them: texts and calls, in order.

A chat's news (`replies.ChatChoice`) say what text is new and what of calls. Here they become the beginnings, the pieces
and the ends of blocks; the two interfaces only say how each looks. Either has one choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from constrain.vocabulary import Vocabulary

from .engine import Job, News
from .parameters import Asked
from .replies import ChatChoice, Reply, chat_choice, event


def named_event(data: dict[str, Any]) -> bytes:
    """A server-sent event with the name that its data give as their type."""
    return event(data, data["type"])


@dataclass
class Block:
    """A text, a thought, or a call of `name`, whose arguments are `text` then. `whole` is false where it was cut off.

    A call of a custom tool (`custom`) has a text in place of arguments.
    """

    number: int
    text: str = ""
    name: str | None = None
    id: str = ""
    custom: bool = False
    thought: bool = False
    whole: bool = True


class BlockReply(Reply):
    """One answer as blocks."""

    def __init__(self, model: str, asked: Asked, jobs: list[Job], vocabulary: Vocabulary, tool_format: str) -> None:
        super().__init__(model, asked, jobs, vocabulary, tool_format)
        self.blocks: list[Block] = []
        self.open = False  # whether the last block goes on

    def choice_of(self, index: int, job: Job, tool_format: str) -> ChatChoice:
        return chat_choice(self, index, job, tool_format)

    @property
    def choice(self) -> ChatChoice:
        choice = self.choices[0]
        assert isinstance(choice, ChatChoice)
        return choice

    def pieces(self, index: int, news: News) -> Iterator[bytes]:
        choice = self.choice
        choice.feed(news)
        for text, thought in ((choice.new_thought, True), (choice.new_content, False)):
            if text:
                last = self.blocks[-1] if self.open else None
                if last is None or last.name is not None or last.thought != thought:
                    yield from self._next(Block(len(self.blocks), thought=thought))
                yield from self._more(text)
        for piece in choice.new_calls:
            name, more, custom = _called(piece)
            if name is not None:
                yield from self._next(Block(len(self.blocks), name=name, id=piece["id"], custom=custom))
            if more:
                yield from self._more(more)

    def _more(self, text: str) -> Iterator[bytes]:
        self.blocks[-1].text += text
        yield from self.piece(self.blocks[-1], text)

    def _next(self, block: Block | None) -> Iterator[bytes]:
        """Ends what is open, and begins a block if there is one."""
        if self.open:
            last = self.blocks[-1]
            last.whole = (last.name is None and not last.thought) or block is not None or self.choice.is_whole
            yield from self.finished(last)
        self.open = block is not None
        if block is not None:
            self.blocks.append(block)
            yield from self.begun(block)

    def end(self) -> Iterator[bytes]:
        if all(block.thought for block in self.blocks):  # an answer without a letter is an empty text
            yield from self._next(Block(len(self.blocks)))
        yield from self._next(None)
        yield from self.ended()

    def whole(self) -> dict[str, Any]:
        message = self.choice.whole()["message"]
        calls = message.get("tool_calls", [])
        if "reasoning_content" in message:
            self.blocks.append(Block(0, message["reasoning_content"], thought=True))
        if message["content"] or not calls:
            self.blocks.append(Block(len(self.blocks), message["content"] or ""))
        for call in calls:
            name, text, custom = _called(call)
            self.blocks.append(Block(len(self.blocks), text, name, call["id"], custom))
        return self.answer()

    # How it looks: of each interface its own.

    def begun(self, block: Block) -> Iterator[bytes]:
        raise NotImplementedError

    def piece(self, block: Block, text: str) -> Iterator[bytes]:
        raise NotImplementedError

    def finished(self, block: Block) -> Iterator[bytes]:
        raise NotImplementedError

    def ended(self) -> Iterator[bytes]:
        raise NotImplementedError

    def answer(self) -> dict[str, Any]:
        raise NotImplementedError


def _called(call: dict[str, Any]) -> tuple[str | None, str, bool]:
    """A call or a piece of one: its name if it is there, its arguments or text, and whether it is a custom tool's."""
    custom = "custom" in call
    inner = call["custom" if custom else "function"]
    return inner.get("name"), inner["input" if custom else "arguments"], custom
