"""What other tools put into Lark's notation, and other notations: named, with what to write here instead.

Looked for only in texts that are no Lark grammar, so nothing that lark reads is taken for something else.
"""

from __future__ import annotations

import re

from constrain.errors import GrammarError

from ...regex.errors import excerpt

# literals, expressions and comments, in which marks mean nothing
# (to the end of the line where they are never closed, so that each character is looked at once)
_APART = re.compile(
    r""""(?:[^"\\\n]|\\.)*(?:"|\\?$)|//[^\n]*|\#[^\n]*|/(?!/)(?:[^/\\\n]|\\.)+(?:/[imslux]*|\\?$)""", re.MULTILINE
)
_MARKS = (
    (
        r"\A\s*(?:(?:lexer|parser)\s+)?grammar\s+\w+\s*;",
        "this is an ANTLR grammar, which is not read; in Lark's notation a rule has no `;` at its end, literals stand "
        "in double quotes, a lexer rule `ID : [a-z]+ ;` is `ID: /[a-z]+/`, and `WS : [ \\t]+ -> skip ;` is "
        "`WS: /[ \\t]+/` with `%ignore WS`",
    ),
    (
        r"%json\b",
        "`%json` is llguidance's; here: constrain.grammars.sequence('before', json_schema(schema), 'after'), "
        "with either, optional and repeat beside it",
    ),
    (
        r"%regex\b",
        "`%regex` is llguidance's; here a substring of known words is constrain.grammars.choice([...]), and an "
        "expression stands between slashes, as in `WORD: /[a-z]+/`",
    ),
    (
        r"%llguidance\b",
        "`%llguidance` is llguidance's header; leave the line out, options are arguments of `lark` here",
    ),
    (
        r"^[?!]*[a-zA-Z_]\w*\s*\[[^\]\n]*\]\s*:",
        "attributes in square brackets (`name[capture]:`, `[stop=...]`, `[max_tokens=...]`, `[lazy]`) are "
        "llguidance's; leave captures out and read the value from the text, for `stop=` use "
        "constrain.grammars.free_text(until=...), for `lazy` a lazy expression such as /.*?x/",
    ),
    (
        r"<\|[^|<>\n]*\|>|<\[[^\]\[\n]*\]>|<[A-Za-z_][\w-]*>",
        "a special token in angle brackets is llguidance's; here: constrain.grammars.sequence(special('<|name|>'), "
        "...), or either(...), of parts that `lark` reads",
    ),
    (
        r"(?<=[\w)\]/\"]\s)&(?=\s*\S)|(?<=[\w)\]/\"])&",
        "`&` between terminals is llguidance's; here one expression with a lookahead says both, as in "
        "`A: /(?=[a-z]*x)[a-z]{3,9}/`",
    ),
    (
        r"~(?=\s*[A-Z_(/\"'\[])",
        "`~` before a terminal is llguidance's or ANTLR's; here: a negated class, `/[^a-z]/`, or a negative lookahead, "
        "`/(?!if\\b)[a-z]+/`",
    ),
    (
        r"%import\s+common\.UNESCAPED_STRING",
        "`UNESCAPED_STRING` is Outlines's; lark's library has `%import common.ESCAPED_STRING`",
    ),
    (
        r"^[ \t]*[\w-]+[ \t]*::=",
        "`::=` is EBNF's or GBNF's; here: constrain.grammars.ebnf(text), or gbnf(text) for llama.cpp's",
    ),
)


def foreign(text: str) -> GrammarError | None:
    """The error for a text with a mark of another dialect or notation; None for one without."""
    blank = _APART.sub(lambda found: re.sub(r"[^\n]", "\x00", found[0]), text[: 1 << 20])
    for mark, message in _MARKS:
        found = re.search(mark, blank, re.MULTILINE)
        if found is not None:
            line, column, shown = excerpt(text, found.start() + len(found[0]) - len(found[0].lstrip()))
            return GrammarError(f"lark:{line}:{column}: {message}", line=line, column=column, excerpt=shown)
    return None
