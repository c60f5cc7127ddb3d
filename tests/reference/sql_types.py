"""Whether the types of a query of SQLite fit, judged from sqlglot's tree of it: the oracle of `sql(…, types=True)`.

Everything is resolved first, as a database does: a column is of the class that its table was declared with, wherever it
stands. Unknown, and so fitting anywhere, are NULL, parameters, blobs, columns without a type, columns that WITH names in
brackets, those of VALUES, and those of a query that has two of one name and different classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sqlglot import exp
from sqlglot.dialects.sqlite import SQLite

N, T, U = "n", "t", "u"
Columns = dict[str, str]


class _Plain(SQLite):
    """Functions as they are written."""

    class Parser(SQLite.Parser):
        FUNCTIONS: ClassVar[dict[str, Any]] = {}
        FUNCTION_PARSERS: ClassVar[dict[str, Any]] = {"CAST": SQLite.Parser.FUNCTION_PARSERS["CAST"]}


# A frame of GROUPS, which sqlglot reads after ORDER BY alone.
_FRAME = re.compile(
    r"\bgroups(\s+(?:between\s+)?(?:unbounded|current|\d+)\s+(?:preceding|following|row)\b)", re.IGNORECASE
)
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.NullSafeEQ, exp.NullSafeNEQ)
_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod, exp.BitwiseAnd, exp.BitwiseOr)
_SHIFTS = (exp.BitwiseLeftShift, exp.BitwiseRightShift)
_TEXTS = (exp.CurrentDate, exp.CurrentTime, exp.CurrentTimestamp)
# Results and arguments; the last of these as often as there are more; `a` is anything.
_FUNCTIONS = {
    "abs": "nn", "char": "tn", "date": "tat", "datetime": "tat", "glob": "ntt", "hex": "ta", "instr": "ntt",
    "julianday": "nat", "length": "nt", "like": "ntt", "lower": "tt", "ltrim": "tt", "quote": "ta",
    "random": "n", "replace": "tt", "round": "nn", "rtrim": "tt", "sign": "nn", "strftime": "ttat", "substr": "ttn", "substring": "ttn",
    "time": "tat", "trim": "tt", "typeof": "ta", "unicode": "nt", "upper": "tt", "avg": "nn", "count": "na", "group_concat": "tat",
    "sum": "nn", "total": "nn", "row_number": "n", "rank": "n", "dense_rank": "n", "percent_rank": "n", "cume_dist": "n",
    "ntile": "nn",
}  # fmt: skip
_SAME = ("coalesce", "ifnull", "max", "min")  # all of one class, which they give
_ROWS = ("lag", "lead", "first_value", "last_value", "nth_value")


@dataclass
class _Scope:
    outer: _Scope | None
    sources: list[tuple[str, Columns]] = field(default_factory=list)
    results: Columns = field(default_factory=dict)

    def find(self, name: str, source: str) -> str | None:
        for alias, columns in self.sources:
            if source in ("", alias) and name in columns:
                return columns[name]
        if not source and name in self.results:
            return self.results[name]
        return self.outer.find(name, source) if self.outer else None


class Judge:
    """Of queries of one database: classes by column by table. `faults` are what does not fit."""

    def __init__(self, tables: Mapping[str, Columns]) -> None:
        self.tables = {name.lower(): {c.lower(): kind for c, kind in its.items()} for name, its in tables.items()}
        self.faults: list[str] = []

    def judge(self, text: str) -> list[str]:
        """What does not fit; raises sqlglot's ParseError where it does not read the query."""
        self.faults = []
        self.query(_Plain().parse(_FRAME.sub(r"ROWS\1", text))[0], {}, None)
        return self.faults

    def ask(self, node: Any, where: str, wanted: str) -> str:
        """The class of what is there, which is to be one of these, or unknown."""
        its = self.of(node, self.scope)
        if its not in (wanted, U) and wanted != "a":
            self.faults.append(f"{node.sql('sqlite')} is {its}, in {where}")
        return its

    def alike(self, nodes: Iterable[Any], where: Any) -> str:
        """The class that all have, but for unknown ones."""
        kinds = [self.of(node, self.scope) for node in nodes]
        if len({kind for kind in kinds if kind != U}) > 1:
            self.faults.append(f"{kinds} in {where.sql('sqlite')}")
        return next((kind for kind in kinds if kind != U), U)

    # --- Queries

    def query(self, node: Any, defined: dict[str, Columns], outer: _Scope | None) -> list[tuple[str, str]]:
        """Names and classes of what it puts out."""
        defined = dict(defined)
        for each in (node.args.get("with_") or exp.With(expressions=[])).expressions:
            name, columns = each.alias.lower(), [c.name.lower() for c in each.args["alias"].columns]
            first = each.this
            while isinstance(first, exp.SetOperation):
                first = first.this
            own = columns or [c for c, _ in Judge(self.tables).query(first.copy(), defined, None)] if name else []
            put_out = self.query(each.this, {**defined, name: dict.fromkeys(own, U)}, None)
            defined[name] = dict.fromkeys(columns, U) if columns else _columns(put_out)
        if isinstance(node, exp.Subquery):
            return self.query(node.this, defined, outer)
        if isinstance(node, exp.SetOperation):
            out = self.query(node.this, defined, outer)
            self.query(node.expression, defined, outer)
            return out
        scope = _Scope(outer)
        if isinstance(node, exp.Values):
            for row in node.expressions:
                for value in row.expressions:
                    self.inside(value, scope, defined)
            return [(f"column{i + 1}", U) for i in range(len(node.expressions[0].expressions))]
        joins = node.args.get("joins") or []
        from_ = node.args.get("from_")
        for source in ([from_.this] if from_ else []) + [join.this for join in joins]:
            scope.sources.append(self.source(source, defined))
        out = []
        for item in node.expressions:
            bare = item.this if isinstance(item, exp.Alias) else item
            if isinstance(bare, exp.Star) or (isinstance(bare, exp.Column) and isinstance(bare.this, exp.Star)):
                wanted = bare.table.lower() if isinstance(bare, exp.Column) else ""
                out += [pair for alias, its in scope.sources if wanted in ("", alias) for pair in its.items()]
                continue
            kind = self.inside(bare, scope, defined)
            name = item.alias_or_name.lower() if isinstance(item, exp.Alias | exp.Column) else ""
            out.append((name, kind))
            if isinstance(item, exp.Alias):
                scope.results.setdefault(name, kind)
        conditions = [join.args.get("on") for join in joins]
        conditions += [part.this for key in ("where", "having") if (part := node.args.get(key))]
        for condition in filter(None, conditions):
            self.scope, self.defined = scope, defined
            self.ask(condition, "a condition", N)
        grouped = node.args["group"].expressions if node.args.get("group") else []
        for each in (
            *grouped,
            *_terms(node),
            *(term for window in node.args.get("windows") or () for term in _terms(window)),
        ):
            self.inside(each, scope, defined)
        return out

    def source(self, node: Any, defined: dict[str, Columns]) -> tuple[str, Columns]:
        alias = node.alias.lower()
        if isinstance(node, exp.Table):
            name = node.name.lower()
            return alias or name, defined.get(name, self.tables.get(name, {}))
        inner = node.this if isinstance(node, exp.Subquery) else node
        return alias, _columns(self.query(inner, defined, None))

    # --- Expressions

    def inside(self, node: Any, scope: _Scope, defined: dict[str, Columns]) -> str:
        self.scope, self.defined = scope, defined
        return self.of(node, scope)

    def nested(self, node: Any) -> list[tuple[str, str]]:
        scope, defined = self.scope, self.defined
        out = self.query(node, defined, scope)
        self.scope, self.defined = scope, defined
        return out

    def of(self, node: Any, scope: _Scope) -> str:
        """The class of an expression, whose parts are judged."""
        match node:
            case exp.Paren():
                return self.of(node.this, scope)
            case exp.Column() | exp.Identifier():
                source = node.table.lower() if isinstance(node, exp.Column) else ""
                found = scope.find(node.name.lower(), source)
                if found is None:
                    raise LookupError(node.sql("sqlite"))
                return found
            case exp.Literal():
                return T if node.is_string else N
            case exp.Null() | exp.Placeholder() | exp.Parameter() | exp.HexString() | exp.Star():
                return U
            case exp.Boolean():
                return N
            case exp.Neg() | exp.BitwiseNot() | exp.Not():
                self.ask(node.this, type(node).__name__, N)
                return N
            case exp.Is() if isinstance(node.expression, exp.Null):
                self.of(node.this, scope)
                return N
            case exp.DPipe():
                self.of(node.this, scope)
                self.of(node.expression, scope)
                return T
            case exp.Collate():
                return self.ask(node.this, "COLLATE", T)
            case exp.Between():
                self.alike((node.this, node.args["low"], node.args["high"]), node)
                return N
            case exp.In():
                return self.within(node)
            case exp.Exists() | exp.Subquery():
                inner = node.this if isinstance(node.this, exp.Query) else node
                return (self.nested(inner)[0][1], N)[isinstance(node, exp.Exists)]
            case exp.Escape():
                return self.of(node.this, scope)
            case exp.Like() | exp.Glob():
                for side in (node.this, node.expression):
                    self.ask(side, "LIKE", T)
                return N
            case exp.Case():
                return self.case(node)
            case exp.Cast():
                self.of(node.this, scope)
                name = node.to.sql("sqlite").upper()
                return T if "CHAR" in name or "TEXT" in name else U if "BLOB" in name else N
            case exp.Window():
                for each in _terms(node):
                    self.of(each, scope)
                return self.of(node.this, scope)
            case exp.Filter():
                self.ask(node.expression.this, "FILTER", N)
                return self.of(node.this, scope)
            case exp.Distinct():
                return self.of(node.expressions[0], scope)
            case exp.Anonymous():
                return self.called(node)
            case exp.Tuple():
                raise LookupError("a row")
        if isinstance(node, _TEXTS):
            return T
        if isinstance(node, _COMPARISONS):
            self.alike((node.this, node.expression), node)
            return N
        if isinstance(node, (*_ARITHMETIC, *_SHIFTS, exp.And, exp.Or)):
            for side in (node.this, node.expression):
                self.ask(side, type(node).__name__, N)
            return N
        raise LookupError(f"{type(node).__name__}: {node.sql('sqlite')}")

    def within(self, node: Any) -> str:
        query = node.args.get("query")
        kinds = [self.of(each, self.scope) for each in (node.this, *node.expressions)]
        if query is not None:
            kinds.append(self.nested(query)[0][1])
        if len(set(kinds) - {U}) > 1:
            self.faults.append(f"{kinds} in {node.sql('sqlite')}")
        return N

    def case(self, node: Any) -> str:
        arms = node.args["ifs"]
        if node.this is not None:
            self.alike((node.this, *(arm.this for arm in arms)), node)
        else:
            for arm in arms:
                self.ask(arm.this, "WHEN", N)
        results = [arm.args["true"] for arm in arms]
        return self.alike([*results, *filter(None, [node.args.get("default")])], node)

    def called(self, node: Any) -> str:
        name, given = node.name.lower(), list(node.expressions)
        if name in _SAME or name == "nullif":
            return self.alike(given, node)
        if name == "iif":
            self.ask(given[0], "iif", N)
            return self.alike(given[1:], node)
        if name in _ROWS:
            return self.alike([given[0], *given[2:]], node)
        result, asked = _FUNCTIONS[name][0], _FUNCTIONS[name][1:]
        for i, each in enumerate(given):
            self.ask(each, name, asked[min(i, len(asked) - 1)])
        return result


def _terms(node: Any) -> list[Any]:
    """What rows are parted and ordered by."""
    order = node.args.get("order")
    return [*(node.args.get("partition_by") or ()), *(each.this for each in (order.expressions if order else ()))]


def _columns(put_out: list[tuple[str, str]]) -> Columns:
    out: Columns = {}
    for name, kind in put_out:
        if name:
            out[name] = kind if out.get(name, kind) == kind else U
    return out
