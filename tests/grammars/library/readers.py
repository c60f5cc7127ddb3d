"""Readers that know nothing of our grammars: `READERS[name](text)` raises where the text is not of the format.

Each is another implementation's parser, but for Mermaid, which has none in Python: there a line-by-line reader is
written out, and for arithmetic and URLs two readers must agree.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import keyword
import re
import urllib.parse
import warnings
from collections.abc import Callable
from datetime import date, datetime, time


class NotReadError(Exception):
    """A reader's verdict where it raises nothing of its own."""


def read_json(text: str) -> None:
    """Python's `json`, but for NaN, Infinity and the like."""

    def refuse(constant: str) -> None:
        raise NotReadError(constant)

    json.loads(text, parse_constant=refuse)


def read_arithmetic(text: str) -> None:
    """Python's `ast`: an expression of operators, numbers, names and calls with plain arguments; `if` is a name too."""
    if "\n" in text:
        raise NotReadError("more than a line")
    text = re.sub(r"[A-Za-z_]\w*", lambda name: name[0] + "_" * keyword.iskeyword(name[0]), text.strip(" \t"))
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(
            node,
            ast.Expression
            | ast.BinOp
            | ast.UnaryOp
            | ast.Constant
            | ast.Name
            | ast.Call
            | ast.operator
            | ast.unaryop
            | ast.expr_context,
        ):
            raise NotReadError(type(node).__name__)


def read_csv(text: str) -> None:
    """Python's `csv`, strict."""
    list(csv.reader(io.StringIO(text, newline=""), strict=True))


def read_iso8601(text: str) -> None:
    """`datetime` for dates and times, `isodate` for durations."""
    import isodate

    parts = text.split("/")
    if len(parts) > 2:
        raise NotReadError("an interval of more than two")
    kinds = []
    for part in parts:
        if part.startswith("P"):
            isodate.parse_duration(part)
            kinds.append("duration")
        elif "T" in part:
            datetime.fromisoformat(part)
            kinds.append("moment")
        elif ":" in part:
            time.fromisoformat(part)
            kinds.append("time")
        else:
            date.fromisoformat(part)
            kinds.append("moment")
    if len(parts) == 2 and ("time" in kinds or "moment" not in kinds):
        raise NotReadError("an interval of " + "/".join(kinds))


def read_url(text: str) -> None:
    """`rfc3986`'s validator, `urllib`'s splitter with its ports, and the RFC's characters (both take IRIs too)."""
    if not re.fullmatch(r"(?:[0-9A-Za-z._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*", text):
        raise NotReadError("a character")
    import rfc3986
    from rfc3986.validators import Validator

    reference = rfc3986.uri_reference(text)
    Validator().require_presence_of("scheme").check_validity_of(
        "scheme", "userinfo", "host", "port", "path", "query", "fragment"
    ).validate(reference)
    _ = urllib.parse.urlsplit(text).port


def read_sql(text: str) -> None:
    """`sqlglot`, one query."""
    import sqlglot
    from sqlglot import expressions

    statements = sqlglot.parse(text, error_level=sqlglot.ErrorLevel.RAISE)
    if len(statements) != 1 or not isinstance(statements[0], expressions.Query):
        raise NotReadError("not one query")


def read_python(text: str) -> None:
    """Python's own compiler front end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ast.parse(text)


def read_c(text: str) -> None:
    """`pycparser`."""
    from pycparser import CParser

    CParser().parse(text)


def read_regex(text: str) -> None:
    """Python's `re`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        re.compile(text)


def read_graphql(text: str) -> None:
    """`graphql-core`."""
    from graphql import ExecutableDefinitionNode, parse

    for definition in parse(text).definitions:
        if not isinstance(definition, ExecutableDefinitionNode):
            raise NotReadError("a definition that is not executable")


def read_dot(text: str) -> None:
    """`pydot`."""
    import pydot

    graphs = pydot.graph_from_dot_data(text)
    if graphs is None or len(graphs) != 1:
        raise NotReadError("not one graph")


_ID = r"(?!(?:end|graph|flowchart|subgraph|style|class|classDef|click|call|href|linkStyle|default)\b)[A-Za-z]\w*"
_TEXT = r'(?:"[^"`]+"|[A-Za-z0-9\u00c0-\ud7ff][^\[\](){}<>|"/\\`]*)'
_SHAPES = [
    (r"\[", r"\]"),
    (r"\(", r"\)"),
    (r"\{", r"\}"),
    (r">", r"\]"),
    (r"\(\[", r"\]\)"),
    (r"\[\[", r"\]\]"),
    (r"\[\(", r"\)\]"),
    (r"\(\(", r"\)\)"),
    (r"\(\(\(", r"\)\)\)"),
    (r"\{\{", r"\}\}"),
    (r"\[/", r"(?:/|\\)\]"),
    (r"\[\\", r"(?:/|\\)\]"),
]
_SHAPE = "(?:" + "|".join(rf"{a}\s*{_TEXT}\s*{b}" for a, b in _SHAPES) + ")"
_NODE = rf"{_ID}\s*(?:{_SHAPE})?\s*(?::::\s*{_ID})?"
_NODES = rf"{_NODE}(?:\s*&\s*{_NODE})*"
_ARROW = r"(?:<?(?:--+>|==+>|-\.+->)|---+(?![ox>-])|===+(?![ox>=])|-\.+-(?![ox>-])|--+[ox](?=\s))"
_BAR = r"(?:<?(?:--+>|==+>|-\.+->)|---+|===+|-\.+-|--+[ox])"
_LINK = rf"(?:{_ARROW}|{_BAR}\|\s*{_TEXT}\s*\||--\s+[A-Za-z0-9][A-Za-z0-9 ,.!?']*?\s+-->)"
_CSS = r"[a-z][a-z-]*:[#.0-9A-Za-z][0-9A-Za-z.%]*"
_CHAIN = re.compile(rf"{_NODES}(?:\s*{_LINK}\s*{_NODES})*", re.ASCII)
_OTHER = re.compile(
    rf"classDef\s+{_ID}\s+{_CSS}(?:,{_CSS})*|style\s+{_ID}\s+{_CSS}(?:,{_CSS})*|class\s+{_ID}(?:\s*,\s*{_ID})*\s+{_ID}|direction\s+(?:TB|TD|BT|LR|RL)",
    re.ASCII,
)
_SUBGRAPH = re.compile(rf"subgraph(?:\s+{_ID}\s*(?:\[\s*{_TEXT}\s*\])?)?", re.ASCII)


def read_mermaid(text: str) -> None:
    """Line by line, as Mermaid's documentation of flowcharts describes them; blocks must close.

    Mermaid's own parser (11, by hand) took 5,500 random texts of the grammar, and none of the wrong texts.
    """
    lines = [line.strip(" \t") for line in re.split(r"\r?\n", text)]
    lines = [line for line in lines if line]
    if not lines or not re.fullmatch(r"(?:flowchart|graph)(?:\s*(?:TB|TD|BT|LR|RL))?", lines[0]):
        raise NotReadError("the first line")
    depth = 0
    for line in lines[1:]:
        if line == "end":
            depth -= 1
        elif _SUBGRAPH.fullmatch(line):
            depth += 1
        elif not _OTHER.fullmatch(line) and not _CHAIN.fullmatch(line):
            raise NotReadError(line)
        if depth < 0:
            raise NotReadError("`end` without `subgraph`")
    if depth:
        raise NotReadError("`subgraph` without `end`")


READERS: dict[str, Callable[[str], None]] = {
    "arithmetic": read_arithmetic,
    "c": read_c,
    "csv": read_csv,
    "dot": read_dot,
    "graphql": read_graphql,
    "iso8601": read_iso8601,
    "json": read_json,
    "mermaid": read_mermaid,
    "python": read_python,
    "regex": read_regex,
    "sql": read_sql,
    "url": read_url,
}


def reads(name: str, text: str) -> bool:
    """Whether the reader takes the text."""
    try:
        READERS[name](text)
    except RecursionError:
        raise
    except Exception:  # each reader has errors of its own
        return False
    return True
