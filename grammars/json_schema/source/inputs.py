"""What a user may pass: a schema, its JSON text, or a Python type that Pydantic or msgspec understands."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import PurePath
from typing import Any

from constrain.budget import spend
from constrain.errors import GrammarError, LimitExceeded
from constrain.support.arguments import classes, described, source_text
from constrain.support.shown import shown

from ..._native import distinct_keys
from ...regex.errors import excerpt
from ..text.reading import MsgspecReader, PydanticReader, read_json
from .closing import closed
from .dialect import ANNOTATIONS, KEYWORDS

_MAX_TEXT = 64 << 20


def schema_of(
    source: Any, extra: str | None = None, integers: str = "digits", *, drop: bool = False
) -> tuple[Any, Callable[[str], Any]]:
    """The schema, and what turns a finished text into a value; `extra` and `integers` are those of `json_schema`.

    `drop`: what of a type cannot be enforced is left out, and noted where it stands, under `DROPPED`.
    """
    if isinstance(source, str | PurePath):
        source_text(source, "the schema")
    if type(source) is dict or type(source) is bool:
        schema = source
    elif isinstance(source, str | bytes | bytearray):
        schema = _parsed(source)
    elif isinstance(source, Mapping):
        schema = _plain(source)
    else:
        return _of_type(source, extra != "allow", integers == "any", drop)
    schema = _unwrapped(schema)
    _refuse_members(schema)
    return closed(schema) if extra == "forbid" else schema, read_json


_SAYING = KEYWORDS | ANNOTATIONS


def _refuse_members(schema: Any) -> None:
    """GrammarError for members in the place of a schema, as `{"name": "string"}`, which would demand nothing."""
    if type(schema) is not dict or not schema:
        return
    if any(key in _SAYING or str(key).startswith(("$", "x-", "X-", "constrain:")) for key in schema):
        return
    names = ", ".join(shown(str(key), 30) for key in list(schema)[:3])
    raise GrammarError(
        f"#: no key of the schema ({names}) is a keyword of JSON Schema, so every value would be allowed; an object "
        'with such members is {"type": "object", "properties": {…}}, and {} allows every value'
    )


_AROUND = frozenset(("name", "schema", "strict", "description"))


def _unwrapped(schema: Any) -> Any:
    """The schema within what OpenAI's `response_format` has around it, which has no keyword of JSON Schema."""
    if type(schema) is not dict:
        return schema
    inner = schema
    if inner.get("type") == "json_schema":  # no type of JSON's, so the mapping is no schema itself
        inner = inner.get("json_schema", {key: value for key, value in inner.items() if key != "type"})
    if isinstance(inner, Mapping) and isinstance(inner.get("name"), str) and _AROUND.issuperset(inner):
        within = inner.get("schema")
        if isinstance(within, Mapping | bool):
            return within if type(within) is dict or isinstance(within, bool) else _plain(within)
    return schema


def _plain(source: Mapping[Any, Any]) -> dict[Any, Any]:
    """The same in plain dicts and lists, whatever mappings and lists it is of; what holds itself still does."""
    whole: dict[Any, Any] = {}
    made: dict[int, tuple[Any, Any]] = {id(source): (source, whole)}
    waiting = [id(source)]
    while waiting:
        old, new = made[waiting.pop()]
        for key, value in old.items() if isinstance(old, Mapping) else enumerate(old):
            if isinstance(value, Mapping | list):
                if id(value) not in made:
                    made[id(value)] = value, [] if isinstance(value, list) else {}
                    waiting.append(id(value))
                value = made[id(value)][1]
            if type(new) is dict:
                new[key] = value
            else:
                new.append(value)
    return whole


def _parsed(text: str | bytes | bytearray) -> Any:
    spend(4 * len(text))
    if len(text) > _MAX_TEXT:
        raise LimitExceeded(
            f"the schema's text has {len(text)} bytes, limit {_MAX_TEXT}; leave out what is not used",
            limit=_MAX_TEXT,
            needed=len(text),
        )
    try:
        if not isinstance(text, str):
            text = text.decode(json.detect_encoding(text), "surrogatepass")
        schema = _READER.decode(text)
    except json.JSONDecodeError as error:
        end = len(error.doc.rstrip())
        message = error.msg if error.pos < end else "it ends before it is complete" if end else "it is empty"
        line, column, around = excerpt(error.doc, min(error.pos, end))
        message = f"the schema is no JSON: {message} in line {line}, column {column}"
        raise GrammarError(message, line=line, column=column, excerpt=around) from None
    except UnicodeDecodeError as error:
        raise GrammarError(f"the schema's text is no UTF-8: {error.reason} at byte {error.start}") from None
    except ValueError as error:  # integers with too many digits
        raise GrammarError(f"the schema is no JSON that can be read: {error}") from None
    except RecursionError:
        raise LimitExceeded("the schema's text is nested too deeply for Python's JSON reader") from None
    if type(schema) is not dict and type(schema) is not bool:
        raise GrammarError(f"a schema must be an object or a boolean, not {json.dumps(schema)[:60]}")
    return schema


def _no_constant(name: str) -> Any:
    raise GrammarError(f"the schema is no JSON: {name} is no JSON value")


_READER = json.JSONDecoder(parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=distinct_keys)


def _of_type(source: Any, close: bool, any_integers: bool, drop: bool) -> tuple[Any, Callable[[str], Any]]:
    from pydantic import BaseModel, TypeAdapter
    from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, PydanticUserError
    from pydantic_core import PydanticSerializationError

    from .msgspec_types import schema_of_msgspec
    from .pydantic_types import generator, settled

    if isinstance(source, int | float | complex | Decimal | list | tuple | set | frozenset):
        raise GrammarError(f"a schema is a mapping, a boolean, JSON text or a type, not {shown(source)}")
    if hint := classes(source):
        raise TypeError(f"a schema is a mapping, a boolean, JSON text or a type, not {described(source)}{hint}")
    chosen = generator(closes=close, any_integers=any_integers, drops=drop)
    try:
        if isinstance(source, type) and issubclass(source, BaseModel):
            reader, schema = PydanticReader(source), source.model_json_schema(schema_generator=chosen)
        else:
            adapter = source if isinstance(source, TypeAdapter) else TypeAdapter(source)
            reader, schema = PydanticReader(adapter), adapter.json_schema(schema_generator=chosen)
        return settled(schema), reader
    except PydanticSchemaGenerationError as error:
        found = schema_of_msgspec(source, close=close, any_integers=any_integers, drop=drop)
        if found is not None:
            return found, MsgspecReader(source)
        hint = "with msgspec installed, it reads attrs classes" if hasattr(source, "__attrs_attrs__") else _AS_RECORD
        reason = str(error).partition(". Set `arbitrary_types_allowed")[0]  # which gives no JSON Schema either
        raise GrammarError(f"Pydantic has no JSON Schema for {shown(source)}: {reason}; {hint}") from None
    except (PydanticInvalidForJsonSchema, PydanticUserError, PydanticSerializationError) as error:
        reason = str(error).partition("\n")[0]  # what follows is a link
        raise GrammarError(f"Pydantic has no JSON Schema for {shown(source)}: {reason}") from None


_AS_RECORD = "what a class holds is told by a Pydantic model, a dataclass or a TypedDict"
