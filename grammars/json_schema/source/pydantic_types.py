"""The JSON Schema of Pydantic's types, with what Pydantic checks and its own schema does not say.

Pydantic writes a `Decimal` as any string, an `int` key as any key, bytes of some length as that many characters. Texts
under such a schema would be valid JSON that the model then refuses. So this generator looks at the *core schema*, which
is what the validator itself runs on: each type says what its reader accepts, or a part of it that is easily written
(`reader_texts.py`), with private keywords where JSON Schema has none:

- `constrain:bytes` counts the bytes of a string, `constrain:figures` the digits of a number that has a point;
- `constrain:form` lists expressions that a string matches, in place of Pydantic's own `format` and `pattern`;
- `constrain:reader` says what only the reader can check (validators that are functions, files, imports), and
  `constrain:narrowed` of which values not every text is written. Reports repeat both.

Sets and mappings with a least length count values after reading. There, different texts must be different values
(`_distinct`): each type is written in one form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic.json_schema import JsonSchemaValue, WithJsonSchema
from pydantic_core import SchemaValidator, core_schema

from constrain.errors import UnsupportedError

from . import reader_texts as texts
from .alias_paths import grown, path_of, plant
from .core_schemas import (
    ALTERNATIVES,
    AROUND,
    BOUNDS,
    FORM,
    UNHASHABLE,
    UPDATES,
    called,
    checked,
    constraints_of,
    encoder_of,
    is_own,
    is_text,
    name_of,
    noted,
    of_secret,
    parts_of,
    pushed,
    unsupported,
    without_ref,
)
from .dialect import DROPPED, JSON, NARROWED, READER
from .scalar_schemas import HASHED, ScalarGenerator, reads, zones

_IMPORTED = r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?::[A-Za-z_]\w*)?$"
_EMAILS = "addresses have ASCII letters"
_NUMBERS = frozenset(["int", "float", "decimal", "fraction"])
_PLAIN_TEXT = frozenset(["str", "literal", "enum"])
_BARE = {"is-subclass": "string", "json": "string"}
_BARE |= {**dict.fromkeys(("set", "frozenset", "tuple"), "array"), "dict": "object", "frozendict": "object"}
"""The type of JSON that is left of what cannot be enforced; of others nothing is."""
_NO_KEYS = UNHASHABLE | {"none", "tuple", "named-tuple", "call", "model", "dataclass", "tagged-union", "frozenset"}


class Generator(ScalarGenerator):
    """Pydantic's generator, with the types above."""

    closes = False  # whether models, dataclasses and TypedDicts take no keys but their own unless they say so
    drops = False  # whether what cannot be enforced is left out, and noted
    _in_text = False  # whether it stands in JSON within a string
    _checks_others = False  # whether the model that comes next asks something of its other keys

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """The JSON Schema of a core schema."""
        try:
            return self._generated(schema)
        except UnsupportedError as error:
            if not self.drops:
                raise
            if not self._distinct:
                bare = _BARE.get(schema["type"])
                return {DROPPED: error.feature} if bare is None else {"type": bare, DROPPED: error.feature}
            with self._in(distinct=False, hashed=self._hashed):  # items that are not counted as values
                return {**self.generate_inner(schema), DROPPED: error.feature}

    def _generated(self, schema: Any) -> JsonSchemaValue:
        metadata = schema.get("metadata")
        if not metadata:
            return self._told_apart(super().generate_inner(schema))
        updates = metadata.get("pydantic_js_updates")
        if (
            updates
            and schema["type"] == "function-after"
            and constraints_of(schema)
            and not UPDATES.isdisjoint(updates)
        ):
            kept = {key: value for key, value in updates.items() if key not in UPDATES}
            schema = {**schema, "metadata": {**metadata, "pydantic_js_updates": kept}}
        found = super().generate_inner(schema)
        for function in (
            *metadata.get("pydantic_js_functions", ()),
            *metadata.get("pydantic_js_annotation_functions", ()),
        ):
            if isinstance(getattr(function, "__self__", None), WithJsonSchema) or not is_own(function):
                found = noted(found, READER, "has a JSON Schema that was written by hand")
        if schema["type"] == "function-plain" and name_of(schema) == "import_string":
            found = checked({"type": "string", FORM: [_IMPORTED]}, schema)
        return self._told_apart(found)

    def _told_apart(self, found: JsonSchemaValue) -> JsonSchemaValue:
        """In sets, a format in which different texts are different values."""
        if found.get("format") == "zoneinfo":
            return {"type": "string", "enum": list(zones())}
        form = texts.DISTINCT_FORMATS.get(found.get("format", "")) if self._distinct else None
        return found if form is None else {**found, FORM: [form() if callable(form) else form]}

    # ---- functions ----

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> JsonSchemaValue:
        """What is read before a function of the user's changes it."""
        return checked(super().function_before_schema(schema), schema)

    def function_wrap_schema(self, schema: core_schema.WrapValidatorFunctionSchema) -> JsonSchemaValue:
        """What is read within a function of the user's; within one of Pydantic's own, as Python's values."""
        found = checked(super().function_wrap_schema(schema), schema)
        strict = self._config.config_dict.get("strict") or any(part.get("strict") for part in objects_in(schema))
        if name_of(schema) != "defaultdict_validator" or not strict:
            return found
        return noted(found, READER, "is strict, and reads members of a `defaultdict` as Python's values")

    def function_plain_schema(self, schema: core_schema.PlainValidatorFunctionSchema) -> JsonSchemaValue:
        """What a function reads alone."""
        return checked(super().function_plain_schema(schema), schema)

    def function_after_schema(self, schema: Any) -> JsonSchemaValue:
        """What is read before a function looks at it; constraints that stand after others are those of what is read."""
        constraints = constraints_of(schema)
        if constraints:
            inner: Any = schema["schema"]
            for name, value in constraints.items():
                moved = pushed(inner, name, value, self._config.config_dict)
                if moved is None:
                    note = f"checks `{name}={value!r}` of what it makes of the text"
                    return noted(self.generate_inner(schema["schema"]), READER, note)
                inner = moved
            return of_secret(self.generate_inner(inner), inner)
        encoder = encoder_of(schema)
        if encoder is not None:
            return self._encoded(schema, *encoder)
        name = name_of(schema)
        if name in ("EmailStr._validate", "NameEmail._validate"):
            inner = self.generate_inner(schema["schema"])
            forms = [texts.emails(distinct=self._distinct)]
            if name.startswith("Name") and not self._distinct:
                forms.append(texts.emails(named=True))
            ways = [{**inner, FORM: [*inner.get(FORM, ()), *form]} for form in forms]
            return noted(ways[0] if len(ways) == 1 else {"anyOf": ways}, NARROWED, _EMAILS)
        found = super().function_after_schema(schema)
        if name == "ByteSize._validate":
            for way in found.get("anyOf", ()):
                if way.get("type") == "string":
                    way.pop("pattern", None)
                    way[FORM] = [texts.BYTE_SIZE]
            return {"type": "integer", "minimum": 0} if self._distinct else found
        return checked(found, schema)

    def _encoded(self, schema: Any, marks: str, is_text: bool) -> JsonSchemaValue:
        """Base64 that a function decodes; what counts is what is decoded, and the text before."""
        if not is_text and self._config.config_dict.get("val_json_bytes", "utf8") != "utf8":
            raise unsupported(
                "bytes", "bytes that are decoded twice cannot be enforced; leave `val_json_bytes` to utf8"
            )
        low, high = schema.get("min_length", 0), schema.get("max_length")
        form = texts.base64(marks, low, high, text=is_text)
        inner = self.generate_inner(schema["schema"])
        forms = [*inner.get(FORM, ()), form]
        if any(self._config.config_dict.get(name) for name in ("str_to_lower", "str_to_upper")):  # before it is decoded
            forms.append("^[^A-Za-z]*$")
        return {**inner, FORM: forms}

    def chain_schema(self, schema: core_schema.ChainSchema) -> JsonSchemaValue:
        """The first step; what later steps say of strings holds there too."""
        first, *later = schema["steps"]
        found = self.generate_inner(first)
        for step in later:
            inner: Any = step
            if step["type"] == "function-wrap" and name_of(step).endswith(
                "_apply_constraint_with_incompatibility_info"
            ):
                inner = step["schema"]
            if inner["type"] == "str":
                found = {"allOf": [found, self.generate_inner(inner)]}
            else:
                found = noted(found, READER, f"checks what it makes of the text once more (`{inner['type']}`)")
        return found

    # ---- containers ----

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        """A tuple; what repeats must come last. It has its items also where lengths beside them would allow others."""
        at = schema.get("variadic_item_index")
        if at is not None and at + 1 != len(schema["items_schema"]):
            raise unsupported("tuple", "a tuple whose repeated items are followed by others cannot be enforced")
        found = super().tuple_schema(schema)
        named = len(schema["items_schema"]) - (at is not None)
        found["minItems"] = max(found.get("minItems", 0), named)
        if at is None:
            found["maxItems"] = min(found.get("maxItems", named), named)
        return found

    def set_schema(self, schema: core_schema.SetSchema) -> JsonSchemaValue:
        """A set, whose items can be hashed; they differ as values where they are counted."""
        return self._set(schema)

    def frozenset_schema(self, schema: core_schema.FrozenSetSchema) -> JsonSchemaValue:
        """The same."""
        return self._set(schema)

    def _set(self, schema: Any) -> JsonSchemaValue:
        items = schema.get("items_schema", {"type": "any"})
        self._must_hash(items, "set")
        found: JsonSchemaValue = {"type": "array"}
        if not self._in_text or schema.get("min_length", 0) > 1:  # not needed, and hard to see, in JSON within a string
            found["uniqueItems"] = True
        with self._in(distinct=self._distinct or schema.get("min_length", 0) > 1, hashed=True):
            found["items"] = self.generate_inner(items)
        self.update_with_validations(found, schema, self.ValidationsMapping.array)
        return found

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """A mapping; its keys are texts of what they stand for."""
        return self._mapping(schema)

    def frozendict_schema(self, schema: Any) -> JsonSchemaValue:
        """The same."""
        return self._mapping(schema)

    def ordered_dict_schema(self, schema: Any) -> JsonSchemaValue:
        """The same."""
        return self._mapping(schema)

    def counter_schema(self, schema: Any) -> JsonSchemaValue:
        """The same."""
        return self._mapping(schema)

    def _mapping(self, schema: Any) -> JsonSchemaValue:
        found: JsonSchemaValue = {"type": "object"}
        keys = schema.get("keys_schema", {"type": "any"})
        self._must_hash(keys, "dict")
        with self._in(distinct=schema.get("min_length", 0) > 1, hashed=False):
            form = self._key(keys)
        if form is None:
            raise unsupported("dict", f"no text is read as a key of this mapping (`{keys['type']}`)")
        form.pop("title", None)
        form.pop("type", None)
        if form:
            found["propertyNames"] = form
        values = {**self.generate_inner(schema["values_schema"])} if "values_schema" in schema else {}
        values.pop("title", None)
        found["additionalProperties"] = values or True
        self.update_with_validations(found, schema, self.ValidationsMapping.object)
        return found

    def _key(self, schema: Any) -> JsonSchemaValue | None:
        """The texts that are read as a key, as a schema of strings; None if there are none."""
        kind = schema["type"]
        if kind in ("definition-ref", "definitions"):
            return self._key(self._defined.get(schema.get("schema_ref"), schema.get("schema", {"type": "?"})))
        if kind in ALTERNATIVES and not (schema.get("metadata") or {}).get("pydantic_js_functions"):
            return self._key(schema[ALTERNATIVES[kind]])
        if kind == "nullable":
            return self._key(schema["schema"])
        if kind == "function-after" and (constraints := constraints_of(schema)):
            inner = schema["schema"]
            for name, value in constraints.items():
                moved = pushed(inner, name, value, self._config.config_dict)
                inner = inner if moved is None else moved
            return self._key(inner)
        if kind in AROUND and not is_text(schema):
            found = self._key(schema["schema"])
            return found if found is None or kind == "default" else checked(found, schema)
        if kind == "union":
            return self._key_of_union(schema)
        if kind in ("enum", "literal"):
            return self._key_of_values(schema)
        if kind in ("int", "float", "decimal", "bool"):
            return self._key_of_number(schema)
        if kind in _NO_KEYS:
            return None
        if kind == "json":
            raise unsupported("dict", "JSON in a string cannot be a key here; use the type within")
        found = of_secret(self.generate_inner(schema), schema)
        if "anyOf" in found:
            ways = [way for way in found["anyOf"] if way.get("type", "string") == "string"]
            found = {**found, "anyOf": ways} if len(ways) != 1 else ways[0]
        return found if found.get("type", "string") == "string" else None

    def _key_of_union(self, schema: Any) -> JsonSchemaValue | None:
        choices = [choice[0] if isinstance(choice, tuple) else choice for choice in schema["choices"]]
        if self._distinct and len(choices) > 1 and any(choice["type"] not in _PLAIN_TEXT for choice in choices):
            raise unsupported("dict", "keys of several types cannot be counted as values; leave `min_length` to 1")
        found = [key for key in map(self._key, choices) if key is not None]
        return {"anyOf": found} if len(found) > 1 else found[0] if found else None

    def _key_of_values(self, schema: Any) -> JsonSchemaValue | None:
        values = [m.value for m in schema["members"]] if schema["type"] == "enum" else schema["expected"]
        texts_ = [str(v.value if isinstance(v, Enum) else v) for v in values]
        reader = SchemaValidator({"type": "dict", "keys_schema": without_ref(schema)})
        kept = [text for text in dict.fromkeys(texts_) if reads(reader, {text: None})]
        return {"enum": kept} if kept else None

    def _key_of_number(self, schema: Any) -> JsonSchemaValue:
        kind = schema["type"]
        if kind == "bool":
            return {FORM: ["^(?:true|false)$"]}
        bounds = [name for name in BOUNDS if schema.get(name) is not None]
        if schema.get("multiple_of") not in (None, 1):
            raise unsupported("multiple_of", "`multiple_of` of a mapping's keys cannot be enforced")
        if kind == "int":
            form = [r"^(?:0|-?[1-9][0-9]{0,17})$"]
        elif kind == "float" or self._distinct:
            form = [texts.FLOAT_KEYS if not self._distinct else texts.DISTINCT_FLOAT_KEYS]
        else:
            form = []
        if kind == "decimal":
            form.append(texts.decimals(schema.get("max_digits"), schema.get("decimal_places"), exponent=not bounds))
        form += [texts.decimal_beside(Decimal(str(schema[name])), *BOUNDS[name]) for name in bounds]
        return {FORM: form}

    # ---- unions ----

    def union_schema(self, schema: core_schema.UnionSchema) -> JsonSchemaValue:
        """Any of several types; in a set, true is 1 and false is 0, and each text is of one type."""
        found = super().union_schema(schema)
        choices = [choice[0] if isinstance(choice, tuple) else choice for choice in schema["choices"]]
        if self._hashed and any(map(self._is_anything, choices)):  # which would read a tuple as a list
            found = {"allOf": [found], "type": HASHED}
        if not self._distinct:
            return found
        kinds = {choice["type"] for choice in choices}
        if len(written := kinds - _NUMBERS - {"bool", "none"}) > 1 and not written <= _PLAIN_TEXT:
            raise unsupported("set", f"items of several types ({', '.join(sorted(kinds))}) cannot be counted as values")
        if "bool" in kinds and kinds & (_NUMBERS | {"literal", "enum"}):
            found = {"allOf": [found], "not": {"enum": [0, 1]}}
        return found

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """One of several types, by its tag; a function that finds the tag is the user's."""
        found = super().tagged_union_schema(schema)
        if isinstance(found.get("discriminator"), dict):
            return found
        found["anyOf"] = found.pop("oneOf")
        return noted(found, READER, f"finds the branch by `{called(schema['discriminator'])}`")

    # ---- objects ----

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """A model; not closed where its root is any type, which may be a mapping."""
        with self._whole("a model"):
            found = super().model_schema(schema)
        return found if schema.get("root_model") else self._closed(found)

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """A dataclass, Pydantic's or Python's own."""
        with self._whole("a dataclass"):
            return self._closed(super().dataclass_schema(schema))

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        """A TypedDict."""
        with self._whole("a TypedDict"):
            return self._closed(super().typed_dict_schema(schema))

    def model_fields_schema(self, schema: core_schema.ModelFieldsSchema) -> JsonSchemaValue:
        """The members of a model, and of what form its other keys are, of which Pydantic's own says nothing."""
        keys: Any = schema.get("extras_keys_schema")
        self._checks_others = keys is not None or schema.get("extras_schema") is not None
        found = super().model_fields_schema(schema)
        if keys is None:
            return found
        form = self._key(keys)
        if form is None:
            raise unsupported("model", f"no text is read as one of the other keys of this model (`{keys['type']}`)")
        form = {name: part for name, part in form.items() if name not in ("title", "type")}
        if not form:
            return found
        named = list(found.get("properties", ()))
        return {**found, "propertyNames": {"anyOf": [{"enum": named}, form]} if named else form}

    def definition_ref_schema(self, schema: core_schema.DefinitionReferenceSchema) -> JsonSchemaValue:
        """What is defined elsewhere."""
        if self._distinct and self._defined.get(schema["schema_ref"], {}).get("type") != "enum":
            raise unsupported("set", "items of this type cannot be counted as values; leave `min_length` to 1")
        found = super().definition_ref_schema(schema)
        return {**found, "type": HASHED} if self._hashed and self._is_anything(schema) else found

    def _is_anything(self, schema: Any) -> bool:
        """Whether a core schema defined elsewhere is that of any value, such as `JsonValue`'s."""
        seen: set[str] = set()
        while schema["type"] == "definition-ref" and schema["schema_ref"] not in seen:
            seen.add(schema["schema_ref"])
            schema = self._defined.get(schema["schema_ref"], schema)
        return next((part["type"] for part in (*parts_of(schema), schema)), "") == "any"

    def definitions_schema(self, schema: core_schema.DefinitionsSchema) -> JsonSchemaValue:
        """What is defined, and the rest."""
        self._defined.update((each["ref"], each) for each in schema["definitions"])
        return super().definitions_schema(schema)

    @property
    def _defined(self) -> dict[str, Any]:
        found: dict[str, Any] = self.__dict__.setdefault("_definitions_of_core", {})
        return found

    def _closed(self, found: JsonSchemaValue) -> JsonSchemaValue:
        """The schema, with no keys but those it names if it says nothing of others and this generator closes."""
        said = any(key in found for key in ("additionalProperties", "unevaluatedProperties", "patternProperties"))
        if not self.closes or said or found.get("type") != "object":
            return found
        return {**found, "additionalProperties": False}

    def _named_required_fields_schema(self, named_required_fields: Sequence[tuple[str, bool, Any]]) -> JsonSchemaValue:
        """The members of an object; those that are read from within others stand there."""
        checks_others, self._checks_others = self._checks_others, False
        by_alias = self._config.config_dict.get("validate_by_alias", True)
        paths = {name: path_of(field) for name, _, field in named_required_fields} if by_alias else {}
        others = [each for each in named_required_fields if not paths.get(each[0])]
        found = super()._named_required_fields_schema(others)
        within: dict[Any, Any] = {}
        for name, required, field in named_required_fields:
            path = paths.get(name)
            if path:
                plant(within, path, (self.generate_inner(field), required))
        # What no member is read from counts as another key.
        forbids = checks_others or self._config.config_dict.get("extra") == "forbid"
        for key, tree in within.items():
            if key in found["properties"]:
                raise unsupported("AliasPath", f"`{key}` is a member itself and holds another; write them apart")
            found["properties"][key], needed = grown(tree, forbids)
            if needed:
                found.setdefault("required", []).append(key)
        return found

    # ---- where the generator is ----

    @contextmanager
    def _whole(self, what: str) -> Iterator[None]:
        """Within an object, of which a reference may be shared: nothing outside counts."""
        if self._distinct:
            raise unsupported("set", f"items that are {what} cannot be counted as values; leave `min_length` to 1")
        with self._in(distinct=False, hashed=False):
            yield

    def _must_hash(self, schema: Any, what: str) -> None:
        found = self._unhashable(schema, set())
        if found:
            raise unsupported(what, f"items of sets and keys must have a hash, which {found} has not")

    def _unhashable(self, schema: Any, seen: set[str]) -> str:
        """What of a core schema has no hash, in words; empty if all has one."""
        kind = schema["type"]
        if kind == "definition-ref":
            ref = schema["schema_ref"]
            if ref in seen or ref not in self._defined:
                return ""
            seen.add(ref)
            return self._unhashable(self._defined[ref], seen)
        if kind in UNHASHABLE or (kind == "function-after" and name_of(schema) == "NameEmail._validate"):
            return f"`{kind}`" if kind in UNHASHABLE else "`NameEmail`"
        if kind in ("model", "dataclass") and schema["cls"].__hash__ is None:
            return f"`{schema['cls'].__name__}`, which is not frozen,"
        for part in parts_of(schema):
            found = self._unhashable(part, seen)
            if found:
                return found
        return ""

    # ---- what has no texts ----

    def is_subclass_schema(self, schema: core_schema.IsSubclassSchema) -> JsonSchemaValue:
        """A class, of which no text makes one."""
        raise UnsupportedError("`type[…]` has no JSON; use names of classes", feature="is-subclass", where="#")

    def json_schema(self, schema: core_schema.JsonSchema) -> JsonSchemaValue:
        """A string that is JSON text of the type within."""
        if self._distinct:
            raise unsupported("pydantic.Json", "JSON in strings cannot be counted as values; leave `min_length` to 1")
        before, self._in_text = self._in_text, True
        try:
            return {"type": "string", JSON: self.generate_inner(schema.get("schema", core_schema.any_schema()))}
        finally:
            self._in_text = before


def generator(*, closes: bool, any_integers: bool = False, drops: bool = False) -> type[Generator]:
    """The generator with these choices, which Pydantic takes as a class."""

    class Chosen(Generator):
        pass

    Chosen.closes, Chosen.any_integers, Chosen.drops = closes, any_integers, drops
    return Chosen


def objects_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object within a schema; each may be changed when it comes, what was in it before still comes."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if type(node) is list:
            waiting.extend(node)
        elif type(node) is dict:
            waiting.extend(node.values())
            yield node


def settled(schema: Any) -> Any:
    """The schema with its forms as patterns, in place of the formats that Pydantic names; and with tags of unions.

    Pydantic demands the tag of a union even where the branch gives it a default.
    """
    for node in objects_in(schema):
        form = node.pop(FORM, None)
        if type(form) is list:
            if node.get("format") != "uri":
                node.pop("format", None)
            node["allOf"] = [*node.get("allOf", ()), *({"pattern": pattern} for pattern in form)]
            if len(node["allOf"]) == 1 and "pattern" not in node:
                node["pattern"] = node.pop("allOf")[0]["pattern"]
        tag = node.get("discriminator")
        if type(tag) is dict and type(tag.get("propertyName")) is str and type(node.get("oneOf")) is list:
            node["oneOf"] = [{"required": [tag["propertyName"]], "allOf": [branch]} for branch in node["oneOf"]]
    return schema
