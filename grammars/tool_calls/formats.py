"""The forms in which chat models write tool calls: what stands around each call, and around them all.

Sources: the chat templates and documents of the models' makers. Marks that have tokens of their own in a tokenizer are
written by these, and by their letters elsewhere.

- `"json"`: `{"name": …, "arguments": {…}}`; several calls as a JSON array.
- `"hermes"` (Hermes 2 Pro and 3, Qwen 2.5 and 3): each call `<tool_call>`, a line of JSON, `</tool_call>`.
- `"llama3"` (Llama 3.1 to 3.3): `{"name": …, "parameters": {…}}`, `<|python_tag|>` perhaps before; several separated
  by `; `.
- `"mistral"` (Mistral's tokenizers up to v7): `[TOOL_CALLS]` and a JSON array of `{"name": …, "arguments": {…}}`.
- `"cohere-command"` (Command R7B, A and 4, from transformers' tests of its template and SGLang's reader):
  `<|START_ACTION|>`, a JSON array of `{"tool_call_id": "N", "tool_name": …, "parameters": {…}}`, each on a line of its
  own, `<|END_ACTION|>`.
- `"mistral-v11"` (v11 and later, without call ids): for each call `[TOOL_CALLS]`, the name, `[ARGS]`, the arguments.
- `"deepseek-v3"` (DeepSeek V3 and R1): `<｜tool▁calls▁begin｜>`; for each call `<｜tool▁call▁begin｜>function`,
  `<｜tool▁sep｜>`, the name, the arguments as a block of code, `<｜tool▁call▁end｜>`;
  in the end `<｜tool▁calls▁end｜>`.
- `"deepseek-v3.1"`: the same with nothing but name, `<｜tool▁sep｜>` and arguments in each call.
- `"kimi-k2"`: `<|tool_calls_section_begin|>`; for each call `<|tool_call_begin|>functions.NAME:NUMBER`,
  `<|tool_call_argument_begin|>`, the arguments, `<|tool_call_end|>`; in the end `<|tool_calls_section_end|>`.
- `"qwen3-coder"` (Qwen3-Coder, Qwen 3.5; its chat template): `<tool_call>`, `<function=NAME>`, for each argument
  `<parameter=KEY>`, the value and `</parameter>`, each on lines of their own, `</function>`, `</tool_call>`. No string
  is `null`, which vLLM's and SGLang's readers take for no value.
- `"glm-4.5"` (GLM 4.5 and 4.6; chat template): `<tool_call>NAME`, for each argument lines `<arg_key>KEY</arg_key>` and
  `<arg_value>VALUE</arg_value>`, `</tool_call>`. `"glm-4.7"` (and GLM 5): the same without line ends.
  No string begins or ends with white space, which vLLM's and SGLang's readers take off.
- `"minimax-m2"` (chat template): `<minimax:tool_call>`, for each call `<invoke name="NAME">`, for each argument
  `<parameter name="KEY">VALUE</parameter>`, `</invoke>`, in the end `</minimax:tool_call>`, all on lines.
- `"deepseek-v3.2"` (encoding_dsv32.py beside the model): the same with tags of `｜DSML｜`, where
  `string="true"` tells a string from JSON: `<｜DSML｜parameter name="KEY" string="true">VALUE</｜DSML｜parameter>`, and
  `function_calls` around. `"deepseek-v4"`: with `tool_calls` around. `"deepseek-v4.1"` (vLLM's
  deepseek_v41_encoding.py): with a blank after each `｜DSML｜`, and `calls` around.
- `"kimi-k3"` (vLLM's and SGLang's readers and structural tags for it): the response, which the prompt has begun, ends
  by `<|close|>response<|sep|>`; then `<|open|>tools<|sep|>`, for each call `<|open|>call tool="NAME" index="N"<|sep|>`,
  for each argument `<|open|>argument key="KEY" type="TYPE"<|sep|>VALUE<|close|>argument<|sep|>`, the ends of call and
  tools alike. The type is JSON's; a string stands as it is, and all else is JSON.
- `"pythonic"` (Llama 3.2 and 4, from Meta's prompt formats; Gemma 3): `[NAME(KEY=VALUE, …), …]`, Python's literals;
  `<|python_start|>` and `<|python_end|>` perhaps around.
- `"gemma-3"` (Google's guide to function calling): the calls as lines of a block of code, ```` ```tool_code ````.
- `"harmony"` (gpt-oss): `<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>` and the arguments; the
  token `<|call|>` after them ends the text, so there is one call at most.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from constrain.errors import UnsupportedError
from constrain.grammar import Grammar
from constrain.patterns.pattern import concat, literal
from constrain.support.arguments import one_of

from ..combine import Part, optional, sequence
from ..regex import regex
from ..special import Mark, mark, text_of, text_or_special
from .arguments import PythonStyle, Style, TagStyle, pattern_of

Format = Literal[
    "json",
    "hermes",
    "llama3",
    "mistral",
    "cohere-command",
    "mistral-v11",
    "deepseek-v3",
    "deepseek-v3.1",
    "kimi-k2",
    "harmony",
    "qwen3-coder",
    "glm-4.5",
    "glm-4.7",
    "minimax-m2",
    "deepseek-v3.2",
    "deepseek-v4",
    "deepseek-v4.1",
    "kimi-k3",
    "pythonic",
    "gemma-3",
]


class ToolFormat(NamedTuple):
    """What is written before the arguments of a function of some name, after them, between calls, and around all.

    `style` is how arguments are written; None: as a JSON object. `bare_names`: names stand without quotes, so they may
    only have letters, digits, `_`, `-` and `.`. `begins`: an expression of how calls begin where they do so by no mark;
    text that begins so is calls. `text_end` comes after a text without calls. `one_alone`: a
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
    style: Style | None = None
    text_end: tuple[Part, ...] = ()
    begins: str = ""
    bare_names: bool = False
    one_alone: bool = False
    at_most_one: bool = False

    @property
    def mark(self) -> tuple[str, Mark] | None:
        """The mark by which calls begin, and what stands before it; None for formats without."""
        lead = ""
        for part in (*self.opening, *self.before("name")):
            if isinstance(part, Mark):
                return lead, part
            if not isinstance(part, str):
                return None
            lead += part
        return None

    @property
    def end(self) -> str:
        """The text after the arguments."""
        return "".join(part.name if isinstance(part, Mark) else str(part) for part in self.after)


def tool_format(name: str, blank: str = " ") -> ToolFormat:
    """The format of this name. Raises `UnsupportedError` for those that cannot be kept, `ValueError` for others.

    `blank` is an expression of what its JSON has after each colon and comma: by default what `json.dumps` writes there,
    and the chat templates with it.
    """
    if name in _NOT_EXACT:
        raise UnsupportedError(
            f"format {name!r} cannot be kept exactly: {_NOT_EXACT[name]}; describe the calls to the model in another "
            "format, as 'json' or 'hermes'",
            feature=name,
            where="format",
        )
    one_of(name, "format", FORMATS)
    return _JSON_HEADS[name](blank) if name in _JSON_HEADS else _OWN_HEADS[name]()


def _named(key: str, blank: str, first: str = '{"name":') -> Callable[[str], tuple[Part, ...]]:
    """The beginning of a JSON object with the name."""

    gap = pattern_of(regex(blank)) if "?" in blank else None

    def before(name: str) -> tuple[Part, ...]:
        pieces = first, f"{json.dumps(name, ensure_ascii=False)},", f'"{key}":', ""
        if gap is None:
            return (text_of(literal(blank.join(pieces).encode())),)
        parts = (part for piece in pieces for part in (literal(piece.encode()), gap))
        return (text_of(concat(*tuple(parts)[:-2])),)

    return before


def _named_head(key: str, first: str = r'\{"name"') -> str:
    """What any layout has there."""
    return rf'{first}: ?(?P<name>"(?:[^"\\]|\\.)*"), ?"{key}": ?'


_BARE = r"(?P<name>[A-Za-z0-9_.-]+)"


def _json(blank: str) -> ToolFormat:
    around, begins = (("[",), ("]",)), r'\[?\{"name":'
    head, before = _named_head("arguments"), _named("arguments", blank)
    return ToolFormat("json", head, before, ("}",), regex(f",{blank}"), *around, begins=begins, one_alone=True)


def _hermes(blank: str) -> ToolFormat:
    begin, end = text_or_special("<tool_call>"), text_or_special("</tool_call>")
    head, named = _named_head("arguments"), _named("arguments", blank)
    return ToolFormat("hermes", head, lambda name: (begin, "\n", *named(name)), ("}\n", end), "\n")


def _llama3(blank: str) -> ToolFormat:
    tag = optional(text_or_special("<|python_tag|>"))
    head, before, begins = _named_head("parameters"), _named("parameters", blank), r'<\|python_tag\|>|\{"name":'
    return ToolFormat("llama3", head, before, ("}",), "; ", (tag,), begins=begins)


def _mistral(blank: str) -> ToolFormat:
    # SentencePiece's spelling of the array begins with a space, Tekken's does not.
    opening = (text_or_special("[TOOL_CALLS]"), regex(" ?"), "[")
    head, before = _named_head("arguments"), _named("arguments", blank)
    return ToolFormat("mistral", head, before, ("}",), regex(f",{blank}"), opening, ("]",))


def _cohere(blank: str) -> ToolFormat:
    begin, end = text_or_special("<|START_ACTION|>"), text_or_special("<|END_ACTION|>")
    head, named = _named_head("parameters", '"tool_name"'), _named("parameters", blank, '"tool_name":')
    number = rf'\{{"tool_call_id":{blank}"(0|[1-9][0-9]{{0,3}})",{blank}'
    before = lambda name: (regex(number), *named(name))  # noqa: E731
    return ToolFormat("cohere-command", head, before, ("}",), regex(",\n?    "), (begin, "[\n    "), ("\n]", end))


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
        return channel, f"commentary to=functions.{name} ", constrain, "json", message

    head = rf"commentary to=functions\.{_BARE} ?<\|constrain\|>json<\|message\|>"
    return ToolFormat("harmony", head, before, (), bare_names=True, at_most_one=True)


# ---- a tag for each parameter ----

_KEY = r"(?P<name>[^<>\"\s]+)"


def _qwen3_coder() -> ToolFormat:
    begin, end = text_or_special("<tool_call>"), text_or_special("</tool_call>")
    head = rf"<tool_call>\n<function={_BARE}>\n"
    after = ("</function>\n", end)
    return ToolFormat(
        "qwen3-coder", head, lambda name: (begin, f"\n<function={name}>\n"), after, "\n", style=QWEN, bare_names=True
    )


QWEN = TagStyle(
    lambda name, kind: (f"<parameter={name}>\n",),
    ("\n</parameter>",),
    ("<parameter=", "</parameter>", "<function=", "</function>", "<tool_call>", "</tool_call>"),
    re.compile(rf"<parameter={_KEY}>\n(?P<value>.*?)\n</parameter>", re.DOTALL),
    never=pattern_of(regex("(?i:null)")),
)


def _glm(name: str, line: str) -> ToolFormat:
    begin, end = text_or_special("<tool_call>"), text_or_special("</tool_call>")
    head = rf"<tool_call>{_BARE}(?=[\n<]){line}"
    before = lambda function: (begin, function, line) if line else (begin, function)  # noqa: E731
    return ToolFormat(name, head, before, (end,), line, style=glm_style(line), bare_names=True)


def glm_style(line: str) -> TagStyle:
    """GLM's tags for keys and values."""
    key, key_end, value, value_end = map(text_or_special, ("<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"))

    def before(name: str, kind: str) -> tuple[Part, ...]:
        return (key, name, key_end, line, value) if line else (key, name, key_end, value)

    return TagStyle(
        before,
        (value_end,),
        ("<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<tool_call>", "</tool_call>"),
        re.compile(rf"<arg_key>{_KEY}</arg_key>{line}<arg_value>(?P<value>.*?)</arg_value>", re.DOTALL),
        separator=line,
        never=pattern_of(regex(r"\s[\s\S]*|[\s\S]*\s")),
    )


def _minimax_m2() -> ToolFormat:
    opening, closing = text_or_special("<minimax:tool_call>"), text_or_special("</minimax:tool_call>")
    return ToolFormat(
        "minimax-m2",
        rf'<invoke name="{_BARE}">\n',
        lambda name: (f'<invoke name="{name}">\n',),
        ("</invoke>",),
        "\n",
        (opening, "\n"),
        ("\n", closing),
        style=MINIMAX,
        bare_names=True,
    )


MINIMAX = TagStyle(
    lambda name, kind: (f'<parameter name="{name}">',),
    ("</parameter>",),
    ("<parameter name=", "</parameter>", "<invoke name=", "</invoke>", "<minimax:tool_call>", "</minimax:tool_call>"),
    re.compile(rf'<parameter name="{_KEY}">(?P<value>.*?)</parameter>', re.DOTALL),
)


def _dsml(name: str, around: str, blank: str = "") -> ToolFormat:
    dsml = text_or_special("｜DSML｜")
    return ToolFormat(
        name,
        rf'<｜DSML｜{blank}invoke name="{_BARE}">\n',
        lambda function: ("<", dsml, f'{blank}invoke name="{function}">\n'),
        ("</", dsml, f"{blank}invoke>"),
        "\n",
        ("<", dsml, f"{blank}{around}>\n"),
        ("\n</", dsml, f"{blank}{around}>"),
        style=dsml_style(blank),
        bare_names=True,
    )


def dsml_style(blank: str = "") -> TagStyle:
    """DeepSeek's tags, which say what is a string; `blank` stands after each mark."""
    dsml = text_or_special("｜DSML｜")

    def before(name: str, kind: str) -> tuple[Part, ...]:
        return "<", dsml, f'{blank}parameter name="{name}" string="{"true" if kind == "string" else "false"}">'

    begin, end = f"<｜DSML｜{blank}parameter", f"</｜DSML｜{blank}parameter>"
    member = rf'{begin} name="{_KEY}" string="(?P<string>true|false)">(?P<value>.*?){end}'
    return TagStyle(before, ("</", dsml, f"{blank}parameter>"), ("｜DSML｜",), re.compile(member, re.DOTALL))


def _kimi_k3() -> ToolFormat:
    begin, stop, sep = map(text_or_special, _XTML)
    ended = optional(sequence(stop, "message", sep))
    return ToolFormat(
        "kimi-k3",
        rf'<\|open\|>call tool="{_BARE}" index="[0-9]+"<\|sep\|>',
        lambda name: (begin, f'call tool="{name}" index="', regex("[1-9][0-9]{0,3}"), '"', sep),
        (stop, "call", sep),
        "",
        (stop, "response", sep, begin, "tools", sep),
        (stop, "tools", sep, ended),
        style=XTML,
        text_end=(optional(sequence(stop, "response", sep, ended)),),
        bare_names=True,
    )


_XTML = ("<|open|>", "<|close|>", "<|sep|>")


def _xtml_style() -> TagStyle:
    """Kimi K3's tags, which say the JSON type of each value."""
    begin, stop, sep = map(text_or_special, _XTML)
    kinds = {name: frozenset((name,)) for name in ("null", "boolean", "array", "object")}

    def before(name: str, kind: str) -> tuple[Part, ...]:
        return begin, f'argument key="{name}" type="{kind}"', sep

    types = f"(?:(?P<string>string)|number|{'|'.join(kinds)})"
    member = rf'<\|open\|>argument key="{_KEY}" type="{types}"<\|sep\|>(?P<value>.*?)<\|close\|>argument<\|sep\|>'
    return TagStyle(
        before,
        (stop, "argument", sep),
        _XTML,
        re.compile(member, re.DOTALL),
        separator="",
        kinds=kinds | {"number": frozenset(("number", "integer"))},
        names=r'[^<>"&\s]+',
    )


XTML = _xtml_style()


# ---- Python ----


def _pythonic() -> ToolFormat:
    start, stop = optional(text_or_special("<|python_start|>")), optional(text_or_special("<|python_end|>"))
    begins = r"<\|python_start\|>|\[[A-Za-z_][A-Za-z0-9_]*\("
    return _python("pythonic", ", ", (start, "["), ("]", stop), begins)


def _gemma_3() -> ToolFormat:
    return _python("gemma-3", "\n", (mark("```tool_code\n", "gemma-3"),), ("\n```",))


def _python(
    name: str, separator: str, opening: tuple[Part, ...], closing: tuple[Part, ...], begins: str = ""
) -> ToolFormat:
    head = r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)\("
    before = lambda function: (f"{function}(",)  # noqa: E731
    return ToolFormat(name, head, before, (")",), separator, opening, closing, style=PythonStyle(), begins=begins)


_JSON_HEADS: dict[str, Callable[[str], ToolFormat]] = {
    "json": _json,
    "hermes": _hermes,
    "llama3": _llama3,
    "mistral": _mistral,
    "cohere-command": _cohere,
}
"""Formats whose calls are JSON as a whole."""
_OWN_HEADS: dict[str, Callable[[], ToolFormat]] = {
    "mistral-v11": _mistral_v11,
    "deepseek-v3": _deepseek_v3,
    "deepseek-v3.1": _deepseek_v31,
    "kimi-k2": _kimi_k2,
    "harmony": _harmony,
    "qwen3-coder": _qwen3_coder,
    "glm-4.5": lambda: _glm("glm-4.5", "\n"),
    "glm-4.7": lambda: _glm("glm-4.7", ""),
    "minimax-m2": _minimax_m2,
    "deepseek-v3.2": lambda: _dsml("deepseek-v3.2", "function_calls"),
    "deepseek-v4": lambda: _dsml("deepseek-v4", "tool_calls"),
    "deepseek-v4.1": lambda: _dsml("deepseek-v4.1", "calls", " "),
    "kimi-k3": _kimi_k3,
    "pythonic": _pythonic,
    "gemma-3": _gemma_3,
}
FORMATS = (*_JSON_HEADS, *_OWN_HEADS)
_NOT_EXACT = {
    "functiongemma": "its template writes numbers bare, and vLLM's reader finds only values between `<escape>`, where "
    "it takes `5` for a number that is meant as a string",
    "gemma-4": "values are quoted by a token within arrays and objects as well, which is not built; SGLang's reader "
    "takes `null` and `1e5` for texts, and misreads brackets in strings of arrays in arrays",
    "minimax-m3": "values are elements inside each other, read by the schema of each, which is not built",
}
"""Formats of models that are known and refused, and why."""
