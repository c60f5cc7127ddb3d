"""The forms in which chat models write tool calls: what stands around each call, and around them all.

Sources: the chat templates and documents of the models' makers. Marks that have tokens of their own in a tokenizer are
written by these, and by their letters elsewhere.

- `"json"`: `{"name": …, "arguments": {…}}`; several calls as a JSON array.
- `"hermes"` (Hermes 2 Pro and 3, Qwen 2.5 and 3): each call `<tool_call>`, a line of JSON, `</tool_call>`.
- `"llama3"` (Llama 3.1 to 3.3): `{"name": …, "parameters": {…}}`, `<|python_tag|>` perhaps before; several separated
  by `; `.
- `"mistral"` (Mistral's tokenizers up to v7): `[TOOL_CALLS]` and a JSON array of `{"name": …, "arguments": {…}}`.
- `"mistral-v11"` (v11 and later, without call ids): for each call `[TOOL_CALLS]`, the name, `[ARGS]`, the arguments.
- `"deepseek-v3"` (DeepSeek V3 and R1): `<｜tool▁calls▁begin｜>`; for each call `<｜tool▁call▁begin｜>function`,
  `<｜tool▁sep｜>`, the name, the arguments as a block of code, `<｜tool▁call▁end｜>`;
  in the end `<｜tool▁calls▁end｜>`.
- `"deepseek-v3.1"`: the same with nothing but name, `<｜tool▁sep｜>` and arguments in each call.
- `"kimi-k2"`: `<|tool_calls_section_begin|>`; for each call `<|tool_call_begin|>functions.NAME:NUMBER`,
  `<|tool_call_argument_begin|>`, the arguments, `<|tool_call_end|>`; in the end `<|tool_calls_section_end|>`.
- `"harmony"` (gpt-oss): `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>` and the arguments; the
  token `<|call|>` after them ends the text, so there is one call at most.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from constrain.grammar import Grammar
from constrain.shorten import shown

from .combine import Part, optional, sequence
from .regex import regex
from .special import text_or_special

Format = Literal[
    "json", "hermes", "llama3", "mistral", "mistral-v11", "deepseek-v3", "deepseek-v3.1", "kimi-k2", "harmony"
]


class ToolFormat(NamedTuple):
    """What is written before the arguments of a function of some name, after them, between calls, and around all.

    `bare_names`: names stand without quotes, so they may only have letters, digits, `_`, `-` and `.`. `one_alone`: a
    call that is the only one possible stands without `opening` and `closing`. `at_most_one`: no more calls in a text.
    `head` is a regular expression of what `before` writes, or of an end of it; its group `name` has the name.
    """

    name: str
    head: str
    before: Callable[[str], tuple[Part, ...]]
    after: tuple[Part, ...]
    separator: Part = ""
    opening: tuple[Part, ...] = ()
    closing: tuple[Part, ...] = ()
    bare_names: bool = False
    one_alone: bool = False
    at_most_one: bool = False


def tool_format(name: str) -> ToolFormat:
    """The format of this name. Raises `ValueError` for others."""
    try:
        return FORMATS[name]()
    except (KeyError, TypeError):
        raise ValueError(f"format is {shown(name, 100)}; choose one of {', '.join(map(repr, FORMATS))}") from None


def _named(key: str) -> Callable[[str], tuple[Part, ...]]:
    """The beginning of a JSON object with the name; at most one space after each colon and comma."""

    def before(name: str) -> tuple[Part, ...]:
        quoted = re.escape(json.dumps(name, ensure_ascii=False))
        return (regex(rf'\{{"name": ?{quoted}, ?"{key}": ?'),)

    return before


def _named_head(key: str) -> str:
    return rf'\{{"name": ?(?P<name>"(?:[^"\\]|\\.)*"), ?"{key}": ?'


_BARE = r"(?P<name>[A-Za-z0-9_.-]+)"


def _comma() -> Grammar:
    return sequence(",", regex(" ?"))


def _json() -> ToolFormat:
    return ToolFormat(
        "json", _named_head("arguments"), _named("arguments"), ("}",), _comma(), ("[",), ("]",), one_alone=True
    )


def _hermes() -> ToolFormat:
    begin, end, named = text_or_special("<tool_call>"), text_or_special("</tool_call>"), _named("arguments")
    return ToolFormat("hermes", _named_head("arguments"), lambda name: (begin, "\n", *named(name)), ("}\n", end), "\n")


def _llama3() -> ToolFormat:
    tag = optional(text_or_special("<|python_tag|>"))
    return ToolFormat("llama3", _named_head("parameters"), _named("parameters"), ("}",), "; ", (tag,))


def _mistral() -> ToolFormat:
    # SentencePiece's spelling of the array begins with a space, Tekken's does not.
    opening = (text_or_special("[TOOL_CALLS]"), regex(" ?"), "[")
    return ToolFormat("mistral", _named_head("arguments"), _named("arguments"), ("}",), _comma(), opening, ("]",))


def _mistral_v11() -> ToolFormat:
    calls, arguments = text_or_special("[TOOL_CALLS]"), text_or_special("[ARGS]")
    head = rf"\[TOOL_CALLS\]{_BARE}\[ARGS\]"
    return ToolFormat("mistral-v11", head, lambda name: (calls, name, arguments), (), bare_names=True)


def _deepseek_v3() -> ToolFormat:
    begin, separator, end = map(_deepseek, ("tool▁call▁begin", "tool▁sep", "tool▁call▁end"))
    opening, closing = _deepseek("tool▁calls▁begin"), _deepseek("tool▁calls▁end")

    def before(name: str) -> tuple[Part, ...]:
        return begin, "function", separator, f"{name}\n```json\n"

    head = rf"<｜tool▁call▁begin｜>function<｜tool▁sep｜>{_BARE}\n```json\n"
    return ToolFormat("deepseek-v3", head, before, ("\n```", end), "\n", (opening,), (closing,), bare_names=True)


def _deepseek_v31() -> ToolFormat:
    begin, separator, end = map(_deepseek, ("tool▁call▁begin", "tool▁sep", "tool▁call▁end"))
    opening, closing = _deepseek("tool▁calls▁begin"), _deepseek("tool▁calls▁end")
    head = rf"<｜tool▁call▁begin｜>{_BARE}<｜tool▁sep｜>"
    return ToolFormat(
        "deepseek-v3.1",
        head,
        lambda name: (begin, name, separator),
        (end,),
        "",
        (opening,),
        (closing,),
        bare_names=True,
    )


def _deepseek(name: str) -> Grammar:
    return text_or_special(f"<｜{name}｜>")


def _kimi_k2() -> ToolFormat:
    names = ("call_begin", "call_argument_begin", "call_end", "calls_section_begin", "calls_section_end")
    begin, arguments, end, opening, closing = (text_or_special(f"<|tool_{name}|>") for name in names)

    def before(name: str) -> tuple[Part, ...]:
        return begin, f"functions.{name}:", regex("0|[1-9][0-9]{0,3}"), arguments

    head = rf"functions\.{_BARE}:[0-9]+<\|tool_call_argument_begin\|>"
    return ToolFormat("kimi-k2", head, before, (end,), "", (opening,), (closing,), bare_names=True)


def _harmony() -> ToolFormat:
    channel, constrain, message = (text_or_special(f"<|{name}|>") for name in ("channel", "constrain", "message"))

    def before(name: str) -> tuple[Part, ...]:
        return channel, f"commentary to=functions.{name}", regex(" ?"), constrain, "json", message

    head = rf"commentary to=functions\.{_BARE} ?<\|constrain\|>json<\|message\|>"
    return ToolFormat("harmony", head, before, (), bare_names=True, at_most_one=True)


FORMATS: dict[str, Callable[[], ToolFormat]] = {
    "json": _json,
    "hermes": _hermes,
    "llama3": _llama3,
    "mistral": _mistral,
    "mistral-v11": _mistral_v11,
    "deepseek-v3": _deepseek_v3,
    "deepseek-v3.1": _deepseek_v31,
    "kimi-k2": _kimi_k2,
    "harmony": _harmony,
}
