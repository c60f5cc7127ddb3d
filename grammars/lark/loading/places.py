"""Where in a grammar's text an error belongs that names something but has no place, and the way on where it says none.

Lark's loader knows few places, and tables none. An error's message says a name, by which the place is found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from importlib.resources import files
from typing import Any

from constrain.errors import ConstrainError, GrammarError, UnsupportedError
from constrain.support.nearest import nearest

from ...regex.errors import excerpt
from .foreign import bare

# Each has the place as its group `at`.
_DEFINED = r"^[ \t]*(?P<at>[?!]*{0}(?:\{{[^}}\n]*\}})?(?:\.-?\d+)?[ \t]*:)"
_AGAIN = rf"{_DEFINED.replace('?P<at>', '')}[\s\S]*?{_DEFINED}"
_USED = r"(?<!\w)(?P<at>{0}\{{)(?![^}}\n]*\}}[.\d-]*[ \t]*:)"
_OF_TWO = ': a range is of two characters, "a".."z"'
_TWO_QUOTES = r"(?P<at>(?<!\x00)\x00\x00(?!\x00))"
_IMPORTED = r"%import[ \t]+\.*(?P<at>{0}\b)"

# What a message says, where that stands, and the way on; compiled where there is an error.
_NAMED = (
    (r"^lark: not LALR\(1\):.* between <(\w+)", _DEFINED, ""),
    (r"^lark: (?:Rule|Template|Terminal) '(\w+)' defined more than once", _AGAIN, ""),
    (r"^lark: Wrong number of template arguments used for (\w+)", _USED, ""),
    (r"^lark: Duplicate Template Parameter \w+ \(in template (\w+)\)", _DEFINED, ""),
    (r"^lark: Recursion in terminal '(\w+)'", _DEFINED, ""),
    (r"^lark: (?:terminal )?(\w+)(?:: | is (?:a terminal|declared))", _DEFINED, ""),
    (r"^lark: no text matches .*: (?:each alternative of )?`?(\w+)`? (?:holds|takes in) ", _DEFINED, ""),
    (r"^lark: no text matches `(\w+)`", _DEFINED, ""),
    (r"^lark: `([\w/]+)\.lark` is in none of", _IMPORTED, ""),
    (r"^lark: Nothing was imported from grammar `(\w+)`", _IMPORTED, "; write what, as in `%import {0}.NAME`"),
    (r"^lark: Cannot override .* rule (\w+)", r"(?P<at>%override)[ \t]+[?!]*{0}\b", "; leave `%override` out"),
    (r"^lark: Can't extend rule (\w+)", r"(?P<at>%extend)[ \t]+[?!]*{0}\b", "; leave `%extend` out"),
    (r"^lark: Bad Range for .* \((\d+)\.\.", r"(?P<at>~[ \t]*{0}[ \t]*\.\.)", ""),
    (r"^lark: (Empty terminals) are not", _TWO_QUOTES, "; leave it out where nothing may stand"),
    (r'^lark: Error trying to process rule ("range")', r"(?P<at>\x00?\.\.)", _OF_TWO),
)
_MOST_RULES = 1000
_MADE = re.compile(r"__(\w+?)_(?:plus|star)_\d+")  # lark's name for a repetition in a rule


def placed(text: str, error: ConstrainError) -> ConstrainError:
    """The error with its place in the grammar's text, where it has none and names something that stands there."""
    if getattr(error, "line", None) is not None or not isinstance(error, GrammarError | UnsupportedError):
        return error
    message = str(error)
    for said, place, way_on in _NAMED:
        named = re.search(said, message)
        if named is None:
            continue
        name = _MADE.sub(r"\1", named[1].replace("/", "."))
        found = re.search(place.format(re.escape(name)), bare(text), re.MULTILINE)
        message = message.rstrip(":") + way_on.format(name)
        if found is None:  # it stands in a grammar that this one imports
            return error if not way_on else GrammarError(message)
        line, column, around = excerpt(text, found.start("at"))
        message = f"lark:{line}:{column}: {message.removeprefix('lark: ')}"
        if isinstance(error, UnsupportedError):
            return UnsupportedError(f"{message}\n{around}", feature=error.feature, where=error.where)
        return GrammarError(message, line=line, column=column, excerpt=around)
    return error


def not_imported(text: str, name: str) -> tuple[str, int, int] | None:
    """Where `%import` names what its grammar does not define, by the name it has here: message, line and column."""
    alone, renamed = rf"\.({name})\b(?![ \t]*->)", rf"\.(\w+)[ \t]*->[ \t]*{name}\b"
    written = rf"%import[ \t]+(\.*[\w.]+?)(?:{alone}|{renamed}|[ \t]*\([^)]*\b({name})\b)"
    found = re.search(written, bare(text))
    if found is None:
        return None
    group = found.lastindex or 1
    line, column, _ = excerpt(text, found.start(group))
    return f"`{found[1].lstrip('.')}` defines no {found[group]}, which is imported from it", line, column


def perhaps_meant(text: str, name: str) -> str:
    """After a semicolon, the way on from a name that nothing defines: an import, or a name that is nearly the same."""
    common = re.findall(r"^(\w+):", (files("lark.grammars") / "common.lark").read_text("utf-8"), re.MULTILINE)
    if name in common:
        return f"; write `%import common.{name}`"
    defined = re.findall(r"^[?!]*(\w+)(?=[ \t]*[.:{])", bare(text), re.MULTILINE)
    near = nearest(name, [*defined, *common], shortest=3)
    if near is None:
        return ""
    return f"; did you mean `{near}`" + ("?" if near in defined else f", of `%import common.{near}`?")


def endless(rules: Sequence[Any], start: str, terminals: Set[str]) -> str:
    """Why no text of a rule ever ends: the rules that lead to each other, or what nothing defines; empty if some does.

    `rules` are lark's, `terminals` those that have a pattern. Many rules are not looked at.
    """
    ways: dict[str, list[list[str]]] = {}
    for rule in rules if len(rules) <= _MOST_RULES else ():
        ways.setdefault(rule.origin.name, []).append([symbol.name for symbol in rule.expansion])
    ends, before = set(terminals), -1
    while len(ends) > before:
        before = len(ends)
        ends.update(name for name, bodies in ways.items() if any(map(ends.issuperset, bodies)))
    seen: list[str] = []
    name = start
    while ways and name not in ends:
        if name in seen:
            circle = [f"`{each}`" for each in seen[seen.index(name) :] if not _MADE.fullmatch(each)] or [f"`{name}`"]
            others = f"{circle[1]}, and that {circle[0]} again" if len(circle) > 1 else f"{circle[0]} again"
            return f": each alternative of {circle[0]} holds {others}, so none ever ends; add one that does"
        if name not in ways:
            if name.isupper():
                return f": nobody makes the declared terminal {name}; give a postlex= that does, or a pattern"
            return f": `{name}` is a template without its arguments, `{name}{{…}}`, or a parameter of one"
        seen.append(name)
        name = next(symbol for symbol in ways[name][0] if symbol not in ends)
    return ""
