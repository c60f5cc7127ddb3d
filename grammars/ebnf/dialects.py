"""Which EBNF a text is written in, by marks that only one dialect has.

`name ::=` is W3C's and xgrammar's, `name =` ISO's. The first two mean the same by most of what they share; `#x41`,
`'literal'`, `/* comment */`, `A - B` and `[wfc: ...]` are W3C's, a backslash in a literal or class, `{2,5}` and a
comment after `#` are xgrammar's.
"""

from __future__ import annotations

import re

from ..gbnf.assemble import Places

DIALECTS = ("w3c", "iso", "xgrammar")
_RULE = re.compile(r"::=")
_TOKEN = re.compile(
    r"""(?P<w3c>'[^'\n]*'|/\*.*?\*/|\#x[0-9A-Fa-f]|\[\s*(?:wfc|vc|WFC|VC|nsc|NSC)\s*:|(?<=[\s)\]])-(?=[\s(\['"]))
      | (?P<escaped>"(?:[^"\\\n]|\\.)*\\.(?:[^"\\\n]|\\.)*")
      | (?P<plain>"[^"\n]*")
      | \[(?:[^\]\\\n]|\\.)*\]
      | (?P<xgrammar>\#(?!x[0-9A-Fa-f])|\{[0-9]|\(=)
    """,
    re.VERBOSE | re.DOTALL,
)


def dialect_of(places: Places) -> str:
    """The dialect of a text; `GrammarError` where it has marks of two."""
    text = places.text
    if not _RULE.search(text):
        return "iso"
    seen: dict[str, int] = {}
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup
        if kind is None:  # a class
            kind = "xgrammar" if "\\" in found[0] else "w3c" if re.search("#x[0-9A-Fa-f]", found[0]) else "plain"
        if kind != "plain":
            seen.setdefault("xgrammar" if kind == "escaped" else kind, found.start())
    if len(seen) == 2:
        place = max(seen.values())
        raise places.fail(
            place,
            "the text has marks of W3C's EBNF (`#x41`, 'literal', `/* */`, `A - B`) and of xgrammar's (escapes, "
            '`{2,5}`, `# comment`); say which is meant: dialect="w3c" or dialect="xgrammar"',
        )
    return next(iter(seen), "w3c")
