"""Tool calls: the forms of several chat models, values, and tools that cannot be kept."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from random import Random
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

import constrain
from constrain import GrammarError, RejectedToken, UnsupportedError, Vocabulary
from constrain.grammar import Sequence
from constrain.grammars import free_text, free_text_with, json_schema, sequence, special, text_or_special, tools
from constrain.grammars.tool_calls.formats import FORMATS
from constrain.grammars.tool_calls.scanner import CallScanner
from constrain.grammars.tool_calls.tools import ToolCall
from tests.grammars.json_schema.instances import accepts, compiled, random_text


class Search(BaseModel):
    """A tool as a model."""

    query: str = Field(max_length=5)


WEATHER: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather somewhere.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"$ref": "#/$defs/city"}, "days": {"type": "integer", "minimum": 1, "maximum": 9}},
            "required": ["city"],
            "additionalProperties": False,
            "$defs": {"city": {"enum": ["Oslo", "Rome"]}},
        },
    },
}
NOW = {"name": "now"}
SHOUT = {
    "name": "shout",
    "parameters": {"properties": {"tags": {"type": "array", "contains": {}, "minContains": 2, "uniqueItems": True}}},
}
OSLO, CLOCK = ToolCall("weather", {"city": "Oslo", "days": 2}), ToolCall("now", {})


def written(call: ToolCall, key: str = "arguments") -> str:
    return json.dumps({"name": call.name, key: call.arguments})


def arguments(call: ToolCall) -> str:
    return json.dumps(call.arguments)


DEEPSEEK_BEGIN, DEEPSEEK_END = "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"
BEGIN, SEPARATOR, END = "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>"
KIMI = [f"<|tool_{name}|>" for name in ("calls_section_begin", "call_begin", "call_argument_begin", "call_end")]
HARMONY = "<|channel|>commentary to=functions.weather <|constrain|>json<|message|>"
GLM = ["<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"]
DSML = (
    '<｜DSML｜{0}>\n<｜DSML｜invoke name="weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n'
    '<｜DSML｜parameter name="days" string="false">2</｜DSML｜parameter>\n</｜DSML｜invoke>\n'
    '<｜DSML｜invoke name="now">\n</｜DSML｜invoke>\n</｜DSML｜{0}>'
)
# By format: the special tokens that its models have, and two calls, or one where no more are possible.
WRITTEN: dict[str, tuple[list[str], str]] = {
    "json": ([], f"[{written(OSLO)}, {written(CLOCK)}]"),
    "hermes": (
        ["<tool_call>", "</tool_call>"],
        f"<tool_call>\n{written(OSLO)}\n</tool_call>\n<tool_call>\n{written(CLOCK)}\n</tool_call>",
    ),
    "llama3": (["<|python_tag|>"], f"<|python_tag|>{written(OSLO, 'parameters')}; {written(CLOCK, 'parameters')}"),
    "mistral": (["[TOOL_CALLS]"], f"[TOOL_CALLS][{written(OSLO)}, {written(CLOCK)}]"),
    "cohere-command": (
        ["<|START_ACTION|>", "<|END_ACTION|>"],
        '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "weather", "parameters": '
        f'{arguments(OSLO)}}},\n    {{"tool_call_id": "1", "tool_name": "now", "parameters": {arguments(CLOCK)}}}\n]'
        "<|END_ACTION|>",
    ),
    "mistral-v11": (
        ["[TOOL_CALLS]", "[ARGS]"],
        f"[TOOL_CALLS]weather[ARGS]{arguments(OSLO)}[TOOL_CALLS]now[ARGS]{arguments(CLOCK)}",
    ),
    "deepseek-v3": (
        [DEEPSEEK_BEGIN, BEGIN, SEPARATOR, END, DEEPSEEK_END],
        f"{DEEPSEEK_BEGIN}{BEGIN}function{SEPARATOR}weather\n```json\n{arguments(OSLO)}\n```{END}\n"
        f"{BEGIN}function{SEPARATOR}now\n```json\n{arguments(CLOCK)}\n```{END}{DEEPSEEK_END}",
    ),
    "deepseek-v3.1": (
        [DEEPSEEK_BEGIN, BEGIN, SEPARATOR, END, DEEPSEEK_END],
        f"{DEEPSEEK_BEGIN}{BEGIN}weather{SEPARATOR}{arguments(OSLO)}{END}"
        f"{BEGIN}now{SEPARATOR}{arguments(CLOCK)}{END}{DEEPSEEK_END}",
    ),
    "kimi-k2": (
        [*KIMI, "<|tool_calls_section_end|>"],
        f"{KIMI[0]}{KIMI[1]}functions.weather:0{KIMI[2]}{arguments(OSLO)}{KIMI[3]}"
        f"{KIMI[1]}functions.now:12{KIMI[2]}{arguments(CLOCK)}{KIMI[3]}<|tool_calls_section_end|>",
    ),
    "harmony": (["<|channel|>", "<|constrain|>", "<|message|>"], f"{HARMONY}{arguments(OSLO)}"),
    "qwen3-coder": (
        ["<tool_call>", "</tool_call>"],
        "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n2\n</parameter>\n"
        "</function>\n</tool_call>\n<tool_call>\n<function=now>\n</function>\n</tool_call>",
    ),
    "glm-4.5": (
        GLM,
        "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n"
        "<arg_value>2</arg_value>\n</tool_call>\n<tool_call>now\n</tool_call>",
    ),
    "glm-4.7": (
        GLM,
        "<tool_call>weather<arg_key>city</arg_key><arg_value>Oslo</arg_value><arg_key>days</arg_key>"
        "<arg_value>2</arg_value></tool_call><tool_call>now</tool_call>",
    ),
    "minimax-m2": (
        ["<minimax:tool_call>", "</minimax:tool_call>"],
        '<minimax:tool_call>\n<invoke name="weather">\n<parameter name="city">Oslo</parameter>\n'
        '<parameter name="days">2</parameter>\n</invoke>\n<invoke name="now">\n</invoke>\n</minimax:tool_call>',
    ),
    "deepseek-v3.2": (["｜DSML｜"], DSML.format("function_calls")),
    "deepseek-v4": (["｜DSML｜"], DSML.format("tool_calls")),
    "deepseek-v4.1": (["｜DSML｜"], DSML.format("calls").replace("｜DSML｜", "｜DSML｜ ")),
    "kimi-k3": (
        ["<|close|>", "<|open|>", "<|sep|>"],
        '<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="weather" index="1"<|sep|>'
        '<|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|>'
        '<|open|>argument key="days" type="number"<|sep|>2<|close|>argument<|sep|><|close|>call<|sep|>'
        '<|open|>call tool="now" index="2"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    ),
    "pythonic": ([], '[weather(city="Oslo", days=2), now()]'),
    "gemma-3": ([], "```tool_code\nweather(city='Oslo', days=2)\nnow()\n```"),
}


@pytest.mark.parametrize("format", ["functiongemma", "gemma-4", "minimax-m3"])
def test_formats_that_are_not_exact_are_refused_by_name(format: Any) -> None:
    """With the reason, and a way on; names that nobody knows are values out of range."""
    with pytest.raises(UnsupportedError, match=f"'{format}' cannot be kept exactly: .*; describe the calls"):
        tools([NOW], format=format)
    with pytest.raises(ValueError, match="format is 'hermez'; did you mean 'hermes'"):
        tools([NOW], format="hermez")  # type: ignore[call-overload]


def with_tokens(names: list[str], text: str) -> tuple[Vocabulary, list[int]]:
    """Bytes, an end and the special tokens; and the text in them, as a chat template's tokenizer would have it."""
    items = [*(bytes((byte,)) for byte in range(256)), None, *[None] * len(names)]
    words = Vocabulary.from_bytes(items, end_ids=[256], special_tokens={name: 257 + i for i, name in enumerate(names)})
    parts = re.split("|".join(map(re.escape, names)), text) if names else [text]
    found = re.findall("|".join(map(re.escape, names)), text) if names else []
    tokens = [*parts[0].encode()]
    for name, part in zip(found, parts[1:], strict=True):
        tokens += [words.special_tokens[name], *part.encode()]
    return words, tokens


def takes(constraint: constrain.Constraint, tokens: list[int]) -> bool:
    matcher = constraint.matcher()
    try:
        for token in tokens:
            matcher.advance(token)
    except RejectedToken:
        return False
    return matcher.is_accepting


def test_every_format_is_tried() -> None:
    """The table above has them all."""
    assert list(WRITTEN) == list(FORMATS)


@pytest.mark.parametrize("format", WRITTEN)
def test_forms_of_chat_models(format: Any) -> None:
    """Calls are accepted in the form that the models write, with their tokens or without, and read back."""
    names, text = WRITTEN[format]
    one = format == "harmony"
    grammar = tools([WEATHER, NOW], format=format, calls="optional" if one else "many")
    words, tokens = with_tokens(names, text)
    constraint, in_letters = constrain.compile(grammar, words), compiled(grammar)

    assert len(tokens) < len(text.encode()) or not names
    assert takes(constraint, tokens)
    assert accepts(in_letters, text)
    assert takes(constraint, [*text.encode()]) == (not names)
    assert ([OSLO] if one else [OSLO, CLOCK]) == constraint.read(constraint.text([*tokens, 256]))
    for right, wrong in (("Oslo", "Bern"), ("weather", "wether"), ("2", "0"), (text[-1], "")):
        spoiled = text.replace(right, wrong)
        assert not accepts(in_letters, spoiled)
        assert not takes(constraint, with_tokens(names, spoiled)[1])
    assert one == accepts(in_letters, "")


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize("calls", ["one", "many", "optional"])
def test_whatever_the_masks_allow_is_calls(format: Any, calls: Any) -> None:
    """Random walks under the masks end in calls with valid arguments, in the number asked for."""
    grammar = tools([WEATHER, NOW, Search], format=format, calls=calls)
    constraint = compiled(grammar)
    for seed in range(6):
        found = grammar.read(random_text(constraint, Random(seed), patience=150))
        assert len(found) == 1 if calls == "one" else len(found) >= (calls == "many")
        for call in found:
            assert isinstance(call.arguments, Search if call.name == "Search" else dict)
    if calls == "optional":
        assert accepts(constraint, "")
        assert grammar.read("") == []


@pytest.mark.parametrize("format", WRITTEN)
def test_text_and_perhaps_calls(format: Any) -> None:
    """`auto` is any text, calls, or calls after text, told apart by the mark; without one, text or calls."""
    names, text = WRITTEN[format]
    if format in ("json", "llama3", "pythonic"):
        check_text_or_calls(format, text)
        return
    begin = names[0] if names else "```tool_code\n"
    begin = f"<{begin}" if format.startswith(("deepseek-v3.2", "deepseek-v4")) else begin
    grammar = tools([WEATHER, NOW], format=format, calls="auto")
    words, tokens = with_tokens(names, text)
    constraint, in_letters = constrain.compile(grammar, words), compiled(grammar)
    expected = [OSLO] if format == "harmony" else [OSLO, CLOCK]

    for answer in ("", "Well, é: <t", begin[:-1], "\n"):
        assert takes(constraint, [*answer.encode(), *tokens])
        assert accepts(in_letters, answer + text)
        assert grammar.read(answer + text) == (answer, expected)
        assert takes(constraint, [*answer.encode()])
        assert accepts(in_letters, answer)
        assert grammar.read(answer) == (answer, [])
        assert not takes(constraint, [*answer.encode(), *with_tokens(names, f"{begin}Well")[1]])
        assert not takes(constraint, [*answer.encode(), *tokens[:-1]])
        assert not accepts(in_letters, f"{answer}{begin} Well")
        assert not takes(constraint, [*answer.encode(), *begin.encode()])
        assert not accepts(in_letters, answer + text.replace("Oslo", "Bern"))
    for seed in range(4):
        assert isinstance(grammar.read(random_text(in_letters, Random(seed), patience=100))[0], str)


def check_text_or_calls(format: Any, text: str) -> None:
    """A text that begins as calls do is calls, and others are text."""
    grammar = tools([WEATHER, NOW], format=format, calls="auto")
    constraint = compiled(grammar)

    assert grammar.read(text) == ("", [OSLO, CLOCK])
    assert accepts(constraint, text)
    for answer in ("", "Well", "[", "{", "[now", "[1, (2)]", '{"name', f" {text}"):
        assert accepts(constraint, answer)
        assert grammar.read(answer) == (answer, [])
    for wrong in (text[:-1], text + "!", text.replace("Oslo", "Bern")):
        assert not accepts(constraint, wrong)


@pytest.mark.parametrize("calls", ["many", "optional", "auto"])
@pytest.mark.parametrize("format", [name for name in FORMATS if name not in ("json", "llama3", "harmony", "pythonic")])
def test_one_call_where_calls_are_not_parallel(format: Any, calls: Any) -> None:
    """`parallel=False` leaves the texts with at most one call, and no others."""
    many = tools([NOW], format=format, calls="many")
    drawn, several, single = (
        compiled(grammar)
        for grammar in (
            many,
            tools([NOW], format=format, calls=calls),
            tools([NOW], format=format, calls=calls, parallel=False),
        )
    )
    random = Random(7)
    seen: list[int] = []
    while len(seen) < 30 or (max(seen) < 2 and len(seen) < 2000):  # where few texts have two
        text = random_text(drawn, random, patience=400)
        count = len(many.read(text))
        seen.append(count)
        assert accepts(several, text)
        assert (count < 2) == accepts(single, text)
    assert min(seen) == 1 < max(seen)
    assert (calls != "many") == accepts(single, "")


@pytest.mark.parametrize("format", list(FORMATS))
def test_calls_are_told_while_they_are_written(format: Any) -> None:
    """Random texts of each form, cut anywhere: the names, and arguments whose pieces are the text of what `read` gives."""
    random = Random(format)
    calls: Any = "one" if format == "harmony" else "many"
    quoted = {"name": "quoted", "parameters": {"properties": {"a": {"type": "string", "maxLength": 6}, "b": {}}}}
    definitions = [WEATHER, NOW, quoted]
    constraint = compiled(tools(definitions, format=format, calls=calls))
    for seed in range(40):
        text = constraint.sample(seed)
        scanner = CallScanner(format, definitions)
        names, arguments, at = list[str](), list[str](), 0
        while at < len(text):
            end = at + random.choice([1, 1, 2, 7, 1000])
            for part in scanner.feed(text[at:end]):
                if part.name is not None:
                    names.append(part.name)
                    arguments.append("")
                assert len(names) == part.number + 1
                arguments[part.number] += part.arguments
            at = end

        assert scanner.is_between
        assert constraint.read(text) == [ToolCall(n, json.loads(a)) for n, a in zip(names, arguments, strict=True)]


# Marks that a tokenizer, or a model, writes or not; Kimi counts its calls.
OPTIONAL = {"llama3": 2, "mistral": 2, "pythonic": 4, "kimi-k2": 10_000, "kimi-k3": 19_998, "cohere-command": 10_000}


@pytest.mark.parametrize("format", WRITTEN)
def test_nothing_but_the_arguments_is_free(format: Any) -> None:
    """A call without arguments is one text: blanks follow the layout, so they are forced and cost no pass."""
    for layout in ("spaced", "compact"):
        grammar = tools([NOW], format=format, calls="one", layout=layout)

        assert OPTIONAL.get(format, 1) == compiled(grammar).count()


def test_thinking_then_calls_by_tokens() -> None:
    """What Qwen 3 writes: a thought between tokens, running text, calls."""
    calls = tools([WEATHER, NOW], format="hermes", calls="optional")
    answer = sequence(text_or_special("<think>"), free_text(until=text_or_special("</think>")), "\n\n", calls)
    text = f"<think>\nWhat is <b>asked</b>?\n</think>\n\n{WRITTEN['hermes'][1]}"
    words, tokens = with_tokens(["<think>", "</think>", *WRITTEN["hermes"][0]], text)
    constraint = constrain.compile(answer, words)

    assert takes(constraint, tokens)
    assert constraint.read(constraint.text(tokens)) == ("\nWhat is <b>asked</b>?\n</think>", [OSLO, CLOCK])
    assert constraint.read("<think></think>\n\n") == ("</think>", [])


def test_calls_within_running_text() -> None:
    """The token that opens a call is the trigger; what follows it is one."""
    call = sequence("\n", json_schema({"const": 1}), "\n", text_or_special("</tool_call>"))
    answer = free_text_with({text_or_special("<tool_call>"): call})
    words, tokens = with_tokens(WRITTEN["hermes"][0], "Well: <tool_call>\n1\n</tool_call> Done.")
    constraint = constrain.compile(answer, words)

    assert takes(constraint, tokens)
    assert constraint.read(constraint.text(tokens)) == ([("Well: <tool_call>", (1,))], " Done.")


def test_harmony_thinks_in_a_channel() -> None:
    """gpt-oss: the analysis in one message, the call in the next; `<|call|>` ends the text."""
    mark = special
    thought = sequence(mark("<|channel|>"), "analysis", mark("<|message|>"), free_text(until=mark("<|end|>")))
    call = tools([WEATHER], format="harmony", calls="one")
    answer = sequence(thought, mark("<|start|>"), "assistant", call)
    text = f"<|channel|>analysis<|message|>Need it.<|end|><|start|>assistant{HARMONY}{arguments(OSLO)}"
    words, tokens = with_tokens([*WRITTEN["harmony"][0], "<|end|>", "<|start|>"], text)
    constraint = constrain.compile(answer, words)

    assert takes(constraint, tokens)
    assert constraint.read(constraint.text(tokens)) == (("Need it.<|end|>",), [OSLO])


def weather(city: Literal["Oslo", "Rome"], days: Annotated[int, Field(ge=1, le=9)] = 1, *, self_: bool = False) -> str:
    """The weather somewhere."""
    return f"{city} {days} {self_}"


def test_python_functions_are_tools() -> None:
    """Annotations are the parameters, defaults may be left out, and the arguments call the function."""
    grammar = tools([weather, Search], format="json", calls="one")
    constraint = compiled(grammar)

    for given in ('{"city": "Oslo"}', '{"city": "Rome", "days": 3}', '{"city": "Rome", "days": 3, "self_": true}'):
        text = f'{{"name": "weather", "arguments": {given}}}'
        assert accepts(constraint, text)
        (call,) = grammar.read(text)
        assert call.arguments == json.loads(given)
        assert isinstance(weather(**call.arguments), str)
    for given in ("{}", '{"city": "Bern"}', '{"city": "Oslo", "days": 0}', '{"city": "Oslo", "other": 1}'):
        assert not accepts(constraint, f'{{"name": "weather", "arguments": {given}}}')


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_arguments_come_in_the_order_of_the_parameters(seed: str) -> None:
    """In every process, whatever its hashes are."""
    program = """
from constrain.grammars import tools
def book(city: str, days: int = 3, nights: int = 2, *, rooms: int = 1, name: str = ""): ...
text = '{"name": "book", "arguments": {"city": "Oslo", "days": 2, "nights": 1, "rooms": 4, "name": "Ann"}}'
print([*tools([book], format="json", calls="one").read(text)[0].arguments])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
    )

    assert done.stdout.decode().strip() == "['city', 'days', 'nights', 'rooms', 'name']"


def test_functions_whose_parameters_are_not_clear_are_refused() -> None:
    """No annotation, arguments without names, annotations that mean nothing."""

    def open_(anything) -> None:  # type: ignore[no-untyped-def]
        raise AssertionError(anything)

    def many(*numbers: int) -> None:
        raise AssertionError(numbers)

    def odd(of: Nowhere) -> None:  # type: ignore[name-defined]  # noqa: F821
        raise AssertionError(of)

    def strange(of: object()) -> None:  # type: ignore[valid-type]
        raise AssertionError(of)

    cases = [(open_, "no annotation"), (many, "by name"), (odd, "annotations of odd"), (strange, "strange"), (3, "int")]
    for function, message in [*cases, (lambda: 0, "without a name")]:
        with pytest.raises(GrammarError, match=message):
            tools([function])


def test_names_that_a_format_cannot_write_are_refused() -> None:
    """Where names stand without quotes, they are plain; in JSON they may be anything."""
    odd = {"name": 'a "b" {c}'}

    assert accepts(compiled(tools([odd], format="json", calls="one")), json.dumps({**odd, "arguments": {}}))
    with pytest.raises(GrammarError, match="mistral-v11"):
        tools([odd], format="mistral-v11")


def test_a_single_choice() -> None:
    """`only` leaves one function to call."""
    constraint = compiled(tools([WEATHER, NOW], format="json", calls="one", only="now"))

    assert accepts(constraint, written(CLOCK))
    assert not accepts(constraint, written(OSLO))


def test_a_tool_that_cannot_be_kept_is_reported_not_opened() -> None:
    """By default it is an error; on request the tool is left out, with the reason."""
    with pytest.raises(UnsupportedError, match=r"'shout': .*uniqueItems"):
        tools([NOW, SHOUT])
    with pytest.warns(UserWarning, match="'shout' is left out"):
        grammar = tools([NOW, SHOUT], format="json", calls="one", on_error="drop")
    (dropped,) = grammar.dropped

    assert dropped.name == "shout"
    assert isinstance(dropped.error, UnsupportedError)
    assert dropped.error.where == "#/properties/tags/uniqueItems"
    assert not accepts(compiled(grammar), '{"name": "shout", "arguments": {}}')
    assert "LEFT OUT: shout" in grammar.report
    with pytest.raises(GrammarError, match="shout"), pytest.warns(UserWarning, match="shout"):
        tools([SHOUT], on_error="drop")
    with pytest.warns(UserWarning, match="'odd' is left out"):
        assert tools([NOW, {"name": "odd", "parameter": {}}], on_error="drop").names == ["now"]


@pytest.mark.parametrize(
    ("definitions", "message"),
    [
        ([], "no function"),
        ([NOW, NOW], "two functions"),
        ([{"parameters": {}}], "no name"),
        ([{"name": "a", "parameters": 3}], "JSON Schema"),
        ([{"name": "a", "input_schema": True}], "input_schema of 'a' must be a JSON Schema"),
        (
            [{"name": "a", "paramters": {}}],
            "definition of 'a' has the unknown key 'paramters'; did you mean `parameters`",
        ),
        ([{"name": "a", "InputSchema": {}}], "did you mean `input_schema`"),
        ([{"nane": "a", "parameters": {}}], "definition 0 has the unknown key 'nane'; did you mean `name`"),
        ([{"name": "a", "arguments": {}}], "unknown key 'arguments'; known are name, parameters"),
        ([{"name": "a", "properties": {}}], "unknown key 'properties'"),
        ([{"name": "a", 3: {}}], "unknown key 3"),
        (
            [{"type": "function", "function": {"name": "a"}, "parameters": {}}],
            "definition 0 has the unknown key 'parameters'",
        ),
        ([{"type": "function", "function": {"name": "a", "paramaters": {}}}], "did you mean `parameters`"),
        ([{"type": "function", "function": None, "name": "a"}], "unknown key 'name'"),
        ([{"type": "function", "function": 3}], "`function` of definition 0 must be a dict"),
        ([{"name": "a", "parameters": {}, "inputSchema": {}}], "both `parameters` and `inputSchema`"),
        ([{"type": "web_search_20250305", "name": "web_search"}], "type 'web_search_20250305'"),
        ([{"type": "object", "properties": {}}], "type 'object'"),
    ],
)
def test_malformed_definitions(definitions: list[Any], message: str) -> None:
    """Mistakes are named."""
    with pytest.raises(GrammarError, match=message):
        tools(definitions)


@pytest.mark.parametrize(
    "definition",
    [
        WEATHER,
        {**WEATHER, "cache_control": {"type": "ephemeral"}},
        {"type": "function", **WEATHER["function"], "strict": True},
        {"type": "function", "function": {**WEATHER["function"], "strict": True, "return": {"type": "string"}}},
        {
            "name": "weather",
            "description": "The weather somewhere.",
            "input_schema": WEATHER["function"]["parameters"],
            "type": "custom",
            "cache_control": {"type": "ephemeral"},
        },
        {
            "name": "weather",
            "title": "Weather",
            "inputSchema": WEATHER["function"]["parameters"],
            "outputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
            "icons": [],
            "_meta": {},
        },
        {"name": "weather", "parametersJsonSchema": WEATHER["function"]["parameters"], "parameters": None},
    ],
)
def test_definitions_of_providers_mean_the_same(definition: dict[str, Any]) -> None:
    """OpenAI's, nested and flat, Anthropic's, the Model Context Protocol's and Gemini's; what else they say is let be."""
    constraint = compiled(tools([definition], format="json", calls="one"))

    assert accepts(constraint, written(OSLO))
    assert not accepts(constraint, written(ToolCall("weather", {"town": "Oslo"})))
    assert not accepts(constraint, written(ToolCall("weather", {})))


def test_a_short_definition_of_a_large_grammar_is_not_kept() -> None:
    """Tools are kept by content, and 80 characters may ask for a grammar of eight megabytes."""
    vocabulary = Vocabulary([bytes([byte]) for byte in range(256)] + [None], end_ids=[256])

    def live() -> int:
        gc.collect()
        return sum(type(each) is Sequence for each in gc.get_objects())

    before = live()
    for number in (397, 401, 409):
        definition = {"name": "f", "parameters": {"properties": {"a": {"type": "integer", "multipleOf": number}}}}
        matcher = constrain.compile(tools([definition], format="json"), vocabulary).matcher()
        assert matcher.tokens_to_end > 0  # a text comes to the arguments
        del matcher
    assert live() - before < 1000
