"""Arguments in every format: laws over random parameters, judged by `jsonschema` and by Python's own parser."""

from __future__ import annotations

import ast
import json
import re
from itertools import product
from random import Random
from typing import Any

import jsonschema
import pytest

from constrain import GrammarError, UnsupportedError
from constrain.grammars import json_schema, structural_tag, tools
from constrain.grammars.tool_calls.arguments import TagStyle
from constrain.grammars.tool_calls.formats import FORMATS, tool_format
from constrain.grammars.tool_calls.scanner import CallScanner
from constrain.grammars.tool_calls.tools import CustomCall, ToolCall
from tests.grammars.json_schema.instances import accepts, compiled

STYLED = [name for name in FORMATS if tool_format(name).style is not None]
TAGS = [name for name in STYLED if isinstance(tool_format(name).style, TagStyle)]
PYTHON = [name for name in STYLED if name not in TAGS]

# Values that the schemas below allow, beside each.
PARTS: list[tuple[Any, list[Any]]] = [
    ({"type": "string", "maxLength": 5}, ["", "a", "q\"'\\", "\n", "é 7", "true", "12"]),
    ({"type": "string", "pattern": "^[a-c<]+$"}, ["a", "abc", "<b"]),
    ({"enum": ["Oslo", "it's", 3, None]}, ["Oslo", "it's", 3, None]),
    ({"type": "string", "format": "date"}, ["2024-02-29"]),
    ({"type": ["string", "null"], "maxLength": 6}, ["7", "nul", "{}", None]),
    ({"type": ["string", "integer"], "maxLength": 6}, ["x7", "null", 7, -1]),
    ({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "boolean"}}]}, ["a[", [True, False]]),
    ({"type": "boolean"}, [True, False]),
    ({"type": "number", "minimum": 0}, [0, 2.5, 10]),
    ({"type": "array", "items": {"type": ["null", "string"]}}, [[], [None, "a'b"], ["<x>"]]),
    ({"type": "object", "properties": {"a": {"type": "boolean"}, "b": {}}}, [{}, {"a": True}, {"b": [None, 3]}]),
    ({"$ref": "#/$defs/tree"}, [{}, {"next": {"next": {}}}]),
    ({"type": "array", "items": {"type": "integer"}, "uniqueItems": True, "maxItems": 3}, [[1, 2]]),
]
DEFS = {"tree": {"type": "object", "properties": {"next": {"$ref": "#/$defs/tree"}}, "additionalProperties": False}}


def random_parameters(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parameters, and arguments that they allow."""
    names = random.sample(["a", "city", "b_2", "Long_name", "z"], random.randrange(5))
    chosen = {name: random.choice(PARTS) for name in names}
    required = [name for name in names if random.random() < 0.5]
    given = {n: random.choice(values) for n, (_, values) in chosen.items() if n in required or random.random() < 0.6}
    properties = {name: schema for name, (schema, _) in chosen.items()}
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {**schema, "$defs": DEFS}, given


def literal(value: Any) -> str:
    """Python's, with single quotes outside of containers."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {literal(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(json.dumps(part) if isinstance(part, str) else literal(part) for part in value)}]"
    return repr(value)


def rendered(format: str, name: str, given: dict[str, Any]) -> str:
    """A call as the model's template writes it."""
    if format in PYTHON:
        call = f"{name}({', '.join(f'{key}={literal(value)}' for key, value in given.items())})"
        return f"[{call}]" if format == "pythonic" else f"```tool_code\n{call}\n```"
    if format == "hermes":
        return f"<tool_call>\n{json.dumps({'name': name, 'arguments': given})}\n</tool_call>"
    raw = {key: value if isinstance(value, str) else json.dumps(value) for key, value in given.items()}
    if format == "qwen3-coder":
        tags = "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in raw.items())
        return f"<tool_call>\n<function={name}>\n{tags}</function>\n</tool_call>"
    if format.startswith("glm"):
        line = "\n" if format == "glm-4.5" else ""
        keys = [f"<arg_key>{k}</arg_key>{line}<arg_value>{v}</arg_value>{line}" for k, v in raw.items()]
        return f"<tool_call>{name}{line}{''.join(keys)}</tool_call>"
    if format == "minimax-m2":
        tags = "".join(f'<parameter name="{key}">{value}</parameter>\n' for key, value in raw.items())
        return f'<minimax:tool_call>\n<invoke name="{name}">\n{tags}</invoke>\n</minimax:tool_call>'
    if format == "kimi-k3":
        types = {str: "string", bool: "boolean", int: "number", float: "number", list: "array", dict: "object"}
        arguments = "".join(
            f'<|open|>argument key="{key}" type="{types.get(type(value), "null")}"<|sep|>{raw[key]}<|close|>argument<|sep|>'
            for key, value in given.items()
        )
        call = f'<|open|>call tool="{name}" index="1"<|sep|>{arguments}<|close|>call<|sep|>'
        return f"<|close|>response<|sep|><|open|>tools<|sep|>{call}<|close|>tools<|sep|>"
    around = {"deepseek-v3.2": "function_calls", "deepseek-v4": "tool_calls", "deepseek-v4.1": "calls"}[format]
    kinds = {key: json.dumps(isinstance(value, str)) for key, value in given.items()}
    tags = "".join(
        f'<｜DSML｜parameter name="{key}" string="{kinds[key]}">{value}</｜DSML｜parameter>\n'
        for key, value in raw.items()
    )
    text = f'<｜DSML｜{around}>\n<｜DSML｜invoke name="{name}">\n{tags}</｜DSML｜invoke>\n</｜DSML｜{around}>'
    return text.replace("｜DSML｜", "｜DSML｜ ") if format == "deepseek-v4.1" else text


def scanned(format: str, definitions: list[Any], text: str, cuts: list[int]) -> list[ToolCall]:
    scanner, calls, at = CallScanner(format, definitions), list[list[str]](), 0
    for end in [*cuts, len(text)]:
        for part in scanner.feed(text[at:end]):
            if part.name is not None:
                calls.append([part.name, ""])
            calls[part.number][1] += part.arguments
        at = end
    assert scanner.is_between
    return [ToolCall(name, json.loads(arguments)) for name, arguments in calls]


@pytest.mark.parametrize("format", FORMATS)
def test_texts_are_valid_calls_and_streams_read_the_same(format: Any) -> None:
    """Random parameters: every text of the grammar is a valid call, also read while it is written, cut anywhere."""
    random = Random(format)
    for seed in range(12):
        schema, _ = random_parameters(random)
        definitions = [{"name": "f", "parameters": schema}]
        constraint = compiled(tools(definitions, format=format, calls="one"))
        for _ in range(4):
            text = constraint.sample(random.randrange(10**6))
            calls = constraint.read(text)
            ((name, arguments),) = calls

            assert name == "f"
            jsonschema.validate(arguments, schema, format_checker=jsonschema.FormatChecker())
            cuts = sorted(random.sample(range(len(text)), min(len(text), seed)))
            assert calls == scanned(format, definitions, text, cuts)
            assert calls == scanned(format, definitions, text, list(range(1, len(text))))


@pytest.mark.parametrize("format", STYLED)
def test_calls_that_templates_write_are_accepted(format: Any) -> None:
    """The other direction: valid arguments, in the form of the model's template, and read back."""
    random = Random(format)
    for _ in range(60):
        schema, given = random_parameters(random)
        text = rendered(format, "f", given)
        constraint = compiled(tools([{"name": "f", "parameters": schema}], format=format, calls="one"))

        if format.startswith("glm") and any(isinstance(v, str) and v != v.strip() for v in given.values()):
            assert not accepts(constraint, text)
            continue
        assert accepts(constraint, text)
        assert constraint.read(text) == [ToolCall("f", given)]


@pytest.mark.parametrize("format", PYTHON)
def test_python_reads_pythonic_calls(format: Any) -> None:
    """`ast` finds the same calls and the same values in whatever the grammar allows."""
    random = Random(format)
    for _ in range(30):
        schema, _ = random_parameters(random)
        constraint = compiled(tools([{"name": "f", "parameters": schema}], format=format, calls="many"))
        text = constraint.sample(random.randrange(10**6))
        inner = text.replace("<|python_start|>", "").replace("<|python_end|>", "")
        inner = inner.removeprefix("```tool_code\n").removesuffix("\n```")
        tree = ast.parse(inner).body
        found = tree[0].value.elts if format == "pythonic" else [line.value for line in tree]  # type: ignore[attr-defined]
        calls = [ToolCall(c.func.id, {k.arg: ast.literal_eval(k.value) for k in c.keywords}) for c in found]

        assert calls == constraint.read(text)


def test_quotes_of_python() -> None:
    """Either kind, the same within a container; where keys or items are compared, double ones there."""
    properties = {
        "a": {"type": "array", "items": {"type": "string"}},
        "o": {"type": "object", "properties": {"k": {"type": "string"}}},
    }
    constraint = compiled(
        tools([{"name": "f", "parameters": {"properties": properties}}], format="pythonic", calls="one")
    )
    for text in ("a=['x', 'y\\'']", 'a=["x\'"]', 'o={"k": "v"}, ', "o={'k': 'v'}", 'a=[\'x\'], o={"k": "v"}'):
        whole = f"[f({text})]"
        assert accepts(constraint, whole) == (not text.endswith(", "))
    assert not accepts(constraint, "[f(a=['x\"])]")


@pytest.mark.parametrize("format", TAGS)
def test_no_tag_within_a_value(format: Any) -> None:
    """Neither raw strings nor the strings of JSON hold a tag of the format; one of another format they may."""
    style = tool_format(format).style
    assert isinstance(style, TagStyle)
    schema = {"properties": {"s": {"type": "string"}, "j": {"type": "array", "items": {"type": "string"}}}}
    constraint = compiled(tools([{"name": "f", "parameters": schema}], format=format, calls="one"))

    for value in ("<b>", "</x>", "a < b"):
        assert accepts(constraint, rendered(format, "f", {"s": value}))
        assert accepts(constraint, rendered(format, "f", {"j": [value]}))
    for mark in style.marks:
        assert not accepts(constraint, rendered(format, "f", {"s": f"a{mark}b"}))
        assert not accepts(constraint, rendered(format, "f", {"j": [f"a{mark}b"]}))


def test_a_string_is_not_written_like_another_value() -> None:
    """Where a parameter may be something else, too; DeepSeek's tags say which it is, so there it is."""
    schema = {"properties": {"s": {"type": ["string", "integer"]}}}
    for format, taken in (("minimax-m2", [ToolCall("f", {"s": 7})]), ("deepseek-v3.2", [ToolCall("f", {"s": "7"})])):
        constraint = compiled(tools([{"name": "f", "parameters": schema}], format=format, calls="one"))  # type: ignore[call-overload]
        text = rendered(format, "f", {"s": "7"})

        assert accepts(constraint, text)
        assert constraint.read(text) == taken


@pytest.mark.parametrize("format", STYLED)
@pytest.mark.parametrize(
    ("parameters", "feature"),
    [
        ({"properties": {"a": {}}, "minProperties": 1}, "minProperties"),
        ({"properties": {"a": {}}, "propertyNames": {"maxLength": 2}}, "propertyNames"),
        ({"properties": {"a": {}}, "not": {"required": ["a"]}}, "not"),
        ({"oneOf": [{"properties": {"a": {"minimum": 1}}}, {"properties": {"a": {"maximum": 3}}}]}, "oneOf"),
        ({"properties": {"a b": {}}}, "name"),
    ],
)
def test_what_single_arguments_cannot_say_is_refused(format: Any, parameters: Any, feature: str) -> None:
    """By name, with the function."""
    with pytest.raises(UnsupportedError, match="'f'") as raised:
        tools([{"name": "f", "parameters": parameters}], format=format)
    assert raised.value.feature == feature


INT, TEXT = {"type": "integer"}, {"type": "string", "maxLength": 3}
# What is asked of arguments together.
TOGETHER: list[dict[str, Any]] = [
    {"properties": {"a": INT, "b": TEXT}, "required": ["b"]},
    {"properties": {"a": INT}, "required": ["a"], "additionalProperties": {"type": ["string", "boolean"]}},
    {"properties": {"a": INT}, "patternProperties": {"^x_": {"type": ["integer", "string"]}}, "required": ["x_1"]},
    {"patternProperties": {"_": TEXT}, "additionalProperties": INT, "properties": {"a": {}}},
    {"patternProperties": {"^x": INT}, "additionalProperties": False},
    {"properties": {"a": INT, "b": TEXT, "c": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {"properties": {"a": INT, "b": TEXT, "c": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {"oneOf": [{"$ref": "#/$defs/one"}, {"$ref": "#/$defs/two"}], "properties": {"c": {}}},
    {"allOf": [{"properties": {"a": {"minimum": 2}}}, {"properties": {"a": INT, "b": TEXT}, "required": ["a"]}]},
    {"anyOf": [{"properties": {"a": INT}, "additionalProperties": False}, {"properties": {"a": TEXT, "b": INT}}]},
    {"properties": {"a": INT, "b": TEXT}, "dependentRequired": {"a": ["b"]}},
    {"$ref": "#/$defs/one"},
    {"allOf": [{"properties": {"a": INT}}, {"properties": {"b": TEXT}}], "unevaluatedProperties": False},
    {"properties": {"a": False, "b": INT}, "additionalProperties": TEXT},
]
BRANCHES = {
    "one": {"properties": {"k": {"const": "1"}, "a": INT}, "required": ["k"]},
    "two": {"properties": {"k": {"enum": ["2", 2]}, "a": TEXT}, "required": ["k", "a"]},
}
GIVEN: list[Any] = [1, 7, "", "ab", "true", "7", True, None, [1], "1", "2", 2]


@pytest.mark.parametrize("format", STYLED)
@pytest.mark.parametrize("order", ["schema", "any"])
def test_what_is_asked_of_arguments_together(format: Any, order: Any) -> None:
    """Alternatives, other names and what needs what: as `jsonschema` judges them; in any order if that is asked for."""
    random, verdicts = Random(f"{format} {order}"), set[bool]()
    for together in random.sample(TOGETHER, 5):
        schema = {"type": "object", **together, "$defs": BRANCHES}
        definitions = [{"name": "f", "parameters": schema}]
        options: Any = {"format": format, "calls": "one", "extra": "allow", "property_order": order}
        constraint = compiled(tools(definitions, **options))
        judge = jsonschema.Draft202012Validator(schema)
        for _ in range(60):
            names = random.sample(["a", "b", "c", "k", "x_1", "x_2"], random.randrange(4))
            given = {name: random.choice(GIVEN) for name in (names if order == "any" else sorted(names))}
            if order == "schema" and list(given) != [n for n in ("k", "a", "b", "c", "x_1", "x_2") if n in given]:
                continue
            text = rendered(format, "f", given)
            accepted = accepts(constraint, text)
            verdicts.add(accepted)
            if accepted:  # a string may be read as another value that is written so
                (call,) = constraint.read(text)
                assert judge.is_valid(call.arguments), (together, text)
                assert list(call.arguments) == list(given)
            elif judge.is_valid(given) and order == "any":
                kinds = {name: isinstance(value, str) for name, value in given.items()}
                assert any(kinds.values()), (
                    together,
                    text,
                )  # only strings that look like something else are not written
        for seed in range(2):
            text = constraint.sample(seed)
            (call,) = constraint.read(text)
            assert judge.is_valid(call.arguments), (together, text)
            scanner_options = {key: options[key] for key in ("extra", "property_order")}
            scanner = CallScanner(format, definitions, **scanner_options)
            told = "".join(part.arguments for letter in text for part in scanner.feed(letter))
            assert json.loads(told) == call.arguments
    assert verdicts == {True, False}


@pytest.mark.parametrize("format", STYLED)
def test_no_name_comes_twice(format: Any) -> None:
    """Neither one that the parameters name nor another one, in any order."""
    schema = {"properties": {"a": INT}, "additionalProperties": INT}
    definitions = [{"name": "f", "parameters": schema}]
    constraint = compiled(tools(definitions, format=format, calls="one", extra="allow", property_order="any"))
    once = rendered(format, "f", {"q": 1, "a": 2, "r": 3})

    assert accepts(constraint, once)
    assert not accepts(constraint, once.replace("r=", "q=") if format in PYTHON else re.sub(r"\br\b", "q", once))


LARK = 'start: NUM ("+" NUM)*\nNUM: /[0-9]+/\n'


@pytest.mark.parametrize("format", FORMATS)
def test_custom_tools(format: Any) -> None:
    """A text, free or of a grammar, is the argument `input` in every format; both of OpenAI's forms say it."""
    lark = {"syntax": "lark", "definition": LARK}
    odd = {"syntax": "regex", "definition": 'a["\\\\\n\u20ac]+'}
    definitions = [
        {"type": "custom", "custom": {"name": "add", "format": {"type": "grammar", "grammar": lark}}},
        {"type": "custom", "name": "odd", "format": {"type": "grammar", **odd}},
        {"type": "custom", "name": "say", "description": "Anything."},
    ]
    for definition, right, wrong in zip(definitions, ("1+22", 'a"\\\n€', 'é\n"'), ("1+", "b", None), strict=True):
        grammar = tools([definition], format=format, calls="one")
        constraint, name = compiled(grammar), grammar.names[0]
        text = constraint.sample(3)
        (call,) = grammar.read(text)

        assert isinstance(call, CustomCall)
        assert call.arguments == {"input": call.input}
        assert scanned(format, definitions, text, list(range(1, len(text)))) == [call]
        for value in (right, wrong):
            if format in TAGS and value is not None:
                assert accepts(constraint, rendered(format, name, {"input": value})) == (value == right)
            elif format == "hermes" and value is not None:
                arguments = json.dumps({"input": value}, ensure_ascii=False)
                whole = f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'
                assert accepts(constraint, whole) == (value == right)


def test_texts_of_custom_tools_look_around_within_themselves() -> None:
    """Not at what escapes them: a line feed is no letter n."""
    definition = r'(?<!n)[n\n"]{2}(?!n)(?<="|\n)x?(?=$)'
    given = {"type": "custom", "name": "f", "format": {"type": "grammar", "syntax": "regex", "definition": definition}}
    constraint = compiled(tools([given], format="hermes", calls="one"))
    for value in map("".join, product('n\n"x', repeat=3)):
        text = rendered("hermes", "f", {"input": value})
        assert accepts(constraint, text) == (re.fullmatch(definition, value) is not None), value


@pytest.mark.parametrize("format", ["hermes", "pythonic"])
def test_strict_functions_take_no_other_arguments(format: Any) -> None:
    """Where others may; in either place where OpenAI has the word. A call of a function is no `CustomCall`."""
    parameters = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    for strict in (True, False, None):
        function = {"name": "f", "parameters": parameters, "strict": strict}
        for definition in (function, {"type": "function", **function}, {"type": "function", "function": function}):
            try:
                constraint = compiled(tools([definition], format=format, calls="one", extra="allow"))
            except UnsupportedError:  # keyword arguments have none but those named
                assert format == "pythonic"
                continue
            text = rendered(format, "f", {"a": 1})
            assert accepts(constraint, text)
            assert not isinstance(constraint.read(text)[0], CustomCall)
            if format == "hermes":
                assert accepts(constraint, rendered(format, "f", {"a": 1, "b": 2})) == (strict is not True)
    with pytest.raises(GrammarError, match="`strict` of the definition of 'f'"):
        tools([{"name": "f", "strict": "yes", "parameters": parameters}], format=format)


@pytest.mark.parametrize(
    "given",
    [3, {"type": "x"}, {"type": "grammar"}, {"type": "grammar", "grammar": {"syntax": "lark", "definition": "("}}],
)
def test_malformed_custom_tools_are_named(given: Any) -> None:
    """With the tool's name."""
    with pytest.raises(GrammarError, match="'f'"):
        tools([{"type": "custom", "custom": {"name": "f", "format": given}}])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"city": {"type": "string"}}, "'f' have 'city'"),
        ({"type": "object", "Properties": {"a": {}}}, "did you mean `properties`"),
        ({"json": {"type": "object", "properties": {}}}, "the schema stands in it"),
        ({"type": "string"}, "'f' have the type 'string'"),
        ({"properties": {"y": {"type": "float"}}}, "'f': #/properties/y/type"),
    ],
)
@pytest.mark.parametrize("format", ["hermes", "qwen3-coder", "pythonic"])
def test_errors_name_the_function_and_the_place(format: Any, parameters: Any, message: str) -> None:
    """Parameters that name no member, or are wrong within."""
    with pytest.raises(GrammarError, match=message):
        tools([{"name": "f", "parameters": parameters}], format=format)


@pytest.mark.parametrize("parameters", [{}, {"type": "object"}, {"type": "object", "properties": {}, "title": "None"}])
@pytest.mark.parametrize("format", ["json", "qwen3-coder", "pythonic"])
def test_parameters_that_name_none_take_none(format: Any, parameters: Any) -> None:
    """As without parameters."""
    constraint = compiled(tools([{"name": "f", "parameters": parameters}], format=format, calls="one"))

    assert constraint.read(constraint.sample(1)) == [ToolCall("f", {})]


STYLES = {
    "qwen_xml": "<parameter=a>\nx\n</parameter>\n<parameter=b>\n1\n</parameter>",
    "minimax_xml": '<parameter name="a">x</parameter>\n<parameter name="b">1</parameter>\n',
    "deepseek_v4_1_xml": '<｜DSML｜ parameter name="a" string="true">x</｜DSML｜ parameter>\n'
    '<｜DSML｜ parameter name="b" string="false">1</｜DSML｜ parameter>\n',
    "deepseek_xml": '<｜DSML｜parameter name="a" string="true">x</｜DSML｜parameter>\n'
    '<｜DSML｜parameter name="b" string="false">1</｜DSML｜parameter>\n',
    "glm_xml": "<arg_key>a</arg_key><arg_value>x</arg_value><arg_key>b</arg_key><arg_value>1</arg_value>",
    "python": "a='x', b=1",
}


@pytest.mark.parametrize("style", STYLES)
def test_styles_of_structural_tags(style: str) -> None:
    """Objects in tags, as xgrammar names them, and as keyword arguments."""
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}
    content = {"type": "json_schema", "json_schema": schema, "style": style}
    tag = {"type": "tag", "begin": "<f>", "content": content, "end": "</f>"}
    constraint = compiled(structural_tag({"type": "structural_tag", "format": tag}))

    assert accepts(constraint, f"<f>{STYLES[style]}</f>")
    assert not accepts(constraint, f"<f>{STYLES[style].replace('1', 'one')}</f>")
    assert not accepts(constraint, "<f></f>")


def test_what_openai_has_around_a_schema_is_taken_off() -> None:
    """`response_format`, its inner part, and that of Responses; a mapping without keywords is refused."""
    inner = {"name": "x", "strict": True, "schema": {"type": "integer"}}
    for source in (inner, {"type": "json_schema", "json_schema": inner}, {"type": "json_schema", **inner}):
        for given in (source, json.dumps(source)):
            assert not accepts(compiled(json_schema(given)), '"a"')
    with pytest.raises(GrammarError, match="every value"):
        json_schema({"city": {"type": "string"}})
