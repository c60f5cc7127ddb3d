"""`abnf(text)`: a grammar in the notation of RFC 5234 and RFC 7405."""

from __future__ import annotations

from constrain.budget import Limits, budgeted
from constrain.errors import GrammarError
from constrain.grammar import Grammar
from constrain.support.arguments import instance, one_of, public, source_text
from constrain.support.deep_stack import roomy

from ..gbnf.assemble import Source
from ..gbnf.front import Builder
from .parse import parse


@public
@roomy
@budgeted
def abnf(
    text: str, start: str | None = None, *, values: str = "characters", limits: Limits | None = None
) -> Grammar[str]:
    """The texts that an ABNF grammar allows, from the rule `start` on (None: the first).

    RFC 5234 with the core rules of its appendix B, and RFC 7405's `%s"..."` and `%i"..."`: literals ignore the case of
    ASCII letters unless `%s` stands before them, names always do. Lines may end in LF, rules may be indented alike and
    may be left-recursive. `values` says what numbers such as `%xE9` are: "characters" (code points, written in UTF-8,
    so that `OCTET` is U+0000 to U+00FF) or "bytes" (as in RFC 3629: `%xC3.A9` spells é). Prose (`<any ...>`) raises
    `UnsupportedError`; what is wrong, `GrammarError` with line, column and an excerpt; what is too large,
    `LimitExceeded`, as `limits` says for this call.

    >>> abnf('greeting = "hello" [1*3"!"]')
    <Grammar greeting: 1 production>
    """
    one_of(values, "values", ("characters", "bytes"))
    source, root = read(text, start, values == "bytes")
    return Builder(source, "abnf").build(root)


def read(text: str, start: str | None, as_bytes: bool = False) -> tuple[Source, str]:
    """The rules of a text, and the one where texts begin."""
    source_text(text, "abnf: text")
    instance(start, (str, type(None)), "start", "the name of a rule")
    source = parse(text, as_bytes)
    if not source.defined:
        raise GrammarError("abnf: the text defines no rule")
    root = next(iter(source.defined)) if start is None else start.lower()
    if root not in source.rules:
        known = ", ".join(list(source.defined)[:20])
        raise GrammarError(f"abnf: the rule `{root}`, where texts begin, is not defined\nDefined here: {known}")
    return source, root
