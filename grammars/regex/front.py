"""`regex(pattern, flags)`: the grammar of the texts that match as a whole; patterns are of one of three dialects."""

from __future__ import annotations

import re
from contextlib import suppress

from constrain.budget import Limits, budgeted
from constrain.errors import ConstrainError, GrammarError, UnsupportedError
from constrain.grammar import Grammar, Terminal
from constrain.spans import Span
from constrain.support.arguments import integer, one_of, public
from constrain.support.deep_stack import roomy

from ..gc_pause import uncollected
from .dialects import READERS, DialectName
from .errors import slashes, tokens, unsupported
from .groups import group_spans
from .translate import translate


class RegexGrammar(Grammar[str]):
    """The grammar of a pattern, with Python's `pattern` and flags; None for other dialects, which `re` cannot read."""

    pattern: tuple[str, int] | None = None

    def spans(self, text: str) -> list[Span]:
        """The groups that took part, by name or number; the whole where there are none."""
        return super().spans(text) if self.pattern is None else group_spans(*self.pattern, text)

    def why_empty(self) -> str:
        hint = slashes(self.label[1:-1])
        return f"; {hint}" if hint else ""


_SHOWN = 60  # characters of a pattern that error messages show


# What only newer forms of ECMAScript have; without these a pattern may be one of Annex B, which reads nearly anything.
_MODERN = re.compile(r"\\[pP]\{|\\u\{|\(\?<")
_FOREIGN = re.compile("escape|unknown extension|fixed-width")  # what another dialect may have meant
_RECURSION = re.compile(r"\(\?(?:R|&|P>|[+-]?\d)")

_POSIX_CLASSES = {
    "alnum": "A-Za-z0-9",
    "alpha": "A-Za-z",
    "ascii": r"\x00-\x7f",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t-\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_POSIX = re.compile(rf"(?<!\\)\[:(\^?)({'|'.join(_POSIX_CLASSES)}):\]\Z")
_GROK = re.compile(r"%\{[A-Z][A-Z0-9_]*(?::\w+)*\}")
_VERBOSE = re.compile(r"\(\?[aimsu]*x")
_REMARK = re.compile(r"(\(\?\#[^)]*\)|\#[^\n]*)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)  # of a verbose pattern


def _refuse_other_meanings(pattern: str, flags: int) -> None:
    """Refuse what Python and JavaScript read as plain characters, and hardly anybody writes for these.

    The pattern is one that has been read, as this takes long where brackets do not close.
    """
    if "[:" not in pattern and "%{" not in pattern:
        return
    read = pattern
    if flags & re.VERBOSE or _VERBOSE.search(pattern):
        read = _REMARK.sub(lambda found: " " * len(found[0]) if found[1] else found[0], pattern)
    end = 0
    for kind, position, text in (*tokens(read), ("end", len(read), "")):
        if kind == "set" and (posix := _POSIX.search(text)):
            written, (sign, name) = posix[0], posix.groups()
            if written == text:  # not even where there are such classes does it stand without brackets around it
                advice, itself = f"write `[{sign}{_POSIX_CLASSES[name]}]`", f"[{name}:{sign}]"
            else:
                advice = "" if sign else f"write `{_POSIX_CLASSES[name]}` in its place, or take "
                advice, itself = f"{advice}dialect='rust', which has such classes", f"\\{written[:-1]}"
            message = f"`{written}` would be its characters, no class; {advice}; for its characters write `{itself}`"
            raise unsupported(pattern, message, position + posix.start(), "POSIX class")
        if grok := _GROK.search(read, end, position):
            advice = f"write that pattern out; for this text itself write `%\\{{{grok[0][2:-1]}\\}}`"
            message = f"`{grok[0]}` would be this text, not the pattern of the name; {advice}"
            raise unsupported(pattern, message, grok.start(), "named pattern")
        end = position + len(text)


def _with_way_on(error: GrammarError, pattern: str) -> GrammarError:
    """The error of a pattern that Python's `re` does not read, with what reads it."""
    said, way_on = str(error).partition("\n")[0], ""
    if _RECURSION.search(pattern):
        way_on = "; what refers to itself is a grammar: lark(…)"
    elif "global flags" in said:
        way_on = "; put them first, or write `(?i:…)` around what they are for"
    elif _FOREIGN.search(said):
        for other in READERS:
            if other != "python" and (other != "ecmascript" or _MODERN.search(pattern)):
                with suppress(ConstrainError, RecursionError):
                    translate(READERS[other](pattern, 0))
                    way_on += f"{' or' if way_on else ';'} dialect={other!r}"
        way_on += " reads it" if way_on else ""
    return GrammarError(said + way_on, line=error.line, column=error.column, excerpt=error.excerpt) if way_on else error


@public
@roomy
@budgeted
def regex(
    pattern: str, flags: int = 0, *, dialect: DialectName = "python", limits: Limits | None = None
) -> Grammar[str]:
    """The texts that `re.fullmatch(pattern, text, flags)` accepts, for every regular pattern.

    Python's syntax and meaning in full: Unicode categories of the running Python, all inline and scoped flags,
    IGNORECASE, anchors and word boundaries, lookahead and lookbehind, lazy, possessive and atomic forms, conditions.
    A backreference is expanded if its group has finitely many texts; without such a bound it is read after a lookahead
    that captures (`(?=(r))\\1`) and among repetitions of one character (`(a+)\\1`), and refused otherwise. A pattern
    that does not parse raises `GrammarError`, one that is not regular `UnsupportedError`, one that needs too much
    `LimitExceeded`, each with the place; `limits` says how much that is, for this call. `[[:digit:]]` and `%{IP}` are
    refused too, as they are classes and names for other readers, and plain characters here.

    `dialect` says whose pattern it is. `"rust"` is that of Rust's crate `regex`, with which Pydantic reads `pattern=`;
    RE2's and Go's patterns are nearly the same. `"ecmascript"` is JavaScript's with the flag `u`, as in JSON Schema.
    Whichever it is, the pattern matches the whole text; flags stand in Rust's patterns themselves, as in `(?i)`.

    >>> regex(r"(?i)[a-f0-9]{8}(-[a-f0-9]{4}){3}")
    <Grammar /(?i)[a-f0-9]{8}(-[a-f0-9]{4}){3}/>
    >>> regex(r"[\\pL&&[^a-z]]+\\z", dialect="rust")
    <Grammar /[\\pL&&[^a-z]]+\\z/>
    """
    if isinstance(pattern, bytes):
        raise UnsupportedError(
            "a bytes pattern describes bytes, but generated text is str; pass a str pattern",
            feature="bytes pattern",
            where="pattern",
        )
    if not isinstance(pattern, str):
        hint = "; of re.compile, pass its .pattern and .flags" if isinstance(pattern, re.Pattern) else ""
        raise TypeError(f"regex: pattern must be a str, got {type(pattern).__name__}{hint}")
    flags = integer(flags, "flags", None, None)
    one_of(dialect, "dialect", READERS)
    if flags and dialect != "python":
        raise ValueError(f"flags are Python's; a pattern of dialect={dialect!r} has them inside, as in (?i), or none")
    name = pattern if len(pattern) <= _SHOWN else pattern[: _SHOWN - 3] + "..."
    name = name.encode("utf-8", "backslashreplace").decode()  # lone surrogates, which the core cannot be told of
    with uncollected():
        try:
            read = translate(READERS[dialect](pattern, flags))
        except GrammarError as error:
            raise (_with_way_on(error, pattern) if dialect == "python" else error) from None
    if dialect != "rust":
        _refuse_other_meanings(pattern, int(flags))
    grammar = RegexGrammar("regex", {"regex": Terminal(read, f"/{name}/")}, source="regex")
    grammar.pattern = (pattern, flags) if dialect == "python" else None
    grammar.label = f"/{name}/"
    grammar.about = f"a text that matches the regular expression {pattern}"
    return grammar
