"""What a user may give as a tool: an OpenAI-style definition, a Pydantic model, or a Python function.

A function's parameters are read from its annotations; those with a default may be left out. Its arguments come back as
the dict to call it with, validated: `function(**call.arguments)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

from constrain.errors import GrammarError
from constrain.showing import shown

from .json_schema.reading import PydanticReader


class Definition(NamedTuple):
    """A tool's name, its parameters as a source for `json_schema`, and what reads them, if not that grammar."""

    name: str
    parameters: Any
    read: Callable[[str], Any] | None = None


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
    function = given["function"] if isinstance(given.get("function"), Mapping) else given
    name, parameters = function.get("name"), function.get("parameters")
    if not isinstance(name, str) or not name:
        raise GrammarError(f"tools: definition {number} has no name: {shown(given, 100)}")
    if parameters is None:
        return Definition(name, {"type": "object", "additionalProperties": False})
    if not isinstance(parameters, Mapping):
        raise GrammarError(f"tools: the parameters of {name!r} must be a JSON Schema: {shown(parameters, 100)}")
    return Definition(name, {"type": "object", **parameters})


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
        return {self.names[field]: getattr(value, field) for field in value.model_fields_set}

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
