"""The JSON Schema of what msgspec reads: structs, attrs classes, and what holds them.

msgspec says of a type what its decoder checks (`msgspec.inspect`); its own JSON Schema says less: any text for a time,
base64 by its length in characters. attrs has no reader of JSON; msgspec reads its classes, and runs their validators.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from constrain.errors import GrammarError, UnsupportedError
from constrain.support.shown import shown

from . import reader_texts as texts
from .core_schemas import unsupported
from .dialect import DROPPED, NARROWED, PATTERN_DIALECT, PLAIN, READER

_NUMERIC = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_BARE = {"SetType": {"type": "array"}, "FrozenSetType": {"type": "array"}, "DictType": {"type": "object"}}
"""What is left of a type that cannot be enforced."""
_DISTINCT = ("IntType", "StrType", "BoolType", "EnumType", "LiteralType", "BytesType", "DateType")
"""Items of sets of which different texts are different values."""


def schema_of_msgspec(source: Any, *, close: bool, any_integers: bool, drop: bool) -> dict[str, Any] | None:
    """The schema of a type that msgspec knows all of; None if it does not, or is not installed."""
    try:
        from msgspec import inspect
    except ImportError:
        return None
    try:
        found = inspect.type_info(source)
    except TypeError as error:
        raise GrammarError(f"neither Pydantic nor msgspec can read {shown(source)}: {error}") from None
    return None if type(found).__name__ == "CustomType" else _Schemas(close, any_integers, drop).whole(found)


class _Schemas:
    """Schemas of `msgspec.inspect`'s types; those with a class are defined once."""

    def __init__(self, close: bool, any_integers: bool, drop: bool) -> None:
        self.close, self.any_integers, self.drop = close, any_integers, drop
        self.names: dict[Any, str] = {}
        self.defined: dict[str, Any] = {}

    def whole(self, kind: Any) -> dict[str, Any]:
        found = self.of(kind)
        return {**found, "$defs": self.defined} if self.defined else found

    def of(self, kind: Any) -> dict[str, Any]:
        try:
            return self._of(kind)
        except UnsupportedError as error:
            if not self.drop:
                raise
            return {**_BARE.get(type(kind).__name__, {}), DROPPED: error.feature}

    def _of(self, kind: Any) -> dict[str, Any]:
        write: Callable[[Any], dict[str, Any]] | None = getattr(self, type(kind).__name__, None)
        if write is None:
            raise unsupported(type(kind).__name__, f"msgspec's `{type(kind).__name__}` has no texts that are known")
        return write(kind)

    def Metadata(self, kind: Any) -> dict[str, Any]:
        return self.of(kind.type)

    # ---- scalars ----

    def AnyType(self, kind: Any) -> dict[str, Any]:
        return {}

    RawType = AnyType

    def NoneType(self, kind: Any) -> dict[str, Any]:
        return {"type": "null"}

    def BoolType(self, kind: Any) -> dict[str, Any]:
        return {"type": "boolean"}

    def IntType(self, kind: Any) -> dict[str, Any]:
        found = {"type": "integer", **self._number(kind)}
        return {**found, PLAIN: True} if self.any_integers else found  # msgspec takes no 1.0 for 1

    def _number(self, kind: Any) -> dict[str, Any]:
        found = {key: getattr(kind, name) for name, key in _NUMERIC.items() if getattr(kind, name) is not None}
        return found if kind.multiple_of is None else {**found, "multipleOf": kind.multiple_of}

    def FloatType(self, kind: Any) -> dict[str, Any]:
        return {"type": "number", **self._number(kind)}

    def DecimalType(self, kind: Any) -> dict[str, Any]:
        form = texts.decimals()
        return {"anyOf": [{"type": "number"}, {"type": "string", "pattern": form}], NARROWED: "decimals have 40 digits"}

    def StrType(self, kind: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "string", "minLength": kind.min_length or 0}
        if kind.max_length is not None:
            found["maxLength"] = kind.max_length
        if kind.pattern is not None:
            found |= {"pattern": kind.pattern, PATTERN_DIALECT: ["python", 0]}
        return found

    def BytesType(self, kind: Any) -> dict[str, Any]:
        return {"type": "string", "pattern": texts.base64("+/", kind.min_length or 0, kind.max_length)}

    ByteArrayType = MemoryViewType = BytesType

    def DateTimeType(self, kind: Any) -> dict[str, Any]:
        return self._moment(kind, dated=True)

    def TimeType(self, kind: Any) -> dict[str, Any]:
        return self._moment(kind, dated=False)

    def _moment(self, kind: Any, *, dated: bool) -> dict[str, Any]:
        zone = {None: None, True: "aware", False: "naive"}[kind.tz]
        return {"type": "string", "pattern": texts.moments(zone, dated=dated, bounded=True, distinct=False)}

    def DateType(self, kind: Any) -> dict[str, Any]:
        return {"type": "string", "pattern": texts.DATES}

    def TimeDeltaType(self, kind: Any) -> dict[str, Any]:
        return {"type": "string", "pattern": texts.PLAIN_DURATIONS, "allOf": [{"pattern": "[DHMS]$"}]}

    def UUIDType(self, kind: Any) -> dict[str, Any]:
        return {"type": "string", "format": "uuid"}

    def EnumType(self, kind: Any) -> dict[str, Any]:
        return {"enum": [member.value for member in kind.cls]}

    def LiteralType(self, kind: Any) -> dict[str, Any]:
        return {"enum": list(kind.values)}

    # ---- containers ----

    def ListType(self, kind: Any) -> dict[str, Any]:
        found = {"type": "array", "items": self.of(kind.item_type), "minItems": kind.min_length or 0}
        return found if kind.max_length is None else {**found, "maxItems": kind.max_length}

    VarTupleType = CollectionType = ListType

    def SetType(self, kind: Any) -> dict[str, Any]:
        if (kind.min_length or 0) > 1 and _bare(kind.item_type) not in _DISTINCT:
            raise unsupported(
                "set", f"items that are `{_bare(kind.item_type)}` cannot be counted as values; leave `min_length` to 1"
            )
        found = {**self.ListType(kind), "uniqueItems": True}
        if _bare(kind.item_type) == "AnyType":
            found["items"] = {"type": ["string", "number", "boolean", "null"]}
        elif without := _unhashable(kind.item_type, set()):
            raise unsupported("set", f"items of sets must have a hash, which `{without}` has not")
        return found

    FrozenSetType = SetType

    def TupleType(self, kind: Any) -> dict[str, Any]:
        items = [self.of(each) for each in kind.item_types]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}

    def DictType(self, kind: Any) -> dict[str, Any]:
        found = {
            "type": "object",
            "minProperties": kind.min_length or 0,
            "additionalProperties": self.of(kind.value_type),
        }
        if kind.max_length is not None:
            found["maxProperties"] = kind.max_length
        keys = _bare(kind.key_type)
        if keys == "IntType":
            found["propertyNames"] = {"allOf": [{"pattern": each} for each in _integers(kind.key_type)]}
        elif keys in ("StrType", "LiteralType", "EnumType", "DateType", "UUIDType"):
            names = self.of(kind.key_type)
            if "enum" in names:
                names = {"enum": [str(each) for each in names["enum"]]}
            found["propertyNames"] = names
        elif keys != "AnyType":
            raise unsupported("dict", f"keys that are `{keys}` cannot be enforced")
        return found

    FrozenDictType = DictType

    def UnionType(self, kind: Any) -> dict[str, Any]:
        """One of several; msgspec keeps one set of constraints for each kind of type, and reads no `Raw` there."""
        kinds: dict[str, list[dict[str, Any]]] = {}
        for each in kind.types:
            if _bare(each) != "RawType":
                kinds.setdefault(_bare(each), []).append(self.of(each))
        told_apart = ("StructType", "LiteralType")
        ways = [found if name in told_apart or len(found) == 1 else [{"allOf": found}] for name, found in kinds.items()]
        return {"anyOf": [way for each in ways for way in each]}

    # ---- classes ----

    def StructType(self, kind: Any) -> dict[str, Any]:
        def written() -> dict[str, Any]:
            tag = [(kind.tag_field, {"const": kind.tag}, True)] if kind.tag_field is not None else []
            parts = [*tag, *((f.encode_name, self.of(f.type), f.required) for f in kind.fields)]
            if not kind.array_like:
                return self._object(parts, closed=kind.forbid_unknown_fields)
            least = max((i + 1 for i, (_, _, required) in enumerate(parts) if required), default=0)
            items = [part for _, part, _ in parts]
            return {"type": "array", "prefixItems": items, "minItems": least, "maxItems": len(items)}

        return self._defined(kind, written, hasattr(kind.cls, "__post_init__"))

    def DataclassType(self, kind: Any) -> dict[str, Any]:
        """A dataclass or an attrs class."""
        hooks = ("__post_init__", "__attrs_post_init__", "__attrs_pre_init__")
        checked = any(hasattr(kind.cls, hook) for hook in hooks)
        attributes = getattr(kind.cls, "__attrs_attrs__", ())
        checked |= any(each.validator is not None for each in attributes)
        converts = [each.name for each in attributes if each.converter is not None]
        return self._fields(kind, checked, f"msgspec runs no converter ({', '.join(converts)})" if converts else "")

    def TypedDictType(self, kind: Any) -> dict[str, Any]:
        if any(_bare(each.type) == "RawType" for each in kind.fields):
            raise unsupported("msgspec.Raw", "msgspec does not read `msgspec.Raw` as a member of a TypedDict")
        return self._fields(kind, checked=False)

    def _fields(self, kind: Any, checked: bool, note: str = "") -> dict[str, Any]:
        def written() -> dict[str, Any]:
            found = self._object([(f.encode_name, self.of(f.type), f.required) for f in kind.fields])
            return {**found, NARROWED: f"of `{kind.cls.__name__}`: {note}"} if note else found

        return self._defined(kind, written, checked)

    def NamedTupleType(self, kind: Any) -> dict[str, Any]:
        def written() -> dict[str, Any]:
            items = [self.of(f.type) for f in kind.fields]
            least = sum(f.required for f in kind.fields)
            return {"type": "array", "prefixItems": items, "minItems": least, "maxItems": len(items)}

        return self._defined(kind, written, False)

    def _object(self, parts: list[tuple[str, Any, bool]], closed: bool = False) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "object", "properties": {name: part for name, part, _ in parts}}
        found["required"] = [name for name, _, required in parts if required]
        return {**found, "additionalProperties": False} if closed or self.close else found

    def _defined(self, kind: Any, written: Callable[[], dict[str, Any]], checked: bool) -> dict[str, Any]:
        name = self.names.get(kind.cls)
        if name is None:
            base = kind.cls.__name__
            name = self.names[kind.cls] = base if base not in self.defined else f"{base}{len(self.names)}"
            self.defined[name] = None  # one that refers to itself
            found = written()
            self.defined[name] = {**found, READER: f"runs the validators of `{base}`"} if checked else found
        return {"$ref": f"#/$defs/{name}"}


def _bare(kind: Any) -> str:
    while type(kind).__name__ == "Metadata":
        kind = kind.type
    return type(kind).__name__


def _unhashable(kind: Any, seen: set[Any]) -> str:
    """What of a type has no hash; empty if all has one."""
    while type(kind).__name__ == "Metadata":
        kind = kind.type
    name, of = type(kind).__name__, getattr(kind, "cls", None)
    if name in ("AnyType", "RawType", "ListType", "SetType", "DictType", "ByteArrayType", "TypedDictType"):
        return name
    if of in seen:
        return ""
    if name in ("StructType", "DataclassType"):
        if of.__hash__ is None:
            return str(of.__name__)
        seen.add(of)
    inside = [*getattr(kind, "item_types", ()), *getattr(kind, "types", ())]
    inside += [each.type for each in getattr(kind, "fields", ())]
    inside += [kind.item_type] if name in ("VarTupleType", "FrozenSetType") else []
    return next((found for each in inside if (found := _unhashable(each, seen))), "")


def _integers(kind: Any) -> list[str]:
    """The forms of an integer key."""
    while type(kind).__name__ == "Metadata":
        kind = kind.type
    if kind.multiple_of not in (None, 1):
        raise unsupported("multiple_of", "`multiple_of` of a mapping's keys cannot be enforced")
    sides = {"ge": (True, False), "gt": (True, True), "le": (False, False), "lt": (False, True)}
    bounds = [(getattr(kind, name), how) for name, how in sides.items() if getattr(kind, name) is not None]
    return [r"^(?:0|-?[1-9][0-9]{0,17})$", *(texts.decimal_beside(Decimal(bound), *how) for bound, how in bounds)]
