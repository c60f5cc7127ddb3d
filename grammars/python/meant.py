"""What a refused program may have meant: the name, attribute or argument that is none, and the nearest that is one.

This looks at the words before and at the place where the text cannot go on, not at its structure: a hint in a message;
what is allowed, masks say. Costs time in proportion to the text and to what is given.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable

from constrain.support.nearest import nearest

from .namespace import Namespace, Node, Signature

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PATH = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*\.$")
_BINDING = re.compile(
    r"\b(?:for|as|def)\s+([A-Za-z_]\w*)|^\s*([A-Za-z_]\w*)(?:\s*,\s*[A-Za-z_]\w*)*\s*=(?!=)", re.MULTILINE
)
_IMPORT = re.compile(r" *from +([A-Za-z_][\w.]*) +import +(?:.*, *)?")  # up to a name
_IMPORTING = re.compile(r"\s*(?:import +(?:[\w.]+(?: +as +\w+)? *, *)*|from +)")  # up to a module
_MODULE = re.compile(r" +([A-Za-z_]\w*)")
_IMPORTED = re.compile(r"\bfrom +[\w.]+ +import +([^\n;]+)")
_EQUALS = re.compile(r" *=(?!=)")
_TEXT = re.compile(r'"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|\'\'\'(?s:.*?)\'\'\'|\'(?:[^\'\\\n]|\\.)*\'|#[^\n]*')
_ARGUMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")
_PARAMETER = re.compile(r"\s*\*{0,2}\s*([A-Za-z_]\w*)")
_HEAD = re.compile(r"\bdef +[A-Za-z_]\w*\s*$")
# Words that are refused at their end: what comes after them where they are not, and where they stand.
_PLACES = {
    "await": (" ", "in the body of an `async def`, and not in an f-string"),
    "break": (" \n;#", "in a loop"),
    "continue": (" \n;#", "in a loop"),
    "lambda": (" :", "as an argument or a value: `f = lambda x: x`"),
    "return": (" \n;#", "in the body of a function"),
    "yield": (" \n;#", "as a statement, or as what is assigned, in the body of a function that is no coroutine"),
}
_STATEMENTS = {  # that are not in the language, and what is written in their place
    "del": "`del` is of items and attributes: `del x[0]`; a name may be bound to something else",
}
_DEFINED = re.compile(r"\b(?:def|class|for|as) +$")
_NO_SUBJECTS = tuple("([{\"'-0123456789")  # with which what `match` is of begins in other programs
_CASE = re.compile(r" *case ")
_GENERATED = re.compile(r"[^()\n]* for [^()\n]* in ")
_LOOKED_AT = 10_000  # characters before the place
_LISTED = 8
_ALIKE = 3  # first letters that one name alone has in common with the word


def meant(text: str, position: int, namespace: Namespace) -> str:
    """A sentence about the word at the position, or the call that ends or goes on there; or nothing."""
    before = text[:position]
    if (parameters := _parameters(before)) is not None:
        return _about_parameter(parameters)
    line = text.rfind("\n", 0, position) + 1
    if _CASE.match(before, line) and (wrong := _about_pattern(text, line, position)):
        return wrong
    named = (word := _WORD.match(text, position)) is not None and _EQUALS.match(text, word.end())
    called = text.startswith((",", ")"), position) or (before.rstrip().endswith(",") and not named)
    if called and (wrong := _miscalled(before, text[position : position + 1], namespace)):
        return wrong
    # A word may be refused at its end, by what comes after it.
    if _EQUALS.match(text, position) or before.endswith("="):
        before = before.rstrip(" ").removesuffix("=").rstrip(" ")
    apart = before.endswith(" ") and _WORD.match(text, position) is None
    begin = len(before.rstrip(" ")) if apart else len(before)
    while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
        begin -= 1
    found = _WORD.match(text, begin)
    if found is None:
        return ""
    name = found[0]
    if name in ("import", "from") and (module := _MODULE.match(text, found.end())) is not None:
        if module[1] in namespace.names:
            return "imports stand anywhere but in classes and on the line of a block's head"
        return _no_module(module[1], ()) if not text[text.rfind("\n", 0, begin) + 1 : begin].strip() else ""
    if keyword.iskeyword(name):
        after, where = _PLACES.get(name, ("", ""))
        return f"`{name}` stands {where}" if found.end() == position and text[position : position + 1] in after else ""
    statement = max(text.rfind("\n", 0, begin), text.rfind(";", 0, begin)) + 1
    if told := _STATEMENTS.get(text[statement:begin].strip()):
        return told
    if name == "match" and text.startswith(_NO_SUBJECTS, position) and not text[statement:begin].strip():
        return f"`match` is of what begins with a name, and not with {text[position]}; `match a, b:` needs no brackets"
    path = _PATH.search(text, 0, begin)
    if path is not None:
        node = _resolved(path[0][:-1].split("."), namespace)
        if node is None or node.attributes is None or node.open or name in node.attributes:
            return ""
        return _unknown("attribute", name, node.attributes, f" of `{path[0][:-1]}`")
    if _EQUALS.match(text, found.end()) and (call := _called(text[:begin], namespace)) is not None:
        takes, path_, inside = call
        known = [each for each, _ in (*takes.by_position, *takes.by_name) if each]
        positions, names = _arguments(inside)
        if name in (*names, *(each for each, _ in takes.by_position[:positions])):
            return f"the call has `{name}` already; it is {_shown(path_, takes)}"
        return "" if name in known or takes.any_name else _unknown("argument", name, known, f" of `{path_}`")
    if (importing := _IMPORT.fullmatch(text, statement, begin)) is not None:
        of = _resolved(importing[1].split("."), namespace)
        if of is None or not of.attributes or name in of.attributes:
            return ""
        return _unknown("name", name, of.attributes, f" in `{importing[1]}`")
    if _IMPORTING.fullmatch(text, statement, begin) and name not in namespace.names:
        return _no_module(name, namespace.names)
    defined = found.end() == position and _DEFINED.search(text, statement, begin) is not None
    binds = defined or _EQUALS.match(text, found.end()) is not None
    if name in namespace.names:
        own = "; a function may have it as its own before it reads any builtin" if hasattr(builtins, name) else ""
        return f"`{name}` is given, and may not be bound{own}" if binds else ""
    if binds and text.count("(", statement, begin) <= text.count(")", statement, begin):  # not an argument
        return f"`{name}` may not be bound here: on the line of a block's head, or after it was read from outside"
    bound = [one or other for one, other in _BINDING.findall(text[:begin])]
    bound += [
        each.split()[-1] for names in _IMPORTED.findall(text[:begin]) for each in names.split(",") if each.strip()
    ]
    if name in bound and not apart:
        return f"`{name}` is not bound on every way that leads here"
    if name in bound:
        return ""
    if name.startswith("__") and name.endswith("__"):
        return f"no name `{name}`: a program is no module; write what `if __name__ == ...` would hold back without it"
    if text.endswith("(", 0, begin) and _GENERATED.match(text, found.end(), found.end() + 200):
        return "a generator expression is the one argument of what takes it; elsewhere a list is: `[x for x in xs]`"
    return _unknown("name", name, (*dict.fromkeys(bound), *namespace.names))


def _about_pattern(text: str, line: int, position: int) -> str:
    """About the pattern of a `case`."""
    inside = _TEXT.sub(lambda found: "0" * len(found[0]), text[max(line, position - _LOOKED_AT) : position])
    before, at = _opened(inside)
    if before[at : at + 1] == "{" and ("'" in inside or '"' in inside or text[position : position + 1].isdigit()):
        return 'a key in a pattern is a text that is a plain word; write `case d if d["a key"]:`'
    if text.startswith("|", position):
        return "alternatives bind no names; write another `case`"
    *others, last = _parts(before[at + 1 :])
    path = _PATH.search(before[:at] + ".")
    word = last.strip()
    if not word.isidentifier() or not path or not text.startswith((",", ")"), position) or before[at : at + 1] != "(":
        return ""
    if word in (each.strip() for each in others):
        return f"`{word}` is bound in this pattern already"
    most = f"{len(others)} pattern" + ("" if len(others) == 1 else "s")
    return f"`{path[0][:-1]}` takes {most} by position, others by name: `x=...`"


def _miscalled(before: str, sign: str, namespace: Namespace) -> str:
    """About a call whose arguments are too few where its bracket ends, or too many."""
    call = _called(before, namespace)
    if call is None:
        return ""
    takes, path, inside = call
    if any(each.lstrip().startswith("*") for each in _parts(inside)):
        return ""
    positions, named = _arguments(inside)
    if sign == ")":
        parameters = (*takes.by_position[positions:], *takes.by_name)
        lacking = [name for name, required in parameters if required and name not in named]
        if not lacking:
            return ""
        said = ", ".join(f"`{name}`" for name in lacking if name) or f"{len(lacking)} more"
        return f"the call lacks {said}; it is {_shown(path, takes)}"
    if named or takes.any_position or positions < len(takes.by_position):
        return ""
    return f"the call takes no further argument without a name; it is {_shown(path, takes)}"


def _shown(path: str, takes: Signature) -> str:
    """How it is called."""
    parts = [f"{name or '...'}{'' if required else '=...'}" for name, required in takes.by_position]
    if takes.any_position or takes.by_name:
        parts.append("*..." if takes.any_position else "*")
    parts += [f"{name}{'' if required else '=...'}" for name, required in takes.by_name]
    shown = ", ".join(parts[:_LISTED]) + (", ..." if len(parts) > _LISTED or takes.any_name else "")
    return f"`{path}({shown})`"


def _resolved(path: list[str], namespace: Namespace) -> Node | None:
    number = namespace.names.get(path[0])
    for name in path[1:]:
        if number is None:
            return None
        number = (namespace.nodes[number].attributes or {}).get(name)
    return None if number is None else namespace.nodes[number]


def _called(before: str, namespace: Namespace) -> tuple[Signature, str, str] | None:
    """The signature of the call whose brackets are open at the end of the text, what is called, and what is in them."""
    before, at = _opened(before)
    path = _PATH.search(before[:at] + ".")
    node = _resolved(path[0][:-1].split("."), namespace) if path and before[at : at + 1] == "(" else None
    if node is None or path is None or not isinstance(node.call, Signature):
        return None
    return node.call, path[0][:-1], before[at + 1 :]


def _opened(before: str) -> tuple[str, int]:
    """The end of a text, without what strings and comments say, and where its last open bracket is (or its end)."""
    before = _TEXT.sub(lambda found: "0" * len(found[0]), before[-_LOOKED_AT:])
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] in ")]}") - (before[at] in "([{")
        if depth < 0:
            return before, at
    return before, len(before)


def _parts(inside: str) -> list[str]:
    """What commas part in brackets."""
    parts, depth = [""], 0
    for char in inside:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _arguments(inside: str) -> tuple[int, list[str]]:
    """How many arguments are given by position, and the names of the others."""
    written = [each for each in _parts(inside) if each.strip()]
    named = [found[1] for each in written if (found := _ARGUMENT.match(each))]
    return len(written) - len(named), named


def _parameters(before: str) -> list[str] | None:
    """The parameters of the function whose head a text ends in, the last one a mere name; None elsewhere."""
    before, at = _opened(before)
    if not _HEAD.search(before[:at]):
        return None
    parts = _parts(before[at + 1 :])
    return parts if _PARAMETER.fullmatch(parts[-1].rstrip()) else None


def _about_parameter(parts: list[str]) -> str:
    *others, last = (found[1] if (found := _PARAMETER.match(each)) else "" for each in parts)
    if last in others:
        return f"`{last}` is a parameter already"
    if any("=" in each for each in parts) and not any(each.lstrip().startswith("*") for each in parts):
        return f"`{last}` needs a default value, as a parameter before it has one; or write `*, {last}`"
    return ""


def _no_module(name: str, known: Iterable[str]) -> str:
    near = nearest(name, list(known), shortest=3)
    way_on = f"did you mean `{near}`?" if near else f"give it in `modules=` to let programs import `{name[:60]}`"
    return f"module `{name[:60]}` is not given; {way_on}"


def _unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> str:
    names = sorted(known, key=lambda each: hasattr(builtins, each))  # builtins last
    alike = [each for each in names if each[:_ALIKE] == name[:_ALIKE]]
    near = nearest(name, names, shortest=3) or (alike[0] if len(alike) == 1 else None)
    listed = ", ".join(f"`{each}`" for each in names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
    way_on = f"did you mean `{near}`?" if near else f"there are {listed}" if names else "there are none"
    return f"no {kind} `{name[:60]}`{where}; {way_on}"
