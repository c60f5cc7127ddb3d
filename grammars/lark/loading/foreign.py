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

# Slips of hands that are used to other notations, looked for only where the reader stopped: what stands there, in a
# line without its comments, and what to write. `{0}` is what was found.
_SLIPS = tuple(
    (re.compile(pattern), message)
    for pattern, message in (
        (r"'(?:[^'\\]|\\.)*'?", 'literals stand in double quotes: "a", not {0}'),
        (r"\{\s*(\d+)\s*,\s*(\d+)\s*\}", '{0} is not known here; 2 to 3 times is `~2..3`, as in `"a"~2..3`'),
        (r"\{\s*\d+\s*\}", '{0} is not known here; 3 times is `~3`, as in `"a"~3`'),
        (r"\{\s*\d+\s*,\s*\}", '{0} is not known here; at least 2 times is `~2` and the same with `*`: `"a"~2 "a"*`'),
        (r"\{\s*,\s*\d+\s*\}", '{0} is not known here; at most 3 times is `~0..3`, as in `"a"~0..3`'),
        (
            r"\{.*",
            "braces hold the arguments of a template; any number of times is `(…)*`, once or not `[…]` or `(…)?`",
        ),
        (r"^[\s?!]*[\w-]+\s*(?::=|=|->|→|<-)", "a rule's name and its right side stand around a colon: `name: …`"),
        (
            r"^[\s?!]*[A-Z]\w*[a-z]\w*|^[\s?!]*[a-z]\w*[A-Z]\w*",
            "a rule's name is in small letters, a terminal's in capitals, not {0}",
        ),
        (r"^[\s?!]*\w+-[\w-]+", "a name has letters, digits and `_`, not `-`: {0}"),
        (r";", "a rule ends with its line; leave `;` out"),
        (r"\(\*.*", "a comment begins with `//` or `#`, and ends with its line"),
        (r"\[[^\]\n]*\]", "a class of characters is a regular expression, between slashes: /{0}/"),
        (r"\\.", "an escape stands in a regular expression, between slashes, or in a literal: /{0}/"),
        (r"(?<!\.)\.(?!\.)", "any character is a regular expression: `/./`"),
        (r"\w\s*\.\.+\s*\w", 'a range is of two literals, "a".."z", or a class: /[a-z]/'),
        (r",", "what follows one another stands side by side, without commas; `|` parts alternatives"),
        (r"[*+?]\s*[?+*]", "{0}: lazy and possessive operators stand in regular expressions alone, as in /.*?x/"),
        (r"ε|ϵ", "the empty text is an alternative with nothing in it, as in `(a | )`, or `[a]`"),
        (r"-", "one without another is a regular expression with a lookahead, as in /(?!if\\b)[a-z]+/"),
        (r"[/][=|]|[=]", "alternatives are parted by `|`, and a rule's name ends with a colon: `name: …`"),
        (r"^[?!]*\w+[ \t]+[^\s:][^:]*$", "a rule's name and its right side stand around a colon: `name: …`"),
        (
            r"^\s+\S",
            "a rule goes on in the next line only where that begins with `|`, or the last one ends with a backslash",
        ),
    )
)


def slip(text: str, error: GrammarError) -> GrammarError:
    """The error with what was perhaps meant where it stands, or as it is."""
    line, column = error.line, error.column
    if line is None or column is None or _RESTATED.search(str(error)) is None:
        return error
    begin = max(0, column - 1 - _AROUND)
    blank, whole = (
        ("\x00" if begin else "") + each.split("\n")[line - 1][begin : column + _AROUND] for each in (bare(text), text)
    )
    at = column - 1 - begin + bool(begin)
    for expression, message in _SLIPS:
        for found in expression.finditer(blank):
            if found.start() <= at < found.end() or found.end() == at == len(blank):
                said = message.replace("{0}", whole[found.start() : found.end()].strip()[:60])
                return _at(text, line, column, said)
    character = whole[at : at + 1]
    said = f"`{character}` cannot stand here" if character.strip() else "something is missing here"
    return _at(text, line, column, _about_brackets(text, line, column, character) or said)


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _about_brackets(text: str, line: int, column: int, character: str) -> str:
    """What is wrong with the brackets before a place where a rule ends or a bracket closes; nothing if all is right."""
    offset = sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1
    blank, opened = bare(text), list[int]()
    for at in range(min(offset, len(blank))):
        if blank[at] in _CLOSING:
            opened.append(at)
        elif blank[at] in _CLOSING.values() and opened:
            opened.pop()
    closes = character in _CLOSING.values()
    if not opened:
        return f"`{character}` closes nothing; leave it out, or open it before" if closes else ""
    if character.strip() and not closes and character != ":":
        return ""
    begin, (at_line, at_column, _) = blank[opened[-1]], excerpt(text, opened[-1])
    wanted = f"`{_CLOSING[begin]}` is needed to close the `{begin}` of line {at_line}, column {at_column}"
    return f"{wanted}, not `{character}`" if closes else f"{wanted}, before the rule ends"


NAMED = r"^[ \t]*{}(?:\.-?\d+)?[ \t]*:"  # where a terminal of this name is defined
_AROUND = 200  # characters of a line, on each side of the place, that are looked at


def bare(text: str) -> str:
    """The text with nothing in its literals, expressions and comments."""
    return _APART.sub(lambda found: re.sub(r"[^\n]", "\x00", found[0]), text[: 1 << 20])


# Messages of lark's loader that say no more than that something was not expected.
_RESTATED = re.compile(
    r"Unexpected (?:input|colon|token|character)|Incorrect type of value|Unclosed parenthesis"
    r"|Expecting (?:a value|option|rule)|Misplaced operator"
)


def _at(text: str, line: int, column: int, message: str) -> GrammarError:
    at = sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1
    return GrammarError(f"lark:{line}:{column}: {message}", line=line, column=column, excerpt=excerpt(text, at)[2])


def foreign(text: str) -> GrammarError | None:
    """The error for a text with a mark of another dialect or notation; None for one without."""
    blank = bare(text)
    for mark, message in _MARKS:
        found = re.search(mark, blank, re.MULTILINE)
        if found is not None:
            line, column, shown = excerpt(text, found.start() + len(found[0]) - len(found[0].lstrip()))
            return GrammarError(f"lark:{line}:{column}: {message}", line=line, column=column, excerpt=shown)
    return None
