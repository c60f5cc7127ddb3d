"""`lark.indenter.Indenter` as data: which terminals end lines, which brackets hide them, how wide a tab is.

An Indenter is a program, but its subclasses as a rule set six attributes and nothing else; those are read here, and
whatever else would change what the program does is refused. So are grammars that use INDENT, DEDENT and the brackets in
ways that no derivation can follow: each rule must open and close its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lark.indenter import Indenter

from constrain.errors import UnsupportedError
from constrain.support.shown import shown

_ATTRIBUTES = ("NL_type", "OPEN_PAREN_types", "CLOSE_PAREN_types", "INDENT_type", "DEDENT_type", "tab_len")
_HARMLESS = {"__module__", "__doc__", "__qualname__", "__dict__", "__weakref__", "__annotations__", "__slots__"}
_HARMLESS |= {"__abstractmethods__", "_abc_impl", "__firstlineno__", "__static_attributes__", "__parameters__"}
_STATE = {"paren_level", "indent_level"}


@dataclass(frozen=True)
class Layout:
    """An Indenter's six attributes."""

    newline: str
    opening: frozenset[str]
    closing: frozenset[str]
    indent: str
    dedent: str
    tab: int


def layout_of(postlex: Any) -> Layout | None:
    """The layout of an Indenter or a class of them; `UnsupportedError` for what does not only set its attributes."""
    if postlex is None:
        return None
    kind = postlex if isinstance(postlex, type) else type(postlex)
    if not issubclass(kind, Indenter):
        raise _refused(f"postlex={shown(postlex, 100)}", "only subclasses of lark.indenter.Indenter are supported")
    own = {} if isinstance(postlex, type) else vars(postlex)
    defined = {name for each in kind.__mro__[: kind.__mro__.index(Indenter)] for name in vars(each)} | set(own)
    overridden = sorted((defined & {*dir(Indenter), "__getattr__"}) - _HARMLESS - _STATE - set(_ATTRIBUTES))
    if overridden:
        raise _refused(
            f"{kind.__name__}.{overridden[0]}", "an Indenter may set its six attributes, but not change its methods"
        )
    values = {name: own.get(name, inspect.getattr_static(kind, name)) for name in _ATTRIBUTES}
    for name, value in values.items():
        wanted: Any = int if name == "tab_len" else (list, tuple, set, frozenset) if name.endswith("types") else str
        if not isinstance(value, wanted) or (wanted is not int and wanted is not str and not _strings(value)):
            what = "a number" if wanted is int else "a string" if wanted is str else "a list of strings"
            raise _refused(f"{kind.__name__}.{name}", f"must be {what}, is {shown(value, 100)}")
    layout = Layout(
        values["NL_type"],
        frozenset(values["OPEN_PAREN_types"]),
        frozenset(values["CLOSE_PAREN_types"]),
        values["INDENT_type"],
        values["DEDENT_type"],
        values["tab_len"],
    )
    if not 0 < layout.tab < 1 << 16:
        raise _refused(f"{kind.__name__}.tab_len", f"must be from 1 to 65535, is {layout.tab}")
    names = [layout.newline, layout.indent, layout.dedent, *layout.opening, *layout.closing]
    twice = sorted(name for name in set(names) if names.count(name) > 1)
    if twice:
        raise _refused(f"{kind.__name__}: {twice[0]}", "has two meanings at once")
    return layout


def check(layout: Layout, rules: Sequence[Any], terminals: set[str]) -> None:
    """Refuses patterns for INDENT and DEDENT, and rules that do not close, in order, what they open."""
    for name in (layout.indent, layout.dedent):
        if name in terminals:
            raise _refused(f"terminal {name}", "has a pattern of its own beside the Indenter; use %declare")
    for rule in rules:
        for opening, closing in ((layout.opening, layout.closing), ({layout.indent}, {layout.dedent})):
            depth = 0
            for symbol in rule.expansion:
                depth += (symbol.name in opening) - (symbol.name in closing)
                if depth < 0:
                    break
            if depth:
                raise _refused(
                    f"rule `{str(rule.origin.name)[:80]}`",
                    f"does not itself close what it opens ({', '.join(sorted({*opening, *closing}))}), "
                    "which an Indenter needs here; put both into one alternative",
                )


def _strings(values: Any) -> bool:
    return all(isinstance(value, str) for value in values)


def _refused(where: str, what: str) -> UnsupportedError:
    return UnsupportedError(f"lark: {where}: {what}", feature="postlex", where=where)
