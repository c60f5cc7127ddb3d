"""How the demo model is asked: in the form that it was trained on.

A prompt is a text, a line that says what is wanted, and a line break; the answer follows, and the end token. The line
names fields; a field is a key, then its type unless it is a text: `int`, `number`, `bool`, `date` (in ISO form), `list`
(of texts), or the words to choose from, `a|b|c`; a `?` at the end allows null.

    Ada Lovelace, 36, lives in Oslo.
    JSON name, age int, mood good|bad?
    {"name":"Ada Lovelace","age":36,"mood":null}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

RECORD = "{text}\nJSON {fields}\n"
VALUE = "{text}\nValue {field}\n"
QUERY = "table {table}: {columns}\n{question}\nSQL\n"
CALL = "tools {tools}\n{text}\nCall\n"


def record_prompt(text: str, description: Any) -> str:
    """Asks for a JSON object: `description` is a Pydantic model, or a JSON Schema with `properties`."""
    schema: Mapping[str, Any] = description if isinstance(description, Mapping) else description.model_json_schema()
    definitions = schema.get("$defs", {})
    fields = [_field_of(key, each, definitions) for key, each in schema["properties"].items()]
    return RECORD.format(text=text, fields=", ".join(fields))


def value_prompt(text: str, key: str, kind: str = "text", options: Iterable[str] = ()) -> str:
    """Asks for one value, which is written bare, without quotes; with `options`, for one of them."""
    return VALUE.format(text=text, field=field_line(key, kind, options))


def query_prompt(question: str, table: str, columns: Iterable[str]) -> str:
    """Asks for a query in SQL that answers a question to a table."""
    return QUERY.format(question=question, table=table, columns=", ".join(columns))


def call_prompt(request: str, tools: Iterable[Mapping[str, Any]]) -> str:
    """Asks for a call of one of the tools, each with a `name` and `parameters` (a JSON Schema)."""
    shown = [tool_line(tool["name"], tool["parameters"]["properties"]) for tool in tools]
    return CALL.format(text=request, tools="; ".join(shown))


def tool_line(name: str, parameters: Iterable[str]) -> str:
    """One tool as prompts write it."""
    return f"{name}({', '.join(parameters)})"


def field_line(key: str, kind: str = "text", options: Iterable[str] = (), nullable: bool = False) -> str:
    """One field as prompts write it."""
    options = list(options)
    shown = "|".join(options) if options else "" if kind == "text" else kind
    return f"{key} {shown}".rstrip() + ("?" if nullable else "")


def _field_of(key: str, schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """The line of a property; a type that the model was not trained on is named as a text."""
    nullable = False
    alternatives = [each for each in schema.get("anyOf", []) if each.get("type") != "null"]
    if len(alternatives) == 1:
        nullable, schema = len(schema["anyOf"]) > 1, alternatives[0]
    if "$ref" in schema:
        schema = definitions.get(schema["$ref"].rpartition("/")[2], {})
    if "enum" in schema:
        return field_line(key, "enum", [str(each) for each in schema["enum"]], nullable)
    kinds = {"integer": "int", "number": "number", "boolean": "bool", "array": "list"}
    kind = "date" if schema.get("format") == "date" else kinds.get(str(schema.get("type")), "text")
    return field_line(key, kind, (), nullable)
