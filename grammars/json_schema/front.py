"""`json_schema`: the front door."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, overload

from constrain.budget import Limits, again, budgeted, is_usual
from constrain.constraint import Constraint
from constrain.errors import ConstrainError, GrammarError, LimitExceeded, UnsupportedError
from constrain.events import EventReader
from constrain.grammar import Expression, Grammar, Nonterminal, Sequence, Value
from constrain.spans import Span
from constrain.support.arguments import described, instance, integer, one_of, public
from constrain.support.deep_stack import roomy
from constrain.support.once import once
from constrain.support.shown import shown

from ..bytewise import by_bytes
from ..gc_pause import uncollected
from .contradiction import helpful_to_drop
from .formula import Formula
from .options import JsonSchemaOptions, Options
from .report import Report, all_subschemas, report
from .source.dialect import DIALECTS, DROPPED, Dialect
from .source.document import NeedsScopes
from .source.inputs import schema_of
from .source.nesting import too_deep
from .text.events import JsonEvents
from .text.layout import layout as layout_of
from .text.reading import PydanticReader
from .text.spans import json_spans
from .text.spelling import Mode
from .unwritten import Unwritten, unwritten
from .values.compilation import Context, TooManyCombinations
from .values.evaluate import Evaluator
from .writing.depth import deepest
from .writing.writer import NoValue, Writer

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from typing_extensions import Unpack

Of = TypeVar("Of")


class JsonSchemaGrammar(Grammar[Value]):
    """The grammar of a schema; `dropped` lists the keywords that are not enforced.

    They are pairs (pointer, keyword), and there are none unless `on_unsupported="drop"` was asked for.
    """

    kind = "json"
    _recomputed = Grammar._recomputed | {"report", "_branches"}
    dropped: list[tuple[str, str]]
    _rights: dict[str, Expression] | None  # the productions; None once they have been let go
    _source: Any  # the schema's text, which takes a quarter of its memory, where there is one; else the schema
    _content: str | bytes | None  # of which the productions are made again: the text, or what `marshal` wrote
    _stay: bool  # productions that have been asked for again, or that might not come back
    _dialect: Dialect
    _options: Options
    _extra: Literal["allow", "forbid"] | None

    def __repr__(self) -> str:
        kind = getattr(self.read, "source", None)
        schema = self.schema
        title = schema.get("title") if isinstance(schema, dict) else None
        name = title if isinstance(title, str) else getattr(kind, "__name__", None)
        return f"<Grammar schema {shown(name, 80)[1:-1] if name else shown(schema, 80)}>"

    def right_sides(self) -> dict[str, Expression]:
        known: dict[str, Expression] | None = vars(self).get("productions", self._rights)
        if known is None:
            of_text = isinstance(self._source, str | bytes)
            known = self._rights = _again(self._content, of_text, self._options, self._extra)
            self._stay = True
        return known

    def compiled(self) -> None:
        """Lets the productions go until they are asked for: they take several times the memory of the schema's text."""
        if not self._stay:
            self._rights = None

    if not TYPE_CHECKING:  # to type checkers, a grammar has no other attributes than it says

        def __getattr__(self, name: str) -> Any:
            if name != "productions" or "_rights" not in vars(self):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return vars(self).setdefault("productions", dict(self.right_sides()))  # whoever has them may change them

    @property
    def schema(self) -> Any:
        """What the grammar was made from; read anew each time where that was JSON text."""
        source = self._source
        return schema_of(source, self._extra)[0] if isinstance(source, str | bytes) else source

    def _as_given(self) -> Any:
        """The schema as it was at the call, whatever has become of it: a dict may even hold itself by now."""
        known = self._content is not None and not isinstance(self._source, str | bytes)
        return marshal.loads(self._content) if known else self.schema  # type: ignore[arg-type]

    @once
    def report(self) -> Report:
        """What is enforced where, how values are written, and what each subschema costs; `print` it."""
        schema = self._as_given()
        never = _unwritten(schema, self._options)
        return report(schema, self._dialect, self._options, self.right_sides(), self.dropped, never)

    def why_empty(self) -> str:
        """The innermost members that no text has."""
        found = {each.place for each in _unwritten(self._as_given(), self._options)}
        inner = sorted(one for one in found if not any(other.startswith(f"{one}/") for other in found))
        return f"; no value satisfies {', '.join(shown(place, 200)[1:-1] for place in inner[:3])}" if inner else ""

    def events(self) -> EventReader:
        """Events whose values are as `read` gives them: typed where the schema was made from a type."""
        if not isinstance(self.read, PydanticReader):
            return JsonEvents()
        from .source.typed_events import TypedEvents

        return TypedEvents(self.read.source, self.read, self._branch)

    def spans(self, text: str) -> list[Span]:
        """The fields by their JSON pointers."""
        return json_spans(text)

    def _branch(self, kind: Any) -> Constraint | None:
        """A type within this one's, by bytes and in any layout; None where it cannot be told by itself."""
        known = self._branches.get(id(kind))
        if known is None:
            options = self._options
            try:
                given: dict[str, Any] = {
                    "property_order": "any" if options.any_order else "schema",
                    "extra": self._extra,
                    "format": "assert" if options.assert_format else "annotation",
                    "integers": options.notation,
                    "on_unsupported": "drop" if options.drop else "error",
                    "digits": options.digits,
                    "max_shapes": options.max_shapes,
                    "max_states": options.max_states,
                }
                grammar = json_schema(kind, layout="any", escapes="any", max_gap=_ANY_GAP, **given)
                known = kind, by_bytes(grammar)
            except Exception:  # an annotation that means something only within its model
                known = kind, None
            self._branches[id(kind)] = known
        return known[1]

    @once
    def _branches(self) -> dict[int, tuple[Any, Constraint | None]]:
        return {}


_ANY_GAP = 4096  # blanks in a row of an indented text, of any depth that is written


@overload
def json_schema(source: type[Of], **options: Unpack[JsonSchemaOptions]) -> JsonSchemaGrammar[Of]: ...
@overload
def json_schema(source: TypeAdapter[Of], **options: Unpack[JsonSchemaOptions]) -> JsonSchemaGrammar[Of]: ...
@overload
def json_schema(source: Any, **options: Unpack[JsonSchemaOptions]) -> JsonSchemaGrammar[Any]: ...
@public
@roomy
@budgeted
def json_schema(
    source: Any,
    *,
    layout: Literal["spaced", "compact", "flexible", "any", "lenient"] = "spaced",
    indent: int | str | None = None,
    property_order: Literal["schema", "any"] = "schema",
    optional: Literal["choose", "write"] = "choose",
    extra: Literal["allow", "forbid"] | None = None,
    format: Literal["assert", "strict", "annotation"] = "assert",
    integers: Literal["digits", "any"] = "digits",
    escapes: Literal["short", "any"] = "short",
    on_unsupported: Literal["error", "drop"] = "error",
    registry: Any = None,
    digits: int = 100,
    max_gap: int = 128,
    max_depth: int | None = None,
    max_shapes: int = 512,
    max_states: int = 20_000,
    limits: Limits | None = None,
) -> JsonSchemaGrammar[Any]:
    """The grammar of all JSON texts that a schema validates.

    `source` is a schema (a mapping, a boolean, or JSON text), or anything that Pydantic has a schema for: a model, a
    `TypeAdapter`, a dataclass, a `TypedDict`, an `Enum`, an annotation such as `list[int]`; or that msgspec reads: its
    structs, and classes of attrs. A text of a type is read by it, unless `report` names what only the reader decides
    (validators that are functions, files that must exist). The dialect is what `$schema` names, 2020-12 by default;
    drafts 4, 6, 7 and 2019-09 are known. Every keyword of the dialect is enforced, or `UnsupportedError` names it and
    its place; unknown keywords are annotations; a schema that no value satisfies is a `GrammarError`. References lead
    inside the schema or into `registry` (a `referencing.Registry`, or a mapping of URI to schema); nothing is fetched.

    >>> json_schema({"type": "array", "items": {"type": "integer"}, "maxItems": 3})
    <Grammar schema {'type': 'array', 'items': {'type': 'integer'}, 'maxItems': 3}>

    Among the texts of a valid value, these choices of serialisation are made:

    - *White space.* `layout="spaced"`: one blank after every comma and colon, as `json.dumps` writes by default and
      chat templates show calls, so white space costs a model nothing. `"compact"`: none, as `JSON.stringify` and
      `model_dump_json` write. `indent=n`: exactly as `json.dumps(indent=n)`. To read what others wrote,
      `"flexible"`: after every bracket and comma and before every closing bracket none, one blank, or a line break with
      at most 8 blanks or one tab for each container around (up to `max_gap`; in grammars of thousands of productions,
      for as many as there are in the deepest place), and at most one blank after a colon; so all of these, and indented
      forms of others. `"any"`: at most `max_gap` white space characters wherever RFC 8259 allows them. `"lenient"`: to
      judge what others wrote, the same with `"any"` for `property_order`, `integers` and `escapes`, too.
    - *Depth.* At most `max_depth` containers inside each other. None: any number, or 25 under `indent`. The grammar's
      `read` follows JSON to any depth, and Pydantic to 200 containers, where Pydantic's reader ends and `LimitExceeded`
      is raised; with `max_depth=200` the grammar ends there too. What is open or refers to itself is then written once
      for each level: a small model, compiled in 0.5 ms, takes 4 to 9, a recursive one some 15.
    - *Keys.* `property_order="schema"`: in the order of `properties` (merged in order of appearance over `allOf` and
      `$ref`), then other required keys, then all others; an object given by `const` or `enum`, in its own order.
      `"any"`: in any order; the sets of keys seen are made as texts meet them. No key comes twice.
    - *Members that may be missing*, as fields with defaults: `optional="choose"` leaves them to the model, and a small
      one skips most. `"write"`: what `properties` names is always written, in each alternative (of `anyOf`,
      `dependentRequired` and their like) all that can be there together.
    - *Other keys.* A raw schema means what it says: where it does not forbid them, any keys may follow those it names.
      A type writes the keys that it declares and no others, unless it says `extra="allow"` itself, because Pydantic
      would ignore them. `extra="allow"` opens all types that do not forbid other keys, and `extra="forbid"` closes a
      raw schema: objects that name members, and say nothing of others, take no others, as if `unevaluatedProperties`
      were false (schemas of the `registry` stay as they are).
    - *Numbers.* At most `digits` digits before and after the point, exponents up to ±307. A number under `minimum`,
      `maximum`, `exclusive*` or `multipleOf` is written plainly or with one digit before the point and an exponent
      (`2.5e-07`); where divisibility takes an automaton (`multipleOf: 7`), plainly and with at most 20 digits before
      the point, fewer under large divisors, and with a point only if 15 digits hold all that may differ from 0 (under
      `multipleOf: 5e-30` none). Exclusive bounds are drawn in to the next double. `integer` is digits without a `-0`,
      with `integers="any"` also `-0`, `1.0` and `1e2`; a number that must not be an integer has digits after the point
      that show it, also to a reader who rounds to doubles. `enum` and `const` numbers are as they stand in the schema,
      plain, or as `json.dumps` writes them. All arithmetic is decimal and exact.
    - *Strings.* `escapes="short"`: every character raw or by its short escape, `\\uXXXX` only where raw is impossible;
      keys and strings from `enum`, `const` and `properties` as `json.dumps(ensure_ascii=False)` writes them.
      `"any"`: every spelling. Unpaired surrogates are never written. JSON within a string (`pydantic.Json`) has the
      layout of the text around it, under `indent` the spaced one, and is spelled as `json.dumps(ensure_ascii=False)`
      writes a string; under `"any"` with all escapes of what is ASCII.
    - *Formats* are asserted (`format="annotation"` ignores them; `"strict"` refuses unknown ones, which otherwise are
      annotations). Not every valid text is written of date-time and time (fractions of 9 digits at most), date (years
      0001 to 9999), duration (numbers of 9 digits), hostname (no `xn--`), idn-hostname, idn-email and regex; `report`
      says what of those that a schema has. Where one of these must not hold (`not`, `oneOf`, `if`), neither are texts
      that may have it.
    - *Unique items* are compared by value: objects whatever the order of their keys, strings decoded, numbers with a
      point or an exponent as doubles.

    `on_unsupported="drop"` ignores what cannot be enforced and lists it in the grammar's `dropped`. `max_shapes` bounds
    the alternatives into which `oneOf`, `not` and their like multiply, `max_states` the states of containers that
    count or have clauses (`contains`, `dependentRequired` and negations);
    beyond that `LimitExceeded` names the place; `limits` bounds the steps and bytes of this call.
    Costs time linear in the schema where no combinators multiply.
    """
    if registry is not None and not (hasattr(registry, "get_or_retrieve") or isinstance(registry, Mapping)):
        raise TypeError(
            f"registry must be a referencing.Registry or a mapping of URIs to schemas, not {described(registry)}"
        )
    if layout == "lenient" and indent is None:
        layout = property_order = integers = escapes = "any"
    choices = layout, indent, property_order, optional, extra, format, integers, escapes, on_unsupported
    options = _options_of(*choices, digits, max_gap, max_depth, max_shapes, max_states)
    # What is not kept is freed (`forget`) before the collector is back, or it would look at that too, and count it as
    # grown old, which brings on its long rounds over the whole program.
    with uncollected():
        try:
            schema, read = schema_of(source, extra, integers, drop=options.drop)
        except UnsupportedError as error:
            raise _placed(error, source, extra) from None
        try:
            start, productions, dialect, dropped = _written(schema, options, registry)
        except RecursionError:
            raise too_deep(schema) from None
        except NoValue as error:
            hint = helpful_to_drop(schema, lambda other: _written(other, options, registry))
            raise GrammarError(f"{error}{hint}", empty=True) from None
    grammar: JsonSchemaGrammar[Any] = JsonSchemaGrammar(start, productions, read=read, source="schema")
    grammar._rights = vars(grammar).pop("productions")
    grammar.dropped = dropped
    if options.drop:
        grammar.dropped = [*dropped, *_dropped_from_types(schema, dialect)]
    if isinstance(source, str | bytes | bytearray):
        grammar._source = grammar._content = source if isinstance(source, str) else bytes(source)
    else:
        grammar._source, grammar._content = schema, _marshalled(schema) if isinstance(source, Mapping) else None
    # To write it again might not give the same, or be refused.
    grammar._stay = grammar._content is None or registry is not None or limits is not None or not is_usual()
    grammar._dialect, grammar._options, grammar._extra = dialect, options, extra
    return grammar


def _marshalled(schema: Any) -> bytes | None:
    """The schema as it is now, in as many bytes as its text; None where it is not of JSON's own types."""
    try:
        return marshal.dumps(schema)
    except ValueError:
        return None


@roomy
def _again(content: str | bytes | None, of_text: bool, options: Options, extra: str | None) -> dict[str, Expression]:
    """The productions of a schema that has been written before."""
    with uncollected(), again():
        schema = schema_of(content, extra)[0] if of_text else marshal.loads(content)  # type: ignore[arg-type]
        return _written(schema, options, None)[1]


def _placed(error: UnsupportedError, source: Any, extra: str | None) -> UnsupportedError:
    """What a type's generator cannot enforce, with its place: that where it would be left out."""
    schema, _ = schema_of(source, extra, drop=True)
    place = next((at for at, _ in _dropped_from_types(schema, DIALECTS["2020-12"])), "#")
    way_on = "on_unsupported='drop' would leave that out"
    return UnsupportedError(f"{place}: {error}; {way_on}", feature=error.feature, where=place)


def _dropped_from_types(schema: Any, dialect: Dialect) -> Iterator[tuple[str, str]]:
    """What the reader of a type noted that it left out; the notes are taken away."""
    for pointer, here in all_subschemas(schema, dialect):
        if type(here) is dict and DROPPED in here:
            yield pointer, here.pop(DROPPED)


_INDENTED_DEPTH = 25  # by default; every level has white space of its own


def _options_of(*given: Any) -> Options:
    """`_options`, which keeps its answers; what cannot be a key is wrong, and told so there."""
    try:
        hash(given)
    except TypeError:
        return _options.__wrapped__(*given)
    return _options(*given)


@lru_cache(64, typed=True)
def _options(
    layout: str,
    indent: int | str | None,
    property_order: str,
    optional: str,
    extra: str | None,
    format: str,
    integers: Literal["digits", "any"],
    escapes: str,
    on_unsupported: str,
    digits: int,
    max_gap: int,
    max_depth: int | None,
    max_shapes: int,
    max_states: int,
) -> Options:
    """The caller's choices, each of which is looked at here."""
    digits, max_gap = integer(digits, "digits", None), integer(max_gap, "max_gap")
    max_shapes, max_states = integer(max_shapes, "max_shapes", 1), integer(max_states, "max_states", 1)
    max_depth = None if max_depth is None else integer(max_depth, "max_depth", None)
    one_of(extra, "extra", ("allow", "forbid", None))
    instance(indent, (int, str, type(None)), "indent", "a number of spaces, or a text of white space, or None")
    if indent is None:
        one_of(layout, "layout", ("spaced", "compact", "flexible", "any", "lenient"))
    one_of(property_order, "property_order", ("schema", "any"))
    one_of(optional, "optional", ("choose", "write"))
    one_of(format, "format", ("assert", "strict", "annotation"))
    one_of(integers, "integers", ("digits", "any"))
    if not isinstance(escapes, Mode):
        one_of(escapes, "escapes", ("short", "any"))
    one_of(on_unsupported, "on_unsupported", ("error", "drop"))
    if not 1 <= digits <= 300:
        raise ValueError(f"digits is {shown(digits, 60)}; a double holds numbers of 1 to 300 digits")
    if max_depth is not None and max_depth < 1:
        raise ValueError(f"max_depth is {shown(max_depth, 60)}; it counts containers inside each other, so 1 or more")
    return Options(
        layout_of(layout, indent, max_gap, _INDENTED_DEPTH if max_depth is None and indent is not None else max_depth),
        property_order == "any",
        escapes,
        integers,
        digits,
        format == "strict",
        format != "annotation",
        on_unsupported == "drop",
        max_shapes,
        max_states,
        optional == "write",
    )


class _Strategy(NamedTuple):
    """How subschemas are told apart: by place, and `scoped` by the dynamic references that led there as well; with
    `merge_equal`, those that say the same are one. What a schema needs shows when it is written without.
    """

    scoped: bool = False
    merge_equal: bool = False

    def after(self, error: Exception) -> _Strategy | None:
        """What may do where this one has failed; None where it would fail again."""
        if isinstance(error, NeedsScopes):
            return self._replace(scoped=True)
        return None if self.merge_equal else self._replace(merge_equal=True)


_Compiled = tuple[str, dict[str, Expression], Dialect, list[tuple[str, str]]]
_FAILURES = NeedsScopes, LimitExceeded, TooManyCombinations  # after which another strategy may do


def _written(schema: Any, options: Options, registry: Any) -> _Compiled:
    """What `_compile` gives; where texts depend on depth, written flat at first, to see how deep they are."""
    strategy, layout = _Strategy(), options.layout
    deep = layout.deep and not layout.is_indented
    if deep:
        options = options._replace(layout=layout.flat())
    while True:
        try:
            made = _compile(schema, options, registry, strategy)
        except _FAILURES as error:
            harder = strategy.after(error)
            if harder is None:
                raise
            strategy = harder
            continue
        fitted = layout.fitted(deepest(made[0], made[1]), len(made[1])) if deep else None
        if fitted is None:
            return made
        options, deep = options._replace(layout=fitted), False


@roomy
@budgeted
def _unwritten(schema: Any, options: Options) -> list[Unwritten]:
    """The members that no text has; none where that takes too long, or a reference led out of the schema."""
    options = options._replace(layout=layout_of("compact", None, 0, None))
    if type(schema) is bool:
        return []
    strategy: _Strategy | None = _Strategy()
    while strategy is not None:
        context = Context(schema, options, None, *strategy)
        writer = Writer(context, Evaluator(context), native=False)
        try:
            return unwritten(writer, context.document.root)
        except _FAILURES as error:
            strategy = strategy.after(error)
        except (ConstrainError, RecursionError):
            return []
        finally:
            writer.forget()
            context.forget()
    return []


def _compile(schema: Any, options: Options, registry: Any, strategy: _Strategy) -> _Compiled:
    """The start symbol, the productions, the dialect, and what was dropped."""
    context = Context(schema, options, registry, *strategy)
    writer = Writer(context, Evaluator(context))
    try:
        root: Formula = context.document.root
        if type(schema) is bool:
            root = context.formulas.always if schema else context.formulas.never
        start = writer.build(root)
        productions = writer.productions
    finally:
        writer.forget()
        context.forget()
    margin, name = options.layout.margin, "text"
    if margin is None and type(start) is Nonterminal:
        name = start.name
    else:
        productions["text"] = start if margin is None else Sequence((margin, start, margin))
    return name, productions, context.document.main.dialect, context.dropped_everywhere()
