"""`json_schema`: the front door."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any, Literal

from constrain.budget import budgeted
from constrain.errors import LimitExceeded
from constrain.grammar import Expression, Grammar, Nonterminal, Sequence
from constrain.showing import shown

from ..collecting import uncollected
from .builder import Builder
from .context import Context, Laborious, Options
from .dialect import Dialect
from .document import NeedsScopes
from .formula import Formula
from .layout import layout as layout_of
from .meaning import Meanings
from .nesting import too_deep
from .report import Report, report
from .sources import schema_of


class JsonSchemaGrammar(Grammar):
    """The grammar of a schema; `schema` is what it was made from, `dropped` the keywords that are not enforced.

    `dropped` lists (pointer, keyword) and is empty unless `on_unsupported="drop"` was asked for.
    """

    kind = "json"
    schema: Any
    dropped: list[tuple[str, str]]
    _dialect: Dialect
    _options: Options

    @cached_property
    def report(self) -> Report:
        """What is enforced where, how values are written, and what each subschema costs; `print` it."""
        return report(self.schema, self._dialect, self._options, self.productions, self.dropped)


@budgeted
def json_schema(
    source: Any,
    *,
    layout: Literal["flexible", "compact", "spaced", "any"] = "flexible",
    indent: int | str | None = None,
    property_order: Literal["schema", "any"] = "schema",
    format: Literal["assert", "strict", "annotation"] = "assert",
    integers: Literal["digits", "any"] = "digits",
    escapes: Literal["short", "any"] = "short",
    on_unsupported: Literal["error", "drop"] = "error",
    registry: Any = None,
    digits: int = 100,
    max_gap: int = 128,
    max_depth: int = 24,
    max_shapes: int = 512,
    max_states: int = 20_000,
) -> JsonSchemaGrammar:
    """The grammar of all JSON texts that a schema validates.

    `source` is a schema (a mapping, a boolean, or JSON text), or anything that Pydantic has a schema for: a model, a
    `TypeAdapter`, a dataclass, a `TypedDict`, an `Enum`, an annotation such as `list[int]`. The dialect is what
    `$schema` names, 2020-12 by default; drafts 4, 6, 7 and 2019-09 are known. Every keyword of the dialect is enforced,
    or `UnsupportedError` names it and its place; unknown keywords are annotations; a schema that no value satisfies is
    a `GrammarError`. References lead inside the schema or into `registry` (a `referencing.Registry`, or a mapping of
    URI to schema); nothing is fetched.

    >>> json_schema({"type": "array", "items": {"type": "integer"}, "maxItems": 3})
    <Grammar #: 1 production>

    Among the texts of a valid value, these choices of serialisation are made:

    - *White space.* `layout="flexible"`: none, one space, or a line break with at most `max_gap` blanks, after every
      bracket and comma and before every closing bracket, and at most one space after a colon; so the compact form,
      that of `json.dumps`, and every indented form. `"compact"`: none. `"spaced"`: as `json.dumps` writes by default.
      `"any"`: at most `max_gap` white space characters wherever RFC 8259 allows them. `indent=n`: exactly as
      `json.dumps(indent=n)`; containers nest at most `max_depth` deep then.
    - *Keys.* `property_order="schema"`: in the order of `properties` (merged in order of appearance over `allOf` and
      `$ref`), then other required keys, then all others; an object given by `const` or `enum`, in its own order.
      `"any"`: in any order; the sets of keys seen are made as texts meet them. No key comes twice.
    - *Numbers.* At most `digits` digits before and after the point, exponents up to ±307. A number under `minimum`,
      `maximum`, `exclusive*` or `multipleOf` is written plainly or with one digit before the point and an exponent
      (`2.5e-07`); where divisibility takes an automaton (`multipleOf: 7`), plainly and with at most 20 digits before
      the point, fewer under large divisors, and with a point only if 15 digits hold all that may differ from 0 (under
      `multipleOf: 5e-30` none). Exclusive bounds are drawn in to the next double. `integer` is digits, with
      `integers="any"` also `1.0` and `1e2`; a number that must not be an integer has digits after the point that show
      it, also to a reader who rounds to doubles. `enum` and `const` numbers are as they stand in the schema, plain, or
      as `json.dumps` writes them. All arithmetic is decimal and exact.
    - *Strings.* `escapes="short"`: every character raw or by its short escape, `\\uXXXX` only where raw is impossible;
      keys and strings from `enum`, `const` and `properties` as `json.dumps(ensure_ascii=False)` writes them.
      `"any"`: every spelling. Unpaired surrogates are never written.
    - *Formats* are asserted (`format="annotation"` ignores them; `"strict"` refuses unknown ones, which otherwise are
      annotations). See `formats.py` for the few that are subsets.

    `on_unsupported="drop"` ignores what cannot be enforced and lists it in the grammar's `dropped`. `max_shapes` bounds
    the alternatives into which `oneOf`, `not` and their like multiply, `max_states` the states of containers that
    count or have obligations (`contains`, `dependentRequired` and negations);
    beyond that `LimitExceeded` names the place. Costs time linear in the schema where no combinators multiply.
    """
    options = _options(
        layout,
        indent,
        property_order,
        format,
        integers,
        escapes,
        on_unsupported,
        digits,
        max_gap,
        max_depth,
        max_shapes,
        max_states,
    )
    # What is not kept is freed (`forget`) before the collector is back, or it would look at that too, and count it as
    # grown old, which brings on its long rounds over the whole program.
    with uncollected():
        schema, read = schema_of(source)
        made = None
        try:
            with suppress(LimitExceeded, Laborious):
                made = _scoped(schema, options, registry, twins=False)
            start, productions, dialect, dropped = made or _scoped(schema, options, registry, twins=True)
        except RecursionError:
            raise too_deep(schema) from None
    grammar = JsonSchemaGrammar(start, productions, read=read, source="schema")
    grammar.schema, grammar.dropped = schema, dropped
    grammar._dialect, grammar._options = dialect, options
    return grammar


@lru_cache(64, typed=True)
def _options(
    layout: str,
    indent: int | str | None,
    property_order: str,
    format: str,
    integers: str,
    escapes: str,
    on_unsupported: str,
    digits: int,
    max_gap: int,
    max_depth: int,
    max_shapes: int,
    max_states: int,
) -> Options:
    _one_of("property_order", property_order, ("schema", "any"))
    _one_of("format", format, ("assert", "strict", "annotation"))
    _one_of("integers", integers, ("digits", "any"))
    _one_of("escapes", escapes, ("short", "any"))
    _one_of("on_unsupported", on_unsupported, ("error", "drop"))
    if not 1 <= digits <= 300:
        raise ValueError(f"digits is {shown(digits, 60)}; a double holds numbers of 1 to 300 digits")
    return Options(
        layout_of(layout, indent, max_gap, max_depth),
        property_order == "any",
        escapes,
        integers,
        digits,
        format == "strict",
        format != "annotation",
        on_unsupported == "drop",
        max_shapes,
        max_states,
    )


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is {shown(value, 100)}; choose one of {', '.join(map(repr, allowed))}")


_Compiled = tuple[str, dict[str, Expression], Dialect, list[tuple[str, str]]]


def _scoped(schema: Any, options: Options, registry: Any, *, twins: bool) -> _Compiled:
    try:
        return _compile(schema, options, registry, scoped=False, twins=twins)
    except NeedsScopes:
        return _compile(schema, options, registry, scoped=True, twins=twins)


def _compile(schema: Any, options: Options, registry: Any, *, scoped: bool, twins: bool) -> _Compiled:
    """The start symbol, the productions, the dialect, and what was dropped."""
    context = Context(schema, options, registry, scoped, twins)
    builder = Builder(context, Meanings(context))
    try:
        root: Formula = context.document.root
        if type(schema) is bool:
            root = context.formulas.always if schema else context.formulas.never
        start = builder.build(root)
        productions = builder.productions
    finally:
        builder.forget()
        context.forget()
    margin, name = options.layout.margin, "text"
    if margin is None and type(start) is Nonterminal:
        name = start.name
    else:
        productions["text"] = start if margin is None else Sequence((margin, start, margin))
    return name, productions, context.document.main.dialect, context.dropped_everywhere()
