"""The value of a Python type while its JSON is being written: the object so far, typed as far as that is certain.

What is complete is what Pydantic makes of its bytes. What is not is an object of the annotated type that has the fields
written so far and no others, not even defaults: asking for another field is an `AttributeError`. A string, number or
other scalar on its way is plain JSON. So is a `Union` until one branch is left: the bytes are read by the grammar of
each branch, and those that refuse them are out.

Validators that decorate a model run when the model is complete; until then its fields are what their annotations make
of them. Where Pydantic refuses a part, it stays plain, and reading the whole text will say why.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from dataclasses import is_dataclass
from typing import Annotated, Any, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import AliasChoices, BaseModel, BeforeValidator, PlainValidator, TypeAdapter, WrapValidator

from constrain.constraint import Constraint
from constrain.events import Event, Path
from constrain.matcher import Matcher

from ..text.events import JsonEvents, Node

_RESHAPES = (BeforeValidator, PlainValidator, WrapValidator)
_LISTS = {list, Sequence, MutableSequence, set, frozenset, tuple}
_DICTS = {dict, Mapping, MutableMapping}
_NOT_TYPED = object()


class Shape:
    """How objects of a type are made of their parts: `inner(key)` is a part's annotation, `make` takes the parts."""

    def __init__(self, inner: Callable[[Any], Any], make: Callable[[dict[Any, Any]], Any]) -> None:
        self.inner, self.make = inner, make


class TypedEvents(JsonEvents):
    """Events and partial objects of one text of a type. `source` is the model, or a `TypeAdapter`.

    `read` is what reads a finished text; `branch` gives the grammar of a branch of a union by bytes, in any layout, or
    None where there is none. Parts that are complete are shared by all partial objects.
    """

    def __init__(self, source: Any, read: Callable[[str], Any], branch: Callable[[Any], Constraint | None]) -> None:
        super().__init__()
        self.type = source if isinstance(source, type) else getattr(source, "_type", Any)
        self.read, self.branch = read, branch
        self._value_read: Any = _NOT_TYPED
        self._shapes: dict[int, tuple[Any, Shape | None]] = {}
        self._adapters: dict[int, tuple[Any, TypeAdapter[Any] | None]] = {}

    def finish(self) -> list[Event]:
        events = super().finish()
        self._value_read = self.read(self.text.decode())
        return events

    @property
    def partial(self) -> Any:
        if self._value_read is not _NOT_TYPED:
            return self._value_read
        return None if self.root is None else self._typed(self.root, self.type)

    def told(self, node: Node, path: Path) -> Any:
        at, annotation = self.root, self.type
        for key in path:
            assert at is not None
            shape = self._shape(at, annotation)
            annotation = Any if shape is None else shape.inner(key)
            at = at.parts[key]
        return self._typed(node, annotation)

    # ---- objects ----

    def _typed(self, node: Node, annotation: Any) -> Any:
        """What is known of a node, as an object of the annotated type."""
        if annotation is Any:
            return self.plain(node)
        if node.is_complete:
            return self._complete_value(node, annotation)
        shape = self._shape(node, annotation)
        if shape is None:
            return self.plain(node)
        parts = {
            key: self._typed(part, shape.inner(key))
            for key, part in node.parts.items()
            if part.is_complete or part.value is not None
        }
        try:
            return shape.make(parts)
        except Exception:  # an item of a set that cannot be hashed, a class that guards its attributes
            return self.plain(node)

    def _complete_value(self, node: Node, annotation: Any) -> Any:
        known = _memo(node).get(id(annotation))
        if known is None:
            adapter = self._adapter(annotation)
            try:
                value = self.plain(node) if adapter is None else adapter.validate_json(self._raw(node))
            except Exception:  # a validator may raise anything; reading the whole text raises it again
                value = self.plain(node)
            known = _memo(node)[id(annotation)] = annotation, value
        return known[1]

    def _raw(self, node: Node, skip: int = 0) -> bytes:
        """The bytes of a node so far, less the first ones; of a word all letters."""
        if node.is_complete and (node.value is None or isinstance(node.value, bool)):
            return json.dumps(node.value).encode()[skip:]
        return bytes(self.text[node.start + skip : node.end if node.is_complete else self._at])

    def _adapter(self, annotation: Any) -> TypeAdapter[Any] | None:
        if id(annotation) not in self._adapters:
            try:
                adapter = TypeAdapter(annotation)
            except Exception:  # an annotation that means something only within its model
                adapter = None
            self._adapters[id(annotation)] = annotation, adapter
        return self._adapters[id(annotation)][1]

    # ---- types ----

    def _shape(self, node: Node, annotation: Any) -> Shape | None:
        """How an object or array of this type is made; None for all else, and where that is not certain yet."""
        annotation = self._certain(node, annotation)
        if annotation is Any:
            return None
        if id(annotation) not in self._shapes:
            self._shapes[id(annotation)] = annotation, _shape_of(annotation)
        shape = self._shapes[id(annotation)][1]
        return shape if isinstance(node.value, dict | list) else None

    def _certain(self, node: Node, annotation: Any) -> Any:
        """The annotation without what surrounds it: the branch of a union that is left; Any where several are."""
        while True:
            annotation = _bare(annotation)
            if get_origin(annotation) not in (Union, types.UnionType):
                return annotation
            left = self._left(node, annotation)
            if len(left) != 1:
                return Any
            annotation = left[0]

    def _left(self, node: Node, union: Any) -> list[Any]:
        """The branches of a union that the bytes so far could still be of."""
        memo = _memo(node)
        if ("union", id(union)) not in memo:
            memo["union", id(union)] = union, [(each, self._matcher(each)) for each in get_args(union)], 0
        _, branches, fed = memo["union", id(union)]
        data = self._raw(node, fed)
        left = [(each, matcher) for each, matcher in branches if matcher is None or _takes(matcher, data)]
        memo["union", id(union)] = union, left, fed + len(data)
        return [each for each, _ in left]

    def _matcher(self, branch: Any) -> Matcher | None:
        constraint = self.branch(branch)
        return None if constraint is None else constraint.matcher()


def _memo(node: Node) -> dict[Any, Any]:
    if node.memo is None:
        node.memo = {}
    memo: dict[Any, Any] = node.memo
    return memo


def _takes(matcher: Matcher, data: bytes) -> bool:
    """Moves the matcher over the bytes; whether it takes them all."""
    for byte in data:
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return True


def _bare(annotation: Any) -> Any:
    """The annotation without metadata and names for it; Any where metadata reads another form than the type's."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *metadata = get_args(annotation)
            if any(isinstance(each, _RESHAPES) or hasattr(each, "__get_pydantic_core_schema__") for each in metadata):
                return Any
        elif get_origin(annotation) in (Required, NotRequired):
            (annotation,) = get_args(annotation)
        elif hasattr(annotation, "__supertype__"):  # NewType
            annotation = annotation.__supertype__
        elif hasattr(annotation, "__value__"):  # type X = …
            annotation = annotation.__value__
        else:
            return annotation


def _shape_of(annotation: Any) -> Shape | None:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _model(annotation)
    if is_dataclass(annotation) and isinstance(annotation, type):
        return _dataclass(annotation)
    if is_typeddict(annotation):
        hints = _hints(annotation)
        return Shape(lambda key: hints.get(key, Any), dict)
    if origin in _LISTS and arguments:
        kind: Any = origin if origin in (set, frozenset, tuple) else list
        if kind is tuple and arguments[-1] is not Ellipsis:
            return Shape(lambda at: arguments[at] if at < len(arguments) else Any, lambda parts: tuple(parts.values()))
        return Shape(lambda at: arguments[0], lambda parts: kind(parts.values()))
    if origin in _DICTS and len(arguments) == 2:
        if arguments[0] is str:
            return Shape(lambda key: arguments[1], dict)
        keys = TypeAdapter(arguments[0])
        return Shape(lambda key: arguments[1], lambda parts: {keys.validate_strings(k): v for k, v in parts.items()})
    return None


def _model(model: type[BaseModel]) -> Shape | None:
    if model.__pydantic_root_model__:
        inner = _shape_of(_bare(_field_type(model.model_fields["root"])))
        if inner is None:
            return None
        make_root = inner.make
        return Shape(inner.inner, lambda parts: _instance(model, {"root": make_root(parts)}))
    names, inners = _fields(model.model_fields, model.model_config)

    def make(parts: dict[str, Any]) -> BaseModel:
        known = {names[key]: value for key, value in parts.items() if key in names}
        extra = {key: value for key, value in parts.items() if key not in names}
        return _instance(model, known, extra if model.model_config.get("extra") == "allow" else None)

    return Shape(lambda key: inners.get(key, Any), make)


def _fields(fields: Mapping[str, Any], config: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """The attribute and the annotation of each key that JSON may have."""
    names: dict[str, str] = {}
    for name, field in fields.items():
        alias = field.validation_alias if field.validation_alias is not None else field.alias
        for each in alias.choices if isinstance(alias, AliasChoices) else (alias,):
            if isinstance(each, str):
                names[each] = name
        if alias is None or config.get("populate_by_name") or config.get("validate_by_name"):
            names.setdefault(name, name)
    return names, {key: _field_type(fields[name]) for key, name in names.items()}


def _field_type(field: Any) -> Any:
    """The annotation of a field with what else constrains its values."""
    return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation


def _instance(model: type[BaseModel], values: dict[str, Any], extra: dict[str, Any] | None = None) -> BaseModel:
    """A model with these attributes and no others, validated by nobody."""
    made = model.__new__(model)
    object.__setattr__(made, "__dict__", values)
    object.__setattr__(made, "__pydantic_fields_set__", set(values))
    object.__setattr__(made, "__pydantic_extra__", extra)
    object.__setattr__(made, "__pydantic_private__", None)
    return made


def _dataclass(kind: type[Any]) -> Shape:
    fields = getattr(kind, "__pydantic_fields__", None)
    if fields is None:
        hints = _hints(kind)
        names = {name: name for name in hints}
    else:
        names, hints = _fields(fields, getattr(kind, "__pydantic_config__", {}))

    def make(parts: dict[str, Any]) -> Any:
        made = object.__new__(kind)
        for key, value in parts.items():
            if key in names:
                object.__setattr__(made, names[key], value)
        return made

    return Shape(lambda key: hints.get(key, Any), make)


def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
