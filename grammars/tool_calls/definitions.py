"""What a user may give as a tool: a definition as providers have them, a Pydantic model, or a Python function.

Definitions differ in where the schema of the arguments stands: `parameters` (OpenAI; also inside `function`),
`input_schema` (Anthropic), `inputSchema` (the Model Context Protocol), `parametersJsonSchema` (Gemini). Beside it may
stand what the providers know; any other key is an error, because a misspelt one would leave the arguments open.

A function's parameters are read from its annotations; those with a default may be left out. Its arguments come back as
the dict to call it with, validated: `function(**call.arguments)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

from constrain.errors import GrammarError
from constrain.grammar import Grammar
from constrain.support.nearest import nearest
from constrain.support.shown import shown

from ..json_schema.text.reading import PydanticReader
from .custom import text_format

# Where the schema of the arguments stands, and what may stand beside it without bearing on them.
# OpenAI: Chat Completions, Responses. Anthropic: Messages. MCP: 2025-11-25. Gemini: FunctionDeclaration. `return` is
# what transformers' `get_json_schema` writes.
_SCHEMAS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema")
_OTHERS = (
    *("description", "strict", "type", "return", "defer_loading"),
    *("cache_control", "input_examples", "allowed_callers", "eager_input_streaming"),
    *("title", "annotations", "outputSchema", "icons", "execution", "_meta"),
    *("behavior", "response", "responseJsonSchema"),
)
_AROUND = dict.fromkeys(("type", "function", "cache_control", "defer_loading"))  # beside `function`
_WITHIN = dict.fromkeys(("name", *_SCHEMAS, *_OTHERS))
_OF_TEXT = dict.fromkeys(("name", "description", "format", "type", "defer_loading", "cache_control"))
_TYPES = ("function", "custom")


class Definition(NamedTuple):
    """A tool's name, its parameters as a source for `json_schema`, and what reads them, if not that grammar.

    `text` is the grammar of a tool that takes a text instead. `strict`: the definition asks for no other arguments
    than it names, whatever the caller's choice.
    """

    name: str
    parameters: Any
    read: Callable[[str], Any] | None = None
    text: Grammar | None = None
    strict: bool = False

    def parameters_under(self, extra: str) -> Any:
        """The parameters; where they name none and `extra` arguments are not allowed, none are."""
        if extra == "forbid" and isinstance(self.parameters, Mapping) and not _says_members(self.parameters):
            return {**self.parameters, "additionalProperties": False}
        return self.parameters


def name_of(given: Any, number: int) -> str:
    """A definition's name as far as there is one, for what says that it was left out."""
    inner = given
    if isinstance(given, Mapping):
        inner = next((given[key] for key in ("function", "custom") if isinstance(given.get(key), Mapping)), given)
    name = inner.get("name") if isinstance(inner, Mapping) else getattr(inner, "__name__", None)
    return name if isinstance(name, str) and name else f"definition {number}"


def definition_of(given: Any, number: int) -> Definition:
    """Raises `GrammarError` for what is malformed; `number` is its place in the list."""
    if isinstance(given, Mapping):
        return _of_mapping(given, number)
    if isinstance(given, type) and hasattr(given, "model_json_schema"):
        return Definition(given.__name__, given)
    if callable(given) and not isinstance(given, type):
        return _of_function(given, number)
    raise GrammarError(
        f"tools: definition {number} must be a dict, a Pydantic model or a function, not {type(given).__name__}: "
        f"{shown(given, 100)}"
    )


def _of_mapping(given: Mapping[Any, Any], number: int) -> Definition:
    kind = given.get("type", "function")
    if kind not in _TYPES:
        raise GrammarError(
            f"tools: definition {number} has the type {shown(kind, 60)}; only functions, of the type 'function' or "
            "'custom', have arguments that a grammar can describe"
        )
    if kind == "custom" and not any(given.get(key) is not None for key in _SCHEMAS):
        return _custom(given, number)
    function = given
    if "function" in given:
        _check_keys(given, _AROUND, f"definition {number}")
        function = given["function"]
        if not isinstance(function, Mapping):
            raise GrammarError(f"tools: `function` of definition {number} must be a dict: {shown(function, 100)}")
    name = function.get("name")
    if not function.keys() <= _WITHIN.keys():
        _check_keys(function, _WITHIN, _called(name, number))
    if not isinstance(name, str) or not name:
        raise GrammarError(f"tools: definition {number} has no name: {shown(given, 100)}")
    named = [key for key in _SCHEMAS if key in function and function[key] is not None]
    if len(named) > 1:
        raise GrammarError(f"tools: {_called(name, number)} has both `{named[0]}` and `{named[1]}`")
    if not named:
        return Definition(name, {"type": "object"})
    parameters = function[named[0]]
    if not isinstance(parameters, Mapping):
        raise GrammarError(f"tools: the {named[0]} of {name!r} must be a JSON Schema: {shown(parameters, 100)}")
    _check_parameters(name, named[0], parameters)
    strict = _is_strict(function, name) if "strict" in function else False
    return Definition(name, {"type": "object", **parameters}, strict=strict)


def _called(name: object, number: int) -> str:
    """A definition by its name or place, for errors."""
    return f"the definition of {shown(name, 60)}" if isinstance(name, str) else f"definition {number}"


def _is_strict(function: Mapping[Any, Any], name: str) -> bool:
    strict = function["strict"]
    if strict is not None and not isinstance(strict, bool):
        raise GrammarError(
            f"tools: `strict` of the definition of {shown(name, 60)} must be true or false, not {shown(strict, 60)}"
        )
    return strict is True


def _custom(given: Mapping[Any, Any], number: int) -> Definition:
    """OpenAI's tool that takes a text: of Chat Completions (`custom`), or of Responses."""
    function: Any = given
    if "custom" in given:
        _check_keys(given, dict.fromkeys(("type", "custom")), f"definition {number}")
        function = given["custom"]
        if not isinstance(function, Mapping):
            raise GrammarError(f"tools: `custom` of definition {number} must be a dict: {shown(function, 100)}")
    name = function.get("name")
    _check_keys(function, _OF_TEXT, _called(name, number))
    if not isinstance(name, str) or not name:
        raise GrammarError(f"tools: definition {number} has no name: {shown(given, 100)}")
    return Definition(name, None, text=text_format(name, function.get("format")))


# What says which members an object has; `required` alone does not.
_MEMBERS = frozenset(
    (
        *("properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames"),
        *("$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "enum", "const"),
        *("minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies"),
    )
)
_BESIDE = (
    *("type", "required", "title", "description", "default", "examples", "example", "deprecated", "strict", "nullable"),
    *("$schema", "$id", "id", "$defs", "definitions", "$comment", "$anchor", "readOnly", "writeOnly"),
)


def _says_members(parameters: Mapping[Any, Any]) -> bool:
    return not _MEMBERS.isdisjoint(parameters)


def _check_parameters(name: str, key: str, parameters: Mapping[Any, Any]) -> None:
    """Refuse what is no schema of an object, which would leave the arguments open."""
    kind = parameters.get("type", "object")
    if kind != "object" and not (isinstance(kind, list) and "object" in kind):
        raise GrammarError(
            f"tools: the {key} of {name!r} have the type {shown(kind, 60)}; the arguments of a call are an object, "
            'whose members the schema names: {"type": "object", "properties": {…}}'
        )
    if _says_members(parameters):
        return
    odd = [each for each in parameters if each not in _BESIDE and not str(each).startswith("x-")]
    if odd:
        near = nearest(str(odd[0]), ("properties", "required", "additionalProperties"))
        inner = parameters[odd[0]]
        if near:
            hint = f"did you mean `{near}`?"
        elif isinstance(inner, Mapping) and "properties" in inner:
            hint = f"the schema stands in it: give that as the {key}"
        else:
            hint = 'name the parameters in `properties`: {"type": "object", "properties": {…}}'
        raise GrammarError(f"tools: the {key} of {name!r} have {shown(odd[0], 60)}, which is no keyword; {hint}")


def _check_keys(given: Mapping[Any, Any], known: dict[str, None], where: str) -> None:
    """Refuse keys that nobody knows, which would otherwise be ignored."""
    if given.keys() <= known.keys():
        return
    for key in given:
        if key not in known:
            near = nearest(key, tuple(known)) if isinstance(key, str) else None
            meant = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"
            raise GrammarError(f"tools: {where} has the unknown key {shown(key, 60)}; {meant}")


def _of_function(function: Callable[..., Any], number: int) -> Definition:
    name = getattr(function, "__name__", "")
    if not name.isidentifier():
        raise GrammarError(
            f"tools: definition {number} is a function without a name of its own: {shown(function, 100)}"
        )
    read = FunctionReader(function)
    return Definition(name, read.source, read)


class FunctionReader(PydanticReader):
    """The arguments of a function from their JSON text, validated, as the dict to call it with."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        model, self.names = _model_of(function)
        super().__init__(model)

    def __call__(self, text: str) -> dict[str, Any]:
        value = super().__call__(text)
        written = value.model_fields_set  # a set, whose order is another in each process
        return {name: getattr(value, field) for field, name in self.names.items() if field in written}

    def __reduce__(self) -> tuple[Any, ...]:
        return FunctionReader, (self.function,)  # the model has no name by which it could be found


def _model_of(function: Callable[..., Any]) -> tuple[Any, dict[str, str]]:
    """A model of the function's parameters, and their names by those of its fields."""
    from pydantic import ConfigDict, create_model
    from pydantic.errors import PydanticUserError

    name = function.__name__
    try:
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters.values()
    except (NameError, TypeError, ValueError) as error:
        raise GrammarError(f"tools: the annotations of {name}() cannot be read: {error}") from None
    fields: dict[str, Any] = {}
    for i, parameter in enumerate(parameters):
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise GrammarError(
                f"tools: {name}() has the parameter `{parameter}`, which cannot be given by name; write a function "
                "that takes each argument by its name"
            )
        if parameter.name not in hints:
            raise GrammarError(f"tools: the parameter `{parameter.name}` of {name}() has no annotation")
        # A field of its own name could clash with what models have; the alias is what is written.
        fields[f"argument_{i}"] = (hints[parameter.name], _field(parameter))
    try:
        model = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    except PydanticUserError as error:
        raise GrammarError(f"tools: Pydantic does not understand the parameters of {name}(): {error}") from None
    return model, {field: parameter.name for field, parameter in zip(fields, parameters, strict=True)}


def _field(parameter: inspect.Parameter) -> Any:
    from pydantic import Field

    if parameter.default is parameter.empty:
        return Field(alias=parameter.name)
    return Field(default=parameter.default, alias=parameter.name)
